"""Texas Hold'em.

Poker for two to ten players with two cards of one's own and five that all share. There are four rounds of betting,
without limits unless an option sets some, and the best five of a player's seven cards decide.

Rules
-----
1. The dealer's button moves one seat to the left with each hand. The next player posts the small blind, one chip, and
   the one after it the big blind, two chips.
2. Between two players the dealer posts the small blind. The dealer then acts first before the flop, and last in each
   later round.
3. Each player is dealt two cards, one at a time from the dealer's left. After a betting round three common cards are
   dealt, the flop; after the next one a fourth, the turn; after the third one a fifth, the river. Then comes a last
   betting round, and the showdown.
4. Before the flop the player to the left of the big blind begins. In later rounds it is the first player to the
   dealer's left who is still in and not all in.
5. Players act in turn. One with something to pay folds or calls; one without checks; either may bet or raise. A round
   ends when all who are still in have acted, and have paid as much as the others or are all in. It also ends when one
   player alone has chips left, and has nothing to pay.
6. Blinds count as bets, but not as turns. So the big blind may raise even if nobody has.
7. With limits a bet or raise is two chips before and on the flop, and four on turn and river. A round has four bets and
   raises at most, and the big blind is the first of them.
8. Without limits a bet is at least the big blind. A raise is at least as large as the largest full bet or raise of the
   round. A player may go all in for less, unless rule 9 or 12 forbids to raise.
9. Such a short bet or raise has to be paid, but the least raise stays. A player who has acted in this round may raise
   only if a least raise or more is to be paid, which several short ones may add up to.
10. A player who cannot pay all calls with all that is left, and contests the main pot only. Chips beyond it are in side
    pots, each contested by those who have paid into it.
11. Chips that nobody has called go back.
12. Nobody bets or raises when all others still in are all in. When nobody can act any more, the rest of the board is
    dealt without betting.
13. When all but one have folded, that player takes the pot and shows nothing.
14. At the showdown the best five of seven cards count: straight flush, four of a kind, full house, flush, straight,
    three of a kind, two pairs, pair, high card; among equal kinds the ranks decide. A-2-3-4-5 is the lowest straight.
    Suits never count.
15. Equal hands share a pot, each pot by itself. Odd chips go one each to its winners in order from the dealer's left.
16. All players who are in at the showdown show their cards.

Sources
-------
[Robert's Rules of Poker](https://www.texasholdem-poker.com/roberts_rules_of_poker) for bets, raises and short all-ins;
rule 47 of the Tournament Directors Association; OpenSpiel's ``universal_poker``, which wraps the code of the Annual
Computer Poker Competition, and PokerKit for comparison.

Choices where the text is silent
--------------------------------
1. A game is one hand. With ``hands`` it is several, and scores add up. Each hand begins with full stacks; without
   ``rebuy`` the stacks carry over, and the game ends early when one player has all chips.
2. The limit of four bets and raises holds for two players as well.
3. Chips are counted in small blinds. An ante goes into the pot before the blinds and is no part of a bet. In the first
   hand it leaves two chips of a stack at least.
4. The pot, as the size of a raise, is all that anybody has put in during the hand, and what the player has to pay to
   call. A raise goes above the highest bet by half of it, by all of it, or by twice as much. It is legal if it is no
   less than the least raise and leaves a chip.
5. Half of an odd pot is rounded down; below the least raise it is not legal.
6. No cards are burnt.
7. No hand is thrown away unseen at the showdown.
8. There are no straddles, no insurance, and no second board.
9. A player with nothing to pay does not fold.
10. Odd chips are not split.
11. With ``betting="pot_limit"`` a raise is the pot at most, as counted in choice 4; all in is legal up to that.
12. After a short all-in the least raise counts from the new highest bet.
13. Rules 8 and 9 hold with limits too: a short all-in is one of the four bets, and the next raise is a full bet above
    it. After four of them nobody goes all in either.
14. A player whose chips do not pay ante or blind posts what is left, the ante first, and is all in. All others still
    have to pay two chips. One alone with chips has only to match what the others have put in.
15. Players without chips are out. The button goes to the next player with chips, and the blinds are the two after it.
    A hand in which nobody can act is played out at once.

Options
-------
``betting``: ``"no_limit"``, ``"limit"`` or ``"pot_limit"``.
``sizes``: raises without limits: ``"fractions"`` of the pot, or ``"all"``: every number of chips, up to 200 in a hand.
``stack``: chips of each player, in small blinds.
``ante``: chips that each player puts into the pot before the blinds.
``hands``: number of hands.
``rebuy``: whether every hand begins with full stacks.

Rewards
-------
The chips won or lost, divided by the most that can be won: the other players' stacks, in each hand if there is
``rebuy``. The score is the chips.

End
---
After ``hands`` hands. Without ``rebuy`` it also ends when one player has all chips.

Written deck
------------
Two cards to each player, one at a time from the dealer's left, then flop, turn and river. Later hands are shuffled.
"""

