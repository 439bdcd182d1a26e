"""Gymnasium's own checker on the single-seat view, and the vector view beside it."""

import warnings
from typing import Any

import gymnasium
import numpy as np
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import AutoresetMode

from cardzoo.envs import Game
from cardzoo.envs.engine import IllegalAction
from cardzoo.envs.single import VectorSeats
from cardzoo.testing.check import Each, check
from cardzoo.testing.playing import at, illegal_action, same, scattered
from cardzoo.testing.setting import Setting, count

OPPONENTS = "random"


def begins_with_a_choice(setting: Setting) -> bool:
    """Returns whether games last more than a step; the checker fails if a bound ends them at once."""
    env = setting.single(opponents=OPPONENTS)
    _, info = env.reset(seed=123)
    return not env.step(int(info["action_mask"].argmax()))[3]


def unwrapped(game: Game, **settings: Any) -> Any:
    """The single-seat view made by `gymnasium.make`, without its wrappers."""
    return gymnasium.make(f"cardzoo/{game.id}", opponents=OPPONENTS, **settings).unwrapped


@check(Each.FEW_SETTINGS, views=True)
def check_gymnasium_s_checker_passes(setting: Setting, encoding: str = "flat") -> None:
    """``check_env`` passes with pictures; with rewards by score it passes without."""
    if begins_with_a_choice(setting):
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            check_env(unwrapped(setting.game, encoding=encoding, **setting.arguments))
            check_env(setting.single(opponents=OPPONENTS, reward="score"), skip_render_check=True)


@check(Each.FEW_SETTINGS, views=True)
def check_single_seat_gives_its_own_mask(setting: Setting) -> None:
    """Every observation has its mask, in infos and by ``action_masks()``."""
    env = setting.single(opponents=OPPONENTS, seat=setting.num_players - 1)
    observation, info = env.reset(seed=5)
    policy = scattered(5)
    for step in range(count(compiled=200, interpreted=20)):
        where = f"seed 5, step {step} of one game after the other"
        assert env.observation_space.contains(observation), f"{where}: the observation is not in its space"
        assert np.array_equal(info["action_mask"], env.action_masks()), f"{where}: two masks differ"
        assert info["action_mask"].any(), f"{where}: nothing is legal"
        observation, reward, terminated, truncated, info = env.step(policy(info["action_mask"]))
        assert -1 <= reward <= 1, f"{where}: the reward is {reward}"
        if terminated or truncated:
            assert not info["action_mask"].any(), f"{where}: something is legal after the end"
            assert info["rank"] in range(1, setting.num_players + 1), f"{where}: the rank is {info['rank']}"
            observation, info = env.reset()


@check(Each.GAME, views=True)
def check_single_seat_refuses_illegal_actions(setting: Setting) -> None:
    """An illegal action raises, or ends the game without any effect on the next one."""
    game = setting.game
    again, info = unwrapped(game).reset(seed=1)
    legal = int(info["action_mask"].argmax())
    for wrong in (illegal_action(info["action_mask"]), -1, len(game.actions)):
        raising, ending = unwrapped(game, illegal="raise"), unwrapped(game, illegal="terminate")
        for env in (raising, ending):
            env.reset(seed=1)
        before = raising.tables.batch.records.tobytes()
        assert is_refused(raising, wrong), f"seed 1: the action {wrong} is not refused"
        assert raising.tables.batch.records.tobytes() == before, f"seed 1: the refused action {wrong} changes the table"
        raising.step(legal)
        _, *ends, info = ending.step(wrong)
        assert ends == [-1, True, False], f"seed 1: after the action {wrong}, reward and ends are {ends}"
        assert info["illegal_action"], f"seed 1: after the action {wrong} the info is {info}"
        assert is_refused(ending, legal), f"seed 1: after the action {wrong} the game goes on"
        observation, info = ending.reset(seed=1)
        assert same(observation, again), f"the game after the action {wrong} is another one"
        assert info["action_mask"][legal], f"in the game after the action {wrong} others are legal"


def is_refused(env: Any, action: int) -> bool:
    """Returns whether a step raises an error."""
    try:
        env.step(action)
    except IllegalAction:
        return True
    return False


@check(Each.GAME, views=True)
def check_the_seat_moves_with_each_game(setting: Setting) -> None:
    """With ``seat="rotate"``, each game moves the learner to the next seat."""
    env = unwrapped(setting.game, seat="rotate")
    seats = []
    for _ in range(setting.num_players):
        env.reset()
        seats.append(int(env.tables.batch.watchers[0]))
    assert seats == list(range(setting.num_players)), f"the seats are {seats}"
    env.reset(seed=1)
    assert env.tables.batch.watchers[0] == 0, "a seed does not begin anew with seat 0"


def both_vectors(setting: Setting, num_envs: int = 3, **more: Any) -> tuple[VectorSeats, Any]:
    """The native vector, and Gymnasium's own vector of single-seat environments."""
    settings = {"opponents": OPPONENTS, **setting.arguments, **more}
    native = VectorSeats(setting.game.id, num_envs, **settings)
    modes: dict[str, Any] = {
        "vectorization_mode": "sync",
        "vector_kwargs": {"autoreset_mode": AutoresetMode.SAME_STEP},
    }
    return native, gymnasium.make_vec(f"cardzoo/{setting.game.id}", num_envs, **modes, **settings)


