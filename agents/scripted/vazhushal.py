"""Scripted agents of Vazhushal."""

import numpy as np

from cardzoo.envs.engine import CARDS, NO_CARD, RANKS, SUITS, rule
from cardzoo.envs.families.filling import WAYS
from cardzoo.envs.families.laid_melds import MOST_MELDS, is_natural
from cardzoo.envs.families.melds import bit, count, set_ranks, to_bits
from cardzoo.envs.families.wild_melds import (
    CODES,
    FIRST_SET,
    MELD_BITS,
    MELD_SIZES,
    MELDS,
    MOST_WILDS,
    NO_PAIR,
    PAIRS,
    PARTNERS,
    SEQUENCE_PAIRS,
    SEQUENCES,
    WILD_BITS,
    WILD_CARDS,
    count_wilds,
    group_of,
    is_wild,
    to_places,
)
from cardzoo.envs.games.vazhushal import (
    CARD_POINTS,
    DISCARD,
    DONE,
    DRAW,
    LONGEST_LINE,
    MELD,
    PICK_UP,
    TAKE,
    TAKE_BACK,
    USE,
    Phase,
    Work,
)

# Tuned over some thousand duplicate deals against the novice.
STOCK_GAIN = 0.8  # expected reduction of cards by a draw from the stock
OPENING = 3.0  # worth of the first meld in cards
MOST_LOOKED_AT = 16  # maximum of evaluated cards of the line, the newest ones
IN_SEQUENCE = 3.0  # before the first meld, worth of a pair for a sequence in pairs for a set
EXTENDING = 6.0  # worth of a card next to an own meld, in cards that would complete one
FEEDING = 5.0  # cost of a discard that the next player can meld, over the cards then left in that player's hand
LOSING = 500.0  # cost of a discard with which the next player can go out
NO_WAY = -100
NO_GROUP = -1
LAST_CARDS = 4  # size of a hand in which wild cards extend melds
TRIES = np.int64(100)  # maximum of tried melds in the search for an arrangement

_ALL_MELDS = [sum(1 << card for card in meld) for meld in SEQUENCES] + MELD_BITS[FIRST_SET:].tolist()
_BASIC = [bits for bits in _ALL_MELDS if bits.bit_count() <= 5]  # two of them make any longer sequence
_BY_LOWEST = [[bits for bits in _BASIC if bits & -bits == 1 << card] for card in range(CARDS)]
_WITH = [[meld for meld, bits in enumerate(_ALL_MELDS) if bits >> card & 1] for card in range(CARDS)]


def _table(rows: list[list[int]], blank: int) -> np.ndarray:
    return np.array([row + [blank] * (max(map(len, rows)) - len(row)) for row in rows], np.int64)


MELDS_BY_LOWEST = _table(_BY_LOWEST, NO_PAIR)
"""The melds of three to five cards by their lowest card code, as bits."""

MELDS_WITH = _table(_WITH, -1)
"""The melds that stand for a card, by number."""


@rule
def novice(view, mask, generator):
    """Melds all it can and does not rearrange.

    - Takes as few cards of the line as possible, and draws from the stock only if it must.
    - Lays down the largest meld, with the most natural cards.
    - Discards the card with the fewest partners in the hand, of equal ones the one with most points.
    """
    if view.next != NO_CARD:
        return first_way(view, mask)
    if view.phase == Phase.DRAW:
        for cards in range(1, LONGEST_LINE + 1):
            if mask[TAKE + cards - 1]:
                return TAKE + cards - 1
        return DRAW if mask[DRAW] else TAKE_BACK
    meld = largest_meld(mask)
    if meld >= 0:
        return MELD + meld
    if mask[DONE] or mask[TAKE_BACK]:
        return DONE if mask[DONE] else TAKE_BACK
    plain = to_bits(view.hand) & ~WILD_BITS[view.negative]
    best, least = -1, 1e9
    for card in range(CODES):
        if mask[DISCARD + card]:
            worth = 1000.0 if is_wild(view.negative, card) else 20.0 * count(PARTNERS[card] & plain) - CARD_POINTS[card]
            if worth < least:
                best, least = card, worth
    return DISCARD + best


@rule
def first_way(view, mask):
    """The card itself, else a wild card that has been picked up, else a joker last."""
    if mask[USE]:
        return USE
    for way in range(1, WAYS):
        if mask[USE + way] and view.loose[WILD_CARDS[view.negative, way - 1]] > 0:
            return USE + way
    for way in range(WAYS - 1, 0, -1):
        if mask[USE + way]:
            return USE + way
    return USE


