"""FreeCell.

A patience for one player, devised by Paul Alfille: all cards lie open from the start, and four cells each hold a card
that is in the way. Nearly every deal can be won.

Rules
-----
1. The pack of 52 is dealt face up, row by row from the left, over eight columns: seven cards each in columns 1 to 4,
   six each in columns 5 to 8.
2. There are four free cells, empty at the start. Each holds one card.
3. The end card of each column and the cards in the cells are available.
4. An available card may be moved onto the end card of another column if that is of the other colour and one rank
   higher. The ace is the lowest card.
5. Any available card may be moved to an empty column.
6. The end card of a column may be moved to an empty cell.
7. An available ace may begin its suit's foundation; 2, 3 and so on up to the king may follow.
8. A card on a foundation stays there.
9. End cards of a column that lie in sequence, each one rank lower than the card it lies on and of the other colour, may
   be moved together, if there are free cells and empty columns enough to move them one at a time.
10. With all 52 cards on the foundations the game is won. With cards left and nothing to move it is lost.
11. Columns, cells and foundations always hold the 52 cards.
12. The deals of Microsoft's program have numbers. Of deal n a generator begins with n; each draw multiplies its number
    by 214013, adds 2531011, keeps the remainder by 2^31, and gives this divided by 2^16, rounded down. The cards lie in
    a list: A♣ A♦ A♥ A♠ 2♣ and so on to K♠. As long as there are any, the card at the place that a draw leaves as its
    remainder by their number, counted from 0, is dealt next; the last one of the list takes its place.

Sources
-------
[Rosetta Code, Deal cards for FreeCell](https://rosettacode.org/wiki/Deal_cards_for_FreeCell), for rule 12;
[Solitaire Laboratory, FreeCell FAQ](https://www.solitairelaboratory.com/fcfaq.html); the handbook of KPatience, for
choice 1.

Choices where the text is silent
--------------------------------
1. How many cards move together: onto a card at most one more than there are free cells, twice as many for each empty
   column. To an empty column half as many, as it does not help itself; nor does one that is emptied by the move.
2. Other columns could help to move still more cards. That takes several actions.
3. With ``supermoves=False`` cards move one at a time. Nothing is out of reach then, but it takes more actions.
4. Of a sequence any part that ends with the end card may be moved to an empty column, but not what makes up its whole
   column: nothing would change.
5. Cells are alike, and so are empty columns: a card goes to the first cell that is free, or to the leftmost empty
   column. From cell to cell is no move.
6. No card goes to a foundation by itself, and none has to.
7. ``cells`` makes the game harder: with fewer than four, the others are not there.
8. With ``deal_number`` each game is that deal, whatever is shuffled or written. The 32,000 deals are those of the
   program's first version for Windows; ``microsoft_deal`` of `cardzoo.envs.families.numbered_deals` gives those with
   larger numbers too, as written decks.
9. Moves can be undone by moves, so play could go on for ever. After ``max_idle`` actions since a card last went to a
   foundation, or after ``max_steps`` in all, the game is lost.
10. The player may give up, and has lost, but only after ``give_up_after`` actions since a card last went to a
    foundation.

Options
-------
``cells``: how many free cells there are.
``supermoves``: whether several cards may be moved together.
``deal_number``: the number of a Microsoft deal; None for shuffled cards.
``give_up_after``: actions without a card going to a foundation after which giving up is legal.
``max_idle``: actions without a card going to a foundation after which the game is stopped.
``max_steps``: actions after which the game is stopped.

Rewards
-------
A won game gives 1, a lost or stopped one -1. The score is the number of cards on the foundations; with
``reward="score"`` each is worth 1/52 when it gets there.

End
---
With the last card on its foundation, without a move, or when the player gives up. After ``max_idle`` actions without a
card going to a foundation, or after ``max_steps`` in all, the game is truncated.

Written deck
------------
Row by row over the eight columns, from the left, as in rule 1; a column's last card is its end card.
"""

import numpy as np

from cardzoo.envs.engine import piles
from cardzoo.envs.engine.actions import Actions, Block
from cardzoo.envs.engine.cards import CARDS, KING, NO_CARD, RANKS, rank_of
from cardzoo.envs.engine.compiling import rule
from cardzoo.envs.engine.fields import Card, Cards, Flag, Number, Options, Pile, State
from cardzoo.envs.engine.game import Game, declared_in
from cardzoo.envs.families import patience
from cardzoo.envs.families.numbered_deals import order_by_number
from cardzoo.envs.families.patience import EMPTY_COLUMN, alternates, find_end, move_load, set_of_ends
from cardzoo.envs.scene import Beside, Foundations, Kind, Layout, Spread, numbered

