"""A game that is over as soon as it is dealt is the same game in every view, and counts.

One Black Hole deal in 35 has no move. PettingZoo's turn-by-turn view ends at once; the others end with the first step.
"""

from functools import cache
from typing import Any

import numpy as np

from cardzoo.envs import Batch, CardEnv, Game, ParallelCardEnv
from cardzoo.envs.single import SingleSeat, VectorSeats
from cardzoo.testing.check import Each, check
from cardzoo.testing.checks.decks import shuffled
from cardzoo.testing.playing import at
from cardzoo.testing.setting import Setting, count

SEEDS = 200


@cache
def lost_seeds(game: Game) -> list[int]:
    """The first seed whose deal ends the game, in a list; an empty list if none of the tried seeds does."""
    return [seed for seed in range(count(compiled=SEEDS, interpreted=60)) if game.table(seed).over][:1]


def is_patience(setting: Setting) -> bool:
    """Returns whether the game has one player; no deal ends a game of several."""
    return setting.game.seats == 1


@check(Each.GAME, views=True, concerns=is_patience)
def check_a_deal_that_is_lost_at_once_is_told_turn_by_turn(setting: Setting) -> None:
    """PettingZoo's view is terminated before the first action."""
    for seed in lost_seeds(setting.game):
        env = CardEnv(setting.game)
        env.reset(seed=seed)
        _, reward, terminated, _, info = env.last()
        assert (reward, terminated) == (-1.0, True), at(env.table, f"reward {reward}, terminated {terminated}")
        assert "score" in info, at(env.table, f"the info is {info}")
        env.step(None)
        assert not env.agents, at(env.table, f"{env.agents} are left")


@check(Each.GAME, views=True, concerns=is_patience)
def check_the_parallel_view_ends_a_lost_deal_with_the_first_step(setting: Setting) -> None:
    """Every agent has only the idle action for this step."""
    for seed in lost_seeds(setting.game):
        env = ParallelCardEnv(setting.game)
        observations, _ = env.reset(seed=seed)
        table = env.aec.table
        idle = {agent: int(observations[agent]["action_mask"].argmax()) for agent in env.agents}
        assert set(idle.values()) == {env.idle_action}, at(table, f"legal is {idle}")
        _, rewards, terminations, _, _ = env.step(idle)
        assert set(rewards.values()) == {-1.0}, at(table, f"the rewards are {rewards}")
        assert all(terminations.values()), at(table, f"terminated: {terminations}")
        assert not env.agents, at(table, f"{env.agents} are left")
        assert table.snapshot() == setting.game.table(seed).snapshot(), at(table, "it is another game")


@check(Each.GAME, views=True, concerns=is_patience)
def check_gymnasium_ends_a_lost_deal_with_any_action(setting: Setting) -> None:
    """Seeds, written decks and positions that are lost end alike."""
    game = setting.game
    for seed in lost_seeds(game):
        table = game.table(seed)
        starts: tuple[dict[str, Any], ...] = (
            {},
            {"deck": setting.game.cards.text(shuffled(setting, seed)).split()},
            {"position": table.words()},
        )
        for options in starts:
            env = SingleSeat(game.id)
            _, info = env.reset(seed=seed, options=options or None)
            assert info["action_mask"].all(), at(table, f"{[*options]}: not every action is legal")
            _, reward, terminated, truncated, info = env.step(len(game.actions) - 1)
            ends = (reward, terminated, truncated)
            assert ends == (-1.0, True, False), at(table, f"{[*options]}: reward and ends are {ends}")
            assert info["score"] == table.scores()[0], at(table, f"{[*options]}: the info is {info}")


@check(Each.GAME, views=True, concerns=is_patience)
def check_a_batch_counts_every_seed(setting: Setting) -> None:
    """Tables whose deal is lost end with the next step, whatever the action, and then deal the next game."""
    game, seeds = setting.game, count(compiled=SEEDS, interpreted=60)
    if not lost_seeds(game):
        return
    over = np.array([game.table(seed).over for seed in range(seeds)])
    batch = Batch(game, seeds, threads=1)
    batch.reset(seed=0)
    assert np.array_equal(batch.records["over"], over), "a batch deals other games than tables of its seeds"
    assert batch.action_masks[over].all(), "on a lost deal not every action is legal"
    batch.step(batch.sample_actions())
    assert batch.terminations[over].all(), "a lost deal has not ended with the first step"
    assert (batch.rewards[over] == -1).all(), "a lost deal is not paid"


@check(Each.GAME, views=True, concerns=is_patience)
def check_a_batch_that_does_not_restart_tells_a_lost_deal_once(setting: Setting) -> None:
    """Later steps report neither an end nor a reward."""
    for seed in lost_seeds(setting.game):
        batch = Batch(setting.game, 1, restart=False)
        batch.reset(seed=seed)
        batch.step([0])
        assert batch.terminations[0], f"seed {seed}: the lost deal has not ended"
        assert not batch.action_masks.any(), f"seed {seed}: something is legal after the end"
        batch.step([0])
        assert not batch.terminations[0], f"seed {seed}: the end is reported twice"
        assert not batch.rewards.any(), f"seed {seed}: the end is paid twice"


@check(Each.GAME, views=True, concerns=is_patience)
def check_gymnasium_s_vector_counts_a_lost_deal(setting: Setting) -> None:
    """Environment k plays the same games as a single environment of its seed."""
    for seed in lost_seeds(setting.game):
        single, vector = SingleSeat(setting.game.id), VectorSeats(setting.game.id, 2)
        single.reset(seed=seed)
        vector.reset(seed=seed)
        _, reward, terminated, *_ = single.step(0)
        _, rewards, terminations, *_ = vector.step(vector.action_masks().argmax(axis=1))
        message = f"seed {seed}: reward and end are {rewards[0], terminations[0]}, single {reward, terminated}"
        assert (rewards[0], terminations[0]) == (reward, terminated), message
