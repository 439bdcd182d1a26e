"""Fan Tan.

A stops game for three to eight players and chips, also called Parliament or Sevens. Cards are added to four rows, one a
suit, that begin with the sevens; a player who cannot add one pays, and the first player without cards takes the pot.

Rules
-----
1. Before each deal everybody puts one chip into the pot.
2. The whole pack of 52 is dealt one card at a time, from the dealer's left. In each suit the king is high and the ace
   low.
3. If the cards do not go round evenly, each player with the smaller number puts in one chip more.
4. After each hand the deal passes to the left.
5. The player to the dealer's left begins, and turns go to the left.
6. One may play a 7; next to a 7 that lies, the 6 or 8 of its suit; then the next card below the lowest one of a suit,
   or above its highest one.
7. The ace ends a row below, the king above.
8. In a turn exactly one card is played, by every player who can.
9. A player who cannot play puts one chip into the pot, and the turn is over.
10. The first player need not have a 7: without one, rule 9 holds.
11. Of the cards that can be played one plays whichever one likes, and may so hold another one back.
12. The hand ends at once when a player has no cards left.
13. Each other player then puts one chip into the pot for each card left in hand.
14. The player without cards takes the whole pot.
15. The player with the most chips after the last hand wins.
16. Hands and rows are always the 52 cards of the pack; the chips of all players and of the pot always make the same
    sum.

Sources
-------
[Bicycle Cards, Fan Tan](https://bicyclecards.com/how-to-play/fan-tan), the Encyclopaedia Britannica and The Free
Dictionary's encyclopedia for fan-tan; Wikipedia's Domino and the rules of Sevens at howtoplay.nz and coolguy.website
for the points below, which describe somewhat different games.

Choices where the text is silent
--------------------------------
1. The dealer's left begins, as rule 5 says. With ``start="diamonds"`` the holder of 7♦ begins, whose first turn must be
   to play it.
2. A player who can play never passes. So there are no fines for it.
3. The 6 and the 8 of a suit may come in any order. With ``six_before_eight`` the 6 comes first, then the 8, then the
   cards beyond either.
4. An ace or a king brings no further turn.
5. Rule 3 is a custom that some leave out; ``short_ante=False`` does.
6. So is rule 13, which ``pay_left=False`` leaves out: then the pot is antes and passes.
7. Chips may run out: players may have fewer than none, and play on. Everybody begins with 50, if ``chips`` does not say
   another number.
8. The number of hands is not given. It is one for each player here, so that everybody deals once, or as many as
   ``hands`` says. The first dealer is drawn.
9. A player who passes shows to hold none of the cards that can be played then. That stays true, as no card changes
   hands.
10. Two players do not play; no source has them.
11. Players with equally many chips share the win.
12. Somebody always goes out, so no pot is left for the next hand.

Options
-------
``hands``: hands in a match; None: as many as there are players.
``start``: the player who begins a hand: ``"left"`` (of the dealer) or ``"diamonds"``, the holder of 7♦, by playing it.
``six_before_eight``: whether the 8 of a suit must wait for its 6, and the 5 for the 8.
``short_ante``: whether players with fewer cards put in one chip more.
``pay_left``: whether cards left in hand are paid for.
``chips``: chips that everybody begins with. They change only the numbers that players see.

Rewards
-------
Those with the most chips share +1, the others share -1; if all are equal, all get 0. The score is the chips won or lost
in the hands that are over.

In a hand a player loses 54 chips at most: two of ante, and 52 for passes and cards left, as between two passes another
player plays a card. ``reward="score"`` divides by that from each of the others in each hand. Novices who win a
hand mostly win 13 to 26 chips of three others, and 32 to 47 of seven.

End
---
After the last hand. There is no bound: the next card of each row that has not ended is in a hand, so somebody can
always play, and a hand has at most 52 plays with fewer passes between two of them than there are players.

Written deck
------------
Cards go round from the dealer's left, the first card first. Later hands are shuffled.
"""

from enum import IntEnum
from itertools import pairwise

import numpy as np

from cardzoo.envs.engine import arrays, rng
from cardzoo.envs.engine.actions import Actions, Block
from cardzoo.envs.engine.cards import CARD_WORDS, CARDS
from cardzoo.envs.engine.compiling import rule
from cardzoo.envs.engine.fields import Cards, Choice, Flag, Number, Options, Pile, Seats, State
from cardzoo.envs.engine.game import Game, declared_in
from cardzoo.envs.engine.match import Match
from cardzoo.envs.families import bidding, dealing, melds, rows
from cardzoo.envs.scene import Arrangement, Hands, Layout, Suits

