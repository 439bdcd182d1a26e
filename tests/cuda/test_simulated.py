"""A batch on a GPU, in CUDA's simulator, plays the same as a batch on the CPU; `tests.cuda.run` runs this."""

from itertools import pairwise

import numpy as np
import pytest

from cardzoo.agents import bots
from cardzoo.envs import AgentError, find_game, make_batch
from cardzoo.envs.batch import ResetNeeded
from cardzoo.envs.engine import IllegalAction, rule
from cardzoo.envs.engine.kernels import FIRST_NETWORK
from cardzoo.envs.policies.network_input import NetworkInput
from tests.cuda.turns import take_turns
from tests.playing import FEW_GAMES, GAMES, bots_without_memory, nightly

take_turns()

TABLES = 8
STEPS = 8
ARRAYS = (
    "observations",
    "action_masks",
    "players",
    "watchers",
    "rewards",
    "terminations",
    "truncations",
    "scores",
    "final_observations",
    "actors",
    "records",
    "_generators",
)
RANDOM, NOVICE = range(2)
QUICK = "black_hole"
"""A patience whose games end within a few moves."""

SLOW = {"commune": 3, "forty_thieves": 5, "king": 4, "spider": 4}
"""Steps of games that take long as plain Python."""

PLAYED = [game if game in FEW_GAMES else nightly(game) for game in GAMES]
"""A few games, and nightly all."""


class Twins:
    """A batch on the CPU and one in the simulator, which must stay equal."""

    def __init__(self, name, num_tables=TABLES, **settings):
        self.cpu = make_batch(name, num_tables, threads=1, **settings)
        self.gpu = make_batch(name, num_tables, device="cuda", **settings)

    def set(self, name, values):
        """Fill an array of both batches."""
        getattr(self.cpu, name)[:] = values
        getattr(self.gpu, name).copy_from(np.array(getattr(self.cpu, name)))

    def reset(self, seed=5):
        self.cpu.reset(seed=seed)
        self.gpu.reset(seed=seed)
        self.compare()

    def play(self, steps):
        """Play random steps; returns the number of ended games."""
        ended = 0
        for _ in range(steps):
            actions = self.cpu.sample_actions()
            assert np.array_equal(actions, self.gpu.sample_actions().copy_to_host())
            self.step(actions)
            ended += int((self.cpu.terminations | self.cpu.truncations).sum())
        return ended

    def step(self, actions):
        self.cpu.step(actions)
        self.gpu.step(actions)
        self.compare()

    def compare(self):
        self.gpu.check()
        for name in ARRAYS:
            ours, theirs = getattr(self.cpu, name), getattr(self.gpu, name).copy_to_host()
            assert (ours.dtype, ours.shape) == (theirs.dtype, theirs.shape), name
            assert ours.tobytes() == theirs.tobytes(), name


