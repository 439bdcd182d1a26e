"""Uno.

A shedding game for two to ten players with a pack of its own: match the colour or the sign of the card before, and be
the first without cards.

Rules
-----
1. Seven cards are dealt to each, one at a time from the dealer's left. The next card is turned up and starts the
   discard pile; the others are the draw pile.
2. In turn, clockwise at first, a player plays a card of the colour in force or of the top card's sign, or a wild card;
   or draws one card. A wild card on top has no sign, and its colour is the one that was named.
3. A player who has drawn may play this very card at once if it fits, or passes.
4. After a skip the next player loses the turn. A reverse changes the direction; between two players it is a skip. After
   a draw two the next player draws two cards and loses the turn.
5. A wild may always be played, and its player names a colour. So does a wild draw four: the next player draws four
   cards and loses the turn. It may be played only from a hand without a card of the colour in force.
6. The card turned up first acts on the dealer's left neighbour. After a skip this player loses the turn; after a
   reverse the dealer begins and play goes to the right; after a draw two this player draws two and loses the turn. On a
   wild this player names the colour, and then plays. A wild draw four is put back, the pile is shuffled, and another
   card is turned up. Between two players the dealer begins after skip, reverse and draw two.
7. If a card must be drawn and the draw pile is empty, the discard pile without its top card is shuffled into a new one.
   Of a penalty as many cards are drawn as there are. If there is nothing to draw, the turn passes.
8. A player who has no card left wins the hand at once. Cards that this last card makes the next player draw are drawn.
9. The winner gets the points of the others' cards: a number as it says, 20 for skip, reverse and draw two, 50 for a
   wild card.

Sources
-------
Retellings of the rules: howdoyouplayit.com, scratchdata.vercel.app, and the manual of a Game Boy cartridge. The tests
compare each turn with ``uno`` of [RLCard](https://github.com/datamllab/rlcard), whose code departs from all of them:

- Rule 3: a drawn card of the colour in force, or a wild one, is played without a choice, a wild one with a random
  colour. A drawn card that fits by its sign is kept.
- Rule 4: between two players a reverse has no effect.
- Rule 5: a wild draw four is legal only if no other card fits; drawn and played, it makes nobody draw.
- Rule 6: after a first draw two the player who has drawn has the turn, and a first wild has a random colour.
- Rule 7: the top card goes into the new draw pile too, and a penalty for which cards are missing is drawn from that.
- Choice 6: drawing is legal only if no card fits, as with ``may_draw=False``.

The descriptions agree on rules 3 to 7 as they stand here, so these are followed.

Choices where the text is silent
--------------------------------
1. A wild draw four is not challenged: it is not legal otherwise. With ``penalties="challenge"`` it is always legal, and
   the next player accepts it or challenges. A challenge shows the hand to the challenger alone. If it holds a card
   of the colour that was in force, its player draws the four and the challenger has a normal turn. If not, the
   challenger draws six and loses the turn. After a last card the four are drawn at once.
2. Nobody has to say that one card is left.
3. With ``penalties="stacking"`` a player who should draw may put a draw two on a draw two, or a wild draw four on a
   wild draw four, whatever the colours. The sum passes to the next player; drawing it ends the turn. Nothing is put on
   a winner's last card, or on the card turned up first. Stacking and challenges do not go together.
4. ``play_drawn`` is ``"may"`` as in rule 3. With ``"must"`` a drawn card that fits is played; with ``"no"`` drawing
   ends the turn. Otherwise the step after drawing is always taken, so that only a card that is played is seen.
5. A game is one hand, and only its winner wins. With a ``target`` hands are played until somebody has so many points,
   the deal passing to the left.
6. A player who could play may draw instead; with ``may_draw=False`` only one who has no fitting card draws.
7. If there is nothing to draw, drawing stays legal and ends the turn.
8. A hand is stopped after ``max_turns``; the fewest points in hand count as best.
9. The named colour may be the one in force.

Options
-------
``penalties``: ``"plain"``; ``"challenge"``: a wild draw four may be challenged; ``"stacking"``: draw cards are put on
draw cards.
``play_drawn``: whether a drawn card may be played, must be, or not.
``may_draw``: whether a player who could play may draw.
``target``: points that win a match; None for one hand.
``max_turns``: turns after which a hand is stopped, and the game with it.

Rewards
-------
The winner gets +1, the others share -1. A stopped hand: the fewest points in hand share +1; in a match the best score
does. The score is the points of rule 9.

End
---
When a player has no card left, or in a match when a score reaches the target; truncated after ``max_turns``, or
after 200 hands. Of random players two need 815 turns on average, as they draw most of the time.

Written deck
------------
Seven cards go round from the dealer's left, one at a time, then comes the card turned up, then the draw pile.
"""

