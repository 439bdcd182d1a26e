"""Teams of Hanabi's agents reach their scores, and the code of ``hats`` never errs about its own cards."""

import numpy as np
import pytest

from cardzoo.agents import bots
from cardzoo.agents.families.hats import CODE, may_be_by
from cardzoo.agents.scripted.hanabi import hats
from cardzoo.envs import Batch
from cardzoo.envs.games.hanabi import GAME
from tests.agents.choosing import choose
from tests.games.test_hanabi import ALL, written
from tests.playing import count

GAMES = count(compiled=1000, interpreted=3)


@pytest.mark.parametrize(
    ("name", "players", "least"),
    [("novice", 2, 16), ("expert", 2, 20), ("expert", 5, 19), ("hats", 5, 24)],
)
def test_a_team_reaches_its_score(name, players, least):
    batch = Batch(GAME, GAMES, bots={name: bots(GAME)[name]}, num_players=players, threads=1, restart=False)
    batch.actors[:] = batch.codes[name]
    batch.reset(0)
    batch.step(np.zeros(GAMES, np.int32))
    scores = batch.scores[:, 0]
    assert batch.records["over"].all()
    assert scores.mean() + 3 * scores.std() / GAMES**0.5 >= least


@pytest.mark.parametrize(("lives", "plays"), [(3, True), (2, True), (1, False)])
def test_on_the_last_life_the_expert_plays_no_card_that_may_be_useless(lives, plays):
    """A pointed out 1 may be one of three that are built, or one of two that fit."""
    left = [["RYGWB1"] + ["RYGWB2345"] * 4, [ALL] * 5]
    hands = ["W1 R3 R4 G3 B3", "R5 Y5 G5 W5 B5"]
    words = written(hands, fireworks="R1 Y1 G1", left=left, lives=lives, information=4)
    assert choose("expert", GAME.position(**words)).startswith("play") == plays


@pytest.mark.parametrize("players", [4, 5])
def test_the_table_of_the_code_always_leaves_the_true_cards(players):
    table = GAME.table(1, num_players=players)
    memories = [CODE.blank() for _ in range(players)]
    while not table.over:
        player = table.player
        action = hats(table.view(player), table.mask, None, memories[player][0])
        for place in range(table.state.hand_sizes[player]):
            assert may_be_by(memories[player][0], 0, place, table.state.hands[player, place])
        table.step(int(action))
