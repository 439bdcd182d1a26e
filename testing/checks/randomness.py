"""Seeds are local, cover every draw, and do not repeat deals."""

import random
from math import factorial

import numpy as np

from cardzoo.testing.check import Each, check
from cardzoo.testing.playing import at, cards_of, differing, play_out
from cardzoo.testing.setting import Setting, count


@check(Each.SETTING)
def check_a_seed_tells_the_whole_game(setting: Setting) -> None:
    """The same seed and actions are the same game."""
    one, other = (play_out(setting.table(7), most=count(compiled=400, interpreted=30)) for _ in range(2))
    assert one.snapshot() == other.snapshot(), at(one, f"two games of one seed differ in {differing(one, other)}")


@check(Each.GAME)
def check_other_seeds_give_other_deals(setting: Setting) -> None:
    """Different seeds give different deals, if the pack has so many orders."""
    deals = {cards_of(setting.game.table(seed)) for seed in (*range(20), 2**32, 2**32 + 1, 2**63, 2**64 - 1)}
    expected = min(24, count_decks(setting))
    assert len(deals) == expected, f"24 seeds give {len(deals)} deals, not {expected}"


@check(Each.GAME)
def check_next_games_differ(setting: Setting) -> None:
    """A reset without a seed deals another game."""
    table = setting.game.table(1)
    deals = [cards_of(table)]
    for _ in range(5):
        table.reset()
        deals.append(cards_of(table))
    expected = min(len(deals), count_decks(setting) // 3)  # a few cards may fall alike again
    assert len(set(deals)) >= expected, f"six games after each other have {len(set(deals))} deals"


def count_decks(setting: Setting) -> int:
    """The number of orders of the pack."""
    return factorial(len(setting.pack))


@check(Each.GAME, views=True)
def check_tables_without_seed_differ(setting: Setting) -> None:
    """Tables without a seed get different games."""
    assert len({int(setting.game.table().state["seed"]) for _ in range(5)}) == 5, "tables without a seed have the same"
    batch = setting.batch(4)
    batch.reset()
    assert len({record.tobytes() for record in batch.records}) == 4, "tables of a batch are the same"


@check(Each.FEW_SETTINGS, views=True)
def check_global_generators_are_neither_read_nor_written(setting: Setting) -> None:
    """All random draws come from the table's own generator."""
    episodes = []
    for global_seed in (1, 2):
        random.seed(global_seed)
        np.random.seed(global_seed)
        python, numpy = random.getstate(), np.random.get_state()
        env, batch = setting.env(), setting.batch(2, threads=1)
        env.reset(seed=5)
        batch.reset(seed=5)
        for _ in range(10):
            while env.table.over:  # some deals are over at once
                env.reset()
            env.step(int(env.table.mask.argmax()))
            batch.step(batch.action_masks.argmax(axis=1))
        env.table.redeal(0, seed=1)
        assert random.getstate() == python, "random.random has been called"
        untouched = all(np.array_equal(a, b) for a, b in zip(np.random.get_state(), numpy, strict=True))
        assert untouched, "np.random has been called"
        episodes.append(env.table.snapshot() + batch.records.tobytes())
    assert episodes[0] == episodes[1], "a game depends on a global generator"


@check(Each.GAME)
def check_rewards_do_not_change_the_cards(setting: Setting) -> None:
    """The same seed gives the same deal with rewards by outcome and by score."""
    game = setting.game
    assert cards_of(game.table(1)) == cards_of(game.table(1, reward="score")), "seed 1: reward='score' deals otherwise"


@check(Each.GAME)
def check_every_seat_deals(setting: Setting) -> None:
    """Every seat is the dealer for some seed."""
    game = setting.game
    dealers = {int(game.table(seed).state.dealer) for seed in range(60 * game.default_players)}
    assert dealers == set(range(game.default_players)), f"only players {sorted(dealers)} deal"
