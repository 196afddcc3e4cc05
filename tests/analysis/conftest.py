"""The command line on a shelf of its own."""

from tests.cli.conftest import command, shelf  # noqa: F401 - fixtures
