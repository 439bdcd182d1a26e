"""The Kings.

A patience for one player with two packs: the cards lie in rows on both sides of the eight aces, and only the outermost
card of a row can be played. Suits never matter.

Rules
-----
1. Suits do not count: neither on the foundations nor when cards are built on each other.
2. The eight aces are taken out of two packs of 52 and lie in the middle in two columns of four, both aces of a suit
   side by side. They are the foundations, two in each of four rows. Cards of the next rank are played on them, up to
   the king.
3. The other 96 cards are dealt face up in columns of four, from the top row to the bottom row: the first column to the
   left of the aces, the second to the right of them, and so on in turn, each outside of the one before on its side,
   until the pack is used up. So there is a group of columns on either side.
4. Only the outermost card of a row in each group is available: the leftmost of the left group, the rightmost of the
   right group. When it has been played, the next one of its row is.
5. During the deal an available card can be played only on a foundation of its own row, and it must be played if it
   fits.
6. The place of a card that is played during the deal gets the next card of the pack at once.
7. During the deal nothing is played from an inner column, even where its card has nothing outside of it.
8. After the deal an available card may be played on any foundation that it fits.
9. After the deal available cards may also be put on each other, one rank higher or lower. So sequences can be built
   outwards, up or down, and be turned round by moving them card by card.
10. A row of a group that has become empty takes any available card, as its innermost one, and others may be built on
    it.
11. The pack is dealt only once.
12. With all cards on the foundations the game is won. With cards left and nothing to play it is lost.

Sources
-------
Lady Adelaide Cadogan, [Illustrated Games of Solitaire or Patience](https://www.gutenberg.org/ebooks/21642), new revised
edition (1914).

Choices where the text is silent
--------------------------------
1. During the deal, a card of either group may be played on either foundation of its row; of two that it fits, on the
   first one, which makes no difference.
2. If two cards fit during the deal, the player chooses which one is played first. This is all that is decided
   before the pack is used up.
3. Cards played during the deal are the card just dealt, and the card of the same row in the finished column opposite.
   A place that becomes free gets its card before anything else is played. When the pack is used up it stays free, and
   the deal is over as soon as no card has to be played any more.
4. The last columns may have less than four cards; the rows that they leave out end one column further in.
5. Only cards of the same row count as outside of a card. So after the deal the table is eight lanes, four on
   either side, which are built on at their outer ends.
6. Cards are moved one by one. The ranks along a lane may go up and down. A two and a king do not fit together, and
   aces are only on the foundations.
7. A card on a foundation stays there. After the deal, no card has to be played on one.
8. With ``strict_rows=True`` cards go only to the foundations of their own rows after the deal too. The text leaves
   that open and advises against it.
9. Moves can be undone by moves, so play could go on for ever: after ``max_steps`` actions the game is lost. A deal
   after which nothing can be played is lost at once.
10. A row is empty for each group by itself, whatever lies in the same row of the other group. The text may also mean
    the row of both groups: with ``whole_rows=True`` an empty row takes a card only while it is empty in the other
    group too.
11. The player may give up, and has lost, but only after ``give_up_after`` actions without a gain. A gain is a card that
    goes to a foundation.

Options
-------
``give_up_after``: actions without a gain after which giving up is legal.
``max_steps``: actions after which the game is stopped.
``strict_rows``: whether a card goes only to the foundations of its own row.
``whole_rows``: whether an empty row takes a card only while it is empty in both groups.

Rewards
-------
A won game gives 1, a lost or stopped one -1. The score is the number of cards on the foundations, the aces included;
with ``reward="score"`` each is worth 1/104 when it gets there, or with the first action if that was before it.

End
---
With the last card on its foundation, without anything to play, or when the player gives up. After ``max_steps``
actions the game is truncated.

Written deck
------------
The 96 cards that are not aces, in the order in which they are dealt.
"""

from enum import IntEnum

import numpy as np

