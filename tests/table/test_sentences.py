"""Sentences that people read: none has the name of a field, the word of an action, or any other code of the engine."""

import re

import numpy as np
import pytest

from cardzoo.envs.engine import Game
from cardzoo.envs.scene import find_layout
from cardzoo.envs.scene.words import player_title
from cardzoo.table.terminal.session import Session
from cardzoo.table.terminal.words import entry_in_words, log_in_words
from tests.playing import GAMES

LONGEST = 12
CODES = re.compile(r"_|\bNone\b|\bTrue\b|\bFalse\b|\[|\{|\bplayer \d")


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
