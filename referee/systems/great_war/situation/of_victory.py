"""Victory points in a report: what they consist of, what the next levels need, and what is at stake."""

from collections.abc import Iterator

from referee.systems.great_war import victory as chart
from referee.systems.great_war.narrative import phrases
from referee.systems.great_war.theatre import Theatre
from schemas.document import Block, Strong, words
from schemas.great_war.view import View
from schemas.record import listed


def victory(theatre: Theatre, seen: View) -> Iterator[Block]:
    """The total and its parts, the levels on either side of it, and the areas that would move it now."""
    tally = seen.victory
    parts = [
        f"{tally.areas} for areas",
        f"{tally.armies:+} for eliminated armies" if tally.armies else "",
        f"{tally.blockade:+} for the blockade" if tally.blockade else "",
        f"{tally.crises:+} for crises" if tally.crises else "",
        f"{tally.guns:+} for the shelling of the capital" if tally.guns else "",
        f"{tally.transit:+} for what is in transit" if tally.transit else "",
    ]
    counted = phrases.counted(tally.total, "victory point")
    yield words(f"{counted} ({', '.join(filter(None, parts))}): ", Strong(text=tally.level), ".")
    owner = phrases.subject(theatre, theatre.pack.tables.victory.counts_for)
    yield words(f"{owner} counts the points of the areas it holds alone. {_thresholds(theatre, tally.total)}")
    if disputed := [area for area in seen.areas if area.status == "disputed" and area.points]:
        named = listed([f"{theatre.area_name(area.id)} ({area.points})" for area in disputed])
        yield words(f"At stake in disputed areas: {named}.")


def _thresholds(theatre: Theatre, total: int) -> str:
    """What would have to change for the next level up and down."""
    band = chart.level(theatre, total)
    told: list[str] = []
    if band.most is not None:
        more = chart.level(theatre, band.most + 1).name
        told.append(f"{phrases.counted(band.most + 1 - total, 'point')} more would be {more}")
    if band.least is not None:
        fewer = chart.level(theatre, band.least - 1).name
        told.append(f"{phrases.counted(total - band.least + 1, 'point')} fewer {fewer}")
    return f"{listed(told)}." if told else ""
