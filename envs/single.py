"""Gymnasium environments of a game: the learner holds one seat, opponents hold the others."""

from collections.abc import Mapping, Sequence
from copy import deepcopy
from functools import cached_property
from pathlib import Path
from typing import Any, Literal

import gymnasium
import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode
from gymnasium.vector.utils import batch_space

from cardzoo.envs.aec import check_illegal
from cardzoo.envs.batch import ResetNeeded, Seeds, check_count
from cardzoo.envs.copies import duplicate, without_fresh
from cardzoo.envs.deals import DealtBatch, make_tables
from cardzoo.envs.engine import Game, IllegalAction, Table
from cardzoo.envs.engine.kernels import WAIT, YOURS
from cardzoo.envs.engine.pickles import writable
from cardzoo.envs.engine.snapshots import Snapshot, check_names, read_only
from cardzoo.envs.engine.table import known_options, whole_number
from cardzoo.envs.opponents import Opponents, Seated, find_seated, finder, seat
from cardzoo.envs.registry import find_game
from cardzoo.envs.render import RENDER_MODES, check_render_mode, render


class LearnerSeats:
    """Base of single-seat environments: N tables, at each of which a learner holds one seat.

    Opponents play between two turns of the learner: compiled agents and networks inside the batch step, all others
    beside it. The learner receives its next observation and mask, and its accumulated reward.

    Args:
        game: the game.
        num_tables: N.
        opponents: see `cardzoo.envs.opponents.Opponents`.
        seat: the learner's seat; ``"rotate"`` moves it one seat with each new game.
        **settings: as for `Batch`, and ``deals`` as for `SingleSeat`.

    Attributes:
        batch: the tables; its observations and masks are the learner's.
        begun: True after the first `reset`.
        seats: (N,) int16, the learner's seat in its last step.
        rewards: (N,) float32, terminations and truncations: (N,) bool, of that step.
    """

    def __init__(
        self,
        game: Game,
        num_tables: int,
        opponents: Opponents = "scripted",
        seat: int | Literal["rotate"] = 0,
        **settings: Any,
    ) -> None:
        self.game = game
        bots = finder().bots(game)
        self.batch = make_tables(game, num_tables, bots=bots, rotate=seat == "rotate", **settings)
        seats = self.batch.num_players
        if seat != "rotate" and (isinstance(seat, bool) or seat not in range(seats)):
            raise ValueError(f"{game.name}: seat must be 0 to {seats - 1} or 'rotate', got {seat!r:.60}")
        self.begun = False
        self._rows = np.arange(num_tables)
        self._first_seats = self._rows % seats if seat == "rotate" else np.full(num_tables, seat)
        self._opponents: list[Seated] = []  # of games from the next one on, the learner's left neighbour first
        self._earlier: list[Seated] = []  # earlier opponents that are still in play
        self._behind = np.zeros(num_tables, bool)  # tables where they are
        self.set_opponents(opponents)

    def __setstate__(self, state: dict[str, Any]) -> None:
        vars(self).update(writable(state))

    def __deepcopy__(self, memo: Any) -> "LearnerSeats":
        return duplicate(self, memo, vars(self), ("game", "_rows", "_first_seats"))

    def snapshot(self, **more: Any) -> Snapshot:
        """Snapshot of all tables, read-only, for `restore`, with the environment's own parts.

        Raises:
            ResetNeeded: before `reset`.
        """
        self.require_game()
        kept = {"first_seats": self._first_seats, "opponents": self._lineup(), "behind": self._behind}
        return Snapshot(
            {"tables": self.batch.snapshot(), **{name: read_only(array.copy()) for name, array in kept.items()}, **more}
        )

    def restore(self, snapshot: Mapping[str, Any], *more: str) -> None:
        """Go back to a snapshot of tables with the same settings, seats and opponents.

        Args:
            snapshot: as `snapshot` returns it.
            *more: names of the environment's own parts.

        Raises:
            ValueError: if it is of other tables, was changed, or is impossible; the tables are as they were.
        """
        check_names(self.game.name, snapshot, ("tables", "first_seats", "opponents", "behind", *more))
        for name, array in (("first_seats", self._first_seats), ("opponents", self._lineup())):
            if not np.array_equal(snapshot[name], array):
                problem = "the snapshot must be of the same seats and opponents; take a new one"
                raise ValueError(f"{self.game.name}: {problem}")
        behind = np.asarray(snapshot["behind"])
        if behind.shape != self._behind.shape or behind.dtype != np.bool_:
            raise ValueError(f"{self.game.name}: the snapshot's 'behind' must be ({len(self._rows)},) bool")
        self.batch.restore(snapshot["tables"])
        self._behind[:] = behind
        self.batch.waits = bool(behind.any())
        self.begun = True

    def _lineup(self) -> np.ndarray:
        """Names of the agents that play now or from the next game on, each with its actor code."""
        return np.array([f"{one.code}: {one.agent.name}" for one in (*self._earlier, *self._opponents)])

    def set_opponents(self, opponents: Opponents) -> None:
        """Replace the opponents from each table's next game on; a game in play keeps its opponents.

        Args:
            opponents: see `cardzoo.envs.opponents.Opponents`.

        Raises:
            ValueError: in one line, for an opponent that is unfit, or a wrong number of them; nothing has changed.
        """
        found = find_seated(opponents, self.batch)
        playing = set(np.unique(self.batch.actors).tolist() if self.begun else ())
        self._earlier = [one for one in dict.fromkeys([*self._earlier, *self._opponents]) if one.code in playing]
        before = {one: one.code for one in self._earlier}
        seat(self.batch, [*self._earlier, *found])
        actors = self.batch.actors.copy()
        for one, code in before.items():
            self.batch.actors[actors == code] = one.code
        self._opponents = found
        if self.begun:
            self._behind[:] = True
            self.batch.waits = True  # the game after the present one has the new opponents
        else:
            self._take_seats(self._rows, self._first_seats)

    def _take_seats(self, tables: np.ndarray, seats: np.ndarray) -> None:
        """Seat the learner in these seats, (n,), and the present opponents around it, at some tables."""
        actors = self.batch.actors
        actors[tables, seats] = YOURS
        for place, one in enumerate(self._opponents, 1):
            actors[tables, (seats + place) % self.batch.num_players] = one.code
        self._behind[tables] = False
        self.batch.waits = bool(self._behind.any())

    def _learners(self) -> np.ndarray:
        """Present seats of the learner, (N,) int16."""
        seats: np.ndarray = (self.batch.actors == YOURS).argmax(axis=1).astype(np.int16)
        return seats

    def reset(
        self, seed: Seeds = None, options: Mapping[str, Any] | None = None, tables: np.ndarray | None = None
    ) -> None:
        """Deal new games and play up to the learner's first turn.

        If seats rotate, the learner takes its first seat at a table that is seeded, and moves one seat on elsewhere.

        Args:
            seed: as for `Batch.reset`.
            options: as for `Table.begin`, the same for every table.
            tables: (n,) tables to be reset; None for all.
        """
        options = known_options(self.game, options)
        batch, rows = self.batch, self._rows if tables is None else tables
        batch.seed(seed)
        if batch.rotate:
            seeds = seed if isinstance(seed, (Sequence, np.ndarray)) else [seed] * len(self._rows)
            seeded = np.array([one is not None for one in seeds])[rows]
            moved = (self._learners()[rows] + int(self.begun)) % batch.num_players
            self._take_seats(rows, np.where(seeded, self._first_seats[rows], moved))
        elif batch.waits:
            self._take_seats(rows, self._first_seats[rows])
        batch.watchers[rows] = self._learners()[rows]
        if tables is None and not options:
            batch.reset()
        else:
            batch.forget(rows)
            if isinstance(batch, DealtBatch) and not options:
                batch.deal(rows)
            else:
                for row in rows.tolist():
                    self.table(row).begin(None, options)
            batch.resume(rows)
        self.begun = True

    def require_game(self) -> None:
        """Require a game, that is, an earlier `reset`.

        Raises:
            ResetNeeded: before the first `reset`.
        """
        if not self.begun:
            raise ResetNeeded(f"{self.game.name}: no game has begun; call reset() first")

    def table(self, row: int) -> Table:
        """Table at a row of the batch; it shares the batch's record."""
        return Table(self.game, self.batch.records[row : row + 1], self.batch.blank)

    def find_illegal(self, actions: np.ndarray) -> np.ndarray:
        """Find the tables at which the learner's action is illegal.

        Args:
            actions: (N,) integers.

        Returns:
            (N,) bool.
        """
        masks = self.batch.action_masks
        in_range = (actions >= 0) & (actions < masks.shape[1])
        illegal: np.ndarray = ~in_range | (masks[self._rows, np.where(in_range, actions, 0)] == 0)
        return illegal

    def explain_illegal(self, row: int, action: int) -> str:
        """Error message for an illegal action at a table, in one line."""
        table = self.table(row)
        table.refresh()
        return table.explain_illegal(action)

    def step(self, actions: np.ndarray) -> None:
        """Play the learner's action at every table, then the opponents' actions up to its next turn.

        Args:
            actions: (N,) legal actions; `WAIT` leaves a table, with its rewards and flags, as it is.
        """
        batch = self.batch
        self.seats = batch.players.copy()
        batch.watchers[:] = self.seats
        batch.step(actions)
        self.rewards = batch.rewards[self._rows, self.seats]
        self.terminations = batch.terminations.copy()
        self.truncations = batch.truncations.copy()
        if batch.restart and batch.waits:
            ended = (actions != WAIT) & (self.terminations | self.truncations)
            if ended.any():
                self.reset(tables=np.flatnonzero(ended))

    def render(self, row: int, mode: str | None) -> str | np.ndarray | None:
        """Picture of a table as the learner sees it; see `cardzoo.envs.render`."""
        table = self.table(row)
        table.refresh()
        return render(table, int(self.batch.watchers[row]), mode)


