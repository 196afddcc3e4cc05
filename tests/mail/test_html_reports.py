"""Reports as HTML beside the text, with the map attached, as the settings of the club say."""

import re
import sys
from email import message_from_bytes, policy
from pathlib import Path

import pytest

from referee.mail import answers, seats
from referee.mail.office import open_office
from tests.mail.conftest import Club, copy_club

SPECTATOR = "carl@spectator.example"

WANTED = {
    (): [],
    ("html",): ["text/html"],
    ("map",): ["image/svg+xml"],
    ("html", "map"): ["text/html", "image/svg+xml"],
}


def play(club: Club, options: tuple[str, ...], secret: str = "report") -> list[str]:
    """What the Entente is sent when the Germans write this and pass."""
    config = club.shelf / "_post" / "config.toml"
    config.write_text("".join(f"{name} = true\n" for name in options) + config.read_text())
    for letter in (secret, "pass"):
        assert club.receive(club.reply("german", letter)).verdict != "unproved"
        club.send()
    return [mail.as_string() for mail in club.mails("entente")]


@pytest.mark.parametrize(("options", "beside"), WANTED.items())
def test_reports_to_all_are_dressed_as_the_club_wants(
    club: Club, options: tuple[str, ...], beside: list[str]
) -> None:
    with open_office(club.shelf) as desk:
        seats.let_look_on(desk, "liege", SPECTATOR)
    play(club, options)
    watched = [mail for mail in club.mails() if mail["To"] == SPECTATOR]

    assert len(watched) > 1
    for mail in (club.mails("german")[-1], club.mails("entente")[-1], *watched):
        leaves = [part.get_content_type() for part in mail.walk() if not part.is_multipart()]
        assert leaves == ["text/plain", *beside]
        text = mail.get_body(("plain",))
        assert text is not None
        assert "SUMMER 1914" in text.get_content()
        if page := mail.get_body(("html",)):
            assert "SUMMER 1914" in page.get_content()


def test_a_dressed_report_has_no_secret_and_no_part_of_chance(club: Club, tmp_path: Path) -> None:
    secrets = ("message to referee: yes", "message to referee: Gneisenau")
    one, other = (
        play(copy_club(club, tmp_path / str(number)), ("html", "map"), text)
        for number, text in enumerate(secrets)
    )

    assert len(one[-1]) == len(other[-1])
    assert "Gneisenau" not in "".join(other)
    # Python would part them by a line that it makes up.
    assert "====" not in "".join(line for line in one[-1].splitlines() if line.startswith("--"))
    assert one[-1].count("boundary=") == 2


def test_an_answer_without_a_report_is_not_dressed(club: Club) -> None:
    """What a player asked for is a text, and so is why his letter was not judged."""
    config = club.shelf / "_post" / "config.toml"
    config.write_text(f"html = true\nmap = true\n{config.read_text()}")
    for letter in ("report", "options", "answers: 99\npass", "message to entente: well?"):
        club.play("german", letter)
        assert club.mails("german")[-1].get_content_type() == "text/plain", letter
    assert club.mails("entente")[-1].get_content_type() == "text/plain"


def test_a_ruling_that_moves_nothing_is_dressed_as_a_report_is(club: Club) -> None:
    config = club.shelf / "_post" / "config.toml"
    config.write_text(f"html = true\n{config.read_text()}")
    club.play("german", "move ge-1 to the moon")

    page = club.mails("german")[-1].get_body(("html",))
    assert page is not None
    assert "move ge-1 to the moon" in page.get_content()


def test_the_map_of_a_report_is_that_of_its_reader(club: Club) -> None:
    play(club, ("map",))

    for side in ("german", "entente"):
        (picture,) = club.mails(side)[-1].iter_attachments()
        assert picture.get_filename() == "liege.svg"
        assert b"<svg" in picture.get_content()


def test_the_same_report_has_the_same_bytes(club: Club, tmp_path: Path) -> None:
    twins = [play(copy_club(club, tmp_path / str(number)), ("html", "map")) for number in range(2)]

    assert twins[0] == twins[1]
    boundaries = re.findall(r'boundary="([0-9a-f]+)-(\d)"', twins[0][-1])
    assert [number for _, number in boundaries] == ["0", "1"]
    assert len({name for name, _ in boundaries}) == 1


LARGEST_PNG = 400_000
"""Bytes of a map in a mail."""


@pytest.mark.parametrize("html", [False, True])
def test_map_is_shown_in_the_mail_as_png(club: Club, html: bool) -> None:
    config = club.shelf / "_post" / "config.toml"
    config.write_text(f'map = "png"\nhtml = {str(html).lower()}\n{config.read_text()}')
    club.play("german", "pass")

    mail = message_from_bytes(club.mails("german")[-1].as_bytes(), policy=policy.default)
    (image,) = (part for part in mail.walk() if part.get_content_type() == "image/png")
    content = image.get_content()
    assert content.startswith(b"\x89PNG")
    assert int.from_bytes(content[16:20]) == answers.PNG_WIDTH
    assert len(content) < LARGEST_PNG
    assert image.get_content_disposition() == "inline"
    page = mail.get_body(("html",))
    assert (page is not None) == html
    if page is not None:
        related = mail.get_body(("related",))
        assert related is not None
        assert related.get_content_type() == "multipart/related"
        assert f"cid:{image['Content-ID'].strip('<>')}" in page.get_content()


def test_map_is_svg_without_the_extra(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "resvg_py", None)
    config = club.shelf / "_post" / "config.toml"
    config.write_text(f'map = "png"\n{config.read_text()}')
    club.play("german", "pass")

    assert [part.get_content_type() for part in club.mails("german")[-1].iter_attachments()] == [
        "image/svg+xml"
    ]
