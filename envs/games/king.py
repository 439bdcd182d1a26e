"""King.

A trick-taking game of ten hands for four players. In the first six hands tricks, or certain cards in them, cost
points; in the last four the dealer, or a player who pays the dealer for it, chooses trumps, and the dealer says whether
tricks are good or bad.

Rules
-----
1. Four players, each for themselves, play ten hands with the pack of 52. The ace is high.
2. The first dealer is found by dealing cards face up, one at a time, until somebody receives K♥.
3. In each hand thirteen cards are dealt to everybody, face down, and the dealer's left neighbour leads.
4. Follow suit if able; otherwise play any card.
5. The highest trump takes the trick, or without a trump the highest card of the suit led; its player leads next.
6. A hand is over after thirteen tricks; then it is scored. Its last trick does not matter for the next one's lead.
7. The first six hands have no trumps, nobody chooses anything in them, and they come in the order of rules 8 to 13.
8. First hand: each trick costs 20 points.
9. Second hand: each heart in the tricks taken costs 20.
10. Third hand: each queen costs 50.
11. Fourth hand: each king and each jack costs 30.
12. Fifth hand: K♥ costs 160.
13. Sixth hand: each of the last two tricks costs 90.
14. After these hands the four scores add up to -1300.
15. In each of the last four hands the dealer names a trump suit, or no trump, or auctions this right among the others.
16. The dealer's left neighbour opens the auction by bidding a number of tricks. Then each in turn, without the dealer,
    bids more or passes.
17. Two passes in a row after a bid end the auction, and the highest bidder names a trump suit or no trump.
18. No matter which player has named trumps, the dealer then says whether the hand is played up or down.
19. Up, each trick brings 25 points. Down, everybody gets 325 points and pays 75 for each trick, even if that is more.
20. After an auction the bid is first taken from the bidder's number of tricks and added to the dealer's.
21. Each of the last four hands brings 325 points in all, so that the final scores add up to 0.
22. Most points after ten hands win.

Sources
-------
The rules of King in [Denexa Games, Game Rules](https://www.denexa.com/blog/category/game-rules/); [a description of
King without an auction](https://whisthub.com/en/kingen/rules).

Choices where the text is silent
--------------------------------
1. The deal passes to the left after every hand, so that everybody deals one of the last four.
2. The opening bid must be made, and is 1 at least. With ``forced_open=False`` its player may pass, as may the next
   ones; when all three have passed, the dealer names trumps and nobody pays.
3. A pass is not final: rule 17 names only passes in a row, so a player who has passed may bid later.
4. The highest bid is 13, and it ends the auction.
5. The dealer cannot refuse the highest bid, nor take part.
6. A bid may be more than the bidder's tricks: the number of tricks is then negative, and rule 19 goes on as it says.
7. Up or down is said before the first lead. Trumps, bid and direction are known to all.
8. A player who takes both of the last two tricks loses 180.
9. Any card may be led, hearts and K♥ too, and nobody must give K♥ away at the first chance.
10. All thirteen tricks are played, even when nothing is left that costs. With ``early_stop=True`` the second to the
    fifth hand end with the trick that takes the last such card; the scores are the same.
11. Players with the same best score share the win.
12. Rule 2 gives every seat the same chance, so the first dealer is drawn.

Options
-------
``hand``: play this hand alone, ``"positive"`` being any of the last four; None for all ten.
``forced_open``: whether the opening bid must be made.
``early_stop``: whether a hand ends when nothing is left in it that costs.

Rewards
-------
The best scores share +1, the others share -1; if all are equal, all get 0. The score is the points of the hands that
are over. ``reward="score"`` divides it by the farthest that a score can be from the mean. In the game that is
4875: -1300 in the first six hands, -650 in three played down with all the tricks, and -1625 for a dealer who adds a bid
of 13 to all the tricks. In a hand of the first six it is three quarters of what the hand costs in all, and 1706.25 in
one of the others, where the mean is 81.25.

End
---
After the tenth hand, or after the one that ``hand`` names. A hand has 52 cards to play; in the last four there are at
most 28 decisions before, as an auction has no more than 25 bids and passes, or 27 if the opening may be passed.

Written deck
------------
The first hand's cards go round from the dealer's left, the first card first. Later hands are shuffled.
"""

from enum import IntEnum

import numpy as np

