"""Golf.

A patience for one player, also known as One Foundation: seven columns of open cards are played to a single pile, up and
down in rank, with the help of a stock. As on the green, the lowest score is the best one.

Rules
-----
1. 35 cards are dealt face up in seven columns of five, row by row from the left.
2. The next card is turned up and starts the waste.
3. The other 16 cards are the stock, face down.
4. Of each column only the end card is available. When it is gone, the card before it is.
5. An available card may be played to the waste if it is one rank above or below the waste's top card, whatever the
   suits. A sequence may turn back at every card.
6. The ace is low. On a king goes a queen, on an ace a two; ace and king are no neighbours.
7. The top card of the stock may be turned up onto the waste at any time. It need not fit, and the next card is played
   on it.
8. The stock is gone through once. Nothing is built on the columns, an empty column stays empty, and no card leaves the
   waste.
9. With all columns empty the game is won. With the stock empty and no available card that fits it is lost.
10. A game's golf points are the cards left in the columns. If none is left, each card of the stock takes a point off.
11. All 52 cards always lie in the columns, the stock and the waste.

Sources
-------
[Wikipedia, Golf (patience)](https://en.wikipedia.org/wiki/Golf_%28patience%29);
[Solitaire Laboratory, Golf Solitaire](https://www.solitairelaboratory.com/golf.html), for what goes on a king;
[Politaire, Experimental Analysis of Golf Solitaire](https://politaire.com/article/golf.html), which names its three
ways Golf-A, -B and -C; other programs that play it, which agree on the rest.

Choices where the text is silent
--------------------------------
1. Books and programs differ about the king. A queen goes on it, as in the oldest description and in most programs.
   With ``kings="nothing"`` nothing goes on a king, as in American books. With ``kings="wrap"`` ace and king are
   neighbours: queens and aces go on a king, twos and kings on an ace.
2. With ``kings="nothing"`` a king still goes on a queen, and an ace still takes a two.
3. A card may be turned up although one in the columns fits.
4. Nobody has to play a card that fits while there is a stock. No card is played by itself, not even the only one that
   fits.
5. A deal that cannot be won is played all the same.
6. Nobody gives up: each action takes a card from the columns or the stock, so 51 actions are the most.
7. When the columns are empty the game is over at once, and the stock cards left are not turned up.
8. One deal is a game. Nine of them are a course, with a par of 45 points, for those who add them up.
9. Only the order of the stock is hidden. Its cards are known from those that lie open.

Options
-------
``kings``: ranks that go on a king; on an ace goes a two, and a king too where ace and king are neighbours.

Rewards
-------
A won game gives 1, a lost one -1. The score is 35 less the golf points, 0 to 51: one for each card played from the
columns, and with the last of them one for each card left in the stock. With ``reward="score"`` each is worth 1/51.

End
---
When the columns are empty, or when the stock is empty and nothing fits: after 51 actions at most.

Written deck
------------
Five rows of seven cards, each from the left; the last row is the one of the end cards. Then the card that starts the
waste, then the stock, its top card first.
"""

from enum import IntEnum

from cardzoo.envs.engine import piles
from cardzoo.envs.engine.actions import Actions, Block, Place, places
from cardzoo.envs.engine.cards import CARDS, KING, rank_of
from cardzoo.envs.engine.compiling import rule
from cardzoo.envs.engine.fields import Cards, Choice, Number, Options, Pile, State
from cardzoo.envs.engine.game import Game, declared_in
from cardzoo.envs.families import patience
from cardzoo.envs.scene import STOCK, Beside, Kind, Layout, Spread, numbered, play_top_card

COLUMNS = 7
ROWS = 5
DEALT = COLUMNS * ROWS
STOCK_SIZE = CARDS - DEALT - 1


class Kings(IntEnum):
    """The ranks that go on a king."""

    QUEENS = 0
    NOTHING = 1
    WRAP = 2


ACTIONS = Actions(
    Block(
        "play column",
        places("columns", range(1, COLUMNS + 1)),
        doc="play the end card of a column to the waste; columns 1 to 7",
    ),
    Block("turn", at=Place("stock_size"), doc="turn up the top card of the stock onto the waste"),
)
TURN = ACTIONS.first("turn")

KINGS = Choice("kings", Kings, doc="what goes on a king: queens, nothing, or queens and aces, as ranks wrap around")

