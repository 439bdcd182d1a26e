"""Lórum.

A compendium of seven games for four players and chips. Four hands are about not taking tricks, then come a counting
game and two in which everybody wants to be the first without cards.

Rules
-----
1. Four players, and 32 cards: ace, king, queen, jack, 10, 9, 8 and 7 of each suit, ranking in this order. There are no
   trumps. For each hand they are shuffled and dealt out one at a time, eight to each player.
2. The first dealer is drawn, and deals seven hands: no hearts, queens, no tricks, Hairy Ape, train, quart and domino.
   Then the next player to the left deals the same seven, and so on: 28 hands with four dealers.
3. In every hand the player to the dealer's left leads or starts.
4. In the first four hands the highest card of the suit led wins the trick. The winner takes its cards and leads next.
5. In the first three hands players follow suit if able, and otherwise play any card.
6. No hearts: a heart may not be led to the first trick.
7. No hearts: all eight tricks are played, then each heart taken costs one chip.
8. If all four have taken hearts, they pay to the pot.
9. If three have, they pay to the fourth.
10. If two have, they pay to the other two, who share equally.
11. If one player has taken them all, the others pay eight chips each to that player.
12. Queens: taking Q♥ costs four chips, Q♦ three, Q♠ two and Q♣ one.
13. If all four have taken a queen, they pay to the pot.
14. If three have taken queens, they pay to the fourth.
15. If two have, they pay to the other two, who share equally.
16. If one player has taken all queens, the others pay ten chips each to that player.
17. No tricks: each trick taken costs one chip, and rules 8 to 11 say which player gets it.
18. Hairy Ape: players see all cards but their own.
19. If one of the later cards of a trick is of the suit led, rule 4 holds. If none is, each player takes the own card.
20. The player who takes K♥ pays four chips to the pot, and the hand stops.
21. Train: players in turn play any card, and count on: an ace is 11, a king 4, a queen 3, a jack 2, a 10 is 1, the
   others nothing.
22. A player who brings the count to 25 or above pays one chip to the pot; to 50, two chips; to 75, three; to 100, four.
23. Quart: any card may start. The holder of the next higher card of the suit must play it, whatever the turn; the 7
   comes after the ace.
24. After four cards, or when the next card is gone, the last to play starts again.
25. The first player without cards ends the hand, and gets from each other player a chip for each card left.
26. Domino: any card may start. Then players in turn add a card of a suit on the table that is next above or below its
   row, or start the row of another suit with a card of the first card's rank.
27. A player who cannot add a card passes.
28. The first player without cards ends the hand. The others pay a chip for each card left to the pot, and the winner
   takes all of it.
29. Everybody begins with the same number of chips. The player with the most after the last hand wins.

Sources
-------
[Denexa Games, Lórum](https://denexa.com/blog/tag/compendium-games), whose rules differ from those that
[Wikipedia](https://en.wikipedia.org/wiki/Lorum_(card_game)) gives: there the game has eight kinds of hands and
other payments.

Choices where the text is silent
--------------------------------
1. A leader with nothing but hearts may lead one to the first trick. Only leading is barred: a player who cannot follow
   may throw a heart on the first trick.
2. In the hand of queens the text speaks once of two players who took hearts; queens are meant.
3. Hands are always played to their ends, also when nothing can change any more, except as rules 20, 25 and 28 say.
4. Chips in the pot stay there for the next hands, until a domino's winner takes it; so it is empty in the end.
5. After a trick of Hairy Ape that nobody won, its leader leads again, as the owner of the highest card of the suit led.
6. In Hairy Ape nobody has to follow suit, as nobody can see how.
7. The unseen cards lie in eight slots in the order in which they were dealt, and a player picks a slot. All can work
   out which cards they hold themselves, but not in which slots. Of the others they see the cards, not the slots.
8. The text offers Hairy Ape as an ordinary game too, which it calls more serious: with ``serious`` players see their
   own cards only, follow suit if able, and the highest card of the suit led always takes the trick.
9. All 32 cards of a train are played, whatever their suits. They count 84, so nobody ever pays for reaching 100, and
   six chips go to the pot. No card reaches two marks at once.
10. The card that starts a quart is one of the four. A player who plays the last card of a hand ends it, also when that
    card had to be played.
11. The chips of rule 25 do not go through the pot.
12. Rows of a domino end at the 7 and at the ace. A player who can add a card must; the winner's chips of rule 28
    include those just paid.
13. The text leaves the number of chips open; it is 50 here, if ``chips`` does not say another. Chips may run out, as
    208 are the most one can lose: players may have fewer than none, and play on.
14. Players with equally many chips share the win.
15. With the option ``hand`` that hand is played once, whatever ``dealers`` says, from an empty pot. Chips left in the
    pot in the end are nobody's.
16. Cards that have been played are face down; but all have seen them, and may remember the player of each.

Options
-------
``dealers``: how many players deal seven hands each.
``chips``: chips that everybody begins with. They change only the numbers that players see.
``serious``: whether Hairy Ape is played as an ordinary game, all looking at their own cards.
``hand``: None plays them all; a hand's name plays that one, once.

Rewards
-------
Those with the most chips share +1, the others share -1; if all are equal, all get 0. The score is the chips won or
lost. Rewards of ``reward="score"`` are less the mean, as if all had shared the pot.

The most that one player can win from the others in a hand, at once or through the pot, is three times 8, 10 and 8
chips in the first three, the 4 and 6 chips of Hairy Ape and train, and three times 8 in quart and in domino: 136 with
each dealer. This is what scores are divided by, or the hand's own part of it.

End
---
After seven hands of each dealer, or after the one hand. There is no bound: every step but a pass plays a card, and in
domino somebody can always add one. Full games take about 740 steps.

Written deck
------------
Cards go round one at a time from the dealer's left, eight times. Later hands are shuffled.
"""

