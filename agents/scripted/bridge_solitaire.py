"""Scripted agents of Bridge Solitaire: simple rules, and exact chances from the unseen cards."""

import numpy as np

from cardzoo.envs.engine import CARDS, CARDS_AND_JOKERS, NO_CARD, RANKS, SUITS, arrays, rng, rule
from cardzoo.envs.engine.cards import JACK, rank_ace_high, suit_of
from cardzoo.envs.families.bridge_scores import BIDS, LEVELS, STRAINS, Strain
from cardzoo.envs.families.ranks import COUNT
from cardzoo.envs.games.bridge_solitaire import (
    FIRST_BID,
    MOST_TURNED,
    PASS,
    TRICKS,
    Phase,
    beats,
    is_joker,
    points,
)

NO_TRUMP = np.int64(Strain.NO_TRUMP)
NO_LEAD = np.int64(NO_CARD)
JOKERS = SUITS  # the place of the jokers in a list of suits
SUITS_AND_JOKERS = SUITS + 1
ENOUGH = 14  # points with which novices bid
WORLDS = 60  # random stocks for a bid
KEPT_JOKER = 0.3  # penalty for leading a joker, which can win a trick led by the stock
A_TRICK = 10.0  # outweighs everything else


@rule
def novice(view, mask, generator):
    """Counts points and plays high cards: leads the highest card, and answers with the lowest that wins, or the lowest.

    It chooses the highest cards. An ace or a joker counts 4 points, a king 3, a queen 2 and a jack 1; with 14 it bids
    one of its longest suit.
    """
    if view.phase == Phase.BID:
        return bid_by_points(view)
    best, best_worth = -1, -1000
    for card in range(CARDS_AND_JOKERS):
        if mask[card]:
            worth = height_of(card, view.strain)
            if view.lead != NO_CARD:
                worth = (100 if beats(card, view.lead, view.strain) else 0) - worth
            if worth > best_worth:
                best, best_worth = card, worth
    return best


@rule
def height_of(card, strain):
    """The height of a card: jokers above trumps above all others."""
    if is_joker(card):
        return 3 * RANKS
    return rank_ace_high(card) + (RANKS if suit_of(card) == strain else 0)


@rule
def bid_by_points(view):
    """One of the longest suit, or a pass."""
    held, longest, most = 4 * (view.hand[CARDS] + view.hand[CARDS + 1]), 0, 0
    for suit in range(SUITS):
        length = 0
        for rank in range(RANKS):
            if view.hand[RANKS * suit + rank]:
                length += 1
                held += max(0, rank_ace_high(rank) - rank_ace_high(JACK) + 1)
        if length >= most:
            longest, most = suit, length
    return FIRST_BID + longest if held >= ENOUGH else PASS


@rule
def expert(view, mask, generator):
    """Leads by each card's exact chance to win, and makes the best bid in sixty simulations.

    - The chances follow from the unseen cards. The stock answers with the first legal one of three cards, and all legal
      ones are equally likely to come first.
    - It leads the likeliest winner, but rather keeps a joker for a trick that the stock leads. When the stock leads, it
      wins if it can, with the card of least worth as a lead; otherwise it throws that card away.
    - For the hand it chooses the likeliest winners without trumps, the best choice with most hands.
    - It simulates the deal in each strain, each time with a new shuffle of the stock. It makes the bid with the highest
      score, or passes if it expects to lose points.
    """
    unseen = arrays.zeros(SUITS_AND_JOKERS, np.int64)
    number = find_unseen(view, unseen)
    if view.phase == Phase.BID:
        return bid(view, number, generator)
    if view.phase == Phase.PLAY:
        return choose_play(mask, np.int64(view.lead), np.int64(view.strain), unseen, number, number)
    return choose_play(mask, NO_LEAD, NO_TRUMP, unseen, number, number)


@rule
def find_unseen(view, unseen):
    """List the unseen cards, a bit set for each suit from the two up; returns their number."""
    number = 0
    for card in range(CARDS_AND_JOKERS):
        if is_unseen(view, card):
            number += 1
            count_in(unseen, card, 1)
    return number


@rule
def is_unseen(view, card):
    """True if the card lies in the stock, or face down."""
    return view.hand[card] + view.face_up[card] + view.played[card] == 0 and view.lead != card


@rule
def count_in(unseen, card, sign):
    """Add a card to the unseen cards, or remove it with the sign -1."""
    if is_joker(card):
        unseen[JOKERS] += sign
    else:
        unseen[suit_of(card)] += sign << (rank_ace_high(card) - 1)


