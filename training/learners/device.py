"""Device and precision of a learner."""

from importlib.util import find_spec

import torch

from cardzoo.agents import is_search
from cardzoo.training.config import TrainingConfig


def plays_on_gpu(config: TrainingConfig, cluster: str | None) -> bool:
    """Returns whether a run's tables are on a GPU, with the learner; else they are played on CPUs.

    Args:
        config: configuration of the run; with ``device: auto`` a GPU is used if there is one and the extra ``[cuda]``
            is installed. Tables stay on the CPU with an advisor, with a search to imitate, with `own_share` in the warm
            start, and with chosen deals.
        cluster: address of the Ray cluster where the tables are played; None without one.

    Raises:
        ValueError: if a GPU is asked for that cannot be used.
    """
    start = config.warm_start
    needs_cpu = config.advisor or is_search(start.agent) or start.own_share or config.deals or cluster is not None
    if config.trainer != "ppo" or needs_cpu or find_device(config.device).type == "cpu":
        return False
    if config.device == "cuda" and find_spec("numba_cuda") is None:
        raise ValueError("device: cuda: tables on a GPU need numba-cuda: pip install 'cardzoo[cuda]'")
    return find_spec("numba_cuda") is not None


def find_device(name: str) -> torch.device:
    """The device of that name; ``"auto"`` is a GPU if there is one.

    Raises:
        ValueError: if a GPU is asked for, but there is none.
    """
    there = torch.cuda.is_available()
    if name == "cuda" and not there:
        raise ValueError("device: cuda: torch finds no GPU here; choose cpu or auto")
    return torch.device("cuda" if there and name != "cpu" else "cpu")


def uses_bfloat16(device: torch.device, precision: str) -> bool:
    """Returns whether to compute in bfloat16; with ``"auto"``, if the device has instructions for it."""
    if precision != "auto":
        return precision == "bfloat16"
    if device.type == "cuda":
        return bool(torch.cuda.is_bf16_supported(including_emulation=False))
    return bool(torch.cpu._is_avx512_bf16_supported())


def describe_device(config: TrainingConfig) -> str:
    """The device of a run, in words."""
    device = find_device(config.device)
    if device.type == "cuda":
        where = str(torch.cuda.get_device_name(device))
    else:
        where = "one core of a CPU" if config.threads == 1 else f"{config.threads} threads of a CPU"
    return where if config.processes == 1 else f"{where} for each of {config.processes} processes"
