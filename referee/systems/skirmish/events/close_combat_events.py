"""Pins, hand-to-hand fighting and morale as events."""

from msgspec.structs import replace

from referee.engine.events import own_side
from referee.systems.skirmish.events import redaction
from referee.systems.skirmish.events.event_kinds import Kinds, change_nothing, event_kind
from referee.systems.skirmish.events.figure_events import enter, go, meet
from referee.systems.skirmish.state.position import Dead, Melee, Position
from referee.systems.skirmish.state.table import Table
from schemas.skirmish import close_events as happened


def _pin(table: Table, position: Position, event: happened.Pinned) -> Position:
    figure = position.figures[event.figure]
    pins = figure.pins + event.pins if table.parameters.pins.stack else 1
    lies = figure.posture == "open"
    return position.with_figure(replace(figure, pins=pins, posture="prone" if lies else figure.posture))


def _unpin(_: Table, position: Position, event: happened.Unpinned) -> Position:
    figure = position.figures[event.figure]
    pins = figure.pins - event.removed
    rises = not pins and figure.posture == "prone"
    return position.with_figure(replace(figure, pins=pins, posture="open" if rises else figure.posture))


def _fall_back(table: Table, position: Position, event: happened.FellBack) -> Position:
    gone = go(position.figures[event.figure], position.turn, event.at)
    return enter(table, position.with_figure(replace(gone, fell_back=True)), event.figure)


def _halt(table: Table, position: Position, event: happened.AttackHalted) -> Position:
    figure = go(position.figures[event.figure], position.turn, event.at)
    return enter(table, position.with_figure(figure), event.figure)


def _kill(_: Table, position: Position, event: happened.Killed) -> Position:
    figure = position.figures[event.figure]
    dead = Dead(figure.id, figure.unit, figure.side, figure.role, event.at)
    gone = replace(figure, status="killed", at=event.at)
    return replace(position, dead=(*position.dead, dead)).with_figure(gone)


def _make_contact(_: Table, position: Position, event: happened.ContactMade) -> Position:
    return replace(position, melees=(*position.melees, _describe(event)))


def _end_contact(_: Table, position: Position, event: happened.MeleeEnded) -> Position:
    melee = _describe(event)
    return replace(position, melees=tuple(one for one in position.melees if one != melee))


def _describe(event: happened.ContactMade | happened.MeleeEnded) -> Melee:
    return Melee(event.side, event.attacker, event.attacker_alias, event.defender, event.defender_alias)


def _fight(_: Table, position: Position, event: happened.MeleeFought) -> Position:
    """Mark the figures of a round, and the contacts by which each side knows its enemies."""
    for id in (*event.attackers, event.defender):
        if id in position.figures:
            position = position.with_figure(replace(position.figures[id], fought=True))
    enemies = [(event.side, event.defender_alias)]
    enemies += [(position.other(event.side), alias) for alias in event.attacker_aliases]
    for side, alias in enemies:
        if (contact := position.contacts(side).get(alias)) is not None:
            position = meet(position, side, replace(contact, fought=position.turn))
    return position


def _add_marker(_: Table, position: Position, event: happened.MarkerAdded) -> Position:
    return position.with_unit(replace(position.units[event.unit], markers=event.markers, failed=True))


def _rally(_: Table, position: Position, event: happened.UnitRallied) -> Position:
    return position.with_unit(replace(position.units[event.unit], markers=event.markers))


def _disperse(_: Table, position: Position, event: happened.UnitDispersed) -> Position:
    for figure in list(position.members(event.unit)):
        position = position.with_figure(replace(figure, status="dispersed"))
    return position.with_unit(replace(position.units[event.unit], dispersed=True))


def _surrender(_: Table, position: Position, event: happened.Surrendered) -> Position:
    return position.with_figure(replace(position.figures[event.figure], status="surrendered"))


CLOSE: Kinds = (
    event_kind(happened.Pinned, apply=_pin, visible_to=own_side),
    event_kind(happened.Unpinned, apply=_unpin, visible_to=own_side),
    event_kind(
        happened.FellBack, apply=_fall_back, visible_to=own_side, narrate="{figure} falls back to {place}."
    ),
    event_kind(happened.Killed, apply=_kill, visible_to=own_side),
    event_kind(
        happened.AttackHalted, apply=_halt, visible_to=own_side, narrate="{figure} is halted at {place}."
    ),
    event_kind(happened.ContactMade, apply=_make_contact, visible_to=redaction.show_contact),
    event_kind(happened.MeleeEnded, apply=_end_contact, visible_to=redaction.show_end_of_contact),
    event_kind(happened.MeleeFought, apply=_fight, visible_to=redaction.show_round),
    event_kind(
        happened.BrokeOff, apply=change_nothing, visible_to=own_side, narrate="{figure} breaks off."
    ),
    event_kind(happened.MoraleTested, apply=change_nothing, visible_to=own_side),
    event_kind(happened.MarkerAdded, apply=_add_marker, visible_to=own_side),
    event_kind(happened.UnitRallied, apply=_rally, visible_to=own_side),
    event_kind(happened.UnitDispersed, apply=_disperse, visible_to=own_side),
    event_kind(happened.Surrendered, apply=_surrender, visible_to=own_side),
)  # fmt: skip
"""Pins, hand-to-hand fighting and morale."""
