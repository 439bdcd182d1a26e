"""Yukon and its relatives: columns whose cards move with all that lies on them.

A card may be moved onto its parents; its children may be moved onto it. Parents differ from game to game, and the
following holds for any.

**Safe moves.** A card goes home at once if all its children are home. Then no card can be moved onto it, and nothing
lies on it now. Take any winning line in which it goes home later: it can go home now and skip its other moves. All
other moves stay possible, since one card less is in the way, and the card below is uncovered earlier. So in Russian
Solitaire every card that can go home goes at once. In Alaska only kings do, as the card after any other one is its
child and cannot be home before.

**Hopeless positions.** `reach` solves a relaxed game, in which a possible move stays possible: a free card stays free,
an empty column stays empty, and so on. If some card cannot go home even then, the position is lost.
"""

from typing import Any

import numpy as np

from cardzoo.agents.solver.keys import append, mix
from cardzoo.agents.solver.search import HOPELESS, Hints
from cardzoo.envs.engine import CARDS, rule
from cardzoo.envs.engine.cards import ACE, KING, rank_of
from cardzoo.envs.families.yukon import COLUMNS
from cardzoo.envs.games.yukon import PARENTS

ONE, NOTHING = np.int64(1), np.int64(0)
ALL_CARDS = np.int64((1 << CARDS) - 1)
HIDDEN, LEFT_OVER, OUT_OF_ORDER, EFFORT, ROUNDS = range(5)  # indices of the weights
WEIGHTS = (
    (20, 5, 10, 1, 0),
    (10, 20, 20, 0, 50),
    (0, 0, 10, 2, 0),
    (0, 0, 0, 5, 0),
)


def make_hints(parents: np.ndarray) -> Hints:
    """The hints about a game.

    Args:
        parents: the game's table, (ways, 52); see `cardzoo.envs.families.patience`.
    """
    parent_sets = np.array([sum(1 << end for end in ends if end < CARDS) for ends in parents.T.tolist()])
    child_sets = np.array(
        [sum(1 << card for card in range(CARDS) if parent_sets[card] >> end & 1) for end in range(CARDS)]
    )

    @rule
    def judge(state, weights: Any, scratch: Any) -> Any:
        return weigh(state, weights, parent_sets)

    @rule
    def narrow(state, mask: Any) -> None:
        leave_safe_move(state, mask, child_sets)

    return Hints(key=key, judge=judge, narrow=narrow, weights=WEIGHTS, nodes=2_000_000)


@rule
def key(state):
    """The columns, face-down cards apart from others; their order does not matter. The rest is at home."""
    total = np.uint64(0)
    for column in range(COLUMNS):
        pile = state.columns[column]
        if pile.height > 0:
            code = append(np.uint64(0), state.face_down[column])
            for place in range(pile.height):
                code = append(code, pile.cards[place])
            total += mix(code)
    return total


@rule
def cards_at_home(state):
    """The cards on the foundations, as a set."""
    home = NOTHING
    for card in range(CARDS):
        if state.foundations[card] > 0:
            home |= ONE << card
    return home


@rule
def leave_safe_move(state, mask, child_sets):
    """Leave only the safe move, if there is one."""
    home = cards_at_home(state)
    for card in range(CARDS):
        if mask[card] and child_sets[card] & ~home == 0:
            mask[:] = 0
            mask[card] = 1
            return


@rule
def weigh(state, weights, parent_sets):
    """Weighted sum: face-down cards, cards not yet at home, cards out of order, and the result of `reach`."""
    home = cards_at_home(state)
    effort, rounds = reach(state, home, parent_sets)
    if rounds == HOPELESS:
        return HOPELESS
    hidden = left_over = out_of_order = 0
    for column in range(COLUMNS):
        pile = state.columns[column]
        hidden += state.face_down[column]
        left_over += pile.height
        for place in range(pile.height):
            card = pile.cards[place]
            if place == 0:
                out_of_order += rank_of(card) != KING
            else:
                out_of_order += (parent_sets[card] >> pile.cards[place - 1]) & ONE == 0
    return (
        weights[HIDDEN] * hidden
        + weights[LEFT_OVER] * left_over
        + weights[OUT_OF_ORDER] * out_of_order
        + weights[EFFORT] * effort
        + weights[ROUNDS] * rounds
    )


@rule
def reach(state, home, parent_sets):
    """Solve the relaxed game, in which a possible move stays possible.

    A card can go home if nothing lies on it any more and the card before it is home. It can leave its place if it is
    face up or nothing lies on it any more, and there is a card to lay it on. Nothing may lie on that card any more, and
    it must not lie on the moved card itself with all cards between them in place. A king can leave for a column that is
    empty, or whose lowest card has left.

    Returns:
        The sum of the rounds in which cards can leave for another column, and the number of rounds until all cards are
        home, or `HOPELESS`.
    """
    free = left = NOTHING  # cards with nothing on them; cards that have left their place
    empty = False
    for column in range(COLUMNS):
        pile = state.columns[column]
        if pile.height == 0:
            empty = True
        else:
            free |= ONE << pile.cards[pile.height - 1]
    effort = rounds = 0
    news = True
    while news:
        news = False
        rounds += 1
        for column in range(COLUMNS):
            pile = state.columns[column]
            on_it = NOTHING  # the cards on the card, which move with it
            for place in range(pile.height - 1, -1, -1):
                card = pile.cards[place]
                bit = ONE << card
                is_free = free & bit != 0
                leaves = False
                if is_free and home & bit == 0 and (rank_of(card) == ACE or home & (bit >> ONE) != 0):
                    home |= bit
                    leaves = news = True
                if left & bit == 0:
                    if not leaves and (is_free or place >= state.face_down[column]):
                        leaves = parent_sets[card] & free & ~on_it != 0
                        if rank_of(card) == KING:
                            leaves |= empty and place > 0
                        effort += rounds * leaves
                    if leaves:
                        news = True
                        left |= bit
                        if place > 0:
                            free |= ONE << pile.cards[place - 1]
                        else:
                            empty = True
                on_it = NOTHING if left & bit != 0 else on_it | bit
    return effort, rounds if home == ALL_CARDS else HOPELESS


HINTS = make_hints(PARENTS)
