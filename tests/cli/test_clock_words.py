"""The clock and the post office in words: all that may be said of them, and nothing where it is not."""

from collections.abc import Sequence
from typing import get_args

import pytest
from msgspec.structs import replace

from referee.cli.render import clock_and_mail
from referee.cli.render.clock_and_mail import word_deadlines, word_ledger
from referee.i18n.translator import ENGLISH
from referee.mail.mail_room.faults import VERDICTS
from schemas.clocks import Deadline, Deadlines, KnownAbsence, Pace, Span, Terms, TimeLedger
from schemas.mail import (
    ClockNotice,
    Delivered,
    Notice,
    Received,
    Round,
    Seat,
    Seats,
    Ticked,
    Verdict,
)

NOW = "2026-12-01T20:00:00Z"

OWED = Deadline(side="red", entry=3, asked="yesterday")
DUE = replace(OWED, due="noon", told="12:00")

USUAL = (
    "Days with deadlines: mon, tue, wed, thu, fri, sat, sun.",
    "Reminders before a deadline, in hours: 24.",
    "The moderator decides after the grace period.",
)
"""The rest of the terms where nothing else is agreed."""

CLOCKS: list[tuple[Deadlines, Sequence[str]]] = [
    (Deadlines(match="duel", now=NOW), ["duel has no clock."]),
    (
        Deadlines(
            match="duel",
            now=NOW,
            terms=Terms(zone="Europe/Berlin", hour="20:00", hours=48, grace=12),
            paused=True,
            deadlines=(
                OWED,
                DUE,
                replace(DUE, side="blue", entry=12, late="grace"),
                replace(DUE, late="over"),
            ),
            absences=(KnownAbsence(entry=7, side="blue", first="2026-12-24", last="2026-12-26"),),
        ),
        [
            "At least 48 hours, then until 20:00 in Europe/Berlin, with 12 hours of grace.",
            *USUAL,
            "The clock is paused.",
            "red   asked yesterday by entry 3   no deadline",
            "red   asked yesterday by entry 3   due 12:00    in time",
            "blue  asked yesterday by entry 12  due 12:00    late, in the grace period",
            "red   asked yesterday by entry 3   due 12:00    late, the grace period has ended",
            "blue is away from 2026-12-24 to 2026-12-26 (entry 7).",
        ],
    ),
    (
        Deadlines(match="duel", now=NOW, terms=Terms()),
        ["At least 72 hours, then until 23:30 in UTC, with 24 hours of grace.", *USUAL],
    ),
]


@pytest.mark.parametrize(("told", "lines"), CLOCKS, ids=["no clock", "all there is", "terms alone"])
def test_clock_lists_terms_and_deadlines(told: Deadlines, lines: Sequence[str]) -> None:
    assert word_deadlines(told, ENGLISH).split("\n") == list(lines)


def test_a_ledger_has_a_line_for_each_side() -> None:
    red = Pace(side="red", answers=9, due=8, on_time=5, late=3, over=1, hours=12.34, longest=9.96)
    blue = Pace(side="blue", answers=0, due=0, on_time=0, late=0, over=0, hours=0.0, longest=0.0)

    assert word_ledger(TimeLedger(match="duel", now=NOW, sides=(red, blue)), ENGLISH).split("\n") == [
        "side  answers  in time     late                         hours  longest",
        "red   9        5/8 = 62 %  3, 1 after the grace period  12.3   10.0",
        "blue  0        -           0, 0 after the grace period  0.0    0.0",
    ]


def test_the_seats_are_listed_before_the_invitations() -> None:
    red, blue = Seat(side="red", address="anna@x.example"), Seat(side="blue", address="bert@x.example")

    assert clock_and_mail.word_seats(Seats(match="duel", seats=())) == "Every seat is empty."
    assert clock_and_mail.word_seats(Seats(match="duel", seats=(red,), invited=(blue,))).split("\n") == [
        "red: anna@x.example",
        "blue: bert@x.example is invited",
    ]


JUDGED = Received(digest="0123456789abcdef", verdict="judged", match="duel", side="red", queued=("k1", "k2"))

RECEIVED = {
    "0123456789ab (duel, red): judged; 2 to send": JUDGED,
    "0123456789ab (duel, red): refused and answered [stale]": replace(
        JUDGED, verdict="refused", code="stale", queued=()
    ),
    "0123456789ab: not judged: no seat has this address": Received(
        digest="0123456789abcdef", verdict="stranger"
    ),
}


@pytest.mark.parametrize(("line", "done"), RECEIVED.items())
def test_a_line_says_what_became_of_a_mail(line: str, done: Received) -> None:
    assert clock_and_mail.word_received(done) == line


SENT = Delivered(key="k", to="anna@x.example", subject="[duel] a report", sent=True)
WAITS = replace(SENT, sent=False, why="451 later")


@pytest.mark.parametrize(
    ("mail", "line"),
    [(SENT, "anna@x.example: [duel] a report"), (WAITS, "anna@x.example: still waiting, 451 later")],
    ids=["sent", "not taken"],
)
def test_a_line_says_whether_a_mail_left(mail: Delivered, line: str) -> None:
    assert clock_and_mail.word_sent(mail) == line


TICKED = Ticked(
    now=NOW,
    last="2026-12-01T19:00:00Z",
    notices=(Notice(match="duel", side="red", kind="grace", due="noon"),),
    faults={"torn": "it cannot be read"},
)
LATE = "duel, red: late, in the grace period (due noon)"


def test_a_tick_says_what_it_led_to_and_which_matches_cannot_be_read() -> None:
    assert clock_and_mail.word_tick(Ticked(now=NOW)) == ""
    assert clock_and_mail.word_tick(TICKED).split("\n") == [LATE, "torn: it cannot be read"]
    of_entry_and_mails = replace(TICKED, notices=(*TICKED.notices, replace(TICKED.notices[0], queued=("a",))))
    assert clock_and_mail.word_tick(of_entry_and_mails) == clock_and_mail.word_tick(TICKED)
    assert clock_and_mail.word_tick(replace(TICKED, off=True)) == (
        "The clock jumped from 2026-12-01T19:00:00Z to 2026-12-01T20:00:00Z: reminders and deadlines are off;"
        " --on switches them on again."
    )


def test_round_lists_mail_reminders_and_failures() -> None:
    idle = Round(received=(), ticked=Ticked(now=NOW), sent=())
    busy = Round(received=(JUDGED,), ticked=TICKED, sent=(SENT, WAITS), faults=("there is no mbox",))

    assert clock_and_mail.word_round(idle) == ""
    assert clock_and_mail.word_round(busy).split("\n") == [
        "0123456789ab (duel, red): judged; 2 to send",
        LATE,
        "torn: it cannot be read",
        "anna@x.example: [duel] a report",
        "anna@x.example: still waiting, 451 later",
        "there is no mbox",
    ]


def test_every_verdict_and_every_notice_has_its_words() -> None:
    assert set(VERDICTS) == set(get_args(Verdict))
    assert set(clock_and_mail.NOTICES) == set(get_args(ClockNotice))


def test_every_term_is_a_sentence() -> None:
    terms = Terms(
        days=("mon", "fri"),
        holidays=("2026-12-25",),
        warn=(),
        end="done",
        questions={"plan": Span(hours=24, grace=6)},
    )

    assert clock_and_mail.word_terms(terms, ENGLISH).split("\n")[1:] == [
        "Days with deadlines: mon, fri.",
        "Days without deadlines: 2026-12-25.",
        "Questions of the kind plan: at least 24 hours, with 6 hours of grace.",
        "`done` is filed after the grace period.",
    ]
