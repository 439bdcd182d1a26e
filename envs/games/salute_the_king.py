"""Salute the King.

A game of quick reactions for three to sixteen players: cards are turned up one after another, some of them call for a
gesture, and the last player to make it takes all the cards.

Rules
-----
1. Up to eight players use the pack of 52, more than eight use two such packs.
2. The cards are dealt one at a time from the dealer's left, as far as they go, so that some players may have one card
   more than others. Each player keeps them in a face-down pile, and nobody looks at them.
3. The player to the dealer's left has the first turn. A turn is to turn up the top card of the own pile and put it on
   the pile in the middle. Then the player to the left has a turn.
4. Nobody sees a card before the others do, its owner neither.
5. Certain cards call for a gesture of all players: an ace to stand up,
6. a king to salute,
7. a queen to bow, with a hand on the heart and without getting up,
8. a jack to applaud.
9. Number cards, from 2 to 10, call for nothing, and the turns go on.
10. Everybody must make the gesture that is called for. Another one does not count.
11. The last one to make it takes all cards of the middle pile and puts them under the own pile. So the middle pile is
    empty then.
12. The first player without cards wins at once. The others do not play on.
13. The piles and the middle pile together are always the whole pack, or the two packs.
14. The gestures may be exchanged, and other ranks may call for them: with the options ``ace`` to ``king`` any rank may
    call for any of the four gestures, or for nothing.
15. Number cards may call for a fifth gesture, to wave: with ``total_trigger`` those that bring the total of the number
    cards in the middle to that number or above it,
16. and with ``prime_trigger`` those whose number is a prime: 2, 3, 5 and 7.
17. With ``dealers_choice`` the dealer chooses four ranks at the beginning of each hand, and one of the four gestures
    for each of them.

Sources
-------
[Denexa Games, Salute the King (2020)](https://www.denexa.com/blog/2020/04/). No other description was found.

Choices where the text is silent
--------------------------------
1. Quickness is left to chance: when a card calls for a gesture, the players are asked one after the other, in an
   order that is drawn anew each time. Each makes a gesture or holds still.
2. The order shows only as they are asked. Each player sees what those asked before have done.
3. The player who turned up the card is asked as well.
4. Players who do not make the gesture are later than all who do, and of several the one asked last is the last. So the
   last of those who fail takes the cards; if nobody fails, the last one asked does; if all fail, too.
5. If the last card of a pile calls for a gesture, that comes first, and the player who turned it up wins only without
   taking the cards. As nobody else loses a card by it, two players never run out together.
6. After a gesture the turn goes to the left of the player who turned up the card, whoever took the cards.
7. The middle pile is turned over as it lies: of the cards taken the one turned up first is the first to come again.
8. At most eight play with one pack and sixteen with two.
9. The cards taken lie face down again, and nobody is shown any more which they are.
10. A gesture that the rank itself calls for goes before the fifth one. All number cards in the middle count for the
    total, whatever they call for, aces and court cards never.
11. The dealer names a rank and its gesture, four times, no rank and no gesture twice. Other ranks then call for
    nothing; number cards still for the fifth gesture if the options say so.
12. The first dealer is drawn. In a game of several hands the deal passes to the left.
13. Most hands won win the game. Between players with equally many, the cards left at the ends of all hands decide: the
    fewer the better. If these are equally many too, they share the win.
14. A hand that is stopped is won by the player with the fewest cards left, by all of them if there are several.

Options
-------
``ace`` to ``king``: gesture of the rank, ``"stand"``, ``"salute"``, ``"bow"``, ``"applaud"`` or "nothing".
``total_trigger``: the total of number cards in the middle that calls for the fifth gesture, or None.
``prime_trigger``: whether prime numbers call for it.
``dealers_choice``: whether the dealer chooses the gestures of ranks; the options ``ace`` to ``king`` then do nothing.
``hands``: hands in a game.
``max_turns``: turns after which a hand is stopped.

Rewards
-------
The winner gets +1, the others share -1; players who share the win share +1, and all get 0 if all do. The score is 100
for each hand won, times the number of hands in the game, less the cards that one had left at the end of each hand.

End
---
When a player runs out of cards in the last hand. The cards could go round for ever, hence the bound on turns: it stops
a hand, and truncates the game if that is the last one. However well it is played, a hand takes 180 turns on average
with three players, 110 with four, 50 with eight and 95 with sixteen, and 350, 240, 180 and 550 steps; the longest of
60,000 had 1252 turns.

Written deck
------------
One card to each player, again and again from the dealer's left, the last one on top of each pile. Later hands are
shuffled.
"""

