"""Routes of the replays. Their games are over, so nothing is hidden any more."""

import asyncio
from dataclasses import asdict
from itertools import islice
from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from cardzoo.envs.engine import Table
from cardzoo.envs.replay import Replay
from cardzoo.envs.scene import Scene, find_layout, follow_real_cards, table_scene, table_sentences
from cardzoo.table.terminal.session import change_between, ended_trick
from cardzoo.table.web.security import require_owner
from cardzoo.table.web.tables import Tables


def routes() -> list[Route]:
    """Routes of the replays."""
    return [
        Route("/api/replays", upload_replay, methods=["POST"]),
        Route("/api/replays/{id}", send_replay),
        Route("/api/replays/{id}/file", download_replay),
        Route("/api/replays/{id}/{step}", send_position),
    ]


async def find_replay(request: Request) -> Replay:
    """The replay of a request."""
    tables: Tables = request.app.state.tables
    return await tables.find_replay(request.path_params["id"])


async def upload_replay(request: Request) -> Response:
    """Check and store a replay."""
    replay = await asyncio.to_thread(Replay.from_json, await request.body())
    tables: Tables = request.app.state.tables
    return JSONResponse({"id": await asyncio.to_thread(tables.keep_replay, require_owner(request), replay)})


async def send_replay(request: Request) -> Response:
    """Title, names and points of a replay, and its actions in words."""
    replay = await find_replay(request)
    game = replay.find_game()

    def describe_actions() -> list[dict[str, Any]]:
        actions, tables = [], replay.tables()
        before = next(tables).copy()
        for action, after in zip(replay.actions, tables, strict=True):
            words = table_sentences(before, replay.names)[action].done
            actions.append({"player": before.player, "words": words, "trick": ended_trick(before, after, action)})
            before = after.copy()
        return actions

    points = [find_layout(game).points(score) for score in replay.scores]
    summary = {"title": game.title, "names": replay.names, "scores": points, "game": game.id}
    return JSONResponse(summary | {"actions": await asyncio.to_thread(describe_actions)})


async def send_position(request: Request) -> Response:
    """The table after a number of actions, as a seat sees it."""
    replay = await find_replay(request)
    step, seat = request.path_params["step"], request.query_params.get("seat", "0")
    if step not in map(str, range(len(replay.actions) + 1)) or seat not in map(str, range(replay.num_players)):
        raise KeyError(step, seat)

    def position(step: int) -> dict[str, Any]:
        positions = follow_real_cards(replay.tables(), replay.actions, replay.seed)
        found = [(table.copy(), cards) for table, cards in islice(positions, max(step - 1, 0), step + 1)]
        cards_of = dict(found)

        def scene(table: Table) -> Scene:
            return table_scene(table, int(seat), replay.names, for_people=True, cards=cards_of[table])

        (before, _), (after, _) = found[0], found[-1]
        turns = {}
        if step and after.num_players > 1:
            turns[before.player] = asdict(change_between(before, after, replay.actions[step - 1], scene))
        return scene(after).as_dict() | {"turns": turns}

    return JSONResponse(await asyncio.to_thread(position, int(step)))


async def download_replay(request: Request) -> Response:
    """The file of a replay."""
    replay = await find_replay(request)
    headers = {"Content-Disposition": f'attachment; filename="{replay.find_game().id}-{replay.digest()[:8]}.json"'}
    return Response(replay.to_json(), media_type="application/json", headers=headers)
