"""Spider.

A patience for one player with two packs: eight suits are sorted in ten columns, and nowhere else. With fewer suits in
the pack it is easier.

Rules
-----
1. Two packs of 52 are shuffled together. 54 cards are dealt row by row from the left over ten columns: six cards each
   in columns 1 to 4, five each in columns 5 to 10.
2. The end card of each column is face up, the other 44 cards are face down.
3. The other 50 cards are the stock, face down.
4. The end card of a column is available. So are several end cards of one suit, each one rank lower than the card that
   it lies on: a run, which may be moved as a whole or in part.
5. An available card, with what lies on it, may be moved onto the end card of another column if that is one rank higher,
   whatever the suits.
6. The ace is the lowest card and takes none. A king goes only to an empty column.
7. Any available card, with what lies on it, may be moved to an empty column.
8. A face-down card with nothing left on it is turned up at once.
9. Thirteen end cards of one suit from king to ace are complete: they leave the table at once.
10. If every column has a card, ten cards of the stock may be dealt face up, one onto each column from the left.
11. With one suit all cards count as spades. With two suits clubs count as spades, and diamonds as hearts.
12. With all eight suits gone the game is won. With cards left and nothing to do it is lost.
13. Columns, stock and complete suits always hold the 104 cards.

Sources
-------
[SolSuite, Spider](https://www.solsuite.com/games/spider.htm);
[the traditional rules](https://playsolitaire-online.com/spider.html); the Spider of GNOME's Aisleriot and of
Microsoft's program, for rules 9 and 11.

Choices where the text is silent
--------------------------------
1. A complete suit cannot stay: older books leave the moment to the player.
2. If a deal completes suits, all ten cards lie on the columns before these leave, then cards are turned up.
3. With an empty column no row is dealt, unless ``deal_on_empty`` says otherwise; or unless the columns have fewer than
   ten cards, so that they cannot all be filled.
4. Onto a card goes that part of the run which fits. To an empty column any part goes, but not a whole column: nothing
   would change. Empty columns are alike, and the leftmost one is filled.
5. A written deck has two whole packs however many suits count; nobody sees more of a card than what it counts as.
6. Nobody has to move anything, and rows may be dealt while there are moves.
7. The face-down cards and the stock are unknown; what has been turned up or dealt is seen by all.
8. Moves can be undone by moves, so play could go on for ever. A gain is a card that is turned up, a row that is dealt
   or a suit that is complete. After ``max_idle`` actions without a gain, or after ``max_steps`` in all, the game is
   lost.
9. The player may give up, and has lost, but only after ``give_up_after`` actions without a gain.

Options
-------
``suits``: how many suits there are.
``deal_on_empty``: whether a row may be dealt while there are empty columns.
``give_up_after``: actions without a gain after which giving up is legal.
``max_idle``: actions without a gain after which the game is stopped.
``max_steps``: actions after which the game is stopped.

Rewards
-------
A won game gives 1, a lost or stopped one -1. The score is the number of complete suits; with ``reward="score"`` each is
worth 1/8 when it leaves.

End
---
With the eighth complete suit, without anything to do, or when the player gives up. After ``max_idle`` actions without a
gain, or after ``max_steps`` in all, the game is truncated.

Written deck
------------
Row by row over the ten columns, from the left, as in rule 1; a column's last card is its end card. Then the stock, the
card to be dealt first before the others.
"""

from enum import IntEnum

import numpy as np

from cardzoo.envs.engine import piles
from cardzoo.envs.engine.actions import Actions, Block, Place, places
from cardzoo.envs.engine.cards import CARDS, HEARTS, KING, RANKS, SPADES, SUITS, rank_of, suit_of
from cardzoo.envs.engine.compiling import rule
from cardzoo.envs.engine.fields import Cards, Choice, Flag, Number, Options, Pile, State
from cardzoo.envs.engine.game import Game, declared_in
from cardzoo.envs.families import patience
from cardzoo.envs.families.patience import leftmost_empty, move_load
from cardzoo.envs.scene import STOCK, Beside, Completed, Kind, Layout, Look, Spread, numbered

