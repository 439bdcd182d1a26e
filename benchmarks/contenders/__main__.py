"""Server of one library's contenders: ``python -m contenders LIBRARY``, a JSON object a line in and out.

The first line out is ``{"versions": .., "contenders": [..]}`` or ``{"missing": reason}``. Then each request
``{"contender": name, "seconds": s}`` is answered by ``{"steps": .., "cpu": .., "wall": ..}`` or ``{"error": reason}``;
with 0 seconds the contender is only prepared. The process ends with its input.
"""

import json
import os
import re
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from importlib.metadata import version
from typing import Any, TextIO

from contenders import Contender, Play

WARM_UP = 0.5  # seconds
CORES = sorted(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else []


@contextmanager
def pinned(cores: int) -> Iterator[None]:
    """Pin this thread, and those that it starts, to the last cores of the machine, if the system can.

    Raises:
        OSError: if there are too few cores.
    """
    if CORES:
        if cores > len(CORES):
            raise OSError(f"needs {cores} cores, there are {len(CORES)}")
        os.sched_setaffinity(0, CORES[-cores:])
    yield
    if CORES:
        os.sched_setaffinity(0, CORES[-1:])


def run(play: Play, seconds: float, cores: int) -> dict[str, float]:
    """Play for some seconds.

    Args:
        play: function to be called repeatedly, at least once.
        seconds: duration.
        cores: number of cores; with one, the seconds are CPU time of this process, else wall-clock time.

    Returns:
        Steps, and seconds by both clocks.
    """
    clock = time.process_time if cores == 1 else time.perf_counter
    steps = 0
    cpu, wall, begin = time.process_time(), time.perf_counter(), clock()
    while True:
        steps += play()
        if clock() - begin >= seconds:
            return {"steps": steps, "cpu": time.process_time() - cpu, "wall": time.perf_counter() - wall}


def describe(problem: Exception) -> str:
    """Exception in one line, without the file that Python names in import errors."""
    return re.sub(r" \(.*\)$", "", f"{type(problem).__name__}: {problem}".splitlines()[0])


def serve(library: str, requests: TextIO, answers: TextIO) -> None:
    """Answer requests until there are no more."""

    def answer(**content: Any) -> None:
        print(json.dumps(content), file=answers, flush=True)

    try:
        module = import_module(f"contenders.{library}")
    except Exception as problem:
        return answer(missing=describe(problem))
    contenders: dict[str, Contender] = {contender.name: contender for contender in module.CONTENDERS}
    answer(
        versions={package: version(package) for package in module.PACKAGES},
        contenders=[{"name": c.name, "does": c.does, "cores": c.cores} for c in contenders.values()],
    )
    plays: dict[str, Play] = {}
    for line in requests:
        request = json.loads(line)
        name, seconds = request["contender"], request["seconds"]
        contender = contenders[name]
        try:
            with pinned(contender.cores):
                if name not in plays:
                    plays[name] = contender.prepare()
                    run(plays[name], WARM_UP, contender.cores)
                answer(**run(plays[name], seconds, contender.cores) if seconds else {})
        except Exception as problem:
            answer(error=describe(problem))
    return None


def main() -> None:
    """Serve on standard streams, with the output of libraries sent to standard error."""
    answers = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)
    with pinned(1):
        serve(sys.argv[1], sys.stdin, answers)


if __name__ == "__main__":
    main()
