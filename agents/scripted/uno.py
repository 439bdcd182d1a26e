"""Scripted agents of Uno."""

from cardzoo.envs.engine import arrays, rule
from cardzoo.envs.games.uno import ACCEPT, CARDS, CHALLENGE, COLOURS, DRAW, NAME, PASS, SIGN, SIGNS, SKIP, WILD

OWN_COLOUR = 25  # worth of each card of the colour that is left in the hand
OWN_SIGN = 11  # the same of the sign, in other colours
UNSEEN = 3  # cost of each card of the colour that others may hold
STAYS = 4  # worth of leaving the colour in force
ACTS = 6  # worth of a skip, reverse or draw two
HITS = 10  # the same, if the next player has one card
LACKED = 10  # worth of each player who is known to hold no card of the colour
WILD_COST = 1000  # more than any other worth
CHALLENGES_FROM = 0.85  # chance of the colour; most players are honest, so a hand that rarely lacks it is suspect
LEAST = -10_000
ENOUGH_DEALS = 4000


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
    """Plays the card after which its hand fits best, wild cards only if no other one fits; passes and draws if it must.

    - It stays with the colour of which it has most cards left and the others may hold fewest: the unseen ones.
    - Of cards of one colour it plays one with a sign that it has in other colours too.
    - Skips, reverses and draw twos come before numbers, above all if the next player has one card.
    - It prefers colours which others are known not to hold.
    - It challenges a wild draw four if the hand is known to hold the colour, or is so large that it almost surely does.
    """
    if mask[CHALLENGE] and colour_chance(view, place_of_last(view), view.colour_before) >= CHALLENGES_FROM:
        return CHALLENGE
    choice, most = PASS, LEAST
    for action in range(DRAW):
        if mask[action]:
            worth = weigh(view, action)
            if worth > most:
                choice, most = action, worth
    return choice if most > LEAST else no_card(mask, longest_colour(view.hand))


@rule
def weigh(view, action):
    """Worth of playing a card."""
    colour = action // SIGNS if action < WILD else (action - WILD) % COLOURS
    worth = OWN_COLOUR * number_of(view.hand, colour) - UNSEEN * count_unseen(view, colour)
    worth += LACKED * count_lacking(view, colour)
    if action >= WILD:
        return worth - WILD_COST
    sign = SIGN[action]
    for other in range(COLOURS):
        worth += OWN_SIGN * view.hand[SIGNS * other + sign]
    if sign >= SKIP:
        worth += HITS if size_of_next(view) == 1 else ACTS
    return worth + STAYS * (colour == view.colour) - OWN_COLOUR - OWN_SIGN


@rule
def count_unseen(view, colour):
    """Number of cards of a colour that are neither in the own hand nor discarded."""
    unseen = 2 * SIGNS - 1 - number_of(view.hand, colour)
    for place in range(view.discards.height):
        card = view.discards.cards[place]
        unseen -= card < WILD and card // SIGNS == colour
    return unseen


@rule
def count_lacking(view, colour):
    """Number of other players who are known to hold no card of a colour."""
    number = 0
    for place in range(1, len(view.hand_sizes)):
        size = view.hand_sizes[place]
        number += size > 0 and view.lacks[place, colour] == size
    return number


@rule
def colour_chance(view, place, colour):
    """The chance that a player holds a card of a colour, if any of the unseen cards are as likely in the hand."""
    if number_of(view.known[place], colour) > 0:
        return 1.0
    others, unseen = 1.0, count_unseen(view, colour)
    left = CARDS - arrays.total(view.hand) - view.discards.height
    for card in range(view.hand_sizes[place] - max(view.lacks[place, colour], arrays.total(view.known[place]))):
        others *= max(left - unseen - card, 0) / max(left - card, 1)
    return 1 - others


@rule
def last_place(view):
    """The place of the player at the right, the last one that is taken."""
    place = 1
    for seat in range(1, len(view.hand_sizes)):
        if view.hand_sizes[seat] > 0:
            place = seat
    return place


@rule
def place_of_last(view):
    """The place of the player before in the direction of play."""
    return 1 if view.reversed else last_place(view)


@rule
def size_of_next(view):
    """Number of cards of the next player in the direction of play."""
    return view.hand_sizes[last_place(view) if view.reversed else 1]


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
