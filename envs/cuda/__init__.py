"""Tables on a GPU, by the same rules: `make_batch(..., device="cuda")`. Needs the extra ``[cuda]``."""

from cardzoo.envs.cuda.batch import CudaBatch

__all__ = ["CudaBatch"]
