"""Both verifiers on one journal with a changed line: each goes on from what it knew before that line."""

import json
import pickle
from collections.abc import Iterator
from dataclasses import astuple, dataclass
from io import BytesIO
from pathlib import Path
from random import Random
from typing import Any

from referee.evidence import standalone
from referee.faults import DataFault
from referee.matches.journal import reading, verification
from schemas.journal import Head
from schemas.record import REFEREE
from tests.evidence.mutations import Mutator, commit, salt_again, throw_again, write
from tests.evidence.refiled import SECRETS, WORDS

MOVING = ("order", "ruling")
PUBLIC, OPENED = "public", "opened"

Counts = tuple[int, ...] | str
"""The dice that lead to the header, to keys of their own and to nothing, or why a journal is refused."""


@dataclass
class Trial:
    """A line of a journal that was changed, and what both verifiers say."""

    what: str
    lines: list[bytes]
    start: int
    ours: Counts
    theirs: Counts

    @property
    def agree(self) -> bool:
        """Whether both refuse, or both count the same dice; a crash agrees with nothing."""
        if "crash" in (crashed := f"{self.ours}{self.theirs}") and "crash:" in crashed:
            return False
        refused = [isinstance(said, str) for said in (self.ours, self.theirs)]
        return all(refused) or self.ours == self.theirs


class Bench:
    """A journal as one reader has it, with the states of both verifiers before each line."""

    def __init__(self, path: Path, viewer: str, scratch: Path) -> None:
        self.whole = [json.loads(line) for line in path.read_bytes().splitlines()]
        self.header, self.viewer, self._file = self.whole[0]["body"], viewer, scratch
        self.lines = [write(self.cut(line)) for line in self.whole]
        self.seals = [line["seal"] for line in self.whole]
        self._ours, self._theirs = [b""], [b""]
        ours = verification.Verification("journal.jsonl", None)
        file = BytesIO(b"".join(line + b"\n" for line in self.lines))
        _, opening = reading.read_header(file, Path("journal.jsonl"))
        ours.take(opening)
        theirs = standalone.Journal(*standalone.read_line(self.lines[0])[:2])
        for (_, it), raw in zip(
            reading.read_entries(file, path, Head(seq=0, seal=opening.seal)),
            self.lines[1:],
            strict=True,
        ):
            self._ours.append(pickle.dumps(ours, 5))
            self._theirs.append(pickle.dumps(theirs, 5))
            ours.take(it)
            theirs.take(*standalone.read_line(raw))

    def cut(self, line: Any) -> Any:
        """A line without the private parts that this reader's copy lacks."""
        parts, body = line.get("private"), line.get("body")
        if not isinstance(parts, dict) or self.viewer == REFEREE:
            return line
        if self.viewer == OPENED and isinstance(body, dict) and body.get("kind") in MOVING:
            return line
        return {**line, "private": {who: part for who, part in parts.items() if who == self.viewer}}

    def phrases(self, n: int) -> dict[str, str]:
        """The phrases before a line."""
        filed = (line["body"] for line in self.whole[1:n])
        return {body["side"]: WORDS for body in filed if body["kind"] == "phrase"}

    def judge_honest(self) -> Trial:
        """Judge the journal as it is; whoever has all orders whole has them from the reveal."""
        lines = [copied(line) for line in self.whole[1:]]
        return self.judge(
            "honest", 1, [*lines, revealed(self, len(lines) + 1)] if self.viewer == OPENED else lines
        )

    def judge(self, what: str, start: int, changed: list[Any]) -> Trial:
        """What both say of the first lines as they were and of these after them."""
        prev, lines = self.seals[start - 1], list[bytes]()
        for number, line in enumerate(changed):
            # What comes behind a changed line is sealed anew.
            if (start or number) and isinstance(line.get("body"), dict) and "as-is" not in line:
                was, line["body"]["prev"] = line["body"].get("prev"), prev
                salt_again(line, str(was))
            line.pop("as-is", None)
            lines.append(write(self.cut(line)))
            prev = lines[-1][9:73].decode("utf-8", "replace")
        return Trial(what, lines, start, self._judge_ours(start, lines), self._judge_theirs(start, lines))

    def _judge_ours(self, start: int, lines: list[bytes]) -> Counts:
        path, file = Path("journal.jsonl"), BytesIO(b"".join(line + b"\n" for line in lines))
        try:
            if start:
                ours = pickle.loads(self._ours[start])
                seal = self.seals[start - 1]
            else:
                ours = verification.Verification("journal.jsonl", None)
                _, opening = reading.read_header(file, path)
                ours.take(opening)
                seal, start = opening.seal, 1
            for _, it in reading.read_entries(file, path, Head(seq=start - 1, seal=seal)):
                ours.take(it)
            report = ours.report()
        except DataFault as fault:
            return str(fault)
        except Exception as crash:
            return f"crash: {crash!r}"
        unproved = [
            sum(len(one.roll.faces) for one in report.doubted if one.basis == on)
            for on in ("own-key", "word")
        ]
        return report.dice, *unproved

    def _judge_theirs(self, start: int, lines: list[bytes]) -> Counts:
        self._file.write_bytes(b"".join(line + b"\n" for line in lines))
        try:
            before = pickle.loads(self._theirs[start]) if start else None
            state, wrong, _ = standalone.verified(str(self._file), "", before)
        except Exception as crash:
            return f"crash: {crash!r}"
        return "; ".join(text for _, text in wrong) if wrong else astuple(state.dice)


