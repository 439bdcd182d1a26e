"""Models: a small network and a card that describes it, kept as two files; reading them runs no code.

The network is a chain of linear layers with ReLU between them, from an encoder's row to one number an action. Since
format 2 it may have a value head: a linear layer from the last hidden one to the value of the view. A model's folder
holds ``model.safetensors`` and ``model.json``. Both may be of unknown origin, so they are checked completely. Weights
are float32 in memory; a file may hold them as float16, which is half as large.
"""

import hashlib
import json
import reprlib
from collections.abc import Mapping, Sequence
from dataclasses import asdict, field
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Annotated, Any, Final, Literal

import numpy as np
from pydantic import ConfigDict, Field, JsonValue, TypeAdapter, ValidationError
from pydantic.dataclasses import dataclass

from cardzoo.envs.encoders import ARRAYS, make_encoder
from cardzoo.envs.engine import Game, network
from cardzoo.envs.files.validation import explain
from cardzoo.envs.files.whole import read_file, write_file
from cardzoo.envs.policies.network_input import NetworkInput

WEIGHTS, CARD = "model.safetensors", "model.json"
FORMAT: Final = 2
MOST_IN_CARD = 2**16  # bytes
MOST_IN_HEADER = 2**16  # bytes of a weights' file that are not weights
DIGITS = 12  # of a layout's digest

PRECISIONS: dict[str, tuple[str, np.dtype[Any]]] = {
    "float32": ("F32", np.dtype("<f4")),
    "float16": ("F16", np.dtype("<f2")),
}
"""Precisions of weights in a file: their names in safetensors and NumPy."""


class ModelError(ValueError):
    """Model that cannot be used, with the reason."""


@dataclass(frozen=True, config=ConfigDict(extra="forbid"))
class ModelCard:
    """Card of a model: the content of ``model.json``.

    Attributes:
        game: id of the game it was trained on.
        encoding: name of its encoder, one of `cardzoo.envs.encoders.ARRAYS`.
        num_players: players at the table.
        observation_size: length of the encoder's row, with the advice if there is an advisor.
        num_actions: number of the game's actions.
        hidden: sizes of the hidden layers.
        options: options of the game that it is evaluated with by default.
        greedy: whether it plays its likeliest actions rather than sampled ones.
        training: origin of the model: steps, seed, options in training and so on.
        results: measured results against other agents; see `results.ship`.
        precision: precision of the weights' file, one of `PRECISIONS`.
        sha256: SHA-256 of the weights' file.
        layout: digest of the layout of views and actions in training, see `digest_layout`; empty if unknown.
        advisor: the compiled agent whose action the network receives, see `cardzoo.envs.policies.network_input`; empty
            for none.
        value: the meaning of the value head's number: ``"outcome"`` for the expected reward, ``"score"`` for the
            expected change of the score above the mean, each until the end of a game as in training; empty for none.
        format: version of this file's format.

    Raises:
        ValueError: if one of them is of another type or out of range.
    """

    game: Annotated[str, Field(max_length=64)]
    encoding: Annotated[str, Field(max_length=64)]
    num_players: Annotated[int, Field(ge=1, le=64)]
    observation_size: Annotated[int, Field(ge=1, le=2**20)]
    num_actions: Annotated[int, Field(ge=1, le=2**20)]
    hidden: Annotated[tuple[Annotated[int, Field(ge=1, le=2**16)], ...], Field(max_length=64)]
    options: dict[str, bool | int | float | str | None] = field(default_factory=dict)
    greedy: bool = True
    training: dict[str, JsonValue] = field(default_factory=dict)
    results: dict[str, JsonValue] = field(default_factory=dict)
    precision: Literal["float32", "float16"] = "float32"
    sha256: Annotated[str, Field(max_length=64)] = ""
    layout: Annotated[str, Field(max_length=64)] = ""
    advisor: Annotated[str, Field(max_length=64)] = ""
    value: Literal["", "outcome", "score"] = ""
    format: Literal[1, 2] = FORMAT

    def __post_init__(self) -> None:
        if self.value and not self.hidden:
            raise ValueError("value: a value head needs a hidden layer")

    @property
    def sizes(self) -> tuple[int, ...]:
        """Layer sizes: the row, the hidden layers, the actions."""
        return self.observation_size, *self.hidden, self.num_actions

    @property
    def weights(self) -> int:
        """Number of the network's weights and biases, those of the value head included."""
        return count_weights(self.sizes) + (self.hidden[-1] + 1 if self.value else 0)

    @property
    def weight_bytes(self) -> int:
        """Size of the weights in the file, in bytes."""
        return self.weights * PRECISIONS[self.precision][1].itemsize


