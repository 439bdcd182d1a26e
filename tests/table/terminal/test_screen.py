"""The screen of ``cardzoo play``, driven by keys and clicks."""

import asyncio
import subprocess
import sys
import time
from collections.abc import Awaitable, Callable

import pytest
from textual.widgets import Input, OptionList, Static

from cardzoo.envs import find_game
from cardzoo.envs.engine import INTERPRETED
from cardzoo.table.terminal.screen import PlayApp, Rules
from cardzoo.table.terminal.session import Session

CAPTURE = 6  # seed of a deal of Cassino in which the first player can capture
LONG_S = 300  # seconds after which an expected event is overdue

pytestmark = pytest.mark.skipif(INTERPRETED, reason="it is about no rules, and plays whole games")


def drive(session: Session, steps: Callable[..., Awaitable[None]], size: tuple[int, int] = (80, 40)) -> None:
    async def run() -> None:
        app = PlayApp(session, pace=0)
        async with app.run_test(size=size) as pilot:
            await settle(app, pilot)
            await steps(app, pilot)

    asyncio.run(run())


async def settle(app, pilot):
    """Wait until the agents have played and all is drawn."""
    await app.workers.wait_for_complete()
    await pilot.pause()


async def until(pilot, holds: Callable[[], bool]) -> None:
    """Wait for the effect of a key or a click, which may be late on a busy machine."""
    async with asyncio.timeout(LONG_S):
        while not holds():
            await pilot.pause(0.01)


def text_of(app, name: str) -> str:
    return str(app.query_one(name, Static).content)


def listed(app) -> list[str]:
    return [str(option.prompt) for option in app.query_one("#moves", OptionList).options]


def test_after_a_hand_the_table_waits_with_open_cards_until_the_person_goes_on():
    async def steps(app, pilot):
        session = app.session
        while not session.hands:
            assert not app.rests
            app.play(app.moves()[0])
            await settle(app, pilot)
        assert listed(app) == ["Next hand"]
        assert text_of(app, "#status").startswith("Hand 1: ")
        assert app.moves() == ()
        before = len(session.log)
        await settle(app, pilot)
        assert len(session.log) == before  # no agent plays on
        await pilot.press("enter")
        await until(pilot, lambda: not app.rests)
        await settle(app, pilot)
        assert "Next hand" not in listed(app)
        assert session.is_mine

    drive(Session(find_game("gin_rummy"), ["me", "novice"], seed=2), steps)


def test_typing_narrows_the_list_and_enter_plays():
    async def steps(app, pilot):
        assert app.session.is_mine
        assert listed(app) == [move.says for move in app.session.scene().moves]
        await pilot.press(*"7s")
        await until(pilot, lambda: listed(app) == ["Play 7♠"])
        await pilot.press("enter")
        await until(pilot, lambda: "You played 7♠" in text_of(app, "#log"))
        await settle(app, pilot)
        mine = [line.words for line in app.session.log if line.player == app.session.me]
        assert mine == ["play 7♠"]
        assert app.query_one("#filter", Input).value == ""

    drive(Session(find_game("getaway"), ["me"], seed=3), steps)


def test_what_matches_no_move_is_answered():
    async def steps(app, pilot):
        await pilot.press(*"zzz")
        await until(pilot, lambda: text_of(app, "#status") == "No move matches “zzz”.")
        await pilot.press("escape")
        await until(pilot, lambda: text_of(app, "#status").startswith("Your turn"))

    drive(Session(find_game("black_hole"), seed=5), steps)


def test_cards_to_pass_are_chosen_in_any_order_and_taken_back():
    async def steps(app, pilot):
        moves = {move.says.removeprefix("Pass "): move for move in app.moves()}
        for card, chosen in (("5♠", 1), ("K♣", 2), ("5♠", 1), ("6♥", 2)):
            app.play(moves[card])
            assert f"{chosen} of 3 chosen" in text_of(app, "#status")
            assert app.session.log == []
        assert sum(words.startswith("✓") for words in listed(app)) == 2
        app.play(moves["10♠"])
        passed = [line.words for line in app.session.log if line.player == app.session.me]
        assert sorted(passed) == ["pass 10♠", "pass 6♥", "pass K♣"]

    drive(Session(find_game("hearts"), ["me"], seed=11), steps)


def test_a_capture_is_one_move():
    async def steps(app, pilot):
        capture = next(move for move in app.moves() if move.says.startswith("Capture "))
        assert capture.then  # its other actions
        app.play(capture)
        await settle(app, pilot)
        assert f"You {capture.says.replace('Capture', 'captured')}" in text_of(app, "#log")

    drive(Session(find_game("cassino"), ["me"], seed=CAPTURE), steps, (140, 50))


@pytest.mark.parametrize("thinks", ["play_agent", "hint"])
def test_the_program_may_end_while_an_agent_thinks(monkeypatch, thinks):
    think = getattr(Session, thinks)
    thoughts = []

    async def steps(app, pilot):
        def think_long(*args):
            while app.is_running:
                time.sleep(0)
            thoughts.append(think(*args))

        monkeypatch.setattr(Session, thinks, think_long)
        app.play(app.moves()[0]) if thinks == "play_agent" else app.action_hint()
        await pilot.pause(0.1)
        assert app.thinking
        assert not thoughts

    drive(Session(find_game("getaway"), ["me"], seed=11), steps)
    assert thoughts


def test_enter_plays_nothing_that_was_not_chosen():
    async def steps(app, pilot):
        assert len(listed(app)) > 1
        await pilot.press("enter")
        await until(pilot, lambda: "Type a part of a move" in text_of(app, "#status"))
        assert app.session.log == []

    drive(Session(find_game("black_hole"), seed=5), steps)


