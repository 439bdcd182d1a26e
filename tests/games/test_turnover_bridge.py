"""The rules of Turnover Bridge, clause by clause. Cards that a position does not name have been played."""

from collections import Counter
from itertools import chain, combinations, pairwise

import numpy as np
import pytest

from cardzoo.envs.engine import CARDS
from cardzoo.envs.engine.cards import CARD_WORDS, card_words
from cardzoo.envs.games.turnover_bridge import GAME
from tests.playing import count, now, play_out, walk

FULL = {"play_all": True}


def row(words):
    """Face-up cards in the first columns, or face-down ones."""
    cards = words.split()
    return [*cards, *[None] * (12 - len(cards))]


def position(up=("", ""), hole=("", ""), down=("", ""), leader=0, **words):
    """Player 0 leads, or has led if ``trick`` is given. Face-down cards lie in the first columns, like face-up ones."""
    return GAME.position(
        face_up=[row(cards) for cards in up],
        face_down=[row(cards) for cards in down],
        hole=list(hole),
        leader=leader,
        **{"player": leader} | words,
    )


def answering(led, up, hole="", down="", **words):
    """Player 0 has led this card, and player 1 answers. Player 0's other cards are any."""
    named = f"{up} {hole} {down}".split()
    others = [card for card in CARD_WORDS[:CARDS] if card not in (led, *named)][: len(named) - 1]
    return position((" ".join(others), up), ("", hole), ("", down), trick=[led], player=1, **words)


def winner(lead, answer):
    """The winner of a trick of these two cards, the first being player 0's."""
    left = [f"{rank}{answer[-1]}" for rank in "45678" if f"{rank}{answer[-1]}" not in (lead, answer)]
    table = position(up=(f"{lead} {left[0]}", left[1]), hole=("", answer), tricks=[3, 3])
    table.play(f"play {lead}", f"play {answer}")
    gained = [number - 3 for number in now(table, "tricks")]
    assert sum(gained) == 1
    assert table.player == now(table, "leader") == gained.index(1)
    return gained.index(1)


# The deal


@pytest.mark.clause(1)
@pytest.mark.parametrize("num_players", [1, 3])
def test_two_play(num_players):
    with pytest.raises(ValueError, match="must be 2"):
        GAME.table(num_players=num_players)


@pytest.mark.clause(2)
@pytest.mark.parametrize("dealer", [0, 1])
def test_twelve_cards_face_down_twelve_on_them_and_two_hole_cards_are_dealt_in_turns(dealer):
    table = GAME.table(deck=range(CARDS), dealer=dealer)
    first, deck = 1 - dealer, CARD_WORDS[:CARDS]
    for player, offset in ((first, 0), (dealer, 1)):
        assert now(table, "face_down")[player] == list(deck[offset:24:2])
        assert now(table, "face_up")[player] == list(deck[24 + offset : 48 : 2])
        assert now(table, "hole")[player].split() == list(deck[48 + offset :: 2])


@pytest.mark.clause(3, "c1", "c3")
def test_both_see_the_face_up_cards_and_only_the_owner_the_hole_cards():
    table = GAME.table(seed=2)
    rows = [set(cards) for cards in now(table, "face_up")]
    for player in range(2):
        view = table.view_words(player)
        assert [set(cards.split()) for cards in view["face_up"]] == [rows[player], rows[1 - player]]
        assert view["hole"] == now(table, "hole")[player]
        assert (view["hole_sizes"], view["face_down"]) == ([2, 2], [12, 12])
        shown = set(view["hole"].split()) | rows[0] | rows[1]
        assert set(str(view).replace("'", " ").split()) & set(CARD_WORDS) == shown


@pytest.mark.clause(4)
def test_all_but_two_cards_of_a_player_come_to_lie_open():
    for seed in range(count(compiled=20, interpreted=3)):
        table = GAME.table(seed=seed, **FULL)
        open_cards = [set(), set()]
        for _ in walk(table, seed):
            for player in range(2):
                open_cards[player] |= set(now(table, "face_up")[player]) - {None}
        assert [len(cards) for cards in open_cards] == [24, 24]


# Play


@pytest.mark.clause(6)
@pytest.mark.parametrize("dealer", [0, 1])
def test_the_player_who_did_not_deal_leads(dealer):
    table = GAME.table(seed=4, dealer=dealer)
    assert table.player == now(table, "leader") == 1 - dealer


