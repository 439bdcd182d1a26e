"""Scripted agents of Klondike: single moves, and plans over all cards that are known.

A plan begins with the view. Its steps are moves of cards and, for the stock, "turn until this card is on top, then
play it". A card that a plan turns up stays unknown: it does not move, and nothing is laid on it.
"""

from typing import NamedTuple

import numpy as np

from cardzoo.agents.families.beam import remember
from cardzoo.envs.engine import CARDS, NO_CARD, RANKS, SUITS, arrays, piles, rule
from cardzoo.envs.engine.cards import KING, rank_of, suit_of
from cardzoo.envs.families.patience import EMPTY_COLUMN, OTHER_COLOUR
from cardzoo.envs.games.klondike import COLUMNS, GIVE_UP, HOME, MOVE, NO_LIMIT, PARENTS, STOCK_SIZE, TURN, WASTE

EXPANSIONS = 100  # positions of a plan that are followed further
POSITIONS = 400  # room for positions
KNOWN = 1024  # room for their codes
NONE = -1
ONE, NOTHING = np.int64(1), np.int64(0)
ALL_CARDS = np.int64((1 << CARDS) - 1)
CHILDREN = np.array([sum(1 << card for card in range(CARDS) if end in PARENTS[:, card]) for end in range(CARDS + 1)])
OTHERS = np.array([OTHER_COLOUR[suit] for suit in range(SUITS)])
HOME_WAY, OLD_WAY = len(PARENTS), len(PARENTS) + 1  # places of a card, besides its parents: at home, as in the view
PLACES = OLD_WAY + 1
PRIME = (1 << 50) - 27  # sums of some codes do not overflow
_CODES = np.array([pow(7, 100 + power, PRIME) for power in range(CARDS * PLACES + STOCK_SIZE + 1)])
CODES = _CODES[: CARDS * PLACES].reshape(CARDS, PLACES)  # for the place of each card
TURNED_CODES = _CODES[CARDS * PLACES :]  # for the number of cards on the waste pile

_FIELDS = np.dtype(
    [
        ("code", np.int64),  # hash: the sum of the `CODES` of all places, less that of the view
        ("first", np.int16),  # the first action on the way to the position
        ("actions", np.int16),  # the number of actions on the way
        ("passes_left", np.int16),
        ("length", np.int16),  # the number of cards in the row
        ("turned", np.int16),  # how many of them are on the waste pile
        ("home", np.int16, SUITS),  # heights of the foundations
        ("row", np.int8, STOCK_SIZE),  # the waste pile and the stock, in the order of turning
        ("cards", np.int8, (COLUMNS, RANKS)),  # the known face-up cards of the columns, from the foot
        ("height", np.int8, COLUMNS),  # their numbers
        ("hidden", np.int8, COLUMNS),  # the numbers of face-down cards
        ("unknown", np.int8, COLUMNS),  # 1 for a column whose end card the plan has turned up
    ],
    align=True,
)
POSITION = np.dtype((np.record, _FIELDS))


class Values(NamedTuple):
    """Values of what a position has, and costs."""

    hidden: float = 5.0  # cost of a face-down card
    deep: float = 2.0  # further cost for each other face-down card of its column
    home: float = 1.5  # a card is home
    early: float = 0.2  # cost for each rank of a card at home beyond two above the lower one of the other colour
    row: float = 0.5  # cost of a card of the waste pile or the stock
    space: float = 2.0  # an empty column
    fits: float = 10.0  # all unknown cards could be played at once, if one was turned up; a part for some of them
    haste: float = 0.1  # cost of an action
    passes: float = 5.0  # a pass that is left, if they are limited


VALUES = Values()


@rule
def novice(view, mask, generator):
    """Plays a card home if it can, else turns one up, else plays from the waste pile, else turns the stock.

    Without any of these it gives up as soon as it may.
    """
    for card in range(CARDS):
        if mask[card]:
            return card
    for column in range(COLUMNS):
        hidden = view.face_down[column]
        if hidden > 0:
            action = find_move(mask, view.columns[column].cards[hidden])
            if action >= 0:
                return action
    if view.waste.height > 0:
        action = find_move(mask, piles.top(view.waste))
        if action >= 0:
            return action
    if mask[GIVE_UP]:
        return GIVE_UP
    if mask[TURN]:
        return TURN
    return mask.argmax()


@rule
def find_move(mask, card):
    """The first legal move of a card to a column, or -1."""
    for way in range(len(PARENTS)):
        action = MOVE + CARDS * way + card
        if mask[action]:
            return action
    return -1


@rule
def expert(view, mask, generator):
    """Turns the whole stock once before it plays, to learn its order, and plans over all known cards.

    It turns first only if it may go through the stock as often as it likes; fewer passes are not to be wasted.

    A plan may turn the stock, play a card from the waste pile, move others onto it and turn up a card. Of some hundred
    positions it takes the first action towards the best one. A good position has few face-down cards, above all few in
    the same column, cards at home, but none that are still needed to build on, few cards left in the stock and the
    waste pile, empty columns, and places for cards that are turned up. Without a plan it turns the stock, and gives up
    as soon as it may.
    """
    if view.passes_left == NO_LIMIT and view.stock.height > 0 and view.stock.cards[0] == NO_CARD:
        return TURN
    action = plan(view, VALUES)
    if action != NONE:
        return action
    if mask[GIVE_UP]:
        return GIVE_UP
    return TURN if mask[TURN] else mask.argmax()


