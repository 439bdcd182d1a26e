"""Canasta and its relatives: melds of one rank, perhaps with wild cards, that the partners of a side lay down together.

Cards of a rank are all alike, but for 3s: they are written as clubs, 9♣ being any 9, 3♣ a black 3 and 3♦ a red one.
Jokers and 2s are wild. A *lay* is the cards of one action: the meld's rank, then how many cards of this rank, 2s and
jokers; melds of wild cards alone have rank 2. The state of a game has

- ``hands``, ``known``, the cards of them that all know, ``stock``, ``discard_pile`` and ``upcard``, its top card;
- ``laid``, all that a side has on the table, and of it, by side and rank, the melds that take more cards: ``melds``,
  the cards of their own ranks, ``twos`` and ``jokers``;
- ``source``, the beginning of the turn, and ``answer``, the partner's answer to going out.
"""

from collections.abc import Callable, Iterable, Sequence
from enum import IntEnum
from typing import Any

import numpy as np

from cardzoo.envs.engine import (
    CARDS,
    CARDS_AND_JOKERS,
    NO_CARD,
    RANKS,
    SUITS,
    Actions,
    Block,
    Place,
    Sides,
    arrays,
    piles,
    rewards,
    rng,
    rule,
)
from cardzoo.envs.engine.cards import ACE, CARD_WORDS, EIGHT, FOUR, KING, RANK_WORDS, SEVEN, THREE, TWO
from cardzoo.envs.scene import RANK_ONLY, STOCK, Beside, Hands, Look, RankMelds, RealPack, Top, Zone

SIDES = Sides(2)
MOST_PLAYERS = 4
RED_THREE = CARD_WORDS.index("3♦")
JOKER = CARD_WORDS.index("joker")
NATURAL = (*range(FOUR, KING + 1), ACE)
DISCARDED = (*NATURAL, TWO, JOKER, THREE)
TENS, FIVES = 10, 5  # units of the scores in views: in points they can be too large for their numbers
NOT_YET = -1
# Arguments of one type wherever they are given, so that rules are compiled once.
NOBODY = np.int64(-1)
DOWN, BACK = np.int64(1), np.int64(-1)
NO_CARDS = np.zeros(CARDS_AND_JOKERS, np.int16)
TRIES = 300  # to draw a hand again of which something is known

NAMES = {**dict(enumerate(RANK_WORDS)), JOKER: "joker", THREE: "black 3"}
FACES = {card: RANK_ONLY + card for card in range(RANKS) if card != THREE}
"""Pictures of the cards that are written as clubs."""
SAYS = {"ask": "Ask to go out", "yes": "Say yes", "no": "Say no"}
"""Labels of the actions of `ASKING`."""


def name_melds(actions: Actions) -> dict[str, list[str]]:
    """Names of melds and discards for people, such as ``"9-9-2"`` and ``"a black three"``."""
    black = "black 3"
    melds = [words.split() for words in (name.replace(black, "black") for name in actions.objects("meld"))]
    named = [f"{len(meld)} black threes" if "black" in meld else "-".join(meld) for meld in melds]
    return {"meld": named, "discard": [name.replace(black, "a black three") for name in actions.objects("discard")]}


AREAS = (
    Hands("hand", known="known"),
    Beside(STOCK, Top("discard_pile", "discard pile", top="upcard")),
    RankMelds("melds", twos="twos", jokers="jokers"),
)
"""Layout of the table."""
ALIKE = {
    **{rank: tuple(rank + RANKS * suit for suit in range(SUITS)) for rank in (*NATURAL, TWO)},
    THREE: (THREE, THREE + RANKS * (SUITS - 1)),
    RED_THREE: (RED_THREE, RED_THREE + RANKS),
}
"""The real cards behind those that are written as clubs and diamonds."""
RED_CARDS, BLACK_CARDS = range(RANKS, 3 * RANKS), (*range(RANKS), *range(3 * RANKS, CARDS))
PHASES = {
    "draw": "Draw from the stock, or take the pile",
    "meld": "Meld or discard",
    "answer": "Let your partner go out, or refuse it",
}
"""Instructions to the player in each `Phase`."""
BOOKS = tuple("wild" if rank == TWO else f"{word}s" for rank, word in enumerate(RANK_WORDS))
"""Names of canastas that are counted by ranks, those of wild cards at the rank 2."""


