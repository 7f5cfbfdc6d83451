"""What is said where tables cannot be opened."""


class CannotOpen(Exception):  # noqa: N818 - reads as what happened
    """A place cannot be opened: which, why, and what to do."""
