"""Hostile arguments: each wrong value of each public call is a fault that names it, all faults at once."""

from collections.abc import Callable, Mapping
from math import nan
from pathlib import Path
from typing import Any, NamedTuple

import pytest

import referee
from tests.library import surface

TEXTS: tuple[object, ...] = (None, 3, b"x", nan, [], True)
NAMES = (*TEXTS, "no such")
OPTIONAL_TEXTS, OPTIONAL_NAMES = TEXTS[1:], NAMES[1:]
COUNTS: tuple[object, ...] = (None, "1", 1.5, nan, True, -1, [])
OPTIONAL_COUNTS, SEEDS = COUNTS[1:], tuple(one for one in COUNTS if one != -1)
ENTRIES = (*OPTIONAL_COUNTS, 10**30)
FLAGS = (None, "yes", 1, nan)
LISTS = (None, 3, "text", b"x", [1], nan)
CARDS = (None, 3, "text", b"x", [1.5], nan, [True])
FACES: tuple[object, ...] = (3, "text", ["a"], [True], [nan], {})
MAPS = (3, "text", ["a"], {1: "x"}, {"no such": "x"}, {"german": 3})
SECONDS = (None, "x", nan, -1, True)
PATHS: tuple[object, ...] = (None, 3, nan, [], b"x", True, "x\0")
OPTIONAL_PATHS = PATHS[1:]
OBJECTS: tuple[object, ...] = (None, 3, nan, [], {})
OPTIONAL_OBJECTS = OBJECTS[1:]
ORDERS = (*OBJECTS, b"x", "", "no such order")
TIMES = (*OPTIONAL_TEXTS, "", "yesterday", "2026-02-30T00:00:00Z", "x\0")
HEADS: tuple[object, ...] = (3, nan, [], "", "1", "1:0")


class Call(NamedTuple):
    """A public call with valid arguments, and the hostile values of each."""

    valid: Mapping[str, object]
    hostile: Mapping[str, tuple[object, ...]]


def call(**arguments: tuple[object, tuple[object, ...]]) -> Call:
    return Call(
        {name: valid for name, (valid, _) in arguments.items()},
        {name: hostile for name, (_, hostile) in arguments.items()},
    )


SIDE, VIEWER, AT, TIME = ("german", NAMES), ("german", NAMES), (None, ENTRIES), (None, TIMES)
PACK, SCENARIO, CHOICES = ("ttlm", NAMES), (None, OPTIONAL_NAMES), (None, MAPS)
LETTER = ("pass", OBJECTS)
ODDS = {
    "area": ("verdun", OPTIONAL_NAMES), "viewer": VIEWER, "policy": (None, OPTIONAL_TEXTS),
    "cards": ((), CARDS), "choices": (False, FLAGS), "deals": (0, COUNTS),
}  # fmt: skip

CALLS: Mapping[str, Call] = {
    "bot": call(name=("greedy", NAMES), seed=(0, SEEDS)),
    "create": call(
        match=("fresh", (*TEXTS, "", "a/b", "x\0")), pack=PACK, scenario=SCENARIO,
        shelf=("shelf", OPTIONAL_PATHS), options=CHOICES, dice=("sealed", NAMES), phrases=("allowed", NAMES),
        at=TIME,
    ),
    "list_matches": call(shelf=("shelf", OPTIONAL_PATHS), at=TIME),
    "list_packs": call(),
    "open": call(match=("shelved", (*PATHS, "no such")), shelf=("shelf", OPTIONAL_PATHS)),
    "open_in_memory": call(
        pack=PACK, scenario=SCENARIO, seed=(1, COUNTS), options=CHOICES,
        at=("2000-01-01T00:00:00Z", TIMES[1:]),
    ),
    "read_view": call(turn=(None, OBJECTS)),
    "simulate": call(
        pack=PACK, scenario=SCENARIO, options=CHOICES, games=(1, COUNTS), players=(None, MAPS),
        seed=(1, SEEDS), turns=(1, (*OPTIONAL_COUNTS, 0)), jobs=(1, (*COUNTS, 0)),
    ),
    "Bot.choose": call(turn=(None, OBJECTS)),
    "Game.options": call(prompt=(None, OPTIONAL_OBJECTS), limit=(1, OPTIONAL_COUNTS)),
    "Game.outcomes": call(order=("pass", ORDERS)),
    "Game.play": call(order=("pass", ORDERS)),
    "Game.read": call(side=SIDE, line=("pass", NAMES)),
    "Game.sample": call(viewer=("german", (*NAMES, "public")), seed=(1, SEEDS)),
    "Game.view": call(viewer=VIEWER),
    "Game.with_seed": call(seed=(1, SEEDS)),
    "Game.write": call(order=(None, ORDERS)),
    "Map.distance": call(first=("paris", NAMES), last=("verdun", NAMES)),
    "Map.path": call(first=("paris", NAMES), last=("verdun", NAMES)),
    "Match.analyse": call(viewer=VIEWER, at=AT),
    "Match.draw_map": call(viewer=VIEWER, at=AT),
    "Match.events": call(viewer=VIEWER, since=(0, (None, nan, -1, [], *HEADS[3:], 10**30))),
    "Match.export": call(viewer=VIEWER),
    "Match.game": call(at=AT, seed=(0, SEEDS)),
    "Match.log": call(viewer=VIEWER, last=(1, OPTIONAL_COUNTS)),
    "Match.odds": call(**ODDS, at=AT, orders=(None, OPTIONAL_TEXTS)),
    "Match.options": call(side=("german", OPTIONAL_NAMES), limit=(1, COUNTS)),
    "Match.prompts": call(viewer=VIEWER),
    "Match.rehearse": call(letter=LETTER, side=("german", OPTIONAL_NAMES), answers=(None, ENTRIES)),
    "Match.report": call(viewer=VIEWER, since=AT, at=AT, due=("", TEXTS)),
    "Match.submit": call(
        letter=LETTER, side=("german", OPTIONAL_NAMES), answers=(None, ENTRIES), faces=(None, FACES),
        source=("", TEXTS), expect_head=(None, HEADS), at=TIME,
    ),
    "Match.table": call(name=("rolls", NAMES), viewer=VIEWER),
    "Match.turn": call(side=SIDE, think=(0.25, SECONDS)),
    "Match.view": call(viewer=VIEWER, at=AT),
    "Match.write_report": call(viewer=VIEWER, form=("text", NAMES), since=AT),
    "MatchRecords.amend": call(
        line=("put fr-i1 in verdun", (*TEXTS, "no such line")), reason=("a slip", TEXTS),
        agreed=(("german", "entente"), (*LISTS, ["no such"])), at=TIME, dry=(True, FLAGS),
    ),
    "MatchRecords.clock": call(at=TIME),
    "MatchRecords.diff": call(first=(1, (*COUNTS, 10**30)), last=(1, (*COUNTS, 10**30)), viewer=VIEWER),
    "MatchRecords.dispute": call(entry=(1, (*COUNTS, 10**30)), viewer=VIEWER),
    "MatchRecords.draw_chart": call(viewer=VIEWER),
    "MatchRecords.luck": call(),
    "MatchRecords.rejudge": call(pack=(None, OPTIONAL_NAMES)),
    "MatchRecords.verify": call(head=(None, HEADS), rejudge=(False, FLAGS)),
    "MatchRecords.write_composer": call(side=("german", OPTIONAL_NAMES), to=("", TEXTS)),
    "MatchRecords.write_replay": call(viewer=VIEWER),
    "PositionFacts.odds": call(**ODDS),
    "PositionFacts.turn": call(side=SIDE, think=(0.25, SECONDS)),
    "write_tables": call(
        matches=((referee.open_in_memory("ttlm", "1914", seed=7),), (None, 3, "text", [3], nan)),
        file=("x.sqlite", (*PATHS, "no.such")),
        table=(None, OPTIONAL_NAMES), viewer=VIEWER, force=(False, FLAGS),
    ),
    "to_json": call(answer=(None, (3, nan, {}, b"x", object))),
}  # fmt: skip
"""Every public function and method; the class is that which defines it."""

