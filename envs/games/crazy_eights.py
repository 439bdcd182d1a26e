"""Crazy Eights.

A shedding game for two to ten players, the ancestor of Uno: match the suit or the rank of the card before, and be the
first without cards. Eights are wild.

Rules
-----
1. All play for themselves with the pack of 52; from six players on with two packs. Each is dealt five cards, or seven
   between two players, one at a time from the dealer's left. The next card is turned up and starts the discard pile;
   the others are the stock. An eight is put back into the stock at a random place, and the next card is turned up. The
   dealer's left neighbour begins.
2. In turn, clockwise, a player plays a card of the suit to follow, a card of the top card's rank, or any eight. The
   suit to follow is the top card's own. The player of an eight names the suit, any of the four; the eight's own suit
   does not fit.
3. Instead of playing a player may draw a card from the stock, also with a fitting card in hand, and again, up to five
   in a turn. Before, between and after the draws any fitting card may be played, drawn or not. Passing is legal only
   when no card may be drawn any more, after five draws or from an empty stock, and then with a fitting card, too.
4. As soon as the stock is empty the discard pile without its top card is shuffled into a new one. If it is a single
   card, this happens as soon as another card covers it. A named suit stays.
5. A player who has no card left wins the hand at once: a last eight names no suit, and no last card acts. Cards left in
   hand are penalties: 50 for an eight, 10 for king, queen and jack, the number of any other card, 1 for an ace. The
   winner gets the sum of the others' penalties.
6. If there is nothing to draw and all players have passed one after the other, the hand ends. The least penalty wins,
   and gets what the others have more; equal ones share the win.

Sources
-------
The help page of Board Game Arena, for drawing with a fitting card and for a blocked hand; Wikipedia; for special cards
and two packs ``crazy_eights`` of [OpenSpiel](https://github.com/google-deepmind/open_spiel). The tests play in lockstep
with it. It departs in these points:

- Rule 6: a blocked hand ends there after one pass more than there are players. A draw for twos that takes the last card
  counts as a pass. The other descriptions ask nobody twice.
- Rule 5: the returns there are penalties only. A card below the jack counts its code there plus 2, from 2 for 2♣ to 37
  for 10♠, and an ace 10; the descriptions count pips.
- Choice 2: between two players an ace only turns the direction there, and the other player is next. A reverse that has
  no effect is no special card; Uno's retellings make it a skip, too.
- Choice 5: ``max_turns`` counts cards played there, 100 by default, so that drawing without end is possible.

Choices where the text is silent
--------------------------------
1. With ``special`` a queen skips the next player, and an ace reverses the direction; between two players it skips.
   After a two the next player has to draw two cards, or plays a two of any suit, which adds two for the one after.
   Meanwhile no other card fits, not even an eight. All that is due is drawn in one step, which ends the turn. If the
   stock runs out the rest is dropped, and a two that is played when there is nothing to draw has no effect.
2. A special card that is turned up first acts as if the dealer had played it.
3. ``most_draws`` is the number of draws in a turn. With ``reshuffle=False`` the stock stays empty.
4. A game is one hand. In a match of several ``hands``, or to a ``target``, the winners' gains of rules 5 and 6 add up;
   equal winners divide them, rounded down. The deal passes to the left.
5. A hand is stopped after ``max_turns`` steps of its players, and the game with it. It counts as in rule 6.
6. Two equal cards of two packs are one action.
7. Nobody must play a fitting card. Many descriptions demand it, but nobody sees whether a hidden hand has one.

Options
-------
``special``: whether queens skip, aces reverse and twos make the next player draw.
``most_draws``: cards that may be drawn in a turn.
``reshuffle``: whether the discards become a new stock.
``hands``: number of hands.
``target``: points that win a match, instead of a number of hands.
``max_turns``: steps of the players after which a hand is stopped, and the game with it.

Rewards
-------
The winners share +1, the others share -1; if all are equal, all get 0. The most points win a match. The score of a
single hand is minus the own penalty; in a match it is the points. ``reward="score"`` divides it, less the mean of
all, by the most that it can be: in a hand by the penalty of the whole pack, 508 or 1016.

End
---
When a hand is won or blocked, or when the match is; truncated after ``max_turns``, or after 200 hands of a match to a
target. Random players draw most of the time, and often need more than 1,000 steps.

Written deck
------------
Cards go round from the dealer's left, one at a time, then comes the card turned up, then the stock. An eight that is
turned up goes back to a random place by the seed.
"""

