"""Skat.

A trick-taking game with 32 cards for three: after an auction one player, the declarer, plays against the other two.

Rules
-----
1. Each player is dealt ten of the cards from 7 to ace: three, then four, then three, from the dealer's left. After the
   first round two cards go face down to the skat. The dealer's left neighbour is forehand, the next one middlehand, and
   the dealer rearhand.
2. Middlehand speaks to forehand: it bids a value or passes. Forehand holds the bid or passes; once it holds, middlehand
   bids higher or passes. When one of them has passed, rearhand speaks to the other one in the same way. A player who
   has passed is out. Bids are the 63 values of games, from 18 to 264; after 264 is held a speaker can only pass.
3. The last player in is declarer, at the last value bid. If the others have passed without a bid, forehand plays for 18
   or passes; then the hand is passed in and brings nothing.
4. The declarer takes the skat, lays any two of the twelve cards away and names the game, or leaves it face down and
   names a hand game. Games are the four suits, grand and null. In a hand game of a suit or grand, the declarer may
   announce schneider, schwarz, which includes schneider, or an open hand, which includes both. Null may be played open,
   with the skat or by hand. An open hand is laid down before the first lead.
5. In a suit game trumps are the jacks ♣ ♠ ♥ ♦ and below them A 10 K Q 9 8 7 of the suit. In grand only the jacks are
   trumps. Other suits rank A 10 K Q 9 8 7. Null has no trumps, and each suit ranks A K Q J 10 9 8 7.
6. Forehand leads to the first trick. Follow suit if able, otherwise play any card; a jack that is a trump belongs to
   trumps. The highest trump wins a trick, or without one the highest card of the suit led; its player leads next.
7. Aces count 11 points, tens 10, kings 4, queens 3 and jacks 2: 120 in all. The skat counts for the declarer.
8. In a suit game and in grand the declarer needs 61 points. A side with 30 points or fewer is schneider, and one
   without a trick is schwarz, even in a game that is lost. In null the declarer must not take a trick.
9. The value of a suit game or of grand is a base times a number of levels. The base is 9 for ♦, 10 for ♥, 11 for ♠, 12
   for ♣ and 24 for grand. The levels are the matadors, 1 for the game, and 1 each for hand, schneider, schneider
   announced, schwarz, schwarz announced and open. An announced level counts even if it is missed. Matadors are the
   highest trumps in a row, from J♣ on, that the declarer has, or lacks if J♣ is missing, in hand and skat together, as
   they were dealt. Null is worth 23, by hand 35, open 46, open by hand 59.
10. The declarer wins the value by reaching the goal, each announcement, and at least the bid. Otherwise the declarer
    loses twice the value, or, if it is below the bid, twice the least multiple of the base that reaches the bid.

Sources
-------
[Wikipedia](https://en.wikipedia.org/wiki/Skat_(card_game)); the International Skat Order, by rama.nu and skatgame.net;
preisskat.org for missed announcements, all of which now cost double. OpenSpiel's ``skat`` for the simple auction.

Choices where the text is silent
--------------------------------
1. There are three at the table, so the dealer plays, too.
2. A hand that is passed in brings 0 for all. There is no ramsch.
3. Nobody doubles a game: there is no kontra, no bock round and no spitze.
4. A suit game or grand may be named even if it is unlikely to reach the bid. Null is named only if one of its kinds
   reaches it: with the skat taken up to 46, by hand up to 59. Plain null is announced only up to 23 or 35.
5. Nobody gives up, and all ten tricks are played; null ends as soon as the declarer takes a trick.
6. The declarer scores the value, and 50 more if it is won or 50 less if it is lost, and each other player scores 40 for
   a lost game (Seeger and Fabian). With ``scoring="plain"`` only the value counts. In a match of several ``hands`` the
   deal passes to the left, and the best total wins.
7. With ``auction="simple"``, as in OpenSpiel, each player from forehand on names a game or passes, once. The first one
   to name a game plays it, takes the skat and lays two cards away; nothing is announced. The declarer scores twice the
   points above 60, and each other player loses half of that. In null they count as 90 if won, 30 if lost. Here the card
   with the lower code is laid away first. OpenSpiel takes any order: both are right, as the same two cards go.
8. A bid is the next higher value. With ``jumps`` a speaker may bid any higher one.

Options
-------
``auction``: ``"real"``, or ``"simple"`` without bids.
``jumps``: whether a bid may skip values.
``scoring``: ``"seeger"``, or ``"plain"`` for values alone.
``hands``: number of hands to play; 36 are a usual round.

Rewards
-------
The best scores share +1, the others share -1; if all are equal, all get 0. In a single hand the declarer thus gets +1
or -1. The score is the points of choice 6 or 7. ``reward="score"`` is the score less the mean, divided by the most
points that a hand can bring or cost, 590, or 240 with the simple auction, for each hand.

End
---
After ``hands``. A hand has 162 actions at most: 63 bids, their answers, 2 passes, 4 of the declarer and 30 cards.

Written deck
------------
Three cards each from forehand on, then two for the skat, four each and three each. Later hands are shuffled.
"""

