"""Verification of a journal from its lines alone, and of heads that outsiders recorded."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Literal, assert_never

from msgspec import ValidationError

from referee.dice.entry_parts import is_plain_order, list_telling_parts, list_tellings
from referee.dice.proof import DiceProof, Doubt, SpokenThrow
from referee.faults import Complaint, DataFault, declare
from referee.i18n.translator import Saying, frame
from referee.matches.clock import is_much_before
from referee.matches.journal import reading
from referee.matches.journal.effective_entries import EffectiveEntries
from referee.matches.journal.field_checks import list_fields
from referee.matches.journal.line import JournalFault
from referee.matches.journal.reading import Opening, Torn
from referee.matches.journal.takebacks import Takebacks
from referee.matches.journal.writer_invariants import Conduct, find_misshapen, find_unknown
from referee.matches.journal.writing import PATIENCE
from referee.matches.letters import time_lock
from referee.matches.letters.time_lock import Beacon
from referee.platform.progress import Progress, ignore_progress
from schemas.answers.matches import FoundWitness
from schemas.journal import PHRASED, Entry, Head, Header, Kind
from schemas.record import Place, Side, Value


class Witnesses:
    """The witnesses of a match, read entry by entry."""

    def __init__(self, header: Header, seal: str) -> None:
        self._format = header.format
        self._seals = [seal]
        self.found: list[FoundWitness] = []

    def take(self, entry: Entry) -> Sequence[Saying]:
        """Return the faults of the next entry. The reader must judge a head of another history."""
        is_witness = entry.body.kind == "witness"
        if is_witness:
            self.found.append(self._compare(entry))
        self._seals.append(entry.seal)
        return [declare(JournalFault.WITNESS_EARLY)] if is_witness and self._format < PHRASED else ()

    def _compare(self, entry: Entry) -> FoundWitness:
        public, head = entry.body.public, read_head(entry)
        here = head is not None and head.seq < len(self._seals) and self._seals[head.seq] == head.seal
        return FoundWitness(
            entry=entry.body.seq,
            head=str(public.get("head", "")),
            side=entry.body.side,
            where=str(public.get("where", "")),
            digest=str(public.get("digest", "")),
            fixed=head.seq if head is not None and here else None,
        )


def read_head(entry: Entry) -> Head | None:
    """Return the head in the entry of a witness, or None if it is invalid."""
    try:
        return Head.read(str(entry.body.public.get("head", "")))
    except ValidationError:
        return None


class Report(Value):
    """Result of the verification of a journal without faults.

    - `keys`, `rolls`, `dice`: recomputed from published keys and traced to the header
    - `doubted`: rolls that this copy cannot trace to the header
    - `spoken`: manual rolls, which cannot be recomputed
    - `lacking`: private parts that this copy does not contain
    - `untold`: lacking parts without which the match cannot be replayed
    - `opened`: True if the hidden secret was revealed; proves shuffles, later chains and secret orders
    - `backwards`: entries filed at an earlier time than the entry before, by more than writers wait
    - `standing`: entries that made the position
    - `phrased`: sides whose phrases are in the dice
    - `trusted`: fields that no journal proves
    - `witnesses`: heads that were recorded elsewhere
    - `rounds`: entry, round and signature of the beacon, of all dice that waited for one
    - `secret`: the hidden secret, if a round of the beacon opened it
    - `torn`: bytes of an unfinished line
    """

    header: Header
    head: Head
    keys: int
    rolls: int
    dice: int
    doubted: tuple[Doubt, ...]
    spoken: tuple[SpokenThrow, ...]
    lacking: int
    untold: int
    opened: bool
    backwards: tuple[int, ...]
    standing: tuple[int, ...]
    phrased: tuple[Side, ...]
    trusted: tuple[str, ...]
    witnesses: tuple[FoundWitness, ...]
    rounds: tuple[tuple[int, int, str], ...]
    secret: str | None
    torn: int

    def count_unproved(self) -> int:
        """Return the number of dice that this copy cannot trace to the header."""
        return sum(len(doubt.roll.faces) for doubt in self.doubted)


def verify(path: Path, head: Head | None = None) -> Report:
    """Verify seals, links, private parts, keys and faces, and that the given head is in the journal.

    Raises one DataFault with every fault up to the first unreadable line.
    """
    verification = Verification(path.as_posix(), head)
    for _ in watch(path, verification):
        pass
    return verification.report()


def watch(
    path: Path, verification: "Verification", progress: Progress = ignore_progress
) -> Iterator[Opening | Entry | Torn]:
    """Yield the lines of a journal, each after it was verified.

    Raises DataFault like `verify`, except for its end.
    """
    try:
        for line in reading.lines(path, progress):
            verification.take(line)
            yield line
    except DataFault as broken:
        raise DataFault(*verification.complaints, *broken.complaints) from broken


class Verification:
    """State of a verification."""

    # The header sets these attributes, and it is always the first line.
    _proof: DiceProof
    _conduct: Conduct
    _takebacks: Takebacks
    _witnesses: Witnesses
    _seq: int
    _seal: str
    _at: str

    def __init__(self, file: str, known_head: Head | None, beacon: Beacon | None = None) -> None:
        """A round of the `beacon` opens the hidden secret of a header that locks it."""
        self._beacon = beacon
        self.complaints: list[Complaint] = []
        self._file, self._kept = file, known_head
        self._lacking = self._untold = self._torn = 0
        self._backwards: list[int] = []
        self._standing = EffectiveEntries()
        self._kinds: set[Kind] = set()
        self._followed = True

    def take(self, line: Opening | Entry | Torn) -> None:
        """Verify the next line."""
        match line:
            case Opening(header=header, seal=seal):
                self._proof = DiceProof(header)
                self._conduct = Conduct(header)
                self._takebacks = Takebacks(header)
                self._witnesses = Witnesses(header, seal)
                self._come_to(0, seal, header.at)
                for text in self._conduct.open():
                    self._complain(0, text)
            case Entry(seal=seal, body=body):
                self._come_to(body.seq, seal, body.at)
                self._kinds.add(body.kind)
                # Reading yields only private parts to which the body commits.
                if lacking := len(body.commit) - len(line.private):
                    self._lacking += lacking
                    self._untold += lacking if body.kind in reading.MOVING else 0
                for text in self._find_wrong(line):
                    self._complain(body.seq, text)
                if not self.complaints:
                    self._standing.take(line)
            case Torn(tail=tail):
                self._torn = len(tail)
            case _:
                assert_never(line)

    def _find_wrong(self, entry: Entry) -> Sequence[Saying]:
        """Return every fault of the next entry."""
        telling = list_telling_parts(entry)
        faults = [*self._conduct.take(entry, telling), *self._witnesses.take(entry)]
        if is_plain_order(entry, telling) and entry.body.seq > 1 and not self._proof.is_waiting:
            # The entry has only events and an order, whose shape its conduct shows.
            self._proof.pass_over()
            self._takebacks.pass_over(entry)
            return faults
        tellings = [*list_tellings(entry)]
        faults += self._proof.take(entry, tellings)
        # Other faults say more than that a part has the wrong shape.
        faults = faults or [*find_misshapen(entry)]
        faults = faults or [*find_unknown(entry, self._proof.header.sides)]
        # Effective entries are unknown after an entry that cannot be believed.
        self._followed = self._followed and not faults
        return [*self._takebacks.take(entry, tellings)] if self._followed else faults

    def report(self) -> Report:
        """Return the report, after all lines. Raises DataFault for a fault."""
        proof, known_head = self._proof, self._kept
        head = Head(seq=self._seq, seal=self._seal)
        secret = time_lock.open_secret(proof.header, self._beacon) if self._beacon else None
        salts = self._conduct.find_chosen_salts(proof.hidden or secret)
        for seq, message in (
            *self._conduct.left_out(is_revealed=proof.hidden is not None),
            *proof.opened(secret),
            *salts,
        ):
            self._complain(seq, message)
        if known_head and known_head.seq > head.seq:
            self._find(head.seq, declare(JournalFault.CUT_OFF, entry=known_head.seq, last=head.seq))
        if self.complaints:
            raise DataFault(*self.complaints)
        return Report(
            header=proof.header,
            head=head,
            keys=proof.keys,
            rolls=proof.rolls,
            dice=proof.dice,
            doubted=tuple(proof.doubted),
            spoken=tuple(proof.spoken),
            lacking=self._lacking,
            untold=self._untold,
            opened=proof.hidden is not None,
            backwards=tuple(self._backwards),
            standing=self._standing.numbers(),
            phrased=proof.phrasing_sides,
            trusted=tuple(self._list_trusted()),
            witnesses=tuple(self._witnesses.found),
            rounds=proof.rounds,
            secret=secret,
            torn=self._torn,
        )

    def _list_trusted(self) -> Iterator[str]:
        """Yield the fields of this journal that no journal proves, as `kind.field`."""
        kinds: list[Kind | Literal["header"]] = ["header", *sorted(self._kinds)]
        for kind in kinds:
            yield from (f"{kind}.{field}" for field in list_fields(kind, "unproved"))

    def _come_to(self, seq: int, seal: str, at: str) -> None:
        # Times sort as text.
        if seq and at < self._at and is_much_before(at, self._at, PATIENCE):
            self._backwards.append(seq)
        self._seq, self._seal, self._at = seq, seal, at
        if self._kept and self._kept.seq == seq and self._kept.seal != seal:
            self._find(seq, declare(JournalFault.HISTORY_REWRITTEN, entry=seq))

    def _complain(self, seq: int, message: Saying) -> None:
        self.complaints.append(complain(self._file, seq, message))

    def _find(self, seq: int, message: Saying) -> None:
        self.complaints.append(Complaint.of(message, place=Place(file=self._file, line=seq + 1)))


def complain(file: str, seq: int, fact: Saying) -> Complaint:
    """Return a complaint about an entry of a journal, which names the entry and its line."""
    text = frame("entry {entry}: {said}", entry=seq, said=fact)
    return Complaint.of(text, place=Place(file=file, line=seq + 1))
