"""sb3-contrib's MaskablePPO as a learner of one seat a table; its present network plays the learner's other seats."""

from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from typing import Any

import numpy as np
import torch
from sb3_contrib import MaskablePPO
from sb3_contrib.common.maskable.policies import MaskableActorCriticPolicy
from stable_baselines3.common.callbacks import CallbackList
from stable_baselines3.common.logger import Logger
from stable_baselines3.common.torch_layers import BaseFeaturesExtractor

from cardzoo.envs.policies.models import Network
from cardzoo.training.config import TrainingConfig
from cardzoo.training.learners.device import find_device, uses_bfloat16
from cardzoo.training.learners.policy import InputLayer
from cardzoo.training.tables.self_play import SelfPlay
from cardzoo.training.tables.streams import Stream, run_seed
from cardzoo.training.tables.vec_env import LearnerEnv


class Trunk(BaseFeaturesExtractor):
    """The first layer, shared by policy and value: most of the cost of an update.

    Args:
        observation_space: observation space of the learner.
        scales: scales of the encoder.
        features_dim: size of the layer.
    """

    def __init__(self, observation_space: Any, scales: np.ndarray, features_dim: int) -> None:
        super().__init__(observation_space, features_dim)
        self.layer = InputLayer(scales, features_dim)

    def forward(self, observations: torch.Tensor) -> torch.Tensor:
        """The layer, then ReLU."""
        return torch.relu(self.layer(observations))


@contextmanager
def _narrow_products() -> Iterator[None]:
    """Products of bfloat16 within float32 layers; torch has one setting for the whole process."""
    before = torch.get_float32_matmul_precision()
    torch.set_float32_matmul_precision("medium")
    try:
        yield
    finally:
        torch.set_float32_matmul_precision(before)


class LibraryPPO:
    """The learner; see `cardzoo.training.learners.Learner`. Policy and value share only the first layer.

    Args:
        config: configuration of the run.
        tables: tables of the run.
    """

    def __init__(self, config: TrainingConfig, tables: SelfPlay) -> None:
        torch.distributions.Distribution.set_default_validate_args(False)
        self._learning = learning = config.learning
        device = find_device(config.device)
        self._is_narrow = uses_bfloat16(device, learning.precision)
        self.tables = tables
        self.decisions = config.tables * config.learning.steps
        self.env = LearnerEnv(tables)
        self.model = MaskablePPO(
            MaskableActorCriticPolicy,
            self.env,
            learning_rate=learning.rate,
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
                "features_extractor_kwargs": {
                    "scales": tables.batch.encoder.scales,
                    "features_dim": learning.hidden[0],
                },
                "net_arch": {"pi": [*learning.hidden[1:]], "vf": [*learning.hidden[1:]]},
                "activation_fn": torch.nn.ReLU,
            },
            seed=run_seed(config.seed, Stream.WEIGHTS) % (1 << 32),  # NumPy's global generator takes no more bits
            device=device,
        )
        self.model.set_logger(Logger(None, []))

    def update(self, left: float) -> dict[str, float]:
        """Collect and learn; see `cardzoo.training.learners.Learner`."""
        model = self.model
        if model._last_obs is None:
            self._begin()
        self.tables.set_present(self.network())
        model._current_progress_remaining = left
        model.ent_coef = self._learning.entropy_weight(left)
        with _narrow_products() if self._is_narrow else nullcontext():
            model.collect_rollouts(self.env, self._callback, model.rollout_buffer, model.n_steps, use_masking=True)
            model.train()
        values = model.logger.name_to_value
        return {
            "entropy": -float(values["train/entropy_loss"]),
            "policy_loss": float(values["train/policy_gradient_loss"]),
            "value_loss": float(values["train/value_loss"]),
            "approx_kl": float(values["train/approx_kl"]),
            "explained_variance": float(values["train/explained_variance"]),
        }

    def _begin(self) -> None:
        """Set the library up for its first rollout; the tables are not reset."""
        _, self._callback = self.model._setup_learn(1, CallbackList([]))

    def network(self) -> Network:
        """The policy as it is now, from trunk to logits."""
        policy: Any = self.model.policy
        inner = [layer for layer in policy.mlp_extractor.policy_net if isinstance(layer, torch.nn.Linear)]
        trunk = policy.features_extractor.layer
        layers = [
            (trunk.plain_weight(), trunk.bias),
            *((layer.weight, layer.bias) for layer in (*inner, policy.action_net)),
        ]
        return Network([(weight.detach().cpu().numpy(), bias.detach().cpu().numpy()) for weight, bias in layers])

    def state(self) -> dict[str, Any]:
        """The state for `restore`, with the generators of torch and NumPy, which the library draws from."""
        model = self.model
        numpy_state: Any = np.random.get_state()
        kind, keys, position, has_gauss, gauss = numpy_state
        return {
            "updates": model._n_updates,
            "policy": model.policy.state_dict(),
            "optimizer": model.policy.optimizer.state_dict(),
            "torch": torch.get_rng_state(),
            "numpy": [kind, torch.from_numpy(keys.astype(np.int64)), position, has_gauss, gauss],
            "starts": torch.from_numpy(np.asarray(model._last_episode_starts)),
        }

    def restore(self, state: dict[str, Any]) -> None:
        """Go on from `state`."""
        model = self.model
        model.policy.load_state_dict(state["policy"])
        model.policy.optimizer.load_state_dict(state["optimizer"])
        model._n_updates = state["updates"]
        self._begin()
        model._last_episode_starts = state["starts"].numpy()
        kind, keys, position, has_gauss, gauss = state["numpy"]
        np.random.set_state((kind, keys.numpy().astype(np.uint32), position, has_gauss, gauss))
        torch.set_rng_state(state["torch"])
