"""Cactus.

A game of memory for two, of the family of Golf: four cards lie face down before each player, who knows none of them at
first, exchanges them for lower ones, and has to remember which is which.

Rules
-----
1. Two players and the pack of 52. An ace counts 1, a king 0, a jack or a queen 10, any other card its number.
2. Each player is dealt four cards face down, the player's layout, at which nobody looks; the others are the stock.
3. The player who did not deal has the first turn. It begins with the stock, as there is no discard pile before the
   first discard.
4. A turn begins with drawing the top card of the stock, which only its player sees, or that of the discard pile.
5. The card drawn may be put into the layout in place of another card, which goes face up on the discard pile and is
   not looked at before. So the layout keeps its size, wherever the card was drawn.
6. A card that lies in a layout may not be looked at again: its player has to remember it.
7. At any time, in or out of turn, a player may turn up a card of the own layout to match the top discard. If it is of
   the same rank, it is discarded; nothing is drawn for it, and the layout is one card smaller.
8. If it is of another rank, it is turned face down again, and two cards of the stock are added to the layout, at which
   nobody looks.
9. The cards from 6 to queen have powers. A player who draws one from the stock may discard it to use its power, instead
   of putting it into the layout.
10. A queen exchanges any card of the own layout for any card of the other one; nobody looks at them, before or after.
11. A jack, a 10 or a 9 looks at a card of the other layout.
12. An 8, a 7 or a 6 looks at a card of the own layout.
13. Only the player who uses the power sees the card. Both see which card it is that is looked at.
14. A power card that is put into a layout does nothing.
15. A power card that comes to the discard pile from a layout is unused. The other player may draw it, discard it again
    at once and use its power.
16. There is no other way to use a power.
17. At the end of an own turn, which may be the first one, a player may call "Cactus".
18. Then the other player has one turn more, and all cards are shown. The lower total wins.
19. That holds no matter which player has called. A caller who loses pays nothing for it.

Sources
-------
[Denexa Games, Cactus](https://www.denexa.com/blog/category/game-rules/by-country-of-origin/canada/); descriptions of
Cactus on the web for choices 1 and 12.

Choices where the text is silent
--------------------------------
1. A card drawn from the stock may be discarded without an effect, whatever it is.
2. A player who has discarded a power card drawn from the stock need not use the power; it then counts as used. A card
   can be discarded again only if its power can be used, and then it must be.
3. Any other card drawn from the discard pile must be put into the layout; so without a layout, only a card that will be
   discarded again can be drawn. If matches in between leave neither way, the card goes back and counts as used.
4. A power is unused for the opponent of the player from whose layout the card comes, and only while it is the top
   discard. A match brings it there from a layout, too.
5. "At any time" is a round of questions after each change of the top discard, by a discard or as the top card is drawn,
   and after a power has been used: the player not on turn, then the player on turn, may try to match a card or decline
   to. They are asked whatever their cards are, and once only, but after a match both are asked anew. Then the turn goes
   on: a power is used after the questions about its own discard.
6. A card that matches is always discarded; to turn it up and keep it would be a free look.
7. Both have seen a card that did not match. A stock of one card or none gives what it has.
8. A layout has twelve places. A card keeps its place, a match leaves a gap, and added cards fill the first gaps. With
   more than ten cards one is not asked to match.
9. A power without a card to use it on lapses: a queen if a layout is empty, the others if the layout to look at is.
10. An empty layout counts 0. Its player goes on with drawing and discarding, and may call.
11. After the call both may still match until all is shown, and powers work on the caller's cards as before. In the last
    turn there is no call.
12. Nobody looks at two of the first cards, as some descriptions have it.
13. If the stock is used up when a turn should begin, the hand ends as in rule 18. But the last turn after a call is
    played, with the top discard, if there is a use for that.
14. Equal totals are a draw.
15. A game is one hand. With ``hands`` the totals of several hands are added up. The first dealer is drawn, then the
    deal alternates.
16. Cards that a player has seen are shown up to and including the player's next decision, and so are the events of
    cards. With ``memory_aid`` all cards are shown that the player has seen and that still lie in a layout: cards put
    there, looked at, turned up or drawn from the discard pile, also after a queen has moved them; and which cards the
    other player has seen.

Options
-------
``memory_aid``: whether players are reminded of what they have seen.
``hands``: hands in a game.
``max_turns``: turns of each player after which a hand is stopped, and scored as if all were shown.

Rewards
-------
The lower total gets +1, the higher -1; equal totals bring 0. The score is the totals of the hands that are over, as a
negative number. ``reward="score"`` divides half the difference by the most that it can be: 60 a hand, as twelve
cards can count 120.

End
---
After the last hand. Players could take each other's discards for ever, hence the bound on turns: it stops a hand, and
truncates the game if that is the last one. A hand takes random players 3 turns on average, novices 12 and experts 22;
with the memory aid novices 11 and experts 12. The longest of 4,000 hands of each kind had 48.

Written deck
------------
Four cards to each player, one at a time, the player who does not deal first; then the stock, its top card first. Later
hands are shuffled.
"""

