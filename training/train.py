"""A training run: the tables, the learner, and periodic measurements, snapshots and checkpoints."""

import os
import time
from contextlib import nullcontext
from typing import Any

import torch
from rich.console import Console
from torch.utils.tensorboard import SummaryWriter

from cardzoo.agents import TRAINED, check_table, find_agent
from cardzoo.agents.trained import TrainedAgent, shipped_for
from cardzoo.envs import find_game
from cardzoo.envs.policies.models import ModelCard, Network, save_model
from cardzoo.training import processes
from cardzoo.training.checkpoint import read_checkpoint, unpack, unusable, write_checkpoint
from cardzoo.training.config import TrainingConfig
from cardzoo.training.curve import draw_curve
from cardzoo.training.evaluation.duplicate import Comparison, Tell, check_names, check_teacher, compare_all
from cardzoo.training.evaluation.machine import commit
from cardzoo.training.evaluation.progress import RunProgress
from cardzoo.training.evaluation.signals import signals_request
from cardzoo.training.learners import make_learner, make_tables
from cardzoo.training.learners.device import describe_device
from cardzoo.training.run_folder import RunError, RunFolder
from cardzoo.training.tables.model_card import card_of


class Trainer:
    """One training run, or the share of one of its processes (`cardzoo.training.processes`).

    Args:
        config: configuration of the run.
        folder: the run's folder, which the first process writes; `RunFolder.create` has been called.
        console: output of the progress.
        cluster: address of the Ray cluster where the tables are played, see
            `cardzoo.training.evaluation.cluster.connect`; None to play them in this process.

    Attributes:
        tables: this process's share of the tables, with their opponents.
        learner: the learner.
        imitation: the warm start, if the config has one; None afterwards.
        steps: steps so far; a step is one decision of the learner.
        seconds: seconds of rollouts and updates so far.
        measured: the latest quick measurement: advantage by opponent.
        interrupt: the exception for the signal that has ended the run; None if there was none.
    """

    def __init__(self, config: TrainingConfig, folder: RunFolder, console: Console, cluster: str | None = None) -> None:
        self.config = config
        self.folder = folder
        self.console = console
        self.game = find_game(config.game)
        check_names([*config.opponents.scripted, *config.evaluation.opponents], self.game, config.num_players)
        check_teacher(config.warm_start.agent, self.game, config.num_players)
        measured = self.game.blank(config.num_players, **config.evaluation_options)
        trained = [name for name in config.evaluation.opponents if name == TRAINED]
        check_table([shipped_for(self.game, measured) for _ in trained], measured)
        threads = min(config.threads, os.cpu_count() or 1)
        torch.set_num_threads(1)  # on layers of this size its threads wait for each other; ours share the rows
        self.tables = make_tables(config, self.game, threads, cluster)
        self.learner, self.imitation = make_learner(config, self.tables, cluster)
        self.steps = 0
        self.seconds = 0.0
        self.measured: dict[str, float] = {}
        self.interrupt: KeyboardInterrupt | None = None
        self._progress: RunProgress | None = None
        self._commit = commit()
        self._origin = self._describe_origin()
        self._next_snapshot = config.opponents.warm_up
        self._next_measurement = config.evaluation.every
        self._next_checkpoint = config.checkpoint_every

    def _describe_origin(self) -> dict[str, Any] | None:
        """The model from which the run's policy starts; None if it starts from random weights."""
        if self.config.warm_start.agent != TRAINED:
            return None
        card = shipped_for(self.game, self.tables.batch.blank).card
        return {
            "sha256": card.sha256,
            **{name: card.training.get(name) for name in ("steps", "seconds", "device", "commit", "goes_on_from")},
        }

    @property
    def left(self) -> float:
        """Share of the budget that is left, of steps or of minutes, whichever is less."""
        used = self.steps / self.config.total_steps
        if self.config.minutes is not None:
            used = max(used, self.seconds / (60 * self.config.minutes))
        return max(1 - used, 0.0)

    def run(self, resume: bool = False) -> bool:
        """Train up to the end of the budget, or to the end of the update in which Ctrl-C or SIGTERM arrives.

        Args:
            resume: whether to continue from the folder's checkpoint; if it has none, from the start.

        Returns:
            True if the budget was used up. Either way the folder holds a checkpoint and the model.

        Raises:
            RunError: if the checkpoint cannot be used or the folder cannot be written.
        """
        first = processes.is_first()
        if processes.from_first(resume and self.folder.checkpoint.is_file()):
            self._restore()
        else:
            self.tables.reset(self.config.seed)
            if first:
                self.folder.cut_metrics(0)
        try:
            with signals_request() as stop:
                with (
                    RunProgress(self.console, 1 - self.left) as progress,
                    SummaryWriter(self.folder.path) if first else nullcontext() as board,
                ):
                    self._progress = progress
                    while self.left > 0 and not processes.from_first(stop.interrupt is not None):
                        line = self._iterate()
                        if board:
                            self._show_on_board(board, line)
                        news = [f"{self.steps:,} steps", f"{line['steps_per_second'] / 1000:.1f}k/s"]
                        news += [] if line["return"] is None else [f"return {line['return']:+.2f}"]
                        news += [f"{name} {value:+.2f}" for name, value in self.measured.items()]
                        progress.tell(1 - self.left, "  ".join(news), is_due="against" in line)
                self._checkpoint()
                if first:
                    save_model(self.folder.path, self.card(), self.network())
            self.interrupt = stop.interrupt
        except OSError as problem:
            raise RunError(f"{self.folder.path} cannot be written: {problem.strerror}") from None
        return self.left == 0

    def _iterate(self) -> dict[str, Any]:
        """Collect a rollout and update; then snapshot, measurement and checkpoint where they are due."""
        before, start = self.steps, time.perf_counter()
        imitating = self.left - 1 + self.config.warm_start.share  # the share of the run that is left for the warm start
        if imitating <= 0:
            self.imitation = None  # for good, also in a run that is lengthened
        self.tables.always_itself = self.imitation is not None
        if self.imitation is None:
            statistics = self.learner.update(self.left)
        else:
            statistics = self.imitation.update(imitating / self.config.warm_start.share)
        self.steps += self.learner.decisions
        elapsed = processes.from_first(time.perf_counter() - start)
        self.seconds += elapsed
        line: dict[str, Any] = {
            "steps": self.steps,
            "seconds": round(self.seconds, 3),
            "steps_per_second": round((self.steps - before) / elapsed, 1),
            **self.tables.report(),
            **{name: round(value, 6) for name, value in statistics.items()},
        }
        if self.steps >= self._next_snapshot:
            self._next_snapshot += self.config.opponents.snapshot_every
            if self.tables.has_opponents and self.config.opponents.pool_share:
                self.tables.add_snapshot(self.network())
        if self.steps >= self._next_measurement:
            self._next_measurement += self.config.evaluation.every
            if processes.is_first():
                results = self.evaluate(self.config.evaluation.quick_deals, self._tell_measuring)
                self.measured = {result.opponent: result.advantage for result in results}
                line["against"] = {result.opponent: result.as_dict() for result in results}
        if processes.is_first():
            self.folder.append_metrics(line)
        if self.steps >= self._next_checkpoint:
            self._next_checkpoint += self.config.checkpoint_every
            self._checkpoint()
        return line

    def _show_on_board(self, board: SummaryWriter, line: dict[str, Any]) -> None:
        for name, value in line.items():
            if isinstance(value, (int, float)) and name != "steps":
                board.add_scalar(f"run/{name}", value, self.steps)
        by_name = {name: values for name, values in line.items() if name in ("won", "reward_with")}
        for group, values in [*by_name.items(), ("against", self.measured)]:
            for name, value in values.items():
                board.add_scalar(f"{group}/{name}", value, self.steps)

    def network(self) -> Network:
        """The policy as it is now."""
        return self.learner.network()

    def card(self) -> ModelCard:
        """The model card."""
        config = self.config
        training = {
            "trainer": config.trainer,
            "imitates": config.warm_start.agent,
            "steps": self.steps,
            "seconds": round(self.seconds, 1),
            "seed": config.seed,
            "options": config.options,
            "device": describe_device(config),
            **({"commit": self._commit} if self._commit else {}),
            **({"goes_on_from": self._origin} if self._origin else {}),
        }
        return card_of(self.tables, config, config.evaluation_options, config.evaluation.greedy, training)

    def evaluate(self, deals: int, tell: Tell = lambda *_: None) -> list[Comparison]:
        """Evaluates the present policy with its likeliest actions against each baseline.

        Args:
            deals: number of deals against each baseline.
            tell: receives the progress now and then.
        """
        agent = TrainedAgent("trained", self.game, self.card(), self.network())
        seats, options = self.tables.batch.num_players, self.config.evaluation_options
        table = self.game.blank(seats, **options)
        opponents = [find_agent(name, self.game, table=table) for name in self.config.evaluation.opponents]
        return compare_all(self.game, agent, opponents, deals, num_players=seats, options=options, tell=tell)

    def _tell_measuring(self, done: float, news: str, is_due: bool) -> None:
        """Show the progress of a measurement; the run's own progress stays."""
        if self._progress:
            self._progress.tell(1 - self.left, f"measuring {news}")

    def _checkpoint(self) -> None:
        """Write all that `_restore` needs, and draw the learning curve."""
        tables = self.tables.snapshot_all()
        if tables is None:  # the first process has them
            return
        content = {
            "steps": self.steps,
            "seconds": self.seconds,
            "measured": self.measured,
            "imitates": self.imitation is not None,
            "due": [self._next_snapshot, self._next_measurement, self._next_checkpoint],
            "tables": tables,
            "learner": self.learner.state(),
        }
        write_checkpoint(self.folder.checkpoint, content)
        draw_curve(self.folder.read_metrics(), self.game, self.folder.curve)

    def _restore(self) -> None:
        """Restore the folder's checkpoint, written by any number of processes."""
        content = processes.from_first(self._read_checkpoint(self.tables.snapshot_all()))
        try:
            self.tables.restore_own(content["tables"])
            self.learner.restore(content["learner"])
            self.steps, self.seconds, self.measured = (content[name] for name in ("steps", "seconds", "measured"))
            self._next_snapshot, self._next_measurement, self._next_checkpoint = content["due"]
            if not content.get("imitates", True):
                self.imitation = None
        except Exception as problem:  # of a run with other settings, in as many ways as there are settings
            raise unusable(self.folder.checkpoint, problem) from None
        if processes.is_first():
            self.folder.cut_metrics(self.steps)

    def _read_checkpoint(self, like: dict[str, Any] | None) -> dict[str, Any]:
        """The folder's checkpoint in the shapes of a snapshot of all tables; empty in all processes but the first."""
        if like is None:
            return {}
        content = read_checkpoint(self.folder.checkpoint)
        try:
            content["tables"] = unpack(content["tables"], like)
        except Exception as problem:
            raise unusable(self.folder.checkpoint, problem) from None
        return content
