"""Cribbage.

A game of counting for two or three players, or four in partnerships: lay cards away for the dealer's crib, play the
others up to a count of 31, then count the hands. The first to 121 points wins.

Rules
-----
1. The pack has 52 cards, the ace being low. Two players are dealt six cards each and lay two away, face down, for the
   crib. Three are dealt five and lay one away, and the crib gets one from the pack. Four are dealt five and lay one
   away. So everybody keeps four cards, and the crib has four; it is the dealer's.
2. The next card of the pack is then turned up, the starter. If it is a jack, the dealer scores 2.
3. From the dealer's left, in turn, everybody plays a card and adds it to the count, which may not pass 31. Court cards
   count 10, aces 1. A player who can play must; one who cannot says go, and the others play on in turn while they can.
   When nobody can, the player of the last card scores 1; at exactly 31 that player has scored 2 at once instead. The
   next count begins at 0, with the next player to the left who has cards. So the last card of all scores too.
4. In the play a card scores for its player: 2 for a count of 15; 2 for a pair with the card before, 6 for three alike,
   12 for four, by rank; and a point a card for the longest run of last cards of this count, three or more in sequence,
   in any order. A second card of a rank breaks a run, a go does not. An ace is next to a 2 only.
5. Then the hands are shown from the dealer's left, the dealer's last, and after it the crib, each with the starter as
   a fifth card. A hand scores 2 for each combination that adds up to 15; 2 for each pair; a point a card for the
   longest runs, each choice of cards that makes one; 4 for a flush of the hand's four cards, 5 if the starter is of
   the suit too; and 1 for the jack of the starter's suit. In the crib only a flush of all five counts.
6. Points count as they are scored. A player who reaches 121 wins at once, also by the starter, in the play or in the
   middle of the show; nothing more is counted.
7. The deal passes to the left. Of four players those facing each other are partners with one score. Each hand is shown
   in its turn, and the crib scores for the dealer's side.

Sources
-------
Bicycle Cards, Cribbage for two, three and four; sac-irca.com; Wikipedia. The tests compare each step with ``cribbage``
of [OpenSpiel](https://github.com/google-deepmind/open_spiel), whose code departs from them:

- Rule 3: everybody without a legal card passes, each time round, also without cards. The points are the same.
- Rule 5: a crib scores 4 for a flush of its four cards alone. All descriptions want the starter too.
- Rule 6: all hands and the crib are counted first, and the lowest seat with 121 wins. In print the first to reach it
  wins, and nothing more is counted.

Choices where the text is silent
--------------------------------
1. Nobody has to claim points: the engine counts, and nobody takes those that another overlooks.
2. A go is a step with one legal action, as the others learn from it. A player says it once in a count, and is then
   passed over. A player without cards says nothing, nor does the last to have played when all others are out.
3. The player of the last card scores for the go. Of three players all who can play on after a go, not two only.
4. The points for a jack turned up come before all play: a dealer with 119 or 120 has won.
5. A loser below 91 is not skunked. With ``skunk`` the game then counts double, as do all scores at its end. The line is
   30 points below the ``target``, which is 61 in a short game.
6. Seats lay away one after the other, from the dealer's left. Two cards are laid away in the order of their codes.
7. With ``hands`` so many are played, unless the target ends it before. The most points win, and equal ones share that.

Options
-------
``target``: points that win.
``hands``: number of hands to play at most; None for a game to the target.
``skunk``: whether a game counts double if a loser has fewer points than 30 below the target.
``max_hands``: hands after which a game to the target is stopped.

Rewards
-------
The winner gets +1, the others share -1; of four players each of the winning side gets +1, each other one -1. If all are
equal after ``hands``, all get 0. The score is the points, the target at most. ``reward="score"`` divides its distance
from the mean by the farthest that this can be, with ``skunk`` by twice as much.

End
---
At the target, or after ``hands``. The last card of a hand always scores, so a game ends; one to 121 takes about nine
hands of two players. After ``max_hands`` it is truncated, and the most points count.

Written deck
------------
One card at a time from the dealer's left, for three players one to the crib, the starter. Later hands are shuffled.
"""

from enum import IntEnum

import numpy as np