from collections.abc import Callable
from enum import IntEnum

import numpy as np

from cardzoo.envs.engine import arrays, piles
from cardzoo.envs.engine.actions import Actions, Block
from cardzoo.envs.engine.cards import CARDS, NO_CARD
from cardzoo.envs.engine.compiling import rule
from cardzoo.envs.engine.fields import Card, Cards, Choice, Flag, Number, Options, Pile, Seats, State
from cardzoo.envs.engine.game import Game, declared_in
from cardzoo.envs.engine.match import Match
from cardzoo.envs.engine.units import Unit
from cardzoo.envs.families import betting, poker_hands, pots, stacks
from cardzoo.envs.families.betting import BET, CALL, CHECK, FOLD, RAISE
from cardzoo.envs.families.stacks import NOBODY
from cardzoo.envs.scene import Hands, Kind, Layout, Look, Spread, counted

SEATS = Seats(10)
PLAYERS = int(SEATS)  # a plain number, which `arrays.zeros` needs
PACK = np.arange(CARDS, dtype=np.int16)
HAND_SIZE = 2
BOARD_SIZES = np.array([0, 3, 4, 5])  # common cards in each round
BOARD_SIZE = 5
SMALL_BLIND, BIG_BLIND = 1, 2
SMALL_BET, BIG_BET = 2, 4
MOST_RAISES = 4
USUAL_STACK, MOST_STACK = 200, 2000
MOST_CHIPS = SEATS * MOST_STACK
MOST_ANTE = 100
MOST_HANDS = 1000
TURNS = 5  # of a player in a round with limits: a check, and the answers to four bets


class Phase(IntEnum):
    """Betting rounds."""

    PREFLOP = 0
    FLOP = 1
    TURN = 2
    RIVER = 3


NEXT_PHASE = np.array([Phase.FLOP, Phase.TURN, Phase.RIVER])


class Betting(IntEnum):
    """Limits of bets and raises."""

    LIMIT = 0
    NO_LIMIT = 1
    POT_LIMIT = 2


class Sizes(IntEnum):
    """Sizes of raises without limits."""

    FRACTIONS = 0
    ALL = 1


ACTIONS = Actions(
    *betting.BLOCKS,
    Block("half pot", doc="bet or raise by half the pot"),
    Block("pot", doc="bet or raise by the pot"),
    Block("two pots", doc="bet or raise by twice the pot"),
    Block("all in", doc="bet or raise with all chips"),
    Block("in for", map(str, range(1, USUAL_STACK + 1)), doc="bet or raise to so many chips in this hand"),
)
HALF_POT = ACTIONS.first("half pot")
ALL_IN = ACTIONS.first("all in")
IN_FOR = ACTIONS.first("in for") - 1  # before the action of one chip
HALVES = np.array([1, 2, 4])  # of the pot: half pot, pot, two pots

MATCH = Match(most=MOST_HANDS, early=True)

