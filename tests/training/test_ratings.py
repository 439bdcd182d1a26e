import json
import sys
from dataclasses import replace
from itertools import permutations, product

import choix
import numpy as np
import pytest
from rich.console import Console

from cardzoo.training.evaluation.games import Games, Tally
from cardzoo.training.evaluation.intervals import estimate_mean, quantiles, resample_sums
from cardzoo.training.evaluation.ratings import plackett_luce
from cardzoo.training.evaluation.ratings.ladder import climb
from cardzoo.training.evaluation.ratings.meetings import meetings
from cardzoo.training.evaluation.ratings.plackett_luce import POINTS, count_choices, fit
from cardzoo.training.evaluation.ratings.ratings import is_decided, rank
from cardzoo.training.evaluation.report.tables import print_ranking
from tests.training.simulated_games import simulate

STRENGTHS = [1, 3, 2, 8, 40]
NAMES = ["anna", "ben", "chris", "dora", "emil"]


def games_of(rows, deals=None) -> Games:
    """Games from rows of (entrants, rewards), of a deal each unless deals are given."""
    seats, rewards = (np.array(column) for column in zip(*rows, strict=True))
    count = len(rows)
    return Games(
        np.arange(count) if deals is None else np.array(deals),
        seats.astype(np.int16),
        rewards.astype(np.float32),
        (10 * rewards).astype(np.int32),
        np.full(count, -1, np.int16),
    )


def fitted(games, entrants, sides=None) -> np.ndarray:
    choices = count_choices(meetings(games, sides), entrants)
    chosen, offered = (counts.sum(axis=0, keepdims=True) for counts in (choices.chosen, choices.offered))
    return fit(choices.sets, chosen, offered)[0]


def rankings_of(games) -> list[list[int]]:
    """Rankings without ties, for choix."""
    met = meetings(games)
    rows = zip(met.members[:, :, 0], met.rewards, strict=True)
    return [[int(one) for one in members[np.argsort(-rewards)]] for members, rewards in rows]


def fitted_by_choix(rankings, entrants, times=1) -> np.ndarray:
    """Fitted with the same phantom; each ranking is repeated so many times."""
    phantom = [pair for one in range(entrants) for pair in ([one, entrants], [entrants, one])]
    logs = choix.ilsr_rankings(entrants + 1, rankings + phantom * times)[:-1]
    return logs - logs.mean()


# Intervals


def test_sums_are_resampled_deal_by_deal_for_all_columns_alike():
    values = np.random.default_rng(1).normal(3, 2, size=400)
    sums = resample_sums(np.stack([values, 2 * values, np.ones(400)], axis=1))
    assert np.allclose(sums[:, 1], 2 * sums[:, 0])
    assert (sums[:, 2] == 400).all()
    found = estimate_mean(values)
    assert quantiles(sums[:, 0] / 400) == pytest.approx((found.low, found.high), abs=0.02)


def test_resampling_does_not_depend_on_the_size_of_blocks(monkeypatch):
    values = np.random.default_rng(1).normal(size=(50, 3))
    whole = resample_sums(values)
    monkeypatch.setattr("cardzoo.training.evaluation.intervals.BLOCK", 7 * 50)
    assert np.allclose(resample_sums(values), whole)


# Payoffs and the cross table


def test_payoffs_are_means_over_games_and_leads_are_to_the_next():
    games = games_of([((0, 1), (1, -1)), ((1, 0), (-1, 1)), ((0, 1), (-1, 1)), ((1, 2), (1, -1))])
    ranking = rank(games, NAMES[:3])
    assert [standing.agent for standing in ranking.standings] == ["anna", "ben", "chris"]
    assert [standing.payoff.value for standing in ranking.standings] == pytest.approx([1 / 3, 0, -1], abs=1e-5)
    assert [standing.games for standing in ranking.standings] == [3, 4, 1]
    assert [standing.first for standing in ranking.standings] == pytest.approx([2 / 3, 1 / 2, 0])
    assert [standing.lead.value for standing in ranking.standings[:2]] == pytest.approx([1 / 3, 1], abs=1e-5)
    assert ranking.standings[2].lead is None
    assert (ranking.games, ranking.deals) == (4, 4)


