"""Numba types of `lanes`: with them rules compile for a GPU, over interleaved records.

A rule reads and writes ``state.hands[player, card]`` or ``piles.push(state.columns[3], card)`` as usual. Fields of
numbers are arrays with strides, and records in records are addresses of the same kind.
"""

import hashlib
import operator
from collections.abc import Callable, Sequence
from math import prod
from typing import Any

import numba
import numpy as np
from llvmlite import ir
from numba.cuda import cgutils, types
from numba.cuda.cudadecl import registry as typing_registry
from numba.cuda.cudaimpl import registry as lowering_registry
from numba.cuda.extending import models, register_model
from numba.cuda.np.arraymath import array_sum
from numba.cuda.np.arraymath import registry as array_registry
from numba.cuda.np.arrayobj import make_array, populate_array
from numba.cuda.typing.templates import AbstractTemplate, AttributeTemplate, signature
from numba.np.numpy_support import as_dtype

from cardzoo.envs.cuda.lanes import LANES, Run, copy_part, lanes_in, runs_of
from cardzoo.envs.engine import arrays

BYTES = ir.IntType(8).as_pointer()
IN_FLIGHT = 16  # numbers that are read before the first of them is written


class Lanes(types.Type):
    """Type of the rows of all tables: numbers with a shape, or records."""

    def __init__(self, dtype: np.dtype[Any], shape: Sequence[int]) -> None:
        self.numpy_dtype = dtype
        self.dtype = numba.from_dtype(dtype)
        self.shape = tuple(shape)
        super().__init__(f"Lanes({_short(self.dtype)}, {self.shape})")

    @property
    def row_bytes(self) -> int:
        """Bytes of one table's row."""
        return self.numpy_dtype.itemsize * prod(self.shape)

    @property
    def row(self) -> types.Type:
        """Type of ``lanes[table]``."""
        return LaneRecord(self.dtype) if self.numpy_dtype.fields is not None else _array(self.dtype, self.shape)


class LaneRecord(types.Type):
    """Type of a record in a lane."""

    def __init__(self, record: types.Record) -> None:
        self.record = record
        super().__init__(f"LaneRecord({_short(record)})")

    def typeof(self, name: str) -> types.Type:
        """Type of a field."""
        field = self.record.typeof(name)
        if isinstance(field, types.Record):
            return LaneRecord(field)
        if not isinstance(field, types.NestedArray):
            return field
        if isinstance(field.dtype, types.Record):
            return LaneRecords(field.dtype, field.shape)
        return _array(field.dtype, field.shape)


class LaneRecords(types.Type):
    """Type of an array of records within a record in a lane."""

    def __init__(self, record: types.Record, shape: Sequence[int]) -> None:
        self.record = record
        self.shape = tuple(shape)
        super().__init__(f"LaneRecords({_short(record)}, {self.shape})")

    def at(self, index: types.Type) -> Any:
        """Signature of indexing, by one number or a tuple."""
        many = len(index) if isinstance(index, types.BaseTuple) else 1
        rest = self.shape[many:]
        found = LaneRecords(self.record, rest) if rest else LaneRecord(self.record)
        return signature(found, self, types.UniTuple(types.intp, many) if many > 1 else types.intp)


def _short(kind: types.Type) -> str:
    """Short name of a type: a record's own holds all its fields, and so would names of functions that take one."""
    return hashlib.sha256(str(kind).encode()).hexdigest()[:16] if isinstance(kind, types.Record) else str(kind)


def _array(dtype: types.Type, shape: Sequence[int]) -> types.Array:
    return types.Array(dtype, len(shape), "A")


@register_model(Lanes)
class _LanesModel(models.StructModel):
    def __init__(self, dmm: Any, fe_type: Lanes) -> None:
        super().__init__(dmm, fe_type, [("start", types.voidptr), ("count", types.intp)])


@register_model(LaneRecord)
@register_model(LaneRecords)
class _PlaceModel(models.StructModel):
    """Place of a record: the address of its offset in the group, for lane 0, and the lane."""

    def __init__(self, dmm: Any, fe_type: types.Type) -> None:
        super().__init__(dmm, fe_type, [("start", types.voidptr), ("lane", types.intp)])


