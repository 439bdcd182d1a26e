"""Both learners find the optimal policy of a toy game, and advantages are those of each seat's own steps."""

import threading
import time

import numpy as np
import pytest
import torch

from cardzoo.agents.trained import shipped
from cardzoo.envs import find_game
from cardzoo.envs.engine import rng
from cardzoo.envs.engine.network import feed_forward, value_of
from cardzoo.training.config import parse_config
from cardzoo.training.learners import device, make_learner
from cardzoo.training.tables.decisions import draw_actions, estimate_all
from cardzoo.training.tables.self_play import SelfPlay
from tests.training.colours import GAME, is_red

LEARNING = {"steps": 16, "value": 0.5, "batch_size": 256, "hidden": (32,), "epochs": 4, "learning_rate": 5e-3}


def prepare(trainer="ppo", learning=(), **settings):
    """The learner of a small run, its behaviour cloning, and the tables."""
    values = {"game": "colours-v0", "reward": "score", "tables": 64, "trainer": trainer, **settings}
    config = parse_config(values | {"learning": LEARNING | dict(learning)}, "test")
    tables = SelfPlay(GAME, config, threads=1, all_seats=trainer == "ppo")
    learner, imitation = make_learner(config, tables)
    tables.reset(config.seed)
    return learner, imitation, tables


def share_of_truth(learner) -> float:
    """The share of cards that the policy names correctly by its likeliest answer."""
    rows = np.zeros((52, 53), np.float32)
    rows[np.arange(52), np.arange(52)] = 1
    rows[:, 52] = 0.5
    red = learner.network().logits(rows).argmax(axis=1) == 1
    return float(np.mean([red[card] == is_red(card) for card in range(52)]))


@pytest.mark.parametrize("players", [2, 3])
@pytest.mark.parametrize("self_share", [0.0, 1.0])
@pytest.mark.parametrize("trainer", ["ppo", "maskable_ppo"])
def test_the_best_play_is_found(trainer, self_share, players):
    opponents = {"scripted": ("random",), "self_share": self_share, "pool_share": 0.0}
    learner, _, tables = prepare(trainer, opponents=opponents, num_players=players)
    for _ in range(20):
        learner.update(1.0)
        tables.report()
    assert share_of_truth(learner) == 1


@pytest.mark.parametrize("trainer", ["ppo", "maskable_ppo"])
def test_actions_stay_mixed_as_long_as_the_entropy_weighs_much(trainer):
    """The weight of the entropy decreases until the end of the run."""
    learning = {"entropy": 10.0, "final_entropy": 0.0, "final_learning_rate": 5e-3}
    learner, _, _ = prepare(trainer, learning, opponents={"scripted": ("random",), "pool_share": 0.0})
    begin, end = ([learner.update(left)["entropy"] for _ in range(20)][-1] for left in (1.0, 0.0))
    assert begin > 0.95 * np.log(2)
    assert end < 0.5 * np.log(2)
    assert share_of_truth(learner) == 1


def test_the_weight_of_the_entropy_is_the_same_throughout_if_no_other_end_is_named():
    config = parse_config({"game": "colours-v0", "learning": {"entropy": 0.2}}, "test")
    assert [config.learning.entropy_weight(left) for left in (1.0, 0.5, 0.0)] == [0.2, 0.2, 0.2]
    config = parse_config({"game": "colours-v0", "learning": {"entropy": 0.2, "final_entropy": 0.1}}, "test")
    assert [config.learning.entropy_weight(left) for left in (1.0, 0.5, 0.0)] == pytest.approx([0.2, 0.15, 0.1])


def test_a_critic_that_sees_the_whole_table_judges_better():
    """It knows whether the last answer was right, before its reward is paid."""
    explained = {}
    for critic in ("observation", "table"):
        opponents = {"scripted": ("random",), "pool_share": 0.0}
        learner, _, _ = prepare(learning={"critic": critic}, opponents=opponents)
        explained[critic] = [learner.update(1.0)["explained_variance"] for _ in range(30)][-1]
        assert share_of_truth(learner) == 1
    assert explained["table"] > explained["observation"] + 0.1