from cardzoo.envs.engine import arrays, piles, rewards
from cardzoo.envs.engine.actions import Actions, Block
from cardzoo.envs.engine.cards import CARD_WORDS, CARDS, JACK, NO_CARD, rank_of
from cardzoo.envs.engine.compiling import rule
from cardzoo.envs.engine.fields import Card, Cards, Choice, Flag, Number, Options, Pile, Seat, Seats, State
from cardzoo.envs.engine.game import Game, declared_in
from cardzoo.envs.engine.match import Match
from cardzoo.envs.families import dealing, passing
from cardzoo.envs.families.fifteens import COUNT, MOST_POINTS, SHOWN, TENS, VALUES, play_points, show_points
from cardzoo.envs.scene import Beside, Hands, Layout, Look, Spread

SEATS = Seats(4)
PLAYERS = int(SEATS)  # a plain number, which rules need
LAID = np.array([0, 0, 2, 1, 1], np.int16)  # cards that each seat lays away, by the number of players
LONGEST_ROW = 13  # four aces, twos and threes, and a 7
HIGHEST_TARGET = 121
SKUNK_POINTS = 30
MOST_HANDS = 100
NOBODY = -1
PACK = np.arange(CARDS, dtype=np.int16)


class Phase(IntEnum):
    """Decisions of the player whose turn it is."""

    CRIB = 0
    PLAY = 1


ACTIONS = Actions(
    Block("play", CARDS, doc="lay a card of the hand away for the crib, two in the order of codes; then play one"),
    Block("go", doc="say that no card of the hand can be played"),
)
GO = ACTIONS.first("go")

MATCH = Match(most=MOST_HANDS, default=None, stop=MOST_HANDS, early=True)

STATE = State(
    Choice("phase", Phase, doc="what the player whose turn it is decides"),
    MATCH.counter,
    Pile("stock", CARDS, doc="the pack"),
    Cards("hands", SEATS, doc="the players' hands"),
    Cards("laid", SEATS, doc="the cards that each player has laid away for the crib"),
    Card("dealt", doc="the card of the crib from the pack, with three players"),
    Card("starter", doc="the card turned up"),
    Cards("played", SEATS, doc="the cards that each player has played in this hand"),
    Pile("row", LONGEST_ROW, memo=True, doc="the cards of this count, the last one on top"),
    Number("count", high=COUNT, doc="the sum of these cards"),
    Seat("last", SEATS, default=None, doc="the player who has played last in this count"),
    Number("gone", SEATS, doc="1 for a player who has said go in this count"),
    Number("least", SEATS, low=1, high=TENS, default=1, doc="value that no card of a hand is below, by its goes"),
    Cards("shown_crib", memo=True, doc="the crib of the hand before"),
    Number("crib_points", high=MOST_POINTS, doc="its points"),
    Number("shown", SEATS, high=MOST_POINTS, doc="points of each hand in the last show"),
)

VIEW = STATE.view(
    Cards("hand", shows="hands", doc="own hand"),
    "starter",
    Cards("laid", shows="laid", doc="own cards in the crib"),
    "row count played last gone least",
    Number("hand_sizes", SEATS, high=SHOWN + int(LAID.max()), shows="hands", doc="cards in each hand"),
    Number("to_lay", high=int(LAID.max()), doc="cards that this seat has still to lay away"),
    "phase turn dealer",
    Number("scores", SEATS, high=2 * HIGHEST_TARGET, usual=HIGHEST_TARGET, shows="score", doc="points of each player"),
    Number("needed", SEATS, high=HIGHEST_TARGET, doc="points that each player lacks to the target"),
    Number("skunked", SEATS, doc="1 for a player who has lost so far behind that the game counts double"),
    "shown_crib crib_points shown",
    MATCH.left,
    MATCH.to_stop,
)

OPTIONS = Options(
    Number("target", low=1, high=HIGHEST_TARGET, default=HIGHEST_TARGET, doc="points that win"),
    MATCH.option,
    Flag("skunk", doc="whether a game counts double if a loser is more than 30 points below the target"),
    MATCH.stop,
    titles={"skunk": "Skunks count double"},
    presets={"First to 121": {}, "First to 61": {"target": 61}},
)


@rule
def deal(state):
    """Rule 1: the hands, and for three players a card for the crib."""
    dealing.deal(state, (SHOWN + LAID[state.num_players]) * state.num_players)
    if state.num_players == 3:
        state.dealt = piles.draw(state.stock)


@rule
def to_lay(state, player):
    """Number of cards that a player still has to lay away."""
    return LAID[state.num_players] - arrays.total(state.laid[player])


@rule
def fits(state, player, card):
    """Rule 3: whether a player holds a card with which the count does not pass 31."""
    return state.hands[player, card] > 0 and state.count + VALUES[card] <= COUNT


