"""Aimed and unaimed fire: modifiers, needed scores and the purposes of dice."""

from collections.abc import Iterator

from referee.engine.dice import Dice, state_purpose
from referee.engine.facts import Fact
from referee.systems.skirmish.facts import geometry, visibility
from referee.systems.skirmish.state.position import Figure, Position
from referee.systems.skirmish.state.table import Table
from schemas.record import REFEREE, Roll, Side, Value
from schemas.skirmish.events import Mark
from schemas.skirmish.names import Effect, Spot
from schemas.skirmish.pack import Weapon
from schemas.skirmish.parameters import AimedFire


class Throw(Fact):
    """A roll of fire."""

    AIMED_FIRE = "Aimed fire"
    UNAIMED_FIRE = "Unaimed fire"
    SHELL_BURST = "Shell burst"


class AimedShot(Value):
    """Dice at one figure. `origin` is the place of the firer or of a burst.

    `coming` is set if the target is moving into contact, `bursts` if the origin is a burst, `betrayed` if the
    side under fire sees the firer.
    """

    target: Figure
    weapon: Weapon
    dice: int
    origin: Spot
    coming: bool = False
    bursts: bool = False
    betrayed: bool = False


def modifiers(
    table: Table, position: Position, firer: Figure | None, shot: AimedShot
) -> Iterator[tuple[str, int]]:
    """Yield the modifiers of each die with their reasons. A shell has no firer."""
    rules, target = table.parameters.aimed, shot.target
    area = shot.weapon.area or (shot.weapon.automatic and rules.automatic_is_area)
    if area and visibility.grounds(table, target.at, rules.confined_kinds):
        yield "confined space", rules.confined
    if firer is not None:
        yield from _of_the_firer(table, firer, shot)
    still = target.mode in {"halt", "stealthy"} and not shot.coming
    if still and firer is not None and not geometry.within(firer.at, target.at, rules.far):
        yield "still target far away", rules.far_still
    protections = is_covered(table, position, shot) + ("body-armour" in target.items)
    if protections:
        times = protections if rules.cover_and_armour_stack else 1
        yield "cover or armour", rules.protected * times


def _of_the_firer(table: Table, firer: Figure, shot: AimedShot) -> Iterator[tuple[str, int]]:
    rules = table.parameters.aimed
    throws = shot.weapon.blast is not None and "bomber" in firer.traits
    if "marksman" in firer.traits or (throws and geometry.within(firer.at, shot.origin, rules.bomber_within)):
        yield "expert", rules.expert
    if table.troop(firer).aimed:
        yield f"{table.troop(firer).name} firer", table.troop(firer).aimed
    if firer.masked:
        yield "gas mask", rules.masked


def is_covered(table: Table, position: Position, shot: AimedShot) -> bool:
    """Return True if the target is in hard cover. The default excludes cover around a burst."""
    hard = visibility.sight(table, position, shot.origin, shot.target.at).hard
    if shot.target.pins and table.parameters.pins.prone_is_hard_cover:
        return True
    if shot.bursts and not table.parameters.aimed.burst_inside_negates_cover:
        kinds = tuple(kind for kind in table.parameters.sight.hard_kinds if kind != "wall")
        return bool(hard) or bool(visibility.grounds(table, shot.target.at, kinds))
    return bool(hard)


def judge(rules: AimedFire, faces: tuple[int, ...], total: int) -> tuple[Effect, int]:
    """Return the effect of dice on a figure and its number of pins. Any kill kills."""
    if any(face + total >= rules.kill or (rules.natural_20_kills and face == 20) for face in faces):
        return "kill", 0
    pins = sum(face + total >= rules.pin for face in faces)
    return ("pin", pins) if pins else ("miss", 0)


def needs(rules: AimedFire, total: int) -> tuple[int, int]:
    """Return the least faces that pin and that kill; above 20 if no face does."""
    kill = rules.kill - total
    return rules.pin - total, min(kill, 20) if rules.natural_20_kills else kill


