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
        list[str] | None, Parameter(help="Opponent; by default all scripted agents; may be repeated.", negative="")
    ] = None,
    deals: Annotated[int, Parameter(help="Number of deals, each played from every seat.")] = 2000,
    players: Annotated[int | None, Parameter(help="Number of players; by default the model's or the game's.")] = None,
    seed: Annotated[int, Parameter(help="Random seed of the deals and the agents' choices.")] = 0,
    key: Key = None,
    set: Settings = None,
    json: Json = False,
) -> None:
    """Evaluate an agent on duplicate deals, with 95 % intervals."""
    from cardzoo.agents import bots, find_agent
    from cardzoo.agents.language.usage import Usage
    from cardzoo.agents.trained import TrainedAgent
    from cardzoo.envs import find_game
    from cardzoo.training.evaluation.duplicate import compare_all

    found = find_game(game)
    options = parse_options(set or (), found)
    player = find_agent(agent, found, table=found.blank(players, **options) if options else None, num_players=players)
    if isinstance(player, TrainedAgent):
        players = players or player.card.num_players
        options = player.card.options | options
    table = found.blank(players, **options)
    opponents = [find_agent(name, found, table=table) for name in against or bots(found)]

    with progress_on_stderr() as progress:
        results = compare_all(found, player, opponents, deals, seed, players, options, progress.tell, key)
    rows = [result.as_dict() for result in results]
    if json:
        print_json(rows)
    else:
        print_comparisons(rows, f"{titled(found, options)}: {agent} on duplicate deals")
        for result in results:
            console.print(result.verdict, markup=False, highlight=False)
        print_key(max(result.key for result in results))
        notes: list[dict[str, Any]] = getattr(player, "take_notes", list)()
        if notes:
            console.print(f"{agent}: {Usage.of(notes).words}", markup=False, highlight=False)
