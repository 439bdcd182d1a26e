"""Melds on the table with wild cards among them, which their owners may pick up and lay down in another way.

The state has

- ``melds``, players and their melds of `wild_melds` in the order in which they were laid down, and ``wilds``, the wild
  cards in them: the place of a meld in the list, a card and the wild card for it;
- ``hands`` and ``table``, by player, what a player holds and has melded, as it is, and ``known``, what all know to be
  in a hand;
- ``loose``, the cards that the player has picked up, and ``old_melds``, how many melds of the list can still be;
- ``kept_table``, ``kept_melds`` and ``kept_wilds``, what the player's table and the lists were before;
- ``negative``, the card by which others are wild.
"""

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
from typing_extensions import override

from cardzoo.envs.engine import CARDS_AND_JOKERS, arrays, rule
from cardzoo.envs.engine.cards import CARD_WORDS, parse_card
from cardzoo.envs.engine.lines import Lines
from cardzoo.envs.families import melds
from cardzoo.envs.families.wild_melds import (
    CODES,
    FIRST_SET,
    JOKER,
    MELD_BITS,
    MELD_CARDS,
    MELD_SIZES,
    MELD_WORDS,
    MELDS,
    MOST_WILDS,
    SMALLEST,
    WILD_CARDS,
    can_fill,
    count_wilds,
    group_of,
    is_wild,
    may_fit,
)

MOST_MELDS = 2 * CARDS_AND_JOKERS // SMALLEST  # of two packs
NO_MELD = -1


class Melds(Lines):
    """Melds, each a player and a number of `MELD_WORDS`: the cards that the meld stands for.

    Args:
        name: the attribute's name.
        most: the most melds.
        doc: its meaning.
    """

    example = "2: 5♦ 6♦ 7♦"

    def __init__(self, name: str, most: int = MOST_MELDS, *, doc: str) -> None:
        super().__init__(name, most, 2, high=MELDS - 1, doc=doc)

    @override
    def line_to_words(self, *numbers: int) -> str:
        player, meld = numbers
        return f"{player}: {MELD_WORDS[meld]}"

    @override
    def line_from_words(self, words: str) -> Sequence[int]:
        player, _, meld = words.partition(": ")
        return int(player), MELD_WORDS.index(meld)


class Wilds(Lines):
    """Wild cards in melds, each a meld's place in the list, a card and the wild card for it.

    Args:
        name: the attribute's name.
        doc: its meaning.
    """

    example = "0: joker for 7♦"

    def __init__(self, name: str, *, doc: str) -> None:
        super().__init__(name, MOST_WILDS, 3, high=CODES - 1, doc=doc)

    @override
    def line_to_words(self, *numbers: int) -> str:
        meld, card, wild = numbers
        return f"{meld}: {CARD_WORDS[wild]} for {CARD_WORDS[card]}"

    @override
    def line_from_words(self, words: str) -> Sequence[int]:
        meld, _, cards = words.partition(": ")
        wild, _, card = cards.partition(" for ")
        return int(meld), parse_card(card), parse_card(wild)


@rule
def at_hand(state):
    """The kinds of cards that the player holds or has picked up, and how many cards these are."""
    kinds = np.int64(0)
    size = np.int64(0)
    for card in range(CODES):
        copies = state.hands[state.player, card] + state.loose[card]
        kinds |= np.int64(copies > 0) << card
        size += copies
    return kinds & ~melds.bit(JOKER), size


@rule
def wilds_at_hand(state):
    """Number of wild cards that the player holds or has picked up."""
    return count_wilds(state.hands[state.player], state.negative) + count_wilds(state.loose, state.negative)


@rule
def remove_from_hand(state, card):
    """Remove the card from the player's hand, seen by all."""
    state.hands[state.player, card] -= 1
    state.known[state.player, card] = max(state.known[state.player, card] - 1, 0)


@rule
def has_melded(state):
    """Returns whether the player has melded in this game, even if the melds are picked up now."""
    return arrays.total(state.table[state.player]) > 0 or arrays.total(state.loose) > 0


@rule
def count_melds(lying):
    """Number of melds in a list."""
    count = 0
    while count < MOST_MELDS and lying[count, 0] >= 0:
        count += 1
    return count


@rule
def mask_laid(state, mask):
    """No meld is legal that the player has laid down; the actions of melds are their numbers."""
    for place in range(count_melds(state.melds)):
        if state.melds[place, 0] == state.player:
            mask[state.melds[place, 1]] = 0


@rule
def mask_groups(state, number, mask):
    """Mask the groups in which the player has one of a number of melds, the first of the list."""
    for place in range(number):
        if state.melds[place, 0] == state.player:
            mask[group_of(state.melds[place, 1])] = 1


