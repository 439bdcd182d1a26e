"""Pishe Pasha.

A patience race for two players: cards go to foundations that both share, or onto the other player's
discard pile.

Rules
-----
1. The whole pack of 52 is dealt to two players, one card at a time from the dealer's left. The 26 cards of each are a
   stock, face down; nobody looks at them.
2. Before the first turn the non-dealer turns up the top card of the own stock. An ace starts a foundation, and the next
   card is turned up, until one does not fit a foundation: that card starts the non-dealer's discard pile.
3. The dealer has the first turn, then the players alternate.
4. There are four foundations, one for each suit, which both players share. They are built up in suit from the ace,
   which is low, to the king.
5. Any ace starts the foundation of its suit; the suits may come in any order.
6. A king completes its foundation.
7. A player whose top card fits a foundation must play it there before doing anything else.
8. A player may play the top card of the own discard pile onto the other's discard pile, if it is exactly one rank above
   or below the top card there. Suits do not matter.
9. In a turn the player turns cards, one after the other: the top card of the own stock is laid face up on the own
   discard pile. It may be played at once.
10. After each card that is played the player goes on, with the card that is now on top or with the next of the stock.
11. A card just turned that cannot be played ends the turn. So a player's own discard pile gets at most one card of the
    player's in a turn.
12. A card that comes to the top of a discard pile, uncovered or laid there by the other player, is played by its owner
    like any other.
13. Nobody plays a card from the other's discard pile.
14. A card laid on the other's discard pile belongs to the other player from then on.
15. When the stock is empty, the discard pile is turned over, unshuffled, and is the new stock.
16. If a player misses a play to a foundation, the other one may call "Stop!", and either force that play, or end the
    player's turn and take the next one.
17. A player with no card left in stock and discard pile wins.
18. Foundations, stocks and discard piles together are always the 52 cards of the pack.

Sources
-------
[Denexa Games, Pishe Pasha](https://www.denexa.com/blog/pishe-pasha), where it is also said that the stocks stay unseen.

Choices where the text is silent
--------------------------------
1. A play to a foundation is the only legal action when there is one, so nobody misses it and nobody calls "Stop!". With
   ``allow_miss`` a player may do something else. Before that is done the other player is asked: it is let pass; or the
   play to the foundation is made instead, and the player goes on; or nothing is done, and it is the other's turn.
2. A play onto the other's discard pile may be left out. A card just turned that is not played ends the turn. Between
   plays a player cannot end the turn: the text then has the next card turned.
3. Before each card that is turned the top card of the own discard pile may be played, and need not be.
4. King and ace are not neighbours, as the ace is low.
5. Nothing can be played onto an empty discard pile.
6. The discard pile is turned over when a card is to be turned and there is none, not before, so until then it can be
   played onto. As it is turned over in one piece, the oldest discard is the next card to be turned.
7. Everybody knows the cards that have been turned up once. So the order of a stock that has been a discard pile is no
   secret.
8. Nobody plays to a foundation in the other's turn. A top card that fits waits for its owner's turn.
9. If all 26 cards of the non-dealer fit in rule 2, the non-dealer has won before the first turn.
10. The last card wins as soon as it is played, also in the middle of a turn. So there always is a card to turn.
11. A game that is stopped is a draw.

Options
-------
``allow_miss``: a play to a foundation may be missed, and the other player may call "Stop!" then, as in choice 1.
``max_turns``: turns of both players together after which the game is stopped.

Rewards
-------
The winner gets +1, the other player -1; a stopped game gives 0. The score is 1 for the winner and 0 for the other.

End
---
With the last card of a player. Without ``allow_miss`` that comes within 2652 turns, fewer than ``max_turns``. Take any
card that a foundation waits for. It stays with its owner, as it cannot be played anywhere else, and in each turn the
owner turns at least one card. So it has been turned, and played, after as many turns of the owner as the owner has
cards, which is at most one fewer than the cards in play. For 52, 51 and so on down to 2 cards in play that makes 51 +
50 + ... + 1 turns of each player. With ``allow_miss`` players could miss plays for ever, and the game is truncated
after ``max_turns``.

Random players need 116 turns on average, novices 95 and experts 98; the longest of 100,000 games of random players had
199. With ``allow_miss`` random players need 160 turns, and the longest of as many games had 288.

Written deck
------------
Cards go round one at a time from the dealer's left, each onto those dealt before, so that the last ones are turned
first.
"""

