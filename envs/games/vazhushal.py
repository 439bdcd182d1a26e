"""Vazhushal.

A rummy game from Chennai for two to six players, also known as Wipe: the discards lie in a line, and a player who can
meld one of them takes it with all the newer ones. Melds lie open, may be rearranged, and may hold wild cards.

Rules
-----
1. Two players use the pack of 52 and two jokers; three to six players use two such packs, 108 cards.
2. Each player is dealt thirteen cards, one at a time from the dealer's left.
3. If anybody is dealt three or more pairs of equal cards, the hands are thrown in and the same dealer deals again.
4. The next card is turned up and begins the line of discards; the rest is the stock, whose bottom card is turned up:
   the negative joker.
5. Jokers are wild, and so are the cards of the negative joker's rank in the two suits of the other colour.
6. The dealer's left neighbour begins. A turn is to draw, to meld as much as one likes, and to discard one card.
7. The discards keep their order in the line, and all of them can be seen.
8. One draws the top card of the stock, or any card of the line together with all newer ones. That card must be melded
   at once; the newer ones go to the hand.
9. A sequence is three or more cards of a suit that follow each other. The ace is next to the 2 or to the king, not to
   both.
10. A set is three or four cards of a rank.
11. A meld does not hold two cards of the same rank and suit.
12. A wild card stands for any card; one that is used as the card it is counts as natural.
13. A meld holds at least one natural card.
14. A player may not have two equal melds at a time.
15. A player's first meld is a sequence of natural cards; after that any meld will do.
16. Nothing can be added to melds of other players.
17. One may rearrange one's own melds together with cards of the hand. Melded cards do not go back to the hand, all
    melds are proper ones in the end, and there is a sequence of natural cards among them.
18. Before the first meld one may draw from the line only a card that makes a sequence of natural cards at once.
19. Or, holding such a sequence, one may lay it down before drawing, and then draw from the line any card that can be
    melded at once. Only then a player melds before drawing.
20. A player who has melded all cards but one and discards that one wins.
21. When the last card of the stock has been drawn, play stops at the end of that turn. Then everybody may meld once
    more from the hand.
22. Everybody then scores the melds less the cards left in the hand: aces and court cards 10, others their number, a
    wild card as the card that it stands for. The highest score wins.

Sources
-------
[Denexa Games, Vazhushal (2020)](https://www.denexa.com/blog/2020/05/); [Pagat's page on
Wipe](https://www.pagat.com/rummy/wipe.html) and others for points below.

Choices where the text is silent
--------------------------------
1. How one draws from the line, rule 8, follows from an example: a player with 8♠ takes 9♠, 10♠ and two newer cards.
2. The negative joker stays under the stock and is never drawn. If it is a joker, only jokers are wild.
3. The card drawn from the line may go to a new meld, to an own one that it makes longer, or lie anywhere after
   rearranging. Own melds that this takes are picked up before drawing, those of a suit or of a rank together.
4. Newer cards that come with it may be part of the same meld.
5. There is no other limit to wild cards in a meld than rule 13.
6. A set has at most four suits; a wild card takes a missing one. Two wild cards of a kind may stand for two cards.
7. A sequence has up to thirteen cards: the ace is not at both ends.
8. Melds are equal if they are sequences of the same suit and ranks, or sets of the same rank and suits; wild cards in
   them do not matter.
9. The sequence of rules 15 and 17 need not stay the same one.
10. Melds always leave one card of the hand for the discard, but for those of rule 21.
11. One may meld for the first time and go out in the same turn.
12. The last melding goes round from the left of the player who had the last turn; rules 15 and 17 hold.
13. Wild cards in the hand at the end count 0 if they are jokers, else their own rank.
14. Players with the same best score share the win. When a player goes out, nothing is counted: the winner scores 832,
    which is as much as all cards together can count, and the others 0.
15. Jokers do not make pairs in rule 3. A written deck that must be dealt again is shuffled.
16. A wild card may be drawn from the line if it is melded.
17. Going out in the turn of the stock's last card wins.
18. In rule 18 the chosen card itself lies in the sequence; newer ones alone are not enough.
19. In rule 19 the sequence may be laid down only if some card of the line makes a meld with cards of the hand; such a
    card must then be drawn.
20. Melded at once, in rules 8, 18 and 19: the first meld after the draw holds the card, or one of its kind. If melds
    have been picked up, one more card of its kind lies when all is laid down again.
21. Rearranging brings at least one card of the hand, or of the line, to the table.
22. Melds are picked up and laid down in the open. As long as cards that were picked up do not lie properly again, or a
    sequence of rule 19 is not followed by the meld of a card of the line, the player may take all of it back, and a
    draw from the line that came after it; all know the cards of the hand that were shown. The third time in a turn is
    the last: then nothing more can be picked up, or laid before drawing, in this turn.
23. Cards laid down since melds were picked up can be picked up again only when all lies properly.
24. The cards of a meld are chosen one after the other, in the order of its ranks or suits, where there is more than
    one way; cards that were picked up go before equal ones of the hand.

Options
-------
There are none.

Rewards
-------
The winners share +1, the others share -1; if all win, all get 0. With ``reward="score"`` nothing pays more than to go
out: with four players 0.75.

End
---
When a player goes out, or after the last melding. The rules themselves end the game: each turn takes a card off the
stock or brings one more to the table, and in a turn one can take back three times only. Random players, who take back
much, need 430 steps on average when there are two of them, 1,250 when there are three, and 290 when there are six.

Written deck
------------
Cards go round from the dealer's left, thirteen times; then comes the first card of the line, then the stock, the last
card of which is the negative joker.
"""

