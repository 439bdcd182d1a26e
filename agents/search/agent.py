"""The searching agent: it draws worlds, runs races between its actions in them, and keeps to a budget."""

import sys
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, fields
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np

from cardzoo.agents.base import CompiledAgent, bots
from cardzoo.agents.search.tree import NO_NODE, NODE, ROOT, SEARCH, make_simulate
from cardzoo.envs.engine import Game, rng
from cardzoo.envs.engine.compiling import entry_point, hash_sources
from cardzoo.envs.engine.fields import suggest

MOST_NODES = 1 << 18  # of a thread's tree: 10 MiB
LONGEST_LINE = 512  # actions in the tree
MOST_ROUNDS = 1 << 13
LEAST_ROUNDS = 16  # before an action may be given up
GIVE_UP = 2.0  # standard errors behind the leader


@dataclass(frozen=True)
class SearchSettings:
    """How a search goes about.

    Attributes:
        simulations: for each decision; None where only the time counts.
        seconds: for each decision; None where only simulations count. Results then depend on the machine.
        guide: the scripted agent whose choices are favoured: ``"random"``, ``"novice"`` or ``"expert"``.
        rollout: the scripted agent that plays on from the tree's edge.
        exploration: in the tree, the weight of what has rarely been tried.
        evidence: standard errors by which another action must be better than the guide's to be taken.
        worlds: how many times the hidden cards are drawn again for a decision.
        depth: actions after which a simulation ends as it stands.
        threads: each with a tree and worlds of its own.
    """

    simulations: int | None = 1000
    seconds: float | None = None
    guide: str = "expert"
    rollout: str = "expert"
    exploration: float = 1.0
    evidence: float = 1.0
    worlds: int = 256
    depth: int = 1000
    threads: int = 1

    def __post_init__(self) -> None:
        if self.simulations is None and self.seconds is None:
            raise ValueError("a search needs simulations or seconds")
        least = {"simulations": 1, "seconds": 0, "exploration": 0, "evidence": 0, "worlds": 1, "depth": 1, "threads": 1}
        for name, bound in least.items():
            value = getattr(self, name)
            if value is not None and value < bound:
                raise ValueError(f"search: {name}={value} is too little; at least {bound}")


