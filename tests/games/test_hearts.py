"""The rules of Hearts, clause by clause. Cards that a position does not name are out of play."""

import re
from collections import Counter
from math import comb

import numpy as np
import pytest

from cardzoo.envs.engine import CARDS
from cardzoo.envs.engine.cards import CARD_WORDS, card_words
from cardzoo.envs.families.points import is_point
from cardzoo.envs.games.hearts import GAME, OPENING_CARDS
from tests.playing import count, now, play_out, walk
from tests.shown import shown

SOME = "2♣ 3♣ 4♣ 5♣"  # cards of a trick that has been taken
HEARTS = " ".join(CARD_WORDS[26:39])
RANKS = {3: 17, 4: 13, 5: 10, 6: 8}
SEATS_AROUND = {3: [1, -1, 0], 4: [1, -1, 2, 0], 5: [1, -1, 2, -2, 0], 6: [1, -1, 2, -2, 3, 0]}


def leading(*hands, options=None, taken=(SOME,), **words):
    """Player 0 is to lead, by default after the first trick."""
    options, played = options or {}, " ".join(taken)
    broken = "♥" in played or not options.get("must_break", True) or ("Q♠" in played and options.get("queen_breaks"))
    return GAME.position(hands=list(hands), taken=list(taken), options=options, **{"broken": int(broken or 0)} | words)


def first_trick(*hands, led="2♣", options=None, **words):
    """Player 0 has led to the first trick, and player 1 follows."""
    return GAME.position(
        hands=list(hands), trick=[led], leader=0, opener=0, player=1, options=options or {"hands": 1}, **words
    )


def last_trick(*cards, taken, options=None, **words):
    """All play these cards to the last trick of a hand, player 0 first."""
    table = leading(*cards, taken=taken, options={"hands": 1} | (options or {}), **words)
    return table.play(*(f"play {card}" for card in cards))


def choosing(seed=1, **settings):
    """A table in the passing phase."""
    return GAME.table(seed=seed, **settings)


def choose(table, cards):
    return table.play(*(f"pass {card}" for card in cards.split()))


def pass_lowest(table):
    """All pass their lowest cards by code."""
    while now(table, "phase") == "pass":
        table.step(int(table.mask.argmax()))
    return table


def play_hand(table, seed=0):
    """Play at random until another hand is over; returns the table itself."""
    over = now(table, "hands_over")
    while not table.over and now(table, "hands_over") == over:
        table.step(int(np.random.default_rng([seed, now(table, "steps")]).choice(np.flatnonzero(table.mask))))
    return table


# The deal


@pytest.mark.clause(1, 14)
@pytest.mark.parametrize(("players", "size"), RANKS.items())
def test_all_cards_of_the_pack_are_dealt_one_at_a_time_from_the_dealers_left(players, size):
    table = GAME.table(deck=GAME.pack_of(players), num_players=players, dealer=1, passing="hold")
    for turn in range(players):
        hand = now(table, "hands")[(2 + turn) % players]
        assert hand == card_words(GAME.pack_of(players)[turn::players])
        assert len(hand.split()) == size


@pytest.mark.clause(1)
def test_the_deal_passes_to_the_left():
    table = GAME.table(seed=3, dealer=2, hands=6)
    dealers = []
    while not table.over:
        dealers.append(now(table, "dealer"))
        play_hand(table)
    assert dealers == [2, 3, 0, 1, 2, 3]


@pytest.mark.clause(14)
@pytest.mark.parametrize(
    ("players", "left_out", "opening"),
    [(3, "2♦", "2♣"), (4, "", "2♣"), (5, "2♣ 2♦", "3♣"), (6, "2♣ 3♣ 2♦ 3♦", "4♣")],
)
def test_low_clubs_and_diamonds_are_left_out_for_other_numbers_of_players(players, left_out, opening):
    pack = card_words(GAME.pack_of(players)).split()
    assert set(CARD_WORDS[:CARDS]) - set(pack) == set(left_out.split())
    assert len(pack) == players * RANKS[players]
    assert CARD_WORDS[OPENING_CARDS[players]] == opening
    table = GAME.table(seed=1, num_players=players, passing="hold")
    assert opening in now(table, "hands")[table.player]
    assert table.legal() == [f"play {opening}"]


@pytest.mark.clause(14)
@pytest.mark.parametrize("players", [2, 7])
def test_three_to_six_play(players):
    with pytest.raises(ValueError, match="must be 3 to 6"):
        GAME.table(num_players=players)


