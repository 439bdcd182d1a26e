"""The rules of Getaway, clause by clause. Cards that a position does not name are discarded."""

from collections import Counter
from itertools import combinations

import numpy as np
import pytest

from cardzoo.envs.engine import CARDS
from cardzoo.envs.engine.cards import CARD_WORDS, card_words
from cardzoo.envs.games.getaway import DECLINE, GAME, TAKE_HAND
from tests.playing import count, now

PACK = set(CARD_WORDS[:CARDS])
NUMBERS_OF_PLAYERS = range(3, 9)
TAKERS = ("leader", "anyone")


def follow(*hands, **words):
    """Player 0 has led to a later trick, player 1 is to follow; other cards of the trick are in ``trick``."""
    return GAME.position(num_players=len(hands), hands=hands, **{"phase": "follow", "player": 1, "tricks": 3} | words)


def between(*hands, **words):
    """Player 0 is about to lead to a later trick, and is asked before."""
    return GAME.position(num_players=len(hands), hands=hands, **{"phase": "option", "tricks": 3} | words)


def two_left(*hands, **words):
    """Players 0 and 1 are left of three, and player 0 leads."""
    return GAME.position(num_players=3, hands=hands, **{"phase": "lead", "away": [0, 0, 1], "tricks": 9} | words)


def shootout(hand, *leads, seed=1):
    """Player 0 without cards has turned up the first of the leads; the others lie on the pile in this order."""
    aside = PACK - set(hand.split()) - set(leads)
    return two_left(
        "",
        hand,
        phase="shootout",
        player=1,
        trick=leads[:1],
        stock=leads[:0:-1],
        aside=list(aside),
        discards="",
        seed=seed,
    )


def cards(table, name):
    """A field as a set of cards in words."""
    return set(now(table, name).split())


def cards_of(table, player):
    """A hand as a set of cards in words."""
    return set(now(table, "hands")[player].split())


def seats_in(table):
    return [player for player, gone in enumerate(now(table, "away")) if not gone]


def loser(table):
    """The loser; the other players share the loser's payment."""
    assert table.over
    assert not now(table, "truncated")
    rewards = now(table, "reward")
    lost = rewards.index(-1)
    share = round(1 / (table.num_players - 1), 6)
    assert [reward for player, reward in enumerate(rewards) if player != lost] == [share] * (table.num_players - 1)
    assert seats_in(table) == [lost]
    return lost


def play_randomly(table, seed, taken=0.1):
    """Yields before each action; hands are taken with this probability, all else is random."""
    generator = np.random.default_rng(seed)
    while not table.over:
        yield table
        if table.mask[DECLINE]:
            action = TAKE_HAND if generator.random() < taken else DECLINE
        else:
            action = generator.choice(np.flatnonzero(table.mask))
        table.step(action)


# The deal and the first trick


@pytest.mark.clause(1)
def test_all_cards_are_dealt_one_by_one_from_the_dealers_left():
    hands = now(GAME.table(num_players=5, deck=range(CARDS), dealer=2), "hands")
    for turn in range(5):
        assert hands[(3 + turn) % 5] == card_words(range(turn, CARDS, 5))


@pytest.mark.clause(1)
@pytest.mark.parametrize("num_players", NUMBERS_OF_PLAYERS)
def test_hands_differ_by_at_most_one_card(num_players):
    table = GAME.table(seed=3, num_players=num_players)
    dealer = now(table, "dealer")
    sizes = [len(hand.split()) for hand in now(table, "hands")]
    longer = CARDS % num_players
    assert [sizes[(dealer + 1 + turn) % num_players] - CARDS // num_players for turn in range(num_players)] == (
        [1] * longer + [0] * (num_players - longer)
    )


@pytest.mark.clause("c14")
@pytest.mark.parametrize("num_players", [1, 2, 9])
def test_three_to_eight_play(num_players):
    with pytest.raises(ValueError, match="must be 3 to 8"):
        GAME.table(num_players=num_players)


@pytest.mark.clause(2, "c1")
@pytest.mark.parametrize("takers", TAKERS)
def test_the_ace_of_spades_is_led_first_and_nobody_is_asked_before(takers):
    for seed in range(20):
        table = GAME.table(seed=seed, takers=takers)
        assert "A♠" in now(table, "hands")[table.player].split()
        assert now(table, "leader") == table.player
        assert table.legal() == ["play A♠"]


