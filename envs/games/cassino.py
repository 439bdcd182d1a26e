"""Cassino.

A fishing game for two: cards on the table are captured by their value or by sums, or first built up to a value that is
captured later, unless the other player captures it first.

Rules
-----
1. A card captures a card of the same value from the table.
2. A card captures two or more cards that add up to its value.
3. Two players and the pack of 52. Each is dealt four cards, and four are laid face up on the table. When both have
   played their cards they are dealt four more each, until the pack is gone; none is added to the table.
4. The player who does not deal begins. In a turn one card of the hand captures, builds or is trailed, which is to lay
   it on the table.
5. An ace counts 1, a card from 2 to 10 its number. Such a card captures any number of cards of its value and of sets of
   cards that add up to it, as its player names them; each card is in one set.
6. A jack, queen or king captures one card of its rank. It is part of no sum.
7. To build, a player binds the card played with cards of the table to a value of 10 at most, of which the player holds
   a card.
8. A build of one set is single. Either player may raise it by the value of a card from the hand, and must hold a card
   of the new value.
9. A build of two or more sets of the same value is multiple. Its value does not change.
10. A build is captured as a whole and by its value alone, by either player. It counts as a set of its value.
11. A build belongs to the player who has built or raised it last, who may not trail while it is on the table.
12. After the last card of a deal, the player who has captured last takes what is left on the table.
13. Most cards score 3, but nothing if both players have 26; most spades 1; 10♦ scores 2, 2♠ 1 and each ace 1.
14. The player who has 21 points first, after a deal, wins.

Sources
-------
The idea of the game, rules 1 and 2, in [Denexa Games, Game Rules](https://www.denexa.com/blog/category/game-rules/);
descriptions of Cassino in encyclopedias and on the web for the others.

Choices where the text is silent
--------------------------------
1. The text only mentions two cards that a third one captures. All else, from rule 3 on, is the usual game.
2. Clearing the table, a sweep, scores nothing; with ``sweeps=True`` it scores 1. Rule 12 makes no sweep.
3. A set has any number of cards.
4. A card that could capture may be trailed or built with instead, court cards too.
5. Of two court cards of its rank on the table, a court card takes one.
6. A card of the build's value must be in the hand after the play, and later too: a play that would leave an own build
   on the table and no card of its value in the hand is not allowed. So the last such card takes all own builds of the
   value, or raises the only one. Thus a player with a build always has a play, and no build is left when the hands are
   empty.
7. A raise adds one card from the hand to the build and nothing else. Players may raise their own builds.
8. A single build may be joined to a multiple one: the card played is another set of its value, alone or with other
   cards, or has just raised it to the value of other sets. A multiple build may be joined by more sets in the same way.
   A player who does so owns it then. A player may as well have several builds of one value side by side.
9. If both players have reached 21, the better score wins, and if they are equal there is another deal. If nobody
   captures anything in a deal, nobody scores.
10. The first dealer is drawn, then the deal alternates.
11. Any four cards may open a deal; none are dealt again.
12. All remember the captured cards. All also know that the owner of a build holds a card of its value, until such a
    card is played.

Options
-------
``target``: points that win.
``hands``: play so many deals instead, after which most points win; None for a match to the target. Only one of the two
may be given.
``sweeps``: whether a sweep scores.
``max_hands``: deals after which the match is stopped.

Rewards
-------
The winner gets +1, the other player -1; equal points after ``hands`` bring 0. If the match is stopped, the better score
wins, and equal scores bring 0. The score is the points. ``reward="score"`` divides it by the farthest that it can be
from the mean, at 11 points for a deal, or 35 with sweeps: each player has 24 turns.

End
---
With a player at the target after a deal, or after ``hands``. A deal has 48 turns, and brings at least 8 points once
anybody has captured. Players who capture nothing would play for ever: after ``max_hands`` the match is truncated.

Written deck
------------
Four cards to each player, one at a time, the player who does not deal first; then the four of the table, then the
stock, its top card first: the next eight go round in the same way, and so on. Later deals are shuffled.
"""

import numpy as np

