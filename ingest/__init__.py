"""Facts in: the log of what was recorded, and the ways into it.

``wire`` tells what a record says, ``log`` is the port to where records stand.
"""