SEATS = Seats(8)
PLAYERS = int(SEATS)  # a plain number, which `arrays.zeros` needs
SEVEN_OF_DIAMONDS = CARD_WORDS.index("7♦")
PACK = np.arange(CARDS, dtype=np.int16)
ANTE = 1
MOST_LOST = CARDS + 2 * ANTE  # by one player in a hand
MOST_WON = (SEATS - 1) * MOST_LOST
MOST_POT = SEATS * MOST_LOST
MOST_HANDS = 12
START_CHIPS, MOST_START_CHIPS = 50, 100
AS_PLAYERS = -1  # hands
POT = 0


class Start(IntEnum):
    """The player who begins a hand."""

    LEFT = 0
    DIAMONDS = 1


ACTIONS = Actions(
    Block("play", CARDS, doc="add a card of the hand to the rows"),
    Block("pass", doc="pay a chip, when no card can be played"),
)
PASS = ACTIONS.first("pass")

MATCH = Match(most=MOST_HANDS, default=None)

STATE = State(
    Cards("hands", SEATS, doc="the players' hands"),
    Cards("layout", doc="the cards that lie in the rows"),
    Cards("lacks", SEATS, memo=True, doc="cards that do not lie yet and that a player has shown not to hold"),
    Pile("stock", CARDS, doc="the pack before the deal"),
    Number("passes", SEATS, high=CARDS, doc="how often a player has passed in this hand"),
    Number(
        "chips",
        SEATS,
        low=-MOST_HANDS * MOST_LOST,
        high=MOST_START_CHIPS + MOST_HANDS * MOST_WON,
        default=START_CHIPS,
        doc="the players' chips",
    ),
    Number("pots", 1, high=MOST_POT, doc="the pot"),
    MATCH.counter,
)

VIEW = STATE.view(
    Cards("hand", shows="hands", doc="own hand"),
    "layout",
    Cards("fits", doc="the cards that can be played now by who holds them"),
    "lacks",
    Number("hand_sizes", SEATS, high=CARDS, shows="hands", doc="cards in each hand"),
    "turn dealer passes chips",
    Number("pot", high=MOST_POT, doc="chips in the pot"),
    Number("price_left", doc="what each card left in hand costs at the end"),
    Number("hands_left", high=MOST_HANDS, doc="hands to be played, this one included"),
)

OPTIONS = Options(
    Number(
        "hands",
        low=1,
        high=MOST_HANDS,
        default=None,
        optional=True,
        doc="how many hands are played; None: as many as there are players",
    ),
    Choice("start", Start, doc="who begins: the dealer's left, or the holder of 7♦ with that card"),
    Flag("six_before_eight", doc="whether the 8 of a suit must wait for its 6, and the 5 for the 8"),
    Flag("short_ante", default=True, doc="whether players with fewer cards put in one chip more"),
    Flag("pay_left", default=True, doc="whether cards left in hand are paid for"),
    Number("chips", low=0, high=MOST_START_CHIPS, default=START_CHIPS, doc="chips that everybody begins with"),
    titles={"start": "First turn"},
    calls={"start": ("left of the dealer", "the holder of 7♦")},
)


def score_range(options: np.record, num_players: int) -> float:
    """The most that one player can win from all others in all hands."""
    hands = num_players if options.hands == AS_PLAYERS else options.hands
    return float(MOST_LOST * (num_players - 1) * hands)


@rule
def deal(state):
    """Choice 7: chips for all, then the first hand."""
    for player in range(state.num_players):
        state.chips[player] = state.options.chips
    deal_hand(state)


@rule
def deal_hand(state):
    """Rules 1 to 3 and 5, choice 1: antes, then all cards; the dealer's left begins, or the holder of 7♦."""
    for player in range(state.num_players):
        bidding.pay_in(state, player, POT, ante(state, player))
    dealing.deal_out(state)
    if state.options.start == Start.DIAMONDS:
        for player in range(state.num_players):
            if state.hands[player, SEVEN_OF_DIAMONDS] > 0:
                state.player = player


