"""Facts about a match that the pages of a site list, kept from one run to the next."""

from hashlib import sha256
from pathlib import Path

import msgspec

from referee.matches.clocks import calendar, running_deadlines
from referee.matches.history import list_awaited_sides
from referee.matches.matches import Match
from schemas.record import PUBLIC, Record

MANIFEST = "site.json"
"""File of the site with the facts of all its matches."""


class Summary(Record):
    """A match as the lists show it.

    `fingerprint` identifies the file that it was read from. `waiting` are the names of the sides that have to
    answer, the first of them by `due`; `events` are its deadlines as parts of a calendar.
    """

    name: str
    fingerprint: str
    game: str
    scenario: str
    moment: str
    score: str
    waiting: tuple[str, ...]
    due: str
    opening: str
    last: str
    entries: int
    head: str
    events: str

    @property
    def is_over(self) -> bool:
        """True if no side has to answer."""
        return not self.waiting


class Manifest(Record):
    """Settings and matches of a site as last written. Other settings write all pages again."""

    settings: tuple[str, ...] = ()
    matches: tuple[Summary, ...] = ()


def find_fingerprint(source: Path) -> str:
    """Return a digest of the path, the size and the times of a file.

    The manifest is published, and the size of a journal would show how much is secret in it.
    """
    status = source.stat()
    marks = status.st_ino, status.st_size, status.st_mtime_ns, status.st_ctime_ns
    return sha256(f"{source.resolve().as_posix()} {marks}".encode()).hexdigest()


def summarise(match: Match, source: Path) -> Summary:
    """Return the facts of a match that everyone may know."""
    state, word_moment = match.position(), match.system.narrator.moment
    waiting = tuple(match.bound.name_of(side) for side in list_awaited_sides(match.rules, state))
    last = match.entries[-1].body.at
    deadlines = running_deadlines.list_deadlines(match, last)
    events = calendar.write([(match, deadlines)]).decode()
    score = match.system.pictures.score(state, PUBLIC)
    return Summary(
        name=match.name,
        fingerprint=find_fingerprint(source),
        game=match.bound.pack.game.name,
        scenario=match.header.scenario,
        moment=word_moment(state),
        score="" if score is None else f"{score.points}{': ' * bool(score.level)}{score.level}",
        waiting=waiting,
        due=min((one.due for one in deadlines.deadlines if one.due), default=""),
        opening=match.header.at,
        last=last,
        entries=match.journal.head.seq,
        head=str(match.journal.head),
        events="".join(f"BEGIN:VEVENT{part}" for part in events.split("BEGIN:VEVENT")[1:]).partition(
            "END:VCALENDAR"
        )[0],
    )


def load(folder: Path) -> Manifest | None:
    """Return the manifest of a site, or None if there is none or another version wrote it."""
    try:
        return msgspec.json.decode((folder / MANIFEST).read_bytes(), type=Manifest)
    except (OSError, msgspec.MsgspecError):
        return None


def save(manifest: Manifest) -> bytes:
    """Return the text of a manifest."""
    return msgspec.json.encode(manifest) + b"\n"
