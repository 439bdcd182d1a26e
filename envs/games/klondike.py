"""Klondike.

A patience for one player, the one that many call Solitaire: seven columns with face-down cards, built down in
alternating colours, and a stock that is turned three cards at a time.

Rules
-----
1. The pack of 52 is dealt row by row over seven columns. The first row covers all of them, and each later row leaves
   out one column more from the left; a row's first card is face up, its others face down. The columns then have 1 to 7
   cards, of which only the end card is face up.
2. The other 24 cards are the stock, face down. The waste pile is empty.
3. The end card of a column and the top card of the waste pile are available.
4. An available card, or a face-up card of a column with all that lies on it, may be moved onto the end card of another
   column if that is of the other colour and one rank higher.
5. An empty column takes only a king, with what lies on it.
6. A face-down card with nothing left on it is turned up at once.
7. An available ace may begin the foundation of its suit; 2, 3 and so on up to the king may follow, one at a time.
8. The stock is turned three cards at a time onto the waste pile, the third one on top; the last ones are turned
   together, even if they are fewer. Turned one by one, each card of the stock becomes available.
9. A card of the waste pile becomes available when those on it are gone.
10. When the stock is empty the waste pile may be turned over as it lies, unshuffled: the card turned first comes first
    again. The stock is gone through as often as one likes.
11. The top card of a foundation may be moved back to a column that takes it by rule 4 or 5.
12. No card goes back to the waste pile or the stock, and none from one foundation to another.
13. With all 52 cards on the foundations the game is won; it is lost when nothing more can be done (choice 8).

Sources
-------
The rules of [Bicycle Cards](https://bicyclecards.com/card-games/rule/klondike), Wikipedia, Solitaire City and other
programs; C. Blake and I. P. Gent, "The Winnability of Klondike Solitaire and Many Other Patience Games" (2019), whose
rules are the defaults here.

Choices where the text is silent
--------------------------------
1. Stocks are turned by threes or singly, once, three times or without limit: three cards and no limit here, unless
   ``draw`` and ``passes`` say otherwise. The first time through is one of the passes. Two at a time, which no source
   has, are played by the same rules.
2. Some move the face-up cards of a column only all together: ``whole_runs``. Its end card goes home by itself.
3. Some leave cards on the foundations: ``foundation_back=False``. A king may come back too, to an empty column.
4. No card has to go to a foundation, an ace neither, and nothing but rule 6 happens by itself.
5. To turn the waste pile over is an action of its own.
6. Empty columns are alike: a king goes to the leftmost one, and one at the foot of its column to none. Nothing would
   change.
7. All cards of a turn are seen, so that the stock is known from the second pass on. Until then it and the face-down
   cards, later these alone, are unknown.
8. The game is lost at once if nothing but giving up is legal; or if only turning the waste pile over is, and nothing
   but turning was since it was last turned over: the next pass would bring the same cards.
9. Moves can be undone by moves. A gain cannot: a card is turned up, one leaves the waste pile, or there are more cards
   on the foundations than ever before. After ``max_idle`` actions without a gain, or ``max_steps`` in all, the game is
   lost.
10. The player may give up, and has lost, but only after ``give_up_after`` actions without a gain.

Options
-------
``draw``: how many cards are turned, 1 to 3.
``passes``: how often the stock is gone through; 0 for as often as one likes.
``whole_runs``: whether only all face-up cards of a column together may be moved to another one.
``foundation_back``: whether cards may come back from the foundations.
``give_up_after``: actions without a gain after which giving up is legal.
``max_idle``: actions without a gain after which the game is stopped.
``max_steps``: actions after which the game is stopped.

Rewards
-------
A won game gives 1, a lost or stopped one -1. The score is the number of cards on the foundations; with
``reward="score"`` each is worth 1/52 when it gets there, and costs that when it comes back.

End
---
With the last card on its foundation, with nothing to do, or when the player gives up. After ``max_idle`` actions
without a gain, or ``max_steps`` in all, the game is truncated.

Written deck
------------
The cards of the columns row by row as in rule 1, then the stock, the card to be turned first before the others.
"""

import numpy as np

from cardzoo.envs.engine import arrays, piles
from cardzoo.envs.engine.actions import Actions, Block, Place
from cardzoo.envs.engine.cards import CARDS, KING, RANKS, rank_of
from cardzoo.envs.engine.compiling import rule
from cardzoo.envs.engine.fields import Cards, Flag, Number, Options, Pile, State
from cardzoo.envs.engine.game import Game, declared_in
from cardzoo.envs.families import patience
from cardzoo.envs.scene import Beside, Foundations, Kind, Layout, Look, Spread, numbered

COLUMNS = 7
STOCK_SIZE = CARDS - COLUMNS * (COLUMNS + 1) // 2
WASTE, HOME = COLUMNS, COLUMNS + 1  # where a card was, besides a column
LONGEST = COLUMNS - 1 + RANKS  # the face-down cards of the last column, then a king down to an ace
MOST, MOST_PASSES = patience.MOST_STEPS, 100
NO_LIMIT = -1
ONE, NOTHING = np.int64(1), np.int64(0)
PARENTS = np.array([patience.alternating_parents(card) for card in range(CARDS)]).T

