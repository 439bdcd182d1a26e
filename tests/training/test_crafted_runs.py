"""Malicious configs and checkpoints are refused in one line, and nothing in them runs."""

import hashlib
import io
import pickle
from itertools import pairwise
from pathlib import Path

import pytest
import torch

from cardzoo.training.checkpoint import FORMAT, read_checkpoint, write_checkpoint
from cardzoo.training.config import dump_config
from cardzoo.training.run_folder import RunError, RunFolder
from tests.command import command
from tests.training.mutated_files import KINDS, try_out
from tests.training.small_run import small_config


class Harm:
    """An object that makes a file when it is unpickled."""

    def __reduce__(self):
        return Path.touch, (Path("harm"),)


@pytest.fixture(autouse=True)
def _folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)


CONFIGS = {
    "an object": ("!!python/object/apply:os.system ['touch harm']", "could not determine a constructor"),
    "an object as a value": ("seed: !!python/object/new:pathlib.Path [harm]", "could not determine a constructor"),
    "a module": ("seed: !!python/module:os", "could not determine a constructor"),
    "a copy of itself": ("options: &a\n  more: *a", "alias"),
    "copies of copies": (
        "a: &a [x, x, x, x, x, x, x, x, x]\n"
        + "".join(f"{new}: &{new} [{', '.join([f'*{old}'] * 9)}]\n" for old, new in pairwise("abcdefghi")),
        "alias",
    ),
    "nesting without end": ("options: " + "[" * 50_000, "nest"),
    "a number without end": ("seed: " + "9" * 50_000, "50000 digits"),
    "no text": (b"\xff\xfe\x00\xd8", "cannot be read"),
}


@pytest.mark.parametrize("kind", CONFIGS)
def test_a_crafted_config_is_refused(kind):
    content, words = CONFIGS[kind]
    Path("crafted.yaml").write_bytes(content if isinstance(content, bytes) else content.encode())
    assert words in command("train", "getaway", "--config", "crafted.yaml", "--out", "run").refusal
    assert [path.name for path in Path.cwd().iterdir()] == ["crafted.yaml"]


def saved(content: object) -> bytes:
    file = io.BytesIO()
    torch.save(content, file)
    return checked(file.getvalue())


def checked(data: bytes) -> bytes:
    """A file with a valid checksum, as an attacker would write it."""
    return hashlib.sha256(data).digest() + data


CHECKPOINTS = {
    "a pickle": lambda: checked(pickle.dumps(Harm())),
    "a pickle without a checksum": lambda: pickle.dumps(Harm()),
    "a pickle within": lambda: saved({"format": FORMAT, "learner": Harm()}),
    "no dictionary": lambda: saved([1, 2]),
    "another content": lambda: saved({"format": FORMAT, "tables": {}, "learner": {}}),
    "nothing": lambda: b"",
}


@pytest.mark.parametrize("kind", CHECKPOINTS)
def test_a_crafted_checkpoint_is_refused(kind):
    folder = RunFolder(Path("run"))
    folder.create(dump_config(small_config("getaway", "total_steps=512")))
    folder.checkpoint.write_bytes(CHECKPOINTS[kind]())
    assert "cannot be used" in command("train", "--resume", "run").refusal
    assert not Path("harm").exists()
    assert not folder.metrics.exists()


@pytest.mark.parametrize("kind", KINDS)
def test_files_that_were_changed_are_refused_in_one_line_or_used(kind, tmp_path):
    """`tests.training.mutated_files` tries thousands."""
    counts = try_out(kind, 60, tmp_path)
    assert counts.total() == 60
    assert counts["refused"] > 0 or kind == "cache"


def test_damage_to_a_checkpoint_is_told(tmp_path):
    file = tmp_path / "checkpoint.pt"
    write_checkpoint(file, {"steps": 3})
    data = bytearray(file.read_bytes())
    data[len(data) // 2] ^= 1
    file.write_bytes(data)
    with pytest.raises(RunError, match="cannot be used: it is damaged: its checksum does not fit"):
        read_checkpoint(file)
