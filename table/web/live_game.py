"""The game of a table: its session, the actions as the database has them, and the score sheet."""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence

from cardzoo.envs.scene import find_layout
from cardzoo.table.terminal.session import Session
from cardzoo.table.web.match_sheet import MatchSheet, columns_of
from cardzoo.table.web.moves import decides_nothing, find_safe
from cardzoo.table.web.people import TableError

Keep = Callable[[int, int | None, str], None]
PLAYING, OVER, SHOWN, RESIGNED = "playing", "over", "shown", "resigned"
"""The statuses of a table. In a game for one player, the last steps can be taken back until the replay is shown."""


class LiveGame:
    """The game of a table, of which each action is written to the database and to the score sheet.

    Args:
        session: the game.
        keep: writes an action with its number and the table's new status; for None instead of an action, deletes the
            actions from that number on.
        sheet: the score sheet that follows the game.

    Attributes:
        actions: ids of the actions so far.
        own_actions: number of actions that people have played, by seat.
        shown: whether the replay was shown, so that nothing can be taken back.
        resigned: whether the only person has ended the game by resigning.
        looking: seats of people who still look at the hand that has ended.
        earlier: each seat's points after each earlier deal of the table, added up, if it deals one after another.
        trouble: reason why the game has stopped, in a sentence; empty if it has not. A written action clears it.
    """

    def __init__(self, session: Session, keep: Keep, sheet: MatchSheet) -> None:
        self.session = session
        self.sheet = sheet
        self.actions: list[int] = []
        self.own_actions: Counter[int] = Counter()
        self.shown = False
        self.resigned = False
        self.looking: set[int] = set()
        self.earlier: list[list[int]] = []
        self.trouble = ""
        self._rests = False
        self._keep = keep
        self._hands: list[tuple[int, list[int]]] = []  # number of actions at the end of each hand, and the scores then

    @property
    def hands(self) -> list[list[int]]:
        """Each seat's points at the end of each hand, as people count them."""
        return [scores for _, scores in self._hands]

    @property
    def deals(self) -> list[list[int]]:
        """Each seat's points after each finished deal of the table, added up, if it deals one after another."""
        if not self.session.table.over or not find_layout(self.session.game).deals_on:
            return self.earlier
        return [*self.earlier, self._added_up(self.session.results[-1].scores)]

    @property
    def totals(self) -> list[list[int]]:
        """Each seat's points after each hand of the table: those of earlier deals, and of this game's hands."""
        return [*self.earlier, *map(self._added_up, self.hands)] if self.hands else self.deals

    def _added_up(self, scores: Sequence[int]) -> list[int]:
        """Each seat's points in all earlier deals and these."""
        before = self.earlier[-1] if self.earlier else [0] * len(scores)
        return [total + score for total, score in zip(before, scores, strict=True)]

    @property
    def is_at_an_end(self) -> bool:
        """True if the last action has ended a hand, and the next one is dealt."""
        return bool(self._hands) and self._hands[-1][0] == len(self.actions) and not self.session.table.over

    def go_to_next_hand(self, seats: Iterable[int]) -> None:
        """Record that people have looked at the hand that has ended; the agents go on."""
        self.looking -= {*seats}
        self._rests = False

    @property
    def rests(self) -> bool:
        """True if the agents wait until one of the people has looked at the hand that has ended."""
        return self._rests and not self.looking.isdisjoint(self.session.sitting)

    @property
    def is_at_a_pause(self) -> bool:
        """True if the last action has ended a trick or a hand."""
        log = self.session.log
        return bool(log and log[-1].trick) or bool(self._hands and self._hands[-1][0] == len(self.actions))

    def replay(self, actions: Sequence[int]) -> None:
        """Play the actions of the database."""
        for action in actions:
            self._advance(action)
        if not self.is_at_an_end:
            self.go_to_next_hand(self.session.people)

    def play(self, action: int | None = None, chosen: Sequence[int] = ()) -> None:
        """Play a person's action, or let an agent play, and write the action.

        Args:
            action: the person's action; None for an agent's.
            chosen: the real cards that the person has touched; they are not written.
        """
        self._advance(action, chosen)
        self._write(len(self.actions) - 1, self.actions[-1])
        self.keep_score()

    def play_move(self, actions: Sequence[int], safe: bool = False, chosen: Sequence[int] = ()) -> None:
        """Play the actions of a person's move, then the steps of the same turn in which nothing is to be decided.

        Args:
            actions: the actions.
            safe: True to move safe cards of a patience to the foundations afterwards.
            chosen: the real cards that the person has touched.
        """
        session, seat = self.session, self.session.table.player
        for action in actions:
            self.play(action, chosen)
        for action in find_safe(session.table) if safe else []:
            self.play(action)
        while session.table.num_players > 1 and session.waits and session.table.player == seat:
            if self.is_at_a_pause or not decides_nothing(session.table):
                return
            self.play(int(session.table.mask.argmax()))

    def undo(self) -> None:
        """Take back the last step of the person's move, with the steps that followed without a decision.

        Raises:
            TableError: if there is none.
        """
        self._undo()
        while self.session.can_undo and decides_nothing(self.session.table):
            self._undo()

    def _undo(self) -> None:
        if not self.session.undo():
            raise TableError("nothing can be taken back")
        self.actions.pop()
        self.own_actions[self.session.table.player] -= 1
        self.go_to_next_hand(self.session.people)
        self._hands = [hand for hand in self._hands if hand[0] <= len(self.actions)]
        self._write(len(self.actions), None)
        self.keep_score()

    def settle(self) -> None:
        """Forbid to take anything back, because the replay was shown."""
        self.shown = True
        self.session.settle()

    def show(self) -> None:
        """Record that the replay is shown."""
        self.settle()
        self._write(len(self.actions), None)

    def rename(self, names: Sequence[str]) -> None:
        """Change the names of the seats."""
        self.session.names = tuple(names)
        self.sheet.names = columns_of(self.session.game, names)

    def keep_score(self) -> None:
        """Update the score sheet."""
        columns = len(self.sheet.names)  # one for a team, whose seats have the same score
        result = self.session.results[-1].scores[:columns] if self.session.table.over else None
        self.sheet.keep([hand[:columns] for hand in self.hands], result)

    def _write(self, number: int, action: int | None) -> None:
        self._keep(number, action, SHOWN if self.shown else OVER if self.session.table.over else PLAYING)
        self.trouble = ""

    def _advance(self, action: int | None, chosen: Sequence[int] = ()) -> None:
        """Play an action, or let the agent choose one, and update the counts."""
        session, table = self.session, self.session.table
        before = self._counter
        if session.waits and action is not None:
            seat = table.player
            session.play(action, chosen)
            self.own_actions[seat] += 1
            self.go_to_next_hand([seat])
        else:
            action = session.play_agent(action)
        self.actions.append(action)
        if table.game.scores_hands:
            self._hands += [(len(self.actions), session.points())] * (self._counter - before)
        if self.is_at_an_end:
            self.looking = {*session.sitting}
            self._rests = True

    @property
    def _counter(self) -> int:
        """Number of finished hands of a match."""
        table = self.session.table
        match = table.game.match if table.game.scores_hands else None
        return int(table.state[match.counter.name]) if match else 0
