"""Taking cards from the table: sums of values, exact cover, the choice of cards to take, cards that owners must hold.

An ace counts 1, the numerals up to 10 their pips; jacks, queens and kings are matched by rank and have no value. Cards
lie on the table loose or bound in *bundles*, each in a slot of its own. A player of a card chooses loose cards and
bundles that together make *sets* of one value: to capture with a card of that value all cards chosen must split into
such sets, and to bind a bundle of that value the card played belongs to one of them, or raises a bundle by its own
value. A bundle of the value is a set by itself.

A turn is staged: the card, what is done with it, then one item after the other in ascending order (cards by their
codes, then slots), then commit. `mask_selection` allows an item only if what is then chosen can be completed with later
items, and commit only if it is complete: that is an exact cover, which `can_cover` finds.

Sets of values are *counts*: one integer with four bits for each value, the number of cards of that value, of which one
pack has four (`counts_of`; ``UNITS[card]`` is a card alone, 0 for a court card). Sets of slots are bits.

The state of a game has

- ``hands``, ``stock`` and ``table``, the loose cards;
- ``card``, which is being played and is out of the hand, ``selected``, the loose cards chosen (a memo, they stay on the
  table), and ``taken``, 1 for each slot chosen;
- ``known``, for each player and value from 1 on, in place 0, whether all know that such a card is in the hand.
"""

from collections.abc import Sequence
from enum import IntEnum
from itertools import combinations_with_replacement

import numpy as np

from cardzoo.envs.engine import CARDS, NO_CARD, RANKS, SUITS, Game, Table, piles, rng, rule
from cardzoo.envs.engine.cards import CARD_WORDS, TEN, rank_of
from cardzoo.envs.scene import Look

VALUES = TEN + 1  # an ace is 1
VALUE_WORDS = ("A", *map(str, range(2, VALUES + 1)))
FIELD = 4  # bits of a value in counts
NUMBER = np.int64((1 << FIELD) - 1)  # these bits of the lowest value
NOTHING = np.int64(0)  # empty counts
TEN_OF_DIAMONDS = CARD_WORDS.index("10♦")
TWO_OF_CLUBS = CARD_WORDS.index("2♣")
NOBODY = -1  # has captured anything
TO_TARGET = -1  # instead of a number of hands: the match is played until one side has the target

CARD_VALUES = np.array([rank + 1 if rank <= TEN else 0 for _ in range(SUITS) for rank in range(RANKS)], np.int64)
"""The value of each card, 0 of a court card."""

UNITS = np.array([1 << FIELD * (value - 1) if value else 0 for value in CARD_VALUES.tolist()], np.int64)
"""Each card as counts."""

_SETS = [
    sorted(
        sum(1 << FIELD * (part - 1) for part in parts)
        for size in range(1, value + 1)
        for parts in combinations_with_replacement(range(1, value + 1), size)
        if sum(parts) == value and max(map(parts.count, parts)) <= SUITS
    )
    for value in range(1, VALUES + 1)
]
SETS = np.array([counts for sets in _SETS for counts in sets], np.int64)
"""All sets of value 1, then those of value 2, and so on, as counts."""

FIRST_SET = np.cumsum([0, 0, *map(len, _SETS)])
"""The first set of each value, and that of the next one."""

_GUARD = np.int64(sum(1 << FIELD * value + FIELD - 1 for value in range(VALUES)))  # the bit above each number
_STEP = 6  # bits that number the sets of a value
_STEPS_IN_WORD = 10
_WORD = np.int64((1 << _STEP * _STEPS_IN_WORD - _STEP) - 1)  # all steps of a full word but the oldest
_LATEST = np.int64((1 << _STEP) - 1)


class Phase(IntEnum):
    """Decisions of the player whose turn it is."""

    PLAY = 0
    MODE = 1
    SELECT = 2


PHASES = {
    "play": "Play a card",
    "mode": "Capture with the card, or leave it on the table",
    "select": "Choose cards of the table",
}
"""Instructions to the player in each `Phase`."""


def choose_bundle(look: Look, field: str, place: int, kind: str) -> str:
    """The choice of a bundle by its value and cards, such as ``"Choose the build of 9 (4♣ 5♦)"``; empty without one."""
    cards = [look.game.cards.words[card] for card in np.flatnonzero(look.view[field][place])]
    return f"Choose the {kind} of {look.view['values'][place]} ({' '.join(cards)})" if cards else ""