@rule
def can_play(state, player):
    """Rule 3: whether a player holds any such card."""
    found = False
    for card in range(CARDS):
        found |= fits(state, player, card)
    return found


@rule
def legal_actions(state, mask):
    """Rules 1 and 3, choices 2 and 6: cards to lay away, cards that fit the count, or a go."""
    player = state.player
    if state.phase == Phase.CRIB:
        passing.mask_ascending(state.hands[player], state.laid[player], to_lay(state, player), mask)
        return
    for card in range(CARDS):
        mask[card] = fits(state, player, card)
    mask[GO] = not can_play(state, player)


@rule
def apply_action(state, action):
    """Play a legal action."""
    if state.phase == Phase.CRIB:
        lay_away(state, action)
    elif action == GO:
        show_least(state, state.player)
        state.gone[state.player] = 1
        pass_turn(state)
    else:
        play_card(state, action)


@rule
def lay_away(state, card):
    """Rules 1 and 2, choice 4: a card for the crib; after the last one the starter is turned up."""
    state.hands[state.player, card] = 0
    state.laid[state.player, card] = 1
    if to_lay(state, state.player) == 0:
        state.player = (state.player + 1) % state.num_players
    if to_lay(state, state.player) > 0:
        return
    state.phase = Phase.PLAY
    state.starter = piles.draw(state.stock)
    if rank_of(state.starter) == JACK:
        peg(state, state.dealer, 2)


@rule
def play_card(state, card):
    """Rules 3 and 4: a card is added to the count, and scores."""
    player = state.player
    state.hands[player, card] = 0
    state.played[player, card] = 1
    piles.push(state.row, card)
    state.count += VALUES[card]
    state.last = player
    peg(state, player, play_points(state.row, state.count))
    if not state.over:
        pass_turn(state)


@rule
def pass_turn(state):
    """Rule 3, choices 2 and 3: the next player who has cards and has not said go, or the end of the count."""
    for place in range(1, state.num_players + 1):
        player = (state.player + place) % state.num_players
        if state.count < COUNT and not state.gone[player] and arrays.total(state.hands[player]) > 0:
            if player != state.last or can_play(state, player):
                state.player = player
                return
            show_least(state, player)
    end_count(state)


@rule
def show_least(state, player):
    """Choice 2: a player who cannot play holds no card that fits the count."""
    state.least[player] = max(state.least[player], COUNT + 1 - state.count)


@rule
def end_count(state):
    """Rule 3: the player of the last card scores, unless at 31; a new count begins, or the hands are shown."""
    last = state.last
    if state.count < COUNT:
        peg(state, last, 1)
        if state.over:
            return
    piles.clear(state.row)
    state.count, state.last = 0, NOBODY
    state.gone[:] = 0
    for place in range(1, state.num_players + 1):
        player = (last + place) % state.num_players
        if arrays.total(state.hands[player]) > 0:
            state.player = player
            return
    show_hands(state)


@rule
def show_hands(state):
    """Rules 5 to 7: the hands from the dealer's left, then the crib, until somebody has won."""
    state.shown[:] = 0
    state.shown_crib[:] = 0
    state.crib_points = 0
    for place in range(1, state.num_players + 1):
        player = (state.dealer + place) % state.num_players
        state.shown[player] = show_points(state.played[player], state.starter, False)
        peg(state, player, state.shown[player])
        if state.over:
            return
    for card in range(CARDS):
        for player in range(state.num_players):
            state.shown_crib[card] += state.laid[player, card]
    if state.dealt != NO_CARD:
        state.shown_crib[state.dealt] = 1
    state.crib_points = show_points(state.shown_crib, state.starter, True)
    peg(state, state.dealer, state.crib_points)
    if not state.over:
        end_hand(state)


@rule
def peg(state, player, points):
    """Rules 6 and 7: points for a player's side, which wins at the target."""
    sides = 2 if state.num_players == PLAYERS else state.num_players
    for seat in range(player % sides, state.num_players, sides):
        state.score[seat] = min(state.score[seat] + points, state.options.target)
    if is_won(state):
        end_hand(state)


@rule
def is_won(state):
    """Rule 6: whether somebody has reached the target."""
    return arrays.largest(state.score) >= state.options.target


@rule
def end_hand(state):
    """Rules 6 and 7: the next hand follows, or the game is over."""
    next_hand(state, (state.dealer + 1) % state.num_players)


