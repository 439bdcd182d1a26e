"""No message tells a seat, or those who look on, what they may not know."""

import json

import numpy as np
import pytest

from cardzoo.envs.scene import BACK, EMPTY, table_scene
from cardzoo.training.play.session import Session
from cardzoo.training.web.messages import PUBLIC, describe_table, public_names, scene_for
from tests.playing import GAMES, few

ACTIONS = few(120, 15)


def random_game(game, me: int):
    """A session in which all seats play at random; it stops before each action."""
    players = game.default_players
    seats = ["me" if seat == me else "random" for seat in range(players)]
    session = Session(game, seats, players, seed=16)
    choose = np.random.default_rng(3)
    for _ in range(ACTIONS):
        yield session
        if session.table.over:
            return
        action = int(choose.choice(np.flatnonzero(session.table.mask)))
        if session.is_mine:
            session.play(action)
        else:
            session.play_agent(action)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_a_seat_s_messages_are_the_same_whatever_is_hidden_from_it(game):
    me = game.default_players - 1
    for number, session in enumerate(random_game(game, me)):
        if session.table.over:
            break
        told = json.dumps(describe_table(session, str(me)))
        true = session.table
        session.table = true.redeal(me, number)
        assert json.dumps(describe_table(session, str(me))) == told
        session.table = true


@pytest.mark.parametrize("game", [game for game in GAMES if game.default_players > 1], ids=lambda game: game.name)
def test_those_who_look_on_see_only_what_every_seat_sees(game):
    for session in random_game(game, 0):
        if session.table.over:
            break
        names = public_names(session)
        seats = [table_scene(session.table, seat, names) for seat in range(session.table.num_players)]
        told = describe_table(session, PUBLIC)
        assert (told["log"], told["scene"]["moves"]) == ([], [])
        for zone in scene_for(session, PUBLIC).zones():
            for seen in seats:
                (same,) = [other for other in seen.zones() if other.id == zone.id]
                faces = [card for card in zone.cards if card not in (BACK, EMPTY)]
                assert all(faces.count(card) <= same.cards.count(card) for card in faces)
                assert all(line in same.lines for line in zone.lines)
                assert zone.note in ("", same.note)
