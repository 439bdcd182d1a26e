"""Diloti.

A Greek fishing game for two players, or four in partnerships: cards on the table are captured by rank or by sums, may
be bound into declarations that only one value takes, and clearing the whole table, a xeri, is worth most.

Rules
-----
1. Two players, or four of whom those facing each other are partners, play with the pack of 52. An ace counts 1, the
   cards from 2 to 10 their number; jacks, queens and kings have no value.
2. Each player is dealt six cards, then four cards are laid face up on the table; the others are the stock.
3. If three or four of those four have the same rank, all four are shuffled into the stock and four others are laid out.
4. The dealer's left neighbour begins. A turn is to play one card of the hand, and turns go round to the left.
5. A card may be laid on the table.
6. A card captures a card of its rank from the table.
7. A numeral captures cards of the table that add up to its value, and several such sets at once, cards of its own rank
   being sets too; each card is in one set.
8. Jacks, queens and kings are part of no sum and of no declaration.
9. Captured cards and those that captured them go face down to the player's pile, which partners share.
10. To declare, a player binds the card played with cards of the table into a bundle with a value, their sum, of 10 at
    most. Only a card of this value captures it, and only as a whole.
11. The declarer must hold a card of the value, and must keep it for capturing the declaration.
12. An opponent of its owner may raise a declaration by the value of a card played, to 10 at most, holding a card of the
    new value, which must be kept in the same way. Neither the owner nor the owner's partner may raise it.
13. From declaring or raising on until the declaration is captured, by anybody, or raised by an opponent, its owner may
    neither lay a card nor declare anything else; a player who raises it becomes the owner.
14. A group is a declaration of two or more sets of the same value.
15. A group may take in single declarations of its value, the player's own, the partner's too; for a player with a
    declaration, such a group with it is the only way to declare. It then binds its owner like any declaration.
16. A declaration may be raised and joined with other sets to a group in the same turn.
17. Anybody may capture a declaration, single or group, with a card of its value, together with other sets.
18. From the second turn of a hand on, a card that captures all there is on the table makes a xeri.
19. When all have played their six cards, each is dealt six more, as long as the stock lasts: four times in a hand with
    two players, twice with four.
20. After the last card of a hand, the side that has captured last takes what is left on the table, which is no xeri.
21. Each xeri scores 10; capturing most cards 4, or nothing if both sides have 26.
22. The side with 10♦ scores 2, with each ace 1, and with 2♣ 1.
23. The deal passes to the left for the next hand. When a side has 61 points or more after a hand, the higher score
    wins.

Sources
-------
The rules of Diloti in [Denexa Games, Game Rules](https://www.denexa.com/blog/category/game-rules/);
[Pagat's](https://www.pagat.com/fishing/diloti.html) and other descriptions of Diloti for some of the points below.

Choices where the text is silent
--------------------------------
1. Capturing is not compulsory for numerals. A jack, queen or king may not be laid while its rank lies on the table; so
   there is a capture in every hand, and rule 20 leaves nothing over.
2. Such a card captures one card of its rank, even if there are two.
3. The player chooses which sets to capture, and need not capture all.
4. The cards that a player chooses must split exactly into sets of the value; a declaration of the value is one set.
5. A group may also take in single declarations of opponents. All of it belongs to the player who makes the group, and
   a player who owned a part of it before has no declaration any more and may use the kept card freely.
6. A group cannot be raised, nor taken into another group.
7. A raise adds the card played to one declaration and nothing else. A player with a declaration may raise another one
   only as in rule 16, into a group with the own declaration.
8. A single declaration has the card played and at least one card of the table. A group may be the card played and
   a card of its rank, aces too: the card played is a set by itself, or belongs to one.
9. The card played is always part of what is declared.
10. A card of the value must be in the hand after the play. With two of them the player may use one for anything that
    the rules allow; the last one may only capture the own declaration, with any other sets.
11. A player with a declaration may capture anything else with a card that need not be kept. The kept card always has
    a capture, so that nobody is without a play, and no declaration is left when six cards have been played.
12. Two single declarations of the same value may lie on the table, if they have different owners.
13. The owner is the player who has last formed, raised or grouped a declaration; after a raise by an opponent, the
    first owner or the partner may raise it in turn.
14. The first card of a hand makes no xeri, even if it clears the table. The last card of a hand can make one.
15. If both sides have reached 61 points the higher score wins, and if they are equal there is another hand.
16. Rule 3 is for any rank, not for jacks, queens and kings alone.
17. All remember the captured cards, and the four cards of rule 3, which lie in the stock until the next six cards
    are dealt. All also know that a player who has declared a value holds such a card until one is played.

Options
-------
``target``: points that win.
``hands``: play so many hands instead, after which most points win; None for a match to the target. Only one of the two
may be given.

Rewards
-------
Each player of the side that wins gets +1, of the other side -1; equal points after ``hands`` bring 0. The score is the
side's points. ``reward="score"`` divides it by the farthest that it can be from the mean, at 251 points for a hand: 24
cards make at most as many xeris, and all the rest is 11.

End
---
With a side at the target after a hand, or after ``hands``. A hand has 48 turns and brings 7 or 11 points for cards: an
odd number in all, so that sides which are equal after a hand are not so after the next one. A match to 61 has 19 hands
at most.

Written deck
------------
Six cards to each player, one at a time from the dealer's left, then the four cards of the table, then the stock, its
top card first. Later hands are shuffled.
"""

