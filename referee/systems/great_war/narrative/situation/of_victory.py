"""Victory points in a report: what they consist of, what the next levels need, and what is at stake."""

from collections.abc import Iterator

from referee.systems.great_war.narrative import phrases
from referee.systems.great_war.season import victory as chart
from referee.systems.great_war.state.narrator import Narrator
from schemas.great_war.view import VictoryView, View
from schemas.reports.document import Block, Inline, Strong, Text, words


def victory(narrator: Narrator, seen: View) -> Iterator[Block]:
    """The total and its parts, the levels on either side of it, and the areas that would move it now."""
    tally = seen.victory
    yield narrator.paragraph(
        "{points} ({parts}): {level}.",
        points=phrases.points_counted(narrator, tally.total),
        parts=", ".join(_parts(narrator, tally)),
        level=Strong(text=narrator.worded(tally.level)),
    )
    counting = narrator.say(
        "The {side} side counts the points of the areas it holds alone.",
        side=narrator.side_adjective(narrator.pack.tables.victory.counts_for),
    )
    yield words(f"{counting} {_thresholds(narrator, tally.total)}")
    if disputed := [area for area in seen.areas if area.status == "disputed" and area.points]:
        named = narrator.listed([f"{narrator.area_name(area.id)} ({area.points})" for area in disputed])
        yield narrator.paragraph("At stake in disputed areas: {areas}.", areas=named)


def summarise(narrator: Narrator, seen: View, *, thresholds: bool) -> tuple[Inline, ...]:
    """The total and its level in one sentence, perhaps with what the next levels need."""
    total, level = seen.victory.total, Strong(text=narrator.worded(seen.victory.level))
    points = phrases.points_counted(narrator, total)
    parts = narrator.sentence("{points}: {level}.", points=points, level=level)
    return (*parts, Text(text=f" {_thresholds(narrator, total)}")) if thresholds else parts


def _parts(narrator: Narrator, tally: VictoryView) -> Iterator[str]:
    """What the total is made of."""
    yield narrator.say("{points} for areas", points=tally.areas)
    if tally.armies:
        yield narrator.say("{points:+} for eliminated armies", points=tally.armies)
    if tally.blockade:
        yield narrator.say("{points:+} for the blockade", points=tally.blockade)
    if tally.crises:
        yield narrator.say("{points:+} for crises", points=tally.crises)
    if tally.guns:
        yield narrator.say("{points:+} for the shelling of the capital", points=tally.guns)
    if tally.transit:
        yield narrator.say("{points:+} for what is in transit", points=tally.transit)


def _thresholds(narrator: Narrator, total: int) -> str:
    """What would have to change for the next level up and down."""
    band = chart.level(narrator.game, total)
    told: list[str] = []
    if band.most is not None:
        told.append(
            narrator.say(
                "{count} point more would be {level}",
                "{count} points more would be {level}",
                count=band.most + 1 - total,
                level=narrator.worded(chart.level(narrator.game, band.most + 1).name),
            )
        )
    if band.least is not None:
        told.append(
            narrator.say(
                "{count} point fewer {level}",
                "{count} points fewer {level}",
                count=total - band.least + 1,
                level=narrator.worded(chart.level(narrator.game, band.least - 1).name),
            )
        )
    return f"{narrator.listed(told)}." if told else ""
