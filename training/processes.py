"""A run in several processes: each plays its share of the tables and computes the gradients of its own decisions.

All processes do the same in the same order: they draw the same minibatches, and add up their parts of each sum. So each
process has the same weights after each gradient step: those of one process with all tables, except for rounding. The
first one also reports, measures and writes.

Outside of `joined` there is one process, and these functions do nothing.
"""

import math
import os
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from typing import Any, TypeVar

import torch
from torch import distributed

from cardzoo.training.evaluation.cluster import REMEDY
from cardzoo.training.evaluation.workers import WorkerError

Value = TypeVar("Value")

PATIENCE = timedelta(days=1)  # the others wait while the first measures; a dead process is noticed at once
GPUS = "CUDA_VISIBLE_DEVICES"  # each process sees only its own GPU


@contextmanager
def joined_by_torchrun() -> Iterator[None]:
    """Join the processes that torchrun has started, each on the GPU of its local rank.

    Raises:
        WorkerError: if the others cannot be reached.
    """
    own = int(os.environ.get("LOCAL_RANK", "0"))
    there = os.environ.get(GPUS)
    os.environ[GPUS] = str(own) if there is None else ",".join(there.split(",")[own : own + 1])
    with joined(init_method="env://"):
        yield


@contextmanager
def joined(**place: Any) -> Iterator[None]:
    """Join the processes of a run.

    Args:
        **place: rank and rendezvous; see `torch.distributed.init_process_group`.

    Raises:
        WorkerError: if the others cannot be reached.
    """
    backend = "cpu:gloo,cuda:nccl" if torch.cuda.is_available() else "gloo"
    with _with_the_others():
        distributed.init_process_group(backend, timeout=PATIENCE, **place)
    try:
        yield
    finally:
        distributed.destroy_process_group()  # processes that wait for this one end too


def count() -> int:
    """Number of processes."""
    return distributed.get_world_size() if distributed.is_initialized() else 1


def is_first() -> bool:
    """Returns whether this is the process that reports, measures and writes."""
    return not distributed.is_initialized() or distributed.get_rank() == 0


def share(tables: int) -> range:
    """Numbers of this process's tables, of the given total."""
    if not distributed.is_initialized():
        return range(tables)
    each = tables // count()
    return range(each * distributed.get_rank(), each * (distributed.get_rank() + 1))


def add_up(*tensors: torch.Tensor) -> None:
    """Replace each number by its sum over all processes."""
    if not distributed.is_initialized():
        return
    together = torch.cat([tensor.flatten() for tensor in tensors])  # in one message
    with _with_the_others():
        distributed.all_reduce(together)
    for tensor, part in zip(tensors, torch.split(together, [tensor.numel() for tensor in tensors]), strict=True):
        tensor.copy_(part.view_as(tensor))


def take_largest(tensor: torch.Tensor) -> None:
    """Replace each number by its maximum over all processes."""
    if distributed.is_initialized():
        with _with_the_others():
            distributed.all_reduce(tensor, distributed.ReduceOp.MAX)


def moments(numbers: torch.Tensor, valid: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
    """Mean and variance of the valid numbers of all processes.

    Args:
        numbers: numbers of any shape.
        valid: bool, of the same shape.
    """
    weights, numbers = valid.double(), numbers.double()
    total, weight = (numbers * weights).sum(), weights.sum()
    add_up(total, weight)
    weight.clamp_(min=1)
    mean = total / weight
    squares = ((numbers - mean).square() * weights).sum()
    add_up(squares)
    return mean, squares / weight


def most_of(rows: int) -> int:
    """Upper bound of one process's rows among so many of all tables; exceeded in fewer than one of 10^14 draws."""
    return rows if count() == 1 else min(rows, math.ceil(rows / count() + 4 * rows**0.5))


def at_all_tables(of_own: torch.Tensor) -> torch.Tensor:
    """The tensors of all processes as one, (T, all tables), in the order of the tables.

    Args:
        of_own: (T, N), of this process's share of the tables.
    """
    if not distributed.is_initialized():
        return of_own
    parts = [torch.empty_like(of_own) for _ in range(count())]
    with _with_the_others():
        distributed.all_gather(parts, of_own.contiguous())
    return torch.cat(parts, dim=1)


def own_rows(rows: torch.Tensor, own: int) -> tuple[torch.Tensor, torch.Tensor]:
    """Rows in the numbering of this process.

    Args:
        rows: int64, places in a flat (T, all tables).
        own: number of this process's tables.

    Returns:
        Places in a flat (T, own tables); and bool, True for rows of this process.
    """
    if not distributed.is_initialized():
        return rows, torch.ones_like(rows, dtype=torch.bool)
    tables = own * count()
    places = rows % tables - own * distributed.get_rank()
    return rows // tables * own + places, (places >= 0) & (places < own)


def from_first(value: Value) -> Value:
    """The first process's value."""
    if not distributed.is_initialized():
        return value
    values = [value]
    with _with_the_others():
        distributed.broadcast_object_list(values)
    return values[0]


def to_first(value: Value) -> list[Value] | None:
    """The values of all processes, in order; None in all but the first."""
    if not distributed.is_initialized():
        return [value]
    values = [value] * count() if is_first() else None
    with _with_the_others():
        distributed.gather_object(value, values)
    return values


@contextmanager
def _with_the_others() -> Iterator[None]:
    """A collective operation of all processes.

    Raises:
        WorkerError: if one of them fails.
    """
    try:
        yield
    except RuntimeError as problem:
        message = (str(problem).strip() or repr(problem)).splitlines()[0][:120]
        raise WorkerError(f"another process of the run has ended or cannot be reached ({message}); {REMEDY}") from None
