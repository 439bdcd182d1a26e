"""All games in OpenSpiel: its own checks, its algorithms, and its own poker games move by move.

`make test-openspiel` runs this in an environment with OpenSpiel.
"""

import pickle
import random
import subprocess
import sys

import numpy as np
import pyspiel
import pytest
from absl import flags
from open_spiel.python import policy, rl_environment
from open_spiel.python.algorithms import cfr, exploitability, generate_playthrough, ismcts, mcts
from open_spiel.python.pytorch import nfsp

from cardzoo.envs import openspiel
from tests.playing import GAMES

POKER = ("kuhn_poker", "leduc_poker")
SIZES = {"kuhn_poker": 12, "leduc_poker": 936}  # information states, as published


def load(name, **params):
    return pyspiel.load_game(openspiel.PREFIX + name, params)


def play_out(state, seed=0):
    choose = random.Random(seed)
    while not state.is_terminal():
        state.apply_action(choose.choice(state.legal_actions()))
    return state


# OpenSpiel's own checks


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_every_game_passes_the_random_simulation(game):
    """Matches of several hands are played as single hands, and random players of Crazy Eights would draw for ever."""
    hand = {option: -1 if value is None else value for option, value in game.shortest.items()}
    hand |= {"max_turns": 300} if game.name == "crazy_eights" else {}
    pyspiel.random_sim_test(load(game.name, **hand), 1, True, False)


@pytest.mark.parametrize("chance", openspiel.MODES)
@pytest.mark.parametrize("name", ["getaway", "black_hole", *POKER])
def test_every_kind_of_chance_passes_the_random_simulation(name, chance):
    pyspiel.random_sim_test(load(name, chance=chance, reward="score"), 2, True, False)


@pytest.mark.parametrize("name", ["kuhn_poker(players=3)", "the_clock", "mate(rounds=1,chance=fixed)"])
def test_a_playthrough_comes_out_the_same_again(name, tmp_path):
    if not flags.FLAGS.is_parsed():
        flags.FLAGS([""])
    file = tmp_path / "playthrough.txt"
    file.write_text(generate_playthrough.playthrough(openspiel.PREFIX + name, None, seed=1), encoding="utf-8")
    original, again = generate_playthrough.replay(file)
    assert again == original


# States


@pytest.mark.parametrize(
    "params", [{}, {"chance": "fixed", "seed": 5}, {"chance": "cards", "reward": "score"}], ids=str
)
def test_states_are_cloned_and_pickled(params):
    state = load("getaway", **params).new_initial_state()
    choose = random.Random(2)
    for _ in range(4):
        while state.is_chance_node():
            state.apply_action(choose.choice(state.legal_actions()))
        state.apply_action(choose.choice(state.legal_actions()))
    for other in state.clone(), pickle.loads(pickle.dumps(state)):
        assert other.history() == state.history()
        assert [other.information_state_string(player) for player in range(4)] == [
            state.information_state_string(player) for player in range(4)
        ]
        before = str(state)
        assert str(play_out(other)) != before
        assert str(state) == before
    assert str(play_out(pickle.loads(pickle.dumps(state)))) == str(play_out(state))


@pytest.mark.parametrize(
    "params", [{}, {"players": 3, "reward": "score"}, {"chance": "fixed", "seed": 5}, {"chance": "random"}], ids=str
)
def test_games_and_policies_of_them_are_pickled(params):
    game = load("kuhn_poker", **params)
    again = pickle.loads(pickle.dumps(game))
    assert (str(again), again.rules.settings) == (str(game), game.rules.settings)
    assert str(play_out(again.new_initial_state(), 1)) == str(play_out(game.new_initial_state(), 1))
    uniform = pickle.loads(pickle.dumps(policy.UniformRandomPolicy(game)))
    state = again.new_initial_state()
    while state.is_chance_node():
        state.apply_action(state.legal_actions()[0])
    assert uniform.action_probabilities(state) == policy.UniformRandomPolicy(game).action_probabilities(state)


def test_a_solver_is_pickled_and_goes_on():
    game = load("kuhn_poker")
    solver = cfr.CFRSolver(game)
    solver.evaluate_and_update_policy()
    again = pickle.loads(pickle.dumps(solver))
    for one in (solver, again):
        one.evaluate_and_update_policy()
    policies = [one.average_policy() for one in (solver, again)]
    policies.append(pickle.loads(pickle.dumps(policies[0])))
    assert len({exploitability.exploitability(game, one) for one in policies}) == 1
    assert pickle.loads(pickle.dumps(policy.TabularPolicy(game))).states_per_player[0]


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_every_game_is_pickled(game):
    assert str(pickle.loads(pickle.dumps(load(game.name)))) == str(load(game.name))


def test_a_history_tells_the_whole_game():
    game = load("gin_rummy", target=-1)
    state = play_out(game.new_initial_state(), 3)
    again = game.new_initial_state()
    for action in state.history():
        again.apply_action(action)
    assert str(again) == str(state)


