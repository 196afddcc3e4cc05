"""A match looked back upon: luck against exact odds, and what an order changed; no secret enters."""

import re
from collections.abc import Iterator
from fractions import Fraction
from functools import cache, partial
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from msgspec.structs import replace

import referee
from referee.analysis import battle_setups, forecasts, fought_battles, hindsight, odds
from referee.analysis.forecasts import Forecast
from referee.analysis.fought_battles import Fought
from referee.cli.render import odds_text
from referee.matches import matches
from referee.matches.matches import Match
from referee.packs import rulesets
from referee.packs.conformance.great_war import setup
from referee.systems.great_war.facts import control
from referee.systems.great_war.rules import GreatWar
from referee.systems.great_war.season import victory
from schemas.great_war.case import GreatWarGiven
from schemas.great_war.events import BattleClosed, BattleOpened
from schemas.record import PUBLIC, REFEREE, to_data
from tests.cli.conftest import Referee, Table
from tests.great_war import twins
from tests.great_war.twins import EN, GE
from tests.systems import system_of

ORDERS = 160
"""So many orders of a random war have some battles."""


@cache
def war(seed: int, most: int = ORDERS, **options: str) -> Match:
    """A random war in memory, as far as so many orders."""
    bound = rulesets.bind("ttlm", "1914", options)
    plays = twins.played(bound.rules, seed, most)
    return twins.filed(bound, plays, "")[0]


def list_battles(match: Match) -> Iterator[tuple[GreatWar, Fought]]:
    assert isinstance(match.rules, GreatWar)
    rules: Any = match.rules
    for battle in fought_battles.list_fought(system_of(rules), match.steps(), REFEREE):
        yield rules, battle


def test_over_all_courses_of_a_battle_luck_is_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    met, forecast = 0, forecasts.forecast
    for rules, battle in list_battles(war(2)):
        found = forecast(rules, battle.start, battle.area, battle.answers)
        if len(found.ends) > 60:
            continue
        # It is the same for each end, and is worked out once.
        monkeypatch.setattr(forecasts, "forecast", partial(_give, found))
        sums = {name: Fraction(0) for name in ("pieces", "points", "worse")}
        for end, chance in found.ends.items():
            told = fought_battles.measure_luck(
                system_of(rules), replace(battle, end=end, paid={})
            ).battle.sides[0]
            sums["pieces"] += chance * Fraction(told.pieces)
            sums["points"] += chance * Fraction(told.points)
            sums["worse"] += chance * Fraction(told.worse)
        assert (sums["pieces"], sums["points"]) == (0, 0)
        # Half of the equal ones are counted: the mean of the ranks is the middle.
        assert float(sums["worse"]) == pytest.approx(50, abs=0.1)
        met += 1
    assert met


def _give(found: Forecast, *_: object) -> Forecast:
    return found


@pytest.mark.parametrize("seed", [1, 3])
def test_gain_of_one_side_is_the_loss_of_the_other(seed: int) -> None:
    told = hindsight.analyse(war(seed), REFEREE)

    assert told.battles
    for battle in told.battles:
        one, other = battle.sides
        assert Fraction(one.pieces) == -Fraction(other.pieces)
        assert Fraction(one.points) == -Fraction(other.points)
        assert one.worse == pytest.approx(100 - other.worse)
    for number, ledger in enumerate(told.ledger):
        assert Fraction(ledger.pieces) == sum(Fraction(one.sides[number].pieces) for one in told.battles)
        assert Fraction(ledger.points) == sum(Fraction(one.sides[number].points) for one in told.battles)
    assert (
        sorted(one.turning for one in told.battles if one.turning) == [*range(1, len(told.battles) + 1)][:3]
    )


def test_expected_result_equals_the_odds_of_the_battle() -> None:
    met = 0
    for rules, battle in list_battles(war(4)):
        weighed = odds.weigh(system_of(rules), battle.start, battle.area, battle.answers)
        told = fought_battles.measure_luck(system_of(rules), battle).battle
        assert [one.expected for one in told.sides] == [one.mean for one in weighed.losses]
        assert told.held in weighed.holders
        met += 1
    assert met


