"""Scripted agents of Pishe Pasha: any possible play, and a search."""

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
DOUBT = 12  # minimum lead over a play for any other action in these deals
CHOICES = 16  # search depth in choices if all cards are known; a power of two
CHOICES_SAMPLED = 2  # the same for random deals
LEVELS = CHOICES + 1


@rule
def novice(view, mask, generator):
    """Plays any card that it can, to a foundation if possible; takes the turn of a player who misses such a play."""
    if mask[TAKE_OVER]:
        return TAKE_OVER
    if mask[TO_FOUNDATION]:
        return TO_FOUNDATION
    if mask[TO_OPPONENT]:
        return TO_OPPONENT
    return TURN if mask[TURN] else END_TURN


@rule
def expert(view, mask, generator):
    """Plays to a foundation if it can, and otherwise searches for the winner after each action.

    - Once both stocks have been turned over, all cards are known. Then it searches 1, 2, 4, 8 and 16 choices ahead,
      with perfect play in these and simple play after them. It takes the action that wins in most of these searches,
      weighted by their depths. So the deepest decides if it can, and otherwise the expert hopes for errors.
    - Before that, it deals the unknown cards forty times, and searches 1 and 2 choices ahead in each of these deals. It
      plays any card that it can, unless another action wins clearly more often.
    - It answers a missed play in the same way. It misses none itself.
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
    """Set up a table from the view, with the seat as player 0; returns the number of unknown cards."""
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
    """The worth of an action for player 0 at the first of the tables: the sum of searches of all depths."""
    worth, depth = 0, 1
    while depth <= choices:
        tables[1] = tables[0]
        pishe_pasha.apply_action(tables[1], action)
        worth += depth * search(tables, depth)
        depth *= 2
    return worth


@rule
def search(tables, depth):
    """1 if player 0 wins from the second of the tables with perfect choices up to a depth, else -1.

    After that both play all cards that they can. The later tables are scratch space for the choices.
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
    """Play to the end or to the next choice: to play onto the other's discard pile or not."""
    while not state.over:
        if pishe_pasha.fits_foundation(state):
            pishe_pasha.act(state, TO_FOUNDATION)
        elif pishe_pasha.fits_opponent(state):
            return
        else:
            pishe_pasha.act(state, TURN)


AGENTS = {"novice": novice, "expert": expert}