from cardzoo.envs.engine import arrays, piles
from cardzoo.envs.engine.actions import Actions, Block, places
from cardzoo.envs.engine.cards import ACE, CARD_WORDS, CARDS, NO_CARD, RANKS, SPADES, SUITS
from cardzoo.envs.engine.compiling import rule
from cardzoo.envs.engine.fields import Card, Cards, Choice, Flag, Number, Options, Pile, Seat, Seats, State
from cardzoo.envs.engine.game import Game, declared_in
from cardzoo.envs.engine.match import Match
from cardzoo.envs.families import dealing, fishing, tricks
from cardzoo.envs.families.fishing import TEN_OF_DIAMONDS, Phase
from cardzoo.envs.scene import STOCK, Beside, Hands, Layout, Look, Spread

SEATS = Seats(2)
HAND_SIZE = 4
TABLE_CARDS = 4
SLOTS = 6  # for builds: an owner needs a card for them in the hand, and has made each of them with another
MOST_CARDS_POINTS = 3
MOST_SPADES_POINTS = 1
TEN_OF_DIAMONDS_POINTS = 2
TWO_OF_SPADES = CARD_WORDS.index("2♠")
POINTS = MOST_CARDS_POINTS + MOST_SPADES_POINTS + TEN_OF_DIAMONDS_POINTS + 1 + SUITS  # of a deal, without sweeps
MOST_SWEEPS = (CARDS - TABLE_CARDS) // SEATS
HIGHEST_TARGET = 121
MOST_HANDS = 50
MOST_SCORE = MOST_HANDS * (POINTS + MOST_SWEEPS)
NOBODY = -1
ONE = np.int64(1)
NO_CARDS = np.zeros(CARDS, np.int16)
PACK = np.arange(CARDS, dtype=np.int16)


BUILDS = tuple(f"{place} build" for place in ("first", "second", "third", "fourth", "fifth", "sixth"))

ACTIONS = Actions(
    Block("play", CARDS, doc="show the card of the hand that is played in this turn"),
    Block("trail", doc="lay it on the table"),
    Block("capture", doc="capture with it; what it captures comes next"),
    Block("build", [str(value) for value in range(1, 11)], doc="build or raise to this value; with what comes next"),
    Block(
        "select",
        [*range(CARDS), *places("builds", BUILDS)],
        among=("table",),
        doc="capture, bind or raise this too; cards in the order of their codes, then builds as they lie",
    ),
    Block("commit", doc="the choice is complete"),
)
TRAIL = ACTIONS.first("trail")
CAPTURE = ACTIONS.first("capture")
BUILD = ACTIONS.first("build") - 1  # to which the value is added
SELECT = ACTIONS.first("select")
SELECT_BUILD = SELECT + CARDS
COMMIT = ACTIONS.first("commit")

MATCH = Match(most=MOST_HANDS, default=None, early=True)

