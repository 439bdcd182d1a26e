"""Words for the games of canasta's family: cards are written by rank alone, "black" and "red" being 3s."""

from collections import Counter

import numpy as np

from cardzoo.envs.engine.cards import card_words

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
    """Cards by rank alone, in the order that they are given in."""
    return " ".join(SHORT[card] for card in words.split())


def now(table, name):
    return table.words(name)[name]


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
    """Before each action; actions that begin with a word of `likes` are preferred mostly, all else is random."""
    generator = np.random.default_rng(seed)
    liked = np.array([word.split()[0] in likes.split() for word in table.game.actions.words])
    while not table.over and most > 0:
        yield table
        choices = np.flatnonzero(table.mask)
        if liked[choices].any() and generator.random() < 0.9:
            choices = choices[liked[choices]]
        table.step(int(generator.choice(choices)))
        most -= 1
