"""Complete explanation of one entry, as a document, for a dispute about its legality.

A side sees its own orders as fully as the referee, and its view of the orders of others.
"""

from collections.abc import Iterator, Mapping, Sequence

from referee.engine.system import State
from referee.evidence import copy_check, disputed_case, rejudgement, roll_proof
from referee.evidence.disputed_case import Case
from referee.i18n.translator import Translator, message
from referee.matches.history import Move, private_part
from referee.matches.judging.proposals import similar_orders
from referee.matches.matches import Match
from referee.reports import entry_summaries, letter_answers
from referee.reports.event_text import render_events
from schemas.answers.evidence import Weighed
from schemas.journal import Entry
from schemas.letter import FiledLine, RefusedLetter
from schemas.model import Order
from schemas.record import PUBLIC, REFEREE, Side
from schemas.reports import (
    Block,
    Bullets,
    Code,
    DiceThrown,
    Document,
    Heading,
    Inline,
    Strong,
    Table,
    Text,
    Verbatim,
    words,
)

MOST_LAWFUL = 12
"""Highest number of legal alternatives in a dispute."""

AUTHORS: Mapping[bool, str] = {
    True: message("{entry}, {kind} of {side}, filed {at}: {told}"),
    False: message("{entry}, {kind}, filed {at}: {told}"),
}
"""First sentence of a dispute, with or without the author of the entry."""

JUDGED = frozenset(("order", "ruling", "refusal"))
"""Kinds of entries that the rules judge."""

SEALED = message("It is sealed to you.")
UNASKED = message("No order was given: this is work of the rules, or a ruling.")
"""Reason for a missing order."""

WEIGHED: Mapping[bool, str] = {
    True: message("{number}, {title}: {fact}; {remedy}."),
    False: message("{number}, {title}: {fact}."),
}
"""A clause with an objection to an order, with or without a remedy."""


def dispute(match: Match, seq: int, viewer: Side) -> Document:
    """Return the explanation of one entry for a viewer."""
    case = disputed_case.open_case(match, seq)
    blocks = (
        *_entry(case, viewer),
        *_position(case, viewer),
        *(_orders(case, viewer) if case.is_judged else ()),
        *_letter(case, viewer),
        *_verdict(case, viewer),
        *roll_proof.prove_dice(case, viewer),
        *_events(case, viewer),
    )
    title = match.tongue.say("{match}: entry {entry}, explained", match=match.name, entry=seq)
    return Document(title=title, blocks=blocks, language=match.tongue.language)


def _entry(case: Case, viewer: Side) -> Iterator[Block]:
    match, body, tongue = case.match, case.entry.body, case.match.tongue
    author = entry_summaries.author(match, viewer, case.entry)
    yield tongue.paragraph(
        AUTHORS[bool(author)],
        entry=Strong(text=tongue.say("Entry {entry}", entry=body.seq)),
        kind=tongue.say(entry_summaries.KINDS[body.kind]),
        side=match.bound.name_of(author) if author else "",
        at=body.at,
        told=Code(text=entry_summaries.summarise_entry(match, viewer, case.entry)),
    )
    if not case.stands:
        back = next(_take_back_by(match, body.seq))
        summary = Code(text=entry_summaries.summarise_entry(match, viewer, back))
        yield tongue.paragraph(
            "It was taken back by entry {entry}: {told}", entry=back.body.seq, told=summary
        )
    seal, before = Code(text=case.entry.seal), Code(text=body.prev)
    yield tongue.paragraph("Seal {seal}, after {before}", seal=seal, before=before)


def _take_back_by(match: Match, seq: int) -> Iterator[Entry]:
    for entry in match.entries[seq:]:
        to = entry.body.public.get("to")
        if entry.body.kind == "retract" and isinstance(to, int) and to < seq:
            yield entry


