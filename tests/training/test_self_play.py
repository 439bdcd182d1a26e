"""Seats of self-play: the learner, its partners, opponents of each kind, and their frequencies."""

from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest

from cardzoo.envs import find_game
from cardzoo.envs.engine import rng
from cardzoo.envs.engine.kernels import FIRST_NETWORK, WAIT, YOURS
from cardzoo.envs.policies.models import Network
from cardzoo.training.config import parse_config
from cardzoo.training.tables.seating import HEAD_START, ITSELF, move_all_ahead, seat_opponents
from cardzoo.training.tables.self_play import OWN, SelfPlay
from tests.training.colours import ANSWERS, GAME
from tests.training.small_run import small_config

TABLES = 64


def seat(game="getaway", *settings, numbers=None) -> SelfPlay:
    """Tables of a small run, dealt."""
    config = small_config(game, f"tables={TABLES}", *settings)
    return deal(SelfPlay(find_game(game), config, threads=1, all_seats=True, numbers=numbers))


def deal(tables: SelfPlay) -> SelfPlay:
    tables.reset(0)
    return tables


def random_network(tables: SelfPlay, seed: int = 0) -> Network:
    generator = np.random.default_rng(seed)
    sizes = tables.batch._sizes[0].tolist()
    layers = [generator.normal(size=(after, before)) for before, after in pairwise(sizes)]
    return Network([(layer, np.zeros(len(layer))) for layer in layers])


def play(tables: SelfPlay, steps: int) -> None:
    for _ in range(steps):
        tables.step(tables.batch.sample_actions())


def from_first_seat(tables: SelfPlay) -> np.ndarray:
    """(N, P) actor codes, the learner's first seat and then clockwise."""
    actors = tables.batch.actors
    first = (actors == YOURS).argmax(axis=1)
    return np.array([np.roll(row, -seat) for row, seat in zip(actors, first, strict=True)])


def test_tables_are_in_all_parts_of_a_game_from_the_start():
    config = parse_config({"game": "colours-v0", "tables": TABLES}, "")
    tables = deal(SelfPlay(GAME, config, threads=1, all_seats=True))
    answers = set(tables.batch.records["answers"].ravel().tolist())
    assert answers - {ANSWERS} == set(range(ANSWERS))  # opponents have ended some games before the learner's turn


def test_a_run_begins_with_the_learner_in_each_seat_alike(monkeypatch):
    monkeypatch.setattr("cardzoo.training.tables.self_play.HEAD_START", 0)
    tables = seat("getaway")
    assert np.bincount(tables.seating.seats).tolist() == [TABLES / 4] * 4
    assert (tables.seating.seats == (tables.batch.actors == YOURS).argmax(axis=1)).all()


def test_a_head_start_is_drawn_and_ends_for_all_tables_together():
    tables = 2000
    masks = np.zeros((tables, 5), np.int8)
    masks[:, [1, 3]] = 1
    generators, ahead = rng.generators(np.arange(tables)), np.zeros(tables, np.int64)
    actions = np.zeros((HEAD_START, tables), np.int64)
    for step, row in enumerate(actions):
        move_all_ahead(tables, HEAD_START - step, row, masks, generators, ahead)
    begun = actions != WAIT
    assert (begun[1:] >= begun[:-1]).all(), "who has begun goes on"
    moves = begun.sum(axis=0)
    assert {0, HEAD_START} <= set(moves.tolist())
    assert moves.mean() == pytest.approx(HEAD_START / 2, rel=0.05)
    assert (actions[begun] == 1).mean() == pytest.approx(0.5, abs=0.01)
    assert set(actions[begun].tolist()) == {1, 3}


def shares_of_opponents(tables: SelfPlay, rounds: int = 300) -> np.ndarray:
    """The sampling frequency of each opponent; the last is the learner itself."""
    met = np.zeros(len(tables._codes))
    for _ in range(rounds):
        seat_opponents(TABLES, tables.seating)
        met += np.bincount(tables.seating.opponents, minlength=len(met))
    return met / (rounds * TABLES)


