import io
import json
import os
import re
import signal
import subprocess
import sys
import time

import numpy as np
import pytest
from rich.console import Console

from cardzoo.agents import find_agent
from cardzoo.agents.trained import TrainedAgent, shipped
from cardzoo.envs import find_game
from cardzoo.envs.policies.models import digest_layout, load_model
from cardzoo.training.config import dump_config
from cardzoo.training.evaluation import machine
from cardzoo.training.evaluation.duplicate import compare
from cardzoo.training.evaluation.progress import RunProgress
from cardzoo.training.run_folder import RunError, RunFolder
from tests.command import command
from tests.training.small_run import SMALL, check_same_run, kill_at, resume, small_config, start, weights


@pytest.mark.parametrize(("game", "trainer"), [("getaway", "ppo"), ("gin_rummy", "maskable_ppo"), ("yukon", "ppo")])
def test_a_run_leaves_a_model_metrics_a_curve_and_a_checkpoint(game, trainer, tmp_path):
    trainer = start(tmp_path / "run", small_config(game, f"trainer={trainer}"))
    assert trainer.run()
    names = {path.name.split(".tfevents")[0] for path in (tmp_path / "run").iterdir()}
    assert names == {
        "config.yaml",
        "metrics.jsonl",
        "events.out",
        "learning_curve.png",
        "model.safetensors",
        "model.json",
        "checkpoint.pt",
    }
    lines = trainer.folder.read_metrics()
    assert [line["steps"] for line in lines] == [512, 1024, 1536, 2048]
    assert set(lines[1]["against"]) == {"random", "novice", "expert"}
    agent = TrainedAgent.load(tmp_path / "run")
    assert agent.game.name == game
    assert (tmp_path / "run" / "learning_curve.png").read_bytes().startswith(b"\x89PNG")


def test_the_same_seed_trains_the_same_agent(tmp_path):
    for name in ("one", "two"):
        start(tmp_path / name, small_config()).run()
    one, two = weights(tmp_path / "one"), weights(tmp_path / "two")
    assert all(np.array_equal(one[name], two[name]) for name in one)
    start(tmp_path / "three", small_config("getaway", "seed=1")).run()
    assert not np.array_equal(weights(tmp_path / "three")["layers.0.weight"], one["layers.0.weight"])


@pytest.mark.parametrize(
    "settings",
    [
        ("opponents.self_share=0.25", "warm_start.agent=novice", "warm_start.share=0.5", "threads=2"),
        ("trainer=maskable_ppo", "opponents.self_share=0.25"),
        ("advisor=random", "warm_start.agent=novice", "warm_start.share=0.5"),
    ],
)
def test_a_resumed_run_ends_exactly_as_one_that_was_not_stopped(settings, tmp_path):
    """The run includes warm-up, so that the pool of snapshots and its generators are resumed as well."""
    config = small_config("getaway", *settings)
    start(tmp_path / "whole", config).run()
    for steps in (512, 1536):
        folder = tmp_path / f"stopped at {steps}"
        kill_at(steps, start(folder, config))
        assert resume(folder, config).run(resume=True)
        check_same_run(tmp_path / "whole", folder)


@pytest.mark.parametrize("critic", ["observation", "table"])
@pytest.mark.parametrize("hidden", [128, 64, 8])
def test_a_policy_with_an_advisor_begins_by_following_it_unless_its_layers_are_tiny(tmp_path, hidden, critic):
    settings = ("advisor=expert", f"learning.hidden=[{hidden},{hidden}]", f"learning.critic={critic}")
    trainer = start(tmp_path, small_config("getaway", *settings))
    trainer.tables.reset(0)
    trainer.learner.collect()
    rollout, actions = trainer.learner.rollout, len(trainer.game.actions)
    rows, masks = rollout.observations[:-1].flatten(0, 1).float(), rollout.masks[:-1].flatten(0, 1)
    advice = rows[:, -actions:]
    assert (advice.sum(dim=1) == 1).all()
    assert masks.gather(1, advice.argmax(dim=1, keepdim=True)).all()
    logits = trainer.network().logits(rows.numpy())
    logits[~masks.numpy()] = -np.inf
    follows = logits.argmax(axis=1) == advice.argmax(dim=1).numpy()
    assert follows.all() == (hidden > 8)


def test_an_advised_run_leaves_an_advised_agent(tmp_path):
    """Actions that the advisor never chose in training are covered as well."""
    config = small_config("getaway", "advisor=novice", "learning.hidden=[64,64]", "opponents.pool_size=1")
    assert start(tmp_path, config).run()
    agent = TrainedAgent.load(tmp_path)
    assert agent.card.advisor == "novice"
    advice = agent.input.width - agent.card.num_actions
    assert (weights(tmp_path)["layers.0.weight"][:, advice:] != 0).any(axis=0).all()


