"""Betting with stacks: blinds, calls, raises and all in, in rounds of poker without or with limits.

The state has, for each seat:

- ``stacks``: chips left; ``stakes``: chips put in during the hand; ``in_round``: those put in during this round.
- ``folded``: 1 for a player who has folded or is out; ``turns``: turns in this round.
- ``paid``: chips put in at each turn of each round, -1 before; the last place adds up all further turns.

It has ``phase``, the round, and of this round ``price``, which all have to match, ``raises``, the number of bets and
raises, and ``least_raise``. A raise is counted by its amount above the price; a bet is a raise above a price of 0.
"""

from cardzoo.envs.engine import rule

NOBODY = -1


@rule
def next_in(state, player):
    """The next player to the left who has not folded."""
    player = (player + 1) % state.num_players
    while state.folded[player]:
        player = (player + 1) % state.num_players
    return player


@rule
def count_in(state):
    """Number of players who have not folded."""
    return state.num_players - state.folded[: state.num_players].sum()


@rule
def count_able(state):
    """Number of players who have not folded and have chips left."""
    count = 0
    for player in range(state.num_players):
        count += not state.folded[player] and state.stacks[player] > 0
    return count


@rule
def pot(state):
    """All chips that have been put in during the hand."""
    return int(state.stakes.sum())


@rule
def to_call(state, player):
    """Chips that a player has to pay to stay in: all that are left if these are fewer.

    A player alone with chips need not match a blind that nobody could pay in full.
    """
    price = state.price
    if count_able(state) < 2:
        price = 0
        for other in range(state.num_players):
            if not state.folded[other]:
                price = max(price, state.in_round[other])
    return max(min(price - state.in_round[player], state.stacks[player]), 0)


@rule
def has_turn(state, player):
    """Returns whether a player has to act in this round: to pay, or to act for the first time with a rival."""
    if state.folded[player] or state.stacks[player] == 0:
        return False
    return to_call(state, player) > 0 or (state.turns[player] == 0 and count_able(state) > 1)


@rule
def next_to_act(state, player):
    """The next player to the left who has to act in this round; -1 when the round is over."""
    if count_in(state) > 1:
        for _ in range(state.num_players):
            player = (player + 1) % state.num_players
            if has_turn(state, player):
                return player
    return NOBODY


@rule
def may_raise(state, player):
    """Returns whether a player may bet or raise.

    It needs more chips than a call takes and a rival with chips. A player who has acted needs a full raise to answer.
    """
    owed = state.price - state.in_round[player]
    if state.folded[player] or state.stacks[player] <= owed or count_able(state) < 2:
        return False
    return state.turns[player] == 0 or owed >= state.least_raise


@rule
def all_in_raise(state, player):
    """The amount by which a player raises with all chips."""
    return int(state.in_round[player] + state.stacks[player] - state.price)


@rule
def pot_raise(state, player, halves):
    """The amount of a raise by so many halves of the pot after a call, rounded down."""
    return (pot(state) + to_call(state, player)) * halves // 2


@rule
def begin_round(state, least_raise):
    """Begin a betting round without a bet."""
    for player in range(state.num_players):
        state.in_round[player] = state.turns[player] = 0
    state.price = state.raises = 0
    state.least_raise = least_raise


@rule
def pay(state, player, chips):
    """A player puts chips in; returns how many: all that are left if these are fewer."""
    chips = min(chips, state.stacks[player])
    state.stacks[player] -= chips
    state.stakes[player] += chips
    return chips


@rule
def bet(state, player, chips):
    """A player puts chips in that count in this round."""
    state.in_round[player] += pay(state, player, chips)


@rule
def take_turn(state, player, chips):
    """A player acts, and puts so many chips in: none for a check or a fold."""
    last = state.paid.shape[2] - 1
    turn = min(state.turns[player], last)
    state.paid[player, state.phase, turn] = max(state.paid[player, state.phase, turn], 0) + chips
    state.turns[player] += 1
    bet(state, player, chips)


@rule
def fold(state, player):
    """A player gives up."""
    take_turn(state, player, 0)
    state.folded[player] = 1


@rule
def raise_by(state, player, amount):
    """A player calls and raises; less than the least raise is short, and does not change it."""
    take_turn(state, player, state.price - state.in_round[player] + amount)
    state.price += amount
    state.raises += 1
    state.least_raise = max(state.least_raise, amount)