@rule
def choose_play(legal, lead, strain, unseen, number, stock):
    """The best of the legal cards, as a lead (-1) or as an answer to the stock's lead."""
    best, best_worth = -1, -2 * A_TRICK
    for card in range(CARDS_AND_JOKERS):
        if legal[card]:
            worth = win_chance(np.int64(card), strain, unseen, number, stock)
            if lead != NO_CARD:
                worth = (A_TRICK if beats(card, lead, strain) else 0.0) - worth
            elif is_joker(card):
                worth -= KEPT_JOKER
            if worth > best_worth:
                best, best_worth = card, worth
    return best


@rule
def win_chance(card, strain, unseen, number, stock):
    """The chance of a card to win as a lead.

    Args:
        card: the card.
        strain: the strain of the bid.
        unseen: the unseen cards.
        number: number of unseen cards.
        stock: number of them in the stock.
    """
    if is_joker(card):
        return 1.0
    suit = suit_of(card)
    better = COUNT[unseen[suit] >> rank_ace_high(card)] + unseen[JOKERS]
    answers = COUNT[unseen[suit]] + unseen[JOKERS]
    if strain != NO_TRUMP and strain != suit:
        better += COUNT[unseen[strain]]
        answers += COUNT[unseen[strain]]
    if better == 0:
        return 1.0
    nothing_comes = 1.0
    for turned in range(min(MOST_TURNED, stock)):
        nothing_comes *= max(0, number - answers - turned) / (number - turned)
    return 1.0 - (1.0 - nothing_comes) * better / answers


@rule
def bid(view, number, generator):
    """The bid with the most points on average, or a pass."""
    stock = arrays.zeros(CARDS_AND_JOKERS, np.int64)
    place = 0
    for card in range(CARDS_AND_JOKERS):
        if is_unseen(view, card):
            stock[place] = card
            place += 1
    hand, legal = arrays.zeros(CARDS_AND_JOKERS, np.int64), arrays.zeros(CARDS_AND_JOKERS, np.int64)
    unseen = arrays.zeros(SUITS_AND_JOKERS, np.int64)
    worths = arrays.zeros(BIDS, np.float64)
    for _ in range(WORLDS):
        for last in range(number - 1, 0, -1):
            other = rng.below(generator, last + 1)
            stock[last], stock[other] = stock[other], stock[last]
        for strain in range(STRAINS):
            find_unseen(view, unseen)
            arrays.copy(view.hand, hand)
            won = play_out(hand, legal, stock, number, np.int64(strain), unseen)
            for level in range(1, LEVELS + 1):
                worths[STRAINS * (level - 1) + strain] += points(level, strain, won)
    best = worths.argmax()
    return FIRST_BID + best if worths[best] > 0 else PASS


@rule
def play_out(hand, legal, stock, number, strain, unseen):
    """The number of tricks won with a hand against a stock, a list of cards with the next one last.

    The hand and the unseen cards are used up, except for the rest of the stock.
    """
    won = 0
    lead = NO_LEAD
    for _ in range(TRICKS):
        find_legal(hand, legal, lead, strain)
        card = choose_play(legal, lead, strain, unseen, number, number)
        hand[card] = 0
        if lead != NO_CARD:
            wins = beats(card, lead, strain)
        else:
            wins = True
            asked = suit_for(card, strain)
            for _ in range(min(MOST_TURNED, number)):
                number -= 1
                answer = stock[number]
                count_in(unseen, answer, -1)
                suit = suit_for(answer, strain)
                if asked == NO_TRUMP or suit in (asked, strain):
                    wins = not beats(answer, card, strain)
                    break
        won += wins
        lead = NO_LEAD
        if not wins and number > 0:
            number -= 1
            lead = stock[number]
            count_in(unseen, lead, -1)
    for place in range(number):
        count_in(unseen, stock[place], -1)
    return won


@rule
def find_legal(hand, legal, lead, strain):
    """Mark the legal cards of the hand, as a lead or as an answer."""
    asked = suit_for(lead, strain) if lead != NO_CARD else NO_TRUMP
    able = False
    for card in range(CARDS_AND_JOKERS):
        able |= hand[card] > 0 and suit_for(card, strain) == asked
    for card in range(CARDS_AND_JOKERS):
        suit = suit_for(card, strain)
        legal[card] = hand[card] > 0 and (asked == NO_TRUMP or not able or suit in (asked, NO_TRUMP))


@rule
def suit_for(card, strain):
    """The effective suit of a card in a strain."""
    return strain if is_joker(card) else suit_of(card)


AGENTS = {"novice": novice, "expert": expert}
