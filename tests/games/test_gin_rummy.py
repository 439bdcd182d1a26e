"""The rules of Gin Rummy, clause by clause."""

import numpy as np
import pytest

from cardzoo.agents import find_agent
from cardzoo.envs.engine import CARDS, INTERPRETED, IllegalAction, rng
from cardzoo.envs.engine.cards import card_words, parse_cards
from cardzoo.envs.families import melds
from cardzoo.envs.games.gin_rummy import ACTIONS, DRAW_UPCARD, GAME, KNOCK, LAY_OFF, MELD, PASS, Phase
from cardzoo.training.evaluation.duplicate import compare

SINGLE = {"target": None}

# Ten cards with 0, 9 and 10 points of deadwood; and ones without any meld.
GIN = "A♣ 2♣ 3♣ 4♦ 4♥ 4♠ 8♠ 9♠ 10♠ J♠"
NINE = "A♣ 2♣ 3♣ 4♦ 4♥ 4♠ 8♠ 9♠ 10♠ 9♦"
TEN = "A♣ 2♣ 3♣ 4♦ 4♥ 4♠ 8♠ 9♠ 10♠ K♦"
LOOSE = "A♦ 3♦ 5♦ 6♥ 8♥ 10♥ Q♥ K♥ 5♣ 7♣"

MELD_NINE = ("meld A♣ 2♣ 3♣", "meld 4♦ 4♥ 4♠", "meld 8♠ 9♠ 10♠", "pass")


def about_to_discard(hand, other=LOOSE, **words):
    """Player 0 has drawn; the game is a single deal by default."""
    words = {"options": SINGLE, "discard_pile": "K♣", "player": 0, "dealer": 1} | words
    return GAME.position(**{"phase": "discard", "hands": [hand, other]} | words)


def knocked(hand, defender, discard="Q♣", **words):
    """Player 0 has knocked and may lay out melds."""
    return about_to_discard(f"{hand} {discard}", defender, **words).play("knock", f"discard {discard}")


def parse(words):
    """Cards as the tables write them."""
    return card_words(sorted(parse_cards(words)))


def scores(table):
    return table.words("score")["score"]


def play_randomly(table, seed, most_steps=100_000):
    """Yields after each random step."""
    generator = np.random.default_rng(seed)
    while not table.over and table.words("steps")["steps"] < most_steps:
        table.step(generator.choice(np.flatnonzero(table.mask)))
        yield table


# Deal, melds and deadwood


@pytest.mark.clause(1)
def test_two_players_and_a_pack_of_52():
    assert GAME.players == (2, 2)
    assert sorted(GAME.pack_of(2)) == list(range(52))
    with pytest.raises(ValueError, match="number of players must be 2, got 3"):
        GAME.table(num_players=3)


@pytest.mark.clause(1)
def test_aces_count_one_and_court_cards_ten():
    assert [melds.CARD_POINTS[card] for card in parse_cards("A♥ 2♥ 9♥ 10♥ J♥ Q♥ K♥")] == [1, 2, 9, 10, 10, 10, 10]


@pytest.mark.clause(4)
def test_ten_cards_each_one_by_one_then_the_upcard():
    cards = [*range(51, -1, -1)]
    words = GAME.table(deck=cards, dealer=0).words("hands", "discard_pile", "stock", "player", "phase")
    assert words["player"] == 1
    assert words["phase"] == "upcard"
    assert parse_cards(words["hands"][1]) == sorted(cards[0:20:2])
    assert parse_cards(words["hands"][0]) == sorted(cards[1:20:2])
    assert parse_cards(words["discard_pile"]) == [cards[20]]
    assert parse_cards(words["stock"])[::-1] == cards[21:]


@pytest.mark.clause(5)
def test_melds_are_sets_of_three_or_four_and_runs():
    words = set(melds.MELD_WORDS)
    assert {"7♣ 7♦ 7♥", "7♣ 7♦ 7♥ 7♠", "A♠ 2♠ 3♠", "J♠ Q♠ K♠", "4♦ 5♦ 6♦ 7♦ 8♦"} <= words
    assert not {"Q♠ K♠ A♠", "A♠ Q♠ K♠", "7♣ 7♦", "3♦ 4♦"} & words


@pytest.mark.clause(5)
@pytest.mark.parametrize(
    ("hand", "points"),
    [
        ("Q♠ K♠ A♠", 21),
        ("A♠ 2♠ 3♠", 0),
        ("Q♦ K♦ A♥", 21),
        ("J♣ Q♣ K♣ A♦ 2♦ 3♦", 0),
        ("Q♣ K♣ A♦ 2♦", 23),
        ("7♣ 7♦ 7♥ 8♥ 9♥", 14),
        ("7♣ 7♦ 7♥ 7♠ 8♥ 9♥", 0),
        ("5♣ 6♣ 7♣ 5♦ 6♦ 7♦ 5♥ 6♥ 7♥", 0),
        ("2♣ 3♣ 4♣ 4♦ 4♥", 5),
    ],
)
def test_each_card_is_part_of_one_meld_and_the_ace_is_low(hand, points):
    """The fewest points left unmelded."""
    assert deadwood(hand) == points