from enum import IntEnum

import numpy as np

from cardzoo.envs.engine import piles
from cardzoo.envs.engine.actions import Actions, Block, Place, places
from cardzoo.envs.engine.cards import CARDS, EIGHT, JACK, KING, NINE, NO_CARD, QUEEN, RANKS, SIX, rank_of
from cardzoo.envs.engine.compiling import rule
from cardzoo.envs.engine.fields import Card, Choice, Flag, Number, Options, Pile, Seat, Seats, State
from cardzoo.envs.engine.game import Game, declared_in
from cardzoo.envs.engine.match import Match
from cardzoo.envs.scene import STOCK, Beside, Layout, Look, Ranks, Spread

SEATS = Seats(2)
FIRST_CARDS = 4
SLOTS = 12
PENALTY = 2  # cards added after a wrong match
NOBODY = NOTHING = -1
MOST_HANDS = 10
MOST_TURNS = 100  # of each player
MOST_POINTS = 10  # of a card
PACK = np.arange(CARDS, dtype=np.int16)
POINTS = np.array([0 if rank == KING else min(rank + 1, MOST_POINTS) for rank in range(RANKS)], np.int16)


class Phase(IntEnum):
    """Decisions of the player who is asked."""

    DRAW = 0
    USE = 1
    POWER = 2
    EXCHANGE = 3
    MATCH = 4
    END = 5


class Source(IntEnum):
    """The source of a turn's card; an unused power is drawn from the discard pile, too."""

    STOCK = 0
    DISCARD_PILE = 1
    UNUSED_POWER = 2


class Power(IntEnum):
    """The power of a card when it is discarded."""

    NONE = 0
    LOOK_AT_OWN = 1
    LOOK_AT_OTHER = 2
    EXCHANGE = 3


class Sight(IntEnum):
    """A player's knowledge of a card in a layout."""

    UNSEEN = 0
    SEEN = 1
    IN_SIGHT = 2  # up to the player's next decision


class Event(IntEnum):
    """An event of a card in a layout."""

    PUT = 0
    LOOKED_AT = 1
    EXCHANGED = 2
    DEALT = 3  # as a penalty


class Rank(IntEnum):
    """The rank of a card; suits do not matter."""

    ACE = 0
    TWO = 1
    THREE = 2
    FOUR = 3
    FIVE = 4
    SIX = 5
    SEVEN = 6
    EIGHT = 7
    NINE = 8
    TEN = 9
    JACK = 10
    QUEEN = 11
    KING = 12


POWERS = np.full(RANKS, Power.NONE, np.int16)
POWERS[SIX : EIGHT + 1] = Power.LOOK_AT_OWN
POWERS[NINE : JACK + 1] = Power.LOOK_AT_OTHER
POWERS[QUEEN] = Power.EXCHANGE

