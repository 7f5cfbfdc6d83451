"""A data directory in one file, made while it is in use: everything that cannot be made again.

The log with its registry, the names, the register of tokens and what else the owner keeps there;
not the tables, which are made of the log, nor what belongs to a process, nor a token itself.
A backup holds names and perhaps keys: it is as secret as the directory.
"""

from __future__ import annotations

import hashlib
import os
import zipfile
import zlib
from collections.abc import Iterator
from contextlib import closing
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path, PurePosixPath
from tempfile import TemporaryDirectory
from typing import Final

import msgspec

from api.auth import SHOWN_FILE
from api.people import SEEN_FILE, People
from api.refusal import Refused
from api.wiring import log_url
from domain.rulesets import RULES_VERSION
from ingest.log import Stream, open_log
from ingest.names import NAMES_FILE
from ingest.snapshot import Digest, digest, flush, snapshot
from projections.lock import ADDRESS_FILE, LOG_FILE

FORMAT: Final = "cuelog-backup/1"
MANIFEST: Final = "manifest.json"
STREAMS: Final[tuple[Stream, ...]] = ("events", "registry")
LEFT_OUT: Final = frozenset({SHOWN_FILE, ADDRESS_FILE, SEEN_FILE, "position.json"})
"""What belongs to a process or its owner, or is made again."""
LEFT_OUT_ENDINGS: Final = (
    ".duckdb", ".wal", ".rebuilding", ".unreadable", ".lock", ".pid", ".socket",
    "-wal", "-shm", "-journal",
)  # fmt: skip
CHUNK: Final = 2**20


class Part(msgspec.Struct, frozen=True):
    """A file of a backup."""

    bytes: int
    sha256: str


class Manifest(msgspec.Struct, frozen=True):
    """What a backup holds; ``log`` is the address of a log that is kept elsewhere."""

    format: str
    made_at: str
    cuelog: str
    rules_version: str
    streams: dict[str, Digest]
    files: dict[str, Part]
    log: str | None = None


def back_up(data: Path, log: str | None, target: Path) -> Manifest:
    """Write a backup and read it back; raises ``Refused`` and ``LogError``."""
    folder = target.absolute().parent
    if target.exists():
        raise Refused(f"{target} exists already; name another file")
    if not folder.is_dir():
        raise Refused(f"{target}: there is no directory {folder}")
    if folder.resolve().is_relative_to(data.resolve()):
        raise Refused(f"{target} is in the data directory itself; keep backups elsewhere")
    url = log_url(data, log)
    elsewhere = None if url == f"sqlite:{(data / LOG_FILE).absolute()}" else url
    with TemporaryDirectory(dir=folder, prefix=".backup-") as work:
        made = Path(work) / "backup"
        manifest = _write(data, elsewhere, made, Path(work))
        if check_file(made) != manifest:
            raise Refused(f"{target}: what was written is not what is read back; check the disk")
        made.replace(target)
    flush(folder)
    return manifest


def _write(data: Path, elsewhere: str | None, made: Path, work: Path) -> Manifest:
    os.close(os.open(made, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))
    names = list(_kept(data))
    sources = {name: data / name for name in names}
    # Names first: one that is erased meanwhile is erased in the log that follows.
    for name in (NAMES_FILE, LOG_FILE):
        if name in sources:
            sources[name] = work / name
            snapshot(data / name, sources[name])
    with closing(People(work, elsewhere or f"sqlite:{work / LOG_FILE}")) as people:
        people.forget()
    streams = _digests(work) if LOG_FILE in sources else {}
    parts = {name: Part(path.stat().st_size, sha256_of(path)) for name, path in sources.items()}
    manifest = Manifest(FORMAT, _now(), version("cuelog"), RULES_VERSION, streams, parts, elsewhere)
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(MANIFEST, msgspec.json.format(msgspec.json.encode(manifest)))
        for name, path in sources.items():
            archive.write(path, name)
    flush(made)
    return manifest


def _kept(data: Path) -> Iterator[str]:
    """Yield the names of the files a backup holds; links are followed nowhere."""
    for path in sorted(data.rglob("*")):
        name = path.relative_to(data).as_posix()
        ours = name.startswith(".") or name in LEFT_OUT or name.endswith(LEFT_OUT_ENDINGS)
        if path.is_file() and not path.is_symlink() and not ours:
            yield name


def _digests(folder: Path) -> dict[str, Digest]:
    """Return the digests of both streams of the log in a folder."""
    found: dict[str, Digest] = {}
    for stream in STREAMS:
        with closing(open_log(f"sqlite:{folder / LOG_FILE}", stream)) as log:
            found[stream] = digest(log)
    return found


def check_file(backup: Path) -> Manifest:
    """Read a whole backup, every digest of it, and return what it holds; raises ``Refused``."""
    with TemporaryDirectory(dir=backup.absolute().parent, prefix=".check-") as work:
        return extract(backup, Path(work) / "files")


def extract(backup: Path, folder: Path) -> Manifest:
    """Put the files of a backup into a new folder, for their owner alone; raises ``Refused``.

    Every file is compared with its digest, the log with those of its records.
    """
    try:
        with zipfile.ZipFile(backup) as archive:
            manifest = _manifest(archive, backup)
            folder.mkdir(mode=0o700, parents=True)
            for name, part in manifest.files.items():
                _extract_one(archive, name, part, folder)
    except (OSError, zipfile.BadZipFile, zlib.error, KeyError, EOFError) as error:
        raise Refused(f"{backup} cannot be read whole: {error}; take another backup") from error
    if manifest.streams and _digests(folder) != manifest.streams:
        raise Refused(f"{backup}: the records of its log are not those it was made of")
    return manifest


def _manifest(archive: zipfile.ZipFile, backup: Path) -> Manifest:
    try:
        manifest = msgspec.json.decode(archive.read(MANIFEST), type=Manifest)
    except (KeyError, msgspec.DecodeError) as error:
        raise Refused(f"{backup} is no backup of cuelog: {error}") from error
    if manifest.format != FORMAT:
        words = f"its format is {manifest.format}, this version reads {FORMAT}"
        raise Refused(f"{backup}: {words}; use the version of cuelog that made it")
    for name in manifest.files:
        path = PurePosixPath(name)
        if path.is_absolute() or ".." in path.parts or "\\" in name or not path.parts:
            raise Refused(f"{backup} names a file outside of itself: {name}")
    return manifest


def _extract_one(archive: zipfile.ZipFile, name: str, part: Part, folder: Path) -> None:
    """Write one file, never more of it than the manifest says."""
    target, hashed, left = folder / name, hashlib.sha256(), part.bytes
    target.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    opened = os.open(target, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(opened, "wb") as file, archive.open(name) as source:
        while chunk := source.read(CHUNK):
            left -= len(chunk)
            if left < 0:
                break
            hashed.update(chunk)
            file.write(chunk)
        file.flush()
        os.fsync(file.fileno())
    if left != 0 or hashed.hexdigest() != part.sha256:
        raise Refused(f"{name} of the backup is not what it was made of; take another backup")


def sha256_of(path: Path) -> str:
    """Return the digest of a file."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")
