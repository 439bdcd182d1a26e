"""Barbu.

A compendium of seven contracts for four players. Each player is the dealer of seven hands and chooses a different
contract for each of them; the others may double the dealer and one another.

Rules
-----
1. Four players, each for themselves, and the pack of 52, thirteen cards each. The first dealer is drawn. A player deals
   seven hands in a row, then the next one to the left does.
2. The dealer looks at the own hand and names a contract not named before in the own seven hands; in trumps also the
   suit, in domino also the rank with which rows start.
3. Then come the doubles, then the play. The dealer leads to the first trick, or begins the domino.
4. The highest trump takes a trick, or without a trump the highest card of the suit led, the ace being high; its player
   leads next.
5. In the five negative contracts there are no trumps. Follow suit if able; otherwise play any card.
6. No tricks: each trick counts -2, in all -26.
7. No hearts: A♥ counts -6, each other heart -2, in all -30.
8. In no hearts and Barbu a heart may not be led by a player who holds another suit.
9. No queens: each queen counts -6, in all -24.
10. Barbu: K♥ counts -20.
11. No last two: the twelfth trick counts -10, the thirteenth -20.
12. No hearts, no queens and Barbu end with the trick that takes the last card that counts.
13. Trumps: each trick counts 5, in all 65. When a trump is led, follow with one that is higher than all in the trick,
    if able; else with another.
14. When another suit is led and one cannot follow, a trump must be played, higher than those in the trick; a player who
    holds only lower ones plays any card, also a lower trump.
15. Domino: cards of the starting rank start the rows of their suits, which grow card by card up to the ace and down to
    the 2.
16. In turn, the dealer first, everybody adds one card if able, or else passes. Players without cards are left out.
17. The first player to be without cards gets 40, the second 25, the third 10, the last -10; then the hand ends.
18. Doubling begins to the dealer's left, and the dealer comes last. In turn each player chooses once the players to
    double.
19. Doubling a player who has already doubled one is a redouble; there is no higher step.
20. The dealer may only redouble players who have doubled the dealer.
21. In trumps and domino the others may double only the dealer.
22. Each other player must double each dealer in at least two of the dealer's hands.
23. If one player of a pair has doubled the other, the player with fewer points in the hand pays the difference to the
    other, and pays it twice if they have redoubled. Payments to other players do not count for that.
24. All know the doubles and the cards taken.
25. Most points after 28 hands win.

Sources
-------
Pagat, [Barbu](https://www.pagat.com/compendium/barbu.html), of which the end was not at hand; Wikipedia, [Barbu (card
game)](https://en.wikipedia.org/wiki/Barbu_(card_game)); David Parlett's example of a settlement; Jeff Goldsmith,
[Barbu](http://www.jeff-goldsmith.com/games/barbu.txt); French rules on trictrac.net.

Choices where the text is silent
--------------------------------
1. With ``by_turn`` the deal passes to the left after each hand, and each dealer still names each contract once.
2. Domino's points are printed as 40, 25, 10 and -10 (``domino="english"``), 45, 20, 10 and -10 (``"french"``) or 45,
   20, 5 and -5 (``"american"``).
3. The ace is high in domino too; with ``ace_low`` rows go from the ace up to the king.
4. The dealer may name any starting rank, and passes like anybody who cannot add a card.
5. Nobody has to play a trump below another one that is in the trick. With ``must_beat=False`` no trump has to be higher
   than others; but one must still be played.
6. Rule 8 holds even if hearts have been played; with ``heart_leads="broken"`` only until then, with ``"free"`` never.
   K♥ need not be played at the first chance.
7. With ``flank_doubles`` rule 21 is left out.
8. With ``early_stop=False`` hands are played to their ends in spite of rule 12; the points are the same.
9. A hand without doubles is played. With ``skip_undoubled`` a negative one is not: the others count a third of it each,
   rounded away from 0, and the dealer the rest.
10. A player is asked about the others one after another, from the own left on, and only about those who may be doubled.
11. A player who still owes the dealer as many doubles as the dealer has hands left, this one included, has to double
    the dealer. A redouble of the dealer's is none. ``required`` says how many there must be; with ``contract`` there is
    no duty.
12. Players with the same best score share the win.

Options
-------
``dealers``: how many players deal seven hands each: the first dealer, and so on to the left.
``contract``: play one hand with this contract alone; None for all.
``by_turn``: whether the deal passes after each hand, rather than after seven.
``domino``: the points of domino, ``"english"``, ``"french"`` or ``"american"``.
``ace_low``: whether rows go from the ace to the king.
``must_beat``: whether trumps must be higher than those in the trick, if possible.
``heart_leads``: ``"never"``, ``"broken"`` or ``"free"``; when hearts may be led in no hearts and Barbu.
``flank_doubles``: whether the others may double one another in trumps and domino.
``early_stop``: whether a hand ends when nothing is left in it that counts.
``skip_undoubled``: whether a negative hand that nobody has doubled is not played.
``required``: how often each other player must double each dealer.

Rewards
-------
The best scores share +1, the others share -1; if all are equal, all get 0. ``reward="score"`` divides by 1260 for each
dealer, which nobody can exceed: a dealer who loses all negative contracts, redoubled with three players, loses seven
times 130, besides 130 in trumps and 220 in domino. With ``contract`` it is 7 times what a negative contract or trumps
count, and 280 in domino.

End
---
After the last hand. A hand is a contract, twelve questions at most, and 52 cards: somebody can always add to a domino.

Written deck
------------
The first hand's cards go round from the dealer's left, the first card first. Later hands are shuffled.
"""

