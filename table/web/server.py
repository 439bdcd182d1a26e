"""The server: pages, a few JSON requests, and a stream of events for each page that shows a table.

Each event holds all that the page shows, so a lost event or a reload costs nothing. What a person does is a POST, which
is answered when the database has it. A browser never names a file.
"""

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import asdict
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import ClientDisconnect, Request
from starlette.responses import FileResponse, JSONResponse, PlainTextResponse, Response, StreamingResponse
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles

from cardzoo.envs.drawing.svg import card_svg
from cardzoo.envs.engine import Table
from cardzoo.envs.engine.cards import CARDS_AND_JOKERS, RANKS
from cardzoo.envs.registry import registered_game
from cardzoo.envs.replay import Replay
from cardzoo.envs.scene import BACK, EMPTY, RANK_ONLY, Scene, table_scene, table_sentences
from cardzoo.table.terminal.session import ME, change_between, ended_trick
from cardzoo.table.web import sheet_log, sheets
from cardzoo.table.web.choices import PEOPLE, Models, agent_names, describe_games, read_plan
from cardzoo.table.web.guide import describe_guide
from cardzoo.table.web.live import LiveTable
from cardzoo.table.web.score_sheet import SheetError
from cardzoo.table.web.security import Guard, give_token, new_token, owner_of, read_json
from cardzoo.table.web.store import Store, StoreError
from cardzoo.table.web.tables import Tables

STATIC = Path(str(files("cardzoo.table.web"))) / "static"
KEEP_ALIVE_S = 15.0
MOST_WATCHERS = 30  # of one table
DEEDS_OF_PEOPLE = ("play", "why", "hint", "back", "stand_in")
CARDS = {str(card): card for card in (BACK, EMPTY, *range(CARDS_AND_JOKERS), *range(RANK_ONLY, RANK_ONLY + RANKS))}


def make_app(data: Path, runs: Path, hosts: frozenset[str], access: str | None = None) -> Starlette:
    """The server as an ASGI application.

    Args:
        data: the folder of the databases.
        runs: the folder below which trained models lie.
        hosts: names by which the server may be called, with the port.
        access: the word that visitors must know; None on a server that only this machine reaches.
    """
    models = Models(runs)
    all_sheets = sheet_log.Sheets(Store(data / "sheets.sqlite3", sheet_log.MIGRATIONS))
    app = Starlette(
        routes=[
            Route("/", page("index.html")),
            Route("/table/{id}", page("table.html")),
            Route("/replay/{id}", page("replay.html")),
            Route("/sheets", page("sheets.html")),
            Route("/cards/{card}.svg", send_card),
            Route("/api/games", send_games),
            Route("/api/games/{game}", send_game),
            Route("/api/games/{game}/prepare", prepare_game, methods=["POST"]),
            Route("/api/tables", Tabled.list, methods=["GET"]),
            Route("/api/tables", Tabled.make, methods=["POST"]),
            Route("/api/tables/{id}", Tabled.send, methods=["GET"]),
            Route("/api/tables/{id}", Tabled.delete, methods=["DELETE"]),
            Route("/api/tables/{id}/events", Tabled.events),
            Route("/api/tables/{id}/{deed}", Tabled.act, methods=["POST"]),
            Route("/api/replays", Replayed.upload, methods=["POST"]),
            Route("/api/replays/{id}", Replayed.send),
            Route("/api/replays/{id}/file", Replayed.download),
            Route("/api/replays/{id}/{step}", Replayed.position),
            *sheets.routes(all_sheets),
            Mount("/static", StaticFiles(directory=STATIC)),
        ],
        middleware=[Middleware(Guard, hosts=hosts, access=access)],
        exception_handlers={
            ValueError: refuse,
            StoreError: unusable,
            KeyError: not_found,
            HTTPException: tell,
            ClientDisconnect: gone,
        },
    )
    app.state.models = models
    app.state.access = access or ""
    app.state.tables = Tables(data, models, all_sheets)
    return app


def page(name: str) -> Callable[[Request], Awaitable[Response]]:
    """A route's function that sends a page, and a token to a browser that has none."""

    async def answer(request: Request) -> Response:
        response = FileResponse(STATIC / name)
        if not owner_of(request):
            give_token(response, new_token())
        return response

    return answer


