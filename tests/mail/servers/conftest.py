"""The servers of a machine, started once."""

import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.mail.servers.machines import Machines, run_machines


@pytest.fixture(scope="package")
def running() -> Iterator[Machines]:
    # A socket's path is short on every system, and that of a test is not.
    folder = Path(tempfile.mkdtemp(prefix="mx"))
    try:
        with run_machines(folder) as machines:
            yield machines
    finally:
        shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture
def machines(running: Machines, monkeypatch: pytest.MonkeyPatch) -> Machines:
    """Servers with empty mailboxes, which this process trusts."""
    monkeypatch.setenv("SSL_CERT_FILE", str(running.certificate))
    running.forget_mail()
    return running
