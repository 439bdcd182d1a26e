"""The views' keywords, spaces, infos, actions of any kind, and calls before `reset`, as other libraries expect."""

import copy
import pickle
import re
from functools import partial

import gymnasium
import numpy as np
import pytest
from gymnasium.spaces import Dict
from gymnasium.vector import AutoresetMode

from cardzoo import envs
from cardzoo.envs import Batch, CardEnv, IllegalAction, ParallelCardEnv, find_game
from cardzoo.envs.encoders import ENCODERS, make_encoder
from cardzoo.envs.single import SingleSeat, VectorSeats
from tests.playing import count, illegal_action, same, scattered

pytestmark = pytest.mark.views

GETAWAY = find_game("getaway")
MAKERS = {
    "aec": partial(envs.make, "getaway-v0"),
    "parallel": partial(envs.make_parallel, "getaway-v0"),
    "batch": partial(envs.make_batch, "getaway-v0", num_tables=2),
    "single": partial(gymnasium.make, "cardzoo/getaway-v0"),
    "vector": partial(gymnasium.make_vec, "cardzoo/getaway-v0", num_envs=2),
}


@pytest.mark.parametrize("view", MAKERS)
def test_a_keyword_that_there_is_not_gets_python_s_words(view):
    """TorchRL tries ``frameskip``, and goes on without it if it reads these words."""
    with pytest.raises(TypeError, match=r"got an unexpected keyword argument 'frameskip'; known: .*num_players"):
        MAKERS[view](frameskip=1)


@pytest.mark.parametrize(
    ("view", "wrong", "near"),
    [(view, "num_player", "num_players") for view in MAKERS]
    + [(view, "max_trick", "max_tricks") for view in MAKERS]
    + [(view, "opponent", "opponents") for view in ("single", "vector")]
    + [
        ("batch", "thread", "threads"),
        ("parallel", "masks", "mask"),
        ("vector", "max_episode_step", "max_episode_steps"),
    ],
)
def test_the_nearest_keyword_is_named(view, wrong, near):
    with pytest.raises(TypeError, match=f"argument {wrong!r}; did you mean {near!r}\\?"):
        MAKERS[view](**{wrong: 1})


def test_names_are_as_pettingzoo_writes_them(game):
    assert CardEnv(game).metadata["name"] == f"{game.name}_v{game.version}"
    assert str(CardEnv(game)) == CardEnv(game).metadata["name"]


def test_the_class_of_vectors_tells_how_it_resets():
    """TorchRL reads the class before there is an object."""
    assert VectorSeats.metadata["autoreset_mode"] is VectorSeats.autoreset_mode is AutoresetMode.SAME_STEP
    assert "ansi" in VectorSeats.metadata["render_modes"]


@pytest.mark.parametrize("mask", ["observation", "info"])
@pytest.mark.parametrize("view", [CardEnv, ParallelCardEnv])
def test_spaces_are_one_s_own(game, view, mask):
    """Seeding one agent's space seeds no other, in this environment or another."""
    env, other = view(game, mask=mask), view(game, mask=mask)
    before = [space_states(env.observation_space(agent)) for agent in env.possible_agents[1:]]
    for kind in ("observation_space", "action_space"):
        spaces = [getattr(one, kind)(agent) for one in (env, other) for agent in env.possible_agents]
        assert len(set(map(id, spaces))) == len(spaces)
        assert all(getattr(env, kind)(agent) is getattr(env, kind)(agent) for agent in env.possible_agents)
        spaces[0].seed(1)
    assert before == [space_states(env.observation_space(agent)) for agent in env.possible_agents[1:]]
    assert make_encoder("flat", game, env.max_num_agents).space._np_random is None


def space_states(space):
    """The states of the generators of a space and its parts."""
    parts = [space, *(space.values() if isinstance(space, Dict) else ())]
    return [part._np_random and part._np_random.bit_generator.state for part in parts]


def test_gymnasium_s_spaces_are_one_s_own():
    one, other = (gymnasium.make("cardzoo/getaway-v0").unwrapped for _ in range(2))
    assert one.observation_space is not other.observation_space
    assert one.observation_space is one.observation_space
    one, other = (VectorSeats("getaway", 2) for _ in range(2))
    assert one.single_observation_space is not other.single_observation_space