@typing_registry.register_attr
class _LaneRecordAttributes(AttributeTemplate):
    key = LaneRecord

    def generic_resolve(self, place: LaneRecord, name: str) -> types.Type | None:
        return place.typeof(name) if name in place.record.fields else None


@typing_registry.register_global(operator.getitem)
class _GetItem(AbstractTemplate):
    def generic(self, args: tuple[types.Type, ...], kws: Any) -> Any:
        lanes, index = args
        if isinstance(lanes, Lanes) and isinstance(index, types.Integer):
            return signature(lanes.row, lanes, types.intp)
        if isinstance(lanes, LaneRecord) and isinstance(index, types.StringLiteral):
            return signature(lanes.typeof(index.literal_value), lanes, index)
        return lanes.at(index) if isinstance(lanes, LaneRecords) else None


@typing_registry.register_global(operator.setitem)
class _SetItem(AbstractTemplate):
    def generic(self, args: tuple[types.Type, ...], kws: Any) -> Any:
        lanes, index, value = args
        if isinstance(lanes, Lanes) and isinstance(index, types.Integer) and isinstance(value, types.Record):
            return signature(types.void, lanes, types.intp, value)
        if isinstance(lanes, LaneRecords) and isinstance(value, LaneRecord):
            found = lanes.at(index)
            return signature(types.void, lanes, found.args[1], value) if found.return_type == value else None
        return None


@typing_registry.register_global(len)
class _Len(AbstractTemplate):
    def generic(self, args: tuple[types.Type, ...], kws: Any) -> Any:
        (lanes,) = args
        return signature(types.intp, lanes) if isinstance(lanes, (Lanes, LaneRecords)) else None


def _make(context: Any, builder: Any, kind: types.Type, start: Any, lane: Any, shape: Sequence[int] = ()) -> Any:
    """Value at an address of lane 0: a record, records, an array or, if it has no shape, a number."""
    if isinstance(kind, (LaneRecord, LaneRecords)):
        place = cgutils.create_struct_proxy(kind)(context, builder)
        place.start, place.lane = start, lane
        return place._getvalue()
    number = kind.dtype if isinstance(kind, types.Array) else kind
    data_type = context.get_data_type(number)
    size = context.get_abi_sizeof(data_type)
    data = _ahead(builder, start, builder.mul(lane, ir.Constant(lane.type, size)))
    data = builder.bitcast(data, data_type.as_pointer())
    if not isinstance(kind, types.Array):
        return data
    return _array_at(context, builder, kind, data, shape, LANES * size)


def _array_at(context: Any, builder: Any, kind: types.Array, data: Any, shape: Sequence[int], step: int) -> Any:
    """Array of a shape at an address, with ``step`` bytes from one number to the next."""
    array = make_array(kind)(context, builder)
    strides = [step * prod(shape[axis + 1 :]) for axis in range(len(shape))]
    populate_array(
        array,
        data=data,
        shape=cgutils.pack_array(builder, [context.get_constant(types.intp, n) for n in shape]),
        strides=cgutils.pack_array(builder, [context.get_constant(types.intp, n) for n in strides]),
        itemsize=context.get_constant(types.intp, context.get_abi_sizeof(context.get_data_type(kind.dtype))),
        meminfo=None,
        parent=None,
    )
    return array._getvalue()


def _ahead(builder: Any, start: Any, offset: Any) -> Any:
    return builder.gep(start, [offset])


def _field(context: Any, builder: Any, kind: LaneRecord, value: Any, name: str) -> tuple[types.Type, Any]:
    """Type and value of a field; for a number, its address."""
    place = cgutils.create_struct_proxy(kind)(context, builder, value=value)
    field = kind.record.typeof(name)
    offset = context.get_constant(types.intp, LANES * kind.record.offset(name))
    start = _ahead(builder, place.start, offset)
    shape = field.shape if isinstance(field, types.NestedArray) else ()
    return kind.typeof(name), _make(context, builder, kind.typeof(name), start, place.lane, shape)


