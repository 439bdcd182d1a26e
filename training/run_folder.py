"""Folder of a run: its files, written so that a kill at any moment loses nothing.

===========================  =================================================================
``config.yaml``              every setting of the run
``metrics.jsonl``            a line for each update
``events.out.tfevents...``   the same for TensorBoard
``learning_curve.png``       return and measurements over time
``model.safetensors/json``   the agent (`cardzoo.envs.policies.models`)
``evaluation.json``          the agent against each baseline on duplicate deals
``checkpoint.pt``            all that ``--resume`` needs
===========================  =================================================================
"""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Any

from pydantic import BaseModel, Field, TypeAdapter

from cardzoo.envs.files.lines import parse_line, read_whole_lines
from cardzoo.envs.files.lock import LOCK, lock
from cardzoo.envs.files.whole import remove_leftovers, write_file


class RunError(ValueError):
    """A run folder that cannot be used, with the reason."""


Finite = Annotated[float, Field(ge=-1e9, le=1e9, allow_inf_nan=False)]


class _Measured(BaseModel, extra="allow"):
    """A measurement against a baseline, as far as it is read again."""

    advantage: Finite
    low: Finite
    high: Finite


class _Metrics(BaseModel, extra="allow"):
    """A line of metrics, as far as it is read again."""

    steps: Annotated[int, Field(ge=0, le=1 << 60)]
    seconds: Finite = 0.0
    returned: Finite | None = Field(None, alias="return")
    against: dict[str, _Measured] = {}


_METRICS = TypeAdapter(_Metrics)


class RunFolder:
    """The folder of one run.

    Args:
        path: the folder.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self.config = path / "config.yaml"
        self.metrics = path / "metrics.jsonl"
        self.curve = path / "learning_curve.png"
        self.evaluation = path / "evaluation.json"
        self.checkpoint = path / "checkpoint.pt"

    @contextmanager
    def hold(self) -> Iterator[None]:
        """Lock the folder for this process; it is made if need be, and half-written files are removed.

        Raises:
            LockError: if another process holds the lock, or the folder cannot be written.
        """
        with lock(self.path / LOCK):
            remove_leftovers(self.path)
            yield

    def create(self, config: str) -> None:
        """Make the folder for a new run.

        Raises:
            RunError: if it is in use already or cannot be written.
        """
        try:
            self.path.mkdir(parents=True, exist_ok=True)
            if any(file.name != LOCK for file in self.path.iterdir()):
                raise RunError(
                    f"{self.path} is not empty; go on with it by --resume {self.path}, or choose another --out"
                )
            self.write_config(config)
        except OSError as problem:
            raise RunError(f"{self.path} cannot be written: {problem.strerror}; choose another --out") from None

    def write_config(self, config: str) -> None:
        """Write the config, of a new run or of one that is lengthened."""
        write_file(self.config, config.encode())

    def read_config(self) -> Path:
        """The config of a run that can be resumed.

        Raises:
            RunError: if the folder holds no run.
        """
        if not self.config.is_file():
            raise RunError(f"{self.path} holds no run that can be resumed: {self.config.name} is missing")
        return self.config

    def write_json(self, path: Path, content: Any) -> None:
        """Write a file of JSON."""
        write_file(path, json.dumps(content, indent=2).encode() + b"\n")

    def append_metrics(self, line: dict[str, Any]) -> None:
        """Add a line to the metrics."""
        with self.metrics.open("a", encoding="utf-8") as file:
            file.write(json.dumps(line) + "\n")

    def read_metrics(self, up_to: int | None = None) -> list[dict[str, Any]]:
        """The lines of the metrics up to a number of steps.

        Raises:
            LineError: naming the file and the line, for a line of another form.
        """
        if not self.metrics.is_file():
            return []
        lines = []
        for number, text in enumerate(read_whole_lines(self.metrics), 1):
            line = parse_line(_METRICS, text, self.metrics, number)
            if up_to is None or line.steps <= up_to:
                lines.append(line.model_dump(by_alias=True, exclude_unset=True))
        return lines

    def cut_metrics(self, steps: int) -> None:
        """Remove the metrics beyond a checkpoint."""
        lines = self.read_metrics(steps)
        write_file(self.metrics, "".join(json.dumps(line) + "\n" for line in lines).encode())