def test_the_status_tells_what_the_phase_asks():
    async def steps(app, pilot):
        assert text_of(app, "#status").startswith("Your turn: play a card to the trick")

    drive(Session(find_game("getaway"), ["me", "random", "random"], seed=7), steps)


@pytest.mark.parametrize("size", [(80, 24), (140, 40)])
def test_a_click_plays_and_f3_takes_back(size):
    async def steps(app, pilot):
        before = text_of(app, "#picture")
        first = listed(app)[0]
        await pilot.click("#moves", offset=(3, 0))
        await until(pilot, lambda: text_of(app, "#picture") != before)
        assert [line.sentence.to_do for line in app.session.log] == [first]
        await settle(app, pilot)
        await pilot.press("f3")
        await until(pilot, lambda: text_of(app, "#picture") == before)
        assert app.session.log == []
        await pilot.press("f3")
        await until(pilot, lambda: "Nothing can be taken back" in text_of(app, "#status"))

    drive(Session(find_game("black_hole"), seed=5), steps, size)


def test_arrows_mark_another_move():
    async def steps(app, pilot):
        second = listed(app)[1]
        await pilot.press("down", "enter")
        await until(pilot, lambda: len(app.session.log) == 1)
        assert app.session.log[0].sentence.to_do == second

    drive(Session(find_game("black_hole"), seed=5), steps)


def test_hints_come_from_one_agent_after_the_other():
    async def steps(app, pilot):
        for name in ("expert", "novice"):
            await pilot.press("f2")
            await until(pilot, lambda name=name: f"{name.capitalize()} suggests" in text_of(app, "#status"))
            await settle(app, pilot)
            status = text_of(app, "#status")
            marked = app.query_one("#moves", OptionList).highlighted
            assert status == f"{name.capitalize()} suggests: {listed(app)[marked]}"

    drive(Session(find_game("getaway"), ["me"], seed=3), steps)


def test_the_rules_can_be_read_and_left():
    async def steps(app, pilot):
        await pilot.press("f1")
        await until(pilot, lambda: isinstance(app.screen, Rules))
        await pilot.press("escape")
        await until(pilot, lambda: not isinstance(app.screen, Rules))

    drive(Session(find_game("black_hole"), seed=5), steps)


def test_the_agents_play_on_while_the_rules_are_read():
    async def run() -> None:
        app = PlayApp(Session(find_game("getaway"), ["novice"], num_players=3, seed=3), pace=0.2)
        async with app.run_test(size=(80, 24)) as pilot:
            await pilot.press("f1")
            await until(pilot, lambda: isinstance(app.screen, Rules))
            before = len(app.session.log)
            while len(app.session.log) < before + 3:
                assert not app.session.table.over
                await pilot.pause(0.01)
            assert isinstance(app.screen, Rules)
            await pilot.resize_terminal(130, 50)
            await pilot.press("pagedown", "down", "up", "pageup", "f1")
            await until(pilot, lambda: not isinstance(app.screen, Rules))

    asyncio.run(run())


def test_a_high_table_leaves_room_for_the_moves_and_can_be_scrolled():
    async def steps(app, pilot):
        table, moves = app.query_one("#table"), app.query_one("#moves", OptionList)
        assert table.max_scroll_y > 0
        assert moves.size.height >= 4
        await pilot.press("pagedown")
        await until(pilot, lambda: table.scroll_y > 0)

    drive(Session(find_game("superfecta"), ["me", "random"], num_players=8, seed=3), steps, (80, 24))


@pytest.mark.parametrize("size", [(120, 40), (100, 40)], ids=["beside", "below"])
def test_the_log_takes_the_lines_that_the_table_and_the_moves_leave(size):
    async def steps(app, pilot):
        table, lines = app.query_one("#table"), text_of(app, "#log").splitlines()
        assert len(app.session.log) > len(lines) > 8
        free = app.size.height - table.size.height - len(lines)
        assert free <= (2 if size[0] == 120 else 12)
        last = app.session.log[-1]
        assert lines[-1].startswith(app.session.names[last.player])

    drive(Session(find_game("getaway"), ["novice"], num_players=3, seed=3), steps, size)


def test_a_game_that_is_watched_ends_with_scores_and_another_one_can_be_dealt():
    async def steps(app, pilot):
        assert app.session.table.over
        assert "The game is over: 1. " in text_of(app, "#status")
        assert listed(app) == []
        await pilot.press("f5")
        await until(pilot, lambda: "seen by Hugo" in text_of(app, "#picture"))
        await pilot.press("f4")
        await until(pilot, lambda: "2 games, came first" in text_of(app, "#status"))

    drive(Session(find_game("getaway"), ["novice"], num_players=3, seed=3), steps)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("getway",), "did you mean 'getaway'?"),
        (("getaway", "--seats", "me,expret,random"), "did you mean 'expert'?"),
        (("getaway", "--set", "takers=all"), "takers"),
        (("getaway", "--pace", "-1"), "--pace must be 0 or more seconds, got -1"),
        (("getaway",), "play needs a terminal"),
    ],
)
def test_errors_are_one_line(arguments, words):
    command = [sys.executable, "-m", "cardzoo", "play", *arguments]
    done = subprocess.run(command, capture_output=True, text=True, timeout=300, check=False)
    assert done.returncode == 2
    last = done.stderr.strip().splitlines()[-1]
    assert last.startswith("cardzoo: ")
    assert words in last
