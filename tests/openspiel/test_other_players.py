"""OpenSpiel's own players at our tables: their games go in lockstep with ours; `run.py` runs this."""

import numpy as np
import pyspiel
import pytest

from results import other_players
from results.other_players import CONTESTS, SimpleGin, play, translate

FAST = [contest for contest in CONTESTS if contest.simulations < 1000]


@pytest.mark.parametrize("contest", FAST, ids=lambda contest: f"{contest.game} {contest.setting}")
def test_their_game_has_the_cards_and_the_turn_of_ours(contest, monkeypatch):
    compared = []

    def their_player(contest, seed):
        player = other_players.IsmctsHearts(seed, 5) if contest.simulations else SimpleGin(seed)
        follow = player.follow

        def compare_and_follow(table, action):
            state, first = player._state, (int(table.state.dealer) + 1) % table.num_players
            if contest.game == "hearts" or table.state.knocker < 0:
                assert state.current_player() == (table.player - first) % table.num_players
                ours = [np.flatnonzero(table.state.hands[(first + seat) % 2]).tolist() for seat in range(2)]
                if contest.game == "gin_rummy":
                    assert [sorted(cards) for cards in state.hands()] == ours
                elif not table.mask[other_players.hearts.PASS :].any():
                    legal = sorted(translate(card) for card in np.flatnonzero(table.mask))
                    assert legal == state.legal_actions()
                compared.append(action)
            follow(table, action)

        player.follow = compare_and_follow
        return player

    monkeypatch.setattr(other_players, "their_player", their_player)
    for seed in range(5):
        for seat in range(2):
            points, first = play(contest, "novice", seed, seat)
            assert 0 <= first <= 1
            assert (points > 0) >= (first == 1)
    assert len(compared) > 100


@pytest.mark.parametrize("fault", ["a forbidden action", "an error"])
def test_novice_plays_where_their_player_breaks_our_rules_or_fails(fault):
    asked = []

    class Faulty:
        def step(self, state):
            if fault == "an error":
                raise pyspiel.SpielError("no legal action")
            return int(np.flatnonzero(table.mask == 0)[0])

    player, table = SimpleGin(0), other_players.gin_rummy.GAME.table(3, target=None)
    player.begin(table)
    player._bots = [Faulty(), Faulty()]
    player._novice = lambda table: asked.append(table.player) or int(np.flatnonzero(table.mask)[0])
    assert table.mask[player(table)]
    assert asked == [table.player]


def test_a_kept_line_is_of_the_present_agent():
    (line, *_) = [line for line in other_players.read() if line["agent"] == "expert"]
    assert not other_players.is_stale(line)
    assert other_players.is_stale(line | {"played": "0"})
    assert other_players.is_stale(line | {"weights": {"trained": "0"}})
