"""Matches: games of several hands, between which all cards are gathered, shuffled and dealt anew.

A game declares its number of hands, scores each of them and goes on with ``next_hand``::

    MATCH = Match(most=10)
    STATE = State(Pile("stock", CARDS), ..., MATCH.counter)
    VIEW = STATE.view(..., MATCH.left)
    OPTIONS = Options(MATCH.option)

    next_hand = MATCH.next_hand(STATE, PACK, deal)


    @rule
    def end_hand(state):
        ...  # the score
        next_hand(state, (state.dealer + 1) % state.num_players)

    GAME = Game(..., match=MATCH)
"""

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from cardzoo.envs.engine import piles
from cardzoo.envs.engine.compiling import rule
from cardzoo.envs.engine.fields import NONE, Field, Number, Pile, State, suggest
from cardzoo.envs.engine.rewards import reward_best_score
from cardzoo.envs.engine.written import loop, write_rule

Rule = Callable[..., Any]


@rule
def never(state):
    """Default of ``is_over``, for a match with a fixed number of hands."""
    return False


@rule
def as_many_as_it_takes(options):
    """``length`` of a match without a fixed number of hands or a bound."""
    return NONE


class Match:
    """Match: the number of hands of a game, and the fields that hold it.

    Args:
        most: greatest value of the option.
        longest: most hands of a game, if one that something else ends may take more.
        default: default number of hands; None for a game that is played until something else ends it. The option is
            then optional.
        bound: whether the option, ``max_hands`` then, only truncates a game that something else should end.
        stop: greatest value of a second option, ``max_hands``, after which a game without a fixed number of hands is
            truncated, if nothing else has ended it; None without such an option.
        early: whether something else may end a game before so many hands; always true of a bound.
        hands: the game's word for its hands, such as ``"races"``.
        length: ``length(options)``: number of hands, if the option does not hold it; -1 for as many as it takes.
        shortest: options of the shortest match: one hand, or as many as belong together.
        stakes: the field, a number a seat, whose change is the result of a hand.

    Attributes:
        counter: field of the state: hands that are over. It rises as each hand ends.
        left, to_come: fields of the view: hands to be played, with or without this one; 0 if unknown. If the option is
            a ``bound``, hands until the game is stopped. The engine fills them.
        option: field of the options: number of hands.
        stops: whether the game has this second option.
        stop: field of the options: hands after which a game without a fixed number is truncated.
        to_stop: field of the view: hands until then; 0 in a game with a fixed number. The engine fills it.
    """

    def __init__(
        self,
        most: int,
        *,
        longest: int | None = None,
        default: int | None = 1,
        bound: bool = False,
        stop: int | None = None,
        early: bool = False,
        hands: str = "hands",
        length: Rule | None = None,
        shortest: Mapping[str, Any] | None = None,
        stakes: str = "score",
    ) -> None:
        name = f"max_{hands}" if bound else hands
        meaning = f"{hands} after which the game is truncated" if bound else f"how many {hands} are played"
        unknown = "" if default else "; 0 if the number is unknown"
        self.counter = Number(f"{hands}_over", high=longest or most, doc=f"{hands} that are over")
        coming = f"{hands} until the game is stopped" if bound else f"{hands} to be played"
        others = (
            f"{hands} after this one until the game is stopped" if bound else f"{hands} to be played after this one"
        )
        self.left = Number(f"{hands}_left", high=most, doc=f"{coming}, this one included{unknown}")
        self.to_come = Number(f"{hands}_to_come", high=most - 1, doc=others + unknown)
        self.option = Number(
            name,
            low=1,
            high=most,
            default=default,
            optional=default is None,
            doc=meaning if default else f"{meaning}; None: until the target is reached",
        )
        self.stops = stop is not None
        highest = stop or most
        truncates = f"{hands} after which the match is truncated"
        self.stop = Number(f"max_{hands}", low=1, high=highest, default=highest, doc=truncates)
        until = f"{hands} until a match to the target is stopped, this one included"
        self.to_stop = Number(f"{hands}_to_stop", high=highest, doc=until)
        self.early = early or bound
        self.length = length or _length_of(name)
        self._length = getattr(self.length, "py_func", self.length)  # checks of a position compile nothing
        self.shortest = ({} if bound or default == 1 else {name: 1}) if shortest is None else dict(shortest)
        self.stakes = stakes

    def next_hand(
        self,
        state: State,
        pack: np.ndarray | Rule,
        deal: Rule,
        *,
        is_over: Rule = never,
        reward: Rule = reward_best_score,
        keeps: str = "",
    ) -> Rule:
        """``next_hand(state, dealer)``, which ends a hand that has been scored.

        It counts the hand. After the last one the game is over, and the seats receive their rewards. Otherwise every
        field of the state becomes fresh, the pack is shuffled into the ``stock``, and the next hand is dealt.
        ``dealer`` is its dealer, whose left neighbour has the turn.

        Args:
            state: the game's state.
            pack: (cards,) int16, the codes of the pack in the order in which it is shuffled; or a rule ``pack(state)``
                that pushes them onto the empty ``stock``.
            deal: ``deal(state)`` deals a hand.
            is_over: ``is_over(state)``: True if it was the last hand, whatever the option's number.
            reward: ``reward(state)`` assigns the rewards of the match.
            keeps: names of fields that outlast a hand.

        Raises:
            ValueError: if one of them is no field of the state.
        """
        kept = keeps.split()
        for name in kept:
            if name not in state.fields:
                raise ValueError(f"keeps: {name!r} is no field of the state; {suggest(name, state.fields)}")
        fresh: list[str] = []
        for field in state:
            if field.name not in (self.counter.name, "stock", *kept):
                fresh += _refresh(field)
        lines = [
            *self._count_hand(),
            *("    state.over = True", "    reward(state)", "    return"),
            *fresh,
            *(["clear(state.stock)", "pack(state)"] if callable(pack) else ["fill(state.stock, pack)"]),
            "shuffle(state, state.stock)",
            "state.dealer = dealer",
            "state.player = (dealer + 1) % state.num_players",
            "deal(state)",
        ]
        names = {
            "length": self.length,
            "is_over": is_over,
            "reward": reward,
            "clear": piles.clear,
            "fill": piles.fill,
            "shuffle": piles.shuffle,
            "pack": pack,
            "deal": deal,
        }
        return write_rule("next_hand(state, dealer)", "The next hand, or the end.", lines, names, deal.__module__)

    def _count_hand(self) -> list[str]:
        """Lines of code that count a hand; the last one begins what is done if it was the match's last hand."""
        over = f"state.{self.counter.name}"
        if not self.stops:
            return [f"{over} += 1", f"if {over} == length(state.options) or is_over(state):"]
        return [
            f"{over} += 1",
            "hands = length(state.options)",
            f"is_end = {over} == hands or is_over(state)",
            f"state.truncated = not is_end and hands == {NONE} and {over} == state.options.{self.stop.name}",
            "if is_end or state.truncated:",
        ]

    def hands_in_all(self, options: Any) -> int:
        """Number of hands with some options, -1 for as many as it takes; without compiling."""
        return int(self._length(options))

    def problem_of(self, state: Any) -> str:
        """Error in the number of hands that are over, in words; empty if there is none."""
        over, hands = int(state[self.counter.name]), self.hands_in_all(state.options)
        too_many = over > hands - (not state.over)
        too_few = state.over and over < hands and not self.early
        if hands == NONE or not (too_many or too_few):
            return ""
        return f"{self.counter.name}: the game is over after {hands}, and not before"


def _length_of(option: str) -> Rule:
    """``length(options)`` that an option holds."""

    @rule
    def length(options: Any) -> Any:
        """Value of the option."""
        return options[option]

    return length


def _refresh(field: Field) -> list[str]:
    """Lines of code that set a field of the state to its fresh value."""
    if not isinstance(field, Pile):
        every = "[:]" if field.entry[2] else ""
        return [f"state.{field.name}{every} = {field.blank}"]
    index = [f"k{axis}" for axis in range(len(field.shape))]
    pile = f"state.{field.name}" + (f"[{', '.join(index)}]" if index else "")
    lines = [f"clear({pile})"]
    for name, size in reversed(list(zip(index, field.shape, strict=True))):
        lines = loop(name, int(size), lines)
    return lines