@rule
def plan(view, values):
    """The first action towards the best position that was found, or -1 if none is better than this one.

    It always follows the best position so far (best-first search).
    """
    positions, known = arrays.zeros(POSITIONS, POSITION), arrays.zeros(KNOWN, np.int64)
    worths = arrays.zeros(POSITIONS, np.float64)  # of positions not yet followed, others are worth -inf
    read_view(view, positions[0])
    unseen = find_unseen(positions[0])
    best, best_worth = NONE, weigh(positions[0], unseen, values)
    number = 1
    for _ in range(EXPANSIONS):
        parent = np.argmax(worths[:number])
        if worths[parent] == -np.inf:
            break
        worths[parent] = -np.inf
        found = follow(view, positions, parent, number, known)
        for child in range(number, found):
            worths[child] = weigh(positions[child], unseen, values)
            if worths[child] > best_worth:
                best, best_worth = positions[child].first, worths[child]
        number = found
    return best


@rule
def read_view(view, position):
    """Fill the position in which a plan begins."""
    for column in range(COLUMNS):
        hidden = view.face_down[column]
        position.hidden[column] = hidden
        position.height[column] = view.columns[column].height - hidden
        for place in range(hidden, view.columns[column].height):
            position.cards[column, place - hidden] = view.columns[column].cards[place]
    for place in range(view.waste.height):
        position.row[place] = view.waste.cards[place]
    position.turned = position.length = view.waste.height
    for place in range(view.stock.height - 1, -1, -1):
        position.row[position.length] = view.stock.cards[place]
        position.length += 1
    position.passes_left = view.passes_left
    for suit in range(SUITS):
        position.home[suit] = view.foundations[suit]


@rule
def find_unseen(position):
    """The set of the cards that are unknown."""
    unseen = ALL_CARDS
    for column in range(COLUMNS):
        for place in range(position.height[column]):
            unseen &= ~(ONE << np.int64(position.cards[column, place]))
    for place in range(position.length):
        if position.row[place] != NO_CARD:
            unseen &= ~(ONE << np.int64(position.row[place]))
    for suit in range(SUITS):
        unseen &= ~(((ONE << position.home[suit]) - ONE) << (RANKS * suit))
    return unseen


@rule
def weigh(position, unseen, values):
    """The worth of a position; see `Values`."""
    worth = -values.haste * position.actions - values.row * position.length
    worth += values.passes * max(0, position.passes_left)
    waits, places = False, NOTHING
    for column in range(COLUMNS):
        hidden = position.hidden[column]
        worth -= hidden * (values.hidden + values.deep * (hidden - 1) / 2)
        end = end_of(position, column)
        if end == NO_CARD:
            waits = True
        else:
            places |= CHILDREN[end]
            worth += values.space * (end == EMPTY_COLUMN)
    for suit in range(SUITS):
        height = position.home[suit]
        early = max(0, height - 2 - min(position.home[OTHERS[suit, 0]], position.home[OTHERS[suit, 1]]))
        worth += values.home * height - values.early * early * (early + 1) / 2
        if height < RANKS:
            places |= ONE << (RANKS * suit + height)
    if waits:
        worth += values.fits * count(places & unseen) / count(unseen)
    return worth


@rule
def count(cards):
    """The number of cards in a set."""
    number = 0
    while cards != 0:
        cards &= cards - ONE
        number += 1
    return number


@rule
def end_of(position, column):
    """The end of a column: a card, `EMPTY_COLUMN`, or `NO_CARD` for an unknown card."""
    if position.height[column] > 0:
        return np.int64(position.cards[column, position.height[column] - 1])
    return np.int64(NO_CARD) if position.unknown[column] else np.int64(EMPTY_COLUMN)


@rule
def follow(view, positions, parent, number, known):
    """Add the positions after each step from a position behind the first ``number``; returns how many there are then.

    A card that goes home safely from a column is the only step.
    """
    position = positions[parent]
    ends = NOTHING
    for column in range(COLUMNS):
        end = end_of(position, column)
        if end != NO_CARD:
            ends |= ONE << end
        if position.height[column] > 0 and is_safe(position, end):
            return add(positions, parent, number, known, column, position.height[column] - 1, end, 0, 0)
    number = follow_columns(view, positions, parent, number, known, ends)
    number = follow_row(view, positions, parent, number, known, ends)
    if view.foundation_back:
        for suit in range(SUITS):
            card = RANKS * suit + position.home[suit] - 1
            if position.home[suit] > 2:  # nothing is ever laid on an ace, and only an ace on a two
                number = add_moves(positions, parent, number, known, HOME, 0, card, 0, 0, ends)
    return number


