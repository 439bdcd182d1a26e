"""Three Coins.

A toy game with an Italian pack for two to four players: in each of three rounds the highest card scores.

Rules
-----
1. The pack has 40 cards of coins, cups, swords and clubs: 1 to 7, jack, knight and king. Everybody is dealt three.
2. The dealer's left neighbour leads. Then all play a card each, clockwise, whatever cards they like.
3. The highest rank scores a point, and coins beat other suits of this rank. Its player leads next.
4. After three rounds the best score wins.

Sources
-------
Made up for the tests.

Choices where the text is silent
--------------------------------
1. Players with the same best score share the win. Of equal ranks without coins the card played first scores.

Options
-------
There are none.

Rewards
-------
The best scores share +1, the others share -1; if all are equal, all get 0.

End
---
After three rounds.

Written deck
------------
Cards go round from the dealer's left, three times, then come those of the stock, its top card first.
"""

from cardzoo.envs.engine import (
    NO_CARD,
    Actions,
    Block,
    Card,
    Cards,
    Game,
    Number,
    Pack,
    Pile,
    Rank,
    Seat,
    Seats,
    State,
    Suit,
    declared_in,
    piles,
    rewards,
    rule,
)

CUP = "M-0.7 -1L0.7 -1C0.7 -0.2 0.3 0 0.15 0.1L0.15 0.6L0.5 1L-0.5 1L-0.15 0.6L-0.15 0.1C-0.3 0 -0.7 -0.2 -0.7 -1Z"
SWORD = "M0 -1L0.15 -0.8L0.15 0.4L0.55 0.4L0.55 0.6L0.15 0.6L0.15 1L-0.15 1L-0.15 0.6L-0.55 0.6L-0.55 0.4L-0.15 0.4Z"
CLUB = "M-0.3 -1L0.3 -1L0.15 1L-0.15 1Z"
PACK = Pack(
    suits=(
        Suit("coins", colour="#a06a00", pip="disc"),
        Suit("cups", colour="#c4122f", pip=CUP),
        Suit("swords", colour="#1f4fa3", pip=SWORD),
        Suit("clubs", colour="#17603b", pip=CLUB),
    ),
    ranks=(
        *(Rank(str(number), pips=number) for number in range(1, 8)),
        Rank("jack", sign="J", figure="jack"),
        Rank("knight", sign="M0.6 0.2C0.5 -0.1 0 -0.1 0 0.5C0 1.1 0.5 1.1 0.6 0.8", figure="knight"),
        Rank("king", sign="K", figure="king"),
    ),
    pattern="{rank}-{suit}",
)
RANKS = len(PACK.ranks)
SEATS = Seats(4)
HAND_SIZE = 3

ACTIONS = Actions(Block("play", PACK.codes, doc="play a card of the hand"), pack=PACK)

STATE = State(
    Pile("stock", PACK.codes, doc="the cards that are not dealt"),
    Cards("hands", SEATS, doc="the players' hands"),
    Card("table", SEATS, doc="the card that each player has played in this round"),
    Cards("played", doc="cards of earlier rounds"),
    Seat("leader", SEATS, doc="the player who leads the round"),
    pack=PACK,
)

VIEW = STATE.view(
    Cards("hand", shows="hands", doc="own hand"),
    Number("hand_sizes", SEATS, high=HAND_SIZE, shows="hands", doc="cards in each hand"),
    "table played leader",
    Number("scores", SEATS, high=HAND_SIZE, shows="score", doc="points so far"),
)


@rule
def deal(state):
    """Rule 1."""
    for card in range(HAND_SIZE * state.num_players):
        state.hands[(state.player + card) % state.num_players, piles.draw(state.stock)] += 1
    state.leader = state.player


@rule
def legal_actions(state, mask):
    """Rule 2."""
    for card in range(len(mask)):
        mask[card] = state.hands[state.player, card] > 0


@rule
def apply_action(state, action):
    """Rules 2 to 4."""
    state.hands[state.player, action] -= 1
    state.table[state.player] = action
    state.player = (state.player + 1) % state.num_players
    if state.player == state.leader:
        score_round(state)


@rule
def strength(card):
    """Rule 3."""
    return 2 * (card % RANKS) + (card < RANKS)


@rule
def score_round(state):
    """Rules 3 and 4."""
    best = state.leader
    for place in range(state.num_players):
        player = (state.leader + place) % state.num_players
        if strength(state.table[player]) > strength(state.table[best]):
            best = player
    for player in range(state.num_players):
        state.played[state.table[player]] += 1
        state.table[player] = NO_CARD
    state.score[best] += 1
    state.player = state.leader = best
    if state.played.sum() == HAND_SIZE * state.num_players:
        state.over = True
        rewards.reward_best_score(state)


@rule
def redeal_hidden(state, player):
    """The others' hands and the stock, shuffled together and dealt again."""
    left = HAND_SIZE - state.played.sum() // state.num_players
    for other in range(state.num_players):
        if other != player:
            piles.move_counted(state.hands[other], state.stock)
    piles.shuffle(state, state.stock)
    for other in range(state.num_players):
        if other != player:
            for _ in range(left - (state.table[other] != NO_CARD)):
                state.hands[other, piles.draw(state.stock)] += 1


def check(state):
    """Check a written position: the cards on the table, and a card for each round that is left."""
    rounds, rest = divmod(int(state.played.sum()), int(state.num_players))
    if rest or rounds > HAND_SIZE or state.over != (rounds == HAND_SIZE):
        return "played: the cards of earlier rounds are as many as the players, for each round until the end"
    if state.score[: state.num_players].sum() != rounds or (state.score < 0).any():
        return "score: each earlier round has brought one point"
    for place in range(state.num_players):
        player = (state.leader + place) % state.num_players
        has_played = place < (state.player - state.leader) % state.num_players
        if has_played != (state.table[player] != NO_CARD):
            return f"table: player {player} has {'not ' if has_played else ''}played in this round"
        if state.hands[player].sum() + has_played != HAND_SIZE - rounds:
            return f"hands: player {player} has not a card for each round that is left"
    return ""


GAME = Game(
    name="three_coins",
    version=0,
    title="Three Coins",
    family="toy",
    players=(2, SEATS),
    default_players=3,
    score_range=HAND_SIZE,
    rest="stock",
    **declared_in(__name__),
)
