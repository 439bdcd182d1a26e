"""Scripted agents of Triple Play."""

import numpy as np

from cardzoo.agents.families.canastas import ME, PARTNER, could_run_out, discarding, laying_plainly
from cardzoo.envs.engine import RANKS, rule
from cardzoo.envs.engine.cards import FIVE, SEVEN, THREE, TWO
from cardzoo.envs.families.canastas import JOKER, POINTS, TENS, Answer, Phase, meld_size
from cardzoo.envs.games.triple_play import (
    ASK,
    CANASTA_POINTS,
    COPIES,
    DISCARD,
    DRAW,
    END,
    FOOT_SIZE,
    KNEE_SIZE,
    LAID,
    LAY,
    LIMITS,
    MIXED_CANASTA_POINTS,
    NO,
    OUT_POINTS,
    PACK,
    RED_THREE_POINTS,
    TAKE,
    UNPLAYED_POINTS,
    YES,
    Part,
    loss,
)

KEPT = (FIVE, SEVEN, TWO, JOKER)  # cards to discard last

# The expert's weights.
TAKEN_FROM = np.array([1, 9, 9, 12, 12, 12], np.int64)  # minimum of cards in a pile that is taken with each pair
LARGE_PILE = 4  # cards of a pile for which a pair is kept
LAST_DRAWS = 8  # cards in the stock below which every player draws once more
SMALL_HAND = 3
CARD_COUNT = 30.0  # worth of a card of the pile to the next player, and of one in hand to the own side
PRECIOUS = 400.0  # worth of a 5, 7 or wild card
WILD_CHANCE = 0.02  # chance that the next player has two wild cards like the upcard
PAIR_CHANCE = 0.3  # chance that the next player has a wild card for the pile, or a second card of an open meld
UNSEEN = 250.0  # cards, roughly
IN_HAND = float(POINTS[PACK].mean())  # cost of a card left in a hand, which hardly ever has 3s
NOT_TAKEN = float(UNPLAYED_POINTS[PACK].mean())  # cost of a card of a knee or foot


@rule
def novice(view, mask, generator):
    """Takes the pile when it can, lays down all that it can, discards a card that it has few of, goes out when it can.

    - Natural cards are laid before wild ones, and wild ones on the wild meld before others.
    - It discards black 3s first, then the cards of which it holds the fewest, and 5s, 7s and wild cards last.
    - It asks for leave when the book is complete, and always gives it.
    """
    if mask[YES]:
        return YES
    if mask[ASK] and view.book[0]:
        return ASK
    for take in range(TAKE, LAY):
        if mask[take]:
            return take
    if view.phase == Phase.DRAW:
        return DRAW
    best = plainest_lay(mask)
    if best >= 0:
        return best
    return END if mask[END] else plainest_discard(view, mask)


plainest_lay = laying_plainly(LAID, LAY)


@rule
def plain_worth(view, card):
    """The number of such cards in the hand; 5s, 7s and wild cards are kept, and black 3s are not."""
    return view.hand[card] + 100 * (card in KEPT) - 50 * (card == THREE)


plainest_discard = discarding(DISCARD, plain_worth)


@rule
def expert(view, mask, generator):
    """Collects natural canastas, 5s, 7s and wild cards, takes large piles, and avoids feeding the next player.

    - It takes the pile with two natural cards whenever it can, and with wild ones if it has nine or twelve cards.
    - It lays down natural cards and wild melds. A pair that could take a large pile stays in the hand.
    - Wild cards go on other melds only to reach the minimum, to finish the first canasta, or to empty the hand for the
      foot or the end.
    - It discards black 3s first, and 5s, 7s and wild cards last. Between them come cards of which it has few and the
      next player is unlikely to hold pairs, by the known and unseen cards.
    - It asks for leave if it has laid down all that it may, the book is complete and it could go out with the rest.
    - It asks, and gives leave, only if that is good for the side (`should_end`).
    """
    if view.phase == Phase.ANSWER:
        return YES if should_end(view, ME) else NO
    if view.phase == Phase.DRAW:
        return best_take(view, mask)
    if mask[ASK] and view.book[0] and could_run_out(view, LIMITS) and should_end(view, PARTNER):
        return ASK
    lay = best_lay(view, mask)
    if lay >= 0:
        return lay
    return END if mask[END] else best_discard(view, mask)


@rule
def best_take(view, mask):
    """The pile, if it is worth the cards that take it, or the stock."""
    size = view.discard_pile.sum()
    for take in range(len(TAKEN_FROM)):
        if mask[TAKE + take] and (size >= TAKEN_FROM[take] or view.upcard == TWO or view.upcard == JOKER):
            return TAKE + take
    return DRAW


