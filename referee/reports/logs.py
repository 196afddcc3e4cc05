"""The journal at a glance: one line for an entry, as one viewer may know it."""

from pathlib import Path

from referee.engine.faults import Fault
from referee.matches import history, matches, shelf
from referee.matches.matches import Match
from referee.reports import entry_summaries
from schemas.answers.matches import Line, Listed, Log, Shelf
from schemas.journal import Entry
from schemas.record import Rolled, Side


def log(match: Match, viewer: Side) -> Log:
    """Every entry of a match."""
    standing = set(match.standing())
    return Log(
        match=match.name,
        viewer=viewer,
        entries=tuple(_line(match, viewer, entry, standing) for entry in match.entries),
        head=str(match.journal.head),
    )


def list_shelf(root: Path) -> Shelf:
    """Every match on a shelf; one that cannot be read says why."""
    return Shelf(shelf=str(root), matches=tuple(_list(root, name) for name in shelf.look_through(root)))


def _list(root: Path, name: str) -> Listed:
    try:
        match = matches.find(root, name)
        waiting = history.list_awaited_sides(match.rules, match.position())
    except Fault as fault:
        return Listed(match=name, fault=str(fault.complaints[0]))
    except OSError as error:
        return Listed(match=name, fault=f"{error.filename}: {error.strerror}")
    header = match.header
    return Listed(
        match=name,
        pack=header.pack,
        scenario=header.scenario,
        entries=len(match.entries),
        waiting=waiting,
        head=str(match.journal.head),
    )


def _line(match: Match, viewer: Side, entry: Entry, standing: set[int]) -> Line:
    body = entry.body
    taken_back = body.kind in {"order", "ruling"} and body.seq not in standing
    mine = entry_summaries.author(match, viewer, entry)
    return Line(
        seq=body.seq,
        at=body.at,
        kind=body.kind,
        side=mine,
        text=entry_summaries.summarise_entry(match, viewer, entry),
        thrown=_throw(match, viewer, entry),
        stands=not taken_back,
        seal=entry.seal,
    )


def _throw(match: Match, viewer: Side, entry: Entry) -> tuple[tuple[int, ...], ...]:
    """The faces of an entry, roll by roll, as far as a viewer saw them fall."""
    if entry.body.kind not in {"order", "ruling"}:
        return ()
    seen = (match.rules.redact_event(event, viewer) for event in history.events_of(match.rules, entry))
    rolled = (event for event in seen if isinstance(event, Rolled))
    return tuple(roll.faces for event in rolled for roll in event.rolls if roll.faces)
