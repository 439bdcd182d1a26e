"""The searching agent: worlds, budget, threads."""

import sys
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any

import numpy as np

from cardzoo.agents.base import Bot, bots
from cardzoo.agents.search.tree import NO_NODE, NODE, ROOT, SEARCH, make_simulate
from cardzoo.envs.engine import Game, rng
from cardzoo.envs.engine.compiling import entry_point, hash_sources
from cardzoo.envs.engine.fields import suggest

MOST_NODES = 1 << 18  # a thread's tree: 10 MiB
LONGEST_LINE = 512  # actions in the tree
SLICE = 16  # simulations between two looks at the clock


@dataclass(frozen=True)
class SearchSettings:
    """How a search goes about.

    Attributes:
        simulations: for each decision, shared among the threads; None where only the time counts.
        seconds: for each decision; None where only simulations count. Results then depend on the machine.
        exploration: the weight of what has rarely been tried.
        guide: the scripted agent whose choices are favoured: ``"random"``, ``"novice"`` or ``"expert"``.
        rollout: the scripted agent that plays on from the tree's edge.
        worlds: how many times the hidden cards are drawn again for a decision; None for once a simulation, up to 256.
        depth: actions after which a simulation ends as it stands.
        threads: each with a tree of its own; visits are added up.
    """

    simulations: int | None = 200
    seconds: float | None = None
    exploration: float = 1.0
    guide: str = "expert"
    rollout: str = "expert"
    worlds: int | None = None
    depth: int = 1000
    threads: int = 1

    def __post_init__(self) -> None:
        if self.simulations is None and self.seconds is None:
            raise ValueError("a search needs simulations or seconds")
        for name, least in (("simulations", 1), ("seconds", 0), ("exploration", 0), ("worlds", 1), ("threads", 1)):
            value = getattr(self, name)
            if value is not None and value < least:
                raise ValueError(f"search: {name}={value} is too little; at least {least}")


