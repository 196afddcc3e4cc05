"""Conformance cases: read, run, counted."""