@rule
def ante(state, player):
    """Rules 1 and 3, choice 5: a player's ante before the deal; the first from the dealer's left get more cards."""
    longer = CARDS % state.num_players
    place = (player - state.dealer - 1 + state.num_players) % state.num_players
    return 2 * ANTE if state.options.short_ante and longer > 0 and place >= longer else ANTE


@rule
def legal_actions(state, mask):
    """Rules 6 and 8 to 11, choice 2: a card that fits, else a pass."""
    playable = melds.to_bits(state.hands[state.player]) & fitting(state)
    melds.from_bits(playable, 0, mask)
    mask[PASS] = playable == 0


@rule
def fitting(state):
    """Rules 6 and 7, choices 1 and 3: the cards that can be played now, as bits."""
    laid = melds.to_bits(state.layout)
    if laid == 0 and state.options.start == Start.DIAMONDS:
        return melds.bit(SEVEN_OF_DIAMONDS)
    return rows.fitting(laid, state.options.six_before_eight) & ~laid


@rule
def apply_action(state, action):
    """Rules 5, 8, 9 and 12, choice 4: a card is added to its row, or a chip to the pot; the turn goes left."""
    player = state.player
    if action == PASS:
        melds.from_bits(fitting(state), 0, state.lacks[player])
        state.passes[player] += 1
        bidding.pay_in(state, player, POT, 1)
    else:
        state.hands[player, action] = 0
        state.layout[action] = 1
        for other in range(state.num_players):
            state.lacks[other, action] = 0
        if state.hands[player].sum() == 0:
            end_hand(state)
            return
    state.player = (player + 1) % state.num_players


@rule
def end_hand(state):
    """Rules 4 and 12 to 14, choice 6: the others pay for their cards, and the player without any takes the pot."""
    if state.options.pay_left:
        for player in range(state.num_players):
            bidding.pay_in(state, player, POT, state.hands[player].sum())
    bidding.pay_out(state, POT, state.player, state.pots[POT])
    bidding.score_chips(state, state.options.chips)
    next_hand(state, (state.dealer + 1) % state.num_players)


@rule
def hands_in_all(state):
    """Choice 8: how many hands are played."""
    return state.num_players if state.options.hands == AS_PLAYERS else state.options.hands


@rule
def have_all_dealt(state):
    """Choice 8: returns whether the hand was the last one."""
    return state.hands_over == hands_in_all(state)


next_hand = MATCH.next_hand(STATE, PACK, deal_hand, is_over=have_all_dealt, keeps="chips")


@rule
def observe(state, player, view):
    """Computed fields of the view: cards that fit, the pot, and progress of the match."""
    melds.from_bits(fitting(state), 0, view.fits)
    view.pot = state.pots[POT]
    view.price_left = state.options.pay_left
    view.hands_left = hands_in_all(state) - state.hands_over


@rule
def redeal_hidden(state, player):
    """Redraws the others' cards, consistent with hand sizes and shown lacks; all such deals are equally likely.

    Of cards not laid yet, a player who passed later lacks all that a player who passed before lacks. So the places in
    hands that may hold a card may all hold any card that fewer players lack. Cards that more players lack come first:
    each then finds the same number of places left, and takes a random one.
    """
    seats = state.num_players
    places, cards = arrays.zeros(PLAYERS, np.int64), arrays.zeros(CARDS, np.int64)
    number = 0
    for other in range(seats):
        if other != player:
            for card in range(CARDS):
                if state.hands[other, card] > 0:
                    state.hands[other, card] = 0
                    cards[number] = card
                    places[other] += 1
                    number += 1
    for lacking in range(seats - 1, -1, -1):
        for index in range(number):
            if count_lacking(state, player, cards[index]) == lacking:
                seat = draw_place(state, player, places, cards[index])
                places[seat] -= 1
                state.hands[seat, cards[index]] = 1


@rule
def may_hold(state, player, card):
    """Choices 1 and 9: returns whether the player has not shown to lack the card; 7♦ is with the player who begins."""
    if card == SEVEN_OF_DIAMONDS and state.options.start == Start.DIAMONDS and state.layout.sum() == 0:
        return player == state.player
    return state.lacks[player, card] == 0


@rule
def count_lacking(state, player, card):
    """Number of other players who cannot hold the card."""
    count = 0
    for other in range(state.num_players):
        if other != player:
            count += not may_hold(state, other, card)
    return count


