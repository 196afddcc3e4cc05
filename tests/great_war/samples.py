"""One event of every class, as it could happen in SUMMER 1914."""

from typing import get_args

from schemas.great_war import card_events as carded
from schemas.great_war import events as happened
from schemas.great_war import orders as amended
from schemas.great_war import plan_events as planned
from schemas.record import Event, Roll

CANARIES = (9001, 9002)
"""Cards that no deck holds: where their numbers are seen, a secret is out."""

GE, EN = "german", "entente"

ROLL = Roll(purpose="Liège: German offensive fire, 3 infantry at F1", needed=1, faces=(1, 4, 6))

SEALED = planned.CardsBought(side=EN, count=CANARIES[0])

IN_AN_ARMY = planned.ShownPiece(id="ge-i1", army="ge-1", area="aachen")

SAMPLES: tuple[happened.GreatWarEvent, ...] = (
    happened.DeckShuffled(purpose="shuffle 1", size=55, order=CANARIES),
    happened.CardsDrawn(side=EN, count=2, cards=CANARIES, locked=True),
    happened.CardsDiscarded(side=EN, cards=(30, 47)),
    happened.SeasonOpened(turn=1),
    happened.TurnOpened(side=GE),
    happened.OffensivePlayed(side=GE, card=17, kind="limited"),
    happened.TurnPassed(side=EN),
    happened.PieceMoved(piece="ge-c1", origin="aachen", path=("eifel", "liege"), mode="march"),
    happened.ArmyJoined(piece="ge-c4", army="ge-3"),
    happened.ArmyLeft(piece="ge-i1", army="ge-1"),
    happened.ArmyEntrenched(army="ge-1"),
    happened.AreaTaken(area="ardennes", side=GE),
    happened.AreaDisputed(area="liege", side=GE),
    happened.MovementClosed(side=GE),
    happened.BattleDeclared(area="liege", compulsory=True),
    happened.DeclarationClosed(side=GE),
    happened.BattleOpened(area="liege"),
    happened.BattleLapsed(area="liege"),
    happened.PieceRetreated(piece="fr-c3", origin="ardennes", to="sedan", into="fr-5"),
    happened.PieceStayed(piece="fr-c3", area="sedan", army="fr-5"),
    happened.RetreatDeclared(piece="be-1", to="antwerp"),
    happened.RetreatsDeclared(side=EN, area="liege"),
    happened.ArmyMustLeave(army="be-1"),
    happened.RetreatsClosed(side=EN, area="liege"),
    happened.FireResolved(area="liege", side=GE, phase="offensive", rolls=(ROLL,), hits=1, siege=1),
    happened.PieceLost(piece="be-i1", area="brussels", fate="hit"),
    happened.FortReduced(fort="liege-fort", area="liege", strength=2, siege=True),
    happened.ErsatzSpent(side=EN, card=38, points=3),
    happened.SiegeHitsLapsed(side=EN, area="liege", count=2),
    happened.HitsSettled(side=EN, area="liege", lapsed=1),
    happened.BattleClosed(area="liege"),
    amended.PiecesExchanged(piece="ge-i1", other="ge-i8"),
    amended.PieceRepositioned(piece="ge-c4", area="metz", into="ge-5"),
    planned.PieceArrived(
        piece="ge-i31", side=GE, nation="ge", kind="infantry", area="metz", into="ge-5", origin="built"
    ),
    planned.PieceReplaced(piece="ge-i1", by="ge-s1", kind="stosstruppen", area="aachen", reason="upgraded"),
    planned.PieceEntrenched(piece="ge-1"),
    planned.CardsBought(side=EN, count=3),
    planned.SupplyChecked(unsupplied=("be-1",)),
    happened.PlanExtended(side=EN, planned=(SEALED,)),
    planned.PlanDropped(side=EN),
    planned.PlanClosed(side=EN),
    planned.PlansRevealed(phase="production"),
    planned.PhaseClosed(phase="purchases"),
    planned.CountriesJoined(side=EN, countries=("lu",), areas=("luxembourg",)),
    planned.WithdrawalOrdered(
        side=GE, name="To the East", nation="ge", kinds=("infantry",), count=2, shift=-1
    ),
    planned.ArmyWithdrawn(army="ge-7", side=GE),
    planned.ArmisticeOffered(side=GE),
    planned.ArmisticeDeclined(side=EN),
    happened.TurnClosed(side=GE),
    happened.SeasonClosed(turn=1),
    happened.CampaignEnded(level="Stalemate", points=11),
    carded.CardsAllotted(side=EN, cards=(1,)),
    carded.CardsSacrificed(side=GE, cards=(27,)),
    carded.CombatCardPlayed(side=EN, card=39, area="liege"),
    carded.BonusDesignated(side=GE, area="liege"),
    carded.OffensiveDowngraded(side=GE, kind="limited"),
    carded.CombatCardsClosed(side=EN),
    carded.BattleCalledOff(area="liege"),
    carded.BattlesSettled(side=GE),
    carded.DogfightFought(area="liege", rolls=(ROLL,), hits={GE: 1, EN: 0}),
    carded.ReactionDeclared(piece="fr-b1", area="liege"),
    carded.HitRerolled(area="liege", side=EN, piece="fr-b1", kind="infantry", missed=True, rolls=(ROLL,)),
    carded.RerollsClosed(side=EN, area="liege"),
    carded.CrisisPlayed(side=EN, card=55, victim=GE, count=2),
    carded.CrisisSettled(side=GE, missing=1, shift=-1),
    planned.TransitRolled(area="eastern-front", side=GE, rolls=(ROLL,), losses=1),
    planned.PieceFortified(piece="ge-1"),
    planned.HitWithstood(piece="be-1", area="brussels"),
    planned.BiplaneScrambled(piece="fr-b1", origin="sedan", to="liege"),
    planned.ScrambleClosed(side=EN, area="liege"),
    planned.SpareHitsLapsed(side=EN, area="liege", count=2),
    planned.BattleBroughtForward(area="liege"),
    planned.TemplatesHidden(sides=(GE, EN)),
    planned.ArmiesShown(pieces=(IN_AN_ARMY,)),
    planned.PiecesShown(pieces=(IN_AN_ARMY,)),
    planned.PiecesFound(pieces=(IN_AN_ARMY,)),
    planned.ArmiesLookedInto(),
    planned.ArmyFilled(army="ge-4"),
    planned.ArmyEmptied(army="be-1"),
    happened.Unseen(side=EN, event=happened.ArmyJoined(piece="fr-i1", army="fr-2")),
    planned.CardsBid(side=EN, cards=(30, 47)),
    planned.InitiativeSettled(side=EN),
)


def event_classes() -> set[type[Event]]:
    """Every class of event that this family knows."""
    return set(get_args(happened.GreatWarEvent))
