"""Hand and Foot.

A game of the canasta family for two partnerships: everybody has two hands of cards to play through, the hand and then
the foot, and melds of seven cards are closed books.

Rules
-----
1. Four players, partners opposite, play with five packs of 52 and ten jokers: 270 cards. Each is dealt a hand of 13
   cards, which the player sees, and a foot of 13, which nobody sees before it is taken.
2. The top card of the stock is turned up and begins the discard pile. If it is a joker, 2 or red 3, it goes back into
   the middle of the stock, and the next card is turned up.
3. Jokers and 2s are wild. Suits do not matter, except that 3s are red or black.
4. A red 3 in a hand is laid down and replaced from the stock: of the first hands before the first turn, one that is
   drawn at once, those of a foot when it is taken.
5. The dealer's left neighbour begins. A turn is to draw, to meld as much as one likes, and to discard a card.
6. To draw is to take the top two cards of the stock or the top seven of the discard pile, all of them if it has fewer.
7. The pile may be taken only with two cards of the hand of the top card's own kind, two 2s for a 2 and two jokers for a
   joker, that are melded at once with it.
8. A pile with a 3 on top may not be taken.
9. The other six cards come into the hand when the top card has been melded and, for a side's first meld, the minimum
   has been reached; for that more cards of the hand may be laid before.
10. A meld is three to seven cards of one rank from 4 to ace, or wild cards only. 3s cannot be melded.
11. A meld of a rank always has more natural than wild cards, and at most two wild ones.
12. Seven cards are a book, which takes no more: clean without wild cards, dirty with some, wild with nothing else.
13. A side has one unfinished meld of a rank, and of wild cards, at a time; after a book a new one may be begun.
14. Both partners begin and extend their side's melds. Nobody adds to the opponents', and no card leaves its meld.
15. The first melds of a side in a deal, all in one turn, must count 50 points in the first deal, 90 in the second, 120
    in the third and 150 in the fourth: a joker 50, a 2 and an ace 20, king to 8 10, 7 to 4 5. Later turns are free.
16. A player who melds the last card of the hand takes the foot and plays on; one who discards it takes the foot at the
    beginning of the next own turn, before drawing.
17. A player goes out by melding or discarding the last card of the foot, which ends the deal.
18. Going out takes two clean books, two dirty ones and a wild one; both partners must have taken their feet, and the
    partner must have been asked in this turn and have said yes. A no is binding.
19. A player who may not go out keeps a card of the foot after the discard.
20. With fewer than two cards in the stock, a player who is to draw and does not take the pile ends the deal.
21. A side scores the points of rule 15 for melded cards, 500 for a clean book, 300 for a dirty one, 1500 for a wild
    one, 100 for each red 3 on the table and 100 for going out. It pays for the cards in its hands and feet: their
    points, 5 for a black 3 and 100 for a red one.
22. The deal passes to the left. After four deals the higher total wins.

Sources
-------
[Pagat's page](https://www.pagat.com/rummy/handfoot.html), for which Bill Whitnack wrote down the best known form; other
descriptions for the end of the stock. There are no standard rules.

Choices where the text is silent
--------------------------------
1. Cards of a rank are all alike, but for 3s; they are written as clubs: 9♣ is any 9, 3♣ a black 3 and 3♦ a red one.
2. The middle of rule 2 is meant exactly: 82 cards stay below. So all know when a player draws such a card.
3. Red 3s of the first hands are replaced after the upcard has been settled, player by player from the dealer's left.
   When the stock is empty, they are not replaced.
4. A black 3 may be the first upcard.
5. If the side has an unfinished meld of the upcard's rank, all three cards join it, or the pile cannot be taken; no
   other card may be laid before. The same holds for wild cards and the wild meld.
6. The pile keeps its order: what lies below the seven cards stays, and its top card is the pile's top again.
7. The minimum counts all cards melded in that turn, wild ones and the upcard too, but no red 3s and no bonuses.
8. 2s and jokers mix freely in a wild meld.
9. The limits of rule 11 hold after each card that is laid.
10. Actions that cannot lead to a legal end of the turn may not be begun: no first meld from which the hand cannot bring
    the minimum, and nothing that leaves less than two cards of a foot, those that are to come from the pile counted,
    unless the player may go out or the one card left completes the books for it.
11. A player with the foot may ask once a turn, before or after drawing, whether or not the partner has one too and the
    books are complete. A yes does not oblige. A foot that is due has not been taken.
12. A foot that is due is taken before a player lets the deal end. Nobody has gone out then; a single card of the stock
    is not drawn.
13. Red 3s can leave a player with a card of the foot that may not be discarded, because of rule 19. If it cannot be
    melded either, the turn ends without a discard, and that is not going out.
14. Any card may be discarded, a wild one too.
15. Equal totals are a draw.

Options
-------
``hands``: deals after which the match ends; at the latest it ends after the fourth.
``first_deal``: the deal with which the match begins, which sets its minimum.
``hand_size``: how many cards the hands and feet have.
``taken``: how many cards of the pile are taken, 0 for all.
``most_wilds``: the most wild cards in a meld of a rank.
``clean``, ``dirty``, ``wild``: how many such books going out takes.

Rewards
-------
The players of the side with the higher total share +1, the others share -1; after a draw all get 0. The score is that
of the player's side. ``reward="score"`` divides by 11125 a deal, half of what all melded cards, the most books
that they make, all red 3s, going out and black 3s left to the opponents would bring.

End
---
After the last deal. A turn takes two cards of the stock or melds three of the pile for good, so a deal has less than
180 turns.

Written deck
------------
Cards go round from the dealer's left, the first card first: for the hands, then for the feet. Then come the upcard and
the stock. Cards are written as choice 1 says, each natural rank and the 2s 20 times. Later deals are shuffled.
"""