def count_weights(sizes: Sequence[int]) -> int:
    """Number of weights and biases of a network with these sizes: the row, the hidden layers, the actions."""
    return sum((inputs + 1) * outputs for inputs, outputs in pairwise(sizes))


_CARDS = TypeAdapter(ModelCard)


class Network:
    """Network of linear layers with ReLU between them; see `cardzoo.envs.engine.network`.

    Args:
        layers: weights (outputs, inputs) and biases (outputs,) of each layer.
        value: weights (1, inputs) and bias (1,) of the value head; None for none.

    Attributes:
        sizes: layer sizes: the row, the hidden layers, the actions.
        parameters: (parameters,) float32, in the order of the compiled code.
        head: (inputs + 1,) float32, the value head's weights and bias; (0,) for none.

    Raises:
        ModelError: if a layer's inputs are not the outputs of the one before.
    """

    def __init__(
        self, layers: Sequence[tuple[np.ndarray, np.ndarray]], value: tuple[np.ndarray, np.ndarray] | None = None
    ) -> None:
        self.sizes = (layers[0][0].shape[1], *(len(bias) for _, bias in layers))
        for number, ((weight, bias), (inputs, outputs)) in enumerate(zip(layers, pairwise(self.sizes), strict=True)):
            if weight.shape != (outputs, inputs) or bias.shape != (outputs,):
                must = f"layer {number} must have weights of shape {(outputs, inputs)} and biases of {(outputs,)}"
                raise ModelError(f"{must}, got {weight.shape} and {bias.shape}")
        parts = [part for weight, bias in layers for part in (weight.T.ravel(), bias)]
        self.parameters = np.concatenate(parts).astype(np.float32)
        head = [] if value is None else [value[0].ravel(), value[1]]
        self.head = np.concatenate(head).astype(np.float32) if head else np.zeros(0, np.float32)
        if head and len(self.head) != self.sizes[-2] + 1:
            raise ModelError(f"the value head must have {self.sizes[-2]} weights, got {len(self.head) - 1}")

    def tensors(self) -> dict[str, np.ndarray]:
        """Layers by name, as in a file."""
        parameters, start = self.parameters, 0
        named = {"value.weight": self.head[np.newaxis, :-1], "value.bias": self.head[-1:]} if len(self.head) else {}
        for number, (inputs, outputs) in enumerate(pairwise(self.sizes)):
            end = start + inputs * outputs
            named[f"layers.{number}.weight"] = np.ascontiguousarray(parameters[start:end].reshape(inputs, outputs).T)
            named[f"layers.{number}.bias"] = parameters[end : end + outputs]
            start = end + outputs
        return named

    @classmethod
    def from_tensors(cls, tensors: Mapping[str, np.ndarray]) -> "Network":
        """Network of named layers."""
        count = sum(name.startswith("layers.") for name in tensors) // 2
        layers = [(tensors[f"layers.{number}.weight"], tensors[f"layers.{number}.bias"]) for number in range(count)]
        return cls(layers, (tensors["value.weight"], tensors["value.bias"]) if "value.bias" in tensors else None)

    def logits(self, rows: np.ndarray) -> np.ndarray:
        """Logits, one number an action.

        Args:
            rows: (n, D) float32.

        Returns:
            (n, A) float32.
        """
        out = np.zeros((len(rows), self.sizes[-1]), np.float32)
        network.logits(self.parameters, np.array(self.sizes), rows, self.scratch(), out)
        return out

    def choose(self, rows: np.ndarray, masks: np.ndarray, generator: np.ndarray, greedy: bool = False) -> np.ndarray:
        """Choose legal actions.

        Args:
            rows: (n, D) float32.
            masks: (n, A) int8.
            generator: (1,) record of a random generator.
            greedy: whether the likeliest action is taken rather than a sampled one.

        Returns:
            (n,) int64.
        """
        out = np.zeros(len(rows), np.int64)
        network.act(self.parameters, np.array(self.sizes), rows, masks, greedy, generator, self.scratch(), out)
        return out

    def scratch(self) -> np.ndarray:
        """Scratch space for `cardzoo.envs.engine.network.feed_forward`."""
        return np.zeros((2, max(self.sizes)), np.float32)


