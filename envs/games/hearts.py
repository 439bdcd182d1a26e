"""Hearts.

A trick-taking game for three to six players who want no hearts and no queen of spades, unless they can have them all.

Rules
-----
1. Everybody plays alone. The whole pack is dealt one card at a time, from the dealer's left, so that all have equally
   many. After each hand the deal passes to the left.
2. Then everybody passes three cards, face down, before looking at those received: with four players to the left in the
   first hand, to the right in the second, across in the third, to nobody in the fourth, and so on again.
3. Nobody sees cards that others pass among themselves.
4. The holder of 2♣, after the pass, leads it to the first trick.
5. Follow suit if able; otherwise play any card. The ace is high, and there are no trumps: the highest card of the suit
   led takes the trick, and its player leads next.
6. To the first trick a player with anything else to play plays neither a heart nor Q♠.
7. A heart may not be led before hearts are broken, which the first heart played to a trick does; but a player who holds
   nothing else may lead one.
8. Q♠ does not break hearts, and may be led at any time.
9. Nobody has to play Q♠ at the first chance.
10. Tricks lie face down, but all have seen the cards that each player has taken. A hand ends when all cards are played.
11. Each heart taken counts 1 point, Q♠ 13, other cards nothing.
12. A player who takes all hearts and Q♠ has shot the moon, and counts nothing; each other player counts 26 points.
13. The points of all hands are added up. The match ends after a hand in which somebody has come to 100 points or more,
    and the lowest total wins.
14. With three players 2♦ is left out, with five 2♣ and 2♦, with six 2♣, 3♣, 2♦ and 3♦. Rule 4 then holds for the lowest
    club of the pack. There are always 26 points in a hand.

Sources
-------
Bicycle Cards, Hearts; [Pagat, Hearts](https://www.pagat.com/reverse/hearts.html), which OpenSpiel's ``hearts`` follows;
[Hearts Card Game Rules](https://www.hearts-online.org/rules.html); instructions for Microsoft's Hearts.

Choices where the text is silent
--------------------------------
1. Q♠ does not break hearts in most descriptions; in some it does, as with ``queen_breaks``.
2. A player who has nothing but point cards for the first trick plays any of them, and a heart breaks hearts. With
   ``points_first`` rule 6 is left out.
3. A leader with nothing but hearts and Q♠, before hearts are broken, has to lead Q♠. With ``spare_queen`` any heart may
   be led instead.
4. With ``must_break=False`` rule 7 is left out.
5. With ``any_club`` the holder of 2♣ leads any club to the first trick.
6. Instead of rule 12, a player who has shot the moon counts 26 points less in some descriptions, and the others
   nothing: ``moon="own"``. With ``moon="choose"`` that player decides which of the two it is, after the last trick. To
   take all tricks as well is nothing more.
7. With ``jack`` the player who takes J♦ counts 10 points less, whoever has shot the moon. It is not needed for the
   moon.
8. With ``no_tricks`` a player who takes no trick counts 5 points less, unless somebody has shot the moon.
9. Everybody passes three cards, however many play, or as many as ``pass_size`` says.
10. For other numbers of players the directions of rule 2 differ in print. Here cards go to each other player once, the
    nearest first, to the left before to the right; then comes a hand without a pass. ``passing="left"`` passes to the
    left in every hand, ``"hold"`` never.
11. Players choose one after the other, from the dealer's left, and one card after the other, in the order of the
    cards' codes. The cards change hands together, when the last player has chosen.
12. Players with the same lowest total share the win.
13. With ``early_stop`` a hand ends when nothing is left in it that counts; the points are the same. With ``no_tricks``
    it does not happen, as tricks count.

Options
-------
``target``: the total that ends the match.
``hands``: number of hands to play instead; None for a match to the target. Only one of the two may be given.
``passing``: receivers of passed cards: ``"cycle"`` as in rule 2, ``"left"`` or ``"hold"``.
``pass_size``: how many cards each player passes.
``queen_breaks``: whether Q♠ breaks hearts too.
``must_break``: whether hearts must be broken before they are led.
``points_first``: whether points may be played to the first trick.
``any_club``: whether any club may be led to the first trick.
``spare_queen``: whether a leader with hearts and Q♠ alone may lead a heart before hearts are broken.
``moon``: effect of shooting the moon: ``"others"``, ``"own"`` or ``"choose"``.
``jack``: whether J♦ counts -10.
``no_tricks``: whether taking no trick counts -5.
``early_stop``: whether a hand ends when nothing is left in it that counts.
``max_hands``: hands after which a match to a target is stopped.

Rewards
-------
The lowest totals share +1, the others share -1; if all are equal, all get 0. The score is the total as a negative
number. ``reward="score"`` divides by 25 more than the target, the most that a total can be; with ``hands`` by 26 for
each hand. If totals can fall below 0, the depth of that fall is added.

End
---
After a hand in which a total reaches the target, or after ``hands``. By rules 11 and 12 a hand brings 26 points at
least to the table, so a match to 100 has four hands or more, and 12, 16, 20 or 23 at most with three to six players.
A hand is 48 to 52 plays, and 24 choices of cards to pass at most. Totals that can fall,
by choices 6 to 8, may keep a match from ending: after ``max_hands`` it is truncated.

Written deck
------------
The pack in use, of 51, 52, 50 or 48 cards with three, four, five or six players. Cards go round from the dealer's left,
the first card first. Later hands are shuffled.
"""

