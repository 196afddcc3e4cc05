"""A match of two players with a club log, and the mails and copies that a moderator sends from it."""

import json
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from random import Random
from typing import Any

from referee.evidence import comparison, match_verification
from referee.faults import Fault
from referee.matches import history, matches, opening
from referee.matches.club_log import recording, report_check, signed_notes
from referee.matches.club_log.proofs import ClubProof
from referee.matches.club_log.signed_notes import ED25519, VerifierKey
from referee.matches.club_log.store import ClubLog
from referee.matches.journal import Draft
from referee.matches.judging import submission
from referee.matches.letters.time_lock import Beacon
from referee.reports import legal_orders
from schemas.journal import Head
from schemas.record import REFEREE
from tests.evidence.beacon.rounds import SIGNATURES
from tests.evidence.forger import Change, Forgery
from tests.evidence.moderators.threats import Source
from tests.evidence.refiled import SECRETS

MATCH = "liege"
FAVOURED, SECOND = SIDES = ("german", "entente")
CLUB = "club.example"
SEED = bytes(range(32))
KEY = VerifierKey(CLUB, ED25519, signed_notes.public_key(SEED))
PHRASES = {"german": "Auf nach Namur", "entente": "On ne passe pas"}
OPENED = Beacon(1000, SIGNATURES[1000])
"""The round that opens locked secrets."""

LETTERS = 15
"""Number of letters of the match."""

WANTED = ("fire", "done", "lose", "offensive")
"""Verbs that lead through a battle, in the order of preference."""

BATTLES = """\
move 1st army, 2nd army from aachen to liege
move ge-4 from luxembourg to ardennes
battle liege
battle ardennes
done
"""
"""A letter that begins two battles."""


def tell_time(number: int) -> str:
    """Return the time of a letter."""
    return f"2026-12-01T20:{number:02}:00Z"


def play(shelf: Path) -> Path:
    """Play a match by letters, with dice, phrases, a refusal, a note and a takeback. Return its journal."""
    recording.start(shelf, CLUB)
    opening.open_match(shelf, MATCH, "ttlm", at=tell_time(0), secrets=SECRETS)
    for number, (side, phrase) in enumerate(PHRASES.items(), 1):
        send(shelf, side, f"phrase: {phrase}\n", number)
    chance = Random(1)
    for number in range(len(PHRASES) + 1, LETTERS):
        match = matches.find(shelf, MATCH)
        side = next(iter(history.list_awaited_sides(match.rules, match.position())))
        orders = legal_orders.options(match, side, 60).orders
        letter = BATTLES if number == len(PHRASES) + 2 else choose(orders, chance)
        head = match.journal.head
        send(shelf, side, f"answers: {head.seq}\nhead: {head}\n{letter}\n", number)
    send(shelf, FAVOURED, "move ge-1 from aachen to paris\n", LETTERS)
    last = len(matches.find(shelf, MATCH).entries) - 1
    with matches.hold(shelf, MATCH) as (writer, _):
        at = tell_time(LETTERS + 1)
        writer.append(Draft(kind="note", at=at, side=REFEREE, public={"text": "The last letter came twice"}))
        writer.append(Draft(kind="retract", at=at, side=REFEREE, public={"to": last, "reason": "sent twice"}))
    return matches.journal_of(shelf, MATCH)


def choose(orders: Sequence[str], chance: Random) -> str:
    """Choose an order that leads through a battle."""
    for verb in WANTED:
        if fitting := [order for order in orders if order.startswith(verb)]:
            return chance.choice(fitting)
    return chance.choice(orders)


def send(shelf: Path, side: str, text: str, number: int) -> None:
    """Submit a letter."""
    sent = submission.open_letter("letter.txt", text.encode(), side=side, at=tell_time(number))
    submission.submit(shelf, MATCH, sent)


