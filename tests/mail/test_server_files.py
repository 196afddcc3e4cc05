"""The files of `mail setup`: what they say, where they go, and that none is replaced."""

import os
import shutil
import subprocess
import tomllib
from pathlib import Path
from typing import get_args

import pytest

from referee.faults import CannotCreate, Misuse
from referee.mail.mail_room import dovecot, server_files
from schemas.mail import DovecotVersion, PostOffice, SetupFiles

DOVECOT = shutil.which("dovecot", path=dovecot.list_folders())

VERSIONS: tuple[DovecotVersion, ...] = get_args(DovecotVersion)

PLACES = {
    "postfix.sh": "run it as root; it changes /etc/postfix",
    "dovecot.conf": "/etc/dovecot/conf.d/99-referee.conf",
    "referee.service": "/etc/systemd/system/referee.service",
    "config.toml": "/_post/config.toml",
    "dns.txt": "the zone of club.example at your provider",
}


@pytest.fixture
def files(tmp_path: Path) -> SetupFiles:
    return server_files.list_files(tmp_path / "matches", "club.example", "arbiter")


def test_files_name_the_domain_and_the_plus(files: SetupFiles) -> None:
    texts = {one.name: one.text for one in files.files}

    assert {one.name: one.place for one in files.files if not one.place.endswith(PLACES[one.name])} == {}
    assert list(texts) == list(PLACES)
    assert "*' club.example '*) ;;" in texts["postfix.sh"]
    assert "'recipient_delimiter = +'" in texts["postfix.sh"]
    assert "recipient_delimiter = +" in texts["dovecot.conf"].splitlines()
    assert "\nUser=arbiter\n" in texts["referee.service"]
    settings = PostOffice.model_validate(tomllib.loads(texts["config.toml"]))
    assert settings.address == "arbiter@club.example"


@pytest.mark.skipif(shutil.which("sh") is None, reason="no shell is installed")
def test_password_command_needs_no_shell_of_its_own(files: SetupFiles, tmp_path: Path) -> None:
    from referee.mail.delivery.imap import ask_password

    (text,) = (one.text for one in files.files if one.name == "config.toml")
    settings = PostOffice.model_validate(tomllib.loads(text))
    assert settings.inbox is not None
    (tmp_path / ".referee-password").write_text("secret\n")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("HOME", tmp_path.as_posix())
        assert ask_password(settings.inbox.password_command) == "secret"


@pytest.mark.skipif(shutil.which("sh") is None, reason="no shell is installed")
def test_script_of_postfix_is_a_script(files: SetupFiles) -> None:
    subprocess.run(["sh", "-n"], input=files.files[0].text.encode(), check=True)


@pytest.mark.parametrize(
    ("domain", "user", "words"),
    [
        ("club.example'; reboot '", "referee", "is not a domain"),
        ("club example", "referee", "is not a domain"),
        ("", "referee", "is not a domain"),
        ("club", "referee", "write the domain alone, such as club.example"),
        ("club..example", "referee", "is not a domain"),
        ("club.example.", "referee", "is not a domain"),
        ("https://club.example", "referee", "is not a domain"),
        ("referee@club.example", "referee", "is not a domain"),
        ("münchen.example", "referee", "in their form xn--"),
        ("club.example", "a'b", "is not an account"),
        ("club.example", "Referee", "in small letters"),
        ("club.example", "root", "root has no mailbox"),
        ("club.example", "", "is not an account"),
    ],
)
def test_script_accepts_only_names(domain: str, user: str, words: str, tmp_path: Path) -> None:
    with pytest.raises(Misuse, match=words):
        server_files.list_files(tmp_path, domain, user)


@pytest.mark.parametrize(
    "domain", ["club.example", "mail.club.example", "xn--mnchen-3ya.example", "CLUB.example"]
)
def test_domain_may_have_many_parts(domain: str, tmp_path: Path) -> None:
    assert server_files.list_files(tmp_path, domain, "root2").files


def take_dovecot(files: SetupFiles) -> str:
    (text,) = (file.text for file in files.files if file.name == "dovecot.conf")
    return text


