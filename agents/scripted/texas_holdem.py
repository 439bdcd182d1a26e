"""Scripted agents of Texas Hold'em: starting hands and made hands, and the chance of winning from simulated hands."""

import numpy as np

from cardzoo.envs.engine import CARDS, NO_CARD, arrays, piles, rng, rule
from cardzoo.envs.engine.cards import ACE, TEN, rank_ace_high
from cardzoo.envs.families import poker_hands
from cardzoo.envs.families.betting import BET, CALL, CHECK, FOLD, RAISE
from cardzoo.envs.families.poker_hands import BITS, Kind
from cardzoo.envs.games.texas_holdem import (
    ALL_IN,
    BIG_BLIND,
    BOARD_SIZE,
    HALF_POT,
    HAND_SIZE,
    IN_FOR,
    MOST_RAISES,
    SEATS,
    USUAL_STACK,
    Phase,
)

ME = 0
HALF, POT = 1, 2  # sizes of raises, in halves of the pot
HIGH = int(rank_ace_high(TEN))
SIMULATED = 200  # hands
RAISE_ABOVE, RAISE_MORE_ABOVE = 1.5, 3.0  # how much likelier than a rival it has to win
BET_ABOVE, OPEN_ABOVE, BLUFF_BELOW = 1.2, 0.9, 0.6
# Random hands of which a rival who has bet, or has paid in earlier rounds, holds the best.
AFTER_BET, AFTER_LARGE_BET, AFTER_ROUNDS = 3, 8, 3
BLUFFS = 0.4  # share of the weakest hands with which it bets against one rival


@rule
def novice(view, mask, generator):
    """Plays high cards and pairs, then bets by the kind of its hand; it never bluffs.

    - Before the flop it raises once with pairs from tens up, and with an ace and a card from ten up. With other pairs,
      aces and two high cards it calls up to five big blinds. Other hands it folds, or checks.
    - Later it bets the pot with two pairs or more, and raises once. With a pair it calls up to half the pot.
    """
    if view.phase == Phase.PREFLOP:
        return open_hand(view, mask)
    if view.made >= Kind.TWO_PAIRS:
        return raise_action(view, mask, POT) if view.raises < 2 else pay(mask)
    if view.made == Kind.PAIR and 2 * owed(view) <= pot(view) - owed(view):
        return pay(mask)
    return give_up(mask)


@rule
def open_hand(view, mask):
    """The novice's play before the flop."""
    first, second = own_cards(view)
    low, high = sorted_ranks(first, second)
    is_pair, has_ace = low == high, high > rank_ace_high(ACE) - 1
    if low >= HIGH and (is_pair or has_ace):
        return raise_action(view, mask, POT) if view.raises < 2 else pay(mask)
    if (is_pair or has_ace or low >= HIGH) and view.price <= 5 * BIG_BLIND:
        return pay(mask)
    return give_up(mask)


@rule
def expert(view, mask, generator):
    """Simulates the cards that it does not see, and plays by its chance of winning.

    - In these simulations a player who has bet, or has paid more than the big blind in earlier rounds, holds the best
      of several random hands; of more after a large bet.
    - It calls if the chance is above the price of the call as a share of the chips that it can win then.
    - It raises by half the pot with a good chance, and by the pot with a very good one. For the first raise before the
      flop an average chance is enough.
    - It bets likewise if nobody has. Against one rival it bluffs with some of its weakest hands.
    """
    chance, rivals, cost = win_chance(view, generator), count_rivals(view), owed(view)
    is_unraised = view.phase == Phase.PREFLOP and view.raises == 1
    good = OPEN_ABOVE if is_unraised else BET_ABOVE if cost == 0 else RAISE_ABOVE
    if is_above(chance, good, rivals) and view.raises <= MOST_RAISES:
        return raise_action(view, mask, POT if is_above(chance, RAISE_MORE_ABOVE, rivals) else HALF)
    if cost > 0:
        return pay(mask) if chance * winnable(view) > cost else give_up(mask)
    if rivals == 1 and not is_above(chance, BLUFF_BELOW, rivals) and rng.uniform(generator) < BLUFFS:
        return raise_action(view, mask, HALF)
    return give_up(mask)


@rule
def is_above(chance, ratio, rivals):
    """Returns whether the chance of winning is more than a rival's average one, times a ratio."""
    return chance * (ratio + rivals) > ratio


