"""A machine of its own for a page of help: a fresh Debian with Postfix and Dovecot as they are installed.

It is a set of namespaces of Linux on this machine: files, network and processes of its own, and root in it.
What the page fetches from elsewhere is there already: the packages, the certificate, the zone in the DNS,
which answers with the records of the page's own `dns.txt`. systemctl is a script that starts the same
servers, and the service as root instead of its account. All else is typed as the page has it.
"""

import os
import shutil
import socketserver
import struct
import subprocess
import sys
import threading
from pathlib import Path

from tests import warm
from tests.test_readme import FOLDER, ROOT, Command, Difference, commands, told_otherwise

PAGE = FOLDER / "evening.md"
DOMAIN = "club.example"

OWN_NAMESPACES = ("unshare", "--mount", "--net", "--pid", "--fork", "--mount-proc", "--kill-child")

PRIVATE = ("/etc", "/home", "/var/spool/postfix", "/var/lib/postfix", "/var/lib/dovecot", "/var/mail")
"""Folders that the machine has as copies."""

CERTIFICATE = (
    "openssl req -x509 -newkey rsa:2048 -nodes -days 2 -keyout privkey.pem -out fullchain.pem"
    f" -subj /CN={DOMAIN} -addext subjectAltName=DNS:{DOMAIN}"
)

SYSTEMCTL = """\
#!/bin/sh
# The two calls of the page.
case "$*" in
  "restart postfix dovecot") dovecot && postfix start ;;
  "enable --now referee") setsid $(sed -n 's/^ExecStart=//p' /etc/systemd/system/referee.service) & ;;
  *) exit 1 ;;
esac >"$HOME/systemctl.log" 2>&1
"""


class NameServer(socketserver.StreamRequestHandler):
    """A name server that knows the records of the file `dns.txt`."""

    zone = Path()

    def handle(self) -> None:
        (size,) = struct.unpack("!H", self.rfile.read(2))
        question = self.rfile.read(size)
        kind = {15: "MX", 16: "TXT"}[struct.unpack("!H", question[-4:-2])[0]]
        name = ".".join(_split(question[12:-4]))
        records = [
            b"\xc0\x0c" + question[-4:] + struct.pack("!IH", 60, len(content)) + content
            for content in self.list_records(name, kind)
        ]
        head = question[:2] + struct.pack("!5H", 0x8180, 1, len(records), 0, 0)
        answer = head + question[12:] + b"".join(records)
        self.wfile.write(struct.pack("!H", len(answer)) + answer)

    def list_records(self, name: str, kind: str) -> list[bytes]:
        lines = self.zone.read_text().splitlines() if self.zone.exists() else []
        found = [line.split(maxsplit=2) for line in lines if line.startswith(f"{name}. {kind} ")]
        return [_code(kind, content) for _, _, content in found]


def _split(name: bytes) -> list[str]:
    return [] if not name[0] else [name[1 : name[0] + 1].decode(), *_split(name[name[0] + 1 :])]


def _code(kind: str, content: str) -> bytes:
    if kind == "TXT":
        text = content.strip('"').encode()
        return bytes([len(text)]) + text
    preference, host = content.split()
    labels = b"".join(bytes([len(label)]) + label.encode() for label in host.rstrip(".").split("."))
    return struct.pack("!H", int(preference)) + labels + b"\0"


def furnish(folder: Path) -> None:
    """Replace folders by copies, and provide the files that the page fetches from elsewhere."""
    run = subprocess.check_call
    run(["ip", "link", "set", "lo", "up"])
    for path in PRIVATE:
        copy = folder / path.strip("/").replace("/", "-")
        if path == "/home":
            copy.mkdir()
        else:
            run(["cp", "-a", path, copy])
        run(["mount", "--bind", copy, path])
    run(["mount", "-t", "tmpfs", "tmpfs", "/run"])
    Path("/etc/hosts").write_text(f"127.0.0.1 localhost {DOMAIN}\n")
    Path("/etc/resolv.conf").write_text("nameserver 127.0.0.1\n")
    live = Path("/etc/letsencrypt/live") / DOMAIN
    live.mkdir(parents=True)
    subprocess.run(CERTIFICATE.split(), cwd=live, check=True, capture_output=True)
    # The package makes a certificate of its own when it is installed.
    for name, source in (("dovecot.pem", "fullchain.pem"), ("dovecot.key", "privkey.pem")):
        own = Path("/etc/dovecot/private", name)
        own.unlink(missing_ok=True)
        shutil.copy(live / source, own)


def main(folder: Path) -> int:
    """Run the page on a machine of its own; prints what went otherwise."""
    furnish(folder)
    home, scripts = Path("/home/referee"), folder / "bin"
    scripts.mkdir()
    (scripts / "systemctl").write_text(SYSTEMCTL)
    (scripts / "systemctl").chmod(0o755)
    certificate = f"/etc/letsencrypt/live/{DOMAIN}/fullchain.pem"
    environment = {
        "PATH": f"{scripts}:{Path(sys.executable).parent}:{os.environ['PATH']}:/usr/sbin:/sbin",
        "PYTHONPATH": str(ROOT),
        "HOME": str(home),
        "LANG": "C.UTF-8",
        "SSL_CERT_FILE": certificate,
        "CURL_CA_BUNDLE": certificate,
    }
    NameServer.zone = home / "servers" / "dns.txt"
    # The program makes a cache in the home, which the first command of the page makes.
    first, *others = commands(PAGE)
    failed = type_commands([first], folder, environment)
    with (
        socketserver.ThreadingTCPServer(("127.0.0.1", 53), NameServer) as names,
        warm.program(scripts, **environment) as served,
    ):
        threading.Thread(target=names.serve_forever, daemon=True).start()
        failed = failed or type_commands(others, home, dict(served))
        names.shutdown()
    if failed:
        sys.stdout.write("\n\n".join(map(str, failed)))
    return len(failed)


def type_commands(typed: list[Command], home: Path, environment: dict[str, str]) -> list[Difference]:
    """Type commands in a folder, to the first that prints something else."""
    for command in typed:
        _, failed = told_otherwise([command], home, environment)
        if failed:
            return failed
    return []


def is_possible() -> bool:
    """Return True if this process may make namespaces, and the servers are installed."""
    if os.getuid() or not all(map(shutil.which, ("unshare", "ip", "curl", "postfix", "dovecot", "useradd"))):
        return False
    return subprocess.run([*OWN_NAMESPACES, "true"], check=False, capture_output=True).returncode == 0


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1])))