from enum import IntEnum

import numpy as np

from cardzoo.envs.engine import arrays, piles
from cardzoo.envs.engine.actions import Actions, Block
from cardzoo.envs.engine.cards import CARDS, NO_CARD, SUITS, parse_cards
from cardzoo.envs.engine.compiling import rule
from cardzoo.envs.engine.fields import Card, Cards, Choice, Flag, Number, Options, Pile, Seat, Seats, State
from cardzoo.envs.engine.game import Game, declared_in
from cardzoo.envs.engine.match import Match
from cardzoo.envs.families import orders, passing, skat_games, tricks
from cardzoo.envs.families.holding import count_in, forehand, listener, speaker, wrong_bids
from cardzoo.envs.families.skat_games import (
    DECLARER,
    NULLS,
    ORDERS,
    OTHERS,
    VALUES,
    Announced,
    Contract,
    Led,
    next_value,
)
from cardzoo.envs.families.tricks import NOBODY
from cardzoo.envs.scene import Layout, Look, Spread

SEATS = Seats(3)
PLAYERS = int(SEATS)
TRICKS, SKAT = 10, 2
PLACES = PLAYERS + 1  # of hidden cards: the hands and the skat
PACKETS = (3, 4, 3)
PACK = np.array(sorted(parse_cards("A♣ 7♣..K♣ A♦ 7♦..K♦ A♥ 7♥..K♥ A♠ 7♠..K♠")), np.int16)
WON, LOST, OPPONENTS = 50, -50, 40  # of Seeger and Fabian
MOST_POINTS = 2 * 270 + 50  # a bid of 264 that is lost in diamonds or hearts
HALF, NULL_POINTS, MOST_SIMPLE = 60, 30, 240  # null counts as so many above or below half
MOST_HANDS, MOST_SCORE = 36, 36 * MOST_POINTS


class Phase(IntEnum):
    """Decisions of the player whose turn it is."""

    BID = 0
    ANSWER = 1
    SKAT = 2
    LAY = 3
    GAME = 4
    ANNOUNCE = 5
    PLAY = 6


class Auction(IntEnum):
    """The way of finding the declarer."""

    REAL = 0
    SIMPLE = 1


class Scoring(IntEnum):
    """Points of a hand."""

    SEEGER = 0
    PLAIN = 1


