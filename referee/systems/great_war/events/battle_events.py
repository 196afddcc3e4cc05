"""Battles, hits, losses and retreats as events, and the rule that a marked piece never retreats (5.4.4)."""

from collections.abc import Iterator, Mapping

from msgspec.structs import replace

from referee.engine.events import everyone
from referee.engine.system import CannotHaveHappened, RuleOption
from referee.systems.great_war.events import combat_events
from referee.systems.great_war.events.combat_events import spend
from referee.systems.great_war.events.event_kinds import Kinds, event_kind, finish_task
from referee.systems.great_war.state import tasks
from referee.systems.great_war.state.fights import Departure
from referee.systems.great_war.state.game import GreatWarGame
from referee.systems.great_war.state.position import Piece, Position, list_carried
from schemas.great_war import events as happened
from schemas.great_war.clauses import Clause
from schemas.great_war.events import PieceRetreated, PieceStayed
from schemas.great_war.names import Fate

MARKED_IN_ARMIES = RuleOption("marked-in-armies", ("left-behind", "hold-the-army"), earlier=("carried-on",))
"""Pieces that retreated before, in an army that retreats (B-15)."""


def _declare_retreat(_: GreatWarGame, position: Position, event: happened.RetreatDeclared) -> Position:
    """The piece will leave when all declarations are made."""
    fight, departure = position.fighting, Departure(event.to, event.into)
    return begin(replace(position, fight=replace(fight, leaving={**fight.leaving, event.piece: departure})))


def remaining(position: Position, piece: str) -> Position:
    """The piece leaves no more, because it has left, is lost, or stays."""
    if position.fight is None:
        return position
    leaving = {id: departure for id, departure in position.fight.leaving.items() if id != piece}
    return replace(position, fight=replace(position.fight, leaving=leaving))


def _close_declarations(_: GreatWarGame, position: Position, event: happened.RetreatsDeclared) -> Position:
    """All declarations are made: pursuit comes next, and then the retreats."""
    if not position.fighting.leaving:
        return position.then()
    pursuit = tasks.Fire(position.fighting.attacker, event.area, "pursuit")
    return position.then(pursuit, tasks.Withdraw(event.side, event.area))


def _retreat(theatre: GreatWarGame, position: Position, event: PieceRetreated) -> Position:
    """The piece has gone with all it carries, and all of it is marked; raises `ValueError` if any was."""
    piece = position.map.pieces[event.piece]
    going = list_carried(position.map, piece)
    _assert_unmarked(theatre, going)
    party = [replace(moving, area=event.to, retreated=True) for moving in going]
    party[0] = replace(party[0], army=event.into, entrenched=False, fortified=False)
    after = combat_events.depart(theatre, remaining(position.put(*party), piece.id), piece, event.origin)
    match after.task:
        case tasks.LeaveEmpty(army=army) if army == piece.id:
            return after.then()
        case tasks.RetreatAfter(side=side) if after.fight is not None:
            destination = {**after.fight.destination, side: event.to}
            return begin(replace(after, fight=replace(after.fight, destination=destination)))
        case _:
            return begin(after)


def _assert_unmarked(theatre: GreatWarGame, going: tuple[Piece, ...]) -> None:
    """No piece retreats twice in a player turn (1.2.3, 5.4.4).

    Matches that were opened before this was held to may tell of armies that carried marked pieces on.
    """
    piece, *inside = going
    older = theatre.chosen(MARKED_IN_ARMIES, "carried-on")
    marked = [moving.id for moving in ((piece,) if older else (piece, *inside)) if moving.retreated]
    if marked:
        raise ValueError(f"retreated twice in one player turn: {', '.join(marked)}")


def _stay(_: GreatWarGame, position: Position, event: PieceStayed) -> Position:
    """The piece is out of the army that leaves it; an army that stays does not leave any more."""
    if event.army is None:
        return remaining(position, event.piece)
    origin = position.map.pieces[event.piece]
    return position.put(replace(origin, army=None, entrenched=False, fortified=False))


def begin(position: Position) -> Position:
    """An answer about retreats has been given, and waits for its end."""
    task = position.task
    if isinstance(task, tasks.RideOff | tasks.StandOrRetreat | tasks.RetreatAfter):
        return position.then(replace(task, begun=True))
    return position


