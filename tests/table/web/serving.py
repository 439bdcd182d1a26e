"""The server, started as users start it."""

import os
import signal
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path


class Server:
    """``cardzoo table`` in a process of its own.

    Args:
        data: the folder of its databases.
        before: Python code that runs first in that process.
        options: more options of the command.
    """

    def __init__(self, data: Path, before: str = "", options: Sequence[str] = ()) -> None:
        self._data = data
        self._before = before
        self._options = options
        self.start("0")

    def start(self, port: str) -> None:
        program = f"{self._before}\nfrom cardzoo.commands.main import main\nmain()"
        command = [sys.executable, "-c", program, "table", "--port", port, "--data", str(self._data), *self._options]
        self._process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=self._data)
        assert self._process.stdout is not None
        self.url = self._process.stdout.readline().strip()
        assert self.url.startswith("http://127.0.0.1:")
        self.port = self.url.rstrip("/").rpartition(":")[2]

    def kill(self) -> None:
        """Kill the server, as ``kill -9`` does."""
        os.kill(self._process.pid, signal.SIGKILL)
        self._process.communicate()