@pytest.mark.parametrize("encoding", ENCODERS)
def test_no_array_is_without_a_dimension(game, encoding):
    def check(space):
        assert space.shape != ()
        for part in space.values() if isinstance(space, Dict) else ():
            check(part)

    if encoding != "text":
        check(make_encoder(encoding, game, game.default_players).space)


@pytest.mark.parametrize("view", ["aec", "parallel", "single", "vector"])
def test_single_numbers_of_a_view_are_arrays_of_one(view):
    env = MAKERS[view](encoding="view")
    env.reset(seed=1)
    if view == "aec":
        assert env.observation_space("player_0").contains(env.observe("player_0"))
        assert env.observe("player_0")["observation"]["phase"].shape == (1,)
    elif view == "parallel":
        observations, _ = env.reset(seed=1)
        assert env.observation_space("player_1").contains(observations["player_1"])
    else:
        observation, _ = env.reset(seed=1)
        assert env.observation_space.contains(observation)
        assert observation["phase"].shape == ((2, 1) if view == "vector" else (1,))


# Places of masks


def test_masks_in_infos_are_those_of_the_observations(game):
    """Observations are then the encoder's alone, and both play the same game."""
    env, usual_one = CardEnv(game, mask="info"), CardEnv(game)
    policy = scattered(4)
    for one in (env, usual_one):
        one.reset(seed=2)
    kept = []
    for _ in range(count(compiled=200, interpreted=30)):
        for agent in env.agents:
            expected = usual_one.observe(agent)
            assert same(env.observe(agent), expected["observation"])
            assert np.array_equal(env.infos[agent]["action_mask"], expected["action_mask"])
            acting = agent == env.agent_selection and not env.terminations[agent] and not env.truncations[agent]
            assert env.infos[agent]["action_mask"].any() == acting
            assert env.observation_space(agent).contains(env.observe(agent))
        if not env.agents:
            break
        kept.append((env.infos, copy.deepcopy(env.infos)))
        mask = env.last()[4]["action_mask"]
        action = policy(mask) if mask.any() else None
        for one in (env, usual_one):
            one.step(action)
    assert all(before.keys() <= env._seats.keys() for before, _ in kept)
    for before, copied in kept[: -len(env.possible_agents) - 1]:
        assert all(same(before[agent], copied[agent]) for agent in copied)


def test_masks_in_the_parallel_view_s_infos(game):
    env, usual_one = ParallelCardEnv(game, mask="info"), ParallelCardEnv(game)
    observations, infos = env.reset(seed=3)
    expected, _ = usual_one.reset(seed=3)
    policy = scattered(5)
    for _ in range(count(compiled=100, interpreted=20)):
        for agent, one in expected.items():
            assert same(observations[agent], one["observation"])
            assert np.array_equal(infos[agent]["action_mask"], one["action_mask"])
            assert env.observation_space(agent).contains(observations[agent])
        if not env.agents:
            break
        actions = {agent: policy(infos[agent]["action_mask"]) for agent in env.agents}
        observations, _, _, _, infos = env.step(actions)
        expected, *_ = usual_one.step(actions)


def test_an_illegal_end_tells_masks_too():
    env = CardEnv(GETAWAY, mask="info")
    env.reset(seed=1)
    offender = env.agent_selection
    env.step(illegal_action(env.table.mask))
    assert not any(info["action_mask"].any() for info in env.infos.values())
    assert env.infos[offender]["illegal_action"]
    assert re.fullmatch(r"getaway: 'play .*' is not legal for player \d; legal: .*", env.illegal_reason)
    env.reset()
    assert not env.illegal_reason


def test_the_parallel_view_tells_what_was_illegal():
    env = ParallelCardEnv(GETAWAY)
    env.reset(seed=1)
    agent = env.aec.agent_selection
    *_, infos = env.step({agent: illegal_action(env.aec.table.mask)})
    assert [bool(infos[one]["illegal_action"]) for one in env.possible_agents].count(True) == 1
    assert env.illegal_reason.startswith("getaway: ")


