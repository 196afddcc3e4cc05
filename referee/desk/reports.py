"""Reports: what one viewer may know of a match, as a document."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from referee.desk import glance, history, recent
from referee.desk.depiction import Chronicled
from referee.desk.history import Rules, Step
from referee.desk.matches import Match
from referee.desk.telling import asked, awaited, told
from schemas.document import (
    Block,
    Bullets,
    Code,
    Counter,
    Document,
    Figure,
    Heading,
    Inline,
    Paragraph,
    Strong,
    Text,
    Verbatim,
    words,
)
from schemas.journal import Entry, Head
from schemas.picture import PictureArrow, PictureSide
from schemas.record import REFEREE, Prompt, Side, listed


def report(
    match: Match, viewer: Side, *, since: int | None = None, at: int | None = None, due: str = ""
) -> Document:
    """What is asked and by when, what happened since an entry, how things stand; made to be sent."""
    entries = match.entries_seen(at)
    begin = recent.begin(match, viewer, entries, since)
    steps = tuple(history.steps(match.rules, entries))
    state = steps[-1].after if steps else match.rules.start()
    moved = recent.movements(match.rules, viewer, steps, begin)
    head = _head(match, entries)
    blocks = (
        words(*_occasion(match, entries)),
        *_asked(match, viewer, state, due),
        *_happened(match, viewer, entries[begin:], steps, begin),
        *_standing(match.rules, state, viewer, moved),
        *_answer(match, viewer, state, head.seq),
        *_proof(match, head),
    )
    return Document(
        title=f"{match.name}: report for {match.bound.name_of(viewer)}",
        subject=_subject(match, viewer, state, due),
        sides=sides(match),
        blocks=blocks,
    )


def situation(match: Match, viewer: Side, at: int | None = None) -> Document:
    """How things stand, as one viewer may know it."""
    entries = match.entries_seen(at)
    state = history.position(match.rules, entries)
    blocks = (
        words(*_occasion(match, entries)),
        *_asked(match, viewer, state),
        *match.rules.situation(state, viewer),
        words("Head of the journal: ", Code(text=str(_head(match, entries)))),
    )
    title = f"{match.name}: situation for {match.bound.name_of(viewer)}"
    return Document(title=title, sides=sides(match), blocks=blocks)


def view(match: Match, viewer: Side, at: int | None = None) -> Any:
    """The position as one viewer may know it."""
    return match.rules.view(match.position(at), viewer)


def sides(match: Match) -> tuple[PictureSide, ...]:
    """The sides and their colours; that of a side without one is grey."""
    return tuple(
        PictureSide(side=side.id, name=side.name, colour=getattr(side, "colour", "gray"))
        for side in match.bound.pack.game.sides
        if side.id in match.header.sides
    )


def _subject(match: Match, viewer: Side, state: Any, due: str) -> str:
    """One line that says which match it is, when it is, and who has to do what."""
    when = f"{match.rules.moment(state)}: " if isinstance(match.rules, Chronicled) else ""
    mine = [prompt for prompt in asked(match.rules, state, viewer) if prompt.side == viewer]
    if not mine:
        return f"[{match.name}] {when}{_waiting(match, state)}"
    by = f" (by {due})" if due else ""
    return f"[{match.name}] {when}your answer is wanted{by}: {mine[0].text}"


def _head(match: Match, entries: tuple[Entry, ...]) -> Head:
    if not entries:
        return Head(seq=0, seal=match.journal.header_seal)
    return Head(seq=entries[-1].body.seq, seal=entries[-1].seal)


def _occasion(match: Match, entries: tuple[Entry, ...]) -> Iterator[str]:
    game = match.bound.pack.game
    yield f"{game.name} {game.version}, scenario {match.header.scenario}."
    if chosen := match.bound.chosen:
        yield f" Agreed: {', '.join(f'{option}={choice}' for option, choice in chosen.items())}."
    if entries:
        yield f" After entry {entries[-1].body.seq}, filed {entries[-1].body.at}."


def _asked(match: Match, viewer: Side, state: Any, due: str = "") -> Iterator[Block]:
    prompts = asked(match.rules, state, viewer)
    mine = any(prompt.side == viewer for prompt in prompts)
    yield Heading(text="What you must do now" if mine else "What is asked")
    if prompts:
        yield Bullets(items=tuple(_question(match, viewer, prompt) for prompt in prompts))
    if due and prompts:
        yield words("The answer is due by ", Strong(text=due), ".")
    yield words(_waiting(match, state))


def _question(match: Match, viewer: Side, prompt: Prompt) -> tuple[Inline, ...]:
    citation = match.rules.cite(prompt.clause)
    whose = "" if viewer == prompt.side else f"{match.bound.name_of(prompt.side)}: "
    return (Text(text=f"{whose}{prompt.text} ({citation.number}, {citation.title})"),)


def _waiting(match: Match, state: Any) -> str:
    waiting = [match.bound.name_of(side) for side in awaited(match.rules, state)]
    if not waiting:
        return "Nobody has anything to answer: the match is over."
    return f"Waiting for {listed(waiting)}."


def _happened(
    match: Match, viewer: Side, entries: Iterable[Entry], steps: tuple[Step, ...], begin: int
) -> Iterator[Block]:
    yield Heading(text="What happened" if begin == 0 else f"What happened since entry {begin}")
    new = [entry for entry in entries if entry.body.kind != "refusal" or _is_sender(viewer, entry)]
    if not new:
        yield words("Nothing.")
    yield from recent.digest(match.rules, viewer, steps, begin)
    standing = {step.seq: step for step in steps}
    for entry in new:
        yield from entry_told(match, viewer, entry, standing)


def _is_sender(viewer: Side, entry: Entry) -> bool:
    return "letter" in entry.private.get(viewer, {})


def entry_told(match: Match, viewer: Side, entry: Entry, standing: Mapping[int, Step]) -> Iterator[Block]:
    """What was ordered, and behind it, as long as there is nothing but words, what came of it."""
    step = standing.get(entry.body.seq)
    run = words(*_caption(match, viewer, entry, stands=step is not None))
    blocks = told(match.rules, viewer, step.before, step.events, entry) if step is not None else ()
    first = next((place for place, block in enumerate(blocks) if block.type != "paragraph"), len(blocks))
    parts = run.parts
    for block in blocks[:first]:
        if isinstance(block, Paragraph):
            parts += (Text(text=" "), *block.parts)
    yield Paragraph(parts=parts)
    yield from blocks[first:]


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
    yield "."


def _standing(rules: Rules, state: Any, viewer: Side, moved: tuple[PictureArrow, ...]) -> Iterator[Block]:
    """How things stand, with the movements drawn on the map."""
    for block in rules.situation(state, viewer):
        if isinstance(block, Figure) and moved:
            drawn = block.picture.model_copy(update={"arrows": moved})
            yield block.model_copy(update={"picture": drawn})
        else:
            yield block


def _answer(match: Match, viewer: Side, state: Any, seq: int) -> Iterator[Block]:
    if viewer != REFEREE and any(prompt.side == viewer for prompt in asked(match.rules, state, viewer)):
        yield Heading(text="Your answer")
        yield words("Edit these lines and send them back:")
        yield Verbatim(lines=tuple(_template(match, viewer, match.rules.template(state, viewer), seq)))


def _template(match: Match, viewer: Side, lines: Iterable[str], seq: int) -> Iterator[str]:
    yield f"BEGIN ORDERS {match.name}"
    yield f"side: {viewer}"
    yield f"answers: {seq}"
    yield from lines
    yield "END ORDERS"


def _proof(match: Match, head: Head) -> Iterator[Block]:
    yield Heading(text="The seal")
    yield words(
        "Keep the head of the journal: whoever has a copy can show with ",
        Code(text=f"referee verify {match.name} --head {head.seq}:…"),
        " that nothing up to here was changed and that every die follows from its key.",
    )
    yield words("Head of the journal: ", Code(text=str(head)))
