"""Blackjack.

Each of one to seven players plays against a dealer who has no choice: nearer to 21 wins, above 21 loses. The usual
first environment of reinforcement learning, here with the rules of real tables.

Rules
-----
1. Each player has a stake of 1. Each player is dealt a card, seat 0 first, then the dealer; then all get a second one.
   All lie face up but the dealer's first one, the hole card. The dealer's second one is the up card.
2. A hand counts the sum of its cards: court cards 10, and an ace 11 as long as that does not pass 21, else 1. With an
   ace that counts 11 it is soft. An ace with a ten-card as the first two cards is a blackjack.
3. With an ace or a ten-card up the dealer looks at the hole card before anybody plays. If the dealer has a blackjack
   the round is over: players with a blackjack draw, all others lose their stake.
4. Otherwise a player's blackjack is paid 3:2, and that player has no turn.
5. Players play in the order of their seats. In turn a player hits or stands as often as the total is below 21. At 21
   the turn is over. Above 21 the stake is lost, whatever the dealer does later.
6. With the first two cards of a hand a player may double the stake; then exactly one more card comes.
7. First two cards of equal value, two ten-cards too, may be split into two hands with a stake each. Both get a second
   card, the left one first. Then the left one is played, then the right one. Split aces get this one card only.
   21 after a split is no blackjack. A split hand may be doubled.
8. When all have played the dealer turns the hole card, and draws up to 17 or more; also a soft 17 stands. If no hand is
   left to beat the dealer draws nothing.
9. With the dealer above 21 all hands that are left win their stake. Otherwise the higher total does, and equal totals
   draw.

Sources
-------
Descriptions of casino rules on the web and a regulation of Quebec; Sutton and Barto, "Reinforcement Learning" (2018),
for the simple rules, which are Gymnasium's ``Blackjack-v1`` with ``sab=True``; OpenSpiel's and RLCard's ``blackjack``.

All three differ in one point: they ask at 21 too, where a player can hit. OpenSpiel's and RLCard's have neither
blackjacks nor doubles nor splits. RLCard draws from any place of its deck. In Gymnasium the dealer's first card is the
one that lies open, and 0 is stand.

Choices where the text is silent
--------------------------------
1. Six packs are shuffled. With ``rounds`` play goes on from the same cards, which are shuffled before a round when less
   than a quarter of them is left. If they run out in a round the cards that are not on the table are shuffled. If
   there are none, only standing is legal, and the dealer stands. With ``decks=0`` all ranks have the same chance for
   ever.
2. Options change the rules as their names say. With ``splits`` a player can have at most so many hands more than one;
   aces are split once. ``double="9-11"`` means hard totals.
3. With ``surrender`` a player may give up half the stake instead of any other action on the first two cards, not after
   a split.
4. With ``insurance`` and an ace up each seat insures or declines, before the dealer looks: half a stake more, which
   wins 2:1 if the dealer has a blackjack.
5. With ``peek=False`` the dealer does not look, and rules 3 and 4 are settled at the end. A seat without a blackjack
   then loses all stakes against one; a surrendered half stays a half.
6. ``natural="player"``: only a player's blackjack beats another 21, and against a dealer's it draws. ``"bonus"``: it is
   21 like any other, but a win with it is paid as a blackjack. ``"21"``: there are no blackjacks, and no seat is
   asked to insure. With all three the dealer does not look.
7. Suits are of no meaning, so all cards are written as clubs.

Options
-------
``decks``: packs in play; 0 draws each card with equal chances for ever.
``rounds``: number of rounds.
``soft_17``: the dealer's action on a soft 17, ``"stand"`` or ``"hit"``.
``double``: first totals that may be doubled: ``"any"``, ``"9-11"`` or ``"none"``.
``double_after_split``: whether a split hand may be doubled.
``splits``: most splits of a player.
``surrender``: whether players may surrender.
``insurance``: whether players may insure.
``peek``: whether the dealer looks at the hole card.
``blackjack_pays``: ``"3:2"``, ``"6:5"`` or ``"1:1"``.
``natural``: meaning of a blackjack: ``"wins"``, ``"player"``, ``"bonus"`` or ``"21"``.

Rewards
-------
Each seat plays for itself, and rewards do not add up to 0: a seat's gain in stakes, divided by the most that it can win
or lose. The score is the gain in tenths of a stake: in chips, if a stake is ten of them.

End
---
After ``rounds`` rounds. A seat with nothing to decide has no step, so a game may be over as it is dealt.

Written deck
------------
A card at a time from seat 0, the dealer last, twice; then each card as it is drawn, the dealer's last. With ``decks=0``
the order has no effect.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import IntEnum
from typing import Any

import numpy as np
from typing_extensions import override

from cardzoo.envs.engine import arrays, piles, rng
from cardzoo.envs.engine.actions import Actions, Block
from cardzoo.envs.engine.cards import ACE, NO_CARD, RANK_WORDS, RANKS, SUITS, TEN
from cardzoo.envs.engine.compiling import rule
from cardzoo.envs.engine.fields import Card, Cards, Choice, Flag, Number, Options, Pile, Seats, State
from cardzoo.envs.engine.game import Game, declared_in
from cardzoo.envs.scene import Band, Beside, Layout, Look, Spread, listed, numbered

SEATS = Seats(7)
MOST_DECKS = 8
COPIES = SUITS * MOST_DECKS
MOST_CARDS = RANKS * COPIES
MOST_SPLITS = 3
HANDS = MOST_SPLITS + 1
MOST_ROUNDS = 100
UNIT = 10  # of the score: a stake
HALF = UNIT // 2
BEST = 21
DEALER_STANDS = 17
MOST_TOTAL = 31
MOST_GAIN = MOST_ROUNDS * (2 * HANDS * UNIT + HALF)


class Phase(IntEnum):
    """Decisions of a player."""

    PLAY = 0
    INSURE = 1


class Soft17(IntEnum):
    """The dealer's action on a soft 17."""

    STAND = 0
    HIT = 1