from enum import IntEnum
from typing import Any

import numpy as np

from cardzoo.envs.engine import arrays, piles, rng
from cardzoo.envs.engine.actions import Actions, Block
from cardzoo.envs.engine.cards import (
    ACE,
    CARD_WORDS,
    CARDS,
    HEARTS,
    KING,
    NO_CARD,
    QUEEN,
    RANKS,
    SEVEN,
    SUITS,
    rank_of,
    suit_of,
)
from cardzoo.envs.engine.compiling import rule
from cardzoo.envs.engine.fields import Card, Cards, Choice, Flag, Number, Options, Pile, Seat, Seats, State
from cardzoo.envs.engine.game import Game, declared_in
from cardzoo.envs.engine.match import Match
from cardzoo.envs.families import dealing, tricks
from cardzoo.envs.scene import Arrangement, During, Hands, Layout, Spread, Suits

SEATS = Seats(4)
HAND_SIZE = 8
PACK = np.array([RANKS * suit + rank for suit in range(SUITS) for rank in (ACE, *range(SEVEN, RANKS))], np.int16)
KING_OF_HEARTS = CARD_WORDS.index("K♥")
QUEEN_PRICES = np.array([1, 3, 4, 2])  # by suit
APE_PRICE = 4
TRAIN_VALUES = np.array([11, 0, 0, 0, 0, 0, 0, 0, 0, 1, 2, 3, 4])  # by rank
TRAIN_TOTAL = SUITS * int(TRAIN_VALUES.sum())
TRAIN_MARK = 25
RUN = 4  # cards of a quart
NOBODY = NO_HAND = -1


class Hand(IntEnum):
    """The seven hands that a dealer deals."""

    NO_HEARTS = 0
    QUEENS = 1
    NO_TRICKS = 2
    HAIRY_APE = 3
    TRAIN = 4
    QUART = 5
    DOMINO = 6


