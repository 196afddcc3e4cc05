"""Passwords of mail servers: they come from a command and are never stored in the settings."""

import shlex
import subprocess

from referee.engine.faults import Complaint, Misconfigured
from referee.mail.faults import MailFault

TIMEOUT = 60
"""Seconds that a command may take."""


def ask_password(command: str) -> str:
    """Return the first line that the password command prints. Raises `Misconfigured` if it fails."""
    try:
        done = subprocess.run(
            shlex.split(command), capture_output=True, text=True, check=True, timeout=TIMEOUT
        )
    except (OSError, ValueError, subprocess.SubprocessError) as error:
        why = type(error).__name__
        raise Misconfigured(Complaint.of(MailFault.PASSWORD_COMMAND, why=why)) from None
    return done.stdout.partition("\n")[0]
