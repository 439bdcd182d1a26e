"""Arrays in a GPU's memory, which other libraries read without a copy.

PyTorch reads them by ``torch.as_tensor`` (``__cuda_array_interface__``), JAX by ``jax.dlpack.from_dlpack``.
"""

import ctypes
from collections.abc import Sequence
from math import prod
from typing import Any, Protocol

import numpy as np

from cardzoo.envs.cuda.lanes import LANES, deinterleave, interleave

LEGACY_STREAM = 1  # handle of the default stream in interfaces where 0 means none


class Memory(Protocol):
    """Memory of a device; see `cardzoo.envs.cuda.devices`."""

    index: int
    stream: int

    def to_host(self, array: "DeviceArray", host: np.ndarray) -> None:
        """Copy to a contiguous NumPy array, and wait for it."""

    def from_host(self, host: np.ndarray, array: "DeviceArray") -> None:
        """Copy from a contiguous NumPy array."""

    def let_wait(self, stream: int) -> None:
        """Let another stream wait for all that has been launched here so far."""


class DeviceArray:
    """Contiguous array on a GPU.

    Args:
        memory: memory of the device.
        shape: sizes.
        dtype: type of its elements.
        pointer: address of its first element.
        owner: object that keeps the memory allocated.

    Attributes:
        shape, dtype, size, strides: as NumPy's.
        pointer: address of its first element.
    """

    def __init__(self, memory: Memory, shape: Sequence[int], dtype: Any, pointer: int, owner: Any) -> None:
        self._memory, self._owner = memory, owner
        self.shape = tuple(int(size) for size in shape)
        self.dtype = np.dtype(dtype)
        self.pointer = pointer
        self.size = prod(self.shape)
        self.strides = tuple(self.dtype.itemsize * prod(self.shape[axis + 1 :]) for axis in range(len(self.shape)))

    def __len__(self) -> int:
        return self.shape[0]

    def __repr__(self) -> str:
        return f"DeviceArray(shape={self.shape}, dtype={self.dtype}, device=cuda:{self._memory.index})"

    def copy_to_host(self) -> np.ndarray:
        """Copy in NumPy; waits for all that was launched before."""
        host = np.empty(self.shape, self.dtype)
        self._memory.to_host(self, host)
        return host

    def copy_from(self, host: Any) -> None:
        """Fill the array from one in NumPy.

        Raises:
            ValueError: if it has another shape.
        """
        self._memory.from_host(np.ascontiguousarray(_fitting(host, self)), self)

    def reinterpret(self, shape: Sequence[int], dtype: Any) -> "DeviceArray":
        """View of the memory as an array of another shape and type."""
        return DeviceArray(self._memory, shape, dtype, self.pointer, self._owner)

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> np.ndarray:
        return self.copy_to_host().astype(dtype or self.dtype, copy=False)

    @property
    def __cuda_array_interface__(self) -> dict[str, Any]:
        return {
            "shape": self.shape,
            "typestr": self.dtype.str,
            "data": (self.pointer, False),
            "strides": None,
            "version": 3,
            "stream": self._memory.stream or LEGACY_STREAM,
        }

    def __dlpack_device__(self) -> tuple[int, int]:
        return _CUDA, self._memory.index

    def __dlpack__(self, *, stream: int | None = None, **wishes: Any) -> Any:
        """Capsule with the array, by the DLPack standard.

        Args:
            stream: the reader's stream; it waits for all that was launched here.
            **wishes: a newer version and the like, which a producer may ignore.
        """
        if stream is not None and stream not in (-1, self._memory.stream or LEGACY_STREAM):
            self._memory.let_wait(int(stream))
        return _capsule(self)


class SimulatedArray(np.ndarray):
    """NumPy array in place of a `DeviceArray` in CUDA's simulator."""

    def copy_to_host(self) -> np.ndarray:
        """Copy in NumPy."""
        return np.array(self)

    def copy_from(self, host: Any) -> None:
        """Fill the array; see `DeviceArray.copy_from`."""
        self[...] = _fitting(host, self)

    def reinterpret(self, shape: Sequence[int], dtype: Any) -> "SimulatedArray":
        """View of the memory as an array of another shape and type."""
        array: SimulatedArray = self.reshape(-1).view(dtype).reshape(shape)
        return array


def _fitting(host: Any, target: "DeviceArray | SimulatedArray") -> np.ndarray:
    array = np.asarray(host, target.dtype)
    if array.shape != target.shape:
        raise ValueError(f"the array must be of shape {target.shape}, got {array.shape}")
    return array