@rule
def reward_best(state):
    """Rules 6 and 7, choice 5: the best score's, or the better side's; with a skunk all points count twice."""
    factor = 1
    for player in range(state.num_players):
        if is_won(state) and state.options.skunk and state.score[player] < state.options.target - SKUNK_POINTS:
            factor = 2
    for player in range(state.num_players):
        state.score[player] *= factor
    if state.num_players == PLAYERS:
        rewards.reward_sides(state)
    else:
        rewards.reward_best_score(state)


next_hand = MATCH.next_hand(STATE, PACK, deal, is_over=is_won, reward=reward_best, keeps="shown_crib crib_points shown")


@rule
def observe(state, player, view):
    """Computed fields of the view: cards to lay away, and progress of the game."""
    target = state.options.target
    if state.phase == Phase.CRIB:
        view.to_lay = to_lay(state, player)
    for place in range(state.num_players):
        score = state.score[(player + place) % state.num_players]
        view.needed[place] = max(target - score, 0)
        view.skunked[place] = arrays.largest(state.score) > target and score < 2 * (target - SKUNK_POINTS)


@rule
def redeal_hidden(state, player):
    """Redraws the others' hands, within what goes have shown, their cards in the crib, and the stock.

    Hands are drawn first that may hold the fewest cards: whatever these are, the next ones may hold them too.
    """
    sizes, laid, is_crib = arrays.zeros(PLAYERS, np.int64), arrays.zeros(PLAYERS, np.int64), state.phase == Phase.CRIB
    for other in range(state.num_players):
        if other != player:
            laid[other] = arrays.total(state.laid[other])
            sizes[other] = arrays.total(state.hands[other]) + is_crib * laid[other]
            piles.move_counted(state.hands[other], state.stock)
            piles.move_counted(state.laid[other], state.stock)
    if state.dealt != NO_CARD:
        piles.push(state.stock, state.dealt)
    for least in range(TENS, 0, -1):
        for other in range(state.num_players):
            for _ in range(sizes[other] * (state.least[other] == least)):
                state.hands[other, dealing.draw_worth(state, VALUES, least)] = 1
    for other in range(state.num_players):
        if is_crib and other != player:
            passing.draw_cards(state, state.hands[other], LAID[state.num_players], laid[other], state.laid[other])
            for card in range(CARDS):
                state.hands[other, card] -= state.laid[other, card]
        else:
            for _ in range(laid[other]):
                state.laid[other, piles.draw_any(state, state.stock)] = 1
    if state.dealt != NO_CARD:
        state.dealt = piles.draw_any(state, state.stock)
    piles.shuffle(state, state.stock)


def check(state) -> str:
    """The first problem of a written position, in words, or nothing."""
    problems = wrong_score(state)
    if not state.over:
        problems |= wrong_cards(state) | (wrong_choice(state) if state.phase == Phase.CRIB else wrong_count(state))
    return next((words for words, is_wrong in problems.items() if is_wrong), "")


def wrong_score(state) -> dict[str, bool]:
    """Problems of the scores, each with whether it is there."""
    scores, most = state.score[: state.num_players], int(state.options.target * (1 + state.over * state.options.skunk))
    return {
        "score: partners have the same": len(scores) == PLAYERS and (scores[:2] != scores[2:]).any(),
        f"score: it is 0 to {most}": scores.min() < 0 or scores.max() > most,
        "score: the game is won by then": is_won(state) and not state.over,
    }


def wrong_cards(state) -> dict[str, bool]:
    """The same of the cards."""
    seats, size, is_crib = int(state.num_players), int(LAID[state.num_players]), state.phase == Phase.CRIB
    laid, held = state.laid[:seats].sum(axis=1), state.hands[:seats].sum(axis=1) + state.played[:seats].sum(axis=1)
    return {
        f"hands: everybody has been dealt {SHOWN + size} cards": (laid + held != SHOWN + size).any(),
        f"laid: everybody lays away {size}": (laid > size).any() or (not is_crib and (laid < size).any()),
        "dealt: the crib of three, and no other, has a card from the pack": (state.dealt == NO_CARD) == (seats == 3),
        "starter: it is turned up when all have laid away": (state.starter == NO_CARD) != is_crib,
        "least: a hand holds a card below it": (state.hands * (state.least[:, None] > VALUES)).any(),
    }