from enum import IntEnum

import numpy as np

from cardzoo.envs.engine import arrays, piles
from cardzoo.envs.engine.actions import Actions, Block
from cardzoo.envs.engine.cards import (
    CARD_WORDS,
    CARDS,
    CLUBS,
    DIAMONDS,
    HEARTS,
    NO_CARD,
    SPADES,
    SUITS,
    parse_cards,
    suit_of,
)
from cardzoo.envs.engine.compiling import rule
from cardzoo.envs.engine.fields import Card, Cards, Choice, Flag, Number, Options, Pile, Seat, Seats, State
from cardzoo.envs.engine.game import Game, declared_in
from cardzoo.envs.engine.match import Match
from cardzoo.envs.families import dealing, passing, points, tricks
from cardzoo.envs.families.points import ALL_POINTS
from cardzoo.envs.scene import Hands, Layout, Look, Spread, listed

SEATS = Seats(6)
PLAYERS = int(SEATS)  # a plain number, which `arrays.zeros` needs
MOST_CARDS = 17  # of a hand
LEFT_OUT = parse_cards("3♦ 3♣ 2♣ 2♦")
JACK_OF_DIAMONDS = CARD_WORDS.index("J♦")
PACK = np.array([card for card in range(CARDS) if card not in LEFT_OUT] + LEFT_OUT, np.int16)
SIZES = np.array([0, 0, 0, 51, 52, 50, 48])  # of the pack, by the number of players; left out are the last cards
OPENING_CARDS = CARD_WORDS.index("2♣") + np.array([0, 0, 0, 0, 0, 1, 2])
JACK_POINTS = 10
MOST_FALL = ALL_POINTS + JACK_POINTS
NO_TRICKS_POINTS = 5
MOST_PASSED = 4
MOST_HANDS = 100
HIGHEST_TARGET = 200
NOBODY = TO_TARGET = -1


class Phase(IntEnum):
    """Decisions of the player whose turn it is."""

    PASS = 0
    PLAY = 1


class Passing(IntEnum):
    """The receivers of passed cards."""

    CYCLE = 0
    LEFT = 1
    HOLD = 2


class Moon(IntEnum):
    """Effect of shooting the moon: more for the others, less for oneself, or the player's choice."""

    OTHERS = 0
    OWN = 1
    CHOOSE = 2


