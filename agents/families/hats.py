"""Code of a team in Hanabi, the information strategy of Cox et al. (2015): a hint speaks to all others at once.

Everybody keeps the same table of what each card may be. `agents.scripted.hanabi.hats` describes the policy.
"""

import numpy as np

from cardzoo.agents.families.fireworks import count_unseen, is_useless, is_vital
from cardzoo.envs.engine import arrays, rule
from cardzoo.envs.engine.bots import Memory
from cardzoo.envs.engine.fields import Cards, Flag, Number
from cardzoo.envs.games.hanabi import (
    CODES,
    COLOUR,
    COLOURS,
    COPIES,
    DISCARD,
    MOST_HAND,
    NONE,
    PACK,
    PLAY,
    RANK,
    RANKS,
    SEATS,
    Turn,
    fits,
    may_be,
)

FIVE = RANKS - 1
CHAIRS = int(SEATS)
ALL_RANKS = (1 << RANKS) - 1
FEWEST = 4  # fewest players of the code
PATIENCE = 5  # discards before which useless cards go rather than tokens

CODE = Memory(
    Flag("has_begun", doc="whether the seat has had a turn"),
    Number("tables", SEATS, MOST_HAND, COLOURS, high=ALL_RANKS, doc="ranks that all know to be possible, as bits"),
    Cards("fireworks", packs=1, memo=True, doc="the fireworks at the last turn"),
    Cards("discards", packs=None, memo=True, doc="the discards at the last turn"),
    pack=PACK,
)


@rule
def take_turn(view, mask, memory, players):
    """Reads the others' last turns, then plays a card that surely fits, gives a hint, or discards."""
    if not memory.has_begun:
        memory.has_begun = 1
        memory.tables[:] = ALL_RANKS
    for chair in range(players):
        if view.turns[chair] == Turn.HINT:
            hear(view, memory, players, chair)
        elif view.turns[chair] != NONE:
            watch(view, memory, chair)
    unseen = arrays.zeros(CODES, np.int64)
    count_unseen(view, unseen)
    place = sure_play(view, memory, unseen)
    if place != NONE:
        return PLAY + place
    hint = say(view, mask, memory, players)
    if hint != NONE and (
        view.discards.sum() >= PATIENCE or not mask[DISCARD] or sure_waste(view, memory, unseen) == NONE
    ):
        return hint
    return (DISCARD if mask[DISCARD] else PLAY) + least_loss(view, memory, unseen)