def save_model(folder: str | Path, card: ModelCard, network: Network) -> None:
    """Write a model's folder; each file is complete or not there.

    Args:
        folder: the folder; it is made if need be.
        card: the model's card, with the precision of the file; the hash is filled in.
        network: the network.

    Raises:
        ModelError: if the card describes another network, or a weight is too large for the precision.
    """
    from safetensors.numpy import save

    if network.sizes != card.sizes:
        raise ModelError(f"the card describes layers of {card.sizes}, but the network has {network.sizes}")
    if bool(card.value) != (len(network.head) > 0):
        must = "be empty" if card.value else "be given"
        raise ModelError(f"value must {must} for this network, got {card.value!r}")
    folder = Path(folder)
    with np.errstate(over="ignore"):
        kept = {name: layer.astype(PRECISIONS[card.precision][1]) for name, layer in network.tensors().items()}
    if not all(np.isfinite(layer).all() for layer in kept.values()):
        raise ModelError(f"{folder}: a weight is not finite as {card.precision}; keep the model as float32")
    data = save(kept)
    folder.mkdir(parents=True, exist_ok=True)
    described = asdict(card) | {"sha256": hashlib.sha256(data).hexdigest()}
    write_file(folder / WEIGHTS, data)
    write_file(folder / CARD, json.dumps(described, indent=2).encode() + b"\n")


def load_model(folder: str | Path) -> tuple[ModelCard, dict[str, np.ndarray]]:
    """Read a model's folder, and check it against its hash and its card.

    Returns:
        The card, and the layers as `Network.from_tensors` takes them.

    Raises:
        ModelError: if a file is missing, damaged, changed or too large.
    """
    folder = Path(folder)
    card = parse_card(_read(folder / CARD, MOST_IN_CARD), folder)
    return card, parse_weights(_read(folder / WEIGHTS, card.weight_bytes + MOST_IN_HEADER), card, folder)


def _read(file: Path, most: int) -> bytes:
    """Content of a file of a model's folder, of at most so many bytes."""
    try:
        return read_file(file, most)
    except OSError as problem:
        reason = f"{file.name} cannot be read: {problem.strerror}"
        raise ModelError(f"{file.parent} is no model folder with {WEIGHTS} and {CARD}: {reason}") from None


def parse_card(data: bytes, source: str | Path) -> ModelCard:
    """Card from JSON.

    Args:
        data: content of ``model.json``.
        source: its folder or file, for errors.

    Raises:
        ModelError: in one line, if it is no JSON, or a key is missing, unknown, of another type or out of range.
    """
    if len(data) > MOST_IN_CARD:
        raise ModelError(f"{source}/{CARD} is larger than {MOST_IN_CARD:,} bytes")
    try:
        return _CARDS.validate_json(data, strict=True)
    except ValidationError as problem:
        raise ModelError(f"{source}/{CARD} is not a model's description: {explain(problem)}") from None


