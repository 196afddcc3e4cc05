"""Terminal texts for verification, audits, comparisons and copies."""

import textwrap
from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from typing import TYPE_CHECKING

from referee.cli.render import club_text
from referee.cli.render.answer_text import head, join_lines, table
from referee.i18n.translator import ENGLISH, Translator, message, messages
from referee.reports.entry_summaries import KINDS

if TYPE_CHECKING:
    from schemas.answers import evidence
    from schemas.answers.matches import NotJudged, OwnView, Verified


MOST_FINDINGS = 20
"""Highest number of errors in the text. `--json` contains all of them."""


def word_view(view: "OwnView", tongue: Translator) -> Iterator[str]:
    """Yield the result of judging a copy."""
    say = tongue.say
    yield say(
        "Judged from the view of {viewer}: {orders} of {all_orders} orders, {events} of {all_events} events, "
        "{rolls} of {all_rolls} rolls.",
        viewer=view.viewer,
        orders=view.orders_judged,
        all_orders=view.orders,
        events=view.events_judged,
        all_events=view.events,
        rolls=view.rolls_judged,
        all_rolls=view.rolls,
    )
    if view.refusals:
        yield say(
            "Refusals judged again: {judged} of {refusals}.",
            judged=view.refusals_judged,
            refusals=view.refusals,
        )
    for one in view.wrong[:MOST_FINDINGS]:
        yield say("Today's rules differ in entry {entry}: {what}.", entry=one.entry, what=one.text)
    if (more := len(view.wrong) - MOST_FINDINGS) > 0:
        yield say("The same in {count} more case.", "The same in {count} more cases.", count=more)
    for text in dict.fromkeys(one.text for one in view.unjudged):
        entries = [one.entry for one in view.unjudged if one.text == text]
        yield say(
            "Not judged from this copy: {reason} ({count} time, in entry {first}).",
            "Not judged from this copy: {reason} ({count} times, first in entry {first}).",
            reason=text,
            count=len(entries),
            first=entries[0],
        )


DECISIONS: "Mapping[evidence.Decision, str]" = messages(
    "accepted", "refused", "other-events", "needs-dice", "unreadable"
)
"""Results of rejudging an entry."""


@join_lines
def word_verification(answer: "Verified", tongue: Translator = ENGLISH) -> Iterator[str]:
    """Render the result of a verification."""
    say = tongue.say
    if answer.set_aside:
        yield say(
            "An unfinished line was moved to {file}; nothing else changed.",
            file=answer.set_aside,
        )
    if answer.tail and answer.tail.file:
        yield say(
            "{count} line after entry {entry} was moved to {file}; nothing was deleted.",
            "{count} lines after entry {entry} were moved to {file}; nothing was deleted.",
            count=answer.tail.lines,
            entry=answer.tail.after,
            file=answer.tail.file,
        )
    yield say("{match}: all seals are valid up to entry {entry}.", match=answer.match, entry=answer.entries)
    yield from _account(answer, tongue)
    yield from _list_witnesses(answer, tongue)
    if answer.opened:
        yield say("The hidden secret is revealed: hidden draws are also proved.")
    if answer.agreed is not None:
        yield say("Secret facts that match their commitments: {agreed}.", agreed=answer.agreed)
    yield from _word_judgement(answer, tongue)
    if answer.torn:
        yield say(
            "The last line is unfinished and does not count: ask for a copy again, or move the line aside "
            "with --repair."
        )
    yield head(answer.head, tongue)


def _word_judgement(answer: "Verified", tongue: Translator) -> Iterator[str]:
    """Yield the verdict of the rules on the entries, and the command that explains one."""
    if answer.replayed is not None:
        yield _replay(answer.replayed, answer.events or 0, tongue)
    if answer.differences is not None:
        yield _judge(answer.differences, tongue)
    if answer.own_view is not None:
        yield from word_view(answer.own_view, tongue)
    if answer.differs:
        yield tongue.say("`referee dispute MATCH|FILE ENTRY` explains an entry.")
    if answer.not_judged is not None:
        yield from _list_unjudged(answer.not_judged, tongue)


def _list_unjudged(why: "NotJudged", tongue: Translator) -> Iterator[str]:
    """Yield the reason why the rules were not checked, and the differences between the packs."""
    yield tongue.say("The rules were NOT checked: {reason} ({remedy}).", reason=why.text, remedy=why.remedy)
    yield from (f"  {difference}" for difference in why.differences)


def _list_witnesses(answer: "Verified", tongue: Translator) -> Iterator[str]:
    """List the head that fixes the history, and the heads that the moderator filed."""
    say = tongue.say
    if answer.fixed is not None:
        yield say("The head that you kept proves the history up to entry {entry}.", entry=answer.fixed)
    for one in answer.witnesses:
        entry, where, side = one.entry, one.where, one.side or ""
        if one.fixed is None:
            yield say(
                "Entry {entry}: this history does not have the head {head}.", entry=entry, head=one.head
            )
        elif where:
            text = message("Entry {entry}: the moderator states that {head} is recorded in {where}.")
            yield say(text, entry=entry, head=one.head, where=where)
        else:
            text = message("Entry {entry}: the moderator states that {side} quoted {head}.")
            yield say(text, entry=entry, head=one.head, side=side)


