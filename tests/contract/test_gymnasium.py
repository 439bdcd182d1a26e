"""Gymnasium's own checker on the single-seat view, and the vector view beside it."""

import copy

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import AutoresetMode

from cardzoo.envs.engine import IllegalAction
from cardzoo.envs.single import SingleSeat, VectorSeats
from tests.playing import ONE_GAME, few, illegal_action, same, scattered, usual

pytestmark = pytest.mark.views


def begins_with_a_choice(setting):
    """Whether games go on for more than a step; the checker takes it for an error if a bound ends them at once."""
    env = setting.single(opponents="random")
    _, info = env.reset(seed=123)
    return not env.step(int(info["action_mask"].argmax()))[3]


def test_check_env(encoded):
    setting, encoding = encoded
    if not begins_with_a_choice(setting):
        pytest.skip("a bound ends the first game with the first step")
    id = f"cardzoo/{setting.game.id}"
    check_env(gymnasium.make(id, encoding=encoding, opponents="random", **setting.arguments).unwrapped)


def test_check_env_of_settings(key_setting):
    if not begins_with_a_choice(key_setting):
        pytest.skip("a bound ends the first game with the first step")
    check_env(key_setting.single(opponents="random", reward="score"), skip_render_check=True)


def test_single_seat_gives_its_own_mask(key_setting):
    env = key_setting.single(opponents="random", seat=key_setting.num_players - 1)
    observation, info = env.reset(seed=5)
    policy = scattered(5)
    for _ in range(few(200, 20)):
        assert env.observation_space.contains(observation)
        assert np.array_equal(info["action_mask"], env.action_masks())
        assert info["action_mask"].any()
        observation, reward, terminated, truncated, info = env.step(policy(info["action_mask"]))
        assert -1 <= reward <= 1
        if terminated or truncated:
            assert not info["action_mask"].any()
            assert info["rank"] in range(1, key_setting.num_players + 1)
            observation, info = env.reset()


@pytest.mark.parametrize("wrong", ["masked", "negative", "beyond"])
def test_single_seat_refuses_illegal_actions(game, wrong):
    for illegal in ("terminate", "raise"):
        env = gymnasium.make(f"cardzoo/{game.id}", opponents="random", illegal=illegal).unwrapped
        _, info = env.reset(seed=1)
        legal = int(info["action_mask"].argmax())
        action = {
            "masked": illegal_action(info["action_mask"]),
            "negative": -1,
            "beyond": len(game.actions),
        }[wrong]
        before = env.tables.batch.records.tobytes()
        if illegal == "raise":
            with pytest.raises(IllegalAction):
                env.step(action)
            assert env.tables.batch.records.tobytes() == before
            env.step(legal)
        else:
            _, reward, terminated, truncated, info = env.step(action)
            assert (reward, terminated, truncated) == (-1, True, False)
            assert info["illegal_action"] is True
            with pytest.raises(IllegalAction, match="reset"):
                env.step(legal)
            observation, info = env.reset(seed=1)
            again, _ = gymnasium.make(f"cardzoo/{game.id}", opponents="random").reset(seed=1)
            assert same(observation, again)
            assert info["action_mask"][legal]


def test_the_seat_moves_with_each_game(game):
    env = gymnasium.make(f"cardzoo/{game.id}", opponents="random", seat="rotate").unwrapped
    seats = []
    for _ in range(game.default_players):
        env.reset()
        seats.append(int(env.tables.batch.watchers[0]))
    assert seats == list(range(game.default_players))
    env.reset(seed=1)
    assert env.tables.batch.watchers[0] == 0


def both_vectors(setting, num_envs=3, **more):
    """The native vector, and Gymnasium's own of single-seat environments."""
    settings = {"opponents": "random", **setting.arguments, **more}
    native = VectorSeats(setting.game.id, num_envs, **settings)
    modes = {"vectorization_mode": "sync", "vector_kwargs": {"autoreset_mode": AutoresetMode.SAME_STEP}}
    return native, gymnasium.make_vec(f"cardzoo/{setting.game.id}", num_envs, **modes, **settings)


def alike(one, other):
    """Whether two values of infos are the same, of the same kinds, wherever they are told."""
    if isinstance(one, dict):
        return one.keys() == other.keys() and all(alike(one[name], other[name]) for name in one)
    return one.dtype == other.dtype and all(same(mine, its) for mine, its in zip(one, other, strict=True))


