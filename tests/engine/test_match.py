"""A match counts its hands, resets the state between them, and ends after so many."""

from dataclasses import replace

import numpy as np
import pytest

from cardzoo.envs.engine import (
    CARDS,
    Actions,
    Block,
    Card,
    Cards,
    Game,
    Match,
    Number,
    Options,
    Pile,
    Seats,
    State,
    piles,
    rule,
)
from cardzoo.envs.engine.showing import nothing_else

SEATS = Seats(3)
WON_AT = 7

MATCH = Match(most=9, default=3, early=True)

STATE = State(
    Pile("stock", CARDS),
    Pile("laid", SEATS, 2, CARDS),
    Card("trick", SEATS),
    Cards("taken", SEATS),
    Number("bid", default=None, optional=True, high=5),
    Number("marks", SEATS, high=99),
    Number("kept", SEATS, high=99),
    MATCH.counter,
)


@rule
def deal(state):
    state.trick[state.player] = piles.draw(state.stock)


@rule
def is_won(state):
    return state.score[0] >= WON_AT


next_hand = MATCH.next_hand(STATE, np.arange(CARDS, dtype=np.int16), deal, is_over=is_won, keeps="kept")


@rule
def legal_actions(state, mask):
    mask[:] = 1


@rule
def play(state, action):
    """A hand is one action: so many points for player 0, and marks in every field with room for any."""
    state.score[0] += action
    piles.push(state.laid[1, 1], state.trick[state.player])
    state.trick[state.player] = -1
    state.marks[2] = state.kept[2] = 1 + state.kept[2]
    state.bid = 4
    next_hand(state, 2)


@rule
def leave(state):
    """Deals nothing."""


@rule
def leave_all(state, action):
    """Changes nothing."""


GAME = Game(
    name="hands",
    version=0,
    title="Hands",
    family="toy",
    players=(3, SEATS),
    default_players=3,
    actions=Actions(Block("score", [str(points) for points in range(9)])),
    state=STATE,
    view=STATE.view("kept", MATCH.left, MATCH.to_come),
    options=Options(MATCH.option),
    deal=deal,
    legal_actions=legal_actions,
    apply_action=play,
    score_range=9,
    rest="stock",
    match=MATCH,
)


TO_SEVEN = Match(most=9, default=None, stop=6, early=True)
next_to_seven = TO_SEVEN.next_hand(STATE, np.arange(CARDS, dtype=np.int16), deal, is_over=is_won, keeps="kept")


@rule
def play_to_seven(state, action):
    """A hand is one action: so many points for player 0."""
    state.score[0] += action
    next_to_seven(state, 2)


GAME_TO_SEVEN = replace(
    GAME,
    apply_action=play_to_seven,
    observe=nothing_else,
    view=STATE.view(TO_SEVEN.left, TO_SEVEN.to_stop),
    options=Options(TO_SEVEN.option, TO_SEVEN.stop),
    match=TO_SEVEN,
)


def test_all_is_fresh_after_a_hand_but_what_the_match_keeps():
    table = GAME.table(seed=1, dealer=0).play("score 1")
    words = table.words("laid", "marks", "bid", "kept", "hands_over", "dealer", "player", "over")
    assert words == {
        "laid": [["", ""]] * 3,
        "marks": [0, 0, 0],
        "bid": None,
        "kept": [0, 0, 1],
        "hands_over": 1,
        "dealer": 2,
        "player": 0,
        "over": False,
    }


def test_a_misspelt_field_is_not_kept_in_silence():
    with pytest.raises(ValueError, match=r"keeps: 'ketp' is no field of the state; did you mean 'kept'\?"):
        MATCH.next_hand(STATE, np.arange(CARDS, dtype=np.int16), deal, keeps="marks ketp")


def test_the_whole_pack_is_shuffled_and_dealt_for_each_hand():
    table, first = GAME.table(seed=1, dealer=0), set()
    for _ in range(3):
        first.add(str(table.words("stock", "trick")))
        assert table.state.stock.height == CARDS - 1
        assert (table.count_cards()[:CARDS] == 1).all()
        table.play("score 0")
    assert len(first) == 3


