"""Scripted agents of Hanabi: conventions of hints, and a code for teams that have agreed on it."""

import numpy as np

from cardzoo.agents.families.fireworks import count_players, count_unseen, is_useless, is_vital
from cardzoo.agents.families.hats import CODE, FEWEST, take_turn
from cardzoo.envs.engine import arrays, rule
from cardzoo.envs.engine.bots import Remembering
from cardzoo.envs.games.hanabi import (
    CODES,
    COLOUR,
    COLOURS,
    COPIES,
    DISCARD,
    MOST_HAND,
    NONE,
    PLAY,
    RANK,
    RANKS,
    SEATS,
    Turn,
    fits,
    may_be,
)

FIVE = RANKS - 1
PER_COLOUR = 10  # cards

LEAST = -1000.0
FORBIDDEN = -100.0  # worth of a hint that makes its receiver play a wrong card
PLAY_HINT = 10.0  # worth of a hint for a card that fits
SAVE = 8.0  # worth of a hint that keeps the last copy of a card from being discarded
TOUCH = 1.0
WASTE = -2.0  # worth of pointing out a card that is useless
EARLY = 0.5  # worth of each rank below 5 of a card that fits
SURE = 0.999


@rule
def is_touched(left):
    """Whether a hint has pointed out a card: one colour or one rank is left."""
    colours = ranks = 0
    for sign in range(COLOURS):
        colours += left[sign]
        ranks += left[COLOURS + sign]
    return colours == 1 or ranks == 1


@rule
def novice(view, mask, generator):
    """Plays cards that surely fit by the hints, hints a card that fits, and otherwise discards the oldest card.

    It names the rank of the first card that fits in the next players' hands, or its colour if the rank is known.
    """
    for place in range(view.hand_sizes[0]):
        if surely_fits(view, view.left[0, place]):
            return PLAY + place
    for chair in range(1, SEATS):
        for place in range(view.hand_sizes[chair]):
            card = view.hands[chair, place]
            left = view.left[chair, place]
            if fits(view.fireworks, card) and not surely_fits(view, left):
                ranks = 0
                for rank in range(RANKS):
                    ranks += left[COLOURS + rank]
                action = colour_hint(chair, card) if ranks == 1 else rank_hint(chair, card)
                if mask[action]:
                    return action
    if mask[DISCARD]:
        return DISCARD
    return mask[COLOUR:].argmax() + COLOUR if mask[COLOUR:].any() else PLAY


@rule
def surely_fits(view, left):
    """Whether each card that hints have left here, with a copy that is not laid, fits."""
    some = False
    for card in range(CODES):
        if may_be(left, card) and COPIES[card] > view.fireworks[card] + view.discards[card]:
            if not fits(view.fireworks, card):
                return False
            some = True
    return some


@rule
def colour_hint(chair, card):
    """The hint of a card's colour."""
    return COLOUR + COLOURS * (chair - 1) + card // RANKS


@rule
def rank_hint(chair, card):
    """The hint of a card's rank."""
    return RANK + RANKS * (chair - 1) + card % RANKS


@rule
def expert(view, mask, generator):
    """Plays and hints by a convention: the newest card that a hint points out fits, if it can.

    - It plays the newest card of the last hint to it, if that may fit; then cards that surely fit. Cards that were
      pointed out count as useful, but not on the last life.
    - It hints the card that fits, and avoids pointing out useless cards and copies. A player who has not yet answered
      a hint gets no other one; such a card counts as played for the players behind.
    - It saves the last copy of a card that the next player would discard.
    - It discards useless cards, then the oldest card that was never pointed out, then the least important one.
    - In the last round it takes its best chance, unless that may cost the last life. It also does if it can neither
      discard nor give a harmless hint.
    """
    unseen = arrays.zeros(CODES, np.int64)
    count_unseen(view, unseen)
    players = count_players(view)
    place = answer(view, unseen, players)
    if place == NONE:
        place = surest(view, unseen, SURE)
    if place != NONE:
        return PLAY + place
    if view.turns_left != NONE and view.lives > 1:
        place = surest(view, unseen, 0.0)
        if place != NONE:
            return PLAY + place
    best, most = choose_hint(view, mask, players)
    if most >= SAVE or (most > FORBIDDEN and not mask[DISCARD]):
        return best
    if mask[DISCARD]:
        return DISCARD + choose_discard(view, unseen)
    place = surest(view, unseen, -1.0)
    return PLAY + place


@rule
def hint_for(view, chair, players):
    """The chair of the last player who has given a hint to a chair since its turn; -1 without one."""
    for giver in range(players - 1, chair, -1):
        if view.turns[giver] == Turn.HINT and (giver + view.hinted[giver]) % players == chair:
            return giver
    return NONE


@rule
def focus_of(view, giver):
    """The place of the newest card that a chair's last hint pointed out."""
    focus = NONE
    for place in range(MOST_HAND):
        if view.pointed[giver, place]:
            focus = place
    return focus


@rule
def answer(view, unseen, players):
    """The place of the card that the last hint to the seat has meant, if it may fit; -1 without one."""
    giver = hint_for(view, 0, players)
    if giver == NONE:
        return NONE
    place = focus_of(view, giver)
    for card in range(CODES):
        if unseen[card] > 0 and may_be(view.left[0, place], card) and fits(view.fireworks, card):
            return place
    return NONE


