"""The odds on the page of a composer are those of `odds`, bounded in number, and made of known facts."""

from itertools import chain
from pathlib import Path
from typing import cast

import pytest
from msgspec.structs import replace

from referee.analysis import odds
from referee.analysis.exact_odds import letter_battles
from referee.analysis.policies import Written
from referee.dice.chain import Secrets
from referee.matches import opening
from referee.matches.matches import Match
from referee.reports.composer import page as composer_page
from referee.reports.composer.choices import find_choices
from referee.reports.composer.page import BattleTable
from referee.systems.great_war.state.position import Position
from schemas.record import Side
from tests.foreseen import choices_are_found_once, find_choices_once  # noqa: F401 - one is a fixture

SECRETS = Secrets(seed="5e" * 32, hidden="c0" * 32, keys=80)
SET_UPS = [("ttlm", "1914", "german"), ("aac", "campaign", "central")]

MOST_BYTES = 24_000
"""Largest size of the tables in a page."""


def begin(root: Path, pack: str, scenario: str, **options: str) -> Match:
    return opening.open_match(
        root, "new", pack, at="2026-12-01T20:00:00Z", scenario=scenario, secrets=SECRETS, options=options
    )


def make(match: Match, side: str) -> tuple[BattleTable, ...]:
    choices = find_choices_once(match.system, match.position(), Side(side))
    return letter_battles.make_tables(match, Side(side), choices)


@pytest.mark.parametrize(("pack", "scenario", "side"), SET_UPS)
def test_each_row_has_the_odds_that_the_command_gives(
    tmp_path: Path, pack: str, scenario: str, side: str
) -> None:
    match = begin(tmp_path, pack, scenario)
    offensive = next(
        choice.option.text
        for choice in find_choices_once(match.system, match.position(), Side(side)).choices
        if choice.option.verb == "offensive"
    )
    rows = [(table.area, row) for table in make(match, side) for row in table.rows]
    assert len(rows) > 20
    assert {len(row.pieces) for _, row in rows} >= {1, 2, 3}

    for area, row in rows[:: len(rows) // 12]:
        letter = "\n".join((offensive, *(f"move {piece} to {area}" for piece in row.pieces)))
        told = odds.odds(match, Side(side), area, orders=Written("letter", letter)).battles[0]
        holds = {one.holder: one.percent for one in told.holders}
        lost = {one.side: one.about for one in told.losses}
        assert (row.holds, row.own) == (holds[Side(side)], lost.pop(Side(side)))
        assert row.enemy == sum(lost.values())


@pytest.mark.parametrize(("pack", "scenario", "side"), SET_UPS)
def test_tables_are_small_and_the_same_every_time(
    tmp_path: Path, pack: str, scenario: str, side: str
) -> None:
    match = begin(tmp_path, pack, scenario)
    plain = composer_page.page(match, Side(side))
    whole = composer_page.page(match, Side(side), "", letter_battles.make_tables)

    assert 0 < len(whole.encode()) - len(plain.encode()) < MOST_BYTES
    found_again = find_choices(match.system, match.position(), Side(side))
    assert make(match, side) == letter_battles.make_tables(match, Side(side), found_again)


def test_the_number_of_battles_is_bounded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    match = begin(tmp_path, "ttlm", "1914")
    monkeypatch.setattr(letter_battles, "MOST_BATTLES", 5)

    assert len(list(chain.from_iterable(table.rows for table in make(match, "german")))) == 5


def test_a_match_without_odds_has_none_on_its_page(tmp_path: Path) -> None:
    match = begin(tmp_path, "ttlm", "1914")
    journal = replace(match.journal, header=replace(match.header, odds="forbidden"))

    assert make(match, "german") != ()
    assert make(replace(match, journal=journal), "german") == ()


def test_armies_that_hide_their_contents_have_no_odds(tmp_path: Path) -> None:
    tables = make(begin(tmp_path, "ttlm", "1914", **{"hidden-templates": "yes"}), "german")

    assert any(table.hidden for table in tables)
    assert all(not table.rows for table in tables if table.hidden)
    assert composer_page.pack_tables(tables)[next(table.area for table in tables if table.hidden)] is None


def test_a_side_that_orders_no_offensive_and_a_skirmish_have_no_tables(tmp_path: Path) -> None:
    assert make(begin(tmp_path / "war", "ttlm", "1914"), "entente") == ()
    assert make(begin(tmp_path / "raid", "skirmish", "dawn-sap"), "british") == ()


def make_from(match: Match, position: Position) -> tuple[BattleTable, ...]:
    """Tables of the Germans in a position of a match."""
    choices = find_choices_once(match.system, position, Side("german"))
    return letter_battles._Tables(match.system, Side("german")).make(position, choices)


def test_cards_of_the_enemy_change_no_table(tmp_path: Path) -> None:
    match = begin(tmp_path, "ttlm", "1914")
    position = cast(Position, match.position())
    hand, count = position.hands["entente"], len(position.hands["entente"].cards)
    other = (*position.pile[:count],)
    assert set(other) != set(hand.cards)
    changed = replace(
        position.holding(Side("entente"), replace(hand, cards=other)),
        pile=(*hand.cards, *position.pile[count:]),
    )

    assert make_from(match, changed) == make_from(match, position) != ()


def swap_kinds(position: Position) -> Position:
    """The position with an infantry of one enemy army exchanged for an artillery of another."""
    inside = [piece for piece in position.map.owned(Side("entente")) if piece.army]
    infantry = next(piece for piece in inside if piece.kind == "infantry" and piece.area == "verdun")
    artillery = next(piece for piece in inside if piece.kind == "artillery" and piece.area != "verdun")
    return replace(
        position,
        map=position.map.put(
            replace(infantry, area=artillery.area, army=artillery.army),
            replace(artillery, area=infantry.area, army=infantry.army),
        ),
    )


@pytest.mark.parametrize(("hides", "same"), [("yes", True), ("no", False)])
def test_hidden_contents_of_enemy_armies_change_no_table(tmp_path: Path, hides: str, same: bool) -> None:
    match = begin(tmp_path, "ttlm", "1914", **{"hidden-templates": hides})
    position = cast(Position, match.position())
    tables = [make_from(match, one) for one in (position, swap_kinds(position))]

    assert tables[0] != ()
    assert (tables[0] == tables[1]) is same
