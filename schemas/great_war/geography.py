"""The geography under a map: coast, rivers, and the areas where they lie on the earth."""

from typing import Annotated

from pydantic import Field

from schemas.model import Model, Name, Slug
from schemas.rulebook import Sourced

Outline = Annotated[str, Field(pattern=r"^\d+,\d+( \d+,\d+){2,}$")]
"""Corners as text, `x,y x,y ...`: a command that draws nothing does not read them one by one."""

Path = Annotated[str, Field(pattern=r"^(M-?\d+ -?\d+(L-?\d+ -?\d+)+Z?)*$")]
"""Lines or outlines as the path of an SVG picture, in whole numbers."""


class DrawnArea(Model):
    """An area with the point of its label. A box beside the map has no outline."""

    area: Slug
    at: tuple[int, int]
    outline: Outline | None = None


class DrawnRegion(Model):
    """A sea or a country of `out_of_play` with the point of its name."""

    region: Slug
    at: tuple[int, int]


class Geography(Sourced):
    """The land under a map: `geography.yaml`. It decides nothing, and a pack may lack it.

    The map then shows the outlines of `art.yaml`. All points are on a sheet of `width` by `height`.
    """

    licence: Name
    width: Annotated[int, Field(ge=400, le=4000)]
    height: Annotated[int, Field(ge=400, le=4000)]
    areas: tuple[DrawnArea, ...]
    regions: tuple[DrawnRegion, ...] = ()
    land: Path
    lakes: Path = ""
    rivers: Path = ""
