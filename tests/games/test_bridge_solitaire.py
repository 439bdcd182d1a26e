"""The rules of Bridge Solitaire, clause by clause. Cards that a position does not name have been played."""

from collections import Counter
from itertools import permutations

import numpy as np
import pytest

from cardzoo.agents import bots
from cardzoo.envs import Batch
from cardzoo.envs.engine.cards import CARD_WORDS, parse_cards
from cardzoo.envs.games.bridge_solitaire import GAME
from tests.playing import count, now, play_out, walk

PACK = "A♣..K♣ A♦..K♦ A♥..K♥ A♠..K♠ joker joker2"
LOWEST_BID = "bid 1 ♣"


def legal(table):
    """The cards that may be chosen or played."""
    return " ".join(words.removeprefix("card ") for words in table.legal())


def cards(table, *words):
    """Play these cards."""
    return table.play(*(f"card {card}" for card in " ".join(words).split()))


def playing(hand, stock="", strain="no_trump", level=1, **words):
    """A deal with these cards left to be played. The stock is written with the next card first."""
    stock = " ".join(stock.split()[::-1])
    return GAME.position(phase="play", hand=hand, stock=stock, strain=strain, level=level, **words)


def lead(card, stock, strain):
    """The player has led and the stock has answered: returns its cards on the table, and whether the player has won."""
    table = cards(playing(card, stock, strain), card)
    shown = now(table, "last_trick").split()
    assert shown[0] == card
    return " ".join(shown[1:]), now(table, "tricks") == 1


def answer(card, led, strain):
    """Returns whether the player wins a trick that the stock has led."""
    table = cards(playing(card, "", strain, lead=led), card)
    assert now(table, "last_trick") == f"{led} {card}"
    return now(table, "tricks") == 1


# The deal and the choice of the hand


@pytest.mark.clause("c1")
def test_the_page_says_that_the_game_is_a_house_variant():
    assert GAME.page.split("\n\n")[1].startswith("A house variant")


@pytest.mark.clause(1)
def test_seven_cards_are_dealt_face_down_and_thirteen_face_up():
    table = GAME.table(deck=PACK)
    assert table.words("face_down", "face_up", "hand") == {
        "face_down": "A♣ 2♣ 3♣ 4♣ 5♣ 6♣ 7♣",
        "face_up": "8♣ 9♣ 10♣ J♣ Q♣ K♣ A♦ 2♦ 3♦ 4♦ 5♦ 6♦ 7♦",
        "hand": "",
    }
    assert table.view_words(0)["face_up"] == now(table, "face_up")
    assert table.view(0).stock_size == 34


@pytest.mark.clause(1)
@pytest.mark.clause(3)
def test_nobody_knows_the_face_down_cards_and_the_stock():
    table = cards(GAME.table(deck=PACK), "8♣ 2♦")
    hidden = [set(parse_cards("A♣..7♣")), set(parse_cards("8♦..K♦ A♥..K♥ A♠..K♠ joker joker2"))]
    lying = Counter()
    for seed in range(400):
        other = table.redeal(0, seed)
        assert other.view(0) == table.view(0)
        lying.update(parse_cards(now(other, "face_down")))
    assert set(lying) == set.union(*hidden)
    assert 30 < min(lying.values()) <= max(lying.values()) < 110  # 68 on average


@pytest.mark.clause(2)
def test_six_chosen_cards_and_the_face_down_ones_are_the_hand():
    table = GAME.table(deck=PACK)
    for card in ("K♣", "A♦", "7♦", "8♣", "9♣"):
        cards(table, card)
        assert now(table, "phase") == "select"
    assert now(table, "hand") == "8♣ 9♣ K♣ A♦ 7♦"
    cards(table, "10♣")
    assert table.words("phase", "hand", "face_down") == {
        "phase": "bid",
        "hand": "A♣ 2♣ 3♣ 4♣ 5♣ 6♣ 7♣ 8♣ 9♣ 10♣ K♣ A♦ 7♦",
        "face_down": "",
    }
    assert table.view_words(0)["hand"] == now(table, "hand")


@pytest.mark.clause(2)
def test_any_face_up_card_may_be_chosen():
    table = GAME.table(deck=PACK)
    assert legal(table) == now(table, "face_up")
    assert legal(cards(table, "10♣")) == "8♣ 9♣ J♣ Q♣ K♣ A♦ 2♦ 3♦ 4♦ 5♦ 6♦ 7♦"


