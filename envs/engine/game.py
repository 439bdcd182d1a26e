"""`Game`, the one object that a game module exports."""

import hashlib
import inspect
import re
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, fields
from functools import cached_property
from importlib import import_module
from pathlib import Path
from typing import Any, SupportsIndex

import numpy as np

from cardzoo.envs.engine import piles
from cardzoo.envs.engine.actions import Actions
from cardzoo.envs.engine.compiling import rule
from cardzoo.envs.engine.fields import Options, State, View, must_be_one_of
from cardzoo.envs.engine.kernels import Kernels
from cardzoo.envs.engine.match import Match
from cardzoo.envs.engine.packs import Pack
from cardzoo.envs.engine.pickles import name_of
from cardzoo.envs.engine.showing import nothing_else, observing
from cardzoo.envs.engine.table import Table
from cardzoo.envs.engine.units import Unit, in_rewards

Rule = Callable[..., Any]


@rule
def leave_open(state, player):
    """Default of `Game.redeal_hidden`, for games with open cards only: nothing is resampled."""


@rule
def shuffle_all(state):
    """Default of `Game.shuffle`: the whole pack is shuffled."""
    piles.shuffle(state, state.stock)


@rule
def no_match(state):
    """Default of `Game.hands_over`, for a game of one hand."""
    return 0


def nothing_wrong(state: Any) -> str:
    """Default of `Game.check`, for games where checks of fields and cards are enough."""
    return ""


def exported_game(module: str, id: str) -> "Game":
    """Game of a module, for unpickling.

    Raises:
        ValueError: if the module has another version.
    """
    exported = [game for game in vars(import_module(module)).values() if isinstance(game, Game)]
    for game in exported:
        if game.id == id:
            return game
    raise ValueError(f"there is no {id!r} in {module}; there is {', '.join(game.id for game in exported) or 'no game'}")


DECLARATIONS = ("ACTIONS", "STATE", "VIEW", "OPTIONS", "MATCH")
FUNCTIONS = ("shuffle", "deal", "legal_actions", "apply_action", "observe", "redeal_hidden", "check", "tally")


def declared_in(module: str) -> dict[str, Any]:
    """Declarations and rules in a module: those of the names in `DECLARATIONS` and `FUNCTIONS`.

    Args:
        module: the module's ``__name__``; it makes its `Game` at its end.

    Returns:
        Arguments of `Game`, as far as the module has them.
    """
    constants = vars(sys.modules[module])
    return {name.lower(): constants[name] for name in (*DECLARATIONS, *FUNCTIONS) if name in constants}


REWARDS = ("outcome", "score")
RULES = ("Rules", "Choices where the text is silent", "Options", "Rewards", "End")
"""Headings of the rules on a game's page."""


