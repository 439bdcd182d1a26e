"""One table of a game, held from Python: its record, in words and by compiled steps."""

import secrets
from collections.abc import Mapping
from difflib import get_close_matches
from functools import cache, cached_property
from operator import index
from typing import TYPE_CHECKING, Any

import numpy as np
from typing_extensions import override

from cardzoo.envs.engine import rng, snapshots
from cardzoo.envs.engine.fields import Field, Flag, Number, Pile, Record, Seat, Seats, Unfit, must_be_one_of
from cardzoo.envs.engine.kernels import DEAL_WRITTEN, OVER, PAID, RESTART, RESUME
from cardzoo.envs.engine.pickles import without, writable

if TYPE_CHECKING:
    from cardzoo.envs.engine.game import Game


class _Rewards(Field):
    """What the last step brought each seat."""

    @property
    @override
    def bounds(self) -> tuple[int, int]:
        return -1, 1

    @override
    def problem_of(self, values: np.ndarray, num_players: int) -> str:
        return "" if (np.abs(values) <= 1).all() else "rewards are -1 to 1"

    @override
    def element_to_words(self, value: Any) -> float:
        return round(float(value), 6)

    @override
    def element_from_words(self, words: Any) -> float:
        if isinstance(words, bool) or not isinstance(words, (int, float)):
            raise Unfit("a number from -1 to 1", words)
        return float(words)


LARGEST = int(np.iinfo(np.int16).max)
"""The greatest number that a view can show."""
RESET_OPTIONS = ("deck", "dealer", "position")


@cache
def _written_fields(game: "Game", num_players: int, most: int) -> Record:
    """All fields of a table in words: the engine's own, then the game's.

    Args:
        game: the game.
        num_players: at the table.
        most: the greatest score, and of opposite sign the least.
    """
    seats = Seats(num_players)
    return Record(
        Seat("player", seats),
        Seat("dealer", seats),
        Number("steps", high=(1 << 31) - 1),
        Number("seed", high=(1 << 64) - 1),
        Number("draws", high=(1 << 64) - 1),
        Number("score", seats, low=-most, high=most),
        _Rewards("reward", seats),
        Flag("over"),
        Flag("truncated"),
        *game.state,
    )


class IllegalAction(ValueError):
    """An action that the rules do not allow now; the table is as it was."""


def whole_number(game: "Game", action: Any) -> int:
    """An action as Python's int, whatever kind of integer it is.

    Raises:
        IllegalAction: if it is none, such as a float, None or a list.
    """
    try:
        return index(action)
    except TypeError:
        given = " ".join(repr(action).split())
        allowed = f"actions are integers from 0 to {len(game.actions) - 1}"
        raise IllegalAction(f"{game.name}: {allowed}, not {given:.60} ({type(action).__name__})") from None


def copied(records: np.ndarray) -> np.ndarray:
    """Records copied as bytes: NumPy copies them field by field, which takes ten times as long."""
    return records.view(np.uint8).copy().view(records.dtype)


