"""Structural mutations of a journal, and a forger who makes seals, commitments and dice fit his changes."""

import json
from collections.abc import Callable, Iterator
from copy import deepcopy
from hashlib import sha256
from random import Random
from typing import Any

from referee.dice.chain import EntryDice
from referee.dice.format3 import digest_phrases, part_salt
from tests.evidence.refiled import SECRETS, events_of, roll_of

Path = tuple[str | int, ...]
"""Where a value stands in a line: names and numbers, from the outside in."""

WORDS = (
    "", "a", "A", "é", "e\u0301", "\ud800", "\x00", "0", "1", "-1", "0+0", "1+0", "00", "99",
    "x" * 201, "ab" * 32, "AB" * 32,
    "order", "ruling", "note", "refusal", "retract", "reveal", "anchor", "advance", "phrase", "seat",
    "witness", "clock", "absence", "late", "message",
    "referee", "public", "german", "british", "entente", "russian", "nobody",
    "sealed", "spoken", "required", "allowed", "none", "1914-08-04T06:00:00Z",
)  # fmt: skip
NUMBERS = (
    0,
    1,
    2,
    3,
    -1,
    6,
    16,
    255,
    256,
    257,
    65,
    4096,
    65_536,
    65_537,
    2**53 - 1,
    -(2**53) + 1,
    2**53,
    10**20,
)
OTHERS: tuple[Any, ...] = (
    None,
    True,
    False,
    0.5,
    1.0,
    -0.0,
    [],
    {},
    [[]],
    [{}],
    [None],
    {"a": 1},
    {"0": {}},
    [1],
    ["a"],
)
NAMES = (
    "zzz", "é", "", "0", "1", "0+0", "key", "anchor", "anchors", "order", "sealed", "order_salt", "events",
    "rolls", "owner", "draw", "faces", "sides", "needed", "purpose", "source", "phrase", "hidden", "salt",
    "reason", "to", "at", "letter", "line", "side", "type", "kind", "format", "phrases", "vocabulary",
    "commit", "referee", "german", "n", "k",
)  # fmt: skip


def places(it: Any, at: Path = ()) -> Iterator[Path]:
    """Every place in a value, itself included."""
    yield at
    items = it.items() if isinstance(it, dict) else enumerate(it) if isinstance(it, list) else ()
    for name, value in items:
        yield from places(value, (*at, name))


def look(it: Any, at: Path) -> Any:
    """What stands at a place."""
    for name in at:
        it = it[name]
    return it


class Mutator:
    """Changes one line after another by a seed."""

    def __init__(self, random: Random, sides: tuple[str, ...]) -> None:
        self._random, self._sides = random, (*sides, "referee")
        self._changes: tuple[Callable[[Any, Path], None], ...] = (
            self._drop, self._add, self._rename, self._replace, self._replace, self._replace, self._double,
            self._swap, self._transplant, self._nest, self._order, self._recase,
        )  # fmt: skip

    def change(self, line: Any) -> str:
        """Change a line in one or two places; the names of the changes and where they were made."""
        said: list[str] = []
        for _ in range(self._random.choice((1, 1, 1, 2))):
            if not (at := self._choose(line)):
                break
            how = self._random.choice(self._changes)
            said.append(f"{how.__name__.strip('_')} {'.'.join(map(str, at))}")
            how(line, at)
        return ", ".join(said)

    def _choose(self, line: Any) -> Path:
        """A place: half of the time anywhere, and else where a verifier looks."""
        every = [at for at in places(line) if at]
        if self._random.random() < 0.5:
            every = [at for at in every if is_looked_at(at)] or every
        return self._random.choice(every) if every else ()

    def value(self, was: Any) -> Any:
        """Another value: of its own type, or of any."""
        own: list[Any] = (
            list(WORDS) if isinstance(was, str) else list(NUMBERS) if type(was) is int else list(OTHERS)
        )
        if type(was) is int:
            own += [was + 1, was - 1, -was, bool(was), float(was), str(was)]
        if isinstance(was, bool):
            own += [not was, int(was)]
        return self._random.choice(own if self._random.random() < 0.7 else [*WORDS, *NUMBERS, *OTHERS])

    def _drop(self, line: Any, at: Path) -> None:
        del look(line, at[:-1])[at[-1]]

    def _add(self, line: Any, at: Path) -> None:
        it = look(line, at)
        value = deepcopy(self.value(None) if self._random.random() < 0.5 else look(line, self._choose(line)))
        if isinstance(it, dict):
            it[self._random.choice([*NAMES, *self._sides])] = value
        elif isinstance(it, list):
            it.insert(self._random.randint(0, len(it)), value)
        else:
            look(line, at[:-1])[at[-1]] = value

    def _rename(self, line: Any, at: Path) -> None:
        parent = look(line, at[:-1])
        if isinstance(parent, dict):
            name = self._random.choice([*NAMES, *parent, *self._sides, str(at[-1]).upper(), f"{at[-1]} "])
            parent[name] = parent.pop(at[-1])

    def _replace(self, line: Any, at: Path) -> None:
        look(line, at[:-1])[at[-1]] = deepcopy(self.value(look(line, at)))

    def _double(self, line: Any, at: Path) -> None:
        parent = look(line, at[:-1])
        if isinstance(parent, list):
            parent.insert(self._random.randint(0, len(parent)), deepcopy(parent[int(at[-1])]))
        else:
            parent[self._random.choice([*NAMES, *self._sides, *parent])] = deepcopy(parent[at[-1]])

    def _swap(self, line: Any, at: Path) -> None:
        """Two neighbours change places."""
        parent = look(line, at[:-1])
        other = self._random.choice(list(parent) if isinstance(parent, dict) else range(len(parent)))
        parent[at[-1]], parent[other] = parent[other], parent[at[-1]]

    def _transplant(self, line: Any, at: Path) -> None:
        """What stands elsewhere under the same name, or anywhere, comes here."""
        alike = [one for one in places(line) if one and one[-1] == at[-1] and one != at]
        source = self._random.choice(alike) if alike and self._random.random() < 0.7 else self._choose(line)
        look(line, at[:-1])[at[-1]] = deepcopy(look(line, source))

    def _nest(self, line: Any, at: Path) -> None:
        it = look(line, at)
        look(line, at[:-1])[at[-1]] = self._random.choice([[it], {"0": it}, {str(at[-1]): it}, [it, it]])

    def _order(self, line: Any, at: Path) -> None:
        it = look(line, at)
        if isinstance(it, list):
            self._random.shuffle(it)
        elif isinstance(it, dict) and it:
            del it[self._random.choice(list(it))]

    def _recase(self, line: Any, at: Path) -> None:
        it = look(line, at)
        if isinstance(it, str):
            changed = (
                it.upper(),
                it.title(),
                f" {it}",
                f"{it}\n",
                it[:-1],
                it[::-1],
                f"{it}é",
                [it],
                int(it, 36) if it.isalnum() and it.isascii() else 0,
            )
            look(line, at[:-1])[at[-1]] = self._random.choice(changed)


