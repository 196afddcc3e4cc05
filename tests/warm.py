"""The program behind `referee serve --commands`: tests of many commands do not pay for many cold starts."""

import os
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.scripts import write_script

CLIENT = """\
from referee.__main__ import main
if __name__ == "__main__":
    main()
"""


@contextmanager
def program(folder: Path, **environment: str) -> Iterator[Mapping[str, str]]:
    """Write a program `referee` into a folder, serve its commands, and yield their environment."""
    write_script(folder / "referee", CLIENT)
    line = [sys.executable, "-m", "referee", "serve", "--commands"]
    # The path of a socket has at most 107 bytes: the folder of a test may be too deep.
    with TemporaryDirectory() as runtime:
        environment = {**environment, "XDG_RUNTIME_DIR": runtime}
        with subprocess.Popen(line, stdout=subprocess.PIPE, env=environment) as server:
            try:
                assert server.stdout is not None
                assert server.stdout.readline().startswith(os.fsencode(runtime))
                yield environment
            finally:
                server.terminate()
