"""Next moments of matches: a tick opens only the matches that a moment or a change calls for.

The moments are kept in a file of the post office. It is an index: if it is missing or damaged, the next tick
opens every match.
"""

from collections.abc import Iterable, Iterator
from datetime import datetime, timedelta

import msgspec

from referee.mail import answers, seats
from referee.mail.office import Office
from referee.mail.requests import unanswered_proposals
from referee.matches import matches, moderator_entries
from referee.matches.clocks import counting, running_deadlines
from referee.matches.journal.writing import identify_at
from referee.matches.matches import Match
from referee.platform import files
from schemas.clocks import Deadlines
from schemas.record import Value

FILE = "moments.json"

LONGEST = timedelta(hours=1)
"""Longest time for which a match is not opened: a change of its pack or of the program shows then."""

SECOND = timedelta(seconds=1)
"""An answer is late one second after its deadline."""

Identity = tuple[int, ...]
"""Identities of the files that a tick reads: journal, seats and settings."""


class Moment(Value):
    """The moment at which a match is opened next, unless its files change before."""

    identity: Identity
    next: str


class Moments:
    """The moments of all matches of a post office."""

    def __init__(self, desk: Office) -> None:
        self._desk = desk
        self._moments = _read(desk)
        self._before = dict(self._moments)

    def is_due(self, name: str, now: str) -> bool:
        """Return True if a match must be opened now."""
        moment = self._moments.get(name)
        return moment is None or moment.next <= now or moment.identity != _identify(self._desk, name)

    def note(self, name: str, now: str) -> None:
        """Note the next moment of a match after a tick of it."""
        # A change after this line has another identity.
        identity = _identify(self._desk, name)
        match = self._desk.holder.find(self._desk.shelf, name)
        if moment := find_next(self._desk, match, now):
            self._moments[name] = Moment(identity, moment)
        else:
            self.forget(name)

    def forget(self, name: str) -> None:
        """Open a match at the next tick, because this one failed."""
        self._moments.pop(name, None)

    def keep(self, names: Iterable[str]) -> None:
        """Write the moments of these matches to the file."""
        moments = {name: self._moments[name] for name in names if name in self._moments}
        if moments != self._before:
            files.write_whole(self._desk.folder / FILE, msgspec.json.encode(moments))


def _read(desk: Office) -> dict[str, Moment]:
    try:
        return msgspec.json.decode((desk.folder / FILE).read_bytes(), type=dict[str, Moment])
    except (OSError, msgspec.DecodeError, UnicodeDecodeError):
        return {}


def _identify(desk: Office, name: str) -> Identity:
    journal = matches.journal_of(desk.shelf, name)
    files = (journal, journal.parent / seats.FILE, desk.folder / "config.toml")
    return tuple(mark for path in files for mark in (*identify_at(path), -1))


def find_next(desk: Office, match: Match, now: str) -> str:
    """Return the next moment at which a tick of a match can do something, or "" for each tick.

    A match that waits for a public round is opened at each tick, because the round may come late.
    """
    if moderator_entries.find_wait(match) is not None or desk.memory.list_mails(match.name, "locked"):
        return ""
    moment = counting.read_moment(now)
    moments = [moment + LONGEST]
    if overdue := answers.find_overdue(desk, match):
        moments.append(counting.read_moment(overdue))
        if overdue <= now:
            return ""
    moments += (one.due for one in unanswered_proposals.list_unanswered(desk, match))
    moments += _list_moments(running_deadlines.list_deadlines(match, now))
    return counting.write_moment(min(one for one in moments if one > moment))


def _list_moments(deadlines: Deadlines) -> Iterator[datetime]:
    """Yield the times of reminders, of lateness and of the end of the grace period."""
    hours = deadlines.terms.warn if deadlines.terms else ()
    for one in deadlines.deadlines:
        if one.due:
            due = counting.read_moment(one.due)
            yield from (due - timedelta(hours=before) for before in hours)
            yield due + SECOND
            yield counting.read_moment(one.over) + SECOND