from enum import IntEnum

from cardzoo.envs.engine import piles, rewards
from cardzoo.envs.engine.actions import Actions, Block, Place
from cardzoo.envs.engine.cards import CARDS, NO_CARD, RANKS, SUITS, rank_of
from cardzoo.envs.engine.compiling import rule
from cardzoo.envs.engine.fields import Cards, Choice, Flag, Number, Options, Pile, Seats, State
from cardzoo.envs.engine.game import Game, declared_in
from cardzoo.envs.families import patience
from cardzoo.envs.scene import Foundations, Layout, Look, Spread

SEATS = Seats(2)
NONE = -1
MOST_TURNS = 3000


class Phase(IntEnum):
    """Decisions of the player who is asked."""

    PLAY = 0
    TURNED = 1
    STOP = 2


class Missed(IntEnum):
    """Actions of a player instead of a play to a foundation; the numbers are those of the actions."""

    TURN = 0
    TO_OPPONENT = 1
    END_TURN = 2


ACTIONS = Actions(
    Block("turn", at=Place("stocks", 0), doc="turn the next card of the own stock"),
    Block("to opponent", at=Place("discards", 0), doc="play the top card of the own discard pile onto the other's"),
    Block("end turn", doc="leave the card just turned on the own discard pile"),
    Block("to foundation", at=Place("discards", 0), doc="play the top card of the own discard pile to its foundation"),
    Block("let pass", doc="let the other player miss a play to a foundation"),
    Block("force", doc="call stop, and have the play made that the other player missed"),
    Block("take over", doc="call stop, and end the turn of the other player who missed a play"),
)
TURN = ACTIONS.first("turn")
TO_OPPONENT = ACTIONS.first("to opponent")
END_TURN = ACTIONS.first("end turn")
TO_FOUNDATION = ACTIONS.first("to foundation")
LET_PASS = ACTIONS.first("let pass")
FORCE = ACTIONS.first("force")
TAKE_OVER = ACTIONS.first("take over")

STATE = State(
    Choice("phase", Phase, doc="what is asked: before a card is turned, after it, or about a missed play"),
    Pile("stock", CARDS, doc="the pack before the deal"),
    Pile("stocks", SEATS, CARDS, doc="the players' stocks, the next card on top"),
    Pile("discards", SEATS, CARDS, doc="the discard piles"),
    Cards("foundations", doc="the cards on the foundations"),
    Number("known", SEATS, doc="whether a player's stock has been a discard pile, so that all know its order"),
    Choice("missed", Missed, default=None, doc="what a player wants to do instead of a play to a foundation"),
    Number("turns", high=MOST_TURNS, doc="turns that are over"),
)

VIEW = STATE.view(
    Pile("stocks", SEATS, CARDS, doc="the stocks, the next card on top; cards that were never turned are unknown"),
    "discards",
    Number("foundations", SUITS, high=RANKS, doc="how many cards each suit's foundation has"),
    "phase missed",
    Number("turn", SEATS, shows="player", doc="1 for the player who has to decide"),
    Number("turns_left", high=MOST_TURNS, doc="turns until the game is stopped, this one included"),
)

OPTIONS = Options(
    Flag("allow_miss", doc="whether a play to a foundation may be missed, and stopped"),
    Number("max_turns", low=10, high=MOST_TURNS, default=MOST_TURNS, doc="turns after which the game is truncated"),
)


