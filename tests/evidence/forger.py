"""A forger with the referee's own pen: he changes a journal and makes all that follows from it fit again."""

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from referee.dice.chain import Secrets
from referee.dice.format3 import commit_owner
from referee.evidence import standalone
from referee.faults import DataFault
from referee.matches.journal import verification
from schemas.record import REFEREE
from tests.evidence.mutations import commit, digest, salt_again, throw_again, write
from tests.evidence.refiled import SECRETS, events_of

Line = Any
Change = Callable[["Forgery"], None]

STATES = ("copy", "journal", "revealed")
FOUND, UNPROVED, WAITING, MISSED = "F", "U", "W", "!"
"""A forgery is found; its dice are counted as unproved; what it says waits for the hidden secret, or for a
part that this copy lacks, and both say that this is not open yet; or it passed for the truth.
"""


class Forgery:
    """A journal on its way to be forged: its lines with the header first, as JSON holds them."""

    def __init__(self, honest: Path) -> None:
        self.lines = [json.loads(line) for line in honest.read_bytes().splitlines()]
        self.raw: Callable[[bytes], bytes] | None = None
        self.kept: list[Callable[[], None]] = []

    @property
    def header(self) -> Any:
        return self.lines[0]["body"]

    def entries(self, kind: str) -> list[Line]:
        """The entries of a kind."""
        return [line for line in self.lines[1:] if line["body"]["kind"] == kind]

    def entry(self, kind: str) -> Line:
        """The first entry of a kind."""
        return self.entries(kind)[0]

    def thrown(self) -> list[Line]:
        """The entries with dice that everyone sees, thrown for an order that everyone sees."""
        return [line for line in self.lines[1:] if line["body"]["key"] and line["body"]["public"]["order"]]

    def sealed(self) -> Line:
        """The entry with dice for a secret order."""
        return next(line for line in self.lines[1:] if line["body"]["public"].get("sealed"))

    def secret(self, owner: str) -> Line:
        """The first entry with secret throws of an owner."""
        return next(line for line in self.lines[1:] if "key" in line.get("private", {}).get(owner, {}))

    def rolls(self, line: Line, who: str = "") -> list[Any]:
        """The rolls that an entry tells everyone, or one reader."""
        part = line["private"][who] if who else line["body"]["public"]
        return [roll for event in events_of(part) for roll in event.get("rolls") or ()]

    def throw_again(self, line: Line) -> None:
        """Throw the dice of an entry again, for what stands there now."""
        before = self.lines[1 : self.lines.index(line)]
        filed = [it["body"] for it in before if it["body"]["kind"] == "phrase"]
        phrases = {body["side"]: body["public"]["phrase"] for body in filed}
        throw_again(line, self.header, phrases)

    def after_sealing(self, change: Callable[[], None]) -> None:
        """Change something when all is sealed, as somebody without the pen would."""
        self.kept.append(change)

    def put(self, at: int, kind: str, side: str | None, public: Any) -> Line:
        """A new entry at a place, with the numbers behind it moved on."""
        body = {"kind": kind, "side": side, "public": public, "key": None, "commit": {}, "prev": ""}
        line = {"body": {**body, "at": self.header["at"], "seq": at}, "private": {}}
        self.lines.insert(at, line)
        self.number()
        return line

    def _find_marks(self) -> dict[str, str]:
        """The salts of entry 1, which secret throws name their owners by."""
        parts = self.lines[1].get("private", {}) if len(self.lines) > 1 else {}
        return {who: str(part.get("salt", "")) for who, part in parts.items() if isinstance(part, dict)}

    def _name_again(self, was: dict[str, str]) -> None:
        """Name the owners of secret throws by the salts that entry 1 has now."""
        now = self._find_marks()
        for roll in find_owned(self.lines[1:]):
            for who, mark in was.items():
                if roll["owner"] == commit_owner(who, mark, str(roll.get("key"))):
                    roll["owner"] = commit_owner(who, now[who], str(roll.get("key")))
                    break

    def number(self) -> None:
        """Number the entries anew."""
        for seq, line in enumerate(self.lines[1:], 1):
            line["body"]["seq"] = seq

    def write(self, to: Path, state: str, viewer: str) -> Path:
        """The forged journal as a file, in one of the states."""
        if state == "revealed":
            self.lines.append(reveal(len(self.lines), self.header))
        prev = ""
        marks = self._find_marks()
        for n, line in enumerate(self.lines):
            if n:
                was, line["body"]["prev"] = line["body"].get("prev", ""), prev
                salt_again(line, was)
                if n == 1:
                    self._name_again(marks)
                commit(line)
            prev = line["seal"] = digest(line["body"])
        for change in self.kept:
            change()
        lines = [cut(line, viewer) if state == "copy" else line for line in self.lines]
        text = b"".join(write(line) + b"\n" for line in lines)
        to.write_bytes(self.raw(text) if self.raw else text)
        return to


def find_owned(value: Any) -> Iterator[Any]:
    """Every roll in a value that names an owner, wherever it is."""
    if isinstance(value, dict) and isinstance(value.get("owner"), str):
        yield value
    items = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    for one in items:
        yield from find_owned(one)


def reveal(seq: int, header: Any) -> Line:
    """The entry that opens the secret of a match."""
    body = {"kind": "reveal", "side": REFEREE, "key": None, "commit": {}, "seq": seq, "prev": ""}
    return {"body": {**body, "at": header["at"], "public": {"hidden": SECRETS.hidden}}, "private": {}}


def cut(line: Line, viewer: str) -> Line:
    """A line as one side may have it."""
    return {**line, "private": {who: it for who, it in line.get("private", {}).items() if who == viewer}}


def key(n: int, secrets: Secrets = SECRETS, chain: int = 0) -> dict[str, Any]:
    """A key of the chain whose dice everyone sees."""
    return {"n": n, "k": secrets.key(n, chain)}


def judge(path: Path, honest: Path) -> Iterator[str]:
    """What our verifier, and the one that stands alone, make of a journal that is forged from another."""
    yield judge_ours(path, find_changes(path, honest))
    yield judge_theirs(path)


def find_changes(path: Path, honest: Path) -> set[int]:
    """The entries with other private parts than those of the honest journal."""
    told = [
        [json.loads(line).get("body", {}) for line in file.read_bytes().splitlines()[1:]]
        for file in (path, honest)
    ]
    pairs = enumerate(zip(*told, strict=False), 1)
    return {seq for seq, (one, other) in pairs if one.get("commit") != other["commit"]}


def judge_ours(path: Path, changed: set[int]) -> str:
    """What ours makes of it, which counts dice by entry."""
    try:
        report = verification.verify(path)
    except DataFault:
        return FOUND
    if any(doubt.entry in changed for doubt in report.doubted):
        return UNPROVED
    return MISSED if report.opened else WAITING


def judge_theirs(path: Path) -> str:
    """What the other one makes of it, which counts dice by what they rest on."""
    state, wrong, _ = standalone.verified(str(path))
    if wrong:
        return FOUND
    if state.dice.own_keys or state.dice.trust:
        return UNPROVED
    return MISSED if state.claims.hidden or not state.claims.items else WAITING


CHOSEN = Secrets(seed="77" * 32, hidden="78" * 32, keys=SECRETS.keys, published=True)
"""A chain of keys that the forger made up."""