def wrong_choice(state) -> dict[str, bool]:
    """The same where cards are laid away."""
    begun = state.played.any() or state.row.height or state.gone.any() or state.last != NOBODY or state.least.max() > 1
    seats = [(state.dealer + 1 + place) % state.num_players for place in range(state.num_players)]
    left, turn = [int(to_lay(state, player)) for player in seats], seats.index(state.player)
    in_turn = not any(left[:turn]) and left[turn] > 0 and not state.laid[seats[turn + 1 :]].any()
    hand, laid = np.flatnonzero(state.hands[state.player]), np.flatnonzero(state.laid[state.player])
    return {
        "played, row, last, gone, least: nothing is played before the starter is turned up": bool(begun),
        "laid: players lay away one after the other, from the dealer's left": not in_turn,
        "laid: two cards are laid away in the order of their codes": len(laid) > 0 and laid[-1] > hand[-1],
    }


def wrong_count(state) -> dict[str, bool]:
    """The same in the play."""
    seats, player, last, row = int(state.num_players), state.player, state.last, state.row.cards[: state.row.height]
    has_cards, gone, first = state.hands.any(axis=1), state.gone > 0, (state.dealer + 1) % seats
    between = [(last + place) % seats for place in range(1, (player - last - 1) % seats + 1)] if len(row) else []
    return {
        "count: it is the sum of the row": state.count != VALUES[row].sum(),
        f"count: {COUNT} ends it": state.count >= COUNT,
        "row: a card is not played": (np.bincount(row, minlength=CARDS) > state.played.sum(axis=0)).any(),
        "last: it is the player of the top card": last != NOBODY if len(row) == 0 else not state.played[last, row[-1]],
        "gone: a go comes after a card": len(row) == 0 and gone.any(),
        "least: a player who has said go lacks all cards that fit": (state.least[gone] <= COUNT - state.count).any(),
        "player: it is one with cards who has not said go": not has_cards[player] or gone[player],
        "player: the dealer's left neighbour plays first": not state.played.any() and player != first,
        "player: one before can play or say go": any(has_cards[other] and not gone[other] for other in between),
        "player: nobody can play on": player == last and not can_play(state, player),
    }


def score_range(options, num_players: int) -> float:
    """The farthest a score can be from the mean; see Rewards."""
    share = 1 / 2 if num_players == PLAYERS else (num_players - 1) / num_players
    return float(options.target * share * (1 + options.skunk))


def name_results(before: Look, after: Look) -> str:
    """The starter that an action turns up, the points that it scores, or the hands and the crib that are shown."""
    chairs = np.roll(np.arange(before.num_players), -1 - int(before.view.dealer.argmax())).tolist()
    names = [before.name(chair) for chair in chairs]
    if before.view.starter != NO_CARD == after.view.starter:
        shown = [f"{name} had {after.view.shown[chair]} in hand" for name, chair in zip(names, chairs, strict=True)]
        return ", ".join([*shown, f"the crib had {after.view.crib_points}"])
    turned = [f"the starter is {CARD_WORDS[after.view.starter]}"] * int(before.view.starter != after.view.starter)
    gains = after.view.scores - before.view.scores
    scored = [f"{name} scored {gains[chair]}" for name, chair in zip(names, chairs, strict=True) if gains[chair]]
    return ", ".join(turned + scored)


LAST_CRIB = Spread("shown_crib", "last crib", sparse=True)
LAYOUT = Layout(
    (
        Beside(Spread("starter"), Spread("row", "this count", sparse=True), LAST_CRIB),
        Spread("played", sparse=True),
        Spread("laid", "your cards in the crib", sparse=True),
        Hands("hand"),
    ),
    titles={name: name for name in ("count", "skunked")}
    | {"gone": "said go", "last": "played last", "least": "", "shown": "last hand", "crib_points": "last crib"},
    says={"go": "Say go"},
    says_now={"play": lambda look: "Lay away {}" if look.phase == "crib" else ""},
    phases={"crib": "Lay cards away for the crib", "play": "Play a card, up to a count of 31"},
    picks={"play": "to_lay"},
    secretly={"play": "laid away for the crib"},
    then={"play": name_results, "go": name_results},
    rules={"play": (1, 3, 4), "go": (3,)},
)

GAME = Game(
    name="cribbage",
    version=0,
    title="Cribbage",
    family="counting",
    players=(2, SEATS),
    sides={4: 2},
    default_players=2,
    score_range=score_range,
    rest="stock",
    **declared_in(__name__),
)
