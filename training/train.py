"""Training by masked PPO on a native batch: seats rotate, opponents are scripted at first, then also one's own past."""

import io
import os
import signal
import time
from types import FrameType, TracebackType
from typing import Any

import numpy as np
import torch
from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn
from sb3_contrib import MaskablePPO
from sb3_contrib.common.maskable.policies import MaskableActorCriticPolicy
from stable_baselines3.common.callbacks import BaseCallback, CallbackList
from stable_baselines3.common.logger import configure
from stable_baselines3.common.torch_layers import BaseFeaturesExtractor

from cardzoo.agents import find_agent
from cardzoo.agents.files import write_file
from cardzoo.agents.trained import ModelCard, Network, TrainedAgent, save_model
from cardzoo.envs import find_game
from cardzoo.envs.engine.kernels import FIRST_NETWORK
from cardzoo.envs.single import LearnerSeats
from cardzoo.training.config import TrainingConfig
from cardzoo.training.curve import draw_curve
from cardzoo.training.evaluate import Comparison, check_names, compare
from cardzoo.training.learner_env import LearnerEnv
from cardzoo.training.run_folder import RunError, RunFolder

CHECKPOINT_FORMAT = 1
WIDE = 100  # columns of a terminal with room for a bar


class Trunk(BaseFeaturesExtractor):
    """The first layer, shared by policy and value: most of the cost of an update.

    Args:
        observation_space: of the learner.
        features_dim: size of the layer.
    """

    def __init__(self, observation_space: Any, features_dim: int) -> None:
        super().__init__(observation_space, features_dim)
        self.layer = torch.nn.Linear(observation_space.shape[0], features_dim)

    def forward(self, observations: torch.Tensor) -> torch.Tensor:
        """The layer, then ReLU."""
        return torch.relu(self.layer(observations))


