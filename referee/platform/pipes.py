"""Named pipes, opened without waiting for a writer."""

import os
import sys
import time
from pathlib import Path
from typing import BinaryIO

if sys.platform == "win32":

    def open_written(path: Path, seconds: float) -> tuple[bytes, BinaryIO | None]:  # noqa: ARG001 - one call everywhere
        """Return nothing: Windows has no named pipes in folders."""
        return b"", None

else:

    def open_written(path: Path, seconds: float) -> tuple[bytes, BinaryIO | None]:
        """Return the first bytes of a writer and the pipe, or (b"", None) if no writer comes in time."""
        last = time.monotonic() + seconds
        file = os.open(path, os.O_RDONLY | os.O_NONBLOCK)
        while (begun := _begin(file)) == b"":
            if time.monotonic() > last:
                os.close(file)
                return b"", None
            time.sleep(seconds / 20)
        os.set_blocking(file, True)
        return begun or b"", os.fdopen(file, "rb")

    def _begin(file: int) -> bytes | None:
        """Read from a pipe without blocking: b"" if it has no writer, None if no data has arrived."""
        try:
            return os.read(file, 2**16)
        except BlockingIOError:
            return None
