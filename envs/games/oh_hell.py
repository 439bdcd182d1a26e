"""Oh Hell.

A trick-taking game for three to seven players, each for themselves, who want exactly as many tricks as they have bid.

Rules
-----
1. In the first hand all have one card. Each hand has one card more than the last until they have the most, 10, which is
   played once. Then each has one card less, down to one. The deal passes to the left.
2. Cards are dealt one at a time, from the dealer's left. Then the next card is turned up: its suit is trumps. That card
   and those that are left are out of play, and nobody sees the latter.
3. From the dealer's left each player bids once, from 0 to the number of cards.
4. The dealer, who bids last, may not make the bids add up to the number of cards. This is the hook. It holds in hands
   of one card too. If the others have bid more already, the dealer may bid anything.
5. The player to the dealer's left leads, and may lead trumps too.
6. Follow suit if able; otherwise play any card. The ace is high. The highest trump wins a trick, or without one the
   highest card of the suit led; its player leads next.
7. Each trick scores 1 point. A player who takes exactly as many as were bid, also none, scores 10 more.
8. After the last hand the most points win.

Sources
-------
[OpenSpiel](https://github.com/google-deepmind/open_spiel)'s ``oh_hell`` with its options, and the article of Wikipedia
that it follows; Feeling Gamey and Traditional Game Rules for the most cards, Liquisearch for the hook.

Choices where the text is silent
--------------------------------
1. ``hand_size`` is the most cards. A card must be left to be turned up: so three to seven players have at most 17, 12,
   10, 8 or 7 cards, and a greater number counts as this one. With ``sizes="down"`` the first hand has the most, and the
   last one has one card. With ``hands`` this number of hands is played, each of ``hand_size`` cards.
2. A player who misses the bid scores the tricks, as in OpenSpiel. With ``missed="nothing"`` such tricks score nothing.
   With ``"minus"`` the player loses the difference of bid and tricks instead.
3. With ``hook=False`` rule 4 is left out. OpenSpiel has no such option.
4. Players with the same most points share the win.
5. OpenSpiel deals from player 0 on, whoever the dealer is. Rule 2 is the custom, and the chances are the same.

Options
-------
``hand_size``: the most cards of a hand; with ``hands`` the cards of each.
``sizes``: sizes of the hands of a match: ``"up_down"`` as in rule 1, or ``"down"``.
``hands``: number of hands of the same size to play instead; None for a match by ``sizes``.
``missed``: points of a player who misses the bid: ``"tricks"``, ``"nothing"`` or ``"minus"``.
``hook``: whether the dealer may not make the bids add up.

Rewards
-------
Those with the most points share +1, the others share -1; if all are equal, all get 0. ``reward="score"`` is the own
points less the mean, divided by the most that a player can have: 10 and the number of cards for each hand. With
``missed="minus"`` cards count twice there, since the others can lose as many points.

End
---
After the last hand; nothing is truncated. A match has 19 hands, with six players 15 and with seven 13. Its number of
tricks is the square of the most cards. A hand has as many bids as players, and as many plays as cards are dealt.

Written deck
------------
Cards go round from the dealer's left, the first card first, as many times as a hand has cards. Then comes the card that
is turned up. Later hands are shuffled.
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
STOCK, PLACES = 7, 8  # place of the cards out of play, after the hands
MOST_CARDS = 17  # of a hand
MOST_HANDS = 2 * MOST_CARDS - 1
EXACT = 10  # points for an exact bid
BY_SIZES = -1  # in place of a number of hands
PACK = np.arange(CARDS, dtype=np.int16)


class Phase(IntEnum):
    """Decisions of the player whose turn it is."""

    BID = 0
    PLAY = 1


class Sizes(IntEnum):
    """Changes of the number of cards from hand to hand."""

    UP_DOWN = 0
    DOWN = 1


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

MATCH = Match(most=MOST_HANDS, default=None, early=True)

STATE = State(
    Choice("phase", Phase, default=Phase.PLAY, doc="what the player whose turn it is decides"),
    MATCH.counter,
    Pile("stock", CARDS, doc="the cards out of play that nobody sees; before the deal the pack"),
    Cards("hands", SEATS, doc="the players' hands"),
    Card("turned_up", doc="the card that was turned up for trumps"),
    Number("bids", SEATS, high=MOST_CARDS, default=None, optional=True, doc="tricks that each player has bid"),
    Number("tricks", SEATS, high=MOST_CARDS, doc="tricks that each player has taken"),
    Card("trick", SEATS, doc="the card that each player has on the table"),
    Seat("leader", SEATS, doc="the player who leads or has led"),
    Cards("played", doc="cards of earlier tricks of this hand"),
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
    Number("hand_size", low=1, high=MOST_CARDS, default=10, doc="the most cards of a hand; with hands those of each"),
    Choice("sizes", Sizes, doc="whether the hands of a match grow and fall again, or only fall"),
    Number(
        "hands",
        low=1,
        high=MOST_HANDS,
        default=None,
        optional=True,
        doc="how many hands of the same size are played; None: as many as there are sizes",
    ),
    Choice("missed", Missed, doc="points of a missed bid: those of tricks, nothing, or minus the difference"),
    Flag("hook", default=True, doc="whether the dealer may not make the bids add up"),
)


@rule
def most_cards(options, num_players):
    """Rule 1, choice 1: the most cards of a hand; one is left to be turned up."""
    return min(options.hand_size, (CARDS - 1) // num_players)


@rule
def hands_in_all(options, num_players):
    """Rule 1, choice 1: the number of hands of a match."""
    if options.hands != BY_SIZES:
        return options.hands
    most = most_cards(options, num_players)
    return 2 * most - 1 if options.sizes == Sizes.UP_DOWN else most


@rule
def cards_of(options, num_players, number):
    """Rule 1, choice 1: the cards that each player is dealt in a hand; the first one has number 0."""
    most = most_cards(options, num_players)
    if options.hands != BY_SIZES:
        return most
    return most - abs(most - 1 - number) if options.sizes == Sizes.UP_DOWN else most - number


def score_range(options, num_players: int) -> float:
    """The most points of a match, and the most that others can lose; see Rewards."""
    hands = range(int(hands_in_all(options, num_players)))
    cards = sum(int(cards_of(options, num_players, number)) for number in hands)
    return float(EXACT * len(hands) + cards * (1 + (options.missed == Missed.MINUS)))


@rule
def dealt(state):
    """Rule 1: the cards that each player was dealt in this hand, or in the last one if the game is over."""
    return cards_of(state.options, state.num_players, state.hands_over - state.over)


@rule
def deal(state):
    """Rules 1 to 3: the hands, the card that is turned up, and the first bid."""
    dealing.deal(state, dealt(state) * state.num_players)
    state.turned_up = piles.draw(state.stock)
    state.phase = Phase.BID
    state.leader = state.player


@rule
def legal_actions(state, mask):
    """Rules 3 to 6: bids, or cards that may be led or follow."""
    hand, led = state.hands[state.player], state.trick[state.leader]
    if state.phase == Phase.BID:
        trick_bids.mask_bids(mask, BID, dealt(state))
        if state.options.hook and state.player == state.dealer:
            spare_hook(state, mask)
    elif led == NO_CARD:
        tricks.mask_any(hand, mask)
    else:
        tricks.mask_following(hand, suit_of(led), mask)


@rule
def spare_hook(state, mask):
    """Rule 4: the dealer's bid that makes all add up to the number of cards is not legal."""
    hook = dealt(state)
    for player in range(state.num_players):
        if player != state.dealer:
            hook -= state.bids[player]
    if hook >= 0:
        mask[BID + hook] = 0


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
    """Rules 1 and 7: all score; the next hand follows, or the match is over."""
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
    """Returns whether a card may lie in a place: out of play, or in a hand that has not shown a void in its suit."""
    return place == STOCK or tricks.has_not_shown_void(state, place, card)