@pytest.mark.clause(14)
@pytest.mark.parametrize("players", RANKS)
def test_every_hand_is_played_with_the_same_pack(players):
    table = play_hand(GAME.table(seed=1, num_players=players, hands=2))
    assert sorted(" ".join(now(table, "hands")).split()) == sorted(card_words(GAME.pack_of(players)).split())


# The pass


@pytest.mark.clause(2, "c10")
@pytest.mark.parametrize("players", RANKS)
def test_cards_go_to_each_other_player_in_turn_and_then_to_nobody(players):
    table = GAME.table(seed=1, num_players=players, hands=2 * players)
    for number in range(2 * players):
        offset = SEATS_AROUND[players][number % players]
        assert now(table, "phase") == ("pass" if offset else "play")
        before = [set(hand.split()) for hand in now(table, "hands")]
        if offset:
            pass_lowest(table)
            after = [set(hand.split()) for hand in now(table, "hands")]
            for player in range(players):
                sent = set(now(table, "passed")[player].split())
                assert len(sent) == 3
                assert before[player] - sent == after[player] & before[player]
                assert sent <= after[(player + offset) % players]
        play_hand(table)


@pytest.mark.clause("c10")
@pytest.mark.parametrize(("passing", "phase"), [("left", "pass"), ("hold", "play")])
def test_cards_always_go_to_the_left_or_never(passing, phase):
    table = GAME.table(seed=2, hands=5, passing=passing)
    for _ in range(5):
        assert now(table, "phase") == phase
        assert table.view_words(0)["receiver"] == ([0, 1, 0, 0] if phase == "pass" else [0] * 4)
        play_hand(table)


@pytest.mark.clause("c9")
@pytest.mark.parametrize("size", [1, 2, 3, 4])
def test_everybody_passes_as_many_cards_as_pass_size_says(size):
    table = pass_lowest(choosing(pass_size=size))
    assert [len(cards.split()) for cards in now(table, "passed")] == [size] * 4
    assert [len(hand.split()) for hand in now(table, "hands")] == [13] * 4
    assert now(table, "steps") == 4 * size


@pytest.mark.clause(2)
def test_cards_are_chosen_before_those_received_are_seen():
    table = choosing()
    hands = now(table, "hands")
    for _ in range(11):
        table.step(int(table.mask.argmax()))
        assert now(table, "hands") == hands
        assert all(table.view_words(player)["received"] == "" for player in range(4))
    table.step(int(table.mask.argmax()))
    assert now(table, "phase") == "play"
    for player in range(4):
        assert table.view_words(player)["received"] == now(table, "passed")[player - 1]


@pytest.mark.clause("c11")
def test_players_choose_from_the_dealers_left_in_the_order_of_the_codes():
    table = GAME.table(deck=range(CARDS))  # player 0 has A♣ 5♣ 9♣ K♣ 4♦ 8♦ Q♦ 3♥ 7♥ J♥ 2♠ 6♠ 10♠
    assert table.player == 0
    assert len(table.legal()) == 11
    assert table.legal()[-1] == "pass 2♠"
    table.play("pass Q♦")
    assert table.legal() == ["pass 3♥", "pass 7♥", "pass J♥", "pass 2♠", "pass 6♠"]
    table.play("pass 2♠")
    assert table.legal() == ["pass 6♠", "pass 10♠"]
    assert table.play("pass 6♠").player == 1


@pytest.mark.clause("c11")
@pytest.mark.parametrize("players", RANKS)
def test_there_is_one_way_to_choose_the_same_cards(players):
    table = GAME.table(seed=1, num_players=players)
    first = table.player

    def ways(table):
        if table.player != first:
            return 1
        return sum(ways(table.copy().play(words)) for words in table.legal())

    if players > count(compiled=0, interpreted=4):
        assert ways(table) == comb(RANKS[players], 3)


@pytest.mark.clause(3)
def test_nobody_sees_others_hands_or_what_they_pass():
    table = pass_lowest(choosing())
    for player in range(4):
        seen = set(re.split(r"[^\w♣♦♥♠]+", str(table.view_words(player)))) & set(CARD_WORDS)
        assert seen == set(now(table, "hands")[player].split()) | set(now(table, "passed")[player].split())


# Tricks


@pytest.mark.clause(4)
def test_the_holder_of_the_two_of_clubs_after_the_pass_leads_it():
    table = GAME.table(deck=range(CARDS))  # player 1 has 2♣
    choose(table, "A♣ 5♣ 9♣")
    choose(table, "2♣ 6♣ 10♣")
    choose(table, "3♣ 7♣ J♣")
    choose(table, "4♣ 8♣ Q♣")
    assert (table.player, now(table, "leader"), now(table, "opener")) == (2, 2, 2)
    assert table.legal() == ["play 2♣"]


