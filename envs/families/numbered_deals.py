"""The numbered deals of Microsoft's patience programs.

Of deal n a generator begins with n; each draw multiplies its number by 214013, adds 2531011, keeps the remainder by
2^31, and gives this divided by 2^16, rounded down. The cards lie in a list, A♣ A♦ A♥ A♠ 2♣ and so on to K♠. As long as
there are any, the card at the place that a draw leaves as its remainder by their number, counted from 0, is dealt next,
and the last one of the list takes its place.
"""

import numpy as np

from cardzoo.envs.engine import CARDS, RANKS, SUITS, piles, rule

FACTOR, TERM, MODULUS = 214013, 2531011, 1 << 31  # of the generator


@rule
def order_by_number(cards, number):
    """Fill 52 places with a numbered deal, the first card to be dealt last."""
    for place in range(CARDS):
        cards[place] = place % SUITS * RANKS + place // SUITS
    drawn = np.int64(number)
    for last in range(CARDS - 1, -1, -1):
        drawn = (drawn * FACTOR + TERM) % MODULUS
        piles.swap(cards, (drawn >> 16) % (last + 1), last)


def microsoft_deal(number: int) -> list[int]:
    """A numbered deal as a written deck.

    Args:
        number: of the deal, 1 to 2,147,483,647.

    Returns:
        The codes of the 52 cards, the first to be dealt first.

    Raises:
        ValueError: if there is no such deal.
    """
    if not 1 <= number < MODULUS:
        raise ValueError(f"there is no deal {number}; deals are 1 to {MODULUS - 1}")
    cards = np.zeros(CARDS, np.int16)
    order_by_number(cards, number)
    return [int(card) for card in cards[::-1]]
