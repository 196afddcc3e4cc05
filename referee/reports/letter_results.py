"""Answers to letters, as documents for their senders."""

from collections.abc import Iterator, Mapping

from referee.i18n import languages
from referee.i18n.translator import Translator, forms, message, upper
from referee.reports.proofs import beacon_waits
from schemas.answers.orders import AcceptedLine, Held, RefusedLine, Submitted, Throw
from schemas.journal import Head
from schemas.reports import Block, Bullets, Code, Document, Heading, Inline, Strong, Text, Verbatim, Verdict

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
    False: message("Results of your standing orders"),
    True: message("Results of the dice that waited"),
}
"""Headings of orders that followed a letter, without and with a round of the beacon."""

FILED = message("Everything was filed. Head of the journal: {head}")
REHEARSED = message("This was a rehearsal: nothing was filed.")
IN_PART = message(
    "The accepted orders are final because they cannot be taken back; the others were refused (entry"
    " {entry}). Head of the journal: {head}"
)
REFUSED = message(
    "Your orders were refused (entry {entry}). The position has not changed. Head of the journal: {head}"
)


def document(answer: Submitted) -> Document:
    """The answer to a letter, in the language of its sender."""
    tongue = languages.tongue(answer.language)
    title = tongue.say("{match}: ruling for {side}", match=answer.match, side=answer.names[answer.side])
    return Document(title=title, language=answer.language, blocks=tuple(_blocks(tongue, answer)))


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
    for line in answer.accepted:
        yield _accept(tongue, answer, line)
        yield from line.happened


def _blocks(tongue: Translator, answer: Submitted) -> Iterator[Block]:
    if answer.again:
        yield from _repeat(tongue, answer)
    note = Strong(text=tongue.say("Note"))
    yield from (
        tongue.paragraph("{note}: {warning}.", note=note, warning=warning) for warning in answer.warnings
    )
    yield from _accept_all(tongue, answer)
    remedies: set[str] = set()
    for line in answer.refused:
        yield _refuse(tongue, line)
        yield Bullets(items=tuple(_reasons(tongue, line, is_known=line.remedy in remedies)))
        remedies.add(line.remedy)
    if answer.in_advance is not None:
        yield from _in_advance(tongue, answer.in_advance)
    elif answer.in_force:
        yield tongue.paragraph("These older standing orders may apply to your orders:")
        yield Bullets(items=tuple((Code(text=order),) for order in answer.in_force))
    if answer.needed:
        yield _need(tongue, answer.needed)
    elif answer.hidden:
        yield tongue.paragraph("The result is drawn when the letter is sent; the rehearsal ends here.")
    if answer.unheard:
        yield _unheard(tongue, answer.unheard)
    if answer.answered_by:
        yield tongue.paragraph(
            "The last question to you was answered by entry {entry}.", entry=answer.answered_by
        )
    yield tongue.paragraph(_file(answer), entry=answer.refusal, head=answer.head)
    yield from _show_receipt(tongue, answer)
    if answer.followed:
        yield Heading(text=tongue.say(FOLLOWED[answer.has_beacon]))
        yield from answer.followed
    yield from _next(tongue, answer)


def _show_receipt(tongue: Translator, answer: Submitted) -> Iterator[Block]:
    """Yield the receipt of a letter, on a shelf with a club log."""
    if answer.receipt:
        yield tongue.paragraph("Keep this receipt: it proves that your letter came.")
        yield Verbatim(lines=answer.receipt)


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


def _refuse(tongue: Translator, line: RefusedLine) -> Block:
    order = Code(text=line.order or line.text)
    if line.unreadable:
        verdict = Verdict(text=tongue.say("Not understood"), stands=False)
        text = message("{verdict}: {order} (line {line}, column {column})")
        return tongue.paragraph(text, verdict=verdict, order=order, line=line.line, column=line.column)
    verdict = Verdict(text=tongue.say("Refused"), stands=False)
    return tongue.paragraph("{verdict}: {order} (line {line})", verdict=verdict, order=order, line=line.line)