from enum import IntEnum

import numpy as np

from cardzoo.envs.engine import arrays, piles, rewards
from cardzoo.envs.engine.actions import Actions, Block, Place, places
from cardzoo.envs.engine.cards import CARDS, NO_CARD, SUITS
from cardzoo.envs.engine.compiling import rule
from cardzoo.envs.engine.fields import Card, Cards, Choice, Number, Pile, Seats, State
from cardzoo.envs.engine.game import Game, declared_in
from cardzoo.envs.engine.lines import Row
from cardzoo.envs.families import dealing, filling, laid_melds, melds, wild_melds
from cardzoo.envs.families.laid_melds import MOST_MELDS, Melds, Wilds, count_melds, remove_from_hand
from cardzoo.envs.families.wild_melds import CODES, JOKER, LONGEST, MELDS, MOST_WILDS, SEQUENCES, SETS, WILD_BITS
from cardzoo.envs.scene import STOCK, Beside, Bundles, Codes, Hands, Layout, Look, Spread, counted, listed

SEATS = Seats(6)
PACK = (*range(CARDS), JOKER, JOKER)
TWO_PACKS = 2 * len(PACK)
HAND_SIZE = 13
MOST_DOUBLES = 2  # pairs of equal cards that a dealt hand may hold
LONGEST_LINE = TWO_PACKS - 3 * HAND_SIZE - 1  # three players: all that is not dealt, but for the negative joker
MOST_TAKEN_BACK = 3
CARD_POINTS = np.array([*[10, *range(2, 10), *[10] * 4] * SUITS, 0], np.int64)  # of a hand, in which a joker counts 0
MELD_POINTS = np.array([CARD_POINTS[meld].sum() for meld in SEQUENCES + SETS], np.int64)
MOST_POINTS = 2 * int(CARD_POINTS.sum()) + MOST_WILDS * 10


class Phase(IntEnum):
    """Decisions of the player whose turn it is."""

    DRAW = 0
    MELD = 1
    FINAL = 2


class Work(IntEnum):
    """State of melds in the making by the player whose turn it is, which can be taken back."""

    SETTLED = 0
    LAID_EARLY = 1
    PICKED_UP = 2


