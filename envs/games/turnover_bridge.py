"""Turnover Bridge.

A whist game for two without bidding: spades are trumps, and all but two of each player's cards come to lie open.

Rules
-----
1. Two players have the pack of 52; in each suit the ace is high.
2. Each player is dealt twelve cards face down in a row, then a card face up on each of them, then two hole cards.
3. Both see the face-up cards; hole cards are seen by their owner alone until they are played.
4. So all but two of a player's cards come to lie open in the course of a deal.
5. Spades are always trumps. There is no bidding.
6. The player who did not deal leads to the first trick; the winner of a trick leads to the next.
7. Any face-up card or hole card may be led. Face-down cards are never played.
8. The other player answers with one card of these kinds: of the suit led if there is one, otherwise any.
9. Of two cards of a suit the higher wins; a spade beats any other suit; otherwise the card led wins.
10. When a card has been played from on top of a face-down card, that card is turned up.
11. A player who has more than half of the 26 tricks, 14 of them, wins, and play stops.
12. The deal alternates.
13. Only tricks count, not the cards in them.
14. Cards played, cards on the table and hole cards are always the 52 of the pack.

Sources
-------
The idea of the game in [Denexa Games, Game Rules](https://www.denexa.com/blog/category/game-rules/); [its description
on Pagat](https://www.pagat.com/whist/turnover_bridge.html) by way of Bruce Herhenson and Don Smolen for rules 2 and 5
to 12.

Choices where the text is silent
--------------------------------
1. Rule 4 is true of a whole deal: at its start twelve of a player's 26 cards are open.
2. Cards are turned up when both players have played to the trick, which the new cards cannot alter any more.
3. Nobody knows a face-down card, its owner neither.
4. Thirteen tricks each are a draw.
5. The game is one deal. With ``rounds`` it is a match, in which both deal equally often and all tricks taken count
   towards the sum that decides; equal sums are a draw.
6. With ``play_all=True`` rule 11 does not stop the play: all 26 tricks are played.

Options
-------
``rounds``: rounds of a match, in each of which both players deal once; None for a single deal.
``play_all``: whether all tricks are played, even when a player has 14.

Rewards
-------
The better score gets +1, the other -1; equal scores bring 0. The score is the number of tricks.

End
---
After the one deal, or the last of the match. A deal takes 14 to 26 tricks, all 26 with ``play_all=True``, so every game
ends by itself, and none is truncated.

Written deck
------------
One card at a time in turns, the player who does not deal first: the twelve face-down cards of each, from column to
column, then the face-up cards in the same order, then the hole cards. Later deals of a match are shuffled.
"""

import numpy as np

from cardzoo.envs.engine import piles, rng
from cardzoo.envs.engine.actions import Actions, Block
from cardzoo.envs.engine.cards import CARDS, NO_CARD, SPADES, SUITS, suit_of
from cardzoo.envs.engine.compiling import rule
from cardzoo.envs.engine.fields import Card, Cards, Flag, Number, Options, Pile, Seat, Seats, State
from cardzoo.envs.engine.game import Game, declared_in
from cardzoo.envs.engine.match import Match
from cardzoo.envs.families import tricks
from cardzoo.envs.scene import Hands, Layout, Spread

SEATS = Seats(2)
COLUMNS = 12
HOLE_CARDS = 2
TRICKS = CARDS // SEATS
MAJORITY = TRICKS // 2 + 1
MOST_ROUNDS = 10
MOST_HANDS = MOST_ROUNDS * SEATS
PACK = np.arange(CARDS, dtype=np.int16)


ACTIONS = Actions(Block("play", CARDS, doc="lead or answer with an own face-up card or a hole card"))


@rule
def hands_in_all(options):
    """Choice 5: how many hands are played; there are no rounds where these are -1."""
    return max(1, options.rounds * SEATS)


MATCH = Match(most=MOST_HANDS, length=hands_in_all, shortest={"rounds": 1})

STATE = State(
    Pile("stock", CARDS, doc="the pack, until it is dealt"),
    Card("face_down", SEATS, COLUMNS, doc="the face-down card in each column of a player"),
    Card("face_up", SEATS, COLUMNS, doc="the face-up card in each column"),
    Cards("hole", SEATS, doc="the players' hole cards"),
    Card("trick", SEATS, doc="the card that each player has played to this trick"),
    Cards("played", doc="the cards of earlier tricks of this deal"),
    Number("void", SEATS, SUITS, doc="1 for a suit that a player's hole cards lack, as all have seen"),
    Seat("leader", SEATS, doc="the player who leads or has led"),
    Number("tricks", SEATS, high=TRICKS, doc="tricks of this deal that each player has won"),
    MATCH.counter,
)