from enum import IntEnum

import numpy as np

from cardzoo.envs.engine.actions import Actions, Block
from cardzoo.envs.engine.cards import CARDS, HEARTS, NO_CARD, RANK_WORDS, RANKS, SUIT_NAMES, SUIT_WORDS, suit_of
from cardzoo.envs.engine.compiling import rule
from cardzoo.envs.engine.fields import Card, Cards, Choice, Flag, Number, Options, Pile, Seat, Seats, State
from cardzoo.envs.engine.game import Game, declared_in
from cardzoo.envs.engine.match import Match
from cardzoo.envs.families import contracts, dealing, doubling, points, rows, tricks
from cardzoo.envs.families.contracts import (
    CONTRACTS,
    DOMINO_POINTS,
    DOMINO_SUM,
    SUMS,
    TRICKS,
    WORDS,
    Contract,
    Domino,
    HeartLeads,
)
from cardzoo.envs.scene import Hands, Layout, Look, Spread

SEATS = Seats(4)
MOST_LOST = 1260  # with each dealer; see Rewards
FARTHEST = (182, 210, 168, 140, 210, 455, 280)  # in one hand, by contract
ANY = -1
PACK = np.arange(CARDS, dtype=np.int16)
ALL_CARDS = np.ones(CARDS, np.int16)


class Phase(IntEnum):
    """Decisions of the player whose turn it is."""

    CONTRACT = 0
    DOUBLE = 1
    TRICKS = 2
    DOMINO = 3


ACTIONS = Actions(
    Block("play", CARDS, doc="lead or follow with a card of the hand, or add it to the rows"),
    *(Block(contract, doc="as the dealer, name this contract") for contract in WORDS[: Contract.TRUMPS]),
    Block("trumps", SUIT_WORDS, doc="as the dealer, name trumps and the suit"),
    Block("domino", RANK_WORDS, doc="as the dealer, name domino and the rank that starts the rows"),
    Block("double", doc="double, or redouble, the player one is asked about"),
    Block("leave", doc="do not double that player"),
    Block("pass", doc="add no card in domino, when none can be added"),
)
NAMES = np.array([ACTIONS.first(word) for word in (*WORDS, "double")])  # by contract
NAME_TRUMPS, NAME_DOMINO = (ACTIONS.first(WORDS[contract]) for contract in (Contract.TRUMPS, Contract.DOMINO))
DOUBLE, LEAVE, PASS = (ACTIONS.first(word) for word in ("double", "leave", "pass"))


@rule
def hands_in_all(options):
    """Rules 1 and 25: seven hands of each dealer, or one that is played alone."""
    return CONTRACTS * options.dealers if options.contract == ANY else 1


MATCH = Match(most=CONTRACTS * SEATS, length=hands_in_all, shortest={"dealers": 1})