from cardzoo.envs.engine import arrays, piles
from cardzoo.envs.engine.actions import Actions, Block, places
from cardzoo.envs.engine.cards import ACE, CARDS, RANKS, SUITS, rank_of
from cardzoo.envs.engine.compiling import rule
from cardzoo.envs.engine.fields import Cards, Choice, Flag, Number, Options, Pile, State
from cardzoo.envs.engine.game import Game, declared_in
from cardzoo.envs.families import patience
from cardzoo.envs.scene import (
    Arrangement,
    Foundations,
    Kind,
    Layout,
    RealPack,
    Spread,
    move_top_cards,
    numbered,
    play_home,
)

PACKS = 2
ROWS = 4
LANES = 2 * ROWS  # the rows of the left group from top to bottom, then those of the right group
FOUNDATIONS = PACKS * SUITS  # two a row, from top to bottom
FOUNDATIONS_A_ROW = FOUNDATIONS // ROWS
ALL_HOME = FOUNDATIONS * RANKS
NONE = -1
EVERY_RANK = (1 << RANKS) - 1

PACK = [card for card in range(CARDS) if rank_of(card) != ACE] * PACKS

LANE_PLACES = places("lanes", [f"{side} {row}" for side in ("left", "right") for row in range(1, ROWS + 1)])


class Phase(IntEnum):
    """Phases of the game. During the deal one only chooses between cards that both have to be played."""

    DEAL = 0
    PLAY = 1


ACTIONS = Actions(
    Block("home", LANE_PLACES, doc="play a lane's outer card on the first foundation that it fits"),
    Block(
        "move",
        [(source, "to", target) for source in LANE_PLACES for target in LANE_PLACES],
        doc="put a lane's outer card on another lane's, one rank higher or lower, or into an empty lane",
    ),
    patience.GIVE_UP,
)
MOVE = ACTIONS.first("move")
GIVE_UP = ACTIONS.first("give up")

# A lane can hold nearly the whole pack: sequences may go back and forth, and some deals let all cards that are not home
# be put on one lane. At least two twos get home in the deal, as each row in which twos are dealt takes the first two.
STATE = State(
    Pile("stock", len(PACK), doc="the cards not dealt yet"),
    Pile("lanes", LANES, len(PACK), doc="the rows of the left group, then those of the right one, outer cards last"),
    Number("foundations", FOUNDATIONS, low=1, high=RANKS, default=1, doc="how many cards each foundation has"),
    Cards("home", packs=PACKS, doc="the cards on the foundations but for the aces"),
    Choice("phase", Phase, default=Phase.PLAY, doc="whether the deal is still going on"),
    Number("places", high=len(PACK), doc="places that the deal has come to"),
    patience.IDLE,
)

VIEW = STATE.view(
    Pile(
        "lanes",
        LANES,
        len(PACK),
        packs=PACKS,
        shows="lanes",
        doc="the rows of the left group, then those of the right one, outer cards last",
    ),
    Number(
        "foundations",
        FOUNDATIONS,
        low=1,
        high=RANKS,
        shows="foundations",
        doc="how many cards each foundation has, two a row",
    ),
    Number("undealt", high=len(PACK), shows="stock", doc="cards not dealt yet"),
    "phase",
    Number("strict_rows", doc="1 if cards go only to the foundations of their own rows after the deal too"),
    Number("whole_rows", doc="1 if an empty row takes a card only while it is empty in both groups"),
    "idle",
    patience.GIVE_UP_IN,
    patience.STEPS_LEFT,
)

OPTIONS = Options(
    patience.GIVE_UP_AFTER,
    Number("max_steps", low=1, high=patience.MOST_STEPS, default=1000, doc="actions after which the game is truncated"),
    Flag("strict_rows", doc="whether a card goes only to the foundations of its own row after the deal too"),
    Flag("whole_rows", doc="whether an empty row takes a card only while it is empty in both groups"),
)


@rule
def deal(state):
    """Rules 2 and 3: deals up to the first choice."""
    state.score[0] = FOUNDATIONS
    state.phase = Phase.DEAL
    go_on_dealing(state)
    check_end(state)


