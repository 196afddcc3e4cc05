"""The command line on a shelf of its own."""

from tests.cli.conftest import command, liege, shelf  # noqa: F401 - fixtures
