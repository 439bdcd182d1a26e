"""Snapshots of all views can be restored, in other processes too; foreign, changed or forged ones are refused."""

import copy
import io
import pickle
import zlib
from functools import partial

import gymnasium
import numpy as np
import pytest

from cardzoo import envs
from cardzoo.agents import bots
from cardzoo.envs import Table, find_game
from cardzoo.envs.engine.snapshots import header_of, seal
from cardzoo.envs.single import VectorSeats
from tests.playing import illegal_action, same

GETAWAY = find_game("getaway")
YUKONS = ("alaska", "russian_solitaire", "yukon")  # their records have the same size


def refusal(restore, snapshot):
    """The one line with which something is refused."""
    with pytest.raises(ValueError, match="snapshot") as problem:
        restore(snapshot)
    assert len(str(problem.value).splitlines()) == 1
    return str(problem.value)


def forged(table, **fields):
    """A snapshot, as if from a file, with other numbers in the record and a valid checksum."""
    records = table.records.copy()
    for name, value in fields.items():
        if isinstance(value, tuple):
            place, number = value
            records[name].reshape(-1)[place] = number
        else:
            records[name] = value
    return bytes(seal(header_of(table.game, table.records), records.tobytes()))


# Tables


@pytest.mark.parametrize("other", YUKONS)
@pytest.mark.parametrize("name", YUKONS)
def test_games_with_records_of_one_size_do_not_take_each_other_s(name, other):
    table, snapshot = find_game(name).table(1), find_game(other).table(2).snapshot()
    for one in (snapshot, bytes(snapshot)):
        if name == other:
            table.restore(one)
        else:
            wanted = f"{name}: the snapshot must have game='{name}-v0', got '{other}-v0'"
            assert refusal(table.restore, one) == wanted


@pytest.mark.parametrize(
    ("settings", "words"),
    [
        ({"num_players": 5}, "num_players=4, got 5"),
        ({"takers": "anyone"}, "takers='leader', got 'anyone'"),
        ({"reward": "score"}, "reward='outcome', got 'score'"),
    ],
)
def test_the_setting_that_differs_is_named(settings, words):
    other = GETAWAY.table(1, **settings)
    assert refusal(GETAWAY.table(1).restore, other.snapshot()) == f"getaway: the snapshot must have {words}"


def test_a_record_without_a_header_is_of_an_older_version():
    table = GETAWAY.table(1)
    assert "it is of an older version of cardzoo" in refusal(table.restore, table.records.tobytes())


def test_another_layout_of_the_record_is_told():
    table = GETAWAY.table(1)
    header = header_of(GETAWAY, table.records).replace(GETAWAY.layout_digest.encode(), b"0" * 16)
    words = refusal(table.restore, bytes(seal(header, table.records.tobytes())))
    assert "its version of the rules has another record" in words


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda snapshot: snapshot[:-1], "must have 2389 bytes, got 2388"),
        (lambda snapshot: snapshot[:-1] + b"x", "was changed"),
        (lambda snapshot: snapshot[:30], "header is damaged"),
        (lambda snapshot: snapshot[:20] + b"[" * 5000 + b"\n", "header is damaged"),
        (lambda snapshot: b"", "no header"),
        (lambda snapshot: None, "must be bytes, got NoneType"),
    ],
)
def test_damaged_snapshots_are_refused_and_the_table_stays(change, words):
    table = GETAWAY.table(1)
    before = table.snapshot()
    assert words in refusal(table.restore, change(GETAWAY.table(2).snapshot()))
    assert table.snapshot() == before


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"player": 77}, "player: seats must be 0 to 3, got 77"),
        ({"num_players": 8}, "same num_players"),
        ({"score_range": 1e-9}, "same score_range"),
        ({"dealer": -1}, "dealer: seats must be 0 to 3, got -1"),
        ({"hands": (3, 7)}, "hands: "),
        ({"steps": -5}, "steps: numbers must be 0 to 2147483647, got -5"),
        ({"reward": (0, np.nan)}, "reward: rewards must be -1 to 1"),
        ({"score": (7, 1)}, "score: places after the last of 4 players"),
    ],
)
def test_numbers_that_cannot_be_are_refused_though_the_checksum_is_right(fields, words):
    table = GETAWAY.table(1)
    before = table.snapshot()
    assert words in refusal(table.restore, forged(GETAWAY.table(2), **fields))
    assert table.snapshot() == before