@pytest.mark.clause(7)
def test_a_face_up_card_or_a_hole_card_is_led_but_none_that_lies_face_down():
    table = position(up=("2♣ K♥", "4♣ 5♣ 6♣ 8♣ 9♣ 10♣"), hole=("9♠ 7♦", ""), down=("A♥ A♠", ""))
    assert table.legal() == ["play 2♣", "play 7♦", "play K♥", "play 9♠"]


@pytest.mark.clause(8)
def test_a_face_up_card_of_the_suit_led_must_answer():
    assert answering("9♦", "2♦ K♥ A♠", "3♥").legal() == ["play 2♦"]


@pytest.mark.clause(8)
def test_a_hole_card_of_the_suit_led_must_answer():
    assert answering("9♦", "K♥ A♠", "3♦ 3♥").legal() == ["play 3♦"]
    assert answering("9♦", "2♦ K♥ A♠", "3♦ 3♥").legal() == ["play 2♦", "play 3♦"]


@pytest.mark.clause(8)
def test_without_the_suit_led_any_card_answers():
    assert answering("9♦", "K♥ A♠", "3♥ 2♠").legal() == ["play 3♥", "play K♥", "play A♠", "play 2♠"]


@pytest.mark.clause(8, "c2")
def test_a_face_down_card_of_the_suit_led_need_not_answer():
    table = answering("9♦", "K♥ A♠", "3♥", down="A♦ Q♦")
    assert table.legal() == ["play 3♥", "play K♥", "play A♠"]


@pytest.mark.clause(1, 9)
@pytest.mark.parametrize("suit", "♣♦♥♠")
def test_of_two_cards_of_a_suit_the_higher_wins_the_ace_being_high(suit):
    ranks = ["3", "9", "10", "J", "Q", "K", "A"]
    for low, high in pairwise(ranks):
        assert winner(low + suit, high + suit) == 1
        assert winner(high + suit, low + suit) == 0


@pytest.mark.clause(5, 9)
@pytest.mark.parametrize("suit", "♣♦♥")
def test_a_spade_beats_any_other_suit(suit):
    assert winner(f"A{suit}", "2♠") == 1
    assert winner("2♠", f"A{suit}") == 0


@pytest.mark.clause(9)
def test_another_suit_that_is_not_trumps_loses_to_the_lead():
    for led, answered in combinations("♣♦♥", 2):
        assert winner(f"3{led}", f"A{answered}") == 0
        assert winner(f"3{answered}", f"A{led}") == 0


@pytest.mark.clause(5)
def test_a_deal_begins_with_a_lead_without_any_bidding():
    table = GAME.table(seed=7)
    assert all(words.startswith("play ") for words in GAME.actions.words)
    assert len(table.legal()) == 14


@pytest.mark.clause(10, "c2")
def test_covered_cards_are_turned_up_after_the_trick_for_both_players():
    table = position(up=("9♦ 2♣", "4♦ 5♣"), down=("A♦ 3♠", "K♦ 6♠"))
    table.play("play 9♦")
    assert now(table, "face_up")[0][:2] == [None, "2♣"]
    assert now(table, "face_down")[0][:2] == ["A♦", "3♠"]
    assert table.legal() == ["play 4♦"]
    table.play("play 4♦")
    assert [cards[:2] for cards in now(table, "face_up")] == [["A♦", "2♣"], ["K♦", "5♣"]]
    assert [cards[:2] for cards in now(table, "face_down")] == [[None, "3♠"], [None, "6♠"]]
    assert table.player == 0
    assert table.legal() == ["play 2♣", "play A♦"]


@pytest.mark.clause(10)
def test_a_hole_card_and_an_open_column_turn_up_nothing():
    table = position(up=("9♦ 2♣ 3♣", "4♦ 5♣"), down=("", "K♦"), hole=("A♣ K♥", "J♣ 3♥"))
    before = now(table, "face_down")
    table.play("play A♣", "play 5♣")
    assert now(table, "face_down") == before
    assert now(table, "face_up")[1][:2] == ["4♦", None]


def test_a_card_to_be_turned_up_is_seen_as_covered_by_nothing():
    table = position(up=("9♦ 2♣ 3♣ 4♣", "4♦ 5♣"), down=("A♦", "K♦ 6♠"), hole=("", "2♥")).play("play 9♦")
    view = table.view_words(1)
    assert view["covering"] == ["5♣ 4♦", ""]
    assert view["face_down"] == [2, 1]
    assert "A♦" not in str(view)


# The end of a deal