from enum import IntEnum

import numpy as np

from cardzoo.envs.engine import piles
from cardzoo.envs.engine.actions import Actions, Block, Place
from cardzoo.envs.engine.cards import CARDS_AND_JOKERS, NO_CARD, RANKS, THREE, TWO
from cardzoo.envs.engine.compiling import rule
from cardzoo.envs.engine.fields import Card, Cards, Choice, Number, Options, Pile, Seats, State
from cardzoo.envs.engine.game import Game, declared_in
from cardzoo.envs.engine.match import Match
from cardzoo.envs.families import canastas, hand_and_foot
from cardzoo.envs.families.canastas import (
    BACK,
    DISCARDED,
    DOWN,
    FIVES,
    JOKER,
    NATURAL,
    NOBODY,
    NOT_YET,
    RED_THREE,
    SIDES,
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
COPIES = 20  # of each card but 3s and jokers, of which there are 10
THREES = COPIES // 2
PACK = canastas.make_pack(COPIES)
HAND_SIZE = 13
UPCARDS_BURIED = np.isin(np.arange(CARDS_AND_JOKERS), (JOKER, TWO, RED_THREE))
MOST_BURIED = int(UPCARDS_BURIED[PACK].sum())
# By the option ``most_wilds``, which is 2 or 3.
LIMITS = np.stack([hand_and_foot.make_limits(NATURAL, (1, 1, 1, 1, 1, 2, 2, most)) for most in (2, 3)])
MOST_BOOKS = 5  # of one kind and rank, as there are 30 wild cards and four natural ones or more in a dirty book
MOST_NEEDED = 3
CLEAN_POINTS, DIRTY_POINTS, WILD_POINTS = 500, 300, 1500
RED_THREE_POINTS, BLACK_THREE_POINTS = 100, 5
OUT_POINTS = 100
ALL_POINTS = int(canastas.POINTS[PACK].sum())
MOST_LOSS = ALL_POINTS + THREES * (RED_THREE_POINTS + BLACK_THREE_POINTS)
MOST_BOOK_POINTS = 22 * CLEAN_POINTS + 3 * WILD_POINTS + 9 * DIRTY_POINTS  # of 270 cards
MOST_POINTS = ALL_POINTS + MOST_BOOK_POINTS + THREES * RED_THREE_POINTS + OUT_POINTS
MOST_LEAD = MOST_POINTS + THREES * BLACK_THREE_POINTS


class Part(IntEnum):
    """The last taken of a player's two hands of cards."""

    HAND = 0
    FOOT = 1


BEGUN = np.array(canastas.begun_lays(NATURAL, wild=True), np.int64)
ADDED = np.array(canastas.added_lays(NATURAL, wild=True), np.int64)
LAID = np.concatenate([BEGUN, ADDED])


def melds_of_takes():
    """The cards that a take lays down, as in `LAID`, by the upcard; nothing if the pile may not be taken."""
    melds = np.zeros((CARDS_AND_JOKERS, 4), np.int64)
    for upcard in (*NATURAL, TWO):
        melds[upcard] = upcard, 3, 0, 0
    melds[JOKER] = TWO, 0, 0, 3
    return melds


TAKEN = melds_of_takes()

ACTIONS = Actions(
    Block(
        "draw", at=Place("stock_size"), doc="take two cards of the stock; with fewer than two in it, let the deal end"
    ),
    Block("take", at=Place("discard_pile"), doc="take the pile, melding its top card with two of its kind"),
    *canastas.meld_blocks(BEGUN.tolist(), ADDED.tolist()),
    *canastas.ASKING,
)
DRAW, TAKE, LAY, DISCARD = (ACTIONS.first(verb) for verb in ("draw", "take", "meld", "discard"))
END, ASK, YES, NO = (ACTIONS.first(verb) for verb in ("end", "ask", "yes", "no"))

MATCH = Match(most=MOST_HANDS, default=MOST_HANDS, length=hand_and_foot.hands_in_all)

STATE = State(
    Choice("phase", Phase, doc="what the player whose turn it is decides"),
    Pile("stock", len(PACK), codes=CARDS_AND_JOKERS, doc="the stock"),
    Number("buried", high=MOST_BURIED, doc="cards that were buried in the stock"),
    Pile("discard_pile", len(PACK), codes=CARDS_AND_JOKERS, doc="the discard pile, its top card last"),
    Cards("hands", SEATS, packs=COPIES, codes=CARDS_AND_JOKERS, doc="the players' hands"),
    Cards("feet", SEATS, packs=COPIES, codes=CARDS_AND_JOKERS, doc="feet that have not been taken"),
    Cards("known", SEATS, packs=COPIES, codes=CARDS_AND_JOKERS, memo=True, doc="cards that all know to be in a hand"),
    Choice("part", Part, SEATS, doc="what a player has taken last"),
    Cards("laid", SIDES, packs=COPIES, codes=CARDS_AND_JOKERS, doc="what a side has on the table"),
    Cards("melds", SIDES, packs=CANASTA_SIZE, codes=RANKS, memo=True, doc="unfinished melds' cards of their own ranks"),
    Number("twos", SIDES, RANKS, high=MOST_NEEDED, doc="2s in the unfinished meld of each other rank, ace to king"),
    Number("jokers", SIDES, RANKS, high=CANASTA_SIZE, doc="jokers in it; for rank 2 those in the wild meld"),
    Number("canastas", SIDES, RANKS, high=MOST_BOOKS, doc="clean books by rank, for rank 2 wild ones"),
    Number("mixed_canastas", SIDES, RANKS, high=MOST_BOOKS, doc="dirty books by rank"),
    Choice("source", Source, default=None, doc="what the turn has begun with"),
    Choice("answer", Answer, default=None, doc="what the partner has said in this turn"),
    MATCH.counter,
)

VIEW = STATE.view(
    "phase turn",
    Cards("hand", packs=COPIES, codes=CARDS_AND_JOKERS, shows="hands", doc="own hand"),
    "known",
    Number("hand_sizes", SEATS, high=len(PACK), shows="hands", doc="cards in each hand"),
    "part",
    Cards("discard_pile", packs=COPIES, codes=CARDS_AND_JOKERS, doc="the discard pile, in no order"),
    Card("upcard", codes=CARDS_AND_JOKERS, doc="its top card, until it is taken"),
    Cards("in_reach", packs=COPIES, codes=CARDS_AND_JOKERS, doc="what taking it brings, or will bring in this turn"),
    "melds twos jokers canastas mixed_canastas",
    Cards("book_cards", SIDES, packs=COPIES, codes=CARDS_AND_JOKERS, doc="the cards in a side's books"),
    Number("missing", SIDES, 3, high=MOST_NEEDED, doc="clean, dirty and wild books that a side lacks to go out"),
    Number("red_threes", SIDES, high=THREES, doc="a side's red 3s"),
    Number("melded", SIDES, high=ALL_POINTS, doc="what a side's melded cards count"),
    Number("minimum", high=MINIMUMS[-1], doc="what they must count in the turn of a side's first melds"),
    Number("most_wilds", high=3, doc="the most wild cards in a meld of a rank"),
    Number("most_taken", high=13, doc="how many cards of the pile are taken, 0 for all"),
    Number("foot_size", high=HAND_SIZE, doc="cards of each foot"),
    "source answer",
    Number("stock_size", high=len(PACK), shows="stock", doc="cards in the stock"),
    Cards("buried", packs=COPIES, codes=CARDS_AND_JOKERS, doc="buried cards that are still in the stock"),
    Card("next_buried", codes=CARDS_AND_JOKERS, doc="the highest of them"),
    Number("above_buried", high=len(PACK), doc="how many cards lie above it"),
    MATCH.left,
    Number(
        "scores",
        SIDES,
        low=-MOST_HANDS * MOST_LOSS // FIVES,
        high=MOST_HANDS * MOST_POINTS // FIVES,
        doc="points of the deals that are over, in fives",
    ),
)

OPTIONS = Options(
    MATCH.option,
    Number("first_deal", low=1, high=MOST_HANDS, default=1, doc="the deal with which the match begins"),
    Number("hand_size", low=11, high=HAND_SIZE, default=HAND_SIZE, doc="cards of each hand and foot"),
    Number("taken", low=0, high=13, default=7, doc="cards of the pile that are taken, 0 for all"),
    Number("most_wilds", low=2, high=3, default=2, doc="the most wild cards in a meld of a rank"),
    Number("clean", low=0, high=MOST_NEEDED, default=2, doc="clean books that going out takes"),
    Number("dirty", low=0, high=MOST_NEEDED, default=2, doc="dirty books that going out takes"),
    Number("wild", low=0, high=MOST_NEEDED, default=1, doc="wild books that going out takes"),
)


@rule
def deal(state):
    """Rules 1, 2 and 4, choice 3: hands and feet, then the upcard; red 3s are laid down and replaced."""
    for cards in (state.hands, state.feet):
        for card in range(state.options.hand_size * SEATS):
            cards[(state.player + card) % SEATS, piles.draw(state.stock)] += 1
    piles.push(state.discard_pile, hand_and_foot.turn_up(state, buried_at(state), UPCARDS_BURIED))
    for _ in range(SEATS):
        draw_cards(state, canastas.lay_red_threes(state))
        state.player = next_player(state)


@rule
def buried_at(state):
    """Choice 2: the lowest place of buried cards in the stock."""
    return (len(PACK) - 2 * SEATS * state.options.hand_size - 1) // 2


@rule
def draw_cards(state, number):
    """Rules 4 and 6, choices 2 and 3: the player takes cards of the stock."""
    hand_and_foot.draw_cards(state, number, buried_at(state), True)


@rule
def is_waiting(state):
    """Rule 9: returns whether cards of the pile are still to come."""
    return state.source == Source.PILE and canastas.is_opening(state, minimum(state))


@rule
def in_reach(state):
    """Rule 6: how many cards of the pile a take brings, or brings besides the top card that has been taken."""
    most = state.options.taken if state.options.taken > 0 else len(PACK)
    return min(most - (state.source == Source.PILE), state.discard_pile.height)


@rule
def legal_actions(state, mask):
    """Legal actions of each phase."""
    if state.phase == Phase.ANSWER:
        mask[YES] = mask[NO] = 1
        return
    mask[ASK] = state.part[state.player] == Part.FOOT and state.answer == NOT_YET
    if state.phase == Phase.DRAW:
        mask[DRAW] = 1
        mask[TAKE] = may_take(state)
    else:
        mask_lays(state, mask[LAY:])
        if not canastas.is_opening(state, minimum(state)):
            mask_ends(state, mask)


@rule
def may_take(state):
    """Rules 7 to 9: the upcard is tried in hand."""
    card = piles.top(state.discard_pile)
    if card in (NO_CARD, THREE):
        return False
    take_top(state)
    state.source = Source.PILE
    legal = may_lay(state, TAKEN[card])
    state.source = NOT_YET
    put_back(state, card)
    return legal


@rule
def take_top(state):
    """The pile's top card comes into the player's hand; returns the card."""
    card = piles.draw(state.discard_pile)
    state.hands[state.player, card] += 1
    return card


@rule
def put_back(state, card):
    """The card lies on the pile again."""
    state.hands[state.player, card] -= 1
    piles.push(state.discard_pile, card)


@rule
def may_lay(state, laid):
    """Rules 10 to 19: returns whether the cards are there, fit the meld, and the turn can still come to a legal end."""
    if not hand_and_foot.fits(state, laid, LIMITS[state.options.most_wilds - 2]):
        return False
    hand_and_foot.lay(state, laid, DOWN)
    legal = can_finish(state)
    hand_and_foot.lay(state, laid, BACK)
    return legal


mask_lays = canastas.masking(BEGUN, ADDED, may_lay)


@rule
def mask_ends(state, mask):
    """Rules 5, 16, 17 and 19, choices 13 and 14: discards, or the end of the turn."""
    hand = state.hands[state.player]
    if hand.sum() > 1 or may_run_out(state):
        for place in range(len(DISCARDED)):
            mask[DISCARD + place] = hand[DISCARDED[place]] > 0
    mask[END] = mask[LAY:END].sum() == 0


@rule
def missing_books(state, side):
    """Rule 18: how many clean, dirty and wild books the side lacks to go out."""
    wild = state.canastas[side, TWO]
    clean, dirty = state.canastas[side].sum() - wild, state.mixed_canastas[side].sum()
    options = state.options
    return max(options.clean - clean, 0), max(options.dirty - dirty, 0), max(options.wild - wild, 0)


@rule
def has_books(state, side):
    """Rule 18: returns whether the side has all books that going out takes."""
    clean, dirty, wild = missing_books(state, side)
    return clean + dirty + wild == 0


@rule
def may_run_out(state):
    """Rules 16 to 18: returns whether the player may be left without cards."""
    if state.part[state.player] == Part.HAND:
        return True
    has_feet = state.part[partner_of(state, state.player)] == Part.FOOT
    return has_feet and state.answer == Answer.YES and has_books(state, side_of(state.player))


last_card_helps = hand_and_foot.helping(ADDED, may_run_out)


@rule
def can_finish(state):
    """Choice 10: returns whether the player can go on so that the turn comes to a legal end."""
    missing = canastas.missing_points(state, minimum(state))
    if missing > 0:
        return can_reach(state, missing) and (may_run_out(state) or can_reach_keeping(state, missing, 2))
    left = state.hands[state.player].sum()
    comes = in_reach(state) if state.source == Source.PILE and state.phase == Phase.DRAW else 0
    if left + comes > 1 or may_run_out(state):
        return True
    limits = LIMITS[state.options.most_wilds - 2]
    if comes == 0:
        return left == 1 and last_card_helps(state, limits)
    card = take_top(state)
    helps = last_card_helps(state, limits)
    put_back(state, card)
    return helps


@rule
def can_reach(state, missing):
    """Rule 15: returns whether the hand can bring the missing points."""
    return hand_and_foot.can_reach(state, missing, NO_RANK, LIMITS[state.options.most_wilds - 2])


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
    elif action == TAKE:
        take_pile(state)
    elif action < DISCARD:
        put_down(state, LAID[action - LAY])
    elif action < END:
        discard(state, DISCARDED[action - DISCARD])
    else:
        end_turn(state)


@rule
def draw(state):
    """Rules 6 and 20, choice 12: two cards of the stock, or the deal ends without them."""
    if state.stock.height < DRAWN:
        end_deal(state, NOBODY)
        return
    draw_cards(state, DRAWN)
    state.source, state.phase = Source.STOCK, Phase.MELD


@rule
def take_pile(state):
    """Rules 6 to 9: the player takes the pile, and melds its upcard."""
    card = take_top(state)
    state.known[state.player, card] += 1
    state.source, state.phase = Source.PILE, Phase.MELD
    hand_and_foot.put_down(state, TAKEN[card])
    go_on(state, True)


@rule
def put_down(state, laid):
    """Rules 10 to 17: a meld and its consequences."""
    takes = is_waiting(state)
    hand_and_foot.put_down(state, laid)
    go_on(state, takes)


@rule
def go_on(state, takes):
    """Rules 9, 16 and 17: after a meld, which may be the end of taking the pile."""
    if canastas.is_opening(state, minimum(state)):
        return
    hand = state.hands[state.player]
    for _ in range(in_reach(state) if takes else 0):
        state.known[state.player, take_top(state)] += 1
    if hand.sum() == 0:
        if state.part[state.player] == Part.HAND:
            take_foot(state)
        else:
            end_deal(state, side_of(state.player))


@rule
def take_foot(state):
    """Rules 4 and 16: the player's foot comes into the hand."""
    player = state.player
    state.part[player] = Part.FOOT
    canastas.add_cards(state.hands[player], state.feet[player])
    state.feet[player, :] = 0
    draw_cards(state, canastas.lay_red_threes(state))


@rule
def discard(state, card):
    """Rules 5, 16 and 17: a card goes on the pile and ends the turn; the last one of a foot ends the deal."""
    player = state.player
    state.hands[player, card] -= 1
    canastas.forget(state, card, 1)
    piles.push(state.discard_pile, card)
    if state.part[player] == Part.FOOT and state.hands[player].sum() == 0:
        end_deal(state, side_of(player))
    else:
        end_turn(state)


@rule
def end_turn(state):
    """Rules 5 and 16: the next player is to draw, and takes the foot if the hand is used up."""
    state.player = next_player(state)
    state.phase = Phase.DRAW
    state.source = state.answer = NOT_YET
    if state.part[state.player] == Part.HAND and state.hands[state.player].sum() == 0:
        take_foot(state)


@rule
def end_deal(state, out):
    """Rules 21 and 22, choice 12; ``out`` is the side that has gone out."""
    for player in range(SEATS):
        canastas.add_cards(state.hands[player], state.feet[player])
    for player in range(SEATS):
        side = side_of(player)
        loss = unplayed(state.hands[player]) + unplayed(state.hands[partner_of(state, player)])
        state.score[player] += score_table(state, side) - loss + OUT_POINTS * (side == out)
    state.feet[:] = 0
    next_hand(state, (state.dealer + 1) % SEATS)


next_hand = MATCH.next_hand(STATE, PACK, deal, reward=canastas.end_match)


@rule
def score_table(state, side):
    """Rule 21: points of a side's cards on the table."""
    wild = state.canastas[side, TWO]
    books = CLEAN_POINTS * (state.canastas[side].sum() - wild) + DIRTY_POINTS * state.mixed_canastas[side].sum()
    red_threes = RED_THREE_POINTS * state.laid[side, RED_THREE]
    return points(state.laid[side]) + books + WILD_POINTS * wild + red_threes


@rule
def unplayed(cards):
    """Rule 21: the cost of cards that are left."""
    return points(cards) + BLACK_THREE_POINTS * cards[THREE] + RED_THREE_POINTS * cards[RED_THREE]


@rule
def observe(state, player, view):
    """Computed fields of the view: known buried cards and cards of the pile, and the points of the sides' melds."""
    pile = state.discard_pile
    view.minimum = 0 if state.over else minimum(state)
    view.most_wilds, view.most_taken = state.options.most_wilds, state.options.taken
    view.foot_size = state.options.hand_size
    waiting = not state.over and is_waiting(state)
    view.upcard = NO_CARD if waiting else piles.top(pile)
    reach = in_reach(state) if waiting or state.source == NOT_YET else 0
    for place in range(pile.height):
        view.discard_pile[pile.cards[place]] += 1
        view.in_reach[pile.cards[place]] += place >= pile.height - reach
    hand_and_foot.show_buried(state, view, buried_at(state))
    for place in range(SIDES):
        side = (player + place) % SIDES
        hand_and_foot.show_canasta_cards(state, side, view.book_cards[place])
        view.missing[place, 0], view.missing[place, 1], view.missing[place, 2] = missing_books(state, side)
        view.red_threes[place] = state.laid[side, RED_THREE]
        view.melded[place] = points(state.laid[side])
        view.scores[place] = state.score[side] // FIVES


@rule
def redeal_hidden(state, player):
    """Redraws the others' hands except known cards, all feet, and the stock except buried cards.

    A last card that was kept in a turn with leave to go out helps to do so; one that red 3s have left need not.
    """
    is_last = state.phase == Phase.MELD and state.answer == Answer.YES and state.hands[state.player].sum() == 1
    is_kept = is_last and not may_run_out(state) and (state.source == Source.PILE or state.stock.height > 0)
    is_bound = not state.over and (canastas.is_opening(state, minimum(state)) or is_kept)
    redeal(state, player, buried_at(state), (state.feet,), is_bound)


redeal = hand_and_foot.redealing(can_finish)


def score_range(options, num_players):
    """Half of the largest possible lead; see Rewards."""
    return MOST_LEAD / 2 * MATCH.hands_in_all(options)


def check(state) -> str:
    """The first problem of a written position, in words, or nothing."""
    problem = hand_and_foot.wrong_scores(state, MOST_LOSS, MOST_POINTS, FIVES)
    problem = problem or wrong_cards(state) or hand_and_foot.wrong_turn(state, Part.FOOT)
    limits = LIMITS[state.options.most_wilds - 2]
    return problem or hand_and_foot.wrong_table(state, limits) or hand_and_foot.wrong_openings(state, can_finish)


def wrong_cards(state) -> str:
    """The first problem of hands, feet and the pile."""
    if state.hands[:, RED_THREE].any() and not state.over:
        return "hands: red 3s are laid down at once"
    if (state.known > state.hands).any():
        return "known: these cards are not in the hand"
    if state.feet[(state.part == Part.FOOT) | bool(state.over)].any():
        return "part: cards that have been taken do not lie there any more"
    if not state.over and any(
        state.part[player] == Part.FOOT and (not state.hands[player].any() or not points(state.laid[side_of(player)]))
        for player in range(SEATS)
    ):
        return "part: a player who has taken the foot has melded, and has cards"
    goes_on = not state.over and state.stock.height >= DRAWN  # else the deal is about to end
    if goes_on and any(
        not state.hands[player].any() and not points(state.laid[side_of(player)]) for player in range(SEATS)
    ):
        return "hands: a player who has used up the hand has melded"
    if RED_THREE in state.discard_pile.cards[: state.discard_pile.height]:
        return "discard_pile: red 3s are laid down"
    return ""


LAYOUT = Layout(
    canastas.AREAS,
    noted=("in_reach", "buried", "next_buried", "book_cards"),
    labels={
        "canastas": canastas.BOOKS,
        "mixed_canastas": canastas.BOOKS,
        "missing": ("clean", "dirty", "wild"),
    },
    titles={
        "part": "plays from",
        "canastas": "clean and wild books",
        "mixed_canastas": "dirty books",
        "missing": "lacks to go out",
        "red_threes": "red threes",
        "minimum": "opens with",
    },
    units={"scores": FIVES},
    faces=canastas.FACES,
    real=canastas.real_pack(COPIES),
    says=canastas.SAYS | {"draw": "Draw two cards", "take": "Take the pile"},
    calls=canastas.name_melds(ACTIONS),
    says_now={"draw": canastas.naming_draw(hand_and_foot.cards_drawn)},
    phases=canastas.PHASES,
    asks_now={"draw": canastas.asking_to_draw(hand_and_foot.cards_drawn)},
    rules={
        "draw": (6,),
        "take": (7, 8),
        "meld": (10,),
        "add": (11, 14),
        "discard": (5,),
        "ask": (18,),
        "yes": (18,),
        "no": (18,),
    },
)

GAME = Game(
    name="hand_and_foot",
    version=0,
    title="Hand and Foot",
    family="rummy",
    players=(SEATS, SEATS),
    sides=SIDES,
    default_players=SEATS,
    score_range=score_range,
    pack=tuple(PACK.tolist()),
    rest="stock",
    **declared_in(__name__),
)