def test_opponents_are_met_as_often_as_the_config_says():
    shares = ("opponents.self_share=0.25", "opponents.pool_share=0.35", "opponents.priority=1")
    tables = seat("getaway", *shares, "opponents.scripted=[novice, expert]")
    assert shares_of_opponents(tables) == pytest.approx([0.375, 0.375, 0, 0, 0.25], abs=0.015)
    for seed in (1, 2):
        tables.add_snapshot(random_network(tables, seed))
    assert shares_of_opponents(tables) == pytest.approx([0.2, 0.2, 0.175, 0.175, 0.25], abs=0.015)
    tables._games[3], tables._wins[3] = 97, 24  # about 1/4: it wins 3/4 where the other one wins 1/2
    tables.report()
    assert shares_of_opponents(tables) == pytest.approx([0.2, 0.2, 0.14, 0.21, 0.25], abs=0.015)
    tables.always_itself = True
    assert shares_of_opponents(tables).tolist() == [0, 0, 0, 0, 1]


def test_opponents_are_scripted_until_there_are_snapshots():
    tables = seat("getaway", "opponents.pool_share=0.5", "opponents.scripted=[novice, expert]")
    codes = from_first_seat(tables)
    assert (codes[:, 0] == YOURS).all()
    assert set(codes[:, 1:].ravel().tolist()) == {1, 2}
    assert (codes[:, 1:] == codes[:, 1:2]).all(), "one opponent holds all other seats"
    for seed in (1, 2):
        tables.add_snapshot(random_network(tables, seed))
    play(tables, 300)
    codes = from_first_seat(tables)
    assert set(codes[:, 1].tolist()) == {1, 2, FIRST_NETWORK, FIRST_NETWORK + 1}
    assert (codes[:, 1:] == codes[:, 1:2]).all()


def test_by_seat_each_opponent_is_sampled_independently_of_the_others():
    shares = ("opponents.by_seat=true", "opponents.self_share=0.25", "opponents.pool_share=0.25")
    tables, rounds = seat("getaway", *shares, "opponents.scripted=[novice, expert]"), 300
    tables.add_snapshot(random_network(tables))
    met, first = [], []
    for _ in range(rounds):
        seat_opponents(TABLES, tables.seating)
        met.append(from_first_seat(tables)[:, 1:])
        first.append(tables.seating.opponents.copy())
    codes, opponents = np.concatenate(met), np.concatenate(first)
    assert (tables._codes[opponents] == codes[:, 0]).all(), "results are about the opponent at the left"
    itself = (codes == OWN).any(axis=1)
    assert (codes[itself] == OWN).all()
    assert itself.mean() == pytest.approx(0.25, abs=0.02)
    kinds, chances = (1, 2, FIRST_NETWORK), np.array([1, 1, 1]) / 3
    seats = np.stack([codes[~itself] == kind for kind in kinds], axis=2)  # (games, seats, kinds)
    assert seats.mean(axis=0) == pytest.approx(np.tile(chances, (3, 1)), abs=0.02)
    for one, other in ((0, 1), (0, 2), (1, 2)):
        both = np.einsum("ga,gb->ab", seats[:, one] * 1.0, seats[:, other] * 1.0) / len(seats)
        assert both == pytest.approx(np.outer(chances, chances), abs=0.015)


def test_by_seat_the_partners_of_a_side_are_one_opponent():
    opponents = {"by_seat": True, "scripted": ("random", "novice"), "pool_share": 0.0}
    config = parse_config({"game": "colours-v0", "num_players": 4, "tables": TABLES, "opponents": opponents}, "")
    tables = deal(SelfPlay(replace(GAME, sides=2), config, threads=1, all_seats=True))
    codes = from_first_seat(tables)
    assert (codes[:, 2] == OWN).all()
    assert (codes[:, 1] == codes[:, 3]).all()
    assert len(set(codes[:, 1].tolist())) == 2


