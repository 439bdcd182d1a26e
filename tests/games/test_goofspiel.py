"""Goofspiel, rule by rule."""

from collections import Counter
from itertools import permutations, product
from math import sqrt

import pytest

from cardzoo.agents import CompiledAgent, agent_generator, bots
from cardzoo.envs.engine.cards import RANK_WORDS
from cardzoo.envs.games.goofspiel import GAME
from tests.playing import count, now, play_out, walk


def dealt(prizes, num_players=2, **options):
    """A table with the prizes in this order."""
    return GAME.table(0, [f"{rank}♣" for rank in prizes.split()], num_players=num_players, **options)


def bid(table, ranks):
    """Play bids, in the order of the seats."""
    return table.play(*(f"bid {rank}" for rank in ranks.split()))


# Rules


@pytest.mark.clause(1)
def test_all_hold_ace_to_king_and_the_prizes_are_one_more_suit():
    table = GAME.table(0)
    assert now(table, "hands") == [" ".join(f"{rank}♣" for rank in RANK_WORDS)] * 2
    assert sorted(table.pack) == list(range(13))
    assert len({now(GAME.table(seed), "prizes") for seed in range(200)}) == 13


@pytest.mark.clause(1)
@pytest.mark.parametrize(("rank", "points"), [("A", 1), ("2", 2), ("10", 10), ("J", 11), ("Q", 12), ("K", 13)])
def test_a_prize_is_worth_its_rank(rank, points):
    rest = [other for other in RANK_WORDS if other != rank]
    table = bid(dealt(" ".join([rank, *rest])), "5 4")
    assert table.scores() == [points, 0]


@pytest.mark.clause(2)
def test_a_bid_card_is_out_of_the_game():
    table = bid(dealt("2 3 A", cards=3), "2 3")
    assert now(table, "hands") == ["A♣ 3♣", "A♣ 2♣"]
    assert table.legal() == ["bid A", "bid 3"]


@pytest.mark.clause(2)
def test_bids_are_shown_when_all_have_bid():
    table = bid(dealt("2 3 A", cards=3), "2")
    assert table.view_words(0)["bids"][0][0] == "2♣"
    assert table.view_words(1)["bids"][1][0] is None
    assert table.view_words(1)["left"][1] == "A♣ 2♣ 3♣"
    bid(table, "3")
    assert table.view_words(1)["bids"][1][0] == "2♣"
    assert table.view_words(1)["left"][1] == "A♣ 3♣"


@pytest.mark.clause(3)
def test_the_highest_bid_takes_the_prize():
    table = bid(dealt("3 2 A", 3, cards=3), "A 3 2")
    assert table.scores() == [0, 3, 0]
    assert [won[0] for won in now(table, "won")] == [0, 1, 0]


@pytest.mark.clause(4, "c1")
def test_equal_highest_bids_win_nothing_and_the_prize_is_thrown_away():
    table = bid(dealt("3 2 A", 3, cards=3), "3 A 3")
    assert table.scores() == [0, 0, 0]
    assert now(table, "carried") == 0
    assert bid(table, "2 3 A").scores() == [0, 2, 0]


@pytest.mark.clause(4)
def test_equal_lower_bids_leave_the_prize_to_the_highest():
    assert bid(dealt("3 2 A", 3, cards=3), "2 2 3").scores() == [0, 0, 3]


@pytest.mark.clause(5)
def test_the_most_points_win_after_all_prizes():
    table = bid(dealt("3 2 A", cards=3), "3 A A 2 2")
    assert not table.over
    bid(table, "3")
    assert table.over
    assert table.scores() == [3, 3]
    table = bid(dealt("3 2 A", cards=3), "3 2 2 A A 3")
    assert table.scores() == [5, 1]
    assert now(table, "reward") == [1, -1]


# Choices


@pytest.mark.clause("c1")
def test_a_carried_prize_goes_to_the_next_winner():
    table = bid(dealt("3 2 A", cards=3, ties="carry"), "3 3")
    assert (now(table, "carried"), table.scores()) == (3, [0, 0])
    bid(table, "2 A")
    assert (now(table, "carried"), table.scores()) == (0, [5, 0])


@pytest.mark.clause("c1")
def test_prizes_carried_past_the_last_bids_are_lost():
    table = bid(dealt("A 2 3", cards=3, ties="carry"), "A A 2 2 3 3")
    assert table.over
    assert table.scores() == [0, 0]
    assert now(table, "reward") == [0, 0]


