"""Pipes with a name in a folder, opened without waiting for a writer."""

import os
import sys
import time
from pathlib import Path
from typing import BinaryIO

if sys.platform == "win32":

    def open_written(path: Path, seconds: float) -> tuple[bytes, BinaryIO | None]:  # noqa: ARG001 - one call everywhere
        """Nothing: Windows has no such pipes in folders."""
        return b"", None

else:

    def open_written(path: Path, seconds: float) -> tuple[bytes, BinaryIO | None]:
        """What a writer has put into a pipe so far, and the rest; nothing if no writer comes in time."""
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
        """What stands in a pipe: no bytes where there is no writer, `None` where a writer has not begun."""
        try:
            return os.read(file, 2**16)
        except BlockingIOError:
            return None
