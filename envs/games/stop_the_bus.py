"""Stop the Bus.

A game of exchanging cards with the table for two to six players, also known as Bastard. One who is satisfied with the
own hand calls an end to the exchange, and the player who then holds the worst hand of three cards pays for it.

Rules
-----
1. Two to six players have the same number of tokens.
2. For a hand each player who has tokens is dealt three cards, and three more lie face up on the table.
3. The player to the dealer's left begins, and the turn passes to the left.
4. A turn is to take one of the table's cards into hand, and then to put a card of the hand face up in its place.
5. So each hand has three cards again, and the table has three.
6. At the end of the own turn a player may call: "Stop the bus!"
7. After the call each opponent has one turn more. When it is the caller's turn again, the hand ends.
8. All cards are shown, and the worst hand costs its player one token.
9. Then the deal passes to the left, and all cards are shuffled for a new hand.
10. A player who has no tokens is out; the last player in wins.
11. Everybody sees the cards taken and put down.
12. The cards that were not dealt take no part in the hand.
13. Nobody may pass without taking a card.
14. The caller has no other turn, so the caller's cards are fixed by the call.
15. A player loses one token a hand at most.
16. Nobody wins tokens.
17. With two players left, one more turn is played after the call.

Sources
-------
The rules of Stop the Bus in [Denexa Games, Game Rules](https://www.denexa.com/blog/category/game-rules/); descriptions
of Stop the Bus, such as [Wikipedia's](https://en.wikipedia.org/wiki/Stop_the_bus), and of Brag on the web for the
points below.

Choices where the text is silent
--------------------------------
1. Hands rank as in Brag, from the best to the worst: three of a kind, a running flush, a run, a flush, a pair, a high
   card. Suits do not matter otherwise.
2. The best three of a kind are threes; after them they rank from aces down to twos.
3. The best run is A-2-3, then come A-K-Q, K-Q-J and so on down to 4-3-2; running flushes rank likewise. 2-A-K is none.
4. Flushes and hands without any combination are compared by the highest card, the ace being high, then by the next.
   Pairs are compared by their rank, then by the third card.
5. The card just taken may be put down again, unless ``must_exchange`` asks for a real exchange.
6. Nobody takes all three cards of the table.
7. One may call at the end of any own turn, the first one too. Only one player calls in a hand.
8. All players whose hands are equally bad lose a token; but if the hands of all are equal, nobody does.
9. If nobody calls in ``rounds`` turns of each player, the hand ends as if it had been called.
10. The next dealer is the next player to the left who is still in. The first one is drawn.

Options
-------
``tokens``: tokens that each player begins with.
``must_exchange``: whether the card just taken must be kept.
``rounds``: turns of each player after which a hand ends without a call.
``max_hands``: hands after which the game is stopped.

Rewards
-------
The winner gets +1, the others share -1. A stopped game: those who still have tokens share +1 and those who are out -1;
all get 0 if nobody is out. The score is the number of players who were out before oneself.

End
---
When one player is left. Only a hand in which all are equal costs nothing; a game that goes on after ``max_hands`` hands
is truncated. With three tokens each, four players need 10 hands on average; random players have 4 turns in a hand,
novices 14.

Written deck
------------
Cards go round from the dealer's left, the first card first, three times; then come the table's three cards. Later hands
are shuffled.
"""

from enum import IntEnum
from itertools import product

import numpy as np

from cardzoo.envs.engine import arrays, piles, rewards
from cardzoo.envs.engine.actions import Actions, Block
from cardzoo.envs.engine.cards import CARDS, NO_CARD, RANKS, THREE, TWO, rank_ace_high, suit_of
from cardzoo.envs.engine.compiling import rule
from cardzoo.envs.engine.fields import Card, Cards, Choice, Flag, Number, Options, Pile, Seat, Seats, State
from cardzoo.envs.engine.game import Game, declared_in
from cardzoo.envs.engine.match import Match
from cardzoo.envs.families.tokens import next_in, players_in
from cardzoo.envs.scene import Beside, Hands, Layout, Look, Spread, listed

SEATS = Seats(6)
HAND_SIZE = 3
MOST_CARDS = HAND_SIZE + 1  # between taking a card and putting one down
TABLE_SIZE = 3
TOKENS = 3
MOST_TOKENS = 10
MOST_ROUNDS = 100
MOST_HANDS = 1000
NOBODY = -1
ABOVE_ACES = RANKS + 1
PACK = np.arange(CARDS, dtype=np.int16)


