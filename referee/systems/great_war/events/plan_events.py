"""Events of arrivals, purchases, plans, rule choices and hidden templates.

A viewer who sees everything learns nothing new from them, and the position of that viewer does not change.
"""

from collections.abc import Iterator
from functools import reduce

from msgspec.structs import replace

from referee.engine.events import everyone, own_side
from referee.systems.great_war.events.combat_events import spend
from referee.systems.great_war.events.event_kinds import Kinds, change_nothing, event_kind, finish_task
from referee.systems.great_war.facts import aircraft, hidden_templates
from referee.systems.great_war.state import tasks
from referee.systems.great_war.state.game import GreatWarGame
from referee.systems.great_war.state.position import NOWHERE, Piece, Plan, Position
from schemas.great_war import plan_events as happened
from schemas.great_war.clauses import Clause
from schemas.great_war.events import GreatWarEvent, PlanExtended
from schemas.record import Side


def _settle(_: GreatWarGame, position: Position, event: happened.InitiativeSettled) -> Position:
    """The first player turn, which is on the agenda already, is that of a side."""
    side = event.side
    agenda = tuple(
        tasks.OpenTurn(side) if isinstance(task, tasks.OpenTurn) else task for task in position.agenda
    )
    return replace(position, initiative=side, agenda=agenda)


def _bring_forward(_: GreatWarGame, position: Position, event: happened.BattleBroughtForward) -> Position:
    """Put the battle directly after the finished battles and the current one."""
    now, area = position.playing, event.area
    past = {*now.fought, position.fight.area if position.fight is not None else ""}
    past_battles = tuple(battle for battle in now.battles if battle in past)
    rest = (battle for battle in now.battles if battle not in past and battle != area)
    after = position.turning(replace(now, battles=(*past_battles, area, *rest)))
    return after if after.fight is None else replace(after, fight=replace(after.fight, named_next=True))


def _withstand(_: GreatWarGame, position: Position, event: happened.HitWithstood) -> Position:
    task = position.owing
    return position.then(replace(task, hits=task.hits - 1, withstood=(*task.withstood, event.piece)))


def _scramble(theatre: GreatWarGame, position: Position, event: happened.BiplaneScrambled) -> Position:
    """The biplane is there, to answer the attacker's fire; or to meet his biplanes, if he has any."""
    piece, fight = position.map.pieces[event.piece], position.fighting
    after = position.put(replace(piece, area=event.to, army=event.into))
    after = replace(after, fight=replace(fight, reacting=fight.reacting | {piece.id}))
    meeting = tasks.Dogfight(event.to)
    if meeting in after.agenda or not aircraft.is_opposed(theatre, after, event.to):
        return after
    last = max(place for place, task in enumerate(after.agenda) if isinstance(task, tasks.RideOff)) + 1
    return replace(after, agenda=(*after.agenda[:last], meeting, *after.agenda[last:]))


def _spare(_: GreatWarGame, position: Position, event: happened.SpareHitsLapsed) -> Position:
    count = event.count
    task = position.owing
    return position.then(replace(task, hits=task.hits - count))


def _fortify(_: GreatWarGame, position: Position, event: happened.PieceFortified) -> Position:
    return position.put(replace(position.map.pieces[event.piece], fortified=True))


def _bid(_: GreatWarGame, position: Position, event: happened.CardsBid) -> Position:
    return reduce(lambda after, card: spend(after, event.side, card), event.cards, position)


CHOICES: Kinds = (
    event_kind(
        happened.TransitRolled, tasks.RollTransit,
        apply=lambda _, position, event: position.then(tasks.LoseInTransit(event.side, event.losses)),
        visible_to=everyone, clause=Clause.TRANSIT_LOSSES,
        narrate=lambda event: (
            "{area}: The {side} side loses {count} piece.",
            "{area}: The {side} side loses {count} pieces.",
        ) if event.losses else "{area}: The {side} side loses nothing.",
    ),
    event_kind(
        happened.PieceFortified, apply=_fortify, visible_to=everyone, clause=Clause.FORTIFY,
        narrate="{piece} is fortified.",
    ),
    event_kind(
        happened.HitWithstood, tasks.PayHits, apply=_withstand, visible_to=everyone,
        narrate="{piece} is fortified and withstands a hit in {area}.",
    ),
    event_kind(
        happened.BiplaneScrambled, tasks.Scrambling,
        apply=_scramble, visible_to=everyone, clause=Clause.SCRAMBLE,
        narrate="{piece} scrambles from {origin} to {goal}.",
    ),
    event_kind(
        happened.ScrambleClosed, tasks.Scrambling, apply=finish_task, visible_to=everyone, narrate=""
    ),
    event_kind(
        happened.BattleBroughtForward, apply=_bring_forward, visible_to=everyone,
        narrate="The next battle is that {of_area}.",
    ),
    event_kind(
        happened.SpareHitsLapsed, tasks.PayHits, apply=_spare, visible_to=everyone,
        narrate=(
            "{count} hit is left over: no piece can take it.",
            "{count} hits are left over: no piece can take them.",
        ),
    ),
    event_kind(happened.CardsBid, apply=_bid, visible_to=everyone),
    event_kind(
        happened.InitiativeSettled, apply=_settle, visible_to=everyone, clause=Clause.INITIATIVE,
        narrate=lambda event: (
            "The bids are equal: the {side} side is First Player again."
            if event.tied
            else "The {side} side is First Player this season."
        ),
    ),
)  # fmt: skip
"""The transit box, and rules chosen for a match."""