@rule
def count_rank(cards, rank):
    """Number of cards of a rank in a set of cards."""
    number = 0
    for suit in range(SUITS):
        number += cards[RANKS * suit + rank]
    return number


@rule
def counts_of(cards):
    """The values of a set of cards, as counts."""
    counts = NOTHING
    for card in range(CARDS):
        if cards[card] > 0:
            counts += UNITS[card]
    return counts


@rule
def lacking(must, used):
    """The counts of the one that are not in the other."""
    difference = (must | _GUARD) - used
    enough = difference & _GUARD
    return difference & (enough - (enough >> (FIELD - 1)))


@rule
def contains(counts, part):
    """Returns whether the one counts has all of the other."""
    return ((counts | _GUARD) - part) & _GUARD == _GUARD


@rule
def can_cover(value, must, free):
    """Returns whether all cards that must be in it, and any of those that are free, make sets of the value.

    A search through the sets that hold the highest card which must still be covered. The way there is kept in two
    words of ten steps each: a pack has cards for 18 sets of several cards and 4 of one.

    Args:
        value: 1 to 10.
        must: the cards that must be covered, as counts.
        free: the cards that can be, as counts.
    """
    shift = FIELD * (value - 1)
    if must >> (shift + FIELD) > 0:
        return False
    must &= (np.int64(1) << shift) - 1  # a card of the value is a set by itself
    every = must + free
    used = early = late = NOTHING
    first, last = FIRST_SET[value], FIRST_SET[value + 1]
    depth, step = 0, first
    while True:
        left = lacking(must, used)
        if left == 0:
            return True
        highest = NOTHING
        while left >> highest > NUMBER:
            highest += FIELD
        rest = every - used
        while step < last and (SETS[step] >> highest & NUMBER == 0 or not contains(rest, SETS[step])):
            step += 1
        if step < last:
            used += SETS[step]
            early = (early & _WORD) << _STEP | late >> _STEP * (_STEPS_IN_WORD - 1)
            late = (late & _WORD) << _STEP | (step - first)
            depth += 1
            if lacking(must, used) >> highest == 0:
                step = first
        elif depth > 0:
            step = first + (late & _LATEST)
            used -= SETS[step]
            late = late >> _STEP | (early & _LATEST) << _STEP * (_STEPS_IN_WORD - 1)
            early >>= _STEP
            depth -= 1
            step += 1
        else:
            return False


@rule
def sums_of(cards):
    """The sums up to 10 that some of the cards have, as bits; bit 0 is always there."""
    sums = np.int64(1)
    for card in range(CARDS):
        if cards[card] > 0:
            sums |= sums << CARD_VALUES[card] & (1 << VALUES + 1) - 1
    return sums


@rule
def captures(place, card, sums):
    """Returns whether a card takes anything.

    Args:
        place: the table or a view, with ``table`` and ``values``, those of the bundles.
        card: the card.
        sums: `sums_of` the loose cards.
    """
    found = takes_loose(place.table, card, sums)
    for bundle in place.values:
        found |= bundle > 0 and bundle == CARD_VALUES[card]
    return found


@rule
def takes_loose(cards, card, sums):
    """Returns whether a loose card has the card's rank, or loose cards add up to its value."""
    value = CARD_VALUES[card]
    if value == 0:
        return count_rank(cards, rank_of(card)) > 0
    return sums >> value & 1 > 0


@rule
def play(state, card):
    """Show a card of the hand. If all knew of a card of its value, it may have been this one."""
    value = CARD_VALUES[card]
    state.hands[state.player, card] = 0
    state.card = card
    if value > 0:
        state.known[state.player, value - 1] = 0
    state.phase = Phase.MODE


@rule
def take_selected(state, cards):
    """Move the chosen loose cards to a set of cards; returns the sum of their values."""
    total = NOTHING
    for card in range(CARDS):
        if state.selected[card] > 0:
            total += CARD_VALUES[card]
            state.selected[card] = 0
            state.table[card] = 0
            cards[card] = 1
    return total


@rule
def take_table(state, owner):
    """Move the loose cards to the captured cards of a player or a side; to nobody if there is none."""
    if owner != NOBODY:
        for card in range(CARDS):
            state.captured[owner, card] += state.table[card]
            state.table[card] = 0


