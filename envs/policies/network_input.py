"""What a network is told at its turn: an encoder's row and, behind it, what a compiled agent would do.

A network with such an advisor need not learn again what the agent knows. It begins where the agent stands, and learns
where other actions are better, as in residual policy learning (Silver et al., 2018), where a policy learns what to add
to a given one.
"""

from functools import cache
from typing import Any, Protocol, TypeGuard

import numpy as np

from cardzoo.envs.encoders import make_encoder
from cardzoo.envs.engine import Game, rule
from cardzoo.envs.engine.bots import Remembering, Rule
from cardzoo.envs.policies.bots import bots


class NetworkInput:
    """How a game's views become a network's input.

    Args:
        game: the game.
        num_players: players at the table.
        encoding: name of the encoder, one of `cardzoo.envs.encoders.ARRAYS`.
        advisor: name of the compiled agent whose choice is told, as a 1 among one number an action; empty for none.

    Attributes:
        encoder: the encoder.
        advisor: the agent's name.
        width: length of the input.

    Raises:
        ValueError: if there is no such encoder or agent, or the agent has a memory, which nobody would keep for it.
    """

    def __init__(self, game: Game, num_players: int, encoding: str, advisor: str = "") -> None:
        self.encoder = make_encoder(encoding, game, num_players)
        self.advisor = advisor
        self.width = self.encoder.width + (len(game.actions) if advisor else 0)
        self._game = game
        _ = self._bot  # which is looked up again after a pickle

    @property
    def _bot(self) -> Rule | None:
        return _find_advisor(self._game, self.advisor) if self.advisor else None

    @property
    def names(self) -> list[str]:
        """What tells the compiled code of one input from that of others of the game."""
        return [self.encoder.function.__name__, *[f"told_{self.advisor}"] * bool(self.advisor)]

    @property
    def modules(self) -> list[str]:
        """The modules of the code that `read` calls."""
        bot = self._bot
        return [self.encoder.function.__module__, __name__, *([bot.__module__] if bot else [])]

    @property
    def scales(self) -> np.ndarray:
        """(width,) float32: what brings the numbers within -1 and 1; see `cardzoo.envs.encoders.Encoder.scales`."""
        scales = self.encoder.scales
        return np.concatenate((scales, np.ones(self.width - len(scales), np.float32)))

    @property
    def read(self) -> Rule:
        """``read(view, numbers, mask, generator, layout, factors, row, inputs)``, a rule: fills a row.

        The view is that of the player whose turn it is, ``numbers`` its own memory as int16, and ``mask`` its legal
        actions; an agent that draws does so from the generator. A network that takes fewer ``inputs`` than a row has
        is told no advice.
        """
        return _reader(self.encoder.function, self._bot)

    def row(self, view: Any, mask: np.ndarray, generator: np.ndarray) -> np.ndarray:
        """A row, (width,), as `read` fills it.

        Args:
            view: of the player whose turn it is.
            mask: (A,) int8, its legal actions.
            generator: (1,) record that the agent draws from.
        """
        row, encoder, bot = self.empty(), self.encoder, self._bot
        numbers = np.frombuffer(view.tobytes(), np.int16)
        encoder.function(numbers, encoder.layout, encoder.factors, row[: encoder.width])
        if bot:
            act = self._game.kernels.act(self.advisor, bot)
            row[encoder.width + act(view, mask, generator)] = 1
        return row

    def empty(self, *shape: int) -> np.ndarray:
        """Rows to be filled, of shape (..., width)."""
        return np.zeros((*shape, self.width), self.encoder.dtype)


class NetworkAgent(Protocol):
    """An agent that is a network, as a batch seats it inside its step.

    Attributes:
        name: its name.
        network: what has ``parameters`` (parameters,) float32 and ``sizes`` of its layers.
        input: what the network observes.
        greedy: whether it takes its likeliest action rather than a drawn one.
    """

    name: str
    network: Any
    input: NetworkInput
    greedy: bool

    def sit_down(self, table: np.ndarray) -> None:
        """Refuse a table at which it cannot play, by a ValueError."""


def is_network(agent: Any) -> TypeGuard[NetworkAgent]:
    """Whether an agent is a network."""
    return isinstance(getattr(agent, "input", None), NetworkInput) and hasattr(agent, "network")


def alike(one: NetworkAgent, other: NetworkAgent) -> bool:
    """Whether two networks can play inside one step: they observe the game alike, but for advice that one lacks."""
    advisors = {one.input.advisor, other.input.advisor} - {""}
    return one.input.encoder.name == other.input.encoder.name and len(advisors) < 2


def _find_advisor(game: Game, name: str) -> Rule:
    known = {bot_name: bot for bot_name, bot in bots(game).items() if not isinstance(bot, Remembering)}
    if name not in known:
        raise ValueError(f"{game.name}: {name!r} cannot advise a network; who can: {', '.join(known)}")
    return known[name]


@cache
def _reader(encode_view: Rule, bot: Rule | None) -> Rule:
    @rule
    def read(
        view: Any, numbers: Any, mask: Any, generator: Any, layout: Any, factors: Any, row: Any, inputs: Any
    ) -> None:
        encode_view(numbers, layout, factors, row)

    if bot is None:
        return read

    @rule
    def read_advised(
        view: Any, numbers: Any, mask: Any, generator: Any, layout: Any, factors: Any, row: Any, inputs: Any
    ) -> None:
        width = len(row) - len(mask)
        encode_view(numbers, layout, factors, row[:width])
        row[width:] = 0
        if inputs == len(row):
            row[width + bot(view, mask, generator)] = 1

    return read_advised
