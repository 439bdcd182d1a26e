"""Euchre.

A trick-taking game for two partnerships with 24 cards: one side makes trumps and must take three of five tricks. Two
jacks are the highest trumps.

Rules
-----
1. Four players sit in two partnerships, each across from the partner, with 9 to ace of each suit. Five cards each are
   dealt one at a time, from the dealer's left. The next card is turned up, and three stay hidden. After each hand the
   deal passes to the left.
2. From the dealer's left each player passes or makes the suit of the turned-up card trumps. Once a player has made it,
   the dealer takes that card into the hand and lays one away, face down, even before sitting out.
3. If all four pass, the card is turned down. In the same order each passes or makes one of the three other suits
   trumps; the dealer, who comes last, must make one. Nobody takes a card then.
4. The player who has made trumps, the maker, may play alone: the partner lays the hand down and sits out.
5. The jack of trumps is the highest trump, the right bower. Next comes the other jack of its colour, the left bower,
   which is a trump in every respect. Then come A K Q 10 9 of trumps. Other suits rank A K Q J 10 9, without the left
   bower.
6. The dealer's left neighbour leads to the first trick, or the next player if that one sits out. Follow suit if able;
   otherwise play any card. The highest trump wins a trick, or without one the highest card of the suit led; its player
   leads next. A hand has five tricks.
7. The makers score 1 point for three or four tricks, and 2 for all five, or 4 if the maker plays alone. If they take
   fewer than three they are euchred, and the other side scores 2.
8. The match ends when a side has 10 points, and it wins. There are no ties, as only one side scores in a hand.

Sources
-------
OpenSpiel's ``euchre`` and the pages that it names; [Ohio Euchre](https://www.ohioeuchre.com/); fedest.com.

Choices where the text is silent
--------------------------------
1. The dealer may lay away the card that was turned up. With ``any_discard=False``, as in OpenSpiel, it stays.
2. Makers without a trick lose 2 points as well. With ``super`` it is 4, of which a comment of OpenSpiel speaks, too;
   its code gives 2.
3. With ``lone_defender`` the defenders, after the maker's choice, say in turn from the dealer's left whether one of
   them plays alone, until one does; the partner then sits out. A defender who plays alone scores 4 for euchring.
4. With ``stick=False`` the dealer may pass in the second round, too. The hand then brings nothing.
5. There is no joker.
6. In print players go alone when they make trumps, before the dealer's discard. Here the maker chooses after it, as in
   OpenSpiel, and is always asked.
7. With ``hands`` a match has this number of hands. The higher total wins, and equal ones are a draw.
8. Rule 6 holds against a lone maker, too. To make the partner's card trumps does not force a player to go alone.

Options
-------
``any_discard``: whether the dealer may lay away the card that was turned up.
``super``: whether makers without a trick lose 4 points.
``lone_defender``: whether a defender may play alone.
``stick``: whether the dealer must make trumps when all have passed twice.
``target``: points that win the match.
``hands``: number of hands to play instead; None for a match to the target. Only one of it and ``target`` may be given.
``max_hands``: hands after which a match to a target is stopped.

Rewards
-------
Both partners of the better side get +1, the others -1; equal points bring 0. The score is the points of the own side.
``reward="score"`` is its lead, divided by the most points that a side can have: 4 for each hand, or the target and 3.

End
---
When a side has reached ``target``, or after ``hands``. A hand has 29 actions at most: 8 calls, the choice to play alone
and 20 cards; 31 with ``lone_defender``. One side scores in it, unless nobody makes trumps by choice 4, so a match to 10
has 19 hands at most. After ``max_hands`` it is truncated, and points decide.

Written deck
------------
Cards go round from the dealer's left, the first card first. Then come the card that is turned up and the hidden ones.
Later hands are shuffled.
"""

from enum import IntEnum

import numpy as np

from cardzoo.envs.engine import arrays, piles, rewards
from cardzoo.envs.engine.actions import Actions, Block
from cardzoo.envs.engine.cards import CARDS, JACK, NO_CARD, RANKS, SUIT_WORDS, SUITS, parse_cards, suit_of
from cardzoo.envs.engine.compiling import rule
from cardzoo.envs.engine.fields import Card, Cards, Choice, Flag, Number, Options, Pile, Seat, Seats, Sides, State
from cardzoo.envs.engine.game import Game, declared_in
from cardzoo.envs.engine.match import Match
from cardzoo.envs.families import dealing, orders, tricks
from cardzoo.envs.families.tricks import NO_TRUMP, NOBODY
from cardzoo.envs.scene import Hands, Layout, Spread

