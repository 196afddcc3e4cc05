"""Files of rows: a head, and one line for each result of a long run, which a later run can resume.

Each row is one write at the end of the file, so a break loses at most the row that it cuts off.
"""

import os
from collections.abc import Callable, Generator, Iterator
from contextlib import contextmanager
from pathlib import Path


def read_rows(path: Path) -> Iterator[tuple[int, bytes]]:
    """Yield each line of a file with its offset in bytes."""
    offset = 0
    with path.open("rb") as file:
        for line in file:
            yield offset, line
            offset += len(line)


def read_row(path: Path, offset: int) -> bytes:
    """Return the line that starts at an offset."""
    with path.open("rb") as file:
        file.seek(offset)
        return file.readline()


def cut_unfinished(path: Path) -> None:
    """Remove the row that a break cut off at the end of a file."""
    for offset, line in read_rows(path):
        if not line.endswith(b"\n"):
            os.truncate(path, offset)


@contextmanager
def open_end(path: Path) -> Generator[Callable[[bytes], None]]:
    """Provide a function that appends one row to a file."""
    with path.open("ab", buffering=0) as file:

        def append(row: bytes) -> None:
            file.write(row + b"\n")

        yield append