PACKS = 2
ALL_CARDS = PACKS * CARDS
COLUMNS = 10
DEALT = 54
STOCK_SIZE = ALL_CARDS - DEALT
ALL_SUITS = PACKS * SUITS
MOST_DOWN = 5
DEALS = STOCK_SIZE // COLUMNS
LONGEST = MOST_DOWN + RANKS * (DEALS + 1)  # on the first face-up card, and on one of each deal, twelve more each


class Suits(IntEnum):
    """Number of suits (rule 11)."""

    ONE = 0
    TWO = 1
    FOUR = 2


COUNTED_SUITS = ((SPADES,) * SUITS, (SPADES, HEARTS, HEARTS, SPADES), tuple(range(SUITS)))
COUNTED = np.array([[RANKS * suit + rank for suit in suits for rank in range(RANKS)] for suits in COUNTED_SUITS])
"""(3, 52): the card that each card counts as, by `Suits`."""

COLUMN_PLACES = places("columns", [f"column {column + 1}" for column in range(COLUMNS)])
MOST_MOVED = RANKS - 1  # to an empty column: a king's run of thirteen has left

ACTIONS = Actions(
    Block("deal", at=Place("stock_size"), doc="deal a card of the stock onto each column"),
    Block(
        "move",
        [
            *((source, "onto", target) for source in COLUMN_PLACES for target in COLUMN_PLACES),
            *(
                (f"{number} of", source, "to empty column")
                for source in COLUMN_PLACES
                for number in range(1, MOST_MOVED + 1)
            ),
        ],
        doc="move as much of a column's run as fits onto another column's end card; or so many cards of it to the "
        "leftmost empty column",
    ),
    patience.GIVE_UP,
)
DEAL = ACTIONS.first("deal")
MOVE = ACTIONS.first("move")
SPACE = MOVE + COLUMNS * COLUMNS  # to an empty column
GIVE_UP = ACTIONS.first("give up")

SUITS_OPTION = Choice("suits", Suits, default=Suits.FOUR, doc="how many suits there are")
DEAL_ON_EMPTY = Flag("deal_on_empty", doc="whether a row may be dealt while there are empty columns")

STATE = State(
    Pile("stock", ALL_CARDS, packs=PACKS, doc="the stock; before the deal the two packs"),
    Pile("columns", COLUMNS, LONGEST, packs=PACKS, doc="the columns, from the foot to the end card"),
    Number("face_down", COLUMNS, high=MOST_DOWN, doc="how many cards at the foot of a column are face down"),
    Cards("foundations", packs=PACKS, doc="the cards of complete suits"),
    patience.IDLE,
)

VIEW = STATE.view(
    Pile("columns", COLUMNS, LONGEST, packs=ALL_SUITS, doc="the columns by what cards count as, if face up"),
    "face_down",
    Number("stock_size", high=STOCK_SIZE, shows="stock", doc="cards in the stock"),
    Number("complete", SUITS, high=ALL_SUITS, doc="how many complete suits have left, by what they count as"),
    SUITS_OPTION,
    DEAL_ON_EMPTY,
    "idle",
    patience.GIVE_UP_IN,
    patience.STOP_IN,
    patience.STEPS_LEFT,
)

OPTIONS = Options(
    SUITS_OPTION,
    DEAL_ON_EMPTY,
    patience.GIVE_UP_AFTER_50,
    patience.MAX_IDLE,
    Number("max_steps", low=1, high=patience.MOST_STEPS, default=1000, doc="actions after which the game is truncated"),
    presets={"Four suits": {}, "Two suits": {"suits": "two"}, "One suit": {"suits": "one"}},
)


@rule
def deal(state):
    """Rules 1 to 3: row by row over the columns."""
    for place in range(DEALT):
        piles.push(state.columns[place % COLUMNS], piles.draw(state.stock))
    for column in range(COLUMNS):
        state.face_down[column] = state.columns[column].height - 1