ACTIONS = Actions(
    Block("play", CARDS, doc="lead or follow with a card of the hand; as the declarer with the skat, lay it away"),
    Block("pass", doc="make no bid, hold no bid, or name no game in the simple auction"),
    Block("yes", doc="hold the bid"),
    Block("bid", doc="bid the next value"),
    Block("take the skat", doc="take the skat into the hand"),
    Block("play a hand game", doc="leave the skat face down"),
    Block("name", ("♦", "♥", "♠", "♣", "grand", "null"), doc="name the game"),
    Block("announce", ("nothing", "schneider", "schwarz", "open"), doc="in a hand game or null"),
    Block("jump", [str(value) for value in VALUES], doc="bid this value, with the option ``jumps``"),
)
PASS, YES, BID, TAKE, HAND, NAME, ANNOUNCE, JUMP = (ACTIONS.first(block.verb) for block in ACTIONS.blocks[1:])

MATCH = Match(most=MOST_HANDS)

STATE = State(
    Choice("phase", Phase, default=Phase.PLAY, doc="what the player whose turn it is decides"),
    MATCH.counter,
    Pile("stock", len(PACK), doc="the pack before the deal"),
    Cards("hands", SEATS, doc="the players' hands"),
    Cards("skat", doc="the skat; after the declarer has taken it, the cards laid away"),
    Number("bid", high=skat_games.MOST_VALUE, doc="the last value bid; 0 without a bid"),
    Number("passed", SEATS, doc="1 for a player who is out of the auction"),
    Seat("declarer", SEATS, default=None, doc="the player who plays against the others"),
    Number("by_hand", doc="1 if the declarer plays a hand game"),
    Choice("contract", Contract, default=None, doc="the game that the declarer has named"),
    Choice("announced", Announced, doc="the announcement of the declarer"),
    Card("trick", SEATS, doc="the card that each player has on the table"),
    Seat("leader", SEATS, doc="the player who leads or has led"),
    Cards("played", SEATS, doc="the cards that each player has played to earlier tricks of this hand"),
    Number("tricks", 2, high=TRICKS, doc="tricks of the declarer and of the other side"),
    Number(
        "points",
        2,
        high=skat_games.ALL_POINTS,
        doc="points of cards in the tricks of the declarer and of the other side",
    ),
    Number("void", SEATS, SUITS + 1, doc="1 for a suit that a player has shown not to hold; the fifth is of jacks"),
)

VIEW = STATE.view(
    Cards("hand", shows="hands", doc="own hand"),
    Cards("laid", doc="the cards that this seat has laid away, as the declarer"),
    Cards("open", doc="the declarer's hand, if it lies open"),
    "trick",
    Choice("suit_led", Led, default=None, doc="the suit led"),
    "leader bid passed declarer by_hand contract announced tricks points played void",
    Number("hand_sizes", SEATS, high=TRICKS + SKAT, shows="hands", doc="cards in each hand"),
    "phase turn dealer",
    Number(
        "scores", SEATS, low=-MOST_SCORE, high=MOST_SCORE, usual=MOST_POINTS, shows="score", doc="points, own first"
    ),
    MATCH.left,
)

OPTIONS = Options(
    Choice("auction", Auction, doc="the real auction, or a simple one without bids"),
    Flag("jumps", doc="whether a bid may skip values"),
    Choice("scoring", Scoring, doc="points of a hand: with the additions of Seeger and Fabian, or the value alone"),
    MATCH.option,
)


def score_range(options, num_players: int) -> float:
    """The most points that a hand can bring or cost, for all hands; see Rewards."""
    return float(int(options.hands) * (MOST_SIMPLE if options.auction == Auction.SIMPLE else MOST_POINTS))


@rule
def deal(state):
    """Rule 1: three cards each, two to the skat, four each and three each."""
    for packet in PACKETS:
        for turn in range(PLAYERS):
            for _ in range(packet):
                state.hands[(state.player + turn) % PLAYERS, piles.draw(state.stock)] += 1
        if state.stock.height == len(PACK) - PLAYERS * packet:
            for _ in range(SKAT):
                state.skat[piles.draw(state.stock)] += 1
    state.leader = state.player
    state.phase = Phase.GAME if state.options.auction == Auction.SIMPLE else Phase.BID
    if state.phase == Phase.BID:
        state.player = speaker(state)