@pytest.mark.clause(2)
@pytest.mark.clause("c2")
def test_face_up_jokers_are_chosen_first():
    deck = [*parse_cards("A♣..7♣ joker joker2 8♣..K♣ A♦..5♦ 6♦..K♦ A♥..K♥ A♠..K♠")]
    table = GAME.table(deck=deck)
    assert legal(table) == "joker joker2"
    assert legal(cards(table, "joker2")) == "joker"
    assert legal(cards(table, "joker")) == "8♣ 9♣ 10♣ J♣ Q♣ K♣ A♦ 2♦ 3♦ 4♦ 5♦"


@pytest.mark.clause("c2")
def test_cards_that_were_not_chosen_stay_out_of_play_and_known():
    table = cards(GAME.table(deck=PACK), "8♣ 9♣ 10♣ J♣ Q♣ K♣").play(LOWEST_BID)
    for _ in walk(table, 1):
        assert table.view_words(0)["face_up"] == "A♦ 2♦ 3♦ 4♦ 5♦ 6♦ 7♦"
    assert now(table, "face_up") == "A♦ 2♦ 3♦ 4♦ 5♦ 6♦ 7♦"


@pytest.mark.clause(3)
def test_the_stock_plays_the_opponents_cards():
    deck = f"A♣..7♣ 8♣..K♣ A♦..7♦ {' '.join(CARD_WORDS[51:19:-1])} joker joker2"
    table = cards(GAME.table(deck=deck), "8♣ 9♣ 10♣ J♣ Q♣ K♣").play("bid 1 no trump")
    cards(table, "2♣")
    assert now(table, "last_trick") == "2♣ K♠ Q♠ J♠"
    assert table.view(0).stock_size == 31


# The bid


@pytest.mark.clause(4)
@pytest.mark.clause("c3")
def test_every_bid_and_a_pass_are_allowed_once():
    table = cards(GAME.table(deck=PACK), "8♣ 9♣ 10♣ J♣ Q♣ K♣")
    levels = [f"bid {level} {strain}" for level in range(1, 8) for strain in ("♣", "♦", "♥", "♠", "no trump")]
    assert table.legal() == [*levels, "pass"]
    for words, level, strain in (("bid 1 ♣", 1, "clubs"), ("bid 3 ♠", 3, "spades"), ("bid 7 no trump", 7, "no_trump")):
        bid = table.copy().play(words)
        assert bid.words("phase", "level", "strain") == {"phase": "play", "level": level, "strain": strain}
        assert legal(bid) == now(bid, "hand")
        assert bid.view_words(0)["level"] == level
        assert bid.view_words(0)["strain"] == strain


@pytest.mark.clause("c3")
def test_a_pass_ends_the_deal_without_a_score():
    table = cards(GAME.table(deck=PACK), "8♣ 9♣ 10♣ J♣ Q♣ K♣").play("pass")
    assert table.words("over", "truncated", "score", "reward") == {
        "over": True,
        "truncated": False,
        "score": [0],
        "reward": [0.0],
    }


# The play


@pytest.mark.clause(4)
@pytest.mark.clause("c4")
@pytest.mark.parametrize("seed", range(3))
def test_thirteen_tricks_are_played_and_the_player_leads_first(seed):
    table = GAME.table(seed)
    while now(table, "phase") != "play":
        table.play("bid 1 ♠" if now(table, "phase") == "bid" else table.legal()[0])
    assert now(table, "lead") is None
    plays = list(walk(table, seed))
    assert len(plays) == 13
    assert table.over


@pytest.mark.clause("c4")
def test_the_winner_of_a_trick_leads():
    table = playing("10♥ 3♥ 5♦", "9♥ J♥ 6♠ K♣")
    assert now(cards(table, "10♥"), "lead") is None
    assert now(cards(table, "3♥"), "lead") == "6♠"
    assert table.view_words(0)["lead"] == "6♠"
    assert table.words("tricks", "stock") == {"tricks": 1, "stock": "K♣"}
    assert legal(table) == "5♦"