@rule
def makes_meld(state, lying, card, supply, most):
    """Returns whether a card of a supply makes a meld that the player does not have yet.

    Args:
        state: the table.
        lying: the melds on the table, as ``melds`` of the state.
        card: the card.
        supply: the cards that are there, as in `wild_melds`.
        most: the most cards that the meld may have.
    """
    if most < SMALLEST:
        return False
    needed = np.int64(0)
    if not is_wild(state.negative, card):
        needed = melds.bit(card)
        if not may_fit(card, supply):
            return False
        if needed & cards_of(lying, state.player) == 0:
            return True
    meld = 0
    while meld < MELDS and (not can_fill(meld, supply, most, needed) or lies(lying, state.player, meld)):
        meld += 1
    return meld < MELDS


@rule
def cards_of(lying, player):
    """The cards that a player's melds stand for, as bits."""
    bits = np.int64(0)
    for place in range(MOST_MELDS):
        if lying[place, 0] == player:
            bits |= MELD_BITS[lying[place, 1]]
    return bits


@rule
def lies(lying, player, meld):
    """Returns whether the player has such a meld."""
    found = False
    for place in range(MOST_MELDS):
        found |= lying[place, 0] == player and lying[place, 1] == meld
    return found


@rule
def has_natural_sequence(state):
    """Returns whether the player has a sequence of natural cards on the table."""
    for place in range(count_melds(state.melds)):
        is_own_sequence = state.melds[place, 0] == state.player and state.melds[place, 1] < FIRST_SET
        if is_own_sequence and is_natural(state, place):
            return True
    return False


@rule
def is_natural(table, place):
    """Returns whether a meld has no wild card; the table is a state or a view."""
    natural = True
    for entry in range(MOST_WILDS):
        natural &= table.wilds[entry, 0] != place
    return natural


@rule
def lay_down(state, meld, cards):
    """Lay cards down as a meld. Those that were picked up go before equal ones of the hand.

    Args:
        state: the table.
        meld: the meld.
        cards: the cards at its places.
    """
    end = count_melds(state.melds)
    state.melds[end, 0] = state.player
    state.melds[end, 1] = meld
    for place in range(MELD_SIZES[meld]):
        card = cards[place]
        if state.loose[card] > 0:
            state.loose[card] -= 1
        else:
            remove_from_hand(state, card)
        state.table[state.player, card] += 1
        if card != MELD_CARDS[meld, place]:
            add_wild(state, end, MELD_CARDS[meld, place], card)


@rule
def add_wild(state, place, card, wild):
    """Note a wild card in a meld."""
    for entry in range(MOST_WILDS):
        if state.wilds[entry, 0] < 0:
            state.wilds[entry, 0] = place
            state.wilds[entry, 1] = card
            state.wilds[entry, 2] = wild
            return


@rule
def keep(state):
    """Save the table, so that it can be restored."""
    arrays.copy(state.table[state.player], state.kept_table)
    arrays.copy(state.melds, state.kept_melds)
    arrays.copy(state.wilds, state.kept_wilds)


@rule
def forget(state):
    """Make the table final: it can be restored no more."""
    state.old_melds = 0
    state.kept_table[:] = 0
    state.kept_melds[:] = NO_MELD
    state.kept_wilds[:] = NO_MELD


@rule
def restore(state):
    """Restore the table that was saved; cards laid down since go back to the hand, where all know them."""
    player = state.player
    for card in range(CODES):
        shown = state.table[player, card] + state.loose[card] - state.kept_table[card]
        state.hands[player, card] += shown
        state.known[player, card] += shown
        state.table[player, card] = state.kept_table[card]
        state.loose[card] = 0
    arrays.copy(state.kept_melds, state.melds)
    arrays.copy(state.kept_wilds, state.wilds)


@rule
def pick_up(state, group):
    """Pick up all old melds of the player that are of a group."""
    for place in range(state.old_melds - 1, -1, -1):
        if state.melds[place, 0] == state.player and group_of(state.melds[place, 1]) == group:
            lift(state, place)


@rule
def lift(state, place):
    """Pick up a meld; the list closes up."""
    meld = state.melds[place, 1]
    for card_place in range(MELD_SIZES[meld]):
        card = lying_for(state, place, MELD_CARDS[meld, card_place])
        state.table[state.player, card] -= 1
        state.loose[card] += 1
    last = count_melds(state.melds) - 1
    for later in range(place, last):
        state.melds[later, 0] = state.melds[later + 1, 0]
        state.melds[later, 1] = state.melds[later + 1, 1]
    state.melds[last, 0] = state.melds[last, 1] = NO_MELD
    entries = 0
    for entry in range(MOST_WILDS):
        owner = state.wilds[entry, 0]
        if owner != place and owner >= 0:
            state.wilds[entries, 0] = owner - (owner > place)
            state.wilds[entries, 1] = state.wilds[entry, 1]
            state.wilds[entries, 2] = state.wilds[entry, 2]
            entries += 1
    state.wilds[entries:] = NO_MELD
    state.old_melds -= 1


