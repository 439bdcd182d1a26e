"""TorchRL trains a player of Getaway by PPO and self-play, on the game's PettingZoo AEC environment.

The four seats are one group that shares a policy. TorchRL shows all of them at every step, though one acts: advantages
come from everybody's values, but only the steps of the players who acted are learned from.

Measured: 12,000 steps, in a minute of one core, take it from -0.66 to -0.15.

Install: ``pip install cardzoo torchrl``, tested with TorchRL 0.14.1
Run: ``python docs/examples/torchrl_getaway.py``
"""

import cyclopts
import numpy as np
import torch
from evaluation import tell
from tensordict import TensorDict
from tensordict.nn import TensorDictModule
from torchrl.collectors import Collector
from torchrl.envs import PettingZooWrapper
from torchrl.modules import MLP, MaskedCategorical, ProbabilisticActor
from torchrl.objectives import ClipPPOLoss
from torchrl.objectives.value import GAE

from cardzoo import envs

STEPS, EPOCHS, ROWS = 2000, 4, 500  # of a batch, how often it is learned from, and of a minibatch
OBSERVATION = ("players", "observation", "observation")


def main(steps: int = 20_000) -> None:
    """Train for a number of steps, which are decisions of all seats together."""
    torch.manual_seed(0)
    table = envs.make("getaway-v0")
    env = PettingZooWrapper(table, group_map={"players": table.possible_agents}, use_mask=True, seed=0)
    actions = int(table.action_space("player_0").n)
    actor = MLP(in_features=table.encoder.width, out_features=actions, num_cells=[128, 128])
    critic = MLP(in_features=table.encoder.width, out_features=1, num_cells=[128, 128])
    policy = ProbabilisticActor(
        TensorDictModule(actor, in_keys=[OBSERVATION], out_keys=[("players", "logits")]),
        in_keys={"logits": ("players", "logits"), "mask": ("players", "action_mask")},
        out_keys=[("players", "action")],
        distribution_class=MaskedCategorical,
        return_log_prob=True,
    )
    value = TensorDictModule(critic, in_keys=[OBSERVATION], out_keys=[("players", "state_value")])
    names = {name: ("players", name) for name in ("advantage", "value_target", "reward", "done", "terminated")}
    names["value"] = ("players", "state_value")
    advantages = GAE(gamma=1.0, lmbda=0.95, value_network=value)
    advantages.set_keys(**names)
    loss = ClipPPOLoss(policy, value, entropy_coeff=0.01, normalize_advantage=True)
    loss.set_keys(**names)
    optimizer = torch.optim.Adam(loss.parameters(), lr=1e-3)

    def choose(observations: np.ndarray, masks: np.ndarray) -> np.ndarray:
        with torch.no_grad():
            logits = actor(torch.from_numpy(observations))
        return logits.masked_fill(torch.from_numpy(masks) == 0, -torch.inf).argmax(dim=1).numpy()

    tell(0, choose)
    batches = Collector(
        env,
        policy,
        frames_per_batch=STEPS,
        total_frames=-(-steps // STEPS) * STEPS,
        auto_register_policy_transforms=False,
    )
    trained = told = 0
    for batch in batches:
        with torch.no_grad():
            advantages(batch)
        acted = batch["players"][batch["players", "mask"]]  # (STEPS,), of four seats each
        for _ in range(EPOCHS):
            for rows in torch.randperm(STEPS).split(ROWS):
                losses = loss(TensorDict({"players": acted[rows]}, len(rows)))
                optimizer.zero_grad()
                (losses["loss_objective"] + losses["loss_entropy"] + losses["loss_critic"]).backward()
                optimizer.step()
        trained += STEPS
        if trained >= min(told + 5_000, steps):
            tell(trained, choose)
            told = trained


if __name__ == "__main__":
    cyclopts.run(main)
