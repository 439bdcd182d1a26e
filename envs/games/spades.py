"""Spades.

A trick-taking game for two partnerships: they bid how many tricks they take, and spades are always trumps.

Rules
-----
1. Four players sit in two partnerships, each across from the partner. All 52 cards are dealt one at a time, from the
   dealer's left, 13 to each. After each hand the deal passes to the left.
2. From the dealer's left each player bids once, a number of tricks from 0 to 13; a bid of 0 is called nil. Nobody
   passes. The bids of two partners come to 13 together at most.
3. The player to the dealer's left leads to the first trick.
4. Follow suit if able; otherwise play any card. The ace is high. The highest spade wins a trick, or without one the
   highest card of the suit led; its player leads next.
5. A spade may not be led before spades are broken, which the first spade played to a trick does; but a player who holds
   nothing else may lead one.
6. A side that takes as many tricks as both partners have bid, or more, scores 10 points for each trick bid and 1 for
   each other trick, a bag.
7. A side that takes fewer loses 10 points for each trick bid, and has no bags.
8. For each nil the side also scores 100 points if its player takes no trick, and loses 100 otherwise.
9. The tricks of a player whose nil has failed count for the side, towards the partner's bid or as bags.
10. Bags add up from hand to hand: for each ten the side loses 100 points, and keeps the rest of its bags.
11. The match ends after a hand in which a side has come to 500 points or more, or to -350 or less. The higher total
    wins. If totals are equal, another hand is played, until they differ.

Sources
-------
[OpenSpiel](https://github.com/google-deepmind/open_spiel)'s ``spades``, and the description of dkmgames.com that it
follows; those of Gasp Mobile Games, of Microsoft's Zone and of Field of Themes.

Choices where the text is silent
--------------------------------
1. On Microsoft's Zone the tricks of a failed nil are bags only; rule 9 is OpenSpiel's. If both partners bid nil, the
   bid of their side is 0: it is always made, and each of their tricks is a bag.
2. There are no blind bids, no jokers and no bonus for two nils. ``nil``, ``bags``, ``bag_penalty``, ``target`` and
   ``mercy`` are the numbers of rules 8, 10 and 11; with ``mercy=None`` no total is too low.
3. Nothing but rule 5 restricts the first trick. With ``lowest_club`` the holder of 2♣ leads it, and all play their
   lowest clubs. A player without clubs plays any card but a spade; only a hand of spades plays one.
4. Bags are counted by themselves. With the numbers of the rules they are also the last digit of the total. OpenSpiel
   reads that digit, but below 0 from the wrong end: at -53 it sees no bags, although there are 7.
5. All bids are open, and partners show each other nothing else.
6. With ``hands`` a match has this number of hands. The higher total wins, and equal ones are a draw.
7. OpenSpiel bounds the bids of two partners as rule 2 does. With ``cap=False`` they bid any numbers.
8. With ``breaking="never"`` a spade may be led from a hand of spades only, during the whole hand, as in OpenSpiel. With
   ``"free"`` rule 5 is left out.

Options
-------
``nil``: points for a nil, or against it.
``bags``: bags that cost points.
``bag_penalty``: points that they cost.
``target``: the total that ends the match.
``mercy``: the low total that ends the match; None for no such end.
``hands``: number of hands to play instead; None for a match to the target. Only one of it and ``target`` may be given.
``cap``: whether the bids of two partners are 13 together at most.
``breaking``: when spades may be led: ``"usual"`` as in rule 5, ``"never"`` or ``"free"``.
``lowest_club``: whether all play their lowest clubs to the first trick.
``max_hands``: hands after which a match to a target is stopped.

Rewards
-------
Both partners of the better side get +1, the others -1; equal totals bring 0. Partners have the same score, the total
of their side. ``reward="score"`` is the lead of the own side, divided by a bound of leads: 500 for a single hand, 520
more for each other hand. A hand brings a lead of 487 at most, 490 with ``cap=False``, and 100 more if bags are left of
earlier hands. In a match to a target the bound is the way from ``mercy`` to ``target`` and such a hand.

End
---
After a hand by rule 11, or after ``hands``. A hand is 4 bids and 52 plays, and brings a side -290 to 230 points, or
less by a second penalty if it has bags of earlier hands. A match to a target is truncated after ``max_hands``, and
totals decide.

Written deck
------------
Cards go round from the dealer's left, the first card first. Later hands are shuffled.
"""