from cardzoo.envs.engine.actions import Actions, Block
from cardzoo.envs.engine.cards import (
    CARD_WORDS,
    CARDS,
    HEARTS,
    JACK,
    KING,
    NO_CARD,
    QUEEN,
    SUIT_NAMES,
    SUIT_WORDS,
    SUITS,
    rank_of,
    suit_of,
)
from cardzoo.envs.engine.compiling import rule
from cardzoo.envs.engine.fields import Card, Cards, Choice, Flag, Number, Options, Pile, Seat, Seats, State
from cardzoo.envs.engine.game import Game, declared_in
from cardzoo.envs.engine.match import Match
from cardzoo.envs.families import dealing, tricks
from cardzoo.envs.scene import Hands, Layout, Look, Spread

SEATS = Seats(4)
HANDS = 10
TRICKS = 13
LAST_TRICKS = 2
KING_OF_HEARTS = CARD_WORDS.index("K♥")
COSTS = (20, 20, 50, 30, 160, 90)  # of what is counted in each of the first six hands
TOTALS = (TRICKS, 13, 4, 8, 1, LAST_TRICKS, TRICKS)  # how much of it there is, by kind of hand
UP_POINTS = 25
DOWN_POINTS = 325
DOWN_COST = 75
NOBODY = WHOLE_GAME = -1
PACK = np.arange(CARDS, dtype=np.int16)


class Hand(IntEnum):
    """Kinds of hands: the first six count against the players, then come the last four."""

    NO_TRICKS = 0
    NO_HEARTS = 1
    NO_QUEENS = 2
    NO_KINGS_OR_JACKS = 3
    NO_KING_OF_HEARTS = 4
    NO_LAST_TWO = 5
    POSITIVE = 6


POSITIVE = int(Hand.POSITIVE)


class Phase(IntEnum):
    """Decisions of the player whose turn it is."""

    CHOICE = 0
    AUCTION = 1
    NAME = 2
    DIRECTION = 3
    PLAY = 4


class Direction(IntEnum):
    """Direction of a hand: tricks are good or bad."""

    UP = 0
    DOWN = 1


ACTIONS = Actions(
    Block("play", CARDS, doc="lead or follow with a card of the hand"),
    Block("trump", SUIT_WORDS, doc="name a trump suit, as the dealer or the highest bidder"),
    Block("no trump", doc="name no trump"),
    Block("auction", doc="as the dealer, let the others bid for naming trumps"),
    Block("bid", [str(number) for number in range(1, TRICKS + 1)], doc="offer the dealer so many tricks"),
    Block("pass", doc="leave the highest bid, for this turn"),
    Block("up", doc="as the dealer, make tricks good"),
    Block("down", doc="as the dealer, make tricks bad"),
)
TRUMP = ACTIONS.first("trump")
NO_TRUMP = ACTIONS.first("no trump")
AUCTION = ACTIONS.first("auction")
FIRST_BID = ACTIONS.first("bid")
PASS = ACTIONS.first("pass")
UP = ACTIONS.first("up")
DOWN = ACTIONS.first("down")


@rule
def hands_in_all(options):
    """Rule 7: ten hands, or one that is played alone."""
    return HANDS if options.hand == WHOLE_GAME else 1


MATCH = Match(most=HANDS, length=hands_in_all, shortest={"hand": "positive"})

STATE = State(
    Choice("phase", Phase, default=Phase.PLAY, doc="what the player whose turn it is decides"),
    MATCH.counter,
    Pile("stock", CARDS, doc="the pack before the deal"),
    Cards("hands", SEATS, doc="the players' hands"),
    Card("trick", SEATS, doc="the card that each player has on the table"),
    Cards("played", doc="cards of this hand's earlier tricks"),
    Number("counted", SEATS, high=TRICKS, doc="tricks taken by each player, or the cards or tricks that cost points"),
    Number("void", SEATS, SUITS, doc="1 for a suit that a player has shown not to hold"),
    Seat("leader", SEATS, doc="the player who leads or has led"),
    Choice("trump", tricks.Suit, default=None, doc="the trump suit, if any has been named"),
    Choice("direction", Direction, default=None, doc="whether tricks are good or bad, in the last four hands"),
    Number("bid", high=TRICKS, doc="the highest bid, 0 before there is one"),
    Seat("bidder", SEATS, default=None, doc="the player whose bid it is"),
    Number("bids", SEATS, high=TRICKS, doc="each player's own highest bid, 0 for none"),
    Number("passes", high=SEATS - 1, doc="passes in a row"),
)