@pytest.mark.clause(6)
@pytest.mark.parametrize(("hand", "points"), [(GIN, 0), (NINE, 9), (TEN, 10), ("K♣ Q♦ A♥", 21), ("", 0)])
def test_deadwood_counts_the_points_outside_melds(hand, points):
    assert deadwood(hand) == points


def deadwood(hand):
    return melds.deadwood(np.int64(sum(1 << card for card in parse_cards(hand))))


def fewest_points(cards):
    """Deadwood by brute force, without bits."""
    all_melds = [set(parse_cards(words)) for words in melds.MELD_WORDS]

    def left(rest):
        options = [left(rest - meld) for meld in all_melds if meld <= rest]
        return min([*options, sum(melds.CARD_POINTS[card] for card in rest)])

    return left(frozenset(cards))


@pytest.mark.clause(5, 6, 10)
def test_the_best_arrangement_is_found():
    """Random hands of few ranks, so that sets and runs cross; after a discard as well."""
    generator = np.random.default_rng(1)
    for _ in range(150):
        low = generator.integers(0, 10)
        near = [card for card in range(CARDS) if low <= card % 13 < low + 5]
        hand = [int(card) for card in generator.choice(near, 11, replace=False)]
        bits = [np.int64(sum(1 << card for card in cards)) for cards in (hand, hand[:10], hand[:1])]
        assert melds.deadwood(bits[1]) == fewest_points(hand[:10])
        best = min(fewest_points(set(hand) - {card}) for card in hand[1:])
        assert melds.deadwood_after_discard(bits[0], bits[0] ^ bits[2]) == best


# Turns


@pytest.mark.clause(7)
def test_first_the_non_dealer_then_the_dealer_may_take_the_upcard():
    table = GAME.table(seed=1, dealer=0)
    assert (table.player, table.legal()) == (1, ["draw upcard", "pass"])
    table.play("pass")
    assert (table.player, table.legal()) == (0, ["draw upcard", "pass"])
    upcard = table.words("discard_pile")["discard_pile"]
    table.play("draw upcard")
    assert upcard in table.words("hands")["hands"][0].split()
    assert (table.player, table.words("phase")["phase"]) == (0, "discard")


@pytest.mark.clause(7)
def test_if_both_pass_the_non_dealer_draws_from_the_stock():
    table = GAME.table(seed=1, dealer=0).play("pass", "pass")
    assert (table.player, table.legal()) == (1, ["draw stock"])
    table.play("draw stock").step(np.flatnonzero(table.mask)[0])
    assert (table.player, table.legal()) == (0, ["draw upcard", "draw stock"])


@pytest.mark.clause(2, 8)
def test_a_turn_is_a_draw_and_a_discard():
    table = GAME.position(player=0, phase="draw", hands=[LOOSE, TEN], discard_pile="2♠ K♠")
    assert table.legal() == ["draw upcard", "draw stock"]
    table.play("draw upcard")
    assert table.words("hands", "discard_pile", "player") == {
        "hands": [parse(LOOSE + " K♠"), parse(TEN)],
        "discard_pile": "2♠",
        "player": 0,
    }
    assert table.legal() == [f"discard {card}" for card in parse(LOOSE).split()]
    table.play("discard Q♥")
    assert table.words("discard_pile", "player", "phase") == {"discard_pile": "2♠ Q♥", "player": 1, "phase": "draw"}


@pytest.mark.clause(8)
def test_the_stock_gives_its_top_card():
    table = GAME.position(player=0, phase="draw", hands=[LOOSE, TEN], discard_pile="2♠")
    top = table.words("stock")["stock"].split()[-1]
    table.play("draw stock")
    assert table.words("hands")["hands"][0] == parse(f"{LOOSE} {top}")
    assert f"discard {top}" in table.legal()


@pytest.mark.clause(2)
def test_nothing_is_laid_out_before_a_knock():
    table = about_to_discard("A♠ 2♠ 3♠ 7♣ 7♦ 7♥ K♦ K♥ J♦ 9♦ 6♣", "3♥")
    assert not any(word.startswith(("meld", "knock", "pass")) for word in table.legal())


@pytest.mark.clause(3)
def test_a_hand_is_hidden_but_for_cards_from_the_discard_pile():
    table = GAME.position(player=0, phase="draw", hands=[LOOSE, TEN], discard_pile="2♠ K♠").play("draw upcard")
    view = table.view_words(1)
    assert view["hand"] == parse(TEN)
    assert view["known"] == ["", "K♠"]
    table.play("discard Q♥", "draw stock", "discard K♦", "draw stock", "discard K♠")
    assert table.view_words(1)["known"] == ["", ""]


@pytest.mark.clause(9)
def test_a_card_taken_from_the_pile_is_not_discarded_in_the_same_turn():
    table = GAME.position(player=0, phase="draw", hands=[LOOSE, TEN], discard_pile="K♠").play("draw upcard")
    assert "discard K♠" not in table.legal()
    with pytest.raises(IllegalAction):
        table.play("discard K♠")
    table.play("discard A♦", "draw stock", "discard K♦", "draw stock")
    assert "discard K♠" in table.legal()


# Knocking


@pytest.mark.clause(10, "c1")
@pytest.mark.parametrize(("hand", "allowed"), [(TEN, True), (NINE, True), (TEN.replace("A♣", "10♣"), False)])
def test_a_knock_takes_ten_points_or_less(hand, allowed):
    assert ("knock" in about_to_discard(f"{hand} Q♣", "3♥").legal()) == allowed


