"""Letters under a time lock, with two recorded rounds of the beacon drand quicknet and no network."""

import re
import time
from datetime import UTC, datetime

import bittensor_drand
import pytest

from referee.dice import beacon
from referee.faults import Fault
from referee.matches.letters import time_lock
from referee.matches.letters.time_lock import Beacon, LockedLetter

ROUNDS = {
    123: "b75c69d0b72a5d906e854e808ba7e2accb1542ac355ae486d591aa9d43765482e26cd02df835d3546d23c4b13e0dfc92",
    1000: "b44679b9a59af2ec876b1a6b1ad52ea9b1615fc3982b19576350f93447cb1125e342b73a8dd2bacbe47e4b6b63ed5e39",
}
"""Signatures that the beacon published."""

BEACON = Beacon(1000, ROUNDS[1000])
OPENED = "2023-08-23T15:59:24Z"
"""Time of round 1000: 999 periods after the first one."""

BEFORE = "2023-08-23T15:30:00Z"
LETTER = "side: german\nπέρασμα, à Liège\n".encode()


@pytest.fixture
def locked() -> LockedLetter:
    return time_lock.lock(LETTER, OPENED, BEFORE)


@pytest.mark.parametrize(
    ("moment", "number"),
    [
        ("2023-08-23T15:09:27Z", 1),
        ("2023-08-23T15:09:28Z", 2),
        ("2023-08-23T15:09:30Z", 2),
        ("2023-08-23T15:09:31Z", 3),
        (OPENED, 1000),
        ("2023-08-23T15:59:25Z", 1001),
        ("2023-08-23 17:59:24+02:00", 1000),
        ("1914-08-04T00:00:00Z", 1),
    ],
)
def test_round_is_the_first_at_a_time_or_after_it(moment: str, number: int) -> None:
    assert time_lock.find_round(moment) == number
    if number > 1:
        moment = datetime.fromisoformat(moment).astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
        assert beacon.tell_time(number - 1) < moment <= beacon.tell_time(number)


def test_round_is_never_earlier_than_that_of_the_library() -> None:
    """The library locks to a round of up to three periods before the time, and we never before it."""
    now = time.time()
    _, number = bittensor_drand.encrypt(b"x", 1, 30.0)
    moment = datetime.fromtimestamp(now + 30, UTC).isoformat()

    assert 0 <= time_lock.find_round(moment) - number <= 3


def test_letter_opens_with_the_signature_of_its_round(locked: LockedLetter) -> None:
    assert (locked.round, locked.opens) == (1000, OPENED)
    assert LETTER not in locked.data

    assert time_lock.unlock(locked, BEACON) == LETTER


def test_armour_survives_a_mail_that_quotes_it(locked: LockedLetter) -> None:
    text = locked.armour()
    quoted = "Hello,\r\n" + "".join(f"> > {line}\r\n" for line in text.splitlines()) + "\r\nbye"

    assert max(map(len, text.splitlines())) <= 72
    assert time_lock.is_locked(quoted)
    assert time_lock.read(quoted) == time_lock.read(text) == locked


def flip(text: str) -> str:
    """Change one character of the base64 part."""
    head, _, data = text.partition("\n\n")
    return f"{head}\n\n{'B' if data[0] == 'A' else 'A'}{data[1:]}"


@pytest.mark.parametrize(
    ("change", "code"),
    [
        (lambda text: "pass", "not-locked"),
        (lambda text: text.replace("-----END", "END"), "not-locked"),
        (lambda text: text.replace("round: 1000", "round: 999"), "changed"),
        (lambda text: text.replace(OPENED, "2030-01-01T00:00:00Z"), "changed"),
        (lambda text: re.sub("digest: ....", "digest: abcd", text), "changed"),
        (flip, "changed"),
        (lambda text: text.replace("\n\n", "\n\n=", 1), "not-locked"),
    ],
)
def test_changed_letter_is_refused(locked: LockedLetter, change: object, code: str) -> None:
    assert callable(change)
    with pytest.raises(Fault) as refused:
        time_lock.read(change(locked.armour()))
    assert refused.value.complaints[0].code == code