def test_the_learner_plays_all_seats_of_its_share_of_games():
    tables = seat("getaway", "opponents.self_share=0.5", "opponents.pool_share=0")
    play(tables, 100)
    codes = from_first_seat(tables)
    itself = (codes[:, 1:] == OWN).all(axis=1)
    assert 0.3 < itself.mean() < 0.7
    assert (codes[~itself, 1:] >= 0).all()
    acting = tables.batch.actors[np.arange(TABLES), tables.batch.players]
    assert (acting < 0).all(), "wherever it is somebody's turn, it is the learner's"


def test_seats_are_known_after_games_that_come_and_go_between_two_decisions():
    opponents = {"self_share": 0.5, "pool_share": 0.0}
    settings = {"num_players": 4, "options": {"answers": 1}, "tables": TABLES, "opponents": opponents}
    tables = deal(SelfPlay(GAME, parse_config({"game": "colours-v0", **settings}, ""), threads=1, all_seats=True))
    for _ in range(50):
        assert (tables.seating.seats == (tables.batch.actors == YOURS).argmax(axis=1)).all()
        acting = tables.batch.actors[np.arange(TABLES), tables.batch.players]
        assert (acting < 0).all()
        play(tables, 1)
        assert tables.dones.all()


@pytest.mark.parametrize("all_seats", [True, False])
def test_a_partner_is_the_learner_too(all_seats):
    config = parse_config({"game": "colours-v0", "num_players": 4, "tables": TABLES, "opponents": {"pool_size": 2}}, "")
    tables = deal(SelfPlay(replace(GAME, sides=2), config, threads=1, all_seats=all_seats))
    partner = OWN if all_seats else FIRST_NETWORK + 2  # behind the pool of two
    tables.set_present(random_network(tables))
    play(tables, 100)
    codes = from_first_seat(tables)
    assert (codes[:, 0] == YOURS).all()
    assert (codes[:, 2] == partner).all()
    assert (codes[:, 1] >= 0).all()
    assert (codes[:, 1] == codes[:, 3]).all()
    acting = tables.batch.actors[np.arange(TABLES), tables.batch.players]
    assert set(acting.tolist()) == ({YOURS, OWN} if all_seats else {YOURS})


def test_a_snapshot_that_wins_more_is_met_more():
    tables = seat("getaway", "opponents.priority=2")
    for seed in (1, 2):
        tables.add_snapshot(random_network(tables, seed))
    strong, weak = 0, 1
    first = len(tables.config.scripted)
    tables._games[first:] = 98
    tables._wins[first + strong], tables._wins[first + weak] = 19, 79  # of 98, with one of two more: 1/5 and 4/5
    weights = tables.weigh_pool()
    assert weights.sum() == pytest.approx(1)
    assert weights[strong] / weights[weak] == pytest.approx((0.8 / 0.2) ** 2)
    tables.add_snapshot(random_network(tables, 3))  # replaces the oldest one, without any result yet
    assert tables.weigh_pool()[strong] == pytest.approx(0.25 / (0.25 + 0.04))


def test_a_game_is_counted_once_with_all_that_was_earned_in_it():
    opponents = {"scripted": ("random", "novice"), "self_share": 0.3, "pool_share": 0.0}
    settings = {"game": "colours-v0", "num_players": 3, "reward": "score", "tables": TABLES, "opponents": opponents}
    tables = deal(SelfPlay(GAME, parse_config(settings, ""), threads=1, all_seats=True))
    expected = np.zeros_like(tables.seating.results)
    returns, lengths = np.zeros(TABLES, np.float32), np.zeros(TABLES)
    for _ in range(100):
        met = tables.seating.opponents.copy()
        tables.step(tables.batch.sample_actions())
        returns += tables.own_rewards
        lengths += 1
        for table in np.flatnonzero(tables.dones):
            won = (returns[table] > 0) + (returns[table] == 0) / 2
            expected[table, met[table]] += (1, won, returns[table], lengths[table])
            returns[table] = lengths[table] = 0
    assert (expected[:, :, 0].sum(axis=0) > 50)[[0, 1, ITSELF]].all()
    assert np.array_equal(tables.seating.results, expected)
    report = tables.report()
    games, wins, _, _ = expected[:, 1].sum(axis=0)
    assert report["won"]["novice"] == pytest.approx(wins / games, abs=1e-4)
    games, _, returns, lengths = expected[:, :ITSELF].sum(axis=(0, 1))
    assert report["return"] == pytest.approx(returns / games, abs=1e-5)
    assert report["length"] == pytest.approx(lengths / games, abs=0.01)
    assert tables.report()["won"] == report["won"], "late games are those of reports before, too"


