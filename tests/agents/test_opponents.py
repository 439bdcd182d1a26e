"""Users' own opponents in the single-learner views: found as in an arena, inside or outside of the batch step."""

import copy
import pickle

import gymnasium
import numpy as np
import pytest
from gymnasium.vector import AsyncVectorEnv

from cardzoo.agents import find_agent, memory_of
from cardzoo.agents.trained import TrainedAgent
from cardzoo.envs import AgentError, find_game, make_batch
from cardzoo.envs.engine.kernels import FIRST_NETWORK, YOURS
from cardzoo.envs.policies.models import save_model
from cardzoo.envs.single import SingleSeat, VectorSeats
from cardzoo.testing.checks.gymnasium import alike
from tests.agents.small_model import drawn_model
from tests.playing import count, same, scattered

KUHN, GETAWAY = find_game("kuhn_poker"), find_game("getaway")


class Outside:
    """An agent that plays like another one, but is not recognised as it."""

    def __init__(self, agent):
        self.name = "outside"
        self.agent = agent
        if memory_of(agent) is not None:
            self.memory = agent.memory

    def act(self, view, mask, generator, *memory):
        return self.agent.act(view, mask, generator, *memory)


class Low:
    """Plays its first legal action."""

    def __init__(self, game):
        self.name = "low"

    def act(self, view, mask, generator):
        return int(mask.argmax())


class Reader:
    """Plays its first legal action and keeps its texts."""

    def __init__(self, game):
        self.name = "reader"
        self.prompts = []

    def act_on(self, prompt, mask, generator):
        self.prompts.append(prompt)
        return int(mask.argmax())


def low(observation, mask):
    """Plays the first legal action, too."""
    return mask.argmax()


def network_of(game, seed=0, **settings):
    return TrainedAgent("drawn", game, *drawn_model(game, (4,), seed, **settings))


def play_game(env, seed=0):
    """One game of the single view, by the first legal actions."""
    env.reset(seed=seed)
    while env.action_masks().any():
        env.step(int(env.action_masks().argmax()))


def codes(env):
    """Actor codes of each seat that is not the learner's."""
    actors = env.tables.batch.actors
    return sorted(set(actors[actors != YOURS].tolist()))


def play(env, seed, steps):
    """The results of a vector at each of so many random steps."""
    policy = scattered(seed)
    yield env.reset(seed=seed)
    for _ in range(steps):
        yield env.step(np.array([policy(mask) for mask in env.action_masks()]))


def same_games(one, other, seed=1, steps=None):
    """Checks that two vectors play the same games; returns the number of ended games."""
    ended = 0
    for step, (mine, its) in enumerate(
        zip(*(play(env, seed, steps or count(compiled=120, interpreted=40)) for env in (one, other)), strict=True)
    ):
        assert all(same(mine[part], its[part]) for part in range(len(mine) - 1)), step
        assert alike(mine[-1], its[-1]), step
        ended += int(np.sum(mine[2] | mine[3])) if step else 0
    return ended


@pytest.mark.parametrize(
    ("game", "name", "settings"),
    [
        ("getaway", "novice", {"seat": "rotate"}),
        ("cactus", "expert", {"seat": 1}),  # which has a memory
        ("kuhn_poker", "trained", {"num_players": 2, "seat": "rotate", "reward": "score"}),
        ("salute_the_king", "random", {"seat": 3, "max_turns": 1}),  # games are over before the learner's first turn
        ("getaway", "novice", {"max_episode_steps": 2, "seat": 2}),
    ],
)
def test_an_agent_beside_the_step_plays_as_inside_it(game, name, settings):
    agent = find_agent(name, find_game(game), num_players=settings.get("num_players"))
    inside, beside = (VectorSeats(game, 3, one, threads=1, **settings) for one in (agent, Outside(agent)))
    assert min(codes(inside)) >= 0
    assert codes(beside) == [YOURS - 1]
    assert same_games(inside, beside) > 3


