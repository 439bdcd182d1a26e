"""Bridge Solitaire.

A house variant for one player of the game after Stephen Rogers that stands in for contract bridge: only the deal and
the choice of the hand are his rules as far as they could be read; the bidding, the play against the stock and the
scores are this collection's own.

Rules
-----
1. One player has the pack of 52 and two jokers; in each suit the ace is high. Seven cards are dealt face down, which
   nobody sees, and thirteen face up.
2. The player chooses six of the thirteen, which join the seven: a hand of thirteen cards. Face-up jokers must be
   among the six.
3. The other 34 cards are the stock. It plays the opponent's cards.
4. The player then bids once, plays thirteen tricks against the stock, and is scored for them as in rubber bridge.

Sources
-------
The name in [Denexa Games, Game Rules](https://www.denexa.com/blog/category/game-rules/); the readable parts of Stephen
Rogers's rules, on pagat.com and in a playing-card maker's description, for rules 1 to 4. All descriptions of rubber
bridge agree on the scores of contracts.

Choices where the text is silent
--------------------------------
1. All choices below are house rules. Rogers gives jokers special functions, which could not be read; choices 5 and 8
   are not his.
2. The seven cards that were not chosen are out of play; the player knows them. Jokers are chosen before other cards.
3. A bid is a number from 1 to 7 of tricks over six, with a trump suit or no trump. There is no doubling. Without a bid
   the player passes, which ends the deal without a score.
4. The player leads to the first trick, and the winner of a trick leads to the next. The highest trump wins, or else the
   highest card of the suit led.
5. A joker is a trump, higher than the ace of trumps. With no trump it is of no suit, but higher than all cards of the
   suit led. Of two jokers the one played first wins.
6. When the player has led, cards of the stock are turned up one at a time until one is of the suit led or a trump, but
   three at most. The last of them is the answer; those before it are out of play.
7. When the stock leads, its top card is the lead. The player must follow suit if able, and may otherwise play any
   card; with no trump a joker may always be played.
8. A joker that is led asks for trumps; with no trump the first card turned up is the answer to it, and any card may be
   played to it. A joker that is turned up is always the answer.
9. When the stock is empty, the player leads and wins every trick that is left.
10. A deal is scored like a rubber that is broken off after it, and nobody is ever vulnerable. A made contract scores
    for each trick over six, whether bid or not: 20 with clubs or diamonds as trumps, 30 with hearts or spades, and with
    no trump 30, the first of them 40. If the tricks that were bid are worth 100 or more, that is a game: 300 more. A
    made bid of 6, a small slam, scores another 500, one of 7, a grand slam, another 1000. A contract that is not made
    costs 50 for each trick that is missing. There are no points for honours, nor for a game that is not finished.
11. One deal is a game. With ``hands`` several are played, and their scores are added up.

Options
-------
``hands``: how many deals are played.

Rewards
-------
The score over 1520 for each deal that is played, the most that a contract can bring: a grand slam without trumps.
With ``reward="score"`` it is the same, but paid after each deal.

End
---
After the last deal. A deal takes six choices, a bid and thirteen cards at most.

Written deck
------------
The seven face-down cards, the thirteen face-up cards, then the stock, the card to be turned up first before the others.
Later deals are shuffled.
"""

from enum import IntEnum

import numpy as np

from cardzoo.envs.engine import piles
from cardzoo.envs.engine.actions import Actions, Block
from cardzoo.envs.engine.cards import CARDS, CARDS_AND_JOKERS, NO_CARD, SUIT_WORDS, suit_of
from cardzoo.envs.engine.compiling import rule
from cardzoo.envs.engine.fields import Card, Cards, Choice, Number, Options, Pile, State
from cardzoo.envs.engine.game import Game, declared_in
from cardzoo.envs.engine.match import Match
from cardzoo.envs.families import tricks
from cardzoo.envs.families.bridge_scores import (
    BOOK,
    ENOUGH_FOR_GAME,
    GAME_POINTS,
    LEVELS,
    STRAINS,
    Strain,
    slam_points,
    trick_points,
)
from cardzoo.envs.scene import STOCK, Beside, Hands, Kind, Layout, Look, Spread