from enum import IntEnum

import numpy as np

from cardzoo.envs.engine import rewards
from cardzoo.envs.engine.actions import Actions, Block
from cardzoo.envs.engine.cards import CARD_WORDS, CARDS, CLUBS, NO_CARD, RANKS, SPADES, SUITS, rank_ace_high, suit_of
from cardzoo.envs.engine.compiling import rule
from cardzoo.envs.engine.fields import Card, Cards, Choice, Flag, Number, Options, Pile, Seat, Seats, Sides, State
from cardzoo.envs.engine.game import Game, declared_in
from cardzoo.envs.engine.match import Match
from cardzoo.envs.families import dealing, trick_bids, tricks
from cardzoo.envs.families.trick_bids import NO_BID
from cardzoo.envs.scene import Hands, Layout, Spread

SEATS = Seats(4)
SIDES = Sides(2)
TRICKS = 13
PACK = np.arange(CARDS, dtype=np.int16)
TWO_OF_CLUBS = CARD_WORDS.index("2♣")
TRICK_POINTS = 10  # for a trick that was bid
MOST_NIL = MOST_PENALTY = 100
FEWEST_BAGS, MOST_BAGS = 10, 20  # that cost points
MOST_HANDS = 100
MOST_A_HAND = 230  # a nil and the partner's 13 tricks
LEAST_A_HAND = -320  # in the long run: two failed nils, and 13 bags that cost 130
LOWEST, HIGHEST = MOST_HANDS * LEAST_A_HAND - MOST_PENALTY, MOST_HANDS * MOST_A_HAND
FIRST_LEAD, NEXT_LEAD = 500, 520  # bounds of a hand's lead, without bags of earlier hands and with them
HIGHEST_TARGET = 1000
MOST_NEEDED = 2 * HIGHEST_TARGET
TO_TARGET = NO_MERCY = -1


class Phase(IntEnum):
    """Decisions of the player whose turn it is."""

    BID = 0
    PLAY = 1


class Breaking(IntEnum):
    """Times at which spades may be led by a player who holds another suit."""

    USUAL = 0
    NEVER = 1
    FREE = 2


ACTIONS = Actions(
    Block("play", CARDS, doc="lead or follow with a card of the hand"),
    Block("bid", [str(number) for number in range(TRICKS + 1)], doc="bid a number of tricks, 0 for nil"),
)
BID = ACTIONS.first("bid")

MATCH = Match(most=MOST_HANDS, default=None, stop=MOST_HANDS, early=True)

STATE = State(
    Choice("phase", Phase, default=Phase.PLAY, doc="what the player whose turn it is decides"),
    MATCH.counter,
    Pile("stock", CARDS, doc="the pack before the deal"),
    Cards("hands", SEATS, doc="the players' hands"),
    Number("bids", SEATS, high=TRICKS, default=None, optional=True, doc="tricks that each player has bid, 0 for nil"),
    Number("tricks", SEATS, high=TRICKS, doc="tricks that each player has taken"),
    Card("trick", SEATS, doc="the card that each player has on the table"),
    Seat("leader", SEATS, doc="the player who leads or has led"),
    Cards("played", doc="cards of earlier tricks of this hand"),
    Number("broken", doc="1 if any leader may lead spades"),
    Number("void", SEATS, SUITS, doc="1 for a suit that a player has shown not to hold"),
    Number("clubs_from", SEATS, high=RANKS, doc="by lowest_club: rank below which a player has shown to hold no club"),
    Number("bags", SIDES, high=MOST_BAGS - 1, doc="bags of each side that have not cost points yet"),
)

