from collections import Counter
from itertools import permutations

import numpy as np
import pytest

from cardzoo.envs.games.uno import CARDS, GAME, MOST_POINTS, PACK

COLOURS = ("red", "yellow", "green", "blue")


def now(top="red-5", player=0, hands=("red-1 blue-2", "green-3 green-4"), colour=None, options=None, **words):
    """A position of as many players as hands, with the top card and all cards that are not named in the draw pile."""
    named = " ".join([top, *hands]).split()
    counts = GAME.count(PACK.cards) - GAME.count(PACK.parse_all(named))
    stock = words.pop("stock", PACK.text(np.repeat(np.arange(len(counts)), counts)))
    return GAME.position(
        num_players=len(hands),
        player=player,
        discards=top,
        colour=colour or top.partition("-")[0],
        hands=list(hands),
        stock=stock,
        options=options or {},
        **words,
    )


def deck(first, hands=2):
    """A written deck with this card turned up first, and no wild cards in the hands."""
    rest = list(PACK.cards)
    rest.remove(PACK.parse(first))
    return [*rest[: 7 * hands], PACK.parse(first), *rest[7 * hands :]]


def held(table):
    return [len(hand.split()) for hand in table.words("hands")["hands"]]


@pytest.mark.clause(1)
@pytest.mark.parametrize("players", range(2, 11))
def test_seven_cards_are_dealt_and_one_is_turned_up(players):
    table = GAME.table(num_players=players, deck=deck("red-5", players))
    assert held(table) == [7] * players
    assert table.words("discards")["discards"] == "red-5"
    assert len(PACK.cards) == CARDS == 108


@pytest.mark.clause(2)
def test_cards_of_the_colour_or_the_sign_fit():
    table = now("red-5", hands=("red-1 blue-5 blue-2 wild", "green-3"))
    assert table.legal() == ["play red-1", "play blue-5", *(f"play wild {colour}" for colour in COLOURS), "draw"]


@pytest.mark.clause(2, "c9")
def test_a_wild_card_has_the_named_colour_and_no_sign():
    table = now("red-5", hands=("wild red-2", "red-3 blue-0 blue-1", "blue-7"))
    table.play("play wild red")
    assert table.words("colour")["colour"] == "red"
    assert table.legal() == ["play red-3", "draw"]


@pytest.mark.clause(2)
@pytest.mark.parametrize(("sign", "fits"), [("skip", True), ("reverse", False), ("draw-two", False)])
def test_signs_match_their_like_only(sign, fits):
    assert (f"play blue-{sign}" in now("red-skip", hands=(f"blue-{sign} blue-2", "green-3")).legal()) == fits


@pytest.mark.clause(3)
def test_a_drawn_card_alone_may_be_played_or_is_kept():
    table = now(hands=("red-1 blue-2", "green-3"), stock=stock_under("red-9", "red-1 blue-2 green-3 red-5"))
    assert table.play("draw").legal() == ["play red-9", "pass"]
    assert table.play("pass").player == 1
    assert held(table) == [3, 1]


@pytest.mark.clause(3)
def test_a_drawn_card_that_does_not_fit_is_kept():
    table = now(stock=stock_under("blue-9", "red-1 blue-2 green-3 green-4 red-5"))
    assert table.play("draw").legal() == ["pass"]


def stock_under(top, named):
    """A draw pile of all other cards with this one on top."""
    counts = GAME.count(PACK.cards) - GAME.count(PACK.parse_all(f"{named} {top}"))
    return f"{PACK.text(np.repeat(np.arange(len(counts)), counts))} {top}"


@pytest.mark.clause(4)
@pytest.mark.parametrize(
    ("card", "player", "sizes"),
    [("red-skip", 2, [1, 1, 1]), ("red-reverse", 2, [1, 1, 1]), ("red-draw-two", 2, [1, 3, 1])],
)
def test_signs_act_among_three(card, player, sizes):
    table = now(hands=(f"{card} blue-2", "green-3", "green-4")).play(f"play {card}")
    assert (table.player, held(table)) == (player, sizes)


@pytest.mark.clause(4)
def test_a_reverse_changes_the_direction():
    table = now(hands=("red-reverse blue-2", "green-3", "red-4 blue-4")).play("play red-reverse", "play red-4")
    assert table.player == 1


@pytest.mark.clause(4)
def test_a_reverse_is_a_skip_between_two():
    assert now(hands=("red-reverse blue-2", "green-3")).play("play red-reverse").player == 0


