"""Channels other than mail for the public report: a topic of Discourse, a webhook (Discord), or a folder.

Items for a channel wait in the outbox like mails, cut into pieces that fit. The state of a piece is recorded
before it is sent. If the server does not answer, a forum can be searched for the piece. A webhook cannot be
searched: its piece is never sent again, and the moderator is notified.
"""

import http.client
import json
import re
import socket
import ssl
import urllib.error
import urllib.request
from collections.abc import Iterator, Mapping
from email.message import EmailMessage
from pathlib import Path
from typing import cast

from referee.mail import outbox
from referee.mail.delivery.imap import ask_password
from referee.mail.office import Office, locate
from referee.mail.state import LastReport
from referee.matches import viewer_languages
from referee.matches.matches import Match
from referee.platform import files
from referee.platform.ports import ports
from referee.reports import documents, publishing
from schemas.mail import Door
from schemas.record import PUBLIC

TIMEOUT = 30
"""Seconds that a server may take for one answer."""

LARGEST = 4 * 1024 * 1024
"""Highest number of bytes read from an answer."""

MOST_SIGNS: Mapping[str, int] = {"webhook": 2000, "discourse": 30_000}
"""Highest number of characters of a piece."""

DOOR, MATCH, SEQ, KEY = "X-Referee-Door", "X-Referee-Match", "X-Referee-Entry", "X-Referee-Key"
"""Headers of an item for a channel."""

_UNSAID = re.compile(r"[^a-zA-Z0-9-]")


_UNSENT = (ConnectionRefusedError, socket.gaierror, ssl.SSLError)
"""Errors after which a piece has certainly not been sent."""

_UNTAKEN = frozenset({500, 503})
"""Server errors after which a piece has certainly not been accepted."""


class SilenceError(OSError):
    """The server did not confirm: the piece may have arrived. `code` is the HTTP status, or 0 without one."""

    def __init__(self, message: str, code: int = 0) -> None:
        self.args, self.code = (message,), code


class _NoRedirects(urllib.request.HTTPRedirectHandler):
    """Refuses redirects, because a key is meant for one host."""

    def redirect_request(self, *_args: object, **_options: object) -> None:
        return None


_OPENER = urllib.request.build_opener(_NoRedirects)


def name_reader(door: Door) -> str:
    """Return the name of a channel in the database of the post office."""
    return f"{PUBLIC} door {door.name}"


def list_doors(desk: Office, match: Match) -> list[Door]:
    """Return the channels that publish a match."""
    return [one for one in desk.settings.doors if not one.matches or match.name in one.matches]


FENCED = "```text\n{text}\n```"
"""A piece of a report for a webhook."""


def report(desk: Office, match: Match, door: Door) -> tuple[str, ...]:
    """Queue the public report for a channel: the news, or the whole page for a folder."""
    reader = name_reader(door)
    last = desk.memory.find_report(match.name, reader)
    since = last.seq if last and door.kind != "folder" else None
    document = documents.report(viewer_languages.tell(match, PUBLIC), PUBLIC, since=since)
    head = match.journal.head
    key = outbox.name_mail("door", match.name, reader, head)
    mail = EmailMessage()
    mail["From"], mail["To"] = desk.settings.address, f"{door.name} <{desk.settings.address}>"
    mail["Subject"] = publishing.headline(document).strip()
    mail[DOOR], mail[MATCH], mail[SEQ], mail[KEY] = door.name, match.name, str(head.seq), key
    mail.set_content(publishing.publish(document, "html" if door.kind == "folder" else "text"), cte="base64")
    keys = outbox.queue(desk, key, mail)
    desk.memory.note_report(match.name, reader, LastReport(head.seq))
    return keys


def carry(desk: Office, mail: EmailMessage) -> None:
    """Post a report to its channel. Raises `OSError` if it has to wait."""
    key = str(mail[KEY])
    door = next((one for one in desk.settings.doors if one.name == mail[DOOR]), None)
    if door is None:
        raise OSError(f"the settings have no channel {mail[DOOR]}")
    text = str(mail.get_content())
    if door.kind == "folder":
        _write_pages(locate(desk.shelf, door.path), str(mail[MATCH]), int(mail[SEQ]), text)
        return
    room = max(len(_mark(key, 999)), len(FENCED))
    pieces = list(_cut(text, MOST_SIGNS[door.kind] - room))
    for number, piece in enumerate(pieces, start=1):
        _carry_piece(desk, door, key, number, piece)