@pytest.mark.clause(4, "c4")
def test_another_suit_does_not_stop_the_first_trick_and_is_discarded():
    table = follow("2♣", "K♦ 2♦", "3♠ 4♥", "9♥ 5♥", trick=["A♠"], tricks=0)
    table.play("play K♦")
    assert (now(table, "phase"), table.player) == ("follow", 2)
    table.play("play 3♠", "play 9♥")
    assert now(table, "hands") == ["2♣", "2♦", "4♥", "5♥"]
    assert {"A♠", "K♦", "3♠", "9♥"} <= cards(table, "discards")
    assert now(table, "tricks") == 1


@pytest.mark.clause(4, 16)
def test_the_ace_of_spades_wins_the_first_trick():
    for seed in range(20):
        table = GAME.table(seed=seed, num_players=6)
        first = table.player
        for _ in range(6):
            table.step(np.flatnonzero(table.mask)[-1])
        assert now(table, "leader") == table.player == first
        assert len(cards(table, "discards")) == 6


# Following, stopped and completed tricks


@pytest.mark.clause(3)
def test_follow_suit_if_able():
    table = follow("K♣", "2♦ J♦ A♠", "4♥", trick=["9♦"])
    assert table.legal() == ["play 2♦", "play J♦"]


@pytest.mark.clause(3)
def test_without_the_suit_any_card_may_be_played():
    table = follow("K♣", "2♣ J♥ A♠", "4♥", trick=["9♦"])
    assert table.legal() == ["play 2♣", "play J♥", "play A♠"]


@pytest.mark.clause(3)
def test_any_card_may_be_led_to_a_later_trick():
    table = between("2♣ J♥ A♠", "3♦", "4♥").play("decline")
    assert (now(table, "phase"), table.player) == ("lead", 0)
    assert table.legal() == ["play 2♣", "play J♥", "play A♠"]


@pytest.mark.clause(3, 7)
@pytest.mark.parametrize(("answer", "leader"), [("A♦", 1), ("Q♦", 0), ("2♦", 0)])
def test_the_ace_ranks_above_the_king(answer, leader):
    table = follow("7♣", f"{answer} 7♥", "J♦ 7♠", trick=["K♦"]).play(f"play {answer}", "play J♦")
    assert now(table, "leader") == leader


@pytest.mark.clause(5)
def test_the_first_card_of_another_suit_stops_the_trick():
    """Player 3 does not play."""
    table = follow("7♣", "8♦ 7♥", "A♠ 7♠", "A♦ 6♥", trick=["9♦"]).play("play 8♦", "play A♠")
    assert now(table, "hands")[3] == "A♦ 6♥"
    assert now(table, "trick") == [None] * 4
    assert now(table, "phase") == "option"


@pytest.mark.clause(6, 19)
@pytest.mark.parametrize(("lead", "taker"), [("9♦", 0), ("7♦", 1)])
def test_the_highest_card_of_the_suit_led_takes_a_stopped_trick_and_leads(lead, taker):
    """The ace of another suit wins nothing."""
    table = follow("7♣", "8♦ 7♥", "A♠ 7♠", "6♥", trick=[lead])
    before = cards(table, "discards")
    table.play("play 8♦", "play A♠")
    rest = [{"7♣"}, {"7♥"}, {"7♠"}, {"6♥"}]
    rest[taker] |= {lead, "8♦", "A♠"}
    assert [set(hand.split()) for hand in now(table, "hands")] == rest
    assert table.player == now(table, "leader") == taker
    assert cards(table, "discards") == before


@pytest.mark.clause(7)
def test_a_completed_trick_is_discarded_and_the_highest_card_leads():
    table = follow("7♣", "8♦ 7♥", "10♦ 7♠", trick=["9♦"]).play("play 8♦", "play 10♦")
    assert now(table, "hands") == ["7♣", "7♥", "7♠"]
    assert now(table, "trick") == [None] * 3
    assert {"8♦", "9♦", "10♦"} <= cards(table, "discards")
    assert table.player == now(table, "leader") == 2


@pytest.mark.clause(19)
@pytest.mark.parametrize("suit", "♣♥♠")
def test_no_suit_is_above_the_suit_led(suit):
    table = follow("7♣", f"A{suit} 8♥", "7♠", trick=["2♦"]).play(f"play A{suit}")
    assert now(table, "leader") == 0


