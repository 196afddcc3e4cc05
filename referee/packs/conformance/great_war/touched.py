"""Which clauses act in what happens: the trace by which pairs of clauses are found that have met."""

from collections.abc import Iterator, Mapping

from referee.systems.great_war.combat.combat_cards import PLAYED
from referee.systems.great_war.rules import GreatWar
from referee.systems.great_war.state.position import Position
from schemas.great_war import events as happened
from schemas.great_war.card_events import (
    BonusDesignated,
    CombatCardPlayed,
    CrisisPlayed,
    DogfightFought,
    HitRerolled,
    ReactionDeclared,
)
from schemas.great_war.choice_events import BiplaneScrambled, InitiativeSettled, PieceFortified, TransitRolled
from schemas.great_war.clauses import Clause
from schemas.great_war.events import GreatWarEvent
from schemas.great_war.orders import Mode
from schemas.great_war.plan_events import (
    CardsBought,
    PieceArrived,
    PieceEntrenched,
    PieceReplaced,
    SupplyChecked,
    WithdrawalOrdered,
)
from schemas.great_war.words import Fate

SIMPLE: Mapping[type[object], Clause] = {
    happened.TurnPassed: Clause.PASS_ONE_MOVE,
    happened.SeasonOpened: Clause.ADVANCE_SEASON,
    happened.ArmyJoined: Clause.ARMY_SAME_AREA,
    happened.ArmyLeft: Clause.ARMY_SAME_AREA,
    happened.AreaTaken: Clause.AREA_STATUS,
    happened.AreaDisputed: Clause.AREA_STATUS,
    happened.ArmyMustLeave: Clause.EMPTY_ARMY_LEAVES,
    happened.FortReduced: Clause.STRONGEST_UNIT,
    happened.ErsatzSpent: Clause.ERSATZ,
    happened.SiegeHitsLapsed: Clause.SIEGE_HITS,
    DogfightFought: Clause.DOGFIGHT,
    HitRerolled: Clause.REROLL,
    ReactionDeclared: Clause.REACTION,
    BiplaneScrambled: Clause.SCRAMBLE,
    InitiativeSettled: Clause.INITIATIVE,
    PieceFortified: Clause.FORTIFY,
    TransitRolled: Clause.TRANSIT_LOSSES,
    CardsBought: Clause.BUILD_POINTS,
    PieceEntrenched: Clause.BUILD_POINTS,
    SupplyChecked: Clause.SUPPLY,
    WithdrawalOrdered: Clause.WITHDRAWAL,
}
"""Events in which always the same clause acts."""

MODES: Mapping[Mode, Clause] = {
    "rail": Clause.RAIL_FRIENDLY,
    "strategic": Clause.STRATEGIC_SOURCES,
    "sea": Clause.SEA_PORTS,
    "reserves": Clause.RESERVES,
}

FATES: Mapping[Fate, Clause] = {
    "hit": Clause.STRONGEST_UNIT,
    "last-unit": Clause.ARMY_ELIMINATED,
    "unaccompanied": Clause.UNACCOMPANIED,
    "empty-army": Clause.EMPTY_ARMY_ALONE,
    "retreated-twice": Clause.RETREAT_TWICE,
    "left-alone": Clause.LEFT_ALONE,
    "gun-abandoned": Clause.RETREAT_GUNS,
    "withdrawn": Clause.WITHDRAWAL,
    "cut-off": Clause.RETREAT_FORCED,
    "out-of-supply": Clause.OUT_OF_SUPPLY,
    "elsewhere": Clause.TRANSIT_LOSSES,
}


def clauses(rules: GreatWar, before: Position, event: GreatWarEvent) -> Iterator[str]:
    """The clauses by number that act in an event; sections, which are quoted for several, are none."""
    for clause in _acting(rules, before, event):
        yield rules.cite(clause).number


def _acting(  # noqa: C901, PLR0912 - one arm per event
    rules: GreatWar, before: Position, event: GreatWarEvent
) -> Iterator[Clause]:
    theatre = rules.theatre
    if (always := SIMPLE.get(type(event))) is not None:
        yield always
    match event:
        case happened.OffensivePlayed(kind=kind):
            yield Clause.LIMITED_OFFENSIVE if kind == "limited" else Clause.OFFENSIVE_CARD
        case happened.PieceMoved(piece=id, mode=mode):
            yield MODES.get(mode, Clause.ADJACENT)
            piece = before.map.pieces[id]
            if piece.entrenched:
                yield Clause.ENTRENCHMENT_LOST
            if any(before.map.contents(id)):
                yield Clause.CARRIED
        case happened.BattleDeclared(compulsory=compulsory):
            yield Clause.DECLARE_COMPULSORY if compulsory else Clause.DECLARE_DISPUTED
        case happened.PieceRetreated():
            yield Clause.RETREAT_WHERE
        case happened.RetreatDeclared():
            yield Clause.RETREAT_INSTEAD
        case happened.FireResolved(phase=phase, rolls=rolls) if rolls:
            yield Clause.PURSUIT if phase == "pursuit" else Clause.FIRE
        case happened.PieceLost(fate=fate) if fate in FATES:
            yield FATES[fate]
        case happened.HitsSettled(lapsed=lapsed) if lapsed:
            yield Clause.ANNIHILATION
        case CombatCardPlayed(card=number):
            if (effect := theatre.combat(number)) is not None:
                yield PLAYED[effect]
        case BonusDesignated():
            card = theatre.card(before.now.card) if before.now is not None else None
            if card is not None and card.bonus is not None:
                yield card.bonus.clause
        case CrisisPlayed(card=number):
            card = theatre.card(number)
            if card is not None and card.crisis is not None:
                yield card.crisis.clause
        case PieceArrived(origin=origin):
            yield Clause.ARRIVE_WHERE if origin in {"reinforcement", "substitute"} else Clause.BUILD_WHERE
        case PieceReplaced(reason=reason):
            yield Clause.SWAP if reason == "swapped" else Clause.UPGRADE
        case _:
            pass


def opens_span(event: GreatWarEvent) -> bool:
    """Whether a player turn ends or begins: what is before and what is after it have not met."""
    return isinstance(event, happened.TurnOpened | happened.TurnClosed)
