"""Rule-of-thumb players of Speculation: one who looks at the highest trump alone, one who counts cards and chips.

If nothing is sold any more, the pot goes to whoever owns the highest of all trumps, face up or face down: one that
stays face down to the end is a card of the owner of the highest trump shown, who has the pot anyhow. So each face-down
card has the same chance of bringing the pot, whoever owns it, and the highest trump shown has what is left.
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
NEXT_DEAL = 1.5  # antes: what it is worth to deal the next hand, and so to get the upcard; measured against novices
SPREAD = 0.4  # of the pot: how far chips spread in a hand
LAST_SPREAD = 0.3  # chips: how exactly the last hand decides
MOST_EXPONENT = 200.0
ME = 0


@rule
def novice(view, mask, generator):
    """Values the highest trump by its rank alone: a king at 12 thirteenths of the pot, a 2 at one.

    - It asks all for the lowest price above that, once, then keeps the card; it accepts any price above it.
    - It buys for that or less, in an auction for one chip more than the last bid. It does not haggle.
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
    """Trades what raises its chance of winning the match, and names prices at which the other one gains as well.

    - The highest trump and each face-down card have their chances of winning the hand. With the pot, and something for
      the next deal, they make the chips that each player may have after the hand; and a player's chance of winning the
      match is the greater the more chips it has than the others, the surer the fewer hands are left. So the same card
      is worth more to one player than to another, and two can gain at the cost of the others.
    - It puts the highest trump up for auction; then it asks the highest price at which another player would gain, at
      first a little more. It accepts any price at which it gains.
    - It buys where it gains, and otherwise names the highest lower price at which it would.
    - It offers the lowest price for a face-down card, of the player with whose card it gains most, and asks as much for
      its own as the buyer would pay. It asks only players who would gain as well by a sale, as others refuse.
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
    """The seat that has a 1."""
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
    """The next bid, if it is less than the card is worth."""
    action = price_action(view.price + 1)
    return action if view.price + 1 < worth and mask[action] else PASS


@rule
def win_chance(view, who, owner, buyer, seller, price, moved):
    """A player's chance of winning the match with so many face-down cards moved from the seller to the buyer.

    The buyer has paid the price, and the owner has the highest trump then. Chances of the match are in proportion to
    the exponentials of the chips.
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
    """A player's chance if nothing is traded."""
    return win_chance(view, who, seat_of(view.holder), ME, ME, 0, 0)


@rule
def gains_by_sale(view, who, seller, buyer, price):
    """Whether a player gains if the highest trump is sold at this price, rather than kept."""
    return win_chance(view, who, buyer, buyer, seller, price, 0) > chance_now(view, who)


@rule
def gains_by_offer(view, who, buyer, seller, price):
    """Whether a player gains if a face-down card is sold at this price."""
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
    """One chip more than the last bid, if that is better than to leave the card to the last bidder or the owner."""
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
    """At a price at which the player gains; otherwise the highest such price is named."""
    owner = seat_of(view.holder)
    for price in range(view.price, LOWEST_PRICE - 1, -1):
        if gains_by_sale(view, ME, owner, ME, price):
            return ACCEPT if price == view.price else price_action(price)
    return REFUSE


@rule
def offer(view, mask):
    """To the player with whose card one gains most, of those who would sell it."""
    best, most = PASS, chance_now(view, ME)
    for seat in range(1, SEATS):
        if mask[SEAT + seat - 1]:
            chance = win_chance(view, ME, seat_of(view.holder), ME, seat, LOWEST_PRICE, 1)
            if chance > most and would_sell(view, seat):
                best, most = SEAT + seat - 1, chance
    return best


@rule
def would_sell(view, seller):
    """Whether there is a price of a face-down card at which the player and the seller gain.

    They gain at the cost of others. Where there is only one of these, the player must still gain with one chip more, as
    sellers ask for most of the gain.
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
    """How many players have chips or cards."""
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