@rule
def go_on_dealing(state):
    """Rules 3 and 5 to 7, up to a choice (choice 2) or the end of the deal (choice 3)."""
    while state.phase == Phase.DEAL:
        left, right = lanes_dealt_to(state)
        if must_play(state, left) and must_play(state, right):
            return
        if must_play(state, left):
            play_in_deal(state, left)
        elif must_play(state, right):
            play_in_deal(state, right)
        elif state.stock.height > 0:
            piles.push(state.lanes[state.places % LANES], piles.draw(state.stock))
            state.places += 1
        else:
            state.phase = Phase.PLAY


@rule
def lanes_dealt_to(state):
    """The lanes of the row that got the last card: columns follow each other as if the lanes were dealt to in turn."""
    left = (state.places + ROWS - 1) % ROWS
    return left, left + ROWS


@rule
def must_play(state, lane):
    """Returns whether the card at a lane's place in its outermost column must be played (rules 5, 7, choices 1, 3)."""
    columns = (state.places + LANES - 1 - lane) // LANES
    return state.lanes[lane].height == columns > 0 and find_foundation(state, lane) != NONE


@rule
def play_in_deal(state, lane):
    """Rules 5 and 6: a lane's card goes home, and the next one takes its place."""
    send_home(state, lane)
    if state.stock.height > 0:
        piles.push(state.lanes[lane], piles.draw(state.stock))


@rule
def find_foundation(state, lane):
    """The first foundation that a lane's outer card fits, or `NONE` (rules 1, 2, 5 and 8, choices 1 and 8)."""
    if state.lanes[lane].height == 0:
        return NONE
    first, last = 0, FOUNDATIONS
    if state.phase == Phase.DEAL or state.options.strict_rows:
        first = lane % ROWS * FOUNDATIONS_A_ROW
        last = first + FOUNDATIONS_A_ROW
    rank = rank_of(piles.top(state.lanes[lane]))
    for foundation in range(first, last):
        if state.foundations[foundation] == rank:
            return foundation
    return NONE


@rule
def send_home(state, lane):
    """Rule 2: a lane's outer card goes to its foundation."""
    state.foundations[find_foundation(state, lane)] += 1
    state.home[piles.draw(state.lanes[lane])] += 1
    state.score[0] += 1


@rule
def legal_actions(state, mask):
    """Rules 4, 8 and 9, choice 11; in the deal choice 2."""
    mask[GIVE_UP] = patience.may_give_up(state)
    if state.phase == Phase.DEAL:
        left, right = lanes_dealt_to(state)
        mask[left] = mask[right] = 1
        return
    outer = arrays.zeros(LANES, np.int64)
    for lane in range(LANES):
        outer[lane] = outer_rank(state, lane)
        mask[lane] = find_foundation(state, lane) != NONE
    for target in range(LANES):
        taken = ranks_taken(state, target, outer[target])
        for source in range(LANES):
            mask[MOVE + LANES * source + target] = target != source and outer[source] & taken != 0


@rule
def outer_rank(state, lane):
    """The rank of a lane's outer card as a set, bit k for rank k; the empty set if there is none."""
    return np.int64(1) << rank_of(piles.top(state.lanes[lane])) if state.lanes[lane].height > 0 else np.int64(0)


@rule
def ranks_taken(state, lane, outer):
    """The ranks that may be put on a lane with this outer card, as a set (rules 1, 9 and 10, choices 6 and 10)."""
    if outer == 0:
        return np.int64(EVERY_RANK if is_open(state, lane) else 0)
    return outer << 1 | outer >> 1


@rule
def is_open(state, lane):
    """Returns whether an empty lane takes any card (rule 10, choice 10)."""
    return not state.options.whole_rows or state.lanes[(lane + ROWS) % LANES].height == 0


@rule
def apply_action(state, action):
    """Play a legal action."""
    if action == GIVE_UP:
        patience.give_up(state)
        return
    patience.count_idle(state, action < MOVE)
    if state.phase == Phase.DEAL:
        play_in_deal(state, action)
        go_on_dealing(state)
    elif action < MOVE:
        send_home(state, action)
    else:
        source, target = (action - MOVE) // LANES, (action - MOVE) % LANES
        piles.push(state.lanes[target], piles.draw(state.lanes[source]))
    check_end(state)
    if not state.over:
        patience.stop_at_bound(state)


