"""Fire: the firing side, its firepower and its phase (5.2, 8.0), and the purposes of its dice."""

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import assert_never

from referee.engine.dice import Dice, state_purpose
from referee.engine.facts import Fact
from referee.engine.system import RuleOption
from referee.engine.values import cached
from referee.systems.great_war.combat import card_effects, retreats
from referee.systems.great_war.events.recorder import EventRecorder
from referee.systems.great_war.facts import aircraft, terrain
from referee.systems.great_war.state.game import GreatWarGame
from referee.systems.great_war.state.position import Piece, Position
from referee.systems.great_war.state.tasks import Fire
from schemas.great_war.charts import Superiority
from schemas.great_war.events import BattleLapsed, FireResolved
from schemas.great_war.names import FirePhase, Kind
from schemas.great_war.pack import UnitType
from schemas.record import Purpose, Roll, Value


class Throw(Fact):
    """A throw of a battle."""

    DOGFIGHT = "{area}: {side} dogfight, {arms} at F{needed}"
    ARTILLERY_FIRE = "{area}: {side} artillery fire, {arms} at F{needed}"
    ARTILLERY_FIRE_OF_CARD = "{area}: {side} artillery fire, {arms} of {card} at F{needed}"
    DEFENSIVE_FIRE = "{area}: {side} defensive fire, {arms} at F{needed}"
    PURSUIT_FIRE = "{area}: {side} pursuit fire, {arms} at F{needed}"
    OFFENSIVE_FIRE = "{area}: {side} offensive fire, {arms} at F{needed}"
    OFFENSIVE_FIRE_OF_CARD = "{area}: {side} offensive fire, {arms} of {card} at F{needed}"
    FIRE_AGAIN = "{area}: {side} offensive fire, {arms} thrown again at F{needed}"


MATERIEL_SUPERIORITY = RuleOption("materiel-superiority", ("no", "yes"))
"""Better defence of the guns of a better supplied nation (8.3.2)."""

PURSUIT = RuleOption("pursuit", ("no-infantry-stays", "all-leave"))
"""Condition for the pursuit by cavalry (A-54)."""


class Volley(Value):
    """Dice of one kind of piece at one firepower, or the dice that a card adds."""

    unit: UnitType
    needed: int
    dice: int
    card: int = 0


@cached
def volleys(theatre: GreatWarGame, position: Position, task: Fire) -> tuple[Volley, ...]:
    """The dice of a phase, per kind and firepower, in the order of the unit chart (A-56)."""
    if not targets(theatre, position, task):
        return ()
    dice: dict[tuple[str, int], int] = {}
    for piece in retreats.pieces_of(position, task.area, task.side):
        needed = firepower(theatre, position, piece, task)
        if needed:
            key = (piece.kind, needed)
            dice[key] = dice.get(key, 0) + (piece.strength if piece.kind == "fort" else 1)
    result = tuple(
        Volley(unit, needed, dice[kind, needed])
        for kind, unit in theatre.units.items()
        for needed in range(6, 0, -1)
        if dice.get((kind, needed))
    )
    return (*result, *_extra(theatre, position, task))


def _extra(theatre: GreatWarGame, position: Position, task: Fire) -> Iterator[Volley]:
    """The dice that a special offensive adds."""
    extra = card_effects.bonus_dice(theatre, position, task)
    if extra is not None and position.now is not None:
        bonus, count = extra
        yield Volley(theatre.units[bonus.kind], bonus.firepower, count, position.now.card)


def targets(theatre: GreatWarGame, position: Position, task: Fire) -> tuple[Piece, ...]:
    """The enemy pieces that hits of the phase can fall on (A-49, A-54, A-58)."""
    enemy = theatre.other(task.side)
    pursuit = task.phase == "pursuit"
    pieces = leavers(position) if pursuit else retreats.pieces_of(position, task.area, enemy)
    return tuple(piece for piece in pieces if piece.kind != "army" and theatre.units[piece.kind].removable)


def leavers(position: Position) -> tuple[Piece, ...]:
    """The pieces that retreat instead of firing, contents of armies included; marked ones take no part."""
    fight = position.fight
    if fight is None:
        return ()
    return tuple(
        piece
        for piece in position.map.at(fight.area)
        if (piece.id in fight.leaving or piece.army in fight.leaving) and not piece.retreated
    )


def firepower(theatre: GreatWarGame, position: Position, piece: Piece, task: Fire) -> int:
    """The highest face that hits for one piece in one phase; 0 rolls no die."""
    unit = theatre.units[piece.kind]
    if unit.flies and aircraft.silent(position, piece):
        return 0
    if theatre.areas[task.area].rough and not unit.rough:
        return 0
    printed = _find_printed(theatre, position, piece, task)
    shelled = printed and unit.barrage and not unit.forts_only
    card = card_effects.shells(theatre, position, task.area, task.side) if shelled else 0
    needed = max(printed, card)
    if (better := _superior(theatre, position, piece, task)) is not None:
        needed = max(card, better.with_card if card else better.defence)
    return terrain.change_fire(theatre, position, piece, task.area, task.phase, needed)


