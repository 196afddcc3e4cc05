"""Verifying a match: its journal, its replay, and whether today's rules would say the same again."""

from collections.abc import Iterator, Mapping
from functools import partial
from pathlib import Path

from referee.dice.dice_proof import Basis
from referee.engine.faults import NotFound
from referee.engine.machine import audit
from referee.engine.progress import Progress, unwatched
from referee.engine.system import Rules, State
from referee.engine.tongue import ENGLISH, Saying, Translator, message, saying
from referee.evidence import claims, shown_dice, spelling
from referee.evidence.own_view import judging, limits
from referee.matches import history, journal, shelf
from referee.matches.history import Move, Step
from referee.matches.journal import verification
from referee.packs import binding
from referee.packs.binding import Ruleset
from referee.values.value import Value
from schemas.answers.matches import DoubtedRoll, OwnView, Verified
from schemas.journal import Entry, Head, Header
from schemas.record import Side

BACKWARDS = message(
    "the clock ran backwards before entry {entries}; the order of the entries is that of the seals"
)
LACKING = message("private parts are left out of this copy: it was proved, and not replayed")
SEEN = message(
    "private parts are left out of this copy: it was proved, and judged as far as its reader may know"
)


class Replayed(Value):
    """How much was replayed, what today's rules would decide differently, and how many secrets were kept."""

    entries: int
    events: int
    differences: tuple[int, ...] | None
    agreed: int | None


def verify(
    path: Path,
    head: Head | None = None,
    *,
    rejudge: bool = False,
    progress: Progress = unwatched,
    tongue: Translator = ENGLISH,
) -> Verified:
    """Prove everything a journal can prove by itself; replay it, and judge it again if that is asked.

    Where the secrets are open, every hidden fact is held against what was claimed of it, and every entry
    is judged again, to see that hands and draws are those that the deck gave.
    """
    proved = verification.verify(path, head)
    bound, warnings = _bind(proved)
    if bound:
        spelling.check(bound.rules, _entries(path), path)
    same_pack = bound is not None and bound.loaded.digest == proved.header.pack_digest
    seen = _judge_view(path, proved, bound, tongue) if bound and (same_pack or rejudge) else None
    known = None if proved.untold else bound
    replayed = _replay(path, proved, known, progress, rejudge=rejudge) if known else None
    return Verified(
        match=proved.header.match,
        pack=proved.header.pack,
        entries=proved.head.seq,
        head=str(proved.head),
        keys=proved.keys,
        rolls=proved.rolls,
        dice=proved.dice,
        unproved=proved.count_unproved(),
        own_key=_count_doubted(proved, "own-key"),
        on_word=_count_doubted(proved, "word"),
        doubted=tuple(_list_doubted(proved, bound, tongue)),
        phrased=proved.phrased,
        spoken=len(proved.spoken),
        lacking=proved.lacking,
        opened=proved.opened,
        torn=bool(proved.torn),
        replayed=replayed.entries if replayed else None,
        events=replayed.events if replayed else None,
        differences=replayed.differences if replayed else None,
        agreed=replayed.agreed if replayed else None,
        own_view=seen,
        limits=limits.find(proved.header, proved.phrased, head, tongue),
        warnings=tuple(
            tongue.worded(warning)
            for warning in (*_lack(proved, seen), *warnings, *_clock(proved), *_name(path, proved))
        ),
    )


def _judge_view(
    path: Path, proved: verification.Report, bound: Ruleset, tongue: Translator
) -> OwnView | None:
    """What today's rules say to a copy that lacks private parts."""
    if not proved.untold:
        return None
    return judging.judge(proved.header, bound.rules, partial(_entries, path), tongue)


def _count_doubted(proved: verification.Report, basis: Basis) -> int:
    """The dice that this copy cannot lead back to the header, and that rest on one thing."""
    return sum(len(doubt.roll.faces) for doubt in proved.doubted if doubt.basis == basis)


