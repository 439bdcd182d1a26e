"""Rule-of-thumb players of Yukon."""

import numpy as np

from cardzoo.envs.engine import CARDS, piles, rng, rule
from cardzoo.envs.engine.cards import KING, rank_of, suit_of
from cardzoo.envs.families import patience
from cardzoo.envs.games.yukon import COLUMNS, GIVE_UP, MOVE

HIDDEN, HOME, IN_ORDER, BLOCKED, MOVABLE, UNCOVERS, WHIM = 15.0, 1.5, 1.0, 1.0, 1.0, 4.0, 3.0
ONE = np.int64(1)


@rule
def novice(view, mask, generator):
    """Turns up a face-down card if it can, else puts a card home, else gives up if it may, else moves at random."""
    for column in range(COLUMNS):
        hidden = view.face_down[column]
        if hidden > 0:
            move = MOVE + view.columns[column].cards[hidden]
            if mask[move]:
                return move
            if mask[move + CARDS]:
                return move + CARDS
    for card in range(CARDS):
        if mask[card]:
            return card
    if mask[GIVE_UP]:
        return GIVE_UP
    choice = rng.below(generator, mask.sum())
    for action in range(MOVE, GIVE_UP):
        choice -= mask[action]
        if choice < 0:
            return action
    return -1


@rule
def expert(view, mask, generator):
    """Tries each move and takes the one after which the position is worth most, give or take a whim.

    What a position is worth is told at `weigh_position` and `weigh_card`. Without the whim, which is for moves of
    nearly the same worth, it would go round in circles. It gives up as soon as it may: hardly any game is won that has
    gone round in circles for so long.
    """
    if mask[GIVE_UP]:
        return GIVE_UP
    best, best_worth = -1, -np.inf
    for action in range(GIVE_UP):
        if mask[action]:
            worth = weigh_action(view, action) + WHIM * rng.uniform(generator)
            if worth > best_worth:
                best, best_worth = action, worth
    return best


@rule
def weigh_action(view, action):
    """What the position after an action is worth; the action is played in the view and taken back."""
    card = action % CARDS
    column, place = find_card(view, card)
    source = view.columns[column]
    if action < MOVE:
        piles.draw(source)
        view.foundations[suit_of(card)] += 1
        worth = weigh_position(view)
        view.foundations[suit_of(card)] -= 1
        piles.push(source, card)
    else:
        end = patience.PARENTS[(action - MOVE) // CARDS, card]
        target = view.columns[patience.find_end(view.columns, end)]
        height = target.height
        patience.move_load(source, place, target)
        worth = weigh_position(view)
        patience.move_load(target, height, source)
    return worth


@rule
def find_card(view, card):
    """The column and place of a face-up card."""
    for column in range(COLUMNS):
        pile = view.columns[column]
        for place in range(view.face_down[column], pile.height):
            if pile.cards[place] == card:
                return column, place
    return -1, -1


@rule
def weigh_position(view):
    """Few face-down cards above all, then cards at home, and the sum of `weigh_card`."""
    worth = HOME * view.foundations.sum()
    ends = np.int64(0)  # a set: bit k for end k
    for column in range(COLUMNS):
        ends |= seen_end(view, column)
    for column in range(COLUMNS):
        hidden = view.face_down[column]
        pile = view.columns[column]
        if 0 < hidden == pile.height:  # one is about to be turned up
            worth += HIDDEN
        worth -= HIDDEN * hidden
        others = ends & ~seen_end(view, column)
        load = np.int64(0)
        for place in range(pile.height - 1, hidden - 1, -1):
            worth += weigh_card(view, pile, place, hidden, others, load)
            load |= ONE << pile.cards[place]
    return worth


@rule
def weigh_card(view, pile, place, hidden, others, load):
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
    """
    card = pile.cards[place]
    if place == 0:
        return IN_ORDER if rank_of(card) == KING else 0.0
    gone, movable = 0, False
    for parent in patience.PARENTS[:, card]:
        if parent == pile.cards[place - 1]:
            return IN_ORDER
        gone += (load >> parent) & ONE != 0 or is_home(view, parent) or parent == patience.NOWHERE
        movable |= (others >> parent) & ONE != 0
    worth = -BLOCKED * gone * gone
    if movable:
        worth += MOVABLE + (UNCOVERS if place == hidden else 0.0)
    return worth


@rule
def seen_end(view, column):
    """A column's end as a set; none if it is face down."""
    if 0 < view.columns[column].height == view.face_down[column]:
        return np.int64(0)
    return ONE << patience.end_of(view.columns[column])


@rule
def is_home(view, end):
    """Whether an end is a card on its foundation."""
    return end < CARDS and rank_of(end) < view.foundations[suit_of(end)]


AGENTS = {"novice": novice, "expert": expert}