@pytest.mark.clause(10)
def test_eleven_points_are_too_many():
    """Ten and ace are left after the best discard."""
    assert "knock" not in about_to_discard("A♦ K♦ 4♦ 4♥ 4♠ 8♠ 9♠ 10♠ J♠ Q♠ Q♣", "3♥").legal()
    assert "knock" in about_to_discard("A♦ 9♦ 4♦ 4♥ 4♠ 8♠ 9♠ 10♠ J♠ Q♠ Q♣", "3♥").legal()


@pytest.mark.clause(10)
def test_a_knock_needs_a_draw_first():
    table = GAME.position(player=0, phase="draw", hands=[GIN, LOOSE], discard_pile="K♣")
    assert "knock" not in table.legal()


@pytest.mark.clause(10)
def test_the_discard_of_a_knock_must_leave_ten_points_or_less():
    table = about_to_discard(f"{TEN} Q♣", "3♥").play("knock")
    assert table.player == 0
    assert set(table.legal()) == {"discard Q♣", "discard K♦"}
    table.play("discard Q♣")
    assert table.words("face_down", "discard_pile") == {"face_down": "Q♣", "discard_pile": "K♣"}


@pytest.mark.clause(9, 10)
def test_the_discard_of_a_knock_is_not_the_card_just_taken():
    """Without K♣ nine points are left, but K♣ has to stay."""
    hands = [NINE, LOOSE]
    table = GAME.position(player=0, phase="draw", hands=hands, discard_pile="K♣").play("draw upcard", "knock")
    assert table.legal() == ["discard 9♦"]
    hands = ["A♦ 9♦ 4♦ 4♥ 4♠ 8♠ 9♠ 10♠ J♠ Q♠", LOOSE.replace("A♦", "A♥")]
    table = GAME.position(player=0, phase="draw", hands=hands, discard_pile="K♣").play("draw upcard")
    assert "knock" not in table.legal()


@pytest.mark.clause(12, 13)
def test_the_knocker_with_less_deadwood_scores_the_difference():
    """6 + 8 + 5 + 7 points against 9, after two melds of the defender."""
    defender = "Q♦ Q♥ Q♠ 6♥ J♣ J♦ J♥ 2♥ 5♣ 7♦"
    table = knocked(NINE, defender).play(*MELD_NINE)
    assert table.player == 1
    table.play("meld Q♦ Q♥ Q♠", "meld J♣ J♦ J♥", "pass")
    assert table.words("hands")["hands"] == ["9♦", parse("5♣ 7♦ 2♥ 6♥")]
    table.play("pass")
    assert table.over
    assert table.words("score", "reward", "truncated") == {"score": [11, 0], "reward": [1, -1], "truncated": False}


@pytest.mark.clause(12)
def test_the_defender_lays_off_on_sets_and_runs():
    hand = "A♣ 2♣ 3♣ 4♦ 7♣ 7♦ 7♥ 8♠ 9♠ 10♠"
    table = knocked(hand, "4♣ J♠ 4♠ 4♥ 3♦ 3♥ 9♥ K♥ K♠ 7♠")
    table.play("meld A♣ 2♣ 3♣", "meld 7♣ 7♦ 7♥", "meld 8♠ 9♠ 10♠", "pass", "pass")
    assert set(table.legal()) == {"lay off 4♣", "lay off 7♠", "lay off J♠", "pass"}
    table.play("lay off J♠", "lay off 4♣", "lay off 7♠")
    assert table.words("runs", "sets") == {"runs": parse("A♣ 2♣ 3♣ 4♣ 7♠ 8♠ 9♠ 10♠ J♠"), "sets": parse("7♣ 7♦ 7♥")}
    assert table.legal() == ["pass"]
    table.play("pass")
    assert scores(table) == [4 + 4 + 3 + 3 + 9 + 10 + 10 - 4, 0]


@pytest.mark.clause(5, 12)
def test_sets_and_runs_lie_apart():
    """The last set of the list of melds, and its first and last runs."""
    table = knocked("K♣ K♦ K♥ K♠ A♣ 2♣ 3♣ 10♦ J♦ Q♦", "3♥", discard="5♦", discard_pile="4♥").play(
        "meld K♣ K♦ K♥ K♠", "meld A♣ 2♣ 3♣"
    )
    assert table.words("sets", "runs") == {"sets": parse("K♣ K♦ K♥ K♠"), "runs": parse("A♣ 2♣ 3♣")}
    table = knocked("9♠ 10♠ J♠ Q♠ K♠ 2♣ 2♦ 2♥ A♦ A♥", "3♥", discard="5♦").play("meld 9♠ 10♠ J♠ Q♠ K♠", "meld 2♣ 2♦ 2♥")
    assert table.words("sets", "runs") == {"sets": parse("2♣ 2♦ 2♥"), "runs": parse("9♠..K♠")}


