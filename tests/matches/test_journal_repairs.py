"""What the tail of a journal shows of dice to come: keys that lead to those that were published."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from referee.dice.chain import Secrets
from referee.faults import DataFault, Misuse
from referee.matches import matches, secret_store
from referee.matches.journal import repairs
from referee.matches.matches import Match
from schemas.journal import MOST_KEYS
from tests.duels import Send
from tests.evidence.test_forgeries import BATTLE, Forged, forged

Shown = Callable[[Secrets], list[tuple[str, int, str]]]
"""The keys in the lines of a tail: whose each is, its number, and the key."""

TAILS: dict[str, tuple[Shown, int]] = {
    "no key": (lambda _: [], 0),
    "the key that is due": (lambda it: [("", 2, it.key(2))], 1),
    "a later key, and so those before it": (lambda it: [("", 4, it.key(4))], 3),
    "two keys": (lambda it: [("", 2, it.key(2)), ("", 3, it.key(3))], 2),
    "two keys, the later one first": (lambda it: [("", 3, it.key(3)), ("", 2, it.key(2))], 2),
    "a key that was published": (lambda it: [("", 1, it.key(1))], 0),
    "a key of nobody": (lambda _: [("", 2, "00" * 32)], 0),
    "a key under another number": (lambda it: [("", 3, it.key(2))], 0),
    "a key beyond every chain": (lambda it: [("", MOST_KEYS + 1, it.key(2))], 0),
    "a key of red": (lambda it: [("red", 1, it.key(1, owner="red"))], 1),
    "a key of red told as blue's": (lambda it: [("blue", 1, it.key(1, owner="red"))], 0),
    "keys of all": (
        lambda it: [
            ("", 2, it.key(2)),
            ("red", 2, it.key(2, owner="red")),
            ("blue", 1, it.key(1, owner="blue")),
        ],
        4,
    ),
}


@pytest.mark.parametrize(("shown", "keys"), TAILS.values(), ids=TAILS)
def test_tail_shows_future_keys(match: Match, begun: None, send: Send, shown: Shown, keys: int) -> None:
    send("throw 1", "red")
    filed = matches.find(match.folder.parent, "duel").entries
    secrets = secret_store.load_secrets(match.folder / "secret.json")
    path = match.folder / "journal.jsonl"
    whole, lines = path.read_bytes(), [_write(*one) for one in shown(secrets)]
    path.write_bytes(b"".join([whole, b"no line\n", *lines]))

    tail = repairs.set_tail_aside(path, len(filed))

    assert (tail.after, tail.lines, tail.believed, tail.keys) == (len(filed), 1 + len(lines), 0, keys)
    assert path.read_bytes() == whole
    assert tail.file == str(path.with_name("journal.jsonl.tail-1"))
    assert [one.code for one in repairs.warn_of(tail)] == ["tail-shows-keys"] * bool(keys)


NEVER_FINISHED = b'{"seal":"1'


@pytest.mark.parametrize("torn", [b"", NEVER_FINISHED])
def test_valid_tail_is_not_set_aside(match: Match, begun: None, torn: bytes) -> None:
    path = match.folder / "journal.jsonl"
    path.write_bytes(path.read_bytes() + torn)

    with pytest.raises(Misuse, match="retract"):
        repairs.set_tail_aside(path, 2)
    assert path.read_bytes().endswith(torn)


def test_valid_entries_in_broken_tail_are_reported(match: Match, begun: None) -> None:
    path = match.folder / "journal.jsonl"
    path.write_bytes(path.read_bytes() + b"no line\n" + NEVER_FINISHED)

    tail = repairs.set_tail_aside(path, 2)

    assert (tail.after, tail.lines, tail.believed, tail.keys) == (2, 3, 1, 0)
    assert [one.code for one in repairs.warn_of(tail)] == ["tail-held-entries"]


def test_unverified_entries_prevent_repair(example_shelf: Path, tmp_path: Path) -> None:
    """The lines are sealed as they should be, but a die was turned."""
    path = forged(example_shelf / "liege" / "journal.jsonl", tmp_path, {BATTLE: turn})
    bent = path.read_bytes() + b"no line\n"
    path.write_bytes(bent)

    for last in (BATTLE, BATTLE + 1):
        with pytest.raises(DataFault, match="the key gives"):
            repairs.set_tail_aside(path, last)
    assert path.read_bytes() == bent
    assert repairs.set_tail_aside(path, BATTLE - 1).after == BATTLE - 1


def turn(it: Forged) -> None:
    faces = it.rolls[0]["faces"]
    faces[0] = faces[0] % 6 + 1


def _write(owner: str, n: int, key: str) -> bytes:
    """A line that tells a key, and nothing else that could be believed."""
    told = {"key": {"n": n, "k": key}}
    return json.dumps({"body": {}, "private": {owner: told}} if owner else {"body": told}).encode() + b"\n"
