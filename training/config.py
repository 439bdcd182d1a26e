"""What a training run is told: one YAML file a game, checked, with settings from the command line on top."""

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
"""What a run is by default where the network has an advisor: it keeps what it is told, and learns where not to."""


class Section(BaseModel):
    """Part of a config; unknown keys are refused."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True, allow_inf_nan=False)


class Learning(Section):
    """Settings of PPO (Schulman et al., 2017; masks as in Huang and Ontañón, 2020).

    Few large updates over many tables are what makes training fast on a CPU, where the update is most of the cost.
    """

    steps: int = Field(128, ge=1, le=1 << 16, description="decisions of each table between two updates")
    batch_size: int = Field(2048, ge=1, le=1 << 24, description="decisions in one gradient step")
    epochs: int = Field(2, ge=1, le=1000, description="passes over the collected decisions")
    learning_rate: float = Field(1e-3, gt=0, le=1, description="at the start")
    final_learning_rate: float = Field(1e-4, ge=0, le=1, description="at the end; linear in between")
    gamma: float = Field(1.0, gt=0, le=1, description="discount of a step; 1 for games that end")
    gae_lambda: float = Field(0.95, ge=0, le=1, description="of the advantage estimate")
    clip_range: float = Field(0.2, gt=0, le=100, description="of the policy's ratio")
    entropy: float = Field(0.01, ge=0, le=1000, description="weight of the entropy bonus, at the start")
    final_entropy: float | None = Field(
        None, ge=0, le=1000, description="at the end; linear in between; none: the same throughout"
    )
    value: float = Field(
        0.05,
        ge=0,
        le=1000,
        description="weight of the value loss; with maskable_ppo, or if not normalised, rather 0.5, with score more",
    )
    max_grad_norm: float = Field(0.5, gt=0, le=1e6, description="of a gradient step")
    hidden: tuple[Annotated[int, Field(gt=0, le=1 << 14)], ...] = Field(
        (128, 128),
        min_length=1,
        max_length=16,
        description="sizes of the layers; all are shared with the value, with maskable_ppo the first",
    )
    precision: Literal["auto", "bfloat16", "float32"] = Field(
        "auto",
        description="of the hidden layers' arithmetic; auto: bfloat16 where the device has instructions",
    )
    critic: Literal["observation", "table"] = Field(
        "observation", description="what the value knows: what the player sees, or the hidden cards too (trainer: ppo)"
    )
    normalise_values: bool = Field(
        True, description="whether the value is learnt in units of the returns' spread (trainer: ppo)"
    )

    def rate(self, left: float, first: float | None = None) -> float:
        """The learning rate where a share is left, 1 down to 0, of what began with the first one."""
        return self.final_learning_rate + ((first or self.learning_rate) - self.final_learning_rate) * left

    def entropy_weight(self, left: float) -> float:
        """The weight of the entropy bonus where a share of the run is left, 1 down to 0."""
        final = self.entropy if self.final_entropy is None else self.final_entropy
        return final + (self.entropy - final) * left


class Opponents(Section):
    """Whom the learner meets: scripted agents or ``trained``, itself, and its own past; see `self_play`."""

    scripted: tuple[str, ...] = Field(("novice", "expert"), min_length=1, description="agents, drawn evenly")
    self_share: float = Field(0.0, ge=0, le=1, description="share of games in which the learner plays all seats")
    warm_up: int = Field(1_000_000, ge=0, le=MOST_STEPS, description="decisions before the first snapshot plays")
    pool_share: float = Field(0.5, ge=0, le=1, description="share of games against a snapshot after that")
    pool_size: int = Field(4, ge=1, le=1000, description="snapshots that are kept, the oldest leaving first")
    snapshot_every: int = Field(1_000_000, ge=1, le=MOST_STEPS, description="decisions between two snapshots")
    priority: float = Field(1.0, ge=0, le=20, description="how much rather strong snapshots are met; 0: all alike")


class WarmStart(Section):
    """Imitating an agent before playing for reward (trainer: ppo)."""

    agent: str | None = Field(
        None,
        description="who is imitated, such as expert, or a search such as search:50; trained: the run goes on with the "
        "game's trained agent; none for no warm start",
    )
    share: float = Field(0.35, gt=0, le=1, description="of the run's steps or minutes, for imitating")
    learning_rate: float = Field(
        3e-3,
        gt=0,
        le=1,
        description="at the start; linear down to learning.final_learning_rate at the end of imitating",
    )
    epochs: int = Field(1, ge=1, le=1000, description="passes over its decisions; more pay where the agent is slow")
    own_share: float = Field(
        0.0,
        ge=0,
        le=1,
        description="of the tables, at which the policy plays, and the agent says what it would have done",
    )
    smoothing: float = Field(
        0.1,
        ge=0,
        lt=1,
        description="share of the target that all legal actions have alike, to keep exploring",
    )


class Evaluation(Section):
    """How the agent is measured: duplicate deals against each of these agents."""

    options: dict[str, Any] | None = Field(
        None, description="the game's options then, such as a whole match; none for those of training"
    )
    opponents: tuple[str, ...] = Field(("random", "novice", "expert"), description="who it is measured against")
    deals: int = Field(2000, ge=2, le=10_000_000, description="deals at the end, each played from every seat")
    greedy: bool = Field(
        True,
        description="whether the agent plays its likeliest actions, here and ever after, rather than drawn ones; "
        "where moves undo each other, the likeliest may go round in circles",
    )
    every: int = Field(
        1_000_000, ge=1, le=MOST_STEPS, description="decisions between two quick measurements in training"
    )
    quick_deals: int = Field(200, ge=2, le=10_000_000, description="deals of a quick measurement")


class TrainingConfig(Section):
    """A training run."""

    game: str = Field(description="id of the game")
    num_players: int | None = Field(None, ge=1, le=64, description="players at a table; none for the game's default")
    encoding: str = Field("flat", description=f"what it sees: {', '.join(ARRAYS)}, as one row")
    advisor: str | None = Field(
        None,
        min_length=1,
        description="compiled agent whose choice the network is told besides; none: nobody (trainer: ppo; tables are "
        "played on a CPU); with one, other defaults are of `ADVISED`, and it is imitated and met",
    )
    reward: Literal["outcome", "score"] = Field("outcome", description="what the learner gets")
    options: dict[str, Any] = Field({}, description="the game's own options")
    deals: str | None = Field(
        None,
        min_length=1,
        description="chosen deals of a patience: won, or a file of results of cardzoo solve; none: random deals; "
        "evaluation has random ones (device: cpu)",
    )
    seed: int = Field(0, ge=0, lt=1 << 63, description="of everything that is drawn")
    trainer: Literal["ppo", "maskable_ppo"] = Field("ppo", description="our learner, or sb3-contrib's")
    device: Literal["auto", "cpu", "cuda"] = Field("auto", description="of tables and learner; auto: a GPU if any")
    total_steps: int = Field(10_000_000, ge=1, le=MOST_STEPS, description="decisions of the learner in the whole run")
    minutes: float | None = Field(
        None,
        gt=0,
        le=1e7,
        description="of playing and updating, after which the run ends at the latest; none: no limit",
    )
    tables: int = Field(512, ge=1, le=1 << 20, description="games at once")
    threads: int = Field(
        2, ge=1, le=1024, description="that share playing and each gradient step; as many give the same bits anywhere"
    )
    workers: int = Field(
        1, ge=1, le=1024, description="actors that share the tables, each on one core; only with --ray"
    )
    processes: int = Field(
        1,
        ge=1,
        le=1024,
        description="that share tables and gradients, one a GPU or machine (trainer: ppo); with --ray, or by torchrun",
    )
    checkpoint_every: int = Field(500_000, ge=1, le=MOST_STEPS, description="decisions between two checkpoints")
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
            raise ValueError(f"tables times learning.steps is at most {MOST_DECISIONS:,} decisions in an update")
        if self.workers > 1 and self.workers * TABLES_A_WORKER > self.tables:
            raise ValueError(f"workers: {self.workers} need {self.workers * TABLES_A_WORKER} tables or more")
        if self.processes > 1:
            self._check_processes()
        if self.opponents.self_share + self.opponents.pool_share > 1:
            raise ValueError("opponents.self_share and opponents.pool_share are more than 1 together")
        return self

    def _check_processes(self) -> None:
        blocks = self.processes * TABLES_A_WORKER
        if self.tables % blocks:
            raise ValueError(
                f"processes: {self.processes} cannot share {self.tables} tables; take a multiple of {blocks}"
            )
        if self.trainer == "maskable_ppo":
            raise ValueError("processes: several need trainer: ppo")
        if self.workers > 1:
            raise ValueError("workers and processes both share the tables; set one of them to 1")

    @property
    def evaluation_options(self) -> dict[str, Any]:
        """The game's options when the agent is measured."""
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
    """Settings as they are written, and where: in a file, or in the game's own config."""
    config = (parts_of(game).config or {}) if file is None else file
    if isinstance(config, Mapping):
        return f"{game.name}'s config", deepcopy(dict(config))
    if not isinstance(config, Path | str):
        raise ConfigError(f"{game.name}'s config is {config!r:.60}; settings or the name of a YAML file are expected")
    path = Path(config)
    source = str(path) if file else f"{path.parent.name}/{path.name}"
    return source, parse_yaml(read_text(path), source)