@rule
def chances(view, unseen, place):
    """The probabilities that an own card fits, is useless, and is vital.

    A card that was pointed out fits if it is useful. On the last life this is too rash: an error costs all points.
    """
    left = view.left[0, place]
    total = useful = fitting = vital = 0
    for card in range(CODES):
        if unseen[card] > 0 and may_be(left, card):
            total += unseen[card]
            if not is_useless(view.fireworks, view.discards, card):
                useful += unseen[card]
                fitting += unseen[card] * fits(view.fireworks, card)
                vital += unseen[card] * is_vital(view, card)
    total = max(total, 1)
    counted = useful if is_touched(left) and view.lives > 1 else total
    return fitting / max(counted, 1), 1 - useful / total, vital / total


@rule
def surest(view, unseen, least):
    """The place of the own card that fits most probably, if that is more than `least`; -1 without one."""
    best, most = NONE, least
    for place in range(view.hand_sizes[0]):
        fitting, _, _ = chances(view, unseen, place)
        if fitting > most:
            best, most = place, fitting
    return best


@rule
def choose_discard(view, unseen):
    """The place of the first useless card; else of the first untouched one; else of the one that matters least."""
    best, least = 0, 3.0
    for place in range(view.hand_sizes[0]):
        _, useless, vital = chances(view, unseen, place)
        cost = 2 + vital - useless if is_touched(view.left[0, place]) else 0.0
        if useless > SURE:
            return place
        if cost < least:
            best, least = place, cost
    return best


@rule
def chop_of(view, chair):
    """The place of the oldest card of a hand that no hint has pointed out; -1 without one."""
    for place in range(view.hand_sizes[chair]):
        if not is_touched(view.left[chair, place]):
            return place
    return NONE


@rule
def choose_hint(view, mask, players):
    """The best hint and its worth."""
    soon = arrays.zeros(CODES, np.int16)
    arrays.copy(view.fireworks, soon)
    best, most = NONE, LEAST
    for chair in range(1, players):
        giver = hint_for(view, chair, players)
        if giver != NONE:
            card = view.hands[chair, focus_of(view, giver)]
            if fits(soon, card):
                soon[card] = 1
            continue
        for number in range(COLOURS + RANKS):
            sign = number % RANKS
            action = COLOUR + COLOURS * (chair - 1) + sign if number < COLOURS else RANK + RANKS * (chair - 1) + sign
            if mask[action]:
                worth = judge_hint(view, soon, chair, number)
                if worth > most:
                    best, most = action, worth
        place = known_play(view, soon, chair)
        if place != NONE:
            soon[view.hands[chair, place]] = 1
    return best, most


@rule
def known_play(view, soon, chair):
    """The place of a card that a player surely knows to fit; -1 without one."""
    for place in range(view.hand_sizes[chair]):
        if surely_fits(view, view.left[chair, place]) and fits(soon, view.hands[chair, place]):
            return place
    return NONE


@rule
def judge_hint(view, soon, chair, number):
    """The worth of a hint by its sign: a colour, or 5 and more for a rank."""
    focus, worth = NONE, 0.0
    chop = chop_of(view, chair)
    for place in range(view.hand_sizes[chair]):
        card = view.hands[chair, place]
        if has_sign(card, number):
            focus = place
            left = view.left[chair, place]
            if is_useless(soon, view.discards, card) or is_copy(view, chair, place):
                worth += WASTE * (not is_touched(left))
            elif left[other_signs(number)] or not is_touched(left):
                worth += TOUCH * (1 + is_vital(view, card)) * (not is_touched(left)) + 0.3
            if place == chop and chair == 1 and is_vital(view, card) and known_play(view, soon, chair) == NONE:
                worth += SAVE
    left, card = view.left[chair, focus], view.hands[chair, focus]
    if not may_be_read(view, soon, left, number):
        return worth
    if not fits(soon, card):
        return FORBIDDEN
    if surely_fits(view, left):
        return worth
    return worth + PLAY_HINT + EARLY * (FIVE - card % RANKS)


@rule
def other_signs(number):
    """A sign of the same kind as another one."""
    return (number + 1) % RANKS + (COLOURS if number >= COLOURS else 0)


@rule
def has_sign(card, number):
    """Whether a card has a colour, or a rank from 5 on."""
    return card // RANKS == number if number < COLOURS else card % RANKS == number - COLOURS


@rule
def may_be_read(view, soon, left, number):
    """Whether a card with this sign may fit, as far as its holder knows."""
    for card in range(CODES):
        if has_sign(card, number) and may_be(left, card) and fits(soon, card) and COPIES[card] > view.discards[card]:
            return True
    return False


@rule
def is_copy(view, chair, place):
    """Whether a copy of a card is in a hand as one that was pointed out, or later in the same hand."""
    card = view.hands[chair, place]
    for other in range(1, SEATS):
        for k in range(view.hand_sizes[other]):
            is_other = view.hands[other, k] == card and (other != chair or k != place)
            if is_other and (is_touched(view.left[other, k]) or (other == chair and k > place)):
                return True
    return False


@rule
def hats(view, mask, generator, memory):
    """Plays in a team that has agreed on a code (Cox et al. 2015), which makes a hint speak to all others at once.

    - Everybody keeps the same table of what each card may be. In each hand the card is meant that most probably fits.
    - The possible cards of such a card are sorted into classes: the useless ones, each one that fits, and the others.
    - A hint has a number: by the player who receives it, and by colour or rank. It is the sum of the classes of all
      hands but the giver's. Each player sees the others' classes, and so learns the own one.
    - It plays a card that surely fits, gives a hint if there is a token, and otherwise discards the card that matters
      least.

    It is meant for teams of its own: others give hints that it misunderstands. With fewer than four players a hint has
    few numbers, and the expert plays.
    """
    players = count_players(view)
    if players < FEWEST:
        return expert(view, mask, generator)
    return take_turn(view, mask, memory, players)


AGENTS = {"novice": novice, "hats": Remembering(hats, CODE), "expert": expert}
