"""A job for workers that only takes time."""

from time import sleep


def sleep_for(seconds: float) -> float:
    """Sleep, and return the seconds."""
    sleep(seconds)
    return seconds