@rule
def may_be_by(memory, chair, place, card):
    """Whether the common table leaves a card possible at a place."""
    return memory.tables[chair, place, card // RANKS] >> card % RANKS & 1 == 1


@rule
def left_of(memory, card):
    """Copies of a card that were not laid at the time of the memory."""
    return COPIES[card] - memory.fireworks[card] - memory.discards[card]


@rule
def size_at(view, chair, now):
    """Cards in a hand before the turn of the chair ``now``; without the cards that were drawn since, but not more."""
    has_laid = chair > now and view.turns[chair] != Turn.HINT and view.turns[chair] != NONE
    has_not_drawn = view.turns_left != NONE and chair >= view.turns_left
    return view.hand_sizes[chair] + (has_laid and has_not_drawn)


@rule
def card_at(view, chair, place, now):
    """The card at a place of a hand before the turn of the chair ``now``."""
    if chair > now and view.places[chair] > 0:
        gap = view.places[chair] - 1
        if place == gap:
            return view.laid[chair]
        return view.hands[chair, place - (place > gap)]
    return view.hands[chair, place]


@rule
def meant(view, memory, chair, now):
    """The place of a hand that a hint speaks of: the card that fits most probably, if not surely; -1 without one."""
    best, most = NONE, -1.0
    for place in range(size_at(view, chair, now)):
        total = fitting = useless = kinds = 0
        for card in range(CODES):
            left = left_of(memory, card)
            if left > 0 and may_be_by(memory, chair, place, card):
                total += left
                kinds += 1
                fitting += left * fits(memory.fireworks, card)
                useless += left * is_useless(memory.fireworks, memory.discards, card)
        share = fitting / max(total, 1)
        if kinds > 1 and useless < total and share > most:
            best, most = place, share
    return best


@rule
def class_of(memory, chair, place, wanted, number):
    """The class of a card at a place: 0 for useless ones, then those that fit, then the others in turn."""
    if is_useless(memory.fireworks, memory.discards, wanted):
        return 0
    fitting = 0
    for card in range(CODES):
        fitting += may_be_by(memory, chair, place, card) and left_of(memory, card) > 0 and fits(memory.fireworks, card)
    of_fitting = min(fitting, number - 3 if number > 4 else number // 2)
    of_others = number - 1 - of_fitting
    wanted_fits = fits(memory.fireworks, wanted)
    order = 0
    for card in range(wanted):
        if may_be_by(memory, chair, place, card) and left_of(memory, card) > 0:
            order += fits(memory.fireworks, card) == wanted_fits and not is_useless(
                memory.fireworks, memory.discards, card
            )
    if wanted_fits:
        return 1 + order % of_fitting
    return 1 + of_fitting + order % of_others if of_others > 0 else 0


@rule
def hear(view, memory, players, giver):
    """A hint: all but its giver learn their classes, and its receiver the colour or rank."""
    number = 2 * (players - 1)
    code = 2 * (view.hinted[giver] - 1) + (view.named[giver] >= COLOURS)
    own = code
    classes = arrays.zeros(CHAIRS, np.int64)
    spots = arrays.zeros(CHAIRS, np.int64)
    for chair in range(players):
        spots[chair] = meant(view, memory, chair, giver) if chair != giver else NONE
        if chair != 0 and spots[chair] != NONE:
            classes[chair] = class_of(memory, chair, spots[chair], card_at(view, chair, spots[chair], giver), number)
            own -= classes[chair]
    classes[0] = own % number
    for chair in range(players):
        if spots[chair] != NONE:
            learn_class(memory, chair, spots[chair], classes[chair], number)
    learn_sign(view, memory, players, giver)


@rule
def learn_class(memory, chair, place, its_class, number):
    """Leave only the cards of a class in the table of a place."""
    rows = arrays.zeros(COLOURS, np.int64)
    for card in range(CODES):
        if may_be_by(memory, chair, place, card) and class_of(memory, chair, place, card, number) == its_class:
            rows[card // RANKS] |= 1 << card % RANKS
    if arrays.total(rows) > 0:  # a stranger's hint may mean nothing
        for colour in range(COLOURS):
            memory.tables[chair, place, colour] = rows[colour]


@rule
def learn_sign(view, memory, players, giver):
    """Take what a hint points out, and does not, into the table of its receiver."""
    chair = (giver + view.hinted[giver]) % players
    sign = view.named[giver]
    for place in range(MOST_HAND):
        for colour in range(COLOURS):
            ranks = ALL_RANKS * (colour == sign) if sign < COLOURS else 1 << (sign - COLOURS)
            if not view.pointed[giver, place]:
                ranks = ALL_RANKS & ~ranks
            memory.tables[chair, place, colour] &= ranks


@rule
def watch(view, memory, chair):
    """A card that was laid: the table of the hand closes the gap, and a card comes of which nothing is known."""
    card, place = view.laid[chair], view.places[chair] - 1
    for k in range(place, MOST_HAND - 1):
        arrays.copy(memory.tables[chair, k + 1], memory.tables[chair, k])
    size = view.hand_sizes[chair]
    for k in range(size - 1 if size > place else size, MOST_HAND):
        for colour in range(COLOURS):
            memory.tables[chair, k, colour] = ALL_RANKS
    if view.turns[chair] == Turn.PLAY and fits(memory.fireworks, card):
        memory.fireworks[card] = 1
    else:
        memory.discards[card] += 1


@rule
def say(view, mask, memory, players):
    """The hint whose number is the sum of the others' classes; -1 without tokens."""
    if view.information == 0:
        return NONE
    number, code = 2 * (players - 1), 0
    for chair in range(1, players):
        place = meant(view, memory, chair, players)
        if place != NONE:
            code += class_of(memory, chair, place, view.hands[chair, place], number)
    code %= number
    chair, is_rank = 1 + code // 2, code % 2
    first = (RANK if is_rank else COLOUR) + RANKS * (chair - 1)
    for action in range(first + RANKS - 1, first - 1, -1):
        if mask[action]:
            return action
    return NONE


@rule
def sure_play(view, memory, unseen):
    """The place of an own card that surely fits, of the lowest rank; -1 without one."""
    best, lowest = NONE, RANKS
    for place in range(view.hand_sizes[0]):
        kinds, fitting, rank = 0, 0, 0
        for card in range(CODES):
            if unseen[card] > 0 and may_be(view.left[0, place], card) and may_be_by(memory, 0, place, card):
                kinds += 1
                fitting += fits(view.fireworks, card)
                rank = max(rank, card % RANKS)
        if kinds > 0 and fitting == kinds and rank < lowest:
            best, lowest = place, rank
    return best


@rule
def sure_waste(view, memory, unseen):
    """The place of an own card that is surely useless; -1 without one."""
    for place in range(view.hand_sizes[0]):
        if loss(view, memory, unseen, place) == 0:
            return place
    return NONE


@rule
def loss(view, memory, unseen, place):
    """The expected worth of an own card: 0 if useless, little if another copy is seen, much for the last copy."""
    total, worth = 0, 0.0
    for card in range(CODES):
        if unseen[card] > 0 and may_be(view.left[0, place], card) and may_be_by(memory, 0, place, card):
            total += unseen[card]
            if not is_useless(view.fireworks, view.discards, card):
                copies = COPIES[card] - view.discards[card] - unseen[card]
                share = 0.1 if copies > 0 else RANKS + FIVE - card % RANKS if is_vital(view, card) else 1.0
                worth += share * unseen[card]
    return worth / max(total, 1)


@rule
def least_loss(view, memory, unseen):
    """The place of the own card that is worth least, the oldest of equal ones."""
    best, least = 0, 100.0
    for place in range(view.hand_sizes[0]):
        worth = loss(view, memory, unseen, place)
        if worth < least:
            best, least = place, worth
    return best
