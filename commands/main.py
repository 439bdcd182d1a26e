"""Entry point of the command line: runs a command, prints errors in one line and sets the exit status."""

import sys

from cardzoo.commands.terminal import print_problem
from cardzoo.envs.engine.rule_errors import RuleError
from cardzoo.envs.printing import replace_unprintable
from cardzoo.training.evaluation.signals import sigterm_raises, status_of
from cardzoo_command import make_app


def main() -> None:
    """Run the command line of this process. A user's mistake prints one line on stderr and exits with status 2."""
    replace_unprintable()
    try:
        with sigterm_raises():
            make_app(sys.argv[1:])(sys.argv[1:])
    except KeyboardInterrupt as interrupt:
        print("cardzoo: stopped", file=sys.stderr)
        sys.exit(status_of(interrupt))
    except BrokenPipeError:
        sys.exit(141)
    except MemoryError as problem:
        print_problem(f"there is not enough memory: {problem or 'choose smaller numbers'}")
        sys.exit(2)
    except (ValueError, RuleError) as problem:
        print_problem(problem)
        sys.exit(2)
