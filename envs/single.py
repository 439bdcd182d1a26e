"""The single-seat view of a game: you hold one seat, compiled agents the others. For Gymnasium and its trainers."""

from collections.abc import Mapping, Sequence
from typing import Any, Literal

import gymnasium
import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode

from cardzoo.envs.aec import ILLEGAL
from cardzoo.envs.batch import Batch
from cardzoo.envs.engine import Game, IllegalAction, Table
from cardzoo.envs.engine.fields import suggest
from cardzoo.envs.engine.kernels import YOURS
from cardzoo.envs.registry import find_game
from cardzoo.envs.render import RENDER_MODES, check_render_mode, render


class LearnerSeats:
    """N tables at each of which a learner holds one seat; what single-seat environments share.

    Between two turns of the learner all other seats are played inside the batch step, by compiled agents or networks.
    The learner gets its own next observation and mask, and all that its seat has earned meanwhile.

    Args:
        game: the game.
        num_tables: N.
        opponents: compiled agents' names, see `lineup`.
        seat: the learner's seat; ``"rotate"`` moves it one seat with each new game.
        **settings: as for `Batch`.

    Attributes:
        batch: the tables; its observations and masks are the learner's.
        seats: (N,) int16, where the learner sat in its last step.
        rewards: (N,) float32, terminations and truncations: (N,) bool, of that step.
    """

    def __init__(
        self,
        game: Game,
        num_tables: int,
        opponents: str | Sequence[str] = "expert",
        seat: int | Literal["rotate"] = 0,
        **settings: Any,
    ) -> None:
        from cardzoo.agents import bots

        self.game = game
        compiled = bots(game)
        self.bot_names = tuple(compiled)
        self.batch = Batch(game, num_tables, bots=compiled, rotate=seat == "rotate", **settings)
        seats = self.batch.num_players
        if seat != "rotate" and (isinstance(seat, bool) or seat not in range(seats)):
            raise ValueError(f"{game.name}: seat={seat!r} is not allowed; 0 to {seats - 1} or 'rotate'")
        self._rows = np.arange(num_tables)
        first = self._rows % seats if seat == "rotate" else np.full(num_tables, seat)
        self.batch.actors[self._rows, first] = YOURS
        for place, code in enumerate(self.lineup(opponents)):
            self.batch.actors[self._rows, (first + 1 + place) % seats] = code

    def lineup(self, opponents: str | Sequence[str]) -> list[int]:
        """Actor codes of opponents, from the learner's left neighbour on.

        Args:
            opponents: a name for all, or one for each; ``"scripted"`` is the best that the game has.

        Raises:
            ValueError: for an unknown name or a wrong number of names.
        """
        others = self.batch.num_players - 1
        names = [opponents] * others if isinstance(opponents, str) else list(opponents)
        if len(names) != others:
            raise ValueError(f"{self.game.name}: {len(names)} opponents are named, but {others} other seats are there")
        codes = []
        for name in names:
            if name == "scripted":
                name = self.bot_names[-1]
            if name not in self.bot_names:
                raise ValueError(f"{self.game.name}: there is no opponent {name!r}; {suggest(name, self.bot_names)}")
            codes.append(self.bot_names.index(name))
        return codes

    def _learners(self) -> np.ndarray:
        """(N,) int16, the learner's seat at each table now."""
        seats: np.ndarray = (self.batch.actors == YOURS).argmax(axis=1).astype(np.int16)
        return seats

    def reset(
        self, seed: int | Sequence[int] | np.ndarray | None = None, options: Mapping[str, Any] | None = None
    ) -> None:
        """Start a new game at every table and play up to the learner's first turn.

        Args:
            seed: as for `Batch.reset`.
            options: as for `Table.begin`, the same for every table.
        """
        batch = self.batch
        batch.watchers[:] = self._learners()
        if not options:
            batch.reset(seed)
            return
        batch.seed(seed)
        for row in self._rows:
            Table(self.game, batch.records[row : row + 1], batch.blank).begin(None, options)
        batch.resume()

    def step(self, actions: np.ndarray) -> None:
        """Play the learner's action at every table, and everybody else's up to its next turn.

        Raises:
            IllegalAction: if an action is not legal; no table has changed.
        """
        batch = self.batch
        for table in np.flatnonzero(np.asarray(actions) < 0):  # to a batch, -1 means to wait
            raise IllegalAction(f"{self.game.name}: {actions[table]} at table {table} is not an action")
        self.seats = batch.players.copy()
        batch.watchers[:] = self.seats
        batch.step(actions)
        self.rewards = batch.rewards[self._rows, self.seats]
        self.terminations = batch.terminations.copy()
        self.truncations = batch.truncations.copy()