@pytest.mark.clause(5)
def test_the_suit_led_is_followed():
    table = leading("9♣ A♠ 3♦", "6♣ K♣ 2♥", "7♣ 2♠ 4♦", "8♣ 3♠ 5♦").play("play 9♣")
    assert table.legal() == ["play 6♣", "play K♣"]


@pytest.mark.clause(5, 9)
def test_without_the_suit_led_any_card_is_played_but_not_of_need_the_queen():
    table = leading("9♣ A♠", "A♥ Q♠", "7♣ 2♠", "8♣ 3♠").play("play 9♣")
    assert table.legal() == ["play A♥", "play Q♠"]


@pytest.mark.clause(5)
def test_the_highest_card_of_the_suit_led_wins_the_ace_being_high_and_leads_next():
    table = leading("K♦ 6♣", "A♠ 7♣", "A♦ 8♣", "2♦ 9♣")
    table.play("play K♦", "play A♠", "play A♦", "play 2♦")
    assert (table.player, now(table, "leader")) == (2, 2)
    assert now(table, "taken")[2] == "A♦ 2♦ K♦ A♠"


@pytest.mark.clause(6)
def test_no_points_are_played_to_the_first_trick_by_who_has_anything_else():
    table = first_trick("3♠ 3♥ 4♥", "5♦ 2♥ Q♠ K♠", "6♦ 7♦ 8♦ 9♦", "6♣ 7♣ 8♣ 9♣")
    assert table.legal() == ["play 5♦", "play K♠"]


@pytest.mark.clause(6, "c2")
@pytest.mark.parametrize("hand", ["2♥ 3♥", "2♥ Q♠"])
def test_a_player_with_nothing_but_points_plays_any_of_them_to_the_first_trick(hand):
    table = first_trick("3♠", hand, "6♦ 7♦", "6♣ 7♣")
    assert table.legal() == [f"play {card}" for card in hand.split()]


@pytest.mark.clause("c2")
def test_with_points_first_points_are_played_to_the_first_trick():
    table = first_trick("3♠", "5♦ Q♠", "6♦ 7♦", "6♣ 7♣", options={"points_first": True})
    assert table.legal() == ["play 5♦", "play Q♠"]


@pytest.mark.clause(6)
def test_points_are_played_to_the_second_trick():
    table = leading("9♣ A♠", "Q♠ 5♦", "7♣ 2♠", "8♣ 3♠").play("play 9♣")
    assert table.legal() == ["play 5♦", "play Q♠"]


@pytest.mark.clause(7)
def test_a_heart_is_not_led_before_hearts_are_broken():
    hands = "2♥ 3♥ 4♠", "4♥ 5♠ 6♠", "5♥ 6♥ 7♠", "7♥ 8♥ 9♥"
    assert leading(*hands).legal() == ["play 4♠"]
    assert leading(*hands).view_words(1)["broken"] == 0
    broken = leading(*hands, taken=["2♣ 3♣ 4♣ 10♥"])
    assert broken.legal() == ["play 2♥", "play 3♥", "play 4♠"]
    assert broken.view_words(1)["broken"] == 1


@pytest.mark.clause(7)
def test_a_heart_breaks_hearts_by_being_played_to_a_trick():
    table = leading("9♣ 2♥ 2♠", "3♥ 3♦ 3♠", "6♣ 4♦ 4♠", "7♣ 5♦ 5♠")
    table.play("play 9♣", "play 3♥", "play 6♣", "play 7♣")
    assert table.legal() == ["play 2♥", "play 2♠"]


@pytest.mark.clause(7)
def test_a_player_with_nothing_but_hearts_leads_one():
    assert leading("2♥ 3♥", "4♥ 5♠", "6♠ 7♠", "8♠ 9♠").legal() == ["play 2♥", "play 3♥"]


@pytest.mark.clause("c2")
def test_a_heart_in_the_first_trick_breaks_hearts():
    table = first_trick("3♠ 5♥", "2♥ 3♥ Q♠", "6♦ 7♦ 8♦", "6♣ 7♣ 8♣")
    table.play("play 2♥", "play 6♦", "play 6♣")
    assert table.view_words(0)["broken"] == 1


@pytest.mark.clause(8, "c1")
@pytest.mark.parametrize(("breaks", "legal"), [(False, ["play 4♠"]), (True, ["play 2♥", "play 4♠"])])
def test_the_queen_of_spades_does_not_break_hearts_but_with_queen_breaks(breaks, legal):
    hands = "2♥ 4♠", "4♥ 5♠", "5♥ 6♠", "7♥ 8♥"
    table = leading(*hands, taken=["2♣ 3♣ 4♣ Q♠"], options={"queen_breaks": breaks})
    assert table.legal() == legal


