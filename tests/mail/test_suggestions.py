"""Every letter that a mail suggests is accepted as it is, wherever random play leads."""

import random
import re
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pytest

from referee.dice.chain import Secrets
from referee.mail import seats
from referee.mail.office import FOLDER, open_office
from referee.matches import history, matches, opening
from tests.mail.conftest import AT, Club

LINK = re.compile(r"^# .*\n  <(mailto:.*)>$", re.MULTILINE)

ORDER = re.compile(r"^# (?!Or |Remove |Aimed |Your |change )(.*)", re.MULTILINE)
"""A line of a template of the skirmish that is no comment."""


def open_club(folder: Path, game: str, seed: int) -> Club:
    club = Club(folder / "matches")
    club.set_up()
    path = club.shelf / FOLDER / "config.toml"
    path.write_text(path.read_text().replace("quiet = false\nreceipts = true\n", ""))
    secrets = Secrets(seed=f"{seed:064x}", hidden=f"{seed + 1:064x}")
    match = opening.open_match(club.shelf, "liege", game, at=AT, secrets=secrets)
    with open_office(club.shelf) as desk:
        for side in match.header.sides:
            seats.take_seat(desk, "liege", side, f"{side}@player.example")
    club.send()
    return club


def play(club: Club, seed: int, letters: int, *, whole: bool) -> int:
    """Let the sides answer each mail with one of its suggestions, or with its whole template."""
    chance = random.Random(seed)
    for number in range(letters):
        match = matches.find(club.shelf, "liege")
        sides = history.list_awaited_sides(match.rules, match.position())
        if not sides:
            return number
        mail = [mail for mail in club.mails() if mail["To"] == f"{sides[0]}@player.example"][-1]
        text = mail.get_content()
        if whole:
            template = text.partition("BEGIN ORDERS")[2].partition("END ORDERS")[0]
            body = "\n".join(ORDER.findall(template))
        else:
            body = parse_qs(urlsplit(chance.choice(LINK.findall(text))).query)["body"][0]
        letter = (
            f"From: {mail['To']}\nTo: {mail['Reply-To']}\nSubject: Re: {number}\n"
            f"Message-ID: <{number}@player>\n\n{body}\n"
        )
        done = club.receive(letter)
        club.send()
        assert done.verdict == "judged", f"{text}\n{body}\n{club.mails()[-1].get_content()}"
    return letters


@pytest.mark.parametrize(("game", "seed"), [("ttlm", 1), ("ttlm", 2), ("aac", 3), ("skirmish", 4)])
def test_suggested_letter_is_accepted(
    game: str, seed: int, tmp_path: Path, pytestconfig: pytest.Config
) -> None:
    letters = pytestconfig.getoption("--suggestions")
    assert play(open_club(tmp_path, game, seed), seed, letters, whole=False) > 5


@pytest.mark.parametrize("seed", [5, 6])
def test_whole_template_of_the_skirmish_is_accepted(
    seed: int, tmp_path: Path, pytestconfig: pytest.Config
) -> None:
    letters = pytestconfig.getoption("--suggestions")
    assert play(open_club(tmp_path, "skirmish", seed), seed, letters, whole=True) > 5
