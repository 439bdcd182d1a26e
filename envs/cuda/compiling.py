"""Compilation of kernels for a GPU, and their cache on disk.

Numba compiles a kernel by NVVM to PTX, and NVIDIA's linker makes that into machine code for one kind of GPU. Neither
needs a GPU. Link-time optimisation instead made wrong code of Cactus: cards of a layout were counted at another field's
address, by CUDA 13.0 and 13.5. Compiled kernels lie beside the code for CPUs (`cardzoo.envs.engine.compiling`).
"""

import contextlib
import functools
import sys
from collections.abc import Callable, Iterator, Sequence
from types import SimpleNamespace
from typing import Any, Literal

import numba
import numba_cuda
from llvmlite import ir
from numba import cuda
from numba.cuda import types

from cardzoo.envs.cuda import lane_types
from cardzoo.envs.cuda.arrays import DeviceArray, DeviceLanes
from cardzoo.envs.engine.compiling import MOST_CODE, cache_directory, hash_sources, is_writable
from cardzoo.envs.engine.inlining import without_collecting
from cardzoo.envs.files.whole import read_checked, write_checked

Kernel = Callable[..., None]
Capability = tuple[int, int]
"""Compute capability of a GPU: major and minor, such as (9, 0) for an H100."""

_BYTES = [ir.Constant(ir.IntType(8), number) for number in range(256)]


def intermediate_code(
    kernel: Kernel, arguments: Sequence[Any], capability: Capability, form: Literal["ptx", "ltoir"] = "ptx"
) -> bytes:
    """Intermediate code of a kernel, for all kinds of GPUs.

    Products and sums are not fused, so that floats are rounded as on a CPU.

    Args:
        kernel: the function.
        arguments: examples of its arguments.
        capability: compute capability of the GPU.
        form: PTX, or NVVM's own code, which is not yet optimised and so much faster to make: enough to test whether a
            kernel compiles.
    """
    with _compiling_for(capability):
        signature = tuple(type_of(argument) for argument in arguments)
        code, _ = cuda.compile(kernel, signature, cc=capability, device=False, abi="numba", output=form)
    return bytes(code) if form == "ltoir" else str(code).encode()


def machine_code(kernel: Kernel, arguments: Sequence[Any], capability: Capability) -> bytes:
    """Machine code of a kernel; the arguments are those of `intermediate_code`."""
    from cuda.bindings import nvjitlink

    code = intermediate_code(kernel, arguments, capability)
    options = [f"-arch=sm_{capability[0]}{capability[1]}"]
    linker = nvjitlink.create(len(options), options)
    try:
        nvjitlink.add_data(linker, nvjitlink.InputType.PTX, code, len(code), kernel.__name__)
        try:
            nvjitlink.complete(linker)
        except nvjitlink.nvJitLinkError:
            log = bytearray(nvjitlink.get_error_log_size(linker))
            nvjitlink.get_error_log(linker, log)
            raise RuntimeError(f"{kernel.__name__} could not be linked: {log.decode()}") from None
        linked = bytearray(nvjitlink.get_linked_cubin_size(linker))
        nvjitlink.get_linked_cubin(linker, linked)
    finally:
        nvjitlink.destroy(linker)
    return bytes(linked)


def kept_code(
    game: str, name: str, sources: str, kernel: Kernel, arguments: Sequence[Any], capability: Capability
) -> bytes:
    """Machine code of a kernel, from disk if it was compiled before.

    Args:
        game: the game's name; its folder below `cache_directory`.
        name: the kernel's name among the game's.
        sources: `hash_sources` of all code that it may call.
        kernel: the function.
        arguments: examples of its arguments.
        capability: compute capability of the GPU.
    """
    folder = cache_directory() / game / sources
    versions = f"{hash_sources(__name__, kernel.__module__)}-{numba_cuda.__version__}"
    file = folder / f"{name}-{versions}-sm_{capability[0]}{capability[1]}.cubin"
    with contextlib.suppress(OSError):
        return read_checked(file, MOST_CODE)
    _report_compiling(game)
    try:
        code = machine_code(kernel, arguments, capability)
    except numba.core.errors.NumbaError as problem:  # such as of an agent that allocates memory
        reason = " ".join(str(problem).split())
        raise ValueError(f"{game}: {name} cannot be compiled for a GPU: {reason:.200}") from None
    if is_writable(folder):
        try:
            write_checked(file, code)
        except OSError as problem:
            print(f"cardzoo: compiled code of {game} is not kept: {problem}", file=sys.stderr)
    return code


@functools.cache
def _report_compiling(game: str) -> None:
    print(f"cardzoo: compiling {game} for the GPU, up to a minute ...", file=sys.stderr, flush=True)


def type_of(argument: Any) -> types.Type:
    """Numba's type of a kernel's argument."""
    if isinstance(argument, tuple):
        return types.Tuple([type_of(part) for part in argument])
    if isinstance(argument, DeviceLanes):
        return lane_types.Lanes(argument.dtype, argument.row_shape)
    if isinstance(argument, DeviceArray):
        return types.Array(numba.from_dtype(argument.dtype), len(argument.shape), "C")
    if isinstance(argument, bool):
        return types.boolean
    return types.float64 if isinstance(argument, float) else types.intp


@contextlib.contextmanager
def _compiling_for(capability: Capability) -> Iterator[None]:
    """Context that changes four things in Numba while it compiles.

    Numba asks the driver for the device even with a given capability. It puts a module's arrays into constant memory,
    whose 64 kB are too few for some games. It looks up each of their bytes, which takes a third of its time. It lets
    NVVM fuse products and sums.
    """
    from numba.cuda import dispatcher
    from numba.cuda.cudadrv import nvvm
    from numba.cuda.target import CUDATargetContext

    def get_constant(context: Any, kind: types.Type, value: Any) -> Any:
        return _BYTES[value] if kind is types.uint8 else constant(context, kind, value)

    def compile_ir(code: Any, **options: Any) -> Any:
        return compile_fused(code, **options, fma=False)

    ask, space, constant = dispatcher.get_current_device, nvvm.ADDRSPACE_CONSTANT, CUDATargetContext.get_constant
    compile_fused = nvvm.compile_ir
    dispatcher.get_current_device = lambda: SimpleNamespace(compute_capability=capability)
    nvvm.ADDRSPACE_CONSTANT = nvvm.ADDRSPACE_GLOBAL
    CUDATargetContext.get_constant = get_constant
    nvvm.compile_ir = compile_ir
    try:
        with without_collecting():
            yield
    finally:
        dispatcher.get_current_device, nvvm.ADDRSPACE_CONSTANT, nvvm.compile_ir = ask, space, compile_fused
        CUDATargetContext.get_constant = constant
