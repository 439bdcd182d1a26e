"""Leduc Poker.

Poker for two in small: a card each, one on the board, and two rounds of betting. Unlike Kuhn's game it has a card that
changes which hand is better. It is still small enough that its equilibria can be computed.

Rules
-----
1. Two players, and six cards: king, queen and jack of two suits.
2. Each player puts one chip, the ante, into the pot, and is dealt one card to look at.
3. The player to the dealer's left begins the first round of betting.
4. A player who faces no bet checks or bets. One who faces a bet folds, calls or raises, which is to call and to bet
   once more.
5. In the first round every bet and every raise is two chips, in the second one four.
6. A round has two bets and raises at most. It is over when both have acted, and have put in equally much.
7. After the first round a third card is turned up, the board. Then there is a second round, begun by the same player.
8. A player who folds loses the pot, and no card is shown.
9. Otherwise both cards are shown. A card of the rank of the board is a pair, which wins; without a pair the higher card
   wins, whatever the suits. Equal cards share the pot.

Sources
-------
Southey, Bowling, Larson, Piccione, Burch, Billings and Rayner, "Bayes' bluff: opponent modelling in poker" (2005), who
made the game up; OpenSpiel's ``leduc_poker`` for the sizes of the ante and the bets.

Choices where the text is silent
--------------------------------
1. The suits are clubs and diamonds.
2. A game is one hand. The dealer is drawn.

Options
-------
There are none.

Rewards
-------
The chips won or lost, divided by 13, the most that can be won: the ante, two bets of two and two of four. The score is
the chips. Between two players without mistakes the first one loses 0.0856 of a chip a hand.

End
---
When somebody has folded, or after the second round. That takes 2 to 8 steps.

Written deck
------------
A card to each player from the dealer's left, then the board; the other cards are not dealt.
"""

from cardzoo.envs.engine import piles
from cardzoo.envs.engine.actions import Actions
from cardzoo.envs.engine.cards import JACK, KING, NO_CARD, RANKS, rank_of
from cardzoo.envs.engine.compiling import rule
from cardzoo.envs.engine.fields import Card, Choice, Number, Pile, Seats, State
from cardzoo.envs.engine.game import Game, declared_in
from cardzoo.envs.engine.units import Unit
from cardzoo.envs.families import betting
from cardzoo.envs.families.betting import Bet
from cardzoo.envs.scene import Backs, Beside, Hands, Kind, Layout, Spread, one_card

SEATS = Seats(2)
PACK = tuple(RANKS * suit + rank for suit in range(2) for rank in range(JACK, KING + 1))
CODES = 2 * RANKS
ANTE = 1
FIRST_BET, SECOND_BET = 2, 4
MOST_RAISES = 2
MOST_STAKE = ANTE + MOST_RAISES * (FIRST_BET + SECOND_BET)
TURNS = 4  # of a player: two in each round
PAIR = RANKS  # more than any rank

ACTIONS = Actions(*betting.BLOCKS)

STATE = State(
    Pile("stock", len(PACK), codes=CODES, doc="the cards that are not dealt"),
    Card("hands", SEATS, codes=CODES, doc="each player's card"),
    Card("board", codes=CODES, doc="the card that is turned up after the first round"),
    Choice("bets", Bet, SEATS, TURNS, default=None, doc="what each player has done, turn by turn"),
    Number("stakes", SEATS, high=MOST_STAKE, doc="each player's chips in the pot"),
    Number("raises", high=MOST_RAISES, doc="bets and raises in this round"),
    Number("to_act", high=SEATS, doc="how many players are still to act in this round"),
)

VIEW = STATE.view(
    Card("hands", SEATS, codes=CODES, doc="own card, and the other one when it has been shown"),
    "board bets stakes raises",
    Number("turn", SEATS, doc="1 for the player whose turn it is"),
    "dealer",
)


@rule
def deal(state):
    """Rules 2 and 3: a card to each player, who pays an ante."""
    betting.deal(state, ANTE)


@rule
def legal_actions(state, mask):
    """Rules 4 and 6: check or bet, and after a bet call, fold or raise."""
    betting.mask_bets(state, mask, MOST_RAISES)


@rule
def apply_action(state, action):
    """Rules 5 to 8: a player acts; after the first round the board is turned up, after the second the hands."""
    betting.play_bet(state, action, FIRST_BET if state.board == NO_CARD else SECOND_BET)
    if betting.count_in(state) == 1:
        finish(state, state.player)
    elif state.to_act == 0 and state.board == NO_CARD:
        state.board = piles.draw(state.stock)
        betting.begin_round(state)
    elif state.to_act == 0:
        show_down(state)


@rule
def show_down(state):
    """Rule 9: a shared pot brings nothing, as both have paid in the same."""
    first, second = strength(state, 0), strength(state, 1)
    if first == second:
        state.over = True
    else:
        finish(state, 0 if first > second else 1)


@rule
def strength(state, player):
    """Rule 9: the stronger hand has more."""
    rank = rank_of(state.hands[player])
    return PAIR if rank == rank_of(state.board) else rank


@rule
def finish(state, winner):
    """Rules 8 and 9: a player takes the pot."""
    state.over = True
    betting.take_pot(state, winner)
    betting.reward_chips(state, MOST_STAKE)


@rule
def observe(state, player, view):
    """Computed fields of the view (rule 2): the own card, and at the end the card that is shown."""
    betting.observe_turn(state, player, view)
    view.hands[0] = state.hands[player]
    if betting.is_shown(state, 1 - player):
        view.hands[1] = state.hands[1 - player]


@rule
def redeal_hidden(state, player):
    """Redraws the other card unless it has been shown, and the cards that are not dealt."""
    other = 1 - player
    if betting.is_shown(state, other):
        return
    piles.push(state.stock, state.hands[other])
    piles.shuffle(state, state.stock)
    state.hands[other] = piles.draw(state.stock)


def check(state) -> str:
    """The first problem of a written position, in words, or nothing."""
    board = [] if state.board == NO_CARD else [state.board]
    if (state.hands == NO_CARD).any():
        return "hands: each player has a card"
    rest = state.stock.cards[: state.stock.height][::-1]
    return betting.check_bets(GAME, state, [*state.hands[[1 - state.dealer, state.dealer]], *board, *rest])


def stock_size(look):
    """Cards that are not dealt."""
    return len(PACK) - SEATS - (look.view["board"] != NO_CARD)


LAYOUT = Layout(
    (Beside(Backs("stock", size=stock_size), Spread("board", kind=Kind.PILE)), Hands("hands", sizes=one_card)),
    labels={"bets": ("",) * 4},
    phases={"": "Check or bet"},
    asks_now={"": betting.asking_to_call("Call, raise or fold")},
    rules={"check": (4,), "bet": (5,), "call": (4,), "fold": (8,), "raise": (4, 5)},
    sums={"stakes": "pot"},
    deals_on=True,
)


def unit(options, num_players: int) -> Unit:
    """Results are chips a hand."""
    return Unit("chips/hand", MOST_STAKE)


GAME = Game(
    name="leduc_poker",
    version=0,
    title="Leduc Poker",
    family="poker",
    players=(SEATS, SEATS),
    default_players=SEATS,
    pack=PACK,
    score_range=MOST_STAKE,
    unit=unit,
    rest="stock",
    recalls=True,
    **declared_in(__name__),
)
