"""A network with an advisor receives its action everywhere; one that only copies it plays as the advisor."""

import pickle

import numpy as np
import pytest

from cardzoo.agents import find_agent
from cardzoo.agents.base import agent_generator
from cardzoo.agents.search import parse_search
from cardzoo.agents.trained import TrainedAgent
from cardzoo.envs import find_game
from cardzoo.envs.batch import Batch
from cardzoo.envs.engine.kernels import FIRST_NETWORK
from cardzoo.envs.policies.bots import bots
from cardzoo.envs.policies.models import ModelCard, ModelError, Network, load_model, save_model
from cardzoo.envs.policies.network_input import NetworkInput
from cardzoo.training.evaluation.play import play_games
from tests.agents.small_model import drawn_model

GAME = find_game("kuhn_poker")  # the expert draws here
PLAYERS = GAME.default_players


def following(game, advisor="expert", name="follower"):
    """A network that copies the advice and ignores everything else."""
    inputs, actions = NetworkInput(game, game.default_players, "flat", advisor).width, len(game.actions)
    card = ModelCard(game.id, "flat", game.default_players, inputs, actions, (), advisor=advisor)
    weights = np.eye(actions, inputs, inputs - actions, np.float32)
    return TrainedAgent(name, game, card, Network([(weights, np.zeros(actions, np.float32))]))


@pytest.mark.parametrize("name", ["kuhn_poker", "getaway", "klondike"])
def test_a_network_that_copies_advice_plays_as_the_advisor(name):
    game, deals = find_game(name), 6
    seats = np.zeros((deals, game.default_players), np.int16)
    seats[:, 1:] = 1
    seeds, others = np.arange(deals, dtype=np.uint64), find_agent("novice", game)
    expert, follower = find_agent("expert", game), following(game)
    asked = following(game, "novice", "of another shape")  # only equal models play inside the batch step
    inside = play_games(game, [follower, others], seats, seeds)
    assert np.array_equal(inside.scores, play_games(game, [expert, others], seats, seeds).scores)
    assert inside.decisions[0] == 0  # it counts the agents outside of the step
    together = play_games(game, [follower, asked], seats, seeds)
    alone = play_games(game, [follower, _Alone(asked)], seats, seeds)
    assert np.array_equal(together.scores, alone.scores)


class _Alone:
    """An agent that the arena asks for each action."""

    def __init__(self, agent):
        self.name, self.act = agent.name, agent.act


@pytest.mark.parametrize("seed", range(5))
def test_advice_asked_alone_equals_the_advisor_s_action(seed):
    game = find_game("getaway")
    table = Batch(game, 1, threads=1)
    table.reset(seed)
    view, mask = game.view.blank(), table.action_masks[0]
    game.kernels.observe(table.records, int(table.players[0]), game.view.blank(), view)
    agent, expert = following(game), find_agent("expert", game)
    chosen = expert.act(view[0], mask, agent_generator(seed))
    assert agent.act(view[0], mask, agent_generator(seed)) == chosen
    logits = agent.logits(view[0], mask, agent_generator(seed))
    assert np.flatnonzero(logits).tolist() == [chosen]


def test_agents_are_not_asked_where_a_game_is_over_before_anybodys_turn():
    """In one Black Hole deal of 35 no top card fits."""
    game = find_game("black_hole")
    tables = Batch(game, 200, threads=1)
    tables.reset(0)
    views, generators, chosen = game.view.blank(), np.repeat(agent_generator(0), 200), np.full(200, -1)
    advise = game.kernels.advise("novice", bots(game)["novice"])
    advise(tables.records, tables.players, game.view.blank(), views, tables.action_masks, generators, chosen)
    over = tables.records["over"]
    assert 0 < over.sum() < 200
    assert (chosen[over] == 0).all()
    assert tables.action_masks[np.arange(200), chosen].all()


def test_a_network_that_has_no_place_for_advice_plays_beside_others_as_alone():
    plain, follower = drawn_model(GAME, (8,))[1], following(GAME).network

    def games(networks, **options):
        batch = Batch(GAME, 16, threads=1, bots=bots(GAME))
        batch.set_networks([one.parameters for one in networks], [one.sizes for one in networks], True, **options)
        batch.actors[:, 1] = FIRST_NETWORK + len(networks) - 1
        batch.reset(3)
        other = pickle.loads(pickle.dumps(batch))
        played = []
        for _ in range(12):
            batch.step(batch.sample_actions())
            other.step(other.sample_actions())
            assert np.array_equal(batch.rewards, other.rewards)
            played.append(batch.rewards.copy())
        return np.array(played)

    assert np.array_equal(games([plain]), games([follower, plain], advisor="expert"))
    assert not np.array_equal(games([plain]), games([plain, follower], advisor="expert"))


def test_a_search_is_led_by_an_advised_network(tmp_path):
    """The guide's action is the first candidate, and a single simulation tries nothing else."""
    game = find_game("getaway")
    agent = following(game)
    save_model(tmp_path / "model", agent.card, agent.network)
    search = parse_search(f"search:1,{tmp_path / 'model'},guide=model,rollout=model", game)
    batch = Batch(game, 8, threads=1)
    batch.reset(1)
    for row in range(8):
        table, mask = batch.records[row : row + 1], batch.action_masks[row]
        player, view = int(batch.players[row]), game.view.blank()
        game.kernels.observe(table, player, game.view.blank(), view)
        chosen = search.act_at(table.copy(), player, mask, agent_generator(row))
        assert chosen == find_agent("expert", game).act(view[0], mask, agent_generator(row))


@pytest.mark.parametrize(
    ("game", "advisor", "words"),
    [
        ("getaway", "exprt", "getaway: advisor must be one of random, novice, expert, got 'exprt'"),
        ("getaway", "trained", "getaway: advisor must be one of random, novice, expert, got 'trained'"),
        ("cactus", "expert", "cactus: advisor must be one of random, novice, got 'expert'"),  # it has a memory
    ],
)
def test_advisors_that_cannot_advise_are_refused(game, advisor, words):
    with pytest.raises(ValueError, match="advisor must be") as problem:
        NetworkInput(find_game(game), 2, "flat", advisor)
    assert str(problem.value) == words


def test_a_card_that_names_no_advisor_or_another_one_does_not_fit(tmp_path):
    agent = following(GAME)
    save_model(tmp_path, agent.card, agent.network)
    assert TrainedAgent.load(tmp_path).card == load_model(tmp_path)[0]
    text = (tmp_path / "model.json").read_text()
    for advisor, words in (
        ("", "the model takes"),
        ("champion", "advisor must be one of random, novice, expert, got 'champion'"),
    ):
        (tmp_path / "model.json").write_text(text.replace('"advisor": "expert"', f'"advisor": "{advisor}"'))
        with pytest.raises(ModelError, match=words) as problem:
            TrainedAgent.load(tmp_path)
        assert "\n" not in str(problem.value)