@pytest.mark.clause(5)
def test_a_wild_draw_four_makes_draw_four_and_takes_the_turn():
    table = now(hands=("wild-draw-four blue-2", "green-3", "green-4")).play("play wild-draw-four green")
    assert (table.player, held(table), table.words("colour")["colour"]) == (2, [1, 5, 1], "green")


@pytest.mark.clause(5)
@pytest.mark.parametrize(("hand", "allowed"), [("blue-5 wild", True), ("red-1", False)])
def test_a_wild_draw_four_needs_a_hand_without_the_colour_in_force(hand, allowed):
    table = now("red-5", hands=(f"wild-draw-four {hand}", "green-3"))
    assert ("play wild-draw-four red" in table.legal()) == allowed


@pytest.mark.clause(6)
@pytest.mark.parametrize(
    ("first", "players", "begins", "sizes"),
    [
        ("red-skip", 3, 1, [7, 7, 7]),
        ("red-reverse", 3, 2, [7, 7, 7]),
        ("red-draw-two", 3, 1, [9, 7, 7]),
        ("red-skip", 2, 1, [7, 7]),
        ("red-reverse", 2, 1, [7, 7]),
        ("red-draw-two", 2, 1, [9, 7]),
    ],
)
def test_the_first_card_acts_on_the_dealers_left_neighbour(first, players, begins, sizes):
    table = GAME.table(num_players=players, deck=deck(first, players))
    assert (table.player, held(table), table.state.dealer) == (begins, sizes, players - 1)


@pytest.mark.clause(6)
def test_the_left_neighbour_names_the_colour_of_a_first_wild_and_plays():
    table = GAME.table(num_players=3, deck=deck("wild", 3))
    assert table.legal() == [f"name {colour}" for colour in COLOURS]
    assert table.play("name green").player == 0
    assert table.words("colour", "phase") == {"colour": "green", "phase": "turn"}


@pytest.mark.clause(6)
def test_a_first_wild_draw_four_is_put_back():
    for seed in range(20):
        table = GAME.table(seed, num_players=2, deck=deck("wild-draw-four"))
        assert table.words("discards")["discards"] != "wild-draw-four"
        assert (table.count_cards() == GAME.count(PACK.cards)).all()


@pytest.mark.clause(7)
def test_the_discards_without_the_top_card_become_the_draw_pile():
    named = "blue-2 green-3 green-4"
    others = GAME.count(PACK.cards) - GAME.count(PACK.parse_all(f"{named} red-5"))
    below = PACK.text(np.repeat(np.arange(len(others)), others))
    table = GAME.position(num_players=2, discards=f"{below} red-5", hands=["blue-2", "green-3 green-4"], colour="red")
    table.play("draw")
    assert table.words("discards")["discards"] == "red-5"
    assert held(table) == [2, 2]
    assert table.state.stock.height == 108 - 1 - 4


def with_all_but(discards, hand):
    """A position with an empty draw pile, in which the second player has all other cards."""
    others = GAME.count(PACK.cards) - GAME.count(PACK.parse_all(f"{discards} {hand}"))
    rest = PACK.text(np.repeat(np.arange(len(others)), others))
    return GAME.position(
        num_players=2, discards=discards, colour=discards.split()[-1].partition("-")[0], hands=[hand, rest]
    )


@pytest.mark.clause(7)
def test_of_a_penalty_as_many_cards_are_drawn_as_there_are():
    table = with_all_but("blue-9 red-5", "red-draw-two blue-2").play("play red-draw-two")
    assert table.state.stock.height == 0
    assert held(table) == [1, 106]


@pytest.mark.clause(7, "c7")
def test_with_nothing_to_draw_drawing_ends_the_turn():
    table = with_all_but("red-5", "blue-2")
    assert table.legal() == ["draw"]
    assert table.play("draw").player == 1


@pytest.mark.clause(8, 9, "c5")
def test_a_player_without_cards_wins_and_a_last_cards_penalty_counts():
    stock = stock_under("blue-9 red-9", "red-draw-two red-5 green-3 yellow-skip wild")
    table = now(hands=("red-draw-two", "green-3 yellow-skip", "wild"), stock=stock).play("play red-draw-two")
    assert table.over
    assert table.words("score", "reward") == {"score": [3 + 20 + 9 + 9 + 50, 0, 0], "reward": [1, -0.5, -0.5]}


@pytest.mark.clause(9)
def test_the_pack_has_1240_points():
    assert MOST_POINTS == 4 * 2 * 45 + 24 * 20 + 8 * 50 == 1240


