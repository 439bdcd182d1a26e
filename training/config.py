"""Training configuration: one YAML file a game, validated, with overrides from the command line."""

import reprlib
from collections.abc import Mapping, Sequence
from copy import deepcopy
from pathlib import Path
from typing import Annotated, Any, Literal, Self

import yaml
from pydantic import BaseModel, ConfigDict, Field, ValidationError, field_validator, model_validator

from cardzoo.agents import bots
from cardzoo.envs import find_game
from cardzoo.envs.encoders import ARRAYS
from cardzoo.envs.engine import Game
from cardzoo.envs.engine.fields import suggest
from cardzoo.envs.files.settings import ConfigError, parse_setting, parse_yaml, read_text
from cardzoo.envs.registry import parts_of, reference_of

MOST_STEPS = 10**15
MOST_DECISIONS = 1 << 24  # in one update
TABLES_A_WORKER = 8  # at least; shares are multiples of it


ADVISED: Mapping[str, Mapping[str, Any]] = {
    "learning": {"learning_rate": 5e-4, "final_learning_rate": 3e-5, "entropy": 0.003},
    "opponents": {"self_share": 0.2, "pool_share": 0.2},
    "warm_start": {"share": 0.05, "learning_rate": 5e-4},
}
"""Defaults of a run whose network has an advisor: it begins by following the advice, and learns where not to."""


