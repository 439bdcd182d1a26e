"""Settings in YAML files and on the command line: plain values, with errors of one line."""

import re
from pathlib import Path
from typing import Any

import yaml
from yaml.composer import ComposerError

from cardzoo.envs.files.whole import read_file

MOST = 1 << 20  # bytes of a file


class ConfigError(ValueError):
    """Unusable settings: the message has the file, the key and the allowed values."""


class _Loader(yaml.SafeLoader):
    """YAML loader of plain values without aliases, few of which could make billions of values."""

    def compose_node(self, parent: Any, index: Any) -> Any:
        if self.check_event(yaml.AliasEvent):
            mark = self.peek_event().start_mark  # type: ignore[no-untyped-call]
            raise ComposerError(None, None, "an alias (*) is not allowed", mark)
        return super().compose_node(parent, index)


# As in YAML 1.2; in the library's older YAML 5e-4 is a word.
_EXPONENT = re.compile(r"[-+]?(\.\d+|\d+(\.\d*)?)[eE][-+]?\d+$")
_Loader.add_implicit_resolver("tag:yaml.org,2002:float", _EXPONENT, list("-+.0123456789"))


def read_text(file: Path) -> str:
    """Text of a file.

    Raises:
        ConfigError: if it cannot be read.
    """
    try:
        return read_file(file, MOST).decode()
    except (OSError, UnicodeDecodeError) as problem:
        reason = getattr(problem, "strerror", None) or "it is not UTF-8 text"
        raise ConfigError(f"{file} cannot be read: {reason}") from None


def parse_yaml(text: str, source: str) -> Any:
    """Plain values of a YAML text.

    Args:
        text: YAML.
        source: its origin, for errors.

    Raises:
        ConfigError: in one line, if it is no YAML or not of plain values.
    """
    try:
        return yaml.load(text, _Loader)
    except yaml.YAMLError as problem:
        mark = getattr(problem, "problem_mark", None)
        line = f"line {mark.line + 1}: " if mark else ""
        reason = getattr(problem, "problem", None) or "this is not YAML"
        raise ConfigError(f"{source}: {line}{' '.join(reason.split())}") from None
    except ValueError as problem:  # a number or a date
        raise ConfigError(f"{source}: {problem}") from None
    except RecursionError:
        raise ConfigError(f"{source}: values are nested too deeply") from None


def parse_setting(setting: str) -> tuple[str, Any]:
    """Name and value of a ``name=value`` of the command line.

    Raises:
        ConfigError: if one of the two is missing, or the value is no YAML.
    """
    name, equals, text = setting.partition("=")
    if not equals or not name:
        raise ConfigError(f"--set {setting}: write name=value, such as learning.batch_size=4096 or takers=anyone")
    digits = text.replace("_", "")
    return name, parse_yaml(digits if digits.isdigit() else text, f"--set {setting:.80}")
