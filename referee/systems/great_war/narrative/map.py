"""Map in one viewer's sight: the pack's outlines, and the view's facts for each area."""

from collections.abc import Iterator, Mapping
from functools import lru_cache

from msgspec import UNSET
from msgspec.structs import replace

from referee.engine.values import cached
from referee.i18n.translator import message
from referee.systems.great_war.language.language import GreatWarLanguage
from referee.systems.great_war.narrative import pieces
from referee.systems.great_war.narrative.pieces import Held
from referee.systems.great_war.secrecy import visibility
from referee.systems.great_war.state.outlines import EDGE, read_corners, share_edge
from referee.systems.great_war.state.position import Position
from schemas.great_war.charts import Modifier, Terrain
from schemas.great_war.names import FirePhase
from schemas.great_war.view import AreaView, PieceView, View
from schemas.record import Side
from schemas.reports import (
    Figure,
    MapPicture,
    PictureCell,
    PictureGround,
    PicturePiece,
    PictureSide,
    Point,
)


def picture(narrator: GreatWarLanguage, position: Position, viewer: Side) -> MapPicture:
    """The map of now; nothing is drawn that the view does not hold."""
    view = visibility.view(narrator, position, viewer)
    return _draw(narrator, view, _list_cells(narrator, position, viewer))


def figure(narrator: GreatWarLanguage, seen: View) -> Figure:
    """The same inside a report."""
    return Figure(picture=_draw(narrator, seen, tuple(_cells(narrator, seen))))


@cached
def _list_cells(narrator: GreatWarLanguage, position: Position, viewer: Side) -> tuple[PictureCell, ...]:
    """The areas as they are drawn where none is fought over."""
    return tuple(_cells(narrator, visibility.view(narrator, position, viewer)))


def _draw(narrator: GreatWarLanguage, seen: View, cells: tuple[PictureCell, ...]) -> MapPicture:
    turn, art = narrator.turns[seen.turn], narrator.pack.art
    fought = {*seen.now.battles, *seen.now.fought} if seen.now is not None else set[str]()
    if fought:
        cells = tuple(replace(cell, battle=True) if cell.area in fought else cell for cell in cells)
    geography = narrator.pack.geography
    width, height = (geography.width, geography.height) if geography is not None else (EDGE, EDGE)
    return MapPicture(
        width=width,
        height=height,
        ground=_ground(narrator),
        title=narrator.say("{game}: {season}", game=narrator.pack.game.name, season=turn.title),
        note=_note(narrator, seen),
        sides=tuple(
            PictureSide(side=side.id, name=side.name, colour=side.colour) for side in narrator.pack.game.sides
        ),
        cells=cells,
        links=()
        if geography is not None
        else tuple((narrator.areas[here].at, narrator.areas[there].at) for here, there in art.linked),
        bars=()
        if geography is not None
        else tuple(stretch for closed in art.closed for stretch in share_edge(art.cells, *closed)),
        signs=pieces.list_symbols(narrator, seen),
        details=tuple(("", line) for line in list_terrain(narrator, seen.turn)),
    )


PHASES: Mapping[FirePhase, str] = {
    "dogfight": message("dogfights"),
    "artillery": message("artillery fire"),
    "defensive": message("fire of the defender"),
    "pursuit": message("pursuit fire"),
    "offensive": message("fire of the attacker"),
}
"""Names of the phases of fire in the list of terrain."""


def list_terrain(narrator: GreatWarLanguage, turn: int) -> Iterator[str]:
    """Yield the effects of terrain in the season of a turn, for the list under a map."""
    chart, season = narrator.pack.tables.terrain, narrator.turns[turn].season
    if chart is None:
        return
    for modifier in chart.fire:
        if not modifier.seasons or season in modifier.seasons:
            place = _name_feature(narrator, chart, modifier.feature)
            if modifier.silent:
                effect = narrator.say("{place}: no fire", place=place)
            else:
                change = f"{modifier.change:+d}"
                effect = narrator.say(
                    "{place}: {change} to the highest face that hits", place=place, change=change
                )
            phases = [narrator.say(PHASES[phase]) for phase in modifier.phases]
            yield narrator.chain((effect, *phases, *_list_scope(narrator, modifier)))
    for halt in chart.halts:
        if not halt.seasons or season in halt.seasons:
            place = _name_feature(narrator, chart, halt.feature)
            effect = (
                narrator.say("{place}: a march across it ends", place=place)
                if halt.feature in chart.rivers
                else narrator.say("{place}: a march into it ends", place=place)
            )
            yield narrator.chain((effect, *_list_scope(narrator, halt)))


