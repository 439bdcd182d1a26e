"""Triple Play.

A game of the canasta family for two partnerships, also known as Hand, Knee, and Foot: everybody has three hands of
cards to play through, one after the other, before the side may go out.

Rules
-----
1. Four players, partners opposite, play with six packs of 52 and twelve jokers: 324 cards.
2. Each player is dealt a hand of 15 cards, a knee of 13 and a foot of 11. Players see their hands; nobody sees a knee
   or a foot before it is taken. The other 168 cards are the stock.
3. The top card of the stock is turned up and begins the discard pile. If it is a joker, 2, red 3, 5 or 7, it is buried
   in the middle of the stock, and the next card is turned up.
4. Jokers and 2s are wild. Suits do not matter, except that 3s are red or black.
5. A red 3 in a hand is laid down and replaced from the stock before the first turn. The same happens later to a red 3
   drawn by a player who has not taken the knee, and to one that comes as a replacement.
6. From taking the knee on, a player lays red 3s down without a replacement, those in the knee and the foot too.
7. The dealer's left neighbour begins. A turn is to draw, to meld as much as one likes, and to discard.
8. To draw is to take the top two cards of the stock or the whole discard pile.
9. The pile may be taken only with two cards of the hand that are melded at once with its top card.
10. A pile with a black 3 on top may not be taken.
11. A pile with a wild card on top needs two cards of that kind: two 2s for a 2, two jokers for a joker.
12. The pile's other cards may be used only when its top card has been melded. For a side's first meld more cards of
    the hand may be melded along with it, to reach the minimum.
13. A meld is three to seven cards of one rank, or three to seven wild cards.
14. A meld of three to five cards may hold one wild card, of six or seven two; a meld of 5s or 7s none.
15. 3s cannot be melded.
16. The first melds of a side in a deal, all in one turn, must count 50 points in the first deal, 90 in the second, 120
    in the third and 150 in the fourth: a joker 50, a 2 and an ace 20, king to 8 10, 7 to 4 5. Later turns are free.
17. Both partners may add to their side's melds, but not to the opponents'; no card moves from meld to meld.
18. Seven cards are a canasta, which takes no more. A side has one meld of a rank at a time: a new one may be begun when
    the last is a canasta.
19. A turn that began with the stock ends with the discard of a card. One that began with the pile ends without, so that
    the next player must draw from the stock.
20. The player who completes the side's first canasta takes the own knee into hand at once and plays on.
21. The partner takes the own knee on the next own turn, after drawing.
22. A player who then runs out of cards by melding takes the foot and plays on; by discarding, at the beginning of the
    next own turn.
23. The basic book is five canastas: a natural one of 5s, a natural one of 7s, one of wild cards, another natural one,
    and a mixed one, which holds wild cards among others.
24. A player who has taken the foot may go out, without a card left, when the side has the basic book. The partner must
    have been asked before and have said yes; a no is binding.
25. If the stock runs out first, the deal is scored as it stands.
26. A side scores the points of rule 16 for its melded cards, 100 for each red 3, 300 for seven or more of them, 200 for
    going out, and for canastas: of 7s 5000, of 5s 3000, of wild cards 2500, other natural ones 500, mixed ones 300. It
    pays for the cards in its hands, knees and feet: a red 3 500, a black 3 100, others their points.
27. The deal passes to the left. After four deals the higher total wins.

Sources
-------
The rules of Triple Play in [Denexa Games, Game Rules](https://www.denexa.com/blog/category/game-rules/); a summary of
Hand and Foot for the end of the stock.

Choices where the text is silent
--------------------------------
1. Cards of a rank are all alike, but for 3s; they are written as clubs: 9♣ is any 9, 3♣ a black 3 and 3♦ a red one.
2. The middle of rule 3 is meant exactly: 84 cards lie above. So all know when a player draws a buried card.
3. Red 3s are replaced after the upcard has been settled, player by player from the dealer's left. When the stock is
   empty, they are not replaced.
4. The minimum of rule 16 counts all cards melded in that turn, wild ones and the upcard too, but no red 3s and no
   bonuses. Until it is reached, a pile's other cards and a knee that has been earned stay where they are.
5. One of the two cards in rule 9 may be wild. Both may, when the upcard goes onto a meld that then has at least six
   cards and no other wild one.
6. If the side has an unfinished meld of the upcard's rank, all three cards join it, or the pile cannot be taken; no
   other card may be laid before. The three wild cards of rule 11 form or join the side's wild meld in the same way.
7. 2s and jokers mix freely in a wild meld. A canasta of them counts as neither natural nor mixed.
8. The limits of rule 14 hold after each card that is laid, those of a pile's meld when its three cards lie.
9. Any card may be discarded.
10. Nobody can forget the knee in rule 21 or remind the partner of it, so the penalty for that does not exist.
11. A player without the knee, whose side has no canasta, must keep a card for the next turn.
12. The meld with which a pile is taken is part of drawing: the knee of rule 21 comes after it, so that it may use the
    last cards of the hand. Red 3s drawn from the stock before that knee are still replaced.
13. A player with the foot may ask once a turn, before or after drawing, whether or not the book is complete. A yes is
    good for this turn and does not oblige.
14. One goes out by melding or by discarding the last card; in a turn that began with the pile only by melding, the
    meld that takes it included.
15. The other natural canasta of the book may be a second one of 5s or 7s. Every canasta brings one bonus.
16. A red 3 costs 500 in place of its 100. That can happen only in a knee or a foot.
17. With fewer than two cards in the stock, the player about to draw may take the pile, if rule 9 allows it, or let the
    deal end; a single card is not drawn. Nobody has gone out. A foot that is due has been taken before, a knee has not.
18. Red 3s can leave a player who drew from the stock without a card, or with one that may not be discarded because of
    rule 24 or choice 11. If it cannot be melded either, the turn ends without a discard, and that is not going out.
19. Equal totals are a draw.
20. Actions that cannot lead to a legal end of the turn may not be begun: no meld from which the minimum cannot be
    reached, and nothing that leaves too few cards, unless those left can be melded to complete the first canasta, or
    the book.

Options
-------
``hands``: deals after which the match ends; at the latest it ends after the fourth.
``first_deal``: the deal with which the match begins, which sets its minimum.

Rewards
-------
The players of the side with the higher total share +1, the others share -1; after a draw all get 0. The score is that
of the player's side. ``reward="score"`` divides by 30440 a deal, half of what all melded cards, the most
canastas that 324 cards make, going out, and all 3s left to the opponents would bring in one deal.

End
---
After the last deal. A turn that begins with the pile is followed by one that begins with the stock or ends the deal, so
a deal has less than 170 turns.

Written deck
------------
Cards go round from the dealer's left, the first card first: fifteen times for the hands, thirteen times for the knees,
eleven times for the feet. Then come the upcard and the stock. Cards are written as choice 1 says, each natural rank 24
times. Later deals are shuffled.
"""