class SearchAgent:
    """Information-set tree search with a race at the root; see `cardzoo.agents.search.tree`.

    In each round every action that is still in the race is tried once, all in the same world and with the same luck to
    come, so that gains are compared in pairs (a racing algorithm, Maron and Moore, 1994). An action that is `GIVE_UP`
    standard errors behind the leader is out; as the budget is used up by halves, so are the worse half of those left
    (sequential halving, Karnin, Koren and Somekh, 2013). The guide's action is taken unless another one is better by
    ``evidence`` standard errors.

    Long matches are searched to the end of the hand, by the points it brings; other games to their end.

    Args:
        game: the game.
        settings: how to search.
        name: the agent's name; by default it tells simulations or seconds.

    Attributes:
        steps: actions played in the simulations of the last decision.
        rounds: of the last decision.

    Raises:
        ValueError: if the game has no such scripted agents.
    """

    def __init__(self, game: Game, settings: SearchSettings | None = None, name: str | None = None) -> None:
        self.game = game
        self.settings = settings = settings or SearchSettings()
        for agent in (settings.guide, settings.rollout):
            if agent not in bots(game):
                raise ValueError(f"search: {game.name} has no scripted agent {agent!r}; {suggest(agent, bots(game))}")
        budget = settings.simulations if settings.seconds is None else f"{settings.seconds}s"
        self.name = name or f"search:{budget}"
        self._guide = CompiledAgent(settings.guide, bots(game)[settings.guide], game)
        self._trees = [_Tree(game, settings) for _ in range(settings.threads)]
        self._pool = ThreadPoolExecutor(settings.threads - 1) if settings.threads > 1 else None
        self.steps = self.rounds = 0

    def act_at(self, table: np.ndarray, player: int, mask: np.ndarray, generator: np.ndarray) -> int:
        """Choose an action at a table; see `cardzoo.agents.StateAgent`."""
        start = time.perf_counter()
        legal = np.flatnonzero(mask)
        if len(legal) == 1:
            return int(legal[0])
        view = self.game.view.blank()
        self.game.kernels.observe(table, player, self.game.view.blank(), view)
        favourite = int(np.searchsorted(legal, self._guide.act(view[0], mask, generator)))
        self._draw_worlds(table, player, generator)
        for tree in self._trees:
            tree.plant(legal, player)
        best = self._race(len(legal), favourite, start, int(rng.draw(generator[0])) << 29)
        self.steps = sum(int(tree.search["steps"][0]) for tree in self._trees)
        return int(legal[best])

    def _draw_worlds(self, table: np.ndarray, player: int, generator: np.ndarray) -> None:
        settings = self.settings
        number = settings.worlds if settings.simulations is None else min(settings.worlds, settings.simulations)
        worlds = np.repeat(table, number if self.game.hides_cards else 1)
        worlds["score_rewards"] |= self.game.hands is not None
        worlds["scored"] = worlds["score"]
        rng.reseed(worlds, generator)
        for world in range(len(worlds)):
            self.game.kernels.redeal(worlds[world : world + 1], player)
        for tree in self._trees:
            tree.worlds = worlds

    def _race(self, number: int, favourite: int, start: float, seed: int) -> int:
        """The place of the action to take, among those that are legal."""
        gains = np.zeros((number, MOST_ROUNDS))
        racing = np.arange(number)
        halvings = max(int(np.ceil(np.log2(number))), 1)
        halved = done = used = 0
        while True:
            left = self._left(used, start)
            rounds = min(self._slice(len(racing), used), MOST_ROUNDS - done)
            if left <= 0 or rounds <= 0 or len(racing) == 1:
                break
            now = self._grow(racing, done, rounds, seed, gains)
            used += (now - done) * len(racing)
            if now < done + rounds:
                break
            done = now
            means = gains[racing, :done].mean(axis=1)
            leader = racing[means.argmax()]
            behind = gains[leader, :done] - gains[racing, :done]
            errors = np.sqrt(behind.var(axis=1) / done)
            if done >= LEAST_ROUNDS:
                racing = racing[(behind.mean(axis=1) <= GIVE_UP * errors)]
            while halved < halvings and self._left(used, start) < 1 - (halved + 1) / halvings:
                halved += 1
                most = max(2, number >> halved)
                if len(racing) > most:
                    order = gains[racing, :done].mean(axis=1) + (racing == favourite) * 1e-12
                    kept = set(racing[np.argsort(-order, kind="stable")[:most]].tolist())
                    racing = np.array([place for place in racing if place in kept or place == favourite])
        self.rounds = done
        if done == 0:
            return favourite
        means = gains[racing, :done].mean(axis=1)
        leader = int(racing[means.argmax()])
        if favourite in racing:
            ahead = gains[leader, :done] - gains[favourite, :done]
            if ahead.mean() <= self.settings.evidence * np.sqrt(ahead.var() / done):
                return favourite
        return leader

    def _left(self, used: int, start: float) -> float:
        """The share of the budget that is left."""
        settings = self.settings
        left = 1.0
        if settings.simulations is not None:
            left = 1 - used / settings.simulations
        if settings.seconds is not None:
            left = min(left, 1 - (time.perf_counter() - start) / max(settings.seconds, 1e-9))
        return left

    def _slice(self, racing: int, used: int) -> int:
        """Rounds up to the next look at clock and standings."""
        if self.settings.simulations is None:
            return 8
        return min(8, (self.settings.simulations - used) // racing)

    def _grow(self, racing: np.ndarray, done: int, rounds: int, seed: int, gains: np.ndarray) -> int:
        edges = np.linspace(done, done + rounds, len(self._trees) + 1).astype(int)
        shares = [(first, last, racing, seed, gains) for first, last in pairwise(edges)]
        if self._pool is None:
            return self._trees[0].grow(*shares[0])
        others = [self._pool.submit(tree.grow, *share) for tree, share in zip(self._trees[1:], shares[1:], strict=True)]
        ends = [self._trees[0].grow(*shares[0]), *(other.result() for other in others)]
        return done + rounds if ends == edges[1:].tolist() else done


class _Tree:
    """What a thread works with."""

    def __init__(self, game: Game, settings: SearchSettings) -> None:
        self.settings = settings
        self.worlds = self.table = np.zeros(1, game.dtype)
        self.blank_view = game.view.blank()
        self.view = self.blank_view.copy()
        self.mask = np.zeros(len(game.actions), np.int8)
        self.nodes = np.zeros(MOST_NODES, NODE)
        self.path = np.zeros(LONGEST_LINE, np.int64)
        self.gains = np.zeros(game.seats)
        self.search = np.zeros(1, SEARCH)
        self.generators = rng.generators(np.zeros(1, np.uint64))
        self._simulate = _compile(game, settings.guide, settings.rollout)

    def plant(self, actions: np.ndarray, player: int) -> None:
        """A tree of the root and its actions."""
        self.search[0] = (1 + len(actions), 0, 0.0, 0.0, 0.0)
        self.nodes[ROOT] = (NO_NODE, NO_NODE, 0, 0, 0, 0, 0.0)
        for place, action in enumerate(actions):
            self.nodes[ROOT + 1 + place] = (NO_NODE, NO_NODE, 0, 0, action, player, 0.0)

    def grow(self, first: int, last: int, actions: np.ndarray, seed: int, results: np.ndarray) -> int:
        """Run some rounds; gives the first one that was not run."""
        return int(
            self._simulate(
                first,
                last,
                actions,
                self.worlds,
                np.uint64(seed),
                self.table,
                self.blank_view,
                self.view,
                self.mask,
                self.nodes,
                self.path,
                self.gains,
                self.generators,
                self.search,
                self.settings.exploration,
                self.settings.depth,
                results,
            )
        )


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
            allowed = "write search:500, search:0.2s, or key=value"
            raise ValueError(f"{name}: {part!r} is not understood; {allowed}") from None
    return SearchAgent(game, SearchSettings(**given), name)


def _compile(game: Game, guide: str, rollout: str) -> Any:
    engine = Path(str(sys.modules["cardzoo.envs.engine"].__file__)).parent
    chosen = [bots(game)[guide], bots(game)[rollout]]
    scripted = [Path(str(sys.modules[bot.__module__].__file__)) for bot in chosen]
    sources = hash_sources(engine, engine.parent / "families", game.file, Path(__file__).parent, *scripted)
    return entry_point(game.name, f"search-{guide}-{rollout}", sources, make_simulate(game, *chosen))