@pytest.mark.parametrize("hands", [1, 3, 9])
def test_after_as_many_hands_as_the_option_says_the_best_score_wins(hands):
    table, left = GAME.table(seed=1, hands=hands), []
    while not table.over:
        view = table.view_words(1)
        left.append(view["hands_left"])
        assert view["hands_to_come"] == view["hands_left"] - 1
        table.play("score 0" if len(left) > 1 else "score 2")
    assert left == list(range(hands, 0, -1))
    assert table.words("hands_over", "reward") == {"hands_over": hands, "reward": [1, -0.5, -0.5]}
    assert table.view_words(1) == {"kept": [0, hands, 0], "hands_left": 0, "hands_to_come": 0}
    assert table.words("marks", "bid") == {"marks": [0, 0, hands], "bid": 4}  # the last hand is still visible


def test_something_else_may_end_it():
    assert GAME.table(seed=1, hands=9).play("score 3", "score 4").over


@pytest.mark.parametrize(
    ("options", "points", "hands", "to_stop", "truncated"),
    [
        ({}, 1, 6, 6, True),
        ({"max_hands": 3}, 1, 3, 3, True),
        ({"max_hands": 3}, 3, 3, 3, False),  # won in the last hand
        ({}, 4, 2, 6, False),
        ({"hands": 4, "max_hands": 2}, 1, 4, 0, False),
    ],
)
def test_a_match_without_a_fixed_number_of_hands_is_truncated_after_max_hands(
    options, points, hands, to_stop, truncated
):
    table = GAME_TO_SEVEN.table(seed=1, **options)
    assert table.view_words(0) == {"hands_left": options.get("hands", 0), "hands_to_stop": to_stop}
    while not table.over:
        table.play(f"score {points}")
    assert table.words("hands_over", "truncated") == {"hands_over": hands, "truncated": truncated}


@pytest.mark.parametrize("words", [{"hands_over": 3}, {"hands_over": 4, "over": True}])
def test_a_position_after_the_last_hand_is_over(words):
    with pytest.raises(ValueError, match="hands_over: the game is over after 3, and not before"):
        GAME.position(**words)
    GAME.position(hands_over=1, over=True)  # another rule has ended it


def test_only_so_many_hands_end_a_match_that_nothing_ends_early():
    match, state = Match(most=9, default=3), GAME.table(seed=1).state
    state["over"] = True
    assert match.problem_of(state) == "hands_over: the game is over after 3, and not before"
    state["hands_over"] = 3
    assert match.problem_of(state) == ""


def test_where_nothing_tells_how_many_hands_there_are_none_are_left_to_be_seen():
    match = Match(most=9, default=None)
    state = State(Pile("stock", CARDS), Number("kept", SEATS, high=99), match.counter)
    records = {"state": state, "view": state.view(match.left), "options": Options(match.option), "match": match}
    rules = {"deal": leave, "apply_action": leave_all, "observe": nothing_else}
    game = replace(GAME, **rules, **records)
    assert game.position(hands_over=2).view_words(0)["hands_left"] == 0
    assert game.position(hands_over=2, options={"hands": 5}).view_words(0)["hands_left"] == 3


@pytest.mark.parametrize(
    ("match", "names", "shortest"),
    [
        (Match(most=5), ["hands_over", "hands_left", "hands"], {}),
        (Match(most=5, default=4), ["hands_over", "hands_left", "hands"], {"hands": 1}),
        (Match(most=5, hands="races", default=4), ["races_over", "races_left", "races"], {"races": 1}),
        (Match(most=5, default=4, bound=True), ["hands_over", "hands_left", "max_hands"], {}),
        (Match(most=5, default=4, shortest={"rounds": 1}), ["hands_over", "hands_left", "hands"], {"rounds": 1}),
    ],
)
def test_its_fields_are_named_by_what_a_hand_is_called(match, names, shortest):
    assert [field.name for field in (match.counter, match.left, match.option)] == names
    assert match.shortest == shortest


def test_the_rest_of_a_match_that_an_option_bounds_is_named_so():
    assert Match(most=5).left.doc == "hands to be played, this one included"
    assert Match(most=5, bound=True).left.doc == "hands until the game is stopped, this one included"