from enum import IntEnum

import numpy as np

from cardzoo.envs.engine import arrays, piles
from cardzoo.envs.engine.actions import Actions, Block, Place
from cardzoo.envs.engine.cards import CARDS_AND_JOKERS, FIVE, NO_CARD, RANKS, SEVEN, THREE, TWO
from cardzoo.envs.engine.compiling import rule
from cardzoo.envs.engine.fields import Card, Cards, Choice, Number, Options, Pile, Seats, State
from cardzoo.envs.engine.game import Game, declared_in
from cardzoo.envs.engine.match import Match
from cardzoo.envs.families import canastas, hand_and_foot
from cardzoo.envs.families.canastas import (
    BACK,
    DISCARDED,
    DOWN,
    JOKER,
    NAMES,
    NATURAL,
    NOBODY,
    NOT_YET,
    RED_THREE,
    SIDES,
    TENS,
    Answer,
    Phase,
    Source,
    next_player,
    partner_of,
    points,
    side_of,
)
from cardzoo.envs.families.hand_and_foot import CANASTA_SIZE, DRAWN, MINIMUMS, MOST_HANDS, NO_RANK, minimum
from cardzoo.envs.scene import Layout

SEATS = Seats(4)
COPIES = 24  # of each card but 3s and jokers, of which there are 12
THREES = COPIES // 2
MIXABLE = tuple(rank for rank in NATURAL if rank not in (FIVE, SEVEN))
PACK = canastas.make_pack(COPIES)
HAND_SIZE, KNEE_SIZE, FOOT_SIZE = 15, 13, 11
STOCK_SIZE = len(PACK) - SEATS * (HAND_SIZE + KNEE_SIZE + FOOT_SIZE)
BURIED_AT = (STOCK_SIZE - 1) // 2  # the lowest place of buried cards in the stock
MOST_BURIED = 4 * COPIES
BURIED = np.isin(np.arange(CARDS_AND_JOKERS), (JOKER, TWO, RED_THREE, FIVE, SEVEN))
LIMITS = hand_and_foot.make_limits(MIXABLE, (1, 1, 1, 1, 1, 1, 2, 2))
MOST_CANASTAS = 5  # of one kind and rank, as there are 36 wild cards and 24 of each other rank
CANASTA_POINTS = np.full(RANKS, 500, np.int64)  # of natural ones, by rank, and for rank 2 of wild ones
CANASTA_POINTS[[SEVEN, FIVE, TWO]] = 5000, 3000, 2500
MIXED_CANASTA_POINTS = 300
RED_THREE_POINTS = 100
MANY_RED_THREES = 7
MANY_RED_THREES_POINTS = 300
OUT_POINTS = 200
UNPLAYED_POINTS = canastas.value_cards(500, 100)
ALL_POINTS = int(canastas.POINTS[PACK].sum())
UNPLAYED_THREES = THREES * (500 + 100)
MOST_CANASTA_POINTS = 3 * (5000 + 3000 + 500 * len(MIXABLE)) + 5 * 2500  # three of each rank and five wild ones
MOST_POINTS = ALL_POINTS + MOST_CANASTA_POINTS + THREES * RED_THREE_POINTS + MANY_RED_THREES_POINTS + OUT_POINTS
MOST_LOSS = ALL_POINTS + UNPLAYED_THREES
MOST_LEAD = ALL_POINTS + MOST_CANASTA_POINTS + OUT_POINTS + UNPLAYED_THREES