Double = IntEnum("Double", {"ANY": 0, "9-11": 1, "NONE": 2})
NINE_TO_ELEVEN = int(Double["9-11"])
Pays = IntEnum("Pays", {"3:2": 0, "6:5": 1, "1:1": 2})
Natural = IntEnum("Natural", {"WINS": 0, "PLAYER": 1, "BONUS": 2, "21": 3})
NO_NATURAL = int(Natural["21"])

RULES: dict[str, dict[str, Any]] = {
    "casino": {},
    "textbook": {
        "decks": 0,
        "double": "none",
        "splits": 0,
        "peek": False,
        "natural": "player",
        "blackjack_pays": "1:1",
    },
}
"""Named sets of options: those of the page, and those of Sutton and Barto."""

ACTIONS = Actions(
    Block("hit", doc="take a card"),
    Block("stand", doc="take no more cards"),
    Block("double", doc="double the stake and take exactly one card"),
    Block("split", doc="make two hands of two cards of equal value"),
    Block("surrender", doc="give up half the stake"),
    Block("insure", doc="bet half a stake that the dealer has a blackjack"),
    Block("decline", doc="do not insure"),
)
HIT, STAND, DOUBLE, SPLIT, SURRENDER, INSURE, DECLINE = range(len(ACTIONS))