@pytest.mark.clause(12)
def test_a_fourth_card_is_laid_off_on_a_set():
    hand = "A♣ 2♣ 3♣ 7♦ 7♥ 7♠ 9♠ 10♠ J♠ 9♦"
    table = knocked(hand, LOOSE).play("meld A♣ 2♣ 3♣", "meld 7♦ 7♥ 7♠", "meld 9♠ 10♠ J♠", "pass", "pass")
    assert table.legal() == ["pass", "lay off 7♣"]
    table.play("lay off 7♣")
    assert table.words("sets")["sets"] == parse("7♣ 7♦ 7♥ 7♠")
    assert table.legal() == ["pass"]


@pytest.mark.clause(12)
def test_nothing_is_laid_off_on_deadwood_or_on_own_melds():
    """9♥ and 9♣ do not join the knocker's 9♦, nor Q♣ a set of the defender."""
    defender = "9♥ 9♣ Q♦ Q♥ Q♠ Q♣ 6♥ 2♥ 5♥ K♥"
    table = knocked(NINE, defender, discard="6♦").play(*MELD_NINE, "meld Q♦ Q♥ Q♠", "pass")
    assert table.legal() == ["pass"]


@pytest.mark.clause(11, 12, 14)
def test_gin_scores_25_and_the_defenders_deadwood_without_laying_off():
    """The defender's Q♠ would fit the run."""
    table = knocked(GIN, "Q♠ K♦ A♦ 7♣ 7♦ 7♥ 2♥ 5♥ 9♥ J♥", discard="6♣")
    table.play("meld A♣ 2♣ 3♣", "meld 4♦ 4♥ 4♠", "meld 8♠ 9♠ 10♠ J♠", "pass", "meld 7♣ 7♦ 7♥", "pass")
    assert table.over
    assert scores(table) == [25 + 10 + 10 + 1 + 2 + 5 + 9 + 10, 0]


@pytest.mark.clause(14)
def test_gin_wins_even_against_no_deadwood():
    table = knocked(GIN, "5♣ 5♦ 5♥ 5♠ 7♣ 7♦ 7♥ J♣ J♦ J♥", discard="6♣")
    table.play("meld A♣ 2♣ 3♣", "meld 4♦ 4♥ 4♠", "meld 8♠ 9♠ 10♠ J♠", "pass")
    table.play("meld 5♣ 5♦ 5♥ 5♠", "meld 7♣ 7♦ 7♥", "meld J♣ J♦ J♥", "pass")
    assert scores(table) == [25, 0]


@pytest.mark.clause(15, "c1")
def test_a_defender_with_less_deadwood_scores_25_and_the_difference():
    table = knocked(NINE, "Q♦ Q♥ Q♠ J♣ J♦ J♥ 6♣ 6♦ 6♥ 5♣").play(*MELD_NINE)
    table.play("meld Q♦ Q♥ Q♠", "meld J♣ J♦ J♥", "meld 6♣ 6♦ 6♥", "pass", "pass")
    assert table.words("score", "reward") == {"score": [0, 25 + 4], "reward": [-1, 1]}


@pytest.mark.clause(15, "c7")
def test_equal_deadwood_is_an_undercut():
    table = knocked(NINE, "Q♦ Q♥ Q♠ J♣ J♦ J♥ 6♣ 6♦ 6♥ 9♥").play(*MELD_NINE)
    table.play("meld Q♦ Q♥ Q♠", "meld J♣ J♦ J♥", "meld 6♣ 6♦ 6♥", "pass", "pass")
    assert scores(table) == [0, 25]


@pytest.mark.clause(15, 12)
def test_laying_off_can_bring_an_undercut():
    table = knocked(NINE, "Q♦ Q♥ Q♠ J♣ J♦ J♥ 6♣ 6♦ 6♥ J♠").play(*MELD_NINE)
    table.play("meld Q♦ Q♥ Q♠", "meld J♣ J♦ J♥", "meld 6♣ 6♦ 6♥", "pass", "lay off J♠", "pass")
    assert scores(table) == [0, 34]


# The wall, the match


def at_the_wall(hand, upcard, **words):
    """Player 1 discards with two cards in the stock; player 0 comes next."""
    other = [card for card in range(CARDS) if card not in parse_cards(f"{hand} {upcard} Q♣ 5♥")][:10]
    pile = [card for card in range(CARDS) if card not in [*parse_cards(f"{hand} {upcard} Q♣ 5♥"), *other]]
    words = {"options": SINGLE, "dealer": 1} | words
    return GAME.position(
        phase="discard",
        player=1,
        hands=[hand, [*other, *parse_cards(upcard)]],
        stock="Q♣ 5♥",
        discard_pile=pile,
        **words,
    ).play(f"discard {upcard}")


@pytest.mark.clause(16, "c2")
def test_with_two_stock_cards_left_the_deal_is_void():
    table = at_the_wall(LOOSE, "4♠")
    assert (table.player, table.legal()) == (0, ["pass"])
    table.play("pass")
    assert table.words("over", "truncated", "score", "reward") == {
        "over": True,
        "truncated": False,
        "score": [0, 0],
        "reward": [0, 0],
    }


@pytest.mark.clause(16, "c2")
def test_at_the_wall_a_knock_takes_the_upcard():
    """4♠ makes a set."""
    table = at_the_wall("A♣ 2♣ 3♣ 4♦ 4♥ K♦ 8♠ 9♠ 10♠ 9♦", "4♠")
    assert table.legal() == ["pass", "knock"]
    table.play("knock")
    assert table.legal() == ["discard 9♦", "discard K♦"]
    table.play("discard K♦", *MELD_NINE)
    assert table.player == 1
    assert table.words("hands")["hands"][0] == "9♦"


