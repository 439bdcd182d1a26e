"""``cardzoo evaluate``."""

from typing import Annotated, Any

from cyclopts import Parameter

from cardzoo.commands.terminal import (
    GameName,
    Json,
    Key,
    Settings,
    console,
    parse_options,
    print_comparisons,
    print_json,
    print_key,
    progress_on_stderr,
    titled,
)


def evaluate(
    game: GameName,
    agent: Annotated[
        str,
        Parameter(
            help="Agent: random, novice, expert, trained, search, solver, the folder of a trained model, llm:NAME, "
            "or module:Class."
        ),
    ],
    *,
    against: Annotated[
        list[str] | None,
        Parameter(
            help="Opponent, by default all scripted agents; in a cooperative game a partner, by default none; may be "
            "repeated.",
            negative="",
        ),
    ] = None,
    deals: Annotated[int, Parameter(help="Number of deals, each played from every seat.")] = 2000,
    players: Annotated[int | None, Parameter(help="Number of players; by default the model's or the game's.")] = None,
    seed: Annotated[int, Parameter(help="Random seed of the deals and the agents' choices.")] = 0,
    key: Key = None,
    set: Settings = None,
    json: Json = False,
) -> None:
    """Evaluate an agent on duplicate deals, with 95 % intervals.

    In a cooperative game its team plays the deals in self-play, and in cross-play with each agent of --against.
    """
    from cardzoo.agents import bots, find_agent
    from cardzoo.agents.language.usage import Usage
    from cardzoo.agents.trained import TrainedAgent
    from cardzoo.envs import find_game
    from cardzoo.training.evaluation.duplicate import compare_all
    from cardzoo.training.evaluation.report.tables import print_team_scores
    from cardzoo.training.evaluation.teams import evaluate_teams

    found = find_game(game)
    options = parse_options(set or (), found)
    player = find_agent(agent, found, num_players=players, table=found.blank(players, **options) if options else None)
    if isinstance(player, TrainedAgent):
        players = players or player.card.num_players
        options = player.card.options | options
    others = against or ([] if found.cooperative else bots(found))
    table = found.blank(players, **options)
    opponents = [find_agent(name, found, table=table) for name in others]

    title = f"{titled(found, options)}: {agent} on duplicate deals"
    with progress_on_stderr() as progress:
        if found.cooperative:
            teams = evaluate_teams(
                found, player, opponents, deals, seed, players, options, lambda done: progress.tell(done, "teams"), key
            )
            rows, used = [team.as_dict() for team in teams], teams[0].key
        else:
            results = compare_all(found, player, opponents, deals, seed, players, options, progress.tell, key)
            rows, used = [result.as_dict() for result in results], max(result.key for result in results)
    if json:
        print_json(rows)
    else:
        if found.cooperative:
            print_team_scores(console, teams, title)
        else:
            print_comparisons(found, rows, title, found.unit_of(players, **options))
            for result in results:
                console.print(result.verdict, markup=False, highlight=False)
        print_key(used)
        notes: list[dict[str, Any]] = getattr(player, "take_notes", list)()
        if notes:
            console.print(f"{agent}: {Usage.of(notes).words}", markup=False, highlight=False)
