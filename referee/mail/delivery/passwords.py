"""Passwords of mail servers: a command knows them, and no setting holds them."""

import shlex
import subprocess

from referee.engine.faults import Complaint, Misconfigured
from referee.mail.faults import MailFault

TIMEOUT = 60
"""So many seconds a command may think."""


def ask_password(command: str) -> str:
    """The first line that a command prints; a password never stands in the settings."""
    try:
        done = subprocess.run(
            shlex.split(command), capture_output=True, text=True, check=True, timeout=TIMEOUT
        )
    except (OSError, ValueError, subprocess.SubprocessError) as error:
        why = type(error).__name__
        raise Misconfigured(Complaint.of(MailFault.PASSWORD_COMMAND, why=why)) from None
    return done.stdout.partition("\n")[0]
