"""The key with which a node vouches for its log: made once, kept beside it, registered."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from api.auth import LOCAL
from api.people import People
from domain.merkle import Tree
from ingest import keys as crypto
from ingest.checkpoints import Checkpoint, write_note

FOLDER: Final = "keys"
"""Where private keys are kept in a data directory unless told otherwise."""
FILE: Final = "log.key"


def key_folder(data: Path) -> Path:
    """Return the folder of private keys of a data directory, for its owner alone."""
    path = data / FOLDER
    path.mkdir(mode=0o700, parents=True, exist_ok=True)
    return path


@dataclass(slots=True, frozen=True)
class LogKey:
    """A private key, and the public one by which others know it."""

    private: crypto.PrivateKey
    public: crypto.PublicKey

    def note(self, partition: int, tree: Tree, size: int | None = None) -> str:
        """Return a signed checkpoint of a partition at a size; raises ``IndexError``."""
        size = len(tree) if size is None else size
        origin = f"{self.public.holder}/{partition}"
        return write_note(Checkpoint(origin, size, tree.root(size)), self.public, self.private)


def log_key(data: Path, people: People) -> LogKey:
    """Return the key of the log, made and registered where there is none yet; ``BadKey``."""
    path = key_folder(data) / FILE
    if not path.exists():
        with suppress(crypto.BadKey):  # another process has just made it
            crypto.save_private(path, crypto.new_private())
    private = crypto.load_private(path)
    public = crypto.public_of(private)
    key = crypto.fingerprint(public)
    known = people.keys().get(key)
    if known is None:
        with suppress(crypto.BadKey):  # as above
            people.register_key(f"log-{key[2:14]}", public, "log", by=LOCAL)
        known = people.keys()[key]
    if known.revoked_at is not None:
        raise crypto.BadKey(f"{key} in {path} was revoked: move the file away for a new key")
    return LogKey(private, known)
