"""The searching agent: it draws worlds, has its actions race in them, and keeps to a budget."""

import time
from collections.abc import Iterator
from dataclasses import dataclass, fields
from itertools import pairwise
from typing import Any

import numpy as np

from cardzoo.agents.base import bots, guess_of, rollout_of
from cardzoo.agents.search.race import MOST_ROUNDS, Race
from cardzoo.agents.search.tree import NO_NODE, NODE, ROOT, SEARCH, make_simulate
from cardzoo.envs.engine import Game, rng
from cardzoo.envs.engine.bots import adviser, module_of_bot
from cardzoo.envs.engine.fields import suggest
from cardzoo.envs.threads import Threads

MOST_NODES = 1 << 18  # of a thread's tree: 10 MiB
LONGEST_LINE = 512  # actions in the tree
FIRST_ROUND = 0.25  # of the budget, at most; actions that it does not reach are out
TOGETHER = 8  # actions of the first round, and later rounds, between two looks at the budget


@dataclass(frozen=True)
class SearchSettings:
    """How a search goes about.

    Attributes:
        simulations: for each decision; None where only the time counts.
        seconds: of computing for each decision; None where only simulations count. Results then depend on the machine,
            but not on what else it does.
        guide: the scripted agent whose choice is taken without evidence for another: ``"random"``, ``"novice"`` or
            ``"expert"``.
        rollout: the scripted agent whose choices are favoured in the tree, and that plays on from its edge; None for
            the one that suits the game.
        exploration: in the tree, the weight of what has rarely been tried.
        evidence: standard errors by which another action must be better than the guide's to be taken.
        worlds: how many times the hidden cards are drawn again for a decision, at most.
        depth: actions after which a simulation ends as it stands.
        threads: each with a tree of its own.
    """

    simulations: int | None = 1000
    seconds: float | None = None
    guide: str = "expert"
    rollout: str | None = None
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

    All actions are tried in the same worlds and with the same luck to come, round by round, until the budget is used
    up or the race is over. The guide's action is the favourite.

    Long matches are searched to the end of the hand, by what it brings more than it brings on average: points or
    tokens. Other games are searched to their end.

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
        rollout = settings.rollout or rollout_of(game)
        for agent in (settings.guide, rollout):
            if agent not in bots(game):
                raise ValueError(f"search: {game.name} has no scripted agent {agent!r}; {suggest(agent, bots(game))}")
        budget = settings.simulations if settings.seconds is None else f"{settings.seconds}s"
        self.name = name or f"search:{budget}"
        self._advise = game.kernels.advise(settings.guide, bots(game)[settings.guide])
        self._guess = compile_guess(game)
        self._blank_view, self._view = game.view.blank(), game.view.blank()
        self._worlds = np.zeros(settings.worlds if game.hides_cards else 1, game.dtype)
        self._drawn = 0
        self._trees = [_Tree(game, settings, rollout) for _ in range(settings.threads)]
        self._threads = Threads(settings.threads)
        self.steps = self.rounds = 0

    def act_at(self, table: np.ndarray, player: int, mask: np.ndarray, generator: np.ndarray) -> int:
        """Choose an action at a table; see `cardzoo.agents.StateAgent`."""
        budget = _Budget(self.settings)
        legal = np.flatnonzero(mask)
        if len(legal) == 1:
            return int(legal[0])
        favourite = self._ask_guide(table, player, mask, generator)
        self._forget_worlds(table)
        for tree in self._trees:
            tree.plant(legal, player)
        race = Race(len(legal), int(np.searchsorted(legal, favourite)))
        seed = int(rng.draw(generator[0])) << 29
        self._first_round(race, budget, seed, player, generator)
        for rounds in _growing():
            if race.over or budget.left <= 0:
                break
            rounds = min(budget.affordable(rounds, len(race.racing)), MOST_ROUNDS - race.rounds)
            self._draw_worlds(race.rounds + rounds, player, generator)
            if not rounds or not self._grow(race, rounds, seed):
                break
            budget.used += rounds * len(race.racing)
            race.drop(budget.left)
        self.steps = sum(int(tree.search["steps"][0]) for tree in self._trees)
        self.rounds = race.rounds
        return int(legal[race.winner(self.settings.evidence)])

    def _ask_guide(self, table: np.ndarray, player: int, mask: np.ndarray, generator: np.ndarray) -> int:
        """The guide's choice; the seat's view is kept."""
        actions = np.zeros(1, np.int64)
        players = np.array([player], np.int16)
        self._advise(table, players, self._blank_view, self._view, mask[np.newaxis], generator, actions)
        return int(actions[0])

    def _first_round(self, race: Race, budget: "_Budget", seed: int, player: int, generator: np.ndarray) -> None:
        """Try each action once, the favourite first; where there are too many for the budget, some in random order."""
        others = np.delete(race.racing, race.favourite)
        for last in range(len(others) - 1, 0, -1):
            other = int(rng.below(generator[0], last + 1))
            others[[last, other]] = others[[other, last]]
        order = np.concatenate([[race.favourite], others])
        self._draw_worlds(1, player, generator)
        for first in range(0, len(order), TOGETHER):
            if first and budget.left < 1 - FIRST_ROUND:
                order = order[:first]
                break
            actions = order[first : first + TOGETHER]
            self._trees[0].grow(0, 1, actions, self._worlds, seed, race.gains)
            budget.used += len(actions)
        race.racing = np.sort(order)
        race.rounds = 1
        race.drop(budget.left)

    def _forget_worlds(self, table: np.ndarray) -> None:
        self._worlds[:] = table
        self._drawn = 0

    def _draw_worlds(self, number: int, player: int, generator: np.ndarray) -> None:
        """See to it that so many worlds are drawn, if there shall be so many."""
        for drawn in range(self._drawn, min(number, len(self._worlds))):
            world = rng.reseed(self._worlds[drawn : drawn + 1], generator)
            self.game.kernels.redeal(world, player)
            if self._guess is not None:
                self._guess(world, player, self._blank_view, self._view)
            self._drawn = drawn + 1

    def _grow(self, race: Race, rounds: int, seed: int) -> bool:
        """Run some rounds, shared out among the threads; False if a tree was full."""
        edges = np.linspace(race.rounds, race.rounds + rounds, len(self._trees) + 1).astype(int).tolist()
        shares = [(first, last, race.racing, self._worlds, seed, race.gains) for first, last in pairwise(edges)]
        if self._threads.share_out([tree.grow for tree in self._trees], shares) != edges[1:]:
            return False
        race.rounds += rounds
        return True


