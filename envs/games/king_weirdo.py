"""King Weirdo.

A race for two: each player builds two sequences, one on a red and one on a black king, down to the ace. Each needs half
of the cards, and can keep back what the other one needs.

Rules
-----
1. Two players and a pack of 52. Each gets a red and a black king, which lie face up and begin the own two piles. The
   kings take no part in anything else.
2. The other 48 cards are shuffled, and the dealer, chosen at random, gives five to each player, face down. The rest
   is the reserve, face down; its top card is turned up and begins the discard pile.
3. The player who did not deal begins. Turns alternate.
4. A turn has two phases. In the first one the player takes the top card of the discard pile or of the reserve, and then
   discards one card of the hand, which may be the one just taken.
5. In the second phase the player builds cards of the hand on the own two piles, and then draws as many cards from the
   reserve, to have five again.
6. A pile goes down from its king rank by rank, red and black cards in turn. Suits matter only for their colour.
7. A player who holds cards that fit on the own piles must build them all.
8. A player who can build nothing, or nothing more, passes. That ends the turn, always with five cards in hand.
9. When the reserve is used up, the discard pile is turned over and becomes the reserve.
10. A player who completes both piles wins. An ace completes a pile; nothing is built on it.
11. If there are not enough cards to have five in hand again, play stops. Each player adds the ranks of the lowest cards
    of the own two piles, and the lower total wins.
12. With equal totals the players add the cards that they hold, and the higher sum wins.
13. If these are equal too, a coin is tossed.
14. A hand is hidden from the other player, and so is a card drawn from the reserve. A card taken from the discard pile
    has been seen by both.

Sources
-------
John Capozella, [King Weirdo](https://www.pagat.com/invented/king_weirdo.html), contributed to Pagat.

Choices where the text is silent
--------------------------------
1. The second phase leaves nothing to decide, so it goes by itself: at every rank the two piles of a player ask for
   different colours, and a card fits one of them only. The player passes by itself too.
2. Of two cards of a rank and colour, one of which can be built, the club goes before the spade, the diamond before the
   heart.
3. All cards that fit are built before others are drawn. If the new ones fit, they are built and replaced as well, and
   so on.
4. The discard comes before building, and may be a card that would fit.
5. The discard pile is turned over when a card is to be drawn and the reserve is empty, not before: until then its top
   card may be taken. It is not shuffled, so the oldest discard is drawn first. There is no discard pile until somebody
   discards again.
6. Cards to have five again come from a discard pile turned over too. Play stops only if the reserve and the discard
   pile together hold too few. Then no card is drawn, and in rule 12 the cards count that are left in hand.
7. If a turn begins and there is no card to take, play stops in the same way.
8. Ranks count 1 for an ace to 12 for a queen and 13 for a king, on the piles and in hand.
9. The example for rule 11 has a red 5 and a black 2 as one player's lowest cards, which belong to the same pile. Only
   its way of adding is followed.
10. Completing both piles wins at once; nothing has to be drawn any more.
11. Each player knows the other's cards that both have seen: those taken from the discard pile, and those drawn from a
    reserve that had been turned over. The order of such a reserve is known to both.
12. Players show each other their hands when they are compared.
13. Players may keep cards that the other one needs, for ever. So play also stops after ``idle_turns`` turns in a
    row in which nobody has built a card, and rules 11 to 13 decide.
14. A game that goes on for ``max_turns`` turns is stopped and decided by rules 11 and 12; if the sums are equal too, it
    is a draw.

Options
-------
``idle_turns``: turns in a row without a card built, of both players together, after which play stops.
``max_turns``: turns after which the game is stopped.

Rewards
-------
The winner gets +1, the other player -1; a draw brings 0. The score is 1 for the winner.

End
---
When both piles of a player are complete, when a turn begins without a card to take, when a hand cannot have five cards
again, or after ``idle_turns`` turns without a card built; otherwise truncated after ``max_turns``, which hardly
happens at the defaults: the longest of 30,000 games had 459 turns. Of 10,000 games of each kind ended so:

- of random players 52 % with complete piles, 42 % without cards to go on with, 6 % without a card built for 60 turns;
  after 221 turns on average;
- of novices 41 %, 49 % and 10 %; after 62 turns;
- of experts hardly any but without a card built: each soon keeps cards that the other one's piles need, after 35 turns
  on average, and the game ends after 95.

Written deck
------------
48 cards without the kings: five to each player, one at a time, the player who does not deal first; then the first card
of the discard pile, then the reserve, its top card first.
"""

