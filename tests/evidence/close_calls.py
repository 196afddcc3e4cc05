"""Journals on which a verifier once decided otherwise than another one, and the right verdict on each."""

import json
from collections.abc import Callable, Iterator
from hashlib import sha256
from pathlib import Path
from typing import Any

from referee.dice import beacon, chain
from tests.evidence.forger import Forgery
from tests.evidence.mutations import spell
from tests.evidence.refiled import SECRETS

Change = Callable[[Forgery], None]

LONG_SECRET = "c0" * 50
"""A secret that is longer than a block of its hash function."""

FIRST, SECOND = "german", "entente"


def keep_header(it: Forgery, *sides: str, **fields: Any) -> None:
    """Keep only the header, with other sides or fields."""
    header = it.header
    del it.lines[1:]
    header.update(fields, sides=[*(sides or header["sides"])])
    if header.get("anchors"):
        hidden = LONG_SECRET if "hidden" in fields else SECRETS.hidden
        owners = (*header["sides"], "referee")
        header["anchors"] = {one: chain.owner_anchor(hidden, one, header["keys"]) for one in owners}


def give(it: Forgery, side: str, **fields: Any) -> None:
    """Add an order without events."""
    order = {"type": "pass", "side": side, **fields}
    it.put(len(it.lines), "order", side, {"order": order, "events": []})


def write_last(it: Forgery, value: str) -> None:
    """Write a value in the place of the text "@" of the last line, and seal that line."""

    def reseal(text: bytes) -> bytes:
        *lines, last = text.splitlines(keepends=True)
        body = spell(json.loads(last)["body"]).replace('"@"', value)
        seal = sha256(body.encode()).hexdigest()
        return b"".join([*lines, f'{{"seal":"{seal}","body":{body}}}\n'.encode()])

    it.raw = reseal


def escape_surrogate(it: Forgery) -> None:
    it.put(len(it.lines), "note", "german", {"text": "@"})
    write_last(it, '"\\ud800"')


def state_reason(reason: str) -> Change:
    return lambda it: it.entry("retract")["body"]["public"].update(reason=reason)


def set_clock(hour: str) -> Change:
    def change(it: Forgery) -> None:
        it.put(len(it.lines), "clock", "referee", {"type": "set", "terms": {"hour": hour}})

    return change


def name_ruling(number: int, reason: str | None) -> Change:
    def change(it: Forgery) -> None:
        public = it.entries("ruling")[number]["body"]["public"]
        public.pop("reason", None)
        if reason is not None:
            public["reason"] = reason

    return change


def seat_many_bots(it: Forgery) -> None:
    sides = [*it.header["sides"], *(f"side-{number}" for number in range(20))]
    keep_header(it, *sides, players=dict.fromkeys(sides, "greedy 1"))


def join_fields(it: Forgery) -> None:
    keep_header(it)
    give(it, FIRST, x=1, y=1)
    give(it, FIRST, **{"x,y": 1})


def nest(levels: int, *brackets: str) -> Change:
    """Add an order so that its line has so many levels of pairs of brackets, in turn."""
    value = "1"
    for level in range(levels - 4):
        begin, end = brackets[level % len(brackets)].split("@")
        value = f"{begin}{value}{end}"

    def change(it: Forgery) -> None:
        keep_header(it)
        give(it, FIRST, x="@")
        write_last(it, value)

    return change


LIST, RECORD = "[@]", '{"[":@}'


def write_note(text: str) -> Change:
    return lambda it: it.entry("note")["body"]["public"].update(text=text)


def keep_parts(*, is_revealed: bool = False, **kept: bool) -> Change:
    """Keep the parts of the first side, and those of others in orders that were revealed.

    `kept` says of a kind of entry whether it has any.
    """

    def cut(it: Forgery) -> None:
        for line in it.lines[1:]:
            is_open = is_revealed and line["body"]["kind"] in ("order", "ruling")
            is_kept = kept.get(line["body"]["kind"], kept.get("others", True))
            parts, own = line.get("private", {}).items(), it.header["sides"][0]
            line["private"] = {who: part for who, part in parts if is_kept and (is_open or who == own)}

    def change(it: Forgery) -> None:
        if is_revealed:
            it.put(len(it.lines), "reveal", "referee", {"hidden": SECRETS.hidden})
        it.after_sealing(lambda: cut(it))

    return change


OPEN = {"order": True, "ruling": True, "others": False}


def name_sides(*sides: str) -> Change:
    def change(it: Forgery) -> None:
        keep_header(it, *sides)
        give(it, sides[0])

    return change


def agree_to_takeback(it: Forgery) -> None:
    keep_header(it, "__proto__", SECOND)
    give(it, SECOND)
    it.put(2, "note", SECOND, {"type": "ask-takeback", "to": 0})
    it.put(3, "note", "__proto__", {"type": "answer-takeback", "ask": 2, "agrees": True})
    consent = {"consent": ["__proto__"], "agreements": {"__proto__": 3}}
    it.put(4, "retract", "referee", {"to": 0, "reason": "agreed", **consent})


