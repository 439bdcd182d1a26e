"""Pickles and copies: module-level objects are pickled by reference, so that each process has one of them."""

import sys
from collections.abc import Mapping
from dataclasses import dataclass
from importlib import import_module
from typing import Any

import numpy as np


@dataclass(frozen=True)
class Name:
    """Reference to an object in a module.

    Attributes:
        module: the module's name.
        name: the object's name there.
    """

    module: str
    name: str

    def find(self) -> Any:
        """Object of this name."""
        return getattr(import_module(self.module), self.name)


def name_of(thing: Any, module: str) -> Name | None:
    """Reference to an object of a module; None if the module does not have it."""
    names = [name for name, value in vars(sys.modules[module]).items() if value is thing]
    return Name(module, names[0]) if names else None


def without(thing: Any, *names: str) -> dict[str, Any]:
    """Attributes of an object without some that are made anew: a result for `__getstate__`."""
    return {name: value for name, value in vars(thing).items() if name not in names}


def writable(state: Mapping[str, Any]) -> dict[str, Any]:
    """Attributes with writable arrays, as compiled code requires; arrays in shared memory, as Ray's, are read-only."""
    return {
        name: value.copy() if isinstance(value, np.ndarray) and not value.flags.writeable else value
        for name, value in state.items()
    }