@pytest.mark.clause(17)
def test_taken_cards_may_be_led_at_once():
    table = follow("7♣", "8♦ 7♥", "A♠ 7♠", trick=["9♦"]).play("play 8♦", "play A♠", "decline")
    assert table.legal() == ["play 7♣", "play 8♦", "play 9♦", "play A♠"]
    table.play("play A♠")
    assert now(table, "trick") == ["A♠", None, None]


# Taking a hand


@pytest.mark.clause(8, "c1")
def test_the_leader_is_asked_before_each_later_trick():
    table = follow("7♣", "8♦ 7♥", "10♦ 7♠", trick=["9♦"]).play("play 8♦", "play 10♦")
    assert table.player == 2
    assert table.legal() == ["take hand", "decline"]
    assert table.play("decline").legal() == ["play 7♠"]


@pytest.mark.clause(8, 9, 20)
def test_a_player_who_takes_the_left_neighbours_hand_lets_that_player_away():
    table = between("7♣", "8♦ 7♥", "10♦ 7♠", "2♦").play("take hand")
    assert now(table, "hands") == ["7♣ 8♦ 7♥", "", "10♦ 7♠", "2♦"]
    assert now(table, "away") == [0, 1, 0, 0]


@pytest.mark.clause(20)
def test_seats_stay_as_they_are_when_a_hand_is_taken():
    table = between("7♣", "8♦ 7♥", "10♣ 7♠", "2♣ 3♣").play("take hand", "decline", "play 7♣")
    assert table.player == 2
    assert table.play("play 10♣").player == 3


@pytest.mark.clause("c1", "c2")
def test_the_leader_may_go_on_to_the_next_neighbour():
    table = between("7♣", "8♦ 7♥", "10♦ 7♠", "2♦").play("take hand")
    assert (table.player, table.legal()) == (0, ["take hand", "decline"])
    table.play("take hand")
    assert now(table, "hands") == ["7♣ 8♦ 10♦ 7♥ 7♠", "", "", "2♦"]
    assert seats_in(table) == [0, 3]


@pytest.mark.clause("c2")
def test_the_left_neighbour_is_the_next_player_still_in():
    table = between("7♣", "", "", "2♦", "3♦", away=[0, 1, 1, 0, 0]).play("take hand")
    assert now(table, "hands") == ["7♣ 2♦", "", "", "", "3♦"]


@pytest.mark.clause("c3")
def test_with_two_left_taking_the_hand_is_allowed_and_loses():
    table = two_left("7♣", "8♦ 9♦", phase="option")
    assert table.legal() == ["take hand", "decline"]
    assert loser(table.play("take hand")) == 0


@pytest.mark.clause("c1")
def test_with_anyone_taking_all_are_asked_from_the_leader_on():
    hands = ["7♣", "8♦ 7♥", "", "2♦"]
    table = between(*hands, leader=1, player=1, away=[0, 0, 1, 0], options={"takers": "anyone"})
    for player in (1, 3, 0):
        assert (table.player, now(table, "phase")) == (player, "option")
        assert table.legal() == ["take hand", "decline"]
        table.play("decline")
    assert (table.player, now(table, "phase")) == (1, "lead")


@pytest.mark.clause("c1", 10)
def test_with_anyone_taking_the_leaders_hand_the_next_player_leads():
    table = between("7♣", "8♦ 7♥", "9♦", "2♦", options={"takers": "anyone"})
    table.play("decline", "decline", "decline", "take hand")
    assert (table.player, now(table, "phase")) == (3, "option")
    table.play("decline")
    assert (table.player, now(table, "phase")) == (1, "lead")
    assert now(table, "hands") == ["", "8♦ 7♥", "9♦", "7♣ 2♦"]


@pytest.mark.clause("c1")
def test_with_anyone_taking_all_are_asked_again_before_the_next_trick():
    table = between("7♣ 2♣", "8♣ 3♣", "9♣ 4♣", options={"takers": "anyone"})
    table.play("decline", "decline", "decline", "play 7♣", "play 8♣", "play 9♣")
    for player in (2, 0, 1):
        assert (table.player, now(table, "phase")) == (player, "option")
        table.play("decline")
    assert (table.player, now(table, "phase")) == (2, "lead")


# Getting away


@pytest.mark.clause(9)
def test_a_player_without_cards_is_away_and_plays_no_more():
    table = follow("7♣", "8♦", "10♦ 7♠", trick=["9♦"]).play("play 8♦", "play 10♦")
    assert seats_in(table) == [0, 2]
    table.play("decline", "play 7♠")
    assert table.player == 0


