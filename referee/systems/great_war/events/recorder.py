"""The table of all events, the position after each, and the recorder of the events of an order.

Events are believed, except an answer to another task than the open one and a retreat of a marked piece. The
recorder keeps the draw pile and hidden templates: a viewer who may not look into an army can follow each
event. Hidden pieces that an event reveals are shown before it. For events between armies the viewer learns
only whether the armies are empty.
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import assert_never

from msgspec.structs import replace

from referee.engine.dice import Dice, NoDice, state_purpose
from referee.engine.facts import Fact
from referee.engine.system import CannotHaveHappened, Outcome
from referee.systems.great_war.events import battle_events, combat_events, plan_events
from referee.systems.great_war.events.battle_events import BATTLES, LOSSES
from referee.systems.great_war.events.event_kinds import Table, event_kind
from referee.systems.great_war.events.movement_events import AMENDMENTS, MOVEMENT
from referee.systems.great_war.events.sequence_events import SEQUENCE
from referee.systems.great_war.facts import control, hidden_templates
from referee.systems.great_war.state.game import GreatWarGame
from referee.systems.great_war.state.position import NOWHERE, Piece, Position
from schemas.great_war import plan_events as planned
from schemas.great_war.events import AreaTaken, ArmyJoined, CardsDrawn, DeckShuffled, GreatWarEvent, Unseen
from schemas.record import REFEREE, Side


def evolve(theatre: GreatWarGame, position: Position, event: GreatWarEvent) -> Position:
    """Return the position after an event.

    Raises `CannotHaveHappened` unless the event answers the task on top of the agenda, if it answers any.
    """
    kind = EVENTS.of(event)
    if kind.tasks and type(position.task) not in kind.tasks:
        raise CannotHaveHappened(f"{event.type} while {type(position.task).__name__} was to be done")
    after = kind.apply(theatre, position, event)
    # A reader who may not look into armies does not see what goes into them.
    return plan_events.close_again(theatre, after, event) if after.map.closed else after


def _apply_inside(theatre: GreatWarGame, position: Position, event: Unseen) -> Position:
    return EVENTS.of(event.event).apply(theatre, position, event.event)


def _show_from_outside(_: GreatWarGame, event: Unseen, viewer: Side) -> Unseen | None:
    """Show to others what came into an army, as the charts tell, but not where."""
    inside = event.event
    if viewer in {event.side, REFEREE}:
        return event
    match inside:
        case ArmyJoined():
            return None
        case planned.PieceArrived():
            unplaced = replace(inside, area=NOWHERE, into=None)
            return replace(event, event=unplaced)
        case planned.PieceReplaced():
            outside = replace(inside, area=NOWHERE, entrenched=False)
            return replace(event, event=outside)
        case _:
            assert_never(inside)


EVENTS: Table = Table(
    (
        *SEQUENCE,
        *MOVEMENT,
        *BATTLES,
        *LOSSES,
        *battle_events.RETREATS,
        *plan_events.PLANS,
        *combat_events.CARDS,
        *plan_events.CHOICES,
        *plan_events.TEMPLATES,
        event_kind(Unseen, apply=_apply_inside, visible_to=_show_from_outside),
        *AMENDMENTS,
    )
)
"""All kinds of events."""


class EventRecorder:
    """Recorder of the events of one order or one task; a rehearsal rolls no dice."""

    def __init__(self, theatre: GreatWarGame, position: Position, dice: Dice | None = None) -> None:
        self.theatre = theatre
        self.dice = dice or NoDice()
        self.position = position
        self.events: list[GreatWarEvent] = []

    def add(self, *events: GreatWarEvent) -> None:
        """Let something happen."""
        for event in events:
            self.position = evolve(self.theatre, self.position, event)
            self.events.append(event)

    def outcome(self) -> Outcome[Position, GreatWarEvent]:
        """Everything that has happened, and the position after it."""
        return Outcome(tuple(self.events), self.position)

    def take(self, area: str, side: Side) -> None:
        """Give an area to a side."""
        if self.position.map.owner.get(area) != side:
            self.add(AreaTaken(area=area, side=side))

    def look_into(self, side: Side, areas: Iterable[str]) -> None:
        """Record that the next events depend on secret contents of a side's armies in these areas."""

    def settle(self, area: str) -> None:
        """Give an area to the side that now holds it alone (4.1, A-36), if it needs no battle (A-23)."""
        if area in self.position.map.contested:
            return
        side = control.holder(self.theatre, self.position.map, area)
        if side is not None:
            self.take(area, side)


Hidden = Mapping[str, Piece]
"""The hidden pieces of a position, by id."""


def course(theatre: GreatWarGame, position: Position, dice: Dice, by: Side | None = None) -> EventRecorder:
    """Return a recorder for an order of a side, or for a task, by the template option of the match."""
    return (
        RedactingRecorder(theatre, position, dice, by)
        if hidden_templates.is_played(theatre)
        else EventRecorder(theatre, position, dice)
    )


