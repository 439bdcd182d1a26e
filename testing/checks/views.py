"""Infos and states of a game's views, as other libraries expect them."""

from typing import Any

import numpy as np

from cardzoo.envs import CardEnv
from cardzoo.testing.check import Each, check
from cardzoo.testing.playing import at, illegal_action, scattered
from cardzoo.testing.setting import Setting, count


def kinds(info: dict[str, Any]) -> dict[str, Any]:
    """The type, dtype and shape of each value of an info, by name."""
    return {name: (type(value), value.dtype, value.shape) for name, value in info.items()}


@check(Each.GAME, views=True)
def check_infos_of_gymnasium_hold_the_same_at_every_step(setting: Setting) -> None:
    """Minari stores only infos of a constant structure; TorchRL makes tensors of them, so their values are numbers."""
    actions = len(setting.game.actions)
    env, policy = setting.single(opponents="random"), scattered(7)
    _, info = env.reset(seed=1)
    expected = kinds(info)
    assert expected.keys() == {"action_mask", "score", "rank", "illegal_action"}, f"an info holds {[*expected]}"
    assert all(np.asarray(value).dtype.kind in "bi" for value in info.values()), f"infos are not numbers: {info}"
    for step in range(count(compiled=300, interpreted=25)):
        where = f"step {step} of one game after the other from seed 1"
        _, _, terminated, truncated, info = env.step(policy(info["action_mask"]) if step != 10 else actions)
        assert kinds(info) == expected, f"{where}: the info holds {kinds(info)}"
        is_offence = step == 10 and terminated
        assert bool(info["illegal_action"]) == is_offence, f"{where}: illegal_action is {info['illegal_action']}"
        if terminated or truncated:
            assert info["illegal_action"] or info["rank"] >= 1, f"{where}: the rank is {info['rank']}"
            _, info = env.reset()
            assert kinds(info) == expected, f"{where}: after a reset the info holds {kinds(info)}"


@check(Each.GAME, views=True)
def check_infos_of_pettingzoo_hold_the_same_at_every_step(setting: Setting) -> None:
    """Infos are NumPy numbers, 0 before the end; an illegal action changes neither names nor types."""
    env = CardEnv(setting.game)
    env.reset(seed=1)
    expected = kinds(env.infos[env.agent_selection])
    assert expected.keys() == {"score", "rank", "illegal_action"}, f"an info holds {[*expected]}"
    if not env.table.over:
        assert all(not any(info.values()) for info in env.infos.values()), at(env.table, f"infos: {env.infos}")
    while not env.table.over and env.table.state.steps < count(compiled=300, interpreted=20):
        env.step(int(env.table.mask.argmax()))
        holds_all = all(kinds(info) == expected for info in env.infos.values())
        assert holds_all, at(env.table, f"infos: {env.infos}")
    if env.table.over:
        ranks = [int(info["rank"]) for info in env.infos.values()]
        assert ranks == env.table.ranks(), at(env.table, f"the ranks are {env.table.ranks()}, and infos hold {ranks}")
    else:
        env.step(illegal_action(env.table.mask))
        holds_all = all(kinds(info) == expected for info in env.infos.values())
        assert holds_all, at(env.table, f"infos after an illegal action: {env.infos}")


@check(Each.FEW_SETTINGS, views=True)
def check_every_state_lies_in_finite_bounds(setting: Setting) -> None:
    """Every state lies within the finite bounds of `state_space`."""
    env = setting.env()
    low, high = env.state_space.low, env.state_space.high
    assert np.isfinite(low).all(), "the state's bounds are not finite"
    assert np.isfinite(high).all(), "the state's bounds are not finite"
    for seed in range(count(compiled=3, interpreted=1)):
        env.reset(seed=seed)
        policy = scattered(seed)
        for _ in range(count(compiled=1000, interpreted=60)):
            state = env.state()
            outside = np.flatnonzero((state < low) | (state > high))[:3].tolist()
            bounds = [(float(state[k]), float(low[k]), float(high[k])) for k in outside]
            assert not outside, at(env.table, f"state(): the numbers {outside} with their bounds are {bounds}")
            assert env.state_space.contains(state), at(env.table, "state() is not in its space")
            if env.table.over:
                break
            env.step(policy(env.table.mask))