ACTIONS = Actions(
    Block("draw", at=Place("stock_size"), doc="draw the top card of the stock"),
    Block("take", places("line", range(1, LONGEST_LINE + 1)), doc="draw so many newest cards of the line"),
    Block("pick up", wild_melds.GROUPS, doc="pick up own melds of a kind, to rearrange them"),
    Block("take back", doc="undo what was melded and picked up, as long as it does not lie properly"),
    Block("meld", SEQUENCES + SETS, among=("hand", "loose"), doc="lay down a meld that stands for these cards"),
    filling.USING,
    Block("discard", CODES, doc="discard a card and end the turn"),
    Block("done", doc="end one's part of the last melding"),
)
DRAW, TAKE, PICK_UP, TAKE_BACK = (ACTIONS.first(verb) for verb in ("draw", "take", "pick up", "take back"))
MELD, USE, DISCARD, DONE = (ACTIONS.first(verb) for verb in ("meld", "use", "discard", "done"))

STATE = State(
    Choice("phase", Phase, doc="what the player whose turn it is does"),
    Cards("hands", SEATS, packs=4, codes=CODES, doc="the players' hands"),
    Cards("table", SEATS, packs=4, codes=CODES, doc="the cards that each player has melded, as they are"),
    Cards("loose", packs=4, codes=CODES, doc="cards of melds that have been picked up"),
    Pile("stock", TWO_PACKS, codes=CODES, doc="the stock, without the negative joker"),
    Pile("line", TWO_PACKS, codes=CODES, doc="the line of discards, the newest on top"),
    Card("negative", codes=CODES, doc="the negative joker"),
    Melds("melds", doc="the players and their melds, in the order in which they were laid down"),
    Wilds("wilds", doc="the wild cards in them"),
    Number("meld", low=-1, high=MELDS - 1, default=None, optional=True, doc="the meld whose cards are being chosen"),
    Card("chosen", LONGEST, codes=CODES, memo=True, doc="the cards that have been chosen for it"),
    Card("owed", codes=CODES, memo=True, doc="the card of the line that must be melded at once"),
    Number("owed_copies", high=4, doc="how many of its kind must lie with the player then"),
    Choice("work", Work, doc="whether that player has laid a meld early or picked melds up, which can be taken back"),
    Choice("work_phase", Phase, doc="the phase in which the first of them was laid or picked up"),
    Number("old_melds", high=MOST_MELDS, doc="with melds picked up: those in the list that still can be"),
    Cards("kept_table", packs=4, codes=CODES, memo=True, doc="what the player's table was then"),
    Melds("kept_melds", doc="what the list of melds was then"),
    Wilds("kept_wilds", doc="and the wild cards in them"),
    Pile("taken", LONGEST_LINE, codes=CODES, memo=True, doc="cards drawn from the line since, the oldest on top"),
    Number("taken_back", high=MOST_TAKEN_BACK, doc="how often the player has taken back in this turn"),
    Cards("known", SEATS, packs=4, codes=CODES, memo=True, doc="cards that all know to be in a player's hand"),
    Number("moved", SEATS, doc="whether a player has drawn in this game"),
    Number("finished", high=SEATS, doc="players who are done with the last melding"),
)

VIEW = STATE.view(
    Cards("hand", packs=4, codes=CODES, shows="hands", doc="own hand"),
    "table loose known",
    Row("line", TWO_PACKS, codes=CODES, doc="the line of discards, the newest first"),
    Number("reach", CODES, high=TWO_PACKS, doc="how many cards of the line one takes to get a kind; 0: none"),
    "negative",
    Melds("melds", doc="players and their melds, in the order in which they were laid down"),
    Wilds("wilds", doc="the wild cards in them"),
    Number("meld_points", SEATS, high=MOST_POINTS, doc="what the melds of each player count"),
    Melds("own_meld", 1, doc="the own meld whose cards are being chosen"),
    Row("chosen", LONGEST, codes=CODES, doc="the cards that have been chosen for it"),
    Card("next", doc="the card that is to be chosen next"),
    "owed owed_copies",
    Number("hand_sizes", SEATS, high=TWO_PACKS, shows="hands", doc="cards in each hand"),
    Number("stock_size", high=TWO_PACKS, shows="stock", doc="cards in the stock"),
    "turn dealer phase work old_melds taken_back finished",
)


def pack_of(num_players: int, options) -> list[int]:
    """Rule 1."""
    return [*PACK] * (1 + (num_players > 2))


