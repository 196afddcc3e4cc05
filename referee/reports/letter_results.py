"""Answers to letters, as documents for their senders."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby

from referee.faults import Complaint
from referee.i18n import languages
from referee.i18n.name_matching import key, strip_comment
from referee.i18n.translator import Translator, forms, message, upper
from referee.matches.judging import judge_letter
from referee.reports import proofs
from referee.reports.proposals import proposal_text
from schemas.answers.orders import AcceptedLine, Held, NeededDice, RefusedLine, Submitted
from schemas.journal import Head
from schemas.reports import (
    Block,
    Bullets,
    Code,
    Document,
    Heading,
    Inline,
    Strong,
    Text,
    Verbatim,
    Verdict,
    words,
)

UNREADABLE_LINES: Mapping[bool, str] = {
    False: message("{verdict}: {order} (line {line}, column {column})"),
    True: message("{verdict}: {order}"),
}
REWORDED_LINES: Mapping[bool, str] = {
    False: message("{verdict}: {words}, read as {order} (line {line})"),
    True: message("{verdict}: {words}, read as {order}"),
}
REFUSED_LINES: Mapping[bool, str] = {
    False: message("{verdict}: {order} (line {line})"),
    True: message("{verdict}: {order}"),
}
"""Verdicts on a line, by whether the answer is a mail: its writer does not know the numbers of its lines."""

ACCEPTED: Mapping[bool, str] = {
    False: message("Accepted"),
    True: message("Would be accepted"),
}
"""Texts for filed letters (False) and rehearsals (True)."""

JUDGED: Mapping[bool, str] = {
    False: message("{verdict}: {order}"),
    True: message("{verdict}: {order} (entry {entry})"),
}
"""Texts for orders without and with an entry."""

NEEDED: Mapping[bool, tuple[str, str]] = {
    False: forms(
        "Line {line} would roll {count} die for {purpose}.",
        "Line {line} would roll {count} dice for {purpose}.",
    ),
    True: forms(
        "Line {line} would roll {count} die for {purpose}; {needed} or less is a hit.",
        "Line {line} would roll {count} dice for {purpose}; {needed} or less is a hit.",
    ),
}
"""Texts for required dice, without and with a needed number."""

NEEDED_BY_MAIL: Mapping[bool, tuple[str, str]] = {
    False: forms(
        "Your letter would roll {count} die for {purpose}.",
        "Your letter would roll {count} dice for {purpose}.",
    ),
    True: forms(
        "Your letter would roll {count} die for {purpose}; {needed} or less is a hit.",
        "Your letter would roll {count} dice for {purpose}; {needed} or less is a hit.",
    ),
}
"""The same texts for a mail, whose writer knows no numbers of lines."""

ASKED: Mapping[bool, str] = {
    False: message("Next question"),
    True: message("Next question after these orders"),
}
"""Headings of the open questions, for filed letters (False) and rehearsals (True)."""

PHRASED: Mapping[bool, str] = {
    False: message("Your phrase is in the dice: {phrase}"),
    True: message("Your phrase would be added to the dice: {phrase}"),
}
"""Texts for filed letters (False) and rehearsals (True)."""

FOLLOWED: Mapping[bool, str] = {
    False: message("Orders that followed your letter"),
    True: message("Results of the dice that waited"),
}
"""Headings of orders that followed a letter, without and with a round of the beacon."""

FILED = message("Everything was filed. Head of the journal: {head}")
REHEARSED = message("This was a rehearsal: nothing was filed.")
IN_PART_ABOVE = message(
    "The accepted orders are final because they cannot be taken back; the others were refused (entry"
    " {entry})."
)
"""The next text in a report, which ends with the head."""

IN_PART = message(
    "The accepted orders are final because they cannot be taken back; the others were refused (entry"
    " {entry}). Head of the journal: {head}"
)
NOT_PLAYED = message(
    "Your letter is in the journal (entry {entry}). The position has not changed. Head of the journal: {head}"
)
REFUSED = message(
    "Your orders were refused (entry {entry}). The position has not changed. Head of the journal: {head}"
)


def document(answer: Submitted, *, by_mail: bool = False) -> Document:
    """Return the answer to a letter, in the language of its sender; one by mail names no numbers of lines."""
    tongue = languages.tongue(answer.language)
    title = tongue.say("{match}: ruling for {side}", match=answer.match, side=answer.names[answer.side])
    return Document(title=title, language=answer.language, blocks=tuple(_blocks(tongue, answer, by_mail)))


def list_results(answer: Submitted) -> Document:
    """Return the answer to a mail without the open questions, which a report beside it asks."""
    tongue = languages.tongue(answer.language)
    title = tongue.say("Your letter")
    return Document(title=title, language=answer.language, blocks=tuple(_results(tongue, answer)))


def _repeat(tongue: Translator, answer: Submitted) -> Iterator[Block]:
    """Yield the note on a repeated letter, and the way to answer the current question with the same text."""
    yield tongue.paragraph("This letter was filed before. This is the same answer again.")
    if answer.prompts:
        line = Code(text=f"answers: {Head.read(answer.head).seq}")
        yield tongue.paragraph(
            "Begin it with the line {line} if it should answer the current question.", line=line
        )


def _accept_all(tongue: Translator, answer: Submitted) -> Iterator[Block]:
    """Yield the phrase and the accepted orders, each with its results."""
    if answer.phrase:
        yield tongue.paragraph(PHRASED[answer.dry], phrase=answer.phrase)
    # A rehearsal lists the first lines of a letter, although all of them are only proposed.
    for line in answer.accepted if answer.proposal is None else ():
        yield _accept(tongue, answer, line)
        yield from _close_headings(line.happened)


def _close_headings(results: Sequence[Block]) -> Iterator[Block]:
    """Yield results without headings that have nothing below them, such as that of a phase without events.

    A last heading, as of a battle that only begins, is a sentence.
    """
    last = max((place for place, block in enumerate(results) if not isinstance(block, Heading)), default=-1)
    for place, block in enumerate(results):
        after = results[place + 1] if place < last else None
        if not isinstance(block, Heading):
            yield block
        elif place > last:
            yield words(f"{block.text}.")
        elif not (isinstance(after, Heading) and after.level <= block.level):
            yield block


def _blocks(tongue: Translator, answer: Submitted, by_mail: bool) -> Iterator[Block]:
    yield from _judge(tongue, answer, by_mail=by_mail)
    yield tongue.paragraph(_file(answer), entry=answer.refusal, head=answer.head)
    yield from _follow(tongue, answer)
    yield from _next(tongue, answer)


def _judge(tongue: Translator, answer: Submitted, *, by_mail: bool) -> Iterator[Block]:
    """Yield the verdicts on the lines of a letter, with their notes."""
    if answer.again:
        yield from _repeat(tongue, answer)
    note = Strong(text=tongue.say("Note"))
    yield from (
        tongue.paragraph("{note}: {warning}.", note=note, warning=warning) for warning in answer.warnings
    )
    yield from _accept_all(tongue, answer)
    if answer.proposal is not None:
        yield from proposal_text.render(tongue, answer.proposal, by_mail=by_mail)
        illegal = [line for line in answer.refused if not line.unreadable]
        yield from _refuse_all(tongue, illegal, by_mail=by_mail)
    else:
        yield from _refuse_all(tongue, answer.refused, by_mail=by_mail)
    if answer.in_advance is not None:
        yield from _in_advance(tongue, answer.in_advance)
    elif answer.in_force:
        yield tongue.paragraph("These older standing orders may apply to your orders:")
        yield Bullets(items=tuple((Code(text=order),) for order in answer.in_force))
    if answer.needed:
        yield _need(tongue, answer.needed, NEEDED_BY_MAIL if by_mail else NEEDED)
    elif answer.hidden:
        yield tongue.paragraph("The result is drawn when the letter is sent; the rehearsal ends here.")
    if answer.unheard and answer.proposal is None:
        yield _unheard(tongue, answer.unheard, by_mail=by_mail)
    if answer.answered_by:
        yield tongue.paragraph(
            "The last question to you was answered by entry {entry}.", entry=answer.answered_by
        )


def _results(tongue: Translator, answer: Submitted) -> Iterator[Block]:
    """Yield the results of a letter. The head is at the end of the report."""
    yield from _judge(tongue, answer, by_mail=True)
    if answer.dry or answer.refusal is not None:
        text = _file(answer)
        text = IN_PART_ABOVE if text is IN_PART else text
        yield tongue.paragraph(text, entry=answer.refusal, head=answer.head)
    yield from _follow(tongue, answer)
    if answer.awaits:
        yield proofs.word_wait(tongue, answer.awaits, answer.names[answer.awaits.side])


def _follow(tongue: Translator, answer: Submitted) -> Iterator[Block]:
    """Yield the receipt of a letter, and the orders that followed it."""
    if answer.receipt:
        yield tongue.paragraph("Keep this receipt: it proves that your letter came.")
        yield Verbatim(lines=answer.receipt)
    if answer.followed:
        yield Heading(text=tongue.say(FOLLOWED[answer.has_beacon]))
        yield from _close_headings(answer.followed)


def _in_advance(tongue: Translator, orders: tuple[str, ...]) -> Iterator[Block]:
    if not orders:
        yield tongue.paragraph("You have no standing orders any more.")
        return
    yield tongue.paragraph("Standing orders, carried out when the question is asked:")
    yield Bullets(items=tuple((Code(text=order),) for order in orders))


def _accept(tongue: Translator, answer: Submitted, line: AcceptedLine) -> Block:
    verdict, order = Verdict(text=tongue.say(ACCEPTED[answer.dry]), stands=True), Code(text=line.order)
    template = JUDGED[bool(line.entry)]
    return tongue.paragraph(template, verdict=verdict, order=order, entry=line.entry)


def _refuse_all(tongue: Translator, lines: Sequence[RefusedLine], *, by_mail: bool) -> Iterator[Block]:
    """Yield the refused lines. Successive lines with the same reasons share one list of them."""
    remedies: set[str] = set()
    for _, group in groupby(lines, key=_identify_reasons):
        first, *others = group
        yield from (_refuse(tongue, line, by_mail=by_mail) for line in (first, *others))
        yield Bullets(items=tuple(_reasons(tongue, first, is_known=first.remedy in remedies)))
        remedies.add(first.remedy)


def _identify_reasons(line: RefusedLine) -> tuple[object, ...]:
    """Return a value that is equal for lines with the same reasons and suggestions."""
    objections = tuple((one.number, one.text, one.remedy) for one in line.held)
    return line.unreadable, line.remedy, objections, line.nearest


def _refuse(tongue: Translator, line: RefusedLine, *, by_mail: bool) -> Block:
    # A line that is only a comment is quoted as it is.
    words = Code(text=strip_comment(line.text).strip() or line.text)
    is_reworded = bool(line.order) and key(line.order) != key(strip_comment(line.text))
    texts = UNREADABLE_LINES if line.unreadable else REWORDED_LINES if is_reworded else REFUSED_LINES
    verdict = tongue.say("Not understood") if line.unreadable else tongue.say("Refused")
    return tongue.paragraph(
        texts[by_mail],
        verdict=Verdict(text=verdict, stands=False),
        words=words,
        order=Code(text=line.order) if texts is REWORDED_LINES else words,
        line=line.line,
        column=line.column,
    )


def _reasons(tongue: Translator, line: RefusedLine, *, is_known: bool) -> Iterator[tuple[Inline, ...]]:
    """Yield the objections to a line. A remedy that is `known` from a line above is not repeated."""
    if line.unreadable:
        yield (Text(text=_sentence(_begin(line.unreadable))),)
    if line.remedy and not is_known:
        yield (Text(text=_sentence(_begin(line.remedy))),)
    yield from _hold_all(tongue, line.held)
    if line.nearest:
        orders = _choices(tongue, line.nearest)
        if line.nearest[0].startswith(judge_letter.WHEN):
            text = message("Write {orders} to keep it for a later question")
        else:
            text = message("Write: {orders}") if line.unreadable else message("Legal: {orders}")
        yield tongue.sentence(text, orders=orders)


def _hold_all(tongue: Translator, objections: Sequence[Held]) -> Iterator[tuple[Inline, ...]]:
    """Yield objections. One that differs from others in one name alone is followed by their names."""
    waiting: list[Held] = list(objections)
    while waiting:
        first, others = waiting[0], waiting[1:]
        names = [_find_difference(first, one) for one in others]
        yield _hold(tongue, first, tuple(filter(None, names)))
        waiting = [one for one, name in zip(others, names, strict=True) if not name]


def _find_difference(first: Held, other: Held) -> str:
    """Return the only name by which an objection differs from the first, or ""."""
    if (first.clause, first.fact, first.parameters.keys()) != (
        other.clause,
        other.fact,
        other.parameters.keys(),
    ):
        return ""
    changes = [name for name, value in first.parameters.items() if other.parameters[name] != value]
    value = other.parameters[changes[0]] if len(changes) == 1 else None
    return value if isinstance(value, str) and value in other.text else ""


def _hold(tongue: Translator, objection: Held, others: tuple[str, ...]) -> tuple[Inline, ...]:
    remedy = f" {_sentence(_begin(objection.remedy))}" if objection.remedy else ""
    return tongue.sentence(
        "{number}, {title}: {fact}{remedy}",
        number=objection.number,
        title=objection.title,
        fact=_sentence(objection.text),
        remedy=remedy,
    ) + (tongue.sentence(" The same is true of {names}.", names=tongue.listed(others)) if others else ())


def _choices(tongue: Translator, orders: tuple[str, ...]) -> tuple[Inline, ...]:
    """Orders as a sentence offers them: `a, b or c`."""
    *first, last = (Code(text=order) for order in orders)
    if not first:
        return (last,)
    head: list[Inline] = []
    for place, order in enumerate(first):
        head += [Text(text=", "), order] if place else [order]
    return tongue.sentence("{words} or {last}", words=tuple(head), last=last)


def _need(tongue: Translator, needed: NeededDice, texts: Mapping[bool, tuple[str, str]]) -> Block:
    return tongue.paragraph(
        *texts[needed.roll.needed > 0],
        line=needed.line,
        count=needed.count,
        purpose=needed.roll.purpose,
        needed=needed.roll.needed,
    )


def _unheard(tongue: Translator, numbers: tuple[int, ...], *, by_mail: bool) -> Block:
    """Lines by number, each once: `line 4`, `lines 2, 5 and 7 to 30`. A mail only counts them."""
    if by_mail:
        return tongue.paragraph(
            "Not checked: {count} line of your letter.",
            "Not checked: {count} lines of your letter.",
            count=len(set(numbers)),
        )
    lines = sorted(set(numbers))
    # Two consecutive lines are listed, not written as a range.
    return tongue.paragraph(
        "Not checked: line {lines}.",
        "Not checked: lines {lines}.",
        lines=tongue.ranges(lines, shortest=3),
        count=len(lines),
    )


def _file(answer: Submitted) -> str:
    if answer.dry:
        return REHEARSED
    if answer.refusal is None:
        return FILED
    if answer.proposal is not None:
        return NOT_PLAYED
    return IN_PART if answer.accepted else REFUSED


def _next(tongue: Translator, answer: Submitted) -> Iterator[Block]:
    if answer.awaits:
        yield proofs.word_wait(tongue, answer.awaits, answer.names[answer.awaits.side])
    if answer.prompts:
        yield Heading(text=tongue.say(ASKED[answer.dry]))
        yield Bullets(items=tuple((Text(text=prompt.text),) for prompt in answer.prompts))
    others = [answer.names[side] for side in answer.waiting if side != answer.side]
    if others:
        yield tongue.paragraph("Waiting for {sides}.", sides=tongue.listed(others))


def word_complaint(complaint: Complaint, match: str) -> str:
    """Return a complaint in sentences, without its place: the writer of a mail knows no numbers of lines."""
    texts = (one for one in (complaint.text, complaint.remedy) if one)
    # The name of a match has no capitals.
    return " ".join(_sentence(text if text.startswith(f"{match} ") else _begin(text)) for text in texts)


def _begin(text: str) -> str:
    """A fact as it begins a sentence; a word with a digit, such as an id, and a quoted one stay so."""
    first = text.split(maxsplit=1)[0].rstrip(",;:?!\u00a0").replace("'", "").replace("-", "")
    return upper(text) if first.isalpha() else text


def _sentence(text: str) -> str:
    """A fact as a sentence: a full stop ends it, unless it asks; Greek asks with a semicolon."""
    return text if text.endswith((".", "!", "?", ";")) else f"{text}."