STATE = State(
    Choice("phase", Phase, doc="the betting round"),
    Pile("stock", CARDS, doc="the cards that are not dealt"),
    Card("hands", SEATS, HAND_SIZE, doc="the players' cards"),
    Card("board", BOARD_SIZE, doc="the common cards"),
    Number("stacks", SEATS, high=MOST_CHIPS, usual=USUAL_STACK, doc="chips that each player has left"),
    Number(
        "stakes", SEATS, high=MOST_CHIPS, usual=USUAL_STACK, doc="chips that each player has put in during the hand"
    ),
    Number("in_round", SEATS, high=MOST_CHIPS, usual=USUAL_STACK, doc="those of this betting round, without ante"),
    Number(
        "paid",
        SEATS,
        len(Phase),
        TURNS,
        high=MOST_CHIPS,
        usual=USUAL_STACK,
        default=None,
        optional=True,
        doc="chips put in at each turn of a round; at the last one all that followed",
    ),
    Number("turns", SEATS, high=MOST_CHIPS, usual=TURNS, doc="turns of each player in this round"),
    Number("folded", SEATS, doc="1 for a player who has folded or is out"),
    Number("price", high=MOST_CHIPS, usual=USUAL_STACK, doc="chips that all have to put in during this round"),
    Number("raises", high=MOST_CHIPS, usual=MOST_RAISES, doc="bets and raises in this round, the big blind included"),
    Number("least_raise", high=MOST_CHIPS, usual=USUAL_STACK, doc="least bet or raise, but for short ones"),
    Cards("shown", SEATS, memo=True, doc="cards that each player has shown at the last showdown"),
    Cards("last_board", memo=True, doc="the common cards of the last hand"),
    MATCH.counter,
)

VIEW = STATE.view(
    Cards("hand", doc="own cards"),
    Choice("made", poker_hands.Kind, default=None, doc="kind of the own hand with the board, from the flop on"),
    "phase board stacks stakes in_round paid folded price raises least_raise",
    Number("contested", SEATS, high=MOST_CHIPS, usual=USUAL_STACK, doc="chips of the pots that each player contests"),
    Number("may_raise", SEATS, doc="1 for a player who may still bet or raise in this round"),
    "shown last_board",
    Number("stack", high=MOST_STACK, usual=USUAL_STACK, doc="chips with which each player has begun"),
    Number("ante", high=MOST_ANTE, doc="ante of each player"),
    MATCH.left,
    "turn dealer",
)

OPTIONS = Options(
    Choice("betting", Betting, default=Betting.NO_LIMIT, doc="limits of bets and raises"),
    Choice("sizes", Sizes, doc="sizes of raises without limits"),
    Number("stack", low=BIG_BLIND, high=MOST_STACK, default=USUAL_STACK, doc="chips of each player, in small blinds"),
    Number("ante", high=MOST_ANTE, doc="chips that each player puts into the pot before the blinds"),
    MATCH.option,
    Flag("rebuy", default=True, doc="whether every hand begins with full stacks"),
    presets={"No limit": {}, "Pot limit": {"betting": "pot_limit"}, "Limit": {"betting": "limit"}},
)


@rule
def deal(state):
    """Choice 3: stacks for all, then the first hand."""
    fill_stacks(state)
    deal_hand(state)
    go_on(state)


@rule
def fill_stacks(state):
    """Choice 1: a full stack for each player."""
    for player in range(state.num_players):
        state.stacks[player] = state.options.stack


@rule
def deal_hand(state):
    """Rules 1 to 4, choices 3, 6, 14 and 15: ante, blinds, and two cards for each player with chips."""
    if state.options.rebuy:
        fill_stacks(state)
    ante = min(state.options.ante, state.options.stack - BIG_BLIND)
    for player in range(state.num_players):
        state.folded[player] = state.stacks[player] == 0
        stacks.pay(state, player, ante)
    small = state.dealer if stacks.count_in(state) == 2 else stacks.next_in(state, state.dealer)
    big = stacks.next_in(state, small)
    stacks.begin_round(state, BIG_BLIND)
    stacks.bet(state, small, SMALL_BLIND)
    stacks.bet(state, big, BIG_BLIND)
    state.price, state.raises = BIG_BLIND, 1
    player = state.dealer
    for card in range(HAND_SIZE):
        for _ in range(stacks.count_in(state)):
            player = stacks.next_in(state, player)
            state.hands[player, card] = piles.draw(state.stock)
    state.player = big


@rule
def legal_actions(state, mask):
    """Rules 5 to 9 and 12, choices 2, 9 and 13: fold, call or check; bet or raise."""
    player = state.player
    owes = stacks.to_call(state, player) > 0
    mask[FOLD] = mask[CALL] = owes
    mask[CHECK] = not owes
    if not stacks.may_raise(state, player):
        return
    if state.options.betting != Betting.LIMIT:
        mask_raises(state, player, mask)
    elif state.raises < MOST_RAISES:
        mask[RAISE if state.price > 0 else BET] = 1


