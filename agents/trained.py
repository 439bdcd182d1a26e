"""Trained agents: a model's network in compiled code, also inside the batch step; without torch.

A game may ship models, for numbers of players and for options: these are its agents called ``trained``.
"""

from functools import cache, lru_cache
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from cardzoo.envs.engine import Game
from cardzoo.envs.engine.bots import Rule
from cardzoo.envs.engine.compiling import inlined_rule
from cardzoo.envs.engine.network import choose_legal, feed_forward
from cardzoo.envs.policies.bots import TRAINED
from cardzoo.envs.policies.models import ModelCard, ModelError, Network, check_fit, load_model
from cardzoo.envs.policies.network_input import NetworkInput
from cardzoo.envs.policies.shipped import players_of, shipped_folders, shipped_players

KEPT = 64  # shipped models cached in a process


class NetworkArrays(NamedTuple):
    """A model's network, with its inputs and scratch space, for compiled code.

    Attributes:
        numbers: (1, int16s of a view) int16, the view's own memory.
        layout, factors: of the model's encoder.
        parameters, sizes, head: of `cardzoo.envs.engine.network`; the head is (0,) for none.
        row, hidden: scratch: (1, D) of the encoder's type, (2, widest layer) float32.
    """

    numbers: Any
    layout: Any
    factors: Any
    parameters: Any
    sizes: Any
    head: Any
    row: Any
    hidden: Any


class Turns(NamedTuple):
    """Turns at n of N tables, for compiled code.

    Attributes:
        tables, rows, players, masks, generators: arguments of `TrainedAgent.act_at_tables`.
        actions: (n,) int64, to be filled with legal actions.
    """

    tables: Any
    rows: Any
    players: Any
    masks: Any
    generators: Any
    actions: Any


class TrainedAgent:
    """A trained agent for one game and number of players.

    Args:
        name: its name in tables.
        game: the game.
        card: the model's card.
        network: the network.
        greedy: True for the likeliest action, False for a sampled one; None for the card's value.
    """

    def __init__(self, name: str, game: Game, card: ModelCard, network: Network, greedy: bool | None = None) -> None:
        self.name = name
        self.game = game
        self.card = card
        self.network = network
        self.greedy = card.greedy if greedy is None else greedy
        self.input = NetworkInput(game, card.num_players, card.encoding, card.advisor)
        options: dict[str, Any] = dict(card.options)
        self._options = game.blank(card.num_players, **options)["options"][0]

    @property
    def shape(self) -> tuple[Any, ...]:
        """Properties that models must share to play together inside a batch step: input, sizes, greedy."""
        return self.card.encoding, self.card.advisor, self.network.sizes, self.greedy

    def act(self, view: Any, mask: np.ndarray, generator: np.ndarray) -> int:
        """Choose an action; see `cardzoo.agents.Agent`."""
        row = self.input.row(view, mask, generator)
        return int(self.network.choose(row[np.newaxis], mask[np.newaxis], generator, self.greedy)[0])

    def logits(self, view: Any, mask: np.ndarray, generator: np.ndarray) -> np.ndarray:
        """Logits of the actions, (A,) float32; the arguments are those of `act`."""
        row = self.input.row(view, mask, generator)
        numbers: np.ndarray = self.network.logits(row[np.newaxis])[0]
        return numbers

    def act_at_tables(
        self, tables: np.ndarray, rows: np.ndarray, players: np.ndarray, masks: np.ndarray, generators: np.ndarray
    ) -> np.ndarray:
        """Choose actions at many tables, in one compiled call.

        Args:
            tables: (N,) records of the game.
            rows: (n,) int64, indices of the tables to act at.
            players: (n,) int16, the seats whose turn it is.
            masks: (n, A) int8, their legal actions.
            generators: (n,) records, to be drawn from.

        Returns:
            (n,) int64, legal actions.
        """
        views, actions = self.game.view.blank(), np.zeros(len(rows), np.int64)
        act = _compile_together(self.game, "-".join(self.input.names), self.input.read, tuple(self.input.modules))
        turns = Turns(tables, rows, players, masks, generators, actions)
        act(turns, self.game.view.blank(), views, self.arrays(views), self.greedy)
        return actions

    def arrays(self, views: np.ndarray) -> NetworkArrays:
        """Arrays of the network over a (1,) record of a view."""
        return NetworkArrays(
            numbers=views.view(np.int16).reshape(1, -1),
            layout=self.input.encoder.layout,
            factors=self.input.encoder.factors,
            parameters=self.network.parameters,
            sizes=np.array(self.network.sizes),
            head=self.network.head,
            row=self.input.empty(1),
            hidden=self.network.scratch(),
        )

    def sit_down(self, table: np.ndarray) -> None:
        """Check a table's number of players, and its values of the options that the card names.

        Args:
            table: (1,) record of the game's table, as `Game.blank` returns it.

        Raises:
            ModelError: in one line, if the model cannot play there.
        """
        if problem := self._unfit(table):
            raise ModelError(problem)

    def fits(self, table: np.ndarray) -> bool:
        """True if it can play at a table; the argument is that of `sit_down`."""
        return not self._unfit(table)

    def _unfit(self, table: np.ndarray) -> str:
        """The reason why it cannot play at a table; empty if it can."""
        num_players = int(table["num_players"][0])
        if num_players != self.card.num_players:
            return f"{self.name} plays with {self.card.num_players} players, not {num_players}"
        for name in self.card.options:
            wanted, given = self._options[name], table["options"][0][name]
            if np.any(wanted != given):
                option = self.game.options.field(name)
                wanted, given = option.to_words(wanted, num_players), option.to_words(given, num_players)
                must = f"{self.game.name}: {name} must be {wanted} for {self.name}, got {given}"
                return f"{must}; set {name}={wanted}, or name another agent"
        return ""

    @classmethod
    def load(
        cls, folder: str | Path, game: Game | None = None, greedy: bool | None = None, name: str | None = None
    ) -> "TrainedAgent":
        """Load and check a trained agent from a model folder.

        Args:
            folder: a folder with ``model.safetensors`` and ``model.json``.
            game: the game; None for the one it was trained on.
            greedy: True for the likeliest action, False for a sampled one; None for the card's value.
            name: its name in tables; None for the folder's.

        Raises:
            ModelError: if a file is missing, damaged or changed, or the model is for another game or version.
        """
        card, tensors = load_model(folder)
        own = check_fit(card, folder)
        if game is not None and game is not own:
            raise ModelError(f"{folder}: the model plays {card.game}, not {game.id}; name a model of {game.id}")
        return cls(name or Path(folder).name, own, card, Network.from_tensors(tensors), greedy)