from enum import IntEnum

import numpy as np

from cardzoo.envs.engine import arrays, piles, rewards, rng
from cardzoo.envs.engine.actions import Actions, Block
from cardzoo.envs.engine.cards import NO_CARD
from cardzoo.envs.engine.compiling import rule
from cardzoo.envs.engine.fields import Card, Cards, Choice, Flag, Number, Options, Pile, Seat, Seats, State
from cardzoo.envs.engine.game import Game, declared_in
from cardzoo.envs.engine.match import Match
from cardzoo.envs.engine.packs import Other, Pack, Rank, Suit
from cardzoo.envs.families import dealing, shedding
from cardzoo.envs.families.shedding import NO_TARGET, draw_cards, is_won, seat_after
from cardzoo.envs.scene import STOCK, Hands, Layout, Look, Spread

MOST_PLAYERS = 10
SEATS = Seats(MOST_PLAYERS)
HAND_SIZE = 7
PACK = Pack(
    suits=(
        Suit("red", colour="#c4122f", pip="disc"),
        Suit("yellow", colour="#b58900", pip="triangle"),
        Suit("green", colour="#17603b", pip="square"),
        Suit("blue", colour="#1f4fa3", pip="cross"),
    ),
    ranks=(
        *(Rank(str(number)) for number in range(10)),
        Rank("skip", sign="stop"),
        Rank("reverse", sign="turn"),
        Rank("draw-two", "draw two", sign="+2"),
    ),
    others=(Other("wild", sign="star"), Other("wild-draw-four", "wild draw four", sign="+4")),
    copies=((1,) + (2,) * 12) * 4 + (4, 4),
    pattern="{suit}-{rank}",
    spoken="{suit} {rank}",
)
CARDS, CODES = len(PACK.cards), PACK.codes
COLOURS, SIGNS = len(PACK.suits), len(PACK.ranks)
SKIP, REVERSE, DRAW_TWO = 10, 11, 12
WILD, DRAW_FOUR = PACK.suited, PACK.suited + 1
NO_SIGN = NOBODY = -1
SIGN = np.array([*[*range(SIGNS)] * COLOURS, NO_SIGN, NO_SIGN], np.int16)
POINTS = np.array([*[*range(10), 20, 20, 20] * COLOURS, 50, 50], np.int16)
PENALTY = np.array([*[*[0] * DRAW_TWO, 2] * COLOURS, 0, 4], np.int16)
CHALLENGED_IN_VAIN = 6
MOST_DUE = 16  # eight cards of two, or four of four
MOST_POINTS = int(sum(POINTS[card] for card in PACK.cards))
MOST_HANDS, MOST_TARGET, MOST_TURNS = 200, 2000, 20_000
MOST_SCORE = MOST_TARGET + MOST_POINTS

Colour = IntEnum("Colour", "RED YELLOW GREEN BLUE", start=0)


class Phase(IntEnum):
    """Decisions of the player whose turn it is: a turn, its end after drawing, a colour, an answer to a draw four."""

    TURN = 0
    DRAWN = 1
    NAME = 2
    ANSWER = 3


class Penalties(IntEnum):
    """Ways to escape from cards that are to be drawn."""

    PLAIN = 0
    CHALLENGE = 1
    STACKING = 2


class PlayDrawn(IntEnum):
    """Whether a drawn card may be played at once."""

    MAY = 0
    MUST = 1
    NO = 2


NAMES = [suit.word for suit in PACK.suits]
ACTIONS = Actions(
    Block("play", WILD, among=("hand",), doc="play a card that fits"),
    Block("play", [(WILD, name) for name in NAMES], among=("hand",), doc="play a wild card and name a colour"),
    Block("play", [(DRAW_FOUR, name) for name in NAMES], among=("hand",), doc="play a wild draw four, name a colour"),
    Block("draw", doc="draw a card, or all cards that are due"),
    Block("pass", doc="keep the drawn card"),
    Block("name", NAMES, doc="name the colour of a wild card that was turned up first"),
    Block("accept", doc="draw the four cards of a wild draw four"),
    Block("challenge", doc="look at the hand from which a wild draw four was played"),
    pack=PACK,
)
DRAW, PASS, NAME, ACCEPT, CHALLENGE = map(ACTIONS.first, ("draw", "pass", "name", "accept", "challenge"))


