"""One line for a file that pydantic refuses."""

import reprlib

from pydantic import ValidationError


def explain(problem: ValidationError) -> str:
    """The first of a file's mistakes, in one line; another format is the cause of all others."""
    errors = problem.errors(include_url=False)
    error = next((error for error in errors if error["loc"] == ("format",)), errors[0])
    key = ".".join(str(part) for part in error["loc"])
    if error["type"] == "json_invalid":
        return error["msg"]
    if error["type"] in ("unexpected_keyword_argument", "extra_forbidden"):
        return f"there is no key {reprlib.repr(key)}"
    if error["type"] == "missing":
        return f"{key}: this key is missing"
    expected = error["msg"].removeprefix("Input should be ")
    told = f"{reprlib.repr(error['input'])} is not allowed; it should be {expected}"
    return f"{reprlib.repr(key)}: {told}" if key else told