def _extend(_: GreatWarGame, position: Position, event: PlanExtended) -> Position:
    plan = position.plan(event.side)
    return position.planning(event.side, replace(plan, planned=(*plan.planned, *event.planned)))


def _arrive(_: GreatWarGame, position: Position, event: happened.PieceArrived) -> Position:
    piece = Piece(event.piece, event.nation, event.side, event.kind, event.area, event.into)
    return position.put(piece).marking(eliminated=position.map.eliminated - {piece.id})


def _replace(_: GreatWarGame, position: Position, event: happened.PieceReplaced) -> Position:
    old = position.map.pieces[event.piece]
    stays = old.fortified and event.entrenched
    new = replace(old, id=event.by, kind=event.kind, entrenched=event.entrenched, fortified=stays)
    after = position.without(old.id).put(new)
    return after.marking(swapped=after.map.swapped | {new.id}) if event.reason == "swapped" else after


def _list_arrival_clauses(_: GreatWarGame, __: Position, event: happened.PieceArrived) -> Iterator[Clause]:
    arrived = event.origin in {"reinforcement", "substitute"}
    yield Clause.ARRIVE_WHERE if arrived else Clause.BUILD_WHERE


def _list_replacement_clauses(
    _: GreatWarGame, __: Position, event: happened.PieceReplaced
) -> Iterator[Clause]:
    yield Clause.SWAP if event.reason == "swapped" else Clause.UPGRADE


def _entrench(_: GreatWarGame, position: Position, event: happened.PieceEntrenched) -> Position:
    return position.put(replace(position.map.pieces[event.piece], entrenched=True))


def _buy(_: GreatWarGame, position: Position, event: happened.CardsBought) -> Position:
    bought = {**position.bought, event.side: position.bought.get(event.side, 0) + event.count}
    return replace(position, bought=bought)


def _mark_unsupplied(_: GreatWarGame, position: Position, event: happened.SupplyChecked) -> Position:
    return position.then().marking(unsupplied=frozenset(event.unsupplied))


def _close(_: GreatWarGame, position: Position, event: happened.PlanClosed) -> Position:
    return position.planning(event.side, replace(position.plan(event.side), closed=True))


def _close_phase(_: GreatWarGame, position: Position, event: happened.PhaseClosed) -> Position:
    after = position.then()
    return replace(after, bought={}) if event.phase == "purchases" else after


def _join(_: GreatWarGame, position: Position, event: happened.CountriesJoined) -> Position:
    board = position.map
    early = board.early.union(event.countries) if event.early else board.early
    return position.marking(owner={**board.owner, **dict.fromkeys(event.areas, event.side)}, early=early)


def _withdraw(_: GreatWarGame, position: Position, event: happened.ArmyWithdrawn) -> Position:
    return position.marking(eliminated=position.map.eliminated - {event.army})


def _order_withdrawal(_: GreatWarGame, position: Position, event: happened.WithdrawalOrdered) -> Position:
    return position.first(
        tasks.PayCrisis(
            event.side, event.name, Clause.WITHDRAWAL, (event.nation,), event.kinds, event.count,
            event.shift, "withdrawn",
        )
    )  # fmt: skip