def parse_weights(data: bytes, card: ModelCard, source: str | Path) -> dict[str, np.ndarray]:
    """Layers that a card describes, as `Network.from_tensors` takes them, converted to float32.

    Args:
        data: content of ``model.safetensors``.
        card: the card.
        source: their folder or file, for errors.

    Raises:
        ModelError: in one line, if it is not the card's file, or holds anything but its layers' finite numbers.
    """
    from safetensors import SafetensorError, deserialize

    name = f"{source}/{WEIGHTS}"
    if not 0 <= len(data) - card.weight_bytes <= MOST_IN_HEADER:
        raise ModelError(f"{name} does not hold the layers that {CARD} describes: its size differs")
    if hashlib.sha256(data).hexdigest() != card.sha256:
        raise ModelError(f"{name} is not the file that {CARD} describes: its SHA-256 differs")
    try:
        held = dict(deserialize(data))  # type: ignore[no-untyped-call]
    except SafetensorError as problem:
        raise ModelError(f"{name} cannot be read: {reprlib.repr(str(problem))}") from None
    expected: dict[str, list[int]] = {}
    for number, (inputs, outputs) in enumerate(pairwise(card.sizes)):
        expected |= {f"layers.{number}.weight": [outputs, inputs], f"layers.{number}.bias": [outputs]}
    if card.value:
        expected |= {"value.weight": [1, card.hidden[-1]], "value.bias": [1]}
    if {tensor: part["shape"] for tensor, part in held.items()} != expected:
        raise ModelError(f"{name} does not hold the layers that {CARD} describes")
    called, kept = PRECISIONS[card.precision]
    if any(part["dtype"] != called for part in held.values()):
        raise ModelError(f"{name} holds numbers that are not {card.precision}")
    layers = {
        tensor: np.frombuffer(part["data"], kept).astype(np.float32).reshape(part["shape"])
        for tensor, part in held.items()
    }
    if not all(np.isfinite(layer).all() for layer in layers.values()):
        raise ModelError(f"{name} holds numbers that are not finite")
    return layers


@cache
def digest_layout(game: Game, encoding: str, num_players: int) -> str:
    """Digest of the layout of an encoder's rows and of the actions, for `ModelCard.layout`.

    It distinguishes views of one size whose numbers mean different things. It changes with names of fields, not with
    words.
    """
    encoder = make_encoder(encoding, game, num_players)
    fields = [field.name for field in game.view]
    blocks = [len(block.words) for block in game.actions.blocks]
    content = json.dumps([fields, encoder.layout.tolist(), encoder.factors.tolist(), blocks])
    return hashlib.sha256(content.encode()).hexdigest()[:DIGITS]


def check_fit(card: ModelCard, source: str | Path) -> Game:
    """Game that a card names, checked against the card.

    Args:
        card: the card.
        source: its folder or file, for errors.

    Raises:
        ModelError: if there is no such game, version, option, encoder or advisor, or sizes or layout differ.
    """
    from cardzoo.envs.registry import registered_game

    try:
        game = registered_game(card.game)
        options: dict[str, Any] = {game.options.field(name).name: value for name, value in card.options.items()}
        game.blank(card.num_players, **options)
        if card.encoding not in ARRAYS:
            raise ValueError(f"encoding: {card.encoding!r} is not allowed; a network takes {', '.join(ARRAYS)}")
        network_input = NetworkInput(game, card.num_players, card.encoding, card.advisor)
    except ValueError as problem:
        raise ModelError(f"{source}: the model is for {card.game!r}: {problem}") from None
    if (network_input.width, len(game.actions)) != (card.observation_size, card.num_actions):
        raise ModelError(
            f"{source}: the model takes {card.observation_size} numbers and has {card.num_actions} actions, "
            f"but {game.id} with {card.num_players} players has {network_input.width} and {len(game.actions)}"
        )
    if card.layout and card.layout != digest_layout(game, card.encoding, card.num_players):
        raise ModelError(
            f"{source}: the model was trained with another layout of {game.id}'s observation or actions of the same "
            "size; train it anew"
        )
    return game


def unusual_options(card: ModelCard, game: Game) -> dict[str, Any]:
    """The card's options whose values are not the game's defaults."""
    usual = game.options.to_words(game.blank(card.num_players)[0]["options"], card.num_players)
    return {name: value for name, value in card.options.items() if usual[name] != value}