class Trainer:
    """One training run.

    Args:
        config: what to do.
        folder: where to keep it; `RunFolder.create` has been called, or there is a checkpoint to resume.
        console: where progress is shown.
    """

    def __init__(self, config: TrainingConfig, folder: RunFolder, console: Console) -> None:
        self.config = config
        self.folder = folder
        self.console = console
        self.game = find_game(config.game)
        check_names([*config.opponents.scripted, *config.evaluation.opponents], self.game)
        threads = min(config.threads, os.cpu_count() or 1)
        torch.set_num_threads(threads)
        torch.distributions.Distribution.set_default_validate_args(False)
        self.seats = LearnerSeats(
            self.game,
            config.tables,
            opponents=config.opponents.scripted[0],
            seat="rotate",
            threads=threads,
            num_players=config.num_players,
            reward=config.reward,
            **config.options,
        )
        self.env = LearnerEnv(self.seats)
        self.model = self._build_model()
        self.pool: list[Network] = []
        self.seconds = 0.0
        self.measured: dict[str, float] = {}
        self._next_snapshot = config.opponents.warm_up
        self._next_measurement = config.evaluation.every
        self._next_checkpoint = config.checkpoint_every
        self._seat_opponents()

    def _build_model(self) -> MaskablePPO:
        learning = self.config.learning
        first, last = learning.learning_rate, learning.final_learning_rate
        return MaskablePPO(
            MaskableActorCriticPolicy,
            self.env,
            learning_rate=lambda left: last + (first - last) * left,
            n_steps=learning.steps,
            batch_size=learning.batch_size,
            n_epochs=learning.epochs,
            gamma=learning.gamma,
            gae_lambda=learning.gae_lambda,
            clip_range=learning.clip_range,
            ent_coef=learning.entropy,
            vf_coef=learning.value,
            max_grad_norm=learning.max_grad_norm,
            policy_kwargs={
                "features_extractor_class": Trunk,
                "features_extractor_kwargs": {"features_dim": learning.hidden[0]},
                "net_arch": {"pi": [learning.hidden[1]], "vf": [learning.hidden[1]]},
                "activation_fn": torch.nn.ReLU,
            },
            seed=self.config.seed,
            stats_window_size=1000,
            device="cpu",
        )

    def _seat_opponents(self) -> None:
        """Share scripted agents and snapshots out among the tables."""
        opponents, tables = self.config.opponents, self.config.tables
        others = self.seats.batch.num_players - 1
        lineups = np.zeros((tables, others), np.int16)
        pool = len(self.pool)
        with_pool = round(opponents.pool_share * tables) if pool else 0
        for table in range(tables):
            if table < with_pool:
                lineups[table] = [FIRST_NETWORK + (table + place) % pool for place in range(others)]
            else:
                lineups[table] = self.seats.lineup(opponents.scripted[table % len(opponents.scripted)])
        if self.pool:
            self.seats.batch.set_networks([network.parameters for network in self.pool], self.pool[0].sizes)
        self.seats.set_opponents(lineups)

    @property
    def steps(self) -> int:
        """Decisions of the learner so far."""
        return int(self.model.num_timesteps)

    def run(self, resume: bool = False) -> bool:
        """Train up to the end of the budget, or to Ctrl-C.

        Args:
            resume: whether to go on from the folder's checkpoint.

        Returns:
            Whether the budget was used up. Either way the folder holds a checkpoint and the model.

        Raises:
            RunError: if the checkpoint cannot be used or the folder cannot be written.
        """
        model = self.model
        logger = configure(str(self.folder.path), ["tensorboard"])
        model.set_logger(logger)
        _, callback = model._setup_learn(self.config.total_steps, CallbackList([]), tb_log_name="run")
        if resume:
            self._restore()
        else:
            model._last_obs = self._first_observations()
        callback.on_training_start(locals(), globals())
        try:
            with _StopOnInterrupt() as stop, self._progress() as progress:
                bar = progress.add_task("", total=self.config.total_steps, completed=self.steps, news="")
                while self.steps < self.config.total_steps and not stop.asked:
                    line = self._iterate(callback)
                    news = [f"{line['steps_per_second'] / 1000:.1f}k/s"]
                    news += [] if line["return"] is None else [f"return {line['return']:+.2f}"]
                    news += [f"{name} {value:+.2f}" for name, value in self.measured.items()]
                    completed = min(self.steps, self.config.total_steps)
                    progress.update(bar, completed=completed, news="  ".join(news))
            self._checkpoint()
            self._save_model()
        except OSError as problem:
            raise RunError(f"{self.folder.path} cannot be written: {problem.strerror}") from None
        return self.steps >= self.config.total_steps

    def _first_observations(self) -> np.ndarray:
        self.env.seed(self.config.seed)
        return self.seats.batch.observations.copy()

    def _iterate(self, callback: BaseCallback) -> dict[str, Any]:
        """Collect decisions, update, and whatever is due."""
        model, before, start = self.model, self.steps, time.perf_counter()
        model.collect_rollouts(self.env, callback, model.rollout_buffer, model.n_steps, use_masking=True)
        model._update_current_progress_remaining(self.steps, self.config.total_steps)
        model.train()
        elapsed = time.perf_counter() - start
        self.seconds += elapsed
        line = self._measure_iteration((self.steps - before) / elapsed)
        if self.steps >= self._next_snapshot:
            self._next_snapshot += self.config.opponents.snapshot_every
            self._add_snapshot()
        if self.steps >= self._next_measurement:
            self._next_measurement += self.config.evaluation.every
            results = self.evaluate(self.config.evaluation.quick_deals)
            self.measured = {result.opponent: result.advantage for result in results}
            line["against"] = {result.opponent: result.as_dict() for result in results}
        self.folder.append_metrics(line)
        for name, value in line.items():
            if isinstance(value, (int, float)) and name != "steps":
                model.logger.record(f"run/{name}", value)
        for name, value in self.measured.items():
            model.logger.record(f"against/{name}", value)
        model.logger.dump(self.steps)
        if self.steps >= self._next_checkpoint:
            self._next_checkpoint += self.config.checkpoint_every
            self._checkpoint()
            draw_curve(self.folder.read_metrics(), self.game.title, self.folder.curve)
        return line

    def _measure_iteration(self, speed: float) -> dict[str, Any]:
        episodes = list(self.model.ep_info_buffer or [])
        values = self.model.logger.name_to_value
        return {
            "steps": self.steps,
            "seconds": round(self.seconds, 3),
            "steps_per_second": round(speed, 1),
            "return": round(float(np.mean([episode["r"] for episode in episodes])), 5) if episodes else None,
            "length": round(float(np.mean([episode["l"] for episode in episodes])), 2) if episodes else None,
            "entropy": round(-float(values["train/entropy_loss"]), 5),
            "policy_loss": round(float(values["train/policy_gradient_loss"]), 6),
            "value_loss": round(float(values["train/value_loss"]), 6),
            "approx_kl": round(float(values["train/approx_kl"]), 6),
            "explained_variance": round(float(values["train/explained_variance"]), 5),
            "opponents_in_pool": len(self.pool),
        }

    def _add_snapshot(self) -> None:
        """The present policy joins the pool; the oldest leaves a full one."""
        if self.seats.batch.num_players == 1 or self.config.opponents.pool_share == 0:
            return
        self.pool.append(self.network())
        del self.pool[: -self.config.opponents.pool_size]
        self._seat_opponents()

    def network(self) -> Network:
        """The policy as it is now, from trunk to action logits."""
        policy: Any = self.model.policy
        layers = [policy.features_extractor.layer, policy.mlp_extractor.policy_net[0], policy.action_net]
        return Network([(layer.weight.detach().numpy().copy(), layer.bias.detach().numpy().copy()) for layer in layers])

    def card(self) -> ModelCard:
        """What the model is for."""
        encoder = self.seats.batch.encoder
        return ModelCard(
            game=self.game.id,
            encoding=encoder.name,
            num_players=self.seats.batch.num_players,
            observation_size=encoder.width,
            num_actions=len(self.game.actions),
            hidden=self.config.learning.hidden,
            options=self.config.options,
            training={"steps": self.steps, "seconds": round(self.seconds, 1), "seed": self.config.seed},
        )

    def evaluate(self, deals: int) -> list[Comparison]:
        """The present policy, taking its likeliest actions, against each yardstick."""
        agent = TrainedAgent("trained", self.game, self.card(), self.network())
        seats, options = self.seats.batch.num_players, self.config.options
        return [
            compare(self.game, agent, find_agent(name, self.game), deals, num_players=seats, options=options)
            for name in self.config.evaluation.opponents
        ]

    def _save_model(self) -> None:
        save_model(self.folder.path, self.card(), self.network())
        draw_curve(self.folder.read_metrics(), self.game.title, self.folder.curve)

    def _progress(self) -> Progress:
        """Steps and time left, the learner's rate and mean return, its latest measurement against each yardstick."""
        return Progress(
            BarColumn(bar_width=None if self.console.width > WIDE else 1),
            TextColumn("{task.percentage:>3.0f}%"),
            TimeRemainingColumn(compact=True),
            TextColumn("{task.fields[news]}"),
            console=self.console,
        )

    def _checkpoint(self) -> None:
        """Write all that `_restore` needs, as plain tensors and numbers."""
        model = self.model
        numpy_state: Any = np.random.get_state()
        kind, keys, position, has_gauss, gauss = numpy_state
        content = {
            "format": CHECKPOINT_FORMAT,
            "steps": self.steps,
            "seconds": self.seconds,
            "updates": model._n_updates,
            "policy": model.policy.state_dict(),
            "optimizer": model.policy.optimizer.state_dict(),
            "torch": torch.get_rng_state(),
            "numpy": [kind, torch.from_numpy(keys.astype(np.int64)), position, has_gauss, gauss],
            "tables": {name: _as_bytes(array) for name, array in self.env.snapshot().items()},
            "starts": torch.from_numpy(np.asarray(model._last_episode_starts)),
            "episodes": list(model.ep_info_buffer or []),
            "pool": [_as_tensors(network.tensors()) for network in self.pool],
            "due": [self._next_snapshot, self._next_measurement, self._next_checkpoint],
            "measured": self.measured,
        }
        file = io.BytesIO()
        torch.save(content, file)
        write_file(self.folder.checkpoint, file.getvalue())

    def _restore(self) -> None:
        """Go back to the folder's checkpoint, which is read without running code."""
        model = self.model
        try:
            content = torch.load(self.folder.checkpoint, weights_only=True)
            if content["format"] != CHECKPOINT_FORMAT:
                raise RunError(f"{self.folder.checkpoint} is of another version of cardzoo")
            model.policy.load_state_dict(content["policy"])
            model.policy.optimizer.load_state_dict(content["optimizer"])
            self.pool = [
                Network.from_tensors({name: tensor.numpy() for name, tensor in saved.items()})
                for saved in content["pool"]
            ]
            self._seat_opponents()
            tables = self.env.snapshot()
            for name, array in tables.items():
                _fill(array, content["tables"][name])
            self.env.restore(tables)
        except RunError:
            raise
        except Exception as problem:  # a damaged file fails in as many ways as there are bytes
            reason = str(problem).splitlines()[0][:120] if str(problem) else type(problem).__name__
            raise RunError(f"{self.folder.checkpoint} cannot be used: {reason}") from None
        model.num_timesteps = content["steps"]
        model._n_updates = content["updates"]
        model._last_obs = self.seats.batch.observations.copy()
        model._last_episode_starts = content["starts"].numpy()
        model._update_current_progress_remaining(self.steps, self.config.total_steps)
        if model.ep_info_buffer is not None:
            model.ep_info_buffer.extend(content["episodes"])
        kind, keys, position, has_gauss, gauss = content["numpy"]
        np.random.set_state((kind, keys.numpy().astype(np.uint32), position, has_gauss, gauss))
        torch.set_rng_state(content["torch"])
        self.seconds = content["seconds"]
        self.measured = content["measured"]
        self._next_snapshot, self._next_measurement, self._next_checkpoint = content["due"]
        self.folder.cut_metrics(self.steps)