from enum import IntEnum

from cardzoo.envs.engine import arrays, piles, rewards, rng
from cardzoo.envs.engine.actions import Actions, Block, Place
from cardzoo.envs.engine.cards import CARDS, RANK_WORDS, RANKS, TEN, TWO, rank_of
from cardzoo.envs.engine.compiling import rule
from cardzoo.envs.engine.fields import Card, Cards, Choice, Flag, Number, Options, Pile, Seat, Seats, State
from cardzoo.envs.engine.game import Game, declared_in
from cardzoo.envs.engine.match import Match
from cardzoo.envs.scene import Backs, Layout, Look, Top, counted

SEATS = Seats(16)
MOST_WITH_ONE_PACK = 8
MOST_CARDS = 2 * CARDS
MOST_IN_PILE = MOST_CARDS - (MOST_WITH_ONE_PACK - 1)  # all others have a card, but for the one who turned up the last
MOST_PIPS = MOST_CARDS // RANKS * sum(range(2, 11))  # of the number cards
MOST_HANDS = 10
MOST_TURNS = 20_000
HAND_WON = 100  # points, times the hands of the game: more than one can have cards left in all of them
CHOSEN_RANKS = 4
NOBODY = NOT_ASKED = NO_RANK = NO_TOTAL = -1
PRIMES = (1, 2, 4, 6)  # the ranks of 2, 3, 5 and 7


class Phase(IntEnum):
    """Decisions of the player who is asked."""

    RANK = 0
    GESTURE = 1
    TURN = 2
    REACT = 3


class Gesture(IntEnum):
    """The gestures that cards of a rank may call for."""

    STAND = 0
    SALUTE = 1
    BOW = 2
    APPLAUD = 3
    NOTHING = 4


class Reaction(IntEnum):
    """The reactions of a player; the gestures have the numbers of `Gesture`."""

    STAND = 0
    SALUTE = 1
    BOW = 2
    APPLAUD = 3
    HOLD = 4
    WAVE = 5


HOLD, WAVE = int(Reaction.HOLD), int(Reaction.WAVE)  # as numbers, which rules can return

ACTIONS = Actions(
    Block("turn", at=Place("sizes", 0), doc="turn up the top card of the own pile"),
    Block("stand", doc="stand up; or as dealer choose it for the rank chosen"),
    Block("salute", doc="salute; or as dealer choose it"),
    Block("bow", doc="bow with a hand on the heart; or as dealer choose it"),
    Block("applaud", doc="applaud; or as dealer choose it"),
    Block("hold", doc="hold still"),
    Block("wave", doc="wave, the fifth gesture; with ``total_trigger`` or ``prime_trigger``"),
    Block("choose", RANK_WORDS, doc="choose a rank that shall call for a gesture, as dealer with ``dealers_choice``"),
)
TURN = ACTIONS.first("turn")
FIRST_REACTION = ACTIONS.first("stand")
CHOOSE = ACTIONS.first("choose")
REACTIONS = tuple(reaction.name.lower() for reaction in Reaction)

MATCH = Match(most=MOST_HANDS)

STATE = State(
    Choice("phase", Phase, default=Phase.TURN, doc="what the player who is asked decides"),
    Pile("stock", MOST_CARDS, doc="the pack; empty as soon as it is dealt"),
    Pile("piles", SEATS, MOST_IN_PILE, doc="the face-down pile of each player"),
    Pile("middle", MOST_CARDS, doc="the middle pile"),
    Choice(
        "choices", Gesture, RANKS, default=Gesture.NOTHING, doc="what the dealer has chosen for each rank, ace to king"
    ),
    Number("chosen", high=RANKS - 1, default=None, optional=True, doc="the rank whose gesture the dealer is to choose"),
    Seat("turner", SEATS, doc="whose turn it is to turn up a card, or who has turned up the top card"),
    Choice("reactions", Reaction, SEATS, default=None, doc="what each player asked has done about the top card"),
    Seat("failed", SEATS, default=None, doc="the last one so far who did something else than the card calls for"),
    Number("turns", high=MOST_TURNS, doc="cards turned up in this hand"),
    MATCH.counter,
)