def test_the_views_for_one_seat_name_what_was_illegal():
    single, vector = (
        gymnasium.make("cardzoo/getaway-v0").unwrapped,
        gymnasium.make_vec("cardzoo/getaway-v0", num_envs=2),
    )
    single.reset(seed=1)
    single.step(illegal_action(single.action_masks()))
    assert single.illegal_reason.startswith("getaway: ")
    single.reset()
    assert not single.illegal_reason
    _, infos = vector.reset(seed=1)
    legal, illegal = int(infos["action_mask"][0].argmax()), illegal_action(infos["action_mask"][1])
    vector.step(np.array([legal, illegal]))
    assert list(vector.illegal_reasons) == [1]
    assert vector.illegal_reasons[1].startswith("getaway: ")
    vector.step(vector.tables.batch.action_masks.argmax(axis=1))
    assert not vector.illegal_reasons


@pytest.mark.parametrize("view", ["aec", "parallel", "single", "vector"])
def test_infos_are_of_numpy_s_types(view):
    """TorchRL's `auto_register_info_dict` asks each for its dtype; Gymnasium's vectors make objects of other kinds."""
    env = MAKERS[view]()
    made = env.reset(seed=1)
    infos = list(env.infos.values()) if view == "aec" else list(made[1].values()) if view == "parallel" else [made[1]]
    for info in infos:
        kinds = {name: value.dtype for name, value in info.items() if name in ("score", "rank", "illegal_action")}
        assert kinds == {"score": np.int64, "rank": np.int64, "illegal_action": np.bool_}


def test_a_place_for_masks_that_there_is_not_is_refused():
    with pytest.raises(ValueError, match=r"mask must be one of observation, info, got 'infos'; did you mean 'info'\?"):
        CardEnv(GETAWAY, mask="infos")


# Before a reset


@pytest.mark.parametrize("error", [gymnasium.error.ResetNeeded, AssertionError, AttributeError])
@pytest.mark.parametrize("call", ["step", "last", "observe", "render", "state", "agent_iter"])
def test_before_reset_every_call_says_so(call, error):
    """The error is of Gymnasium's class for it, and of the classes of PettingZoo's own wrapper."""
    env = CardEnv(GETAWAY, render_mode="ansi")
    arguments = {"step": [0], "observe": ["player_0"]}.get(call, [])
    with pytest.raises(error, match=r"^getaway: .*reset\(\) first$"):
        getattr(env, call)(*arguments)


@pytest.mark.parametrize("name", ["rewards", "terminations", "truncations", "infos", "agent_selection"])
def test_before_reset_there_is_nothing_of_a_game(name):
    env = CardEnv(GETAWAY)
    assert not hasattr(env, name)
    with pytest.raises(AttributeError, match=r"reset\(\) first"):
        getattr(env, name)
    env.reset(seed=1)
    assert hasattr(env, name)
    with pytest.raises(AttributeError, match="no attribute 'revards'"):
        env.revards  # noqa: B018


@pytest.mark.parametrize("call", ["step", "render", "state"])
def test_before_reset_the_parallel_view_says_so(call):
    env = ParallelCardEnv(GETAWAY, render_mode="ansi")
    with pytest.raises(gymnasium.error.ResetNeeded, match=r"reset\(\) first"):
        getattr(env, call)(*[{"player_0": 0}] * (call == "step"))


@pytest.mark.parametrize("call", ["step", "render", "action_masks"])
@pytest.mark.parametrize("view", ["single", "vector"])
def test_before_reset_gymnasium_s_views_say_so(view, call):
    env = MAKERS[view](render_mode="ansi").unwrapped
    with pytest.raises(gymnasium.error.ResetNeeded, match=r"reset\(\) first"):
        getattr(env, call)(*[np.zeros(2, int) if view == "vector" else 0] * (call == "step"))