@pytest.mark.parametrize("seed", [1, 6])
def test_points_are_those_of_the_victory_chart(seed: int) -> None:
    match = war(seed)
    ends = _find_ends(match)
    assert ends
    for rules, battle in list_battles(match):
        side = rules.theatre.pack.tables.victory.counts_for
        before, after = ends[battle.area, battle.first_entry]
        held = control.friendly(after.map, battle.area, side)
        gained = victory.points(rules.theatre, after).armies - victory.points(rules.theatre, before).armies
        gained += rules.theatre.areas[battle.area].points if held else 0
        (told,) = (
            one
            for one in fought_battles.measure_luck(system_of(rules), battle).battle.sides
            if one.side == side
        )
        found = forecasts.forecast(rules, battle.start, battle.area, battle.answers)
        lost = {id for id in before.pieces if id not in after.pieces and before.pieces[id].kind == "army"}
        assert lost <= set(battle.end.gone)
        mean = sum(
            chance * _count_points(rules, battle, end.holder, end.gone, side)
            for end, chance in found.ends.items()
        )
        assert Fraction(told.points) == gained - mean


def _count_points(
    rules: GreatWar, battle: Fought, holder: str | None, gone: tuple[str, ...], side: str
) -> int:
    """A point is lost for an army of the side that points count for, and won for another."""
    armies = [id for id in gone if battle.start.map.pieces[id].kind == "army"]
    own = sum(battle.start.map.pieces[id].side == side for id in armies)
    points = rules.theatre.areas[battle.area].points if holder == side else 0
    return points + len(armies) - 2 * own


def _find_ends(match: Match) -> dict[tuple[str, int], tuple[Any, Any]]:
    """The positions before the battles of a match and after them, by area and entry."""
    ends: dict[tuple[str, int], tuple[Any, Any]] = {}
    opened: tuple[int, Any] = (0, None)
    for step in match.steps():
        state: Any = step.before
        for event in step.events:
            if isinstance(event, BattleOpened):
                opened = step.seq, state
            state = match.rules.evolve(state, event)
            if isinstance(event, BattleClosed):
                ends[event.area, opened[0]] = opened[1], state
    return ends


def test_hits_that_a_card_paid_are_bad_luck_as_well() -> None:
    paid = [
        (rules, one) for seed in (1, 2, 5) for rules, one in list_battles(war(seed)) if any(one.paid.values())
    ]
    assert paid
    for rules, battle in paid:
        one, other = fought_battles.measure_luck(system_of(rules), battle).battle.sides
        gained = other.lost + other.paid - one.lost - one.paid
        assert Fraction(one.pieces) == gained - Fraction(other.expected) + Fraction(one.expected)


def test_answers_of_a_battle_are_cached_except_cards_and_quiet_prompts(liege: Table) -> None:
    fights = list(list_battles(matches.find(liege.folder.parent, "liege")))

    (namur,) = (battle for _, battle in fights if battle.area == "namur")
    assert [f"{one.question}: {one.order}" for one in namur.answers.orders] == [
        "stand-or-retreat: retreat be-1 to mons",
        "losses: lose ge-i6",
        "losses: lose namur-fort",
        "losses: lose namur-fort",
    ]
    assert (namur.paid, namur.end.holder) == ({EN: 2}, GE)


def test_luck_by_lot_is_said_to_be_so(monkeypatch: pytest.MonkeyPatch) -> None:
    few = partial(forecasts.forecast, most=1, fights=50)
    monkeypatch.setattr(forecasts, "forecast", few)
    told = hindsight.analyse(war(1), REFEREE)

    assert {(one.method, one.fights) for one in told.battles} == {("simulated", 50), ("exact", 0)}
    for one in told.battles:
        assert (one.held.least is None) == (one.method == "exact")
    assert "estimated from 50 random battles" in " ".join(odds_text.word_hindsight(told).split())


# What orders changed


