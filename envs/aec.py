"""The turn-by-turn view of a game: a PettingZoo AEC environment."""

from typing import Any

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv

from cardzoo.envs.encoders import make_encoder
from cardzoo.envs.engine import Game, IllegalAction, Table
from cardzoo.envs.engine.fields import suggest
from cardzoo.envs.render import RENDER_MODES, check_render_mode, render

ILLEGAL = ("terminate", "raise")

Observation = dict[str, Any]


class CardEnv(AECEnv[str, Observation, int | None]):
    """A table of a game as a PettingZoo AEC environment.

    An observation is ``{"observation": ..., "action_mask": int8 (A,)}``. The mask is that of the seat whose turn it
    is, and all zeros for the others. Rewards reach seats that are not acting too: they add up until the seat's next
    `last`.

    Args:
        game: the game.
        num_players: players at the table; None for the game's default.
        encoding: ``"flat"``, ``"planes"``, ``"tokens"``, ``"text"`` or ``"view"``; see `cardzoo.envs.encoders`.
        reward: ``"outcome"`` (zero-sum, at the end) or ``"score"`` (points as they are scored, scaled to [-1, 1]).
        illegal: what an illegal action does: ``"terminate"`` ends the game and gives the offender -1, the others 0;
            ``"raise"`` raises `IllegalAction` and changes nothing.
        render_mode: None, ``"ansi"`` (`render` gives a text), ``"human"`` (the text is printed) or ``"rgb_array"``
            (`render` gives pixels, for which Pillow is needed).
        **options: the game's own options.

    Attributes:
        table: the table, with all that is hidden.

    Raises:
        ValueError: for a setting that the game does not have.
    """

    metadata: dict[str, Any]

    def __init__(
        self,
        game: Game,
        num_players: int | None = None,
        encoding: str = "flat",
        reward: str = "outcome",
        illegal: str = "terminate",
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        super().__init__()
        self.game = game
        self.table = Table(game, game.blank(num_players, reward, **options))
        self.encoder = make_encoder(encoding, game, self.table.num_players)
        if illegal not in ILLEGAL:
            raise ValueError(f"{game.name}: illegal={illegal!r} is unknown; {suggest(illegal, ILLEGAL)}")
        check_render_mode(game, render_mode)
        self.illegal = illegal
        self.render_mode = render_mode
        self.metadata = {
            "name": game.id,
            "render_modes": list(RENDER_MODES),
            "is_parallelizable": False,
            "render_fps": 1,
        }
        self.possible_agents = [f"player_{player}" for player in range(self.table.num_players)]
        self.agents: list[str] = []
        self._names = tuple(self.possible_agents)
        self._seats = {agent: player for player, agent in enumerate(self._names)}
        mask_space = spaces.Box(0, 1, (len(game.actions),), np.int8)
        self.observation_spaces = {
            agent: spaces.Dict({"observation": self.encoder.space, "action_mask": mask_space}) for agent in self._names
        }
        self.action_spaces = {agent: spaces.Discrete(len(game.actions)) for agent in self._names}
        self.state_space = spaces.Box(-np.inf, np.inf, self._state_vector().shape, np.float32)

        self._views = game.view.blank()
        self._blank_view = game.view.blank()
        self._numbers = self._views.view(np.int16).reshape(1, -1)
        self._encode = game.kernels.encode(self.encoder.function)
        self._finish = None if encoding == "flat" else self.encoder.finish
        self._no_mask = np.zeros(len(game.actions), np.int8)

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """The agent's observation space, always the same object."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """The agent's action space, always the same object."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deal a new game.

        Args:
            seed: of all that is drawn, now and in later games; None goes on with the present numbers.
            options: ``{"deck": [...]}`` deals a written deck, whose order of dealing is on the game's page; with
                ``"dealer"`` that seat deals; ``{"position": {...}}`` starts from a position in words (`Game.position`).

        A deal may end the game at once, as some do in a patience: then all agents are terminated, with their rewards.

        Raises:
            ValueError: for unknown options or an unfit deck or position.
        """
        self.table.begin(seed, options or {})
        self._begin()

    def _begin(self) -> None:
        """Set all that PettingZoo keeps beside the table."""
        self.agents = list(self._names)
        self.rewards = dict.fromkeys(self._names, 0.0)
        self._cumulative_rewards = dict.fromkeys(self._names, 0.0)
        self.terminations = dict.fromkeys(self._names, False)
        self.truncations = dict.fromkeys(self._names, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self._names}
        self.agent_selection = self._names[self.table.player]
        if self.table.over:  # a deal may end the game, such as a patience without a move
            self._pay()
            self._end()

    def step(self, action: Any) -> None:
        """Play an action for the agent whose turn it is; None for an agent whose game has ended.

        Raises:
            IllegalAction: with ``illegal="raise"``, for an action that is not legal; nothing has changed.
        """
        table, agent = self.table, self.agent_selection
        if table.over or self.terminations[agent]:
            self._was_dead_step(action)
            return
        if not table.is_legal(action):
            self._play_illegal(agent, action)
            return
        self._cumulative_rewards[agent] = 0.0
        if table.paid:
            self._clear_rewards()
        self.agent_selection = self._names[table.step_legal(action)]
        if table.paid:
            self._pay()
        if table.over:
            self._end()
        if self.render_mode == "human":
            self.render()

    def _pay(self) -> None:
        """Give every seat what the last step brought it."""
        for player, name in enumerate(self._names):
            self.rewards[name] = float(self.table.state.reward[player])
        self._accumulate_rewards()

    def _end(self) -> None:
        """The rules, or a bound, have ended the game."""
        truncated = bool(self.table.state.truncated)
        ranks = self.table.ranks()
        for player, agent in enumerate(self._names):
            self.terminations[agent] = not truncated
            self.truncations[agent] = truncated
            self.infos[agent] = {"score": int(self.table.state.score[player]), "rank": ranks[player]}
        self.agent_selection = self.agents[0]

    def _play_illegal(self, agent: str, action: Any) -> None:
        message = self.table.explain_illegal(action)
        if self.illegal == "raise":
            raise IllegalAction(message)
        self._cumulative_rewards[agent] = 0.0
        self.rewards = {name: -1.0 if name == agent else 0.0 for name in self._names}
        self._accumulate_rewards()
        for name in self._names:
            self.terminations[name] = True
        self.infos[agent] = {"illegal_action": message}
        self.table.stop()
        self.agent_selection = self.agents[0]

    def observe(self, agent: str) -> Observation:
        """What an agent may see, at any time; fresh arrays."""
        table, player = self.table, self._seats[agent]
        row = np.empty(self.encoder.width, self.encoder.dtype)
        self._encode(
            table.records,
            player,
            self._blank_view,
            self._views,
            self._numbers,
            self.encoder.layout,
            self.encoder.factors,
            row,
        )
        mask = (table.mask if agent == self.agent_selection else self._no_mask).copy()
        return {"observation": row if self._finish is None else self._finish(row, mask), "action_mask": mask}

    def state(self) -> np.ndarray:
        """All there is to know about the table as float32, for centralised critics: the hidden too."""
        return self._state_vector()

    def _state_vector(self) -> np.ndarray:
        record = self.table.state
        parts = [np.asarray([record.player, record.dealer, record.over]), record.score[: self.table.num_players]]
        for field in self.game.state:
            value = record[field.name]
            arrays = [value["height"], value["cards"]] if value.dtype.names else [value]
            parts += [np.ravel(array) for array in arrays]
        return np.concatenate(parts).astype(np.float32)

    def render(self) -> str | np.ndarray | None:
        """The table as the agent whose turn it is sees it; see `cardzoo.envs.render`."""
        return render(self.table, self._seats[self.agent_selection], self.render_mode)

    def close(self) -> None:
        """Nothing is open."""

    def view(self, agent: str) -> Any:
        """What an agent may see, as a record of the game's `View`: what scripted agents take."""
        return self.table.view(self._seats[agent])

    def describe_action(self, action: int) -> str:
        """An action in words, such as ``"play 7♥"``.

        Raises:
            ValueError: if there is no such action.
        """
        return self.game.actions.describe(action)

    def parse_action(self, words: str) -> int:
        """The id of an action in words.

        Raises:
            ValueError: if no action has these words.
        """
        return self.game.actions.parse(words)

    def snapshot(self) -> dict[str, Any]:
        """All of the environment's state, for `restore`."""
        kept = ("agents", "rewards", "_cumulative_rewards", "terminations", "truncations", "infos", "agent_selection")
        snapshot = {name: getattr(self, name) for name in kept}
        return {name: value.copy() if hasattr(value, "copy") else value for name, value in snapshot.items()} | {
            "table": self.table.snapshot(),
            "over": self.table.over,
            "paid": self.table.paid,
        }

    def restore(self, snapshot: dict[str, Any]) -> None:
        """Go back to a snapshot of this environment, or of one with the same settings.

        Raises:
            ValueError: if the snapshot is of another game or other settings.
        """
        self.table.restore(snapshot["table"])
        self.table.paid = snapshot["paid"]
        if snapshot["over"]:  # by an illegal action, of which the record knows nothing
            self.table.stop()
        for name, value in snapshot.items():
            if name not in ("table", "over", "paid"):
                setattr(self, name, value.copy() if hasattr(value, "copy") else value)