FACE_DOWN = 7
FACE_UP = 13
CHOSEN = 6
TRICKS = 13
MOST_TURNED = 3
PENALTY = 50
MOST_HANDS = 10
NO_STRAIN = -1
MOST_LOST = PENALTY * TRICKS
NOT_VULNERABLE = 0
MOST_WON = 1520  # a grand slam in no trump
PACK = np.arange(CARDS_AND_JOKERS, dtype=np.int16)


class Phase(IntEnum):
    """Decisions of the player."""

    SELECT = 0
    BID = 1
    PLAY = 2


STRAIN_WORDS = [*SUIT_WORDS, "no trump"]

ACTIONS = Actions(
    Block("card", CARDS_AND_JOKERS, doc="choose a face-up card for the hand; later, play a card of the hand"),
    Block(
        "bid",
        [f"{level} {strain}" for level in range(1, LEVELS + 1) for strain in STRAIN_WORDS],
        doc="undertake to win six tricks more than the number",
    ),
    Block("pass", doc="end the deal without playing it"),
)
FIRST_BID = ACTIONS.first("bid")
PASS = ACTIONS.first("pass")

# `Game.match` is not set: a search counts the lead that a hand brings over others, and a single player has none.
MATCH = Match(most=MOST_HANDS)

STATE = State(
    Choice("phase", Phase, doc="what the player does"),
    Pile("stock", CARDS_AND_JOKERS, codes=CARDS_AND_JOKERS, doc="the stock"),
    Cards("face_down", codes=CARDS_AND_JOKERS, doc="the face-down cards, until they join the hand"),
    Cards("face_up", codes=CARDS_AND_JOKERS, doc="the face-up cards that have not been chosen; later out of play"),
    Cards("hand", codes=CARDS_AND_JOKERS, doc="own hand; while it is being chosen, without the face-down cards"),
    Card("lead", codes=CARDS_AND_JOKERS, doc="the card that the stock has led"),
    Cards("played", codes=CARDS_AND_JOKERS, doc="cards of earlier tricks and other cards that were turned up"),
    Pile(
        "last_trick",
        1 + MOST_TURNED,
        codes=CARDS_AND_JOKERS,
        memo=True,
        doc="the cards of the last trick: the lead, then the answer, after cards turned up in vain",
    ),
    Number("level", high=LEVELS, doc="the number of the bid, 0 before it"),
    Choice("strain", Strain, default=None, doc="the trump suit of the bid"),
    Number("tricks", high=TRICKS, doc="tricks that the player has won"),
    MATCH.counter,
)

VIEW = STATE.view(
    "phase hand face_up lead played last_trick",
    Number("stock_size", high=CARDS_AND_JOKERS, shows="stock", doc="cards in the stock"),
    "level strain tricks",
    Number("tricks_left", high=TRICKS, doc="tricks that are still to be played"),
    MATCH.left,
    Number(
        "score",
        low=-MOST_HANDS * MOST_LOST,
        high=MOST_HANDS * MOST_WON,
        shows="score",
        doc="points of the deals that are over",
    ),
)

OPTIONS = Options(
    MATCH.option,
)


@rule
def deal(state):
    """Rule 1: some cards are dealt face down, others face up to choose from."""
    for _ in range(FACE_DOWN):
        state.face_down[piles.draw(state.stock)] = 1
    for _ in range(FACE_UP):
        state.face_up[piles.draw(state.stock)] = 1


@rule
def legal_actions(state, mask):
    """Rules 2 and 4, choice 3: legal actions of each phase."""
    if state.phase == Phase.SELECT:
        mask_choices(state, mask)
    elif state.phase == Phase.BID:
        mask[FIRST_BID : PASS + 1] = 1
    else:
        mask_plays(state, mask)


