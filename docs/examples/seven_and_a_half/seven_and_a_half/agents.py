"""Rule-of-thumb players of Seven and a Half."""
# ruff: noqa: ANN001, ANN201 - compiled rules take records and numbers

from cardzoo.envs.engine import NO_CARD, rule
from seven_and_a_half.rules import DRAW, LIMIT, PACK, SEATS, STOP, worth, worth_of

ENOUGH = 8  # half points
RISK = 0.45


@rule
def novice(view, mask, generator):
    """Draws below four."""
    return DRAW if own_count(view) < ENOUGH else STOP


@rule
def expert(view, mask, generator):
    """Draws while it more likely stays in than goes beyond, by the cards that it cannot see.

    It goes on in any case if somebody who is not out has at least as much on the table, to which the face-down card
    comes: to stop would surely lose.
    """
    own = own_count(view)
    if not mask[DRAW]:
        return STOP
    for seat in range(1, SEATS):
        if view.down[seat] == NO_CARD and worth_of(view.drawn[seat]) >= own:
            return DRAW
    unknown, beyond = 0, 0
    for card in PACK:
        if not is_known(view, card):
            unknown += 1
            beyond += own + worth(card) > LIMIT
    return DRAW if beyond < RISK * unknown else STOP


@rule
def own_count(view):
    """The own cards, in half points."""
    return worth(view.down[0]) + worth_of(view.drawn[0])


@rule
def is_known(view, card):
    """Whether a card is seen."""
    seen = 0
    for seat in range(SEATS):
        seen += view.drawn[seat, card] + (view.down[seat] == card)
    return seen > 0


AGENTS = {"novice": novice, "expert": expert}
