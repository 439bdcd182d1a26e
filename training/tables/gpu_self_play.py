"""The tables of a run on a GPU."""

from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise
from typing import Any

import numpy as np
import torch
from typing_extensions import override

from cardzoo.agents import TRAINED, bots
from cardzoo.envs.cuda import CudaBatch
from cardzoo.envs.cuda.devices import Device, Launch, Nowhere, Simulator, find_device
from cardzoo.envs.engine import Game
from cardzoo.envs.engine.bots import adviser, module_of_bot
from cardzoo.envs.engine.kernels import FIRST_NETWORK
from cardzoo.envs.policies.models import count_weights
from cardzoo.training import processes
from cardzoo.training.config import TrainingConfig
from cardzoo.training.tables import decisions, seating
from cardzoo.training.tables import gpu_kernels as kernels
from cardzoo.training.tables.seating import Seating
from cardzoo.training.tables.self_play import OWN, SelfPlay

FIRST_SNAPSHOT = OWN - 1  # an actor code: this and smaller ones are the pool's


class GpuSelfPlay(SelfPlay):
    """N tables of a run on a GPU; see `SelfPlay`, whose arrays are tensors here.

    Snapshots do not play inside the batch's step, where a thread would have to compute a whole network alone. The step
    ends at their turns as at the learner's, and all their networks are computed together (`think`).

    Args:
        game: the game.
        config: configuration of the run.
        device: device of the tables; None for the first GPU.
        numbers: see `SelfPlay`.

    Attributes:
        torch_device: the device for PyTorch.
    """

    batch: CudaBatch
    dones: Any
    rewards: Any
    own_rewards: Any
    generators: Any

    def __init__(
        self, game: Game, config: TrainingConfig, device: Device | None = None, numbers: range | None = None
    ) -> None:
        self.device = device or find_device("cuda")
        self.torch_device = torch.device(
            "cpu" if isinstance(self.device, (Simulator, Nowhere)) else f"cuda:{self.device.index}"
        )
        super().__init__(game, config, threads=1, all_seats=True, numbers=numbers)
        self._prepare_launches()

    @override
    def _make_batch(self, game: Game, tables: int, threads: int, settings: Mapping[str, Any]) -> CudaBatch:
        return CudaBatch(game, tables, self.device, **settings)

    @staticmethod
    @override
    def _bots(game: Game, config: TrainingConfig) -> Mapping[str, Any]:
        return {name: bots(game)[name] for name in config.opponents.scripted if name != TRAINED}

    @staticmethod
    @override
    def _code_of(place: int) -> int:
        return FIRST_SNAPSHOT - place

    @override
    def _code_of_trained(self) -> int:
        return FIRST_NETWORK

    @override
    def _make_networks(self, sizes: tuple[int, ...]) -> None:
        self._sizes = sizes
        if self.trained is not None:
            network = self.trained.network
            advisor = self.trained.card.advisor
            self.batch.set_networks(network.parameters[None], network.sizes, self.trained.greedy, advisor=advisor)
        self._networks: Any = self._zeros((self.config.pool_size, count_weights(sizes)), np.float32)

    @override
    def _make_seating(self) -> Seating:
        return super()._make_seating()._replace(actions=self.batch._actions)

    @override
    def _zeros(self, shape: int | tuple[int, ...], dtype: Any) -> torch.Tensor:
        return self._there(np.zeros(shape, dtype))

    @override
    def _records(self, count: int, dtype: np.dtype[Any]) -> Any:
        return self.device.lanes(count, dtype)

    @override
    def _there(self, array: np.ndarray) -> torch.Tensor:
        return torch.from_numpy(array).to(self.torch_device, copy=True)

    def launch(self, name: str, kernel: Callable[..., None], arguments: Sequence[Any], *modules: str) -> Launch:
        """A launch of a kernel with one thread for each table; tensors among the arguments are shared."""
        modules = (*modules, kernels.__name__, seating.__name__, decisions.__name__)
        return self.batch._launch(f"train-{name}", kernel, self._shared(arguments), *modules)

    def _shared(self, arguments: Sequence[Any]) -> tuple[Any, ...]:
        return tuple(
            self._shared(argument)
            if isinstance(argument, tuple)
            else self.device.share(argument)
            if isinstance(argument, torch.Tensor)
            else argument
            for argument in arguments
        )

    def _prepare_launches(self) -> None:
        batch, tables, at = self.batch, self.batch.num_tables, self.seating
        self._left, ahead = self._zeros(1, np.int64), self._zeros(tables, np.int64)
        self._settle = self.launch("settle", kernels.SETTLE, (tables, batch._ended, at))
        self._seat = self.launch("seat", kernels.SEAT, (tables, batch._ended, at))
        self._find = self.launch("find", kernels.FIND, (tables, (at.actors, at.seats)))
        moved = (at.actions, batch._masks, at.generators, ahead)
        self._move_ahead = self.launch("move-ahead", kernels.move_ahead_kernel, (tables, self._left, moved))

    def think(self, rows: torch.Tensor) -> torch.Tensor:
        """Logits of the pool's snapshots for encoded rows.

        Args:
            rows: (N, D).

        Returns:
            Logits, (snapshots, N, A), of the rows' type.
        """
        networks, start, hidden = self._networks.to(rows.dtype), 0, rows.unsqueeze(0)
        for inputs, outputs in pairwise(self._sizes):
            weights = networks[:, start : start + inputs * outputs].view(-1, inputs, outputs)
            start += inputs * outputs
            biases = networks[:, start : start + outputs].unsqueeze(1)
            start += outputs
            hidden = hidden @ weights + biases
            if start < networks.shape[1]:
                hidden = hidden.relu()
        return hidden

    def advise(self, agent: str, actions: Any) -> Launch:
        """A launch that writes a compiled agent's actions into ``actions``."""
        batch, bot = self.batch, bots(self.batch.game)[agent]
        blank_view = batch._constants[2]
        arguments = (actions, batch.records, batch.players, blank_view, batch._views, batch._masks, self.generators)
        kernel = kernels.advise_kernel(batch.game.observe, adviser(bot))
        return self.launch(f"advise-{agent}", kernel, arguments, module_of_bot(bot))

    @override
    def _begin(self, seeds: np.ndarray, agent_seeds: np.ndarray, actors: np.ndarray) -> None:
        batch = self.batch
        batch.actors.copy_from(actors)
        batch.reset(seeds, agent_seeds)
        self._find()
        for left in range(seating.HEAD_START, 0, -1):
            self._left.fill_(left)
            self._move_ahead()
            self.step(self.seating.actions)

    @override
    def _seat_opponents(self) -> None:
        self._seat()
        self._resume()

    @override
    def step(self, actions: Any) -> None:
        """Step every table; see `SelfPlay.step`. The call does not wait for the GPU.

        Args:
            actions: (N,) int64 on the device, legal ones.
        """
        self.batch._take["int64"](self.device.share(actions))
        self.batch._advance()
        self._settle()
        self._resume()

    @override
    def _resume(self) -> None:
        """Step newly seated opponents up to the learner's next turn, and write the observations."""
        self.batch._go_on()
        self._find()

    @override
    def _weigh_opponents(self) -> None:
        super()._weigh_opponents()
        self.seating.edges.copy_(torch.from_numpy(self._edges))

    @override
    def _keep_network(self, place: int, parameters: np.ndarray) -> None:
        self._networks[place].copy_(torch.from_numpy(parameters))

    @override
    def _count_results(self) -> np.ndarray:
        self.batch.check()
        results: np.ndarray = self.seating.results.sum(dim=0).cpu().numpy()
        self.seating.results.zero_()
        processes.add_up(torch.from_numpy(results))
        return results

    @override
    def _copy(self, array: Any) -> np.ndarray:
        if isinstance(array, torch.Tensor):
            return array.cpu().numpy().copy()
        return array.copy() if isinstance(array, np.ndarray) else array.copy_to_host()

    @override
    def _fill(self, array: Any, values: np.ndarray) -> None:
        if isinstance(array, torch.Tensor):
            array.copy_(torch.from_numpy(np.array(values)))
        elif isinstance(array, np.ndarray):
            array[:] = values
        else:
            array.copy_from(values)
