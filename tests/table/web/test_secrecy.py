"""No message leaks hidden information to a seat or an onlooker."""

import asyncio
import json
from dataclasses import replace

import numpy as np
import pytest

from cardzoo.envs import Game
from cardzoo.table.terminal.session import Session
from cardzoo.table.web.choices import Plan
from cardzoo.table.web.live import LiveTable
from cardzoo.table.web.match_sheet import MatchSheet
from cardzoo.table.web.people import People, first_people
from tests.playing import SHARED_CODE

ME, ANOTHER = "my browser", "another browser"
ACTIONS, EVERY = 80, 8


class NoSheet(MatchSheet):
    """A score sheet that stores nothing."""

    def __init__(self):
        self.id = self.problem = ""
        self.names = ()

    def keep(self, hands, result):
        pass


def keep_nothing(*what):
    pass


def new_table(game: Game, *people: int) -> LiveTable:
    """A table with people and random agents; the first of the people has made it."""
    words = {seat: "guest" if number else "me" for number, seat in enumerate(people)}
    seats = tuple(words.get(seat, "random") for seat in range(game.default_players))
    session = (
        Session(game, seats, len(seats), seed=16, others=people) if len(people) > 1 else Session(game, seats, seed=16)
    )
    session.public_log = list  # tested with sessions; it is slow
    plan = Plan(game.id, len(seats), {}, seats, 16, 0.0)
    first = first_people(plan, ME)
    sitting = {seat: replace(person, browser=person.browser or ANOTHER) for seat, person in first.items()}
    several = People(sitting, are_several=len(people) > 1)
    return LiveTable("id", ME, plan, session, {"novice": "novice"}, keep_nothing, NoSheet(), several, keep_nothing)


async def message(table: LiveTable, browser: str) -> str:
    """The present message for a browser about a table."""
    await table.changes.describe()
    return json.dumps(await table.message(browser))


async def walk(table: LiveTable):
    """Random play, as on the server; pauses after every few actions."""
    choose = np.random.default_rng(3)
    for number in range(ACTIONS):
        if table.session.table.over:
            return
        if number % EVERY == 0:
            yield number
        if table.session.waits:
            seat, action = table.session.table.player, int(choose.choice(np.flatnonzero(table.session.table.mask)))
            await table.play(table.people.seats[seat].browser, action, table.game.own_actions[seat])
        else:
            await table.clock.step()


@pytest.mark.views
@pytest.mark.parametrize("game", SHARED_CODE, ids=lambda game: game.name)
def test_messages_are_the_same_whatever_is_hidden_from_those_who_get_them(game):
    """The owner's messages depend on no card hidden from the own seat, the others' on none hidden from any seat."""
    players = game.default_players

    async def check() -> None:
        table = new_table(game, players - 1)
        async for number in walk(table):
            for browser, seat in ((ME, players - 1), (ANOTHER, number // EVERY % players)):
                true, sent = table.session.table, await message(table, browser)
                table.session.table = true.redeal(seat, number)
                assert await message(table, browser) == sent
                table.session.table = true
            seen = json.loads(sent)
            assert (seen["viewer"], seen["scene"]["moves"], seen["hints"]) == ("public", [], [])

    asyncio.run(check())


@pytest.mark.views
@pytest.mark.parametrize("game", [game for game in SHARED_CODE if game.default_players > 1], ids=lambda game: game.name)
def test_each_of_several_people_is_told_nothing_that_the_own_seat_cannot_know(game):
    people = {ME: game.default_players - 1, ANOTHER: 0}

    async def check() -> None:
        table = new_table(game, *people.values())
        async for number in walk(table):
            for browser, seat in people.items():
                true, sent = table.session.table, await message(table, browser)
                assert json.loads(sent)["viewer"] == str(seat)
                table.session.table = true.redeal(seat, number)
                assert await message(table, browser) == sent
                table.session.table = true

    asyncio.run(check())
