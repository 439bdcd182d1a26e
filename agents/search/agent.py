"""Search agent: samples worlds, compares its actions in them, and keeps to a budget."""

import time
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, fields
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np

from cardzoo.agents.search.open_play import SolvedWorlds
from cardzoo.agents.search.policy import make_memo, make_network, make_policy
from cardzoo.agents.search.race import MOST_ROUNDS, Race
from cardzoo.agents.search.tree import NO_NODE, NODE, ROOT, SEARCH, Tree, make_simulate
from cardzoo.agents.trained import TrainedAgent, shipped, shipped_for
from cardzoo.envs.engine import Game, rng
from cardzoo.envs.engine.bots import module_of_bot
from cardzoo.envs.engine.fields import suggest
from cardzoo.envs.policies.bots import TRAINED, best_of, bots, guess_of, open_play_of, rollout_of, slow_of
from cardzoo.envs.policies.models import ModelCard
from cardzoo.envs.threads import Threads

MOST_NODES = 1 << 18  # nodes of a thread's tree: 10 MiB
A_NOMINEE = 50  # simulations for each action, besides the favourite, that a model nominates
LONGEST_LINE = 512  # actions in the tree
FIRST_ROUND = 0.25  # maximum share of the budget; actions not tried by then are out
MODEL = "model"  # in place of a scripted agent's name
SOLVER = "solver"  # likewise, as rollout policy: perfect play with all cards open
TOGETHER = 8  # actions of the first round, and later rounds, between two checks of the budget


@dataclass(frozen=True)
class SearchSettings:
    """Settings of a search.

    Attributes:
        simulations: number of simulations for each decision; None for no such limit.
        seconds: processor time for each decision; None for no such limit. With a limit, results depend on the machine,
            but not on its load.
        model: a trained agent, whose network is the policy prior: ``"trained"`` for the one shipped with the game, or a
            model's folder; None for a search with scripted agents alone.
        guide: the agent whose action is taken without evidence for another one: ``"random"``, ``"novice"``,
            ``"expert"`` or, if there is one, the ``"model"``; None for the best scripted agent, or for the model if its
            card reports that it beats that agent.
        rollout: the rollout policy, likewise; None for the scripted agent that suits the game, since a network is
            several times slower. A scripted agent's choices are favoured in the tree. ``"solver"`` is perfect play with
            all cards open, in games that have a solver for it (bridge); where it cannot solve a position, as in an
            auction, the usual policy plays.
        exploration: weight of rarely tried actions in the tree.
        evidence: standard errors by which another action must be better than the guide's to be taken.
        worlds: maximum of samples of the hidden cards for a decision.
        depth: maximum of actions in a simulation, which then ends with the gains so far.
        cut: actions after which a simulation ends at the seat's next decision, with the value that the model's value
            head gives to what the seat sees then; None to play all simulations to the end.
        threads: number of threads, each with its own tree.
    """

    simulations: int | None = 1000
    seconds: float | None = None
    model: str | None = None
    guide: str | None = None
    rollout: str | None = None
    exploration: float = 1.0
    evidence: float = 1.0
    worlds: int = 256
    depth: int = 1000
    cut: int | None = None
    threads: int = 1

    def __post_init__(self) -> None:
        if self.simulations is None and self.seconds is None:
            raise ValueError("a search needs simulations or seconds")
        least = dict.fromkeys(("simulations", "worlds", "depth", "cut", "threads"), 1)
        least |= dict.fromkeys(("seconds", "exploration", "evidence"), 0)
        for name, bound in least.items():
            value = getattr(self, name)
            if value is not None and value < bound:
                raise ValueError(f"search: {name} must be at least {bound}, got {value}")
        if self.cut is not None and self.model is None:
            raise ValueError(f"search: cut needs a model with a value head; write search:500,{TRAINED},cut=20")


@dataclass(frozen=True)
class ActionValue:
    """The value of an action in a search.

    Gains are rewards. In a match they are the points, chips or tokens of the hand above the table's mean. In a
    single-player game that is to be won, they also increase with the progress of the game.

    Attributes:
        action: the action.
        rounds: simulations that began with it.
        value: the seat's mean gain in these.
        error: the standard error of the value.
        behind: mean difference to the chosen action's gain, in rounds in which both were tried, with the same luck.
        behind_error: the standard error of this difference.
    """

    action: int
    rounds: int
    value: float
    error: float
    behind: float
    behind_error: float


