"""Unaimed fire: modifiers go on the score that is needed, and the most it does is pin."""

from collections.abc import Iterator

from referee.engine.dice import Dice
from referee.engine.purposes import state_purpose
from referee.systems.skirmish.facts import aimed
from referee.systems.skirmish.facts.aimed import AimedShot
from referee.systems.skirmish.facts.purposes import Throw
from referee.systems.skirmish.state.position import Figure, Position
from referee.systems.skirmish.state.table import Table
from referee.values.value import Value
from schemas.record import Roll
from schemas.skirmish.events import Mark
from schemas.skirmish.pack import Weapon


class UnaimedShot(Value):
    """Unaimed dice at one figure."""

    shot: AimedShot
    rapid: bool = False


def scores(table: Table, position: Position, laid: UnaimedShot) -> Iterator[tuple[str, int]]:
    """The score that pins, by the class of the target, and what is added to it."""
    rules, target, weapon = table.parameters.unaimed, laid.shot.target, laid.shot.weapon
    troop = table.troop(target)
    yield f"{troop.name} target", troop.unaimed
    if aimed.is_covered(table, position, laid.shot):
        yield "hard cover", rules.hard_cover
    if troop.unaimed_advancing and target.advanced:
        yield "advancing", troop.unaimed_advancing
    yield "weapon", by_weapon(table, weapon, rapid=laid.rapid)


def by_weapon(table: Table, weapon: Weapon, *, rapid: bool) -> int:
    """What the weapon and the way it is fired add to the score."""
    rules = table.parameters.unaimed
    return rules.area_or_rapid * (weapon.area or rapid) + rules.automatic * weapon.automatic


def fire_unaimed(
    table: Table, position: Position, firer: Figure, laid: UnaimedShot, dice: Dice
) -> tuple[Roll, Mark]:
    """Throw the dice of an unaimed shot at one figure."""
    target = laid.shot.target
    needed = sum(value for _, value in scores(table, position, laid))
    seen_by = aimed.owner(position, firer, laid.shot)
    roll = dice.throw(state_purpose(Throw.UNAIMED_FIRE), laid.shot.dice, needed=0, sides=20, owner=seen_by)
    pins = sum(face >= needed for face in roll.faces)
    mark = Mark(
        side=target.side,
        figure=target.id,
        alias=aimed.know_as(position, firer, target),
        needed=needed,
        effect="pin" if pins else "miss",
        pins=pins,
    )
    return roll, mark
