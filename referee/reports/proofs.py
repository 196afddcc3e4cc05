"""Chance and proof in reports: the club log of a head, and dice that wait for the beacon."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from referee.dice.beacon import tell_time
from referee.i18n.translator import Translator, message
from referee.matches import moderator_entries
from referee.matches.club_log import recording
from referee.matches.matches import Match
from schemas.answers.orders import AwaitedRound
from schemas.journal import Head
from schemas.mail import ROUNDS
from schemas.record import Side
from schemas.reports import Block, Code, Strong, Verbatim

if TYPE_CHECKING:
    from referee.matches.club_log.store import ClubLog


def find_log(match: Match) -> "ClubLog | None":
    """Return the club log of the match's shelf. A match in memory and a copy have none."""
    return recording.find_of(match.folder, match.name)


def quote_head(match: Match, seq: int) -> Iterator[str]:
    """Yield the line of a template that quotes the head of an entry, if the match is in a club log.

    Each letter then files a head that its author was shown, in the copies of all sides.
    """
    if seq and find_log(match) is not None:
        yield f"head: {seq}:{match.entries[seq - 1].seal}"


def prove_head(match: Match, viewer: Side, head: Head, begin: int) -> Iterator[Block]:
    """Yield the proof of a head, with links to the checkpoints that the viewer was shown before.

    Yields nothing if the shelf of the match has no club log. A head that is not in the log is appended.
    """
    log = find_log(match)
    if log is None:
        return
    size = log.append(head) + 1
    numbers = (log.find(earlier) for earlier in _list_earlier(match, head, begin))
    sizes = [number + 1 for number in numbers if number is not None]
    before = log.note_shown(match.name, viewer, size)
    yield match.tongue.paragraph(
        "This report is in the log of the club. Keep your mails: {command} compares them.",
        command=Code(text="referee club check FILE..."),
    )
    yield Verbatim(lines=tuple(log.prove(head, [before, *sizes]).lines()))


def _list_earlier(match: Match, head: Head, begin: int) -> Iterator[Head]:
    """Yield the heads of earlier reports: entry `begin`, or the header, and the last quote of each side."""
    from referee.matches.journal.verification import read_head  # noqa: PLC0415 - few shelves have a club log
    from referee.matches.letters.letters import holds_head  # noqa: PLC0415 - the same

    entries = match.entries[: head.seq]
    begin = min(begin, len(entries))
    yield Head(seq=begin, seal=entries[begin - 1].seal if begin else match.journal.header_seal)
    witnesses = [entry for entry in entries if entry.body.kind == "witness"]
    heads = ((entry.body.side, read_head(entry)) for entry in witnesses)
    quotes = {side: head for side, head in heads if head is not None and holds_head(match, head)}
    yield from quotes.values()


WAITS = message(
    "The dice of {side} wait for round {round} of the public beacon drand, which comes at {time}. No order is"
    " accepted before. Each player can send its signature in a letter with the line {line}; it is published"
    " at {address}"
)


def find_wait(match: Match) -> AwaitedRound | None:
    """Return the round that a match waits for, or None."""
    wait = moderator_entries.find_wait(match)
    if wait is None or wait.side is None:
        return None
    return AwaitedRound(entry=wait.seq, side=wait.side, round=wait.round, time=tell_time(wait.round))


def tell_wait(match: Match) -> Iterator[Block]:
    """Yield the round that a match waits for, if it waits for one."""
    if waits := find_wait(match):
        yield word_wait(match.tongue, waits, match.bound.name_of(waits.side))


def word_wait(tongue: Translator, waits: AwaitedRound, side: str) -> Block:
    """Render a round for which dice wait. `side` is the name of the side."""
    return tongue.paragraph(
        WAITS,
        side=side,
        round=str(waits.round),
        time=Strong(text=waits.time),
        line=Code(text=f"beacon: {waits.round} …"),
        address=ROUNDS.format(round=waits.round),
    )
