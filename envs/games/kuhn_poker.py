"""Kuhn Poker.

The smallest poker: a card each, one bet, and all that makes poker poker. It was made up to be solved on paper: to play
it well one has to bluff with the worst card now and then, and to call with a middling one.

Rules
-----
1. Two players, and three cards: king, queen and jack. The king is the highest.
2. Each player puts one chip, the ante, into the pot.
3. Each is dealt one card and looks at it. The third card stays hidden.
4. The player to the dealer's left begins, and checks or bets one chip.
5. After a check the other player checks or bets one chip.
6. A player who faces a bet calls, which takes a chip too, or folds. Nobody raises.
7. A player who folds loses the pot, and no card is shown.
8. Otherwise both cards are shown, and the higher one wins the pot.

Sources
-------
Harold W. Kuhn, "A simplified two-person poker", in Contributions to the Theory of Games I (1950), who also gives all
equilibria for two; OpenSpiel's ``kuhn_poker`` for more players.

Choices where the text is silent
--------------------------------
1. Two to ten players, with one card more than there are players: the ranks below the king follow downwards.
2. With more than two, the players check or bet in turn until somebody bets. After a bet all others call or fold once,
   in turn from the bettor's left, and the hand is over.
3. Of those who have not folded the highest card wins the pot. Cards of players who have folded are not shown.
4. A game is one hand. The dealer is drawn.

Options
-------
There are none.

Rewards
-------
The chips won or lost, divided by the most that can be won: two for each of the other players. The score is the chips.
With ``reward="score"`` they are divided by 18, which is the most that can be won among ten. Between two players without
mistakes the first one loses 1/18 of a chip a hand.

End
---
When all have checked, or answered a bet. That takes 2 to 3 steps for two players, and 10 to 19 for ten.

Written deck
------------
A card to each player from the dealer's left; the last card is not dealt.
"""

import numpy as np

from cardzoo.envs.engine import piles
from cardzoo.envs.engine.actions import Actions
from cardzoo.envs.engine.cards import KING, NO_CARD, RANKS
from cardzoo.envs.engine.compiling import rule
from cardzoo.envs.engine.fields import Card, Choice, Number, Pile, Seats, State
from cardzoo.envs.engine.game import Game, declared_in
from cardzoo.envs.engine.units import Unit
from cardzoo.envs.families import betting
from cardzoo.envs.families.betting import Bet
from cardzoo.envs.scene import Backs, Hands, Layout, one_card

SEATS = Seats(10)
ANTE = BET_SIZE = 1
MOST_STAKE = ANTE + BET_SIZE
TURNS = 2  # of a player: a check, and the answer to a bet

ACTIONS = Actions(*betting.BLOCKS[: betting.RAISE])

STATE = State(
    Pile("stock", SEATS + 1, codes=RANKS, doc="the pack before the deal, then the card that is not dealt"),
    Card("hands", SEATS, codes=RANKS, doc="each player's card"),
    Choice("bets", Bet, SEATS, TURNS, default=None, doc="what each player has done, turn by turn"),
    Number("stakes", SEATS, high=MOST_STAKE, doc="each player's chips in the pot"),
    Number("raises", high=1, doc="1 if somebody has bet"),
    Number("to_act", high=SEATS, doc="how many players are still to act"),
)

VIEW = STATE.view(
    Card("hands", SEATS, codes=RANKS, doc="own card, and those that have been shown"),
    "bets stakes",
    Number("turn", SEATS, doc="1 for the player whose turn it is"),
    "dealer",
)


def pack(num_players, options):
    """Rule 1, choice 1: suits are of no meaning, so all cards are clubs."""
    return range(KING - num_players, KING + 1)


@rule
def deal(state):
    """Rules 2 to 4: a card to each player, who pays an ante."""
    betting.deal(state, ANTE)


@rule
def legal_actions(state, mask):
    """Rules 4 to 6: check or bet, and after a bet call or fold."""
    betting.mask_bets(state, mask, 1)


@rule
def apply_action(state, action):
    """Rules 4 to 8: a player acts; the highest card takes the pot when all have."""
    betting.play_bet(state, action, BET_SIZE)
    if state.to_act == 0:
        state.over = True
        betting.take_pot(state, best_player(state))
        betting.reward_chips(state, MOST_STAKE * (state.num_players - 1))


@rule
def best_player(state):
    """Rules 7 and 8, choice 3: the player with the highest card among those who have not folded."""
    best = betting.next_in(state, state.dealer)
    for player in range(state.num_players):
        if state.hands[player] > state.hands[best] and not betting.has_folded(state, player):
            best = player
    return best


@rule
def observe(state, player, view):
    """Computed fields of the view (rule 3): the own card, and at the end the cards shown."""
    betting.observe_turn(state, player, view)
    for seat in range(state.num_players):
        other = (player + seat) % state.num_players
        if seat == 0 or betting.is_shown(state, other):
            view.hands[seat] = state.hands[other]


@rule
def redeal_hidden(state, player):
    """Redraws the cards that have not been shown, and the one that has not been dealt."""
    for other in range(state.num_players):
        if other != player and not betting.is_shown(state, other):
            piles.push(state.stock, state.hands[other])
            state.hands[other] = NO_CARD
    piles.shuffle(state, state.stock)
    for other in range(state.num_players):
        if state.hands[other] == NO_CARD:
            state.hands[other] = piles.draw(state.stock)


def check(state) -> str:
    """The first problem of a written position, in words, or nothing."""
    if state.stock.height != 1:
        return "stock: a card is left, and each player has one"
    order = (state.dealer + 1 + np.arange(state.num_players)) % state.num_players
    return betting.check_bets(GAME, state, [*state.hands[order], state.stock.cards[0]])


def stock_size(look):
    """Cards that are not dealt."""
    return 1


LAYOUT = Layout(
    (Hands("hands", sizes=one_card), Backs("stock", size=stock_size)),
    labels={"bets": ("", "")},
    phases={"": "Check or bet"},
    asks_now={"": betting.asking_to_call("Call or fold")},
    rules={"check": (4,), "bet": (4,), "call": (6,), "fold": (7,)},
    sums={"stakes": "pot"},
    deals_on=True,
)


def unit(options, num_players: int) -> Unit:
    """Results are chips a hand."""
    return Unit("chips/hand", MOST_STAKE * (num_players - 1))


GAME = Game(
    name="kuhn_poker",
    version=0,
    title="Kuhn Poker",
    family="poker",
    players=(2, SEATS),
    default_players=2,
    pack=pack,
    score_range=MOST_STAKE * (SEATS - 1),
    unit=unit,
    rest="stock",
    recalls=True,
    **declared_in(__name__),
)
