"""The outbox: waiting, sent and failed mails, each in a file with a unique name."""

from collections.abc import Callable, Generator, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from email import message_from_bytes, policy
from email.header import Header
from email.message import EmailMessage
from hashlib import sha256
from pathlib import Path
from typing import Any

from referee.faults import Fault
from referee.mail.office import Office
from referee.matches.letters import headers
from referee.platform import files
from referee.platform.ports import ports
from schemas.mail import Delivered

STATES = ("new", "sent", "failed")


class _MailPolicy(policy.EmailPolicy):
    """Folds a subject as mail programs do.

    Python puts two spaces before an encoded word that begins a line after words of ASCII, and a long subject
    of ASCII below an empty first line, which some programs show as a leading space.
    """

    def fold_binary(self, name: str, value: Any) -> bytes:
        if name != "Subject":
            return super().fold_binary(name, value)
        charset = "us-ascii" if str(value).isascii() else "utf-8"
        text = Header(str(value), charset, header_name=name).encode(linesep=self.linesep)
        return f"{name}: {text}{self.linesep}".encode("ascii")


POLICY = _MailPolicy(linesep="\r\n")

_POLICY_OF_SMTP = headers.POLICY.clone(linesep="\r\n")

Carrier = Callable[[EmailMessage, str], None]
"""Sends a mail with an envelope sender. Raises `OSError` on failure."""


def name_mail(*parts: object) -> str:
    """Return the name of a mail, derived from its cause, so that a cause never has two mails."""
    return sha256("\n".join(map(str, parts)).encode()).hexdigest()[:32]


def queue(office: Office, key: str, mail: EmailMessage | None) -> tuple[str, ...]:
    """Queue a mail. Return its key, or nothing if the key was used before."""
    if mail is None or holds(office, key):
        _sync_waiting(office, (key,))
        return ()
    raw = mail.as_bytes(policy=POLICY)
    if office.memory.is_grouping:
        office.memory.note_outgoing(key, raw)
    else:
        _add(office, {_path(office, "new", key): raw})
    return (key,)


@contextmanager
def transaction(office: Office) -> Generator[None]:
    """File, record and queue everything in this block together.

    The journals are synced first, then the database records everything at once. Mails of the block can leave
    only after that: see `release`. If anything fails, nothing of it is recorded. Filed entries stay, and the
    same letters are answered later. Inside another transaction, this belongs to the other one.
    """
    if office.memory.is_grouping:
        yield
        return
    office.memory.begin()
    try:
        with office.holder.unsynced.together():
            yield
        office.memory.commit()
    except BaseException:
        office.memory.roll_back()
        raise


def release(office: Office) -> None:
    """Put the mails of finished transactions into the outbox, each once.

    A worker leaves those of other workers alone. Those of a dead one go with the next tick or command.
    """
    if mails := office.memory.list_outgoing(only_own=office.lock.is_shared):
        new = {_path(office, "new", key): raw for key, raw in mails if not _is_filed(office, key)}
        _sync_waiting(office, (key for key, _ in mails if _path(office, "new", key) not in new))
        _add(office, new)
        office.memory.forget_outgoing(key for key, _ in mails)


def release_left(office: Office) -> None:
    """Put the mails of workers that died into the outbox, before those of new letters.

    The process must not hold a claim. It waits for other workers that still put theirs there.
    """
    if office.memory.list_outgoing(only_own=False):
        with office.alone():
            release(office)


def _add(office: Office, mails: Mapping[Path, bytes]) -> None:
    """Put mails into the outbox, after the waiting ones."""
    if mails:
        files.date_back(_find_waiting(office))
        files.write_all(mails)


def _sync_waiting(office: Office, keys: Iterable[str]) -> None:
    """Sync the names of waiting mails: a process that died may have left some unsynced."""
    if any(_path(office, "new", key).exists() for key in keys):
        files.sync_folder(office.folder / "out" / "new")


def queue_again(office: Office, key: str) -> bool:
    """Queue a sent or bounced mail once more. Return False if there is none with this key."""
    for state in ("sent", "failed"):
        path = _path(office, state, key)
        if path.exists():
            _move(path, _path(office, "new", key))
            return True
    return _path(office, "new", key).exists()


