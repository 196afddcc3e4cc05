"""The table as one viewer may see it: its ground, and what the view says of figures."""

from collections.abc import Iterator

from referee.systems.skirmish.narrative import phrases
from referee.systems.skirmish.secrecy import secrecy
from referee.systems.skirmish.state.position import Position
from referee.systems.skirmish.state.table import Table
from referee.systems.skirmish.state.words import LIGHTS
from schemas.record import Side
from schemas.reports.picture import (
    MapPicture,
    Outline,
    PictureDisc,
    PictureMark,
    PictureShape,
    PictureSide,
    Point,
)
from schemas.skirmish.pack import Feature
from schemas.skirmish.view import View
from schemas.skirmish.words import Spot

SCALE = 5
"""How many hundredths of an inch are one unit of the picture."""

OUTLINES: dict[str, Outline] = {
    "trench": "dug", "crater": "dug", "wire": "crossed", "building": "solid", "wall": "solid",
    "hill": "high", "dense-wood": "leaves", "scrub": "tufts", "hedge": "leaves", "smoke": "cloud",
    "impassable": "crossed",
}  # fmt: skip
"""How each kind of ground is drawn."""


def picture(table: Table, position: Position, viewer: Side, about: tuple[str, ...] = ()) -> MapPicture:
    """The table of now, drawn from the view; `about` are figures whose ranges are drawn."""
    seen = secrecy.view(table, position, viewer)
    return MapPicture(
        title=table.say("{game}: {scenario}", game=table.pack.game.name, scenario=table.scenario.name),
        note=phrases.when(table, seen.turn, table.say(LIGHTS[seen.light])),
        width=table.scenario.width // SCALE,
        height=table.scenario.depth // SCALE,
        sides=tuple(
            PictureSide(side=side.id, name=side.name, colour=side.colour) for side in table.pack.game.sides
        ),
        cells=(),
        shapes=tuple(_shape(table, feature) for feature in table.features),
        marks=tuple(_marks(table, seen)),
        discs=tuple(_discs(table, seen, about)),
    )


def drawable(table: Table, position: Position, viewer: Side) -> tuple[str, ...]:
    """The figures whose ranges one viewer may have drawn."""
    seen = secrecy.view(table, position, viewer)
    return tuple(one.id for one in seen.figures if one.status == "active")


def point(table: Table, spot: Spot) -> Point:
    """A place in the picture, where north is up."""
    return spot[0] // SCALE, (table.scenario.depth - spot[1]) // SCALE


def _shape(table: Table, feature: Feature) -> PictureShape:
    return PictureShape(
        id=feature.id,
        name=table.feature_name(feature),
        outline=OUTLINES[feature.kind],
        corners=tuple(point(table, corner) for corner in feature.corners),
    )


def _marks(table: Table, seen: View) -> Iterator[PictureMark]:
    for one in seen.figures:
        if one.status == "active":
            pins = f" {one.pins}p" if one.pins else ""
            yield PictureMark(side=one.side, at=point(table, one.at), text=f"{one.id}{pins}")
    for enemy in seen.contacts:
        if enemy.status == "active":
            side = next(side for side in table.sides if side != enemy.side)
            pins = f" {enemy.pins}p" if enemy.pins else ""
            faded = not enemy.units
            yield PictureMark(side=side, at=point(table, enemy.at), text=f"{enemy.alias}{pins}", faded=faded)
    for token in seen.tokens:
        yield PictureMark(side=table.sides[0], at=point(table, token.at), text=token.id)


def _discs(table: Table, seen: View, about: tuple[str, ...]) -> Iterator[PictureDisc]:
    for cloud in seen.smoke:
        radius = table.parameters.artillery.smoke_radius // SCALE
        yield PictureDisc(at=point(table, cloud.at), radius=radius, text=table.say("smoke"), filled=True)
    for one in seen.figures:
        if one.id in about:
            for weapon in one.weapons:
                row = table.weapons[weapon]
                text = table.listed([one.id, row.name])
                yield PictureDisc(at=point(table, one.at), radius=row.reach // SCALE, text=text)
