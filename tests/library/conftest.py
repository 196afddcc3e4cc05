"""The command line on a shelf of its own, to be held against the library."""

from tests.cli.conftest import command, liege, shelf  # noqa: F401 - fixtures
from tests.foreseen import battles_are_foreseen_once  # noqa: F401 - a fixture
from tests.forked import workers_are_forked  # noqa: F401 - a fixture
