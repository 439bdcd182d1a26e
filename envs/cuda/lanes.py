"""Layout of tables in a GPU's memory: 32 of them interleaved, number by number.

The 32 threads of a warp play 32 tables and mostly access the same field at the same time. So a group of 32 records is
stored number by number: the first number of all 32, then the second of all 32. A number of ``size`` bytes at byte
``offset`` of a record lies at ``32 * offset + lane * size`` of its group, where ``lane`` is the table's place in the
group. A warp then reads one or two pieces of 64 bytes; records one after the other would take 32.

`lane_types` lets Numba compile rules over such records. The classes here do the same for plain Python (the CUDA
simulator), and convert them to and from ordinary arrays.
"""

from collections.abc import Sequence
from math import prod
from typing import Any

import numpy as np

LANES = 32
"""Tables in a group: threads of a warp."""

Run = tuple[int, int, int]
"""Numbers of one size in a record: offset in bytes, size of one in bytes, count."""


def runs_of(dtype: np.dtype[Any]) -> list[Run]:
    """Runs of a record's numbers in order, each of neighbours of one size."""
    runs: list[Run] = []
    for offset, size, count in _leaves(dtype, 0):
        if runs and runs[-1][1] == size and runs[-1][0] + runs[-1][1] * runs[-1][2] == offset:
            runs[-1] = (runs[-1][0], size, runs[-1][2] + count)
        else:
            runs.append((offset, size, count))
    return runs


def _leaves(dtype: np.dtype[Any], offset: int) -> list[Run]:
    if dtype.subdtype is not None:
        element, shape = dtype.subdtype
        if element.fields is None:
            return [(offset, element.itemsize, prod(shape))]
        return [run for k in range(prod(shape)) for run in _leaves(element, offset + k * element.itemsize)]
    if dtype.fields is None:
        return [(offset, dtype.itemsize, 1)]
    return [run for field in dtype.fields.values() for run in _leaves(field[0], offset + field[1])]


