"""The program that checks a club log without this package: signatures, proofs, receipts and its limits."""

import random
import sys
from pathlib import Path

import pytest
from nacl.signing import SigningKey

from referee.matches.club_log import signed_notes, standalone_log
from referee.matches.club_log.signed_notes import ED25519, VerifierKey
from referee.matches.club_log.store import ClubLog
from schemas.journal import Head

CLUB, SEED = "club.example", bytes(range(32))
KEY = str(VerifierKey(CLUB, ED25519, signed_notes.public_key(SEED)))
SOURCE = Path(standalone_log.__file__).read_text(encoding="utf-8")

RFC_8032 = [
    (
        "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a",
        "",
        "e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b",
    ),
    (
        "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c",
        "72",
        "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00",
    ),
]
"""The first vectors of RFC 8032, 7.1."""


@pytest.mark.parametrize(("key", "text", "signature"), RFC_8032)
def test_signatures_of_the_standard_hold(key: str, text: str, signature: str) -> None:
    parts = [bytes.fromhex(part) for part in (key, text, signature)]

    assert standalone_log.is_signed(*parts)
    assert not standalone_log.is_signed(parts[0], parts[1] + b"x", parts[2])


def test_signatures_agree_with_another_library() -> None:
    rng = random.Random(8032)
    for _ in range(20):
        key, text = SigningKey(rng.randbytes(32)), rng.randbytes(rng.randrange(80))
        signature, public = key.sign(text).signature, bytes(key.verify_key)
        assert standalone_log.is_signed(public, text, signature)
        at = rng.randrange(64)
        bent = signature[:at] + bytes([signature[at] ^ 1 << rng.randrange(8)]) + signature[at + 1 :]
        assert not standalone_log.is_signed(public, text, bent)
        assert not standalone_log.is_signed(rng.randbytes(32), text, signature)
    assert not standalone_log.is_signed(public, text, signature[:63])


@pytest.fixture
def mails(tmp_path: Path) -> dict[str, str]:
    """Three mails with proofs, and one with a receipt."""
    log, texts, since = ClubLog(tmp_path, CLUB, SEED), dict[str, str](), list[int]()
    for number in range(9):
        head = Head(seq=number, seal=f"{number:064x}")
        size = log.append(head) + 1
        if number % 3 == 2:
            texts[f"mail-{number}"] = "\n".join(log.prove(head, since[-1:]).lines())
            since.append(size)
    note = f"referee receipt of {CLUB}\nletter {'ab' * 32}\nhead 8:{8:064x}\nat 2026-12-01T20:00:00Z\n"
    texts["receipt"] = signed_notes.sign_text(CLUB, note, SEED)
    return texts


def test_true_mails_hold(mails: dict[str, str]) -> None:
    assert standalone_log.judge(KEY, mails) == ([], 3, 1)


def test_quoted_mails_hold(mails: dict[str, str]) -> None:
    quoted = {name: "".join(f"> {line}\n" for line in text.split("\n")) for name, text in mails.items()}

    assert standalone_log.judge(KEY, quoted) == ([], 3, 1)


CHANGES = {
    "another head": ("mail-5", "head 5:0", "head 5:1"),
    "another leaf": ("mail-5", "leaf 5,", "leaf 4,"),
    "another size": ("mail-5", f"{CLUB}\n6\n", f"{CLUB}\n7\n"),
    "another letter": ("receipt", "letter ab", "letter ac"),
    "no link": ("mail-8", "since 6:", "before 6:"),
    "another club": ("mail-5", CLUB, "other.example"),
}


@pytest.mark.parametrize("name", CHANGES)
def test_changed_mail_is_found(mails: dict[str, str], name: str) -> None:
    mail, old, new = CHANGES[name]
    assert old in mails[mail]
    changed = mails | {mail: mails[mail].replace(old, new)}

    assert standalone_log.judge(KEY, changed)[0] != []


def test_program_needs_only_python() -> None:
    lines = SOURCE.splitlines()
    imported = {line.split()[1] for line in lines if line.startswith(("import ", "from "))}

    assert imported <= set(sys.stdlib_module_names)
    assert "not checked by this program" in SOURCE
