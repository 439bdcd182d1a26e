"""Canasta.

Two partnerships, or two players for themselves, lay down melds of one rank and make canastas of them. The discard pile
is the prize: a player who can meld its top card may take all of it.

Rules
-----
1. Four players, partners opposite, or two for themselves, play with two packs of 52 and four jokers: 108 cards. Each is
   dealt eleven cards, or fifteen of two players. The next card is turned up and begins the discard pile.
2. A joker, 2 or red 3 that is turned up is covered with the next card, until another card lies on top.
3. Jokers and 2s are wild. Suits do not matter, except that 3s are red or black.
4. A red 3 in a hand is laid face up on the table and replaced from the stock; one that comes with the discard pile is
   laid down without a replacement.
5. The dealer's left neighbour begins. A turn is to draw, to meld as much as one likes, and to discard a card.
6. To draw is to take the top card of the stock, or the top two with two players, or the whole discard pile.
7. A meld is three or more cards of one rank from 4 to ace, two or more of them natural and at most three wild. There
   are no melds of wild cards alone, and 3s are melded by rule 19 only.
8. Partners share their melds; both begin and extend them. A side has one meld of a rank. Nobody adds to the opponents'
   melds, and no card leaves its meld.
9. A meld of seven or more cards is a canasta, natural without wild cards and mixed with them. It can be extended like
   any meld, and a wild card makes a natural one mixed.
10. The first melds of a side in a deal, all in one turn, must count a minimum that the side's total before the deal
    sets: 15 if it is below 0, 50 if it is below 1500, 90 if it is below 3000, and 120 above. A joker counts 50, a 2 and
    an ace 20, king to 8 10, 7 to 4 5. Later turns are free.
11. Only these points count for it: no bonus, no red 3, and of a pile that is taken only the top card.
12. The pile is frozen for both sides while it has a wild card or a red 3, and for a side that has not melded.
13. A frozen pile is taken only with two natural cards of the hand that are melded at once with its top card.
14. A pile that is not frozen may be taken with one natural and one wild card of the hand, too, or by adding its top
    card to a meld of the side.
15. A pile with a wild card or a black 3 on top may not be taken.
16. The pile's other cards come into the hand when its top card has been melded and, for the first melds of a side, the
    minimum has been reached.
17. A player with one card in hand may not take a pile of one card.
18. A player goes out by melding or discarding the last card, which ends the deal. The side must have a canasta, or two
    with two players. A player who may not go out keeps a card after the discard.
19. Three or four black 3s may be melded, without wild cards, as the last meld of a player who goes out in this turn and
    whose side has its canastas: one card at most is left, which is then discarded or added to a meld.
20. With four players one may ask the partner for leave to go out, once a turn; the answer, yes or no, is binding.
21. To go out concealed a player has melded nothing before in the deal, adds nothing to melds that lay there before the
    turn, and has a complete canasta among the cards melded in it. If the side has not melded and the turn began with
    the stock, the minimum does not apply.
22. With the stock used up play goes on as long as players take the pile. A player whose side has a meld of the top
    card's rank must take a pile that is not frozen; else taking it is a choice, and the deal ends if it is not taken.
23. If the last card of the stock is a red 3, the player who draws it may still meld, but does not discard; then the
    deal ends.
24. A side scores the points of rule 10 for melded cards, 5 for each melded black 3, 500 for a natural canasta, 300 for
    a mixed one, 100 for each red 3 but 800 for all four, 100 for going out, 200 concealed. It pays for the cards in its
    hands, 5 for a black 3, and if it has no meld, for its red 3s instead of being paid.
25. The deal passes to the left. When a side has 5000 or more after a deal, the higher total wins.

Sources
-------
The classic rules of 1949 to 1951 as described by [Bicycle](https://bicyclecards.com/how-to-play/canasta),
[Britannica](https://www.britannica.com/topic/canasta) and [Pagat](https://www.pagat.com/rummy/canasta.html).

Choices where the text is silent
--------------------------------
1. Cards of a rank are all alike, but for 3s; they are written as clubs: 9♣ is any 9, 3♣ a black 3 and 3♦ a red one.
2. Red 3s of the first hands are replaced after the upcard has been settled, player by player from the dealer's left.
3. If a side has a meld of the top card's rank, an unfrozen pile is taken onto it and in no other way: other cards
   can be added afterwards. With a frozen pile the pair joins that meld, too.
4. Two wild cards never take the pile.
5. The limits of rule 7 hold after each card that is laid.
6. Actions that cannot lead to a legal end of the turn may not be begun. Two cards must remain before the discard, those
   that are to come from the pile counted, unless the player can go out. First melds are begun only if cards of the hand
   can bring the minimum; a pile that is still to come counts as cards that remain, not as cards to be melded.
7. Asking comes after the draw, and after the pile has come into the hand, before anything else is laid, and only if the
   player can go out in this turn and need not: by choice 6, a player who has one card left after taking the pile must
   go out. After a yes only actions that still lead to going out are allowed. Nobody need ask.
8. A partner's melds do not matter for going out concealed unless something is added to them. A pile may have been taken
   to begin such a turn; the minimum of the first melds then applies.
9. Rule 17 holds for a side with a canasta and with an empty stock, too.
10. With one card left in the stock, a player of two draws that one.
11. In the turn of rule 23 one card must remain, and one may go out by melding only. It comes about whenever a red 3
    that is drawn finds no replacement.
12. Any card may be discarded, a wild one as the last card, too.
13. If both sides reach the target with equal totals, there is another deal.

Options
-------
``target``: points that win; None for a single deal, which the higher score wins.
``max_hands``: deals after which the match is stopped.
``canastas``: how many a side needs to go out: one, two, or the usual number of rule 18.
``balance``: whether a meld never has more wild than natural cards.
``always_frozen``: whether the pile is always frozen for all.

Rewards
-------
The players of the side with the higher total share +1, the others share -1; equal totals of a single deal or of a match
that is stopped bring 0. The score is that of the player's side. ``reward="score"`` divides by 3840 a deal, half
of what all cards, a natural canasta of each rank, all red 3s and going out concealed would bring.

End
---
With the target reached, or after the single deal. After ``max_hands`` a match is truncated. A turn takes a card of the
stock or melds one of the pile for good, so a deal has less than 180 turns.

Written deck
------------
Cards go round from the dealer's left, the first card first, eleven times, or fifteen times with two players. Then come
the upcard, with cards that cover it, and the stock. Cards are written as choice 1 says, each natural rank and the 2s 8
times. Later deals are shuffled.
"""