class RedactingRecorder(EventRecorder):
    """Recorder of events with disclosures for viewers who may not look into armies.

    The outcome of an order `by` a side is certain to that side beforehand, unless it depends on facts that
    others hide: then it cannot be taken back or rehearsed.
    """

    def __init__(self, theatre: GreatWarGame, position: Position, dice: Dice, by: Side | None) -> None:
        super().__init__(theatre, position, dice)
        self._by = by
        self._looked = False

    def add(self, *events: GreatWarEvent) -> None:
        """Append events, seen or unseen; disclose the final contents of armies after all of them.

        An immediate disclosure would reveal which of several pieces went into an empty army.
        """
        holders = _holders(self._hidden())
        for event in events:
            before, after = self.position, evolve(self.theatre, self.position, event)
            was, now = self._hidden(), hidden_templates.find_concealed(self.theatre, after)
            told = _tell(event, before, was, now)
            super().add(*self._showings(event, was, now, after), told)
            if not isinstance(told, Unseen):
                # A visible arrival fills an army for everyone, also if another piece came unseen before.
                arrivals = {
                    id: piece for id, piece in now.items() if id not in was or was[id].army != piece.army
                }
                holders |= _holders(arrivals)
        # Pieces that entered and left unseen stay unseen.
        last = _holders(self._hidden())
        super().add(*(planned.ArmyFilled(army=army) for army in sorted(last - holders)))
        super().add(
            *(planned.ArmyEmptied(army=army) for army in sorted(holders - last) if self._is_closed(army))
        )

    def look_into(self, side: Side, areas: Iterable[str]) -> None:
        """Record that the next events depend on hidden facts of others, without details."""
        if self._looked or side == self._by:
            return
        inside = {piece.area for piece in self._hidden().values() if piece.side == side}
        if not inside.isdisjoint(areas):
            self._looked = True
            super().add(planned.ArmiesLookedInto())

    def settle(self, area: str) -> None:
        """Give an area to the side that now holds it alone, if what it has there can hold it."""
        sides = self.position.map.sides
        alone = [side for side in sides if control.present(self.position.map, area, side)]
        if len(alone) == 1 and self.position.map.owner.get(area) != alone[0]:
            self.look_into(alone[0], (area,))
        super().settle(area)

    def _showings(
        self, event: GreatWarEvent, was: Hidden, now: Hidden, after: Position
    ) -> Iterator[GreatWarEvent]:
        """Yield the disclosures before an event: pieces that it opens to all, and pieces that it names."""
        old_id = event.piece if isinstance(event, planned.PieceReplaced) and event.by in now else ""
        vanishing = [piece for id, piece in sorted(was.items()) if id not in now and id != old_id]
        openings = [piece for piece in vanishing if _stays(piece, after)]
        mentions = [piece for piece in vanishing if not _stays(piece, after)]
        own = [piece for piece in mentions if piece.side == self._by]
        others = [piece for piece in mentions if piece.side != self._by]
        if openings:
            yield planned.ArmiesShown(pieces=tuple(_show(openings)))
        if own:
            yield planned.PiecesShown(pieces=tuple(_show(own)))
        if others:
            yield planned.PiecesFound(pieces=tuple(_show(others)))

    def _hidden(self) -> Hidden:
        return hidden_templates.find_concealed(self.theatre, self.position)

    def _is_closed(self, army: str) -> bool:
        piece = self.position.map.pieces.get(army)
        return piece is not None and not hidden_templates.open_to_all(self.theatre, self.position, piece)


def _holders(hidden: Hidden) -> frozenset[str]:
    """The armies that hold hidden pieces."""
    return frozenset(piece.army for piece in hidden.values() if piece.army is not None)


def _tell(event: GreatWarEvent, before: Position, was: Hidden, now: Hidden) -> GreatWarEvent:
    """The event, under cover if others may not see where it happens."""
    match event:
        case ArmyJoined(piece=id) if id in was and id in now:
            return Unseen(side=before.map.pieces[id].side, event=event)
        case planned.PieceArrived(piece=id, side=side) if id in now:
            return Unseen(side=side, event=event)
        case planned.PieceReplaced(piece=old, by=new) if old in was and new in now:
            return Unseen(side=was[old].side, event=event)
        case _:
            return event


def _stays(piece: Piece, after: Position) -> bool:
    return piece.id in after.map.pieces and after.map.pieces[piece.id].army == piece.army


def _show(pieces: Iterable[Piece]) -> Iterator[planned.ShownPiece]:
    """The pieces as they are seen; the armies they were in before stay hidden."""
    return (
        planned.ShownPiece(
            id=piece.id, army=piece.army or "", area=piece.area, entrenched=piece.entrenched,
            fortified=piece.fortified, moved=piece.moved, mode=piece.mode, retreated=piece.retreated,
        )
        for piece in pieces
    )  # fmt: skip


class Draw(Fact):
    """A hidden draw."""

    SHUFFLE = "shuffle {number}"


def shuffle_pile(position: Position, cards: tuple[int, ...], dice: Dice) -> DeckShuffled:
    """These cards as a draw pile in hidden order; each shuffle of a match has its own purpose."""
    purpose = state_purpose(Draw.SHUFFLE, number=position.shuffles + 1)
    order = dice.shuffle(purpose, tuple(sorted(cards)))
    return DeckShuffled(purpose=order.purpose, size=len(cards), order=order.order)


def draw(course: EventRecorder, side: Side, count: int, dice: Dice, *, locked: bool = False) -> None:
    """Draw from the pile; the discards are reshuffled at the moment the pile is empty (A-13)."""
    while count:
        position = course.position
        if not position.pile:
            if not position.discards:
                return
            course.add(shuffle_pile(position, position.discards, dice))
        numbers = course.position.pile[:count]
        course.add(CardsDrawn(side=side, count=len(numbers), cards=numbers, locked=locked))
        count -= len(numbers)
