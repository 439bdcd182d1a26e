"""Scripted agents of Canasta."""

from cardzoo.agents.families.canastas import PARTNER, discarding
from cardzoo.envs.engine import rule
from cardzoo.envs.engine.cards import THREE, TWO
from cardzoo.envs.families.canastas import FIVES, JOKER, NATURAL, POINTS, Phase, meld_size
from cardzoo.envs.games.canasta import (
    ALL_RED_THREES_POINTS,
    ASK,
    CANASTA_SIZE,
    COPIES,
    DISCARD,
    DRAW,
    END,
    LAID,
    LAY,
    MIXED_CANASTA_POINTS,
    NATURAL_CANASTA_POINTS,
    NO,
    OUT_POINTS,
    PACK,
    PAIR,
    RED_THREE_POINTS,
    TAKE,
    TAKES,
    THREES,
    YES,
    count,
)

# The expert's weights, tuned over some thousand duplicate deals against the novice.
WORTH_A_WILD = 4  # minimum of cards in a pile that is taken with a wild card
CARD_COUNT = 5.0  # worth of a card of the pile to the next player
HELD_COUNT = 18.0  # worth of another card of the rank in hand
WILD_COUNT = 150.0
NEARLY = 5  # cards of a meld that wild cards complete to a canasta
SMALL_HAND = 8
LAST_DRAWS = 6  # cards in the stock below which all is laid down
UNSEEN = 90.0  # cards, roughly
LEFT = float(POINTS[PACK].mean())  # cost of a card left in a hand
FEW_CARDS = 4  # a partner with so few cards is not asked for leave


@rule
def novice(view, mask, generator):
    """Takes the pile when it can, lays down all natural cards that it can, and goes out when it can.

    - Wild cards are laid only to reach the minimum, to come to a canasta of a meld of five cards or more, or to go out.
    - It discards black 3s first, then the cards of which it holds the fewest, and wild cards last.
    - It does not ask for leave, and always gives it.
    """
    if mask[YES]:
        return YES
    for take in range(TAKE, LAY):
        if mask[take]:
            return take
    if view.phase == Phase.DRAW:
        return DRAW
    lay = plainest_lay(view, mask)
    if lay >= 0:
        return lay
    return END if mask[END] else plainest_discard(view, mask)


@rule
def plainest_lay(view, mask):
    """A legal meld or card to add, without wild cards if possible; -1 if there is none."""
    best, most = -1, 0
    may_discard = mask[DISCARD:END].sum() + mask[END] > 0
    for lay in range(len(LAID)):
        if mask[LAY + lay]:
            rank, _, twos, jokers = LAID[lay]
            size = meld_size(view, 0, rank)
            worth = 3
            if twos + jokers > 0:
                worth = 2 if NEARLY <= size < CANASTA_SIZE else int(not may_discard)
            if worth > most:
                best, most = LAY + lay, worth
    return best


@rule
def plain_worth(view, card):
    """The number of such cards in the hand; wild cards are kept, and black 3s are not."""
    return view.hand[card] + 50 * (card in (TWO, JOKER)) - 50 * (card == THREE)


plainest_discard = discarding(DISCARD, plain_worth)


@rule
def expert(view, mask, generator):
    """Takes piles, avoids feeding the next player, and keeps its wild cards for canastas.

    - It takes the pile with natural cards whenever it can, and with a wild card if the pile is large enough.
    - It lays down natural cards. Wild cards complete canastas; else they are laid only to reach the minimum, to go out
      or before the deal ends.
    - It discards the card of least worth to the own side, weighed against the risk that the next player takes the pile
      for it. The risk follows from the pile's size, the melds, and the known and unseen cards.
    - It goes out when it can. While the partner has many cards, it asks for leave first.
    - It gives leave if that is good for the side (`should_end`).
    """
    if view.phase == Phase.ANSWER:
        return YES if should_end(view) else NO
    if view.phase == Phase.DRAW:
        return best_take(view, mask)
    if mask[ASK] and view.hand_sizes[PARTNER] > FEW_CARDS:
        return ASK
    lay = best_lay(view, mask)
    if lay >= 0:
        return lay
    return END if mask[END] else best_discard(view, mask)