@pytest.mark.clause(8)
def test_the_queen_of_spades_is_led_at_any_time():
    assert leading("Q♠ 2♦", "4♥ 5♠", "5♥ 6♠", "7♥ 8♥").legal() == ["play 2♦", "play Q♠"]


@pytest.mark.clause("c3")
@pytest.mark.parametrize(("spare", "legal"), [(False, ["play Q♠"]), (True, ["play 2♥", "play 3♥", "play Q♠"])])
def test_a_leader_with_hearts_and_the_queen_leads_the_queen_but_with_spare_queen(spare, legal):
    table = leading("2♥ 3♥ Q♠", "4♥ 5♠ 2♦", "5♥ 6♠ 3♦", "7♥ 8♥ 4♦", options={"spare_queen": spare})
    assert table.legal() == legal


@pytest.mark.clause("c4")
def test_without_must_break_hearts_are_led_at_once():
    table = leading("2♥ 4♠", "4♥ 5♠", "5♥ 6♠", "7♥ 8♥", options={"must_break": False})
    assert table.legal() == ["play 2♥", "play 4♠"]


@pytest.mark.clause("c5")
def test_with_any_club_the_holder_of_the_two_leads_any_club():
    table = GAME.position(hands=["2♣ K♣ 3♠", "3♣ 2♦ 2♥", "4♣ 3♦ 3♥", "5♣ 4♦ 4♥"], opener=0, options={"any_club": True})
    assert table.legal() == ["play 2♣", "play K♣"]


@pytest.mark.clause(10)
@pytest.mark.parametrize("players", RANKS)
def test_all_cards_are_played(players):
    table = GAME.table(seed=2, num_players=players, hands=1)
    plays = sum(GAME.actions.describe(action).startswith("play") for action in walk(table, seed=2))
    assert plays == len(GAME.pack_of(players))


@pytest.mark.clause(10)
def test_all_see_who_has_taken_what():
    table = leading("9♣ A♠", "Q♠ 5♦", "7♣ 2♠", "8♣ 3♠").play("play 9♣", "play Q♠", "play 7♣", "play 8♣")
    assert table.view_words(2)["taken"] == ["", "", "2♣ 3♣ 4♣ 5♣ 7♣ 8♣ 9♣ Q♠", ""]


# The score


@pytest.mark.clause(11)
def test_each_heart_counts_1_and_the_queen_of_spades_13():
    table = last_trick("A♣", "Q♠", "6♣", "K♥", taken=["", "2♥ 3♥", "4♥ K♠ A♠", "A♦"])
    assert now(table, "score") == [-14, -2, -1, 0]


@pytest.mark.clause(11, 12, 14)
@pytest.mark.parametrize("players", RANKS)
def test_a_hand_has_26_points_or_26_for_each_other_player(players):
    sums = {sum(now(play_out(GAME.table(seed=seed, num_players=players, hands=1), seed), "score")) for seed in range(9)}
    assert sums <= {-26, -26 * (players - 1)}
    assert -26 in sums


@pytest.mark.clause(12, "c6")
@pytest.mark.parametrize(("moon", "score"), [("others", [0, -26, -26, -26]), ("own", [26, 0, 0, 0])])
def test_a_player_who_takes_all_hearts_and_the_queen_has_shot_the_moon(moon, score):
    table = last_trick("A♣", "6♣", "7♣", "A♥", taken=[f"{HEARTS} Q♠".replace("A♥ ", "")], options={"moon": moon})
    assert now(table, "score") == score


@pytest.mark.clause(12)
def test_the_moon_takes_the_queen_and_every_heart():
    most = HEARTS.replace("A♥ ", "")
    assert now(last_trick("A♣", "6♣", "7♣", "A♥", taken=[most, "Q♠"]), "score") == [-13, -13, 0, 0]
    assert now(last_trick("A♣", "6♣", "7♣", "8♣", taken=[f"{most} Q♠", "A♥"]), "score") == [-25, -1, 0, 0]


@pytest.mark.clause("c6")
@pytest.mark.parametrize(("action", "score"), [("add", [0, -26, -26, -26]), ("subtract", [26, 0, 0, 0])])
def test_with_choose_the_shooter_decides_after_the_last_trick(action, score):
    table = last_trick("A♣", "6♣", "7♣", "A♥", taken=[f"{HEARTS} Q♠".replace("A♥ ", "")], options={"moon": "choose"})
    assert (table.over, table.player, table.legal()) == (False, 0, ["add", "subtract"])
    assert now(table.play(action), "score") == score
    assert table.over


