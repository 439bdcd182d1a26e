"""The command ``cardzoo`` in the tests' own process, which saves the time to start one."""

import io
import sys
from contextlib import redirect_stderr
from dataclasses import dataclass
from unittest.mock import patch

from cardzoo.commands.main import main
from cardzoo.commands.terminal import console


@dataclass
class Result:
    """The output of a command, and its exit status."""

    out: str
    err: str
    status: int

    @property
    def refusal(self) -> str:
        """The single line of an error."""
        (line,) = self.err.splitlines()
        assert line.startswith("cardzoo: ")
        assert self.status == 2
        return line


def command(*arguments: str) -> Result:
    """Run ``cardzoo`` with these arguments."""
    errors = io.StringIO()
    with redirect_stderr(errors), console.capture() as printed:
        status = exit_status(*arguments)
    return Result(printed.get(), errors.getvalue(), status)


def exit_status(*arguments: object) -> int:
    """Run ``cardzoo`` with these arguments, without capturing its output; returns the exit status."""
    with patch.object(sys, "argv", ["cardzoo", *map(str, arguments)]):
        try:
            main()
        except SystemExit as end:
            return int(end.code or 0)
    return 0