ACTIONS = Actions(
    Block("home", CARDS, doc="put an available card on its suit's foundation"),
    patience.move_block(
        PARENTS, doc="move a card, with all that lies on it, onto an end card; a king to the leftmost empty column"
    ),
    Block("turn", at=Place("stock"), doc="turn cards of the stock; when it is empty, turn the waste pile over"),
    patience.GIVE_UP,
)
ALL_ACTIONS = len(ACTIONS)
MOVE, TURN, GIVE_UP = (ACTIONS.first(verb) for verb in ("move", "turn", "give up"))

STATE = State(
    Pile("stock", CARDS, doc="the stock; before the deal the pack"),
    Pile("waste", STOCK_SIZE, doc="the waste pile"),
    Pile("columns", COLUMNS, LONGEST, doc="the columns, from the foot to the end card"),
    Number("face_down", COLUMNS, high=COLUMNS - 1, doc="how many cards at the foot of a column are face down"),
    Cards("foundations", doc="the cards on the foundations"),
    Number("turned_over", high=MOST, doc="how often the waste pile has been turned over"),
    Flag("offered", doc="whether anything but turning was legal earlier in this pass"),
    Number("most_home", high=CARDS, doc="the most cards that were on the foundations earlier"),
    patience.IDLE,
)

DRAW = Number("draw", low=1, high=3, default=3, doc="how many cards are turned")
WHOLE_RUNS = Flag("whole_runs", doc="whether only all face-up cards of a column together may be moved to another one")
FOUNDATION_BACK = Flag("foundation_back", default=True, doc="whether cards may come back from the foundations")

VIEW = STATE.view(
    Pile("columns", COLUMNS, LONGEST, doc="the columns, from the foot to the end card; face-down cards are unknown"),
    "face_down waste",
    patience.COVERING,
    Pile("stock", STOCK_SIZE, doc="the stock; its cards are known once the waste pile was turned over"),
    patience.HEIGHTS,
    Number("passes_left", high=MOST_PASSES, optional=True, doc="passes after this one; None without a limit"),
    "offered most_home idle",
    patience.GIVE_UP_IN,
    patience.STOP_IN,
    patience.STEPS_LEFT,
    DRAW,
    WHOLE_RUNS,
    FOUNDATION_BACK,
)

OPTIONS = Options(
    DRAW,
    Number("passes", high=MOST_PASSES, doc="how often the stock is gone through; 0: as often as one likes"),
    WHOLE_RUNS,
    FOUNDATION_BACK,
    patience.GIVE_UP_AFTER_50,
    patience.MAX_IDLE,
    Number("max_steps", low=1, high=MOST, default=1000, doc="actions after which the game is truncated"),
    presets={"Draw three": {}, "Draw one": {"draw": 1}, "Vegas": {"passes": 3}},
)


@rule
def deal(state):
    """Rule 1; the rest of the pack is the stock (rule 2)."""
    patience.deal_rows(state)


@rule
def legal_actions(state, mask):
    """Moves, turning cards or the waste pile, and giving up."""
    mask_moves(state, state.foundations, state.options, mask)
    mask[TURN] = state.stock.height > 0 or may_turn_over(state)
    mask[GIVE_UP] = patience.may_give_up(state)


@rule
def may_turn_over(state):
    """Rule 10, choice 1: returns whether there is something to turn over, and a pass left."""
    passes = state.options.passes
    return state.waste.height > 0 and (passes == 0 or state.turned_over + 1 < passes)


@rule
def mask_moves(table, foundations, rules, mask):
    """Rules 3 to 5, 7, 9 and 11, in a state or a view: cards that go home or to a column; returns how many ways."""
    ends = available = patience.set_of_ends(table.columns)
    movable = patience.set_of_tops(foundations) if rules.foundation_back else NOTHING
    if table.waste.height > 0:
        available |= ONE << piles.top(table.waste)
        movable |= ONE << piles.top(table.waste)
    for column in range(COLUMNS):
        pile, first = table.columns[column], table.face_down[column]
        for place in range(first, min(first + 1, pile.height) if rules.whole_runs else pile.height):
            if place > 0 or rank_of(pile.cards[0]) != KING:  # choice 6
                movable |= ONE << pile.cards[place]
    number = 0
    for card in range(CARDS):
        mask[card] = (available >> card) & ONE and patience.may_go_home(foundations, card)
        for way in range(len(PARENTS)):
            mask[MOVE + CARDS * way + card] = (movable >> card) & (ends >> PARENTS[way, card]) & ONE
            number += mask[MOVE + CARDS * way + card]
        number += mask[card]
    return number


@rule
def has_move(state):
    """Returns whether anything but turning and giving up is legal."""
    return mask_moves(state, state.foundations, state.options, arrays.zeros(ALL_ACTIONS, np.int8)) > 0


@rule
def apply_action(state, action):
    """Play a legal action."""
    if action == GIVE_UP:
        patience.give_up(state)
    elif action == TURN:
        turn(state)
        patience.count_idle(state, False)
        check_end(state)
    else:
        patience.count_idle(state, move(state, action))
        check_end(state)


