"""Scripted agents of Getaway."""

import numpy as np

from cardzoo.envs.engine import CARDS, NO_CARD, RANKS, SUITS, arrays, rule
from cardzoo.envs.engine.cards import rank_ace_high, suit_of
from cardzoo.envs.families.ranks import COUNT, HIGHEST, LOWEST, SUIT
from cardzoo.envs.families.tricks import has_suit
from cardzoo.envs.games.getaway import DECLINE, TAKE_HAND, Phase

TAKEN_BACK = 60.0  # cost of taking a trick into hand; the discard of an ace counts 13
GONE = 0.5  # addition to a card's worth for each discarded card of its suit
STUCK = 0.7  # takes a hand if every lead comes back with at least this chance
SMALL_HAND = 6

BOTH_HANDS = 2 * SUITS
LONGEST = 30  # maximum of simulated tricks with two players
UNDECIDED = 9.0
LENGTHS = RANKS + 1  # of a suit
MOST_ANSWERS = CARDS + 1
LANE = 16  # bits between the suits; a card is its suit's lane plus its rank, the ace being high


@rule
def novice(view, mask, generator):
    """Leads the lowest card, follows with the lowest legal one, throws off the highest, and never takes a hand."""
    if mask[DECLINE]:
        return DECLINE
    throws_off = view.phase == Phase.FOLLOW and not has_suit(view.hand, view.suit_led)
    best, best_worth = -1, -RANKS - 1
    for card in range(CARDS):
        if mask[card]:
            worth = rank_ace_high(card) if throws_off else -rank_ace_high(card)
            if worth > best_worth:
                best, best_worth = card, worth
    return best


@rule
def expert(view, mask, generator):
    """Plays the highest card that is unlikely to come back.

    - For a lead or a winning card, it weighs the rank against the chance that the trick is stopped at this card
      (`chance_to_take`). So it leads high if all can follow, and low later.
    - Below the winning card, and without the suit led, it plays the highest card.
    - Cards of a suit with many discards count for more: soon nobody can follow to them.
    - It takes the left neighbour's hand if every lead is likely to come back, that hand is small and a third player is
      in.
    - With two players left it knows both hands. It tries each card with each answer and each lead to the next trick,
      simulates the rest by simple rules, and plays the best card. It computes the chances of a shootout.
    - In a shootout it answers with the highest card below the one turned up.
    """
    if mask[DECLINE]:
        return TAKE_HAND if is_stuck(view) else DECLINE
    if view.phase != Phase.SHOOTOUT and count_others(view) == 1:
        return play_duel(view, mask)
    best, best_worth = -1, -2 * TAKEN_BACK
    for card in range(CARDS):
        if mask[card]:
            worth = weigh(view, card)
            if worth > best_worth:
                best, best_worth = card, worth
    return best


@rule
def weigh(view, card):
    """The worth of playing a card."""
    suit = suit_of(card)
    worth = rank_ace_high(card) + GONE * view.discards[RANKS * suit : RANKS * (suit + 1)].sum()
    if view.phase != Phase.LEAD:
        if suit != view.suit_led:
            return worth
        for other in view.trick:
            if other != NO_CARD and suit_of(other) == suit and rank_ace_high(other) > rank_ace_high(card):
                return worth
    if view.phase == Phase.SHOOTOUT:
        return worth - TAKEN_BACK
    return worth - TAKEN_BACK * chance_to_take(view, card)


@rule
def chance_to_take(view, card):
    """The chance that the trick is stopped while this card, played now, is winning it.

    It assumes that the unseen cards are spread at random over the hands without a shown void. Each player is assumed to
    play below this card if possible.
    """
    suit = suit_of(card)
    unseen, unseen_below, places = 0, 0, 0
    for other in range(RANKS * suit, RANKS * (suit + 1)):
        if not has_seen(view, other):
            unseen += 1
            unseen_below += rank_ace_high(other) < rank_ace_high(card)
    for seat in range(1, len(view.trick)):
        if not view.void[seat, suit]:
            places += view.hand_sizes[seat] - view.known[seat].sum()
    chance, winning = 0.0, 1.0
    for seat in range(1, len(view.trick)):
        if view.hand_sizes[seat] == 0 or view.trick[seat] != NO_CARD:
            continue
        has_none, has_none_below = 1.0, 1.0
        if not view.void[seat, suit] and places > 0:
            elsewhere = 1 - (view.hand_sizes[seat] - view.known[seat].sum()) / places
            for number in range(unseen):
                has_none *= elsewhere
                if number < unseen_below:
                    has_none_below *= elsewhere
        for other in range(RANKS * suit, RANKS * (suit + 1)):
            if view.known[seat, other]:
                has_none = 0.0
                if rank_ace_high(other) < rank_ace_high(card):
                    has_none_below = 0.0
        chance += winning * has_none
        winning *= 1 - has_none_below
    return chance