FAULTS = {"Fault", "Refused", "Unreadable"}
"""Classes that the library raises."""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("hostile")
    referee.create("shelved", "ttlm", "1914", shelf=folder / "shelf")
    return folder


@pytest.fixture(scope="module")
def targets(folder: Path) -> Mapping[str, Any]:
    """An object of each class with methods."""
    match = referee.open_in_memory("ttlm", "1914", seed=7)
    return {
        "Bot": referee.bot("greedy"), "Game": match.game(), "Map": match.map, "Match": match,
        "MatchRecords": match, "PositionFacts": match.game(),
    }  # fmt: skip


def find_call(name: str, targets: Mapping[str, Any], folder: Path) -> Callable[..., object]:
    """The call, in the folder of the test."""
    if name == "MatchRecords.amend":
        shelved = referee.open("shelved", folder / "shelf")
        return lambda *, line, **rest: shelved.amend(line, **rest)
    if name == "simulate":
        return lambda **given: next(iter(referee.simulate(**given)))
    owner, _, method = name.rpartition(".")
    return getattr(targets[owner], method) if owner else getattr(referee, name)  # type: ignore[no-any-return]


def list_cases() -> list[tuple[str, str]]:
    return [(name, argument) for name, one in CALLS.items() for argument in one.hostile]


def list_names(argument: str, value: object) -> list[str]:
    """The texts of which a fault has to contain one: the argument, the value, or a part of the value."""
    parts = [str(one) for one in value] if isinstance(value, list | dict) else str(value).split()
    # One or two letters stand in almost any text.
    return [argument, repr(value), *(one for one in (repr(value)[1:-1], *parts) if len(one) > 2)]


@pytest.mark.parametrize(("name", "argument"), list_cases())
def test_hostile_value_is_a_fault_that_names_it(
    name: str, argument: str, targets: Mapping[str, Any], folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(folder)
    function = find_call(name, targets, folder)
    for value in CALLS[name].hostile[argument]:
        with pytest.raises(referee.Fault) as caught:
            function(**{**CALLS[name].valid, argument: value})
        said = str(caught.value)
        assert any(one in said for one in list_names(argument, value)), (value, said)


def test_every_public_call_is_tried() -> None:
    public: set[str] = set()
    owner = ""
    for line in surface.list_surface():
        if line.startswith("    "):
            part = line.strip().partition("(")[0]
            if "(self" in line and part != "__init__" and owner not in FAULTS:
                public.add(f"{owner}.{part}")
        else:
            owner = line.partition("(")[0]
            if " -> " in line:
                public.add(owner)

    assert public == set(CALLS)


def test_faults_of_several_arguments_are_raised_together(folder: Path) -> None:
    create: Any = referee.create
    with pytest.raises(referee.Misuse) as caught:
        create(3, None, 1.5, shelf=b"x", options=["a"], dice=None, phrases=0, at=2026)
    names = [one.text.partition(" ")[0] for one in caught.value.complaints]
    assert sorted(names) == ["at", "dice", "match", "options", "pack", "phrases", "scenario", "shelf"]

    game: Any = referee.open_in_memory("ttlm", "1914", seed=7).game()
    with pytest.raises(referee.Misuse) as caught:
        game.sample("martian", "1")
    assert len(caught.value.complaints) == 2
    with pytest.raises(referee.NotYours):
        game.sample("martian", 1)
