"""Victory points in a report: what they consist of, what the next levels need, and what is at stake."""

from collections.abc import Iterator

from referee.systems.great_war.narrative import phrases
from referee.systems.great_war.season import victory as chart
from referee.systems.great_war.state.theatre import GreatWarGame
from schemas.great_war.view import VictoryView, View
from schemas.reports.document import Block, Strong, words


def victory(theatre: GreatWarGame, seen: View) -> Iterator[Block]:
    """The total and its parts, the levels on either side of it, and the areas that would move it now."""
    tally = seen.victory
    yield theatre.paragraph(
        "{points} ({parts}): {level}.",
        points=phrases.points_counted(theatre, tally.total),
        parts=", ".join(_parts(theatre, tally)),
        level=Strong(text=theatre.worded(tally.level)),
    )
    counting = theatre.say(
        "The {side} side counts the points of the areas it holds alone.",
        side=theatre.side_adjective(theatre.pack.tables.victory.counts_for),
    )
    yield words(f"{counting} {_thresholds(theatre, tally.total)}")
    if disputed := [area for area in seen.areas if area.status == "disputed" and area.points]:
        named = theatre.listed([f"{theatre.area_name(area.id)} ({area.points})" for area in disputed])
        yield theatre.paragraph("At stake in disputed areas: {areas}.", areas=named)


def _parts(theatre: GreatWarGame, tally: VictoryView) -> Iterator[str]:
    """What the total is made of."""
    yield theatre.say("{points} for areas", points=tally.areas)
    if tally.armies:
        yield theatre.say("{points:+} for eliminated armies", points=tally.armies)
    if tally.blockade:
        yield theatre.say("{points:+} for the blockade", points=tally.blockade)
    if tally.crises:
        yield theatre.say("{points:+} for crises", points=tally.crises)
    if tally.guns:
        yield theatre.say("{points:+} for the shelling of the capital", points=tally.guns)
    if tally.transit:
        yield theatre.say("{points:+} for what is in transit", points=tally.transit)


def _thresholds(theatre: GreatWarGame, total: int) -> str:
    """What would have to change for the next level up and down."""
    band = chart.level(theatre, total)
    told: list[str] = []
    if band.most is not None:
        told.append(
            theatre.say(
                "{count} point more would be {level}",
                "{count} points more would be {level}",
                count=band.most + 1 - total,
                level=chart.level(theatre, band.most + 1).name,
            )
        )
    if band.least is not None:
        told.append(
            theatre.say(
                "{count} point fewer {level}",
                "{count} points fewer {level}",
                count=total - band.least + 1,
                level=chart.level(theatre, band.least - 1).name,
            )
        )
    return f"{theatre.listed(told)}." if told else ""
