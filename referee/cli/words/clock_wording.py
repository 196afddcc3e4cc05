"""Deadlines and the time ledger as text for the terminal."""

from collections.abc import Iterator, Mapping

from referee.cli.wording import table
from referee.engine.tongue import Translator, message
from schemas.clocks import Deadline, Deadlines, Pace, Stage, TimeLedger

LATE: Mapping[Stage | None, str] = {
    None: message("in time"),
    "grace": message("late, in the grace period"),
    "over": message("late, the grace period has ended"),
}
"""Lateness of an answer."""


def word_deadlines(told: Deadlines, tongue: Translator) -> str:
    """Render the terms of a clock and the open deadlines."""
    return "\n".join(_list_lines(told, tongue))


def _list_lines(told: Deadlines, tongue: Translator) -> Iterator[str]:
    say = tongue.say
    if told.terms is None:
        yield say("{match} has no clock.", match=told.match)
    else:
        terms = {name: getattr(told.terms, name) for name in ("hours", "hour", "zone", "grace")}
        yield say(
            ("At least {hours} hours, then until {hour} in {zone}, with {grace} hours of grace."), **terms
        )
    if told.paused:
        yield say("The clock is paused.")
    if told.deadlines:
        yield table([_word_deadline(one, tongue) for one in told.deadlines])
    for away in told.absences:
        days = {"entry": away.entry, "side": away.side, "first": away.first, "last": away.last}
        yield say("{side} is away from {first} to {last} (entry {entry}).", **days)


def _word_deadline(one: Deadline, tongue: Translator) -> tuple[str, ...]:
    since = tongue.say("asked {asked} by entry {entry}", asked=one.asked, entry=one.entry)
    if not one.due:
        return one.side, since, tongue.say("no deadline"), ""
    return one.side, since, tongue.say("due {due}", due=one.told), tongue.say(LATE[one.late])


def word_ledger(told: TimeLedger, tongue: Translator) -> str:
    """Render the time used by each side."""
    say = tongue.say
    heads = say("side"), say("answers"), say("in time"), say("late"), say("hours"), say("longest")
    return table([heads, *(_word_pace(pace, tongue) for pace in told.sides)])


def _word_pace(pace: Pace, tongue: Translator) -> tuple[str, ...]:
    share = "-" if pace.share is None else f"{pace.on_time}/{pace.due} = {100 * pace.share:.0f} %"
    late = tongue.say("{late}, {over} after the grace period", late=pace.late, over=pace.over)
    return pace.side, str(pace.answers), share, late, f"{pace.hours:.1f}", f"{pace.longest:.1f}"