@rule
def legal_actions(state, mask):
    """Rules 2 to 6: legal actions of each phase."""
    hand, led = state.hands[state.player], state.trick[state.leader]
    if state.phase == Phase.BID:
        mask_bids(state, mask)
    elif state.phase == Phase.ANSWER:
        mask[PASS] = mask[YES] = 1
    elif state.phase == Phase.SKAT:
        mask[TAKE] = mask[HAND] = 1
    elif state.phase == Phase.LAY:
        passing.mask_ascending(hand, state.skat, SKAT - state.skat.sum(), mask[:CARDS])
    elif state.phase == Phase.GAME:
        mask[PASS] = state.declarer == NOBODY
        mask[NAME : NAME + Contract.NULL] = 1
        mask[NAME + Contract.NULL] = NULLS[state.by_hand, 1] >= state.bid
    elif state.phase == Phase.ANNOUNCE:
        mask_announcements(state, mask)
    elif led == NO_CARD:
        tricks.mask_any(hand, mask)
    else:
        orders.mask_following(ORDERS[state.contract], hand, led, mask)


@rule
def mask_bids(state, mask):
    """Rules 2 and 3, choice 8: a pass, and the next value or, with jumps, any higher one; forehand alone only 18."""
    mask[PASS] = 1
    if not state.options.jumps:
        mask[BID] = state.bid < skat_games.MOST_VALUE
        return
    for number in range(len(VALUES)):
        mask[JUMP + number] = VALUES[number] > state.bid and (number == 0 or count_in(state) > 1)


@rule
def mask_announcements(state, mask):
    """Rule 4, choice 4: null is closed if that reaches the bid, or open; other games have all announcements."""
    is_null = state.contract == Contract.NULL
    mask[ANNOUNCE + Announced.NOTHING] = not is_null or NULLS[state.by_hand, 0] >= state.bid
    mask[ANNOUNCE + Announced.SCHNEIDER] = mask[ANNOUNCE + Announced.SCHWARZ] = not is_null
    mask[ANNOUNCE + Announced.OPEN] = 1


@rule
def apply_action(state, action):
    """Play a legal action."""
    if state.phase == Phase.PLAY:
        orders.play_card(ORDERS[state.contract], state, action)
        state.player = (state.player + 1) % PLAYERS
        if state.player == state.leader:
            take_trick(state)
    elif state.phase == Phase.LAY:
        lay(state, action)
    elif state.phase == Phase.SKAT:
        state.by_hand = action == HAND
        state.phase = Phase.GAME
        if action == TAKE:
            take_skat(state)
    elif state.phase == Phase.ANNOUNCE:
        state.announced = action - ANNOUNCE
        start_play(state)
    elif action == PASS:
        pass_on(state)
    elif state.phase == Phase.GAME:
        name_game(state, action - NAME)
    else:
        speak(state, action)


@rule
def speak(state, action):
    """Rules 2 and 3, choice 8: a bid, or a yes to it."""
    if action == YES:
        state.phase = Phase.BID
        state.player = speaker(state)
        return
    state.bid = VALUES[action - JUMP] if action >= JUMP else next_value(state.bid)
    state.phase = Phase.ANSWER
    state.player = listener(state)
    if count_in(state) == 1:
        declare(state)


@rule
def pass_on(state):
    """Rules 2 and 3, choices 2 and 7: a player is out; the next one speaks, or the auction is over."""
    state.passed[state.player] = 1
    left = count_in(state)
    if left == 0:
        end_hand(state)
    elif state.options.auction == Auction.SIMPLE:
        state.player = (state.player + 1) % PLAYERS
    elif left == 1 and state.bid > 0:
        declare(state)
    else:
        state.phase = Phase.BID
        state.player = speaker(state)


@rule
def declare(state):
    """Rule 3: the last player in is declarer."""
    state.declarer = state.player = state.passed.argmin()
    state.phase = Phase.SKAT


