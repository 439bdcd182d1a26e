"""Oh Hell.

A trick-taking game for three to seven players, each for themselves, who want exactly as many tricks as they have bid.

Rules
-----
1. In the first hand all have one card, then one more in each hand until they have the most, which is played once. Then
   they have one less in each hand, down to one card. The deal passes to the left.
2. Cards are dealt one at a time, from the dealer's left. Then the next card is turned up: its suit is trumps. That card
   and those that are left are out of play, and nobody sees the latter.
3. From the dealer's left each player bids once, from 0 to the number of cards.
4. The dealer, who bids last, may not make the bids add up to the number of cards. This is the hook. It holds in hands
   of one card too; if the others have bid more already, the dealer may bid anything.
5. The player to the dealer's left leads, and may lead trumps too.
6. Follow suit if able; otherwise play any card. The ace is high. The highest trump wins a trick, or without one the
   highest card of the suit led; its player leads next.
7. Each trick scores 1 point. A player who takes exactly as many as were bid, also none, scores 10 more.
8. After the last hand the most points win.

Sources
-------
OpenSpiel's ``oh_hell`` with its options, and the article of Wikipedia that it follows; Feeling Gamey and Traditional
Game Rules for the most cards, Liquisearch for the hook.

Choices where the text is silent
--------------------------------
1. ``most`` is 10, with six players 8 and with seven 7: a card must be left to be turned up. So it is at most 17, 12, 10,
   8 or 7 with three to seven players, and a greater number is as this one. With ``sizes="down"`` the first hand has the
   most, and the match ends with one card. With ``"fixed"`` there are ``hands`` hands of ``hand_size`` cards each.
2. A player who misses the bid scores the tricks in OpenSpiel too. With ``missed="nothing"`` they count 0, and with
   ``"minus"`` the player loses the difference of bid and tricks instead.
3. With ``hook=False`` rule 4 is left out.
4. Players with the same most points share the win.

Options
-------
``most``: the most cards of a hand.
``sizes``: sizes of the hands: ``"up_down"`` as in rule 1, ``"down"`` or ``"fixed"``.
``hand_size``: cards of each hand, if they are fixed; at most as many as ``most`` can be.
``hands``: number of hands, if their size is fixed.
``missed``: points of a player who misses the bid: ``"tricks"``, ``"nothing"`` or ``"minus"``.
``hook``: whether the dealer may not make the bids add up.

Rewards
-------
Those with the most points share +1, the others share -1; if all are equal, all get 0. ``reward="score"`` is the own
points less the mean, divided by the most that a player can have: 10 and the number of cards for each hand. With
``missed="minus"`` it is divided by twice the cards and 10.

End
---
After the last hand; nothing is truncated. A match has 19 hands, 15 with six players and 13 with seven. The tricks of a
match are the square of the most cards. A hand has as many bids as players, and as many plays as cards.

Written deck
------------
Cards go round from the dealer's left, as many times as a hand has cards; then comes the card that is turned up. Later
hands are shuffled.
"""

from enum import IntEnum

import numpy as np

from cardzoo.envs.engine import arrays, piles
from cardzoo.envs.engine.actions import Actions, Block
from cardzoo.envs.engine.cards import CARDS, NO_CARD, SUITS, suit_of
from cardzoo.envs.engine.compiling import rule
from cardzoo.envs.engine.fields import Card, Cards, Choice, Flag, Number, Options, Pile, Seat, Seats, State
from cardzoo.envs.engine.game import Game, declared_in
from cardzoo.envs.engine.match import Match
from cardzoo.envs.families import dealing, trick_bids, tricks
from cardzoo.envs.scene import Beside, Hands, Layout, Spread

SEATS = Seats(7)
PLACES = int(SEATS) + 1  # of cards: the hands, and those out of play
MOST_CARDS = 17  # of a hand
MOST_HANDS = 2 * MOST_CARDS - 1
EXACT = 10  # points for an exact bid
PACK = np.arange(CARDS, dtype=np.int16)


class Phase(IntEnum):
    """Decisions of the player whose turn it is."""

    BID = 0
    PLAY = 1


class Sizes(IntEnum):
    """Numbers of cards from hand to hand."""

    UP_DOWN = 0
    DOWN = 1
    FIXED = 2


class Missed(IntEnum):
    """Points of a player who misses the bid."""

    TRICKS = 0
    NOTHING = 1
    MINUS = 2


ACTIONS = Actions(
    Block("play", CARDS, doc="lead or follow with a card of the hand"),
    Block("bid", [str(number) for number in range(MOST_CARDS + 1)], doc="bid a number of tricks"),
)
BID = ACTIONS.first("bid")


