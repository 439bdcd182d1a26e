import json
from dataclasses import replace

import numpy as np
import pytest

from cardzoo.agents import find_agent
from cardzoo.agents.trained import TrainedAgent
from cardzoo.envs import find_game
from cardzoo.envs.encoders import make_encoder
from cardzoo.envs.engine import rng
from cardzoo.envs.engine.fields import View
from cardzoo.envs.engine.network import feed_forward, value_of
from cardzoo.envs.policies.models import ModelError, Network, digest_layout, load_model, save_model
from tests.agents.small_model import drawn_model, small_model


@pytest.fixture
def folder(tmp_path):
    return small_model(tmp_path / "model")


def test_a_saved_model_is_the_same_when_loaded(folder):
    agent = TrainedAgent.load(folder)
    network = Network.from_tensors(load_model(folder)[1])
    observations = np.random.default_rng(1).random((5, agent.card.observation_size)).astype(np.float32)
    assert np.array_equal(agent.network.logits(observations), network.logits(observations))
    assert isinstance(find_agent(str(folder), find_game("getaway")), TrainedAgent)


def test_a_model_that_is_kept_in_half_precision_is_half_as_large_and_nearly_the_same(folder, tmp_path):
    card, layers = load_model(folder)
    save_model(tmp_path / "half", replace(card, precision="float16"), Network.from_tensors(layers))
    half = load_model(tmp_path / "half")[1]
    sizes = [(path / "model.safetensors").stat().st_size for path in (tmp_path / "half", folder)]
    assert sizes[0] - sizes[1] == pytest.approx(-2 * card.weights, abs=16)
    for name, layer in layers.items():
        assert half[name].dtype == np.float32
        assert np.array_equal(half[name], layer.astype(np.float16))


@pytest.fixture
def valued(tmp_path):
    """A model with a value head."""
    card, network = drawn_model(find_game("getaway"), (6, 8), value="outcome")
    save_model(tmp_path / "valued", card, network)
    return tmp_path / "valued"


def test_a_value_head_is_kept_beside_the_layers(valued):
    card, network = drawn_model(find_game("getaway"), (6, 8), value="outcome")
    kept_card, layers = load_model(valued)
    kept = Network.from_tensors(layers)
    assert (kept_card.value, kept_card.format, kept_card.weights) == ("outcome", 2, card.weights)
    assert np.array_equal(kept.head, network.head)
    assert np.array_equal(kept.parameters, network.parameters)
    assert len(Network.from_tensors({name: layers[name] for name in layers if "value" not in name}).head) == 0


def test_the_value_of_a_row_is_the_heads_of_its_last_hidden_layer():
    layers = [(np.array([[1.0], [-1.0]]), np.array([0.0, 0.0])), (np.array([[2.0, 3.0]]), np.array([1.0]))]
    network = Network(layers, (np.array([[10.0, 100.0]]), np.array([5.0])))
    for number, value in ((2.0, 25.0), (-2.0, 205.0)):
        hidden = network.scratch()
        place = feed_forward(network.parameters, np.array(network.sizes), np.array([number], np.float32), hidden)
        assert value_of(network.head, hidden[1 - place]) == value


def test_a_model_of_format_1_has_no_value_head(folder):
    change(folder, format=1)
    fields = json.loads((folder / "model.json").read_text())
    del fields["value"]
    (folder / "model.json").write_text(json.dumps(fields))
    agent = TrainedAgent.load(folder)
    assert (agent.card.format, agent.card.value, len(agent.network.head)) == (1, "", 0)


def test_a_card_and_its_network_agree_on_the_value_head(folder, valued):
    for path, value, message in ((folder, "score", "must be empty"), (valued, "", "must be given")):
        card, layers = load_model(path)
        with pytest.raises(ModelError, match=f"value {message} for this network, got '{value}'"):
            save_model(path, replace(card, value=value), Network.from_tensors(layers))
        change(path, value=value)
        with pytest.raises(ModelError, match="does not hold the layers"):
            load_model(path)


def test_a_value_head_has_the_last_hidden_layers_inputs(folder):
    layers = [(np.zeros((2, 1)), np.zeros(2)), (np.zeros((1, 2)), np.zeros(1))]
    with pytest.raises(ModelError, match="the value head must have 2 weights, got 3"):
        Network(layers, (np.zeros((1, 3)), np.zeros(1)))
    with pytest.raises(ValueError, match="value: a value head needs a hidden layer"):
        replace(load_model(folder)[0], hidden=(), value="outcome")


def test_a_weight_that_half_precision_cannot_hold_is_refused(folder):
    card, layers = load_model(folder)
    layers["layers.0.bias"][0] = 70_000
    with pytest.raises(ModelError, match="a weight is not finite as float16; keep the model as float32"):
        save_model(folder, replace(card, precision="float16"), Network.from_tensors(layers))
    assert load_model(folder)[0] == card


