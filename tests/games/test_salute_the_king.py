"""The rules of Salute the King, clause by clause. Cards that a position does not name lie in the stock, out of play."""

from collections import Counter
from itertools import permutations
from math import sqrt

import numpy as np
import pytest

from cardzoo.envs.engine.cards import CARD_WORDS, CARDS, RANK_WORDS, card_words
from cardzoo.envs.games.salute_the_king import GAME, HAND_WON
from tests.playing import count, now, walk

PACK = CARD_WORDS[:CARDS]
NUMBERS_OF_PLAYERS = range(3, 17)
GESTURES = ("stand", "salute", "bow", "applaud")
RANK_OPTIONS = ["ace", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen", "king"]
USUAL = {"A": "stand", "J": "applaud", "Q": "bow", "K": "salute"}


def at_turn(*piles, **words):
    """Player 0 is to turn up a card; the top card of a pile is the last one."""
    return GAME.position(num_players=len(piles), piles=piles, **{"player": 0, "turner": 0, "phase": "turn"} | words)


def turned(card, *others, players=3, **words):
    """Player 0 has turned up the card and all have some left; ``others`` are the other piles, or they are low cards."""
    piles = [f"2♣ {card}", *(others or ["3♣", "4♣", "5♣", "6♣", "7♣", "8♣", "9♣"][: players - 1])]
    return at_turn(*piles, **words).play("turn")


def react(table, *gestures):
    """All players who are asked react, each in an own way: player 0 in the first; returns the order of players."""
    order = []
    while not table.over and now(table, "phase") == "react":
        order.append(table.player)
        table.play(gestures[table.player])
    return order


def asks(table):
    """Returns whether the top card calls for a gesture."""
    return now(table, "phase") == "react"


def calls_for(table):
    """The gesture with which the player asked last escapes the cards if all others have held still."""
    last = table.copy()
    while now(last, "reactions").count(None) > 1:
        last.play("hold")
    found = [gesture for gesture in last.legal() if taker(last, last.copy().play(gesture)) != last.player]
    assert len(found) == 1
    return found[0]


def sizes(table):
    return [len(pile.split()) for pile in now(table, "piles")]


def taker(before, after):
    """The player who has taken the middle pile."""
    grown = [player for player, size in enumerate(sizes(before)) if sizes(after)[player] > size]
    assert len(grown) == 1
    return grown[0]


def play_well(table):
    """Everybody makes the right gesture of the usual ones; yields the table itself before every step."""
    while not table.over:
        yield table
        table.play(USUAL[now(table, "middle").split()[-1][:-1]] if asks(table) else "turn")


# The deal


@pytest.mark.clause(1, "c8")
@pytest.mark.parametrize("num_players", NUMBERS_OF_PLAYERS)
def test_more_than_eight_play_with_two_packs(num_players):
    counts = GAME.table(seed=1, num_players=num_players).count_cards()[:CARDS]
    assert set(counts.tolist()) == {1 if num_players <= 8 else 2}


@pytest.mark.clause("c8")
@pytest.mark.parametrize("num_players", [2, 17])
def test_three_to_sixteen_play(num_players):
    with pytest.raises(ValueError, match="must be 3 to 16"):
        GAME.table(num_players=num_players)


@pytest.mark.clause(2)
def test_cards_are_dealt_one_by_one_from_the_dealers_left_each_on_top_of_the_last():
    table = GAME.table(num_players=5, deck=range(CARDS), dealer=2)
    for turn in range(5):
        assert now(table, "piles")[(3 + turn) % 5] == card_words(range(turn, CARDS, 5))
    assert now(table, "stock") == now(table, "middle") == ""


@pytest.mark.clause(2)
@pytest.mark.parametrize("num_players", NUMBERS_OF_PLAYERS)
def test_only_the_first_from_the_dealers_left_may_have_one_card_more(num_players):
    table = GAME.table(seed=3, num_players=num_players)
    cards = CARDS if num_players <= 8 else 2 * CARDS
    first, short, longer = now(table, "dealer") + 1, cards // num_players, cards % num_players
    dealt = [sizes(table)[(first + place) % num_players] for place in range(num_players)]
    assert dealt == [short + 1] * longer + [short] * (num_players - longer)


# Turns


@pytest.mark.clause(3)
def test_the_dealers_left_turns_up_first():
    for dealer in range(4):
        table = GAME.table(seed=2, deck=PACK, dealer=dealer)
        assert (table.player, now(table, "turner"), now(table, "phase")) == ((dealer + 1) % 4, (dealer + 1) % 4, "turn")
        assert table.legal() == ["turn"]


@pytest.mark.clause(3)
def test_a_turn_puts_the_top_card_on_the_middle_pile_and_the_left_goes_on():
    table = at_turn("9♠ 2♣", "3♣ 4♦", "5♥ 6♥", middle="10♦", player=1, turner=1).play("turn")
    assert now(table, "piles") == ["9♠ 2♣", "3♣", "5♥ 6♥"]
    assert now(table, "middle") == "10♦ 4♦"
    assert (table.player, now(table, "turner"), now(table, "phase")) == (2, 2, "turn")
    assert table.play("turn").player == 0


@pytest.mark.clause(4)
def test_nobody_sees_a_card_before_it_is_turned_up_and_then_all_do():
    table = at_turn("2♣ 9♠", "3♣", "4♣", middle="8♦")
    for player in range(3):
        assert table.view_words(player)["top"] == "8♦"
        assert "9♠" not in str(table.view_words(player))
        tops = {now(table.redeal(player, seed), "piles")[0].split()[-1] for seed in range(20)}
        assert len(tops) > 5
    table.play("turn")
    for player in range(3):
        assert table.view_words(player)["top"] == "9♠"
        assert table.view_words(player)["middle"] == "8♦ 9♠"


@pytest.mark.clause(9)
@pytest.mark.parametrize("rank", range(2, 11))
def test_number_cards_call_for_nothing(rank):
    table = turned(f"{rank}♠")
    assert (table.player, table.legal()) == (1, ["turn"])


# Gestures


@pytest.mark.clause(5, 6, 7, 8)
@pytest.mark.parametrize(("rank", "gesture"), USUAL.items())
@pytest.mark.parametrize("suit", "♣♦♥♠")
def test_aces_and_court_cards_call_for_their_gestures(rank, gesture, suit):
    table = turned(rank + suit)
    assert asks(table)
    assert calls_for(table) == gesture


@pytest.mark.clause(10)
@pytest.mark.parametrize(
    ("rank", "right", "wrong"),
    [(rank, right, wrong) for rank, right in USUAL.items() for wrong in (*GESTURES, "hold") if wrong != right],
)
def test_another_gesture_does_not_count(rank, right, wrong):
    for seed in range(count(compiled=10, interpreted=3)):
        table = turned(f"{rank}♠", seed=seed)
        before = table.copy()
        react(table, right, wrong, right)
        assert taker(before, table) == 1


@pytest.mark.clause("c1")
def test_everybody_makes_a_gesture_or_holds_still():
    table = turned("K♠")
    for _ in range(3):
        assert table.legal() == ["stand", "salute", "bow", "applaud", "hold"]
        table.play("hold")
    assert table.legal() == ["turn"]


@pytest.mark.clause(11)
def test_the_last_takes_all_cards_of_the_middle_under_the_own_pile():
    table = turned("K♠", "3♣ 4♣", "5♣ 6♣", middle="9♦ 8♥")
    assert now(table, "middle") == "9♦ 8♥ K♠"
    react(table, "salute", "salute", "hold")
    piles = now(table, "piles")
    assert piles[:2] == ["2♣", "3♣ 4♣"]
    assert piles[2].endswith("5♣ 6♣")
    assert set(piles[2].split()) == {"5♣", "6♣", "9♦", "8♥", "K♠"}
    assert now(table, "middle") == ""


@pytest.mark.clause("c7")
def test_cards_taken_come_again_in_the_order_in_which_they_were_turned_up():
    table = turned("K♠", "3♣ 4♣", "5♣ 6♣", middle="9♦ 8♥")
    react(table, "salute", "salute", "hold")
    assert now(table, "piles")[2] == "K♠ 8♥ 9♦ 5♣ 6♣"


@pytest.mark.clause("c1")
def test_all_orders_are_equally_likely():
    draws = count(compiled=1000, interpreted=300)
    orders = Counter(tuple(react(turned("K♠", seed=seed), *["salute"] * 3)) for seed in range(draws))
    assert set(orders) == set(permutations(range(3)))
    assert all(abs(number - draws / 6) < 4 * sqrt(draws * 5 / 36) for number in orders.values())


@pytest.mark.clause("c1")
def test_the_order_is_drawn_anew_for_each_card():
    table = GAME.table(seed=5)
    orders, order = [], []
    for _ in play_well(table):
        if asks(table):
            order.append(table.player)
        elif order:
            orders.append(tuple(order))
            order = []
    assert len(set(orders)) > 8


@pytest.mark.clause("c3")
@pytest.mark.parametrize("num_players", NUMBERS_OF_PLAYERS)
def test_everybody_is_asked_once_and_who_turned_up_the_card_as_well(num_players):
    table = GAME.table(seed=num_players, num_players=num_players)
    for _ in range(200):
        if asks(table):
            break
        table.play("turn")
    assert sorted(react(table, *["hold"] * num_players)) == list(range(num_players))


@pytest.mark.clause("c2")
def test_the_player_asked_next_is_not_settled_before():
    """For any seat's view, each player who has not been asked may be next."""
    table = turned("K♠", players=4)
    first = table.player
    for player in range(4):
        nexts = {table.redeal(player, seed).play("salute").player for seed in range(30)}
        assert nexts == set(range(4)) - {first}


@pytest.mark.clause("c2")
def test_all_see_what_those_asked_before_have_done():
    table = turned("K♠")
    done = {}
    for gesture in ("bow", "salute"):
        done[table.player] = gesture
        table.play(gesture)
    for player in range(3):
        seen = table.view_words(player)["reactions"]
        assert seen == [done.get((player + seat) % 3) for seat in range(3)]


@pytest.mark.clause("c4")
@pytest.mark.parametrize(
    "gestures",
    [
        ("salute", "salute", "salute", "salute"),
        ("salute", "hold", "salute", "salute"),
        ("hold", "salute", "stand", "salute"),
        ("bow", "hold", "applaud", "salute"),
        ("hold", "hold", "hold", "hold"),
    ],
)
def test_the_last_of_those_who_fail_takes_the_cards_and_otherwise_the_last_asked(gestures):
    takers = set()
    for seed in range(count(compiled=40, interpreted=12)):
        table = turned("K♠", players=4, seed=seed)
        before = table.copy()
        order = react(table, *gestures)
        failing = [player for player in order if gestures[player] != "salute"]
        takers.add(taker(before, table))
        assert taker(before, table) == (failing or order)[-1]
    assert takers == ({player for player in range(4) if gestures[player] != "salute"} or set(range(4)))


@pytest.mark.clause("c4")
def test_all_see_who_has_failed_last():
    table = turned("K♠")
    first = table.player
    table.play("hold")
    assert [table.view_words(player)["failed"] for player in range(3)] == [
        [int((player + seat) % 3 == first) for seat in range(3)] for player in range(3)
    ]
    table.play("salute")
    assert now(table, "failed") == first
    last = table.player
    assert taker(table.copy(), table.copy().play("salute")) == first
    assert taker(table.copy(), table.copy().play("bow")) == last


@pytest.mark.clause("c6")
@pytest.mark.parametrize("loser", range(4))
def test_the_left_of_who_turned_up_the_card_goes_on_whoever_takes_the_cards(loser):
    table = turned("K♠", players=4)
    react(table, *("hold" if player == loser else "salute" for player in range(4)))
    assert (table.player, now(table, "turner"), now(table, "phase")) == (1, 1, "turn")


@pytest.mark.clause(10)
def test_gestures_for_a_card_do_not_count_for_the_next():
    table = turned("K♠", "3♣ A♠", "4♣ 5♣")
    react(table, "salute", "salute", "hold")
    table.play("turn")
    assert now(table, "reactions") == [None] * 3
    before = table.copy()
    react(table, "salute", "stand", "stand")
    assert taker(before, table) == 0


# The end


@pytest.mark.clause(12)
def test_a_player_who_turns_up_the_last_card_wins_at_once():
    table = at_turn("9♠", "3♣ K♦", "4♣", "5♣ 6♣ 7♣").play("turn")
    assert table.over
    assert not now(table, "truncated")
    assert now(table, "reward") == [1, -0.333333, -0.333333, -0.333333]
    assert now(table, "score") == [HAND_WON, -2, -1, -3]
    assert table.ranks() == [1, 3, 2, 4]


@pytest.mark.clause("c5", 12)
@pytest.mark.parametrize("loser", range(3))
def test_if_the_last_card_calls_for_a_gesture_that_comes_first(loser):
    table = at_turn("K♠", "3♣", "4♣").play("turn")
    assert not table.over
    react(table, *("hold" if player == loser else "salute" for player in range(3)))
    assert table.over == (loser != 0)
    if table.over:
        assert now(table, "score")[0] == HAND_WON
    else:
        assert (now(table, "piles")[0], table.player) == ("K♠", 1)


@pytest.mark.clause(12, "c5")
@pytest.mark.parametrize("num_players", NUMBERS_OF_PLAYERS)
def test_one_player_wins_and_only_at_the_end_anybody_is_without_cards(num_players):
    for seed in range(count(compiled=5, interpreted=2)):
        table = GAME.table(seed=seed, num_players=num_players)
        heights = table.state.piles["height"][:num_players]
        for _ in walk(table, seed):
            if not heights.all():
                assert np.flatnonzero(heights == 0) == now(table, "turner")
                assert asks(table)
        winners = np.flatnonzero(heights == 0)
        assert len(winners) == 1
        assert now(table, "reward").index(1) == winners[0]
        assert sum(reward == round(-1 / (num_players - 1), 6) for reward in now(table, "reward")) == num_players - 1


@pytest.mark.clause(13)
@pytest.mark.parametrize("num_players", [3, 8, 9, 16])
@pytest.mark.parametrize("options", [{}, {"hands": 3}, {"hands": 2, "dealers_choice": True}, {"total_trigger": 20}])
def test_piles_and_middle_are_always_all_cards(num_players, options):
    table = GAME.table(seed=num_players, num_players=num_players, **options)
    for _ in walk(table, 1, count(compiled=10**6, interpreted=200)):
        assert set(table.count_cards()[:CARDS]) == {1 if num_players <= 8 else 2}
        assert table.state.stock.height == 0


# Other gestures and other cards


@pytest.mark.clause(14)
@pytest.mark.parametrize("option", RANK_OPTIONS)
@pytest.mark.parametrize("gesture", [*GESTURES, "nothing"])
def test_any_rank_may_call_for_any_gesture_or_for_nothing(option, gesture):
    """The other ranks keep their gestures."""
    rank = RANK_WORDS[RANK_OPTIONS.index(option)]
    for word in (rank, "10", "K"):
        wanted = gesture if word == rank else USUAL.get(word, "nothing")
        table = turned(f"{word}♠", options={option: gesture})
        assert asks(table) == (wanted != "nothing")
        assert not asks(table) or calls_for(table) == wanted


@pytest.mark.clause(14)
def test_gestures_may_be_exchanged_and_several_ranks_may_call_for_one():
    options = {"ace": "bow", "queen": "stand", "king": "nothing", "seven": "bow", "three": "salute"}
    calls = dict(zip(RANK_WORDS, GAME.table(seed=1, **options).view_words(0)["calls"], strict=True))
    assert {rank: gesture for rank, gesture in calls.items() if gesture != "nothing"} == {
        "A": "bow",
        "3": "salute",
        "7": "bow",
        "J": "applaud",
        "Q": "stand",
    }


@pytest.mark.clause(14)
def test_without_a_gesture_for_any_rank_nobody_is_asked():
    table = GAME.table(seed=1, **dict.fromkeys(("ace", "jack", "queen", "king"), "nothing"))
    first = table.player
    for _ in range(49):
        assert not table.over
        table.play("turn")
    assert table.over
    assert now(table, "score")[first] == HAND_WON


@pytest.mark.clause(15)
@pytest.mark.parametrize(("card", "calling"), [("4♠", False), ("5♠", True), ("6♠", True), ("10♠", True)])
def test_a_number_card_that_reaches_the_total_calls_to_wave(card, calling):
    table = turned(card, middle="9♦ 7♦", options={"total_trigger": 21})
    assert asks(table) == calling
    if calling:
        assert table.legal() == [*GESTURES, "hold", "wave"]
        assert calls_for(table) == "wave"


@pytest.mark.clause(15)
def test_the_total_begins_anew_when_the_cards_are_taken():
    table = at_turn("2♣ 10♠", "3♣ 9♦", "4♣ 8♥", middle="7♦", options={"total_trigger": 17}).play("turn")
    react(table, "wave", "hold", "wave")
    table.play("turn")
    assert not asks(table)
    table.play("turn")
    assert asks(table)


@pytest.mark.clause("c10")
def test_aces_and_court_cards_do_not_count_for_the_total():
    options = {"total_trigger": 12, "ace": "nothing", "jack": "nothing", "queen": "nothing", "king": "nothing"}
    for card in ("A♠", "J♠", "Q♠", "K♠"):
        table = turned(card, middle="A♦ J♦ Q♦ K♦ 10♦ A♥", options=options)
        assert not asks(table)
        assert table.view_words(2)["total"] == 10


@pytest.mark.clause("c10")
def test_a_rank_with_a_gesture_of_its_own_does_not_call_to_wave_but_counts_for_the_total():
    options = {"total_trigger": 12, "prime_trigger": True, "seven": "bow"}
    assert calls_for(turned("7♠", middle="10♦", options=options)) == "bow"
    assert calls_for(turned("4♠", middle="7♦ A♠", options={"total_trigger": 11, "seven": "bow"})) == "wave"


@pytest.mark.clause(16)
@pytest.mark.parametrize("rank", RANK_WORDS)
def test_prime_numbers_call_to_wave(rank):
    table = turned(f"{rank}♠", options={"prime_trigger": True})
    wanted = "wave" if rank in ("2", "3", "5", "7") else USUAL.get(rank)
    assert asks(table) == (wanted is not None)
    assert wanted is None or calls_for(table) == wanted


@pytest.mark.clause(15, 16)
def test_with_both_options_either_is_enough():
    options = {"total_trigger": 20, "prime_trigger": True}
    assert calls_for(turned("3♠", middle="4♦", options=options)) == "wave"
    assert calls_for(turned("10♠", middle="10♦", options=options)) == "wave"
    assert not asks(turned("9♠", middle="10♦", options=options))


@pytest.mark.clause(15)
@pytest.mark.parametrize("total", [1, 433, "all", True])
def test_totals_that_never_fit_are_refused(total):
    with pytest.raises(ValueError, match="total_trigger"):
        GAME.table(total_trigger=total)


# Dealer's choice


@pytest.mark.clause(17, "c11")
def test_the_dealer_chooses_four_ranks_and_a_gesture_for_each():
    table = GAME.table(seed=1, dealer=2, dealers_choice=True)
    ranks, gestures = list(RANK_WORDS), list(GESTURES)
    for rank, gesture in {"7": "bow", "K": "applaud", "A": "stand", "2": "salute"}.items():
        assert (table.player, now(table, "phase")) == (2, "rank")
        assert table.legal() == [f"choose {rank}" for rank in ranks]
        table.play(f"choose {rank}")
        assert (table.player, now(table, "phase")) == (2, "gesture")
        assert table.legal() == gestures
        assert table.view_words(0)["chosen"] == [int(word == rank) for word in RANK_WORDS]
        table.play(gesture)
        assert table.view_words(0)["chosen"] == [0] * 13
        ranks.remove(rank)
        gestures.remove(gesture)
    assert (table.player, now(table, "turner"), now(table, "phase")) == (3, 3, "turn")
    assert now(table, "steps") == 8


@pytest.mark.clause(17, "c11")
@pytest.mark.parametrize(("card", "gesture"), [("7♠", "bow"), ("K♠", "applaud"), ("A♠", None), ("3♠", None)])
def test_only_the_gesture_that_the_dealer_has_chosen_is_called_for(card, gesture):
    options = {"dealers_choice": True, "three": "salute"}
    table = at_turn(f"2♣ {card}", "4♣", "5♣", phase="rank", player=2, dealer=2, options=options)
    table.play("choose 7", "bow", "choose K", "applaud", "choose J", "stand", "choose 10", "salute", "turn")
    assert asks(table) == (gesture is not None)
    assert gesture is None or calls_for(table) == gesture


@pytest.mark.clause("c11")
def test_other_number_cards_call_to_wave_if_the_options_say_so():
    options = {"dealers_choice": True, "prime_trigger": True}
    table = at_turn("2♣ 3♠", "4♣ 5♥", "5♣", phase="rank", player=2, dealer=2, options=options)
    table.play("choose 7", "bow", "choose K", "applaud", "choose J", "stand", "choose 5", "salute", "turn")
    assert calls_for(table) == "wave"
    react(table, *["hold"] * 3)
    assert calls_for(table.play("turn")) == "salute"


@pytest.mark.clause(17)
def test_the_dealer_of_each_hand_chooses_anew():
    table = at_turn("9♠", "3♣", "4♣", dealer=1, options={"hands": 2, "dealers_choice": True}, choices=["stand"])
    table.play("turn")
    assert (table.player, now(table, "dealer"), now(table, "phase")) == (2, 2, "rank")
    assert table.view_words(0)["calls"] == ["nothing"] * 13


# Several hands


@pytest.mark.clause("c12")
def test_the_first_dealer_is_drawn():
    assert {now(GAME.table(seed=seed), "dealer") for seed in range(40)} == {0, 1, 2, 3}


@pytest.mark.clause("c12")
def test_the_deal_passes_to_the_left_and_all_cards_are_dealt_again():
    first_piles = set()
    for seed in range(5):
        table = at_turn("9♠", "3♣ 8♦", "4♣", "5♣", middle="K♦", dealer=2, options={"hands": 2}, seed=seed).play("turn")
        assert not table.over
        assert (now(table, "dealer"), table.player, now(table, "turner"), now(table, "phase")) == (3, 0, 0, "turn")
        assert sizes(table) == [13] * 4
        assert now(table, "middle") == ""
        assert now(table, "turns") == 0
        first_piles.add(now(table, "piles")[0])
    assert len(first_piles) == 5


@pytest.mark.clause("c13")
@pytest.mark.parametrize(
    ("score", "reward"),
    [
        ([300, 300, -40], [-0.5, 1, -0.5]),  # a hand each: player 1 has fewer cards left in the last one
        ([290, 280, -40], [1, -0.5, -0.5]),  # player 0 had fewer left in the first two
        ([250, -9, 260], [-0.5, -0.5, 1]),  # player 2 wins a second hand
        ([570, -9, -9], [1, -0.5, -0.5]),
        ([300, 299, -40], [0.5, 0.5, -1]),
    ],
)
def test_most_hands_win_and_then_the_fewest_cards_left(score, reward):
    """Player 2 wins the last of three hands, with which player 0 has two cards left and player 1 one."""
    table = at_turn("3♣ 8♦", "4♣", "9♠", player=2, turner=2, options={"hands": 3}, hands_over=2, score=score)
    table.play("turn")
    assert table.over
    assert now(table, "score") == [score[0] - 2, score[1] - 1, score[2] + 3 * HAND_WON]
    assert now(table, "reward") == reward


@pytest.mark.clause("c13")
def test_the_number_of_hands_is_played_and_all_count():
    table = GAME.table(seed=2, num_players=8, hands=4)
    hands = set()
    for _ in play_well(table):
        hands.add(now(table, "hands_over"))
        before = table.copy()
    assert hands == {0, 1, 2, 3}
    assert sum(now(table, "score")) - sum(now(before, "score")) == 4 * HAND_WON - sum(sizes(table))
    assert 3 * 4 * HAND_WON - 3 * CARDS < sum(now(before, "score")) < 3 * 4 * HAND_WON


def test_hands_are_paid_at_once_when_scores_are_rewards():
    """Two cards are left for player 1 and one for player 2; 200 points are won."""
    table = at_turn("9♠", "3♣ 8♦", "4♣", reward="score", options={"hands": 2}).play("turn")
    assert not table.over
    most = 2 * (2 * HAND_WON + 97)
    assert now(table, "reward") == [round((points - 197 / 3) / most, 6) for points in (200, -2, -1)]


# The bound on turns


@pytest.mark.clause("c14")
@pytest.mark.parametrize(
    ("piles", "reward"),
    [
        (["3♣ 8♦ 9♠", "4♣", "5♣ 6♣"], [-0.5, 1, -0.5]),
        (["8♦ 9♠", "4♣", "5♣ 6♣"], [0.5, 0.5, -1]),
        (["8♦ 9♠", "4♣", "5♣"], [0, 0, 0]),
    ],
)
def test_a_stopped_hand_is_won_by_those_with_the_fewest_cards(piles, reward):
    table = at_turn(*piles, turns=9, options={"max_turns": 10}).play("turn")
    assert table.over
    assert now(table, "truncated")
    assert now(table, "reward") == reward
    fewest = min(sizes(table))
    assert now(table, "score") == [HAND_WON * (size == fewest) - size for size in sizes(table)]


@pytest.mark.clause("c14")
def test_a_hand_is_stopped_after_the_gestures_for_its_last_card():
    table = at_turn("3♣ K♠", "4♣ 9♠", "5♣ 6♣", turns=9, options={"max_turns": 10}).play("turn")
    assert not table.over
    react(table, "salute", "hold", "salute")
    assert now(table, "truncated")
    assert now(table, "score") == [99, -3, -2]


@pytest.mark.clause("c14", "c13")
def test_a_stopped_hand_that_is_not_the_last_does_not_end_the_game():
    options = {"max_turns": 10, "hands": 2}
    table = at_turn("3♣ 8♦ 9♠", "4♣", "5♣ 6♣", turns=9, options=options).play("turn")
    assert not table.over
    assert now(table, "score") == [-2, 2 * HAND_WON - 1, -2]
    assert (now(table, "hands_over"), now(table, "turns")) == (1, 0)


def test_a_game_that_the_last_turn_decides_is_not_stopped():
    table = at_turn("9♠", "4♣", "5♣ 6♣", turns=9, options={"max_turns": 10}).play("turn")
    assert table.over
    assert not now(table, "truncated")


def test_a_seat_sees_how_many_turns_and_hands_are_left():
    table = at_turn("9♠ 8♠", "4♣ 9♣", "5♣ 6♣", turns=9, hands_over=1, options={"max_turns": 12, "hands": 4})
    for left in (3, 2, 1):
        views = [table.view_words(player) for player in range(3)]
        assert [(view["turns_left"], view["hands_left"]) for view in views] == [(left, 3)] * 3
        table.play("turn")
    view = table.view_words(1)
    assert (view["turns_left"], view["hands_left"]) == (12, 2)


@pytest.mark.clause("c13")
def test_the_hands_of_a_match_and_what_they_bring_are_known():
    """The search needs them, since it stops at the end of a hand."""
    table = at_turn("9♠", "3♣ 8♦", "4♣", hands_over=1, options={"hands": 3}, score=[300, -2, -2])
    assert GAME.scores_hands
    assert GAME.hands_over(table.state) == 1
    table.play("turn")
    assert GAME.hands_over(table.state) == 2
    assert [GAME.stakes_of(table.state, player) for player in range(3)] == [600, -4, -3]


# A seat's view, and hidden cards


def test_a_seat_sees_all_but_the_face_down_cards_from_its_own_chair():
    options = {"prime_trigger": True, "total_trigger": 50, "hands": 3, "five": "salute"}
    score = [299, -7, -9]
    table = turned("5♠", "4♣ K♠", "6♣", middle="9♦", dealer=2, score=score, hands_over=1, options=options)
    assert table.view_words(1) == {
        "top": "5♠",
        "middle": "9♦ 5♠",
        "total": 14,
        "calls": ["stand", *["nothing"] * 3, "salute", *["nothing"] * 5, "applaud", "bow", "salute"],
        "total_trigger": 50,
        "prime_trigger": 1,
        "chosen": [0] * 13,
        "phase": "react",
        "asked": [int((1 + seat) % 3 == table.player) for seat in range(3)],
        "turner": [0, 0, 1],
        "reactions": [None] * 3,
        "failed": [0, 0, 0],
        "sizes": [2, 1, 1],
        "dealer": [0, 1, 0],
        "scores": [-7, -9, 299],
        "turns_left": 4999,
        "hands_left": 2,
    }


@pytest.mark.clause("c9")
def test_cards_taken_are_not_shown_any_more():
    table = turned("K♠", middle="9♦")
    react(table, "salute", "salute", "hold")
    view = table.view_words(2)
    assert (view["top"], view["middle"], view["sizes"]) == (None, "", [3, 1, 1])
    places = {pile for seed in range(40) for pile in now(table.redeal(2, seed), "piles")[2].split()}
    assert len(places) > 30


@pytest.mark.clause("c9")
def test_all_ways_in_which_the_face_down_cards_can_lie_are_equally_likely():
    """Four cards in piles of two, one and one."""
    hidden = ["2♣", "K♣", "3♦", "A♠"]
    middle = [card for card in PACK if card not in hidden]
    table = at_turn("2♣ K♣", "3♦", "A♠", middle=middle)
    draws = count(compiled=2400, interpreted=480)
    found = Counter(" ".join(now(table.redeal(1, seed), "piles")) for seed in range(draws))
    assert set(found) == {" ".join(order) for order in permutations(hidden)}
    assert all(abs(number - draws / 24) < 4.5 * sqrt(draws / 24) for number in found.values())


def test_redealing_leaves_the_middle_and_the_numbers_of_cards():
    table = GAME.table(seed=3, num_players=9)
    generator = np.random.default_rng(1)
    for step in range(300):
        if table.over:
            break
        if step % 20 == 0:
            other = table.redeal(step % 9, step)
            assert now(other, "middle") == now(table, "middle")
            assert now(other, "piles") != now(table, "piles")
            assert sizes(other) == sizes(table)
        table.step(int(generator.choice(np.flatnonzero(table.mask))))


# Written positions

CHOOSING = {"phase": "rank", "player": 2, "dealer": 2, "options": {"dealers_choice": True}}


@pytest.mark.parametrize(
    ("words", "problem"),
    [
        ({"hands_over": 1}, "hands_over"),
        ({"turns": 5000}, "turns"),
        ({"piles": ["2♣", "", "4♣"]}, "piles"),
        ({"piles": ["", "3♣", "4♣"]}, "piles"),
        ({"chosen": 3}, "chosen"),
        ({"score": [1, 0, 0]}, "score"),
        ({"reactions": ["bow"]}, "reactions"),
        ({"failed": 1}, "reactions"),
        ({"player": 1}, "turner"),
        ({"phase": "react"}, "middle"),
        ({"phase": "react", "middle": "9♦"}, "middle"),
        ({"phase": "react", "middle": "K♦", "reactions": ["salute"]}, "reactions"),
        ({"phase": "react", "middle": "K♦", "failed": 1}, "failed"),
        ({"phase": "react", "middle": "K♦", "reactions": [None, "bow"]}, "failed"),
        ({"phase": "rank"}, "phase"),
        (CHOOSING | {"player": 1}, "phase"),
        (CHOOSING | {"middle": "9♦"}, "middle"),
        (CHOOSING | {"choices": ["stand", "stand"]}, "choices"),
        (CHOOSING | {"choices": ["stand", "bow", "salute", "applaud"]}, "choices"),
        (CHOOSING | {"phase": "gesture"}, "chosen"),
        (CHOOSING | {"phase": "gesture", "chosen": 0, "choices": ["bow"]}, "chosen"),
        ({"turner": 3}, "turner"),
    ],
)
def test_positions_that_cannot_be_are_refused(words, problem):
    with pytest.raises(ValueError, match=f"position: {problem}"):
        at_turn(*words.pop("piles", ["2♣ 9♣", "3♣", "4♣"]), **words)
