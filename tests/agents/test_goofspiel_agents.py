"""Scripted agents of Goofspiel follow their docstrings."""

import pytest

from cardzoo.envs.engine.cards import RANK_WORDS
from tests.agents.choosing import choose
from tests.games.test_goofspiel import bid, dealt


@pytest.mark.parametrize("num_players", [2, 4])
def test_the_expert_bids_for_the_points_that_lie_there(num_players):
    prizes = " ".join(["K", *(rank for rank in RANK_WORDS if rank != "K")])
    table = bid(dealt(prizes, num_players, ties="carry"), " ".join(["K"] * num_players))
    assert choose("expert", table) in ("bid 6", "bid 7", "bid 8")