VIEW = STATE.view(
    Card("top", doc="the top card of the middle pile"),
    Cards("middle", packs=2, doc="the middle pile, the top card included"),
    Number("total", high=MOST_PIPS, doc="total of the number cards in it"),
    Choice("calls", Gesture, RANKS, default=Gesture.NOTHING, doc="what each rank calls for, from ace to king"),
    Number(
        "total_trigger", high=MOST_PIPS, default=None, optional=True, doc="the total that calls for the fifth gesture"
    ),
    Number("prime_trigger", doc="1 if prime numbers call for the fifth gesture"),
    Number("chosen", RANKS, doc="1 for the rank whose gesture the dealer is to choose"),
    "phase",
    Number("asked", SEATS, shows="player", doc="1 for the player who is asked"),
    "turner reactions failed",
    Number("sizes", SEATS, high=MOST_IN_PILE, shows="piles", doc="cards in each player's pile"),
    "dealer",
    Number(
        "scores",
        SEATS,
        low=-MOST_HANDS * MOST_IN_PILE,
        high=MOST_HANDS**2 * HAND_WON,
        shows="score",
        doc="points of the hands that are over",
    ),
    Number("turns_left", high=MOST_TURNS, doc="cards that may still be turned up in this hand"),
    MATCH.left,
)

OPTIONS = Options(
    Choice("ace", Gesture, default=Gesture.STAND, doc="what aces call for"),
    Choice("two", Gesture, default=Gesture.NOTHING, doc="what 2s call for"),
    Choice("three", Gesture, default=Gesture.NOTHING, doc="what 3s call for"),
    Choice("four", Gesture, default=Gesture.NOTHING, doc="what 4s call for"),
    Choice("five", Gesture, default=Gesture.NOTHING, doc="what 5s call for"),
    Choice("six", Gesture, default=Gesture.NOTHING, doc="what 6s call for"),
    Choice("seven", Gesture, default=Gesture.NOTHING, doc="what 7s call for"),
    Choice("eight", Gesture, default=Gesture.NOTHING, doc="what 8s call for"),
    Choice("nine", Gesture, default=Gesture.NOTHING, doc="what 9s call for"),
    Choice("ten", Gesture, default=Gesture.NOTHING, doc="what 10s call for"),
    Choice("jack", Gesture, default=Gesture.APPLAUD, doc="what jacks call for"),
    Choice("queen", Gesture, default=Gesture.BOW, doc="what queens call for"),
    Choice("king", Gesture, default=Gesture.SALUTE, doc="what kings call for"),
    Number(
        "total_trigger",
        low=2,
        high=MOST_PIPS,
        default=None,
        optional=True,
        doc="the total of number cards in the middle that calls for the fifth gesture",
    ),
    Flag("prime_trigger", doc="whether prime numbers call for the fifth gesture"),
    Flag("dealers_choice", doc="whether the dealer chooses what the ranks call for"),
    MATCH.option,
    Number("max_turns", low=1, high=MOST_TURNS, default=5000, doc="turns after which a hand is stopped"),
)


def pack_of(num_players: int, options) -> list[int]:
    """Rule 1, choice 8."""
    return list(range(CARDS)) * (1 if num_players <= MOST_WITH_ONE_PACK else 2)


@rule
def deal(state):
    """Rules 2, 3, 14 and 17: all cards to the piles; then the dealer chooses gestures, or the first turn begins."""
    player = state.player
    while state.stock.height > 0:
        piles.push(state.piles[player], piles.draw(state.stock))
        player = left_of(state, player)
    state.turns = 0
    if state.options.dealers_choice:
        state.choices[:] = Gesture.NOTHING
        state.player = state.dealer
        state.phase = Phase.RANK
    else:
        start_turn(state, state.player)


@rule
def left_of(state, player):
    """The next player to the left."""
    return (player + 1) % state.num_players


@rule
def start_turn(state, player):
    """Rule 3: a player is to turn up a card."""
    state.player = state.turner = player
    state.phase = Phase.TURN