@pytest.mark.clause("c4")
def test_the_winner_against_the_lead_of_the_stock_leads():
    table = playing("10♥ 3♥ 5♦", "2♠ K♣ 4♠ 9♠", lead="9♥")
    assert now(cards(table, "10♥"), "lead") is None
    assert now(cards(table, "3♥"), "lead") is None
    assert now(table, "tricks") == 2


@pytest.mark.clause(1)
@pytest.mark.clause("c4")
@pytest.mark.parametrize("strain", ["hearts", "no_trump", "spades"])
@pytest.mark.parametrize(("led", "card"), [("9♥", "10♥"), ("K♥", "A♥"), ("2♥", "3♥"), ("A♥", "2♥"), ("10♥", "9♥")])
def test_the_higher_card_of_the_suit_led_wins(led, card, strain):
    higher = card in ("10♥", "A♥", "3♥")
    assert answer(card, led, strain) == higher
    assert lead(led, card, strain) == (card, not higher)


@pytest.mark.clause("c4")
def test_a_trump_beats_other_suits_and_nothing_else_does():
    assert answer("2♣", "A♥", "clubs")
    assert not answer("A♣", "2♥", "spades")
    assert not answer("A♣", "2♥", "no_trump")
    assert lead("A♥", "2♣", "clubs") == ("2♣", False)
    assert lead("2♥", "A♣", "spades") == ("A♣", True)
    assert lead("2♣", "A♥", "clubs") == ("A♥", True)


@pytest.mark.clause("c5")
@pytest.mark.parametrize("strain", ["clubs", "hearts", "no_trump"])
def test_a_joker_is_the_highest_card(strain):
    assert answer("joker", "A♥", strain)
    assert not answer("A♥", "joker", strain)
    assert lead("A♥", "joker2", strain) == ("joker2", False)
    assert lead("joker", "A♥", strain) == ("A♥", True)


@pytest.mark.clause("c5")
@pytest.mark.parametrize("strain", ["clubs", "no_trump"])
def test_the_second_joker_loses_to_the_first(strain):
    assert not answer("joker", "joker2", strain)
    assert not answer("joker2", "joker", strain)
    assert lead("joker", "joker2", strain) == ("joker2", True)
    assert lead("joker2", "joker", strain) == ("joker", True)


@pytest.mark.clause("c6")
@pytest.mark.parametrize(
    ("stock", "turned"),
    [
        ("9♥ A♠ 2♠", "9♥"),
        ("A♠ 9♥ 2♠", "A♠ 9♥"),
        ("A♠ 2♠ 9♥", "A♠ 2♠ 9♥"),
        ("A♠ 2♠ 3♠ 9♥", "A♠ 2♠ 3♠"),
        ("A♠ 4♣ 9♥", "A♠ 4♣"),
        ("4♣ 9♥", "4♣"),
        ("A♠ 2♠", "A♠ 2♠"),
    ],
)
def test_cards_are_turned_up_until_one_follows_suit_or_trumps_but_three_at_most(stock, turned):
    assert lead("10♥", stock, "clubs")[0] == turned


@pytest.mark.clause("c6")
def test_the_last_card_turned_up_is_the_answer():
    assert lead("10♥", "J♠ J♥", "clubs") == ("J♠ J♥", False)
    assert lead("10♥", "J♠ 9♥ J♥", "clubs") == ("J♠ 9♥", True)
    assert lead("10♥", "J♠ Q♠ K♠ J♥", "clubs") == ("J♠ Q♠ K♠", True)


@pytest.mark.clause("c6")
def test_without_trumps_only_the_suit_led_answers():
    assert lead("10♥", "J♠ 4♣ J♦ J♥", "no_trump") == ("J♠ 4♣ J♦", True)


@pytest.mark.clause("c6")
def test_cards_turned_up_in_vain_are_out_of_play_and_seen():
    table = cards(playing("10♥ 2♣", "J♠ Q♠ 9♥ K♠"), "10♥")
    assert now(table, "stock") == "K♠"
    assert {"J♠", "Q♠", "9♥", "10♥"} <= {*table.view_words(0)["played"].split()}
    assert table.view_words(0)["last_trick"] == "10♥ J♠ Q♠ 9♥"


