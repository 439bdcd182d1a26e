"""Vazhushal.

A rummy game from Chennai for two to six players, also known as Wipe: the discards lie in a line, and a player who can
meld one of them takes it with all the newer ones. Melds lie open, may be rearranged, and may hold wild cards.

Rules
-----
1. Two players use the pack of 52 and two jokers; three to six players use two such packs, 108 cards.
2. Each player is dealt thirteen cards, one at a time from the dealer's left.
3. If anybody is dealt three or more pairs of equal cards, the hands are thrown in and the same dealer deals again.
4. The next card is turned up and begins the line of discards; the rest is the stock, whose bottom card is turned up:
   the negative joker.
5. Jokers are wild, and so are the cards of the negative joker's rank in the two suits of the other colour.
6. The dealer's left neighbour begins. A turn is to draw, to meld as much as one likes, and to discard one card.
7. The discards keep their order in the line, and all of them can be seen.
8. One draws the top card of the stock, or any card of the line together with all newer ones. That card must be melded
   at once; the newer ones go to the hand.
9. A sequence is three or more cards of a suit that follow each other. The ace is next to the 2 or to the king, not to
   both.
10. A set is three or four cards of a rank.
11. A meld does not hold two cards of the same rank and suit.
12. A wild card stands for any card; one that is used as the card it is counts as natural.
13. A meld holds at least one natural card.
14. A player may not have two equal melds at a time.
15. A player's first meld is a sequence of natural cards; after that any meld will do.
16. Nothing can be added to melds of other players.
17. One may rearrange one's own melds together with cards of the hand. Melded cards do not go back to the hand, all
    melds are proper ones in the end, and there is a sequence of natural cards among them.
18. Before the first meld one may draw from the line only a card that makes a sequence of natural cards at once.
19. Or, holding such a sequence, one may lay it down before drawing, and then draw from the line any card that can be
    melded at once. Only then a player melds before drawing.
20. A player who has melded all cards but one and discards that one wins.
21. When the last card of the stock has been drawn, play stops at the end of that turn. Then everybody may meld once
    more from the hand.
22. Everybody then scores the melds less the cards left in the hand: aces and court cards 10, others their number, a
    wild card as the card that it stands for. The highest score wins.

Sources
-------
[Denexa Games, Vazhushal (2020)](https://www.denexa.com/blog/2020/05/); [Pagat's page on
Wipe](https://www.pagat.com/rummy/wipe.html) and others for points below.

Choices where the text is silent
--------------------------------
1. How one draws from the line, rule 8, follows from an example: a player with 8♠ takes 9♠, 10♠ and two newer cards.
2. The negative joker stays under the stock and is never drawn. If it is a joker, only jokers are wild.
3. The card drawn from the line may go to a new meld, to an own one that it makes longer, or lie anywhere after
   rearranging. Own melds that this takes are picked up before drawing, those of a suit or of a rank together.
4. Newer cards that come with it may be part of the same meld.
5. There is no other limit to wild cards in a meld than rule 13.
6. A set has at most four suits; a wild card takes a missing one. Two wild cards of a kind may stand for two cards.
7. A sequence has up to thirteen cards: the ace is not at both ends.
8. Melds are equal if they are sequences of the same suit and ranks, or sets of the same rank and suits; wild cards in
   them do not matter.
9. The sequence of rules 15 and 17 need not stay the same one.
10. Melds always leave one card of the hand for the discard, but for those of rule 21.
11. One may meld for the first time and go out in the same turn.
12. The last melding goes round from the left of the player who had the last turn; rules 15 and 17 hold.
13. Wild cards in the hand at the end count 0 if they are jokers, else their own rank.
14. Players with the same best score share the win. When a player goes out, nothing is counted: the winner scores 832,
    which is as much as all cards together can count, and the others 0.
15. Jokers do not make pairs in rule 3. A written deck that must be dealt again is shuffled.
16. A wild card may be drawn from the line if it is melded.
17. Going out in the turn of the stock's last card wins.
18. In rule 18 the chosen card itself lies in the sequence; newer ones alone are not enough.
19. In rule 19 the sequence may be laid down only if some card of the line makes a meld with cards of the hand; such a
    card must then be drawn.
20. Melded at once, in rules 8, 18 and 19: the first meld after the draw holds the card, or one of its kind. If melds
    have been picked up, one more card of its kind lies when all is laid down again.
21. Rearranging brings at least one card of the hand, or of the line, to the table.
22. Melds are picked up and laid down in the open. As long as cards that were picked up do not lie properly again, or a
    sequence of rule 19 is not followed by the meld of a card of the line, the player may take all of it back, and a
    draw from the line that came after it; all know the cards of the hand that were shown. The third time in a turn is
    the last: then nothing more can be picked up, or laid before drawing, in this turn.
23. Cards laid down since melds were picked up can be picked up again only when all lies properly.
24. The cards of a meld are chosen one after the other, in the order of its ranks or suits, where there is more than
    one way; cards that were picked up go before equal ones of the hand.

Options
-------
There are none.

Rewards
-------
The winners share +1, the others share -1; if all win, all get 0. With ``reward="score"`` nothing pays more than to go
out: with four players 0.75.

End
---
When a player goes out, or after the last melding. The rules themselves end the game: each turn takes a card off the
stock or brings one more to the table, and in a turn one can take back three times only. Random players, who take back
much, need 430 steps on average when there are two of them, 1,250 when there are three, and 290 when there are six.

Written deck
------------
Cards go round from the dealer's left, thirteen times; then comes the first card of the line, then the stock, the last
card of which is the negative joker.
"""

from collections.abc import Sequence
from enum import IntEnum
from itertools import combinations
from typing import Any

import numpy as np
from typing_extensions import override

from cardzoo.envs.engine import arrays, piles, rewards
from cardzoo.envs.engine.actions import Actions, Block, Place, places
from cardzoo.envs.engine.cards import (
    CARD_WORDS,
    CARDS,
    CLUBS,
    DIAMONDS,
    HEARTS,
    NO_CARD,
    RANK_WORDS,
    RANKS,
    SPADES,
    SUIT_WORDS,
    SUITS,
    card_words,
    parse_card,
    parse_cards,
)
from cardzoo.envs.engine.compiling import rule
from cardzoo.envs.engine.fields import Card, Cards, Choice, Number, Pile, Seats, State
from cardzoo.envs.engine.game import Game, declared_in
from cardzoo.envs.families import dealing, melds
from cardzoo.envs.scene import STOCK, Beside, Bundles, Codes, Hands, Layout, Spread

SEATS = Seats(6)
JOKER = CARDS  # all jokers are equal
CODES = CARDS + 1
JOKERS_IN_A_PACK = 2
TWO_PACKS = 2 * (CARDS + JOKERS_IN_A_PACK)
HAND_SIZE = 13
MOST_DOUBLES = 2  # pairs of equal cards that a dealt hand may hold
LONGEST_LINE = TWO_PACKS - 3 * HAND_SIZE - 1  # three players: all that is not dealt, but for the negative joker
MOST_MELDS = TWO_PACKS // 3
MOST_WILDS = 8  # four jokers, and two cards in each of two suits
MOST_TAKEN_BACK = 3
NO_MELD = -1
SIZE_BITS = 7  # a hand has fewer than 128 cards
MOST_POINTS = 2 * SUITS * (5 * 10 + sum(range(2, 10))) + MOST_WILDS * 10