def _account(answer: "Verified", tongue: Translator) -> Iterator[str]:
    """Yield the keys and sources of the dice."""
    say = tongue.say
    yield say(
        "Dice: {dice} in {rolls} follow from {keys}.",
        dice=answer.dice,
        rolls=_rolls(answer.rolls, tongue),
        keys=say("{count} published key", "{count} published keys", count=answer.keys),
    )
    if answer.own_key:
        dice = say("{count} die", "{count} dice", count=answer.own_key)
        yield say(
            ("Dice with their own keys, provable once their owners or all secrets are revealed: {dice}."),
            dice=dice,
        )
    if answer.on_word:
        dice = say("{count} die", "{count} dice", count=answer.on_word)
        yield say("Based on the moderator's word until all secrets are revealed: {dice}.", dice=dice)
    if answer.spoken:
        rolls = _rolls(answer.spoken, tongue)
        yield say("Manual dice, based on the word of their sources: {rolls}.", rolls=rolls)
    yield from club_text.word_rounds(answer, tongue)
    if answer.phrased:
        yield say("The dice contain the phrases of {sides}.", sides=tongue.listed(answer.phrased))


def _rolls(count: int, tongue: Translator) -> str:
    return tongue.say("{count} roll", "{count} rolls", count=count)


def _replay(entries: int, events: int, tongue: Translator) -> str:
    event_text = tongue.say("{count} event", "{count} events", count=events)
    return tongue.say(
        "Replayed: {events} of {count} effective entry.",
        "Replayed: {events} of {count} effective entries.",
        count=entries,
        events=event_text,
    )


def _judge(differences: Iterable[int], tongue: Translator) -> str:
    if entries := [str(seq) for seq in differences]:
        return tongue.say(
            "Today's rules would decide entry {entries} differently.",
            "Today's rules would decide entries {entries} differently.",
            entries=tongue.listed(entries),
            count=len(entries),
        )
    return tongue.say("Judged again: today's rules give the same result.")


def word_limits(answer: "evidence.Limits") -> str:
    """List the facts that no journal can prove."""
    return "\n".join(
        textwrap.fill(f"{one.text} {one.why}", 72, initial_indent="- ", subsequent_indent="  ")
        for one in answer.limits
    )


AUDITED: Mapping[str, str] = {
    "proved": message("{journal}: proved to entry {entry}."),
    "different": message("{journal}: proved to entry {entry}, but today's rules decide differently."),
    "unjudged": message("{journal}: proved to entry {entry}, but NOT judged."),
    "unbelievable": message("{journal}: NOT valid."),
    "unreadable": message("{journal}: unreadable."),
    "failed": message("{journal}: not checked."),
    "lost": message("{journal}: not checked."),
}
"""Texts for the states of a journal in an audit."""


@join_lines
def word_audited(answer: "evidence.Audited", tongue: Translator = ENGLISH) -> Iterator[str]:
    """Render the result of an audit for one journal."""
    verification = answer.verified
    last = verification.entries if verification else 0
    yield tongue.say(AUDITED[answer.state], journal=answer.journal, entry=last)
    for complaint in answer.complaints:
        where = f"{complaint.place}: " if complaint.place else ""
        remedy = f" ({complaint.remedy})" if complaint.remedy else ""
        yield f"  {where}{complaint.text}{remedy}"
    if verification is None:
        return
    if verification.differences:
        yield f"  {_judge(verification.differences, tongue)}"
    if verification.own_view is not None and verification.own_view.wrong:
        yield from (f"  {line}" for line in word_view(verification.own_view, tongue))
    if verification.not_judged is not None:
        yield from (f"  {line}" for line in _list_unjudged(verification.not_judged, tongue))
    yield from (f"  {warning}" for warning in verification.warnings)


SUMS: Mapping[str, str] = {
    "proved": message("Proved: {number}."),
    "different": message("Decided differently today: {number}."),
    "unbelievable": message("Not valid: {number}."),
    "unreadable": message("Unreadable: {number}."),
    "failed": message("Not checked because of an internal error: {number}."),
    "lost": message("Lost: {number}."),
    "judged": message("Judged again: {number}."),
    "from_earlier": message("Results of the earlier audit: {number}."),
    "tried_again": message("Tried twice because a process died: {number}."),
}
"""Totals of an audit. Zeros are left out."""


def word_audit(answer: "evidence.Audit", tongue: Translator) -> str:
    """Render the totals of an audit."""
    first = tongue.say("{count} journal.", "{count} journals.", count=answer.journals)
    rest = (tongue.say(SUMS[part], number=number) for part in SUMS if (number := getattr(answer, part)))
    return " ".join((first, *rest))


