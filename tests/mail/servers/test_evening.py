"""The page "A club in an evening" does what it says, word for word, on a machine of its own."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.mail.servers import fresh_machine
from tests.test_readme import ROOT


@pytest.mark.skipif(not fresh_machine.is_possible(), reason="wants root, namespaces, Postfix and Dovecot")
def test_two_players_play_by_mail_after_an_evening(tmp_path: Path) -> None:
    line = [*fresh_machine.OWN_NAMESPACES, sys.executable, "-m", "tests.mail.servers.fresh_machine"]
    done = subprocess.run(
        [*line, str(tmp_path)], cwd=ROOT, capture_output=True, text=True, check=False, timeout=300
    )

    if done.returncode:
        pytest.fail(done.stdout + done.stderr[-2000:], pytrace=False)