@pytest.mark.clause("c6")
def test_with_choose_nobody_is_asked_without_a_moon():
    assert last_trick("A♣", "6♣", "7♣", "A♥", taken=["", "Q♠"], options={"moon": "choose"}).over


@pytest.mark.clause("c6")
def test_all_tricks_are_no_more_than_the_moon():
    everything = " ".join(card for card in CARD_WORDS[:CARDS] if card not in ("A♣", "6♣", "7♣", "A♥"))
    assert now(last_trick("A♣", "6♣", "7♣", "A♥", taken=[everything]), "score") == [0, -26, -26, -26]


@pytest.mark.clause("c7")
def test_the_jack_of_diamonds_counts_10_less_also_beside_a_moon():
    options = {"jack": True}
    assert now(last_trick("A♣", "Q♠", "6♣", "K♥", taken=["", "J♦"], options=options), "score") == [-14, 10, 0, 0]
    moon = f"{HEARTS} Q♠".replace("A♥ ", "")
    assert now(last_trick("A♣", "6♣", "7♣", "A♥", taken=[moon, "J♦"], options=options), "score") == [0, -16, -26, -26]
    assert now(last_trick("A♣", "6♣", "J♦", "A♥", taken=[moon], options=options), "score") == [10, -26, -26, -26]
    assert now(last_trick("A♣", "Q♠", "6♣", "K♥", taken=["", "J♦"]), "score") == [-14, 0, 0, 0]


@pytest.mark.clause("c8")
def test_no_trick_counts_5_less_but_not_beside_a_moon():
    options = {"no_tricks": True}
    assert now(last_trick("A♣", "Q♠", "6♣", "K♥", taken=["", "J♦"], options=options), "score") == [-14, 0, 5, 5]
    moon = f"{HEARTS} Q♠".replace("A♥ ", "")
    assert now(last_trick("A♣", "6♣", "7♣", "A♥", taken=[moon], options=options), "score") == [0, -26, -26, -26]


# The match


@pytest.mark.clause(13)
@pytest.mark.parametrize(("before", "over"), [(98, False), (99, True)])
def test_the_match_ends_after_a_hand_in_which_somebody_comes_to_100(before, over):
    table = leading("A♣", "6♣", "7♣", "A♥", score=[-before, -40, -30, -50])
    table.play("play A♣", "play 6♣", "play 7♣", "play A♥")
    assert table.over == over
    assert not now(table, "truncated")
    if over:
        assert now(table, "reward") == [-0.333333, -0.333333, 1, -0.333333]


@pytest.mark.clause(13)
def test_points_of_all_hands_are_added_up():
    table = GAME.table(seed=4, hands=3)
    scores = [np.array(now(play_hand(table), "score")) for _ in range(3)]
    assert table.over
    assert all(sum(score) <= -26 * (number + 1) for number, score in enumerate(scores))
    assert table.view_words(1)["totals"] == (-np.roll(scores[2], -1)).tolist()


@pytest.mark.clause("c12")
def test_the_same_lowest_total_is_shared():
    table = last_trick("A♣", "6♣", "7♣", "A♥", taken=[SOME], score=[-4, -3, -9, -3])
    assert now(table, "reward") == [-0.5, 0.5, -0.5, 0.5]


@pytest.mark.clause(13)
def test_a_match_goes_on_over_hands_and_keeps_no_card_of_the_last():
    table = leading("A♣", "6♣", "7♣", "A♥", void=[[0, 1, 0, 0]] * 4, points_only=[0, 0, 0, 1])
    table.play("play A♣", "play 6♣", "play 7♣", "play A♥")
    assert (now(table, "hands_over"), now(table, "phase"), now(table, "dealer"), table.player) == (1, "pass", 1, 2)
    assert now(table, "void") == [[0] * 4] * 4
    assert now(table, "points_only") == [0] * 4
    assert now(table, "taken") == [""] * 4
    assert [len(hand.split()) for hand in now(table, "hands")] == [13] * 4


@pytest.mark.clause(13)
@pytest.mark.parametrize(("players", "most"), [(3, 12), (4, 16), (5, 20), (6, 23)])
def test_a_match_to_100_has_4_hands_at_least_and_few_at_most(players, most):
    for seed in range(count(compiled=20, interpreted=2)):
        table = play_out(GAME.table(seed=seed, num_players=players), seed)
        assert 4 <= now(table, "hands_over") <= most
        assert not now(table, "truncated")


def test_a_match_is_truncated_after_max_hands_and_totals_so_far_decide():
    table = play_out(GAME.table(seed=1, max_hands=2, moon="own"), 1)
    assert (now(table, "hands_over"), now(table, "truncated")) == (2, True)
    best = max(now(table, "score"))
    assert [reward > 0 for reward in now(table, "reward")] == [score == best for score in now(table, "score")]