def test_playing_the_same_deals_again_makes_no_interval_smaller():
    games = simulate(STRENGTHS, 3, 60)
    again = Games(*(np.concatenate([each] * 4) for each in vars(games).values()))
    once, fourfold = rank(games, NAMES), rank(again, NAMES)
    for one, other in zip(once.standings, fourfold.standings, strict=True):
        assert vars(other.payoff) == pytest.approx(vars(one.payoff))
    assert vars(fourfold.duels[0][1].difference) == pytest.approx(vars(once.duels[0][1].difference))


def test_the_cross_table_is_over_games_in_which_both_sit():
    games = games_of([((0, 1, 2), (1, 0, -1)), ((0, 1, 2), (0, 0, -1)), ((0, 1, 3), (-1, 1, 0))])
    duels = rank(games, NAMES[:4]).duels
    names = [standing.agent for standing in rank(games, NAMES[:4]).standings]
    anna, ben, chris, dora = (names.index(name) for name in NAMES[:4])
    assert duels[anna][ben].games == 3
    assert duels[anna][ben].difference.value == pytest.approx(-1 / 3, abs=1e-5)
    assert duels[anna][ben].ahead == pytest.approx(0.5)  # once, once tied
    assert duels[ben][anna].difference.value == pytest.approx(1 / 3, abs=1e-5)
    assert duels[chris][dora] is None
    assert duels[anna][anna] is None


def test_an_entrant_at_several_seats_counts_by_pairs_of_opposing_seats():
    games = games_of([((0, 0, 1), (1, 0, 0)), ((0, 0, 1), (1, 0, 0))])
    duel = rank(games, NAMES[:2]).duels[0][1]
    assert (duel.games, duel.difference.value, duel.ahead) == (2, 0.5, 0.75)


def test_partners_are_no_opponents():
    games = games_of([((0, 2, 1, 2), (1, -1, 1, -1)), ((2, 0, 2, 1), (-1, 1, -1, 1))])
    ranking = rank(games, NAMES[:3], sides=2)
    by_name = {standing.agent: place for place, standing in enumerate(ranking.standings)}
    assert ranking.duels[by_name["anna"]][by_name["ben"]] is None
    assert ranking.duels[by_name["anna"]][by_name["chris"]].difference.value == 2


def test_an_entrant_on_both_sides_meets_its_partner_only_across_the_table():
    games = games_of([((0, 0, 1, 2), (1, -1, 1, -1))] * 2)
    ranking = rank(games, NAMES[:3], sides=2)
    by_name = {standing.agent: place for place, standing in enumerate(ranking.standings)}
    duel = ranking.duels[by_name["anna"]][by_name["ben"]]
    assert (duel.difference.value, duel.ahead) == (-2, 0)


def test_in_a_game_for_one_entrants_meet_over_the_same_deals():
    alone = games_of([((0,), (1,)), ((1,), (-1,)), ((0,), (1,)), ((1,), (1,)), ((0,), (-1,))], deals=[4, 4, 7, 7, 9])
    ranking = rank(alone, NAMES[:2])
    duel = ranking.duels[0][1]
    assert (duel.games, duel.difference.value, duel.ahead) == (2, 1, 0.75)  # ben did not play deal 9
    assert [standing.first for standing in ranking.standings] == pytest.approx([2 / 3, 1 / 2])
    both = games_of([((0, 1), (1, -1)), ((0, 1), (1, 1))])
    assert fitted(alone, 2) == pytest.approx(fitted(both, 2))


def test_forfeits_are_counted_for_the_entrant_at_the_seat():
    games = games_of([((0, 1), (1, -1)), ((1, 0), (1, -1)), ((0, 1), (1, -1))])
    games.forfeits[:] = [1, -1, 1]
    assert {standing.agent: standing.forfeits for standing in rank(games, NAMES[:2]).standings} == {"anna": 0, "ben": 2}


# Plackett-Luce


@pytest.mark.parametrize("num_players", [1, 2, 4, 5])
def test_ratings_are_those_of_choix(num_players):
    games = simulate(STRENGTHS, num_players, 150, seed=num_players)
    assert fitted(games, 5) == pytest.approx(fitted_by_choix(rankings_of(games), 5), abs=1e-4)


