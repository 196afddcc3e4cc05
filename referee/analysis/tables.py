"""A match as tables, with rows of the entries in this journal: a side's copy has only its own knowledge."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction

from msgspec.structs import replace

from referee.analysis.faults import AnalysisFault
from referee.faults import Complaint, Misuse, suggest
from referee.matches import command_files, history
from referee.matches.history import Step
from referee.matches.letters import letters
from referee.matches.matches import Match
from schemas.answers import tables
from schemas.answers.orders import Where
from schemas.great_war.view import View
from schemas.journal import Entry, Head
from schemas.letter import RefusedLetter
from schemas.record import Event, Purpose, Roll, Rolled, Side, to_json


def list_rows(match: Match, table: str, viewer: Side) -> Iterator[tables.Row]:
    """Return the rows of a table; `viewer` is the side of the copy, or the referee.

    Raises `Misuse` for an unknown table.
    """
    if table not in _LISTS:
        raise Misuse(Complaint.of(AnalysisFault.NO_TABLE, suggest(table, tables.TABLES), table=table))
    return _LISTS[table](match, viewer)


def tell_events(match: Match, viewer: Side, since: Head | str | int) -> tables.Events:
    """Return the events that a viewer saw since an entry or a head, and the current head.

    Raises `NotFound` for an unknown entry, and `DataFault` for a head of another history.
    """
    head = command_files.head(since) if isinstance(since, str) else since
    if isinstance(head, Head):
        letters.check_head(match, head)
    begin = head.seq if isinstance(head, Head) else len(match.entries_to(head))
    events = tuple(list_events(match, viewer, begin))
    return tables.Events(match=match.name, viewer=viewer, events=events, head=str(match.journal.head))


def _find_moment(match: Match, step: Step) -> str:
    return match.system.narrator.moment(step.before)


def _list_told(match: Match, viewer: Side, since: int = 0) -> Iterator[tuple[Step, int, Event]]:
    """Yield the events that a viewer saw after an entry, numbered in their entry from 1."""
    for step in match.steps(after=since):
        visible_events = (match.system.secrecy.redact_event(event, viewer) for event in step.events)
        for number, event in enumerate((event for event in visible_events if event is not None), start=1):
            yield step, number, event


def _list_matches(match: Match, viewer: Side) -> Iterator[tables.MatchRow]:
    header, entries = match.header, tuple(match.entries)
    yield tables.MatchRow(
        match=match.name,
        pack=header.pack,
        scenario=header.scenario,
        sides=header.sides,
        dice=header.dice,
        viewer=viewer,
        at=header.at,
        last=entries[-1].body.at if entries else header.at,
        entries=len(entries),
        over=int(not match.rules.prompts(match.position())),
    )


def _list_rolls(match: Match, viewer: Side) -> Iterator[tables.RollRow]:
    for step, number, event in _list_told(match, viewer):
        if isinstance(event, Rolled):
            rolls = zip(event.rolls, event.throwers(), event.odds(), strict=True)
            for roll_number, (roll, side, odds) in enumerate(rolls, start=1):
                row = _row_roll(match, step, number, roll, side or step.entry.body.side or "", odds)
                yield replace(row, roll=roll_number)


def _row_roll(
    match: Match, step: Step, number: int, roll: Roll, side: Side, odds: tuple[int, int]
) -> tables.RollRow:
    needed, hits = odds
    kind, parameters = _take_purpose(roll)
    return tables.RollRow(
        match=match.name,
        entry=step.seq,
        event=number,
        at=step.entry.body.at,
        moment=_find_moment(match, step),
        side=side,
        purpose=kind,
        area=parameters.get("area", ""),
        unit=parameters.get("unit", parameters.get("figure", "")),
        text=match.system.language.word_purpose(roll.purpose),
        dice=len(roll.faces),
        sides=roll.sides,
        needed=needed,
        hits=hits,
        expected=str(Fraction(len(roll.faces) * min(max(needed, 0), roll.sides), roll.sides)),
        faces=" ".join(map(str, roll.faces)),
        mean=len(roll.faces) * min(max(needed, 0), roll.sides) / roll.sides,
        face_numbers=roll.faces,
    )


def _take_purpose(roll: Roll) -> tuple[str, Mapping[str, str]]:
    """Return the kind and parameters of a purpose; a journal of an early format has a sentence instead."""
    if not isinstance(roll.purpose, Purpose):
        return "", {}
    return roll.purpose.kind, {name: str(of) for name, of in roll.purpose.parameters.items()}


def list_events(match: Match, viewer: Side, since: int = 0) -> Iterator[tables.EventRow]:
    """Yield the events that a viewer saw after an entry, in effective entries."""
    for step, number, event in _list_told(match, viewer, since):
        yield tables.EventRow(
            match=match.name,
            entry=step.seq,
            event=number,
            at=step.entry.body.at,
            moment=_find_moment(match, step),
            side=getattr(event, "side", None) or "",
            kind=event.type,
            data=to_json(event),
        )


def _list_control(match: Match, viewer: Side) -> Iterator[tables.ControlRow]:
    latest: dict[str, tables.ControlRow] = {}
    for step in match.steps():
        view = match.system.secrecy.view(step.after, viewer)
        # A table without areas has no control.
        for area in view.areas if isinstance(view, View) else ():
            row = tables.ControlRow(
                match=match.name,
                entry=step.seq,
                at=step.entry.body.at,
                moment=_find_moment(match, step),
                area=area.id,
                owner=area.owner or "",
                status=area.status,
                points=area.points,
            )
            before = latest.get(area.id)
            if before is None or (before.owner, before.status) != (row.owner, row.status):
                latest[area.id] = row
                yield row


def _list_orders(match: Match, viewer: Side) -> Iterator[tables.OrderRow]:
    for step in match.steps():
        count = 0
        for before, move in history.replay_moves(match.rules, step.before, step.moves):
            order = None if move.order is None else match.system.secrecy.redact_order(move.order, viewer)
            if order is None:
                continue
            count += 1
            parts = match.system.advisor.dissect(before, order)
            yield tables.OrderRow(
                match=match.name,
                entry=step.seq,
                line=move.line,
                at=step.entry.body.at,
                moment=_find_moment(match, step),
                side=order.side,
                origin=_find_origin(step.entry, order.side),
                verb=parts.verb,
                piece=parts.piece,
                start=_write_place(parts.start),
                to=_write_place(parts.to),
                text=match.system.notation.write(order),
                data=to_json(order),
                order=count,
            )


def _find_origin(entry: Entry, side: Side) -> tables.Origin:
    """Return the origin of the order of an entry, as far as this journal shows it."""
    if entry.body.kind == "ruling":
        return "referee"
    part = entry.private.get(side)
    if part is None:
        return ""
    if "forced" in part:
        return "machine"
    return "advance" if "advance" in part else "letter"


def _write_place(place: Where) -> str:
    return place if isinstance(place, str) else ",".join(map(str, place))


def _list_letters(match: Match, viewer: Side) -> Iterator[tables.LetterRow]:  # noqa: ARG001 - a copy holds its own
    """Return one row per letter digest, found in the private part of its side: a copy has no others."""
    rows: dict[tuple[Side, str], tables.LetterRow] = {}
    for entry in match.entries:
        for side, part in _list_authors(match, entry):
            letter = part.get("letter")
            if not isinstance(letter, str):
                continue
            row = rows.get((side, letter)) or tables.LetterRow(
                match=match.name,
                entry=entry.body.seq,
                at=entry.body.at,
                side=side,
                letter=letter,
                orders=0,
                refused=0,
                advance=0,
                facts="",
            )
            rows[side, letter] = _add_entry(match, row, entry)
    return iter(rows.values())


def _list_authors(match: Match, entry: Entry) -> Sequence[tuple[Side, Mapping[str, object]]]:
    """Return the sides whose private part of an entry the journal contains."""
    return [(side, entry.private[side]) for side in match.header.sides if side in entry.private]


def _add_entry(match: Match, row: tables.LetterRow, entry: Entry) -> tables.LetterRow:
    match entry.body.kind:
        case "refusal":
            letter = history.private_part(RefusedLetter, entry, row.side)
            codes = tuple(dict.fromkeys(_list_facts(letter)))
            refusals = row.refused + len(letter.fallen)
            return replace(row, refused=refusals, facts=" ".join(codes), codes=codes)
        case "advance":
            orders = history.list_advance_orders([entry], row.side)
            return replace(row, advance=len(orders))
        case _:
            moves = history.moves_of(match.rules, entry)
            return replace(row, orders=row.orders + sum(move.order is not None for move in moves))


def _list_facts(letter: RefusedLetter) -> Iterator[str]:
    """Yield the codes of the objections to a letter; refusals of early versions have none."""
    for line in letter.fallen:
        yield from (fact for fact in (line.fact, *(against.fact for against in line.objections)) if fact)


_LISTS: Mapping[str, Callable[[Match, Side], Iterator[tables.Row]]] = {
    "matches": _list_matches,
    "rolls": _list_rolls,
    "events": list_events,
    "control": _list_control,
    "orders": _list_orders,
    "letters": _list_letters,
}
