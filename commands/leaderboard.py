"""``cardzoo leaderboard``."""

from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter
from rich.markup import escape
from rich.table import Table

from cardzoo.commands.terminal import Json, console, print_json, progress_on_stderr

if TYPE_CHECKING:
    from cardzoo.training.evaluation.leaderboard.boards import Board, Bounds, TeamBoard


def leaderboard(
    *arenas: Annotated[Path, Parameter(help="Folders of arenas, such as runs/arena-getaway.")],
    exploited: Annotated[
        Path | None, Parameter(help="File of JSON lines printed by `cardzoo exploit`, to show beside the ratings.")
    ] = None,
    out: Annotated[Path, Parameter(help="Folder to write: pages in Markdown, and index.html.")] = Path("leaderboard"),
    json: Json = False,
) -> None:
    """Make leaderboards from arenas: one page for each game, and one over all games."""
    from cardzoo.envs.extras import check_extra
    from cardzoo.training.evaluation.leaderboard.board_pages import write_pages
    from cardzoo.training.evaluation.leaderboard.boards import Board, check_different, read_bounds

    check_extra("arena", "openskill", "jinja2")
    if not arenas:
        raise ValueError("name the folder of an arena, such as runs/arena-getaway; `cardzoo arena` makes one")
    try:
        bounds = read_bounds(exploited) if exploited else []
    except OSError as problem:
        raise ValueError(f"{exploited} cannot be read: {problem.strerror}") from None
    boards = _make_boards(arenas)
    check_different(zip(arenas, boards, strict=True))
    try:
        file = write_pages(out, boards, bounds)
    except OSError as problem:
        raise ValueError(f"{out} cannot be written: {problem.strerror}; choose another --out") from None
    if json:
        print_json([board.model_dump() for board in boards])
        return
    for board in boards:
        console.print(_table(board, bounds) if isinstance(board, Board) else _team_table(board))
    rated = [board for board in boards if isinstance(board, Board)]
    if len(rated) > 1:
        console.print(_overall(rated))
    console.print(f"pages: {file.parent}; all in one: {file}", highlight=False, soft_wrap=True, markup=False)


def _make_boards(arenas: Sequence[Path]) -> list["Board | TeamBoard"]:
    """Make the boards. Measuring the pace takes about a second an agent, so a bar shows the progress."""
    from cardzoo.training.evaluation.leaderboard.boards import make_board

    boards = []
    with progress_on_stderr() as progress:
        for number, folder in enumerate(arenas):
            done = number / len(arenas)
            show = partial(lambda done, agent: progress.tell(done, f"the pace of {agent}"), done)
            boards.append(make_board(folder, show))
    return boards


def _table(board: "Board", bounds: "Bounds") -> Table:
    from cardzoo.training.evaluation.leaderboard.board_pages import pace_in_words
    from cardzoo.training.evaluation.leaderboard.boards import bound_of
    from cardzoo.training.evaluation.report.tables import coloured

    heading = f"{board.title}: {board.games:,} games of {board.deals:,} deals, with 95 % intervals"
    table = Table("", "agent", title=heading, caption=f"decisions a second of the processor: {escape(board.machine)}")
    for column in ("mean reward", "rating", "decisions\na second", "exploit-\nability", "for-\nfeits"):
        table.add_column(column, justify="right", no_wrap=True)
    for place, entry in enumerate(board.entries, 1):
        bound = bound_of(board, entry.agent, bounds)
        table.add_row(
            str(place),
            escape(entry.agent),
            coloured(entry.payoff, "+.3f"),
            coloured(entry.points, "+.0f"),
            pace_in_words(entry.pace),
            f"{bound.reward:+.3f}" if bound else "",
            f"{entry.forfeits:,}",
        )
    return table


def _team_table(board: "TeamBoard") -> Table:
    from cardzoo.training.evaluation.leaderboard.board_pages import pace_in_words

    heading = f"{board.title}: {board.games:,} games of {board.deals:,} deals, with 95 % intervals"
    table = Table("", "agent", title=heading, caption=f"decisions a second of the processor: {escape(board.machine)}")
    for column in ("points in\nself-play", "mean\ncross-play", "decisions\na second", "for-\nfeits"):
        table.add_column(column, justify="right", no_wrap=True)
    for place, entry in enumerate(board.entries, 1):
        figures = [f"{entry.points:.2f}", f"{entry.cross_play:.3f}", pace_in_words(entry.pace), f"{entry.forfeits:,}"]
        table.add_row(str(place), escape(entry.agent), *figures)
    return table


def _overall(boards: Sequence["Board"]) -> Table:
    from cardzoo.training.evaluation.leaderboard.boards import rate_over_boards
    from cardzoo.training.evaluation.report.tables import coloured

    table = Table("", "agent", title=f"{len(boards)} games with equal weights")
    for column in ("rating", "games", "best in"):
        table.add_column(column, justify="right", no_wrap=True)
    for place, one in enumerate(rate_over_boards(boards), 1):
        rating = coloured(one.points, "+.0f") if one.has_interval else f"{one.points.value:+.0f}"
        table.add_row(str(place), escape(one.agent), rating, str(one.boards), str(one.best))
    return table
