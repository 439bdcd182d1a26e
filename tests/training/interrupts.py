"""Ctrl-C for processes that tests start."""

import signal


def heed_interrupts() -> None:
    """For ``preexec_fn``: a shell's background job ignores Ctrl-C, and so do the processes that it starts."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