@rule
def hands_in_all(options):
    """Choice 5: one hand, or at most so many in a match."""
    return 1 if options.target == NO_TARGET else MOST_HANDS


MATCH = Match(most=MOST_HANDS, default=MOST_HANDS, bound=True, length=hands_in_all, shortest={"target": None})

STATE = State(
    Pile("stock", CARDS, doc="the draw pile"),
    Pile("discards", CARDS, doc="the discard pile"),
    Cards("hands", SEATS, doc="the players' hands"),
    Choice("phase", Phase, doc="what the player on turn does: a turn, after drawing, naming, answering"),
    Choice("colour", Colour, doc="the colour in force"),
    Choice("colour_before", Colour, doc="the colour in force before a wild draw four that may be challenged"),
    Number("reversed", high=1, doc="1 if play goes to the right"),
    Card("drawn", memo=True, doc="the card that the player on turn has drawn and may play"),
    Number("due", high=MOST_DUE, doc="cards that the player on turn has to draw"),
    Number("turns", high=MOST_TURNS, doc="turns of this hand that are over"),
    Number("lacks", SEATS, CODES, high=CARDS, doc="how many cards of each hand are known not to be this card"),
    Cards("seen", SEATS, memo=True, doc="cards of each hand that the last challenger has seen, while not played"),
    Seat("seen_by", SEATS, SEATS, default=None, doc="the last challenger of each player"),
    MATCH.counter,
    pack=PACK,
)

VIEW = STATE.view(
    Cards("hand", shows="hands", doc="own hand"),
    Number("hand_sizes", SEATS, high=CARDS, shows="hands", doc="cards in each hand"),
    Cards("known", SEATS, doc="cards that are known to be in each hand, by a challenge"),
    Card("drawn", doc="the card just drawn, if it is your turn"),
    "discards phase colour colour_before reversed due turn dealer",
    Number("lacks", SEATS, COLOURS, high=CARDS, doc="how many cards of each hand are known not to be of a colour"),
    Number("stock_size", high=CARDS, shows="stock", doc="cards in the draw pile"),
    Number("turns_left", high=MOST_TURNS, usual=10_000, doc="turns until the hand is stopped"),
    Number("scores", SEATS, high=MOST_SCORE, usual=500, shows="score", doc="points of each player"),
    Number("needed", SEATS, high=MOST_TARGET, usual=500, doc="points that each player lacks to the target, if any"),
    MATCH.left,
)

OPTIONS = Options(
    Choice("penalties", Penalties, doc="plain, or with challenges of a wild draw four, or with stacking of draw cards"),
    Choice("play_drawn", PlayDrawn, doc="whether a drawn card may be played, must be if it fits, or not"),
    Flag("may_draw", default=True, doc="whether a player who could play may draw"),
    Number("target", low=1, high=MOST_TARGET, default=None, optional=True, doc="points that win; None: one hand"),
    Number("max_turns", low=1, high=MOST_TURNS, default=10_000, doc="turns after which a hand is truncated"),
    titles={"penalties": "Draw cards", "play_drawn": "A drawn card is played"},
    calls={
        "penalties": ("are drawn at once", "can be challenged", "can be stacked"),
        "play_drawn": ("if its player likes", "if it fits", "never"),
    },
    presets={
        "One hand": {},
        "First to 500": {"target": 500},
        "Stacking": {"penalties": "stacking"},
        "Challenges": {"penalties": "challenge"},
    },
)


@rule
def deal(state):
    """Rules 1 and 6: seven cards each, and the first card, which acts on the left neighbour."""
    dealing.deal(state, HAND_SIZE * state.num_players)
    while piles.top(state.stock) == DRAW_FOUR:
        piles.shuffle(state, state.stock)
    card = piles.draw(state.stock)
    piles.push(state.discards, card)
    if card == WILD:
        state.phase = Phase.NAME
        return
    state.colour = card // SIGNS
    if SIGN[card] == REVERSE:
        state.reversed = 1
        state.player = state.dealer
    elif SIGN[card] >= SKIP:
        draw_cards(state, state.player, PENALTY[card])
        state.player = seat_after(state, 1)


@rule
def holds_colour(hand, colour):
    """Whether a hand has a card of a colour."""
    return hand[SIGNS * colour : SIGNS * (colour + 1)].any()


