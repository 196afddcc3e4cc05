"""A club may demand signatures: `ssh-keygen` and `gpg` make and check them; anything less is asked about."""

import shutil
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from referee.faults import Misuse
from referee.mail import seats, senders
from referee.mail.office import open_office
from referee.matches import matches
from tests.mail.conftest import Club, copy_club

Sign = Callable[[str], str]
"""Signs the text of a letter; gives the body of a mail."""

MIME = """\
MIME-Version: 1.0
Content-Type: multipart/signed; boundary="b1"; micalg=pgp-sha512; protocol="application/pgp-signature"
"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("k")


@pytest.fixture(scope="module")
def gpg(folder: Path) -> Iterator[list[str]]:
    """How Anna and a stranger run `gpg`; both have keys."""
    if shutil.which("gpg") is None:
        pytest.skip("no gpg is installed")
    home = folder / "gpg"
    home.mkdir(mode=0o700)
    line = ["gpg", "--homedir", str(home), "--batch", "--pinentry-mode", "loopback", "--passphrase", ""]
    for name in ("anna", "eve"):
        address = f"{name}@player.example"
        run([*line, "--quick-generate-key", address, "ed25519", "sign", "never"])
        (folder / f"{name}.asc").write_bytes(run([*line, "--armor", "--export", address]))
    yield line
    subprocess.run(["gpgconf", "--homedir", str(home), "--kill", "all"], check=False)


@pytest.fixture(scope="module")
def ssh(folder: Path) -> Path:
    """A folder with the keys of Anna and of a stranger."""
    if shutil.which("ssh-keygen") is None:
        pytest.skip("no ssh-keygen is installed")
    for name in ("anna", "eve"):
        run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-C", name, "-f", str(folder / name)])
    return folder


def run(line: list[str], stdin: bytes = b"") -> bytes:
    return subprocess.run(line, input=stdin, capture_output=True, check=True).stdout


def sign_with_ssh(folder: Path, text: str, who: str = "anna", match: str = "liege") -> str:
    letter = folder / "letter.txt"
    letter.write_text(text)
    (folder / "letter.txt.sig").unlink(missing_ok=True)
    run(["ssh-keygen", "-Y", "sign", "-n", match, "-f", str(folder / who), str(letter)])
    return text + (folder / "letter.txt.sig").read_text()


ATTACHED = """\
MIME-Version: 1.0
Content-Type: multipart/mixed; boundary="b1"
"""


def attach(text: str, signature: str, kind: str = "application/octet-stream") -> str:
    """The body of a mail with a signature beside its text."""
    head = f'Content-Type: {kind}\nContent-Disposition: attachment; filename="letter.txt.sig"'
    return f"--b1\nContent-Type: text/plain; charset=utf-8\n\n{text}\n--b1\n{head}\n\n{signature}\n--b1--\n"


def sign_clear(gpg: list[str], text: str, who: str = "anna") -> str:
    return run([*gpg, "-u", f"{who}@player.example", "--clear-sign"], text.encode()).decode()


def sign_mime(gpg: list[str], text: str) -> tuple[str, str]:
    """The headers and the body of a mail that is signed as a whole."""
    part = f"Content-Type: text/plain; charset=utf-8\n\n{text}"
    signed = part.replace("\n", "\r\n").encode()
    made = run([*gpg, "-u", "anna@player.example", "--armor", "--detach-sign"], signed).decode()
    return MIME, f"--b1\n{part}\n--b1\nContent-Type: application/pgp-signature\n\n{made}\n--b1--\n"


@pytest.fixture
def signing(club: Club) -> Club:
    """A club that demands signatures."""
    club.set_up("signature")
    return club


def give_key(club: Club, path: Path) -> None:
    with open_office(club.shelf) as desk:
        seats.change_seat(desk, "liege", "german", key=senders.read_key(desk, path))


def judge(club: Club, text: str, *headers: str) -> str:
    return club.receive(club.reply("german", text, *headers)).verdict


def test_signed_mail_needs_no_token(signing: Club, ssh: Path) -> None:
    give_key(signing, ssh / "anna.pub")
    ours = "referee@club.example"

    assert signing.receive(signing.reply("german", "pass", to=ours)).verdict == "unproved"
    signed = sign_with_ssh(ssh, "pass\n")
    assert signing.receive(signing.reply("german", signed, to=ours)).verdict == "judged"


def test_a_letter_that_its_players_key_signed_is_judged(signing: Club, ssh: Path) -> None:
    give_key(signing, ssh / "anna.pub")

    assert judge(signing, sign_with_ssh(ssh, "pass\n")) == "judged"


@pytest.mark.parametrize("kind", ["application/octet-stream", "application/pgp-signature", "text/plain"])
def test_a_signature_may_be_attached(signing: Club, ssh: Path, kind: str) -> None:
    give_key(signing, ssh / "anna.pub")
    signature = sign_with_ssh(ssh, "pass\n").removeprefix("pass\n")

    assert judge(signing, attach("offensive 17\n", signature, kind), *ATTACHED.splitlines()) == "unproved"
    beside = attach("pass\n", f"offensive 17\n{signature}", kind)
    assert judge(signing, beside, *ATTACHED.splitlines()) == "unproved"
    assert judge(signing, attach("pass\n", signature, kind), *ATTACHED.splitlines()) == "judged"


def test_a_letter_signed_in_the_clear_is_judged(signing: Club, gpg: list[str], folder: Path) -> None:
    give_key(signing, folder / "anna.asc")

    assert judge(signing, sign_clear(gpg, "Hello,\n\npass\n")) == "judged"


def test_a_mail_signed_as_a_whole_is_judged(signing: Club, gpg: list[str], folder: Path) -> None:
    give_key(signing, folder / "anna.asc")
    headers, body = sign_mime(gpg, "pass\n")

    assert judge(signing, body, *headers.splitlines()) == "judged"


def test_signature_with_windows_line_ends_is_accepted(
    signing: Club, gpg: list[str], folder: Path, ssh: Path
) -> None:
    for key, text in (
        (ssh / "anna.pub", sign_with_ssh(ssh, "pass\n")),
        (folder / "anna.asc", sign_clear(gpg, "pass\n")),
    ):
        again = copy_club(signing, folder / key.suffix, "signature")
        give_key(again, key)
        raw = again.reply("german", text).replace("\n", "\r\n")
        assert again.receive(raw).verdict == "judged"


def list_forgeries(ssh: Path, gpg: list[str]) -> dict[str, tuple[str, str]]:
    """Letters that Anna's key did not sign as they stand, and the key that she has."""
    by_ssh, clear = sign_with_ssh(ssh, "pass\n"), sign_clear(gpg, "pass\n")
    return {
        "not signed": ("anna.pub", "pass\n"),
        "by another ssh key": ("anna.pub", sign_with_ssh(ssh, "pass\n", "eve")),
        "for another match": ("anna.pub", sign_with_ssh(ssh, "pass\n", match="marne")),
        "changed after ssh": ("anna.pub", by_ssh.replace("pass", "offensive 17")),
        "more above ssh": ("anna.pub", "offensive 17\n" + by_ssh),
        "more below ssh": ("anna.pub", by_ssh + "\npass\n"),
        "by another OpenPGP key": ("anna.asc", sign_clear(gpg, "pass\n", "eve")),
        "changed after OpenPGP": ("anna.asc", clear.replace("\npass\n", "\noffensive 17\n")),
        "more above OpenPGP": ("anna.asc", "offensive 17\n" + clear),
        "more below OpenPGP": ("anna.asc", clear + "\npass\n"),
        "twice OpenPGP": ("anna.asc", clear + sign_clear(gpg, "offensive 17\n", "eve")),
        "the wrong program": ("anna.asc", by_ssh),
    }