class Section(BaseModel):
    """Part of a config; unknown keys are refused."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True, allow_inf_nan=False)


class Learning(Section):
    """Settings of PPO (Schulman et al., 2017; masks: Huang and Ontañón, 2020).

    Few large updates over many tables make training fast on a CPU, where the update is most of the cost.
    """

    steps: int = Field(128, ge=1, le=1 << 16, description="Number of decisions at each table between two updates")
    batch_size: int = Field(2048, ge=1, le=1 << 24, description="Number of decisions in one gradient step")
    epochs: int = Field(2, ge=1, le=1000, description="Number of passes over the collected decisions")
    learning_rate: float = Field(1e-3, gt=0, le=1, description="Learning rate at the start")
    final_learning_rate: float = Field(1e-4, ge=0, le=1, description="Learning rate at the end; linear in between")
    gamma: float = Field(1.0, gt=0, le=1, description="Discount factor of a step; 1 for games that end")
    gae_lambda: float = Field(0.95, ge=0, le=1, description="Lambda of generalised advantage estimation")
    clip_range: float = Field(0.2, gt=0, le=100, description="Clip range of the policy's probability ratio")
    entropy: float = Field(0.01, ge=0, le=1000, description="Weight of the entropy bonus at the start")
    final_entropy: float | None = Field(
        None,
        ge=0,
        le=1000,
        description="Weight of the entropy bonus at the end; linear in between; null: the same throughout",
    )
    value: float = Field(
        0.05,
        ge=0,
        le=1000,
        description="Weight of the value loss; about 0.5 with maskable_ppo or values that are not normalised, more "
        "with reward: score",
    )
    max_grad_norm: float = Field(0.5, gt=0, le=1e6, description="Largest norm of the gradient in a step")
    hidden: tuple[Annotated[int, Field(gt=0, le=1 << 14)], ...] = Field(
        (128, 128),
        min_length=1,
        max_length=16,
        description="Sizes of the hidden layers; policy and value share all of them, with maskable_ppo only the first",
    )
    precision: Literal["auto", "bfloat16", "float32"] = Field(
        "auto",
        description="Precision of the hidden layers; auto: bfloat16 where the device has instructions for it",
    )
    critic: Literal["observation", "table"] = Field(
        "observation",
        description="Input of the value: the player's observation, or the whole table with its hidden cards "
        "(trainer: ppo)",
    )
    normalise_values: bool = Field(
        True, description="Normalise values by the mean and spread of the returns (trainer: ppo)"
    )

    def rate(self, left: float, first: float | None = None) -> float:
        """The learning rate where a share is left, 1 down to 0, of a phase that began with the first one."""
        return self.final_learning_rate + ((first or self.learning_rate) - self.final_learning_rate) * left

    def entropy_weight(self, left: float) -> float:
        """The weight of the entropy bonus where a share of the run is left, 1 down to 0."""
        final = self.entropy if self.final_entropy is None else self.final_entropy
        return final + (self.entropy - final) * left


class Opponents(Section):
    """Opponents of the learner: scripted agents or ``trained``, itself, and its snapshots; see `self_play`.

    In a cooperative game they are its partners.
    """

    scripted: tuple[str, ...] = Field(
        ("novice", "expert"), min_length=1, description="Agents that are sampled as opponents, all equally likely"
    )
    by_seat: bool = Field(
        False, description="Sample an opponent for each seat by itself, instead of one for all seats of a game"
    )
    self_share: float = Field(0.0, ge=0, le=1, description="Share of games in which the learner plays all seats")
    warm_up: int = Field(1_000_000, ge=0, le=MOST_STEPS, description="Number of steps before the first snapshot")
    pool_share: float = Field(
        0.5, ge=0, le=1, description="Share of games against a snapshot, once there is a snapshot"
    )
    pool_size: int = Field(
        4, ge=1, le=1000, description="Largest number of snapshots in the pool; a new one replaces the oldest"
    )
    snapshot_every: int = Field(1_000_000, ge=1, le=MOST_STEPS, description="Number of steps between two snapshots")
    priority: float = Field(
        1.0,
        ge=0,
        le=20,
        description="Exponent of prioritised sampling: the higher, the more often strong snapshots are sampled; "
        "0: all alike",
    )


class WarmStart(Section):
    """Warm start: behaviour cloning of an agent before PPO (trainer: ppo)."""

    agent: str | None = Field(
        None,
        description="Agent for behaviour cloning, such as expert, or a search such as search:50; trained: the run "
        "starts from the game's trained agent; null: no warm start",
    )
    share: float = Field(0.35, gt=0, le=1, description="Share of the run's steps or minutes for behaviour cloning")
    learning_rate: float = Field(
        3e-3,
        gt=0,
        le=1,
        description="Learning rate at the start; linear down to learning.final_learning_rate at the end of the warm "
        "start",
    )
    epochs: int = Field(
        1, ge=1, le=1000, description="Number of passes over the agent's decisions; more pay where the agent is slow"
    )
    own_share: float = Field(
        0.0,
        ge=0,
        le=1,
        description="Share of the tables at which the policy's actions are played, labelled with the agent's actions",
    )
    smoothing: float = Field(
        0.1,
        ge=0,
        lt=1,
        description="Label smoothing: share of the target that is spread over all legal actions, to keep exploring",
    )


class Evaluation(Section):
    """Evaluation of the agent: duplicate deals against each baseline."""

    options: dict[str, Any] | None = Field(
        None, description="Options of the game in evaluation, such as a whole match; null: those of training"
    )
    opponents: tuple[str, ...] = Field(("random", "novice", "expert"), description="Baselines of the evaluation")
    deals: int = Field(
        2000, ge=2, le=10_000_000, description="Number of deals of the last evaluation, each played from every seat"
    )
    greedy: bool = Field(
        True,
        description="Play the likeliest action instead of a sampled one, in evaluation and in the finished model; "
        "where moves undo each other, the likeliest actions may repeat without end",
    )
    every: int = Field(
        1_000_000, ge=1, le=MOST_STEPS, description="Number of steps between two quick evaluations in training"
    )
    quick_deals: int = Field(200, ge=2, le=10_000_000, description="Number of deals of a quick evaluation")


class TrainingConfig(Section):
    """Configuration of a training run."""

    game: str = Field(description="Id of the game")
    num_players: int | None = Field(
        None, ge=1, le=64, description="Number of players at a table; null: the game's default"
    )
    encoding: str = Field("flat", description=f"Encoding of the observation as one row: {', '.join(ARRAYS)}")
    advisor: str | None = Field(
        None,
        min_length=1,
        description="Advisor: a compiled agent whose action is part of the network's input (trainer: ppo; tables on a "
        "CPU). It is also the default agent of the warm start and the default opponent, and other defaults are those "
        "of `ADVISED`. null: no advisor",
    )
    reward: Literal["outcome", "score"] = Field("outcome", description="Reward signal")
    options: dict[str, Any] = Field({}, description="Options of the game")
    deals: str | None = Field(
        None,
        min_length=1,
        description="Deals of a patience for training: won, or a file of results of cardzoo solve; null: random "
        "deals; evaluation always has random deals (device: cpu)",
    )
    seed: int = Field(0, ge=0, lt=1 << 63, description="Random seed")
    trainer: Literal["ppo", "maskable_ppo"] = Field("ppo", description="Learner: cardzoo's PPO, or sb3-contrib's")
    device: Literal["auto", "cpu", "cuda"] = Field(
        "auto", description="Device of tables and learner; auto: a GPU if there is one"
    )
    total_steps: int = Field(
        10_000_000,
        ge=1,
        le=MOST_STEPS,
        description="Number of steps of the whole run; a step is one decision of the learner",
    )
    minutes: float | None = Field(
        None,
        gt=0,
        le=1e7,
        description="Limit of the minutes of rollouts and updates, after which the run ends; null: no limit",
    )
    tables: int = Field(512, ge=1, le=1 << 20, description="Number of tables that are played in parallel")
    threads: int = Field(
        2,
        ge=1,
        le=1024,
        description="Number of threads for rollouts and gradients; the same number gives bit-identical runs",
    )
    workers: int = Field(
        1, ge=1, le=1024, description="Number of actors that share the tables, each on one core; only with --ray"
    )
    processes: int = Field(
        1,
        ge=1,
        le=1024,
        description="Number of processes that share tables and gradients, one for each GPU or machine (trainer: ppo); "
        "with --ray, or by torchrun",
    )
    checkpoint_every: int = Field(500_000, ge=1, le=MOST_STEPS, description="Number of steps between two checkpoints")
    learning: Learning = Learning()
    opponents: Opponents = Opponents()
    warm_start: WarmStart = WarmStart()
    evaluation: Evaluation = Evaluation()

    @field_validator("encoding")
    @classmethod
    def _check_encoding(cls, encoding: str) -> str:
        if encoding not in ARRAYS:
            raise ValueError(f"encoding: {encoding!r} is not allowed; a network takes {', '.join(ARRAYS)}")
        return encoding

    @model_validator(mode="after")
    def _check_together(self) -> Self:
        if self.trainer == "maskable_ppo" and self.advisor is not None:
            raise ValueError("advisor needs trainer: ppo; else set advisor: null")
        if self.trainer == "maskable_ppo" and self.warm_start.agent is not None:
            raise ValueError("warm_start.agent needs trainer: ppo; else set warm_start.agent: null")
        if self.trainer == "maskable_ppo" and self.learning.critic == "table":
            raise ValueError("learning.critic: table needs trainer: ppo; else set learning.critic: observation")
        if self.tables * self.learning.steps > MOST_DECISIONS:
            raise ValueError(
                f"tables times learning.steps must be at most {MOST_DECISIONS:,}, "
                f"got {self.tables * self.learning.steps:,}"
            )
        if self.workers > 1 and self.workers * TABLES_A_WORKER > self.tables:
            raise ValueError(
                f"tables must be at least {self.workers * TABLES_A_WORKER} for {self.workers} workers, "
                f"got {self.tables}"
            )
        if self.processes > 1:
            self._check_processes()
        if self.opponents.self_share + self.opponents.pool_share > 1:
            raise ValueError("opponents.self_share and opponents.pool_share must be at most 1 together")
        return self

    def _check_processes(self) -> None:
        blocks = self.processes * TABLES_A_WORKER
        if self.tables % blocks:
            raise ValueError(
                f"processes: {self.processes} cannot share {self.tables} tables; take a multiple of {blocks}"
            )
        if self.trainer == "maskable_ppo":
            raise ValueError("processes above 1 need trainer: ppo; else set processes: 1")
        if self.workers > 1:
            raise ValueError("workers and processes both share the tables; set one of them to 1")

    @property
    def evaluation_options(self) -> dict[str, Any]:
        """Options of the game in evaluation."""
        return self.options if self.evaluation.options is None else self.evaluation.options


def load_config(game: str, file: Path | None = None, settings: Sequence[str] = ()) -> TrainingConfig:
    """The config of a run.

    Args:
        game: the game's name or id.
        file: a YAML file instead of the game's own.
        settings: ``"learning.batch_size=4096"`` and the like, on top of the file.

    Raises:
        ConfigError: in one line, for a file that cannot be read, or an unknown or unfit key.
        ValueError: for an unknown game.
    """
    found = find_game(game)
    source, values = _read_settings(found, file)
    if not isinstance(values, dict):
        raise ConfigError(f"{source}: it should hold keys and values, such as 'total_steps: 1000000'")
    given = {}
    for setting in settings:
        key, value = parse_setting(setting)
        given[key] = setting
        if key in found.options.fields and key not in TrainingConfig.model_fields:
            raise ConfigError(f"--set {setting}: {key} is an option of the game; write options.{setting}")
        _set(values, key.split("."), value, setting)
    values.setdefault("game", reference_of(found))
    _follow_advisor(values)
    _name_opponents(values, list(bots(found)))
    config = parse_config(values, source, given)
    try:
        same = find_game(config.game) is found
    except ValueError as problem:
        raise ConfigError(f"{source}: game: {problem}") from None
    if not same:
        raise ConfigError(f"{source}: game: it is for {config.game!r}, not {found.id!r}")
    config = config.model_copy(update={"game": reference_of(found)})
    for key, options in (("options", config.options), ("evaluation.options", config.evaluation_options)):
        at = "num_players"
        try:
            record = found.blank(config.num_players, config.reward)[0]["options"]
            for name, value in options.items():
                at = f"{key}.{name}"
                found.options.from_words({name: value}, record)
            at = key
            found.blank(config.num_players, config.reward, **options)
        except ValueError as problem:
            raise ConfigError(f"{_where(at, source, given)}: {key}: {problem}") from None
    return config


def _read_settings(game: Game, file: Path | None) -> tuple[str, Any]:
    """The source, a file or the game's own config, and the settings as they are written there."""
    config = (parts_of(game).config or {}) if file is None else file
    if isinstance(config, Mapping):
        return f"{game.name}'s config", deepcopy(dict(config))
    if not isinstance(config, Path | str):
        raise ConfigError(f"{game.name}'s config is {config!r:.60}; settings or the name of a YAML file are expected")
    path = Path(config)
    source = str(path) if file else f"{path.parent.name}/{path.name}"
    return source, parse_yaml(read_text(path), source)