from enum import IntEnum
from typing import Any

import numpy as np

from cardzoo.envs.engine import arrays, piles, rewards, rng
from cardzoo.envs.engine.actions import Actions, Block, Place
from cardzoo.envs.engine.cards import CARDS, CLUBS, DIAMONDS, HEARTS, KING, QUEEN, RANKS, SPADES, rank_of
from cardzoo.envs.engine.compiling import rule
from cardzoo.envs.engine.fields import Cards, Choice, Number, Options, Pile, Seats, State
from cardzoo.envs.engine.game import Game, declared_in
from cardzoo.envs.scene import Backs, Beside, Hands, Layout, Spread

SEATS = Seats(2)
KINGS = 2  # a player's
HAND_SIZE = 5
LENGTH = KING  # cards on a complete pile, the king not counted
PACK = np.array([card for card in range(CARDS) if card % RANKS != KING], np.int16)
KING_POINTS = 13
MOST_TURNS = 1000
MOST_IDLE_TURNS = 200
MOST_MOMENTS = MOST_TURNS + len(PACK)  # one a turn, and one more each time that cards have been built
NEVER = NOBODY = -1
IN_RESERVE = MOST_MOMENTS + 1  # in place of the moment at which a card was drawn
EXCHANGES = 20


class King(IntEnum):
    """The kings of a player, and the piles on them."""

    RED = 0
    BLACK = 1


FITTING = np.array(
    [
        [
            [RANKS * suit + QUEEN - height for suit in ((CLUBS, SPADES), (DIAMONDS, HEARTS))[(king + height) % 2]]
            for height in range(LENGTH)
        ]
        for king in King
    ],
    np.int16,
)
"""(2, 12, 2): the two cards that fit on a king's pile of this number of cards, in the order of choice 2."""


class Phase(IntEnum):
    """Decisions of the player whose turn it is."""

    TAKE = 0
    DISCARD = 1


class Decision(IntEnum):
    """Criteria that decide a game: complete piles, the totals of rule 11, the hands of rule 12, or a coin."""

    PILES = 0
    TOTALS = 1
    HANDS = 2
    COIN = 3


ACTIONS = Actions(
    Block("take discard", at=Place("discard_pile"), doc="take the top card of the discard pile"),
    Block(
        "take reserve",
        at=Place("reserve_size"),
        doc="draw the top card of the reserve; if that is empty, the discard pile is turned over",
    ),
    Block("discard", PACK, doc="discard a card of the hand; then all that fits is built"),
)
TAKE_DISCARD = ACTIONS.first("take discard")
TAKE_RESERVE = ACTIONS.first("take reserve")
DISCARD = ACTIONS.first("discard")

STATE = State(
    Choice("phase", Phase, doc="what the player whose turn it is decides"),
    Cards("hands", SEATS, doc="the players' hands"),
    Pile("king_piles", SEATS, KINGS, LENGTH, doc="what each player has built on the red and on the black king"),
    Pile("discard_pile", len(PACK), doc="the discard pile"),
    Pile("stock", len(PACK), doc="the reserve"),
    Number("turned", doc="whether the reserve is a discard pile turned over"),
    Cards("known", SEATS, memo=True, doc="cards that both know to be in a player's hand"),
    Number("turns", high=MOST_TURNS, doc="turns that are over"),
    Number("idle_turns", high=MOST_IDLE_TURNS, doc="turns that are over since a card was built"),
    Choice("decided_by", Decision, default=None, doc="what has decided the game"),
    Number("moment", high=MOST_MOMENTS, doc="counts the times when a player had built all that fits"),
    Number(
        "entered", SEATS, CARDS, high=MOST_MOMENTS, default=None, optional=True, doc="when a player drew a card unseen"
    ),
    Number("shown", CARDS, high=MOST_MOMENTS, default=None, optional=True, doc="when a card drawn unseen was shown"),
    Number(
        "lacked",
        SEATS,
        CARDS,
        high=MOST_MOMENTS,
        default=None,
        optional=True,
        doc="when a player last showed not to hold a card",
    ),
)