STATE = State(
    Pile("stock", CARDS, doc="the pack before the deal, then the stock"),
    Pile("columns", COLUMNS, ROWS, doc="the columns, the end card last"),
    Pile("waste", CARDS, doc="the cards played and turned up, in order"),
)

VIEW = STATE.view(
    "columns waste",
    Number("stock_size", high=STOCK_SIZE, shows="stock", doc="cards in the stock"),
    Cards("unseen", doc="the cards of the stock, whose order is unknown"),
    KINGS,
)

OPTIONS = Options(
    KINGS,
    titles={"kings": "Cards on a king"},
    calls={"kings": ("queens", "none", "queens and aces")},
    presets={"Golf": {}, "Kings end": {"kings": "nothing"}, "Ranks wrap around": {"kings": "wrap"}},
)


@rule
def deal(state):
    """Rules 1 to 3; the rest of the pack is the stock."""
    for _ in range(ROWS):
        for column in range(COLUMNS):
            piles.push(state.columns[column], piles.draw(state.stock))
    piles.push(state.waste, piles.draw(state.stock))


@rule
def legal_actions(state, mask):
    """Rules 4 to 8: the columns whose end card fits, and turning as long as there is a stock (choices 3 and 4)."""
    for column in range(COLUMNS):
        mask[column] = fits(state, column)
    mask[TURN] = state.stock.height > 0


@rule
def fits(state, column):
    """Returns whether the column has an end card that may be played (rules 4 to 6)."""
    pile = state.columns[column]
    return pile.height > 0 and goes_on(
        rank_of(pile.cards[pile.height - 1]), rank_of(piles.top(state.waste)), state.options.kings
    )


@rule
def goes_on(rank, top, kings):
    """Returns whether a rank may be played on another one (rules 5 and 6, choices 1 and 2)."""
    if top == KING and kings == Kings.NOTHING:
        return False
    return patience.are_neighbours(rank, top, kings == Kings.WRAP)


@rule
def apply_action(state, action):
    """A card of a column or of the stock goes to the waste (rules 5 and 7), and the game may be over (rule 9)."""
    if action == TURN:
        piles.push(state.waste, piles.draw(state.stock))
    else:
        piles.push(state.waste, piles.draw(state.columns[action]))
        state.score[0] += 1
    check_end(state)


@rule
def check_end(state):
    """With empty columns the game is won, without a stock and a card that fits it is lost (rules 9, 10, choice 7)."""
    left = fitting = False
    for column in range(COLUMNS):
        left |= state.columns[column].height > 0
        fitting |= fits(state, column)
    if not left:
        state.score[0] += state.stock.height
        patience.finish(state, 1)
    elif state.stock.height == 0 and not fitting:
        patience.finish(state, -1)


@rule
def observe(state, player, view):
    """Computed fields of the view: the cards of the stock without their order (choice 9), and the option."""
    for place in range(state.stock.height):
        view.unseen[state.stock.cards[place]] = 1
    view.kings = state.options.kings


@rule
def redeal_hidden(state, player):
    """Redraws the order of the stock."""
    piles.shuffle(state, state.stock)


def tally(state) -> int:
    """The score of a position: 35 less the golf points."""
    left = int(piles.heights(state.columns).sum())
    return DEALT - left + (0 if left else int(state.stock.height))


def check(state) -> str:
    """The first problem of a written position, in words, or nothing. Of 52 cards, one at least is then in the waste."""
    if state.stock.height > STOCK_SIZE:
        return f"the stock has {STOCK_SIZE} cards at most"
    return patience.check_won(state, not piles.heights(state.columns).any())


LAYOUT = Layout(
    (Spread("columns", "", kind=Kind.COLUMN), Beside(STOCK, Spread("waste"))),
    noted=("unseen",),
    labels={"columns": numbered("column", COLUMNS)},
    says_each={"play column": play_top_card},
    phases={"": "Play the end card of a column, or turn the stock"},
    rules={"play column": (5, 6), "turn": (7,)},
    against=DEALT,
)

GAME = Game(
    name="golf",
    version=0,
    title="Golf",
    family="patience",
    players=(1, 1),
    default_players=1,
    score_range=DEALT + STOCK_SIZE,
    rest="waste",
    **declared_in(__name__),
)