# Legality is decided by trial: cards are laid down, a legal end of the turn is looked for, and they are taken back.

from enum import IntEnum

import numpy as np

from cardzoo.envs.engine import piles
from cardzoo.envs.engine.actions import Actions, Block, Place
from cardzoo.envs.engine.cards import ACE, CARDS_AND_JOKERS, FOUR, KING, NO_CARD, RANKS, THREE, TWO
from cardzoo.envs.engine.compiling import rule
from cardzoo.envs.engine.fields import Card, Cards, Choice, Flag, Number, Options, Pile, Seats, State
from cardzoo.envs.engine.game import Game, declared_in
from cardzoo.envs.engine.match import Match
from cardzoo.envs.families import canastas, dealing
from cardzoo.envs.families.canastas import (
    BACK,
    DISCARDED,
    DOWN,
    FIVES,
    JOKER,
    NAMES,
    NATURAL,
    NOBODY,
    NOT_YET,
    POINTS,
    RED_THREE,
    SIDES,
    Answer,
    Phase,
    Source,
    meld_size,
    missing_points,
    next_player,
    partner_of,
    points,
    side_of,
)
from cardzoo.envs.scene import Layout, Look

SEATS = Seats(4)
COPIES = 8  # of each card but 3s and jokers, of which there are 4
THREES = COPIES // 2
PACK = canastas.make_pack(COPIES)
HAND_SIZE, HAND_SIZE_OF_TWO = 11, 15
CANASTA_SIZE = 7
MOST_WILDS = 3
DEAREST_FIRST = (ACE, *range(KING, FOUR - 1, -1))
IMPOSSIBLE = 100  # more wild cards than there are
MINIMUM_OF_DEBTORS = 15
STEPS, MINIMUMS = (1500, 3000), (50, 90, 120)
NATURAL_CANASTA_POINTS, MIXED_CANASTA_POINTS = 500, 300
BLACK_THREE_POINTS = 5
RED_THREE_POINTS, ALL_RED_THREES_POINTS = 100, 800
OUT_POINTS, CONCEALED_POINTS = 100, 200
ALL_POINTS = int(POINTS[PACK].sum()) + THREES * BLACK_THREE_POINTS
MOST_POINTS = ALL_POINTS + len(NATURAL) * NATURAL_CANASTA_POINTS + ALL_RED_THREES_POINTS + CONCEALED_POINTS
MOST_LOSS = ALL_POINTS + ALL_RED_THREES_POINTS
NO_TARGET = -1
HIGHEST_TARGET = 10_000
MOST_HANDS = 30
LEAST_SCORE, HIGHEST_SCORE = -MOST_HANDS * MOST_LOSS, HIGHEST_TARGET + MOST_POINTS


