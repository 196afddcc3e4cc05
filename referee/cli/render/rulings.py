"""Rulings as text: the result of a policy, and the result of an amendment."""

import textwrap
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from referee.cli.render import odds_text
from referee.cli.render.answer_text import head, join_lines
from referee.i18n.translator import Translator, message
from referee.reports.entry_summaries import KINDS

if TYPE_CHECKING:
    from schemas.answers.evidence import Amended, Cited, Resolution


@join_lines
def word_resolution(answer: "Resolution", tongue: Translator) -> Iterator[str]:
    """Render the ruling of a policy."""
    say = tongue.say
    yield from _decide(answer, tongue)
    yield from (odds_text.word_change(one, tongue) for one in answer.changed)
    yield say("Still valid: {entries}.", entries=_entries(answer.stands, tongue))
    if answer.kept:
        text = message("Filed again with the same dice: {entries}.")
        yield say(text, entries=_entries(answer.kept, tongue))
    if answer.void:
        yield say("Void: {entries}.", entries=_entries(answer.void, tongue))
    else:
        yield say("Nothing is void.")
    yield _dice(answer, tongue)
    if answer.again:
        yield say("You can send these lines again unchanged:")
        yield from (f"  {line}" for line in answer.again)
    yield from _file(answer, tongue)


def _decide(answer: "Resolution", tongue: Translator) -> Iterator[str]:
    """Yield the facts of each decision, the error, and the paragraphs with the entries that they decide."""
    for one in answer.decisions:
        facts = ", ".join(one.facts)
        yield tongue.say("{match}, entry {entry}: {facts}.", match=answer.match, entry=one.entry, facts=facts)
    if answer.error:
        yield tongue.say("Error: {error}", error=answer.error)
        yield from (f"  {clause.number}, {clause.title}" for clause in answer.clauses)
    entries_of: dict[Cited, list[int]] = {}
    for one in answer.decisions:
        entries_of.setdefault(one.cited, []).append(one.entry)
    for citation, numbers in entries_of.items():
        entries = _entries(numbers, tongue)
        of = tongue.say("On {entries}:", entries=entries) if len(answer.decisions) > 1 else ""
        yield from _cite(citation, tongue, of)


def _cite(citation: "Cited", tongue: Translator, of: str) -> Iterator[str]:
    """Yield a paragraph of a policy. `of` names the entries that it decides."""
    parts = {"policy": citation.policy, "paragraph": citation.paragraph, "title": citation.title}
    heading = tongue.say("Policy {policy}, paragraph {paragraph}, {title}:", **parts)
    yield f"{of} {heading}" if of else heading
    yield from textwrap.wrap(citation.text, 72, initial_indent="  ", subsequent_indent="  ")


def _file(answer: "Resolution", tongue: Translator) -> Iterator[str]:
    say = tongue.say
    if not answer.filed:
        yield say("Nothing was filed. Add --file to file it.")
        return
    yield say("Filed as entry {entry} ({kind}).", entry=answer.filed, kind=say(KINDS["ruling"]))
    if answer.filed_again:
        text = message("Entries filed again after it, with the same dice: {entries}.")
        yield say(text, entries=_entries(answer.filed_again, tongue))
    yield head(answer.head, tongue)


@join_lines
def word_amendment(answer: "Amended", tongue: Translator) -> Iterator[str]:
    """Render the result of an amendment."""
    say = tongue.say
    yield from (f"{answer.match}: {line}" for line in answer.lines)
    if answer.refused:
        yield say("Nothing was amended:")
        for objection in answer.refused:
            remedy = f" ({objection.remedy})" if objection.remedy else ""
            yield f"  {objection.number}, {objection.title}: {objection.text}{remedy}"
    elif answer.filed:
        for seq in answer.filed:
            yield say("Filed as entry {entry} ({kind}).", entry=seq, kind=say(KINDS["ruling"]))
        yield head(answer.head, tongue)
    else:
        yield say("Legal. Nothing was filed.")


def _dice(answer: "Resolution", tongue: Translator) -> str:
    if not answer.dice_fallen:
        return tongue.say("Dice kept: {kept}.", kept=answer.dice_kept)
    return tongue.say(
        "Dice kept: {kept}; {count} die is dropped and is never rolled again from its key.",
        "Dice kept: {kept}; {count} dice are dropped and are never rolled again from their keys.",
        kept=answer.dice_kept,
        count=answer.dice_fallen,
    )


def _entries(numbers: Sequence[int], tongue: Translator) -> str:
    """Render entry numbers, with ranges for consecutive ones."""
    entries = tongue.ranges(numbers)
    return tongue.say("entry {entries}", "entries {entries}", entries=entries, count=len(numbers))