COLUMNS = 8
CELLS = 4
PLACES = COLUMNS + CELLS  # the columns, then the cells
ROWS = 7
LONGEST = ROWS + RANKS - 1  # on the dealt cards of a column a sequence follows, on a king at most
ANY_DEAL = -1
LAST_DEAL = 32000
ONE = np.int64(1)


def next_higher(card: int, way: int) -> int:
    """One of the two cards of the other colour and the next rank; after a king, which goes on no card, an ace."""
    return RANKS * patience.OTHER_COLOUR[card // RANKS][way] + (card + 1) % RANKS


ENDS = np.array([*([next_higher(card, way) for card in range(CARDS)] for way in (0, 1)), [EMPTY_COLUMN] * CARDS])
"""(3, 52): the ends that each card may be moved onto."""

ACTIONS = Actions(
    Block("home", CARDS, doc="put an available card on its suit's foundation"),
    Block(
        "move",
        [
            *([card, "onto", end] for ends in ENDS[:2] for card, end in enumerate(ends)),
            *([card, where] for where in ("to empty column", "to cell") for card in range(CARDS)),
        ],
        doc="move an available card, or one with the sequence that lies on it, onto an end card or to the leftmost "
        "empty column; move an end card to a free cell",
    ),
    patience.GIVE_UP,
)
MOVE = ACTIONS.first("move")
SPACE = MOVE + 2 * CARDS  # to an empty column
CELL = SPACE + CARDS
GIVE_UP = ACTIONS.first("give up")

SUPERMOVES = Flag("supermoves", default=True, doc="whether several cards may be moved together")

STATE = State(
    Pile("stock", CARDS, doc="the pack before the deal"),
    Pile("columns", COLUMNS, LONGEST, doc="the columns, from the foot to the end card"),
    Card("cells", CELLS, doc="the cards in the free cells"),
    Cards("foundations", doc="the cards on the foundations"),
    patience.IDLE,
)

VIEW = STATE.view(
    "columns cells foundations",
    Number("free_cells", high=CELLS, doc="cells that are free"),
    SUPERMOVES,
    "idle",
    patience.GIVE_UP_IN,
    patience.STOP_IN,
    patience.STEPS_LEFT,
)

OPTIONS = Options(
    Number("cells", low=1, high=CELLS, default=CELLS, doc="how many free cells there are"),
    SUPERMOVES,
    Number("deal_number", low=1, high=LAST_DEAL, default=None, optional=True, doc="a Microsoft deal; None: shuffled"),
    patience.GIVE_UP_AFTER_50,
    patience.MAX_IDLE,
    Number("max_steps", low=1, high=patience.MOST_STEPS, default=1000, doc="actions after which the game is truncated"),
)


@rule
def deal(state):
    """Rules 1 and 12, choice 8: row by row over the columns."""
    if state.options.deal_number != ANY_DEAL:
        order_by_number(state.stock.cards, state.options.deal_number)
    for place in range(CARDS):
        piles.push(state.columns[place % COLUMNS], piles.draw(state.stock))


@rule
def legal_actions(state, mask):
    """Rules 3 to 9: moves of each column and cell; giving up (choice 10)."""
    mask[GIVE_UP] = patience.may_give_up(state)
    free, ends = count_free_cells(state), set_of_ends(state.columns)
    onto = most_together(state, free)
    into = 0
    if ends >> EMPTY_COLUMN & ONE:
        into = (onto + 1) // 2  # half as many, or a single card
    for column in range(COLUMNS):
        pile = state.columns[column]
        if pile.height > 0 and free > 0:
            mask[CELL + pile.cards[pile.height - 1]] = 1
        mask_sequence(state, pile, ends, onto, into, mask)
    for cell in range(CELLS):
        if state.cells[cell] != NO_CARD:
            mask_moves(state.foundations, state.cells[cell], ends, mask)
            mask[SPACE + state.cells[cell]] = into > 0


@rule
def mask_sequence(state, pile, ends, onto, into, mask):
    """Rules 4, 5, 7 and 9, choice 4: moves of a column's end sequence, except to the cells.

    Args:
        state: the state.
        pile: the column.
        ends: the columns' ends as a set.
        onto: how many cards at most may be moved onto a card.
        into: how many at most into an empty column.
        mask: the legal actions.
    """
    for number in range(1, min(pile.height, onto) + 1):
        place = pile.height - number
        card = pile.cards[place]
        if number == 1:
            mask_moves(state.foundations, card, ends, mask)
        elif alternates(pile.cards[place + 1], card):
            mask_parents(card, ends, mask)
        else:
            return
        mask[SPACE + card] = number <= into and place > 0


@rule
def mask_moves(foundations, card, ends, mask):
    """Rules 4 and 7: an available card may go home or onto a card."""
    mask[card] = patience.may_go_home(foundations, card)
    mask_parents(card, ends, mask)


@rule
def mask_parents(card, ends, mask):
    """Rule 4: the end cards that the card may be moved onto; kings go on none."""
    if rank_of(card) != KING:
        mask[MOVE + card] = ends >> ENDS[0, card] & ONE
        mask[MOVE + CARDS + card] = ends >> ENDS[1, card] & ONE


@rule
def most_together(state, free):
    """Rule 9, choices 1 and 3: how many cards may be moved together onto a card, with a number of cells free."""
    if not state.options.supermoves:
        return 1
    together = free + 1
    for column in range(COLUMNS):
        if state.columns[column].height == 0:
            together *= 2
    return together


@rule
def count_free_cells(state):
    """Number of free cells (choice 7)."""
    free = state.options.cells
    for cell in range(CELLS):
        free -= state.cells[cell] != NO_CARD
    return free


@rule
def available(state, place):
    """The available card of a column or a cell, -1 for none (rule 3)."""
    return piles.top(state.columns[place]) if place < COLUMNS else state.cells[place - COLUMNS]


@rule
def has_move(state):
    """Returns whether anything but giving up is legal.

    As long as cards are left, one can go to a free cell or, all cells being full, from there to an empty column.
    Without these, cards move one at a time.
    """
    ends = set_of_ends(state.columns)
    if count_free_cells(state) > 0 or ends >> EMPTY_COLUMN & ONE:
        return True
    for place in range(PLACES):
        card = available(state, place)
        if card != NO_CARD:
            fits = ends >> ENDS[0, card] & ONE or ends >> ENDS[1, card] & ONE
            if patience.may_go_home(state.foundations, card) or (fits and rank_of(card) != KING):
                return True
    return False


check_end = patience.ending(CARDS, has_move, patience.stop_at_bounds)  # rule 10, choice 9


@rule
def apply_action(state, action):
    """Play a legal action."""
    if action == GIVE_UP:
        patience.give_up(state)
        return
    card = action % CARDS
    patience.count_idle(state, action < MOVE)
    if action < MOVE:
        take_end(state, card)
        state.foundations[card] = 1
        state.score[0] += 1
    elif action < CELL:
        move(state, card, find_end(state.columns, ENDS[action // CARDS - 1, card]))
    else:
        take_end(state, card)
        state.cells[find_cell(state, NO_CARD)] = card
    check_end(state)


@rule
def find_cell(state, card):
    """The first cell with a card, or the first free one of those that there are; `CELLS` if there is none."""
    cell = 0
    while cell < CELLS and state.cells[cell] != card:
        cell += 1
    return cell


@rule
def take_end(state, card):
    """Take an available card."""
    cell = find_cell(state, card)
    if cell < CELLS:
        state.cells[cell] = NO_CARD
    else:
        piles.draw(state.columns[find_end(state.columns, card)])


@rule
def move(state, card, target):
    """Move a card with all that lies on it to a column (rules 4, 5 and 9)."""
    cell = find_cell(state, card)
    if cell < CELLS:
        state.cells[cell] = NO_CARD
        piles.push(state.columns[target], card)
        return
    for column in range(COLUMNS):
        pile = state.columns[column]
        for place in range(pile.height - 1, -1, -1):
            if pile.cards[place] == card:
                move_load(pile, place, state.columns[target])
                return


@rule
def observe(state, player, view):
    """Computed fields of the view; nothing is hidden."""
    view.free_cells = count_free_cells(state)
    view.supermoves = state.options.supermoves
    patience.observe_all_bounds(state, view)


def check(state) -> str:
    """The first problem of a written position, in words, or nothing."""
    if state.stock.height > 0:
        return "no card is left in the stock after the deal"
    if (state.cells != NO_CARD).sum() > state.options.cells:
        return f"there are {state.options.cells} cells"
    for pile in state.columns:
        for place in range(ROWS, pile.height):
            if not alternates(pile.cards[place], pile.cards[place - 1]):
                return f"a column has {ROWS} dealt cards at most; the others lie in sequence"
    won = state.foundations.sum() == CARDS
    return patience.check_foundations(state.foundations) or patience.check_won(state, won)


LAYOUT = Layout(
    (
        Beside(Spread("cells", kind=Kind.PILE), Foundations("foundations")),
        Spread("columns", "", kind=Kind.COLUMN),
    ),
    labels={"cells": numbered("cell", CELLS), "columns": numbered("column", COLUMNS)},
    phases={"": "Move a card, or play it to the foundation"},
    rules={"home": (7,), "move": (4, 5, 6), "give up": (10,)},
)

GAME = Game(
    name="freecell",
    version=0,
    title="FreeCell",
    family="patience",
    players=(1, 1),
    default_players=1,
    tally=patience.tally_home,
    score_range=CARDS,
    rest="foundations",
    **declared_in(__name__),
)
