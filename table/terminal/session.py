"""A session of play: a table, its seats, the log, and the steps that a person may take back.

A session is independent of any screen. A person sees the seat's view. Agents get a view or a redealt table
(`cardzoo.agents.ask`). The log shows another seat's action only if the person can know it: see `is_seen`.
"""

import secrets
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence, Set
from copy import copy
from dataclasses import dataclass, replace
from typing import Any
from weakref import WeakKeyDictionary

import numpy as np

from cardzoo.agents import (
    TRAINED,
    AnyAgent,
    ReadingAgent,
    ask,
    best_of,
    bots,
    check_table,
    find_agent,
    memory_of,
)
from cardzoo.agents.solver import can_solve
from cardzoo.agents.trained import TrainedAgent, shipped_at
from cardzoo.envs.engine import NO_CARD, Game, Pack, Place, Table, rng
from cardzoo.envs.language.journal import Journal, is_seen, reveals
from cardzoo.envs.scene import (
    Change,
    Look,
    Move,
    RealCards,
    Scene,
    Sentence,
    find_change,
    find_ended,
    find_layout,
    find_received,
    goes_on,
    lay_real_cards,
    look_at,
    merge,
    moved_cards,
    table_scene,
    table_sentences,
)
from cardzoo.table.names import ME, name_seats

UNSEEN = "made a hidden move"
MOST_STEPS = 40  # actions back in which each player's last turn is searched
SEARCH = "search:200"  # the search that gives hints


@dataclass(frozen=True)
class LogLine:
    """One line of the log: an action of a seat.

    Attributes:
        player: the seat.
        words: the action, or that it is hidden.
        action: its id; None if it is hidden.
        trick: the seats and their cards in the trick that the action has ended; empty if it has ended none.
        sentence: the action as sentences, with ``{0}`` for the name of player 0 and so on; None if it is hidden.
        hand: number of the hand of a match that the action has ended, from 1; 0 if it has ended none.
        taker: the seat that has taken the trick; None if the game does not show it.
        then: its result as a sentence, with ``{0}`` for the name of player 0; empty if there is none.
        continues: whether the action and that of the line before are one move; see `cardzoo.envs.scene.goes_on`.
    """

    player: int
    words: str
    action: int | None = None
    trick: tuple[tuple[int, int], ...] = ()
    sentence: Sentence | None = None
    hand: int = 0
    taker: int | None = None
    then: str = ""
    continues: bool = False


@dataclass(frozen=True)
class HandEnd:
    """End of a hand of a match.

    Attributes:
        number: number of the hand, from 1.
        before: the table before the action that has ended the hand.
        after: the table after it, before the next deal: see `end_with_hand`.
        line: that action.
        closing: the action that has decided that the hand ends, such as a knock; often the same.
        totals: each seat's points after the hand, as people count them.
        gained: each seat's points of the hand.
        cards: the real cards on the table after it, if the game's engine keeps ranks.
    """

    number: int
    before: Table
    after: Table
    line: LogLine
    closing: LogLine
    totals: tuple[int, ...]
    gained: tuple[int, ...]
    cards: RealCards | None = None


def end_with_hand(before: Table, action: int, now: Table) -> Table:
    """The table after an action that ends a hand, with the hand's last cards: the match ends, so nothing is dealt.

    Args:
        before: the table before the action.
        action: the action.
        now: the table after the action, with the next hand; its points stand, as the end of a match may bring more.

    Returns:
        The table; `before` itself in a game without such a limit, as in one of hands of different kinds.
    """
    match = before.game.match
    if match is None:
        return before
    options = before.records["options"].dtype.names or ()
    ends = {match.option.name: before.game.hands_over(before.state) + 1, "target": 1}
    for name in (name for name in ends if name in options):
        after = before.copy()
        after.records["options"][name] = ends[name]
        after.step(action)
        if after.over:
            after.records[match.stakes] = now.records[match.stakes]
            return after
    return before


def final_ranks(table: Table) -> tuple[int, ...]:
    """Rank of each seat, the best being 1: by score, or by reward if all scores are equal."""
    ranks, rewards = table.ranks(), table.state.reward[: table.num_players]
    return tuple(ranks if {*ranks} != {1} else [1 + int((rewards > mine).sum()) for mine in rewards])


