"""Whom secret throws name as their owner, and the shape that purposes and names have in each format."""

import pytest
from msgspec.structs import replace

from referee.dice.format3 import Names, commit_owner
from referee.matches.matches import Match
from schemas.journal import Entry
from schemas.record import Purpose, Roll, Side

KEY = "ab" * 32
RECORD = Purpose(kind="points", parameters={})


def roll(purpose: str | Purpose = RECORD, key: str = "", owner: str = "") -> Roll:
    return Roll(purpose=purpose, sides=6, needed=0, key=key, owner=owner, faces=(1,))


def name(match: Match, entry: Entry) -> Names:
    names = Names(match.header)
    names.take(entry)
    return names


def owned_by(entry: Entry, owner: Side, key: str = KEY) -> Roll:
    return roll(key=key, owner=commit_owner(owner, str(entry.private[owner]["salt"]), key))


SPELLED: dict[str, tuple[int, Roll, list[str]]] = {
    "a record, which everyone sees": (3, roll(), []),
    "a record with an owner": (3, roll(key=KEY, owner="cd"), []),
    "a secret without an owner": (3, roll(key=KEY), ["owner-misnamed"]),
    "an owner of what everyone sees": (3, roll(owner="cd"), ["owner-misnamed"]),
    "a sentence": (3, roll("points"), ["purpose-misspelt"]),
    "a sentence of before": (2, roll("points"), []),
    "a secret of before": (2, roll("points", KEY), []),
    "a record of before": (2, roll(), ["purpose-misspelt"]),
    "an owner of before": (2, roll("points", KEY, "cd"), ["owner-misnamed"]),
}


@pytest.mark.parametrize(("format", "one", "said"), SPELLED.values(), ids=SPELLED)
def test_each_format_has_its_shape(match: Match, format: int, one: Roll, said: list[str]) -> None:
    names = Names(replace(match.header, format=format))

    assert [fault.code for fault in names.spell([one])] == said


def test_the_owner_is_who_the_key_leads_to(match: Match) -> None:
    entry = match.entries[0]
    names = name(match, entry)
    one, other = owned_by(entry, "red"), owned_by(entry, "blue", "cd" * 32)
    keys: dict[str, Side] = {one.key: "red", other.key: "blue"}

    assert list(names.compare([one, other], keys)) == []
    assert list(names.compare([one, other])) == []
    assert [fault.code for fault in names.compare([one, other], {**keys, one.key: "blue"})] == [
        "owner-misnamed"
    ]
    assert [fault.code for fault in names.compare([one], {})] == ["owner-misnamed"]
    assert [fault.code for fault in names.compare([roll(key=KEY, owner="ef")])] == ["owner-misnamed"]


def test_a_copy_knows_its_own_throws_alone(match: Match) -> None:
    entry = match.entries[0]
    copy = replace(entry, private={"red": entry.private["red"]})
    names = name(match, copy)
    own, foreign = owned_by(entry, "red"), owned_by(entry, "blue", "cd" * 32)

    assert list(names.compare([own, foreign], {own.key: "red"})) == []
    assert [fault.code for fault in names.compare([own], {})] == ["owner-misnamed"]
    assert [fault.code for fault in names.compare([foreign], {foreign.key: "red"})] == ["owner-misnamed"]


def test_owners_are_not_compared_before_format_3(match: Match) -> None:
    names = Names(replace(match.header, format=2))
    names.take(match.entries[0])

    assert list(names.compare([roll("points", KEY, "ef")], {KEY: "red"})) == []