class Part(IntEnum):
    """The last taken of a player's three hands of cards."""

    HAND = 0
    KNEE = 1
    FOOT = 2


BEGUN = np.array(canastas.begun_lays(MIXABLE, wild=True), np.int64)
ADDED = np.array(canastas.added_lays(MIXABLE, wild=True), np.int64)
LAID = np.concatenate([BEGUN, ADDED])

# Cards of the hand melded with the pile's top card: how many of its rank, 2s and jokers.
TAKES = {
    "two naturals": (2, 0, 0),
    "natural and 2": (1, 1, 0),
    "natural and joker": (1, 0, 1),
    "two 2s": (0, 2, 0),
    "2 and joker": (0, 1, 1),
    "two jokers": (0, 0, 2),
}
TAKE_WORDS = tuple(TAKES)


def melds_of_takes():
    """The cards that a take lays down, as in `LAID`, by upcard and take; nothing if rules 10 and 11 forbid it."""
    melds = np.zeros((CARDS_AND_JOKERS, len(TAKES), 4), np.int64)
    for upcard in NATURAL:
        melds[upcard] = [(upcard, naturals + 1, twos, jokers) for naturals, twos, jokers in TAKES.values()]
    melds[TWO, TAKE_WORDS.index("two 2s")] = TWO, 3, 0, 0
    melds[JOKER, TAKE_WORDS.index("two jokers")] = TWO, 0, 0, 3
    return melds