STATE = State(
    Choice("phase", Phase, doc="the decision of the player"),
    Pile("stock", MOST_CARDS, packs=COPIES, codes=RANKS, doc="the cards that may be drawn"),
    Number("loose", doc="1 if the stock is in no order, and any of its cards is drawn"),
    Cards("drawn", packs=COPIES, codes=RANKS, doc="the cards drawn since the shuffle, those on the table included"),
    Cards("hands", SEATS, HANDS, packs=COPIES, codes=RANKS, memo=True, doc="each player's hands, from the left"),
    Number("stakes", SEATS, HANDS, high=2, doc="stake of each hand"),
    Number("hand", high=MOST_SPLITS, doc="the hand that is played"),
    Number("insured", SEATS, doc="1 for a player who is insured"),
    Number("surrendered", SEATS, doc="1 for a player who has surrendered"),
    Card("up", codes=RANKS, memo=True, doc="the dealer's up card"),
    Card("hole", codes=RANKS, memo=True, doc="the dealer's hole card"),
    Cards("dealer_cards", packs=COPIES, codes=RANKS, memo=True, doc="the dealer's cards that lie open"),
    Number("looked", doc="1 if the dealer has looked at the hole card"),
    Number("rounds_over", high=MOST_ROUNDS, doc="rounds that are over"),
)

VIEW = STATE.view(
    Cards("hands", SEATS, HANDS, packs=COPIES, codes=RANKS, shows="hands", doc="each player's hands"),
    Number("totals", SEATS, HANDS, high=MOST_TOTAL, doc="total of each hand"),
    Number("soft", SEATS, HANDS, doc="1 for a hand with an ace that counts 11"),
    "stakes hand insured surrendered up dealer_cards looked",
    Cards("drawn", packs=COPIES, codes=RANKS, doc="the cards seen since the shuffle"),
    Number("cards_left", high=MOST_CARDS, doc="cards that may be drawn"),
    Number("gains", SEATS, low=-MOST_GAIN, high=MOST_GAIN, usual=2 * UNIT, shows="score", doc="tenths of a stake won"),
    Number("splits_left", high=MOST_SPLITS, doc="own splits that are left"),
    "turn phase",
    Number("rounds_left", high=MOST_ROUNDS, usual=1, doc="rounds to be played, this one included"),
)

OPTIONS = Options(
    Number("decks", high=MOST_DECKS, default=6, doc="packs in play; 0 draws each card with equal chances for ever"),
    Number("rounds", low=1, high=MOST_ROUNDS, default=1, doc="number of rounds"),
    Choice("soft_17", Soft17, doc="the dealer's action on a soft 17"),
    Choice("double", Double, doc="first totals that may be doubled"),
    Flag("double_after_split", default=True, doc="whether a split hand may be doubled"),
    Number("splits", high=MOST_SPLITS, default=1, doc="most splits of a player"),
    Flag("surrender", doc="whether players may surrender"),
    Flag("insurance", doc="whether players may insure"),
    Flag("peek", default=True, doc="whether the dealer looks at the hole card"),
    Choice("blackjack_pays", Pays, doc="what a blackjack is paid"),
    Choice("natural", Natural, doc="meaning of a blackjack"),
    titles={"natural": "A blackjack"},
    calls={"natural": ("beats any other 21", "of a player beats any other 21", "is a 21 that is paid more", "is a 21")},
)


def pack(num_players: int, options) -> list[int]:
    """Choices 1 and 7: the packs in play."""
    return [*range(RANKS)] * (SUITS * max(1, int(options.decks)))


def score_range(options, num_players: int) -> float:
    """The most that a seat can win or lose, in tenths of a stake."""
    can_double = options.double != Double.NONE
    stakes = int(options.splits) + 1
    if can_double:
        stakes = 2 * stakes if options.double_after_split else max(2, stakes)
    most = UNIT * stakes + HALF * bool(may_insure(options))
    return float(options.rounds * max(most, blackjack_pays(options)))


@rule
def value_of(card):
    """Rule 2: what a card counts, an ace being 1."""
    return min(card + 1, 10)


@rule
def hard_total(cards):
    """Rule 2: the sum of some cards, aces being 1."""
    total = 0
    for card in range(RANKS):
        total += value_of(card) * cards[card]
    return total


