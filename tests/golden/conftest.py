"""What golden texts share."""

from tests.foreseen import battles_are_foreseen_once  # noqa: F401 - a fixture
