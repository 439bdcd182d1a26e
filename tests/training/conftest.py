"""Tests train on one thread: two of torch on busy cores are slower than one."""

import pytest
import torch


@pytest.fixture(autouse=True)
def _one_thread():
    torch.set_num_threads(1)