@pytest.mark.parametrize(
    ("beacon", "code"),
    [
        (Beacon(123, ROUNDS[123]), "other-round"),
        (Beacon(1000, ROUNDS[123]), "not-signed"),
        (Beacon(1000, "00" * 48), "not-signed"),
        (Beacon(1000, "ff" * 48), "not-signed"),
    ],
)
def test_other_signature_opens_nothing(locked: LockedLetter, beacon: Beacon, code: str) -> None:
    with pytest.raises(Fault) as refused:
        time_lock.unlock(locked, beacon)
    assert refused.value.complaints[0].code == code


NEGATED = "94" + ROUNDS[1000][2:]
"""The signature of round 1000 with the other root: the point is negated."""

OUTSIDE = "8066115772c2dd261f57655a58fc4fa458fd691fcdc417c922ea5050d667fa28f47496f0e64c479844e9c49b356a5901"
"""The signature plus a point of the curve outside of its subgroup, which any pairing ignores."""

ON_CURVE = "b2a6330b5d9dc9f81818e811892f902bd23f0824128b2f330c5c7fd0a6a3a4506513270e269e0d37f2a74de452e6b438"
"""Another point of the curve, outside of the subgroup."""

INFINITY = "c0" + "00" * 47


@pytest.mark.parametrize(
    "signature",
    [
        NEGATED, OUTSIDE, ON_CURVE, INFINITY, ROUNDS[123], "", "00" * 48, "ff" * 48, "zz" * 48,
        ROUNDS[1000][:-2], ROUNDS[1000] + "00", ROUNDS[1000] + " ",
    ],
)  # fmt: skip
def test_only_the_signature_of_the_beacon_is_genuine(signature: str) -> None:
    time_lock.check_beacon(BEACON)
    with pytest.raises(Fault) as refused:
        time_lock.check_beacon(Beacon(1000, signature))
    assert refused.value.complaints[0].code == "not-signed"


@pytest.mark.parametrize("data", [b"", b"junk", b"x" * 800])
def test_damaged_letter_is_refused(data: bytes) -> None:
    with pytest.raises(Fault) as refused:
        time_lock.unlock(LockedLetter(1000, data), BEACON)
    assert refused.value.complaints[0].code == "not-opened"


def test_letter_that_claims_an_earlier_round_does_not_open() -> None:
    """The claimed round is signed, and the bytes are locked to another one."""
    later = time_lock.lock(LETTER, "2023-08-23T17:00:00Z", BEFORE)

    with pytest.raises(Fault) as refused:
        time_lock.unlock(LockedLetter(1000, later.data), BEACON)
    assert refused.value.complaints[0].code == "not-opened"


@pytest.mark.parametrize(
    "text", ["", "1000", f"0 {ROUNDS[123]}", f"1000 {ROUNDS[1000][1:]}", "1000 " + "zz" * 48]
)
def test_beacon_is_a_round_and_a_signature(text: str) -> None:
    with pytest.raises(Fault):
        time_lock.read_beacon(text)
    assert time_lock.read_beacon(f"beacon: 1000 {ROUNDS[1000].upper()}\n") == BEACON


@pytest.mark.parametrize("until", ["2023-08-23T15:29:57Z", BEFORE])
def test_time_that_is_over_is_refused(until: str) -> None:
    with pytest.raises(Fault) as refused:
        time_lock.lock(LETTER, until, "2023-08-23T15:30:03Z")
    assert refused.value.complaints[0].code == "round-past"


def test_large_letter_is_refused() -> None:
    with pytest.raises(Fault):
        time_lock.lock(b"x" * (time_lock.LONGEST + 1), OPENED, BEFORE)