@rule
def deal(state):
    """Rules 2 to 4: the hands, again if one has too many doubles; then the line and the negative card."""
    dealing.deal(state, HAND_SIZE * state.num_players)
    while most_doubles(state) > MOST_DOUBLES:
        for player in range(state.num_players):
            piles.move_counted(state.hands[player], state.stock)
        piles.shuffle(state, state.stock)
        dealing.deal(state, HAND_SIZE * state.num_players)
    piles.push(state.line, piles.draw(state.stock))
    state.negative = state.stock.cards[0]
    state.stock.height -= 1
    for place in range(state.stock.height):
        state.stock.cards[place] = state.stock.cards[place + 1]
    state.stock.cards[state.stock.height] = NO_CARD


@rule
def most_doubles(state):
    """Rule 3: the most pairs of equal cards in a hand."""
    most = 0
    for player in range(state.num_players):
        most = max(most, count_doubles(state.hands[player]))
    return most


@rule
def count_doubles(hand):
    """Pairs of equal cards, jokers left out (choice 15)."""
    doubles = 0
    for card in range(CARDS):
        doubles += hand[card] > 1
    return doubles


@rule
def legal_actions(state, mask):
    """Legal actions of each phase, or the next card of a meld."""
    if state.meld >= 0:
        ways = filling.ways_to_fill(state, card_needed(state))
        for way in range(filling.WAYS):
            mask[USE + way] = ways >> way & 1
        return
    if state.phase == Phase.DRAW:
        mask_draws(state, mask)
    else:
        mask_melding(state, mask)
    if state.taken_back < MOST_TAKEN_BACK:  # rule 17, choices 22 and 23
        old_melds = state.old_melds if state.work == Work.PICKED_UP else count_melds(state.melds)
        laid_melds.mask_groups(state, old_melds, mask[PICK_UP:])
    mask[TAKE_BACK] = state.work != Work.SETTLED


@rule
def card_needed(state):
    """Choice 20: the card that the next meld must hold, or `NO_CARD`. With melds picked up any of them may hold it."""
    return NO_CARD if state.work == Work.PICKED_UP else state.owed


@rule
def mask_draws(state, mask):
    """Rules 8, 18 and 19: draw from the stock, or take from the line a card that can be melded and all above it.

    A player who has laid a meld early or picked melds up draws from the line.
    """
    opened = laid_melds.has_melded(state)
    held, size = laid_melds.at_hand(state)
    kinds, wilds = held, laid_melds.wilds_at_hand(state)
    early = not opened and state.taken_back < MOST_TAKEN_BACK and wild_melds.has_sequence(held)
    fits = False
    mask[DRAW] = state.work == Work.SETTLED
    for cards in range(1, min(state.line.height, LONGEST_LINE) + 1):
        card = state.line.cards[state.line.height - cards]
        kinds |= melds.bit(card)
        wilds += wild_melds.is_wild(state.negative, card)
        if opened or (early and not fits):
            supply = wild_melds.supply_of(kinds, wilds, state.negative)
            fits = laid_melds.makes_meld(state, state.melds, card, supply, size + cards - 1)
        mask[TAKE + cards - 1] = fits if opened else wild_melds.makes_sequence(card, kinds)
    if early and fits:
        wild_melds.find_melds(wild_melds.natural_supply(held), size, np.int64(0), False, mask[MELD:])


@rule
def mask_melding(state, mask):
    """Rules 14, 15 and 20, choices 10 and 20; the end of the turn as soon as all lies properly."""
    opened = laid_melds.has_melded(state)
    kinds, size = laid_melds.at_hand(state)
    needed = melds.bit(card_needed(state))
    supply = wild_melds.natural_supply(kinds)
    if opened:
        needed &= ~WILD_BITS[state.negative]
        supply = wild_melds.supply_of(kinds, laid_melds.wilds_at_hand(state), state.negative)
    most = size - (state.phase != Phase.FINAL)
    wild_melds.find_melds(supply, most, needed, opened, mask[MELD:])
    laid_melds.mask_laid(state, mask[MELD:])
    if state.work == Work.SETTLED and state.owed == NO_CARD:
        if state.phase == Phase.FINAL:
            mask[DONE] = 1
        else:
            for card in range(CODES):
                mask[DISCARD + card] = state.hands[state.player, card] > 0