TAKEN = melds_of_takes()
WILD = {"2": TWO, "joker": JOKER}

ACTIONS = Actions(
    Block(
        "draw", at=Place("stock_size"), doc="take two cards of the stock; with fewer than two in it, let the deal end"
    ),
    Block(
        "take with",
        [[WILD.get(word, word) for word in words.split()] for words in TAKE_WORDS],
        names=NAMES,
        at=Place("discard_pile"),
        doc="take the pile, melding its top card with two cards of the hand",
    ),
    *canastas.meld_blocks(BEGUN.tolist(), ADDED.tolist()),
    *canastas.ASKING,
)
DRAW, TAKE, LAY, DISCARD = (ACTIONS.first(verb) for verb in ("draw", "take with", "meld", "discard"))
END, ASK, YES, NO = (ACTIONS.first(verb) for verb in ("end", "ask", "yes", "no"))

MATCH = Match(most=MOST_HANDS, default=MOST_HANDS, length=hand_and_foot.hands_in_all)

STATE = State(
    Choice("phase", Phase, doc="what the player whose turn it is decides"),
    Pile("stock", len(PACK), codes=CARDS_AND_JOKERS, doc="the stock"),
    Number("buried", high=MOST_BURIED, doc="cards that were buried in the stock"),
    Cards("discard_pile", packs=COPIES, codes=CARDS_AND_JOKERS, doc="the discard pile"),  # but for its top, in no order
    Card("upcard", codes=CARDS_AND_JOKERS, memo=True, doc="its top card"),
    Cards("hands", SEATS, packs=COPIES, codes=CARDS_AND_JOKERS, doc="the players' hands"),
    Cards("knees", SEATS, packs=COPIES, codes=CARDS_AND_JOKERS, doc="knees that have not been taken"),
    Cards("feet", SEATS, packs=COPIES, codes=CARDS_AND_JOKERS, doc="feet that have not been taken"),
    Cards(
        "known",
        SEATS,
        packs=COPIES,
        codes=CARDS_AND_JOKERS,
        memo=True,
        doc="cards that all know to be in a player's hand",
    ),
    Choice("part", Part, SEATS, doc="what a player has taken last"),
    Cards("laid", SIDES, packs=COPIES, codes=CARDS_AND_JOKERS, doc="what a side has on the table"),
    Cards("melds", SIDES, packs=CANASTA_SIZE, codes=RANKS, memo=True, doc="unfinished melds' cards of their own ranks"),
    Number("twos", SIDES, RANKS, high=2, doc="2s in the unfinished meld of each other rank, ace to king"),
    Number("jokers", SIDES, RANKS, high=CANASTA_SIZE, doc="jokers in it; for rank 2 those in the wild meld"),
    Number("canastas", SIDES, RANKS, high=MOST_CANASTAS, doc="natural canastas by rank, for rank 2 wild ones"),
    Number("mixed_canastas", SIDES, RANKS, high=MOST_CANASTAS, doc="mixed canastas by rank"),
    Choice("source", Source, default=None, doc="what the turn has begun with"),
    Choice("answer", Answer, default=None, doc="what the partner has said in this turn"),
    MATCH.counter,
)

