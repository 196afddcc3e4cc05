"""Clubs whose post office is killed at random: `python -m tests.mail.killed_offices --kills 2000`.

The office is the process that a moderator runs, `referee mail watch`. Letters to several matches come while
it works, and it records them in groups. After each kill it starts again, and at the end of each evening it
finishes its work: see `Evening.check`.
"""

import argparse
import random
import re
import subprocess
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Generator, Iterator
from contextlib import contextmanager
from email import message_from_bytes, policy
from email.message import EmailMessage
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from referee.dice.chain import Secrets
from referee.mail import office, receiving, seats
from referee.mail.office import FOLDER, open_office
from referee.matches import matches, opening
from referee.matches.shelf import JOURNAL
from referee.systems.great_war.rules import GreatWar
from tests.club.promises import LETTER, list_seals, prove
from tests.club.world import HEAD
from tests.great_war.random_play import lawful_choice
from tests.mail.conftest import AT, Club

MATCHES = ("aisne", "marne", "meuse", "oise", "somme", "yser")
SIDES = ("german", "entente")

KILLS_OF_AN_EVENING = 20

MOST_LETTERS = 3
"""Highest number of letters to a match between two kills."""

LONGEST_WORK = 0.4
"""Seconds that the office works at most before it is killed."""

PATIENCE = 60.0
"""Seconds that the office may take for its work."""

ROUND = 0.2
"""Seconds in which the office notices that nothing is left."""

LOOK = 0.001
"""Seconds between two looks at the folders of the office."""

REQUESTS = ("report", "options", "message to referee: I shall be late")
"""Letters that are answered again if they come by another route."""

OTHER_TEXTS = (
    *REQUESTS,
    "move everything to {mark}",
    "when losses as defender always: lose cheapest",
)
"""Letters other than a legal order. The answer to the one that is refused quotes it to its author."""

MARK = re.compile(r"mark[0-9a-f]{12}")
"""Words of a letter that only its author may see again."""


class Letter(NamedTuple):
    """A letter that was sent: its author, its text, the words that mark it, and its mail."""

    author: str
    message_id: str
    text: str
    mark: str
    raw: bytes


