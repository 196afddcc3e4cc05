"""Views and redaction: the events, orders and positions that each viewer may see.

A side knows its own figures, and the facts about the enemy that it learned from its own events. Its view
contains nothing else of the enemy, not even true ids: it knows enemies by aliases.
"""

from collections.abc import Iterator

from msgspec.structs import replace

from referee.engine.values import show
from referee.systems.skirmish.events.evolution import EVENTS
from referee.systems.skirmish.facts import geometry
from referee.systems.skirmish.facts.targets import is_motivated
from referee.systems.skirmish.flow import sequence
from referee.systems.skirmish.flow.judgement import ORDERS
from referee.systems.skirmish.language.language import SkirmishLanguage
from referee.systems.skirmish.secrecy import lines_of_fire
from referee.systems.skirmish.state.position import Contact, Figure, Position
from referee.systems.skirmish.state.table import Table
from schemas.record import REFEREE, Side
from schemas.skirmish.events import SkirmishEvent
from schemas.skirmish.names import Compass, Spot
from schemas.skirmish.orders import Amendment, SkirmishOrder
from schemas.skirmish.view import (
    ContactView,
    FigureView,
    GroundView,
    MeleeView,
    MissionView,
    TerrainView,
    UnitView,
    View,
)


def redact_event(table: Table, event: SkirmishEvent, viewer: Side) -> SkirmishEvent | None:
    """Return the event as a viewer sees it, or None if it is hidden from the viewer."""
    return EVENTS.of(event).visible_to(table, event, viewer)


def redact_order(table: Table, order: SkirmishOrder, viewer: Side) -> SkirmishOrder | None:
    """Return the order as one viewer may read it, or None. All orders except `done` and `concede` are secret.

    The side of the figures reads the moderator's amendments.
    """
    secret = ORDERS.of(order).secret(table)
    owner = order.of if isinstance(order, Amendment) else order.side
    return None if secret and viewer not in {owner, REFEREE} else order


def view(narrator: SkirmishLanguage, position: Position, viewer: Side) -> View:
    """Return the position as one viewer may know it. The view starts empty and takes only known facts."""
    table = narrator.game
    sides = table.sides if viewer == REFEREE else tuple(side for side in table.sides if side == viewer)
    over = position.phase == "over"
    return View(
        viewer=viewer,
        turn=position.turn,
        turns=table.scenario.turns,
        phase=position.phase,
        light=position.light,
        rain=position.rain,
        first=position.first,
        prompts=tuple(map(narrator.ask, sequence.prompts(table, position))),
        units=tuple(
            _unit(narrator, position, unit.id) for unit in position.units.values() if unit.side in sides
        ),
        figures=tuple(
            _figure(table, position, one) for one in position.figures.values() if one.side in sides
        ),
        contacts=tuple(
            show(ContactView, one, side=side, **_last_move(position, one))
            for side in sides
            for one in position.contacts(side).values()
        ),
        melees=tuple(_melees(position, sides)),
        smoke=tuple(show(GroundView, cloud) for cloud in position.smoke),
        tokens=tuple(show(GroundView, token) for token in position.tokens.values()),
        missions=tuple(show(MissionView, one) for one in position.missions.values() if one.side in sides),
        plots=tuple(plot for side in sides for plot in position.plan(side).plots),
        score={side: position.score[side] for side in table.sides if over or side in sides},
        result=position.result,
        width=table.scenario.width,
        depth=table.scenario.depth,
        terrain=tuple(show(TerrainView, one, name=narrator.feature_name(one)) for one in narrator.features),
        rewards=tuple(lines_of_fire.list_rewards(narrator, position, sides)),
    )


def view_with_fire(narrator: SkirmishLanguage, position: Position, viewer: Side) -> View:
    """Return the view with the lines of fire of the viewer's figures, which take longer to work out."""
    plain = view(narrator, position, viewer)
    sides = [side for side in narrator.game.sides if viewer in {side, REFEREE}]
    lines = [line for side in sides for line in lines_of_fire.list_lines(narrator, position, side)]
    return replace(plain, sight=tuple(lines))


def _unit(narrator: SkirmishLanguage, position: Position, id: str) -> UnitView:
    unit, entry = position.units[id], narrator.units[id]
    survives = any(True for _ in position.members(id))
    return show(
        UnitView,
        unit,
        name=entry.name,
        kind=entry.kind,
        quality=entry.quality,
        status="dispersed" if unit.dispersed else "active" if survives else "destroyed",
        shoot=unit.reaction.shoot if unit.reaction is not None else "always",
        fall_back=unit.reaction.fall_back if unit.reaction is not None else "never",
    )


def _figure(table: Table, position: Position, one: Figure) -> FigureView:
    has_leader = one.active and is_motivated(table, position, one)
    facts = {"motivated": has_leader, "fired": one.fired is not None, **_last_move(position, one)}
    return show(FigureView, one, **facts)


def _last_move(position: Position, one: Figure | Contact) -> dict[str, tuple[Spot, ...] | Compass]:
    """Return the last way of a figure or contact, and its facing."""
    way = position.recent(one)
    return {"way": way, "facing": geometry.bearing(way[-1], one.at) if way else ""}


def _melees(position: Position, sides: tuple[Side, ...]) -> Iterator[MeleeView]:
    for one in position.melees:
        if one.side in sides:
            yield MeleeView(side=one.side, own=one.attacker, enemy=one.defender_alias, attacking=True)
        if position.other(one.side) in sides:
            other = position.other(one.side)
            yield MeleeView(side=other, own=one.defender, enemy=one.attacker_alias, attacking=False)