STATE = State(
    Choice("phase", Phase, default=Phase.TRICKS, doc="what the player whose turn it is decides"),
    MATCH.counter,
    Pile("stock", CARDS, doc="the pack before the deal"),
    Cards("hands", SEATS, doc="the players' hands"),
    Card("trick", SEATS, doc="the card that each player has on the table in a trick"),
    Seat("leader", SEATS, doc="the player who leads or has led"),
    Cards("played", doc="cards of this hand's earlier tricks, or those that lie in the rows"),
    Cards("lacks", SEATS, memo=True, doc="cards that a player has shown not to hold"),
    Choice("contract", Contract, default=None, doc="what the hand is about, if it has been named"),
    Choice("trump", tricks.Suit, default=None, doc="the trump suit"),
    Number("start", high=RANKS - 1, default=None, optional=True, doc="the rank that starts the rows, the ace being 0"),
    Number("used", SEATS, CONTRACTS, doc="1 for a contract that a player has named as the dealer"),
    Seat("asked", SEATS, default=None, doc="the player whom one may double now"),
    Number("doubles", SEATS, SEATS, doc="1 for whom a player has doubled"),
    Number("kept", SEATS, SEATS, high=CONTRACTS, doc="how often a player has doubled each dealer"),
    Number("points", SEATS, low=-30, high=65, doc="points of this hand so far, without doubles"),
)

VIEW = STATE.view(
    Cards("hand", shows="hands", doc="own hand"),
    "trick",
    Choice("suit_led", tricks.Suit, default=None, doc="the suit led"),
    "leader played lacks",
    Cards("fits", doc="the cards that can be added to the rows now by who holds them"),
    Number("hand_sizes", SEATS, high=TRICKS, shows="hands", doc="cards in each hand"),
    "phase turn dealer contract trump start used asked",
    Number("doubles", SEATS, SEATS, doc="1 for whom a player has doubled, both from the own seat on"),
    Number(
        "kept",
        SEATS,
        SEATS,
        high=CONTRACTS,
        doc="how often a player has doubled each dealer, both from the own seat on",
    ),
    Number("owed", SEATS, high=CONTRACTS, doc="how often a player has still to double this dealer"),
    "points",
    Number(
        "scores", SEATS, low=-SEATS * MOST_LOST, high=SEATS * MOST_LOST, shows="score", doc="points of earlier hands"
    ),
    MATCH.left,
)

OPTIONS = Options(
    Number("dealers", low=1, high=SEATS, default=SEATS, doc="players who deal seven hands each"),
    Choice("contract", Contract, default=None, doc="play one hand with this contract; None: all"),
    Flag("by_turn", doc="whether the deal passes after each hand, rather than after seven"),
    Choice("domino", Domino, doc="the points of domino"),
    Flag("ace_low", doc="whether rows go from the ace to the king"),
    Flag("must_beat", default=True, doc="whether trumps must be higher than those in the trick, if possible"),
    Choice("heart_leads", HeartLeads, doc="when hearts may be led in no hearts and Barbu"),
    Flag("flank_doubles", doc="whether the others may double one another in trumps and domino"),
    Flag("early_stop", default=True, doc="whether a hand ends when nothing is left in it that counts"),
    Flag("skip_undoubled", doc="whether a negative hand that nobody has doubled is not played"),
    Number("required", high=CONTRACTS, default=2, doc="how often each other player must double each dealer"),
)


def score_range(options, num_players: int) -> float:
    """Bound of the scores; see Rewards."""
    return float(MOST_LOST * options.dealers if options.contract == ANY else FARTHEST[options.contract])


@rule
def deal(state):
    """Rules 1 and 2: all cards; then the dealer names a contract."""
    dealing.deal_out(state)
    state.phase = Phase.CONTRACT
    state.player = state.leader = state.dealer


next_hand = MATCH.next_hand(STATE, PACK, deal, keeps="used kept")


