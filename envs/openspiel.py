"""OpenSpiel games: every game, for OpenSpiel's CFR, best responses, MCTS, NFSP and other algorithms.

    import pyspiel

    import cardzoo.envs.openspiel  # registers them, as "cardzoo_getaway" and so on

    game = pyspiel.load_game("cardzoo_getaway(players=5)")

Parameters are the game's own options, with ``none`` for None, or -1 for a number, and

- ``players``: number of players;
- ``reward``: ``outcome``; or ``score`` for points, a seat's score less the mean score, in a cooperative game the common
  score. Either is paid at the end;
- ``chance``: source of randomness. ``random``: four chance nodes at the start draw the bytes of a seed, which decides
  all the rest. ``fixed``: there is no chance node, and the deal is that of ``seed``. ``cards``: a chance node for each
  card drawn from the stock, with all possible cards, so that games can be solved; the last seat deals. This is the
  default for games with perfect recall (`Game.recalls`). It excludes games that show cards of the stock, refill it or
  draw random numbers after the shuffle;
- ``seed``: seed of the fixed deal.

An information state is a seat's whole history since the deal. It is always available as a text, and in games with
perfect recall as a tensor; in the others the tensor is that of the present observation.

This module needs the extra ``cardzoo[openspiel]``.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from types import MappingProxyType
from typing import Any

import numpy as np
import pyspiel

from cardzoo.envs.encoders import make_encoder
from cardzoo.envs.engine import Game, Number, Table
from cardzoo.envs.engine.fields import must_be_one_of
from cardzoo.envs.registry import IDS, find_game

PREFIX = "cardzoo_"
ChanceMode, Information, Utility = (
    pyspiel.GameType.ChanceMode,
    pyspiel.GameType.Information,
    pyspiel.GameType.Utility,
)
MODES = {
    "random": ChanceMode.EXPLICIT_STOCHASTIC,  # OpenSpiel's sampled games cannot be written in Python
    "fixed": ChanceMode.DETERMINISTIC,
    "cards": ChanceMode.EXPLICIT_STOCHASTIC,
}
BYTE = 256
SEED_BYTES = 4
NO_OPTION = ("none", -1)  # of a choice and of a number
NO_ACTION = -1
KEPT = 1 << 15  # positions; Leduc Poker has 15 thousand
LONGEST = 1_000_000  # actions: OpenSpiel requires a bound, and no game comes near this one


class Rules:
    """Transitions of a game with its settings. States share it.

    Args:
        id: the game's id.
        settings: number of players, reward and options, as for `Game.blank`.
        chance: a key of `MODES`.
        seed: seed of the fixed deal.

    Raises:
        ValueError: for an unknown setting.
    """

    def __init__(self, id: str, settings: dict[str, Any], chance: str, seed: int) -> None:
        self.game = find_game(id)
        if chance not in MODES:
            raise ValueError(must_be_one_of(f"{self.game.name}: chance", MODES, chance))
        self.settings = settings
        self.chance = chance
        self.seed = seed
        self.blank = self.game.blank(**settings)
        self.num_players = int(self.blank["num_players"][0])
        self.pack = sorted(self.game.pack_of(self.num_players, self.blank[0]["options"]))
        if self.game.recalls and chance == "cards":  # such games are small: positions are cached
            self._go_on = lru_cache(KEPT)(self._go_on)  # type: ignore[method-assign]

    def __deepcopy__(self, memo: Any) -> "Rules":
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        return Rules, (self.game.id, self.settings, self.chance, self.seed)

    def start(self) -> "Position | Draw":
        """First position, or the first turn of chance."""
        return Position(self, self._deal(self.seed)) if self.chance == "fixed" else Draw(self)

    def outcomes(self, draw: "Draw") -> list[tuple[int, float]]:
        """Outcomes of a turn of chance, with their probabilities."""
        if self.chance == "random":
            return [(byte, 1 / BYTE) for byte in range(BYTE)]
        left = Counter(self._stock(draw.before)) - Counter(draw.drawn)
        return [(card, count / left.total()) for card, count in sorted(left.items())]

    def draw(self, draw: "Draw", outcome: int) -> "Position | Draw":
        """Successor after an outcome of chance."""
        drawn = (*draw.drawn, outcome)
        if self.chance == "cards":
            return self._go_on(draw.before, draw.action, drawn)
        if len(drawn) < SEED_BYTES:
            return Draw(self, drawn=drawn)
        return Position(self, self._deal(int.from_bytes(drawn)))

    def act(self, before: "Position", action: int) -> "Position | Draw":
        """Successor after a legal action."""
        if self.chance == "cards":
            return self._go_on(before, action, ())
        table = before.table.copy()
        table.step_legal(action)
        return Position(self, table, before, action)

    def returns(self, table: Table) -> list[float]:
        """Returns of the seats at the end of a game."""
        if self.settings["reward"] == "score":
            scores = table.scores()
            mean = sum(scores) / len(scores) if is_zero_sum(self.game, len(scores)) else 0.0
            return [score - mean for score in scores]
        rewards = table.state.reward[: self.num_players].tolist()
        return [float(Fraction(reward).limit_denominator(1000)) for reward in rewards]  # as before float32 rounded them

    def _deal(self, seed: int, deck: Sequence[int] | None = None) -> Table:
        return self.game.table(seed, deck, **self.settings)

    def _stock(self, before: "Position | None") -> list[int]:
        """Cards that may be drawn, the top card last."""
        if before is None:
            return self.pack
        stock = before.table.state.stock
        return [int(card) for card in stock.cards[: stock.height]]

    def _go_on(self, before: "Position | None", action: int, cards: tuple[int, ...]) -> "Position | Draw":
        """Deal or act with these cards on top of the stock; if that draws more cards, chance draws the next one."""
        stock = self._stock(before)
        table = self._play(before, action, cards, stock)
        drawn = len(stock) - int(table.state.stock.height)
        if drawn > len(cards):
            return Draw(self, before, action, cards)
        if drawn or before is None:
            self._check_luck(before, table, self._play(before, action, cards, stock[::-1]))
        return Position(self, table, before, action)

    def _play(self, before: "Position | None", action: int, cards: tuple[int, ...], stock: list[int]) -> Table:
        """Deal or act with these cards on top of the rest of the stock."""
        rest = list((Counter(stock) - Counter(cards)).elements())
        if before is None:
            return self._deal(0, [*cards, *rest])
        table = before.table.copy()
        if cards:
            table.state.stock.cards[: len(stock)] = [*rest, *reversed(cards)]
        table.step_legal(action)
        return table

    def _check_luck(self, before: "Position | None", table: Table, other: Table) -> None:
        """Check that all randomness is the order of the stock, and that no player has seen the rest of it.

        Raises:
            ValueError: if there is other randomness.
        """
        draws = 0 if before is None else before.table.state.draws
        height = len(self.pack) if before is None else before.table.state.stock.height
        views = [[at.view(player).tobytes() for player in range(self.num_players)] for at in (table, other)]
        if table.state.draws != draws or table.state.stock.height > height or views[0] != views[1]:
            raise ValueError(
                f"{self.game.name}: luck is more than cards drawn from the stock; load it with chance=random"
            )


class Position:
    """Position: a table, and the position before it. Positions are immutable, and states share them.

    Args:
        rules: the game's transitions.
        table: the table.
        before: the position before, if there is one.
        action: the action there.
        past: seats' histories before the first position.
    """

    def __init__(
        self,
        rules: Rules,
        table: Table,
        before: "Position | None" = None,
        action: int = NO_ACTION,
        past: Mapping[int, str] = MappingProxyType({}),
    ) -> None:
        self.rules = rules
        self.table = table
        self.before = before
        self.action = action
        self.past = past
        self._news: dict[int, str] = {}

    def __deepcopy__(self, memo: Any) -> "Position":
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        line = list(self.line())
        steps = [(position.table.records.copy(), position.action) for position in line]
        return _line_again, (self.rules, dict(line[0].past), steps)

    def line(self) -> "Iterator[Position]":
        """Positions from the first one to this one."""
        line: list[Position] = []
        position: Position | None = self
        while position is not None:
            line.append(position)
            position = position.before
        return reversed(line)

    def remember(self, player: int) -> str:
        """History of a seat, in words."""
        return "\n".join(news for position in self.line() if (news := position.news(player)))

    def news(self, player: int) -> str:
        """New information for a seat in this position: its own action and changed fields; in the first one, all."""
        if player not in self._news:
            self._news[player] = "\n".join(self._new_lines(player))
        return self._news[player]

    def _new_lines(self, player: int) -> Iterator[str]:
        if self.before is None:
            yield self.past.get(player) or self.look(player)
            return
        if self.before.table.player == player:
            yield f"> {self.table.game.actions.words[self.action]}"
        old, new = self.before.table.view(player), self.table.view(player)
        for field in self.table.game.view:
            if old[field.name].tobytes() != new[field.name].tobytes():
                yield f"{field.name}: {field.to_words(new[field.name], self.rules.num_players)}"

    def look(self, player: int) -> str:
        """Present view of a seat, in words."""
        words = self.table.view_words(player)
        return "\n".join([f"player {player}", *(f"{name}: {value}" for name, value in words.items())])


def _line_again(rules: Rules, past: Mapping[int, str], steps: Sequence[tuple[np.ndarray, int]]) -> Position:
    """Last position of a pickled line."""
    position: Position | None = None
    for records, action in steps:
        table = Table(rules.game, records, rules.blank)
        table.refresh()
        position = Position(rules, table, position, action, past if position is None else {})
    assert position is not None
    return position


@dataclass(frozen=True, eq=False)
class Draw:
    """Turn of chance.

    Attributes:
        rules: the game's transitions.
        before: the position in which cards are drawn; None for the deal.
        action: the action for which they are drawn.
        drawn: cards drawn for it so far, or bytes of the seed.
    """

    rules: Rules
    before: Position | None = None
    action: int = NO_ACTION
    drawn: tuple[int, ...] = ()

    def __deepcopy__(self, memo: Any) -> "Draw":
        return self


class SpielState(pyspiel.State):
    """State of `SpielGame`."""

    def __init__(self, game: "SpielGame") -> None:
        super().__init__(game)
        self._at: Position | Draw = game.start

    @property
    def position(self) -> Position | None:
        """Position of the game; None before the deal."""
        return self._at.before if isinstance(self._at, Draw) else self._at

    def current_player(self) -> int:
        """Seat whose turn it is, or OpenSpiel's number for chance or the end."""
        if isinstance(self._at, Draw):
            return int(pyspiel.PlayerId.CHANCE)
        return int(pyspiel.PlayerId.TERMINAL) if self._at.table.over else self._at.table.player

    def is_terminal(self) -> bool:
        """Returns whether the game is over."""
        return isinstance(self._at, Position) and self._at.table.over

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Outcomes of this turn of chance, with their probabilities."""
        assert isinstance(self._at, Draw)
        return self._at.rules.outcomes(self._at)

    def returns(self) -> list[float]:
        """Returns of the seats, 0 before the end."""
        if isinstance(self._at, Position) and self._at.table.over:
            return self._at.rules.returns(self._at.table)
        return [0.0] * self._at.rules.num_players

    def rewards(self) -> list[float]:
        """Rewards of the seats, the same as `returns`: all rewards come at the end."""
        return self.returns()

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> "SpielState":
        """State that looks the same to a seat, with hidden cards resampled and the other seats' histories cleared.

        Its ``history`` is that of the old state, so it may be wrong.

        Args:
            player: the seat.
            sampler: returns random numbers from 0 to 1.
        """
        position = self._at
        assert isinstance(position, Position)
        other: SpielState = self.clone()
        table = position.table.redeal(player, int(sampler() * 2**53))
        other._at = Position(position.rules, table, past={player: position.remember(player)})
        return other

    def _legal_actions(self, player: int) -> list[int]:
        assert isinstance(self._at, Position)
        return [int(action) for action in np.flatnonzero(self._at.table.mask)]

    def _apply_action(self, action: int) -> None:
        rules = self._at.rules
        self._at = rules.draw(self._at, action) if isinstance(self._at, Draw) else rules.act(self._at, action)

    def _action_to_string(self, player: int, action: int) -> str:
        rules = self._at.rules
        if player >= 0:
            return rules.game.actions.words[action]
        return f"draw {rules.game.cards.words[action] if rules.chance == 'cards' else action}"

    def __str__(self) -> str:
        words = {} if self.position is None else self.position.table.words()
        lines = [f"{name}: {value}" for name, value in words.items()]
        if isinstance(self._at, Draw):
            lines += [self.action_to_string(pyspiel.PlayerId.CHANCE, outcome) for outcome in self._at.drawn]
        return "\n".join(lines)


class SpielObserver:
    """OpenSpiel observer of a seat's present view or whole history.

    Args:
        rules: the game's transitions.
        recalls: whether it observes the whole history.

    Attributes:
        tensor: (D,) float32, the flat encoding of a view; None for the history of a game without perfect recall.
        dict: the tensor by name.
    """

    def __init__(self, rules: Rules, recalls: bool) -> None:
        self._rules = rules
        self._recalls = recalls
        self._encoder = make_encoder("flat", rules.game, rules.num_players)
        self._encode = rules.game.kernels.encode(self._encoder.function)
        self._blank_view, self._views = rules.game.view.blank(), rules.game.view.blank()
        self._numbers = self._views.view(np.int16).reshape(1, -1)
        has_tensor = rules.game.recalls or not recalls
        self.tensor = np.zeros(self._encoder.width, np.float32) if has_tensor else None
        self.dict = {} if self.tensor is None else {"info_state" if recalls else "observation": self.tensor}

    def set_from(self, state: SpielState, player: int) -> None:
        """Fill the tensor; before the deal with zeros."""
        if self.tensor is None:
            return
        self.tensor.fill(0)
        if state.position is not None:
            self._encode(
                state.position.table.records,
                player,
                self._blank_view,
                self._views,
                self._numbers,
                self._encoder.layout,
                self._encoder.factors,
                self.tensor,
            )

    def string_from(self, state: SpielState, player: int) -> str:
        """Text of the observation; before the deal only the seat."""
        if state.position is None:
            return f"player {player}"
        return state.position.remember(player) if self._recalls else state.position.look(player)


class SpielGame(pyspiel.Game):
    """OpenSpiel game of a cardzoo game, made by `pyspiel.load_game`; there is a subclass for each game.

    Args:
        params: see the module.

    Attributes:
        id: the game's id.

    Raises:
        ValueError: for an unfit parameter.
    """

    id: str

    def __init__(self, params: Mapping[str, Any]) -> None:
        usual = parameters(find_game(self.id))
        given = usual | dict(params)
        players, reward, chance, seed = (given.pop(name) for name in ("players", "reward", "chance", "seed"))
        changed = {name: value for name, value in given.items() if value != usual[name]}  # some exclude each other
        options = {name: None if value in NO_OPTION else value for name, value in changed.items()}
        rules = self.rules = Rules(self.id, {"num_players": players, "reward": reward, **options}, chance, seed)
        most = float(rules.blank["score_range"][0]) if reward == "score" else 1.0
        kind = game_type(rules.game, chance, rules.num_players)
        info = pyspiel.GameInfo(
            num_distinct_actions=len(rules.game.actions),
            max_chance_outcomes={"random": BYTE, "fixed": 0, "cards": len(rules.game.cards.words)}[chance],
            num_players=rules.num_players,
            min_utility=-most,
            max_utility=most,
            utility_sum=0.0 if kind.utility == Utility.ZERO_SUM else None,
            max_game_length=LONGEST,
        )
        super().__init__(kind, info, dict(params))
        self.start = rules.start()

    def __reduce__(self) -> tuple[Any, ...]:
        return pyspiel.load_game, (str(self),)

    def new_initial_state(self) -> SpielState:
        """State before the deal, or after it if there is no turn of chance."""
        return SpielState(self)

    def make_py_observer(
        self, iig_obs_type: pyspiel.IIGObservationType | None = None, params: Mapping[str, Any] | None = None
    ) -> SpielObserver | None:
        """Observer of one seat's view or history; None for other kinds.

        Raises:
            ValueError: for any parameters.
        """
        if params:
            raise ValueError(f"{self.rules.game.name}: observations take no parameters; leave out {', '.join(params)}")
        if iig_obs_type is None:
            return SpielObserver(self.rules, recalls=False)
        if not iig_obs_type.public_info or iig_obs_type.private_info != pyspiel.PrivateInfoType.SINGLE_PLAYER:
            return None
        return SpielObserver(self.rules, iig_obs_type.perfect_recall)


def is_zero_sum(game: Game, num_players: int) -> bool:
    """Returns whether the seats' rewards add up to 0."""
    return num_players > 1 and not game.plays_alone