@rule
def is_soft(cards):
    """Rule 2: returns whether an ace counts 11."""
    return cards[ACE] > 0 and hard_total(cards) + 10 <= BEST


@rule
def total_of(cards):
    """Rule 2: the total of some cards."""
    return hard_total(cards) + 10 * is_soft(cards)


@rule
def blackjack_pays(options):
    """Rule 4: tenths of a stake that a blackjack is paid."""
    if options.blackjack_pays == 0:
        return UNIT + HALF
    return UNIT + 2 if options.blackjack_pays == 1 else UNIT


@rule
def may_insure(options):
    """Choices 4 and 6: returns whether players may insure against a dealer's blackjack."""
    return options.insurance == 1 and options.natural != NO_NATURAL


@rule
def is_ten(card):
    """Rule 2: returns whether a card counts 10."""
    return card >= TEN


@rule
def dealer_has_blackjack(state):
    """Rule 2: returns whether the dealer's first two cards are a blackjack."""
    return (state.up == ACE and is_ten(state.hole)) or (state.hole == ACE and is_ten(state.up))


@rule
def has_blackjack(state, player):
    """Rules 2 and 7: returns whether a player has a blackjack, if the rules know any."""
    if state.options.natural == NO_NATURAL or state.stakes[player, 1] > 0:
        return False
    cards = state.hands[player, 0]
    return cards.sum() == 2 and total_of(cards) == BEST


@rule
def count_hands(state, player):
    """The number of a player's hands."""
    hands = 0
    for hand in range(HANDS):
        hands += state.stakes[player, hand] > 0
    return hands


@rule
def on_table(state, card):
    """The number of cards of a rank that lie on the table."""
    number = state.dealer_cards[card]
    if state.hole == card and not is_open(state):
        number += 1
    for player in range(state.num_players):
        for hand in range(HANDS):
            number += state.hands[player, hand, card]
    return number


@rule
def is_open(state):
    """Returns whether the hole card lies open, with the up card and those drawn later."""
    return state.dealer_cards.sum() > 1


@rule
def count_left(state):
    """Choice 1: how many cards may be drawn, those included that would be shuffled first."""
    left = state.stock.height
    if left < 2:
        for card in range(RANKS):
            left += state.drawn[card] - on_table(state, card)
    return left


@rule
def shuffle(state):
    """Choice 1: a shuffled stock is in no order, as few of its cards are drawn in a round."""
    state.loose = True


@rule
def draw(state):
    """Choice 1: a card, or none if all lie on the table."""
    stock = state.stock
    if state.options.decks == 0:
        return stock.cards[rng.below(state, stock.height)]
    if stock.height == 0:
        for card in range(RANKS):
            for _ in range(state.drawn[card] - on_table(state, card)):
                piles.push(stock, card)
                state.drawn[card] -= 1
        shuffle(state)
        if stock.height == 0:
            return NO_CARD
    card = piles.draw_any(state, stock) if state.loose else piles.draw(stock)
    state.drawn[card] += 1
    return card


@rule
def draw_to(state, player, hand):
    """A card for a player's hand."""
    state.hands[player, hand, draw(state)] += 1


@rule
def deal(state):
    """Rules 1 and 3: rounds are dealt until a player has a decision, or all are over."""
    while not state.over:
        start_round(state)
        if state.phase == Phase.INSURE:
            return
        if not look(state) and find_turn(state, 0, 0):
            return
        end_round(state)


@rule
def start_round(state):
    """Rule 1, choices 1 and 4: two cards for each player and the dealer, then insurance or play."""
    if state.options.decks > 0 and 4 * state.stock.height < state.options.decks * RANKS * SUITS:
        piles.move_counted(state.drawn, state.stock)
        shuffle(state)
    for turn in range(2):
        for player in range(state.num_players):
            state.stakes[player, 0] = 1
            draw_to(state, player, 0)
        if turn == 0:
            state.hole = draw(state)
        else:
            state.up = draw(state)
    state.dealer_cards[state.up] = 1
    state.player = state.hand = 0
    if may_insure(state.options) and state.up == ACE:
        state.phase = Phase.INSURE