def _follow_advisor(values: dict[str, Any]) -> None:
    """Set the defaults of a run with an advisor, which is also cloned and played against."""
    advisor = values.get("advisor")
    if advisor:
        _fill(values, {"opponents": {"scripted": [advisor]}, "warm_start": {"agent": advisor}})
        _fill(values, ADVISED)


def _name_opponents(values: dict[str, Any], agents: list[str]) -> None:
    """Set default opponents: the game's scripted agents in training, all its agents in evaluation."""
    scripted = [name for name in agents if name != "random"] or agents
    _fill(values, {"opponents": {"scripted": scripted}, "evaluation": {"opponents": agents}})


def _fill(values: dict[str, Any], defaults: Mapping[str, Mapping[str, Any]]) -> None:
    """Set keys of sections that have no value yet."""
    for section, part_defaults in defaults.items():
        part = values.setdefault(section, {})
        if isinstance(part, dict):
            part.update({key: value for key, value in part_defaults.items() if key not in part})


def parse_config(values: Mapping[str, Any], source: str, given: Mapping[str, str] | None = None) -> TrainingConfig:
    """A checked config from plain values.

    Args:
        values: values of at least all keys without a default.
        source: the file or the place that holds them, for errors.
        given: the words of ``--set``, by key, for values from there.

    Raises:
        ConfigError: in one line, naming the source, the key, and what is allowed.
    """
    try:
        return TrainingConfig.model_validate(_tuples(values))
    except ValidationError as problem:
        first = problem.errors()[0]
        more = f" (and {problem.error_count() - 1} more)" if problem.error_count() > 1 else ""
        where = _where(".".join(map(str, first["loc"])), source, given or {})
        raise ConfigError(" ".join(f"{where}: {_explain(first)}{more}".split())) from None


