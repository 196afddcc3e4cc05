"""Victory points and levels (3.1), armistice and resignation (3.2, 3.3)."""

from referee.engine.facts import Objections, refuse
from referee.engine.system import RuleOption
from referee.systems.great_war.events.recorder import EventRecorder
from referee.systems.great_war.facts import control
from referee.systems.great_war.movement import transit
from referee.systems.great_war.season.refusals import Refusal
from referee.systems.great_war.state.game import GreatWarGame
from referee.systems.great_war.state.position import Position
from schemas.great_war.clauses import Clause
from schemas.great_war.events import BattleClosed, CampaignEnded, MovementClosed, SeasonOpened, TurnClosed
from schemas.great_war.orders import AcceptArmistice, DeclineArmistice, OfferArmistice, Resign
from schemas.great_war.pack import Level
from schemas.great_war.plan_events import PhaseClosed, PlansRevealed
from schemas.record import Side, Value

DECISIVE_VICTORY_TESTED = RuleOption("decisive-victory-tested", ("at-once", "season-end", "never"))
"""Moment at which a decisive victory ends the match (A-88)."""

INSTANTS = frozenset({MovementClosed, BattleClosed, TurnClosed, PlansRevealed, PhaseClosed, SeasonOpened})
"""Events after which a decisive victory ends the match; control flickers between single moves (A-88)."""


class Tally(Value):
    """The parts of the victory point total."""

    areas: int
    armies: int
    blockade: int
    crises: int = 0
    guns: int = 0
    transit: int = 0

    @property
    def total(self) -> int:
        """The modified total that the victory chart is read with."""
        return self.areas + self.armies + self.blockade + self.crises + self.guns + self.transit


def points(theatre: GreatWarGame, position: Position) -> Tally:
    """Return the current total: areas, eliminated armies, blockade, crises, guns, pieces in transit."""
    side = theatre.pack.tables.victory.counts_for
    areas = sum(
        points for area, points in theatre.scores.items() if control.friendly(position.map, area, side)
    )
    armies = sum(
        -1 if theatre.nations[army.partition("-")[0]].side == side else 1 for army in position.map.eliminated
    )
    blockade = -theatre.pack.tables.blockade.figures[position.map.turn - 1]
    guns, transit_points = _terror(theatre, position), transit.points(theatre, position)
    return Tally(areas, armies, blockade, position.crises, guns, transit_points)


def _terror(theatre: GreatWarGame, position: Position) -> int:
    """Return the points of a gun that reaches the capital; a second one adds nothing (8.3.6, A-93)."""
    chart = theatre.pack.tables.victory
    if chart.capital is None:
        return 0
    reach = (chart.capital, *theatre.areas[chart.capital].borders)
    points = [
        theatre.terrors[piece.kind] * (1 if piece.side == chart.counts_for else -1)
        for area in reach
        for piece in position.map.at(area)
        if piece.kind in theatre.terrors
    ]
    return max(points, key=abs, default=0)


def victory_level(theatre: GreatWarGame, total: int) -> Level:
    """The band of the victory chart that a total falls in."""
    return next(
        band
        for band in theatre.levels
        if (band.least is None or total >= band.least) and (band.most is None or total <= band.most)
    )


def worse(theatre: GreatWarGame, total: int, side: Side) -> Level:
    """The level that is one worse for a side than that of a total; the worst has none below it."""
    chart = theatre.pack.tables.victory
    ladder = sorted(theatre.levels, key=lambda band: (band.least is not None, band.least or 0))
    step = -1 if side == chart.counts_for else 1
    at = ladder.index(victory_level(theatre, total)) + step
    return ladder[max(0, min(at, len(ladder) - 1))]


def conclude(theatre: GreatWarGame, course: EventRecorder) -> None:
    """End the match if what has just happened is an instant of testing, and the victory is decisive (3.2)."""
    tested = not INSTANTS.isdisjoint(map(type, course.events))
    if tested and theatre.chosen(DECISIVE_VICTORY_TESTED, "at-once"):
        end_if_decisive(theatre, course)


def end_if_decisive(theatre: GreatWarGame, course: EventRecorder) -> bool:
    """End the match on a decisive victory, and say whether it is over."""
    total = points(theatre, course.position).total
    level = victory_level(theatre, total)
    never = theatre.chosen(DECISIVE_VICTORY_TESTED, "never")
    if course.position.agenda and level.decisive and not never:
        course.add(CampaignEnded(level=level.name, points=total, reason="decisive"))
    return not course.position.agenda


def offer_objections(_: GreatWarGame, position: Position, order: OfferArmistice) -> Objections:
    """Everything the rules hold against an offer."""
    if position.armistice == order.side:
        yield refuse(Clause.ARMISTICE, Refusal.OFFER_STANDS)
    elif position.armistice is not None:
        yield refuse(Clause.ARMISTICE, Refusal.OTHER_SIDE_OFFERS, side=position.armistice)


def accept_objections(_: GreatWarGame, position: Position, order: AcceptArmistice) -> Objections:
    """Everything the rules hold against accepting an offer."""
    if position.armistice == order.side:
        yield refuse(Clause.ARMISTICE, Refusal.OFFER_STANDS)
    elif position.armistice is None:
        yield refuse(Clause.ARMISTICE, Refusal.NO_OFFER_TO_ACCEPT)


def decline_objections(_: GreatWarGame, position: Position, __: DeclineArmistice) -> Objections:
    """Everything the rules hold against declining an offer, or withdrawing one."""
    if position.armistice is None:
        yield refuse(Clause.ARMISTICE, Refusal.NO_OFFER)


def resign_objections(theatre: GreatWarGame, position: Position, order: Resign) -> Objections:
    """Everything the rules hold against a resignation."""
    level = victory_level(theatre, points(theatre, position).total)
    if level.side == order.side:
        fact = Refusal.WINNER_RESIGNS
        if position.armistice is not None:
            is_own = position.armistice == order.side
            fact = Refusal.WINNER_OFFERS if is_own else Refusal.WINNER_IS_OFFERED
        yield refuse(Clause.RESIGNATION, fact, level=theatre.levels.index(level))


def accept_armistice(course: EventRecorder, _: AcceptArmistice) -> None:
    """The match ends at the level of the moment."""
    total = points(course.theatre, course.position).total
    level = victory_level(course.theatre, total)
    course.add(CampaignEnded(level=level.name, points=total, reason="armistice"))


def resign(course: EventRecorder, order: Resign) -> None:
    """The match ends at a level one worse than that of the moment."""
    total = points(course.theatre, course.position).total
    level = worse(course.theatre, total, order.side)
    course.add(CampaignEnded(level=level.name, points=total, reason="resignation", side=order.side))