@rule
def redeal_hidden(state, player):
    """Redraws the others' hands and the cards out of play, consistent with shown voids."""
    cards = arrays.zeros((PLACES, CARDS), np.int16)
    arrays.copy(state.hands, cards[:STOCK])
    for place in range(state.stock.height):
        cards[STOCK, state.stock.cards[place]] = 1
    tricks.redeal_hands(state, cards, PLACES, player, tricks.NOTHING_KNOWN, may_hold)
    arrays.copy(cards[:STOCK], state.hands)
    piles.clear(state.stock)
    piles.move_counted(cards[STOCK], state.stock)
    piles.shuffle(state, state.stock)


def check(state) -> str:
    """The first problem of a written position, in words, or nothing."""
    seats, hands_over = int(state.num_players), int(state.hands_over)
    in_all = int(hands_in_all(state.options, seats))
    if hands_over > in_all - (not state.over) or (state.over and hands_over < in_all):
        return f"hands_over: the game is over after {in_all}, and not before"
    if state.turned_up == NO_CARD:
        return "turned_up: a card is turned up for trumps"
    unused = CARDS - 1 - seats * int(dealt(state))
    if state.stock.height != unused:
        return f"stock: {dealt(state)} cards are dealt to each player, and {unused} are out of play"
    tricks_before = sum(int(cards_of(state.options, seats, number)) for number in range(hands_over))
    least = -tricks_before if state.options.missed == Missed.MINUS else 0
    most = tricks_before + EXACT * hands_over
    if (state.score > most).any() or (state.score < least).any():
        return f"score: {hands_over} hands bring {least} to {most} points"
    if (state.bids > dealt(state)).any():
        return f"bids: all have {dealt(state)} cards"
    bidding = state.phase == Phase.BID
    problem = trick_bids.wrong_bids(state, bidding) or trick_bids.wrong_tricks(state) or tricks.wrong_void(state)
    if problem or state.over:
        return problem
    return wrong_bidding(state) if bidding else wrong_play(state)


def wrong_bidding(state) -> str:
    """The first problem of a position in which players bid."""
    seats, first = int(state.num_players), int(state.dealer + 1) % int(state.num_players)
    if (state.hands[:seats].sum(axis=1) != dealt(state)).any() or (state.trick != NO_CARD).any():
        return f"hands: all have {dealt(state)} cards while players bid"
    if state.leader != first or state.void.any():
        return f"leader: while players bid it is player {first}, and nobody has shown a void"
    return ""


def wrong_play(state) -> str:
    """The first problem of a position in which cards are played."""
    if state.options.hook and state.bids[: state.num_players].sum() == dealt(state):
        return f"bids: by the hook they do not add up to {dealt(state)}"
    return tricks.wrong_trick(state, state.hands.sum(axis=1)) or tricks.wrong_turn(state)


LAYOUT = Layout(
    (Hands("hand"), Beside(Spread("turned_up", "turned up"), Spread("trick"))),
    noted=("played",),
    titles={"dealt": "cards in this hand", "hands_left": "hands left"},
    phases={"bid": "Bid the tricks that you will take", "play": "Play a card to the trick"},
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
    rest="stock",
    **declared_in(__name__),
)
