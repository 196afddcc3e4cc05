"""The time ledger of each side, and summaries of entries about time."""

from collections.abc import Iterator, Mapping
from datetime import datetime
from typing import cast

from referee.i18n.translator import Translator, message
from referee.matches.clocks import counting, running_deadlines, timeline
from referee.matches.clocks.timeline import Asked, Times
from referee.matches.matches import Match
from schemas.clocks import Pace, Stage, TimeLedger
from schemas.journal import Entry
from schemas.record import Side, Value


class Answered(Value):
    """One answer: the hours it took, and its lateness if it had a deadline."""

    side: Side
    hours: float
    due: bool
    late: Stage | None


def count_pace(match: Match, now: str) -> TimeLedger:
    """Return the time that each side used. An open answer counts once it is late."""
    answers = tuple(_list_answers(match, counting.read_moment(now)))
    sides = tuple(_sum_up(side, [one for one in answers if one.side == side]) for side in match.header.sides)
    return TimeLedger(match=match.name, now=now, sides=sides)


def _list_answers(match: Match, now: datetime) -> Iterator[Answered]:
    times = timeline.read_times(match)
    for owed in timeline.list_asked(match):
        begin = timeline.read_times_at(owed.since)
        end = timeline.read_times_at(owed.answer) if owed.answer else now
        due = running_deadlines.find_due(times, owed)
        late = due.find_stage(end) if due else None
        if (owed.answer is None and late is None) or end <= begin:
            # An answer in the same letter, or by the machine, takes no time of its own.
            continue
        yield Answered(owed.side, _count_hours(times, owed, begin, end), due is not None, late)


def _count_hours(times: Times, owed: Asked, begin: datetime, end: datetime) -> float:
    terms = times.find_terms(owed)
    zone = terms[0].zone if terms else running_deadlines.UNKNOWN_ZONE
    return counting.count_hours(begin, end, times.list_stops(owed, zone))


def _sum_up(side: Side, answers: list[Answered]) -> Pace:
    due = [one for one in answers if one.due]
    hours = [one.hours for one in answers]
    return Pace(
        side=side,
        answers=len(answers),
        due=len(due),
        on_time=sum(one.late is None for one in due),
        late=sum(one.late is not None for one in due),
        over=sum(one.late == "over" for one in due),
        hours=round(sum(hours), 2),
        longest=round(max(hours, default=0.0), 2),
    )


CLOCK: Mapping[tuple[str, bool], str] = {
    ("set", False): message("the clock is set: {terms}"),
    ("set", True): message("the clock is set: {terms}"),
    ("stop", False): message("the clock is stopped"),
    ("stop", True): message("the clock is stopped: {why}"),
    ("extend", False): message("{side} has time until {until}"),
    ("extend", True): message("{side} has time until {until}: {why}"),
    ("pause", False): message("the clock is paused"),
    ("pause", True): message("the clock is paused: {why}"),
    ("resume", False): message("the clock runs again"),
    ("resume", True): message("the clock runs again: {why}"),
}
"""Templates of changes of the clock, by type and by whether a reason is given."""

ABSENT = message("away from {first} to {last}")
BACK = message("withdraws the absence in entry {entry}")

LATE: Mapping[Stage, str] = {
    "grace": message("the answer of {side} was due {due}; its grace ends {over}"),
    "over": message("the answer of {side} was due {due}; its grace is over"),
}

TERMS = message("at least {hours} hours, then {hour} in {zone}, and {grace} hours of grace")
"""Template of the terms, on one line."""


SEATED: Mapping[tuple[str, bool], str] = {
    ("joined", True): message("{player} takes the seat"),
    ("joined", False): message("a player takes the seat"),
    ("substituted", True): message("{player} takes over the seat"),
    ("substituted", False): message("another player takes over the seat"),
    ("resigned", True): message("{player} leaves the seat"),
    ("resigned", False): message("the player leaves the seat"),
}
"""Templates of changes of a seat, by change and by whether the player has a name."""


def summarise_entry(match: Match, entry: Entry) -> str:
    """Summarise an entry about time or seats in a few words."""
    public = entry.body.public
    if entry.body.kind == "clock":
        return _summarise_clock(match, public)
    if entry.body.kind == "absence":
        return _summarise_absence(match.tongue, public)
    if entry.body.kind == "seat":
        return _summarise_seat(match.tongue, public)
    return _summarise_lateness(match, public)


def _summarise_clock(match: Match, public: Mapping[str, object]) -> str:
    """Summarise a change of the clock. The fields of a forged journal may hold anything."""
    terms = public.get("terms")
    terms_text = _word_terms(match.tongue, cast(dict[str, object], terms)) if isinstance(terms, dict) else ""
    kind, why = clean(public.get("type")), clean(public.get("why", ""))
    template = CLOCK.get((kind, bool(why)), "{type}")
    side, until = _name(match, public.get("side")), clean(public.get("until"))
    return match.tongue.say(template, terms=terms_text, why=why, side=side, until=until, type=kind)


def _word_terms(tongue: Translator, terms: Mapping[str, object]) -> str:
    fields = {name: clean(terms.get(name)) for name in ("hours", "hour", "zone", "grace")}
    return tongue.say(TERMS, **fields)


def _summarise_absence(tongue: Translator, public: Mapping[str, object]) -> str:
    fields = {name: clean(public.get(name)) for name in ("first", "last", "entry")}
    return tongue.say(ABSENT if "first" in public else BACK, **fields)


def _summarise_lateness(match: Match, public: Mapping[str, object]) -> str:
    """Summarise how late an answer is."""
    template = LATE["grace" if public.get("stage") == "grace" else "over"]
    due, over = clean(public.get("due")), clean(public.get("over"))
    return match.tongue.say(template, side=_name(match, public.get("side")), due=due, over=over)


def _summarise_seat(tongue: Translator, public: Mapping[str, object]) -> str:
    """Summarise a change of a seat. The fields of a forged journal may hold anything."""
    change, player = clean(public.get("change")), clean(public.get("player", ""))
    return tongue.say(SEATED.get((change, bool(player)), "{change}"), player=player, change=change)


def _name(match: Match, side: object) -> str:
    sides = match.header.sides
    return match.bound.name_of(side) if isinstance(side, str) and side in sides else clean(side)


def clean(value: object) -> str:
    """Return a player's text on one line, without characters that a terminal interprets."""
    characters = (character if character.isprintable() else " " for character in str(value))
    return " ".join("".join(characters).split())