OWN_SLOTS, OTHER_SLOTS = (places("ranks", range(1, SLOTS + 1), chair) for chair in range(SEATS))
ACTIONS = Actions(
    Block("draw stock", at=Place("stock_size"), doc="take the top card of the stock"),
    Block("draw upcard", at=Place("discard_pile"), doc="take the top card of the discard pile"),
    Block("put", OWN_SLOTS, doc="put the card drawn into a place of the own layout and discard what lies there"),
    Block("discard", at=Place("drawn"), doc="discard the card drawn"),
    Block("look at own", OWN_SLOTS, doc="look at a card of the own layout: the power of 8, 7 and 6"),
    Block("look at other", OTHER_SLOTS, doc="look at a card of the other layout: the power of jack, 10 and 9"),
    Block("give", OWN_SLOTS, doc="exchange this card of the own layout: the power of a queen"),
    Block("take", OTHER_SLOTS, doc="for this card of the other layout, right after choosing the own one"),
    Block("decline", doc="leave a power unused"),
    Block("match", OWN_SLOTS, doc="turn up a card of the own layout, believed to be of the top discard's rank"),
    Block("no match", doc="turn up no card"),
    Block("cactus", doc="end the turn with the call"),
    Block("end turn", doc="end the turn without the call"),
)
DRAW_STOCK = ACTIONS.first("draw stock")
DRAW_UPCARD = ACTIONS.first("draw upcard")
PUT = ACTIONS.first("put")
DISCARD = ACTIONS.first("discard")
LOOK_AT_OWN = ACTIONS.first("look at own")
LOOK_AT_OTHER = ACTIONS.first("look at other")
GIVE = ACTIONS.first("give")
TAKE = ACTIONS.first("take")
DECLINE = ACTIONS.first("decline")
MATCH_CARD = ACTIONS.first("match")
NO_MATCH = ACTIONS.first("no match")
CACTUS = ACTIONS.first("cactus")
END_TURN = ACTIONS.first("end turn")

MATCH = Match(most=MOST_HANDS)

STATE = State(
    Choice("phase", Phase, doc="what the player who is asked decides"),
    Choice("next_phase", Phase, default=None, doc="how the turn goes on when both have been asked for matches"),
    Seat("turn", SEATS, doc="the player whose turn it is"),
    Card("layouts", SEATS, SLOTS, doc="the players' layouts, place by place"),
    Choice("sights", Sight, SEATS, SEATS, SLOTS, doc="what each player knows of each card of the players' layouts"),
    Choice(
        "events",
        Event,
        SEATS,
        SEATS,
        SLOTS,
        default=None,
        doc="what has happened to each card of the players' layouts since each player's last decision",
    ),
    Pile("stock", CARDS, doc="the stock"),
    Pile("discard_pile", CARDS, doc="the discard pile"),
    Seat("unused_power", SEATS, default=None, doc="the player from whose layout an unused power card on top comes"),
    Card("drawn", doc="the card drawn, until it is put or discarded"),
    Choice("source", Source, default=None, doc="where the card of this turn was drawn"),
    Number("given", low=1, high=SLOTS, default=None, optional=True, doc="the place of the own card to exchange"),
    Seat("caller", SEATS, default=None, doc="the player who has called"),
    Number("turns", high=SEATS * MOST_TURNS, doc="turns of this hand that are over"),
    MATCH.counter,
)