@rule
def lying_for(state, place, card):
    """The card that lies in a meld in the place of this card: a wild one or itself."""
    for entry in range(MOST_WILDS):
        if state.wilds[entry, 0] == place and state.wilds[entry, 1] == card:
            return np.int64(state.wilds[entry, 2])
    return np.int64(card)


@rule
def show(state, player, view, points):
    """Show the melds to a seat, from which the players are counted, and what they count, as ``meld_points``.

    Args:
        state: the table.
        player: the seat.
        view: its view.
        points: what each meld counts, by its number.
    """
    place = 0
    while place < MOST_MELDS and state.melds[place, 0] >= 0:
        seat = (state.melds[place, 0] - player + state.num_players) % state.num_players
        view.melds[place, 0] = seat
        view.melds[place, 1] = state.melds[place, 1]
        view.meld_points[seat] += points[state.melds[place, 1]]
        place += 1
    arrays.copy(state.wilds, view.wilds)


class Laid(NamedTuple):
    """A meld on the table.

    Attributes:
        player: the owner.
        meld: its number.
        wilds: pairs of a card and the wild card for it.
    """

    player: int
    meld: int
    wilds: frozenset[tuple[int, int]]


def list_melds(lying: Any, wilds: Any) -> list[Laid]:
    """The melds of a list."""
    return [
        Laid(player, meld, frozenset((card, wild) for where, card, wild in wilds.tolist() if where == place))
        for place, (player, meld) in enumerate(line for line in lying.tolist() if line[0] >= 0)
    ]


def cards_in(laid: Sequence[Laid], players: int) -> np.ndarray:
    """The cards that lie in some melds, (players, cards)."""
    table = np.zeros((players, CODES), np.int64)
    for player, meld, wilds in laid:
        instead = dict(wilds)
        for card in MELD_CARDS[meld][: MELD_SIZES[meld]].tolist():
            table[player, instead.get(card, card)] += 1
    return table


def wrong_melds(state, rearranging: bool) -> str:
    """The first problem of the melds in a written position.

    Args:
        state: the position.
        rearranging: whether the player has picked melds up, so that no natural sequence need be left.
    """
    problem = wrong_list(state, state.melds, state.wilds) or wrong_list(state, state.kept_melds, state.kept_wilds)
    if problem:
        return problem
    laid = list_melds(state.melds, state.wilds)
    if (state.table != cards_in(laid, len(state.table))).any():
        return "table: it holds the cards of the melds"
    for player in {meld.player for meld in laid} - ({int(state.player)} if rearranging else set()):
        if not any(meld.player == player and meld.meld < FIRST_SET and not meld.wilds for meld in laid):
            return f"melds: player {player} has no sequence of natural cards"
    return ""


def wrong_list(state, lying: Any, wilds: Any) -> str:
    """The first problem of a list of melds, or of the wild cards in them."""
    count, used = int((lying[:, 0] >= 0).sum()), int((wilds[:, 0] >= 0).sum())
    if (lying[:count] < 0).any() or (lying[count:] >= 0).any() or (lying[:, 0] >= state.num_players).any():
        return f"melds: a line is a player, 0 to {state.num_players - 1}, and a meld"
    if len({tuple(line) for line in lying[:count].tolist()}) < count:
        return "melds: a player has two equal ones"
    if (wilds[:used] < 0).any() or (wilds[used:] >= 0).any():
        return "wilds: a line is the place of a meld, a wild card and a card"
    for place, card, wild in wilds[:used].tolist():
        if place >= count or card not in MELD_CARDS[lying[place, 1]]:
            return "wilds: they stand for cards of melds"
        if wild == card or wild not in WILD_CARDS[state.negative]:
            return f"wilds: {CARD_WORDS[wild]} is not wild there"
    if len({(place, card) for place, card, _ in wilds[:used].tolist()}) < used:
        return "wilds: one card stands for another"
    if any((wilds[:, 0] == place).sum() == MELD_SIZES[lying[place, 1]] for place in range(count)):
        return "wilds: a meld holds a natural card"
    return ""


def wrong_kept(state, drawn: Any) -> str:
    """The first problem of what is kept of the table in a written position.

    Args:
        state: the position.
        drawn: cards that have come into the player's hand since.
    """
    player, before = state.player, list_melds(state.kept_melds, state.kept_wilds)
    if (state.kept_table != cards_in(before, len(state.table))[player]).any():
        return "kept_table: it holds the cards of the player's kept_melds"
    laid = list_melds(state.melds, state.wilds)
    if [meld for meld in laid if meld.player != player] != [meld for meld in before if meld.player != player]:
        return "kept_melds: those of others stay as they are"
    shown = state.table[player] + state.loose - state.kept_table
    if (shown < 0).any() or (state.hands[player] + shown < np.bincount(drawn, minlength=CODES)).any():
        return "loose: cards that lay there, or came from the line, are gone"
    return ""