def interleave(rows: np.ndarray) -> np.ndarray:
    """Interleaved rows of an ordinary array.

    Args:
        rows: (N, ...) of numbers, or (N,) records.

    Returns:
        (groups, 32 * bytes a row) uint8, padded with zeros.
    """
    size = rows.dtype.itemsize * prod(rows.shape[1:])
    plain = np.ascontiguousarray(rows).view(np.uint8).reshape(len(rows), size)
    out = np.zeros((-(-len(rows) // LANES), LANES * size), np.uint8)
    padded = np.zeros((len(out) * LANES, size), np.uint8)
    padded[: len(rows)] = plain
    for offset, width, count in _row_runs(rows.dtype, rows.shape[1:]):
        part = padded[:, offset : offset + width * count].reshape(-1, LANES, count, width)
        out[:, LANES * offset : LANES * (offset + width * count)] = part.transpose(0, 2, 1, 3).reshape(len(out), -1)
    return out


def deinterleave(memory: np.ndarray, rows: np.ndarray) -> None:
    """Fill an ordinary array from a result of `interleave`.

    Args:
        memory: (groups, 32 * bytes a row) uint8.
        rows: (N, ...) of numbers, or (N,) records, contiguous, to be filled.
    """
    size = rows.dtype.itemsize * prod(rows.shape[1:])
    plain = rows.view(np.uint8).reshape(len(rows), size)
    for offset, width, count in _row_runs(rows.dtype, rows.shape[1:]):
        part = memory[:, LANES * offset : LANES * (offset + width * count)].reshape(-1, count, LANES, width)
        plain[:, offset : offset + width * count] = part.transpose(0, 2, 1, 3).reshape(-1, count * width)[: len(rows)]


def _row_runs(dtype: np.dtype[Any], shape: Sequence[int]) -> list[Run]:
    return runs_of(dtype) if dtype.fields is not None else [(0, dtype.itemsize, prod(shape))]


class Lanes:
    """Interleaved rows in plain Python: ``lanes[table]`` is a writable array or record.

    Args:
        memory: (groups, 32 * bytes a row) uint8, contiguous.
        dtype: type of a row's numbers, or of a record.
        shape: shape of a row; empty for records.
        count: number of rows.
    """

    def __init__(self, memory: np.ndarray, dtype: np.dtype[Any], shape: Sequence[int], count: int) -> None:
        self._memory, self.dtype, self.shape, self._count = memory, dtype, tuple(shape), count

    def __len__(self) -> int:
        return self._count

    def __getitem__(self, table: int) -> Any:
        return _at(self._memory[table // LANES], table % LANES, 0, self.dtype, self.shape)

    def __setitem__(self, table: int, record: np.void) -> None:
        plain = np.frombuffer(record.tobytes(), np.uint8)
        group, lane = self._memory[table // LANES], table % LANES
        for offset, width, count in runs_of(self.dtype):
            part = plain[offset : offset + width * count].reshape(count, width)
            piece = group[LANES * offset : LANES * (offset + width * count)]
            piece.reshape(count, LANES, width)[:, lane] = part


class LaneRecord:
    """Record of `Lanes`, or a record in such a record.

    Args:
        group: the bytes of its group.
        lane: its place in the group.
        offset: offset of the record in the table's record, in bytes.
        dtype: type of the record.
    """

    __slots__ = ("_dtype", "_group", "_lane", "_offset")

    def __init__(self, group: np.ndarray, lane: int, offset: int, dtype: np.dtype[Any]) -> None:
        for name, value in zip(self.__slots__, (dtype, group, lane, offset), strict=True):
            object.__setattr__(self, name, value)

    def __getattr__(self, name: str) -> Any:
        value = self._field(name)
        return value[()] if isinstance(value, np.ndarray) and value.ndim == 0 else value

    def __setattr__(self, name: str, value: Any) -> None:
        field = self._field(name)
        if isinstance(field, LaneRecord):
            field.copy(value)
        else:
            field[...] = value

    def __getitem__(self, name: str) -> Any:
        return getattr(self, name)

    def copy(self, record: "LaneRecord") -> None:
        """Copy all numbers of a record of the same type."""
        for offset, size, count in runs_of(self._dtype):
            for k in range(count):
                self.at(offset + size * k, size)[...] = record.at(offset + size * k, size)

    def at(self, offset: int, size: int) -> np.ndarray:
        """Bytes of a number at an offset of the record."""
        start = LANES * (self._offset + offset) + self._lane * size
        number: np.ndarray = self._group[start : start + size]
        return number

    def _field(self, name: str) -> Any:
        dtype, offset = self._dtype.fields[name][:2]
        element, shape = dtype.subdtype or (dtype, ())
        return _at(self._group, self._lane, self._offset + offset, element, shape)


class LaneRecords:
    """Array of records in such a record; the arguments are those of `LaneRecord`, and its shape."""

    def __init__(self, group: np.ndarray, lane: int, offset: int, dtype: np.dtype[Any], shape: tuple[int, ...]) -> None:
        self._place, self._dtype, self._shape, self._offset = (group, lane), dtype, shape, offset

    def __len__(self) -> int:
        return self._shape[0]

    def __setitem__(self, index: Any, record: LaneRecord) -> None:
        self[index].copy(record)

    def __getitem__(self, index: Any) -> Any:
        indices = index if isinstance(index, tuple) else (index,)
        offset = self._offset
        for axis, place in enumerate(indices):
            offset += int(place) * self._dtype.itemsize * prod(self._shape[axis + 1 :])
        return _at(*self._place, offset, self._dtype, self._shape[len(indices) :])


def lanes_in(numbers: np.ndarray, begin: int, dtype: np.dtype[Any]) -> Lanes:
    """32 interleaved records in shared memory.

    Args:
        numbers: int16, a block's shared memory.
        begin: index of their first number.
        dtype: type of a record.
    """
    memory = numbers[begin : begin + LANES * dtype.itemsize // 2].view(np.uint8)
    return Lanes(memory.reshape(1, -1), dtype, (), LANES)


def copy_part(target: Any, source: Any, part: int, parts: int) -> None:
    """Copy a share of a record's numbers: ``parts`` threads copy it together.

    Args:
        target: a record, or one in a lane.
        source: an ordinary record of the same type.
        part: number of the share, from 0.
        parts: number of shares.
    """
    if not isinstance(target, LaneRecord):
        for name in source.dtype.names[part::parts]:
            target[name] = source[name]
        return
    plain = np.frombuffer(source.tobytes(), np.uint8)
    for offset, size, count in runs_of(source.dtype):
        for k in range(part, count, parts):
            target.at(offset + size * k, size)[...] = plain[offset + size * k : offset + size * (k + 1)]


def _at(group: np.ndarray, lane: int, offset: int, dtype: np.dtype[Any], shape: tuple[int, ...]) -> Any:
    """Element at an offset of the record in a lane."""
    if dtype.fields is not None:
        return LaneRecords(group, lane, offset, dtype, shape) if shape else LaneRecord(group, lane, offset, dtype)
    size = dtype.itemsize
    start = LANES * offset + lane * size
    steps = [LANES * size * prod(shape[axis + 1 :]) for axis in range(len(shape))]
    return np.ndarray(shape, dtype, group.data, start, steps)