@rule
def legal_actions(state, mask):
    """Rules 4 to 7 and 10, choices 3 and 4: deal a row, or move cards of a run; give up (choice 9)."""
    mask[GIVE_UP] = patience.may_give_up(state)
    mask[DEAL] = may_deal(state)
    has_space = leftmost_empty(state.columns) < COLUMNS
    for source in range(COLUMNS):
        pile = state.columns[source]
        run = run_length(state, source)
        for target in range(COLUMNS):
            mask[MOVE + COLUMNS * source + target] = fits(pile, run, state.columns[target])
        if has_space:
            for number in range(1, min(run, MOST_MOVED, pile.height - 1) + 1):
                mask[SPACE + MOST_MOVED * source + number - 1] = 1


@rule
def may_deal(state):
    """Rule 10, choice 3: returns whether a row may be dealt."""
    cards = filled = 0
    for column in range(COLUMNS):
        cards += state.columns[column].height
        filled += state.columns[column].height > 0
    allowed = filled == COLUMNS or cards < COLUMNS or state.options.deal_on_empty
    return state.stock.height > 0 and allowed


@rule
def run_length(state, column):
    """Number of end cards of a column that may be moved together (rules 4 and 11); 0 for an empty one."""
    pile = state.columns[column]
    if pile.height == 0:
        return 0
    place = pile.height - 1
    while place > state.face_down[column] and follows(pile.cards[place], pile.cards[place - 1], state.options.suits):
        place -= 1
    return pile.height - place


@rule
def follows(card, other, suits):
    """Returns whether a card is one rank lower than another one and counts as one of its suit."""
    return rank_of(card) != KING and COUNTED[suits, other] == COUNTED[suits, card] + 1


@rule
def number_moved(pile, target):
    """Number of cards that go from a pile onto another one, so that ranks fit (rules 5 and 6)."""
    return rank_of(target.cards[target.height - 1]) - rank_of(pile.cards[pile.height - 1])


@rule
def fits(pile, run, target):
    """Returns whether a part of a pile's run, of this length, goes onto another pile's end card."""
    return run > 0 and target.height > 0 and 0 < number_moved(pile, target) <= run


@rule
def has_action(state):
    """Returns whether anything but giving up is legal."""
    has_space = leftmost_empty(state.columns) < COLUMNS
    for source in range(COLUMNS):
        pile = state.columns[source]
        if has_space and pile.height > 1:
            return True
        run = run_length(state, source)
        for target in range(COLUMNS):
            if fits(pile, run, state.columns[target]):
                return True
    return may_deal(state)


check_end = patience.ending(ALL_CARDS, has_action, patience.stop_at_bounds)  # rule 12, choice 8


@rule
def apply_action(state, action):
    """Play a legal action."""
    if action == GIVE_UP:
        patience.give_up(state)
        return
    gained = action == DEAL
    if action == DEAL:
        for column in range(COLUMNS):
            piles.push(state.columns[column], piles.draw(state.stock))
        for column in range(COLUMNS):
            settle(state, column)
    else:
        source, target = source_of(action), target_of(state, action)
        pile, onto = state.columns[source], state.columns[target]
        number = (action - SPACE) % MOST_MOVED + 1 if action >= SPACE else number_moved(pile, onto)
        move_load(pile, pile.height - number, onto)
        gained = settle(state, target)
        gained |= settle(state, source)
    patience.count_idle(state, gained)
    check_end(state)


@rule
def source_of(action):
    """The column from which an action moves cards."""
    return (action - MOVE) // COLUMNS if action < SPACE else (action - SPACE) // MOST_MOVED


@rule
def target_of(state, action):
    """The column to which an action moves cards."""
    return (action - MOVE) % COLUMNS if action < SPACE else leftmost_empty(state.columns)


@rule
def settle(state, column):
    """Rules 8 and 9: a complete suit leaves, a face-down end card is turned up; returns whether there was any."""
    is_complete = run_length(state, column) == RANKS
    if is_complete:
        for _ in range(RANKS):
            state.foundations[piles.draw(state.columns[column])] += 1
        state.score[0] += 1
    return patience.turn_up(state, column) or is_complete


