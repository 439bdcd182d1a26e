"""Outcome of a finished game for a person, and its headline."""

from collections.abc import Sequence
from enum import StrEnum

from cardzoo.envs.scene import listed
from cardzoo.table.names import YOU
from cardzoo.table.terminal.session import Session
from cardzoo.table.terminal.words import capitalized

GIVE_UP = "give up"  # verb with which a patience is given up


class Outcome(StrEnum):
    """Outcome of a game for a seat."""

    WON = "won"
    SHARED = "shared"  # the first place, with others
    LOST = "lost"
    GAVE_UP = "gave up"
    SCORED = "scored"  # in a game without winners


def outcome_of(session: Session, seat: int) -> Outcome:
    """Outcome of a finished game for a seat."""
    game, table, result = session.game, session.table, session.results[-1]
    if game.cooperative or game.for_points:
        return Outcome.SCORED
    if table.num_players == 1:
        if table.state.reward[0] > 0:
            return Outcome.WON
        _, _, lines = session.course()
        gave_up = bool(lines) and game.actions.verb(lines[-1].action or 0) == GIVE_UP
        return Outcome.GAVE_UP if gave_up else Outcome.LOST
    if result.ranks[seat] > 1:
        return Outcome.LOST
    first = {player for player, rank in enumerate(result.ranks) if rank == 1}
    sides = game.sides_of(table.num_players)
    return Outcome.WON if {player % sides for player in first} == {seat % sides} else Outcome.SHARED


def headline(session: Session, seat: int | None, names: Sequence[str]) -> str:
    """Headline of a finished game.

    Args:
        session: the game.
        seat: the person's seat; None for an onlooker.
        names: names of the seats for that person.
    """
    result = session.results[-1]
    together = result.together("The team" if seat is None else "You")
    if together:
        return together
    if session.game.for_points:
        return f"Your score: {result.scores[0]}" if len(names) == 1 else "The final scores"
    if len(names) == 1:
        outcome = outcome_of(session, 0)
        return {Outcome.WON: "You won!", Outcome.GAVE_UP: "You gave up"}.get(outcome, "No moves left")
    if set(result.ranks) == {1}:
        return "A draw"
    best = [name for name, rank in zip(names, result.ranks, strict=True) if rank == 1]
    best.sort(key=lambda name: name != YOU)
    has_won = seat is not None and outcome_of(session, seat) == Outcome.WON
    return f"{capitalized(listed(best))} won{'!' if has_won else ''}"
