"""Network input: the encoded observation, then the advisor's action as one-hot.

An advisor is a compiled agent, whose action a network receives. The network starts at the advisor's strength and
learns better actions. In residual policy learning (Silver et al., 2018) a policy likewise learns a correction of a
given one.
"""

from functools import cache
from typing import Any, Protocol, TypeGuard

import numpy as np

from cardzoo.envs.encoders import make_encoder
from cardzoo.envs.engine import Game, rule
from cardzoo.envs.engine.bots import Remembering, Rule
from cardzoo.envs.policies.bots import bots


class NetworkInput:
    """Network input made from a game's views.

    Args:
        game: the game.
        num_players: players at the table.
        encoding: name of the encoder, one of `cardzoo.envs.encoders.ARRAYS`.
        advisor: name of the compiled agent whose action is appended as one-hot; empty for none.

    Attributes:
        encoder: the encoder.
        advisor: the agent's name.
        width: length of the input.

    Raises:
        ValueError: if there is no such encoder or agent, or the agent has a memory.
    """

    def __init__(self, game: Game, num_players: int, encoding: str, advisor: str = "") -> None:
        self.encoder = make_encoder(encoding, game, num_players)
        self.advisor = advisor
        self.width = self.encoder.width + (len(game.actions) if advisor else 0)
        self._game = game
        _ = self._bot  # raises if there is none; a property, as pickles do not hold it

    @property
    def _bot(self) -> Rule | None:
        return _find_advisor(self._game, self.advisor) if self.advisor else None

    @property
    def names(self) -> list[str]:
        """Names that identify the compiled code of this input among those of the game."""
        return [self.encoder.function.__name__, *[f"advised_{self.advisor}"] * bool(self.advisor)]

    @property
    def modules(self) -> list[str]:
        """Modules of the code that `read` calls."""
        bot = self._bot
        return [self.encoder.function.__module__, __name__, *([bot.__module__] if bot else [])]

    @property
    def scales(self) -> np.ndarray:
        """(width,) float32: factors that scale the input to -1 .. 1; see `cardzoo.envs.encoders.Encoder.scales`."""
        scales = self.encoder.scales
        return np.concatenate((scales, np.ones(self.width - len(scales), np.float32)))

    @property
    def read(self) -> Rule:
        """``read(view, numbers, mask, generator, layout, factors, row, inputs)``, a rule: fills a row.

        The view is that of the player whose turn it is, ``numbers`` the same memory as int16, and ``mask`` its legal
        actions. The advisor draws from the generator. A network that takes fewer ``inputs`` than a row has receives no
        advice.
        """
        return _reader(self.encoder.function, self._bot)

    def row(self, view: Any, mask: np.ndarray, generator: np.ndarray) -> np.ndarray:
        """Input row, (width,), as `read` fills it.

        Args:
            view: view of the player whose turn it is.
            mask: (A,) int8, its legal actions.
            generator: (1,) record of the advisor's random generator.
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
    """Trained agent that a batch plays inside its step.

    Attributes:
        name: its name.
        network: an object with ``parameters``, (parameters,) float32, and ``sizes`` of its layers.
        input: the network's input.
        greedy: whether it takes its likeliest action rather than a sampled one.
    """

    name: str
    network: Any
    input: NetworkInput
    greedy: bool

    def sit_down(self, table: np.ndarray) -> None:
        """Check that it can play at a table.

        Raises:
            ValueError: if it cannot.
        """


def is_network(agent: Any) -> TypeGuard[NetworkAgent]:
    """Returns whether an agent is a network."""
    return isinstance(getattr(agent, "input", None), NetworkInput) and hasattr(agent, "network")


def alike(one: NetworkAgent, other: NetworkAgent) -> bool:
    """Returns whether two networks can play inside one step: same encoding, and no two different advisors."""
    advisors = {one.input.advisor, other.input.advisor} - {""}
    return one.input.encoder.name == other.input.encoder.name and len(advisors) < 2


def _find_advisor(game: Game, name: str) -> Rule:
    advisors = {bot_name: bot for bot_name, bot in bots(game).items() if not isinstance(bot, Remembering)}
    if name not in advisors:
        raise ValueError(f"{game.name}: advisor must be one of {', '.join(advisors)}, got {name!r}")
    return advisors[name]


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
