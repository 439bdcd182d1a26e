"""Xeri.

A Greek fishing game with one pile, for two players, or four in partnerships: a card takes the pile if it has the rank
of the top card or is a jack, and to take a single card with its equal, a xeri, is worth most. Kontsina, in which cards
lie side by side and are taken by sums too, is an option.

Rules
-----
1. Two players, or four of whom those facing each other are partners, play with the pack of 52.
2. Each player is dealt six cards, then four cards are laid face up on one pile; the others are the stock.
3. If two of those four have the same rank, or a jack lies on top, all four are shuffled into the stock and four others
   are laid out.
4. The dealer's left neighbour begins. A turn is to play one card of the hand, and turns go round to the left.
5. A card of the same rank as the top card takes the whole pile. Cards further down do not count.
6. A jack takes the whole pile, whatever its top card is.
7. Any other card stays as the new top card. If there is no pile, any card begins one, a jack too.
8. Cards taken go face down, with the card that took them, to the player's captured cards, which partners share.
9. A xeri is to take a pile of one single card with a card of its rank. A jack that takes another card makes none.
10. When all hands are empty each player is dealt six more, as long as the stock lasts: four times in a hand with two
    players, twice with four. The pile stays, and nothing is added to it.
11. After the last card of a hand, the side that has captured last takes what is left on the pile, which is no xeri.
12. A xeri scores 10, and 20 if both cards are jacks.
13. Most cards score 3, or nothing if both sides have 26.
14. Each ace, king, queen, jack and 10 scores 1, but 10♦ scores 2; 2♣ scores 1.
15. The deal passes to the left for the next hand. When a side has 151 points or more after a hand, the higher score
    wins.

With ``variant="kontsina"``, Kontsina differs in these rules:

16. Each player is dealt four cards, six times in a hand with two players, three times with four. The first time four
    more are laid face up side by side, and never dealt again.
17. The card played takes one card of its rank, or one set of two or more cards that add up to its value; or it is laid
    beside the others. An ace counts 1, the cards up to 10 their number.
18. Jacks, queens and kings take and are taken by their rank only. A jack has no power, and there are no xeris.
19. Most cards score 2, or nothing if both sides have 26; most clubs 1; 2♣ and 10♦ 1 each.
20. After six hands most points win.

Sources
-------
Descriptions of [Xeri](https://gamerules.com/rules/xeri/), for two and for four players, and of
[Kontsina](https://gamerules.com/rules/variant-kontsina/); [Pagat's](https://www.pagat.com/fishing/kontsina.html) and
[Denexa's](https://www.denexa.com/blog/tag/kontsina/) of Kontsina.

Choices where the text is silent
--------------------------------
1. Some descriptions have less in rule 3: with ``redeal="top"`` only the two cards on top must not have the same rank.
   Either is done until four cards are good. The four cards of a written deck stay as they are written.
2. A card that takes the pile cannot be laid on it instead. But any card of the hand may be played.
3. One description makes any capture of a single card a xeri: with ``jack_xeri=True`` a jack that takes another card
   makes one too, for 10 points.
4. The last card of a hand can make a xeri. The first one cannot, as four cards lie there.
5. 10♦ scores 2 in all, not besides the point of a 10.
6. Points to be reached are a matter of agreement; 151 is usual for four. If both sides have reached them the higher
   score wins, and if they are equal there is another hand.
7. Partners do not see each other's cards.
8. All remember the captured cards and those of the pile, but not their order, and the four cards of rule 3,
   which lie in the stock until the next cards are dealt.
9. Somebody takes something in every hand of Xeri: a jack is dealt to a hand. In a hand of Kontsina without any capture,
   rule 11 gives nothing to anybody.
10. In Kontsina taking is not compulsory. The player names one of several cards of the rank, or chooses a set instead.
11. Kontsina is played by four as Xeri is, in partnerships.

Options
-------
``variant``: ``"xeri"``, or ``"kontsina"``, for which ``target``, ``redeal`` and ``jack_xeri`` mean nothing.
``target``: points that win.
``hands``: play so many hands instead, after which most points win; None for a match to the target, or for six hands of
Kontsina. Only one of the two may be given.
``redeal``: when four cards are laid out again: ``"pair"``, as in rule 3, or ``"top"``, as in choice 1.
``jack_xeri``: whether a jack makes a xeri of any single card.
``max_hands``: hands after which the match is stopped.

Rewards
-------
Each player of the side that wins gets +1, of the other side -1; equal points after ``hands`` bring 0. If the match is
stopped, the better score wins, and equal scores bring 0. The score is the side's points. ``reward="score"`` divides it
by the farthest that it can be from the mean, at 285 points for a hand: 24 cards make at most as many xeris, two of them
of jacks, and all the rest is 25. A hand of Kontsina has 5.

End
---
With a side at the target after a hand, or after ``hands``. A hand has 48 turns and brings 22 points at least, so a
match to 151 has 14 hands at most, unless both sides have equal points then. After ``max_hands`` it is truncated.

Written deck
------------
The cards of the hands, one at a time from the dealer's left; then the four of the pile, the last one on top; then the
stock, its top card first: the next hands are dealt in the same way. Later hands are shuffled.
"""

