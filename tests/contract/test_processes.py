"""Environments are sent to other processes, pickled and copied, and play on the same bit for bit."""

import copy
import multiprocessing
import pickle
from contextlib import contextmanager
from dataclasses import replace

import cloudpickle
import gymnasium
import numpy as np
import pytest
from torch.utils.data import DataLoader, IterableDataset, get_worker_info

from cardzoo.agents import bots
from cardzoo.agents.search import SearchAgent, SearchSettings
from cardzoo.envs import make, make_batch, make_parallel
from cardzoo.envs.engine import INTERPRETED, rng
from tests.playing import ONE_GAME

NAME = ONE_GAME.name
TABLES = 96
STARTS = [start for start in ("fork", "spawn") if start in multiprocessing.get_all_start_methods()]
PATIENCE = 300  # seconds until a process counts as hanging

pytestmark = pytest.mark.xdist_group(NAME)
forking = pytest.mark.filterwarnings("ignore:.*fork:DeprecationWarning")
"""Python warns of forks beside threads, which are tested here."""


def pickled(thing):
    return pickle.loads(pickle.dumps(thing))


def pickled_in_words(thing):
    return cloudpickle.loads(cloudpickle.dumps(thing))


def read_only(thing):
    """Read-only arrays in shared memory, as from Ray."""
    buffers = []
    data = pickle.dumps(thing, protocol=5, buffer_callback=buffers.append)
    return pickle.loads(data, buffers=[bytes(buffer.raw()) for buffer in buffers])


DUPLICATES = [copy.deepcopy, pickled, pickled_in_words, read_only]


def aec():
    env = make(NAME)
    env.reset(seed=5)
    return env


def parallel():
    env = make_parallel(NAME)
    env.reset(seed=5)
    return env


def single():
    env = gymnasium.make(f"cardzoo/{NAME}-v0")
    env.reset(seed=5)
    return env


def vector():
    env = gymnasium.make_vec(f"cardzoo/{NAME}-v0", num_envs=TABLES, threads=3)
    env.reset(seed=5)
    return env


def batch():
    batch = make_batch(NAME, TABLES, threads=3, bots=bots(ONE_GAME))
    batch.actors[:, 1:] = np.arange(batch.num_players - 1) % len(bots(ONE_GAME))
    batch.reset(seed=5)
    return batch


def step_aec(env):
    observation, reward, terminated, truncated, _ = env.last()
    env.step(None if terminated or truncated else int(observation["action_mask"].argmax()))
    return observation["observation"], observation["action_mask"], reward


def step_parallel(env):
    return env.step({env.aec.agent_selection: int(env.aec.table.mask.argmax())})[0].values()


def step_single(env):
    observation, reward, terminated, truncated, _ = env.step(int(env.unwrapped.action_masks().argmax()))
    if terminated or truncated:
        env.reset()
    return observation, reward


def step_vector(env):
    return env.step(env.action_masks().argmax(axis=1))[:2]


def step_batch(env):
    env.step(env.sample_actions())
    return env.observations, env.action_masks, env.rewards, env.records


STEPS = {aec: step_aec, parallel: step_parallel, single: step_single, vector: step_vector, batch: step_batch}


def play(kind, env, steps=5):
    """All results of some steps, as bytes."""
    return [pickle.dumps([np.array(part) for part in map(as_arrays, STEPS[kind](env))]) for _ in range(steps)]


def as_arrays(part):
    """The observation of one with its mask."""
    return part["observation"] if isinstance(part, dict) else part


@pytest.mark.parametrize("duplicate", DUPLICATES)
@pytest.mark.parametrize("kind", STEPS)
def test_duplicates_go_on_as_the_first_would(kind, duplicate):
    env = kind()
    play(kind, env, 3)
    other = duplicate(env)
    assert play(kind, other) == play(kind, env)


@pytest.mark.parametrize("duplicate", [*DUPLICATES, copy.copy])
def test_a_game_stays_the_one_it_is(duplicate):
    assert duplicate(ONE_GAME) is ONE_GAME
    assert duplicate(aec()).game is ONE_GAME
    other = duplicate(batch())
    assert other.game is ONE_GAME
    assert all(bot is bots(ONE_GAME)[name] for name, bot in other._bots.items())


def test_a_game_that_no_module_exports_is_copied_without_what_was_compiled():
    mine = replace(ONE_GAME, title="Mine")
    mine.table(1)
    other = copy.deepcopy(mine)
    assert (other.title, other.deal) == ("Mine", mine.deal)
    assert other is not mine
    assert other.table(1).snapshot() == mine.table(1).snapshot()


def test_a_pickle_of_another_version_is_told():
    data = pickle.dumps(ONE_GAME).replace(b"-v0", b"-v9")
    with pytest.raises(ValueError, match=f"there is no '{NAME}-v9' in .*; there is {NAME}-v0"):
        pickle.loads(data)


def answer(envs, pipe):
    pipe.send([play(kind, env) for kind, env in envs])


@contextmanager
def process(start, work, *arguments):
    """A process that does some work; yields its messages, and kills it if it hangs."""
    context = multiprocessing.get_context(start)
    here, there = context.Pipe()
    started = context.Process(target=work, args=(*arguments, there))
    started.start()
    try:
        assert here.poll(PATIENCE), "it hangs"
        yield here.recv()
    finally:
        started.kill()


@forking
@pytest.mark.parametrize("start", STARTS)
def test_other_processes_play_on(start):
    """One process plays all kinds of environments, since starting one takes seconds."""
    envs = [(kind, kind()) for kind in STEPS]
    for kind, env in envs:
        play(kind, env, 2)  # threads are running now
    with process(start, answer, envs) as answers:
        assert answers == [play(kind, env) for kind, env in envs]


class Rows(IterableDataset):
    """Observations of a batch; each worker deals by its own number."""

    def __init__(self, tables):
        self.tables = tables

    def __iter__(self):
        self.tables.reset(get_worker_info().id)
        for _ in range(2):
            self.tables.step(self.tables.sample_actions())
            yield self.tables.observations.copy()


@forking
@pytest.mark.parametrize("start", STARTS)
def test_workers_of_a_data_loader_play(start):
    tables = batch()
    play(batch, tables, 2)
    loader = DataLoader(Rows(tables), batch_size=None, num_workers=1, multiprocessing_context=start, timeout=PATIENCE)
    rows = [row.numpy().tobytes() for row in loader]
    tables.reset(0)
    assert rows == [step_batch(tables)[0].tobytes() for _ in rows]


def choose(agent, pipe):
    table = ONE_GAME.table(1)
    while table.mask.sum() < 4:
        table.step(int(table.mask.argmax()))
    pipe.send(agent.act_at(table.records, table.player, table.mask, rng.generators(np.zeros(1, np.uint64))))


@forking
@pytest.mark.skipif(INTERPRETED or "fork" not in STARTS, reason="searches need compiled code, and this one a fork")
def test_a_search_that_thinks_in_threads_goes_on_after_a_fork():
    agent = SearchAgent(ONE_GAME, SearchSettings(simulations=400, worlds=4, threads=2))
    here, there = multiprocessing.Pipe()
    choose(agent, there)
    with process("fork", choose, agent) as answer:
        assert answer == here.recv()
