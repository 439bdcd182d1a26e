"""All checks of a game in processes of their own: with its rules interpreted, with bounds checks, and compiled."""

import json
import os
import shlex
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass
from typing import Any

from cardzoo.envs import find_game
from cardzoo.envs.engine import INTERPRETED
from cardzoo.testing import CHECKS
from cardzoo.testing.check import Check, Fault, cases_of, in_words
from cardzoo.testing.digest import digest
from cardzoo.testing.rules import refuse_negative_indices
from cardzoo.testing.setting import Setting, key_settings

MODES: dict[str, Mapping[str, str]] = {
    "interpreted": {"NUMBA_DISABLE_JIT": "1", "NUMBA_BOUNDSCHECK": "0"},
    "bounds": {"NUMBA_DISABLE_JIT": "0", "NUMBA_BOUNDSCHECK": "1", "NUMBA_OPT": "1"},
    "compiled": {"NUMBA_DISABLE_JIT": "0", "NUMBA_BOUNDSCHECK": "0"},
}
"""How rules run, by Numba's variables. Interpreted rules have every computed index looked at, negative ones too."""

ENDED = "the_process_went_on_to_the_end"
SAME = "games_are_the_same_however_the_rules_run"
"""The last check, which compares what random games come to in the modes."""


class ProcessEnded(Exception):
    """A process has ended by an error of its own, such as one that a rule made which writes beyond an array."""


@dataclass(frozen=True)
class Start:
    """A mode, and how many results it will have."""

    mode: str
    total: int


@dataclass(frozen=True)
class Result:
    """What came of a check.

    Attributes:
        mode: how the rules ran, one of `MODES`.
        check: its name.
        setting: the setting in words.
        problem: what is wrong, in a line or two; empty if nothing is.
        digest: of played games, instead of a check's name.
    """

    mode: str
    check: str
    setting: str
    problem: str = ""
    digest: str = ""

    def as_dict(self) -> dict[str, Any]:
        """All of it by name."""
        return asdict(self)


NAMES = (*(check.name for check in CHECKS), SAME)


@dataclass(frozen=True)
class Choice:
    """Which checks to make.

    Attributes:
        game: its name, or ``module:GAME``.
        checks: names of checks; all if there are none.
        setting: a setting in words; all if it is empty.
        modes: of `MODES`.
    """

    game: str
    checks: tuple[str, ...] = ()
    setting: str = ""
    modes: tuple[str, ...] = tuple(MODES)

    def cases(self) -> Iterator[tuple[Check, Setting]]:
        """The chosen checks with the chosen settings, as they are made in this process."""
        for check, setting in cases_of(find_game(self.game)):
            if (not self.checks or check.name in self.checks) and self.setting in ("", str(setting)):
                yield check, setting

    def command(self, result: Result) -> str:
        """What makes one check again."""
        words = ["cardzoo", "check", self.game]
        if result.check in NAMES:
            words += ["--check", result.check, "--setting", result.setting]
            words += [] if result.check == SAME else ["--mode", result.mode]
        return shlex.join(words)


def run_checks(choice: Choice) -> Iterator[Start | Result]:
    """Make checks in a process for each mode.

    Yields:
        For each mode its start, then the results; at last one for each setting in which the modes differ.
    """
    digests: dict[str, dict[str, str]] = {}
    for mode in choice.modes:
        last = "nothing"
        try:
            for line in _lines_of_process(choice, mode):
                told = json.loads(line)
                if "total" in told:
                    yield Start(mode, **told)
                    continue
                result = Result(mode=mode, **told)
                if result.digest:
                    digests.setdefault(result.setting, {})[mode] = result.digest
                last = f"{result.check} of {result.setting}"
                yield result
        except ProcessEnded as problem:
            yield Result(mode, ENDED, "", f"after {last}: {problem}")
    for setting, found in digests.items():
        if len(set(found.values())) > 1:
            apart = [mode for mode in found if list(found.values()).count(found[mode]) == 1]
            told = f"{setting}: games come to something else when the rules run {' and '.join(apart)}"
            yield Result(apart[0], SAME, setting, told)


def _lines_of_process(choice: Choice, mode: str) -> Iterator[str]:
    """What a process of this module prints that makes the checks in a mode.

    Raises:
        ProcessEnded: if it ends before all are made.
    """
    words = [sys.executable, "-m", "cardzoo.testing.run", json.dumps(asdict(choice))]
    variables = {**os.environ, **MODES[mode]}
    with tempfile.TemporaryFile("w+") as errors:
        with subprocess.Popen(words, stdout=subprocess.PIPE, stderr=errors, text=True, env=variables) as process:
            assert process.stdout is not None
            try:
                yield from process.stdout
            except BaseException:
                process.kill()
                raise
        if process.returncode:
            errors.seek(0)
            told = errors.read().strip().splitlines() or [f"it ended with the status {process.returncode}"]
            raise ProcessEnded(told[-1])


def main() -> None:
    """Make the checks that the first argument chooses, in this process, and print a line of JSON for each."""
    chosen = json.loads(sys.argv[1])
    choice = Choice(chosen["game"], tuple(chosen["checks"]), chosen["setting"])
    game = find_game(choice.game)
    lines, sys.stdout = sys.stdout, sys.stderr  # where a game may print what it likes

    def tell(**told: Any) -> None:
        print(json.dumps(told), file=lines, flush=True)

    if INTERPRETED:
        refuse_negative_indices(game)
    cases = list(choice.cases())
    is_compared = not choice.checks or SAME in choice.checks
    compared = [one for one in key_settings(game) if is_compared and choice.setting in ("", str(one))]
    tell(total=len(cases) + len(compared))
    for check, setting in cases:
        try:
            check(setting)
            problem = ""
        except Fault as fault:
            problem = str(fault)
        tell(check=check.name, setting=str(setting), problem=problem)
    for setting in compared:
        try:
            tell(check=SAME, setting=str(setting), digest=digest(setting))
        except Exception as error:
            tell(check=SAME, setting=str(setting), problem=f"{setting}: {in_words(error, game)}")


if __name__ == "__main__":
    main()