SEATS = Seats(4)
SIDES = Sides(2)
TRICKS = 5
CLUBS_IN_ORDER = parse_cards("A♣ K♣ Q♣ J♣ 10♣ 9♣")
PACK = np.array(sorted(RANKS * suit + club for suit in range(SUITS) for club in CLUBS_IN_ORDER), np.int16)
CALLS = 2 * SEATS
ENOUGH_TRICKS = 3
MADE, EUCHRED, ALL_TRICKS, MOST_POINTS = 1, 2, 2, 4
HIGHEST_TARGET = 50
MOST_HANDS = 200
MOST_SCORE = MOST_HANDS * MOST_POINTS
TO_TARGET = -1
STOCK, LAID, PLACES = 4, 5, 6  # places of hidden cards after the hands


def suits_in(trump: int) -> list[list[int]]:
    """Rule 5: the cards of each suit, the highest first."""
    bowers = [RANKS * suit + JACK for suit in (trump, SUITS - 1 - trump)] if trump != NO_TRUMP else []
    suits = [[RANKS * suit + club for club in CLUBS_IN_ORDER] for suit in range(SUITS)]
    return [bowers * (suit == trump) + [card for card in suits[suit] if card not in bowers] for suit in range(SUITS)]


ORDERS = np.array([orders.order_of(suits_in(trump)) for trump in (*range(SUITS), NO_TRUMP)])  # the last is `NO_TRUMP`'s


class Phase(IntEnum):
    """Decisions of the player whose turn it is."""

    CALL = 0
    LAY = 1
    ALONE = 2
    PLAY = 3


ACTIONS = Actions(
    Block("play", CARDS, doc="lead or follow with a card of the hand; as the dealer with six cards, lay it away"),
    Block("pass", doc="make no trumps"),
    Block("trump", SUIT_WORDS, doc="make this suit trumps; in the first round that of the turned-up card"),
    Block("alone", doc="play without the partner"),
    Block("with partner", doc="play with the partner"),
)
PASS = ACTIONS.first("pass")
TRUMP = ACTIONS.first("trump")
ALONE = ACTIONS.first("alone")
WITH_PARTNER = ACTIONS.first("with partner")

MATCH = Match(most=MOST_HANDS, default=None, stop=MOST_HANDS, early=True)

STATE = State(
    Choice("phase", Phase, default=Phase.PLAY, doc="what the player whose turn it is decides"),
    MATCH.counter,
    Pile("stock", len(PACK), doc="the pack before the deal, then the hidden cards"),
    Cards("hands", SEATS, doc="the players' hands"),
    Card("turned", doc="the card that lies turned up, or down in the second round"),
    Card("taken", memo=True, doc="the card that was turned up, if the dealer has taken it and not played it yet"),
    Card("laid", doc="the card that the dealer has laid away"),
    Number("passes", high=CALLS, doc="how often players have passed"),
    Choice("trump", tricks.Suit, default=None, doc="the trump suit"),
    Seat("maker", SEATS, default=None, doc="the player who has made trumps"),
    Number("alone", SEATS, doc="1 for a player who plays alone"),
    Card("trick", SEATS, doc="the card that each player has on the table"),
    Seat("leader", SEATS, doc="the player who leads or has led"),
    Cards("played", doc="cards of earlier tricks of this hand"),
    Number("tricks", SIDES, high=TRICKS, doc="tricks that each side has taken"),
    Number("void", SEATS, SUITS, doc="1 for a suit that a player has shown not to hold; the left bower is a trump"),
)

VIEW = STATE.view(
    Cards("hand", shows="hands", doc="own hand"),
    "trick",
    Choice("suit_led", tricks.Suit, default=None, doc="the suit led"),
    "leader turned taken",
    Card("laid", doc="the card that this seat has laid away, as the dealer"),
    "passes trump maker alone tricks played void",
    Number("hand_sizes", SEATS, high=TRICKS + 1, shows="hands", doc="cards in each hand"),
    "phase turn dealer",
    Number("scores", SIDES, high=MOST_SCORE, usual=HIGHEST_TARGET, shows="score", doc="points, own first"),
    Number("needed", SIDES, high=HIGHEST_TARGET, doc="points that each side lacks to the target, if there is one"),
    MATCH.left,
    MATCH.to_stop,
)