from enum import IntEnum

import numpy as np

from cardzoo.envs.engine import arrays, piles, rewards, rng
from cardzoo.envs.engine.actions import Actions, Block
from cardzoo.envs.engine.cards import ACE, CARDS, EIGHT, FRENCH, QUEEN, RANKS, SUIT_WORDS, SUITS, TWO, rank_of, suit_of
from cardzoo.envs.engine.compiling import rule
from cardzoo.envs.engine.fields import Cards, Choice, Flag, Number, Options, Pile, Seats, State
from cardzoo.envs.engine.game import Game, declared_in
from cardzoo.envs.engine.match import Match
from cardzoo.envs.families import dealing, shedding
from cardzoo.envs.families.shedding import NO_TARGET, number_in_hands, seat_after
from cardzoo.envs.families.tricks import Suit
from cardzoo.envs.scene import STOCK, Hands, Layout, Spread

MOST_PLAYERS = 10
SEATS = Seats(MOST_PLAYERS)
PACKS = 2
WITH_TWO_PACKS = 6  # players
MOST_CARDS = PACKS * CARDS
HAND_SIZE, HAND_SIZE_OF_TWO = 5, 7
PENALTIES = np.array([min(rank + 1, 10) if rank != EIGHT else 50 for rank in range(RANKS)] * SUITS, np.int16)
PACK_POINTS = int(PENALTIES.sum())
MOST_DUE = 2 * PACKS * SUITS
MOST_TURNS, MOST_HANDS, LONGEST, MOST_TARGET = 20_000, 20, 200, 2000
MOST_SCORE = MOST_HANDS * PACKS * PACK_POINTS  # more than in a match to a target


class Phase(IntEnum):
    """Decisions of the player on turn: a turn, or the suit of an eight."""

    TURN = 0
    NAME = 1


ACTIONS = Actions(
    Block("play", CARDS, among=("hand",), doc="play a card that fits"),
    Block("draw", doc="draw a card, or all that is due"),
    Block("pass", doc="end the turn, when no card may be drawn any more"),
    Block("name", SUIT_WORDS, doc="name the suit to follow on an eight"),
)
DRAW, PASS, NAME = map(ACTIONS.first, ("draw", "pass", "name"))


@rule
def hands_in_all(options):
    """Choice 4: the number of hands, if no target ends the match."""
    return options.hands if options.target == NO_TARGET else -1


MATCH = Match(most=MOST_HANDS, longest=LONGEST, early=True, length=hands_in_all)

STATE = State(
    Pile("stock", MOST_CARDS, packs=PACKS, doc="the stock"),
    Pile("discards", MOST_CARDS, packs=PACKS, doc="the discard pile"),
    Cards("hands", SEATS, packs=PACKS, doc="the players' hands"),
    Choice("phase", Phase, doc="what the player on turn does: a turn, or naming a suit"),
    Choice("suit", Suit, doc="the suit to follow"),
    Number("reversed", high=1, doc="1 if play goes to the right"),
    Number("due", high=MOST_DUE, doc="cards that the player on turn has to draw, unless a two is played"),
    Number("drawn", high=CARDS, usual=5, doc="cards drawn in this turn"),
    Number("passes", high=MOST_PLAYERS, doc="players who have passed one after the other"),
    Number("turns", high=MOST_TURNS, doc="steps of this hand"),
    Number("drew_on", SEATS, SUITS, doc="1 if a player has drawn on this suit, and not played or named it since"),
    Cards("held", packs=PACKS, memo=True, doc="cards that no stock was made of since hands had them, until played"),
    Number("lacks", SEATS, CARDS, high=MOST_CARDS, doc="how many cards of each hand are known not to be this card"),
    MATCH.counter,
)

