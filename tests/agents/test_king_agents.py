"""Scripted agents of King follow their docstrings."""

from cardzoo.envs.engine.cards import CARD_WORDS
from cardzoo.envs.games.king import GAME
from tests.agents.choosing import choose
from tests.playing import count


def dealing(hand, **words):
    """The dealer in seat 3 holds these cards in one of the last four hands, and chooses."""
    rest = [card for card in CARD_WORDS[:52] if card not in hand.split()]
    hands = [" ".join(rest[player::3]) for player in range(3)]
    words = {"phase": "choice", "player": 3, "dealer": 3, "leader": 0} | words
    return GAME.position(hands=[*hands, hand], options={"hand": "positive"}, **words)


def test_dealers_among_experts_auction_some_hands_and_not_others():
    choices = {
        choose("expert", GAME.table(seed=seed, dealer=seed % 4, hand="positive"))
        for seed in range(count(compiled=40, interpreted=12))
    }
    assert "auction" in choices
    assert len(choices) > 1


def test_the_novice_plays_up_with_long_trumps():
    table = dealing("2♠ 3♠ 4♠ 5♠ 6♠ 7♠ 8♠ 9♠ 2♣ 3♣ 2♦ 3♦ 2♥", phase="direction", trump="spades")
    assert choose("novice", table) == "up"


def test_the_novice_plays_down_with_low_cards():
    table = dealing("2♠ 3♠ 4♠ 5♠ 6♠ 2♣ 3♣ 4♣ 2♦ 3♦ 4♦ 2♥ 3♥", phase="direction", trump="spades")
    assert choose("novice", table) == "down"