def _position(case: Case, viewer: Side) -> Iterator[Block]:
    """Yield the position in short: the situation up to its first table, and the prompts."""
    match = case.match
    if case.before == match.rules.start():
        # Nothing was set up before the opening.
        return
    yield Heading(text=match.tongue.say("The position before it"))
    for block in match.system.narrator.situation(case.before, viewer):
        yield block
        if isinstance(block, Table):
            break
    for prompt in map(match.system.language.ask, match.rules.prompts(case.before)):
        if viewer in {prompt.side, REFEREE}:
            citation = match.system.language.cite(prompt.clause)
            yield match.tongue.paragraph(
                "{side} was asked: {question} ({number}, {title})",
                side=match.bound.name_of(prompt.side),
                question=prompt.text,
                number=citation.number,
                title=citation.title,
            )


def _orders(case: Case, viewer: Side) -> Iterator[Block]:
    """Yield the orders of an entry that a viewer may read, in order."""
    tongue = case.match.tongue
    orders = [(before, move, move.order) for before, move in case.played() if move.order is not None]
    visible = [one for one in orders if case.match.system.secrecy.redact_order(one[2], viewer) is not None]
    for before, move, order in visible:
        yield Heading(text=tongue.say("The order as it was sent"))
        yield from _order(case, viewer, before, move, order)
    if not visible:
        yield Heading(text=tongue.say("The order as it was sent"))
        yield tongue.paragraph(SEALED if case.entry.body.kind == "order" else UNASKED)


def _order(case: Case, viewer: Side, before: State, move: Move, order: Order) -> Iterator[Block]:
    match, tongue = case.match, case.match.tongue
    knows = viewer in {order.side, REFEREE}
    view = match.system.secrecy.redact_order(order, viewer)
    assert view is not None, "an order under seal is not shown at all"
    line = Code(text=match.system.notation.write(view))
    if not knows:
        yield words(line)
    else:
        text, source = _source(case, order.side)
        yield tongue.paragraph(text, order=line, line=move.line, entry=source)
        yield from _weighing(match, before, order)
        like = similar_orders.nearest_lawful(match.system, before, order, MOST_LAWFUL)
        yield from _instead(
            tongue, like or disputed_case.lawful_answers(match.system, before, order, MOST_LAWFUL)
        )


IN_LETTER = message("{order}, line {line} of the letter")
IN_ADVANCE = message("{order}, ordered in advance in entry {entry}")


def _source(case: Case, side: Side) -> tuple[str, int]:
    """Return the text for the origin of an order, and the entry that contains it."""
    entry = case.match.past.advance_entry(side, case.match.entries_to(case.seq - 1))
    if entry is not None and "advance" in case.entry.private.get(side, {}):
        return IN_ADVANCE, entry.body.seq
    return IN_LETTER, case.seq


def _weighing(match: Match, before: State, order: Order) -> Iterator[Block]:
    rules, tongue = match.rules, match.tongue
    against = disputed_case.against(match.system, before, order)
    passed = disputed_case.list_clauses_met(match.system, before, order)
    yield Heading(text=tongue.say("The clauses that were weighed"))
    head = Strong(text=tongue.say("Against it"))
    if not against:
        yield tongue.paragraph("{against}: nothing. Today's rules would accept it, too.", against=head)
    else:
        yield words(head)
        yield Bullets(items=tuple(_clause(tongue, objection) for objection in against))
    head = Strong(text=tongue.say("For it"))
    yield tongue.paragraph("{for_it}: it answers what was asked, and it meets", for_it=head)
    prompts = disputed_case.questions(rules, before, order.side)
    citations = (match.system.language.cite(prompt.clause) for prompt in prompts)
    questions = (
        tongue.sentence("{number}, {title}: this was asked.", number=citation.number, title=citation.title)
        for citation in citations
    )
    yield Bullets(items=(*questions, *(_word_clause_met(tongue, objection) for objection in passed)))


def _clause(tongue: Translator, held: Weighed) -> tuple[Inline, ...]:
    parts = {"number": held.number, "title": held.title, "fact": held.text, "remedy": held.remedy}
    return tongue.sentence(WEIGHED[bool(held.remedy)], **parts)


