"""Installs docs/examples/seven_and_a_half, a package with a game, and plays it in every way that cardzoo offers."""

import json
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from http.cookiejar import CookieJar
from pathlib import Path
from tempfile import TemporaryDirectory
from urllib.request import HTTPCookieProcessor, build_opener

from tests.environments import make_environment

PACKAGE = Path(__file__).parents[2] / "docs/examples/seven_and_a_half"
NAME = PACKAGE.name
ID = f"{NAME}-v0"

QUICK = ("tables=16", "learning.steps=16", "learning.hidden=[16]", "evaluation.deals=20", "evaluation.quick_deals=4")
COMMANDS = {
    "games": f"{ID} ",
    f"games {NAME}": "An old Italian game",
    f"compile {NAME}": f"{ID}: ",
    f"evaluate {NAME} expert --against novice --deals 20 --json": '"opponent": "novice"',
    f"evaluate {NAME} search:20 --against expert --deals 4 --json": '"opponent": "expert"',
    f"arena {NAME} --agents random,novice,expert --deals 6 --workers 2": "18 games of 6 deals",
    f"train {NAME} --steps 512 --out runs/mine {' '.join(f'--set {setting}' for setting in QUICK)}": "runs/mine",
    "train --resume runs/mine --steps 1024": "runs/mine",
    f"evaluate {NAME} runs/mine --deals 20": "against",
    "export runs/mine": f"{ID} for 3 players",
    "import mine.zip --out runs/theirs": f"cardzoo evaluate {ID} runs/theirs",
    f"bench {NAME} --seconds 0.01 --repeats 1 --json": ID,
}
"""Commands, and parts of their output."""

REFUSALS = {
    f"solve {NAME}": f"cardzoo: there is no solver for {NAME}; there is one for ",
    f"play {NAME}": "cardzoo: play needs a terminal",
}
"""Invalid commands, and parts of their errors."""

PROGRAM = f"""
import gymnasium
import pettingzoo
import sys

import cardzoo

assert "{NAME}" not in sys.modules
env = gymnasium.make("cardzoo/{ID}", opponents="expert", num_players=4)
env.reset(seed=1)
assert gymnasium.make_vec("cardzoo/{ID}", num_envs=3).reset(seed=1)[0].shape[0] == 3
assert cardzoo.envs.make_batch("{ID}", 5).action_masks.shape == (5, 2)
from cardzoo.envs import {NAME}_v0

assert {NAME}_v0.env().game is env.unwrapped.game
if hasattr(pettingzoo, "register"):
    assert pettingzoo.make("aec", "cardzoo/{ID}").unwrapped.game is env.unwrapped.game
from cardzoo.table.terminal.session import Session

session = Session(env.unwrapped.game, ["expert", "novice"], seed=1)
while not session.table.over:
    session.play_agent()
print("scores", session.table.scores())
"""


def install(folder: Path) -> Path:
    """Build the package's wheel and install it.

    Args:
        folder: the working folder.

    Returns:
        The environment's Python.
    """
    copy = shutil.copytree(PACKAGE, folder / "package", ignore=shutil.ignore_patterns("__pycache__"))
    requirements = folder / "requirements.txt"
    requirements.write_text(str(copy), encoding="utf-8")
    return make_environment(NAME, requirements)


def run(python: Path, folder: Path, *words: str) -> "subprocess.CompletedProcess[str]":
    """Run Python in a folder."""
    return subprocess.run([python, *words], cwd=folder, capture_output=True, text=True, timeout=300, check=False)


@contextmanager
def table_in_the_browser(python: Path, folder: Path) -> Iterator[str]:
    """Start the server, and open its first page."""
    command = [python, "-m", "cardzoo", "table", "--port", "0", "--data", "data"]
    with subprocess.Popen(command, cwd=folder, stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        try:
            yield server.stdout.readline().strip()
        finally:
            server.terminate()


def main() -> None:
    """Install and play; the first error ends it."""
    start = time.monotonic()
    with TemporaryDirectory() as temporary:
        folder = Path(temporary)
        python = install(folder)
        made = time.monotonic()
        for words, expected in COMMANDS.items():
            done = run(python, folder, "-m", "cardzoo", *words.split())
            if done.returncode or expected not in done.stdout:
                sys.exit(f"cardzoo {words} ended with {done.returncode}:\n{done.stdout}\n{done.stderr}")
        for words, expected in REFUSALS.items():
            done = run(python, folder, "-m", "cardzoo", *words.split())
            if done.returncode != 2 or not re.fullmatch(re.escape(expected) + ".*\n", done.stderr):
                sys.exit(f"cardzoo {words} ended with {done.returncode}:\n{done.stdout}\n{done.stderr}")
        done = run(python, folder, "-W", "error", "-c", PROGRAM)
        if not done.stdout.startswith("scores "):
            sys.exit(f"the program has failed:\n{done.stdout}\n{done.stderr}")
        with table_in_the_browser(python, folder) as url:
            browser = build_opener(HTTPCookieProcessor(CookieJar()))
            browser.open(url).read()
            games = json.load(browser.open(f"{url}api/games"))
        if ID not in [game["id"] for game in games]:
            sys.exit(f"the table in the browser does not offer {ID}")
        tests = str(folder / "package/tests")
        done = run(python, folder, "-m", "pytest", "-q", "-p", "no:cacheprovider", tests)
        if done.returncode:
            sys.exit(f"its own tests fail:\n{done.stdout}\n{done.stderr}")
    print(f"{NAME}: installed in {made - start:.0f} s, played in {time.monotonic() - made:.0f} s")


if __name__ == "__main__":
    main()
