"""Reports: what one viewer may know of a match, as a document."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from referee.desk import glance, history
from referee.desk.history import Step
from referee.desk.matches import Match
from referee.desk.telling import asked, awaited, told
from schemas.document import (
    Block,
    Bullets,
    Code,
    Counter,
    Document,
    Heading,
    Inline,
    Strong,
    Text,
    Verbatim,
    words,
)
from schemas.journal import Entry, Head
from schemas.record import REFEREE, Side, listed


def report(match: Match, viewer: Side, *, since: int | None = None, at: int | None = None) -> Document:
    """What happened since an entry, how things stand, and what is asked; made to be sent."""
    entries = match.entries_seen(at)
    begin = _since(viewer, entries) if since is None else len(match.entries_to(since))
    steps = tuple(history.steps(match.rules, entries))
    state = steps[-1].after if steps else match.rules.start()
    blocks = (
        words(*_occasion(match, entries)),
        *_happened(match, viewer, entries[begin:], {step.seq: step for step in steps}, begin),
        *match.rules.situation(state, viewer),
        *_questions(match, viewer, state, len(entries)),
        words("Head of the journal: ", Code(text=str(_head(match, entries)))),
    )
    return Document(title=f"{match.name}: report for {match.bound.name_of(viewer)}", blocks=blocks)


def situation(match: Match, viewer: Side, at: int | None = None) -> Document:
    """How things stand, as one viewer may know it."""
    entries = match.entries_seen(at)
    state = history.position(match.rules, entries)
    blocks = (
        words(*_occasion(match, entries)),
        *match.rules.situation(state, viewer),
        words(_waiting(match, state)),
        words("Head of the journal: ", Code(text=str(_head(match, entries)))),
    )
    return Document(title=f"{match.name}: situation for {match.bound.name_of(viewer)}", blocks=blocks)


def view(match: Match, viewer: Side, at: int | None = None) -> Any:
    """The position as one viewer may know it."""
    return match.rules.view(match.position(at), viewer)


def _head(match: Match, entries: tuple[Entry, ...]) -> Head:
    if not entries:
        return Head(seq=0, seal=match.journal.header_seal)
    return Head(seq=entries[-1].body.seq, seal=entries[-1].seal)


def _since(viewer: Side, entries: tuple[Entry, ...]) -> int:
    """The viewer's own last order; the referee reads on from the last order but one."""
    orders = [entry.body for entry in history.standing(entries) if entry.body.kind == "order"]
    if viewer == REFEREE:
        return orders[-1].seq - 1 if orders else 0
    return max((body.seq for body in orders if body.side == viewer), default=0)


def _occasion(match: Match, entries: tuple[Entry, ...]) -> Iterator[str]:
    game = match.bound.pack.game
    yield f"{game.name} {game.version}, scenario {match.header.scenario}."
    if chosen := match.bound.chosen:
        yield f" Agreed: {', '.join(f'{option}={choice}' for option, choice in chosen.items())}."
    if entries:
        yield f" After entry {entries[-1].body.seq}, filed {entries[-1].body.at}."


def _happened(
    match: Match, viewer: Side, entries: Iterable[Entry], steps: Mapping[int, Step], begin: int
) -> Iterator[Block]:
    yield Heading(text="What happened" if begin == 0 else f"What happened since entry {begin}")
    new = [entry for entry in entries if entry.body.kind != "refusal" or _is_sender(viewer, entry)]
    if not new:
        yield words("Nothing.")
    for entry in new:
        yield words(*_caption(match, viewer, entry, stands=entry.body.seq in steps))
        if step := steps.get(entry.body.seq):
            yield from told(match.rules, viewer, step.before, step.events, entry)


def _is_sender(viewer: Side, entry: Entry) -> bool:
    return "letter" in entry.private.get(viewer, {})


def _caption(match: Match, viewer: Side, entry: Entry, *, stands: bool) -> Iterator[str | Inline]:
    body = entry.body
    yield Strong(text=f"Entry {body.seq}")
    side = glance.author(match, viewer, entry)
    if side is not None:
        yield ", "
        yield Counter(text=match.bound.name_of(side), side=side)
    yield ": "
    text = glance.told(match, viewer, entry)
    yield Code(text=text) if body.kind == "order" else Text(text=text)
    if body.kind in {"order", "ruling"} and not stands:
        yield " (taken back)"


def _questions(match: Match, viewer: Side, state: Any, seq: int) -> Iterator[Block]:
    yield Heading(text="What is asked")
    if prompts := asked(match.rules, state, viewer):
        yield Bullets(items=tuple(_question(match, viewer, prompt) for prompt in prompts))
    yield words(_waiting(match, state))
    if viewer != REFEREE and prompts:
        lines = match.rules.template(state, viewer)
        yield words("To answer, edit these lines and send them back:")
        yield Verbatim(lines=tuple(_template(match, viewer, lines, seq)))


def _question(match: Match, viewer: Side, prompt: Any) -> tuple[Inline, ...]:
    citation = match.rules.cite(prompt.clause)
    whose = f"{match.bound.name_of(prompt.side)}: " if viewer == REFEREE else ""
    return (Text(text=f"{whose}{prompt.text} ({citation.number}, {citation.title})"),)


def _waiting(match: Match, state: Any) -> str:
    waiting = [match.bound.name_of(side) for side in awaited(match.rules, state)]
    if not waiting:
        return "Nobody has anything to answer: the match is over."
    return f"Waiting for {listed(waiting)}."


def _template(match: Match, viewer: Side, lines: Iterable[str], seq: int) -> Iterator[str]:
    yield f"BEGIN ORDERS {match.name}"
    yield f"side: {viewer}"
    yield f"answers: {seq}"
    yield from lines
    yield "END ORDERS"
