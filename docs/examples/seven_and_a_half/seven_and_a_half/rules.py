"""Seven and a Half.

An old Italian game of drawing cards, here for two to six players and a single deal: the player who comes nearest to
seven and a half without going beyond wins.

Rules
-----
1. The pack has 40 cards, without eights, nines and tens. Everybody is dealt one face down, from the dealer's left, and
   looks at it.
2. Cards count their pips, the ace 1; jacks, queens and kings count half a point each.
3. From the dealer's left, each in turn draws cards, face up, as many as it likes, and stops. With exactly seven and a
   half it must stop.
4. A player who goes beyond seven and a half is out, and shows the face-down card.
5. When all have had their turn, all cards are shown, and the highest count of those who are not out wins.

Sources
-------
Common knowledge, in our own words.

Choices where the text is silent
--------------------------------
1. Players with the same best count share the win. If all are out, or all have the same, nobody wins.
2. No card is wild, and there are no stakes.

Rewards
-------
The best count shares +1, the others share -1; if all are equal, all get 0. The score is the count in half points, 0 for
those who are out.

End
---
When the dealer has stopped or is out.

Written deck
------------
A card for each from the dealer's left, then those that are drawn, in their order.
"""
# ruff: noqa: ANN001, ANN201 - compiled rules take records and numbers

from cardzoo.envs.engine import (
    CARDS,
    NO_CARD,
    RANKS,
    Actions,
    Block,
    Card,
    Cards,
    Game,
    Number,
    Pile,
    Seats,
    State,
    View,
    arrays,
    declared_in,
    piles,
    rewards,
    rule,
)
from cardzoo.envs.scene import Layout, Spread

SEATS = Seats(6)
LIMIT = 15  # half points
SEVEN, JACK = 6, 10  # ranks, the ace being 0
PACK = tuple(card for card in range(CARDS) if card % RANKS <= SEVEN or card % RANKS >= JACK)
DRAW, STOP = 0, 1

ACTIONS = Actions(
    Block("draw", doc="take the top card of the stock"),
    Block("stop", doc="leave it at that"),
)

STATE = State(
    Pile("stock", CARDS, doc="the cards that are left, face down"),
    Card("down", SEATS, doc="each player's face-down card"),
    Cards("drawn", SEATS, doc="what each player has drawn"),
)

VIEW = View(
    Card("down", SEATS, doc="face-down cards as far as they are known, the own one first"),
    Cards("drawn", SEATS, doc="what each player has drawn, the one who looks first"),
    Number("turn", SEATS, doc="1 for the player whose turn it is"),
    Number("dealer", SEATS, doc="1 for the dealer, whose turn is the last"),
)

LAYOUT = Layout((Spread("down", "first cards"), Spread("drawn", "drawn cards")))


@rule
def deal(state):
    """Rule 1."""
    for place in range(state.num_players):
        state.down[(state.player + place) % state.num_players] = piles.draw(state.stock)


@rule
def legal_actions(state, mask):
    """Rule 3."""
    mask[DRAW] = count(state, state.player) < LIMIT
    mask[STOP] = 1


@rule
def apply_action(state, action):
    """Rules 3 and 4."""
    player = state.player
    if action == DRAW:
        state.drawn[player, piles.draw(state.stock)] += 1
        if count(state, player) <= LIMIT:
            return
    if player == state.dealer:
        finish(state)
    else:
        state.player = (player + 1) % state.num_players


@rule
def finish(state):
    """Rule 5."""
    for player in range(state.num_players):
        total = count(state, player)
        state.score[player] = total if total <= LIMIT else 0
    state.over = True
    rewards.reward_best_score(state)


@rule
def count(state, player):
    """Rule 2: all cards of a player, in half points."""
    return worth(state.down[player]) + worth_of(state.drawn[player])


@rule
def worth(card):
    """A card in half points."""
    rank = card % RANKS
    return 2 * (rank + 1) if rank <= SEVEN else 1


@rule
def worth_of(cards):
    """Cards in half points."""
    total = 0
    for card in range(CARDS):
        total += cards[card] * worth(card)
    return total


def check(state):
    """Everybody has a card; those whose turn is over or is not yet have drawn as they may."""
    come = (state.player - state.dealer - 1) % state.num_players
    for place in range(state.num_players):
        player = (state.dealer + 1 + place) % state.num_players
        if state.down[player] == NO_CARD:
            return f"down: player {player} has no card"
        total, drawn = count(state, player), [worth(card) for card in range(CARDS) if state.drawn[player, card]]
        if total - max(drawn, default=0) >= LIMIT:
            return f"drawn: player {player} has drawn on with {LIMIT / 2} or more"
        if state.over:
            continue
        if place == come and total > LIMIT:
            return f"player: {player} is out, so it is not this player's turn"
        if place > come and drawn:
            return f"drawn: player {player} has drawn before its turn"
    return ""


@rule
def observe(state, player, view):
    """A seat knows its own card; those of the others are shown when they are out, or when all is over."""
    for seat in range(state.num_players):
        other = (player + seat) % state.num_players
        arrays.copy(state.drawn[other], view.drawn[seat])
        view.turn[seat] = other == state.player
        view.dealer[seat] = other == state.dealer
        if other == player or is_shown(state, other):
            view.down[seat] = state.down[other]


@rule
def is_shown(state, player):
    """Whether everybody sees a player's face-down card."""
    return state.over or count(state, player) > LIMIT


@rule
def redeal_hidden(state, player):
    """The stock and the cards that are face down, so that nobody is out who is not.

    The player who has drawn most has the fewest cards to choose from, and all of these would do for the others. So this
    player is served first: then there is always a card for everybody, and all ways to deal are equally likely.
    """
    for other in range(state.num_players):
        if other != player and not is_shown(state, other):
            piles.push(state.stock, state.down[other])
            state.down[other] = NO_CARD
    for drawn in range(LIMIT, -1, -1):
        for other in range(state.num_players):
            if state.down[other] == NO_CARD and worth_of(state.drawn[other]) == drawn:
                piles.shuffle(state, state.stock)
                place = 0
                while worth(state.stock.cards[place]) + drawn > LIMIT:
                    place += 1
                piles.swap(state.stock.cards, place, state.stock.height - 1)
                state.down[other] = piles.draw(state.stock)
    piles.shuffle(state, state.stock)


GAME = Game(
    name="seven_and_a_half",
    version=0,
    title="Seven and a Half",
    family="drawing",
    players=(2, SEATS),
    default_players=3,
    pack=PACK,
    score_range=LIMIT,
    rest="stock",
    **declared_in(__name__),
)