def _order_off(_: GreatWarGame, position: Position, event: happened.ArmyMustLeave) -> Position:
    empty = position.map.pieces[event.army]
    return position.first(tasks.LeaveEmpty(event.army, empty.side, empty.area))


RETREATS: Kinds = (
    event_kind(
        happened.RetreatDeclared, tasks.StandOrRetreat,
        apply=_declare_retreat, visible_to=everyone, clause=Clause.RETREAT_INSTEAD,
        narrate="{piece} will retreat to {goal}{army} instead of firing.",
    ),
    event_kind(
        happened.RetreatsDeclared, tasks.StandOrRetreat, apply=_close_declarations, visible_to=everyone
    ),
    event_kind(
        PieceRetreated, apply=_retreat, visible_to=everyone, clause=Clause.RETREAT_WHERE,
        narrate="{piece} retreats from {origin} to {goal}{army}.",
    ),
    event_kind(PieceStayed, apply=_stay, visible_to=everyone),
    event_kind(
        happened.RetreatsClosed, tasks.RetreatAfter, tasks.RideOff, tasks.Withdraw,
        apply=finish_task, visible_to=everyone, narrate="",
    ),
    event_kind(
        happened.ArmyMustLeave, apply=_order_off, visible_to=everyone, clause=Clause.EMPTY_ARMY_LEAVES,
        narrate="{army} is empty and must leave.",
    ),
)  # fmt: skip
"""Retreats, and armies that have to leave."""


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
"""The clauses by which pieces are lost."""


def _declare(_: GreatWarGame, position: Position, event: happened.BattleDeclared) -> Position:
    """Return the position with one more battle; a limited offensive has a single one (9.1.2)."""
    now = position.playing
    if now.kind == "limited" and now.battles:
        raise CannotHaveHappened(f"a limited offensive fights in {now.battles[0]} and in {event.area}")
    return position.turning(replace(now, battles=(*now.battles, event.area)))


def _list_declaration_clauses(
    _: GreatWarGame, __: Position, event: happened.BattleDeclared
) -> Iterator[Clause]:
    yield Clause.DECLARE_COMPULSORY if event.compulsory else Clause.DECLARE_DISPUTED


def _close_declaration(
    theatre: GreatWarGame, position: Position, event: happened.DeclarationClosed
) -> Position:
    """The defender may play cards now, if it is public that he could hold any that serve (2.0-II-3)."""
    defender = theatre.other(event.side)
    has_cards = position.hand(defender).size and theatre.defended(position.map.turn)
    cards = (tasks.CombatCards(defender),) if has_cards else ()
    return position.then(*cards, tasks.FightBattles(event.side))


def _lapse(_: GreatWarGame, position: Position, event: happened.BattleLapsed) -> Position:
    """Return the position without the open tasks of a battle that has no one left to fight."""
    rest = position.agenda[position.agenda.index(tasks.CloseBattle(event.area)) :]
    return replace(position, agenda=rest)


def _close(_: GreatWarGame, position: Position, event: happened.BattleClosed) -> Position:
    now = position.playing
    after = position.turning(replace(now, fought=(*now.fought, event.area)))
    return replace(after.then(), fight=None)


def _list_fire_clauses(_: GreatWarGame, __: Position, event: happened.FireResolved) -> Iterator[Clause]:
    if event.rolls:
        yield Clause.PURSUIT if event.phase == "pursuit" else Clause.FIRE


def _lose(_: GreatWarGame, position: Position, event: happened.PieceLost) -> Position:
    piece = position.map.pieces[event.piece]
    after = position.without(piece.id).marking(unsupplied=position.map.unsupplied - {piece.id})
    if piece.kind == "army":
        after = after.marking(eliminated=after.map.eliminated | {piece.id})
    if after.fight is not None and piece.id in after.fight.leaving:
        after = remaining(after, piece.id)
    match after.task:
        case tasks.LeaveEmpty(army=army) if army == piece.id:
            return after.then()
        case tasks.RetreatAfter() if event.fate == "cut-off" and piece.kind == "army":
            return combat_events.drive_off(after)
        case tasks.PayHits() if event.fate == "hit":
            return _pay(after, 1, int(event.siege))
        case tasks.PayCrisis(count=due, fate=fate, kinds=kinds) if event.fate == fate and piece.kind in kinds:
            return after.then(replace(after.task, count=max(0, due - 1)))
        case tasks.LoseInTransit(count=due) if event.fate == "elsewhere":
            return after.then(replace(after.task, count=due - 1))
        case _:
            return after