def _name_feature(narrator: GreatWarLanguage, chart: Terrain, feature: str) -> str:
    """Return the name of a river, or a feature with its areas."""
    if (river := chart.rivers.get(feature)) is not None:
        return river.name
    areas = ", ".join(narrator.area_name(area) for area in chart.features[feature])
    return f"{feature.replace('-', ' ')} ({areas})"


def _list_scope(narrator: GreatWarLanguage, modifier: Modifier) -> Iterator[str]:
    """Yield the kinds of pieces that an effect concerns, or does not."""
    names = {unit.kind: unit.name for unit in narrator.pack.forces.units}
    if modifier.kinds:
        yield narrator.say("only {kinds}", kinds=", ".join(names[kind] for kind in modifier.kinds))
    if modifier.spares:
        yield narrator.say("not {kinds}", kinds=", ".join(names[kind] for kind in modifier.spares))


@lru_cache(maxsize=8)
def _ground(narrator: GreatWarLanguage) -> PictureGround | None:
    """Return the land under the map, with the names of seas, or None if the pack does not have it."""
    if (geography := narrator.pack.geography) is None:
        return None
    names = {region.id: region.name for region in narrator.pack.map.out_of_play}
    return PictureGround(
        land=geography.land,
        lakes=geography.lakes,
        rivers=geography.rivers,
        regions=tuple((names[entry.region], entry.at) for entry in geography.regions),
    )


def spot(narrator: GreatWarLanguage, area: str) -> Point:
    """Return the point of an area's label on the map."""
    return _spots(narrator).get(area) or narrator.areas[area].at


@lru_cache(maxsize=8)
def _spots(narrator: GreatWarLanguage) -> Mapping[str, Point]:
    geography = narrator.pack.geography
    return {} if geography is None else {entry.area: entry.at for entry in geography.areas}


def _note(narrator: GreatWarLanguage, seen: View) -> str:
    """Return the score, and the first side of the season if sides bid for it."""
    level = narrator.worded(seen.victory.level)
    standing = narrator.say("{total} victory points: {level}", total=seen.victory.total, level=level)
    if seen.first is UNSET or any(prompt.question == "initiative" for prompt in seen.prompts):
        return standing
    first = narrator.side_name(seen.first)
    return narrator.say("{standing}; First Player: {side}", standing=standing, side=first)


def _cells(narrator: GreatWarLanguage, seen: View) -> Iterator[PictureCell]:
    standing = {piece.id: piece for piece in seen.pieces}
    holds = pieces.hold(seen, standing)
    for area in seen.areas:
        here = tuple(standing[id] for id in area.pieces)
        yield _cell(narrator, area, here, tuple(holds[one.id] for one in here if one.kind == "army"))


@lru_cache(maxsize=4096)
def _cell(
    narrator: GreatWarLanguage, area: AreaView, here: tuple[PieceView, ...], holds: tuple[Held, ...]
) -> PictureCell:
    """Return an area with its pieces and the contents of its armies; most events change few areas."""
    place, forts = narrator.areas[area.id], [piece.strength for piece in here if piece.kind == "fort"]
    armies = dict(zip((piece.id for piece in here if piece.kind == "army"), holds, strict=True))
    return PictureCell(
        area=area.id,
        name=place.name,
        names=place.names,
        at=spot(narrator, area.id),
        corners=() if place.box else _outlines(narrator).get(area.id, ()),
        holder=area.owner,
        disputed=area.status == "disputed",
        rough=place.rough,
        supply=place.supply,
        points=area.points,
        fort=forts[0] if forts else None,
        pieces=tuple(_labels(narrator, here, armies)),
    )


@lru_cache(maxsize=8)
def _outlines(narrator: GreatWarLanguage) -> Mapping[str, tuple[Point, ...]]:
    if (geography := narrator.pack.geography) is not None:
        return {entry.area: read_corners(entry.outline) for entry in geography.areas if entry.outline}
    return {cell.area: cell.corners for cell in narrator.pack.art.cells}


def _labels(
    narrator: GreatWarLanguage, here: tuple[PieceView, ...], holds: Mapping[str, Held]
) -> Iterator[PicturePiece]:
    for side in narrator.game.sides:
        mine = [piece for piece in here if piece.side == side and piece.kind != "fort"]
        for text in pieces.stack(narrator, mine, holds):
            yield PicturePiece(side=side, text=text)