@pytest.mark.parametrize("version", VERSIONS)
def test_each_version_of_dovecot_gets_its_own_words(version: DovecotVersion, tmp_path: Path) -> None:
    text = take_dovecot(server_files.list_files(tmp_path, "club.example", "referee", version))

    lines = [line.strip() for line in text.splitlines()]
    live = "/etc/letsencrypt/live/club.example"
    own: dict[DovecotVersion, list[str]] = {
        "2.3": [
            f"ssl_cert = <{live}/fullchain.pem",
            f"ssl_key = <{live}/privkey.pem",
            "mail_location = maildir:~/Maildir",
            "auth_username_format = %Ln",
        ],
        "2.4": [
            f"ssl_server_cert_file = {live}/fullchain.pem",
            f"ssl_server_key_file = {live}/privkey.pem",
            "mail_driver = maildir",
            "mail_path = ~/Maildir",
            "mail_inbox_path = .",
            "auth_username_format = %{user | username | lower}",
        ],
    }
    for name in VERSIONS:
        assert [line for line in own[name] if line in lines] == (own[name] if name == version else [])
    assert {"ssl = required", "recipient_delimiter = +"} <= set(lines)
    assert f"--dovecot {next(other for other in VERSIONS if other != version)}" in lines[0]


@pytest.mark.parametrize(
    ("told", "version"),
    [
        ("2.2.36 (1f10bfa63)", "2.3"),
        ("2.3.19.1 (9b53102964)\n", "2.3"),
        ("2.4.1-4 (7d8c0e5759)", "2.4"),
        ("2.10.0", "2.4"),
        ("3.1.6 (0123456789)", "2.4"),
        ("", None),
        ("Fatal: no configuration", None),
    ],
)
def test_version_is_that_of_the_configuration(told: str, version: DovecotVersion | None) -> None:
    assert dovecot.read_version(told) == version


