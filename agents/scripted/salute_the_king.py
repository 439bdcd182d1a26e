"""Players of Salute the King: one who has learnt half of the gestures, and one who knows them all."""

from cardzoo.envs.engine import rule
from cardzoo.envs.engine.cards import rank_of
from cardzoo.envs.games.salute_the_king import FIRST_REACTION, HOLD, WAVE, Gesture, Phase, call_of


@rule
def novice(view, mask, generator):
    """Knows which cards call for standing up and which for a salute; at others it does what most players have done.

    Asked first it then holds still. If equally many have done several things, it does the one named first here: stand
    up, salute, bow, applaud, hold still, wave. As dealer it chooses the first rank and gesture left.
    """
    if view.phase != Phase.REACT:
        return mask.argmax()
    gesture = right_gesture(view)
    if gesture == Gesture.STAND or gesture == Gesture.SALUTE:
        return FIRST_REACTION + gesture
    return FIRST_REACTION + most_common(view)


@rule
def most_common(view):
    """What most players have done about the top card, or to hold still if none has been asked."""
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
    """Always makes the gesture that the card calls for. Nothing is better: if another one escapes, so would this one.

    As dealer it chooses the first rank and gesture left; no choice is better than another against players who know.
    """
    if view.phase != Phase.REACT:
        return mask.argmax()
    return FIRST_REACTION + right_gesture(view)


@rule
def right_gesture(view):
    """The gesture that the top card calls for."""
    rank = rank_of(view.top)
    return call_of(rank, view.calls[rank], view.total, view.total_trigger, view.prime_trigger)


AGENTS = {"novice": novice, "expert": expert}
