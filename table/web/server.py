"""The server: pages, pictures of cards, and the routes of games, tables, replays and score sheets.

A browser never names a file.
"""

import asyncio
from collections.abc import Awaitable, Callable
from functools import cache
from importlib.resources import files
from pathlib import Path

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import ClientDisconnect, Request
from starlette.responses import FileResponse, JSONResponse, PlainTextResponse, Response
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles

from cardzoo.envs.drawing.cards import BACKS, BLUE, in_two_colours
from cardzoo.envs.drawing.svg import card_svg
from cardzoo.envs.engine import FRENCH, Pack
from cardzoo.envs.registry import registered_game
from cardzoo.envs.scene import BACK, EMPTY
from cardzoo.table.names import ME, PEOPLE
from cardzoo.table.web import replay_routes, sheet_log, sheets, table_routes
from cardzoo.table.web.choices import Models, agent_names, describe_games
from cardzoo.table.web.guide import describe_guide
from cardzoo.table.web.score_sheet import SheetError
from cardzoo.table.web.security import Guard, give_token, new_token, owner_of, require_owner
from cardzoo.table.web.store import Store, StoreError
from cardzoo.table.web.tables import Tables

PROGRAMS = ("/api/", "/cards/", "/static/")  # beginnings of addresses that only pages ask for
STATIC = Path(str(files("cardzoo.table.web"))) / "static"


def make_app(data: Path, runs: Path, hosts: frozenset[str], access: str | None = None) -> Starlette:
    """The server as an ASGI application.

    Args:
        data: folder of the databases.
        runs: folder of the trained models.
        hosts: host names of the server, with the port.
        access: access token; None on a server that only this machine reaches.
    """
    models = Models(runs)
    all_sheets = sheet_log.Sheets(Store(data / "sheets.sqlite3", sheet_log.MIGRATIONS))
    app = Starlette(
        routes=[
            Route("/", page("index.html")),
            Route("/table/{id}", page("table.html", is_there=lambda app, id: app.state.tables.exists(id))),
            Route("/replay/{id}", page("replay.html", is_there=lambda app, id: app.state.tables.has_replay(id))),
            Route("/sheets", page("sheets.html")),
            Route("/cards/{card}.svg", send_card),
            Route("/cards/{game}/{card}.svg", send_card),
            Route("/api/records", send_records, methods=["GET"]),
            Route("/api/records", delete_records, methods=["DELETE"]),
            Route("/api/games", send_games),
            Route("/api/games/{game}", send_game),
            Route("/api/games/{game}/prepare", prepare_game, methods=["POST"]),
            *table_routes.routes(),
            *replay_routes.routes(),
            *sheets.routes(all_sheets),
            Mount("/static", StaticFiles(directory=STATIC)),
        ],
        middleware=[Middleware(Guard, hosts=hosts, access=access)],
        exception_handlers={
            ValueError: send_problem,
            StoreError: send_unusable,
            KeyError: send_not_found,
            HTTPException: send_http_error,
            ClientDisconnect: send_too_long,
        },
    )
    app.state.models = models
    app.state.access = access or ""
    app.state.tables = Tables(data, models, all_sheets)
    return app


def page(
    name: str, is_there: Callable[[Starlette, str], bool] | None = None
) -> Callable[[Request], Awaitable[Response]]:
    """Make a route's function that sends a page, and a token to a browser without one.

    Args:
        name: the page's file.
        is_there: for the page of one thing, returns whether the thing with an id exists; the page of a missing one
            has status 404, and says so itself.
    """

    async def answer(request: Request) -> Response:
        is_missing = is_there and not await asyncio.to_thread(is_there, request.app, request.path_params["id"])
        response = FileResponse(STATIC / name, 404 if is_missing else 200)
        if not owner_of(request):
            give_token(response, new_token())
        return response

    return answer


async def send_problem(request: Request, problem: Exception) -> Response:
    """Report an invalid request in one line. Status 400 makes a sheet's page discard the event."""
    words = str(problem).encode("utf-8", "replace").decode()  # it may quote invalid characters of the request
    return JSONResponse({"problem": words}, 400 if isinstance(problem, SheetError) else 409)


async def send_unusable(request: Request, problem: Exception) -> Response:
    """Report in one line that the database cannot be used now. The page may retry later."""
    return JSONResponse({"problem": str(problem)}, 503)


async def send_not_found(request: Request, problem: Exception) -> Response:
    """Report that the address leads to nothing."""
    kind = "table" if request.url.path.startswith("/api/tables/") else "page"
    return JSONResponse({"problem": f"This {kind} no longer exists."}, 404)


async def send_http_error(request: Request, problem: Exception) -> Response:
    """Report the reason of an HTTP error."""
    assert isinstance(problem, HTTPException)
    if problem.status_code == 404 and not request.url.path.startswith(PROGRAMS):
        return FileResponse(STATIC / "missing.html", 404)
    return JSONResponse({"problem": problem.detail}, problem.status_code)


async def send_too_long(request: Request, problem: Exception) -> Response:
    """Respond to a request whose body was incomplete or too long."""
    return PlainTextResponse("", 413)


@cache
def card_files(pack: Pack) -> dict[str, int]:
    """Cards of a pack by the names of their files: backs, empty places, all codes and the ranks alone."""
    return {str(card): card for card in (BACK, EMPTY, *range(len(pack.words) + len(pack.ranks)))}


@cache
def card_file(card: int, pack: Pack, back: str) -> bytes:
    """Picture of a card, as SVG."""
    return card_svg(card, pack, back).encode()


async def send_card(request: Request) -> Response:
    """Send the picture of a card: of the French pack, or of a game's own; with another back, or in two colours."""
    name, pack = request.path_params.get("game"), FRENCH
    if name is not None:
        try:
            pack = registered_game(name).cards
        except ValueError:  # as for an unknown card
            raise KeyError(name) from None
    card = card_files(pack)[request.path_params["card"]]
    look = request.query_params
    back = look["back"] if look.get("back") in BACKS else BLUE
    picture = card_file(card, in_two_colours(pack) if look.get("suits") == "two" else pack, back)
    return Response(picture, media_type="image/svg+xml", headers={"Cache-Control": "max-age=86400"})


async def send_records(request: Request) -> Response:
    """Send the browser's records as a CSV file."""
    text = await asyncio.to_thread(request.app.state.tables.records.to_csv, require_owner(request))
    return PlainTextResponse(
        text, media_type="text/csv", headers={"Content-Disposition": 'attachment; filename="cardzoo-records.csv"'}
    )


async def delete_records(request: Request) -> Response:
    """Delete the browser's records."""
    await asyncio.to_thread(request.app.state.tables.records.delete, require_owner(request))
    return JSONResponse({})


async def send_games(request: Request) -> Response:
    """Send all games with their options."""
    return JSONResponse(await asyncio.to_thread(describe_games))


async def send_game(request: Request) -> Response:
    """Send a game's rules, guide, and choices for its seats."""
    game = registered_game(request.path_params["game"])
    models = await asyncio.to_thread(request.app.state.models.find, game)
    about = next((part for part in game.page.split("\n\n")[1:] if part.strip()), "")
    people = PEOPLE if max(game.numbers_of_players) > 1 else (ME,)
    content = {"agents": [*people, *agent_names(game, models)], "about": " ".join(about.split()), "page": game.page}
    return JSONResponse(content | {"guide": describe_guide(game)})


async def prepare_game(request: Request) -> Response:
    """Compile a game's rules and agents, and respond when that is done."""
    require_owner(request)
    await request.app.state.tables.prepare(registered_game(request.path_params["game"]))
    return JSONResponse({"ready": True})