VIEW = STATE.view(
    Cards("hole", shows="hole", doc="own hole cards"),
    Cards("face_up", SEATS, doc="the face-up cards of each player, without their columns"),
    Cards("covering", SEATS, doc="those of them that lie on face-down cards"),
    Number("face_down", SEATS, high=COLUMNS, doc="face-down cards; one more than are covered is to be turned up"),
    Number("hole_sizes", SEATS, high=HOLE_CARDS, shows="hole", doc="hole cards that each player has left"),
    "void trick leader played tricks",
    Number("scores", SEATS, high=MOST_HANDS * TRICKS, shows="score", doc="tricks of all deals"),
    "dealer",
    Number("tricks_left", high=TRICKS, doc="tricks of this deal to be played at most, this one included"),
    Number("wins_at", low=MAJORITY, high=TRICKS, default=MAJORITY, doc="tricks with which a player ends the deal"),
    MATCH.to_come,
)

OPTIONS = Options(
    Number("rounds", low=1, high=MOST_ROUNDS, default=None, optional=True, doc="pairs of deals; None: one deal"),
    Flag("play_all", doc="whether all 26 tricks of a deal are played"),
)


@rule
def deal(state):
    """Rules 2 and 6: columns face down, one card face up on each, and the rest into the holes."""
    for place in range(TRICKS):
        for turn in range(SEATS):
            player = (state.player + turn) % SEATS
            card = piles.draw(state.stock)
            if place < COLUMNS:
                state.face_down[player, place] = card
            elif place < 2 * COLUMNS:
                state.face_up[player, place - COLUMNS] = card
            else:
                state.hole[player, card] = 1
    state.leader = state.player


@rule
def legal_actions(state, mask):
    """Rules 7 and 8: face-up cards and hole cards; follow suit if able."""
    player = state.player
    for column in range(COLUMNS):
        card = state.face_up[player, column]
        if card != NO_CARD:
            mask[card] = 1
    tricks.mask_any(state.hole[player], mask)
    led = state.trick[state.leader]
    if led != NO_CARD and tricks.has_suit(mask, suit_of(led)):
        for card in range(CARDS):
            if suit_of(card) != suit_of(led):
                mask[card] = 0


@rule
def apply_action(state, action):
    """Rule 8: a lead, or an answer that completes the trick. An answer of another suit shows a void."""
    player = state.player
    led = state.trick[state.leader]
    take_up(state, player, action)
    state.trick[player] = action
    if led == NO_CARD:
        state.player = 1 - player
        return
    if suit_of(action) != suit_of(led):
        state.void[player, suit_of(led)] = 1
    complete_trick(state, suit_of(led))


@rule
def take_up(state, player, card):
    """Take a card from the player's row or hole cards. The card under it stays face down for now (choice 2)."""
    state.hole[player, card] = 0
    for column in range(COLUMNS):
        if state.face_up[player, column] == card:
            state.face_up[player, column] = NO_CARD


@rule
def complete_trick(state, suit):
    """Rules 6, 9 and 11, choices 2, 4 and 6: the winner counts the trick and leads; the deal may be decided."""
    winner = tricks.winner(state.trick, suit, SPADES, SEATS)
    tricks.gather(state.trick, state.played)
    turn_up(state)
    state.tricks[winner] += 1
    state.score[winner] += 1
    state.player = state.leader = winner
    if state.tricks[winner] == wins_at(state) or tricks_left(state) == 0:
        end_deal(state)


@rule
def wins_at(state):
    """Rule 11, choice 6: how many tricks decide a deal."""
    return TRICKS if state.options.play_all else MAJORITY


@rule
def tricks_left(state):
    """Number of tricks left to play, the one on the table included."""
    return (CARDS - state.played.sum()) // SEATS


@rule
def turn_up(state):
    """Rule 10: cards that are no longer covered are turned up."""
    for player in range(SEATS):
        for column in range(COLUMNS):
            if state.face_up[player, column] == NO_CARD:
                state.face_up[player, column] = state.face_down[player, column]
                state.face_down[player, column] = NO_CARD