@rule
def win_chance(view, generator):
    """The chance of winning at the showdown, by simulated cards; a tie counts half."""
    unseen = arrays.zeros(CARDS, np.int64)
    left = list_unseen(view, unseen)
    mine, board = 0, poker_hands.pack(view.board, 0)
    for card in range(CARDS):
        if view.hand[card]:
            mine |= BITS[card]
    missing = 0
    for card in view.board:
        missing += card == NO_CARD
    won = 0.0
    for _ in range(SIMULATED):
        drawn, whole = 0, board
        for _ in range(missing):
            whole |= draw_bit(unseen, left, drawn, generator)
            drawn += 1
        own, best = poker_hands.strength(mine | whole), 0
        for seat in range(1, SEATS):
            if is_rival(view, seat):
                hand = likely_hand(view, seat, board, unseen, left, drawn, generator)
                best = max(best, poker_hands.strength(hand | whole))
                drawn += HAND_SIZE
        won += 1.0 if own > best else 0.5 if own == best else 0.0
    return won / SIMULATED


@rule
def likely_hand(view, seat, board, unseen, left, drawn, generator):
    """A rival's random hand: the best one of several with the present board if the rival has bet."""
    tries = AFTER_ROUNDS if view.stakes[seat] - view.in_round[seat] > BIG_BLIND + view.ante else 1
    if owed(view) > 0 and view.in_round[seat] >= view.price:
        tries = AFTER_LARGE_BET if 2 * owed(view) > pot(view) - owed(view) else AFTER_BET
    chosen, best = drawn, -1
    for place in range(drawn, drawn + HAND_SIZE * tries, HAND_SIZE):
        hand = draw_bit(unseen, left, place, generator) | draw_bit(unseen, left, place + 1, generator)
        strength = poker_hands.strength(hand | board)
        if strength > best:
            chosen, best = place, strength
    for card in range(HAND_SIZE):
        piles.swap(unseen, drawn + card, chosen + card)
    return BITS[unseen[drawn]] | BITS[unseen[drawn + 1]]


@rule
def draw_bit(unseen, left, place, generator):
    """Draw one of the unseen cards from a place on into this place, as its bit in a packed hand."""
    piles.swap(unseen, place, place + rng.below(generator, left - place))
    return BITS[unseen[place]]


@rule
def list_unseen(view, unseen):
    """Write the cards into an array that are neither in the own hand nor on the board; returns how many there are."""
    left = 0
    for card in range(CARDS):
        is_seen = view.hand[card] > 0
        for place in range(BOARD_SIZE):
            is_seen = is_seen or view.board[place] == card
        if not is_seen:
            unseen[left] = card
            left += 1
    return left


@rule
def is_rival(view, seat):
    """Returns whether another player is in; empty chairs have neither chips nor stakes."""
    return view.stakes[seat] + view.stacks[seat] > 0 and not view.folded[seat]


@rule
def count_rivals(view):
    """Number of other players still in the hand."""
    count = 0
    for seat in range(1, SEATS):
        count += is_rival(view, seat)
    return count


@rule
def own_cards(view):
    """The two own cards, the lower code first."""
    first, second = NO_CARD, NO_CARD
    for card in range(CARDS):
        if view.hand[card]:
            first, second = second, card
    return first, second


@rule
def sorted_ranks(first, second):
    """The ranks of two cards, the lower one first; the ace is high."""
    one, other = rank_ace_high(first), rank_ace_high(second)
    return min(one, other), max(one, other)


@rule
def pot(view):
    """All chips that have been put in."""
    return int(view.stakes.sum())


@rule
def winnable(view):
    """Chips that a call contests: side pots beyond the own stake are the others'."""
    stake = view.stakes[ME] + owed(view)
    chips = owed(view)
    for seat in range(SEATS):
        chips += min(view.stakes[seat], stake)
    return chips


@rule
def owed(view):
    """Chips that a call takes."""
    return min(int(view.price - view.in_round[ME]), int(view.stacks[ME]))


@rule
def pay(mask):
    """Call, or check."""
    return CALL if mask[CALL] else CHECK


@rule
def give_up(mask):
    """Check, or fold."""
    return CHECK if mask[CHECK] else FOLD


@rule
def raise_action(view, mask, halves):
    """A bet or raise by so many halves of the pot or less, or the fixed one; all in if few chips are left behind."""
    if mask[RAISE] or mask[BET]:
        return RAISE if mask[RAISE] else BET
    for size in range(halves // 2, -1, -1):
        if mask[HALF_POT + size]:
            return HALF_POT + size
    chips = int(view.stakes[ME]) + owed(view) + (pot(view) + owed(view)) * halves // 2
    for number in range(min(chips, USUAL_STACK), 0, -1):
        if mask[IN_FOR + number]:
            return IN_FOR + number
    return ALL_IN if mask[ALL_IN] and view.stacks[ME] + view.stakes[ME] <= 2 * chips else pay(mask)


AGENTS = {"novice": novice, "expert": expert}
ENOUGH_DEALS = 4000  # single hands: luck decides most