def alike(one: Any, other: Any) -> bool:
    """Returns whether two values of infos are equal, with equal types."""
    if isinstance(one, dict):
        return one.keys() == other.keys() and all(alike(one[name], other[name]) for name in one)
    return bool(one.dtype == other.dtype) and all(same(mine, its) for mine, its in zip(one, other, strict=True))


def play_alike(vectors: tuple[VectorSeats, Any], steps: int, seed: int = 3, wrong: float = 0.0) -> int:
    """Play both vectors alike for so many steps; some actions are illegal.

    Returns:
        The number of games that have ended.
    """
    policy, slips = scattered(seed), np.random.default_rng(seed)
    native, _ = vectors
    masks, ends = native.action_masks(), 0
    for step in range(steps):
        legal = [policy(mask) for mask in masks]
        actions = np.where(slips.random(len(legal)) < wrong, [illegal_action(mask) for mask in masks], legal)
        actions = np.minimum(actions, masks.shape[1] - 1)  # Gymnasium's vector accepts no others
        (*mine, my_info), (*its, its_info) = (vector.step(actions) for vector in vectors)
        names = ("observations", "rewards", "terminations", "truncations")
        for name, one, other in zip(names, mine, its, strict=True):
            is_same = same(one, one.__class__(other) if isinstance(one, dict) else other.astype(one.dtype))
            assert is_same, f"step {step}: the {name} of make_vec are not those of single environments"
        assert alike(my_info, its_info), f"step {step}: the infos of make_vec are not those of single environments"
        masks = native.action_masks()
        ends += int(np.sum(mine[2] | mine[3]))
    return ends


@check(Each.FEW_SETTINGS, views=True)
def check_vector_of_seats_equals_gymnasium_s_own(setting: Setting) -> None:
    """Table k of ``make_vec`` plays as the single-seat environment with seed + k, the next games included."""
    vectors = both_vectors(setting)
    (mine, my_info), (its, its_info) = (vector.reset(seed=11) for vector in vectors)
    assert same(mine, its), "after a reset, make_vec observes something else than single environments"
    assert alike(my_info, its_info), "after a reset, the infos of make_vec are not those of single environments"
    play_alike(vectors, count(compiled=150, interpreted=15))


@check(Each.GAME, views=True)
def check_make_vec(setting: Setting) -> None:
    """`gymnasium.make_vec` makes the native vector, with masks in infos."""
    vector = gymnasium.make_vec(f"cardzoo/{setting.game.id}", num_envs=2, opponents=OPPONENTS)
    observations, infos = vector.reset(seed=1)
    assert vector.observation_space.contains(observations), "seed 1: the observations are not in their space"
    shape = infos["action_mask"].shape
    assert shape == (2, len(setting.game.actions)), f"the masks are of shape {shape}"


def ended(env: Any, steps: int) -> bytes:
    """The record after so many of the learner's first legal actions."""
    for _ in range(steps):
        mask = env.action_masks()
        if not mask.any():
            break
        env.step(int(mask.argmax()))
    return bytes(env.tables.batch.records.tobytes())


@check(Each.GAME, views=True)
def check_reset_with_options_and_a_seed_is_the_same_game_each_time(setting: Setting) -> None:
    """The seed determines the opponents and all later shuffles, also after a written deck or position."""
    game = setting.game
    table = game.table(3)
    position = {name: table.words()[name] for name in game.state.fields}
    for options in (
        {"deck": list(setting.pack)},
        {"dealer": setting.num_players - 1},
        {"position": position | {"player": table.player, "dealer": int(table.state.dealer)}},
    ):
        env = unwrapped(game)
        games = []
        for seed in (5, 5, 6):
            env.reset(seed=1)  # an earlier game must not matter
            ended(env, seed)
            env.reset(seed=seed, options=options)
            (seen,) = env.tables.batch.records["seed"]
            assert seen == seed, f"after reset(seed={seed}) with a {next(iter(options))} the table's seed is {seen}"
            games.append(ended(env, count(compiled=5, interpreted=2)))
        assert games[0] == games[1], f"reset(seed=5) with a {next(iter(options))} gives two games"


@check(Each.GAME, views=True)
def check_the_named_seat_deals_without_a_written_deck_too(setting: Setting) -> None:
    """``reset(options={"dealer": ...})`` sets the dealer."""
    for dealer in range(setting.num_players):
        env = unwrapped(setting.game)
        env.reset(seed=2, options={"dealer": dealer})
        table = setting.table(2, dealer=dealer)
        dealt = env.tables.batch.records["dealer"][0]
        assert dealt == table.state.dealer, at(table, f"player {dealt} deals, not player {dealer}")


@check(Each.GAME, views=True)
def check_options_start_every_environment_of_a_vector(setting: Setting) -> None:
    """Options start every environment of a vector like a single one."""
    deck = list(setting.pack)[::-1]
    vector, single = VectorSeats(setting.game.id, 3, opponents=OPPONENTS), unwrapped(setting.game)
    observations, infos = vector.reset(seed=4, options={"deck": deck})
    for k in range(3):
        observation, info = single.reset(seed=4 + k, options={"deck": deck})
        where = f"seed {4 + k} with a written deck: in make_vec"
        assert same(observations[k], observation), f"{where} the observation is another one"
        assert np.array_equal(infos["action_mask"][k], info["action_mask"]), f"{where} the mask is another one"
        dealt = vector.tables.batch.records[k].tobytes()
        assert dealt == single.tables.batch.records.tobytes(), f"{where} the deal is another one"