STATE = State(
    Choice("phase", Phase, doc="what the player whose turn it is decides"),
    Pile("stock", CARDS, doc="the stock"),
    Cards("hands", SEATS, doc="the players' hands"),
    Cards("table", doc="loose cards on the table"),
    Cards("builds", SLOTS, doc="the cards of each build, the one built or raised last at the end"),
    Number("values", SLOTS, high=fishing.VALUES, doc="the value of each build, 0 where there is none"),
    Number("multiple", SLOTS, doc="1 if it is a multiple one"),
    Seat("owners", SEATS, SLOTS, default=None, doc="whose it is"),
    Cards("captured", SEATS, doc="what each player has captured in this deal"),
    Card("card", doc="the card being played"),
    Number("aim", high=fishing.VALUES, doc="the value that the turn builds, 0 if it captures"),
    Cards("selected", memo=True, doc="loose cards chosen in this turn"),
    Number("taken", SLOTS, doc="1 for a build chosen in this turn"),
    Number("known", SEATS, fishing.VALUES, doc="1 if all know that a player holds an ace, a 2, and so on to 10"),
    Seat("last_capturer", SEATS, default=None, doc="the player who has captured last in this deal"),
    Number("sweeps", SEATS, high=CARDS // 2, doc="each player's sweeps in this deal, if they score"),
    MATCH.counter,
)

VIEW = STATE.view(
    Cards("hand", shows="hands", doc="own hand"),
    "table builds values multiple",
    Number("own", SLOTS, doc="1 if it is an own one"),
    "captured phase turn card aim selected taken known",
    Number("hand_sizes", SEATS, high=HAND_SIZE, shows="hands", doc="cards in each hand"),
    Number("stock_size", high=CARDS, shows="stock", doc="cards in the stock"),
    "dealer last_capturer sweeps",
    Number("scores", SEATS, high=MOST_SCORE, shows="score", doc="points of the deals that are over"),
    Number("needed", SEATS, high=HIGHEST_TARGET, doc="points that each player lacks to the target, if there is one"),
    MATCH.left,
    Number("hands_to_stop", high=MOST_HANDS, doc="deals after which the match is stopped, this one included"),
)

OPTIONS = Options(
    Number("target", low=1, high=HIGHEST_TARGET, default=21, doc="points that win"),
    MATCH.option,
    Flag("sweeps", doc="whether clearing the table scores 1"),
    Number("max_hands", low=1, high=MOST_HANDS, default=30, doc="deals after which the match is truncated"),
    either=("target", "hands"),
)


@rule
def deal(state):
    """Rules 3 and 4, choice 11: the hands, then cards on the table."""
    deal_hands(state)
    for _ in range(TABLE_CARDS):
        state.table[piles.draw(state.stock)] = 1


@rule
def deal_hands(state):
    """Rule 3: a number of cards to each player."""
    dealing.deal(state, SEATS * HAND_SIZE)


@rule
def legal_actions(state, mask):
    """Legal actions of each phase."""
    if state.phase == Phase.SELECT:
        value, played, equal, raising = cover(state)
        required = last_card_takes(state, np.int64(state.card), fishing.counts_of(state.hands[state.player]))
        fishing.mask_selection(state, value, played, equal, raising, required, mask, SELECT)
    elif state.phase == Phase.MODE:
        mask_modes(state, mask)
    elif owns_build(state):
        mask_bound_plays(state, mask)
    else:
        tricks.mask_any(state.hands[state.player], mask)


@rule
def owns_build(state):
    """Rule 11: returns whether the player whose turn it is owns a build."""
    found = False
    for slot in range(SLOTS):
        found |= state.owners[slot] == state.player
    return found


@rule
def mask_bound_plays(state, mask):
    """Rule 11, choice 6: legal plays of an owner of a build, who may not trail."""
    hand = state.hands[state.player]
    counts, sums = fishing.counts_of(hand), fishing.sums_of(state.table)
    for card in range(CARDS):
        if hand[card] > 0:
            held = counts - fishing.UNITS[card]
            mask[card] = fishing.captures(state, card, sums) or aims(state, card, sums, held) > 0


@rule
def mask_modes(state, mask):
    """Rules 4, 7 and 11: masks trailing, capturing and building with the card shown."""
    card, sums = np.int64(state.card), fishing.sums_of(state.table)
    bits = aims(state, card, sums, fishing.counts_of(state.hands[state.player]))
    mask[TRAIL] = not owns_build(state)
    mask[CAPTURE] = fishing.captures(state, card, sums)
    for aim in range(1, fishing.VALUES + 1):
        mask[BUILD + aim] = bits >> aim & 1


@rule
def builds_of(state, value):
    """The builds of a value, as bits of slots; none for the value 0."""
    bits = fishing.NOTHING
    for slot in range(SLOTS):
        if value > 0 and state.values[slot] == value:
            bits |= ONE << slot
    return bits


@rule
def single_builds_of(state, value):
    """The single builds among those of a value."""
    bits = builds_of(state, value)
    for slot in range(SLOTS):
        if state.multiple[slot]:
            bits &= ~(ONE << slot)
    return bits


@rule
def own_builds_of(state, value):
    """The builds among those of a value that the player whose turn it is owns."""
    bits = builds_of(state, value)
    for slot in range(SLOTS):
        if state.owners[slot] != state.player:
            bits &= ~(ONE << slot)
    return bits


@rule
def holds(counts, value):
    """Returns whether there is a card of the value among cards that are given as counts."""
    return counts >> fishing.FIELD * (value - 1) & ((1 << fishing.FIELD) - 1) > 0


@rule
def last_card_takes(state, card, held):
    """Choice 6: builds that the player must take with the card, given the cards held besides, as bits."""
    value = fishing.CARD_VALUES[card]
    if value == 0 or holds(held, value):
        return fishing.NOTHING
    return own_builds_of(state, value)


@rule
def aims(state, card, sums, held):
    """The values to which the player may build with the card, holding the others, as bits (rule 7)."""
    bits = fishing.NOTHING
    value = fishing.CARD_VALUES[card]
    if value > 0:
        required = last_card_takes(state, card, held)
        for aim in range(value, fishing.VALUES + 1):
            if holds(held, aim) and can_build(state, value, aim, sums, required):
                bits |= ONE << aim
    return bits


@rule
def can_build(state, value, aim, sums, required):
    """Rules 7 to 9, choices 6 to 8: returns whether a card of the one value can be bound to the other.

    Args:
        state: the table.
        value: the card's, 1 to 10.
        aim: the value of the build.
        sums: `fishing.sums_of` the loose cards.
        required: own builds that the card must take or raise, as bits of slots.
    """
    if required > 0:  # this card must raise the only such build
        return aim == 2 * value and required & (required - 1) == 0 and single_builds_of(state, value) & required > 0
    if aim == value:
        return sums >> aim & 1 > 0 or builds_of(state, aim) > 0
    return sums >> (aim - value) & 1 > 0 or single_builds_of(state, aim - value) > 0


@rule
def cover(state):
    """Rules 5 to 10, choices 3 and 5 to 8: parts of the exact cover of this turn.

    Returns:
        The value of the sets, 0 for a court card; the card played as counts if it is bound with the others; builds that
        count as sets; builds that the card may raise.
    """
    value = fishing.CARD_VALUES[state.card]
    if state.aim == 0:
        return value, fishing.NOTHING, builds_of(state, value), fishing.NOTHING
    aim = np.int64(state.aim)
    return aim, fishing.UNITS[state.card], builds_of(state, aim), single_builds_of(state, aim - value)


@rule
def apply_action(state, action):
    """Play a legal action."""
    if state.phase == Phase.PLAY:
        fishing.play(state, action)
    elif action == TRAIL:
        state.table[state.card] = 1
        end_turn(state)
    elif action == COMMIT:
        commit(state)
    else:
        choose(state, action)


@rule
def choose(state, action):
    """Choose to capture or build, then items. A build shows a card of its value, items may show another (choice 12)."""
    if action >= SELECT_BUILD:
        state.taken[action - SELECT_BUILD] = 1
    elif action >= SELECT:
        state.selected[action - SELECT] = 1
    else:
        state.phase = Phase.SELECT
        if action != CAPTURE:
            state.aim = action - BUILD
            state.known[state.player, state.aim - 1] = 1
    value = fishing.CARD_VALUES[state.card]
    own = own_builds_of(state, value)
    if own > 0 and not can_still_take(state, own):
        state.known[state.player, value - 1] = 1


@rule
def can_still_take(state, builds):
    """Returns whether the turn can take all of these builds, after what has been chosen."""
    value, played, equal, raising = cover(state)
    chosen, free, last = fishing.NOTHING, fishing.NOTHING, -1
    for card in range(CARDS):
        if state.selected[card] > 0:
            chosen += fishing.UNITS[card]
            last = card
    taken, later = fishing.NOTHING, equal | raising
    for slot in range(SLOTS):
        if state.taken[slot] > 0:
            taken |= ONE << slot
            later = (equal | raising) >> (slot + 1) << (slot + 1)
    for card in range(last + 1, CARDS):
        if state.table[card] > 0 and taken == 0:
            free += fishing.UNITS[card]
    return fishing.can_complete(value, played, chosen, free, taken, later, raising, builds)


@rule
def commit(state):
    """Capture or build the chosen items. A player who leaves an own build has a card for it (choice 12)."""
    player = state.player
    if state.aim > 0:
        build(state)
    else:
        capture(state)
    for slot in range(SLOTS):
        if state.owners[slot] == player:
            state.known[player, state.values[slot] - 1] = 1
    end_turn(state)


@rule
def capture(state):
    """Rules 5, 6 and 10, choice 2: the player takes the card played and all chosen items."""
    player = state.player
    take_chosen(state, state.captured[player])
    state.captured[player, state.card] = 1
    state.last_capturer = player
    close_gaps(state)
    if state.options.sweeps and state.table.sum() == 0 and state.values[0] == 0:
        state.sweeps[player] += 1


@rule
def build(state):
    """Rules 7 to 9 and 11, choices 7 and 8: one build of all that is chosen and the card played, in the last slot."""
    slot = 0
    while state.values[slot] > 0:
        slot += 1
    cards = state.builds[slot]
    total = fishing.CARD_VALUES[state.card] + take_chosen(state, cards)
    cards[state.card] = 1
    state.values[slot] = state.aim
    state.multiple[slot] = total > state.aim
    state.owners[slot] = state.player
    close_gaps(state)


@rule
def take_chosen(state, cards):
    """Move the chosen items to a set of cards; returns the sum of all values."""
    total = fishing.take_selected(state, cards)
    for slot in range(SLOTS):
        if state.taken[slot]:
            total += state.values[slot]
            for card in range(CARDS):
                if state.builds[slot, card] > 0:
                    state.builds[slot, card] = 0
                    cards[card] = 1
            state.taken[slot] = state.values[slot] = state.multiple[slot] = 0
            state.owners[slot] = NOBODY
    return total


@rule
def close_gaps(state):
    """Builds lie in the first slots, in the order in which they were built or raised last."""
    goal = 0
    for slot in range(SLOTS):
        if state.values[slot] > 0:
            if goal < slot:
                state.values[goal] = state.values[slot]
                state.multiple[goal] = state.multiple[slot]
                state.owners[goal] = state.owners[slot]
                arrays.copy(state.builds[slot], state.builds[goal])
                state.values[slot] = state.multiple[slot] = 0
                state.owners[slot] = NOBODY
                state.builds[slot] = 0
            goal += 1


@rule
def end_turn(state):
    """Rules 3, 4 and 12: the turn passes; when all hands are empty there are new ones, or the deal ends."""
    state.card = NO_CARD
    state.aim = 0
    state.phase = Phase.PLAY
    if fishing.pass_turn(state):
        return
    state.player = 1 - state.dealer
    if state.stock.height >= SEATS * HAND_SIZE:
        deal_hands(state)
    else:
        end_deal(state)


@rule
def end_deal(state):
    """Rules 12 to 14, choices 2 and 9: the last capturer takes what lies on the table, and the deal is scored."""
    fishing.take_table(state, state.last_capturer)
    for player in range(SEATS):
        state.score[player] += points(state.captured[player]) + state.sweeps[player]
    next_hand(state, 1 - state.dealer)
    decided = fishing.is_won(state) or state.hands_over == state.options.hands
    state.truncated = state.over and not decided


@rule
def points(cards):
    """Rule 13, of a player's cards."""
    scored = cards[TWO_OF_SPADES] + TEN_OF_DIAMONDS_POINTS * cards[TEN_OF_DIAMONDS]
    if cards.sum() > CARDS // SEATS:
        scored += MOST_CARDS_POINTS
    spades = 0
    for rank in range(RANKS):
        spades += cards[RANKS * SPADES + rank]
    if spades > RANKS // SEATS:
        scored += MOST_SPADES_POINTS
    for suit in range(SUITS):
        scored += cards[RANKS * suit + ACE]
    return scored


@rule
def is_over(state):
    """Rule 14, choice 9: returns whether a player has won, or the match is stopped."""
    return fishing.is_won(state) or state.hands_over == state.options.max_hands


next_hand = MATCH.next_hand(STATE, PACK, deal, is_over=is_over)


@rule
def observe(state, player, view):
    """Computed fields of the view: owners of the builds, and progress of the match."""
    for slot in range(SLOTS):
        view.own[slot] = state.owners[slot] == player
    view.hands_to_stop = state.options.max_hands - state.hands_over
    for seat in range(SEATS):
        other = player if seat == 0 else 1 - player
        view.needed[seat] = fishing.points_needed(state, other)


@rule
def redeal_hidden(state, player):
    """Redraws the other hand and the stock, consistent with the values that the other player must hold (choice 12).

    An owner of a build who has just shown a card that captures nothing is about to build, and holds a card for that.
    """
    while True:
        fishing.redeal(state, player, NO_CARDS)
        if state.phase != Phase.MODE or state.player == player or has_mode(state):
            return


@rule
def has_mode(state):
    """Returns whether the player may do anything with the card shown."""
    card, sums = np.int64(state.card), fishing.sums_of(state.table)
    held = fishing.counts_of(state.hands[state.player])
    return not owns_build(state) or fishing.captures(state, card, sums) or aims(state, card, sums, held) > 0


def check(state) -> str:
    """The first problem of a written position, in words, or nothing. Fills in what builds show of hands."""
    if not state.over and state.hands_over >= state.options.max_hands:
        return "hands_over: this number ends the match; a finished one says over=True"
    if (state.score > MOST_SCORE - POINTS - MOST_SWEEPS).any():
        return "score: it is more than a match brings"
    if (2 * state.sweeps > state.captured.sum(axis=1)).any():
        return "sweeps: each captures two cards at least"
    builds = [(state.builds[slot], state.values[slot], state.multiple[slot]) for slot in range(SLOTS)]
    owners = state.owners.tolist()
    number = int((state.values > 0).sum())
    if NOBODY in owners[:number] or state.owners[number:].max(initial=NOBODY) != NOBODY:
        return "owners: each build has one, and builds lie in the first places"
    for cards, value, multiple in builds[:number]:
        if problem := fishing.problem_of_bundle(cards, value, multiple):
            return f"builds: {problem}"
    if any(cards.any() or value or multiple for cards, value, multiple in builds[number:]):
        return "builds: they lie in the first places, and each has a value"
    if problem := fishing.problem_of_kept(state, list(zip(owners, state.values.tolist(), strict=True))[:number]):
        return problem
    sizes = state.hands.sum(axis=1)
    if state.card != NO_CARD:
        sizes[state.player] += 1
    if number + np.maximum(sizes - 1, 0).sum() > SLOTS:
        return f"builds: there could be more than {SLOTS}, with those that the hands can build"
    begun = [CAPTURE if state.aim == 0 else BUILD + int(state.aim)]
    return fishing.problem_of_turn(GAME, state, begun if state.phase == Phase.SELECT else [], SELECT)


def score_range(options, num_players):
    """The farthest a score can be from the mean: half of the largest lead."""
    most = POINTS + MOST_SWEEPS * options.sweeps
    if options.hands != fishing.TO_TARGET:
        return options.hands * most / 2
    return (options.target - 1 + most) / 2


def name_choice(look: Look, action: int) -> str:
    """The choice of a build; that of a card has its usual words."""
    place = action - SELECT_BUILD
    return fishing.choose_bundle(look, "builds", place, "build") if 0 <= place < SLOTS else ""


LAYOUT = Layout(
    (
        Hands("hand"),
        Beside(STOCK, Spread("table"), Spread("card", "card played"), Spread("selected")),
        Spread("builds", sparse=True, notes=("values", "multiple", "own", "taken")),
    ),
    noted=("captured",),
    labels={"known": fishing.VALUE_WORDS, "builds": BUILDS},
    says={
        "trail": "Leave it on the table",
        "capture": "Capture",
        "build": "Build {}",
        "select": "Choose {}",
        "commit": "Finish",
    },
    says_each={"select": name_choice},
    phases=fishing.PHASES,
    whole={
        "capture": "Capture {select} with {play}",
        "build": "Build {build} with {play and select}",
        "trail": "Leave {play} on the table",
    },
    ends=("select", "commit"),
    rules={"play": (4,), "trail": (11,), "capture": (5, 6), "build": (7, 8), "select": (5,)},
)

GAME = Game(
    name="cassino",
    version=0,
    title="Cassino",
    family="fishing",
    players=(SEATS, SEATS),
    default_players=SEATS,
    score_range=score_range,
    rest="stock",
    **declared_in(__name__),
)