@pytest.mark.clause(10, "c8")
def test_with_three_or_more_left_a_winner_without_cards_is_away_and_the_next_player_leads():
    table = follow("7♣", "8♦ 7♥", "10♦", "2♦ 7♠", trick=["9♦"]).play("play 8♦", "play 10♦", "play 2♦")
    assert seats_in(table) == [0, 1, 3]
    assert table.player == now(table, "leader") == 3


@pytest.mark.clause(10)
def test_the_next_player_still_in_leads_instead():
    table = follow("7♣", "8♦ 7♥", "10♦", "2♦", trick=["9♦"]).play("play 8♦", "play 10♦", "play 2♦")
    assert seats_in(table) == [0, 1]
    assert table.player == now(table, "leader") == 0


@pytest.mark.clause("c5")
def test_a_player_who_takes_a_stopped_trick_after_the_last_card_is_not_away():
    table = follow("", "8♦ 7♥", "A♠ 7♠", trick=["9♦"]).play("play 8♦", "play A♠")
    assert now(table, "hands")[0] == "8♦ 9♦ A♠"
    assert seats_in(table) == [0, 1, 2]
    assert table.player == 0


@pytest.mark.clause("c6")
def test_others_without_cards_after_a_stopped_trick_are_away():
    table = follow("7♣", "8♦", "A♠", "7♠", trick=["9♦"]).play("play 8♦", "play A♠")
    assert seats_in(table) == [0, 3]
    assert not table.over


@pytest.mark.clause("c6", 15)
def test_the_taker_loses_if_no_other_is_left():
    table = follow("7♣", "8♦", "A♠", trick=["9♦"]).play("play 8♦", "play A♠")
    assert loser(table) == 0


@pytest.mark.clause("c9")
@pytest.mark.parametrize(("lead", "lost"), [("9♦", 2), ("J♦", 0)])
def test_if_all_run_out_in_one_trick_its_winner_loses(lead, lost):
    table = follow("", "8♦", "10♦", trick=[lead]).play("play 8♦", "play 10♦")
    assert loser(table) == lost


@pytest.mark.clause("c9")
@pytest.mark.parametrize(("answer", "lost"), [("2♦", 0), ("J♦", 1)])
def test_if_the_last_two_run_out_in_one_trick_its_winner_loses(answer, lost):
    assert loser(two_left("9♦", answer).play("play 9♦", f"play {answer}")) == lost


@pytest.mark.clause("c10", 15)
@pytest.mark.parametrize("answer", ["2♦", "J♦"])
def test_if_a_trick_of_three_leaves_cards_to_one_player_that_player_loses_whoever_won(answer):
    table = follow("", f"{answer} 7♥", "10♦", trick=["9♦"]).play(f"play {answer}", "play 10♦")
    assert loser(table) == 1


@pytest.mark.clause(15)
@pytest.mark.parametrize("num_players", NUMBERS_OF_PLAYERS)
def test_random_games_end_with_one_loser(num_players):
    for seed in range(count(compiled=30, interpreted=3)):
        table = GAME.table(seed=seed, num_players=num_players)
        for _ in play_randomly(table, seed):
            assert len(seats_in(table)) > 1
        loser(table)


# Two players left


@pytest.mark.clause(11)
def test_with_two_left_a_higher_answer_to_the_last_card_loses():
    table = two_left("9♦", "J♦ 7♥").play("play 9♦", "play J♦")
    assert loser(table) == 1
    assert not cards(table, "stock")


@pytest.mark.clause(12, "c7")
@pytest.mark.parametrize(
    ("hands", "plays", "drawer"),
    [
        (["9♦", "2♦ 3♦ 3♣ 4♥ 5♠"], ["play 9♦", "play 2♦"], 0),
        (["5♦ 3♦ 3♣ 4♥ 5♠", "6♦"], ["play 5♦", "play 6♦"], 1),
    ],
)
def test_with_two_left_who_wins_with_the_last_card_turns_up_cards(hands, plays, drawer):
    """The player may have led or followed."""
    table = two_left(*hands).play(*plays)
    assert (now(table, "phase"), now(table, "leader"), table.player) == ("shootout", drawer, 1 - drawer)
    assert not table.over


@pytest.mark.clause("c7")
@pytest.mark.parametrize("answer", ["4♦", "K♣"])
def test_with_two_left_the_last_card_below_the_lead_or_of_another_suit_gets_away(answer):
    table = two_left("5♦ 3♦ 3♣", answer).play("play 5♦", f"play {answer}")
    assert loser(table) == 0


