"""Contract Bridge.

A trick-taking game for two partnerships: an auction decides the contract, and one player plays it with the partner's
hand open on the table. It is scored as duplicate bridge.

Rules
-----
1. Four players sit in two partnerships, each across from the partner. All 52 cards are dealt one at a time, 13 to each.
   From the dealer on, in turn, each player calls: passes, bids, doubles or redoubles.
2. A bid names a level from 1 to 7 and a denomination: ♣, ♦, ♥, ♠ or no trump, from low to high. Each bid is higher than
   the one before: of a higher level, or of the same level and a higher denomination.
3. A player may double if the last call other than a pass was a bid of the other side, and redouble if it was a double
   of the other side. Passes in between do not matter. A new bid ends both.
4. Three passes in a row after a bid end the auction. Four passes at its beginning end the hand, and nobody scores.
5. The last bid is the contract, with its double or redouble. Of its side, the player who was first to name its
   denomination in this auction, at any level, is the declarer.
6. The player to the declarer's left leads to the first trick. After that lead the declarer's partner lays the hand open
   on the table as dummy. The declarer plays dummy's cards, too.
7. Follow suit if able; otherwise play any card. The ace is high. The highest trump wins a trick, or without one the
   highest card of the suit led; the hand that has won leads next. All 13 tricks are played.
8. A contract of level n is made with n + 6 tricks. Each of the n tricks counts 20 points in ♣ and ♦, and 30 in ♥, ♠ and
   no trump, where the first one counts 40; that is doubled if the contract is, and doubled again if it is redoubled.
   100 of these points or more are a game, which brings 300 points, or 500 if the side is vulnerable; fewer bring 50.
   A contract of level 6 brings 500 or 750 more, one of level 7 brings 1,000 or 1,500. A doubled contract that is made
   brings 50 more, a redoubled one 100. Nothing is paid for twelve or thirteen tricks that were not bid.
9. Each trick above the contract counts as one of its suit, 30 in no trump; doubled 100, or 200 if vulnerable; redoubled
   twice that. These points are no part of a game.
10. For missing tricks the other side scores: 50 each, or 100 if the declarer's side is vulnerable. Doubled, they are
    100 for one, 300 for two, 500 for three and 300 for each other one; vulnerable, 200 for one and 300 for each other
    one. Redoubled, twice that. The points of one side are the loss of the other.

Sources
-------
Laws of Duplicate Bridge, in particular Law 77. ``bridge`` of
[OpenSpiel](https://github.com/google-deepmind/open_spiel) without double-dummy results is the same game; it deals to
seat 0 first, whoever the dealer is. RLCard's ``bridge`` counts tricks and has no score; pgx's
``bridge_bidding`` ends after the auction; `cardzoo.envs.double_dummy` has bridge whose cards a solver plays.

Choices where the text is silent
--------------------------------
1. A game is a single hand, a board; with ``hands`` the next boards follow. A board's number sets the dealer, players 0
   to 3 in turn, and who is vulnerable. In boards 1 to 16 that is: none, players 0 and 2 (0+2), players 1 and 3 (1+3),
   both; 0+2, 1+3, both, none; 1+3, both, none, 0+2; both, none, 0+2, 1+3. Then board 1 follows. The first board is
   ``board``, or drawn. If a dealer is named, it is the first board of that dealer. ``vulnerable`` overrules the boards.
2. There are no claims, no revokes, nothing is taken back, and nobody explains a bid.
3. A hand that is passed out is a hand with 0 points, and is not dealt again.
4. Dummy's player has no turns in the play: the declarer has 26, each defender 13. When dummy is to play, the declarer
   has the turn, and dummy's cards alone are legal.
5. Neither rubbers nor honours are scored.
6. Dummy's player does not see the declarer's hand. There is no decision to which it matters.

Options
-------
``hands``: number of hands.
``board``: the first board, 1 to 16; None to draw it.
``vulnerable``: the vulnerable sides: by the ``"boards"``, or in all hands ``"none"``, ``"north_south"`` (players 0 and
2), ``"east_west"`` (players 1 and 3) or ``"both"``.

Rewards
-------
Both partners of the side with more points get +1, the others -1; equal scores bring 0. Partners have the same score,
and the other side's is its negative. ``reward="score"`` divides points by 7,600 for each hand: a side that goes down
thirteen tricks redoubled and vulnerable loses as much, and no side can score more.

End
---
After ``hands``. An auction has 319 calls at most: three passes, then 35 bids of which each is doubled and redoubled
after two passes, and the last three passes. With 52 plays a hand has 371 actions at most.

Written deck
------------
Cards go round from the dealer's left, the first card first. The dealer is the one of ``board``, or else the one who is
named, or else player 3: that is board 4. Later hands are shuffled.
"""