@pytest.mark.parametrize("settings", [{"num_players": 4}, {"num_players": 6, "repeat": True}, {"num_players": 1}])
def test_ratings_recover_true_strengths(settings):
    logs = np.log(STRENGTHS)
    assert fitted(simulate(STRENGTHS, deals=4000, **settings), 5) == pytest.approx(logs - logs.mean(), abs=0.12)


def orders_of(rewards) -> list[list[int]]:
    """All orders that a ranking with ties allows."""
    groups = [np.flatnonzero(rewards == reward) for reward in np.unique(rewards)[::-1]]
    return [
        [int(one) for part in parts for one in part] for parts in product(*(permutations(group) for group in groups))
    ]


def test_a_tie_counts_as_equal_shares_of_all_orders():
    """Every order that the tie allows has the same weight, 24 in all."""
    generator = np.random.default_rng(3)
    rows = [(generator.permutation(5)[:4], generator.integers(3, size=4) / 2) for _ in range(60)]
    expanded = []
    for seats, rewards in rows:
        orders = orders_of(rewards)
        expanded += [[int(seats[place]) for place in order] for order in orders] * (24 // len(orders))
    assert fitted(games_of(rows), 5) == pytest.approx(fitted_by_choix(expanded, 5, times=24), abs=1e-4)


def test_of_many_tied_parties_a_fair_sample_of_orders_is_taken(monkeypatch):
    rows = [((0, 1, 2, 3, 4), rewards) for rewards in ((1, 1, 1, 1, 0), (0, 1, 1, 1, 1), (1, 0, 0, 0, 0))]
    exact, rated = count_choices(meetings(games_of(rows)), 5), fitted(games_of(rows), 5)
    monkeypatch.setattr(plackett_luce, "MOST_TIED", 3)
    sampled = count_choices(meetings(games_of(rows)), 5)
    assert len(sampled.sets) < len(exact.sets)
    for counts in (exact, sampled):
        alone = counts.sets.sum(axis=1) == 1
        places = counts.chosen[:, alone] @ counts.sets[alone]
        assert places == pytest.approx(np.array([[1, 1, 1, 1, 0], [0, 1, 1, 1, 1], [1, 0.75, 0.75, 0.75, 0.75]]))
    assert fitted(games_of(rows), 5) == pytest.approx(rated, abs=0.05)


def test_an_agent_that_always_wins_has_a_finite_rating_that_grows_with_the_games():
    few, many = (fitted(games_of([((0, 1), (1, -1))] * count), 2) for count in (10, 1000))
    assert 0 < few[0] < many[0] < 10
    # With x = exp(a) and the phantom between the two: 10 / (1 + x^2) + 1 - 2 x / (1 + x) = 0 has the root x = 2.92.
    strength = np.exp(few[0])
    assert 10 / (1 + strength**2) + 1 - 2 * strength / (1 + strength) == pytest.approx(0, abs=1e-6)


def test_partnerships_are_rated_as_players_are():
    pairs, players = simulate(STRENGTHS, 4, 100, sides=2), simulate(STRENGTHS, 2, 100)
    assert fitted(pairs, 5, sides=2) == pytest.approx(fitted(players, 5))


def test_partners_strengths_add_up():
    """The estimate is where the likelihood of mixed partnerships is highest."""
    generator = np.random.default_rng(0)
    rows = []
    for _ in range(400):
        seats = generator.permutation(4)
        first, second = np.array([1, 2, 4, 8])[seats].reshape(2, 2).sum(axis=0)
        reward = 1 if generator.random() < first / (first + second) else -1
        rows.append((seats, (reward, -reward, reward, -reward)))

    def likelihood(logs):
        total = np.sum(logs - 2 * np.log1p(np.exp(logs)))  # the phantom, with strength 1 here
        for seats, rewards in rows:
            sides = np.exp(logs)[seats].reshape(2, 2).sum(axis=0)
            total += np.log(sides[0 if rewards[0] > 0 else 1] / sides.sum())
        return total

    logs = fitted(games_of(rows), 4, sides=2)
    logs += max(np.linspace(-2, 2, 401), key=lambda shift: likelihood(logs + shift))
    assert list(np.argsort(logs)) == [0, 1, 2, 3]
    for entrant, step in product(range(4), (-0.05, 0.05)):
        assert likelihood(logs + step * np.eye(4)[entrant]) < likelihood(logs)


def test_intervals_cover_true_ratings_about_as_often_as_they_say():
    true = POINTS * np.log([1, 2, 6])
    true -= true.mean()
    covered = 0
    for seed in range(30):
        ranking = rank(simulate([1, 2, 6], 3, 80, seed), NAMES[:3], seed=seed)
        covered += sum(s.points.low <= true[s.entrant] <= s.points.high for s in ranking.standings)
    assert 78 <= covered <= 89  # of 90; 85.5 are expected


# The ladder


def test_the_ladder_finds_the_order_of_strengths():
    rungs = climb(meetings(simulate(STRENGTHS, 4, 300)), 5)
    assert list(np.argsort([rung.mu for rung in rungs])) == [0, 2, 1, 3, 4]
    assert all(rung.ordinal == pytest.approx(rung.mu - 3 * rung.sigma) for rung in rungs)


def test_the_ladder_does_not_depend_on_who_won_last():
    games = games_of([((0, 1), (1, -1))] * 300 + [((0, 1), (-1, 1))] * 300)
    first, second = climb(meetings(games), 2)
    assert abs(first.mu - second.mu) < 2


def test_games_of_an_entrant_against_itself_leave_the_ladder_as_it_is():
    (rung,) = climb(meetings(games_of([((0, 0), (1, -1))] * 20)), 1)
    assert (rung.mu, rung.sigma) == (25, 25 / 3)


@pytest.mark.parametrize("games", [1, 3, 10, 30])
def test_joint_winners_of_a_short_arena_stand_above_the_third_on_the_ladder(games):
    rows = [((0, 1, 2, 3, 4), (0.5, 0.5, 0.2, -0.2, -1.0))] * games
    first, second, *others = (rung.mu for rung in climb(meetings(games_of(rows)), 5))
    assert first == pytest.approx(second)
    assert [second, *others] == sorted([second, *others], reverse=True)
    assert second > others[0] + 0.5


def test_three_who_share_first_place_stand_alike_above_the_one_who_always_loses():
    rungs = climb(meetings(games_of([((0, 1, 2, 3), (1 / 3, 1 / 3, 1 / 3, -1))] * 8)), 4)
    assert [rung.mu for rung in rungs[:3]] == pytest.approx([rungs[0].mu] * 3)
    assert rungs[0].mu > 25 > rungs[3].mu


# Whether the order is decided


def test_a_clear_order_is_decided_but_not_by_a_few_deals():
    games = simulate([1, 8, 60], 3, 100)
    first = Games(*(each[games.deals < 29] for each in vars(games).values()))
    assert is_decided(games, NAMES[:3], looks=10)
    assert not is_decided(first, NAMES[:3], looks=1)


def test_equals_are_not_told_apart():
    assert not is_decided(simulate([1, 5, 5], 3, 300), NAMES[:3], looks=1)


def test_rounding_decides_nothing():
    """The rewards of four seats, 1/3 and -1, do not sum exactly to 0; nor do those of twins in other orders."""
    third = np.float32(1 / 3)
    rows = [((0, 1, 0, 1), (third, third, third, -1)), ((1, 0, 1, 0), (third, third, third, -1))] * 50
    games = games_of(rows, deals=np.arange(100) // 2)
    games.rewards[::2, 0] += np.float32(1e-7)
    assert not is_decided(games, NAMES[:2], looks=1)
    assert all(standing.payoff.sign == 0 for standing in rank(games, NAMES[:2]).standings)


def test_more_frequent_looks_need_clearer_differences():
    rewards = np.where(np.arange(100) % 10 < 6, 1, -1)  # 0.2, which is 2.05 standard errors
    games = games_of([((0, 1), (reward, -reward)) for reward in rewards])
    assert is_decided(games, NAMES[:2], looks=1)
    assert not is_decided(games, NAMES[:2], looks=2)


def test_nothing_is_decided_before_all_have_played():
    assert not is_decided(simulate([1, 60], 2, 100), NAMES[:3], looks=1)


# All together


def test_the_same_games_give_the_same_figures_as_plain_json():
    games = simulate(STRENGTHS, 4, 50, levels=2)
    texts = [json.dumps(rank(games, NAMES, seed=5).as_dict(), allow_nan=False) for _ in range(2)]
    assert texts[0] == texts[1]
    assert texts[0] != json.dumps(rank(games, NAMES, seed=6).as_dict())
    found = json.loads(texts[0])
    assert len(found["standings"]) == 5
    assert len(found["duels"]) == 20
    assert {"agent", "other", "games", "difference", "ahead"} <= found["duels"][0].keys()


def test_one_entrant_alone_can_be_ranked():
    (standing,) = rank(simulate([1], 1, 30), NAMES[:1]).standings
    assert (standing.points.value, standing.strength.value) == (0, 1)


def test_games_that_cannot_be_ranked_are_refused():
    with pytest.raises(ValueError, match="deals must be at least 2 for an interval, got 1"):
        rank(simulate([1, 2], 2, 1), NAMES[:2])
    with pytest.raises(ValueError, match="chris has not played"):
        rank(simulate([1, 2], 2, 10), NAMES[:3])


def test_a_missing_library_is_named_with_the_remedy(monkeypatch):
    monkeypatch.setitem(sys.modules, "openskill", None)
    with pytest.raises(ValueError, match=r"the arena needs openskill; install it by: pip install 'cardzoo\[arena\]'"):
        rank(simulate([1, 2], 2, 10), NAMES[:2])


@pytest.mark.parametrize("width", [80, 100])
def test_tables_fit_the_terminal_and_show_every_name(width):
    names = ["[red]", *NAMES[1:4], "runs/getaway-20261121-093000"]
    ranking = rank(simulate(STRENGTHS, 4, 40), names)
    console = Console(width=width, record=True, file=sys.stderr)
    print_ranking(console, ranking, {"ben": Tally(1000, 0.05, {})}, "Getaway")
    lines = console.export_text().splitlines()
    assert all(len(line) <= width for line in lines)
    assert not any("…" in line for line in lines)
    assert all(any(name in line for line in lines) for name in names[:4])
    assert any("reward of the row's agent" in line for line in lines)
    halves = [duel.difference for duels in ranking.duels for duel in duels if duel]
    assert all(any(f"±{(half.high - half.low) / 2:.3f}" in line for line in lines) for half in halves)
    assert any(" 50 │" in line for line in lines) == (width == 100)  # µs a decision


def test_two_agents_need_no_cross_table():
    console = Console(width=100, record=True, file=sys.stderr)
    print_ranking(console, rank(simulate([1, 2], 2, 40), NAMES[:2]))
    assert "reward of the row's agent" not in console.export_text()


BEST = "{best} is best: it gets {payoff:+.3f} a game, which is {lead:.3f} more than {second} gets ({range})."
OPEN = (
    "{best} has the best payoff, {payoff:+.3f} a game, but these deals do not separate it from {second}: "
    "it leads by {lead:.3f} ({range})."
)


@pytest.mark.parametrize(("strengths", "words"), [([1, 50], BEST), ([1, 1], OPEN)])
def test_the_best_agent_is_named_with_its_lead_and_the_interval_of_that(strengths, words):
    ranking = rank(simulate(strengths, 2, 40, seed=1), ["anna", "[red]"])
    console = Console(width=200, record=True, file=sys.stderr)
    print_ranking(console, ranking)
    best, second = ranking.standings
    lead = best.lead
    figures = {"payoff": best.payoff.value, "lead": lead.value, "range": lead.range}
    expected = words.format(best=best.agent, second=second.agent, **figures)
    assert expected in console.export_text()
    assert lead.range == f"95 % interval {lead.low:+.3f} to {lead.high:+.3f}"


def test_agents_that_have_tables_to_themselves_meet_by_deal_with_the_mean_of_their_seats():
    alone = simulate([1, 4, 9], 1, 40)
    shifts = np.float32([0.5, -0.5, 0.0])
    tables = replace(
        alone,
        seats=alone.seats.repeat(3, axis=1),
        rewards=alone.rewards + shifts,
        scores=alone.scores.repeat(3, axis=1),
    )
    ranking = rank(tables, NAMES[:3])
    assert ranking == rank(alone, NAMES[:3])
    assert ranking.duels[0][1].ahead > 0.5