@pytest.mark.clause(13, 18)
def test_the_discards_without_the_last_trick_are_shuffled_and_turned_up():
    leads = []
    for seed in range(20):
        table = two_left("9♦", "2♦ 3♦ 3♣ 4♥ 5♠", seed=seed).play("play 9♦", "play 2♦")
        lead, answer, _ = now(table, "trick")
        assert answer is None
        assert cards(table, "stock") | {lead} == PACK - {"9♦", "2♦", "3♦", "3♣", "4♥", "5♠"}
        assert cards(table, "aside") == {"9♦", "2♦"}
        assert not cards(table, "discards")
        leads.append(lead)
    assert len(set(leads)) > 10


@pytest.mark.clause(14)
def test_a_lower_answer_in_a_shootout_turns_up_another_card():
    table = shootout("2♦ 3♣", "9♦", "K♣").play("play 2♦")
    assert now(table, "trick") == ["K♣", None, None]
    assert (now(table, "phase"), table.player, table.legal()) == ("shootout", 1, ["play 3♣"])


@pytest.mark.clause(14, "c12")
def test_any_card_of_the_suit_may_answer_in_a_shootout():
    assert shootout("2♦ J♦ 3♣", "9♦", "K♣").legal() == ["play 2♦", "play J♦"]


@pytest.mark.clause(14)
@pytest.mark.parametrize(("lead", "answer"), [("9♦", "J♦"), ("K♦", "A♦")])
def test_a_higher_answer_in_a_shootout_loses(lead, answer):
    assert loser(shootout(f"{answer} 3♣", lead, "K♣").play(f"play {answer}")) == 1


@pytest.mark.clause(14)
def test_without_a_card_of_the_suit_turned_up_the_drawer_loses():
    assert loser(shootout("2♦ 3♣", "9♦", "K♥").play("play 2♦")) == 0


@pytest.mark.clause(14)
def test_the_first_card_turned_up_may_decide():
    """Player 1 has diamonds only."""
    decided = 0
    for seed in range(12):
        table = two_left("9♦", "2♦ 3♦", seed=seed).play("play 9♦", "play 2♦")
        if "♦" in now(table, "trick")[0]:
            assert not table.over
        else:
            assert loser(table) == 0
            decided += 1
    assert 0 < decided < 12


@pytest.mark.clause("c13")
@pytest.mark.parametrize(("answer", "lost"), [("2♦", 0), ("J♦", 1)])
def test_the_last_card_in_a_shootout_gets_away_if_it_is_lower(answer, lost):
    table = shootout(answer, "9♦", "K♣").play(f"play {answer}")
    assert loser(table) == lost
    assert cards(table, "stock") == {"K♣"}


@pytest.mark.clause("c11")
def test_cards_of_a_shootout_are_laid_aside():
    table = shootout("2♦ 3♣ 4♣", "9♦", "K♣", "A♣")
    before = cards(table, "aside")
    table.play("play 2♦")
    assert cards(table, "aside") == before | {"2♦", "9♦"}
    table.play("play 3♣")
    assert cards(table, "aside") == before | {"2♦", "9♦", "3♣", "K♣"}


@pytest.mark.clause("c11")
def test_when_the_pile_runs_out_all_but_the_latest_two_are_shuffled():
    leads = set()
    for seed in range(20):
        table = shootout("2♦ 3♣", "9♦", seed=seed).play("play 2♦")
        lead = now(table, "trick")[0]
        assert cards(table, "stock") | {lead} == PACK - {"2♦", "9♦", "3♣"}
        assert cards(table, "aside") == {"2♦", "9♦"}
        leads.add(lead)
    assert len(leads) > 10


# The cards


@pytest.mark.clause(21)
@pytest.mark.parametrize("num_players", NUMBERS_OF_PLAYERS)
@pytest.mark.parametrize("takers", TAKERS)
def test_all_52_cards_are_always_there(num_players, takers):
    for seed in range(count(compiled=20, interpreted=2)):
        table = GAME.table(seed=seed, num_players=num_players, takers=takers)
        for _ in play_randomly(table, seed):
            assert table.count_cards()[:CARDS].tolist() == [1] * CARDS
        assert table.count_cards()[:CARDS].tolist() == [1] * CARDS


@pytest.mark.clause(18)
def test_discarded_cards_stay_discarded_up_to_a_shootout():
    for seed in range(count(compiled=50, interpreted=10)):
        table = GAME.table(seed=seed, num_players=3)
        discarded = set()
        for _ in play_randomly(table, seed, taken=0):
            if now(table, "phase") == "shootout":
                break
            assert discarded <= cards(table, "discards")
            assert not cards(table, "stock") | cards(table, "aside")
            discarded = cards(table, "discards")


