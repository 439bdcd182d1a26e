"""Libraries that only some commands need."""

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
}

PACKAGES = {"PIL": "Pillow", "av": "PyAV"}
"""What libraries are called that are imported by another name."""


def check_extra(extra: str, *needed: str) -> None:
    """Refuse to go on where an extra's libraries are not installed.

    Args:
        extra: one of `EXTRAS`.
        *needed: those of its libraries that are needed; by default all.

    Raises:
        ValueError: naming the first library that is missing, and how to install it.
    """
    what, modules = EXTRAS[extra]
    for module in needed or modules:
        try:
            import_module(module)
        except ImportError as problem:
            name = problem.name or module
            raise ValueError(
                f"{what} needs {PACKAGES.get(name, name)}; install it by: pip install 'cardzoo[{extra}]'"
            ) from None
