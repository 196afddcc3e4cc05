"""Area control in a report: the totals of both sides, and the areas where anything is in motion."""

from collections.abc import Iterator

from referee.engine.tongue import message
from referee.systems.great_war.narrative import phrases
from referee.systems.great_war.state.narrator import Narrator
from schemas.great_war.view import AreaView, View
from schemas.reports.document import Block, Table

SIDES = (message("Side"), message("Areas"), message("Points"), message("Supply sources"))
AREAS = (message("Area"), message("Status"), message("Points"), message("In supply"))
"""The columns of the tables of sides and of areas."""


def control(narrator: Narrator, seen: View) -> Iterator[Block]:
    """The totals of both sides, and the areas that are not simply in the hands of their country's side."""
    titles = (narrator.say(title) for title in SIDES)
    yield Table(
        columns=tuple(titles),
        rows=tuple(_totals(narrator, seen)),
        numeric=(1, 2, 3),
    )
    notable = sorted(_notable(narrator, seen), key=lambda area: area.status != "disputed")
    if not notable:
        yield narrator.paragraph("No area is disputed, and none has changed hands.")
        return
    titles = (narrator.say(title) for title in AREAS)
    yield Table(
        columns=tuple(titles),
        rows=tuple(_row(narrator, seen, area) for area in notable),
        numeric=(2,),
    )


def _totals(narrator: Narrator, seen: View) -> Iterator[tuple[str, ...]]:
    """What each side holds, and what no side holds alone."""
    for side in narrator.game.sides:
        held = [area for area in _fight_over(narrator, seen) if area.owner == side and area.status == "held"]
        sources = sum(narrator.areas[area.id].supply == side for area in held)
        yield narrator.side_name(side), str(len(held)), str(sum(area.points for area in held)), str(sources)
    if disputed := [area for area in seen.areas if area.status == "disputed"]:
        sources = sum(narrator.areas[area.id].supply is not None for area in disputed)
        yield (
            narrator.say("disputed"),
            str(len(disputed)),
            str(sum(area.points for area in disputed)),
            str(sources),
        )


def _notable(narrator: Narrator, seen: View) -> Iterator[AreaView]:
    """Disputed areas, and those in other hands than their country's side, or the set-up where it has none."""
    first = {area: side for side, areas in narrator.scenario.control.items() for area in areas}
    home = {country: nation.side for nation in narrator.nations.values() for country in nation.home}
    for area in _fight_over(narrator, seen):
        owner = home.get(narrator.areas[area.id].country, first.get(area.id))
        if area.status == "disputed" or area.owner != owner:
            yield area


def _fight_over(narrator: Narrator, seen: View) -> Iterator[AreaView]:
    """All areas but the transit box, which is always its side's."""
    return (area for area in seen.areas if narrator.areas[area.id].transit is None)


def _row(narrator: Narrator, seen: View, area: AreaView) -> tuple[str, ...]:
    supplied = [narrator.side_name(side) for side in narrator.game.sides if area.id in seen.supply[side]]
    return (
        narrator.area_name(area.id),
        phrases.standing(narrator, area),
        str(area.points),
        ", ".join(supplied) or narrator.say("nobody"),
    )
