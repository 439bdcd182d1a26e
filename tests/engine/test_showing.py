"""The part of the state that a view shows follows from the declarations of both."""

import numpy as np
import pytest

from cardzoo.envs.engine import Card, Cards, Number, Options, Pile, Seat, Seats, Sides, State, rule
from cardzoo.envs.engine.showing import nothing_else, observing

SEATS = Seats(4)
SIDES = Sides(2)
PLAYERS = 3

STATE = State(
    Cards("hands", SEATS),
    Card("trick", SEATS),
    Number("void", SEATS, 2),
    Pile("columns", SEATS, 2, 5),
    Pile("stock", 5),
    Cards("builds", 2),
    Number("bid", high=9),
    Seat("leader", SEATS, doc="who leads"),
    Seat("caller", SEATS, default=None, doc="who has called"),
    Cards("captured", SIDES),
)

HANDS = ["A♣ 2♣", "3♣", "4♣ 5♣ 6♣"]


def seen(looker, *fields, num_players=PLAYERS, seats=None, observe=nothing_else, **words):
    """A player's view, in words, of a state given in words."""
    view = STATE.view(*fields)
    tables = np.zeros(1, STATE.dtype(SEATS, Options()))
    STATE.set_blank(tables)
    state, looks = tables[0], view.blank()
    state["num_players"] = num_players
    for name in set(words) - set(STATE.fields):
        state[name] = words.pop(name)
    STATE.from_words(words, state)
    observing(STATE, view, observe, seats, sides=2)(state, looker, looks[0])
    return view.to_words(looks[0], num_players)


@pytest.mark.parametrize("player", range(PLAYERS))
def test_a_player_sees_its_own_place_first_and_then_clockwise(player):
    columns = [["A♣", "2♣ 3♣"], ["", "4♣"], ["5♣", ""]]
    words = {"trick": ["A♠", None, "3♠"], "void": [[1, 0], [0, 0], [0, 1]], "hands": HANDS, "columns": columns}
    view = seen(player, "trick void hands columns", **words)
    assert view == {name: value[player:] + value[:player] for name, value in words.items()}


@pytest.mark.parametrize("seats", [None, PLAYERS])
def test_nothing_is_shown_at_places_where_nobody_sits(seats):
    view = STATE.view("hands trick", Number("sizes", SEATS, high=9, shows="hands"))
    tables, looks = np.ones(1, STATE.dtype(SEATS, Options())), view.blank()
    tables["num_players"] = PLAYERS
    observing(STATE, view, nothing_else, seats, None)(tables[0], 1, looks[0])
    assert view.to_words(looks[0], SEATS)["hands"][PLAYERS] == ""
    assert looks["trick"].tolist() == [[1, 1, 1, -1]]
    assert looks["sizes"].tolist() == [[52, 52, 52, 0]]


@pytest.mark.parametrize("player", range(PLAYERS))
def test_of_what_each_player_has_a_field_without_seats_shows_the_own(player):
    own = Cards("hand", shows="hands"), Number("own_void", 2, shows="void"), Card("card", shows="trick")
    trick, void = ["A♠", None, "3♠"], [[1, 0], [0, 0], [0, 1]]
    view = seen(player, *own, hands=HANDS, void=void, trick=trick)
    assert view == {"hand": HANDS[player], "own_void": void[player], "card": trick[player]}


def test_a_number_of_cards_or_piles_is_how_many_cards_they_are():
    sizes = Number("sizes", SEATS, high=9, shows="hands"), Number("stock_size", high=5, shows="stock")
    more = Number("heights", SEATS, 2, high=5, shows="columns"), Number("build_sizes", 2, high=9, shows="builds")
    columns = [["A♣", "2♣ 3♣"], ["", "4♣"], ["5♣", ""]]
    view = seen(1, *sizes, *more, hands=HANDS, stock="A♥ 2♥", columns=columns, builds=["A♥ 2♥ 3♥", "4♥"])
    assert view == {
        "sizes": [1, 3, 2],
        "stock_size": 2,
        "heights": [[0, 1], [1, 0], [1, 2]],
        "build_sizes": [3, 1],
    }


@pytest.mark.parametrize(("player", "leader"), [(0, [0, 0, 1]), (1, [0, 1, 0]), (2, [1, 0, 0])])
def test_a_seat_is_shown_as_1_for_the_player_who_sits_there(player, leader):
    view = seen(player, "leader caller turn dealer", leader=2, player=0, dealer=1)
    turn, dealer = [0] * PLAYERS, [0] * PLAYERS
    turn[-player % PLAYERS] = dealer[(1 - player) % PLAYERS] = 1
    assert view == {"leader": leader, "caller": [0, 0, 0], "turn": turn, "dealer": dealer}


def test_docs_of_seats_in_a_view_explain_a_1():
    assert [field.doc for field in STATE.view("leader turn dealer")] == [
        "1 for who leads",
        "1 for the player whose turn it is",
        "1 for the dealer",
    ]


@pytest.mark.parametrize("player", range(4))
def test_sides_are_shown_the_own_first(player):
    """A side's score is that of its first player."""
    scores = Number("scores", SIDES, high=9, shows="score")
    view = seen(player, "captured", scores, num_players=4, captured=["A♠", "2♠"], score=[5, 7, 5, 7])
    own, others = (("A♠", 5), ("2♠", 7))[:: -1 if player % 2 else 1]
    assert view == {"captured": [own[0], others[0]], "scores": [own[1], others[1]]}


def test_fields_without_places_are_shown_unchanged():
    assert seen(2, "stock bid builds", stock="A♥ 2♥", bid=7, builds=["", "3♥"]) == {
        "stock": "A♥ 2♥",
        "bid": 7,
        "builds": ["", "3♥"],
    }


def test_fields_that_are_not_named_are_not_shown():
    assert seen(0, Cards("hands", SEATS), "bid", hands=HANDS, bid=3) == {"hands": ["", "", ""], "bid": 3}


def test_a_games_own_rule_finds_what_is_shown():
    @rule
    def observe(state, player, view):
        view.twice = 2 * view.bid

    assert seen(0, "bid", Number("twice", high=18), observe=observe, bid=4) == {"bid": 4, "twice": 8}


@pytest.mark.parametrize(
    "field",
    [
        Cards("hand", 2, shows="hands"),
        Cards("hand", shows="trick"),
        Cards("hand", codes=54, shows="hands"),
        Card("trick", SIDES, shows="bid"),
        Number("bids", SEATS, shows="bid"),
        Number("leader", shows="leader"),
        Number("height", shows="columns"),
        Pile("stock", 4, shows="stock"),
        Number("trick", SEATS, shows="trick"),
    ],
)
def test_a_field_that_cannot_show_another_is_refused(field):
    with pytest.raises(ValueError, match=f"{field.name}: it cannot show '{field.shows}'"):
        observing(STATE, STATE.view(field), nothing_else, None, 2)


def test_fields_that_the_state_lacks_are_refused():
    with pytest.raises(ValueError, match="did you mean 'trick'"):
        STATE.view("hands tricks")
    with pytest.raises(ValueError, match="did you mean 'hands'"):
        observing(STATE, STATE.view(Cards("hand", shows="hand")), nothing_else, None, 2)
