"""The mutants that no test notices, and why that is right: each `survivors.yaml`."""

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Literal

import yaml

from schemas.model import Model

ROOMS = Path(__file__).with_suffix(".yaml")
"""Those of the rooms around the rules."""

RULES = Path(__file__).parents[1] / "great_war" / "mutation" / "survivors.yaml"
"""Those of the chapters of the rules."""

Sort = Literal["equal", "guard", "offered", "wording", "begun"]
"""Why a mutant may live.

`equal`: it does what the rules say, in every position there can be. `guard`: it changes what is done where a
thing is missing that is never missing there. `offered`: it tries more orders or fewer at first, and what is
offered in the end is the same. `wording`: it changes what a refusal says and not whether it is one. `begun`:
it ran when the program was read, before a fault could be put in.
"""


class Explained(Model):
    """Mutants that live for one reason."""

    sort: Sort
    reason: str
    mutants: tuple[str, ...]


class Explanations(Model):
    """The whole file."""

    survivors: tuple[Explained, ...]


def explained(file: Path) -> Mapping[str, Explained]:
    """What is said of each mutant, by its name."""
    read = Explanations.model_validate(yaml.safe_load(file.read_text("utf-8")), strict=False)
    return {name: entry for entry in read.survivors for name in entry.mutants}


def outdated(known: Mapping[str, Explained], chapters: Iterable[str], names: Iterable[str]) -> list[str]:
    """The explained mutants of these chapters that there are no longer."""
    there, stems = set(names), {name.rpartition(".")[2] for name in chapters}
    return [name for name in known if name.partition(".")[0] in stems and name not in there]