@rule
def apply_action(state, action):
    """Play a legal action."""
    if action == DRAW:
        state.hands[state.player, piles.draw(state.stock)] += 1
        begin_melding(state)
    elif action < PICK_UP:
        take_from_line(state, action - TAKE + 1)
    elif action < TAKE_BACK:
        pick_up(state, action - PICK_UP)
    elif action == TAKE_BACK:
        take_back(state)
    elif action < USE:
        start_meld(state, action - MELD)
    elif action < DISCARD:
        filling.choose(state, action - USE)
        fill_on(state)
    elif action < DONE:
        discard(state, action - DISCARD)
    else:
        finish(state)


@rule
def begin_melding(state):
    """Rule 6: the player has drawn."""
    state.moved[state.player] = 1
    state.phase = Phase.MELD


@rule
def take_from_line(state, cards):
    """Rule 8: a number of cards of the line go to the hand, and the deepest is owed. All see these cards."""
    player = state.player
    for _ in range(cards):
        card = piles.draw(state.line)
        state.hands[player, card] += 1
        state.known[player, card] += 1
        if state.work != Work.SETTLED:
            piles.push(state.taken, card)
        state.owed = card
    state.owed_copies = state.table[player, state.owed] + state.loose[state.owed] + 1
    begin_melding(state)


@rule
def start_meld(state, meld):
    """Lay a meld down, if there is one way to fill it, or begin to choose its cards. Rule 19: in the draw phase."""
    if state.phase == Phase.DRAW:
        keep_table(state)
        state.work = Work.LAID_EARLY
    state.meld = meld
    if laid_melds.has_melded(state) and laid_melds.wilds_at_hand(state) > 0:
        fill_on(state)
    else:
        filling.choose_naturals(state)
        lay_down(state)


@rule
def fill_on(state):
    """Choice 24: choose cards as long as there is one way, and lay the meld down when it is full."""
    if filling.choose_forced(state, card_needed(state)):
        lay_down(state)


@rule
def lay_down(state):
    """The chosen cards become a meld, with which all may lie properly."""
    laid_melds.lay_down(state, state.meld, state.chosen)
    filling.clear(state)
    if state.phase != Phase.DRAW and lies_properly(state):
        state.owed = NO_CARD
        state.owed_copies = 0
        settle(state)


@rule
def lies_properly(state):
    """Rules 8 and 17, choices 20 and 21: returns whether nothing is picked up or owed any more."""
    table = state.table[state.player]
    if arrays.total(state.loose) > 0 or (state.owed != NO_CARD and table[state.owed] < state.owed_copies):
        return False
    return laid_melds.has_natural_sequence(state) and (
        state.work != Work.PICKED_UP or arrays.total(table) > arrays.total(state.kept_table)
    )


@rule
def keep_table(state):
    """Save the table, so that all can be taken back from now on."""
    state.work_phase = state.phase
    laid_melds.keep(state)


@rule
def settle(state):
    """Make the melds final: nothing can be taken back any more."""
    if state.work != Work.SETTLED:
        state.work = Work.SETTLED
        state.work_phase = Phase.DRAW
        laid_melds.forget(state)
        piles.clear(state.taken)


@rule
def pick_up(state, group):
    """Rule 17, choices 3 and 23: all melds of the group that were there before."""
    if state.work == Work.SETTLED:
        keep_table(state)
    if state.work != Work.PICKED_UP:
        state.old_melds = count_melds(state.melds)
        state.work = Work.PICKED_UP
    laid_melds.pick_up(state, group)


@rule
def take_back(state):
    """Choice 22: restores the table, and the line if it was drawn from since."""
    laid_melds.restore(state)
    if state.work_phase == Phase.DRAW and state.phase == Phase.MELD:
        while state.taken.height > 0:
            card = piles.draw(state.taken)
            remove_from_hand(state, card)
            piles.push(state.line, card)
        state.owed = NO_CARD
        state.owed_copies = 0
        state.phase = Phase.DRAW
    state.taken_back += 1
    settle(state)


