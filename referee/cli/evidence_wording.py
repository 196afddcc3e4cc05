"""Evidence in words, where it is no document."""

import textwrap
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING

from referee.cli.wording import counted, table
from schemas.record import listed

if TYPE_CHECKING:
    from schemas.answers import Verified
    from schemas.evidence import Compared, Luck, Rejudged, Rejudgement, Resolution, SideLuck, Told


def verified(answer: "Verified") -> str:
    """What was proved."""
    return "\n".join(_verified(answer))


def _verified(answer: "Verified") -> Iterator[str]:
    if answer.set_aside:
        yield f"A line that was never finished was set aside in {answer.set_aside}; nothing else was touched."
    yield f"{answer.match}: every seal holds, to entry {answer.entries}."
    rolls, keys = counted(answer.rolls, "roll"), counted(answer.keys, "published key")
    yield f"Dice: {answer.dice} in {rolls} follow from {keys}."
    if answer.spoken:
        yield f"Spoken dice, on the word of their sources: {counted(answer.spoken, 'roll')}."
    if answer.opened:
        yield "The hidden secret is open: hidden draws are proved, too."
    if answer.agreed is not None:
        yield f"Secret facts that are what was claimed of them: {answer.agreed}."
    if answer.replayed is not None:
        yield f"Replayed: {counted(answer.events or 0, 'event')} of {_standing(answer.replayed)}."
    if answer.differences is not None:
        yield _judged(answer.differences)
    if answer.torn:
        yield "The last line was never finished and does not count; --repair sets it aside."
    yield f"head {answer.head}"


def _standing(entries: int) -> str:
    return "1 entry that stands" if entries == 1 else f"{entries} entries that stand"


def _judged(differences: Iterable[int]) -> str:
    if entries := [str(seq) for seq in differences]:
        return f"Today's rules would decide entry {listed(entries)} differently."
    return "Judged again: today's rules say the same."


def compared(answer: "Compared") -> str:
    """Whether two copies tell the same game."""
    if answer.parted is None:
        return "\n".join(_alike(answer))
    upto = f"alike to entry {answer.common}" if answer.common >= 0 else "alike in nothing"
    first, second = answer.parted
    return "\n".join(
        (
            f"The copies part at {_place(first)}; they are {upto}.",
            f"  {answer.first}: {_told(first)}",
            f"  {answer.second}: {_told(second)}",
        )
    )


def _alike(answer: "Compared") -> Iterator[str]:
    yield f"{answer.match}: the copies tell the same game, to entry {answer.common}."
    for name, end in zip((answer.first, answer.second), answer.ends, strict=True):
        if end > answer.common:
            yield f"{name} goes on to entry {end}."


def _place(told: "Told") -> str:
    return f"entry {told.seq}" if told.seq else "the header"


def _told(told: "Told") -> str:
    who = f" of {told.side}" if told.side else ""
    what = f"{told.kind}{who}" if told.kind else "opened"
    return f"{what}, filed {told.at}, seal {told.seal}"


def rejudged(answer: "Rejudgement") -> str:
    """Which entries would be decided differently."""
    return "\n".join(_rejudged(answer))


def _rejudged(answer: "Rejudgement") -> Iterator[str]:
    entries = counted(answer.judged, "entry", "entries")
    yield f"{answer.match}: {entries} judged again with {answer.pack} {answer.version}."
    for one in answer.different:
        whose = f", {one.side}" if one.side else ""
        yield f"Entry {one.entry}{whose}, {one.order}: {one.then} then, {_decision(one)} now"
        yield from (f"  {held.number}, {held.title}: {held.text}" for held in one.clauses)
        yield from (f"  {difference}" for difference in one.differences)
    if answer.stopped:
        yield answer.stopped
    elif not answer.different:
        yield "Every one would be decided as it was."
    else:
        yield "Nothing was changed. What becomes of an entry, `referee dispute MATCH ENTRY --resolve` says."


def _decision(one: "Rejudged") -> str:
    return one.now.replace("-", " ")


def resolved(answer: "Resolution") -> str:
    """The ruling that a policy leads to."""
    return "\n".join(_resolved(answer))


def _resolved(answer: "Resolution") -> Iterator[str]:
    yield f"{answer.match}, entry {answer.entry}: {', '.join(answer.facts)}."
    if answer.error:
        yield f"Error: {answer.error}"
        yield from (f"  {clause.number}, {clause.title}" for clause in answer.clauses)
    cited = answer.cited
    yield f"Policy {cited.policy}, paragraph {cited.paragraph}, {cited.title}:"
    yield from textwrap.wrap(cited.text, 72, initial_indent="  ", subsequent_indent="  ")
    yield f"Stands: {_entries(answer.stands)}."
    yield f"Void: {_entries(answer.void)}." if answer.void else "Nothing is void."
    fallen = f"; {counted(answer.dice_fallen, 'die', 'dice')} fall and are never thrown again from their keys"
    yield f"Dice that survive: {answer.dice_kept}{fallen if answer.dice_fallen else ''}."
    if answer.again:
        yield "May be sent again as they were:"
        yield from (f"  {line}" for line in answer.again)
    if answer.filed:
        yield f"Filed as entry {answer.filed} (ruling)."
        yield f"head {answer.head}"
    else:
        yield "Nothing was filed: --file does that."


def _entries(numbers: Sequence[int]) -> str:
    """Entries by number, in stretches."""
    stretches: list[list[int]] = []
    for number in numbers:
        if stretches and number == stretches[-1][-1] + 1:
            stretches[-1].append(number)
        else:
            stretches.append([number])
    told = [str(run[0]) if len(run) == 1 else f"{run[0]} to {run[-1]}" for run in stretches]
    return f"{'entry' if told == [str(n) for n in numbers[:1]] else 'entries'} {listed(told)}"


def luck(answer: "Luck") -> str:
    """Hits expected and rolled, side by side."""
    columns = ("Side", "Dice", "Expected", "Rolled", "95 in 100", "So many or more", "So many or fewer")
    lines = [table([columns, *(_lucky(answer, side) for side in answer.sides)])]
    for side in answer.sides:
        lines += textwrap.wrap(f"{answer.names[side.side]}: {side.shows}", 72, subsequent_indent="  ")
    if answer.aimless:
        lines.append(f"Dice that no number was needed of: {answer.aimless}.")
    return "\n".join(lines)


def _lucky(answer: "Luck", side: "SideLuck") -> tuple[str, ...]:
    return (
        answer.names[side.side],
        str(side.dice),
        f"{float(Fraction(side.expected)):.2f}",
        str(side.hits),
        f"{side.low} to {side.high}",
        f"{side.at_least / 10_000:.1f} %",
        f"{side.at_most / 10_000:.1f} %",
    )
