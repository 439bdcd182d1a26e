"""Sentences about a game for people: the log, the ends of hands, and points. Browser and terminal show the same."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from cardzoo.envs.engine import Game
from cardzoo.envs.scene import EMPTY, Kind, find_layout, is_step, picked_sentence, table_scene, whole_sentence
from cardzoo.table.terminal.session import HandEnd, LogLine, Session


@dataclass(frozen=True)
class Entry:
    """An entry of the log in words.

    Attributes:
        player: the seat, whose name precedes the words; None for a whole sentence.
        words: the words.
        trick: the seats and cards of the trick that has just ended; empty if none has.
    """

    player: int | None
    words: str
    trick: tuple[tuple[int, int], ...] = ()


def log_in_words(
    session: Session, log: Sequence[LogLine], names: Sequence[str], latest: int | None = None
) -> list[Entry]:
    """A log in words: one entry for each move, for the taker of a trick, and for the end of a hand.

    Args:
        session: the game.
        log: its log for a viewer.
        names: names of the seats for that viewer.
        latest: how many entries are wanted, the latest ones; None for all.
    """
    moves = moves_in(log)
    entries = []
    for move in moves[-latest:] if latest else moves:
        line = whole_line(session.game, move)
        entries.append(Entry(line.player, words_of(line, names), line.trick))
        if line.then and not line.hand:
            entries.append(Entry(None, capitalized(line.then.format(*names))))
        if line.taker is not None:
            entries.append(Entry(None, f"{capitalized(names[line.taker])} took the trick", line.trick))
        if line.hand:
            entries.append(Entry(None, end_in_words(session.hands[line.hand - 1], names)))
    return entries[-latest:] if latest else entries


def entry_in_words(entry: Entry, names: Sequence[str]) -> str:
    """An entry of the log as a sentence."""
    return entry.words if entry.player is None else f"{names[entry.player]} {entry.words}"


def moves_in(log: Sequence[LogLine]) -> list[list[LogLine]]:
    """The lines of a log, those of a move of several actions together."""
    moves: list[list[LogLine]] = []
    for line in log:
        if line.continues and moves and moves[-1][-1].action is not None:
            moves[-1].append(line)
        else:
            moves.append([line])
    return moves


def whole_line(game: Game, move: Sequence[LogLine]) -> LogLine:
    """One line for a move: its last, with the sentence of all its actions."""
    if len(move) == 1:
        return move[0]
    actions = [line.action for line in move if line.action is not None]
    sentences = [line.sentence for line in move if line.sentence is not None]
    if game.actions.verb(actions[0]) in find_layout(game).picks:
        sentence = picked_sentence(sentences)
    elif game.actions.verb(actions[-1]) in find_layout(game).sealed:
        return move[-1]
    else:
        sentence = whole_sentence(game, actions, sentences)
    return replace(move[-1], sentence=sentence)


def words_of(line: LogLine, names: Sequence[str]) -> str:
    """Words of a log line, to follow the seat's name."""
    return line.words if line.sentence is None else line.sentence.done.format(*names)


def why_ended(end: HandEnd, names: Sequence[str]) -> str:
    """Reason for the end of a hand as a sentence: the result of its last action, if the game names it."""
    if end.line.then:
        return capitalized(f"{end.line.then.format(*names)}.")
    if end.line.trick and end.closing is end.line:
        return "The last trick was played." if _is_last_card(end) else "This trick decided the hand."
    reasons, verb = find_layout(end.before.game).ended, end.before.game.actions.verb(end.line.action or 0)
    if reason := reasons.get(verb, reasons.get("", "")):
        return reason
    finished = _without_cards(end)
    is_last = len(finished) == end.after.num_players
    if is_last or (end.closing.action is not None and is_step(end.before.game, end.closing.action)):
        return "The last card was played."
    is_out = end.closing.player in finished and find_layout(end.before.game).opens  # else the player may have folded
    went_out = " and went out" if is_out else ""
    return capitalized(f"{names[end.closing.player]} {words_of(end.closing, names)}{went_out}.")


def _is_last_card(end: HandEnd) -> bool:
    """True if none who has played to the last trick has a card left after it."""
    seats = {seat for seat, _ in end.line.trick}
    return (
        sum(zone.count for zone in table_scene(end.before, 0).zones() if zone.kind == Kind.HAND and zone.seat in seats)
        <= 1
    )


def _without_cards(end: HandEnd) -> set[int | None]:
    """Seats whose hands are empty after the end of a hand; none if the table after it is unknown."""
    if end.after is end.before:
        return set()
    zones = table_scene(end.after, 0).zones()
    return {zone.seat for zone in zones if zone.kind == Kind.HAND and not {*zone.cards} - {EMPTY}}


def end_in_words(end: HandEnd, names: Sequence[str]) -> str:
    """End of a hand as a line of a log, such as ``"Hand 1: North knocked. North +22, you ±0"``."""
    points = ", ".join(f"{name} {signed(gained)}" for name, gained in zip(names, end.gained, strict=True))
    return f"Hand {end.number}: {why_ended(end, names)} {capitalized(points)}"


def capitalized(words: str) -> str:
    """Words that begin a sentence."""
    return words[:1].upper() + words[1:]


def signed(points: int) -> str:
    """Gained or lost points, such as ``"+3"``, ``"−3"`` or ``"±0"``."""
    return f"{points:+d}".replace("-", "−") if points else "±0"
