"""Plays the leaderboards of all games, and makes their pages.

Run as ``python -m results.ranked [game ...] [--deals 400] [--minutes 1] [--workers 2]``; then ``make docs``. Each line
of ``results/ranked.jsonl`` is a `Board` and the digest ``played`` of `results.played`. Games are kept in
``runs/ranked``, and the same command resumes with the missing deals. A line holds the settings of its board (game,
players, agents, weights, seed, deals), so that it can be made again elsewhere.

All agents of a game play the same deals: the compiled ones, the trained one if there is one, `SEARCH` if at least
`FEWEST` deals with it fit into the minutes, and the entrants in ``results/entrants.jsonl``, see
``docs/how-to/leaderboard.md``.
"""

import argparse
import hashlib
import json
import time
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path

from pydantic import TypeAdapter

from cardzoo.envs import IDS, Game, find_game
from cardzoo.envs.files.lock import LOCK, lock
from cardzoo.envs.files.whole import write_file
from cardzoo.envs.policies.shipped import own_agents
from cardzoo.training.evaluation.arena.arena import Arena, local_hands
from cardzoo.training.evaluation.arena.contest import Contest, enter, hash_weights
from cardzoo.training.evaluation.arena.results import Results
from cardzoo.training.evaluation.leaderboard.board_pages import INDEX, Scores, make_pages, markdown_files, page_name
from cardzoo.training.evaluation.leaderboard.boards import AnyBoard, Board, Bounds, TeamBoard, make_board, read_bounds
from cardzoo.training.evaluation.workers import work_beside
from results import benchmarked
from results.played import digest_of_row

FOLDER = Path(__file__).parent
FILE = FOLDER / "ranked.jsonl"
ENTRANTS = FOLDER / "entrants.jsonl"
EXPLOITED = FOLDER / "exploited.jsonl"
RUNS = FOLDER.parent / "runs/ranked"

SEARCH = "search:50"
DEALS = 400
FEWEST = 30  # fewest deals of a board
SECONDS = 60.0  # processor seconds for agents without search
AHEAD = 2  # games that wait or run, for each worker

GUIDE = (
    "[How to add your own agent](../how-to/leaderboard.md#send-an-agent). `python -m results.ranked` plays "
    "the games, and continues with more deals."
)

Job = tuple[str, int, float]
"""A game's id, deals, minutes."""


class Ranked(Board):
    """A board in the file.

    Attributes:
        played: digest of games between the game's agents; it changes if they do.
    """

    played: str


class RankedTeams(TeamBoard):
    """A board of a cooperative game in the file; ``played`` is that of `Ranked`."""

    played: str


AnyRanked = Ranked | RankedTeams
_LINES: TypeAdapter[AnyRanked] = TypeAdapter(AnyRanked)


def read() -> dict[str, AnyRanked]:
    """The boards in the file, by the games' ids."""
    lines = FILE.read_text(encoding="utf-8").splitlines() if FILE.exists() else []
    boards = [_LINES.validate_json(line) for line in lines]
    return {board.game: board for board in boards}


def write(boards: Mapping[str, AnyRanked]) -> None:
    """Write all boards, in the order of the games."""
    write_file(FILE, "".join(boards[id].line() + "\n" for id in IDS if id in boards).encode())


def entrants(game: Game, players: int) -> list[str]:
    """Names of the submitted agents for a game and number of players."""
    lines = map(json.loads, ENTRANTS.read_text(encoding="utf-8").splitlines() if ENTRANTS.exists() else [])
    return [line["agent"] for line in lines if line["game"] == game.id and players in line["players"]]


def contests(game: Game, minutes: float) -> Iterator[tuple[Contest, float]]:
    """The contests of a game and their seconds: first without search, then with it for the minutes."""
    players = int(game.blank()["num_players"][0])
    own, others = own_agents(game, players), entrants(game, players)
    yield enter(game, [*own, *others], players), SECONDS
    if minutes > 0:
        yield enter(game, [*own, SEARCH, *others], players), minutes * 60


