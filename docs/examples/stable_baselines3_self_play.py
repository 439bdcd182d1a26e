"""MaskablePPO learns Getaway by playing against itself: its last snapshot holds the other seats of each game."""

import sys

import torch
from sb3_contrib import MaskablePPO
from sb3_contrib.common.maskable.evaluation import evaluate_policy
from stable_baselines3.common.callbacks import BaseCallback

from cardzoo.agents.models import Network
from cardzoo.envs.sb3 import VecEnv

GAME = sys.argv[1]


class SelfPlay(BaseCallback):
    """Seats the policy as it is before each rollout; it plays from each table's next game on."""

    def _on_rollout_start(self) -> None:
        policy = self.model.policy
        layers = [*policy.mlp_extractor.policy_net, policy.action_net]
        linear = [layer for layer in layers if isinstance(layer, torch.nn.Linear)]
        weights = [(layer.weight.detach().numpy(), layer.bias.detach().numpy()) for layer in linear]
        self.training_env.set_opponents(Network(weights))

    def _on_step(self) -> bool:
        return True


def main(steps: int = 200_000, games: int = 2000) -> None:
    env = VecEnv(GAME, 128, opponents="random", seat="rotate", threads=1)
    network = {"net_arch": [128, 128], "activation_fn": torch.nn.ReLU}  # what plays inside the batch step has ReLU
    model = MaskablePPO(
        "MlpPolicy",
        env,
        gamma=1.0,
        n_steps=64,
        batch_size=1024,
        n_epochs=4,
        learning_rate=1e-3,
        ent_coef=0.01,
        policy_kwargs=network,
        seed=0,
    )
    novices = VecEnv(GAME, 128, opponents="novice", seat="rotate", threads=1)
    import time

    t = time.process_time()
    for _ in range(11):
        mean, deviation = evaluate_policy(model, novices, games, deterministic=False, warn=False)
        print(
            f"{model.num_timesteps:>7} steps: mean reward {mean:+.3f} ± {1.96 * deviation / games**0.5:.3f} against novice",
            time.process_time() - t,
            flush=True,
        )
        model.learn(steps // 10, SelfPlay(), reset_num_timesteps=False)


if __name__ == "__main__":
    main()