def _follow_advisor(values: dict[str, Any]) -> None:
    """Where a network is told what an agent would do, it begins as that agent, and meets it: other defaults suit it."""
    advisor = values.get("advisor")
    if advisor:
        _fill(values, {"opponents": {"scripted": [advisor]}, "warm_start": {"agent": advisor}})
        _fill(values, ADVISED)


def _name_opponents(values: dict[str, Any], agents: list[str]) -> None:
    """Where nobody is named, the game's scripted agents are played against, and all are measured against."""
    scripted = [name for name in agents if name != "random"] or agents
    _fill(values, {"opponents": {"scripted": scripted}, "evaluation": {"opponents": agents}})


def _fill(values: dict[str, Any], defaults: Mapping[str, Mapping[str, Any]]) -> None:
    """Give keys of sections that are not set yet these values."""
    for section, part_defaults in defaults.items():
        part = values.setdefault(section, {})
        if isinstance(part, dict):
            part.update({key: value for key, value in part_defaults.items() if key not in part})


def parse_config(values: Mapping[str, Any], source: str, given: Mapping[str, str] | None = None) -> TrainingConfig:
    """A checked config from plain values.

    Args:
        values: of all keys that have no default.
        source: the file or the place where they stand, for errors.
        given: the words of ``--set``, by key, for those that stand there instead.

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
    """Where a key has its value from: the source, or ``--set``, which may name a section of the key or a part of it."""
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
    """YAML's lists as tuples, as strict checking wants them."""
    if isinstance(value, dict):
        return {key: _tuples(part) for key, part in value.items()}
    if isinstance(value, list):
        return tuple(_tuples(part) for part in value)
    return value
