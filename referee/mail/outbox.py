"""The outbox: mails that wait, were sent, or failed, each a file under a name that it can have only once."""

from collections.abc import Callable, Iterator
from email import message_from_bytes, policy
from email.message import EmailMessage
from hashlib import sha256
from pathlib import Path

from referee.engine.faults import Fault
from referee.mail.office import Office, write_whole
from referee.matches.letters import headers
from referee.platform import files
from schemas.mail import Delivered

STATES = ("new", "sent", "failed")

Carrier = Callable[[EmailMessage, str], None]
"""What carries a mail away under an envelope sender; it raises `OSError` where it cannot."""


def name_mail(*parts: object) -> str:
    """The name of a mail, from what it is about: the same cause never has a second mail."""
    return sha256("\n".join(map(str, parts)).encode()).hexdigest()[:32]


def queue(office: Office, key: str, mail: EmailMessage | None) -> tuple[str, ...]:
    """Let a mail wait to be sent; its key, unless there was a mail under this key before."""
    if mail is None or holds(office, key):
        return ()
    write_whole(_path(office, "new", key), mail.as_bytes(policy=policy.SMTP))
    return (key,)


def holds(office: Office, key: str) -> bool:
    """Whether there is or was a mail under a key."""
    return any(_path(office, state, key).exists() for state in STATES)


def list_waiting(office: Office) -> list[str]:
    """The keys of mails that wait, the oldest first."""
    waiting = sorted(
        (office.folder / "out" / "new").glob("*.eml"), key=lambda path: (path.stat().st_mtime_ns, path)
    )
    return [path.stem for path in waiting]


def send(office: Office, carry: Carrier, limit: int | None = None) -> Iterator[Delivered]:
    """Carry waiting mails away; one that is not taken waits on.

    A process that dies before it notes the word of the carrier sends the same bytes again.
    """
    for key in list_waiting(office)[:limit]:
        path = _path(office, "new", key)
        said = headers.parse(raw := path.read_bytes())
        sent = Delivered(
            key=key, to=headers.read_text(said, "To"), subject=headers.read_text(said, "Subject"), sent=True
        )
        try:
            carry(message_from_bytes(raw, policy=policy.SMTP), name_envelope(office, key))
        except Exception as error:
            # One mail, or one way for it to leave, that fails keeps no other waiting.
            yield Delivered(key=key, to=sent.to, subject=sent.subject, sent=False, why=_say(error))
            continue
        _move(path, _path(office, "sent", key))
        yield sent


def _say(error: Exception) -> str:
    return str(error) if isinstance(error, OSError | Fault) else type(error).__name__


def name_envelope(office: Office, key: str) -> str:
    """The envelope sender of a mail, to which its bounce comes back (VERP)."""
    local, _, domain = office.settings.address.partition("@")
    return f"{local}+b{key}@{domain}"


def take_bounce(office: Office, extension: str) -> bool:
    """Set a mail aside that came back; whether there was one."""
    key = extension.removeprefix("b")
    path = _path(office, "sent", key)
    if key == extension or not key.isalnum() or not path.exists():
        return False
    _move(path, _path(office, "failed", key))
    return True


def _path(office: Office, state: str, key: str) -> Path:
    return office.folder / "out" / state / f"{key}.eml"


def _move(path: Path, to: Path) -> None:
    path.replace(to)
    files.sync_folder(to.parent)
    files.sync_folder(path.parent)