class Evening:
    """A club with some matches, in a folder, and its post office."""

    def __init__(self, folder: Path, seed: int, workers: int = 1, bug: str = "") -> None:
        self.folder, self.club = folder, Club(folder / "matches")
        self.log, self.workers, self.bug = folder / "log", workers, bug
        self.rng, self.counts = random.Random(seed), Counter[str]()
        self.letters: list[Letter] = []
        self.heads: dict[str, dict[int, str]] = {name: {} for name in MATCHES}
        self.read: set[str] = set()
        self._open()

    @property
    def post(self) -> Path:
        return self.club.shelf / FOLDER

    def _open(self) -> None:
        self.club.set_up("address")
        for name in MATCHES:
            secrets = Secrets(seed=sha256(name.encode()).hexdigest(), hidden="7" * 64)
            opening.open_match(self.club.shelf, name, "ttlm", at=AT, secrets=secrets)
        with open_office(self.club.shelf) as desk:
            for name in MATCHES:
                for side in SIDES:
                    seats.take_seat(desk, name, side, name_player(name, side))
            receiving.finish(desk, AT)
        for name in ("tmp", "new", "cur"):
            (self.folder / "inbox" / name).mkdir(parents=True)

    def live(self, kills: int) -> None:
        """Kill the office so many times while letters come, have it finish, and check all promises."""
        for _ in range(kills):
            written = [mail for name in MATCHES for mail in self._write_letters(name)]
            self.rng.shuffle(written)
            half = len(written) // 2
            self._post(written[half:] or [self._write_letter(MATCHES[0]).raw])
            self._work_and_die(written[:half])
            self._check_answers()
        self._finish()
        self._check_answers()
        self.check()
        assert not self._read_log(), self._read_log()

    def _write_letters(self, match: str) -> Iterator[bytes]:
        """Yield the mails that come to a match before the next kill: letters, and repeats of earlier ones."""
        for _ in range(self.rng.randint(0, MOST_LETTERS)):
            if self.letters and self.rng.random() < 0.15:
                self.counts["repeated mails"] += 1
                letter = self.rng.choice(self.letters)
                # A server on the way adds its own line.
                has_line = letter.text not in REQUESTS and self.rng.random() < 0.5
                yield b"Received: from relay; by mx.club.example\n" * has_line + letter.raw
            else:
                yield self._write_letter(match).raw

    def _write_letter(self, match: str) -> Letter:
        side, text = self.rng.choice(SIDES), self.rng.choice(OTHER_TEXTS)
        if self.rng.random() < 0.7:
            found = matches.find(self.club.shelf, match)
            rules = found.rules
            assert isinstance(rules, GreatWar)
            order = (
                lawful_choice(rules, found.position(), self.rng) if rules.prompts(found.position()) else None
            )
            if order is not None:
                side, text = order.side, found.system.notation.write(order)
        mark, number = f"mark{self.rng.randbytes(6).hex()}", len(self.letters)
        author, message_id = name_player(match, side), f"<{number}@player.example>"
        raw = (
            f"From: {author}\nTo: referee@club.example\nMessage-ID: {message_id}\n"
            f"Subject: [{match}] {number}\n\n{text.format(mark=mark)}\n# {mark}\n"
        ).encode()
        self.letters.append(Letter(author, message_id, text, mark, raw))
        return self.letters[-1]

    def _post(self, mails: list[bytes]) -> None:
        """Put mails into the inbox, as a server does."""
        for raw in mails:
            self.counts["mails"] += 1
            name = f"{self.counts['mails']:06}"
            (self.folder / "inbox" / "tmp" / name).write_bytes(raw)
            (self.folder / "inbox" / "tmp" / name).rename(self.folder / "inbox" / "new" / name)

    @contextmanager
    def _run_office(self) -> Generator[None]:
        """Run the processes of the office. At the end of the block they are killed, one after the other."""
        line = [sys.executable, "-m", "referee"]
        if self.bug:
            line = [sys.executable, "-m", "tests.mail.offices_with_bugs", self.bug]
        line += ["mail", "watch", "--every", "1", "--quiet", "--shelf", str(self.club.shelf)]
        with self.log.open("ab") as log:
            workers = [subprocess.Popen(line, stdout=log, stderr=log) for _ in range(self.workers)]
        try:
            yield
            assert all(worker.poll() is None for worker in workers), f"the office ended: {self._read_log()}"
        finally:
            for number, worker in enumerate(workers):
                if number:
                    time.sleep(self.rng.uniform(0, LONGEST_WORK / 2))
                worker.kill()
                worker.wait()

    def _work_and_die(self, later: list[bytes]) -> None:
        """Start the office, post mails while it works, and kill it."""
        with self._run_office():
            # One office in ten dies while it starts.
            if self.rng.random() < 0.1:
                time.sleep(self.rng.uniform(0, LONGEST_WORK))
            else:
                waiting = self._list_waiting()
                self._await(lambda: self._list_waiting() != waiting)
                pause = self.rng.uniform(0, LONGEST_WORK) / (len(later) + 1)
                while later:
                    time.sleep(pause)
                    self._post([later.pop()])
                time.sleep(pause)
        self._note_moment()
        self._post(later)

    def _await(self, is_done: Callable[[], bool]) -> None:
        until = time.monotonic() + PATIENCE
        while not is_done():
            assert time.monotonic() < until, f"mail stays: {self._count_waiting()}; {self._read_log()}"
            time.sleep(LOOK)

    def _read_log(self) -> str:
        return self.log.read_text("utf-8")

    def _list_waiting(self) -> dict[str, frozenset[str]]:
        """Return the names of the mails that wait in each folder."""
        folders = {
            "inbox": self.folder / "inbox/new",
            "stored": self.post / "in",
            "outbox": self.post / "out/new",
        }
        return {
            place: frozenset(path.name for path in folder.iterdir() if path.suffix in ("", ".eml"))
            for place, folder in folders.items()
        }

    def _count_waiting(self) -> dict[str, int]:
        return {place: len(names) for place, names in self._list_waiting().items()}

    def _note_moment(self) -> None:
        """Count the kills by the work that they interrupted."""
        self.counts["kills"] += 1
        moments = [place for place, count in self._count_waiting().items() if count]
        self.counts[f"killed with mail in: {', '.join(moments) or 'no folder'}"] += 1

    def _finish(self) -> None:
        with self._run_office():
            self._await(lambda: not any(self._list_waiting().values()))
            # A round in which nothing is left to do.
            time.sleep(ROUND)

    def _read_mails(self) -> list[EmailMessage]:
        files = (self.folder / "outgoing" / "new").glob("*")
        return [message_from_bytes(path.read_bytes(), policy=policy.default) for path in files]

    def _check_answers(self) -> None:
        """No entry that a mail names is lost."""
        for path in (self.folder / "outgoing" / "new").glob("*"):
            if path.name in self.read:
                continue
            self.read.add(path.name)
            mail = message_from_bytes(path.read_bytes(), policy=policy.default)
            match = str(mail["Subject"]).partition("[")[2].partition("]")[0]
            if match in MATCHES:
                self.heads[match] |= {int(seq): seal for seq, seal in HEAD.findall(read_text(mail))}
        for name, heads in self.heads.items():
            seals = list_seals((self.club.shelf / name / JOURNAL).read_bytes())
            for seq, seal in heads.items():
                assert seals[seq - 1 : seq] == [seal], f"{name} lost entry {seq} after a mail named it"

    def check(self) -> None:
        """Check that each letter was judged and answered once, and that no player saw that of another."""
        for name in MATCHES:
            prove(self.club.shelf / name / JOURNAL, self.folder / "unverified", None)
        sent = self._read_mails()
        mails = list({mail.as_bytes(): mail for mail in sent}.values())
        self.counts["letters"] += len(self.letters)
        self.counts["answers and reports"] += len(mails)
        self.counts["mails that left twice, byte for byte"] += len(sent) - len(mails)
        ids = Counter(mail["Message-ID"] for mail in mails)
        assert max(ids.values()) == 1, "two mails have one id"
        answers = Counter(mail["In-Reply-To"] for mail in mails if mail["Auto-Submitted"] == "auto-replied")
        expected = Counter(letter.message_id for letter in self.letters)
        assert answers == expected, f"lost: {expected - answers}, doubled: {answers - expected}"
        self._check_records()
        authors = {letter.mark: letter.author for letter in self.letters}
        for mail in mails:
            for mark in MARK.findall(read_text(mail)):
                self.counts["quoted marks"] += 1
                assert authors[mark] == mail["To"], f"{mail['To']} saw a letter of {authors[mark]}"

    def _check_records(self) -> None:
        """Check that the office knows each letter, and that its journal has the judged ones alone."""
        filed: dict[str, set[str]] = {
            name: {
                found.decode()[8:-1]
                for found in LETTER.findall((self.club.shelf / name / JOURNAL).read_bytes())
            }
            for name in MATCHES
        }
        judged = defaultdict[str, set[str]](set)
        with open_office(self.club.shelf) as desk:
            for mail in desk.memory.list_all_mails():
                self.counts[f"mail {mail.verdict}"] += 1
                if mail.verdict == "judged":
                    judged[mail.match].add(mail.body)
            for letter in self.letters:
                assert desk.memory.find_mail(office.digest(letter.raw)), f"{letter.message_id} is lost"
        for name, bodies in judged.items():
            assert bodies <= filed.get(name, set()), f"{name} does not have a letter that was judged"
        assert not list((self.post / "failed").iterdir())


