"""Hanabi, rule by rule."""

from collections import Counter
from itertools import product

import numpy as np
import pytest

from cardzoo.envs.games.hanabi import COPIES, GAME, MOST_HAND, NONE, PACK, RANKS, SIGNS, card_in_words
from tests.playing import count, now, walk

ALL = "RYGWB12345"


def hands_first(*hands, num_players=None, **options):
    """A table whose first player, seat 0, is dealt the first of these hands, and so on; the stock is in pack order."""
    players = num_players or len(hands)
    rows = [PACK.parse_all(hand) for hand in hands]
    cards = [row[place] for place in range(len(rows[0])) for row in rows]
    rest = Counter(GAME.pack_of(players, GAME.blank(players, **options)[0]["options"])) - Counter(cards)
    return GAME.table(0, cards + sorted(rest.elements()), dealer=players - 1, num_players=players, **options)


TWO = ("R1 R2 Y1 Y5 B4", "W1 W1 G3 B5 R1")


# Rules


@pytest.mark.clause(1)
def test_the_pack_has_three_ones_two_of_the_next_ranks_and_one_five_of_each_colour():
    assert Counter(PACK.words[card] for card in GAME.pack_of(2)) == {
        f"{colour}{rank}": copies for colour in "RYGWB" for rank, copies in zip("12345", (3, 2, 2, 2, 1), strict=True)
    }


@pytest.mark.clause(1)
@pytest.mark.parametrize(("players", "size"), [(2, 5), (3, 5), (4, 4), (5, 4)])
def test_two_and_three_players_have_five_cards_and_more_have_four(players, size):
    table = GAME.table(1, num_players=players)
    assert now(table, "hand_sizes") == [size] * players
    assert table.state.stock.height == 50 - players * size


@pytest.mark.clause(1)
def test_a_player_sees_all_hands_but_the_own_one():
    table = hands_first(*TWO)
    assert table.view_words(0)["hands"] == [[None] * 5, TWO[1].split()]
    assert table.view_words(1)["hands"] == [[None] * 5, TWO[0].split()]


@pytest.mark.clause(2)
def test_there_are_eight_information_tokens_and_three_lives():
    table = GAME.table(1)
    assert (now(table, "information"), now(table, "lives")) == (8, 3)


@pytest.mark.clause(3)
def test_a_turn_is_a_hint_a_discard_or_a_play_and_turns_go_clockwise():
    table = hands_first(*TWO).play("hint rank 1 1")
    assert table.player == 1
    assert [words.rsplit(" ", 1)[0] for words in table.legal()[:10]] == ["discard"] * 5 + ["play"] * 5
    assert all(words.startswith("hint ") for words in table.legal()[10:])
    assert table.play("discard 1").player == 0


@pytest.mark.clause(4, 5, "c5")
def test_a_hint_costs_a_token_and_points_out_all_cards_of_its_colour_or_rank():
    table = hands_first(*TWO).play("hint colour 1 white")
    assert now(table, "information") == 7
    assert now(table, "left")[1] == ["W12345", "W12345", "RYGB12345", "RYGB12345", "RYGB12345"]
    assert now(table, "pointed")[0] == [1, 1, 0, 0, 0]
    table.play("hint rank 1 1")
    assert now(table, "left")[0] == ["RYGWB1", "RYGWB2345", "RYGWB1", "RYGWB2345", "RYGWB2345"]
    assert (now(table, "hinted"), now(table, "named")) == ([1, 1], ["white", "one"])


@pytest.mark.clause(4, "c2")
def test_a_hint_must_point_out_a_card_of_another_player():
    hints = [words for words in hands_first(*TWO).legal() if words.startswith("hint")]
    assert hints == [f"hint colour 1 {colour}" for colour in ("red", "green", "white", "blue")] + [
        f"hint rank 1 {rank}" for rank in "135"
    ]


@pytest.mark.clause(4)
def test_hints_name_the_player_by_the_seats_to_the_left():
    table = hands_first("R1 R1", "Y2 Y2", "G3 G3", hand_size=2)
    hints = [words for words in table.play("play 1").legal() if words.startswith("hint")]
    assert hints == ["hint colour 1 green", "hint colour 2 red", "hint rank 1 3", "hint rank 2 1"]


@pytest.mark.clause(5)
def test_without_information_tokens_no_hint_is_legal():
    table = hands_first(*TWO, information=1).play("hint rank 1 1")
    assert not [words for words in table.legal() if words.startswith("hint")]