def _reasons(tongue: Translator, line: RefusedLine, *, is_known: bool) -> Iterator[tuple[Inline, ...]]:
    """Yield the objections to a line. A remedy that is `known` from a line above is not repeated."""
    if line.unreadable:
        yield (Text(text=_sentence(_begin(line.unreadable))),)
    if line.remedy and not is_known:
        yield (Text(text=_sentence(_begin(line.remedy))),)
    yield from (_hold(tongue, objection) for objection in line.held)
    if line.nearest:
        orders = _choices(tongue, line.nearest)
        text = message("Write {orders}") if line.unreadable else message("Legal: {orders}")
        yield tongue.sentence(text, orders=orders)


def _hold(tongue: Translator, objection: Held) -> tuple[Inline, ...]:
    remedy = f" {_sentence(_begin(objection.remedy))}" if objection.remedy else ""
    return tongue.sentence(
        "{number}, {title}: {fact}{remedy}",
        number=objection.number,
        title=objection.title,
        fact=_sentence(objection.text),
        remedy=remedy,
    )


def _choices(tongue: Translator, orders: tuple[str, ...]) -> tuple[Inline, ...]:
    """Orders as a sentence offers them: `a, b or c`."""
    *first, last = (Code(text=order) for order in orders)
    if not first:
        return (last,)
    head: list[Inline] = []
    for place, order in enumerate(first):
        head += [Text(text=", "), order] if place else [order]
    return tongue.sentence("{words} or {last}", words=tuple(head), last=last)


def _need(tongue: Translator, needed: Throw) -> Block:
    return tongue.paragraph(
        *NEEDED[needed.roll.needed > 0],
        line=needed.line,
        count=needed.count,
        purpose=needed.roll.purpose,
        needed=needed.roll.needed,
    )


def _unheard(tongue: Translator, numbers: tuple[int, ...]) -> Block:
    """Lines by number, each once: `line 4`, `lines 2, 5 and 7 to 30`."""
    runs: list[list[int]] = []
    for number in sorted(set(numbers)):
        if runs and number == runs[-1][-1] + 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    ranges: list[str] = []
    for run in runs:
        # Two consecutive lines are listed, not written as a range.
        long = len(run) > 2
        ranges += [tongue.say("{first} to {last}", first=run[0], last=run[-1])] if long else map(str, run)
    lines, count = tongue.listed(ranges), 1 if ranges == [str(numbers[0])] else 2
    return tongue.paragraph(
        ("Not checked: line {lines}."),
        "Not checked: lines {lines}.",
        lines=lines,
        count=count,
    )


def _file(answer: Submitted) -> str:
    if answer.dry:
        return REHEARSED
    if answer.refusal is None:
        return FILED
    return IN_PART if answer.accepted else REFUSED


def _next(tongue: Translator, answer: Submitted) -> Iterator[Block]:
    if answer.awaits:
        yield beacon_waits.word(tongue, answer.awaits, answer.names[answer.awaits.side])
    if answer.prompts:
        yield Heading(text=tongue.say(ASKED[answer.dry]))
        yield Bullets(items=tuple((Text(text=prompt.text),) for prompt in answer.prompts))
    others = [answer.names[side] for side in answer.waiting if side != answer.side]
    if others:
        yield tongue.paragraph("Waiting for {sides}.", sides=tongue.listed(others))


def _begin(text: str) -> str:
    """A fact as it begins a sentence; a word with a digit, such as an id, and a quoted one stay so."""
    first = text.split(maxsplit=1)[0].rstrip(",;:?!\u00a0").replace("'", "").replace("-", "")
    return upper(text) if first.isalpha() else text


def _sentence(text: str) -> str:
    """A fact as a sentence: a full stop ends it, unless it asks; Greek asks with a semicolon."""
    return text if text.endswith((".", "!", "?", ";")) else f"{text}."