VIEW = STATE.view(
    Cards("hand", shows="hands", doc="own hand"),
    "trick",
    Choice("suit_led", tricks.Suit, default=None, doc="the suit led"),
    "leader played void counted phase",
    Choice("kind", Hand, doc="what this hand counts"),
    MATCH.left,
    "dealer trump direction bid bidder bids passes",
    Number("scores", SEATS, low=-4875, high=4550, shows="score", doc="points of the hands that are over"),
)

OPTIONS = Options(
    Choice("hand", Hand, default=None, doc="play this hand alone; None: all ten"),
    Flag("forced_open", default=True, doc="whether the opening bid must be made"),
    Flag("early_stop", doc="whether a hand ends when nothing is left in it that costs"),
)


@rule
def kind_of(state):
    """The kind of the hand being played (rules 7 and 15)."""
    if state.options.hand != WHOLE_GAME:
        return state.options.hand
    return min(state.hands_over, POSITIVE)


@rule
def next_player(player):
    """The left neighbour."""
    return (player + 1) % SEATS


@rule
def deal(state):
    """Rules 3, 7 and 15: all cards; in a positive hand the dealer then chooses."""
    dealing.deal_out(state)
    state.leader = state.player
    state.phase = Phase.PLAY
    if kind_of(state) == Hand.POSITIVE:
        state.phase = Phase.CHOICE
        state.player = state.dealer


next_hand = MATCH.next_hand(STATE, PACK, deal)


@rule
def legal_actions(state, mask):
    """Rules 4, 15 to 18, choice 9: legal actions of each phase."""
    hand = state.hands[state.player]
    led = state.trick[state.leader]
    if state.phase == Phase.AUCTION:
        mask[FIRST_BID + state.bid : PASS] = 1
        mask[PASS] = state.bid > 0 or not state.options.forced_open
    elif state.phase == Phase.DIRECTION:
        mask[UP] = mask[DOWN] = 1
    elif state.phase != Phase.PLAY:
        mask[TRUMP : NO_TRUMP + 1] = 1
        mask[AUCTION] = state.phase == Phase.CHOICE
    elif led == NO_CARD:
        tricks.mask_any(hand, mask)
    else:
        tricks.mask_following(hand, suit_of(led), mask)


@rule
def apply_action(state, action):
    """Play a legal action."""
    if state.phase == Phase.PLAY:
        tricks.play_card(state, action)
        state.player = next_player(state.player)
        if state.player == state.leader:
            take_trick(state)
    elif state.phase == Phase.DIRECTION:
        state.direction = Direction.UP if action == UP else Direction.DOWN
        state.phase = Phase.PLAY
        state.player = state.leader
    elif action == AUCTION:
        state.phase = Phase.AUCTION
        state.player = state.leader
    elif state.phase == Phase.AUCTION:
        call(state, action)
    else:
        name_trumps(state, action)


@rule
def name_trumps(state, action):
    """Rules 15, 17 and 18: a suit becomes trump, or none, and the dealer names the direction."""
    if action != NO_TRUMP:
        state.trump = action - TRUMP
    state.phase = Phase.DIRECTION
    state.player = state.dealer


@rule
def call(state, action):
    """Rules 16 and 17, choices 2 to 5: a player bids or passes; the auction ends when all others have passed."""
    if action == PASS:
        state.passes += 1
    else:
        state.bid = state.bids[state.player] = action - FIRST_BID + 1
        state.bidder = state.player
        state.passes = 0
    state.player = next_player(state.player)
    if state.player == state.dealer:
        state.player = next_player(state.player)
    if state.bid > 0 and (state.passes == SEATS - 2 or state.bid == TRICKS):
        state.phase = Phase.NAME
        state.player = state.bidder
    elif state.passes == SEATS - 1:
        state.phase = Phase.NAME
        state.player = state.dealer


@rule
def take_trick(state):
    """Rules 5, 6 and 8 to 13, choices 8 and 10: the winner takes the trick and leads; the hand may be over."""
    taker = tricks.winner(state.trick, suit_of(state.trick[state.leader]), state.trump, state.num_players)
    state.counted[taker] += count_trick(state)
    tricks.gather(state.trick, state.played)
    state.player = state.leader = taker
    if state.hands[taker].sum() == 0 or nothing_left(state):
        end_hand(state)


