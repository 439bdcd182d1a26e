"""Mutated positions: those of random games, with fields left out or changed to other values in their range.

Forged snapshots are made likewise, of changed records.

``python -m cardzoo.testing.mutated_positions getaway 20000`` counts the positions that are refused and those that can
be played to the end. Set ``NUMBA_BOUNDSCHECK=1``, so that an index out of range raises. A position that is neither is
printed with an error, and ends the program.
"""

import random
import sys
from collections import Counter
from collections.abc import Iterator
from typing import Any

import numpy as np

from cardzoo.envs import Game, Table, find_game
from cardzoo.envs.engine import Choice, Flag, Number
from cardzoo.envs.engine.fields import Field
from cardzoo.envs.engine.snapshots import header_of, seal
from cardzoo.testing.playing import legal_actions

MOST_MUTATIONS = 3
DEEPEST = 200  # actions of a random game before its position is changed
OPTIONS_CHANGED = 0.3  # share of games with options other than the defaults


def mutated(game: Game, count: int, seed: int = 0) -> Iterator[tuple[dict[str, Any], dict[str, Any]]]:
    """Yields the settings of so many tables, and the words for `Table.set_position`."""
    choose = random.Random(seed)
    for settings, table in _played(game, count, choose):
        yield settings, _mutate(table, choose)


def forged(game: Game, count: int, seed: int = 0) -> Iterator[tuple[dict[str, Any], bytes]]:
    """Yields the settings of so many tables, and snapshots with changed numbers and a valid checksum."""
    choose, parts = random.Random(seed), list((game.dtype.fields or {}).values())
    for settings, table in _played(game, count, choose):
        record = bytearray(table.records.tobytes())
        for _ in range(choose.randint(1, MOST_MUTATIONS)):
            part, offset = choose.choice(parts)[:2]
            place = offset + choose.randrange(0, part.itemsize, min(2, part.itemsize))
            old = int.from_bytes(record[place : place + 2], "little")
            near = choose.choice([old + 1, old - 1, choose.randrange(54), choose.getrandbits(16)])
            record[place : place + 2] = (near % (1 << 16)).to_bytes(2, "little")
        yield settings, bytes(seal(header_of(game, game.blank(**settings)), bytes(record)))


def _played(game: Game, count: int, choose: random.Random) -> Iterator[tuple[dict[str, Any], Table]]:
    """Yields the settings of so many tables, and random games of them."""
    for _ in range(count):
        options = {field.name: _option(field, choose) for field in game.options if choose.random() < OPTIONS_CHANGED}
        settings: dict[str, Any] = {"num_players": choose.choice(list(game.numbers_of_players)), **options}
        try:
            game.blank(**settings)
        except ValueError:  # options that do not go together
            settings = {"num_players": settings["num_players"]}
        table = game.table(choose.getrandbits(32), **settings)
        for _ in range(choose.randrange(DEEPEST) if choose.random() < 0.5 else choose.randrange(20)):
            if table.over:
                break
            table.step_legal(int(choose.choice(legal_actions(table).tolist())))
        yield settings, table


def _option(field: Field, choose: random.Random) -> Any:
    if isinstance(field, Flag):
        return choose.random() < 0.5
    if isinstance(field, Choice):
        return choose.choice(field.choices)
    assert isinstance(field, Number)
    return choose.choice([field.low, field.high, choose.randint(field.low, field.high)])


def _mutate(table: Table, choose: random.Random) -> dict[str, Any]:
    words = table.words()
    if choose.random() < 0.3:
        words = {name: value for name, value in words.items() if choose.random() < 0.7}
    if choose.random() < 0.3:
        words["player"] = choose.randrange(table.num_players)
    if choose.random() < 0.2:
        words.pop("over", None)
    fields = [field for field in table.game.state if field.name in words]
    for field in choose.sample(fields, min(len(fields), choose.randint(1, MOST_MUTATIONS))):
        words[field.name] = _replace(words[field.name], field, choose)
    return words


def _replace(value: Any, field: Field, choose: random.Random) -> Any:
    """Replaces the value, or one element of a list; cards are shuffled or removed."""
    if isinstance(value, list) and value:
        changed = list(value)
        place, other = choose.randrange(len(value)), choose.randrange(len(value))
        if not isinstance(field, (Number, Choice)) and choose.random() < 0.5:
            changed[place], changed[other] = changed[other], changed[place]
        else:
            changed[place] = _replace(changed[place], field, choose)
        return changed
    if isinstance(field, Choice):
        return choose.choice([*field.choices, *([None] if field.blank == -1 else [])])
    if isinstance(field, Flag):
        return choose.random() < 0.5
    if isinstance(field, Number):
        near = value + choose.choice((-1, 1)) if isinstance(value, int) else field.low
        spread = [field.low, field.high, choose.randint(field.low, field.high), min(max(near, field.low), field.high)]
        return choose.choice(spread + ([None] if field.optional else []))
    cards = (value or "").split()
    choose.shuffle(cards)
    return " ".join(cards) if choose.random() < 0.5 else ""


def play_to_the_end(table: Table, seed: int, most: int) -> None:
    """Play a position with random actions and view it from all seats; some action is legal, and cards are conserved."""
    choose, pack = random.Random(seed), table.game.count(table.pack)
    for _ in range(most):
        if table.over:
            break
        assert table.mask.any(), "nothing is legal"
        table.step_legal(int(choose.choice(np.flatnonzero(table.mask).tolist())))
    for player in range(table.num_players):
        table.view(player)
        redealt = table.redeal(player, seed)
        assert redealt.view(player).tobytes() == table.view(player).tobytes(), "redeal changes what is seen"
    assert np.array_equal(table.count_cards(), pack), "cards are lost or made"


def try_out(game: Game, count: int, seed: int = 0, most: int = 10**9, *, forge: bool = False) -> Counter[str]:
    """Numbers of mutated positions, or forged snapshots, that are refused or played; an error names the position."""
    counts: Counter[str] = Counter()
    cases: Iterator[tuple[dict[str, Any], Any]] = (forged if forge else mutated)(game, count, seed)
    for settings, words in cases:
        table = Table(game, game.blank(**settings))
        try:
            (table.restore if forge else table.set_position)(words)
        except ValueError as refusal:
            if len(str(refusal).splitlines()) > 1:
                raise
            counts["refused"] += 1
            continue
        try:
            for player in range(table.num_players):
                redealt = table.redeal(player, 1)
                assert redealt.view(player).tobytes() == table.view(player).tobytes(), "redeal changes what is seen"
            play_to_the_end(table, seed, most)
        except Exception as problem:
            raise AssertionError(f"{game.name}: {problem!r}: settings {settings}, position {words}") from problem
        counts["played"] += 1
    return counts


if __name__ == "__main__":
    print(try_out(find_game(sys.argv[1]), int(sys.argv[2]), *map(int, sys.argv[3:4])))