# Rewards and scores


def test_the_score_is_the_number_of_players_left_behind():
    table = follow("7♣", "8♦", "10♦ 7♠", "2♦ 2♠", trick=["9♦"]).play("play 8♦", "play 10♦", "play 2♦")
    assert now(table, "score") == [0, 3, 0, 0]
    assert table.play("take hand").words("score")["score"] == [0, 3, 0, 2]
    table.play("decline", "play 7♠", "play 7♣")  # stops the trick: player 0 is away, player 2 loses
    assert loser(table) == 2
    assert now(table, "score") == [1, 3, 0, 2]
    assert table.ranks() == [3, 1, 4, 2]


def test_a_stopped_game_brings_nothing_if_nobody_is_away():
    table = GAME.table(seed=1, max_tricks=1)
    for _ in play_randomly(table, 1):
        pass
    assert now(table, "truncated")
    assert now(table, "steps") == 4
    assert now(table, "reward") == [0] * 4


def test_in_a_stopped_game_those_away_share_what_those_in_pay():
    hands = ["7♣", "8♦", "10♦ 7♠", "2♦ 2♠", "3♦ 3♠"]
    table = follow(*hands, trick=["9♦"], options={"max_tricks": 4})
    table.play("play 8♦", "play 10♦", "play 2♦", "play 3♦")
    assert table.over
    assert now(table, "truncated")
    assert now(table, "reward") == [-0.25, 1, -0.25, -0.25, -0.25]


def test_a_game_that_the_last_trick_decides_is_not_stopped():
    table = follow("7♣", "8♦", "A♠", trick=["9♦"], options={"max_tricks": 4}).play("play 8♦", "play A♠")
    assert loser(table) == 0


# A seat's view


def test_a_seat_sees_its_own_hand_and_how_many_cards_others_hold():
    view = follow("7♣", "8♦ 7♥", "10♦ 7♠ A♠", trick=["9♦"]).view_words(1)
    assert view["hand"] == "8♦ 7♥"
    assert view["hand_sizes"] == [2, 3, 1]
    assert view["trick"] == [None, None, "9♦"]
    assert view["leader"] == [0, 0, 1]
    assert view["suit_led"] == "diamonds"
    assert view["known"] == ["", "", ""]


def test_all_know_who_holds_the_ace_of_spades_before_it_is_led():
    table = GAME.table(seed=5)
    leader = table.player
    other = (leader + 1) % 4
    assert table.view_words(other)["known"] == ["", "", "", "A♠"]
    for seed in range(10):
        assert "A♠" in now(table.redeal(other, seed), "hands")[leader].split()
    table.play("play A♠")
    assert now(table, "known") == [""] * 4


def test_taken_cards_are_known_until_they_are_played():
    table = follow("7♣ 2♣", "8♦ 7♥", "A♠ 7♠", trick=["9♦"]).play("play 8♦", "play A♠")
    assert table.view_words(1)["known"] == ["", "", "8♦ 9♦ A♠"]
    table.play("decline", "play 9♦")
    assert table.view_words(1)["known"] == ["", "", "8♦ A♠"]


def test_a_player_who_does_not_follow_shows_a_void():
    table = follow("7♣ 2♣", "8♥ 7♥", "A♠ 7♠", trick=["9♦"]).play("play 8♥")
    assert table.view_words(0)["void"] == [[0, 0, 0, 0], [0, 1, 0, 0], [0, 0, 0, 0]]


def test_a_shown_void_is_told_of_all_but_known_cards():
    """Player 0 was void in hearts and diamonds, and takes a heart, which is known."""
    table = follow("7♣ 2♣", "8♥ 7♥", "3♥ 7♠", trick=["9♣"], void=[[0, 1, 1, 0]]).play("play 8♥")
    assert now(table, "void")[0] == [0, 1, 1, 0]
    assert table.view_words(1)["known"] == ["", "", "9♣ 8♥"]
    for seed in range(20):
        hand = cards_of(table.redeal(1, seed), 0)
        assert hand >= {"8♥", "9♣"}
        assert "3♥" not in hand