@pytest.mark.clause(11)
@pytest.mark.parametrize("player", [0, 1])
def test_the_14th_trick_wins_and_ends_the_play(player):
    tricks = [13, 11] if player == 0 else [11, 13]
    table = position(up=("A♦ 2♣", "4♦ 5♣"), tricks=tricks, score=tricks, leader=0)
    table.play("play A♦" if player == 0 else "play 2♣", "play 4♦" if player == 0 else "play 5♣")
    assert table.over
    assert not now(table, "truncated")
    assert now(table, "reward") == ([1, -1] if player == 0 else [-1, 1])


@pytest.mark.clause(11)
def test_13_tricks_do_not_end_the_play():
    table = position(up=("A♦ 2♣ 3♣", "4♦ 5♣ 6♣"), tricks=[12, 11], score=[12, 11]).play("play A♦", "play 4♦")
    assert not table.over


@pytest.mark.clause("c4")
def test_thirteen_tricks_each_are_a_draw():
    table = position(up=("2♣", "5♣"), tricks=[13, 12], score=[13, 12]).play("play 2♣", "play 5♣")
    assert table.over
    assert now(table, "score") == [13, 13]
    assert now(table, "reward") == [0, 0]
    assert table.ranks() == [1, 1]


@pytest.mark.clause(13)
def test_the_score_is_the_number_of_tricks_whatever_is_in_them():
    for lead, answer in (("A♠", "K♠"), ("3♦", "2♦")):
        table = position(up=(f"{lead} 4♣", "5♣"), hole=("", answer), score=[5, 6]).play(
            f"play {lead}", f"play {answer}"
        )
        assert now(table, "score") == [6, 6]


@pytest.mark.clause(11, 14)
def test_a_deal_ends_with_14_tricks_or_26_and_the_cards_are_always_the_pack():
    for seed in range(count(compiled=40, interpreted=5)):
        table = GAME.table(seed=seed)
        for _ in walk(table, seed):
            cards = [now(table, "played"), *now(table, "hole")]
            places = [*now(table, "trick"), *chain(*now(table, "face_up"), *now(table, "face_down"))]
            assert sorted(" ".join(cards).split() + [card for card in places if card]) == sorted(CARD_WORDS[:CARDS])
        score = now(table, "score")
        assert max(score) == 14 or score == [13, 13]


@pytest.mark.clause("c6")
def test_all_26_tricks_can_be_played():
    for seed in range(count(compiled=20, interpreted=3)):
        table = play_out(GAME.table(seed=seed, **FULL), seed)
        assert sum(now(table, "score")) == 26
        assert now(table, "steps") == 52


@pytest.mark.clause("c6")
def test_the_player_with_more_of_26_tricks_wins():
    table = position(up=("A♦ 2♣", "4♦ 5♣"), tricks=[14, 10], score=[14, 10], options=FULL)
    table.play("play A♦", "play 4♦")
    assert not table.over
    table.play("play 2♣", "play 5♣")
    assert table.over
    assert now(table, "reward") == [1, -1]


# Matches


@pytest.mark.clause("c5")
def test_the_game_is_one_deal():
    assert now(play_out(GAME.table(seed=1)), "hands_over") == 1


@pytest.mark.clause(12, "c5")
@pytest.mark.parametrize("rounds", [1, 3])
def test_in_a_match_the_deal_alternates_and_both_deal_equally_often(rounds):
    table, dealers = GAME.table(seed=3, rounds=rounds, dealer=1), []
    for _ in walk(table, seed=3):
        if len(dealers) == now(table, "hands_over"):
            dealers.append(now(table, "dealer"))
            assert table.player == 1 - dealers[-1]
            assert now(table, "played") == ""
            assert now(table, "tricks") == [0, 0]
            assert now(table, "void") == [[0] * 4] * 2
    assert dealers == [1, 0] * rounds


@pytest.mark.clause("c5")
@pytest.mark.parametrize(("score", "rewards"), [([20, 10], [1, -1]), ([9, 11], [-1, 1]), ([9, 10], [0, 0])])
def test_the_sum_of_tricks_decides_a_match(score, rewards):
    table = position(up=("A♦ 2♣", "4♦ 5♣"), tricks=[13, 10], score=score, hands_over=1, options={"rounds": 1})
    table.play("play A♦", "play 4♦")
    assert table.over
    assert now(table, "score") == [score[0] + 1, score[1]]
    assert now(table, "reward") == rewards


@pytest.mark.clause(12)
def test_later_deals_are_shuffled():
    tops = set()
    for seed in range(count(compiled=20, interpreted=4)):
        table = GAME.table(deck=range(CARDS), seed=seed, rounds=1)
        while now(table, "hands_over") == 0:
            table.step(int(table.mask.argmax()))
        tops.add(tuple(now(table, "face_up")[0]))
    assert len(tops) == count(compiled=20, interpreted=4)