def parameters(game: Game) -> dict[str, Any]:
    """Parameters of a game, with their defaults."""
    words = {field.name: field.element_to_words(field.blank) for field in game.options}
    none = {field.name: NO_OPTION[isinstance(field, Number)] for field in game.options}
    return {
        "players": game.default_players,
        "reward": "outcome",
        "chance": "cards" if game.recalls else "random",
        "seed": 0,
        **{name: none[name] if word is None else word for name, word in words.items()},
    }


def utility_of(game: Game, num_players: int) -> pyspiel.GameType.Utility:
    """OpenSpiel's kind of the seats' returns."""
    if game.cooperative:
        return Utility.IDENTICAL
    return Utility.ZERO_SUM if is_zero_sum(game, num_players) else Utility.GENERAL_SUM


def game_type(game: Game, chance: str, num_players: int) -> pyspiel.GameType:
    """OpenSpiel's description of a game."""
    return pyspiel.GameType(
        short_name=PREFIX + game.name,
        long_name=game.title,
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=MODES[chance],
        information=Information.IMPERFECT_INFORMATION if game.hides_cards else Information.PERFECT_INFORMATION,
        utility=utility_of(game, num_players),
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=game.players[1],
        min_num_players=game.players[0],
        provides_information_state_string=True,
        provides_information_state_tensor=game.recalls,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=parameters(game),
    )


def register() -> None:
    """Register all games with OpenSpiel."""
    for id in IDS:
        game = find_game(id)
        usual = parameters(game)
        # A class, since OpenSpiel holds it until Python exits: other objects would be freed too late, and crash.
        kind = type(f"{SpielGame.__name__}-{id}", (SpielGame,), {"id": id})
        pyspiel.register_game(game_type(game, usual["chance"], usual["players"]), kind)


register()