def _word_clause_met(tongue: Translator, held: Weighed) -> tuple[Inline, ...]:
    order = Code(text=held.example)
    parts = {"number": held.number, "title": held.title, "order": order, "fact": held.text}
    return tongue.sentence("{number}, {title}: which refuses {order}, for {fact}.", **parts)


def _instead(tongue: Translator, lawful: Sequence[str]) -> Iterator[Block]:
    yield Heading(text=tongue.say("Other legal orders"))
    if lawful:
        yield Bullets(items=tuple((Code(text=line),) for line in lawful))
    else:
        yield tongue.paragraph("None: no other order was legal.")


def _verdict(case: Case, viewer: Side) -> Iterator[Block]:
    """Yield the verdict of today's rules: on a copy for its owner, on a whole journal if they differ."""
    entry, tongue = case.entry, case.match.tongue
    is_copy = entry.body.commit.keys() != entry.private.keys()
    readers = {REFEREE, *((*entry.private, PUBLIC)[:1] if is_copy else ())}
    if entry.body.kind not in JUDGED or viewer not in readers:
        return
    view = copy_check.judge_case(case) if is_copy or entry.body.kind == "refusal" else None
    if view is not None:
        wrong, reasons = (tuple(one.text for one in ones) for ones in (view.wrong, view.unjudged))
    else:
        is_whole_order = entry.body.kind == "order" and not is_copy
        reasons, wrong = (), rejudgement.list_contradictions(case) if is_whole_order else ()
    if wrong or view is not None:
        yield Heading(text=tongue.say("The verdict of the rules"))
    if wrong:
        yield tongue.paragraph("Today's rules differ from this entry:")
        yield Bullets(items=tuple((Text(text=one),) for one in wrong))
    elif view is not None and not reasons:
        yield tongue.paragraph("Today's rules agree with this entry.")
    if reasons:
        yield tongue.paragraph("Not judged from this copy:")
        yield Bullets(items=tuple((Text(text=one),) for one in dict.fromkeys(reasons)))


def _letter(case: Case, viewer: Side) -> Iterator[Block]:
    """Yield the letter of a refusal, for its sender and the referee."""
    match, tongue = case.match, case.match.tongue
    sender, part = entry_summaries.author(match, viewer, case.entry), case.entry.private.get(viewer, {})
    if sender is None or "letter" not in part or case.entry.body.kind != "refusal":
        return
    letter = private_part(RefusedLetter, case.entry, viewer)
    yield Heading(text=tongue.say("The letter as it was sent"))
    yield Verbatim(lines=tuple(map(_printable, letter.text.splitlines())))
    yield Heading(text=tongue.say("The clauses that were weighed"))
    for fallen in letter_answers.reword(match, letter):
        yield from _show_fallen(match, fallen)


def _show_fallen(match: Match, fallen: FiledLine) -> Iterator[Block]:
    tongue = match.tongue
    order = Code(text=_printable(fallen.order or fallen.text))
    yield tongue.paragraph("Line {line}: {order}", line=fallen.line, order=order)
    items = [
        _clause(tongue, disputed_case.weigh_case(match.system, objection)) for objection in fallen.objections
    ]
    if fallen.unreadable:
        items.append(tongue.sentence("Not understood: {reason}", reason=_printable(fallen.unreadable)))
    yield Bullets(items=tuple(items))
    if fallen.nearest:
        yield tongue.paragraph("Legal alternatives:")
        yield Bullets(items=tuple((Code(text=line),) for line in fallen.nearest))


def _printable(line: str) -> str:
    """Return a line of another author without control characters."""
    return "".join(sign if sign.isprintable() else " " for sign in line)


def _events(case: Case, viewer: Side) -> Iterator[Block]:
    if case.is_judged:
        yield Heading(text=case.match.tongue.say("Result"))
        blocks = render_events(case.match.system, viewer, case.before, case.events, case.entry)
        yield from (block for block in blocks if not isinstance(block, DiceThrown))
        if not blocks:
            yield case.match.tongue.paragraph("Nothing that you saw.")