@rule
def legal_actions(state, mask):
    """Legal actions of each phase; a gesture may be wrong."""
    if state.phase == Phase.TURN:
        mask[TURN] = 1
    elif state.phase == Phase.REACT:
        for reaction in range(HOLD + 1):
            mask[FIRST_REACTION + reaction] = 1
        if state.options.prime_trigger or state.options.total_trigger != NO_TOTAL:
            mask[FIRST_REACTION + WAVE] = 1
    elif state.phase == Phase.RANK:
        for rank in range(RANKS):
            mask[CHOOSE + rank] = state.choices[rank] == Gesture.NOTHING
    else:
        for gesture in range(Gesture.NOTHING):
            mask[FIRST_REACTION + gesture] = 1
        for rank in range(RANKS):
            if state.choices[rank] != Gesture.NOTHING:
                mask[FIRST_REACTION + state.choices[rank]] = 0


@rule
def apply_action(state, action):
    """Play a legal action."""
    if state.phase == Phase.REACT:
        react(state, action - FIRST_REACTION)
    elif state.phase == Phase.TURN:
        turn_up(state)
    elif state.phase == Phase.RANK:
        state.chosen = action - CHOOSE
        state.phase = Phase.GESTURE
    else:
        choose_gesture(state, action - FIRST_REACTION)


@rule
def choose_gesture(state, gesture):
    """Rule 17, choice 11: the dealer gives a rank its gesture; the first turn follows the last choice."""
    state.choices[state.chosen] = gesture
    state.chosen = NO_RANK
    state.phase = Phase.RANK
    calling = 0
    for rank in range(RANKS):
        calling += state.choices[rank] != Gesture.NOTHING
    if calling == CHOSEN_RANKS:
        start_turn(state, left_of(state, state.dealer))


@rule
def turn_up(state):
    """Rules 3 to 9: a card goes to the middle; if it calls for a gesture, all are asked."""
    piles.push(state.middle, piles.draw(state.piles[state.player]))
    state.turns += 1
    if call(state) == Gesture.NOTHING:
        end_turn(state)
    else:
        state.phase = Phase.REACT
        ask_next(state)


@rule
def call(state):
    """The gesture that the top card calls for."""
    options = state.options
    rank = rank_of(piles.top(state.middle))
    gesture = state.choices[rank] if options.dealers_choice else calls_of(options)[rank]
    return call_of(rank, gesture, total(state), options.total_trigger, options.prime_trigger)


@rule
def calls_of(options):
    """Rules 5 to 9 and 14: the gesture of each rank, from ace to king."""
    return (
        options.ace,
        options.two,
        options.three,
        options.four,
        options.five,
        options.six,
        options.seven,
        options.eight,
        options.nine,
        options.ten,
        options.jack,
        options.queen,
        options.king,
    )


@rule
def call_of(rank, gesture, total, total_trigger, prime_trigger):
    """Rules 15 and 16, choice 10: the gesture that a card calls for.

    Args:
        rank: the card's.
        gesture: that of the rank by itself.
        total: of the number cards in the middle, this one included.
        total_trigger: the total from which number cards call for a wave, or `NO_TOTAL`.
        prime_trigger: whether those of prime numbers do.
    """
    reached = total_trigger != NO_TOTAL and total >= total_trigger
    prime = prime_trigger and rank in PRIMES
    if gesture == Gesture.NOTHING and TWO <= rank <= TEN and (reached or prime):
        return WAVE
    return gesture


@rule
def total(state):
    """Rule 15, choice 10: the total of the number cards in the middle."""
    pips = 0
    for place in range(state.middle.height):
        rank = rank_of(state.middle.cards[place])
        if TWO <= rank <= TEN:
            pips += rank + 1
    return pips


@rule
def ask_next(state):
    """Choices 1 to 3: one of those who have not been asked, all equally likely."""
    waiting = 0
    for player in range(state.num_players):
        waiting += state.reactions[player] == NOT_ASKED
    place = rng.below(state, waiting)
    for player in range(state.num_players):
        if state.reactions[player] == NOT_ASKED:
            if place == 0:
                state.player = player
            place -= 1


