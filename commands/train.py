"""``cardzoo train``."""

import os
import sys
from collections.abc import Sequence
from contextlib import AbstractContextManager, nullcontext
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter
from rich.console import Console
from rich.markup import escape

from cardzoo.commands.terminal import console, print_comparisons

if TYPE_CHECKING:
    from cardzoo.training.config import TrainingConfig
    from cardzoo.training.run_folder import RunFolder
    from cardzoo.training.train import Trainer


def train(
    game: Annotated[str | None, Parameter(help="Name of the game, or module:GAME; not needed with --resume.")] = None,
    *,
    config: Annotated[Path | None, Parameter(help="YAML file to use instead of the game's own config.")] = None,
    set: Annotated[
        list[str] | None,
        Parameter(help="Setting of the config, such as learning.batch_size=4096; may be repeated.", negative=""),
    ] = None,
    steps: Annotated[
        int | None, Parameter(help="Total number of steps (decisions of the learner), rounded up to whole rollouts.")
    ] = None,
    minutes: Annotated[float | None, Parameter(help="Time limit of rollouts and updates in total, in minutes.")] = None,
    seed: Annotated[int | None, Parameter(help="Random seed.")] = None,
    out: Annotated[Path | None, Parameter(help="Folder of the run; by default runs/GAME-TIME.")] = None,
    resume: Annotated[
        Path | None, Parameter(help="Folder of a run to resume; --steps and --minutes can lengthen it.")
    ] = None,
    ray: Annotated[
        str | None,
        Parameter(help="Address of the Ray cluster that shares the run, auto for this machine's; or local."),
    ] = None,
) -> None:
    """Train an agent, then evaluate it on duplicate deals against the game's scripted agents."""
    from cardzoo.envs.extras import check_extra
    from cardzoo.training.config import dump_config
    from cardzoo.training.run_folder import RunError

    length = [] if steps is None else [f"total_steps={steps}"]
    length += [] if minutes is None else [f"minutes={minutes}"]
    if resume is None:
        extra = [] if seed is None else [f"seed={seed}"]
        settings, folder = _new_run(game, config, [*(set or ()), *length, *extra], out)
    else:
        if config or set or out or seed is not None:
            raise RunError(
                "--resume keeps the run's own settings; only --steps, --minutes and --ray can be given with it"
            )
        settings, folder = _resumed_run(game, resume, length)
    check_extra("train")
    from cardzoo.training.processes import is_first
    from cardzoo.training.train import Trainer

    with _joined(settings, ray, resume is not None):
        if not is_first():
            Trainer(settings, folder, Console(quiet=True)).run(resume is not None)
            return
        trainer = Trainer(settings, folder, console, ray if settings.processes == 1 else None)
        with folder.hold():
            if resume is None:
                folder.create(dump_config(settings))
            elif length:
                folder.write_config(dump_config(settings))
            _run(trainer, resume is not None)


def _new_run(
    game: str | None, config: Path | None, changes: Sequence[str], out: Path | None
) -> tuple["TrainingConfig", "RunFolder"]:
    """Configuration and folder of a new run.

    Raises:
        RunError: if no game is named.
    """
    from cardzoo.envs import find_game
    from cardzoo.training.config import load_config
    from cardzoo.training.run_folder import RunError, RunFolder

    if game is None:
        raise RunError("name a game, such as: cardzoo train getaway; `cardzoo games` lists them")
    settings = load_config(game, config, [*changes, *_processes()])
    name = find_game(settings.game).name
    return settings, RunFolder(out or Path("runs") / f"{name}-{datetime.now():%Y%m%d-%H%M%S}")


def _resumed_run(game: str | None, path: Path, length: Sequence[str]) -> tuple["TrainingConfig", "RunFolder"]:
    """Configuration and folder of a run that is resumed, and lengthened if a length is given."""
    from cardzoo.training.config import load_config
    from cardzoo.training.run_folder import RunFolder

    folder = RunFolder(path)
    file = folder.read_config()
    settings = load_config(game or _game_of(file), file, [*length, *_processes()])
    if length:
        _check_longer(folder, settings)
    return settings, folder