@rule
def look(state):
    """Rule 3: the dealer looks; returns whether that ends the round."""
    state.phase = Phase.PLAY
    state.player = 0
    if not looks(state):
        return False
    state.looked = 1
    return dealer_has_blackjack(state)


@rule
def looks(state):
    """Rule 3, choices 5 and 6: returns whether the dealer looks at the hole card with this up card."""
    if not state.options.peek or state.options.natural != Natural.WINS:
        return False
    return state.up == ACE or is_ten(state.up)


@rule
def is_to_play(state, player, hand):
    """Rule 5: returns whether a hand is below 21."""
    return state.stakes[player, hand] > 0 and total_of(state.hands[player, hand]) < BEST


@rule
def find_turn(state, player, hand):
    """Rule 5: the next turn, from this hand on; returns False if there is none."""
    while player < state.num_players:
        while hand < HANDS:
            if is_to_play(state, player, hand):
                state.player, state.hand = player, hand
                return True
            hand += 1
        player, hand = player + 1, 0
    return False


@rule
def legal_actions(state, mask):
    """Rules 5 to 7, choices 1 to 4: insurance, or the actions of the hand that is played."""
    if state.phase == Phase.INSURE:
        mask[INSURE] = mask[DECLINE] = 1
        return
    cards = state.hands[state.player, state.hand]
    left = count_left(state)
    mask[STAND] = 1
    mask[HIT] = left > 0
    if cards.sum() == 2:
        hands = count_hands(state, state.player)
        mask[DOUBLE] = left > 0 and may_double(state, cards, hands)
        mask[SPLIT] = left > 1 and hands <= state.options.splits and is_pair(cards)
        mask[SURRENDER] = state.options.surrender and hands == 1


@rule
def may_double(state, cards, hands):
    """Rule 6, choice 2: returns whether these two cards may be doubled."""
    if hands > 1 and not state.options.double_after_split:
        return False
    if state.options.double == NINE_TO_ELEVEN:
        return 9 <= hard_total(cards) <= 11 and not is_soft(cards)
    return state.options.double != Double.NONE


@rule
def is_pair(cards):
    """Rule 7: returns whether two cards have the same value."""
    low, high = lowest_and_highest(cards)
    return value_of(low) == value_of(high)


@rule
def lowest_and_highest(cards):
    """The lowest and the highest rank of some cards."""
    low = high = NO_CARD
    for card in range(RANKS):
        if cards[card] > 0:
            low = card if low == NO_CARD else low
            high = card
    return low, high


@rule
def apply_action(state, action):
    """Rules 5 to 7, choices 3 and 4: an action, and all that follows before the next decision."""
    player, hand = state.player, state.hand
    if state.phase == Phase.INSURE:
        insure(state, action)
        return
    if action == HIT:
        draw_to(state, player, hand)
    elif action == DOUBLE:
        state.stakes[player, hand] = 2
        draw_to(state, player, hand)
        hand += 1
    elif action == SPLIT:
        is_aces = state.hands[player, hand, ACE] > 0
        split(state, player, hand)
        if is_aces:
            hand = HANDS
    else:
        state.surrendered[player] = action == SURRENDER
        hand += 1
    play_on(state, player, hand)


@rule
def play_on(state, player, hand):
    """Rules 5 and 8: the next turn from this hand on, or the end of the round."""
    if not find_turn(state, player, hand):
        end_round(state)
        deal(state)


@rule
def insure(state, action):
    """Choice 4: a player insures or declines; after the last one the dealer looks."""
    state.insured[state.player] = action == INSURE
    state.player += 1
    if state.player == state.num_players:
        play_on(state, state.num_players if look(state) else 0, 0)


