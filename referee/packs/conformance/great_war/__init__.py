"""Support for conformance cases of the Great War."""