@rule
def draw_place(state, player, places, card):
    """The seat of a random place that may hold the card."""
    total = 0
    for other in range(state.num_players):
        total += places[other] * may_hold(state, other, card)
    skipped, seat = rng.below(state, total), 0
    while True:
        fit = places[seat] * may_hold(state, seat, card)
        if skipped < fit:
            return seat
        skipped -= fit
        seat += 1


def check(state) -> str:
    """The first problem of a written position, in words, or nothing. Cards that it does not name lie in the rows."""
    hands = int(state.num_players if state.options.hands == AS_PLAYERS else state.options.hands)
    if state.over != (state.hands_over == hands):
        return f"{MATCH.counter.name}: the game is over after {hands}, and not before"
    if state.stock.height:
        return "stock: all cards are dealt"
    without = np.flatnonzero(state.hands[: state.num_players].sum(axis=1) == 0)
    if len(without) != state.over or (state.over and state.player != without[0]):
        return "hands: the hand ends when a player, whose turn it is, has no cards left"
    return wrong_rows(state) or wrong_lacks(state) or wrong_chips(state)


def wrong_rows(state) -> str:
    """The first problem of the rows, and of the first turn if 7♦ begins."""
    layout, laid, longer = int(melds.to_bits(state.layout)), -1, 0
    while laid != longer:
        laid = longer
        longer = int(rows.fitting(np.int64(laid), state.options.six_before_eight)) & layout
        longer |= laid
    if laid != layout:
        return "layout: rows begin with their sevens and have no gaps"
    if state.options.start == Start.DIAMONDS:
        if not layout and not state.hands[state.player, SEVEN_OF_DIAMONDS]:
            return "player: the holder of 7♦ begins"
        if layout and not state.layout[SEVEN_OF_DIAMONDS]:
            return "layout: 7♦ was the first card"
    return ""


def wrong_lacks(state) -> str:
    """The first problem of the lacks that players have shown."""
    fits = int(fitting(state))
    shown = [int(melds.to_bits(lacks)) for lacks in state.lacks[: state.num_players]]
    for player, (lacks, hand, passes) in enumerate(zip(shown, state.hands, state.passes, strict=False)):
        if lacks & ~fits:
            return "lacks: a pass shows to hold none of the cards that fit"
        if lacks & int(melds.to_bits(hand)):
            return f"lacks: player {player} holds such a card"
        if lacks and not passes:
            return f"lacks: player {player} has not passed"
    shown.sort(key=int.bit_count)
    if any(fewer & ~more for fewer, more in pairwise(shown)):
        return "lacks: a player who passed later lacks all that a player who passed before lacks"
    return ""


def paid_in(state) -> list[int]:
    """Chips that each player has paid into the pot in this hand: the ante, and one for each pass."""
    players = range(state.num_players)
    return [0 if state.over else int(ante(state, player) + state.passes[player]) for player in players]


def tally(state) -> np.ndarray:
    """The scores of a position: chips won or lost in the hands that are over."""
    return np.asarray(state.chips[: state.num_players] + paid_in(state) - state.options.chips)


def wrong_chips(state) -> str:
    """The first problem of passes, pot and chips."""
    players = range(state.num_players)
    if any(state.passes[player] > state.layout.sum() + (player != state.player) for player in players):
        return "passes: between two turns of a player somebody plays a card"
    paid = paid_in(state)
    if state.pots[POT] != sum(paid):
        return f"pots: antes and passes make {sum(paid)}" if not state.over else "pots: the last hand's pot is taken"
    start = int(state.options.chips)
    if state.chips[: state.num_players].sum() + state.pots[POT] != start * state.num_players:
        return f"chips: with the pot they make {start * state.num_players}"
    for player in players:
        least = start - MOST_LOST * int(state.hands_over) - paid[player]
        if state.chips[player] < least:
            return f"chips: player {player} cannot have fewer than {least}"
    return ""


LAYOUT = Layout(
    (Hands("hand"), Suits("layout", "", Arrangement.LIST)),
    noted=("fits", "lacks"),
    titles={"passes": "passes"},
    phases={"": "Add a card to the rows"},
    rules={"play": (6,), "pass": (9,)},
)

GAME = Game(
    name="fan_tan",
    version=1,
    title="Fan Tan",
    family="shedding",
    players=(3, SEATS),
    default_players=4,
    score_range=score_range,
    rest="layout",
    **declared_in(__name__),
)