@pytest.mark.clause(9, "c2")
def test_at_the_wall_the_upcard_cannot_be_discarded_either():
    """The hand has eleven points as it is, K♣ or not."""
    hand = "A♦ 9♦ 4♦ 4♥ 4♠ 8♠ 9♠ 10♠ J♠ Q♠"
    assert at_the_wall(hand, "K♣").legal() == ["pass"]
    assert at_the_wall(hand, "5♠").legal() == ["pass", "knock"]


@pytest.mark.clause(16)
def test_with_three_stock_cards_left_the_deal_goes_on():
    table = at_the_wall(LOOSE, "4♠")
    pile = table.words("discard_pile")["discard_pile"].split()
    hands = table.words("hands")["hands"]
    table = GAME.position(
        phase="discard",
        player=1,
        hands=[hands[0], f"{hands[1]} {pile[-1]}"],
        stock=f"Q♣ 5♥ {pile[0]}",
        discard_pile=" ".join(pile[1:-1]),
    ).play(f"discard {pile[-1]}")
    assert table.legal() == ["draw upcard", "draw stock"]


@pytest.mark.clause(17, "c4", "c5")
def test_the_next_deal_has_the_other_dealer():
    table = knocked(NINE, LOOSE.replace("A♦", "A♥"), options={}, score=[40, 30]).play(*MELD_NINE, "pass", "pass")
    deadwood = 1 + 3 + 5 + 6 + 8 + 10 + 10 + 10 + 5 + 7
    names = "score dealer player phase over reward hands_over knocker sets face_down"
    words = table.words(*names.split())
    assert words == {
        "score": [40 + deadwood - 9, 30],
        "dealer": 0,
        "player": 1,
        "phase": "upcard",
        "over": False,
        "reward": [0, 0],
        "hands_over": 1,
        "knocker": None,
        "sets": "",
        "face_down": None,
    }
    assert [len(hand.split()) for hand in table.words("hands")["hands"]] == [10, 10]


@pytest.mark.clause(17)
@pytest.mark.parametrize(("before", "over"), [(89, True), (88, False)])
def test_a_hundred_points_win_the_match(before, over):
    """Eleven points more."""
    table = knocked(NINE, "Q♦ Q♥ Q♠ 6♥ J♣ J♦ J♥ 2♥ 5♣ 7♦", options={}, score=[before, 99])
    table.play(*MELD_NINE, "meld Q♦ Q♥ Q♠", "meld J♣ J♦ J♥", "pass", "pass")
    assert table.over == over
    assert table.words("reward")["reward"] == ([1, -1] if over else [0, 0])


@pytest.mark.clause("c4")
def test_one_deal_alone_goes_to_who_scores():
    assert GAME.table(seed=1).words("over")["over"] is False
    for seed in range(20):
        table = GAME.table(seed=seed, target=None)
        *_, table = play_randomly(table, seed)
        assert table.words("hands_over")["hands_over"] == 1
        rewards, points = table.words("reward")["reward"], scores(table)
        assert rewards == np.sign([points[0] - points[1], points[1] - points[0]]).tolist()


@pytest.mark.clause("c5")
def test_a_void_deal_is_dealt_again_by_the_same_dealer():
    table = at_the_wall(LOOSE, "4♠", options={}, dealer=1).play("pass")
    assert table.words("dealer", "player", "phase", "hands_over") == {
        "dealer": 1,
        "player": 0,
        "phase": "upcard",
        "hands_over": 1,
    }


# Choices about melds


@pytest.mark.clause("c3")
def test_eleven_cards_in_melds_are_gin_and_no_more():
    table = about_to_discard(f"{GIN} Q♠", LOOSE.replace("A♦", "A♥")).play("knock")
    table.play("discard Q♠", "meld A♣ 2♣ 3♣", "meld 4♦ 4♥ 4♠", "meld 8♠ 9♠ 10♠ J♠", "pass", "pass")
    assert scores(table) == [25 + 65, 0]


@pytest.mark.clause("c6")
def test_a_long_run_is_laid_out_in_parts():
    table = knocked("3♣ 4♣ 5♣ 6♣ 7♣ 8♣ 9♣ 10♣ J♣ A♥", "3♥", discard="K♦")
    table.play("meld 3♣ 4♣ 5♣ 6♣ 7♣", "meld 8♣ 9♣ 10♣ J♣", "pass")
    assert table.words("runs")["runs"] == parse("3♣..J♣")
    assert not any(len(words.split()) > 5 for words in melds.MELD_WORDS)


@pytest.mark.clause("c7", 10)
def test_the_knocker_arranges_freely_but_down_to_ten_points():
    """A set of eights would leave the sixes and sevens."""
    table = knocked("6♠ 7♠ 8♠ 6♣ 7♣ 8♣ 8♦ A♥ A♦ A♠", "3♥", discard="K♦")
    assert "meld 8♣ 8♦ 8♠" not in table.legal()
    assert {"meld 6♠ 7♠ 8♠", "meld 6♣ 7♣ 8♣", "meld A♦ A♥ A♠"} == set(table.legal())
    table.play("meld 6♠ 7♠ 8♠", "meld 6♣ 7♣ 8♣")
    assert "pass" not in table.legal()
    table.play("meld A♦ A♥ A♠")
    assert table.legal() == ["pass"]