@pytest.mark.parametrize("call", ["step", "sample_actions"])
@pytest.mark.parametrize("deals", ["none", "seeded", "pickled", "of a new batch"])
def test_before_reset_a_batch_says_so(call, deals):
    batch = Batch(GETAWAY, 3)
    if deals == "seeded":
        batch.seed(1)
    if deals == "pickled":
        batch = pickle.loads(pickle.dumps(batch))
    if deals == "of a new batch":
        batch.restore(Batch(GETAWAY, 3).snapshot())
    with pytest.raises(gymnasium.error.ResetNeeded, match=r"^getaway: no game has begun; call reset\(\) first$"):
        getattr(batch, call)(*[[0] * 3] * (call == "step"))
    batch.reset(seed=1)
    batch.step(batch.sample_actions())


@pytest.mark.parametrize("start", ["restore", "set_arrays", "resume", "copy", "pickle"])
def test_a_batch_may_begin_without_reset(start):
    begun, batch = Batch(GETAWAY, 3), Batch(GETAWAY, 3)
    begun.reset(seed=1)
    if start == "restore":
        batch.restore(begun.snapshot())
    elif start == "set_arrays":
        batch.set_arrays(begun.arrays())
    elif start == "resume":
        batch.records[:] = begun.records
        batch.resume()
    else:
        batch = copy.deepcopy(begun) if start == "copy" else pickle.loads(pickle.dumps(begun))
    before = batch.records["steps"].tolist()
    batch.step(batch.sample_actions())
    assert batch.records["steps"].tolist() != before


def test_after_all_agents_have_gone_a_step_says_so():
    env = CardEnv(GETAWAY)
    env.reset(seed=1)
    env.step(illegal_action(env.table.mask))
    for _ in env.possible_agents:
        env.step(None)
    with pytest.raises(gymnasium.error.ResetNeeded, match=r"the game is over; call reset\(\) first"):
        env.step(None)


# Actions of any kind

NO_INTEGERS = {
    "3.7 (float)": 3.7,
    "3.0 (float)": 3.0,
    "None (NoneType)": None,
    "'play' (str)": "play",
    "array([3]) (ndarray)": np.array([3]),
    "array(3.) (ndarray)": np.array(3.0),
    "np.float32(2.0) (float32)": np.float32(2),
    "[1, 2] (list)": [1, 2],
    "nan (float)": float("nan"),
}


@pytest.mark.parametrize("illegal", ["terminate", "raise"])
@pytest.mark.parametrize("words", NO_INTEGERS)
def test_actions_that_are_no_integers_end_no_game(words, illegal):
    aec, single = CardEnv(GETAWAY, illegal=illegal), SingleSeat("getaway", illegal=illegal)
    parallel = ParallelCardEnv(GETAWAY, illegal=illegal)
    for env in (aec, single, parallel):
        env.reset(seed=1)
    before = aec.snapshot(), single.tables.batch.records.tobytes(), parallel.aec.snapshot()
    wrong = NO_INTEGERS[words]
    calls = (
        partial(aec.step, wrong),
        partial(single.step, wrong),
        partial(parallel.step, dict.fromkeys(aec.agents, wrong)),
    )
    for call in calls:
        with pytest.raises(IllegalAction) as caught:
            call()
        assert str(caught.value) == f"getaway: actions must be integers from 0 to 53, got {words}"
    assert (aec.snapshot(), single.tables.batch.records.tobytes(), parallel.aec.snapshot()) == before
    single.step(int(single.action_masks().argmax()))


@pytest.mark.parametrize("kind", [int, np.int8, np.int32, np.int64, np.uint64, np.array])
def test_integers_of_any_kind_are_actions(kind):
    aec, single = CardEnv(GETAWAY, illegal="raise"), SingleSeat("getaway", illegal="raise")
    for env in (aec, single):
        env.reset(seed=1)
    aec.step(kind(int(aec.table.mask.argmax())))
    single.step(kind(int(single.action_masks().argmax())))
    assert aec.table.state.steps == 1


@pytest.mark.parametrize("actions", [np.zeros(2), [0], 0, [None, None], [[0, 0]]])
def test_a_vector_takes_an_integer_for_each_environment(actions):
    vector = VectorSeats("getaway", 2)
    vector.reset(seed=1)
    before = vector.tables.batch.records.tobytes()
    with pytest.raises(IllegalAction, match=r"getaway: actions must be \(2,\) whole numbers"):
        vector.step(actions)
    assert vector.tables.batch.records.tobytes() == before