@pytest.mark.clause("c1")
def test_a_guilty_player_draws_four_and_the_challenger_plays_on():
    table = now(hands=("wild-draw-four red-1", "red-3 green-3", "green-4"), options={"penalties": "challenge"})
    table.play("play wild-draw-four blue")
    assert (table.player, table.legal()) == (1, ["accept", "challenge"])
    table.play("challenge")
    assert (table.player, held(table), table.words("colour")["colour"]) == (1, [5, 2, 1], "blue")
    assert table.view_words(1)["known"][2] == "red-1"
    assert table.view_words(2)["known"] == ["", "", ""]


@pytest.mark.clause("c1")
@pytest.mark.parametrize(("does", "drawn"), [("challenge", 6), ("accept", 4)])
def test_a_challenger_in_vain_draws_six_and_one_who_accepts_four(does, drawn):
    table = now(hands=("wild-draw-four blue-1", "red-3", "green-4"), options={"penalties": "challenge"})
    table.play("play wild-draw-four blue", does)
    assert (table.player, held(table)) == (2, [1, 1 + drawn, 1])


@pytest.mark.clause("c1")
def test_a_last_wild_draw_four_is_not_challenged():
    table = now(hands=("wild-draw-four", "red-3", "green-4"), options={"penalties": "challenge"})
    assert table.play("play wild-draw-four blue").over
    assert held(table) == [0, 5, 1]


@pytest.mark.clause("c2")
def test_nobody_says_that_one_card_is_left():
    assert now(hands=("red-1 red-2", "green-3")).play("play red-1").legal() == ["draw"]


@pytest.mark.clause("c3")
def test_draw_cards_are_stacked_and_their_sum_is_drawn():
    hands = ("red-draw-two blue-2", "blue-draw-two blue-3", "green-4 wild-draw-four")
    table = now(hands=hands, options={"penalties": "stacking"}).play("play red-draw-two")
    assert table.legal() == ["play blue-draw-two", "draw"]
    table.play("play blue-draw-two")
    assert table.legal() == ["draw"]
    assert table.play("draw").player == 0
    assert held(table) == [1, 1, 6]


@pytest.mark.clause("c3")
def test_a_winners_last_card_is_not_stacked_upon():
    table = now(hands=("red-draw-two", "blue-draw-two blue-3"), options={"penalties": "stacking"})
    assert table.play("play red-draw-two").over


@pytest.mark.clause("c4")
@pytest.mark.parametrize(("rule", "legal"), [("may", ["play red-9", "pass"]), ("must", ["play red-9"])])
def test_a_drawn_card_may_or_must_be_played(rule, legal):
    stock = stock_under("red-9", "red-1 blue-2 green-3 green-4 red-5")
    assert now(stock=stock, options={"play_drawn": rule}).play("draw").legal() == legal


@pytest.mark.clause("c4")
def test_drawing_may_end_the_turn():
    assert now(options={"play_drawn": "no"}).play("draw").player == 1


@pytest.mark.clause("c5")
def test_hands_are_played_to_a_target():
    table = now(hands=("red-1", "wild"), options={"target": 51}, dealer=1).play("play red-1")
    assert not table.over
    assert table.words("score", "dealer", "hands_over") == {"score": [50, 0], "dealer": 0, "hands_over": 1}
    table = now(hands=("red-1", "wild"), options={"target": 50}).play("play red-1")
    assert table.over
    assert table.words("reward")["reward"] == [1, -1]


@pytest.mark.clause("c6")
@pytest.mark.parametrize(("may", "legal"), [(True, ["play red-1", "draw"]), (False, ["play red-1"])])
def test_a_player_who_could_play_may_draw_or_not(may, legal):
    assert now(options={"may_draw": may}).legal() == legal


@pytest.mark.clause("c8")
def test_a_hand_is_stopped_and_the_fewest_points_are_best():
    table = now(hands=("red-1 blue-2", "wild", "green-1 green-2"), options={"max_turns": 1}, turns=0)
    table.play("play red-1")
    assert table.over
    assert table.state.truncated
    assert table.words("reward", "score") == {"reward": [1, -0.5, -0.5], "score": [0, 0, 0]}


def test_no_card_of_the_colour_is_dealt_to_a_player_of_a_wild_draw_four():
    table = now(hands=("wild-draw-four blue-2 blue-3 blue-4", "green-3", "green-4"))
    table.play("play wild-draw-four green")
    for seed in range(30):
        other = table.redeal(2, seed)
        assert "red" not in other.words("hands")["hands"][0]
        assert other.view_words(2) == table.view_words(2)


