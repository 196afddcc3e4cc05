"""Views and redaction: the events, orders, positions, lines of fire and points that each viewer may see."""

from collections.abc import Iterator

from msgspec.structs import replace

from referee.engine.values import show
from referee.systems.skirmish import season
from referee.systems.skirmish.combat import shooting
from referee.systems.skirmish.events.evolution import EVENTS
from referee.systems.skirmish.facts import geometry, shots, targets, visibility
from referee.systems.skirmish.facts.shots import AimedShot, UnaimedShot
from referee.systems.skirmish.facts.targets import is_motivated
from referee.systems.skirmish.flow import sequence
from referee.systems.skirmish.flow.judgement import ORDERS
from referee.systems.skirmish.language.language import SkirmishLanguage
from referee.systems.skirmish.state.position import Contact, Figure, Melee, Position
from referee.systems.skirmish.state.table import Table
from schemas.record import REFEREE, Side
from schemas.skirmish import view as views
from schemas.skirmish.events import SkirmishEvent
from schemas.skirmish.names import Compass, FireKind, Spot
from schemas.skirmish.orders import Amendment, Fire, SkirmishOrder
from schemas.skirmish.pack import Reward, Weapon

FACES = 20
"""Sides of a die of fire."""


def list_lines(narrator: SkirmishLanguage, position: Position, side: Side) -> Iterator[views.SightView]:
    """Yield a line for each figure of a side, each visible enemy and each weapon that fires at figures."""
    table = narrator.game
    view = know(table, position, side)
    for figure in view.active(side):
        for weapon in (table.weapons[id] for id in figure.weapons):
            for contact in () if weapon.area else view.list_seen(side):
                if figure.unit in contact.units:
                    yield _look_along(narrator, view, figure, weapon, contact)


def know(table: Table, position: Position, side: Side) -> Position:
    """Return the position with its enemies as a side knows them, each under its alias."""
    contacts = position.contacts(side)
    figures = {id: one for id, one in position.figures.items() if one.side == side}
    figures |= {alias: targets.imagine(table, position, side, contact) for alias, contact in contacts.items()}
    aliases = {side: {alias: replace(contact, figure=alias) for alias, contact in contacts.items()}}
    melees = tuple(_rename(melee, side) for melee in position.melees)
    return replace(position, figures=figures, known=aliases, melees=melees)


def _rename(melee: Melee, side: Side) -> Melee:
    if melee.side == side:
        return Melee(side, melee.attacker, melee.attacker_alias, melee.defender_alias, melee.defender_alias)
    return Melee(melee.side, melee.attacker_alias, melee.attacker_alias, melee.defender, melee.defender_alias)


def _look_along(
    narrator: SkirmishLanguage, known: Position, figure: Figure, weapon: Weapon, contact: Contact
) -> views.SightView:
    """Return one line of fire: range, cover, and the scores that each legal kind of fire needs."""
    table = narrator.game
    target = known.figures[contact.alias]
    dice = shooting.dice_of(table, known, figure, weapon)
    shot = AimedShot(target, weapon, dice, figure.at)
    clauses = {kind: tuple(_object(narrator, known, figure, weapon, contact, kind)) for kind in KINDS}
    pin, kill = shots.needs(
        table.parameters.aimed, sum(value for _, value in shots.modifiers(table, known, figure, shot))
    )
    may_aim = not clauses["aimed"]
    return views.SightView(
        figure=figure.id,
        enemy=contact.alias,
        weapon=weapon.id,
        range=geometry.apart(figure.at, contact.at),
        cover=visibility.sight(table, known, figure.at, contact.at).hard,
        covered=shots.is_covered(table, known, shot),
        dice=dice,
        pin=pin if may_aim and pin <= FACES else None,
        kill=kill if may_aim and kill <= FACES else None,
        unaimed=None if clauses["unaimed"] else _find_bounds(table, known, shot),
        against=clauses["aimed"] if clauses["unaimed"] else (),
    )


KINDS: tuple[FireKind, FireKind] = ("aimed", "unaimed")


def _object(
    narrator: SkirmishLanguage,
    known: Position,
    figure: Figure,
    weapon: Weapon,
    contact: Contact,
    kind: FireKind,
) -> Iterator[str]:
    """Yield the clauses that forbid a shot."""
    order = Fire(side=figure.side, figures=(figure.id,), kind=kind, weapon=weapon.id, target=contact.alias)
    against = shooting.object_to_figure(narrator.game, known, order, figure)
    numbers = (narrator.cite(one.clause).number for one in against)
    yield from dict.fromkeys(numbers)


def _find_bounds(table: Table, known: Position, shot: AimedShot) -> tuple[int, int]:
    """Return the least and the greatest score that unaimed fire may need at the target's possible classes."""
    target = shot.target
    contact = known.contacts(known.other(target.side))[target.id]
    units = [unit for unit in table.force(target.side).units if unit.quality == contact.quality]
    may_be = [
        replace(target, unit=unit.id, advanced=advances)
        for unit in units or table.force(target.side).units
        for advances in (False, True)
    ]
    totals = [
        sum(value for _, value in shots.scores(table, known, UnaimedShot(replace(shot, target=one))))
        for one in may_be
    ]
    return min(totals), max(totals)


