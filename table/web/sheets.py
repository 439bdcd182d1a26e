"""Routes of the score sheets: JSON that the page `sheets.html` reads and writes."""

import hashlib
from typing import Any, cast, get_args
from urllib.parse import quote

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from cardzoo.table.web.score_sheet import COLOURS, SheetError, Shelf, to_csv
from cardzoo.table.web.security import read_json
from cardzoo.table.web.sheet_log import PAGE, Sheets


def routes(sheets: Sheets) -> list[Route]:
    """Routes of the score sheets.

    ========================================  ====================================================================
    ``GET /api/sheets?shelf=open&offset=0``   ``{"sheets": [...], "more": bool}``: names and standings
    ``GET /api/sheet-players``                ``{"players": [...], "colours": [...]}`` to choose from
    ``GET /api/sheets/{id}?after=0``          ``{"events": [...], "last": int}``: the events after a number
    ``POST /api/sheets/{id}``                 an event; ``{"number": int}``
    ``GET /api/sheets/{id}/csv``              the sheet for a spreadsheet
    ========================================  ====================================================================

    Bad requests raise a `SheetError`. Responses to GET have an ETag.

    Args:
        sheets: all sheets.
    """

    def list_sheets(request: Request) -> Response:
        shelf = request.query_params.get("shelf", "open")
        if shelf not in get_args(Shelf):
            raise SheetError(f"shelf must be one of {', '.join(get_args(Shelf))}")
        offset = _whole(request, "offset")
        found = sheets.summaries(cast(Shelf, shelf), offset)
        more = sheets.summaries(cast(Shelf, shelf), offset + PAGE)
        return _tagged(request, {"sheets": found, "more": bool(more)})

    def list_players(request: Request) -> Response:
        return _tagged(request, {"players": sheets.known_players(), "colours": COLOURS})

    def read_events(request: Request) -> Response:
        events, last = sheets.events(request.path_params["sheet"], _whole(request, "after"))
        return _tagged(request, {"events": events, "last": last})

    async def write_event(request: Request) -> Response:
        value = await read_json(request)
        return JSONResponse({"number": await run_in_threadpool(sheets.write, request.path_params["sheet"], value)})

    def export(request: Request) -> Response:
        sheet = sheets.read(request.path_params["sheet"])
        name = quote(f"{sheet.name}.csv", safe="")
        headers = {"Content-Disposition": f"attachment; filename=\"sheet.csv\"; filename*=UTF-8''{name}"}
        text = "\N{ZERO WIDTH NO-BREAK SPACE}" + to_csv(sheet)  # Excel reads UTF-8 only with this mark
        return Response(text, media_type="text/csv; charset=utf-8", headers=headers)

    return [
        Route("/api/sheets", list_sheets),
        Route("/api/sheet-players", list_players),
        Route("/api/sheets/{sheet}", read_events),
        Route("/api/sheets/{sheet}", write_event, methods=["POST"]),
        Route("/api/sheets/{sheet}/csv", export),
    ]


def _tagged(request: Request, value: Any) -> Response:
    """Response with a value as JSON and an ETag, or status 304 if the client has this value already."""
    response = JSONResponse(value)
    tag = f'"{hashlib.sha256(response.body).hexdigest()[:32]}"'
    headers = {"ETag": tag, "Cache-Control": "no-cache"}
    if request.headers.get("if-none-match") == tag:
        return Response(status_code=304, headers=headers)
    response.headers.update(headers)
    return response


def _whole(request: Request, key: str) -> int:
    text = request.query_params.get(key, "0")
    if not (text.isascii() and text.isdigit() and len(text) <= 9):
        raise SheetError(f"{key} must be a whole number from 0")
    return int(text)
