"""The expert of Blackjack plays basic strategy, with a look at the hole card and without."""

import pytest

from tests.agents.choosing import choose
from tests.games.test_blackjack import dealt


def choice(own, up, **options):
    """The expert's choice with two own cards and an up card, by ranks; the hole card is a 7."""
    first, second = own.split()
    return choose("expert", dealt(f"{first} 7 {second} {up}", **options))


@pytest.mark.parametrize(
    ("own", "up", "looked", "unlooked"),
    [
        ("5 6", "10", "double", "hit"),
        ("8 8", "10", "split", "hit"),
        ("8 8", "A", "split", "hit"),
        ("A A", "A", "split", "hit"),
        ("A A", "10", "split", "split"),
        ("5 6", "9", "double", "double"),
        ("8 8", "9", "split", "split"),
        ("9 8", "10", "stand", "stand"),
    ],
)
def test_the_expert_risks_one_stake_only_if_the_dealer_may_have_a_blackjack(own, up, looked, unlooked):
    assert choice(own, up) == looked
    assert choice(own, up, peek=False) == unlooked


@pytest.mark.parametrize(("own", "looked", "unlooked"), [("2 3", "hit", "surrender"), ("9 4", "hit", "surrender")])
def test_the_expert_surrenders_more_if_the_dealer_may_have_a_blackjack(own, looked, unlooked):
    assert choice(own, "A", surrender=True) == looked
    assert choice(own, "A", surrender=True, peek=False) == unlooked