VIEW = STATE.view(
    "phase turn",
    Cards("hand", packs=COPIES, codes=CARDS_AND_JOKERS, shows="hands", doc="own hand"),
    "known",
    Number("hand_sizes", SEATS, high=len(PACK), shows="hands", doc="cards in each hand"),
    "part discard_pile upcard melds twos jokers canastas mixed_canastas",
    Cards("canasta_cards", SIDES, packs=COPIES, codes=CARDS_AND_JOKERS, doc="the cards in a side's canastas"),
    Number("book", SIDES, doc="1 for a side with the basic book"),
    Number("red_threes", SIDES, high=THREES, doc="a side's red 3s"),
    Number("melded", SIDES, high=ALL_POINTS, doc="what a side's melded cards count"),
    Number("minimum", high=MINIMUMS[-1], doc="what they must count in the turn of a side's first melds"),
    "source answer",
    Number("stock_size", high=len(PACK), shows="stock", doc="cards in the stock"),
    Cards("buried", packs=COPIES, codes=CARDS_AND_JOKERS, doc="buried cards that are still in the stock"),
    Card("next_buried", codes=CARDS_AND_JOKERS, doc="the highest of them"),
    Number("above_buried", high=len(PACK), doc="how many cards lie above it"),
    MATCH.left,
    Number(
        "scores",
        SIDES,
        low=-MOST_HANDS * MOST_LOSS // TENS,
        high=MOST_HANDS * MOST_POINTS // TENS,
        doc="points of the deals that are over, in tens, rounded down",
    ),
    Number("score_rest", SIDES, high=TENS - 1, doc="how many points more than these tens"),
)

OPTIONS = Options(
    MATCH.option,
    Number("first_deal", low=1, high=MOST_HANDS, default=1, doc="the deal with which the match begins"),
)


@rule
def deal(state):
    """Rules 2, 3 and 5, choice 3: hands, knees and feet, then the upcard; red threes are laid down and replaced."""
    for cards, size in ((state.hands, HAND_SIZE), (state.knees, KNEE_SIZE), (state.feet, FOOT_SIZE)):
        for card in range(size * SEATS):
            cards[(state.player + card) % SEATS, piles.draw(state.stock)] += 1
    state.upcard = hand_and_foot.turn_up(state, BURIED_AT, BURIED)
    state.discard_pile[state.upcard] += 1
    for _ in range(SEATS):
        draw_cards(state, canastas.lay_red_threes(state))
        state.player = next_player(state)
    begin_turn(state)


@rule
def draw_cards(state, number):
    """Rules 5, 6 and 8, choices 2 and 3: the player takes cards of the stock."""
    hand_and_foot.draw_cards(state, number, BURIED_AT, state.part[state.player] == Part.HAND)


@rule
def legal_actions(state, mask):
    """Legal actions of each phase."""
    if state.phase == Phase.ANSWER:
        mask[YES] = mask[NO] = 1
        return
    mask[ASK] = state.part[state.player] == Part.FOOT and state.answer == NOT_YET
    if state.phase == Phase.DRAW:
        mask[DRAW] = 1
        mask_takes(state, mask)
    else:
        mask_lays(state, mask[LAY:])
        if not canastas.is_opening(state, minimum(state)):
            mask_ends(state, mask)


@rule
def mask_takes(state, mask):
    """Rules 9 to 12: the upcard is tried in hand."""
    if state.upcard == NO_CARD:
        return
    state.source = Source.PILE
    canastas.move_upcard(state, DOWN)
    for take in range(len(TAKE_WORDS)):
        laid = TAKEN[state.upcard, take]
        mask[TAKE + take] = arrays.total(laid[1:]) > 0 and may_lay(state, laid)
    canastas.move_upcard(state, BACK)
    state.source = NOT_YET


@rule
def mask_ends(state, mask):
    """Rules 19, 22 and 24, choices 9, 11 and 18: discards, or the end of the turn."""
    hand = state.hands[state.player]
    left = arrays.total(hand)
    if state.source == Source.STOCK and (left > 1 or (left == 1 and may_run_out(state))):
        for place in range(len(DISCARDED)):
            mask[DISCARD + place] = hand[DISCARDED[place]] > 0
    else:
        mask[END] = state.source == Source.PILE or arrays.total(mask[LAY:DISCARD]) == 0


@rule
def may_lay(state, laid):
    """Rules 13 to 18: returns whether the cards are there, fit the meld, and the turn can still come to a legal end."""
    if not hand_and_foot.fits(state, laid, LIMITS):
        return False
    if state.part[state.player] == Part.KNEE:
        return True
    hand_and_foot.lay(state, laid, DOWN)
    legal = can_finish(state)
    hand_and_foot.lay(state, laid, BACK)
    return legal