@rule
def deal(state):
    """Rules 1 to 3, choice 9: all cards to the two stocks; the non-dealer turns up the first ones."""
    for card in range(CARDS):
        piles.push(state.stocks[(state.player + card) % SEATS], piles.draw(state.stock))
    turn_card(state)
    while fits_foundation(state):
        play_to_foundation(state)
        if state.over:
            return
        turn_card(state)
    state.player = state.dealer
    state.phase = Phase.PLAY


@rule
def turn_card(state):
    """Rules 9 and 15, choices 6 and 10: turn up a card of the stock, or of the discards turned over."""
    stock, discards = state.stocks[state.player], state.discards[state.player]
    if stock.height == 0:
        while discards.height > 0:
            piles.push(stock, piles.draw(discards))
        state.known[state.player] = 1
    piles.push(discards, piles.draw(stock))
    state.phase = Phase.TURNED


@rule
def fits_foundation(state):
    """Rules 4 to 6: returns whether the player's top card fits its foundation."""
    card = piles.top(state.discards[state.player])
    return card != NO_CARD and patience.may_go_home(state.foundations, card)


@rule
def play_to_foundation(state):
    """Rules 4 to 6 and 10: the upcard goes on its foundation."""
    state.foundations[piles.draw(state.discards[state.player])] = 1
    go_on(state)


@rule
def go_on(state):
    """Rules 10 and 17, choices 9 and 10: continues after a card has been played."""
    state.phase = Phase.PLAY
    if state.stocks[state.player].height + state.discards[state.player].height == 0:
        state.over = True
        state.score[state.player] = 1
        rewards.reward_best_score(state)


@rule
def legal_actions(state, mask):
    """Rules 7 to 9 and 16, choices 1 to 3: plays of the upcard, or answers to a miss."""
    if state.phase == Phase.STOP:
        mask[LET_PASS] = mask[FORCE] = mask[TAKE_OVER] = 1
        return
    mask[TO_FOUNDATION] = fits_foundation(state)
    if not mask[TO_FOUNDATION] or state.options.allow_miss:
        mask[TO_OPPONENT] = fits_opponent(state)
        mask[END_TURN if state.phase == Phase.TURNED else TURN] = 1


@rule
def fits_opponent(state):
    """Rule 8, choices 4 and 5: returns whether the upcard is next to the other player's in rank."""
    card = piles.top(state.discards[state.player])
    onto = piles.top(state.discards[1 - state.player])
    return card != NO_CARD and onto != NO_CARD and abs(rank_of(card) - rank_of(onto)) == 1


@rule
def apply_action(state, action):
    """Play a legal action."""
    if state.phase == Phase.STOP:
        answer_miss(state, action)
    elif action != TO_FOUNDATION and fits_foundation(state):
        state.missed = action
        state.phase = Phase.STOP
        state.player = 1 - state.player
    else:
        act(state, action)


@rule
def answer_miss(state, action):
    """Rule 16, choice 1: a miss is let pass, undone, or ends the turn."""
    missed = int(state.missed)
    state.missed = NONE
    state.player = 1 - state.player
    if action == LET_PASS:
        act(state, missed)
    elif action == FORCE:
        play_to_foundation(state)
    else:
        end_turn(state)


@rule
def act(state, action):
    """Rules 7 to 11 and 14, choices 2 and 3: the upcard goes somewhere, the next one is turned up, or the turn ends."""
    if action == TO_FOUNDATION:
        play_to_foundation(state)
    elif action == TO_OPPONENT:
        piles.push(state.discards[1 - state.player], piles.draw(state.discards[state.player]))
        go_on(state)
    elif action == END_TURN:
        end_turn(state)
    else:
        turn_card(state)
        if not fits_foundation(state) and not fits_opponent(state):
            end_turn(state)


@rule
def end_turn(state):
    """Rules 3 and 11, choice 11: the turn passes, or the game is stopped at the bound."""
    state.phase = Phase.PLAY
    state.player = 1 - state.player
    state.turns += 1
    if state.turns >= state.options.max_turns:
        state.over = state.truncated = True


