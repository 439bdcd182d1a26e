"""Positions with unknown cards: these are drawn as the seat on turn may suppose them."""

import re

import numpy as np
import pytest

from cardzoo.envs import find_game, guess_position, known_position
from cardzoo.envs.engine import INTERPRETED
from cardzoo.envs.engine.cards import TEN, parse_cards
from cardzoo.envs.unknown_cards import Spot, _Written
from cardzoo.testing.playing import positions
from tests.playing import GAMES, ONE_GAME, count, usual

OWN = "A♠ K♠ 9♥ 6♣"
HELD = {"player": 0, "leader": 0, "hands": [OWN, "4?", "4?", "4?"], "taken": ["2♣ 3♣ 4♣ 5♣"], "options": {"hands": 1}}
NOT_WRITTEN = {
    "king_weirdo": {"lacks"},  # follows from the time at which cards were seen, which is partly hidden
    "lorum": {"hands"},  # in hairy ape, others' cards are known, but not the place of each
}
"""Fields of a view that a written position does not restore."""
SECRETS = {"crazy_eights", "ristiseiska", "superfecta"}
"""Games with secrets other than cards of hands and piles, with cards that have moved on, or that some hand has.

Some of their positions are refused.
"""


def hearts(**words):
    return guess_position(find_game("hearts"), seed=1, **HELD | words)