@rule
def split(state, player, hand):
    """Rule 7: two hands, the right one in the place after the left one; both get a second card."""
    for place in range(HANDS - 1, hand + 1, -1):
        arrays.copy(state.hands[player, place - 1], state.hands[player, place])
        state.stakes[player, place] = state.stakes[player, place - 1]
    low, high = lowest_and_highest(state.hands[player, hand])
    for place in range(2):
        state.hands[player, hand + place, :] = 0
        state.stakes[player, hand + place] = 1
    state.hands[player, hand, low] = 1
    state.hands[player, hand + 1, high] = 1
    draw_to(state, player, hand)
    draw_to(state, player, hand + 1)


@rule
def end_round(state):
    """Rules 3, 8 and 9: the dealer plays, and the stakes are settled. The table is cleared for another round."""
    state.dealer_cards[state.hole] += 1
    while has_to_draw(state):
        card = draw(state)
        if card == NO_CARD:
            break
        state.dealer_cards[card] += 1
    for player in range(state.num_players):
        state.score[player] += settle(state, player)
    state.rounds_over += 1
    if state.rounds_over == state.options.rounds:
        state.over = True
        for player in range(state.num_players):
            state.reward[player] = state.score[player] / state.score_range
    else:
        clear_table(state)


@rule
def clear_table(state):
    """Takes all cards and stakes off the table."""
    for player in range(state.num_players):
        for hand in range(HANDS):
            state.hands[player, hand, :] = 0
            state.stakes[player, hand] = 0
        state.insured[player] = state.surrendered[player] = 0
    state.dealer_cards[:] = 0
    state.up = state.hole = NO_CARD
    state.looked = 0


@rule
def has_to_draw(state):
    """Rule 8: returns whether the dealer draws a card, which needs a hand to beat."""
    total = total_of(state.dealer_cards)
    if total > DEALER_STANDS or (total == DEALER_STANDS and not hits_seventeen(state)):
        return False
    for player in range(state.num_players):
        for hand in range(HANDS):
            if is_to_beat(state, player, hand):
                return True
    return False


@rule
def hits_seventeen(state):
    """Rule 8, choice 2: returns whether the dealer draws with this 17."""
    return state.options.soft_17 == Soft17.HIT and is_soft(state.dealer_cards)


@rule
def is_to_beat(state, player, hand):
    """Rule 8: returns whether the dealer's total decides on a hand."""
    if state.stakes[player, hand] == 0 or state.surrendered[player]:
        return False
    wins = state.options.natural == Natural.WINS or state.options.natural == Natural.PLAYER
    return total_of(state.hands[player, hand]) <= BEST and not (wins and has_blackjack(state, player))


@rule
def settle(state, player):
    """Rules 3 to 9, choices 3 to 6: a player's gain in tenths of a stake."""
    gain = 0
    if state.insured[player]:
        gain += 2 * HALF if dealer_has_blackjack(state) else -HALF
    if state.surrendered[player]:
        return gain - HALF
    for hand in range(HANDS):
        if state.stakes[player, hand] > 0:
            gain += settle_hand(state, player, hand)
    return gain


@rule
def settle_hand(state, player, hand):
    """Rules 3 to 9, choices 5 and 6: the gain of a hand."""
    natural, against = has_blackjack(state, player), dealer_has_blackjack(state)
    stake, pays = UNIT * state.stakes[player, hand], blackjack_pays(state.options)
    if state.options.natural == Natural.WINS or state.options.natural == Natural.PLAYER:
        if natural:
            return 0 if against else pays
        if against and state.options.natural == Natural.WINS:
            return -stake
    mine, theirs = total_of(state.hands[player, hand]), total_of(state.dealer_cards)
    if mine > BEST:
        return -stake
    if theirs > BEST or mine > theirs:
        return pays if natural else stake
    return 0 if mine == theirs else -stake