ACTIONS = Actions(
    Block("play", CARDS, doc="lead or follow with a card of the hand"),
    Block("pass", CARDS, doc="choose a card of the hand to be passed; those behind it in the order are chosen later"),
    Block("add", doc="having shot the moon, give the others 26 points each"),
    Block("subtract", doc="having shot the moon, count 26 points less"),
)
PASS, ADD, SUBTRACT = (ACTIONS.first(verb) for verb in ("pass", "add", "subtract"))

MATCH = Match(most=MOST_HANDS, default=None, stop=MOST_HANDS, early=True)

STATE = State(
    Choice("phase", Phase, default=Phase.PLAY, doc="what the player whose turn it is decides"),
    MATCH.counter,
    Pile("stock", CARDS, doc="the pack before the deal"),
    Cards("hands", SEATS, doc="the players' hands"),
    Cards("passed", SEATS, memo=True, doc="cards that each player has chosen to pass, until they are played"),
    Seat("opener", SEATS, default=None, doc="the player who leads to the first trick"),
    Card("trick", SEATS, doc="the card that each player has on the table"),
    Seat("leader", SEATS, doc="the player who leads or has led; seat 0 while cards are passed"),
    Cards("taken", SEATS, doc="the cards of the tricks that each player has taken"),
    Seat("shooter", SEATS, default=None, doc="the player who has shot the moon and chooses what that does"),
    Number("void", SEATS, SUITS, doc="1 for a suit that a player has shown not to hold"),
    Number("points_only", SEATS, doc="1 for a player who has shown to hold no spade but perhaps Q♠"),
    Number("broken", doc="1 if any leader may lead hearts"),
)

VIEW = STATE.view(
    Cards("hand", shows="hands", doc="own hand"),
    "trick",
    Choice("suit_led", tricks.Suit, default=None, doc="the suit led"),
    "leader taken",
    Cards("passed", shows="passed", doc="cards chosen to be passed, or passed and not played yet"),
    Cards("received", doc="cards that were passed to this seat and are not played yet"),
    Number("receiver", SEATS, doc="1 for the player to whom this seat passes or has passed cards"),
    Number("to_choose", high=MOST_PASSED, doc="cards to be passed that this seat has still to choose"),
    "opener void points_only broken",
    Number("jack_points", high=JACK_POINTS, doc="points that J♦ takes off, 0 where it does not count"),
    Number("hand_sizes", SEATS, high=MOST_CARDS, shows="hands", doc="cards in each hand"),
    "phase turn dealer shooter",
    Number("totals", SEATS, low=-MOST_HANDS * MOST_FALL, high=MOST_HANDS * ALL_POINTS, doc="points of earlier hands"),
    Number("needed", SEATS, high=HIGHEST_TARGET, doc="points that each player lacks to the target, if there is one"),
    MATCH.left,
    MATCH.to_stop,
)

OPTIONS = Options(
    Number("target", low=1, high=HIGHEST_TARGET, default=100, doc="the total that ends the match"),
    MATCH.option,
    Choice("passing", Passing, doc="to whom cards are passed: to each player in turn, to the left, or to nobody"),
    Number("pass_size", low=1, high=MOST_PASSED, default=3, doc="how many cards each player passes"),
    Flag("queen_breaks", doc="whether Q♠ breaks hearts too"),
    Flag("must_break", default=True, doc="whether hearts must be broken before they are led"),
    Flag("points_first", doc="whether points may be played to the first trick"),
    Flag("any_club", doc="whether any club may be led to the first trick"),
    Flag("spare_queen", doc="whether a leader with hearts and Q♠ alone may lead a heart before hearts are broken"),
    Choice("moon", Moon, doc="whether the moon gives the others 26 points, takes 26 off the own, or there is a choice"),
    Flag("jack", doc="whether J♦ counts -10"),
    Flag("no_tricks", doc="whether taking no trick counts -5"),
    Flag("early_stop", doc="whether a hand ends when nothing is left in it that counts"),
    MATCH.stop,
    either=("target", "hands"),
    titles={"moon": "Shooting the moon", "spare_queen": "Hearts may be led instead of a lone Q♠"},
    calls={"moon": ("others count 26", "26 off the own", "player chooses"), "passing": ("in turn", "left", "never")},
    presets={"Microsoft Hearts": {}, "Omnibus Hearts": {"jack": True}},
)


