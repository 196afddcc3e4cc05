"""A disk of its own that fills up: a small file system in memory, where this user may mount one."""

import os
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

SIZE = 24 * 1024 * 1024
"""The bytes of the disk."""


@pytest.fixture
def disk(tmp_path: Path) -> Iterator[Path]:
    folder = tmp_path / "disk"
    folder.mkdir()
    line = ["mount", "-t", "tmpfs", "-o", f"size={SIZE}", "none", str(folder)]
    if os.getuid() or subprocess.run(line, capture_output=True, check=False).returncode:
        pytest.skip("this user may mount no file system")
    yield folder
    subprocess.run(["umount", str(folder)], check=True)


def fill(disk: Path, left: int) -> Path:
    """Leave so many bytes of the disk."""
    found = os.statvfs(disk)
    ballast = disk / "ballast"
    with ballast.open("wb") as file:
        os.posix_fallocate(file.fileno(), 0, max(1, found.f_bavail * found.f_frsize - left))
    return ballast