@rule
def legal_actions(state, mask):
    """Legal actions of each phase."""
    if state.phase == Phase.CONTRACT:
        mask_contracts(state, mask)
    elif state.phase == Phase.DOUBLE:
        mask[DOUBLE] = 1
        hands_left = CONTRACTS + 1 - state.used[state.dealer].sum()
        mask[LEAVE] = state.asked != state.dealer or owes(state, state.player) < hands_left
    elif state.phase == Phase.DOMINO:
        mark_fitting(state, state.hands[state.player], mask)
        mask[PASS] = mask.sum() == 0
    elif state.trick[state.leader] == NO_CARD:
        mask_leads(state, state.hands[state.player], mask)
    else:
        suit = suit_of(state.trick[state.leader])
        tricks.mask_trumping(state.hands[state.player], state.trick, suit, state.trump, state.options.must_beat, mask)


@rule
def mask_contracts(state, mask):
    """Rule 2: the contracts that the dealer has not named yet."""
    for contract in range(CONTRACTS):
        if state.used[state.dealer, contract] == 0 and state.options.contract in (ANY, contract):
            mask[NAMES[contract] : NAMES[contract + 1]] = 1


@rule
def mask_leads(state, hand, mask):
    """Rule 8, choice 6: any card, but hearts only where they may be led."""
    tricks.mask_any(hand, mask)
    if contracts.spares_hearts(state):
        points.spare_hearts(hand, False, mask)


@rule
def mark_fitting(state, cards, marks):
    """Rules 15 and 16, choices 3 and 4: marks the cards that can be added now."""
    rows.mark_fitting(state.played, state.start, state.options.ace_low, cards, marks)


@rule
def owes(state, player):
    """Rule 22, choice 11: how often a player still has to double this dealer."""
    return doubling.owes(state, player) if state.options.contract == ANY else 0


@rule
def may_double(state, player, other):
    """Rules 19 to 21, choice 7: returns whether a player may double another one."""
    if player == state.dealer:
        return state.doubles[other, player] > 0
    return other == state.dealer or state.contract < Contract.TRUMPS or state.options.flank_doubles


ask_next = doubling.asking(may_double)


@rule
def apply_action(state, action):
    """Play a legal action."""
    if state.phase == Phase.CONTRACT:
        name_contract(state, action)
    elif state.phase == Phase.DOUBLE:
        if action == DOUBLE:
            doubling.double(state)
        if not ask_next(state):
            start_play(state)
    elif state.phase == Phase.DOMINO:
        play_domino(state, action)
    else:
        play_to_trick(state, action)


@rule
def name_contract(state, action):
    """Rules 2, 3 and 18: then the dealer's left neighbour is asked about the first of the others."""
    for contract in range(CONTRACTS):
        if action >= NAMES[contract]:
            state.contract = contract
    if state.contract == Contract.TRUMPS:
        state.trump = action - NAME_TRUMPS
    elif state.contract == Contract.DOMINO:
        state.start = action - NAME_DOMINO
    state.used[state.dealer, state.contract] = 1
    state.phase = Phase.DOUBLE
    state.player = state.asked = (state.dealer + 1) % SEATS
    ask_next(state)