from enum import IntEnum

import numpy as np

from cardzoo.envs.engine import piles, rewards
from cardzoo.envs.engine.actions import Actions, Block
from cardzoo.envs.engine.cards import ACE, CARDS, CLUBS, JACK, NO_CARD, RANKS, TEN, rank_of
from cardzoo.envs.engine.compiling import rule
from cardzoo.envs.engine.fields import Card, Cards, Choice, Flag, Number, Options, Pile, Seats, Sides, State
from cardzoo.envs.engine.game import Game, declared_in
from cardzoo.envs.engine.match import Match
from cardzoo.envs.families import dealing, fishing, tricks
from cardzoo.envs.families.fishing import NOBODY, TEN_OF_DIAMONDS, TO_TARGET, TWO_OF_CLUBS
from cardzoo.envs.scene import STOCK, Beside, Hands, Layout, Spread


class Variant(IntEnum):
    """The two variants of the game."""

    XERI = 0
    KONTSINA = 1


class Redeal(IntEnum):
    """The cases in which the first four cards are laid out again."""

    PAIR = 0
    TOP = 1


class Phase(IntEnum):
    """Decisions of the player whose turn it is; in Xeri there is nothing to select."""

    PLAY = 0
    SELECT = 1


SEATS = Seats(4)
SIDES = Sides(2)
TABLE_CARDS = 4
XERI_POINTS = 10  # and for two jacks as much again
MOST_XERIS = (CARDS - TABLE_CARDS) // SIDES  # of a side in a hand
MOST_JACK_XERIS = 2
KONTSINA_HANDS = 6
HIGHEST_TARGET = 301
MOST_HANDS = 10
LONGEST = 60  # hands of a match to a target

# For each variant:
HAND_SIZES = np.array([6, 4], np.int16)
MOST_CARDS_POINTS = np.array([3, 2], np.int16)
MOST_CLUBS_POINTS = np.array([0, 1], np.int16)
CARD_POINTS = np.zeros((2, CARDS), np.int16)
CARD_POINTS[Variant.XERI] = [card % RANKS == ACE or card % RANKS >= TEN for card in range(CARDS)]
CARD_POINTS[:, [TEN_OF_DIAMONDS, TWO_OF_CLUBS]] += 1
MOST_POINTS = MOST_CARDS_POINTS + MOST_CLUBS_POINTS + CARD_POINTS.sum(axis=1)  # of a side in a hand
MOST_POINTS[Variant.XERI] += XERI_POINTS * (MOST_XERIS + MOST_JACK_XERIS)
MOST_SCORE = MOST_HANDS * int(MOST_POINTS.max())  # more than in a match to a target
LIMIT = (1 << fishing.VALUES + 1) - 1  # of sums, as bits
PACK = np.arange(CARDS, dtype=np.int16)

ACTIONS = Actions(
    Block("play", CARDS, doc="play a card of the hand"),
    Block("select", CARDS, among=("table",), doc="in Kontsina, take this too; in the order of codes, until complete"),
    Block("lay", doc="in Kontsina, take nothing with a card that could"),
)
SELECT = ACTIONS.first("select")
LAY = ACTIONS.first("lay")


