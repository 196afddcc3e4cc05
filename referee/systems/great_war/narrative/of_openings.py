"""Plans that were opened, as a table: what comes, for which nation, and where."""

from collections import Counter
from collections.abc import Iterable, Iterator

from referee.engine.tongue import upper
from referee.systems.great_war.events import evolution
from referee.systems.great_war.narrative import of_plans
from referee.systems.great_war.narrative.phrases import Blocks
from referee.systems.great_war.state.narrator import Narrator
from referee.systems.great_war.state.position import Position
from schemas.great_war.events import GreatWarEvent, Intention
from schemas.great_war.plan_events import PieceArrived, PlansRevealed
from schemas.reports.document import Table

Row = tuple[str, str, str]


def tell(narrator: Narrator, position: Position, events: Iterable[GreatWarEvent]) -> Blocks:
    """What came of the plans that were opened in these events; nothing where none were."""
    rows: list[Row] = []
    opened = False
    for event in events:
        if opened and isinstance(event, Intention):
            rows.append(_word(narrator, position, event))
        else:
            opened = isinstance(event, PlansRevealed)
        position = evolution.evolve(narrator.game, position, event)
    if not rows:
        return ()
    columns = narrator.say("Plans opened"), narrator.say("What"), narrator.say("Where")
    return (Table(columns=columns, rows=tuple(_count(rows))),)


def _word(narrator: Narrator, position: Position, event: Intention) -> Row:
    """One step of a plan: whose it is, what, and where."""
    if not isinstance(event, PieceArrived):
        return "", upper(of_plans.plain(narrator, position, event)), ""
    where = [narrator.area_name(event.area), *([event.into] if event.into else [])]
    kind = (
        narrator.within(narrator.units[event.kind].name)
        if event.kind != "army"
        else narrator.army_name(event.piece)
    )
    return narrator.nations[event.nation].name, kind, ", ".join(where)


def _count(rows: Iterable[Row]) -> Iterator[Row]:
    """Like steps as one row with their number, in the order in which the first of each came."""
    for (nation, what, where), number in Counter(rows).items():
        yield nation, f"{number} {what}" if nation and number > 1 else what, where
