"""Pyramid.

A patience for one player, also known as Tut's Tomb: a large pyramid of open cards is cleared away by pairs that add
up to thirteen, with the help of a stock that is gone through once.

Rules
-----
1. 28 cards are dealt face up in a pyramid: seven rows of one to seven cards, each card of a row covered in part by two
   of the next. The other 24 are the stock, face down.
2. Two available cards that add up to 13 are removed together. The ace counts 1, the jack 11, the queen 12. A king
   counts 13 and is removed alone.
3. Available are the cards of the pyramid that no card covers, and the top card of the waste.
4. The cards of the stock are turned one at a time onto the waste.
5. The stock is gone through once.
6. With the pyramid gone the game is won.

Sources
-------
[Denexa Games, Game Rules](https://www.denexa.com/blog/category/game-rules/), which names the game and the sum of
thirteen; other rule collections and programs for the rest.

Choices where the text is silent
--------------------------------
1. Only the pyramid has to go. With ``goal="all"`` all 52 cards have to.
2. More passes are an option: with ``passes=3`` there are three of them. At the end of a pass the waste is turned over
   to be the stock again, in the same order; that is an action of its own, which turns no card.
3. With ``passes=0`` passes go on until no card is removed in a whole pass.
4. The top card of the waste and the card right beneath it may be removed as a pair.
5. A card of the pyramid and the only card that still covers it are no pair. With ``overlap=True`` they are, as in the
   first program of the name Tut's Tomb.
6. A king in the waste is removed as it is from the pyramid, while it is the top card and if the player wants to.
   Nothing is removed by itself.
7. Cards that are removed do not come back.
8. While a card can be turned or removed, or a pass begun, the player must go on. When nothing else is left the player
   gives up, and has lost.
9. In the first pass nobody knows the order of the stock; in later ones it is known.

Options
-------
``goal``: cards that have to be removed, ``"pyramid"`` or ``"all"`` cards.
``passes``: how often the stock is gone through; 0 as often as cards are removed.
``overlap``: whether a card and the only card that covers it are a pair.

Rewards
-------
A won game gives 1, a lost one -1. The score is the number of cards removed from the pyramid, or with ``goal="all"``
from anywhere. With ``reward="score"`` each is worth 1/28, or 1/52, when it is removed.

End
---
When the goal is reached, or when the player gives up. One pass takes 24 cards, so no game is without end: with
``passes=0`` each pass but the last removes a card.

Written deck
------------
The rows of the pyramid from the top down and from left to right, then the stock, its top card first.
"""

from enum import IntEnum

import numpy as np

from cardzoo.envs.engine import piles
from cardzoo.envs.engine.actions import Actions, Block, Place
from cardzoo.envs.engine.cards import CARDS, KING, NO_CARD, RANKS, SIX, SUITS, rank_of, suit_of
from cardzoo.envs.engine.compiling import rule
from cardzoo.envs.engine.fields import Card, Cards, Choice, Flag, Number, Options, Pile, State
from cardzoo.envs.engine.game import Game, declared_in
from cardzoo.envs.families import patience
from cardzoo.envs.scene import Beside, Layout, Spread

ROWS = 7
PLACES = ROWS * (ROWS + 1) // 2
BOTTOM = PLACES - ROWS  # the first place of the lowest row
STOCK_SIZE = CARDS - PLACES
PAIR_RANKS = KING - 1  # two ranks from 0 that add up to this are a pair: an ace is 0, a queen 11
MOST_LIMIT = 10  # of passes, where they are counted
NO_LIMIT = -1
MOST_PASSES = 29  # with 28 removals, the most there can be


class Goal(IntEnum):
    """Cards that have to be removed."""

    PYRAMID = 0
    ALL = 1


ROW_OF = np.repeat(np.arange(ROWS), np.arange(1, ROWS + 1))
COVERS = np.array([(place + row + 1, place + row + 2) for place, row in enumerate(ROW_OF)])
"""(28, 2): the places that cover each place; those of the lowest row do not exist."""

EVERY_SUIT = (1 << SUITS) - 1
LOW_RANKS = SIX + 1  # of each pair, one card is an ace to six
LOW_CARDS = [RANKS * suit + rank for suit in range(SUITS) for rank in range(LOW_RANKS)]
PAIRS = [(card, RANKS * suit + PAIR_RANKS - rank_of(card)) for card in LOW_CARDS for suit in range(SUITS)]
KINGS = [RANKS * suit + KING for suit in range(SUITS)]

ACTIONS = Actions(
    Block("turn", at=Place("stock"), doc="turn a card of the stock; if there is none, begin the next pass"),
    Block("remove", KINGS, doc="remove an available king"),
    Block("pair", PAIRS, doc="remove a pair"),
    Block("give up", doc="when nothing else is legal"),
)
TURN = ACTIONS.first("turn")
REMOVE = ACTIONS.first("remove")
PAIR = ACTIONS.first("pair")
GIVE_UP = ACTIONS.first("give up")

