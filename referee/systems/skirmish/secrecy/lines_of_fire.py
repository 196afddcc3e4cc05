"""Lines of fire and points as a side knows them.

They are worked out in the position that this side knows: an enemy that it never saw is absent, and a known
enemy is a figure with only the facts that the side has learned.
"""

from collections.abc import Iterator

from msgspec.structs import replace

from referee.systems.skirmish import season
from referee.systems.skirmish.combat import shooting
from referee.systems.skirmish.facts import geometry, shots, targets, visibility
from referee.systems.skirmish.facts.shots import AimedShot, UnaimedShot
from referee.systems.skirmish.language.language import SkirmishLanguage
from referee.systems.skirmish.state.position import Contact, Figure, Melee, Position
from referee.systems.skirmish.state.table import Table
from schemas.record import Side
from schemas.skirmish.names import FireKind
from schemas.skirmish.orders import Fire
from schemas.skirmish.pack import Reward, Weapon
from schemas.skirmish.view import RewardView, SightView

FACES = 20
"""Sides of a die of fire."""


def list_lines(narrator: SkirmishLanguage, position: Position, side: Side) -> Iterator[SightView]:
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
) -> SightView:
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
    return SightView(
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


def weigh(line: SightView) -> tuple[int, int, int]:
    """Return a sort key for shots, best first: score to pin, number of dice, range."""
    return line.pin or FACES + 1, -line.dice, line.range


def list_rewards(
    narrator: SkirmishLanguage, position: Position, sides: tuple[Side, ...]
) -> Iterator[RewardView]:
    """Yield the rewards of both sides; `sides` are the sides whose figures the viewer knows."""
    for side in narrator.game.sides:
        for number, reward in enumerate(narrator.scenario.victory.get(side, ())):
            certain = reward.side in sides
            yield RewardView(
                side=side,
                title=reward.title,
                points=reward.points,
                when=reward.when,
                counted=reward.points * _count(narrator, position, reward, sides),
                certain=certain,
                paid=side in sides and (side, number) in position.rewarded,
            )


def _count(narrator: SkirmishLanguage, position: Position, reward: Reward, sides: tuple[Side, ...]) -> int:
    """Return the number of times that a reward is due, as far as the viewer knows."""
    if reward.side in sides:
        return season.count_points(narrator.game, position, reward)
    observer = position.other(reward.side)
    if reward.test != "figures" or observer not in sides:
        return 0
    return sum(one.status in reward.statuses for one in position.contacts(observer).values())
