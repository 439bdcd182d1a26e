"""Written decks are dealt as a shuffled pack of the same order would be."""

import numpy as np
import pytest

from cardzoo.envs.engine import piles
from cardzoo.envs.engine.cards import card_words

SEED = 7  # with which no game throws the hands in: what follows is not dealt from the written deck


def shuffled(setting, seed):
    """The pack in the order in which a table of this seed deals it, the first card first."""
    tables = setting.game.blank(**setting.arguments)
    tables["seed"] = seed
    state = tables[0]
    piles.fill(state.stock, np.array(setting.pack, np.int16))
    piles.shuffle(state, state.stock)
    return state.stock.cards[: state.stock.height][::-1].tolist()


@pytest.mark.parametrize("spelling", ["codes", "words", "text"])
def test_a_written_deck_deals_as_the_shuffle_it_is(setting, spelling):
    game = setting.game
    table = setting.table(SEED)
    deck = shuffled(setting, SEED)
    spelled = {"codes": deck, "words": card_words(deck).split(), "text": card_words(deck)}[spelling]
    written = setting.table(1, deck=spelled, dealer=int(table.state.dealer))
    for name in game.dtype.names:
        if name not in ("seed", "draws"):
            assert written.state[name].tobytes() == table.state[name].tobytes(), name
    assert np.array_equal(written.mask, table.mask)


def test_a_written_deck_is_dealt_by_the_last_seat(setting):
    table = setting.table(1, deck=list(setting.pack))
    assert table.state.dealer == setting.num_players - 1


@pytest.mark.views
def test_every_view_deals_a_written_deck(key_setting):
    game, deck = key_setting.game, shuffled(key_setting, 4)
    table = key_setting.table(9, deck=deck)
    env, parallel = key_setting.env(), key_setting.parallel()
    single = key_setting.single(opponents="random", seat=table.player)
    env.reset(seed=9, options={"deck": deck})
    parallel.reset(seed=9, options={"deck": deck})
    single.reset(seed=9, options={"deck": card_words(deck)})
    assert env.table.snapshot() == parallel.aec.table.snapshot() == table.snapshot()
    assert single.tables.batch.records.tobytes() == table.snapshot(), game.name


def test_the_deck_is_for_one_game_only(key_setting):
    env, other = key_setting.env(), key_setting.env()
    deck = shuffled(key_setting, 4)
    env.reset(seed=1, options={"deck": deck})
    env.reset()
    other.reset(seed=1, options={"deck": deck})
    first = other.table.snapshot()
    assert env.table.snapshot() != first