@pytest.mark.parametrize(
    ("known", "void"),
    [
        (["7♣", "8♦", ""], [0, 0, 1, 0]),
        (["7♣", "8♦ 6♠", ""], [0, 1, 1, 0]),
        (["7♣ 9♠", "8♦", ""], [0, 0, 1, 0]),
        (["7♣ 9♠", "8♦ 6♠", ""], [1, 1, 1, 1]),
    ],
)
def test_knowledge_about_a_hand_moves_with_it(known, void):
    """The unknown cards are of both hands; if all cards of a hand are known, the unknown ones are of the other."""
    shown = [[0, 1, 1, 0], [0, 0, 1, 1], [0, 0, 0, 0]]
    shown[1][3] = int("6♠" in known[1])
    table = between("7♣ 9♠", "8♦ 6♠", "10♦ 7♠", known=known, void=shown).play("take hand")
    assert set(now(table, "known")[0].split()) == set(" ".join(known).split())
    assert now(table, "void")[0] == void


def test_a_seat_sees_who_was_asked_and_how_many_tricks_are_left():
    table = between("7♣ 2♣", "8♦ 7♥", "9♦ 6♥", options={"takers": "anyone", "max_tricks": 10}).play("decline")
    view = table.view_words(2)
    assert view["asked"] == [0, 1, 0]
    assert view["tricks_left"] == 7


def test_in_a_shootout_the_seats_see_what_can_still_be_turned_up():
    view = shootout("2♦ 3♣", "9♦", "K♣", "4♠").view_words(2)
    assert view["discards"] == "K♣ 4♠"
    assert view["trick"] == [None, "9♦", None]


# Redealing hidden cards


def test_redealing_keeps_what_a_seat_knows():
    """A redeal keeps sizes, seen cards, shown voids and the own hand; all else goes anywhere."""
    table = follow(
        "2♣ 3♣ 4♥ 5♥",
        "6♣ 7♣ 8♣ 9♣",
        "2♦ 3♦ 6♥ 7♥ 8♥",
        "2♠ 3♠ 9♥ J♥",
        trick=["9♦"],
        known=["", "6♣", "2♦", ""],
        void=[[0] * 4, [0] * 4, [0, 0, 0, 1], [0, 1, 0, 0]],
    )
    places = Counter()
    for seed in range(count(compiled=200, interpreted=60)):
        own, *others = now(table.redeal(0, seed), "hands")
        assert own == "2♣ 3♣ 4♥ 5♥"
        assert [len(hand.split()) for hand in others] == [4, 5, 4]
        assert "6♣" in others[0]
        assert "2♦" in others[1]
        assert "♠" not in others[1]
        assert "♦" not in others[2]
        places.update((card, seat) for seat, hand in enumerate(others) for card in hand.split())
    for card in ("7♣", "8♣", "9♣", "6♥", "7♥", "8♥", "9♥", "J♥"):
        assert all(places[card, seat] for seat in range(3))
    assert places["3♦", 0]
    assert places["2♠", 0]


def test_all_deals_that_a_seat_holds_possible_are_equally_likely():
    """Two cards each for two players, one of whom has no diamonds: three deals."""
    table = between("7♣", "2♣ 3♦", "2♥ 3♥", void=[[0] * 4, [0] * 4, [0, 1, 0, 0]])
    draws = count(compiled=3000, interpreted=90)
    found = Counter(now(table.redeal(0, seed), "hands")[1] for seed in range(draws))
    assert set(found) == {"2♣ 3♦", "3♦ 2♥", "3♦ 3♥"}
    assert all(abs(number - draws / 3) < 4 * np.sqrt(draws * 2 / 9) for number in found.values())


def test_redealing_finds_deals_that_no_exchange_of_two_cards_leads_to():
    """Three players with a card each, each of whom may hold just two of the three."""
    table = between("7♠", "2♣", "2♦", "2♥", void=[[0] * 4, [0, 0, 1, 0], [1, 0, 0, 0], [0, 1, 0, 0]])
    found = {tuple(now(table.redeal(0, seed), "hands")[1:]) for seed in range(20)}
    assert found == {("2♣", "2♦", "2♥"), ("2♦", "2♥", "2♣")}


def test_redealing_finds_deals_that_are_a_ring_of_four_cards_apart():
    suits = ([0, 0, 1, 1], [1, 0, 0, 1], [1, 1, 0, 0], [0, 1, 1, 0])
    table = between("7♠", "2♣", "2♦", "2♥", "2♠", void=[[0] * 4, *suits])
    found = Counter(tuple(now(table.redeal(0, seed), "hands")[1:]) for seed in range(40))
    assert set(found) == {("2♣", "2♦", "2♥", "2♠"), ("2♦", "2♥", "2♠", "2♣")}
    assert min(found.values()) > 5


