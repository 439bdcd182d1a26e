"""Rule-of-thumb players of Speculation: one who looks at the highest trump alone, one who counts the cards.

If nothing is sold any more, the pot goes to whoever owns the highest of all trumps, face up or face down: one that
stays face down to the end is a card of the owner of the highest trump shown, who has the pot anyhow. So each face-down
card has the same chance of bringing the pot, whoever owns it, and the highest trump shown has what is left.
"""

from cardzoo.envs.engine import CARDS, RANKS, rule
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
    Phase,
)

NEXT_DEAL = 1.5  # chips: what it is worth to deal the next hand, and so to get the upcard; measured against novices


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
    """Values the highest trump and the face-down cards by their chances of winning the hand, and trades at a profit.

    - It puts the highest trump up for auction, since others may value it too high; then it asks all for the lowest
      prices above what it is worth. It accepts any price above that.
    - It buys for less than the card is worth, and names such a price when it is asked for more.
    - It offers the lowest price for a face-down card that is worth more, and sells its own for more than that.
    """
    trump, face_down = value(view)
    if view.phase == Phase.SELL:
        return sell(view, mask, trump)
    if view.phase == Phase.TARGET:
        return ALL
    if view.phase == Phase.BID:
        return bid_below(view, mask, trump)
    if view.phase == Phase.ANSWER:
        return buy(view, mask, trump)
    if view.phase == Phase.COUNTER:
        return ACCEPT if view.counter > trump else REFUSE
    if view.phase == Phase.BEST_BID:
        return ACCEPT if view.price > trump else REFUSE
    if view.phase == Phase.BLIND:
        return offer(view, mask, face_down)
    if view.phase == Phase.BLIND_PRICE:
        return price_action(LOWEST_PRICE)
    if view.phase == Phase.BLIND_ANSWER:
        return answer_offer(view, mask, face_down)
    return ACCEPT if view.counter < face_down else REFUSE


@rule
def value(view):
    """What the highest trump and what a face-down card bring on average: the pot, and the next deal with it."""
    prize = view.pot + NEXT_DEAL * (view.hands_left > 1)
    face_down = view.stacks.sum()
    unseen = CARDS - view.shown.sum()
    stays = 1.0
    for card in range(view.higher):
        stays *= max(unseen - face_down - card, 0) / (unseen - card)
    return prize * stays, prize * (1 - stays) / max(face_down, 1)


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
def sell(view, mask, worth):
    """An auction, then prices."""
    if mask[AUCTION] and view.tries_left > 2:
        return AUCTION
    asked = price_action(int(worth) + view.tries_left)
    return asked if mask[asked] else KEEP


@rule
def buy(view, mask, worth):
    """At a price below what the card is worth; otherwise the highest such price is named."""
    if view.price < worth:
        return ACCEPT
    lower = int(worth) if int(worth) < worth else int(worth) - 1
    return price_action(lower) if LOWEST_PRICE <= lower < view.price else REFUSE


@rule
def offer(view, mask, worth):
    """For the card of the next player who has one."""
    if worth > LOWEST_PRICE:
        for seat in range(1, len(view.stacks)):
            if mask[SEAT + seat - 1]:
                return SEAT + seat - 1
    return PASS


@rule
def answer_offer(view, mask, worth):
    """A price above what the card is worth, or the next price that is."""
    if view.price > worth:
        return ACCEPT
    higher = price_action(int(worth) + 1)
    return higher if mask[higher] else REFUSE


AGENTS = {"novice": novice, "expert": expert}