@rule
def check_end(state):
    """Rule 12, choice 9: the game is won with all cards home, and lost where no card can move."""
    if state.foundations.sum() == ALL_HOME:
        patience.finish(state, 1)
    elif state.phase == Phase.PLAY and not has_move(state):
        patience.finish(state, -1)


@rule
def has_move(state):
    """Returns whether anything but giving up is legal after the deal.

    A card can go home, an empty lane can be filled, or two outer cards fit.
    """
    ranks = taken = np.int64(0)
    for lane in range(LANES):
        if find_foundation(state, lane) != NONE:
            return True
        outer = outer_rank(state, lane)
        ranks |= outer
        taken |= ranks_taken(state, lane, outer)
    return ranks & taken != 0


@rule
def observe(state, player, view):
    """Computed fields of the view: the options that bind, and the bounds."""
    view.strict_rows = state.options.strict_rows
    view.whole_rows = state.options.whole_rows
    patience.observe_bounds(state, view)


@rule
def redeal_hidden(state, player):
    """Redraws the order of the cards not dealt yet."""
    piles.shuffle(state, state.stock)


def tally(state) -> int:
    """The score of a position: a point for each card on the foundations, the aces included."""
    return FOUNDATIONS + int(state.home.sum())


def check(state) -> str:
    """The first problem of a written position, in words, or nothing."""
    ranks = np.bincount(np.repeat(np.arange(CARDS) % RANKS, state.home), minlength=RANKS)
    if any((state.foundations > rank).sum() > ranks[rank] for rank in range(1, RANKS)):
        return "the foundations have more cards of a rank than are at home"
    if state.phase == Phase.PLAY and state.stock.height > 0:
        return "cards are left in the stock after the deal"
    if state.phase == Phase.PLAY:
        return patience.check_won(state, state.foundations.sum() == ALL_HOME)
    left = (state.places - 1) % ROWS
    for lane, height in enumerate(piles.heights(state.lanes)):
        if height != (state.places + LANES - 1 - lane) // LANES:
            return f"in the deal the lanes do not have the cards of {state.places} places"
    for lane in (left, left + ROWS):
        first = left * FOUNDATIONS_A_ROW
        cards = state.lanes[lane].cards[: state.lanes[lane].height]
        if not len(cards) or cards[-1] % RANKS not in state.foundations[first : first + FOUNDATIONS_A_ROW]:
            return "in the deal there are not two cards of a row to choose from"
    return ""


def count_home(state) -> np.ndarray:
    """The ranks on each foundation, from the last one, written as clubs: (foundations, cards)."""
    lies: np.ndarray = np.arange(CARDS) < state.foundations[::-1, None]
    return lies.astype(np.int16)


def cards_home(state) -> np.ndarray:
    """The number of each card on the foundations: (cards,)."""
    home: np.ndarray = state.home + PACKS * (np.arange(CARDS) % RANKS == ACE)
    return home


REAL = RealPack(
    tuple(f"foundations.{place}" for place in reversed(range(FOUNDATIONS))),  # the first one that fits takes a card
    count_home,
    {rank: tuple(range(rank, CARDS, RANKS)) for rank in range(RANKS)},
    cards_home,
)

LAYOUT = Layout(
    (
        Spread("lanes", "", Arrangement.LIST, kind=Kind.ROW),
        Foundations("foundations", suits=False),
    ),
    real=REAL,
    labels={"lanes": (*numbered("left", ROWS), *numbered("right", ROWS))},
    says_each={"home": play_home, "move": move_top_cards},
    phases={
        "deal": "Choose the card that goes to the foundation first",
        "play": "Move a card, or play it to the foundation",
    },
    rules={"home": (5, 8), "move": (9, 10), "give up": (12,)},
)

GAME = Game(
    name="the_kings",
    version=0,
    title="The Kings",
    family="patience",
    players=(1, 1),
    default_players=1,
    pack=PACK,
    score_range=ALL_HOME,
    rest="home",
    **declared_in(__name__),
)