def _list_loss_clauses(_: GreatWarGame, __: Position, event: happened.PieceLost) -> Iterator[Clause]:
    if event.fate in FATES:
        yield FATES[event.fate]


def _pay(position: Position, points: int, siege: int) -> Position:
    """Hits are paid, those of siege guns first where the payment may cover them."""
    task = position.owing
    return position.then(replace(task, hits=max(0, task.hits - points), siege=max(0, task.siege - siege)))


def _reduce(_: GreatWarGame, position: Position, event: happened.FortReduced) -> Position:
    reduced = position.put(replace(position.map.pieces[event.fort], strength=event.strength))
    # Attrition reduces a fort too, and pays no hit by it.
    return _pay(reduced, 1, int(event.siege)) if isinstance(position.task, tasks.PayHits) else reduced


def _lapse_siege_hits(_: GreatWarGame, position: Position, event: happened.SiegeHitsLapsed) -> Position:
    return _pay(position, 0 if event.spilled else event.count, event.count)


def _pay_by_card(_: GreatWarGame, position: Position, event: happened.ErsatzSpent) -> Position:
    return _pay(spend(position, event.side, event.card), event.points, event.points)


def _list_settling_clauses(_: GreatWarGame, __: Position, event: happened.HitsSettled) -> Iterator[Clause]:
    if event.lapsed:
        yield Clause.ANNIHILATION


BATTLES: Kinds = (
    event_kind(
        # Compulsory battles are named while empty armies still have to leave.
        happened.BattleDeclared, tasks.DeclareBattles, tasks.LeaveEmpty,
        apply=_declare, visible_to=everyone, clause=_list_declaration_clauses,
        narrate=lambda event: (
            "A battle is declared for {area}, which became disputed this turn."
            if event.compulsory
            else "A battle is declared for {area}."
        ),
    ),
    event_kind(
        happened.DeclarationClosed, tasks.DeclareBattles,
        apply=_close_declaration, visible_to=everyone, narrate="",
    ),
    event_kind(
        happened.BattleOpened, tasks.FightBattles, apply=combat_events.battle_opened, visible_to=everyone
    ),
    event_kind(happened.BattleLapsed, apply=_lapse, visible_to=everyone,
        narrate="No enemy is left to fight in {area}, so no dice are rolled."),
    event_kind(happened.BattleClosed, tasks.CloseBattle, apply=_close, visible_to=everyone),
)  # fmt: skip
"""Battles from their declaration to their end."""

LOSSES: Kinds = (
    event_kind(
        happened.FireResolved, tasks.Fire,
        apply=combat_events.fire, visible_to=everyone, clause=_list_fire_clauses,
    ),
    event_kind(happened.PieceLost, apply=_lose, visible_to=everyone, clause=_list_loss_clauses),
    event_kind(
        happened.FortReduced, apply=_reduce, visible_to=everyone, clause=Clause.STRONGEST_UNIT,
        narrate="{Fort} is reduced to strength {strength}.",
    ),
    event_kind(
        happened.ErsatzSpent, tasks.PayHits,
        apply=_pay_by_card, visible_to=everyone, clause=Clause.ERSATZ,
        narrate=(
            "The {side} side spends {card} as Ersatz, worth {count} hit.",
            "The {side} side spends {card} as Ersatz, worth {count} hits.",
        ),
    ),
    event_kind(
        happened.SiegeHitsLapsed, tasks.PayHits,
        apply=_lapse_siege_hits, visible_to=everyone, clause=Clause.SIEGE_HITS,
    ),
    event_kind(
        happened.HitsSettled, tasks.PayHits,
        apply=finish_task, visible_to=everyone, clause=_list_settling_clauses,
        narrate=lambda event: (
            "{count} hit has no effect: no piece is left to take it.",
            "{count} hits have no effect: no piece is left to take them.",
        ) if event.lapsed else "",
    ),
)  # fmt: skip
"""Fire, and hits as they are paid."""
