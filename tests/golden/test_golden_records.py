"""A journal with entries of every kind, as each reader is shown it: its log, and reports of it.

After a wanted change: `pytest tests/golden --rewrite-golden`, and read the difference.
"""

import io
import sys

import pytest
from msgspec.structs import replace

from referee.cli.main import run
from referee.i18n import languages
from referee.matches import matches
from referee.matches.matches import Match
from referee.reports import documents, event_news, logs, policy_rulings, publishing
from referee.reports.policy_rulings import Ruled
from schemas.answers.evidence import Cited
from schemas.reports import Figure, Table
from tests.cli.conftest import NOW
from tests.evidence.rulings.meuse import play
from tests.golden.approving import check
from tests.great_war.matches import record

PLAYED = 24
"""The entries of the example of the Meuse, up to an answer that brought no dice."""

LETTERS = (
    "lose ge-1\nlose ge-2\nlose ge-3\nlose ge-4\nwhen losses in liege: lose liege-fort\n",
    "when losses as attacker always: lose cheapest\nwhen offensive: pass\n",
    "when losses in liege as attacker: lose liege-fort\nwhen losses if strength > 9: lose liege-fort\n",
)
"""A letter that is refused, and orders in advance of both sides, which do not answer what is asked."""

ACTS = (
    ("note", "meuse", "We meet on Sunday."),
    ("note", "meuse", "The left flank is weak.", "--as", "german", "--private"),
    ("retract", "meuse", "--to", "23", "--as", "german"),
    ("retract", "meuse", "--to", "22", "--reason", "the wrong army"),
    ("submit", "meuse", "--as", "entente"),
    ("dispute", "meuse", "12", "17", "--resolve", "--error", "the pieces were miscounted", "--file"),
    ("amend", "meuse", "exchange ge-i30 with ge-i11", "--reason", "mistaken", "--agreed", "german",
     "--agreed", "entente"),
    ("witness", "meuse", "--head", "HEAD", "--where", "a post in the club"),
    ("clock", "set", "meuse"),
    ("clock", "away", "meuse", "entente", "2026-12-24", "2026-12-26"),
    ("clock", "extend", "meuse", "entente", "--until", "2026-12-30"),
    ("submit", "meuse", "--as", "german"),
    ("submit", "meuse", "--as", "entente"),
    ("reveal", "meuse", "--unfinished"),
)  # fmt: skip
"""What people do with the match then."""


@pytest.fixture(scope="module")
def meuse(tmp_path_factory: pytest.TempPathFactory) -> Match:
    """The match after all of it."""
    root = tmp_path_factory.mktemp("shelf")
    play(root, "battle-by-battle", PLAYED)
    letters = iter(LETTERS)
    for act in ACTS:
        letter = next(letters) if act[0] == "submit" else ""
        head = str(matches.find(root, "meuse").journal.head)
        with pytest.MonkeyPatch.context() as patch:
            patch.setenv("SOURCE_DATE_EPOCH", NOW)
            patch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(letter.encode())))
            run([*(head if word == "HEAD" else word for word in act), "--shelf", str(root), "--quiet"])
    return matches.find(root, "meuse")


READERS = [
    *((viewer, "en") for viewer in ("german", "entente", "public", "referee")),
    ("referee", "fr"),
    ("german", "de"),
]


@pytest.mark.parametrize(("viewer", "code"), READERS)
def test_the_log_is_as_it_was_approved(
    request: pytest.FixtureRequest, meuse: Match, viewer: str, code: str
) -> None:
    told = [
        f"{line.seq} {line.kind} {line.side or '-'}: {line.text}"
        + "".join(f" [{' '.join(map(str, faces))}]" for faces in line.thrown)
        + ("" if line.stands else " (taken back)")
        + (" (kept)" if line.kept else "")
        for line in logs.log(meuse.speaking(code), viewer).entries
    ]
    check(request, f"meuse.{viewer}.{code}.log.txt", "\n".join(told) + "\n")


WHOLE, TAKEN_BACK = (10, 45), (21, 28)
"""The entries that a report tells of: nearly all of them, and takebacks with the orders before them."""

