"""What an action has changed on the table."""

import pytest

from cardzoo.envs import find_game
from cardzoo.envs.engine import Table
from cardzoo.envs.engine.cards import CARD_WORDS
from cardzoo.envs.scene import (
    BACK,
    EMPTY,
    Arrangement,
    Band,
    Change,
    Kind,
    Scene,
    Zone,
    find_change,
    merge,
    table_scene,
)
from cardzoo.table.terminal.session import change_between


def change(table: Table, *words: str, seat: int) -> Change:
    """What some actions of one player have changed, as a seat sees it."""
    found = []
    for word in words:
        before = table.copy()
        table.play(word)
        action = table.game.actions.parse(word)
        found.append(change_between(before, table, action, lambda one: table_scene(one, seat, for_people=True)))
    return merge(found)


def in_words(told: Change) -> tuple[list[str], dict[str, str]]:
    return [CARD_WORDS[card] for card in told.took], {CARD_WORDS[card]: zone for zone, card in told.laid}


def test_a_capture_is_the_card_played_and_those_it_takes():
    cassino = find_game("cassino").position(player=0, dealer=1, hands=["7♣ 2♦", "K♣ K♦"], table="7♥ 3♣ 4♦ 9♠")
    told = change(cassino, "play 7♣", "capture", "select 3♣", "select 4♦", "select 7♥", "commit", seat=1)
    assert in_words(told) == (["7♣", "3♣", "4♦", "7♥"], {})


def test_a_card_that_is_shown_twice_has_not_been_laid_twice():
    cassino = find_game("cassino").position(player=0, dealer=1, hands=["7♣ 2♦", "K♣ K♦"], table="7♥ 3♣ 4♦ 9♠")
    told = change(cassino, "play 7♣", "capture", "select 7♥", seat=1)
    assert in_words(told) == ([], {"7♣": "card"})


@pytest.mark.parametrize("action", ["play 5♥", "play J♣"])
def test_a_card_that_takes_a_pile_at_once_is_told_with_it(action):
    position = {"player": 0, "dealer": 1, "hands": ["5♥ J♣ 2♦", "K♣ K♦ Q♦"], "table": "9♠ 3♣", "top": "5♦"}
    assert in_words(change(find_game("xeri").position(**position), action, seat=1)) == (
        [action.removeprefix("play "), "5♦", "3♣", "9♠"],
        {},
    )
    assert in_words(change(find_game("xeri").position(**position), "play 2♦", seat=1)) == ([], {"2♦": "top"})


def test_a_card_drawn_from_a_pile_is_taken_and_one_drawn_face_down_changes_nothing():
    gin = find_game("gin_rummy").table(4)
    gin.play("pass", "pass")
    assert change(gin.copy(), "draw stock", seat=1 - gin.player) == Change()
    gin = find_game("gin_rummy").table(4)
    upcard = gin.words("discard_pile")["discard_pile"]
    assert in_words(change(gin, "draw upcard", seat=1 - gin.player)) == ([upcard], {})


def test_a_pile_that_is_turned_over_is_taken_by_nobody():
    before, after = (
        Scene("id", "Title", 0, ("you", "other"), 0, (Band("piles", "", Arrangement.LINE, zones),), ())
        for zones in (
            (Zone("discards", "", Kind.PILE, (3, 4, 5)), Zone("stock", "", Kind.PILE, (EMPTY,))),
            (Zone("discards", "", Kind.PILE, (EMPTY,)), Zone("stock", "", Kind.PILE, (BACK,) * 3)),
        )
    )
    assert find_change(before, after) == Change()
    assert find_change(after, before).laid == (("discards", 3), ("discards", 4), ("discards", 5))
