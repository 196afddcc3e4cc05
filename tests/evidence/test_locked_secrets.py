"""The hidden secret under a time lock: a recorded round opens it from any copy, without the moderator."""

from pathlib import Path

import pytest

from referee.dice.beacon import tell_time
from referee.evidence import match_verification
from referee.faults import DataFault, Fault, Misuse
from referee.matches import matches, opening
from referee.matches.letters.time_lock import Beacon
from tests.evidence import committed
from tests.evidence.beacon.rounds import SIGNATURES
from tests.evidence.committed import MATCH, SIDES
from tests.evidence.forger import Forgery
from tests.evidence.refiled import SECRETS

ROUND = 1000
OPENED = Beacon(ROUND, SIGNATURES[ROUND])
AT = tell_time(2)


@pytest.fixture(params=["allowed", "committed"])
def journal(tmp_path: Path, request: pytest.FixtureRequest) -> Path:
    """The journal of a match whose secret opens at round 1000."""
    opening.open_match(
        tmp_path, MATCH, "ttlm", at=AT, secrets=SECRETS, phrases=request.param, secret_until=tell_time(ROUND)
    )
    if request.param == "committed":
        committed.play(tmp_path)
    return matches.journal_of(tmp_path, MATCH)


def write(it: Forgery, folder: Path, side: str) -> Path:
    return it.write(folder / f"{side}.jsonl", "copy", side)


@pytest.mark.parametrize("side", SIDES)
def test_round_opens_the_secret_from_a_copy(journal: Path, tmp_path: Path, side: str) -> None:
    path = write(Forgery(journal), tmp_path, side)

    assert not match_verification.verify(path).secret_opened
    result = match_verification.verify(path, beacon=OPENED)
    assert (result.secret_opened, result.opened) == (True, False)
    assert "secrets-opened" not in [limit.code for limit in result.limits]


@pytest.mark.parametrize("side", SIDES)
def test_stacked_deck_is_found_from_a_copy_without_the_moderator(
    journal: Path, tmp_path: Path, side: str
) -> None:
    it = Forgery(journal)
    deal = next(line for line in it.entries("ruling") if line["body"]["public"]["events"])
    event = next(
        one for one in deal["private"]["referee"]["events"].values() if len(one.get("order") or ()) > 1
    )
    event["order"] = event["order"][::-1]
    path = write(it, tmp_path, side)

    match_verification.verify(path)
    with pytest.raises(DataFault, match="another deal"):
        match_verification.verify(path, beacon=OPENED)


def test_lock_with_another_secret_is_found(journal: Path, tmp_path: Path) -> None:
    it = Forgery(journal)
    it.header["hidden"] = "ab" * 32

    with pytest.raises(Fault):
        match_verification.verify(write(it, tmp_path, "german"), beacon=OPENED)


@pytest.mark.parametrize("number", [123, 1001])
def test_another_round_is_refused(journal: Path, number: int) -> None:
    with pytest.raises(DataFault):
        match_verification.verify(journal, beacon=Beacon(number, SIGNATURES[number]))


def test_match_without_a_lock_is_refused(tmp_path: Path) -> None:
    opening.open_match(tmp_path, MATCH, "ttlm", at=AT, secrets=SECRETS)
    with pytest.raises(Misuse, match="no secret under a time lock"):
        match_verification.verify(matches.journal_of(tmp_path, MATCH), beacon=OPENED)


def test_time_that_is_over_is_refused(tmp_path: Path) -> None:
    with pytest.raises(Misuse):
        opening.open_match(
            tmp_path, MATCH, "ttlm", at=tell_time(1001), secrets=SECRETS, secret_until=tell_time(ROUND)
        )