def _write_pages(folder: Path, match: str, seq: int, page: str) -> None:
    """Write the page of an entry, and the same page as the latest of the match."""
    place = folder / match
    missing = [one for one in place.parents if not one.exists()]
    files.make_folder(place)
    for path in (place / f"{seq}.html", place / "index.html"):
        files.write_whole(path, page.encode())
        # A web server of another user serves the folder and must be able to read it.
        ports.disk.chmod(path, 0o644)
        for error in files.sync_files((path,)):
            if error is not None:
                raise error
    for one in (folder, *(one.parent for one in missing)):
        files.sync_folder(one)


def _cut(text: str, most: int) -> Iterator[str]:
    """Yield the pieces of a text, cut at line ends where possible."""
    piece = ""
    for line in text.splitlines(keepends=True):
        while len(line) > most:
            if piece:
                yield piece
            piece, line = line[:most], line[most:]  # noqa: PLW2901 - the rest of the same line
        if len(piece) + len(line) > most:
            yield piece
            piece = ""
        piece += line
    if piece.strip():
        yield piece


def _mark(key: str, number: int) -> str:
    """Return the invisible marker that identifies a piece in a forum post."""
    return f"\n<!-- referee {key}.{number} -->"


def _carry_piece(desk: Office, door: Door, key: str, number: int, piece: str) -> None:
    name = f"{key}.{number}"
    match desk.memory.find_piece(name):
        case "there":
            return
        case "under way":
            if door.kind == "webhook":
                # A webhook cannot be searched, and a repeated report is misleading.
                desk.memory.note_piece(name, "there")
                raise OSError(f"piece {number} may have arrived and is not sent again: check {door.name}")
            if _is_there(door, _mark(key, number)):
                desk.memory.note_piece(name, "there")
                return
        case _:
            pass
    desk.memory.note_piece(name, "under way")
    try:
        _post(door, piece, _mark(key, number))
    except SilenceError as error:
        if door.kind == "webhook" and error.code in _UNTAKEN:
            desk.memory.note_piece(name, "refused")
        raise
    except OSError:
        desk.memory.note_piece(name, "refused")
        raise
    desk.memory.note_piece(name, "there")


def _post(door: Door, piece: str, mark: str) -> None:
    # A code block keeps the columns of tables. A fence inside the text would end it.
    content = FENCED.format(text=piece.rstrip().replace("```", '"""'))
    if door.kind == "webhook":
        payload: dict[str, object] = {"content": content, "allowed_mentions": {"parse": ()}}
        ask(f"{_read_secret(door)}?wait=true", {}, payload)
        return
    payload = {"topic_id": door.topic, "raw": f"{content}{mark}"}
    ask(f"{door.url.rstrip('/')}/posts.json", _name_self(door), payload)


def _is_there(door: Door, mark: str) -> bool:
    """Return True if a recent post of the topic contains the marker of a piece."""
    response = ask(f"{door.url.rstrip('/')}/t/{door.topic}/last.json?include_raw=1", _name_self(door))
    return json.dumps(mark.strip())[1:-1] in json.dumps(response)


def _name_self(door: Door) -> dict[str, str]:
    return {"Api-Key": _read_secret(door), "Api-Username": door.user}


def _read_secret(door: Door) -> str:
    """Return the API key of a forum, or the address of a webhook, which is also a secret."""
    return ask_password(door.password_command).strip()


def ask(url: str, headers: Mapping[str, str], payload: object = None) -> object:
    """Return a server's answer. Raises `OSError` for a refusal, `SilenceError` if the result is unknown."""
    request = _build_request(url, headers, payload)
    try:
        with _OPENER.open(request, timeout=TIMEOUT) as answer:
            raw = answer.read(LARGEST)
    except urllib.error.HTTPError as error:
        error.close()
        # Report only the status: the answer may contain an address or a key.
        refusal = f"the server answered {error.code}"
        raise (SilenceError(refusal, error.code) if error.code >= 500 else OSError(refusal)) from None
    except urllib.error.URLError as error:
        raise (OSError if isinstance(error.reason, _UNSENT) else SilenceError)(
            _name_fault(error.reason)
        ) from None
    except (OSError, http.client.HTTPException) as error:
        raise SilenceError(_name_fault(error)) from None
    try:
        return cast("object", json.loads(raw or b"null"))
    except ValueError:
        return None


def _build_request(url: str, headers: Mapping[str, str], payload: object) -> urllib.request.Request:
    data = None if payload is None else json.dumps(payload).encode()
    if not url.startswith(("https://", "http://")):
        raise OSError("its address is not an http or https address")
    try:
        request = urllib.request.Request(url, data, {**headers, "User-Agent": "referee"})
    except ValueError:
        raise OSError("its address is not an http or https address") from None
    if data is not None:
        request.add_header("Content-Type", "application/json")
    return request


def _name_fault(error: object) -> str:
    return f"no answer: {_UNSAID.sub('', type(error).__name__)}"
