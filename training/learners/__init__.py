"""Learners: PPO and MaskablePPO, with the same tables and the same kind of network; a config names one of them."""

from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    from cardzoo.envs.engine import Game
    from cardzoo.envs.policies.models import Network
    from cardzoo.training.config import TrainingConfig
    from cardzoo.training.learners.ppo import PPO
    from cardzoo.training.tables.self_play import SelfPlay


class Learner(Protocol):
    """A learner: improves a policy by the policy's own decisions.

    Attributes:
        decisions: number of the learner's decisions in the last update.
    """

    decisions: int

    def update(self, left: float) -> dict[str, float]:
        """Collect ``learning.steps`` decisions at every table, and learn from them.

        Args:
            left: share of the run that is left, from 1 down to 0; the learning rate depends on it.

        Returns:
            ``entropy`` (nats a decision), ``policy_loss``, ``value_loss``, ``approx_kl`` and ``explained_variance``.
        """

    def network(self) -> "Network":
        """The policy as it is now, from the encoder's row to the actions' logits."""

    def state(self) -> dict[str, Any]:
        """All that `restore` needs, as tensors, numbers, words and lists and dicts of them."""

    def restore(self, state: dict[str, Any]) -> None:
        """Restore `state` exactly; the tables have been restored already."""


class Starter(Protocol):
    """A warm start: trains a policy before it learns from its own decisions."""

    def update(self, left: float) -> dict[str, float]:
        """Collect and learn; see `Learner.update`; `left` is the share of the warm start."""


def make_tables(config: "TrainingConfig", game: "Game", threads: int, cluster: str | None = None) -> "SelfPlay":
    """This process's tables of a run, on a GPU if the learner is there.

    Args:
        config: configuration of the run.
        game: the game.
        threads: number of threads that share the tables, on a CPU.
        cluster: see `make_learner`.

    Raises:
        ValueError: if a GPU is asked for that cannot be used.
    """
    from cardzoo.training import processes
    from cardzoo.training.learners.device import plays_on_gpu

    numbers = processes.share(config.tables)
    if plays_on_gpu(config, cluster):
        from cardzoo.training.tables.gpu_self_play import GpuSelfPlay

        return GpuSelfPlay(game, config, numbers=numbers)
    from cardzoo.training.tables.self_play import SelfPlay

    return SelfPlay(game, config, threads, all_seats=config.trainer == "ppo", numbers=numbers)


def make_learner(
    config: "TrainingConfig", tables: "SelfPlay", cluster: str | None = None
) -> "tuple[Learner, Starter | None]":
    """The learner of a config, and its warm start, if there is one.

    Args:
        config: configuration of the run.
        tables: tables of the run.
        cluster: address of the Ray cluster where tables are played, see `cardzoo.training.evaluation.cluster.connect`;
            None to play them in this process.

    Raises:
        WorkerError: if there is no such cluster.
        ValueError: if the learner cannot use a cluster, or Ray is not installed.
    """
    if config.trainer == "maskable_ppo":
        if cluster is not None:
            raise ValueError("--ray needs trainer: ppo; maskable_ppo plays its tables itself")
        from cardzoo.training.learners.maskable_ppo import LibraryPPO

        return LibraryPPO(config, tables), None
    from cardzoo.training.learners.imitation import Imitation

    learner = _make_ppo(config, tables, cluster)
    _begin(learner, config, tables)
    return learner, Imitation(config, learner) if config.warm_start.agent else None


def _make_ppo(config: "TrainingConfig", tables: "SelfPlay", cluster: str | None) -> "PPO":
    from cardzoo.training.learners.device import plays_on_gpu
    from cardzoo.training.learners.ppo import PPO

    if plays_on_gpu(config, cluster):
        from cardzoo.training.learners.gpu_ppo import GpuPPO
        from cardzoo.training.tables.gpu_self_play import GpuSelfPlay

        assert isinstance(tables, GpuSelfPlay)
        return GpuPPO(config, tables)
    if cluster is not None:
        from cardzoo.training.learners.ray_collecting import RayCollector

        return PPO(config, tables, RayCollector(config, tables, cluster))
    from cardzoo.training.learners.collecting import LocalCollector

    return PPO(config, tables, LocalCollector(config, tables, config.threads))


def _begin(learner: "PPO", config: "TrainingConfig", tables: "SelfPlay") -> None:
    """Start the policy from the game's trained agent, if the warm start names it."""
    from cardzoo.agents import TRAINED
    from cardzoo.agents.trained import shipped_for
    from cardzoo.training.learners.imitation import check_sizes

    if config.warm_start.agent == TRAINED:
        trained = shipped_for(tables.batch.game, tables.batch.blank)
        check_sizes(trained, config)
        learner.policy.begin_as(trained.network)