@pytest.mark.clause("c7")
@pytest.mark.parametrize(
    ("led", "strain", "hand", "allowed"),
    [
        ("9♥", "clubs", "2♥ K♥ 3♣ joker", "2♥ K♥"),
        ("9♥", "clubs", "2♠ 3♣ joker", "3♣ 2♠ joker"),
        ("9♣", "clubs", "2♥ K♥ 3♣ joker", "3♣ joker"),
        ("9♣", "clubs", "2♥ K♥ joker", "joker"),
        ("9♣", "clubs", "2♥ K♥", "2♥ K♥"),
        ("9♥", "no_trump", "2♥ K♥ 3♣ joker", "2♥ K♥ joker"),
        ("9♥", "no_trump", "3♣ 2♠ joker", "3♣ 2♠ joker"),
        ("joker", "clubs", "2♥ K♥ 3♣ joker2", "3♣ joker2"),
        ("joker", "clubs", "2♥ K♥", "2♥ K♥"),
        ("joker", "no_trump", "2♥ 3♣ joker2", "3♣ 2♥ joker2"),
    ],
)
def test_suit_is_followed_to_the_lead_of_the_stock(led, strain, hand, allowed):
    assert legal(playing(hand, "K♠", strain, lead=led)) == allowed


@pytest.mark.clause("c7")
@pytest.mark.parametrize("strain", ["clubs", "no_trump"])
def test_any_card_may_be_led(strain):
    assert legal(playing("3♣ 2♥ A♠ joker", "K♠", strain)) == "3♣ 2♥ A♠ joker"


@pytest.mark.clause("c8")
def test_a_led_joker_asks_for_trumps():
    assert lead("joker", "9♥ 4♣ 3♥", "clubs") == ("9♥ 4♣", True)
    assert lead("joker", "9♥ 3♥ 4♥ 4♣", "clubs") == ("9♥ 3♥ 4♥", True)


@pytest.mark.clause("c8")
def test_without_trumps_the_first_card_answers_a_joker():
    assert lead("joker", "9♥ 4♣ 3♥", "no_trump") == ("9♥", True)


@pytest.mark.clause("c8")
@pytest.mark.parametrize("strain", ["clubs", "no_trump"])
def test_a_joker_that_is_turned_up_is_the_answer(strain):
    assert lead("10♥", "J♠ joker A♥", strain) == ("J♠ joker", False)


@pytest.mark.clause("c9")
def test_the_player_wins_all_tricks_when_the_stock_is_empty():
    table = playing("2♥ 3♣ 4♦", "K♥")
    cards(table, "2♥")
    assert table.words("tricks", "lead") == {"tricks": 0, "lead": None}
    cards(table, "3♣")
    assert now(table, "last_trick") == "3♣"
    assert now(cards(table, "4♦"), "tricks") == 2


@pytest.mark.clause("c9")
def test_a_stock_that_runs_out_answers_with_what_it_has():
    assert lead("10♥", "J♠", "no_trump") == ("J♠", True)
    assert lead("10♥", "J♠ J♥", "no_trump") == ("J♠ J♥", False)


# Scores


@pytest.mark.clause(4)
@pytest.mark.clause("c10")
@pytest.mark.parametrize(
    ("level", "strain", "tricks", "score"),
    [
        (1, "clubs", 7, 20),
        (1, "diamonds", 9, 60),
        (3, "diamonds", 9, 60),
        (1, "hearts", 7, 30),
        (3, "spades", 10, 120),
        (4, "spades", 10, 420),
        (4, "hearts", 11, 450),
        (4, "clubs", 11, 100),
        (5, "clubs", 11, 400),
        (5, "diamonds", 13, 440),
        (1, "no_trump", 7, 40),
        (1, "no_trump", 9, 100),
        (2, "no_trump", 13, 220),
        (3, "no_trump", 9, 400),
        (6, "clubs", 12, 920),
        (6, "no_trump", 13, 1020),
        (7, "spades", 13, 1510),
        (7, "no_trump", 13, 1520),
        (1, "clubs", 6, -50),
        (1, "no_trump", 4, -150),
        (4, "spades", 9, -50),
        (7, "hearts", 12, -50),
        (7, "hearts", 1, -600),
    ],
)
def test_a_contract_scores(level, strain, tricks, score):
    """The last trick is one for the player."""
    table = playing("A♥", "2♥", strain, level, tricks=tricks - 1)
    cards(table, "A♥")
    assert now(table, "score") == [score]
    assert table.over


def test_tricks_that_are_lost_do_not_count():
    assert now(cards(playing("2♥", "A♥", "clubs", tricks=6), "2♥"), "score") == [-50]


