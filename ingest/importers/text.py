"""Which encoding a file is in, and text that was encoded twice.

UTF-8 is recognised by decoding all of the file; only where that fails is anything guessed.
"""

from __future__ import annotations

import codecs
from pathlib import Path
from typing import Final, NamedTuple

from charset_normalizer import from_bytes

BOMS: Final = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
CODE_PAGES: Final = ("cp1250", "cp1257", "cp1252")
"""Central European, Baltic and Western; of equals the first wins."""
_ALPHABETS: Final = ("čšžđć", "ąćęłńóśźż", "ąčęėįšųūž", "äöüßéèêàâçñåøæôîëï")
_SIGNS: Final = "„“”’–—…§°½ \u00a0"
_CHUNK: Final = 1 << 20
_SAMPLE: Final = 1 << 16
"""Bytes of lines beyond ASCII that a guess is made of."""
_LAST_LATIN: Final = "\u024f"
_TWICE: Final = ("cp1252", "cp1250")


class Encoding(NamedTuple):
    """The encoding of a file, and whether it was guessed."""

    name: str
    guessed: bool = False


def detect(path: Path) -> Encoding:
    """Return the encoding of a file; reads it once, in pieces."""
    with path.open("rb") as file:
        start = file.read(4)
    for bom, name in BOMS:
        if start.startswith(bom):
            return Encoding(name)
    if _is_utf8(path):
        return Encoding("utf-8")
    return Encoding(guess(_sample(path)), guessed=True)


def _is_utf8(path: Path) -> bool:
    decoder = codecs.getincrementaldecoder("utf-8")()
    try:
        with path.open("rb") as file:
            while chunk := file.read(_CHUNK):
                decoder.decode(chunk)
            decoder.decode(b"", final=True)
    except UnicodeDecodeError:
        return False
    return True


def _sample(path: Path) -> bytes:
    """Return the first lines that have more than ASCII in them."""
    kept, size = list[bytes](), 0
    with path.open("rb") as file:
        while size < _SAMPLE and (line := file.readline(_SAMPLE)):
            if not line.isascii():
                kept.append(line)
                size += len(line)
    return b"".join(kept)


def guess(sample: bytes) -> str:
    """Return the likeliest code page of bytes beyond ASCII.

    A few names are too little for statistics of languages, so letters decide: the more of them
    belong to one alphabet of the region, the likelier; the detector breaks a tie.
    """
    ranked = from_bytes(sample, cp_isolation=list(CODE_PAGES))
    order = [match.encoding for match in ranked]
    return max(CODE_PAGES, key=lambda name: (_letters(sample, name), -_rank(order, name)))


def _rank(order: list[str], name: str) -> int:
    return order.index(name) if name in order else len(order)


def _letters(sample: bytes, name: str) -> float:
    """Return the share of the letters beyond ASCII that the best fitting alphabet has."""
    try:
        text = sample.decode(name)
    except UnicodeDecodeError:
        return -1.0
    beyond = [letter for letter in text.lower() if not letter.isascii() and letter not in _SIGNS]
    if not beyond:
        return 1.0
    return max(sum(letter in alphabet for letter in beyond) for alphabet in _ALPHABETS) / len(
        beyond
    )


def decoded_twice(text: str) -> str | None:
    """Return what text says that was encoded twice, None where it was not."""
    if text.isascii():
        return None
    for name in _TWICE:
        try:
            once = b"".join(_byte(letter, name) for letter in text).decode("utf-8")
        except (UnicodeEncodeError, UnicodeDecodeError):
            continue
        # A name such as that of a table, "čłł", is by chance the bytes of a Chinese sign.
        if all(letter <= _LAST_LATIN or letter in _SIGNS for letter in once):
            return once
    return None


def _byte(letter: str, name: str) -> bytes:
    """Return the byte of a letter; what a code page leaves open stands for itself, as usual."""
    return letter.encode("latin-1" if "\x80" <= letter < "\xa0" else name)