class DeviceLanes:
    """Rows of tables on a device, interleaved; see `cardzoo.envs.cuda.lanes`.

    Args:
        memory: (groups, 32 * bytes a row) uint8 on the device.
        dtype: type of a row's numbers, or of a record.
        shape: shape of a row; empty for records.
        count: number of rows.
    """

    def __init__(self, memory: Any, dtype: np.dtype[Any], shape: Sequence[int], count: int) -> None:
        self.memory, self.dtype, self.row_shape, self._count = memory, dtype, tuple(shape), count

    def __len__(self) -> int:
        return self._count

    @property
    def shape(self) -> tuple[int, ...]:
        """Shape of the ordinary array that `copy_to_host` returns."""
        return (self._count, *self.row_shape)

    def copy_to_host(self) -> np.ndarray:
        """Rows as an ordinary array; waits for all that was launched before."""
        rows = np.zeros(self.shape, self.dtype)
        deinterleave(self.memory.copy_to_host(), rows)
        return rows

    def copy_from(self, rows: Any) -> None:
        """Fill the rows from an ordinary array.

        Raises:
            ValueError: if it has another shape or type.
        """
        rows = np.asarray(rows)
        if rows.shape != self.shape or rows.dtype != self.dtype:
            raise ValueError(f"rows must be {self.shape} {self.dtype}, got {rows.shape} {rows.dtype}")
        self.memory.copy_from(interleave(rows))

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> np.ndarray:
        return self.copy_to_host()

    def __setitem__(self, rows: slice, values: Any) -> None:
        """``records[:] = values``, as with an ordinary array."""
        if rows != slice(None):
            raise IndexError("only all rows can be set at once: records[:] = values")
        self.copy_from(values)


def row_bytes(dtype: np.dtype[Any], shape: Sequence[int], count: int) -> tuple[int, int]:
    """Shape of the memory of so many interleaved rows."""
    return -(-count // LANES), LANES * dtype.itemsize * prod(shape)


# DLPack's structures, as its header declares them: https://dmlc.github.io/dlpack/latest/c_api.html

_CUDA = 2
_CODES = {"i": 0, "u": 1, "f": 2, "b": 6}
_NAME = b"dltensor"


class _Tensor(ctypes.Structure):
    _fields_ = (
        ("data", ctypes.c_void_p),
        ("device", ctypes.c_int32 * 2),
        ("ndim", ctypes.c_int32),
        ("code", ctypes.c_uint8),
        ("bits", ctypes.c_uint8),
        ("lanes", ctypes.c_uint16),
        ("shape", ctypes.POINTER(ctypes.c_int64)),
        ("strides", ctypes.POINTER(ctypes.c_int64)),
        ("byte_offset", ctypes.c_uint64),
    )


class _Managed(ctypes.Structure):
    pass


_Deleter = ctypes.CFUNCTYPE(None, ctypes.POINTER(_Managed))
_Managed._fields_ = (("tensor", _Tensor), ("context", ctypes.c_void_p), ("deleter", _Deleter))

_given_away: dict[int, Any] = {}  # arrays held by other libraries, by the address of their structures


def _delete(managed: Any) -> None:
    _given_away.pop(ctypes.addressof(managed.contents), None)


def _destroy(capsule: int) -> None:
    """Destructor of a capsule that was never consumed: a consumer renames it."""
    if _is_valid(capsule, _NAME):
        _given_away.pop(_pointer_of(capsule, _NAME), None)


_DELETE = _Deleter(_delete)
_DESTROY = ctypes.PYFUNCTYPE(None, ctypes.c_void_p)(_destroy)

_new_capsule = ctypes.pythonapi.PyCapsule_New
_new_capsule.restype = ctypes.py_object
_new_capsule.argtypes = (ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p)
_is_valid = ctypes.PYFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.c_char_p)(("PyCapsule_IsValid", ctypes.pythonapi))
_pointer_of = ctypes.PYFUNCTYPE(ctypes.c_void_p, ctypes.c_void_p, ctypes.c_char_p)(
    ("PyCapsule_GetPointer", ctypes.pythonapi)
)


def _capsule(array: DeviceArray) -> Any:
    shape = (ctypes.c_int64 * len(array.shape))(*array.shape)
    device = (ctypes.c_int32 * 2)(*array.__dlpack_device__())
    bits = 8 * array.dtype.itemsize
    tensor = _Tensor(array.pointer, device, len(shape), _CODES[array.dtype.kind], bits, 1, shape, None, 0)
    managed = _Managed(tensor, None, _DELETE)
    _given_away[ctypes.addressof(managed)] = (managed, shape, array)
    return _new_capsule(ctypes.addressof(managed), _NAME, ctypes.cast(_DESTROY, ctypes.c_void_p))
