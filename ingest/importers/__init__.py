"""Other people's files: bytes in, events of the contract and a report out.

An importer is a module with ``NAME``, ``SAYS``, ``fits`` and ``read`` (the port is
``ingest.importers.port``). What a file does not say is left out of the events, what is guessed,
refused or contradictory is in the report with its place. Names go to the register, never into
events.
"""