class SearchAgent:
    """Information-set tree search with a race at the root; see `cardzoo.agents.search.tree`.

    In each round all actions are tried in the same world and with the same random numbers. The search ends when the
    budget is used up or the race is over. The guide's action is the favourite.

    Long matches are searched to the end of the hand, by its points or tokens above the table's mean. Other games are
    searched to their end.

    Args:
        game: the game.
        settings: settings of the search.
        name: the agent's name; by default it contains the simulations or seconds.

    Attributes:
        steps: actions played in the simulations of the last decision.
        rounds: number of rounds of the last decision.

    Raises:
        ValueError: if the game has no such scripted agents or no solver, or a library that it needs is missing.
    """

    def __init__(self, game: Game, settings: SearchSettings | None = None, name: str | None = None) -> None:
        self.game = game
        self.settings = settings = settings or SearchSettings()
        guides = list(bots(game)) if settings.model is None else [*bots(game), MODEL]
        open_play = open_play_of(game)
        rollouts = guides if open_play is None else [*guides, SOLVER]
        for agent, allowed in ((settings.guide, guides), (settings.rollout, rollouts)):
            if agent is not None and agent not in allowed:
                raise ValueError(f"search: {game.name} has no scripted agent {agent!r}; {suggest(agent, allowed)}")
        self._solver = open_play() if open_play and settings.rollout == SOLVER else None
        budget = settings.simulations if settings.seconds is None else f"{settings.seconds}s"
        self.name = name or ",".join([f"search:{budget}", *([] if settings.model is None else [settings.model])])
        self._guess = compile_guess(game)
        self._blank_view, self._view = game.view.blank(), game.view.blank()
        self._worlds = np.zeros(settings.worlds if game.hides_cards else 1, game.dtype)
        self._drawn = 0
        self._simulating = [_Grower(game, settings) for _ in range(settings.threads)]
        self._growers: Sequence[_Grower | SolvedWorlds] = self._simulating
        self._threads = Threads(settings.threads)
        self._go_by(None if settings.model is None else _find_model(settings.model, game))
        self.steps = self.rounds = 0
        self._found: tuple[Race, np.ndarray, int] | None = None  # the last decision's race, its actions and winner

    def __reduce__(self) -> tuple[Any, ...]:
        return SearchAgent, (self.game, self.settings, self.name)

    def act_at(self, table: np.ndarray, player: int, mask: np.ndarray, generator: np.ndarray) -> int:
        """Choose an action at a table; see `cardzoo.agents.StateAgent`."""
        self.sit_down(table)
        sides = self.game.sides_of(int(table["num_players"][0]))
        budget = _Budget(self.settings)
        self._found = None
        legal = np.flatnonzero(mask)
        if len(legal) == 1:
            return int(legal[0])
        favourite = self._ask_guide(table, player, mask, generator)
        self._forget_worlds(table)
        self._growers = self._choose_growers(table)
        for grower in self._growers:
            grower.plant(legal, player, sides)
        race = Race(len(legal), int(np.searchsorted(legal, favourite)))
        seed = int(rng.draw(generator[0])) << 29
        self._first_round(race, mask, budget, seed, player, generator)
        for rounds in _growing():
            if race.over or budget.left <= 0:
                break
            rounds = min(budget.affordable(rounds, len(race.racing)), MOST_ROUNDS - race.rounds)
            self._draw_worlds(race.rounds + rounds, player, generator)
            if not rounds or not self._grow(race, rounds, seed):
                break
            budget.used += rounds * len(race.racing)
            race.drop(budget.left)
        self.steps = sum(grower.steps for grower in self._growers)
        self.rounds = race.rounds
        winner = race.winner(self.settings.evidence)
        self._found = race, legal, winner
        return int(legal[winner])

    def values(self) -> list[ActionValue]:
        """The values of the actions in the last decision, the chosen one first, then the nearest ones.

        It is empty if only one action was legal. Actions that fell behind early were tried in few rounds.
        """
        if self._found is None:
            return []
        race, legal, winner = self._found
        found = []
        for place in np.flatnonzero(race.tried).tolist():
            value, error, rounds = race.mean(place)
            behind, behind_error, _ = race.mean(winner, place) if place != winner else (0.0, 0.0, rounds)
            found.append(ActionValue(int(legal[place]), rounds, value, error, behind, behind_error))
        return sorted(found, key=lambda one: (one.action != legal[winner], one.behind))

    def sit_down(self, table: np.ndarray) -> None:
        """Use the model for this table's players and options, if the search uses one.

        Args:
            table: (1,) record of the game's table.

        Raises:
            ValueError: if there is no such model, or it is for other options.
        """
        if self._model is None:
            return
        if self.settings.model == TRAINED and not self._model.fits(table):
            self._go_by(shipped_for(self.game, table))
        self._model.sit_down(table)

    def _go_by(self, model: TrainedAgent | None) -> None:
        """Use this model from now on; it is the guide by default if its card reports that it is the best."""
        game, settings, self._model = self.game, self.settings, model
        if settings.cut is not None:
            assert model is not None  # it has been asked for
            _check_value(game, model)
        leads = model is not None and _is_better(model.card, best_of(game))
        guide = settings.guide or (MODEL if leads else best_of(game))
        self._advise = None if guide == MODEL else game.kernels.advise(guide, bots(game)[guide])
        named = None if settings.rollout == SOLVER else settings.rollout
        for grower in self._simulating:
            grower.go_by(named or rollout_of(game), model)

    def _choose_growers(self, table: np.ndarray) -> "Sequence[_Grower | SolvedWorlds]":
        """A solver, if it is asked for and can solve the phase; else simulations."""
        solver = self._solver
        return self._simulating if solver is None or not solver.solves(table[0]) else [SolvedWorlds(solver)]

    def _ask_guide(self, table: np.ndarray, player: int, mask: np.ndarray, generator: np.ndarray) -> int:
        """The guide's choice; it also fills the seat's view."""
        if self._advise is None:
            assert self._model is not None  # it is the guide
            self.game.kernels.observe(table, player, self._blank_view, self._view)
            return self._model.act(self._view[0], mask, generator)
        actions = np.zeros(1, np.int64)
        players = np.array([player], np.int16)
        self._advise(table, players, self._blank_view, self._view, mask[np.newaxis], generator, actions)
        return int(actions[0])

    def _first_round(
        self, race: Race, mask: np.ndarray, budget: "_Budget", seed: int, player: int, generator: np.ndarray
    ) -> None:
        """Try each action once, the favourite first; if there are too many for the budget, some in random order.

        A model nominates its likeliest actions, one for each `A_NOMINEE` simulations; others are out.
        """
        others = np.delete(race.racing, race.favourite)
        if self._model is None:
            for last in range(len(others) - 1, 0, -1):
                other = int(rng.below(generator[0], last + 1))
                others[[last, other]] = others[[other, last]]
        else:
            logits = self._model.logits(self._view[0], mask, generator)[np.flatnonzero(mask)]
            nominees = None if self.settings.simulations is None else self.settings.simulations // A_NOMINEE + 1
            others = others[np.argsort(-logits[others], kind="stable")][:nominees]
        order = np.concatenate([[race.favourite], others])
        self._draw_worlds(1, player, generator)
        for first in range(0, len(order), TOGETHER):
            if first and budget.left < 1 - FIRST_ROUND:
                order = order[:first]
                break
            actions = order[first : first + TOGETHER]
            self._growers[0].grow(0, 1, actions, self._worlds, seed, race.gains)
            budget.used += len(actions)
        race.racing = np.sort(order)
        race.count(1)
        race.drop(budget.left)

    def _forget_worlds(self, table: np.ndarray) -> None:
        self._worlds[:] = table
        self._drawn = 0

    def _draw_worlds(self, number: int, player: int, generator: np.ndarray) -> None:
        """Sample worlds up to this number, or up to the maximum."""
        for drawn in range(self._drawn, min(number, len(self._worlds))):
            world = rng.reseed(self._worlds[drawn : drawn + 1], generator)
            self.game.kernels.redeal(world, player)
            if self._guess is not None:
                self._guess(world, player, self._blank_view, self._view)
            self._drawn = drawn + 1

    def _grow(self, race: Race, rounds: int, seed: int) -> bool:
        """Run some rounds, divided among the threads; returns False if a tree was full."""
        edges = np.linspace(race.rounds, race.rounds + rounds, len(self._growers) + 1).astype(int).tolist()
        shares = [(first, last, race.racing, self._worlds, seed, race.gains) for first, last in pairwise(edges)]
        if self._threads.share_out([grower.grow for grower in self._growers], shares) != edges[1:]:
            return False
        race.count(rounds)
        return True