def deals(hands, void):
    """All ways to redeal some hands that agree with sizes and voids."""
    if not hands:
        yield ()
        return
    held = sorted(" ".join(hands).split(), key=CARD_WORDS.index)
    for first in combinations(held, len(hands[0].split())):
        if not any(void[0]["♣♦♥♠".index(card[-1])] for card in first):
            rest = [card for card in held if card not in first]
            sizes = [len(hand.split()) for hand in hands[1:]]
            parts = [" ".join(rest[sum(sizes[:k]) : sum(sizes[: k + 1])]) for k in range(len(sizes))]
            yield from ((" ".join(first), *others) for others in deals(parts, void[1:]))


@pytest.mark.parametrize("seed", range(6))
def test_redealing_draws_each_deal_that_fits_alike(seed):
    """Four others have some voids, among them the suits of the cards that they are known to hold."""
    choose = np.random.default_rng(seed)
    pack = [card for card in choose.permutation(CARDS).tolist() if CARD_WORDS[card] != "A♠"]
    hands = [card_words(sorted(pack[start:end])) for start, end in ((0, 2), (2, 4), (4, 5), (5, 6), (6, 9))]
    void = [[0] * 4] + [[int(choose.random() < 0.5 and suit not in hand) for suit in "♣♦♥♠"] for hand in hands[1:]]
    possible = set(deals(hands[1:], void[1:]))
    hands[1] += " A♠"
    table = between(*hands, known=["", "A♠"], void=void)
    draws = count(compiled=20, interpreted=2) * len(possible)
    found = Counter()
    for place in range(draws):
        own, first, *others = now(table.redeal(0, place), "hands")
        assert own == hands[0]
        found[" ".join(card for card in first.split() if card != "A♠"), *others] += 1
    assert set(found) <= possible
    if draws == 20 * len(possible):
        assert set(found) == possible
        assert max(found.values()) < 20 + 6 * 20**0.5
    spread = sum((found[deal] - draws / len(possible)) ** 2 for deal in possible) / (draws / len(possible))
    assert abs(spread - len(possible)) < 5 * (2 * len(possible)) ** 0.5


def test_unknown_cards_are_dealt_evenly():
    """Each card of the others lies with each of them in proportion to the hand, also in the middle of a game."""
    table = GAME.table(seed=4, num_players=5)
    seat = (table.player + 1) % 5
    draws = count(compiled=2000, interpreted=50)
    hands = np.zeros((5, CARDS))
    for seed in range(draws):
        hands += table.redeal(seat, seed).state.hands[:5]
    sizes = table.state.hands[:5].sum(axis=1)
    hidden = (table.state.hands[:5].sum(axis=0) > 0) & (table.state.hands[seat] == 0)
    hidden[CARD_WORDS.index("A♠")] = False
    for other in set(range(5)) - {seat}:
        share = (sizes[other] - (other == table.player)) / hidden.sum()
        spread = np.sqrt(share * (1 - share) / draws)
        assert np.abs(hands[other, hidden] / draws - share).max() < 5 * spread


def test_redealing_a_shootout_shuffles_its_pile():
    table = two_left("9♦", "2♦ 3♦ 3♣ 4♥ 5♠").play("play 9♦", "play 2♦")
    redealt = [now(table.redeal(1, seed), "stock") for seed in range(5)]
    assert len(set(redealt)) == 5
    assert all(set(pile.split()) == cards(table, "stock") for pile in redealt)


@pytest.mark.parametrize(
    ("words", "part"),
    [
        ({"known": ["A♥", "", "", ""]}, "known"),
        ({"void": [[1, 0, 0, 0]]}, "void"),
        ({"away": [0, 1, 0, 0]}, "away"),
        ({"leader": 1, "phase": "follow"}, "phase"),
        ({"phase": "shootout"}, "leader"),
        ({"player": 2}, "player"),
    ],
)
def test_a_position_that_cannot_be_is_refused(words, part):
    position = {
        "hands": ["2♣ 3♣", "4♣ A♥", "5♣ 6♥", "7♣ 8♥"],
        "player": 0,
        "leader": 0,
        "phase": "lead",
        "tricks": 3,
    }
    assert GAME.position(**position).legal() == ["play 2♣", "play 3♣"]
    with pytest.raises(ValueError, match=part):
        GAME.position(**position | words)
