"""Facts in: the log of what was recorded, and the ways into it."""
