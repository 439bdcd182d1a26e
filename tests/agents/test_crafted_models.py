"""Malicious model files are refused in one line; nothing in them runs, and nothing is written."""

import hashlib
import io
import json
import os
import pickle
import stat
import struct
import warnings
import zipfile
from pathlib import Path

import numpy as np
import pytest

from cardzoo.agents.exchange import export_model, import_model
from cardzoo.envs.policies.models import ModelError, load_model
from tests.agents.small_model import small_model
from tests.command import command

CARD, WEIGHTS = "model.json", "model.safetensors"


@pytest.fixture(scope="module")
def model(tmp_path_factory) -> dict[str, bytes]:
    """The two files of a good model, by name."""
    folder = small_model(tmp_path_factory.mktemp("good") / "model", hidden=(4,))
    return {name: (folder / name).read_bytes() for name in (CARD, WEIGHTS)}


@pytest.fixture(autouse=True)
def _folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)


class Harm:
    """An object that makes a file when it is unpickled."""

    def __reduce__(self):
        return Path.touch, (Path("harm"),)


def refuse(data: bytes, words: str) -> None:
    """The command refuses such a file, and leaves no file behind."""
    Path("model.zip").write_bytes(data)
    assert words in command("import", "model.zip").refusal
    assert {path.name for path in Path.cwd().iterdir()} <= {"model.zip", "runs"}
    assert not any(path.name != "model.zip" for path in Path.cwd().rglob("*") if path.is_file())


def zipped(*files: tuple[str | zipfile.ZipInfo, bytes], compression: int = zipfile.ZIP_STORED) -> bytes:
    """An archive of such entries."""
    packed = io.BytesIO()
    with warnings.catch_warnings(action="ignore"), zipfile.ZipFile(packed, "w", compression) as archive:
        for name, content in files:
            archive.writestr(name, content)
    return packed.getvalue()


def packed(model: dict[str, bytes], **changed: bytes) -> bytes:
    """An archive of a model, with another card or other weights."""
    return zipped((CARD, changed.get("card", model[CARD])), (WEIGHTS, changed.get("weights", model[WEIGHTS])))


def test_valid_models_of_these_tests_are_imported(model):
    Path("model.zip").write_bytes(packed(model))
    assert command("import", "model.zip").status == 0


def link(name: str) -> zipfile.ZipInfo:
    entry = zipfile.ZipInfo(name)
    entry.create_system, entry.external_attr = 3, (stat.S_IFLNK | 0o777) << 16
    return entry


ARCHIVES = {
    "a pickle": (lambda good: pickle.dumps(Harm()), "is no file that"),
    "a checkpoint of torch": (
        lambda good: zipped(("archive/data.pkl", pickle.dumps(Harm())), ("archive/version", b"3\n")),
        "holds 'archive/data.pkl'",
    ),
    "a model of Stable-Baselines3": (lambda good: zipped(("data", b"{}"), ("policy.pth", b"")), "holds 'data'"),
    "a path upwards": (lambda good: zipped((f"../{CARD}", good[CARD]), (WEIGHTS, good[WEIGHTS])), "holds '../model"),
    "an absolute path": (lambda good: zipped((CARD, good[CARD]), ("/tmp/harm", b"x")), "holds '/tmp/harm'"),
    "a path with a null": (lambda good: patched(zipped((f"{CARD}.x", good[CARD])), b".x", b"\0x"), "holds 'model.json"),
    "a Windows path": (lambda good: zipped((f"C:\\{CARD}", good[CARD])), "holds 'C:"),
    "a name of lines": (lambda good: zipped(("two\nlines", b"")), r"holds 'two\nlines'"),
    "a program": (lambda good: zipped(*good.items(), ("setup.py", b"open('harm', 'w')")), "holds 'setup.py'"),
    "a link": (lambda good: zipped((link(CARD), b"/etc/passwd"), (WEIGHTS, good[WEIGHTS])), "is no plain file"),
    "a folder": (lambda good: zipped((f"{CARD}/", b"")), "holds 'model.json/'"),
    "a name twice": (lambda good: zipped((CARD, b"{}"), *good.items()), "once each"),
    "no weights": (lambda good: zipped((CARD, good[CARD])), "once each"),
    "nothing": (lambda good: zipped(), "is no file that"),
    "an empty file": (lambda good: b"", "is no file that"),
    "a bomb": (
        lambda good: zipped((CARD, good[CARD]), (WEIGHTS, bytes(10**8)), compression=zipfile.ZIP_DEFLATED),
        "is compressed",
    ),
    "a size that is a lie": (
        lambda good: patched(zipped(*good.items()), sizes(good[CARD]), struct.pack("<2L", *[10**8] * 2)),
        "is damaged",
    ),
    "a list without end": (lambda good: zipped(*((str(k), b"") for k in range(1000))), "is no file that"),
    "a list of the large kind": (lambda good: large(zipped(*good.items())), "is no file that"),
    "a password": (lambda good: with_flag(zipped(*good.items()), 1), "is damaged"),
    "something behind": (lambda good: zipped(*good.items()) + b"#!/bin/sh\ntouch harm\n", "is no file that"),
    "another content": (lambda good: patched(zipped(*good.items()), b"getaway-v0", b"getaway-v1"), "is damaged"),
}