def play(job: Job) -> str | None:
    """Play a game's arenas within the minutes; gives the line, or None if there were too few deals."""
    id, deals, minutes = job
    game, found = find_game(id), None
    for contest, seconds in contests(game, minutes):
        played = digest_of_row({"id": id, "players": contest.num_players, "options": dict(contest.options)})
        identity = json.dumps([contest.identity(), played], sort_keys=True)  # changed agents get a new folder
        folder = RUNS / f"{game.name}-{hashlib.sha256(identity.encode()).hexdigest()[:8]}"
        folder.mkdir(parents=True, exist_ok=True)
        with lock(folder / LOCK):
            results = Results(folder, contest)
            _play_on(Arena(results, deals, local_hands(contest, 1)), seconds)
            if len(results) >= FEWEST:
                found = folder
    if found is None:
        return None
    best = make_board(found)
    kind = RankedTeams if isinstance(best, TeamBoard) else Ranked
    return kind(**best.model_dump(), played=digest_of(best)).line()


def _play_on(arena: Arena, seconds: float) -> None:
    """Play until the processor seconds are over, or too few deals would fit into them."""
    progress = arena.play()
    next(progress)
    first = next(progress, None)  # after it all is compiled
    start = time.process_time()
    for deals in progress if first is not None else ():
        spent = time.process_time() - start
        if spent > seconds or spent * (FEWEST - first) > seconds * (deals - first):
            break


def replaces(new: AnyRanked, old: AnyRanked | None) -> bool:
    """Returns whether a board replaces an older one: with other agents, or at least as many deals."""
    made = ("agents", "weights", "cardzoo", "played")
    return old is None or any(getattr(new, name) != getattr(old, name) for name in made) or new.deals >= old.deals


def keep(board: AnyRanked) -> None:
    """Write a board into the file as it is now, if it replaces the older one."""
    boards = read()
    if replaces(board, boards.get(board.game)):
        write(boards | {board.game: board})


def bounds() -> Bounds:
    """Bounds of the agents' exploitability."""
    return read_bounds(EXPLOITED) if EXPLOITED.exists() else []


def pages() -> dict[str, str]:
    """The texts of all pages and pictures, by the names of the files in docs/leaderboard."""
    boards = list(read().values())
    if not boards:
        return {}
    games = {page_name(board): find_game(board.game).name for board in boards}
    made = []
    means = {result.agent: result.summary()["iqm"] for result in benchmarked.read_agents()}
    scores = Scores(benchmarked.SUITE, "../reference/benchmark.md", means)
    for page in make_pages(boards, bounds(), scores):
        game = games.get(page.name)  # none of the index
        first = f"[All leaderboards]({INDEX}.md) · [the game](../games/{game}.md)" if game else GUIDE
        made.append(replace(page, parts=[first, *page.parts]))
    return markdown_files(made)


def digest_of(board: AnyBoard) -> str:
    """The digest of a board: games between the agents of the game."""
    return digest_of_row({"id": board.game, "players": board.players, "options": board.options})


def is_stale(game: Game) -> bool:
    """Returns whether a game's agents or their weights have changed since its board was made."""
    board = read().get(game.id)
    return board is not None and (has_other_weights(board) or board.played != digest_of(board))


def has_other_weights(board: AnyBoard) -> bool:
    """Returns whether an agent's weights have changed since the board was made."""
    return board.weights != hash_weights(find_game(board.game), board.players, board.agents, board.options)


def main() -> None:
    """Play the games, and write the boards."""
    parser = argparse.ArgumentParser(description="Plays the leaderboards of games.")
    parser.add_argument("games", nargs="*", default=IDS, help="names or ids of games; all by default")
    parser.add_argument("--deals", type=int, default=DEALS, help="number of deals of each game")
    parser.add_argument(
        "--minutes", type=float, default=1.0, help="processor minutes for each game with search; 0: without search"
    )
    parser.add_argument("--workers", type=int, default=1, help="number of processes")
    arguments = parser.parse_args()
    games = [find_game(name).id for name in arguments.games]
    jobs = [(id, arguments.deals, arguments.minutes) for id in games]
    for id, line in zip(games, work_beside(play, jobs, arguments.workers, AHEAD), strict=True):
        board = _LINES.validate_json(line) if line else None
        if board:
            keep(board)
        result = f"{board.deals:,} deals of {', '.join(board.agents)}" if board else "too few deals"
        print(f"{id}: {result}", flush=True)


if __name__ == "__main__":
    main()
