"""Lines of our own mails in a reply are no orders of its author, and no note names them."""

from textwrap import indent

import pytest

from referee.mail import outbox
from referee.mail.office import open_office
from tests.mail.conftest import AT, PLAYERS, Club

OPENING = "offensive 17\nmove ge-1 to liege\nbattle liege\ndone\n"


def quote(club: Club, side: str, text: str) -> str:
    """A reply with the last mail below it, as mail programs write it."""
    report = indent(club.mails(side)[-1].get_content(), "> ", lambda _: True)
    return f"{text}\n\nOn Tue, 1 Dec 2026 at 20:00, referee <referee@club.example> wrote:\n{report}"


def read_answer(club: Club, side: str) -> str:
    return " ".join(club.mails(side)[-1].get_content().split())


@pytest.fixture
def battle(club: Club) -> Club:
    """A club whose German player was sent a report with the line "Battle of Liège."."""
    club.play("german", OPENING)
    assert "\nBattle of Liège.\n" in club.mails("german")[-1].get_content()
    return club


def test_note_names_no_line_of_the_quoted_report(battle: Club) -> None:
    battle.play("german", quote(battle, "german", "no, thanks"))

    assert "look like orders" not in read_answer(battle, "german")


def test_note_names_no_line_that_a_mail_program_broke(battle: Club) -> None:
    text = quote(battle, "german", "no").replace("cards, Offensive (", "cards,\n> Offensive (")
    battle.play("german", text)

    assert "look like orders" not in read_answer(battle, "german")


@pytest.mark.parametrize("line", ["> retreat ge-c1 to eifel", "> > retreat ge-c1 to eifel"])
def test_note_names_the_order_that_its_author_wrote_among_quoted_lines(battle: Club, line: str) -> None:
    text = quote(battle, "german", "no, thanks").replace(
        "> Battle of Liège.\n", f"> Battle of Liège.\n{line}\n"
    )
    battle.play("german", text)

    assert "look like orders" in read_answer(battle, "german")
    assert "`retreat ge-c1 to eifel`" in read_answer(battle, "german")


def test_note_does_not_depend_on_the_mails_of_the_other_side(battle: Club) -> None:
    """A player who knows the Message-ID of a mail to his opponent must not learn its lines."""
    secret = "offensive 3"
    report = battle.mails("entente")[-1]
    with open_office(battle.shelf) as desk:
        key = str(report["Message-ID"]).rpartition(".")[0].rpartition("@")[0].rpartition(".")[2]
        path = desk.folder / "out" / "sent" / f"{key}.eml"
        path.write_bytes(path.read_bytes() + f"{secret}\n".encode())
        assert secret.encode() in outbox.read_mail(desk, key)
    letter = battle.reply("german", f"no, thanks\n\n> {secret}\n")
    own = str(battle.mails("german")[-1]["Message-ID"])
    battle.receive(letter.replace(own, str(report["Message-ID"])), AT)
    battle.send()

    assert battle.mails("german")[-1]["To"] == PLAYERS["german"]
    assert f"`{secret}`" in read_answer(battle, "german")