@rule
def take_skat(state):
    """Rule 4: the declarer takes the skat, and will lay two cards away."""
    for card in PACK:
        state.hands[state.declarer, card] += state.skat[card]
        state.skat[card] = 0
    state.phase = Phase.LAY


@rule
def lay(state, card):
    """Rule 4, choice 7: the declarer lays a card away; after two the game is named, or played if it has been."""
    state.hands[state.player, card] -= 1
    state.skat[card] = 1
    if state.skat.sum() == SKAT:
        state.phase = Phase.GAME
        if state.contract != NOBODY:
            start_play(state)


@rule
def name_game(state, contract):
    """Rule 4, choice 7: the declarer names the game; announcements, the skat or the first trick are next."""
    state.contract = contract
    if state.options.auction == Auction.SIMPLE:
        state.declarer = state.player
        take_skat(state)
    elif state.by_hand or contract == Contract.NULL:
        state.phase = Phase.ANNOUNCE
    else:
        start_play(state)


@rule
def start_play(state):
    """Rule 6: forehand leads."""
    state.phase = Phase.PLAY
    state.player = state.leader = forehand(state)


@rule
def take_trick(state):
    """Rules 6 and 7, choice 5: the winner takes the trick and leads; the hand may be over."""
    taker = orders.winner(ORDERS[state.contract], state, skat_games.TRUMP[state.contract])
    side = OTHERS * (taker != state.declarer)
    state.tricks[side] += 1
    for player in range(PLAYERS):
        card = state.trick[player]
        state.points[side] += skat_games.CARD_POINTS[card]
        state.played[player, card] = 1
        state.trick[player] = NO_CARD
    state.player = state.leader = taker
    if state.tricks.sum() == TRICKS or (state.contract == Contract.NULL and side != OTHERS):
        end_hand(state)


@rule
def end_hand(state):
    """Rules 3 and 10, choices 2, 6 and 7: players score; the next hand follows, or the game is over."""
    declarer = state.declarer
    state.points[DECLARER] += skat_games.points_of(state.skat)
    if declarer != NOBODY:
        if state.options.auction == Auction.SIMPLE:
            score_simple(state)
        else:
            result, adds = skat_games.result_of(state), state.options.scoring == Scoring.SEEGER
            state.score[declarer] += result + adds * (WON if result > 0 else LOST)
            for player in range(PLAYERS):
                state.score[player] += adds * OPPONENTS * (result < 0 and player != declarer)
    next_hand(state, forehand(state))


@rule
def score_simple(state):
    """Choice 7: the declarer's points above half count, twice for the declarer."""
    above = state.points[DECLARER] - HALF
    if state.contract == Contract.NULL:
        above = NULL_POINTS if skat_games.is_goal_reached(state) else -NULL_POINTS
    for player in range(PLAYERS):
        state.score[player] += 2 * above if player == state.declarer else -above


next_hand = MATCH.next_hand(STATE, PACK, deal)


@rule
def observe(state, player, view):
    """Computed fields of the view: the suit led, an open hand, and own cards laid away."""
    led = state.trick[state.leader]
    if led != NO_CARD:
        view.suit_led = orders.suit_in(ORDERS[state.contract], led)
    if is_open(state):
        arrays.copy(state.hands[state.declarer], view.open)
    if knows_skat(state, player):
        arrays.copy(state.skat, view.laid)


@rule
def is_open(state):
    """Rule 4: returns whether the declarer's hand lies open."""
    return state.phase == Phase.PLAY and state.announced == Announced.OPEN


@rule
def knows_skat(state, player):
    """Returns whether a player has taken the skat, and knows the cards laid away."""
    return player == state.declarer and state.phase >= Phase.LAY and not state.by_hand


@rule
def may_hold(state, place, card):
    """Returns whether a card may lie in a hand or in the skat, the last place."""
    if place == PLAYERS or state.contract == NOBODY:
        return True
    return orders.has_not_shown_void(ORDERS[state.contract], state, place, card)


