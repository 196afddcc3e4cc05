"""A pipe with a name is read whole if a writer comes, and not waited for without end."""

import io
import os
import sys
import threading
import time
from pathlib import Path

import pytest

from referee.platform import files

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="Windows has no pipes in folders")


@pytest.fixture
def pipe(tmp_path: Path) -> Path:
    os.mkfifo(tmp_path / "pipe")
    return tmp_path / "pipe"


def write(pipe: Path, *parts: bytes) -> threading.Thread:
    """Have parts written by and by, by who opens the pipe first and waits for its reader."""

    def writing() -> None:
        with pipe.open("wb", buffering=0) as opened:
            for part in parts:
                time.sleep(0.05)
                opened.write(part)

    writer = threading.Thread(target=writing)
    writer.start()
    return writer


@pytest.mark.parametrize(
    "parts", [(b"one",), (b"one", b"two", b"three"), (), (b"x" * 100_000, b"y")], ids=len
)
def test_pipe_is_read_to_its_end(pipe: Path, parts: tuple[bytes, ...]) -> None:
    writer = write(pipe, *parts)

    begun, rest = files.open_written(pipe, 4 if parts else 0.3)
    with rest or io.BytesIO() as opened:
        assert begun + opened.read() == b"".join(parts)
    writer.join()


def test_a_pipe_without_a_writer_is_nothing_after_a_while(pipe: Path) -> None:
    before, started = len(list(Path("/dev/fd").iterdir())), time.monotonic()

    assert files.open_written(pipe, 0.1) == (b"", None)
    assert 0.1 <= time.monotonic() - started < 20
    assert len(list(Path("/dev/fd").iterdir())) == before
