"""Artillery, smoke, flames, pins, hand-to-hand fighting and morale as events."""

from msgspec.structs import replace

from referee.engine.events import everyone, own_side
from referee.systems.skirmish.events import redaction
from referee.systems.skirmish.events.event_kinds import Kinds, change_nothing, event_kind
from referee.systems.skirmish.events.figure_events import enter, go, meet
from referee.systems.skirmish.state.position import Dead, Flames, Melee, Mission, Position, Smoke
from referee.systems.skirmish.state.table import Table
from schemas.skirmish import close_events as fought
from schemas.skirmish import events as happened


def _pin(table: Table, position: Position, event: fought.Pinned) -> Position:
    figure = position.figures[event.figure]
    pins = figure.pins + event.pins if table.parameters.pins.stack else 1
    lies = figure.posture == "open"
    return position.with_figure(replace(figure, pins=pins, posture="prone" if lies else figure.posture))


def _unpin(_: Table, position: Position, event: fought.Unpinned) -> Position:
    figure = position.figures[event.figure]
    pins = figure.pins - event.removed
    rises = not pins and figure.posture == "prone"
    return position.with_figure(replace(figure, pins=pins, posture="open" if rises else figure.posture))


def _fall_back(table: Table, position: Position, event: fought.FellBack) -> Position:
    gone = go(position.figures[event.figure], position.turn, event.at)
    return enter(table, position.with_figure(replace(gone, fell_back=True)), event.figure)


def _halt(table: Table, position: Position, event: fought.AttackHalted) -> Position:
    figure = go(position.figures[event.figure], position.turn, event.at)
    return enter(table, position.with_figure(figure), event.figure)


def _kill(_: Table, position: Position, event: fought.Killed) -> Position:
    figure = position.figures[event.figure]
    dead = Dead(figure.id, figure.unit, figure.side, figure.role, event.at)
    gone = replace(figure, status="killed", at=event.at)
    return replace(position, dead=(*position.dead, dead)).with_figure(gone)


def _make_contact(_: Table, position: Position, event: fought.ContactMade) -> Position:
    return replace(position, melees=(*position.melees, _describe(event)))


def _end_contact(_: Table, position: Position, event: fought.MeleeEnded) -> Position:
    melee = _describe(event)
    return replace(position, melees=tuple(one for one in position.melees if one != melee))


def _describe(event: fought.ContactMade | fought.MeleeEnded) -> Melee:
    return Melee(event.side, event.attacker, event.attacker_alias, event.defender, event.defender_alias)


def _fight(_: Table, position: Position, event: fought.MeleeFought) -> Position:
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


def _add_marker(_: Table, position: Position, event: fought.MarkerAdded) -> Position:
    return position.with_unit(replace(position.units[event.unit], markers=event.markers, failed=True))


def _rally(_: Table, position: Position, event: fought.UnitRallied) -> Position:
    return position.with_unit(replace(position.units[event.unit], markers=event.markers))


def _disperse(_: Table, position: Position, event: fought.UnitDispersed) -> Position:
    for figure in list(position.members(event.unit)):
        position = position.with_figure(replace(figure, status="dispersed"))
    return position.with_unit(replace(position.units[event.unit], dispersed=True))


def _surrender(_: Table, position: Position, event: fought.Surrendered) -> Position:
    return position.with_figure(replace(position.figures[event.figure], status="surrendered"))


