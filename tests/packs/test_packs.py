import hashlib
import json
import os
import pickle
import re
import shutil
import subprocess
import sys
from enum import Enum
from pathlib import Path

import pytest

from referee.faults import DataFault, NotFound
from referee.packs import loading, pack_cache
from schemas.great_war.pack import Pack, Region

TINY = Path(__file__).parent / "tiny"
ROOT = Path(__file__).parents[2]

TRUTH = "not true or false (write true or false)"
WHOLE = "which is not a whole number (write digits only: 8, 1914, -2)"


FAULTS = {
    "a misspelt key, a wrong type and a missing field": (
        "game.yaml",
        "name: The Brook",
        "nome: [The Brook]\nhistory: no list",
        "game.yaml:1:1: `name` is missing (add it here)\n"
        "game.yaml:2:1: the key `nome` is not known here (did you mean `name`?)\n"
        "game.yaml:3:10: `history` is `no list`, but must be a list "
        "(write [one, two], or one `- item` per line)",
    ),
    "a duplicate key": (
        "map.yaml",
        "    points: 2\n",
        "    points: 2\n    points: 3\n",
        "map.yaml:10:5: the key `points` occurs twice (it is already in line 9)",
    ),
    "no for a truth value": (
        "map.yaml",
        "rough: true",
        "rough: no",
        f"map.yaml:18:12: `rough` is `no`, {TRUTH}",
    ),
    "an octal number": ("map.yaml", "points: 2", "points: 08", f"map.yaml:9:13: `points` is `08`, {WHOLE}"),
    "a key nobody knows": (
        "forces.yaml",
        "    sea: true",
        "    seaa: true",
        "forces.yaml:21:5: the key `seaa` is not known here (did you mean `sea`?)",
    ),
    "a kind of piece nobody knows": (
        "forces.yaml",
        "kind: cavalry",
        "kind: calvary",
        "forces.yaml:10:39: there is no unit type `cavalry` (did you mean `calvary`?)",
    ),
    "a default that is no choice": (
        "game.yaml",
        "default: each-piece",
        "default: each-peace",
        "game.yaml:12:14: there is no choice `each-peace` (did you mean `each-piece`?)",
    ),
    "an option by a ruling that is not there": (
        "game.yaml",
        "ruling: R-1",
        "ruling: R-2",
        "game.yaml:13:13: there is no ruling `R-2` (did you mean `R-1`?)",
    ),
    "a first season turn before all others": (
        "scenarios/brook.yaml",
        "turn: 1\n",
        "turn: -99\n",
        "scenarios/brook.yaml:4:7: there is no season turn -99 (the track has 2)",
    ),
    "a ruling on an option that is not there": (
        "rulings.yaml",
        "option: carriage",
        "option: carriages",
        "rulings.yaml:7:13: there is no option `carriages` (did you mean `carriage`?)",
    ),
    "another rule system": (
        "game.yaml",
        "system: great-war",
        "system: graet-war",
        "game.yaml:4:9: there is no rule system `graet-war` (did you mean `great-war`?)",
    ),
    "no rule system": (
        "game.yaml",
        "system: great-war\n",
        "",
        "game.yaml:1:1: `system` is missing (known: `great-war` and `skirmish`)",
    ),
    "a clause without a number": (
        "clauses.yaml",
        '  cards.in-hand: "2"\n',
        "",
        "clauses.yaml:3:3: the meaning `cards.in-hand` has no number (add `cards.in-hand: ...`)",
    ),
    "a clause with a number that is not in the book": (
        "clauses.yaml",
        '  cards.in-hand: "2"\n',
        '  cards.in-hand: "2.1"\n',
        "clauses.yaml:12:18: there is no clause `2.1` "
        "(known: `1`, `2`, `3`, `4`, `5`, `6`, `7`, `8`, `9`, `10`, `11` and `12`)",
    ),
    "a meaning nobody knows": (
        "clauses.yaml",
        "  cards.in-hand:",
        "  cards.in-hnad:",
        "clauses.yaml:12:3: the key of `meanings` is `cards.in-hnad`, which is not one of the choices "
        "(did you mean `cards.in-hand`?)",
    ),
    "a one-way border": (
        "map.yaml",
        "borders: [anvil, crag]",
        "borders: [crag]",
        "map.yaml:8:15: `anvil` borders on `brook`, but `brook` does not border on `anvil` "
        "(take it out, or add `anvil` to the borders of `brook`)\n"
        "map.yaml:17:14: `anvil` is missing here: "
        "`anvil` borders on `brook`, but `brook` does not border on `anvil` "
        "(add it, or take `brook` out of the borders of `anvil`)",
    ),
    "a border of an area with itself": (
        "map.yaml",
        "borders: [anvil, crag]",
        "borders: [anvil, brook, crag]",
        "map.yaml:17:22: `brook` borders on itself (take this one out)",
    ),
    "a border on nowhere": (
        "map.yaml",
        "borders: [anvil, crag]",
        "borders: [anvil, crag, anvill]",
        "map.yaml:17:28: there is no area `anvill` (did you mean `anvil`?)",
    ),
    "a box that lost its lane and is no box any more": (
        "map.yaml",
        "    box: true\n    sea: [crag]\n",
        "",
        "art.yaml:3:3: `isle` has no outline (add a cell, or redraw the map)\n"
        "map.yaml:27:5: `isle` borders on nothing (add `borders`, or make it a `box`)",
    ),
    "a country nobody knows": (
        "map.yaml",
        "country: rl",
        "country: rll",
        "map.yaml:6:14: there is no country `rll` (did you mean `rl`?)\n"
        "map.yaml:11:11: the fort of `anvil` has no owner: `rll` is the home of no nation "
        "(add the country to a `home` in forces.yaml)",
    ),
    "a source of supply of nobody": (
        "map.yaml",
        "supply: red",
        "supply: rde",
        "map.yaml:10:13: there is no side `rde` (did you mean `red`?)",
    ),
    "a label off the map": (
        "map.yaml",
        "at: [200, 500]",
        "at: [200, 1500]",
        "map.yaml:7:9: 200, 1500 lies off the map (both numbers go from 0 to 1000)",
    ),
    "one name for two areas": (
        "map.yaml",
        "names: [Bach]",
        "names: [CRÂG]",
        "map.yaml:19:9: `crag` is a name of `brook` as well (a letter could not tell them apart)",
    ),
    "two areas of one id": (
        "map.yaml",
        "  - id: isle",
        "  - { id: brook, name: B, country: bl, at: [1, 1], borders: [anvil, crag] }\n  - id: isle",
        "map.yaml:27:11: the area `brook` is there already (give each its own)",
    ),
    "a sea lane that ends inland": (
        "map.yaml",
        "sea: [crag]",
        "sea: [brook]",
        "map.yaml:32:11: the sea lane from `isle` to `brook` ends inland "
        "(make `brook` coastal, or take the lane out)",
    ),
    "a box without a lane": (
        "map.yaml",
        "    sea: [crag]\n",
        "",
        "map.yaml:27:5: no sea lane leads to the box `isle` (add `sea`)",
    ),
    "a fort too many": (
        "map.yaml",
        "points: 1\n    supply: blue",
        "points: 1\n    fort: 1",
        "map.yaml:26:11: this is fort number 1 of `bl`, which has 0 in all "
        "(raise `fort` in forces.yaml, or take the fort out)",
    ),
    "an area without an outline": (
        "art.yaml",
        "  - { area: brook, corners: [[350, 200], [650, 200], [650, 800], [350, 800]] }\n",
        "",
        "art.yaml:3:3: `brook` has no outline (add a cell, or redraw the map)",
    ),
    "an outline off the map": (
        "art.yaml",
        "[0, 800]] }",
        "[-1, 800]] }",
        "art.yaml:3:64: -1, 800 lies off the map (both numbers go from 0 to 1000)",
    ),
    "an outline of nowhere": (
        "art.yaml",
        "  - { area: crag",
        "  - { area: carg",
        "art.yaml:3:3: `crag` has no outline (add a cell, or redraw the map)\n"
        "art.yaml:5:13: there is no area `carg` (did you mean `crag`?)",
    ),
    "an army of another nation": (
        "forces.yaml",
        "armies: [bl-1, bl-2]",
        "armies: [bl-1, bl-2nd]",
        "forces.yaml:20:20: `bl-2nd` is not an army of `bl` (write `bl-` and a number)\n"
        "tables.yaml:33:39: there is no Blue army `bl-2` (did you mean `bl-2nd`?)",
    ),
    "more armies than counters": (
        "forces.yaml",
        "armies: [re-1]",
        "armies: [re-1, re-2]",
        "forces.yaml:11:13: 2 armies, and `re` has 1 in all (name fewer, or raise `army` in `counters`)",
    ),
    "two kinds of one symbol": (
        "forces.yaml",
        "symbol: C",
        "symbol: I",
        "forces.yaml:10:39: `cavalry` and `infantry` have the same symbol, so their pieces would share ids "
        "(change a symbol)",
    ),
    "a limit in a year that is not played": (
        "forces.yaml",
        "artillery_per_army: { 1914: 1 }\n    counters: { army: 1",
        "artillery_per_army: { 1914: 1, 1920: 2 }\n    counters: { army: 1",
        "forces.yaml:9:36: no season of the track is in 1920",
    ),
    "a nation on no side": (
        "forces.yaml",
        "side: blue",
        "side: bleu",
        "forces.yaml:15:11: there is no side `bleu` (did you mean `blue`?)",
    ),
    "a card for a turn that is not on the track": (
        "cards.yaml",
        "playable_from: 2",
        "playable_from: 3",
        "cards.yaml:5:74: there is no season turn 3 (the track has 2)",
    ),
    "a table too short": (
        "tables.yaml",
        "figures: [0, 1]",
        "figures: [0]",
        "tables.yaml:29:12: the track has 2 season turns, and this list 1 (give one figure for each turn)",
    ),
    "a table for one side": (
        "tables.yaml",
        "figures: { red: [5, 5], blue: [5, 5] }",
        "figures: { red: [5, 5] }",
        "tables.yaml:26:12: the blue side is missing (add `blue`)",
    ),
    "a season out of order": (
        "tables.yaml",
        "season: WINTER, year: 1914",
        "season: WINTER, year: 1915",
        "tables.yaml:13:28: WINTER 1915 does not follow AUTUMN 1914 (WINTER 1914 does)",
    ),
    "a gap between two levels of victory": (
        "tables.yaml",
        "least: 3 }",
        "least: 4 }",
        "tables.yaml:20:7: the totals from 3 to 3 belong to no level (give every total to one level)",
    ),
    "two levels of victory at one total": (
        "tables.yaml",
        "most: 2 }",
        "most: 3 }",
        "tables.yaml:20:7: `Draw` and `Red victory` overlap (give every total to one level)",
    ),
    "a highest level with an end": (
        "tables.yaml",
        "least: 3 }",
        "least: 3, most: 9 }",
        "tables.yaml:20:7: the totals over 9 belong to no level (leave out `most` of the highest level)",
    ),
    "an army that arrives out of nowhere": (
        "tables.yaml",
        "armies: [bl-2]",
        "armies: [bl-3]",
        "tables.yaml:33:39: there is no Blue army `bl-3` (did you mean `bl-2`?)",
    ),
    "a phase twice": (
        "sequence.yaml",
        "phases: [player-turns, advance-season]",
        "phases: [player-turns, player-turns]",
        "sequence.yaml:3:24: the phase `player-turns` is there already (give each its own)",
    ),
    "a unit that stands nowhere": (
        "scenarios/brook.yaml",
        "area: brook, nation: bl",
        "area: brok, nation: bl",
        "scenarios/brook.yaml:13:13: there is no area `brok` (did you mean `brook`?)",
    ),
    "an area of nobody": (
        "scenarios/brook.yaml",
        "blue: [brook, crag, isle]",
        "blue: [crag, isle]",
        "scenarios/brook.yaml:8:3: `brook` has no owner (add it to one of the sides)",
    ),
    "an area of both": (
        "scenarios/brook.yaml",
        "red: [anvil]",
        "red: [anvil, brook]",
        "scenarios/brook.yaml:9:10: `brook` is owned by the red side already",
    ),
    "a stack too high": (
        "scenarios/brook.yaml",
        "holds: { infantry: 2 }, entrenched",
        "holds: { infantry: 4 }, entrenched",
        "scenarios/brook.yaml:13:5: more than 3 pieces of the blue side stand in `brook` "
        "(place some elsewhere, or inside an army)",
    ),
    "more counters than there are": (
        "scenarios/brook.yaml",
        "army: bl-1, holds: { infantry: 1 }",
        "army: bl-1, holds: { infantry: 3 } }\n  - { area: isle, nation: bl, holds: { infantry: 1 }",
        "scenarios/brook.yaml:15:50: 6 of `infantry` in the whole set-up, and `bl` has 5 in all",
    ),
    "more counters at once than there are": (
        "scenarios/brook.yaml",
        "holds: { cavalry: 1 }",
        "holds: { cavalry: 2 }",
        "scenarios/brook.yaml:12:50: 2 of `cavalry`, and `re` has 1 in all",
    ),
    "a template too full": (
        "scenarios/brook.yaml",
        "infantry: 3, artillery: 1 }",
        "infantry: 4, artillery: 1 }",
        "scenarios/brook.yaml:11:51: an army of `re` has room for 3 pieces of infantry class, not 4",
    ),
    "more artillery than the year allows": (
        "scenarios/brook.yaml",
        "infantry: 3, artillery: 1 }",
        "infantry: 3, artillery: 2 }",
        "scenarios/brook.yaml:11:77: an army of `re` may hold 1 artillery in 1914, not 2",
    ),
    "an army before its time": (
        "scenarios/brook.yaml",
        "army: bl-1",
        "army: bl-2",
        "scenarios/brook.yaml:14:37: `bl-2` stands here and is to arrive on turn 2\n"
        "scenarios/brook.yaml:15:14: there is no piece `bl-1` (did you mean `bl-i1`?)",
    ),
    "a hand larger than the deck": (
        "scenarios/brook.yaml",
        "hands: { red: 3, blue: 3 }",
        "hands: { red: 8, blue: 3 }",
        "scenarios/brook.yaml:6:8: 11 cards are dealt from a deck of 10\n"
        "scenarios/brook.yaml:6:15: 8 cards, and the card limit is 5 then",
    ),
    "a fort stronger than it is printed": (
        "scenarios/brook.yaml",
        "placements:",
        "forts: { anvil: 3, crag: 1 }\nplacements:",
        "scenarios/brook.yaml:10:17: the fort of `anvil` is printed with strength 2 and cannot have 3 "
        "(-1 takes it off the map)\n"
        "scenarios/brook.yaml:10:20: `crag` has no fort on the map",
    ),
    "a campaign that ends before it begins": (
        "scenarios/brook.yaml",
        "turn: 1\nlast: 2",
        "turn: 2\nlast: 1",
        "scenarios/brook.yaml:5:7: turn 1 comes before the first, 2",
    ),
    "a scenario in another file": (
        "scenarios/brook.yaml",
        "id: brook\n",
        "id: broook\n",
        "scenarios/brook.yaml:2:5: the scenario `broook` lies in a file called `brook` "
        "(give both the same name)",
    ),
    "a box with a border": (
        "map.yaml",
        "    box: true\n",
        "    box: true\n    borders: [isle]\n",
        "map.yaml:32:14: `isle` is a box and has borders (reach it by `sea` only)\n"
        "map.yaml:32:15: `isle` borders on itself (take this one out)",
    ),
    "a sea lane between two areas of the map": (
        "map.yaml",
        "    rough: true",
        "    coastal: true\n    sea: [crag]",
        "map.yaml:19:11: the sea lane from `brook` to `crag` does not join a box and an area of the map",
    ),
    "a guest from the other side": (
        "forces.yaml",
        "    sea: true",
        "    guests: [re]",
        "forces.yaml:21:14: `re` fights on the other side and cannot be a guest of `bl`",
    ),
    "a counter fewer than none": (
        "forces.yaml",
        "cavalry: 1, artillery: 2",
        "cavalry: 1, tank: 1, artillery: -2",
        "forces.yaml:10:51: there is no unit type `tank` "
        "(known: `army`, `infantry`, `cavalry`, `artillery` and `fort`)\n"
        "forces.yaml:10:71: there cannot be -2 counters of `artillery`\n"
        "scenarios/brook.yaml:11:77: 1 of `artillery`, and `re` has -2 in all",
    ),
    "a unit type built by nobody, never": (
        "forces.yaml",
        "buildable_from: { bl: 2 }",
        "buildable_from: { ro: 3 }",
        "forces.yaml:28:50: there is no nation `ro` (known: `re` and `bl`)\n"
        "forces.yaml:28:54: there is no season turn 3 (the track has 2)",
    ),
    "a special offensive that is none": (
        "cards.yaml",
        "offensive: limited, ",
        "",
        "cards.yaml:4:40: `raid` is a special offensive and no offensive (add `offensive`)",
    ),
    "a card that is special for nobody": (
        "cards.yaml",
        "special_for: red, ",
        "",
        "cards.yaml:4:60: `raid` is special from a turn on, but has no nation (add `special_for`)",
    ),
    "a lowest level with an end": (
        "tables.yaml",
        "side: blue, most: 1",
        "side: blue, least: 0, most: 1",
        "tables.yaml:18:7: the totals under 0 belong to no level (leave out `least` of the lowest level)",
    ),
    "an army that arrives twice": (
        "tables.yaml",
        "armies: [bl-2]",
        "armies: [bl-2, bl-2]",
        "tables.yaml:33:39: `bl-2` arrives more than once\ntables.yaml:33:45: `bl-2` arrives more than once",
    ),
    "reinforcements of a nation nobody knows": (
        "tables.yaml",
        "nation: bl",
        "nation: bk",
        "tables.yaml:33:26: there is no nation `bk` (known: `re` and `bl`)",
    ),
    "a season without player turns": (
        "sequence.yaml",
        "[player-turns, advance-season]",
        "[advance-season]",
        "sequence.yaml:3:9: the season turn has no player turns (add `player-turns`)",
    ),
    "a card that is not in the deck": (
        "scenarios/brook.yaml",
        "kept_apart:",
        "without_cards: [1, 11, 0]\nkept_apart:",
        "scenarios/brook.yaml:15:20: there is no card 11 (the deck has 10)\n"
        "scenarios/brook.yaml:15:24: there is no card 0 (the deck has 10)",
    ),
    "a hand of fewer than none": (
        "scenarios/brook.yaml",
        "hands: { red: 3",
        "hands: { red: -3",
        "scenarios/brook.yaml:6:15: -3 cards is not a valid hand",
    ),
    "a fort that is nowhere": (
        "scenarios/brook.yaml",
        "placements:",
        "forts: { anvli: 1, anvil: -1 }\nplacements:",
        "scenarios/brook.yaml:10:10: there is no area `anvli` (did you mean `anvil`?)",
    ),
    "a placement of nothing": (
        "scenarios/brook.yaml",
        "placements:\n",
        "placements:\n  - { area: anvil, nation: re }\n",
        "scenarios/brook.yaml:11:5: nothing is placed here (add `army` or `holds`)",
    ),
    "a placement of a nation nobody knows": (
        "scenarios/brook.yaml",
        "placements:\n",
        "placements:\n  - { area: anvil, nation: ro, holds: { infantry: 9 } }\n",
        "scenarios/brook.yaml:11:28: there is no nation `ro` (known: `re` and `bl`)",
    ),
    "an army in two places": (
        "scenarios/brook.yaml",
        "placements:\n",
        "placements:\n  - { area: anvil, nation: re, army: re-1 }\n",
        "scenarios/brook.yaml:12:38: `re-1` stands elsewhere already",
    ),
    "a fort among what is placed": (
        "scenarios/brook.yaml",
        "holds: { cavalry: 1 }",
        "holds: { cavalry: 1, fort: 1, artillery: 0 }",
        "scenarios/brook.yaml:12:53: `fort` is not counted here (remove it)\n"
        "scenarios/brook.yaml:12:73: 0 pieces of `artillery` are none (remove it)",
    ),
}