def score_range(options, num_players: int) -> float:
    """The most that a total can be, plus the most that it can fall; see Rewards."""
    to_target = options.hands == TO_TARGET
    hands = options.max_hands if to_target else options.hands
    most = options.target + ALL_POINTS - 1 if to_target else ALL_POINTS * hands
    falls = ALL_POINTS * (options.moon != Moon.OTHERS) + JACK_POINTS * options.jack
    return float(most + hands * max(falls, NO_TRICKS_POINTS * options.no_tricks))


def pack_of(num_players: int, options) -> list[int]:
    """Rule 14."""
    return sorted(PACK[: SIZES[num_players]].tolist())


@rule
def fill_stock(state):
    """Rule 14, for the next hand."""
    for place in range(SIZES[state.num_players]):
        piles.push(state.stock, PACK[place])


@rule
def offset(state):
    """Rule 2, choice 10: seats to the left by which cards are passed in this hand, or the last; 0 without a pass."""
    if state.options.passing == Passing.CYCLE:
        turn = (state.hands_over - state.over) % state.num_players
        if turn == state.num_players - 1:
            return 0
        return state.num_players - (turn + 1) // 2 if turn % 2 else turn // 2 + 1
    return int(state.options.passing == Passing.LEFT)


@rule
def deal(state):
    """Rules 1, 2 and 4: all cards; then the pass, or the first lead."""
    dealing.deal_out(state)
    state.broken = not state.options.must_break
    if offset(state) == 0:
        start_play(state)
    else:
        state.phase = Phase.PASS


@rule
def start_play(state):
    """Rule 4: the holder of the lowest club leads."""
    state.phase = Phase.PLAY
    state.player = state.opener = state.leader = tricks.holder_of(state, OPENING_CARDS[state.num_players])


@rule
def legal_actions(state, mask):
    """Legal actions of each phase."""
    if state.phase == Phase.PASS:
        passing.mask_choices(state, PASS, mask)
    elif state.shooter != NOBODY:
        mask[ADD] = mask[SUBTRACT] = 1
    elif state.trick[state.leader] == NO_CARD:
        mask_leads(state, state.hands[state.player], mask)
    else:
        tricks.mask_following(state.hands[state.player], suit_of(state.trick[state.leader]), mask)
        if points.is_first_trick(state) and not state.options.points_first:
            points.spare_points(mask)


@rule
def mask_leads(state, hand, mask):
    """Rules 4, 7 and 8, choices 3 to 5: cards that may be led."""
    if points.is_first_trick(state):
        if state.options.any_club:
            tricks.mask_following(hand, CLUBS, mask)
        else:
            mask[OPENING_CARDS[state.num_players]] = 1
        return
    tricks.mask_any(hand, mask)
    if not state.broken:
        points.spare_hearts(hand, state.options.spare_queen, mask)


@rule
def apply_action(state, action):
    """Play a legal action."""
    if state.phase == Phase.PASS:
        if passing.choose(state, action - PASS, offset(state)):
            start_play(state)
    elif state.shooter != NOBODY:
        end_hand(state, action == SUBTRACT)
    else:
        show_lacks(state, action)
        tricks.play_card(state, action)
        state.broken |= points.breaks_hearts(state, action)
        state.passed[:, action] = 0
        state.player = (state.player + 1) % state.num_players
        if state.player == state.leader:
            take_trick(state)


@rule
def show_lacks(state, card):
    """Record whether a card about to be played shows that its player has nothing but points.

    A heart led before hearts are broken shows that, and so do points in the first trick.
    """
    player = state.player
    if state.trick[state.leader] == NO_CARD:
        if suit_of(card) != HEARTS or state.broken:
            return
        state.void[player, SPADES] |= not state.options.spare_queen
    elif not (points.is_first_trick(state) and points.is_point(card)) or state.options.points_first:
        return
    state.void[player, CLUBS] = state.void[player, DIAMONDS] = state.points_only[player] = 1


