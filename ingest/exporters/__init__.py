"""Matches in other people's forms: score sheets and results, and what those forms cannot hold.

What an exporter writes, the importer of the same format reads back to the same events, unless the
exporter says what is lost.
"""