@dataclass(frozen=True)
class Result:
    """Result of a game.

    Attributes:
        scores: each seat's points, as people count them.
        ranks: each seat's place, the best being 1.
        full: the team's full score in a cooperative game, in which all seats have the same score; else None.
    """

    scores: tuple[int, ...]
    ranks: tuple[int, ...]
    full: int | None = None

    def together(self, team: str) -> str:
        """The result of a cooperative game in a sentence, by a word for its players; empty in other games."""
        return "" if self.full is None else f"{team} made {self.scores[0]} of {self.full} points together"


def _generators(seed: int) -> list[np.ndarray]:
    """Random generators of the agents' choices and of redealt hidden cards; neither reveals the deal's seed.

    The seed is the key of a one-way function, since no agent may learn it.
    """
    key, numbers = [seed.to_bytes(8, "little")], np.zeros(1, np.uint64)
    return [rng.generators(rng.keyed_seeds(numbers, key, purpose)) for purpose in ("seat", "redeal")]


class Session:
    """Games at one table, one after the other.

    Args:
        game: the game.
        seats: names of the seats from player 0: ``"me"`` (at most once) or agents' names, as `find_agent` takes them.
            Seats without a name go to the last agent named, or to the expert.
        num_players: number of players; None for the number of named seats, or the game's default if these are too few.
        options: the game's own options.
        seed: random seed of the deals and the agents; None for a random one.
        hints: names of agents for hints; by default those of `usual_hints`.
        others: the seats of other people; their names in `seats` are ignored.

    Attributes:
        table: the table, including hidden cards.
        me: the person's seat; None if a person only watches.
        people: the seats of all people.
        names: names of the seats.
        log: the actions of this game, as far as the person may know them.
        results: results of the finished games, including this one once it is over.

    Raises:
        ValueError: for unfit seats, settings or options.
    """

    def __init__(
        self,
        game: Game,
        seats: Sequence[str] = (ME,),
        num_players: int | None = None,
        options: Mapping[str, Any] | None = None,
        seed: int | None = None,
        hints: Sequence[str] = (),
        others: Iterable[int] = (),
    ) -> None:
        if seed is None:
            seed = secrets.randbits(63)
        if num_players is None and len(seats) >= min(game.numbers_of_players):
            num_players = len(seats)
        self.game = game
        self.table = Table(game, game.blank(num_players, **(options or {})))
        self.seats = fill_seats(game, seats, self.table.num_players)
        self.me = self.seats.index(ME) if ME in self.seats else None
        self.people = tuple(sorted({*others, *([] if self.me is None else [self.me])}))
        self.names = name_seats(self.seats)
        self._hints = list(hints) or usual_hints(game, self.table.records)
        self._agents = [None if seat in self.people else self._find(name) for seat, name in enumerate(self.seats)]
        for name in hints:
            self._find(name)
        self._seed = rng.check_seed(seed)
        self._generator, self._redeals = _generators(self._seed)
        self._games = 0
        self.results: list[Result] = []
        self.new_game()

    def _find(self, name: str) -> AnyAgent:
        """An agent that can play at this table."""
        agent = find_agent(name, self.game, table=self.table.records)
        check_table([agent], self.table.records)
        return agent

    @property
    def is_mine(self) -> bool:
        """True if it is the person's turn."""
        return not self.table.over and self.table.player == self.me

    @property
    def waits(self) -> bool:
        """True if it is the turn of a person without a stand-in."""
        return not self.table.over and self._agents[self.table.player] is None

    @property
    def sitting(self) -> tuple[int, ...]:
        """Seats of people without a stand-in."""
        return tuple(seat for seat in self.people if self._agents[seat] is None)

    @property
    def can_undo(self) -> bool:
        """True if the person may take back the last step."""
        return bool(self._undo)

    def stand_in(self, player: int, name: str | None) -> None:
        """Let an agent play in a person's place; None returns the seat to the person.

        Raises:
            ValueError: if there is no such agent.
        """
        assert player in self.people
        self._agents[player] = None if name is None else self._find(name)
        self._memories[player] = memory_of(self._agents[player])

    def new_game(self) -> None:
        """Deal the next game, from the next seed."""
        self.table.reset(self._seed + self._games)
        self._cards = lay_real_cards(self.table, self._seed + self._games)
        self._earlier_cards: WeakKeyDictionary[Table, RealCards | None] = WeakKeyDictionary()
        self._memories = [memory_of(agent) for agent in self._agents]
        self._games += 1
        self.log: list[LogLine] = []
        self._done: list[tuple[Table, LogLine]] = []  # each action, with the table before it
        self._observed: defaultdict[int | None, list[LogLine]] = defaultdict(list)  # log lines by observer
        self.hands: list[HandEnd] = []
        self._changes: defaultdict[str, dict[int, Change]] = defaultdict(dict)  # by viewer and number of the action
        self._journal = Journal(player for player, agent in enumerate(self._agents) if isinstance(agent, ReadingAgent))
        self._undo: list[tuple[bytes, int, Journal]] = []
        self._note_end()

    def scene(self, player: int | None = None) -> Scene:
        """Scene for people of the person's seat, or of any seat when a person only watches."""
        seat = self.me if self.me is not None else (player or 0)
        return table_scene(self.table, seat, self.names, for_people=True, cards=self._cards)

    def scene_on_turn(self) -> Scene:
        """Scene for people of the seat on turn."""
        return table_scene(self.table, self.table.player, self.names, for_people=True, cards=self._cards)

    def with_real_cards(self, scene: Scene, table: Table | None = None) -> Scene:
        """A scene of the current table, or of an earlier one, with the real cards if the game's engine keeps ranks."""
        cards = self._cards if table is None else self._earlier_cards.get(table, self._cards)
        return scene if cards is None else cards.shown(scene)

    def play(self, action: int, chosen: Iterable[int] = ()) -> None:
        """Play the action of the person whose turn it is.

        Among several people nothing can be taken back. A single player can take back every action.

        Args:
            action: the action.
            chosen: the real cards that the person has touched; others of their ranks take their place if they do not
                lie in the hand.

        Raises:
            IllegalAction: if the action is not legal; nothing has changed.
            ValueError: if it is no person's turn.
        """
        table = self.table
        if not self.waits:
            raise ValueError(f"{self.game.name}: it is not your turn")
        before = table.copy()
        table.step(action)
        self._undo.append((before.snapshot(), len(self.log), self._journal.copy()))
        self._journal.note(before, action)
        self._lay(before, action, chosen)
        self._note(before, action)
        passed_on = table.over or table.player != before.player
        if table.num_players > 1 and (passed_on or len(self.people) > 1 or reveals(before, action, before.player)):
            self._undo.clear()
        self._note_end()

    def play_agent(self, action: int | None = None) -> int:
        """Let the agent whose turn it is play.

        Args:
            action: the recorded action when a stored game is replayed; None asks the agent.

        Returns:
            The action.
        """
        before = self.table.copy()
        agent = self._agents[before.player]
        if agent is None or before.over:
            raise ValueError(f"{self.game.name}: the next turn must be an agent's, got a person's")
        memory = self._memories[before.player]
        if action is None:
            action = self.ask(agent, memory)
        elif memory is not None:
            self.ask(agent, memory)  # restores the agent's memory
        self.table.step(action)
        self._journal.note(before, action)
        self._undo.clear()
        self._lay(before, action)
        self._note(before, action)
        self._note_end()
        return action

    def _lay(self, before: Table, action: int, chosen: Iterable[int] = ()) -> None:
        """Move the real cards as an action has moved their ranks."""
        if self._cards is not None:
            self._earlier_cards[before] = self._cards
            self._cards = self._cards.after(self.table, [*chosen] or moved_cards(before, action))

    def _note(self, before: Table, action: int) -> None:
        """Add an action to the log, as far as the person can know it."""
        trick = ended_trick(before, self.table, action)
        sentence = table_sentences(before, [f"{{{seat}}}" for seat in range(before.num_players)])[action]
        hand = int(self.game.hands_over(self.table.state))
        ended = hand if hand > self.game.hands_over(before.state) else 0
        is_shown = trick and not ended and not self.table.over and find_layout(self.game).taker_leads
        taker = self.table.player if is_shown else None
        words, continues = self.game.actions.words[action], self._continues(before, action)
        then = self._result_of(before, action)
        line = LogLine(before.player, words, action, trick, sentence, ended, taker, then, continues)
        self._done.append((before, line))
        if ended:
            self.hands.append(self._end_of_hand(before, line))
        observers = set() if self.me is None else {self.me} - {before.player}
        self._report(len(self._done) - 1, self.log, observers, self.me)
        if len(self.log) > 1 and is_repeat(self.log[-1], self.log[-2]):
            del self.log[-2]

    def _report(self, number: int, log: list[LogLine], seats: Set[int], viewer: int | None) -> None:
        """Add an action to a seat's log, or to that of onlookers, as far as seats know it, and what that seat gets."""
        self._add_line(number, log, seats)
        before, line = self._done[number]
        find = find_layout(self.game).gets.get(self.game.actions.verb(line.action or 0))
        after = self._done[number + 1][0] if number + 1 < len(self._done) else self.table
        if find is not None and viewer is not None and (gets := seen_in_words(find, before, after, viewer)):
            log[-1] = replace(log[-1], then=gets)

    def _add_line(self, number: int, log: list[LogLine], seats: Set[int]) -> None:
        """Add an action to a log as far as seats know it; a sealed move is added as a whole when it is complete."""
        before, line = self._done[number]
        if not self._is_known(before, line, log, seats):
            log.append(hide_action(self.game, line))
            return
        start = number
        if line.continues and log[-1].action is None:
            while self._done[start][1].continues:
                start -= 1
        move = [done for _, done in self._done[start : number + 1]]
        while len(move) > 1 and log and log[-1].player == line.player and (log[-1].action is None or log[-1] in move):
            log.pop()
        log += move

    def _result_of(self, before: Table, action: int) -> str:
        """Result of an action in words, by the ``then`` of the game's layout; empty if it has none."""
        find = find_layout(self.game).then.get(self.game.actions.verb(action))
        if find is None:
            return ""
        return seen_in_words(find, before, self.table, before.player)

    def _continues(self, before: Table, action: int) -> bool:
        """Returns whether an action belongs to one move with the action before it."""
        if not self._done or self._done[-1][1].player != before.player:
            return False
        place = 1
        while place < len(self._done) and self._done[-place][1].continues:
            place += 1
        return goes_on(self._done[-place][0], action, place)

    def _end_of_hand(self, before: Table, line: LogLine) -> HandEnd:
        """End of the hand that the last action has ended."""
        start = next((place for place in reversed(range(len(self._done) - 1)) if self._done[place][1].hand), -1)
        closes, verbs = find_layout(self.game).closes, self.game.actions
        lines = [one for _, one in self._done[start + 1 :] if verbs.verb(one.action or 0) in closes]
        totals = tuple(self.points())
        earlier = self.hands[-1].totals if self.hands else (find_layout(self.game).points(0),) * len(totals)
        gained = tuple(now - then for now, then in zip(totals, earlier, strict=True))
        assert line.action is not None
        after = end_with_hand(before, line.action, self.table)
        cards = self._earlier_cards.get(before)
        if cards is not None:
            cards = cards.after(after)
        return HandEnd(line.hand, before, after, line, lines[-1] if lines else line, totals, gained, cards)

    def log_of(self, player: int) -> list[LogLine]:
        """Log of this game, as far as a seat may know it."""
        if player == self.me:
            return self.log
        return without_repeats(self._observed_by(player))

    def public_log(self) -> list[LogLine]:
        """Log of this game for onlookers: the actions that all seats know."""
        return without_repeats(self._observed_by(None))

    def _observed_by(self, player: int | None) -> list[LogLine]:
        """Each action as a seat may know it; for None as all seats may."""
        lines = self._observed[player]
        for number in range(len(lines), len(self._done)):
            before, _ = self._done[number]
            others = {*range(before.num_players)} if player is None else {player}
            self._report(number, lines, others - {before.player}, player)
        return lines

    def _is_known(self, before: Table, line: LogLine, earlier: Sequence[LogLine], seats: Set[int]) -> bool:
        """Returns whether seats know an action.

        Of a move of several actions none is known if the first is not, unless they see it when it is complete.

        Args:
            before: the table before the action.
            line: the line of the action.
            earlier: the lines before it, as the seats know them.
            seats: the seats.
        """
        if line.hand:
            return True  # all cards lie open at the end of a hand, whose next deal would make each action look hidden
        is_sealed = self.game.actions.verb(line.action or 0) in find_layout(self.game).sealed
        if line.continues and earlier and earlier[-1].action is None and not is_sealed:
            return False
        option = find_layout(self.game).secret.get(self.game.actions.verb(line.action or 0))
        if seats and option and before.state.options[option]:
            return False
        return line.action is not None and all(is_seen(before, line.action, seat) for seat in seats)

    def last_turns(self, viewer: str, witnesses: Set[int], look: Callable[[Table], Scene]) -> dict[int, Change]:
        """Changes on the table in each seat's last turn, by seat; turns without a change are left out.

        Args:
            viewer: name of the viewer, under which the changes are cached.
            witnesses: the seats that must know an action before it is shown to the viewer.
            look: returns the scene of a table for the viewer.
        """
        cache, tables = self._changes[viewer], [*(before for before, _ in self._done), self.table]
        turns: dict[int, list[Change]] = {}
        last = None
        for number in reversed(range(max(0, len(self._done) - MOST_STEPS), len(self._done))):
            before, line = self._done[number]
            if line.player != last and line.player in turns:
                break
            if number not in cache:
                cache[number] = change_between(before, tables[number + 1], line.action, look, witnesses)
            is_last = number == len(self._done) - 1
            turns.setdefault(line.player, []).append(cache[number] if is_last else replace(cache[number], ended=()))
            last = line.player
        merged = {player: merge(reversed(changes)) for player, changes in turns.items()}
        return {player: change for player, change in merged.items() if change != Change()}

    def undo(self) -> bool:
        """Take back the person's last step, if possible. Returns whether there was one."""
        if not self._undo:
            return False
        snapshot, lines, self._journal = self._undo.pop()
        if self.table.over:
            self.results.pop()
        self.table.restore(snapshot)
        before, _ = self._done.pop()
        self._cards = self._earlier_cards.get(before)
        self.hands = [hand for hand in self.hands if any(line is hand.line for _, line in self._done)]
        del self.log[lines:]
        for observed in self._observed.values():
            del observed[len(self._done) :]
        for changes in self._changes.values():
            changes.pop(len(self._done), None)
        return True

    def course(self) -> tuple[list[tuple[int, ...]], list[int], list[LogLine]]:
        """Scores and numbers of finished hands, at the deal and after each action; and the lines of all actions."""
        tables = [*(before for before, _ in self._done), self.table]
        counter = self.game.match.counter.name if self.game.match else None
        hands = [int(table.state[counter]) if counter else 0 for table in tables]
        return [tuple(table.scores()) for table in tables], hands, [line for _, line in self._done]

    def points(self) -> list[int]:
        """Points of each seat, as people count them."""
        return [find_layout(self.game).points(score) for score in self.table.scores()]

    def settle(self) -> None:
        """Make all steps so far final: none can be taken back."""
        self._undo.clear()

    def aside(self) -> "Session":
        """Copy of the session to ask for a hint, while the game may go on."""
        other = copy(self)
        other.table, other._journal = self.table.copy(), self._journal.copy()
        other._generator, other._redeals = self._generator.copy(), self._redeals.copy()
        return other

    def hint_names(self) -> list[str]:
        """Names of the agents for hints."""
        return self._hints

    def hint(self, name: str) -> int:
        """Action of an agent in the person's place, from the person's information."""
        return self.ask(self._find(name))

    def ask(self, agent: AnyAgent, memory: np.ndarray | None = None) -> int:
        """Action of an agent for the seat whose turn it is, from that seat's information."""
        table = self.table
        events = self._journal.read(table.player)
        decision = agent, self.game, table.records, table.player, table.mask.copy(), self._generator
        return ask(*decision, memory, events, self._redeals)

    def logits(self, agent: TrainedAgent) -> np.ndarray:
        """Logits of a trained agent for the actions of the seat whose turn it is; see `TrainedAgent.logits`."""
        table = self.table
        return agent.logits(table.view(table.player), table.mask, self._generator)

    def _note_end(self) -> None:
        if self.table.over:
            full = int(self.table.records["score_range"][0]) if self.game.cooperative else None
            self.results.append(Result(tuple(self.points()), final_ranks(self.table), full))