@rule
def take_trick(state):
    """Rules 5 and 10, choices 6 and 13: the winner takes the trick and leads; the hand may be over."""
    taker = tricks.winner(state.trick, suit_of(state.trick[state.leader]), tricks.NO_TRUMP, state.num_players)
    tricks.gather(state.trick, state.taken[taker])
    state.player = state.leader = taker
    if state.hands[taker].sum() == 0 or nothing_left(state):
        if points.shooter(state) != NOBODY and state.options.moon == Moon.CHOOSE:
            state.shooter = state.player = points.shooter(state)
        else:
            end_hand(state, state.options.moon == Moon.OWN)


@rule
def nothing_left(state):
    """Choice 13: returns whether the hand ends because all that counts has been taken."""
    total = 0
    for player in range(state.num_players):
        total += points.count_points(state.taken[player])
        if state.options.jack and (state.hands[player, JACK_OF_DIAMONDS] > 0):
            return False
    return state.options.early_stop and total == ALL_POINTS and not state.options.no_tricks


@rule
def end_hand(state, subtracts):
    """Rules 1, 11 to 13, choices 6 to 8: the hand is scored; the next one follows, or the match is over."""
    moon = points.shooter(state)
    for player in range(state.num_players):
        taken = state.taken[player]
        lost = points.count_points(taken)
        if moon != NOBODY:
            lost = -ALL_POINTS * (player == moon) if subtracts else ALL_POINTS * (player != moon)
        elif state.options.no_tricks and taken.sum() == 0:
            lost = -NO_TRICKS_POINTS
        if state.options.jack:
            lost -= JACK_POINTS * taken[JACK_OF_DIAMONDS]
        state.score[player] -= lost
    next_hand(state, (state.dealer + 1) % state.num_players)


@rule
def is_over(state):
    """Rule 13: returns whether a total has come to the target of a match to one."""
    reached = False
    for player in range(state.num_players):
        reached |= -state.score[player] >= state.options.target
    return reached and state.options.hands == TO_TARGET


next_hand = MATCH.next_hand(STATE, fill_stock, deal, is_over=is_over)


@rule
def observe(state, player, view):
    """Computed fields of the view: the seat's part in the pass, and progress of the match."""
    if state.trick[state.leader] != NO_CARD:
        view.suit_led = suit_of(state.trick[state.leader])
    if offset(state) > 0:
        view.receiver[offset(state)] = 1
        if state.phase == Phase.PASS:
            view.to_choose = passing.to_choose(state, player)
        else:
            arrays.copy(state.passed[passing.giver_to(state, player, offset(state))], view.received)
    view.jack_points = JACK_POINTS * state.options.jack
    to_target = state.options.hands == TO_TARGET
    for seat in range(state.num_players):
        view.totals[seat] = -state.score[(player + seat) % state.num_players]
        view.needed[seat] = to_target * min(max(state.options.target - view.totals[seat], 0), HIGHEST_TARGET)