@rule
def hands_in_all(options):
    """Rule 20: after how many hands the match is over, if points do not end it."""
    if options.hands == TO_TARGET and options.variant == Variant.KONTSINA:
        return np.int16(KONTSINA_HANDS)
    return options.hands


MATCH = Match(most=MOST_HANDS, longest=LONGEST, default=None, early=True, length=hands_in_all)

STATE = State(
    Choice("phase", Phase, doc="what the player whose turn it is decides"),
    Pile("stock", CARDS, doc="the stock"),
    Cards("hands", SEATS, doc="the players' hands"),
    Card("top", doc="the top card of the pile; none in Kontsina"),
    Cards("table", doc="what else lies in the pile, or in Kontsina on the table"),
    # In the state the side of players 0 and 2 comes first.
    Cards("captured", SIDES, doc="the cards captured by the own side, and by the other one"),
    Card("card", doc="the card that may take others, in Kontsina"),
    Cards("selected", memo=True, doc="those chosen for that so far"),
    Number("aim", high=fishing.VALUES, doc="what others that are chosen must add up to"),
    Cards("returned", memo=True, doc="first cards of the pile that went back, until the next cards are dealt"),
    Number("last_capturer", high=SIDES - 1, default=None, optional=True, doc="the side that has captured last"),
    Number("xeris", SIDES, high=MOST_XERIS, doc="xeris of each side in this hand"),
    Number("jack_xeris", SIDES, high=MOST_JACK_XERIS, doc="how many of them are of two jacks"),
    MATCH.counter,
)

VIEW = STATE.view(
    Choice("variant", Variant, doc="which of the two games is played"),
    Cards("hand", shows="hands", doc="own hand"),
    "top table captured phase turn card selected aim returned",
    Number("hand_sizes", SEATS, high=int(HAND_SIZES.max()), shows="hands", doc="cards in each hand"),
    Number("stock_size", high=CARDS, shows="stock", doc="cards in the stock"),
    "dealer",
    Number("last_capturer", SIDES, doc="1 for the side that has captured last, the own one first"),
    "xeris jack_xeris",
    Number("scores", SIDES, high=MOST_SCORE, shows="score", doc="points of each side in the hands that are over"),
    Number("needed", SIDES, high=HIGHEST_TARGET, doc="points that each side lacks to the target, if there is one"),
    MATCH.left,
    Number("hands_to_stop", high=LONGEST, doc="hands after which the match is stopped, with this one"),
)

OPTIONS = Options(
    Choice("variant", Variant, doc="the game with one pile, or that with cards side by side"),
    Number("target", low=1, high=HIGHEST_TARGET, default=151, doc="points that win"),
    MATCH.option,
    Choice("redeal", Redeal, doc="what of the first cards has them laid out again, besides a jack on top: any pair"),
    Flag("jack_xeri", doc="whether a jack makes a xeri of any single card"),
    Number("max_hands", low=1, high=LONGEST, default=LONGEST, doc="hands after which the match is truncated"),
    either=("target", "hands"),
    titles={"variant": "Game", "redeal": "Laid out again"},
    calls={
        "variant": ("Xeri: one pile", "Kontsina: cards side by side"),
        "redeal": ("for any pair", "for a pair with the top card"),
    },
    presets={"Xeri": {}, "Kontsina": {"variant": "kontsina"}},
)


@rule
def deal(state):
    """Rules 2, 3 and 16, choice 1: the hands, then the first cards on the table. All have seen those that go back."""
    deal_hands(state)
    stock = state.stock
    while state.options.variant == Variant.XERI and not state.written and is_faulty(state):
        for place in range(stock.height - TABLE_CARDS, stock.height):
            state.returned[stock.cards[place]] = 1
        piles.shuffle(state, stock)
    for _ in range(TABLE_CARDS):
        card = piles.draw(stock)
        state.returned[card] = 0
        lay(state, card)


@rule
def deal_hands(state):
    """Rules 2, 10 and 16: a number of cards to each player. Cards that went back to the stock may come into hands."""
    state.returned[:] = 0
    dealing.deal(state, HAND_SIZES[state.options.variant] * state.num_players)