OPTIONS = Options(
    Flag("any_discard", default=True, doc="whether the dealer may lay away the card that was turned up"),
    Flag("super", doc="whether makers without a trick lose 4 points"),
    Flag("lone_defender", doc="whether a defender may play alone"),
    Flag("stick", default=True, doc="whether the dealer must make trumps when all have passed twice"),
    Number("target", low=1, high=HIGHEST_TARGET, default=10, doc="points that win the match"),
    MATCH.option,
    MATCH.stop,
    either=("target", "hands"),
    presets={"Stick the dealer": {}, "Throw in after two passes": {"stick": False}},
)


def score_range(options, num_players: int) -> float:
    """Half of the most points of a side; see Rewards."""
    if options.hands == TO_TARGET:
        return (int(options.target) - 1 + MOST_POINTS) / 2
    return MOST_POINTS * int(options.hands) / 2


@rule
def deal(state):
    """Rule 1: five cards each, and the next one is turned up."""
    dealing.deal(state, TRICKS * SEATS)
    state.turned = piles.draw(state.stock)
    state.phase = Phase.CALL
    state.leader = state.player


@rule
def partner_of(player):
    """The player across the table."""
    return (player + SIDES) % SEATS


@rule
def next_in(state, player):
    """The next player to the left who does not sit out."""
    player = (player + 1) % SEATS
    while state.alone[partner_of(player)]:
        player = (player + 1) % SEATS
    return player


@rule
def first_defender(state):
    """The first player from the dealer's left who is not of the maker's side."""
    return (state.dealer + 1 + ((state.dealer + 1 - state.maker) % SIDES == 0)) % SEATS


@rule
def legal_actions(state, mask):
    """Rules 2 to 4 and 6, choice 1: legal actions of each phase."""
    hand, led = state.hands[state.player], state.trick[state.leader]
    if state.phase == Phase.CALL:
        mask_calls(state, mask)
    elif state.phase == Phase.ALONE:
        mask[ALONE] = mask[WITH_PARTNER] = 1
    elif state.phase == Phase.LAY or led == NO_CARD:
        tricks.mask_any(hand, mask)
        if state.phase == Phase.LAY and not state.options.any_discard:
            mask[state.taken] = 0
    else:
        orders.mask_following(ORDERS[state.trump], hand, led, mask)


@rule
def mask_calls(state, mask):
    """Rules 2 and 3, choice 4: the turned-up suit first, then the others; the dealer may have to make trumps."""
    turned = suit_of(state.turned)
    for suit in range(SUITS):
        mask[TRUMP + suit] = (suit == turned) == (state.passes < SEATS)
    mask[PASS] = state.passes < CALLS - 1 or not state.options.stick


@rule
def apply_action(state, action):
    """Play a legal action."""
    if state.phase == Phase.CALL:
        call(state, action)
    elif state.phase == Phase.LAY:
        state.hands[state.player, action] -= 1
        state.laid = action
        state.player = state.maker
        state.phase = Phase.ALONE
    elif state.phase == Phase.ALONE:
        answer_alone(state, action)
    else:
        orders.play_card(ORDERS[state.trump], state, action)
        if action == state.taken:
            state.taken = NO_CARD
        state.player = next_in(state, state.player)
        if state.player == state.leader:
            take_trick(state)


@rule
def call(state, action):
    """Rules 2 and 3, choice 4: a player passes, or makes trumps; the dealer may take the card turned up."""
    if action == PASS:
        state.passes += 1
        state.player = (state.player + 1) % SEATS
        if state.passes == CALLS:
            end_hand(state)
        return
    state.trump = action - TRUMP
    state.maker = state.player
    state.phase = Phase.ALONE
    if state.passes < SEATS:
        state.hands[state.dealer, state.turned] += 1
        state.taken = state.turned
        state.turned = NO_CARD
        state.player = state.dealer
        state.phase = Phase.LAY


@rule
def answer_alone(state, action):
    """Rules 4 and 6, choices 3 and 6: a player chooses; a defender may be asked next, or the first trick begins."""
    player, first = state.player, first_defender(state)
    state.alone[player] = action == ALONE
    if player == state.maker and state.options.lone_defender:
        state.player = first
    elif player == first and action == WITH_PARTNER:
        state.player = partner_of(first)
    else:
        state.phase = Phase.PLAY
        state.player = state.leader = next_in(state, state.dealer)


@rule
def take_trick(state):
    """Rule 6: the winner takes the trick and leads; the hand may be over."""
    taker = orders.winner(ORDERS[state.trump], state, state.trump)
    tricks.gather(state.trick, state.played)
    state.tricks[taker % SIDES] += 1
    state.player = state.leader = taker
    if state.tricks.sum() == TRICKS:
        end_hand(state)