REMOVED_BY = np.array([(NO_CARD, NO_CARD), *((king, NO_CARD) for king in KINGS), *PAIRS])
"""The one or two cards that an action removes."""

STATE = State(
    Pile("stock", CARDS, doc="the pack before the deal, then the stock"),
    Card("pyramid", PLACES, doc="the cards of the pyramid, row by row from the top"),
    Pile("waste", STOCK_SIZE, doc="the cards turned"),
    Cards("removed", doc="the cards removed"),
    Number("pass_number", low=1, high=MOST_PASSES, default=1, doc="which pass it is"),
    Flag("progress", doc="whether a card has been removed in this pass"),
)

VIEW = STATE.view(
    "pyramid waste",
    Pile("stock", STOCK_SIZE, doc="the stock; its cards are unknown in the first pass"),
    "removed pass_number",
    Number(
        "passes_left", high=MOST_LIMIT, optional=True, doc="passes after this one; None for as many as remove cards"
    ),
    "progress",
    Choice("goal", Goal, doc="what has to be removed: the pyramid, or all cards"),
    Flag("overlap", doc="whether a card and the only card that covers it are a pair"),
)

OPTIONS = Options(
    Choice("goal", Goal, doc="what has to be removed: the pyramid, or all cards"),
    Number(
        "passes", high=MOST_LIMIT, default=1, doc="how often the stock is gone through; 0 as often as cards are removed"
    ),
    Flag("overlap", doc="whether a card and the only card that covers it are a pair"),
    titles={"goal": "Cards to remove"},
    calls={"goal": ("the pyramid", "all cards")},
    presets={"The pyramid, once through": {}, "Three times through": {"passes": 3}},
)


@rule
def deal(state):
    """Rule 1: the pyramid; the rest is the stock."""
    for place in range(PLACES):
        state.pyramid[place] = piles.draw(state.stock)


@rule
def legal_actions(state, mask):
    """Rules 2 to 5, choices 4 to 6 and 8: kings and pairs among the cards that are available, or turn a card up."""
    mask[TURN] = may_turn(state)
    waste = state.waste
    available = np.int64(0)
    for place in range(PLACES):
        if is_uncovered(state, place):
            available |= bit_of(state.pyramid[place])
    if waste.height > 0:
        available |= bit_of(waste.cards[waste.height - 1])
    mask_available(available, mask)
    if waste.height > 1:
        mask_pair(waste.cards[waste.height - 1], waste.cards[waste.height - 2], mask)
    if state.options.overlap:
        mask_overlapping(state, mask)
    mask[GIVE_UP] = not mask.any()


@rule
def may_turn(state):
    """Returns whether there is a card to turn, or a pass to begin (rules 4 and 5, choices 2 and 3)."""
    if state.stock.height > 0:
        return True
    if state.waste.height == 0:
        return False
    if state.options.passes == 0:
        return state.progress > 0
    return state.pass_number < state.options.passes


@rule
def is_uncovered(state, place):
    """Returns whether a card of the pyramid lies there and none covers it (rule 3)."""
    if state.pyramid[place] == NO_CARD:
        return False
    return place >= BOTTOM or (
        state.pyramid[COVERS[place, 0]] == NO_CARD and state.pyramid[COVERS[place, 1]] == NO_CARD
    )


@rule
def bit_of(card):
    """A card as a set: bit 4 * rank + suit of a number."""
    return np.int64(1) << (SUITS * rank_of(card) + suit_of(card))


@rule
def mask_available(available, mask):
    """The kings and pairs of a set of cards (rule 2)."""
    for suit in range(SUITS):
        mask[REMOVE + suit] = available >> (SUITS * KING + suit) & 1
    for rank in range(LOW_RANKS):
        cards, others = available >> SUITS * rank, available >> SUITS * (PAIR_RANKS - rank)
        if cards & EVERY_SUIT and others & EVERY_SUIT:
            for suit in range(SUITS):
                if cards >> suit & 1:
                    for other in range(SUITS):
                        mask[PAIR + SUITS * (LOW_RANKS * suit + rank) + other] = others >> other & 1


@rule
def mask_pair(card, other, mask):
    """Two cards, if they add up to 13 (rule 2)."""
    if rank_of(card) + rank_of(other) == PAIR_RANKS:
        if rank_of(card) > rank_of(other):
            card, other = other, card
        mask[PAIR + SUITS * (LOW_RANKS * suit_of(card) + rank_of(card)) + suit_of(other)] = 1