# A seat's knowledge


@pytest.mark.clause(8)
def test_a_player_who_does_not_follow_shows_for_good_that_no_hole_card_is_of_the_suit():
    table = answering("9♦", "K♥ A♠ 6♠", "3♥", down="A♦").play("play K♥")
    assert now(table, "face_up")[1][0] == "A♦"
    for player in range(2):
        assert table.view_words(player)["void"][(1 - player) % 2] == [0, 1, 0, 0]


def test_unknown_cards_are_dealt_evenly():
    """Of 7♦ 8♥ 9♣ 10♣ the other's hole card is no diamond; the rest lies face down in any order."""
    table = position(up=("2♣ 3♣", "4♣ 5♣ 6♣"), hole=("A♠", "8♥"), down=("7♦ 9♣", "10♣"), void=[[0] * 4, [0, 1, 0, 0]])
    draws = count(compiled=3600, interpreted=360)
    found = Counter()
    for seed in range(draws):
        words = table.redeal(0, seed).words("hole", "face_down")
        assert words["hole"][0] == "A♠"
        found[words["hole"][1], str(words["face_down"])] += 1
    assert len(found) == 18
    assert {hole for hole, _ in found} == {"8♥", "9♣", "10♣"}
    assert max(abs(number / draws - 1 / 18) for number in found.values()) < 5 * np.sqrt(1 / 18 / draws)


def test_redealing_for_the_owner_leaves_the_own_hole_cards_alone():
    table = GAME.table(seed=5)
    for player in range(2):
        other = table.redeal(player, seed=1)
        assert now(other, "hole")[player] == now(table, "hole")[player]
        assert now(other, "hole")[1 - player] != now(table, "hole")[1 - player]
        assert now(other, "face_up") == now(table, "face_up")


@pytest.mark.parametrize(("options", "worst"), [({}, 7), ({"rounds": 1}, 14), ({"rounds": 1} | FULL, 26), (FULL, 13)])
def test_score_rewards_are_shares_of_the_farthest_from_the_mean(options, worst):
    assert GAME.blank(**options)[0]["score_range"] == worst


@pytest.mark.parametrize(("options", "wins_at", "left"), [({}, 14, 0), (FULL | {"rounds": 2}, 26, 3)])
def test_a_seat_sees_when_the_deal_and_the_match_end(options, wins_at, left):
    table = GAME.table(seed=1, **options)
    view = table.view_words(0)
    assert (view["wins_at"], view["tricks_left"], view["hands_to_come"]) == (wins_at, 26, left)
    for _ in range(2):
        table.step(int(table.mask.argmax()))
    assert table.view_words(1)["tricks_left"] == 25
    table = position(up=("A♦ 2♣", "4♦ 5♣"), tricks=[3, 4]).play("play A♦")
    assert table.view_words(1)["tricks_left"] == 2


def test_a_deal_of_a_written_position_ends_with_its_cards():
    table = play_out(position(up=("A♦ 2♣", "4♦ 5♣")))
    assert now(table, "tricks") == [1, 1]


@pytest.mark.parametrize(
    ("words", "problem"),
    [
        ({"up": ("A♦ 2♣", "4♦")}, "all have equally many cards"),
        ({"player": 1}, "it is the turn of player 0"),
        ({"trick": [None, "K♦"]}, "cards lie before the leader"),
        ({"hole": ("7♦", "7♠"), "void": [[0, 1, 0, 0]]}, "player 0 has a hole card of such a suit"),
        ({"down": ("", "2♦ 3♦ 6♦")}, "a card is turned up"),
        ({"tricks": [14, 3]}, "a player with 14 has won"),
        ({"tricks": [13, 13], "options": FULL}, "there are 26"),
        ({"hands_over": 1}, "over after 1"),
        ({"stock": "A♣"}, "all cards have been dealt"),
        ({"score": [600, 0]}, "a deal has 26 tricks"),
    ],
)
def test_a_position_that_cannot_be_is_refused(words, problem):
    with pytest.raises(ValueError, match=problem):
        position(**{"up": ("A♦ 2♣", "4♦ 5♣")} | words)


def test_a_written_deck_is_told_in_the_order_of_its_dealing():
    table = GAME.table(deck=card_words(range(CARDS)))
    assert now(table, "dealer") == 1
    assert now(table, "face_down")[0][0] == "A♣"