@pytest.mark.parametrize(("epochs", "updates"), [(1, 20), (5, 5)])
def test_imitation_finds_the_agent_s_play(epochs, updates):
    start = {"agent": "expert", "learning_rate": 5e-3, "epochs": epochs}
    learner, imitation, _ = prepare(warm_start=start)
    agreement = [imitation.update(1.0)["agreement"] for _ in range(updates)]
    assert agreement[0] < 0.9
    assert agreement[-1] == 1
    assert share_of_truth(learner) == 1


def test_a_search_is_imitated_that_finds_what_its_agents_do_not_know():
    start = {"agent": "search:200:guide=random:rollout=random", "learning_rate": 5e-3, "epochs": 5}
    learner, imitation, _ = prepare(warm_start=start, threads=2)
    assert [imitation.update(1.0)["agreement"] for _ in range(5)][-1] > 0.98
    assert share_of_truth(learner) == 1


@pytest.mark.parametrize("threads", [1, 3])
def test_the_policy_plays_at_its_own_share_of_the_tables_and_the_agent_says_what_it_would_have_done(threads):
    learner, imitation, tables = prepare(warm_start={"agent": "expert", "own_share": 0.25}, threads=threads)
    played, step = [], tables.step
    tables.step = lambda actions: (played.append(actions.copy()), step(actions))
    imitation.update(1.0)
    is_other = (np.array(played) != learner.rollout.actions.numpy()).mean(axis=0)
    own = np.arange(64) % 4 == 3
    assert not is_other[~own].any()
    assert 0.2 < is_other[own].mean() < 0.8  # two answers; the policy has learned nothing yet
    cards = learner.rollout.observations[:-1, :, :52].argmax(dim=2).flatten().tolist()
    assert learner.rollout.actions.flatten().tolist() == [is_red(card) for card in cards]


@pytest.mark.parametrize(
    ("settings", "on_gpu"),
    [
        ({}, True),
        ({"warm_start": {"agent": "expert"}}, True),
        ({"warm_start": {"agent": "search:50"}}, False),
        ({"warm_start": {"agent": "expert", "own_share": 0.5}}, False),
        ({"advisor": "expert"}, False),
        ({"trainer": "maskable_ppo"}, False),
    ],
)
def test_tables_stay_on_cpus_where_only_they_can_ask_an_agent(settings, on_gpu, monkeypatch):
    monkeypatch.setattr(device, "find_device", lambda name: torch.device("cuda"))
    monkeypatch.setattr(device, "find_spec", lambda name: name)
    assert device.plays_on_gpu(parse_config({"game": "getaway-v0", **settings}, "test"), None) == on_gpu


def prepare_trained(**settings):
    """A small run that continues with the shipped agent of Chinese Ten, and that agent."""
    trained = shipped(find_game("chinese_ten"))
    values = {"game": "chinese_ten-v0", "tables": 64, "warm_start": {"agent": "trained"}, **settings}
    config = parse_config({"learning": {"steps": 16, "hidden": trained.card.hidden}} | values, "test")
    tables = SelfPlay(trained.game, config, threads=1, all_seats=True)
    learner, start = make_learner(config, tables)
    tables.reset(0)
    return learner, start, trained, tables.batch


def test_a_run_goes_on_with_the_trained_agent_which_plays_as_it_did_while_its_value_is_learnt():
    learner, start, trained, batch = prepare_trained()

    def logits(network):
        return network.logits(batch.observations)[batch.action_masks == 1]

    learner.policy.note_inputs(torch.tensor([[-1.0], [1.0]]).expand(2, trained.network.sizes[0]))
    assert np.allclose(logits(learner.network()), logits(trained.network), atol=1e-4)
    losses = [start.update(1.0)["value_loss"] for _ in range(8)]
    assert losses[-1] < losses[0]
    chances = [
        torch.from_numpy(network.logits(batch.observations)).masked_fill(
            torch.from_numpy(batch.action_masks) == 0, -torch.inf
        )
        for network in (learner.network(), trained.network)
    ]
    assert (chances[0].softmax(1) - chances[1].softmax(1)).abs().mean() < 0.05