mask_lays = canastas.masking(BEGUN, ADDED, may_lay)


@rule
def has_canasta(state, side):
    """Returns whether the side has a canasta of any kind."""
    return arrays.total(state.canastas[side]) + arrays.total(state.mixed_canastas[side]) > 0


@rule
def has_book(state, side):
    """Rule 23, choice 15: returns whether the side has all canastas that going out takes."""
    complete = state.canastas[side]
    naturals = arrays.total(complete) - complete[TWO]
    has_naturals = complete[SEVEN] > 0 and complete[FIVE] > 0 and naturals > 2
    return has_naturals and complete[TWO] > 0 and arrays.total(state.mixed_canastas[side]) > 0


@rule
def may_run_out(state):
    """Rules 20, 22 and 24, choice 11: returns whether the player may be left without cards."""
    side = side_of(state.player)
    part = state.part[state.player]
    if part == Part.HAND:
        return has_canasta(state, side)
    return part == Part.KNEE or (state.answer == Answer.YES and has_book(state, side))


last_card_helps = hand_and_foot.helping(ADDED, may_run_out)


@rule
def cards_to_keep(state):
    """Number of cards to keep while melding, for a player who may not run out: for rule 19 one more than for later.

    Cards of the pile that will still come into the hand count.
    """
    if state.source == Source.STOCK:
        return 2
    return 1 if arrays.total(state.discard_pile) == 0 else 0


@rule
def can_finish(state):
    """Choice 20: returns whether the player can go on so that the turn comes to a legal end."""
    missing = canastas.missing_points(state, minimum(state))
    if missing > 0:
        return can_open(state, missing)
    left = arrays.total(state.hands[state.player])
    if left >= cards_to_keep(state) or may_run_out(state):
        return True
    return left == 1 and last_card_helps(state, LIMITS)


@rule
def can_open(state, missing):
    """Choice 20: returns whether the hand can bring the missing points and the turn then come to a legal end."""
    if not can_reach(state, missing):
        return False
    if may_run_out(state) or can_reach_keeping(state, missing, cards_to_keep(state)):
        return True
    found = False
    for rank in range(RANKS):
        found = found or (rank != THREE and hand_and_foot.can_reach(state, missing, rank, LIMITS))
    return found


@rule
def can_reach(state, missing):
    """Rule 16: returns whether the hand can bring the missing points."""
    return hand_and_foot.can_reach(state, missing, NO_RANK, LIMITS)


can_reach_keeping = canastas.reaching(can_reach)


@rule
def apply_action(state, action):
    """Play a legal action."""
    if state.phase == Phase.ANSWER:
        canastas.answer(state, Answer.YES if action == YES else Answer.NO)
    elif action == ASK:
        canastas.ask(state)
    elif action == DRAW:
        draw(state)
    elif action < LAY:
        take_pile(state, action - TAKE)
    elif action < DISCARD:
        put_down(state, LAID[action - LAY])
    elif action < END:
        discard(state, DISCARDED[action - DISCARD])
    else:
        end_turn(state)


@rule
def draw(state):
    """Rules 8, 21 and 25, choice 17: two cards of the stock, or the deal ends without them."""
    if state.stock.height < 2:
        end_deal(state, NOBODY)
        return
    draw_cards(state, DRAWN)
    state.source = Source.STOCK
    state.phase = Phase.MELD
    take_knee(state)


@rule
def take_pile(state, take):
    """Rules 8 to 12: the player takes the discard pile, and melds its upcard."""
    laid = TAKEN[state.upcard, take]
    canastas.move_upcard(state, DOWN)
    state.known[state.player, state.upcard] += 1
    state.upcard = NO_CARD
    state.source = Source.PILE
    state.phase = Phase.MELD
    put_down(state, laid)


