"""Forty Thieves.

A patience for one player with two packs, also known as Napoleon at St. Helena. Forty cards lie open from the start, but
they move one at a time, and only onto their own suit, so that few deals come out.

Rules
-----
1. Two packs of 52 are shuffled together. Ten columns of four cards are dealt face up; the other 64 cards are the stock.
2. The end card of each column and the top card of the waste pile are available; other cards are not.
3. An available card may be moved onto the end card of another column if that is of the same suit and one rank higher.
4. Cards move one at a time, even if they lie in sequence.
5. Any available card may be moved to an empty column.
6. An available ace may begin a foundation; 2, 3 and so on up to the king of its suit may follow. There are eight
   foundations, two of each suit.
7. The cards of the stock are turned up one at a time onto the waste pile.
8. The stock is gone through once.
9. The ace is the lowest card: no king is moved onto it.
10. With all 104 cards on the foundations the game is won. With cards left and nothing to do it is lost.

Sources
-------
The rules of Forty Thieves in [Denexa Games, Game Rules](https://www.denexa.com/blog/category/game-rules/); the
descriptions of Napoleon at St. Helena on bicyclecards.com and in Wikipedia, and other programs that play it, for rule 8
and the points below.

Choices where the text is silent
--------------------------------
1. The rule collection lets the waste pile be turned over when the stock is empty; the other sources do not. It is rule
   8 that holds, unless ``redeals`` says otherwise.
2. To turn the waste pile over is an action of its own. The pile becomes the stock as it lies, the card turned up first
   on top, so that from then on the order of the stock is known. Before that it is not.
3. No card has to go to a foundation, an ace neither.
4. A card on a foundation stays there.
5. Empty columns are alike: a card goes to the leftmost one.
6. A card that is alone in its column is not offered an empty one: nothing would change.
7. Moves can be undone by moves, so play could go on for ever: after ``max_steps`` actions the game is lost.
8. The player may give up, and has lost, but only after ``give_up_after`` actions without a gain. A gain is a card that
   goes to a foundation, one that leaves the waste pile for a column, or one that is turned up for the first time.

Options
-------
``redeals``: how often the waste pile may be turned over; None for as often as one likes.
``give_up_after``: actions without a gain after which giving up is legal.
``max_steps``: actions after which the game is stopped.

Rewards
-------
A won game gives 1, a lost or stopped one -1. The score is the number of cards on the foundations; with
``reward="score"`` each is worth 1/104 when it gets there.

End
---
With the last card on its foundation, without anything to do, or when the player gives up. After
``max_steps`` actions the game is truncated.

Written deck
------------
Four rows of ten cards over the columns, from the left; a column's last card is its end card. Then the stock, the card
to be turned up first before the others.
"""

import numpy as np

from cardzoo.envs.engine import piles
from cardzoo.envs.engine.actions import Actions, Block, Place, places
from cardzoo.envs.engine.cards import CARDS, KING, NO_CARD, RANKS, SUITS, rank_of
from cardzoo.envs.engine.compiling import rule
from cardzoo.envs.engine.fields import Cards, Number, Options, Pile, State
from cardzoo.envs.engine.game import Game, declared_in
from cardzoo.envs.families import patience
from cardzoo.envs.scene import Beside, Foundations, Kind, Layout, Spread, move_top_cards, numbered, play_home

PACKS = 2
ALL_CARDS = PACKS * CARDS
COLUMNS = 10
ROWS = 4
STOCK_SIZE = ALL_CARDS - ROWS * COLUMNS
WASTE = COLUMNS  # the waste pile, where sources of cards are numbered
SOURCES = COLUMNS + 1
# A card that is built is one rank lower than the one below it, so on a dealt card or on the first card of an empty
# column no more than twelve are built. Dealt cards are the four lowest at most: a column never has more than 16.
LONGEST = ROWS + RANKS - 1
MOST_REDEALS = 10
NO_LIMIT = -1

COLUMN_PLACES = places("columns", [f"column {column + 1}" for column in range(COLUMNS)])
SOURCE_PLACES = [*COLUMN_PLACES, Place("waste", words="waste")]