def _is_number(kind: types.Type) -> bool:
    return not isinstance(kind, (LaneRecord, LaneRecords, types.Array))


@lowering_registry.lower_getattr_generic(LaneRecord)
def _get_field(context: Any, builder: Any, kind: LaneRecord, value: Any, name: str) -> Any:
    field, found = _field(context, builder, kind, value, name)
    return context.unpack_value(builder, field, found) if _is_number(field) else found


@lowering_registry.lower(operator.getitem, LaneRecord, types.StringLiteral)
def _get_named_field(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    return _get_field(context, builder, sig.args[0], args[0], sig.args[1].literal_value)


@lowering_registry.lower_setattr_generic(LaneRecord)
def _set_field(context: Any, builder: Any, sig: Any, args: Any, name: str) -> None:
    field, found = _field(context, builder, sig.args[0], args[0], name)
    if isinstance(field, LaneRecord):
        there = cgutils.create_struct_proxy(field)(context, builder, value=found)
        _copy_record(context, builder, field, args[1], there.start, there.lane)
        return
    context.pack_value(builder, field, context.cast(builder, args[1], sig.args[1], field), found)


@lowering_registry.lower(len, Lanes)
def _count_lanes(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    return cgutils.create_struct_proxy(sig.args[0])(context, builder, value=args[0]).count


@lowering_registry.lower(len, LaneRecords)
def _count_records(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    return context.get_constant(types.intp, sig.args[0].shape[0])


def _table(context: Any, builder: Any, kind: Lanes, value: Any, table: Any) -> tuple[Any, Any]:
    """Address of a table's row, for lane 0, and its lane."""
    lanes = cgutils.create_struct_proxy(kind)(context, builder, value=value)
    many = ir.Constant(table.type, LANES)
    group, lane = builder.udiv(table, many), builder.urem(table, many)
    start = _ahead(builder, lanes.start, builder.mul(group, ir.Constant(table.type, LANES * kind.row_bytes)))
    return start, lane


@lowering_registry.lower(operator.getitem, Lanes, types.Integer)
def _get_row(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    kind = sig.args[0]
    start, lane = _table(context, builder, kind, *args)
    return _make(context, builder, sig.return_type, start, lane, kind.shape)


@lowering_registry.lower(operator.getitem, LaneRecords, types.Integer)
@lowering_registry.lower(operator.getitem, LaneRecords, types.BaseTuple)
def _get_record(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    kind, index = sig.args
    start, lane = _element(context, builder, kind, index, *args)
    return _make(context, builder, sig.return_type, start, lane)


def _element(context: Any, builder: Any, kind: LaneRecords, index: types.Type, value: Any, at: Any) -> tuple[Any, Any]:
    """Address of an element, for lane 0, and its lane."""
    place = cgutils.create_struct_proxy(kind)(context, builder, value=value)
    start = place.start
    for axis, number in enumerate(cgutils.unpack_tuple(builder, at) if isinstance(index, types.BaseTuple) else [at]):
        step = LANES * kind.record.size * prod(kind.shape[axis + 1 :])
        start = _ahead(builder, start, builder.mul(number, _of(number, step)))
    return start, place.lane


@lowering_registry.lower(operator.setitem, LaneRecords, types.Integer, LaneRecord)
@lowering_registry.lower(operator.setitem, LaneRecords, types.BaseTuple, LaneRecord)
def _set_record(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    kind, index, value = sig.args
    start, lane = _element(context, builder, kind, index, *args[:2])
    _copy_record(context, builder, value, args[2], start, lane)
    return context.get_dummy_value()


def _copy_record(context: Any, builder: Any, kind: LaneRecord, value: Any, start: Any, lane: Any) -> None:
    """Copy a record in a lane to another place, number by number."""
    source = cgutils.create_struct_proxy(kind)(context, builder, value=value)
    for run in runs_of(as_dtype(kind.record)):
        target, _ = _run(builder, start, lane, run)
        begin, _ = _run(builder, source.start, source.lane, run)

        def read(k: Any, begin: Any = begin) -> Any:
            return builder.load(builder.gep(begin, [builder.mul(k, _of(k, LANES))]))

        def write(k: Any, number: Any, target: Any = target) -> None:
            builder.store(number, builder.gep(target, [builder.mul(k, _of(k, LANES))]))

        _in_batches(builder, _of(lane, run[2]), read, write)


def _in_batches(builder: Any, count: Any, read: Callable[[Any], Any], write: Callable[[Any, Any], None]) -> None:
    """Copy numbers in batches: a thread waits for its reads once a batch, not once a number.

    No compiler can do that by itself, as a write might change the next read.

    Args:
        builder: builder of the code.
        count: how many numbers.
        read: function that reads the k-th one.
        write: function that writes the k-th one.
    """
    whole = builder.udiv(count, _of(count, IN_FLIGHT))
    with cgutils.for_range(builder, whole) as loop:
        places = [builder.add(builder.mul(loop.index, _of(count, IN_FLIGHT)), _of(count, k)) for k in range(IN_FLIGHT)]
        numbers = [read(k) for k in places]
        for k, number in zip(places, numbers, strict=True):
            write(k, number)
    done = builder.mul(whole, _of(count, IN_FLIGHT))
    with cgutils.for_range(builder, builder.sub(count, done)) as loop:
        k = builder.add(done, loop.index)
        write(k, read(k))


def _run(builder: Any, start: Any, lane: Any, run: Run) -> tuple[Any, Any]:
    """Address of a run's first number in a lane, and its type."""
    offset, size, _ = run
    number = ir.IntType(8 * size)
    place = builder.add(builder.mul(lane, _of(lane, size)), _of(lane, LANES * offset))
    return builder.bitcast(_ahead(builder, start, place), number.as_pointer()), number


@lowering_registry.lower(operator.setitem, Lanes, types.Integer, types.Record)
def _set_row(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    """Copy an ordinary record into a lane, number by number."""
    kind = sig.args[0]
    start, lane = _table(context, builder, kind, args[0], args[1])
    source = builder.bitcast(args[2], BYTES)
    for run in runs_of(kind.numpy_dtype):
        target, number = _run(builder, start, lane, run)
        begin = builder.bitcast(_ahead(builder, source, _of(lane, run[0])), number.as_pointer())

        def read(k: Any, begin: Any = begin) -> Any:
            return builder.load(builder.gep(begin, [k]))

        def write(k: Any, number: Any, target: Any = target) -> None:
            builder.store(number, builder.gep(target, [builder.mul(k, _of(k, LANES))]))

        _in_batches(builder, _of(lane, run[2]), read, write)
    return context.get_dummy_value()


@typing_registry.register_global(lanes_in)
class _LanesIn(AbstractTemplate):
    def generic(self, args: tuple[types.Type, ...], kws: Any) -> Any:
        numbers, _, kind = args
        return signature(Lanes(as_dtype(kind.dtype), ()), numbers, types.intp, kind)


@lowering_registry.lower(lanes_in, types.Array, types.Integer, types.DType)
def _lanes_in_shared_memory(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    numbers = make_array(sig.args[0])(context, builder, args[0])
    found = cgutils.create_struct_proxy(sig.return_type)(context, builder)
    found.start = builder.bitcast(builder.gep(numbers.data, [args[1]]), BYTES)
    found.count = context.get_constant(types.intp, LANES)
    return found._getvalue()


@typing_registry.register_global(copy_part)
class _CopyPart(AbstractTemplate):
    def generic(self, args: tuple[types.Type, ...], kws: Any) -> Any:
        target, source, *_ = args
        if isinstance(target, (types.Record, LaneRecord)) and isinstance(source, types.Record):
            return signature(types.void, target, source, types.intp, types.intp)
        return None


@lowering_registry.lower(copy_part, types.Record, types.Record, types.Integer, types.Integer)
def _copy_part_of_record(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    """Copy eight bytes at a time: records with a seed begin and end at multiples of eight."""
    target, source, part, parts = args
    size = sig.args[1].size
    unit = 8 if size % 8 == 0 else 1
    number = ir.IntType(8 * unit).as_pointer()
    there, here = builder.bitcast(target, number), builder.bitcast(source, number)
    with cgutils.for_range_slice(builder, part, _of(part, size // unit), parts) as (k, _):
        builder.store(builder.load(builder.gep(here, [k])), builder.gep(there, [k]))
    return context.get_dummy_value()


@lowering_registry.lower(copy_part, LaneRecord, types.Record, types.Integer, types.Integer)
def _copy_part_to_lane(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    """Copy numbers that differ only: half of a record is unchanged, and each write takes a line of memory."""
    kind, (value, record, part, parts) = sig.args[0], args
    place = cgutils.create_struct_proxy(kind)(context, builder, value=value)
    source = builder.bitcast(record, BYTES)
    for run in runs_of(as_dtype(sig.args[1])):
        target, number = _run(builder, place.start, place.lane, run)
        begin = builder.bitcast(_ahead(builder, source, _of(part, run[0])), number.as_pointer())
        all_but_one = builder.sub(builder.add(_of(part, run[2]), parts), builder.add(part, _of(part, 1)))

        def places(k: Any, begin: Any = begin, target: Any = target) -> tuple[Any, Any]:
            at = builder.add(part, builder.mul(k, parts))
            return builder.gep(begin, [at]), builder.gep(target, [builder.mul(at, _of(at, LANES))])

        def read(k: Any, places: Any = places) -> list[Any]:
            return [builder.load(place) for place in places(k)]

        def write(k: Any, numbers: Any, places: Any = places) -> None:
            with builder.if_then(builder.icmp_unsigned("!=", *numbers)):
                builder.store(numbers[0], places(k)[1])

        _in_batches(builder, builder.udiv(all_but_one, parts), read, write)
    return context.get_dummy_value()


def _of(like: Any, number: int) -> Any:
    return ir.Constant(like.type, number)


@typing_registry.register_global(arrays.zeros)
class _Zeros(AbstractTemplate):
    prefer_literal = True

    def generic(self, args: tuple[types.Type, ...], kws: Any) -> Any:
        shape, dtype = args
        sizes = tuple(shape) if isinstance(shape, types.BaseTuple) else (shape,)
        if not all(isinstance(size, types.IntegerLiteral) for size in sizes):
            return None
        return signature(types.Array(dtype.dtype, len(sizes), "C"), shape, dtype)


@lowering_registry.lower(arrays.zeros, types.Any, types.Any)
def _make_zeros(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    """Array of zeros in the thread's own memory."""
    shape = sig.args[0]
    sizes = [size.literal_value for size in (shape if isinstance(shape, types.BaseTuple) else (shape,))]
    data_type = context.get_data_type(sig.return_type.dtype)
    size = context.get_abi_sizeof(data_type)
    data = cgutils.alloca_once(builder, data_type, size=prod(sizes))
    cgutils.memset(builder, data, ir.Constant(ir.IntType(64), size * prod(sizes)), 0)
    return _array_at(context, builder, sig.return_type, data, sizes, size)


@typing_registry.register_global(arrays.copy)
class _Copy(AbstractTemplate):
    def generic(self, args: tuple[types.Type, ...], kws: Any) -> Any:
        source, target = args
        if isinstance(source, types.Array) and isinstance(target, types.Array) and source.ndim == target.ndim:
            return signature(types.none, source, target)
        return None


@lowering_registry.lower(arrays.copy, types.Array, types.Array)
def _copy_array(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    source, target = (make_array(kind)(context, builder, value) for kind, value in zip(sig.args, args, strict=True))
    axes = sig.args[0].ndim
    sizes = cgutils.unpack_tuple(builder, source.shape, axes)
    steps = [cgutils.unpack_tuple(builder, array.strides, axes) for array in (source, target)]
    numbers = [kind.dtype for kind in sig.args]
    pointers = [context.get_data_type(number).as_pointer() for number in numbers]

    def copy_axis(start: Any, goal: Any, axis: int) -> None:
        """Copy along an axis and those after it."""
        if axis < axes - 1:
            with cgutils.for_range(builder, sizes[axis]) as loop:
                ahead = [builder.mul(loop.index, step[axis]) for step in steps]
                copy_axis(_ahead(builder, start, ahead[0]), _ahead(builder, goal, ahead[1]), axis + 1)
            return

        def read(k: Any) -> Any:
            place = builder.bitcast(_ahead(builder, start, builder.mul(k, steps[0][axis])), pointers[0])
            return context.cast(builder, context.unpack_value(builder, numbers[0], place), *numbers)

        def write(k: Any, number: Any) -> None:
            place = builder.bitcast(_ahead(builder, goal, builder.mul(k, steps[1][axis])), pointers[1])
            context.pack_value(builder, numbers[1], number, place)

        _in_batches(builder, sizes[axis], read, write)

    copy_axis(builder.bitcast(source.data, BYTES), builder.bitcast(target.data, BYTES), 0)
    return context.get_dummy_value()


@array_registry.lower("array.sum", types.Array)
def _sum_array(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    """Sum of a row, with reads in batches: Numba's own sum waits for each number before it reads the next."""
    (kind,) = sig.args
    if kind.ndim > 1 or not isinstance(sig.return_type, types.Integer):
        return array_sum(context, builder, sig, args)
    return _total_of_row(context, builder, sig, args)


@typing_registry.register_global(arrays.total)
class _Total(AbstractTemplate):
    def generic(self, args: tuple[types.Type, ...], kws: Any) -> Any:
        return signature(types.intp, *args)


@lowering_registry.lower(arrays.total, types.Array)
def _total_of_row(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    (kind,) = sig.args
    (row,) = (_Row(context, builder, kind, value) for value in args)
    total = cgutils.alloca_once_value(builder, context.get_constant(sig.return_type, 0))

    def read(k: Any) -> Any:
        return context.cast(builder, row.read(k), kind.dtype, sig.return_type)

    def add(_: Any, value: Any) -> None:
        builder.store(builder.add(builder.load(total), value), total)

    _in_batches(builder, row.size, read, add)
    return builder.load(total)


@typing_registry.register_global(arrays.mark)
class _Mark(AbstractTemplate):
    def generic(self, args: tuple[types.Type, ...], kws: Any) -> Any:
        return signature(types.none, *args)


@lowering_registry.lower(arrays.mark, types.Array, types.Array)
def _mark_row(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    counts, mask = (_Row(context, builder, kind, value) for kind, value in zip(sig.args, args, strict=True))

    def write(k: Any, count: Any) -> None:
        with builder.if_then(builder.icmp_signed(">", count, count.type(0))):
            mask.write(k, mask.number(1))

    _in_batches(builder, counts.size, counts.read, write)
    return context.get_dummy_value()


class _Row:
    """Row of numbers in code that is being generated.

    Args:
        context: context of the target.
        builder: builder of the code.
        kind: the array's type, of one axis.
        value: the array.
    """

    def __init__(self, context: Any, builder: Any, kind: types.Array, value: Any) -> None:
        array = make_array(kind)(context, builder, value)
        (self.size,) = cgutils.unpack_tuple(builder, array.shape, 1)
        (self._step,) = cgutils.unpack_tuple(builder, array.strides, 1)
        self._context, self._builder, self._kind = context, builder, kind.dtype
        self._start = builder.bitcast(array.data, BYTES)
        self.number = context.get_data_type(kind.dtype)

    def read(self, k: Any) -> Any:
        """Read the k-th number."""
        return self._context.unpack_value(self._builder, self._kind, self._place(k))

    def write(self, k: Any, number: Any) -> None:
        """Write the k-th number."""
        self._context.pack_value(self._builder, self._kind, number, self._place(k))

    def _place(self, k: Any) -> Any:
        place = _ahead(self._builder, self._start, self._builder.mul(k, self._step))
        return self._builder.bitcast(place, self.number.as_pointer())