def test_a_run_killed_before_its_first_checkpoint_begins_again(tmp_path):
    config = small_config("getaway", "total_steps=512")
    folder = RunFolder(tmp_path / "run")
    folder.create(dump_config(config))
    folder.append_metrics({"steps": 512, "of": "the run that was killed"})
    (folder.path / ".checkpoint.pt-x.unfinished").write_bytes(b"half")
    with folder.hold():
        assert [file.name for file in folder.path.glob(".*")] == [".lock"]
        assert resume(folder.path, config).run(resume=True)
    assert not list(folder.path.glob(".*"))
    (line,) = folder.read_metrics()
    assert "of" not in line


def test_minutes_end_a_run(tmp_path):
    trainer = start(tmp_path / "run", small_config("getaway", "total_steps=1_000_000_000", "minutes=1e-9"))
    assert trainer.run()
    assert trainer.steps == 512


def test_a_run_can_be_lengthened(tmp_path, monkeypatch):
    """The length counts from the beginning; behaviour cloning is not repeated."""
    monkeypatch.chdir(tmp_path)
    settings = [part for one in (*SMALL, "warm_start.agent=novice", "warm_start.share=0.5") for part in ("--set", one)]
    assert command("train", "getaway", "--out", "run", "--steps", "1024", *settings).status == 0
    folder = RunFolder(tmp_path / "run")
    assert "has 1,024 steps" in command("train", "--resume", "run", "--steps", "1024").refusal
    assert (
        "--minutes 1e-09 count from its beginning" in command("train", "--resume", "run", "--minutes", "1e-9").refusal
    )
    longer = command("train", "--resume", "run", "--steps", "4096", "--minutes", "60").out
    assert "for 4,096 steps or 60 minutes" in longer
    lines = folder.read_metrics()
    assert lines[-1]["steps"] == 4096
    assert ["agreement" in line for line in lines] == [line["steps"] <= 512 for line in lines]
    assert "total_steps: 4096" in folder.config.read_text()


def test_progress_goes_into_a_file_as_lines(tmp_path):
    """There is a line at each measurement, and one every half a minute; no bar and no control characters."""
    settings = [part for setting in SMALL for part in ("--set", setting)]
    arguments = ("train", "getaway", "--out", str(tmp_path / "run"), *settings)
    done = subprocess.run([sys.executable, "-m", "cardzoo", *arguments], capture_output=True, text=True)
    lines = done.stdout.splitlines()
    assert all(character.isprintable() for line in lines for character in line)
    progress = [line for line in lines if "steps" in line and "left" in line]
    assert [line.split()[0] for line in progress] == ["50%", "100%"]
    assert all("expert " in line for line in progress)
    assert any(line.startswith("evaluating on 8 deals against random, novice, expert") for line in lines)


@pytest.mark.parametrize(("seconds", "lines"), [(1, 0), (31, 4)])
def test_progress_tells_now_and_then_in_a_file(monkeypatch, seconds, lines):
    times = iter(range(0, 1000, seconds))
    monkeypatch.setattr("cardzoo.training.evaluation.progress.time.perf_counter", lambda: next(times))
    console = Console(file=io.StringIO())
    with RunProgress(console, 0.0) as progress:
        for done in (0.2, 0.4, 0.6, 0.8):
            progress.tell(done, "news")
    printed = console.file.getvalue().splitlines()
    assert len(printed) == lines
    assert printed[:2] == ["20%  news", "40%  1:33 left  news"][:lines]  # the first part may include compilation