@rule
def put_down(state, laid):
    """Rules 12, 16, 18, 20 to 22 and 24, choice 4: a meld and its consequences."""
    player = state.player
    hand_and_foot.put_down(state, laid)
    if canastas.is_opening(state, minimum(state)):
        return
    if state.source == Source.PILE:
        canastas.add_cards(state.known[player], state.discard_pile[:])
        canastas.take_into_hand(state, state.discard_pile[:])
    take_knee(state)
    if arrays.total(state.hands[player]) == 0:
        if state.part[player] == Part.KNEE:
            take_foot(state)
        else:
            end_deal(state, side_of(player))


@rule
def take_knee(state):
    """Rules 20 and 21: when the side has a canasta, the player's knee comes into the hand."""
    player = state.player
    if state.part[player] == Part.HAND and has_canasta(state, side_of(player)):
        state.part[player] = Part.KNEE
        canastas.take_into_hand(state, state.knees[player])


@rule
def take_foot(state):
    """Rule 22: the player's foot comes into the hand."""
    state.part[state.player] = Part.FOOT
    canastas.take_into_hand(state, state.feet[state.player])


@rule
def discard(state, card):
    """Rules 19 and 24: a card goes on the pile and ends the turn; the last one of a foot ends the deal."""
    player = state.player
    state.hands[player, card] -= 1
    canastas.forget(state, card, 1)
    state.discard_pile[card] += 1
    state.upcard = card
    if state.part[player] == Part.FOOT and arrays.total(state.hands[player]) == 0:
        end_deal(state, side_of(player))
    else:
        end_turn(state)


@rule
def end_turn(state):
    """Rule 7: the turn passes."""
    state.player = next_player(state)
    begin_turn(state)


@rule
def begin_turn(state):
    """Rule 22: a player is to draw, and takes the foot if the knee is used up."""
    state.phase = Phase.DRAW
    state.source = state.answer = NOT_YET
    if state.part[state.player] == Part.KNEE and arrays.total(state.hands[state.player]) == 0:
        take_foot(state)


@rule
def end_deal(state, out):
    """Rules 26 and 27, choices 17 and 19; ``out`` is the side that has gone out."""
    for player in range(SEATS):
        canastas.add_cards(state.hands[player], state.knees[player])
        canastas.add_cards(state.hands[player], state.feet[player])
    for player in range(SEATS):
        side = side_of(player)
        gained = score_table(state, side) - loss(state.hands[player]) - loss(state.hands[partner_of(state, player)])
        state.score[player] += gained + OUT_POINTS * (side == out)
    state.knees[:] = 0
    state.feet[:] = 0
    next_hand(state, (state.dealer + 1) % SEATS)


next_hand = MATCH.next_hand(STATE, PACK, deal, reward=canastas.end_match)


@rule
def score_table(state, side):
    """Rule 26, choices 15 and 16: points of a side's cards on the table."""
    red_threes = state.laid[side, RED_THREE]
    total = points(state.laid[side]) + RED_THREE_POINTS * red_threes
    if red_threes >= MANY_RED_THREES:
        total += MANY_RED_THREES_POINTS
    for rank in range(RANKS):
        total += CANASTA_POINTS[rank] * state.canastas[side, rank]
        total += MIXED_CANASTA_POINTS * state.mixed_canastas[side, rank]
    return total


@rule
def loss(cards):
    """Rule 26, choice 16: the cost of cards that are left."""
    total = 0
    for card in range(CARDS_AND_JOKERS):
        total += UNPLAYED_POINTS[card] * cards[card]
    return total


@rule
def observe(state, player, view):
    """Computed fields of the view: known buried cards, and the points of the sides' melds."""
    view.minimum = 0 if state.over else minimum(state)
    hand_and_foot.show_buried(state, view, BURIED_AT)
    for place in range(SIDES):
        side = (player + place) % SIDES
        hand_and_foot.show_canasta_cards(state, side, view.canasta_cards[place])
        view.book[place] = has_book(state, side)
        view.red_threes[place] = state.laid[side, RED_THREE]
        view.melded[place] = points(state.laid[side])
        view.scores[place] = state.score[side] // TENS
        view.score_rest[place] = state.score[side] % TENS


