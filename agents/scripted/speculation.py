"""Scripted agents of Speculation: the rank of the highest trump, and chances from counted cards and chips.

Without further sales, the pot goes to the owner of the highest of all trumps, face up or face down. A trump that stays
face down to the end belongs to the owner of the highest trump shown, who wins the pot in any case. So each face-down
card has the same chance of winning the pot, and the highest trump shown has the rest.
"""

import math

import numpy as np

from cardzoo.agents.families.exponential import exp
from cardzoo.envs.engine import CARDS, RANKS, arrays, rule
from cardzoo.envs.games.speculation import (
    ACCEPT,
    ALL,
    AUCTION,
    HIGHEST_PRICE,
    KEEP,
    LOWEST_PRICE,
    PASS,
    PRICE,
    REFUSE,
    SEAT,
    SEATS,
    Phase,
)

PLAYERS = int(SEATS)  # a plain number, which `arrays.zeros` needs
NEXT_DEAL = 1.5  # antes: worth of dealing the next hand and so getting the upcard; measured against novices
SPREAD = 0.4  # spread of chips in a hand, as a share of the pot
LAST_SPREAD = 0.3  # the same in chips for the last hand
MOST_EXPONENT = 200.0
ME = 0


@rule
def novice(view, mask, generator):
    """Values the highest trump by its rank alone: a king at 12 thirteenths of the pot, a 2 at one.

    - It asks once for the lowest price above that value, then keeps the card; it accepts any higher price.
    - It buys for that value or less, in an auction for one chip more than the last bid. It does not haggle.
    - It makes no offers for face-down cards, and sells its own for any price.
    """
    worth = view.pot * (RANKS - view.higher) / RANKS
    if view.phase == Phase.SELL:
        asked = price_action(int(worth) + 1)
        return asked if view.tries_left > 1 and mask[asked] else KEEP
    if view.phase == Phase.TARGET:
        return ALL
    if view.phase == Phase.BID:
        return bid_below(view, mask, worth)
    if view.phase == Phase.ANSWER:
        return ACCEPT if view.price <= worth else REFUSE
    if view.phase == Phase.COUNTER:
        return ACCEPT if view.counter > worth else REFUSE
    if view.phase == Phase.BEST_BID:
        return ACCEPT if view.price > worth else REFUSE
    if view.phase == Phase.BLIND:
        return PASS
    return price_action(LOWEST_PRICE) if view.phase == Phase.BLIND_PRICE else ACCEPT


@rule
def expert(view, mask, generator):
    """Makes trades that raise its chance of winning the match, at prices at which the other player gains as well.

    - The highest trump and each face-down card have their chances of winning the hand. These chances, the pot and a
      bonus for the next deal give each player's expected chips after the hand. A player's chance of winning the match
      increases with its lead in chips, more steeply the fewer hands are left. So the same card is worth more to one
      player than to another, and two can gain at the cost of the others.
    - It auctions the highest trump; then it asks the highest price at which another player would gain, at first a
      little more. It accepts any price at which it gains.
    - It buys if it gains, and otherwise names the highest lower price at which it would gain.
    - It offers the lowest price for the face-down card with the largest gain, and asks the buyer's highest price for
      its own. It asks only players who would gain by a sale as well, as others refuse.
    """
    phase = view.phase
    if phase == Phase.SELL:
        return sell(view, mask)
    if phase == Phase.TARGET:
        return ALL
    if phase == Phase.BID:
        return bid(view, mask)
    if phase == Phase.ANSWER:
        return buy(view)
    if phase == Phase.COUNTER:
        return ACCEPT if gains_by_sale(view, ME, ME, seat_of(view.buyer), view.counter) else REFUSE
    if phase == Phase.BEST_BID:
        return ACCEPT if gains_by_sale(view, ME, ME, seat_of(view.buyer), view.price) else REFUSE
    if phase == Phase.BLIND:
        return offer(view, mask)
    if phase == Phase.BLIND_PRICE:
        return price_action(LOWEST_PRICE)
    if phase == Phase.BLIND_ANSWER:
        return answer_offer(view, mask)
    return ACCEPT if gains_by_offer(view, ME, ME, seat_of(view.seller), view.counter) else REFUSE


@rule
def seat_of(ones):
    """The seat marked by a 1."""
    for seat in range(SEATS):
        if ones[seat]:
            return seat
    return ME


@rule
def price_action(price):
    """The action that names a price."""
    return PRICE + min(price, HIGHEST_PRICE) - LOWEST_PRICE


@rule
def bid_below(view, mask, worth):
    """The next bid, if it is below the card's worth."""
    action = price_action(view.price + 1)
    return action if view.price + 1 < worth and mask[action] else PASS