def test_few_steps_are_told_to_be_a_rollout(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    settings = [part for setting in SMALL for part in ("--set", setting)]
    out = " ".join(command("train", "getaway", "--out", "run", *settings, "--steps", "10").out.split())
    assert "a rollout has about 512 steps: 16 tables x learning.steps 32" in out
    assert "512 steps in" in out


def test_a_run_on_hands_is_measured_on_matches(tmp_path):
    config = small_config("gin_rummy", "total_steps=512", "evaluation.every=512", "evaluation.options={target: 20}")
    assert config.options == {"target": None}
    trainer = start(tmp_path / "run", config)
    trainer.run()
    card = load_model(tmp_path / "run")[0]
    assert card.options == {"target": 20}
    assert card.training["options"] == {"target": None}
    score = trainer.folder.read_metrics()[0]["against"]["random"]["score"]
    agent = TrainedAgent.load(tmp_path / "run")
    random = find_agent("random", agent.game)
    assert compare(agent.game, agent, random, 4, options={"target": 20}).score == pytest.approx(score, abs=1e-4)


@pytest.mark.parametrize(
    ("settings", "value"),
    [
        (["reward=score"], "score"),
        (["reward=outcome"], "outcome"),
        (["learning.critic=table"], ""),
        (["trainer=maskable_ppo"], ""),
    ],
)
def test_a_model_has_a_value_head_where_the_value_sees_what_the_policy_sees(tmp_path, settings, value):
    start(tmp_path / "run", small_config("gin_rummy", "total_steps=512", *settings)).run()
    agent = TrainedAgent.load(tmp_path / "run")
    assert agent.card.value == value
    assert len(agent.network.head) == (agent.card.hidden[-1] + 1 if value else 0)


def test_the_value_head_of_points_is_in_points(tmp_path):
    trainer = start(tmp_path / "run", small_config("gin_rummy", "total_steps=512", "reward=score"))
    trainer.run()
    policy, head = trainer.learner.policy, trainer.network().head
    unit = trainer.tables.batch.blank["score_range"][0]
    assert unit > 1
    assert head[-1] == pytest.approx(unit * float(policy.to_returns(policy.value.bias.detach())), rel=1e-3)


def test_a_card_tells_where_by_which_code_and_from_what_the_agent_was_trained(tmp_path, monkeypatch):
    monkeypatch.setattr("cardzoo.training.train.commit", lambda: "0123456789ab")
    game = "kuhn_poker"
    card = start(tmp_path / "anew", small_config(game, "threads=2")).card()
    assert (card.training["device"], card.training["commit"]) == ("2 threads of a CPU", "0123456789ab")
    assert "goes_on_from" not in card.training
    assert card.layout == digest_layout(find_game(game), "flat", 2)
    settings = ("warm_start.agent=trained", "learning.hidden=[128,128]")
    origin = start(tmp_path / "on", small_config(game, *settings)).card().training["goes_on_from"]
    base = shipped(find_game(game)).card
    assert origin["sha256"] == base.sha256
    told_of_it = ("steps", "seconds", "device")
    assert [origin[name] for name in told_of_it] == [base.training[name] for name in told_of_it]


def test_a_commit_tells_whether_files_have_been_changed_since(tmp_path, monkeypatch):
    def git(*words):
        user = ("-c", "user.name=me", "-c", "user.email=me@example.org")
        subprocess.run(["git", *user, *words], cwd=tmp_path, check=True, capture_output=True)

    monkeypatch.setattr(machine, "CHECKOUT", tmp_path)
    (tmp_path / "file").write_text("one")
    git("init")
    git("add", "file")
    git("commit", "-m", "one", "--no-verify")
    git("tag", "v1", "-m", "one")
    before = machine.commit()
    assert re.fullmatch("[0-9a-f]{12}", before)
    (tmp_path / "file").write_text("two")
    assert machine.commit() == f"{before}-dirty"


def test_an_installed_package_has_no_commit(tmp_path, monkeypatch):
    """The surrounding folder's commit may be another project's."""
    monkeypatch.setattr(machine, "CHECKOUT", tmp_path)
    assert machine.commit() is None
    (tmp_path / ".git").write_text("no work tree")
    assert machine.commit() is None


def test_the_config_says_whether_the_agent_plays_its_likeliest_actions(tmp_path):
    for greedy in ("true", "false"):
        trainer = start(tmp_path / greedy, small_config("getaway", f"evaluation.greedy={greedy}"))
        assert trainer.card().greedy == (greedy == "true")


def test_a_killed_run_can_be_resumed_from_the_command_line(tmp_path):
    folder = tmp_path / "run"
    options = [part for setting in (*SMALL, "total_steps=1_000_000_000") for part in ("--set", setting)]
    command = [sys.executable, "-m", "cardzoo", "train", "getaway", "--out", str(folder), *options]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL) as process:
        while not (folder / "checkpoint.pt").exists():
            assert process.poll() is None
            time.sleep(0.05)
        process.kill()
    before = RunFolder(folder).read_metrics()[-1]["steps"]
    resumed = [*command[:3], "train", "--resume", str(folder)]
    with subprocess.Popen(resumed, stdout=subprocess.PIPE, text=True) as process:
        while RunFolder(folder).read_metrics()[-1]["steps"] < before + 2048:
            assert process.poll() is None
            time.sleep(0.05)
        os.kill(process.pid, signal.SIGINT)
        output, _ = process.communicate()
    assert process.returncode == 130
    assert "to resume: cardzoo train --resume" in " ".join(output.split())
    assert load_model(folder)[0].training["steps"] >= before


def test_a_folder_in_use_or_without_a_run_is_refused(tmp_path):
    (tmp_path / "notes.txt").write_text("mine")
    with pytest.raises(RunError, match="is not empty"):
        RunFolder(tmp_path).create("")
    assert (tmp_path / "notes.txt").read_text() == "mine"
    with pytest.raises(RunError, match=r"config\.yaml is missing"):
        RunFolder(tmp_path).read_config()
    file = tmp_path / "file"
    file.touch()
    with pytest.raises(RunError, match="cannot be written"):
        RunFolder(file / "run").create("")


def test_a_damaged_checkpoint_is_told_in_one_line_and_stays(tmp_path):
    config = small_config("getaway", "total_steps=512")
    start(tmp_path / "run", config).run()
    checkpoint = tmp_path / "run" / "checkpoint.pt"
    damaged = checkpoint.read_bytes()[:-1000]
    checkpoint.write_bytes(damaged)
    with pytest.raises(RunError, match="cannot be used") as problem:
        resume(tmp_path / "run", config).run(resume=True)
    assert "\n" not in str(problem.value)
    assert checkpoint.read_bytes() == damaged


def test_a_cut_line_of_metrics_is_passed_over(tmp_path):
    folder = RunFolder(tmp_path)
    folder.append_metrics({"steps": 1})
    folder.metrics.write_text(folder.metrics.read_text() + json.dumps({"steps": 2})[:5])
    assert folder.read_metrics() == [{"steps": 1}]