def test_single_games_are_those_of_a_vector_with_agents_beside_the_step():
    agent = Outside(find_agent("novice", GETAWAY))
    settings = {
        "vectorization_mode": "sync",
        "vector_kwargs": {"autoreset_mode": gymnasium.vector.AutoresetMode.SAME_STEP},
    }
    singles = gymnasium.make_vec("cardzoo/getaway-v0", 3, opponents=agent, **settings)
    native, policy = VectorSeats("getaway", 3, agent), scattered(2)
    assert same(native.reset(seed=2)[0], singles.reset(seed=2)[0])
    for _ in range(count(compiled=60, interpreted=20)):
        actions = np.array([policy(mask) for mask in native.action_masks()])
        mine, its = native.step(actions), singles.step(actions)
        assert same(mine[0], its[0])
        assert np.allclose(mine[1], its[1])
        assert alike(mine[-1], its[-1])


def test_every_way_to_name_an_opponent_is_taken(tmp_path, monkeypatch):
    save_model(tmp_path / "model", *drawn_model(KUHN, (4,)))
    (tmp_path / "mine.py").write_text(
        "class Mine:\n    def __init__(self, game): pass\n    act = lambda *seen: seen[2].argmax()\n"
    )
    monkeypatch.chdir(tmp_path)
    network = drawn_model(KUHN, (4,))[1]
    inside = ["novice", "scripted", "trained", "model", find_agent("expert", KUHN), network_of(KUHN), network]
    beside = ["search:2", "mine:Mine", Low, Low(KUHN), low, lambda observation, mask: int(mask.argmax())]
    for opponent in (*inside, *beside):
        env = SingleSeat("kuhn_poker", opponent, seat=1)
        assert (codes(env)[0] < YOURS) == (opponent in beside)
        play_game(env)


def test_each_seat_may_have_its_own_opponent():
    agent = find_agent("novice", GETAWAY)
    env = SingleSeat("getaway", ["expert", low, agent], seat=1)
    env.reset(seed=1)
    assert env.tables.batch.actors.tolist() == [[1, YOURS, 2, YOURS - 1]]


def test_networks_that_observe_otherwise_play_beside_each_other_and_the_step():
    agents = [
        network_of(KUHN, seed, encoding=encoding, num_players=3) for seed, encoding in enumerate(["flat", "planes"])
    ]
    env, alone = (VectorSeats("kuhn_poker", 3, agents, num_players=3) for _ in range(2))
    assert codes(env) == [YOURS - 1, FIRST_NETWORK]
    alone.set_opponents([Outside(agent) for agent in agents])
    assert same_games(env, alone) > 3


@pytest.mark.parametrize(
    ("opponent", "words"),
    [
        (3, "opponents must be a name, an agent, a network or a function (observation, mask) -> action, or a list"),
        (len, "got <built-in function len>"),
        ([low, low, low], "opponents must be one or a list of 1, got a list of 3"),
        ("traned", "there is no agent 'traned' for kuhn_poker and no such model folder; did you mean 'trained'?"),
        ("nowhere:Class", "the agent nowhere:Class cannot be made: ModuleNotFoundError"),
        (find_agent("novice", GETAWAY), "opponents must be agents for kuhn_poker-v0, got one for getaway-v0"),
        (drawn_model(GETAWAY)[1], "networks must lead from"),
        (network_of(KUHN, num_players=3), "drawn plays with 3 players, not 2"),
        (
            Low.__mro__[1],
            "TypeError: object() takes no arguments; it is called with the game alone, as in def __init__(self, game)",
        ),
    ],
)
def test_an_unfit_opponent_is_refused_in_one_line_and_nothing_has_changed(opponent, words):
    env = SingleSeat("kuhn_poker", "novice")
    for refuse in (lambda: SingleSeat("kuhn_poker", opponent), lambda: env.set_opponents(opponent)):
        with pytest.raises(ValueError, match=r"^[^\n]*$") as problem:
            refuse()
        assert words in str(problem.value)
    env.reset(seed=1)
    assert codes(env) == [1]


@pytest.mark.parametrize(
    ("choose", "words"),
    [
        (lambda observation, mask: mask.argmin(), "is not legal for player 3; legal: .*; chosen by <lambda>"),
        (lambda observation, mask: -1, "action -1 at table 0 is not legal for player 3"),
        (lambda observation, mask: (1, None), r"the opponent <lambda> must choose an integer, got \(1, None\)"),
    ],
)
def test_an_opponent_s_illegal_choice_is_told_in_one_line(choose, words):
    env = SingleSeat("getaway", choose, seat=2)
    with pytest.raises((AgentError, ValueError), match=words) as problem:
        play_game(env)
    assert "\n" not in str(problem.value)


