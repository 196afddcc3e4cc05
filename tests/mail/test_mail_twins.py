"""Mails to one seat do not differ with the secrets of the other: words, size, number, times and headers.

Two clubs are the same but for what one player writes in secret. What the other is sent has to be the same,
signature for signature, but for digests, which have one length.
"""

import re
from email.message import EmailMessage
from pathlib import Path

import pytest

from tests.mail.conftest import Club, copy_club

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
def test_what_a_player_is_sent_does_not_show_what_the_other_wrote(
    club: Club, tmp_path: Path, pair: list[str]
) -> None:
    sent = [play(copy_club(club, tmp_path / str(number)), text) for number, text in enumerate(pair)]

    assert sent[0] == sent[1]
    assert len(sent[0]) > 1


def play(club: Club, text: str) -> list[str]:
    """What the Entente is sent when the Germans write this, and then pass."""
    for letter in (text, "pass"):
        club.receive(club.reply("german", letter))
        club.send()
    return [show(mail) for mail in club.mails("entente")]


def show(mail: EmailMessage) -> str:
    """A whole mail, with digests of the same length."""
    return DIGESTS.sub(lambda found: "x" * len(found[0]), mail.as_string())


def test_the_check_sees_a_difference_of_one_sign(club: Club, tmp_path: Path) -> None:
    messages = ("message to entente: yes", "message to entente: no")
    sent = [play(copy_club(club, tmp_path / str(number)), text) for number, text in enumerate(messages)]

    assert sent[0] != sent[1]
