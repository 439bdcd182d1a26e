"""CUDA's simulator with threads that take turns: its own threads spend most of the time waiting for each other."""

import threading
from types import SimpleNamespace

import numpy as np
from greenlet import getcurrent, greenlet
from numba.cuda.simulator import kernel, kernelapi


class Thread(greenlet):
    """A thread of a block: it runs to its end, or until it waits for the others."""

    def __init__(self, function, block, place):
        super().__init__(function)
        self.blockIdx, self.threadIdx = kernelapi.Dim3(*block), kernelapi.Dim3(*place)  # names used by the simulator

    def syncthreads(self):
        """Wait until every thread of the block has come here."""
        self.parent.switch()


def run_block(manager, block, *arguments):
    """Run all threads of a block, in place of the simulator's `BlockManager.run`."""
    threads = [Thread(manager._f, block, place) for place in np.ndindex(*manager._block_dim)]
    while threads:
        for thread in threads:
            thread.switch(*arguments)
        threads = [thread for thread in threads if not thread.dead]


def take_turns() -> None:
    """Make the simulator work like this from now on."""
    kernel.BlockManager.run = run_block
    kernelapi.threading = SimpleNamespace(current_thread=getcurrent, Lock=threading.Lock)
