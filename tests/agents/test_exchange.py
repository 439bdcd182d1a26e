"""Models that are exchanged: as one file, or as an ONNX graph."""

import json
import re
import sys
import zipfile
from pathlib import Path

import numpy as np
import pytest

from cardzoo.agents import find_agent
from cardzoo.agents.exchange import export_model, folder_name, import_model
from cardzoo.agents.trained import TrainedAgent
from cardzoo.envs import find_game
from cardzoo.envs.policies.models import ModelError, Network, load_model
from tests.agents.small_model import small_model
from tests.command import command


@pytest.fixture
def folder(tmp_path):
    return small_model(tmp_path / "model")


def test_an_exported_model_comes_back_byte_for_byte(folder, tmp_path):
    (folder / "checkpoint.pt").write_text("stays at home")
    exported = export_model(folder, tmp_path / "model.zip")
    assert import_model(tmp_path / "model.zip", tmp_path / "runs/other") == exported
    files = {path.name: path.read_bytes() for path in (tmp_path / "runs/other").iterdir()}
    assert files == {name: (folder / name).read_bytes() for name in ("model.json", "model.safetensors")}
    assert [path.name for path in (tmp_path / "runs").iterdir()] == ["other"]
    assert isinstance(find_agent(str(tmp_path / "runs/other"), find_game("getaway")), TrainedAgent)


def test_the_same_model_gives_the_same_file(folder, tmp_path):
    for name in ("one.zip", "two.zip"):
        export_model(folder, tmp_path / name)
    assert (tmp_path / "one.zip").read_bytes() == (tmp_path / "two.zip").read_bytes()
    with zipfile.ZipFile(tmp_path / "one.zip") as archive:  # other tools can read it too
        assert archive.testzip() is None
        assert archive.namelist() == ["model.json", "model.safetensors"]


def test_nothing_is_overwritten(folder, tmp_path):
    file = tmp_path / "model.zip"
    export_model(folder, file)
    with pytest.raises(ModelError, match="is there already"):
        export_model(folder, file)
    before = (folder / "model.json").read_bytes()
    with pytest.raises(ModelError, match="is there already"):
        import_model(file, folder)
    assert (folder / "model.json").read_bytes() == before


def test_a_model_that_cannot_play_is_not_exported(folder, tmp_path):
    card = json.loads((folder / "model.json").read_text())
    (folder / "model.json").write_text(json.dumps(card | {"num_players": 5}))
    with pytest.raises(ModelError, match="with 5 players has"):
        export_model(folder, tmp_path / "model.zip")
    assert not (tmp_path / "model.zip").exists()


@pytest.mark.parametrize(
    ("file", "name"),
    [("killer.zip", "killer"), ("my agent (2).zip", "my-agent-2"), ("..zip", "model"), ("Größe_1.5.zip", "Größe_1.5")],
)
def test_an_imported_model_is_named_after_its_file(file, name):
    assert folder_name(Path(file)) == name


def test_the_commands_export_and_import(folder, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert "cardzoo import model.zip" in command("export", "model").out
    assert "evaluate getaway-v0 runs/model" in command("import", "model.zip").out
    assert TrainedAgent.load("runs/model").card == load_model(folder)[0]


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("export", "nowhere"), "is no model folder"),
        (("export", "model", "model.tar"), "must end in .zip"),
        (("export", "model", "model.onnx"), "--onnx writes .onnx"),
        (("export", "model", "nowhere/model.zip"), "cannot be written"),
        (("import", "nowhere.zip"), "cannot be read"),
        (("import", "model"), "name it wherever an agent is named"),
        (("import", "model.onnx"), "cannot be imported"),
    ],
)
def test_a_mistake_is_told_in_one_line(arguments, words, folder, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert words in command(*arguments).refusal


def test_a_library_that_is_missing_is_named(folder, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setitem(sys.modules, "onnx", None)
    assert "cardzoo[onnx]" in command("export", "model", "--onnx").refusal


@pytest.mark.parametrize("hidden", [(), (16, 8)])
def test_an_onnx_graph_gives_the_network_s_logits_and_none_for_illegal_actions(hidden, tmp_path, monkeypatch):
    import onnx
    from onnx import reference

    monkeypatch.chdir(tmp_path)
    folder = small_model(tmp_path / "model", hidden)
    command("export", str(folder), "--onnx")
    graph = onnx.load("model.onnx")
    card, tensors = load_model(folder)
    drawn = np.random.default_rng(0)
    rows = drawn.random((20, card.observation_size), np.float32)
    masks = drawn.integers(2, size=(20, card.num_actions), dtype=np.int8)
    (logits,) = reference.ReferenceEvaluator(graph).run(None, {"observation": rows, "action_mask": masks})
    legal = masks == 1
    own = Network.from_tensors(tensors).logits(rows)
    np.testing.assert_allclose(logits[legal], own[legal], rtol=1e-3, atol=1e-3)
    assert (logits[~legal] == np.finfo(np.float32).min).all()
    (note,) = graph.metadata_props
    assert (note.key, json.loads(note.value)["sha256"]) == ("cardzoo", card.sha256)


def test_the_guide_s_way_to_bring_a_network_along_works(tmp_path, monkeypatch):
    guide = (Path(__file__).parents[2] / "docs/how-to/export_and_import.md").read_text(encoding="utf-8")
    (program,) = (block for block in re.findall(r"```python\n(.*?)```", guide, re.DOTALL) if "save_model" in block)
    monkeypatch.chdir(tmp_path)
    exec(compile(program, "docs/how-to/export_and_import.md", "exec"), {})
    (made,) = (tmp_path / "runs").iterdir()
    assert isinstance(find_agent(str(made), find_game("getaway")), TrainedAgent)
