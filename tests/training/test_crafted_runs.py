"""Configs and checkpoints made by somebody who means harm: refused in one line, and nothing in them runs."""

import pickle
from itertools import pairwise
from pathlib import Path

import pytest
import torch

from cardzoo.training.checkpoint import FORMAT
from cardzoo.training.config import dump_config
from cardzoo.training.run_folder import RunFolder
from tests.command import command
from tests.training.small_run import small_config


class Harm:
    """Unpickled, it makes a file."""

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
    torch.save(content, "content.pt")
    data = Path("content.pt").read_bytes()
    Path("content.pt").unlink()
    return data


CHECKPOINTS = {
    "a pickle": lambda: pickle.dumps(Harm()),
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
