"""Entries about time in a few words: the clock, absences, late answers, seats."""

from collections.abc import Mapping
from typing import cast

from referee.engine.tongue import Translator, message
from referee.matches.matches import Match
from schemas.clocks import Stage
from schemas.journal import Entry

CLOCK: Mapping[tuple[str, bool], str] = {
    ("set", False): message("the clock is set: {terms}"),
    ("set", True): message("the clock is set: {terms}"),
    ("stop", False): message("the clock is stopped"),
    ("stop", True): message("the clock is stopped: {why}"),
    ("extend", False): message("{side} has time until {until}"),
    ("extend", True): message("{side} has time until {until}: {why}"),
    ("pause", False): message("time stands still"),
    ("pause", True): message("time stands still: {why}"),
    ("resume", False): message("time runs again"),
    ("resume", True): message("time runs again: {why}"),
}
"""What became of the clock, with a reason or without."""

ABSENT = message("away from {first} to {last}")
BACK = message("not away as entry {entry} says")

LATE: Mapping[Stage, str] = {
    "grace": message("the answer of {side} was due {due}; its grace ends {over}"),
    "over": message("the answer of {side} was due {due}; its grace is over"),
}
"""How late an answer is."""

TERMS = message("{hours} hours at least, then {hour} in {zone}, and {grace} hours of grace")
"""Terms in a line."""


SEATED: Mapping[tuple[str, bool], str] = {
    ("joined", True): message("{player} takes the seat"),
    ("joined", False): message("a player takes the seat"),
    ("substituted", True): message("{player} takes the seat over"),
    ("substituted", False): message("another player takes the seat over"),
    ("resigned", True): message("{player} leaves the seat"),
    ("resigned", False): message("the player leaves the seat"),
}
"""What became of a seat, with a pseudonym or without."""


def summarise(match: Match, entry: Entry) -> str:
    """An entry about time or seats in a few words."""
    public = entry.body.public
    if entry.body.kind == "clock":
        return _summarise_clock(match, public)
    if entry.body.kind == "absence":
        return _summarise_absence(match.tongue, public)
    if entry.body.kind == "seat":
        return _summarise_seat(match.tongue, public)
    return _summarise_lateness(match, public)


def _summarise_clock(match: Match, public: Mapping[str, object]) -> str:
    """What became of the clock; a forged journal may say anything of it."""
    terms = public.get("terms")
    told = _word_terms(match.tongue, cast(dict[str, object], terms)) if isinstance(terms, dict) else ""
    kind, why = clean(public.get("type")), clean(public.get("why", ""))
    template = CLOCK.get((kind, bool(why)), "{type}")
    side, until = _name(match, public.get("side")), clean(public.get("until"))
    return match.tongue.say(template, terms=told, why=why, side=side, until=until, type=kind)


def _word_terms(tongue: Translator, terms: Mapping[str, object]) -> str:
    named = {name: clean(terms.get(name)) for name in ("hours", "hour", "zone", "grace")}
    return tongue.say(TERMS, **named)


def _summarise_absence(tongue: Translator, public: Mapping[str, object]) -> str:
    """When a side is away, or that it is not."""
    named = {name: clean(public.get(name)) for name in ("first", "last", "entry")}
    return tongue.say(ABSENT if "first" in public else BACK, **named)


def _summarise_lateness(match: Match, public: Mapping[str, object]) -> str:
    """How late an answer is."""
    template = LATE["grace" if public.get("stage") == "grace" else "over"]
    due, over = clean(public.get("due")), clean(public.get("over"))
    return match.tongue.say(template, side=_name(match, public.get("side")), due=due, over=over)


def _summarise_seat(tongue: Translator, public: Mapping[str, object]) -> str:
    """What became of a seat; a forged journal may say anything of it."""
    change, player = clean(public.get("change")), clean(public.get("player", ""))
    return tongue.say(SEATED.get((change, bool(player)), "{change}"), player=player, change=change)


def _name(match: Match, side: object) -> str:
    known = match.header.sides
    return match.bound.name_of(side) if isinstance(side, str) and side in known else clean(side)


def clean(said: object) -> str:
    """What a player wrote, on one line and with nothing a terminal would obey."""
    signs = (sign if sign.isprintable() else " " for sign in str(said))
    return " ".join("".join(signs).split())
