"""The rules of FreeCell, clause by clause. Cards that a position does not name are on the foundations."""

import pytest

from cardzoo.envs.engine.cards import card_words, parse_cards
from cardzoo.envs.families.numbered_deals import microsoft_deal
from cardzoo.envs.games.freecell import GAME
from tests.playing import few, walk

PACK = "A♣..K♣ A♦..K♦ A♥..K♥ A♠..K♠"
WON = {"over": True, "truncated": False, "reward": [1.0]}
LOST = {"over": True, "truncated": False, "reward": [-1.0]}
STOPPED = {"over": True, "truncated": True, "reward": [-1.0]}
GOES_ON = {"over": False, "truncated": False, "reward": [0.0]}

# Kings below and fours on top: nothing fits anything, and no four can go home.
STUCK = ["K♣ A♣ 2♣ 3♣ 4♣", "K♦ A♦ 2♦ 3♦ 4♦", "K♥ A♥ 2♥ 3♥ 4♥", "K♠ A♠ 2♠ 3♠ 4♠"]
STUCK += ["5♣ 6♣ 7♣ 8♣", "5♦ 6♦ 7♦ 8♦", "5♥ 6♥ 7♥ 8♥", "5♠ 6♠ 7♠ 8♠"]
COURTS = ["10♣ 10♦ 10♥ 10♠", "J♣ J♦ J♥ J♠", "Q♣ Q♦ Q♥ Q♠"]


def now(table, name):
    return table.words(name)[name]


def columns(table):
    """The columns in words, without the empty ones at the right."""
    words = now(table, "columns")
    while words and not words[-1]:
        words.pop()
    return words


def legal(table, *ends):
    """The legal actions whose words end so."""
    return [words for words in table.legal() if words.endswith(ends)]


def result(table):
    return table.words("over", "truncated", "reward")


def moving(sequence, empty, free, target="K♠", **options):
    """A position in which a sequence lies on the ace of spades; so many columns are empty, and so many cells free.

    All other cards are under kings and the ace of spades, as no card of the sequence may be on a foundation.
    """
    named = ["A♠", *sequence.split(), target]
    rest = [word for word in card_words(parse_cards(PACK)).split() if word not in named]
    cells = [rest.pop(rest.index(word)) for word in ("K♣", "K♦", "K♥", "Q♣")[: options.get("cells", 4) - free]]
    others = 8 - 2 - empty
    blocks = [" ".join(rest[place::others]) for place in range(others)]
    blocks = [" ".join(sorted(block.split(), key=lambda word: parse_cards(word)[0] % 13)) for block in blocks]
    return [f"A♠ {sequence}", target, *blocks], cells


# The deal


@pytest.mark.clause(1)
@pytest.mark.clause(2)
def test_cards_are_dealt_row_by_row_over_eight_columns():
    table = GAME.table(deck=PACK)
    assert columns(table) == [
        "A♣ 9♣ 4♦ Q♦ 7♥ 2♠ 10♠",
        "2♣ 10♣ 5♦ K♦ 8♥ 3♠ J♠",
        "3♣ J♣ 6♦ A♥ 9♥ 4♠ Q♠",
        "4♣ Q♣ 7♦ 2♥ 10♥ 5♠ K♠",
        "5♣ K♣ 8♦ 3♥ J♥ 6♠",
        "6♣ A♦ 9♦ 4♥ Q♥ 7♠",
        "7♣ 2♦ 10♦ 5♥ K♥ 8♠",
        "8♣ 3♦ J♦ 6♥ A♠ 9♠",
    ]
    assert now(table, "cells") == [None] * 4
    assert table.view_words(0)["columns"] == now(table, "columns")
    assert table.view_words(0)["free_cells"] == 4