VIEW = STATE.view(
    Cards("hand", shows="hands", doc="own hand"),
    "trick",
    Choice("suit_led", tricks.Suit, default=None, doc="the suit led"),
    "leader bids tricks played broken void clubs_from",
    Number("hand_sizes", SEATS, high=TRICKS, shows="hands", doc="cards in each hand"),
    "phase turn dealer",
    Number(
        "scores", SIDES, low=LOWEST, high=HIGHEST, usual=HIGHEST_TARGET // 2, shows="score", doc="totals, own first"
    ),
    "bags",
    Number("bags_left", SIDES, high=MOST_BAGS, doc="bags of each side until the next ones cost points"),
    Number("bag_penalty", high=MOST_PENALTY, doc="points that they cost"),
    Number("nil_points", high=MOST_NIL, doc="points for a nil, or against it"),
    Number("needed", SIDES, high=MOST_NEEDED, doc="points that each side lacks to the target, if there is one"),
    Number(
        "above_mercy", SIDES, high=MOST_NEEDED, doc="points by which each side is above the low end, if there is one"
    ),
    MATCH.left,
    MATCH.to_stop,
)

OPTIONS = Options(
    Number("nil", high=MOST_NIL, default=100, doc="points for a nil, or against it"),
    Number("bags", low=FEWEST_BAGS, high=MOST_BAGS, default=10, doc="bags that cost points"),
    Number("bag_penalty", high=MOST_PENALTY, default=100, doc="points that they cost"),
    Number("target", low=1, high=HIGHEST_TARGET, default=500, doc="the total that ends the match"),
    Number("mercy", low=-HIGHEST_TARGET, high=-2, default=-350, optional=True, doc="the low total that ends the match"),
    MATCH.option,
    Flag("cap", default=True, doc="whether the bids of two partners are 13 together at most"),
    Choice("breaking", Breaking, doc="when spades may be led: once broken, by nobody with another suit, or always"),
    Flag("lowest_club", doc="whether all play their lowest clubs to the first trick"),
    MATCH.stop,
    either=("target", "hands"),
    titles={"bag_penalty": "Points that bags cost"},
    calls={"breaking": ("once broken", "never with another suit", "always")},
    presets={"First to 500": {}, "First to 250": {"target": 250}},
)


def score_range(options, num_players: int) -> float:
    """Half of the most by which a side can lead; see Rewards."""
    to_target = options.hands == TO_TARGET
    hands = int(options.max_hands if to_target else options.hands)
    most = FIRST_LEAD + NEXT_LEAD * (hands - 1)
    if to_target and options.mercy != NO_MERCY:
        most = min(most, int(options.target) - int(options.mercy) + FIRST_LEAD + MOST_PENALTY)
    return most / 2


@rule
def deal(state):
    """Rules 1 and 2: the hands, and the first bid."""
    dealing.deal_out(state)
    state.phase = Phase.BID
    state.leader = state.player
    state.broken = state.options.breaking == Breaking.FREE


@rule
def legal_actions(state, mask):
    """Rules 2, 4 and 5, choice 3: bids, or cards that may be led or follow."""
    hand, led = state.hands[state.player], state.trick[state.leader]
    if state.phase == Phase.BID:
        trick_bids.mask_bids(mask, BID, most_to_bid(state))
    elif is_opening(state):
        mask_opening(hand, mask)
    elif led == NO_CARD:
        tricks.mask_any(hand, mask)
        if not state.broken:
            tricks.spare_suit(hand, SPADES, mask)
    else:
        tricks.mask_following(hand, suit_of(led), mask)


@rule
def most_to_bid(state):
    """Rule 2, choice 7: the highest legal bid."""
    of_partner = state.bids[(state.player + SIDES) % SEATS]
    return TRICKS - of_partner if state.options.cap and of_partner != NO_BID else TRICKS


@rule
def is_opening(state):
    """Choice 3: returns whether all play their lowest clubs to this trick."""
    return state.options.lowest_club and state.played.sum() == 0


@rule
def mask_opening(hand, mask):
    """Choice 3: the lowest club; without one any card but a spade, and a spade only without others."""
    for rank in range(1, RANKS + 1):
        card = RANKS * CLUBS + rank % RANKS
        if hand[card] > 0:
            mask[card] = 1
            return
    tricks.mask_any(hand, mask)
    tricks.spare_suit(hand, SPADES, mask)


