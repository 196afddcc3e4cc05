"""Conformance cases: reading, runs and counts."""
