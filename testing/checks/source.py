"""Rules use numbers, arrays and records alone, so that they run compiled, in threads and on a GPU."""

from cardzoo.envs.engine.rule_errors import Place, RuleError, tell
from cardzoo.testing.check import Each, check
from cardzoo.testing.rules import objects_in
from cardzoo.testing.setting import Setting


@check(Each.GAME)
def check_rules_make_no_objects_and_print_nothing(setting: Setting) -> None:
    """Rules use no list, text or exception, even if Numba would compile it."""
    for file, line, words in objects_in(setting.game):
        raise RuleError(tell(Place(file, line), f"rules do without {words}"))