@pytest.mark.clause("c7", 11)
def test_gin_counts_only_if_laid_out_as_gin():
    """The aces stay in hand: three points, and the defender may lay off."""
    table = knocked("A♣ A♦ A♥ 4♦ 4♥ 4♠ 8♠ 9♠ 10♠ J♠", "Q♠ K♦ 2♦ 7♣ 7♦ 7♥ 2♥ 5♥ 9♥ J♥", discard="6♣")
    table.play("meld 4♦ 4♥ 4♠", "meld 8♠ 9♠ 10♠ J♠")
    assert set(table.legal()) == {"meld A♣ A♦ A♥", "pass"}
    table.play("pass", "meld 7♣ 7♦ 7♥", "pass")
    assert table.legal() == ["pass", "lay off Q♠"]
    table.play("lay off Q♠", "pass")
    assert scores(table) == [10 + 2 + 2 + 5 + 9 + 10 - 3, 0]


@pytest.mark.clause("c7")
def test_the_defender_need_not_meld():
    table = knocked(NINE, "Q♦ Q♥ Q♠ J♣ J♦ J♥ 6♣ 6♦ 6♥ 5♣").play(*MELD_NINE)
    assert {"meld 6♣ 6♦ 6♥", "meld J♣ J♦ J♥", "meld Q♦ Q♥ Q♠", "pass"} == set(table.legal())
    table.play("pass", "pass")
    assert scores(table) == [30 + 30 + 18 + 5 - 9, 0]


@pytest.mark.clause("c8")
def test_runs_are_extended_again_and_again_at_both_ends():
    table = knocked(NINE, "J♠ Q♠ K♠ 7♠ 6♠ 4♣ 5♣ A♦ 3♦ K♥", discard="6♦").play(*MELD_NINE, "pass")
    table.play("lay off J♠", "lay off Q♠", "lay off K♠", "lay off 7♠", "lay off 6♠", "lay off 4♣", "lay off 5♣")
    assert table.legal() == ["pass"]
    assert table.words("runs")["runs"] == parse("A♣..5♣ 6♠..K♠")


@pytest.mark.clause("c8")
def test_runs_end_at_ace_and_king():
    """K♦ and A♥ are neighbours by number only."""
    table = knocked("J♦ Q♦ K♦ 4♦ 4♥ 4♠ 8♠ 9♠ 10♠ 9♥", "A♥ 2♥ K♣ A♦ 3♣ 5♣ 6♥ 8♥ J♣ 6♦", discard="K♥", discard_pile="Q♣")
    table.play("meld J♦ Q♦ K♦", "meld 4♦ 4♥ 4♠", "meld 8♠ 9♠ 10♠", "pass", "pass")
    assert table.legal() == ["pass"]
    table = knocked(
        "A♥ 2♥ 3♥ 4♦ 4♥ 4♠ 8♠ 9♠ 10♠ 9♥".replace("4♥ ", "4♣ "), "K♦ 5♣ A♦ 3♣ 6♣ 6♥ 8♥ J♣ 6♦ Q♥", discard="K♥"
    )
    table.play("meld A♥ 2♥ 3♥", "meld 4♣ 4♦ 4♠", "meld 8♠ 9♠ 10♠", "pass", "pass")
    assert table.legal() == ["pass"]


@pytest.mark.clause("c8")
def test_a_card_that_fits_a_run_and_a_set_goes_to_the_run():
    hand = "4♣ 4♦ 4♠ 5♥ 6♥ 7♥ J♣ J♦ J♠ A♣"
    table = knocked(hand, "3♥ 4♥ 9♥ 10♦ K♦ K♠ 2♦ 2♠ 7♣ 9♣", discard="K♥")
    table.play("meld 4♣ 4♦ 4♠", "meld J♣ J♦ J♠", "meld 5♥ 6♥ 7♥", "pass", "pass", "lay off 4♥", "lay off 3♥")
    assert table.words("runs", "sets") == {"runs": parse("3♥..7♥"), "sets": parse("4♣ 4♦ 4♠ J♣ J♦ J♠")}


# A seat's view


@pytest.mark.clause("c9", 10)
def test_the_knockers_hand_lies_open_but_for_the_discard():
    table = knocked(NINE, LOOSE.replace("A♦", "A♥"))
    defender, knocker = table.view_words(1), table.view_words(0)
    assert defender["known"] == ["", parse(NINE)]
    assert defender["discard_pile"] == "K♣"
    assert knocker["discard_pile"] == "K♣ Q♣"
    assert knocker["known"] == [parse(NINE), ""]
    table.play(*MELD_NINE, "pass", "pass")
    assert table.view_words(1)["discard_pile"] == "K♣ Q♣"
    assert table.view_words(0)["known"][1] == parse(LOOSE.replace("A♦", "A♥"))


@pytest.mark.clause("c9")
def test_a_discard_that_came_from_the_pile_is_known_even_face_down():
    table = knocked(NINE, LOOSE.replace("A♦", "A♥"), known=["Q♣", ""])
    assert table.view_words(1)["discard_pile"] == "K♣ Q♣"
    assert table.words("face_down")["face_down"] is None