def test_so_many_hands_are_no_truncation():
    table = play_out(GAME.table(seed=1, hands=2, max_hands=1), 1)
    assert (now(table, "hands_over"), now(table, "truncated")) == (2, False)


def test_a_target_and_a_number_of_hands_do_not_go_together():
    with pytest.raises(ValueError, match="target and hands do not go together"):
        GAME.table(target=50, hands=3)


@pytest.mark.clause("c13")
@pytest.mark.parametrize("options", [{}, {"jack": True}], ids=str)
def test_early_stop_ends_a_hand_when_nothing_is_left_that_counts_and_changes_no_score(options):
    shorter = 0
    for seed in range(count(compiled=10, interpreted=4)):
        whole, short = (GAME.table(seed=seed, hands=1, early_stop=stop, **options) for stop in (False, True))
        while not whole.over:
            legal = np.flatnonzero(whole.mask)
            points = [action for action in legal if is_point(action)] or legal
            whole.step(int(points[0]))
            if not short.over:
                short.step(int(points[0]))
        assert now(short, "score") == now(whole, "score")
        shorter += now(short, "steps") < now(whole, "steps")
    assert shorter > 0


@pytest.mark.clause("c13")
def test_early_stop_waits_for_the_jack_if_it_counts_and_for_all_tricks_if_they_do():
    hands = "A♣ 3♦", "A♥ 4♦", "6♣ J♦", "7♣ 5♦"
    taken = [HEARTS.replace("A♥ ", ""), "Q♠"]
    for options, over in ({}, True), ({"jack": True}, False), ({"no_tricks": True}, False):
        table = leading(*hands, taken=taken, options={"hands": 1, "early_stop": True} | options)
        table.play("play A♣", "play A♥", "play 6♣", "play 7♣")
        assert table.over == over


@pytest.mark.parametrize(
    ("options", "most"),
    [
        ({}, 125),
        ({"target": 50}, 75),
        ({"hands": 3}, 78),
        ({"moon": "own", "max_hands": 10}, 125 + 260),
        ({"jack": True, "hands": 2}, 52 + 20),
        ({"no_tricks": True, "hands": 2}, 52 + 10),
        ({"moon": "choose", "jack": True, "no_tricks": True, "hands": 1}, 26 + 36),
    ],
)
def test_score_rewards_are_shares_of_the_most_that_totals_can_differ(options, most):
    assert GAME.blank(**options)[0]["score_range"] == most


# A seat's knowledge


@pytest.mark.clause(5)
def test_a_void_is_seen_by_all():
    table = leading("9♣ A♠", "A♥ Q♠", "7♣ 2♠", "8♣ 3♠").play("play 9♣", "play A♥")
    for player in range(4):
        assert table.view_words(player)["void"][(1 - player) % 4] == [1, 0, 0, 0]


@pytest.mark.clause(6, 7)
@pytest.mark.parametrize(
    ("hand", "options", "card", "void", "points_only"),
    [
        ("2♥ 3♥", {}, "2♥", [1, 1, 0, 1], 1),
        ("2♥ Q♠", {"spare_queen": True}, "2♥", [1, 1, 0, 0], 1),
        ("2♥ Q♠", {"must_break": False}, "2♥", [0, 0, 0, 0], 0),
        ("2♥ Q♠", {}, "Q♠", [0, 0, 0, 0], 0),
    ],
)
def test_a_lead_of_a_heart_before_hearts_are_broken_shows_nothing_else_in_hand(hand, options, card, void, points_only):
    table = leading(hand, "4♥ 5♠", "6♠ 7♠", "8♠ 9♠", options=options).play(f"play {card}")
    assert (now(table, "void")[0], now(table, "points_only")[0]) == (void, points_only)


@pytest.mark.clause(7, "c3")
def test_a_player_who_leads_a_heart_with_spare_queen_is_still_known_to_have_no_spade():
    hands = ["2♥ 3♥", "Q♠ 5♠", "6♠ 7♠", "8♠ 9♠"]
    table = leading(*hands, options={"spare_queen": True}, void=[[0, 0, 0, 1]]).play("play 2♥")
    assert now(table, "void")[0] == [1, 1, 0, 1]
    assert all("Q♠" not in now(table.redeal(3, seed), "hands")[0] for seed in range(count(compiled=50, interpreted=20)))