@rule
def nothing_left(state):
    """Choice 10: returns whether the hand ends because all that costs has been taken."""
    return state.options.early_stop and state.counted.sum() == TOTALS[kind_of(state)]


@rule
def count_trick(state):
    """Number of scoring cards or tricks of this hand's kind in the trick on the table."""
    kind = kind_of(state)
    if kind == Hand.NO_TRICKS or kind == Hand.POSITIVE:
        return 1
    if kind == Hand.NO_LAST_TWO:
        return int(state.hands[state.leader].sum() < LAST_TRICKS)
    number = 0
    for card in state.trick:
        number += is_counted(kind, card)
    return number


@rule
def is_counted(kind, card):
    """Rules 9 to 12: returns whether a card costs points in a hand that counts cards."""
    if kind == Hand.NO_HEARTS:
        return suit_of(card) == HEARTS
    if kind == Hand.NO_QUEENS:
        return rank_of(card) == QUEEN
    if kind == Hand.NO_KINGS_OR_JACKS:
        return rank_of(card) == KING or rank_of(card) == JACK
    return card == KING_OF_HEARTS


@rule
def end_hand(state):
    """Rules 6, 8 to 13, 20 and 22, choice 1: the hand is scored, and the next one follows or the game is over."""
    kind = kind_of(state)
    for player in range(SEATS):
        number = state.counted[player]
        if player == state.dealer:
            number += state.bid
        elif player == state.bidder:
            number -= state.bid
        state.score[player] += points(kind, state.direction, number)
    next_hand(state, next_player(state.dealer))


@rule
def points(kind, direction, number):
    """Rules 8 to 13 and 19: points of a player for this number of things that the hand counts."""
    if kind != Hand.POSITIVE:
        return -COSTS[kind] * number
    if direction == Direction.UP:
        return UP_POINTS * number
    return DOWN_POINTS - DOWN_COST * number


@rule
def observe(state, player, view):
    """Computed fields of the view: the suit led, the hand's count, the hands left, and the highest bid by seat."""
    led = state.trick[state.leader]
    if led != NO_CARD:
        view.suit_led = suit_of(led)
    view.kind = kind_of(state)
    if state.bidder != NOBODY:
        view.bids[(state.bidder - player + SEATS) % SEATS] = state.bid


@rule
def redeal_hidden(state, player):
    """Redraws the others' hands, consistent with shown voids."""
    tricks.redeal(state, player, tricks.NOTHING_KNOWN, tricks.has_not_shown_void)


def score_range(options, num_players):
    """The farthest that a score can be from the mean; see Rewards."""
    worst = DOWN_POINTS - DOWN_COST * TRICKS
    worst_as_dealer = worst - DOWN_COST * TRICKS
    costs = [cost * total for cost, total in zip(COSTS, TOTALS, strict=False)]
    if options.hand == WHOLE_GAME:
        return sum(costs) - (SEATS - 1) * worst - worst_as_dealer
    if options.hand == Hand.POSITIVE:
        return DOWN_POINTS / SEATS - worst_as_dealer
    return costs[options.hand] * (SEATS - 1) / SEATS


def check(state) -> str:
    """The first problem of a written position, in words, or nothing."""
    problem = tricks.wrong_void(state) or wrong_auction(state)
    if not problem and state.counted.any():
        problem = wrong_count(state)
    if not problem and nothing_left(state) and not state.over:
        problem = "counted: the hand ends when all that costs has been taken"
    if not problem and not state.over:
        problem = tricks.wrong_trick(state, state.hands.sum(axis=1)) or wrong_phase(state)
    return problem