import numpy as np

from cardzoo.envs.engine import piles, rewards
from cardzoo.envs.engine.actions import Actions, Block, places
from cardzoo.envs.engine.cards import ACE, CARDS, NO_CARD, RANKS, SUITS
from cardzoo.envs.engine.compiling import rule
from cardzoo.envs.engine.fields import Card, Cards, Choice, Number, Options, Pile, Seats, Sides, State
from cardzoo.envs.engine.game import Game, declared_in
from cardzoo.envs.engine.match import Match
from cardzoo.envs.families import dealing, fishing, tricks
from cardzoo.envs.families.fishing import TEN_OF_DIAMONDS, TWO_OF_CLUBS, Phase
from cardzoo.envs.scene import STOCK, Beside, Hands, Layout, Look, Spread

SEATS = Seats(4)
SIDES = Sides(2)
HAND_SIZE = 6
TABLE_CARDS = 4
TOO_MANY_ALIKE = 3  # of the first cards on the table
XERI_POINTS = 10
MOST_CARDS_POINTS = 4
TEN_OF_DIAMONDS_POINTS = 2
TURNS = CARDS - TABLE_CARDS  # of a hand
MOST_XERIS = TURNS // SIDES  # of a side in a hand
MOST_POINTS = XERI_POINTS * MOST_XERIS + MOST_CARDS_POINTS + TEN_OF_DIAMONDS_POINTS + SUITS + 1  # the same
HIGHEST_TARGET = 121
MOST_HANDS = 10
MOST_HANDS_TO_TARGET = 2 * (HIGHEST_TARGET - 1) // 7 + 2  # a hand brings 7 points at least; see End
MOST_SCORE = MOST_HANDS * MOST_POINTS  # more than in a match to a target, even with a tie above it
OWN = 1  # the player's own seat, and those of opponents, as bits of seats counted from the player
OPPONENTS = 0b1010
PACK = np.arange(CARDS, dtype=np.int16)


DECLARATIONS = tuple(f"{whose} declaration" for whose in ("own", "left", "partner's", "right"))

ACTIONS = Actions(
    Block("play", CARDS, doc="show the card of the hand that is played in this turn"),
    Block("lay", doc="lay it on the table"),
    Block("capture", doc="capture with it; what it captures comes next"),
    Block(
        "declare", [str(value) for value in range(1, 11)], doc="declare or raise to this value, or make a group of it"
    ),
    Block(
        "select",
        [*range(CARDS), *places("declared", DECLARATIONS)],
        among=("table",),
        doc="capture, bind or raise this too; cards in the order of their codes, then declarations in this order",
    ),
    Block("commit", doc="the choice is complete"),
)
LAY = ACTIONS.first("lay")
CAPTURE = ACTIONS.first("capture")
DECLARE = ACTIONS.first("declare") - 1  # to which the value is added
SELECT = ACTIONS.first("select")
SELECT_DECLARATION = SELECT + CARDS
COMMIT = ACTIONS.first("commit")

MATCH = Match(most=MOST_HANDS, longest=MOST_HANDS_TO_TARGET, default=None)

