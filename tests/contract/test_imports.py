"""What `import cardzoo.envs` brings along."""

from tests.playing import run_python


def test_environments_load_neither_learning_nor_drawing_libraries():
    done = run_python("import sys, cardzoo.envs, cardzoo.agents; print(*sys.modules)")
    assert done.returncode == 0, done.stderr
    modules = set(done.stdout.split())
    assert not modules & {"cardzoo.envs.scene", "cardzoo.envs.drawing"}
    loaded = {name.partition(".")[0] for name in modules}
    assert "cardzoo" in loaded
    assert not loaded & {
        "torch",
        "ray",
        "matplotlib",
        "PIL",
        "pygame",
        "textual",
        "stable_baselines3",
        "tensorboard",
        "tensorflow",
    }


def test_importing_says_nothing():
    done = run_python("import cardzoo.envs")
    assert (done.stdout, done.stderr) == ("", "")
