"""A game that is over as soon as it is dealt is the same game in every view, and counts.

One Black Hole deal in 35 has no move. PettingZoo's turn-by-turn view tells so at once; the others cannot before a step.
"""

import gymnasium
import numpy as np
import pytest

from cardzoo.envs import Batch, CardEnv, Game, ParallelCardEnv
from cardzoo.envs.engine.cards import card_words
from tests.contract.test_decks import shuffled
from tests.playing import few, usual

pytestmark = pytest.mark.views

SEEDS = 200


def lost_seed(game: Game) -> int:
    """A seed with which the deal ends the game."""
    if game.seats > 1:
        pytest.skip("no deal ends this game")
    for seed in range(few(SEEDS, 60)):
        if game.table(seed).over:
            return seed
    pytest.skip("no deal ends this game")


def test_turn_by_turn_it_is_over_and_paid(game):
    env = CardEnv(game)
    env.reset(seed=lost_seed(game))
    _, reward, terminated, _, info = env.last()
    assert (reward, terminated) == (-1.0, True)
    assert "score" in info
    env.step(None)
    assert not env.agents


def test_the_parallel_view_ends_it_with_the_first_step(game):
    env, seed = ParallelCardEnv(game), lost_seed(game)
    observations, _ = env.reset(seed=seed)
    idle = {agent: int(observations[agent]["action_mask"].argmax()) for agent in env.agents}
    assert set(idle.values()) == {env.idle_action}
    _, rewards, terminations, _, _ = env.step(idle)
    assert set(rewards.values()) == {-1.0}
    assert all(terminations.values())
    assert not env.agents
    assert env.aec.table.snapshot() == game.table(seed).snapshot()


@pytest.mark.parametrize("start", ["seed", "deck", "position"])
def test_gymnasium_ends_it_with_any_action(game, start):
    seed = lost_seed(game)
    table = game.table(seed)
    options = {
        "seed": None,
        "deck": {"deck": card_words(shuffled(usual(game), seed)).split()},
        "position": {"position": table.words()},
    }[start]
    env = gymnasium.make(f"cardzoo/{game.id}")
    _, info = env.reset(seed=seed, options=options)
    assert info["action_mask"].all()
    _, reward, terminated, truncated, info = env.step(len(game.actions) - 1)
    assert (reward, terminated, truncated) == (-1.0, True, False)
    assert info["score"] == table.scores()[0]


def test_a_batch_counts_every_seed(game):
    """Tables whose deal is lost end with the next step, whatever the action, and then deal the next game."""
    lost_seed(game)
    seeds = few(SEEDS, 60)
    over = np.array([game.table(seed).over for seed in range(seeds)])
    batch = Batch(game, seeds, threads=1)
    batch.reset(seed=0)
    assert np.array_equal(batch.records["over"], over)
    assert batch.action_masks[over].all()
    batch.step(batch.sample_actions())
    assert batch.terminations[over].all()
    assert (batch.rewards[over] == -1).all()


def test_a_batch_that_does_not_restart_tells_it_once(game):
    seed = lost_seed(game)
    batch = Batch(game, 1, restart=False)
    batch.reset(seed=seed)
    batch.step([0])
    assert batch.terminations[0]
    assert not batch.action_masks.any()
    batch.step([0])
    assert not batch.terminations[0]
    assert not batch.rewards.any()


def test_gymnasium_s_vector_counts_it(game):
    """Environment k plays the games that a single one of that seed plays."""
    seed = lost_seed(game)
    single, vector = gymnasium.make(f"cardzoo/{game.id}"), gymnasium.make_vec(f"cardzoo/{game.id}", num_envs=2)
    single.reset(seed=seed)
    vector.reset(seed=seed)
    _, reward, terminated, *_ = single.step(0)
    masks = vector.unwrapped.action_masks()
    _, rewards, terminations, *_ = vector.step(masks.argmax(axis=1))
    assert (rewards[0], terminations[0]) == (reward, terminated)
