"""The table as one viewer may see it: its ground, and what the view says of figures."""

from collections.abc import Iterator

from referee.systems.skirmish.narrative import phrases
from referee.systems.skirmish.secrecy import secrecy
from referee.systems.skirmish.state.narrator import Narrator
from referee.systems.skirmish.state.position import Position
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


def picture(narrator: Narrator, position: Position, viewer: Side, about: tuple[str, ...] = ()) -> MapPicture:
    """The table of now, drawn from the view; `about` are figures whose ranges are drawn."""
    seen = secrecy.view(narrator, position, viewer)
    return MapPicture(
        title=narrator.say(
            "{game}: {scenario}", game=narrator.pack.game.name, scenario=narrator.scenario.name
        ),
        note=phrases.when(narrator, seen.turn, narrator.say(LIGHTS[seen.light])),
        width=narrator.scenario.width // SCALE,
        height=narrator.scenario.depth // SCALE,
        sides=tuple(
            PictureSide(side=side.id, name=side.name, colour=side.colour) for side in narrator.pack.game.sides
        ),
        cells=(),
        shapes=tuple(_shape(narrator, feature) for feature in narrator.features),
        marks=tuple(_marks(narrator, seen)),
        discs=tuple(_discs(narrator, seen, about)),
    )


def drawable(narrator: Narrator, position: Position, viewer: Side) -> tuple[str, ...]:
    """The figures whose ranges one viewer may have drawn."""
    seen = secrecy.view(narrator, position, viewer)
    return tuple(one.id for one in seen.figures if one.status == "active")


def point(narrator: Narrator, spot: Spot) -> Point:
    """A place in the picture, where north is up."""
    return spot[0] // SCALE, (narrator.scenario.depth - spot[1]) // SCALE


def _shape(narrator: Narrator, feature: Feature) -> PictureShape:
    return PictureShape(
        id=feature.id,
        name=narrator.feature_name(feature),
        outline=OUTLINES[feature.kind],
        corners=tuple(point(narrator, corner) for corner in feature.corners),
    )


def _marks(narrator: Narrator, seen: View) -> Iterator[PictureMark]:
    for one in seen.figures:
        if one.status == "active":
            pins = f" {one.pins}p" if one.pins else ""
            yield PictureMark(side=one.side, at=point(narrator, one.at), text=f"{one.id}{pins}")
    for enemy in seen.contacts:
        if enemy.status == "active":
            side = next(side for side in narrator.game.sides if side != enemy.side)
            pins = f" {enemy.pins}p" if enemy.pins else ""
            faded = not enemy.units
            yield PictureMark(
                side=side, at=point(narrator, enemy.at), text=f"{enemy.alias}{pins}", faded=faded
            )
    for token in seen.tokens:
        yield PictureMark(side=narrator.game.sides[0], at=point(narrator, token.at), text=token.id)


def _discs(narrator: Narrator, seen: View, about: tuple[str, ...]) -> Iterator[PictureDisc]:
    for cloud in seen.smoke:
        radius = narrator.game.parameters.artillery.smoke_radius // SCALE
        yield PictureDisc(
            at=point(narrator, cloud.at), radius=radius, text=narrator.say("smoke"), filled=True
        )
    for one in seen.figures:
        if one.id in about:
            for weapon in one.weapons:
                row = narrator.weapons[weapon]
                text = narrator.listed([one.id, row.name])
                yield PictureDisc(at=point(narrator, one.at), radius=row.reach // SCALE, text=text)
