"""Letters under a time lock on the command line: sealed, noted by digest, judged with a recorded round."""

from pathlib import Path

import pytest

from tests.cli.conftest import Referee

BEACON = (
    "1000 b44679b9a59af2ec876b1a6b1ad52ea9b1615fc3982b19576350f93447cb1125e342b73a8dd2bacbe47e4b6b63ed5e39"
)
"""A round that the beacon published, with its signature."""

OTHER = "123 b75c69d0b72a5d906e854e808ba7e2accb1542ac355ae486d591aa9d43765482e26cd02df835d3546d23c4b13e0dfc92"
BEFORE, OPENED = "1692800000", "2023-08-23T15:59:24Z"


@pytest.fixture
def locked(command: Referee, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A match, and a letter that was locked before the round."""
    command("new", "liege", "ttlm")
    monkeypatch.setenv("SOURCE_DATE_EPOCH", BEFORE)
    sealed = command("seal", "--until", OPENED, stdin="pass\n")
    assert sealed.code == 0, sealed
    monkeypatch.delenv("SOURCE_DATE_EPOCH")
    path = tmp_path / "locked.txt"
    path.write_text(sealed.out)
    return path


def test_sealed_letter_hides_its_text_and_opens_with_its_round(command: Referee, locked: Path) -> None:
    assert "pass" not in locked.read_text()
    assert f"opens: {OPENED}" in locked.read_text()

    assert command("unseal", locked, "--beacon", BEACON).out == "pass\n"
    wrong = command("unseal", locked, "--beacon", OTHER)
    assert (wrong.code, "locked to round 1000" in wrong.err) == (65, True)


def test_locked_letter_is_noted_once_and_judged_with_its_round(command: Referee, locked: Path) -> None:
    for _ in range(2):
        noted = command("submit", "liege", locked, "--as", "german", "--json").json
        assert (noted["kind"], noted["entry"]) == ("note", 2)
    digest = next(line for line in locked.read_text().splitlines() if line.startswith("digest: "))
    assert digest in command("log", "liege", "--as", "entente").out.replace("digest ", "digest: ")

    judged = command("submit", "liege", locked, "--as", "german", "--beacon", BEACON)
    assert judged.code == 0, judged
    log = command("log", "liege").out.splitlines()
    assert log[2].split()[2:] == ["order", "german", "pass"]
    assert command("verify", "liege").code == 0


def test_round_may_be_pasted_beside_the_letter(command: Referee, locked: Path) -> None:
    text = f"Here is the signature.\nbeacon: {BEACON}\n\n{locked.read_text()}"

    assert command("submit", "liege", "--as", "german", stdin=text).code == 0
    assert "pass" in command("log", "liege").out


def test_locked_letter_needs_a_sender_and_a_true_round(command: Referee, locked: Path) -> None:
    assert command("submit", "liege", locked).code == 2
    assert command("submit", "liege", locked, "--as", "german", "--beacon", OTHER).code == 65
    assert command("submit", "liege", locked, "--as", "german", "--beacon", "soon").code == 2
    assert command("submit", "liege", "--as", "german", "--beacon", BEACON, stdin="pass\n").code == 2
    assert len(command("log", "liege").out.splitlines()) == 2


def test_time_that_is_over_is_refused(command: Referee) -> None:
    refused = command("seal", "--until", OPENED, stdin="pass\n")

    assert (refused.code, "choose a later time" in refused.err) == (2, True)
