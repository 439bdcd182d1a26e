"""Trained players: a small network kept as ``model.safetensors`` and ``model.json``; loading runs no code.

The network is a chain of linear layers with ReLU between them, from the encoder's row to one number an action.
It is evaluated with NumPy, so playing needs no torch.
"""

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
from cardzoo.agents.files import write_file
from cardzoo.envs.batch import Batch
from cardzoo.envs.encoders import make_encoder
from cardzoo.envs.engine import Game, rng
from cardzoo.envs.engine.masks import choose_legal

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
        options: the game's options in training.
        training: steps, seed and whatever else tells where it comes from.
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
    """Linear layers with ReLU between them.

    Args:
        layers: weights (outputs, inputs) and biases (outputs,) of each layer, float32.
    """

    def __init__(self, layers: Sequence[tuple[np.ndarray, np.ndarray]]) -> None:
        self.layers = [(np.ascontiguousarray(weight.T, np.float32), bias.astype(np.float32)) for weight, bias in layers]

    def logits(self, observations: np.ndarray) -> np.ndarray:
        """One number an action.

        Args:
            observations: (n, D) float32.

        Returns:
            (n, A) float32.
        """
        values = observations
        for weight, bias in self.layers[:-1]:
            values = values @ weight
            values += bias
            np.maximum(values, 0, out=values)
        weight, bias = self.layers[-1]
        result: np.ndarray = values @ weight + bias
        return result

    def tensors(self) -> dict[str, np.ndarray]:
        """The layers by name, as they are kept in a file."""
        named = {}
        for number, (weight, bias) in enumerate(self.layers):
            named[f"layers.{number}.weight"] = np.ascontiguousarray(weight.T)
            named[f"layers.{number}.bias"] = bias
        return named

    @classmethod
    def from_tensors(cls, tensors: Mapping[str, np.ndarray]) -> "Network":
        """The network of named layers."""
        count = len(tensors) // 2
        return cls([(tensors[f"layers.{number}.weight"], tensors[f"layers.{number}.bias"]) for number in range(count)])


class NetworkPolicy:
    """A network that chooses for many tables of a batch.

    Args:
        network: the network.
        seed: of the choices.
        greedy: whether the likeliest action is taken rather than a drawn one.
    """

    def __init__(self, network: Network, seed: int = 0, greedy: bool = False) -> None:
        self.network = network
        self.greedy = greedy
        self.generator = rng.generators(np.array([seed], np.uint64))

    def __call__(self, batch: Batch, rows: np.ndarray) -> np.ndarray:
        """Actions for some tables; see `cardzoo.envs.batch.Policy`."""
        return self.choose(batch.observations[rows], batch.action_masks[rows], self.generator)

    def choose(self, observations: np.ndarray, masks: np.ndarray, generator: np.ndarray) -> np.ndarray:
        """Legal actions.

        Args:
            observations: (n, D) float32.
            masks: (n, A) int8.
            generator: (1,) record to be drawn from.

        Returns:
            (n,) int64.
        """
        actions = np.zeros(len(observations), np.int64)
        choose_legal(self.network.logits(observations), masks, self.greedy, generator, actions)
        return actions


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
        self.policy = NetworkPolicy(network, greedy=greedy)
        self._encoder = make_encoder(card.encoding, game, card.num_players)

    def act(self, view: Any, mask: np.ndarray, generator: np.ndarray) -> int:
        """Choose an action; see `cardzoo.agents.Agent`."""
        numbers = np.frombuffer(view.tobytes(), np.int16)
        row = self._encoder.empty(1)
        self._encoder.function(numbers, self._encoder.layout, self._encoder.factors, row[0])
        return int(self.policy.choose(row, mask.reshape(1, -1), generator)[0])

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
