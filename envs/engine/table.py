"""Table of a game in Python: its record, in words and by compiled steps."""

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
    """Field of the rewards: the last step's reward of each seat."""

    @property
    @override
    def bounds(self) -> tuple[int, int]:
        return -1, 1

    @override
    def problem_of(self, values: np.ndarray, num_players: int) -> str:
        return "" if (np.abs(values) <= 1).all() else "rewards must be -1 to 1"

    @override
    def element_to_words(self, value: Any) -> float:
        return round(float(value), 6)

    @override
    def element_from_words(self, words: Any) -> float:
        if isinstance(words, bool) or not isinstance(words, (int, float)):
            raise Unfit("a number from -1 to 1", words)
        return float(words)


LARGEST = int(np.iinfo(np.int16).max)
"""Greatest number that a view can show."""
RESET_OPTIONS = ("deck", "dealer", "position")


@cache
def _written_fields(game: "Game", num_players: int, most: int) -> Record:
    """Fields of a table in words: the engine's own, then the game's.

    Args:
        game: the game.
        num_players: players at the table.
        most: the greatest score; its negative is the least.
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
        pack=game.cards,
    )


class IllegalAction(ValueError):
    """Action that the rules do not allow now; the table is as it was."""


def whole_number(game: "Game", action: Any) -> int:
    """Action as a Python int, from any kind of integer.

    Raises:
        IllegalAction: if it is no integer, such as a float, None or a list.
    """
    try:
        return index(action)
    except TypeError:
        given = " ".join(repr(action).split())
        must = f"actions must be integers from 0 to {len(game.actions) - 1}"
        raise IllegalAction(f"{game.name}: {must}, got {given:.60} ({type(action).__name__})") from None


def known_options(game: "Game", options: Any, *more: str) -> dict[str, Any]:
    """Options of a ``reset`` that cardzoo knows; others, which wrappers and tests may pass through, are left out.

    Args:
        game: the game.
        options: the given options; None for none.
        *more: further known names.

    Raises:
        ValueError: if they are no dictionary, or a name is misspelt.
    """
    if not options:
        return {}
    if not isinstance(options, Mapping):
        raise ValueError(f"{game.name}: options must be a dictionary, got {options!r:.60}")
    known = (*RESET_OPTIONS, *more)
    for name in options:
        if name not in known and get_close_matches(str(name), known, n=1, cutoff=0.75):
            raise ValueError(must_be_one_of(f"{game.name}: reset option", known, name))
    return {name: options[name] for name in known if name in options}


def copied(records: np.ndarray) -> np.ndarray:
    """Copy of records, as bytes: NumPy copies field by field, which takes ten times as long."""
    return records.view(np.uint8).copy().view(records.dtype)


class Table:
    """Table of a game.

    Args:
        game: the game.
        tables: (1,) record of the game's dtype, before the deal (`Game.blank`). It is changed in place.
        blank: (1,) such a record, if ``tables`` is in play already; its random numbers then continue.

    Attributes:
        mask: (actions,) int8, 1 for each legal action of the seat whose turn it is. Filled in place.
        over: True after the end of the game.
        paid: True if the last step had a reward for any seat.
    """

    def __init__(self, game: "Game", tables: np.ndarray, blank: np.ndarray | None = None) -> None:
        self.game = game
        self.mask = np.zeros(len(game.actions), np.int8)
        self.over = False
        self.paid = False
        self._step = game.kernels.step
        self._tables = tables
        self._blank = tables.copy() if blank is None else blank
        self._num_players = int(self._blank["num_players"][0])
        self._pack = np.array(game.pack_of(self.num_players, self._blank[0]["options"]), np.int16)
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
        """Record of the table, hidden cards included."""
        return self._tables[0]

    @property
    def records(self) -> np.ndarray:
        """Record in an array of shape (1,), as compiled entry points take it."""
        return self._tables

    @property
    def num_players(self) -> int:
        """Number of players at the table."""
        return self._num_players

    @property
    def pack(self) -> list[int]:
        """Card codes of the pack."""
        cards: list[int] = self._pack.tolist()
        return cards

    @property
    def player(self) -> int:
        """Seat whose turn it is; without meaning after the end of the game."""
        return int(self._tables["player"][0])

    def begin(self, seed: int | None, options: Mapping[str, Any]) -> None:
        """Start a game as the ``reset`` of an environment does.

        Args:
            seed: seed of the table's generator; None continues its random numbers (random ones at first).
            options: ``deck`` and ``dealer`` as for `reset`, or a ``position`` in words as for `set_position`. Other
                names, which wrappers and tests may pass through, are ignored.

        Raises:
            ValueError: for options that are no dictionary, a misspelt name, two names that exclude each other, or an
                unfit value.
        """
        options = known_options(self.game, options)
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
            seed: seed of the table's generator; None continues its random numbers (random ones at first).
            deck: a written deck, see `Game.deck`.
            dealer: the dealer's seat; None draws one, or with a written deck takes the last seat.

        Raises:
            ValueError: for an unfit deck, dealer or seed.
        """
        if dealer is not None and dealer not in range(self.num_players):
            raise ValueError(f"{self.game.name}: dealer must be 0 to {self.num_players - 1}, got {dealer!r:.60}")
        cards = self._pack if deck is None else self.game.deck(deck, self.num_players, self._blank[0]["options"])
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
        """Seed the table's generator; None gives a table without a seed a random one.

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
        """Set the table to a written position; see `Game.position`."""
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
        """Check that a record is possible: its fields, the game's own check, legal actions and views.

        Ranges are checked before any computation, since compiled rules would damage memory.

        Returns:
            (A,) int8, the action mask.
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
        """Check that every seat can see the score, and that it follows from the cards on the table."""
        game, score = self.game, state.score[: self.num_players]
        for field in game.view:
            if field.shows == "score" and (problem := field.problem_of(score, self.num_players)):
                raise ValueError(f"score: {problem}")
        if game.tally is None:
            return
        given = score.tolist()
        right = np.broadcast_to(game.tally(state), self.num_players).tolist()
        if given != right:
            raise ValueError(f"score must be {right}, which follows from the position, got {given}; leave it out")

    def _settle_cards(self, state: Any, given: Mapping[str, Any]) -> None:
        """Put cards that a position does not name into the game's `rest`."""
        game = self.game
        for field in game.state:
            if isinstance(field, Pile) and "?" in str(given.get(field.name)):
                raise ValueError(f"{field.name}: '?' is not a card; name all cards")
        counts = game.state.count_cards(state, len(game.cards.words))
        if game.rest is not None and game.rest not in given:
            unnamed = np.maximum(game.count(self._pack) - counts, 0)
            cards = np.repeat(np.arange(len(unnamed)), unnamed)
            game.state.field(game.rest).from_words(cards.tolist(), state)

    def _check_pack(self, state: Any) -> None:
        """Check that the cards are the game's pack."""
        game = self.game
        counts = game.state.count_cards(state, len(game.cards.words))
        problem = game.compare_with_pack(np.repeat(np.arange(len(counts)), counts).tolist(), self._pack.tolist())
        if problem:
            raise ValueError(f"the cards are not the {problem}")

    def refresh(self) -> None:
        """Update the mask and flags after a change of the record."""
        self._refresh(RESUME)

    def _take_over(self, tables: np.ndarray) -> None:
        """Copy another record into the table: as bytes, since NumPy copies records field by field."""
        self._tables.view(np.uint8)[:] = tables.view(np.uint8)

    def _refresh(self, how: int) -> None:
        """Deal the table, or take it as it is; `paid` is False then."""
        self._step(self._tables, how, self.mask)
        self.over = bool(self._tables["over"][0])
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
        """Play an action that is known to be legal; see `step`."""
        result: int = self._step(self._tables, int(action), self.mask)  # compiled for one type of integer
        self.over = result & OVER != 0
        self.paid = result & PAID != 0
        return result & (OVER - 1)

    def stop(self) -> None:
        """Take no more actions until the next reset."""
        self.over = True
        self.mask[:] = 0

    def is_legal(self, action: Any) -> bool:
        """Returns whether the action is legal for the seat whose turn it is; False for all that is no action."""
        try:
            return 0 <= action < self._num_actions and self.mask.item(action) == 1
        except (TypeError, ValueError):
            return False

    def explain_illegal(self, action: Any) -> str:
        """Error message for an illegal action, in one line: the action, its player, the legal actions."""
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
        """Legal actions in words."""
        return [self.game.actions.words[action] for action in np.flatnonzero(self.mask)]

    def play(self, *words: str) -> "Table":
        """Play actions in words, one after the other; returns the table itself.

        Raises:
            ValueError: if an action is unknown or not legal.
        """
        for word in words:
            self.step(self.game.actions.parse(word))
        return self

    def _seat(self, player: Any) -> int:
        """Seat as a Python int, checked: compiled code would read foreign memory with any other."""
        is_number = isinstance(player, (int, np.integer)) and not isinstance(player, bool)
        if is_number and 0 <= player < self._num_players:
            return int(player)
        raise ValueError(f"{self.game.name}: player must be 0 to {self._num_players - 1}, got {player!r:.60}")

    def view(self, player: int) -> Any:
        """View of a seat: a new record of the game's view.

        Raises:
            ValueError: if there is no such seat.
        """
        if type(player) is not int or not 0 <= player < self._num_players:
            player = self._seat(player)
        views = copied(self._blank_view)
        self.game.kernels.observe(self._tables, player, self._blank_view, views)
        return views[0]

    def view_words(self, player: int) -> dict[str, Any]:
        """View of a seat in words.

        Raises:
            ValueError: if there is no such seat.
        """
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
        """Score of each seat."""
        scores: list[int] = self._tables["score"][0, : self.num_players].tolist()
        return scores

    def ranks(self) -> list[int]:
        """Rank of each seat by score, the best being 1; equal scores share a rank."""
        scores = self.scores()
        return [1 + sum(other > mine for other in scores) for mine in scores]

    def count_cards(self) -> np.ndarray:
        """Count of each card code on the table, (codes,) int: always the game's pack."""
        return self.game.state.count_cards(self.state, len(self.game.cards.words))

    @cached_property
    def _header(self) -> bytes:
        return snapshots.header_of(self.game, self._blank)

    def snapshot(self) -> bytes:
        """Snapshot of the table, for `restore` of a table with the same settings, in any process."""
        return snapshots.seal(self._header, self._tables.tobytes())

    def restore(self, snapshot: bytes) -> None:
        """Go back to a snapshot.

        A snapshot from another process or a file is checked like a written position.

        Raises:
            ValueError: if the snapshot is of another game or other settings, was changed, or is impossible; the table
                is as it was.
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
        """Check that a record is possible at this table.

        Args:
            tables: (1,) record, of any bytes.

        Returns:
            (A,) int8, the action mask.

        Raises:
            ValueError: if it is not; the message names the error.
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
            raise ValueError(f"the snapshot's position is impossible: {problem}") from None

    def __deepcopy__(self, memo: Any) -> "Table":
        return self.copy()

    def copy(self) -> "Table":
        """Copy of the table."""
        other = type(self).__new__(type(self))
        vars(other).update(vars(self))
        other._tables = copied(self._tables)
        other.mask = self.mask.copy()
        return other

    def redeal(self, player: int, seed: int | None = None) -> "Table":
        """Copy of the table with the cards resampled that are hidden from a seat; its view stays the same.

        Args:
            player: the seat.
            seed: seed of the resampling and of the new table; None for a random one.

        Raises:
            ValueError: if there is no such seat, or for an unfit seed.
        """
        player = self._seat(player)
        other = self.copy()
        other._seeded = False
        other.seed(seed)
        self.game.kernels.redeal(other._tables, player)
        other.refresh()
        return other