def least(rules: AimedFire, total: int) -> int:
    """Return the least face that has an effect."""
    return min(needs(rules, total))


def know_as(position: Position, firer: Figure, target: Figure, *, coming: bool = False) -> str:
    """Return the firing side's name for a target that it sees, or "" if it does not see the target.

    A burst in an empty place must look like a burst among figures that were seen there before. The defender
    sees a figure that is `coming` into contact.
    """
    if target.side == firer.side:
        return target.id
    alias = position.alias(firer.side, target.id)
    contact = position.contacts(firer.side).get(alias)
    return alias if coming or (contact is not None and contact.units) else ""


def owner(position: Position, firer: Figure | None, shot: AimedShot) -> Side:
    """Return the viewer of the dice.

    It is the target's side if it sees the firer or a shell falls, the firer's side if it sees the target, or
    the referee.
    """
    if firer is None or shot.betrayed:
        return shot.target.side
    return firer.side if know_as(position, firer, shot.target, coming=shot.coming) else REFEREE


def fire_aimed(
    table: Table, position: Position, firer: Figure | None, shot: AimedShot, dice: Dice
) -> tuple[Roll, Mark]:
    """Roll the dice of an aimed shot at one figure."""
    rules, target = table.parameters.aimed, shot.target
    total = sum(value for _, value in modifiers(table, position, firer, shot))
    # Every viewer of the dice reads the purpose, so it names neither the firer nor the target.
    purpose = state_purpose(Throw.AIMED_FIRE if firer is not None else Throw.SHELL_BURST)
    roll = dice.throw(purpose, shot.dice, needed=0, sides=20, owner=owner(position, firer, shot))
    effect, pins = judge(rules, roll.faces, total)
    alias = know_as(position, firer, target, coming=shot.coming) if firer is not None else ""
    mark = Mark(
        side=target.side,
        figure=target.id,
        alias=alias,
        total=total,
        needed=least(rules, total),
        effect=effect,
        pins=pins,
    )
    return roll, mark


class UnaimedShot(Value):
    """Unaimed dice at one figure."""

    shot: AimedShot
    rapid: bool = False


def scores(table: Table, position: Position, laid: UnaimedShot) -> Iterator[tuple[str, int]]:
    """Yield the parts of the score that pins: the target's class, then its modifiers."""
    rules, target, weapon = table.parameters.unaimed, laid.shot.target, laid.shot.weapon
    troop = table.troop(target)
    yield f"{troop.name} target", troop.unaimed
    if is_covered(table, position, laid.shot):
        yield "hard cover", rules.hard_cover
    if troop.unaimed_advancing and target.advanced:
        yield "advancing", troop.unaimed_advancing
    yield "weapon", by_weapon(table, weapon, rapid=laid.rapid)


def by_weapon(table: Table, weapon: Weapon, *, rapid: bool) -> int:
    """Return the modifier of the score for the weapon and for rapid fire."""
    rules = table.parameters.unaimed
    return rules.area_or_rapid * (weapon.area or rapid) + rules.automatic * weapon.automatic


def fire_unaimed(
    table: Table, position: Position, firer: Figure, laid: UnaimedShot, dice: Dice
) -> tuple[Roll, Mark]:
    """Roll the dice of an unaimed shot at one figure."""
    target = laid.shot.target
    needed = sum(value for _, value in scores(table, position, laid))
    seen_by = owner(position, firer, laid.shot)
    roll = dice.throw(state_purpose(Throw.UNAIMED_FIRE), laid.shot.dice, needed=0, sides=20, owner=seen_by)
    pins = sum(face >= needed for face in roll.faces)
    mark = Mark(
        side=target.side,
        figure=target.id,
        alias=know_as(position, firer, target),
        needed=needed,
        effect="pin" if pins else "miss",
        pins=pins,
    )
    return roll, mark
