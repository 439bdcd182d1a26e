"""Serves the contenders of one library: ``python -m contenders LIBRARY``, a JSON object a line in and out.

The first line out tells what there is: ``{"versions": .., "contenders": [..]}``, or ``{"missing": reason}``. Then each
request ``{"contender": name, "seconds": s}`` is answered by ``{"steps": .., "cpu": .., "wall": ..}`` or
``{"error": reason}``; with 0 seconds the contender only gets ready. The process ends with its input.
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
    """Keep this thread, and those that it starts, to the last cores of the machine; does nothing where that cannot be.

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
    """Play for some seconds, by the clock that counts.

    Args:
        play: what to play, again and again; at least once.
        seconds: how long.
        cores: with one, the seconds are CPU time of this process.

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


def told(problem: Exception) -> str:
    """One line about an exception, without the file that Python names when an import fails."""
    return re.sub(r" \(.*\)$", "", f"{type(problem).__name__}: {problem}".splitlines()[0])


def serve(library: str, requests: TextIO, answers: TextIO) -> None:
    """Answer requests until there are no more."""

    def answer(**content: Any) -> None:
        print(json.dumps(content), file=answers, flush=True)

    try:
        module = import_module(f"contenders.{library}")
    except Exception as problem:
        return answer(missing=told(problem))
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
            answer(error=told(problem))
    return None


def main() -> None:
    """Keep the answers apart from whatever a library prints."""
    answers = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)
    with pinned(1):
        serve(sys.argv[1], sys.stdin, answers)


if __name__ == "__main__":
    main()
