"""One process at a time in a folder: the others' error names the holder, and a kill leaves no lock behind."""

import os
import signal
import subprocess
import sys
from contextlib import contextmanager

import pytest

from cardzoo.envs.files.lock import LOCK, LockError, lock
from cardzoo.training.config import dump_config
from cardzoo.training.run_folder import RunFolder
from tests.command import command
from tests.playing import ROOT
from tests.training.small_run import small_config

HOLD = """
import sys, time
from pathlib import Path
from cardzoo.envs.files.lock import lock
with lock(Path(sys.argv[1])):
    print("held", flush=True)
    sys.stdin.read()
"""


@contextmanager
def holder(path):
    """A process that has locked a file or a folder's `LOCK`."""
    words = [sys.executable, "-c", HOLD, str(path)]
    process = subprocess.Popen(words, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    try:
        assert process.stdout.readline() == "held\n"
        yield process
    finally:
        process.kill()
        process.communicate()


def test_another_process_is_refused_and_told_who_has_it(tmp_path):
    with holder(tmp_path / LOCK) as process, pytest.raises(LockError) as problem, lock(tmp_path / LOCK):
        pass
    message = rf"{tmp_path} is in use by process {process.pid} since \d+-\d\d-\d\d \d\d:\d\d:\d\d: -c .*; wait until"
    assert problem.match(message)
    assert "\n" not in str(problem.value)


def test_this_process_is_refused_too(tmp_path):
    with lock(tmp_path / "file"), pytest.raises(LockError, match=f"process {os.getpid()} "), lock(tmp_path / "file"):
        pass


def test_nothing_is_left_when_it_is_over(tmp_path):
    with lock(tmp_path / "deep" / LOCK), lock(tmp_path / "file"):
        pass
    assert [path.name for path in tmp_path.rglob("*")] == ["deep"]


@pytest.mark.skipif(sys.platform == "win32", reason="signals are sent otherwise there")
def test_a_kill_gives_it_free(tmp_path):
    with holder(tmp_path / LOCK) as process:
        os.kill(process.pid, signal.SIGKILL)
        process.wait()
        assert (tmp_path / LOCK).exists()
        with lock(tmp_path / LOCK):
            pass
    assert not (tmp_path / LOCK).exists()


def test_a_lock_on_a_removed_file_does_not_let_others_in(tmp_path, monkeypatch):
    """A process may open the lock's file just before its holder removes it; it then locks a deleted file."""
    place, opened = tmp_path / LOCK, []
    open_file = os.open

    def remove_first(path, *more):
        opened.append(open_file(path, *more))
        if len(opened) == 1:
            place.unlink()
        return opened[-1]

    monkeypatch.setattr(os, "open", remove_first)
    with lock(place):
        monkeypatch.undo()
        with pytest.raises(LockError), lock(place):
            pass
    assert len(opened) == 2


@pytest.mark.parametrize("content", [b"", b"{", b"[]", b'{"process": "x"}', b"\xff"])
def test_a_lock_that_nobody_can_read_is_a_lock(tmp_path, content):
    with lock(tmp_path / LOCK):
        (tmp_path / LOCK).write_bytes(content)
        with pytest.raises(LockError, match="in use by another process"), lock(tmp_path / LOCK):
            pass


def test_a_folder_that_cannot_be_written_is_told(tmp_path):
    (tmp_path / "file").touch()
    with (
        pytest.raises(LockError, match=r"file.run cannot be written: .*; choose another --out"),
        lock(tmp_path / "file" / "run" / LOCK),
    ):
        pass


def test_commands_are_refused_and_change_nothing(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    folder = RunFolder(tmp_path / "run")
    folder.create(dump_config(small_config("getaway", "total_steps=512")))
    (folder.path / ".metrics.jsonl-x.unfinished").touch()  # the other process is writing it
    commands = {
        folder.path / LOCK: ("train", "--resume", "run"),
        tmp_path / "new" / LOCK: ("train", "getaway", "--steps", "512", "--out", "new"),
        tmp_path / "arena" / LOCK: ("arena", "getaway", "--agents", "random,novice", "--out", "arena"),
        tmp_path / "yukon.jsonl": ("solve", "yukon", "--deals", "1", "--out", "yukon.jsonl"),
    }
    for path, words in commands.items():
        with holder(path) as process:
            before = {file: file.stat().st_mtime_ns for file in tmp_path.rglob("*")}
            result = command(*words)
            assert result.status == 2
            assert f"in use by process {process.pid}" in result.err.splitlines()[-1]
            assert {file: file.stat().st_mtime_ns for file in tmp_path.rglob("*")} == before
