"""Trained agents that games bring along: the folders of their models, one for each number of players."""

from pathlib import Path

from cardzoo.envs.engine import Game
from cardzoo.envs.policies.bots import TRAINED, bots
from cardzoo.envs.policies.models import ModelError
from cardzoo.envs.registry import parts_of


def shipped_players(game: Game) -> list[int]:
    """The numbers of players for which a game brings a trained agent along."""
    folder = parts_of(game).trained
    if folder is None or not Path(folder).is_dir():
        return []
    return sorted(int(model.name) for model in Path(folder).iterdir() if model.name.isdecimal())


def own_agents(game: Game, num_players: int | None = None) -> list[str]:
    """The names of a game's own agents: the compiled ones, the best one last, and the trained one if there is one.

    Args:
        game: the game.
        num_players: players at the table, for which there must be a trained agent; None for any number.
    """
    players = shipped_players(game)
    return [*bots(game), *([TRAINED] if (players if num_players is None else num_players in players) else [])]


def shipped_folder(game: Game, num_players: int | None = None) -> Path:
    """The folder of the trained agent that a game brings along.

    Args:
        game: the game.
        num_players: players at the table; None for the game's default, or the number for which there is one.

    Raises:
        ModelError: in one line, if there is none for so many players.
    """
    known = shipped_players(game)
    if not known:
        raise ModelError(f"{game.name} has no trained agent; its agents are {', '.join(bots(game))} and search")
    if num_players is None:
        num_players = game.default_players if game.default_players in known else known[0]
    if num_players not in known:
        told = " or ".join(map(str, known))
        raise ModelError(f"{game.name}'s trained agent plays with {told} players, not {num_players}")
    return Path(parts_of(game).trained) / str(num_players)
