"""What is piped in, line by line, and where the shelf is."""

import gzip
import io
import os
import re
import sys
from pathlib import Path

import pytest

from referee.faults import Complaint, DataFault, Fault, Misuse, NotFound
from referee.matches import command_files
from referee.matches import shelf as shelves
from referee.matches.command_files import MOST_READ
from referee.matches.faults import MatchFault
from referee.matches.matches import Match
from referee.matches.shelf import JOURNAL
from schemas.record import Place

LONG = b"x" * MOST_READ


@pytest.mark.parametrize(
    ("times", "piped", "begun", "lines"),
    [
        (0, b"", 0, []),
        (0, b"one\ntwo", 0, [b"one\n", b"two"]),
        (1, b"\ntwo\n", 1, [b"two\n"]),
        (3, b"yyy\ntwo\n", 1, [b"two\n"]),
        (2, b"", 1, []),
    ],
    ids=["nothing", "two", "long by its end", "long by far", "long and last"],
)
def test_beginning_of_too_long_batch_line_is_read(
    monkeypatch: pytest.MonkeyPatch, times: int, piped: bytes, begun: int, lines: list[bytes]
) -> None:
    """So many times the most that is read comes first, and perhaps one of it is left."""
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(LONG * times + piped)))

    assert list(command_files.batch()) == [LONG] * begun + lines


def test_longest_batch_line_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(LONG[1:] + b"\ntwo\n")))

    assert list(command_files.batch()) == [LONG[1:] + b"\n", b"two\n"]


def test_shelf_is_given_or_from_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("REFEREE_SHELF", raising=False)
    assert (shelves.root(), shelves.root("here")) == (Path("matches"), Path("here"))
    monkeypatch.setenv("REFEREE_SHELF", "there")
    assert (shelves.root(), shelves.root("here")) == (Path("there"), Path("here"))


@pytest.mark.parametrize(
    ("text", "faces"), [("", ()), ("1,6", (1, 6)), ("1 6, 20", (1, 6, 20)), ("007,100,999", (7, 100, 999))]
)
def test_faces_have_at_most_three_digits(text: str, faces: tuple[int, ...]) -> None:
    assert command_files.faces(text) == faces


@pytest.mark.parametrize(
    ("text", "strange"),
    [("1,1000", "1000"), ("x", "x"), ("1.5", "1.5"), ("-1", "-1"), ("2,²", "²"), ("٣", "٣")],
)
def test_invalid_face_is_named(text: str, strange: str) -> None:
    with pytest.raises(Misuse, match=re.escape(strange)):
        command_files.faces(text)


@pytest.mark.parametrize(("size", "read"), [(0, 0), (4, 4), (5, 5), (6, 6), (7, 6), (99, 6)])
def test_too_large_mail_is_cut_after_one_more_byte(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, size: int, read: int
) -> None:
    file = tmp_path / "mail"
    file.write_bytes(b"x" * size)
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"x" * size)))

    assert len(command_files.mail(str(file), 5)) == read
    assert len(command_files.mail(command_files.STANDARD, 5)) == read


NAMED = {
    "-": (True, True),
    "copy.jsonl": (True, True),
    "missing.jsonl": (True, True),
    "./copy": (True, True),
    "folder/": (True, False),
    "./missing": (True, False),
    "..": (False, False),
    "copy": (False, False),
    "liege": (False, False),
}
"""What somebody types: whether it names a file, and whether it leads to a copy of a journal."""


