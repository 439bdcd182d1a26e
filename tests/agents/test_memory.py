"""An agent's memory is its own: one for each seat, fresh after every deal."""

import numpy as np
import pytest

from cardzoo.agents import CompiledAgent, MemoryNeeded, agent_generator, ask, memory_of
from cardzoo.envs import Batch
from cardzoo.envs.engine import Cards, Memory, Number, Remembering, rule
from cardzoo.envs.engine.bots import adviser
from cardzoo.envs.policies.random import random_player
from cardzoo.training.evaluation.play import play_games
from tests.playing import ONE_GAME as GAME
from tests.playing import count, usual

MEMORY = Memory(Number("turns", high=10_000, default=7), Cards("played"))


@rule
def play_and_count(view, mask, generator, memory):
    """Plays the first legal action, and remembers the number of its decisions and its cards."""
    memory.turns += 1
    action = mask.argmax()
    if action < len(memory.played):
        memory.played[action] += 1
    return action


COUNTER = Remembering(play_and_count, MEMORY)
FRESH = MEMORY.blank()[0].turns
TABLES = count(compiled=16, interpreted=3)


@pytest.fixture
def batch():
    batch = Batch(GAME, TABLES, bots={"random": random_player, "counter": COUNTER}, threads=1)
    batch.actors[:, 1:] = 1
    batch.reset(seed=3)
    return batch


def play_again(batch, steps):
    """Plays the same seats in Python, table by table, with a memory each, and returns the results."""
    agent, expected = CompiledAgent("counter", COUNTER, GAME), []
    for table in range(TABLES):
        one = GAME.table(3 + table)
        memories = [memory_of(agent) for _ in range(one.num_players)]
        played = 0
        while True:
            if one.over:
                one.reset()
                memories = [memory_of(agent) for _ in range(one.num_players)]
            elif one.player > 0:
                one.step(ask(agent, GAME, one.records, one.player, one.mask, agent_generator(0), memories[one.player]))
            elif played == steps:
                break
            else:
                one.step(int(one.mask.argmax()))
                played += 1
        expected.append([memory[0] for memory in memories])
    return expected


def test_a_batch_keeps_a_memory_for_each_seat_of_each_table(batch):
    steps = count(compiled=60, interpreted=20)
    for _ in range(steps):
        batch.step(batch.action_masks.argmax(axis=1))
    for table, memories in enumerate(play_again(batch, steps)):
        for player, memory in enumerate(memories):
            kept = batch._memories[table, player]["bot_1"]
            assert kept.tobytes() == memory.tobytes(), (table, player)


def test_memories_are_fresh_after_a_deal(batch):
    for _ in range(count(compiled=10, interpreted=5)):
        batch.step(batch.action_masks.argmax(axis=1))
    assert (batch._memories["bot_1"]["turns"][:, 1:] > FRESH).any()
    batch.actors[:] = -1
    batch.reset(seed=5)
    assert (batch._memories["bot_1"]["turns"] == FRESH).all()
    assert not batch._memories["bot_1"]["played"].any()


def test_memories_are_part_of_a_snapshot(batch):
    snapshot = batch.snapshot()
    for _ in range(5):
        batch.step(batch.action_masks.argmax(axis=1))
    later = batch.snapshot()
    batch.restore(snapshot)
    assert batch._memories.tobytes() == snapshot["_memories"].tobytes()
    for _ in range(5):
        batch.step(batch.action_masks.argmax(axis=1))
    assert batch._memories.tobytes() == later["_memories"].tobytes()


def test_an_agent_that_remembers_is_not_asked_without_its_memory():
    table, agent = GAME.table(1), CompiledAgent("counter", COUNTER, GAME)
    view = table.view(table.player)
    before = agent.memory.tobytes()
    with pytest.raises(MemoryNeeded, match=r"^counter must be asked with a memory, .* give each seat memory_of"):
        agent.act(view, table.mask, agent_generator(1))
    for one in (agent, Diary()):
        with pytest.raises(MemoryNeeded, match=f"^{one.name} must be asked with a memory, [^\n]*$"):
            ask(one, GAME, table.records, table.player, table.mask, agent_generator(1))
    assert agent.memory.tobytes() == before


def test_an_agent_that_can_tell_its_memory_by_the_table_is_asked_with_it():
    table, agent = GAME.table(1), CompiledAgent("steps", Remembering(play_and_count, MEMORY, play_steps), GAME)
    for action in range(3):
        table.step(int(table.mask.argmax()))
        asked = (agent, GAME, table.records, table.player, table.mask, agent_generator(1))
        assert ask(*asked) == ask(*asked) == FRESH + action + 1


def test_an_agent_without_an_answer_by_the_table_advises_as_if_it_had_seen_nothing():
    table = GAME.table(1)
    view, before = table.view(table.player), COUNTER.memory.blank().tobytes()
    asked = (table.state, table.player, view, table.mask, agent_generator(1)[0])
    assert adviser(COUNTER)(*asked) == table.mask.argmax()
    assert COUNTER.memory.blank().tobytes() == before


@rule
def play_steps(state, player, view, mask, generator, memory):
    """Takes the history that a memory would hold from the state, and checks the fresh memory."""
    memory.turns += state.steps
    return memory.turns


def test_advice_of_an_agent_that_can_tell_its_memory_by_the_state_is_asked_with_it():
    table = GAME.table(1)
    table.step(int(table.mask.argmax()))
    asked = (table.state, table.player, table.view(table.player), table.mask, agent_generator(1)[0])
    recollecting = adviser(Remembering(play_and_count, MEMORY, play_steps))
    assert [recollecting(*asked), recollecting(*asked)] == [FRESH + 1] * 2


class Diary:
    """An agent in plain Python that remembers the number of its decisions, and reports it at the end."""

    name = "diary"
    memory = np.zeros((1,), np.int64)
    longest: list[int] = []  # noqa: RUF012 - the test reads it

    def act(self, view, mask, generator, memory):
        memory[0] += 1
        self.longest.append(int(memory[0]))
        return int(mask.argmax())


def test_plain_agents_of_an_arena_have_a_memory_too():
    """Each seat of each game has a memory of its own, so each count begins at 1."""
    players, games = usual(GAME).num_players, count(compiled=3, interpreted=1)
    diary = Diary()
    diary.longest.clear()
    play_games(GAME, [diary], np.zeros((games, players), int), np.arange(games, dtype=np.uint64), threads=1)
    assert diary.longest.count(1) == games * players
    assert max(diary.longest) > 1