class SingleSeat(gymnasium.Env[Any, Any]):
    """Gymnasium environment of a game: ``gymnasium.make("cardzoo/getaway-v0", opponents="expert", seat=0)``.

    The observation is the encoder's output alone. Infos always hold the same keys:

    - ``action_mask``: (A,) int8, the legal actions, as `action_masks` returns them.
    - ``score`` and ``rank``: int64, yours at the end of a game, the best rank being 1; 0 before.
    - ``illegal_action``: () bool, True if an illegal action has ended the game. ``illegal_reason`` explains it.

    Args:
        game: the game's id.
        opponents: an opponent for all other seats, or a list with one for each seat, the left neighbour first. An
            opponent is a name as in an arena, an agent, a network, or a function ``(observation, mask) -> action``.
            Names are such as ``"expert"``, ``"scripted"`` for the best compiled agent, ``"trained"``,
            ``"search:20"``, a run's folder or ``"module:Class"``. See `cardzoo.envs.opponents.Opponents`.
        seat: your seat; ``"rotate"`` moves you one seat with each new game.
        illegal: effect of an illegal action: ``"terminate"`` ends the game with -1, ``"raise"`` raises.
        render_mode: None, ``"ansi"``, ``"human"`` or ``"rgb_array"``; see `CardEnv`.
        num_players: players at the table; None for the game's default.
        encoding: see `cardzoo.envs.encoders`.
        reward: ``"outcome"`` or ``"score"``; see `CardEnv`.
        deals: for a patience, deals that replace random ones; see `CardEnv`.
        **options: the game's own options.

    Attributes:
        illegal_reason: one line on the illegal action that has ended the game; empty if none has.

    Raises:
        TypeError: for an unknown setting.
        ValueError: for a value that is not allowed.
    """

    metadata: dict[str, Any] = {"render_modes": list(RENDER_MODES), "render_fps": 1}  # noqa: RUF012 - as in Gymnasium

    def __init__(
        self,
        game: str,
        opponents: Opponents = "scripted",
        seat: int | Literal["rotate"] = 0,
        illegal: str = "terminate",
        render_mode: str | None = None,
        num_players: int | None = None,
        encoding: str = "flat",
        reward: str = "outcome",
        deals: str | Path | None = None,
        **options: Any,
    ) -> None:
        self.game = find_game(game)
        self.game.options.check_keywords(self.game.name, options, SingleSeat)
        check_illegal(self.game, illegal)
        check_render_mode(self.game, render_mode)
        self.illegal = illegal
        self.render_mode = render_mode
        seats = {"num_players": num_players, "encoding": encoding, "reward": reward, "restart": False, "threads": 1}
        self.tables = LearnerSeats(self.game, 1, opponents, seat, deals=deals, **seats, **options)
        self._batch = self.tables.batch
        self._stopped = False
        self.illegal_reason = ""

    def __getstate__(self) -> dict[str, Any]:
        return without_fresh(self, ("observation_space", "action_space"))

    def __deepcopy__(self, memo: Any) -> "SingleSeat":
        return duplicate(self, memo, self.__getstate__(), ("spec", "game"))

    # Spaces are made at the first use; they are always the same objects.
    observation_space: Any = cached_property(lambda self: deepcopy(self._batch.encoder.space))
    action_space: Any = cached_property(lambda self: spaces.Discrete(len(self.game.actions)))

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        """Deal a new game and play the opponents' actions up to your turn.

        Args:
            seed: random seed; None continues the present random numbers. With ``seat="rotate"`` a seed puts you in
                seat 0 again; without one you move one seat on.
            options: ``{"deck": [...]}``, ``{"dealer": 0}`` or ``{"position": {...}}``, as for `CardEnv.reset`.

        A game may be over before your first turn, as with some deals of a patience. All actions are then legal, and
        any action ends the game, with its reward.
        """
        super().reset(seed=seed)
        self.tables.reset(seed, options)
        self._stopped = False
        self.illegal_reason = ""
        return self._observation(), self._info()

    def set_opponents(self, opponents: Opponents) -> None:
        """Replace the opponents from the next `reset` on.

        Args:
            opponents: as in the constructor.

        Raises:
            ValueError: in one line, for an opponent that is unfit, or a wrong number of them; nothing has changed.
        """
        self.tables.set_opponents(opponents)

    def step(self, action: int) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Play an action, then the opponents' actions up to your next turn.

        Raises:
            IllegalAction: for an action that is no integer, and with ``illegal="raise"`` for an illegal one; nothing
                has changed.
            ResetNeeded: before `reset`.
        """
        self.tables.require_game()
        if self._stopped:
            raise IllegalAction(f"{self.game.name}: the game is over; call reset()")
        actions = np.array([whole_number(self.game, action)])
        if self.tables.find_illegal(actions)[0]:
            reason = self.tables.explain_illegal(0, int(actions[0]))
            if self.illegal == "raise":
                raise IllegalAction(reason)
            self._stopped, self.illegal_reason = True, reason
            self._batch.action_masks[:] = 0
            return self._observation(), -1.0, True, False, self._info(illegal_action=True)
        self.tables.step(actions)
        terminated, truncated = bool(self.tables.terminations[0]), bool(self.tables.truncations[0])
        self._stopped = terminated or truncated
        info = self._info()
        if self._stopped:
            scores = self._batch.scores[0].tolist()
            mine = scores[self.tables.seats[0]]
            info = self._info(score=mine, rank=1 + sum(other > mine for other in scores))
        if self.render_mode == "human":
            self.render()
        return self._observation(), float(self.tables.rewards[0]), terminated, truncated, info

    def snapshot(self) -> Mapping[str, Any]:
        """Snapshot of the whole environment, for `restore` in any process; opponents' random numbers are included.

        Wrappers have a state of their own, such as the steps of a time limit: call both on ``env.unwrapped``.

        Raises:
            ResetNeeded: before `reset`.
        """
        return self.tables.snapshot(stopped=self._stopped)

    def restore(self, snapshot: Mapping[str, Any]) -> None:
        """Go back to a snapshot of this environment, or of one with the same settings, seat and opponents.

        A snapshot from another process or a file is checked like a written position.

        Raises:
            ValueError: if the snapshot is of other settings, was changed, or is impossible; the environment is as it
                was.
        """
        self.tables.restore(snapshot, "stopped")
        self._stopped = bool(snapshot["stopped"])
        self.illegal_reason = ""

    def action_masks(self) -> np.ndarray:
        """Action mask for MaskablePPO, (A,) bool.

        Raises:
            ResetNeeded: before `reset`.
        """
        self.tables.require_game()
        masks: np.ndarray = self._batch.action_masks[0].astype(bool)
        return masks

    def _observation(self) -> Any:
        return self._batch.encoder.finish(self._batch.observations[0].copy(), self._batch.action_masks[0])

    def _info(self, score: int = 0, rank: int = 0, illegal_action: bool = False) -> dict[str, Any]:
        mask = self._batch.action_masks[0].copy()
        illegal = np.array(illegal_action)  # of no dimension: Gymnasium's vectors make objects of NumPy's own bools
        return {"action_mask": mask, "score": np.int64(score), "rank": np.int64(rank), "illegal_action": illegal}

    def render(self) -> str | np.ndarray | None:
        """Picture of the table as you see it; see `cardzoo.envs.render`."""
        self.tables.require_game()
        return self.tables.render(0, self.render_mode)


class VectorSeats(gymnasium.vector.VectorEnv[Any, Any, Any]):
    """Gymnasium vector environment of N games: ``gymnasium.make_vec("cardzoo/getaway-v0", num_envs=64)``.

    A table deals its next game in the step that ends the last one (`AutoresetMode.SAME_STEP`). The observation and
    infos are then the new game's; ``infos["final_obs"]`` and ``infos["final_info"]`` hold the old one's. Infos are
    those of `SingleSeat`, each with a mask of the environments that it describes: ``_action_mask`` is (N,) bool.

    Args:
        game: the game's id.
        num_envs: N.
        opponents, seat, illegal, render_mode, num_players, encoding, reward, deals: as for `SingleSeat`.
        max_episode_steps: number of your actions after which a game is truncated; None for the game's own bound only.
        threads: most threads to share the tables; None for one a core.
        **options: the game's own options.

    Attributes:
        illegal_reasons: by the number of the environment, one line on each illegal action of the last step.

    Raises:
        TypeError: for an unknown setting.
        ValueError: for a value that is not allowed.
    """

    autoreset_mode = AutoresetMode.SAME_STEP
    metadata: dict[str, Any] = {**SingleSeat.metadata, "autoreset_mode": autoreset_mode}  # noqa: RUF012 - as in Gymnasium

    def __init__(
        self,
        game: str,
        num_envs: int = 1,
        opponents: Opponents = "scripted",
        seat: int | Literal["rotate"] = 0,
        illegal: str = "terminate",
        render_mode: str | None = None,
        num_players: int | None = None,
        encoding: str = "flat",
        reward: str = "outcome",
        deals: str | Path | None = None,
        max_episode_steps: int | None = None,
        threads: int | None = None,
        **options: Any,
    ) -> None:
        self.game = find_game(game)
        self.game.options.check_keywords(self.game.name, options, VectorSeats)
        check_illegal(self.game, illegal)
        check_render_mode(self.game, render_mode)
        if max_episode_steps is not None:
            max_episode_steps = check_count(self.game, "max_episode_steps", max_episode_steps)
        self.num_envs = num_envs = check_count(self.game, "num_envs", num_envs)
        self.illegal = illegal
        self.render_mode = render_mode
        self.max_episode_steps = max_episode_steps
        seats = {"num_players": num_players, "encoding": encoding, "reward": reward, "threads": threads}
        self.tables = LearnerSeats(
            self.game, num_envs, opponents, seat, keep_final=True, deals=deals, **seats, **options
        )
        self._steps = np.zeros(num_envs, np.int64)  # of the games in play
        self.illegal_reasons: dict[int, str] = {}

    def __getstate__(self) -> dict[str, Any]:
        return without_fresh(
            self, [f"{one}{kind}_space" for one in ("", "single_") for kind in ("observation", "action")]
        )

    def __setstate__(self, state: dict[str, Any]) -> None:
        vars(self).update(writable(state))

    def __deepcopy__(self, memo: Any) -> "VectorSeats":
        return duplicate(self, memo, self.__getstate__(), ("spec", "game"))

    single_observation_space: Any = cached_property(lambda self: deepcopy(self.tables.batch.encoder.space))
    single_action_space: Any = cached_property(lambda self: spaces.Discrete(len(self.game.actions)))
    observation_space: Any = cached_property(lambda self: batch_space(self.single_observation_space, self.num_envs))
    action_space: Any = cached_property(lambda self: batch_space(self.single_action_space, self.num_envs))

    def snapshot(self) -> Mapping[str, Any]:
        """Snapshot of all environments; see `SingleSeat.snapshot`."""
        return self.tables.snapshot(steps=read_only(self._steps.copy()))

    def restore(self, snapshot: Mapping[str, Any]) -> None:
        """Go back to a snapshot of as many environments with the same settings; see `SingleSeat.restore`.

        Raises:
            ValueError: if the snapshot is of other environments, was changed, or is impossible; nothing has changed.
        """
        check_names(self.game.name, snapshot, ("tables", "first_seats", "opponents", "behind", "steps"))
        steps = np.asarray(snapshot["steps"])
        if steps.shape != self._steps.shape or steps.dtype != self._steps.dtype or steps.min() < 0:
            raise ValueError(f"{self.game.name}: the snapshot's steps must be ({self.num_envs},) int64, none below 0")
        self.tables.restore(snapshot, "steps")
        self._steps[:] = steps

    def reset(self, *, seed: Seeds = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        """Deal a new game at every table.

        Args:
            seed: table k gets ``seed + k``, or the k-th of N seeds; None, or None among them, continues the present
                random numbers.
            options: as for `SingleSeat.reset`, for all tables; ``"reset_mask"``, (N,) bool, marks the tables to be
                reset, while the others are left as they are.
        """
        options = known_options(self.game, options, "reset_mask")
        if "reset_mask" not in options:
            dealt = np.ones(self.num_envs, bool)
            self.tables.reset(seed, options)
        else:
            dealt = np.asarray(options.pop("reset_mask"))
            if dealt.shape != (self.num_envs,) or dealt.dtype != bool:
                raise ValueError(f"{self.game.name}: reset_mask must be ({self.num_envs},) bool, got {dealt!r:.60}")
            self.tables.require_game()
            if isinstance(seed, int):
                seed = [seed + k for k in range(self.num_envs)]
            if seed is not None:
                seed = [one if mine else None for one, mine in zip(seed, dealt, strict=True)]
            self.tables.reset(seed, options, np.flatnonzero(dealt))
        self._steps[dealt] = 0
        return self._observations(), self._infos(dealt)

    def set_opponents(self, opponents: Opponents) -> None:
        """Replace the opponents from each table's next game on.

        Args:
            opponents: as in the constructor.

        Raises:
            ValueError: in one line, for an opponent that is unfit, or a wrong number of them; nothing has changed.
        """
        self.tables.set_opponents(opponents)

    def step(self, actions: Any) -> tuple[Any, np.ndarray, np.ndarray, np.ndarray, dict[str, Any]]:
        """Play an action at every table.

        Raises:
            IllegalAction: if actions are not (N,) integers, and with ``illegal="raise"`` if one is illegal; no table
                has changed.
            ResetNeeded: before `reset`.
        """
        self.tables.require_game()
        tables, batch = self.tables, self.tables.batch
        actions = batch.whole_numbers(actions)
        wrong = tables.find_illegal(actions)
        reasons = {int(k): tables.explain_illegal(int(k), int(actions[k])) for k in np.flatnonzero(wrong)}
        if self.illegal == "raise" and reasons:
            k, reason = next(iter(reasons.items()))
            raise IllegalAction(f"{reason} (environment {k})")
        self.illegal_reasons = reasons
        tables.step(np.where(wrong, WAIT, actions))
        tables.rewards[wrong], tables.terminations[wrong], tables.truncations[wrong] = -1, True, False
        ended = tables.terminations | tables.truncations
        self._steps += 1
        if self.max_episode_steps is not None:
            tables.truncations |= self._steps >= self.max_episode_steps
        done = tables.terminations | tables.truncations
        self._steps[done] = 0
        finals = self._finals(ended, wrong, done) if done.any() else {}
        stopped = np.flatnonzero(done & (wrong | ~ended))  # the batch has reset the other ones already
        if len(stopped):
            tables.reset(tables=stopped)
        if self.render_mode == "human":
            self.render()
        infos = self._infos(np.ones(self.num_envs, bool)) | finals
        return self._observations(), tables.rewards, tables.terminations, tables.truncations, infos

    def _finals(self, ended: np.ndarray, wrong: np.ndarray, done: np.ndarray) -> dict[str, Any]:
        """Final observations and infos of the games that are over.

        Args:
            ended: (N,) bool, games that their rules, their bound or an illegal action has ended.
            wrong: (N,) bool, games that an illegal action has ended.
            done: (N,) bool, all games that are over.
        """
        tables, batch = self.tables, self.tables.batch
        ruled = ended & ~wrong
        masks = np.where((done & ~ended)[:, None], batch.action_masks, np.int8(0))
        seen = np.full(self.num_envs, None, object)
        for k in np.flatnonzero(done):
            row = batch.final_observations[k] if ruled[k] else batch.observations[k]
            seen[k] = batch.encoder.finish(row.copy(), masks[k])
        mine = batch.scores[np.arange(self.num_envs), tables.seats]
        ranks = 1 + (batch.scores > mine[:, None]).sum(axis=1)
        info = self._infos(done, masks, np.where(ruled, mine, 0), np.where(ruled, ranks, 0), wrong)
        return {"final_obs": seen, "_final_obs": done, "final_info": info, "_final_info": done.copy()}

    def _infos(
        self,
        described: np.ndarray,
        masks: np.ndarray | None = None,
        scores: Any = 0,
        ranks: Any = 0,
        illegal: Any = False,
    ) -> dict[str, Any]:
        """Infos in the form of Gymnasium's vector environments.

        Args:
            described: (N,) bool, the environments that they describe.
            masks: (N, A) int8; None for those of the games in play.
            scores: (N,) or a number.
            ranks: (N,) or a number.
            illegal: (N,) bool, or one for all.
        """
        infos = {
            "action_mask": np.where(
                described[:, None], self.tables.batch.action_masks if masks is None else masks, np.int8(0)
            ),
            "score": np.full(self.num_envs, scores, np.int64),
            "rank": np.full(self.num_envs, ranks, np.int64),
            "illegal_action": np.full(self.num_envs, illegal, bool),
        }
        return infos | {f"_{name}": described.copy() for name in infos}

    def action_masks(self) -> np.ndarray:
        """Action masks, (N, A) bool.

        Raises:
            ResetNeeded: before `reset`.
        """
        self.tables.require_game()
        masks: np.ndarray = self.tables.batch.action_masks.astype(bool)
        return masks

    def render(self) -> tuple[Any, ...]:
        """Pictures of all tables as you see them; see `cardzoo.envs.render`."""
        self.tables.require_game()
        return tuple(self.tables.render(k, self.render_mode) for k in range(self.num_envs))

    def _observations(self) -> Any:
        batch = self.tables.batch
        return batch.encoder.finish_batch(batch.observations.copy(), batch.action_masks)