class SearchAgent:
    """Information-set Monte Carlo tree search; see `cardzoo.agents.search.tree`.

    Long matches are searched to the end of the hand, by the points it brings; other games to their end.

    Args:
        game: the game.
        settings: how to search.
        name: the agent's name; by default it tells simulations or seconds.

    Raises:
        ValueError: if the game has no such agent for rollouts.
    """

    def __init__(self, game: Game, settings: SearchSettings | None = None, name: str | None = None) -> None:
        self.game = game
        self.settings = settings = settings or SearchSettings()
        for name in (settings.guide, settings.rollout):
            if name not in bots(game):
                raise ValueError(f"search: {game.name} has no scripted agent {name!r}; {suggest(name, bots(game))}")
        budget = settings.simulations if settings.seconds is None else f"{settings.seconds}s"
        self.name = name or f"search:{budget}"
        self._simulate = _compile(game, settings.guide, settings.rollout)
        self._trees = [_Tree(game) for _ in range(settings.threads)]
        self._pool = ThreadPoolExecutor(settings.threads - 1) if settings.threads > 1 else None
        self.steps = 0

    def act_at(self, table: np.ndarray, player: int, mask: np.ndarray, generator: np.ndarray) -> int:
        """Choose an action at a table; see `cardzoo.agents.StateAgent`.

        Returns:
            The legal action that was taken most often, of equal ones the one that gained most.
        """
        legal = np.flatnonzero(mask)
        if len(legal) == 1:
            return int(legal[0])
        worlds = self._draw_worlds(table, player, generator)
        visits, gains = np.zeros(len(mask), np.int64), np.zeros(len(mask))
        drawn = np.random.default_rng(int(rng.draw(generator[0])))
        seeds = drawn.integers(1 << 62, size=(len(self._trees), 1), dtype=np.uint64)
        shares = [
            (tree, worlds, rng.generators(seeds[k : k + 1].astype(np.uint64))) for k, tree in enumerate(self._trees)
        ]
        others = [self._pool.submit(self._grow, *share) for share in shares[1:]] if self._pool else []
        self._grow(*shares[0])
        for other in others:
            other.result()
        self.steps = sum(int(tree.search["steps"][0]) for tree in self._trees)
        for tree in self._trees:
            tree.add_up(visits, gains)
        means = np.divide(gains, visits, out=np.full(len(mask), -np.inf), where=visits > 0)
        return int(max(legal, key=lambda action: (visits[action], means[action])))

    def _draw_worlds(self, table: np.ndarray, player: int, generator: np.ndarray) -> np.ndarray:
        number = self.settings.worlds or min(self.settings.simulations or 256, 256)
        worlds = np.repeat(table, number if self.game.hides_cards else 1)
        worlds["score_rewards"] |= self.game.hands is not None
        worlds["scored"] = worlds["score"]
        rng.reseed(worlds, generator)
        for world in range(len(worlds)):
            self.game.kernels.redeal(worlds[world : world + 1], player)
        return worlds

    def _grow(self, tree: "_Tree", worlds: np.ndarray, generators: np.ndarray) -> None:
        settings = self.settings
        tree.clear()
        start = time.perf_counter()
        most = settings.simulations and -(-settings.simulations // settings.threads)
        while True:
            done = int(tree.search["simulations"][0])
            count = SLICE if most is None else min(SLICE if settings.seconds else most, most - done)
            self._simulate(
                count,
                worlds,
                tree.table,
                tree.blank_view,
                tree.view,
                tree.mask,
                tree.nodes,
                tree.path,
                tree.gains,
                generators,
                tree.search,
                settings.exploration,
                settings.depth,
            )
            done = int(tree.search["simulations"][0])
            if done == most or tree.search["nodes"][0] == len(tree.nodes):
                return
            if settings.seconds is not None and time.perf_counter() - start >= settings.seconds:
                return


class _Tree:
    """What a thread works with."""

    def __init__(self, game: Game) -> None:
        self.table = np.zeros(1, game.dtype)
        self.blank_view = game.view.blank()
        self.view = self.blank_view.copy()
        self.mask = np.zeros(len(game.actions), np.int8)
        self.nodes = np.zeros(MOST_NODES, NODE)
        self.path = np.zeros(LONGEST_LINE, np.int64)
        self.gains = np.zeros(game.seats)
        self.search = np.zeros(1, SEARCH)

    def clear(self) -> None:
        """An empty tree: the root alone."""
        self.search[0] = (1, 0, 0, 0.0, 0.0, 0.0)
        self.nodes[ROOT] = (NO_NODE, NO_NODE, 0, 0, 0, 0, 0.0)

    def add_up(self, visits: np.ndarray, gains: np.ndarray) -> None:
        """Add the root's actions to counts and sums by action."""
        child = self.nodes[ROOT]["child"]
        while child != NO_NODE:
            node = self.nodes[child]
            visits[node["action"]] += node["visits"]
            gains[node["action"]] += node["gain"]
            child = node["sibling"]


def parse_search(name: str, game: Game) -> SearchAgent:
    """An agent from words such as ``search``, ``search:500``, ``search:0.2s`` or ``search:500:rollout=random``.

    Raises:
        ValueError: naming what is wrong and what is allowed.
    """
    given: dict[str, Any] = {}
    kinds = {field.name: str(field.type) for field in fields(SearchSettings)}
    for part in name.split(":")[1:]:
        key, _, value = part.partition("=") if "=" in part else ("", "", part)
        try:
            if not key and value.endswith("s"):
                given |= {"seconds": float(value[:-1]), "simulations": None}
            elif not key:
                given["simulations"] = int(value)
            elif key not in kinds:
                raise ValueError(f"{name}: {key!r} is unknown; {suggest(key, kinds)}")
            else:
                given[key] = value if "str" in kinds[key] else float(value) if "float" in kinds[key] else int(value)
        except ValueError as problem:
            if "unknown" in str(problem):
                raise
            raise ValueError(
                f"{name}: {part!r} is not understood; write search:500, search:0.2s, or key=value"
            ) from None
    return SearchAgent(game, SearchSettings(**given), name)


def _compile(game: Game, guide: str, rollout: str) -> Any:
    engine = Path(str(sys.modules["cardzoo.envs.engine"].__file__)).parent
    chosen = [bots(game)[guide], bots(game)[rollout]]
    scripted = [Path(str(sys.modules[bot.__module__].__file__)) for bot in chosen]
    sources = hash_sources(engine, engine.parent / "families", game.file, Path(__file__).parent, *scripted)
    return entry_point(game.name, f"search-{guide}-{rollout}", sources, make_simulate(game, *chosen))