@rule
def apply_action(state, action):
    """Play a legal action."""
    if state.phase == Phase.BID:
        if trick_bids.bid(state, action - BID):
            start_play(state)
        return
    show_lacks(state, action)
    tricks.play_card(state, action)
    state.broken |= suit_of(action) == SPADES and state.options.breaking == Breaking.USUAL
    state.player = (state.player + 1) % SEATS
    if state.player == state.leader and trick_bids.take_trick(state, SPADES):
        end_hand(state)


@rule
def start_play(state):
    """Rule 3, choice 3: the first lead."""
    state.phase = Phase.PLAY
    if state.options.lowest_club:
        state.player = state.leader = tricks.holder_of(state, TWO_OF_CLUBS)
        state.clubs_from[:] = rank_ace_high(TWO_OF_CLUBS) + 1
        state.clubs_from[state.leader] = 0


@rule
def show_lacks(state, card):
    """Record what a card about to be played shows about the rest of the hand, besides a void in the suit led."""
    player, suit = state.player, suit_of(card)
    if is_opening(state):
        if suit == CLUBS:
            state.clubs_from[player] = rank_ace_high(card)
        elif suit == SPADES:
            tricks.show_only(state, player, SPADES)
    elif state.trick[state.leader] == NO_CARD and suit == SPADES and not state.broken:
        tricks.show_only(state, player, SPADES)


@rule
def end_hand(state):
    """Rules 1, 6 to 11: both sides score; the next hand follows, or the match is over."""
    was_level = state.score[0] == state.score[1] and reaches_end(state)
    for side in range(SIDES):
        points = score_bid(state, side)
        for player in range(side, SEATS, SIDES):
            if state.bids[player] == 0:
                points += state.options.nil if state.tricks[player] == 0 else -state.options.nil
        while state.bags[side] >= state.options.bags:
            state.bags[side] -= state.options.bags
            points -= state.options.bag_penalty
        for player in range(side, SEATS, SIDES):
            state.score[player] += points
    if was_level and state.score[0] != state.score[1]:  # the totals may be below the target again
        state.hands_over += 1
        state.over = True
        rewards.reward_sides(state)
    else:
        next_hand(state, (state.dealer + 1) % SEATS)


@rule
def score_bid(state, side):
    """Rules 6, 7 and 9: points for the bid of a side; its bags are counted."""
    partner = side + SIDES
    bid, taken = state.bids[side] + state.bids[partner], state.tricks[side] + state.tricks[partner]
    if taken < bid:
        return -TRICK_POINTS * bid
    state.bags[side] += taken - bid
    return TRICK_POINTS * bid + taken - bid


@rule
def reaches_end(state):
    """Rule 11: returns whether a total ends a match to the target, unless both are equal."""
    low, high = min(state.score[0], state.score[1]), max(state.score[0], state.score[1])
    is_low = state.options.mercy != NO_MERCY and low <= state.options.mercy
    return state.options.hands == TO_TARGET and (is_low or high >= state.options.target)


@rule
def is_over(state):
    """Rule 11: returns whether a match to the target is over."""
    return state.score[0] != state.score[1] and reaches_end(state)


next_hand = MATCH.next_hand(STATE, PACK, deal, is_over=is_over, reward=rewards.reward_sides, keeps="bags")


@rule
def observe(state, player, view):
    """Computed fields of the view: the suit led, points at stake, and progress of the match."""
    if state.trick[state.leader] != NO_CARD:
        view.suit_led = suit_of(state.trick[state.leader])
    view.bag_penalty = state.options.bag_penalty
    view.nil_points = state.options.nil
    to_target = state.options.hands == TO_TARGET
    for place in range(SIDES):
        score = view.scores[place]
        view.bags_left[place] = state.options.bags - view.bags[place]
        if to_target:
            view.needed[place] = min(max(state.options.target - score, 0), MOST_NEEDED)
            if state.options.mercy != NO_MERCY:
                view.above_mercy[place] = min(max(score - state.options.mercy, 0), MOST_NEEDED)


