"""Routes of the tables: JSON requests, and a stream of events for each page that shows a table.

Each event holds all that the page shows, so a lost event or a reload costs nothing. A person's action is a POST, which
is answered after the database has it.
"""

import asyncio
import json
from collections.abc import AsyncIterator

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response, StreamingResponse
from starlette.routing import Route

from cardzoo.table.web.choices import read_plan
from cardzoo.table.web.live import LiveTable
from cardzoo.table.web.security import owner_of, read_json, require_owner
from cardzoo.table.web.tables import Tables

KEEP_ALIVE_S = 15.0
RETRY_MS = 1000  # after which a page asks for the stream again when the connection is lost
MOST_WATCHERS = 30  # of one table
REQUESTS_OF_PEOPLE = ("play", "why", "drop", "hint", "stop_hint", "back", "stand_in", "next_hand")


def routes() -> list[Route]:
    """Routes of the tables."""
    return [
        Route("/api/tables", list_tables, methods=["GET"]),
        Route("/api/tables", make_table, methods=["POST"]),
        Route("/api/tables/{id}", send_table, methods=["GET"]),
        Route("/api/tables/{id}", delete_table, methods=["DELETE"]),
        Route("/api/tables/{id}/events", send_events),
        Route("/api/tables/{id}/{request}", act, methods=["POST"]),
    ]


async def find_table(request: Request) -> LiveTable:
    """The table of a request."""
    tables: Tables = request.app.state.tables
    return await tables.find(request.path_params["id"])


async def list_tables(request: Request) -> Response:
    """Tables that the browser has made or has a seat at."""
    return JSONResponse(await asyncio.to_thread(request.app.state.tables.list_of, owner_of(request) or "nobody"))


async def make_table(request: Request) -> Response:
    """Make a new table."""
    plan = await asyncio.to_thread(read_plan, await read_json(request), request.app.state.models)
    table = await request.app.state.tables.make(require_owner(request), plan)
    return JSONResponse({"id": table.id}, 201)


async def send_table(request: Request) -> Response:
    """Message to the browser about a table as it is now."""
    table = await find_table(request)
    return JSONResponse(await table.message(owner_of(request), request.query_params.get("seat")))


async def delete_table(request: Request) -> Response:
    """Delete a table."""
    await request.app.state.tables.delete(request.path_params["id"], require_owner(request))
    return JSONResponse({})


async def send_events(request: Request) -> Response:
    """Stream of a table's messages, as server-sent events."""
    table = await find_table(request)
    if table.people.watchers >= MOST_WATCHERS:
        raise HTTPException(429, f"a table can have at most {MOST_WATCHERS} viewers")
    stream = follow(table, owner_of(request), request.query_params.get("seat"))
    headers = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}  # a proxy must send events on at once
    return StreamingResponse(stream, media_type="text/event-stream", headers=headers)


async def act(request: Request) -> Response:
    """Carry out a request of a person at the table or of its owner."""
    table, content, browser = await find_table(request), await read_json(request), require_owner(request)
    if not isinstance(content, dict):
        raise ValueError("the request's body must be an object")
    name = request.path_params["request"]
    wanted = content.get("seat") if isinstance(content.get("seat"), str) else None
    if name == "join":
        if await table.seats.join(browser, content.get("invitation"), content.get("name")):
            table.go_on()
    elif name in REQUESTS_OF_PEOPLE and (browser == table.owner or table.people.seats_of(browser)):
        if name == "play":
            safe = content.get("safe") is True
            touched = content.get("touched")
            await table.play(browser, content.get("action"), content.get("moved"), wanted, safe, touched)
        elif name == "why":
            words = await table.why_not(browser, content.get("zone"), content.get("card"), wanted)
            return JSONResponse({"words": words})
        elif name == "drop":
            start, card, end = (content.get(key) for key in ("zone", "card", "onto"))
            return JSONResponse({"action": await table.find_dropped(browser, start, card, end, wanted)})
        elif name == "hint":
            return JSONResponse(vars(await table.hint(browser, str(content.get("agent")))))
        elif name == "stop_hint":
            table.stop_hint()
        elif name == "next_hand":
            await table.go_to_next_hand(browser)
        elif name == "stand_in":
            await table.seats.stand_in(browser, content.get("away"), content.get("agent"))
            table.go_on()
        else:
            await table.seats.take_back(browser)
            table.go_on()
    elif browser != table.owner:
        raise HTTPException(403, "this is not your table")
    elif name == "finish":
        await table.finish(content.get("moved"))
    elif name == "resign":
        await request.app.state.tables.resign(table)
    elif name == "undo":
        await table.undo(content.get("moved"))
    elif name == "step":
        await table.clock.step()
    elif name == "pace":
        await table.set_pace(content.get("pace"), content.get("paused"))
    elif name == "invite":
        invitation = await table.seats.invite(content.get("invited"))
        return JSONResponse({"invitation": invitation, "access": request.app.state.access})
    elif name == "again":
        made = await request.app.state.tables.make_again(table, content.get("same"), content.get("next_seat"))
        return JSONResponse({"id": made.id}, 201)
    elif name == "deal_on":
        table = await request.app.state.tables.deal_on(table)
    else:
        raise KeyError(name)
    return JSONResponse(await table.message(browser, wanted))


async def follow(table: LiveTable, browser: str, seat: str | None) -> AsyncIterator[str]:
    """Stream of events for one viewer of a table: a message after each visible change, and keep-alive comments."""
    table.come(browser)
    last = ""
    try:
        yield f"retry: {RETRY_MS}\n\n"
        while not table.changes.closed:
            announced = table.changes.announced
            message = json.dumps(await table.message(browser, seat), ensure_ascii=False)
            if message != last:
                yield f"data: {message}\n\n"
                last = message
            try:
                await asyncio.wait_for(announced.wait(), KEEP_ALIVE_S)
            except TimeoutError:
                yield ": still here\n\n"
    finally:
        table.leave(browser)
