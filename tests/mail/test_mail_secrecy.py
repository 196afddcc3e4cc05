"""Mails to one seat do not differ with the secrets of the other: words, size, number, times and headers.

Two clubs are the same but for what one player writes in secret, or when. What the other is sent has to be the
same, signature for signature and letter by letter, but for digests, which have one length.
"""

import re
from email.message import EmailMessage
from pathlib import Path

import pytest

from tests.mail.conftest import AT, Club, copy_club

DIGESTS = re.compile(r"[0-9a-f]{8,}")
"""Seals, keys and tokens; a mail's own name is one."""

SECRETS = {
    "messages to the referee": [
        "message to referee: yes",
        "message to referee: Gneisenau" + "\nBlücher" * 200,
    ],
    "refused letters": ["move everything to the moon", "rail ge-1 from aachen to paris\n" * 30],
    "orders in advance": [
        "when losses as defender always: lose cheapest",
        "when stand-or-retreat as defender always: stand",
    ],
    "requests": ["report", "map"],
    "options": ["options", "options for ge-1"],
    "rehearsals": ["what if\npass", "what if\noffensive 17\nmove ge-1 from aachen to liege\nbattle liege"],
    "words around an order": ["pass\n", "Dear referee,\n\n" + "I have thought.\n" * 100 + "\n\npass\n"],
    "comments": ["pass\n", "pass   # " + "von Kluck will not like it " * 20 + "\n"],
    "questions that are no letter": ["How are you?", "What? " * 100],
}
"""Pairs of letters that differ in what is secret."""


@pytest.mark.parametrize("pair", SECRETS.values(), ids=SECRETS)
def test_mail_to_a_player_hides_the_text_of_the_other(club: Club, tmp_path: Path, pair: list[str]) -> None:
    sent = [play(copy_club(club, tmp_path / str(number)), text) for number, text in enumerate(pair)]

    assert sent[0] == sent[1]
    assert len(sent[0]) > 1


WHENS = {
    "messages to the referee": "message to referee: Gneisenau",
    "refused letters": "move everything to the moon",
    "orders in advance": "when losses as defender always: lose cheapest",
    "requests": "report",
    "rehearsals": "what if\npass",
}
"""Letters that may be written at any hour."""

HOURS = ("2026-12-01T20:00:01Z", "2026-12-02T05:59:58Z")


@pytest.mark.parametrize("text", WHENS.values(), ids=WHENS)
def test_mail_to_a_player_hides_the_time_of_the_other(club: Club, tmp_path: Path, text: str) -> None:
    sent = [play(copy_club(club, tmp_path / str(number)), text, at) for number, at in enumerate(HOURS)]

    assert sent[0] == sent[1]
    assert len(sent[0]) > 1


PASSED = "2026-12-02T06:00:00Z"


def play(club: Club, text: str, at: str = AT) -> list[tuple[str, str]]:
    """What the Entente is sent, and behind which letter: the Germans write this at some hour, and pass."""
    seen = [("the start", show(mail)) for mail in club.mails("entente")]
    for behind, letter, hour in (("the secret", text, at), ("the pass", "pass", PASSED)):
        club.receive(club.reply("german", letter), hour)
        club.send(hour)
        seen += [(behind, show(mail)) for mail in club.mails("entente")[len(seen) :]]
    return seen


def show(mail: EmailMessage) -> str:
    """A whole mail, with digests of the same length."""
    return DIGESTS.sub(lambda found: "x" * len(found[0]), mail.as_string())


def test_the_check_sees_a_difference_of_one_sign(club: Club, tmp_path: Path) -> None:
    messages = ("message to entente: yes", "message to entente: no")
    sent = [play(copy_club(club, tmp_path / str(number)), text) for number, text in enumerate(messages)]

    assert sent[0] != sent[1]


def test_the_check_sees_another_hour(club: Club, tmp_path: Path) -> None:
    message = "message to entente: yes"
    sent = [play(copy_club(club, tmp_path / str(number)), message, at) for number, at in enumerate(HOURS)]

    assert sent[0] != sent[1]