@pytest.mark.clause(6)
@pytest.mark.parametrize(
    ("options", "void", "points_only"), [({}, [1, 1, 0, 0], 1), ({"points_first": True}, [1, 0, 0, 0], 0)]
)
def test_points_in_the_first_trick_show_that_there_is_nothing_else(options, void, points_only):
    table = first_trick("3♠", "2♥ Q♠", "6♦ 7♦", "6♣ 7♣", options=options).play("play 2♥")
    assert (now(table, "void")[1], now(table, "points_only")[1]) == (void, points_only)


def test_redealing_keeps_what_a_seat_knows():
    """Player 0 has passed 5♦ to player 1, who holds 2♣; player 2 holds nothing but points, player 3 no hearts."""
    hands = ["3♣ 3♠ 4♠", "2♣ 5♦ 8♠", "2♥ 3♥ Q♠", "9♠ 10♠ J♠"]
    table = GAME.position(
        hands=hands,
        passed=["5♦"],
        taken=["K♣ A♣ 7♣ 8♣"],
        opener=1,
        leader=0,
        player=0,
        void=[[0] * 4, [0] * 4, [1, 1, 0, 0], [0, 0, 1, 0]],
        points_only=[0, 0, 1, 0],
        options={"any_club": True},
    )
    seen = set()
    for seed in range(count(compiled=200, interpreted=40)):
        dealt = [set(hand.split()) for hand in now(table.redeal(0, seed), "hands")]
        assert dealt[0] == set(hands[0].split())
        assert {"2♣", "5♦"} <= dealt[1]
        assert dealt[2] <= {*HEARTS.split(), "Q♠"}
        assert not dealt[3] & set(HEARTS.split())
        seen.add(str(dealt[2]) + str(dealt[3]))
    assert len(seen) > 1


@pytest.mark.clause(3)
def test_others_passes_are_drawn_again_from_what_their_receivers_hold():
    table = pass_lowest(choosing())
    passed, found = now(table, "passed"), Counter()
    for seed in range(count(compiled=300, interpreted=60)):
        other = table.redeal(0, seed)
        again, hands = now(other, "passed"), now(other, "hands")
        assert (again[0], again[3]) == (passed[0], passed[3])
        for player in (1, 2):
            assert set(again[player].split()) <= set(hands[player + 1].split())
        found[len(again[1].split())] += 1
    assert set(found) == {3}


@pytest.mark.clause(2, "c13")
def test_after_the_last_hand_all_still_see_what_has_been_passed_to_whom():
    table = leading(
        *("A♣ 3♦", "A♥ 4♦", "6♣ 5♦", "7♣ 6♦"),
        passed=["4♦", "5♦", "6♦", "3♦"],
        taken=[HEARTS.replace("A♥ ", ""), "Q♠"],
        options={"hands": 1, "early_stop": True},
    )
    table.play("play A♣", "play A♥", "play 6♣", "play 7♣")
    assert table.over
    for player, received in enumerate(["3♦", "4♦", "5♦", "6♦"]):
        view = table.view_words(player)
        assert (view["received"], view["receiver"]) == (received, [0, 1, 0, 0])


@pytest.mark.clause(3)
def test_how_many_cards_of_others_passes_are_left_is_drawn_too():
    """Six cards are left to each of 13: none of the three is left with probability 35 / 286."""
    table = play_tricks(pass_lowest(choosing(seed=3)), 7)
    draws = count(compiled=2000, interpreted=200)
    found = Counter(len(now(table.redeal(0, seed), "passed")[1].split()) for seed in range(draws))
    assert set(found) == {0, 1, 2, 3}
    assert found[0] / draws == pytest.approx(35 / 286, abs=5 * np.sqrt(35 / 286 / draws))


def play_tricks(table, number):
    for _ in range(4 * number):
        table.step(int(np.flatnonzero(table.mask)[0]))
    return table


def test_choices_of_others_are_drawn_again_as_many_as_they_have_made():
    table = choosing(dealer=3)
    choose(table, " ".join(words.split()[1] for words in table.legal()[:3]))
    table.step(int(table.mask.argmax()))
    for seed in range(count(compiled=50, interpreted=10)):
        again, hands = now(table.redeal(3, seed), "passed"), now(table.redeal(3, seed), "hands")
        assert [len(cards.split()) for cards in again] == [3, 1, 0, 0]
        assert set(again[0].split()) <= set(hands[0].split())


def test_a_hand_without_hearts_is_as_rare_as_it_should_be():
    deals = count(compiled=3000, interpreted=300)
    rare = comb(39, 13) / comb(52, 13)
    none = sum("♥" not in hand for seed in range(deals) for hand in now(GAME.table(seed=seed), "hands"))
    assert none / (4 * deals) == pytest.approx(rare, abs=5 * np.sqrt(rare / (4 * deals)))