@rule
def discard(state, card):
    """Rules 6, 20 and 21, choice 17: a card is added to the line; the game ends with the hand, or the turn passes."""
    remove_from_hand(state, card)
    piles.push(state.line, card)
    if arrays.total(state.hands[state.player]) == 0:
        state.score[state.player] = MOST_POINTS
        end(state)
    else:
        pass_turn(state, Phase.FINAL if state.stock.height == 0 else Phase.DRAW)


@rule
def pass_turn(state, phase):
    """The turn passes to the left."""
    state.player = (state.player + 1) % state.num_players
    state.phase = phase
    state.taken_back = 0


@rule
def finish(state):
    """Rules 21 and 22, choices 12 and 14: a last move is over; after all of them the game is scored."""
    state.finished += 1
    if state.finished < state.num_players:
        pass_turn(state, Phase.FINAL)
        return
    for player in range(state.num_players):
        state.score[player] = -hand_points(state.hands[player])
    for place in range(count_melds(state.melds)):
        state.score[state.melds[place, 0]] += MELD_POINTS[state.melds[place, 1]]
    end(state)


@rule
def end(state):
    """Choice 14: the game is over."""
    state.over = True
    rewards.reward_best_score(state)


@rule
def hand_points(hand):
    """Rule 22, choice 13: points of the cards left in a hand."""
    points = 0
    for card in range(CODES):
        points += hand[card] * CARD_POINTS[card]
    return points


@rule
def observe(state, player, view):
    """Computed fields of the view: the line from its newest card on, and the melds. Others see a meld when it lies."""
    for place in range(state.line.height):
        card = state.line.cards[place]
        cards = state.line.height - place
        view.line[cards - 1] = card
        view.reach[card] = cards
    laid_melds.show(state, player, view, MELD_POINTS)
    if state.meld >= 0 and player == state.player:
        filling.show(state, view)


@rule
def redeal_hidden(state, player):
    """Redraws the other hands except known cards, and the stock: all deals that fit the seat's knowledge are as likely.

    - A player who has not drawn yet was dealt fewer than three pairs (rule 3). Later hands are not checked for this:
      an approximation.
    - A player who owes a card of the line can meld it (rules 8 and 18), as long as nothing has been laid down since.
    - The cards of a meld that somebody else is choosing are not seen: the choice begins again.

    Melds that a player could have made but did not show nothing. The causes of things taken back are not checked.
    """
    if state.player != player:
        filling.clear(state)
    dealing.redeal_unknown(state, player)
    while not fits_knowledge(state, player):
        dealing.redeal_unknown(state, player)


@rule
def fits_knowledge(state, player):
    """Returns whether the other hands agree with all that the seat has seen; see `redeal_hidden`."""
    for other in range(state.num_players):
        if other != player and not state.moved[other] and count_doubles(state.hands[other]) > MOST_DOUBLES:
            return False
    return state.owed == NO_CARD or state.player == player or could_take(state)


@rule
def could_take(state):
    """Returns whether the player could draw the card that is owed. Cards shown since the draw were in the hand then."""
    cards = arrays.zeros(CODES, np.int16)
    for card in range(CODES):
        cards[card] = state.hands[state.player, card] + state.loose[card]
    lying = state.melds
    if not laid_melds.has_melded(state):
        return wild_melds.makes_sequence(state.owed, melds.to_bits(cards))
    if state.work == Work.PICKED_UP and state.work_phase == Phase.MELD:
        for card in range(CODES):
            cards[card] += state.table[state.player, card] - state.kept_table[card]
        lying = state.kept_melds
    elif state.work == Work.PICKED_UP and count_melds(state.melds) > state.old_melds:
        return True
    wilds = wild_melds.count_wilds(cards, state.negative)
    supply = wild_melds.supply_of(melds.to_bits(cards), wilds, state.negative)
    return laid_melds.makes_meld(state, lying, state.owed, supply, arrays.total(cards) - 1)