@pytest.mark.clause(6)
def test_a_discard_brings_back_a_token_and_draws_a_card():
    table = hands_first(*TWO).play("hint rank 1 1", "discard 3")
    assert (now(table, "discards"), now(table, "information"), now(table, "hand_sizes")) == ("G3", 8, [5, 5])
    assert table.state.stock.height == 39


@pytest.mark.clause(6)
def test_with_all_tokens_there_nobody_may_discard():
    table = hands_first(*TWO)
    assert not [words for words in table.legal() if words.startswith("discard")]


@pytest.mark.clause(7)
def test_a_card_that_is_the_next_of_its_colour_scores_and_others_cost_a_life():
    table = hands_first(*TWO).play("play 1", "play 3", "play 1")
    assert (now(table, "fireworks"), now(table, "discards")) == ("R1 R2", "G3")
    assert (table.scores(), now(table, "lives"), now(table, "information")) == ([2, 2], 2, 8)


@pytest.mark.clause(7)
@pytest.mark.parametrize(("built", "fits"), [("", False), ("R1", True), ("R1 R2", False)])
def test_a_card_fits_if_the_rank_below_lies_there_and_it_does_not(built, fits):
    table = GAME.position(**written(hands=["R2 R3 R4 R5 B5", "Y1 Y2 Y3 Y4 Y5"], fireworks=built)).play("play 1")
    assert now(table, "lives") == 3 - (not fits)


@pytest.mark.clause(8, "c7")
@pytest.mark.parametrize(("information", "after"), [(3, 4), (8, 8)])
def test_a_five_brings_back_a_token_if_one_is_missing(information, after):
    hands = ["R5 R3 R4 G5 B5", "Y1 Y2 Y3 Y4 Y5"]
    table = GAME.position(**written(hands=hands, fireworks="R1 R2 R3 R4", information=information)).play("play 1")
    assert now(table, "information") == after


@pytest.mark.clause(9, 10)
@pytest.mark.parametrize("players", range(2, 6))
def test_after_the_last_card_everybody_has_one_more_turn_without_drawing(players):
    table = GAME.table(3, num_players=players, lost="keep")
    drawer = None
    turns = []
    while not table.over:
        left, player = table.state.stock.height, table.player
        discards = [words for words in table.legal() if words.startswith("discard")]
        table.play(discards[0] if discards else next(word for word in table.legal() if word.startswith("hint")))
        if drawer is not None:
            turns.append(player)
        elif left == 1 and table.state.stock.height == 0:
            drawer = player
            assert table.state.turns_left == players
    assert turns == [(drawer + 1 + place) % players for place in range(players)]
    size = GAME.table(3, num_players=players).state.hand_sizes[0]
    laid = [seat for seat in range(players) if now(table, "turns")[seat] != "hint"]
    assert laid
    assert now(table, "hand_sizes") == [size - (seat in laid) for seat in range(players)]


@pytest.mark.clause(10, 11, "c7")
def test_the_game_ends_at_once_when_all_fireworks_are_complete():
    fireworks = "R1..R5 Y1..Y5 G1..G5 W1..W5 B1..B4"
    table = GAME.position(**written(hands=["B5 R1 R1 Y1 Y1", "G1 G1 W1 W1 B1"], fireworks=fireworks, information=3))
    table.play("play 1")
    assert (table.over, table.scores(), now(table, "reward"), now(table, "information")) == (True, [25] * 2, [1] * 2, 4)


@pytest.mark.clause(10, "c1")
@pytest.mark.parametrize(("lost", "points"), [("zero", 0), ("keep", 1)])
def test_the_game_ends_with_the_last_life_and_the_points_are_lost_or_kept(lost, points):
    table = hands_first(*TWO, lost=lost).play("play 1", "play 3", "play 4", "play 4")
    assert (table.over, now(table, "lives"), table.scores()) == (True, 0, [points] * 2)
    assert now(table, "reward") == [points / 25] * 2


@pytest.mark.clause(11)
def test_the_score_is_the_sum_of_the_highest_ranks():
    table = GAME.position(**written(hands=["R4 R5 B5 Y5 W5", "G5 Y4 Y3 B4 G4"], fireworks="R1..R3 Y1 B1 B2"))
    assert table.scores() == [6, 6]


# Choices