def test_the_fixed_deal_is_that_of_the_seed():
    state = load("getaway", chance="fixed", seed=7, players=3).new_initial_state()
    table = state.position.table
    assert table.snapshot() == table.game.table(7, num_players=3).snapshot()


def test_options_are_parameters():
    state = pyspiel.load_game("cardzoo_gin_rummy(target=-1,chance=fixed)").new_initial_state()
    assert state.position.table.state.options.target == -1
    state = pyspiel.load_game("cardzoo_getaway(takers=anyone,chance=fixed)").new_initial_state()
    assert state.position.table.state.options.takers == 1


@pytest.mark.parametrize(
    ("params", "problem"),
    [
        ({"chance": "dice"}, "chance must be one of random, fixed, cards, got 'dice'"),
        ({"players": 9}, "number of players must be 3 to 8, got 9"),
        ({"takers": "me"}, "takers"),
        ({"reward": "gold"}, "reward must be one of outcome, score, got 'gold'"),
    ],
)
def test_parameters_that_do_not_fit_are_refused_in_one_line(params, problem):
    with pytest.raises(ValueError, match=problem) as refusal:
        load("getaway", **params)
    assert len(str(refusal.value).splitlines()) == 1


def test_games_with_more_luck_than_the_stock_are_refused_as_cards():
    """Commune deals a second hand from a pack that is shuffled again."""
    with pytest.raises(ValueError, match="commune: luck is more than cards drawn from the stock"):
        play_out(load("commune", chance="cards").new_initial_state())


def test_python_ends_without_a_crash():
    done = subprocess.run([sys.executable, "-c", "import cardzoo.envs.openspiel"], capture_output=True, check=False)
    assert (done.returncode, done.stderr) == (0, b"")


# Against OpenSpiel's own games of poker

CARDS = {"kuhn_poker": {10: 0, 11: 1, 12: 2}, "leduc_poker": {10: 0, 23: 1, 11: 2, 24: 3, 12: 4, 25: 5}}
BETS = {
    "kuhn_poker": {"check": 0, "fold": 0, "bet": 1, "call": 1},
    "leduc_poker": {"fold": 0, "check": 1, "call": 1, "bet": 2, "raise": 2},
}


def translate(name, state, action):
    """OpenSpiel's action for ours."""
    if state.is_chance_node():
        return CARDS[name].get(action, action - 9)  # with three players the ten is their lowest card
    return BETS[name][state.action_to_string(action)]


def walk_both(name, ours, theirs, seen):
    """Compare all ways to play on; ``seen`` collects pairs of information states."""
    assert ours.current_player() == theirs.current_player()
    assert ours.returns() == theirs.returns()
    if ours.is_terminal():
        return 1
    if not ours.is_chance_node():
        player = ours.current_player()
        seen.add(
            (
                player,
                ours.information_state_string(player),
                tuple(ours.information_state_tensor(player)),
                theirs.information_state_string(player),
            )
        )
    actions = {action: translate(name, ours, action) for action in ours.legal_actions()}
    assert sorted(actions.values()) == theirs.legal_actions()
    if ours.is_chance_node():
        chances = dict(theirs.chance_outcomes())
        for action, chance in ours.chance_outcomes():
            assert chance == pytest.approx(chances[actions[action]])
    return sum(walk_both(name, ours.child(action), theirs.child(their), seen) for action, their in actions.items())


@pytest.mark.parametrize(
    ("name", "players", "games"), [("kuhn_poker", 2, 30), ("kuhn_poker", 3, 312), ("leduc_poker", 2, 5520)]
)
def test_all_games_go_as_theirs_and_are_known_by_as_much(name, players, games, monkeypatch):
    """Every way to play is compared; each information state of ours, as text and as tensor, is one of theirs."""
    if players == 3:
        monkeypatch.setitem(CARDS, name, {9: 0, 10: 1, 11: 2, 12: 3})
    seen = set()
    ours = load(name, reward="score", players=players)
    theirs = pyspiel.load_game(name, {"players": players})
    assert walk_both(name, ours.new_initial_state(), theirs.new_initial_state(), seen) == games
    kinds = [len({(one[0], one[kind]) for one in seen}) for kind in (1, 2, 3)]
    assert kinds == [len(seen)] * 3
    if players == 2:
        assert len(seen) == SIZES[name]


@pytest.mark.parametrize("name", POKER)
def test_a_uniform_policy_can_be_exploited_as_much_as_theirs(name):
    ours, theirs = load(name, reward="score"), pyspiel.load_game(name)
    found = exploitability.exploitability(ours, policy.UniformRandomPolicy(ours))
    assert found == pytest.approx(exploitability.exploitability(theirs, policy.UniformRandomPolicy(theirs)))


# Its algorithms


def value(state, average):
    """The first player's average gain."""
    if state.is_terminal():
        return state.returns()[0]
    chances = state.chance_outcomes() if state.is_chance_node() else average.action_probabilities(state).items()
    return sum(chance * value(state.child(action), average) for action, chance in chances)


