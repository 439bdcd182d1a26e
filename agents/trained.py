"""Trained players: a small network kept as ``model.safetensors`` and ``model.json``; loading runs no code.

The network is a chain of linear layers with ReLU between them, from the encoder's row to one number an action. It
plays in compiled code, inside the batch step as well, and needs no torch.
"""

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np

from cardzoo.agents.files import write_file
from cardzoo.envs.encoders import make_encoder
from cardzoo.envs.engine import Game, network
from cardzoo.envs.engine.compiling import entry_point, hash_sources

WEIGHTS, CARD = "model.safetensors", "model.json"
FORMAT = 1


class ModelError(ValueError):
    """A model folder that cannot be used, and why."""


@dataclass(frozen=True)
class ModelCard:
    """What a model is for: the content of ``model.json``.

    Attributes:
        game: id of the game it was trained on.
        encoding: name of its encoder.
        num_players: players at the table.
        observation_size: length of the encoder's row.
        num_actions: actions of the game.
        hidden: sizes of the layers between.
        options: the game's options that it is for: it is evaluated with them if nobody says otherwise.
        training: steps, seed, the options in training and whatever else tells where it comes from.
        sha256: of the weights' file.
        format: of this file.
    """

    game: str
    encoding: str
    num_players: int
    observation_size: int
    num_actions: int
    hidden: tuple[int, ...]
    options: dict[str, Any] = field(default_factory=dict)
    training: dict[str, Any] = field(default_factory=dict)
    sha256: str = ""
    format: int = FORMAT


class Network:
    """Linear layers with ReLU between them; how they compute is told in `cardzoo.envs.engine.network`.

    Args:
        layers: weights (outputs, inputs) and biases (outputs,) of each layer.

    Attributes:
        sizes: of the row, of the layers between, and the number of actions.
        parameters: (parameters,) float32, all of them as the compiled players take them.
    """

    def __init__(self, layers: Sequence[tuple[np.ndarray, np.ndarray]]) -> None:
        self.sizes = (layers[0][0].shape[1], *(len(bias) for _, bias in layers))
        parts = [part for weight, bias in layers for part in (weight.T.ravel(), bias)]
        self.parameters = np.concatenate(parts).astype(np.float32)

    def tensors(self) -> dict[str, np.ndarray]:
        """The layers by name, as they are kept in a file."""
        named, start = {}, 0
        for number, (inputs, outputs) in enumerate(pairwise(self.sizes)):
            end = start + inputs * outputs
            named[f"layers.{number}.weight"] = np.ascontiguousarray(
                self.parameters[start:end].reshape(inputs, outputs).T
            )
            named[f"layers.{number}.bias"] = self.parameters[end : end + outputs]
            start = end + outputs
        return named

    @classmethod
    def from_tensors(cls, tensors: Mapping[str, np.ndarray]) -> "Network":
        """The network of named layers."""
        count = len(tensors) // 2
        return cls([(tensors[f"layers.{number}.weight"], tensors[f"layers.{number}.bias"]) for number in range(count)])

    def logits(self, rows: np.ndarray) -> np.ndarray:
        """One number an action.

        Args:
            rows: (n, D) float32.

        Returns:
            (n, A) float32.
        """
        out = np.zeros((len(rows), self.sizes[-1]), np.float32)
        network.logits(self.parameters, np.array(self.sizes), rows, self.scratch(), out)
        return out

    def choose(self, rows: np.ndarray, masks: np.ndarray, generator: np.ndarray, greedy: bool = False) -> np.ndarray:
        """Legal actions.

        Args:
            rows: (n, D) float32.
            masks: (n, A) int8.
            generator: (1,) record to be drawn from.
            greedy: whether the likeliest action is taken rather than a drawn one.

        Returns:
            (n,) int64.
        """
        out = np.zeros(len(rows), np.int64)
        network.act(self.parameters, np.array(self.sizes), rows, masks, greedy, generator, self.scratch(), out)
        return out

    def scratch(self) -> np.ndarray:
        """Space for `cardzoo.envs.engine.network.feed_forward`."""
        return np.zeros((2, max(self.sizes)), np.float32)


