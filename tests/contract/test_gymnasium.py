"""Gymnasium's own checker on the single-seat view, and the vector view beside it."""

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

from cardzoo.envs.engine import IllegalAction
from cardzoo.envs.single import VectorSeats
from tests.playing import few, illegal_action, same, scattered

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
            assert {"score", "rank"} <= info.keys()
            observation, info = env.reset()


@pytest.mark.parametrize("wrong", ["masked", "negative", "beyond", "half"])
def test_single_seat_refuses_illegal_actions(game, wrong):
    for illegal in ("terminate", "raise"):
        env = gymnasium.make(f"cardzoo/{game.id}", opponents="random", illegal=illegal).unwrapped
        _, info = env.reset(seed=1)
        legal = int(info["action_mask"].argmax())
        action = {
            "masked": illegal_action(info["action_mask"]),
            "negative": -1,
            "beyond": len(game.actions),
            "half": legal + 0.5,
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
            assert "\n" not in info["illegal_action"]
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


def test_vector_of_seats_equals_single_seats(key_setting):
    """Table k of ``make_vec`` plays as the single-seat environment with seed + k, the next games included."""
    num_envs, seed = 3, 11
    vector = VectorSeats(key_setting.game.id, num_envs, opponents="random", **key_setting.arguments)
    singles = [key_setting.single(opponents="random") for _ in range(num_envs)]
    observations, infos = vector.reset(seed=seed)
    starts = [single.reset(seed=seed + k) for k, single in enumerate(singles)]
    policy = scattered(3)
    for _ in range(few(150, 15)):
        for k, (observation, info) in enumerate(starts):
            assert same(observations[k], observation)
            assert np.array_equal(infos["action_mask"][k], info["action_mask"])
        actions = np.array([policy(mask) for mask in infos["action_mask"]])
        observations, rewards, terminations, truncations, infos = vector.step(actions)
        for k, single in enumerate(singles):
            observation, reward, terminated, truncated, info = single.step(int(actions[k]))
            assert (rewards[k], terminations[k], truncations[k]) == (np.float32(reward), terminated, truncated)
            if terminated or truncated:
                assert same(infos["final_obs"][k], observation)
                assert infos["_final_obs"][k]
                assert infos["final_info"]["score"][k] == info["score"]
                observation, info = single.reset()
            starts[k] = observation, info


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