@rule
def observe(state, player, view):
    """Computed fields of the view: turned cards of the stocks (choice 7), the foundations, and the turns left."""
    for seat in range(SEATS):
        other = player if seat == 0 else 1 - player
        if state.known[other]:
            view.stocks[seat] = state.stocks[other]
        else:
            view.stocks[seat].height = state.stocks[other].height
    for suit in range(SUITS):
        view.foundations[suit] = patience.foundation_height(state.foundations, suit)
    view.turns_left = state.options.max_turns - state.turns


@rule
def redeal_hidden(state, player):
    """Redraws the cards that were never turned, the same for both seats."""
    for other in range(SEATS):
        if not state.known[other]:
            for place in range(state.stocks[other].height):
                piles.push(state.stock, state.stocks[other].cards[place])
    piles.shuffle(state, state.stock)
    for other in range(SEATS):
        if not state.known[other]:
            for place in range(state.stocks[other].height):
                state.stocks[other].cards[place] = piles.draw(state.stock)


def check(state) -> str:
    """The first problem of a written position, in words, or nothing."""
    left = piles.heights(state.stocks) + piles.heights(state.discards)
    foundations = state.foundations.reshape(SUITS, RANKS)
    if state.stock.height > 0:
        return "stock: the pack has been dealt"
    if (foundations[:, 1:] > foundations[:, :-1]).any():
        return "foundations: they are built up from the ace"
    if state.over:
        return ""
    if (left == 0).any():
        return "stocks: a player without cards has won"
    if state.turns >= state.options.max_turns:
        return "turns: the game is over by then"
    if state.phase == Phase.TURNED and state.discards[state.player].height == 0:
        return "discards: the card just turned lies there"
    if (state.missed != NONE) != (state.phase == Phase.STOP):
        return "missed: it is set only while the other player is asked about it"
    return check_miss(state) if state.phase == Phase.STOP else ""


def check_miss(state) -> str:
    """The first problem of a position in which a player is asked about a miss."""
    asked = int(state.player)
    state.player = 1 - asked
    could, may = fits_foundation(state), state.missed != Missed.TO_OPPONENT or fits_opponent(state)
    state.player = asked
    if not state.options.allow_miss or not could:
        return "phase: the other player misses no play to a foundation"
    return "" if may else "missed: the card does not fit the other discard pile"


def name_play(look: Look, action: int) -> str:
    """The play of the top discard of the player on turn."""
    card = look.top(Place("discards", int(look.view["turn"].argmax())))
    goal = "to the foundation" if action == TO_FOUNDATION else "onto the other player's pile"
    return f"Play {card} {goal}" if card else ""


def name_turned(before: Look, after: Look) -> str:
    """The card that is turned up."""
    card = after.top(Place("discards", 0))
    return f"It was {card}" if card else ""


LAYOUT = Layout(
    (Spread("stocks", "stock"), Spread("discards", "discard pile"), Foundations("foundations")),
    says={
        "to opponent": "Play onto the other player's pile",
        "to foundation": "Play to the foundation",
        "let pass": "Let the missed play pass",
        "force": "Call stop and force the play",
        "take over": "Call stop and take the turn",
    },
    says_each={"to opponent": name_play, "to foundation": name_play},
    then={"turn": name_turned},
    phases={
        "play": "Turn a card, or play the one on top",
        "turned": "Play the card just turned, or end your turn",
        "stop": "Let the missed play pass, or call stop",
    },
    rules={
        "turn": (9,),
        "to opponent": (8,),
        "end turn": (11,),
        "to foundation": (7,),
        "let pass": (16,),
        "force": (16,),
        "take over": (16,),
    },
)

GAME = Game(
    name="pishe_pasha",
    version=0,
    title="Pishe Pasha",
    family="racing",
    players=(SEATS, SEATS),
    default_players=SEATS,
    score_range=0.5,
    rest="foundations",
    **declared_in(__name__),
)
