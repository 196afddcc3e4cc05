"""What was worked out of a position, kept with the position itself."""

from collections.abc import Callable
from functools import wraps
from typing import TypeVar, TypeVarTuple, cast
from weakref import ref

from referee.values.value import Value


class Remembering(Value, dict=True, weakref=True):
    """A value that carries what was worked out of it: that goes when the value goes.

    It is no field, so that no copy, no comparison and no file has it.
    """


World = TypeVar("World")
State = TypeVar("State", bound=Remembering)
Found = TypeVar("Found")
Place = TypeVar("Place")
Asked = TypeVarTuple("Asked")

Events = tuple[object, ...]

_UNASKED = object()

_NOTHING: tuple[Events | None, Callable[[], None]] = (None, lambda: None)


def remember(
    work: Callable[[World, State, *Asked], Found],
) -> Callable[[World, State, *Asked], Found]:
    """The same work, done once for all that is asked about one position.

    A position never changes, and every answer to a question is judged in the same one. An equal position is
    another one, so that nothing is compared.
    """
    return _remember(work, "known")


def remember_lasting(
    work: Callable[[World, State, *Asked], Found],
) -> Callable[[World, State, *Asked], Found]:
    """The same for work that does not look at what changes where knowledge is handed on."""
    return _remember(work, "lasting")


def hand_on(before: Remembering, after: Remembering) -> None:
    """Let a position know what lasts of one that differs only in what no lasting work looks at."""
    vars(after)["lasting"] = vars(before).setdefault("lasting", {})


def note_after(before: object, events: Events, after: object) -> None:
    """Keep in mind what comes of a position by these events, for as long as that position is in use."""
    if isinstance(before, Remembering) and isinstance(after, Remembering):
        vars(before)["after"] = (events, ref(after))


def find_after(before: Place, events: Events) -> Place | None:
    """What is known to come of a position by these events, if it is still in use."""
    noted, after = vars(before).get("after", _NOTHING) if isinstance(before, Remembering) else _NOTHING
    return cast(Place | None, after()) if noted == events else None


def teach(state: object, other: object) -> None:
    """Let a position know what is known of another that came of the same position by the same events."""
    if isinstance(state, Remembering) and isinstance(other, Remembering):
        for where in ("known", "lasting"):
            vars(state).setdefault(where, {}).update(vars(other).get(where, {}))


def _remember(
    work: Callable[[World, State, *Asked], Found], where: str
) -> Callable[[World, State, *Asked], Found]:
    @wraps(work)
    def recall(world: World, state: State, *asked: *Asked) -> Found:
        known: dict[object, object] | None = vars(state).get(where)
        if known is None:
            known = vars(state)[where] = {}
        question = (work, world, asked)
        found = known.get(question, _UNASKED)
        if found is _UNASKED:
            found = known[question] = work(world, state, *asked)
        return cast(Found, found)

    return recall