@rule
def points_needed(state, player):
    """Points that a player lacks to the target, if the match is played to one."""
    return max(0, state.options.target - state.score[player]) if state.options.hands == TO_TARGET else 0


@rule
def is_won(state):
    """Returns whether one side alone has reached the target, if the match is played to one."""
    needed = min(points_needed(state, 0), points_needed(state, 1))
    return state.options.hands == TO_TARGET and needed == 0 and state.score[0] != state.score[1]


@rule
def show_sides(state, player, view):
    """Show the side that has captured last, and the points that each one lacks to the target; the own one first."""
    sides = len(view.needed)
    for place in range(sides):
        other = (player + place) % sides
        view.last_capturer[place] = other == state.last_capturer
        view.needed[place] = points_needed(state, other)


@rule
def pass_turn(state):
    """The turn goes to the next player with cards; returns whether there is one.

    Only in a written position some have cards left when others have none, and go on.
    """
    for _ in range(state.num_players):
        state.player = (state.player + 1) % state.num_players
        if state.hands[state.player].sum() > 0:
            return True
    return False


@rule
def mask_selection(state, value, played, equal, raising, required, mask, select):
    """Mask the next items of a choice that can still be completed; and commit, if it is complete.

    A court card takes one card of its rank. Any other choice is at least one item, and splits into sets.

    Args:
        state: with ``table``, ``card``, ``selected`` and ``taken``.
        value: the value of the sets, 0 to capture with a court card.
        played: `UNITS` of the card played if it is bound with the others, `NOTHING` to capture.
        equal: the slots of bundles that may be taken as sets of the value.
        raising: the slots of bundles which the card played may raise to the value, instead of being in a set of loose
            cards; one of them at most may be taken.
        required: slots that must be among those taken.
        mask: the legal actions.
        select: the first action of loose cards, behind which follow those of the slots, then commit.
    """
    chosen, last = NOTHING, -1
    for card in range(CARDS):
        if state.selected[card] > 0:
            chosen += UNITS[card]
            last = card
    slots = len(state.taken)
    taken, next_slot = 0, 0
    for slot in range(slots):
        if state.taken[slot] > 0:
            taken |= 1 << slot
            next_slot = slot + 1
    if value == 0:
        mask_rank(state, mask, select)
        mask[select + CARDS + slots] = last >= 0
        return
    if taken == 0:
        mask_cards(state, value, played, chosen, last, equal | raising, raising, required, mask, select)
    for slot in range(next_slot, slots):
        later = (equal | raising) >> (slot + 1) << (slot + 1)
        bit = 1 << slot
        if (equal | raising) & bit and not (raising & bit and raising & taken):
            mask[select + CARDS + slot] = can_complete(
                value, played, chosen, NOTHING, taken | bit, later, raising, required
            )
    if last >= 0 or taken > 0:
        mask[select + CARDS + slots] = can_complete(value, played, chosen, NOTHING, taken, 0, raising, required)


@rule
def mask_rank(state, mask, select):
    """A court card takes one card of its rank."""
    if state.selected.sum() == 0:
        for suit in range(SUITS):
            card = RANKS * suit + rank_of(state.card)
            mask[select + card] = state.table[card]


@rule
def mask_cards(state, value, played, chosen, last, later, raising, required, mask, select):
    """Mask loose cards behind the last one chosen; a choice that fewer cards can complete, more cards can complete too.

    Args:
        state: as for `mask_selection`, like ``value``, ``played``, ``raising``, ``required``, ``mask`` and ``select``.
        value: of the sets.
        played: the card played, as counts.
        chosen: the loose cards chosen, as counts.
        last: the last one of them.
        later: slots that may still be taken, as bits.
        raising: slots that may be raised.
        required: slots that must be taken.
        mask: the legal actions.
        select: the first action of loose cards.
    """
    free = NOTHING
    fitting = 0  # values of which a card can be chosen, as bits
    for card in range(CARDS - 1, last, -1):
        if state.table[card] > 0 and CARD_VALUES[card] > 0:
            bit = 1 << CARD_VALUES[card]
            if fitting & bit == 0 and can_complete(
                value, played, chosen + UNITS[card], free, 0, later, raising, required
            ):
                fitting |= bit
            mask[select + card] = fitting & bit > 0
            free += UNITS[card]


