"""Who may know what: events as witnessed, orders as overheard, positions as viewed.

A side knows its own figures, and of the enemy what it learned in events of its own. Nothing else of the
enemy goes into what it sees, not even his true ids: it knows him by aliases.
"""

from collections.abc import Iterator

from msgspec.structs import replace

from referee.systems.skirmish.facts import geometry
from referee.systems.skirmish.facts.motivation import is_motivated
from referee.systems.skirmish.flow import sequence
from referee.systems.skirmish.flow.orders import ORDERS
from referee.systems.skirmish.secrecy import lines_of_fire, points
from referee.systems.skirmish.state.narrator import Narrator
from referee.systems.skirmish.state.position import Contact, Figure, Position
from referee.systems.skirmish.state.table import Table
from referee.values.views import show
from schemas.record import PUBLIC, REFEREE, Side
from schemas.skirmish import close_events as close
from schemas.skirmish import events as happened
from schemas.skirmish.amendments import Amendment
from schemas.skirmish.orders import SkirmishOrder
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
from schemas.skirmish.words import Compass, Spot


def redact_event(  # noqa: PLR0911 - one arm for each way to see
    table: Table, event: happened.SkirmishEvent, viewer: Side
) -> happened.SkirmishEvent | None:
    """The event as one viewer saw it. What is not named here is seen by its own side alone."""
    match event:
        case _ if viewer == REFEREE:
            return event
        case (
            happened.PhaseStarted() | happened.TurnOpened() | happened.PlotsClosed() | happened.PlotsOpened()
            | happened.ActivationEnded()
            | happened.TierFired() | happened.FlameUsed() | happened.SmokeLaid()
            | happened.SmokeCleared() | happened.TokenMoved() | happened.TurnEnded() | happened.GameEnded()
        ):  # fmt: skip
            return event
        case happened.ShellFell(side=side):
            # The dice tell how far it strayed, and so where it was aimed.
            return event if viewer == side else replace(event, rolls=())
        case _ if viewer == PUBLIC:
            return None
        case happened.Shot() | happened.ShellBurst() | happened.Looked() | happened.Sighted():
            return _in_part(table, event, viewer)
        case close.ContactMade() | close.MeleeEnded():
            return replace(event, **_of_one_man(event, viewer))
        case close.MeleeFought():
            return _fight(event, viewer)
        case _:
            return event if viewer == event.side else None


def _in_part(
    table: Table,
    event: happened.Shot | happened.ShellBurst | happened.Looked | happened.Sighted,
    viewer: Side,
) -> happened.SkirmishEvent | None:
    """What not even its own side sees the whole of."""
    match event:
        case happened.Shot():
            return _shot(table, event, viewer)
        case happened.ShellBurst():
            return _burst(event, viewer)
        case happened.Looked(side=side):
            # Whether a die was thrown would tell that a figure is there.
            return replace(event, rolls=(), need=0) if viewer == side else None
        case happened.Sighted(side=side):
            return replace(event, figure="") if viewer == side else None


def _of_one_man(event: close.ContactMade | close.MeleeEnded, viewer: Side) -> dict[str, str]:
    if viewer == event.side:
        return {"defender": "", "attacker_alias": ""}
    return {"attacker": "", "defender_alias": ""}


def _fight(event: close.MeleeFought, viewer: Side) -> close.MeleeFought:
    """A round with the enemy by his aliases, and without what his dice were modified by."""
    nobody = ("",) * len(event.attackers)
    if viewer == event.side:
        own = (*event.modifiers[:-1], None)
        return replace(event, defender="", attacker_aliases=nobody, modifiers=own)
    own = (*(None for _ in nobody), event.modifiers[-1])
    return replace(event, attackers=nobody, defender_alias="", modifiers=own)


def _shot(table: Table, event: happened.Shot, viewer: Side) -> happened.Shot | None:
    """The firer's side sees what became of those it knows; the other side what its own men suffered.

    Of one whom it does not see it learns no misses: who else was shot at would tell of his weapon.
    """
    own = viewer == event.side
    seen = [
        n
        for n, mark in enumerate(event.marks)
        if (own and (mark.alias or mark.side == viewer))
        or (not own and mark.side == viewer and (event.alias or mark.effect != "miss"))
    ]
    if not own and not seen:
        return None
    told: dict[str, object] = {"marks": tuple(_mark(table, event, event.marks[n], viewer) for n in seen)}
    # What this viewer learned before may have no dice any more.
    told["rolls"] = tuple(event.rolls[n] for n in seen) if event.rolls else ()
    if own:
        told["alias"] = ""
    else:
        told |= {"figure": "", "at": (0, 0)}
        told |= {} if event.alias else {"weapon": "", "kind": None, "rapid": False, "rolls": ()}
    return replace(event, **told)


