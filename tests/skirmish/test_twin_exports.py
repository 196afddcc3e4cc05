"""Matches filed from letters that differ in sealed orders alone: the other side's files and reports agree."""

import random
import re
from collections.abc import Sequence
from pathlib import Path

import pytest

from referee.dice.chain import Secrets
from referee.evidence import disputes
from referee.matches import journal, matches, opening
from referee.matches.judging import submission
from referee.matches.matches import Match
from referee.reports import documents, letter_answers, logs, match_progress, publishing
from referee.reports.composer import page as composer_page
from referee.reports.formats import plain_text
from referee.reports.formats.format_names import FORMATS
from schemas.record import PUBLIC, to_json
from tests.replay_pages import spread

AT = "2026-12-01T20:00:00Z"
SECRETS = Secrets(seed="5e" * 32, hidden="c0" * 32, keys=80)
DIGESTS = re.compile(r"[0-9a-f]{64}|(?<=\"salt\":\")[0-9a-f]{32}")
"""What is random in every journal: seals, commitments, salts."""

GARRISON = ("ge-g1-1", "ge-g1-2", "ge-g1-3", "ge-g2-1", "ge-g2-2", "ge-g2-4")
"""Men whom nobody of the other side sees in the first turn."""


def sealed(generator: random.Random) -> tuple[list[str], list[str]]:
    """Few orders that need no die, or none; and more, with a look into the blue."""
    men = generator.sample(GARRISON, len(GARRISON))
    few, lines = generator.randint(0, 2), generator.randint(3, len(men))
    looking = [f"observe {', '.join(men[first::lines])}" for first in range(lines)]
    return [f"observe {man}" for man in men[:few]], ["look ge-sn-1 around 16,8 within 6", *looking]


def played(shelf: Path, orders: Sequence[str], *, apart: bool) -> Match:
    """A match up to its second turn; the orders come with the word that closes them, or a letter before."""
    letters = [("german", [*orders, "done"])] if not apart else [("german", orders), ("german", ["done"])]
    opening.open_match(shelf, "sap", "skirmish", at=AT, secrets=SECRETS)
    for side, letter in (
        ("british", ["done"]),
        ("german", [*(f"deploy {man} hidden" for man in GARRISON), "deploy ge-sn-1 observe", "done"]),
        *letters,
        ("british", ["commander stealthy to 24,8", "done"]),
        ("german", ["done"]),
        ("british", ["br-s2-4 unaimed fire at 33,20", "done"]),
    ):
        sent = submission.open_letter("letter", "\n".join(letter).encode(), at=AT, side=side)
        ruling = letter_answers.submit(shelf, "sap", sent)
        assert len(ruling.accepted) == len(letter), ruling
    return matches.find(shelf, "sap")


def outputs(match: Match) -> list[str]:
    """What the other side and a stranger may have of a match; digests are blotted out."""
    told = [
        b"".join(list(journal.copied(match.folder / "journal.jsonl", viewer))[1:]).decode()
        for viewer in ("british", PUBLIC)
    ]
    told += [publishing.publish(documents.report(match, "british"), form) for form in FORMATS]
    told += [to_json(logs.log(match, "british")), spread(match_progress.page(match, "british"))]
    return [DIGESTS.sub("#", one) for one in told]


def test_sealed_orders_of_the_enemy_change_no_composer(tmp_path: Path) -> None:
    """The page takes longer to make than all other exports."""
    pages = [
        composer_page.page(played(tmp_path / str(len(orders)), orders, apart=False), "british")
        for orders in sealed(random.Random(0))
    ]

    assert DIGESTS.sub("#", pages[0]) == DIGESTS.sub("#", pages[1])


@pytest.mark.parametrize("seed", range(3))
def test_sealed_orders_of_the_enemy_change_no_export(tmp_path: Path, seed: int) -> None:
    """Neither what they are nor how many: nothing at all, or a line for each man."""
    one, two = sealed(random.Random(seed))
    first, second = (played(tmp_path / str(len(orders)), orders, apart=False) for orders in (one, two))

    assert documents.view(first, "german") != documents.view(second, "german")
    assert outputs(first) == outputs(second)


def test_so_it_is_when_they_come_before_the_word_that_closes_them(tmp_path: Path) -> None:
    """Then a letter under seal is seen to have come, and nothing of what was in it."""
    one, two = sealed(random.Random(8))
    first, second = (
        played(tmp_path / str(len(orders)), orders, apart=True) for orders in (one or two[:1], two)
    )

    assert len(first.entries) == len(second.entries)
    assert outputs(first) == outputs(second)


def test_the_side_itself_reads_every_order_of_its_letter(tmp_path: Path) -> None:
    """In its log, in its reports and in a dispute of the entry."""
    _, orders = sealed(random.Random(8))
    match = played(tmp_path, orders, apart=False)
    entry = [line for line in logs.log(match, "german").entries if "observe" in line.text][-1]
    explained = plain_text.write(disputes.dispute(match, entry.seq, "german"))

    assert entry.text.count("; ") == len(orders)
    assert explained.count("The order as it was sent") == len(orders) + 1
    assert (
        plain_text.write(disputes.dispute(match, entry.seq, "british")).count("The order as it was sent") == 1
    )
