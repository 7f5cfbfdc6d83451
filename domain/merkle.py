"""The Merkle tree of RFC 6962: roots, inclusion proofs and consistency proofs.

A leaf is hashed after a byte 0, a node after a byte 1, so that neither can pass for the other.
Sizes and indices count leaves, indices from 0; hashes are 32 bytes. Proofs are built as RFC 6962,
section 2.1, defines them, and checked as RFC 9162, sections 2.1.3.2 and 2.1.4.2, describes.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from typing import Final

WIDTH: Final = 32
"""Bytes of a hash."""
EMPTY_ROOT: Final = hashlib.sha256(b"").digest()
"""Root of the tree without leaves."""


def leaf_hash(data: bytes) -> bytes:
    """Return the hash of a leaf."""
    return hashlib.sha256(b"\x00" + data).digest()


def node_hash(left: bytes, right: bytes) -> bytes:
    """Return the hash of a node over its two parts."""
    return hashlib.sha256(b"\x01" + left + right).digest()


def _split(count: int) -> int:
    """Return the greatest power of two below a count of at least two."""
    return 1 << (count - 1).bit_length() - 1


class Tree:
    """A tree that only grows; it answers for every size it ever had.

    It keeps the hash of each complete subtree, about 64 bytes a leaf.
    """

    def __init__(self, leaves: Iterable[bytes] = ()) -> None:
        self._levels: list[bytearray] = [bytearray()]
        for leaf in leaves:
            self.append(leaf)

    def __len__(self) -> int:
        """Return how many leaves there are."""
        return len(self._levels[0]) // WIDTH

    def append(self, leaf: bytes) -> None:
        """Add the hash of the next leaf."""
        level, index, made = 0, len(self), leaf
        while True:
            if level == len(self._levels):
                self._levels.append(bytearray())
            self._levels[level] += made
            if index % 2 == 0:
                return
            made = node_hash(self._at(level, index - 1), made)
            level, index = level + 1, index // 2

    def leaf(self, index: int) -> bytes:
        """Return the hash of a leaf; raises ``IndexError``."""
        if not 0 <= index < len(self):
            raise IndexError(f"leaf {index} of {len(self)}")
        return self._at(0, index)

    def root(self, size: int | None = None) -> bytes:
        """Return the root over all leaves or the first ``size``; raises ``IndexError``."""
        return self._of(0, self._size(size))

    def inclusion(self, index: int, size: int | None = None) -> list[bytes]:
        """Return the proof that a leaf is in the tree of a size; raises ``IndexError``."""
        start, end, proof = 0, self._size(size), list[bytes]()
        if not 0 <= index < end:
            raise IndexError(f"leaf {index} of {end}")
        while end - start > 1:
            middle = start + _split(end - start)
            if index < middle:
                proof.append(self._of(middle, end))
                end = middle
            else:
                proof.append(self._of(start, middle))
                start = middle
        return proof[::-1]

    def consistency(self, old: int, size: int | None = None) -> list[bytes]:
        """Return the proof that the tree of a size begins with the old one; ``IndexError``."""
        start, end, proof = 0, self._size(size), list[bytes]()
        if not 0 <= old <= end:
            raise IndexError(f"size {old} of {end}")
        if old in (0, end):
            return []
        while old != end:
            middle = start + _split(end - start)
            if old <= middle:
                proof.append(self._of(middle, end))
                end = middle
            else:
                proof.append(self._of(start, middle))
                start = middle
        # The old tree itself is known to who asks; only a part of it has to be told.
        return ([self._of(start, end)] if start else []) + proof[::-1]

    def _size(self, size: int | None) -> int:
        size = len(self) if size is None else size
        if not 0 <= size <= len(self):
            raise IndexError(f"size {size} of {len(self)}")
        return size

    def _at(self, level: int, index: int) -> bytes:
        return bytes(self._levels[level][index * WIDTH : (index + 1) * WIDTH])

    def _of(self, start: int, end: int) -> bytes:
        """Return the hash over a part, as splitting a tree makes parts: complete ones are kept."""
        count = end - start
        if count == 0:
            return EMPTY_ROOT
        if count & (count - 1) == 0:
            level = count.bit_length() - 1
            return self._at(level, start >> level)
        middle = start + _split(count)
        return node_hash(self._of(start, middle), self._of(middle, end))


def includes(root: bytes, size: int, index: int, leaf: bytes, proof: Sequence[bytes]) -> bool:
    """Tell whether a proof shows that a leaf's hash stands at an index of a tree."""
    if not 0 <= index < size:
        return False
    place, last, made = index, size - 1, leaf
    for part in proof:
        if last == 0:
            return False
        if place % 2 or place == last:
            made = node_hash(part, made)
            while place and not place % 2:
                place, last = place >> 1, last >> 1
        else:
            made = node_hash(made, part)
        place, last = place >> 1, last >> 1
    return last == 0 and made == root


def continues(old_root: bytes, old: int, root: bytes, size: int, proof: Sequence[bytes]) -> bool:
    """Tell whether a proof shows that a tree begins with all leaves of an older one, in order."""
    if old == 0 or old >= size:
        same = EMPTY_ROOT if old == 0 else root
        return 0 <= old <= size and not proof and old_root == same
    parts = [old_root, *proof] if old & (old - 1) == 0 else list(proof)
    if not parts:
        return False
    place, last = old - 1, size - 1
    while place % 2:
        place, last = place >> 1, last >> 1
    made_old = made = parts[0]
    for part in parts[1:]:
        if last == 0:
            return False
        if place % 2 or place == last:
            made_old, made = node_hash(part, made_old), node_hash(part, made)
            while place and not place % 2:
                place, last = place >> 1, last >> 1
        else:
            made = node_hash(made, part)
        place, last = place >> 1, last >> 1
    return last == 0 and made_old == old_root and made == root