@pytest.mark.clause("c3")
@pytest.mark.parametrize("colors", range(1, 6))
def test_fewer_colours_are_the_first_ones(colors):
    table = GAME.table(1, colors=colors)
    assert {PACK.words[card][0] for card in table.pack} == set("RYGWB"[:colors])
    assert now(table, "left")[0][0] == "RYGWB"[:colors] + "12345"


@pytest.mark.clause("c3")
def test_a_pack_that_is_too_small_is_dealt_out_in_equal_hands():
    table = GAME.table(1, num_players=4, colors=1)
    assert now(table, "hand_sizes") == [2] * 4
    assert table.state.stock.height == 2
    assert GAME.table(1, num_players=5, colors=1).state.turns_left == 5


@pytest.mark.clause("c3")
@pytest.mark.parametrize(("option", "value", "field"), [("information", 3, "information"), ("lives", 1, "lives")])
def test_options_set_the_number_of_tokens(option, value, field):
    assert now(GAME.table(1, **{option: value}), field) == value


@pytest.mark.clause("c3")
@pytest.mark.parametrize("size", range(2, 6))
def test_the_size_of_hands_can_be_set(size):
    assert now(GAME.table(1, num_players=5, hand_size=size), "hand_sizes") == [size] * 5


@pytest.mark.clause("c4", "c5")
def test_a_gap_closes_with_what_hints_have_left_and_the_new_card_comes_last_with_all():
    table = hands_first(*TWO).play("hint colour 1 white", "play 2")
    hand, left = now(table, "hands")[1], now(table, "left")[1]
    assert hand[:4] == ["W1", "G3", "B5", "R1"]
    assert left == ["W12345", *["RYGB12345"] * 3, ALL]


@pytest.mark.clause("c5")
def test_everybody_s_last_turn_is_shown_from_the_own_seat_on():
    view = hands_first(*TWO).play("hint colour 1 white", "play 3").view_words(1)
    assert (view["turns"], view["laid"], view["places"]) == (["play", "hint"], ["G3", None], [3, 0])
    assert (view["hinted"], view["named"], view["pointed"][1]) == ([0, 1], [None, "white"], [1, 1, 0, 0, 0])


@pytest.mark.clause("c5")
def test_cards_that_a_player_sees_elsewhere_are_not_counted():
    table = hands_first("R5 Y5 G5 W5 B5", "R1 R2 R3 R4 Y1")
    assert table.view_words(1)["left"][0] == [ALL] * 5


@pytest.mark.clause("c6")
def test_the_dealer_s_left_neighbour_begins():
    assert [GAME.table(1, num_players=3, dealer=dealer).player for dealer in range(3)] == [1, 2, 0]


# Rewards


@pytest.mark.parametrize("lost", ["zero", "keep"])
def test_rewards_by_score_pay_each_point_to_all_and_take_them_back(lost):
    table = hands_first(*TWO, lost=lost, reward="score", lives=1).play("play 1")
    assert now(table, "reward") == [0.04, 0.04]
    assert now(table.play("play 3"), "reward") == ([-0.04] * 2 if lost == "zero" else [0, 0])


@pytest.mark.parametrize("players", range(2, 6))
def test_random_games_bring_the_points_of_openspiel_s_when_they_are_kept(players):
    scores = [walk_out(seed, players) for seed in range(count(compiled=1500, interpreted=60))]
    theirs, error = {2: 1.253, 3: 1.242, 4: 1.257, 5: 1.259}[players], 0.011  # of 15,000 games
    assert np.mean(scores) == pytest.approx(theirs, abs=3 * np.hypot(np.std(scores) / np.sqrt(len(scores)), error))


def walk_out(seed, players):
    """The score of a random game."""
    table = GAME.table(seed, num_players=players, lost="keep")
    for _ in walk(table, seed):
        pass
    return table.scores()[0]


# Redeals


def deals_of(unseen, left):
    """Each deal of unseen cards to places with what hints have left, by its number of ways."""
    deals = Counter()
    for cards in product(*([card for card in unseen if may_be(card, place)] for place in left)):
        ways, rest = 1, Counter(unseen)
        for card in cards:
            ways *= rest[card]
            rest[card] -= 1
        if ways > 0:
            deals[cards] = ways
    return deals


def may_be(card, left):
    """Whether hints have left a card, by its word."""
    return card[0] in left and card[1] in left


