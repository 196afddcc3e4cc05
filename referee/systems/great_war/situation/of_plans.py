"""Build points and plans in a report: what everyone may know of both, and the reader's own plan."""

from collections.abc import Iterator

from referee.systems.great_war import production
from referee.systems.great_war.narrative import of_plans, phrases
from referee.systems.great_war.position import Position
from referee.systems.great_war.theatre import Theatre
from schemas.document import Block, Bullets, Table, Text, words
from schemas.great_war.view import PlanView, View


def plans(theatre: Theatre, position: Position, seen: View) -> Iterator[Block]:
    """The build points and hand limits of the season, whose plan is closed, and the plan of the reader."""
    yield Table(
        columns=("Side", "Build points", "Card limit", "Plan"),
        rows=tuple(
            (
                theatre.side_name(plan.side),
                str(plan.points),
                str(plan.card_limit),
                "closed" if plan.closed else "",
            )
            for plan in seen.plans
        ),
        numeric=(1, 2),
    )
    for plan in seen.plans:
        if plan.planned:
            yield from _planned(theatre, position, plan)
    if seen.unsupplied:
        yield words("Out of supply: ", *phrases.series([
            phrases.piece_called(theatre, position, id) for id in seen.unsupplied
        ]), ".")  # fmt: skip
    if seen.armistice is not None:
        yield words(f"{phrases.subject(theatre, seen.armistice)} offers an armistice.")


def _planned(theatre: Theatre, position: Position, plan: PlanView) -> Iterator[Block]:
    cost = f", for {phrases.counted(plan.spent, 'build point')}" if plan.spent else ""
    yield words(f"The sealed plan of {phrases.side_called(theatre, plan.side)}{cost}:")
    lines = [of_plans.plain(theatre, position, step) for step in plan.planned]
    yield Bullets(items=tuple((Text(text=line),) for line in lines))


def buildable(theatre: Theatre, position: Position) -> Block:
    """What the kinds of pieces cost that each nation may build this season."""
    rows = tuple(
        (nation.name, ", ".join(production.offered(theatre, position, nation)) or "nothing")
        for nation in theatre.nations.values()
    )
    return Table(columns=("Nation", "May build (build points)"), rows=rows)