@rule
def points_of(state):
    """Rule 7, choices 2 to 4: points of the makers' side, or, below 0, of the other one."""
    if state.maker == NOBODY:
        return 0
    taken = state.tricks[state.maker % SIDES]
    if taken == TRICKS:
        return MOST_POINTS if state.alone[state.maker] else ALL_TRICKS
    if taken >= ENOUGH_TRICKS:
        return MADE
    is_high = (state.options.super and taken == 0) or state.alone.sum() > state.alone[state.maker]
    return -MOST_POINTS if is_high else -EUCHRED


@rule
def end_hand(state):
    """Rules 1, 7 and 8: one side scores; the next hand follows, or the match is over."""
    points = points_of(state)
    for player in range(SEATS):
        if (points > 0) == ((player - state.maker) % SIDES == 0):
            state.score[player] += abs(points)
    next_hand(state, (state.dealer + 1) % SEATS)


@rule
def is_over(state):
    """Rule 8: returns whether a side has the points that win a match to the target."""
    return state.options.hands == TO_TARGET and max(state.score[0], state.score[1]) >= state.options.target


next_hand = MATCH.next_hand(STATE, PACK, deal, is_over=is_over, reward=rewards.reward_sides)


@rule
def observe(state, player, view):
    """Computed fields of the view: the suit led, the dealer's own card laid away, and progress of the match."""
    led = state.trick[state.leader]
    if led != NO_CARD:
        view.suit_led = orders.suit_in(ORDERS[state.trump], led)
    if player == state.dealer:
        view.laid = state.laid
    to_target = state.options.hands == TO_TARGET
    for side in range(SIDES):
        view.needed[side] = to_target * max(state.options.target - view.scores[side], 0)


@rule
def may_hold(state, place, card):
    """Returns whether a card may lie in a hand, among the hidden cards or where the dealer has laid one away."""
    if card == state.taken and place != state.dealer and place != LAID:
        return False
    return place >= SEATS or orders.has_not_shown_void(ORDERS[state.trump], state, place, card)


@rule
def redeal_hidden(state, player):
    """Redraws the others' hands and all hidden cards, consistent with shown voids.

    The card that the dealer has taken is in the dealer's hand, or laid away if that is allowed.
    """
    cards, known = arrays.zeros((PLACES, CARDS), np.int16), arrays.zeros((PLACES, CARDS), np.int16)
    arrays.copy(state.hands, cards[:STOCK])
    for place in range(state.stock.height):
        cards[STOCK, state.stock.cards[place]] = 1
    if state.laid != NO_CARD:
        cards[LAID, state.laid] = 1
        known[LAID, state.laid] = player == state.dealer
    if state.taken != NO_CARD and (state.phase == Phase.LAY or not state.options.any_discard):
        known[state.dealer, state.taken] = 1
    tricks.redeal_hands(state, cards, PLACES, player, known, may_hold)
    arrays.copy(cards[:STOCK], state.hands)
    piles.clear(state.stock)
    piles.move_counted(cards[STOCK], state.stock)
    piles.shuffle(state, state.stock)
    if state.laid != NO_CARD:
        state.laid = cards[LAID].argmax()


def check(state) -> str:
    """The first problem of a written position, in words, or nothing."""
    scores = state.score[:SIDES]
    if (scores != state.score[SIDES:]).any() or scores.sum() > MOST_POINTS * state.hands_over:
        return f"score: partners have the same, and a hand brings {MOST_POINTS} points at most"
    problem = orders.wrong_void(ORDERS[state.trump], state) or wrong_calls(state) or wrong_alone(state)
    if problem or state.over:
        return problem
    if state.stock.height != len(PACK) - SEATS * TRICKS - 1:
        return "stock: 3 cards are hidden"
    return wrong_play(state) if state.phase == Phase.PLAY else wrong_start(state)


def wrong_calls(state) -> str:
    """The first problem of trumps, and of the card that was turned up."""
    calling = state.phase == Phase.CALL
    if state.passes == CALLS and state.maker == NOBODY and state.over and not state.options.stick:
        return ""
    maker = NOBODY if calling else (state.dealer + 1 + state.passes) % SEATS
    if state.passes == CALLS or state.maker != maker or calling != (state.trump == NO_TRUMP):
        return "maker: a player makes trumps, who has the turn after the passes"
    if calling or state.passes >= SEATS:
        fits = state.turned != NO_CARD and suit_of(state.turned) != state.trump and state.taken == state.laid == NO_CARD
        return "" if fits else "turned: a card lies there, in the second round of another suit than trumps"
    if state.turned != NO_CARD or (state.laid == NO_CARD) != (state.phase == Phase.LAY):
        return "laid: in the first round the dealer takes the card turned up, and lays one away"
    if state.taken == NO_CARD:
        seen = [card for card in PACK if state.played[card] or card in state.trick]
        return "" if any(suit_of(card) == state.trump for card in seen) else "taken: the dealer has not played it"
    is_there = state.hands[state.dealer, state.taken] or (state.taken == state.laid and state.options.any_discard)
    fits = suit_of(state.taken) == state.trump and is_there
    return "" if fits else "taken: it is a trump in the dealer's hand, or laid away if that is an option"


