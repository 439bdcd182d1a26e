"""Agents for Uno."""

from cardzoo.envs.engine import arrays, rule
from cardzoo.envs.games.uno import (
    ACCEPT,
    COLOURS,
    DRAW,
    DRAW_FOUR,
    DRAW_TWO,
    NAME,
    PASS,
    REVERSE,
    SIGNS,
    SKIP,
    WILD,
)


@rule
def novice(view, mask, generator):
    """Plays the first fitting card of its most frequent colour, wild cards last; passes and draws only if it must."""
    best = longest_colour(view.hand)
    choice, value = PASS, -1
    for action in range(DRAW):
        if mask[action]:
            worth = 1
            if action < WILD:
                worth = 2 + number_of(view.hand, action // SIGNS)
            elif (action - WILD) % COLOURS == best:
                worth = 2
            if worth > value:
                choice, value = action, worth
    return choice if value > 0 else no_card(mask, best)


@rule
def expert(view, mask, generator):
    """Plays the card that leaves most: points and hits when a neighbour is short, wild cards late, the own colour."""
    best = longest_colour(view.hand)
    size = arrays.total(view.hand)
    seats = view.turn.shape[0]
    nearest = neighbour_size(view, seats)
    choice, value = PASS, -1000
    for action in range(DRAW):
        if mask[action]:
            worth = value_of(view, action, best, size, nearest)
            if worth > value:
                choice, value = action, worth
    if value > -1000:
        return choice
    return no_card(mask, best)


@rule
def value_of(view, action, best, size, nearest):
    """Value of a card: of its colour's length, of its sign, and less for a wild card that may be kept."""
    if action >= WILD:
        four = (action - WILD) // COLOURS == DRAW_FOUR - WILD
        worth = 10 * ((action - WILD) % COLOURS == best) - 40
        if nearest <= 2 or size <= 2:
            worth += 60 + 20 * four
        return worth
    colour, sign = action // SIGNS, action % SIGNS
    worth = 4 * number_of(view.hand, colour)
    if sign >= SKIP:
        worth += 30 if nearest <= 2 else 3
        worth += 4 if sign == DRAW_TWO else 1 if sign == REVERSE else 2
    else:
        worth += sign // 3
    return worth + 3 * lacking(view, colour)


@rule
def lacking(view, colour):
    """Number of other players who have shown to hold no card of a colour."""
    number = 0
    for place in range(1, view.turn.shape[0]):
        number += view.lacks[place, SIGNS * colour] == view.hand_sizes[place] and view.hand_sizes[place] > 0
    return number


@rule
def neighbour_size(view, seats):
    """Cards of the next player in the direction of play."""
    for step in range(1, seats):
        place = seats - step if view.reversed else step
        if view.hand_sizes[place] > 0:
            return view.hand_sizes[place]
    return 1


@rule
def number_of(hand, colour):
    """Number of cards of a colour."""
    return arrays.total(hand[SIGNS * colour : SIGNS * (colour + 1)])


@rule
def longest_colour(hand):
    """The colour with most cards."""
    best = 0
    for colour in range(1, COLOURS):
        if number_of(hand, colour) > number_of(hand, best):
            best = colour
    return best


@rule
def no_card(mask, best):
    """The action of a player who plays no card: name the own colour, accept, draw or pass."""
    if mask[NAME + best]:
        return NAME + best
    if mask[ACCEPT]:
        return ACCEPT
    return PASS if mask[PASS] else DRAW


AGENTS = {"novice": novice, "expert": expert}