def seen_in_words(find: Callable[[Look, Look], str], before: Table, after: Table, player: int) -> str:
    """Words of a layout for the effect of an action on a seat's view, with ``{0}`` for the name of player 0."""
    names = [f"{{{seat}}}" for seat in range(before.num_players)]
    return find(*(look_at(one.game, one.view(player), player, len(names), names) for one in (before, after)))


def hide_action(game: Game, line: LogLine) -> LogLine:
    """A line for a viewer who may not know the action; its result is public."""
    verb = game.actions.verb(line.action or 0)
    return LogLine(line.player, find_layout(game).secretly.get(verb, UNSEEN), hand=line.hand, then=line.then)


def without_repeats(lines: Sequence[LogLine]) -> list[LogLine]:
    """A log that hides the number of consecutive hidden actions of a seat."""
    pairs = zip(lines, [*lines[1:], None], strict=False)
    return [line for line, after in pairs if after is None or not is_repeat(after, line)]


def is_repeat(line: LogLine, before: LogLine) -> bool:
    """Returns whether a line is a hidden action like that of the line before it, which has no result."""
    return line.action is None and not before.then and replace(line, then="") == before


def change_between(
    before: Table, after: Table, action: int | None, look: Callable[[Table], Scene], witnesses: Set[int] = frozenset()
) -> Change:
    """Change on the table by an action; for the last action of a hand, the end of that hand.

    Args:
        before: the table before the action.
        after: the same table after it.
        action: the action.
        look: returns the scene of a table for the viewer.
        witnesses: the seats that must know the action before the card that captured others is shown.
    """
    game, old = before.game, look(before)
    ends_hand = game.hands_over(before.state) != game.hands_over(after.state) and not after.over
    change = find_ended(old) if ends_hand else find_change(old, look(after))
    assert action is not None
    if game.actions.verb(action) in find_layout(game).gets and not ends_hand:
        change = replace(change, laid=change.laid + find_received(old, look(after)))
    if not (change.took or change.ended):
        return change
    if not all(is_seen(before, action, seat) for seat in witnesses - {before.player}):
        return change
    if find_layout(game).real is not None:
        return change  # such cards are named by rank, and lie on the table
    faces = find_layout(game).faces
    played = [faces.get(card, card) for card in game.actions.touches[action] if not isinstance(card, Place)]
    return find_ended(old, played) if ends_hand else find_change(old, look(after), played)