@rule
def win_chance(view, who, owner, buyer, seller, price, moved):
    """A player's chance of winning the match after face-down cards are moved from the seller to the buyer.

    The buyer has paid the price, and the owner holds the highest trump. Chances of the match are proportional to the
    exponentials of the chips.
    """
    prize = view.pot + NEXT_DEAL * view.ante * (view.hands_left > 1)
    spread = LAST_SPREAD + SPREAD * view.pot * math.sqrt(view.hands_left - 1.0)
    face_down, unseen = view.stacks.sum(), CARDS - view.shown.sum()
    stays = 1.0
    for card in range(view.higher):
        stays *= max(unseen - face_down - card, 0) / (unseen - card)
    most = float(arrays.largest(view.chips))
    grown = exp(min(prize / spread, MOST_EXPONENT))
    own, total = 0.0, 0.0
    weights = arrays.zeros(PLAYERS, np.float64)
    for seat in range(SEATS):
        if view.chips[seat] > 0 or view.stacks[seat] > 0 or seat == owner:
            chips = view.chips[seat] + price * ((seat == seller) - (seat == buyer))
            weights[seat] = exp(max((chips - most) / spread, -MOST_EXPONENT))
            total += weights[seat]
    own = weights[who]
    chance = 0.0
    for seat in range(SEATS):
        cards = view.stacks[seat] + moved * ((seat == buyer) - (seat == seller))
        likely = stays * (seat == owner) + (1 - stays) * cards / max(face_down, 1)
        if likely > 0:
            wins = own * grown if seat == who else own
            chance += likely * wins / (total + weights[seat] * (grown - 1))
    return chance


@rule
def chance_now(view, who):
    """A player's chance without a trade."""
    return win_chance(view, who, seat_of(view.holder), ME, ME, 0, 0)


@rule
def gains_by_sale(view, who, seller, buyer, price):
    """True if a player gains by a sale of the highest trump at this price."""
    return win_chance(view, who, buyer, buyer, seller, price, 0) > chance_now(view, who)


@rule
def gains_by_offer(view, who, buyer, seller, price):
    """True if a player gains by a sale of a face-down card at this price."""
    return win_chance(view, who, seat_of(view.holder), buyer, seller, price, 1) > chance_now(view, who)


@rule
def sell(view, mask):
    """An auction, then the highest price at which the owner and another player gain, at first a little more."""
    if not mask[AUCTION]:
        return KEEP
    if view.tries_left > 2:
        return AUCTION
    for price in range(HIGHEST_PRICE, LOWEST_PRICE - 1, -1):
        if mask[price_action(price)]:
            for seat in range(1, SEATS):
                if view.chips[seat] >= price and gains_by_sale(view, seat, ME, seat, price):
                    asked = price_action(price + view.tries_left - 1)
                    return asked if mask[asked] and gains_by_sale(view, ME, ME, seat, price) else KEEP
    return KEEP


@rule
def bid(view, mask):
    """One chip more than the last bid, if that is better than leaving the card to the last bidder or the owner."""
    action, owner = price_action(view.price + 1), seat_of(view.holder)
    if not mask[action]:
        return PASS
    mine = win_chance(view, ME, ME, ME, owner, view.price + 1, 0)
    bidder = seat_of(view.buyer)
    if bidder == ME:
        return action if mine > chance_now(view, ME) else PASS
    return action if mine > win_chance(view, ME, bidder, bidder, owner, view.price, 0) else PASS


@rule
def buy(view):
    """A purchase at a price at which the player gains; otherwise a counter-offer of the highest such price."""
    owner = seat_of(view.holder)
    for price in range(view.price, LOWEST_PRICE - 1, -1):
        if gains_by_sale(view, ME, owner, ME, price):
            return ACCEPT if price == view.price else price_action(price)
    return REFUSE


@rule
def offer(view, mask):
    """An offer for the card with the largest gain, among players who would sell."""
    best, most = PASS, chance_now(view, ME)
    for seat in range(1, SEATS):
        if mask[SEAT + seat - 1]:
            chance = win_chance(view, ME, seat_of(view.holder), ME, seat, LOWEST_PRICE, 1)
            if chance > most and would_sell(view, seat):
                best, most = SEAT + seat - 1, chance
    return best


@rule
def would_sell(view, seller):
    """True if there is a price of a face-down card at which the player and the seller gain.

    They gain at the cost of others. If there is only one other, the player must still gain at one chip more, as sellers
    ask for most of the gain.
    """
    spare = int(count_playing(view) <= 3)
    for price in range(LOWEST_PRICE, view.chips[ME] + 1 - spare):
        if not gains_by_offer(view, ME, ME, seller, price + spare):
            return False
        if gains_by_offer(view, seller, ME, seller, price):
            return True
    return False


@rule
def count_playing(view):
    """The number of players with chips or cards."""
    number = 0
    for seat in range(SEATS):
        number += view.chips[seat] > 0 or view.stacks[seat] > 0
    return number


@rule
def answer_offer(view, mask):
    """The highest price at which the buyer gains, if the seller does; otherwise the lowest at which the seller does."""
    buyer = seat_of(view.buyer)
    for price in range(HIGHEST_PRICE, view.price, -1):
        if mask[price_action(price)] and gains_by_offer(view, buyer, buyer, ME, price):
            return price_action(price) if gains_by_offer(view, ME, buyer, ME, price) else REFUSE
    return ACCEPT if gains_by_offer(view, ME, buyer, ME, view.price) else REFUSE


AGENTS = {"novice": novice, "expert": expert}