@rule
def turn(state):
    """Turn cards (rule 8), or the waste pile over (rule 10)."""
    state.offered = state.offered or has_move(state)
    if state.stock.height == 0:
        patience.turn_over(state.waste, state.stock)
        state.turned_over = min(state.turned_over + 1, MOST)
        state.offered = False
    else:
        for _ in range(min(state.options.draw, state.stock.height)):
            piles.push(state.waste, piles.draw(state.stock))


@rule
def move(state, action):
    """A card goes home or to a column; returns whether that is a gain (choice 9)."""
    before = state.foundations.sum()
    state.most_home = max(state.most_home, before)
    state.offered = True
    source = carry(state, state.foundations, action)
    home = state.foundations.sum()
    state.score[0] += home - before
    turned = source < COLUMNS and patience.turn_up(state, source)
    return turned or source == WASTE or home > state.most_home


@rule
def carry(table, foundations, action):
    """Rules 4, 5, 7, 9 and 11, in a state or a view; returns the card's place before: a column, `WASTE` or `HOME`."""
    card = action % CARDS
    column, place = patience.find_card(table.columns, table.face_down, card)
    source = column if column >= 0 else WASTE if piles.top(table.waste) == card else HOME
    if source == WASTE:
        piles.draw(table.waste)
    if action < MOVE:
        if source < COLUMNS:
            piles.draw(table.columns[source])
        foundations[card] = 1
    else:
        target = table.columns[patience.find_end(table.columns, PARENTS[(action - MOVE) // CARDS, card])]
        if source < COLUMNS:
            patience.move_load(table.columns[source], place, target)
        else:
            piles.push(target, card)
            foundations[card] = 0
    return source


@rule
def can_go_on(state):
    """Rule 13, choice 8: returns whether a card can be moved, or turning may still bring one that can."""
    return state.stock.height > 0 or (state.offered and may_turn_over(state)) or has_move(state)


check_end = patience.ending(CARDS, can_go_on, patience.stop_at_bounds)


@rule
def observe(state, player, view):
    """Computed fields of the view: all but face-down cards and the first pass's stock (choice 7), and the bounds."""
    patience.observe_columns(state, view)
    patience.observe_foundations(state, view)
    patience.observe_all_bounds(state, view)
    view.stock.height = state.stock.height
    if state.turned_over > 0:
        piles.copy(state.stock, view.stock)
    passes = state.options.passes
    view.passes_left = NO_LIMIT if passes == 0 else max(0, passes - 1 - state.turned_over)
    view.draw = state.options.draw
    view.whole_runs = state.options.whole_runs
    view.foundation_back = state.options.foundation_back


@rule
def redeal_hidden(state, player):
    """Redraws the face-down cards, and in the first pass the stock (choice 7)."""
    patience.redeal_face_down(state, 0 if state.turned_over == 0 else state.stock.height)


def check(state) -> str:
    """The first problem of a written position, in words, or nothing."""
    if state.stock.height + state.waste.height > STOCK_SIZE:
        return f"stock and waste pile have {STOCK_SIZE} cards at most"
    if 0 < state.options.passes <= state.turned_over:
        return f"the stock is gone through {state.options.passes} times at most"
    won = state.foundations.sum() == CARDS
    problem = patience.check_face_down(state) or patience.check_runs(state, PARENTS)
    problem = problem or patience.check_foundations(state.foundations) or patience.check_won(state, won)
    if not problem:
        state.offered = state.offered or must_have_offered(state)
    return problem


def must_have_offered(state) -> bool:
    """Returns whether there was a move earlier in this pass: one that was played, or one that shows in the cards."""
    draw = state.options.draw
    if state.stock.height > 0 and state.waste.height % draw > 0:
        return True
    earlier = state.copy()
    for turned in range(0, state.waste.height, draw):
        earlier.waste.height = turned
        if has_move(earlier):
            return True
    return False


def name_turn(look: Look) -> str:
    """The sentence for a turn, with the number of cards."""
    number = min(look.view["draw"], look.view["stock"]["height"])
    return f"Turn {('a card', 'two cards', 'three cards')[number - 1]}" if number else "Turn the waste pile over"


LAYOUT = Layout(
    (
        Beside(Spread("stock"), Spread("waste", fan="draw"), Foundations("foundations")),
        Spread("columns", "", kind=Kind.COLUMN),
    ),
    labels={"columns": numbered("column", COLUMNS)},
    titles={"passes_left": "passes left"},
    hidden={"face_down": "the columns have as many backs", "covering": "the first card on the backs of each column"},
    face_down=("stock",),
    says_now={"turn": name_turn},
    phases={"": "Move a card, or turn the stock"},
    rules={"home": (7,), "move": (4, 5), "turn": (8, 10), "give up": (13,)},
)

GAME = Game(
    name="klondike",
    version=0,
    title="Klondike",
    family="patience",
    players=(1, 1),
    default_players=1,
    tally=patience.tally_home,
    score_range=CARDS,
    rest="foundations",
    **declared_in(__name__),
)