@pytest.fixture
def tiny(tmp_path):
    """A pack folder of its own."""
    return Path(shutil.copytree(TINY, tmp_path / "tiny"))


@pytest.fixture(autouse=True)
def cache(tmp_path, monkeypatch):
    """The folder where sound packs are kept."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.delenv("REFEREE_PACKS", raising=False)
    return tmp_path / "cache" / "referee" / "packs"


def spoil(folder, file, old, new):
    text = (folder / file).read_text("utf-8")
    assert text.count(old) == 1, f"{old!r} stands {text.count(old)} times in {file}"
    (folder / file).write_text(text.replace(old, new), "utf-8")


def complaints_about(folder):
    return [str(complaint).removeprefix(f"{folder}/") for complaint in loading.check(str(folder))]


@pytest.mark.parametrize(("file", "old", "new", "expected"), FAULTS.values(), ids=FAULTS.keys())
def test_a_fault_in_a_pack_is_named_with_file_line_and_column(tiny, file, old, new, expected):
    spoil(tiny, file, old, new)

    assert "\n".join(complaints_about(tiny)) == expected


@pytest.mark.parametrize(
    ("id", "complaint"),
    [
        ("referee", "game.yaml:7:11: no side may be called `referee` (choose another id)"),
        ("public", "game.yaml:7:11: no side may be called `public` (choose another id)"),
        ("red", "game.yaml:7:11: the side `red` is there already (give each its own)"),
    ],
)
def test_a_side_has_a_name_of_its_own(tiny, id, complaint):
    spoil(tiny, "game.yaml", "id: blue, name: Blues", f"id: {id}, name: Blues")

    assert complaint in complaints_about(tiny)
    assert f"map.yaml:26:13: there is no side `blue` (known: {known(id)})" in complaints_about(tiny)


def known(id):
    return "`red`" if id == "red" else f"`red` and `{id}`"


def test_a_nation_has_no_hyphen_for_the_ids_of_its_armies_have_one(tiny):
    spoil(tiny, "forces.yaml", "id: bl\n", "id: b-l\n")

    complaint = "forces.yaml:12:9: the nation `b-l` has a hyphen in its id (leave it out)"
    assert complaint in complaints_about(tiny)


def test_a_deck_and_a_track_and_a_victory_chart_have_something_in_them(tiny):
    (tiny / "cards.yaml").write_text("source: reconstruction\nkinds: []\n")
    text = (tiny / "tables.yaml").read_text()
    text = re.sub(r"turns:(\n    .*)+", "turns: []", text)
    (tiny / "tables.yaml").write_text(re.sub(r"levels:(\n    .*)+", "levels: []", text))

    assert {
        "cards.yaml:2:8: the deck is empty",
        "tables.yaml:11:10: the track has no season turn",
        "tables.yaml:15:11: there is no level of victory",
    } <= set(complaints_about(tiny))


def test_season_turns_are_numbered_in_their_order(tiny):
    spoil(tiny, "tables.yaml", "number: 2", "number: 3")

    assert "tables.yaml:13:17: season turn 3 stands where 2 belongs" in complaints_about(tiny)
    assert "scenarios/brook.yaml:5:7: there is no season turn 2 (the track has 2)" in complaints_about(tiny)


def test_an_army_may_hold_only_so_many_of_a_unit_type(tiny):
    spoil(tiny, "forces.yaml", "kind: infantry, symbol: I", "kind: infantry, per_army: 2, symbol: I")

    complaint = "scenarios/brook.yaml:11:63: an army may hold 2 of `infantry`, not 3"
    assert complaints_about(tiny) == [complaint]


def test_bids_for_the_first_player_turn_need_a_phase_before_it_and_a_limit(tiny):
    spoil(tiny, "game.yaml", "id: carriage", "id: initiative")
    spoil(tiny, "game.yaml", "[each-piece, freely]", "[fixed, bidding]")
    spoil(tiny, "game.yaml", "default: each-piece", "default: fixed")
    spoil(tiny, "rulings.yaml", "option: carriage", "option: initiative")
    chosen = "sequence.yaml:{}: bids for the first player turn may be chosen, and {}"
    asked = "no phase asks for them (add `initiative` in front)"
    limit = chosen.format("1:1", "nothing says how many cards may be bid (add `bidding`)")
    assert complaints_about(tiny) == [limit, chosen.format("3:9", asked)]

    spoil(tiny, "sequence.yaml", "[player-turns,", "[player-turns, initiative,")
    late = "sequence.yaml:3:24: bids come too late behind the player turns (put them in front)"
    assert complaints_about(tiny) == [limit, late]

    spoil(tiny, "sequence.yaml", "[player-turns, initiative,", "[initiative, player-turns,")
    spoil(tiny, "sequence.yaml", "first: red", "first: red\nbidding: { source: reconstruction, most: 0 }")
    assert complaints_about(tiny) == ["sequence.yaml:3:42: `most` is `0` and must be 1 or more"]

    spoil(tiny, "sequence.yaml", "most: 0", "most: 2")
    assert complaints_about(tiny) == []


def test_a_part_of_the_map_that_no_way_leads_to_is_named_by_its_first_area(tiny):
    spoil(tiny, "map.yaml", "borders: [anvil, crag]", "borders: [crag]")
    spoil(tiny, "map.yaml", "borders: [brook]\n    points", "borders: [mill]\n    points")
    spoil(
        tiny,
        "map.yaml",
        "  - id: isle",
        "  - { id: mill, name: Mill, country: rl, at: [1, 1], borders: [anvil] }\n  - id: isle",
    )

    complaint = "map.yaml:12:5: no way leads from the areas above to `brook` (add a border)"
    assert complaint in complaints_about(tiny)


def test_a_sound_pack_has_no_complaints(tiny):
    assert loading.check(str(tiny)) == ()


def test_faults_of_all_files_are_reported_together(tiny):
    spoil(tiny, "map.yaml", "rough: true", "rough: no")
    spoil(tiny, "cards.yaml", "copies: 2", "copies: two")
    spoil(tiny, "sequence.yaml", "first: red", "first: [red")
    (tiny / "art.yaml").unlink()
    (tiny / "forces.yaml").rename(tiny / "force.yaml")

    assert sorted(line.partition(": ")[0] for line in complaints_about(tiny)) == [
        "art.yaml:1:1",
        "cards.yaml:4:37",
        "force.yaml:1:1",
        "forces.yaml:1:1",
        "map.yaml:18:12",
        "sequence.yaml:3:7",
    ]
    assert "force.yaml:1:1: no file of a pack is called so (did you mean `forces.yaml`?)" in complaints_about(
        tiny
    )
    assert "art.yaml:1:1: this file is missing" in complaints_about(tiny)


def test_a_file_with_the_wrong_ending_is_pointed_out(tiny):
    (tiny / "map.yaml").rename(tiny / "map.yml")

    assert complaints_about(tiny) == [
        "map.yaml:1:1: this file is missing",
        "map.yml:1:1: no file of a pack is called so (did you mean `map.yaml`?)",
    ]


def test_a_pack_without_a_scenario_cannot_be_played(tiny):
    shutil.rmtree(tiny / "scenarios")

    assert complaints_about(tiny) == ["scenarios:1:1: there is no scenario"]


def test_a_file_too_large_for_a_pack_is_not_read(tiny):
    (tiny / "art.yaml").write_text("#" * (2 * 1024 * 1024 + 1))

    assert complaints_about(tiny) == ["art.yaml:1:1: this is longer than 2097152 bytes"]


def test_unreadable_file_causes_a_complaint_without_traceback(tiny, monkeypatch):
    def refuse(self, *_):
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "open", refuse)

    assert complaints_about(tiny)[0] == "art.yaml:1:1: this cannot be read: Permission denied"


def test_a_pack_loads_whole(tiny):
    loaded = loading.load(str(tiny))

    assert isinstance(loaded.pack, Pack)
    assert (loaded.name, loaded.folder) == ("tiny", tiny)
    assert [area.id for area in loaded.pack.map.areas] == ["anvil", "brook", "crag", "isle"]
    assert [scenario.id for scenario in loaded.pack.scenarios] == ["brook"]


def test_loading_an_unsound_pack_raises_everything_that_is_wrong(tiny):
    spoil(tiny, "map.yaml", "supply: red", "supply: rde")

    with pytest.raises(DataFault) as fault:
        loading.load(str(tiny))

    assert fault.value.complaints == loading.check(str(tiny))
    assert fault.value.exit_code == 65


def test_the_digest_can_be_computed_by_hand(tiny):
    names = sorted(path.relative_to(tiny).as_posix() for path in tiny.rglob("*.yaml"))
    listing = "".join(f"{hashlib.sha256((tiny / name).read_bytes()).hexdigest()}  {name}\n" for name in names)

    assert loading.load(str(tiny)).digest == hashlib.sha256(listing.encode()).hexdigest()


def test_the_digest_changes_with_every_byte_and_every_name(tiny):
    digests = {loading.load(str(tiny)).digest}
    spoil(tiny, "map.yaml", "name: Crag", "name:  Crag")
    digests.add(loading.load(str(tiny)).digest)
    spoil(tiny, "scenarios/brook.yaml", "id: brook\n", "id: creek\n")
    (tiny / "scenarios" / "brook.yaml").rename(tiny / "scenarios" / "creek.yaml")
    digests.add(loading.load(str(tiny)).digest)

    assert len(digests) == 3


def test_digest_covers_only_the_files_of_the_pack(tiny):
    before = loading.load(str(tiny)).digest
    (tiny / "README.md").write_text("How to play")

    assert loading.load(str(tiny)).digest == before


class _Call:
    def __reduce__(self):
        return os.mkdir, ("forged",)


FORGED = {
    "no pickle": b"{}",
    "nothing": b"",
    "another value": pickle.dumps({}),
    "another model": pickle.dumps(Region(id="sea", name="Sea")),
    "a call": pickle.dumps(_Call()),
    "a class that is not there": b"cschemas.great_war.pack\nNowhere\n.",
    "a module that is not there": b"cschemas.nowhere\nPack\n.",
    "a function of ours": b"cschemas.record\nto_data\n(tR.",
    "a record of ours": b"cschemas.record\nPlace\n.",
    "a deep text": b"(" * 100_000,
}
"""Kept packs that another program wrote and sealed."""


class TestTheCache:
    def kept(self, cache):
        (path,) = cache.glob("*.pack")
        return path

    def test_a_sound_pack_is_kept_and_read_from_there(self, tiny, cache, monkeypatch):
        first = loading.load(str(tiny))
        monkeypatch.setattr(loading, "_read", lambda *_: pytest.fail("the YAML was read again"))

        assert loading.load(str(tiny)) == first
        assert self.kept(cache).name == f"{first.digest}.pack"

    def test_words_are_kept_without_a_function(self, tiny, cache, monkeypatch):
        """Enums of Python 3.11.0 to 3.11.3 ask for `getattr`, which the reader of the cache refuses."""

        def name_by_getattr(word, protocol):
            return getattr, (type(word), word.name)

        monkeypatch.setattr(Enum, "__reduce_ex__", name_by_getattr)
        first = loading.load(str(tiny))
        monkeypatch.setattr(loading, "_read", lambda *_: pytest.fail("the YAML was read again"))

        assert loading.load(str(tiny)) == first

    def test_an_unsound_pack_is_not_kept(self, tiny, cache):
        spoil(tiny, "map.yaml", "supply: red", "supply: rde")
        loading.check(str(tiny))

        assert not cache.exists()

    def test_cache_is_neither_written_nor_read_if_disabled(self, tiny, cache):
        loading.load(str(tiny), cache=False)

        assert not cache.exists()

    @pytest.mark.parametrize(
        "change",
        [
            lambda raw: b"",
            lambda raw: b"{}\n{}",
            lambda raw: b"[1]\n",
            lambda raw: b"\xff",
            lambda raw: raw[:-20],
            lambda raw: raw.replace(b"Crag", b"Crog"),
            lambda raw: raw.replace(b"great-war", b"no-such-war"),
            lambda raw: raw.replace(b'"code": "', b'"code": "0', 1),
        ],
    )
    def test_damaged_cache_is_read_again_and_replaced(self, tiny, cache, change):
        loaded = loading.load(str(tiny))
        path = self.kept(cache)
        sound = path.read_bytes()
        path.write_bytes(change(sound))

        assert loading.load(str(tiny)) == loaded
        assert path.read_bytes() == sound

    @pytest.mark.parametrize("content", FORGED.values(), ids=FORGED)
    def test_forged_cached_pack_is_read_again_and_runs_no_code(
        self, tiny, cache, content, tmp_path, monkeypatch
    ):
        monkeypatch.chdir(tmp_path)
        loaded = loading.load(str(tiny))
        path = self.kept(cache)
        label = json.loads(path.read_bytes().splitlines()[0])
        label["seal"] = hashlib.sha256(content).hexdigest()
        path.write_bytes(json.dumps(label).encode() + b"\n" + content)

        assert loading.load(str(tiny)) == loaded
        assert not Path("forged").exists()

    def test_a_pack_judged_by_other_code_is_judged_again(self, tiny, cache, monkeypatch):
        loading.load(str(tiny))
        monkeypatch.setattr(pack_cache, "__version__", "0.0.0")
        before = self.kept(cache).read_bytes()
        loading.load(str(tiny))

        assert self.kept(cache).read_bytes() != before

    def test_unwritable_cache_causes_no_fault(self, tiny, cache):
        cache.parent.mkdir(parents=True)
        cache.write_text("a file where a folder belongs")

        assert loading.load(str(tiny)).name == "tiny"

    def test_a_home_that_is_not_there_is_no_trouble(self, tiny, monkeypatch):
        def homeless():
            raise RuntimeError("Could not determine home directory.")

        monkeypatch.setenv("XDG_CACHE_HOME", "relative/and/so/ignored")
        monkeypatch.setattr(Path, "home", homeless)

        assert loading.load(str(tiny)).name == "tiny"
        assert not Path("relative").exists()

    def test_only_the_packs_used_last_are_kept(self, tiny, cache):
        cache.mkdir(parents=True)
        for n in range(40):
            (cache / f"{n}.pack").write_text("old")
            os.utime(cache / f"{n}.pack", (n, n))
        digest = loading.load(str(tiny)).digest

        left = {path.stem for path in cache.iterdir()}
        assert left == {digest} | {str(n) for n in range(9, 40)}


class TestTheShelf:
    def test_packs_that_come_with_the_referee_have_names(self):
        assert "ttlm" in [pack.name for pack in loading.shelf()]

    def test_a_folder_called_games_that_happens_to_be_here_is_not_read(self, tiny):
        stranger = tiny.parent / "here" / "games"
        shutil.copytree(TINY, stranger / "ttlm")
        code = "from referee.packs import loading; print(loading.load('ttlm').pack.game.name)"
        root = str(Path(__file__).parents[2])
        answer = subprocess.run(
            [sys.executable, "-c", code],
            cwd=stranger.parent,
            env={**os.environ, "PYTHONPATH": root},
            capture_output=True,
            text=True,
            check=True,
        )

        assert answer.stdout == "To The Last Man!\n"

    def test_a_search_path_adds_packs_and_hides_those_of_the_same_name(self, tmp_path, tiny, monkeypatch):
        own = Path(shutil.copytree(TINY, tmp_path / "own" / "ttlm"))
        monkeypatch.setenv("REFEREE_PACKS", os.pathsep.join([str(own.parent), "", "/nowhere", str(tmp_path)]))
        found = {pack.name: pack.folder for pack in loading.shelf()}

        assert (found["ttlm"], found["tiny"]) == (own, tiny)
        assert loading.load("tiny").name == "tiny"

    def test_a_name_never_means_a_folder_that_happens_to_be_here(self, tiny, monkeypatch):
        monkeypatch.chdir(tiny.parent)

        with pytest.raises(NotFound) as fault:
            loading.load("tiny")
        assert str(fault.value) == "there is no pack `tiny` (the folder is called ./tiny)"
        assert loading.load("./tiny").name == "tiny"

    def test_a_complaint_about_a_folder_repeats_the_path_that_was_given(self, tiny, monkeypatch):
        monkeypatch.chdir(tiny.parent)
        spoil(tiny, "map.yaml", "rough: true", "rough: no")

        assert [str(complaint.place) for complaint in loading.check("./tiny")] == ["tiny/map.yaml:18:12"]

    def test_an_unknown_name_is_answered_with_the_nearest(self):
        with pytest.raises(NotFound) as fault:
            loading.load("tttlm")

        assert str(fault.value) == "there is no pack `tttlm` (did you mean `ttlm`?)"
        assert fault.value.exit_code == 66

    def test_folder_without_a_game_does_not_count_as_a_pack(self, tmp_path):
        with pytest.raises(NotFound) as fault:
            loading.check(str(tmp_path))

        assert str(fault.value) == f"there is no game.yaml in {tmp_path} (give the folder of a pack)"


def test_every_pack_on_the_shelf_is_sound():
    assert [complaint for pack in loading.shelf() for complaint in loading.check(pack.name)] == []


def test_every_pack_on_the_shelf_is_the_same_when_it_was_kept():
    for found in loading.shelf():
        assert loading.load(found.name) == loading.load(found.name) == loading.load(found.name, cache=False)


def test_a_file_that_cannot_be_read_hides_no_fault_of_the_others(tiny):
    """A missing name of the game does not hide the faults of the drawing."""
    spoil(tiny, "game.yaml", "name: The Brook", "nome: The Brook")
    spoil(tiny, "art.yaml", "area: anvil", "area: nowhere")

    told = complaints_about(tiny)

    assert {complaint.partition(":")[0] for complaint in told} == {"game.yaml", "art.yaml"}
    assert any("there is no area `nowhere`" in complaint for complaint in told)


@pytest.mark.parametrize(
    "file", ["map.yaml", "art.yaml", "forces.yaml", "cards.yaml", "tables.yaml", "sequence.yaml"]
)
def test_checks_that_need_an_unreadable_file_are_left_out(tiny, file):
    (tiny / file).write_text("strange: 1\n", "utf-8")

    told = complaints_about(tiny)

    assert {complaint.partition(":")[0] for complaint in told} == {file}
