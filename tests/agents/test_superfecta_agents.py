"""The search's guesses from tickets that others have bet in Superfecta."""

import numpy as np
import pytest

from cardzoo.agents import agent_generator, ask, find_agent
from cardzoo.envs.engine import INTERPRETED
from cardzoo.envs.games.superfecta import GAME
from tests.agents.guessing import guesses
from tests.playing import usual

pytestmark = pytest.mark.skipif(INTERPRETED, reason="a guess is compiled")


def test_in_superfecta_others_have_mostly_bet_as_the_expert_does():
    table, expert = usual(GAME).table(0), find_agent("expert", GAME)
    first = table.player
    while table.player == first:
        table.step(ask(expert, GAME, table.records, table.player, table.mask.copy(), agent_generator(0)))
    hits = [
        [np.array_equal(one.state.tickets[first], table.state.tickets[first]) for one in pair]
        for pair in guesses(table, 200)
    ]
    before, after = np.mean(hits, axis=0)
    assert before == 0
    assert 0.65 < after < 0.85
