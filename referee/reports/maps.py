"""Maps of a match for one viewer, whole or in part, as SVG or PNG."""

from zlib import crc32

from msgspec.structs import replace

from referee.engine.system import State
from referee.faults import Complaint, Misuse, NotFound, declare, suggest
from referee.i18n.name_matching import key
from referee.i18n.translator import ENGLISH, Translator
from referee.matches.matches import Match
from referee.reports import event_news
from referee.reports.documents import mark_secret
from referee.reports.faults import ReportFault
from referee.reports.pictures import area_shapes, fitting, svg
from referee.reports.pictures.drawing import fix_light
from schemas.record import PUBLIC, REFEREE, Side, Value
from schemas.reports import MapPicture

CROPS = ("front",)
"""Parts of a map that can be cut out."""

FORMS = ("svg", "png")
"""Available formats."""


CHART_WIDTH = 2000
"""Width of a chart as PNG, in pixels."""

PNG_HEADER = 33
"""Bytes of a PNG before its text chunks: the signature and the first chunk."""


class Wanted(Value):
    """Options of a map: entry, first entry of movements, part, pieces with ranges, and width in pixels."""

    at: int | None = None
    since: int | None = None
    around: str | None = None
    crop: str | None = None
    width: int | None = None
    about: tuple[str, ...] = ()


WHOLE = Wanted()
"""Options of the current map."""


def picture(match: Match, viewer: Side, request: Wanted = WHOLE) -> MapPicture:
    """Return the map, marked if it contains secrets. Raises `Misuse` for a game without a map."""
    _check(request)
    map_picture = _draw_for(match, viewer, request)
    if viewer != REFEREE:
        return map_picture
    begin = event_news.begin_map(match, viewer, request.at, request.since)
    bare, public = (
        _draw_for(match, reader, replace(request, since=begin, about=())) for reader in (viewer, PUBLIC)
    )
    return (
        map_picture
        if bare == public
        else replace(map_picture, title=mark_secret(match, viewer, map_picture.title))
    )


def _draw_for(match: Match, viewer: Side, request: Wanted) -> MapPicture:
    state = match.position(request.at)
    whole = _whole(match, viewer, state, request.about)
    begin = event_news.begin_map(match, viewer, request.at, request.since)
    if arrows := event_news.movements(match.system, viewer, event_news.see(match, viewer, request.at, begin)):
        whole = replace(whole, arrows=arrows)
    if request.around is not None:
        whole = area_shapes.around(whole, _area(whole, request.around), match.tongue)
    if request.crop is not None:
        whole = area_shapes.crop_front(whole)
    if request.width is not None:
        return fitting.fit(whole, request.width, match.tongue)
    return fitting.number_movements(whole)


def _check(request: Wanted) -> None:
    """Raise `Misuse` for an unknown part or an impossible width."""
    if request.crop is not None and request.crop not in CROPS:
        raise Misuse(Complaint.of(ReportFault.CROP_UNKNOWN, suggest(request.crop, CROPS), name=request.crop))
    if request.width is not None and not fitting.LEAST <= request.width <= fitting.MOST:
        raise Misuse(Complaint.of(ReportFault.WIDTH_BAD, least=fitting.LEAST, most=fitting.MOST))


def _whole(match: Match, viewer: Side, state: State, about: tuple[str, ...]) -> MapPicture:
    """Return the whole map, with the ranges of the given pieces."""
    pictures, name = match.system.pictures, match.bound.pack.game.name
    piece_ids = pictures.drawable(state, viewer) if about else ()
    if piece_ids is None:
        raise Misuse(declare(ReportFault.NO_RANGES, game=name))
    for one in about:
        if one not in piece_ids:
            raise Misuse(Complaint.of(ReportFault.NOT_YOUR_PIECE, suggest(one, piece_ids), name=one))
    map_picture = pictures.draw_ranges(state, viewer, about) if about else pictures.picture(state, viewer)
    if map_picture is None:
        raise Misuse(declare(ReportFault.NO_MAP, game=name))
    return map_picture


def _area(picture: MapPicture, name: str) -> str:
    """Return the area with a name in any language. Raises `NotFound` if there is none."""
    wanted_key = key(name)
    for cell in picture.cells:
        if wanted_key in map(key, (cell.area, cell.name, *cell.names)):
            return cell.area
    remedy = suggest(name, [cell.name for cell in picture.cells])
    raise NotFound(Complaint.of(ReportFault.PLACE_UNKNOWN, remedy, name=name))


def draw(picture: MapPicture, tongue: Translator = ENGLISH) -> str:
    """Return the map as SVG."""
    return svg.write(picture, tongue)


def render(picture: MapPicture, form: str, tongue: Translator = ENGLISH) -> bytes:
    """Return the map as SVG, or as a PNG of twice its size. Raises `Misuse` if the PNG library is missing."""
    return convert(draw(picture, tongue), form, width=2 * picture.width)


def convert(svg_text: str, form: str, *, width: int) -> bytes:
    """Return an SVG unchanged, or as a PNG of this width in pixels."""
    if form not in FORMS:
        raise Misuse(Complaint.of(ReportFault.PICTURE_UNKNOWN, suggest(form, FORMS), form=form))
    return svg_text.encode() if form == "svg" else paint(svg_text, width=width)


def paint(svg_text: str, *, width: int) -> bytes:
    """Convert an SVG to a PNG of this width in pixels, with the font of the extra `png`."""
    from importlib.resources import files  # noqa: PLC0415 - only a picture needs it

    try:
        import resvg_py  # noqa: PLC0415 - an extra, which few need

        fonts = files("font_source_sans_pro") / "files"
    except ImportError:
        raise Misuse(Complaint.of(ReportFault.NO_PAINTER)) from None
    png = bytes(
        resvg_py.svg_to_bytes(
            svg_string=fix_light(svg_text),
            width=width,
            skip_system_fonts=True,
            font_files=[str(fonts / f"SourceSansPro-{weight}.ttf") for weight in ("Regular", "Bold")],
            sans_serif_family="Source Sans Pro",
        )
    )
    return png[:PNG_HEADER] + _write_chunk(b"tEXt", b"Software\0referee") + png[PNG_HEADER:]


def _write_chunk(kind: bytes, content: bytes) -> bytes:
    return len(content).to_bytes(4) + kind + content + crc32(kind + content).to_bytes(4)