def test_disputed_march_reports_its_changes(liege: Table) -> None:
    told = liege.command("dispute", "liege", "5").out

    assert told.endswith("It changed the chance of taking Liège from 33.3 % to 88.8 %.\n")
    assert "What it changed" not in liege.command("dispute", "liege", "8").out
    for side in ("entente", "public"):
        seen = liege.command("dispute", "liege", "5", "--as", side).out
        assert seen.splitlines()[-1] == told.splitlines()[-1]


def test_odds_without_a_march_equal_the_odds_of_a_match_without_it(liege: Table) -> None:
    """The same offensive played again, and one army stays where it was."""
    assert liege.command("retract", "liege", "--to", "4", "--reason", "once more").code == 0
    assert liege.submit("move ge-4 to ardennes\nmove ge-3 to ardennes\nmove ge-5 to longwy\n").code == 0
    (battle,) = liege.command("odds", "liege", "liege", "--json").json["battles"]
    (change,) = hindsight.weigh_order(matches.find(liege.folder.parent, "liege"), 5, REFEREE)

    (held,) = (one for one in battle["holders"] if one["holder"] == "german")
    assert change.before is not None
    assert (change.before.chance, change.battle) == (held["chance"], 11)


@pytest.mark.parametrize(("entry", "order"), [(45, "spend 36"), (46, "retreat be-1 to mons")])
def test_an_answer_in_a_battle_changed_what_odds_say_before_it_and_after_it(
    liege: Table, entry: int, order: str
) -> None:
    match = matches.find(liege.folder.parent, "liege")
    (change,) = hindsight.weigh_order(match, entry, PUBLIC)
    told = [liege.command("odds", "liege", "namur", "--at", at, "--json").json for at in (entry - 1, entry)]

    assert (change.order, change.area, change.attacker) == (order, "namur", "german")
    assert [change.before, change.after]
    assert change.before != change.after
    for weighed, answer in zip((change.before, change.after), told, strict=True):
        assert weighed is not None
        (battle,) = answer["battles"]
        assert [one["chance"] for one in battle["holders"] if one["holder"] == "german"] == [weighed.chance]


def test_only_side_left_in_a_battle_has_the_area_for_certain(liege: Table) -> None:
    match = matches.find(liege.folder.parent, "liege")
    (change,) = hindsight.weigh_order(match, 17, PUBLIC)

    assert change.order == "retreat fr-c3 to sedan"
    assert (change.before and change.before.percent, change.after and change.after.chance) == (88.4, "1")


@pytest.mark.parametrize(
    ("stands", "holder"),
    [
        ("", EN),
        ("liege: ge-1 []", EN),
        ("liege: fort 12", EN),
        ("liege: ge-1 [1I]", GE),
        ("liege: fr-1 [1I]", EN),
    ],
)
def test_owner_keeps_an_area_until_only_an_enemy_is_left(stands: str, holder: str) -> None:
    rules = rulesets.bind("ttlm", "1914", {}).rules
    assert isinstance(rules, GreatWar)
    position = setup.position(rules, GreatWarGiven(pieces=stands, owners={"liege": EN}))
    assert battle_setups.find_holder(position, "liege") == holder


@pytest.mark.parametrize("entry", [15, 16, 50])
def test_an_answer_that_is_quiet_or_alone_changed_nothing(liege: Table, entry: int) -> None:
    assert hindsight.weigh_order(matches.find(liege.folder.parent, "liege"), entry, REFEREE) == ()


def test_a_ruling_says_what_the_error_changed(liege: Table) -> None:
    asked = ("dispute", "liege", "5", "--resolve", "--error", "it had moved before")
    told = liege.command(*asked)
    filed = liege.command(*asked, "--file", "--json").json

    assert "It changed the chance of taking Liège from 33.3 % to 88.8 %." in told.out
    assert [(one["area"], one["before"]["percent"], one["after"]["percent"]) for one in filed["changed"]] == [
        ("liege", 33.3, 88.8)
    ]
    match = matches.find(liege.folder.parent, "liege")
    assert isinstance(match.rules, GreatWar)
    (change,) = hindsight.list_changes(match, system_of(match.rules), PUBLIC)
    assert (change.kind, change.entry, change.order) == ("ruled", 5, "move ge-2 to liege")


