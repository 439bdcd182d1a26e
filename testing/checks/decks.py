"""Written decks are dealt as a shuffled pack of the same order would be."""

from typing import Any

import numpy as np

from cardzoo.envs.engine import piles
from cardzoo.envs.engine.game import shuffle_all
from cardzoo.testing.check import Each, check
from cardzoo.testing.playing import at, differing
from cardzoo.testing.setting import Setting

SEED = 10  # with it no game deals again or puts a card back, after which the cards are not those of the written deck


def shuffled(setting: Setting, seed: int) -> list[int]:
    """The pack in the order in which a table of this seed deals it, the first card first."""
    tables = setting.game.blank(**setting.arguments)
    tables["seed"] = seed
    state: Any = tables[0]
    piles.fill(state.stock, np.array(setting.pack, np.int16))
    piles.shuffle(state, state.stock)
    cards: list[int] = state.stock.cards[: state.stock.height][::-1].tolist()
    return cards


@check(Each.SETTING)
def check_a_written_deck_deals_as_the_shuffle_it_is(setting: Setting) -> None:
    """Codes, a list of words and a text of words give the same deal, if the whole pack is shuffled before it."""
    if setting.game.shuffle is not shuffle_all:
        return
    table, deck = setting.table(SEED), shuffled(setting, SEED)
    for spelled in (deck, setting.game.cards.text(deck).split(), setting.game.cards.text(deck)):
        written = setting.table(1, deck=spelled, dealer=int(table.state.dealer))
        apart = differing(table, written, ("seed", "draws"))
        assert not apart, at(table, f"the same deck, written, is dealt otherwise: {', '.join(apart)}")
        assert np.array_equal(written.mask, table.mask), at(
            table, "with the same deck, written, other actions are legal"
        )


@check(Each.SETTING)
def check_a_written_deck_is_dealt_by_the_last_seat(setting: Setting) -> None:
    """The last seat is the dealer, unless an option names the dealer."""
    table = setting.table(1, deck=list(setting.pack))
    seats = range(setting.num_players)
    if any(setting.table(1, deck=list(setting.pack), dealer=seat).state.dealer != seat for seat in seats):
        return
    assert table.state.dealer == setting.num_players - 1, at(table, f"player {table.state.dealer} deals")


@check(Each.FEW_SETTINGS, views=True)
def check_every_view_deals_a_written_deck(setting: Setting) -> None:
    """Every view takes ``reset(options={"deck": ...})``."""
    deck = shuffled(setting, 4)
    table = setting.table(9, deck=deck)
    env, parallel = setting.env(), setting.parallel()
    single = setting.single(opponents="random", seat=table.player)
    env.reset(seed=9, options={"deck": deck})
    parallel.reset(seed=9, options={"deck": deck})
    single.reset(seed=9, options={"deck": setting.game.cards.text(deck)})
    assert env.table.snapshot() == table.snapshot(), at(table, "PettingZoo's view deals the deck otherwise")
    assert parallel.aec.table.snapshot() == table.snapshot(), at(table, "the parallel view deals the deck otherwise")
    dealt = single.tables.batch.records.tobytes()
    assert dealt == table.records.tobytes(), at(table, "Gymnasium's view deals the deck otherwise")


@check(Each.FEW_SETTINGS)
def check_the_deck_is_for_one_game_only(setting: Setting) -> None:
    """The next game is shuffled."""
    env, other = setting.env(), setting.env()
    deck = shuffled(setting, 4)
    env.reset(seed=1, options={"deck": deck})
    env.reset()
    other.reset(seed=1, options={"deck": deck})
    assert env.table.snapshot() != other.table.snapshot(), at(
        env.table, "the game after a written deck is dealt from it"
    )