@rule
def may_hold(state, player, card):
    """Returns whether a player may hold a card, given all that the player has shown."""
    is_too_low = suit_of(card) == CLUBS and rank_ace_high(card) < state.clubs_from[player]
    return tricks.has_not_shown_void(state, player, card) and not is_too_low


@rule
def redeal_hidden(state, player):
    """Redraws the others' cards, consistent with what they have shown to lack."""
    tricks.redeal(state, player, tricks.NOTHING_KNOWN, may_hold)


def check(state) -> str:
    """The first problem of a written position, in words, or nothing."""
    if (state.score[:SIDES] != state.score[SIDES:]).any():
        return "score: partners have the same"
    hands_over = int(state.hands_over)
    if (state.score < hands_over * LEAST_A_HAND).any() or (state.score > hands_over * MOST_A_HAND).any():
        return f"score: a hand brings {LEAST_A_HAND} to {MOST_A_HAND} points, and {hands_over} are over"
    if (state.bags >= state.options.bags).any():
        return f"bags: {state.options.bags} of them cost points and are gone"
    bidding = state.phase == Phase.BID
    problem = trick_bids.wrong_bids(state, bidding) or trick_bids.wrong_tricks(state) or tricks.wrong_void(state)
    if problem or state.over:
        return problem
    together = state.bids[:SIDES] + state.bids[SIDES:]
    if state.options.cap and (together > TRICKS).any():
        return f"bids: partners bid {TRICKS} together at most"
    if not bidding:
        return wrong_play(state)
    if (state.hands.sum(axis=1) != TRICKS).any() or (state.trick != NO_CARD).any():
        return f"hands: all have {TRICKS} cards while players bid"
    if state.leader != (state.dealer + 1) % SEATS or state.void.any() or state.clubs_from.any():
        return "leader: while players bid it is the dealer's left neighbour, and nobody has shown anything"
    return "" if state.broken == (state.options.breaking == Breaking.FREE) else "broken: nothing has been played"


def wrong_play(state) -> str:
    """The first problem of a position in which cards are played."""
    on_table = [int(card) for card in state.trick if card != NO_CARD]
    has_spade = tricks.has_suit(state.played, SPADES) or any(suit_of(card) == SPADES for card in on_table)
    breaking = state.options.breaking
    if state.broken != (breaking == Breaking.FREE or (breaking == Breaking.USUAL and has_spade)):
        return f"broken: it is {1 - state.broken} after such cards"
    for player, hand in enumerate(state.hands):
        if any(hand[card] and not may_hold(state, player, card) for card in range(CARDS)):
            return f"clubs_from: player {player} holds a lower club"
    if state.clubs_from.any() and not state.options.lowest_club:
        return "clubs_from: it belongs to the option lowest_club"
    if is_opening(state) and (state.hands[state.leader, TWO_OF_CLUBS] > 0) == (TWO_OF_CLUBS in on_table):
        return f"leader: it is the holder of {CARD_WORDS[TWO_OF_CLUBS]}, who leads it"
    return tricks.wrong_trick(state, state.hands.sum(axis=1)) or tricks.wrong_turn(state)


BID_NAMES = ("nil", *map(str, range(1, TRICKS + 1)))

LAYOUT = Layout(
    (Hands("hand"), Spread("trick")),
    noted=("played",),
    titles={
        "bags": "bags",
        "broken": "spades broken",
        "needed": "to go",
    },
    calls={"bid": BID_NAMES},
    words={"bids": lambda look, bid: "" if bid == NO_BID else BID_NAMES[bid]},
    phases={
        "bid": "Bid the tricks that you will take",
        "play": "Play a card to the trick",
    },
    only_in={"leader": ("play",)},
    rules={"play": (4, 5), "bid": (2,)},
)

GAME = Game(
    name="spades",
    version=0,
    title="Spades",
    family="trick-taking",
    players=(SEATS, SEATS),
    sides=SIDES,
    default_players=SEATS,
    score_range=score_range,
    rest="played",
    **declared_in(__name__),
)
