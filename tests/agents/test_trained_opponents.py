"""A trained agent inside the batch step: by its name in single-learner views, and beside networks of other sizes."""

import pickle
from types import SimpleNamespace

import numpy as np
import pytest

from cardzoo.agents import bots
from cardzoo.agents.trained import TrainedAgent, shipped
from cardzoo.envs import find_game
from cardzoo.envs.batch import Batch
from cardzoo.envs.engine.kernels import FIRST_NETWORK
from cardzoo.envs.policies.models import ModelError, save_model
from cardzoo.envs.registry import parts_of
from cardzoo.envs.single import SingleSeat, VectorSeats
from cardzoo.training.config import load_config
from cardzoo.training.tables.self_play import SelfPlay
from tests.agents.small_model import drawn_model

GAME = find_game("kuhn_poker")
OPPONENTS = ["opponents.scripted=[trained]", "opponents.self_share=0.0", "opponents.pool_share=0.5"]

PARTS_OF = "cardzoo.envs.policies.shipped.parts_of"


@pytest.fixture(params=["", "novice"])
def brought(monkeypatch, tmp_path, request):
    """Ships an agent with random weights for the game, with an advisor or none; it takes its likeliest actions."""
    save_model(tmp_path / "trained" / str(GAME.default_players), *drawn_model(GAME, (8,), advisor=request.param))
    monkeypatch.setattr(PARTS_OF, lambda game: SimpleNamespace(trained=tmp_path / "trained"))
    return shipped(GAME)


@pytest.mark.parametrize(
    ("players", "name", "message"),
    [
        (2, "traned", "there is no agent 'traned' for kuhn_poker and no such model folder; did you mean 'trained'?"),
        (2, "champion", "known: random, novice, expert, trained"),
        (3, "champion", "known: random, novice, expert"),  # the trained agent plays against one other
    ],
)
def test_an_unknown_opponent_is_told_whom_there_is(players, name, message):
    with pytest.raises(ValueError, match="there is no agent") as error:
        SingleSeat("kuhn_poker", num_players=players, opponents=name)
    assert str(error.value).endswith(message)


def rewards(batch, networks, sizes, greedy, place):
    """Rewards of tables at which one of several networks has the second seat."""
    batch.set_networks(networks, sizes, greedy, "flat")
    batch.actors[:, 1] = FIRST_NETWORK + place
    batch.reset(3)
    got = []
    for _ in range(12):
        batch.step(batch.sample_actions())
        got.append(batch.rewards.copy())
    return np.array(got)


def test_networks_of_other_sizes_and_encodings_play_beside_each_other_as_alone():
    batch = Batch(GAME, 16, encoding="planes", threads=1, bots=bots(GAME))
    networks = [drawn_model(GAME, hidden, seed)[1] for seed, hidden in enumerate([(8,), (3, 5)])]
    together = [one.parameters for one in networks], [one.sizes for one in networks], [True, False]
    games = [rewards(batch, *together, place) for place in range(2)]
    for place, greedy in enumerate([True, False]):
        alone = [networks[place].parameters], networks[place].sizes, greedy
        assert np.array_equal(games[place], rewards(batch, *alone, 0))
    assert not np.array_equal(*games)


def test_networks_that_do_not_fit_are_refused():
    batch = Batch(GAME, 2)
    with pytest.raises(ValueError, match=r"networks must lead from .* actions, got 3 and 4"):
        batch.set_networks([np.zeros(16)], (3, 4))
    network = drawn_model(GAME)[1]
    with pytest.raises(ValueError, match="sizes must be of 2 networks, got 1"):
        batch.set_networks([network.parameters] * 2, [network.sizes])
    with pytest.raises(ValueError, match=r"a network of .* must have \d+ parameters, got 16"):
        batch.set_networks([np.zeros(16)], network.sizes)


@pytest.mark.parametrize("encoding", ["flat", "planes"])
def test_the_trained_agent_plays_as_an_opponent_what_it_plays_when_asked(brought, encoding):
    env = SingleSeat(GAME.id, opponents="trained", encoding=encoding)
    generator = np.zeros(1, env.tables.batch._generators.dtype)
    for seed in range(12):
        _, info = env.reset(seed=seed)
        table = env.tables.table(0)
        table.refresh()
        ended = False
        while not ended:
            action = int(np.flatnonzero(info["action_mask"])[seed % 2])
            after = table.copy()
            after.step(action)
            while not after.over and after.player == 1:
                after.step(brought.act(after.view(1), after.mask, generator))
            _, _, ended, _, info = env.step(action)
            if not ended:
                assert env.tables.table(0).snapshot() == after.snapshot()
                table = after
        assert info["score"] == after.scores()[0]


