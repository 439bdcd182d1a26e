"""Scripted agents of Skat follow their docstrings."""

import pytest

from cardzoo.envs.families.skat_games import Led
from tests.agents.choosing import choose
from tests.games.test_skat import playing


@pytest.mark.parametrize(
    ("declarer", "partner", "trick", "own", "card"),
    [("K♥", "8♠", ("10♦", "9♠"), "10♣ Q♣", "Q♣"), ("8♠", "K♥", ("9♦", "A♦"), "9♣ 10♣", "10♣")],
    ids=["declarer", "partner"],
)
def test_a_defender_spares_the_declarers_trick_and_feeds_the_partners(declarer, partner, trick, own, card):
    """The same side wins both cards, whatever it plays: one of the others has shown that it holds only spades."""
    void = [[int(hand == "8♠" and suit != Led.SPADES) for suit in Led] for hand in (declarer, partner, own)]
    table = playing(declarer, partner, own, trick=trick, own="J♣", void=void)
    assert choose("expert", table) == f"play {card}"
