"""The Clock.

A patience for one player in which nothing is decided: each card shows which one is turned up next, and one game in
thirteen is won.

Rules
-----
1. The pack of 52 is dealt face down into thirteen piles of four: twelve around the dial for the ranks from the ace to
   the queen, and one in the middle for the kings.
2. The first card is turned up from the top of the kings' pile. Each card that is turned up is put face up under the
   pile of its own rank, and the next one is turned up from the top of that pile.
3. The game ends when the fourth king is turned up. It is won if all other cards have been turned up before, else lost.

Sources
-------
[BVS Solitaire, Clock Solitaire](https://www.bvssolitaire.com/rules/clock.htm); the rules are the same everywhere.

Choices where the text is silent
--------------------------------
1. Each card is turned up by an action, the only one that there is, so that the game can be watched. Nobody can play it
   better than others, and the agents all play alike.
2. A pile from which a card has to be turned up is never empty: until all four cards of its rank have been turned up,
   at most three of its own have been. So nothing needs to be said about empty piles, and the kings', which gives the
   first card, is the only one that can run out too early.

Options
-------
There are none.

Rewards
-------
A won game gives 1, a lost one -1. The score is the number of cards turned up; with ``reward="score"`` each is worth
1/52.

End
---
With the fourth king, after 52 actions at most.

Written deck
------------
Four cards for each pile, its top card first: the aces' pile, then the twos' and so on, the kings' last.
"""

from cardzoo.envs.engine import piles
from cardzoo.envs.engine.actions import Actions, Block
from cardzoo.envs.engine.cards import CARDS, KING, RANK_WORDS, RANKS, SUITS, rank_of
from cardzoo.envs.engine.compiling import rule
from cardzoo.envs.engine.fields import Cards, Number, Pile, State
from cardzoo.envs.engine.game import Game, declared_in
from cardzoo.envs.scene import Backs, Layout

PILE_SIZE = CARDS // RANKS

ACTIONS = Actions(Block("turn", doc="turn up the next card"))

STATE = State(
    Pile("stock", CARDS, doc="the pack before the deal"),
    Pile("face_down", RANKS, PILE_SIZE, doc="the cards of each pile that are face down, the aces' pile first"),
    Cards("face_up", doc="the cards that have been turned up, each under its rank's pile"),
    Number("next_pile", high=KING, default=KING, doc="the rank whose pile the next card is turned up from, 0 for aces"),
)

VIEW = STATE.view(
    Number(
        "face_down",
        RANKS,
        high=PILE_SIZE,
        shows="face_down",
        doc="cards of each pile that are face down, the aces' pile first",
    ),
    "face_up",
    Number(
        "next_pile", high=KING, shows="next_pile", doc="the rank whose pile the next card is turned up from, 0 for aces"
    ),
)


@rule
def deal(state):
    """Rule 1: four cards to each pile."""
    for rank in range(RANKS):
        for place in range(PILE_SIZE - 1, -1, -1):
            state.face_down[rank].cards[place] = piles.draw(state.stock)
        state.face_down[rank].height = PILE_SIZE


@rule
def legal_actions(state, mask):
    """Rule 2: a card can be turned up until the game ends (choice 2)."""
    mask[0] = 1


@rule
def apply_action(state, action):
    """Rules 2 and 3: a card is turned up, and its rank is the next pile; the fourth king ends the game."""
    card = piles.draw(state.face_down[state.next_pile])
    state.face_up[card] = 1
    state.next_pile = rank_of(card)
    state.score[0] += 1
    if rank_of(card) == KING and count_kings(state) == SUITS:
        state.over = True
        state.reward[0] = 1 if state.face_up.sum() == CARDS else -1


@rule
def count_kings(state):
    """Number of kings turned up."""
    kings = 0
    for suit in range(SUITS):
        kings += state.face_up[RANKS * suit + KING]
    return kings


@rule
def redeal_hidden(state, player):
    """Redraws the face-down cards."""
    for rank in range(RANKS):
        for place in range(state.face_down[rank].height):
            piles.push(state.stock, state.face_down[rank].cards[place])
    piles.shuffle(state, state.stock)
    for rank in range(RANKS):
        for place in range(state.face_down[rank].height):
            state.face_down[rank].cards[place] = piles.draw(state.stock)


def tally(state) -> int:
    """The score of a position: a point for each card turned up."""
    return int(state.face_up.sum())


def check(state) -> str:
    """The first problem of a written position, in words, or nothing."""
    if state.stock.height > 0:
        return "no card is left in the stock after the deal"
    turned_up = state.face_up.reshape(SUITS, RANKS).sum(axis=0)
    asked = turned_up.copy()  # how often a card has been turned up from each pile
    asked[KING] += 1
    asked[state.next_pile] -= 1
    if (piles.heights(state.face_down) != PILE_SIZE - asked).any():
        return "the piles do not have the cards left that follow from the cards turned up and the next pile"
    over = turned_up[KING] == SUITS
    return "" if state.over == over else "the game is over when the fourth king is turned up, not before"


HOURS = ((9, 1), (12, 3), (13, 6), (12, 9), (9, 11), (6, 12), (3, 11), (0, 9), (-1, 6), (0, 3), (3, 1), (6, 0))
DIAL = tuple((x + 1, y) for x, y in (*HOURS, (6, 6)))

LAYOUT = Layout(
    (Backs("face_down", "", at=DIAL),),
    noted=("face_up",),
    labels={"next_pile": RANK_WORDS},
    says={
        "turn": "Turn the next card",
    },
    titles={
        "next_pile": "next pile",
    },
    phases={"": "Turn up the next card"},
    rules={"turn": (2,)},
)

GAME = Game(
    name="the_clock",
    version=0,
    title="The Clock",
    family="patience",
    players=(1, 1),
    default_players=1,
    score_range=CARDS,
    rest="face_up",
    **declared_in(__name__),
)