# Positions


@pytest.mark.parametrize(
    ("words", "problem"),
    [
        ({"hands": ["2♦ 3♦", "4♦", "5♦", "6♦"]}, "equally many cards"),
        ({"player": 1}, "turn of player 0, who is next"),
        ({"void": [[0, 1, 0, 0]]}, "player 0 holds a card of such a suit"),
        ({"points_only": [0, 0, 0, 1], "hands": ["2♦", "3♦", "4♦", "6♠"]}, "points_only: player 3 holds a spade"),
        ({"passed": ["2♦"]}, "passed: player 1 does not hold"),
        ({"passed": ["3♦"], "hands_over": 3}, "nobody passes in this hand"),
        (
            {"passed": ["3♦ 7♦ 8♦ 9♦"], "hands": ["2♦ A♣ K♣ Q♣", "3♦ 7♦ 8♦ 9♦", "4♦ 6♣ 7♣ 8♣", "5♦ 9♣ 10♣ J♣"]},
            "everybody",
        ),
        ({"hands": ["2♦", "2♣", "4♦", "5♦"], "taken": ["3♣ 4♣ 5♣ 6♣"]}, "opener: it is player 1, who holds 2♣"),
        ({"hands": ["2♦", "2♣", "4♦", "5♦"], "taken": ["3♣ 4♣ 5♣ 6♣"], "opener": 1}, "2♣ is led first"),
        ({"taken": [], "opener": 0}, "leader of the first trick, and holds 2♣"),
        ({"taken": [], "opener": 1}, "leader of the first trick"),
        ({"taken": [], "opener": 0, "trick": ["A♣"], "hands": ["", "3♦", "4♦", "5♦"], "player": 1}, "2♣ is led first"),
        ({"broken": 1}, "broken: it is 0"),
        ({"phase": "pass"}, "hands: all have 13 cards"),
        ({"phase": "pass", "opener": 2}, "before anything is played"),
        ({"shooter": 0}, "who has shot the moon"),
    ],
)
def test_positions_that_cannot_be_are_refused(words, problem):
    fitting = {"hands": ["2♦", "3♦", "4♦", "5♦"], "taken": [SOME]}
    assert GAME.position(**fitting)
    with pytest.raises(ValueError, match=problem):
        GAME.position(**fitting | words)


@pytest.mark.clause("c13")
def test_a_position_of_a_hand_that_would_have_ended_is_refused():
    hands, taken = ["2♦", "3♦", "4♦", "5♦"], [HEARTS.replace("A♥ ", ""), "A♥ Q♠"]
    for options in {}, {"early_stop": True, "no_tricks": True}:
        assert leading(*hands, taken=taken, options={"hands": 1} | options)
    with pytest.raises(ValueError, match="taken: the hand ends when all that counts has been taken"):
        leading(*hands, taken=taken, options={"hands": 1, "early_stop": True})


@pytest.mark.parametrize(
    ("words", "problem"),
    [
        ({"player": 1}, "one after the other"),
        ({"passed": ["", "2♣"]}, "one after the other"),
        ({"passed": ["2♣"]}, "hold"),
    ],
)
def test_choices_that_cannot_be_are_refused(words, problem):
    table = GAME.table(deck=range(CARDS))
    fitting = table.words("hands", "phase", "player", "dealer")
    assert GAME.position(**fitting)
    with pytest.raises(ValueError, match=problem):
        GAME.position(**fitting | words)


@pytest.mark.parametrize("for_people", [True, False])
def test_nobody_is_shown_as_the_leader_while_cards_are_passed(for_people):
    table, word = choosing(dealer=2), "leads" if for_people else "leader"
    assert word not in str(shown(table, for_people=for_people))
    while now(table, "phase") == "pass":
        table.step(int(np.flatnonzero(table.mask)[0]))
    texts, leader = shown(table, for_people=for_people), f"player {now(table, 'leader')}"
    assert {line: word in marks for (line, head), marks in texts.cells.items() if not head} == {
        f"player {seat}": f"player {seat}" == leader for seat in range(4)
    }


def test_a_player_who_has_shot_the_moon_is_asked_for_its_effect():
    taken = [f"{HEARTS} Q♠".replace("A♥ ", "")]
    table = leading("A♣", "6♣", "7♣", "A♥", taken=taken, options={"hands": 1, "moon": "choose"})
    assert shown(table).asks == "Play a card to the trick"
    texts = shown(table.play("play A♣", "play 6♣", "play 7♣", "play A♥"))
    assert texts.asks == "Choose what shooting the moon does"
    assert texts.moves == ["Give the others 26 points each", "Subtract 26 points"]