@rule
def mask_choices(state, mask):
    """Rule 2, choice 2: the cards that may be chosen; jokers come first."""
    jokers = state.face_up[CARDS] + state.face_up[CARDS + 1]
    for card in range(CARDS_AND_JOKERS):
        if state.face_up[card] and (jokers == 0 or is_joker(card)):
            mask[card] = 1


@rule
def is_joker(card):
    """Returns whether the card is one of the two jokers."""
    return card >= CARDS


@rule
def mask_plays(state, mask):
    """Choices 4, 7 and 8: follow suit if able; cards that belong to no suit may always be played."""
    asked = suit_in_play(state, state.lead) if state.lead != NO_CARD else Strain.NO_TRUMP
    able = False
    for card in range(CARDS_AND_JOKERS):
        able |= state.hand[card] > 0 and suit_in_play(state, card) == asked
    free = asked == Strain.NO_TRUMP or not able
    for card in range(CARDS_AND_JOKERS):
        suit = suit_in_play(state, card)
        if state.hand[card] and (free or suit == asked or suit == Strain.NO_TRUMP):
            mask[card] = 1


@rule
def suit_in_play(state, card):
    """The suit that a card counts as: a joker as trumps, or as `Strain.NO_TRUMP`, which is no suit (choice 5)."""
    return state.strain if is_joker(card) else suit_of(card)


@rule
def apply_action(state, action):
    """Play a legal action."""
    if state.phase == Phase.SELECT:
        choose(state, action)
    elif state.phase == Phase.PLAY:
        play(state, action)
    elif action == PASS:
        end_deal(state, 0)
    else:
        state.level = 1 + (action - FIRST_BID) // STRAINS
        state.strain = (action - FIRST_BID) % STRAINS
        state.phase = Phase.PLAY


@rule
def choose(state, card):
    """Rule 2: a card goes to the hand; after the last one those that lie face down follow, and the bidding."""
    state.face_up[card] = 0
    state.hand[card] = 1
    if state.hand.sum() == CHOSEN:
        for other in range(CARDS_AND_JOKERS):
            state.hand[other] += state.face_down[other]
            state.face_down[other] = 0
        state.phase = Phase.BID


@rule
def play(state, card):
    """Choices 4 and 9: a lead, which the stock answers, or the answer to the lead of the stock."""
    state.hand[card] = 0
    piles.clear(state.last_trick)
    if state.lead == NO_CARD:
        lay(state, card)
        answer = turn_answer(state, card)
        won = answer == NO_CARD or not beats(answer, card, state.strain)
    else:
        lay(state, state.lead)
        lay(state, card)
        won = beats(card, state.lead, state.strain)
        state.lead = NO_CARD
    state.tricks += won
    if state.hand.sum() == 0:
        end_deal(state, points(state.level, state.strain, state.tricks))
    elif not won and state.stock.height > 0:
        state.lead = piles.draw(state.stock)


@rule
def lay(state, card):
    """Put a card down as the next one of the trick."""
    piles.push(state.last_trick, card)
    state.played[card] = 1


@rule
def turn_answer(state, lead):
    """Choices 6, 8 and 9: the answer of the stock, -1 if it is empty."""
    asked = suit_in_play(state, lead)
    card = np.int16(NO_CARD)
    for _ in range(min(MOST_TURNED, state.stock.height)):
        card = piles.draw(state.stock)
        lay(state, card)
        suit = suit_in_play(state, card)
        if asked == Strain.NO_TRUMP or suit == asked or suit == state.strain:
            break
    return card


@rule
def beats(card, lead, strain):
    """Returns whether the second card of a trick wins it (choices 4 and 5)."""
    if is_joker(lead) or is_joker(card):
        return not is_joker(lead)
    suit = suit_of(lead)
    return tricks.strength(card, suit, strain) > tricks.strength(lead, suit, strain)


