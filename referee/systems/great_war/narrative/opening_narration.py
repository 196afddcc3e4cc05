"""Plans that were opened, as a table: pieces, nations and areas."""

from collections import Counter
from collections.abc import Iterable, Iterator

from referee.i18n.translator import upper
from referee.systems.great_war.events import evolution
from referee.systems.great_war.language.language import GreatWarLanguage
from referee.systems.great_war.narrative import plan_narration
from referee.systems.great_war.narrative.phrases import Blocks
from referee.systems.great_war.state.position import Position
from schemas.great_war.events import GreatWarEvent, Intention
from schemas.great_war.plan_events import PieceArrived, PlansRevealed
from schemas.reports import Table

Row = tuple[str, str, str]


def tell(narrator: GreatWarLanguage, position: Position, events: Iterable[GreatWarEvent]) -> Blocks:
    """Return the results of the plans that were opened in these events; nothing without opened plans."""
    rows: list[Row] = []
    events = tuple(events)
    steps = list_steps(events)
    for place, event in enumerate(events):
        if place in steps and isinstance(event, Intention):
            rows.append(_word(narrator, position, event))
        position = evolution.evolve(narrator.game, position, event)
    if not rows:
        return ()
    columns = narrator.say("Plans opened"), narrator.say("What"), narrator.say("Where")
    return (Table(columns=columns, rows=tuple(_gather(rows))),)


def list_steps(events: Iterable[GreatWarEvent]) -> frozenset[int]:
    """The places of the steps in which plans that were opened are carried out."""
    steps: list[int] = []
    opened = False
    for place, event in enumerate(events):
        if opened and isinstance(event, Intention):
            steps.append(place)
        else:
            opened = isinstance(event, PlansRevealed)
    return frozenset(steps)


def _word(narrator: GreatWarLanguage, position: Position, event: Intention) -> Row:
    """One step of a plan: whose it is, what, and where."""
    if not isinstance(event, PieceArrived):
        return "", upper(plan_narration.plain(narrator, position, event)), ""
    where = narrator.area_name(event.area) + (f" ({event.into})" if event.into else "")
    kind = (
        narrator.within(narrator.units[event.kind].name)
        if event.kind != "army"
        else narrator.army_name(event.piece)
    )
    return narrator.nations[event.nation].name, kind, where


def _gather(rows: Iterable[Row]) -> Iterator[Row]:
    """Like steps of a nation as one row with their places, in the order in which the first of each came."""
    places: dict[tuple[str, str], list[str]] = {}
    for nation, what, where in rows:
        places.setdefault((nation, what), []).append(where)
    for (nation, what), areas in places.items():
        yield nation, what, ", ".join(_count(Counter(areas))) if nation else ""


def _count(places: Counter[str]) -> Iterator[str]:
    """Yield each place, with the number of arrivals if it is more than one."""
    for where, number in places.items():
        yield f"{number} {where}" if number > 1 else where