ACTIONS = Actions(
    Block(
        "turn",
        at=Place("stock"),
        doc="turn up a card of the stock; when it is empty, turn the waste pile over, if that is allowed",
    ),
    Block("home", SOURCE_PLACES, doc="put the available card of a column or of the waste pile on a foundation"),
    Block(
        "move",
        [(source, "to", column) for source in SOURCE_PLACES for column in COLUMN_PLACES],
        doc="move an available card onto a column's end card, or to the leftmost empty column",
    ),
    patience.GIVE_UP,
)
TURN = ACTIONS.first("turn")
HOME = ACTIONS.first("home")
MOVE = ACTIONS.first("move")
GIVE_UP = ACTIONS.first("give up")

STATE = State(
    Pile("stock", ALL_CARDS, packs=PACKS, doc="the stock; before the deal the two packs"),
    Pile("waste", STOCK_SIZE, packs=PACKS, doc="the waste pile"),
    Pile("columns", COLUMNS, LONGEST, packs=PACKS, doc="the columns, from the foot to the end card"),
    Cards("foundations", packs=PACKS, doc="the cards on the foundations"),
    Number("turned_over", high=patience.MOST_STEPS, doc="how often the waste pile has been turned over"),
    patience.IDLE,
)

VIEW = STATE.view(
    "columns waste",
    Pile("stock", STOCK_SIZE, packs=PACKS, doc="the stock; its cards are known once the waste pile was turned over"),
    Number("foundations", SUITS, PACKS, high=RANKS, doc="cards on each suit's foundations, the higher one first"),
    Number("redeals_left", high=MOST_REDEALS, optional=True, doc="how often the waste pile may still be turned over"),
    "idle",
    patience.GIVE_UP_IN,
    patience.STEPS_LEFT,
)

OPTIONS = Options(
    Number("redeals", high=MOST_REDEALS, default=0, optional=True, doc="times the waste may be turned over; None: any"),
    patience.GIVE_UP_AFTER,
    Number("max_steps", low=1, high=patience.MOST_STEPS, default=1000, doc="actions after which the game is truncated"),
)


@rule
def deal(state):
    """Rule 1: rows of cards onto the columns."""
    for _ in range(ROWS):
        for column in range(COLUMNS):
            piles.push(state.columns[column], piles.draw(state.stock))


@rule
def legal_actions(state, mask):
    """Rules 2 to 9, choice 8: turn a card up, send one home, move one, or give up."""
    mask[GIVE_UP] = patience.may_give_up(state)
    space = patience.leftmost_empty(state.columns)
    for action in range(GIVE_UP):
        mask[action] = is_legal(state, action, space)


@rule
def has_action(state):
    """Returns whether anything but giving up is legal."""
    space = patience.leftmost_empty(state.columns)
    action = 0
    while action < GIVE_UP and not is_legal(state, action, space):
        action += 1
    return action < GIVE_UP


check_end = patience.ending(ALL_CARDS, has_action, patience.stop_at_bound)  # rule 10, choice 7