def shipped(game: Game, num_players: int | None = None) -> TrainedAgent:
    """The usual trained agent shipped with a game; the arguments are those of `shipped_folders`.

    Raises:
        ModelError: in one line, if there is none for this number of players, or its files cannot be used.
    """
    return _load_shipped(game, shipped_folders(game, num_players)[0])


def shipped_for(game: Game, table: np.ndarray) -> TrainedAgent:
    """The trained agent that `shipped_at` finds; if there is none, the usual one, which refuses to play.

    Args:
        game: the game.
        table: (1,) record of the game's table, as `Game.blank` returns it.

    Raises:
        ModelError: in one line, if there is none for this number of players, or its files cannot be used.
    """
    return shipped_at(game, table) or shipped(game, int(table["num_players"][0]))


def shipped_at(game: Game, table: np.ndarray) -> TrainedAgent | None:
    """The trained agent shipped with a game for a table's players and options; None if there is none.

    Args:
        game: the game.
        table: (1,) record of the game's table, as `Game.blank` returns it.

    Raises:
        ModelError: in one line, if its files cannot be used.
    """
    num_players = int(table["num_players"][0])
    if num_players not in shipped_players(game):
        return None
    agents = (_load_shipped(game, folder) for folder in shipped_folders(game, num_players))
    return next((agent for agent in agents if agent.fits(table)), None)


@lru_cache(KEPT)
def _load_shipped(game: Game, folder: Path) -> TrainedAgent:
    agent = TrainedAgent.load(folder, game, name=TRAINED)
    if agent.card.num_players != players_of(folder):
        players = agent.card.num_players
        raise ModelError(f"{folder}: its name must begin with {players}, the model's players, got {folder.name}")
    return agent


def asker(read: Rule) -> Rule:
    """``ask(view, mask, generator, network)``: runs a network; returns the row of its scratch space with the logits.

    Args:
        read: reader of the networks' input; see `cardzoo.envs.policies.network_input.NetworkInput.read`.
    """

    @inlined_rule
    def ask(view: Any, mask: Any, generator: Any, network: NetworkArrays) -> Any:
        layout, factors, inputs = network.layout, network.factors, network.sizes[0]
        read(view, network.numbers[0], mask, generator, layout, factors, network.row[0], inputs)
        return feed_forward(network.parameters, network.sizes, network.row[0], network.hidden)

    return ask


@cache
def _compile_together(game: Game, name: str, read: Rule, modules: tuple[str, ...]) -> Any:
    """The function that observes, reads and chooses at many tables; see `TrainedAgent.act_at_tables`."""
    observe, ask = game.observe, asker(read)

    def act_together(turns: Turns, blank: Any, views: Any, network: NetworkArrays, greedy: Any) -> None:
        for place in range(len(turns.rows)):
            mask, generator = turns.masks[place], turns.generators[place]
            views[0] = blank[0]
            observe(turns.tables[turns.rows[place]], turns.players[place], views[0])
            logits = network.hidden[ask(views[0], mask, generator, network)]
            turns.actions[place] = choose_legal(logits, mask, greedy, generator)

    return game.kernels.compile(f"network-{name}", act_together, __name__, *modules)
