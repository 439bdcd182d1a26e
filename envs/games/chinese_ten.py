"""Chinese Ten.

A fishing game for two to four players, known as Jian Hong Dian, picking up red spots: pairs that add up to ten are
captured, and it is the red cards that count.

Rules
-----
1. Two, three or four players are dealt twelve, eight or six of the 52 cards each: 24 in all.
2. Four cards are laid out face up on the table; the other 24 are the stock, face down.
3. The dealer's left neighbour begins, and the turn passes to the left.
4. A turn begins with a card of the hand, played to the table. If it makes ten with a card on the table, both are
   captured. A ten or a court card captures a card of its rank instead.
5. Then the top card of the stock is turned up, and captures in the same way. A card that captures nothing stays on the
   table.
6. Captured cards lie face down in front of their player. They do not go to the hand, and hands are not refilled.
7. If the first four cards hold three fives, tens, jacks, queens or kings, the fourth card of that rank captures all
   three.
8. If they hold all four, the dealer captures them before the first turn.
9. The last cards of the hands and of the stock are played in the same turn, and the last card takes the last one on
   the table.
10. A♣ scores 40 with four players and A♠ 30 with three or four; other black cards score nothing. A red ace scores 20;
    a red nine, ten, jack, queen or king 10; any other red card its number.
11. The highest score wins.
12. So there are 210 points with two players, 240 with three and 280 with four.
13. An ace counts one when cards are added. So the pairs are ace and nine, two and eight, three and seven, four and six,
    and two fives.
14. Tens and court cards are not added to anything.
15. A capture is one card from the hand or the stock with one from the table, except by rules 7 and 8.
16. Each turn takes one card from the hand and one from the stock.
17. Suits are of no influence on what is captured.

Sources
-------
[Denexa Games, Chinese Ten](https://denexa.com/blog/category/game-rules/by-country-of-origin/china); other descriptions
of the game on the web.

Choices where the text is silent
--------------------------------
1. Rule 8 asks for four cards of one rank. To the letter, the dealer also captures four fives, tens and court cards of
   several ranks, as with ``mixed_four=True``. Then of some ranks one or three cards are left, of which the last one
   finds no partner: it stays on the table and scores for nobody, so rules 9 and 12 may not hold.
2. A card that can capture must. If several cards on the table fit, its player chooses one, also for a card turned up.
3. Of two tens on the table, or two cards of another rank of rule 7, one is taken.
4. Three of such a rank cannot come together later, as every capture is made.
5. The fourth card of rule 7 takes the three from the stock as well as from a hand.
6. Three equal cards of other ranks need no rule: cards of the rank that makes ten take one each.
7. After rule 8 the table is empty, and the game goes on.
8. The game is one deal. With ``hands`` it is a match: the deal passes to the left, and the sums decide.
9. Players with the same highest score share the win.
10. With four players A♣ counts more than A♠, as the text has it.
11. All remember which cards each player has captured, and which each has played from the hand.

Options
-------
``hands``: deals of a match, whose scores are added up.
``mixed_four``: whether the dealer captures any four fives, tens and court cards that open a deal, not four of a rank
alone.

Rewards
-------
The highest scores share +1, the others share -1; if all are equal, all get 0. The score is the points. With
``reward="score"`` points count when they are captured, as all can see them; a seat's points less the mean are divided
by 210 for each deal, which is the most that four players' best can be ahead of the mean.

End
---
After 24 turns a deal is over: the hands and the stock are empty, and the table too unless choice 1 leaves cards there.
A turn has one to three steps.

Written deck
------------
Cards go round one at a time from the dealer's left until the hands are full; then come the four on the table, then the
stock, its top card first. Later deals of a match are shuffled.
"""

from enum import IntEnum

import numpy as np

from cardzoo.envs.engine import piles
from cardzoo.envs.engine.actions import Actions, Block
from cardzoo.envs.engine.cards import ACE, CARDS, CLUBS, NINE, NO_CARD, RANKS, SUITS, is_red, rank_of, suit_of
from cardzoo.envs.engine.compiling import rule
from cardzoo.envs.engine.fields import Card, Cards, Choice, Flag, Number, Options, Pile, Seats, State
from cardzoo.envs.engine.game import Game, declared_in
from cardzoo.envs.engine.match import Match
from cardzoo.envs.families import dealing, fishing
from cardzoo.envs.scene import STOCK, Beside, Hands, Layout, Look, Spread, listed

SEATS = Seats(4)
HAND_CARDS = 24  # of all players together
TABLE_SIZE = 4
STOCK_SIZE = CARDS - HAND_CARDS - TABLE_SIZE
RED_ACE_POINTS = 20
HIGH_POINTS = 10
ACE_OF_SPADES_POINTS = 30
ACE_OF_CLUBS_POINTS = 40
MOST_POINTS = 280  # in one deal
MOST_HANDS = 20
PACK = np.arange(CARDS, dtype=np.int16)


