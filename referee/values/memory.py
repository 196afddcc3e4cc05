"""What was worked out of a position, kept with the position itself."""

from collections.abc import Callable, Sequence
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


def find_step(world: object, before: Place, event: object) -> Place | None:
    """What is known to come of a position by one event, if it is still in use."""
    noted = vars(before).get("step")
    if noted is None or noted[0] is not world or noted[1] != event:
        return None
    return cast(Place | None, noted[2]())


def note_step(world: object, before: Remembering, event: object, after: Remembering) -> None:
    """Keep in mind what comes of a position by one event, for as long as that position is in use."""
    vars(before)["step"] = world, event, ref(after)


def keep_trail(trail: Sequence[object]) -> None:
    """Keep the positions between the first and the last of these in use for as long as the first one is."""
    if isinstance(trail[0], Remembering):
        vars(trail[0])["trail"] = trail[1:-1]


def has_passed(world: object, state: Remembering, order: object) -> bool:
    """Whether this very order was the last of which it was found out that nothing is held against it."""
    noted = vars(state).get("passed")
    return noted is not None and noted[0] is world and noted[1] is order


def note_passed(world: object, state: Remembering, order: object) -> None:
    """Keep in mind that nothing is held against an order, for it is the one that is carried out next."""
    vars(state)["passed"] = world, order


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
        kept = vars(state)
        known: dict[object, Found] | None = kept.get(where)
        if known is None:
            known = kept[where] = {}
        question = (work, world, asked)
        found = known.get(question)
        if found is not None:
            return found
        if question not in known:
            known[question] = work(world, state, *asked)
        return known[question]

    return recall
