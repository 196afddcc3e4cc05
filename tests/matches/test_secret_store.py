"""Salts of private parts: what makes the position has some that follow, what stays private has none."""

import pytest
from msgspec.structs import replace

from referee.dice.chain import Secrets
from referee.dice.format3 import part_salt
from referee.matches import secret_store
from referee.matches.matches import Match
from schemas.journal import Kind

PREV = "ab" * 32


@pytest.mark.parametrize(
    ("format", "published", "kind", "follows"),
    [
        (3, False, "order", True),
        (3, False, "note", False),
        (3, False, "refusal", False),
        (3, True, "note", True),
        (2, False, "order", False),
        (2, True, "order", True),
    ],
)
def test_salts_of_effective_entries_are_derived(
    match: Match, format: int, published: bool, kind: Kind, follows: bool
) -> None:
    secrets = Secrets(seed="5" * 64, hidden="7" * 64, published=published)

    salt = secret_store.match_salts(replace(match.header, format=format), secrets)

    known = part_salt(secrets.hidden, PREV, "red")
    assert [salt(kind, PREV, "red") == known for _ in range(2)] == [follows, follows]