async def refuse(request: Request, problem: Exception) -> Response:
    """Say in one line what cannot be done. Status 400 tells a sheet's page not to send the event again."""
    words = str(problem).encode("utf-8", "replace").decode()  # it may repeat letters that no text can hold
    return JSONResponse({"problem": words}, 400 if isinstance(problem, SheetError) else 409)


async def unusable(request: Request, problem: Exception) -> Response:
    """Say in one line that the database cannot be used now. The page may ask again later."""
    return JSONResponse({"problem": str(problem)}, 503)


async def not_found(request: Request, problem: Exception) -> Response:
    """Say that there is no such thing."""
    return JSONResponse({"problem": "there is nothing by this name"}, 404)


async def tell(request: Request, problem: Exception) -> Response:
    """Say why Starlette refuses a request."""
    assert isinstance(problem, HTTPException)
    return JSONResponse({"problem": problem.detail}, problem.status_code)


async def gone(request: Request, problem: Exception) -> Response:
    """Answer a request whose body broke off or was too long."""
    return PlainTextResponse("", 413)


def owner(request: Request) -> str:
    """Who asks.

    Raises:
        HTTPException: for a browser without a token.
    """
    found = owner_of(request)
    if not found:
        raise HTTPException(403, "open a page of this server first; it needs cookies")
    return found


@cache
def card_file(card: int) -> bytes:
    """A card's picture."""
    return card_svg(card).encode()


async def send_card(request: Request) -> Response:
    """A card's picture."""
    card = CARDS[request.path_params["card"]]
    return Response(card_file(card), media_type="image/svg+xml", headers={"Cache-Control": "max-age=86400"})


async def send_games(request: Request) -> Response:
    """All games with their options."""
    return JSONResponse(await asyncio.to_thread(describe_games))


async def send_game(request: Request) -> Response:
    """Who can sit down at a game, and its rules."""
    game = registered_game(request.path_params["game"])
    models = await asyncio.to_thread(request.app.state.models.find, game)
    about = next((part for part in game.page.split("\n\n")[1:] if part.strip()), "")
    people = PEOPLE if max(game.numbers_of_players) > 1 else (ME,)
    told = {"agents": [*people, *agent_names(game, models)], "about": " ".join(about.split()), "page": game.page}
    return JSONResponse(told | {"guide": describe_guide(game)})


async def prepare_game(request: Request) -> Response:
    """Have a game's rules and agents compiled, and answer when they are."""
    owner(request)
    await request.app.state.tables.prepare(registered_game(request.path_params["game"]))
    return JSONResponse({"ready": True})


class Tabled:
    """Requests about tables."""

    @staticmethod
    async def table(request: Request) -> LiveTable:
        """The table of a request."""
        tables: Tables = request.app.state.tables
        return await tables.find(request.path_params["id"])

    @staticmethod
    async def list(request: Request) -> Response:
        """The tables that the browser has made or sits at."""
        return JSONResponse(await asyncio.to_thread(request.app.state.tables.list_of, owner_of(request) or "nobody"))

    @staticmethod
    async def make(request: Request) -> Response:
        """A new table."""
        plan = await asyncio.to_thread(read_plan, await read_json(request), request.app.state.models)
        table = await request.app.state.tables.make(owner(request), plan)
        return JSONResponse({"id": table.id}, 201)

    @staticmethod
    async def send(request: Request) -> Response:
        """What the browser may see of a table now."""
        table = await Tabled.table(request)
        return JSONResponse(await table.message(owner_of(request), request.query_params.get("seat")))

    @staticmethod
    async def delete(request: Request) -> Response:
        """Take a table away."""
        await request.app.state.tables.delete(request.path_params["id"], owner(request))
        return JSONResponse({})

    @staticmethod
    async def events(request: Request) -> Response:
        """All that happens at a table, as server-sent events."""
        table = await Tabled.table(request)
        if table.people.watchers >= MOST_WATCHERS:
            raise HTTPException(429, "too many look at this table")
        stream = follow(table, owner_of(request), request.query_params.get("seat"))
        headers = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}  # a proxy must send events on at once
        return StreamingResponse(stream, media_type="text/event-stream", headers=headers)

    @staticmethod
    async def act(request: Request) -> Response:
        """Something that a person at the table does, or its owner."""
        table, content, who = await Tabled.table(request), await read_json(request), owner(request)
        if not isinstance(content, dict):
            raise ValueError("an object was expected")
        deed = request.path_params["deed"]
        wanted = content.get("seat") if isinstance(content.get("seat"), str) else None
        if deed == "join":
            await table.join(who, content.get("invitation"), content.get("name"))
        elif deed in DEEDS_OF_PEOPLE and (who == table.owner or table.people.seats_of(who)):
            if deed == "play":
                await table.play(who, content.get("action"), content.get("moved"), wanted)
            elif deed == "why":
                words = await table.why_not(who, content.get("zone"), content.get("card"), wanted)
                return JSONResponse({"words": words})
            elif deed == "hint":
                return JSONResponse(vars(await table.hint(who, str(content.get("agent")))))
            elif deed == "stand_in":
                await table.stand_in(who, content.get("away"), content.get("agent"))
            else:
                await table.take_back_seats(who)
        elif who != table.owner:
            raise HTTPException(403, "this is not your table")
        elif deed == "undo":
            await table.undo(content.get("moved"))
        elif deed == "step":
            await table.step()
        elif deed == "pace":
            await table.set_pace(content.get("pace"), content.get("paused"))
        elif deed == "invite":
            invitation = await table.invite(content.get("invited"))
            return JSONResponse({"invitation": invitation, "access": request.app.state.access})
        elif deed == "again":
            made = await request.app.state.tables.make_again(table, content.get("same"), content.get("next_seat"))
            return JSONResponse({"id": made.id}, 201)
        else:
            raise KeyError(deed)
        return JSONResponse(await table.message(who, wanted))