VIEW = STATE.view(
    Choice("ranks", Rank, SEATS, SLOTS, default=None, doc="the cards of the layouts that are shown, place by place"),
    Number("occupied", SEATS, SLOTS, doc="1 for a place of a layout where a card lies"),
    Number("known_to_other", SEATS, SLOTS, doc="with the memory aid, 1 for a card that the other player has seen"),
    Number("memory_aid", doc="1 if all is shown that the player has seen, 0 if only the latest is"),
    Choice("events", Event, SEATS, SLOTS, default=None, doc="what has happened to a card since the last own decision"),
    Card("drawn", doc="the card drawn, if this player may see it"),
    "source",
    Card("upcard", doc="the top card of the discard pile"),
    "discard_pile unused_power given phase next_phase",
    Number("asked", SEATS, shows="player", doc="1 for the player who decides"),
    "turn caller dealer",
    Number("stock_size", high=CARDS, shows="stock", doc="cards in the stock"),
    "turns",
    Number("turns_left", high=SEATS * MOST_TURNS, doc="turns after which this hand is stopped"),
    Number(
        "scores",
        SEATS,
        low=-MOST_HANDS * SLOTS * MOST_POINTS,
        high=0,
        shows="score",
        doc="totals so far, as negative numbers",
    ),
    MATCH.left,
)

OPTIONS = Options(
    Flag("memory_aid", doc="whether the view shows all that a player has seen, not only the latest"),
    MATCH.option,
    Number("max_turns", low=1, high=MOST_TURNS, default=MOST_TURNS, doc="turns of each player that stop a hand"),
)