def wrong_count(state) -> str:
    """The first problem of `counted`; a position may leave it out."""
    kind = kind_of(state)
    if state.over:
        expected = TOTALS[kind]
    elif kind in (Hand.NO_TRICKS, Hand.POSITIVE):
        expected = state.played.sum() // SEATS
    elif kind == Hand.NO_LAST_TWO:
        expected = max(state.played.sum() // SEATS - TRICKS + LAST_TRICKS, 0)
    else:
        expected = sum(int(state.played[card]) for card in range(CARDS) if is_counted(kind, card))
    return "" if state.counted.sum() == expected else f"counted: there are {expected} in the tricks taken"


def wrong_auction(state) -> str:
    """The first problem of bids."""
    others = [bid for player, bid in enumerate(state.bids) if player != state.bidder]
    if (state.bid > 0) != (state.bidder != NOBODY) or state.bids[state.dealer] > 0 or state.bidder == state.dealer:
        return "bid: it has a bidder, and the dealer bids nothing"
    if state.bid == 0:
        return "bids: none is more than bid" if max(others) > 0 else ""
    made = [bid for bid in others if bid > 0]
    if any(bid >= state.bid for bid in made) or len(set(made)) < len(made):
        return "bids: they differ, and bid is the highest"
    return "bids: the bidder's is bid" if state.bids[state.bidder] not in (0, state.bid) else ""


def wrong_phase(state) -> str:
    """The first problem of decisions before a hand is played, and of the player whose turn it is."""
    phase, decided = state.phase, (state.trump, state.direction, state.bid)
    opener = next_player(state.dealer)
    if state.leader != opener and not state.played.any():
        return "leader: the dealer's left neighbour leads to the first trick"
    if kind_of(state) != Hand.POSITIVE:
        if phase != Phase.PLAY or decided != (NOBODY, NOBODY, 0) or state.passes > 0:
            return "phase: the first six hands are played, and nothing is decided in them"
        return tricks.wrong_turn(state)
    if (phase == Phase.PLAY) != (state.direction != NOBODY):
        return "direction: it is said just before one of the last four hands is played"
    if phase == Phase.PLAY:
        return tricks.wrong_turn(state)
    if state.played.any() or state.void.any() or state.trick[opener] != NO_CARD:
        return "phase: nobody has played a card before a hand is played"
    if phase < Phase.DIRECTION and state.trump != NOBODY:
        return "trump: it is not named yet"
    ended = state.passes == SEATS - 2 or state.bid == TRICKS if state.bid else state.passes == SEATS - 1
    turn = state.dealer
    if phase == Phase.CHOICE:
        possible = state.bid == state.passes == 0
    elif phase == Phase.AUCTION:
        possible = not ended and (state.bid > 0 or state.passes == 0 or not state.options.forced_open)
        callers = [(opener + turn) % SEATS for turn in range(SEATS - 1)]
        first = callers.index(state.bidder) + 1 if state.bid else 0
        turn = callers[(first + state.passes) % len(callers)]
    else:
        possible = ended and (state.bid > 0 or not state.options.forced_open)
        possible |= phase == Phase.DIRECTION and state.bid == state.passes == 0
        if phase == Phase.NAME and state.bid:
            turn = state.bidder
    if not possible:
        return "phase: bid and passes do not lead to it"
    return "" if state.player == turn else f"player: it is the turn of player {turn}"


def as_many_as_own(look: Look, chair: int) -> int:
    """Cards in a hand where all play to tricks in turn."""
    view = look.view
    return int(view.hand.sum() + (view.trick[0] != NO_CARD) - (view.trick[chair] != NO_CARD))


LAYOUT = Layout(
    (Hands("hand", sizes=as_many_as_own), Spread("trick")),
    noted=("played",),
    says={
        "auction": "Let the others bid",
        "up": "Play up: tricks win",
        "down": "Play down: tricks lose",
    },
    calls={"trump": SUIT_NAMES},
    taker_leads=True,
    titles={
        "kind": "this hand",
        "direction": "tricks go",
        "hands_left": "hands left",
    },
    phases={
        "choice": "Choose the trumps, or let the others bid",
        "auction": "Bid for the right to choose the trumps, or pass",
        "name": "Choose the trumps, or none",
        "direction": "Play up or down: tricks win or lose",
        "play": "Play a card to the trick",
    },
    rules={
        "play": (4, 5),
        "trump": (15,),
        "no trump": (15,),
        "auction": (16,),
        "bid": (16,),
        "pass": (17,),
        "up": (19,),
        "down": (19,),
    },
)

GAME = Game(
    name="king",
    version=0,
    title="King",
    family="compendium",
    players=(SEATS, SEATS),
    default_players=SEATS,
    score_range=score_range,
    rest="played",
    **declared_in(__name__),
)
