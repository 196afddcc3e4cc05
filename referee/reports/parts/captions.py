"""Entries in a report: orders and their results."""

from collections.abc import Iterator, Mapping

from referee.engine.tongue import message
from referee.matches.history import Step
from referee.matches.matches import Match
from referee.reports import entry_summaries
from referee.reports.parts import news
from referee.reports.parts.news import Heard
from referee.reports.telling import render_events
from schemas.journal import Entry
from schemas.record import Side
from schemas.reports.document import Block, Code, Counter, DiceThrown, Inline, Paragraph, Strong, Text


def tell_entry(match: Match, viewer: Side, entry: Entry, step: Step | None) -> Iterator[Block]:
    """Yield the order, its results in the same paragraph while they are plain text, and the other blocks.

    `step` is the entry with the positions before and after it, if it is effective.
    """
    parts = caption(match, viewer, entry, stands=step is not None)
    blocks = render_events(match.system, viewer, step.before, step.events, entry) if step is not None else ()
    first = next((place for place, block in enumerate(blocks) if block.type != "paragraph"), len(blocks))
    for block in blocks[:first]:
        if isinstance(block, Paragraph):
            parts += (Text(text=" "), *block.parts)
    yield Paragraph(parts=parts)
    yield from blocks[first:]


CAPTIONS: Mapping[tuple[bool, bool], str] = {
    (False, True): message("{entry}: {told}."),
    (False, False): message("{entry}: {told} (taken back)."),
    (True, True): message("{entry}, {side}: {told}."),
    (True, False): message("{entry}, {side}: {told} (taken back)."),
}
"""Beginning of an entry, by whether its side is shown and whether it is effective."""

FORCED = message("{entry}, {side}: {told} (the only legal answer).")
"""Beginning of an order that the referee gave for its side."""


FORCED_SHORT = message("{told} (the only legal answer).")
"""The same after the entry and the side."""


def caption(match: Match, viewer: Side, entry: Entry, *, stands: bool) -> tuple[Inline, ...]:
    """Return the beginning of an entry: its number, its side, and the order or the filed content."""
    body, side = entry.body, entry_summaries.author(match, viewer, entry)
    text = entry_summaries.summarise_entry(match, viewer, entry)
    stands = stands or body.kind not in {"order", "ruling"}
    forced = stands and any("forced" in part for part in entry.private.values())
    return match.tongue.sentence(
        FORCED if forced else CAPTIONS[side is not None, stands],
        entry=Strong(text=match.tongue.say("Entry {entry}", entry=body.seq)),
        side=Counter(text=match.bound.name_of(side), side=side) if side is not None else "",
        # A note may end with its own full stop.
        told=Code(text=text) if body.kind == "order" else text.removesuffix("."),
    )


def hear(match: Match, viewer: Side, entry: Entry, step: Step | None) -> Heard:
    """Summarise an entry: the results of an order beside a recap, or the filed content."""
    body, blocks = entry.body, tuple[Block, ...]()
    if step is not None:
        blocks = render_events(match.system, viewer, step.before, step.events, entry, recapped=True)
    parts = tuple(news.join(match.tongue, blocks))
    dice = tuple(block for block in blocks if isinstance(block, DiceThrown))
    if step is None or body.kind != "order":
        said = caption(match, viewer, entry, stands=step is not None)
        return Heard(body.seq, "", _run_on(said, parts), dice, must="amendment" in body.public)
    side = entry_summaries.author(match, viewer, entry)
    if any("forced" in part for part in entry.private.values()):
        text = entry_summaries.summarise_entry(match, viewer, entry)
        parts = _run_on(match.tongue.sentence(FORCED_SHORT, told=text), parts)
    name = match.bound.name_of(side) if side is not None else ""
    return Heard(body.seq, name, parts, dice)


def _run_on(parts: tuple[Inline, ...], more: tuple[Inline, ...]) -> tuple[Inline, ...]:
    return (*parts, Text(text=" "), *more) if more else parts
