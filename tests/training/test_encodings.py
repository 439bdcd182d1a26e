"""Encodings for networks: each encoding of numbers can be trained with, kept, and played by."""

import numpy as np
import pytest
import torch

from cardzoo.agents import find_agent
from cardzoo.agents.exchange import export_model, import_model
from cardzoo.agents.trained import TrainedAgent
from cardzoo.envs import encoders, find_game, make_batch
from cardzoo.envs.encoders import ARRAYS, ENCODERS, Flat, make_encoder
from cardzoo.envs.files.settings import ConfigError
from cardzoo.envs.policies.models import ModelError, load_model
from cardzoo.training.config import load_config
from cardzoo.training.evaluation.duplicate import compare
from tests.training.small_run import check_same_run, kill_at, resume, small_config, start

GAME = "kuhn_poker"
OTHERS = [name for name in ARRAYS if name != "flat"]


@pytest.mark.parametrize(
    ("encoding", "trainer"),
    [*((name, "ppo") for name in OTHERS), ("tokens", "maskable_ppo"), ("planes", "maskable_ppo")],
)
def test_a_run_with_another_encoding_can_be_resumed_evaluated_and_given_to_others(encoding, trainer, tmp_path):
    config = small_config(GAME, f"encoding={encoding}", f"trainer={trainer}")
    start(tmp_path / "whole", config).run()
    kill_at(1024, start(tmp_path / "stopped", config))
    assert resume(tmp_path / "stopped", config).run(resume=True)
    check_same_run(tmp_path / "whole", tmp_path / "stopped")
    export_model(tmp_path / "whole", tmp_path / "model.zip")
    import_model(tmp_path / "model.zip", tmp_path / "given")
    agent = TrainedAgent.load(tmp_path / "given")
    assert agent.card.encoding == encoding
    novice = find_agent("novice", agent.game)
    errors = [
        compare(agent.game, player, novice, 20).advantage for player in (agent, TrainedAgent.load(tmp_path / "whole"))
    ]
    assert errors[0] == errors[1]


@pytest.mark.parametrize("trainer", ["ppo", "maskable_ppo"])
def test_the_network_takes_rows_as_the_encoder_gives_them(trainer, tmp_path):
    """The learner scales rows into -1 to 1; the weights of the kept network include the scaling."""
    trained = start(tmp_path / "run", small_config(GAME, "encoding=tokens", f"trainer={trainer}", "total_steps=512"))
    trained.run()
    batch = trained.tables.batch
    rows = torch.from_numpy(batch.observations)
    assert rows.max() > 1
    with torch.no_grad():
        if trainer == "ppo":
            trained.learner.policy.note_inputs(torch.stack((rows.amin(0) - 1, rows.amax(0) + 1)).float())
            logits = trained.learner.policy(rows.float(), torch.zeros(len(rows), 0))[0]
        else:
            policy = trained.learner.model.policy
            hidden = policy.mlp_extractor.forward_actor(policy.extract_features(rows, policy.pi_features_extractor))
            logits = policy.action_net(hidden)
    assert np.allclose(trained.network().logits(batch.observations), logits, atol=1e-5)


@pytest.mark.parametrize("encoding", ARRAYS)
def test_scales_bring_rows_within_one(encoding):
    batch = make_batch("getaway-v0", 20, encoding=encoding)
    batch.reset(1)
    for _ in range(20):
        assert np.abs(batch.observations * batch.encoder.scales).max() < 1 + 1e-6
        batch.step(batch.sample_actions())
    assert encoding == "tokens" or (batch.encoder.scales == 1).all()


@pytest.mark.parametrize("encoding", ["flat", "planes"])
def test_numbers_far_below_their_bounds_are_brought_to_one_where_they_usually_lie(encoding):
    """This holds only for the network: an observation holds the share of the bound."""
    encoder = make_encoder(encoding, find_game("yukon"), 1)
    scales = {field.name: set(encoder.scales[start:stop].tolist()) for field, start, stop in encoder.segments}
    bound, moves, patience = 10_000, 500, 100
    names = ["idle", "give_up_in", "steps_left"]
    assert [scales.pop(name) for name in names] == [{bound / patience}, {bound / patience}, {bound / moves}]
    assert set.union(*scales.values()) == {1.0}
    assert encoder.space.high.max() == 1


@pytest.mark.parametrize("encoding", [*(name for name in ENCODERS if name not in ARRAYS), "flatt"])
def test_encodings_without_arrays_of_numbers_are_refused_in_one_line(encoding, tmp_path):
    message = f"encoding: '{encoding}' is not allowed; a network takes flat, planes, tokens"
    with pytest.raises(ConfigError, match=message):
        load_config(GAME, None, [f"encoding={encoding}"])
    trained = start(tmp_path / "run", small_config(GAME, "total_steps=512"))
    trained.run()
    card = tmp_path / "run" / "model.json"
    card.write_text(card.read_text(encoding="utf-8").replace('"flat"', f'"{encoding}"'), encoding="utf-8")
    assert load_model(tmp_path / "run")[0].encoding == encoding
    with pytest.raises(ModelError, match=message):
        TrainedAgent.load(tmp_path / "run")


def test_a_new_encoding_is_one_class(tmp_path, monkeypatch):
    class Reversed(Flat):
        name = "reversed"

        def _sources(self):
            return reversed(list(super()._sources()))

    for table in (ARRAYS, ENCODERS):
        monkeypatch.setitem(table, "reversed", Reversed)
    start(tmp_path / "run", small_config(GAME, "encoding=reversed", "total_steps=1024")).run()
    agent = TrainedAgent.load(tmp_path / "run")
    assert isinstance(make_encoder(agent.card.encoding, agent.game, 2), Reversed)
    encoders.make_encoder.cache_clear()