def _where(key: str, source: str, given: Mapping[str, str]) -> str:
    """The origin of a key's value: the source, or ``--set``, which may name a section of the key or a part of it."""
    for name, setting in given.items():
        if f"{key}.".startswith(f"{name}.") or name.startswith(f"{key}."):
            return f"--set {setting}"
    return source


def dump_config(config: TrainingConfig) -> str:
    """The config with every value, as YAML that `load_config` reads."""
    return yaml.safe_dump(config.model_dump(mode="json"), sort_keys=False, allow_unicode=True)


def _explain(error: Any) -> str:
    path = [str(part) for part in error["loc"]]
    key = ".".join(path)
    if error["type"] == "extra_forbidden":
        section = TrainingConfig
        for part in path[:-1]:
            section = section.model_fields[part].annotation  # type: ignore[assignment]
        return f"{key}: there is no such key; {suggest(path[-1], section.model_fields)}"
    if error["type"] == "missing":
        return f"{key}: this key is missing"
    if error["type"] == "value_error":  # about several keys together
        return str(error["ctx"]["error"])
    message = error["msg"].removeprefix("Input should be ")
    return f"{key}: {reprlib.repr(error['input'])} is not allowed; it should be {message}"


def _set(values: dict[str, Any], path: list[str], value: Any, setting: str) -> None:
    for part in path[:-1]:
        values = values.setdefault(part, {})
        if not isinstance(values, dict):
            raise ConfigError(f"--set {setting}: {part} is a value, not a section")
    values[path[-1]] = value


def _tuples(value: Any) -> Any:
    """YAML's lists as tuples, which strict checking requires."""
    if isinstance(value, dict):
        return {key: _tuples(part) for key, part in value.items()}
    if isinstance(value, list):
        return tuple(_tuples(part) for part in value)
    return value