def test_a_flag_that_is_neither_is_refused():
    table = GETAWAY.table(1)
    record = bytearray(table.records.tobytes())
    record[GETAWAY.dtype.fields["over"][1]] = 7
    snapshot = bytes(seal(header_of(GETAWAY, table.records), bytes(record)))
    assert "over must be 0 or 1" in refusal(table.restore, snapshot)


def test_a_pile_with_a_hole_is_refused():
    table = find_game("klondike").table(1)
    record = table.records.copy()
    record["stock"]["cards"][0, 0] = -1
    assert "missing" in refusal(table.restore, bytes(seal(header_of(table.game, record), record.tobytes())))


def test_a_snapshot_s_pickle_is_plain_bytes_that_are_checked(monkeypatch):
    table = GETAWAY.table(1)
    snapshot = table.snapshot()
    plain = pickle.loads(pickle.dumps(snapshot))
    assert (type(plain), plain) == (bytes, snapshot)
    checked = []
    monkeypatch.setattr(Table, "check_record", lambda self, records: checked.append(records))
    table.restore(snapshot)
    assert not checked
    table.restore(plain)
    assert len(checked) == 1


# Views

VIEWS = {
    "aec": partial(envs.make, "getaway-v0"),
    "aec, masks in infos": partial(envs.make, "getaway-v0", mask="info"),
    "parallel": partial(envs.make_parallel, "getaway-v0"),
    "single": lambda **settings: gymnasium.make("cardzoo/getaway-v0", **settings).unwrapped,
    "vector": partial(VectorSeats, "getaway", 3),
    "batch": partial(envs.make_batch, "getaway-v0", num_tables=3, threads=1),
}
WAYS = {
    "of this process": lambda snapshot: snapshot,
    "pickled": lambda snapshot: pickle.loads(pickle.dumps(snapshot)),
    "as a dictionary": dict,
    "copied": copy.deepcopy,
}


def play(env, steps):
    """The results of a view while the first legal action is played so many times."""
    seen = []
    for _ in range(steps):
        if isinstance(env, envs.CardEnv):
            observation, *_ = seen_now = env.last()
            mask = env.infos[env.agent_selection].get("action_mask", env.table.mask)
            env.step(None if env.table.over else int(mask.argmax()))
            seen.append((observation, seen_now[1:], str(env.infos)))
        elif isinstance(env, envs.ParallelCardEnv):
            aec = env.aec
            seen.append(env.step({aec.agent_selection: int(aec.table.mask.argmax())}))
        elif isinstance(env, envs.Batch):
            env.step(env.action_masks.argmax(axis=1))
            seen.append([env.observations.copy(), env.action_masks.copy(), env.rewards.copy()])
        else:
            masks = env.action_masks()
            if not masks.any():
                break
            seen.append(env.step(masks.argmax(axis=-1)))
    return seen


@pytest.mark.views
@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("view", VIEWS)
def test_every_view_goes_on_from_a_snapshot(view, way):
    env, other = VIEWS[view](), VIEWS[view]()
    env.reset(seed=3)
    play(env, 4)
    snapshot = WAYS[way](env.snapshot())
    expected = play(env, 6)
    for one in (env, other):
        one.restore(snapshot)
        assert all(same_parts(*both) for both in zip(expected, play(one, 6), strict=True))


def same_parts(one, other):
    """Returns whether two objects are equal in all their parts."""
    if isinstance(one, (list, tuple)):
        return len(one) == len(other) and all(map(same_parts, one, other))
    if isinstance(one, dict):
        return one.keys() == other.keys() and all(same_parts(one[name], other[name]) for name in one)
    if isinstance(one, np.ndarray) and one.dtype == object:
        return same_parts(one.tolist(), other.tolist())
    return same(one, other)


@pytest.mark.views
@pytest.mark.parametrize("view", VIEWS)
def test_other_settings_are_refused_by_every_view(view):
    env = VIEWS[view]()
    env.reset(seed=1)
    before = pickle.dumps(env.snapshot())
    for settings in ({"num_players": 5}, {"takers": "anyone"}, {"reward": "score"}):
        other = VIEWS[view](**settings)
        other.reset(seed=2)
        for way in ("of this process", "pickled"):
            refusal(env.restore, WAYS[way](other.snapshot()))
    assert pickle.dumps(env.snapshot()) == before