@rule
def can_complete(value, played, chosen, free, taken, later, raising, required):
    """Returns whether a choice is complete, or can be with free cards and slots that may still be taken.

    The card played is in a set of loose cards, or raises a bundle.

    Args:
        value: of the sets.
        played: the card played, as counts.
        chosen: the loose cards chosen, as counts.
        free: those that may still be chosen, as counts.
        taken: slots that are taken, as bits.
        later: slots that may still be taken.
        raising: slots that may be raised.
        required: slots that must be taken.
    """
    missing = required & ~taken
    if missing & ~later:
        return False
    raised = (taken | missing) & raising
    if raised:
        return raised & (raised - 1) == 0 and can_cover(value, chosen, free)
    if can_cover(value, chosen + played, free):
        return True
    return later & raising > 0 and can_cover(value, chosen, free)


@rule
def redeal(state, player, not_in_hands):
    """Redraws the others' hands and the stock, consistent with all known: held values, and cards that are in no hand.

    All such deals are equally likely, whatever the hands are now. First each value known of a hand gets one of the
    cards that have it, its *witness*, then the hands are filled. If a hand has several cards of a known value, each of
    them may have been the witness, so such a deal comes in several ways. It stays with a chance of one in that number
    of ways, or all is drawn again.
    """
    below = gather(state, player, not_in_hands)
    while True:
        first = draw_witnesses(state, player, below)
        start = fill_hands(state, player, below, first)
        if rng.below(state, ways(state, player, start, first)) == 0:
            break
    deal_out(state, player, start, first)
    piles.shuffle(state, state.stock)


@rule
def redeal_unknown(state, player, not_in_hands):
    """Redraws the others' hands and the stock, where nothing is known but cards that are in no hand."""
    stock = state.stock
    below = gather(state, player, not_in_hands)
    for other in range(state.num_players):
        if other != player:
            size = state.hands[other].sum()
            state.hands[other, :] = 0
            for _ in range(size):
                piles.swap(stock.cards, stock.height - 1, below + rng.below(state, stock.height - below))
                state.hands[other, piles.draw(stock)] = 1
    piles.shuffle(state, stock)


@rule
def gather(state, player, not_in_hands):
    """Lay the others' hands, which stay counted, on the stock, and the cards that are in no hand to the bottom.

    Returns:
        How many cards are in no hand.
    """
    stock = state.stock
    for other in range(state.num_players):
        if other != player:
            for card in range(CARDS):
                if state.hands[other, card] > 0:
                    piles.push(stock, card)
    below = 0
    for place in range(stock.height):
        if not_in_hands[stock.cards[place]] > 0:
            piles.swap(stock.cards, below, place)
            below += 1
    return below


@rule
def draw_witnesses(state, player, below):
    """Lay a witness for each value known of the others on top, by seat; returns the place of the first."""
    cards = state.stock.cards
    first = state.stock.height
    for other in range(state.num_players - 1, -1, -1):
        for value in range(VALUES, 0, -1):
            if other != player and state.known[other, value - 1] > 0:
                number = 0
                for place in range(below, first):
                    number += CARD_VALUES[cards[place]] == value
                chosen = rng.below(state, number)
                first -= 1
                for place in range(below, first + 1):
                    if CARD_VALUES[cards[place]] == value:
                        if chosen == 0:
                            piles.swap(cards, place, first)
                            break
                        chosen -= 1
    return first


@rule
def fill_hands(state, player, below, first):
    """Draw the other cards of the hands, and lay them under the witnesses; returns the place of the first card."""
    start = first
    for other in range(state.num_players):
        if other != player:
            for _ in range(state.hands[other].sum() - state.known[other].sum()):
                start -= 1
                piles.swap(state.stock.cards, start, below + rng.below(state, start - below + 1))
    return start


@rule
def ways(state, player, start, first):
    """Number of ways in which witnesses could have been drawn for the hands that lie on the stock."""
    cards = state.stock.cards
    product = 1
    for other in range(state.num_players):
        if other != player:
            size = state.hands[other].sum() - state.known[other].sum()
            for value in range(1, VALUES + 1):
                if state.known[other, value - 1] > 0:
                    number = 1
                    for place in range(start, start + size):
                        number += CARD_VALUES[cards[place]] == value
                    product *= number
            start += size
    return product