def play_alike(vectors, steps, seed=3, wrong=0.0):
    """Play both vectors alike for so many steps; some actions are illegal.

    Returns:
        How many games have ended.
    """
    policy, slips = scattered(seed), np.random.default_rng(seed)
    native, _ = vectors
    masks, ends = native.action_masks(), 0
    for _ in range(steps):
        legal = [policy(mask) for mask in masks]
        actions = np.where(slips.random(len(legal)) < wrong, [illegal_action(mask) for mask in masks], legal)
        actions = np.minimum(actions, masks.shape[1] - 1)  # Gymnasium's takes no others
        results = [vector.step(actions) for vector in vectors]
        for mine, its in zip(results[0][:4], results[1][:4], strict=True):
            assert same(mine, mine.__class__(its) if isinstance(mine, dict) else its.astype(mine.dtype))
        assert alike(results[0][4], results[1][4])
        masks = native.action_masks()
        ends += int(np.sum(results[0][2] | results[0][3]))
    return ends


def test_vector_of_seats_equals_gymnasium_s_own(key_setting):
    """Table k of ``make_vec`` plays as the single-seat environment with seed + k, the next games included."""
    vectors = both_vectors(key_setting)
    starts = [vector.reset(seed=11) for vector in vectors]
    assert same(starts[0][0], starts[1][0])
    assert alike(starts[0][1], starts[1][1])
    play_alike(vectors, few(150, 15))


@pytest.mark.parametrize("more", [{}, {"max_episode_steps": 4}, {"encoding": "view"}, {"reward": "score", "seat": 1}])
def test_vector_of_seats_ends_games_as_gymnasium_s_own(more):
    """By an illegal action, by a bound, by the rules: with the same last observation and infos."""
    vectors = both_vectors(usual(ONE_GAME), **more)
    for vector in vectors:
        vector.reset(seed=2)
    assert play_alike(vectors, few(200, 60), wrong=0.1) > 5


def test_vector_of_seats_resets_as_gymnasium_s_own():
    """All, with seeds for some, with options, or some alone."""
    vectors = both_vectors(usual(ONE_GAME))
    deck = list(ONE_GAME.pack_of(4))[::-1]
    some = np.array([True, False, True])
    for reset in (
        {"seed": 5},
        {},
        {"seed": [1, None, 3]},
        {"seed": [None, None, None]},
        {"options": {"deck": deck}},
        {"seed": 9, "options": {"dealer": 2}},
        {"options": {"reset_mask": some}},
        {"seed": 4, "options": {"reset_mask": some, "deck": deck}},
        {"seed": [7, 8, None], "options": {"reset_mask": some}},
    ):
        starts = [vector.reset(**copy.deepcopy(reset)) for vector in vectors]
        assert same(starts[0][0], starts[1][0]), reset
        assert alike(starts[0][1], starts[1][1]), reset
        play_alike(vectors, few(20, 7), wrong=0.05)


def test_nothing_of_the_last_game_is_left_to_one_that_options_begin():
    """Neither what seats were owed, nor what agents remember."""
    env = SingleSeat("cactus", opponents="expert")
    env.reset(seed=1)
    batch = env.tables.batch
    fresh = batch._fresh_memory[0].tobytes()
    for _ in range(3):
        env.step(int(env.action_masks().argmax()))
    assert any(memory.tobytes() != fresh for memory in batch._memories[0])
    batch._owed[:] = 0.5
    env.reset(seed=1, options={"dealer": env.tables.batch.num_players - 1})  # seat 0 begins: no other has seen anything
    assert all(memory.tobytes() == fresh for memory in batch._memories[0])
    assert not batch._owed.any()


def test_a_vector_seeds_some_of_its_tables():
    vectors = [VectorSeats("getaway", 2, opponents="random") for _ in range(2)]
    for k, vector in enumerate(vectors):
        vector.reset(seed=[1, None])
        assert vector.tables.batch.records["seed"][0] == 1, k
    first, second = (vector.tables.batch.records["seed"][1] for vector in vectors)
    assert first != second  # drawn


def test_vectors_are_rendered(capsys):
    native, other = both_vectors(usual(ONE_GAME), render_mode="ansi")
    for vector in (native, other):
        vector.reset(seed=1)
    assert native.render() == other.render()
    native = VectorSeats("getaway", 2, render_mode="human")
    native.reset(seed=1)
    native.step(native.action_masks().argmax(axis=1))
    assert capsys.readouterr().out.count("Getaway") == 2


