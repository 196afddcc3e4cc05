"""Each field of a position has an entry: the fields of a view (`--json`), report and map that show it."""

from collections.abc import Callable, Mapping
from functools import cache
from typing import NamedTuple

import pytest
from msgspec.structs import replace

from referee.packs import rulesets
from referee.systems.great_war.rules import GreatWar
from referee.systems.great_war.state.position import Hand, MapState, Plan, Position
from referee.systems.great_war.state.tasks import MakePlans
from schemas.record import REFEREE
from tests.great_war.random_play import play
from tests.systems import system_of


class Shown(NamedTuple):
    """A change of one field, the fields of a view that change with it, and whether report and map change."""

    change: Callable[[Position], Position]
    view: tuple[str, ...]
    report: bool = True
    map: bool = False


def unseen(change: Callable[[Position], Position]) -> Shown:
    """Return the entry of a field that decides what happens next and that nobody reads."""
    return Shown(change, (), report=False)


def lose(position: Position) -> Position:
    """Take a piece away where others remain, so that neither control nor supply changes."""
    return position.without(position.map.contents("ge-1")[0].id)


def own(position: Position) -> Position:
    owner, (side, other) = position.map.owner, position.map.sides
    area = next(one for one in owner if owner[one] == side and not position.map.at(one))
    return position.marking(owner={**owner, area: other})


MAP: Mapping[str, Shown] = {
    "sides": unseen(lambda position: position.marking(sides=position.map.sides[::-1])),
    "turn": Shown(lambda position: position.marking(turn=position.map.turn + 1), ("turn", "title"), map=True),
    "owner": Shown(own, ("areas", "supply"), map=True),
    "pieces": Shown(lose, ("pieces", "armies", "pool"), map=True),
    "stacks": Shown(lose, ("pieces", "armies", "pool"), map=True),
    "eliminated": Shown(
        lambda position: position.marking(eliminated=frozenset({"ge-1"})), ("eliminated", "victory"), map=True
    ),
    "unsupplied": Shown(lambda position: position.marking(unsupplied=frozenset({"ge-1"})), ("unsupplied",)),
    "swapped": unseen(lambda position: position.marking(swapped=frozenset({"ge-i1"}))),
    "early": unseen(lambda position: position.marking(early=frozenset({"italy"}))),
    "contested": Shown(
        lambda position: position.marking(contested=(position.map.pieces["ge-1"].area,)),
        ("areas", "victory"),
        map=True,
    ),
    # Readers of positions with hidden armies have views of their own: see test_hidden_templates.py.
    "closed": unseen(lambda position: position.marking(closed=frozenset(position.map.sides))),
    "shown": unseen(lambda position: position.marking(shown=frozenset({"ge-i1"}))),
}

TURN: Mapping[str, Shown] = {
    "hands": Shown(lambda position: position.holding(position.map.sides[0], Hand(1, (5,))), ("hands",)),
    "agenda": Shown(
        lambda position: replace(position, agenda=(MakePlans("production"),)), ("prompts",), report=False
    ),
    "pile": Shown(lambda position: replace(position, pile=position.pile[1:]), ("pile",)),
    "discards": Shown(lambda position: replace(position, discards=(1,)), ("discards",)),
    "shuffles": unseen(lambda position: replace(position, shuffles=9)),
    "passes": Shown(lambda position: replace(position, passes=1), ("passes",), report=False),
    "now": Shown(lambda position: position.turning(replace(position.playing, fought=("liege",))), ("now",)),
    "fight": unseen(lambda position: replace(position, fight=replace(position.fighting, driven=9))),
    "plans": Shown(lambda position: position.planning(position.map.sides[0], Plan(closed=True)), ("plans",)),
    "bought": unseen(lambda position: replace(position, bought={position.map.sides[0]: 2})),
    "armistice": Shown(lambda position: replace(position, armistice=position.map.sides[0]), ("armistice",)),
    "result": Shown(lambda position: replace(position, agenda=(), result="decisive"), ("prompts", "result")),
    "crises": Shown(lambda position: replace(position, crises=3), ("victory",), map=True),
    "removed": Shown(lambda position: replace(position, removed=(3,)), ("removed",)),
    "initiative": unseen(lambda position: replace(position, initiative=position.map.sides[1])),
}


@cache
def fought() -> tuple[GreatWar, Position]:
    """The rules, and a position of a random war in which a battle is fought."""
    rules = rulesets.bind("ttlm", "1914", {}).rules
    assert isinstance(rules, GreatWar)
    war = (after for _, _, _, after in play(rules, 0, seasons=4))
    return rules, next(one for one in war if one.fight is not None and one.map.contents("ge-1"))


def test_every_field_of_a_position_has_an_entry():
    assert set(MAP) == set(MapState.__struct_fields__)
    assert set(TURN) == set(Position.__struct_fields__) - {"map"}


@pytest.mark.parametrize("field", [*MAP, *TURN])
def test_a_field_is_shown_where_its_entry_says(field: str):
    (rules, before), shown = fought(), {**MAP, **TURN}[field]
    after, system = shown.change(before), system_of(rules)
    changed = after.map if field in MAP else after
    assert getattr(changed, field) != getattr(before.map if field in MAP else before, field)

    views = [system.secrecy.view(position, REFEREE) for position in (before, after)]
    assert (
        tuple(
            name for name in views[0].__struct_fields__ if getattr(views[0], name) != getattr(views[1], name)
        )
        == shown.view
    )
    reports = [system.narrator.situation(position, REFEREE) for position in (before, after)]
    assert (reports[0] != reports[1]) == shown.report
    maps = [system.pictures.picture(position, REFEREE) for position in (before, after)]
    assert (maps[0] != maps[1]) == shown.map