@rule
def fits(state, card):
    """Rules 2 and 5, choices 1 and 3: whether the player on turn may play a card of the hand on the top card."""
    top = piles.top(state.discards)
    if state.due > 0:
        return PENALTY[card] == PENALTY[top]
    if card == DRAW_FOUR and state.options.penalties != Penalties.CHALLENGE:
        return not holds_colour(state.hands[state.player], state.colour)
    return card >= WILD or card // SIGNS == state.colour or SIGN[card] == SIGN[top]


@rule
def allow(mask, card):
    """Allow a card to be played: a wild card with each colour."""
    if card < WILD:
        mask[card] = 1
    else:
        first = WILD + COLOURS * (card - WILD)
        mask[first : first + COLOURS] = 1


@rule
def legal_actions(state, mask):
    """Rules 2, 3, 5 and 6, choices 1, 3, 4, 6 and 7: cards that fit, drawing, or what a phase asks for."""
    if state.phase == Phase.NAME:
        mask[NAME : NAME + COLOURS] = 1
    elif state.phase == Phase.ANSWER:
        mask[ACCEPT] = 1
        mask[CHALLENGE] = 1
    elif state.phase == Phase.DRAWN:
        can_play = fits(state, state.drawn)
        if can_play:
            allow(mask, state.drawn)
        mask[PASS] = not can_play or state.options.play_drawn == PlayDrawn.MAY
    else:
        can_play = False
        for card in range(CODES):
            if state.hands[state.player, card] > 0 and fits(state, card):
                allow(mask, card)
                can_play = True
        mask[DRAW] = state.due > 0 or state.options.may_draw == 1 or not can_play


@rule
def apply_action(state, action):
    """Rules 2 to 8: a card, a draw, or the answer to what a phase asks for."""
    if action < DRAW:
        play(state, action)
    elif action == DRAW:
        draw(state)
    elif action == PASS:
        if state.options.play_drawn == PlayDrawn.MUST:
            show_nothing_fits(state)
        end_turn(state, 1)
    elif action < ACCEPT:
        state.colour = action - NAME
        state.phase = Phase.TURN
    else:
        answer(state, action)


@rule
def draw(state):
    """Rules 2, 3 and 7, choices 3, 4, 6 and 7: the cards that are due, or one card."""
    if state.due > 0:
        draw_cards(state, state.player, state.due)
        end_turn(state, 1)
        return
    show_nothing_fits(state)
    state.drawn = draw_cards(state, state.player, 1)
    if state.drawn == NO_CARD or state.options.play_drawn == PlayDrawn.NO:
        end_turn(state, 1)
    else:
        state.phase = Phase.DRAWN


@rule
def show_nothing_fits(state):
    """Choice 6: a player who may draw only then has shown to hold no fitting card."""
    if state.options.may_draw == 0:
        size = arrays.total(state.hands[state.player])
        for card in range(CODES):
            if fits(state, card):
                state.lacks[state.player, card] = size


@rule
def show_no_colour(state, player, colour):
    """Rule 5, choice 1: the player of a wild draw four has shown to hold no card of the colour."""
    state.lacks[player, SIGNS * colour : SIGNS * (colour + 1)] = arrays.total(state.hands[player])


@rule
def play(state, action):
    """Rules 2, 4, 5 and 8: a card is played, and acts."""
    player = state.player
    card = action if action < WILD else WILD + (action - WILD) // COLOURS
    shedding.play_card(state, card)
    state.seen[player, card] = max(state.seen[player, card] - 1, 0)
    if card == DRAW_FOUR and state.due == 0 and state.options.penalties != Penalties.CHALLENGE:
        show_no_colour(state, player, state.colour)
    state.colour_before = state.colour
    state.colour = card // SIGNS if card < WILD else (action - WILD) % COLOURS
    if arrays.total(state.hands[player]) == 0:
        draw_cards(state, seat_after(state, 1), state.due + PENALTY[card])
        end_hand(state, player)
    elif PENALTY[card] > 0:
        charge(state, card)
    else:
        if SIGN[card] == REVERSE and state.num_players > 2:
            state.reversed = 1 - state.reversed
        loses_turn = SIGN[card] == SKIP or (SIGN[card] == REVERSE and state.num_players == 2)
        end_turn(state, 1 + loses_turn)


@rule
def charge(state, card):
    """Rules 4 and 5, choices 1 and 3: the next player draws at once, or may answer first."""
    due = state.due + PENALTY[card]
    may_be_challenged = card == DRAW_FOUR and state.options.penalties == Penalties.CHALLENGE
    if not may_be_challenged and state.options.penalties != Penalties.STACKING:
        draw_cards(state, seat_after(state, 1), due)
        end_turn(state, 2)
        return
    end_turn(state, 1)
    if not state.over:
        state.due = due
        state.phase = Phase.ANSWER if may_be_challenged else Phase.TURN


