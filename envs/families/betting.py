"""Limit betting, as in poker: players check, bet, call, raise or fold in turn, and one of them takes the pot.

The state has, for each seat, ``stakes``, its chips in the pot, and ``bets``, what it has done: a `Bet` for each of its
turns. ``raises`` counts the bets and raises of the betting round, ``to_act`` the players who are still to act in it.
"""

from collections.abc import Callable, Sequence
from enum import IntEnum

from cardzoo.envs.engine import Block, Game, arrays, piles, rule
from cardzoo.envs.scene import Look

Bet = IntEnum("Bet", "CHECK BET CALL FOLD RAISE", start=0)
"""Actions of a player in a turn."""

CHECK, BET, CALL, FOLD, RAISE = range(len(Bet))  # the same as actions
NO_BET = -1
BLOCKS = (
    Block("check", doc="stay in, while nobody has bet"),
    Block("bet", doc="put more into the pot than others, while nobody has"),
    Block("call", doc="put as much into the pot as who has put most"),
    Block("fold", doc="give up rather than call"),
    Block("raise", doc="call, and bet once more"),
)
"""The actions; a game without raises leaves out the last one."""


@rule
def count_turns(state, player):
    """Number of actions of a player."""
    count = 0
    for bet in state.bets[player]:
        count += bet != NO_BET
    return count


@rule
def has_folded(state, player):
    """Returns whether a player has given up, which ends the player's turns."""
    turns = count_turns(state, player)
    return turns > 0 and state.bets[player, turns - 1] == FOLD


@rule
def count_in(state):
    """Number of players who have not folded."""
    count = 0
    for player in range(state.num_players):
        count += not has_folded(state, player)
    return count


@rule
def next_in(state, player):
    """The next player to the left who has not folded."""
    player = (player + 1) % state.num_players
    while has_folded(state, player):
        player = (player + 1) % state.num_players
    return player


@rule
def to_call(state, player):
    """Chips that a player has to pay to stay in."""
    return arrays.largest(state.stakes) - state.stakes[player]


@rule
def deal(state, ante):
    """A card to each player, from the dealer's left; all pay an ante, and the first betting round begins."""
    for place in range(state.num_players):
        player = (state.dealer + 1 + place) % state.num_players
        state.hands[player] = piles.draw(state.stock)
        state.stakes[player] = ante
    begin_round(state)


@rule
def begin_round(state):
    """All players who are in have to act, first the one next to the dealer's left."""
    state.raises = 0
    state.to_act = count_in(state)
    state.player = next_in(state, state.dealer)


@rule
def mask_bets(state, mask, most_raises):
    """Mask the legal actions of a round with a maximum number of bets and raises."""
    faces_bet = to_call(state, state.player) > 0
    mask[CHECK] = not faces_bet
    mask[CALL] = mask[FOLD] = faces_bet
    if state.raises < most_raises:
        mask[RAISE if faces_bet else BET] = 1


@rule
def play_bet(state, bet, size):
    """The player whose turn it is acts, and the next one has the turn. Bets and raises have this size."""
    player = state.player
    state.bets[player, count_turns(state, player)] = bet
    state.to_act -= 1
    if bet in (CALL, RAISE):
        state.stakes[player] += to_call(state, player)
    if bet in (BET, RAISE):
        state.stakes[player] += size
        state.raises += 1
        state.to_act = count_in(state) - 1
    if count_in(state) == 1:
        state.to_act = 0
    state.player = next_in(state, player)


@rule
def take_pot(state, winner):
    """One player takes all stakes; scores are the chips won or lost."""
    for player in range(state.num_players):
        state.score[player] -= state.stakes[player]
        state.score[winner] += state.stakes[player]


@rule
def reward_chips(state, most):
    """Rewards are the chips won or lost, as a share of the most that a player can win."""
    for player in range(state.num_players):
        state.reward[player] = state.score[player] / most


@rule
def is_shown(state, player):
    """Returns whether all see a player's cards: at the end, if another player has not folded either."""
    return state.over and count_in(state) > 1 and not has_folded(state, player)


@rule
def observe_turn(state, player, view):
    """Show the player whose turn it is, as long as there is one, counted from the viewer's seat."""
    if not state.over:
        view.turn[(state.player - player + state.num_players) % state.num_players] = 1


def check_bets(game: Game, state, deck: Sequence[int]) -> str:
    """The first problem of the bets of a position: they are played again from the deal."""
    table = game.table(0, deck, dealer=int(state.dealer), num_players=int(state.num_players))
    while not table.over:
        player = table.player
        bet = int(state.bets[player, count_turns(table.state, player)])
        if bet == NO_BET:
            break
        if not table.is_legal(bet):
            return f"bets: {table.explain_illegal(bet)}"
        table.step(bet)
    for name in (*game.state.fields, "over", "player"):
        if name != "stock" and state[name].tobytes() != table.state[name].tobytes():
            return f"{name}: it does not follow from the bets"
    return ""


def asking_to_call(request: str) -> Callable[[Look], str]:
    """The request to a player of whom a bet is to be matched; empty for others."""

    def ask(look: Look) -> str:
        stakes = look.view["stakes"][: look.num_players]
        return request if stakes[0] < stakes.max() else ""

    return ask
