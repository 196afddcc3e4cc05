"""The picture of the table for one viewer: its ground, and the figures of the view."""

from collections.abc import Iterator

from msgspec.structs import replace

from referee.systems.skirmish.facts.targets import LEADERS
from referee.systems.skirmish.language import terms
from referee.systems.skirmish.language.language import SkirmishLanguage
from referee.systems.skirmish.narrative import phrases
from referee.systems.skirmish.secrecy import visibility
from referee.systems.skirmish.state.position import Position
from schemas import reports
from schemas.record import Side
from schemas.skirmish.names import Spot
from schemas.skirmish.pack import Feature, Weapon
from schemas.skirmish.view import ContactView, FigureView, View

SCALE, INCH = 5, 100
"""Hundredths of an inch in one unit of the picture, and in an inch."""

ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
"""The letters for weapons whose own letters are all taken."""

OUTLINES: dict[str, reports.Outline] = {
    "trench": "dug", "crater": "dug", "wire": "crossed", "building": "solid", "wall": "solid",
    "hill": "high", "dense-wood": "leaves", "scrub": "tufts", "hedge": "leaves", "smoke": "cloud",
    "impassable": "crossed",
}  # fmt: skip
"""Outline of each kind of ground."""


def picture(
    narrator: SkirmishLanguage, position: Position, viewer: Side, about: tuple[str, ...] = ()
) -> reports.MapPicture:
    """Return the picture of a position for a viewer; `about` are figures whose ranges are drawn."""
    view = visibility.view(narrator, position, viewer)
    marks = tuple(_marks(narrator, view))
    used = {mark.sign for mark in marks}
    return reports.MapPicture(
        title=narrator.say(
            "{game}: {scenario}", game=narrator.pack.game.name, scenario=narrator.scenario.name
        ),
        note=phrases.when(narrator, view.turn, narrator.say(terms.LIGHTS[view.light])),
        width=narrator.scenario.width // SCALE,
        height=narrator.scenario.depth // SCALE,
        sides=tuple(
            reports.PictureSide(side=side.id, name=side.name, colour=side.colour)
            for side in narrator.pack.game.sides
        ),
        cells=(),
        shapes=tuple(_shape(narrator, feature) for feature in narrator.features),
        marks=marks,
        discs=tuple(_discs(narrator, view, about)),
        ruler=reports.PictureRuler(unit=INCH // SCALE),
        signs=tuple((sign, name) for sign, name in _list_signs(narrator).values() if sign in used),
    )


def drawable(narrator: SkirmishLanguage, position: Position, viewer: Side) -> tuple[str, ...]:
    """Return the figures whose ranges may be drawn for a viewer."""
    view = visibility.view(narrator, position, viewer)
    return tuple(one.id for one in view.figures if one.status == "active")


def point(narrator: SkirmishLanguage, spot: Spot) -> reports.Point:
    """Return a place in the picture, where north is up."""
    return spot[0] // SCALE, (narrator.scenario.depth - spot[1]) // SCALE


def _shape(narrator: SkirmishLanguage, feature: Feature) -> reports.PictureShape:
    return reports.PictureShape(
        id=feature.id,
        name=narrator.feature_name(feature),
        outline=OUTLINES[feature.kind],
        corners=tuple(point(narrator, corner) for corner in feature.corners),
    )


def _marks(narrator: SkirmishLanguage, seen: View) -> Iterator[reports.PictureMark]:
    for one in seen.figures:
        note = (
            phrases.place(one.at),
            _name_weapons(narrator, one.weapons),
            narrator.say(terms.ROLES[one.role]),
        )
        yield _mark(narrator, one, one.side, one.id, _find_sign(narrator, one.weapons), note)
    for enemy in seen.contacts:
        side = next(side for side in narrator.game.sides if side != enemy.side)
        weapons = (enemy.weapon,) if enemy.weapon else ()
        remark = phrases.place(enemy.at), _name_weapons(narrator, weapons)
        mark = _mark(narrator, enemy, side, enemy.alias, _find_sign(narrator, weapons), remark)
        yield replace(mark, faded=not enemy.units and enemy.status == "active")
    for token in seen.tokens:
        yield reports.PictureMark(side=narrator.game.sides[0], at=point(narrator, token.at), text=token.id)


def _mark(
    narrator: SkirmishLanguage,
    one: FigureView | ContactView,
    side: Side,
    name: str,
    sign: str,
    note: tuple[str, ...],
) -> reports.PictureMark:
    active = one.status == "active"
    status = () if active else (narrator.say(terms.STATUSES[one.status]),)
    pins = (phrases.pins(narrator, one.pins),) if one.pins else ()
    return reports.PictureMark(
        side=side,
        at=point(narrator, one.at),
        text=name,
        fallen=not active,
        leader=active and isinstance(one, FigureView) and one.role in LEADERS,
        pins=one.pins if active else 0,
        sign=sign if active else "",
        way=tuple(point(narrator, spot) for spot in one.way) if active else (),
        note=", ".join(filter(None, (*note, *pins, *status))),
    )


def _name_weapons(narrator: SkirmishLanguage, weapons: tuple[str, ...]) -> str:
    return ", ".join(narrator.weapon_name(weapon) for weapon in weapons)


def _find_sign(narrator: SkirmishLanguage, weapons: tuple[str, ...]) -> str:
    """Return the letter of the most important weapon that a figure carries."""
    arms = [narrator.weapons[weapon] for weapon in weapons]
    best = max(arms, key=_weigh, default=None)
    return _list_signs(narrator)[best.id][0] if best is not None else ""


def _weigh(weapon: Weapon) -> tuple[bool, bool, bool, bool, int]:
    """Return the importance of a weapon on the map: flamethrowers and machine guns, rifles, grenades."""
    return weapon.lane is not None, weapon.heavy, weapon.automatic, weapon.rifle, weapon.dice


def _list_signs(narrator: SkirmishLanguage) -> dict[str, tuple[str, str]]:
    """Return a letter and the name of each weapon; the letter is the first free one of its name."""
    signs: dict[str, tuple[str, str]] = {}
    for weapon in narrator.weapons.values():
        letters_in_use = {sign for sign, _ in signs.values()}
        letters = (letter for letter in (*weapon.name.upper(), *ALPHABET) if letter.isalpha())
        signs[weapon.id] = next(letter for letter in letters if letter not in letters_in_use), weapon.name
    return signs


def _discs(narrator: SkirmishLanguage, seen: View, about: tuple[str, ...]) -> Iterator[reports.PictureDisc]:
    for cloud in seen.smoke:
        radius = narrator.game.parameters.artillery.smoke_radius // SCALE
        yield reports.PictureDisc(
            at=point(narrator, cloud.at), radius=radius, text=narrator.say("smoke"), filled=True
        )
    for one in seen.figures:
        if one.id in about:
            for weapon in one.weapons:
                row = narrator.weapons[weapon]
                text = narrator.listed([one.id, row.name])
                yield reports.PictureDisc(at=point(narrator, one.at), radius=row.reach // SCALE, text=text)