@pytest.mark.views
@pytest.mark.parametrize("view", VIEWS)
@pytest.mark.parametrize("snapshot", [None, b"", {}, {"records": np.zeros(3)}, {1: 2}], ids=str)
def test_every_view_refuses_values_that_are_no_snapshots(view, snapshot):
    env = VIEWS[view]()
    env.reset(seed=1)
    refusal(env.restore, snapshot)


@pytest.mark.views
@pytest.mark.parametrize("view", [view for view in VIEWS if view != "batch"])
def test_before_reset_there_is_no_snapshot(view):
    with pytest.raises(gymnasium.error.ResetNeeded, match=r"reset\(\) first"):
        VIEWS[view]().aec.snapshot() if view == "parallel" else VIEWS[view]().snapshot()


@pytest.mark.views
@pytest.mark.parametrize("way", WAYS)
def test_where_masks_are_may_differ(way):
    one, other = VIEWS["aec"](), VIEWS["aec, masks in infos"]()
    for env, target in ((one, other), (other, one)):
        env.reset(seed=4)
        play(env, 3)
        target.restore(WAYS[way](env.snapshot()))
        assert target.agent_selection == env.agent_selection
    agent = other.agent_selection
    assert other.infos[agent]["action_mask"].tolist() == one.observe(agent)["action_mask"].tolist()
    assert "action_mask" not in one.infos[agent]


@pytest.mark.views
@pytest.mark.parametrize("view", ["aec", "aec, masks in infos", "parallel", "single"])
def test_an_illegal_end_is_restored(view):
    env, other = VIEWS[view](), VIEWS[view]()
    env.reset(seed=1)
    aec = getattr(env, "aec", env)
    wrong = illegal_action(env.action_masks() if view == "single" else aec.table.mask)
    env.step({aec.agent_selection: wrong} if view == "parallel" else wrong)
    other.restore(pickle.loads(pickle.dumps(env.snapshot())))
    if view == "single":
        assert not other.action_masks().any()
    else:
        assert other.illegal_reason == env.illegal_reason != ""
        assert getattr(other, "aec", other).terminations == aec.terminations


@pytest.mark.views
@pytest.mark.parametrize(
    ("part", "value"),
    [
        ("agents", ["player_1"]),
        ("agents", "player_0"),
        ("agent_selection", "player_9"),
        ("rewards", {"player_0": 1.0}),
        ("rewards", {f"player_{player}": float("nan") for player in range(4)}),
        ("terminations", {f"player_{player}": True for player in range(4)}),
        ("infos", {f"player_{player}": {"score": 1} for player in range(4)}),
        ("over", 1),
        ("paid", None),
        ("table", b""),
    ],
)
def test_parts_that_do_not_go_with_the_table_are_refused(part, value):
    env = VIEWS["aec"]()
    env.reset(seed=1)
    before = env.snapshot()
    refusal(env.restore, {**before, part: value})
    assert env.snapshot() == before


# Batches


@pytest.fixture
def batch():
    made = VIEWS["batch"](bots={"novice": bots(GETAWAY)["novice"]})
    made.reset(seed=1)
    return made


@pytest.mark.views
@pytest.mark.parametrize(
    ("settings", "words"),
    [
        ({"num_tables": 4}, "num_tables=3, got 4"),
        ({"encoding": "planes"}, "encoding='flat', got 'planes'"),
        ({"restart": False}, "restart=True, got False"),
        ({"bots": {}}, r"bots=\['novice'\], got \[\]"),
    ],
)
def test_a_batch_names_the_setting_that_differs(batch, settings, words):
    other = VIEWS["batch"](**{"bots": batch._bots, **settings})
    other.reset(seed=1)
    with pytest.raises(ValueError, match=f"getaway: the snapshot must have {words}"):
        batch.restore(other.snapshot())