@rule
def react(state, reaction):
    """Rules 10 and 11, choices 1 to 4: a player reacts; in the end one who was wrong or last takes the middle."""
    state.reactions[state.player] = reaction
    if reaction != call(state):
        state.failed = state.player
    for player in range(state.num_players):
        if state.reactions[player] == NOT_ASKED:
            ask_next(state)
            return
    take_middle(state, state.player if state.failed == NOBODY else state.failed)
    state.reactions[:] = NOT_ASKED
    state.failed = NOBODY
    end_turn(state)


@rule
def take_middle(state, player):
    """Rule 11, choice 7: the cards of the middle go under a player's pile."""
    pile, middle = state.piles[player], state.middle
    taken = middle.height
    for place in range(pile.height - 1, -1, -1):
        pile.cards[place + taken] = pile.cards[place]
    pile.height += taken
    for place in range(taken):
        pile.cards[place] = piles.draw(middle)


@rule
def end_turn(state):
    """Rules 3 and 12, choices 5, 6 and 14: the turn passes; the hand ends with a pile, or at the bound."""
    if state.piles[state.turner].height == 0 or state.turns == state.options.max_turns:
        end_hand(state)
    else:
        start_turn(state, left_of(state, state.turner))


@rule
def end_hand(state):
    """Rule 12, choices 12 to 14: the fewest cards have won, and the next hand follows or the game is over."""
    fewest = state.piles[state.turner].height
    for player in range(state.num_players):
        fewest = min(fewest, state.piles[player].height)
    for player in range(state.num_players):
        if state.piles[player].height == fewest:
            state.score[player] += HAND_WON * state.options.hands
        state.score[player] -= state.piles[player].height
    state.hands_over += 1
    if state.hands_over < state.options.hands:
        deal_again(state)
        return
    state.over = True
    state.truncated = fewest > 0
    rewards.reward_best_score(state)


@rule
def deal_again(state):
    """Choice 12: all cards are gathered and shuffled for the next hand."""
    while state.middle.height > 0:
        piles.push(state.stock, piles.draw(state.middle))
    for player in range(state.num_players):
        while state.piles[player].height > 0:
            piles.push(state.stock, piles.draw(state.piles[player]))
    piles.shuffle(state, state.stock)
    state.dealer = left_of(state, state.dealer)
    state.player = left_of(state, state.dealer)
    deal(state)


@rule
def observe(state, player, view):
    """Computed fields of the view: the middle pile, the gesture called for, and progress of the hand and the match."""
    view.top = piles.top(state.middle)
    for place in range(state.middle.height):
        view.middle[state.middle.cards[place]] += 1
    view.total = total(state)
    if state.options.dealers_choice:
        arrays.copy(state.choices, view.calls)
    else:
        calls = calls_of(state.options)
        for rank in range(RANKS):
            view.calls[rank] = calls[rank]
    view.total_trigger = state.options.total_trigger
    view.prime_trigger = state.options.prime_trigger
    if state.chosen != NO_RANK:
        view.chosen[state.chosen] = 1
    view.turns_left = state.options.max_turns - state.turns


@rule
def redeal_hidden(state, player):
    """Redraws all face-down cards (choice 9). The next player to be asked has not been drawn yet (choice 2)."""
    for other in range(state.num_players):
        pile = state.piles[other]
        for place in range(pile.height):
            piles.push(state.stock, pile.cards[place])
    piles.shuffle(state, state.stock)
    for other in range(state.num_players):
        pile = state.piles[other]
        for place in range(pile.height):
            pile.cards[place] = piles.draw(state.stock)


def check(state) -> str:
    """The first problem of a written position, in words, or nothing."""
    heights = piles.heights(state.piles)[: state.num_players]
    options, reacting = state.options, state.phase == Phase.REACT
    scores, hands = state.score[: state.num_players], int(state.hands_over)
    if scores.max() > HAND_WON * options.hands * hands or scores.min() < -MOST_IN_PILE * hands:
        return "score: no hands that are over can have brought it"
    if state.over:
        return ""
    if state.turns + (not reacting) > options.max_turns:
        return "turns: the hand is over by then"
    if any(height == 0 for player, height in enumerate(heights) if not (reacting and player == state.turner)):
        return "piles: a player without cards has won the hand"
    if (state.chosen != NO_RANK) != (state.phase == Phase.GESTURE):
        return "chosen: a rank is chosen before its gesture"
    if reacting:
        return check_reactions(state)
    if state.failed != NOBODY or (state.reactions != NOT_ASKED).any():
        return "reactions: nobody reacts before a card calls for a gesture"
    if state.phase != Phase.TURN:
        return check_choices(state)
    return "" if state.player == state.turner else "turner: the player who has the turn turns up a card"