def sizes(content: bytes) -> bytes:
    """An entry's size, compressed and not, from the archive's list."""
    return struct.pack("<2L", len(content), len(content))


def patched(data: bytes, old: bytes, new: bytes) -> bytes:
    assert old in data
    return data.replace(old, new)


def with_flag(data: bytes, flag: int) -> bytes:
    """The archive with this flag set for the first entry of its list."""
    place = data.index(b"PK\1\2") + 8
    return data[:place] + bytes([flag]) + data[place + 1 :]


def large(data: bytes) -> bytes:
    """The archive with its list of entries in the records for archives beyond 4 GB."""
    end = data[-22:]
    record = struct.pack("<4sQ2H2L4Q", b"PK\6\6", 44, 45, 45, 0, 0, 2, 2, 2**40, 0)
    locator = struct.pack("<4sLQL", b"PK\6\7", 0, len(data) - 22, 1)
    return data[:-22] + record + locator + end


@pytest.mark.parametrize("kind", ARCHIVES)
def test_a_crafted_archive_is_refused(kind, model):
    make, words = ARCHIVES[kind]
    refuse(make(model), words)


def test_an_archive_is_not_read_if_it_is_too_large():
    with Path("model.zip").open("wb") as file:
        file.truncate(2**40)  # takes no space
    assert "larger than" in command("import", "model.zip").refusal


def change(model: dict[str, bytes], **fields: object) -> bytes:
    return json.dumps(json.loads(model[CARD]) | fields).encode()


