"""Whole arrays in rules."""

from cardzoo.envs.engine.compiling import rule


@rule
def copy(source, target):
    """Copy the source into the target, an array of the same shape, element by element.

    Numba turns ``target[:] = source`` into code that checks and reports shapes: it runs ten times slower, and every
    entry point with such a line takes two seconds longer to compile.
    """
    for place, element in enumerate(source.flat):
        target.flat[place] = element
