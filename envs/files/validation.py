"""Error messages of one line for files that pydantic rejects."""

import reprlib

from pydantic import ValidationError


def explain(problem: ValidationError) -> str:
    """First error of a file, in one line; a wrong format comes first, as it causes the others."""
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
    message = f"{reprlib.repr(error['input'])} is not allowed; it should be {expected}"
    return f"{reprlib.repr(key)}: {message}" if key else message
