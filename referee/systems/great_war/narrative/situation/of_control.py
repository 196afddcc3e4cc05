"""Area control in a report: the totals of both sides, and the areas where anything is in motion."""

from collections.abc import Iterator

from referee.engine.tongue import message
from referee.systems.great_war.narrative import phrases
from referee.systems.great_war.state.theatre import GreatWarGame
from schemas.great_war.view import AreaView, View
from schemas.reports.document import Block, Table

SIDES = (message("Side"), message("Areas"), message("Points"), message("Supply sources"))
AREAS = (message("Area"), message("Status"), message("Points"), message("In supply"))
"""The columns of the tables of sides and of areas."""


def control(theatre: GreatWarGame, seen: View) -> Iterator[Block]:
    """The totals of both sides, and the areas that are not simply in the hands of their country's side."""
    titles = (theatre.say(title) for title in SIDES)
    yield Table(
        columns=tuple(titles),
        rows=tuple(_totals(theatre, seen)),
        numeric=(1, 2, 3),
    )
    notable = sorted(_notable(theatre, seen), key=lambda area: area.status != "disputed")
    if not notable:
        yield theatre.paragraph("No area is disputed, and none has changed hands.")
        return
    titles = (theatre.say(title) for title in AREAS)
    yield Table(
        columns=tuple(titles),
        rows=tuple(_row(theatre, seen, area) for area in notable),
        numeric=(2,),
    )


def _totals(theatre: GreatWarGame, seen: View) -> Iterator[tuple[str, ...]]:
    """What each side holds, and what nobody holds alone."""
    for side in theatre.sides:
        held = [area for area in _fight_over(theatre, seen) if area.owner == side and area.status == "held"]
        sources = sum(theatre.areas[area.id].supply == side for area in held)
        yield theatre.side_name(side), str(len(held)), str(sum(area.points for area in held)), str(sources)
    if disputed := [area for area in seen.areas if area.status == "disputed"]:
        sources = sum(theatre.areas[area.id].supply is not None for area in disputed)
        yield (
            theatre.say("disputed"),
            str(len(disputed)),
            str(sum(area.points for area in disputed)),
            str(sources),
        )


def _notable(theatre: GreatWarGame, seen: View) -> Iterator[AreaView]:
    """Disputed areas, and those in other hands than their country's side, or the set-up where it has none."""
    first = {area: side for side, areas in theatre.scenario.control.items() for area in areas}
    home = {country: nation.side for nation in theatre.nations.values() for country in nation.home}
    for area in _fight_over(theatre, seen):
        owner = home.get(theatre.areas[area.id].country, first.get(area.id))
        if area.status == "disputed" or area.owner != owner:
            yield area


def _fight_over(theatre: GreatWarGame, seen: View) -> Iterator[AreaView]:
    """All areas but the transit box, which is always its side's."""
    return (area for area in seen.areas if theatre.areas[area.id].transit is None)


def _row(theatre: GreatWarGame, seen: View, area: AreaView) -> tuple[str, ...]:
    supplied = [theatre.side_name(side) for side in theatre.sides if area.id in seen.supply[side]]
    return (
        theatre.area_name(area.id),
        phrases.standing(theatre, area),
        str(area.points),
        ", ".join(supplied) or theatre.say("nobody"),
    )