@pytest.mark.parametrize("other", [{"learning": {"hidden": (8,)}}, {"encoding": "planes"}, {"advisor": "novice"}])
def test_a_run_that_goes_on_with_the_trained_agent_has_its_layers_and_sees_as_it_does(other):
    with pytest.raises(ValueError, match=r"set encoding=flat, learning.hidden=\[256,256\] and advisor=null"):
        prepare_trained(**other)


def test_threads_share_playing_and_gradient_steps_and_give_what_one_gives():
    """Results are equal up to rounding, as parts of a gradient are summed."""
    rollouts, gradients = [], []
    for threads in (1, 3):
        learner, _, _ = prepare(threads=threads, learning={"precision": "float32"})
        at_work = _note_threads(learner.rollout, "observe", threads)
        learner.collect()
        assert len(at_work) == threads
        rollouts.append(learner.rollout.arrays())
        steps = []
        learner.step = lambda learner=learner, steps=steps: steps.append(
            [parameter.grad.clone() for parameter in learner.policy.parameters()]
        )
        at_work = _note_threads(learner, "evaluate", threads)
        metrics = learner.learn(1.0)
        assert len(at_work) == threads
        gradients.append(([part for step in steps for part in step], metrics))
    assert all(np.array_equal(rollouts[0][name], rollouts[1][name]) for name in rollouts[0])
    (one, metrics), (shared, metrics_too) = gradients
    assert all(torch.allclose(*pair, rtol=1e-4, atol=1e-7) for pair in zip(one, shared, strict=True))
    assert metrics == pytest.approx(metrics_too, abs=1e-5)


def test_learning_does_not_depend_on_the_pace_of_threads():
    policies = []
    for slowest in range(3):
        learner, imitation, _ = prepare(threads=3, warm_start={"agent": "expert"})
        gradients, parts = learner._gradients, []

        def at_other_paces(loss, rows, weights, size, gradients=gradients, parts=parts, slowest=slowest):
            parts.append(rows)
            time.sleep(0.001 * ((len(parts) + slowest) % 3))
            return gradients(loss, rows, weights, size)

        learner._gradients = at_other_paces
        imitation.update(1.0)
        learner.update(1.0)
        policies.append(learner.policy.state_dict())
    for policy in policies[1:]:
        assert all(torch.equal(policy[name], value) for name, value in policies[0].items())


def _note_threads(owner, name, threads) -> set[int]:
    """Records the threads that call a method from now on; as many begin at the same time."""
    function, at_work, all_at_work = getattr(owner, name), set(), threading.Barrier(threads, timeout=300)

    def noted(*arguments):
        if threading.get_ident() not in at_work:
            at_work.add(threading.get_ident())
            all_at_work.wait()  # no thread finishes before the next one's part is assigned
        return function(*arguments)

    setattr(owner, name, noted)
    return at_work


def test_values_keep_their_meaning_when_their_units_change():
    learner, _, _ = prepare()
    policy = learner.policy
    rows, whole = torch.rand((7, 53)), torch.zeros((7, 0))
    before = policy.to_returns(policy(rows, whole)[1])
    policy.scale_values(-0.3, 0.02)
    after = policy(rows, whole)[1]
    assert torch.allclose(policy.to_returns(after), before, atol=1e-6)
    assert torch.allclose(policy.from_returns(before), after, atol=1e-4)


@pytest.mark.parametrize("trainer", ["ppo", "maskable_ppo"])
def test_other_networks_of_the_process_keep_their_precision(trainer):
    """Torch has one setting for all products of matrices."""
    before = torch.get_float32_matmul_precision()
    learner, _, _ = prepare(trainer=trainer, learning={"precision": "bfloat16"})
    learner.update(1.0)
    assert torch.get_float32_matmul_precision() == before