@rule
def follow_columns(view, positions, parent, number, known, ends):
    """The part of `follow` for the columns.

    A run is moved only if it lies on no card that is face up, or on one that may then go home.
    """
    position = positions[parent]
    for column in range(COLUMNS):
        height = position.height[column]
        if height > 0 and may_go_home(position, end_of(position, column)):
            end = end_of(position, column)
            number = add(positions, parent, number, known, column, height - 1, end, 0, 0)
        for place in range(min(height, 1) if view.whole_runs else height):
            card = np.int64(position.cards[column, place])
            if place > 0:
                helps = may_go_home(position, np.int64(position.cards[column, place - 1]))
            else:
                helps = position.hidden[column] > 0 or rank_of(card) != KING
            if helps:
                number = add_moves(positions, parent, number, known, column, place, card, 0, 0, ends)
    return number


@rule
def follow_row(view, positions, parent, number, known, ends):
    """The part of `follow` for the waste pile and the stock: all cards that turning brings up, in this pass or next."""
    position = positions[parent]
    turned, turns, tried = np.int64(position.turned), 0, NOTHING
    for overs in range(1 + (position.passes_left != 0)):
        while True:
            if turned > 0 and (tried >> turned) & ONE == 0 and position.row[turned - 1] != NO_CARD:
                tried |= ONE << turned
                card, place = np.int64(position.row[turned - 1]), turned - 1
                if may_go_home(position, card):
                    number = add(positions, parent, number, known, WASTE, place, card, turns, overs)
                number = add_moves(positions, parent, number, known, WASTE, place, card, turns, overs, ends)
            if turned >= position.length:
                break
            turned, turns = min(turned + view.draw, np.int64(position.length)), turns + 1
        turned, turns = NOTHING, turns + 1
    return number


@rule
def may_go_home(position, card):
    """Returns whether a card is the next one of its foundation."""
    return position.home[suit_of(card)] == rank_of(card)


@rule
def is_safe(position, card):
    """Returns whether a card may go home, and no card that may ever be laid on it is left, or needed for others."""
    suit = suit_of(card)
    other_colour = min(position.home[OTHERS[suit, 0]], position.home[OTHERS[suit, 1]])
    same_colour = position.home[SUITS - 1 - suit]
    return may_go_home(position, card) and other_colour >= rank_of(card) and same_colour >= rank_of(card) - 1


@rule
def add_moves(positions, parent, number, known, source, place, card, turns, overs, ends):
    """`add` for each end on which the card may be laid."""
    for way in range(len(PARENTS)):
        if (ends >> PARENTS[way, card]) & ONE:
            action = MOVE + CARDS * way + card
            number = add(positions, parent, number, known, source, place, action, turns, overs)
    return number


@rule
def add(positions, parent, number, known, source, place, action, turns, overs):
    """Add the position after a step, if it is new and there is room; returns how many there are then.

    The step turns the stock, which takes ``turns`` actions and turns the waste pile over ``overs`` times, and plays the
    action. Its card comes from the place of a column or of the row, or from a foundation.
    """
    before, card = positions[parent], action % CARDS
    way = HOME_WAY if action < MOVE else (action - MOVE) // CARDS
    left = place if source == WASTE else before.turned
    code = before.code + CODES[card, way] - CODES[card, way_of(before, source, place, card)]
    code += TURNED_CODES[left] - TURNED_CODES[before.turned]
    if number == POSITIONS or not remember(known, code):
        return number
    positions[number] = before
    position = positions[number]
    if action < MOVE:
        position.home[suit_of(card)] += 1
    else:
        target = find_end(before, PARENTS[way, card])
        if source < COLUMNS:
            for moved in range(place, before.height[source]):
                push(position, target, before.cards[source, moved])
        else:
            push(position, target, card)
    if source < COLUMNS:
        position.height[source] = place
        if place == 0 and position.hidden[source] > 0:
            position.hidden[source] -= 1
            position.unknown[source] = 1
    elif source == WASTE:
        position.length -= 1
        for later in range(place, position.length):
            position.row[later] = before.row[later + 1]
        if position.passes_left > 0:
            position.passes_left -= overs
    else:
        position.home[suit_of(card)] -= 1
    position.turned, position.code = left, code
    position.actions += turns + 1
    if parent == 0:
        position.first = TURN if turns > 0 else action
    return number + 1


@rule
def way_of(position, source, place, card):
    """The number of the parent on which a card lies, an empty column being a king's first one; or another place."""
    if source == HOME:
        return HOME_WAY
    if source == WASTE or (place == 0 and (position.hidden[source] > 0 or rank_of(card) != KING)):
        return OLD_WAY
    return np.int64(place > 0 and position.cards[source, place - 1] != PARENTS[0, card])


@rule
def push(position, column, card):
    """Lay a card on the end of a column."""
    position.cards[column, position.height[column]] = card
    position.height[column] += 1


@rule
def find_end(position, end):
    """The leftmost column with this end; there must be one."""
    column = 0
    while end_of(position, column) != end:
        column += 1
    return column


AGENTS = {"novice": novice, "expert": expert}
SOLVER = "cardzoo.agents.solver.games.klondike:HINTS"
ENOUGH_DEALS = 1500  # as novices hardly ever win with three cards turned
MEASURED = ({"draw": 1},)
