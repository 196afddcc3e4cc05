"""Players, a moderator, a network and a post office, all drawn from one seed.

Each day mails arrive late, twice, out of order or not at all; the clock steps; processes are killed, the
disk fails or loses its power, a backup is restored, and a bot falls silent or talks nonsense. After each
restart and each day the promises of the program are checked: see `World.check`.
"""

import os
import random
import re
import shutil
from collections import Counter
from collections.abc import Callable, Generator, Sequence
from contextlib import contextmanager, nullcontext, suppress
from datetime import UTC, datetime, timedelta
from errno import EIO, ENOSPC
from functools import cache, partial
from hashlib import sha256
from pathlib import Path

import pytest

from referee.analysis.bots import bot_play
from referee.dice.chain import Secrets
from referee.faults import Busy, Complaint, DataFault, Fault
from referee.mail import office, receiving, seats, service
from referee.mail.delivery import carriers
from referee.mail.office import FOLDER, Office
from referee.mail.outbox import Carrier
from referee.mail.state import MailFault
from referee.matches import clock, matches, opening
from referee.matches.judging import submission
from referee.matches.matches import Match
from referee.matches.shelf import JOURNAL
from referee.packs import loading
from referee.platform import files
from referee.systems.great_war.rules import GreatWar
from schemas.mail import Received
from tests.club.clock import Clock
from tests.club.deliveries import Deliveries
from tests.club.desk import Desk
from tests.club.disk import Disk, Failure, Killed, PowerLoss
from tests.club.people import ADDRESS, BOT_FAULTS, BOTS, CONFIG, MATCHES, NOISE, PLAYERS, Bot, Mail
from tests.club.promises import Proved, list_seals, prove, verify
from tests.great_war.random_play import lawful_choice

BEGIN = datetime(2026, 12, 1, 20, tzinfo=UTC)
load_once = cache(loading.load)

WORK_OF_OFFICE = ("open", "receive", "round")
"""Work of the process that holds the post office."""

NO_ROUTE = "no route to host"
FAILURES = (EIO, ENOSPC, Killed, PowerLoss, PowerLoss)
HEAD = re.compile(r"\b(\d+):\s*([0-9a-f]{64})\b")


class BrokenPromiseError(AssertionError):
    """A broken promise, and the day on which it was noticed."""

    def __init__(self, day: int, promise: AssertionError) -> None:
        super().__init__(f"day {day}: {promise}")
        self.day = day