def wrong_alone(state) -> str:
    """The first problem of players who are asked, or have chosen, to play alone."""
    by_maker = state.maker != NOBODY and state.alone[state.maker]
    most = by_maker + (state.options.lone_defender and state.phase == Phase.PLAY)
    if state.alone.sum() > most or state.alone[partner_of(state.maker)] or (by_maker and state.phase < Phase.ALONE):
        return "alone: the maker may play alone, and by an option one defender after the maker's choice"
    is_asked = state.player == state.maker and not by_maker
    is_asked |= state.options.lone_defender and (state.player - state.maker) % SIDES
    return "" if is_asked or state.phase != Phase.ALONE else "player: the maker is asked, or by an option a defender"


def wrong_start(state) -> str:
    """The first problem of a position before the play."""
    turn = state.dealer if state.phase == Phase.LAY else (state.dealer + 1 + state.passes) % SEATS
    if state.phase != Phase.ALONE and state.player != turn:
        return f"player: it is the turn of player {turn}"
    if state.leader != (state.dealer + 1) % SEATS or state.void.any() or (state.trick != NO_CARD).any():
        return "leader: before the play it is the dealer's left neighbour, and nobody has played or shown anything"
    sizes = [TRICKS + (state.phase == Phase.LAY and player == state.dealer) for player in range(SEATS)]
    fits = state.hands.sum(axis=1).tolist() == sizes
    return "" if fits else f"hands: each has {TRICKS} cards, or one more to lay away"


def wrong_play(state) -> str:
    """The first problem of the cards on the table, and of the player whose turn it is."""
    seats = [player for player in range(SEATS) if not state.alone[partner_of(player)]]
    placed, player = 0, int(state.leader)
    while state.trick[player] != NO_CARD and placed < len(seats):
        placed, player = placed + 1, int(next_in(state, player))
    if state.leader not in seats or placed == len(seats) or (state.trick != NO_CARD).sum() != placed:
        return "trick: it lies before the leader and the next players, without those who sit out"
    if state.player != player:
        return f"player: it is the turn of player {player}, who is next in the trick"
    left = TRICKS - int(state.tricks.sum())
    sizes = state.hands.sum(axis=1) + (state.trick != NO_CARD)
    if any(sizes[seat] != (left if seat in seats else TRICKS) for seat in range(SEATS)):
        return (
            f"hands: a card for each of {left} tricks, the one in the trick counted, or {TRICKS} if a player sits out"
        )
    is_first = state.tricks.sum() == 0 and state.leader != next_in(state, state.dealer)
    return "leader: the first player in from the dealer's left leads to the first trick" if is_first else ""


LAYOUT = Layout(
    (Hands("hand"), Spread("turned"), Spread("trick")),
    noted=("played",),
    face_down=("laid",),
    titles={"maker": "made trumps", "alone": "plays alone", "needed": "to go", "taken": "taken by the dealer"},
    says={"trump": "Make {} trumps", "alone": "Go alone", "with partner": "Play with the partner"},
    says_now={"play": lambda look: "Discard {}" if look.view["phase"] == Phase.LAY else ""},
    secretly={"play": "laid a card away"},
    phases={
        "call": "Make trumps, or pass",
        "lay": "Discard a card",
        "alone": "Choose whether to play alone",
        "play": "Play a card to the trick",
    },
    only_in={"leader": ("play",)},
    calls={"trump": tuple(suit.name.lower() for suit in tricks.Suit)},
    rules={"play": (5, 6), "pass": (2, 3), "trump": (2, 3), "alone": (4,), "with partner": (4,)},
)

GAME = Game(
    name="euchre",
    version=0,
    title="Euchre",
    family="trick-taking",
    players=(SEATS, SEATS),
    sides=SIDES,
    default_players=SEATS,
    pack=PACK.tolist(),
    score_range=score_range,
    rest="played",
    **declared_in(__name__),
)
