"""Packs: loading, checks, conformance."""