def is_looked_at(at: Path) -> bool:
    """Whether a verifier without rules may look there, and not only the rules."""
    inside = next((number for number, name in enumerate(at) if name == "events"), None)
    return "rolls" in at or (len(at) <= 3 if inside is None else len(at) <= inside + 2)


def spell(value: Any) -> str:
    """The spelling of canonical JSON, of whatever somebody made up."""
    return json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":"))


def digest(value: Any) -> str:
    return sha256(spell(value).encode("utf-8", "surrogatepass")).hexdigest()


def commit(line: Any) -> None:
    """Commit anew to private parts that were changed, added or left out."""
    body, parts = line.get("body"), line.get("private", {})
    if not isinstance(body, dict) or not isinstance(parts, dict):
        return
    if isinstance(body.get("commit"), dict):
        body["commit"] = {who: digest(part) for who, part in parts.items()}


def salt_again(line: Any, was: str) -> None:
    """Give the private parts of orders and rulings the salts that follow from their new place.

    `was` is the seal of the line before, as it was; a salt that the forger chose stays.
    """
    body, parts = line.get("body"), line.get("private")
    moving = isinstance(body, dict) and body.get("kind") in ("order", "ruling")
    if not moving or not isinstance(parts, dict):
        return
    for who, part in parts.items():
        readable = isinstance(part, dict) and who.isascii() and was.isascii()
        if readable and part.get("salt") == part_salt(SECRETS.hidden, was, who):
            part["salt"] = part_salt(SECRETS.hidden, body["prev"], who)
            if isinstance(body.get("commit"), dict) and who in body["commit"]:
                body["commit"][who] = digest(part)


def write(line: Any) -> bytes:
    """A line with its seal."""
    body, parts = spell(line.get("body")), line.get("private")
    private = f',"private":{spell(parts)}' if parts else ""
    seal = line.get("seal") or sha256(body.encode("utf-8", "surrogatepass")).hexdigest()
    return f'{{"seal":"{seal}","body":{body}{private}}}'.encode("utf-8", "surrogatepass")


def throw_again(line: Any, header: Any, phrases: dict[str, str]) -> None:
    """The dice that the keys in an entry give for what stands in it now, in the order of their draws."""
    body, parts = line["body"], line.get("private", {})
    rolls = [
        roll
        for part in (body["public"], *parts.values())
        for event in events_of(part)
        for roll in event.get("rolls") or ()
        if roll["faces"]
    ]
    public = body["public"]
    order = public["sealed"] if public.get("sealed") else digest(public.get("order"))
    entry_dice = [
        "",
        header["match"],
        0,
        body["side"],
        order,
        digest_phrases(phrases) if header["format"] == 3 else "",
    ]
    index, thrown = 0, dict[str, Any]()
    for roll in sorted(rolls, key=lambda one: int(one["draw"])):
        before = spell(roll)
        if before not in thrown:
            own = roll.get("key")
            key, n, start = (own, 0, 0) if own else (body["key"]["k"], body["key"]["n"], index)
            thrower = EntryDice(key, entry_dice[1], n, *entry_dice[3:])
            faces, end = thrower.throw(roll_of(roll).purpose, len(roll["faces"]), roll["sides"], start)
            thrown[before] = {"draw": start, "faces": list(faces)}
            index = index if own else end
        roll.update(thrown[before])