HANDS = len(Hand)
MOST_WON = (3 * 8, 3 * 10, 3 * 8, 4, 6, 3 * 8, 3 * 8)  # by one player from the others in each hand
MOST_LOST = (8, 10, 8, 4, 6, 8, 8)  # by one player in each hand
MOST_POT = sum(MOST_LOST[: Hand.QUART])
LEAST_CHIPS = 1
MOST_CHIPS = SEATS * sum(MOST_LOST)  # to begin with: all that one player can lose

ACTIONS = Actions(
    Block("play", CARDS, doc="play a card of the hand; those for cards that are not in the pack are never legal"),
    Block("slot", [str(slot) for slot in range(1, HAND_SIZE + 1)], doc="play the unseen card in a slot, in Hairy Ape"),
    Block("pass", doc="play no card in domino, when none can be added"),
)
FIRST_SLOT = ACTIONS.first("slot")
PASS = ACTIONS.first("pass")


@rule
def hands_in_all(options):
    """Rule 2, choice 15: how many hands the game has."""
    return HANDS * options.dealers if options.hand == NO_HAND else 1


MATCH = Match(most=HANDS * SEATS, length=hands_in_all, shortest={"dealers": 1})

STATE = State(
    Choice("phase", Hand, doc="which of the seven hands is played"),
    Cards("hands", SEATS, doc="the players' cards"),
    Card("slots", SEATS, HAND_SIZE, doc="where they lie instead in a blind Hairy Ape"),
    Card("trick", SEATS, doc="the card that each player has on the table in a trick"),
    Cards("taken", SEATS, doc="cards that a player has taken in tricks, or has played in a hand without tricks"),
    Cards("lacks", SEATS, memo=True, doc="cards that a player has shown not to hold"),
    Cards("fits", memo=True, doc="cards that may be played to the domino now"),
    Pile("stock", len(PACK), doc="the pack before the deal"),
    Seat("leader", SEATS, doc="the player who leads or has led the trick, or started the hand"),
    Number("count", high=TRAIN_TOTAL, doc="the train's count"),
    Number("pot", high=MOST_POT, doc="chips in the pot"),
    MATCH.counter,
)

VIEW = STATE.view(
    Cards("hands", SEATS, doc="own cards; the others' too in a blind Hairy Ape, in which the own slots are unknown"),
    "trick taken lacks fits",
    Number("hand_sizes", SEATS, high=HAND_SIZE, shows="hands", doc="cards in each hand"),
    Choice("suit_led", tricks.Suit, default=None, doc="the suit led"),
    "leader turn dealer count pot",
    Number(
        "chips",
        SEATS,
        low=LEAST_CHIPS - SEATS * sum(MOST_LOST),
        high=MOST_CHIPS + SEATS * sum(MOST_WON),
        doc="chips of each player",
    ),
    "phase",
    MATCH.left,
)

OPTIONS = Options(
    Number("dealers", low=1, high=SEATS, default=SEATS, doc="players who deal seven hands each"),
    Number("chips", low=LEAST_CHIPS, high=MOST_CHIPS, default=50, doc="chips that everybody begins with"),
    Flag("serious", doc="whether players see their own cards in Hairy Ape and follow suit"),
    Choice("hand", Hand, default=None, doc="the only hand that is played; None: all seven"),
)


def score_range(options, num_players):
    """The most that can be won in the hands that are played, which is also more than can be lost."""
    return sum(MOST_WON) * options.dealers if options.hand == NO_HAND else MOST_WON[options.hand]


