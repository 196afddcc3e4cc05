"""Evidence in words, where it is no document."""

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from referee.cli.wording import counted
from schemas.record import listed

if TYPE_CHECKING:
    from schemas.answers import Verified
    from schemas.evidence import Compared, Told


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
