"""Simulation of trick-taking games: sets of cards as bits, and random deals of the unseen cards.

A set of cards is a number with a bit for each place. Places order cards by suit, then by rank with the ace on top, so
the 13 bits of a suit lie side by side. Seats are counted from the own seat, 0.
"""

import numpy as np

from cardzoo.envs.engine import CARDS, NO_CARD, RANKS, SUITS, rng, rule
from cardzoo.envs.engine.cards import rank_ace_high
from cardzoo.envs.families.ranks import COUNT, HIGHEST, LOWEST, SUIT
from cardzoo.envs.families.tricks import NO_TRUMP

ONE = np.int64(1)
NOTHING = np.int64(0)
EVERYTHING = (ONE << CARDS) - 1
NO_PLACE = -1
DEALS_TRIED = 10  # attempts to find a deal that fits the observations
MAY, GIVEN, SIZE, ROOM, ORDER, ALL = range(6)  # rows of the knowledge of unseen cards
UNSEEN = 6
FOUR = 4  # seats
WORST = -1000


@rule
def seat_of(marks):
    """The seat marked by a 1; -1 if there is none."""
    return marks.argmax() if marks.any() else -1


@rule
def place_of(card):
    """The place of a card."""
    return RANKS * (card // RANKS) + rank_ace_high(card) - 1


@rule
def card_at(place):
    """The card of a place."""
    return RANKS * (place // RANKS) + (place % RANKS + 1) % RANKS


@rule
def of_suit(cards, suit):
    """The ranks of a suit, as bits from 0 on."""
    return cards >> RANKS * suit & SUIT


@rule
def size(cards):
    """The number of cards."""
    number = 0
    for suit in range(SUITS):
        number += COUNT[of_suit(cards, suit)]
    return number


@rule
def to_places(cards):
    """A set of cards as bits."""
    places = NOTHING
    for card in range(CARDS):
        if cards[card] > 0:
            places |= ONE << place_of(card)
    return places


@rule
def without_voids(void):
    """All cards except the suits in which a seat is void."""
    cards = EVERYTHING
    for suit in range(SUITS):
        if void[suit]:
            cards &= ~(np.int64(SUIT) << RANKS * suit)
    return cards


@rule
def beats(place, best, trump):
    """True if a card beats the best card so far."""
    suit = place // RANKS
    return place > best if suit == best // RANKS else suit == trump


@rule
def trick_so_far(trick, leader, seats, trump):
    """The trick on the table, before a simulation goes on with it.

    Args:
        trick: the card of each seat; `NO_CARD` of a seat that has not played.
        leader: the seat that leads or has led.
        seats: number of players.
        trump: the trump suit; -1 for none.

    Returns:
        Its cards as bits, their number, the place of the best one, and the seat that has played it. Before the lead the
        place is `NO_PLACE`, and the seat the leader.
    """
    cards, number, best, taker = NOTHING, 0, NO_PLACE, leader
    for turn in range(seats):
        seat = (leader + turn) % seats
        if trick[seat] != NO_CARD:
            place = place_of(trick[seat])
            cards |= ONE << place
            number += 1
            if best == NO_PLACE or beats(place, best, trump):
                best, taker = place, seat
    return cards, number, best, taker


@rule
def count_holders(unseen, place, seats):
    """The number of other seats that may hold a card."""
    holders = 0
    for seat in range(1, seats):
        holders += unseen[MAY, seat] >> place & 1
    return holders


@rule
def order_unseen(unseen, cards, seats):
    """Set the order of the cards to deal: first those that the fewest other seats may hold.

    Args:
        unseen: (`UNSEEN`, 52) int64. Row `MAY` holds the cards that each seat may hold, row `SIZE` their number, row
            `GIVEN` the cards that it is known to hold besides.
        cards: the cards with unknown holders.
        seats: number of players.
    """
    number = 0
    for holders in range(1, seats):
        for place in range(CARDS):
            if cards >> place & 1 and count_holders(unseen, place, seats) == holders:
                unseen[ORDER, number] = place
                number += 1
    unseen[ALL, 0], unseen[ALL, 1] = number, cards


@rule
def imagine(unseen, seats, hands, generator):
    """Deal the unseen cards to the others at random; consistent with the observations if one of the attempts is.

    Args:
        unseen: (`UNSEEN`, 52) int64, as in `order_unseen`.
        seats: number of players.
        hands: int64, the cards of each seat, filled in; seat 0 stays as it is.
        generator: random generator.
    """
    for attempt in range(DEALS_TRIED):
        for seat in range(1, seats):
            hands[seat] = unseen[GIVEN, seat]
            unseen[ROOM, seat] = unseen[SIZE, seat]
        if attempt < DEALS_TRIED - 1:
            if deal_order(unseen, seats, hands, generator):
                return
        else:
            for place in range(CARDS):
                if unseen[ALL, 1] >> place & 1:
                    deal_place(unseen, place, EVERYTHING, seats, hands, generator)


@rule
def deal_order(unseen, seats, hands, generator):
    """Deal cards in their order; returns False if there is no room for one."""
    for turn in range(unseen[ALL, 0]):
        if not deal_place(unseen, unseen[ORDER, turn], NOTHING, seats, hands, generator):
            return False
    return True


@rule
def deal_place(unseen, place, free, seats, hands, generator):
    """Deal a card to a seat that may hold it, in proportion to the room in its hand; returns False if there is none.

    Every seat may hold the free cards.
    """
    total = 0
    for seat in range(1, seats):
        if (unseen[MAY, seat] | free) >> place & 1:
            total += unseen[ROOM, seat]
    if total == 0:
        return False
    pick = rng.below(generator, total)
    for seat in range(1, seats):
        if (unseen[MAY, seat] | free) >> place & 1:
            pick -= unseen[ROOM, seat]
            if pick < 0:
                hands[seat] |= ONE << place
                unseen[ROOM, seat] -= 1
                return True
    return False


@rule
def draw_place(hand, led, generator):
    """A legal card of a hand, drawn at random.

    Args:
        hand: the cards of the hand.
        led: the suit led; -1 for a lead.
        generator: random generator.
    """
    cards = hand
    if led >= 0 and of_suit(hand, led):
        cards = of_suit(hand, led) << RANKS * led
    for _ in range(rng.below(generator, size(cards))):
        cards &= cards - ONE  # without its lowest one
    return size((cards & -cards) - ONE)


@rule
def avoid(hand, hands, on_table, led, best, trump, trick, special, costs):
    """Card choice for one of four seats that avoids tricks, or special cards; all hands are known.

    It leads low in suits in which the others hold many higher cards. It follows with the highest card that does not
    win, a special one first. It throws off special cards, or else high cards of short suits. While tricks cost nothing,
    it plays its highest cards.

    Args:
        hand: the legal cards of its hand.
        hands: the cards of each seat.
        on_table: number of cards in the trick.
        led: the suit led.
        best: the place of the best card so far.
        trump: the trump suit; -1 for none.
        trick: the cards in the trick.
        special: the cards that cost points, if tricks do not.
        costs: True if tricks cost points already.
    """
    if on_table == 0:
        return lead_low(hand, hands[0] | hands[1] | hands[2] | hands[3], special) if costs else lead_high(hand)
    cards = of_suit(hand, led)
    if cards and not costs:
        return RANKS * led + HIGHEST[cards]
    return follow_low(hand, on_table == FOUR - 1, led, best, trump, trick, special)


@rule
def follow_low(hand, last, led, best, trump, trick, special):
    """The highest card that does not win, a special one first, or a card thrown off; see `avoid` for the arguments.

    The ``last`` seat of a trick that it cannot duck plays its highest card, any other seat its lowest.
    """
    cards = of_suit(hand, led)
    if cards == 0:
        return throw_off(hand, best, trump, special)
    base = RANKS * led
    below = cards & (1 << best - base) - 1 if best // RANKS == led else cards
    specials = of_suit(special, led)
    if below & specials:
        return base + HIGHEST[below & specials]
    free = cards & ~specials
    if last and free and (below == 0 or (special and trick & special == 0)):
        return base + HIGHEST[free]
    if below:
        return base + HIGHEST[below]
    return base + (HIGHEST[cards] if last else LOWEST[cards])


@rule
def lead_low(hand, everybody, special):
    """The lowest card of the suit in which the others are most likely to play higher."""
    best, least = NO_PLACE, -WORST
    for suit in range(SUITS):
        cards = of_suit(hand, suit)
        if cards:
            theirs = of_suit(everybody, suit) ^ cards
            rank = int(LOWEST[cards])
            below = int(COUNT[theirs & (1 << rank) - 1])
            above = int(COUNT[theirs]) - below
            danger = 4 * below - above + 20 * (above == 0) + 8 * (special >> RANKS * suit + rank & 1)
            if danger < least:
                best, least = RANKS * suit + rank, danger
    return best


@rule
def lead_high(hand):
    """The highest card."""
    best, most = NO_PLACE, -1
    for suit in range(SUITS):
        rank = int(HIGHEST[of_suit(hand, suit)])
        if rank > most:
            best, most = RANKS * suit + rank, rank
    return best


@rule
def throw_off(hand, best, trump, special):
    """A special card if there is one, high and of a short suit; a trump only below a higher one, or at last."""
    cards = hand & special if hand & special else hand
    chosen, most = NO_PLACE, WORST
    for suit in range(SUITS):
        ranks = of_suit(cards, suit)
        if ranks == 0:
            continue
        rank = int(HIGHEST[ranks])
        worth = 2 * rank - int(COUNT[of_suit(hand, suit)])
        if suit == trump:
            below = ranks & (1 << best - RANKS * trump) - 1 if best // RANKS == trump else 0
            rank = int(HIGHEST[below]) if below else int(LOWEST[ranks])
            worth = rank if below else -100
        if worth > most:
            chosen, most = RANKS * suit + rank, worth
    return chosen


@rule
def win(hand, hands, player, on_table, led, best, trump):
    """Card choice for one of four seats that wants tricks; all hands are known. See `avoid` for the arguments.

    It leads a card that cannot be beaten in its suit, trumps first, or else a low card. It wins as cheaply as possible
    if no later seat can beat the card in its suit. Otherwise it plays its lowest card and keeps trumps.
    """
    if on_table == 0:
        return lead_winner(hand, (hands[0] | hands[1] | hands[2] | hands[3]) ^ hands[player], trump)
    later = NOTHING
    if of_suit(hand, led):
        for turn in range(1, FOUR - on_table):
            later |= of_suit(hands[(player + turn) % FOUR], led)
    return follow_high(hand, later, led, best, trump)


@rule
def follow_high(hand, later, led, best, trump):
    """The cheapest card that wins against the ranks of the suit led that later seats hold, or the lowest card."""
    cards = of_suit(hand, led)
    if cards:
        lowest_winner = max(best - RANKS * led, int(HIGHEST[later]))
        above = cards >> lowest_winner << lowest_winner if best // RANKS == led else NOTHING
        return RANKS * led + LOWEST[above if above else cards]
    if trump != NO_TRUMP:
        cards = of_suit(hand, trump)
        if best // RANKS == trump:
            cards = cards >> best - RANKS * trump << best - RANKS * trump
        if cards:
            return RANKS * trump + LOWEST[cards]
    return play_lowest(hand, trump)


@rule
def win_for_side(hand, hands, player, on_table, led, best, taker, trump):
    """Card choice of a seat that wants tricks for its side: like `win`, but it leaves a safe trick to its partner.

    Args:
        hand: the legal cards of its hand.
        hands: the cards of each seat.
        player: the seat.
        on_table: number of cards in the trick.
        led: the suit led.
        best: the place of the best card so far.
        taker: the seat that has played it.
        trump: the trump suit; no suit's number for none.
    """
    if on_table > 1 and taker == (player + FOUR // 2) % FOUR and is_safe(hands, player, on_table, led, best, trump):
        cards = of_suit(hand, led)
        return RANKS * led + LOWEST[cards] if cards else play_lowest(hand, trump)
    return win(hand, hands, player, on_table, led, best, trump)


@rule
def is_safe(hands, player, on_table, led, best, trump):
    """True if the opponent after the player cannot beat the best card."""
    if on_table == FOUR - 1:
        return True
    other = hands[(player + 1) % FOUR]
    cards, suit = of_suit(other, led), best // RANKS
    if cards:
        return suit != led or RANKS * led + HIGHEST[cards] < best
    trumps = of_suit(other, trump) if trump < SUITS else NOTHING
    return trumps == 0 or (suit == trump and RANKS * trump + HIGHEST[trumps] < best)


@rule
def lead_winner(hand, others, trump):
    """A card that cannot be beaten in its suit, or a low one of a long suit."""
    best, most = NO_PLACE, WORST
    for suit in range(SUITS):
        cards, theirs = of_suit(hand, suit), of_suit(others, suit)
        if cards:
            if HIGHEST[cards] > HIGHEST[theirs]:
                rank = int(HIGHEST[cards])
                worth = 100 + int(COUNT[theirs]) + 50 * (suit == trump and theirs > 0)
            else:
                rank = int(LOWEST[cards])
                worth = int(COUNT[cards]) - 10 * (suit == trump)
            if worth > most:
                best, most = RANKS * suit + rank, worth
    return best


@rule
def play_lowest(hand, trump):
    """The lowest card that is not a trump, if there is one."""
    best, least = NO_PLACE, -WORST
    for suit in range(SUITS):
        cards = of_suit(hand, suit)
        if cards:
            worth = int(LOWEST[cards]) + 100 * (suit == trump)
            if worth < least:
                best, least = RANKS * suit + int(LOWEST[cards]), worth
    return best