@rule
def is_faulty(state):
    """Rule 3, choice 1: returns whether the next four cards of the stock are no good as a pile."""
    cards, top = state.stock.cards, state.stock.height - TABLE_CARDS  # the last one to be laid
    faulty = rank_of(cards[top]) == JACK
    for place in range(top, top + TABLE_CARDS):
        for above in range(top, place):
            counts = state.options.redeal == Redeal.PAIR or place == top + 1
            faulty |= counts and rank_of(cards[place]) == rank_of(cards[above])
    return faulty


@rule
def lay(state, card):
    """Rules 7 and 17: the card lies on the pile, in Kontsina beside the others."""
    if state.options.variant == Variant.XERI:
        bury_top(state)
        state.top = card
    else:
        state.table[card] = 1


@rule
def bury_top(state):
    """The top card lies among the others."""
    if state.top != NO_CARD:
        state.table[state.top] = 1
        state.top = NO_CARD


@rule
def legal_actions(state, mask):
    """Rules 4 and 17, choices 2 and 10: any card of the hand; then what it takes."""
    if state.phase == Phase.PLAY:
        tricks.mask_any(state.hands[state.player], mask)
        return
    mask[LAY] = state.selected.sum() == 0
    if fishing.CARD_VALUES[state.card] == 0:
        fishing.mask_rank(state, mask, SELECT)
    else:
        mask_set(state, mask)


@rule
def mask_set(state, mask):
    """Rule 17: cards behind those selected that, perhaps with others behind them, add up to the value sought."""
    sums = np.int64(1)  # of the cards looked at, as bits
    for card in range(CARDS - 1, -1, -1):
        value = fishing.CARD_VALUES[card]
        if state.selected[card] > 0:
            break
        if state.table[card] > 0 and 0 < value <= state.aim:
            mask[SELECT + card] = sums >> (state.aim - value) & 1
            sums |= sums << value & LIMIT


@rule
def apply_action(state, action):
    """Play a legal action."""
    if state.phase == Phase.SELECT:
        if action == LAY:
            lay(state, state.card)
            end_turn(state)
        else:
            select(state, action - SELECT)
        return
    state.hands[state.player, action] = 0
    if state.options.variant == Variant.XERI:
        play_on_pile(state, action)
    elif fishing.takes_loose(state.table, action, fishing.sums_of(state.table)):
        state.card, state.aim = action, fishing.CARD_VALUES[action]
        state.phase = Phase.SELECT
    else:
        lay(state, action)
        end_turn(state)


@rule
def play_on_pile(state, card):
    """Rules 5 to 9, choices 2 to 4: the card is laid on the pile, and takes it if it can."""
    top, side = state.top, state.player % SIDES
    is_single = state.table.sum() == 0
    lay(state, card)
    if top != NO_CARD and (rank_of(card) == rank_of(top) or rank_of(card) == JACK):
        if is_single and (rank_of(card) == rank_of(top) or state.options.jack_xeri):
            state.xeris[side] += 1
            state.jack_xeris[side] += rank_of(top) == JACK
        bury_top(state)
        fishing.take_table(state, side)
        state.last_capturer = side
    end_turn(state)


@rule
def select(state, card):
    """Rules 17 and 18: the card is chosen; with a card of the rank, or a whole set, the side takes all."""
    state.selected[card] = 1
    state.aim -= fishing.CARD_VALUES[card]
    if state.aim == 0:
        side = state.player % SIDES
        fishing.take_selected(state, state.captured[side])
        state.captured[side, state.card] = 1
        state.last_capturer = side
        end_turn(state)


@rule
def end_turn(state):
    """Rules 4, 10 and 16: the turn passes; when all hands are empty there are new ones, or the hand ends."""
    state.card = NO_CARD
    state.aim = 0
    state.phase = Phase.PLAY
    if fishing.pass_turn(state):
        return
    state.player = (state.dealer + 1) % state.num_players
    if state.stock.height >= HAND_SIZES[state.options.variant] * state.num_players:
        deal_hands(state)
    else:
        end_hand(state)


@rule
def end_hand(state):
    """Rules 11 and 15, choice 9: the last side to capture takes the rest, and the hand is scored."""
    if state.last_capturer != NOBODY:
        bury_top(state)
    fishing.take_table(state, state.last_capturer)
    for player in range(state.num_players):
        state.score[player] += points(state, player % SIDES)
    next_hand(state, (state.dealer + 1) % state.num_players)
    state.truncated = state.over and not is_decided(state)