@pytest.mark.parametrize("game", [ONE_GAME] if INTERPRETED else GAMES, ids=lambda game: game.name)
def test_a_seat_sees_the_same_of_a_table_and_of_what_it_knows_of_it(game):
    tables = [table for table in positions(usual(game)) if not table.over]
    for table in tables[:: max(1, len(tables) // count(compiled=4, interpreted=2))]:
        try:
            again = guess_position(game, seed=1, **known_position(table))
        except ValueError:
            if game.name not in SECRETS:
                raise
            continue
        seen, guessed = table.view_words(table.player), again.view_words(again.player)
        apart = {name for name in seen if seen[name] != guessed[name]}
        assert again.player == table.player
        assert apart <= NOT_WRITTEN.get(game.name, set())
        assert np.array_equal(again.mask, table.mask)


def test_unknown_cards_are_drawn_from_those_that_are_not_written():
    hands = hearts().words("hands")["hands"]
    assert set(hands[0].split()) == set(OWN.split())
    assert [len(hand.split()) for hand in hands] == [4] * 4
    drawn = {guess_position(find_game("hearts"), seed, **HELD).words("hands")["hands"][1] for seed in range(8)}
    assert len(drawn) > 4


def test_unknown_cards_are_true_to_what_players_have_shown():
    void = [[0, 0, 0, 0], [1, 1, 1, 0], [0, 0, 0, 1], [0, 0, 0, 1]]
    spades, *others = hearts(void=void, points_only=[0, 0, 0, 0]).words("hands")["hands"][1:]
    assert {card[-1] for card in spades.split()} == {"♠"}
    assert not any("♠" in hand for hand in others)


def test_unknown_own_cards_fit_the_hints():
    """With matching by chance one deal in 3,000 would."""
    left = [["R1", "R1", "B5", "Y2345", "RYGWB12345"], ["RYGWB12345"] * 5]
    hidden = {"hands": [["?"] * 5, ["R2", "Y1", "G1", "W1", "B1"]], "hand_sizes": [5, 5], "left": left}
    for seed in range(4):
        table = guess_position(find_game("hanabi"), seed, player=0, information=4, lives=3, **hidden)
        own = table.words("hands")["hands"][0]
        assert own[:3] == ["R1", "R1", "B5"]
        assert own[3] in {"Y2", "Y3", "Y4", "Y5"}


def test_own_cards_that_no_hints_allow_are_refused():
    left = [["B5", "B5", "B5", "B5", "B5"], ["RYGWB12345"] * 5]
    hidden = {"hands": [["?"] * 5, ["R2", "Y1", "G1", "W1", "B1"]], "hand_sizes": [5, 5], "left": left}
    with pytest.raises(ValueError, match="hands: no deal fits"):
        guess_position(find_game("hanabi"), 1, player=0, information=4, lives=3, **hidden)


@pytest.mark.parametrize(
    ("options", "drawn"), [({}, {"drawn": "10♣ 6♣ A♣ ?"}), ({"decks": 0, "natural": "wins", "peek": True}, {})]
)
def test_an_unknown_hole_card_is_true_to_the_dealers_look(options, drawn):
    words = {"hands": [["10♣ 6♣"]], "stakes": [[1]], "up": "A♣", "dealer_cards": "A♣", "hole": "?", "looked": 1} | drawn
    holes = {
        guess_position(find_game("blackjack"), seed, player=0, dealer=0, loose=1, options=options, **words).state.hole
        for seed in range(40)
    }
    assert len(holes) > 4
    assert max(holes) < TEN


def test_a_hole_card_that_nobody_has_seen_is_refused():
    words = {"hands": [["10♣ 6♣"]], "stakes": [[1]], "up": "9♣", "dealer_cards": "9♣", "drawn": "10♣ 6♣ 9♣ 5♣"}
    with pytest.raises(ValueError, match=r"drawn: 5♣ must be '\?'"):
        guess_position(find_game("blackjack"), 1, player=0, dealer=0, loose=1, hole="5♣", **words)


def test_numbers_of_missing_cards_are_no_codes_of_cards():
    """Uno counts the cards that a hand lacks: these counts restrict no cards by code."""
    game = find_game("uno")
    lacks = {"lacks": [[1] * 54, [0] * 54]}
    written = _Written(game, game.pack_of(2), {"hands": ["red-0", "?"], "stock": "106?", **lacks})
    assert written.may_lie(Spot("hands", (1,), 0), 0)


def test_chosen_cards_that_others_pass_may_be_unknown():
    game = find_game("hearts")
    table = game.table(seed=1, dealer=0)
    while table.player != 0:
        table.step(int(table.mask.argmax()))
    known = known_position(table)
    assert known["passed"] == ["", "3?", "3?", "3?"]
    again = guess_position(game, seed=2, **known)
    passed, hands = (again.words(name)[name] for name in ("passed", "hands"))
    assert all(set(parse_cards(chosen)) <= set(parse_cards(hand)) for chosen, hand in zip(passed, hands, strict=True))


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ({"hands": ["A♠ A♠ 9♥ 6♣", "4?", "4?", "4?"]}, "A♠ is written too often: one more than the pack has"),
        ({"hands": ["A♠ K♠ 9♥ 6♣", "40?", "4?", "4?"]}, "the unknown cards must be at most 44, as many as are not"),
        ({"hands": ["A♠ X♠ 9♥ 6♣", "4?", "4?", "4?"]}, "hands: 'X♠' is not a card; .* or '\\?' for a card that is not"),
        ({"hands": ["A♠ K♠ 9♥ 6♣", "Q♠ 3?", "4?", "4?"]}, "hands: Q♠ must be '\\?', as player 0 does not know where"),
        ({"hands": ["A♠ K♠ 9♥ 6♣", "3?", "4?", "4?"]}, "hands"),
        ({"hands": ["A♠", "99999?", "4?", "4?"]}, "the number before '\\?' must be at most 1000, got 99999\\?"),
        ({"leader": "?"}, "position: leader: '\\?' must stand for a card, got '\\?'"),
        ({"void": [[0] * 4, [1] * 4, [0] * 4, [0] * 4]}, "hands: no deal fits what players are known not to hold"),
        ({"leaders": 1}, "got 'leaders'; did you mean 'leader'"),
    ],
)
def test_a_contradictory_position_is_refused_in_one_line(words, message):
    with pytest.raises(ValueError, match=message) as error:
        hearts(**words)
    assert str(error.value).startswith("hearts: position: ")
    assert not re.search("\n", str(error.value))


def test_piles_have_unknown_cards_too():
    game = find_game("klondike")
    known = known_position(game.table(seed=1))
    assert known["columns"][6].startswith("6? ")
    assert "stock" in known or game.rest == "stock"
    columns = guess_position(game, seed=3, **known).words("columns")["columns"]
    assert [column.split()[-1] for column in columns] == [column.split()[-1] for column in known["columns"]]