def copied(line: Any) -> Any:
    """A line to be changed, which is sealed when it is written."""
    return {name: pickle.loads(pickle.dumps(part)) for name, part in line.items() if name != "seal"}


def try_out(benches: list[Bench], random: Random, count: int) -> Iterator[Trial]:
    """So many changed journals, each judged by both."""
    mutators = {id(bench): Mutator(random, tuple(bench.header["sides"])) for bench in benches}
    for _ in range(count):
        bench = random.choice(benches)
        yield try_one(bench, mutators[id(bench)], random)


def try_one(bench: Bench, mutator: Mutator, random: Random) -> Trial:
    """A journal of which one line is changed, with some lines behind it, and often with its secrets open."""
    n = random.randrange(len(bench.whole)) if random.random() < 0.85 else random.randrange(3)
    changed = [copied(line) for line in bench.whole[n : n + 1 + random.randrange(4)]]
    what = f"{bench.header['match']} {bench.header['format']} {bench.viewer} line {n}: "
    if n and random.random() < 0.1:
        what += move(changed, random, [*bench.header["sides"]])
    else:
        target = changed[0]
        what += mutator.change(target)
        if random.random() < 0.5 and n:
            try:
                throw_again(target, bench.header, bench.phrases(n))
                what += ", thrown again"
            except (
                KeyError,
                TypeError,
                ValueError,
                AttributeError,
                IndexError,
                OverflowError,
                RecursionError,
            ):
                pass
        if random.random() < 0.9:
            commit(target)
    if bench.viewer == OPENED or random.random() < 0.2:
        changed.append(revealed(bench, n + len(changed)))
    return bench.judge(what, n, changed)


def move(changed: list[Any], random: Random, sides: list[str]) -> str:
    """Whole entries change: dropped, doubled, put after the next one, or filed as something else."""
    how = random.choice(
        ("dropped" if len(changed) > 1 else "doubled", "doubled", "swapped", "added", "numbered")
    )
    match how:
        case "dropped":
            del changed[0]
        case "doubled":
            changed.insert(0, copied(changed[0]))
        case "swapped":
            changed.reverse()
        case "added":
            changed.insert(0, added(random, sides))
        case _:
            changed[0]["body"]["seq"] += random.choice((-1, 1))
            return how
    if changed and random.random() < 0.9:
        first = min(line["body"]["seq"] for line in changed)
        for number, line in enumerate(changed):
            line["body"]["seq"] = first + number
    return how


def added(random: Random, sides: list[str]) -> Any:
    """An entry that was never filed."""
    kind, public = random.choice(
        (
            ("note", {"text": "x"}),
            ("anchor", {"anchor": "ab" * 32}),
            ("anchor", {}),
            ("retract", {"to": 1}),
            ("phrase", {"phrase": "x"}),
            ("reveal", {"hidden": SECRETS.hidden}),
            ("reveal", {"hidden": "cd" * 32}),
            ("advance", {}),
            ("witness", {"head": f"1:{'ab' * 32}"}),
            *(
                (kind, {"type": "stop", "why": ""})
                for kind in ("clock", "absence", "late", "seat", "message")
            ),
            ("ruling", {"order": None, "events": []}),
        )
    )
    body = {
        "seq": 10**6,
        "prev": "",
        "at": "1914-08-04T06:00:00Z",
        "kind": kind,
        "side": random.choice([*sides, "referee", None]),
    }
    return {"body": {**body, "key": None, "public": public, "commit": {}}}


def revealed(bench: Bench, seq: int) -> Any:
    """The entry that opens the secrets."""
    body = {
        "seq": seq,
        "prev": "",
        "at": bench.header["at"],
        "kind": "reveal",
        "side": "referee",
        "key": None,
    }
    return {"body": {**body, "public": {"hidden": SECRETS.hidden}, "commit": {}}}