STATE = State(
    Choice("phase", Phase, doc="what the player whose turn it is decides"),
    Pile("stock", CARDS, doc="the stock"),
    Cards("hands", SEATS, doc="the players' hands"),
    Cards("table", doc="loose cards on the table"),
    Cards("declared", SEATS, doc="the cards of each player's declaration"),
    Number("values", SEATS, high=fishing.VALUES, doc="the value of each player's declaration, 0 without one"),
    Number("groups", SEATS, doc="1 if it is a group"),
    # In the state the side of players 0 and 2 comes first.
    Cards("captured", SIDES, doc="the cards captured by the own side, and by the other one"),
    Card("card", doc="the card being played"),
    Number("aim", high=fishing.VALUES, doc="the value that the turn declares, 0 if it captures"),
    Cards("selected", memo=True, doc="loose cards chosen in this turn"),
    Number(
        "taken", SEATS, doc="whether a declaration is chosen in this turn, counted from the player whose turn it is"
    ),
    Number("known", SEATS, fishing.VALUES, doc="1 if all know that a player holds an ace, a 2, and so on to 10"),
    Cards("returned", memo=True, doc="first cards of the table that went back, until the next cards are dealt"),
    Number("turns", high=TURNS, doc="turns of this hand that are over"),
    Number("last_capturer", high=SIDES - 1, default=None, optional=True, doc="the side that has captured last"),
    Number("xeris", SIDES, high=CARDS // 2, doc="xeris of each side in this hand"),
    MATCH.counter,
)

VIEW = STATE.view(
    Cards("hand", shows="hands", doc="own hand"),
    "table declared values groups captured phase turn card aim selected",
    Number("taken", SEATS, doc="1 for a player whose declaration is chosen in this turn"),
    "known returned",
    Number("hand_sizes", SEATS, high=HAND_SIZE, shows="hands", doc="cards in each hand"),
    Number("stock_size", high=CARDS, shows="stock", doc="cards in the stock"),
    "turns dealer",
    Number("last_capturer", SIDES, doc="1 for the side that has captured last, the own one first"),
    "xeris",
    Number("scores", SIDES, high=MOST_SCORE, shows="score", doc="points of each side in the hands that are over"),
    Number("needed", SIDES, high=HIGHEST_TARGET, doc="points that each side lacks to the target, if there is one"),
    MATCH.left,
)

OPTIONS = Options(
    Number("target", low=1, high=HIGHEST_TARGET, default=61, doc="points that win"),
    MATCH.option,
    either=("target", "hands"),
)


@rule
def deal(state):
    """Rules 2 and 3: the hands, then cards on the table, again if too many of these are alike."""
    deal_six(state)
    lay_out(state)
    while most_alike(state.table) >= TOO_MANY_ALIKE:
        for card in range(CARDS):
            if state.table[card] > 0:
                state.returned[card] = 1
        piles.move_counted(state.table, state.stock)
        piles.shuffle(state, state.stock)
        lay_out(state)


@rule
def deal_six(state):
    """Rules 2 and 19: six cards to each player.

    With these cards what went back to the stock may come into hands (choice 17).
    """
    state.returned[:] = 0
    dealing.deal(state, HAND_SIZE * state.num_players)


@rule
def lay_out(state):
    """Rule 2: the first cards on the table."""
    for _ in range(TABLE_CARDS):
        card = piles.draw(state.stock)
        state.table[card] = 1
        state.returned[card] = 0


@rule
def most_alike(cards):
    """The most cards of one rank."""
    most = 0
    for rank in range(RANKS):
        most = max(most, fishing.count_rank(cards, rank))
    return most


@rule
def legal_actions(state, mask):
    """Legal actions of each phase."""
    if state.phase == Phase.SELECT:
        mask_selection(state, mask)
    elif state.phase == Phase.MODE:
        mask_modes(state, mask)
    elif state.values[state.player] == 0:
        tricks.mask_any(state.hands[state.player], mask)
    else:
        mask_bound_plays(state, mask)


@rule
def mask_bound_plays(state, mask):
    """Rules 13 and 15: plays of a player with a declaration. The kept card captures it."""
    player = state.player
    sums = fishing.sums_of(state.table)
    for card in range(CARDS):
        if state.hands[player, card] > 0:
            mask[card] = fishing.captures(state, card, sums) or can_declare(state, card, state.values[player], sums)


@rule
def mask_modes(state, mask):
    """Rules 5 to 8, 11 and 13, choices 1 and 10: masks laying the card shown down, capturing and declaring."""
    card, player = state.card, state.player
    sums = fishing.sums_of(state.table)
    value = fishing.CARD_VALUES[card]
    mask[CAPTURE] = fishing.captures(state, card, sums)
    mask[LAY] = state.values[player] == 0 and (value > 0 or not mask[CAPTURE])
    if value > 0:
        for aim in range(value, fishing.VALUES + 1):
            if holds(state.hands[player], aim):
                mask[DECLARE + aim] = can_declare(state, card, aim, sums)


@rule
def holds(hand, value):
    """Returns whether there is a card of the value in the hand."""
    return fishing.count_rank(hand, value - 1) > 0


@rule
def declarations(state, value, only_single):
    """Players whose declaration has the value, as bits of seats counted from the player whose turn it is."""
    bits = 0
    for seat in range(state.num_players):
        owner = (state.player + seat) % state.num_players
        if state.values[owner] == value and not (only_single and state.groups[owner]):
            bits |= 1 << seat
    return bits


@rule
def can_declare(state, card, aim, sums):
    """Rules 10 and 12 to 16, choices 5 to 9: returns whether the card can be bound into a declaration of the value."""
    player = state.player
    value = fishing.CARD_VALUES[card]
    if value == 0 or value > aim:
        return False
    if state.values[player] > 0:
        if state.values[player] != aim or state.groups[player]:
            return False
        if value == aim:
            return True
    elif value == aim:
        return sums >> aim & 1 > 0 or declarations(state, aim, True) > 0
    rest = aim - value
    return rest > 0 and (sums >> rest & 1 > 0 or declarations(state, rest, True) & OPPONENTS > 0)


@rule
def mask_selection(state, mask):
    """Rules 7, 10 to 12 and 14 to 17, choices 2 to 10: items for the exact cover of `fishing.mask_selection`."""
    player = state.player
    own, aim = state.values[player], state.aim
    value = fishing.CARD_VALUES[state.card]
    if aim == 0:
        required = OWN if own > 0 and value == own and not holds(state.hands[player], own) else 0
        equal = declarations(state, value, False) if value > 0 else 0
        fishing.mask_selection(state, value, fishing.NOTHING, equal, 0, required, mask, SELECT)
    else:
        required = OWN if own > 0 else 0
        raising = declarations(state, aim - value, True) & OPPONENTS if aim > value else 0
        equal, played = declarations(state, aim, True), fishing.UNITS[state.card]
        fishing.mask_selection(state, np.int64(aim), played, equal, raising, required, mask, SELECT)


@rule
def apply_action(state, action):
    """Play a legal action."""
    if state.phase == Phase.PLAY:
        fishing.play(state, action)
    elif state.phase == Phase.MODE:
        choose_mode(state, action)
    elif action == COMMIT:
        commit(state)
    elif action >= SELECT_DECLARATION:
        take_declaration(state, action - SELECT_DECLARATION)
    else:
        state.selected[action - SELECT] = 1


@rule
def choose_mode(state, action):
    """Rules 5 to 8 and 11: the card is laid down, or is to capture or to declare."""
    state.phase = Phase.SELECT
    if action == LAY:
        state.table[state.card] = 1
        end_turn(state)
    elif action != CAPTURE:
        state.aim = action - DECLARE
        state.known[state.player, state.aim - 1] = 1


@rule
def take_declaration(state, seat):
    """A declaration is chosen. A player who leaves the own one behind keeps a card for it (choices 10 and 17)."""
    state.taken[seat] = 1
    if seat > 0 and not state.taken[0]:
        show_kept_card(state)


@rule
def show_kept_card(state):
    """Rule 11: all know that the owner of a declaration holds a card of its value."""
    player = state.player
    if state.values[player] > 0:
        state.known[player, state.values[player] - 1] = 1


@rule
def commit(state):
    """Capture or declare what is chosen."""
    if state.aim > 0:
        declare(state)
    else:
        capture(state)
        show_kept_card(state)
    end_turn(state)


@rule
def declare(state):
    """Rules 10 and 12 to 16, choice 5: one bundle of the chosen items and the card played."""
    player = state.player
    bundle = state.declared[player]
    total = fishing.CARD_VALUES[state.card] + take_chosen(state, bundle)
    bundle[state.card] = 1
    state.values[player] = state.aim
    state.groups[player] = total > state.aim


@rule
def take_chosen(state, cards):
    """Move the chosen items to a set of cards, and end the declarations among them; returns the sum of all values."""
    total = fishing.take_selected(state, cards)
    for seat in range(state.num_players):
        if state.taken[seat]:
            owner = (state.player + seat) % state.num_players
            total += state.values[owner]
            state.taken[seat] = state.values[owner] = state.groups[owner] = 0
            for card in range(CARDS):
                if state.declared[owner, card] > 0:
                    state.declared[owner, card] = 0
                    cards[card] = 1
    return total


@rule
def capture(state):
    """Rules 6, 7, 9, 17 and 18, choice 14: the side takes the card played and all chosen items."""
    side = state.player % SIDES
    take_chosen(state, state.captured[side])
    state.captured[side, state.card] = 1
    state.last_capturer = side
    if state.turns > 0 and state.table.sum() == 0 and state.values.sum() == 0:
        state.xeris[side] += 1


@rule
def end_turn(state):
    """Rules 4, 19 and 20: the turn passes; when all hands are empty there are new ones, or the hand ends."""
    state.card = NO_CARD
    state.aim = 0
    state.phase = Phase.PLAY
    state.turns = min(state.turns + 1, TURNS)
    if fishing.pass_turn(state):
        return
    state.player = (state.dealer + 1) % state.num_players
    if state.stock.height >= HAND_SIZE * state.num_players:
        deal_six(state)
    else:
        end_hand(state)


@rule
def end_hand(state):
    """Rules 20 to 23, choices 1 and 15: the last side to capture takes the table's cards, and the hand is scored."""
    fishing.take_table(state, state.last_capturer)
    for player in range(state.num_players):
        state.score[player] += points(state.captured[player % SIDES], state.xeris[player % SIDES])
    next_hand(state, (state.dealer + 1) % state.num_players)


@rule
def points(cards, xeris):
    """Rules 21 and 22: points of a side in a hand."""
    scored = XERI_POINTS * xeris
    if cards.sum() > CARDS // SIDES:
        scored += MOST_CARDS_POINTS
    if cards[TEN_OF_DIAMONDS] > 0:
        scored += TEN_OF_DIAMONDS_POINTS
    return scored + fishing.count_rank(cards, ACE) + cards[TWO_OF_CLUBS]


# Rule 23, choice 15.
next_hand = MATCH.next_hand(STATE, PACK, deal, is_over=fishing.is_won, reward=rewards.reward_sides)


@rule
def observe(state, player, view):
    """Computed fields of the view: declarations chosen by seat, and progress of the match."""
    seats = state.num_players
    for seat in range(seats):
        other = (player + seat) % seats
        view.taken[seat] = state.taken[(other - state.player + seats) % seats]
    fishing.show_sides(state, player, view)


@rule
def redeal_hidden(state, player):
    """Redraws the others' hands and the stock, consistent with the values that others are known to hold (choice 17)."""
    fishing.redeal(state, player, state.returned)


def check(state) -> str:
    """The first problem of a written position, in words, or nothing. Fills in what declarations show of hands."""
    if problem := fishing.problem_of_sides(state, MOST_SCORE - MOST_POINTS):
        return problem
    declared = []
    for owner, (cards, value, group) in enumerate(zip(state.declared, state.values, state.groups, strict=True)):
        if cards.any() or value or group:
            if problem := fishing.problem_of_bundle(cards, value, group):
                return f"declared: {problem}"
            declared.append((owner, int(value)))
    if problem := fishing.problem_of_kept(state, declared):
        return problem
    begun = [CAPTURE if state.aim == 0 else DECLARE + int(state.aim)]
    return fishing.problem_of_turn(GAME, state, begun if state.phase == Phase.SELECT else [], SELECT)


def score_range(options, num_players):
    """The farthest a score can be from the mean: half of the largest lead."""
    if options.hands != fishing.TO_TARGET:
        return options.hands * MOST_POINTS / 2
    return (options.target - 1 + MOST_POINTS) / 2


def name_choice(look: Look, action: int) -> str:
    """The choice of a declaration, counted from the player on turn; that of a card has its usual words."""
    place = action - SELECT_DECLARATION
    if not 0 <= place < look.num_players:
        return ""
    chair = (int(np.argmax(look.view["turn"])) + place) % look.num_players
    kind = "group" if look.view["groups"][chair] else "declaration"
    return fishing.choose_bundle(look, "declared", chair, kind)


LAYOUT = Layout(
    (
        Hands("hand"),
        Beside(STOCK, Spread("table"), Spread("card", "card played"), Spread("selected")),
        Spread("declared", sparse=True, notes=("values", "groups", "taken")),
    ),
    noted=("captured", "returned"),
    labels={"known": fishing.VALUE_WORDS, "declared": DECLARATIONS},
    says={
        "lay": "Leave it on the table",
        "capture": "Capture",
        "declare": "Declare {}",
        "select": "Choose {}",
        "commit": "Finish",
    },
    says_each={"select": name_choice},
    titles={
        "xeris": "xeris",
    },
    phases=fishing.PHASES,
    whole={
        "capture": "Capture {select} with {play}",
        "declare": "Declare {declare} with {play and select}",
        "lay": "Leave {play} on the table",
    },
    ends=("select", "commit"),
    rules={"play": (4,), "lay": (5,), "capture": (6, 7), "declare": (10, 11), "select": (7,)},
)

GAME = Game(
    name="diloti",
    version=0,
    title="Diloti",
    family="fishing",
    players=(2, SEATS),
    sides=SIDES,
    default_players=2,
    score_range=score_range,
    rest="stock",
    **declared_in(__name__),
)