class Kind(IntEnum):
    """Kinds of hands (choice 1), the worst first."""

    HIGH_CARD = 0
    PAIR = 1
    FLUSH = 2
    RUN = 3
    RUNNING_FLUSH = 4
    THREE_OF_A_KIND = 5


def brag_order(ranks, suited):
    """The order of hands (choices 1 to 4): the kind, then ranks; the greater the better."""
    first, second, third = sorted((rank_ace_high(rank) for rank in ranks), reverse=True)
    if first == third:
        return Kind.THREE_OF_A_KIND, (ABOVE_ACES if ranks[0] == THREE else first,)
    if first == second or second == third:
        return Kind.PAIR, (second, third if first == second else first)
    if sorted(ranks) == [0, TWO, THREE]:
        return Kind.RUNNING_FLUSH if suited else Kind.RUN, (ABOVE_ACES,)
    if first - third == 2:
        return Kind.RUNNING_FLUSH if suited else Kind.RUN, (first,)
    return Kind.FLUSH if suited else Kind.HIGH_CARD, (first, second, third)


def rank_hands():
    """Number of kinds of worse hands, by whether the cards are of one suit and by their ranks."""
    orders = {
        (suited, *ranks): brag_order(ranks, suited) for suited in (0, 1) for ranks in product(range(RANKS), repeat=3)
    }
    places = {order: place for place, order in enumerate(sorted(set(orders.values())))}
    table = np.zeros((2, RANKS, RANKS, RANKS), np.int16)
    for hand, order in orders.items():
        table[hand] = places[order]
    return table


STRENGTHS = rank_hands()
BEST = int(STRENGTHS.max())


class Phase(IntEnum):
    """Decisions of the player whose turn it is."""

    TAKE = 0
    PUT = 1
    CALL = 2


ACTIONS = Actions(
    Block("take", CARDS, among=("table",), doc="take a card of the table"),
    Block("put down", CARDS, doc="put a card of the hand on the table"),
    Block("call", doc="end the turn with the call"),
    Block("go on", doc="end the turn without a call"),
)
TAKE = ACTIONS.first("take")
PUT = ACTIONS.first("put down")
CALL = ACTIONS.first("call")
GO_ON = ACTIONS.first("go on")

MATCH = Match(most=MOST_HANDS, default=200, bound=True, stakes="tokens")

STATE = State(
    Choice("phase", Phase, doc="what the player whose turn it is decides"),
    Cards("hands", SEATS, doc="the players' hands"),
    Cards("table", doc="the cards on the table"),
    Pile("stock", CARDS, doc="the cards that were not dealt"),
    Number("tokens", SEATS, high=MOST_TOKENS, doc="tokens that each player has"),
    Card("taken", memo=True, doc="the card just taken, until one is put down"),
    Cards("known", SEATS, memo=True, doc="cards that all know to be in a player's hand"),
    Cards("laid", SEATS, memo=True, doc="cards that a player has put down in this hand"),
    Cards("last_hands", SEATS, memo=True, doc="the players' cards shown at the end of the hand before"),
    Seat("caller", SEATS, default=None, doc="the player who has called"),
    Number("turns", high=SEATS * MOST_ROUNDS, doc="turns of this hand that are over, up to the call"),
    MATCH.counter,
)

VIEW = STATE.view(
    Cards("hand", shows="hands", doc="own hand"),
    Number("strength", high=BEST, doc="how many sorts of hands are worse than the best three cards of the own hand"),
    "table known laid last_hands taken tokens turn caller dealer",
    Number("turns_left", high=SEATS * MOST_ROUNDS, doc="turns after which this hand ends without a call"),
    MATCH.left,
    "phase",
)

OPTIONS = Options(
    Number("tokens", low=1, high=MOST_TOKENS, default=TOKENS, doc="tokens that each player begins with"),
    Flag("must_exchange", doc="whether the card just taken must be kept"),
    Number("rounds", low=1, high=MOST_ROUNDS, default=20, doc="turns of each player after which a hand ends"),
    MATCH.option,
)


@rule
def deal(state):
    """Rule 1: tokens for all, then the first hand."""
    for player in range(state.num_players):
        state.tokens[player] = state.options.tokens
    deal_hand(state)


@rule
def deal_hand(state):
    """Rules 2 and 3: three cards to each player, and three on the table."""
    state.player = state.dealer
    for _ in range(HAND_SIZE * players_in(state)):
        state.player = next_in(state, state.player)
        state.hands[state.player, piles.draw(state.stock)] = 1
    for _ in range(TABLE_SIZE):
        state.table[piles.draw(state.stock)] = 1
    state.player = next_in(state, state.dealer)
    state.phase = Phase.TAKE


