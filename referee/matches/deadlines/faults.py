"""What keeps a clock from being set, moved or read."""

from referee.engine.facts import Fact


class ClockFault(Fact):
    """Terms that mean nothing, or a change that the clock does not allow."""

    CLOCK_UNKNOWN = (
        "{match} is of format {format}, and clocks are filed since format 3",
        "a deadline of your own is written with `referee report --due`",
    )
    ZONE_UNKNOWN = (
        "{zone} is no time zone of the IANA database",
        "write it as Europe/Berlin, America/New_York or UTC; where zones are missing, pip install tzdata",
    )
    DAY_UNKNOWN = "{day} is no day of the calendar", "write it as 2026-12-24"
    TERMS_UNREADABLE = "these terms mean nothing: {why}"
    QUESTION_UNKNOWN = "{kind} is no kind of question", "name {questions}"
    NO_CLOCK = "no clock runs in {match}", "set one with `referee clock set {match}`"
    NOT_PAUSED = "the clock of {match} is not paused"
    PAUSED_ALREADY = "the clock of {match} is paused since entry {entry}"
    NOT_ASKED = "{side} owes no answer in {match}"
    NOT_LATER = (
        "the answer of {side} is due {due}, and an extension ends later than that",
        "name a later moment with --until",
    )
    DAYS_REVERSED = "an absence that begins {first} cannot end {last}"
    ABSENCE_TOO_LONG = "an absence has {most} days at most", "ask the moderator for a pause"
    NOT_AWAY = "entry {entry} announces no absence of {side} that still holds"
    WHY_UNPRINTABLE = "a reason is one line of at most {most} signs that can be printed"