@pytest.mark.parametrize(
    "hints",
    [
        ("hint rank 1 1", "hint rank 1 1"),
        ("hint colour 1 red", "hint colour 1 red"),
        ("hint rank 1 2", "hint rank 1 1", "hint colour 1 red"),
    ],
)
def test_redeals_are_distributed_as_all_deals_that_hints_allow(hints):
    table = hands_first("R1 Y1", "R2 R1", colors=2, hand_size=2).play(*hints)
    unseen = Counter(table.game.cards.words[card] for card in table.pack) - Counter(now(table, "hands")[1])
    expected = deals_of(unseen, now(table, "left")[0])
    number = count(compiled=4000, interpreted=1200)
    drawn = Counter(tuple(now(table.redeal(0, seed), "hands")[0][:2]) for seed in range(number))
    assert drawn.keys() <= expected.keys()
    total = expected.total()
    chi = sum((drawn[deal] - number * ways / total) ** 2 / (number * ways / total) for deal, ways in expected.items())
    assert chi < len(expected) + 6 * np.sqrt(2 * len(expected))


@pytest.mark.parametrize("players", range(2, 6))
def test_a_redeal_agrees_with_hints_and_unseen_cards(players):
    table = GAME.table(5, num_players=players)
    for _ in walk(table, seed=5):
        other = table.redeal(table.player, seed=1)
        assert not GAME.check(other.copy().state)
        assert other.view(table.player).tobytes() == table.view(table.player).tobytes()


# Positions


def written(hands, fireworks="", **words):
    """Words of a position with the rest of the cards in the stock, and no hint given."""
    rows = [hand.split() for hand in hands]
    used = Counter(PACK.parse_all(" ".join([*hands, fireworks])))
    stock = [PACK.words[card] for card in (Counter(PACK.cards) - used).elements()]
    return {
        "player": 0,
        "num_players": len(hands),
        "hands": rows,
        "hand_sizes": [len(row) for row in rows],
        "left": [[ALL] * len(row) for row in rows],
        "fireworks": fireworks,
        "stock": " ".join(stock),
        "information": 8,
        "lives": 3,
        **words,
    }


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        ({"information": 8, "options": {"information": 3}}, "information and lives: there are not so many tokens"),
        ({"fireworks": "R2"}, "fireworks: each colour is built from the 1 up"),
        ({"turns_left": 1}, "turns_left: it is counted when the stock is empty"),
        ({"lives": 0}, "over: the game ends without lives"),
        ({"hand_sizes": [4, 5]}, "hand_sizes: player 0 must have 5 cards"),
        ({"left": [["Y12345"] + [ALL] * 4, [ALL] * 5]}, "left: R1 of player 0 must be left"),
        ({"turns": ["play", None]}, "laid: player 0 has laid a card"),
        ({"turns": ["hint", None]}, "hinted: player 0 has given a hint"),
        ({"named": ["red", None]}, "hinted: player 0 has given no hint"),
        ({"turns": ["play", None], "laid": ["R1", None], "places": [1, 0]}, "laid: these cards lie there"),
    ],
)
def test_impossible_positions_are_refused(change, problem):
    with pytest.raises(ValueError, match=problem):
        GAME.position(**written(hands=["R1 Y1 Y2 B1 B2", "W1 W2 W3 G1 G2"], **change))


def test_numbers_of_actions_are_the_learning_environment_s_for_five_cards_and_five_players():
    words = GAME.actions.words
    assert (len(words), words[0], words[MOST_HAND], words[2 * MOST_HAND]) == (
        50,
        "discard 1",
        "play 1",
        "hint colour 1 red",
    )
    assert words[30:35] == tuple(f"hint rank 1 {rank}" for rank in range(1, RANKS + 1))
    assert COPIES.sum() == 50
    assert GAME.table(1).state.turns_left == NONE


# Words


@pytest.mark.parametrize(
    ("left", "in_game", "words"),
    [
        (ALL, ALL, "any"),
        ("R3", ALL, "red 3"),
        ("R12345", ALL, "red"),
        ("YGWB12345", ALL, "not R"),
        ("YGWB3", ALL, "3 not R"),
        ("RY12", ALL, "RY 12"),
        ("YGWB1245", ALL, "not R3"),
        ("RYG12345", "RYG12345", "any"),
    ],
)
def test_people_read_what_hints_have_left_for_a_card(left, in_game, words):
    has = [np.array([sign in signs for sign in SIGNS]) for signs in (left, in_game)]
    assert card_in_words(*has) == words