@rule
def redeal_hidden(state, player):
    """Redraws the others' hands and the skat, consistent with voids that were shown; an open hand stays as it is."""
    cards, known = arrays.zeros((PLACES, CARDS), np.int16), arrays.zeros((PLACES, CARDS), np.int16)
    arrays.copy(state.hands, cards[:PLAYERS])
    arrays.copy(state.skat, cards[PLAYERS])
    if knows_skat(state, player):
        arrays.copy(state.skat, known[PLAYERS])
    if is_open(state):
        arrays.copy(state.hands[state.declarer], known[state.declarer])
    tricks.redeal_hands(state, cards, PLACES, player, known, may_hold)
    if state.phase == Phase.LAY and player != state.declarer and state.skat.any():
        passing.lower_choice(state, cards[state.declarer], cards[PLAYERS])
    arrays.copy(cards[:PLAYERS], state.hands)
    arrays.copy(cards[PLAYERS], state.skat)


def check(state) -> str:
    """The first problem of a written position, in words, or nothing."""
    is_simple = state.options.auction == Auction.SIMPLE
    most = int(state.hands_over) * (MOST_SIMPLE if is_simple else MOST_POINTS)
    if (abs(state.score) > most).any() or (is_simple and state.score.sum()):
        return f"score: {state.hands_over} hands bring or cost {most} points at most"
    problem = wrong_simple(state) if is_simple else wrong_game(state)
    if not problem and state.contract != NOBODY:
        problem = orders.wrong_void(ORDERS[state.contract], state)
    if problem or state.over:
        return problem
    return wrong_play(state) if state.phase == Phase.PLAY else wrong_start(state)


def wrong_simple(state) -> str:
    """The first problem of the simple auction: of the passes, the declarer and the game."""
    passes = [bool(state.passed[(state.dealer + 1 + turn) % PLAYERS]) for turn in range(PLAYERS)]
    if state.bid or state.by_hand or state.announced or passes != sorted(passes, reverse=True):
        return "passed: players pass from forehand on, and there are no bids, hand games or announcements"
    turn, is_named = next_to_name(state), state.declarer != NOBODY
    fits = is_named == (state.contract != NOBODY) and state.declarer in (NOBODY, turn)
    fits &= state.phase in ((Phase.LAY, Phase.PLAY) if is_named else (Phase.GAME,))
    fits &= not all(passes) or (state.over and not is_named)
    return "" if fits else f"declarer: player {turn} is the next to name a game, and then lays two cards away"


def next_to_name(state) -> int:
    """Choice 7: the player after those who have passed in the simple auction."""
    return int(state.dealer + 1 + state.passed.sum()) % PLAYERS


def wrong_game(state) -> str:
    """The first problem of the auction, of the game that the declarer names, and of announcements."""
    if state.bid and state.bid not in VALUES:
        return f"bid: {state.bid} is no value of a game"
    over = state.phase > Phase.ANSWER or state.over
    problem = wrong_bids(state, answers=state.phase == Phase.ANSWER, over=over)
    if problem or state.declarer == NOBODY:
        return problem
    is_named, is_null = state.phase >= Phase.ANNOUNCE, state.contract == Contract.NULL
    if is_named != (state.contract != NOBODY) or (state.by_hand and state.phase < Phase.GAME):
        return "contract: the declarer takes the skat or plays by hand, then names a game"
    if is_null and NULLS[state.by_hand, 1] < state.bid:
        return f"contract: null does not reach a bid of {state.bid}"
    mask, may_announce = np.zeros(len(ACTIONS), int), is_null or state.by_hand
    if state.phase == Phase.PLAY and may_announce:
        mask_announcements(state, mask)
    fits = mask[ANNOUNCE + state.announced] if mask.any() else state.announced == Announced.NOTHING
    fits &= may_announce or state.phase != Phase.ANNOUNCE
    return "" if fits else "announced: it is one that the declarer may make in this game"


