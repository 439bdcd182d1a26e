"""Devices that run kernels: a GPU, CUDA's simulator, or none, to test that they compile."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple, Protocol

import numpy as np
from numba import config
from typing_extensions import override

from cardzoo.envs.cuda.arrays import DeviceArray, DeviceLanes, SimulatedArray, row_bytes
from cardzoo.envs.cuda.lanes import Lanes
from cardzoo.envs.engine.compiling import INTERPRETED

SIMULATED = bool(config.ENABLE_CUDASIM)  # type: ignore[attr-defined]
"""True if kernels run as plain Python, on the CPU: with NUMBA_ENABLE_CUDASIM=1 and NUMBA_DISABLE_JIT=1."""

Kernel = Callable[..., None]
Size = tuple[int, int]


class Launch(Protocol):
    """Kernel with its arguments, to be launched repeatedly."""

    def __call__(self, first: Any = None) -> None:
        """Launch.

        Args:
            first: array that replaces the first argument, of the same shape and type.
        """


class Work(NamedTuple):
    """Kernel with its arguments and launch sizes.

    Attributes:
        game: the game's name.
        name: the kernel's name among the game's.
        sources: `cardzoo.envs.engine.compiling.hash_sources` of all code that it may call.
        kernel: the function.
        arguments: device arrays, lanes, numbers and truth values, in tuples or not.
        grid: blocks in x and y.
        block: threads of a block in x and y.
        space: bytes of dynamic shared memory of a block.
    """

    game: str
    name: str
    sources: str
    kernel: Kernel
    arguments: Sequence[Any]
    grid: Size
    block: Size
    space: int = 0


class Device(ABC):
    """Device: memory, and kernels that run on it.

    Attributes:
        index: number of the GPU.
        stream: handle of the stream of all work; 0 for the default one.
        threads: threads of a block in kernels with one thread a table.
        warps: number of warps that keep the device busy; with fewer tables several warps share 32 of them.
        lines: warps of a block that shows views or transposes rows.
    """

    index: int = 0
    stream: int = 0
    threads: int = 64
    warps: int = 0
    lines: int = 4

    @abstractmethod
    def array(self, shape: Sequence[int], dtype: Any, fill: int = 0) -> Any:
        """New array, every element ``fill``."""

    def lanes(self, count: int, dtype: np.dtype[Any], shape: Sequence[int] = ()) -> DeviceLanes:
        """New interleaved rows, of zeros."""
        return DeviceLanes(self.array(row_bytes(dtype, shape, count), np.uint8), dtype, shape, count)

    @abstractmethod
    def share(self, array: Any) -> Any:
        """Array of this device from another library's, without a copy; a NumPy array is copied.

        Raises:
            ValueError: if it is not contiguous.
        """

    @abstractmethod
    def prepare(self, work: Work) -> Launch:
        """Prepare a kernel for its launches."""


def find_device(name: str) -> Device:
    """Device of a name.

    Args:
        name: ``"cuda"``, or ``"cuda:1"`` for the second GPU.

    Raises:
        ValueError: if there is none, or numba-cuda is not installed.
    """
    kind, _, number = name.partition(":")
    if kind != "cuda" or (name != kind and not number.isdigit()):
        raise ValueError(f"device must be 'cpu', 'cuda', 'cuda:1' and so on, got {name!r}")
    if SIMULATED:
        if not INTERPRETED:
            raise ValueError("CUDA's simulator needs NUMBA_DISABLE_JIT=1 as well: rules are plain Python there")
        return Simulator()
    try:
        import numba_cuda  # noqa: F401
    except ImportError:
        raise ValueError("device='cuda' needs numba-cuda: pip install 'cardzoo[cuda]'") from None
    from cardzoo.envs.cuda.gpu import Gpu

    return Gpu(int(number or 0))


class Simulator(Device):
    """CUDA's simulator: arrays are NumPy's, kernels plain Python, and their threads Python threads."""

    threads = 8
    lines = 1

    @override
    def array(self, shape: Sequence[int], dtype: Any, fill: int = 0) -> SimulatedArray:
        return np.full(shape, fill, dtype).view(SimulatedArray)

    @override
    def share(self, array: Any) -> np.ndarray:
        return np.ascontiguousarray(array)

    @override
    def prepare(self, work: Work) -> Launch:
        from numba import cuda

        simulated = cuda.jit(work.kernel)[work.grid, work.block, 0, work.space]
        given = [_in_python(argument) for argument in work.arguments]

        def launch(first: Any = None) -> None:
            simulated(*(given if first is None else [np.asarray(first), *given[1:]]))

        return launch


def _in_python(argument: Any) -> Any:
    """Argument for a kernel in plain Python."""
    if isinstance(argument, tuple):
        return tuple(_in_python(part) for part in argument)
    if isinstance(argument, DeviceLanes):
        memory = argument.memory.view(np.ndarray)
        return Lanes(memory, argument.dtype, argument.row_shape, len(argument))
    return argument.view(np.ndarray) if isinstance(argument, np.ndarray) else argument


class Nowhere(Device):
    """Placeholder of a device: kernels are compiled for one, and never run.

    Args:
        capability: compute capability of the GPU, such as (9, 0).
        compile_kernel: function that compiles a kernel, such as `cardzoo.envs.cuda.compiling.kept_code`.

    Attributes:
        code: code of each kernel, by name.
    """

    def __init__(self, capability: tuple[int, int], compile_kernel: Callable[..., bytes]) -> None:
        self._capability, self._compile = capability, compile_kernel
        self.code: dict[str, bytes] = {}

    @override
    def array(self, shape: Sequence[int], dtype: Any, fill: int = 0) -> DeviceArray:
        return DeviceArray(self, shape, dtype, 0, None)

    @override
    def share(self, array: Any) -> DeviceArray:
        dtype = array.numpy().dtype if hasattr(array, "numpy") else array.dtype  # PyTorch has types of its own
        return self.array(tuple(array.shape), dtype)

    @override
    def prepare(self, work: Work) -> Launch:
        """Compile a kernel; launching it does nothing."""
        self.code[work.name] = self._compile(*work[:5], self._capability)
        return lambda first=None: None

    def to_host(self, array: DeviceArray, host: np.ndarray) -> None:
        """Do nothing."""

    def from_host(self, host: np.ndarray, array: DeviceArray) -> None:
        """Do nothing."""

    def let_wait(self, stream: int) -> None:
        """Do nothing."""