@rule
def largest_meld(mask):
    """The largest legal meld, or -1."""
    best, most = -1, 0
    for meld in range(MELDS):
        if mask[MELD + meld] and MELD_SIZES[meld] > most:
            best, most = meld, MELD_SIZES[meld]
    return best


@rule
def expert(view, mask, generator):
    """Minimises the cards left in hand after all possible melds.

    - Draws from the line if that leaves clearly fewer cards than an average draw from the stock; its first melds are
      worth some cards more. It also takes the newest card to extend an own meld, and picks that meld up.
    - Lays down the natural melds with most cards together, then melds of a pair with a wild card.
    - Then picks up melds with which more cards of the hand, or wild ones, can be laid down. It picks up only melds that
      it can lay down again, with a natural sequence among its melds and a card left to discard.
    - Discards the card with the fewest remaining cards that would complete a meld or extend an own one; before the
      first meld, sequences count more than sets. It keeps cards that the next player can meld at once by the open and
      known cards, above all if that player could go out.
    """
    if view.next != NO_CARD:
        return first_way(view, mask)
    if view.work == Work.PICKED_UP:
        return lay_again(view, mask)
    if view.phase == Phase.DRAW:
        return best_draw(view, mask)
    meld = best_meld(view, mask)
    if meld >= 0:
        return MELD + meld
    group = best_group(view, mask)
    if group >= 0:
        return PICK_UP + group
    if mask[DONE]:
        return DONE
    return DISCARD + best_discard(view, mask)


@rule
def to_twos(cards):
    """The kinds with two cards."""
    bits = np.int64(0)
    for card in range(CARDS):
        bits |= np.int64(cards[card] > 1) << card
    return bits


@rule
def in_melds(ones):
    """The cards that are in a natural meld of the set."""
    found = np.int64(0)
    for suit in range(SUITS):
        places = to_places(ones, suit)
        starts = places & places >> 1 & places >> 2
        places = starts | starts << 1 | starts << 2
        found |= to_cards(places, suit)
    ranks = set_ranks(ones)
    return found | (ranks | ranks << RANKS | ranks << 2 * RANKS | ranks << 3 * RANKS) & ones


@rule
def cover(ones, twos, tries):
    """The maximum of cards in natural melds, or an approximation if there are many ways.

    Args:
        ones: kinds with at least one card.
        twos: kinds with two cards.
        tries: maximum of tried ways, after which the first one found is used.

    Returns:
        The number of cards; the remaining kinds, as ones and twos; and the remaining tries.
    """
    meldable = in_melds(ones)
    if meldable == 0:
        return np.int64(0), ones, twos, tries
    lowest = meldable & -meldable
    card = 0
    while lowest >> card != 1:
        card += 1
    most, best_ones, best_twos = np.int64(-1), ones, twos
    for bits in MELDS_BY_LOWEST[card]:
        if bits == NO_PAIR or (tries <= 0 and most >= 0):
            break
        if bits & ~ones == 0:
            number, left_ones, left_twos, tries = cover(ones & ~bits | twos & bits, twos & ~bits, tries - 1)
            number += count(bits)
            if number > most:
                most, best_ones, best_twos = number, left_ones, left_twos
    if most < 0 or (tries > 0 and most < count(meldable) + count(meldable & twos)):
        number, left_ones, left_twos, tries = cover(ones & ~lowest, twos & ~lowest, tries - 1)
        if number > most:
            most, best_ones, best_twos = number, left_ones | lowest, left_twos | lowest & twos
    return most, best_ones, best_twos, tries


@rule
def extensions(view, plain):
    """Cards of the hand that extend own melds in succession, and the next ones that would, as bits."""
    used = np.int64(0)
    wanted = np.int64(0)
    for place in range(MOST_MELDS):
        if view.melds[place, 0] < 0:
            break
        if view.melds[place, 0] == 0:
            meld = view.melds[place, 1]
            cards = MELD_BITS[meld]
            if meld >= FIRST_SET:
                rank = (meld - FIRST_SET) // (SUITS + 1)
                missing = (bit(rank) | bit(RANKS + rank) | bit(2 * RANKS + rank) | bit(3 * RANKS + rank)) & ~cards
                used |= missing & plain
                wanted |= missing & ~plain
            else:
                suit = group_of(meld)
                places = to_places(cards, suit)
                if cards >> RANKS * suit & 1 and places >> 1 & 1 == 0:
                    places &= ~1  # the ace is high
                elif cards >> RANKS * suit & 1:
                    places &= ~(1 << RANKS)
                held = to_places(plain & ~cards, suit)
                grown = places
                while (grown << 1 | grown >> 1) & held & ~grown:
                    grown |= (grown << 1 | grown >> 1) & held
                next_places = (grown << 1 | grown >> 1) & ~grown & (1 << RANKS + 1) - 1
                used |= to_cards(grown & ~places, suit)
                wanted |= to_cards(next_places, suit)
    return used & plain, wanted & ~plain