def test_results_are_counted_for_the_opponent_that_was_met():
    tables = seat("getaway", "opponents.scripted=[random, expert]", "opponents.pool_share=0")
    play(tables, 400)
    report = tables.report()
    assert report["won"]["random"] > report["won"]["expert"] + 0.2
    assert report["return"] is not None
    assert 3 < report["length"] < 60
    assert tables.report()["return"] is None


def test_the_learner_meets_its_own_rewards():
    """They are those of its first seat, and only at a game's end, whatever the others do in between."""
    tables = seat()
    for _ in range(200):
        tables.step(tables.batch.action_masks.argmax(axis=1))
        assert (tables.rewards[~tables.dones] == 0).all()
        assert np.allclose(tables.rewards[tables.dones].sum(axis=1), 0, atol=1e-5)
        assert set((3 * tables.own_rewards[tables.dones]).round(4).tolist()) <= {-3.0, 1.0}


def test_a_patience_has_no_opponents():
    tables = seat("yukon")
    play(tables, 50)
    assert (tables.batch.actors == YOURS).all()
    assert tables.report()["won"] == {}


def test_tables_go_on_from_a_snapshot():
    settings = ("opponents.self_share=0.3", "opponents.scripted=[novice, expert]")
    one, other = seat("getaway", *settings), seat("getaway", *settings)
    one.add_snapshot(random_network(one))
    play(one, 50)
    other.restore(one.snapshot())
    for tables in (one, other):
        play(tables, 50)
    for array, same in zip(one.snapshot()["batch"].values(), other.snapshot()["batch"].values(), strict=True):
        assert np.array_equal(array, same)
    assert one.report() == other.report()


def test_games_at_a_table_do_not_depend_on_other_tables():
    settings = ("opponents.self_share=0.3", "opponents.scripted=[novice, expert]")
    one, other = seat("getaway", *settings), seat("getaway", *settings)
    table, ended = 5, 0
    for _ in range(200):
        one.step(one.batch.action_masks.argmax(axis=1))
        masks = other.batch.action_masks
        actions = masks.shape[1] - 1 - masks[:, ::-1].argmax(axis=1)  # the last legal ones rather than the first
        actions[table] = masks[table].argmax()
        other.step(actions)
        for group in ("batch", "tables"):
            for name, array in one.snapshot()[group].items():
                assert np.array_equal(array[table], other.snapshot()[group][name][table]), name
        ended += one.dones[table]
    assert ended > 5
    assert not np.array_equal(one.seating.opponents, other.seating.opponents)


def test_tables_that_are_played_in_shares_are_the_same_tables():
    settings = ("opponents.self_share=0.3", "opponents.scripted=[novice, expert]")
    whole, joined = seat("getaway", *settings), seat("getaway", *settings)
    whole.add_snapshot(random_network(whole))
    spans, parts = [range(22), range(22, TABLES)], []
    for numbers, part in zip(spans, whole.split([slice(span.start, span.stop) for span in spans]), strict=True):
        tables = seat("getaway", *settings, numbers=numbers)
        for group in ("batch", "tables"):
            for name, array in tables.snapshot()[group].items():
                assert np.array_equal(array, part[group][name]), (
                    "they are dealt alike, and who sits there is drawn alike"
                )
        tables.restore(part)
        play(tables, 50)
        parts.append(tables.snapshot())
    play(whole, 50)
    joined.join(parts)
    for group in ("batch", "tables", "run"):
        for name, array in whole.snapshot()[group].items():
            assert np.array_equal(array, joined.snapshot()[group][name]), name
    assert joined.report() == whole.report()
    for tables in (joined, whole):
        play(tables, 50)
    assert joined.report() == whole.report()