def holds(office: Office, key: str) -> bool:
    """Return True if a mail with this key is or was in the outbox."""
    return _is_filed(office, key) or office.memory.find_outgoing(key) is not None


def _is_filed(office: Office, key: str) -> bool:
    return any(_path(office, state, key).exists() for state in STATES)


def holds_answer(office: Office, key: str) -> bool:
    """Return True if the mail with this key answers a mail.

    A report can take the key of an answer that was prepared but not queued.
    """
    return headers.parse(read_mail(office, key))["Auto-Submitted"] == "auto-replied"


def read_mail(office: Office, key: str) -> bytes:
    """Return the mail with this key, or nothing without one."""
    for state in STATES:
        # Another worker may send it now.
        with suppress(FileNotFoundError):
            return _path(office, state, key).read_bytes()
    return office.memory.find_outgoing(key) or b""


def list_waiting(office: Office) -> list[str]:
    """Return the keys of waiting mails, in the order in which they were queued."""
    return [path.stem for path in files.sort_by_time(_find_waiting(office))]


def _find_waiting(office: Office) -> Iterable[Path]:
    return (office.folder / "out" / "new").glob("*.eml")


def send(office: Office, carry: Carrier, now: str, limit: int | None = None) -> Iterator[Delivered]:
    """Send waiting mails, and yield the result of each. A mail that is not accepted stays in the queue.

    The time of the file of a sent mail is `now`. If the process dies before it records a result, the same
    bytes are sent again.
    """
    others: set[str] = set()
    for key in list_waiting(office)[:limit]:
        path = _path(office, "new", key)
        if (raw := _claim(office, path, others)) is None:
            continue
        mail = headers.parse(raw)
        sent = Delivered(
            key=key, to=headers.read_text(mail, "To"), subject=headers.read_text(mail, "Subject"), sent=True
        )
        try:
            carry(message_from_bytes(raw, policy=_POLICY_OF_SMTP), name_envelope(office, key))
        except Exception as error:
            # A failed mail or carrier must not delay the other mails.
            sent = Delivered(key=key, to=sent.to, subject=sent.subject, sent=False, why=_say(error))
        else:
            sent_at = int(datetime.fromisoformat(now).timestamp() * 10**9)
            ports.disk.utime(path, ns=(sent_at, sent_at))
            _move(path, _path(office, "sent", key))
        finally:
            office.finish_group()
        yield sent


def _claim(office: Office, path: Path, others: set[str]) -> bytes | None:
    """Return a waiting mail, or None if another process sends it.

    `others` are the recipients of such mails. Their later mails must not overtake the earlier ones.
    """
    with suppress(FileNotFoundError):
        recipient = headers.read_text(headers.parse(raw := path.read_bytes()), "To")
        if recipient not in others and office.claims.take(f"to {recipient}"):
            # The process that had the claim may have sent it.
            return raw if path.exists() else None
        others.add(recipient)
    return None


def _say(error: Exception) -> str:
    return str(error) if isinstance(error, OSError | Fault) else type(error).__name__


def name_envelope(office: Office, key: str) -> str:
    """Return the envelope sender of a mail, which receives its bounce (VERP)."""
    local, _, domain = office.settings.address.partition("@")
    return f"{local}+b{key}@{domain}"


def find_sent(office: Office, key: str) -> datetime | None:
    """Return the time at which a mail was sent, or None if it waits or failed."""
    try:
        return datetime.fromtimestamp(_path(office, "sent", key).stat().st_mtime, UTC)
    except FileNotFoundError:
        return None


def take_bounce(office: Office, extension: str) -> bool:
    """Move a bounced mail to the failed ones. Return True if there was one."""
    key = extension.removeprefix("b")
    path = _path(office, "sent", key)
    if key == extension or not key.isalnum() or not path.exists():
        return False
    _move(path, _path(office, "failed", key))
    return True


def _path(office: Office, state: str, key: str) -> Path:
    return office.folder / "out" / state / f"{key}.eml"


def _move(path: Path, to: Path) -> None:
    ports.disk.replace(path, to)
    files.sync_folder(to.parent)
    files.sync_folder(path.parent)
