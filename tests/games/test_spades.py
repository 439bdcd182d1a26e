"""The rules of Spades, clause by clause. Cards that a position does not name lie in earlier tricks."""

import numpy as np
import pytest

from cardzoo.envs.engine import CARDS
from cardzoo.envs.engine.cards import CARD_WORDS, SPADES, card_words, parse_cards
from cardzoo.envs.games.spades import GAME
from tests.games.even_deals import check_even
from tests.playing import count, now
from tests.shown import shown

SUIT_WORDS = "♣♦♥♠"
BREAKINGS = ("usual", "never", "free")
FIRST = GAME.deck(range(CARDS), 4)[::-1]  # in the order of dealing


def playing(*hands, trick=(), options=None, **words):
    """Player 0 leads, or has led; earlier tricks are player 0's, and each side has bid two."""
    options = options or {}
    rest = set(range(CARDS)) - {card for cards in (*hands, *filter(None, trick)) for card in parse_cards(cards)}
    spades = any(card // 13 == SPADES for card in [*rest, *parse_cards(" ".join(filter(None, trick)))])
    broken = {"usual": spades, "never": False, "free": True}[options.get("breaking", "usual")]
    given = {"bids": [1] * 4, "tricks": [len(rest) // 4, 0, 0, 0], "broken": int(broken), "player": len(trick)}
    return GAME.position(hands=list(hands), trick=list(trick), leader=0, options=options, **given | words)


def scored(bids, tricks, *, options=None, **words):
    """A hand has been played with these bids and tricks; ``hands_over`` is 0 before it unless it is given."""
    winner = next(player for player in range(4) if tricks[player])
    cards = ["2♣", "3♣", "4♣", "5♣"]
    cards[winner] = "A♣"
    before = [number - (player == winner) for player, number in enumerate(tricks)]
    table = playing(*cards, bids=bids, tricks=before, options={"cap": False} | (options or {}), **words)
    return table.play(*(f"play {card}" for card in cards))


def points(bids, tricks, **options):
    """The points of both sides for a hand without bags before it."""
    return now(scored(bids, tricks, options={"hands": 1, **options}), "score")[:2]


def bid(table, *numbers):
    return table.play(*(f"bid {number}" for number in numbers))


def dealt(*hands, dealer=3, **options):
    """A written deck that deals these hands, to the player at the dealer's left first; the last one gets the rest."""
    hands = [parse_cards(cards) for cards in hands]
    named = {card for cards in hands for card in cards}
    rest = [card for card in range(CARDS) if card not in named]
    hands += [rest[13 * number : 13 * number + 13] for number in range(4 - len(hands))]
    return GAME.table(deck=[hands[turn % 4][turn // 4] for turn in range(CARDS)], dealer=dealer, **options)


# The deal and the bids


@pytest.mark.clause(1)
def test_thirteen_cards_each_are_dealt_one_at_a_time_from_the_dealers_left():
    table = GAME.table(deck=range(CARDS), dealer=1)
    for turn in range(4):
        assert now(table, "hands")[(2 + turn) % 4] == card_words(range(turn, CARDS, 4))


@pytest.mark.clause(1)
def test_players_across_from_each_other_are_partners():
    table = scored([3, 1, 4, 1], [4, 3, 4, 2], options={"hands": 1})
    assert now(table, "score") == [71, 23, 71, 23]
    assert now(table, "reward") == [1, -1, 1, -1]
    with pytest.raises(ValueError, match="number of players must be 4"):
        GAME.table(num_players=3)


@pytest.mark.clause(1)
def test_the_deal_passes_to_the_left():
    table, dealers = GAME.table(seed=3, dealer=2, hands=5), []
    while not table.over:
        if not dealers or dealers[-1] != now(table, "dealer"):
            dealers.append(now(table, "dealer"))
            assert table.player == (now(table, "dealer") + 1) % 4
        table.step(int(np.flatnonzero(table.mask)[-1]))
    assert dealers == [2, 3, 0, 1, 2]


@pytest.mark.clause(2)
def test_each_bids_once_from_the_dealers_left_and_nobody_passes():
    table = GAME.table(seed=1, dealer=1)
    assert table.legal() == [f"bid {number}" for number in range(14)]
    for player in (2, 3, 0, 1):
        assert (table.player, now(table, "phase")) == (player, "bid")
        bid(table, 3)
    assert (now(table, "phase"), now(table, "bids")) == ("play", [3, 3, 3, 3])


@pytest.mark.clause(2, "c7")
@pytest.mark.parametrize(("cap", "most"), [(True, 9), (False, 13)])
def test_bids_of_partners_come_to_13_together_at_most_but_not_without_cap(cap, most):
    table = bid(GAME.table(seed=1, dealer=3, cap=cap), 4)
    assert table.legal()[-1] == "bid 13"
    assert bid(table, 13).legal()[-1] == f"bid {most}"
    assert bid(table, 2).legal()[-1] == ("bid 0" if cap else "bid 13")


@pytest.mark.clause("c5")
def test_all_see_all_bids_and_nobody_sees_another_hand():
    table = bid(GAME.table(seed=1, dealer=3), 4, 0)
    assert table.view_words(1)["bids"] == [0, None, None, 4]
    for player in range(4):
        seen = {word for word in str(table.view_words(player)).replace("'", " ").split() if word in CARD_WORDS}
        assert seen == set(now(table, "hands")[player].split())


# Tricks


@pytest.mark.clause(3)
@pytest.mark.parametrize("dealer", range(4))
def test_the_player_at_the_dealers_left_leads(dealer):
    table = bid(GAME.table(seed=1, dealer=dealer), 1, 2, 3, 4)
    assert table.player == now(table, "leader") == (dealer + 1) % 4


@pytest.mark.clause(4)
def test_the_suit_led_is_followed():
    table = playing("9♣ A♠", "6♣ K♠", "7♣ 2♠", "8♣ 3♠").play("play 9♣")
    assert table.legal() == ["play 6♣"]


@pytest.mark.clause(4)
def test_without_the_suit_led_any_card_is_played():
    table = playing("9♣ A♠", "6♥ K♠", "7♣ 2♠", "8♣ 3♠").play("play 9♣")
    assert table.legal() == ["play 6♥", "play K♠"]


@pytest.mark.clause(4)
@pytest.mark.parametrize(
    ("cards", "winner"),
    [
        (["K♦", "A♦", "Q♦", "2♦"], 1),
        (["K♦", "A♥", "Q♦", "2♦"], 0),
        (["K♦", "A♦", "2♠", "3♦"], 2),
        (["A♦", "9♠", "K♦", "10♠"], 3),
    ],
)
def test_the_highest_spade_wins_or_else_the_highest_card_of_the_suit_led_and_leads_next(cards, winner):
    spare = ["2♣", "3♣", "4♣", "5♣"]
    table = playing(*(f"{card} {other}" for card, other in zip(cards, spare, strict=True)))
    table.play(*(f"play {card}" for card in cards))
    assert table.player == now(table, "leader") == winner
    assert now(table, "tricks") == [11 + (winner == 0), *(int(winner == player) for player in (1, 2, 3))]
    assert set(cards) <= set(now(table, "played").split())


UNBROKEN = "A♠ K♠ Q♠ 2♦", "J♠ 10♠ 9♠ 3♦", "8♠ 7♠ 6♠ 4♦", "5♠ 4♠ 3♠ 2♠"  # all spades are in hands


@pytest.mark.clause(5, "c8")
@pytest.mark.parametrize("breaking", BREAKINGS)
def test_a_spade_is_not_led_before_spades_are_broken_but_with_free(breaking):
    table = playing(*UNBROKEN, options={"breaking": breaking})
    spades = ["play A♠", "play Q♠", "play K♠"] if breaking == "free" else []
    assert table.legal() == ["play 2♦", *spades]


@pytest.mark.clause(5, "c8")
@pytest.mark.parametrize("breaking", BREAKINGS)
def test_a_spade_played_to_a_trick_breaks_spades_but_with_never(breaking):
    table = playing(*UNBROKEN, options={"breaking": breaking}).play("play 2♦", "play 3♦", "play 4♦", "play 5♠")
    assert table.player == 3
    table = playing("2♦ A♠ 2♣", "3♦ 3♣ 4♣", "4♦ 2♠ 5♣", "5♦ 6♣ 7♣", options={"breaking": breaking})
    assert table.legal() == ["play 2♣", "play 2♦", *(["play A♠"] if breaking != "never" else [])]


@pytest.mark.clause(5)
def test_a_discarded_or_ruffing_spade_breaks_spades_at_once():
    table = playing(*UNBROKEN).play("play 2♦")
    assert not table.view_words(0)["broken"]
    table.play("play 3♦", "play 4♦", "play 2♠")
    assert table.view_words(0)["broken"]


@pytest.mark.clause(5, "c8")
@pytest.mark.parametrize("breaking", BREAKINGS)
def test_a_hand_of_spades_leads_one(breaking):
    table = playing("A♠ 2♠", "3♠ 4♠", "5♠ 6♠", "7♠ 8♠", options={"breaking": breaking})
    assert table.legal() == ["play A♠", "play 2♠"]


LOWEST = {"lowest_club": True, "hands": 1}


@pytest.mark.clause("c3")
def test_nothing_else_restricts_the_first_trick():
    table = dealt("A♦..K♦", "A♥ 2♠..K♠").play(*["bid 3"] * 4, "play 5♦")
    assert table.legal() == [f"play {word}" for word in card_words(parse_cards("A♥ 2♠..K♠")).split()]


@pytest.mark.clause("c3")
def test_with_lowest_club_the_holder_of_the_two_leads_it_and_all_play_their_lowest_clubs():
    table = dealt("A♦..K♦", "A♥ 2♥ 3♥ 4♥ 5♥ 6♥ A♠ 2♠ 3♠ 4♠ 5♠ 6♠ A♣", "2♣..K♣ 7♥", **LOWEST).play(*["bid 2"] * 4)
    assert (table.player, now(table, "leader")) == (2, 2)
    assert table.legal() == ["play 2♣"]
    table.play("play 2♣")
    assert table.legal() == [f"play {word}" for word in now(table, "hands")[3].split() if "♠" not in word]
    table.play("play 8♥")
    assert len(table.legal()) == 13
    assert table.play("play 4♦").legal() == ["play A♣"]


@pytest.mark.clause("c3")
def test_with_lowest_club_a_spade_is_played_to_the_first_trick_from_a_hand_of_spades_only():
    table = dealt("A♠..K♠", "A♦..K♦", "A♥..K♥", **LOWEST).play(*["bid 2"] * 4, "play 2♣")
    assert len(table.legal()) == 13
    assert table.play("play 3♠").view_words(3)["broken"] == 1


# The score


@pytest.mark.clause(6, 7)
@pytest.mark.parametrize(("tricks", "expected"), [([5, 3, 3, 2], 71), ([3, 5, 3, 2], -70), ([7, 3, 0, 3], 70)])
def test_a_side_scores_10_for_each_trick_bid_and_1_for_each_more_or_loses_10_for_each(tricks, expected):
    assert points([4, 1, 3, 1], tricks)[0] == expected


@pytest.mark.clause(8, 9)
@pytest.mark.parametrize(
    ("bids", "tricks", "expected"),
    [
        ([0, 1, 5, 1], [0, 4, 6, 3], 100 + 51),
        ([0, 1, 5, 1], [1, 4, 4, 4], -100 + 50),
        ([0, 1, 5, 1], [1, 4, 3, 5], -100 - 50),
        ([0, 1, 5, 1], [3, 3, 4, 3], -100 + 52),
        ([0, 1, 0, 1], [2, 6, 0, 5], 100 - 100 + 2),
        ([0, 1, 0, 1], [0, 6, 0, 7], 200),
    ],
)
def test_a_nil_brings_or_costs_100_and_its_tricks_count_for_the_side(bids, tricks, expected):
    assert points(bids, tricks)[0] == expected


@pytest.mark.clause("c1")
def test_two_nils_make_a_bid_of_0_of_which_each_trick_is_a_bag():
    table = scored([0, 1, 0, 1], [2, 6, 3, 2])
    assert now(table, "score")[0] == -200 + 5
    assert now(table, "bags") == [5, 6]


@pytest.mark.clause("c2")
@pytest.mark.parametrize("nil", [0, 50, 100])
def test_nil_is_the_number_of_points_for_it(nil):
    assert points([0, 1, 5, 1], [0, 4, 5, 4], nil=nil)[0] == 50 + nil
    assert points([0, 1, 5, 1], [1, 4, 4, 4], nil=nil)[0] == 50 - nil


@pytest.mark.clause(10)
@pytest.mark.parametrize(("bags", "tricks", "change", "left"), [(8, 4, 4 - 100, 2), (9, 1, 1 - 100, 0), (5, 4, 4, 9)])
def test_ten_bags_cost_100_and_the_rest_stays(bags, tricks, change, left):
    table = scored([0, 1, 2, 1], [0, 11 - tricks, 2 + tricks, 0], bags=[bags, 0], hands_over=5)
    assert now(table, "score")[0] == 100 + 20 + change
    assert now(table, "bags")[0] == left


@pytest.mark.clause(10)
def test_twice_ten_bags_in_a_hand_cost_twice_as_much():
    table = scored([0, 1, 0, 1], [6, 0, 7, 0], bags=[9, 0], options={"mercy": None})
    assert now(table, "score")[0] == -200 + 13 - 200
    assert now(table, "bags")[0] == 2


@pytest.mark.clause(7)
def test_a_side_that_fails_has_no_bags():
    assert now(scored([7, 1, 5, 1], [5, 4, 2, 2], bags=[3, 0], hands_over=2), "bags") == [3, 4]


@pytest.mark.clause("c2", "c4")
def test_bags_that_cost_points_and_their_price_are_options():
    table = scored([0, 1, 2, 1], [0, 4, 7, 2], bags=[8, 0], options={"bags": 12, "bag_penalty": 70}, hands_over=5)
    assert now(table, "score")[0] == 100 + 25 - 70
    assert now(table, "bags")[0] == 1


@pytest.mark.clause("c4")
def test_bags_are_the_last_digit_of_the_total_also_below_0():
    for seed in range(count(compiled=40, interpreted=3)):
        table, over = GAME.table(seed=seed), 0
        while not table.over:
            table.step(int(np.random.default_rng([seed, now(table, "steps")]).choice(np.flatnonzero(table.mask))))
            if now(table, "hands_over") > over:
                over = now(table, "hands_over")
                assert [total % 10 for total in now(table, "score")[:2]] == now(table, "bags")


# The match


@pytest.mark.clause(11)
@pytest.mark.parametrize(
    ("before", "over", "reward"), [([459, 300], False, 0), ([460, 300], True, 1), ([460, 505], True, -1)]
)
def test_the_match_ends_at_500_and_the_higher_total_wins(before, over, reward):
    """The first side scores 40, the other one 36."""
    table = scored([3, 2, 1, 1], [3, 2, 1, 7], score=before * 2, hands_over=4)
    assert (table.over, now(table, "reward")[0], now(table, "truncated")) == (over, reward, False)


@pytest.mark.clause(11)
@pytest.mark.parametrize(("before", "over"), [(-209, False), (-210, True)])
def test_the_match_ends_at_minus_350(before, over):
    table = scored([7, 1, 7, 1], [5, 4, 2, 2], score=[before, -100] * 2, hands_over=4)
    assert (table.over, now(table, "reward")[0], now(table, "truncated")) == (over, -over, False)


@pytest.mark.clause(11)
def test_equal_totals_are_played_on_until_they_differ():
    table = scored([3, 2, 1, 1], [3, 2, 1, 7], score=[495, 500] * 2, hands_over=4)
    assert (now(table, "score"), table.over) == ([535, 536, 535, 536], True)
    table = scored([3, 2, 1, 1], [3, 2, 1, 7], score=[496, 500] * 2, hands_over=4)
    assert (now(table, "score"), table.over, now(table, "hands_over")) == ([536] * 4, False, 5)


@pytest.mark.clause(11)
def test_after_equal_totals_the_first_difference_ends_the_match_even_below_the_target():
    table = scored([7, 1, 7, 1], [5, 4, 2, 2], score=[505] * 4, hands_over=4)
    assert (now(table, "score")[:2], table.over, now(table, "hands_over")) == ([365, 529], True, 5)
    table = scored([7, 5, 6, 5], [5, 4, 2, 2], score=[505] * 4, hands_over=4)
    assert (now(table, "score")[:2], table.over, now(table, "reward")[0]) == ([375, 405], True, -1)


@pytest.mark.clause("c2")
@pytest.mark.parametrize(("mercy", "over"), [(-350, True), (-400, False), (None, False)])
def test_mercy_is_the_low_total_that_ends_the_match(mercy, over):
    table = scored([7, 1, 7, 1], [5, 4, 2, 2], score=[-220, 0] * 2, hands_over=3, options={"mercy": mercy})
    assert (now(table, "score")[0], table.over) == (-360, over)


@pytest.mark.clause("c2")
def test_target_is_the_total_that_ends_the_match():
    table = scored([4, 1, 3, 1], [5, 3, 3, 2], options={"target": 71})
    assert (table.over, now(table, "reward")) == (True, [1, -1, 1, -1])


@pytest.mark.clause("c6")
@pytest.mark.parametrize(
    ("bids", "tricks", "reward"), [([4, 1, 3, 1], [5, 3, 3, 2], 1), ([3, 3, 3, 3], [4, 3, 1, 5], -1)]
)
def test_one_hand_is_won_by_the_side_with_more_points(bids, tricks, reward):
    table = scored(bids, tricks, options={"hands": 1})
    assert (table.over, now(table, "truncated"), now(table, "reward")[0]) == (True, False, reward)


@pytest.mark.clause("c6")
def test_equal_totals_after_all_hands_are_a_draw():
    table = scored([6, 7, 0, 0], [6, 7, 0, 0], options={"hands": 3}, hands_over=2, score=[40, 30] * 2)
    assert (now(table, "score"), now(table, "reward")) == ([200] * 4, [0] * 4)


def test_a_target_and_a_number_of_hands_do_not_go_together():
    with pytest.raises(ValueError, match="target and hands do not go together"):
        GAME.table(target=50, hands=3)


def test_a_match_is_truncated_after_max_hands_and_totals_so_far_decide():
    table = scored([4, 1, 3, 1], [5, 3, 3, 2], options={"max_hands": 3}, hands_over=2)
    assert (table.over, now(table, "truncated"), now(table, "reward")) == (True, True, [1, -1, 1, -1])


@pytest.mark.clause(10, 11)
def test_a_match_goes_on_with_totals_and_bags_and_no_card_of_the_last_hand():
    table = scored([4, 1, 3, 1], [5, 3, 3, 2], void=[[0, 1, 0, 0]] * 4, hands_over=1, score=[10, 20] * 2)
    assert (now(table, "hands_over"), now(table, "phase"), now(table, "dealer"), table.player) == (2, "bid", 1, 2)
    assert (now(table, "score"), now(table, "bags")) == ([81, 43] * 2, [1, 3])
    assert (now(table, "void"), now(table, "bids"), now(table, "played")) == ([[0] * 4] * 4, [None] * 4, "")
    assert (now(table, "tricks"), now(table, "broken")) == ([0] * 4, 0)
    assert [len(hand.split()) for hand in now(table, "hands")] == [13] * 4


@pytest.mark.clause(6, 7, 8, 10)
def test_a_hand_from_0_brings_a_side_minus_290_to_230_points():
    found = {score for tricks in range(14) for score in points([0, 1, 0, 1], [tricks, 13 - tricks, 0, 0])}
    found |= {score for tricks in range(1, 13) for score in points([0, 1, 0, 1], [tricks, 0, 13 - tricks, 0])}
    found |= {score for tricks in range(14) for score in points([0, 1, 13, 0], [0, 13 - tricks, tricks, 0])}
    assert (min(found), max(found)) == (-200 + 13 - 100, 230)
    assert points([0, 1, 0, 1], [4, 3, 6, 0])[0] == -290
    assert points([0, 1, 0, 1], [5, 3, 5, 0])[0] == -290


@pytest.mark.parametrize(
    ("options", "bids", "tricks", "lead"),
    [({}, [0, 0, 0, 0], [0, 6, 0, 7], 487), ({"cap": False}, [0, 13, 13, 13], [0, 0, 13, 0], 490)],
)
def test_the_greatest_leads_of_a_hand_stay_below_500_by_which_score_rewards_divide(options, bids, tricks, lead):
    table = scored(bids, tricks, options={"hands": 1} | options, reward="score")
    assert now(table, "score")[0] - now(table, "score")[1] == lead
    assert now(table, "reward") == pytest.approx([lead / 500, -lead / 500] * 2, abs=1e-6)


@pytest.mark.parametrize(
    ("options", "most"),
    [
        ({}, 500 + 350 + 600),
        ({"target": 200, "mercy": -200}, 1000),
        ({"hands": 1}, 500),
        ({"hands": 3}, 1540),
        ({"mercy": None, "max_hands": 4}, 2060),
    ],
)
def test_score_rewards_are_shares_of_a_bound_of_leads(options, most):
    assert 2 * GAME.blank(**options)[0]["score_range"] == most


# A seat's knowledge


@pytest.mark.clause(4)
def test_a_void_is_seen_by_all():
    table = playing("9♣ A♠", "6♥ K♠", "7♣ 2♠", "8♣ 3♠").play("play 9♣", "play 6♥")
    for player in range(4):
        assert table.view_words(player)["void"][(1 - player) % 4] == [1, 0, 0, 0]


@pytest.mark.clause(5, "c8")
@pytest.mark.parametrize(("breaking", "void"), [("usual", [1, 1, 1, 0]), ("never", [1, 1, 1, 0]), ("free", [0] * 4)])
def test_a_leader_of_an_unbroken_spade_shows_to_hold_spades_only(breaking, void):
    table = playing("A♠ K♠ Q♠ J♠", *("10♠ 9♠ 8♠ 2♦", "7♠ 6♠ 5♠ 3♦", "4♠ 3♠ 2♠ 4♦"), options={"breaking": breaking})
    assert now(table.play("play K♠"), "void")[0] == void


@pytest.mark.clause(5, "c8")
@pytest.mark.parametrize(("breaking", "void"), [("usual", [0] * 4), ("never", [1, 1, 1, 0])])
def test_a_leader_of_a_broken_spade_shows_nothing_but_with_never(breaking, void):
    table = playing("A♠ K♠", "10♠ 9♠", "7♠ 6♠", "4♠ 3♠", options={"breaking": breaking})
    assert now(table.play("play K♠"), "void")[0] == void


@pytest.mark.clause("c3")
def test_with_lowest_club_the_first_trick_shows_the_lowest_clubs():
    hands = (
        "2♣ 5♣ 9♣ 2♦..J♦",
        "3♣ 6♣ Q♦ K♦ A♦ 2♥..9♥",
        "A♥ 10♥ J♥ Q♥ K♥ 2♠..9♠",
        "4♣ 7♣ 8♣ 10♣ J♣ Q♣ K♣ A♣ A♠ 10♠ J♠ Q♠ K♠",
    )
    table = dealt(*hands, **LOWEST).play(*["bid 2"] * 4)
    assert now(table, "clubs_from") == [0, 2, 2, 2]
    table.play("play 2♣", "play 3♣", "play A♥", "play 4♣")
    assert now(table, "clubs_from") == [1, 2, 2, 3]
    assert now(table, "void")[2] == [1, 0, 0, 0]
    table = dealt("A♠..K♠", "A♦..K♦", "A♥..K♥", **LOWEST).play(*["bid 2"] * 4, "play 2♣", "play 3♠")
    assert now(table, "void")[0] == [1, 1, 1, 0]


@pytest.mark.clause(4, 5)
def test_redeals_keep_voids_and_are_equally_likely():
    """Player 1 has no club, player 2 spades only."""
    table = playing(
        "2♣ 3♦ 4♥", "5♦ 6♥ 7♠", "9♠ 10♠ J♠", "Q♣ K♦ A♥", void=[[0] * 4, [1, 0, 0, 0], [1, 1, 1, 0], [0] * 4]
    )
    voids = ["♣", "♣♦♥", ""]
    check_even(table, lambda seat, card: SUIT_WORDS[card // 13] not in voids[seat], 60)


@pytest.mark.clause("c3")
def test_redeals_keep_what_lowest_clubs_show():
    """Clubs below 5 are with nobody but player 3, those below 8 not with player 2."""
    table = playing(
        *("2♦ 3♦ 4♦ 5♦", "6♣ 10♣ 6♦ 7♦", "9♣ J♣ 8♦ 2♠", "3♣ 4♣ Q♣ 3♠"),
        clubs_from=[1, 4, 7, 2],
        void=[[0] * 4, [0] * 4, [0, 0, 1, 0], [0] * 4],
        options={"lowest_club": True},
    )
    least = [4, 7, 2]
    check_even(table, lambda seat, card: card // 13 != 0 or card % 13 >= least[seat], 10)


@pytest.mark.clause("c3")
def test_with_lowest_club_all_know_who_leads_the_two():
    table = GAME.table(seed=4, lowest_club=True)
    holder = next(player for player in range(4) if "2♣" in now(table, "hands")[player].split())
    other = (holder + 1) % 4
    draws = range(count(compiled=40, interpreted=12))
    assert len({"2♣" in now(table.redeal(other, seed), "hands")[holder].split() for seed in draws}) == 2
    bid(table, 2, 2, 2, 2)
    assert all("2♣" in now(table.redeal(other, seed), "hands")[holder].split() for seed in draws)


# Written positions


@pytest.mark.parametrize(
    ("words", "problem"),
    [
        ({"score": [1, 2, 3, 2]}, "score: partners have the same"),
        ({"score": [240, 0] * 2, "hands_over": 1}, "score: a hand brings -320 to 230 points, and 1 are over"),
        ({"bags": [10, 0], "options": {"bags": 10}}, "bags: 10 of them"),
        ({"bids": [1, 1, None, 1]}, "bids: those from the dealer's left"),
        ({"bids": [7, 1, 7, 1]}, "bids: partners bid 13 together"),
        ({"tricks": [3, 3, 3, 3]}, "tricks: 44 cards have been played"),
        ({"broken": 0}, "broken: it is 1 after such cards"),
        ({"void": [[1, 0, 0, 0]]}, "void: player 0 holds a card of such a suit"),
        ({"clubs_from": [0, 0, 0, 2]}, "clubs_from: it belongs to the option lowest_club"),
        ({"clubs_from": [0, 7, 0, 0], "options": {"lowest_club": True}}, "clubs_from: player 1 holds a lower club"),
        ({"player": 1}, "player: it is the turn of player 0"),
    ],
)
def test_impossible_positions_are_refused(words, problem):
    with pytest.raises(ValueError, match=problem):
        playing("9♣ A♠", "6♣ K♠", "7♣ 2♠", "8♣ 3♠", **words)


@pytest.mark.parametrize(
    ("words", "problem"),
    [
        ({"bids": [3, 1, None, None]}, "bids: those from the dealer's left"),
        ({"leader": 1}, "leader: while players bid it is the dealer's left neighbour"),
        ({"broken": 1}, "broken: nothing has been played"),
        ({"hands": ["A♣", "2♣", "3♣", "4♣"], "tricks": [12, 0, 0, 0]}, "hands: all have 13 cards"),
    ],
)
def test_impossible_positions_before_the_play_are_refused(words, problem):
    hands = [card_words(range(13 * player, 13 * player + 13)) for player in range(4)]
    given = {"phase": "bid", "dealer": 3, "player": 1, "hands": hands, "bids": [3, None, None, None]}
    assert GAME.position(**given).legal()[-1] == "bid 13"
    with pytest.raises(ValueError, match=problem):
        GAME.position(**given | words)


@pytest.mark.clause("c3")
def test_a_position_of_the_first_trick_with_lowest_club_begins_with_the_two():
    hands = [card_words(range(player, CARDS, 4)) for player in range(4)]
    words = {"dealer": 3, "hands": hands, "bids": [1] * 4, "options": {"lowest_club": True}}
    assert GAME.position(player=1, leader=1, **words).legal() == ["play 2♣"]
    with pytest.raises(ValueError, match="leader: it is the holder of 2♣"):
        GAME.position(player=0, leader=0, **words)


# The table


def test_people_see_bids_in_their_own_words():
    table = bid(GAME.table(seed=1, dealer=3), 0)
    texts = shown(table)
    assert texts.asks == "Bid the tricks that you will take"
    assert texts.moves[:2] == ["Bid nil", "Bid 1"]
