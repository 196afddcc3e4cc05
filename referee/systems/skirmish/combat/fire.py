"""Fire: carries out the sealed fire orders, one tier of troops after another."""

from collections.abc import Iterator
from itertools import zip_longest

from referee.engine.dice import Dice
from referee.engine.facts import Objection
from referee.systems.skirmish.combat import morale, shooting, spotting
from referee.systems.skirmish.events.evolution import EventRecorder
from referee.systems.skirmish.events.sealed_orders import figures_of
from referee.systems.skirmish.events.steps import drop
from referee.systems.skirmish.facts import geometry, targets
from referee.systems.skirmish.facts.shots import AimedShot, UnaimedShot, fire_aimed, fire_unaimed
from referee.systems.skirmish.state.position import Figure, Position
from referee.systems.skirmish.state.table import Table
from schemas.record import Roll, Side, Value
from schemas.skirmish.events import FlameUsed, Mark, Shot, TierFired
from schemas.skirmish.names import FireKind, Spot
from schemas.skirmish.orders import BeatenZone, Fire, FirePlot, Flame, Throw
from schemas.skirmish.pack import Weapon

Hits = list[tuple[Roll, Mark]]


class _Gun(Value):
    """A firer, its weapon and the kind of fire; `betrayed` if the side under fire sees the firer."""

    firer: Figure
    weapon: Weapon
    kind: FireKind
    betrayed: bool


def fire_tier(course: EventRecorder, tier: int, dice: Dice) -> None:
    """Let all troops of one tier fire at the same time. A figure that its own tier hits still fires."""
    standing = course.position
    firers: set[str] = set()
    first = standing.first or standing.sides[0]
    mine, theirs = (list(_due(course.table, standing, side, tier)) for side in (first, standing.other(first)))
    if course.table.parameters.shooting.same_tier == "alternate":
        for plot, id in _in_turns(mine, theirs):
            _fire(course, course.position, plot, course.figure(id), dice, firers)
    else:
        for plot, id in (*mine, *theirs):
            _fire(course, standing, plot, standing.figures[id], dice, firers)
    course.add(TierFired(tier=tier + 1))
    spotting.watch(course, frozenset(firers))


Due = tuple[FirePlot, str]
"""A fire order, and one of its figures."""


def _due(table: Table, position: Position, side: Side, tier: int) -> Iterator[Due]:
    """Yield the shots of one side's troops of a tier, in the order of its letter."""
    for plot in position.plan(side).plots:
        if isinstance(plot, Fire | Throw | Flame | BeatenZone):
            for id in figures_of(plot):
                if _tier(table, position.figures[id]) == tier:
                    yield plot, id


def _in_turns(mine: list[Due], theirs: list[Due]) -> Iterator[Due]:
    """Yield the shots of two sides alternately, then the rest of the longer list."""
    for pair in zip_longest(mine, theirs):
        yield from (due for due in pair if due is not None)


def _tier(table: Table, figure: Figure) -> int:
    quality = table.units[figure.unit].quality
    return next(n for n, tier in enumerate(table.parameters.turns.tiers) if quality in tier)


def _fire(
    course: EventRecorder, standing: Position, plot: FirePlot, figure: Figure, dice: Dice, firers: set[str]
) -> None:
    """Let one figure fire in the position at the beginning of its tier."""
    if not figure.active:
        return
    order, lost = _as_things_stand(course.table, standing, plot, figure)
    against = next(shooting.object_to_figure(course.table, standing, order, figure), None)
    if against is not None:
        drop(course, figure, against)
        return
    for objection in lost:
        drop(course, figure, objection, part=True)
    weapon = shooting.weapon_of(course.table, order, figure)
    if weapon is None:
        return
    kind = kind_of(order, figure)
    alias = spotting.betray(course, figure, kind)
    gun = _Gun(figure, weapon, kind, betrayed=bool(alias))
    hits = _hits(course.table, standing, order, gun, dice)
    firers.add(figure.id)
    course.add(
        Shot(
            side=figure.side,
            figure=figure.id,
            alias=alias,
            weapon=weapon.id,
            kind=kind,
            at=_lay_on(standing, order, figure),
            rapid=isinstance(order, Fire) and order.rapid,
            marks=tuple(mark for _, mark in hits),
            rolls=tuple(roll for roll, _ in hits),
        )
    )
    if isinstance(order, Flame):
        course.add(FlameUsed(side=figure.side, at=figure.at, to=order.to))
    morale.suffer(course, tuple(mark for _, mark in hits))


def _as_things_stand(
    table: Table, standing: Position, plot: FirePlot, figure: Figure
) -> tuple[FirePlot, tuple[Objection, ...]]:
    """Return the order without targets that became illegal, and the objections to those targets."""
    weapon = shooting.weapon_of(table, plot, figure)
    if weapon is None or not isinstance(plot, Fire):
        return _redirect(table, standing, plot, figure), ()
    against = {
        alias: next(shooting.at_one(table, standing, plot, figure, weapon, alias), None)
        for alias in plot.dice
    }
    shares = {alias: plot.dice[alias] for alias, objection in against.items() if objection is None}
    if not shares:
        return _redirect(table, standing, plot, figure), ()
    aim = plot.target if plot.target in shares else next(iter(shares))
    lost = tuple(objection for objection in against.values() if objection is not None)
    return plot.replace(target=aim, dice=shares), lost


