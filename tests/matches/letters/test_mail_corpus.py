"""Mail as programs write it: nothing runs that its writer did not write, and nothing that he wrote is lost.

The shapes lie in `corpus/`. Each is sent with a question alone, with orders on top, and with orders in a
fence, to a match that asks the German side to play an offensive or pass. The test prints how many are read
exactly.
"""

import re
import shutil
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from textwrap import fill

import pytest

from referee.faults import DataFault, Fault, Misuse
from referee.i18n import mail_phrases
from referee.matches import matches
from referee.matches.judging import submission
from referee.matches.letters.letters import read
from referee.matches.matches import Match
from referee.reports import documents, letter_answers, publishing
from schemas.answers.orders import Submitted
from schemas.letter import LetterLine
from tests.golden.approving import check
from tests.read_once import lines_are_read_once  # noqa: F401 - a fixture

CORPUS = Path(__file__).parent / "corpus"
AT = "2026-12-01T20:00:00Z"
ORDERS = ("offensive 17", "move ge-1 to mons")
MISREAD = "misread"

NEW = {
    "a question": "Hi Tom,\n\nmay I still pass when an offensive was refused?\nI write on Sunday.\n\nAnna",
    "orders": "\n".join(ORDERS),
    "a fence": "\n".join(("Hi Tom,", "", "BEGIN ORDERS liege", *ORDERS, "END ORDERS", "", "Regards, Anna")),
}

LEAST_EXACT = {"a question": 0.97, "orders": 0.97, "a fence": 0.995}
"""How much of each kind has to be read exactly."""


def pieces(name: str) -> Iterator[tuple[str, str]]:
    """The shapes of a file, by their names."""
    _, *rest = re.split(r"^=== ", (CORPUS / name).read_text(encoding="utf-8"), flags=re.MULTILINE)
    for piece in rest:
        title, _, text = piece.partition("\n")
        yield title, text


SHAPES = dict(pieces("shapes.txt"))
AUTOMATIC = dict(pieces("automatic.txt"))
REPORT = (CORPUS / "report.txt").read_text(encoding="utf-8")
"""A report as it was sent once: how letters are read does not depend on what today's reports say."""


def broken(lines: list[str]) -> str:
    """Quoted lines, broken again by a program that does not mark what it ends too early."""
    return "\n".join(fill(f"> {line}", 60, drop_whitespace=True) for line in lines)


def dressed(shape: str, report: str, new: str) -> str:
    lines = report.rstrip("\n").split("\n")
    runs = [" ".join(run.split()) for run in report.split("\n\n")]
    parts = {
        "new": new,
        "old": "\n".join(lines),
        ">": "\n".join(f"> {line}".rstrip() for line in lines),
        "|": "\n".join(f"| {line}" for line in lines),
        "4": "\n".join(f"    {line}" for line in lines),
        "w": broken(lines),
        "f": "\n\n".join(runs),
    }
    return re.sub(r"\{(new|old|[>|4wf])\}", lambda found: parts[found[1]], shape)


@dataclass(frozen=True)
class Desk:
    """A shelf, and the report that the German side was sent."""

    shelf: Path
    match: Match
    report: str

    def judged(self, text: str) -> Submitted | Fault:
        try:
            sent = submission.open_letter("letter.eml", text.encode(), at=AT, side="german")
            return letter_answers.rehearse(self.match, sent)
        except Fault as fault:
            return fault


@pytest.fixture(scope="module")
def desk(example_shelf: Path) -> Desk:
    match = matches.find(example_shelf, "liege")
    return Desk(example_shelf, match, publishing.publish(documents.report(match, "german", since=43), "text"))


def verdict(kind: str, answer: Submitted | Fault) -> str:
    """`exact`, `aloud` where the writer is told that something was not understood, or `misread`."""
    wanted = () if kind == "a question" else ORDERS
    if isinstance(answer, Fault):
        codes = {complaint.code for complaint in answer.complaints}
        silent = not wanted and codes & {"template-unedited", "no-order"}
        return "exact" if silent else "aloud"
    stood = tuple(line.order for line in answer.accepted)
    if answer.refused:
        return "aloud" if stood == wanted[: len(stood)] else MISREAD
    return "exact" if stood == wanted else MISREAD


