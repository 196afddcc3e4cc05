"""Signed notes and cosignatures, with the test vector of the C2SP specification and hostile text."""

from base64 import b64decode, b64encode

import pytest
from nacl.signing import SigningKey

from referee.faults import Misuse
from referee.matches.club_log import signed_notes
from referee.matches.club_log.signed_notes import COSIGNATURE, ED25519, Checkpoint, VerifierKey

SPEC_KEY = "PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW"
SPEC_NOTE = (
    "If you think cryptography is the answer to your problem,\n"
    "then you don't know what your problem is.\n"
    "\n"
    "— PeterNeumann x08go/ZJkuBS9UG/SffcvIAQxVBtiFupLLr8pAcElZInNIuGUgYN1FFYC2pZSNXgKvqfqdngotpRZb6KE6R"
    "yyBwJnAM=\n"
)
"""Key and note that the package `note` of Go publishes."""

SEED = bytes(range(32))
CHECKPOINT = Checkpoint("club.example/wargames", 42, bytes(32))


@pytest.fixture
def key() -> VerifierKey:
    return VerifierKey(CHECKPOINT.origin, ED25519, signed_notes.public_key(SEED))


def test_the_published_note_is_signed_by_the_published_key() -> None:
    key = signed_notes.read_key(SPEC_KEY)

    assert signed_notes.signed_by(SPEC_NOTE, [key]) == (key,)
    assert signed_notes.signed_by(SPEC_NOTE.replace("answer", "Answer"), [key]) == ()


def test_a_signed_checkpoint_is_read_and_verified(key: VerifierKey) -> None:
    note = signed_notes.sign(CHECKPOINT, SEED)

    assert signed_notes.read_checkpoint(note) == CHECKPOINT
    assert signed_notes.signed_by(note, [key]) == (key,)
    assert signed_notes.read_key(str(key)) == key


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("club.example/wargames\n42", "club.example/wargames\n43"),
        ("— club.example/wargames", "— club.example/others"),
        ("\n\n— ", "\nmore\n\n— "),
        ("\n\n— ", "\n\n- "),
    ],
    ids=["size", "name of the signer", "another line", "no dash"],
)
def test_a_changed_note_is_not_signed(key: VerifierKey, old: str, new: str) -> None:
    note = signed_notes.sign(CHECKPOINT, SEED)
    assert old in note

    assert signed_notes.signed_by(note.replace(old, new), [key]) == ()


def test_another_key_did_not_sign(key: VerifierKey) -> None:
    other = VerifierKey(key.name, ED25519, signed_notes.public_key(bytes(32)))

    assert signed_notes.signed_by(signed_notes.sign(CHECKPOINT, SEED), [other, key]) == (key,)


def test_a_witness_signs_text_and_time() -> None:
    witness = VerifierKey("witness.example", COSIGNATURE, signed_notes.public_key(SEED))
    text = CHECKPOINT.text()
    seconds = 1_764_000_000
    message = f"cosignature/v1\ntime {seconds}\n{text}".encode()
    data = witness.id + seconds.to_bytes(8, "big") + SigningKey(SEED).sign(message).signature
    note = f"{text}\n— witness.example {b64encode(data).decode()}\n"
    later = witness.id + (seconds + 1).to_bytes(8, "big") + data[12:]

    assert signed_notes.signed_by(note, [witness]) == (witness,)
    assert signed_notes.signed_by(f"{text}\n— witness.example {b64encode(later).decode()}\n", [witness]) == ()


@pytest.mark.parametrize(
    "text",
    [
        "",
        "club",
        "club+00000000+AAAA",
        SPEC_KEY.replace("c74f20a3", "c74f20a4"),
        SPEC_KEY[:-4],
        f"two words+{SPEC_KEY}",
    ],
)
def test_a_text_that_is_not_a_key_is_refused(text: str) -> None:
    with pytest.raises(Misuse, match="verifier key"):
        signed_notes.read_key(text)


ROOT = b64encode(bytes(32)).decode()


@pytest.mark.parametrize(
    "note",
    [
        "",
        "club\n",
        f"club\n-1\n{ROOT}",
        f"club\n042\n{ROOT}",
        f"club\n٤\n{ROOT}",
        "club\n4\nAAAA",
        " \n4\nAA==",
    ],
)
def test_a_text_that_is_not_a_checkpoint_is_refused(note: str) -> None:
    with pytest.raises(Misuse, match="checkpoint"):
        signed_notes.read_checkpoint(note)


def test_base64_has_one_spelling() -> None:
    root = b64encode(bytes(32)).decode()
    assert b64decode(root[:-2] + "B=") == b64decode(root)

    with pytest.raises(Misuse, match="checkpoint"):
        signed_notes.read_checkpoint(f"club\n4\n{root[:-2]}B=\n")