def _redirect(table: Table, standing: Position, plot: FirePlot, figure: Figure) -> FirePlot:
    """Return the order with its first legal alternative target if its own target is gone."""
    if not isinstance(plot, Fire) or plot.target is None or not plot.others:
        return plot
    contact = standing.contacts(figure.side).get(plot.target)
    if contact is not None and contact.status == "active":
        return plot
    others = (plot.replace(target=alias, dice={}) for alias in plot.others)
    return next(
        (one for one in others if not any(shooting.object_to_figure(table, standing, one, figure))), plot
    )


def kind_of(order: FirePlot, figure: Figure) -> FireKind:
    """Return the kind of a shot: as ordered, or by the firer's movement for grenades and flamethrowers."""
    match order:
        case Fire(kind=kind):
            return kind
        case BeatenZone():
            return "unaimed"
        case Throw() | Flame():
            return "unaimed" if figure.mode == "manoeuvre" else "aimed"


def _lay_on(position: Position, order: FirePlot, figure: Figure) -> Spot:
    match order:
        case Throw(burst=spot) | Flame(to=spot) | BeatenZone(centre=spot):
            return spot
        case Fire():
            contact = position.contacts(figure.side).get(order.target or "")
            return order.point or (contact.at if contact is not None else figure.at)


def _hits(table: Table, position: Position, order: FirePlot, gun: _Gun, dice: Dice) -> Hits:
    """Roll the dice of one shot, figure by figure."""
    figure, weapon = gun.firer, gun.weapon
    rapid = isinstance(order, Fire) and order.rapid
    origin = order.burst if isinstance(order, Throw) else figure.at
    hits: Hits = []
    for target, count in _targets(table, position, order, figure, weapon):
        shot = AimedShot(
            target, weapon, count, origin, bursts=isinstance(order, Throw), betrayed=gun.betrayed
        )
        if gun.kind == "aimed":
            hits.append(fire_aimed(table, position, figure, shot, dice))
        else:
            hits.append(fire_unaimed(table, position, figure, UnaimedShot(shot, rapid), dice))
    return hits


def _targets(
    table: Table, position: Position, order: FirePlot, figure: Figure, weapon: Weapon
) -> list[tuple[Figure, int]]:
    """Return the targets of a shot, each with its number of dice."""
    match order:
        case Throw(burst=spot):
            return [(one, weapon.dice) for one in _nearest(position, spot, weapon.blast or 0)]
        case Flame(to=spot):
            lane = weapon.lane or 0
            there = _nearest(position, figure.at, weapon.reach + lane)
            burnt = [one for one in there if geometry.near_line(one.at, figure.at, spot, lane)]
            return [(one, weapon.dice) for one in burnt if one.id != figure.id]
        case BeatenZone(centre=spot):
            zone = table.parameters.beaten_zone
            there = [one for one in _in_zone(table, position, figure, spot) if one.id != figure.id]
            others = [one for one in there if zone.friends_too or one.side != figure.side]
            return [
                (one, zone.dice)
                for one in others
                if targets.may_be_hit(table, position, figure, weapon, one, aimed=False)
            ]
        case Fire():
            return _share(table, position, order, figure, weapon)


def _in_zone(table: Table, position: Position, firer: Figure, spot: Spot) -> list[Figure]:
    """Return the figures in a beaten zone, the nearest first."""
    zone = table.parameters.beaten_zone
    if zone.shape == "circle":
        return _nearest(position, spot, zone.radius)
    there = _nearest(position, spot, max(zone.radius, zone.depth))
    return [one for one in there if geometry.in_ellipse(one.at, spot, firer.at, zone.depth, zone.radius)]


def _nearest(position: Position, spot: Spot, reach: int) -> list[Figure]:
    """Return the figures within reach of a place, the nearest first."""
    there = [one for one in position.figures.values() if one.active and geometry.within(one.at, spot, reach)]
    return sorted(there, key=lambda one: (geometry.square(one.at, spot), one.at))


def _share(
    table: Table, position: Position, order: Fire, figure: Figure, weapon: Weapon
) -> list[tuple[Figure, int]]:
    """Share out the dice of a weapon among the target and the enemies around it."""
    count = shooting.dice_of(table, position, figure, weapon)
    if order.dice:
        return _by_hand(position, order, figure, count)
    there = _may_be_hit(table, position, order, figure, weapon)
    if table.parameters.shooting.spread == "aim-figure":
        there = there[:1]
    shares = [0] * len(there)
    for die in range(count if there else 0):
        shares[die % len(there)] += 1
    return [(one, share) for one, share in zip(there, shares, strict=True) if share]


def _by_hand(position: Position, order: Fire, figure: Figure, count: int) -> list[tuple[Figure, int]]:
    """Return the shares that the player wrote, cut from the end to the dice that the weapon rolls now."""
    hits: list[tuple[Figure, int]] = []
    for alias, number in order.dice.items():
        one, share = position.find_enemy(figure.side, alias), min(number, count)
        if one is not None and share:
            hits.append((one, share))
            count -= share
    return hits


def _may_be_hit(
    table: Table, position: Position, order: Fire, figure: Figure, weapon: Weapon
) -> list[Figure]:
    """Return the enemies that may get a die, the target of the order first."""
    centre = _lay_on(position, order, figure)
    radius = weapon.radius or (table.parameters.unaimed.point_radius if order.point is not None else 0)
    there = [one for one in _nearest(position, centre, radius) if one.side != figure.side]
    own = position.find_enemy(figure.side, order.target) if order.target is not None else None
    is_aimed = order.kind == "aimed"
    there = [one for one in there if targets.may_be_hit(table, position, figure, weapon, one, aimed=is_aimed)]
    first = [own] if own is not None else []
    return first + [one for one in there if own is None or one.id != own.id]
