"""Ways to play a game in a check, each determined by its seed."""

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from functools import cache, lru_cache
from typing import Any

import numpy as np

from cardzoo.agents import AnyAgent, agent_generator, ask, memory_of
from cardzoo.envs import Table
from cardzoo.testing.setting import Setting, count

HIDING_SEED = 16
"""A seed with which every deal hides something; most deals of The Kings end with all cards open."""

LONGEST = 200_000
"""A number of steps that no bounded game may reach."""

MOST_REDEALT = 1 << 14
"""Redealt tables in the cache: those of some settings of a game, a few kilobytes each."""

Policy = Callable[[np.ndarray], int]


def at(table: Table, words: str) -> str:
    """A message with its position: the seed of the game, the number of steps and the player on turn."""
    state = table.state
    return f"seed {state.seed}, step {state.steps}, turn of player {table.player}: {words}"


def walk(table: Table, seed: int = 0, most: int = 10**6) -> Iterator[int]:
    """Play at most so many random legal actions, or until the game is over; yields each before it is played."""
    choose = np.random.default_rng(seed)
    for _ in range(most):
        if table.over:
            return
        legal = legal_actions(table)
        action = int(legal[choose.integers(len(legal))])
        yield action
        take(table, action)


def legal_actions(table: Table) -> np.ndarray:
    """The legal actions, at least one."""
    (legal,) = table.mask.nonzero()
    assert len(legal), at(table, "nothing is legal, and the game is not over")
    return legal


def take(table: Table, action: int) -> None:
    """Play a legal action; an error in the rules names the position and the action."""
    before = table.records.tobytes()
    try:
        table.step_legal(action)
    except Exception as problem:
        table.records[:] = np.frombuffer(before, table.game.dtype)
        problem.add_note(at(table, f"{table.game.actions.words[action]!r} was played"))
        raise


def play_out(table: Table, seed: int = 0, most: int = 10**6) -> Table:
    """Play random legal actions; returns the table itself."""
    for _ in walk(table, seed, most):
        pass
    return table


def walk_among(table: Table, agent: AnyAgent, seed: int = 0, most: int = 10**6) -> Iterator[int]:
    """Play at most so many actions of an agent in all seats, or until the game is over; yields each as `walk` does."""
    generator = agent_generator(seed)
    memories = [memory_of(agent) for _ in range(table.num_players)]
    for _ in range(most):
        if table.over:
            return
        player = table.player
        action = ask(agent, table.game, table.records, player, table.mask.copy(), generator, memories[player])
        yield action
        take(table, action)


def phase_of(table: Table) -> str:
    """The phase of the game in words; "play" if the game has none."""
    if table.over:
        return "over"
    fields = table.game.state.fields
    return str(fields["phase"].to_words(table.state["phase"], 0)) if "phase" in fields else "play"


def opening_seeds(setting: Setting) -> list[int]:
    """Some seeds, and `HIDING_SEED` if its game begins in a phase that theirs do not."""
    seeds = list(range(count(compiled=6, interpreted=2)))
    begun = {phase_of(setting.table(seed)) for seed in seeds}
    return seeds if phase_of(setting.table(HIDING_SEED)) in begun else [*seeds, HIDING_SEED]


@cache
def positions(setting: Setting) -> tuple[Table, ...]:
    """Positions of random games: some of every phase that these games reach, including the deal and the end."""
    kept, nth = [], count(compiled=1, interpreted=1, checked=2)  # the others in the next game
    for seed in opening_seeds(setting):
        table = setting.table(seed)
        phases = defaultdict(list)
        for _ in walk(table, seed, count(compiled=3000, interpreted=100)):
            phases[phase_of(table)].append(table.copy())
        if table.over:
            phases["over"].append(table)
        for tables in phases.values():
            places = np.linspace(0, len(tables) - 1, count(compiled=5, interpreted=3)).astype(int)
            kept += [tables[place] for place in np.unique(places[seed % nth :: nth])]
    return tuple(kept)


def some_positions(setting: Setting, interpreted: int = 3) -> tuple[Table, ...]:
    """`positions`, but only one in so many if the rules run interpreted."""
    return positions(setting)[:: count(compiled=1, interpreted=interpreted)]


@lru_cache(MOST_REDEALT)
def redealt(table: Table, player: int, seed: int) -> Table:
    """A position redealt for a seat, cached for all checks since some redeals are slow; copy it before playing it."""
    return table.redeal(player, seed)


def illegal_action(mask: np.ndarray) -> int:
    """An action that is not legal now; if all are legal, the first number that is no action."""
    return len(mask) if mask.all() else int(mask.argmin())


def cards_of(table: Table) -> bytes:
    """The places of all cards, as bytes."""
    return b"".join(table.state[field.name].tobytes() for field in table.game.state.holders())


def scattered(seed: int) -> Policy:
    """A uniformly random policy over the legal actions; equal seeds and masks give equal actions."""
    choose = np.random.default_rng(seed)

    def policy(mask: np.ndarray) -> int:
        (legal,) = mask.nonzero()
        assert len(legal), "nothing is legal, and the game is not over"
        return int(legal[choose.integers(len(legal))])  # as choose.choice, in a quarter of the time

    return policy


def same(one: Any, other: Any) -> bool:
    """Returns whether two observations are equal: arrays, texts, or dictionaries of them."""
    if isinstance(one, Mapping):
        return one.keys() == other.keys() and all(same(one[name], other[name]) for name in one)
    return np.array_equal(one, other)


def row_of(observations: Any, k: int) -> Any:
    """The k-th of a batch of observations."""
    if isinstance(observations, Mapping):
        return {name: row_of(part, k) for name, part in observations.items()}
    return observations[k]


def differing(one: Table, other: Table, but: tuple[str, ...] = ()) -> list[str]:
    """The fields in which two tables differ, except those named."""
    names = (name for name in one.game.dtype.names or () if name not in but)
    return [name for name in names if one.state[name].tobytes() != other.state[name].tobytes()]