class Moderator:
    """A moderator with the keys of the referee and of the club, and all that the two players have of him."""

    def __init__(self, honest: Path, folder: Path) -> None:
        self.honest, self.folder = honest, folder
        self.mails: dict[str, list[str]] = {side: [] for side in SIDES}
        self.copies: dict[str, Path] = {}
        self.revealed: Path | None = None
        self.logs = 0

    def open_log(self, name: str = CLUB, seed: bytes = SEED) -> ClubLog:
        """Return a new log, with the key of the club unless another is given."""
        self.logs += 1
        folder = self.folder / f"log-{self.logs}"
        folder.mkdir()
        return ClubLog(folder, name, seed)

    def forge(self, *changes: Change, requote: bool = True) -> Forgery:
        """Return the journal with changes, sealed again. Its letters quote the heads that it has now."""
        forgery = Forgery(self.honest)
        for change in changes:
            change(forgery)
        self.seal(forgery)
        if requote:
            for line in forgery.entries("witness"):
                quoted = int(line["body"]["public"]["head"].partition(":")[0])
                line["body"]["public"]["head"] = str(find_head(forgery, min(quoted, line["body"]["seq"] - 1)))
                self.seal(forgery)
        return forgery

    def seal(self, forgery: Forgery) -> None:
        """Seal a journal again. Changes under the seals are made in the copies only."""
        under_seals, forgery.kept = forgery.kept, []
        forgery.write(self.folder / "sealed.jsonl", "journal", FAVOURED)
        forgery.kept = under_seals

    def prove(self, log: ClubLog, forgery: Forgery) -> list[ClubProof]:
        """Append the heads of a journal to a log, letter by letter, and return a proof for each report."""
        shown: list[ClubProof] = []
        for head in list_heads(forgery):
            log.append(head)
            shown.append(log.prove(head, [proof.checkpoint.size for proof in shown[-1:]]))
        return shown

    def post(self, side: str, shown: Sequence[ClubProof]) -> None:
        """Send proofs to a player, one a mail."""
        self.mails[side].extend("\n".join(proof.lines()) for proof in shown)

    def hand_out(self, forgery: Forgery, *sides: str) -> None:
        """Give copies to players, who ask for them at the end."""
        for side in sides or SIDES:
            lines = copy_line(forgery.lines)
            self.copies[side] = forgery.write(self.folder / f"{side}.jsonl", "copy", side)
            forgery.lines = lines

    def file(self, *changes: Change) -> None:
        """Cheat when it happens: mails and copies agree with the forged journal."""
        forgery = self.forge(*changes)
        shown = self.prove(self.open_log(), forgery)
        for side in SIDES:
            self.post(side, shown)
        self.hand_out(forgery)

    def rewrite(self, *changes: Change) -> None:
        """Cheat afterwards: the mails were honest, and the copies are of another history."""
        shown = self.prove(self.open_log(), self.forge())
        for side in SIDES:
            self.post(side, shown)
        self.hand_out(self.forge(*changes))

    def reveal(self, *changes: Change) -> None:
        """Cheat when it happens, and open the secret at the end."""
        self.file(*changes)
        forgery = self.forge(*changes)
        self.revealed = forgery.write(self.folder / "revealed.jsonl", "revealed", FAVOURED)

    def fork(self, first: Forgery, other: Forgery, *, one_log: bool) -> None:
        """Show the second player another history, in one log or in two logs with one key."""
        log = self.open_log()
        self.post(FAVOURED, self.prove(log, first))
        self.post(SECOND, self.prove(log if one_log else self.open_log(), other))
        self.hand_out(first, FAVOURED)
        self.hand_out(other, SECOND)


def list_heads(forgery: Forgery) -> list[Head]:
    """Return the heads that reports show: of the opening, of each letter, and the last one."""
    lines = forgery.lines
    ends = [n for n, line in enumerate(lines) if n and (n == 1 or line["body"]["kind"] == "witness")]
    return [find_head(forgery, n) for n in dict.fromkeys([*ends, len(lines) - 1])]


def find_head(forgery: Forgery, seq: int) -> Head:
    """Return the head of an entry."""
    return Head(seq=seq, seal=forgery.lines[seq]["seal"])


def investigate(moderator: Moderator) -> tuple[Source, frozenset[str]]:
    """Return the least that shows the fraud, and the players who find it. Both look at all that they have."""
    for source, look in LOOKS.items():
        if finders := frozenset(side for side in SIDES if look(moderator, side)):
            return source, finders
    return Source.TRUST, frozenset()


def name_mails(moderator: Moderator, *sides: str) -> dict[str, str]:
    """Return the mails of players by name."""
    return {f"{side}-{n}": text for side in sides for n, text in enumerate(moderator.mails[side], 1)}


def look_at_mails(moderator: Moderator, side: str) -> bool:
    """Return True if `club check` finds a difference in a player's mails."""
    try:
        return bool(report_check.check(name_mails(moderator, side), KEY).differences)
    except Fault:
        return True


def look_at_copy(moderator: Moderator, side: str) -> bool:
    """Return True if `verify COPY` finds a fault or a difference, or leaves dice unproved."""
    return doubts(moderator.copies[side])


def doubts(path: Path, beacon: Beacon | None = None) -> bool:
    try:
        result = match_verification.verify(path, beacon=beacon)
    except Fault:
        return True
    return result.differs or bool(result.unproved) or result.not_judged is not None


def look_at_mails_and_copy(moderator: Moderator, side: str) -> bool:
    """Return True if `club check --copy` finds a difference."""
    copy = matches.read_copy(moderator.copies[side])
    return bool(report_check.check(name_mails(moderator, side), KEY, copy=copy).differences)


def look_at_both_copies(moderator: Moderator, _side: str) -> bool:
    """Return True if `compare` finds that the copies part."""
    return comparison.compare(*(moderator.copies[side] for side in SIDES)).parted is not None


def look_at_all_mails(moderator: Moderator, _side: str) -> bool:
    """Return True if `club check` finds a difference between the mails of both players."""
    return bool(report_check.check(name_mails(moderator, *SIDES), KEY).differences)


def look_after_round(moderator: Moderator, side: str) -> bool:
    """Return True if `verify COPY --beacon` finds a fault when the round of the lock is known."""
    copy = moderator.copies[side]
    return "lock" in json.loads(copy.read_bytes().splitlines()[0])["body"] and doubts(copy, OPENED)


def look_after_reveal(moderator: Moderator, _side: str) -> bool:
    """Return True if `verify` finds a fault when the secret is open."""
    return moderator.revealed is not None and doubts(moderator.revealed)


LOOKS: Mapping[Source, Callable[[Moderator, str], bool]] = {
    Source.MAILS: look_at_mails,
    Source.COPY: look_at_copy,
    Source.MAILS_AND_COPY: look_at_mails_and_copy,
    Source.BOTH_COPIES: look_at_both_copies,
    Source.BOTH_MAILS: look_at_all_mails,
    Source.ROUND: look_after_round,
    Source.REVEAL: look_after_reveal,
}
"""The looks at what a player has, from the least to the most."""


def copy_line(line: Any) -> Any:
    """Return a copy of a line of a journal."""
    return json.loads(json.dumps(line))
