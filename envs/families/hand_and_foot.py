"""Hand and Foot and its descendants: canastas of seven cards, and several hands of cards to play through.

Besides the fields of `canastas` the state has

- ``part``, which of the hands of cards a player has taken last, and ``feet``, the last ones, as long as they lie there;
- ``canastas`` and ``mixed_canastas``, by side and rank, those without and with wild cards among others; canastas of
  wild cards alone count as natural ones of 2s. Their cards are in ``laid`` and in no meld;
- ``buried``, how many cards of the stock, from a place ``at`` on, all have seen going there.

``limits`` is (13, 8) int64, how many wild cards a meld of a rank and size may hold.
"""

from collections.abc import Callable, Iterable
from typing import Any

import numpy as np

from cardzoo.envs.engine import NO_CARD, RANKS, arrays, piles, rule
from cardzoo.envs.engine.cards import THREE, TWO
from cardzoo.envs.families import canastas
from cardzoo.envs.families.canastas import (
    BACK,
    DOWN,
    JOKER,
    NATURAL,
    NO_CARDS,
    NOBODY,
    NOT_YET,
    POINTS,
    RED_THREE,
    Phase,
    Rule,
    meld_size,
    side_of,
)
from cardzoo.envs.scene import Look

CANASTA_SIZE = 7
DRAWN = np.int16(2)
MINIMUMS = (50, 90, 120, 150)
MOST_HANDS = len(MINIMUMS)
NO_RANK = np.int64(-1)

# For the search of `can_reach`. Eight wild cards, which count 160, would do for every minimum.
MOST_USED = 7
UNIT = 5
ENOUGH = 1 + MINIMUMS[-1] // UNIT
NO_WILDS = np.int64(1)  # no points, without wild cards


def make_limits(mixable: Iterable[int], by_size: Iterable[int]) -> np.ndarray:
    """The limits of melds; wild cards among themselves have none.

    Args:
        mixable: ranks whose melds take wild cards.
        by_size: how many a meld of no card may hold, of one, and so on to seven.
    """
    limits = np.zeros((RANKS, CANASTA_SIZE + 1), np.int64)
    limits[list(mixable)] = list(by_size)
    limits[TWO] = CANASTA_SIZE
    return limits


def cards_drawn(look: Look) -> int:
    """Number of cards that drawing brings, for the action's label: a single card of the stock is not drawn."""
    return int(DRAWN) if look.view["stock_size"] >= DRAWN else 0


@rule
def hands_in_all(options):
    """Number of hands of a match that begins with a later deal."""
    return min(options.hands, MOST_HANDS + 1 - options.first_deal)


@rule
def minimum(state):
    """Points that the first melds of a side must count in this deal."""
    return MINIMUMS[state.options.first_deal - 1 + state.hands_over]


@rule
def turn_up(state, at, unfit):
    """The first upcard. Cards unfit for it are buried, with ``at`` others below them.

    Args:
        state: the state.
        at: the lowest place of buried cards.
        unfit: (54,) bool, the cards that may not be it.
    """
    card = piles.draw(state.stock)
    while unfit[card]:
        cards = state.stock.cards
        for place in range(state.stock.height, at, -1):
            cards[place] = cards[place - 1]
        cards[at] = card
        state.stock.height += 1
        state.buried += 1
        card = piles.draw(state.stock)
    return card


@rule
def draw_cards(state, number, at, replaces):
    """The player takes cards of the stock, and lays down red 3s.

    Args:
        state: the state.
        number: how many cards.
        at: the lowest place of buried cards.
        replaces: whether red 3s are replaced, as long as there is a stock.
    """
    player = state.player
    while number > 0 and state.stock.height > 0:
        card = piles.draw(state.stock)
        state.hands[player, card] += 1
        if card != RED_THREE:
            state.known[player, card] += at <= state.stock.height < at + state.buried
        number -= card != RED_THREE or not replaces
    canastas.lay_red_threes(state)