class _StopOnInterrupt:
    """Lets Ctrl-C finish the running update first; a second one stops at once."""

    def __init__(self) -> None:
        self.asked = False
        self._before: Any = None

    def __enter__(self) -> "_StopOnInterrupt":
        try:
            self._before = signal.signal(signal.SIGINT, self._ask)
        except ValueError:  # not in the main thread, where nobody presses Ctrl-C
            self._before = None
        return self

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, traceback: TracebackType | None
    ) -> None:
        if self._before is not None:
            signal.signal(signal.SIGINT, self._before)

    def _ask(self, number: int, frame: FrameType | None) -> None:
        if self.asked:
            raise KeyboardInterrupt
        self.asked = True


def _as_tensors(arrays: dict[str, np.ndarray]) -> dict[str, torch.Tensor]:
    return {name: torch.from_numpy(array.copy()) for name, array in arrays.items()}


def _as_bytes(array: np.ndarray) -> torch.Tensor:
    return torch.from_numpy(np.frombuffer(array.tobytes(), np.uint8).copy())


def _fill(array: np.ndarray, data: torch.Tensor) -> None:
    """Write bytes into an array of the same size."""
    if array.nbytes != data.numel():
        raise RunError(f"the checkpoint holds {data.numel()} bytes where {array.nbytes} are needed")
    array[...] = np.frombuffer(data.numpy().tobytes(), array.dtype).reshape(array.shape)
