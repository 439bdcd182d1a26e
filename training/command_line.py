"""The command ``cardzoo``."""

import sys
from importlib.metadata import version

from cyclopts import App

from cardzoo.envs.engine.rule_errors import RuleError
from cardzoo.envs.printing import replace_unprintable
from cardzoo.training.commands.advise import advise
from cardzoo.training.commands.arena import arena
from cardzoo.training.commands.bench import bench
from cardzoo.training.commands.check import check
from cardzoo.training.commands.evaluate import evaluate
from cardzoo.training.commands.exchange import export, import_agent
from cardzoo.training.commands.exploit import exploit
from cardzoo.training.commands.games import compile_games, games
from cardzoo.training.commands.leaderboard import leaderboard
from cardzoo.training.commands.play import play
from cardzoo.training.commands.replay import replay
from cardzoo.training.commands.solve import solve
from cardzoo.training.commands.submit import submit
from cardzoo.training.commands.table import table
from cardzoo.training.commands.terminal import print_problem
from cardzoo.training.commands.train import train
from cardzoo.training.signals import sigterm_raises, status_of

app = App(
    name="cardzoo",
    help="Card games as reinforcement-learning environments: list, play, train, evaluate, play off, solve, check.",
    help_format="plaintext",
    version=lambda: version("cardzoo"),
    suppress_keyboard_interrupt=False,  # cyclopts would end with 130 for SIGTERM as well
)
for command in (
    games,
    play,
    train,
    evaluate,
    advise,
    exploit,
    arena,
    leaderboard,
    submit,
    export,
    solve,
    bench,
    check,
    table,
    replay,
):
    app.command(command)
app.command(import_agent, name="import")
app.command(compile_games, name="compile")


def main() -> None:
    """Run the command; what the user did wrong is told in one line."""
    replace_unprintable()
    try:
        with sigterm_raises():
            app(sys.argv[1:])
    except KeyboardInterrupt as interrupt:
        print("cardzoo: stopped", file=sys.stderr)
        sys.exit(status_of(interrupt))
    except BrokenPipeError:
        sys.exit(141)
    except MemoryError as problem:
        print_problem(f"there is not enough memory: {problem or 'take smaller numbers'}")
        sys.exit(2)
    except (ValueError, RuleError) as problem:
        print_problem(problem)
        sys.exit(2)
