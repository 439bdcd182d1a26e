"""Optional libraries, required by some commands only."""

from importlib import import_module

EXTRAS = {
    "train": ("training", ("sb3_contrib", "torch")),
    "play": ("play on the terminal", ("textual",)),
    "ray": ("a cluster", ("ray",)),
    "onnx": ("ONNX", ("onnx",)),
    "web": ("the table in the browser", ("starlette", "uvicorn")),
    "llm": ("language models", ("httpx",)),
    "film": ("a film", ("PIL", "av")),
    "arena": ("the arena", ("openskill", "matplotlib", "jinja2")),
    "bridge": ("double-dummy bridge", ("endplay",)),
}

PACKAGES = {"PIL": "Pillow", "av": "PyAV"}
"""Package names of libraries that are imported by another name."""


def check_extra(extra: str, *needed: str) -> None:
    """Check that an extra's libraries are installed.

    Args:
        extra: one of `EXTRAS`.
        *needed: the required libraries of the extra; by default all.

    Raises:
        ValueError: if one is missing; the message names it and the command that installs it.
    """
    purpose, modules = EXTRAS[extra]
    for module in needed or modules:
        try:
            import_module(module)
        except ImportError as problem:
            name = problem.name or module
            raise ValueError(
                f"{purpose} needs {PACKAGES.get(name, name)}; install it by: pip install 'cardzoo[{extra}]'"
            ) from None