def ended_trick(before: Table, after: Table, action: int) -> tuple[tuple[int, int], ...]:
    """Seats and cards of the trick that an action has ended, in the order of the seats; empty if it has ended none.

    Args:
        before: the table before the action.
        after: the same table after it.
        action: the action.
    """
    if "trick" not in before.game.view.fields or not before.game.view.field("trick").by_seat:
        return ()
    player, seats = before.player, before.num_players
    cards, remaining = (np.roll(table.view(player)["trick"][:seats], player) for table in (before, after))
    played = [touched for touched in before.game.actions.touches[action] if not isinstance(touched, Place)]
    lay = np.count_nonzero(cards != NO_CARD)
    if not lay or not played or np.count_nonzero(remaining != NO_CARD) > lay:
        return ()
    cards[player] = played[0]
    return tuple((seat, int(card)) for seat, card in enumerate(cards) if card != NO_CARD)


def usual_hints(game: Game, table: np.ndarray) -> list[str]:
    """Names of agents for hints: scripted agents (best first), a trained agent, and a search or solver.

    Args:
        game: the game.
        table: (1,) record of the table; the trained agent must support its players and options.
    """
    scripted = [name for name in reversed(bots(game)) if name != "random"]
    trained = [TRAINED] if shipped_at(game, table) else []
    return [*scripted, *trained, "solver" if can_solve(game) else SEARCH]


def fill_seats(game: Game, seats: Sequence[str], num_players: int) -> list[str]:
    """Names of all seats, with agents on the seats without a name.

    Raises:
        ValueError: if there are more names than seats, or more than one person.
    """
    if len(seats) > num_players:
        raise ValueError(f"{game.name}: {len(seats)} seats are named, but the game has {num_players} players")
    if list(seats).count(ME) > 1:
        raise ValueError(f"{game.name}: only one seat can be {ME!r}; name agents for the others")
    agents = [name for name in seats if name != ME]
    return [*seats, *[agents[-1] if agents else best_of(game)] * (num_players - len(seats))]


def matching(moves: Sequence[Move], typed: str, pack: Pack) -> list[Move]:
    """Moves whose sentences contain all typed words; ``7h`` also matches ``7♥``."""
    parts = []
    for part in typed.casefold().split():
        try:
            card = pack.words[pack.parse(part)].casefold()
        except ValueError:
            card = part
        parts.append({part, card})
    return [move for move in moves if all(any(word in move.says.casefold() for word in part) for part in parts)]
