"""A club whose players also write in forums."""

from collections.abc import Iterator

import pytest

from referee.mail import seats
from referee.mail.office import FOLDER, open_office
from tests.mail.conftest import Club
from tests.mail.forums.topics import Topic, serve

FORUMS = """
[[forums]]
name = "club"
kind = "discourse"
host = "forum.example"
sender = "robot@forum.example"

[[forums]]
name = "board"
kind = "phpbb"
host = "board.example"
sender = "board@board.example"

[[forums]]
name = "chat"
kind = "bridge"
sender = "bridge@chat.example"
author = "X-Chat-Author"
"""

NAMES = {"german": "anna", "entente": "bert"}
"""The names of the players in each forum."""


@pytest.fixture
def members(club: Club) -> Club:
    """The same club with forums; each player has the same name in each."""
    path = club.shelf / FOLDER / "config.toml"
    path.write_text(path.read_text() + FORUMS)
    with open_office(club.shelf) as desk:
        match = desk.holder.find(club.shelf, "liege")
        for side, name in NAMES.items():
            seats.change_seat(desk, "liege", side, forum=f"club/{name}")
            assert seats.find_seat(club.shelf, match.name, side) is not None
    return club


def choose_forum(club: Club, forum: str, **names: str) -> None:
    """Let the players have these names in this forum."""
    with open_office(club.shelf) as desk:
        for side, name in names.items():
            seats.change_seat(desk, "liege", side, forum=f"{forum}/{name}")


@pytest.fixture
def topic() -> Iterator[Topic]:
    """An empty topic of a forum."""
    with serve() as found:
        yield found
