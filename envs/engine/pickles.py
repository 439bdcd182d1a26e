"""Pickles and copies: what stands in a module goes by its name, so that there is one of it in every process."""

import sys
from collections.abc import Mapping
from dataclasses import dataclass
from importlib import import_module
from typing import Any

import numpy as np


@dataclass(frozen=True)
class Name:
    """Where something stands.

    Attributes:
        module: the module's name.
        name: its name there.
    """

    module: str
    name: str

    def find(self) -> Any:
        """What stands there."""
        return getattr(import_module(self.module), self.name)


def name_of(thing: Any, module: str) -> Name | None:
    """The name of something that stands in a module; None if it does not."""
    names = [name for name, value in vars(sys.modules[module]).items() if value is thing]
    return Name(module, names[0]) if names else None


def without(thing: Any, *names: str) -> dict[str, Any]:
    """The attributes of something, but for some: what `__getstate__` gives where these are made anew."""
    return {name: value for name, value in vars(thing).items() if name not in names}


def writable(state: Mapping[str, Any]) -> dict[str, Any]:
    """Attributes whose arrays can be written, as compiled code wants them; those in shared memory, as Ray's, cannot."""
    return {
        name: value.copy() if isinstance(value, np.ndarray) and not value.flags.writeable else value
        for name, value in state.items()
    }