@rule
def start_play(state):
    """Rule 3; choice 9: unless the hand is not played."""
    state.phase = Phase.DOMINO if state.contract == Contract.DOMINO else Phase.TRICKS
    if state.options.skip_undoubled and state.contract < Contract.TRUMPS and state.doubles.sum() == 0:
        for player in range(SEATS):
            state.points[player] = -((SEATS - 2 - SUMS[state.contract]) // (SEATS - 1))
        state.points[state.dealer] += SUMS[state.contract] - state.points.sum()
        end_hand(state)


@rule
def play_to_trick(state, card):
    """Rules 4, 5, 8, 13 and 14: a card is led or played to the trick, and may show what its player lacks."""
    player, led = state.player, state.trick[state.leader]
    if led != NO_CARD:
        tricks.show_trumping(state, card, suit_of(led), state.trump, state.options.must_beat)
    elif suit_of(card) == HEARTS and contracts.spares_hearts(state):
        for other in range(CARDS):
            state.lacks[player, other] |= suit_of(other) != HEARTS
    state.hands[player, card] = 0
    state.trick[player] = card
    state.player = (player + 1) % SEATS
    if state.player == state.leader:
        take_trick(state)


@rule
def take_trick(state):
    """Rules 4, 6, 7 and 9 to 13, choice 8: the winner takes the trick and leads; the hand may be over."""
    taker = tricks.winner(state.trick, suit_of(state.trick[state.leader]), state.trump, SEATS)
    tricks.gather(state.trick, state.played)
    state.player = state.leader = taker
    state.points[taker] += contracts.points_in(state.contract, state.played) - state.points.sum()
    if state.hands[taker].sum() == 0 or nothing_left(state):
        end_hand(state)


@rule
def nothing_left(state):
    """Rule 12, choice 8: returns whether the hand ends because all that counts has been taken."""
    is_negative = state.contract < Contract.TRUMPS
    return state.options.early_stop and is_negative and state.points.sum() == SUMS[state.contract]


@rule
def play_domino(state, action):
    """Rules 15 to 17, choice 2: a card is added, or the player passes, which shows that no card fits."""
    player = state.player
    if action == PASS:
        mark_fitting(state, ALL_CARDS, state.lacks[player])
    else:
        state.hands[player, action] = state.lacks[:, action] = 0
        state.played[action] = 1
    if state.hands[player].sum() == 0:
        out = 0
        for other in range(SEATS):
            out += state.hands[other].sum() == 0
        state.points[player] = DOMINO_POINTS[state.options.domino, out - 1]
    state.player = (player + 1) % SEATS
    while state.hands[state.player].sum() == 0:
        state.player = (state.player + 1) % SEATS
    last = DOMINO_POINTS[state.options.domino, SEATS - 1]
    if state.points.sum() == DOMINO_SUM - last:
        state.points[state.player] = last
        end_hand(state)


@rule
def end_hand(state):
    """Rules 1, 23 and 25, choice 1: doubles are settled; the next hand follows, or the game is over."""
    doubling.settle(state)
    next_hand(state, dealer_of(state, state.hands_over + 1))


@rule
def dealer_of(state, hand):
    """Rule 1, choice 1: the dealer of a hand, counted from the hand that is played or was played last."""
    now, dealers = state.hands_over - state.over, state.options.dealers
    ahead = hand % dealers - now % dealers if state.options.by_turn else hand // CONTRACTS - now // CONTRACTS
    return (state.dealer + ahead) % SEATS


@rule
def observe(state, player, view):
    """Computed fields of the view: the suit led, cards that fit, and all doubles, the own seat first."""
    if state.trick[state.leader] != NO_CARD:
        view.suit_led = suit_of(state.trick[state.leader])
    if state.phase == Phase.DOMINO:
        mark_fitting(state, ALL_CARDS, view.fits)
    doubling.show_doubles(state, player, view)
    for seat in range(SEATS):
        view.owed[seat] = owes(state, (player + seat) % SEATS)


@rule
def redeal_hidden(state, player):
    """Redraws the others' hands, consistent with what they have shown to lack."""
    tricks.redeal(state, player, tricks.NOTHING_KNOWN, tricks.has_not_shown_to_lack)


def check(state) -> str:
    """The first problem of a written position, in words, or nothing. Cards that it does not name have been played."""
    asking, naming, named = state.phase == Phase.DOUBLE, state.phase == Phase.CONTRACT, state.contract != ANY
    problem = tricks.wrong_lacks(state) or wrong_contract(state, named)
    problem = problem or doubling.wrong_doubles(state, asking, may_double)
    if not problem and not (asking or naming) and (state.phase == Phase.DOMINO) != (state.contract == Contract.DOMINO):
        problem = "phase: domino is played in one of its own"
    if problem or state.over:
        return problem
    if named == naming or state.stock.height > 0:
        return "phase: the dealer, having all cards, names a contract first"
    if state.phase == Phase.DOMINO:
        return wrong_domino(state)
    if asking or naming:
        has_begun = state.played.any() or state.points.any() or state.lacks.any() or (naming and state.doubles.any())
        if has_begun or state.leader != state.dealer:
            return "phase: the hand has not begun, and the dealer will lead"
        if (state.hands.sum(axis=1) != TRICKS).any():
            return f"hands: all have {TRICKS} cards before the play"
        return "player: the dealer names the contract" if naming and state.player != state.dealer else ""
    if not state.played.any() and state.leader != state.dealer:
        return "leader: the dealer leads to the first trick"
    problem = contracts.wrong_points(state)
    problem = problem or tricks.wrong_trick(state, state.hands.sum(axis=1)) or tricks.wrong_turn(state)
    return problem or ("points: the hand ends when all that counts has been taken" if nothing_left(state) else "")


def wrong_contract(state, named: bool) -> str:
    """The first problem of the contracts that have been named."""
    if (state.trump != ANY) != (state.contract == Contract.TRUMPS):
        return "trump: trumps have a trump suit, other contracts none"
    if (state.start != ANY) != (state.contract == Contract.DOMINO):
        return "start: domino has a starting rank, other contracts none"
    for seat in range(SEATS):
        hands = [hand for hand in range(state.hands_over - state.over + named) if dealer_of(state, hand) == seat]
        if state.used[seat].sum() != len(hands):
            return f"used: player {seat} has dealt {len(hands)} hands, and named one contract for each"
    if named and not state.used[state.dealer, state.contract]:
        return "used: the dealer has named this contract"
    if named and state.options.contract not in (ANY, state.contract):
        return "contract: it is the one that the option names"
    now = state.doubles[:, state.dealer] * named  # with the hands before: all that a player has doubled this dealer
    before = state.kept.copy()
    before[:, state.dealer] -= now
    hands_before = state.used.sum(axis=1) - named * (np.arange(SEATS) == state.dealer)
    if before.diagonal().any() or (before < 0).any() or (before > hands_before).any():
        return "kept: the others double a dealer once in a hand at most, and doubles of this hand are counted"
    return ""


def wrong_domino(state) -> str:
    """The first problem of a domino."""
    if rows.has_gaps(state.played, state.start, state.options.ace_low):
        return "played: rows grow from the starting rank, card by card"
    sizes, prizes = state.hands.sum(axis=1), DOMINO_POINTS[state.options.domino]
    out = int((sizes == 0).sum())
    if out == SEATS - 1 or sizes[state.player] == 0 or (state.trick != NO_CARD).any():
        return "hands: two players have cards, among them the one whose turn it is"
    is_paid = sorted(state.points[sizes == 0]) == sorted(prizes[:out]) and not state.points[sizes > 0].any()
    return "" if is_paid else "points: those without cards have got them"


def name_double(look: Look) -> str:
    """Label of a double, with the name of the player to be doubled."""
    return f"Double {look.marked('asked')}"


def name_leave(look: Look) -> str:
    """Label of the other answer."""
    return f"Do not double {look.marked('asked')}"


def ask_to_double(look: Look) -> str:
    """The question about doubling a player."""
    return f"Double {look.marked('asked')}, or do not"


LAYOUT = Layout(
    (Hands("hand"), Spread("trick"), Spread("played")),
    noted=("lacks", "fits"),
    labels={"used": WORDS, "start": RANK_WORDS},
    titles={
        "used": "has chosen",
        "start": "rows start with",
        "asked": "may be doubled now",
        "doubles": "has doubled",
        "kept": "doubles of dealers",
        "owed": "doubles still owed",
    },
    says={word: f"Choose {word}" for word in WORDS[: Contract.TRUMPS]}
    | {"trumps": "Make {} trumps", "domino": "Choose domino from the {}", "leave": "Do not double"},
    calls={"trumps": SUIT_NAMES},
    taker_leads=True,
    says_now={"double": name_double, "leave": name_leave},
    phases={
        "contract": "Choose the contract of this hand",
        "double": "Double the player in question, or do not",
        "tricks": "Play a card to the trick",
        "domino": "Add a card to the rows",
    },
    asks_now={"double": ask_to_double},
    rules={
        "play": (5, 13, 15),
        "no tricks": (6,),
        "no hearts": (7,),
        "no queens": (9,),
        "barbu": (10,),
        "no last two": (11,),
        "trumps": (13,),
        "domino": (15,),
        "double": (18, 19),
        "leave": (18,),
        "pass": (16,),
    },
)

GAME = Game(
    name="barbu",
    version=0,
    title="Barbu",
    family="compendium",
    players=(SEATS, SEATS),
    default_players=SEATS,
    score_range=score_range,
    rest="played",
    **declared_in(__name__),
)