def _list_doubted(
    proved: verification.Report, bound: Ruleset | None, tongue: Translator
) -> Iterator[DoubtedRoll]:
    rules = bound.speaking(tongue.language).rules if bound else None
    for doubt in proved.doubted:
        filed = doubt.roll.purpose
        purpose = rules.word_purpose(filed) if rules else str(filed)
        dice = len(doubt.roll.faces)
        yield DoubtedRoll(entry=doubt.entry, purpose=purpose, dice=dice, basis=doubt.basis)


def repair(path: Path) -> Path | None:
    """Set a line aside that was never finished; gives the file that keeps it. Nothing else is touched."""
    with journal.writing(path) as writer:
        return writer.set_torn_aside()


def _clock(proved: verification.Report) -> tuple[Saying, ...]:
    if not proved.backwards:
        return ()
    return (saying(BACKWARDS, entries=tuple(map(str, proved.backwards))),)


def _name(path: Path, proved: verification.Report) -> tuple[Saying, ...]:
    """A match that was copied on its shelf: its letters and dice go by its own name."""
    folder, match = path.absolute().parent.name, proved.header.match
    if path.name != shelf.JOURNAL or folder == match:
        return ()
    text = message("this folder is named {folder}, and its match {match}")
    return (saying(text, folder=folder, match=match),)


def _lack(proved: verification.Report, seen: OwnView | None) -> tuple[Saying, ...]:
    """What a copy lacks, and what was done about it."""
    return (saying(SEEN if seen else LACKING),) if proved.untold else ()


def _bind(proved: verification.Report) -> tuple[Ruleset | None, tuple[Saying, ...]]:
    """What the match is played with, if it is known here, and what there is to say about it."""
    header = proved.header
    try:
        bound = binding.again(header)
    except NotFound as fault:
        return None, () if proved.untold else (saying("not replayed: {why}", why=str(fault)),)
    if bound.loaded.digest == header.pack_digest:
        return bound, ()
    text = message("the pack {pack} is not the one this match was opened with")
    return bound, (saying(text, pack=bound.loaded.name),)


def _replay(
    path: Path, proved: verification.Report, bound: Ruleset, progress: Progress, *, rejudge: bool
) -> Replayed:
    agreed = claims.check(bound.rules, journal.read(path), path.as_posix()) if proved.opened else None
    judge = rejudge or proved.opened
    entries = events = 0
    differences: list[int] = []
    for step in history.replay_entries(bound.rules, _standing(path, proved)):
        progress(step.seq, proved.head.seq + 1)
        entries, events = entries + 1, events + len(step.events)
        if judge and not _alike(proved.header, bound.rules, step):
            differences.append(step.seq)
    progress(1, 1)
    return Replayed(entries, events, tuple(differences) if judge else None, agreed)


def _standing(path: Path, proved: verification.Report) -> Iterator[Entry]:
    """The entries that stand, read once more: whatever the length of a journal, memory holds one of them."""
    standing = frozenset(proved.standing)
    return (entry for entry in _entries(path) if entry.body.seq in standing)


def _entries(path: Path) -> Iterator[Entry]:
    return (line for line in journal.lines(path) if isinstance(line, Entry))


def agrees(
    header: Header, rules: Rules, before: State, move: Move, owners: Mapping[str, Side] | None
) -> bool:
    """Whether today's rules say the same of an order; `owners` says whose the keys of secret throws are."""
    vocabulary, format = header.vocabulary, header.format
    return audit(rules, before, move.order, move.events, owners, vocabulary=vocabulary, format=format)


def _alike(header: Header, rules: Rules, step: Step) -> bool:
    """Whether today's rules say the same of every order of an entry."""
    moves = history.replay_moves(rules, step.before, step.moves)
    owners = shown_dice.owners(header, step.entry, step.events)
    return all(agrees(header, rules, before, move, owners) for before, move in moves)
