"""``cardzoo games`` and ``cardzoo compile``: the list of games, a description of each, and compilation."""

import time
from typing import TYPE_CHECKING, Annotated, Any

from cyclopts import Parameter
from rich.markup import escape
from rich.table import Table

from cardzoo.commands.terminal import Json, all_games, console, print_json

if TYPE_CHECKING:
    from cardzoo.envs.engine import Game


def games(
    name: Annotated[
        str | None,
        Parameter(help="Name of a game, or module:GAME, to describe: options, agents, observations, rules."),
    ] = None,
    *,
    json: Json = False,
) -> None:
    """List the games, or describe one."""
    from cardzoo.envs import CardEnv, find_game

    if name is not None:
        game = find_game(name)
        if json:
            print_json([_describe(game) | _describe_further(game)])
        else:
            _print_game(game)
        return
    listed = all_games()
    if json:
        print_json(list(map(_describe, listed)))
        return
    table = Table(title="cardzoo's games", caption="cardzoo games NAME describes one game")
    for heading in ("id", "family", "players", "actions", "observation"):
        table.add_column(heading, justify="right" if heading in ("actions", "observation") else "left", no_wrap=True)
    for game in listed:
        players = game.players_in_words
        table.add_row(
            game.id,
            game.family,
            f"{players} ({game.default_players})" if len(game.numbers_of_players) > 1 else players,
            str(len(game.actions)),
            str(CardEnv(game).encoder.width),
        )
    console.print(table)


def _describe(game: "Game") -> dict[str, Any]:
    from cardzoo.envs import CardEnv
    from cardzoo.envs.policies.shipped import own_agents

    return {
        "name": game.title,
        "id": game.id,
        "family": game.family,
        "players": list(game.numbers_of_players),
        "default_players": game.default_players,
        "actions": len(game.actions),
        "observation_size": CardEnv(game).encoder.width,
        "agents": own_agents(game),
    }


def _describe_further(game: "Game") -> dict[str, Any]:
    from cardzoo.envs import IDS
    from cardzoo.envs.encoders import ENCODERS

    options: list[Any] = list(game.options)  # fields whose elements have words
    return {
        "options": {
            option.name: {
                "default": option.element_to_words(option.blank),
                "allowed": option.allowed,
                "meaning": option.doc,
            }
            for option in options
        },
        "encodings": {name: _shape(name, game) for name in ENCODERS},
        "page": f"docs/games/{game.name}.md" if game.id in IDS else None,
        "rules": game.rules,
    }


def _shape(encoding: str, game: "Game") -> list[int] | None:
    """Shape of an observation for the default number of players; None for text and for named arrays."""
    from cardzoo.envs.encoders import make_encoder

    shape = make_encoder(encoding, game, game.default_players).space.shape
    return None if shape is None else list(shape)


def _print_game(game: "Game") -> None:
    """Print the description of one game."""
    from rich.markdown import Markdown

    from cardzoo.agents.solver import can_solve
    from cardzoo.envs.encoders import ENCODERS

    facts, further = _describe(game), _describe_further(game)
    default = f"; {game.default_players} by default" if len(facts["players"]) > 1 else ""
    shapes = {name: " x ".join(map(str, shape)) for name, shape in further["encodings"].items() if shape}
    agents = [*facts["agents"], "search:200", *(["solver"] if can_solve(game) else [])]
    table = Table.grid(padding=(0, 2))
    table.add_row("id", game.id)
    table.add_row("family", game.family)
    table.add_row("players", f"{game.players_in_words}{default}")
    table.add_row("agents", f"{', '.join(agents)}, and trained models")
    table.add_row("actions", str(facts["actions"]))
    table.add_row("encodings", ", ".join(f"{name} ({shapes[name]})" if name in shapes else name for name in ENCODERS))
    table.add_row("page", further["page"] or str(game.file))
    options = Table("option", "default", "allowed", "meaning")
    for name, option in further["options"].items():
        options.add_row(name, *(escape(str(option[key])) for key in ("default", "allowed", "meaning")))
    console.print(table, highlight=False)
    if further["options"]:
        console.print(options, highlight=False)
    console.print(Markdown(game.rules))


def compile_games(
    *names: Annotated[str, Parameter(help="Names of games, or module:GAME; by default all games.")],
) -> None:
    """Compile games ahead of their first use."""
    from cardzoo.envs import make, make_batch
    from cardzoo.envs.single import VectorSeats

    for name in names or [game.id for game in all_games()]:
        start = time.perf_counter()
        env = make(name)
        env.reset(seed=0)
        env.last()
        env.step(int(env.table.mask.argmax()))
        env.table.redeal(0).view(0)
        make_batch(name, num_tables=1).reset(seed=0)
        VectorSeats(name, 1).reset(seed=0)
        console.print(f"{env.game.id}: {time.perf_counter() - start:.1f} s")