@rule
def legal_actions(state, mask):
    """Rules 4, 6 and 13, choice 5: take a card of the table, put one down, call or go on."""
    if state.phase == Phase.CALL:
        mask[CALL] = mask[GO_ON] = 1
        return
    for card in range(CARDS):
        if state.phase == Phase.TAKE:
            mask[TAKE + card] = state.table[card]
        else:
            mask[PUT + card] = state.hands[state.player, card]
    if state.phase == Phase.PUT and state.options.must_exchange:
        mask[PUT + state.taken] = 0


@rule
def apply_action(state, action):
    """Play a legal action."""
    if state.phase == Phase.TAKE:
        take(state, action - TAKE)
    elif state.phase == Phase.PUT:
        put_down(state, action - PUT)
    else:
        if action == CALL:
            state.caller = state.player
        end_turn(state)


@rule
def take(state, card):
    """Rules 4 and 11: a card of the table goes to the hand, which all see."""
    state.table[card] = 0
    state.hands[state.player, card] = 1
    state.known[state.player, card] = 1
    state.taken = card
    state.phase = Phase.PUT


@rule
def put_down(state, card):
    """Rules 4 to 6 and 11, choice 7: a card of the hand goes to the table."""
    state.hands[state.player, card] = 0
    state.known[state.player, card] = 0
    state.table[card] = 1
    state.laid[state.player, card] = 1
    state.taken = NO_CARD
    if state.caller == NOBODY:
        state.phase = Phase.CALL
    else:
        end_turn(state)


@rule
def end_turn(state):
    """Rules 3, 7, 14 and 17, choice 9: the turn passes; the hand ends when it is the caller's again, or by a bound."""
    state.phase = Phase.TAKE
    state.player = next_in(state, state.player)
    if state.caller == NOBODY:
        state.turns += 1
        if state.turns == state.options.rounds * players_in(state):
            show_hands(state)
    elif state.player == state.caller:
        show_hands(state)


@rule
def show_hands(state):
    """Rules 8 to 10, 15 and 16, choice 8: the worst hands lose a token; the next hand follows, or the game is over."""
    players, worst, equal = players_in(state), BEST + 1, 0
    for player in range(state.num_players):
        if state.tokens[player] > 0:
            worth = strength(state.hands[player])
            if worth < worst:
                worst, equal = worth, 0
            equal += worth == worst
    if equal < players:
        for player in range(state.num_players):
            if state.tokens[player] > 0 and strength(state.hands[player]) == worst:
                state.tokens[player] -= 1
                state.score[player] = state.num_players - players
    next_hand(state, next_in(state, state.dealer))


@rule
def is_won(state):
    """Rule 10: returns whether one player is left."""
    return players_in(state) == 1


@rule
def strength(hand):
    """Choices 1 to 4: how many sorts of hands are worse than the best three of these cards."""
    cards = arrays.zeros(MOST_CARDS, np.int64)
    number, best = list_cards(hand, cards), 0
    for first in range(number):
        for second in range(first):
            for third in range(second):
                best = max(best, strength_of(cards[first], cards[second], cards[third]))
    return best


@rule
def list_cards(hand, cards):
    """Write the codes of a hand's cards into an array; returns how many there are."""
    number = 0
    for card in range(CARDS):
        if hand[card]:
            cards[number] = card
            number += 1
    return number


@rule
def strength_of(first, second, third):
    """The strength of three cards."""
    suited = suit_of(first) == suit_of(second) and suit_of(second) == suit_of(third)
    return STRENGTHS[int(suited), first % RANKS, second % RANKS, third % RANKS]


@rule
def end_game(state):
    """Rule 10: those with tokens are the last to be ranked. All hands have been shown."""
    players = players_in(state)
    for player in range(state.num_players):
        if state.tokens[player] > 0:
            state.score[player] = state.num_players - players
    arrays.copy(state.hands, state.known)
    state.truncated = players > 1
    rewards.reward_best_score(state)


@rule
def deal_again(state):
    """Rule 9, choice 10: the next hand. All remember the hands that have been shown."""
    arrays.copy(state.hands, state.last_hands)
    state.hands[:] = 0
    deal_hand(state)


next_hand = MATCH.next_hand(STATE, PACK, deal_again, is_over=is_won, reward=end_game, keeps="tokens hands")