def _growing() -> Iterator[int]:
    """Rounds between two checks of the budget: few at first, as their duration is unknown."""
    rounds = 1
    while True:
        yield rounds
        rounds = min(2 * rounds, TOGETHER)


class _Budget:
    """The budget of a decision.

    Args:
        settings: settings of the search.

    Attributes:
        used: simulations so far.
    """

    def __init__(self, settings: SearchSettings) -> None:
        self._simulations, self._seconds = settings.simulations, settings.seconds
        self._start = time.thread_time()
        self.used = 0

    @property
    def left(self) -> float:
        """The share that is left; 0 or less if none is."""
        left = 1.0
        if self._simulations is not None:
            left = 1 - self.used / self._simulations
        if self._seconds is not None:
            left = min(left, 1 - (time.thread_time() - self._start) / max(self._seconds, 1e-9))
        return left

    def affordable(self, rounds: int, actions: int) -> int:
        """This number of rounds, or less if the remaining simulations do not suffice."""
        return rounds if self._simulations is None else min(rounds, (self._simulations - self.used) // actions)


class _Grower:
    """A worker thread's tree and compiled functions."""

    def __init__(self, game: Game, settings: SearchSettings) -> None:
        self.game = game
        self.settings = settings
        blank_view = game.view.blank()
        views = blank_view.copy()
        self.tree = Tree(
            nodes=np.zeros(MOST_NODES, NODE),
            search=np.zeros(1, SEARCH),
            tables=np.zeros(1, game.dtype),
            views=views,
            mask=np.zeros(len(game.actions), np.int8),
            priors=np.zeros(len(game.actions)),
            gains=np.zeros(game.seats),
            generator=rng.generators(np.zeros(1, np.uint64)),
            path=np.zeros(LONGEST_LINE, np.int64),
            blank_view=blank_view,
            network=make_network(views, None),
            memo=make_memo(len(game.actions), None),
        )

    @property
    def steps(self) -> int:
        """Actions played in the simulations of the last decision."""
        return int(self.tree.search["steps"][0])

    def go_by(self, rollout: str, model: TrainedAgent | None) -> None:
        """Use this rollout policy, and in the tree the model, if there is one."""
        memo = make_memo(len(self.game.actions), model)
        self.tree = self.tree._replace(network=make_network(self.tree.views, model), memo=memo)
        self._simulate = _compile(self.game, rollout, model)

    def plant(self, actions: np.ndarray, player: int, sides: int) -> None:
        """Begin a tree with the root and its actions, at a table with so many sides."""
        self.tree.search[0] = (1 + len(actions), 0, 0.0, 0.0, 0.0, self.settings.cut or 0, sides, 0.0)
        self.tree.memo.keys[:] = 0  # advisors of networks may draw, and a choice depends on its own seed alone
        self.tree.nodes[ROOT] = (NO_NODE, NO_NODE, 0, 0, 0, 0, 0.0)
        for place, action in enumerate(actions):
            self.tree.nodes[ROOT + 1 + place] = (NO_NODE, NO_NODE, 0, 0, action, player, 0.0)

    def grow(
        self, first: int, last: int, actions: np.ndarray, worlds: np.ndarray, seed: int, results: np.ndarray
    ) -> int:
        """Run some rounds; returns the first one that was not run."""
        exploration, depth = self.settings.exploration, self.settings.depth
        return int(
            self._simulate(first, last, actions, worlds, np.uint64(seed), self.tree, exploration, depth, results)
        )


def parse_search(name: str, game: Game) -> SearchAgent:
    """The agent of a name such as ``search:500``; see `read_settings`.

    Raises:
        ValueError: with the wrong part and the allowed values.
    """
    return SearchAgent(game, read_settings(name), name)


def read_settings(name: str) -> SearchSettings:
    """Read settings from a name such as ``search:0.2s``, ``search:500:rollout=random`` or ``search:500,trained``.

    Commas separate words like colons, so that such a name can be an item of a comma-separated list.

    Raises:
        ValueError: with the wrong part and the allowed values.
    """
    given: dict[str, Any] = {}
    kinds = {field.name: str(field.type) for field in fields(SearchSettings)}
    for part in name.replace(",", ":").split(":")[1:]:
        key, _, value = part.partition("=") if "=" in part else ("", "", part)
        if key and key not in kinds:
            raise ValueError(f"{name}: {key!r} is unknown; {suggest(key, kinds)}")
        try:
            if "=" in part and not value:
                raise ValueError
            if key:
                given[key] = value if "str" in kinds[key] else float(value) if "float" in kinds[key] else int(value)
            else:
                given |= _read_word(value)
        except ValueError:
            allowed = f"write search:500, search:0.2s, search:500,{TRAINED}, search:500,MODEL_FOLDER, or key=value"
            raise ValueError(f"{name}: {part!r} is not understood; {allowed}") from None
    return SearchSettings(**given)


def _read_word(word: str) -> dict[str, Any]:
    """Settings of a word without a key. A number is a budget, even if a folder has that name.

    Raises:
        ValueError: if it is neither.
    """
    with suppress(ValueError):
        return {"simulations": int(word)}
    if word.endswith("s"):
        with suppress(ValueError):
            return {"seconds": float(word[:-1]), "simulations": None}
    if word == TRAINED or (word and Path(word).is_dir()):
        return {"model": word}
    raise ValueError(word)


def _find_model(model: str, game: Game) -> TrainedAgent:
    """The trained agent of a search's name.

    Raises:
        ValueError: if there is none, or it is for another game.
    """
    return shipped(game) if model == TRAINED else TrainedAgent.load(model, game)


def _check_value(game: Game, model: TrainedAgent) -> None:
    """Check that a model's value head has the unit of the search's gains: points in a match, else rewards.

    Raises:
        ValueError: if it has another one, or there is none.
    """
    unit = "score" if game.match else "outcome"
    if model.card.value != unit:
        has = f"is of {model.card.value!r}" if model.card.value else "is missing"
        raise ValueError(
            f"search: cut needs a model whose value head is of {unit!r}, trained with reward={unit}, but that of "
            f"{model.name} {has}; leave cut out, or name another model"
        )


def _is_better(card: ModelCard, agent: str) -> bool:
    """True if a model's card reports that it beats a scripted agent; the card is untrusted."""
    results = card.results.get("against")
    for line in results if isinstance(results, list) else ():
        if isinstance(line, dict) and line.get("opponent") == agent:
            low = line.get("low")
            return isinstance(low, int | float) and low > 0
    return False


def _compile(game: Game, rollout: str, model: TrainedAgent | None) -> Any:
    """Compiled simulations with a scripted agent, a model, or an agent with a model as policy prior.

    A network with a slow advisor is no prior in the tree, as each of its answers takes the advisor's time. In Spades
    the search has thirty times as many simulations without it.
    """
    words, modules = ["search", rollout], [__name__]
    bot, read, has_prior = None, None, True
    if rollout != MODEL:
        bot = bots(game)[rollout]
        modules.append(module_of_bot(bot))
    if model is not None:
        read = model.input.read
        has_prior = model.input.advisor not in slow_of(game)
        words += [*model.input.names, *["as_value"] * (not has_prior)]
        modules += model.input.modules
    return game.kernels.compile("-".join(words), make_simulate(game, make_policy(bot, read, has_prior)), *modules)


def compile_guess(game: Game) -> Any:
    """The compiled `guess_of` a game for (1,) records of tables; None if it has none."""
    guess = guess_of(game)
    if guess is None:
        return None

    def guess_at(worlds: np.ndarray, player: int, blank_view: np.ndarray, view: np.ndarray) -> None:
        guess(worlds[0], player, blank_view, view)

    return game.kernels.compile("guess", guess_at, guess.__module__)