@rule
def most_cards(options, num_players):
    """Rule 1, choice 1: the most cards of a hand, one being left to be turned up."""
    wanted = options.hand_size if options.sizes == Sizes.FIXED else options.most
    return min(wanted, (CARDS - 1) // num_players)


@rule
def hands_in_all(options, num_players):
    """Rule 1, choice 1: how many hands are played."""
    if options.sizes == Sizes.FIXED:
        return options.hands
    most = most_cards(options, num_players)
    return most if options.sizes == Sizes.DOWN else 2 * most - 1


@rule
def cards_of(options, num_players, number):
    """Rule 1, choice 1: the cards of a hand, the first one being number 0."""
    most = most_cards(options, num_players)
    if options.sizes == Sizes.FIXED:
        return most
    return most - abs(number - most + 1) if options.sizes == Sizes.UP_DOWN else most - number


@rule
def as_many_as_sizes(options):
    """The number of hands follows from their sizes and the players; `is_over` knows it."""
    return np.int16(-1)


MATCH = Match(most=MOST_HANDS, early=True, length=as_many_as_sizes, shortest={"sizes": "fixed"})

STATE = State(
    Choice("phase", Phase, default=Phase.PLAY, doc="what the player whose turn it is decides"),
    MATCH.counter,
    Pile("stock", CARDS, doc="the pack before the deal"),
    Cards("hands", SEATS, doc="the players' hands"),
    Card("turned_up", doc="the card that was turned up for trumps"),
    Number("bids", SEATS, high=MOST_CARDS, default=None, optional=True, doc="tricks that each player has bid"),
    Number("tricks", SEATS, high=MOST_CARDS, doc="tricks that each player has taken"),
    Card("trick", SEATS, doc="the card that each player has on the table"),
    Seat("leader", SEATS, doc="the player who leads or has led"),
    Cards("played", doc="cards of earlier tricks of this hand"),
    Cards("unused", doc="cards out of play that nobody has seen"),
    Number("void", SEATS, SUITS, doc="1 for a suit that a player has shown not to hold"),
)

VIEW = STATE.view(
    Cards("hand", shows="hands", doc="own hand"),
    "turned_up",
    Choice("trump", tricks.Suit, doc="the trump suit"),
    "trick",
    Choice("suit_led", tricks.Suit, default=None, doc="the suit led"),
    "leader bids tricks played void",
    Number("hand_sizes", SEATS, high=MOST_CARDS, shows="hands", doc="cards in each hand"),
    "phase turn dealer",
    Number("dealt", low=1, high=MOST_CARDS, doc="cards that each player was dealt"),
    Number(
        "scores",
        SEATS,
        low=-MOST_HANDS * MOST_CARDS,
        high=MOST_HANDS * (MOST_CARDS + EXACT),
        usual=100,
        shows="score",
        doc="points of earlier hands",
    ),
    Number("hands_left", high=MOST_HANDS, doc="hands to be played, this one included"),
    Choice("missed", Missed, doc="points of a player who misses the bid"),
)

OPTIONS = Options(
    Number("most", low=1, high=MOST_CARDS, default=10, doc="the most cards of a hand"),
    Choice("sizes", Sizes, doc="whether hands grow and fall again, fall from the most, or all have the same size"),
    Number("hand_size", low=1, high=MOST_CARDS, default=7, doc="cards of each hand, if they are fixed"),
    Number("hands", low=1, high=MOST_HANDS, default=1, doc="number of hands, if their size is fixed"),
    Choice("missed", Missed, doc="points of a missed bid: those of tricks, nothing, or minus the difference"),
    Flag("hook", default=True, doc="whether the dealer may not make the bids add up"),
)


def score_range(options, num_players: int) -> float:
    """The most that a player can have, and with ``"minus"`` the most that others can lose; see Rewards."""
    hands = range(int(hands_in_all(options, num_players)))
    cards = sum(int(cards_of(options, num_players, number)) for number in hands)
    return float(EXACT * len(hands) + cards * (1 + (options.missed == Missed.MINUS)))


@rule
def dealt(state):
    """Rule 1: the cards of this hand, or of the last one."""
    return cards_of(state.options, state.num_players, state.hands_over - state.over)


@rule
def deal(state):
    """Rules 1 and 2: the hands, then the card that is turned up."""
    dealing.deal(state, dealt(state) * state.num_players)
    state.turned_up = piles.draw(state.stock)
    while state.stock.height > 0:
        state.unused[piles.draw(state.stock)] = 1
    state.phase = Phase.BID
    state.leader = state.player


@rule
def legal_actions(state, mask):
    """Rules 3, 5 and 6: bids, or cards that may be led or follow."""
    hand, led = state.hands[state.player], state.trick[state.leader]
    if state.phase == Phase.BID:
        trick_bids.mask_bids(mask, BID, dealt(state))
        if state.options.hook and state.player == state.dealer:
            mask_hook(state, mask)
    elif led == NO_CARD:
        tricks.mask_any(hand, mask)
    else:
        tricks.mask_following(hand, suit_of(led), mask)


@rule
def mask_hook(state, mask):
    """Rule 4: the dealer's bid that would make all add up to the number of cards is not legal."""
    left = dealt(state)
    for player in range(state.num_players):
        if player != state.dealer:
            left -= state.bids[player]
    if left >= 0:
        mask[BID + left] = 0


@rule
def apply_action(state, action):
    """Play a legal action."""
    if state.phase == Phase.BID:
        if trick_bids.bid(state, action - BID):
            state.phase = Phase.PLAY
        return
    tricks.play_card(state, action)
    state.player = (state.player + 1) % state.num_players
    if state.player == state.leader and trick_bids.take_trick(state, suit_of(state.turned_up)):
        end_hand(state)


@rule
def end_hand(state):
    """Rules 1 and 7, choice 2: all score; the next hand follows, or the match is over."""
    for player in range(state.num_players):
        state.score[player] += points(state.options.missed, state.bids[player], state.tricks[player])
    next_hand(state, (state.dealer + 1) % state.num_players)


@rule
def points(missed, bid, taken):
    """Rule 7, choice 2: points of a player in a hand."""
    if bid == taken:
        return taken + EXACT
    if missed == Missed.MINUS:
        return -abs(bid - taken)
    return taken if missed == Missed.TRICKS else 0


@rule
def is_over(state):
    """Rules 1 and 8: returns whether all hands have been played."""
    return state.hands_over == hands_in_all(state.options, state.num_players)


next_hand = MATCH.next_hand(STATE, PACK, deal, is_over=is_over)


@rule
def observe(state, player, view):
    """Computed fields of the view: trumps, the suit led, and progress of the match."""
    view.trump = suit_of(state.turned_up)
    if state.trick[state.leader] != NO_CARD:
        view.suit_led = suit_of(state.trick[state.leader])
    view.dealt = dealt(state)
    view.hands_left = hands_in_all(state.options, state.num_players) - state.hands_over
    view.missed = state.options.missed


@rule
def may_hold(state, place, card):
    """Returns whether a card may lie in a place: a hand without a shown void in its suit, or out of play."""
    return place == state.num_players or tricks.has_not_shown_void(state, place, card)


@rule
def redeal_hidden(state, player):
    """Redraws the others' cards and those out of play, consistent with shown voids."""
    places = arrays.zeros((PLACES, CARDS), np.int16)
    seats = int(state.num_players)
    for other in range(seats):
        arrays.copy(state.hands[other], places[other])
    arrays.copy(state.unused, places[seats])
    tricks.redeal_among(state, player, places, seats + 1, tricks.NOTHING_KNOWN, may_hold)
    for other in range(seats):
        arrays.copy(places[other], state.hands[other])
    arrays.copy(places[seats], state.unused)


def check(state) -> str:
    """The first problem of a written position, in words, or nothing."""
    seats, hands_over = int(state.num_players), int(state.hands_over)
    in_all = int(hands_in_all(state.options, seats))
    if hands_over > in_all - (not state.over) or (state.over and hands_over < in_all):
        return f"hands_over: the game is over after {in_all}, and not before"
    if state.turned_up == NO_CARD:
        return "turned_up: a card is turned up for trumps"
    in_play = seats * int(dealt(state))
    if state.unused.sum() != CARDS - 1 - in_play:
        return f"unused: {in_play} cards are dealt, and {CARDS - 1 - in_play} are out of play"
    most = sum(int(cards_of(state.options, seats, number)) for number in range(hands_over))
    if (state.score > most + EXACT * hands_over).any() or (state.score < -most).any():
        return f"score: {hands_over} hands bring {-most} to {most + EXACT * hands_over} points"
    bidding = state.phase == Phase.BID
    problem = trick_bids.wrong_bids(state, bidding) or trick_bids.wrong_tricks(state) or tricks.wrong_void(state)
    if problem or state.over:
        return problem
    if (state.bids > dealt(state)).any():
        return f"bids: all have {dealt(state)} cards"
    if bidding and ((state.hands[:seats].sum(axis=1) != dealt(state)).any() or state.void.any()):
        return f"hands: all have {dealt(state)} cards while players bid, and nobody has shown anything"
    if bidding:
        first = (state.dealer + 1) % seats
        return "" if state.leader == first else f"leader: it is player {first}, who bids first"
    if state.options.hook and state.bids[:seats].sum() == dealt(state):
        return f"bids: by the hook they do not add up to {dealt(state)}"
    return tricks.wrong_trick(state, state.hands.sum(axis=1)) or tricks.wrong_turn(state)


LAYOUT = Layout(
    (Hands("hand"), Beside(Spread("turned_up", "turned up"), Spread("trick"))),
    told=("played",),
    titles={
        "dealt": "cards in this hand",
        "hands_left": "hands left",
    },
    phases={
        "bid": "Bid the tricks that you will take",
        "play": "Play a card to the trick",
    },
    only_in={"leader": ("play",)},
    rules={"play": (6,), "bid": (3, 4)},
)

GAME = Game(
    name="oh_hell",
    version=0,
    title="Oh Hell",
    family="trick-taking",
    players=(3, SEATS),
    default_players=4,
    score_range=score_range,
    rest="unused",
    **declared_in(__name__),
)
