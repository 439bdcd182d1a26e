"""Auctions of three in which one player bids and another one holds the bid or passes.

Middlehand speaks first and forehand listens. After one of them has passed, the dealer speaks to the other one. The
state has the last ``bid``, 0 before the first one, and ``passed``, 1 for each seat that is out.
"""

from cardzoo.envs.engine import rule

SEATS = 3


@rule
def forehand(state):
    """The dealer's left neighbour."""
    return (state.dealer + 1) % SEATS


@rule
def middlehand(state):
    """The player to the left of forehand."""
    return (state.dealer + 2) % SEATS


@rule
def count_in(state):
    """The number of players who have not passed."""
    return SEATS - state.passed.sum()


@rule
def speaker(state):
    """The player who bids: middlehand, then the dealer, and at last forehand if the others have passed."""
    left = count_in(state)
    if left == SEATS:
        return middlehand(state)
    return state.dealer if left > 1 else forehand(state)


@rule
def listener(state):
    """The player who answers a bid."""
    return middlehand(state) if state.passed[forehand(state)] else forehand(state)


def wrong_bids(state, *, answers: bool, over: bool) -> str:
    """The first problem of ``passed``, of the turn and of the declarer in a written position.

    Args:
        state: the table.
        answers: whether a player is asked to hold a bid.
        over: whether the auction is over.
    """
    left, has_bid = int(count_in(state)), bool(state.bid > 0)
    if over:
        declarer = int(state.passed.argmin()) if left else -1
        fits = left < 2 and has_bid == (left == 1) and state.declarer == declarer
        return "" if fits else "declarer: it is the last player in, at the last value bid; none if all have passed"
    is_alone = left == 1 and not has_bid and not answers and not state.passed[forehand(state)]
    is_second = left == 2 and not state.passed[state.dealer] and (has_bid or not state.passed[forehand(state)])
    if not (is_alone or is_second or left == SEATS) or state.declarer >= 0:
        return "passed: middlehand passes, or forehand after a bid; then the dealer, to a forehand without a bid"
    turn = listener(state) if answers else speaker(state)
    if answers and not has_bid:
        return "bid: there is one to be held"
    return "" if state.player == turn else f"player: it is the turn of player {turn}"