REPORTS = [
    *(("short", WHOLE, viewer) for viewer in ("german", "entente", "public", "referee")),
    *(("short", TAKEN_BACK, viewer) for viewer in ("german", "public")),
    *(("full", WHOLE, viewer) for viewer in ("public", "referee")),
]


@pytest.mark.parametrize(("form", "told", "viewer"), REPORTS)
def test_the_report_is_as_it_was_approved(
    request: pytest.FixtureRequest, meuse: Match, form: str, told: tuple[int, int], viewer: str
) -> None:
    since, at = told
    report = documents.report(meuse, viewer, since=since, at=at, full=form == "full")
    check(request, f"meuse.{viewer}.{form}.{at}.txt", publishing.publish(report, "text"))


def test_news_equals_the_approved_news(request: pytest.FixtureRequest, meuse: Match) -> None:
    """After each entry: what each reader has read, and where the battle began that lasts."""
    readers = (*meuse.header.sides, "public", "referee")
    told = [
        f"{at}: "
        + ", ".join(f"{viewer} {event_news.begin(meuse, viewer, at, None)}" for viewer in readers)
        + f"; chapter {event_news.find_chapter(meuse, at)}"
        for at in range(1, len(meuse.entries) + 1)
    ]
    check(request, "meuse.new.txt", "\n".join(told) + "\n")


RECORDED, SEASON = "german-decisive", (118, 130)
"""A war, and the entries around the end of a season, in which plans were opened."""


@pytest.fixture(scope="module")
def season(tmp_path_factory: pytest.TempPathFactory) -> Match:
    path = tmp_path_factory.mktemp("wars") / RECORDED / "journal.jsonl"
    path.parent.mkdir()
    path.write_bytes(b"".join(record.unpacked(RECORDED).splitlines(keepends=True)[: SEASON[1] + 1]))
    return matches.find(path.parents[1], RECORDED)


@pytest.mark.parametrize("form", ["short", "full"])
@pytest.mark.parametrize("viewer", ["german", "public"])
def test_end_of_a_season_equals_the_approved_report(
    request: pytest.FixtureRequest, season: Match, form: str, viewer: str
) -> None:
    report = documents.report(season, viewer, since=SEASON[0], full=form == "full")
    told = [block for block in report.blocks if not isinstance(block, Figure | Table)]
    written = publishing.publish(replace(report, blocks=tuple(told)), "text")

    check(request, f"{RECORDED}.{viewer}.{form}.txt", written)


A = Cited(policy="house", paragraph="H-1", title="No error", text="")
B = replace(A, paragraph="H-2", title="Found late")

RULED = {
    "one stands": Ruled(((4, A, False),), (), ()),
    "one is void": Ruled(((4, B, True),), (4,), ()),
    "one is void, and one after it": Ruled(((4, B, True),), (4, 5), ()),
    "one is void, and some after it": Ruled(((4, B, True),), (4, 5, 6), ()),
    "one is void from an earlier entry on": Ruled(((4, B, True),), (3, 4), ()),
    "one is void and nothing fell": Ruled(((4, B, True),), (), ()),
    "one is void and one is kept": Ruled(((4, B, True),), (4,), (6,)),
    "one is void and some are kept": Ruled(((4, B, True),), (4, 5), (6, 7)),
    "two stand": Ruled(((4, A, False), (6, A, False)), (), ()),
    "two are void": Ruled(((4, B, True), (6, B, True)), (4, 5, 6), ()),
    "one of two is void": Ruled(((4, A, False), (6, B, True)), (6,), (7,)),
    "one of three stands": Ruled(((4, B, True), (6, A, False), (8, B, True)), (4, 8), ()),
}
"""Rulings: what was decided of each entry, what fell, and what was filed again."""


@pytest.mark.parametrize("code", ["en", "fr", "de"])
def test_rulings_are_put_in_one_sentence_as_was_approved(request: pytest.FixtureRequest, code: str) -> None:
    tongue = languages.tongue(code)
    told = [f"{case}: {policy_rulings.word_ruling(tongue, ruled)}" for case, ruled in RULED.items()]
    check(request, f"ruled.{code}.txt", "\n".join(told) + "\n")