@pytest.mark.parametrize("paid", ["outcome", "score"])
@pytest.mark.parametrize(("level", "tricks", "score"), [(1, 8, 100), (1, 3, -150), (7, 12, 1520), (7, 0, -600)])
def test_the_reward_is_the_score_over_the_most_that_can_be_won(level, tricks, score, paid):
    table = cards(playing("A♥", "2♥", "no_trump", level, tricks=tricks, reward=paid), "A♥")
    assert table.words("score", "reward") == {"score": [score], "reward": [round(score / 1520, 6)]}


@pytest.mark.clause(4, "c10")
def test_experts_bid_games_and_slams():
    """They bid contracts that score more than their tricks; nobody knows before the play how it ends."""
    batch = Batch(GAME, count(compiled=200, interpreted=5), bots=bots(GAME), restart=False)
    batch.actors[:] = list(bots(GAME)).index("expert")
    batch.reset(1)
    assert {3, 6, 7} & {*batch.records["level"].tolist()}


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ({"phase": "select"}, "6 cards are chosen for the hand, to join 7 cards that lie face down"),
        ({"phase": "bid"}, "a hand has a card for each trick that is left"),
        ({"phase": "bid", "hand": "A♥", "level": 2}, "level and strain are of the bid, and so of the play"),
        ({"phase": "play", "hand": "A♥", "level": 2}, "level and strain are of the bid, and so of the play"),
        ({"phase": "bid", "hand": "A♥", "lead": "2♥"}, "tricks are won in the play"),
        ({"phase": "bid", "hand": "A♥", "face_down": "2♥"}, "the cards that were face down are in the hand"),
        ({"phase": "bid", "hand": "A♥", "last_trick": "A♥"}, "the cards of the last trick have been played"),
        ({"phase": "bid", "hand": "A♥", "hands_over": 1}, "the game is over after 1, and not before"),
        ({"phase": "bid", "hand": "A♥", "score": [50]}, "the deals that are over cannot have brought this score"),
    ],
)
def test_impossible_positions_are_refused(words, message):
    with pytest.raises(ValueError, match=message):
        GAME.position(**words)


@pytest.mark.clause("c11")
def test_the_scores_of_several_deals_are_added_up():
    table = playing("A♥", "2♥", "no_trump", tricks=8, options={"hands": 2})
    cards(table, "A♥")
    words = ("over", "score", "reward", "phase", "hands_over", "level", "strain", "tricks", "played", "last_trick")
    assert table.words(*words) == {
        "over": False,
        "score": [100],
        "reward": [0.0],
        "phase": "select",
        "hands_over": 1,
        "level": 0,
        "strain": None,
        "tricks": 0,
        "played": "",
        "last_trick": "",
    }
    assert (table.view(0).hands_left, table.view(0).score, table.view(0).stock_size) == (1, 100, 34)
    while now(table, "phase") == "select":
        table.step(int(np.flatnonzero(table.mask)[0]))
    table.play("pass")
    assert table.words("over", "score", "reward") == {"over": True, "score": [100], "reward": [round(50 / 1520, 6)]}


@pytest.mark.clause("c11")
def test_one_deal_is_a_game():
    table = play_out(GAME.table(2), 2)
    assert table.words("over", "hands_over") == {"over": True, "hands_over": 1}


# The player's knowledge


def test_all_orders_of_the_stock_are_equally_likely():
    table = playing("2♥", "9♣ 9♦ 9♠", tricks=3)
    seen = Counter(now(table.redeal(0, seed), "stock") for seed in range(600))
    assert {*seen} == {" ".join(order) for order in permutations(["9♣", "9♦", "9♠"])}
    assert min(seen.values()) > 60


@pytest.mark.parametrize("seed", range(count(compiled=10, interpreted=3)))
def test_all_cards_but_the_stock_and_the_face_down_ones_are_seen(seed):
    table = GAME.table(seed, hands=2)
    for _ in walk(table, seed):
        view = table.view(0)
        known = view.hand.sum() + view.face_up.sum() + view.played.sum() + (view.lead >= 0)
        face_down = 7 if now(table, "phase") == "select" else 0
        assert known + face_down + view.stock_size == 54
        assert view.tricks_left == (view.hand.sum() if now(table, "phase") == "play" else 13)