class World:
    """A club in a folder. The same seed gives the same journals and mails."""

    def __init__(self, folder: Path, seed: int, patch: pytest.MonkeyPatch) -> None:
        self.folder, self.shelf = folder, folder / "matches"
        self.rng = random.Random(seed)
        self.counts: Counter[str] = Counter()
        self.clock, self.number = Clock(BEGIN), 0
        self.mails: list[Mail] = []
        self.inbox: dict[str, Mail] = {}
        self.reply_to: dict[tuple[str, str], str] = {}
        self.heads: dict[str, dict[int, str]] = {name: {} for name in MATCHES}
        self.tried: set[bytes] = set()
        self.done: set[bytes] = set()
        self.restored: set[str] = set()
        self.proved: dict[str, Proved] = {}
        # The library draws the borders between the parts of mails.
        random.seed(seed)
        patch.setenv("XDG_CACHE_HOME", str(folder / "cache"))
        # Threads would sync in any order.
        patch.setattr(files, "SYNCED_AT_ONCE", 1)
        (self.shelf / FOLDER).mkdir(parents=True)
        (folder / "attic").mkdir()
        for name in ("new", "cur", "tmp"):
            (folder / "inbox" / name).mkdir(parents=True)
        (self.shelf / FOLDER / "config.toml").write_text(CONFIG.format(address=ADDRESS, folder=folder))
        # No pack changes here, so that each is read once.
        patch.setattr(loading, "load", load_once)
        patch.setattr(bot_play, "begin", lambda _: nullcontext(Bot(self.rng, self.counts)))
        self.disk = Disk(self.shelf, folder / "attic", self.rng)
        self.desk, self.deliveries = Desk(self.shelf), Deliveries(self.shelf, folder / "outgoing")
        self.is_server_away = False
        self.open_carrier = carriers.open_carrier
        patch.setattr(carriers, "open_carrier", self._open_carrier)

    def urandom(self, count: int, /) -> bytes:
        """Return the next bytes of chance."""
        return self.rng.randbytes(count)

    def open(self) -> None:
        """Open the matches."""
        for name in MATCHES:
            while not self._work("open", partial(self._open, name)):
                pass

    @property
    def at(self) -> str:
        return clock.now()

    def _open(self, name: str) -> None:
        with suppress(Fault):
            secrets = Secrets(seed=sha256(name.encode()).hexdigest(), hidden="7" * 64)
            bots = BOTS.get(name, {})
            opening.open_match(self.shelf, name, "ttlm", at=self.at, secrets=secrets, players=bots)
        with self.desk.open() as desk:
            for side, address in PLAYERS.items():
                if side not in BOTS.get(name, {}):
                    seats.take_seat(desk, name, side, address)

    @contextmanager
    def _open_carrier(self, desk: Office) -> Generator[Carrier]:
        """Open the carrier of mail, unless its server is away."""
        if self.is_server_away:
            raise Busy(Complaint.of(MailFault.SERVER_SILENT, host="mx.club.example", why=NO_ROUTE))
        with self.open_carrier(desk) as carry:
            yield carry

    def live(self, days: int) -> None:
        """Let some days pass. Raises `BrokenPromiseError` if a promise is broken."""
        try:
            self._live_days(days)
        finally:
            self.desk.close()

    def _live_days(self, days: int) -> None:
        for day in range(1, days + 1):
            self.counts["days"] += 1
            try:
                self._live_a_day()
                if day == days:
                    self._verify_again()
            except AssertionError as promise:
                raise BrokenPromiseError(self.counts["days"], promise) from promise

    def _verify_again(self) -> None:
        """Verify each journal from its first line: until now each check began where the last one ended."""
        for proved in self.proved.values():
            verify(proved.content, self.folder / "unverified")

    def _live_a_day(self) -> None:
        self.desk.begin_day(self.rng, self.counts)
        for _ in range(4):
            self._pass_time()
            self._let_players_write()
            self._deliver()
            self._work("round", self._go_round)
            self._read_mails()
        self._run_bots()
        self._restore_backup()
        self.check()

    def _pass_time(self) -> None:
        """Move the clock, which sometimes steps back or forward by a day."""
        self.clock.sleep(self.rng.uniform(3, 9) * 3600)
        if self.rng.random() < 0.02:
            step = self.rng.choice((-1, 1))
            self.clock.step(timedelta(days=step))
            self.counts["clock back" if step < 0 else "clock forward"] += 1

    def _work(self, name: str, work: Callable[[], object]) -> bool:
        """Do some work of the program, in which the machine may fail. Return True if it was done."""
        is_failing = self.rng.random() < 0.2
        failure = Failure(self.rng.randint(1, 40), self.rng.choice(FAILURES)) if is_failing else None
        self.disk.plan(failure)
        end = self._attempt(name, work, is_failing=is_failing)
        # A command of a player dies alone.
        if isinstance(end, PowerLoss) or (isinstance(end, Killed) and name in WORK_OF_OFFICE):
            self.desk.close()
        if isinstance(end, PowerLoss):
            self.disk.restart()
        self.disk.plan(None)
        if name != "open":
            self.deliveries.note_job(is_cut_off=is_failing)
        if isinstance(end, PowerLoss | Killed):
            self.check()
        # A worker that shares the post office syncs the mails of workers that died in its next round.
        if not is_failing and (name == "round" or (name == "receive" and not self.desk.is_held)):
            self.deliveries.keep()
        return end is None

    @staticmethod
    def _attempt(name: str, work: Callable[[], object], *, is_failing: bool) -> BaseException | None:
        """Return the exception that ended the work, or None. A machine that works has none."""
        try:
            work()
        except (PowerLoss, Killed) as end:
            return end
        except (Fault, OSError) as error:
            if not is_failing:
                raise AssertionError(f"{name} failed on a machine that works") from error
            return error
        return None

    def _go_round(self, *, fetches_only: bool = False) -> None:
        self.is_server_away = self.rng.random() < (0.7 if self.is_server_away else 0.05)
        self.counts["rounds with the server away"] += self.is_server_away
        waiting = dict(self.inbox)
        try:
            with self.desk.open(is_shared=True) as desk:
                done = service.run_round(desk, self.at, fetches_only=fetches_only)
        except BaseException:
            self.tried |= {mail.letter for mail in waiting.values()}
            raise
        faults = [fault for fault in done.faults if NO_ROUTE not in fault]
        for result in done.received:
            if (mail := self.inbox.pop(result.digest, None)) is not None:
                is_new = mail.letter not in self.tried
                self.tried.add(mail.letter)
                self._note_result(mail, result, is_new=is_new, is_answered=not faults)
        if faults:
            self.tried |= {mail.letter for mail in waiting.values()}
            raise OSError(f"a step of the round failed: {faults}")

    def _let_players_write(self) -> None:
        for name in MATCHES:
            if not (self.shelf / name).is_dir() or self.rng.random() < 0.5:
                continue
            match = matches.find(self.shelf, name)
            side, text = self._write_letter(match)
            if self.rng.random() < 0.1:
                self.counts["letters by hand"] += 1
                self.number += 1
                # The same letter twice is asked about, so that each has a number.
                letter = f"{text}\n# {self.number}\n".encode()
                sent = submission.open_letter("letter", letter, at=self.at, side=side)
                self._work("submit", partial(submission.submit, self.shelf, name, sent))
            else:
                self._post(name, side, text)

    def _write_letter(self, match: Match) -> tuple[str, str]:
        """Return a side and the text of its letter: mostly a legal order, sometimes noise."""
        rules = match.rules
        assert isinstance(rules, GreatWar)
        order = lawful_choice(rules, match.position(), self.rng) if rules.prompts(match.position()) else None
        bots = BOTS.get(match.name, {})
        if order is None or order.side in bots or self.rng.random() < 0.1:
            self.counts["noise"] += 1
            people = [side for side in match.header.sides if side not in bots]
            return self.rng.choice(people), self.rng.choice(NOISE)
        return order.side, match.system.notation.write(order)

    def _post(self, name: str, side: str, text: str) -> None:
        """Send a letter over a network that loses, delays and doubles mails."""
        self.number += 1
        # Some mail programs give two mails the same id.
        message_id = self.number - (self.rng.random() < 0.05)
        to = self.reply_to.get((name, side), ADDRESS) if self.rng.random() < 0.5 else ADDRESS
        raw = (
            f"From: {PLAYERS[side]}\nTo: {to}\nMessage-ID: <{message_id}@{side}.example>\n"
            f"Subject: [{name}] {self.number}\n\n{text}\n\n-- \n{self.number}\n"
        ).encode()
        if self.rng.random() < 0.05:
            self.counts["lost mails"] += 1
            return
        for copy in range(1 + (self.rng.random() < 0.15)):
            self.counts["doubled mails"] += copy
            # A server on the way adds its own line.
            received = b"Received: from relay%d; by mx.club.example\n" % copy + raw
            delay = timedelta(hours=self.rng.choice((0, 0, 0, 1, 10, 60)))
            self.counts["late mails"] += delay > timedelta(hours=9)
            self.mails.append(Mail(self.clock.now + delay, name, received if copy else raw))

    def _deliver(self) -> None:
        """Hand the mails that are due to the post office, and again if it did not take them."""
        due = [mail for mail in self.mails if mail.due <= self.clock.now]
        self.rng.shuffle(due)
        if self.desk.is_held:
            self._deliver_to_inbox(due)
            return
        for mail in due:
            if self._work("receive", partial(self._receive, mail)):
                self.mails.remove(mail)
            else:
                self.counts["mails sent again"] += 1

    def _deliver_to_inbox(self, due: Sequence[Mail]) -> None:
        """Put mails into the inbox, which wakes the process that watches it."""
        for mail in due:
            self.mails.remove(mail)
            digest = office.digest(mail.raw)
            path, time = self.folder / "inbox" / "new" / digest, self.clock.time_ns()
            path.write_bytes(mail.raw)
            os.utime(path, ns=(time, time))
            self.inbox[digest] = mail
        if due:
            self._work("round", partial(self._go_round, fetches_only=True))
            self._read_mails()

    def _run_bots(self) -> None:
        """Have the moderator run the bots, which is all that helps against one that fell silent."""
        for name in BOTS:
            if self.rng.random() < 0.3:
                self.counts["bots by hand"] += 1
                self._work("bot", partial(self._let_bots_go_on, name))

    def _let_bots_go_on(self, name: str) -> None:
        try:
            bot_play.go_on(self.shelf, name, self.at)
        except DataFault as fault:
            if fault.complaints[-1].code not in BOT_FAULTS:
                raise

    def _receive(self, mail: Mail) -> None:
        is_new = mail.letter not in self.tried
        self.tried.add(mail.letter)
        with self.desk.open() as desk:
            done = receiving.receive(desk, mail.raw, self.at)
        self._note_result(mail, done, is_new=is_new)

    def _note_result(self, mail: Mail, done: Received, *, is_new: bool, is_answered: bool = True) -> None:
        """Check the result of a mail, and note it. A round that failed may not have answered it yet."""
        letter = mail.letter
        self.counts[f"mail {done.verdict}"] += 1
        if done.verdict == "repeat":
            assert not is_new, "a new letter counts as a repeated one"
            # A question is not answered again, once the moderator has it.
            is_known = letter in self.done or any(text.encode() in letter for text in NOISE)
            assert is_known or not is_answered or self.deliveries.holds_answer(mail.message_id), (
                "a letter counts as repeated, but is lost"
            )
        if done.verdict == "waiting":
            return
        self.done.add(letter)
        if done.verdict in ("judged", "refused"):
            self._promise(mail.name)

    def _promise(self, name: str) -> None:
        """Note the head of a match that an answer was given for."""
        seals = list_seals((self.shelf / name / JOURNAL).read_bytes())
        self.heads[name][len(seals)] = seals[-1]

    def _read_mails(self) -> None:
        """Have the players read their new mails."""
        for mail in self.deliveries.read():
            name = str(mail["Subject"]).partition("[")[2].partition("]")[0]
            side = next((side for side, address in PLAYERS.items() if address == mail["To"]), "")
            if name in MATCHES and side:
                self.counts["mails read"] += 1
                # The address of a question about a held letter takes its answer alone.
                if "please confirm" not in str(mail["Subject"]):
                    self.reply_to[name, side] = str(mail["Reply-To"])
                body = mail.get_body(("plain",))
                assert body is not None
                text = body.get_content()
                # Mails that were written before a backup was restored promise what is gone.
                if name not in self.restored:
                    self.heads[name] |= {int(seq): seal for seq, seal in HEAD.findall(text)}

    def _restore_backup(self) -> None:
        """Make a backup of a match, or restore the last one: what was filed since is gone."""
        name = self.rng.choice(MATCHES)
        folder, backup = self.shelf / name, self.folder / f"backup-{name}"
        lot = self.rng.random()
        if lot < 0.05 and folder.is_dir():
            shutil.rmtree(backup, ignore_errors=True)
            shutil.copytree(folder, backup)
        elif lot < 0.06 and backup.is_dir():
            self.desk.close()
            shutil.rmtree(folder)
            shutil.copytree(backup, folder)
            # The moderator runs `sync` after the copy.
            self.disk.sync()
            count = len(matches.find_whole(self.shelf, name).entries)
            self.heads[name] = {seq: seal for seq, seal in self.heads[name].items() if seq <= count}
            self.restored.add(name)
            self.counts["restored backups"] += 1

    def check(self) -> None:
        """Check that nothing is lost after an answer, filed twice, or read from a wrong snapshot."""
        self.deliveries.check()
        for name in MATCHES:
            path = self.shelf / name / JOURNAL
            if not path.is_file():
                assert not self.heads[name], f"{name} is gone"
                continue
            known = self.proved[name] = prove(path, self.folder / "unverified", self.proved.get(name))
            for seq, seal in self.heads[name].items():
                assert known.seals[seq - 1 : seq] == (seal,), f"{name} lost entry {seq}"
            self.counts["checks"] += 1

    def digest(self) -> str:
        """Return a digest of all journals and of all mails that were sent."""
        paths = [*self.shelf.glob("*/journal.jsonl"), *self.folder.glob("outgoing/new/*")]
        contents = sorted(path.read_bytes() for path in paths)
        return sha256(b"".join(contents)).hexdigest()
