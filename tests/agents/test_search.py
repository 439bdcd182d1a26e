"""Tree search: what it chooses, what it may know, and its budget."""

import numpy as np
import pytest

from cardzoo.agents import agent_generator, find_agent
from cardzoo.agents.search import SearchAgent, SearchSettings
from cardzoo.agents.search.race import LEAST_ROUNDS, Race
from cardzoo.envs import find_game
from cardzoo.training.evaluate import compare
from tests.playing import AS_USERS_RUN, ONE_GAME, Setting, usual, walk

pytestmark = pytest.mark.skipif(not AS_USERS_RUN, reason="search is slow where rules are interpreted")


def search(words="200", game=ONE_GAME):
    return find_agent(f"search:{words}", game)


def choices(agent, setting=None, seed=3, most=12):
    """What the agent would do at each choice of a random game, as who gets the redealt table."""
    table, generator, chosen = (setting or usual(ONE_GAME)).table(seed), agent_generator(seed), []
    for _ in walk(table, seed, most):
        guess = table.redeal(table.player, seed=seed)
        chosen.append(agent.act_at(guess.records, table.player, table.mask.copy(), generator))
        assert table.mask[chosen[-1]]
    return chosen


def test_the_same_seed_gives_the_same_choices():
    assert choices(search()) == choices(search())


def test_threads_share_the_rounds_out():
    agent = search("400:threads=2")
    assert choices(agent) == choices(search("400:threads=2"))
    assert agent.rounds > LEAST_ROUNDS


def test_simulations_are_a_bound():
    agent = search("64")
    choices(agent, most=2)
    assert LEAST_ROUNDS <= agent.rounds <= 32


def test_a_second_is_a_budget_too():
    agent = search("0.01s")
    choices(agent, most=4)
    assert agent.steps > 0


def test_more_actions_than_simulations_leave_the_guides_choice():
    table, expert = usual(ONE_GAME).table(3), find_agent("expert", ONE_GAME)
    for _ in walk(table, 3, 12):
        mask, seen = table.mask.copy(), table.redeal(table.player, seed=1).records
        favourite = expert.act(table.view(table.player), mask.copy(), agent_generator(0))
        assert search("2").act_at(seen, table.player, mask, agent_generator(0)) == favourite


def test_a_full_tree_ends_the_search(monkeypatch):
    monkeypatch.setattr("cardzoo.agents.search.agent.MOST_NODES", 300)
    agent = search("100000")
    choices(agent, most=3)
    assert agent.steps > 0


@pytest.mark.parametrize(("name", "option", "many"), [("chinese_ten", "deals", 20), ("stop_the_bus", "tokens", 10)])
def test_a_match_is_searched_to_the_end_of_the_hand(name, option, many):
    """Nothing lies beyond: a search of many hands takes as many steps as one of a single hand."""
    game = find_game(name)
    agent, steps = search("200", game), []
    for number in (1, many):
        table = Setting(game, 2, {option: number}).table(5, deck=None)
        agent.act_at(table.redeal(table.player, seed=1).records, table.player, table.mask.copy(), agent_generator(1))
        steps.append(agent.steps)
    assert steps[1] < 2 * steps[0]


def test_it_is_better_than_the_agent_that_guides_it():
    result = compare(ONE_GAME, search("200"), find_agent("expert", ONE_GAME), deals=24, seed=1)
    assert result.low > 0, result


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ("much", "'much' is not understood; write search:500, search:0.2s, or key=value"),
        ("0", "simulations=0 is too little; at least 1"),
        ("-1s", "seconds=-1.0 is too little; at least 0"),
        ("200:rolout=random", "'rolout' is unknown; did you mean 'rollout'?"),
        ("200:rollout=strong", "getaway has no scripted agent 'strong'"),
        ("200:worlds=many", "'worlds=many' is not understood"),
    ],
)
def test_mistakes_are_told_in_one_line(words, message):
    with pytest.raises(ValueError, match="search") as problem:
        search(words)
    assert message in str(problem.value)
    assert "\n" not in str(problem.value)


def test_a_search_needs_a_budget():
    with pytest.raises(ValueError, match="simulations or seconds"):
        SearchAgent(ONE_GAME, SearchSettings(simulations=None))


def race_of(gains, favourite=0, left=0.9):
    """A race after all of these rounds."""
    race = Race(len(gains), favourite)
    race.rounds = len(gains[0])
    race.gains[:, : race.rounds] = gains
    race.drop(left)
    return race


def go_on(race, gains, left=0.2):
    """More rounds, of those that are still racing."""
    first, race.rounds = race.rounds, race.rounds + len(gains[0])
    race.gains[race.racing, first : race.rounds] = gains
    race.drop(left)
    return race


def test_what_is_far_behind_leaves_the_heats():
    noise = np.random.default_rng(0).normal(size=64)
    assert race_of([noise, noise + 0.01, noise - 0.1]).racing.tolist() == [0, 1]


def test_half_of_the_actions_leave_as_the_heats_go_on():
    gains = np.arange(8)[:, None] + np.zeros(4)
    assert race_of(gains, left=0.8).racing.tolist() == [4, 5, 6, 7]
    assert race_of(gains, left=0.6).racing.tolist() == [6, 7]


def test_the_best_of_the_heats_meets_the_favourite():
    race = race_of(np.arange(8)[:, None] + np.zeros(4), left=0.4)
    assert race.racing.tolist() == [0, 7]
    assert not race.over


def test_a_favourite_that_wins_the_heats_has_won():
    race = race_of(np.arange(8)[:, None] + np.zeros(4), favourite=7, left=0.4)
    assert race.over
    assert race.winner(evidence=1) == 7


def test_the_final_counts_its_own_rounds_alone():
    """A challenger that was lucky in the heats gains nothing by it."""
    lucky = [[0.0] * 16, [1.0] * 16]
    noise = np.random.default_rng(1).normal(size=16)
    assert go_on(race_of(lucky, left=0.4), [noise, noise[::-1]]).winner(evidence=1) == 0
    assert go_on(race_of(lucky, left=0.4), [noise, noise + 0.2]).winner(evidence=1) == 1


def test_a_clear_final_ends_early():
    noise = np.random.default_rng(1).normal(size=64)
    race = go_on(race_of([[0.0] * 16, [1.0] * 16], left=0.45), [noise, noise + 0.2], left=0.4)
    assert race.over
    assert race.winner(evidence=1) == 1


def test_few_rounds_tell_nothing():
    assert race_of([[0.0] * 2, [1.0] * 2]).winner(evidence=0) == 0
    final = race_of([[0.0] * 16, [1.0] * 16], left=0.4)
    assert go_on(final, [[0.0] * 4, [1.0] * 4]).winner(evidence=0) == 0