@pytest.mark.parametrize("encoding", ["flat", "view", "text"])
def test_a_function_sees_what_the_learner_would_see_in_its_seat(encoding):
    seen = []

    def watch(observation, mask):
        seen.append((observation, mask))
        return mask.argmax()

    env = SingleSeat("getaway", watch, encoding=encoding)
    env.reset(seed=3)
    env.step(int(env.action_masks().argmax()))
    assert len(seen) > 2
    for observation, mask in seen:
        assert env.observation_space.contains(observation)
        assert mask.shape == (env.action_space.n,)
        assert mask.any()


def test_opponents_change_at_the_next_reset():
    env, other = (SingleSeat("getaway", opponent) for opponent in ("random", low))
    env.reset(seed=1)
    env.set_opponents(low)
    assert codes(env) == [0]
    other.reset(seed=5)
    env.reset(seed=5)
    assert codes(env) == codes(other) == [YOURS - 1]
    while True:
        steps = [one.step(int(one.action_masks().argmax())) for one in (env, other)]
        assert same(steps[0][0], steps[1][0])
        assert steps[0][1:4] == steps[1][1:4]
        if steps[0][2] or steps[0][3]:
            break


@pytest.mark.parametrize("seat", [1, "rotate"])
@pytest.mark.parametrize("new", [low, "expert", network_of(GETAWAY, encoding="planes", num_players=4)])
def test_opponents_of_a_vector_change_with_each_table_s_next_game(new, seat):
    """The other tables' games go on unchanged, and new games begin with the new opponents."""
    settings = {"seat": seat, "encoding": "planes", "threads": 1}
    changing, old = (
        VectorSeats("getaway", 4, network_of(GETAWAY, 1, encoding="planes", num_players=4), **settings)
        for _ in range(2)
    )
    policy, steps = scattered(4), 0
    for env in (changing, old):
        env.reset(seed=4)
    changing.set_opponents("novice")  # never sampled
    changing.set_opponents(new)
    going = np.ones(4, bool)
    first = {}
    while going.any():
        actions = np.array([policy(mask) for mask in changing.action_masks()])
        mine, its = changing.step(actions), old.step(np.where(going, actions, old.action_masks().argmax(axis=1)))
        for k in np.flatnonzero(going):
            assert mine[1][k] == its[1][k], steps
            if mine[2][k] or mine[3][k]:
                assert same(mine[-1]["final_obs"][k], its[-1]["final_obs"][k])
                first[k] = changing.tables.batch.actors[k].tolist()
            else:
                assert np.array_equal(mine[0][k], its[0][k]), steps
        going &= ~(mine[2] | mine[3])
        steps += 1
    fresh = VectorSeats("getaway", 4, new, **settings)
    if seat == "rotate":
        assert [row.index(YOURS) for _, row in sorted(first.items())] == [1, 2, 3, 0]
    assert not changing.tables.batch.waits
    assert same_games(changing, fresh, steps=count(compiled=40, interpreted=15)) > 0


def test_agents_inside_the_step_keep_what_they_remember_when_others_join():
    vectors = [VectorSeats("cactus", 3, "expert", threads=1) for _ in range(2)]
    one, other = (play(vector, 3, 12) for vector in vectors)
    for step, (mine, its) in enumerate(zip(one, other, strict=True)):
        if step == 2:
            vectors[0].set_opponents(["random"])
            vectors[0].tables.batch.set_bots(
                {"first": find_agent("random", vectors[0].game).bot, **vectors[0].tables.batch._bots}
            )
            actors = vectors[0].tables.batch.actors
            actors[actors >= 0] += 1
        if step and (its[2] | its[3]).any():
            break
        assert same(mine[0], its[0]), step
    assert step > 4


def test_views_with_opponents_of_one_s_own_are_copied_and_pickled_in_the_middle_of_a_game():
    opponents = [Outside(find_agent("novice", KUHN)), find_agent("expert", KUHN), "search:2"]
    env = VectorSeats("kuhn_poker", 2, opponents, num_players=4, threads=1)
    policy = scattered(7)
    env.reset(seed=7)
    env.step(np.array([policy(mask) for mask in env.action_masks()]))
    others = [copy.deepcopy(env), pickle.loads(pickle.dumps(env))]
    for _ in range(3):
        actions = np.array([policy(mask) for mask in env.action_masks()])
        step = env.step(actions)
        for other in others:
            assert same(other.step(actions)[0], step[0])