@rule
def best_lay(view, mask):
    """The next meld or card to lay down; -1 if there is none."""
    hurries = is_in_a_hurry(view)
    best, most = -1, 0
    for lay in range(len(LAID)):
        if mask[LAY + lay]:
            rank, naturals, twos, jokers = LAID[lay]
            worth = 2
            if rank != TWO and twos + jokers > 0:
                worth = int(hurries or finishes_first_canasta(view, rank))
            elif not hurries and is_pair_for_the_pile(view, rank, naturals):
                worth = 0
            if worth > most:
                best, most = LAY + lay, worth
    return best


@rule
def is_in_a_hurry(view):
    """True if all is to be laid down: for the minimum, for the foot, to go out, or before the deal ends."""
    is_opening = 0 < view.melded[0] < view.minimum
    is_late = view.stock_size <= LAST_DRAWS
    is_near_end = (view.part[0] == Part.KNEE or view.book[0]) and view.hand_sizes[0] <= SMALL_HAND
    return is_opening or is_late or is_near_end or view.answer == Answer.YES


@rule
def finishes_first_canasta(view, rank):
    """True if a wild card makes a meld of six or seven cards, the future first canasta."""
    return not has_canasta(view) and meld_size(view, 0, rank) >= 5


@rule
def has_canasta(view):
    """True if the own side has a canasta."""
    return view.canastas[0].sum() + view.mixed_canastas[0].sum() > 0


@rule
def is_pair_for_the_pile(view, rank, naturals):
    """True if a card to add is better kept with another one to take the pile."""
    is_one_of_two = rank != TWO and naturals == 1 and view.hand[rank] == 2
    can_wait = meld_size(view, 0, rank) <= 4 and has_canasta(view)
    return is_one_of_two and can_wait and view.discard_pile.sum() >= LARGE_PILE


@rule
def worth_of(view, card):
    """A card's worth to the own side, plus its cost if the next player takes the pile for it."""
    size = view.discard_pile.sum() + 1
    return worth_keeping(view, card) + CARD_COUNT * size * chance_to_be_taken(view, card)


best_discard = discarding(DISCARD, worth_of)


@rule
def worth_keeping(view, card):
    """A card's potential for the own side."""
    if card == THREE:
        return 0.0
    if card in KEPT:
        return PRECIOUS
    return CARD_COUNT * view.hand[card]


@rule
def chance_to_be_taken(view, card):
    """The chance that the next player takes the pile for this card, with two of its rank or one and a wild card."""
    if card == THREE:
        return 0.0
    if card in (JOKER, TWO):
        return WILD_CHANCE
    if meld_size(view, 1, card) > 4:
        return 0.0
    unseen = COPIES - view.hand[card] - view.discard_pile[card] - view.melds[0, card] - view.melds[1, card]
    hidden = view.hand_sizes[1] - view.known[1].sum()
    held = hidden * unseen / UNSEEN + view.known[1, card]
    if meld_size(view, 1, card) > 0:
        held *= PAIR_CHANCE
    return min(1.0, held * held / 2 + (0.0 if card in (FIVE, SEVEN) else PAIR_CHANCE * held))


@rule
def should_end(view, stays):
    """True if it is good for the own side to go out now, while its player ``stays`` keeps the cards left.

    In the last deal: if that wins the match; before: if it costs the opponents more than the side.
    """
    gain = OUT_POINTS + cost_of_rest(view, 1) + cost_of_rest(view, 3) - cost_of_rest(view, stays)
    if view.hands_left > 1:
        return gain > 0
    total = TENS * (view.scores[0] - view.scores[1]) + view.score_rest[0] - view.score_rest[1]
    return total + count_table(view, 0) - count_table(view, 1) + gain > 0


@rule
def cost_of_rest(view, seat):
    """Cost of the cards left in a player's hand, knee and foot; exact for the own hand, else an estimate."""
    cost = float(loss(view.hand)) if seat == ME else IN_HAND * view.hand_sizes[seat]
    if view.part[seat] == Part.HAND:
        cost += NOT_TAKEN * KNEE_SIZE
    if view.part[seat] != Part.FOOT:
        cost += NOT_TAKEN * FOOT_SIZE
    return cost


@rule
def count_table(view, side):
    """Points of a side's cards on the table."""
    total = view.melded[side] + RED_THREE_POINTS * view.red_threes[side]
    for rank in range(RANKS):
        total += CANASTA_POINTS[rank] * view.canastas[side, rank]
        total += MIXED_CANASTA_POINTS * view.mixed_canastas[side, rank]
    return total


AGENTS = {"novice": novice, "expert": expert}
