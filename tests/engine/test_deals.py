"""Chosen deals of a patience are played in every view, in random order, and their files are checked."""

import json
from functools import cache

import gymnasium
import numpy as np
import pytest

from cardzoo.envs import find_game, make, make_batch, make_parallel
from cardzoo.envs.deals import Deals
from cardzoo.training.config import parse_config
from cardzoo.training.tables.self_play import SelfPlay

WON = (3, 8, 21)  # seeds of deals that the file calls won
GAME = find_game("golf")


@pytest.fixture
def file(tmp_path, monkeypatch):
    """A file of `cardzoo solve`, with won deals, a lost one, and one of other options."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "runs").mkdir()
    path = tmp_path / "runs" / "solve-golf.jsonl"
    common = {"game": GAME.id, "options": {}, "nodes": 1, "seconds": 0.1}
    lines = [{"seed": seed, "verdict": "won"} | common for seed in WON]
    lines += [{"seed": 4, "verdict": "lost"} | common, {"seed": 5, "verdict": "won"} | common]
    lines[-1]["options"] = {"kings": "wrap"}
    path.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
    return path


def layout(record):
    """The cards on a table, as bytes."""
    return record["columns"].tobytes() + record["stock"].tobytes()


@cache
def seeds():
    """The seed of each layout in the file."""
    return {layout(GAME.table(seed).records[0]): seed for seed in (*WON, 4, 5)}


def seed_of(record):
    """The seed of a table's deal."""
    return seeds()[layout(record)]


@pytest.mark.parametrize("make_one", [make, make_parallel], ids=["aec", "parallel"])
def test_environments_deal_chosen_deals_in_random_order(make_one, file):
    env, dealt = make_one("golf", deals="won"), []
    for seed in (1, *[None] * 40):
        env.reset(seed=seed)
        dealt.append(seed_of(getattr(env, "aec", env).table.records[0]))
    assert set(dealt) == set(WON)
    env.reset(seed=1)
    assert seed_of(getattr(env, "aec", env).table.records[0]) == dealt[0]


def test_a_written_deck_comes_before_chosen_deals(file):
    env = make("golf", deals=str(file))
    env.reset(seed=1, options={"deck": list(range(52))})
    assert env.table.snapshot() != GAME.table(3).snapshot()
    assert layout(env.table.records[0]) == layout(GAME.table(1, deck=list(range(52))).records[0])


def test_a_misspelt_deck_is_refused_beside_chosen_deals(file):
    with pytest.raises(ValueError, match="did you mean 'deck'"):
        make("golf", deals=str(file)).reset(options={"decks": list(range(52))})


@pytest.mark.parametrize("options", [None, {"foo": 1}], ids=["no options", "a wrapper's"])
def test_gymnasium_deals_chosen_deals(file, options):
    env = gymnasium.make("cardzoo/golf-v0", deals="won")
    dealt = set()
    for seed in (1, *[None] * 40):
        env.reset(seed=seed, options=options)
        dealt.add(seed_of(env.unwrapped.tables.batch.records[0]))
    assert dealt == set(WON)


def test_every_next_game_of_a_batch_is_a_chosen_one(file):
    batch = make_batch("golf", 8, deals="won")
    batch.reset(seed=0)
    dealt = {seed_of(record) for record in batch.records}
    for _ in range(300):
        batch.step(batch.sample_actions())
        ended = batch.terminations | batch.truncations
        dealt |= {seed_of(record) for record in batch.records[ended]}
        for table in np.flatnonzero(ended):
            fresh = GAME.table(seed_of(batch.records[table]))
            assert np.array_equal(batch.action_masks[table], fresh.mask)
            assert batch.rewards[table, 0] in (-1, 1)
    assert dealt == set(WON)


def test_vectors_deal_chosen_deals_also_where_a_game_is_cut_off(file):
    envs = gymnasium.make_vec(
        "cardzoo/golf-v0", num_envs=4, vectorization_mode="vector_entry_point", deals="won", max_episode_steps=3
    )
    _, infos = envs.reset(seed=1)
    for step in range(30):
        actions = infos["action_mask"].argmax(axis=1)
        *_, infos = envs.step(actions)
        if step % 3 == 2:
            assert {seed_of(record) for record in envs.unwrapped.tables.batch.records} <= set(WON)


def test_training_plays_chosen_deals(file):
    config = parse_config({"game": "golf", "deals": "won", "tables": 8, "opponents": {"scripted": ["novice"]}}, "test")
    tables = SelfPlay(GAME, config, threads=1, all_seats=True)
    tables.batch.reset(5)
    assert {seed_of(record) for record in tables.batch.records} <= set(WON)


def test_deals_of_other_options_are_not_played(file):
    (record,) = Deals(file, GAME, GAME.blank(kings="wrap")).records
    assert layout(record) == layout(GAME.table(5, kings="wrap").records[0])


@pytest.mark.parametrize(
    ("game", "settings", "message"),
    [
        (
            "golf",
            {"deals": "won", "kings": "nothing"},
            "must hold a won deal .* cardzoo solve golf --set kings=nothing",
        ),
        ("golf", {"deals": "none.jsonl"}, "none.jsonl cannot be read: .* solve some with: cardzoo solve golf$"),
        ("getaway", {"deals": "won"}, "getaway: deals must be left out in a game for several players, got 'won'"),
    ],
)
def test_unfit_deals_are_refused_in_one_line(game, settings, message, file):
    with pytest.raises(ValueError, match=message) as error:
        make(game, **settings)
    assert "\n" not in str(error.value)


@pytest.mark.parametrize(
    "text", ["{", "[]", '{"game": "golf-v0"}', '{"game": "golf-v0", "options": 1, "verdict": "won"}']
)
def test_a_file_of_something_else_is_refused(text, file):
    file.write_text("\n" + text, encoding="utf-8")
    with pytest.raises(ValueError, match="line 2 must be a result of cardzoo solve"):
        make("golf", deals="won")


def test_chosen_deals_are_played_on_a_cpu():
    with pytest.raises(ValueError, match="device must be 'cpu' for chosen deals, got 'cuda'"):
        make_batch("golf", 8, device="cuda", deals="won")