@rule
def fits(state, laid, limits):
    """Returns whether the hand has the cards of a lay and the meld can take them."""
    rank, naturals, twos, jokers = laid
    if not canastas.has_cards(state.hands[state.player], laid):
        return False
    side = side_of(state.player)
    size = meld_size(state, side, rank) + naturals + twos + jokers
    wilds = state.twos[side, rank] + state.jokers[side, rank] + twos + jokers
    return size <= CANASTA_SIZE and wilds <= limits[rank, size]


@rule
def lay(state, laid, way):
    """Lay cards from the player's hand down onto the table, or take them back.

    A canasta is counted, but its cards stay in ``melds``, ``twos`` and ``jokers`` until `put_down`.
    """
    if way == BACK:
        count_canasta(state, laid[0], way)
    canastas.lay(state, laid, way)
    if way == DOWN:
        count_canasta(state, laid[0], way)


@rule
def count_canasta(state, rank, way):
    """Count a complete meld of the player's side of the rank as a canasta, or no longer."""
    side = side_of(state.player)
    if meld_size(state, side, rank) == CANASTA_SIZE:
        if state.twos[side, rank] + state.jokers[side, rank] > 0 and rank != TWO:
            state.mixed_canastas[side, rank] += way
        else:
            state.canastas[side, rank] += way


@rule
def put_down(state, laid):
    """Lay cards for good: a canasta takes no more."""
    rank, side = laid[0], side_of(state.player)
    lay(state, laid, DOWN)
    canastas.forget_laid(state, laid)
    if meld_size(state, side, rank) == CANASTA_SIZE:
        state.melds[side, rank] = state.twos[side, rank] = state.jokers[side, rank] = 0


def helping(added: np.ndarray, may_run_out: Rule) -> Rule:
    """``last_card_helps(state, limits)``: whether the last card of the hand completes a meld so that one may run out.

    Args:
        added: (lays, 4), those that add a card to a meld.
        may_run_out: ``may_run_out(state)``: whether the player may be left without cards.
    """

    @rule
    def last_card_helps(state, limits: Any) -> Any:
        """Tries each place for the last card."""
        side = side_of(state.player)
        for place in range(len(added)):
            is_last = meld_size(state, side, added[place, 0]) == CANASTA_SIZE - 1
            if is_last and fits(state, added[place], limits):
                lay(state, added[place], DOWN)
                helps = may_run_out(state)
                lay(state, added[place], BACK)
                if helps:
                    return True
        return False

    return last_card_helps


@rule
def can_reach(state, missing, canasta, limits):
    """Returns whether cards that bring the points can all be laid, with a canasta of the rank ``canasta``, if any.

    Wild cards count the same in any meld. So the most that melds of other ranks can bring is counted for each
    number of wild cards in them; then the wild meld takes all cards that it can.
    """
    side = side_of(state.player)
    hand = state.hands[state.player]
    wilds = hand[TWO] + hand[JOKER]
    most = NO_WILDS
    for rank in NATURAL:
        if hand[rank] > 0 or meld_size(state, side, rank) > 0 or rank == canasta:
            most = with_rank(state, most, rank, rank == canasta, limits)
    for used in range(min(wilds, MOST_USED) + 1):
        counted = most_with(most, used)
        if counted > 0:
            wild_meld = meld_size(state, side, TWO)
            added = wilds - used
            while not can_lay(TWO, wild_meld, 0, 0, added, limits):
                added -= 1
            jokers = min(used + added, hand[JOKER])
            brought = UNIT * (counted - 1) + POINTS[JOKER] * jokers + POINTS[TWO] * (used + added - jokers)
            if brought >= missing and (canasta != TWO or wild_meld + added >= CANASTA_SIZE):
                return True
    return False


@rule
def most_with(most, used):
    """The most points of natural cards with a number of wild cards, one more than that of 5s; 0 if impossible."""
    return most >> 8 * used & 255