@rule
def observe(state, player, view):
    """Computed fields of the view: totals, and the cards that lie open."""
    for seat in range(state.num_players):
        other = (player + seat) % state.num_players
        for hand in range(HANDS):
            view.totals[seat, hand] = total_of(state.hands[other, hand])
            view.soft[seat, hand] = is_soft(state.hands[other, hand])
    for card in range(RANKS):
        view.drawn[card] = state.drawn[card]
    if hides_drawn_card(state):
        view.drawn[state.hole] -= 1
    view.cards_left = state.stock.height
    view.splits_left = state.options.splits - max(count_hands(state, player) - 1, 0)
    view.rounds_left = state.options.rounds - state.rounds_over


@rule
def hides_drawn_card(state):
    """Returns whether one of the cards drawn is a hole card that does not lie open."""
    return state.options.decks > 0 and not is_open(state)


@rule
def redeal_hidden(state, player):
    """Redraws the hole card as the dealer's look allows, and shuffles the cards that are left."""
    if hides_drawn_card(state):
        piles.push(state.stock, state.hole)
        state.drawn[state.hole] -= 1
    piles.shuffle(state, state.stock)
    if is_open(state):
        return
    place = state.stock.height - 1
    state.hole = state.stock.cards[place]
    while state.looked and dealer_has_blackjack(state):  # some card fits, as the true one does
        place -= 1
        state.hole = state.stock.cards[place]
    if state.options.decks > 0:
        piles.swap(state.stock.cards, place, state.stock.height - 1)
        state.drawn[piles.draw(state.stock)] += 1


def check(state) -> str:
    """The first problem of a written position, in words, or nothing."""
    problem = check_dealer(state) or check_stakes(state)
    if problem:
        return problem
    if bool(state.over) != (state.rounds_over == state.options.rounds) or state.rounds_over > state.options.rounds:
        return "rounds_over: the game is over after the last round, and not before"
    for card in range(RANKS):
        if state.options.decks > 0 and state.drawn[card] < on_table(state, card):
            return "drawn: the cards on the table have been drawn"
    if state.over:
        return ""
    if state.phase == Phase.INSURE:
        fits = may_insure(state.options) and state.up == ACE and not state.looked and state.hand == 0
        return "" if fits else "phase: nobody insures here"
    return "" if is_to_play(state, state.player, state.hand) else "hand: this hand is not to be played"


def check_dealer(state) -> str:
    """The first problem of the dealer's cards, in words, or nothing."""
    if state.up == NO_CARD or state.hole == NO_CARD:
        return "hole: the dealer has two cards"
    cards = state.dealer_cards.copy()
    cards[state.up] -= 1
    cards[state.hole] -= bool(state.over)
    if cards.min() < 0 or is_open(state) != bool(state.over) or total_of(state.dealer_cards) > MOST_TOTAL - HALF:
        return "dealer_cards: the up card lies open, and at the end the others too"
    should_look = looks(state) and (state.over or state.phase == Phase.PLAY)
    if bool(state.looked) != should_look:
        return "looked: the dealer looks with an ace or a ten-card up"
    if state.looked and dealer_has_blackjack(state) and not state.over:
        return "hole: the dealer has looked, and has no blackjack"
    return ""


def check_stakes(state) -> str:
    """The first problem of the players' hands, in words, or nothing."""
    if state.surrendered.any() and not state.options.surrender:
        return "surrendered: nobody may surrender"
    if state.insured.any() and not (may_insure(state.options) and state.up == ACE):
        return "insured: nobody may insure"
    for player in range(state.num_players):
        stakes, sizes = state.stakes[player], state.hands[player].sum(axis=1)
        hands = int((stakes > 0).sum())
        if not 1 <= hands <= state.options.splits + 1 or (stakes[hands:] > 0).any():
            return "stakes: each player has one hand, and one more for each split"
        if (sizes[:hands] < 2).any() or sizes[hands:].any():
            return "hands: each hand has two cards or more, and a stake"
        if any(total_of(cards) > MOST_TOTAL - 1 for cards in state.hands[player]):
            return "hands: nobody takes a card with 21 or more"
    return ""