def test_nothing_less_than_the_whole_letter_counts(signing: Club, ssh: Path, gpg: list[str]) -> None:
    before = (signing.shelf / "liege" / "journal.jsonl").read_bytes()
    for name, (key, text) in list_forgeries(ssh, gpg).items():
        give_key(signing, ssh / key)
        assert judge(signing, text) == "unproved", name
    assert (signing.shelf / "liege" / "journal.jsonl").read_bytes() == before


def test_a_part_beside_the_signed_one_does_not_count(signing: Club, gpg: list[str], folder: Path) -> None:
    give_key(signing, folder / "anna.asc")
    headers, body = sign_mime(gpg, "pass\n")
    for more in (body.replace("--b1--", "--b1\n\noffensive 17\n--b1--"), "offensive 17\n" + body):
        verdict = judge(signing, more, *headers.splitlines())
        assert verdict in ("unproved", "judged")
        entries = matches.find(signing.shelf, "liege").entries
        assert not any("offensive" in str(entry.body.public.get("order")) for entry in entries)


def test_a_signature_counts_once(signing: Club, ssh: Path) -> None:
    give_key(signing, ssh / "anna.pub")
    text = sign_with_ssh(ssh, "report\n")

    assert judge(signing, text) == "answered"
    assert judge(signing, text, "X-Again: yes") == "unproved"
    assert judge(signing, sign_with_ssh(ssh, "report\n# once more\n")) == "answered"


def test_a_player_confirms_a_letter_without_a_signature(signing: Club, ssh: Path) -> None:
    give_key(signing, ssh / "anna.pub")
    assert judge(signing, "pass") == "unproved"
    signing.send()

    assert judge(signing, "yes") == "confirmed"


def test_signature_is_unproved_if_the_programs_are_missing(
    signing: Club, ssh: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    give_key(signing, ssh / "anna.pub")
    text = sign_with_ssh(ssh, "pass\n")
    monkeypatch.setenv("PATH", str(ssh))

    assert judge(signing, text) == "unproved"


@pytest.mark.parametrize(
    "text", ["", "pass", "ssh-ed25519", "ssh-ed25519 AAAA\nssh-ed25519 BBBB", "x" * 300_000]
)
def test_invalid_public_key_is_not_kept(signing: Club, tmp_path: Path, text: str) -> None:
    (tmp_path / "key").write_text(text)
    with pytest.raises(Misuse) as fault:
        give_key(signing, tmp_path / "key")
    assert fault.value.complaints[0].code == "key-unreadable"
