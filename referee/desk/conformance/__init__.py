"""Conformance: cases of a rulebook, run against the rules and counted by chapter."""

import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from referee.core.tongue import ENGLISH, Tongue, message
from referee.core.values import dataclass
from referee.desk.conformance import cases, checks, pairs
from referee.desk.conformance.cases import FiledCase, clause_number
from referee.desk.packs import LoadedPack
from referee.desk.progress import Progress, unwatched
from schemas.case import Argued, Chapter, Outcome, Tried
from schemas.document import Block, Bullets, Code, Document, Heading, Strong, Table, Text, words
from schemas.record import Citation

_CHAPTER = re.compile(r"\d+\.\d+(-[IVXLC]+)?|[A-Z]+(-[A-Z]+)*(?=-\d)")
_MOST_NAMED = 12
_COLUMNS = (
    message("chapter"),
    message("clauses"),
    message("argued"),
    message("accepting"),
    message("refusing"),
    message("computed"),
    message("failing"),
)


@dataclass(frozen=True, slots=True)
class Conformity:
    """What came of a run, as a record, as a report, and as the code a command exits with."""

    outcome: Outcome
    document: Document
    exit_code: int


def conform(
    paths: Sequence[Path],
    pack: str | None = None,
    progress: Progress = unwatched,
    tongue: Tongue = ENGLISH,
    wanted: pairs.Wanted | None = None,
) -> Conformity:
    """The cases of some files and folders, run and reported; raises `DataFault` where they cannot be read.

    Without any, those of the checkout that is the working folder. Pairs of clauses are `wanted` or not.
    """
    outcome = run(paths or cases.at_hand(), pack, progress, wanted)
    return Conformity(outcome, report(outcome, tongue), 1 if outcome.failing else 0)


def run(
    paths: Sequence[Path],
    pack: str | None = None,
    progress: Progress = unwatched,
    wanted: pairs.Wanted | None = None,
) -> Outcome:
    """What comes of the cases of some files and folders; `pack` stands for the one that they name."""
    filed = cases.read(paths, pack)
    tried = tuple(_attempts(filed, progress))
    books = {case.bench.pack.name: case.bench.pack for case in filed}
    return Outcome(
        tried=tried,
        rulebooks=tuple(_argued(name, books, filed, tried) for name in books),
        pairs=() if wanted is None else pairs.found(filed, wanted, progress),
    )


def _attempts(filed: Sequence[FiledCase], progress: Progress) -> Iterator[Tried]:
    for number, case in enumerate(filed):
        progress(number, len(filed))
        yield attempt(case)
    progress(1, 1)


def attempt(filed: FiledCase) -> Tried:
    """What comes of one case."""
    return Tried(
        place=filed.place,
        title=filed.case.title,
        clauses=tuple(_numbers(filed)),
        manners=filed.case.manners,
        differences=checks.differences(filed),
    )


def _numbers(filed: FiledCase) -> Iterator[str]:
    for clause in filed.case.clauses:
        yield clause_number(filed.bench.pack.pack, clause) or clause


def _argued(
    name: str, books: Mapping[str, LoadedPack], filed: Sequence[FiledCase], tried: Sequence[Tried]
) -> Argued:
    """How well one pack's rulebook is argued; a clause that another has word for word is argued in either."""
    clauses = {pack: {clause.number: clause for clause in _clauses(books[pack])} for pack in books}
    quoting: dict[str, list[int]] = {number: [] for number in clauses[name]}
    for place, (case, one) in enumerate(zip(filed, tried, strict=True)):
        theirs = clauses[case.bench.pack.name]
        for number in one.clauses:
            if number in quoting and theirs.get(number) == clauses[name][number]:
                quoting[number].append(place)
    chapters: dict[str, list[str]] = {}
    for number in quoting:
        chapters.setdefault(chapter_of(number), []).append(number)
    return Argued(
        pack=name,
        chapters=tuple(_chapter(chapter, chapters[chapter], quoting, tried) for chapter in chapters),
        without=tuple(number for number, cases in quoting.items() if not cases),
    )


def _clauses(pack: LoadedPack) -> tuple[Citation, ...]:
    citations: tuple[Citation, ...] = pack.pack.clauses.citations
    return citations


def _chapter(
    name: str, numbers: Sequence[str], quoting: Mapping[str, Sequence[int]], tried: Sequence[Tried]
) -> Chapter:
    told = [tried[place] for place in sorted({place for number in numbers for place in quoting[number]})]
    return Chapter(
        chapter=name,
        clauses=len(numbers),
        argued=sum(bool(quoting[number]) for number in numbers),
        accepting=sum("accepting" in one.manners for one in told),
        refusing=sum("refusing" in one.manners for one in told),
        computed=sum("computed" in one.manners for one in told),
        failing=sum(bool(one.differences) for one in told),
    )


def chapter_of(number: str) -> str:
    """The chapter of a clause: `8.3` for 8.3.2-h, `2.0-II` for 2.0-II-1-a, `SK-AIM` for SK-AIM-03."""
    found = _CHAPTER.match(number)
    return found[0] if found is not None else number


def report(outcome: Outcome, tongue: Tongue = ENGLISH) -> Document:
    """What came of a run, for people: what fails and why, then the chapters of each rulebook."""
    failing = outcome.failing
    title = tongue.say(
        "Conformance of {packs}", packs=tongue.listed([book.pack for book in outcome.rulebooks])
    )
    counted = tongue.say(
        "{count} case, {failing} failing.",
        "{count} cases, {failing} failing.",
        count=len(outcome.tried),
        failing=len(failing),
    )
    summary = words(Strong(text=counted))
    books = (block for book in outcome.rulebooks for block in _book(book, tongue))
    met = (block for book in outcome.pairs for block in pairs.report(book, tongue))
    return Document(
        title=title,
        language=tongue.language,
        blocks=(Heading(text=title, level=1), summary, *_failures(failing), *books, *met),
    )


def _book(book: Argued, tongue: Tongue) -> Iterator[Block]:
    total = sum(chapter.clauses for chapter in book.chapters)
    argued = total - len(book.without)
    yield Heading(text=book.pack)
    said = tongue.say("{argued} of {total} clauses are argued.", argued=argued, total=total)
    yield words(said, *_without(book.without, tongue))
    rows = tuple(tuple(str(figure) for _, figure in chapter) for chapter in book.chapters)
    columns = tuple(map(tongue.say, _COLUMNS))
    yield Table(columns=columns, rows=rows, numeric=tuple(range(1, len(_COLUMNS))))


def _without(numbers: Sequence[str], tongue: Tongue) -> Iterator[str]:
    """The clauses that no case argues, where they are few enough to be read."""
    if 0 < len(numbers) <= _MOST_NAMED:
        yield " " + tongue.say("Without a case: {clauses}.", clauses=tongue.listed(numbers))


def _failures(failing: Sequence[Tried]) -> Iterator[Block]:
    for one in failing:
        yield Heading(text=f"{one.title} ({', '.join(one.clauses)})", level=3)
        place: tuple[Code] = (Code(text=f"{one.place.file}:{one.place.line}"),)
        yield Bullets(items=(place, *((Text(text=said),) for said in one.differences)))