class TrainedAgent:
    """A trained player of one game and number of players.

    Args:
        name: its name in tables.
        game: the game.
        card: what the model is for.
        network: the network.
        greedy: whether the likeliest action is taken rather than a drawn one.
    """

    def __init__(self, name: str, game: Game, card: ModelCard, network: Network, greedy: bool = True) -> None:
        self.name = name
        self.game = game
        self.card = card
        self.network = network
        self.greedy = greedy
        self._encoder = make_encoder(card.encoding, game, card.num_players)

    @property
    def shape(self) -> tuple[Any, ...]:
        """What models must share to play side by side inside a batch step: encoding, sizes, whether greedy."""
        return self.card.encoding, self.network.sizes, self.greedy

    def act(self, view: Any, mask: np.ndarray, generator: np.ndarray) -> int:
        """Choose an action; see `cardzoo.agents.Agent`."""
        return int(self.network.choose(self._encode(view), mask.reshape(1, -1), generator, self.greedy)[0])

    def logits(self, view: Any) -> np.ndarray:
        """One number an action, (A,) float32: the greater, the likelier."""
        numbers: np.ndarray = self.network.logits(self._encode(view))[0]
        return numbers

    def _encode(self, view: Any) -> np.ndarray:
        row = self._encoder.empty(1)
        numbers = np.frombuffer(view.tobytes(), np.int16)
        self._encoder.function(numbers, self._encoder.layout, self._encoder.factors, row[0])
        return row

    def act_at_tables(
        self, tables: np.ndarray, rows: np.ndarray, players: np.ndarray, masks: np.ndarray, generators: np.ndarray
    ) -> np.ndarray:
        """Choose at many tables, in one compiled call.

        Args:
            tables: (N,) records of the game.
            rows: (n,) int64, which of them.
            players: (n,) int16, the seats whose turn it is there.
            masks: (n, A) int8, their legal actions.
            generators: (n,) records, to be drawn from.

        Returns:
            (n,) int64, legal actions.
        """
        views = self.game.view.blank()
        out = np.zeros(len(rows), np.int64)
        _compile_together(self.game, self._encoder.function)(
            tables,
            rows,
            players,
            masks,
            generators,
            self.game.view.blank(),
            views,
            views.view(np.int16).reshape(1, -1),
            self._encoder.layout,
            self._encoder.factors,
            self.network.parameters,
            np.array(self.network.sizes),
            self.greedy,
            self._encoder.empty(1),
            self.network.scratch(),
            out,
        )
        return out

    @classmethod
    def load(cls, folder: str | Path, game: Game | None = None, greedy: bool = True) -> "TrainedAgent":
        """A player from a model folder, checked.

        Args:
            folder: with ``model.safetensors`` and ``model.json``.
            game: the game it shall play; None for the one it was trained on.
            greedy: whether the likeliest action is taken rather than a drawn one.

        Raises:
            ModelError: if a file is missing, damaged or changed, or the model is for another game or version.
        """
        from cardzoo.envs.registry import find_game

        card, tensors = load_model(folder)
        try:
            own = find_game(card.game)
            encoder = make_encoder(card.encoding, own, card.num_players)
        except ValueError as problem:
            raise ModelError(f"{folder}: the model is for {card.game!r}: {problem}") from None
        if game is not None and game is not own:
            raise ModelError(f"{folder}: the model plays {card.game}, not {game.id}; name a model of {game.id}")
        if (encoder.width, len(own.actions)) != (card.observation_size, card.num_actions):
            raise ModelError(
                f"{folder}: the model takes {card.observation_size} numbers and has {card.num_actions} actions, "
                f"but {own.id} with {card.num_players} players gives {encoder.width} and {len(own.actions)}"
            )
        return cls(Path(folder).name, own, card, Network.from_tensors(tensors), greedy)


@cache
def _compile_together(game: Game, encode_view: Any) -> Any:
    """The function that observes, encodes and chooses at many tables; see `TrainedAgent.act_at_tables`."""
    observe = game.observe

    def act_together(
        tables: Any,
        rows: Any,
        players: Any,
        masks: Any,
        generators: Any,
        blank: Any,
        views: Any,
        numbers: Any,
        layout: Any,
        factors: Any,
        parameters: Any,
        sizes: Any,
        greedy: Any,
        encoded: Any,
        hidden: Any,
        out: Any,
    ) -> None:
        for place in range(len(rows)):
            views[0] = blank[0]
            observe(tables[rows[place]], players[place], views[0])
            encode_view(numbers[0], layout, factors, encoded[0])
            logits = network.feed_forward(parameters, sizes, encoded[0], hidden)
            out[place] = network.choose_legal(logits, masks[place], greedy, generators[place])

    engine = Path(str(network.__file__)).parent
    sources = hash_sources(engine, engine.parent / "families", game.file, Path(__file__))
    return entry_point(game.name, f"network-{encode_view.__name__}", sources, act_together)


def save_model(folder: str | Path, card: ModelCard, network: Network) -> None:
    """Write a model folder; each file is complete or not there.

    Args:
        folder: it is made if need be.
        card: what the model is for; the hash is filled in.
        network: the network.
    """
    from safetensors.numpy import save

    folder = Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    data = save(network.tensors())
    described = asdict(card) | {"sha256": hashlib.sha256(data).hexdigest()}
    write_file(folder / WEIGHTS, data)
    write_file(folder / CARD, json.dumps(described, indent=2).encode() + b"\n")


def load_model(folder: str | Path) -> tuple[ModelCard, dict[str, np.ndarray]]:
    """Read a model folder and check it against its hash and its own description.

    Raises:
        ModelError: if a file is missing, damaged or changed.
    """
    from safetensors import SafetensorError
    from safetensors.numpy import load

    folder = Path(folder)
    try:
        text, data = (folder / CARD).read_text(encoding="utf-8"), (folder / WEIGHTS).read_bytes()
    except (OSError, UnicodeDecodeError) as problem:
        reason = getattr(problem, "strerror", None) or problem
        raise ModelError(f"{folder} is no model folder: {WEIGHTS} and {CARD} are needed ({reason})") from None
    try:
        described = json.loads(text)
        card = ModelCard(**described | {"hidden": tuple(described["hidden"])})
        sizes = [card.observation_size, *card.hidden, card.num_actions]
    except (ValueError, TypeError, KeyError) as problem:
        raise ModelError(f"{folder}/{CARD} is not a model's description: {problem}") from None
    if card.format != FORMAT:
        raise ModelError(f"{folder}/{CARD} has format {card.format}; this version reads format {FORMAT}")
    if hashlib.sha256(data).hexdigest() != card.sha256:
        raise ModelError(f"{folder}/{WEIGHTS} is not the file that {CARD} describes: its SHA-256 differs")
    try:
        tensors = load(data)
    except SafetensorError as problem:
        raise ModelError(f"{folder}/{WEIGHTS} cannot be read: {problem}") from None
    expected: dict[str, tuple[int, ...]] = {}
    for number, (inputs, outputs) in enumerate(pairwise(sizes)):
        expected |= {f"layers.{number}.weight": (outputs, inputs), f"layers.{number}.bias": (outputs,)}
    if {name: tensor.shape for name, tensor in tensors.items()} != expected:
        raise ModelError(f"{folder}/{WEIGHTS} does not hold the layers that {CARD} describes")
    return card, tensors
