"""Strengths of poker hands against PokerKit's; `make test-pokerkit` runs this.

``CARDZOO_POKERKIT_DRAWS`` sets the number of hands of seven cards.
"""

import os

import numpy as np
import pokerkit

from cardzoo.envs.engine import CARDS
from cardzoo.envs.engine.cards import card_words
from cardzoo.envs.families.poker_hands import BITS, strength

DRAWS = int(os.environ.get("CARDZOO_POKERKIT_DRAWS", "10000"))


def test_seven_cards_rank_alike():
    """Each strength of ours is one rank of theirs, and the greater one is the better hand."""
    generator, ranks = np.random.default_rng(1), {}
    for _ in range(DRAWS):
        cards = generator.permutation(CARDS)[:7]
        words = card_words(cards.tolist()).replace(" ", "").replace("10", "T").translate(str.maketrans("♣♦♥♠", "cdhs"))
        entry = pokerkit.StandardHighHand.from_game(words[:4], words[4:]).entry.index
        assert ranks.setdefault(int(strength(int(np.bitwise_or.reduce(BITS[cards])))), entry) == entry
    in_order = [ranks[one] for one in sorted(ranks)]
    assert in_order == sorted(set(in_order))