VIEW = STATE.view(
    Cards("hand", packs=PACKS, shows="hands", doc="own hand"),
    Number("hand_sizes", SEATS, high=MOST_CARDS, usual=CARDS, shows="hands", doc="cards in each hand"),
    "held discards phase suit reversed due drawn passes drew_on turn dealer",
    Number("special", high=1, doc="1 if queens, aces and twos act"),
    Number("stock_size", high=MOST_CARDS, usual=CARDS, shows="stock", doc="cards in the stock"),
    Number("draws_left", high=CARDS, usual=5, doc="cards that may be drawn in a turn, without those drawn already"),
    Number("turns_left", high=MOST_TURNS, usual=10_000, doc="steps until the hand is stopped"),
    Number("scores", SEATS, low=-PACKS * PACK_POINTS, high=MOST_SCORE, usual=500, shows="score", doc="points so far"),
    Number("needed", SEATS, high=MOST_TARGET, usual=500, doc="points that each player lacks to the target, if any"),
    MATCH.left,
    Number("hands_to_stop", high=LONGEST, doc="hands until a match to a target is stopped, this one included"),
)

OPTIONS = Options(
    Flag("special", doc="whether queens skip, aces reverse and twos make the next player draw"),
    Number("most_draws", low=1, high=CARDS, default=5, doc="cards that may be drawn in a turn"),
    Flag("reshuffle", default=True, doc="whether the discards become a new stock"),
    MATCH.option,
    Number("target", low=1, high=MOST_TARGET, default=None, optional=True, doc="points that win a match, if any"),
    Number("max_turns", low=1, high=MOST_TURNS, default=10_000, doc="steps after which a hand is truncated"),
    either=("hands", "target"),
    presets={"Eights only": {}, "Special cards": {"special": True}},
)


@rule
def packs_for(num_players):
    """Rule 1: the number of packs."""
    return PACKS if num_players >= WITH_TWO_PACKS else 1


def pack_of(num_players: int, options) -> list[int]:
    """Rule 1: the cards in play."""
    return [card for _ in range(packs_for(num_players)) for card in FRENCH.cards]


@rule
def fill_stock(state):
    """Rule 1: the cards of the next hand."""
    for _ in range(packs_for(state.num_players)):
        for card in range(CARDS):
            piles.push(state.stock, card)


def score_range(options, num_players: int) -> float:
    """Choice 4: the penalty of all cards, or the most points of a match."""
    points = PACK_POINTS * packs_for(num_players)
    return float(points * options.hands if options.target == NO_TARGET else points + options.target - 1)


@rule
def deal(state):
    """Rule 1, choice 2: the hands and the first card."""
    dealing.deal(state, (HAND_SIZE_OF_TWO if state.num_players == 2 else HAND_SIZE) * state.num_players)
    while rank_of(piles.top(state.stock)) == EIGHT:
        put_back(state)
    card = piles.draw(state.stock)
    piles.push(state.discards, card)
    state.suit = suit_of(card)
    state.player = state.dealer
    pass_on(state, rank_of(card))


@rule
def put_back(state):
    """Rule 1: the top card goes to a random place of the stock. All have seen it: of one pack, no hand has it."""
    place = rng.below(state, state.stock.height)
    card = piles.top(state.stock)
    for higher in range(state.stock.height - 1, place, -1):
        piles.swap(state.stock.cards, higher, higher - 1)
    if packs_for(state.num_players) == 1:
        show_lack(state, card)


@rule
def show_lack(state, card):
    """All know that no hand has this card now."""
    for player in range(state.num_players):
        state.lacks[player, card] = arrays.total(state.hands[player])


@rule
def fits(state, card):
    """Rule 2, choice 1: whether a card may be played on the top card."""
    rank = rank_of(card)
    if state.due > 0:
        return rank == TWO
    return suit_of(card) == state.suit or rank == EIGHT or rank == rank_of(piles.top(state.discards))


@rule
def may_draw(state):
    """Rule 3, choices 1 and 3: whether the player on turn may draw, or else may pass."""
    return state.stock.height > 0 and state.drawn < state.options.most_draws


