"""Measurements: replay and rebuild beside bare decoding of the same bytes."""
