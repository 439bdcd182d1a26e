"""Scripted agents of Yukon and its relatives, from the game's table of parents.

Ends and parents are defined in `cardzoo.envs.families.patience`.
"""

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from cardzoo.envs.engine import CARDS, piles, rng, rule
from cardzoo.envs.engine.cards import KING, rank_of, suit_of
from cardzoo.envs.families.patience import NOWHERE, end_of, find_card, find_end, move_load
from cardzoo.envs.families.yukon import COLUMNS, MOVE

ONE = np.int64(1)


class Weights(NamedTuple):
    """Weights of an expert's evaluation of a position."""

    hidden: float = 15.0  # penalty for each face-down card
    home: float = 1.5  # a card is home
    in_order: float = 1.0  # a card lies on a parent, or is a king at the foot
    blocked: float = 1.0  # a card's parents are gone
    movable: float = 1.0  # a card that does not lie in order can be moved
    uncovers: float = 4.0  # its move would uncover a face-down card
    whim: float = 3.0  # random noise, which decides between moves of similar worth and prevents cycles


def make_players(module: str, parents: np.ndarray, weights: Weights) -> dict[str, Callable[..., Any]]:
    """The scripted agents of a game by name. The game's module defines these names, by which they are pickled.

    Args:
        module: name of the game's module, which holds the weights.
        parents: (ways, 52) int, the game's table.
        weights: the expert's weights.
    """

    def novice(view, mask: Any, generator: Any) -> Any:
        """Turns up a face-down card if it can, else puts a card home, else gives up if it may, else moves at random."""
        return turn_up_or_move(view, mask, generator, parents)

    def expert(view, mask: Any, generator: Any) -> Any:
        """Tries each move and takes the one with the best position after it, with some random noise.

        `weigh_position` and `weigh_card` evaluate a position. The noise decides between moves of similar worth. It
        gives up as soon as it may, since hardly any such long game is won.
        """
        return weigh_moves(view, mask, generator, parents, weights)

    players = {"novice": novice, "expert": expert}
    for player in players.values():
        player.__module__, player.__qualname__ = module, player.__name__  # recompiled when this module changes
    return {name: rule(player) for name, player in players.items()}


@rule
def turn_up_or_move(view, mask, generator, parents):
    """The novice's policy."""
    for column in range(COLUMNS):
        hidden = view.face_down[column]
        if hidden > 0:
            for way in range(len(parents)):
                move = MOVE + CARDS * way + view.columns[column].cards[hidden]
                if mask[move]:
                    return move
    for card in range(CARDS):
        if mask[card]:
            return card
    give_up = len(mask) - 1
    if mask[give_up]:
        return give_up
    choice = rng.below(generator, mask.sum())
    for action in range(MOVE, give_up):
        choice -= mask[action]
        if choice < 0:
            return action
    return -1


@rule
def weigh_moves(view, mask, generator, parents, weights):
    """The expert's policy."""
    give_up = len(mask) - 1
    if mask[give_up]:
        return give_up
    best, best_worth = -1, -np.inf
    for action in range(give_up):
        if mask[action]:
            worth = weigh_action(view, action, parents, weights) + weights.whim * rng.uniform(generator)
            if worth > best_worth:
                best, best_worth = action, worth
    return best


@rule
def weigh_action(view, action, parents, weights):
    """The worth of the position after an action, which is played in the view and undone."""
    card = action % CARDS
    column, place = find_card(view.columns, view.face_down, card)
    source = view.columns[column]
    if action < MOVE:
        piles.draw(source)
        view.foundations[suit_of(card)] += 1
        worth = weigh_position(view, parents, weights)
        view.foundations[suit_of(card)] -= 1
        piles.push(source, card)
    else:
        end = parents[(action - MOVE) // CARDS, card]
        target = view.columns[find_end(view.columns, end)]
        height = target.height
        move_load(source, place, target)
        worth = weigh_position(view, parents, weights)
        move_load(target, height, source)
    return worth


@rule
def weigh_position(view, parents, weights):
    """Worth of a position: few face-down cards above all, then cards at home, and the sum of `weigh_card`."""
    worth = weights.home * view.foundations.sum()
    ends = np.int64(0)  # a set: bit k for end k
    for column in range(COLUMNS):
        ends |= seen_end(view, column)
    for column in range(COLUMNS):
        hidden = view.face_down[column]
        pile = view.columns[column]
        if 0 < hidden == pile.height:  # a card is about to be turned up
            worth += weights.hidden
        worth -= weights.hidden * hidden
        others = ends & ~seen_end(view, column)
        load = np.int64(0)
        for place in range(pile.height - 1, hidden - 1, -1):
            worth += weigh_card(view, pile, place, hidden, others, load, parents, weights)
            load |= ONE << pile.cards[place]
    return worth


@rule
def weigh_card(view, pile, place, hidden, others, load, parents, weights):
    """The worth of a face-up card's place.

    A card in order is good: on a parent, or a king at the foot. Any other card, unless at the foot, is good if it can
    move at once, and better if that uncovers a face-down card. It is bad for each parent that is on a foundation or on
    top of the card itself, worst if both are.

    Args:
        view: the view.
        pile: the column.
        place: the card's place in the column.
        hidden: number of face-down cards in the column.
        others: ends of the other columns, as a set.
        load: the cards on this card, as a set.
        parents: the game's table.
        weights: the expert's weights.
    """
    card = pile.cards[place]
    if place == 0:
        return weights.in_order if rank_of(card) == KING else 0.0
    gone, movable = 0, False
    for parent in parents[:, card]:
        if parent == pile.cards[place - 1]:
            return weights.in_order
        gone += (load >> parent) & ONE != 0 or is_home(view, parent) or parent == NOWHERE
        movable |= (others >> parent) & ONE != 0
    worth = -weights.blocked * gone * gone
    if movable:
        worth += weights.movable + (weights.uncovers if place == hidden else 0.0)
    return worth


@rule
def seen_end(view, column):
    """A column's end as a set; none if it is face down."""
    if 0 < view.columns[column].height == view.face_down[column]:
        return np.int64(0)
    return ONE << end_of(view.columns[column])


@rule
def is_home(view, end):
    """True if an end is a card on its foundation."""
    return end < CARDS and rank_of(end) < view.foundations[suit_of(end)]