@pytest.mark.parametrize("opponent", [Outside(find_agent("expert", find_game("cactus"))), Reader(None)])
def test_a_snapshot_without_what_opponents_remember_is_refused(opponent):
    env = VectorSeats("cactus", 2, opponent)
    env.reset(seed=1)
    with pytest.raises(ValueError, match=r"^cactus: a snapshot must be of opponents whose memory is inside the batch"):
        env.tables.batch.snapshot()
    assert VectorSeats("cactus", 2, low).tables.batch.snapshot()


@pytest.mark.slow
def test_opponents_of_one_s_own_play_in_the_workers_of_gymnasium_s_vector():
    agent = Outside(find_agent("novice", KUHN))
    vectors = [
        AsyncVectorEnv([lambda: gymnasium.make("cardzoo/kuhn_poker-v0", opponents=agent)] * 2),
        VectorSeats("kuhn_poker", 2, agent),
    ]
    first, second = (vector.reset(seed=1)[0] for vector in vectors)
    vectors[0].close()
    assert np.array_equal(first, second)


def test_an_agent_that_reads_is_told_all_that_has_happened():
    reader = Reader(KUHN)
    env = SingleSeat("kuhn_poker", [reader, "novice"], num_players=3, seat=1)
    for seed in range(6):
        play_game(env, seed)
    events = [line for prompt in reader.prompts for line in prompt.splitlines() if line.startswith("Seat ")]
    assert {line.partition(" chose")[0] for line in events} == {"Seat 1", "Seat 2"}  # compiled agents too
    assert codes(env) == [YOURS - 2, YOURS - 1]


def test_a_batch_takes_compiled_and_trained_agents_by_name():
    agents = {"mine": find_agent("novice", KUHN), "its": network_of(KUHN)}
    batch = make_batch("kuhn_poker", 8, bots=agents, threads=1)
    assert batch.codes == {"mine": 0, "its": FIRST_NETWORK}
    for name in agents:
        batch.actors[:, 1] = batch.codes[name]
        batch.reset(seed=1)
        for _ in range(5):
            batch.step(batch.sample_actions())


@pytest.mark.parametrize(
    ("bots", "words"),
    [
        ({"mine": Low(KUHN)}, "bots: 'mine' must be a compiled function, a CompiledAgent or a trained agent, got <"),
        ({"mine": "novice"}, "got 'novice'; mark a function with @rule"),
        ({"mine": find_agent("novice", GETAWAY)}, "must be an agent for kuhn_poker-v0, got one for getaway-v0"),
        ({"net": network_of(KUHN), "mine": find_agent("novice", KUHN)}, "'mine' must be named before net"),
        ({"net": network_of(KUHN, num_players=3)}, "drawn plays with 3 players, not 2"),
        ({"a": network_of(KUHN), "b": network_of(KUHN, encoding="planes")}, "observe the game alike, got 'a' and 'b'"),
    ],
)
def test_a_batch_refuses_other_agents_at_once(bots, words):
    with pytest.raises(ValueError, match=r"^kuhn_poker: |^drawn ") as problem:
        make_batch("kuhn_poker", 2, bots=bots)
    assert words in str(problem.value)


@pytest.mark.parametrize("code", [3, 63, FIRST_NETWORK + 1])
def test_seats_for_agents_that_are_not_there_are_refused(code):
    batch = make_batch("kuhn_poker", 2, bots={"novice": find_agent("novice", KUHN), "net": network_of(KUHN)})
    batch.actors[1, 1] = code
    with pytest.raises(ValueError, match=rf"codes of agents \(0 for novice, 64 for net\), got {code}$"):
        batch.reset(seed=1)


def test_a_snapshot_of_other_compiled_agents_is_refused():
    batch = make_batch("kuhn_poker", 2, bots={"novice": find_agent("novice", KUHN)})
    batch.reset(seed=1)
    before = batch.snapshot()
    batch.set_bots({"expert": find_agent("expert", KUHN).bot})
    with pytest.raises(ValueError, match=r"^kuhn_poker: [^\n]*bots"):
        batch.restore(before)
    batch.restore(batch.snapshot())