@pytest.mark.clause("c9", 3)
def test_the_defenders_hand_is_hidden_from_the_knocker():
    table = knocked(NINE, "Q♦ Q♥ Q♠ 6♥ J♣ J♦ J♥ 2♥ 5♣ 7♦").play(*MELD_NINE, "meld Q♦ Q♥ Q♠")
    view = table.view_words(0)
    assert view["known"] == ["9♦", ""]
    assert view["defence"] == parse("Q♦ Q♥ Q♠")
    hands = {table.redeal(0, seed).words("hands")["hands"][1] for seed in range(30)}
    assert len(hands) > 20


@pytest.mark.clause(3, 10, "c9")
def test_drawing_again_what_is_hidden_changes_nothing_that_is_seen():
    """In every phase and for both seats; and it is not always the truth."""
    phases = {phase: [0, 0] for phase in Phase}
    for seed in range(40):
        table = GAME.table(seed=seed, target=None) if seed else at_the_wall(LOOSE, "4♠")
        generator = np.random.default_rng(seed)
        while not table.over:
            for player in range(2):
                other = table.redeal(player, seed=int(generator.integers(1 << 30)))
                assert other.view(player).tobytes() == table.view(player).tobytes()
                assert np.array_equal(other.count_cards(), table.count_cards())
                if player == table.player:
                    assert np.array_equal(other.mask, table.mask)
                assert other.mask.any()
                hidden = other.words("hands", "stock", "face_down") != table.words("hands", "stock", "face_down")
                phases[Phase(int(table.state.phase))][player == table.player] += hidden
            table.step(eager_action(table, generator))
    assert all(min(counts) > 0 for counts in phases.values()), phases


def eager_action(table, generator):
    """Random, but knocks and keeps low cards, so that all phases occur."""
    legal = np.flatnonzero(table.mask)
    if KNOCK in legal and generator.random() < 0.7:
        return KNOCK
    if table.state.phase == Phase.DISCARD and generator.random() < 0.9:
        hand = melds.to_bits(table.state.hands[table.player])
        return min((card for card in legal if card < CARDS), key=lambda card: melds.deadwood(hand ^ melds.bit(card)))
    return generator.choice(legal)


@pytest.mark.clause(8, "c9")
def test_all_see_who_has_discarded_the_cards_of_the_pile():
    """The first upcard was nobody's, and a card that is taken is in the pile no longer."""
    table = GAME.position(player=0, phase="draw", hands=[LOOSE, TEN], discard_pile="2♠")
    table.play("draw stock", "discard A♦", "draw stock", "discard K♦")
    assert table.view_words(0)["discards"] == ["A♦", "K♦"]
    assert table.view_words(1)["discards"] == ["K♦", "A♦"]
    assert table.play("draw upcard").view_words(0)["discards"] == ["A♦", ""]


@pytest.mark.clause("c9")
def test_a_player_who_knows_the_discard_of_a_knock_sees_its_owner():
    table = knocked(NINE, LOOSE.replace("A♦", "A♥"))
    assert table.view_words(0)["discards"] == ["Q♣", ""]
    assert table.view_words(1)["discards"] == ["", ""]
    table.play(*MELD_NINE, "pass", "pass")
    assert table.view_words(1)["discards"] == ["", "Q♣"]


def test_a_seat_sees_how_far_the_bounds_are():
    words = {"options": {"max_upcard_draws": 7, "max_hands": 9}, "upcard_draws": 2, "hands_over": 3, "score": [40, 0]}
    view = about_to_discard(NINE, **words).view_words(1)
    assert {name: view[name] for name in ("upcard_draws_left", "hands_left", "points_missing")} == {
        "upcard_draws_left": 5,
        "hands_left": 6,
        "points_missing": [100, 60],
    }
    view = about_to_discard(NINE).view_words(1)
    assert (view["hands_left"], view["points_missing"]) == (1, [1, 1])


# Positions


@pytest.mark.parametrize(
    ("words", "problem"),
    [
        ({"known": ["Q♠", ""]}, "known"),
        ({"taken": "A♦"}, "taken"),
        ({"discards": ["K♣", "K♣"]}, "discards"),
        ({"discards": ["A♦", ""]}, "discards"),
        ({"knocker": 1}, "knocker"),
        ({"passes": 1}, "passes"),
        ({"upcard_draws": 50}, "upcard_draws"),
        ({"options": {}, "score": [100, 0]}, "score"),
        ({"hands_over": 1}, "hands_over"),
        ({"sets": "9♣ 9♦ 9♠"}, "phase"),
        ({"phase": "wall"}, "stock"),
        ({"phase": "draw", "discard_pile": ""}, "discard_pile"),
        ({"hands": [LOOSE, ""]}, "hands"),
        ({"phase": "meld", "knocker": 0}, "hands"),
    ],
)
def test_impossible_positions_are_refused(words, problem):
    with pytest.raises(ValueError, match=f"position: {problem}: "):
        about_to_discard(LOOSE, **{"hands": [LOOSE, "Q♠"]} | words)


# Whole games and bounds


@pytest.mark.clause(1)
def test_the_cards_are_always_the_pack():
    pack = GAME.count(GAME.pack_of(2))
    for seed in range(10):
        for table in play_randomly(GAME.table(seed=seed), seed, most_steps=1500):
            assert np.array_equal(table.count_cards(), pack)
            assert table.over or table.mask.any()


