"""Replays: files from which games can be played again bit for bit.

A replay is JSON. It holds the seed or deck of the deal and all actions by number; the rules reproduce the rest. A
SHA-256 of its content protects it against changes.
"""

import hashlib
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field, fields
from typing import Any

from cardzoo.envs.engine import Game, Table
from cardzoo.envs.printable import printable

FORMAT = 1
MOST_ACTIONS = 100_000
LONGEST_NAME = 100
_KINDS: dict[str, type] = {
    "game": str,
    "num_players": int,
    "options": dict,
    "seed": int,
    "actions": list,
    "names": list,
    "scores": list,
    "format": int,
    "sha256": str,
}
_LISTS = tuple(name for name, kind in _KINDS.items() if kind is list)


class ReplayError(ValueError):
    """Replay that cannot be used, with the reason."""


@dataclass(frozen=True)
class Replay:
    """Replay of a game, to its end or up to some action.

    Attributes:
        game: the game's id with its version.
        num_players: players at the table.
        options: all options of the game, in words.
        seed: seed of the table's generator.
        deck: the written deck in the order of dealing; None if the seed shuffled it.
        actions: the actions, by number.
        names: names of the seats, from player 0.
        scores: score of each seat; empty if the game was not over.
        format: version of the file's format.
        sha256: SHA-256 of all the rest; empty if it is still to be computed.
    """

    game: str
    num_players: int
    options: Mapping[str, Any]
    seed: int
    deck: tuple[str, ...] | None = None
    actions: tuple[int, ...] = ()
    names: tuple[str, ...] = ()
    scores: tuple[int, ...] = ()
    format: int = FORMAT
    sha256: str = field(default="", compare=False)

    def digest(self) -> str:
        """SHA-256 of the canonical content: JSON with sorted keys, without blanks, in ASCII."""
        content = asdict(self)
        del content["sha256"]
        return hashlib.sha256(json.dumps(content, sort_keys=True, separators=(",", ":")).encode()).hexdigest()

    def to_json(self) -> str:
        """Text of the file."""
        return json.dumps(asdict(self) | {"sha256": self.digest()}, ensure_ascii=False, indent=1) + "\n"

    @classmethod
    def from_json(cls, text: str | bytes) -> "Replay":
        """Replay of a file's text, checked and played to its end.

        Raises:
            ReplayError: if it is no replay, was changed, is of another version, or cannot be played.
        """
        try:
            content = json.loads(text)
            json.dumps(content, ensure_ascii=False).encode()  # halves of letters cannot be written again
        except (ValueError, RecursionError):
            raise ReplayError("this is no replay: it is not JSON") from None
        replay = _checked(content)
        if replay.sha256 != replay.digest():
            raise ReplayError("the replay was changed: its SHA-256 is that of another game")
        table = replay.table()
        if table.over != bool(replay.scores) or (table.over and tuple(table.scores()) != replay.scores):
            raise ReplayError(f"the replay of {replay.game} does not end with its own scores; it is of other rules")
        return replay

    def find_game(self) -> Game:
        """Game of the replay.

        Raises:
            ReplayError: if this version of cardzoo does not have it.
        """
        from cardzoo.envs.registry import registered_game

        try:
            return registered_game(self.game)
        except ValueError as problem:
            raise ReplayError(f"the replay cannot be played: {problem}") from None

    def deal(self) -> Table:
        """Table before the first action.

        Raises:
            ReplayError: for players, options, a seed or a deck that the game does not accept.
        """
        game = self.find_game()
        try:
            table = Table(game, game.blank(self.num_players, **self.options))
            table.reset(self.seed, deck=self.deck)
        except (ValueError, TypeError) as problem:
            raise ReplayError(f"the replay cannot be played: {problem}") from None
        return table

    def tables(self) -> Iterator[Table]:
        """Table before the first action, then after each one: always the same object.

        Raises:
            ReplayError: if an action is not legal.
        """
        table = self.deal()
        yield table
        for number, action in enumerate(self.actions, 1):
            if not table.is_legal(action):
                raise ReplayError(f"the replay cannot be played: action {number}: {table.explain_illegal(action)}")
            table.step_legal(action)
            yield table

    def table(self, actions: int | None = None) -> Table:
        """Table after so many actions; None for all.

        Raises:
            ReplayError: if the replay cannot be played so far.
        """
        table = None
        for played, table in enumerate(self.tables()):
            if played == actions:
                return table
        if table is None or actions is not None:
            raise ReplayError(f"the replay has {len(self.actions)} actions, not {actions}")
        return table


def record(
    table: Table, seed: int, actions: Sequence[int], names: Sequence[str] = (), deck: Sequence[str] | None = None
) -> Replay:
    """Replay of a table.

    Args:
        table: the table as it is now.
        seed: the seed of its reset.
        actions: all actions since.
        names: names of the seats; empty for ``"player 0"`` and so on.
        deck: the written deck of its reset in the order of dealing; None if there was none.
    """
    options = table.game.options.to_words(table.state["options"], table.num_players)
    called = tuple(names) or tuple(f"player {player}" for player in range(table.num_players))
    return Replay(
        game=table.game.id,
        num_players=table.num_players,
        options=options,
        seed=int(seed),
        deck=None if deck is None else tuple(deck),
        actions=tuple(map(int, actions)),
        names=called,
        scores=tuple(table.scores()) if table.over else (),
    )


def _checked(content: Any) -> Replay:
    """Replay of parsed JSON, checked for types and sizes.

    Raises:
        ReplayError: if a part is wrong; the message names it.
    """
    if not isinstance(content, dict):
        raise ReplayError("this is no replay: an object was expected")
    if content.get("format") != FORMAT:
        raise ReplayError(f"the replay has format {content.get('format')!r}; this version reads format {FORMAT}")
    names = [entry.name for entry in fields(Replay)]
    for name in [*names, *content]:
        if name not in names or name not in content:
            raise ReplayError(f"this is no replay: {name!r} is {'missing' if name in names else 'unknown'}")
    for name, kind in _KINDS.items():
        if type(content[name]) is not kind:
            raise ReplayError(f"this is no replay: {name!r} is not a {kind.__name__}")
    if any(isinstance(value, (dict, list)) for value in content["options"].values()):
        raise ReplayError("this is no replay: 'options' are words and numbers")
    deck = content["deck"]
    if deck is not None and not (isinstance(deck, list) and all(isinstance(card, str) for card in deck)):
        raise ReplayError("this is no replay: 'deck' is not a list of cards")
    if len(content["actions"]) > MOST_ACTIONS or not _are_numbers(content["actions"]):
        raise ReplayError(f"this is no replay: 'actions' is not a list of at most {MOST_ACTIONS} numbers")
    if not _are_numbers(content["scores"]):
        raise ReplayError("this is no replay: 'scores' is not a list of numbers")
    if len(content["names"]) != content["num_players"] or not all(
        isinstance(name, str) and len(name) <= LONGEST_NAME and name == printable(name) for name in content["names"]
    ):
        raise ReplayError("this is no replay: 'names' does not name each player")
    lists: dict[str, Any] = {name: tuple(content[name]) for name in _LISTS}
    lists["deck"] = None if deck is None else tuple(deck)
    return Replay(**content | lists)


def _are_numbers(values: Sequence[Any]) -> bool:
    return all(type(value) is int for value in values)