@rule
def mask_raises(state, player, mask):
    """Rule 8, choices 4, 5, 11 and 12: raises from the least one up that leave a chip, and all in."""
    all_in = stacks.all_in_raise(state, player)
    most = all_in
    if state.options.betting == Betting.POT_LIMIT:
        most = min(most, stacks.pot_raise(state, player, 2))
    mask[ALL_IN] = all_in <= most
    least, below = state.least_raise, min(most + 1, all_in)
    if state.options.sizes == Sizes.FRACTIONS:
        for size in range(len(HALVES)):
            mask[HALF_POT + size] = least <= stacks.pot_raise(state, player, HALVES[size]) < below
    else:
        first = IN_FOR + state.stakes[player] + state.price - state.in_round[player]
        for amount in range(least, min(below, len(mask) - first)):
            mask[first + amount] = 1


@rule
def apply_action(state, action):
    """Rules 5 to 16: a player acts, and play goes on to the next decision."""
    player = state.player
    if action == FOLD:
        stacks.fold(state, player)
    elif action in (CHECK, CALL):
        stacks.take_turn(state, player, stacks.to_call(state, player))
    else:
        stacks.raise_by(state, player, amount_of(state, player, action))
    go_on(state)


@rule
def amount_of(state, player, action):
    """Rules 7 and 8, choices 4, 12 and 13: the amount by which an action goes above the highest bet."""
    all_in = stacks.all_in_raise(state, player)
    if action in (BET, RAISE):
        return min(bet_size(state), all_in)
    if action == ALL_IN:
        return all_in
    if action < ALL_IN:
        return stacks.pot_raise(state, player, HALVES[action - HALF_POT])
    return action - IN_FOR - state.stakes[player] - (state.price - state.in_round[player])


@rule
def bet_size(state):
    """Rule 7: the size of bets and raises with limits."""
    return SMALL_BET if state.phase <= Phase.FLOP else BIG_BET


@rule
def go_on(state):
    """Rules 3, 5 and 12, choice 15: the next player who has to act; without one the next round, hand, or the end."""
    while not state.over:
        player = stacks.next_to_act(state, state.player)
        if player != NOBODY:
            state.player = player
            return
        if stacks.count_in(state) == 1 or state.phase == Phase.RIVER:
            end_hand(state)
        else:
            begin_round(state)


@rule
def begin_round(state):
    """Rules 3 and 4: the next common cards, and betting from the dealer's left."""
    first = BOARD_SIZES[state.phase]
    state.phase = NEXT_PHASE[state.phase]
    for place in range(first, BOARD_SIZES[state.phase]):
        state.board[place] = piles.draw(state.stock)
    stacks.begin_round(state, bet_size(state) if state.options.betting == Betting.LIMIT else BIG_BLIND)
    state.player = state.dealer


@rule
def end_hand(state):
    """Rules 10 to 16, choices 7, 10 and 15: pots are shared, hands shown; then comes the next hand or the end."""
    strengths = arrays.zeros(PLAYERS, np.int64)
    is_showdown = stacks.count_in(state) > 1
    state.shown[:] = 0
    for player in range(state.num_players):
        if is_showdown and not state.folded[player]:
            add_cards(state.hands[player], state.shown[player])
            strengths[player] = strength(state, player)
    pots.score_hand(state, strengths)
    state.last_board[:] = 0
    add_cards(state.board, state.last_board)
    next_hand(state, next_dealer(state))


@rule
def add_cards(cards, counts):
    """Add the cards of an array to a set; places without a card are left out."""
    for card in cards:
        if card != NO_CARD:
            counts[card] = 1


@rule
def strength(state, player):
    """Rule 14: the strength of a player's best five cards."""
    return poker_hands.strength(poker_hands.pack(state.hands[player], poker_hands.pack(state.board, 0)))


@rule
def next_dealer(state):
    """Rule 1, choice 15: the next player to the left, who has chips unless there is rebuy."""
    player = (state.dealer + 1) % state.num_players
    while not state.options.rebuy and state.stacks[player] == 0:
        player = (player + 1) % state.num_players
    return player


@rule
def has_winner(state):
    """Choice 1: returns whether one player has all chips, and there is no rebuy."""
    rich = 0
    for player in range(state.num_players):
        rich += state.stacks[player] > 0
    return rich == 1 and not state.options.rebuy


@rule
def reward_chips(state):
    """The chips won or lost, as a share of the most that a player can win."""
    betting.reward_chips(state, state.score_range)


