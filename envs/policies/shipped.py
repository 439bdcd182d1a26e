"""Trained agents that games ship: the folders of their models.

A folder is named after the number of players. An agent for options that are not the defaults has them in its folder's
name too, as in ``2,memory_aid=True``.
"""

from pathlib import Path

from cardzoo.envs.engine import Game
from cardzoo.envs.policies.bots import TRAINED, bots
from cardzoo.envs.policies.models import ModelError
from cardzoo.envs.registry import parts_of


def shipped_players(game: Game) -> list[int]:
    """Numbers of players for which a game ships a trained agent."""
    folder = parts_of(game).trained
    if folder is None or not Path(folder).is_dir():
        return []
    return sorted({players for model in Path(folder).iterdir() if (players := players_of(model))})


def players_of(folder: Path) -> int:
    """The number of players in a model folder's name; 0 if there is none."""
    players = folder.name.partition(",")[0]
    return int(players) if players.isdecimal() else 0


def own_agents(game: Game, num_players: int | None = None) -> list[str]:
    """Names of a game's own agents: the compiled ones, the best one last, then the trained one if there is one.

    Args:
        game: the game.
        num_players: number of players that the trained agent must be for; None for any number.
    """
    players = shipped_players(game)
    return [*bots(game), *([TRAINED] if (players if num_players is None else num_players in players) else [])]


def shipped_folders(game: Game, num_players: int | None = None) -> list[Path]:
    """Folders of the trained agents that a game ships for a number of players; the first one is the usual one.

    Args:
        game: the game.
        num_players: players at the table; None for the game's default, or the number for which there is one.

    Raises:
        ModelError: in one line, if there is none for so many players.
    """
    shipped = shipped_players(game)
    if not shipped:
        raise ModelError(f"{game.name} has no trained agent; its agents are {', '.join(bots(game))} and search")
    if num_players is None:
        num_players = game.default_players if game.default_players in shipped else shipped[0]
    if num_players not in shipped:
        allowed = " or ".join(map(str, shipped))
        raise ModelError(f"{game.name}'s trained agent plays with {allowed} players, not {num_players}")
    models = sorted(Path(parts_of(game).trained).iterdir())
    return [model for model in models if players_of(model) == num_players]
