"""The command ``cardzoo``. It imports the package only to run a command, not for help, version or a wrong name."""

import sys
from collections.abc import Sequence
from importlib.metadata import version
from importlib.util import find_spec, module_from_spec
from itertools import takewhile
from pathlib import Path

from cyclopts import App

COMMANDS = {
    "games": ("games:games", "List the games, or describe one."),
    "play": ("play:play", "Play a game on the terminal, against agents or alone, or watch agents play."),
    "train": ("train:train", "Train an agent, then evaluate it on duplicate deals against the game's scripted agents."),
    "evaluate": ("evaluate:evaluate", "Evaluate an agent on duplicate deals, with 95 % intervals."),
    "advise": ("advise:advise", "Show what agents would play in a written position with unknown cards."),
    "exploit": ("exploit:exploit", "Estimate an agent's exploitability by training best responses to it."),
    "benchmark": ("benchmark:benchmark", "Measure an agent on a suite of games: 0 is random, 100 is expert."),
    "arena": ("arena:arena", "Let agents play each other on duplicate deals, and rate them."),
    "leaderboard": ("leaderboard:leaderboard", "Make leaderboards from arenas."),
    "submit": ("submit:submit", "Check an agent for the leaderboards, and write the line to send."),
    "export": ("exchange:export", "Write a trained agent as one file, to share with others."),
    "import": ("exchange:import_agent", "Check an agent's file, and make a model folder of it."),
    "solve": ("solve:solve", "Solve deals of a patience with all cards known: won (with the moves), lost, or open."),
    "bench": ("bench:bench", "Measure steps per second on this machine."),
    "check": ("check:check", "Check that a game keeps its contract."),
    "compile": ("games:compile_games", "Compile games ahead of their first use."),
    "table": ("table:table", "Play and watch games in the browser."),
    "replay": ("replay:replay", "Export recorded games."),
}
"""Commands by name: the place in `cardzoo.commands`, and the summary in the list."""

HELP = {"--help", "-h"}


def make_app(arguments: Sequence[str] = ()) -> App:
    """The command line's application, which imports a command when it runs.

    Args:
        arguments: the command line's arguments; the command that they name is described by its docstring.
    """
    app = App(
        name="cardzoo",
        help="Card games as reinforcement-learning environments: list, play, train, evaluate, rate, solve, check.",
        help_format="plaintext",
        version=lambda: version("cardzoo"),
        suppress_keyboard_interrupt=False,  # cyclopts would end with 130 for SIGTERM as well
    )
    for name, (place, summary) in COMMANDS.items():
        app.command(f"cardzoo.commands.{place}", name=name, help=None if name in arguments[:1] else summary)
    return app


def main() -> None:
    """Run the command line of this process."""
    arguments = sys.argv[1:]
    if set(arguments[:1]) & set(COMMANDS):
        if not HELP & set(takewhile("--".__ne__, arguments)):
            from cardzoo.commands.main import main

            main()
            return
        leave_package_empty()
    make_app(arguments)(arguments)


def leave_package_empty() -> None:
    """Let Python import a command, for its help, without the package's own imports, which load the games."""
    spec = find_spec("cardzoo")
    assert spec
    package = module_from_spec(spec)  # not executed
    package.__path__ = [*package.__path__, str(Path(__file__).parents[1])]  # a checkout's folders, where links are text
    sys.modules.setdefault("cardzoo", package)
