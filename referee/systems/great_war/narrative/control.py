"""Control in a report: areas, score, supply and victory points."""

from collections.abc import Iterator

from referee.i18n.translator import message
from referee.systems.great_war.language.language import GreatWarLanguage
from referee.systems.great_war.narrative import phrases
from referee.systems.great_war.season import victory
from referee.systems.great_war.secrecy import visibility
from referee.systems.great_war.state.position import Position
from schemas.great_war.view import AreaView, VictoryView, View
from schemas.record import Side
from schemas.reports import Band, Block, Inline, Score, Strong, Table, Text, words

SIDES = (message("Side"), message("Areas"), message("Points"), message("Supply sources"))
AREAS = (message("Area"), message("Status"), message("Points"), message("In supply"))
"""The columns of the tables of sides and of areas."""


def control(narrator: GreatWarLanguage, seen: View) -> Iterator[Block]:
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


def _totals(narrator: GreatWarLanguage, seen: View) -> Iterator[tuple[str, ...]]:
    """Yield the totals of each side, and the areas that no side controls alone."""
    for side in narrator.game.sides:
        areas = [area for area in _fight_over(narrator, seen) if area.owner == side and area.status == "held"]
        sources = sum(narrator.areas[area.id].supply == side for area in areas)
        yield narrator.side_name(side), str(len(areas)), str(sum(area.points for area in areas)), str(sources)
    if contests := [area for area in seen.areas if area.status == "disputed"]:
        sources = sum(narrator.areas[area.id].supply is not None for area in contests)
        yield (
            narrator.say("disputed"),
            str(len(contests)),
            str(sum(area.points for area in contests)),
            str(sources),
        )


def _notable(narrator: GreatWarLanguage, seen: View) -> Iterator[AreaView]:
    """Disputed areas, and those in other hands than their country's side, or the set-up where it has none."""
    first = {area: side for side, areas in narrator.scenario.control.items() for area in areas}
    home = {country: nation.side for nation in narrator.nations.values() for country in nation.home}
    for area in _fight_over(narrator, seen):
        owner = home.get(narrator.areas[area.id].country, first.get(area.id))
        if area.status == "disputed" or area.owner != owner:
            yield area


def _fight_over(narrator: GreatWarLanguage, seen: View) -> Iterator[AreaView]:
    """All areas but the transit box, which is always its side's."""
    return (area for area in seen.areas if narrator.areas[area.id].transit is None)


def _row(narrator: GreatWarLanguage, seen: View, area: AreaView) -> tuple[str, ...]:
    supplied = [narrator.side_name(side) for side in narrator.game.sides if area.id in seen.supply[side]]
    return (
        narrator.area_name(area.id),
        phrases.standing(narrator, area),
        str(area.points),
        ", ".join(supplied) or narrator.say("nobody"),
    )


MEASURE = message("victory points")
"""Name of the score."""

HOLDING = message("areas held")
"""Name of the areas that the sides divide."""


def score(narrator: GreatWarLanguage, position: Position) -> Score:
    """The score of now; who holds what is public."""
    total = victory.points(narrator.game, position).total
    totals = dict.fromkeys(narrator.game.sides, 0)
    fought_over = [area.id for area in narrator.areas.values() if area.transit is None]
    for area in fought_over:
        if visibility.standing(position.map, area) == "held":
            totals[position.map.owner[area]] += 1
    return Score(
        moment=narrator.turns[position.map.turn].title,
        points=total,
        level=narrator.worded(victory.victory_level(narrator.game, total).name),
        held=totals,
        contested=len(fought_over) - sum(totals.values()),
    )


def bands(narrator: GreatWarLanguage) -> tuple[Band, ...]:
    """The levels of the victory chart."""
    levels = narrator.pack.tables.victory.levels
    return tuple(Band(name=level.name, least=level.least, most=level.most) for level in levels)


def supply(narrator: GreatWarLanguage, position: Position, seen: View) -> Iterator[Block]:
    """For each side its sources and the areas in which its pieces are cut off; then the pieces marked."""
    for side in narrator.game.sides:
        yield words(_sources(narrator, seen, side), " ", _cut_off(narrator, seen, side))
    yield from phrases.unsupplied(narrator, position, seen.unsupplied)


def _sources(narrator: GreatWarLanguage, seen: View, side: Side) -> str:
    sources = [area for area in seen.areas if narrator.areas[area.id].supply == side]
    lost = [narrator.area_name(area.id) for area in sources if (area.owner, area.status) != (side, "held")]
    parameters = {"side": narrator.side_name(side), "held": len(sources) - len(lost), "all": len(sources)}
    if lost:
        return narrator.say(
            "{side}: {held} of {all} sources, without {areas}.", areas=narrator.listed(lost), **parameters
        )
    return narrator.say("{side}: {held} of {all} sources.", **parameters)


def _cut_off(narrator: GreatWarLanguage, seen: View, side: Side) -> str:
    standing = {piece.area for piece in seen.pieces if piece.side == side and piece.kind != "fort"}
    cut_off = [area for area in narrator.areas if area in standing and area not in seen.supply[side]]
    if not cut_off:
        return narrator.say("All its pieces are in supply.")
    return narrator.say(
        "Cut off: {areas}.", areas=narrator.listed([narrator.area_name(area) for area in cut_off])
    )


def victory_section(narrator: GreatWarLanguage, seen: View) -> Iterator[Block]:
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
        names = narrator.listed([f"{narrator.area_name(area.id)} ({area.points})" for area in disputed])
        yield narrator.paragraph("At stake in disputed areas: {areas}.", areas=names)


def summarise(narrator: GreatWarLanguage, seen: View, *, thresholds: bool) -> tuple[Inline, ...]:
    """Return the total and its level in one sentence, with the next levels on request."""
    total, level = seen.victory.total, Strong(text=narrator.worded(seen.victory.level))
    points = phrases.points_counted(narrator, total)
    parts = narrator.sentence("{points}: {level}.", points=points, level=level)
    return (*parts, Text(text=f" {_thresholds(narrator, total)}")) if thresholds else parts


def _parts(narrator: GreatWarLanguage, tally: VictoryView) -> Iterator[str]:
    """Yield the parts of the total."""
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
        yield narrator.say("{points:+} for pieces in transit", points=tally.transit)


def _thresholds(narrator: GreatWarLanguage, total: int) -> str:
    """Return the changes of the total that reach the next level up and down."""
    band = victory.victory_level(narrator.game, total)
    sentences: list[str] = []
    if band.most is not None:
        sentences.append(
            narrator.say(
                "{count} point more would be {level}",
                "{count} points more would be {level}",
                count=band.most + 1 - total,
                level=narrator.worded(victory.victory_level(narrator.game, band.most + 1).name),
            )
        )
    if band.least is not None:
        sentences.append(
            narrator.say(
                "{count} point fewer {level}",
                "{count} points fewer {level}",
                count=total - band.least + 1,
                level=narrator.worded(victory.victory_level(narrator.game, band.least - 1).name),
            )
        )
    return f"{narrator.listed(sentences)}." if sentences else ""