def test_a_vector_of_games_with_a_trained_opponent_is_the_same_out_of_a_pickle(brought):
    envs = VectorSeats(GAME.id, 4, opponents="trained", encoding="planes", threads=1)
    envs.reset(seed=1)
    other = pickle.loads(pickle.dumps(envs))
    for _ in range(6):
        actions = envs.tables.batch.sample_actions()
        assert np.array_equal(envs.step(actions)[1], other.step(actions)[1])


def test_a_learner_meets_the_trained_agent_beside_snapshots_of_another_size(brought):
    settings = [*OPPONENTS, "opponents.pool_size=1", "learning.hidden=[3]", "tables=16"]
    tables = SelfPlay(GAME, load_config(GAME.name, settings=settings), threads=1, all_seats=False)
    tables.reset(0)
    tables.add_snapshot(drawn_model(GAME, (3,), seed=1)[1])
    tables.set_present(drawn_model(GAME, (3,), seed=2)[1])
    for _ in range(20):
        tables.step(tables.batch.sample_actions())
    assert tables.report()["won"].keys() == {"trained", "pool"}
    assert {FIRST_NETWORK, FIRST_NETWORK + 2} <= set(tables.batch.actors.ravel().tolist())
    assert np.array_equal(tables.batch._networks[2], brought.network.parameters)


def test_a_learner_that_sees_something_else_than_the_trained_agent_cannot_meet_it(brought):
    config = load_config(GAME.name, settings=[*OPPONENTS, "encoding=tokens"])
    with pytest.raises(ValueError, match="trained agent sees 'flat', and the learner must see the same"):
        SelfPlay(GAME, config, threads=1, all_seats=False)


@pytest.fixture
def advised(monkeypatch, tmp_path):
    """Ships an agent for the game whose advisor is the expert."""
    save_model(tmp_path / "trained" / str(GAME.default_players), *drawn_model(GAME, (8,), advisor="expert"))
    monkeypatch.setattr(PARTS_OF, lambda game: SimpleNamespace(trained=tmp_path / "trained"))
    return shipped(GAME)


@pytest.mark.parametrize("advisor", ["null", "expert"])
def test_a_learner_meets_an_advised_agent_whether_it_has_that_advisor_or_none(advised, advisor):
    settings = [*OPPONENTS, f"advisor={advisor}", "warm_start.agent=null", "learning.hidden=[3]"]
    tables = SelfPlay(GAME, load_config(GAME.name, settings=[*settings, "tables=16"]), threads=1, all_seats=True)
    tables.reset(0)
    for _ in range(20):
        tables.step(tables.batch.sample_actions())
    assert tables.report()["won"].keys() == {"trained"}


def test_a_learner_with_another_advisor_than_the_trained_agent_cannot_meet_it(advised):
    config = load_config(GAME.name, settings=[*OPPONENTS, "advisor=novice"])
    with pytest.raises(ValueError, match="has the advisor 'expert', and the learner cannot have another"):
        SelfPlay(GAME, config, threads=1, all_seats=True)


def test_a_game_from_outside_brings_its_trained_agent_along(tmp_path, monkeypatch):
    save_model(tmp_path / "2", *drawn_model(GAME, (8,)))
    monkeypatch.setitem(vars(__import__(GAME.deal.__module__, fromlist=["GAME"])), "TRAINED", tmp_path)
    monkeypatch.setattr("cardzoo.envs.registry._known", {})
    assert parts_of(GAME).trained == tmp_path


def test_a_model_in_the_folder_of_another_number_of_players_is_refused(monkeypatch, tmp_path):
    save_model(tmp_path / "3", *drawn_model(GAME, (8,)))
    monkeypatch.setattr(PARTS_OF, lambda game: SimpleNamespace(trained=tmp_path))
    with pytest.raises(ValueError, match="its name must begin with 2, the model's players, got 3"):
        shipped(GAME, 3)


@pytest.mark.parametrize(
    ("folders", "players", "words"),
    [
        ([], None, "kuhn_poker has no trained agent; its agents are random, novice, expert and search"),
        (["2", "3"], 4, "kuhn_poker's trained agent plays with 2 or 3 players, not 4"),
    ],
)
def test_asking_for_a_trained_agent_that_is_not_there_is_told_in_one_line(
    folders, players, words, monkeypatch, tmp_path
):
    for folder in folders:
        (tmp_path / folder).mkdir()
    monkeypatch.setattr(PARTS_OF, lambda game: SimpleNamespace(trained=tmp_path))
    with pytest.raises(ModelError) as problem:
        shipped(GAME, players)
    assert str(problem.value) == words


def test_the_agent_of_the_number_of_players_that_is_asked_for_is_found(brought):
    assert shipped(GAME, 2) is shipped(GAME) is brought
    assert isinstance(brought, TrainedAgent)
    assert brought.name == "trained"