@rule
def points(state, side):
    """Rules 12 to 14 and 19, choice 5: points of a side in a hand."""
    variant, cards = state.options.variant, state.captured[side]
    scored = XERI_POINTS * (state.xeris[side] + state.jack_xeris[side])
    for card in range(CARDS):
        scored += CARD_POINTS[variant, card] * cards[card]
    if cards.sum() > CARDS // SIDES:
        scored += MOST_CARDS_POINTS[variant]
    if cards[RANKS * CLUBS : RANKS * (CLUBS + 1)].sum() > RANKS // SIDES:
        scored += MOST_CLUBS_POINTS[variant]
    return scored


@rule
def is_decided(state):
    """Rules 15 and 20, choice 6: returns whether a side has won, or all hands that were to be played are over."""
    if state.options.variant == Variant.XERI and fishing.is_won(state):
        return True
    return state.hands_over == hands_in_all(state.options)


@rule
def is_over(state):
    """Returns whether the match is decided, or is stopped."""
    return is_decided(state) or state.hands_over == state.options.max_hands


next_hand = MATCH.next_hand(STATE, PACK, deal, is_over=is_over, reward=rewards.reward_sides)


@rule
def observe(state, player, view):
    """Computed fields of the view: the variant, the last capturer, and progress of the match."""
    view.variant = state.options.variant
    fishing.show_sides(state, player, view)
    if view.variant == Variant.KONTSINA:
        view.needed[:] = 0
    view.hands_to_stop = state.options.max_hands - state.hands_over


@rule
def redeal_hidden(state, player):
    """Redraws the others' hands and the stock. Plays show nothing about them but choice 8."""
    fishing.redeal_unknown(state, player, state.returned)


def check(state) -> str:
    """The first problem of a written position, in words, or nothing."""
    if problem := fishing.problem_of_sides(state, MOST_SCORE - int(MOST_POINTS.max())):
        return problem
    if not state.over and state.hands_over >= state.options.max_hands:
        return "hands_over: this number ends the match; a finished one says over=True"
    if state.options.variant == Variant.KONTSINA:
        for name, none in (("top", NO_CARD), ("xeris", 0), ("jack_xeris", 0), ("returned", 0)):
            if np.any(state[name] != none):
                return f"{name}: Kontsina does not count it"
    elif state.top == NO_CARD and state.table.any():
        return "top: one of the cards of the pile is on top"
    if (2 * state.jack_xeris > state.captured[:, JACK::RANKS].sum(axis=1)).any():
        return "jack_xeris: each captures two jacks"
    if (state.jack_xeris > state.xeris).any():
        return "jack_xeris: they are among the xeris"
    return fishing.problem_of_turn(GAME, state, [], SELECT)


def score_range(options, num_players):
    """The farthest a score can be from the mean: half of the largest lead."""
    most = int(MOST_POINTS[options.variant])
    if options.hands == TO_TARGET and options.variant == Variant.XERI:
        return (options.target - 1 + most) / 2
    return (KONTSINA_HANDS if options.hands == TO_TARGET else options.hands) * most / 2


LAYOUT = Layout(
    (
        Hands("hand"),
        Beside(
            STOCK,
            Spread("top", "top card", sparse=True),
            Spread("table"),
            Spread("card", "card played", sparse=True),
            Spread("selected", sparse=True),
        ),
    ),
    noted=("captured", "returned"),
    titles={"xeris": "xeris", "jack_xeris": "xeris by jacks"},
    phases={
        "play": "Play a card of your hand",
        "select": "Choose what your card takes",
    },
    whole={"select": "Take {select} with {play}", "lay": "Leave {play} on the table"},
    rules={"play": (5, 6, 7), "select": (17,), "lay": (17,)},
)

GAME = Game(
    name="xeri",
    version=0,
    title="Xeri",
    family="fishing",
    players=(2, SEATS),
    sides=SIDES,
    default_players=2,
    score_range=score_range,
    rest="stock",
    **declared_in(__name__),
)
