"""Phases, turns, sealed orders and the score as events."""

from msgspec.structs import replace

from referee.engine.events import everyone, own_side
from referee.systems.skirmish.events.event_kinds import Kinds, change_nothing, event_kind
from referee.systems.skirmish.state.position import NO_PLAN, NOTHING_PLANNED, Figure, Plan, Position
from referee.systems.skirmish.state.table import Table
from schemas.skirmish import events as happened
from schemas.skirmish.orders import Closing, Reaction


def _plan(position: Position, side: str, plan: Plan) -> Position:
    return replace(position, plans={**position.plans, side: plan})


def _plot(_: Table, position: Position, event: happened.OrderPlotted) -> Position:
    plan = position.plan(event.side)
    return _plan(position, event.side, replace(plan, plots=(*plan.plots, event.order)))


def _close_plots(_: Table, position: Position, event: happened.PlotsClosed) -> Position:
    return _plan(position, event.side, replace(position.plan(event.side), closed=True))


def _give_standing_order(_: Table, position: Position, event: happened.StandingOrderGiven) -> Position:
    match event.order:
        case Reaction(unit=unit) as order:
            return position.with_unit(replace(position.units[unit], reaction=order))
        case Closing(unit=unit) as order:
            return position.with_unit(replace(position.units[unit], closing=order))
        case order:
            raise AssertionError(f"{order.type} is not a standing order")


def _start_phase(_: Table, position: Position, event: happened.PhaseStarted) -> Position:
    """Start a phase, and drop the orders that the phase before has carried out."""
    done = event.phase in {"opening", "artillery", "melee", "over"}
    after = replace(position, turn=event.turn, phase=event.phase, step=0)
    return replace(after, plans=NOTHING_PLANNED) if done else after


def _open_turn(_: Table, position: Position, event: happened.TurnOpened) -> Position:
    figures = {id: _rest(figure) for id, figure in position.figures.items()}
    units = {id: replace(unit, activated=False, failed=False) for id, unit in position.units.items()}
    tokens = {id: replace(token, before=token.at, shooting=False) for id, token in position.tokens.items()}
    return replace(
        position,
        turn=event.turn,
        first=event.first,
        light=event.light,
        rain=event.rain,
        figures=figures,
        units=units,
        tokens=tokens,
        dead=(),
        flames=(),
        passed=frozenset(),
    )


def _rest(figure: Figure) -> Figure:
    """Return a figure as it is at the beginning of a turn."""
    return replace(
        figure,
        start=figure.at,
        mode="halt",
        advanced=False,
        emerged=False,
        fired=None,
        fired_before=figure.fired is not None,
        fell_back=False,
        looks=0,
        fought=False,
        was_fighting=figure.fought,
    )


def _end_activation(_: Table, position: Position, event: happened.ActivationEnded) -> Position:
    passed = position.passed | {event.side} if event.passed else position.passed
    return _plan(replace(position, passed=passed), event.side, NO_PLAN)


def _activate(_: Table, position: Position, event: happened.UnitActivated) -> Position:
    return position.with_unit(replace(position.units[event.unit], activated=True))


def _name_leader(_: Table, position: Position, event: happened.LeaderNamed) -> Position:
    return position.with_figure(replace(position.figures[event.figure], role=event.role))


def _move_token(_: Table, position: Position, event: happened.TokenMoved) -> Position:
    token = replace(position.tokens[event.id], at=event.at, shooting=event.shooting)
    return replace(position, tokens={**position.tokens, event.id: token})


def _score(_: Table, position: Position, event: happened.Scored) -> Position:
    score = {**position.score, event.side: position.score[event.side] + event.points}
    return replace(position, score=score, rewarded=position.rewarded | {(event.side, event.rule)})


def _end(_: Table, position: Position, event: happened.GameEnded) -> Position:
    result = f"{event.winner} wins" if event.winner is not None else "a draw"
    return replace(
        position,
        result=result,
        winner=event.winner,
        score=dict(zip(position.sides, event.points, strict=True)),
    )


SEQUENCE: Kinds = (
    event_kind(happened.PhaseStarted, apply=_start_phase, visible_to=everyone),
    event_kind(happened.TurnOpened, apply=_open_turn, visible_to=everyone),
    event_kind(happened.OrderPlotted, apply=_plot, visible_to=own_side, narrate=""),
    event_kind(
        happened.PlotsTorn,
        apply=lambda _, position, event: _plan(position, event.side, NO_PLAN),
        visible_to=own_side, narrate="All sealed orders so far are torn up.",
    ),
    event_kind(
        happened.PlotsClosed, apply=_close_plots, visible_to=everyone,
        narrate="The {side} side has closed its orders.",
    ),
    event_kind(happened.PlotsOpened, apply=change_nothing, visible_to=everyone, narrate=""),
    event_kind(
        happened.StandingOrderGiven, apply=_give_standing_order, visible_to=own_side, narrate=""
    ),
    event_kind(
        happened.LeaderNamed, apply=_name_leader, visible_to=own_side,
        narrate="{figure} takes over as {role}.",
    ),
    event_kind(happened.UnitActivated, apply=_activate, visible_to=own_side),
    event_kind(
        happened.ActivationEnded, apply=_end_activation, visible_to=everyone,
        narrate=lambda event: (
            "The {side} side activates no more units this turn."
            if event.passed
            else "The {side} side has moved a unit."
        ),
    ),
    event_kind(happened.OrderDropped, apply=change_nothing, visible_to=own_side),
    event_kind(
        happened.TokenMoved, apply=_move_token, visible_to=everyone,
        narrate=lambda event: (
            "{token} is at {place} and shoots." if event.shooting else "{token} is at {place}."
        ),
    ),
    event_kind(happened.Scored, apply=_score, visible_to=own_side),
    event_kind(happened.TurnEnded, apply=change_nothing, visible_to=everyone, narrate=""),
    event_kind(happened.GameEnded, apply=_end, visible_to=everyone),
)  # fmt: skip
"""Turns and phases, sealed orders, and the score."""
