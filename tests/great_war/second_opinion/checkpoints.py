"""Both opinions at one point of a war: pieces, places, marks, owners, cards and points, one by one."""

from collections.abc import Iterator

from referee.systems.great_war.rules import GreatWar
from referee.systems.great_war.season import victory
from referee.systems.great_war.state.position import Position
from schemas.great_war.events import BattleClosed, GreatWarEvent, TurnClosed
from schemas.great_war.plan_events import PhaseClosed, PlansRevealed, SupplyChecked
from tests.great_war.second_opinion import scoring
from tests.great_war.second_opinion.almanac import Almanac
from tests.great_war.second_opinion.comparison import chit, mirrored
from tests.great_war.second_opinion.field import Chit
from tests.great_war.second_opinion.war import War

MARKED_OUT_OF_SUPPLY = {"supply", "production", "purchases"}
"""The points at which the markers of supply are compared; in between what carried them may have gone."""


def point_of(event: GreatWarEvent) -> str:  # noqa: PLR0911 - one arm per case of the rule
    """The point of a war that an event reaches, if any."""
    match event:
        case BattleClosed():
            return "battle"
        case TurnClosed():
            return "turn"
        case SupplyChecked():
            return "supply"
        case PlansRevealed(phase=phase) if phase in {"reinforcements", "attrition", "production"}:
            return phase
        case PhaseClosed(phase=phase) if phase in {"reinforcements", "production", "attrition", "purchases"}:
            return phase
        case PhaseClosed(phase="transit"):
            return "season"
        case _:
            return ""


def same_war(rules: GreatWar, position: Position) -> War:
    """The war as the second opinion takes it over."""
    almanac = Almanac(rules.theatre.pack, rules.theatre.scenario)
    field = mirrored(rules, position)
    field.chits = {piece.id: _plain(chit(piece)) for piece in position.map.pieces.values()}
    field.eliminated = set(position.map.eliminated)
    return War(
        almanac, field, position.map.turn, {side: set(hand.cards) for side, hand in position.hands.items()},
        set(position.pile), set(position.discards), set(position.removed),
        swapped={id for id, one in field.chits.items() if one.kind == "W"},
    )  # fmt: skip


def differences(rules: GreatWar, position: Position, war: War, point: str) -> Iterator[str]:
    """Everything in which the position differs from what the second opinion holds."""
    there = {piece.id: chit(piece) for piece in position.map.pieces.values()}
    for id in sorted(there.keys() | war.field.chits.keys()):
        mine = war.field.chits.get(id)
        if not _alike(there.get(id), mine):
            yield f"{id} is {there.get(id)}, and should be {mine}"
    for area in war.almanac.areas:
        if position.map.owner.get(area) != war.field.owner.get(area):
            owner, expected = position.map.owner.get(area), war.field.owner.get(area)
            yield f"{area} belongs to {owner}, and should to {expected}"
    if position.map.eliminated != war.field.eliminated:
        gone, expected = sorted(position.map.eliminated), sorted(war.field.eliminated)
        yield f"eliminated are {gone}, and should be {expected}"
    yield from _cards(position, war)
    if point in MARKED_OUT_OF_SUPPLY:
        marked = {id for id in position.map.unsupplied if id in there and there[id].army is None}
        if marked != {id for id in war.unsupplied if id in war.field.chits}:
            yield f"out of supply are {sorted(marked)}, and should be {sorted(war.unsupplied)}"
    total = victory.points(rules.theatre, position).total
    if total != scoring.points(war):
        yield f"the total is {total}, and should be {scoring.points(war)}"


def _cards(position: Position, war: War) -> Iterator[str]:
    for side, hand in position.hands.items():
        if set(hand.cards) != war.hands[side]:
            yield f"the {side} hand is {hand.cards}, and should be {sorted(war.hands[side])}"
    for name, cards, mine in (
        ("pile", position.pile, war.pile),
        ("discards", position.discards, war.discards),
        ("removed", position.removed, war.removed),
    ):
        if set(cards) != mine:
            yield f"the {name} is {sorted(cards)}, and should be {sorted(mine)}"


def _alike(one: Chit | None, mine: Chit | None) -> bool:
    if one is None or mine is None:
        return one is mine
    if one.army is not None and one.army == mine.army:
        return {**vars(one), "entrenched": False} == {**vars(mine), "entrenched": False}
    return one == mine


def _plain(one: Chit) -> Chit:
    """A counter without what its army says of it: inside, it is entrenched as the army is (8.1)."""
    return Chit(**{**vars(one), "entrenched": one.entrenched and one.army is None})
