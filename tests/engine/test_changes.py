"""Changes on the table by an action."""

import pytest

from cardzoo.envs import find_game
from cardzoo.envs.engine import Table
from cardzoo.envs.engine.cards import CARD_WORDS, CARDS
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
from cardzoo.table.terminal.session import Session, change_between


def change(table: Table, *words: str, seat: int) -> Change:
    """The changes by some actions of one player, as a seat sees them."""
    found = []
    for word in words:
        before = table.copy()
        table.play(word)
        action = table.game.actions.parse(word)
        found.append(change_between(before, table, action, lambda one: table_scene(one, seat, for_people=True)))
    return merge(found)


def in_words(changed: Change) -> tuple[list[str], dict[str, str]]:
    return [CARD_WORDS[card] for card in changed.took], {CARD_WORDS[card]: zone for zone, card in changed.laid}


def test_a_capture_is_the_card_played_and_those_it_takes():
    cassino = find_game("cassino").position(player=0, dealer=1, hands=["7♣ 2♦", "K♣ K♦"], table="7♥ 3♣ 4♦ 9♠")
    changed = change(cassino, "play 7♣", "capture", "select 3♣", "select 4♦", "select 7♥", "commit", seat=1)
    assert in_words(changed) == (["7♣", "3♣", "4♦", "7♥"], {})


def test_a_card_that_is_shown_twice_has_not_been_laid_twice():
    cassino = find_game("cassino").position(player=0, dealer=1, hands=["7♣ 2♦", "K♣ K♦"], table="7♥ 3♣ 4♦ 9♠")
    changed = change(cassino, "play 7♣", "capture", "select 7♥", seat=1)
    assert in_words(changed) == ([], {"7♣": "card"})


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


def test_the_cards_with_which_a_hand_ends_are_told_though_the_next_one_lies_there():
    kept = "9♥ 9♣ 2♣"
    captured = ["", " ".join(card for card in CARD_WORDS[:CARDS] if card not in kept.split())]
    position = {"hands": ["9♥", ""], "table": "9♣ 2♣", "stock": "", "captured": captured, "last_capturer": 1}
    cassino = find_game("cassino").position(player=0, dealer=1, **position)
    for seat in (0, 1):
        changed = change(cassino.copy(), "play 9♥", "capture", "select 9♣", "commit", seat=seat)
        assert [CARD_WORDS[card] for card in changed.ended] == ["2♣", "9♣", "9♥"]


def test_the_end_of_a_hand_is_told_until_the_next_move():
    game = find_game("cassino")
    session = Session(game, ["random"] * 2, 2, {}, 3)
    hands = before = 0
    while hands < 2:
        session.play_agent()
        turns = session.last_turns("0", frozenset(), lambda one: table_scene(one, 0, for_people=True))
        ended = [turn for turn in turns.values() if turn.ended]
        now = game.hands_over(session.table.state)
        assert len(ended) == (now != before), now
        hands, before = hands + (now != before), now