# Rule 5: a joker, and the wild cards of the lower and of the higher suit, by the negative joker; as bits too.
BLACK, RED = (CLUBS, SPADES), (DIAMONDS, HEARTS)
WILD_CARDS = np.array(
    [
        [JOKER, *(RANKS * suit + card % RANKS for suit in (BLACK if card // RANKS in RED else RED))]
        for card in range(CARDS)
    ]
    + [[JOKER, NO_CARD, NO_CARD]],
    np.int64,
)
WILD_BITS = np.array([sum(1 << card for card in cards if card != NO_CARD) for cards in WILD_CARDS.tolist()], np.int64)

# Melds. A place is a rank in a sequence, 0 the ace below the 2 and 13 the one above the king.
PLACES = RANKS + 1
SMALLEST, LONGEST = 3, 13
SEQUENCES_OF = [
    (first, size) for first in range(PLACES - 2) for size in range(SMALLEST, min(LONGEST, PLACES - first) + 1)
]
SEQUENCES = [
    [RANKS * suit + place % RANKS for place in range(first, first + size)]
    for suit in range(SUITS)
    for first, size in SEQUENCES_OF
]
SUITS_OF_SETS = [*list(combinations(range(SUITS), 3))[::-1], tuple(range(SUITS))]  # without clubs, ..., all four
SETS = [[RANKS * suit + rank for suit in suits] for rank in range(RANKS) for suits in SUITS_OF_SETS]
MELD_WORDS = [card_words(meld) for meld in SEQUENCES + SETS]
MELDS = len(MELD_WORDS)
FIRST_SET = len(SEQUENCES)
MELD_SIZES = np.array([len(meld) for meld in SEQUENCES + SETS], np.int64)
MELD_CARDS = np.array([(meld + [NO_CARD] * LONGEST)[:LONGEST] for meld in SEQUENCES + SETS], np.int64)
MELD_BITS = np.array([sum(1 << card for card in meld) for meld in SEQUENCES + SETS], np.int64)
CARD_POINTS = np.array(
    [min(rank + 1, 10) if rank else 10 for _ in range(SUITS) for rank in range(RANKS)] + [0], np.int64
)
MELD_POINTS = np.array([CARD_POINTS[meld].sum() for meld in SEQUENCES + SETS], np.int64)
SEQUENCES_A_SUIT = len(SEQUENCES_OF)
FIRST_SEQUENCE = np.array([SEQUENCES_OF.index((first, SMALLEST)) for first in range(PLACES - 2)], np.int64)

# Pairs that make a meld of three with a card: up to three pairs for a sequence, then three for a set.
NO_PAIR = -1  # all bits: never held
SEQUENCE_PAIRS = 3
TRIOS = [set(meld) for meld in SEQUENCES + SETS if len(meld) == SMALLEST]


def _pairs(card: int) -> list[int]:
    pairs = [sorted(trio - {card}) for trio in TRIOS if card in trio]
    in_sequence = [pair for pair in pairs if pair[0] // RANKS == pair[1] // RANKS]
    in_set = [pair for pair in pairs if pair not in in_sequence]
    bits = [[(1 << one) + (1 << other) for one, other in part] for part in (in_sequence, in_set)]
    return bits[0] + [NO_PAIR] * (SEQUENCE_PAIRS - len(bits[0])) + bits[1]


PAIRS = np.array([_pairs(card) for card in range(CARDS)], np.int64)
PARTNERS = np.array([np.bitwise_or.reduce(pairs[pairs != NO_PAIR]) for pairs in PAIRS], np.int64)

# Groups that are picked up together: the sequences of a suit, or the sets of a rank.
GROUPS = [f"sequences of {suit}" for suit in SUIT_WORDS] + [f"sets of {rank}" for rank in RANK_WORDS]


class Phase(IntEnum):
    """Decisions of the player whose turn it is."""

    DRAW = 0
    MELD = 1
    FINAL = 2


class Work(IntEnum):
    """State of melds in the making by the player whose turn it is, which can be taken back."""

    SETTLED = 0
    LAID_EARLY = 1
    PICKED_UP = 2


class Lines(Number):
    """Lines of numbers; the first number of an empty one is -1. In words one text for each line that is not empty."""

    example: str
    """A line in words."""

    def __init__(self, name: str, *shape: int, high: int, doc: str) -> None:
        super().__init__(name, *shape, low=NO_CARD, high=high, default=NO_CARD, doc=doc)

    @override
    def to_words(self, value: Any, num_players: int) -> Any:
        return [self.line_to_words(*line) for line in value.tolist() if line[0] >= 0]

    @override
    def from_words(self, words: Any, record: Any) -> None:
        record[self.name] = NO_CARD
        super().from_words([*map(self.read_line, words)] if isinstance(words, list) else words, record)

    def read_line(self, words: Any) -> Any:
        """The numbers of one line; what is not a text stays as it is.

        Raises:
            ValueError: if the text is no line.
        """
        try:
            return self.line_from_words(words) if isinstance(words, str) else words
        except ValueError:
            raise ValueError(f"{self.name}: {words!r} is not allowed; write such as {self.example!r}") from None

    def line_to_words(self, first: int, second: int, third: int = NO_CARD) -> str:
        """One line."""
        raise NotImplementedError

    def line_from_words(self, words: str) -> Sequence[int]:
        """The numbers of one line."""
        raise NotImplementedError


class Melds(Lines):
    """Melds, each a player and a number of `MELD_WORDS`: the cards that the meld stands for."""

    example = "2: 5♦ 6♦ 7♦"

    def __init__(self, name: str, most: int, doc: str) -> None:
        super().__init__(name, most, 2, high=MELDS - 1, doc=doc)

    @override
    def line_to_words(self, first: int, second: int, third: int = NO_CARD) -> str:
        return f"{first}: {MELD_WORDS[second]}"

    @override
    def line_from_words(self, words: str) -> Sequence[int]:
        player, _, meld = words.partition(": ")
        return int(player), MELD_WORDS.index(meld)


class Wilds(Lines):
    """Wild cards in melds, each a meld's place in the list, a card and the wild card for it."""

    example = "0: joker for 7♦"

    def __init__(self, name: str, doc: str) -> None:
        super().__init__(name, MOST_WILDS, 3, high=CODES - 1, doc=doc)

    @override
    def line_to_words(self, first: int, second: int, third: int = NO_CARD) -> str:
        return f"{first}: {CARD_WORDS[third]} for {CARD_WORDS[second]}"

    @override
    def line_from_words(self, words: str) -> Sequence[int]:
        meld, _, cards = words.partition(": ")
        wild, _, card = cards.partition(" for ")
        return int(meld), parse_card(card), parse_card(wild)


class Row(Number):
    """Cards in order, as numbers; -1 behind the last. In words one text."""

    def __init__(self, name: str, most: int, doc: str) -> None:
        super().__init__(name, most, low=NO_CARD, high=CODES - 1, default=NO_CARD, doc=doc)

    @override
    def to_words(self, value: Any, num_players: int) -> str:
        return card_words(value[value != NO_CARD].tolist())

    @override
    def from_words(self, words: Any, record: Any) -> None:
        record[self.name] = NO_CARD
        super().from_words(parse_cards(words), record)


ACTIONS = Actions(
    Block("draw", at=Place("stock_size"), doc="draw the top card of the stock"),
    Block("take", places("line", range(1, LONGEST_LINE + 1)), doc="draw so many newest cards of the line"),
    Block("pick up", GROUPS, doc="pick up own melds of a kind, to rearrange them"),
    Block("take back", doc="undo what was melded and picked up, as long as it does not lie properly"),
    Block("meld", SEQUENCES + SETS, among=("hand", "loose"), doc="lay down a meld that stands for these cards"),
    Block(
        "use",
        ("natural", JOKER, "lower wild", "higher wild"),
        doc="the next card of a meld: itself, a joker, or a wild card of clubs or diamonds, of hearts or spades",
    ),
    Block("discard", CODES, doc="discard a card and end the turn"),
    Block("done", doc="end one's part of the last melding"),
)
DRAW = ACTIONS.first("draw")
TAKE = ACTIONS.first("take")
PICK_UP = ACTIONS.first("pick up")
TAKE_BACK = ACTIONS.first("take back")
MELD = ACTIONS.first("meld")
USE = ACTIONS.first("use")
DISCARD = ACTIONS.first("discard")
DONE = ACTIONS.first("done")
NATURAL = 0  # the way to use a card as itself; the others are the places in `WILD_CARDS`, from 1
WAYS = 4

STATE = State(
    Choice("phase", Phase, doc="what the player whose turn it is does"),
    Cards("hands", SEATS, packs=4, codes=CODES, doc="the players' hands"),
    Cards("table", SEATS, packs=4, codes=CODES, doc="the cards that each player has melded, as they are"),
    Cards("loose", packs=4, codes=CODES, doc="cards of melds that have been picked up"),
    Pile("stock", TWO_PACKS, codes=CODES, doc="the stock, without the negative joker"),
    Pile("line", TWO_PACKS, codes=CODES, doc="the line of discards, the newest on top"),
    Card("negative", codes=CODES, doc="the negative joker"),
    Melds("melds", MOST_MELDS, doc="the players and their melds, in the order in which they were laid down"),
    Wilds("wilds", doc="the wild cards in them"),
    Number("meld", low=-1, high=MELDS - 1, default=None, optional=True, doc="the meld whose cards are being chosen"),
    Card("chosen", LONGEST, codes=CODES, memo=True, doc="the cards that have been chosen for it"),
    Card("owed", codes=CODES, memo=True, doc="the card of the line that must be melded at once"),
    Number("owed_copies", high=4, doc="how many of its kind must lie with the player then"),
    Choice("work", Work, doc="whether that player has laid a meld early or picked melds up, which can be taken back"),
    Choice("work_phase", Phase, doc="the phase in which the first of them was laid or picked up"),
    Number("old_melds", high=MOST_MELDS, doc="with melds picked up: those in the list that still can be"),
    Cards("kept_table", packs=4, codes=CODES, memo=True, doc="what the player's table was then"),
    Melds("kept_melds", MOST_MELDS, doc="what the list of melds was then"),
    Wilds("kept_wilds", doc="and the wild cards in them"),
    Pile("taken", LONGEST_LINE, codes=CODES, memo=True, doc="cards drawn from the line since, the oldest on top"),
    Number("taken_back", high=MOST_TAKEN_BACK, doc="how often the player has taken back in this turn"),
    Cards("known", SEATS, packs=4, codes=CODES, memo=True, doc="cards that all know to be in a player's hand"),
    Number("moved", SEATS, doc="whether a player has drawn in this game"),
    Number("finished", high=SEATS, doc="players who are done with the last melding"),
)

VIEW = STATE.view(
    Cards("hand", packs=4, codes=CODES, shows="hands", doc="own hand"),
    "table loose known",
    Row("line", TWO_PACKS, doc="the line of discards, the newest first"),
    Number("reach", CODES, high=TWO_PACKS, doc="how many cards of the line one takes to get a kind; 0: none"),
    "negative",
    Melds("melds", MOST_MELDS, doc="players and their melds, in the order in which they were laid down"),
    Wilds("wilds", doc="the wild cards in them"),
    Number("meld_points", SEATS, high=MOST_POINTS, doc="what the melds of each player count"),
    Melds("own_meld", 1, doc="the own meld whose cards are being chosen"),
    Row("chosen", LONGEST, doc="the cards that have been chosen for it"),
    Card("next", doc="the card that is to be chosen next"),
    "owed owed_copies",
    Number("hand_sizes", SEATS, high=TWO_PACKS, shows="hands", doc="cards in each hand"),
    Number("stock_size", high=TWO_PACKS, shows="stock", doc="cards in the stock"),
    "turn dealer phase work old_melds taken_back finished",
)


def pack_of(num_players: int) -> list[int]:
    """Rule 1."""
    return (1 + (num_players > 2)) * [*range(CARDS), *[JOKER] * JOKERS_IN_A_PACK]


@rule
def deal(state):
    """Rules 2 to 4: the hands, again if one has too many doubles; then the line and the negative card."""
    seats = state.num_players
    deal_hands(state)
    while most_doubles(state) > MOST_DOUBLES:
        for player in range(seats):
            piles.move_counted(state.hands[player], state.stock)
        piles.shuffle(state, state.stock)
        deal_hands(state)
    piles.push(state.line, piles.draw(state.stock))
    state.negative = state.stock.cards[0]
    state.stock.height -= 1
    for place in range(state.stock.height):
        state.stock.cards[place] = state.stock.cards[place + 1]
    state.stock.cards[state.stock.height] = NO_CARD


@rule
def deal_hands(state):
    """Rule 2: a number of cards to each player."""
    dealing.deal(state, HAND_SIZE * state.num_players)


@rule
def most_doubles(state):
    """Rule 3: the most pairs of equal cards in a hand."""
    most = 0
    for player in range(state.num_players):
        most = max(most, count_doubles(state.hands[player]))
    return most


@rule
def count_doubles(hand):
    """Pairs of equal cards, jokers left out (choice 15)."""
    doubles = 0
    for card in range(CARDS):
        doubles += hand[card] > 1
    return doubles


# Possible melds. Cards of which there is one at least are bits; of wild cards the number counts too.


@rule
def to_bits(cards):
    """The kinds of cards that there are, jokers left out."""
    bits = np.int64(0)
    for card in range(CARDS):
        bits |= np.int64(cards[card] > 0) << card
    return bits


@rule
def is_wild(negative, card):
    """Rule 5: returns whether a card is wild, by the negative card."""
    return WILD_BITS[negative] >> card & 1


@rule
def count_wilds(cards, negative):
    """How many wild cards there are."""
    wilds = np.int64(0)
    for wild in WILD_CARDS[negative]:
        if wild != NO_CARD:
            wilds += cards[wild]
    return wilds


@rule
def find_melds(plain, selves, wilds, most, needed, sets, mask):
    """Mask all melds that can be filled (rules 9 to 13).

    Args:
        plain: natural cards that are there, as bits.
        selves: wild cards that are there and may be used as themselves.
        wilds: how many wild cards there are, these included.
        most: the most cards that a meld may have.
        needed: a natural card that the meld must hold, as a bit, or 0.
        sets: whether sets will do.
        mask: (actions,) int8.
    """
    mask_sequences(plain, selves, wilds, most, needed, mask)
    if sets:
        mask_sets(plain, selves, wilds, most, needed, mask)


@rule
def mask_sequences(plain, selves, wilds, most, needed, mask):
    """Rule 9: mask the sequences that can be filled; see `find_melds` for the arguments."""
    for suit in range(SUITS):
        places = to_places(plain, suit)
        own_places = to_places(selves, suit)
        starts = starts_of_sequences(places, wilds)
        for first in range(PLACES - 2):
            if starts >> first & 1:
                missing = 0
                natural = np.int64(0)
                for place in range(first, min(first + min(LONGEST, most), PLACES)):
                    held = places >> place & 1
                    missing += 1 - held
                    if missing > wilds:
                        break
                    natural |= held | own_places >> place & 1
                    size = place - first + 1
                    if size >= SMALLEST and natural:
                        meld = suit * SEQUENCES_A_SUIT + FIRST_SEQUENCE[first] + size - SMALLEST
                        if needed & ~MELD_BITS[meld] == 0:
                            mask[MELD + meld] = 1


@rule
def starts_of_sequences(places, wilds):
    """The places from which three can be filled, with a number of wild cards for those that are missing."""
    second, third = places >> 1, places >> 2
    if wilds == 0:
        return places & second & third
    if wilds == 1:
        return places & (second | third) | second & third
    if wilds == 2:
        return places | second | third
    return np.int64(-1)


@rule
def to_places(bits, suit):
    """A suit's places of sequences: its ranks, and the ace again above the king."""
    ranks = bits >> RANKS * suit & (1 << RANKS) - 1
    return ranks | (ranks & 1) << RANKS


@rule
def mask_sets(plain, selves, wilds, most, needed, mask):
    """Rule 10: mask the sets that can be filled; see `find_melds` for the arguments."""
    ranks = ranks_of_sets(plain, selves, wilds)
    for rank in range(RANKS):
        if ranks >> rank & 1:
            first = FIRST_SET + (SUITS + 1) * rank
            for meld in range(first, first + SUITS + 1):
                if can_fill(meld, plain, selves, wilds, most) and needed & ~MELD_BITS[meld] == 0:
                    mask[MELD + meld] = 1


@rule
def ranks_of_sets(plain, selves, wilds):
    """Ranks, 13 bits, of which there may be a set."""
    if wilds == 0:
        return melds.set_ranks(plain)
    if wilds > 1:
        return melds.any_suit(plain | selves)
    clubs, diamonds, hearts, spades = plain, plain >> RANKS, plain >> 2 * RANKS, plain >> 3 * RANKS
    return ((clubs | diamonds) & (hearts | spades) | clubs & diamonds | hearts & spades) & (1 << RANKS) - 1


@rule
def can_fill(meld, plain, selves, wilds, most):
    """Returns whether there are cards for the meld of a number; see `find_melds` for the other arguments."""
    cards = MELD_BITS[meld]
    if MELD_SIZES[meld] > most or cards & (plain | selves) == 0:
        return False
    missing = cards & ~plain
    while missing and wilds > 0:
        missing &= missing - 1
        wilds -= 1
    return missing == 0


@rule
def makes_sequence(card, natural):
    """Rule 18, choice 18: returns whether the card makes a sequence with natural cards."""
    if card != JOKER:
        for pair in range(SEQUENCE_PAIRS):
            if PAIRS[card, pair] & ~natural == 0:
                return True
    return False


@rule
def makes_meld(state, lying, card, plain, selves, wilds, most):
    """Returns whether a card that is there makes a meld that does not lie yet (rules 8 and 14).

    Args:
        state: the table.
        lying: the melds on the table, as ``melds`` of the state.
        card: the card.
        plain: as for `find_melds`, like the next ones.
        selves: wild cards as themselves.
        wilds: how many wild cards there are.
        most: the most cards that the meld may have.
    """
    if most < SMALLEST:
        return False
    needed = np.int64(0)
    if not is_wild(state.negative, card):
        needed = melds.bit(card)
        if wilds == 0:
            found = False
            for pair in range(PAIRS.shape[1]):
                found |= PAIRS[card, pair] & ~plain == 0
            if not found:
                return False
        elif wilds == 1 and PARTNERS[card] & plain == 0:
            return False
        if needed & cards_of(lying, state.player) == 0:
            return True
    for meld in range(MELDS):
        if (
            needed & ~MELD_BITS[meld] == 0
            and can_fill(meld, plain, selves, wilds, most)
            and not lies(lying, state.player, meld)
        ):
            return True
    return False


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
    """Rule 14: returns whether the player has such a meld."""
    found = False
    for place in range(MOST_MELDS):
        found |= lying[place, 0] == player and lying[place, 1] == meld
    return found


@rule
def has_opened(state):
    """Returns whether the player has melded in this game, even if the melds are picked up now."""
    return arrays.total(state.table[state.player]) > 0 or arrays.total(state.loose) > 0


@rule
def legal_actions(state, mask):
    """Legal actions of each phase, or the next card of a meld."""
    if state.meld >= 0:
        ways = ways_to_fill(state)
        for way in range(WAYS):
            mask[USE + way] = ways >> way & 1
        return
    if state.phase == Phase.DRAW:
        mask_draws(state, mask)
    else:
        mask_melding(state, mask)
    mask_pick_ups(state, mask)
    mask[TAKE_BACK] = state.work != Work.SETTLED


@rule
def mask_draws(state, mask):
    """Rules 8, 18 and 19: draw from the stock, or take from the line a card that can be melded and all above it.

    A player who has laid a meld early or picked melds up draws from the line.
    """
    hand = state.hands[state.player]
    opened = has_opened(state)
    wild = WILD_BITS[state.negative]
    bits = dealt = to_bits(hand) | to_bits(state.loose)
    wilds = wilds_at_hand(state)
    size = arrays.total(hand) + arrays.total(state.loose)
    early = not opened and state.taken_back < MOST_TAKEN_BACK and has_sequence(dealt)
    fits = False
    mask[DRAW] = state.work == Work.SETTLED
    for cards in range(1, min(state.line.height, LONGEST_LINE) + 1):
        card = state.line.cards[state.line.height - cards]
        wilds += is_wild(state.negative, card)
        if card != JOKER:
            bits |= melds.bit(card)
        if opened:
            mask[TAKE + cards - 1] = makes_meld(
                state, state.melds, card, bits & ~wild, bits & wild, wilds, size + cards - 1
            )
        else:
            mask[TAKE + cards - 1] = makes_sequence(card, bits)
            if early and not fits:
                fits = makes_meld(state, state.melds, card, bits & ~wild, bits & wild, wilds, size + cards - 1)
    if fits:
        find_melds(dealt, np.int64(0), np.int64(0), size, np.int64(0), False, mask)


@rule
def wilds_at_hand(state):
    """How many wild cards the player holds or has picked up."""
    return count_wilds(state.hands[state.player], state.negative) + count_wilds(state.loose, state.negative)


@rule
def has_sequence(bits):
    """Returns whether there is a sequence of natural cards."""
    starts = np.int64(0)
    for suit in range(SUITS):
        starts |= starts_of_sequences(to_places(bits, suit), 0)
    return starts != 0


@rule
def mask_melding(state, mask):
    """Rules 14, 15 and 20, choices 10 and 20; the end of the turn as soon as all lies properly."""
    hand = state.hands[state.player]
    opened = has_opened(state)
    wild = WILD_BITS[state.negative]
    bits = to_bits(hand)
    wilds = np.int64(0)
    size = arrays.total(hand)
    needed = np.int64(0)
    if state.work == Work.PICKED_UP:
        bits |= to_bits(state.loose)
        size += arrays.total(state.loose)
    elif state.owed != NO_CARD and not (opened and is_wild(state.negative, state.owed)):
        needed = melds.bit(state.owed)
    if opened:
        wilds = wilds_at_hand(state)
    else:
        wild = np.int64(0)
    most = size if state.phase == Phase.FINAL else size - 1
    find_melds(bits & ~wild, bits & wild, wilds, most, needed, opened, mask)
    for place in range(count_melds(state)):
        if state.melds[place, 0] == state.player:
            mask[MELD + state.melds[place, 1]] = 0
    if state.work == Work.SETTLED and state.owed == NO_CARD:
        if state.phase == Phase.FINAL:
            mask[DONE] = 1
        else:
            for card in range(CODES):
                mask[DISCARD + card] = hand[card] > 0


@rule
def mask_pick_ups(state, mask):
    """Rule 17, choices 22 and 23: own melds that may be picked up."""
    if state.taken_back < MOST_TAKEN_BACK:
        last = state.old_melds if state.work == Work.PICKED_UP else count_melds(state)
        for place in range(last):
            if state.melds[place, 0] == state.player:
                mask[PICK_UP + group_of(state.melds[place, 1])] = 1


@rule
def group_of(meld):
    """The melds with which the meld is picked up (choice 3): one of `GROUPS`."""
    if meld < FIRST_SET:
        return meld // SEQUENCES_A_SUIT
    return SUITS + (meld - FIRST_SET) // (SUITS + 1)


@rule
def apply_action(state, action):
    """Play a legal action."""
    if action == DRAW:
        state.hands[state.player, piles.draw(state.stock)] += 1
        begin_melding(state)
    elif action < PICK_UP:
        take_from_line(state, action - TAKE + 1)
    elif action < TAKE_BACK:
        pick_up(state, action - PICK_UP)
    elif action == TAKE_BACK:
        take_back(state)
    elif action < USE:
        start_meld(state, action - MELD)
    elif action < DISCARD:
        choose_card(state, action - USE)
        fill_on(state)
    elif action < DONE:
        discard(state, action - DISCARD)
    else:
        finish(state)


@rule
def begin_melding(state):
    """Rule 6: the player has drawn."""
    state.moved[state.player] = 1
    state.phase = Phase.MELD


@rule
def take_from_line(state, cards):
    """Rule 8: a number of cards of the line go to the hand, and the deepest is owed. All see these cards."""
    player = state.player
    for _ in range(cards):
        card = piles.draw(state.line)
        state.hands[player, card] += 1
        state.known[player, card] += 1
        if state.work != Work.SETTLED:
            piles.push(state.taken, card)
        state.owed = card
    state.owed_copies = state.table[player, state.owed] + state.loose[state.owed] + 1
    begin_melding(state)


@rule
def start_meld(state, meld):
    """Lay a meld down, if there is one way to fill it, or begin to choose its cards. Rule 19: in the draw phase."""
    opened = has_opened(state)
    if state.phase == Phase.DRAW:
        keep_table(state)
        state.work = Work.LAID_EARLY
    state.meld = meld
    if opened and wilds_at_hand(state) > 0:
        fill_on(state)
        return
    for place in range(MELD_SIZES[meld]):
        state.chosen[place] = MELD_CARDS[meld, place]
    lay_down(state)


@rule
def fill_on(state):
    """Choice 24: choose cards as long as there is one way, and lay the meld down when it is full."""
    while cards_chosen(state) < MELD_SIZES[state.meld]:
        ways = ways_to_fill(state)
        if ways & (ways - 1):
            return
        for way in range(WAYS):
            if ways >> way & 1:
                choose_card(state, way)
    lay_down(state)


@rule
def cards_chosen(state):
    """How many cards of the meld have been chosen."""
    place = 0
    while place < LONGEST and state.chosen[place] != NO_CARD:
        place += 1
    return place


@rule
def choose_card(state, way):
    """The next card of the meld."""
    place = cards_chosen(state)
    state.chosen[place] = card_for(state, place, way)


@rule
def card_for(state, place, way):
    """The card that fills a place of the meld in one of the ways."""
    if way == NATURAL:
        return MELD_CARDS[state.meld, place]
    return WILD_CARDS[state.negative, way - 1]


@rule
def ways_to_fill(state):
    """The ways to fill the next place with which the meld can be completed (rules 12 and 13, choice 20), as bits."""
    size = MELD_SIZES[state.meld]
    place = cards_chosen(state)
    natural = False
    for earlier in range(place):
        natural |= state.chosen[earlier] == MELD_CARDS[state.meld, earlier]
    ways = 0
    for way in range(WAYS):
        card = card_for(state, place, way)
        if card == NO_CARD or left(state, card) == 0 or (way > NATURAL and card == MELD_CARDS[state.meld, place]):
            continue
        state.chosen[place] = card
        if can_complete(state, place + 1, size, natural or way == NATURAL):
            ways |= 1 << way
        state.chosen[place] = NO_CARD
    return ways


@rule
def left(state, card):
    """How many copies of a card have not been chosen for the meld."""
    count = state.hands[state.player, card] + state.loose[card]
    for place in range(MELD_SIZES[state.meld]):
        count -= state.chosen[place] == card
    return count


@rule
def can_complete(state, first, size, natural):
    """Returns whether the meld's places from the first one on can be filled.

    Args:
        state: the table.
        first: the first place that is not filled.
        size: places of the meld.
        natural: whether a natural card has been chosen.
    """
    wilds = 0
    for wild in WILD_CARDS[state.negative]:
        if wild != NO_CARD:
            wilds += left(state, wild)
    takes_owed = state.owed == NO_CARD or state.work == Work.PICKED_UP
    for place in range(first):
        takes_owed |= state.chosen[place] == state.owed
    has_natural = natural
    missing = 0
    for place in range(first, size):
        card = MELD_CARDS[state.meld, place]
        held = left(state, card) > 0
        has_natural |= held
        takes_owed |= held and card == state.owed
        missing += not held or is_wild(state.negative, card)
    if missing > wilds or not has_natural:
        return False
    if takes_owed:
        return True
    # A wild card that is owed takes a place in the rest, if that leaves one for a natural card.
    return is_wild(state.negative, state.owed) and left(state, state.owed) > 0 and size - first > (not natural)


@rule
def lay_down(state):
    """The chosen cards become a meld. Those that were picked up go before equal ones of the hand (choice 24)."""
    player = state.player
    meld = state.meld
    end = count_melds(state)
    state.melds[end, 0] = player
    state.melds[end, 1] = meld
    for place in range(MELD_SIZES[meld]):
        card = state.chosen[place]
        if state.loose[card] > 0:
            state.loose[card] -= 1
        else:
            remove_from_hand(state, card)
        state.table[player, card] += 1
        if card != MELD_CARDS[meld, place]:
            add_wild(state, end, MELD_CARDS[meld, place], card)
    state.meld = NO_MELD
    state.chosen[:] = NO_CARD
    if state.phase != Phase.DRAW and lies_properly(state):
        state.owed = NO_CARD
        state.owed_copies = 0
        settle(state)


@rule
def count_melds(state):
    """How many melds lie on the table."""
    count = 0
    while count < MOST_MELDS and state.melds[count, 0] >= 0:
        count += 1
    return count


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
def remove_from_hand(state, card):
    """Remove the card from the player's hand, seen by all."""
    state.hands[state.player, card] -= 1
    state.known[state.player, card] = max(state.known[state.player, card] - 1, 0)


@rule
def lies_properly(state):
    """Rules 8 and 17, choices 20 and 21: returns whether nothing is picked up or owed any more."""
    table = state.table[state.player]
    if arrays.total(state.loose) > 0 or (state.owed != NO_CARD and table[state.owed] < state.owed_copies):
        return False
    return has_natural_sequence(state) and (
        state.work != Work.PICKED_UP or arrays.total(table) > arrays.total(state.kept_table)
    )


@rule
def has_natural_sequence(state):
    """Rule 17: returns whether the player's melds have a natural sequence."""
    for place in range(count_melds(state)):
        is_own_sequence = state.melds[place, 0] == state.player and state.melds[place, 1] < FIRST_SET
        if is_own_sequence and is_natural(state, place):
            return True
    return False


@rule
def is_natural(melds, place):
    """Returns whether a meld has no wild card; the melds are those of a state or of a view."""
    natural = True
    for entry in range(MOST_WILDS):
        natural &= melds.wilds[entry, 0] != place
    return natural


@rule
def keep_table(state):
    """Save the table, so that all can be taken back from now on."""
    state.work_phase = state.phase
    arrays.copy(state.table[state.player], state.kept_table)
    arrays.copy(state.melds, state.kept_melds)
    arrays.copy(state.wilds, state.kept_wilds)


@rule
def settle(state):
    """Make the melds final: nothing can be taken back any more."""
    if state.work != Work.SETTLED:
        state.work = Work.SETTLED
        state.work_phase = Phase.DRAW
        state.old_melds = 0
        state.kept_table[:] = 0
        state.kept_melds[:] = NO_MELD
        state.kept_wilds[:] = NO_MELD
        piles.clear(state.taken)


@rule
def pick_up(state, group):
    """Rule 17, choices 3 and 23: all melds of the group that were there before."""
    if state.work == Work.SETTLED:
        keep_table(state)
    if state.work != Work.PICKED_UP:
        state.old_melds = count_melds(state)
        state.work = Work.PICKED_UP
    for place in range(state.old_melds - 1, -1, -1):
        if state.melds[place, 0] == state.player and group_of(state.melds[place, 1]) == group:
            lift(state, place)


@rule
def lift(state, place):
    """A meld's cards become loose, and the list closes up."""
    meld = state.melds[place, 1]
    for card_place in range(MELD_SIZES[meld]):
        card = wild_for(state, place, MELD_CARDS[meld, card_place])
        state.table[state.player, card] -= 1
        state.loose[card] += 1
    last = count_melds(state) - 1
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
def wild_for(state, place, card):
    """The card that lies in a meld in the place of this card: a wild one or itself."""
    for entry in range(MOST_WILDS):
        if state.wilds[entry, 0] == place and state.wilds[entry, 1] == card:
            return np.int64(state.wilds[entry, 2])
    return np.int64(card)


@rule
def take_back(state):
    """Choice 22: restores the table, and the line if it was drawn from since."""
    player = state.player
    for card in range(CODES):
        shown = state.table[player, card] + state.loose[card] - state.kept_table[card]
        state.hands[player, card] += shown
        state.known[player, card] += shown
        state.table[player, card] = state.kept_table[card]
        state.loose[card] = 0
    arrays.copy(state.kept_melds, state.melds)
    arrays.copy(state.kept_wilds, state.wilds)
    if state.work_phase == Phase.DRAW and state.phase == Phase.MELD:
        while state.taken.height > 0:
            card = piles.draw(state.taken)
            remove_from_hand(state, card)
            piles.push(state.line, card)
        state.owed = NO_CARD
        state.owed_copies = 0
        state.phase = Phase.DRAW
    state.taken_back += 1
    settle(state)


@rule
def discard(state, card):
    """Rules 6, 20 and 21, choice 17: a card is added to the line; the game ends with the hand, or the turn passes."""
    remove_from_hand(state, card)
    piles.push(state.line, card)
    if arrays.total(state.hands[state.player]) == 0:
        state.score[state.player] = MOST_POINTS
        end(state)
    else:
        pass_turn(state, Phase.FINAL if state.stock.height == 0 else Phase.DRAW)


@rule
def pass_turn(state, phase):
    """The turn passes to the left."""
    state.player = (state.player + 1) % state.num_players
    state.phase = phase
    state.taken_back = 0


@rule
def finish(state):
    """Rules 21 and 22, choices 12 and 14: a last move is over; after all of them the game is scored."""
    state.finished += 1
    if state.finished < state.num_players:
        pass_turn(state, Phase.FINAL)
        return
    for player in range(state.num_players):
        state.score[player] = meld_points(state, player) - hand_points(state.hands[player])
    end(state)


@rule
def end(state):
    """Choice 14: the game is over."""
    state.over = True
    rewards.reward_best_score(state)


@rule
def meld_points(state, player):
    """Rule 22: a wild card counts as the card that it stands for."""
    points = 0
    for place in range(count_melds(state)):
        if state.melds[place, 0] == player:
            points += MELD_POINTS[state.melds[place, 1]]
    return points


@rule
def hand_points(hand):
    """Rule 22, choice 13: points of the cards left in a hand."""
    points = 0
    for card in range(CODES):
        points += hand[card] * CARD_POINTS[card]
    return points


@rule
def observe(state, player, view):
    """Computed fields of the view: the line from its newest card on, and the melds. Others see a meld when it lies."""
    for place in range(state.line.height):
        card = state.line.cards[place]
        cards = state.line.height - place
        view.line[cards - 1] = card
        view.reach[card] = cards
    show_melds(state, player, view)
    if state.meld >= 0 and player == state.player:
        show_choice(state, view)


@rule
def show_melds(state, player, view):
    """The melds and their points, the seats counted from the one that looks."""
    place = 0
    while place < MOST_MELDS and state.melds[place, 0] >= 0:
        seat = (state.melds[place, 0] - player + state.num_players) % state.num_players
        view.melds[place, 0] = seat
        view.melds[place, 1] = state.melds[place, 1]
        view.meld_points[seat] += MELD_POINTS[state.melds[place, 1]]
        place += 1
    arrays.copy(state.wilds, view.wilds)


@rule
def show_choice(state, view):
    """The meld whose cards the seat is choosing."""
    view.own_meld[0, 0] = 0
    view.own_meld[0, 1] = state.meld
    arrays.copy(state.chosen, view.chosen)
    view.next = MELD_CARDS[state.meld, cards_chosen(state)]


@rule
def redeal_hidden(state, player):
    """Redraws the other hands except known cards, and the stock: all deals that fit the seat's knowledge are as likely.

    - A player who has not drawn yet was dealt fewer than three pairs (rule 3). Later hands are not checked for this:
      an approximation.
    - A player who owes a card of the line can meld it (rules 8 and 18), as long as nothing has been laid down since.
    - The cards of a meld that somebody else is choosing are not seen: the choice begins again.

    Melds that a player could have made but did not show nothing. The causes of things taken back are not checked.
    """
    if state.player != player:
        state.meld = NO_MELD
        state.chosen[:] = NO_CARD
    sizes = np.int64(0)
    for other in range(state.num_players):
        if other != player:
            hidden = np.int64(arrays.total(state.hands[other]) - arrays.total(state.known[other]))
            sizes |= hidden << SIZE_BITS * other
    while True:
        for other in range(state.num_players):
            if other != player:
                for card in range(CODES):
                    for _ in range(state.hands[other, card] - state.known[other, card]):
                        piles.push(state.stock, card)
                arrays.copy(state.known[other], state.hands[other])
        piles.shuffle(state, state.stock)
        for other in range(state.num_players):
            if other != player:
                for _ in range(sizes >> SIZE_BITS * other & (1 << SIZE_BITS) - 1):
                    state.hands[other, piles.draw(state.stock)] += 1
        if fits_knowledge(state, player):
            return


@rule
def fits_knowledge(state, player):
    """Returns whether the other hands agree with all that the seat has seen; see `redeal_hidden`."""
    for other in range(state.num_players):
        if other != player and not state.moved[other] and count_doubles(state.hands[other]) > MOST_DOUBLES:
            return False
    return state.owed == NO_CARD or state.player == player or could_take(state)


@rule
def could_take(state):
    """Returns whether the player could draw the card that is owed. Cards shown since the draw were in the hand then."""
    cards = arrays.zeros(CODES, np.int16)
    for card in range(CODES):
        cards[card] = state.hands[state.player, card] + state.loose[card]
    lying = state.melds
    if not has_opened(state):
        return makes_sequence(state.owed, to_bits(cards))
    if state.work == Work.PICKED_UP and state.work_phase == Phase.MELD:
        for card in range(CODES):
            cards[card] += state.table[state.player, card] - state.kept_table[card]
        lying = state.kept_melds
    elif state.work == Work.PICKED_UP and count_melds(state) > state.old_melds:
        return True
    bits = to_bits(cards)
    wild = WILD_BITS[state.negative]
    wilds = count_wilds(cards, state.negative)
    return makes_meld(state, lying, state.owed, bits & ~wild, bits & wild, wilds, arrays.total(cards) - 1)


def check(state) -> str:
    """The first problem of a written position, in words, or nothing. Hands may be small; ``moved`` may be left out."""
    if state.negative == NO_CARD:
        return "negative: a card lies under the stock"
    problem = wrong_melds(state, state.melds, state.wilds) or wrong_melds(state, state.kept_melds, state.kept_wilds)
    if problem:
        return problem
    laid = list_melds(state.melds, state.wilds)
    if (state.table != cards_of_list(laid)).any():
        return "table: it holds the cards of the melds"
    unfinished = state.player if state.work == Work.PICKED_UP else None
    for owner in {owner for owner, _, _ in laid} - {unfinished}:
        if not any(who == owner and meld < FIRST_SET and not wilds for who, meld, wilds in laid):
            return f"melds: player {owner} has no sequence of natural cards"
    for player in range(state.num_players):
        hand = state.hands[player]
        if (state.known[player] > hand).any():
            return f"known: player {player} does not hold all of these cards"
        if not state.moved[player] and (hand.sum() > HAND_SIZE or count_pairs(hand) > MOST_DOUBLES):
            return f"moved: player {player} cannot have been dealt such a hand"
    return wrong_phase(state) or wrong_work(state, laid) or wrong_debt(state) or wrong_choice(state)


def count_pairs(hand: Any) -> int:
    """Pairs of equal cards, jokers left out (choice 15)."""
    return int((hand[:CARDS] > 1).sum())


def list_melds(lines: Any, wilds: Any) -> list[tuple[int, int, frozenset[tuple[int, int]]]]:
    """Each meld's owner, its number, and its wild cards as pairs of a card and the wild card for it."""
    owned = [line for line in lines.tolist() if line[0] >= 0]
    return [
        (owner, meld, frozenset((card, wild) for where, card, wild in wilds.tolist() if where == place))
        for place, (owner, meld) in enumerate(owned)
    ]


def cards_of_list(laid: Any) -> np.ndarray:
    """The cards that lie in some melds, as in ``table``."""
    table = np.zeros((SEATS, CODES), np.int64)
    for owner, meld, wilds in laid:
        instead = dict(wilds)
        for card in MELD_CARDS[meld][: MELD_SIZES[meld]].tolist():
            table[owner, instead.get(card, card)] += 1
    return table


def wrong_melds(state, lines: Any, wilds: Any) -> str:
    """The first problem of a list of melds, or of the wild cards in them (rules 5, 13 and 14)."""
    count, used = int((lines[:, 0] >= 0).sum()), int((wilds[:, 0] >= 0).sum())
    if (lines[:count] < 0).any() or (lines[count:] >= 0).any() or (lines[:, 0] >= state.num_players).any():
        return f"melds: a line is a player, 0 to {state.num_players - 1}, and a meld"
    if len({tuple(line) for line in lines[:count].tolist()}) < count:
        return "melds: a player has two equal ones"
    if (wilds[:used] < 0).any() or (wilds[used:] >= 0).any():
        return "wilds: a line is the place of a meld, a wild card and a card"
    for place, card, wild in wilds[:used].tolist():
        if place >= count or card not in MELD_CARDS[lines[place, 1]]:
            return "wilds: they stand for cards of melds"
        if wild == card or wild not in WILD_CARDS[state.negative]:
            return f"wilds: {CARD_WORDS[wild]} is not wild there"
    if len({(place, card) for place, card, _ in wilds[:used].tolist()}) < used:
        return "wilds: one card stands for another"
    if any((wilds[:, 0] == place).sum() == MELD_SIZES[lines[place, 1]] for place in range(count)):
        return "wilds: a meld holds a natural card"
    return ""


def wrong_phase(state) -> str:
    """The first problem of the stock, and of the players who are done."""
    is_last = state.phase == Phase.FINAL
    returns = state.phase == Phase.DRAW or (state.work != Work.SETTLED and state.work_phase == Phase.DRAW)
    if (is_last and state.stock.height > 0) or (returns and state.stock.height == 0):
        return "stock: it is empty in the last melding, and not before one draws"
    if state.phase == Phase.MELD and state.work == Work.SETTLED and not (state.over or state.hands[state.player].any()):
        return "hands: a player who has drawn holds a card to discard"
    if state.finished > (state.num_players - 1 + state.over if is_last else 0):
        return "finished: some players are done in the last melding only, and not all before the end"
    return ""


def wrong_work(state, laid: Any) -> str:
    """The first problem of melds that can be taken back, or of the table after that."""
    player, cards, kept = state.player, state.taken.cards[: state.taken.height], state.kept_table
    if state.work == Work.SETTLED:
        if state.loose.any() or kept.any() or (state.kept_melds >= 0).any() or state.old_melds or len(cards):
            return "work: nothing is loose, kept or taken when all is settled"
        return "" if state.work_phase == Phase.DRAW else "work_phase: it is 'draw' when all is settled"
    drawn = state.phase == Phase.MELD and state.work_phase == Phase.DRAW
    if (state.work_phase != state.phase and not drawn) or state.taken_back == MOST_TAKEN_BACK or state.over:
        return "work: melds cannot be taken back in this phase, or any more"
    if drawn != (len(cards) > 0) or (drawn and state.owed != cards[-1]):
        return "taken: the last card drawn from the line after melds were picked up or laid down is owed"
    before = list_melds(state.kept_melds, state.kept_wilds)
    if (kept != cards_of_list(before)[player]).any():
        return "kept_table: it holds the cards of the player's kept_melds"
    if [meld for meld in laid if meld[0] != player] != [meld for meld in before if meld[0] != player]:
        return "kept_melds: those of others stay as they are"
    shown = state.table[player] + state.loose - kept
    if (shown < 0).any() or (state.hands[player] + shown < np.bincount(cards, minlength=CODES)).any():
        return "loose: cards that lay there, or came from the line, are gone"
    if state.work == Work.LAID_EARLY:
        if state.work_phase != Phase.DRAW or state.loose.any() or kept.any() or state.old_melds:
            return "work: a player who lays a meld early has none yet"
        if sum(owner == player for owner, _, _ in laid) != 1:
            return "work: one meld is laid early"
    elif state.old_melds > len(laid) or any(owner != player for owner, _, _ in laid[state.old_melds :]):
        return "old_melds: all melds of others are old"
    trial = state.copy()
    trial.meld = NO_MELD
    trial.chosen[:] = NO_CARD
    take_back(trial)
    return check(trial)


def wrong_debt(state) -> str:
    """The first problem of the card that is owed: one can always pay, at once or when all is taken back."""
    player, owed = state.player, state.owed
    if owed == NO_CARD:
        return "owed_copies: there are none if no card is owed" if state.owed_copies else ""
    held = state.hands[player] + state.table[player] + state.loose
    if state.phase != Phase.MELD or state.owed_copies == 0 or held[owed] == 0 or not could_take(state):
        return "owed: it can be melded with cards that the player has, one more of its kind"
    if state.work == Work.SETTLED:
        mask = np.zeros(len(ACTIONS), np.int8)
        if state.meld < 0:
            mask_melding(state, mask)
        lies_now = int(state.table[player, owed])
        if state.owed_copies != lies_now + 1 or state.hands[player, owed] == 0 or not (mask.any() or state.meld >= 0):
            return "owed: it can be melded with cards of the hand, one more of its kind"
    return ""


def wrong_choice(state) -> str:
    """The first problem of the meld whose cards are being chosen."""
    chosen = state.chosen[: cards_chosen(state)].tolist()
    if (state.chosen[len(chosen) :] != NO_CARD).any() or (state.meld < 0 and chosen):
        return "chosen: these are the first cards of a meld"
    if state.meld < 0:
        return ""
    meld, mask, trial = int(state.meld), np.zeros(len(ACTIONS), np.int8), state.copy()
    trial.meld = NO_MELD
    trial.chosen[:] = NO_CARD
    if state.phase != Phase.DRAW and has_opened(trial) and wilds_at_hand(trial) > 0:
        mask_melding(trial, mask)
    if not mask[MELD + meld] or len(chosen) >= MELD_SIZES[meld]:
        return "meld: it is one that can be laid down in more than one way"
    trial.meld = meld
    for place, card in enumerate(chosen):
        ways = ways_to_fill(trial)
        if not any(ways >> way & 1 and card_for(trial, place, way) == card for way in range(WAYS)):
            return "chosen: the meld cannot begin so"
        trial.chosen[place] = card
    return ""


LAYOUT = Layout(
    (
        Hands("hand", known="known"),
        Beside(STOCK, Codes("line"), Spread("negative", "negative joker")),
        Bundles("melds", "meld"),
        Beside(
            Bundles("own_meld", "own meld"),
            Codes("chosen"),
            Spread("next", sparse=True),
            Spread("owed", sparse=True),
            Spread("loose", sparse=True),
        ),
    ),
    hidden={"reach": "the line shows it", "table": "the melds and their wild cards are these cards"},
    titles={
        "wilds": "wild cards in melds",
        "meld_points": "melded",
    },
    says={
        "take": "Take {} cards of the line",
        "use": "Use {}",
        "done": "Finish",
        "take back": "Take the melds back",
    },
    phases={
        "draw": "Draw from the stock, or take cards of the line",
        "meld": "Lay down what you like, then discard",
        "final": "Lay down what you can: the stock is used up",
    },
    rules={
        "draw": (8,),
        "take": (8, 18),
        "pick up": (17,),
        "take back": (17,),
        "meld": (9, 10, 15),
        "use": (12,),
        "discard": (6,),
        "done": (21,),
    },
)

GAME = Game(
    name="vazhushal",
    version=0,
    title="Vazhushal",
    family="rummy",
    players=(2, SEATS),
    default_players=4,
    pack=pack_of,
    score_range=MOST_POINTS,
    rest="stock",
    **declared_in(__name__),
)