from enum import IntEnum

import numpy as np

from cardzoo.envs.engine import arrays, piles, rewards, rng
from cardzoo.envs.engine.actions import Actions, Block
from cardzoo.envs.engine.cards import CARD_WORDS, CARDS, NO_CARD, SUIT_WORDS, SUITS, suit_of
from cardzoo.envs.engine.compiling import rule
from cardzoo.envs.engine.fields import Card, Cards, Choice, Number, Options, Pile, Seat, Seats, Sides, State
from cardzoo.envs.engine.game import Game, declared_in
from cardzoo.envs.engine.match import Match
from cardzoo.envs.families import dealing, tricks
from cardzoo.envs.families.bridge_scores import BIDS, LEVELS, STRAINS, Strain, contract_points
from cardzoo.envs.scene import Hands, Layout, Look, Spread

SEATS = Seats(4)
SIDES = Sides(2)
PLAYERS = int(SEATS)  # a plain number, which `arrays.zeros` needs
TRICKS = 13
PACK = np.arange(CARDS, dtype=np.int16)
BOARDS = 16
MOST_HANDS = 32
MOST_POINTS = 7600  # of a hand
POINTS_STEP = 10  # all points are multiples of it
DOUBLED = 1
REDOUBLED = 2
NOBODY = ANY_BOARD = -1
STRAIN_WORDS = (*SUIT_WORDS, "NT")
BID_WORDS = [f"{level} {strain}" for level in range(1, LEVELS + 1) for strain in STRAIN_WORDS]


class Phase(IntEnum):
    """Decisions of the player whose turn it is."""

    CALL = 0
    PLAY = 1


class Vulnerable(IntEnum):
    """The vulnerable sides."""

    BOARDS = 0
    NONE = 1
    NORTH_SOUTH = 2
    EAST_WEST = 3
    BOTH = 4


