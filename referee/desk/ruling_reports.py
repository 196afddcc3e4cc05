"""What became of a letter, as a document that can be sent to whoever wrote it."""

from collections.abc import Iterator

from schemas.document import Block, Bullets, Code, Document, Heading, Inline, Strong, Text, words
from schemas.record import listed
from schemas.ruling import AcceptedLine, Held, RefusedLine, Submitted, Throw


def document(answer: Submitted) -> Document:
    """The answer to a letter."""
    title = f"{answer.match}: ruling for {answer.names[answer.side]}"
    return Document(title=title, blocks=tuple(_blocks(answer)))


def _blocks(answer: Submitted) -> Iterator[Block]:
    if answer.again:
        yield words("This letter was filed before. The answer is the one it got then.")
    yield from (words(Strong(text="Note"), f": {warning}.") for warning in answer.warnings)
    for accepted in answer.accepted:
        yield words(*_accepted(answer, accepted))
        yield from accepted.happened
    for refused in answer.refused:
        yield words(*_refused(refused))
        yield Bullets(items=tuple(_reasons(refused)))
    if answer.needed:
        yield words(_needed(answer.needed))
    elif answer.hidden:
        yield words("What this brings is drawn when the letter is sent; the rehearsal ends here.")
    if answer.unheard:
        yield words(f"Not judged: {_lines(answer.unheard)}.")
    if answer.answered_by:
        yield words(f"The last question to you was answered by entry {answer.answered_by}.")
    yield words(_filed(answer))
    yield from _next(answer)


def _accepted(answer: Submitted, accepted: AcceptedLine) -> Iterator[str | Inline]:
    yield "Would be accepted: " if answer.dry else "Accepted: "
    yield Code(text=accepted.order)
    if accepted.entry:
        yield f" (entry {accepted.entry})"


def _refused(refused: RefusedLine) -> Iterator[str | Inline]:
    yield "Not understood: " if refused.unreadable else "Refused: "
    yield Code(text=refused.order or refused.text)
    where = f", column {refused.column}" if refused.unreadable else ""
    yield f" (line {refused.line}{where})"


def _reasons(refused: RefusedLine) -> Iterator[tuple[Inline, ...]]:
    if refused.unreadable:
        yield (Text(text=_sentence(_begun(refused.unreadable))),)
    yield from (_held(held) for held in refused.held)
    if refused.nearest:
        yield (Text(text="Write " if refused.unreadable else "Lawful is "), *_choices(refused.nearest))


def _held(held: Held) -> tuple[Inline, ...]:
    remedy = f" {_sentence(_begun(held.remedy))}" if held.remedy else ""
    return (Text(text=f"{held.number}, {held.title}: {_sentence(held.text)}{remedy}"),)


def _choices(orders: tuple[str, ...]) -> Iterator[Inline]:
    for index, order in enumerate(orders):
        if index:
            yield Text(text=" or " if index == len(orders) - 1 else ", ")
        yield Code(text=order)


def _needed(needed: Throw) -> str:
    roll = needed.roll
    dice = "1 die" if needed.count == 1 else f"{needed.count} dice"
    return f"Line {needed.line} would throw {dice} for {roll.purpose}; {roll.needed} or less is a hit."


def _lines(numbers: tuple[int, ...]) -> str:
    """Lines by number, each once: `line 4`, `lines 2, 5 and 7 to 30`."""
    runs: list[list[int]] = []
    for number in sorted(set(numbers)):
        if runs and number == runs[-1][-1] + 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    told: list[str] = []
    for run in runs:
        # Two neighbours are no stretch.
        told += [f"{run[0]} to {run[-1]}"] if len(run) > 2 else map(str, run)
    return f"{'line' if told == [str(numbers[0])] else 'lines'} {listed(told)}"


def _filed(answer: Submitted) -> str:
    if answer.dry:
        return "This was a rehearsal: nothing was filed."
    if answer.refusal is None:
        return f"Everything was filed. Head of the journal: {answer.head}"
    if answer.accepted:
        return (
            f"What was accepted stands, for it cannot be taken back; the rest was refused"
            f" (entry {answer.refusal}). Head of the journal: {answer.head}"
        )
    return f"Nothing was filed but the refusal (entry {answer.refusal}). Head of the journal: {answer.head}"


def _next(answer: Submitted) -> Iterator[Block]:
    if answer.prompts:
        yield Heading(text="What is asked now")
        yield Bullets(items=tuple((Text(text=prompt.text),) for prompt in answer.prompts))
    others = [answer.names[side] for side in answer.waiting if side != answer.side]
    if others:
        yield words(f"Waiting for {listed(others)}.")


def _begun(text: str) -> str:
    """A fact as it begins a sentence; the id of a piece and a quoted word keep their case."""
    first = text.partition(" ")[0].rstrip(",;")
    return text[0].upper() + text[1:] if first.isalpha() else text


def _sentence(text: str) -> str:
    """A fact as a sentence: a full stop ends it."""
    return text if text.endswith((".", "!", "?")) else f"{text}."
