"""Support for conformance cases of the skirmish."""
