"""Relay: a cooperative game of a few lines, with agents whose scores in self-play and cross-play are known.

The leader sees a card and says a colour; each follower hears it and says a colour too. The team makes a point for each
follower who says the card's colour. Followers do not see the card.
"""

from cardzoo.envs.engine import (
    CARDS,
    Actions,
    Block,
    Cards,
    Game,
    Number,
    Pile,
    Seats,
    State,
    declared_in,
    piles,
    rewards,
    rule,
)
from cardzoo.envs.engine.cards import RANKS

SEATS = Seats(3)
BLACK, RED = 0, 1
NOTHING = 2

ACTIONS = Actions(Block("say", ("black", "red"), doc="say a colour"))

STATE = State(
    Pile("stock", CARDS, doc="the cards that are not dealt"),
    Cards("hands", SEATS, doc="the leader's card"),
    Number("heard", high=NOTHING, default=NOTHING, doc="the colour that the leader has said"),
    Number("followed", high=SEATS - 1, doc="the followers who have spoken"),
)

VIEW = STATE.view(Cards("hand", shows="hands"), "heard followed", Number("scores", SEATS, high=2, shows="score"))


@rule
def deal(state):
    """The first player leads, with a card."""
    state.hands[state.player, piles.draw(state.stock)] = 1


@rule
def legal_actions(state, mask):
    """Either colour may be said."""
    mask[:] = 1


@rule
def colour_in(hands):
    """The colour of the one card in some hands."""
    for card in range(CARDS):
        if hands[card] > 0:
            return RED if card // RANKS in (1, 2) else BLACK
    return NOTHING


@rule
def apply_action(state, action):
    """The leader's word is heard; a follower's counts if it is the card's colour."""
    leader = (state.dealer + 1) % state.num_players
    if state.player == leader:
        state.heard = action
    else:
        point = action == colour_in(state.hands[leader])
        for player in range(state.num_players):
            state.score[player] += point
        state.followed += 1
    state.player = (state.player + 1) % state.num_players
    if state.player == leader:
        state.over = True
        rewards.reward_all(state, state.score[0] / (state.num_players - 1))


@rule
def redeal_hidden(state, player):
    """The card, for all but the leader."""
    leader = (state.dealer + 1) % state.num_players
    if player != leader:
        piles.move_counted(state.hands[leader], state.stock)
        piles.shuffle(state, state.stock)
        state.hands[leader, piles.draw(state.stock)] = 1


def most_points(options, num_players):
    """A point for each follower."""
    return num_players - 1


GAME = Game(
    name="relay",
    version=0,
    title="Relay",
    family="toy",
    players=(2, SEATS),
    default_players=2,
    score_range=most_points,
    cooperative=True,
    **declared_in(__name__),
)


@rule
def deaf(view, mask, generator):
    """Leads with the card's colour, and follows with black: half of the points on average."""
    return colour_in(view.hand) if view.heard == NOTHING else BLACK


@rule
def crooked(view, mask, generator):
    """Leads with the other colour, and follows with the other one than it hears: all points among its kind."""
    return 1 - (colour_in(view.hand) if view.heard == NOTHING else view.heard)


@rule
def straight(view, mask, generator):
    """Leads with the card's colour, and repeats it: all points among its kind."""
    return colour_in(view.hand) if view.heard == NOTHING else view.heard


AGENTS = {"deaf": deaf, "crooked": crooked, "straight": straight}