def test_inputs_that_never_changed_have_no_say():
    """A network that was trained on single hands is not disturbed by the score of a match."""
    learner, _, _ = prepare()
    policy, generator = learner.policy, np.random.default_rng(0)
    seen = generator.random((100, 53)).astype(np.float32)
    seen[:, 52] = 0.5
    policy.note_inputs(torch.from_numpy(seen))
    logits = policy(torch.from_numpy(seen), torch.zeros((100, 0)))[0].detach().numpy()
    network = policy.network()
    assert np.allclose(network.logits(seen), logits, atol=1e-5)
    unseen = seen.copy()
    unseen[:, 52] = 1
    assert np.array_equal(network.logits(unseen), network.logits(seen))


def test_the_value_is_the_networks_head_in_the_rewards_unit():
    learner, _, _ = prepare()
    policy, rows = learner.policy, np.random.default_rng(0).random((100, 53)).astype(np.float32)
    policy.note_inputs(torch.from_numpy(rows))
    policy.scale_values(-0.3, 0.02)
    values = policy.to_returns(policy(torch.from_numpy(rows), torch.zeros((100, 0)))[1]).detach().numpy()
    network, hidden = policy.network(unit=50), np.zeros((2, 999), np.float32)
    for row, value in zip(rows, values, strict=True):
        place = feed_forward(network.parameters, np.array(network.sizes), row, hidden)
        assert value_of(network.head, hidden[1 - place]) == pytest.approx(50 * value, rel=1e-3, abs=1e-3)


def test_actions_are_drawn_as_likely_as_the_policy_says():
    rows = 20_000
    logits = np.tile(np.array([2.0, 0.5, 9.0, -1.0, 1.0], np.float32), (rows, 1))
    masks = np.tile(np.array([1, 1, 0, 1, 1], np.int8), (rows, 1))
    actions, log_probs = np.zeros(rows, np.int64), np.zeros(rows, np.float32)
    draw_actions(rows, logits, masks, rng.generators(np.arange(rows)), actions, log_probs)
    expected = np.exp(logits[0]) * masks[0]
    expected /= expected.sum()
    assert np.bincount(actions, minlength=5) / rows == pytest.approx(expected, abs=0.015)
    assert np.exp(log_probs) == pytest.approx(expected[actions], rel=1e-5)


def reference(players, rewards, done, values, gamma, gae_lambda):
    """Advantages of one table, seat by seat, directly from the definition; None where they are unknown."""
    steps, seats = rewards.shape
    advantages = [None] * steps
    for seat in range(seats):
        own = [step for step in range(steps + 1) if players[step] == seat]
        for place, step in enumerate(own):
            if step == steps:
                continue
            total, weight, known, at = 0.0, 1.0, False, step
            for later in [*own[place + 1 :], None]:
                until = steps if later is None else later
                end = next((k for k in range(at, until) if done[k]), None)
                stop = until if end is None else end + 1
                reward_sum = rewards[at:stop, seat].sum()
                if end is not None:
                    total += weight * (reward_sum - values[at])
                    known = True
                    break
                if later is None:
                    break
                total += weight * (reward_sum + gamma * values[later] - values[at])
                known = True
                weight *= gamma * gae_lambda
                at = later
            advantages[step] = total if known else None
    return advantages


def test_advantages_are_those_of_each_seat_s_own_decisions():
    generator = np.random.default_rng(0)
    steps, tables, seats = 40, 6, 3
    players = generator.integers(seats, size=(steps + 1, tables)).astype(np.int16)
    rewards = generator.normal(size=(steps, tables, seats)).astype(np.float32)
    done = generator.random((steps, tables)) < 0.1
    values = generator.normal(size=(steps + 1, tables)).astype(np.float32)
    advantages, known = np.zeros((steps, tables), np.float32), np.zeros((steps, tables), np.bool_)
    estimate_all(tables, players, rewards, done, values, 0.9, 0.8, advantages, known)
    for table in range(tables):
        arrays = (array[:, table] for array in (players, rewards, done, values))
        for step, expected in enumerate(reference(*arrays, 0.9, 0.8)):
            assert known[step, table] == (expected is not None)
            if expected is not None:
                assert advantages[step, table] == pytest.approx(expected, abs=1e-4)
