"""Artillery, smoke and flames as events."""

from msgspec.structs import replace

from referee.engine.events import everyone, own_side
from referee.systems.skirmish.events import redaction
from referee.systems.skirmish.events.event_kinds import Kinds, change_nothing, event_kind
from referee.systems.skirmish.state.position import Flames, Mission, Position, Smoke
from referee.systems.skirmish.state.table import Table
from schemas.skirmish import events as happened


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
    event_kind(happened.BarrageCalled, apply=_call, visible_to=own_side),
    event_kind(happened.MissionSpent, apply=_spend, visible_to=own_side, narrate="{battery} fires."),
    event_kind(happened.ShellFell, apply=change_nothing, visible_to=redaction.show_shell),
    event_kind(happened.ShellBurst, apply=change_nothing, visible_to=redaction.show_burst),
    event_kind(happened.SmokeLaid, apply=_lay_smoke, visible_to=everyone),
    event_kind(
        happened.SmokeCleared, apply=_clear_smoke, visible_to=everyone,
        narrate="A cloud of smoke blows away.",
    ),
)  # fmt: skip
"""Artillery, smoke and flames."""