@rule
def observe(state, player, view):
    """Computed fields of the view: face-up cards and complete suits as they count (choices 5 and 7), and the bounds."""
    for column in range(COLUMNS):
        pile = state.columns[column]
        view.columns[column].height = pile.height
        for place in range(state.face_down[column], pile.height):
            view.columns[column].cards[place] = COUNTED[state.options.suits, pile.cards[place]]
    for suit in range(SUITS):
        king = RANKS * suit + KING
        view.complete[suit_of(COUNTED[state.options.suits, king])] += state.foundations[king]
    view.suits = state.options.suits
    view.deal_on_empty = state.options.deal_on_empty
    patience.observe_all_bounds(state, view)


@rule
def redeal_hidden(state, player):
    """Redraws the face-down cards and the stock (choice 7)."""
    patience.redeal_face_down(state, 0)


def tally(state) -> int:
    """The score of a position: a point for each complete suit."""
    return int(state.foundations.sum()) // RANKS


def check(state) -> str:
    """The first problem of a written position, in words, or nothing."""
    if state.stock.height > STOCK_SIZE or state.stock.height % COLUMNS:
        return f"the stock has {STOCK_SIZE} cards, or some tens less"
    dealt = DEALS - state.stock.height // COLUMNS
    for pile, hidden in zip(state.columns, state.face_down, strict=True):
        ranks = pile.cards[hidden : pile.height] % RANKS
        if (ranks[1:] + 1 != ranks[:-1]).sum() > dealt:
            return (
                f"after {dealt} deals, at most {dealt} face-up cards of a column lie on one that is not a rank higher"
            )
        counted = COUNTED[state.options.suits, pile.cards]
        kings = (place for place in range(hidden, pile.height - RANKS + 1) if counted[place] % RANKS == KING)
        if any((counted[king : king + RANKS] == counted[king] - np.arange(RANKS)).all() for king in kings):
            return "a complete suit has left the table"
    complete = np.zeros(CARDS, int)
    np.add.at(complete, COUNTED[state.options.suits], state.foundations)
    if (complete.reshape(SUITS, RANKS) != complete[KING::RANKS, None]).any():
        return "only complete suits leave the table"
    won = state.foundations.sum() == ALL_CARDS
    return patience.check_face_down(state) or patience.check_won(state, won)


def say_move(look: Look, action: int) -> str:
    """A move by the first card that moves, such as ``"Move 7♠ onto 8♦"``."""
    source, *onto = look.game.actions.touches[action]
    column = look.view["columns"][source.index[0]]
    run = column["cards"][: column["height"]]
    words = look.game.cards.words
    if not onto:
        number = int(look.game.actions.words[action].split()[1])
        return f"Move {words[run[-number]]} to the empty column" if number <= len(run) else ""
    end = look.top(onto[0])
    fitting = [card for card in run if end and rank_of(card) == rank_of(look.game.cards.parse(end)) - 1]
    return f"Move {words[fitting[-1]]} onto {end}" if fitting else ""


LAYOUT = Layout(
    (Beside(STOCK, Completed("complete", places=ALL_SUITS)), Spread("columns", "", kind=Kind.COLUMN)),
    labels={"columns": numbered("column", COLUMNS)},
    titles={"complete": "complete suits"},
    hidden={"face_down": "the columns have as many backs"},
    says={"deal": "Deal a card onto each column"},
    says_each={"move": say_move},
    phases={"": "Move cards onto another column, or deal"},
    rules={"deal": (10,), "move": (4, 5, 7), "give up": (12,)},
)

GAME = Game(
    name="spider",
    version=0,
    title="Spider",
    family="patience",
    players=(1, 1),
    default_players=1,
    pack=tuple(np.repeat(np.arange(CARDS), PACKS).tolist()),
    score_range=ALL_SUITS,
    rest="foundations",
    **declared_in(__name__),
)