@pytest.mark.clause("c1")
@pytest.mark.parametrize("players", range(2, 7))
def test_a_prize_is_split_exactly_among_all_numbers_of_players(players):
    table = bid(dealt("A 2 3", players, cards=3, ties="split"), " ".join(["3"] * players))
    assert table.scores() == [60 // players] * players
    assert [won[0] for won in now(table, "won")] == [1] * players


@pytest.mark.clause("c2")
@pytest.mark.parametrize("cards", [3, 4, 13])
def test_hands_and_prizes_have_as_many_ranks_as_the_option(cards):
    table = GAME.table(1, cards=cards)
    ranks = [f"{rank}♣" for rank in RANK_WORDS[:cards]]
    assert now(table, "hands")[0].split() == ranks
    assert sorted(f"{now(table, 'stock')} {now(table, 'prizes')}".split()) == sorted(ranks)
    assert play_out(table).state.steps == 2 * cards


@pytest.mark.clause("c2")
@pytest.mark.parametrize(("order", "ranks"), [("descending", "4 3 2 A"), ("ascending", "A 2 3 4")])
def test_prizes_lie_in_a_known_order(order, ranks):
    table = GAME.table(1, cards=4, prizes=order)
    assert table.view_words(1)["row"].split() == [f"{rank}♣" for rank in reversed(ranks.split()[1:])]
    assert now(play_out(table), "prizes").split() == [f"{rank}♣" for rank in ranks.split()]


@pytest.mark.clause("c2")
def test_the_order_of_random_prizes_is_in_no_view():
    table = dealt("2 3 A", cards=3)
    assert table.view_words(0)["to_come"] == "A♣ 3♣"
    assert table.view_words(0)["row"] == ""
    assert {now(table.redeal(0, seed), "stock") for seed in range(20)} == {"A♣ 3♣", "3♣ A♣"}


@pytest.mark.clause("c3")
def test_hidden_bids_show_the_winner_and_the_points_alone():
    table = bid(dealt("3 2 A", 3, cards=3, hidden_bids=True), "3 2 A A A 2")
    for player in range(3):
        seen = table.view_words(player)
        assert seen["bids"][1:] == [[None] * 13] * 2
        assert seen["left"] == ["", "", ""]
        assert Counter(seen["points"]) == Counter([3, 0, 2])
        assert sum(map(sum, seen["won"])) == 2
    assert play_out(table).view_words(0)["bids"][1:] == [[None] * 13] * 2


@pytest.mark.clause("c3")
def test_hidden_bids_show_those_who_share_a_prize():
    table = bid(dealt("3 2 A", 3, cards=3, hidden_bids=True, ties="split"), "2 3 3")
    assert [won[0] for won in table.view_words(0)["won"]] == [0, 1, 1]


@pytest.mark.clause("c4")
def test_seats_bid_from_seat_0_on_for_each_prize():
    for dealer in range(3):
        table = GAME.table(3, num_players=3, dealer=dealer)
        turns = []
        for _ in walk(table, 3):
            turns.append(table.player)
        assert turns == [0, 1, 2] * 13


@pytest.mark.clause("c4")
@pytest.mark.parametrize("hidden", [False, True])
def test_nobody_can_use_an_earlier_bid(hidden):
    """The next seat sees the same after all bids of the earlier ones."""
    for first, second in product(("A", "2", "3"), repeat=2):
        views = [
            bid(dealt("2 3 A", 3, cards=3, hidden_bids=hidden), f"{one} {two}").view(2).tobytes()
            for one, two in ((first, second), ("A", "A"))
        ]
        assert views[0] == views[1]


@pytest.mark.clause("c5")
def test_the_last_bid_is_a_step_with_one_legal_card():
    table = bid(dealt("2 3 A", cards=3), "3 2 2 A")
    assert table.legal() == ["bid A"]
    assert not table.over
    assert bid(table, "A 3").state.steps == 6


@pytest.mark.clause("c6")
def test_players_with_the_most_points_share_the_win():
    table = bid(dealt("A 2 3", 3, cards=3), "3 A 2 2 3 A A 2 3")
    assert table.scores() == [1, 2, 3]
    table = bid(dealt("A 2 3", 3, cards=3, ties="split"), "A A A 3 3 2 2 2 3")
    assert table.scores() == [80, 80, 200]
    table = bid(dealt("A 2 3", 3, cards=3), "3 3 3 2 2 A A A 2")
    assert table.scores() == [0, 0, 3]
    table = bid(dealt("3 2 A", 3, cards=3), "3 3 2 2 A A A 2 3")
    assert (table.scores(), now(table, "reward")) == ([2, 0, 1], [1, -0.5, -0.5])
    table = bid(dealt("A 2 3", 3, cards=3), "2 A A 3 3 2 A 2 3")
    assert table.scores() == [1, 0, 3]
    table = bid(dealt("2 A 3", 4, cards=3), "3 3 2 A 2 2 3 3 A A A 2")
    assert (table.scores(), now(table, "reward")) == ([0, 0, 0, 3], [-0.333333] * 3 + [1])


def test_a_shared_best_score_shares_the_reward():
    table = bid(dealt("2 A 3", 3, cards=3, ties="split"), "3 3 2 2 2 3 A A A")
    assert table.scores() == [120, 120, 120]
    assert now(table, "reward") == [0, 0, 0]
    table = bid(dealt("3 2 A", 3, cards=3, ties="split"), "3 3 2 2 2 A A A 3")
    assert table.scores() == [150, 150, 60]
    assert now(table, "reward") == [0.5, 0.5, -1]


@pytest.mark.parametrize(("ties", "unit"), [("discard", 1), ("carry", 1), ("split", 60)])
def test_rewards_by_score_are_shares_of_all_points(ties, unit):
    table = GAME.table(5, reward="score", ties=ties, cards=5)
    total = 0.0
    for _ in walk(table, 5):
        total += table.state.reward[0] if table.paid else 0.0
    total += table.state.reward[0]
    difference = table.scores()[0] - table.scores()[1]
    assert total == pytest.approx(difference / 2 / (15 * unit), abs=1e-6)


# The expert


def policy_of(table):
    """The expert's probabilities, by many samples of its own generator."""
    expert = CompiledAgent("expert", bots(GAME)["expert"], GAME)
    draws, generator = count(compiled=400, interpreted=40), agent_generator(1)
    acts = Counter(expert.act(table.view(table.player), table.mask.copy(), generator) for _ in range(draws))
    return {GAME.actions.words[action]: number / draws for action, number in acts.items()}


def test_the_expert_bids_the_only_equilibrium_of_a_last_round_but_one():
    """With 2 and 3 each, prizes 3 then A, and a lead of one point, only the higher card is safe."""
    table = bid(dealt("2 3 A", cards=3), "A A")
    assert set(policy_of(table)) == {"bid 3"}


# Hidden cards


def test_redeals_of_an_open_bid_are_uniform():
    table, draws = bid(dealt("3 2 A", cards=3), "2 A 3"), count(compiled=2000, interpreted=200)
    seen = Counter(now(table.redeal(1, seed), "bids")[0][1] for seed in range(draws))
    assert set(seen) == {"A♣", "3♣"}
    assert max(abs(number - draws / 2) for number in seen.values()) < 4.5 * sqrt(draws / 4)


def test_redeals_of_hidden_bids_are_uniform_over_all_that_fit_the_winners():
    """Player 1 has lost, tied and won with 2, 3, A of the ranks to 4; the others' bids are any with these winners."""
    table = bid(dealt("3 4 A 2", cards=4, hidden_bids=True), "4 2 3 3 A 4")
    fit = {bids for bids in permutations(range(4), 3) if bids[0] > 1 and bids[1] == 2 and bids[2] < 3}
    draws = count(compiled=3000, interpreted=150)
    seen = Counter(tuple(table.redeal(1, seed).state.bids[0, :3].tolist()) for seed in range(draws))
    assert set(seen) == fit
    assert len(fit) > 1
    expected = draws / len(fit)
    assert max(abs(number - expected) for number in seen.values()) < 4.5 * sqrt(expected)


@pytest.mark.parametrize("options", [{}, {"hidden_bids": True}, {"ties": "split", "hidden_bids": True}], ids=str)
def test_a_view_holds_all_that_its_seat_has_seen(options):
    """Positions that look alike to a seat have the same bids that the seat could see."""
    histories = {}
    for seed in range(count(compiled=300, interpreted=40)):
        table, seen = GAME.table(seed, cards=3, **options), {0: (), 1: ()}
        for action in walk(table, seed):
            player = table.player
            seen[player] += (now(table, "prizes"), str(table.view_words(player)["won"]))
            view = table.view(player).tobytes()
            assert histories.setdefault((player, view), seen[player]) == seen[player]
            seen[player] += (action,)


@pytest.mark.parametrize(
    ("words", "problem"),
    [
        ({"prizes": "3♣ 2♣", "stock": "A♣"}, "prizes"),
        ({"hands": ["A♣ 2♣ 3♣", "A♣ 2♣"]}, "hands"),
        ({"bids": [["4♣"]]}, "bids"),
        ({"won": [[1]]}, "won"),
        ({"carried": 3}, "carried"),
        ({"player": 1}, "player"),
        ({"score": [1, 0]}, "score"),
        ({"over": True}, "over"),
    ],
)
def test_positions_that_cannot_be_are_refused(words, problem):
    fresh = {"prizes": "3♣", "stock": "A♣ 2♣", "hands": ["A♣ 2♣ 3♣"] * 2, "player": 0}
    GAME.position(options={"cards": 3}, **fresh)
    with pytest.raises(ValueError, match=problem):
        GAME.position(options={"cards": 3}, **fresh | words)


def test_the_usual_game_is_over_after_26_steps():
    assert play_out(GAME.table(2), 2).state.steps == 26
