"""The page "A club in an evening" does what it says, on real servers.

The ports of a machine belong to root: the servers of a test have others, which are put in their place.
"""

import os
import re
import shutil
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from tests import warm
from tests.mail.servers import machines as servers
from tests.mail.servers.machines import Machines
from tests.test_readme import FOLDER, ROOT, Command, commands, told_otherwise

PAGE = FOLDER / "evening.md"


@pytest.mark.skipif(shutil.which("curl") is None, reason="no curl is installed")
def test_two_players_play_by_mail_after_an_evening(machines: Machines, tmp_path: Path) -> None:
    scripts, folder = tmp_path / "bin", tmp_path / "home"
    scripts.mkdir()
    folder.mkdir()
    environment = {
        "PATH": f"{scripts}:{Path(sys.executable).parent}:{os.environ['PATH']}",
        "PYTHONPATH": str(ROOT),
        "HOME": str(folder),
        "LANG": "C.UTF-8",
        "SSL_CERT_FILE": str(machines.certificate),
        "CURL_CA_BUNDLE": str(machines.certificate),
    }
    typed = [move_ports(command, machines) for command in commands(PAGE)]

    with warm.program(scripts, **environment) as served:
        ran, failed = told_otherwise(typed, folder, dict(served))

    assert ran == len(typed) > 10
    if failed:
        pytest.fail("\n\n".join(map(str, failed)), pytrace=False)


def move_ports(command: Command, machines: Machines) -> Command:
    """The same command for servers on other ports."""
    text = command.text.replace("port = 993", f"port = {machines.imap}")
    text = text.replace("port = 587", f"port = {machines.smtp}")
    text = text.replace("localhost:993", f"localhost:{machines.imap}")
    return replace(command, text=text.replace("localhost:587", f"localhost:{machines.smtp}"))


@pytest.mark.parametrize(("kind", "tested"), [("postfix", servers.MAIN), ("dovecot", servers.DOVECOT_CONF)])
def test_its_settings_are_those_of_the_servers_that_are_tested(kind: str, tested: str) -> None:
    (block,) = re.findall(rf"^```{kind}\n(.*?)^```$", PAGE.read_text(), re.MULTILINE | re.DOTALL)
    shown = {re.sub(r":\d+$", ":PORT", line) for line in block.splitlines()}
    known = {re.sub(r":\{\w+\}$", ":PORT", line) for line in tested.splitlines()}
    assert shown
    assert shown - known == set()