@dataclass(frozen=True, eq=False)
class Game:
    """Rules of a game, with their declarations and words.

    Attributes:
        name: such as ``"getaway"``; with the version it makes the id ``"getaway-v0"``.
        version: raised when rules, action codes, observation, rewards or defaults change; not for speed.
        title: the name on the page.
        family: the kind of game, such as ``"trick-taking"``.
        players: least and most players.
        sides: number of sides if players sit in partnerships: player k is of side ``k % sides``. A mapping has it by
            the number of players, where only some numbers of players sit in partnerships; see `sides_of`.
        default_players: default number of players.
        actions, state, view, options: the declarations.
        deal: ``deal(state)``: deals the cards. The engine has put the pack, shuffled or written, into ``state.stock``
            with the first card on top. ``state.dealer`` is chosen, and the turn is that of the dealer's left neighbour.
        legal_actions: ``legal_actions(state, mask)``: sets the legal actions of ``state.player`` in a mask of zeros.
        apply_action: ``apply_action(state, action)``: plays a legal action; sets ``player`` or ``over``.
        shuffle: ``shuffle(state)``: shuffles the pack in ``state.stock`` before the deal. A game has a rule of its own
            if it draws random cards from a stock in no order, which is quicker where few cards of many are dealt.
        observe: ``observe(state, player, view)``: fills a fresh view with all that a seat may see, at any time. A game
            gives a rule for computed fields only; the engine fills those that show the state before it.
        redeal_hidden: ``redeal_hidden(state, player)``: resamples the cards that are hidden from the seat, consistently
            with its knowledge. Left out by a game with open cards only.
        check: ``check(state)``: error in a written position, in words; empty if it is possible. Plain Python; called
            for fields in their ranges and a whole pack. Every seat must be able to see and play on a position that
            passes.
        tally: ``tally(state)``: scores of the seats, or a number for all, if they follow from the rest of a position.
            A position may then omit its scores, and no others are accepted. Plain Python.
        pack: the codes of the cards in play, or ``pack(num_players, options)`` that returns them; None for all copies
            of the pack that the state declares. See `cards` and `pack_of`.
        score_range: bound of a seat's score less the mean score, by which ``reward="score"`` divides; a number, or
            ``score_range(options, num_players)`` that returns it. In a cooperative game the bound of the score.
        unit: ``unit(options, num_players)``: the unit in which tables and pages show results, if not the reward.
        rest: the field for cards that a written position does not name, if any.
        match: the match of a game of several hands, each of which brings something.
        for_points: True if each seat plays for its own score, not for a win: rewards by score are then the seat's gain,
            without the mean, and rewards do not add up to 0 with several seats.
        recalls: True for perfect recall: a view always holds the seat's whole history since the deal.
        cooperative: True for a common reward: all seats have the same score and receive the same rewards, instead of
            rewards that sum to 0.

    Raises:
        ValueError: for actions or a view of another pack, or a cooperative game with sides or for a single player.
    """

    name: str
    version: int
    title: str
    family: str
    players: tuple[int, int]
    default_players: int
    actions: Actions
    state: State
    view: View
    deal: Rule
    legal_actions: Rule
    apply_action: Rule
    score_range: float | Callable[[Any, int], float]
    shuffle: Rule = shuffle_all
    observe: Rule = nothing_else
    redeal_hidden: Rule = leave_open
    check: Callable[[Any], str] = nothing_wrong
    tally: Callable[[Any], Any] | None = None
    sides: int | Mapping[int, int] | None = None
    options: Options = field(default_factory=Options)
    pack: Sequence[int] | Callable[[int, Any], Sequence[int]] | None = None
    unit: Callable[[Any, int], Unit] = in_rewards
    rest: str | None = None
    match: Match | None = None
    for_points: bool = False
    recalls: bool = False
    cooperative: bool = False

    def __post_init__(self) -> None:
        for name, declared in (("actions", self.actions), ("view", self.view)):
            if declared.pack is not self.state.pack:
                raise ValueError(f"{self.name}: {name} must be of the state's pack; give both the same pack")
        if self.cooperative and (self.sides or self.seats == 1):
            number = "sides" if self.sides else "one player"
            raise ValueError(
                f"{self.name}: a cooperative game must be for two players or more, got {number}; leave it out"
            )
        if self.pack is None:
            object.__setattr__(self, "pack", self.cards.cards)
        seats = self.players[0] if self.players[0] == self.players[1] else None
        sides = self.sides if isinstance(self.sides, int) else None
        observe = observing(self.state, self.view, self.observe, seats, sides, self.match)
        object.__setattr__(self, "observe", observe)

    def __reduce_ex__(self, protocol: SupportsIndex) -> str | tuple[Any, ...]:
        """Reference to an exported game by module and id: pickles and copies are then the game itself."""
        module = self.deal.__module__
        if name_of(self, module) is not None:
            return exported_game, (module, self.id)
        return super().__reduce_ex__(protocol)

    def __getstate__(self) -> dict[str, Any]:
        return {field.name: getattr(self, field.name) for field in fields(self)}  # without compiled code

    @property
    def id(self) -> str:
        """Versioned id, such as ``"getaway-v0"``."""
        return f"{self.name}-v{self.version}"

    @property
    def cards(self) -> Pack:
        """Kinds of cards: the pack that the state, the view and the actions declare."""
        return self.state.pack

    @property
    def seats(self) -> int:
        """Most players: the size of arrays with one place a seat."""
        return self.players[1]

    @property
    def plays_alone(self) -> bool:
        """True if no seat plays against another: in a game for one, in one for points, and in a cooperative one."""
        return self.seats == 1 or self.for_points or self.cooperative

    @property
    def numbers_of_players(self) -> range:
        """Allowed numbers of players."""
        step = self.sides if isinstance(self.sides, int) else 1
        return range(self.players[0], self.players[1] + 1, step)

    def sides_of(self, num_players: int) -> int:
        """Number of sides that play against each other: as many as players, if these sit in no partnerships."""
        if isinstance(self.sides, Mapping):
            return self.sides.get(num_players, num_players)
        return self.sides or num_players

    @property
    def players_in_words(self) -> str:
        """Allowed numbers of players in words, such as ``"3 to 8"`` or ``"2 or 4"``."""
        numbers = self.numbers_of_players
        if isinstance(self.sides, int):
            return " or ".join(map(str, numbers))
        return f"{numbers[0]} to {numbers[-1]}" if len(numbers) > 1 else str(numbers[0])

    @property
    def hides_cards(self) -> bool:
        """True if anything is hidden from a seat."""
        return self.redeal_hidden is not leave_open

    @property
    def page(self) -> str:
        """Docstring of the module: the rules as on the game's page."""
        return sys.modules[self.deal.__module__].__doc__ or ""

    @cached_property
    def sections(self) -> dict[str, str]:
        """Sections of the page by heading; the text before the first heading is under the empty one."""
        parts = re.split(r"^(\S.*)\n-{3,}\n", inspect.cleandoc(self.page), flags=re.MULTILINE)
        return dict(zip(("", *parts[1::2]), (part.strip() for part in parts[::2]), strict=True))

    @cached_property
    def clauses(self) -> dict[int, str]:
        """Numbered rules of the page, each as one line."""
        parts = re.split(r"^(\d+)\. ", self.sections.get("Rules", ""), flags=re.MULTILINE)
        texts = (" ".join(text.split("\n\n")[0].replace("``", "").split()) for text in parts[2::2])
        return dict(zip(map(int, parts[1::2]), texts, strict=True))

    @property
    def rules(self) -> str:
        """Text of the rules: description of the game, rules and rulings, options, rewards and end."""
        parts = [f"{heading}\n\n{self.sections[heading]}" for heading in RULES if heading in self.sections]
        return "\n\n".join([self.sections[""], *parts]).replace("``", "")

    @property
    def file(self) -> Path:
        """Module file that holds the rules."""
        return Path(str(sys.modules[self.deal.__module__].__file__))

    @cached_property
    def dtype(self) -> np.dtype[Any]:
        """Record type of one table."""
        return self.state.dtype(self.seats, self.options)

    @cached_property
    def layout_digest(self) -> str:
        """Hash of the record's fields and of the words of their numbers, 16 hexadecimal digits."""
        words = [(field.name, getattr(field, "choices", ())) for field in (*self.options, *self.state)]
        return hashlib.sha256(repr((self.dtype.descr, words)).encode()).hexdigest()[:16]

    @cached_property
    def hands_over(self) -> Rule:
        """``hands_over(state)``: number of hands of a match that are over; 0 in a game that is no match."""
        if self.match is None:
            return no_match
        field = self.match.counter.name

        @rule
        def count(state: Any) -> Any:
            return state[field]

        return count

    @property
    def scores_hands(self) -> bool:
        """True if it is a match whose hands bring points."""
        return self.match is not None and self.match.stakes == "score"

    @property
    def shortest(self) -> dict[str, Any]:
        """Options of the shortest match; empty if the defaults are as short."""
        return dict(self.match.shortest) if self.match else {}

    @cached_property
    def stakes_of(self) -> Rule:
        """``stakes_of(state, player)``: the seat's value of the field that the hands of a match change."""
        field = self.match.stakes if self.match else "score"

        @rule
        def stakes(state: Any, player: Any) -> Any:
            return state[field][player]

        return stakes

    @cached_property
    def kernels(self) -> Kernels:
        """Compiled entry points of the game."""
        return Kernels(self)

    def blank(self, num_players: int | None = None, reward: str = "outcome", **options: Any) -> np.ndarray:
        """Table before any deal: every field fresh, the options set.

        Args:
            num_players: players at the table; None for the game's default.
            reward: ``"outcome"`` or ``"score"``.
            **options: the game's own options.

        Returns:
            (1,) record of `dtype`.

        Raises:
            ValueError: for a number of players, a reward or an option that the game does not have.
        """
        if num_players is None:
            num_players = self.default_players
        is_number = isinstance(num_players, (int, np.integer)) and not isinstance(num_players, bool)
        if not is_number or num_players not in self.numbers_of_players:
            allowed = self.players_in_words
            raise ValueError(f"{self.name}: number of players must be {allowed}, got {num_players!r:.60}")
        num_players = int(num_players)
        if reward not in REWARDS:
            raise ValueError(must_be_one_of(f"{self.name}: reward", REWARDS, reward))
        tables = np.zeros(1, self.dtype)
        self.state.set_blank(tables)
        self.options.set_blank(tables["options"])
        try:
            self.options.from_words(options, tables[0]["options"])
        except ValueError as problem:
            raise ValueError(f"{self.name}: {problem}") from None
        tables["num_players"] = num_players
        tables["score_rewards"] = reward == "score"
        score_range = self.score_range
        tables["score_range"] = score_range(tables[0]["options"], num_players) if callable(score_range) else score_range
        return tables

    def unit_of(self, num_players: int | None = None, **options: Any) -> Unit:
        """Unit in which tables and pages show results with these settings; they are those of `blank`."""
        table = self.blank(num_players, **options)[0]
        return self.unit(table["options"], int(table["num_players"]))

    def pack_of(self, num_players: int, options: Any = None) -> Sequence[int]:
        """Codes of the cards in play for so many players.

        Args:
            num_players: players at the table.
            options: record of the game's options; None for the defaults.
        """
        assert self.pack is not None
        if not callable(self.pack):
            return self.pack
        return self.pack(num_players, self.blank(num_players)[0]["options"] if options is None else options)

    def deck(self, words: Sequence[str | int] | str, num_players: int, options: Any = None) -> np.ndarray:
        """Written deck, checked against the pack.

        Args:
            words: all cards of the pack, in the order of dealing.
            num_players: players at the table.
            options: as for `pack_of`.

        Returns:
            (cards,) int16, in reverse order: as they lie in a pile.

        Raises:
            ValueError: if a word is no card, or a card is missing or too many.
        """
        cards = self.cards.parse_all(words)
        problem = self.compare_with_pack(cards, self.pack_of(num_players, options))
        if problem:
            raise ValueError(f"{self.name}: the deck is not the {problem}")
        return np.array(cards[::-1], np.int16)

    def compare_with_pack(self, cards: Sequence[int], pack: Sequence[int]) -> str:
        """Difference of some cards from the game's pack, in words; empty if there is none."""
        difference = self.count(cards) - self.count(pack)
        if not difference.any():
            return ""
        parts = []
        for code in np.flatnonzero(difference):
            copies = abs(int(difference[code]))
            often = "" if copies == 1 else f" {copies} times"
            parts.append(f"{self.cards.words[code]} is {'too many' if difference[code] > 0 else 'missing'}{often}")
        more = f"; and {len(parts) - 6} more" if len(parts) > 6 else ""
        return f"game's pack of {len(pack)} cards: {'; '.join(parts[:6])}{more}"

    def count(self, cards: Sequence[int] | np.ndarray) -> np.ndarray:
        """Count of each card code, (codes,) int."""
        return np.bincount(np.asarray(cards, int), minlength=len(self.cards.words))

    def table(self, seed: int | None = None, deck: Any = None, dealer: int | None = None, **settings: Any) -> Table:
        """Table with the cards dealt.

        Args:
            seed: seed of the table's generator; None for a random one.
            deck: a written deck instead of a shuffled one; see `deck`.
            dealer: the dealer's seat.
            **settings: as for `blank`.
        """
        table = Table(self, self.blank(**settings))
        table.reset(seed, deck=deck, dealer=dealer)
        return table

    def position(
        self,
        *,
        num_players: int | None = None,
        reward: str = "outcome",
        options: Mapping[str, Any] | None = None,
        **words: Any,
    ) -> Table:
        """Table in a written position.

        Args:
            num_players: players at the table; None for the game's default.
            reward: ``"outcome"`` or ``"score"``.
            options: the game's own options.
            **words: fields of the state in words, and the engine's ``player``, ``dealer``, ``steps``, ``seed``,
                ``score``, ``reward``, ``over`` and ``truncated``; the others are fresh. Cards that no field names go
                to the game's `rest`.

        Raises:
            ValueError: for unknown fields, unfit values, cards that are too many or missing, or an impossible position.
                If no action is legal, the position must have ``over=True``.
        """
        table = Table(self, self.blank(num_players, reward, **(options or {})))
        table.set_position(words)
        return table