@pytest.mark.clause("c6")
def test_drawing_shows_lacks_if_only_players_without_fitting_cards_draw():
    stock = stock_under("red-9", "red-5 blue-2 green-3 green-4")
    table = now("red-5", hands=("blue-2", "green-3 green-4"), stock=stock, options={"may_draw": False}).play("draw")
    lacks = dict(zip(PACK.words, table.state.lacks[0].tolist(), strict=True))
    shown = {word for word, number in lacks.items() if number}
    assert shown == {*PACK.words[:13], "yellow-5", "green-5", "blue-5", "wild", "wild-draw-four"}
    assert set(lacks.values()) == {0, 1}
    assert table.view_words(1)["lacks"][1] == [1, 0, 0, 0]


@pytest.mark.clause("c4", "c6")
@pytest.mark.parametrize(("rule", "number"), [("must", 2), ("may", 1)])
def test_a_pass_shows_the_drawn_card_not_to_fit_only_where_it_must_be_played(rule, number):
    stock = stock_under("blue-9", "red-5 blue-2 green-3 green-4")
    options = {"may_draw": False, "play_drawn": rule}
    table = now("red-5", hands=("blue-2", "green-3 green-4"), stock=stock, options=options).play("draw", "pass")
    assert table.state.lacks[0, PACK.parse("red-1")] == number


@pytest.mark.clause("c1")
def test_a_challenger_does_not_learn_if_a_played_card_was_the_one_that_was_seen():
    words = {"seen": ["blue-1", ""], "seen_by": [1, None], "options": {"penalties": "challenge"}}
    table = now("blue-5", hands=("blue-1 blue-1 red-2", "green-3"), **words).play("play blue-1")
    assert table.view_words(1)["known"] == ["", ""]


def small_position(**words):
    """Player 0 sees 6 hidden cards: player 1 has two of them, one that showed to be not red; player 2 has two."""
    hidden = ["red-1", "red-2", "blue-3", "blue-4", "green-5", "wild"]
    lacks = [[0] * 54, [1] * 13 + [0] * 41, [0] * 54]
    hands = ["yellow-1", "red-1 blue-3", "red-2 wild"]
    others = GAME.count(PACK.cards) - GAME.count(PACK.parse_all([*hidden, "yellow-1", "red-5"]))
    below = PACK.text(np.repeat(np.arange(len(others)), others))
    words = {"hands": hands, "lacks": lacks, "stock": "blue-4 green-5", "player": 0} | words
    return hidden, GAME.position(num_players=3, discards=f"{below} red-5", colour="red", **words)


def test_a_redeal_is_each_possible_deal_equally_often():
    hidden, table = small_position()
    count = Counter()
    for seed in range(3000):
        hands = table.redeal(0, seed).words("hands")["hands"]
        count[tuple(frozenset(hand.split()) for hand in hands[1:])] += 1
    possible = {
        (frozenset(order[:2]), frozenset(order[2:4]))
        for order in permutations(hidden)
        if not all(card.startswith("red") for card in order[:2])
    }
    assert set(count) == possible
    mean = 3000 / len(possible)
    assert sum((number - mean) ** 2 / mean for number in count.values()) < 2 * len(possible)


def test_a_redeal_draws_the_card_again_that_another_player_has_just_drawn():
    lacks = [[0] * 54, [1] * 13 + [0] * 41, [0] * 54]
    _, table = small_position(player=1, phase="drawn", drawn="red-1", lacks=lacks)
    drawn = Counter()
    for seed in range(200):
        other = table.redeal(0, seed).words("hands", "drawn")
        left = other["hands"][1].split()
        left.remove(other["drawn"])
        assert not left[0].startswith("red")
        drawn[other["drawn"]] += 1
    assert len(drawn) == 6


@pytest.mark.parametrize(
    ("words", "problem"),
    [
        ({"due": 2}, "due: cards are due"),
        ({"phase": "answer"}, "phase: four cards"),
        ({"phase": "drawn"}, "drawn: there is a drawn card"),
        ({"colour": "blue"}, "colour: the card on top is red-5"),
        ({"seen": ["blue-9", ""], "seen_by": [1, None]}, "seen: a card is not in the hand of player 0"),
        ({"lacks": [[2] * 54, [0] * 54]}, "lacks: player 0 holds more cards"),
    ],
)
def test_impossible_positions_are_refused(words, problem):
    with pytest.raises(ValueError, match=problem):
        now(**words)
