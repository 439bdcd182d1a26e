"""The decisive move of a game, found from its record."""

from itertools import pairwise
from typing import Any

import numpy as np
import pytest

from cardzoo.envs import Game
from cardzoo.table.terminal.session import Session
from cardzoo.table.web.deciding import what_decided
from cardzoo.table.web.messages import tell_decision
from tests.playing import GAMES

MOST_STEPS = 4000  # longer random games are not played to their end


@pytest.mark.parametrize(
    ("leads", "action", "for_good"),
    [
        ([0, 2, 7, 6, 8], 1, False),
        ([0, 1, 2, 3, 2], 0, True),  # four tricks, three of them won: the first one gave the lasting lead
        ([0, -1, 0, 1, 0, 1], 4, True),
        ([0, 0, 0, 5], 2, False),
    ],
)
def test_the_largest_gain_decides_or_else_who_took_the_lead_for_good(leads, action, for_good):
    found = what_decided([(0, lead) for lead in leads], [0] * len(leads), (2, 1))
    assert (found.action, found.hand, found.for_good) == (action, None, for_good)
    assert found.gained == (0, leads[action + 1] - leads[action])
    assert found.at_the_end == (leads == [0, 0, 0, 5])


def test_of_a_match_a_hand_decides_with_what_comes_behind_the_last_one():
    scores = [(0, 0), (1, 0), (5, 0), (5, 3), (5, 6), (8, 6)]
    found = what_decided(scores, [0, 0, 1, 1, 2, 2], (1, 2))
    assert (found.action, found.hand, found.gained) == (None, 1, (5, 0))
    found = what_decided([*scores, (20, 6)], [0, 0, 1, 1, 2, 2, 2], (1, 2))
    assert (found.action, found.hand, found.gained) == (None, 2, (15, 6))


def test_partners_win_together_and_are_compared_with_the_best_of_the_others():
    found = what_decided([(0, 0, 0), (6, 3, 0), (6, 3, 9), (9, 8, 9)], [0] * 4, (1, 3, 1))
    assert (found.action, found.gained) == (1, (0, 0, 9))


def test_nothing_decides_a_draw_or_a_game_for_one():
    assert what_decided([(0, 0), (5, 5)], [0, 0], (1, 1)) is None
    assert what_decided([(0,), (5,)], [0, 0], (1,)) is None


@pytest.mark.parametrize(
    ("game", "options"),
    [(game, game.shortest) for game in GAMES] + [(game, {}) for game in GAMES if game.shortest],
    ids=lambda value: value.name if isinstance(value, Game) else "short" if value else "usual",
)
def test_the_reported_move_is_the_largest_change_in_the_record_in_the_words_of_the_log(
    game: Game, options: dict[str, Any]
) -> None:
    session = Session(game, ["random"], game.default_players, options, seed=3)
    for _ in range(MOST_STEPS):
        if session.table.over:
            break
        session.play_agent()
    else:
        pytest.skip("random players play longer")
    sentence, ranks = tell_decision(session, session.names), session.results[-1].ranks
    scores, hands, actions = session.course()
    sentences = [f"{session.names[line.player]} {line.sentence.done.format(*session.names)}" for line in actions]
    if len(ranks) == 1:
        gave_up = sentences[-1].endswith(" gave up")
        assert sentence == ("" if gave_up else f"Last move: {sentences[-1]}.")
        return
    found = what_decided(scores, hands, ranks)
    is_last_trick = found is not None and found.at_the_end and bool(actions[-1].trick)
    assert (sentence == "") == (set(ranks) == {1} or game.for_points or is_last_trick)
    if not sentence:
        return
    table, winners = np.array(scores), np.array(ranks) == 1
    leads = table[:, winners].min(axis=1) - table[:, ~winners].max(axis=1)
    if hands[-1] > 1:
        ends = [0, *(step for step in range(1, len(hands)) if hands[step] > hands[step - 1])]
        ends[-1] = len(hands) - 1
        changes = [leads[after] - leads[before] for before, after in pairwise(ends)]
        number = int(sentence.split("hand ")[1].split(" ")[0])
        assert 1 <= number <= hands[-1] == len(changes)
    else:
        changes = list(np.diff(leads))
        _, move = sentence.split(": ", 1)
        named = [place for place, words in enumerate(sentences) if move.startswith(words)]
        assert any(changes[place] > 0 for place in named)
    if "never lost again" in sentence:
        assert changes.count(max(changes)) > 1
    elif hands[-1] > 1:
        assert changes[number - 1] == max(changes)
    else:
        best = sentences[changes.index(max(changes))]
        assert move.startswith(best)
