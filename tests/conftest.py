"""What every test may ask for: the rules of each pack on the shelf, and how long the long suites run."""

import pytest

from referee.desk import packs
from referee.systems.great_war.rules import GreatWar


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--games", type=int, default=12, help="how many random games the long suites play (1000 by hand)"
    )


@pytest.fixture(scope="session")
def games(request: pytest.FixtureRequest) -> int:
    count = request.config.getoption("--games")
    assert isinstance(count, int)
    return count


@pytest.fixture(scope="session")
def western() -> GreatWar:
    """The western theatre, SUMMER 1914, with the default options."""
    return GreatWar(packs.load("ttlm", cache=False).pack, "1914")
