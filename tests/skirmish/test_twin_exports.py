"""Matches filed from letters that differ in sealed orders alone: the other side's files and reports agree."""

import random
import re
from collections.abc import Sequence
from pathlib import Path

import pytest

from referee.desk import journal, logs, matches, opening, publishing, replays, reports, submitting
from referee.desk.chance import Secrets
from referee.desk.matches import Match
from schemas.record import PUBLIC

AT = "2026-12-01T20:00:00Z"
SECRETS = Secrets(seed="5e" * 32, hidden="c0" * 32, keys=80)
DIGESTS = re.compile(r"[0-9a-f]{64}|(?<=\"salt\":\")[0-9a-f]{32}")
"""What is random in every journal: seals, commitments, salts."""

GARRISON = ("ge-g1-1", "ge-g1-2", "ge-g1-3", "ge-g2-1", "ge-g2-2", "ge-g2-4")
"""Men whom nobody of the other side sees in the first turn."""


def sealed(generator: random.Random) -> tuple[list[str], list[str]]:
    """So many orders that need no die, each for one man; and as many that let the whole garrison look out."""
    men = generator.sample(GARRISON, len(GARRISON))
    lines = generator.randint(1, len(men) - 1)
    return (
        [f"observe {man}" for man in men[:lines]],
        [f"observe {', '.join(men[first::lines])}" for first in range(lines)],
    )


def played(shelf: Path, orders: Sequence[str]) -> Match:
    """A match up to its second turn."""
    opening.open_match(shelf, "sap", "skirmish", at=AT, secrets=SECRETS)
    for side, letter in (
        ("british", ["done"]),
        ("german", [*(f"deploy {man} hidden" for man in GARRISON), "done"]),
        ("german", [*orders, "done"]),
        ("british", ["commander stealthy to 24,8", "done"]),
        ("german", ["done"]),
        ("british", ["br-s2-4 unaimed fire at 33,20", "done"]),
    ):
        sent = submitting.sent("letter", "\n".join(letter).encode(), at=AT, side=side)
        ruling = submitting.submit(shelf, "sap", sent)
        assert len(ruling.accepted) == len(letter), ruling
    return matches.find(shelf, "sap")


def outputs(match: Match) -> list[str]:
    """What the other side and a stranger may have of a match; digests are blotted out."""
    told = [
        b"".join(list(journal.copied(match.folder / "journal.jsonl", viewer))[1:]).decode()
        for viewer in ("british", PUBLIC)
    ]
    told += [publishing.written(reports.report(match, "british"), form) for form in publishing.FORMS]
    told += [logs.log(match, "british").model_dump_json(), replays.page(match, "british")]
    return [DIGESTS.sub("#", one) for one in told]


@pytest.mark.parametrize("seed", range(3))
def test_orders_sealed_to_a_side_change_nothing_in_what_it_gets(tmp_path: Path, seed: int) -> None:
    """As many orders in both matches: their number is what a copy cannot hide."""
    one, two = sealed(random.Random(seed))
    first, second = played(tmp_path / "one", one), played(tmp_path / "two", two)

    assert reports.view(first, "german") != reports.view(second, "german")
    assert outputs(first) == outputs(second)
