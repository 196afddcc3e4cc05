"""Every field of a journal has a check, and both verifiers take their checks from one table."""

from collections.abc import Iterator
from pathlib import Path
from typing import get_args

import pytest
from msgspec import inspect

from referee.evidence.standalone import shapes
from referee.matches.journal import field_checks
from referee.matches.journal.contents import AUTHORS, CONTENTS
from referee.matches.journal.field_checks import FIELDS, Check
from schemas import journal
from schemas.journal import Kind
from schemas.record import Record

KINDS: tuple[Kind, ...] = get_args(Kind)


def list_fields() -> Iterator[tuple[type[Record], str]]:
    """Every field that a line of a journal can hold."""
    for record in (journal.Header, journal.Body, journal.FiledDraw):
        for _, holder, field in field_checks.walk(inspect.type_info(record)):
            yield holder, field
    for kind in KINDS:
        for _, _, holder, field in field_checks.walk_entry(kind):
            yield holder, field


def test_every_field_has_a_check_and_every_check_a_field() -> None:
    found = {*list_fields()}
    listed = {(record, field) for record, fields in FIELDS.items() for field in fields}
    assert found - listed == set()
    assert listed - found == set()


def test_the_table_explains_every_check() -> None:
    text = Path(field_checks.__file__).read_text(encoding="utf-8")
    assert all(f"- {check}: " in text for check in get_args(Check))
    for record, fields in FIELDS.items():
        for field in fields:
            assert {*field_checks.list_checks(record, field)} <= {*get_args(Check)}


def test_every_kind_has_its_contents_and_its_authors() -> None:
    assert CONTENTS.keys() == AUTHORS.keys() == {*KINDS}


@pytest.mark.parametrize("kind", KINDS)
def test_the_other_verifier_has_the_same_table(kind: Kind) -> None:
    found = field_checks.list_references(kind)
    trusted = field_checks.list_fields(kind, *field_checks.ELSEWHERE)

    assert shapes.KINDS[kind][0] == AUTHORS[kind]
    assert shapes.REFERS.get(kind, {}) == {".".join(at): check for at, check in found if check != "time"}
    assert shapes.TRUST.get(kind, []) == [*trusted]


def test_a_field_without_a_check_is_found() -> None:
    class Stray(Record):
        reason: str

    (found,) = field_checks.walk(inspect.type_info(Stray))
    assert found == (("reason",), Stray, "reason")
    assert Stray not in FIELDS
