"""Black Hole.

A patience for one player by David Parlett: all cards are open from the start, and the whole pack has to be played to
one pile, up and down in sequence.

Rules
-----
1. The ace of spades is taken out of the pack before the shuffle and starts the pile in the middle, the hole.
2. The other 51 cards are dealt face up in 17 fans of three.
3. The top card of a fan may go to the hole if it is one rank above or below the hole's top card, whatever the suits.
4. Ace and king are neighbours too.
5. There is no other move, and no card leaves the hole.
6. With all fans empty the game is won. With cards left and none that fits it is lost.

Sources
-------
[Denexa Games, Game Rules](https://www.denexa.com/blog/category/game-rules/), which names the game and its inventor;
other programs that play it, which agree on the rules.

Choices where the text is silent
--------------------------------
1. The ace of spades is taken out before the shuffle, not after the deal: then no fan is short of a card.
2. A deal of which no card fits the ace is lost at once. That is one deal in 35.
3. As long as a card fits the game goes on: nobody may give up.

Options
-------
There are none.

Rewards
-------
A won game gives 1, a lost one -1. The score is the number of cards played to the hole, without the ace that starts
it; with ``reward="score"`` each is worth 1/51 when it gets there.

End
---
When no top card fits, or with the last card in the hole: after 51 moves at most.

Written deck
------------
The 51 cards without the ace of spades, three for each fan, from fan 0 on; a fan's last card is its top card.
"""

from enum import IntEnum

from cardzoo.envs.engine import piles
from cardzoo.envs.engine.actions import Actions, Block, places
from cardzoo.envs.engine.cards import CARD_WORDS, CARDS, RANKS, rank_of
from cardzoo.envs.engine.compiling import rule
from cardzoo.envs.engine.fields import Cards, Choice, Pile, State
from cardzoo.envs.engine.game import Game, declared_in
from cardzoo.envs.families import patience
from cardzoo.envs.scene import Kind, Layout, Spread, Top, numbered, play_top_card

FANS = 17
FAN_SIZE = 3
ACE_OF_SPADES = CARD_WORDS.index("A♠")
PACK = tuple(card for card in range(CARDS) if card != ACE_OF_SPADES)

Rank = IntEnum("Rank", "ACE TWO THREE FOUR FIVE SIX SEVEN EIGHT NINE TEN JACK QUEEN KING", start=0)

ACTIONS = Actions(
    Block("play fan", places("fans", range(FANS)), doc="play the top card of a fan to the hole; from 0 to 16"),
)

STATE = State(
    Pile("stock", len(PACK), doc="the pack before the deal"),
    Pile("fans", FANS, FAN_SIZE, doc="the fans, the top card last"),
    Cards("hole", doc="the cards played to the hole, without the ace that starts it"),
    Choice("top", Rank, default=Rank.ACE, doc="the rank of the hole's top card"),
)

VIEW = STATE.view(
    "fans hole top",
)


@rule
def deal(state):
    """Rules 1 and 2; the hole's top card is an ace from the start."""
    for fan in range(FANS):
        for _ in range(FAN_SIZE):
            piles.push(state.fans[fan], piles.draw(state.stock))
    check_end(state)


@rule
def legal_actions(state, mask):
    """Rules 3 to 5: the fans whose top card fits."""
    for fan in range(FANS):
        mask[fan] = fits(state, fan)


@rule
def fits(state, fan):
    """Returns whether the fan has a top card that may go to the hole (rules 3 and 4)."""
    pile = state.fans[fan]
    return pile.height > 0 and patience.are_neighbours(rank_of(pile.cards[pile.height - 1]), state.top, True)


@rule
def apply_action(state, action):
    """Rule 3: the top card of a fan goes to the hole."""
    card = piles.draw(state.fans[action])
    state.hole[card] = 1
    state.top = rank_of(card)
    state.score[0] += 1
    check_end(state)


@rule
def check_end(state):
    """Rule 6, choices 2 and 3: the game is over when no top card fits, and won if no card is left."""
    left = False
    for fan in range(FANS):
        if fits(state, fan):
            return
        left |= state.fans[fan].height > 0
    state.over = True
    state.reward[0] = -1 if left else 1


def tally(state) -> int:
    """The score of a position: a point for each card in the hole."""
    return int(state.hole.sum())


def check(state) -> str:
    """The first problem of a written position, in words, or nothing."""
    if state.stock.height > 0:
        return "no card is left in the stock after the deal"
    if state.hole.any() and not state.hole.reshape(-1, RANKS)[:, state.top].any():
        return "the hole has no card of its top card's rank"
    return "" if state.hole.any() or state.top == Rank.ACE else "the hole starts with an ace"


LAYOUT = Layout(
    (Top("hole", top="top"), Spread("fans", "", kind=Kind.COLUMN)),
    labels={"fans": numbered("fan", FANS, start=0)},
    calls={"fans": numbered("fan", FANS), "play fan": [str(fan + 1) for fan in range(FANS)]},
    says={"play fan": "Play from fan {}"},
    says_each={"play fan": play_top_card},
    phases={"": "Play the top card of a fan to the hole"},
    rules={"play fan": (3, 4)},
)

GAME = Game(
    name="black_hole",
    version=0,
    title="Black Hole",
    family="patience",
    players=(1, 1),
    default_players=1,
    score_range=len(PACK),
    pack=PACK,
    rest="hole",
    **declared_in(__name__),
)
