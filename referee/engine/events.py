"""Kinds of events as data: their effect, their visibility, their narration, and the clauses that act."""

from collections.abc import Callable, Iterable, Mapping
from typing import Generic, Protocol, TypeVar, cast

from schemas.record import REFEREE, Event, Side, Value
from schemas.reports import Block

World = TypeVar("World")
State = TypeVar("State")
Family = TypeVar("Family", bound=Event)
Given = TypeVar("Given", bound=Event)
NarratorT = TypeVar("NarratorT")

Template = str | tuple[str, str]
"""An English template, or one for a single thing and one for several."""


class Owned(Protocol):
    """An event of one side."""

    @property
    def side(self) -> Side:
        """The side."""
        ...


OwnedT = TypeVar("OwnedT", bound=Owned)


def everyone(_: object, event: Given, __: Side) -> Given:
    """Show the whole event to every viewer."""
    return event


def own_side(_: object, event: OwnedT, viewer: Side) -> OwnedT | None:
    """Show the event to its own side and to the referee."""
    return event if viewer in {event.side, REFEREE} else None


class EventKind(Value, Generic[World, State, Family]):
    """One kind of event.

    `tasks` are the types of the tasks that the event may answer; without any it happens beside the tasks.
    `visible_to` returns the event as a viewer sees it, or None. `clauses` gives the meanings of the clauses
    that act in it. `narrate` is the English template of its sentence, "" for an event that reports leave out,
    a function that returns one of several templates, or None if the narrative of the system has a function
    for it.
    """

    model: type[Event]
    tasks: tuple[type[object], ...]
    apply: Callable[[World, State, Family], State]
    visible_to: Callable[[World, Family, Side], Family | None]
    clauses: Callable[[World, State, Family], Iterable[str]]
    narrate: "Template | Callable[[Family], Template] | None"

    @classmethod
    def of(
        cls,
        model: type[Given],
        *tasks: type[object],
        apply: Callable[[World, State, Given], State],
        visible_to: Callable[[World, Given, Side], Given | None],
        clause: str | Callable[[World, State, Given], Iterable[str]] = "",
        narrate: "Template | Callable[[Given], Template] | None" = None,
    ) -> "EventKind[World, State, Family]":
        """Make an entry; `clause` is a meaning, or a function that gives those of all acting clauses."""
        # The table gives an entry no other events than those of its model.
        return cls(
            model,
            tasks,
            cast(Callable[[World, State, Family], State], apply),
            cast(Callable[[World, Family, Side], Family | None], visible_to),
            cast(Callable[[World, State, Family], Iterable[str]], _list_clauses(clause)),
            cast("Template | Callable[[Family], Template] | None", narrate),
        )


def _list_clauses(
    clause: str | Callable[[World, State, Given], Iterable[str]],
) -> Callable[[World, State, Given], Iterable[str]]:
    if not isinstance(clause, str):
        return clause
    always = (clause,) if clause else ()
    return lambda _, __, ___: always


class EventIndex(Generic[World, State, Family]):
    """All kinds of events of a system, by their models."""

    def __init__(self, kinds: Iterable[EventKind[World, State, Family]]) -> None:
        self.kinds: Mapping[type[Event], EventKind[World, State, Family]] = {
            kind.model: kind for kind in kinds
        }

    def of(self, event: Family) -> EventKind[World, State, Family]:
        """Return the kind of an event."""
        return self.kinds[type(event)]


Narration = tuple[type[Event], Callable[[NarratorT, State, Family], tuple[Block, ...]]]
"""A kind of event, and the function that narrates it from the position before it."""


def narration(
    model: type[Given], narrate: Callable[[NarratorT, State, Given], tuple[Block, ...]]
) -> Narration[NarratorT, State, Family]:
    """Make an entry of a table of narrations."""
    # The table gives a function no other events than those of its model.
    return model, cast(Callable[[NarratorT, State, Family], tuple[Block, ...]], narrate)