@rule
def with_rank(state, most, rank, is_canasta, limits):
    """The most points when cards of one more rank may be laid, enough for a canasta if there is to be one.

    Args:
        state: the state.
        most: points that other ranks can bring.
        rank: the rank.
        is_canasta: whether there is to be one of it.
        limits: of melds.
    """
    side = side_of(state.player)
    hand = state.hands[state.player]
    size = meld_size(state, side, rank)
    wilds = state.twos[side, rank] + state.jokers[side, rank]
    addable = min(hand[TWO] + hand[JOKER], MOST_USED)
    result = np.int64(0)
    for added in range(min(addable, limits[rank, CANASTA_SIZE] * (1 + hand[rank])) + 1):
        naturals = hand[rank]
        while naturals >= 0 and not can_lay(rank, size, wilds, naturals, added, limits):
            naturals -= 1
        if naturals < 0 or (is_canasta and size + naturals + added < CANASTA_SIZE):
            continue
        for used in range(added, addable + 1):
            before, known = most_with(most, used - added), most_with(result, used)
            if before > 0:
                counted = min(before + naturals * POINTS[rank] // UNIT, ENOUGH)
                result += max(counted - known, 0) << 8 * used
    return result


@rule
def can_lay(rank, size, wilds, naturals, added, limits):
    """Returns whether natural and wild cards can all be laid: on a meld, then on new ones.

    Args:
        rank: of the meld.
        size: how many cards the meld has.
        wilds: how many of these are wild.
        naturals: natural cards to be laid.
        added: wild cards to be laid with them.
        limits: of melds.
    """
    number = naturals + added
    room = (CANASTA_SIZE - size) % CANASTA_SIZE
    if number <= room:
        return wilds + added <= limits[rank, size + number]
    most = limits[rank, CANASTA_SIZE]
    whole, rest = divmod(number - room, CANASTA_SIZE)
    places = min(room, most - wilds) + whole * most
    if rest > 0:
        places += limits[rank, rest]
    return added <= places and (rest == 0 or rest > 2)


@rule
def show_buried(state, view, at):
    """Cards that all have seen going into the stock."""
    top = min(state.stock.height, at + state.buried)
    for place in range(at, top):
        view.buried[state.stock.cards[place]] += 1
        view.next_buried = state.stock.cards[place]
        view.above_buried = state.stock.height - top


@rule
def show_canasta_cards(state, side, cards):
    """The cards on a side's table that are in no unfinished meld, except red 3s."""
    arrays.copy(state.laid[side], cards)
    cards[RED_THREE] = 0
    for rank in range(RANKS):
        cards[rank] -= state.melds[side, rank]
        cards[TWO] -= state.twos[side, rank]
        cards[JOKER] -= state.jokers[side, rank]


def redealing(can_finish: Rule) -> Rule:
    """``redeal(state, player, at, parts, is_bound)``: redraws cards that a seat cannot know.

    Args:
        can_finish: ``can_finish(state)``, the condition known, besides some cards, of a hand that is bound.
    """
    redeal_bound = canastas.redealing_bound(can_finish)

    @rule
    def redeal(state, player: Any, at: Any, parts: Any, is_bound: Any) -> None:
        """Redraws hands except known cards, hands not picked up yet, and the stock except buried cards.

        Red 3s come into no hand.

        Args:
            state: the state.
            player: the seat.
            at: the lowest place of buried cards.
            parts: hands that nobody has taken yet, such as ``(state.feet,)``.
            is_bound: whether more is known of the hand of the player whose turn it is.
        """
        buried = max(min(state.stock.height - at, state.buried), 0)
        stock = state.stock
        bound = state.player if state.player != player and is_bound else NOBODY
        hidden = 0 if state.over else state.num_players  # after the end all hands are open
        for other in range(hidden):
            for cards in parts:
                canastas.lift_hidden(cards[other], NO_CARDS, stock)
            if other != player and other != bound:
                canastas.lift_hidden(state.hands[other], state.known[other], stock)
        if bound != NOBODY and not state.over:
            redeal_bound(state, at, buried)
        for other in range(hidden):
            if other != player and other != bound:
                canastas.put_back_hidden(state, state.hands[other], RED_THREE, at, buried)
        for other in range(hidden):
            for cards in parts:
                canastas.put_back_hidden(state, cards[other], NO_CARD, at, buried)
        canastas.shuffle_stock(state, at, buried)

    return redeal


def wrong_scores(state, most_loss: int, most_points: int, unit: int) -> str:
    """The first problem of the scores of a written position.

    Args:
        state: the state.
        most_loss: the most that a side can lose in a deal.
        most_points: the most that it can get.
        unit: common divisor of all scores.
    """
    deals = int(MOST_HANDS - hands_in_all(state.options) + state.hands_over)
    least, most = -deals * most_loss, deals * most_points
    is_possible = least <= state.score.min() <= state.score.max() <= most and not (state.score % unit).any()
    if not is_possible or (state.score[: canastas.SIDES] != state.score[canastas.SIDES :]).any():
        return f"score: partners have the same, {least} to {most} in steps of {unit} before this deal"
    return ""


def wrong_turn(state, asks: int) -> str:
    """The first problem of the phase in a written position; ``asks`` is the part with which one asks."""
    phase, is_answered = state.phase, state.answer != NOT_YET
    on_turn = canastas.partner_of(state, state.player) if phase == Phase.ANSWER else state.player
    if phase != Phase.ANSWER and (phase == Phase.MELD) != (state.source != NOT_YET):
        return "source: it is set once the player melds, and not before"
    if (is_answered or phase == Phase.ANSWER) and (
        state.part[on_turn] != asks or is_answered == (phase == Phase.ANSWER)
    ):
        return "answer: a player with the foot asks once a turn"
    return ""


def wrong_table(state, limits: np.ndarray) -> str:
    """The first problem of the sides' cards on the table in a written position."""
    is_mixed = (limits[:, CANASTA_SIZE] > 0) & (np.arange(RANKS) != TWO)
    for side in range(canastas.SIDES):
        laid, melds, twos, jokers = state.laid[side], state.melds[side], state.twos[side], state.jokers[side]
        naturals, mixed = state.canastas[side], state.mixed_canastas[side]
        for rank in range(RANKS):
            size, wilds = melds[rank] + twos[rank] + jokers[rank], twos[rank] + jokers[rank]
            is_meld = rank != THREE and 3 <= size < CANASTA_SIZE and wilds <= limits[rank, size]
            if size and not (is_meld and (rank != TWO or twos[rank] == 0)):
                return "melds, twos, jokers: they are unfinished melds of three to six cards"
            least = CANASTA_SIZE - limits[rank, CANASTA_SIZE]  # in a mixed canasta
            if (
                rank not in (TWO, THREE)
                and melds[rank] + CANASTA_SIZE * naturals[rank] + least * mixed[rank] > laid[rank]
            ):
                return "laid: it has the cards of all melds and canastas"
        if naturals[THREE] or mixed[~is_mixed].any():
            return "canastas: 3s are in none, and only natural cards besides wild ones make mixed ones"
        wilds = melds[TWO] + twos.sum() + jokers.sum() + CANASTA_SIZE * naturals[TWO] + mixed.sum()
        if melds[TWO] + twos.sum() > laid[TWO] or jokers.sum() > laid[JOKER] or wilds > laid[TWO] + laid[JOKER]:
            return "laid: it has the wild cards of all melds and canastas"
    return ""


def wrong_openings(state, can_finish: Callable[[Any], Any]) -> str:
    """The first problem of first melds that do not count enough."""
    for side in range(canastas.SIDES):
        is_melding = state.phase == Phase.MELD and side == side_of(state.player)
        is_begun = not state.over and 0 < canastas.points(state.laid[side]) < minimum(state)
        if is_begun and not (is_melding and can_finish(state)):
            return "laid: first melds reach the minimum, or in this turn they still can"
    return ""