@rule
def answer(state, action):
    """Choice 1: a wild draw four is accepted or challenged."""
    other = seat_after(state, -1)
    if action == CHALLENGE:
        arrays.copy(state.hands[other], state.seen[other])
        state.seen_by[other] = state.player
        if holds_colour(state.hands[other], state.colour_before):
            draw_cards(state, other, PENALTY[DRAW_FOUR])
            state.due = 0
            state.phase = Phase.TURN
            return
        show_no_colour(state, other, state.colour_before)
    draw_cards(state, state.player, CHALLENGED_IN_VAIN if action == CHALLENGE else PENALTY[DRAW_FOUR])
    end_turn(state, 1)


@rule
def end_turn(state, places):
    """Rule 2, choice 8: the turn passes on by so many places, unless the hand is stopped."""
    state.phase = Phase.TURN
    state.drawn = NO_CARD
    state.due = 0
    state.player = seat_after(state, places)
    state.turns += 1
    if state.turns == state.options.max_turns:
        stop_hand(state)


@rule
def points_in(hand):
    """Rule 9: the points of a hand."""
    points = 0
    for card in range(CODES):
        points += hand[card] * POINTS[card]
    return points


@rule
def stop_hand(state):
    """Choice 8: the fewest points in hand count as best; in a match the best score does."""
    state.over = state.truncated = True
    is_match = state.options.target != NO_TARGET
    if not is_match:
        for player in range(state.num_players):
            state.score[player] = -points_in(state.hands[player])
    rewards.reward_best_score(state)
    if not is_match:
        state.score[:] = 0


@rule
def end_hand(state, winner):
    """Rules 8 and 9, choice 5: the winner gets the points, and the next hand follows or the game is over."""
    for player in range(state.num_players):
        state.score[winner] += points_in(state.hands[player])
    state.due = 0
    next_hand(state, (state.dealer + 1) % state.num_players)
    state.truncated = state.over and state.options.target != NO_TARGET and not is_won(state)


@rule
def reward_hands(state):
    """Choice 5: one hand is its winner's, also if no other has points; a match is the best score's."""
    if state.options.target != NO_TARGET:
        rewards.reward_best_score(state)
        return
    for player in range(state.num_players):
        has_won = arrays.total(state.hands[player]) == 0
        state.reward[player] = 1.0 if has_won else -1 / (state.num_players - 1)


next_hand = MATCH.next_hand(STATE, np.array(PACK.cards, np.int16), deal, is_over=is_won, reward=reward_hands)


@rule
def observe(state, player, view):
    """Computed fields of the view: drawn card, cards and lacks that are known, turns left, points to the target."""
    view.turns_left = state.options.max_turns - state.turns
    if state.player == player:
        view.drawn = state.drawn
    shedding.show_needed(state, player, view)
    for place in range(state.num_players):
        other = (player + place) % state.num_players
        if state.seen_by[other] == player:
            arrays.copy(state.seen[other], view.known[place])
        for colour in range(COLOURS):
            view.lacks[place, colour] = lacks_of_colour(state.lacks[other], colour)


@rule
def lacks_of_colour(lacks, colour):
    """Least number of a hand's cards that are known not to be of a colour."""
    least = lacks[SIGNS * colour]
    for card in range(SIGNS * colour, SIGNS * (colour + 1)):
        if least == 0:
            break
        least = min(least, lacks[card])
    return least


@rule
def redeal_hidden(state, player):
    """Redraws others' cards that a challenge has not shown to the seat, within the lacks that all have seen.

    A card that another player has just drawn is drawn again.
    """
    draws_again = state.drawn != NO_CARD and state.player != player
    if draws_again:
        state.hands[state.player, state.drawn] -= 1
        piles.push(state.stock, state.drawn)
    known = arrays.zeros((MOST_PLAYERS, CODES), np.int16)
    for other in range(state.num_players):
        if state.seen_by[other] == player:
            arrays.copy(state.seen[other], known[other])
    shedding.redraw(state, player, known)
    if draws_again:
        state.drawn = draw_cards(state, state.player, 1)
    for other in range(state.num_players):
        if state.seen_by[other] not in (NOBODY, player):
            redraw_seen(state, other)


