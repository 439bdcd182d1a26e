"""Players of Pishe Pasha: one who plays whatever can be played, and one who searches."""

import numpy as np

from cardzoo.envs.engine import CARDS, NO_CARD, RANKS, SUITS, arrays, piles, rng, rule
from cardzoo.envs.games import pishe_pasha
from cardzoo.envs.games.pishe_pasha import (
    ACTIONS,
    END_TURN,
    GAME,
    MOST_TURNS,
    SEATS,
    TAKE_OVER,
    TO_FOUNDATION,
    TO_OPPONENT,
    TURN,
    Phase,
)

TABLE = GAME.dtype
POSSIBLE_ACTIONS = len(ACTIONS)
SAMPLES = 40  # deals of the unknown cards
DOUBT = 12  # how much more another action must be worth in them than to play a card
CHOICES = 16  # choices ahead that are searched if all cards are known; a power of two
CHOICES_SAMPLED = 2  # and if they are dealt
LEVELS = CHOICES + 1


@rule
def novice(view, mask, generator):
    """Plays whatever can be played, to a foundation if it can; takes the turn of a player who misses such a play."""
    if mask[TAKE_OVER]:
        return TAKE_OVER
    if mask[TO_FOUNDATION]:
        return TO_FOUNDATION
    if mask[TO_OPPONENT]:
        return TO_OPPONENT
    return TURN if mask[TURN] else END_TURN


@rule
def expert(view, mask, generator):
    """Plays to a foundation if it can, and otherwise searches who wins after each action.

    - Once both stocks have been turned over, all cards are known. Then it searches 1, 2, 4, 8 and 16 choices ahead, as
      if nobody erred in these and both played all they can after them. It takes the action that wins in most of these
      searches, each of which counts as much as it looks ahead. So the deepest decides if it can, and otherwise the
      expert hopes for errors.
    - Before that, it deals the unknown cards forty times, and searches 1 and 2 choices ahead in each of these deals. It
      plays whatever can be played, unless something else wins clearly more often.
    - So it also decides how to answer a missed play. It misses none itself.
    """
    if mask[TO_FOUNDATION]:
        return TO_FOUNDATION
    if mask.sum() == 1:
        return mask.argmax()
    tables = arrays.zeros(LEVELS, TABLE)
    tables[0].seed = rng.draw(generator)
    samples, choices = SAMPLES, CHOICES_SAMPLED
    if set_up(tables[0], view) == 0:
        samples, choices = 1, CHOICES
    worth = arrays.zeros(POSSIBLE_ACTIONS, np.int64)
    if samples > 1:
        worth[novice(view, mask, generator)] = DOUBT
    for _ in range(samples):
        pishe_pasha.redeal_hidden(tables[0], 0)
        for action in range(len(mask)):
            if mask[action]:
                worth[action] += weigh(tables, action, choices)
    best = -1
    for action in range(len(mask)):
        if mask[action] and (best < 0 or worth[action] > worth[best]):
            best = action
    return best


@rule
def set_up(state, view):
    """Make the table what the seat sees, itself being player 0; returns the number of cards that it does not know."""
    state.num_players = SEATS
    state.options.max_turns = MOST_TURNS
    state.phase = view.phase
    state.missed = view.missed
    state.turns = MOST_TURNS - view.turns_left
    unseen = arrays.zeros(CARDS, np.int64)
    unseen[:] = 1
    for suit in range(SUITS):
        for card in range(RANKS * suit, RANKS * suit + view.foundations[suit]):
            state.foundations[card] = 1
            unseen[card] = 0
    for seat in range(SEATS):
        piles.copy(view.stocks[seat], state.stocks[seat])
        piles.copy(view.discards[seat], state.discards[seat])
        state.known[seat] = view.stocks[seat].cards[0] != NO_CARD
        for place in range(CARDS):
            for card in (view.stocks[seat].cards[place], view.discards[seat].cards[place]):
                if card != NO_CARD:
                    unseen[card] = 0
    hidden = unseen.sum()
    piles.move_counted(unseen, state.stock)
    for seat in range(SEATS):
        if not state.known[seat]:
            for place in range(view.stocks[seat].height):
                state.stocks[seat].cards[place] = piles.draw(state.stock)
    return hidden


@rule
def weigh(tables, action, choices):
    """How good it is for player 0 to play an action at the first of the tables: the sum of searches of all depths."""
    worth, depth = 0, 1
    while depth <= choices:
        tables[1] = tables[0]
        pishe_pasha.apply_action(tables[1], action)
        worth += depth * search(tables, depth)
        depth *= 2
    return worth


@rule
def search(tables, depth):
    """Whether player 0 wins from the second of the tables, 1 or -1, if nobody errs in the choices up to a depth.

    From there on both play all that can be played. The tables behind hold what the choices lead to; all are used up.
    """
    level, tried = 1, arrays.zeros(LEVELS, np.int64)
    while True:
        state = tables[level]
        play_forced(state)
        while level == depth and not state.over:
            pishe_pasha.act(state, TO_OPPONENT)
            play_forced(state)
        tried[level] = 0
        settled, wins = state.over, state.score[0] - state.score[1]
        while settled and level > 1:
            level -= 1
            hoped = 1 - 2 * tables[level].player
            settled = wins == hoped or tried[level] == 2
            if wins != hoped:
                wins = -hoped
        if settled:
            return wins
        other = END_TURN if tables[level].phase == Phase.TURNED else TURN
        tables[level + 1] = tables[level]
        pishe_pasha.act(tables[level + 1], other if tried[level] else TO_OPPONENT)
        tried[level] += 1
        level += 1


@rule
def play_forced(state):
    """Play on up to the end or to the next choice, which is whether to play onto the other's discard pile."""
    while not state.over:
        if pishe_pasha.fits_foundation(state):
            pishe_pasha.act(state, TO_FOUNDATION)
        elif pishe_pasha.fits_opponent(state):
            return
        else:
            pishe_pasha.act(state, TURN)


AGENTS = {"novice": novice, "expert": expert}