def _superior(theatre: GreatWarGame, position: Position, piece: Piece, task: Fire) -> Superiority | None:
    """Return the defensive superiority of a better supplied nation's guns, if played (8.3.2)."""
    chart = theatre.pack.tables.superiority
    if chart is None or task.phase != "defensive" or not theatre.chosen(MATERIEL_SUPERIORITY, "yes"):
        return None
    bears = (piece.nation, piece.kind) == (chart.nation, chart.kind) and position.map.turn >= chart.first
    return chart if bears else None


def _find_printed(theatre: GreatWarGame, position: Position, piece: Piece, task: Fire) -> int:
    """The firepower of a piece in one phase without any card."""
    unit = theatre.units[piece.kind]
    match task.phase:
        case "artillery":
            return unit.attack if unit.barrage and _bears(theatre, position, unit, task) else 0
        case "offensive":
            return unit.attack if _bears(theatre, position, unit, task) else 0
        case "pursuit":
            return unit.attack if unit.rides and _pursues(theatre, position, task) else 0
        case "defensive":
            return unit.entrenched if unit.entrenched and dug_in(position, piece) else unit.defence
        case "dogfight":
            return 0
        case _:
            assert_never(task.phase)


def dug_in(position: Position, piece: Piece) -> bool:
    """Return True if a piece is entrenched, itself or by its army."""
    return piece.entrenched if piece.army is None else position.map.pieces[piece.army].entrenched


def _bears(theatre: GreatWarGame, position: Position, unit: UnitType, task: Fire) -> bool:
    """Siege guns need a fort to fire at; cavalry raids only where no infantry stands (8.3.1, 8.3.3)."""
    against = retreats.pieces_of(position, task.area, theatre.other(task.side))
    if unit.forts_only:
        return any(piece.kind == "fort" for piece in against)
    if unit.raids:
        return not any(piece.kind in theatre.infantry for piece in against)
    return True


def _pursues(theatre: GreatWarGame, position: Position, task: Fire) -> bool:
    """Pursuit needs leavers without cavalry, and no enemy infantry that stays (8.3.1, A-54)."""
    stay = retreats.pieces_of(position, task.area, theatre.other(task.side))
    every = theatre.chosen(PURSUIT, "all-leave")
    helps = any(piece.kind != "army" if every else piece.kind in theatre.infantry for piece in stay)
    return not helps and not any(piece.kind in theatre.riders for piece in leavers(position))


def resolve(theatre: GreatWarGame, course: EventRecorder, task: Fire, dice: Dice) -> None:
    """Throw the dice of a phase, each group for its stated purpose."""
    if _opens(course.position, task) and retreats.nobody_to_fight(course.position, task.area):
        course.add(BattleLapsed(area=task.area))
        return
    salvo = volleys(theatre, course.position, task)
    rolls = tuple(dice.throw(purpose(task, volley), volley.dice, needed=volley.needed) for volley in salvo)
    siege = sum(roll.hits for volley, roll in zip(salvo, rolls, strict=True) if volley.unit.forts_only)
    course.add(
        FireResolved(
            area=task.area,
            side=task.side,
            phase=task.phase,
            rolls=rolls,
            hits=sum(roll.hits for roll in rolls),
            siege=siege,
            scored=_score(theatre, task, salvo, rolls),
        )
    )


def _score(
    theatre: GreatWarGame, task: Fire, fired: tuple[Volley, ...], rolls: tuple[Roll, ...]
) -> Mapping[Kind, int]:
    """Return the attacker's hits by kind, for the kinds that biplanes answer or that drive armies back."""
    if task.phase != "offensive":
        return {}
    hits: Counter[Kind] = Counter()
    for volley, roll in zip(fired, rolls, strict=True):
        if volley.unit.kind in theatre.infantry or volley.unit.drives_back:
            hits[volley.unit.kind] += roll.hits
    return {kind: count for kind, count in hits.items() if count}


def _opens(position: Position, task: Fire) -> bool:
    """Return True if this fire rolls the first dice of a battle, apart from a dogfight."""
    surprise = position.fight is not None and position.fight.surprise
    return task.phase == ("offensive" if surprise else "artillery")


def purpose(task: Fire, volley: Volley) -> Purpose:
    """Return the purpose of the dice, in rulebook terms."""
    arms, needed = (volley.unit.kind, volley.dice), volley.needed
    if volley.card:
        thrown = OF_CARD[task.phase]
        return state_purpose(
            thrown, area=task.area, side=task.side, arms=arms, card=volley.card, needed=needed
        )
    return state_purpose(PHASES[task.phase], area=task.area, side=task.side, arms=arms, needed=needed)


PHASES: Mapping[FirePhase, Throw] = {
    "dogfight": Throw.DOGFIGHT,
    "artillery": Throw.ARTILLERY_FIRE,
    "defensive": Throw.DEFENSIVE_FIRE,
    "pursuit": Throw.PURSUIT_FIRE,
    "offensive": Throw.OFFENSIVE_FIRE,
}

OF_CARD: Mapping[FirePhase, Throw] = {
    "artillery": Throw.ARTILLERY_FIRE_OF_CARD,
    "offensive": Throw.OFFENSIVE_FIRE_OF_CARD,
}
"""The phases in which a special offensive may add dice."""