def test_cfr_solves_kuhn_poker():
    game = load("kuhn_poker", reward="score")
    solver = cfr.CFRPlusSolver(game)
    for _ in range(300):
        solver.evaluate_and_update_policy()
    average = solver.average_policy()
    assert exploitability.exploitability(game, average) < 0.001
    assert value(game.new_initial_state(), average) == pytest.approx(-1 / 18, abs=0.002)


@pytest.mark.parametrize(("name", "iterations"), [("kuhn_poker", 10), ("leduc_poker", 2)])
def test_cfr_finds_what_it_finds_in_their_game(name, iterations):
    """The same tree gives the same numbers."""
    found = []
    for game in load(name, reward="score"), pyspiel.load_game(name):
        solver = cfr.CFRSolver(game)
        for _ in range(iterations):
            solver.evaluate_and_update_policy()
        found.append(exploitability.exploitability(game, solver.average_policy()))
    assert found[0] == pytest.approx(found[1])


def test_mcts_plays_a_patience_better_than_random_moves():
    """The measure is the number of cards played in Black Hole."""
    searched = random_moves = 0
    for seed in range(2):
        game = load("black_hole", chance="fixed", seed=seed, reward="score")
        draws = np.random.RandomState(seed)
        bot = mcts.MCTSBot(game, 20.0, 10, mcts.RandomRolloutEvaluator(1, draws), random_state=draws)
        state = game.new_initial_state()
        while not state.is_terminal():
            state.apply_action(bot.step(state))
        searched += state.returns()[0]
        random_moves += play_out(game.new_initial_state(), seed).returns()[0]
    assert searched > random_moves


def test_a_resampled_state_looks_the_same_and_is_another():
    for name in "getaway", "leduc_poker", "gin_rummy":
        state = load(name).new_initial_state()
        while state.is_chance_node():
            state.apply_action(state.legal_actions()[0])
        state.apply_action(state.legal_actions()[0])
        player, sampler, others = state.current_player(), pyspiel.UniformProbabilitySampler(0.0, 1.0), set()
        for _ in range(10):
            other = state.resample_from_infostate(player, sampler)
            assert other.information_state_string(player) == state.information_state_string(player)
            assert other.legal_actions() == state.legal_actions()
            others.add(str(other))
            play_out(other)
        assert len(others) > 1


def test_ismcts_bets_a_pair_in_leduc_poker():
    """With a pair that cannot be beaten, and a bet to answer, it does not fold."""
    game = load("leduc_poker", reward="score")
    state = game.new_initial_state()
    for word in ("draw K♣", "draw Q♣", "check", "check", "draw K♦", "check", "bet"):
        state.apply_action(state.string_to_action(word))
    evaluator = mcts.RandomRolloutEvaluator(n_rollouts=1, random_state=np.random.RandomState(0))
    bot = ismcts.ISMCTSBot(game, evaluator, uct_c=10.0, max_simulations=200, random_state=np.random.RandomState(0))
    assert state.action_to_string(bot.step(state)) in ("call", "raise")


class AverageOf(policy.Policy):
    """The average policies of NFSP learners."""

    def __init__(self, environment, learners):
        super().__init__(environment.game, list(range(environment.num_players)))
        self.learners = learners

    def action_probabilities(self, state, player_id=None):
        player = state.current_player()
        seats = range(state.num_players())
        seen = {
            "current_player": player,
            "info_state": [state.information_state_tensor(seat) for seat in seats],
            "legal_actions": [state.legal_actions(seat) for seat in seats],
        }
        now = rl_environment.TimeStep(seen, rewards=None, discounts=None, step_type=None)
        with self.learners[player].temp_mode_as(nfsp.MODE.AVERAGE_POLICY):
            chances = self.learners[player].step(now, is_evaluation=True).probs
        return {action: float(chances[action]) for action in state.legal_actions()}


@pytest.mark.nightly
def test_nfsp_becomes_harder_to_exploit_in_kuhn_poker():
    environment = rl_environment.Environment(load("kuhn_poker"))
    environment.seed(0)
    (width,) = environment.observation_spec()["info_state"]
    actions = environment.action_spec()["num_actions"]
    settings = {"batch_size": 64, "min_buffer_size_to_learn": 200, "learn_every": 16, "replay_buffer_capacity": 5000}
    epsilon = {"epsilon_start": 0.1, "epsilon_end": 0.001, "epsilon_decay_duration": 5000}
    learners = [
        nfsp.NFSP(player, width, actions, [64], 20_000, 0.1, seed=player, **settings, **epsilon) for player in range(2)
    ]
    average = AverageOf(environment, learners)
    before = exploitability.exploitability(environment.game, average)
    for _ in range(4000):
        now = environment.reset()
        while not now.last():
            now = environment.step([learners[now.observations["current_player"]].step(now).action])
        for learner in learners:
            learner.step(now)
    assert exploitability.exploitability(environment.game, average) < 0.85 * before