@pytest.mark.skipif(shutil.which("sh") is None, reason="no shell is installed")
@pytest.mark.parametrize(
    ("script", "version"),
    [("echo 2.4.1-4", "2.4"), ("echo 2.3.21", "2.3"), ("exit 1", None), ("echo ?", None)],
)
def test_installed_dovecot_is_asked(
    script: str, version: DovecotVersion | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    put_program(tmp_path, "dovecot", script)
    monkeypatch.setenv("PATH", str(tmp_path), prepend=os.pathsep)

    files = server_files.list_files(tmp_path, "club.example", "referee")

    assert dovecot.find_version() == version
    assert files == server_files.list_files(tmp_path, "club.example", "referee", version or "2.4")


def test_machine_without_dovecot_gets_the_files_of_the_newest(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(dovecot, "FOLDERS", ())
    monkeypatch.setenv("PATH", str(tmp_path))

    assert dovecot.find_version() is None
    assert take_dovecot(server_files.list_files(tmp_path, "club.example", "referee")).startswith(
        "# For Dovecot 2.4 and later"
    )


def put_program(folder: Path, name: str, script: str) -> None:
    program = folder / name
    program.write_text(f"#!/bin/sh\n{script}\n")
    program.chmod(0o755)


@pytest.mark.skipif(DOVECOT is None, reason="no Dovecot is installed")
def test_installed_dovecot_reads_its_file(tmp_path: Path) -> None:
    program = Path(DOVECOT or "")
    doveconf = shutil.which("doveconf", path=program.parents[1] / "bin")
    assert doveconf is not None
    text = take_dovecot(server_files.list_files(tmp_path, "club.example", "referee"))
    (tmp_path / "99-referee.conf").write_text(text)
    head = "dovecot_config_version = 2.4.0\ndovecot_storage_version = 2.4.0\n"
    begin = head if dovecot.find_version() == "2.4" else ""
    (tmp_path / "dovecot.conf").write_text(f"{begin}!include *-referee.conf\n")

    done = subprocess.run(
        [doveconf, "-n", "-c", tmp_path / "dovecot.conf"], capture_output=True, text=True, check=False
    )

    assert (done.returncode, done.stderr) == (0, "")
    assert "/var/spool/postfix/private/dovecot-lmtp" in done.stdout


POSTFIX_OF_DEBIAN = """\
myhostname = vm.local
mydestination = $myhostname, vm, localhost.localdomain, localhost
smtpd_tls_cert_file = /etc/ssl/certs/ssl-cert-snakeoil.pem
mailbox_command =
"""

wants_postfix = pytest.mark.skipif(shutil.which("postconf") is None, reason="Postfix is not installed")


@pytest.fixture
def postfix(tmp_path: Path, files: SetupFiles, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with the configuration of a Postfix, and the script, which believes that it runs as root."""
    folder = tmp_path / "postfix"
    folder.mkdir()
    (folder / "main.cf").write_text(POSTFIX_OF_DEBIAN)
    (folder / "master.cf").write_text("smtp inet n - y - - smtpd\n")
    monkeypatch.setenv("MAIL_CONFIG", str(folder))
    programs = tmp_path / "programs"
    programs.mkdir()
    put_program(programs, "id", "echo 0")
    monkeypatch.setenv("PATH", str(programs), prepend=os.pathsep)
    (tmp_path / "postfix.sh").write_text(files.files[0].text)
    return folder


def run_script(postfix: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    line = ["sh", str(postfix.parent / "postfix.sh"), *arguments]
    return subprocess.run(line, capture_output=True, text=True, check=False)


def ask_postfix(name: str) -> str:
    return subprocess.run(["postconf", "-h", name], capture_output=True, text=True, check=True).stdout.strip()


SETTINGS_OF_OTHERS = """\
mailbox_transport = lmtp:unix:/run/cyrus/socket/lmtp
virtual_mailbox_domains = other.example
home_mailbox = Mail/
mailbox_command = procmail
smtpd_tls_cert_file = /etc/letsencrypt/live/other.example/fullchain.pem
"""


@wants_postfix
def test_script_keeps_mail_for_the_other_names_of_the_machine(postfix: Path) -> None:
    # Postfix waits a second before it reads a file that has just changed: one test for both runs.
    for arguments in ([], ["--replace"]):
        done = run_script(postfix, *arguments)

        assert (done.returncode, done.stderr) == (0, "")
        assert ask_postfix("mydestination") == "vm.local, vm, localhost.localdomain, localhost, club.example"
        assert ask_postfix("mailbox_transport") == "lmtp:unix:private/dovecot-lmtp"
        assert (postfix.parent / "main.cf.before").read_text() == POSTFIX_OF_DEBIAN
        with (postfix / "main.cf").open("a") as file:
            file.write("virtual_mailbox_domains = other.example\n")


@wants_postfix
def test_server_of_others_stays_as_it_is(postfix: Path) -> None:
    (postfix / "main.cf").write_text(SETTINGS_OF_OTHERS)
    before = {path.name: path.read_text() for path in postfix.iterdir()}

    done = run_script(postfix)

    assert done.returncode == 1
    assert set(SETTINGS_OF_OTHERS.splitlines()) <= set(done.stderr.splitlines())
    assert "Nothing was changed" in done.stderr
    assert {path.name: path.read_text() for path in postfix.iterdir()} == before


@pytest.mark.skipif(shutil.which("sh") is None, reason="no shell is installed")
@pytest.mark.parametrize(
    ("account", "words"), [("1000", "run this as root"), ("0", "Postfix is not installed")]
)
def test_script_says_what_it_needs(account: str, words: str, files: SetupFiles, tmp_path: Path) -> None:
    put_program(tmp_path, "id", f"echo {account}")
    shell = shutil.which("sh") or ""
    for name in ("dirname", "sh"):
        (tmp_path / name).symlink_to(shutil.which(name) or "")
    text = files.files[0].text.replace("PATH=$PATH:/usr/sbin:/sbin\n", "")
    (tmp_path / "postfix.sh").write_text(text)

    line, environment = [shell, str(tmp_path / "postfix.sh")], {"PATH": str(tmp_path)}
    done = subprocess.run(line, env=environment, capture_output=True, text=True, check=False)

    assert (done.returncode, words in done.stderr) == (1, True)
    assert not (tmp_path / "main.cf.before").exists()


def test_written_files_equal_the_printed_files(files: SetupFiles, tmp_path: Path) -> None:
    written = server_files.write_files(files, tmp_path / "servers")

    assert [(one.name, one.text) for one in written.files] == [(one.name, one.text) for one in files.files]
    assert {one.name: Path(one.path).read_text() for one in written.files} == {
        one.name: one.text for one in files.files
    }
    # The same files again are no change.
    assert server_files.write_files(files, tmp_path / "servers") == written


def test_changed_file_stays_and_no_other_is_written(files: SetupFiles, tmp_path: Path) -> None:
    folder = tmp_path / "servers"
    folder.mkdir()
    (folder / "dns.txt").write_text("mine\n")

    with pytest.raises(CannotCreate):
        server_files.write_files(files, folder)

    assert [path.name for path in folder.iterdir()] == ["dns.txt"]
    assert (folder / "dns.txt").read_text() == "mine\n"


def test_link_is_not_followed(files: SetupFiles, tmp_path: Path) -> None:
    folder = tmp_path / "servers"
    folder.mkdir()
    (folder / "dns.txt").symlink_to(tmp_path / "elsewhere")

    with pytest.raises(CannotCreate):
        server_files.write_files(files, folder)

    assert not (tmp_path / "elsewhere").exists()
