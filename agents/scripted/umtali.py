"""Scripted agents of Umtali."""

import numpy as np

from cardzoo.envs.engine import CARDS, RANKS, piles, rule
from cardzoo.envs.engine.cards import TEN
from cardzoo.envs.families import melds
from cardzoo.envs.games.umtali import (
    DISCARD,
    DISCARD_FACE_DOWN,
    DRAW_SECOND,
    DRAW_STOCK,
    DRAW_UPCARD,
    FIRST_MARRIAGE,
    FIRST_SEQUENCE,
    FIRST_SINGLE,
    HIGH_POINTS,
    JACKS,
    KINGS,
    MELD,
    MELDS,
    NUMBERS,
    PAIR,
    PASS,
    QUEENS,
    Phase,
    extending,
    in_melds,
    on_table,
)

# Tuned over some thousand duplicate deals against the novice and earlier experts.
DANGER = 0.45  # cost of a point that a discard may bring to the other player
GONE_OUT = 1.0  # points
TIDY = 0.01  # points for each card of a meld: prefers the longer of equal melds

ALL_CARDS = np.int64((1 << CARDS) - 1)
HIGH_CARDS = melds.bits_of([[card for card in range(CARDS) if card % RANKS >= TEN]])[0]
SHORT_MELDS = melds.bits_of(
    [card for card in range(CARDS) if meld >> card & 1]
    for meld in MELDS[:FIRST_SINGLE].tolist()
    if meld.bit_count() <= 3
)


@rule
def novice(view, mask, generator):
    """Takes cards that can be melded at once, melds all it can, most points first, and discards high cards."""
    if view.phase == Phase.DRAW:
        return draw(mask, melds_at_once(view))
    if mask[DRAW_SECOND]:
        return DRAW_SECOND
    best, most = -1, 0
    for meld in range(len(MELDS)):
        if mask[MELD + meld]:
            points = value(MELDS[meld])
            if points > most:
                best, most = MELD + meld, points
    if best >= 0:
        return best
    return PAIR if mask[PAIR] else highest_discard(mask)


@rule
def expert(view, mask, generator):
    """Keeps its melds in hand until it can go out with them, or has to lay them down.

    Cards that fit on the table can still be laid down in the last turn, and would only help the other player before.

    - Takes the upcard if its melds are then worth more than with a card of the stock, on average. Without a stock, it
      takes the upcard only to meld more.
    - Melds in a turn in which it can go out, in the last turn, and when the stock is used up; then it melds all it can,
      in the best order.
    - Discards the card without which its melds after the next draw are worth most, on average. A card costs more if it
      fits on the table, or if the other player may hold cards that make a meld with it.
    """
    if view.phase == Phase.DRAW:
        return draw(mask, wants_upcard(view, mask[DRAW_STOCK]))
    if mask[DRAW_SECOND]:
        return DRAW_SECOND
    must_meld = mask[DISCARD : DISCARD + CARDS].sum() == 0
    if must_meld or is_last_turn(view) or view.stock_size == 0 or can_go_out(view):
        meld = best_meld(view, mask)
        if meld >= 0:
            return meld
    return highest_discard(mask) if is_last_turn(view) or mask[DISCARD_FACE_DOWN] else best_discard(view, mask)


@rule
def draw(mask, wanted):
    """Take the upcard if it is wanted, otherwise a card of the stock while there is one."""
    if mask[DRAW_UPCARD] and wanted:
        return DRAW_UPCARD
    return DRAW_STOCK if mask[DRAW_STOCK] else PASS


@rule
def melds_at_once(view):
    """True if the upcard can be melded."""
    card = melds.bit(piles.top(view.discard_pile))
    return card & (melds.to_bits(view.fits) | in_melds(melds.to_bits(view.hand) | card)) != 0


@rule
def highest_discard(mask):
    """The last card face down, or else the first of the cards of most points; a pass if there is none."""
    if mask[DISCARD_FACE_DOWN]:
        return DISCARD_FACE_DOWN
    best, most = PASS, 0
    for card in range(CARDS):
        if mask[DISCARD + card]:
            points = value(melds.bit(card))
            if points > most:
                best, most = DISCARD + card, points
    return best


@rule
def value(cards):
    """The score of the cards as a meld if they are one, otherwise as single cards."""
    points = melds.count(cards) + (HIGH_POINTS - 1) * melds.count(cards & HIGH_CARDS)
    return 2 * points if in_marriages(cards) == cards else points


@rule
def in_marriages(hand):
    """The kings and queens that make marriages."""
    queens = hand & QUEENS & (hand & KINGS) >> 1
    return queens | queens << 1


@rule
def is_last_turn(view):
    """True if a player has gone out."""
    return view.out[0] + view.out[1] > 0


