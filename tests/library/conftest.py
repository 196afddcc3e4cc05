"""The command line on a shelf of its own, to be held against the library."""

from tests.cli.conftest import command, liege, shelf  # noqa: F401 - fixtures
