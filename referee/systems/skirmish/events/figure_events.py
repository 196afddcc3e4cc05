"""Figures that move, look and fire, and the moderator's amendments, as events."""

from msgspec.structs import replace

from referee.engine.events import own_side
from referee.systems.skirmish.events import redaction
from referee.systems.skirmish.events.event_kinds import Kinds, event_kind
from referee.systems.skirmish.facts import geometry
from referee.systems.skirmish.state.position import Contact, Figure, Position
from referee.systems.skirmish.state.table import Table
from schemas.skirmish import events as happened
from schemas.skirmish.names import Spot
from schemas.skirmish.orders import FigureRepositioned, FiguresExchanged


def _place(table: Table, position: Position, event: happened.FigurePlaced) -> Position:
    figure, at = position.figures[event.figure], event.at
    after = position.with_figure(replace(figure, at=at, start=at, posture=event.posture))
    return enter(table, after, event.figure)


def _move(table: Table, position: Position, event: happened.FigureMoved) -> Position:
    figure = replace(
        position.figures[event.figure], mode=event.mode, advanced=event.advanced, emerged=event.emerged,
        posture=event.posture,
    )  # fmt: skip
    return enter(table, position.with_figure(go(figure, position.turn, *event.path)), event.figure)


def _reposition(table: Table, position: Position, event: FigureRepositioned) -> Position:
    """Put a figure where the moderator wants it. This does not count as a move."""
    figure, at = position.figures[event.figure], event.at
    start = at if figure.start == figure.at else figure.start
    return enter(
        table, position.with_figure(replace(figure, at=at, start=start, way=(), went=0)), event.figure
    )


def _exchange(_: Table, position: Position, event: FiguresExchanged) -> Position:
    """Exchange two figures with their places and actions; the enemy's contacts stay as they were."""
    one, other = position.figures[event.figure], position.figures[event.other]
    swaps = {one.id: other.id, other.id: one.id}
    contacts_by_side = {
        side: {
            alias: replace(contact, figure=swaps.get(contact.figure, contact.figure))
            for alias, contact in contacts.items()
        }
        for side, contacts in position.known.items()
    }
    return (
        replace(position, known=contacts_by_side)
        .with_figure(replace(other, id=one.id))
        .with_figure(replace(one, id=other.id))
    )


def go(figure: Figure, turn: int, *path: Spot) -> Figure:
    """Return a figure at the end of its way. A figure that stays keeps the way of its last move."""
    if path[-1] == figure.at:
        return figure
    return replace(figure, at=path[-1], way=(figure.at, *path[:-1]), went=turn)


def enter(table: Table, position: Position, id: str) -> Position:
    """Record the features that a side has entered, if a reward depends on them."""
    figure = position.figures[id]
    goals = {
        reward.terrain
        for rewards in table.scenario.victory.values()
        for reward in rewards
        if reward.test == "never-inside" and reward.side == figure.side
    }
    here = {
        (figure.side, feature.id)
        for feature in table.features
        if feature.id in goals and geometry.covers(feature.corners, figure.at)
    }
    return replace(position, entered=position.entered | here) if here - position.entered else position


def _hold(_: Table, position: Position, event: happened.PostureTaken) -> Position:
    return position.with_figure(replace(position.figures[event.figure], posture=event.posture))


def _mask(_: Table, position: Position, event: happened.MaskChanged) -> Position:
    return position.with_figure(replace(position.figures[event.figure], masked=event.worn))


def _look(_: Table, position: Position, event: happened.Looked) -> Position:
    figure = position.figures[event.figure]
    return position.with_figure(replace(figure, looks=figure.looks + 1))


def _sight(_: Table, position: Position, event: happened.Sighted) -> Position:
    before = position.contacts(event.side).get(event.alias)
    contact = Contact(
        event.alias, event.figure, event.at, event.posture, event.mode, event.pins, event.quality,
        event.weapon, event.status, event.units, told=position.turn,
    )  # fmt: skip
    if before is not None:
        way, went = (before.way, before.went) if before.at == event.at else ((before.at,), position.turn)
        contact = replace(contact, way=way, went=went, fought=before.fought)
    return meet(position, event.side, contact)


def meet(position: Position, side: str, contact: Contact) -> Position:
    """Return the position with a side's updated contact."""
    contacts = {**position.contacts(side), contact.alias: contact}
    return replace(position, known={**position.known, side: contacts})


def _shoot(_: Table, position: Position, event: happened.Shot) -> Position:
    figure = position.figures.get(event.figure)
    if figure is None:
        return position
    supply = figure.supply
    if event.weapon in supply:
        supply = {**supply, event.weapon: supply[event.weapon] - 1}
    return position.with_figure(replace(figure, fired=event.kind, supply=supply))


FIGURES: Kinds = (
    event_kind(
        happened.FigurePlaced, apply=_place, visible_to=own_side,
        narrate="{figure} begins at {place}, {how}.",
    ),
    event_kind(happened.FigureMoved, apply=_move, visible_to=own_side),
    event_kind(
        happened.PostureTaken, apply=_hold, visible_to=own_side,
        narrate=lambda event: {
            "hidden": "{figure} keeps its head down.",
            "observe": "{figure} looks out.",
            "open": "{figure} stands in the open.",
            "prone": "{figure} lies down.",
        }[event.posture],
    ),
    event_kind(
        happened.MaskChanged, apply=_mask, visible_to=own_side,
        narrate=lambda event: (
            "{figure} puts its gas mask on." if event.worn else "{figure} takes its gas mask off."
        ),
    ),
    event_kind(
        happened.Looked, apply=_look, visible_to=redaction.show_look,
        narrate="{figure} looks around {place}.",
    ),
    event_kind(happened.Sighted, apply=_sight, visible_to=redaction.show_sighting),
    event_kind(happened.Shot, apply=_shoot, visible_to=redaction.show_shot),
)  # fmt: skip
"""Figures that move, look and fire."""

AMENDMENTS: Kinds = (
    event_kind(
        FigureRepositioned, apply=_reposition, visible_to=own_side, narrate="{figure} is put at {place}."
    ),
    event_kind(
        FiguresExchanged, apply=_exchange, visible_to=own_side,
        narrate="{figure} and {other} change places.",
    ),
)  # fmt: skip
"""Corrections by the moderator."""
