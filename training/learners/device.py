"""Where a learner computes, and in which numbers."""

import torch


def find_device(name: str) -> torch.device:
    """The device of that name; ``"auto"`` is a GPU if there is one.

    Raises:
        ValueError: if there is none but one is asked for.
    """
    there = torch.cuda.is_available()
    if name == "cuda" and not there:
        raise ValueError("device: cuda: torch finds no GPU here; choose cpu or auto")
    return torch.device("cuda" if there and name != "cpu" else "cpu")


def uses_bfloat16(device: torch.device, precision: str) -> bool:
    """Whether to compute in bfloat16: as told, or where the device has instructions for it."""
    if precision != "auto":
        return precision == "bfloat16"
    if device.type == "cuda":
        return bool(torch.cuda.is_bf16_supported(including_emulation=False))
    return bool(torch.cpu._is_avx512_bf16_supported())
