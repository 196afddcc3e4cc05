"""Configuration files of a club: Postfix, Dovecot, the name server, systemd, cron and the post office."""

import os
import re
import shlex
import sys
from collections.abc import Iterator
from pathlib import Path

from msgspec.structs import replace

from referee.faults import CannotCreate, Complaint, Misuse
from referee.mail.office import FOLDER
from referee.mail.state import MailFault
from referee.matches.journal.line import JournalFault
from referee.matches.journal.writing import demand_folder, write_new
from schemas.mail import SetupFile, SetupFiles

PLAIN_ADDRESS = re.compile(r"[a-z0-9_][a-z0-9._-]*@[A-Za-z0-9](?:[A-Za-z0-9.-]*[A-Za-z0-9])?")
"""An account of Unix and a name of the DNS."""

SECONDS = 5
"""Seconds between two rounds of the service."""

# Players are accounts of the machine, so that Postfix refuses mail to unknown names before it takes it.
# A virtual domain whose mail goes to LMTP would take all of it and send bounces to forged senders.
POSTFIX = """\
#!/bin/sh
# Run this as root. It sets the named lines of main.cf and master.cf of Postfix; all other lines stay.
# The first run keeps copies of both files beside this one.
set -eu
here=$(dirname "$0")
folder=$(postconf -h config_directory)
for name in main.cf master.cf; do
  test -e "$here/$name.before" || cp -p "$folder/$name" "$here/$name.before"
done
postconf -e \\
  'myhostname = {domain}' \\
  'mydestination = {domain}, localhost' \\
  'recipient_delimiter = +' \\
  'mailbox_transport = lmtp:unix:private/dovecot-lmtp' \\
  'smtpd_tls_cert_file = /etc/letsencrypt/live/{domain}/fullchain.pem' \\
  'smtpd_tls_key_file = /etc/letsencrypt/live/{domain}/privkey.pem' \\
  'smtpd_tls_security_level = may' \\
  'smtpd_sasl_type = dovecot' \\
  'smtpd_sasl_path = private/auth' \\
  'smtpd_relay_restrictions = permit_sasl_authenticated, reject_unauth_destination'
postconf -M 'submission/inet = submission inet n - y - - smtpd'
postconf -P \\
  'submission/inet/smtpd_tls_security_level = encrypt' \\
  'submission/inet/smtpd_sasl_auth_enable = yes' \\
  'submission/inet/smtpd_relay_restrictions = permit_sasl_authenticated,reject'
"""

DOVECOT = """\
# For Dovecot 2.3. Its own files stay as they are: this file is read after them.
ssl = required
ssl_cert = </etc/letsencrypt/live/{domain}/fullchain.pem
ssl_key = </etc/letsencrypt/live/{domain}/privkey.pem
mail_location = maildir:~/Maildir
recipient_delimiter = +
auth_username_format = %Ln
service lmtp {{
  unix_listener /var/spool/postfix/private/dovecot-lmtp {{
    mode = 0600
    user = postfix
    group = postfix
  }}
}}
service auth {{
  unix_listener /var/spool/postfix/private/auth {{
    mode = 0660
    user = postfix
    group = postfix
  }}
}}
"""

ZONE = """\
; Records of the zone of {domain}.
{domain}. MX 10 {domain}.
{domain}. TXT "v=spf1 mx -all"
_dmarc.{domain}. TXT "v=DMARC1; p=quarantine"
; DKIM is not set up by these files: `opendkim-genkey -d {domain} -s mail` of the package opendkim-tools
; makes a key, and its record in mail.txt. DMARC fails for a forwarded mail that has no DKIM.
; The provider of the machine sets the name of its address (PTR) to {domain}.
"""

CONFIG = """\
address = "{user}@{domain}"
moderator = "moderator@{domain}"

[inbox]
kind = "imap"
host = "{domain}"
user = "{user}"
password_command = "sh -c 'cat $HOME/.referee-password'"

[delivery]
to = "smtp"
host = "{domain}"
user = "{user}"
password_command = "sh -c 'cat $HOME/.referee-password'"
"""


UNIT = """\
[Unit]
Description=The post office of {shelf}
After=network-online.target
Wants=network-online.target

[Service]
{account}ExecStart={command} mail watch --every {seconds} --shelf {shelf}
Restart=on-failure
RestartSec=60
UMask=0077
NoNewPrivileges=yes

[Install]
WantedBy={target}
"""
"""Template of a systemd unit."""

CRON = "*/{minutes} * * * * {command} mail watch --rounds 1 --quiet --shelf {shelf}\n"
"""Template of a crontab line."""


def list_files(shelf: Path, domain: str, user: str) -> SetupFiles:
    """Return the files. `user` is the account whose mailbox is the inbox and that runs the service.

    Raises Misuse if the two do not form an address: they are written into a shell script.
    """
    address = f"{user}@{domain}"
    if not PLAIN_ADDRESS.fullmatch(address):
        raise Misuse(Complaint.of(MailFault.NOT_AN_ADDRESS, address=address))
    return SetupFiles(files=tuple(_list_files(shelf, domain, user)))


def _list_files(shelf: Path, domain: str, user: str) -> Iterator[SetupFile]:
    names = {"domain": domain, "user": user}
    yield SetupFile(
        name="postfix.sh", text=POSTFIX.format(**names), place="run it as root; it changes /etc/postfix"
    )
    yield SetupFile(
        name="dovecot.conf", text=DOVECOT.format(**names), place="/etc/dovecot/conf.d/99-referee.conf"
    )
    unit = write_unit(shelf, SECONDS, account=user)
    yield SetupFile(name="referee.service", text=unit, place="/etc/systemd/system/referee.service")
    settings = shelf.resolve() / FOLDER / "config.toml"
    yield SetupFile(name="config.toml", text=CONFIG.format(**names), place=settings.as_posix())
    yield SetupFile(name="dns.txt", text=ZONE.format(**names), place=f"the zone of {domain} at your provider")


def write_files(files: SetupFiles, folder: Path) -> SetupFiles:
    """Write the files. Raises CannotCreate before the first one if a file exists with another text."""
    demand_folder(folder)
    outputs = [replace(file, path=(folder / file.name).as_posix()) for file in files.files]
    missing = [file for file in outputs if not _is_written(file)]
    for file in missing:
        write_new(Path(file.path), file.text.encode())
    return SetupFiles(files=tuple(outputs))


def _is_written(file: SetupFile) -> bool:
    path = Path(file.path)
    if not os.path.lexists(path):
        return False
    if path.is_file() and path.read_bytes() == file.text.encode():
        return True
    raise CannotCreate(Complaint.of(JournalFault.ALREADY_THERE, path=path))


def write_unit(shelf: Path, seconds: int, account: str = "") -> str:
    """Return a systemd unit that runs the post office.

    It is a unit of the machine that runs as `account`, or a unit of the user if that is empty.
    """
    return UNIT.format(
        shelf=_quote(shelf),
        command=_find_command(),
        seconds=seconds,
        account=f"User={account}\n" if account else "",
        target="multi-user.target" if account else "default.target",
    )


def write_cron(shelf: Path, seconds: int) -> str:
    """Return a crontab line that runs the post office, in whole minutes."""
    minutes = min(59, max(1, seconds // 60))
    return CRON.format(shelf=_quote(shelf), command=_find_command(), minutes=minutes)


def _quote(shelf: Path) -> str:
    return shlex.quote(shelf.resolve().as_posix())


def _find_command() -> str:
    """Return a command that starts this program from any folder."""
    return f"{shlex.quote(sys.executable)} -m referee"