def wrong_start(state) -> str:
    """The first problem of cards, and of the turn, before the play."""
    turn = state.declarer
    if turn == NOBODY:
        turn = next_to_name(state) if state.phase == Phase.GAME else state.player
    if state.leader != forehand(state) or state.player != turn:
        return f"player: it is the turn of player {turn}, and player {forehand(state)} leads first"
    if (state.trick != NO_CARD).any() or any(it.any() for it in (state.void, state.played, state.tricks, state.points)):
        return "played: no card is played before the game is named"
    laid = int(state.skat.sum())
    sizes = [TRICKS + (player == state.declarer) * (SKAT - laid) for player in range(PLAYERS)]
    if laid > SKAT or (laid < SKAT) != (state.phase == Phase.LAY) or state.hands.sum(axis=1).tolist() != sizes:
        return f"hands: all have {TRICKS} cards, and {SKAT} are in the skat or with the declarer, who lays them away"
    if laid == 1 and not state.hands[state.declarer, state.skat.argmax() :].any():
        return "skat: the second card to be laid away has the higher code"
    return ""


def wrong_play(state) -> str:
    """The first problem of the cards in the play, and of the turn."""
    over = int(state.tricks.sum())
    if state.skat.sum() != SKAT or (state.played.sum(axis=1) != over).any() or over >= TRICKS:
        return f"played: each player has played {over} cards, one to each trick, and {SKAT} are in the skat"
    if state.points.sum() != (skat_games.CARD_POINTS * state.played).sum() or state.points[state.tricks == 0].any():
        return "points: they are those of the cards played, of sides with a trick"
    if state.contract == Contract.NULL and state.tricks[0]:
        return "tricks: null is over when the declarer takes one"
    if over == 0 and state.leader != forehand(state):
        return f"leader: player {forehand(state)} leads first"
    return tricks.wrong_trick(state, state.hands.sum(axis=1)) or tricks.wrong_turn(state)


def name_bid(look: Look) -> str:
    """The sentence for the next bid, with its value."""
    return f"Bid {next_value(look.view['bid'])}" if look.view["bid"] < skat_games.MOST_VALUE else ""


LAYOUT = Layout(
    (Spread("open"), Spread("laid"), Spread("trick")),
    noted=("played",),
    titles={"by_hand": "hand game", "contract": "game", "passed": "passed"},
    labels={"tricks": ("declarer", "others"), "points": ("declarer", "others"), "by_hand": ("no", "yes")},
    says={"name": "Play {}", "jump": "Bid {}", "yes": "Hold the bid"},
    says_now={"play": lambda look: "Discard {}" if look.view["phase"] == Phase.LAY else "", "bid": name_bid},
    secretly={"play": "laid two cards away"},
    picks={"play": lambda view: view.hand.sum() - TRICKS if view.phase == Phase.LAY else 0},
    phases={
        "bid": "Bid or pass",
        "answer": "Hold the bid or pass",
        "skat": "Take the skat or play a hand game",
        "lay": "Discard two cards",
        "game": "Choose the game",
        "announce": "Choose an announcement",
        "play": "Play a card to the trick",
    },
    only_in=dict.fromkeys(("leader", "by_hand", "announced"), ("play",)) | {"passed": ("bid", "answer", "game")},
    calls={
        "name": [it.name.lower() for it in Contract],
        "announce": ("nothing", "schneider", "schwarz", "an open hand"),
    },
    rules={
        **dict.fromkeys(("pass", "yes", "bid", "jump"), (2, 3)),
        **dict.fromkeys(("take the skat", "play a hand game", "name", "announce"), (4, 9)),
        "play": (5, 6),
    },
)

GAME = Game(
    name="skat",
    version=0,
    title="Skat",
    family="trick-taking",
    players=(SEATS, SEATS),
    default_players=SEATS,
    pack=PACK.tolist(),
    score_range=score_range,
    **declared_in(__name__),
)