def test_a_network_is_linear_layers_with_relu_between():
    network = Network([(np.array([[1.0], [-1.0]]), np.array([0.0, 0.0])), (np.array([[2.0, 3.0]]), np.array([1.0]))])
    assert network.logits(np.array([[2.0], [-2.0]], np.float32)).tolist() == [[5.0], [7.0]]


def test_layers_that_do_not_follow_one_another_are_refused():
    layers = [(np.zeros((8, 5)), np.zeros(8)), (np.zeros((8, 3)), np.zeros(3))]
    with pytest.raises(
        ModelError, match=r"layer 1 must have weights of shape \(3, 8\) and biases of \(3,\), got \(8, 3\)"
    ):
        Network(layers)


def test_a_card_of_another_network_is_refused(folder):
    card, _ = load_model(folder)
    with pytest.raises(ModelError, match="the card describes layers"):
        save_model(folder, card, Network([(np.zeros((3, 5)), np.zeros(3))]))


def test_choices_are_legal_and_drawn_by_their_weight():
    network = Network([(np.zeros((3, 1)), np.log(np.array([0.7, 0.2, 0.1])))])
    generator = rng.generators(np.array([4], np.uint64))
    observations = np.zeros((6000, 1), np.float32)
    masks = np.tile(np.array([1, 0, 1], np.int8), (6000, 1))
    actions = network.choose(observations, masks, generator)
    assert set(actions.tolist()) == {0, 2}
    assert (actions == 0).mean() == pytest.approx(7 / 8, abs=0.02)
    assert (network.choose(observations, masks, generator, greedy=True) == 0).all()


def change(folder, **fields):
    card = json.loads((folder / "model.json").read_text())
    (folder / "model.json").write_text(json.dumps(card | fields))


def test_the_card_says_whether_an_agent_plays_its_likeliest_actions(folder):
    assert TrainedAgent.load(folder).greedy
    change(folder, greedy=False)
    assert not TrainedAgent.load(folder).greedy
    assert TrainedAgent.load(folder, greedy=True).greedy


def test_a_changed_weights_file_is_refused(folder):
    data = bytearray((folder / "model.safetensors").read_bytes())
    data[-1] ^= 1
    (folder / "model.safetensors").write_bytes(data)
    with pytest.raises(ModelError, match="SHA-256 differs"):
        TrainedAgent.load(folder)


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"game": "getaway-v7"}, "the version of getaway is 'getaway-v0'"),
        ({"game": "tarot-v0"}, "there is no game"),
        ({"num_players": 5}, "with 5 players has"),
        ({"hidden": [9]}, "does not hold the layers"),
        ({"hidden": 9}, "is not a model's description"),
        ({"colour": "red"}, "is not a model's description"),
        ({"encoding": "flatt"}, "a network takes flat, planes, tokens"),
        ({"format": 3}, "format'?: 3"),
        ({"precision": "float16"}, "holds numbers that are not float16"),
        ({"precision": "float8"}, "'float8' is not allowed; it should be 'float32' or 'float16'"),
        ({"layout": "0123456789ab"}, "trained with another layout of getaway-v0's observation or actions"),
    ],
)
def test_a_model_that_does_not_fit_is_refused_in_one_line(folder, fields, message):
    change(folder, **fields)
    with pytest.raises(ModelError, match=message) as problem:
        TrainedAgent.load(folder)
    assert "\n" not in str(problem.value)


def test_a_card_s_layout_tells_views_of_one_size_apart(folder):
    game = find_game("getaway")
    layout = digest_layout(game, "flat", 4)
    change(folder, layout=layout)
    assert TrainedAgent.load(folder).card.layout == layout
    first, *others = game.view
    turned = replace(game, view=View(*others, first))
    assert make_encoder("flat", turned, 4).width == make_encoder("flat", game, 4).width
    others_layouts = {
        digest_layout(turned, "flat", 4),
        digest_layout(game, "flat", 3),
        digest_layout(game, "tokens", 4),
    }
    assert len(others_layouts - {layout}) == 3


def test_a_model_of_another_game_is_refused(folder):
    with pytest.raises(ModelError, match="plays getaway-v0, not yukon-v0"):
        TrainedAgent.load(folder, find_game("yukon"))


def test_a_folder_without_a_model_is_refused(tmp_path):
    with pytest.raises(ModelError, match="is no model folder"):
        TrainedAgent.load(tmp_path)
    with pytest.raises(ValueError, match="did you mean 'novice'"):
        find_agent("novise", find_game("getaway"))