@rule
def redraw_seen(state, other):
    """Redraw the cards of a hand that a third player has seen: as many of the redrawn hand."""
    number, left = arrays.total(state.seen[other]), arrays.total(state.hands[other])
    for card in range(CODES):
        state.seen[other, card] = 0
        for _ in range(state.hands[other, card]):
            if rng.below(state, left) < number:
                state.seen[other, card] += 1
                number -= 1
            left -= 1


def check(state) -> str:
    """The first problem of a written position, in words, or nothing."""
    seats = int(state.num_players)
    hands = state.hands[:seats]
    if state.discards.height == 0:
        return "discards: a card lies open"
    if state.over:
        return ""
    if (hands.sum(axis=1) == 0).any():
        return "hands: a player without cards has won"
    if state.turns >= state.options.max_turns:
        return f"turns: after {state.options.max_turns} the hand is stopped"
    top = int(state.discards.cards[state.discards.height - 1])
    if top < WILD and state.colour != top // SIGNS:
        return f"colour: the card on top is {PACK.words[top]}"
    if (state.phase == Phase.NAME) and (top != WILD or state.discards.height > 1):
        return "phase: a colour is named for a wild card that was turned up first"
    if (state.phase == Phase.DRAWN) != (state.drawn != NO_CARD):
        return "drawn: there is a drawn card after drawing, and not before"
    if state.drawn != NO_CARD and not hands[state.player, state.drawn]:
        return "drawn: the card is in the hand"
    return wrong_penalty(state, top) or shedding.wrong_lacks(state) or wrong_seen(state)


def wrong_penalty(state, top: int) -> str:
    """The first problem of the cards that are due."""
    size = int(PENALTY[top])
    if state.phase == Phase.ANSWER:
        is_right = state.options.penalties == Penalties.CHALLENGE and top == DRAW_FOUR and state.due == size
        return "" if is_right else "phase: four cards of a wild draw four are due when it may be challenged"
    if state.due == 0:
        return ""
    may_stack = state.options.penalties == Penalties.STACKING and state.phase == Phase.TURN and size > 0
    is_right = may_stack and state.due % size == 0 and state.due <= MOST_DUE
    return "" if is_right else "due: cards are due after a draw card, with stacking"


def wrong_seen(state) -> str:
    """The first problem of the cards that challengers have seen."""
    for player in range(int(state.num_players)):
        if (state.seen[player] > state.hands[player]).any():
            return f"seen: a card is not in the hand of player {player}"
        if state.seen_by[player] == NOBODY and state.seen[player].any():
            return f"seen: nobody has seen the hand of player {player}"
        if state.seen_by[player] == player:
            return f"seen_by: player {player} knows the own hand anyway"
    return ""


def score_range(options, num_players: int) -> float:
    """Bound of a seat's score less the mean score."""
    return float(MOST_POINTS if options.target == NO_TARGET else MOST_SCORE)


def name_draw(look: Look) -> str:
    """Rule 7: a draw with its number of cards, those due or one, as far as there are so many."""
    number = min(look.view.due or 1, look.view.stock_size + look.view.discards.height - 1)
    if number < 1:
        return "Draw nothing, as no card is left"
    return f"Draw {number} cards" if number > 1 else "Draw a card"


def name_challenged(before: Look, after: Look) -> str:
    """Choice 1: the player who draws after a challenge, and how many cards."""
    drawn = after.view.hand_sizes - before.view.hand_sizes
    chair = int(drawn.argmax())
    return f"{before.name(chair)} drew {drawn[chair]} cards" if drawn[chair] else ""


LAYOUT = Layout(
    (Hands("hand", known="known"), STOCK, Spread("discards")),
    noted=("drawn",),
    hidden={"lacks": "a table for programs"},
    titles={"colour": "colour", "due": "cards to draw", "reversed": "play goes"},
    labels={"reversed": ("to the left", "to the right")},
    says={"pass": "Keep the card", "name": "Name {}", "challenge": "Challenge", "accept": "Draw 4 cards"},
    says_now={"draw": name_draw, "accept": name_draw},
    then={"challenge": name_challenged},
    phases={
        "turn": "Play a card or draw",
        "drawn": "Play the drawn card or keep it",
        "name": "Name a colour",
        "answer": "Draw four cards, or challenge",
    },
    rules={"play": (2, 5), "draw": (2, 7), "pass": (3,), "name": (6,)},
)

GAME = Game(
    name="uno",
    version=0,
    title="Uno",
    family="shedding",
    players=(2, SEATS),
    default_players=4,
    score_range=score_range,
    **declared_in(__name__),
)
