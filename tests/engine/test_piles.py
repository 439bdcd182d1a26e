import numpy as np

from cardzoo.envs.engine import Pile, piles, rng
from cardzoo.envs.engine.fields import View

SEEDS = 400


def pile(words="", capacity=10):
    """A pile that holds these cards, the last on top."""
    view = View(Pile("stock", capacity))
    record = view.blank()[0]
    view.from_words({"stock": words}, record)
    return record.stock


def words(record):
    return Pile("stock", 10).to_words(record, 1)


def test_push_and_draw_are_at_the_top():
    stock = pile("A♣ 2♣")
    piles.push(stock, 2)
    assert words(stock) == "A♣ 2♣ 3♣"
    assert piles.top(stock) == piles.draw(stock) == 2
    assert words(stock) == "A♣ 2♣"


def test_places_above_the_top_are_empty():
    stock = pile("A♣ 2♣")
    piles.draw(stock)
    assert stock.cards.tolist() == [0] + [-1] * 9


def test_top_of_nothing():
    assert piles.top(pile()) == -1


def test_fill_and_clear():
    stock = pile("K♠")
    piles.fill(stock, np.array([3, 4], np.int16))
    assert (words(stock), stock.cards[2:].max()) == ("4♣ 5♣", -1)
    piles.clear(stock)
    assert (words(stock), stock.cards.max()) == ("", -1)


def test_copy():
    target = pile("K♠ Q♠ J♠")
    piles.copy(pile("A♣ 2♣"), target)
    assert (words(target), target.cards[2:].max()) == ("A♣ 2♣", -1)


def test_counted_cards_move_in_the_order_of_their_codes():
    stock, counts = pile("A♣"), np.zeros(52, np.int16)
    counts[[51, 3]] = 1, 2
    piles.move_counted(counts, stock)
    assert words(stock) == "A♣ 4♣ 4♣ K♠"
    assert counts.sum() == 0


def test_shuffle_makes_all_orders_equally_often():
    """All six orders of three cards are within five standard deviations of their share; nothing above is touched."""
    counts = {}
    for seed in range(SEEDS):
        stock = pile("A♣ 2♣ 3♣")
        piles.shuffle(rng.generators(np.array([seed], np.uint64))[0], stock)
        assert stock.cards[3:].max() == -1
        counts[words(stock)] = counts.get(words(stock), 0) + 1
    assert len(counts) == 6
    assert max(abs(count - SEEDS / 6) for count in counts.values()) < 5 * (SEEDS / 6) ** 0.5


def test_shuffle_of_one_card_draws_nothing():
    generator = rng.generators(np.array([1], np.uint64))[0]
    piles.shuffle(generator, pile("A♣"))
    assert generator.draws == 0