class Table:
    """One table.

    Args:
        game: the game.
        tables: (1,) record of the game's dtype, before the deal (`Game.blank`). It is played in place.
        blank: (1,) such a record, if ``tables`` is in play already; its random numbers then go on.

    Attributes:
        mask: (actions,) int8, 1 for each legal action of the seat whose turn it is. Filled in place.
        over: whether the game has ended.
        paid: whether the last step rewarded anybody.
    """

    def __init__(self, game: "Game", tables: np.ndarray, blank: np.ndarray | None = None) -> None:
        self.game = game
        self.mask = np.zeros(len(game.actions), np.int8)
        self.over = False
        self.paid = False
        self._step = game.kernels.step
        self._tables = tables
        self._blank = tables.copy() if blank is None else blank
        self._pack = np.array(game.pack_of(self.num_players), np.int16)
        self._blank_view = game.view.blank()
        self._num_actions = len(game.actions)
        self._seeded = blank is not None

    def __getstate__(self) -> dict[str, Any]:
        return without(self, "_step", "_header")

    def __setstate__(self, state: dict[str, Any]) -> None:
        vars(self).update(writable(state))
        self._step = self.game.kernels.step

    @property
    def state(self) -> Any:
        """The record itself, all of it: what no player may see."""
        return self._tables[0]

    @property
    def records(self) -> np.ndarray:
        """The record in an array of shape (1,), as compiled entry points take it."""
        return self._tables

    @property
    def num_players(self) -> int:
        """Players at the table."""
        return int(self._blank["num_players"][0])

    @property
    def player(self) -> int:
        """The seat whose turn it is; when the game is over, of no meaning."""
        return int(self._tables["player"][0])

    def begin(self, seed: int | None, options: Mapping[str, Any]) -> None:
        """Start a game as the ``reset`` of an environment does.

        Args:
            seed: of the table's generator; None goes on with the numbers it has (random ones at first).
            options: ``deck`` and ``dealer`` as for `reset`, or a ``position`` in words as for `set_position`. Other
                names, which wrappers and tests may pass through, are left alone.

        Raises:
            ValueError: for a name that is nearly one of these, two that exclude each other, or an unfit value.
        """
        for name in options:
            near = get_close_matches(str(name), RESET_OPTIONS, n=1, cutoff=0.75)
            if near and name not in RESET_OPTIONS:
                raise ValueError(must_be_one_of(f"{self.game.name}: reset option", RESET_OPTIONS, name))
        if "position" not in options:
            self.reset(seed, options.get("deck"), options.get("dealer"))
            return
        for name in ("deck", "dealer"):
            if name in options:
                hint = "; name the dealer in the position" if name == "dealer" else ""
                raise ValueError(f"{self.game.name}: 'position' and {name!r} exclude each other{hint}")
        position = options["position"]
        if not isinstance(position, Mapping):
            raise ValueError(f"{self.game.name}: position must be a dictionary of fields, got {position!r:.60}")
        self.seed(seed)
        numbers: dict[str, Any] = {name: int(self.state[name]) for name in ("seed", "draws")}
        self.set_position(numbers | dict(position) if seed is None else dict(position) | numbers)

    def reset(self, seed: int | None = None, deck: Any = None, dealer: int | None = None) -> None:
        """Deal a new game.

        Args:
            seed: of the table's generator; None goes on with the numbers it has (random ones at first).
            deck: a written deck, see `Game.deck`.
            dealer: the dealer's seat; None draws one, or with a written deck takes the last seat.

        Raises:
            ValueError: for an unfit deck, dealer or seed.
        """
        if dealer is not None and dealer not in range(self.num_players):
            raise ValueError(f"{self.game.name}: dealer must be 0 to {self.num_players - 1}, got {dealer!r:.60}")
        cards = self._pack if deck is None else self.game.deck(deck, self.num_players)
        if dealer is None:
            dealer = -1 if deck is None else self.num_players - 1
        self.seed(seed)
        tables, stock = self._tables, self._tables["stock"]
        numbers = tables["seed"].item(), tables["draws"].item()
        self._take_over(self._blank)
        tables["seed"], tables["draws"] = numbers
        tables["dealer"] = dealer
        stock["cards"][0, : len(cards)], stock["height"] = cards, len(cards)
        self._refresh(RESTART if deck is None else DEAL_WRITTEN)

    def seed(self, seed: int | None) -> None:
        """Seed the table's generator; None seeds at random a table that has no seed yet.

        Raises:
            ValueError: for an unfit seed; see `rng.check_seed`.
        """
        if seed is None:
            if self._seeded:
                return
            seed = secrets.randbits(64)
        self._tables["seed"] = rng.check_seed(seed)
        self._tables["draws"] = 0
        self._seeded = True

    def set_position(self, words: Mapping[str, Any]) -> None:
        """Make the table a written position; see `Game.position`."""
        game = self.game
        tables = self._blank.copy()
        try:
            self._fields.from_words(words, tables[0])
            self._settle_cards(tables[0], words)
            if game.tally and "score" not in words:
                tables["score"][0, : self.num_players] = game.tally(tables[0])
            tables["scored"] = tables["score"]
            mask = self._check(tables)
        except ValueError as problem:
            raise ValueError(f"{game.name}: position: {problem}") from None
        self._take_over(tables)
        self.mask[:] = mask
        self.over, self.paid = bool(self.state.over), False
        self._seeded = True

    @property
    def _fields(self) -> Record:
        return _written_fields(self.game, self.num_players, max(LARGEST, int(self._blank["score_range"][0])))

    def _check(self, tables: np.ndarray) -> np.ndarray:
        """Refuse a record that could not come about: by its fields, by the game, by what is legal and what is seen.

        Nothing is computed from a number before it is known to be in its range: compiled rules would damage memory.

        Returns:
            (A,) int8, what is legal.
        """
        game, state = self.game, tables[0]
        for field in self._fields:
            field.check(state[field.name], self.num_players)
            if isinstance(field, Pile):
                field.check_complete(state[field.name])
        self._check_pack(state)
        if problem := (game.match and game.match.problem_of(state)) or game.check(state):
            raise ValueError(problem)
        self._check_score(state)
        mask = np.zeros_like(self.mask)
        game.kernels.step(tables, RESUME, mask)
        if not state.over and not mask.any():
            raise ValueError("no action is legal; if the game has ended, set over=True")
        for player in range(self.num_players):
            views = copied(self._blank_view)
            game.kernels.observe(tables, player, self._blank_view, views)
            for field in game.view:
                try:
                    field.check(views[0][field.name], self.num_players)
                except ValueError as problem:
                    raise ValueError(f"player {player} could not see it: {problem}") from None
        return mask

    def _check_score(self, state: Any) -> None:
        """Refuse a score that a seat could not see, or that does not follow from what lies on the table."""
        game, score = self.game, state.score[: self.num_players]
        for field in game.view:
            if field.shows == "score" and (problem := field.problem_of(score, self.num_players)):
                raise ValueError(f"score: {problem}")
        if game.tally is None:
            return
        given = score.tolist()
        right = np.broadcast_to(game.tally(state), self.num_players).tolist()
        if given != right:
            raise ValueError(f"score: it must be {right}, which follows from the position, got {given}; leave it out")

    def _settle_cards(self, state: Any, given: Mapping[str, Any]) -> None:
        """Put cards that a position does not name where the game says."""
        game = self.game
        for field in game.state:
            if isinstance(field, Pile) and "?" in str(given.get(field.name)):
                raise ValueError(f"{field.name}: '?' is not a card; name all cards")
        counts = game.state.count_cards(state, len(game.count(())))
        if game.rest is not None and game.rest not in given:
            unnamed = np.maximum(game.count(game.pack_of(self.num_players)) - counts, 0)
            cards = np.repeat(np.arange(len(unnamed)), unnamed)
            game.state.field(game.rest).from_words(cards.tolist(), state)

    def _check_pack(self, state: Any) -> None:
        """Refuse cards that are not the game's pack."""
        game = self.game
        counts = game.state.count_cards(state, len(game.count(())))
        problem = game.compare_with_pack(np.repeat(np.arange(len(counts)), counts).tolist(), self.num_players)
        if problem:
            raise ValueError(f"the cards are not the {problem}")

    def refresh(self) -> None:
        """Bring the mask and flags up to date after the record has been changed from outside."""
        self._refresh(RESUME)

    def _take_over(self, tables: np.ndarray) -> None:
        """Make the table what another record is: as bytes, since NumPy copies records field by field."""
        self._tables.view(np.uint8)[:] = tables.view(np.uint8)

    def _refresh(self, how: int) -> None:
        """Deal the table, or take it as it is; nobody is told of rewards."""
        self._step(self._tables, how, self.mask)
        self.over = bool(self.state.over)
        self.paid = False

    def step(self, action: int) -> int:
        """Play a legal action of the seat whose turn it is.

        Returns:
            The seat whose turn it is now.

        Raises:
            IllegalAction: if the action is not legal; nothing has changed.
        """
        if not self.is_legal(action):
            raise IllegalAction(self.explain_illegal(action))
        return self.step_legal(action)

    def step_legal(self, action: int) -> int:
        """As `step`, for an action that is known to be legal."""
        result: int = self._step(self._tables, int(action), self.mask)  # a compiled function is made for one type
        self.over = result & OVER != 0
        self.paid = result & PAID != 0
        return result & (OVER - 1)

    def stop(self) -> None:
        """Take no more actions until the next reset."""
        self.over = True
        self.mask[:] = 0

    def is_legal(self, action: Any) -> bool:
        """Whether the seat whose turn it is may play this action; False for anything that is no action."""
        try:
            return 0 <= action < self._num_actions and self.mask.item(action) == 1
        except (TypeError, ValueError):
            return False

    def explain_illegal(self, action: Any) -> str:
        """One line: the action, who wanted it, and what is legal."""
        try:
            words = repr(self.game.actions.describe(whole_number(self.game, action)))
        except IllegalAction as problem:
            return str(problem)
        except ValueError as problem:
            return f"{self.game.name}: {problem}"
        if self.over:
            return f"{self.game.name}: {words} is not legal: the game is over; call reset()"
        legal = self.game.actions.list_legal(self.mask)
        return f"{self.game.name}: {words} is not legal for player {self.player}; legal: {legal}"

    def legal(self) -> list[str]:
        """The legal actions in words."""
        return [self.game.actions.words[action] for action in np.flatnonzero(self.mask)]

    def play(self, *words: str) -> "Table":
        """Play actions in words, one after the other; gives the table itself.

        Raises:
            ValueError: if an action is unknown or not legal.
        """
        for word in words:
            self.step(self.game.actions.parse(word))
        return self

    def view(self, player: int) -> Any:
        """What a seat may see: a fresh record of the game's view."""
        views = copied(self._blank_view)
        self.game.kernels.observe(self._tables, player, self._blank_view, views)
        return views[0]

    def view_words(self, player: int) -> dict[str, Any]:
        """What a seat may see, in words."""
        return self.game.view.to_words(self.view(player), self.num_players)

    def words(self, *names: str) -> dict[str, Any]:
        """Fields of the state in words: the named ones, or all.

        Raises:
            ValueError: if a name is no field of the state.
        """
        state, seats, fields = self.state, self.num_players, self._fields
        try:
            named = [fields.field(name) for name in names]
        except ValueError as problem:
            raise ValueError(f"{self.game.name}: {problem}") from None
        return {field.name: field.to_words(state[field.name], seats) for field in named or fields}

    def scores(self) -> list[int]:
        """Each seat's score."""
        scores: list[int] = self.state.score[: self.num_players].tolist()
        return scores

    def ranks(self) -> list[int]:
        """Each seat's place by score, the best being 1; equal scores share a place."""
        scores = self.scores()
        return [1 + sum(other > mine for other in scores) for mine in scores]

    def count_cards(self) -> np.ndarray:
        """How many of each code lie on the table, (54,) int: always the game's pack."""
        return self.game.state.count_cards(self.state, len(self.game.count(())))

    @cached_property
    def _header(self) -> bytes:
        return snapshots.header_of(self.game, self._blank)

    def snapshot(self) -> bytes:
        """All of the table, to be given to `restore` of a table with the same settings, in any process."""
        return snapshots.seal(self._header, self._tables.tobytes())

    def restore(self, snapshot: bytes) -> None:
        """Make the table what it was when the snapshot was taken.

        What another process has taken, or comes from a file, is checked as a written position is.

        Raises:
            ValueError: if the snapshot is of another game or other settings, was changed, or cannot be; the table is
                as it was.
        """
        try:
            record = snapshots.unseal(self._header, snapshot, self._tables.nbytes)
            if type(snapshot) is not snapshots.TableSnapshot:
                self.check_record(np.frombuffer(record, self.game.dtype))
        except ValueError as problem:
            raise ValueError(f"{self.game.name}: {problem}") from None
        self._tables.view(np.uint8)[:] = np.frombuffer(record, np.uint8)
        self._seeded = True
        self.refresh()

    def check_record(self, tables: np.ndarray) -> np.ndarray:
        """Refuse a record that could not come about at this table.

        Args:
            tables: (1,) record, of any bytes.

        Returns:
            (A,) int8, what is legal.

        Raises:
            ValueError: naming what is wrong.
        """
        blank = self._blank
        for name in ("num_players", "score_rewards", "score_range", "options", "unused", "padding"):
            if name in (blank.dtype.names or ()) and tables[name].tobytes() != blank[name].tobytes():
                raise ValueError(f"the snapshot must be of a table with the same {name}")
        for name in ("over", "truncated"):
            if tables[name].view(np.uint8)[0] > 1:
                raise ValueError(f"the snapshot's {name} must be 0 or 1")
        try:
            return self._check(copied(tables))
        except ValueError as problem:
            raise ValueError(f"the snapshot is of no position that can be: {problem}") from None

    def __deepcopy__(self, memo: Any) -> "Table":
        return self.copy()

    def copy(self) -> "Table":
        """Another table in the same state."""
        other = type(self).__new__(type(self))
        vars(other).update(vars(self))
        other._tables = copied(self._tables)
        other.mask = self.mask.copy()
        return other

    def redeal(self, player: int, seed: int | None = None) -> "Table":
        """Another table that looks the same to a seat: what it cannot know is drawn again.

        Args:
            player: the seat.
            seed: of the drawing and of the new table; None for a random one.
        """
        other = self.copy()
        other._seeded = False
        other.seed(seed)
        self.game.kernels.redeal(other._tables, player)
        other.refresh()
        return other
