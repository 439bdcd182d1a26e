"""The error for a GPU that is not there."""

from importlib.util import find_spec

import pytest

from cardzoo.envs import make_batch


@pytest.mark.skipif(find_spec("numba_cuda") is not None, reason="numba-cuda is installed")
def test_without_numba_cuda_one_line_says_what_to_install():
    with pytest.raises(ValueError, match=r"^device='cuda' needs numba-cuda: pip install 'cardzoo\[cuda\]'$"):
        make_batch("getaway-v0", 4, device="cuda")


@pytest.mark.parametrize("device", ["gpu", "cuda:x", "cuda1", "cuda:", ""])
def test_an_unknown_device_is_refused(device):
    with pytest.raises(ValueError, match=f"^device must be 'cpu', 'cuda', 'cuda:1' and so on, got '{device}'$"):
        make_batch("getaway-v0", 4, device=device)