def refuse_march(liege: Table) -> None:
    """Army 7 is far away, and may not come to the battle that is prepared."""
    assert liege.command("retract", "liege", "--to", "4", "--reason", "once more").code == 0
    assert liege.submit("move ge-7 to liege").code != 0


def test_refused_march_is_visible_only_to_its_side_and_the_referee(liege: Table) -> None:
    refuse_march(liege)
    match = matches.find(liege.folder.parent, "liege")

    (change,) = hindsight.list_changes(match, system_of(match.rules), GE)
    assert (change.kind, change.order, change.battle) == ("refused", "move ge-7 to liege", 0)
    assert change.before is not None
    assert change.after is not None
    assert change.before.percent < change.after.percent
    assert [*hindsight.list_changes(match, system_of(match.rules), REFEREE)] == [change]
    for viewer in (EN, PUBLIC):
        assert not [*hindsight.list_changes(match, system_of(match.rules), viewer)]
    assert "It would have changed the chance of taking Liège" in liege.command("analyse", "liege").out


def test_the_library_says_what_the_command_says(liege: Table) -> None:
    told = referee.open("liege", shelf=liege.folder.parent).analyse("german", at=16)

    shown = liege.command("analyse", "liege", "--as", "german", "--at", "16", "--json").json
    assert {"ok": True, "exit": 0, **to_data(told)} == shown


# The command


def test_the_command_names_battles_sums_and_turning_points(liege: Table) -> None:
    told = liege.command("analyse", "liege", "--at", "34")

    assert told.code == 0
    assert re.search(r"^Liège +11-16 +0 \(0\.7\) +3 \(2\.6\) +\+1\.2$", told.out, re.MULTILINE)
    assert re.search(r"^Longwy +26-34 +0\+1 \(1\.6\)", told.out, re.MULTILINE)
    assert "Turning points" in told.out
    assert "-0.0" not in told.out


def test_unfinished_battle_is_not_reported(liege: Table) -> None:
    assert liege.command("analyse", "liege", "--at", "15").out == "No battle is finished yet.\n"
    assert liege.command("analyse", "liege", "--at", "16").out.count("Liège") == 2


def test_the_chart_has_a_bar_for_each_battle(liege: Table, tmp_path: Path) -> None:
    file = tmp_path / "luck.svg"
    assert liege.command("analyse", "liege", "--at", "34", "--chart", file).code == 0

    root = ElementTree.fromstring(file.read_text())
    titles = [one.text for one in root.iter("{http://www.w3.org/2000/svg}title")]
    assert titles[1:] == ["Liège: +1.16", "Longwy: +0.62"]


def test_a_chart_with_secrets_wants_its_reader_named(liege: Table, tmp_path: Path) -> None:
    refuse_march(liege)
    file = tmp_path / "luck.svg"

    told = liege.command("analyse", "liege", "--chart", file, "--json")
    assert [one["code"] for one in told.json["complaints"]] == ["secrets-unnamed"]
    assert not file.exists()
    assert liege.command("analyse", "liege", "--chart", file, "--as", "referee").code == 0


def test_the_skirmish_is_not_looked_back_upon(command: Referee) -> None:
    command("new", "raid", "skirmish")
    told = command("analyse", "raid", "--json")

    assert [one["code"] for one in told.json["complaints"]] == ["no-hindsight"]


def test_a_match_without_odds_is_looked_back_upon_when_it_is_closed(command: Referee) -> None:
    assert command("new", "fog", "ttlm", "--no-odds").code == 0

    refused = command("analyse", "fog", "--json")
    assert [one["code"] for one in refused.json["complaints"]] == ["odds-forbidden"]
    assert command("reveal", "fog", "--unfinished").code == 0
    assert command("analyse", "fog").code == 0


def test_a_dispute_in_a_match_without_odds_weighs_no_battle(liege: Table) -> None:
    match = matches.find(liege.folder.parent, "liege")
    journal = replace(match.journal, header=replace(match.header, odds="forbidden"))

    assert hindsight.weigh_order(match, 5, REFEREE)
    assert not hindsight.weigh_order(replace(match, journal=journal), 5, REFEREE)