def real_pack(copies: int) -> RealPack:
    """The real cards on the table of a game with this many cards of each rank."""
    seats = range(MOST_PLAYERS)
    melds = [f"melds.{side}.{rank}" for side in range(SIDES) for rank in range(RANKS)]
    hands, laid = [f"hand.{seat}" for seat in seats], [f"laid.{side}" for side in range(SIDES)]
    rows, cards = (*hands, *hands, *melds, "discard_pile", *laid), (copies // SUITS,) * CARDS
    return RealPack(rows, count_lying, ALIKE, lambda state: cards, find_top)


def count_lying(state: Any) -> np.ndarray:
    """The cards of each row: hidden cards of hands, known ones, melds, the pile, then canastas and red 3s by side."""
    melds = np.zeros((SIDES, RANKS, CARDS_AND_JOKERS), np.int16)
    melds[:, range(RANKS), range(RANKS)] = state["melds"]
    melds[:, :, TWO] += state["twos"]
    melds[:, :, JOKER] = state["jokers"]
    pile = state["discard_pile"]
    if pile.dtype.names:
        pile = np.bincount(pile["cards"][: pile["height"]], minlength=CARDS_AND_JOKERS)
    rows = (
        state["hands"] - state["known"],
        state["known"],
        melds.reshape(-1, CARDS_AND_JOKERS),
        pile[None],
        state["laid"] - melds.sum(axis=1),
    )
    return np.concatenate(rows)


def find_top(zone: Zone) -> Sequence[int]:
    """The cards one of which lies on top of a canasta: red ones if it is natural, black ones if it is mixed."""
    return RED_CARDS if zone.note.startswith("red") else BLACK_CARDS if zone.note.startswith("black") else ()


DRAWS = ("Let the deal end", "Draw a card", "Draw two cards")
"""Names of drawing, by how many cards it brings."""


def naming_draw(cards: Callable[[Look], int]) -> Callable[[Look], str]:
    """The label of drawing; ``cards(look)`` is how many cards it brings, 0 where the deal ends."""
    return lambda look: DRAWS[cards(look)]


def asking_to_draw(cards: Callable[[Look], int]) -> Callable[[Look], str]:
    """The question in `Phase.DRAW` where drawing brings no card."""
    return lambda look: "" if cards(look) else "Take the pile, or let the deal end"


Lay = tuple[int, int, int, int]
Rule = Callable[..., Any]


class Phase(IntEnum):
    """Decisions of the player whose turn it is."""

    DRAW = 0
    MELD = 1
    ANSWER = 2


class Source(IntEnum):
    """The way a turn has begun."""

    STOCK = 0
    PILE = 1


class Answer(IntEnum):
    """The partner's answer to going out."""

    NO = 0
    YES = 1


def make_pack(copies: int) -> np.ndarray:
    """A pack with this many cards of each rank, half as many red 3s, black 3s and jokers: (cards,) int16."""
    return np.array([*NATURAL, TWO] * copies + [THREE, RED_THREE, JOKER] * (copies // 2), np.int16)


def value_cards(red_three: int, black_three: int) -> np.ndarray:
    """The value of each card, given those of 3s: (54,) int16."""
    values = np.zeros(CARDS_AND_JOKERS, np.int16)
    values[FOUR : SEVEN + 1] = 5
    values[EIGHT : KING + 1] = 10
    values[[ACE, TWO, JOKER, RED_THREE, THREE]] = 20, 20, 50, red_three, black_three
    return values


POINTS = value_cards(0, 0)
"""The value of melded cards."""


def begun_lays(mixable: Iterable[int], wild: bool) -> list[Lay]:
    """The ways to begin a meld with three cards.

    Args:
        mixable: ranks whose melds take wild cards.
        wild: whether there are melds of wild cards alone.
    """
    return [
        *[(rank, 3, 0, 0) for rank in NATURAL],
        *[(rank, 2, 1, 0) for rank in mixable],
        *[(rank, 2, 0, 1) for rank in mixable],
        *[(TWO, 3 - jokers, 0, jokers) for jokers in range(4) if wild],
    ]


def added_lays(mixable: Iterable[int], wild: bool) -> list[Lay]:
    """The ways to add a card to a meld; the arguments are those of `begun_lays`."""
    return [
        *[(rank, 1, 0, 0) for rank in NATURAL],
        *[(rank, 0, 1, 0) for rank in mixable],
        *[(rank, 0, 0, 1) for rank in mixable],
        *[(TWO, 1 - joker, 0, joker) for joker in range(2) if wild],
    ]


def begun_words(rank: int, naturals: int, twos: int, jokers: int) -> list[int]:
    """The cards of a new meld."""
    return [rank] * naturals + [TWO] * twos + [JOKER] * jokers


def added_words(rank: int, naturals: int, twos: int, jokers: int) -> int | tuple[int | str | Place, ...]:
    """A card that is added to a meld; a wild card with the meld."""
    if naturals and rank != TWO:
        return rank
    return JOKER if jokers else TWO, "to", Place("melds", 0, rank, words="wild" if rank == TWO else RANK_WORDS[rank])


def meld_blocks(begun: Sequence[Lay], added: Sequence[Lay]) -> tuple[Block, ...]:
    """The actions that lay cards down, and those that discard one."""
    return (
        Block("meld", [begun_words(*laid) for laid in begun], names=NAMES, doc="begin a meld with three cards"),
        Block("add", [added_words(*laid) for laid in added], names=NAMES, doc="add a card to a meld"),
        Block("discard", DISCARDED, names=NAMES, doc="end the turn with a discard"),
        Block("end", doc="end the turn without a discard"),
    )


ASKING = (
    Block("ask", doc="ask the partner for leave to go out"),
    Block("yes", doc="let the partner go out"),
    Block("no", doc="do not let the partner go out"),
)
"""The actions of asking; the first two and the last one of a turn's phase `Phase.ANSWER`."""


@rule
def side_of(player):
    """The side of a player, one of two."""
    return player % SIDES


@rule
def next_player(state):
    """The left neighbour of the player."""
    return (state.player + 1) % state.num_players


@rule
def partner_of(state, player):
    """The player opposite; of two players, who play for themselves, the player."""
    return (player + 2) % state.num_players


@rule
def answer(state, said):
    """The partner says whether the player may go out; the player goes on."""
    state.answer = said
    state.phase = Phase.DRAW if state.source == NOT_YET else Phase.MELD
    state.player = partner_of(state, state.player)


@rule
def ask(state):
    """The partner is to answer."""
    state.phase = Phase.ANSWER
    state.player = partner_of(state, state.player)


@rule
def meld_size(table, side, rank):
    """Cards in a side's meld of the rank that takes more, in the state or a view."""
    return table.melds[side, rank] + table.twos[side, rank] + table.jokers[side, rank]


@rule
def points(cards):
    """The value of melded cards."""
    total = POINTS[JOKER] * cards[JOKER]
    for rank in range(RANKS):
        total += POINTS[rank] * cards[rank]
    return total


@rule
def missing_points(state, minimum):
    """Points that the melds of the player's side lack to a minimum; 0 or less when they lack none."""
    return minimum - points(state.laid[side_of(state.player)])


@rule
def is_opening(state, minimum):
    """Returns whether the player has begun the side's first melds, and they do not count enough yet."""
    return 0 < missing_points(state, minimum) < minimum


@rule
def has_cards(hand, laid):
    """Returns whether a hand has the cards of a lay."""
    rank, naturals, twos, jokers = laid
    return hand[rank] >= naturals and hand[TWO] >= twos and hand[JOKER] >= jokers


@rule
def lay(state, laid, way):
    """Lay cards from the player's hand down onto the table, or take them back."""
    rank, naturals, twos, jokers = laid
    side = side_of(state.player)
    for card, number in ((rank, naturals), (TWO, twos), (JOKER, jokers)):
        state.hands[state.player, card] -= number * way
        state.laid[side, card] += number * way
    state.melds[side, rank] += naturals * way
    state.twos[side, rank] += twos * way
    state.jokers[side, rank] += jokers * way


def masking(begun: np.ndarray, added: np.ndarray, may_lay: Rule) -> Rule:
    """``mask_lays(state, mask)``: the melds that may be begun, where there is none, or added to.

    Its mask begins with these actions.

    Args:
        begun: (lays, 4), those that begin a meld.
        added: (lays, 4), those that add to one.
        may_lay: ``may_lay(state, laid)``: whether a lay is legal where it is possible.
    """

    @rule
    def mask_lays(state, mask: Any) -> None:
        """Tries one lay after the other."""
        side = side_of(state.player)
        for place in range(len(begun)):
            if meld_size(state, side, begun[place, 0]) == 0:
                mask[place] = may_lay(state, begun[place])
        for place in range(len(added)):
            if meld_size(state, side, added[place, 0]) > 0:
                mask[len(begun) + place] = may_lay(state, added[place])

    return mask_lays


@rule
def move_upcard(state, way):
    """Move the upcard from the pile down into the player's hand, or back."""
    state.discard_pile[state.upcard] -= way
    state.hands[state.player, state.upcard] += way


@rule
def add_cards(cards, more):
    """Add sets of cards, one after the other."""
    for card in range(CARDS_AND_JOKERS):
        cards[card] += more[card]


@rule
def forget(state, card, number):
    """Remove cards of a kind from those known to be in the player's hand, as far as there are any."""
    state.known[state.player, card] = max(state.known[state.player, card] - number, 0)


@rule
def forget_laid(state, laid):
    """Remove all cards of a lay from those known to be in the player's hand."""
    rank, naturals, twos, jokers = laid
    for card, number in ((rank, naturals), (TWO, twos), (JOKER, jokers)):
        forget(state, card, number)


@rule
def lay_red_threes(state):
    """The player lays down all red 3s; returns how many."""
    hand = state.hands[state.player]
    number = hand[RED_THREE]
    hand[RED_THREE] = 0
    state.laid[side_of(state.player), RED_THREE] += number
    return number


@rule
def take_into_hand(state, cards):
    """Take all cards of a set; red 3s go on to the table."""
    add_cards(state.hands[state.player], cards)
    cards[:] = 0
    lay_red_threes(state)


def reaching(can_reach: Rule) -> Rule:
    """``can_reach_keeping(state, missing, number)``: whether the hand brings points and keeps two cards at most.

    Args:
        can_reach: ``can_reach(state, missing)``: whether the hand can bring them.
    """

    @rule
    def can_reach_keeping(state, missing: Any, number: Any) -> Any:
        """Lays each card or pair of cards aside in turn."""
        hand = state.hands[state.player]
        found = number == 0
        for first in range(CARDS_AND_JOKERS):
            if hand[first] > 0 and not found:
                hand[first] -= 1
                if number == 1:
                    found = can_reach(state, missing)
                else:
                    for second in range(first, CARDS_AND_JOKERS):
                        if hand[second] > 0 and not found:
                            hand[second] -= 1
                            found = can_reach(state, missing)
                            hand[second] += 1
                hand[first] += 1
        return found

    return can_reach_keeping


@rule
def end_match(state):
    """The best score wins. All cards have been shown."""
    arrays.copy(state.hands, state.known)
    rewards.reward_best_score(state)


# Redeals of cards that a seat cannot know. All that is hidden is laid on the stock and dealt back. In the middle of the
# stock there may be cards that all have seen going there: ``buried`` of them, the lowest at the place ``at``.


@rule
def lift_hidden(cards, known, stock):
    """Lay cards that are not known on the stock; their number stands for them in the place of red 3s."""
    number = 0
    for card in range(CARDS_AND_JOKERS):
        for _ in range(cards[card] - known[card]):
            piles.push(stock, card)
            number += 1
        cards[card] = known[card]
    cards[RED_THREE] = number


@rule
def put_back_hidden(state, cards, barred, at, buried):
    """Put as many random cards of the stock back as `lift_hidden` has laid there.

    Args:
        state: the state.
        cards: the set that receives them.
        barred: a kind that may not, or `NO_CARD`.
        at: the lowest place of buried cards.
        buried: how many there are.
    """
    stock = state.stock
    number = cards[RED_THREE]
    cards[RED_THREE] = 0
    while number > 0:
        place = place_of(rng.below(state, stock.height - buried), at, buried)
        if stock.cards[place] != barred:
            piles.swap(stock.cards, place, stock.height - 1)
            cards[piles.draw(stock)] += 1
            number -= 1


@rule
def place_of(number, at, buried):
    """The place in the stock of a card that is not buried, counted from the bottom."""
    return number if number < at else number + buried


@rule
def shuffle_stock(state, at, buried):
    """Put the stock in random order, except buried cards."""
    cards = state.stock.cards
    for last in range(state.stock.height - buried - 1, 0, -1):
        piles.swap(cards, place_of(last, at, buried), place_of(rng.below(state, last + 1), at, buried))


def redealing_bound(can_finish: Rule) -> Rule:
    """``redeal_bound(state, at, buried)``: redraws a hand of which more is known than some of its cards.

    The hand is that of the player whose turn it is. It is dealt again until it agrees with what is known. If that takes
    too long, single cards of the hand are exchanged with the stock as long as it agrees.

    Args:
        can_finish: ``can_finish(state)``, the condition known of the hand.
    """

    @rule
    def redeal_bound(state, at: Any, buried: Any) -> None:
        """Redraws a whole hand, then exchange after exchange that agrees with what is known."""
        hand, known, stock = state.hands[state.player], state.known[state.player], state.stock
        hidden = hand.sum() - known.sum()
        if hidden == 0 or stock.height == buried:
            return
        before = arrays.zeros(CARDS_AND_JOKERS, np.int16)
        arrays.copy(hand, before)
        for _ in range(TRIES):
            lift_hidden(hand, known, stock)
            put_back_hidden(state, hand, RED_THREE, at, buried)
            if can_finish(state):
                return
        take_back(state, before, at, buried)
        for _ in range(TRIES):
            card = find_hidden(hand, known, rng.below(state, hidden))
            place = place_of(rng.below(state, stock.height - buried), at, buried)
            other = stock.cards[place]
            if other != RED_THREE:
                hand[card] -= 1
                hand[other] += 1
                if can_finish(state):
                    stock.cards[place] = card
                else:
                    hand[other] -= 1
                    hand[card] += 1

    return redeal_bound


@rule
def take_back(state, before, at, buried):
    """Restores the player's hand by exchanges with the stock."""
    hand, cards = state.hands[state.player], state.stock.cards
    for number in range(state.stock.height - buried):
        place = place_of(number, at, buried)
        lacking = cards[place]
        if hand[lacking] < before[lacking]:
            spare = 0
            while hand[spare] <= before[spare]:
                spare += 1
            hand[spare] -= 1
            hand[lacking] += 1
            cards[place] = spare


@rule
def find_hidden(hand, known, number):
    """The card with this number among those of a hand that are not known."""
    for card in range(CARDS_AND_JOKERS):
        number -= hand[card] - known[card]
        if number < 0:
            return card
    return NO_CARD
