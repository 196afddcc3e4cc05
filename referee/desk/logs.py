"""The journal at a glance: one line for an entry, as one viewer may know it."""

from collections.abc import Mapping
from pathlib import Path

from referee.core.faults import Fault
from referee.desk import history, matches, shelf
from referee.desk.matches import Match
from referee.desk.telling import awaited
from schemas.answers import Line, Listed, Log, RefusedLetter, Shelf
from schemas.journal import Entry
from schemas.record import REFEREE, Rolled, Side


def log(match: Match, viewer: Side) -> Log:
    """Every entry of a match."""
    standing = {entry.body.seq for entry in history.standing(match.entries)}
    return Log(
        match=match.name,
        viewer=viewer,
        entries=tuple(_line(match, viewer, entry, standing) for entry in match.entries),
        head=str(match.journal.head),
    )


def shelved(root: Path) -> Shelf:
    """Every match on a shelf; one that cannot be read says why."""
    return Shelf(shelf=str(root), matches=tuple(_listed(root, name) for name in shelf.names(root)))


def _listed(root: Path, name: str) -> Listed:
    try:
        match = matches.find(root, name)
        waiting = awaited(match.rules, match.position())
    except Fault as fault:
        return Listed(match=name, fault=str(fault.complaints[0]))
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
    mine = author(match, viewer, entry)
    return Line(
        seq=body.seq,
        at=body.at,
        kind=body.kind,
        side=mine,
        text=told(match, viewer, entry),
        thrown=_thrown(match, viewer, entry),
        stands=not taken_back,
        seal=entry.seal,
    )


def author(match: Match, viewer: Side, entry: Entry) -> Side | None:
    """Whose entry it is; whose letter was refused, only its sender and the referee may know."""
    if entry.body.kind != "refusal":
        return entry.body.side
    senders = (side for side in match.header.sides if "letter" in entry.private.get(side, {}))
    return next((side for side in senders if viewer in {side, REFEREE}), None)


def told(match: Match, viewer: Side, entry: Entry) -> str:  # noqa: PLR0911 - one for each kind
    """An entry in a few words, as one viewer may know it."""
    public = entry.body.public
    match entry.body.kind:
        case "order":
            return _order(match, viewer, entry)
        case "refusal":
            return _refusal(entry.private.get(viewer, {}))
        case "retract":
            return f"back to entry {public.get('to')}: {public.get('reason')}"
        case "ruling":
            return str(public.get("reason", ""))
        case "note":
            return str(public.get("text") or entry.private.get(viewer, {}).get("text") or "a private note")
        case "reveal":
            return f"hidden secret {public.get('hidden')}"
        case "anchor":
            return f"next chain of keys, K(0) {public.get('anchor')}"


def _order(match: Match, viewer: Side, entry: Entry) -> str:
    order = history.order_of(match.rules, entry)
    heard = None if order is None else match.rules.overheard(order, viewer)
    return "a sealed order" if heard is None else match.rules.write(heard)


def _thrown(match: Match, viewer: Side, entry: Entry) -> tuple[tuple[int, ...], ...]:
    """The faces of an entry, roll by roll, as far as a viewer saw them fall."""
    if entry.body.kind not in {"order", "ruling"}:
        return ()
    seen = (match.rules.witness(event, viewer) for event in history.events_of(match.rules, entry))
    rolled = (event for event in seen if isinstance(event, Rolled))
    return tuple(roll.faces for event in rolled for roll in event.rolls if roll.faces)


def _refusal(private: Mapping[str, object]) -> str:
    if "letter" not in private:
        return "a sealed refusal"
    kept = RefusedLetter.model_validate(private)
    return "refused: " + "; ".join(fell.order or fell.text for fell in kept.fallen)
