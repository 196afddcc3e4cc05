"""The kit for authors of systems finds the faults that it names, and none in the tutorial."""

from collections.abc import Callable
from typing import Any

import pytest
from msgspec.structs import replace

from referee.packs import rulesets
from referee.packs.conformance import system_kit
from referee.packs.conformance.system_kit import check_system
from referee.packs.rulesets import Ruleset
from referee.packs.tabular_families import make_family
from referee.systems.tabular.tables import GameTables
from schemas.record import Side
from schemas.rulebook import AnyPack, Clauses, Game, Rulings, Scenario, SideEntry
from tests.systems_of_others.crown.crown_game import family as crown
from tests.systems_of_others.crown.crown_game.family import TABLES, Claimed, Kingdom, YearEnded


def bind(tables: GameTables[Any]) -> Ruleset:
    """Bind the tables of a game to a small pack."""
    sides = tuple(SideEntry(id=side, name=side, adjective=side, colour="#336699") for side in crown.SIDES)
    pack = AnyPack(
        game=Game(id="crown", name="Crown", version="1", system="crown", sides=sides),
        clauses=Clauses(book="Crown", citations=(), meanings={}),
        rulings=Rulings(rulings=()),
        scenarios=(Scenario(id="short", name="Short", source="rulebook"),),
    )
    system = make_family(tables).bind(pack, "short", {})
    return replace(rulesets.bind("ttlm", "1914", {}), system=system)


def change_event(model: type, **changes: object) -> GameTables[Any]:
    """The tables with another entry for a kind of event."""
    events = tuple(replace(one, **changes) if one.model is model else one for one in TABLES.events)
    return replace(TABLES, events=events)


def spoil(state: Kingdom, event: Claimed) -> Kingdom:
    """Change the state before the event."""
    claims: Any = state.claims
    if isinstance(claims, dict):
        claims[event.side] = event.province or "?"
    return replace(state, claims=dict(claims))


def swap_lines() -> GameTables[Any]:
    """The tables in which two kinds of orders have one line."""
    claim, rest = TABLES.orders
    return replace(TABLES, orders=(replace(rest, line="rest"), replace(claim, line="rest")))


def peek(state: Kingdom, viewer: Side) -> Kingdom:
    """Hide nothing."""
    return state


FAULTS: dict[str, tuple[Callable[[], GameTables[Any]], str]] = {
    "impure event": (lambda: change_event(Claimed, apply=spoil), "changes the position"),
    "endless game": (
        lambda: change_event(YearEnded, apply=lambda state, event: replace(state, claims={})),
        "does not end",
    ),
    "secret in the view": (lambda: replace(TABLES, show=peek), "does not follow"),
    "line with other words": (swap_lines, "is not read"),
    "unknown purpose": (lambda: replace(TABLES, purposes=()), "is not among the purposes"),
}


def test_kit_finds_nothing_in_sound_tables() -> None:
    assert check_system(bind(TABLES), games=5) == ()


@pytest.mark.sample(2)
@pytest.mark.parametrize("name", FAULTS)
def test_kit_finds_fault(name: str) -> None:
    tables, text = FAULTS[name]
    assert any(text in fault for fault in check_system(bind(tables()), games=5)), name


def test_kit_finds_a_secret_where_it_compares_one_viewer_in_turn(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(system_kit, "ALL_VIEWERS", 0)
    tables, text = FAULTS["secret in the view"]
    assert any(text in fault for fault in check_system(bind(tables()), games=5))


def test_kit_finds_nothing_in_the_beginning_of_a_skirmish(monkeypatch: pytest.MonkeyPatch) -> None:
    # A whole random game takes 10 to 30 seconds.
    monkeypatch.setattr(system_kit, "MOST_ORDERS", 60)
    faults = check_system(rulesets.bind("skirmish", "mine-crater", {}), games=1)
    assert faults == ("a game does not end within 60 orders",)


def test_kit_finds_question_without_legal_answer() -> None:
    alone = replace(TABLES, orders=(replace(TABLES.orders[0], options=lambda *_: []),))

    assert any("no legal answer" in fault for fault in check_system(bind(alone), games=1))