async def follow(table: LiveTable, browser: str, seat: str | None) -> AsyncIterator[str]:
    """A stream of events for one viewer of a table: the table whenever it looks different, and signs of life."""
    table.come(browser)
    last = ""
    try:
        while not table.closed:
            changed = table.changed
            told = json.dumps(await table.message(browser, seat), ensure_ascii=False)
            if told != last:
                yield f"data: {told}\n\n"
                last = told
            try:
                await asyncio.wait_for(changed.wait(), KEEP_ALIVE_S)
            except TimeoutError:
                yield ": still here\n\n"
    finally:
        table.leave(browser)


class Replayed:
    """Requests about replays. The games are over, so nothing is hidden any more."""

    @staticmethod
    async def replay(request: Request) -> Replay:
        """The replay of a request."""
        tables: Tables = request.app.state.tables
        return await tables.find_replay(request.path_params["id"])

    @staticmethod
    async def upload(request: Request) -> Response:
        """Check a replay and keep it."""
        replay = await asyncio.to_thread(Replay.from_json, await request.body())
        return JSONResponse(
            {"id": await asyncio.to_thread(request.app.state.tables.keep_replay, owner(request), replay)}
        )

    @staticmethod
    async def send(request: Request) -> Response:
        """What a replay is of, and its actions in words."""
        replay = await Replayed.replay(request)
        game = replay.find_game()

        def actions() -> list[dict[str, Any]]:
            told, tables = [], replay.tables()
            before = next(tables).copy()
            for action, after in zip(replay.actions, tables, strict=True):
                words = table_sentences(before, replay.names)[action].done
                told.append({"player": before.player, "words": words, "trick": ended_trick(before, after, action)})
                before = after.copy()
            return told

        told = {"title": game.title, "names": replay.names, "scores": replay.scores, "game": game.id}
        return JSONResponse(told | {"actions": await asyncio.to_thread(actions)})

    @staticmethod
    async def position(request: Request) -> Response:
        """The table after so many actions, as a seat sees it."""
        replay = await Replayed.replay(request)
        step, seat = request.path_params["step"], request.query_params.get("seat", "0")
        if step not in map(str, range(len(replay.actions) + 1)) or seat not in map(str, range(replay.num_players)):
            raise KeyError(step, seat)

        def scene(table: Table) -> Scene:
            return table_scene(table, int(seat), replay.names, for_people=True)

        def position(step: int) -> dict[str, Any]:
            after, turns = replay.table(step), {}
            if step and after.num_players > 1:
                before = replay.table(step - 1)
                turns[before.player] = asdict(change_between(before, after, replay.actions[step - 1], scene))
            return scene(after).as_dict() | {"turns": turns}

        return JSONResponse(await asyncio.to_thread(position, int(step)))

    @staticmethod
    async def download(request: Request) -> Response:
        """The replay's file."""
        replay = await Replayed.replay(request)
        headers = {"Content-Disposition": f'attachment; filename="{replay.find_game().id}-{replay.digest()[:8]}.json"'}
        return Response(replay.to_json(), media_type="application/json", headers=headers)
