"""Dovecot on this machine. Version 2.4 reads no configuration of version 2.3."""

import os
import re
import subprocess
from contextlib import suppress

from schemas.mail import DovecotVersion

FOLDERS = ("/usr/sbin", "/usr/local/sbin", "/opt/dovecot/sbin")
"""Folders of servers, which the search path of an ordinary account may leave out."""

PATIENCE = 10
"""Seconds that the program may take for its version."""

NEWEST: DovecotVersion = "2.4"
"""Version that a configuration is written for if no Dovecot is installed here."""

FIRST_OF_NEWEST = (2, 4)
"""First version with that configuration. Later ones accept it, because it says for which version it is."""


def list_folders() -> str:
    """Return the search path of this process and the folders of servers."""
    return os.pathsep.join((os.environ.get("PATH", os.defpath), *FOLDERS))


def find_version() -> DovecotVersion | None:
    """Return the version whose configuration the installed server reads, or None without a server."""
    line, environment = ["dovecot", "--version"], {**os.environ, "PATH": list_folders()}
    with suppress(OSError, subprocess.SubprocessError):
        done = subprocess.run(line, env=environment, capture_output=True, timeout=PATIENCE, check=True)
        return read_version(done.stdout.decode(errors="replace"))
    return None


def read_version(text: str) -> DovecotVersion | None:
    """Return the version that the server printed, such as `2.3.19.1 (9b53102964)`, or None."""
    match = re.match(r"(\d+)\.(\d+)", text)
    if match is None:
        return None
    return NEWEST if (int(match[1]), int(match[2])) >= FIRST_OF_NEWEST else "2.3"