@rule
def observe(state, player, view):
    """Computed fields of the view: the own hand's strength, and progress of the hand and the game."""
    view.strength = strength(state.hands[player])
    view.turns_left = 0 if state.over else state.options.rounds * players_in(state) - state.turns


@rule
def redeal_hidden(state, player):
    """Redraws the others' cards except those taken from the table, and the cards that were not dealt."""
    for other in range(state.num_players):
        for card in range(CARDS):
            if other != player and state.hands[other, card] > state.known[other, card]:
                state.hands[other, card] = 0
                piles.push(state.stock, card)
    piles.shuffle(state, state.stock)
    for other in range(state.num_players):
        if other != player and state.tokens[other] > 0:
            while state.hands[other].sum() < HAND_SIZE + (other == state.player and state.phase == Phase.PUT):
                state.hands[other, piles.draw(state.stock)] = 1


def check(state) -> str:
    """The first problem of a written position, in words, or nothing."""
    if (state.known > state.hands).any() or (state.taken != NO_CARD and not state.known[state.player, state.taken]):
        return "known must be cards of hands, and taken one that all know the player to have"
    if (state.laid.any(axis=0) > state.table + state.known.sum(axis=0)).any():
        return "cards that were laid must lie on the table, or be known"
    sizes = set(state.last_hands.sum(axis=1).tolist())
    if not sizes <= {0, HAND_SIZE} or state.last_hands.sum(axis=0).max() > 1 or (sizes != {0} and not state.hands_over):
        return f"last_hands must be {HAND_SIZE} cards each, shown in a hand that is over"
    return "" if state.over else wrong_players(state) or wrong_turn(state)


def wrong_players(state) -> str:
    """The first problem of tokens and hands."""
    has_tokens = state.tokens > 0
    if has_tokens.sum() < 2:
        return "two players at least must have tokens"
    if not has_tokens[state.player] or (state.caller != NOBODY and not has_tokens[state.caller]):
        return "player and caller must have tokens"
    sizes = HAND_SIZE * has_tokens
    sizes[state.player] += state.phase == Phase.PUT
    if (state.hands.sum(axis=1) != sizes).any():
        return f"players with tokens must have {HAND_SIZE} cards, one more before they put one down, and others none"
    if state.table.sum() != TABLE_SIZE - (state.phase == Phase.PUT):
        return f"on the table must be {TABLE_SIZE} cards, one less before one is put down"
    return ""


def wrong_turn(state) -> str:
    """The first problem of the turn and of the hands that are over."""
    if (state.taken != NO_CARD) != (state.phase == Phase.PUT):
        return "a card must be taken in the phase put, and only then"
    if state.caller == state.player or (state.caller != NOBODY and state.phase == Phase.CALL):
        return "after the call there is no other, and the caller has no turn"
    most = state.options.rounds * players_in(state)
    if state.turns >= most:
        return f"turns must be less than {most}"
    return ""


def three_or_four(look: Look, chair: int) -> int:
    """Cards in a hand: three, one more between taking and putting down, none without tokens."""
    view = look.view
    if chair == 0:
        return int(view.hand.sum())
    return 3 + int(view.taken != NO_CARD and view.turn[chair]) if view.tokens[chair] else 0


def name_end(before: Look, after: Look) -> str:
    """The reason for the end of a hand, and the players of the worst one; empty if it goes on."""
    left = before.rows(before.field("tokens"))
    lost = [name for (tokens, _, name, _), now in zip(left, after.view["tokens"], strict=False) if now < tokens]
    if not lost:
        return ""
    caller = before.marked("caller")
    return f"{f'{caller} stopped the bus' if caller else 'The last round was played'}, and {listed(lost)} lost a token"


LAYOUT = Layout(
    (
        Spread("last_hands", "last hand", sparse=True),
        Hands("hand", sizes=three_or_four, known="known"),
        Beside(Spread("table"), Spread("taken", "card taken")),
    ),
    noted=("laid",),
    hidden={"strength": "it follows from the own hand"},
    says={
        "put down": "Put down {}",
        "call": "Stop the bus",
    },
    then={"put down": name_end, "go on": name_end},
    phases={
        "take": "Take a card of the table",
        "put": "Put a card of your hand on the table",
        "call": "Go on, or make the call",
    },
    rules={"take": (4,), "put down": (4,), "call": (6, 7), "go on": (6,)},
)

GAME = Game(
    name="stop_the_bus",
    version=0,
    title="Stop the Bus",
    family="exchange",
    players=(2, SEATS),
    default_players=4,
    score_range=SEATS - 1,
    rest="stock",
    **declared_in(__name__),
)