@rule
def is_legal(state, action, space):
    """Returns whether an action other than giving up is legal; the space is the leftmost empty column."""
    if action == TURN:
        return may_turn(state)
    if action < MOVE:
        return may_send_home(state, action - HOME)
    return may_move(state, (action - MOVE) // COLUMNS, (action - MOVE) % COLUMNS, space)


@rule
def may_turn(state):
    """Rules 7 and 8, choice 1: returns whether the stock has cards, or the waste pile may be turned over."""
    if state.stock.height > 0:
        return True
    allowed = state.options.redeals == NO_LIMIT or state.turned_over < state.options.redeals
    return state.waste.height > 0 and allowed


@rule
def available(state, source):
    """The available card of a column or the waste pile, -1 for none (rule 2); of a view too."""
    return piles.top(state.waste) if source == WASTE else piles.top(state.columns[source])


@rule
def may_send_home(state, source):
    """Rule 6: returns whether the source's available card goes on a foundation."""
    card = available(state, source)
    return card != NO_CARD and patience.may_go_home(state.foundations, card)


@rule
def may_move(state, source, column, space):
    """Rules 3, 5 and 9, choices 5 and 6; the space is the leftmost empty column. No card moves to its own place."""
    card = available(state, source)
    end = piles.top(state.columns[column])
    if card == NO_CARD:
        return False
    if end == NO_CARD:
        return column == space and (source == WASTE or state.columns[source].height > 1)
    return end == card + 1 and rank_of(card) != KING and state.columns[column].height < LONGEST  # may be written so


@rule
def apply_action(state, action):
    """Play a legal action."""
    if action == GIVE_UP:
        patience.give_up(state)
        return
    patience.count_idle(state, is_gain(state, action))
    if action == TURN:
        turn(state)
    elif action < MOVE:
        state.foundations[pick_up(state, action - HOME)] += 1
        state.score[0] += 1
    else:
        source, column = (action - MOVE) // COLUMNS, (action - MOVE) % COLUMNS
        piles.push(state.columns[column], pick_up(state, source))
    check_end(state)


@rule
def is_gain(state, action):
    """Returns whether an action cannot be undone (choice 8)."""
    if action == TURN:
        return state.turned_over == 0 and state.stock.height > 0
    return action < MOVE or (action - MOVE) // COLUMNS == WASTE


@rule
def turn(state):
    """Rule 7, choice 2: a card is turned up, or the waste pile turned over."""
    if state.stock.height > 0:
        piles.push(state.waste, piles.draw(state.stock))
    else:
        while state.waste.height > 0:
            piles.push(state.stock, piles.draw(state.waste))
        state.turned_over += 1


@rule
def pick_up(state, source):
    """Take the available card of a column or of the waste pile (rule 4)."""
    return piles.draw(state.waste) if source == WASTE else piles.draw(state.columns[source])


@rule
def observe(state, player, view):
    """Computed fields of the view: all but the stock's order; that too once the waste was turned over (choice 2)."""
    view.stock.height = state.stock.height
    if state.turned_over > 0:
        piles.copy(state.stock, view.stock)
    for card in range(CARDS):
        for pack in range(state.foundations[card]):
            view.foundations[card // RANKS, pack] += 1
    unlimited = state.options.redeals == NO_LIMIT
    view.redeals_left = NO_LIMIT if unlimited else max(0, state.options.redeals - state.turned_over)
    patience.observe_bounds(state, view)


@rule
def redeal_hidden(state, player):
    """Redraws the order of the stock, unless it was seen (choice 2)."""
    if state.turned_over == 0:
        piles.shuffle(state, state.stock)


def check(state) -> str:
    """The first problem of a written position, in words, or nothing."""
    if state.stock.height + state.waste.height > STOCK_SIZE:
        return f"stock and waste pile have {STOCK_SIZE} cards at most"
    if state.options.redeals != NO_LIMIT and state.turned_over > state.options.redeals:
        return f"the waste pile has been turned over more than {state.options.redeals} times"
    won = state.foundations.sum() == ALL_CARDS
    return patience.check_foundations(state.foundations) or patience.check_won(state, won)


LAYOUT = Layout(
    (
        Beside(Spread("stock"), Spread("waste"), Foundations("foundations")),
        Spread("columns", "", kind=Kind.COLUMN),
    ),
    labels={"columns": numbered("column", COLUMNS)},
    says={
        "turn": "Turn the stock",
    },
    says_each={"home": play_home, "move": move_top_cards},
    face_down=("stock",),
    phases={"": "Move a card, or turn the stock"},
    rules={"turn": (7, 8), "home": (6,), "move": (3, 5), "give up": (10,)},
)

GAME = Game(
    name="forty_thieves",
    version=0,
    title="Forty Thieves",
    family="patience",
    players=(1, 1),
    default_players=1,
    tally=patience.tally_home,
    pack=tuple(np.repeat(np.arange(CARDS), PACKS).tolist()),
    score_range=ALL_CARDS,
    rest="foundations",
    **declared_in(__name__),
)