@pytest.mark.views
def test_a_batch_s_snapshot_is_read_only_and_goes_through_numpy_s_files(batch):
    snapshot, file = batch.snapshot(), io.BytesIO()
    with pytest.raises(ValueError, match="read-only"):
        snapshot["records"]["player"][0] = 3
    np.savez(file, **snapshot)
    batch.step(batch.action_masks.argmax(axis=1))
    file.seek(0)
    batch.restore(np.load(file))
    assert all(np.array_equal(snapshot[name], array) for name, array in batch.arrays().items())


@pytest.mark.views
@pytest.mark.parametrize(
    ("name", "value", "words"),
    [
        ("actors", 5, "actors"),
        ("actors", 64, "no networks; call set_networks first"),
        ("players", 9, "masks and players"),
        ("watchers", 9, "watchers"),
        ("action_masks", 1, "masks and players"),
        ("rewards", np.inf, "rewards"),
        ("records", 0, "table 0: the snapshot must be of a table with the same"),
    ],
)
def test_arrays_that_would_lead_astray_are_refused(batch, name, value, words):
    """The checksum is right, but compiled code relies on these arrays."""
    arrays = batch.arrays()
    if name == "records":
        arrays[name] = np.zeros_like(arrays[name])
    else:
        arrays[name].reshape(-1)[0] = value
    header = batch.snapshot()["header"]
    checksum = zlib.crc32(header)
    for array in arrays.values():
        checksum = zlib.crc32(array.tobytes(), checksum)
    before = batch.arrays()
    assert words in refusal(batch.restore, {"header": header, **arrays, "checksum": checksum})
    assert all(np.array_equal(before[name], array) for name, array in batch.arrays().items())
    assert "was changed" in refusal(batch.restore, {"header": header, **arrays, "checksum": checksum + 1})


@pytest.mark.views
@pytest.mark.parametrize("view", ["single", "vector"])
def test_other_seats_and_opponents_are_refused(view):
    env = VIEWS[view](opponents="random")
    env.reset(seed=1)
    for settings in ({"opponents": "novice"}, {"opponents": "random", "seat": 1}):
        other = VIEWS[view](**settings)
        other.reset(seed=1)
        assert "same seats and opponents" in refusal(env.restore, other.snapshot())


# Copies


@pytest.mark.views
@pytest.mark.parametrize("view", VIEWS)
def test_copies_play_on_alike_and_each_its_own_way(view):
    env = VIEWS[view]()
    env.reset(seed=2)
    play(env, 3)
    other, before = copy.deepcopy(env), pickle.dumps(env.snapshot())
    played = play(other, 5)
    assert pickle.dumps(env.snapshot()) == before
    assert all(same_parts(*both) for both in zip(played, play(env, 5), strict=True))


@pytest.mark.views
@pytest.mark.parametrize("duplicate", [copy.deepcopy, WAYS["pickled"]])
@pytest.mark.parametrize("view", ["aec", "parallel", "single", "vector"])
def test_spaces_of_a_copy_are_its_own_and_draw_as_the_first_s_would(view, duplicate):
    env = VIEWS[view]()

    def space(one):
        return one.action_space("player_1") if view in ("aec", "parallel") else one.action_space

    assert space(env) is space(env)
    assert space(duplicate(env)) is not space(env)
    space(env).seed(7)
    other = duplicate(env)
    assert [np.array(space(env).sample()).tolist() for _ in range(9)] == [
        np.array(space(other).sample()).tolist() for _ in range(9)
    ]


@pytest.mark.views
def test_gymnasium_s_generator_goes_on_in_a_copy():
    env = VIEWS["single"]()
    env.reset(seed=5)
    env.np_random.random(3)
    env.np_random.spawn(2)
    other = copy.deepcopy(env)
    assert other.np_random is not env.np_random
    for draw in (lambda one: one.random(), lambda one: one.spawn(1)[0].random()):
        assert draw(other.np_random) == draw(env.np_random)


@pytest.mark.views
def test_attributes_that_a_user_has_set_on_an_environment_are_copied():
    env = VIEWS["aec"]()
    env.notes = {"seen": [1, [2]]}
    env.notes["itself"] = env.notes
    other = copy.deepcopy(env)
    assert other.notes["seen"] == [1, [2]]
    assert other.notes["seen"][1] is not env.notes["seen"][1]
    assert other.notes["itself"] is other.notes
    both = copy.deepcopy([env, env.table])
    assert both[0].table is both[1]
