"""OpenSpiel trains players of Getaway by DQN and self-play, on the game as OpenSpiel has it.

Importing `cardzoo.envs.openspiel` registers all games with it: `pyspiel.load_game("cardzoo_getaway")`, and so on for
all of its algorithms. Here each seat has a learner of its own, and what the first of them has learned is measured.

Measured: 20,000 steps, in a minute or two of one core, leave it at -0.88, no better than `random`, from a lucky start
at -0.17. Four learners share these steps, so each makes few updates: this shows how to plug in, not how to play well.

Install: ``pip install "cardzoo[openspiel,train]" dm-tree``, tested with OpenSpiel 2.0.2
Run: ``python docs/examples/openspiel_getaway.py``
"""

import cyclopts
import numpy as np
import pyspiel
import torch
from evaluation import tell
from open_spiel.python import rl_environment
from open_spiel.python.pytorch import dqn

import cardzoo.envs.openspiel  # noqa: F401 - its games


def main(steps: int = 20_000) -> None:
    """Train for a number of steps, which are decisions of all seats together."""
    torch.set_num_threads(1)
    environment = rl_environment.Environment(pyspiel.load_game("cardzoo_getaway"))
    environment.seed(0)
    (width,) = environment.observation_spec()["info_state"]
    actions = environment.action_spec()["num_actions"]
    agents = [
        dqn.DQN(
            player,
            width,
            actions,
            hidden_layers_sizes=[128, 128],
            learning_rate=1e-3,
            optimizer_str="adam",
            update_target_network_every=100,
            epsilon_decay_duration=max(steps // 20, 1),
            seed=player,
        )
        for player in range(environment.num_players)
    ]

    def choose(observations: np.ndarray, masks: np.ndarray) -> np.ndarray:
        rows = zip(observations, masks, strict=True)
        return np.array([agents[0].act_epsilon_greedy(row, np.flatnonzero(mask), 0.0)[0] for row, mask in rows])

    tell(0, choose)
    played = 0
    while played < steps:
        time_step = environment.reset()
        while not time_step.last():
            chosen = agents[time_step.observations["current_player"]].step(time_step)
            time_step = environment.step([chosen.action])
            played += 1
        for agent in agents:
            agent.step(time_step)
    tell(played, choose)


if __name__ == "__main__":
    cyclopts.run(main)