@pytest.mark.parametrize("kind", NEW)
def test_replies_are_read_correctly(
    desk: Desk, kind: str, capsys: pytest.CaptureFixture[str], pytestconfig: pytest.Config
) -> None:
    """Each shape has one kind of reply; with --letters 1 it has all."""
    each = pytestconfig.getoption("--letters")
    met: dict[str, str] = {
        name: verdict(kind, desk.judged(dressed(shape, desk.report, NEW[kind])))
        for name, shape in [*SHAPES.items()][[*NEW].index(kind) % each :: each]
    }
    counts = Counter(met.values())
    with capsys.disabled():
        aloud = [name for name, found in met.items() if found == "aloud"]
        told = f"\n{kind}: {counts['exact']} of {len(met)} read exactly; refused aloud: {aloud}\n"
        sys.stdout.write(told)
    assert [name for name, found in met.items() if found == MISREAD] == []
    assert counts["exact"] >= LEAST_EXACT[kind] * len(met)


def reading(kind: str, shape: str) -> str:
    """Which lines of a letter count, how many do not, and what its writer is warned of."""
    try:
        letter = read(dressed(shape, REPORT, NEW[kind]).encode(), "letter.eml")
    except DataFault as fault:
        return f"refused: {'; '.join(map(str, fault.complaints))}"
    said = (f"{one.line} {one.text}" for one in letter.orders if isinstance(one, LetterLine))
    told = [", ".join(said), f"{len(letter.left)} left", *["template"] * letter.template]
    told += (warning.partition(" (")[0] for warning in letter.warnings)
    return "; ".join(told)


def test_replies_match_approved_readings(request: pytest.FixtureRequest) -> None:
    """Approve what is read otherwise with `--rewrite-golden`, after a look at the difference."""
    read = (f"{name}, {kind}: {reading(kind, shape)}\n" for name, shape in SHAPES.items() for kind in NEW)
    check(request, "letters.txt", "".join(read))


def test_corpus_is_large_enough() -> None:
    assert len(SHAPES) >= 300
    assert len(AUTOMATIC) >= 100


@pytest.fixture
def copy(desk: Desk, tmp_path: Path) -> Desk:
    shutil.copytree(desk.shelf, tmp_path / "shelf")
    return Desk(tmp_path / "shelf", matches.find(tmp_path / "shelf", "liege"), desk.report)


def test_automatic_mails_are_refused(copy: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("REFEREE_ADDRESS", "gm@club.example, referee@club.example")
    journal = copy.shelf / "liege" / "journal.jsonl"
    before = journal.read_bytes()
    for name, text in AUTOMATIC.items():
        raw = dressed(text, copy.report, "").encode()
        for side in ("german", None):
            with pytest.raises(Fault) as fault:
                letter_answers.submit(
                    copy.shelf, "liege", submission.open_letter("mail.eml", raw, at=AT, side=side)
                )
            if isinstance(fault.value, Misuse):
                # Prose that says nothing of its side is not read at all.
                assert (side, name.endswith("by a program without manners")) == (None, True)
                continue
            assert fault.value.complaints[0].code in {
                "automatic-mail", "delivery-report", "list-mail", "own-mail", "template-unedited",
            }, name  # fmt: skip
        assert journal.read_bytes() == before, name


@pytest.mark.parametrize(
    ("header", "code"),
    [
        ("Auto-Submitted: no", None),
        ("X-Auto-Response-Suppress: None", None),
        ("Return-Path: <anna@player.example>", None),
        ("Precedence: normal", None),
        ("X-Loop: no", None),
        ("In-Reply-To: <referee.liege.67.german.r1@club.example>", None),
        ("List-Id: <wargames.lists.example>", "list-mail"),
    ],
)
def test_letters_by_hand_are_not_automatic(desk: Desk, header: str, code: str | None) -> None:
    answer = desk.judged(f"From: anna@player.example\n{header}\n\n{NEW['orders']}\n")

    if code is None:
        assert isinstance(answer, Submitted)
        assert [line.order for line in answer.accepted] == [*ORDERS]
    else:
        assert isinstance(answer, Fault)
        assert answer.complaints[0].code == code
        assert "directly to the referee" in answer.complaints[0].remedy


@pytest.mark.parametrize("customs_of", mail_phrases.languages().items(), ids=lambda item: item[0])
def test_every_language_has_each_kind_of_phrase(customs_of: tuple[str, dict[str, list[str]]]) -> None:
    kinds = {"from", "sent", "others", "original", "forwarded", "wrote", "phone", "greets", "closes"}
    _, words = customs_of

    assert kinds <= set(words) <= kinds | {"opens", "phone_ends", "introduces"}
    assert all(isinstance(word, str) and word.strip() == word for kind in words.values() for word in kind)


def test_mail_phrases_cover_many_languages() -> None:
    assert len(mail_phrases.languages()) >= 25