class Needed(IntEnum):
    """Canastas needed to go out: the usual number for the number of players, or a fixed one."""

    USUAL = 0
    ONE = 1
    TWO = 2


BLACK_THREES = [(THREE, number, 0, 0) for number in (3, 4)]
BEGUN = np.array([*canastas.begun_lays(NATURAL, wild=False), *BLACK_THREES], np.int64)
ADDED = np.array(canastas.added_lays(NATURAL, wild=False), np.int64)
LAID = np.concatenate([BEGUN, ADDED])

# A take lays down the upcard alone, with a natural pair, or with a natural and a wild card.
TAKES = ((1, 0, 0), (3, 0, 0), (2, 1, 0), (2, 0, 1))
TAKEN = np.array([[(rank, *take) for take in TAKES] for rank in range(RANKS)], np.int64)
ONTO, PAIR = range(2)

ACTIONS = Actions(
    Block("draw", at=Place("stock_size"), doc="take cards of the stock; without a stock, let the deal end"),
    Block("take", at=Place("discard_pile"), doc="take the pile, adding its top card to a meld"),
    Block(
        "take with",
        [["two naturals"], ["natural and", TWO], ["natural and", JOKER]],
        names=NAMES,
        at=Place("discard_pile"),
        doc="take the pile, melding its top card with two cards of the hand",
    ),
    *canastas.meld_blocks(BEGUN.tolist(), ADDED.tolist()),
    *canastas.ASKING,
)
DRAW, TAKE, LAY, DISCARD = (ACTIONS.first(verb) for verb in ("draw", "take", "meld", "discard"))
END, ASK, YES, NO = (ACTIONS.first(verb) for verb in ("end", "ask", "yes", "no"))


@rule
def hands_in_all(options):
    """Largest number of hands of a match."""
    return 1 if options.target == NO_TARGET else options.max_hands


MATCH = Match(most=MOST_HANDS, default=MOST_HANDS, bound=True, length=hands_in_all, shortest={"target": None})

STATE = State(
    Choice("phase", Phase, doc="what the player whose turn it is decides"),
    Pile("stock", len(PACK), codes=CARDS_AND_JOKERS, doc="the stock"),
    Cards("discard_pile", packs=COPIES, codes=CARDS_AND_JOKERS, doc="the discard pile"),
    Card("upcard", codes=CARDS_AND_JOKERS, memo=True, doc="its top card"),
    Cards("hands", SEATS, packs=COPIES, codes=CARDS_AND_JOKERS, doc="the players' hands"),
    Cards("known", SEATS, packs=COPIES, codes=CARDS_AND_JOKERS, memo=True, doc="cards that all know to be in a hand"),
    Cards("laid", SIDES, packs=COPIES, codes=CARDS_AND_JOKERS, doc="what a side has on the table"),
    Cards("melds", SIDES, packs=COPIES, codes=RANKS, memo=True, doc="the natural cards of a side's melds"),
    Number("twos", SIDES, RANKS, high=MOST_WILDS, doc="2s in the meld of each rank, ace to king"),
    Number("jokers", SIDES, RANKS, high=MOST_WILDS, doc="jokers in it"),
    Choice("source", Source, default=None, doc="what the turn has begun with"),
    Number("begun", RANKS, doc="1 for a meld that has been begun in this turn"),
    Number("early", doc="1 from drawing on until the player lays more than what takes the pile"),
    Number("exposed", SEATS, doc="1 for a player who cannot go out concealed any more"),
    Number("last_turn", doc="1 if the stock has ended with a red 3: nobody discards any more"),
    Choice("answer", Answer, default=None, doc="what the partner has said in this turn"),
    MATCH.counter,
)