@rule
def deal(state):
    """Rules 1 to 3, choices 7 and 15: all cards, into slots face down if the hand is played blind."""
    state.phase = state.hands_over % HANDS if state.options.hand == NO_HAND else state.options.hand
    state.leader = state.player
    if is_blind(state):
        for turn in range(SEATS * HAND_SIZE):
            state.slots[(state.leader + turn) % SEATS, turn // SEATS] = piles.draw(state.stock)
        return
    dealing.deal_out(state)
    if state.phase == Hand.DOMINO:
        for card in PACK:
            state.fits[card] = 1


next_hand = MATCH.next_hand(STATE, PACK, deal, keeps="pot")


@rule
def is_blind(state):
    """Rule 18, choice 8: returns whether the players do not see their own cards."""
    return state.phase == Hand.HAIRY_APE and not state.options.serious


@rule
def legal_actions(state, mask):
    """Rules 5, 6, 19, 21, 23, 26 and 27, choices 1, 6 and 8: legal actions of each kind of hand."""
    hand = state.hands[state.player]
    lead = state.trick[state.leader]
    if is_blind(state):
        for slot in range(HAND_SIZE):
            mask[FIRST_SLOT + slot] = state.slots[state.player, slot] != NO_CARD
    elif lead != NO_CARD:
        tricks.mask_following(hand, suit_of(lead), mask)
    elif state.phase == Hand.DOMINO:
        mask[PASS] = 1
        for card in range(CARDS):
            if hand[card] > 0 and state.fits[card] > 0:
                mask[card] = 1
                mask[PASS] = 0
    else:
        tricks.mask_any(hand, mask)
        if opens(state) and hand.sum() > tricks.count_suit(hand, HEARTS):
            mask[RANKS * HEARTS : RANKS * (HEARTS + 1)] = 0


@rule
def opens(state):
    """Rule 6: returns whether a player about to lead leads to the first trick of no hearts."""
    return state.phase == Hand.NO_HEARTS and state.hands[state.player].sum() == HAND_SIZE


@rule
def apply_action(state, action):
    """Play a legal action."""
    if state.phase <= Hand.HAIRY_APE:
        play_to_trick(state, action)
    elif state.phase == Hand.TRAIN:
        play_to_train(state, action)
    elif state.phase == Hand.QUART:
        play_quart(state, action)
    else:
        play_to_domino(state, action)


@rule
def pass_turn(state):
    """The turn passes to the left."""
    state.player = (state.player + 1) % SEATS


@rule
def pay_to_pot(state, player, chips):
    """Chips of a player go to the pot."""
    state.score[player] -= chips
    state.pot += chips


@rule
def play_to_trick(state, action):
    """Rules 4, 5 and 19: a card, or in a blind hand that of a slot, is added to the trick."""
    player = state.player
    if is_blind(state):
        slot = action - FIRST_SLOT
        state.trick[player] = state.slots[player, slot]
        state.slots[player, slot] = NO_CARD
    else:
        show_voids(state, action)
        state.hands[player, action] = 0
        state.trick[player] = action
    pass_turn(state)
    if state.player == state.leader:
        complete_trick(state)


@rule
def show_voids(state, card):
    """Record what a card about to be played shows: a void in the suit led, or a leader with nothing but hearts."""
    suit = suit_of(card)
    lead = state.trick[state.leader]
    if lead != NO_CARD:
        if suit != suit_of(lead):
            show_void(state, suit_of(lead))
    elif suit == HEARTS and opens(state):
        for other in range(SUITS):
            if other != HEARTS:
                show_void(state, other)


@rule
def show_void(state, suit):
    """Record that the player whose turn it is holds none of the suit."""
    for card in PACK:
        if suit_of(card) == suit:
            state.lacks[state.player, card] = 1


@rule
def complete_trick(state):
    """Rules 4, 19 and 20, choice 5: the highest card takes it; if none follows in a blind hand, each takes its own."""
    suit = suit_of(state.trick[state.leader])
    of_suit = 0
    for player in range(SEATS):
        of_suit += suit_of(state.trick[player]) == suit
    if is_blind(state) and of_suit == 1:
        for player in range(SEATS):
            state.taken[player, state.trick[player]] = 1
            state.trick[player] = NO_CARD
    else:
        state.leader = tricks.winner(state.trick, suit, tricks.NO_TRUMP, SEATS)
        tricks.gather(state.trick, state.taken[state.leader])
    state.player = state.leader
    if state.phase == Hand.HAIRY_APE:
        for player in range(SEATS):
            if state.taken[player, KING_OF_HEARTS] > 0:
                pay_to_pot(state, player, APE_PRICE)
                end_hand(state)
                return
    elif state.hands[state.player].sum() == 0:
        settle_tricks(state)
        end_hand(state)


@rule
def price(state, player):
    """Rules 7, 12 and 17: the cost of the player's tricks, in chips."""
    taken = state.taken[player]
    if state.phase == Hand.NO_HEARTS:
        return tricks.count_suit(taken, HEARTS)
    if state.phase == Hand.NO_TRICKS:
        return taken.sum() // SEATS
    chips = 0
    for suit in range(SUITS):
        chips += QUEEN_PRICES[suit] * taken[RANKS * suit + QUEEN]
    return chips


@rule
def settle_tricks(state):
    """Rules 8 to 11 and 13 to 17: the players are paid, or pay, for what they have taken."""
    takers, total = 0, 0
    for player in range(SEATS):
        chips = price(state, player)
        takers += chips > 0
        total += chips
    for player in range(SEATS):
        state.score[player] += gain(price(state, player), takers, total)
    if takers == SEATS:
        state.pot += total


@rule
def gain(chips, takers, total):
    """Rules 8 to 11 and 13 to 17: the gain of a player, from the cost of the own tricks and that of all takers."""
    if takers == 1:
        return (SEATS - 1) * total if chips > 0 else -total
    return -chips if chips > 0 else total // (SEATS - takers)


@rule
def lay_down(state, card):
    """The player whose turn it is plays a card outside tricks."""
    state.hands[state.player, card] = 0
    state.taken[state.player, card] = 1


@rule
def is_out(state):
    """Returns whether the player whose turn it is has no cards left."""
    return state.hands[state.player].sum() == 0


@rule
def play_to_train(state, card):
    """Rules 21 and 22, choice 9: a card is added to the train; a player who reaches a mark pays to the pot."""
    lay_down(state, card)
    marks = state.count // TRAIN_MARK
    state.count += TRAIN_VALUES[rank_of(card)]
    if state.count // TRAIN_MARK > marks:
        pay_to_pot(state, state.player, marks + 1)
    pass_turn(state)
    if is_out(state):
        end_hand(state)


@rule
def play_quart(state, card):
    """Rules 23 to 25, choices 10 and 11: a card and those that must follow it."""
    lay_down(state, card)
    for _ in range(RUN - 1):
        card = next_of_quart(card)
        player = tricks.holder_of(state, card)
        if is_out(state) or player == NOBODY:
            break
        state.player = player
        lay_down(state, card)
    if is_out(state):
        for player in range(SEATS):
            left = state.hands[player].sum()
            state.score[player] -= left
            state.score[state.player] += left
        end_hand(state)


@rule
def next_of_quart(card):
    """Rule 23: the next card of the suit, after the ace the 7."""
    if rank_of(card) == KING:
        return card - KING + ACE
    if rank_of(card) == ACE:
        return card - ACE + SEVEN
    return card + 1


@rule
def play_to_domino(state, action):
    """Rules 26 to 28, choice 12: the player adds a card to a row or passes; the first without cards takes the pot."""
    if action == PASS:
        for card in range(CARDS):
            state.lacks[state.player, card] |= state.fits[card]
    else:
        extend_rows(state, action)
        lay_down(state, action)
        if is_out(state):
            for player in range(SEATS):
                pay_to_pot(state, player, state.hands[player].sum())
            state.score[state.player] += state.pot
            state.pot = 0
            end_hand(state)
            return
    pass_turn(state)


@rule
def extend_rows(state, card):
    """Rule 26, choice 12: marks the cards that fit once the card lies there; at first all cards fit."""
    if state.fits.sum() == len(PACK):
        state.fits[:] = 0
        for suit in range(SUITS):
            state.fits[RANKS * suit + rank_of(card)] = 1
    state.fits[card] = 0
    if rank_of(card) != SEVEN:
        extend_to(state, card + KING if rank_of(card) == ACE else card - 1)
    if rank_of(card) != ACE:
        extend_to(state, card - KING if rank_of(card) == KING else card + 1)


@rule
def extend_to(state, card):
    """The next card of a row fits, if it does not lie there already."""
    if state.taken[:, card].sum() == 0:
        state.fits[card] = 1


@rule
def end_hand(state):
    """Rules 2 and 29, choices 4 and 15: the next hand follows, or the game is over."""
    next_hand(state, (state.dealer + (state.phase == Hand.DOMINO)) % SEATS)


@rule
def observe(state, player, view):
    """Computed fields of the view: the seat's own cards; rule 18 turns this around."""
    arrays.copy(state.hands[player], view.hands[0])
    if state.trick[state.leader] != NO_CARD:
        view.suit_led = suit_of(state.trick[state.leader])
    for seat in range(SEATS):
        other = (player + seat) % SEATS
        view.chips[seat] = state.options.chips + state.score[other]
    if is_blind(state):
        show_slots(state, player, view)


@rule
def show_slots(state, player, view):
    """Rule 18, choice 7: all cards, but not their places."""
    for seat in range(SEATS):
        for card in state.slots[(player + seat) % SEATS]:
            if card != NO_CARD:
                view.hands[seat, card] = 1
                view.hand_sizes[seat] += 1


@rule
def redeal_hidden(state, player):
    """Redraws the others' cards, consistent with shown lacks; or the cards of all slots, the own ones too."""
    if is_blind(state):
        for seat in range(SEATS):
            shuffle_slots(state, state.slots[seat])
    else:
        tricks.redeal(state, player, tricks.NOTHING_KNOWN, tricks.has_not_shown_to_lack)


@rule
def shuffle_slots(state, slots):
    """Put the cards in random order; empty slots stay empty."""
    for last in range(HAND_SIZE - 1, 0, -1):
        if slots[last] != NO_CARD:
            other = rng.below(state, last + 1)
            while slots[other] == NO_CARD:
                other = rng.below(state, last + 1)
            card = slots[last]
            slots[last] = slots[other]
            slots[other] = card


def check(state) -> str:
    """The first problem of a written position, in words, or nothing. Cards left out lie in the stock."""
    phase = (state.hands_over - state.over) % HANDS if state.options.hand == NO_HAND else state.options.hand
    if state.phase != phase:
        return f"phase: this hand is {Hand(phase).name.lower()!r}"
    if problem := tricks.wrong_lacks(state):
        return problem
    if state.pot > most_in_pot(state):
        return f"pot: it holds {most_in_pot(state)} chips at most"
    return "" if state.over else wrong_cards(state)


def most_in_pot(state) -> int:
    """The most chips that there can be in the pot."""
    if state.options.hand == NO_HAND:
        chips = 0 if state.over else sum(MOST_LOST[: min(state.phase, Hand.QUART)])
    else:
        chips = MOST_LOST[state.phase] if state.over and state.phase < Hand.TRAIN else 0
    marks = int(state.count) // TRAIN_MARK
    return chips + marks * (marks + 1) // 2


def wrong_cards(state) -> str:
    """The first problem of the cards of a hand that is played."""
    in_slots = state.slots != NO_CARD
    if state.hands.any() if is_blind(state) else in_slots.any():
        return "slots: they hold the cards in a blind Hairy Ape, and none in other hands"
    if state.count > 0 and state.phase != Hand.TRAIN:
        return "count: only a train has one"
    if state.fits.any() and state.phase != Hand.DOMINO:
        return "fits: only a domino has any"
    if state.phase <= Hand.HAIRY_APE:
        in_play = [*np.flatnonzero(state.hands.sum(axis=0)), *state.slots.flat, *state.trick]
        if state.phase == Hand.HAIRY_APE and KING_OF_HEARTS not in in_play:
            return "hands: somebody holds K♥ until a Hairy Ape is over"
        sizes = state.hands.sum(axis=1) + in_slots.sum(axis=1)
        if sizes.max() == HAND_SIZE and state.leader != (state.dealer + 1) % SEATS:
            return "leader: the dealer's left neighbour leads to the first trick"
        return tricks.wrong_trick(state, sizes) or tricks.wrong_turn(state)
    if (state.trick != NO_CARD).any():
        return "trick: there are no tricks after the first four hands"
    if state.phase == Hand.TRAIN:
        left = sum(int(state.hands[:, card].sum() * TRAIN_VALUES[rank_of(card)]) for card in PACK)
        return f"count: with the cards in the hands it passes {TRAIN_TOTAL}" if state.count + left > TRAIN_TOTAL else ""
    return wrong_domino(state) if state.phase == Hand.DOMINO else ""


def wrong_domino(state) -> str:
    """The first problem of the rows of a domino, or that nobody could ever play a whole hand."""
    laid, held = (np.flatnonzero(cards.sum(axis=0)).tolist() for cards in (state.taken, state.hands))
    first_cards: list[int] = []
    for first in laid:
        rows = lay_all(state, first, laid)
        if rows.taken.sum() == len(laid) and (rows.fits == state.fits).all():
            first_cards = [first]
    if len(laid) == 0 and state.fits.sum() == len(PACK):
        first_cards = np.flatnonzero(state.hands[state.player]).tolist()
    if not first_cards:
        return "fits: these are the cards that can be added to those in taken"
    for first in first_cards:
        rows = lay_all(state, first, [*laid, *held]).taken[0]
        if not any(hand.any() and (hand <= rows).all() for hand in state.hands):
            return "hands: too few cards can ever be added for anybody to play a whole hand"
    return ""


def lay_all(state, first: int, cards: list[int]) -> Any:
    """The table of a domino that begins with this card, when all other possible cards have been added."""
    trial = state.copy()
    trial.taken[:] = trial.fits[:] = 0
    trial.fits[PACK] = 1
    left = {*cards} - {first}
    card: int | None = first
    while card is not None:
        extend_rows(trial, card)
        trial.taken[0, card] = 1
        card = next((card for card in left if trial.fits[card]), None)
        left -= {card}
    return trial


LAYOUT = Layout(
    (
        Hands("hands"),
        During(("no hearts", "queens", "no tricks", "hairy ape"), Spread("trick")),
        During(("train", "quart", "domino"), Suits("taken", "", Arrangement.LIST, ranks=(*range(SEVEN, RANKS), ACE))),
    ),
    noted=("taken", "lacks", "fits"),
    says={
        "slot": "Play the card in slot {}",
    },
    titles={
        "phase": "this hand",
        "hands_left": "hands left",
        "count": "count",
    },
    phases={
        "no_hearts": "Play a card, and take no hearts",
        "queens": "Play a card, and take no queens",
        "no_tricks": "Play a card, and take no tricks",
        "hairy_ape": "Play one of your hidden cards, and do not take K♥",
        "train": "Play a card; the next multiple of 25 costs a chip",
        "quart": "Play a card that starts a sequence",
        "domino": "Add a card to the rows",
    },
    taker_leads=True,
    rules={"play": (5, 21, 23, 26), "slot": (18,), "pass": (27,)},
)

GAME = Game(
    name="lorum",
    version=0,
    title="Lórum",
    family="compendium",
    players=(SEATS, SEATS),
    default_players=SEATS,
    score_range=score_range,
    pack=PACK.tolist(),
    rest="stock",
    **declared_in(__name__),
)