@rule
def best_take(view, mask):
    """The pile, if it is worth the cards that take it, or the stock."""
    size = view.discard_pile.sum()
    for take in range(len(TAKES)):
        if mask[TAKE + take] and (take <= PAIR or size >= WORTH_A_WILD):
            return TAKE + take
    return DRAW if mask[DRAW] else TAKE


@rule
def best_lay(view, mask):
    """The next meld or card to lay down; -1 if there is none."""
    hurries = mask[DISCARD:END].sum() + mask[END] == 0 or view.stock_size <= LAST_DRAWS
    has_canasta = count_canastas(view) > 0
    hurries |= has_canasta and view.hand.sum() <= SMALL_HAND
    best, most = -1, 0
    for lay in range(len(LAID)):
        if mask[LAY + lay]:
            rank, _, twos, jokers = LAID[lay]
            size = meld_size(view, 0, rank)
            worth = 3
            if twos + jokers > 0:
                missing = CANASTA_SIZE - size
                wilds = view.hand[TWO] + view.hand[JOKER]
                worth = 2 if 0 < missing <= wilds and size >= NEARLY - 1 and not has_canasta else int(hurries)
                worth = 2 if missing in (1, 2) and missing <= wilds else worth
            if worth > most:
                best, most = LAY + lay, worth
    return best


@rule
def count_canastas(view):
    """The number of the own side's canastas."""
    number = 0
    for rank in NATURAL:
        number += meld_size(view, 0, rank) >= CANASTA_SIZE
    return number


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
    if card in (TWO, JOKER):
        return WILD_COUNT
    return HELD_COUNT * (view.hand[card] - 1)


@rule
def chance_to_be_taken(view, card):
    """The chance that the next player takes the pile for this card."""
    if card in (THREE, TWO, JOKER):
        return 0.0
    frozen = view.discard_pile[TWO] + view.discard_pile[JOKER] > 0 or view.melded[1] == 0
    if meld_size(view, 1, card) > 0 and not frozen:
        return 1.0
    gone = view.hand[card] + view.discard_pile[card] + view.melds[0, card] + view.melds[1, card]
    hidden = view.hand_sizes[1] - view.known[1].sum()
    held = hidden * (COPIES - gone) / UNSEEN + view.known[1, card]
    pair = held * held / 2
    return min(1.0, pair if frozen else pair + 0.4 * held)


@rule
def should_end(view):
    """True if it is good for the own side that the partner goes out now.

    If the match ends then: if the side wins it; else if it costs the opponents more than the own hand.
    """
    own, others = float(count(view.hand)), LEFT * (view.hand_sizes[1] + view.hand_sizes[3])
    mine = count_table(view, 0) + OUT_POINTS - own
    theirs = count_table(view, 1) - others
    if mine >= FIVES * view.needed[0] or theirs >= FIVES * view.needed[1]:
        return FIVES * (view.scores[0] - view.scores[1]) + mine - theirs > 0
    return OUT_POINTS + others - own > 0


@rule
def count_table(view, side):
    """Points of a side's cards on the table."""
    red_threes = view.red_threes[side]
    bonus = ALL_RED_THREES_POINTS if red_threes == THREES else RED_THREE_POINTS * red_threes
    if view.melded[side] == 0:
        return -bonus
    for rank in NATURAL:
        if meld_size(view, side, rank) >= CANASTA_SIZE:
            is_natural = view.twos[side, rank] + view.jokers[side, rank] == 0
            bonus += NATURAL_CANASTA_POINTS if is_natural else MIXED_CANASTA_POINTS
    return view.melded[side] + bonus


AGENTS = {"novice": novice, "expert": expert}
