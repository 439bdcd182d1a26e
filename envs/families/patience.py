"""How patiences end, which ranks are neighbours, and foundations built up in suit, one set of cards. The ace is low.

Where moves can be undone by moves, the player may give up. A *gain* is something that cannot be undone, as each game
tells. Giving up is legal after ``give_up_after`` actions without a gain, and not before, or else players who try out
things at random would hardly play. ``max_steps`` ends the games of those who never give up. Such a game has the
fields below: `IDLE` in its state, which its view shows, with `GIVE_UP_IN` and `STEPS_LEFT`, and `GIVE_UP_AFTER` in its
options.
"""

from typing import Any

from cardzoo.envs.engine import RANKS, SUITS, Block, Number, rule
from cardzoo.envs.engine.cards import ACE, KING, rank_of

MOST_STEPS = 10000
GIVE_UP = Block("give up", doc="lose the game; after a number of actions without a gain")
IDLE = Number("idle", high=MOST_STEPS, usual=100, doc="actions since the last gain")
GIVE_UP_IN = Number("give_up_in", high=MOST_STEPS, usual=100, doc="actions without a gain until giving up is legal")
STEPS_LEFT = Number("steps_left", high=MOST_STEPS, usual=500, doc="actions until the game is truncated")
GIVE_UP_AFTER = Number(
    "give_up_after", high=MOST_STEPS, default=100, doc="actions without a gain after which giving up is legal"
)


@rule
def may_go_home(foundations, card):
    """Whether the card is the next one of a foundation of its suit; there may be two of a suit, one for each pack."""
    return rank_of(card) == ACE or foundations[card - 1] > foundations[card]


@rule
def foundation_height(foundations, suit):
    """How many cards the suit's foundation has."""
    height = 0
    for card in range(RANKS * suit, RANKS * (suit + 1)):
        height += foundations[card]
    return height


@rule
def are_neighbours(rank, other, wraps):
    """Whether two ranks follow each other; ace and king do where ranks wrap around."""
    apart = abs(rank - other)
    return apart == 1 or (wraps and apart == KING)


@rule
def finish(state, reward):
    """The only player's game is over."""
    state.over = True
    state.reward[0] = reward


@rule
def may_give_up(state):
    """Whether there have been enough actions without a gain."""
    return state.idle >= state.options.give_up_after


@rule
def give_up(state):
    """The player has given up, and has lost."""
    finish(state, -1)


@rule
def count_idle(state, gained):
    """Count the actions since the last gain, this one among them."""
    state.idle = 0 if gained else min(state.idle + 1, MOST_STEPS)


@rule
def stop_at_bound(state):
    """The game is lost and truncated, if this action is the last of ``max_steps``."""
    if state.steps + 1 >= state.options.max_steps:
        finish(state, -1)
        state.truncated = True


@rule
def observe_bounds(state, view):
    """What is left until the player may give up, and until the game is stopped."""
    view.give_up_in = max(0, state.options.give_up_after - state.idle)
    view.steps_left = max(0, state.options.max_steps - state.steps)


def check_foundations(foundations: Any) -> str:
    """What is impossible about foundations that are one set of cards: a card whose lower one is missing."""
    heights = foundations.reshape(SUITS, RANKS)
    if (heights[:, 1:] > heights[:, :-1]).any():
        return "a foundation has a card without the one below it"
    return ""


def check_won(state: Any, won: bool) -> str:
    """What is impossible about a game that would be won: not to be over."""
    return "the game is won; its position says over=True" if won and not state.over else ""