def _growing() -> Iterator[int]:
    """Rounds between two looks at the budget: few at first, when nobody knows how long they take."""
    rounds = 1
    while True:
        yield rounds
        rounds = min(2 * rounds, TOGETHER)


class _Budget:
    """What a decision may cost.

    Args:
        settings: of the search.

    Attributes:
        used: simulations so far.
    """

    def __init__(self, settings: SearchSettings) -> None:
        self._simulations, self._seconds = settings.simulations, settings.seconds
        self._start = time.thread_time()
        self.used = 0

    @property
    def left(self) -> float:
        """The share that is left; 0 or less when nothing is."""
        left = 1.0
        if self._simulations is not None:
            left = 1 - self.used / self._simulations
        if self._seconds is not None:
            left = min(left, 1 - (time.thread_time() - self._start) / max(self._seconds, 1e-9))
        return left

    def affordable(self, rounds: int, actions: int) -> int:
        """So many rounds, or as many as there are simulations left for."""
        return rounds if self._simulations is None else min(rounds, (self._simulations - self.used) // actions)


class _Tree:
    """What a thread works with."""

    def __init__(self, game: Game, settings: SearchSettings, rollout: str) -> None:
        self.settings = settings
        self.table = np.zeros(1, game.dtype)
        self.blank_view = game.view.blank()
        self.view = self.blank_view.copy()
        self.mask = np.zeros(len(game.actions), np.int8)
        self.nodes = np.zeros(MOST_NODES, NODE)
        self.path = np.zeros(LONGEST_LINE, np.int64)
        self.gains = np.zeros(game.seats)
        self.search = np.zeros(1, SEARCH)
        self.generators = rng.generators(np.zeros(1, np.uint64))
        self._simulate = _compile(game, rollout)

    def plant(self, actions: np.ndarray, player: int) -> None:
        """A tree of the root and its actions."""
        self.search[0] = (1 + len(actions), 0, 0.0, 0.0, 0.0)
        self.nodes[ROOT] = (NO_NODE, NO_NODE, 0, 0, 0, 0, 0.0)
        for place, action in enumerate(actions):
            self.nodes[ROOT + 1 + place] = (NO_NODE, NO_NODE, 0, 0, action, player, 0.0)

    def grow(
        self, first: int, last: int, actions: np.ndarray, worlds: np.ndarray, seed: int, results: np.ndarray
    ) -> int:
        """Run some rounds; gives the first one that was not run."""
        return int(
            self._simulate(
                first,
                last,
                actions,
                worlds,
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
        if key and key not in kinds:
            raise ValueError(f"{name}: {key!r} is unknown; {suggest(key, kinds)}")
        try:
            if key:
                given[key] = value if "str" in kinds[key] else float(value) if "float" in kinds[key] else int(value)
            elif value.endswith("s"):
                given |= {"seconds": float(value[:-1]), "simulations": None}
            else:
                given["simulations"] = int(value)
        except ValueError:
            allowed = "write search:500, search:0.2s, or key=value"
            raise ValueError(f"{name}: {part!r} is not understood; {allowed}") from None
    return SearchAgent(game, SearchSettings(**given), name)


def _compile(game: Game, rollout: str) -> Any:
    chosen = bots(game)[rollout]
    function = make_simulate(game, adviser(chosen))
    return game.kernels.compile(f"search-{rollout}", function, __name__, module_of_bot(chosen))


def compile_guess(game: Game) -> Any:
    """`guess_of` a game for (1,) records of tables; None for nothing."""
    guess = guess_of(game)
    if guess is None:
        return None

    def guess_at(worlds: np.ndarray, player: int, blank_view: np.ndarray, view: np.ndarray) -> None:
        guess(worlds[0], player, blank_view, view)

    return game.kernels.compile("guess", guess_at, guess.__module__)
