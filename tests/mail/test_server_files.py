"""The files of `mail setup`: what they say, where they go, and that none is replaced."""

import shutil
import subprocess
import tomllib
from pathlib import Path

import pytest

from referee.faults import CannotCreate, Misuse
from referee.mail.mail_room import server_files
from schemas.mail import PostOffice, SetupFiles

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
    assert "'mydestination = club.example, localhost'" in texts["postfix.sh"]
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
    ("domain", "user"),
    [("club.example'; reboot '", "referee"), ("club example", "referee"), ("club.example", "a'b"), ("", "x")],
)
def test_script_accepts_only_names(domain: str, user: str, tmp_path: Path) -> None:
    with pytest.raises(Misuse):
        server_files.list_files(tmp_path, domain, user)


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