@rule
def mask_overlapping(state, mask):
    """The pairs of a card and the only card that covers it (choice 5)."""
    for place in range(BOTTOM):
        card = state.pyramid[place]
        left, right = COVERS[place, 0], COVERS[place, 1]
        if card != NO_CARD and is_uncovered(state, left) and state.pyramid[right] == NO_CARD:
            mask_pair(card, state.pyramid[left], mask)
        elif card != NO_CARD and is_uncovered(state, right) and state.pyramid[left] == NO_CARD:
            mask_pair(card, state.pyramid[right], mask)


@rule
def apply_action(state, action):
    """Play a legal action."""
    if action == TURN:
        turn(state)
    elif action == GIVE_UP:
        patience.finish(state, -1)
    else:
        for card in REMOVED_BY[action]:
            if card != NO_CARD:
                remove(state, card)
        state.progress = 1
        check_end(state)


@rule
def turn(state):
    """Turn a card (rule 4), or turn the waste over (choices 2 and 3)."""
    if state.stock.height > 0:
        piles.push(state.waste, piles.draw(state.stock))
        return
    while state.waste.height > 0:
        piles.push(state.stock, piles.draw(state.waste))
    state.pass_number += 1
    state.progress = 0


@rule
def remove(state, card):
    """Take a card from where it lies (rule 2, choice 4)."""
    state.removed[card] = 1
    for place in range(PLACES):
        if state.pyramid[place] == card:
            state.pyramid[place] = NO_CARD
            state.score[0] += 1
            return
    top = piles.draw(state.waste)
    if top != card:  # it is the one beneath, and the top card is the other one of the pair
        state.waste.cards[state.waste.height - 1] = top
    if state.options.goal == Goal.ALL:
        state.score[0] += 1


@rule
def check_end(state):
    """Rule 6, choice 1: the game is won when the pyramid is gone, and for the goal of all cards the rest too."""
    if state.options.goal == Goal.ALL and state.stock.height + state.waste.height > 0:
        return
    for place in range(PLACES):
        if state.pyramid[place] != NO_CARD:
            return
    patience.finish(state, 1)


@rule
def observe(state, player, view):
    """Computed fields of the view: the stock from the second pass on (choice 9), the passes left, and options."""
    view.stock.height = state.stock.height
    if state.pass_number > 1:
        for place in range(state.stock.height):
            view.stock.cards[place] = state.stock.cards[place]
    passes = state.options.passes
    view.passes_left = NO_LIMIT if passes == 0 else passes - state.pass_number
    view.goal = state.options.goal
    view.overlap = state.options.overlap


@rule
def redeal_hidden(state, player):
    """Redraws the stock of the first pass."""
    if state.pass_number == 1:
        piles.shuffle(state, state.stock)


def tally(state) -> int:
    """The score of a position: a point for each card removed, from the pyramid or, if that is the goal, anywhere."""
    return int(state.removed.sum() if state.options.goal == Goal.ALL else (state.pyramid == NO_CARD).sum())


def check(state) -> str:
    """The first problem of a written position, in words, or nothing. Cards may be missing in a pyramid under others."""
    left = state.stock.height + state.waste.height
    if left > STOCK_SIZE:
        return f"stock and waste have {STOCK_SIZE} cards at most"
    if 0 < state.options.passes < state.pass_number:
        return f"the stock is gone through {state.options.passes} times at most"
    kings = state.removed[KINGS].sum()
    removals = kings + (state.removed.sum() - kings) // 2
    if state.options.passes == 0 and state.pass_number - 1 + state.progress > removals:
        return "each pass before this one has removed a card"
    won = (state.pyramid == NO_CARD).all() and (state.options.goal == Goal.PYRAMID or left == 0)
    return patience.check_won(state, won)


def score_range(options, num_players):
    """Number of cards that must be removed."""
    return CARDS if options.goal == Goal.ALL else PLACES


PYRAMID = tuple((ROWS - 1 - row + 2 * place, row) for row in range(ROWS) for place in range(row + 1))

LAYOUT = Layout(
    (Spread("pyramid", "", at=PYRAMID), Beside(Spread("stock"), Spread("waste"))),
    labels={"pyramid": ("",) * len(PYRAMID)},
    noted=("removed",),
    titles={
        "passes_left": "passes left",
    },
    says={
        "turn": "Turn the stock",
        "pair": "Pair {} with {}",
    },
    face_down=("stock",),
    phases={"": "Remove cards that make 13, or turn the stock"},
    rules={"turn": (4, 5), "remove": (2,), "pair": (2, 3)},
)

GAME = Game(
    name="pyramid",
    version=0,
    title="Pyramid",
    family="patience",
    players=(1, 1),
    default_players=1,
    score_range=score_range,
    rest="removed",
    **declared_in(__name__),
)
