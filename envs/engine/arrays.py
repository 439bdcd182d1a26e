"""Operations on whole arrays, for rules."""

from math import prod
from typing import Any

import numpy as np
from llvmlite import ir
from numba.core import cgutils, types
from numba.extending import lower_builtin, overload, type_callable
from numba.np.arrayobj import populate_array

from cardzoo.envs.engine.compiling import rule


def copy(source, target):
    """Copy the source into the target, an array of the same shape, element by element.

    Numba turns ``target[:] = source`` into code that checks and reports shapes: it runs ten times slower, and every
    entry point with such a line takes two seconds longer to compile.
    """
    for place, element in enumerate(source.flat):
        target.flat[place] = element


@overload(copy)
def _copy(source, target):
    return copy


@rule
def largest(values):
    """Largest element of an array that is not empty. Numba's ``max`` does not take the strided arrays of a GPU."""
    most = values[0]
    for value in values:
        most = max(most, value)
    return most


def total(values):
    """Sum of a row of integers. Numba's own ``sum`` takes three times as long to compile."""
    return np.sum(values)


@overload(total)
def _total(values):
    def add_up(values):
        found = np.int64(0)
        for value in values:
            found += value
        return found

    return add_up


def mark(counts, mask):
    """Set a mask to 1 wherever the count at the same place is above 0.

    Args:
        counts: a row of integers.
        mask: a row of the same length.
    """
    for place, count in enumerate(counts):
        if count > 0:
            mask[place] = 1


@overload(mark)
def _mark(counts, mask):
    return mark


def zeros(shape: Any, dtype: Any) -> np.ndarray:
    """Scratch space of a rule or an agent: an array of zeros, valid until the function that made it returns.

    Compiled code has it on the stack, on a GPU in the thread's own memory; nothing is allocated.

    Args:
        shape: numbers, or the module's constants: the compiler must know them, and computes none.
        dtype: type of the elements.
    """
    return np.zeros(shape, dtype)


@type_callable(zeros)
def _type_of_zeros(context):
    def type_for(shape, dtype):
        is_known = all(isinstance(part, types.Literal) for part in _parts(shape))
        return types.Array(dtype.dtype, len(_parts(shape)), "C") if is_known else None

    return type_for


@lower_builtin(zeros, types.Any, types.Any)
def _zeros_on_stack(context, builder, signature, arguments):
    shape = [part.literal_value for part in _parts(signature.args[0])]
    array = signature.return_type
    element = context.get_data_type(array.dtype)
    size = context.get_abi_sizeof(element)
    with builder.goto_entry_block():  # Numba's `alloca_once` needs an instruction a zero: 30 s for 131 kB
        data = builder.alloca(ir.ArrayType(element, prod(shape)))
    cgutils.memset(builder, data, ir.Constant(ir.IntType(64), size * prod(shape)), 0)
    strides = [size * prod(shape[axis + 1 :]) for axis in range(len(shape))]
    made = context.make_array(array)(context, builder)
    populate_array(
        made,
        data=builder.bitcast(data, made.data.type),
        shape=[context.get_constant(types.intp, length) for length in shape],
        strides=[context.get_constant(types.intp, stride) for stride in strides],
        itemsize=context.get_constant(types.intp, size),
        meminfo=None,
    )
    return made._getvalue()


def _parts(shape):
    return shape if isinstance(shape, types.BaseTuple) else (shape,)