CARDS = {
    "no JSON": (lambda good: b"import os", "Invalid JSON"),
    "a pickle": (lambda good: pickle.dumps(Harm()), "Invalid JSON"),
    "no text": (lambda good: b"\xff\xfe{}", "Invalid JSON"),
    "a list": (lambda good: b"[]", "should be an object"),
    "a number without end": (lambda good: b'{"num_players": ' + b"9" * 50_000 + b"}", "Invalid JSON"),
    "a large number": (lambda good: change(good, observation_size=10**300), "'observation_size'"),
    "nesting without end": (lambda good: b'{"training": ' + b"[" * 50_000, "Invalid JSON"),
    "NaN": (lambda good: change(good, num_players=float("nan")), "'num_players'"),
    "a card without end": (lambda good: change(good, training={"x": "x" * 10**6}), "larger than"),
    "a key too many": (lambda good: change(good, __class__="os.system"), "no key '__class__'"),
    "a key with a line": (lambda good: change(good, **{"two\nlines": 1}), r"no key 'two\nlines'"),
    "a key too few": (lambda good: b'{"game": "getaway-v0"}', "encoding: this key is missing"),
    "a word for a number": (lambda good: change(good, num_players="4"), "'4' is not allowed"),
    "a number for a word": (lambda good: change(good, game=7), "7 is not allowed"),
    "half a player": (lambda good: change(good, num_players=4.0), "4.0 is not allowed"),
    "true": (lambda good: change(good, num_actions=True), "True is not allowed"),
    "less than nothing": (lambda good: change(good, hidden=[-4]), "greater than or equal to 1"),
    "layers beyond all bounds": (lambda good: change(good, hidden=[2**16] * 64), "does not hold the layers"),
    "too many layers": (lambda good: change(good, hidden=[1] * 65), "at most 64 items"),
    "another format": (lambda good: change(good, format=3, news=1), "'format': 3 is not allowed"),
    "a name without end": (lambda good: change(good, game="x" * 60_000), "at most 64 characters"),
    "a name with a line": (lambda good: change(good, game="get\naway"), r"there is no game 'get\naway'"),
    "a module": (lambda good: change(good, game="os-v0"), "there is no game 'os-v0'"),
    "a module with a game": (lambda good: change(good, game="antigravity:GAME"), "there is no game 'antigravity:GAME'"),
    "a path": (lambda good: change(good, game="../../harm-v0"), "there is no game"),
    "another encoder": (lambda good: change(good, encoding="pickle"), "encoding: 'pickle' is not allowed"),
    "other sizes": (lambda good: change(good, num_players=5), "with 5 players has"),
    "no players": (lambda good: change(good, num_players=9), "got 9"),
    "an option of no game": (lambda good: change(good, options={"self": 1}), "got 'self'"),
    "an option out of range": (lambda good: change(good, options={"takers": 10**40}), "takers"),
    "an option of another type": (lambda good: change(good, options={"takers": [1]}), "'options.takers"),
    "the hash of another file": (lambda good: change(good, sha256="0" * 64), "SHA-256 differs"),
    "no hash": (lambda good: change(good, sha256=""), "SHA-256 differs"),
}


@pytest.mark.parametrize("kind", CARDS)
def test_a_crafted_card_is_refused(kind, model):
    make, words = CARDS[kind]
    refuse(packed(model, card=make(model)), words)


Layers = dict[str, tuple[str, list[int], bytes]]


def layers_of(good: dict[str, bytes]) -> Layers:
    """The layers of a model: type, shape and bytes by name."""
    weights = good[WEIGHTS]
    start = 8 + struct.unpack("<Q", weights[:8])[0]
    header = json.loads(weights[8:start])
    spans = {name: slice(*(start + place for place in part["data_offsets"])) for name, part in header.items()}
    return {name: (part["dtype"], part["shape"], weights[spans[name]]) for name, part in header.items()}


def written(layers: Layers, overlapping: bool = False) -> bytes:
    """A file of such layers, which may all begin at the same place."""
    header, start = {}, 0
    for name, (kind, shape, data) in layers.items():
        header[name] = {"dtype": kind, "shape": shape, "data_offsets": [start, start + len(data)]}
        start += 0 if overlapping else len(data)
    return behind(json.dumps(header).encode(), layers)


def with_layer(good: dict[str, bytes], name: str, kind: str, shape: list[int], data: bytes) -> bytes:
    """The good weights with a layer changed or added."""
    return written(layers_of(good) | {name: (kind, shape, data)})


def behind(header: bytes, layers: Layers, length: int | None = None) -> bytes:
    """Layers behind any header, which may state another length."""
    length_bytes = struct.pack("<Q", len(header) if length is None else length)
    return length_bytes + header + b"".join(data for _, _, data in layers.values())


BIAS, ACTIONS = "layers.1.bias", 54