PARTED: Mapping[bool, str] = {
    True: message("The copies differ from {place} on; they agree up to entry {entry}."),
    False: message("The copies differ from {place} on; they have no common entries."),
}
"""First difference of two copies, by whether they have a common part."""


@join_lines
def word_comparison(answer: "evidence.Compared", tongue: Translator = ENGLISH) -> Iterator[str]:
    """Render the comparison of two copies."""
    last = answer.common
    if answer.parted is not None:
        first, second = answer.parted
        place = tongue.say("entry {entry}", entry=first.seq) if first.seq else tongue.say("the header")
        yield tongue.say(PARTED[last >= 0], place=place, entry=last)
        yield f"  {answer.first}: {_tell(first, tongue)}"
        yield f"  {answer.second}: {_tell(second, tongue)}"
        yield tongue.say(
            "A head in a later mail shows which of them its reader was shown: "
            "`referee verify FILE --head HEAD`."
        )
        return
    yield tongue.say("{match}: the copies agree up to entry {entry}.", match=answer.match, entry=last)
    for name, end in zip((answer.first, answer.second), answer.ends, strict=True):
        if end > last:
            yield tongue.say("{copy} continues to entry {entry}.", copy=name, entry=end)


TOLD: Mapping[tuple[bool, bool], str] = {
    (False, False): message("opened, filed {at}, seal {seal}"),
    (True, False): message("{kind}, filed {at}, seal {seal}"),
    (True, True): message("{kind} of {side}, filed {at}, seal {seal}"),
}
"""Text for an entry of a copy, by whether it has a kind (the header has none) and a side."""


def _tell(fact: "evidence.Told", tongue: Translator) -> str:
    kind = tongue.say(KINDS[fact.kind]) if fact.kind else ""
    text = TOLD[bool(fact.kind), bool(fact.side)]
    return tongue.say(text, kind=kind, side=fact.side, at=fact.at, seal=fact.seal)


@join_lines
def word_rejudgement(answer: "evidence.Rejudgement", tongue: Translator) -> Iterator[str]:
    """Render the entries that would be decided differently."""
    yield tongue.say(
        "{match}: {count} entry judged again with {pack} {version}.",
        "{match}: {count} entries judged again with {pack} {version}.",
        match=answer.match,
        count=answer.judged,
        pack=answer.pack,
        version=answer.version,
    )
    for one in answer.different:
        yield _different(one, tongue)
        for objection in one.clauses:
            parts = {
                "number": objection.number,
                "title": objection.title,
                "fact": objection.text,
                "remedy": "",
            }
            yield f"  {tongue.say('{number}, {title}: {fact}{remedy}', **parts)}"
        yield from (f"  {difference}" for difference in one.differences)
    if answer.stopped:
        yield answer.stopped
    elif not answer.different:
        yield tongue.say("All decisions stay the same.")
    else:
        yield tongue.say(
            "Nothing was changed. `referee dispute MATCH|FILE ENTRY` explains an entry, and --resolve rules "
            "on it."
        )


DECIDED: Mapping[bool, str] = {
    True: message("Entry {entry}, {side}, {order}: {then} then, {now} now"),
    False: message("Entry {entry}, {order}: {then} then, {now} now"),
}
"""Text for an entry that is decided differently, by whether it belongs to a side."""


def _different(one: "evidence.Rejudged", tongue: Translator) -> str:
    return tongue.say(
        DECIDED[bool(one.side)],
        entry=one.entry,
        side=one.side,
        order=one.order,
        then=tongue.say(DECISIONS[one.then]),
        now=tongue.say(DECISIONS[one.now]),
    )


@join_lines
def luck(answer: "evidence.Luck", tongue: Translator = ENGLISH) -> Iterator[str]:
    """Render the expected and the rolled hits of each side."""
    say = tongue.say
    columns = (
        say("Side"),
        say("Dice"),
        say("Expected"),
        say("Rolled"),
        say("95 in 100"),
        say("At least as many"),
        say("At most as many"),
    )
    yield table([columns, *(_lucky(answer, side, tongue) for side in answer.sides)])
    for side in answer.sides:
        shows = say("{side}: {shows}", side=answer.names[side.side], shows=side.shows)
        yield from textwrap.wrap(shows, 72, subsequent_indent="  ")
    if answer.aimless:
        yield say("Dice without a needed number: {dice}.", dice=answer.aimless)


def _lucky(answer: "evidence.Luck", side: "evidence.SideLuck", tongue: Translator) -> tuple[str, ...]:
    return (
        answer.names[side.side],
        str(side.dice),
        f"{float(Fraction(side.expected)):.2f}",
        str(side.hits),
        tongue.say("{first} to {last}", first=side.low, last=side.high),
        f"{side.at_least / 10_000:.1f} %",
        f"{side.at_most / 10_000:.1f} %",
    )