@rule
def legal_actions(state, mask):
    """Rules 2 and 3, choices 1 and 7: cards that fit, drawing or passing; or the suits of an eight."""
    if state.phase == Phase.NAME:
        mask[NAME : NAME + SUITS] = 1
        return
    for card in range(CARDS):
        mask[card] = state.hands[state.player, card] > 0 and fits(state, card)
    mask[DRAW if may_draw(state) else PASS] = 1


@rule
def apply_action(state, action):
    """Rules 2 to 6, choice 5: a card, a draw, a pass, or the suit of an eight."""
    state.turns += 1
    if action < DRAW:
        play(state, action)
    elif action == DRAW:
        draw(state)
    elif action == PASS:
        state.passes += 1
        if state.passes == state.num_players:
            end_hand(state)
        else:
            end_turn(state, 1)
    else:
        follow(state, action - NAME)
        end_turn(state, 1)
    if state.turns == state.options.max_turns and not state.over:
        stop_hand(state)


@rule
def play(state, card):
    """Rules 2, 4 and 5: a card is played. After an eight its player names a suit."""
    shedding.play_card(state, card)
    state.held[card] = max(state.held[card] - 1, 0)
    if arrays.total(state.hands[state.player]) == 0:
        end_hand(state)
        return
    refill(state)
    state.passes = 0
    if rank_of(card) == EIGHT:
        state.suit = suit_of(card)
        state.phase = Phase.NAME
    else:
        follow(state, suit_of(card))
        pass_on(state, rank_of(card))


@rule
def follow(state, suit):
    """Rule 2: the suit to follow, which the player on turn has played or named."""
    state.suit = suit
    state.drew_on[state.player, suit] = 0


@rule
def pass_on(state, rank):
    """Rule 2, choices 1 and 2: the turn passes on, as the card of the player on turn demands."""
    skips = 0
    if state.options.special:
        if rank == ACE and state.num_players > 2:
            state.reversed = 1 - state.reversed
        elif rank in (ACE, QUEEN):
            skips = 1
        elif rank == TWO and state.stock.height > 0:
            state.due += 2
    end_turn(state, 1 + skips)


@rule
def end_turn(state, places):
    """Rule 2: the turn passes on by so many places."""
    state.phase = Phase.TURN
    state.drawn = 0
    state.player = seat_after(state, places)


@rule
def draw(state):
    """Rule 3, choice 1: a card, or all that are due."""
    state.passes = 0
    if state.due == 0:
        take_card(state)
        state.drawn += 1
        state.drew_on[state.player, state.suit] = 1
        return
    for _ in range(state.due):
        if state.stock.height > 0:
            take_card(state)
    state.due = 0
    end_turn(state, 1)


@rule
def take_card(state):
    """Rules 3 and 4: the player on turn draws a card."""
    shedding.draw_card(state, state.player)
    refill(state)


@rule
def refill(state):
    """Rule 4, choice 3: an empty stock is made of the discards. All can count then which cards the hands have."""
    if state.stock.height > 0 or state.discards.height == 1 or not state.options.reshuffle:
        return
    shedding.turn_discards(state)
    for card in range(CARDS):
        state.held[card] = number_in_hands(state, card)
        if state.held[card] == 0:
            show_lack(state, card)


@rule
def penalty_in(hand):
    """Rule 5: the penalty of a hand."""
    penalty = 0
    for card in range(CARDS):
        penalty += hand[card] * PENALTIES[card]
    return penalty


@rule
def score_hand(state):
    """Rules 5 and 6, choice 4: the penalties of a single hand; in a match the least penalty gains from the others."""
    seats, sum_, least, winners = state.num_players, 0, PACKS * PACK_POINTS, 0
    penalties = arrays.zeros(MOST_PLAYERS, np.int64)
    for player in range(seats):
        penalties[player] = penalty_in(state.hands[player])
        sum_ += penalties[player]
        if penalties[player] < least:
            least, winners = penalties[player], 0
        winners += penalties[player] == least
    is_match = state.options.hands > 1 or state.options.target != NO_TARGET
    for player in range(seats):
        if not is_match:
            state.score[player] = -penalties[player]
        elif penalties[player] == least:
            state.score[player] += (sum_ - seats * least) // winners


