"""GPU device: its memory, and kernels launched by the driver in a few microseconds."""

import ctypes
import functools
import re
from collections.abc import Iterator, Sequence
from math import prod
from typing import Any

import numpy as np
from cuda.bindings import driver
from cuda.core import Device as CoreDevice
from cuda.core import ObjectCode
from typing_extensions import override

from cardzoo.envs.cuda.arrays import DeviceArray, DeviceLanes
from cardzoo.envs.cuda.compiling import kept_code
from cardzoo.envs.cuda.devices import Device, Launch, Work

STACK = 16 * 1024
"""Bytes of a thread's stack for recursive functions, such as Vazhushal's expert: about 50 calls deep."""

USUAL_SPACE = 48 * 1024
"""Bytes of shared memory that a block may use without a request for more."""

UNKNOWN_STACK = re.compile(rb"\x04\x12\x08\x00.{4}\xff{4}", re.DOTALL)
"""Mark in machine code of a kernel with recursive functions, whose stack size the linker cannot compute."""

DATA = 4  # index of the data's address among an array's words: two owners, elements, bytes of one, data, sizes, strides


class Gpu(Device):
    """GPU device; see `cardzoo.envs.cuda.devices.Device`. It shares its context with PyTorch and JAX.

    Args:
        index: number of the GPU.

    Raises:
        ValueError: if there is no such GPU.
    """

    def __init__(self, index: int) -> None:
        try:
            self._device = CoreDevice(index)
            self._device.set_current()
        except Exception as problem:  # a missing driver can fail in many ways
            reason = str(problem).splitlines()[0] if str(problem) else type(problem).__name__
            raise ValueError(f"device='cuda:{index}': no such GPU can be used here ({reason:.80})") from None
        self.index = index
        self.warps = 16 * int(self._device.properties.multiprocessor_count)
        capability = self._device.compute_capability
        self.capability = (int(capability.major), int(capability.minor))

    @override
    def array(self, shape: Sequence[int], dtype: Any, fill: int = 0) -> DeviceArray:
        size = max(1, prod(shape) * np.dtype(dtype).itemsize)
        pointer = int(_checked(driver.cuMemAlloc(size)))
        array = DeviceArray(self, shape, dtype, pointer, _Allocation(pointer))
        if fill:
            array.copy_from(np.full(shape, fill, dtype))
        else:
            _checked(driver.cuMemsetD8Async(pointer, 0, size, self.stream))
        return array

    @override
    def prepare(self, work: Work) -> Launch:
        code = kept_code(*work[:5], self.capability)
        if UNKNOWN_STACK.search(code):
            _checked(driver.cuCtxSetLimit(driver.CUlimit.CU_LIMIT_STACK_SIZE, STACK))
        loaded = _load(code, self.index)
        function = driver.CUfunction(int(loaded.handle))
        if work.space > USUAL_SPACE:
            attribute = driver.CUfunction_attribute.CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES
            kernel = driver.CUkernel(int(loaded.handle))
            _checked(driver.cuKernelSetAttribute(attribute, work.space, kernel, driver.CUdevice(self.index)))
        words = list(_words(work.arguments))
        values = (ctypes.c_uint64 * len(words))(*(word & 0xFFFFFFFFFFFFFFFF for word in words))
        places = (ctypes.c_void_p * len(words))(*(ctypes.addressof(values) + 8 * k for k in range(len(words))))
        parameters = ctypes.addressof(places)
        sizes = (*work.grid, 1, *work.block, 1, work.space)

        def launch(first: Any = None) -> None:
            if first is not None:
                values[DATA] = first.pointer
            error = driver.cuLaunchKernel(function, *sizes, self.stream, parameters, 0)[0]
            if error:
                raise RuntimeError(f"{work.game}: the kernel {work.name} could not be launched: {error.name}")

        launch.kept = (loaded, work, values, places)  # type: ignore[attr-defined]
        return launch

    @override
    def share(self, array: Any) -> DeviceArray:
        if isinstance(array, DeviceArray):
            return array
        there = getattr(array, "__cuda_array_interface__", None)
        if there is None:
            host = np.ascontiguousarray(array)
            copy = self.array(host.shape, host.dtype)
            copy.copy_from(host)
            return copy
        if there.get("strides") is not None and np.prod(there["shape"]) > 1:
            raise ValueError("an array on the device must be contiguous")
        return DeviceArray(self, there["shape"], there["typestr"], there["data"][0], array)

    def to_host(self, array: DeviceArray, host: np.ndarray) -> None:
        """Copy to a contiguous NumPy array, and wait for it."""
        if host.nbytes:
            _checked(driver.cuMemcpyDtoHAsync(host.ctypes.data, array.pointer, host.nbytes, self.stream))
        _checked(driver.cuStreamSynchronize(self.stream))

    def from_host(self, host: np.ndarray, array: DeviceArray) -> None:
        """Copy from a contiguous NumPy array; it may be changed afterwards."""
        if host.nbytes:
            _checked(driver.cuMemcpyHtoDAsync(array.pointer, host.ctypes.data, host.nbytes, self.stream))
            _checked(driver.cuStreamSynchronize(self.stream))

    def let_wait(self, stream: int) -> None:
        """Let another stream wait for all that has been launched here so far."""
        event = _checked(driver.cuEventCreate(driver.CUevent_flags.CU_EVENT_DISABLE_TIMING))
        _checked(driver.cuEventRecord(event, self.stream))
        _checked(driver.cuStreamWaitEvent(stream, event, 0))
        _checked(driver.cuEventDestroy(event))


class _Allocation:
    """Memory that is freed with its last reference."""

    def __init__(self, pointer: int) -> None:
        self._pointer, self._free = pointer, driver.cuMemFree

    def __del__(self) -> None:
        self._free(self._pointer)


@functools.cache
def _load(code: bytes, index: int) -> Any:
    """Kernel of some machine code, on the current device; it alone has parameters in constant memory."""
    (name,) = set(re.findall(rb"\.nv\.constant0\.(\w+)", code))
    return ObjectCode.from_cubin(code).get_kernel(name.decode())


def _words(arguments: Sequence[Any]) -> Iterator[int]:
    """Words of the arguments of Numba's kernels, eight bytes each."""
    for argument in arguments:
        if isinstance(argument, tuple):
            yield from _words(argument)
        elif isinstance(argument, DeviceLanes):
            yield from (argument.memory.pointer, len(argument))
        elif isinstance(argument, DeviceArray):
            yield from (0, 0, argument.size, argument.dtype.itemsize, argument.pointer)
            yield from (*argument.shape, *argument.strides)
        elif isinstance(argument, float):
            yield int(np.float64(argument).view(np.uint64))
        else:
            yield int(argument)


def _checked(answer: tuple[Any, ...]) -> Any:
    """Result of a driver call.

    Raises:
        RuntimeError: if it is an error.
    """
    error, *rest = answer
    if error:
        raise RuntimeError(f"CUDA: {error.name}")
    return rest[0] if rest else None