@rule
def to_cards(places, suit):
    """The cards of places in a suit."""
    return ((places | places >> RANKS) & (1 << RANKS) - 1) << RANKS * suit


@rule
def cards_left(view, ones, twos, wilds, opened):
    """The approximate number of cards left after all possible melds."""
    _, left_ones, left_twos, _ = cover(ones, twos, TRIES)
    if not opened and not has_run(ones & ~left_ones | twos & ~left_twos):
        return np.float64(count(ones) + count(twos) + wilds)
    used, _ = extensions(view, left_ones)
    left_ones, left_twos = left_ones & ~used | left_twos & used, left_twos & ~used
    while wilds > 0:
        pair = find_pair(left_ones)
        if pair == 0:
            break
        left_ones, left_twos = left_ones & ~pair | left_twos & pair, left_twos & ~pair
        wilds -= 1
    return np.float64(max(count(left_ones) + count(left_twos) - wilds // 2, 0))


@rule
def has_run(ones):
    """True if there is a natural sequence."""
    for suit in range(SUITS):
        places = to_places(ones, suit)
        if places & places >> 1 & places >> 2:
            return True
    return False


@rule
def find_pair(ones):
    """Two cards that form a meld with a wild card, as bits, or 0."""
    bits = ones
    while bits:
        lowest = bits & -bits
        bits ^= lowest
        card = 0
        while lowest >> card != 1:
            card += 1
        partners = PARTNERS[card] & ones
        if partners:
            return lowest | partners & -partners
    return np.int64(0)


@rule
def best_draw(view, mask):
    """The best draw: the stock, cards of the line, or a meld picked up for the newest card."""
    wild = WILD_BITS[view.negative]
    ones, twos = to_bits(view.hand) & ~wild, to_twos(view.hand) & ~wild
    wilds = count_wilds(view.hand, view.negative)
    opened = view.table[0].sum() > 0
    least = cards_left(view, ones, twos, wilds, opened) - STOCK_GAIN + OPENING * (not opened)
    best = DRAW if mask[DRAW] else TAKE_BACK
    newest = view.line[0]
    if opened and NO_CARD < newest < CARDS and bit(newest) & ~wild:
        group = group_for(view, mask, bit(newest))
        if group >= 0:
            best = PICK_UP + group
            least -= 1 - STOCK_GAIN
    for cards in range(1, MOST_LOOKED_AT + 1):
        card = view.line[cards - 1]
        if card == NO_CARD:
            break
        if is_wild(view.negative, card):
            wilds += 1
        else:
            twos |= ones & bit(card)
            ones |= bit(card)
        if mask[TAKE + cards - 1]:
            left = cards_left(view, ones, twos, wilds, True) - 1
            if left < least:
                best, least = TAKE + cards - 1, left
    return best


@rule
def group_for(view, mask, card):
    """The own melds that the card, a bit, extends, or -1. One card of the hand must be left."""
    wild = WILD_BITS[view.negative]
    hand, hand_twos = to_bits(view.hand) & ~wild, to_twos(view.hand) & ~wild
    for group in range(SUITS + RANKS):
        if mask[PICK_UP + group]:
            ones, twos, wilds, selves = lifted(view, 0, group)
            room, natural = view.hand_sizes[0] - 1, has_natural_run(view, 0, group)
            twos |= ones & card
            if lay_most(ones | card, twos, hand, hand_twos, wilds, wilds, selves, room, natural, TRIES)[0] >= 0:
                return group
    return -1


@rule
def lifted(view, seat, group):
    """A group of a seat's melds: natural cards as ones and twos, the number of wild cards, and their kinds."""
    wild = WILD_BITS[view.negative]
    ones, twos, wilds, selves = np.int64(0), np.int64(0), np.int64(0), np.int64(0)
    for place in range(MOST_MELDS):
        if view.melds[place, 0] == seat and group_of(view.melds[place, 1]) == group:
            bits = MELD_BITS[view.melds[place, 1]]
            for entry in range(MOST_WILDS):
                if view.wilds[entry, 0] == place:
                    bits &= ~bit(view.wilds[entry, 1])
                    wilds += 1
                    if view.wilds[entry, 2] < CARDS:
                        selves |= bit(view.wilds[entry, 2])
            wilds += count(bits & wild)
            selves |= bits & wild
            twos |= ones & bits & ~wild
            ones |= bits & ~wild
    return ones, twos, wilds, selves


@rule
def has_natural_run(view, seat, group):
    """True if there is a natural sequence among a seat's melds outside a group."""
    for place in range(MOST_MELDS):
        meld = view.melds[place, 1]
        is_sequence = view.melds[place, 0] == seat and meld < FIRST_SET
        if is_sequence and group_of(meld) != group and is_natural(view, place):
            return True
    return False


@rule
def lay_most(ones, twos, hand, hand_twos, wilds, must, selves, room, natural, tries):
    """The maximum of cards of the hand that can be laid down with others that must be.

    Args:
        ones: natural cards that must be laid, as kinds.
        twos: kinds with two cards that must be laid.
        hand: natural cards of the hand.
        hand_twos: kinds with two cards in the hand.
        wilds: wild cards that may be laid.
        must: number of these that must be laid; the others are in the hand.
        selves: wild cards that can be used as natural cards.
        room: maximum of cards of the hand that may be laid.
        natural: True if a natural sequence is laid already.
        tries: remaining tries.

    Returns:
        Their number, less than 0 if not all required cards can be laid; and the remaining tries.
    """
    if ones == 0:
        return np.int64(-must if natural and -room <= must <= 0 else NO_WAY), tries
    lowest = ones & -ones
    card = 0
    while lowest >> card != 1:
        card += 1
    most = np.int64(NO_WAY)
    for meld in MELDS_WITH[card]:
        if meld < 0 or tries <= 0:
            break
        bits = MELD_BITS[meld]
        missing = bits & ~(ones | hand)
        used = count(missing)
        given = bits & hand & ~ones
        if used <= wilds and count(given) <= room:
            number, tries = lay_most(
                ones & ~bits | twos & bits,
                twos & ~bits,
                hand & ~given | hand_twos & given,
                hand_twos & ~given,
                wilds - used,
                must - used,
                selves & ~bits,
                room - count(given),
                natural or (missing & ~selves == 0 and meld < FIRST_SET),
                tries - 1,
            )
            most = max(most, number + count(given))
    return most, tries


@rule
def lay_again(view, mask):
    """After melds are picked up: the largest meld after which the rest can be laid, or the draw that allows it."""
    wild = WILD_BITS[view.negative]
    ones, twos = to_bits(view.loose) & ~wild, to_twos(view.loose) & ~wild
    hand, hand_twos = to_bits(view.hand) & ~wild, to_twos(view.hand) & ~wild
    must = count_wilds(view.loose, view.negative)
    if view.phase == Phase.DRAW:
        return TAKE if mask[TAKE] else TAKE_BACK
    room = view.hand_sizes[0] - (view.phase != Phase.FINAL)
    spare = spare_wilds(view)
    wilds, selves = must + spare, (to_bits(view.loose) | to_bits(view.hand) * (spare > 0)) & wild
    if view.owed != NO_CARD and view.owed < CARDS:
        card = bit(view.owed)
        if view.table[0, view.owed] < view.owed_copies and card & hand:
            twos |= ones & card
            ones |= card
            hand, hand_twos = hand & ~card | hand_twos & card, hand_twos & ~card
            room -= 1
    lies = has_natural_run(view, 0, NO_GROUP)
    best, most = TAKE_BACK, np.int64(-1)
    for meld in range(MELDS):
        bits = MELD_BITS[meld]
        if mask[MELD + meld] and (bits & ones & -ones or ones == 0):
            missing = bits & ~(ones | hand)
            used = count(missing)
            given = bits & hand & ~ones
            if used <= wilds and count(given) <= room:
                number, _ = lay_most(
                    ones & ~bits | twos & bits,
                    twos & ~bits,
                    hand & ~given | hand_twos & given,
                    hand_twos & ~given,
                    wilds - used,
                    must - used,
                    selves & ~bits,
                    room - count(given),
                    lies or (missing & ~selves == 0 and meld < FIRST_SET),
                    TRIES,
                )
                number += count(given)
                if number > most:
                    best, most = MELD + meld, number
    return best


@rule
def best_meld(view, mask):
    """The next meld of the best arrangement, natural ones first; -1 if it is better to lay none."""
    wild = WILD_BITS[view.negative]
    ones, twos = to_bits(view.hand) & ~wild, to_twos(view.hand) & ~wild
    must = view.owed != NO_CARD or view.phase == Phase.FINAL
    melded, _, _, _ = cover(ones, twos, TRIES)
    best, most = -1, -100.0 if must else np.float64(melded)
    for meld in range(MELDS):
        if mask[MELD + meld]:
            bits = MELD_BITS[meld]
            natural = bits & ones
            used = MELD_SIZES[meld] - count(natural)
            melded, _, _, _ = cover(ones & ~natural | twos & natural, twos & ~natural, TRIES)
            worth = melded + count(natural) - 0.9 * used + 0.001 * MELD_SIZES[meld]
            if worth > most:
                best, most = meld, worth
    return best


@rule
def best_group(view, mask):
    """The melds to pick up to lay down most cards of the hand; -1 if there are none."""
    wild = WILD_BITS[view.negative]
    hand, hand_twos = to_bits(view.hand) & ~wild, to_twos(view.hand) & ~wild
    own_wilds = spare_wilds(view)
    own_selves = to_bits(view.hand) * (own_wilds > 0) & wild
    room = view.hand_sizes[0] - (view.phase != Phase.FINAL)
    best, most = -1, np.int64(0)
    for group in range(SUITS + RANKS):
        if mask[PICK_UP + group]:
            ones, twos, wilds, selves = lifted(view, 0, group)
            selves |= own_selves
            natural = has_natural_run(view, 0, group)
            number, _ = lay_most(ones, twos, hand, hand_twos, wilds + own_wilds, wilds, selves, room, natural, TRIES)
            if number > most:
                best, most = group, number
    return best


@rule
def spare_wilds(view):
    """The number of wild cards of the hand that may extend melds: only at the end."""
    if view.phase == Phase.FINAL or view.hand_sizes[0] <= LAST_CARDS:
        return count_wilds(view.hand, view.negative)
    return np.int64(0)


@rule
def best_discard(view, mask):
    """The card of least worth."""
    wild = WILD_BITS[view.negative]
    plain = to_bits(view.hand) & ~wild
    opened = view.table[0].sum() > 0
    _, wanted = extensions(view, np.int64(0))
    best, least = -1, 1e9
    for card in range(CODES):
        if mask[DISCARD + card]:
            worth = 1000.0
            if not is_wild(view.negative, card):
                worth = worth_of(view, card, plain, opened) - 0.01 * CARD_POINTS[card]
                worth += EXTENDING * (bit(card) & wanted != 0)
                relieved = relieves_next(view, card)
                if relieved >= 0:
                    left = view.hand_sizes[1] - 1 - relieved
                    worth += FEEDING / left if left > 0 else LOSING
            if worth < least:
                best, least = card, worth
    return best


@rule
def relieves_next(view, card):
    """The number of cards that the next player can lay down with this natural one; less than 0 if not even this one.

    It considers only open information: the laid melds, and the cards of the hand that have been seen.
    """
    wild = WILD_BITS[view.negative]
    hand, hand_twos = to_bits(view.known[1]) & ~wild, to_twos(view.known[1]) & ~wild
    own_wilds, own_selves = count_wilds(view.known[1], view.negative), to_bits(view.known[1]) & wild
    room, most = view.hand_sizes[1] - 1, np.int64(NO_WAY)
    for group in (NO_GROUP, card // RANKS, SUITS + card % RANKS):
        ones, twos, wilds, selves = lifted(view, 1, group)
        twos |= ones & bit(card)
        ones |= bit(card)
        natural = has_natural_run(view, 1, group)
        number, _ = lay_most(
            ones, twos, hand, hand_twos, wilds + own_wilds, wilds, selves | own_selves, room, natural, TRIES
        )
        most = max(most, number)
    return most


@rule
def worth_of(view, card, plain, opened):
    """The number of cards still out that would complete a meld of this card and another one of the hand."""
    worth = 0.0
    for pair in range(PAIRS.shape[1]):
        bits = PAIRS[card, pair]
        if bits != NO_PAIR and bits & plain:
            weight = IN_SEQUENCE if pair < SEQUENCE_PAIRS and not opened else 1.0
            missing = bits & ~plain
            if missing == 0:
                worth += 10 * weight
            else:
                other = 0
                while missing >> other != 1:
                    other += 1
                worth += weight * still_out(view, other)
    return worth


@rule
def still_out(view, card):
    """The number of copies of a card that are not melded."""
    copies = 1 + (view.hand_sizes[2] > 0)  # three players have two packs
    for seat in range(len(view.table)):
        copies -= view.table[seat, card]
    return max(copies, 0)


AGENTS = {"novice": novice, "expert": expert}
