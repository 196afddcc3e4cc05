"""The map of a match as one viewer may see it, whole or in part, drawn or painted."""

from referee.core.faults import Complaint, Misuse, NotFound
from referee.core.names import key
from referee.core.remedy import meant
from referee.desk import history, recent
from referee.desk.depiction import Pictured
from referee.desk.matches import Match
from referee.writers import region, svg
from schemas.picture import MapPicture
from schemas.record import Side

FORMS = ("svg", "png")
"""The formats there are."""


def picture(
    match: Match,
    viewer: Side,
    *,
    at: int | None = None,
    since: int | None = None,
    around: str | None = None,
) -> MapPicture:
    """What is to be drawn, with the movements since an entry; a game without a map has none."""
    if not isinstance(match.rules, Pictured):
        raise Misuse(f"{match.bound.pack.game.name} is played without a map")
    entries = match.entries_seen(at)
    steps = tuple(history.steps(match.rules, entries))
    state = steps[-1].after if steps else match.rules.start()
    moved = recent.movements(match.rules, viewer, steps, recent.begin(match, viewer, entries, since))
    whole = match.rules.picture(state, viewer).model_copy(update={"arrows": moved})
    return whole if around is None else region.around(whole, _area(whole, around))


def _area(picture: MapPicture, name: str) -> str:
    """The area that bears a name in any language."""
    wanted = key(name)
    for cell in picture.cells:
        if wanted in map(key, (cell.area, cell.name, *cell.names)):
            return cell.area
    remedy = meant(name, [cell.name for cell in picture.cells])
    raise NotFound(Complaint(text=f"there is no {name} on the map", remedy=remedy))


def drawn(picture: MapPicture) -> str:
    """The map as SVG."""
    return svg.write(picture)


def rendered(picture: MapPicture, form: str) -> bytes:
    """The map as the bytes of a file: SVG, or a PNG of twice its size where what paints it is installed."""
    if form not in FORMS:
        raise Misuse(Complaint(text=f"a map is not drawn as {form}", remedy=meant(form, FORMS)))
    if form == "svg":
        return drawn(picture).encode()
    try:
        import resvg_py  # noqa: PLC0415 - an extra, which few need
    except ImportError:
        remedy = "install pbem-referee[png], or draw it as svg"
        raise Misuse(Complaint(text="nothing here paints PNG", remedy=remedy)) from None
    return bytes(resvg_py.svg_to_bytes(svg_string=drawn(picture), width=2 * picture.width))
