"""The check of a domain: its records, asked of a name server, and TLS on its mail server."""

import socketserver
import ssl
import struct
import subprocess
import sys
import threading
from collections.abc import Callable, Generator, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from aiosmtpd.controller import Controller
from aiosmtpd.handlers import Sink

from referee.faults import Busy
from referee.mail.mail_room import domains, name_server
from referee.mail.mail_room.server_files import list_files
from tests.mail.servers.fresh_machine import NameServer
from tests.mail.servers.machines import find_free_ports

Answer = Callable[[bytes], bytes]


@contextmanager
def serve_names(
    handler: type[socketserver.StreamRequestHandler], patch: pytest.MonkeyPatch
) -> Generator[None]:
    with socketserver.ThreadingTCPServer(("127.0.0.1", 0), handler) as server:
        patch.setattr(name_server, "PORT", server.server_address[1])
        threading.Thread(target=server.serve_forever, daemon=True).start()
        try:
            yield
        finally:
            server.shutdown()


@pytest.fixture(autouse=True)
def settings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """This machine's name server is a server of the test."""
    path = tmp_path / "resolv.conf"
    path.write_text("# a comment\nsearch example\nnameserver 127.0.0.1\n")
    monkeypatch.setattr(name_server, "SETTINGS", path)
    return path


@pytest.fixture
def zone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The zone that `mail setup` prints."""
    path = tmp_path / "dns.txt"
    (text,) = (
        one.text for one in list_files(tmp_path, "localhost", "referee").files if one.name == "dns.txt"
    )
    path.write_text(text)
    monkeypatch.setattr(NameServer, "zone", path)
    with serve_names(NameServer, monkeypatch):
        yield path


@contextmanager
def serve_mail(folder: Path, patch: pytest.MonkeyPatch, *, tls: bool) -> Generator[Path]:
    """A mail server, and the file of its certificate."""
    line = (
        "openssl req -x509 -newkey rsa:2048 -nodes -days 2 -keyout key.pem -out cert.pem -subj /CN=localhost"
        " -addext subjectAltName=DNS:localhost"
    )
    subprocess.run(line.split(), cwd=folder, check=True, capture_output=True)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(folder / "cert.pem", folder / "key.pem")
    (port,) = find_free_ports(1)
    patch.setattr(domains, "PORT", port)
    controller = Controller(Sink(), hostname="localhost", port=port, tls_context=context if tls else None)
    controller.start()
    try:
        yield folder / "cert.pem"
    finally:
        controller.stop()


def test_domain_with_all_records_and_tls_works(
    zone: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with serve_mail(tmp_path, monkeypatch, tls=True) as certificate:
        monkeypatch.setenv("SSL_CERT_FILE", str(certificate))
        steps = list(domains.check("localhost"))

    assert [(one.step, one.works, one.why) for one in steps] == [
        (step, True, "") for step in ("mx", "tls", "spf", "dmarc")
    ]


@pytest.mark.parametrize(("missing", "step"), [("v=spf1", "spf"), ("v=DMARC1", "dmarc"), ("MX 10", "mx")])
def test_missing_record_is_named(
    zone: Path, missing: str, step: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    zone.write_text("\n".join(line for line in zone.read_text().splitlines() if missing not in line))
    monkeypatch.setattr(domains, "PORT", 1)

    failed = {one.step: one.why for one in domains.check("localhost") if not one.works}

    assert set(failed) == {step, "tls"}
    assert "mail setup --domain localhost" in failed[step]


def test_missing_tls_and_an_unknown_certificate_have_different_reasons(
    zone: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    found: list[str] = []
    for tls in (False, True):
        with serve_mail(tmp_path, monkeypatch, tls=tls):
            found += [one.why for one in domains.check("localhost") if one.step == "tls"]

    assert "smtpd_tls_security_level" in found[0]
    assert "CERTIFICATE_VERIFY_FAILED" in found[1]


def test_silent_name_server_is_one_step(settings: Path) -> None:
    settings.unlink()

    (step,) = domains.check("localhost")

    assert (step.step, step.works) == ("mx", False)
    assert "no name server answers" in step.why


def test_missing_library_is_one_step(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "dns.resolver", None)

    (step,) = domains.check("localhost")

    assert (step.step, step.works) == ("mx", False)
    assert "referee[mail]" in step.why


def answer_with(answer: Answer) -> type[socketserver.StreamRequestHandler]:
    class Handler(socketserver.StreamRequestHandler):
        def handle(self) -> None:
            (size,) = struct.unpack("!H", self.rfile.read(2))
            told = answer(self.rfile.read(size))
            self.wfile.write(struct.pack("!H", len(told)) + told)

    return Handler


def head(question: bytes, flags: int = 0x8180, answers: int = 1) -> bytes:
    return question[:2] + struct.pack("!5H", flags, 1, answers, 0, 0) + question[12:]


HOSTILE: dict[str, Answer] = {
    "nothing": lambda _: b"",
    "another question": lambda question: b"\0\0" + head(question)[2:],
    "an answer that is cut off": head,
    "a failure of the server": lambda question: head(question, 0x8182, 0),
    "a name that points at itself": lambda question: (
        head(question) + struct.pack("!H", 0xC000 + len(question)) + bytes(20)
    ),
    "a name that points in a ring": lambda question: (
        head(question) + b"\1a" + struct.pack("!H", 0xC000 + len(question)) + bytes(20)
    ),
}


@pytest.mark.parametrize("answer", HOSTILE.values(), ids=HOSTILE)
def test_hostile_answer_raises_busy(answer: Answer, monkeypatch: pytest.MonkeyPatch) -> None:
    with serve_names(answer_with(answer), monkeypatch), pytest.raises(Busy):
        name_server.look_up("club.example", "TXT")


def test_name_that_the_dns_cannot_contain_is_a_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    with serve_names(answer_with(head), monkeypatch), pytest.raises(Busy):
        name_server.look_up("a..b", "TXT")


def test_unknown_name_has_no_records(monkeypatch: pytest.MonkeyPatch) -> None:
    with serve_names(answer_with(lambda question: head(question, 0x8183, 0)), monkeypatch):
        assert name_server.look_up("club.example", "MX") == ()
