"""Runs all checks of a game in a process for each mode: rules interpreted, with bounds checks, and compiled."""

import json
import os
import shlex
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass
from typing import Any

from cardzoo.envs import Game, find_game
from cardzoo.envs.engine import INTERPRETED
from cardzoo.testing import CHECKS
from cardzoo.testing.check import Check, Fault, cases_of, in_words
from cardzoo.testing.digest import digest
from cardzoo.testing.rules import refuse_negative_indices
from cardzoo.testing.setting import Setting, key_settings, settings_of

MODES: dict[str, Mapping[str, str]] = {
    "interpreted": {"NUMBA_DISABLE_JIT": "1", "NUMBA_BOUNDSCHECK": "0"},
    "bounds": {"NUMBA_DISABLE_JIT": "0", "NUMBA_BOUNDSCHECK": "1", "NUMBA_OPT": "1"},
    "compiled": {"NUMBA_DISABLE_JIT": "0", "NUMBA_BOUNDSCHECK": "0"},
}
"""Modes that run the rules, by Numba's variables. Interpreted rules refuse negative computed indices too."""

ENDED = "the_process_went_on_to_the_end"
SAME = "games_are_the_same_however_the_rules_run"
"""The last check, which compares the digests of random games across modes."""


class ProcessEnded(Exception):
    """A process that crashed, for example because a rule wrote beyond an array."""


@dataclass(frozen=True)
class Start:
    """The start of a mode, and the number of its results."""

    mode: str
    total: int


@dataclass(frozen=True)
class Result:
    """The result of a check.

    Attributes:
        mode: the mode of the rules, one of `MODES`.
        check: the name of the check.
        setting: the setting in words.
        problem: the problem in a line or two; empty if there is none.
        digest: the digest of played games, for the check `SAME`.
    """

    mode: str
    check: str
    setting: str
    problem: str = ""
    digest: str = ""

    def as_dict(self) -> dict[str, Any]:
        """All attributes by name."""
        return asdict(self)


def setting_names(game: Game) -> list[str]:
    """All settings of a game in words, in any mode."""
    return list(dict.fromkeys(map(str, (*settings_of(game), *key_settings(game)))))


NAMES = (*(check.name for check in CHECKS), SAME)


@dataclass(frozen=True)
class Choice:
    """The checks to run.

    Attributes:
        game: name of the game, or ``module:GAME``.
        checks: names of checks; all if empty.
        setting: a setting in words; all if empty.
        modes: names of `MODES`.
    """

    game: str
    checks: tuple[str, ...] = ()
    setting: str = ""
    modes: tuple[str, ...] = tuple(MODES)

    def cases(self) -> Iterator[tuple[Check, Setting]]:
        """Yields the chosen checks with the chosen settings, in this process's mode."""
        for check, setting in cases_of(find_game(self.game)):
            if (not self.checks or check.name in self.checks) and self.setting in ("", str(setting)):
                yield check, setting

    def command(self, result: Result) -> str:
        """The command that repeats one check."""
        words = ["cardzoo", "check", self.game]
        if result.check in NAMES:
            words += ["--check", result.check, "--setting", result.setting]
            words += [] if result.check == SAME else ["--mode", result.mode]
        return shlex.join(words)


def run_checks(choice: Choice) -> Iterator[Start | Result]:
    """Run checks in a process for each mode.

    Yields:
        The start of each mode, then its results; finally a result for each setting in which the modes differ.
    """
    digests: dict[str, dict[str, str]] = {}
    for mode in choice.modes:
        last = "nothing"
        try:
            for line in _lines_of_process(choice, mode):
                message = json.loads(line)
                if "total" in message:
                    yield Start(mode, **message)
                    continue
                result = Result(mode=mode, **message)
                if result.digest:
                    digests.setdefault(result.setting, {})[mode] = result.digest
                last = f"{result.check} of {result.setting}"
                yield result
        except ProcessEnded as problem:
            yield Result(mode, ENDED, "", f"after {last}: {problem}")
    for setting, found in digests.items():
        if len(set(found.values())) > 1:
            apart = [mode for mode in found if list(found.values()).count(found[mode]) == 1]
            problem_words = f"{setting}: games come to something else when the rules run {' and '.join(apart)}"
            yield Result(apart[0], SAME, setting, problem_words)


def _lines_of_process(choice: Choice, mode: str) -> Iterator[str]:
    """Yields the lines that a process of this module prints while it runs the checks in a mode.

    Raises:
        ProcessEnded: if it ends before all checks have run.
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
            messages = errors.read().strip().splitlines() or [f"it ended with the status {process.returncode}"]
            raise ProcessEnded(messages[-1])


def main() -> None:
    """Run the checks that the first argument chooses, in this process, and print a line of JSON for each."""
    chosen = json.loads(sys.argv[1])
    choice = Choice(chosen["game"], tuple(chosen["checks"]), chosen["setting"])
    game = find_game(choice.game)
    lines, sys.stdout = sys.stdout, sys.stderr  # a game may print anything to stderr

    def report(**message: Any) -> None:
        print(json.dumps(message), file=lines, flush=True)

    if INTERPRETED:
        refuse_negative_indices(game)
    cases = list(choice.cases())
    is_compared = not choice.checks or SAME in choice.checks
    compared = [one for one in key_settings(game) if is_compared and choice.setting in ("", str(one))]
    report(total=len(cases) + len(compared))
    for check, setting in cases:
        try:
            check(setting)
            problem = ""
        except Fault as fault:
            problem = str(fault)
        report(check=check.name, setting=str(setting), problem=problem)
    for setting in compared:
        try:
            report(check=SAME, setting=str(setting), digest=digest(setting))
        except Exception as error:
            report(check=SAME, setting=str(setting), problem=f"{setting}: {in_words(error, game)}")


if __name__ == "__main__":
    main()