def check(state) -> str:
    """The first problem of a written position, in words, or nothing. Hands may be small; ``moved`` may be left out."""
    if state.negative == NO_CARD:
        return "negative: a card lies under the stock"
    return (
        laid_melds.wrong_melds(state, rearranging=state.work == Work.PICKED_UP)
        or wrong_hands(state)
        or wrong_phase(state)
        or wrong_work(state)
        or wrong_debt(state)
        or wrong_choice(state)
    )


def wrong_hands(state) -> str:
    """The first problem of the hands."""
    for player, hand in enumerate(state.hands[: state.num_players]):
        if (state.known[player] > hand).any():
            return f"known: player {player} does not hold all of these cards"
        if not state.moved[player] and (hand.sum() > HAND_SIZE or (hand[:CARDS] > 1).sum() > MOST_DOUBLES):
            return f"moved: player {player} cannot have been dealt such a hand"
    return ""


def wrong_phase(state) -> str:
    """The first problem of the stock, and of the players who are done."""
    is_last = state.phase == Phase.FINAL
    returns = state.phase == Phase.DRAW or (state.work != Work.SETTLED and state.work_phase == Phase.DRAW)
    if (is_last and state.stock.height > 0) or (returns and state.stock.height == 0):
        return "stock: it is empty in the last melding, and not before one draws"
    if state.phase == Phase.MELD and state.work == Work.SETTLED and not (state.over or state.hands[state.player].any()):
        return "hands: a player who has drawn holds a card to discard"
    if state.finished > (state.num_players - 1 + state.over if is_last else 0):
        return "finished: some players are done in the last melding only, and not all before the end"
    return ""


def wrong_work(state) -> str:
    """The first problem of melds that can be taken back, or of the table after that."""
    cards = state.taken.cards[: state.taken.height]
    if state.work == Work.SETTLED:
        left_over = (state.loose, state.kept_table, state.kept_melds >= 0, state.old_melds, state.taken.height)
        if any(np.any(part) for part in left_over):
            return "work: nothing is loose, kept or taken when all is settled"
        return "" if state.work_phase == Phase.DRAW else "work_phase: it is 'draw' when all is settled"
    drawn = state.phase == Phase.MELD and state.work_phase == Phase.DRAW
    if (state.work_phase != state.phase and not drawn) or state.taken_back == MOST_TAKEN_BACK or state.over:
        return "work: melds cannot be taken back in this phase, or any more"
    if drawn != (len(cards) > 0) or (drawn and state.owed != cards[-1]):
        return "taken: the last card drawn from the line after melds were picked up or laid down is owed"
    if problem := laid_melds.wrong_kept(state, cards):
        return problem
    owners = state.melds[state.melds[:, 0] >= 0, 0]
    if state.work == Work.LAID_EARLY:
        if state.work_phase != Phase.DRAW or state.loose.any() or state.kept_table.any() or state.old_melds:
            return "work: a player who lays a meld early has none yet"
        if (owners == state.player).sum() != 1:
            return "work: one meld is laid early"
    elif state.old_melds > len(owners) or (owners[state.old_melds :] != state.player).any():
        return "old_melds: all melds of others are old"
    trial = filling.without_choice(state)
    take_back(trial)
    return check(trial)


def wrong_debt(state) -> str:
    """The first problem of the card that is owed: one can always pay, at once or when all is taken back."""
    player, owed, mask = state.player, state.owed, np.zeros(len(ACTIONS), np.int8)
    if owed == NO_CARD:
        return "owed_copies: there are none if no card is owed" if state.owed_copies else ""
    held = state.hands[player] + state.table[player] + state.loose
    if state.phase != Phase.MELD or state.owed_copies == 0 or held[owed] == 0 or not could_take(state):
        return "owed: it can be melded with cards that the player has, one more of its kind"
    if state.work == Work.SETTLED:
        if state.meld < 0:
            mask_melding(state, mask)
        has_one_more = state.owed_copies == state.table[player, owed] + 1 and state.hands[player, owed] > 0
        if not has_one_more or not (mask.any() or state.meld >= 0):
            return "owed: it can be melded with cards of the hand, one more of its kind"
    return ""


