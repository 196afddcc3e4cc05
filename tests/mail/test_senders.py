"""Whose mail it is: a player of two matches says which he means, and a program's mail is nobody's."""

import pytest
from msgspec.structs import replace

from referee.matches import matches, opening
from tests.mail.conftest import AT, PLAYERS, SECRETS, Club

LETTER = """\
From: Anna <{address}>
To: referee@club.example
Subject: {subject}
Message-ID: <{id}@a>
{more}

pass
"""

PROGRAMS = ["Auto-Submitted: auto-replied", "Precedence: bulk", "X-Autoreply: yes", "List-Id: <chat.example>"]


@pytest.fixture
def two(club: Club) -> Club:
    """The same players in two matches; the club believes addresses."""
    club.set_up("address")
    opening.open_match(club.shelf, "marne", "ttlm", at=AT, secrets=replace(SECRETS, hidden="8" * 64))
    club.seat("marne")
    return club


def write(subject: str, name: str = "1", more: str = "X-Mailer: none") -> str:
    return LETTER.format(address=PLAYERS["german"], subject=subject, id=name, more=more)


@pytest.mark.parametrize("match", ["liege", "marne"])
def test_the_subject_says_which_of_two_matches_a_player_means(two: Club, match: str) -> None:
    done = two.receive(write(f"Re: [{match}] your answer is wanted"))
    assert (done.verdict, done.match, done.side) == ("judged", match, "german")
    filed = {name: len(matches.find(two.shelf, name).entries) for name in ("liege", "marne")}
    assert filed[match] > 1
    assert sorted(filed.values())[0] == 1


@pytest.mark.parametrize("subject", ["orders", "[somme] orders", ""])
def test_match_is_not_guessed_for_a_player_of_two_matches(two: Club, subject: str) -> None:
    assert two.receive(write(subject)).verdict == "stranger"


@pytest.mark.parametrize("more", PROGRAMS)
def test_automatic_mail_is_judged_for_no_player(club: Club, more: str) -> None:
    club.set_up("address")
    done = club.receive(write("[liege] orders", more=more))
    assert (done.verdict, done.queued) == ("automatic", ())
    assert len(matches.find(club.shelf, "liege").entries) == 1


def test_two_answers_of_one_letter_go_by_two_names(club: Club) -> None:
    """What is refused has no report in it, and the next letter is answered as well."""
    names = set()
    for number in range(2):
        done = club.receive(club.reply("german", f"offensive {98 + number}"))
        names |= set(done.queued)
    assert len(names) == 2
