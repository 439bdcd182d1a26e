"""Units of results: poker is in chips or in thousandths of a big blind a hand, all other games in rewards."""

import numpy as np
import pytest

from cardzoo.agents import find_agent
from cardzoo.envs import find_game
from cardzoo.envs.engine.units import REWARD
from cardzoo.training.evaluation.duplicate import compare
from cardzoo.training.evaluation.ratings.ratings import rank
from tests.command import command
from tests.training.simulated_games import simulate

HOLDEM, KUHN, LEDUC = map(find_game, ("texas_holdem", "kuhn_poker", "leduc_poker"))


@pytest.mark.parametrize(
    ("game", "players", "options", "chips", "units"),
    [
        (HOLDEM, 2, {}, 2, 1000),
        (HOLDEM, 3, {"hands": 10, "rebuy": True}, 2, 100),
        (HOLDEM, 6, {"hands": 10}, 2, 100),
        (KUHN, 2, {}, 1, 1),
        (KUHN, 10, {}, 1, 1),
        (LEDUC, 2, {}, 1, 1),
    ],
)
def test_a_big_blind_a_hand_is_1000_mbb_and_a_chip_of_the_small_pokers_one(game, players, options, chips, units):
    table = game.table(num_players=players, **options)
    step = np.random.default_rng(0)
    while not table.over:
        table.step(int(step.choice(np.flatnonzero(table.mask))))
    unit = game.unit_of(players, **options)
    rewards = table.state.reward[:players] * unit.per_reward
    assert rewards == pytest.approx(table.state.score[:players] * units / chips, rel=1e-5)
    assert table.state.score.any()


def test_other_games_show_rewards():
    assert find_game("getaway").unit_of() == REWARD


def test_evaluation_names_the_unit():
    found = compare(KUHN, find_agent("expert", KUHN), find_agent("random", KUHN), 300, 1)
    assert f"its advantage is {found.advantage * 2:+.3f} chips/hand (95 % interval" in found.verdict
    out = command("evaluate", "kuhn_poker", "expert", "--against", "random", "--deals", "300", "--seed", "1").out
    table, _, sentence = out.partition("└")
    assert "chips/hand" in table.partition("┡")[0]
    assert f"{found.advantage * 2:+.3f}" in table
    assert "chips/hand" in sentence


def test_a_ranking_in_a_unit_keeps_its_order_and_its_ratings():
    ranking = rank(simulate([1, 4], 2, 40), ["anna", "ben"])
    shown = ranking.in_unit(HOLDEM.unit_of())
    assert [one.points for one in shown.standings] == [one.points for one in ranking.standings]
    assert shown.standings[0].payoff.value == pytest.approx(1e5 * ranking.standings[0].payoff.value)
    assert "mbb/hand" in shown.verdict
    assert shown.duels[0][1].difference.value == pytest.approx(1e5 * ranking.duels[0][1].difference.value)
