"""A server of nothing but score sheets: ``python -m tests.web.sheet_server FILE PORT``."""

import sys
from pathlib import Path

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.responses import FileResponse, Response
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles

from cardzoo.training.web import sheets
from cardzoo.training.web.security import Guard
from cardzoo.training.web.sheet_log import MIGRATIONS
from cardzoo.training.web.store import Store

STATIC = Path(sheets.__file__).parent / "static"


def make_app(file: Path, port: int) -> Starlette:
    return Starlette(
        routes=[
            *sheets.routes(Store(file, MIGRATIONS)),
            Route("/sheets", lambda request: FileResponse(STATIC / "sheets.html")),
            Route("/cards/-1.svg", lambda request: Response(status_code=204)),
            Mount("/static", StaticFiles(directory=STATIC)),
        ],
        middleware=[Middleware(Guard, hosts=frozenset({f"127.0.0.1:{port}"}))],
    )


if __name__ == "__main__":
    import uvicorn

    uvicorn.run(make_app(Path(sys.argv[1]), int(sys.argv[2])), port=int(sys.argv[2]), log_level="warning")
