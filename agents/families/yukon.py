"""Rule-of-thumb players of Yukon and its relatives, by the game's table of parents.

`cardzoo.envs.families.patience` tells what an end and a parent is.
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
    """What an expert minds in a position."""

    hidden: float = 15.0  # a card is face down, which is bad
    home: float = 1.5  # a card is home
    in_order: float = 1.0  # a card lies on a parent, or is a king at the foot
    blocked: float = 1.0  # a card's parents are gone
    movable: float = 1.0  # a card that does not lie in order can be moved
    uncovers: float = 4.0  # that would uncover a face-down card
    whim: float = 3.0  # chance, which decides between moves of nearly the same worth; without it play goes in circles


def make_players(module: str, parents: np.ndarray, weights: Weights) -> dict[str, Callable[..., Any]]:
    """The players of a game, by name. The game's module gives each of them its name, by which pickles find it.

    Args:
        module: the name of that module, which holds the weights.
        parents: (ways, 52) int, the game's table.
        weights: what its expert minds.
    """

    def novice(view, mask: Any, generator: Any) -> Any:
        """Turns up a face-down card if it can, else puts a card home, else gives up if it may, else moves at random."""
        return turn_up_or_move(view, mask, generator, parents)

    def expert(view, mask: Any, generator: Any) -> Any:
        """Tries each move and takes the one after which the position is worth most, give or take a whim.

        What a position is worth is told at `weigh_position` and `weigh_card`. The whim decides between moves of nearly
        the same worth. It gives up as soon as it may: hardly any game is won that has gone on for so long in vain.
        """
        return weigh_moves(view, mask, generator, parents, weights)

    players = {"novice": novice, "expert": expert}
    for player in players.values():
        player.__module__, player.__qualname__ = module, player.__name__  # what is compiled anew when it changes
    return {name: rule(player) for name, player in players.items()}


@rule
def turn_up_or_move(view, mask, generator, parents):
    """What a novice does."""
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
    """What an expert does."""
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
    """What the position after an action is worth; the action is played in the view and taken back."""
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
    """Few face-down cards above all, then cards at home, and the sum of `weigh_card`."""
    worth = weights.home * view.foundations.sum()
    ends = np.int64(0)  # a set: bit k for end k
    for column in range(COLUMNS):
        ends |= seen_end(view, column)
    for column in range(COLUMNS):
        hidden = view.face_down[column]
        pile = view.columns[column]
        if 0 < hidden == pile.height:  # one is about to be turned up
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
    """What the place of a face-up card is worth.

    It is good to lie in order: on a parent, or as a king at the foot. A card that does not lie so, unless at the foot,
    should be able to move: good if it can at once, all the more if that uncovers a face-down card; bad for each
    parent that is gone, on a foundation or on top of the card itself, worst if both are.

    Args:
        view: the view.
        pile: the column.
        place: of the card.
        hidden: face-down cards in the column.
        others: ends of the other columns, as a set.
        load: what lies on the card, as a set.
        parents: the game's table.
        weights: what is minded.
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
    """Whether an end is a card on its foundation."""
    return end < CARDS and rank_of(end) < view.foundations[suit_of(end)]
