"""Seeds are local, cover every draw, and do not repeat deals."""

import random
from math import factorial

import numpy as np
import pytest

from tests.playing import cards_of, few, play_out, usual


def test_a_seed_tells_the_whole_game(setting):
    one, other = (play_out(setting.table(7), most=few(400, 30)) for _ in range(2))
    assert one.snapshot() == other.snapshot()


def test_other_seeds_give_other_deals(game):
    deals = {cards_of(game.table(seed)) for seed in (*range(20), 2**32, 2**32 + 1, 2**63, 2**64 - 1)}
    assert len(deals) == min(24, count_decks(game))


def test_next_games_differ(game):
    table = game.table(1)
    deals = [cards_of(table)]
    for _ in range(5):
        table.reset()
        deals.append(cards_of(table))
    assert len(set(deals)) >= min(len(deals), count_decks(game) // 3)  # a few cards may fall alike again


def count_decks(game):
    """How many orders the pack of the usual table has."""
    return factorial(len(usual(game).pack))


@pytest.mark.views
def test_tables_without_seed_differ(game):
    assert len({int(game.table().state["seed"]) for _ in range(5)}) == 5
    batch = usual(game).batch(4)
    batch.reset()
    assert len({record.tobytes() for record in batch.records}) == 4


@pytest.mark.views
def test_global_generators_are_neither_read_nor_written(key_setting):
    episodes = []
    for global_seed in (1, 2):
        random.seed(global_seed)
        np.random.seed(global_seed)
        python, numpy = random.getstate(), np.random.get_state()
        env, batch = key_setting.env(), key_setting.batch(2, threads=1)
        env.reset(seed=5)
        batch.reset(seed=5)
        for _ in range(10):
            if env.table.over:
                env.reset()
            env.step(int(env.table.mask.argmax()))
            batch.step(batch.action_masks.argmax(axis=1))
        env.table.redeal(0, seed=1)
        assert random.getstate() == python
        assert all(np.array_equal(a, b) for a, b in zip(np.random.get_state(), numpy, strict=True))
        episodes.append(env.table.snapshot() + batch.records.tobytes())
    assert episodes[0] == episodes[1]


def test_rewards_do_not_change_the_cards(game):
    """The same seed deals the same whether rewards are outcomes or scores."""
    assert cards_of(game.table(1)) == cards_of(game.table(1, reward="score"))


def test_every_seat_deals(game):
    dealers = {int(game.table(seed).state.dealer) for seed in range(60 * game.default_players)}
    assert dealers == set(range(game.default_players))
