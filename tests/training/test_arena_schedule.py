"""Schedules of line-ups: seats are shared fairly, and a deal's games depend on nothing but the deal and the seed."""

from itertools import combinations

import numpy as np
import pytest

from cardzoo.envs import find_game
from cardzoo.training.evaluation.arena.contest import enter
from cardzoo.training.evaluation.schedule import agent_seeds, deal_seeds, seatings


def seats_taken(num_agents, num_players, deals, sides=None):
    """The number of times that each agent has each seat, (K, P)."""
    counts = np.zeros((num_agents, num_players), int)
    for deal in range(deals):
        for row in seatings(deal, 7, num_agents, num_players, sides):
            counts[row, range(num_players)] += 1
    return counts


@pytest.mark.parametrize(
    ("num_agents", "num_players", "games"),
    [(5, 4, 4), (9, 4, 4), (3, 2, 2), (7, 3, 3), (9, 6, 4), (6, 5, 4), (4, 4, 1), (2, 2, 1)],
)
def test_on_each_deal_everybody_sits_in_each_seat_equally_often(num_agents, num_players, games):
    assert (seats_taken(num_agents, num_players, 1) == games).all()


@pytest.mark.parametrize(("num_agents", "num_players"), [(2, 3), (3, 4), (2, 4), (3, 8), (5, 6)])
def test_where_agents_sit_at_a_table_twice_the_extra_seats_go_round(num_agents, num_players):
    deals = num_agents * num_players * 8
    counts = seats_taken(num_agents, num_players, deals)
    assert len(set(counts.sum(axis=1))) == 1
    assert counts.min() > 0.8 * counts.max()


def test_large_tables_play_four_rotations_evenly_spaced_that_go_round():
    games = [seatings(deal, 7, 8, 8) for deal in range(16)]
    assert all(len(rows) == 4 for rows in games)
    for rows in games:
        first = [int(np.flatnonzero(row == rows[0, 0])[0]) for row in rows]
        assert sorted(first) == [0, 2, 4, 6]


def test_partners_are_one_agent_and_sides_change_places():
    games = seatings(3, 7, 5, 4, sides=2)
    assert games.shape == (10, 4)
    assert (games[:, :2] == games[:, 2:]).all()
    assert (games[:, 0] != games[:, 1]).all()
    assert sorted(map(tuple, games[:, :2])) == sorted((b, a) for a, b in games[:, :2])


def test_in_a_game_for_one_everybody_plays_alone():
    assert enter(find_game("golf"), ["random", "novice", "expert"]).seatings(5).tolist() == [[0], [1], [2]]


def test_where_no_seat_plays_against_another_each_agent_has_all_seats():
    contest = enter(find_game("blackjack"), ["random", "expert"], num_players=3)
    assert contest.seatings(5).tolist() == [[0, 0, 0], [1, 1, 1]]


def test_all_pairs_meet_about_equally_often():
    meetings = dict.fromkeys(combinations(range(6), 2), 0)
    for deal in range(400):
        for row in seatings(deal, 7, 6, 3):
            for pair in combinations(sorted(row.tolist()), 2):
                meetings[pair] += 1
    assert min(meetings.values()) > 0.85 * max(meetings.values())


def test_a_schedule_follows_from_deal_and_seed_alone():
    assert np.array_equal(seatings(5, 7, 6, 4), seatings(5, 7, 6, 4))
    assert not np.array_equal(seatings(5, 7, 6, 4), seatings(6, 7, 6, 4))
    assert not np.array_equal(seatings(5, 7, 6, 4), seatings(5, 8, 6, 4))
    assert np.array_equal(deal_seeds(7, 100)[:10], deal_seeds(7, 10))


def test_chance_differs_between_the_games_of_a_deal_and_between_deals():
    seeds = np.concatenate([agent_seeds(deal, 7, 20) for deal in range(50)])
    assert len(np.unique(seeds)) == 1000
