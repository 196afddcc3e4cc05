"""Rounds of the public beacon in the post office: dice and locked letters that wait for them.

A tick fetches a round when it is over, where there is a network. Each player can also send it in a letter.
"""

from collections.abc import Callable
from hashlib import sha256
from urllib.error import URLError
from urllib.request import urlopen

from msgspec import MsgspecError, json

from referee.dice.beacon import find_time
from referee.faults import Fault
from referee.i18n.translator import message
from referee.mail import answers
from referee.mail.messages import Reply
from referee.mail.office import Case, Keys, Office
from referee.mail.state import KnownMail
from referee.matches import matches, moderator_entries, viewer_languages
from referee.matches.clocks import counting
from referee.matches.club_log import report_check
from referee.matches.judging import submission
from referee.matches.letters import headers, time_lock
from referee.matches.letters.time_lock import Beacon, LockedLetter
from referee.matches.matches import Match
from schemas.mail import Verdict
from schemas.record import Record, Side

SECONDS = 10
"""Seconds to wait for the beacon."""

LONGEST = 10_000
"""Maximum length of an answer of the beacon, in bytes."""

HELD_SUBJECT = message("[{match}] your letter is locked until {time}")
HELD = message(
    "Your letter is locked until {time}, and no one can read it before. Entry {entry} files its digest"
    " {digest}. It is judged when round {round} of the beacon drand is known."
)


class Published(Record, forbid_unknown_fields=False):
    """A round as the beacon publishes it."""

    signature: str


def fetch(desk: Office, number: int) -> str | None:
    """Return the signature of a round, or None without a network, or if the settings name no address."""
    if not desk.settings.beacon:
        return None
    try:
        with urlopen(desk.settings.beacon.format(round=number), timeout=SECONDS) as answer:
            return json.decode(answer.read(LONGEST), type=Published).signature
    except (URLError, OSError, MsgspecError):
        return None


Fetch = Callable[[Office, int], str | None]


def tick(desk: Office, match: Match, now: str, fetch_round: Fetch = fetch) -> bool:
    """Roll the dice and judge the locked letters of a match whose round is over. Return True if any was."""
    done = False
    seconds = counting.read_moment(now).timestamp()
    wait = moderator_entries.find_wait(match)
    letters = _list_locked(desk, match)
    numbers = {wait.round} if wait else set[int]()
    for number in sorted(numbers | {letter.round for _, letter in letters}):
        if find_time(number) <= seconds and (signature := fetch_round(desk, number)):
            use(desk, match.name, Beacon(number, signature), now)
            done = True
    return done


def take(case: Case, name: str, side: Side) -> tuple[Verdict, Keys] | None:
    """Hold a locked letter, or use a round in a mail for the locked letters of a match.

    Returns None for another mail. Raises a fault for a damaged letter and for a wrong signature.
    """
    desk, raw = case.desk, case.raw
    match = desk.holder.find(desk.shelf, name)
    if letter := find_locked(raw):
        desk.memory.note_unfinished(name)
        return "locked", hold(case, match, side, letter)
    letters = _list_locked(desk, match)
    text = time_lock.find_beacon(report_check.read_text(raw)) if letters else None
    if text is None:
        return None
    beacon = time_lock.read_beacon(text)
    if all(letter.round != beacon.round for _, letter in letters):
        return None
    return "filed", use(desk, name, beacon, case.at)


def use(desk: Office, name: str, beacon: Beacon, at: str) -> Keys:
    """Use a round for everything in a match that waits for it. Return the keys of the mails.

    Raises a fault for a wrong signature.
    """
    match, keys = matches.find(desk.shelf, name), Keys()
    wait = moderator_entries.find_wait(match)
    if wait is not None and wait.round == beacon.round and wait.side is not None:
        text = f"beacon: {beacon.round} {beacon.signature}\n".encode()
        incoming = submission.open_letter("beacon.txt", text, at=at, side=wait.side)
        desk.memory.note_unfinished(name)
        result = submission.submit(desk.shelf, name, incoming, desk.holder)
        keys += answers.report_to_seats(desk, result.match)
    return keys + open_letters(desk, name, beacon, at)


def open_letters(desk: Office, name: str, beacon: Beacon, at: str) -> Keys:
    """Judge the locked letters of a match that a round opens, in the order in which they came."""
    keys = Keys()
    match = matches.find(desk.shelf, name)
    for one, letter in _list_locked(desk, match):
        if letter.round == beacon.round:
            text = time_lock.unlock(letter, beacon)
            keys += _judge(desk, one, text, at)
            desk.memory.note_mail(one._replace(verdict="judged"))
    return keys


def _judge(desk: Office, known: KnownMail, letter: bytes, at: str) -> Keys:
    """Judge an opened letter, and answer it. The mail itself was answered before."""
    raw, side = _read_mail(desk, known), known.side
    digest = sha256(known.digest.encode() + letter).hexdigest()
    case = Case(desk, digest, raw, headers.parse(raw), at)
    try:
        incoming = submission.open_letter(f"{known.digest[:12]}.txt", letter, at=at, side=side)
        desk.memory.note_unfinished(known.match)
        result = submission.submit(desk.shelf, known.match, incoming, desk.holder)
    except Fault as fault:
        match = matches.find(desk.shelf, known.match)
        return answers.answer_fault(case, match, side, fault)
    return answers.answer_letter(case, result)


def _list_locked(desk: Office, match: Match) -> list[tuple[KnownMail, LockedLetter]]:
    mails = desk.memory.list_mails(match.name, "locked")
    letters = ((mail, find_locked(_read_mail(desk, mail))) for mail in mails)
    return [(mail, letter) for mail, letter in letters if letter is not None]


def _read_mail(desk: Office, known: KnownMail) -> bytes:
    return (desk.folder / "done" / f"{known.digest}.eml").read_bytes()


def find_locked(raw: bytes) -> LockedLetter | None:
    """Return the locked letter in a mail, or None. Raises `DataFault` if it was changed."""
    text = report_check.read_text(raw)
    return time_lock.read(text) if time_lock.is_locked(text) else None


def hold(case: Case, match: Match, side: Side, locked: LockedLetter) -> Keys:
    """File the digest of a locked letter, and tell its author when it is judged."""
    entry = moderator_entries.file_digest(case.desk.shelf, match.name, side, locked, at=case.at)
    tongue = viewer_languages.tell(match, side).tongue
    parts = {"entry": entry.entry, "digest": locked.digest, "round": str(locked.round)}
    subject = tongue.say(HELD_SUBJECT, match=match.name, time=locked.opens)
    reply = Reply(f"{tongue.say(HELD, time=locked.opens, **parts)}\n", subject=subject)
    return answers.answer_request(case, match, side, reply)
