"""Batch on a GPU: `cardzoo.envs.batch.Batch` with its arrays in the GPU's memory."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from typing_extensions import override

from cardzoo.envs.batch import AgentError, Batch, Seeds, side_by_side
from cardzoo.envs.cuda import kernels
from cardzoo.envs.cuda.arrays import DeviceLanes
from cardzoo.envs.cuda.cells import cells_of
from cardzoo.envs.cuda.devices import Device, Kernel, Launch, Work, find_device
from cardzoo.envs.cuda.lanes import LANES
from cardzoo.envs.encoders import Encoder, Text
from cardzoo.envs.engine import Game, IllegalAction, rng
from cardzoo.envs.engine.bots import Bot, Remembering, module_of_bot, rule_of
from cardzoo.envs.engine.kernels import RESTART, RESUME, WAIT, YOURS, Workspace
from cardzoo.envs.policies.network_input import NetworkInput


class CudaBatch(Batch):
    """Batch of N tables on a GPU, with the same results as a `Batch` on the CPU, bit for bit.

    Its attributes are those of `Batch`, in the device's memory. PyTorch reads them by ``torch.as_tensor``, JAX by
    ``jax.dlpack.from_dlpack``, without a copy; ``copy_to_host()`` returns NumPy arrays. `step` and `sample_actions`
    launch work and return at once, so an illegal action is found later. From then on no table moves until `check`,
    `reset`, `resume` or `snapshot` raises `IllegalAction`.

    Args:
        game: the game.
        num_tables: N.
        device: ``"cuda"``, or ``"cuda:1"`` for the second GPU; or a device of `cardzoo.envs.cuda.devices`.
        **settings: as for `Batch`; threads have no meaning here, and texts are no encoding.

    Raises:
        ValueError: for a setting that the game does not have, or if there is no such device.
    """

    observations: Any
    action_masks: Any
    players: Any
    watchers: Any
    rewards: Any
    terminations: Any
    truncations: Any
    scores: Any
    final_observations: Any
    actors: Any
    records: Any
    _generators: Any
    _views: Any
    _networks: Any
    _sizes: Any
    _rows: Any
    _hidden: Any
    _play: Any
    _NO_COPIES = "{}: tables on a GPU are not pickled or copied; take their snapshot() instead"

    def __init__(self, game: Game, num_tables: int, device: str | Device = "cuda", **settings: Any) -> None:
        self._device = find_device(device) if isinstance(device, str) else device
        super().__init__(game, num_tables, **settings)

    @override
    def __getstate__(self) -> dict[str, Any]:
        raise TypeError(self._NO_COPIES.format(self.game.name))

    @override
    def __deepcopy__(self, memo: Any) -> "CudaBatch":
        raise TypeError(self._NO_COPIES.format(self.game.name))

    @property
    def stream(self) -> int:
        """Handle of the CUDA stream of all work; 0 is the default one, as in PyTorch.

        To capture steps in a CUDA graph, set it to the capturing stream's handle.
        """
        return self._device.stream

    @stream.setter
    def stream(self, handle: int) -> None:
        self._device.stream = handle

    @override
    def _prepare(self, bots: Mapping[str, Bot], threads: int | None, keep_final: bool) -> None:
        if isinstance(self.encoder, Text):
            raise ValueError(f"{self.game.name}: encoding='text' is for the CPU; a GPU takes numbers, such as 'flat'")
        if any(isinstance(bot, Remembering) for bot in bots.values()):
            raise ValueError(f"{self.game.name}: agents with a memory are for the CPU; leave them out of the bots")
        device, tables, seats = self._device, self.num_tables, self.num_players
        width, number, view = self.encoder.width, self.encoder.dtype, self.game.view.dtype
        finals = tables if keep_final else 0
        self.observations = device.array((tables, width), number)
        self.action_masks = device.array((tables, len(self.game.actions)), np.int8)
        self.players = device.array((tables,), np.int16)
        self.watchers = device.array((tables,), np.int16, -1)
        self.rewards = device.array((tables, seats), np.float32)
        self._owed = device.array((tables, seats), np.float32)
        self.terminations = device.array((tables,), np.bool_)
        self.truncations = device.array((tables,), np.bool_)
        self.scores = device.array((tables, seats), np.int32)
        self.final_observations = device.array((finals, width), number)
        self.actors = device.array((tables, seats), np.int16, YOURS)
        self.records = device.lanes(tables, self.blank.dtype)
        self.records.copy_from(np.repeat(self.blank, tables))

        self._generators = device.lanes(tables, rng.GENERATOR)
        self._memories: Any = device.array((tables, seats, 0), np.int16)
        self._actions: Any = device.array((tables,), np.int64)
        self._sampled: Any = device.array((tables,), np.int64)
        self._wrong: Any = device.array((1,), np.int64, tables)
        self._ended: Any = device.array((1 + tables,), np.int64)
        self._masks = device.lanes(tables, np.dtype(np.int8), (len(self.game.actions),))
        self._views = device.lanes(tables, view)  # views of bots
        constants = (self.blank, self._pack, self._blank_view, self.encoder.layout, self.encoder.factors)
        self._constants = [self._put(array) for array in constants]
        self._cells: dict[Encoder, tuple[Any, ...] | None] = {}
        self._bots = bots
        self._prepare_launches()

    def _put(self, array: np.ndarray) -> Any:
        """Constant array on the device."""
        there = self._device.array(array.shape, array.dtype)
        there.copy_from(array)
        return there

    def _prepare_launches(self) -> None:
        tables, device = (self.num_tables,), self._device
        others = (self._masks, self.records, self._actions, self._wrong, self._ended)
        self._take = {
            kind: self._launch(f"take-{kind}", kernels.take, (device.array(tables, kind), *others))
            for kind in ("int64", "int32")
        }
        seeds = device.array(tables, np.uint64)
        self._sow = {
            name: self._launch(f"sow-{name}", kernels.sow, (seeds, getattr(self, name)))
            for name in ("records", "_generators")
        }
        self._say = {
            code: self._launch("fill", kernels.fill, (self._actions, code, self._ended)) for code in (RESTART, RESUME)
        }
        self._sample = self._launch("sample", kernels.sample, (self._sampled, self._masks, self._generators))
        self._show = [self._launch_publishing(self.action_masks, self._masks, False)]
        self._show += self._launch_showing(self.observations, False)
        self._show_ends = self._launch_showing(self.final_observations, True) if len(self.final_observations) else []

    def _launch_showing(self, out: Any, after_end: bool) -> list[Launch]:
        """Launches that encode the seats' views into rows."""
        encoder, device, cells = self.encoder, self._device, self._cells_of(self.encoder)
        ends = (self.terminations, self.truncations)
        seen = (self.records, self._masks, self.players, self.watchers, *ends)
        blank_view, layout, factors = self._constants[-3:]
        if cells is None:
            views = device.lanes(self.num_tables, self.game.view.dtype)
            rows = device.lanes(self.num_tables, out.dtype, (encoder.width,))
            observe = kernels.observe_kernel(self.game, after_end)
            encode = kernels.encode_rows_kernel(encoder.function)
            return [
                self._launch(f"observe-{after_end}", observe, (views, *seen, blank_view)),
                self._launch(f"rows-{encoder.name}", encode, (rows, _numbers(views), layout, factors)),
                self._launch_publishing(out, rows, after_end),
            ]
        blank = self._put(self._blank_view.view(np.int16))
        kernel = kernels.show_kernel(self.game, after_end)
        space = LANES * self._blank_view.nbytes
        return [self._launch_in_groups(f"show-{out.dtype}-{after_end}", kernel, (out, *seen, blank, cells), 1, space)]

    def _cells_of(self, encoder: Encoder) -> tuple[Any, ...] | None:
        """`Cells` of an encoder on the device, cached; None if they depend on each other."""
        if encoder not in self._cells:
            cells = cells_of(encoder, self._device.lines * LANES)
            self._cells[encoder] = cells and tuple(map(self._put, cells))
        return self._cells[encoder]

    def _launch_encoding(self, encoder: Encoder, out: Any, records: DeviceLanes) -> Launch:
        """Launch that encodes interleaved records cell by cell."""
        numbers = records.memory.reinterpret((records.memory.size // 2,), np.int16)
        arguments = (out, numbers, self._cells_of(encoder), self.terminations, self.truncations)
        blocks = -(-encoder.width // (self._device.lines * LANES))
        return self._launch_in_groups(f"encode-{out.dtype}", kernels.encode, arguments, blocks)

    def _launch_in_groups(
        self, name: str, kernel: Kernel, arguments: Sequence[Any], blocks: int, space: int = 0
    ) -> Launch:
        """Launch of a kernel with so many blocks for 32 tables, with squares and more in shared memory."""
        lines, sources = self._device.lines, self.game.kernels.sources()
        grid, block = (-(-self.num_tables // LANES), blocks), (LANES, lines)
        space += 4 * lines * LANES * kernels.SIDE
        return self._device.prepare(Work(self.game.name, name, sources, kernel, arguments, grid, block, space))

    def _launch(self, name: str, kernel: Kernel, arguments: Sequence[Any], *others: str, apart: int = 1) -> Launch:
        """Launch of a kernel with one thread a table, ``apart`` threads from one to the next."""
        threads = self._device.threads
        grid = (-(-self.num_tables * apart // threads), 1)
        sources = self.game.kernels.sources(*others)
        return self._device.prepare(Work(self.game.name, name, sources, kernel, arguments, grid, (threads, 1)))

    def _launch_publishing(self, out: Any, rows: DeviceLanes, ended: bool) -> Launch:
        """Launch that turns interleaved rows into a plain array."""
        tables, width = out.shape
        grid = (-(-tables // LANES), -(-width // LANES))
        name, kernel = f"publish-{rows.dtype}-{width}", kernels.publish_kernel(rows.dtype)
        sources = self.game.kernels.sources()
        block = (LANES, self._device.lines)
        arguments = (out, rows, ended, self.terminations, self.truncations)
        return self._device.prepare(Work(self.game.name, name, sources, kernel, arguments, grid, block))

    @override
    def set_networks(
        self,
        networks: Any,
        sizes: Sequence[int] | Sequence[Sequence[int]],
        greedy: bool | Sequence[bool] = False,
        encoding: str | None = None,
        advisor: str = "",
    ) -> None:
        """Set networks that may play seats; see `Batch.set_networks`.

        Args:
            networks: (K, parameters) float32. An array on the device is kept as it is, and may change.
            sizes: layer sizes; for all, or for each.
            greedy: whether they take their likeliest action rather than a sampled one; for all, or for each.
            encoding: encoding of their observations; on a GPU it must be that of yours.
            advisor: the compiled agent whose action they receive too.

        Raises:
            ValueError: if the networks do not fit their input and the actions, or have another encoding.
        """
        if encoding not in (None, self.encoder.name):
            allowed = f"the batch's own, {self.encoder.name!r}"
            raise ValueError(f"{self.game.name}: the networks' encoding must be {allowed}, on a GPU, got {encoding!r}")
        network_input = NetworkInput(self.game, self.num_players, self.encoder.name, advisor)
        each = self._sizes_of_each(networks, sizes, network_input)
        self._num_networks = len(networks)
        self._networks = self._device.share(networks if hasattr(networks, "shape") else side_by_side(networks))
        self._sizes = self._put(each)
        self._greedy = self._put(np.array(np.broadcast_to(greedy, len(each)), np.bool_))
        count = self.num_tables if len(networks) else 0
        self._rows = self._device.lanes(count, np.dtype(self.encoder.dtype), (network_input.width,))
        self._hidden = self._device.lanes(self.num_tables, np.dtype(np.float32), (2, int(each.max())))
        self._play = self._launches_of_play(network_input)

    def _launches_of_play(self, network_input: NetworkInput) -> list[Launch]:
        """Launches of the batch step; see `kernels.play_kernels`."""
        name = "-".join([*network_input.names, str(network_input.width), *self._bots])
        modules = [*network_input.modules, *map(module_of_bot, self._bots.values())]
        apart = 1  # threads; tables of one warp wait for each other at every divergence
        while apart < LANES and 2 * apart * self.num_tables <= LANES * self._device.warps:
            apart *= 2
        common = (self.num_tables, apart, self._wrong, self._ended, self.rotate, tuple(self._workspace()))
        rules = tuple(map(rule_of, self._bots.values()))
        return [
            self._launch(f"{kernel.__name__}-{name}", kernel, common, *modules, apart=apart)
            for kernel in kernels.play_kernels(self.game, network_input.read, rules)[: 1 + self.restart]
        ]

    @override
    def _workspace(self) -> Workspace:
        """Arrays of the batch step; other kernels fill the observations from the views."""
        blank, pack, blank_view, layout, factors = self._constants
        return Workspace(
            records=self.records,
            blank=blank,
            pack=pack,
            actions=self._actions,
            actors=self.actors,
            generators=self._generators,
            blank_view=blank_view,
            views=self._views,
            numbers=_numbers(self._views),
            layout=layout,
            factors=factors,
            observations=self._views,
            masks=self._masks,
            players=self.players,
            watchers=self.watchers,
            rewards=self.rewards,
            owed=self._owed,
            terminations=self.terminations,
            truncations=self.truncations,
            scores=self.scores,
            final_observations=self._views,
            networks=self._networks,
            sizes=self._sizes,
            greedy=self._greedy,
            network_layout=layout,
            network_factors=factors,
            rows=self._rows,
            hidden=self._hidden,
            memories=self._memories,
            fresh_memory=self._memories,
        )

    @override
    def reset(self, seed: Seeds = None, agent_seeds: np.ndarray | None = None) -> None:
        """Deal a new game at every table; see `Batch.reset`."""
        self.check()
        self.seed(seed)
        if agent_seeds is not None:
            self._sow["_generators"](self._device.share(np.asarray(agent_seeds, np.uint64)))
        self._say[RESTART]()
        self._begun = True
        self._go_on()

    @override
    def seed(self, seed: Seeds) -> None:
        """Seed the tables and their agents, without dealing; see `Batch.seed`."""
        seeds = self._seeds_of(seed)
        if seeds is not None:
            self._sow["records"](self._device.share(seeds))
            self._sow["_generators"](self._device.share(rng.agent_seeds(seeds)))
            self._seeded = True

    @override
    def resume(self, tables: np.ndarray | None = None) -> None:
        """Update all arrays after a change of `records` or `actors`; see `Batch.resume`."""
        self.check()
        if tables is None:
            self._say[RESUME]()
        else:
            actions = np.full(self.num_tables, WAIT, np.int64)
            actions[tables] = RESUME
            self._actions.copy_from(actions)
            self._ended.copy_from(np.zeros(self._ended.shape, np.int64))
        self._seeded = self._begun = True
        self._go_on()

    def _go_on(self) -> None:
        """Play `_actions`, then show the observations."""
        self._advance()
        for show in self._show:
            show()

    def _advance(self) -> None:
        """Play `_actions`."""
        self._play[0]()
        for show in self._show_ends:
            show()
        for deal in self._play[1:]:
            deal()

    @override
    def step(self, actions: Any) -> None:
        """Play one action at every table, then the bots' actions up to your next turn, without waiting.

        Args:
            actions: (N,) int64 or int32, on the device, contiguous; NumPy arrays are copied there. -1 leaves a table as
                it is; at a finished table that does not restart, all actions are ignored. An illegal action is found
                later, see `check`.

        Raises:
            IllegalAction: if these are not (N,) whole numbers.
            ResetNeeded: before `reset`.
        """
        if not self._begun:
            self._refuse()
        given = self._device.share(actions)
        kind = given.dtype.name
        if given.shape != (self.num_tables,) or kind not in self._take:
            must = f"actions must be ({self.num_tables},) int64 or int32"
            raise IllegalAction(f"{self.game.name}: {must}, got {kind} of shape {given.shape}")
        self._take[kind](given)
        self._go_on()

    def check(self) -> None:
        """Wait for the device, and check that all actions so far were legal.

        Raises:
            IllegalAction: if one was not; no table has changed since that step began.
            AgentError: if an action of a bot or network was not.
        """
        wrong = int(self._wrong.copy_to_host()[0])
        if wrong < self.num_tables:
            self._wrong.copy_from([self.num_tables])
            shown = (self._actions, self._masks, self.players, self.actors)
            actions, masks, players, actors = (array.copy_to_host() for array in shown)
            if actors[wrong, players[wrong]] >= 0:
                raise AgentError(self._explain_agent(wrong, actions, masks, players, actors))
            raise IllegalAction(self._explain(wrong, actions, masks, players))

    @override
    def sample_actions(self, out: Any = None) -> Any:
        """Random legal action for every table, the same as of `Batch.sample_actions`, on the device.

        Args:
            out: (N,) int64 on the device to be filled; None for an array that the batch reuses.

        Raises:
            ResetNeeded: before `reset`.
        """
        if not self._begun:
            self._refuse()
        if out is None:
            self._sample()
            return self._sampled
        self._sample(self._device.share(out))
        return out

    @override
    def set_bots(self, bots: Any) -> None:
        """Unavailable on a GPU, where agents are compiled together with the tables.

        Raises:
            NotImplementedError: always.
        """
        raise NotImplementedError("set_bots is for the CPU; on a GPU name the bots when the batch is made")

    @override
    def set_policies(self, policies: Any) -> None:
        """Unavailable on a GPU; see `play_policies`.

        Raises:
            NotImplementedError: always.
        """
        raise NotImplementedError("set_policies is for the CPU; on a GPU choose actions from the arrays, then step")

    @override
    def play_policies(self, policies: Any) -> np.ndarray:
        """Unavailable on a GPU; call policies yourself.

        Raises:
            NotImplementedError: always.
        """
        raise NotImplementedError("play_policies is for the CPU; on a GPU choose actions from the arrays, then step")

    @override
    def observe(self) -> Any:
        """Observations in the encoder's final form, copied to the CPU."""
        return self.encoder.finish_batch(self.observations.copy_to_host(), self.action_masks.copy_to_host())

    @override
    def arrays(self) -> dict[str, np.ndarray]:
        """Copies of the arrays that `restore` sets, in NumPy, the same as of a `Batch` on the CPU."""
        self.check()
        return {name: getattr(self, name).copy_to_host() for name in self._kept}

    @override
    def set_arrays(self, arrays: Mapping[str, np.ndarray]) -> None:
        """Set the arrays that `arrays` of a batch with the same settings has returned; see `Batch.set_arrays`."""
        for name in self._kept:
            getattr(self, name).copy_from(arrays[name])
        self._masks.copy_from(arrays["action_masks"])
        self._go_on_from(arrays)


def _numbers(views: DeviceLanes) -> DeviceLanes:
    """Views as rows of int16, in the same memory."""
    return DeviceLanes(views.memory, np.dtype(np.int16), (views.dtype.itemsize // 2,), len(views))