def wrong_choice(state) -> str:
    """The first problem of the meld whose cards are being chosen."""
    if (problem := filling.wrong_chosen(state)) or state.meld < 0:
        return problem
    trial, mask = filling.without_choice(state), np.zeros(len(ACTIONS), np.int8)
    if state.phase != Phase.DRAW and laid_melds.has_melded(trial) and laid_melds.wilds_at_hand(trial) > 0:
        mask_melding(trial, mask)
    if not mask[MELD + state.meld] or filling.count_chosen(state) >= wild_melds.MELD_SIZES[state.meld]:
        return "meld: it is one that can be laid down in more than one way"
    return "" if filling.can_begin(state, card_needed(state)) else "chosen: the meld cannot begin so"


def name_taken(look: Look, action: int) -> str:
    """The draw of a card of the line with all newer ones, such as ``"Take 8♥ and 2 newer cards from the line"``."""
    newer = action - TAKE
    card = look.view["line"][newer]
    if card == NO_CARD:
        return ""
    others = f" and {counted(newer, 'newer card')}" * (newer > 0)
    return f"Take {look.game.cards.words[card]}{others} from the line"


def lines_of(look: Look, field: str) -> list[str]:
    """Lines of a field in words."""
    return [*look.field(field).to_words(look.view[field], look.num_players)]


def name_wilds(before: Look, after: Look) -> str:
    """The wild cards of a meld that is laid down; empty without any."""
    place = len(lines_of(before, "melds"))
    lines = (words.partition(": ") for words in lines_of(after, "wilds"))
    wilds = [words.replace("joker for", "a joker for") for number, _, words in lines if number == str(place)]
    return f"It has {listed(wilds)}" if wilds else ""


def name_meld(before: Look, after: Look) -> str:
    """The meld that is laid down when its last card is chosen; empty before that."""
    _, *melds = lines_of(after, "melds")[len(lines_of(before, "melds")) - 1 :]
    cards = "".join(meld.partition(": ")[2] for meld in melds)
    return f"The meld is {cards}{name_wilds(before, after).replace('It has', ', with')}" if cards else ""


LAYOUT = Layout(
    (
        Hands("hand", known="known"),
        Beside(STOCK, Codes("line"), Spread("negative", "negative joker")),
        Bundles("melds", "meld", wilds="wilds"),
        Beside(
            Bundles("own_meld", "own meld"),
            Codes("chosen"),
            Spread("next", sparse=True),
            Spread("owed", sparse=True),
            Spread("loose", sparse=True),
        ),
    ),
    hidden={"reach": "the line shows it", "table": "the melds and their wild cards are these cards"},
    titles={
        "meld_points": "melded",
    },
    calls={
        "take": ("1 card", *(f"{number} cards" for number in range(2, LONGEST_LINE + 1))),
        "use": ("the natural card", "the joker", "the lower wild card", "the higher wild card"),
    },
    says={
        "take": "Take {} from the line",
        "use": "Use {}",
        "done": "Finish",
        "pick up": "Pick up the {}",
        "take back": "Take the melds back",
    },
    says_each={"take": name_taken},
    secretly=dict.fromkeys(("meld", "use"), "began a meld"),  # the others see it when all its cards are chosen
    then={"meld": name_wilds, "use": name_meld},
    phases={
        "draw": "Draw from the stock, or take cards from the line",
        "meld": "Meld or discard",
        "final": "Meld what you can: the stock is used up",
    },
    rules={
        "draw": (8,),
        "take": (8, 18),
        "pick up": (17,),
        "take back": (17,),
        "meld": (9, 10, 15),
        "use": (12,),
        "discard": (6,),
        "done": (21,),
    },
)

GAME = Game(
    name="vazhushal",
    version=0,
    title="Vazhushal",
    family="rummy",
    players=(2, SEATS),
    default_players=4,
    pack=pack_of,
    score_range=MOST_POINTS,
    rest="stock",
    **declared_in(__name__),
)
