"""The tour through the first example of each game, line by line: what changes in it is seen in review.

After a wanted change: `pytest tests/golden --rewrite-golden`, and read the difference.
"""

import pytest

from tests.cli.conftest import Referee, command, shelf  # noqa: F401 - fixtures
from tests.golden.approving import check


@pytest.mark.parametrize("game", ["ttlm", "aac", "skirmish"])
def test_the_tour_is_as_was_approved(
    request: pytest.FixtureRequest,
    command: Referee,  # noqa: F811 - a fixture
    game: str,
) -> None:
    check(request, f"tour.{game}.txt", command("demo", game).out)