VIEW = STATE.view(
    Cards("hand", shows="hands", doc="own hand"),
    "king_piles",
    Cards("fits", SEATS, doc="cards that fit on a player's piles"),
    "known",
    Cards("unseen", doc="cards that the seat has not seen: in the other hand, or in the reserve"),
    Cards("lacks", doc="unseen cards that the other player has shown not to hold, and has drawn none unseen since"),
    "discard_pile",
    Pile("reserve", len(PACK), doc="the reserve, once it has been turned over and is known"),
    Number("reserve_size", high=len(PACK), shows="stock", doc="cards in the reserve"),
    Number("hand_sizes", SEATS, high=HAND_SIZE + 1, shows="hands", doc="cards in each hand"),
    "phase turn dealer",
    Number("idle_turns_left", high=MOST_IDLE_TURNS, doc="turns without a card built until play stops, with this one"),
    Number("turns_left", high=MOST_TURNS, doc="turns until the game is stopped, this one included"),
    "decided_by",
)

OPTIONS = Options(
    Number("idle_turns", low=2, high=MOST_IDLE_TURNS, default=60, doc="turns without a card built that end play"),
    Number("max_turns", low=1, high=MOST_TURNS, default=500, doc="turns after which the game is truncated"),
)


@rule
def deal(state):
    """Rule 2: the hands, then the first discard."""
    for card in range(SEATS * HAND_SIZE):
        draw(state, (state.player + card) % SEATS)
    piles.push(state.discard_pile, piles.draw(state.stock))


@rule
def draw(state, player):
    """Rules 9 and 14, choices 5 and 11: a card of the reserve, which is the discard pile turned over if it is empty.

    There must be a card to draw.
    """
    if state.stock.height == 0:
        state.turned = 1
        while state.discard_pile.height > 0:
            piles.push(state.stock, piles.draw(state.discard_pile))
    card = piles.draw(state.stock)
    state.hands[player, card] = 1
    if state.turned:
        state.known[player, card] = 1
    else:
        state.entered[player, card] = state.moment


@rule
def legal_actions(state, mask):
    """Rule 4, choice 4: sources to take a card from, or cards to discard."""
    if state.phase == Phase.TAKE:
        mask[TAKE_DISCARD] = state.discard_pile.height > 0
        mask[TAKE_RESERVE] = cards_to_draw(state) > 0
    else:
        for place in range(len(PACK)):
            mask[DISCARD + place] = state.hands[state.player, PACK[place]]


@rule
def cards_to_draw(state):
    """Rule 9, choice 6: how many cards the reserve and the discard pile have."""
    return state.stock.height + state.discard_pile.height


@rule
def apply_action(state, action):
    """Play a legal action."""
    if action == TAKE_DISCARD:
        card = piles.draw(state.discard_pile)
        state.hands[state.player, card] = state.known[state.player, card] = 1
        state.phase = Phase.DISCARD
    elif action == TAKE_RESERVE:
        draw(state, state.player)
        state.phase = Phase.DISCARD
    else:
        card = PACK[action - DISCARD]
        play(state, card, state.discard_pile)
        build_and_draw(state)


@rule
def play(state, card, pile):
    """The player's card goes from the hand to a pile."""
    show(state, card)
    state.hands[state.player, card] = state.known[state.player, card] = 0
    piles.push(pile, card)


@rule
def show(state, card):
    """Show the card: both know its place from now on."""
    if state.shown[card] == NEVER:
        state.shown[card] = state.moment


@rule
def build_and_draw(state):
    """Rules 5, 8, 10 and 11, choices 1, 3, 6 and 10: all that fits is built and the hand filled up, again and again."""
    player = state.player
    state.idle_turns += 1
    while True:
        for king in range(KINGS):
            build(state, king, state.king_piles[player, king])
        state.moment += 1
        if state.king_piles[player, King.RED].height + state.king_piles[player, King.BLACK].height == KINGS * LENGTH:
            win(state, int(player), Decision.PILES)
            return
        missing = HAND_SIZE - state.hands[player].sum()
        if missing == 0:
            end_turn(state)
            return
        if cards_to_draw(state) < missing:
            stop(state)
            return
        for _ in range(missing):
            draw(state, player)


@rule
def build(state, king, pile):
    """Rules 6 and 7, choice 2: all cards of the hand that fit on the pile."""
    before = pile.height
    build_on(state, king, pile)
    if pile.height > before:
        state.idle_turns = 0