def _processes() -> list[str]:
    """Setting of the number of processes, if torchrun has started them."""
    return [f"processes={os.environ['WORLD_SIZE']}"] if _by_torchrun() else []


def _joined(settings: "TrainingConfig", ray: str | None, resume: bool) -> AbstractContextManager[None]:
    """Context that joins the processes of the run, if it has several.

    Raises:
        WorkerError: if neither Ray nor torchrun starts the others.
    """
    from cardzoo.training.evaluation.workers import WorkerError

    if settings.processes == 1:
        return nullcontext()
    if _by_torchrun():
        if ray is not None:
            raise WorkerError("torchrun has started the processes already; leave out --ray")
        from cardzoo.training.processes import joined_by_torchrun

        return joined_by_torchrun()
    if ray is None:
        raise WorkerError(f"processes: {settings.processes} processes need --ray, such as --ray local, or torchrun")
    from cardzoo.training.ray_processes import joined_on_cluster

    return joined_on_cluster(settings, ray, resume)


def _by_torchrun() -> bool:
    """Returns whether torchrun, or a launcher that sets the same variables, has started this process."""
    return "RANK" in os.environ and "WORLD_SIZE" in os.environ


def _run(trainer: "Trainer", resume: bool) -> None:
    """Train, evaluate and print the results."""
    from cardzoo.training.evaluation.progress import RunProgress
    from cardzoo.training.evaluation.signals import status_of

    settings, folder = trainer.config, trainer.folder
    place = escape(str(folder.path))
    limit = "" if settings.minutes is None else f" or {settings.minutes:g} minutes"
    console.print(f"training {trainer.game.title} for {settings.total_steps:,} steps{limit} in {place}")
    rollout = settings.tables * settings.learning.steps
    if settings.total_steps < rollout:
        size = f"{settings.tables} tables x learning.steps {settings.learning.steps}"
        console.print(f"a step is one decision of the learner, and a rollout has about {rollout:,} steps: {size}")
    trainer.run(resume=resume)
    if trainer.interrupt:
        console.print(f"stopped at {trainer.steps:,} steps; to resume: cardzoo train --resume {folder.path}")
        sys.exit(status_of(trainer.interrupt))
    others = ("beside teams of" if trainer.game.cooperative else "against", ", ".join(settings.evaluation.opponents))
    console.print(f"evaluating on {settings.evaluation.deals:,} deals {escape(' '.join(others))}")
    with RunProgress(console, 0.0) as progress:
        results = trainer.evaluate(settings.evaluation.deals, progress.tell)
    rows = [result.as_dict() for result in results]
    folder.write_json(folder.evaluation, {"game": settings.game, "steps": trainer.steps, "results": rows})
    speed = trainer.steps / max(trainer.seconds, 1e-9)
    console.print(f"{trainer.steps:,} steps in {trainer.seconds:,.0f} s ({speed:,.0f} steps/s)")
    unit = trainer.game.unit_of(settings.num_players, **settings.evaluation_options)
    print_comparisons(trainer.game, rows, f"{trainer.game.title}: the trained agent on duplicate deals", unit)
    console.print(f"model, curve and metrics: {place}")


def _check_longer(folder: "RunFolder", settings: "TrainingConfig") -> None:
    """Check that a resumed run is lengthened.

    Raises:
        RunError: if the run has reached this length; the message holds its length.
    """
    from cardzoo.training.run_folder import RunError

    last = (folder.read_metrics() or [{"steps": 0, "seconds": 0.0}])[-1]
    steps, minutes = last["steps"], last["seconds"] / 60
    if steps >= settings.total_steps or (settings.minutes is not None and minutes >= settings.minutes):
        length = f"{steps:,} steps in {minutes:.1f} minutes"
        bounds = f"--steps {settings.total_steps}" + (
            f" and --minutes {settings.minutes:g}" if settings.minutes else ""
        )
        raise RunError(f"{folder.path} has {length} already; {bounds} count from its beginning: give more")


def _game_of(file: Path) -> str:
    """Name of the game in a run's config."""
    from cardzoo.envs.files.settings import ConfigError

    for line in file.read_text(encoding="utf-8").splitlines():
        if line.startswith("game:"):
            return line.partition(":")[2].strip()
    raise ConfigError(f"{file}: game: this key is missing")