def _mark(table: Table, event: happened.Shot, mark: happened.Mark, viewer: Side) -> happened.Mark:
    """A mark in the names of one side."""
    told: dict[str, object] = {"alias": ""} if mark.side == viewer else {"figure": ""}
    if not _counts(table, event, viewer):
        told |= {"total": None, "needed": None}
    return replace(mark, **told)


def _counts(table: Table, event: happened.Shot, viewer: Side) -> bool:
    """Whether a side may know what dice needed.

    Aimed fire tells of the firer's class and training, unaimed fire of the target's class; what is left
    (ground, distance, the weapon) both can see.
    """
    seen = viewer == event.side or bool(event.alias)
    shown = table.parameters.reporting.enemy_quality == "shown"
    return seen and (shown or (event.kind == "aimed") == (viewer == event.side))


def _burst(event: happened.ShellBurst, viewer: Side) -> happened.ShellBurst | None:
    seen = [n for n, mark in enumerate(event.marks) if mark.side == viewer]
    if not seen:
        return None
    marks, rolls = tuple(event.marks[n] for n in seen), tuple(event.rolls[n] for n in seen)
    return replace(event, marks=marks, rolls=rolls)


def redact_order(table: Table, order: SkirmishOrder, viewer: Side) -> SkirmishOrder | None:
    """The order as one viewer may read it: all but the last word is sealed.

    What the moderator amends the side reads whose figures they are.
    """
    secret = ORDERS.of(order).secret(table)
    owner = order.of if isinstance(order, Amendment) else order.side
    return None if secret and viewer not in {owner, REFEREE} else order


def view(narrator: Narrator, position: Position, viewer: Side) -> View:
    """The position as one viewer may know it, built up from nothing."""
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
        prompts=sequence.prompts(narrator, position),
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
        rewards=tuple(points.list_rewards(narrator, position, sides)),
    )


def view_with_fire(narrator: Narrator, position: Position, viewer: Side) -> View:
    """The same with what the viewer's figures see and may fire at, which takes longer to work out."""
    seen = view(narrator, position, viewer)
    sides = [side for side in narrator.game.sides if viewer in {side, REFEREE}]
    lines = [line for side in sides for line in lines_of_fire.list_lines(narrator, position, side)]
    return replace(seen, sight=tuple(lines))


def _unit(narrator: Narrator, position: Position, id: str) -> UnitView:
    unit, entry = position.units[id], narrator.units[id]
    left = any(True for _ in position.members(id))
    return show(
        UnitView,
        unit,
        name=entry.name,
        kind=entry.kind,
        quality=entry.quality,
        status="dispersed" if unit.dispersed else "active" if left else "destroyed",
        shoot=unit.reaction.shoot if unit.reaction is not None else "always",
        fall_back=unit.reaction.fall_back if unit.reaction is not None else "never",
    )


def _figure(table: Table, position: Position, one: Figure) -> FigureView:
    motivated = one.active and is_motivated(table, position, one)
    told = {"motivated": motivated, "fired": one.fired is not None, **_last_move(position, one)}
    return show(FigureView, one, **told)


def _last_move(position: Position, one: Figure | Contact) -> dict[str, tuple[Spot, ...] | Compass]:
    """The way that a man came, and where he faces by it."""
    way = position.recent(one)
    return {"way": way, "facing": geometry.bearing(way[-1], one.at) if way else ""}


def _melees(position: Position, sides: tuple[Side, ...]) -> Iterator[MeleeView]:
    for one in position.melees:
        if one.side in sides:
            yield MeleeView(side=one.side, own=one.attacker, enemy=one.defender_alias, attacking=True)
        if position.other(one.side) in sides:
            other = position.other(one.side)
            yield MeleeView(side=other, own=one.defender, enemy=one.attacker_alias, attacking=False)
