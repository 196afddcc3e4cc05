"""Rows of an audit: each result is kept in a file, and a later audit takes it from there if nothing changed.

A result is taken again only for the same bytes of the journal, by the same version of the program, with the
same choice whether entries are judged again. Results that may change by themselves (a journal that cannot be
read, a pack that is not installed, a lost worker) are never taken.
"""

from collections.abc import Callable, Generator
from contextlib import contextmanager
from itertools import islice
from pathlib import Path
from typing import NamedTuple

import msgspec

from referee.evidence.disputed_case import EvidenceFault
from referee.faults import Complaint, DataFault, Misuse
from referee.platform import row_files
from schemas.answers.evidence import Audited, AuditFile
from schemas.record import Place

FINAL = frozenset({"proved", "different", "unbelievable"})
"""States that depend only on the journal, the program and the choice to judge again."""


class _Row(NamedTuple):
    digest: str
    offset: int


class AuditRows:
    """The rows of a file, and the end at which new ones are appended."""

    def __init__(self, path: Path, append: Callable[[bytes], None]) -> None:
        self._path, self._append = path, append
        self._rows: dict[str, _Row] = {}

    def find_digest(self, journal: str) -> str:
        """Return the digest of a journal whose result is known, otherwise an empty text."""
        row = self._rows.get(journal)
        return row.digest if row is not None else ""

    def recall(self, journal: str) -> Audited:
        """Return the known result of a journal."""
        text = row_files.read_row(self._path, self._rows[journal].offset)
        return msgspec.json.decode(text, type=Audited)

    def append(self, audited: Audited) -> None:
        """Append the result of a journal."""
        self._append(msgspec.json.encode(audited))

    def load(self, head: AuditFile) -> None:
        """Read the rows of an earlier audit; the last row of a journal counts.

        Raises `DataFault` for an invalid line, and `Misuse` for an audit with another head.
        """
        line = 1
        try:
            earlier = msgspec.json.decode(row_files.read_row(self._path, 0), type=AuditFile)
            if earlier != head:
                raise Misuse(Complaint.of(EvidenceFault.OTHER_AUDIT, program=earlier.program))
            # Only a file that proved to be one of rows is shortened.
            row_files.cut_unfinished(self._path)
            rows = islice(row_files.read_rows(self._path), 1, None)
            for line, (offset, text) in enumerate(rows, start=2):  # noqa: B007 - it says where the fault is
                self._add(msgspec.json.decode(text, type=Audited), offset)
        except msgspec.DecodeError as error:
            place = Place(file=self._path.as_posix(), line=line)
            raise DataFault(Complaint.of(EvidenceFault.NO_ROWS, place=place, why=error)) from None

    def _add(self, audited: Audited, offset: int) -> None:
        self._rows.pop(audited.journal, None)
        if audited.digest and audited.state in FINAL:
            self._rows[audited.journal] = _Row(audited.digest, offset)


@contextmanager
def resume_rows(path: Path, head: AuditFile) -> Generator[AuditRows]:
    """Provide the rows of a file that begins with a head, and append to it."""
    with row_files.open_end(path) as append:
        rows = AuditRows(path, append)
        rows.load(head)
        yield rows
