"""Goofspiel against OpenSpiel's, bid by bid in lockstep; `make test-openspiel` runs this.

There all players move at once, and the last prize and the last bids are played by the game itself. Prizes and bids are
numbered from 0, as here. It knows no other ties than discarded ones.

``CARDZOO_OPENSPIEL_GAMES`` sets the number of games.
"""

import os
from itertools import product

import numpy as np
import pyspiel
import pytest
from open_spiel.python import policy
from open_spiel.python.algorithms import exploitability

from cardzoo.envs import openspiel
from cardzoo.envs.games.goofspiel import GAME
from tests.playing import nightly

GAMES = int(os.environ.get("CARDZOO_OPENSPIEL_GAMES", "600"))
ORDERS = ("random", "descending", "ascending")
PAYS = {"win_loss": "outcome", "point_difference": "score"}


def pair(cards, prizes, hidden, pays, players=2):
    """A game of each, the same in all options; ours begins after the deal if there is nothing to draw."""
    options = {"prizes": prizes, "cards": cards, "hidden_bids": hidden}
    chance = "cards" if prizes == "random" else "fixed"
    ours = pyspiel.load_game(
        openspiel.PREFIX + GAME.name, options | {"players": players, "chance": chance, "reward": PAYS[pays]}
    )
    theirs = {"players": players, "num_cards": cards, "points_order": prizes, "imp_info": hidden, "returns_type": pays}
    return ours, pyspiel.load_game("goofspiel", theirs)


def test_games_in_lockstep_with_all_options():
    options = list(product(range(2, 7), ORDERS, (False, True), PAYS))
    for number in range(GAMES):
        play_both(np.random.default_rng(number), *options[number % len(options)])


def play_both(generator, players, prizes, hidden, pays):
    """One game of both, with the same prizes and bids."""
    cards = int(generator.integers(3, 14))
    _, game = pair(cards, prizes, hidden, pays, players)
    theirs = game.new_initial_state()
    deck = generator.permutation(cards).tolist()
    table = GAME.table(0, deck, num_players=players, cards=cards, prizes=prizes, hidden_bids=hidden)
    for turn in range(cards):
        prize = int(table.state.prizes.cards[turn])
        if theirs.is_chance_node():
            theirs.apply_action(prize)
        bids = []
        for player in range(players):
            legal = np.flatnonzero(table.mask).tolist()
            assert table.player == player
            if turn < cards - 1:
                assert theirs.legal_actions(player) == legal
                assert f"Current point card: {prize + 1}" in theirs.observation_string(player)
            bids.append(int(generator.choice(legal)))
            table.step(bids[-1])
        if turn < cards - 1:
            theirs.apply_actions(bids)
    assert theirs.is_terminal()
    assert table.over
    scores = np.array(table.scores())
    assert f"Points: {' '.join(map(str, scores))}" in str(theirs)
    expected = table.state.reward[:players] if pays == "win_loss" else scores - scores.mean()
    assert theirs.returns() == pytest.approx(expected.tolist(), abs=1e-6)


@pytest.mark.parametrize(
    ("cards", "prizes", "hidden", "states", "merged", "wins", "points"),
    [
        (3, "random", False, 114, 114, 2 / 3, None),
        (3, "random", True, 90, 90, 2 / 3, None),
        (3, "descending", False, 20, 20, 2 / 3, None),
        (3, "descending", True, 16, 16, 2 / 3, None),
        nightly(4, "descending", False, 322, 270, 0.75, 1.25),
        nightly(4, "ascending", False, 322, 270, 0.7917, 1.25),
        nightly(4, "descending", True, 162, 162, 0.7083, 1.25),
        nightly(4, "ascending", True, 162, 162, 0.7083, 1.25),
    ],
)
def test_uniform_play_can_be_exploited_as_much_as_theirs(cards, prizes, hidden, states, merged, wins, points):
    """The last bids are no decision there, so information states with a choice are counted.

    With open bids theirs show the hands, but not the order of earlier bids: some of ours are merged.
    """
    for pays, known in zip(PAYS, (wins, points), strict=True):
        ours, theirs = pair(cards, prizes, hidden, pays)
        uniform = policy.UniformRandomPolicy(ours)
        found = exploitability.exploitability(ours, uniform)
        turns = pyspiel.convert_to_turn_based(theirs)
        assert found == pytest.approx(exploitability.exploitability(turns, policy.UniformRandomPolicy(turns)))
        assert known is None or found == pytest.approx(known, abs=5e-5)
    for game, expected in ((ours, states), (turns, merged)):
        seen = set()
        visit(game.new_initial_state(), seen)
        assert len(seen) == expected


def visit(state, seen):
    """Collect the information states in which there is a choice."""
    if not state.is_terminal():
        if not state.is_chance_node() and len(state.legal_actions()) > 1:
            seen.add((state.current_player(), state.information_state_string()))
        for action in state.legal_actions():
            visit(state.child(action), seen)


@pytest.mark.nightly
def test_the_experts_play_an_equilibrium_of_three_cards():
    """Its chances are counted by samples, so it can be exploited by a little."""
    from cardzoo.agents import CompiledAgent, agent_generator, bots

    ours, _ = pair(3, "random", False, "win_loss")
    expert, known = CompiledAgent("expert", bots(GAME)["expert"], GAME), {}

    class Expert(policy.Policy):
        """The expert's chances in each information state."""

        def action_probabilities(self, state, player_id=None):
            key = (state.current_player(), state.information_state_string())
            if key not in known:
                table, generator = state.position.table, agent_generator(0)
                view, mask = table.view(table.player), table.mask.copy()
                acts = [expert.act(view, mask, generator) for _ in range(2000)]
                known[key] = {action: acts.count(action) / len(acts) for action in state.legal_actions()}
            return known[key]

    assert exploitability.exploitability(ours, Expert(ours, [0, 1])) < 0.05
