"""The program behind `referee serve --commands`: tests of many commands do not pay for many cold starts."""

import os
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

CLIENT = """\
#!{python}
from referee.__main__ import main
main()
"""


@contextmanager
def program(folder: Path, **environment: str) -> Iterator[Mapping[str, str]]:
    """Write a program `referee` into a folder, serve its commands, and yield their environment."""
    client = folder / "referee"
    client.write_text(CLIENT.format(python=sys.executable))
    client.chmod(0o755)
    runtime = folder / "runtime"
    runtime.mkdir(mode=0o700)
    environment = {**environment, "XDG_RUNTIME_DIR": str(runtime)}
    with subprocess.Popen(
        [sys.executable, "-m", "referee", "serve", "--commands"],
        stdout=subprocess.PIPE,
        env={**environment, "PATH": os.environ["PATH"]},
    ) as server:
        try:
            assert server.stdout is not None
            assert server.stdout.readline().startswith(os.fsencode(runtime))
            yield environment
        finally:
            server.terminate()