def test_a_vector_that_raises_changes_nothing():
    vector = VectorSeats("getaway", 3, illegal="raise")
    vector.reset(seed=1)
    actions = vector.action_masks().argmax(axis=1)
    before = vector.tables.batch.records.tobytes()
    with pytest.raises(IllegalAction, match=r"^getaway: .* is not legal .*\(environment 1\)$"):
        vector.step(np.where(np.arange(3) == 1, vector.action_masks().argmin(axis=1), actions))
    assert vector.tables.batch.records.tobytes() == before
    vector.step(actions)


def test_a_seeded_vector_seats_its_players_as_at_first():
    vector = VectorSeats("getaway", 4, opponents="random", seat="rotate", max_episode_steps=3)
    sat = []
    for _ in range(2):
        vector.reset(seed=1)
        sat.append(vector.tables.batch.actors.tolist())
        for _ in range(few(30, 8)):
            vector.step(vector.action_masks().argmax(axis=1))
    assert sat[0] == sat[1]
    vector.reset()
    assert vector.tables.batch.actors.tolist() != sat[0]


@pytest.mark.parametrize("steps", [0, -1])
def test_a_vector_s_bound_is_at_least_one_step(steps):
    with pytest.raises(ValueError, match=r"max_episode_steps=.* at least 1"):
        VectorSeats("getaway", 2, max_episode_steps=steps)


@pytest.mark.slow
@pytest.mark.parametrize("encoding", ["flat", "view"])
@pytest.mark.filterwarnings("ignore:Your observation .* has an unconventional shape")
def test_stable_baselines3_takes_it(encoding):
    from stable_baselines3 import PPO
    from stable_baselines3.common.env_checker import check_env as sb3_check_env

    env = gymnasium.make("cardzoo/getaway-v0", encoding=encoding, opponents="random")
    sb3_check_env(env)
    model = PPO("MlpPolicy" if encoding == "flat" else "MultiInputPolicy", env, n_steps=16, batch_size=16)
    action, _ = model.predict(env.reset(seed=1)[0])
    assert action in env.action_space


def test_make_vec(game):
    vector = gymnasium.make_vec(f"cardzoo/{game.id}", num_envs=2, opponents="random")
    observations, infos = vector.reset(seed=1)
    assert vector.observation_space.contains(observations)
    assert infos["action_mask"].shape == (2, len(game.actions))


def ended(env, steps):
    """The record after so many of the learner's first legal actions."""
    for _ in range(steps):
        mask = env.action_masks()
        if not mask.any():
            break
        env.step(int(mask.argmax()))
    return env.tables.batch.records.tobytes()


@pytest.mark.parametrize("start", ["deck", "dealer", "position"])
def test_reset_with_options_and_a_seed_is_the_same_game_each_time(game, start):
    """Opponents, the deck's shuffles to come and the position's are all of the seed."""
    table = game.table(3)
    options = {
        "deck": {"deck": list(game.pack_of(game.default_players))},
        "dealer": {"dealer": game.default_players - 1},
        "position": {"position": {name: table.words()[name] for name in game.state.fields}},
    }[start]
    options.get("position", {}).update(player=table.player, dealer=int(table.state.dealer))
    env = gymnasium.make(f"cardzoo/{game.id}", opponents="random").unwrapped
    games = []
    for seed in (5, 5, 6):
        env.reset(seed=1)  # whatever was played before
        ended(env, seed)
        env.reset(seed=seed, options=options)
        assert env.tables.batch.records["seed"][0] == seed
        games.append(ended(env, few(5, 2)))
    assert games[0] == games[1]


def test_the_named_seat_deals_without_a_written_deck_too(game):
    for dealer in range(game.default_players):
        env = gymnasium.make(f"cardzoo/{game.id}", opponents="random").unwrapped
        env.reset(seed=2, options={"dealer": dealer})
        aec = game.table(2, dealer=dealer)
        assert env.tables.batch.records["dealer"][0] == aec.state.dealer


def test_options_start_every_environment_of_a_vector(game):
    deck = list(game.pack_of(game.default_players))[::-1]
    vector = VectorSeats(game.id, 3, opponents="random")
    single = gymnasium.make(f"cardzoo/{game.id}", opponents="random").unwrapped
    observations, infos = vector.reset(seed=4, options={"deck": deck})
    for k in range(3):
        observation, info = single.reset(seed=4 + k, options={"deck": deck})
        assert same(observations[k], observation)
        assert np.array_equal(infos["action_mask"][k], info["action_mask"])
        assert vector.tables.batch.records[k].tobytes() == single.tables.batch.records.tobytes()