def check_reactions(state) -> str:
    """The first problem of a position in which players react to a card."""
    if state.middle.height == 0 or call(state) == Gesture.NOTHING:
        return "middle: its top card calls for no gesture"
    if state.reactions[state.player] != NOT_ASKED:
        return "reactions: the player who is asked has not reacted yet"
    wrong = [player for player in range(state.num_players) if state.reactions[player] not in (NOT_ASKED, call(state))]
    if state.failed not in (wrong or [NOBODY]):
        return "failed: it is the last player with another reaction than the card calls for"
    return ""


def check_choices(state) -> str:
    """The first problem of a position in which the dealer chooses ranks and gestures."""
    chosen = [gesture for gesture in state.choices if gesture != Gesture.NOTHING]
    if not state.options.dealers_choice or state.player != state.dealer:
        return "phase: the dealer chooses gestures, with dealers_choice"
    if len(chosen) >= CHOSEN_RANKS or len(set(chosen)) < len(chosen):
        return f"choices: the dealer chooses {CHOSEN_RANKS} different gestures"
    if state.chosen != NO_RANK and state.choices[state.chosen] != Gesture.NOTHING:
        return "chosen: the gesture of this rank has been chosen"
    return "middle: no card is turned up before gestures are chosen" if state.middle.height else ""


def score_range(options, num_players):
    """All hands won, where the others have all the cards."""
    return options.hands * (HAND_WON * options.hands + MOST_IN_PILE)


def name_card(before: Look, after: Look) -> str:
    """The card that is turned up, or the end of the hand."""
    return name_end(before, after) or f"It was {after.game.cards.words[after.view['top']]}"


def name_taker(before: Look, after: Look) -> str:
    """The player who takes the middle pile after the last gesture, or the end of the hand."""
    taken = after.view["sizes"] > before.view["sizes"]
    if (end := name_end(before, after)) or not taken.any():
        return end
    taker = before.name(int(taken.argmax()))
    return f"{taker} took {counted(int(before.view['middle'].sum()), 'card')} from the middle"


def name_end(before: Look, after: Look) -> str:
    """The reason for the end of a hand; empty if it goes on."""
    gained = after.view["scores"] - before.view["scores"]
    if not gained.any():
        return ""
    winner = int(gained.argmax())
    is_out = before.view["sizes"][winner] <= 1  # a last card that calls for no gesture ends the hand at once
    return f"{before.name(winner)} had no cards left" if is_out else "The limit of turns is reached"


LAYOUT = Layout(
    (Backs("sizes", ""), Top("middle", "middle pile", top="top")),
    says={
        "stand": "Stand up",
        "salute": "Salute the king",
        "bow": "Bow with a hand on the heart",
        "applaud": "Applaud the card",
        "hold": "Hold still",
        "wave": "Wave a hand",
        "choose": "Choose {}",
    },
    secretly=dict.fromkeys(REACTIONS, "reacted last"),  # the others' gestures show until then
    then={"turn": name_card} | dict.fromkeys(REACTIONS, name_taker),
    phases={
        "rank": "Choose a rank that calls for a gesture",
        "gesture": "Choose the gesture for this rank",
        "turn": "Turn up your next card",
        "react": "Make the gesture that the card calls for",
    },
    rules={
        "turn": (3,),
        "stand": (5,),
        "salute": (6,),
        "bow": (7,),
        "applaud": (8,),
        "hold": (9,),
        "wave": (15,),
        "choose": (17,),
    },
)

GAME = Game(
    name="salute_the_king",
    version=0,
    title="Salute the King",
    family="reaction",
    players=(3, SEATS),
    default_players=4,
    pack=pack_of,
    score_range=score_range,
    rest="stock",
    **declared_in(__name__),
)
