"""A trained agent whose card names options refuses tables with other ones, in every use."""

import re
from dataclasses import replace
from types import SimpleNamespace

import pytest

from cardzoo.agents import check_table, find_agent
from cardzoo.agents.trained import shipped
from cardzoo.envs import find_game
from cardzoo.envs.policies.models import save_model
from cardzoo.envs.single import SingleSeat, VectorSeats
from cardzoo.table.terminal.session import Session
from cardzoo.training.config import load_config
from cardzoo.training.evaluation.arena.contest import enter
from cardzoo.training.evaluation.duplicate import compare
from cardzoo.training.exploit.probe import Probe
from cardzoo.training.tables.self_play import SelfPlay
from tests.agents.small_model import drawn_model
from tests.command import command

GAME = find_game("cactus")
OTHER = {"memory_aid": False}
REFUSED = "^cactus: memory_aid must be True for trained, got False; set memory_aid=True, or name another agent$"


@pytest.fixture(autouse=True)
def trained(monkeypatch, tmp_path):
    """Ships an agent for an option that is not the default."""
    card, network = drawn_model(GAME)
    save_model(tmp_path / str(GAME.default_players), replace(card, options={"memory_aid": True}), network)
    monkeypatch.setattr("cardzoo.envs.policies.shipped.parts_of", lambda game: SimpleNamespace(trained=tmp_path))
    return shipped(GAME)


def learn_against_it(options):
    settings = ["opponents.scripted=[trained]", "tables=4", *(f"options.{name}={options[name]}" for name in options)]
    return SelfPlay(GAME, load_config("cactus", settings=settings), threads=1, all_seats=True)


@pytest.mark.parametrize(
    "seat_it",
    [
        lambda options: SingleSeat("cactus", opponents="trained", **options),
        lambda options: VectorSeats("cactus", 2, opponents="trained", **options),
        lambda options: compare(GAME, find_agent("trained", GAME), find_agent("novice", GAME), 2, options=options),
        lambda options: compare(GAME, find_agent("novice", GAME), find_agent("trained", GAME), 2, options=options),
        lambda options: check_table([find_agent("search:2,trained", GAME)], GAME.blank(**options)),
        lambda options: enter(GAME, ["novice", "trained"], options=options),
        lambda options: Probe(GAME, find_agent("trained", GAME), 1, options=options),
        lambda options: Session(GAME, ["trained"], options=options),
        learn_against_it,
    ],
    ids=["single seat", "vector", "evaluate", "as an opponent", "search", "arena", "exploit", "table", "training"],
)
def test_a_trained_agent_refuses_other_options_than_its_card_names(seat_it):
    seat_it({"memory_aid": True})
    with pytest.raises(ValueError, match=REFUSED):
        seat_it(OTHER)


def test_options_that_the_card_does_not_name_are_free(trained):
    trained.sit_down(GAME.blank(memory_aid=True, hands=4))


def test_where_the_trained_agent_cannot_play_it_is_neither_a_hint_nor_a_response():
    session = Session(GAME, ["novice"], options=OTHER)
    assert "trained" not in session.hint_names()
    probe = Probe(GAME, find_agent("novice", GAME), 1, options=OTHER)
    assert "copy" not in probe.recipes
    assert "trained as it is" not in [response.name for response in probe._candidates()]


def test_tables_on_the_terminal_name_the_options_that_the_card_brings():
    words = ("cactus", "trained", "--against", "novice", "--deals", "2")
    assert "Cactus, memory_aid = True: trained on duplicate deals" in command("evaluate", *words).out


def test_a_run_that_could_not_be_measured_against_it_is_refused_before_it_begins(tmp_path):
    words = ("train", "cactus", "--set", "evaluation.opponents=[trained]", "--set", "options.memory_aid=false")
    refusal = command(*words, "--out", str(tmp_path / "run")).refusal
    assert re.search(REFUSED.strip("^$"), refusal)
