"""Matches as tables, row by row, and what the wars of a study come to, number by number.

After a wanted change: `pytest tests/golden --rewrite-golden`, and read the difference.
"""

from collections.abc import Mapping
from pathlib import Path

import pytest
from msgspec.json import encode, format

from referee.analysis import studies, tables
from referee.matches import matches
from schemas.answers.simulation import LostWar, SimulatedWar, Standing
from schemas.record import to_data
from tests.golden.approving import check

TOLD = [("rolls", "public"), ("orders", "german"), ("letters", "referee"), ("control", "public")]
"""Tables, and whose copy they are made of."""


@pytest.mark.parametrize(("table", "viewer"), TOLD)
def test_the_rows_of_a_table_are_as_was_approved(
    request: pytest.FixtureRequest, example_shelf: Path, table: str, viewer: str
) -> None:
    rows = [
        "\t".join(str(part) for part in to_data(row).values())
        for row in tables.list_rows(matches.find(example_shelf, "liege"), table, viewer)
    ]
    check(request, f"liege.{table}.{viewer}.tsv", "\n".join(rows) + "\n")


def _fight(number: int, level: str, points: tuple[int, ...], **more: tuple[str, ...]) -> SimulatedWar:
    """A war of so many moments, in which Germany holds some areas at the end, and the Entente others."""
    held: Mapping[str, str] = {
        **dict.fromkeys(more.get("german", ()), "german"),
        **dict.fromkeys(more.get("entente", ()), "entente"),
    }
    return SimulatedWar(
        number=number,
        level=level,
        orders=10 * number,
        standings=tuple(
            Standing(moment=f"turn {turn}", points=one, held=held) for turn, one in enumerate(points, 1)
        ),
        cards=(1, 2, 27 + number),
        clauses=("4.1-a", f"5.{number}-a"),
    )


WARS = (
    _fight(1, "Stalemate", (12, 13), german=("liege", "lille")),
    _fight(2, "Stalemate", (12, 15, 16), german=("liege",), entente=("lille",)),
    _fight(3, "German Decisive Victory", (14, 20), german=("liege", "lille", "paris")),
    LostWar(number=4, tries=3),
    _fight(5, "Entente Marginal Victory", (9,), entente=("liege", "lille")),
)
OTHERS = (
    _fight(1, "Stalemate", (12, 15)),
    _fight(2, "Entente Marginal Victory", (12, 10)),
    LostWar(number=3, tries=3),
    _fight(5, "Entente Marginal Victory", (8,)),
    _fight(6, "Stalemate", (30,)),
)


def test_a_study_is_summed_up_and_compared_as_was_approved(request: pytest.FixtureRequest) -> None:
    study = studies.open_study("ttlm", "1914", {}, None, 7)
    told = {
        "whole": studies.summarise_wars(study, WARS, ("one.jsonl",)),
        "one war": studies.summarise_wars(study, WARS[:1]),
        "no war": studies.summarise_wars(study, WARS[3:4]),
    }
    others = studies.summarise_wars(study, OTHERS)
    compared = {
        "whole": studies.compare_studies(told["whole"], others, WARS, OTHERS),
        "one pair": studies.compare_studies(told["one war"], others, WARS[:1], OTHERS),
        "no pair": studies.compare_studies(told["no war"], others, WARS[3:4], OTHERS),
    }

    rows = {name: to_data(one) for name, one in told.items()}
    rows |= {
        f"compared, {name}": (one.pairs, one.mean, one.least, one.most, one.moved)
        for name, one in compared.items()
    }
    for row in rows.values():
        if isinstance(row, dict):
            # The options of the pack and areas that no side held are many, and say nothing.
            del row["options"]
            row["areas"] = [area for area in row["areas"] if area["percent"]]
    check(request, "study.json", format(encode(rows), indent=1).decode() + "\n")
