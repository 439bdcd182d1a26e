"""Tests of tables on a GPU run if possible: `run.py` makes an environment for them, and sets the mode for each."""

from importlib.util import find_spec

from cardzoo.envs.cuda.devices import SIMULATED
from cardzoo.envs.engine import INTERPRETED

collect_ignore = [] if SIMULATED else ["test_simulated.py", "test_training.py"]
if SIMULATED or INTERPRETED or not find_spec("numba_cuda"):
    collect_ignore += ["test_compiled.py"]