@pytest.mark.parametrize("target", [None, 100])
def test_the_last_upcard_allowed_voids_the_deal(target):
    table = GAME.position(
        phase="draw",
        hands=[LOOSE, TEN],
        discard_pile="2♠ K♠",
        dealer=1,
        upcard_draws=2,
        options={"target": target, "max_upcard_draws": 4},
    )
    table.play("draw upcard", "discard Q♥")
    assert not table.over
    table.play("draw upcard")
    words = table.words("over", "truncated", "hands_over", "dealer", "phase", "reward")
    assert words["hands_over"] == 1
    assert words["dealer"] == 1
    assert words["reward"] == [0, 0]
    assert (words["over"], words["truncated"]) == ((True, True) if target is None else (False, False))


def test_the_first_upcard_is_not_counted():
    table = GAME.table(seed=1, max_upcard_draws=1, target=None).play("draw upcard")
    assert not table.over
    table.step(np.flatnonzero(table.mask)[0])
    table.step(DRAW_UPCARD)
    assert table.words("truncated")["truncated"]


@pytest.mark.parametrize(("score", "reward"), [([50, 30], [1, -1]), ([30, 50], [-1, 1]), ([30, 30], [0, 0])])
def test_after_the_last_deal_the_better_score_wins(score, reward):
    table = at_the_wall(LOOSE, "4♠", options={"max_hands": 3}, hands_over=2, score=score).play("pass")
    assert table.words("over", "truncated", "reward") == {"over": True, "truncated": True, "reward": reward}


def test_score_rewards_are_the_points_scaled():
    table = knocked(GIN, "K♣ K♦ K♥ Q♦ Q♥ J♣ J♦ J♥ 10♣ 10♦", discard="6♣", discard_pile="6♦", reward="score")
    table.play("meld A♣ 2♣ 3♣", "meld 4♦ 4♥ 4♠", "meld 8♠ 9♠ 10♠ J♠", "pass", "pass")
    assert scores(table) == [125, 0]
    assert table.words("reward")["reward"][0] == pytest.approx(62.5 / GAME.score_range, abs=1e-5)


def test_action_ids_are_those_of_the_page():
    assert len(ACTIONS) == 293
    assert [ACTIONS.words[action] for action in (0, 51, 52, 53, 54, 55)] == [
        "discard A♣",
        "discard K♠",
        "draw upcard",
        "draw stock",
        "pass",
        "knock",
    ]
    assert (PASS, MELD, LAY_OFF) == (54, 56, 241)
    sizes = [len(words.split()) for words in melds.MELD_WORDS]
    assert [sizes[:65].count(3), sizes[:65].count(4)] == [52, 13]
    assert sizes[65:] == [3] * 44 + [4] * 40 + [5] * 36


# Agents


@pytest.mark.slow
@pytest.mark.skipif(INTERPRETED, reason="thousands of deals")
@pytest.mark.parametrize(("better", "worse"), [("novice", "random"), ("expert", "novice")])
@pytest.mark.parametrize(("deals", "options"), [(3000, SINGLE), (300, {})])
def test_expert_beats_novice_beats_random(better, worse, deals, options):
    """On duplicate deals, the interval's lower end is above zero."""
    result = compare(GAME, find_agent(better, GAME), find_agent(worse, GAME), deals, seed=1, options=options)
    assert result.low > 0


def test_the_expert_keeps_a_card_to_lay_off():
    """Three jacks laid out, and the fourth one with Q♠ on the run; four jacks would leave Q♠."""
    table = knocked(NINE, "J♣ J♦ J♥ J♠ Q♠ K♥ 5♥ 5♦ 2♥ 7♣", discard="6♦").play(*MELD_NINE)
    expert, generator = find_agent("expert", GAME), rng.generators(np.zeros(1, np.uint64))
    while not table.over:
        table.step(expert.act(table.view(table.player), table.mask, generator))
    assert scores(table) == [10 + 5 + 5 + 2 + 7 - 9, 0]


@pytest.mark.parametrize("deal", [727, 796])
def test_experts_do_not_swap_upcards_for_ever(deal):
    """Late in a deal, each of them once took any card with which it could have knocked, and did not knock."""
    expert, generator = find_agent("expert", GAME), rng.generators(np.zeros(1, np.uint64))
    table = GAME.table(seed=deal, target=None)
    while not table.over:
        table.step(expert.act(table.view(table.player), table.mask, generator))
    assert not table.state.truncated
    assert table.state.upcard_draws < 10


@pytest.mark.clause(6)
def test_a_player_is_shown_the_own_deadwood_and_what_the_upcard_would_make_of_it():
    table = GAME.position(
        player=0, phase="draw", hands=["3♣ 4♣ 5♣ 6♣ 9♦ 9♥ K♠ Q♠ 2♥ A♦", "A♠ A♣ A♥"], discard_pile="9♠"
    )
    view = table.view_words(0)
    assert view["unmelded"] == "A♦ 9♦ 2♥ 9♥ Q♠ K♠"
    assert (view["deadwood"], view["deadwood_with_upcard"], view["upcard_melds"]) == (41, 13, 1)
    assert table.view_words(1)["deadwood"] == 0