@rule
def redeal_hidden(state, player):
    """Redraws the others' hands and passed cards, consistent with known cards and what others have shown to lack.

    A seat knows who has got the cards that it has passed, and all know who holds the lowest club.
    """
    known = arrays.zeros((PLAYERS, CARDS), np.int16)
    if state.phase != Phase.PASS:
        arrays.copy(state.passed[player], known[passing.receiver_of(state, player, offset(state))])
        opening = OPENING_CARDS[state.num_players]
        if state.opener != NOBODY and state.hands[state.opener, opening] > 0:
            known[state.opener, opening] = 1
    tricks.redeal(state, player, known, points.may_hold)
    for other in range(state.num_players):
        if other != player and state.phase == Phase.PASS:
            passing.redraw_choice(state, other)
        elif other != player and offset(state) > 0 and passing.receiver_of(state, other, offset(state)) != player:
            passing.redraw_passed(state, other, offset(state), SIZES[state.num_players] // state.num_players)


def check(state) -> str:
    """The first problem of a written position, in words, or nothing. After the pass the stock holds left-out cards."""
    choosing, to_left = state.phase == Phase.PASS, offset(state)
    problem = passing.wrong_passed(state, 0 if choosing else to_left, allowed=to_left > 0)
    problem = problem or tricks.wrong_void(state) or points.wrong_points_only(state) or points.wrong_broken(state)
    if problem or state.over:
        return problem
    if choosing:
        if to_left == 0 or state.void.any() or state.points_only.any() or state.opener != NOBODY:
            return "phase: cards are passed before anything is played, in hands with a pass"
        return passing.wrong_choice(state, SIZES[state.num_players] // state.num_players)
    if state.shooter != NOBODY:
        is_end = not state.hands.any() or nothing_left(state)
        chooses = state.options.moon == Moon.CHOOSE and state.player == state.shooter == points.shooter(state)
        fits = is_end and chooses and (state.trick == NO_CARD).all()
        return "" if fits else "shooter: the player who has shot the moon chooses after the hand, if that is an option"
    if nothing_left(state):
        return "taken: the hand ends when all that counts has been taken"
    return tricks.wrong_trick(state, state.hands.sum(axis=1)) or tricks.wrong_turn(state) or wrong_opening(state)


def wrong_opening(state) -> str:
    """The first problem of the first lead."""
    opening = OPENING_CARDS[state.num_players]
    word, holder, led = CARD_WORDS[opening], tricks.holder_of(state, opening), state.trick[state.leader]
    if holder != NOBODY and state.opener != holder:
        return f"opener: it is player {holder}, who holds {word}"
    if not points.is_first_trick(state):
        return f"hands: {word} is led first" if holder != NOBODY and not state.options.any_club else ""
    if state.opener != state.leader or (led == NO_CARD and holder == NOBODY):
        return f"opener: it is the leader of the first trick, and holds {word}"
    is_allowed = led in (NO_CARD, opening) or (suit_of(led) == CLUBS and state.options.any_club)
    return "" if is_allowed else f"trick: {word} is led first"


def ask_to_play(look: Look) -> str:
    """The question to a player: after shooting the moon its effect, otherwise the card to play."""
    return "Choose what shooting the moon does" if look.view["shooter"].any() else ""


def name_received(before: Look, after: Look) -> str:
    """The cards that are passed to the seat that looks; empty before all have passed."""
    cards = [after.game.cards.words[card] for card in np.flatnonzero(after.view["received"])]
    is_new = cards and not before.view["received"].any()
    return f"{after.names[after.player]} received {listed(cards)}" if is_new else ""


LAYOUT = Layout(
    (Hands("hand"), Spread("trick")),
    noted=("taken", "passed", "received"),
    titles={
        "totals": "points",
        "taken": "cards taken",
        "receiver": "receives your cards",
        "broken": "hearts broken",
        "shooter": "has shot the moon",
    },
    says={"add": "Give the others 26 points each", "subtract": "Subtract 26 points"},
    picks={"pass": "to_choose"},
    secretly={"pass": "passed cards"},
    gets={"pass": name_received},
    taker_leads=True,
    against=0,
    phases={
        "pass": "Choose cards to pass on",
        "play": "Play a card to the trick",
    },
    asks_now={"play": ask_to_play},
    only_in={"leader": ("play",), "receiver": ("pass",)},  # the first lead follows the pass
    rules={"play": (5, 7), "pass": (2,), "add": (12,), "subtract": (12,)},
)

GAME = Game(
    name="hearts",
    version=0,
    title="Hearts",
    family="trick-taking",
    players=(3, SEATS),
    default_players=4,
    pack=pack_of,
    score_range=score_range,
    rest="stock",
    **declared_in(__name__),
)