@pytest.mark.parametrize(("typed", "found"), NAMED.items())
def test_file_is_recognised_by_suffix_or_slash(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, typed: str, found: tuple[bool, bool]
) -> None:
    (tmp_path / "folder").mkdir()
    for name in ("copy", "copy.jsonl"):
        (tmp_path / name).touch()
    monkeypatch.chdir(tmp_path)

    assert (command_files.names_file(typed), command_files.is_copy(typed)) == found


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no pipes in folders")
def test_pipe_is_a_file_and_silent_pipe_is_a_fault(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    os.mkfifo(tmp_path / "pipe")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(command_files, "PATIENCE", 0.05)

    assert (command_files.names_file("pipe"), command_files.is_copy("pipe")) == (True, True)
    with pytest.raises(NotFound, match="pipe"), command_files.journal(tmp_path, "pipe"):
        pass


@pytest.mark.parametrize(
    ("chunks", "taken"), [((), 0), ((b"abc", b"de"), 2), ((b"abc", b"def"), 1), ((b"abcdef",), 0)]
)
def test_unpacking_is_limited(monkeypatch: pytest.MonkeyPatch, chunks: tuple[bytes, ...], taken: int) -> None:
    monkeypatch.setattr(command_files, "MOST_UNPACKED", 5)
    read: list[bytes] = []

    try:
        for chunk in command_files.limit(chunks, "war.jsonl.gz"):
            read.append(chunk)
    except DataFault as fault:
        (complaint,) = fault.complaints
        assert complaint.place == Place(file="war.jsonl.gz")
        assert sum(map(len, chunks)) > 5
    assert len(read) == taken


def test_fault_in_piped_input_names_input() -> None:
    def wrong(file: str | None) -> Complaint:
        return Complaint.of(MatchFault.PHRASE_EMPTY, place=Place(file=file) if file else None)

    copies: list[Path] = []

    def read() -> None:
        with command_files.lay_down([b"one", b"two"], "war.jsonl") as copy:
            copies.append(copy)
            assert copy.read_bytes() == b"onetwo"
            raise DataFault(wrong(str(copy)), wrong("other"), wrong(None))

    with pytest.raises(DataFault) as raised:
        read()

    assert raised.value.complaints == (wrong("war.jsonl"), wrong("other"), wrong(None))
    assert not copies[0].exists()


@pytest.mark.parametrize(("name", "said"), [("missing.txt", "missing.txt"), (".", "directory")])
def test_unreadable_letter_file_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, said: str
) -> None:
    monkeypatch.chdir(tmp_path)

    with pytest.raises(NotFound, match=said):
        command_files.letter(name)


def test_beginning_of_too_long_letter_is_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(command_files, "MOST_READ", 5)
    (tmp_path / "letter").write_bytes(b"abcdefgh")
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"ABCDEFGH")))

    assert command_files.letter(str(tmp_path / "letter")) == b"abcde"
    assert command_files.letter(command_files.STANDARD)[:5] == b"ABCDE"


class Typed(io.TextIOWrapper):
    """What a person would have to type."""

    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize("stream", [None, Typed(io.BytesIO(b"pass"))], ids=["closed", "typed"])
def test_terminal_input_is_refused(monkeypatch: pytest.MonkeyPatch, stream: io.TextIOWrapper) -> None:
    monkeypatch.setattr(sys, "stdin", stream)

    with pytest.raises(Misuse, match="nothing"):
        command_files.letter(command_files.STANDARD)


def test_output_file_must_be_free(tmp_path: Path) -> None:
    command_files.write(str(tmp_path / "new"), b"text", secret=True)

    assert (tmp_path / "new").read_bytes() == b"text"
    command_files.demand_room(None, str(tmp_path / "newer"))
    assert not (tmp_path / "newer").exists()
    for name, said in ((command_files.STANDARD, "a file"), (str(tmp_path / "new"), "already")):
        with pytest.raises(Fault, match=said):
            command_files.demand_room(None, name)
        with pytest.raises(Fault, match=said):
            command_files.write(name, b"other", secret=True)
    assert (tmp_path / "new").read_bytes() == b"text"


def test_journal_is_a_file_or_a_match(
    shelf: Path, match: Match, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    raw = (match.folder / JOURNAL).read_bytes()
    (tmp_path / "duel").write_bytes(b"a file of this name is not meant")
    (tmp_path / "copy.jsonl").write_bytes(raw)
    (tmp_path / "copy.jsonl.gz").write_bytes(gzip.compress(raw))
    (tmp_path / "bent.jsonl.gz").write_bytes(gzip.compress(raw)[:-20])
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(raw)))

    for name in ("duel", "copy.jsonl", "copy.jsonl.gz", "-"):
        with command_files.journal(shelf, name) as path:
            assert path.read_bytes() == raw, name
    for name, fault in (("missing.jsonl", NotFound), ("dual", NotFound), ("bent.jsonl.gz", DataFault)):
        with pytest.raises(fault, match=name.partition(".")[0]), command_files.journal(shelf, name):
            pass