@rule
def redeal_hidden(state, player):
    """Redraws the others' hands except known cards, all knees and feet, and the stock except buried cards.

    A player who drew before the stock was used up and has one card left of the hand has kept it for a canasta.
    """
    is_last = state.part[state.player] == Part.HAND and state.hands[state.player].sum() == 1
    is_kept = is_last and state.phase == Phase.MELD and state.source == Source.STOCK and state.stock.height > 0
    is_bound = not state.over and (canastas.is_opening(state, minimum(state)) or is_kept)
    redeal(state, player, BURIED_AT, (state.knees, state.feet), is_bound)


redeal = hand_and_foot.redealing(can_finish)


def score_range(options, num_players):
    """Half of the largest possible lead; see Rewards."""
    return MOST_LEAD / 2 * MATCH.hands_in_all(options)


def check(state) -> str:
    """The first problem of a written position, in words, or nothing."""
    problem = hand_and_foot.wrong_scores(state, MOST_LOSS, MOST_POINTS, 1)
    return problem or wrong_cards(state) or wrong_turn(state) or wrong_melds(state)


def wrong_cards(state) -> str:
    """The first problem of hands, knees and feet."""
    if state.hands[:, RED_THREE].any() and not state.over:
        return "hands: red 3s are laid down at once"
    if (state.known > state.hands).any():
        return "known: these cards are not in the hand"
    if state.knees[state.part != Part.HAND].any() or state.feet[state.part == Part.FOOT].any():
        return "part: cards that have been taken do not lie there any more"
    if state.over and (state.knees.any() or state.feet.any()):
        return "knees, feet: after the end they are in the hands"
    return ""


def wrong_melds(state) -> str:
    """The first problem of the sides' cards on the table."""
    return hand_and_foot.wrong_table(state, LIMITS) or hand_and_foot.wrong_openings(state, can_finish)


def wrong_turn(state) -> str:
    """The first problem of the phase."""
    if state.upcard != NO_CARD and not state.discard_pile[state.upcard]:
        return "upcard: it is not in the discard pile"
    if (state.upcard != NO_CARD) != (state.source != Source.PILE and state.discard_pile.sum() > 0):
        return "upcard: a discard pile has one until it is taken"
    return hand_and_foot.wrong_turn(state, Part.FOOT)


LAYOUT = Layout(
    canastas.AREAS,
    noted=("buried", "next_buried", "canasta_cards"),
    labels={"canastas": canastas.BOOKS, "mixed_canastas": canastas.BOOKS},
    titles={
        "canastas": "natural and wild canastas",
        "scores": "score",
        "score_rest": "plus",
        "part": "plays from",
        "red_threes": "red 3s",
        "book": "basic book",
        "mixed_canastas": "mixed canastas",
        "minimum": "first meld needs",
    },
    units={"scores": TENS},
    faces=canastas.FACES,
    real=canastas.real_pack(COPIES),
    says=canastas.SAYS | {"draw": "Draw two cards", "take with": "Take the pile with {}", "end": "End the turn"},
    calls=canastas.name_melds(ACTIONS),
    says_now={"draw": canastas.naming_draw(hand_and_foot.cards_drawn)},
    phases=canastas.PHASES,
    asks_now={"draw": canastas.asking_to_draw(hand_and_foot.cards_drawn)},
    rules={
        "draw": (8,),
        "take with": (9, 11),
        "meld": (13, 14),
        "add": (17,),
        "discard": (19,),
        "end": (19,),
        "ask": (24,),
        "yes": (24,),
        "no": (24,),
    },
)

GAME = Game(
    name="triple_play",
    version=0,
    title="Triple Play",
    family="rummy",
    players=(SEATS, SEATS),
    sides=SIDES,
    default_players=SEATS,
    score_range=score_range,
    pack=tuple(PACK.tolist()),
    rest="stock",
    **declared_in(__name__),
)
