"""Checkpoints: the whole state of a run as tensors, numbers and words, so that reading one runs no code."""

import io
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
import torch

from cardzoo.envs.files.whole import read_checked, write_checked
from cardzoo.training.run_folder import RunError

FORMAT = 5
MOST = 1 << 40  # bytes


def write_checkpoint(path: Path, content: Mapping[str, Any]) -> None:
    """Write a checkpoint; a kill leaves the one before.

    Args:
        path: path of the file.
        content: tensors, arrays of any type, numbers and words, in lists and dicts.
    """
    file = io.BytesIO()
    torch.save({"format": FORMAT} | _pack(content), file)
    write_checked(path, file.getvalue())


def read_checkpoint(path: Path) -> dict[str, Any]:
    """A checkpoint's content, with arrays as vectors of bytes; see `unpack`.

    Raises:
        RunError: if it is damaged or of another version.
    """
    try:
        content: dict[str, Any] = torch.load(io.BytesIO(read_checked(path, MOST)), weights_only=True)
        version = content["format"]
    except Exception as problem:  # a damaged file fails in as many ways as there are bytes
        raise unusable(path, problem) from None
    if version != FORMAT:
        raise RunError(f"{path} is of another version of cardzoo; begin a new run")
    return content


def unusable(path: Path, problem: Exception) -> RunError:
    """The error for a checkpoint that cannot be used, in one line."""
    message = problem.strerror if isinstance(problem, OSError) and problem.strerror else str(problem)
    reason = message.splitlines()[0][:120] if message else type(problem).__name__
    return RunError(f"{path} cannot be used: {reason}")


def unpack(saved: Any, like: Any) -> Any:
    """Saved content with its arrays restored.

    Args:
        saved: a part of the result of `read_checkpoint`.
        like: the same part of the present state, for types and shapes.

    Raises:
        ValueError: if an array has another size.
    """
    if isinstance(like, dict):
        return {name: unpack(saved[name], part) for name, part in like.items()}
    if not isinstance(like, np.ndarray):
        return saved
    if like.nbytes != saved.numel():
        raise ValueError(f"it holds {saved.numel()} bytes where {like.nbytes} are needed")
    return np.frombuffer(saved.numpy().tobytes(), like.dtype).reshape(like.shape)


def _pack(value: Any) -> Any:
    if isinstance(value, Mapping):
        return {name: _pack(part) for name, part in value.items()}
    if isinstance(value, np.ndarray):
        return torch.from_numpy(np.frombuffer(value.tobytes(), np.uint8).copy())
    return value
