"""Sentences that people read: none has the name of a field, the word of an action, or any other code of the engine."""

import re

import numpy as np
import pytest

from cardzoo.envs.engine import Game
from cardzoo.envs.registry import find_game
from cardzoo.envs.scene import find_layout
from cardzoo.envs.scene.words import player_title
from cardzoo.table.terminal.session import Session, without_repeats
from cardzoo.table.terminal.words import Entry, entry_in_words, log_in_words
from tests.playing import GAMES

LONGEST = 12
LATEST = 5
CODES = re.compile(r"_|\bNone\b|\bTrue\b|\bFalse\b|\[|\{|\bplayer \d|\bjoker2\b")


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_no_field_and_no_action_code_reaches_people(game: Game) -> None:
    session = Session(game, ["me"] + ["random"] * (game.default_players - 1), seed=4)
    layout, choose = find_layout(game), np.random.default_rng(4)
    titles = {player_title(layout, field.name) for field in game.view} | {"players", "sides", ""}
    titles |= set(layout.sums.values())
    for _ in range(LONGEST):
        if session.table.over:
            break
        scene = session.scene()
        for zone in scene.zones():
            heads = zone.lines[0] if zone.kind == "table" else [line[0] for line in zone.lines]
            assert set(heads) <= titles
        cells = [cell for zone in scene.zones() for line in zone.lines for cell in line]
        labels = [part.label for band in scene.bands for part in (band, *band.zones)]
        sentences = [scene.asks, *(move.says for move in scene.moves)]
        for words in [*cells, *labels, *sentences]:
            assert not CODES.search(words), words
        assert all(move.says[0].isupper() for move in scene.moves)
        session.play(int(choose.choice(np.flatnonzero(session.table.mask)))) if session.waits else session.play_agent()
    for entry in log_in_words(session, session.log, session.names):
        words = entry_in_words(entry, session.names)
        assert not CODES.search(words), words


def test_cards_that_are_chosen_together_are_one_entry() -> None:
    session = play_random("hearts", 12)
    got, mine, *others = [
        entry.words for entry in sorted(log_in_words(session, session.log, session.names), key=by_player)
    ]
    assert re.fullmatch(r"You received \S+, \S+ and \S+", got)
    assert re.fullmatch(r"passed \S+, \S+ and \S+", mine)
    assert others == ["passed cards"] * 3  # also of the player whose last card shows the person the three received
    session = play_random("cribbage", 4)
    entries = log_in_words(session, session.log, session.names)
    mine, others = (entry.words for seat in (0, 1) for entry in entries if entry.player == seat)
    assert re.fullmatch(r"laid away \S+ and \S+", mine)
    assert others == "laid away for the crib"


@pytest.mark.parametrize("name", ["ristiseiska", "cassino", "hanabi", "getaway"])
def test_the_latest_entries_are_the_end_of_the_whole_log(name: str) -> None:
    session = play_random(name, 60)
    entries = log_in_words(session, session.log, session.names)
    assert len(entries) > LATEST
    for latest in range(1, len(entries) + 2):
        assert log_in_words(session, session.log, session.names, latest) == entries[-latest:]


def test_the_log_grows_by_each_action_to_what_a_whole_log_is() -> None:
    session = play_random("hearts", 60)
    whole = without_repeats(session._observed_by(session.me))
    assert len(whole) < len(session._done)
    assert session.log == whole
    assert any(line.action is None for line in whole)


def by_player(entry: Entry) -> int:
    """The player of an entry, by which entries are sorted."""
    return -1 if entry.player is None else entry.player


def play_random(name: str, actions: int) -> Session:
    """A table of a person and agents, all of whose actions are random."""
    game = find_game(name)
    session, choose = Session(game, ["me"] + ["random"] * (game.default_players - 1), seed=4), np.random.default_rng(4)
    for _ in range(actions):
        if session.table.over:
            break
        session.play(int(choose.choice(np.flatnonzero(session.table.mask)))) if session.waits else session.play_agent()
    return session
