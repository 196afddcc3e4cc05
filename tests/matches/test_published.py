"""Files for readers: their modes, and the files that they may replace."""

import os
from pathlib import Path

import pytest

from referee.faults import CannotCreate
from referee.matches import published
from referee.platform.ports import ports
from tests.ports import disk_with

HEAD = b"67:" + b"0a" * 32

OURS = {
    "page": b'<!DOCTYPE html>\n<html lang="en">\n<meta name="generator" content="referee">\n<p>',
    "picture": b'<svg xmlns="http://www.w3.org/2000/svg" data-generator="referee" viewBox="0 0 1 1">',
    "painted picture": b"\x89PNG\r\n\x1a\n" + bytes(25) + b"\x00\x00\x00\x10tEXtSoftware\x00referee",
    "report": b"liege: report\n\nHead of the journal:\n" + HEAD + b"\n",
    "report in Markdown": b"# liege: report\n\nHead of the journal: `" + HEAD + b"`\n",
    "report for a forum": b"[b]liege[/b]\n\nHead of the journal: [c]" + HEAD + b"[/c]\n",
    "report as data": b'{\n  "title": "liege: report for the public",\n',
    "calendar": b"BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//referee//deadlines//EN\r\n",
}

OTHERS = {
    "nothing": b"",
    "text": b"My notes on referee.\n",
    "page": b"<!DOCTYPE html>\n<html><p>referee</html>",
    "letter that quotes a head": b"head: " + HEAD + b"\nmove ge-1 to mons\n",
    "picture": b'<svg xmlns="http://www.w3.org/2000/svg">referee</svg>',
    "copy of a journal": b'{"seal":"0a","body":{}}\n',
}


@pytest.mark.parametrize("text", OURS.values(), ids=OURS)
def test_own_file_is_replaced(tmp_path: Path, text: bytes) -> None:
    path = tmp_path / "file"
    path.write_bytes(text)

    published.write(path, b"new", secret=False)

    assert path.read_bytes() == b"new"
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize("text", OTHERS.values(), ids=OTHERS)
def test_foreign_file_needs_force(tmp_path: Path, text: bytes) -> None:
    path = tmp_path / "file"
    path.write_bytes(text)

    with pytest.raises(CannotCreate, match="--force") as raised:
        published.write(path, b"new", secret=False)
    assert raised.value.complaints[0].code == "anothers-file"
    assert path.read_bytes() == text

    published.write(path, b"new", secret=False, force=True)
    assert path.read_bytes() == b"new"


@pytest.mark.parametrize("there", [False, True], ids=["new", "replaced"])
@pytest.mark.parametrize(
    ("secret", "umask", "mode"), [(False, 0o022, 0o644), (False, 0o077, 0o600), (True, 0o022, 0o600)]
)
def test_published_file_is_readable_unless_secret(
    tmp_path: Path, there: bool, secret: bool, umask: int, mode: int
) -> None:
    path = tmp_path / "file"
    if there:
        path.write_bytes(OURS["page"])
        path.chmod(0o666)
    before = os.umask(umask)
    try:
        published.write(path, b"new", secret=secret)
    finally:
        os.umask(before)

    assert path.stat().st_mode & 0o777 == mode


@pytest.mark.parametrize("kind", ["link", "dangling link", "folder", "journal.jsonl", "secret.json"])
def test_links_folders_and_match_files_are_never_replaced(tmp_path: Path, kind: str) -> None:
    path, target = tmp_path / kind, tmp_path / "target"
    if kind == "folder":
        path.mkdir()
    elif "link" in kind:
        path.symlink_to(target)
    else:
        path.write_bytes(OURS["page"])
    if kind == "link":
        target.write_bytes(OURS["page"])

    with pytest.raises(CannotCreate, match="already exists"):
        published.write(path, b"new", secret=False, force=True)
    assert not target.exists() or target.read_bytes() == OURS["page"]


def test_unreplaceable_file_stays(tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_bytes(OURS["page"])

    def refuse(*_: object) -> None:
        raise PermissionError(1, "Operation not permitted")

    with (
        ports.use(disk=disk_with(replace=refuse)),
        pytest.raises(CannotCreate, match="cannot be replaced"),
    ):
        published.write(path, b"new", secret=False)

    assert path.read_bytes() == OURS["page"]
    assert list(tmp_path.iterdir()) == [path]