@rule
def deal(state):
    """Rules 2 and 3: the first cards go to the layouts."""
    for card in range(SEATS * FIRST_CARDS):
        state.layouts[(state.player + card) % SEATS, card // SEATS] = piles.draw(state.stock)
    state.turn = state.player
    state.phase = Phase.DRAW


next_hand = MATCH.next_hand(STATE, PACK, deal)


@rule
def legal_actions(state, mask):
    """Legal actions of each phase. No mask depends on a card that its player has not seen."""
    player = state.player
    layout, other_layout = state.layouts[player], state.layouts[1 - player]
    if state.phase == Phase.DRAW:
        mask[DRAW_STOCK] = state.stock.height > 0
        mask[DRAW_UPCARD] = may_draw_upcard(state)
    elif state.phase == Phase.USE:
        mask_slots(layout, PUT, mask)
        mask[DISCARD] = may_discard(state)
    elif state.phase == Phase.POWER:
        power = POWERS[rank_of(piles.top(state.discard_pile))]
        if power == Power.LOOK_AT_OWN:
            mask_slots(layout, LOOK_AT_OWN, mask)
        elif power == Power.LOOK_AT_OTHER:
            mask_slots(other_layout, LOOK_AT_OTHER, mask)
        else:
            mask_slots(layout, GIVE, mask)
        mask[DECLINE] = state.source == Source.STOCK
    elif state.phase == Phase.EXCHANGE:
        mask_slots(other_layout, TAKE, mask)
    elif state.phase == Phase.MATCH:
        mask_slots(layout, MATCH_CARD, mask)
        mask[NO_MATCH] = 1
    else:
        mask[CACTUS] = state.caller == NOBODY
        mask[END_TURN] = 1


@rule
def mask_slots(layout, first, mask):
    """The actions of a block for the places where a card lies."""
    for slot in range(SLOTS):
        if layout[slot] != NO_CARD:
            mask[first + slot] = 1


@rule
def may_draw_upcard(state):
    """Rule 3, choice 3: returns whether the player may draw the top card of the discard pile."""
    if state.discard_pile.height == 0:
        return False
    if count_cards(state.layouts[state.player]) > 0:
        return True
    return state.unused_power == 1 - state.player and has_target(state, piles.top(state.discard_pile))


@rule
def may_discard(state):
    """Choices 1 to 3: returns whether the card just drawn may be discarded."""
    if state.source == Source.STOCK or count_cards(state.layouts[state.player]) == 0:
        return True
    return state.source == Source.UNUSED_POWER and has_target(state, state.drawn)


@rule
def count_cards(layout):
    """Number of cards in a layout."""
    cards = 0
    for slot in range(SLOTS):
        cards += layout[slot] != NO_CARD
    return cards


@rule
def has_target(state, card):
    """Rules 9 to 12, choice 9: returns whether the player on turn can use a power of the card."""
    own = count_cards(state.layouts[state.turn]) > 0
    other = count_cards(state.layouts[1 - state.turn]) > 0
    power = POWERS[rank_of(card)]
    if power == Power.LOOK_AT_OWN:
        return own
    if power == Power.LOOK_AT_OTHER:
        return other
    return power == Power.EXCHANGE and own and other


@rule
def apply_action(state, action):
    """Play a legal action."""
    leave_sights(state)
    if state.phase == Phase.DRAW:
        draw(state, action)
    elif state.phase == Phase.USE:
        use_drawn(state, action)
    elif state.phase == Phase.POWER:
        use_power(state, action)
    elif state.phase == Phase.EXCHANGE:
        exchange(state, action - TAKE)
    elif state.phase == Phase.MATCH:
        answer(state, action)
    else:
        end_turn(state, action)


@rule
def leave_sights(state):
    """Rule 6, choice 16: the player has decided, and from now on has to remember."""
    player = state.player
    for owner in range(SEATS):
        for slot in range(SLOTS):
            state.events[player, owner, slot] = NOTHING
            if state.sights[player, owner, slot] == Sight.IN_SIGHT:
                state.sights[player, owner, slot] = Sight.SEEN


@rule
def draw(state, action):
    """Rules 4 and 15, choices 4 and 5: take the top card of the stock, or of the discard pile."""
    if action == DRAW_STOCK:
        state.drawn = piles.draw(state.stock)
        state.source = Source.STOCK
        state.phase = Phase.USE
    else:
        state.source = Source.UNUSED_POWER if state.unused_power == 1 - state.player else Source.DISCARD_PILE
        state.drawn = piles.draw(state.discard_pile)
        state.unused_power = NOBODY
        state.next_phase = Phase.USE
        ask_for_matches(state)


@rule
def use_drawn(state, action):
    """Rules 5, 9, 14 and 15, choices 1 to 3: the card drawn is discarded, or takes the place of one in the layout."""
    state.next_phase = Phase.END
    if action == DISCARD:
        piles.push(state.discard_pile, state.drawn)
        state.unused_power = NOBODY
        if state.source != Source.DISCARD_PILE and has_target(state, state.drawn):
            state.next_phase = Phase.POWER
    else:
        player, slot = state.player, action - PUT
        discard_from_layout(state, player, slot)
        state.layouts[player, slot] = state.drawn
        state.sights[player, player, slot] = Sight.IN_SIGHT
        if state.source != Source.STOCK:
            state.sights[1 - player, player, slot] = Sight.IN_SIGHT
        note(state, player, slot, Event.PUT)
    state.drawn = NO_CARD
    ask_for_matches(state)


@rule
def discard_from_layout(state, player, slot):
    """Rules 5, 7 and 15: a card of a layout goes to the discard pile."""
    card = state.layouts[player, slot]
    piles.push(state.discard_pile, card)
    state.layouts[player, slot] = NO_CARD
    for seat in range(SEATS):
        state.sights[seat, player, slot] = Sight.UNSEEN
        state.events[seat, player, slot] = NOTHING
    state.unused_power = NOBODY if POWERS[rank_of(card)] == Power.NONE else player


@rule
def note(state, owner, slot, event):
    """Record an event of a card, which both see even if they do not see the card."""
    for player in range(SEATS):
        state.events[player, owner, slot] = event


@rule
def use_power(state, action):
    """Rules 10 to 13, choices 2 and 5: the player looks at a card, begins an exchange, or declines."""
    player = state.player
    if action == DECLINE:
        state.phase = Phase.END
        return
    if action >= GIVE:
        state.given = action - GIVE + 1
        state.phase = Phase.EXCHANGE
        return
    owner, slot = player, action - LOOK_AT_OWN
    if action >= LOOK_AT_OTHER:
        owner, slot = 1 - player, action - LOOK_AT_OTHER
    state.sights[player, owner, slot] = Sight.IN_SIGHT
    note(state, owner, slot, Event.LOOKED_AT)
    state.next_phase = Phase.END
    ask_for_matches(state)


@rule
def exchange(state, taken):
    """Rule 10: the two players' cards change places. A player who knew one of the cards knows its new place."""
    player, given = state.player, state.given - 1
    other = 1 - player
    card = state.layouts[player, given]
    state.layouts[player, given] = state.layouts[other, taken]
    state.layouts[other, taken] = card
    for seat in range(SEATS):
        sight = state.sights[seat, player, given]
        state.sights[seat, player, given] = state.sights[seat, other, taken]
        state.sights[seat, other, taken] = sight
    note(state, player, given, Event.EXCHANGED)
    note(state, other, taken, Event.EXCHANGED)
    state.given = NOTHING
    state.next_phase = Phase.END
    ask_for_matches(state)


@rule
def ask_for_matches(state):
    """Choice 5: first the player not on turn is asked."""
    state.phase = Phase.MATCH
    state.player = 1 - state.turn
    if not may_match(state):
        ask_player_on_turn(state)


@rule
def may_match(state):
    """Returns whether the player can be asked (choice 8)."""
    return state.discard_pile.height > 0 and 0 < count_cards(state.layouts[state.player]) <= SLOTS - PENALTY


@rule
def ask_player_on_turn(state):
    """Choice 5: then the player on turn is asked, and then the turn goes on."""
    state.player = state.turn
    if not may_match(state):
        go_on(state)


@rule
def go_on(state):
    """Choices 5 and 9: the next phase begins; a power that has no card to be used on is left out."""
    state.phase = state.next_phase
    state.next_phase = NOTHING
    if state.phase == Phase.POWER and not has_target(state, piles.top(state.discard_pile)):
        state.phase = Phase.END


@rule
def answer(state, action):
    """Rules 7 and 8, choices 5 and 6: a player discards a matching card or none; a wrong one is shown, and costs."""
    player, slot = state.player, action - MATCH_CARD
    if action != NO_MATCH:
        if rank_of(state.layouts[player, slot]) == rank_of(piles.top(state.discard_pile)):
            discard_from_layout(state, player, slot)
            ask_for_matches(state)
            return
        show(state, player, slot)
        add_penalty(state, player)
    if player == state.turn:
        go_on(state)
    else:
        ask_player_on_turn(state)


@rule
def show(state, owner, slot):
    """Both see a card."""
    for player in range(SEATS):
        state.sights[player, owner, slot] = Sight.IN_SIGHT


@rule
def add_penalty(state, player):
    """Rule 8, choices 7 and 8: cards of the stock are added to a layout."""
    slot = 0
    for _ in range(min(PENALTY, state.stock.height)):
        while state.layouts[player, slot] != NO_CARD:
            slot += 1
        state.layouts[player, slot] = piles.draw(state.stock)
        note(state, player, slot, Event.DEALT)


@rule
def end_turn(state, action):
    """Rules 17 and 18, choice 13: the turn passes; the hand ends where it comes back to the caller, or at a bound."""
    if action == CACTUS:
        state.caller = state.player
    state.source = NOTHING
    state.turns += 1
    state.player = state.turn = 1 - state.player
    state.phase = Phase.DRAW
    if state.caller == state.player or not may_draw(state):
        end_hand(state, False)
    elif state.turns >= SEATS * state.options.max_turns:
        end_hand(state, True)


@rule
def may_draw(state):
    """Choice 13: returns whether there is a card to begin the turn with."""
    return state.stock.height > 0 or (state.caller != NOBODY and may_draw_upcard(state))


@rule
def end_hand(state, stopped):
    """Rules 1, 18 and 19, choices 10, 14 and 15: the cards left are scored; the next hand follows, or the end."""
    for player in range(SEATS):
        for slot in range(SLOTS):
            card = state.layouts[player, slot]
            if card != NO_CARD:
                state.score[player] -= POINTS[rank_of(card)]
                show(state, player, slot)
    next_hand(state, 1 - state.dealer)
    state.truncated = stopped and state.over


@rule
def observe(state, player, view):
    """Computed fields of the view: cards of the layouts that the seat has seen, and the events of cards."""
    view.memory_aid = state.options.memory_aid
    shown = Sight.SEEN if view.memory_aid else Sight.IN_SIGHT
    for seat in range(SEATS):
        owner = player if seat == 0 else 1 - player
        for slot in range(SLOTS):
            card = state.layouts[owner, slot]
            if card != NO_CARD:
                view.occupied[seat, slot] = 1
                view.events[seat, slot] = state.events[player, owner, slot]
                if state.sights[player, owner, slot] >= shown:
                    view.ranks[seat, slot] = rank_of(card)
                if view.memory_aid and state.sights[1 - player, owner, slot] != Sight.UNSEEN:
                    view.known_to_other[seat, slot] = 1
    if state.turn == player or state.source != Source.STOCK:
        view.drawn = state.drawn
    view.upcard = piles.top(state.discard_pile)
    view.turns_left = SEATS * state.options.max_turns - state.turns


@rule
def redeal_hidden(state, player):
    """Redraws the stock, unseen cards of the layouts, and the card that the other player has drawn.

    Both see every move of a card. So a seat always knows the place of a card that it has seen in a layout.
    """
    hides_drawn = state.drawn != NO_CARD and state.turn != player and state.source == Source.STOCK
    if hides_drawn:
        piles.push(state.stock, state.drawn)
    for owner in range(SEATS):
        for slot in range(SLOTS):
            if is_hidden(state, player, owner, slot):
                piles.push(state.stock, state.layouts[owner, slot])
    piles.shuffle(state, state.stock)
    for owner in range(SEATS):
        for slot in range(SLOTS):
            if is_hidden(state, player, owner, slot):
                state.layouts[owner, slot] = piles.draw(state.stock)
    if hides_drawn:
        state.drawn = piles.draw(state.stock)


@rule
def is_hidden(state, player, owner, slot):
    """Returns whether there is a card that the player has not seen."""
    return state.layouts[owner, slot] != NO_CARD and state.sights[player, owner, slot] == Sight.UNSEEN


def check(state) -> str:
    """The first problem of a written position, in words, or nothing."""
    observed = (state.sights != Sight.UNSEEN) | (state.events != NOTHING)
    if (observed & (state.layouts == NO_CARD)).any():
        return "sights and events must be of cards that lie in the layouts"
    top = piles.top(state.discard_pile)
    if state.unused_power != NOBODY and (top == NO_CARD or POWERS[rank_of(top)] == Power.NONE):
        return "unused_power needs a power card on top of the discard pile"
    if state.over:
        return ""
    if state.turns >= SEATS * state.options.max_turns:
        return "turns: the hand is stopped by then"
    if state.caller == state.turn:
        return "the caller has no turn any more"
    return wrong_drawn(state) or wrong_phase(state)


def wrong_drawn(state) -> str:
    """The first problem of the card drawn and of its source."""
    goes_on = state.next_phase if state.phase == Phase.MATCH else state.phase
    if (state.drawn != NO_CARD) != (goes_on == Phase.USE):
        return "a card must be drawn if it is to be used, and only then"
    if state.phase == Phase.DRAW and state.source != NOTHING:
        return "source is set only when a card has been drawn"
    if goes_on == Phase.USE and state.source == NOTHING:
        return "source must name the pile from which the card was drawn"
    if goes_on == Phase.POWER and state.source not in (Source.STOCK, Source.UNUSED_POWER):
        return "a power is used only of a card that source allows"
    unused = goes_on == Phase.USE and state.source == Source.UNUSED_POWER
    return "the card drawn has no power" if unused and POWERS[rank_of(state.drawn)] == Power.NONE else ""


def wrong_phase(state) -> str:
    """The first problem of the phase and of the player who decides."""
    phase, cards = state.phase, (state.layouts != NO_CARD).sum(axis=1)
    if phase != Phase.MATCH and state.player != state.turn:
        return "in this phase it must be player's own turn"
    if (phase == Phase.MATCH) != (state.next_phase != NOTHING):
        return "next_phase belongs to the phase match"
    if (phase == Phase.EXCHANGE) != (state.given != NOTHING):
        return "given belongs to the phase exchange"
    if phase == Phase.DRAW and state.stock.height == 0 and state.caller == NOBODY:
        return "no turn begins without a stock"
    if phase == Phase.POWER and not has_target(state, piles.top(state.discard_pile)):
        return "the top discard has no power to be used"
    if phase == Phase.EXCHANGE and state.layouts[state.player, state.given - 1] == NO_CARD:
        return "no card lies at the place given"
    if phase == Phase.MATCH:
        if state.next_phase not in (Phase.USE, Phase.POWER, Phase.END) or state.discard_pile.height == 0:
            return "a match needs a discard pile, and the turn goes on with use, power or end"
        if state.next_phase == Phase.USE and state.source == Source.STOCK:
            return "nobody is asked when a card of the stock is drawn"
        if not 0 < cards[state.player] <= SLOTS - PENALTY:
            return f"a player with {cards[state.player]} cards is not asked to match"
    return ""


def score_range(options, num_players):
    """Half of what a layout can count, for each hand."""
    return options.hands * SLOTS * MOST_POINTS / 2


def name_discard(before: Look, after: Look) -> str:
    """The card that comes to the discard pile, seen by all."""
    return f"{after.game.cards.words[after.view['upcard']]} went to the discard pile"


def name_match(before: Look, after: Look) -> str:
    """The card that is discarded because it matches; or that it does not."""
    is_matched = after.view["discard_pile"]["height"] > before.view["discard_pile"]["height"]
    return name_discard(before, after) if is_matched else "It did not match: two cards were added"


def name_end(before: Look, after: Look) -> str:
    """The reason why the end of a turn ends the hand; empty if the hand goes on."""
    if caller := before.marked("caller"):
        return f"{caller} called cactus, and the last turn was played"
    if before.view["stock_size"] == 0:
        return "The stock is used up"
    return "The limit of turns is reached" if before.view["turns_left"] == 1 else ""


LAYOUT = Layout(
    (
        Ranks("ranks", "", occupied="occupied"),
        Beside(STOCK, Spread("discard_pile", "discard pile"), Spread("drawn", "drawn card")),
    ),
    hidden={"upcard": "it lies on the discard pile"},
    reveals={"ranks": "layouts"},
    says={
        "put": "Put it into place {}",
        "discard": "Discard it",
        "look at own": "Look at card {} of the own layout",
        "look at other": "Look at card {} of the other layout",
        "give": "Give card {} of the own layout",
        "take": "Take card {} of the other layout",
        "decline": "Do not use it",
        "match": "Match with card {} of the own layout",
        "no match": "Do not match",
        "cactus": "Call cactus",
    },
    then={"put": name_discard, "discard": name_discard, "match": name_match, "end turn": name_end},
    phases={
        "draw": "Draw a card: from the stock or the discard pile",
        "use": "Put the card into your layout, or discard it",
        "power": "Use the power of the card, or do not",
        "exchange": "Choose the other player's card to exchange",
        "match": "Turn up a card that matches the top discard, or none",
        "end": "End your turn, or call “Cactus”",
    },
    rules={
        "draw stock": (4,),
        "draw upcard": (4,),
        "put": (5,),
        "discard": (9,),
        "look at own": (12,),
        "look at other": (11,),
        "give": (10,),
        "take": (10,),
        "decline": (9,),
        "match": (7, 8),
        "no match": (7,),
        "cactus": (17, 18),
        "end turn": (17,),
    },
    against=0,
)

GAME = Game(
    name="cactus",
    version=0,
    title="Cactus",
    family="golf",
    players=(SEATS, SEATS),
    default_players=SEATS,
    score_range=score_range,
    rest="stock",
    **declared_in(__name__),
)