@rule
def has_seen(view, card):
    """True if the card is in the own hand, discarded, on the table or known to be in a hand."""
    seen = view.hand[card] + view.discards[card] + view.known[:, card].sum() > 0
    for other in view.trick:
        seen |= other == card
    return seen


@rule
def is_stuck(view):
    """True if two or more others are in, the next has a small hand, and every lead is likely to come back."""
    others, neighbour = 0, 0
    for seat in range(len(view.trick) - 1, 0, -1):
        if view.hand_sizes[seat] > 0:
            others, neighbour = others + 1, seat
    if others < 2 or view.hand_sizes[neighbour] > SMALL_HAND:
        return False
    least = 1.0
    for card in range(CARDS):
        if view.hand[card]:
            least = min(least, chance_to_take(view, card))
    return least > STUCK


@rule
def count_others(view):
    """The number of other players still in."""
    others = 0
    for seat in range(1, len(view.trick)):
        others += view.hand_sizes[seat] > 0 or view.trick[seat] != NO_CARD
    return others


@rule
def play_duel(view, mask):
    """The best card of seat 0 with two players left; the other player holds all unseen cards."""
    hands, trial = arrays.zeros(BOTH_HANDS, np.int64), arrays.zeros(BOTH_HANDS, np.int64)
    lead = -1
    for seat in range(1, len(view.trick)):
        if view.trick[seat] != NO_CARD:
            lead = place_of(view.trick[seat])
    for card in range(CARDS):
        place = place_of(card)
        if view.hand[card] or not (view.discards[card] or place == lead):
            hands[place // LANE + SUITS * (1 - view.hand[card])] |= 1 << place % LANE
    best, best_worth = -1, -2.0
    for card in range(CARDS):
        if mask[card]:
            place = place_of(card)
            arrays.copy(hands, trial)
            trial[place // LANE] ^= 1 << place % LANE
            worth = judge_lead(trial, place) if lead < 0 else judge_trick(trial, 1, lead, place)
            if worth > best_worth or (worth == best_worth and rank_ace_high(card) > rank_ace_high(best)):
                best, best_worth = card, worth
    return best


@rule
def place_of(card):
    """A card as its suit's lane and its place in it."""
    return LANE * suit_of(card) + rank_ace_high(card) - 1


@rule
def judge_lead(hands, lead):
    """Seat 0's result of a lead if seat 1 follows in the best way, or throws off a likely card.

    Hands are sets of cards by suit, those of seat 0 and then those of seat 1.
    """
    trial = arrays.zeros(BOTH_HANDS, np.int64)
    least, suit = 1.0, lead // LANE
    likely = choose_answer(hands, 1, lead)
    for rank in range(RANKS):
        answer = LANE * suit + rank
        if hands[SUITS + suit] >> rank & 1 or (likely // LANE != suit and rank == 0):
            if likely // LANE != suit:
                answer = likely
            arrays.copy(hands, trial)
            trial[SUITS + answer // LANE] ^= 1 << answer % LANE
            least = min(least, judge_trick(trial, 0, lead, answer))
    return least


@rule
def judge_trick(hands, leader, lead, answer):
    """Seat 0's result of these two cards with the best next lead; they are in no hand any more."""
    left = arrays.zeros(BOTH_HANDS, np.int64)
    leader, worth = settle(hands, leader, lead, answer)
    if worth != UNDECIDED:
        return worth
    sign = 1.0 if leader == 0 else -1.0
    best = -1.0
    for suit in range(SUITS):
        for rank in range(RANKS):
            if hands[SUITS * leader + suit] >> rank & 3 == 1 and best < 1:  # the highest of cards in a row
                arrays.copy(hands, left)
                left[SUITS * leader + suit] ^= 1 << rank
                best = max(best, sign * play_on(left, leader, LANE * suit + rank))
    return sign * best


@rule
def play_on(hands, leader, lead):
    """Seat 0's result of a lead if both play on by simple rules; the hands are changed."""
    for _ in range(LONGEST):
        other = 1 - leader
        answer = choose_answer(hands, other, lead)
        hands[SUITS * other + answer // LANE] ^= 1 << answer % LANE
        leader, worth = settle(hands, leader, lead, answer)
        if worth != UNDECIDED:
            return worth
        lead = choose_lead(hands, leader)
        hands[SUITS * leader + lead // LANE] ^= 1 << lead % LANE
    mine, theirs = count_hand(hands, 0), count_hand(hands, 1)
    return (theirs - mine) / (mine + theirs + CARDS)


@rule
def settle(hands, leader, lead, answer):
    """The leader after a trick, and seat 0's result if the trick ends the game."""
    other = 1 - leader
    is_stopped = answer // LANE != lead // LANE
    if is_stopped:
        hands[SUITS * leader + lead // LANE] |= 1 << lead % LANE
        hands[SUITS * leader + answer // LANE] |= 1 << answer % LANE
    elif answer > lead:
        leader, other = other, leader
    won = 1.0 if leader == 0 else -1.0
    if count_hand(hands, other) == 0:
        return leader, -won
    if count_hand(hands, leader) == 0:
        return leader, won * judge_shootout(hands, other, lead, answer)
    return leader, UNDECIDED


@rule
def count_hand(hands, seat):
    """The number of cards that a seat holds."""
    number = 0
    for suit in range(SUITS):
        number += COUNT[hands[SUITS * seat + suit]]
    return number


@rule
def choose_lead(hands, seat):
    """A card below all of the other's in a suit, the higher the better, or else the highest that can be followed."""
    best, best_worth = -1, -1000
    for suit in range(SUITS):
        mine, theirs = hands[SUITS * seat + suit], hands[SUITS * (1 - seat) + suit]
        if mine:
            rank, worth = LOWEST[mine], -100 - LOWEST[mine]
            if theirs:
                below = mine & (1 << LOWEST[theirs]) - 1
                rank = HIGHEST[below if below else mine]
                worth = rank + 100 * (below > 0)
            if worth > best_worth:
                best, best_worth = LANE * suit + rank, worth
    return best


@rule
def choose_answer(hands, seat, lead):
    """The highest card below the lead, or else of the suit; without one, a high or a single card."""
    suit, rank = lead // LANE, lead % LANE
    mine = hands[SUITS * seat + suit]
    if mine:
        below = mine & (1 << rank) - 1
        return LANE * suit + HIGHEST[below if below else mine]
    best, best_worth = -1, -1
    for suit in range(SUITS):
        mine = hands[SUITS * seat + suit]
        if mine:
            worth = HIGHEST[mine] + RANKS * (COUNT[mine] == 1)
            if worth > best_worth:
                best, best_worth = LANE * suit + HIGHEST[mine], worth
    return best


@rule
def judge_shootout(hands, seat, lead, answer):
    """The expected result of a shootout for the player without cards: from -1 to 1.

    The other player, in this seat, answers while it has a lower card of the suit of each card turned up. It gets away
    at the next card of a suit that is used up. The highest lower card is the best answer, and the order of the cards
    turned up does not matter. So sets of them are counted, by suit, then by size.
    """
    answered, decisive = arrays.zeros(MOST_ANSWERS, np.float64), arrays.zeros(MOST_ANSWERS, np.float64)
    answered[0] = 1
    held, unseen = 0, 0
    for suit in range(SUITS):
        mine, pile = hands[SUITS * seat + suit], SUIT & ~hands[SUITS * seat + suit]
        for card in (lead, answer):
            if card // LANE == suit:
                pile &= ~(1 << card % LANE)
        held += COUNT[mine]
        unseen += COUNT[pile]
        add_suit(answered, decisive, mine, pile, held)
    chance, sets = 0.0, 1.0
    for size in range(min(held + 1, unseen)):
        chance += decisive[size] / (sets * (unseen - size))
        sets *= (unseen - size) / (size + 1)
    return 1 - 2 * chance


@rule
def add_suit(answered, decisive, mine, others, held):
    """Count the answered sets of cards turned up by their size, with one more suit.

    Args:
        answered: counts of answered sets of the previous suits; changed.
        decisive: sums over these sets of the cards left in the pile in suits that are used up; changed.
        mine: the cards held of the suit, as bits.
        others: the cards that may be turned up.
        held: number of cards held of this suit and the previous ones.
    """
    ways = arrays.zeros(LENGTHS, np.float64)
    ways[0] = 1
    lower, most = 0, COUNT[mine]
    for rank in range(RANKS):
        if mine >> rank & 1:
            lower += 1
        elif others >> rank & 1:
            for number in range(lower, 0, -1):
                ways[number] += ways[number - 1]
    for size in range(held, -1, -1):
        sets = cards = 0.0
        for number in range(min(size, most) + 1):
            sets += ways[number] * answered[size - number]
            cards += ways[number] * decisive[size - number]
        if size >= most:
            cards += ways[most] * (COUNT[others] - most) * answered[size - most]
        answered[size], decisive[size] = sets, cards


AGENTS = {"novice": novice, "expert": expert}
