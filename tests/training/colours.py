"""Colours: a toy game with a known optimal policy, which a learner that mixes up seats' observations or rewards misses.

In turn, a player names the colour of the own card, which nobody else sees, and then takes a new card. A right answer
scores a point, but only once the next player has answered too: a seat's reward for its answer comes in the step of
another seat, which is rewarded for its own answer at that time. The optimal policy is the truth.
"""

from cardzoo.envs.engine import (
    CARDS,
    Actions,
    Block,
    Card,
    Game,
    Number,
    Options,
    Pile,
    Seats,
    State,
    View,
    piles,
    rule,
)

SEATS = Seats(4)
ANSWERS = 12
RED = 1

ACTIONS = Actions(Block("black"), Block("red"))
STATE = State(
    Pile("stock", CARDS), Card("own", SEATS), Number("said", SEATS, low=-1, high=1), Number("answers", high=ANSWERS)
)
VIEW = View(Card("own"), Number("answers", high=ANSWERS))
OPTIONS = Options(Number("answers", low=1, high=ANSWERS, default=ANSWERS, doc="answers in a game"))


@rule
def is_red(card):
    """Returns whether a card is a diamond or a heart."""
    return 13 <= card < 39


@rule
def deal(state):
    for player in range(state.num_players):
        state.own[player] = piles.draw(state.stock)
        state.said[player] = -1


@rule
def legal_actions(state, mask):
    mask[:] = 1


@rule
def apply_action(state, action):
    player = state.player
    before = (player + state.num_players - 1) % state.num_players
    state.score[before] += state.said[before] == 1
    state.said[player] = is_red(state.own[player]) == (action == RED)
    state.own[player] = piles.draw(state.stock)
    state.player = (player + 1) % state.num_players
    state.answers += 1
    if state.answers == state.options.answers:
        state.score[player] += state.said[player] == 1
        state.over = True


@rule
def observe(state, player, view):
    view.own = state.own[player]
    view.answers = state.answers


@rule
def novice(view, mask, generator):
    """Says red."""
    return RED


GAME = Game(
    name="colours",
    version=0,
    title="Colours",
    family="toy",
    players=(2, SEATS),
    default_players=2,
    actions=ACTIONS,
    state=STATE,
    view=VIEW,
    options=OPTIONS,
    deal=deal,
    legal_actions=legal_actions,
    apply_action=apply_action,
    observe=observe,
    score_range=3,
)


@rule
def truthful(view, mask, generator):
    """Answers truthfully."""
    return RED if is_red(view.own) else 1 - RED


AGENTS = {"novice": novice, "expert": truthful}