@rule
def build_on(state, king, pile):
    """Rules 6 and 7, choice 2: cards of the hand go to a pile as long as one fits."""
    while pile.height < LENGTH:
        first, second = FITTING[king, pile.height, 0], FITTING[king, pile.height, 1]
        if state.hands[state.player, first]:
            play(state, first, pile)
        else:
            show_lack(state, first)
            if not state.hands[state.player, second]:
                show_lack(state, second)
                return
            play(state, second, pile)


@rule
def show_lack(state, card):
    """Record that the player lacks this card, which would have been built."""
    if state.shown[card] == NEVER:
        state.lacked[state.player, card] = state.moment


@rule
def end_turn(state):
    """Rule 3, choices 7, 13 and 14: the turn passes, or play stops at a bound."""
    state.turns += 1
    state.player = 1 - state.player
    state.phase = Phase.TAKE
    if cards_to_draw(state) == 0 or state.idle_turns >= state.options.idle_turns:
        stop(state)
    elif state.turns >= state.options.max_turns:
        state.truncated = True
        stop(state)


@rule
def stop(state):
    """Rules 11 to 13, choices 12 to 14: the totals decide, then the hands, then a coin."""
    lead = total(state, 1) - total(state, 0)
    if lead != 0:
        win(state, int(lead < 0), Decision.TOTALS)
        return
    lead = compare_hands(state)
    if lead != 0:
        win(state, int(lead < 0), Decision.HANDS)
    elif state.truncated:
        state.over = True
    else:
        win(state, rng.below(state, SEATS), Decision.COIN)


@rule
def total(state, player):
    """Rule 11, choice 8: points that a player's kings still count."""
    points = KINGS * KING_POINTS
    for king in range(KINGS):
        points -= state.king_piles[player, king].height
    return points


@rule
def compare_hands(state):
    """Rule 12, choices 8 and 12: by how much the sum of player 0 is higher."""
    lead = 0
    for card in PACK:
        lead += (state.hands[0, card] - state.hands[1, card]) * (rank_of(card) + 1)
        for player in range(SEATS):
            if state.hands[player, card]:
                show(state, card)
                state.known[player, card] = 1
    return lead


@rule
def win(state, player, decision):
    """Rules 10 to 13: the game is over, and a player has won."""
    state.over = True
    state.decided_by = decision
    state.score[player] = 1
    rewards.reward_best_score(state)


@rule
def observe(state, player, view):
    """Computed fields of the view: unseen cards, cards that fit on the piles, and the turns left."""
    other = 1 - player
    view.idle_turns_left = state.options.idle_turns - state.idle_turns
    view.turns_left = state.options.max_turns - state.turns
    show_unseen(state, other, view)
    for seat in range(SEATS):
        owner = player if seat == 0 else other
        for king in range(KINGS):
            height = state.king_piles[owner, king].height
            if height < LENGTH:
                for card in FITTING[king, height]:
                    view.fits[seat, card] = 1


@rule
def show_unseen(state, other, view):
    """Choice 11 and rules 7 and 14: cards of the other hand and the reserve that the seat has not seen."""
    latest = max(0, arrays.largest(state.entered[other]))
    for card in PACK:
        view.unseen[card] = state.hands[other, card] - state.known[other, card]
    for place in range(state.stock.height):
        card = state.stock.cards[place]
        if state.turned:
            piles.push(view.reserve, card)
        else:
            view.unseen[card] = 1
    for card in PACK:
        view.lacks[card] = view.unseen[card] and state.lacked[other, card] >= latest


@rule
def redeal_hidden(state, player):
    """Redraws the reserve until it is turned over, and the other hand except known cards.

    All orders of the pack that agree with the game so far are equally likely. The other player drew each
    card before it was discarded or built. Each card held was drawn after the player last showed not to hold it.
    Exchanging the moments at which two cards were drawn, if possible, leads from any such order to any other.
    """
    if state.turned:
        return
    other = 1 - player
    cards = 0
    for card in PACK:
        if state.hands[other, card] > state.known[other, card]:
            state.hands[other, card] = 0
            state.entered[other, card] = max(0, state.entered[other, card])  # left out in a written position
    while state.stock.height > 0:
        state.entered[other, piles.draw(state.stock)] = IN_RESERVE
    for card in PACK:
        cards += state.entered[other, card] != NEVER
    for _ in range(EXCHANGES * cards):
        exchange(state, other, drawn_card(state, other), drawn_card(state, other))
    for card in PACK:
        if state.entered[other, card] == IN_RESERVE:
            state.entered[other, card] = NEVER
            piles.push(state.stock, card)
        elif state.entered[other, card] != NEVER and state.shown[card] == NEVER:
            state.hands[other, card] = 1
    piles.shuffle(state, state.stock)