def weigh(line: views.SightView) -> tuple[int, int, int]:
    """Return a sort key for shots, best first: score to pin, number of dice, range."""
    return line.pin or FACES + 1, -line.dice, line.range


def list_rewards(
    narrator: SkirmishLanguage, position: Position, sides: tuple[Side, ...]
) -> Iterator[views.RewardView]:
    """Yield the rewards of both sides; `sides` are the sides whose figures the viewer knows."""
    for side in narrator.game.sides:
        for number, reward in enumerate(narrator.scenario.victory.get(side, ())):
            paid = side in sides and (side, number) in position.rewarded
            is_known = paid and reward.test in {"inside", "never-inside"}
            times = 1 if is_known else _count(narrator, position, reward, sides)
            yield views.RewardView(
                side=side,
                title=reward.title,
                points=reward.points,
                when=reward.when,
                counted=reward.points * times,
                certain=is_known or reward.side in sides,
                paid=paid,
            )


def _count(narrator: SkirmishLanguage, position: Position, reward: Reward, sides: tuple[Side, ...]) -> int:
    """Return the number of times that a reward is due, as far as the viewer knows."""
    if reward.side in sides:
        return season.count_points(narrator.game, position, reward)
    observer = position.other(reward.side)
    if reward.test != "figures" or observer not in sides:
        return 0
    return sum(one.status in reward.statuses for one in position.contacts(observer).values())


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


def view(narrator: SkirmishLanguage, position: Position, viewer: Side) -> views.View:
    """Return the position as one viewer may know it. The view starts empty and takes only known facts."""
    table = narrator.game
    sides = table.sides if viewer == REFEREE else tuple(side for side in table.sides if side == viewer)
    over = position.phase == "over"
    return views.View(
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
            show(views.ContactView, one, side=side, **_last_move(position, one))
            for side in sides
            for one in position.contacts(side).values()
        ),
        melees=tuple(_melees(position, sides)),
        smoke=tuple(show(views.GroundView, cloud) for cloud in position.smoke),
        tokens=tuple(show(views.GroundView, token) for token in position.tokens.values()),
        missions=tuple(
            show(views.MissionView, one) for one in position.missions.values() if one.side in sides
        ),
        plots=tuple(plot for side in sides for plot in position.plan(side).plots),
        score={side: position.score[side] for side in table.sides if over or side in sides},
        result=position.result,
        width=table.scenario.width,
        depth=table.scenario.depth,
        terrain=tuple(
            show(views.TerrainView, one, name=narrator.feature_name(one)) for one in narrator.features
        ),
        rewards=tuple(list_rewards(narrator, position, sides)),
    )


def view_with_fire(narrator: SkirmishLanguage, position: Position, viewer: Side) -> views.View:
    """Return the view with the lines of fire of the viewer's figures, which take longer to work out."""
    plain = view(narrator, position, viewer)
    sides = [side for side in narrator.game.sides if viewer in {side, REFEREE}]
    lines = [line for side in sides for line in list_lines(narrator, position, side)]
    return replace(plain, sight=tuple(lines))


def _unit(narrator: SkirmishLanguage, position: Position, id: str) -> views.UnitView:
    unit, entry = position.units[id], narrator.units[id]
    survives = any(True for _ in position.members(id))
    return show(
        views.UnitView,
        unit,
        name=entry.name,
        kind=entry.kind,
        quality=entry.quality,
        status="dispersed" if unit.dispersed else "active" if survives else "destroyed",
        shoot=unit.reaction.shoot if unit.reaction is not None else "always",
        fall_back=unit.reaction.fall_back if unit.reaction is not None else "never",
    )


def _figure(table: Table, position: Position, one: Figure) -> views.FigureView:
    has_leader = one.active and is_motivated(table, position, one)
    skills = tuple(sorted((*one.traits, *one.items)))
    facts = {
        "motivated": has_leader,
        "fired": one.fired is not None,
        "skills": skills,
        **_last_move(position, one),
    }
    return show(views.FigureView, one, **facts)


def _last_move(position: Position, one: Figure | Contact) -> dict[str, tuple[Spot, ...] | Compass]:
    """Return the last way of a figure or contact, and its facing."""
    way = position.recent(one)
    return {"way": way, "facing": geometry.bearing(way[-1], one.at) if way else ""}


def _melees(position: Position, sides: tuple[Side, ...]) -> Iterator[views.MeleeView]:
    for one in position.melees:
        if one.side in sides:
            yield views.MeleeView(side=one.side, own=one.attacker, enemy=one.defender_alias, attacking=True)
        if position.other(one.side) in sides:
            other = position.other(one.side)
            yield views.MeleeView(side=other, own=one.defender, enemy=one.attacker_alias, attacking=False)