@rule
def end_deal(state):
    """Rules 11 and 12, choice 5: the next deal follows, or the game is over."""
    next_hand(state, 1 - state.dealer)


next_hand = MATCH.next_hand(STATE, PACK, deal)


@rule
def observe(state, player, view):
    """Computed fields of the view: the rows without face-down cards, and progress of the deal."""
    view.tricks_left = tricks_left(state)
    view.wins_at = wins_at(state)
    for seat in range(SEATS):
        other = player if seat == 0 else 1 - player
        show_row(state, other, seat, view)


@rule
def show_row(state, player, seat, view):
    """The player's columns, at the viewer's place for that seat."""
    for column in range(COLUMNS):
        card = state.face_up[player, column]
        covers = state.face_down[player, column] != NO_CARD
        view.face_down[seat] += covers
        if card != NO_CARD:
            view.face_up[seat, card] = 1
            view.covering[seat, card] = covers


@rule
def redeal_hidden(state, player):
    """Redraws the other's hole cards, of suits that they may have, and all face-down cards, by way of the stock."""
    other = 1 - player
    hole_cards = state.hole[other].sum()
    piles.move_counted(state.hole[other], state.stock)
    for card in state.face_down.flat:
        if card != NO_CARD:
            piles.push(state.stock, card)
    for _ in range(hole_cards):
        state.hole[other, draw_hole_card(state, other)] = 1
    piles.shuffle(state, state.stock)
    for seat in range(SEATS):
        for column in range(COLUMNS):
            if state.face_down[seat, column] != NO_CARD:
                state.face_down[seat, column] = piles.draw(state.stock)


@rule
def draw_hole_card(state, player):
    """Draw a card from anywhere in the stock that may be a hole card of the player; there must be one."""
    stock = state.stock
    place = rng.below(state, stock.height)
    while not tricks.has_not_shown_void(state, player, stock.cards[place]):
        place = rng.below(state, stock.height)
    card = stock.cards[place]
    stock.cards[place] = piles.top(stock)
    stock.cards[stock.height - 1] = card
    return piles.draw(stock)


def check(state) -> str:
    """The first problem of a written position, in words, or nothing."""
    hands_left = int(MATCH.hands_in_all(state.options) - state.hands_over)
    if state.stock.height > 0:
        return "stock: all cards have been dealt"
    if (state.score + TRICKS * hands_left > MOST_HANDS * TRICKS).any() or (state.score < 0).any():
        return f"score: a deal has {TRICKS} tricks"
    for player in range(SEATS):
        if any(state.void[player, suit] and tricks.has_suit(state.hole[player], suit) for suit in range(SUITS)):
            return f"void: player {player} has a hole card of such a suit"
    uncovered = ((state.face_down != NO_CARD) & (state.face_up == NO_CARD)).sum(axis=1)
    if (uncovered > (state.trick != NO_CARD)).any():
        return "face_down: a card is turned up, unless the card on it lies in the trick"
    if state.over:
        return "trick: the last one is over" if (state.trick != NO_CARD).any() else ""
    if (state.tricks >= wins_at(state)).any() or state.tricks.sum() + tricks_left(state) > TRICKS:
        return f"tricks: a player with {wins_at(state)} has won, and there are {TRICKS}"
    cards = (state.face_down != NO_CARD).sum(axis=1) + (state.face_up != NO_CARD).sum(axis=1) + state.hole.sum(axis=1)
    return tricks.wrong_trick(state, cards) or tricks.wrong_turn(state)


def score_range(options, num_players):
    """Half of the most by which a player can lead."""
    most = TRICKS if options.play_all else MAJORITY
    return MATCH.hands_in_all(options) * most / 2


LAYOUT = Layout(
    (
        Hands("hole", "hole cards", sizes="hole_sizes"),
        Spread("face_up", "", backs="face_down"),
        Spread("trick"),
    ),
    noted=("covering", "played"),
    titles={
        "tricks": "tricks",
    },
    phases={"": "Play a card to the trick"},
    taker_leads=True,
    rules={"play": (7, 8)},
)

GAME = Game(
    name="turnover_bridge",
    version=0,
    title="Turnover Bridge",
    family="trick-taking",
    players=(SEATS, SEATS),
    default_players=SEATS,
    score_range=score_range,
    rest="played",
    **declared_in(__name__),
)