def name_player(match: str, side: str) -> str:
    return f"{side}.{match}@player.example"


def read_text(mail: EmailMessage) -> str:
    """Return the plain text of a mail, with its subject."""
    part = mail.get_body(("plain",))
    return f"{mail['Subject']}\n{part.get_content() if part is not None else ''}"


def run(kills: int, seed: int, workers: int = 1, bug: str = "") -> Iterator[Counter[str]]:
    """Run evenings until the office was killed so many times, and yield the counts of each."""
    for number, done in enumerate(range(0, kills, KILLS_OF_AN_EVENING)):
        with TemporaryDirectory() as folder:
            evening = Evening(Path(folder), seed + number, workers, bug)
            evening.live(min(KILLS_OF_AN_EVENING, kills - done))
            yield evening.counts


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "--kills", type=int, default=KILLS_OF_AN_EVENING, help="how often the office is killed"
    )
    parser.add_argument("--seed", type=int, default=1, help="first seed; each evening has the next one")
    parser.add_argument("--workers", type=int, default=1, help="processes of the office")
    parser.add_argument(
        "--bug", default="", help="bug that is planted on purpose (tests.mail.offices_with_bugs)"
    )
    asked = parser.parse_args()
    total, failure = Counter[str](), ""
    try:
        for counts in run(asked.kills, asked.seed, asked.workers, asked.bug):
            total += counts
            total["evenings"] += 1
    except AssertionError as promise:
        failure = f"seed {asked.seed + total['evenings']}: {promise}"
    sys.stdout.writelines(f"{count:8,} {name}\n" for name, count in sorted(total.items()))
    sys.exit(failure or 0)


if __name__ == "__main__":
    main()
