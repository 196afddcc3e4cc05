"""The words that every shape of the Great War family is written in."""

from typing import Annotated, Literal

from pydantic import StringConstraints

Slug = Annotated[str, StringConstraints(pattern=r"^[a-z][a-z0-9]*(-[a-z0-9]+)*$")]
"""An id: short, lower-case, stable."""

Kind = Literal[
    "army", "infantry", "stosstruppen", "commonwealth", "cavalry", "artillery", "siege-gun", "biplane",
    "tank", "paris-gun", "fort",
]  # fmt: skip
"""What a playing piece is."""