@rule
def stop_hand(state):
    """Choice 5: the hand counts, and the game is over."""
    score_hand(state)
    state.over = state.truncated = True
    rewards.reward_best_score(state)


@rule
def is_over(state):
    """Choice 4: whether a match to a target is won, or is stopped."""
    to_target = state.options.target != NO_TARGET
    state.truncated = to_target and state.hands_over == LONGEST and not shedding.is_won(state)
    return state.truncated or shedding.is_won(state)


@rule
def end_hand(state):
    """Rules 5 and 6, choice 4: the hand counts, and the next one follows or the game is over."""
    score_hand(state)
    state.due = 0
    next_hand(state, (state.dealer + 1) % state.num_players)


next_hand = MATCH.next_hand(STATE, fill_stock, deal, is_over=is_over)


@rule
def observe(state, player, view):
    """Computed fields of the view: draws and steps that are left, points to the target, hands to the end."""
    view.special = state.options.special
    view.draws_left = state.options.most_draws - state.drawn
    view.turns_left = state.options.max_turns - state.turns
    shedding.show_needed(state, player, view)
    if state.options.target != NO_TARGET:
        view.hands_to_stop = LONGEST - state.hands_over


@rule
def redeal_hidden(state, player):
    """Redraws the others' hands and the stock, as far as counting the discards leaves them open."""
    shedding.redeal(state, player, state.held)


def check(state) -> str:
    """The first problem of a written position, in words, or nothing."""
    hands = state.hands[: state.num_players]
    if state.discards.height == 0:
        return "discards: a card lies open"
    if (state.held > hands.sum(axis=0)).any():
        return "held: a card is in no hand"
    if state.over:
        return ""
    if (hands.sum(axis=1) == 0).any():
        return "hands: a player without cards has won"
    if state.turns >= state.options.max_turns:
        return f"turns: after {state.options.max_turns} the hand is stopped"
    if state.stock.height == 0 and state.discards.height > 1 and state.options.reshuffle:
        return "stock: it is made of the discards as soon as it is empty"
    if state.passes >= state.num_players:
        return "passes: the hand ends when all have passed"
    if state.drawn > state.options.most_draws:
        return f"drawn: {state.options.most_draws} cards may be drawn in a turn"
    return wrong_top(state) or shedding.wrong_lacks(state)


def wrong_top(state) -> str:
    """The first problem of what the top card asks for."""
    top = int(state.discards.cards[state.discards.height - 1])
    is_eight = top % RANKS == EIGHT
    if state.phase == Phase.NAME and not is_eight:
        return "phase: a suit is named for an eight"
    if state.suit != top // RANKS and not (is_eight and state.phase == Phase.TURN):
        return f"suit: the top card is {FRENCH.words[top]}"
    may_be_due = state.options.special and top % RANKS == TWO and state.drawn == 0 and state.stock.height > 0
    if state.due > 0 and not (may_be_due and state.due % 2 == 0):
        return "due: two cards are due for each two, before a card is drawn"
    return ""


LAYOUT = Layout(
    (Hands("hand"), STOCK, Spread("discards")),
    noted=("held",),
    labels={"drew_on": "name"},
    titles={"suit": "suit to follow", "due": "cards to draw", "drawn": "cards drawn in this turn"}
    | {"passes": "passes in a row", "drew_on": "has drawn on", "held": "in some hand for certain"}
    | {"reversed": "to the right"},
    calls={"name": [suit.name for suit in FRENCH.suits]},
    says={"name": "Name {}", "pass": "Pass"},
    says_now={"draw": lambda look: f"Draw {look.view.due} cards" if look.view.due else ""},
    only_in={"suit": ("turn",)},
    ended={"pass": "Nobody could play."},
    phases={"turn": "Play a card or draw", "name": "Name the suit to follow"},
    rules={"play": (2,), "draw": (3,), "pass": (3, 6), "name": (2,)},
)

GAME = Game(
    name="crazy_eights",
    version=0,
    title="Crazy Eights",
    family="shedding",
    players=(2, SEATS),
    default_players=4,
    pack=pack_of,
    score_range=score_range,
    rest="stock",
    **declared_in(__name__),
)
