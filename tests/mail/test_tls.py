"""Mail leaves over TLS if the settings require it, and only to a server with a valid certificate."""

import ssl
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from aiosmtpd.controller import Controller

from referee.faults import Busy
from tests.mail.conftest import Club
from tests.mail.test_carriers import Server, find_free_port, queue

SETTINGS = """\
address = "referee@club.example"
quiet = false
receipts = true
[delivery]
to = "smtp"
host = "127.0.0.1"
port = {port}
security = "{security}"
"""

OPENSSL = (
    "openssl req -x509 -newkey rsa:2048 -nodes -days 2 -keyout key.pem -out cert.pem -subj /CN=localhost"
    " -addext subjectAltName=IP:127.0.0.1"
)


@pytest.fixture(scope="module")
def certificate(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("certificate")
    subprocess.run(OPENSSL.split(), cwd=folder, check=True, capture_output=True)
    return folder


@pytest.fixture(params=["tls", "starttls"])
def server(request: pytest.FixtureRequest, club: Club, certificate: Path) -> Iterator[Server]:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate / "cert.pem", certificate / "key.pem")
    handler, port = Server(), find_free_port()
    covered = {"ssl_context": context} if request.param == "tls" else {"tls_context": context}
    controller = Controller(
        handler, hostname="127.0.0.1", port=port, require_starttls=request.param == "starttls", **covered
    )
    controller.start()
    settings = SETTINGS.format(port=port, security=request.param)
    (club.shelf / "_post" / "config.toml").write_text(settings)
    yield handler
    controller.stop()


def test_mail_goes_over_a_covered_line(
    club: Club, server: Server, certificate: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SSL_CERT_FILE", str(certificate / "cert.pem"))
    queue(club)
    assert [mail.sent for mail in club.send()] == [True, True]
    assert len(server.taken) == 2


def test_server_without_a_trusted_certificate_gets_nothing(
    club: Club, server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("SSL_CERT_FILE", raising=False)
    queue(club)
    with pytest.raises(Busy):
        club.send()
    assert server.taken == []