@rule
def deal_out(state, player, start, first):
    """Move the cards that lie on the stock to the others' hands."""
    stock = state.stock
    end = start
    for other in range(state.num_players):
        if other != player:
            witnesses = state.known[other].sum()
            size = state.hands[other].sum() - witnesses
            state.hands[other, :] = 0
            for _ in range(size):
                state.hands[other, stock.cards[start]] = 1
                start += 1
            for _ in range(witnesses):
                state.hands[other, stock.cards[first]] = 1
                first += 1
    while stock.height > end:
        piles.draw(stock)


def problem_of_sides(state, most: int) -> str:
    """The first problem of the sides in a written position, in words, or nothing.

    Args:
        state: the state of a written position.
        most: the highest score with which another hand can begin.
    """
    sides = len(state.captured)
    if (state.score[sides : state.num_players] != state.score[: state.num_players - sides]).any():
        return "score: partners have the same"
    if (state.score > most).any():
        return "score: it is more than a match brings"
    if (2 * state.xeris > state.captured.sum(axis=1)).any():
        return "xeris: each captures two cards at least"
    if state.returned[state.stock.cards[: state.stock.height]].sum() < state.returned.sum():
        return "returned: these cards lie in the stock"
    return ""


def problem_of_bundle(cards: np.ndarray, value: int, several: int) -> str:
    """The first problem of a bundle in a written position, in words, or nothing."""
    values = CARD_VALUES[cards > 0]
    if value == 0:
        return "each has a value"
    if len(values) < 2 or not values.all():
        return "each has two cards or more, and no jacks, queens and kings"
    if values.sum() % value or (values.sum() > value) != several:
        return f"cards that add up to {values.sum()} are not {'several sets' if several else 'one set'} of {value}"
    return ""


def problem_of_kept(state, bundles: Sequence[tuple[int, int]]) -> str:
    """The first problem of cards known to be in hands, or nothing; fills in those that bundles show.

    Args:
        state: the state of a written position.
        bundles: owner and value of each.
    """
    for owner, value in bundles:
        if state.card == NO_CARD or owner != state.player or CARD_VALUES[state.card] != value:
            state.known[owner, value - 1] = 1
    held = np.zeros_like(state.known)
    for hand, values in zip(state.hands, held, strict=True):
        values[CARD_VALUES[(hand > 0) & (CARD_VALUES > 0)] - 1] = 1
    for owner, value in np.argwhere(state.known > held).tolist():
        return f"player {owner} must hold a card of the value {value + 1}"
    return ""


def problem_of_turn(game: Game, state, begun: Sequence[int], select: int) -> str:
    """The first problem of a turn that has begun, or nothing; fills in what it has shown.

    The turn is played again. It must be possible, and must come to the same position.

    Args:
        game: the game.
        state: the state of a written position.
        begun: the action, if any, between showing the card and choosing items.
        select: as in `mask_selection`.
    """
    if state.card == NO_CARD:
        return "phase: a card must have been shown" if state.phase else _problem_of_idle(state)
    if state.over or not state.phase:
        return "card: it is shown in the middle of a turn only"
    turn = Table(game, game.blank(int(state.num_players)))
    before = turn.state
    turn.records[0] = state
    before.hands[state.player, state.card] = 1
    before.card, before.phase = NO_CARD, 0
    for name in _choices_of(state):
        before[name] = 0
    turn.refresh()
    items = np.flatnonzero(np.concatenate([state[name] for name in _choices_of(state) if name != "aim"]))
    for action in [int(state.card), *begun, *(select + items).tolist()]:
        if not turn.is_legal(action):
            return f"the turn cannot have come so far: {game.actions.words[action]!r} was not legal"
        turn.step_legal(action)
    if any(before[name] != state[name] for name in ("phase", "aim") if name in state.dtype.names):
        return "phase: the turn has not come so far"
    if "known" in state.dtype.names:
        np.maximum(state.known, before.known, out=state.known)
    return ""


def _problem_of_idle(state) -> str:
    """The first field that belongs to a turn and is set before one, as a problem."""
    left = [name for name in _choices_of(state) if np.any(state[name])]
    return f"{left[0]}: nothing is chosen before a card is shown" if left else ""


def _choices_of(state) -> list[str]:
    """The fields of a turn's choices: ``taken`` and ``aim`` only where there are bundles."""
    return [name for name in ("aim", "selected", "taken") if name in state.dtype.names]
