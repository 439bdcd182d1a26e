"""Model archive: a model in one file for others, a zip of its two files, uncompressed.

The same model gives the same bytes. An archive is untrusted: none of it is executed, and the names in it are not used
as paths. Nothing is decompressed, so that its size is a bound on its content.
"""

import io
import re
import stat
import struct
import tempfile
import zipfile
from collections.abc import Sequence
from pathlib import Path

from cardzoo.envs.files.whole import read_file, write_file
from cardzoo.envs.policies.models import (
    CARD,
    WEIGHTS,
    ModelCard,
    ModelError,
    check_fit,
    load_model,
    parse_card,
    parse_weights,
)

MOST = 256 * 2**20  # bytes of an archive
NAMES = (CARD, WEIGHTS)

# PKWARE, ".ZIP File Format Specification" 6.3: the last record, and the one before it in an archive beyond 4 GB.
_END = struct.Struct("<4s4H2LH")
_END_SIGNATURE, _LOCATOR_SIGNATURE, _LOCATOR_SIZE = b"PK\x05\x06", b"PK\x06\x07", 20
_MOST_IN_DIRECTORY = 1024  # bytes: two entries have about 120


def export_model(folder: str | Path, file: str | Path) -> ModelCard:
    """Write a model's folder as one file.

    Args:
        folder: of the model, or of a run; only the model is exported.
        file: the archive to write; it must not exist.

    Returns:
        The model's card.

    Raises:
        ModelError: if the folder's model cannot be used, or the file exists or cannot be written.
    """
    card, _ = load_model(folder)
    check_fit(card, folder)
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        for name in NAMES:
            entry = zipfile.ZipInfo(name)  # dated 1980, not compressed
            entry.create_system, entry.external_attr = 3, (stat.S_IFREG | 0o644) << 16  # the same on every system
            archive.writestr(entry, (Path(folder) / name).read_bytes())
    if packed.tell() > MOST:
        raise ModelError(f"{folder}: the model is too large for a file of at most {MOST:,} bytes")
    write_new(Path(file), packed.getvalue())
    return card


def write_new(file: Path, data: bytes) -> None:
    """Write a file that does not exist yet.

    Raises:
        ModelError: if it exists, or cannot be written.
    """
    if file.exists():
        raise ModelError(f"{file} is there already; choose another name")
    try:
        write_file(file, data)
    except OSError as problem:
        raise ModelError(f"{file} cannot be written: {problem.strerror}") from None


def import_model(file: str | Path, folder: str | Path) -> ModelCard:
    """Check an archive of `export_model`, and write its model's folder, byte for byte.

    Args:
        file: the archive; it may be untrusted.
        folder: the folder to write; it must not exist.

    Returns:
        The model's card.

    Raises:
        ModelError: in one line, if anything in the file is invalid, or the folder cannot be made; then nothing is
            written.
    """
    file, folder = Path(file), Path(folder)
    described, weights = _unpack(file)
    card = parse_card(described, file)
    parse_weights(weights, card, file)
    check_fit(card, file)
    if folder.exists():
        raise ModelError(f"{folder} is there already; choose another folder")
    try:
        folder.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(prefix=".", dir=folder.parent) as name:
            made = Path(name) / folder.name
            made.mkdir()
            (made / CARD).write_bytes(described)
            (made / WEIGHTS).write_bytes(weights)
            made.rename(folder)
    except OSError as problem:
        raise ModelError(f"{folder} cannot be written: {problem.strerror}") from None
    return card


def folder_name(file: Path) -> str:
    """Folder name of an imported model, from its file's name."""
    return re.sub(r"[^\w.-]+", "-", file.stem).strip(".-") or "model"


def _unpack(file: Path) -> tuple[bytes, bytes]:
    """The contents of ``model.json`` and ``model.safetensors``, not yet checked."""
    if file.is_dir():
        raise ModelError(f"{file} is a folder; if it holds a model, name it wherever an agent is named, as it is")
    if file.suffix == ".onnx":
        raise ModelError(f"{file} is for other programs and cannot be imported; export the model without --onnx")
    try:
        data = read_file(file, MOST)
    except OSError as problem:
        raise ModelError(f"{file} cannot be read: {problem.strerror}") from None
    if not _has_short_directory(data):
        raise ModelError(f"{file} is no file that `cardzoo export` has written, or it is damaged")
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            _check_entries(archive.infolist(), file)
            return archive.read(CARD), archive.read(WEIGHTS)
    except ModelError:
        raise
    except Exception:  # a damaged archive may raise anything
        raise ModelError(f"{file} is damaged") from None


def _has_short_directory(data: bytes) -> bool:
    """True if the data end like a zip of few files; a list of millions would be read before it could be refused."""
    if len(data) < _END.size + _LOCATOR_SIZE:
        return False
    signature, _, _, _, _, size, _, comment = _END.unpack(data[-_END.size :])
    large = data[-_END.size - _LOCATOR_SIZE :].startswith(_LOCATOR_SIGNATURE)
    return signature == _END_SIGNATURE and size <= _MOST_IN_DIRECTORY and not comment and not large


def _check_entries(entries: Sequence[zipfile.ZipInfo], file: Path) -> None:
    """Check that the entries are the model's two files, uncompressed."""
    for entry in entries:
        name = f"{entry.orig_filename!r:.80}"
        if entry.orig_filename not in NAMES:
            raise ModelError(f"{file} holds {name}; a model's file holds {CARD} and {WEIGHTS} and nothing else")
        if stat.S_IFMT(entry.external_attr >> 16) not in (0, stat.S_IFREG):
            raise ModelError(f"{file}: {name} is no plain file")
        if entry.compress_type != zipfile.ZIP_STORED or entry.file_size != entry.compress_size:
            raise ModelError(f"{file}: {name} is compressed; `cardzoo export` stores files as they are")
    if sorted(entry.filename for entry in entries) != sorted(NAMES):
        raise ModelError(f"{file} must hold {CARD} and {WEIGHTS} once each")