def score_range(options, num_players: int) -> int:
    """The most chips that a player can win: all stacks of the others, in each hand if there is rebuy."""
    return int(options.stack) * (num_players - 1) * (int(options.hands) if options.rebuy else 1)


def unit(options, num_players: int) -> Unit:
    """Results are thousandths of a big blind a hand."""
    return Unit("mbb/hand", 1000 * score_range(options, num_players) / (BIG_BLIND * int(options.hands)), digits=0)


next_hand = MATCH.next_hand(
    STATE, PACK, deal_hand, is_over=has_winner, reward=reward_chips, keeps="stacks shown last_board"
)


@rule
def observe(state, player, view):
    """Computed fields of the view: own cards and their kind, contested pots, players who may raise, and options."""
    view.stack, view.ante = state.options.stack, state.options.ante
    add_cards(state.hands[player], view.hand)
    if state.phase != Phase.PREFLOP and state.hands[player, 0] != NO_CARD:
        view.made = poker_hands.kind_of(strength(state, player))
    for seat in range(state.num_players):
        other = (player + seat) % state.num_players
        view.contested[seat] = pots.contested(state, other)
        view.may_raise[seat] = not state.over and stacks.may_raise(state, other) and not is_capped(state)


@rule
def is_capped(state):
    """Rule 7: returns whether limits allow no further bet or raise in this round."""
    return state.options.betting == Betting.LIMIT and state.raises == MOST_RAISES


@rule
def redeal_hidden(state, player):
    """Redraws the others' cards, and the order of the stock; cards shown at the end of the game stay."""
    for other in range(state.num_players):
        if is_hidden(state, player, other):
            for card in range(HAND_SIZE):
                piles.push(state.stock, state.hands[other, card])
    piles.shuffle(state, state.stock)
    for other in range(state.num_players):
        if is_hidden(state, player, other):
            for card in range(HAND_SIZE):
                state.hands[other, card] = piles.draw(state.stock)


@rule
def is_hidden(state, player, other):
    """Returns whether another player has cards that the player has not seen."""
    card = state.hands[other, 0]
    return other != player and card != NO_CARD and not (state.over and state.shown[other, card])


def check(state) -> str:
    """The first problem of a written position, in words, or nothing."""
    return wrong_cards(state) or wrong_chips(state) or wrong_score(state) or ("" if state.over else wrong_turn(state))


def wrong_cards(state) -> str:
    """The first problem of hands and board."""
    seats, size = int(state.num_players), int(BOARD_SIZES[state.phase])
    is_out = state.stacks[:seats] + state.stakes[:seats] == 0
    if ((state.hands[:seats] == NO_CARD) != is_out[:, None]).any() and not state.over:
        return f"hands must have {HAND_SIZE} cards each, and none for players who are out"
    if ((state.hands == NO_CARD).sum(axis=1) % HAND_SIZE).any():
        return f"hands must have {HAND_SIZE} cards or none"
    if (state.board[:size] == NO_CARD).any() or (state.board[size:] != NO_CARD).any():
        return f"board must have {size} cards in this phase, got {int((state.board != NO_CARD).sum())}"
    return ""


def wrong_chips(state) -> str:
    """The first problem of stacks and stakes."""
    seats, stack = int(state.num_players), int(state.options.stack)
    left, stakes = state.stacks[:seats].astype(int), state.stakes[:seats].astype(int)
    folded = state.folded[:seats] == 1
    if (state.in_round[:seats] > stakes).any():
        return "in_round must be part of the stakes"
    if folded.all() or (stakes[folded].max(initial=0) > stakes[~folded].max()):
        return "folded: one of those who have put in most must be in"
    if state.over:
        return "" if left.sum() == stack * seats else f"stacks must be {stack * seats} chips together"
    if ((left + stakes == 0) & ~folded).any():
        return "folded must be 1 for players who are out"
    if (left + stakes != stack).any() if state.options.rebuy else (left + stakes).sum() != stack * seats:
        return f"stacks and stakes must be {stack} chips for each player"
    return ""