PLANS: Kinds = (
    event_kind(PlanExtended, tasks.MakePlans, apply=_extend, visible_to=own_side),
    event_kind(
        happened.PlanDropped, tasks.MakePlans,
        apply=lambda _, position, event: position.planning(event.side, Plan()),
        visible_to=own_side, narrate="The {side} side tears up its plan.",
    ),
    event_kind(
        happened.PlanClosed, tasks.MakePlans,
        apply=_close, visible_to=everyone, narrate="The {side} side has closed its plan.",
    ),
    event_kind(
        happened.PlansRevealed, tasks.MakePlans,
        apply=lambda _, position, __: replace(position.then(), plans={}), visible_to=everyone,
        narrate=lambda event: (
            "The bids of both sides are opened."
            if event.phase == "initiative"
            else "The plans of both sides are opened."
        ),
    ),
    event_kind(happened.PhaseClosed, apply=_close_phase, visible_to=everyone, narrate=""),
    event_kind(happened.PieceArrived, apply=_arrive, visible_to=everyone, clause=_list_arrival_clauses),
    event_kind(
        happened.PieceReplaced, apply=_replace, visible_to=everyone, clause=_list_replacement_clauses
    ),
    event_kind(
        happened.PieceEntrenched, apply=_entrench, visible_to=everyone, clause=Clause.BUILD_POINTS
    ),
    event_kind(happened.CardsBought, apply=_buy, visible_to=everyone, clause=Clause.BUILD_POINTS),
    event_kind(
        happened.SupplyChecked, tasks.CheckSupply,
        apply=_mark_unsupplied, visible_to=everyone, clause=Clause.SUPPLY,
    ),
    event_kind(happened.CountriesJoined, apply=_join, visible_to=everyone),
    event_kind(
        happened.WithdrawalOrdered,
        apply=_order_withdrawal, visible_to=everyone, clause=Clause.WITHDRAWAL,
        narrate=(
            "{name}: the {side} side must withdraw {count} {nation} piece of infantry.",
            "{name}: the {side} side must withdraw {count} {nation} pieces of infantry.",
        ),
    ),
    event_kind(happened.ArmyWithdrawn, apply=_withdraw, visible_to=everyone),
    event_kind(
        happened.ArmisticeOffered,
        apply=lambda _, position, event: replace(position, armistice=event.side),
        visible_to=everyone, narrate="The {side} side offers an armistice.",
    ),
    event_kind(
        happened.ArmisticeDeclined,
        apply=lambda _, position, __: replace(position, armistice=None), visible_to=everyone,
    ),
)  # fmt: skip
"""Sealed plans, and arrivals, purchases and offers."""


def _hide(_: GreatWarGame, position: Position, event: happened.TemplatesHidden) -> Position:
    return position.marking(closed=frozenset(event.closed))


def _name_strangers(
    _: GreatWarGame, event: happened.TemplatesHidden, viewer: Side
) -> happened.TemplatesHidden:
    """Name the sides whose armies are closed to the viewer."""
    return replace(event, closed=hidden_templates.strangers(event.sides, viewer))


def _show_pieces(
    _: GreatWarGame,
    position: Position,
    event: happened.PiecesShown | happened.PiecesFound | happened.ArmiesShown,
) -> Position:
    disclosures = tuple(_show(position, piece) for piece in event.pieces)
    shown, ids = position.map.shown, (piece.id for piece in disclosures)
    return position.put(*disclosures).marking(shown=shown.union(ids) if position.map.closed else shown)


def _show(position: Position, seen: happened.ShownPiece) -> Piece:
    """The piece where it is shown; who knew already where it is knows more."""
    piece = position.map.pieces[seen.id]
    if piece.area != NOWHERE:
        return piece
    return replace(
        piece, area=seen.area, army=seen.army, entrenched=seen.entrenched, fortified=seen.fortified,
        moved=seen.moved, mode=seen.mode, retreated=seen.retreated,
    )  # fmt: skip


def _tell(position: Position, army: str, *, filled: bool) -> Position:
    piece = position.map.pieces[army]
    return position.put(replace(piece, filled=filled)) if piece.side in position.map.closed else position


def close_again(theatre: GreatWarGame, position: Position, event: GreatWarEvent) -> Position:
    """The position with all hidden again that is not shown any more: pieces are shown for one event."""
    if not isinstance(event, happened.PiecesShown | happened.PiecesFound | happened.ArmiesShown):
        position = position.marking(shown=frozenset[str]())
    return hidden_templates.cover(theatre, position, position.map.closed)


TEMPLATES: Kinds = (
    event_kind(
        happened.TemplatesHidden, apply=_hide, visible_to=_name_strangers,
        narrate="The contents of armies are hidden from the other side.",
    ),
    # Pieces that the next event names are left to that.
    event_kind(happened.PiecesShown, apply=_show_pieces, visible_to=everyone, narrate=""),
    event_kind(happened.PiecesFound, apply=_show_pieces, visible_to=everyone, narrate=""),
    event_kind(happened.ArmiesShown, apply=_show_pieces, visible_to=everyone),
    event_kind(happened.ArmiesLookedInto, apply=change_nothing, visible_to=everyone, narrate=""),
    event_kind(
        happened.ArmyFilled,
        apply=lambda _, position, event: _tell(position, event.army, filled=True),
        visible_to=everyone, narrate="{army} is no longer empty.",
    ),
    event_kind(
        happened.ArmyEmptied,
        apply=lambda _, position, event: _tell(position, event.army, filled=False), visible_to=everyone,
    ),
)  # fmt: skip
"""Armies that hide their contents, as their readers see them."""