LAYERS = {
    "a pickle": (lambda good: pickle.dumps(Harm()), "its size differs"),
    "a pickle of the right size": (lambda good: pickle.dumps(Harm()).ljust(len(good[WEIGHTS])), "cannot be read"),
    "a header without end": (lambda good: behind(b"{}", layers_of(good), 2**63), "cannot be read"),
    "a header beyond the file": (lambda good: behind(b"{}", layers_of(good), 10**7), "cannot be read"),
    "a long header": (lambda good: behind(b"{}".ljust(10**6), layers_of(good)), "its size differs"),
    "a header that is no JSON": (lambda good: behind(b"\xff" * 64, layers_of(good)), "cannot be read"),
    "a header that nests": (lambda good: behind(b'{"a":' * 10_000, layers_of(good)), "cannot be read"),
    "overlapping layers": (lambda good: written(layers_of(good), overlapping=True), "cannot be read"),
    "half precision": (lambda good: with_layer(good, BIAS, "F16", [ACTIONS], bytes(2 * ACTIONS)), "not float32"),
    "double precision": (lambda good: with_layer(good, BIAS, "F64", [ACTIONS], bytes(8 * ACTIONS)), "not float32"),
    "whole numbers": (lambda good: with_layer(good, BIAS, "I32", [ACTIONS], bytes(4 * ACTIONS)), "not float32"),
    "bfloat16": (lambda good: with_layer(good, "more", "BF16", [2], bytes(4)), "does not hold the layers"),
    "a layer too many": (lambda good: with_layer(good, "more", "F32", [1], bytes(4)), "does not hold the layers"),
    "another shape": (lambda good: with_layer(good, BIAS, "F32", [1, ACTIONS], bytes(4 * ACTIONS)), "does not hold"),
    "NaN": (lambda good: with_layer(good, BIAS, "F32", [ACTIONS], b"\xff" * 4 * ACTIONS), "not finite"),
    "infinity": (lambda good: with_layer(good, BIAS, "F32", [ACTIONS], b"\0\0\x80\xff" * ACTIONS), "not finite"),
}


@pytest.mark.parametrize("kind", LAYERS)
def test_crafted_weights_are_refused(kind, model):
    make, words = LAYERS[kind]
    weights = make(model)
    refuse(packed(model, card=change(model, sha256=hashlib.sha256(weights).hexdigest()), weights=weights), words)


@pytest.mark.parametrize("kind", ["a pipe", "a device"])
@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no such files")
def test_endless_files_are_not_waited_for(kind, model):
    folder = Path("folder")
    folder.mkdir()
    if kind == "a pipe":
        os.mkfifo(folder / CARD)
        os.mkfifo("model.zip")
    else:
        (folder / CARD).symlink_to("/dev/zero")
        Path("model.zip").symlink_to("/dev/zero")
    (folder / WEIGHTS).write_bytes(model[WEIGHTS])
    with pytest.raises(ModelError, match="it is no plain file"):
        load_model(folder)
    assert "it is no plain file" in command("import", "model.zip").refusal


def test_weights_are_not_read_if_they_are_too_large(model):
    folder = Path("folder")
    folder.mkdir()
    (folder / CARD).write_bytes(model[CARD])
    with (folder / WEIGHTS).open("wb") as file:
        file.truncate(2**40)  # takes no space
    with pytest.raises(ModelError, match="it is larger than"):
        load_model(folder)


def test_with_any_byte_changed_the_model_is_the_same_or_refused(model):
    """Only bytes of weights, whose hash is checked, are excluded; every error is a refusal."""
    small_model(Path("folder"), hidden=())
    export_model("folder", "model.zip")
    good = Path("model.zip").read_bytes()
    expected = {name: (Path("folder") / name).read_bytes() for name in (CARD, WEIGHTS)}
    drawn = np.random.default_rng(0)
    start, end = good.index(b"layers.0"), good.rindex(b"PK\1\2", 0, good.rindex(b"PK\1\2"))
    places = [*range(start + 200), *range(end - 8, len(good))]
    refusals = []
    for number, place in enumerate(places):
        data = bytearray(good)
        data[place] ^= 1 << drawn.integers(8)
        Path("changed.zip").write_bytes(data)
        made = Path("made") / str(number)
        try:
            import_model("changed.zip", made)
        except ModelError as problem:
            refusals.append(str(problem))
        else:
            assert {path.name: path.read_bytes() for path in made.iterdir()} == expected
    assert len(refusals) > 0.8 * len(places)
    assert not any("\n" in refusal for refusal in refusals)