FIRST_FOUR = [Vulnerable.NONE, Vulnerable.NORTH_SOUTH, Vulnerable.EAST_WEST, Vulnerable.BOTH]
BY_BOARD = np.array([FIRST_FOUR[(board + board // SEATS) % SEATS] for board in range(BOARDS)])

ACTIONS = Actions(
    Block("play", CARDS, among=("hand", "open"), doc="lead or follow with a card of the hand that is to play"),
    Block("pass", doc="make no bid"),
    Block("double", doc="double the last bid, one of the other side"),
    Block("redouble", doc="redouble the double of the other side"),
    Block("bid", BID_WORDS, doc="undertake to win six tricks more than the number with these trumps"),
)
PASS, DOUBLE, REDOUBLE, BID = (ACTIONS.first(verb) for verb in ("pass", "double", "redouble", "bid"))

MATCH = Match(most=MOST_HANDS)

STATE = State(
    Choice("phase", Phase, default=Phase.PLAY, doc="what the player whose turn it is decides"),
    MATCH.counter,
    Number("board", low=1, high=BOARDS, default=1, doc="the board: it sets the dealer, and who is vulnerable"),
    Number("vulnerable", SIDES, doc="1 for a vulnerable side"),
    Pile("stock", CARDS, doc="the pack before the deal"),
    Cards("hands", SEATS, doc="the players' hands"),
    Number("bids", SEATS, BIDS, doc="1 for each bid that a player has made, from 1♣ to 7NT"),
    Number("doubles", SEATS, BIDS, doc="1 for each bid that a player has doubled"),
    Number("redoubles", SEATS, BIDS, doc="1 for each bid that a player has redoubled"),
    Number("passes", high=PLAYERS - 1, doc="passes since the last other call of the auction"),
    Number("level", high=LEVELS, doc="the level of the last bid, which the auction makes the contract; 0 without one"),
    Choice("trump", Strain, default=None, doc="the denomination of the last bid"),
    Number("doubled", high=REDOUBLED, doc="1 if the last bid is doubled, 2 if it is redoubled"),
    Seat("declarer", SEATS, default=None, doc="the player who plays the last bid, if it becomes the contract"),
    Card("trick", SEATS, doc="the card of each hand on the table"),
    Seat("leader", SEATS, doc="the hand that leads or has led"),
    Number("tricks", SIDES, high=TRICKS, doc="tricks that each side has won"),
    Cards("played", doc="cards of earlier tricks of this hand"),
    Number("void", SEATS, SUITS, doc="1 for a suit that a hand has shown to lack"),
)

VIEW = STATE.view(
    Cards("hand", shows="hands", doc="own hand"),
    Cards("open", SEATS, doc="dummy's hand, once the first lead lies on the table"),
    "trick",
    Choice("suit_led", tricks.Suit, default=None, doc="the suit led"),
    "leader",
    Number("from_dummy", doc="1 if the next card is one of dummy's"),
    "level trump doubled declarer bids doubles redoubles passes vulnerable tricks played void",
    Number("hand_sizes", SEATS, high=TRICKS, shows="hands", doc="cards in each hand"),
    "phase turn dealer board",
    Number(
        "scores",
        SIDES,
        low=-MOST_HANDS * MOST_POINTS // POINTS_STEP,
        high=MOST_HANDS * MOST_POINTS // POINTS_STEP,
        usual=MOST_POINTS // POINTS_STEP,
        doc="tens of points of earlier hands, own side first",
    ),
    MATCH.left,
)

OPTIONS = Options(
    MATCH.option,
    Number("board", low=1, high=BOARDS, default=None, optional=True, doc="the first board; None: drawn"),
    Choice("vulnerable", Vulnerable, doc="the vulnerable sides: by the boards, or the same in all hands"),
    titles={"board": "First board"},
    calls={"vulnerable": ("by the boards", "none", "North and South", "East and West", "both")},
    presets={"One deal": {}, "Four deals": {"hands": 4}},
)


def score_range(options, num_players: int) -> float:
    """The most that a side can score; see Rewards."""
    return float(MOST_POINTS * int(options.hands))


@rule
def shuffle(state):
    """Choice 1: the pack; if no dealer is named, the first board is drawn."""
    piles.shuffle(state, state.stock)
    if state.dealer == NOBODY:
        state.board = 1 + rng.below(state, BOARDS)
        state.dealer = dealer_of(state.board)


@rule
def dealer_of(board):
    """Choice 1: the dealer of a board."""
    return (board - 1) % SEATS


@rule
def deal(state):
    """Rule 1, choice 1: the board, 13 cards for each, and the first call by the dealer."""
    if state.hands_over > 0:
        state.board = state.board % BOARDS + 1
    elif state.options.board != ANY_BOARD:
        state.board = state.options.board
    elif dealer_of(state.board) != state.dealer:
        state.board = state.dealer + 1
    state.dealer = dealer_of(state.board)
    state.player = (state.dealer + 1) % SEATS
    dealing.deal_out(state)
    sides = state.options.vulnerable
    if sides == Vulnerable.BOARDS:
        sides = BY_BOARD[state.board - 1]
    state.vulnerable[0] = sides == Vulnerable.BOTH or sides == Vulnerable.NORTH_SOUTH
    state.vulnerable[1] = sides == Vulnerable.BOTH or sides == Vulnerable.EAST_WEST
    state.phase = Phase.CALL
    state.player = state.dealer


@rule
def legal_actions(state, mask):
    """Rules 2, 3 and 7: calls, or cards of the hand that is to play."""
    if state.phase == Phase.CALL:
        mask_calls(state, mask)
        return
    hand, led = state.hands[seat_to_play(state)], state.trick[state.leader]
    if led == NO_CARD:
        tricks.mask_any(hand, mask)
    else:
        tricks.mask_following(hand, suit_of(led), mask)


@rule
def mask_calls(state, mask):
    """Rules 2 and 3: a pass, any higher bid, a double or a redouble."""
    mask[PASS] = 1
    mask[BID + last_bid(state) + 1 : BID + BIDS] = 1
    if state.level > 0:
        is_own = is_of_side(state, state.player)
        mask[DOUBLE] = not is_own and state.doubled == 0
        mask[REDOUBLE] = is_own and state.doubled == DOUBLED


@rule
def last_bid(state):
    """The number of the last bid: 0 for 1♣ to 34 for 7NT, -1 before the first one."""
    return STRAINS * (state.level - 1) + state.trump if state.level > 0 else -1


@rule
def is_of_side(state, player):
    """Returns whether a player is of the side that has made the last bid."""
    return (player - state.declarer) % SIDES == 0


@rule
def dummy_of(state):
    """The declarer's partner."""
    return (state.declarer + SIDES) % SEATS


@rule
def seat_to_play(state):
    """The hand that plays the next card to the trick."""
    seat = state.leader
    while state.trick[seat] != NO_CARD:
        seat = (seat + 1) % SEATS
    return seat


@rule
def apply_action(state, action):
    """Play a legal action."""
    if state.phase == Phase.CALL:
        call(state, action)
        return
    seat = seat_to_play(state)
    tricks.play_from(state, seat, action)
    if (seat + 1) % SEATS == state.leader:
        take_trick(state)
    if state.phase == Phase.PLAY:
        give_turn(state)


@rule
def call(state, action):
    """Rules 3 and 4: a call of the player whose turn it is; the next one calls, or the auction is over."""
    player = state.player
    state.player = (player + 1) % SEATS
    if action == PASS:
        state.passes += 1
        if state.passes == SEATS - (state.level > 0):
            end_auction(state)
        return
    state.passes = 0
    if action >= BID:
        bid(state, player, action - BID)
        return
    if action == DOUBLE:
        state.doubles[player, last_bid(state)] = 1
    else:
        state.redoubles[player, last_bid(state)] = 1
    state.doubled += 1


@rule
def bid(state, player, number):
    """Rules 3 and 5: a player bids; of the side, the first one to have named the denomination would be declarer."""
    state.bids[player, number] = 1
    state.level, state.trump = number // STRAINS + 1, number % STRAINS
    state.doubled = 0
    partner = (player + SIDES) % SEATS
    state.declarer = player
    for earlier in range(number, -1, -STRAINS):
        if state.bids[player, earlier]:
            state.declarer = player
        elif state.bids[partner, earlier]:
            state.declarer = partner


@rule
def end_auction(state):
    """Rules 4 and 6: the first lead; without a bid the hand is over."""
    if state.level == 0:
        next_hand(state, (state.dealer + 1) % SEATS)
        return
    state.passes = 0
    state.phase = Phase.PLAY
    state.player = state.leader = (state.declarer + 1) % SEATS


@rule
def take_trick(state):
    """Rule 7: the side of the winner counts the trick, and its hand leads next; the hand may be over."""
    taker = tricks.winner(state.trick, suit_of(state.trick[state.leader]), state.trump, SEATS)
    tricks.gather(state.trick, state.played)
    state.tricks[taker % SIDES] += 1
    state.leader = taker
    if state.hands[taker].sum() == 0:
        end_hand(state)


@rule
def give_turn(state):
    """Rule 6, choice 4: the turn of the hand that plays next; dummy's is the declarer's."""
    seat = seat_to_play(state)
    state.player = state.declarer if seat == dummy_of(state) else seat


@rule
def end_hand(state):
    """Rules 8 to 10: both sides score; the next hand follows, or the game is over."""
    side = state.declarer % SIDES
    points = contract_points(state.level, state.trump, state.doubled, state.vulnerable[side], state.tricks[side])
    for player in range(SEATS):
        state.score[player] += points if is_of_side(state, player) else -points
    next_hand(state, (state.dealer + 1) % SEATS)


next_hand = MATCH.next_hand(STATE, PACK, deal, reward=rewards.reward_sides, keeps="board")


@rule
def observe(state, player, view):
    """Computed fields of the view: dummy's hand, the trick, and points in tens."""
    if state.trick[state.leader] != NO_CARD:
        view.suit_led = suit_of(state.trick[state.leader])
    if state.phase == Phase.PLAY:
        dummy = dummy_of(state)
        view.from_dummy = not state.over and seat_to_play(state) == dummy
        if is_dummy_open(state):
            arrays.copy(state.hands[dummy], view.open[(dummy - player) % SEATS])
    for side in range(SIDES):
        view.scores[side] = state.score[(player + side) % SEATS] // POINTS_STEP


@rule
def is_dummy_open(state):
    """Rule 6: returns whether the first lead has been made."""
    return state.phase == Phase.PLAY and (state.trick[state.leader] != NO_CARD or state.played.any())


@rule
def redeal_hidden(state, player):
    """Redraws the hidden hands, consistent with voids that were shown; an open dummy stays as it is."""
    known = arrays.zeros((PLAYERS, CARDS), np.int16)
    if is_dummy_open(state):
        arrays.copy(state.hands[dummy_of(state)], known[dummy_of(state)])
    tricks.redeal(state, player, known, tricks.has_not_shown_void)


def check(state) -> str:
    """The first problem of a written position, in words, or nothing."""
    if (state.score != state.score[0] * np.array([1, -1, 1, -1])).any() or state.score[0] % POINTS_STEP:
        return "score: partners have the same, in tens, and the others its negative"
    if abs(state.score[0]) > MOST_POINTS * int(state.hands_over):
        return f"score: a hand brings {MOST_POINTS} points at most, and {state.hands_over} are over"
    if dealer_of(state.board) != state.dealer:
        return f"board: player {dealer_of(state.board)} deals board {state.board}"
    problem = wrong_auction(state) or tricks.wrong_void(state)
    if problem or state.over:
        return problem
    if state.tricks.sum() * SEATS != state.played.sum():
        return f"tricks: {state.played.sum()} cards have been played, {SEATS} in each trick"
    if state.phase == Phase.CALL:
        is_fresh = (state.hands.sum(axis=1) == TRICKS).all() and not state.void.any()
        return "" if is_fresh else f"hands: all have {TRICKS} cards while players call, and have shown nothing"
    return tricks.wrong_trick(state, state.hands.sum(axis=1)) or wrong_turn(state)


def wrong_turn(state) -> str:
    """The first problem of the turn in the play."""
    if state.leader != (state.declarer + 1) % SEATS and not state.played.any():
        return "leader: the hand to the left of the declarer leads first"
    seat = seat_to_play(state)
    player = state.declarer if seat == dummy_of(state) else seat
    return "" if state.player == player else f"player: it is the turn of player {player}"


def wrong_auction(state) -> str:
    """The first problem of the auction: its calls one after the other, and those that follow from them."""
    caller = int(state.dealer - 1) % SEATS
    level, trump, doubled, declarer = 0, NOBODY, 0, NOBODY
    for number in range(BIDS):
        calls = [np.flatnonzero(made[:, number]) for made in (state.bids, state.doubles, state.redoubles)]
        if not len(calls[0]) >= len(calls[1]) >= len(calls[2]) or len(calls[0]) > 1:
            return f"bids: {BID_WORDS[number]} is bid, then doubled, then redoubled, by one player each"
        for times, (player,) in enumerate(made for made in calls if len(made)):
            opens = level == 0
            if (player - caller) % SEATS == 0 and not opens:
                return f"bids: no player makes two calls in a row, and player {player} does with {BID_WORDS[number]}"
            if times and (player - caller) % SIDES == 0:
                return f"doubles: {BID_WORDS[number]} is doubled and redoubled by the other side"
            caller, level, trump, doubled = int(player), number // STRAINS + 1, number % STRAINS, times
            if times == 0:
                side = state.bids[[player, (player + SIDES) % SEATS], trump : number + 1 : STRAINS]
                first = np.flatnonzero(side.any(axis=0))[0]
                declarer = int(player) if side[0, first] else int(player + SIDES) % SEATS
    if (level, trump, doubled, declarer) != (state.level, state.trump, state.doubled, state.declarer):
        return "level, trump, doubled and declarer are those of the last bid"
    if state.over or state.phase == Phase.PLAY:
        return "" if level > 0 or state.over else "phase: cards are played after a bid"
    if state.passes > SEATS - 1 - (level > 0) or state.player != (caller + 1 + state.passes) % SEATS:
        return "passes: those since the last other call, at most two after a bid, lead to the player on turn"
    return ""


def bids_in_words(look: Look, bids: np.ndarray) -> str:
    """A player's bids, or those that the player has doubled or redoubled, from low to high."""
    return ", ".join(BID_NAMES[bid] for bid in np.flatnonzero(bids))


def name_card(look: Look, card: int) -> str:
    """A card of dummy, which the declarer plays."""
    return f"Play {CARD_WORDS[card]} from dummy" if look.view.from_dummy else ""


CALLED = ("bids", "doubles", "redoubles")
BID_NAMES = [bid.replace(" ", "") for bid in BID_WORDS]
LAYOUT = Layout(
    (Hands("hand", known="open"), Spread("trick")),
    noted=("played",),
    titles={
        **{name: name for name in CALLED},
        "level": "contract",
        "doubled": "doubled",
        "vulnerable": "vulnerable",
        "from_dummy": "from dummy",
        "board": "board",
    },
    units={"scores": POINTS_STEP},
    labels={"doubled": ("no", "doubled", "redoubled")} | dict.fromkeys(CALLED, BID_NAMES),
    words=dict.fromkeys(CALLED, bids_in_words),
    calls={"bid": BID_NAMES},
    says_each={"play": name_card},
    says={"pass": "Pass", "double": "Double", "redouble": "Redouble", "bid": "Bid {}"},
    phases={
        "call": "Choose a bid, a double or a pass",
        "play": "Play a card to the trick",
    },
    ended={"pass": "All four passed."},
    only_in=dict.fromkeys(("leader", "from_dummy", "level", "trump", "doubled", "declarer"), ("play",)),
    rules={"play": (6, 7), "pass": (4,), "double": (3,), "redouble": (3,), "bid": (2,)},
)

GAME = Game(
    name="bridge",
    version=0,
    title="Contract Bridge",
    family="trick-taking",
    players=(SEATS, SEATS),
    sides=SIDES,
    default_players=SEATS,
    score_range=score_range,
    rest="played",
    **declared_in(__name__),
)