CLOSE: Kinds = (
    event_kind(fought.Pinned, apply=_pin, visible_to=own_side),
    event_kind(fought.Unpinned, apply=_unpin, visible_to=own_side),
    event_kind(
        fought.FellBack, apply=_fall_back, visible_to=own_side, narrate="{figure} falls back to {place}."
    ),
    event_kind(fought.Killed, apply=_kill, visible_to=own_side),
    event_kind(
        fought.AttackHalted, apply=_halt, visible_to=own_side, narrate="{figure} is halted at {place}."
    ),
    event_kind(
        fought.ContactMade, apply=_make_contact, visible_to=redaction.show_contact,
        narrate="{attacker} makes contact with {defender}.",
    ),
    event_kind(
        fought.MeleeEnded, apply=_end_contact, visible_to=redaction.show_end_of_contact,
        narrate="{attacker} and {defender} are no longer in contact.",
    ),
    event_kind(fought.MeleeFought, apply=_fight, visible_to=redaction.show_round),
    event_kind(
        fought.BrokeOff, apply=change_nothing, visible_to=own_side, narrate="{figure} breaks off."
    ),
    event_kind(
        fought.MoraleTested, apply=change_nothing, visible_to=own_side,
        narrate=lambda event: (
            "{Unit} passes a morale test for {cause}."
            if event.passed
            else "{Unit} fails a morale test for {cause}."
        ),
    ),
    event_kind(
        fought.MarkerAdded, apply=_add_marker, visible_to=own_side, narrate="{Unit} has {markers}."
    ),
    event_kind(fought.UnitRallied, apply=_rally, visible_to=own_side),
    event_kind(fought.UnitDispersed, apply=_disperse, visible_to=own_side),
    event_kind(fought.Surrendered, apply=_surrender, visible_to=own_side),
)  # fmt: skip
"""Pins, hand-to-hand fighting and morale."""


def _burn(_: Table, position: Position, event: happened.FlameUsed) -> Position:
    return replace(position, flames=(*position.flames, Flames(event.side, event.at, event.to)))


def _call(_: Table, position: Position, event: happened.BarrageCalled) -> Position:
    mission = position.missions[event.mission]
    pending = (*mission.pending, (event.aim, event.falls))
    return _keep(position, event.mission, replace(mission, left=mission.left - 1, pending=pending))


def _spend(_: Table, position: Position, event: happened.MissionSpent) -> Position:
    mission = position.missions[event.mission]
    return _keep(position, event.mission, replace(mission, pending=mission.pending[1:]))


def _keep(position: Position, id: str, mission: Mission) -> Position:
    missions: dict[str, Mission] = {**position.missions, id: mission}
    return replace(position, missions=missions)


def _lay_smoke(_: Table, position: Position, event: happened.SmokeLaid) -> Position:
    return replace(position, smoke=(*position.smoke, Smoke(event.id, event.at, event.until)))


def _clear_smoke(_: Table, position: Position, event: happened.SmokeCleared) -> Position:
    return replace(position, smoke=tuple(cloud for cloud in position.smoke if cloud.id != event.id))


SUPPORT: Kinds = (
    event_kind(
        happened.TierFired,
        apply=lambda _, position, event: replace(position, step=event.tier),
        visible_to=everyone, narrate="",
    ),
    event_kind(
        happened.FlameUsed, apply=_burn, visible_to=everyone,
        narrate="A flamethrower is used from {place} to {end}.",
    ),
    event_kind(
        happened.BarrageCalled, apply=_call, visible_to=own_side,
        narrate="{battery} is to fire at {place}, in turn {turn}.",
    ),
    event_kind(happened.MissionSpent, apply=_spend, visible_to=own_side, narrate="{battery} fires."),
    event_kind(
        happened.ShellFell, apply=change_nothing, visible_to=redaction.show_shell,
        narrate=lambda event: (
            "A shell falls at {place}." if event.kind == "he" else "A smoke shell falls at {place}."
        ),
    ),
    event_kind(happened.ShellBurst, apply=change_nothing, visible_to=redaction.show_burst),
    event_kind(
        happened.SmokeLaid, apply=_lay_smoke, visible_to=everyone,
        narrate="Smoke lies around {place} to the end of turn {turn}.",
    ),
    event_kind(
        happened.SmokeCleared, apply=_clear_smoke, visible_to=everyone,
        narrate="A cloud of smoke blows away.",
    ),
)  # fmt: skip
"""Artillery, smoke and flames."""
