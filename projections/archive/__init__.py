"""A log as Parquet files that only grow in number, for keeping and for reading on many machines.

A record is kept byte for byte, quarantined ones too, with what the log says of it and how it was
judged. A match is wholly in the file of the day of its first event and in the supplements of that
file, where what came after the file was written stands. ``writing`` makes them in rounds,
``manifest`` says which there are, ``reading`` gives them back in the order of the log.
"""