def reveal_long_secret(it: Forgery) -> None:
    keep_header(it, hidden=sha256(LONG_SECRET.encode()).hexdigest())
    it.put(1, "reveal", "referee", {"hidden": LONG_SECRET})


def lock_until(number: int) -> Change:
    return lambda it: keep_header(it, lock={"data": "x", "round": number})


def wait_for_round(it: Forgery) -> None:
    keep_header(it, beacon=10)
    line = it.put(1, "awaited", FIRST, {"digest": "ab" * 32, "key": 1, "round": 133})
    line["body"]["at"] = beacon.tell_time(123)


CLOSE_CALLS: dict[str, tuple[str, Change, bool]] = {
    "half a character that is escaped": ("ttlm-3", escape_surrogate, False),
    "a reason that is only a mark of the order of bytes": ("ttlm-3", state_reason("\ufeff"), True),
    "a reason that is only a separator": ("ttlm-3", state_reason("\x1c"), False),
    "a reason that is only a line end": ("ttlm-3", state_reason("\x85"), False),
    "an hour in ASCII": ("ttlm-3", set_clock("03:04"), True),
    "an hour in other digits": ("ttlm-3", set_clock("0٣:0٤"), False),
    "more bots than owners of dice": ("ttlm-1", seat_many_bots, False),
    "one field whose name joins two": ("ttlm-3", join_fields, False),
    "sides that are numbers": ("ttlm-3", name_sides("10", "9"), True),
    "sides that sort before numbers": ("ttlm-3", name_sides("1", "-"), True),
    "a side that is a word of JavaScript": ("ttlm-3", agree_to_takeback, True),
    "a secret longer than a block": ("ttlm-3", reveal_long_secret, True),
    "awaited dice": ("ttlm-3", wait_for_round, True),
    "awaited dice in an older format": ("ttlm-2", wait_for_round, False),
    "phrases in an older format": ("ttlm-2", lambda it: it.header.update(phrases="committed"), False),
    "phrases in the first format": ("ttlm-1", lambda it: it.header.update(phrases="required"), False),
    "an opening that is called a deal": ("committed", name_ruling(0, "deal"), False),
    "an opening without a reason": ("committed", name_ruling(0, None), True),
    "a deal without a reason": ("committed", name_ruling(1, None), False),
    "lists of most levels": ("ttlm-3", nest(64, LIST), True),
    "lists of more levels": ("ttlm-3", nest(65, LIST), False),
    "records of most levels": ("ttlm-1", nest(64, RECORD), True),
    "records of more levels": ("ttlm-1", nest(65, RECORD), False),
    "lists and records of most levels": ("ttlm-2", nest(64, LIST, RECORD), True),
    "lists and records of more levels": ("ttlm-2", nest(65, LIST, RECORD), False),
    "lists of 995 levels": ("ttlm-3", nest(995, LIST), False),
    "lists of 1,500 levels": ("ttlm-3", nest(1500, LIST), False),
    "a reason without a visible character": ("ttlm-3", state_reason("\u200b\u2060"), True),
    "the copy of a side": ("ttlm-3", keep_parts(), True),
    "the copy of a side without its refusals": ("ttlm-3", keep_parts(refusal=False), False),
    "the copy of a side without its private note": ("aac-3", keep_parts(note=False), False),
    "the copy of a side without its standing orders": ("skirmish-3", keep_parts(advance=False), False),
    "the copy of a side with its orders alone": ("ttlm-1", keep_parts(**OPEN), False),
    "the copy of a side without its orders": ("ttlm-2", keep_parts(order=False, ruling=False), False),
    "the copy of a stranger": ("ttlm-3", keep_parts(others=False), True),
    "a revealed copy of a side": ("ttlm-3", keep_parts(is_revealed=True), True),
    "a revealed copy without refusals": ("ttlm-3", keep_parts(is_revealed=True, refusal=False), False),
    "a revealed copy of a stranger": ("ttlm-3", keep_parts(is_revealed=True, **OPEN), True),
    "the greatest whole number": ("ttlm-3", lock_until(2**53 - 1), True),
    "a number that is too great": ("ttlm-3", lock_until(2**53), False),
    "an accent beside its letter": ("ttlm-3", write_note("Re\u0301clamation"), True),
    "letters that Unicode 16 composes": ("ttlm-3", write_note("\U000105d2\u0307"), True),
}
"""Each with its source, and True if it is valid."""


def write_all(sources: dict[str, Path], folder: Path) -> Iterator[tuple[str, Path, bool]]:
    """Yield every journal by its name, and True if it is valid."""
    for number, (name, (source, change, is_valid)) in enumerate(CLOSE_CALLS.items()):
        forgery = Forgery(sources[source])
        change(forgery)
        yield name, forgery.write(folder / f"{number}.jsonl", "journal", FIRST), is_valid