class SingleSeat(gymnasium.Env[Any, Any]):
    """A game as a Gymnasium environment: ``gymnasium.make("cardzoo/getaway-v0", opponents="expert", seat=0)``.

    The observation is the encoder's alone; the legal actions are in ``info["action_mask"]`` and `action_masks`.

    Args:
        game: the game's id.
        opponents: agents' names for the other seats, one for all or one each from the left neighbour on.
        seat: yours; ``"rotate"`` moves you one seat with each new game.
        illegal: what an illegal action does: ``"terminate"`` ends the game with -1, ``"raise"`` raises.
        render_mode: None, ``"ansi"``, ``"human"`` or ``"rgb_array"``; see `CardEnv`.
        **settings: ``num_players``, ``encoding``, ``reward`` and the game's own options.

    Raises:
        ValueError: for a setting that the game does not have.
    """

    metadata: dict[str, Any] = {"render_modes": list(RENDER_MODES), "render_fps": 1}  # noqa: RUF012 - as in Gymnasium

    def __init__(
        self,
        game: str,
        opponents: str | Sequence[str] = "scripted",
        seat: int | Literal["rotate"] = 0,
        illegal: str = "terminate",
        render_mode: str | None = None,
        **settings: Any,
    ) -> None:
        self.game = find_game(game)
        if illegal not in ILLEGAL:
            raise ValueError(f"{self.game.name}: illegal={illegal!r} is unknown; {suggest(illegal, ILLEGAL)}")
        check_render_mode(self.game, render_mode)
        self.illegal = illegal
        self.render_mode = render_mode
        self.tables = LearnerSeats(self.game, 1, opponents, seat, restart=False, threads=1, **settings)
        self._batch = self.tables.batch
        self.observation_space = self._batch.encoder.space
        self.action_space = spaces.Discrete(len(self.game.actions))
        self._stopped = True
        self._rotate = seat == "rotate"
        self._fresh = True

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        """Deal a new game and let the others play up to your turn.

        Args:
            seed: of all that is drawn; None goes on with the present numbers. With ``seat="rotate"`` you begin in
                seat 0 again, and without a seed move one seat on.
            options: ``{"deck": [...]}``, ``{"dealer": 0}`` or ``{"position": {...}}``, as for `CardEnv.reset`.

        A game may be over before your first turn, as some deals of a patience are at once. Every action is legal then,
        and any one ends the game, with its reward.
        """
        super().reset(seed=seed)
        if self._rotate and not self._fresh:
            actors = self._batch.actors
            actors[:] = np.roll(actors, 1 if seed is None else -int((actors[0] == YOURS).argmax()), axis=1)
        self._fresh = False
        self.tables.reset(seed, options)
        self._stopped = False
        return self._observation(), self._info()

    def step(self, action: int) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Play an action, and everybody else's up to your next turn.

        Raises:
            IllegalAction: with ``illegal="raise"``, for an action that is not legal; nothing has changed.
        """
        if self._stopped:
            raise IllegalAction(f"{self.game.name}: the game is over; call reset()")
        try:
            self.tables.step(np.array([action]))
        except IllegalAction as problem:
            if self.illegal == "raise":
                raise
            self._stopped = True
            self._batch.action_masks[:] = 0
            return self._observation(), -1.0, True, False, self._info() | {"illegal_action": str(problem)}
        terminated, truncated = bool(self.tables.terminations[0]), bool(self.tables.truncations[0])
        self._stopped = terminated or truncated
        info = self._info()
        if self._stopped:
            score = self._batch.scores[0].tolist()
            mine = score[self.tables.seats[0]]
            info |= {"score": mine, "rank": 1 + sum(other > mine for other in score)}
        if self.render_mode == "human":
            self.render()
        return self._observation(), float(self.tables.rewards[0]), terminated, truncated, info

    def action_masks(self) -> np.ndarray:
        """(A,) bool, the legal actions, as MaskablePPO asks for them."""
        masks: np.ndarray = self._batch.action_masks[0].astype(bool)
        return masks

    def _observation(self) -> Any:
        return self._batch.encoder.finish(self._batch.observations[0].copy(), self._batch.action_masks[0])

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self._batch.action_masks[0].copy()}

    def render(self) -> str | np.ndarray | None:
        """The table as you see it; see `cardzoo.envs.render`."""
        if self.render_mode is None:
            return None
        table = Table(self.game, self._batch.records, self._batch.blank)
        table.refresh()
        return render(table, int(self._batch.watchers[0]), self.render_mode)


class VectorSeats(gymnasium.vector.VectorEnv[Any, Any, Any]):
    """N games as one Gymnasium vector environment: ``gymnasium.make_vec("cardzoo/getaway-v0", num_envs=64)``.

    A game that ends deals the next one in the same step (`AutoresetMode.SAME_STEP`): the observation and
    ``infos["action_mask"]`` are then the new game's, ``infos["final_obs"]`` the old one's.

    Args:
        game: the game's id.
        num_envs: N.
        **settings: as for `SingleSeat`, without ``illegal`` (an illegal action raises) and ``render_mode``, and
            ``threads``.
    """

    def __init__(self, game: str, num_envs: int = 1, **settings: Any) -> None:
        self.game = find_game(game)
        settings.pop("render_mode", None)
        settings.setdefault("opponents", "scripted")
        self.num_envs = num_envs
        self.tables = LearnerSeats(self.game, num_envs, keep_final=True, **settings)
        self.metadata = {"render_modes": [], "autoreset_mode": AutoresetMode.SAME_STEP}
        encoder = self.tables.batch.encoder
        self.single_observation_space = encoder.space
        self.single_action_space = spaces.Discrete(len(self.game.actions))
        self.observation_space = gymnasium.vector.utils.batch_space(encoder.space, num_envs)
        self.action_space = gymnasium.vector.utils.batch_space(self.single_action_space, num_envs)

    def reset(
        self, *, seed: int | list[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Any, dict[str, Any]]:
        """Deal a new game at every table; table k gets ``seed + k``. All tables get the same ``options``."""
        self.tables.reset(seed, options)  # type: ignore[arg-type]
        return self._observations(), {"action_mask": self.tables.batch.action_masks.copy()}

    def step(self, actions: Any) -> tuple[Any, np.ndarray, np.ndarray, np.ndarray, dict[str, Any]]:
        """Play an action at every table.

        Raises:
            IllegalAction: if an action is not legal; no table has changed.
        """
        tables, batch = self.tables, self.tables.batch
        tables.step(actions)
        infos: dict[str, Any] = {"action_mask": batch.action_masks.copy()}
        done = tables.terminations | tables.truncations
        if done.any():
            final = batch.encoder.finish_batch(batch.final_observations.copy(), np.zeros_like(batch.action_masks))
            scores = batch.scores[np.arange(self.num_envs), tables.seats]
            infos |= {"final_obs": final, "_final_obs": done, "final_info": {"score": scores}, "_final_info": done}
        return self._observations(), tables.rewards, tables.terminations, tables.truncations, infos

    def action_masks(self) -> np.ndarray:
        """(N, A) bool, the legal actions."""
        masks: np.ndarray = self.tables.batch.action_masks.astype(bool)
        return masks

    def _observations(self) -> Any:
        batch = self.tables.batch
        return batch.encoder.finish_batch(batch.observations.copy(), batch.action_masks)