def wrong_score(state) -> str:
    """The first problem of the scores: chips won in the hands that are over."""
    seats, stack = int(state.num_players), int(state.options.stack)
    won = state.score[:seats].astype(int)
    before = state.stacks[:seats].astype(int) + (0 if state.over else state.stakes[:seats])
    if won.sum() or (won < -stack * max(int(state.hands_over), 1)).any():
        return "score must be chips won and lost, which add up to 0"
    if not state.options.rebuy and (before - stack != won).any():
        return "score must be the chips above or below the first stack"
    if state.over and state.hands_over < state.options.hands and not has_winner(state):
        return f"over: {int(state.options.hands - state.hands_over)} hands are left"
    if not state.hands_over and (state.shown.any() or state.last_board.any()):
        return "shown and last_board must be of a hand that is over"
    return ""


def wrong_turn(state) -> str:
    """The first problem of the betting round."""
    most = int(state.in_round.max())
    is_open = state.phase == Phase.PREFLOP and most <= BIG_BLIND
    if state.price != (BIG_BLIND if is_open else most):
        return f"price must be the most that somebody has put in during this round, {most}"
    if (state.price > 0) != (state.raises > 0) or (is_limit := state.options.betting == Betting.LIMIT) * (
        state.raises > MOST_RAISES
    ):
        return "raises must be the number of bets and raises of this round"
    least = bet_size(state) if is_limit else BIG_BLIND
    if not least <= state.least_raise <= (least if is_limit else max(least, int(state.price))):
        return f"least_raise must be {least} or the largest bet or raise of this round"
    if stacks.count_in(state) < 2 or not stacks.has_turn(state, state.player):
        return "player must be one of several who are in, and have to act"
    return ""


def hand_size(look: Look, chair: int) -> int:
    """Cards of a player who is in."""
    return 0 if look.view["folded"][chair] else HAND_SIZE


def raising_by(size: str) -> Callable[[Look], str]:
    """The sentence of a raise by some size; empty in a round without a bet or blind."""

    def say(look: Look) -> str:
        return f"Raise by {size}" if look.view["price"] else ""

    return say


def name_chips(look: Look, action: int) -> str:
    """Label of a bet, or of a raise to so many chips in this round, by the player on turn."""
    chair = int(look.view["turn"].argmax())
    chips = action - IN_FOR - int(look.view["stakes"][chair]) + int(look.view["in_round"][chair])
    verb = "Raise to" if look.view["price"] else "Bet"
    return f"{verb} {counted(chips, 'chip')}" if chips > 0 else ""


def mark_folded(look: Look, chair: int) -> str:
    """Mark of a player who has folded, or is out."""
    return "folded" if look.view["stacks"][chair] or look.view["stakes"][chair] else "out"


LAYOUT = Layout(
    (
        Spread("shown", "last showdown", sparse=True),
        Spread("last_board", "last board", sparse=True),
        Spread("board", kind=Kind.ROW),
        Hands("hand", sizes=hand_size),
    ),
    titles={
        "stacks": "chips",
        "contested": "can win",
        "folded": "folded",
        "in_round": "in this round",
        "stakes": "in the pot",
        "may_raise": "may raise",
        "least_raise": "least raise",
        "price": "to match",
    },
    opens=False,
    deals_on=True,
    hidden={"paid": "stakes show its sums", "made": "it follows from the own hand and the board"},
    marks={"folded": mark_folded},
    in_play=("stakes", "in_round", "contested", "price", "least_raise"),
    says={
        "half pot": "Bet half the pot",
        "pot": "Bet the pot",
        "two pots": "Bet twice the pot",
        "all in": "Go all in",
        "in for": "Put in {} in this hand",
    },
    says_now={
        "half pot": raising_by("half the pot"),
        "pot": raising_by("the pot"),
        "two pots": raising_by("twice the pot"),
    },
    says_each={"in for": name_chips},
    calls={"in for": ("1 chip", *(f"{chips} chips" for chips in range(2, USUAL_STACK + 1)))},
    phases={phase.name.lower(): "Check or call, raise or fold" for phase in Phase},
    rules={
        "check": (5,),
        "bet": (7,),
        "call": (5, 10),
        "fold": (5, 13),
        "raise": (7,),
        "half pot": (8,),
        "pot": (8,),
        "two pots": (8,),
        "all in": (8, 9),
        "in for": (8,),
    },
)

GAME = Game(
    name="texas_holdem",
    version=0,
    title="Texas Hold'em",
    family="poker",
    players=(2, SEATS),
    default_players=2,
    score_range=score_range,
    unit=unit,
    rest="stock",
    **declared_in(__name__),
)