VIEW = STATE.view(
    "phase turn dealer",
    Cards("hand", packs=COPIES, codes=CARDS_AND_JOKERS, shows="hands", doc="own hand"),
    "known",
    Number("hand_sizes", SEATS, high=len(PACK), shows="hands", doc="cards in each hand"),
    "discard_pile upcard melds twos jokers",
    Number("red_threes", SIDES, high=THREES, doc="a side's red 3s"),
    Number("melded", SIDES, high=ALL_POINTS, doc="what a side's melded cards count"),
    Number("minimums", SIDES, high=MINIMUMS[-1], doc="what they must count in the turn of a side's first melds"),
    Number("needed_canastas", high=2, doc="canastas that going out takes"),
    "source begun early exposed last_turn answer",
    Number("stock_size", high=len(PACK), shows="stock", doc="cards in the stock"),
    MATCH.left,
    Number(
        "scores",
        SIDES,
        low=LEAST_SCORE // FIVES,
        high=HIGHEST_SCORE // FIVES,
        doc="points of the deals that are over, in fives",
    ),
    Number("needed", SIDES, high=HIGHEST_TARGET // FIVES - LEAST_SCORE // FIVES, doc="fives to the target, if any"),
)

OPTIONS = Options(
    Number("target", low=100, high=HIGHEST_TARGET, default=5000, optional=True, doc="points that win; None: one deal"),
    MATCH.option,
    Choice("canastas", Needed, doc="canastas that going out takes"),
    Flag("balance", doc="whether a meld never has more wild than natural cards"),
    Flag("always_frozen", doc="whether the pile is always frozen for all"),
    titles={"canastas": "Canastas to go out"},
    calls={"canastas": ("usual for the players", "one", "two")},
    presets={"First to 5,000": {}, "One deal": {"target": None}},
)


@rule
def deal(state):
    """Rules 1 to 5, choice 2: the hands, then the upcard; red 3s are laid down and replaced."""
    dealing.deal(state, state.num_players * (HAND_SIZE if state.num_players == SEATS else HAND_SIZE_OF_TWO))
    card = RED_THREE
    while card in (RED_THREE, JOKER, TWO):
        card = piles.draw(state.stock)
        state.discard_pile[card] += 1
    state.upcard = card
    for _ in range(state.num_players):
        draw_cards(state, canastas.lay_red_threes(state))
        state.player = next_player(state)


@rule
def draw_cards(state, number):
    """Rules 4, 6 and 23, choice 11: cards of the stock for the player; red 3s are laid down and replaced."""
    while number > 0 and state.stock.height > 0:
        card = piles.draw(state.stock)
        state.hands[state.player, card] += 1
        state.last_turn = card == RED_THREE and state.stock.height == 0
        number -= card != RED_THREE
    canastas.lay_red_threes(state)


@rule
def legal_actions(state, mask):
    """Legal actions of each phase."""
    if state.phase == Phase.ANSWER:
        mask[YES] = mask[NO] = 1
    elif state.phase == Phase.DRAW:
        mask_takes(state, mask)
        mask[DRAW] = not (mask[TAKE] and state.stock.height == 0)
    else:
        mask_lays(state, mask[LAY:])
        mask_ends(state, mask)
        may_ask = state.early and state.answer == NOT_YET and state.num_players == SEATS
        mask[ASK] = may_ask and can_stay(state) and can_go_out(state)


@rule
def mask_takes(state, mask):
    """Rules 13 to 17, choices 3 and 4: the upcard is tried in hand."""
    card = state.upcard
    if card in (NO_CARD, JOKER, TWO, THREE) or state.hands[state.player].sum() + state.discard_pile.sum() == 2:
        return
    side = side_of(state.player)
    has_meld, frozen = meld_size(state, side, card) > 0, is_frozen(state, side)
    state.source = Source.PILE
    canastas.move_upcard(state, DOWN)
    for take in range(len(TAKES)):
        possible = take == PAIR if frozen else has_meld == (take == ONTO)
        mask[TAKE + take] = possible and may_lay(state, TAKEN[card, take])
    canastas.move_upcard(state, BACK)
    state.source = NOT_YET


@rule
def is_frozen(state, side):
    """Rule 12: returns whether the pile is frozen for a side."""
    wilds = state.discard_pile[JOKER] + state.discard_pile[TWO]
    return state.options.always_frozen or wilds + state.discard_pile[RED_THREE] > 0 or state.melds[side].sum() == 0


@rule
def may_lay(state, laid):
    """Rules 7 to 20: returns whether the cards are there, fit the meld, and the turn can still come to a legal end."""
    rank, naturals, twos, jokers = laid
    if not canastas.has_cards(state.hands[state.player], laid):
        return False
    side = side_of(state.player)
    wilds = state.twos[side, rank] + state.jokers[side, rank] + twos + jokers
    if wilds > most_wilds(state.options, state.melds[side, rank] + naturals):
        return False
    canastas.lay(state, laid, DOWN)
    comes = state.source == Source.PILE and missing_points(state, minimum(state, side)) <= 0
    if comes:
        move_pile(state, DOWN)
    if rank == THREE:
        left = state.hands[state.player].sum()
        legal = left < 2 and may_go_out(state) and (left == 0 or not state.last_turn)
    else:
        legal = can_finish(state)
    if comes:
        move_pile(state, BACK)
    canastas.lay(state, laid, BACK)
    return legal


mask_lays = canastas.masking(BEGUN, ADDED, may_lay)


@rule
def most_wilds(options, naturals):
    """Rule 7: how many wild cards a meld with a number of natural ones may hold."""
    return min(naturals, MOST_WILDS) if options.balance else MOST_WILDS


@rule
def move_pile(state, way):
    """Adds the pile's cards except red 3s to the player's hand, or removes them again."""
    for card in range(CARDS_AND_JOKERS):
        if card != RED_THREE:
            state.hands[state.player, card] += way * state.discard_pile[card]


@rule
def mask_ends(state, mask):
    """Rules 18, 20, 21 and 23, choices 6, 7, 11 and 12: discards, or the end of the turn."""
    hand = state.hands[state.player]
    is_free = state.answer != Answer.YES and not is_opening(state)
    if state.last_turn:
        mask[END] = is_free
    elif may_go_out(state) if hand.sum() == 1 else is_free:
        for place in range(len(DISCARDED)):
            mask[DISCARD + place] = hand[DISCARDED[place]] > 0


@rule
def minimum(state, side):
    """Rule 10: points that the first melds of a side must count in this deal."""
    total = state.score[side]
    if total < STEPS[0]:
        return MINIMUM_OF_DEBTORS if total < 0 else MINIMUMS[0]
    return MINIMUMS[1] if total < STEPS[1] else MINIMUMS[2]


@rule
def is_opening(state):
    """Returns whether the player has begun the side's first melds, and they do not count enough yet."""
    return canastas.is_opening(state, minimum(state, side_of(state.player)))


@rule
def count_canastas(state, side):
    """Rule 9: how many a side has."""
    number = 0
    for rank in NATURAL:
        number += meld_size(state, side, rank) >= CANASTA_SIZE
    return number


@rule
def needed_canastas(state):
    """Rule 18: how many canastas going out takes."""
    if state.options.canastas == Needed.USUAL:
        return 1 if state.num_players == SEATS else 2
    return state.options.canastas


@rule
def missing_canastas(state):
    """Rule 18: how many canastas the player's side lacks to go out."""
    return needed_canastas(state) - count_canastas(state, side_of(state.player))


@rule
def may_go_out(state):
    """Rules 18, 20 and 21: returns whether the player goes out with the last card."""
    can_open = state.source == Source.STOCK or not is_opening(state)
    return can_open and state.answer != Answer.NO and missing_canastas(state) <= 0


@rule
def can_finish(state):
    """Choice 6: returns whether the player, who has drawn, can go on so that the turn comes to a legal end."""
    if state.phase == Phase.ANSWER:
        return can_go_out(state) and can_stay(state)
    if state.answer == Answer.YES:
        return can_go_out(state)
    if not is_opening(state):
        return can_stay(state) or can_go_out(state)
    missing = missing_points(state, minimum(state, side_of(state.player)))
    left = max(to_keep(state) - to_come(state), 0)
    return (can_reach(state, missing) and can_reach_keeping(state, missing, left)) or can_go_out(state)


@rule
def to_keep(state):
    """Rules 18 and 23: cards left to a player who does not go out before the turn ends, mostly with a discard."""
    return 1 if state.last_turn else 2


@rule
def can_stay(state):
    """Rule 18: returns whether the player, with first melds that count enough if any, need not go out in this turn."""
    return state.hands[state.player].sum() >= to_keep(state)


@rule
def to_come(state):
    """Rule 16: cards of the pile that will come into the hand when the minimum is reached."""
    is_taken = state.source == Source.PILE and missing_points(state, minimum(state, side_of(state.player))) > 0
    return state.discard_pile.sum() - state.discard_pile[RED_THREE] if is_taken else 0


@rule
def can_reach(state, missing):
    """Rules 10 and 11: returns whether cards of the hand bring these points. Wild cards count the same in any meld."""
    side, hand = side_of(state.player), state.hands[state.player]
    wilds, pairs, room, brought = hand[TWO] + hand[JOKER], 0, 0, 0
    for rank in DEAREST_FIRST:
        held, size = hand[rank], meld_size(state, side, rank)
        is_pair = size == 0 and held == 2 and pairs < wilds
        if size > 0 or held > 2 or is_pair:
            pairs += is_pair
            brought += held * POINTS[rank]
            naturals = state.melds[side, rank]
            room += most_wilds(state.options, naturals + held) - size + naturals
    jokers = min(room, hand[JOKER])
    return brought + POINTS[JOKER] * jokers + POINTS[TWO] * min(room - jokers, hand[TWO]) >= missing


can_reach_keeping = canastas.reaching(can_reach)


@rule
def can_go_out(state):
    """Rules 18 to 23: returns whether the player can meld all cards, or all but one to discard, and go out."""
    hand, waiting = state.hands[state.player], to_come(state)
    missing = 0 if state.source == Source.STOCK else missing_points(state, minimum(state, side_of(state.player)))
    if state.answer == Answer.NO or waiting > 1:
        return False
    found = can_lay_all(state, missing)
    if state.last_turn or waiting == 1:
        return found
    for card in DISCARDED:
        if hand[card] > 0 and not found:
            hand[card] -= 1
            found = can_lay_all(state, missing)
            hand[card] += 1
    return found


@rule
def can_lay_all(state, missing):
    """Returns whether the whole hand can be melded so that the side has the canastas to go out, and it counts enough.

    Each meld needs some wild cards and has room for some. A canasta that is missing raises the need of the rank that
    comes to seven cards with the fewest of them.
    """
    side, hand = side_of(state.player), state.hands[state.player]
    if hand[THREE] not in (0, 3, 4) or points(hand) < missing:
        return False
    needed = room = 0
    least = second = IMPOSSIBLE
    for rank in NATURAL:
        held, naturals, size = hand[rank], state.melds[side, rank], meld_size(state, side, rank)
        if held + size > 0:
            need = max(2 - held, 0) * IMPOSSIBLE + (held == 2) if size == 0 else 0
            most = most_wilds(state.options, naturals + held) - size + naturals
            needed += need
            room += most
            more = max(CANASTA_SIZE - size - held - need, 0)
            if size < CANASTA_SIZE and need + more <= most:
                second = min(second, max(least, more))
                least = min(least, more)
    lacking = missing_canastas(state)
    needed += (lacking > 0) * least + (lacking > 1) * second
    return needed <= hand[TWO] + hand[JOKER] <= room


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
        take_pile(state, TAKEN[state.upcard, action - TAKE])
    elif action < DISCARD:
        put_down(state, LAID[action - LAY], state.source == Source.PILE and is_opening(state))
    elif action < END:
        discard(state, DISCARDED[action - DISCARD])
    else:
        end_deal(state, NOBODY)


@rule
def draw(state):
    """Rules 6, 22 and 23, choice 10: the top of the stock, or the deal ends."""
    if state.stock.height == 0:
        end_deal(state, NOBODY)
        return
    draw_cards(state, 1 if state.num_players == SEATS else 2)
    state.source, state.phase, state.early = Source.STOCK, Phase.MELD, 1


@rule
def take_pile(state, laid):
    """Rules 6 and 13 to 16: the player takes the discard pile, and melds its upcard."""
    canastas.move_upcard(state, DOWN)
    state.known[state.player, state.upcard] += 1
    state.upcard = NO_CARD
    state.source, state.phase = Source.PILE, Phase.MELD
    put_down(state, laid, True)


@rule
def put_down(state, laid, takes):
    """Rules 7, 16, 18 and 21: a meld and its consequences; ``takes`` if it is part of taking the pile."""
    player, rank = state.player, laid[0]
    if meld_size(state, side_of(player), rank) == 0:
        state.begun[rank] = 1
    elif state.begun[rank] == 0:
        state.exposed[player] = 1
    canastas.lay(state, laid, DOWN)
    canastas.forget_laid(state, laid)
    state.early = takes and not is_opening(state)
    if state.early:
        canastas.add_cards(state.known[player], state.discard_pile[:])
        state.known[player, RED_THREE] = 0
        canastas.take_into_hand(state, state.discard_pile[:])
    if state.hands[player].sum() == 0:
        end_deal(state, player)


@rule
def discard(state, card):
    """Rules 5 and 18: a card goes on the pile and ends the turn; the last one of a hand ends the deal."""
    player = state.player
    state.hands[player, card] -= 1
    canastas.forget(state, card, 1)
    state.discard_pile[card] += 1
    state.upcard = card
    if state.hands[player].sum() == 0:
        end_deal(state, player)
        return
    state.exposed[player] = state.exposed[player] or state.begun.sum() > 0
    state.begun[:] = 0
    state.early = 0
    state.source = state.answer = NOT_YET
    state.phase = Phase.DRAW
    state.player = next_player(state)


@rule
def end_deal(state, out):
    """Rules 24 and 25; ``out`` is the player who has gone out."""
    bonus = 0 if out == NOBODY else (CONCEALED_POINTS if is_concealed(state, out) else OUT_POINTS)
    for player in range(state.num_players):
        side = side_of(player)
        state.score[player] += score_table(state, side) + bonus * (out != NOBODY and side == side_of(out))
        loss = count(state.hands[player])
        if state.num_players == SEATS:
            loss += count(state.hands[partner_of(state, player)])
        state.score[player] -= loss
    next_hand(state, (state.dealer + 1) % state.num_players)
    if state.over and not is_won(state) and state.options.target != NO_TARGET:
        state.truncated = True


@rule
def is_concealed(state, player):
    """Rule 21: returns whether the player who goes out does so concealed."""
    found = False
    for rank in NATURAL:
        found = found or (state.begun[rank] and meld_size(state, side_of(player), rank) >= CANASTA_SIZE)
    return found and not state.exposed[player]


@rule
def count(cards):
    """Rule 24: the value of melded cards, or the cost of cards in hand."""
    return points(cards) + BLACK_THREE_POINTS * cards[THREE]


@rule
def score_table(state, side):
    """Rule 24: points of a side's cards on the table."""
    red_threes = state.laid[side, RED_THREE]
    bonus = ALL_RED_THREES_POINTS if red_threes == THREES else RED_THREE_POINTS * red_threes
    if state.melds[side].sum() == 0:
        return -bonus
    for rank in NATURAL:
        if meld_size(state, side, rank) >= CANASTA_SIZE:
            is_natural = state.twos[side, rank] + state.jokers[side, rank] == 0
            bonus += NATURAL_CANASTA_POINTS if is_natural else MIXED_CANASTA_POINTS
    return count(state.laid[side]) + bonus


@rule
def is_won(state):
    """Rule 25, choice 13: returns whether a side has reached the target, and is ahead."""
    best = max(state.score[0], state.score[1])
    return state.options.target != NO_TARGET and best >= state.options.target and state.score[0] != state.score[1]


next_hand = MATCH.next_hand(STATE, PACK, deal, is_over=is_won, reward=canastas.end_match)


@rule
def observe(state, player, view):
    """Computed fields of the view: the sides' melds and totals in points, and the points that they need."""
    view.needed_canastas = needed_canastas(state)
    for place in range(SIDES):
        side = (player + place) % SIDES
        view.red_threes[place] = state.laid[side, RED_THREE]
        view.melded[place] = count(state.laid[side])
        view.minimums[place] = minimum(state, side)
        view.scores[place] = state.score[side] // FIVES
        if state.options.target != NO_TARGET:
            view.needed[place] = max(0, (state.options.target - state.score[side] + FIVES - 1) // FIVES)


@rule
def redeal_hidden(state, player):
    """Redraws the others' hands except known cards, and the stock; a turn in progress can still be ended."""
    if not state.over:  # after the end all hands are open
        on_turn = state.player
        state.player = bound = partner_of(state, on_turn) if state.phase == Phase.ANSWER else on_turn
        is_bound = state.phase == Phase.ANSWER or state.answer == Answer.YES or is_opening(state)
        is_bound = state.phase != Phase.DRAW and (is_bound or state.hands[bound].sum() == 1)
        for other in range(state.num_players):
            if other != player and not (is_bound and other == bound):
                canastas.lift_hidden(state.hands[other], state.known[other], state.stock)
        if is_bound and bound != player:
            redeal_bound(state, 0, 0)
        for other in range(state.num_players):
            if other != player and not (is_bound and other == bound):
                canastas.put_back_hidden(state, state.hands[other], RED_THREE, 0, 0)
        state.player = on_turn
    canastas.shuffle_stock(state, 0, 0)


redeal_bound = canastas.redealing_bound(can_finish)


def score_range(options, num_players):
    """Half of the largest possible lead; see Rewards."""
    return MOST_POINTS / 2 * MATCH.hands_in_all(options)


def check(state) -> str:
    """The first problem of a written position, in words, or nothing."""
    return wrong_scores(state) or wrong_cards(state) or wrong_turn(state) or wrong_table(state)


def wrong_scores(state) -> str:
    """The first problem of the totals."""
    scores = state.score[: state.num_players]
    if (scores % FIVES).any() or not LEAST_SCORE <= scores.min() <= scores.max() <= HIGHEST_SCORE:
        return f"score: totals are multiples of {FIVES} from {LEAST_SCORE} to {HIGHEST_SCORE}"
    if (scores[:SIDES] != scores[-SIDES:]).any():
        return "score: partners have the same"
    return "score: the match is won by then" if is_won(state) and not state.over else ""


def wrong_cards(state) -> str:
    """The first problem of hands and the pile."""
    if state.over:
        return ""
    if state.hands[:, RED_THREE].any() or not state.hands[: state.num_players].any(axis=1).all():
        return "hands: red 3s are laid down at once, and nobody is without cards"
    if (state.known > state.hands).any():
        return "known: these cards are not in the hand"
    if (state.upcard == NO_CARD) != (state.source == Source.PILE):
        return "upcard: the pile has one until it is taken"
    if state.upcard == RED_THREE or (state.upcard != NO_CARD and not state.discard_pile[state.upcard]):
        return "upcard: it is in the discard pile, and no red 3"
    if state.source == Source.PILE and not is_opening(state) and state.discard_pile.any():
        return "discard_pile: it has been taken"
    return ""


def wrong_turn(state) -> str:
    """The first problem of the phase."""
    phase, answering = state.phase, state.phase == Phase.ANSWER
    if state.over:
        return ""
    if (phase == Phase.DRAW) != (state.source == NOT_YET):
        return "source: it is set once the player has drawn, and not before"
    if phase == Phase.DRAW and (state.begun.any() or state.early or state.last_turn or state.answer != NOT_YET):
        return "begun, early, last_turn, answer: nothing has happened before the draw"
    if state.last_turn and (state.source != Source.STOCK or state.stock.height):
        return "last_turn: the stock has been used up"
    if (answering or state.answer != NOT_YET) and (
        state.num_players < SEATS or (answering and (state.answer != NOT_YET or not state.early))
    ):
        return "answer: one of four players asks once, at the beginning of a turn"
    return ""


def wrong_table(state) -> str:
    """The first problem of the sides' cards on the table."""
    on_turn, answers = state.player, state.phase == Phase.ANSWER
    for side in range(SIDES):
        melds, twos, jokers = state.melds[side], state.twos[side], state.jokers[side]
        for rank in range(RANKS):
            naturals, wilds = melds[rank], twos[rank] + jokers[rank]
            least = 3 if rank == THREE else 2
            most = (0 if rank in (TWO, THREE) else most_wilds(state.options, naturals)) if naturals >= least else 0
            if (naturals or wilds) and not (naturals >= least and naturals + wilds >= 3 and wilds <= most):
                return "melds, twos, jokers: a meld has three cards or more, two of them natural, and few wild ones"
            if rank != TWO and naturals != state.laid[side, rank]:
                return "laid: it has the cards of all melds"
        if melds[TWO] or twos.sum() != state.laid[side, TWO] or jokers.sum() != state.laid[side, JOKER]:
            return "laid: all wild cards on the table are in melds of natural ones"
        is_melding = state.phase != Phase.DRAW and side == side_of(on_turn)
        if not is_melding and 0 < points(state.laid[side]) < minimum(state, side) and not state.over:
            return "laid: first melds reach the minimum"
        if melds[THREE] and not (state.over or (is_melding and may_go_out(state))):
            return "melds: a player who melds black 3s goes out"
    if (
        state.exposed[: state.num_players] & (state.melds.sum(axis=1)[np.arange(state.num_players) % SIDES] == 0)
    ).any():
        return "exposed: the side of such a player has melds"
    if (state.begun & (state.melds[side_of(on_turn)] == 0)).any() or (is_opening(state) and answers):
        return "begun: the side has these melds"
    if state.over or state.phase == Phase.DRAW:
        return ""
    state.player = partner_of(state, on_turn) if answers else on_turn
    possible = can_finish(state)
    state.player = on_turn
    return "" if possible else "hands: the turn can still come to a legal end"


def cards_drawn(look: Look) -> int:
    """Rule 6, choice 10: how many cards drawing brings, for the action's label."""
    return min(1 if look.num_players == SEATS else 2, int(look.view["stock_size"]))


LAYOUT = Layout(
    canastas.AREAS,
    titles={
        "red_threes": "red threes",
        "minimums": "opens with",
        "needed_canastas": "canastas needed to go out",
    },
    units={"scores": FIVES},
    faces=canastas.FACES,
    real=canastas.real_pack(COPIES),
    says=canastas.SAYS | {"take": "Take the pile", "take with": "Take the pile with {}"},
    calls=canastas.name_melds(ACTIONS),
    says_now={"draw": canastas.naming_draw(cards_drawn)},
    phases=canastas.PHASES,
    asks_now={"draw": canastas.asking_to_draw(cards_drawn)},
    rules={
        "draw": (6,),
        "take": (14,),
        "take with": (13, 14),
        "meld": (7,),
        "add": (8, 9),
        "discard": (5,),
        "end": (23,),
        "ask": (20,),
        "yes": (20,),
        "no": (20,),
    },
)

GAME = Game(
    name="canasta",
    version=0,
    title="Canasta",
    family="rummy",
    players=(2, SEATS),
    sides=SIDES,
    default_players=SEATS,
    score_range=score_range,
    pack=tuple(PACK.tolist()),
    rest="stock",
    **declared_in(__name__),
)
