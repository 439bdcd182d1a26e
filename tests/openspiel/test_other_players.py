"""OpenSpiel's own players at our tables: their games go in lockstep with ours; `make test-openspiel` runs this."""

from dataclasses import replace

import numpy as np
import pyspiel
import pytest

from cardzoo.envs.games.hearts import PASS
from results import other_players
from results.openspiel_games import HEARTS
from results.other_players import CONTESTS, THERE, Ismcts, SimpleGin, play

FAST = [contest for contest in CONTESTS if contest.simulations < 1000]


@pytest.mark.parametrize("contest", FAST, ids=lambda contest: f"{contest.game} {contest.setting}")
def test_their_game_has_the_cards_the_actions_and_the_turn_of_ours(contest, monkeypatch):
    compared, made = [], other_players.their_player

    def their_player(contest, seed):
        player = made(replace(contest, simulations=min(contest.simulations, 5)), seed)
        follow = player.follow

        def compare_and_follow(table, action):
            if contest.simulations:
                compare(THERE[contest.game], table, player._state)
            elif table.state.knocker < 0:
                compare_gin(table, player._state)
            compared.append(action)
            follow(table, action)

        player.follow = compare_and_follow
        return player

    monkeypatch.setattr(other_players, "their_player", their_player)
    for seed in range(10):  # hands of poker may end after two actions
        for side in range(2):
            points, first = play(contest, "novice", seed, side)
            assert 0 <= first <= 1
            assert (points > 0) >= (first == 1)
    assert len(compared) > 50


def compare(there, table, state):
    assert state.current_player() == there.player(table)
    legal = np.flatnonzero(table.mask).tolist()
    if there is HEARTS and table.mask[PASS:].any():  # cards are passed in any order there
        assert set(map(there.translate, legal)) <= set(state.legal_actions())
    else:
        assert sorted(map(there.translate, legal)) == sorted(state.legal_actions())
        assert [there.action_of(table, number) for number in map(there.translate, legal)] == legal


def compare_gin(table, state):
    first = (int(table.state.dealer) + 1) % 2
    assert state.current_player() == (table.player - first) % 2
    ours = [np.flatnonzero(table.state.hands[(first + seat) % 2]).tolist() for seat in range(2)]
    assert [sorted(cards) for cards in state.hands()] == ours


def test_an_agent_has_both_seats_of_a_side_where_players_sit_in_partnerships(monkeypatch):
    asked = []

    class Recording(Ismcts):
        def __call__(self, table):
            asked.append(table.player)
            return super().__call__(table)

    (contest,) = (one for one in FAST if one.game == "euchre")
    monkeypatch.setattr(other_players, "their_player", lambda contest, seed: Recording(THERE["euchre"], seed, 5))
    points, first = play(contest, "expert", 1, 0)
    assert set(asked) == {1, 3}
    assert abs(points) in (1, 2, 4)
    assert first == (points > 0)


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