@rule
def wants_upcard(view, may_draw):
    """True if the upcard is better than a card of the stock, on average, or than a pass without a stock.

    A pass in the last turn still allows melds; before that, a pass gains nothing.
    """
    hand, last = melds.to_bits(view.hand), is_last_turn(view)
    sets, sequences, singles = on_table(view.sets), on_table(view.sequences), on_table(view.singles)
    otherwise = 0.0
    if may_draw:
        otherwise = expected_value(view, hand, sets, sequences, singles)
    elif last:
        otherwise = turn_value(hand, sets, sequences, singles, True)
    upcard = melds.bit(piles.top(view.discard_pile))
    return turn_value(hand | upcard, sets, sequences, singles, last) > otherwise


@rule
def can_go_out(view):
    """True if all cards but one can be melded."""
    sets, sequences, singles = on_table(view.sets), on_table(view.sequences), on_table(view.singles)
    return melds.count(lay_down(melds.to_bits(view.hand), sets, sequences, singles, is_last_turn(view))[1]) <= 1


@rule
def best_meld(view, mask):
    """The meld with the best result of the turn; -1 if there is none."""
    hand = melds.to_bits(view.hand)
    sets, sequences, singles = on_table(view.sets), on_table(view.sequences), on_table(view.singles)
    last = is_last_turn(view)
    best, most = PAIR if mask[PAIR] else -1, -np.inf
    for meld in range(len(MELDS)):
        if mask[MELD + meld]:
            cards = MELDS[meld]
            is_set, is_sequence, is_single = (
                meld < FIRST_SEQUENCE,
                FIRST_SEQUENCE <= meld < FIRST_MARRIAGE,
                meld >= FIRST_SINGLE,
            )
            points = (
                value(cards)
                + TIDY * melds.count(cards)
                + turn_value(
                    hand ^ cards,
                    sets | cards if is_set else sets,
                    sequences | cards if is_sequence else sequences,
                    singles | cards if is_single else singles,
                    last,
                )
            )
            if points > most:
                best, most = MELD + meld, points
    return best


@rule
def best_discard(view, mask):
    """The card without which the expected value is highest, less its danger."""
    hand = melds.to_bits(view.hand)
    sets, sequences, singles = on_table(view.sets), on_table(view.sequences), on_table(view.singles)
    best, most = PASS, -np.inf
    for card in range(CARDS):
        if mask[DISCARD + card]:
            bit = melds.bit(card)
            points = expected_value(view, hand ^ bit, sets, sequences, singles) - DANGER * points_given(view, bit)
            if points > most:
                best, most = DISCARD + card, points
    return best


@rule
def expected_value(view, hand, sets, sequences, singles):
    """The mean value of a turn with one more unseen card."""
    unseen = unseen_cards(view)
    last = is_last_turn(view)
    total, number = 0.0, melds.count(unseen)
    while unseen:
        card = unseen & -unseen
        unseen ^= card
        total += turn_value(hand | card, sets, sequences, singles, last)
    return total / max(number, 1)


@rule
def unseen_cards(view):
    """Cards in the stock, or in the other hand without being known."""
    seen = melds.to_bits(view.hand) | melds.to_bits(view.known[1]) | on_table(view.marriages)
    seen |= on_table(view.sets) | on_table(view.sequences) | on_table(view.singles)
    for place in range(view.discard_pile.height):
        seen |= melds.bit(view.discard_pile.cards[place])
    return ALL_CARDS & ~seen


@rule
def turn_value(hand, sets, sequences, singles, last):
    """The result of a turn with all possible melds. In the last turn the rest goes to the other player."""
    points, left = lay_down(hand, sets, sequences, singles, last)
    if last:
        return points - 1.0 * value(left)
    return points + (GONE_OUT if melds.count(left) <= 1 else 0.0)


@rule
def lay_down(hand, sets, sequences, singles, last):
    """Melds marriages, sequences, sets, single cards, and a pair to go out: their points, and the cards left."""
    cards = in_marriages(hand)
    points = value(cards)
    hand ^= cards
    cards = melds.in_runs(hand & NUMBERS)
    points += value(cards)
    hand ^= cards
    sequences |= cards
    cards = melds.in_sets(hand & ~JACKS)
    points += value(cards)
    hand ^= cards
    sets |= cards
    cards = hand & extending(sets, sequences, singles, last)
    while cards:
        points += value(cards)
        hand ^= cards
        singles |= cards
        cards = hand & extending(sets, sequences, singles, last)
    if melds.count(hand) <= 3:
        cards = melds.in_pairs(hand & ~JACKS)
        points += value(cards)
        hand ^= cards
    return points, hand


@rule
def points_given(view, card):
    """The approximate points that a card would bring to the other player."""
    known = melds.to_bits(view.known[1])
    unseen = unseen_cards(view)
    hidden = view.hand_sizes[1] - melds.count(known)
    share = hidden / max(hidden + view.stock_size, 1)  # the chance that an unseen card is in the other hand
    points = 1.0 * value(card & melds.to_bits(view.fits))
    for meld in SHORT_MELDS:
        if meld & card and meld & ~(unseen | known | card) == 0:
            points += value(meld) * share ** melds.count(meld & unseen)
    return points


AGENTS = {"novice": novice, "expert": expert}
