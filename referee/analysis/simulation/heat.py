"""A map of who holds what at the end of many wars: the surer, the deeper its colour."""

from collections.abc import Mapping

from msgspec.structs import replace

from referee.analysis.faults import AnalysisFault
from referee.engine.faults import Misuse
from referee.engine.tongue import Translator
from referee.packs.binding import Ruleset
from schemas.answers.simulation import Simulated
from schemas.record import PUBLIC, Side
from schemas.reports.picture import MapPicture, PictureCell, PicturePiece


def open_map(bound: Ruleset) -> MapPicture:
    """The map of a pack before any war; raises `Misuse` for a game without areas."""
    drawn = bound.system.pictures.picture(bound.rules.start(), PUBLIC)
    if drawn is None or not drawn.cells:
        raise Misuse(AnalysisFault.NO_HEAT)
    return drawn


def picture(bound: Ruleset, study: Simulated, tongue: Translator) -> MapPicture:
    """The map of a pack with the shares of a study; raises `Misuse` for a game without areas."""
    drawn = open_map(bound)
    shares = {area.area: area.percent for area in study.areas}
    return MapPicture(
        title=tongue.say("{pack}: who holds what at the end", pack=bound.pack.game.name),
        note=tongue.say("{count} war", "{count} wars", count=study.games),
        width=drawn.width,
        height=drawn.height,
        sides=drawn.sides,
        cells=tuple(_shade(cell, shares.get(cell.area, {})) for cell in drawn.cells),
        links=drawn.links,
        bars=drawn.bars,
    )


def _shade(cell: PictureCell, shares: Mapping[Side, float]) -> PictureCell:
    """An area in the colour of the side that holds it oftenest, with the shares of all."""
    holder = max(shares, key=lambda side: shares[side], default=None)
    told = tuple(PicturePiece(side=side, text=f"{round(share)} %") for side, share in shares.items())
    return replace(
        cell,
        holder=holder,
        share=0 if holder is None else round(shares[holder]),
        pieces=told,
        disputed=False,
        claimed=None,
        battle=False,
        supply=None,
        fort=None,
    )