@pytest.mark.parametrize("game", PLAYED, ids=lambda game: game.name)
def test_games_are_the_same(game):
    """At half of the tables, agents have the other seats, so that games get further."""
    twins = Twins(game.name, bots=bots_without_memory(game), rotate=True, keep_final=True)
    actors = np.array(twins.cpu.actors)
    actors[TABLES // 2 :, 1:] = RANDOM
    actors[-1:, 1:] = NOVICE
    twins.set("actors", actors)
    twins.reset()
    twins.play(SLOW.get(game.name, STEPS))


@pytest.mark.parametrize(
    ("name", "settings"),
    [
        ("getaway", {"num_players": 8}),
        ("gin_rummy", {"target": None, "reward": "score"}),
        ("chinese_ten", {"num_players": 4}),
        ("the_clock", {"reward": "score"}),
    ],
    ids=str,
)
def test_options_are_the_same(name, settings):
    twins = Twins(name, **settings)
    twins.reset()
    twins.play(4)


@pytest.mark.parametrize("encoding", ["planes", "tokens", "view"])
def test_encodings_are_the_same(encoding):
    twins = Twins("yukon", encoding=encoding, keep_final=True)
    twins.reset()
    twins.play(2)
    observed = [batch.observe() for batch in (twins.cpu, twins.gpu)]
    if encoding == "view":
        assert observed[0].keys() == observed[1].keys()
    else:
        assert np.array_equal(*observed)


def test_many_groups_of_tables_are_the_same():
    """There are more groups than run side by side, and not a whole number of groups."""
    twins = Twins("the_clock", num_tables=70)
    twins.reset()
    twins.play(2)


@pytest.mark.parametrize("advisor", ["", "novice"])
def test_networks_play_the_same(advisor):
    twins = Twins("getaway", num_tables=4)
    sizes = (NetworkInput(twins.cpu.game, 4, "flat", advisor).width, 4, len(twins.cpu.game.actions))
    parameters = sum((before + 1) * after for before, after in pairwise(sizes))
    networks = np.random.default_rng(0).normal(size=(2, parameters)).astype(np.float32)
    actors = np.array(twins.cpu.actors)
    actors[:2, 1:], actors[2:, 2:] = FIRST_NETWORK, FIRST_NETWORK + 1
    twins.set("actors", actors)
    for greedy in (False, True):
        for batch in (twins.cpu, twins.gpu):
            batch.set_networks(networks, sizes, greedy, advisor=advisor)
        twins.reset()
        twins.play(2)


def test_networks_of_other_sizes_are_refused():
    batch = make_batch("the_clock", 2, device="cuda")
    with pytest.raises(ValueError, match=r"networks must lead from .* actions, got 3 and 4"):
        batch.set_networks(np.zeros((1, 16), np.float32), (3, 4))


@pytest.mark.parametrize("restart", [True, False])
def test_ends_are_the_same(restart):
    twins = Twins(QUICK, restart=restart, keep_final=True)
    twins.reset()
    assert twins.play(6) > 0
    if not restart:
        assert any(record["over"] for record in twins.cpu.records)


def test_games_that_end_when_they_are_dealt_are_dealt_again():
    seed = 45
    assert find_game("black_hole").table(seed).over  # no move at the start
    twins = Twins("black_hole", num_tables=2)
    twins.reset(seed=seed)
    assert twins.cpu.action_masks.any(axis=1).all()


def test_resume_brings_changed_tables_up_to_date():
    twins = Twins("getaway")
    twins.reset()
    first = np.array(twins.cpu.records)
    for some in (np.array([1, 6]), None):
        twins.play(2)
        changed = np.array(twins.cpu.records)
        changed[some] = first[some]
        twins.set("records", changed)
        for batch in (twins.cpu, twins.gpu):
            batch.resume(some)
        twins.compare()


@pytest.mark.parametrize("way", [lambda snapshot: snapshot, dict], ids=["of this process", "as if from a file"])
def test_snapshots_go_there_and_back(way):
    twins = Twins("the_clock")
    twins.reset()
    twins.play(3)
    before = twins.cpu.snapshot()
    fresh = Twins("the_clock")
    fresh.gpu.restore(way(before))
    fresh.cpu.restore(way(twins.gpu.snapshot()))
    fresh.compare()
    fresh.play(3)


def test_snapshots_of_other_settings_are_refused_there_too():
    twins = Twins("the_clock")
    twins.reset()
    with pytest.raises(ValueError, match="the_clock: the snapshot must have reward='score', got 'outcome'"):
        Twins("the_clock", reward="score").gpu.restore(twins.cpu.snapshot())


@pytest.mark.parametrize("wrong", [[3], [6, 2]], ids=str)
def test_an_illegal_action_is_found_by_check_and_no_table_moves(wrong):
    twins = Twins("getaway")
    twins.reset()
    records = twins.gpu.records.copy_to_host()
    actions = twins.cpu.action_masks.argmax(axis=1)
    actions[wrong] = twins.cpu.action_masks[wrong].argmin(axis=1)
    with pytest.raises(IllegalAction) as ours:
        twins.cpu.step(actions)
    twins.gpu.step(actions)
    assert twins.gpu.records.copy_to_host().tobytes() == records.tobytes()
    with pytest.raises(IllegalAction) as theirs:
        twins.gpu.check()
    assert str(theirs.value) == str(ours.value)
    twins.compare()
    twins.play(1)


@pytest.mark.parametrize("code", [-2, 54, 1 << 40], ids=str)
def test_numbers_that_are_no_actions_are_illegal(code):
    batch = make_batch("getaway", 2, device="cuda")
    batch.reset(seed=0)
    batch.step(np.array([-1, code]))
    with pytest.raises(IllegalAction, match=f"action {code} at table 1 is not legal"):
        batch.check()


@rule
def first_card(view, mask, generator):
    """Plays always the same card, even if it is not in the hand."""
    return 0


def test_an_agent_that_chooses_an_illegal_action_is_named_as_on_a_cpu():
    ours, theirs = (make_batch("getaway", 2, device=device, bots={"first": first_card}) for device in ("cpu", "cuda"))
    for batch in (ours, theirs):
        batch.actors[:] = 0
    with pytest.raises(AgentError, match="chosen by first") as error:
        ours.reset(seed=0)
    theirs.reset(seed=0)
    with pytest.raises(AgentError) as later:
        theirs.check()
    assert str(later.value) == str(error.value)


def test_tables_may_wait():
    twins = Twins("getaway")
    twins.reset()
    actions = twins.cpu.action_masks.argmax(axis=1)
    actions[::2] = -1
    twins.step(actions)


@pytest.mark.parametrize("dtype", [np.int64, np.int32])
def test_actions_may_be_of_two_kinds(dtype):
    twins = Twins("the_clock")
    twins.reset()
    twins.step(np.zeros(TABLES, dtype))


@pytest.mark.parametrize(
    "actions", [np.zeros(3, int), np.zeros((8, 1), int), np.zeros(8), np.zeros(8, np.int8)], ids=str
)
def test_actions_of_another_shape_or_kind_are_refused(actions):
    batch = make_batch("the_clock", TABLES, device="cuda")
    batch.reset(seed=0)
    with pytest.raises(IllegalAction, match=r"^the_clock: actions must be \(8,\) int64 or int32, got "):
        batch.step(actions)


def test_watchers_see_the_end():
    twins = Twins("turnover_bridge", bots=bots(find_game("turnover_bridge")), keep_final=True)
    actors = np.array(twins.cpu.actors)
    actors[:, 1] = RANDOM
    twins.set("actors", actors)
    twins.set("watchers", [0, 1] * (TABLES // 2))
    twins.reset()
    twins.play(28)
    assert twins.cpu.final_observations.any()


def test_no_action_is_played_or_sampled_before_reset():
    batch = make_batch(QUICK, 2, device="cuda")
    for act in (batch.sample_actions, lambda: batch.step(np.zeros(2, np.int64))):
        with pytest.raises(ResetNeeded, match=f"^{QUICK}: no game has begun; call reset"):
            act()


def test_samples_fill_an_array_of_yours():
    twins = Twins("getaway")
    twins.reset()
    out = np.zeros(TABLES, np.int64)
    assert twins.gpu.sample_actions(out) is out
    assert np.array_equal(out, twins.cpu.sample_actions())


def test_agents_seeds_are_the_same():
    twins = Twins("getaway")
    for batch in (twins.cpu, twins.gpu):
        batch.reset(seed=1, agent_seeds=np.arange(TABLES, dtype=np.uint64) + 7)
    twins.compare()
    twins.play(1)


def test_texts_are_for_the_cpu():
    with pytest.raises(ValueError, match=r"^the_clock: encoding='text' is for the CPU; a GPU takes numbers, such as"):
        make_batch("the_clock", 2, device="cuda", encoding="text")


def test_agents_with_a_memory_are_refused():
    with pytest.raises(ValueError, match="memory"):
        make_batch("cactus-v0", num_tables=2, bots=bots(find_game("cactus")), device="cuda")
