"""Scripted agents of Salute the King: half of the gestures, and all of them."""

from cardzoo.envs.engine import rule
from cardzoo.envs.engine.cards import rank_of
from cardzoo.envs.games.salute_the_king import FIRST_REACTION, HOLD, WAVE, Gesture, Phase, call_of


@rule
def novice(view, mask, generator):
    """Stands up and salutes at the right cards; at others it makes the gesture of most players.

    At other cards it holds still if it is first. Among equally common gestures it makes the first of: stand up, salute,
    bow, applaud, hold still, wave. As dealer it chooses the first rank and gesture left.
    """
    if view.phase != Phase.REACT:
        return mask.argmax()
    gesture = right_gesture(view)
    if gesture == Gesture.STAND or gesture == Gesture.SALUTE:
        return FIRST_REACTION + gesture
    return FIRST_REACTION + most_common(view)


@rule
def most_common(view):
    """The most common gesture at the top card, or to hold still if there is none."""
    best, most = HOLD, 0
    for reaction in range(WAVE + 1):
        count = 0
        for done in view.reactions:
            count += done == reaction
        if count > most:
            best, most = reaction, count
    return best


@rule
def expert(view, mask, generator):
    """Always makes the right gesture. Nothing is better: if another one goes unpunished, so would this one.

    As dealer it chooses the first rank and gesture left; all choices are equal against players who know them all. So a
    search can at best be level with it, and is below where it takes luck in its simulations for evidence.
    """
    if view.phase != Phase.REACT:
        return mask.argmax()
    return FIRST_REACTION + right_gesture(view)


@rule
def right_gesture(view):
    """The right gesture for the top card."""
    rank = rank_of(view.top)
    return call_of(rank, view.calls[rank], view.total, view.total_trigger, view.prime_trigger)


AGENTS = {"novice": novice, "expert": expert}