@dataclass(frozen=True)
class HandsInTurn(Spread):
    """Rule 7: the players' hands; of those of a player who has split, the one that is played is marked."""

    @override
    def bands(self, look: Look) -> list[Band]:
        view, bands = look.view, super().bands(look)
        turn = int(view.turn.argmax())
        if look.phase == "insure" or is_open(view) or view.stakes[turn, 1] == 0:
            return bands
        played = f"{self.field}.{look.seat(turn)}.{view.hand}"
        return [
            replace(band, zones=tuple(replace(one, note="in play" * (one.id == played)) for one in band.zones))
            for band in bands
        ]


def name_stakes(look: Look, stakes: np.ndarray) -> str:
    """Rules 1, 6 and 7: the stakes of a player's hands in chips, such as ``"10, 20"``."""
    return ", ".join(str(stake * UNIT) for stake in stakes if stake)


def name_gain(look: Look, gain: int) -> str:
    """A gain in chips, such as ``"+15"``."""
    return f"{gain:+d}".replace("-", "−") if gain else "0"


def name_result(before: Look, after: Look) -> str:
    """Cards that the player has drawn; or the players' gains in a round that is over, and the dealer's last cards."""
    rounds = int(before.view["rounds_left"] - after.view["rounds_left"])
    if rounds == 0:
        drawn = (after.view["hands"][0] - before.view["hands"][0]).sum(axis=0)
        cards = [RANK_WORDS[rank] for rank in np.flatnonzero(drawn > 0)]
        return f"It was {listed(cards)}" if cards else ""
    over = "The round is over" if rounds == 1 else f"{rounds} rounds are over"
    if after.view["rounds_left"] == 0:  # the dealer's cards still lie on the table
        dealer = np.repeat(np.arange(RANKS), after.view["dealer_cards"])
        over = f"The dealer had {listed([RANK_WORDS[rank] for rank in dealer])}"
    gained = (after.view["gains"] - before.view["gains"]).tolist()
    return f"{over}: {', '.join(f'{name} {won(gain)}' for name, gain in by_seat(before, gained))}"


def by_seat(look: Look, gained: Sequence[int]) -> list[tuple[str, int]]:
    """The players, from player 0, with their gains, which the view counts from its own chair."""
    return [(name, gained[(seat - look.player) % look.num_players]) for seat, name in enumerate(look.names)]


def won(gain: int) -> str:
    """A gain as a predicate, such as ``"lost 10"``."""
    return f"won {gain}" if gain > 0 else f"lost {-gain}" if gain else "won nothing"


LAYOUT = Layout(
    (Beside(Spread("dealer_cards", "dealer"), Spread("up", "up card")), HandsInTurn("hands", "", sparse=True)),
    noted=("drawn",),
    titles={
        "looked": "the dealer has looked",
        "cards_left": "cards left",
        "stakes": "chips at stake",
        "gains": "chips won",
        "insured": "insured",
        "surrendered": "surrendered",
    },
    labels=dict.fromkeys(("hands", "totals", "stakes", "soft"), numbered("hand", HANDS)),
    words={"stakes": name_stakes, "gains": name_gain},
    then=dict.fromkeys((block.verb for block in ACTIONS.blocks), name_result),
    phases={"play": "Hit or stand", "insure": "Insure against a blackjack, or decline"},
    rules={"hit": (5,), "stand": (5,), "double": (6,), "split": (7,)},
    deals_on=True,
)

GAME = Game(
    name="blackjack",
    version=0,
    title="Blackjack",
    family="casino",
    players=(1, SEATS),
    default_players=1,
    pack=pack,
    score_range=score_range,
    rest="stock",
    for_points=True,
    **declared_in(__name__),
)