class Phase(IntEnum):
    """Decisions of the player whose turn it is."""

    PLAY = 0
    CAPTURE = 1
    CAPTURE_TURNED_UP = 2


ACTIONS = Actions(
    Block("play", CARDS, doc="play a card of the hand"),
    Block(
        "capture",
        CARDS,
        among=("table",),
        doc="if several cards on the table fit the one played or turned up: take this one",
    ),
)
CAPTURE = ACTIONS.first("capture")

MATCH = Match(most=MOST_HANDS)

STATE = State(
    Choice("phase", Phase, doc="what the player whose turn it is decides"),
    Pile("stock", CARDS, doc="the stock"),
    Cards("hands", SEATS, doc="the players' hands"),
    Cards("table", doc="the cards on the table"),
    Card("card", doc="the card, played or turned up, that waits for its player to choose what it captures"),
    Cards("captured", SEATS, doc="what each player has captured in this deal, as all have seen"),
    Cards("played", SEATS, memo=True, doc="what each player has played from the hand in this deal, as all have seen"),
    MATCH.counter,
)

VIEW = STATE.view(
    Cards("hand", shows="hands", doc="own hand"),
    "table card captured played",
    Number("hand_sizes", SEATS, high=HAND_CARDS // 2, shows="hands", doc="cards in each hand"),
    Number("stock_size", high=CARDS, shows="stock", doc="cards in the stock"),
    "phase turn dealer",
    Number("scores", SEATS, high=MOST_HANDS * MOST_POINTS, shows="score", doc="points so far"),
    MATCH.to_come,
    Number("num_players", low=2, high=SEATS, default=2, doc="players, on whom the points of the black aces depend"),
)

OPTIONS = Options(
    MATCH.option,
    Flag("mixed_four", doc="whether the dealer captures any four fives, tens and court cards that open a deal"),
)


@rule
def deal(state):
    """Rules 1 to 3 and 8, choices 1 and 7: the hands, then cards on the table; the dealer may take some at once."""
    dealing.deal(state, HAND_CARDS)
    for _ in range(TABLE_SIZE):
        state.table[piles.draw(state.stock)] = 1
    state.phase = Phase.PLAY
    if all_alike(state.table) or (state.options.mixed_four and all_pair_alike(state.table)):
        for rank in range(RANKS):
            take_rank(state, state.dealer, rank)


@rule
def all_alike(cards):
    """Rule 8: returns whether four cards have one rank, which pairs with itself."""
    found = False
    for rank in range(RANKS):
        found |= pairs_with(rank) == rank and fishing.count_rank(cards, rank) == SUITS
    return found


@rule
def all_pair_alike(cards):
    """Choice 1: returns whether all cards are fives, tens and court cards."""
    number = 0
    for rank in range(RANKS):
        if pairs_with(rank) != rank:
            number += fishing.count_rank(cards, rank)
    return number == 0


@rule
def pairs_with(rank):
    """Rules 4, 13 and 14: the rank that a rank captures."""
    return NINE - rank if rank <= NINE else rank


@rule
def take_rank(state, player, rank):
    """All cards of the rank that are on the table."""
    for suit in range(SUITS):
        if state.table[RANKS * suit + rank]:
            take(state, player, RANKS * suit + rank)


@rule
def take(state, player, card):
    """Rule 6: the card is the player's, wherever it was."""
    state.table[card] = 0
    state.captured[player, card] = 1
    state.score[player] += points_of(card, state.num_players)


@rule
def points_of(card, num_players):
    """Rules 10 and 12, choice 10: points of a captured card."""
    rank = rank_of(card)
    if is_red(card):
        if rank == ACE:
            return RED_ACE_POINTS
        return HIGH_POINTS if rank >= NINE else rank + 1
    if rank != ACE:
        return 0
    if suit_of(card) == CLUBS:
        return ACE_OF_CLUBS_POINTS if num_players == 4 else 0
    return ACE_OF_SPADES_POINTS if num_players >= 3 else 0


@rule
def legal_actions(state, mask):
    """Rules 4 and 17, choice 2: any card of the hand, or those on the table that the card played captures."""
    if state.phase == Phase.PLAY:
        for card in range(CARDS):
            mask[card] = state.hands[state.player, card]
        return
    rank = pairs_with(rank_of(state.card))
    for suit in range(SUITS):
        card = RANKS * suit + rank
        mask[CAPTURE + card] = state.table[card]


@rule
def apply_action(state, action):
    """Rules 4, 5 and 16: a card of the hand, then one of the stock; each may have to wait for a choice."""
    if state.phase == Phase.PLAY:
        state.hands[state.player, action] = 0
        state.played[state.player, action] = 1
        state.phase = Phase.CAPTURE
        meet_table(state, action)
    else:
        take(state, state.player, action - CAPTURE)
        take(state, state.player, state.card)
        state.card = NO_CARD
    if state.phase == Phase.CAPTURE and state.card == NO_CARD:
        state.phase = Phase.CAPTURE_TURNED_UP
        if state.stock.height > 0:  # as always but in written positions
            meet_table(state, piles.draw(state.stock))
    if state.card == NO_CARD:
        end_turn(state)


@rule
def meet_table(state, card):
    """Rules 4, 5, 7, 15 and 17, choices 2 to 6: the card captures, stays on the table, or waits for a choice."""
    rank = rank_of(card)
    partner = pairs_with(rank)
    fitting = fishing.count_rank(state.table, partner)
    if fitting == 0:
        state.table[card] = 1
    elif fitting == 1 or (fitting == SUITS - 1 and partner == rank):
        take_rank(state, state.player, partner)
        take(state, state.player, card)
    else:
        state.card = card


@rule
def end_turn(state):
    """Rules 3 and 9: the turn passes to the next player with cards, or the deal ends."""
    state.phase = Phase.PLAY
    if not fishing.pass_turn(state):
        end_deal(state)


@rule
def end_deal(state):
    """Rule 11, choice 8: the next deal follows, or the game is over."""
    next_hand(state, (state.dealer + 1) % state.num_players)


next_hand = MATCH.next_hand(STATE, PACK, deal)


@rule
def observe(state, player, view):
    """Computed fields of the view: the number of players."""
    view.num_players = state.num_players


@rule
def redeal_hidden(state, player):
    """Redraws the others' hands and the stock. Plays show nothing about them, as any card may be played."""
    for other in range(state.num_players):
        if other != player:
            for card in range(CARDS):
                if state.hands[other, card]:
                    piles.push(state.stock, card)
    piles.shuffle(state, state.stock)
    for other in range(state.num_players):
        if other != player:
            size = state.hands[other].sum()
            state.hands[other] = 0
            for _ in range(size):
                state.hands[other, piles.draw(state.stock)] = 1


def check(state) -> str:
    """The first problem of a written position, in words, or nothing."""
    if (state.score > MOST_HANDS * MOST_POINTS - MOST_POINTS).any():
        return "score: it is more than a match brings"
    played = state.played.sum(axis=0)
    out = state.table + state.captured.sum(axis=0)
    if state.card != NO_CARD:
        out[state.card] = 1
    if (played > out).any():
        return "played: one player each has played these cards, which are captured or on the table"
    if (state.phase == Phase.PLAY) != (state.card == NO_CARD):
        return "card: it waits in the phases of a capture, and in no other"
    if state.card == NO_CARD:
        return ""
    if state.over:
        return "card: none waits when the game is over"
    rank = rank_of(state.card)
    fitting = int(state.table[pairs_with(rank) :: RANKS].sum())
    if fitting < 2 or (fitting == SUITS - 1 and pairs_with(rank) == rank):
        return "card: it waits only if there is a choice of what it captures"
    return ""


def score_range(options, num_players):
    """Three quarters of all points of four players: the lead over the mean of a player who takes all."""
    return MOST_POINTS * (SEATS - 1) / SEATS * options.hands


def name_cards(before: Look, after: Look) -> str:
    """Cards that the player takes, and a card of the stock that stays on the table; empty at the end of a deal."""
    if after.view["stock_size"] > before.view["stock_size"] or not after.view["hand_sizes"].any():
        return ""

    def more(now: np.ndarray, then: np.ndarray) -> list[str]:
        return [after.game.cards.words[card] for card in np.flatnonzero(now > then)]

    took = more(after.view["captured"][0], before.view["captured"][0])
    turned = more(after.view["table"], before.view["table"] + before.view["hand"])
    took_words = [f"{before.names[before.player]} took {listed(took)}"] if took else []
    return ", ".join(took_words + [f"{card} was turned up" for card in turned])


LAYOUT = Layout(
    (Hands("hand"), Beside(STOCK, Spread("table"), Spread("card", "card that captures"))),
    noted=("captured", "played"),
    hidden={"num_players": "each has a hand"},
    phases={
        "play": "Play a card of your hand",
        "capture": "Choose what your card captures",
        "capture_turned_up": "Choose what the card turned up captures",
    },
    secretly={"capture": "chose a card to capture"},  # another choice may leave the same cards
    then={"play": name_cards, "capture": name_cards},
    rules={"play": (4, 13), "capture": (4,)},
)

GAME = Game(
    name="chinese_ten",
    version=0,
    title="Chinese Ten",
    family="fishing",
    players=(2, SEATS),
    default_players=2,
    score_range=score_range,
    rest="stock",
    **declared_in(__name__),
)
