"""How a command says that it cannot do what it was asked."""

import sys


class Refused(Exception):  # noqa: N818 - reads as what happened
    """A command cannot do what it was asked; the words say why and what to do."""

    def __init__(self, words: str, status: int = 2) -> None:
        super().__init__(words)
        self.status = status


def complain(words: str) -> None:
    """Say on standard error what is wrong."""
    sys.stderr.write(f"cuelog: {words}\n")
