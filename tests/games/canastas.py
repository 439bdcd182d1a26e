"""Words for the games of canasta's family: cards are written by rank alone, "black" and "red" being 3s."""

from collections import Counter
from itertools import permutations

import numpy as np

from cardzoo.envs.engine.cards import card_words
from cardzoo.envs.families.canastas import RED_THREE
from tests.playing import now

RANKS = [*"456789", "10", *"JQKA"]
WILDS = ("2", "joker")
SPELLED = {"black": "3♣", "red": "3♦", "joker": "joker"} | {word: f"{word}♣" for word in [*RANKS, "2"]}
SHORT = {card: word for word, card in SPELLED.items()}
WORTH = {"A": 20, "2": 20, "joker": 50}
WORTH |= dict.fromkeys(["4", "5", "6", "7"], 5) | dict.fromkeys(["8", "9", "10", "J", "Q", "K"], 10)


def seven(word):
    return " ".join([word] * 7)


def spell(words):
    """Cards as the game writes them."""
    return " ".join(SPELLED[word] for word in words.split())


def unspell(words):
    """Cards by rank alone, in the given order."""
    return " ".join(SHORT[card] for card in words.split())


def held(table, player=0):
    """A hand, by ranks."""
    return unspell(now(table, "hands")[player])


def legal(table, *verbs):
    """The legal actions that begin with one of these words."""
    return [word for word in table.legal() if word.split()[0] in verbs]


def size(cards):
    return len(cards.split())


def deck_of(game, places):
    """A deck with these cards at these places; the others are 4s, 5s and so on, wild cards and red 3s last."""
    left = Counter(card_words(game.pack).split())
    left.subtract(SPELLED[word] for word in places.values())
    order = [SPELLED[word] for word in [*RANKS, "black", "2", "joker", "red"]]
    others = iter([card for card in order for _ in range(left[card])])
    return [SPELLED[places[place]] if place in places else next(others) for place in range(len(game.pack))]


def play_randomly(table, seed, likes="", most=10**6):
    """Yields before each action; actions that begin with a word of `likes` are mostly preferred, all else is random."""
    generator = np.random.default_rng(seed)
    liked = np.array([word.split()[0] in likes.split() for word in table.game.actions.words])
    while not table.over and most > 0:
        yield table
        choices = np.flatnonzero(table.mask)
        if liked[choices].any() and generator.random() < 0.9:
            choices = choices[liked[choices]]
        table.step(int(generator.choice(choices)))
        most -= 1


# Redealing hidden cards


def hidden_from(player, table, at=0):
    """The hidden cards in each place, the stock's in no order; known ones are left out.

    Buried ones are left out too, if ``at`` is the lowest place of such cards in the stock.
    """
    state = table.state
    places = {"stock": state.stock.cards[: state.stock.height].tolist()}
    if at:
        del places["stock"][at : at + state.buried]
    for name in ("hands", "knees", "feet"):
        for seat, cards in enumerate(getattr(state, name, ())):
            hidden = cards - state.known[seat] if name == "hands" else cards
            if (name, seat) != ("hands", player):
                places[name, seat] = np.repeat(np.arange(len(hidden)), hidden).tolist()
    return {place: tuple(sorted(cards)) for place, cards in places.items() if cards}


def all_deals(player, table, allowed=lambda places: True):
    """All ways to deal the hidden cards, with all cards distinct, counted by `hidden_from`."""
    places = hidden_from(player, table)
    counts = Counter()
    for order in permutations([card for cards in places.values() for card in cards]):
        cards = iter(order)
        deal = {place: tuple(sorted(next(cards) for _ in held_cards)) for place, held_cards in places.items()}
        if allowed(deal) and not any(
            place[0] == "hands" and RED_THREE in held_cards for place, held_cards in deal.items()
        ):
            counts[tuple(deal.items())] += 1
    return counts


def redeals(player, table, draws):
    """Counts of the hidden cards in redeals."""
    return Counter(tuple(hidden_from(player, table.redeal(player, seed)).items()) for seed in range(draws))


def agree(found, expected):
    """Returns whether counts agree with expected ones by a chi-square test, five sigmas wide."""
    assert set(found) <= set(expected)
    shares = {deal: found.total() * count / expected.total() for deal, count in expected.items()}
    distance = sum((found[deal] - share) ** 2 / share for deal, share in shares.items())
    freedom = len(expected) - 1
    return distance < freedom + 5 * np.sqrt(2 * freedom)