@rule
def points(level, strain, won):
    """Choice 10: the score of a contract with this number of tricks won."""
    over = won - BOOK
    if over < level:
        return -PENALTY * (level - over)
    scored = trick_points(over, strain)
    if trick_points(level, strain) >= ENOUGH_FOR_GAME:
        scored += GAME_POINTS[NOT_VULNERABLE]
    return scored + slam_points(level, NOT_VULNERABLE)


@rule
def end_deal(state, scored):
    """Choice 11: the deal is scored, and the next one follows or the game is over."""
    state.score[0] += scored
    next_hand(state, state.dealer)


@rule
def reward_mean(state):
    """The mean score of a hand, as a share of the highest possible one."""
    state.reward[0] = state.score[0] / state.hands_over / MOST_WON


next_hand = MATCH.next_hand(STATE, PACK, deal, reward=reward_mean)


@rule
def observe(state, player, view):
    """Computed fields of the view: the tricks and deals left."""
    view.tricks_left = TRICKS if state.phase != Phase.PLAY else state.hand.sum()
    view.hands_left = state.options.hands - state.hands_over


@rule
def redeal_hidden(state, player):
    """Redraws the stock and the face-down cards, shuffled together."""
    face_down = state.face_down.sum()
    piles.move_counted(state.face_down, state.stock)
    piles.shuffle(state, state.stock)
    for _ in range(face_down):
        state.face_down[piles.draw(state.stock)] = 1


def score_range(options, num_players):
    """The most that the contracts can bring."""
    return MOST_WON * options.hands


def check(state) -> str:
    """The first problem of a written position, in words, or nothing."""
    hand = state.hand.sum()
    if problem := MATCH.problem_of(state):
        return problem
    if not -MOST_LOST * state.hands_over <= state.score[0] <= MOST_WON * state.hands_over:
        return "the deals that are over cannot have brought this score"
    playing = state.phase == Phase.PLAY
    if (state.level > 0) != playing or (state.strain != NO_STRAIN) != playing:
        return "level and strain are of the bid, and so of the play"
    if not playing and (state.lead != NO_CARD or state.tricks > 0):
        return "tricks are won in the play"
    if state.phase == Phase.SELECT:
        if hand >= CHOSEN or state.face_up.sum() + hand < CHOSEN or state.face_down.sum() != TRICKS - CHOSEN:
            return f"{CHOSEN} cards are chosen for the hand, to join {FACE_DOWN} cards that lie face down"
        return ""
    if state.face_down.any():
        return "the cards that were face down are in the hand"
    if hand > TRICKS - state.tricks or (hand == 0 and not state.over):
        return "a hand has a card for each trick that is left"
    shown = state.last_trick.cards[: state.last_trick.height]
    if not state.played[shown].all() or len({*shown}) < len(shown):
        return "the cards of the last trick have been played"
    return ""


def name_card(look: Look, card: int) -> str:
    """Label of a card: it is taken into the hand, or played."""
    pack = look.game.cards
    name = pack.words[card] if card < pack.suited else f"the {pack.names[card]}"
    return f"Take {name} into your hand" if look.phase == "select" else f"Play {name}"


LAYOUT = Layout(
    (
        Beside(STOCK, Spread("last_trick", "last trick", kind=Kind.ROW), Spread("lead")),
        Spread("face_up"),
        Hands("hand", sizes=None),
    ),
    noted=("played",),
    says={"card": "Play {}"},
    says_each={"card": name_card},
    titles={
        "level": "bid",
        "strain": "trump",
        "hands_left": "deals left",
    },
    phases={
        "select": "Take a card into your hand",
        "bid": "Bid how many tricks you will win, or pass",
        "play": "Play a card to the trick",
    },
    rules={"card": (2,), "bid": (4,), "pass": (4,)},
)

GAME = Game(
    name="bridge_solitaire",
    version=0,
    title="Bridge Solitaire (house variant)",
    family="patience",
    players=(1, 1),
    default_players=1,
    pack=tuple(PACK.tolist()),
    score_range=score_range,
    rest="played",
    for_points=True,
    **declared_in(__name__),
)
