"""Doubling one another before a hand: side bets on the difference of two players' points.

Each player is asked about doubling each of the others, clockwise, from the dealer's left to the dealer. The state has
``asked``, the player who may be doubled now; ``doubles``, 1 for each seat that a seat has doubled; and ``points`` of
the hand; and ``kept``, how often each seat has doubled each dealer, as often as the option ``required`` says they must.
``allows(state, player, other)`` is the game's rule for doubling: whether a player may double another one.
"""

from collections.abc import Callable
from typing import Any

from cardzoo.envs.engine import rule

Rule = Callable[..., Any]

NOBODY = -1


def asking(allows: Rule) -> Rule:
    """``ask_next(state)``: the next question, and whether there is one; the first ``asked`` is the first player's."""

    @rule
    def ask_next(state) -> Any:
        """Ask about the next player who may be doubled; returns whether there is one."""
        while True:
            state.asked = (state.asked + 1) % state.num_players
            if state.asked == state.player:
                if state.player == state.dealer:
                    state.asked = NOBODY
                    return False
                state.player = state.asked = (state.player + 1) % state.num_players
            elif allows(state, state.player, state.asked):
                return True

    return ask_next


@rule
def double(state):
    """The player doubles the one who is asked about."""
    state.doubles[state.player, state.asked] = 1
    state.kept[state.player, state.dealer] += state.asked == state.dealer


@rule
def owes(state, player):
    """Number of doubles that a player still owes this dealer."""
    return 0 if player == state.dealer else max(state.options.required - state.kept[player, state.dealer], 0)


@rule
def settle(state):
    """Add the hand's points to the scores, and the difference between two players if one has doubled the other.

    It counts twice if both have.
    """
    for player in range(state.num_players):
        state.score[player] += state.points[player]
        for other in range(state.num_players):
            times = state.doubles[player, other] + state.doubles[other, player]
            state.score[player] += times * (state.points[player] - state.points[other])


@rule
def show_doubles(state, player, view):
    """Show the doubles of this hand and how often each dealer has been doubled, both from the player's seat on."""
    for seat in range(state.num_players):
        for other in range(state.num_players):
            places = (player + seat) % state.num_players, (player + other) % state.num_players
            view.doubles[seat, other], view.kept[seat, other] = state.doubles[places], state.kept[places]


def wrong_doubles(state, is_asking: bool, allows: Rule) -> str:
    """The first problem of the doubles, and of the player who is asked, in a written position."""
    seats = int(state.num_players)
    turn = (state.player - state.dealer - 1) % seats if is_asking else seats
    for place in range(seats):
        player = (state.dealer + 1 + place) % seats
        for other in range(seats):
            is_later = place > turn or (place == turn and (other - player) % seats >= (state.asked - player) % seats)
            if state.doubles[player, other] and (is_later or player == other or not allows(state, player, other)):
                return f"doubles: player {player} cannot have doubled player {other}"
    if not is_asking:
        return "asked: nobody is asked" if state.asked != NOBODY else ""
    fits = state.asked not in (NOBODY, state.player) and allows(state, state.player, state.asked)
    return "" if fits else f"asked: player {state.player} cannot double that player"