@rule
def drawn_card(state, player):
    """A random card that the player has drawn unseen, or may have."""
    card = PACK[rng.below(state, len(PACK))]
    while state.entered[player, card] == NEVER:
        card = PACK[rng.below(state, len(PACK))]
    return card


@rule
def exchange(state, player, one, other):
    """Swap the moments at which the player drew two cards, if possible."""
    moment, other_moment = state.entered[player, one], state.entered[player, other]
    if may_enter(state, player, one, other_moment) and may_enter(state, player, other, moment):
        state.entered[player, one] = other_moment
        state.entered[player, other] = moment


@rule
def may_enter(state, player, card, moment):
    """Returns whether the player could have drawn the card at a moment."""
    return moment > state.lacked[player, card] and (state.shown[card] == NEVER or moment <= state.shown[card])


def check(state) -> str:
    """The first problem of a written position, in words, or nothing."""
    built = int(piles.heights(state.king_piles).sum())
    if not is_built_in_turn(state.king_piles):
        return "king_piles: a pile goes down from the queen, red and black in turn"
    if (state.known > state.hands).any():
        return "known: a known card is in the hand"
    if not state.over:
        mover = HAND_SIZE + (state.phase == Phase.DISCARD)
        if state.hands[state.player].sum() > mover or state.hands[1 - state.player].sum() > HAND_SIZE:
            return f"hands: a hand has at most {HAND_SIZE} cards, and one more before the discard"
        if (piles.heights(state.king_piles).sum(axis=1) == KINGS * LENGTH).any():
            return "king_piles: a player who completes both piles has won"
        if state.turns >= state.options.max_turns or state.idle_turns >= state.options.idle_turns:
            return "turns: the game is over by then"
        if state.decided_by != NOBODY:
            return "decided_by: nothing is decided before the end"
    if state.moment > state.turns + built:
        return "moment: it is at most the number of turns and of cards built"
    if max(state.entered.max(), state.shown.max(), state.lacked.max()) > state.moment:
        return "moment: something happens after it"
    return "" if state.turned else check_entered(state)


def is_built_in_turn(king_piles: Any) -> bool:
    """Rule 6."""
    return all(
        king_piles[player, king].cards[height] in FITTING[king, height]
        for player in range(SEATS)
        for king in King
        for height in range(king_piles[player, king].height)
    )


def check_entered(state) -> str:
    """The first problem of the moments at which cards were drawn, by which hidden ones are redrawn."""
    hidden = state.hands > state.known
    reserve = state.stock.cards[: state.stock.height]
    if (state.entered[:, reserve] != NEVER).any() or (state.shown[reserve] != NEVER).any():
        return "stock: nobody has drawn or seen its cards, unless it has been turned over"
    if (hidden & (state.shown != NEVER)).any():
        return "shown: a card that has been shown is not hidden in a hand"
    if ((state.entered != NEVER) & (state.shown == NEVER) & ~hidden).any():
        return "entered: a card drawn unseen is in the hand, or has been shown"
    if ((state.entered != NEVER).sum(axis=0) > 1).any():
        return "entered: a card is drawn unseen once"
    if (hidden & (state.lacked != NEVER) & (state.lacked >= state.entered)).any():
        return "lacked: a player who showed not to hold a card has drawn it later"
    return ""


LAYOUT = Layout(
    (
        Hands("hand", known="known"),
        Spread("king_piles", ""),
        Beside(Backs("reserve_size", "reserve"), Spread("discard_pile", "discard pile")),
    ),
    noted=("fits", "unseen", "lacks", "reserve"),
    labels={"king_piles": ("red king", "black king")},
    says={
        "take discard": "Take the top discard",
        "take reserve": "Draw from the reserve",
    },
    phases={
        "take": "Take a card: from the discard pile or the reserve",
        "discard": "Discard a card",
    },
    rules={"take discard": (4,), "take reserve": (4,), "discard": (5, 6)},
)

GAME = Game(
    name="king_weirdo",
    version=0,
    title="King Weirdo",
    family="racing",
    players=(SEATS, SEATS),
    default_players=SEATS,
    pack=tuple(PACK.tolist()),
    score_range=0.5,
    rest="stock",
    **declared_in(__name__),
)
