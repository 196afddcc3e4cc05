"""Conformance: cases of a rulebook, run against the rules and counted by chapter."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from referee.desk.conformance import cases, checks
from referee.desk.conformance.cases import FiledCase, clause_number
from referee.desk.packs import LoadedPack
from referee.desk.progress import Progress, unwatched
from schemas.case import Chapter, Outcome, Tried
from schemas.document import Block, Bullets, Code, Document, Heading, Strong, Table, Text, words
from schemas.record import Citation, listed

_CHAPTER = re.compile(r"\d+\.\d+(-[IVXLC]+)?|[A-Z]+(-[A-Z]+)*(?=-\d)")
_COLUMNS = ("chapter", "clauses", "argued", "accepting", "refusing", "computed", "failing")


@dataclass(frozen=True, slots=True)
class Conformity:
    """What came of a run, as a record, as a report, and as the code a command exits with."""

    outcome: Outcome
    document: Document
    exit_code: int


def conform(paths: Sequence[Path], pack: str | None = None, progress: Progress = unwatched) -> Conformity:
    """The cases of some files and folders, run and reported; raises `DataFault` where they cannot be read.

    Without any, those of the checkout that is the working folder.
    """
    outcome = run(paths or cases.at_hand(), pack, progress)
    return Conformity(outcome, report(outcome), 1 if outcome.failing else 0)


def run(paths: Sequence[Path], pack: str | None = None, progress: Progress = unwatched) -> Outcome:
    """What comes of the cases of some files and folders; `pack` stands for the one that they name."""
    filed = cases.read(paths, pack)
    tried = tuple(_attempts(filed, progress))
    loaded = {case.bench.pack.digest: case.bench.pack for case in filed}
    chapters = tuple(chapter for pack in loaded.values() for chapter in _chapters(pack, filed, tried))
    return Outcome(pack=listed([pack.name for pack in loaded.values()]), tried=tried, chapters=chapters)


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


def _chapters(pack: LoadedPack, filed: Sequence[FiledCase], tried: Sequence[Tried]) -> Iterator[Chapter]:
    """The chapters of one pack's rulebook, in its order."""
    mine = [one for case, one in zip(filed, tried, strict=True) if case.bench.pack.digest == pack.digest]
    argued = {number for one in mine for number in one.clauses}
    citations: tuple[Citation, ...] = pack.pack.clauses.citations
    numbers: dict[str, list[str]] = {}
    for citation in citations:
        numbers.setdefault(chapter_of(citation.number), []).append(citation.number)
    for chapter, clauses in numbers.items():
        told = [one for one in mine if any(chapter_of(number) == chapter for number in one.clauses)]
        yield Chapter(
            chapter=chapter,
            clauses=len(clauses),
            argued=sum(number in argued for number in clauses),
            accepting=sum("accepting" in one.manners for one in told),
            refusing=sum("refusing" in one.manners for one in told),
            computed=sum("computed" in one.manners for one in told),
            failing=sum(bool(one.differences) for one in told),
        )


def chapter_of(number: str) -> str:
    """The chapter of a clause: `8.3` for 8.3.2-h, `2.0-II` for 2.0-II-1-a, `SK-AIM` for SK-AIM-03."""
    found = _CHAPTER.match(number)
    return found[0] if found is not None else number


def report(outcome: Outcome) -> Document:
    """What came of a run, for people: what fails and why, then the chapters."""
    failing = outcome.failing
    total, argued = sum(c.clauses for c in outcome.chapters), sum(c.argued for c in outcome.chapters)
    summary = words(
        Strong(text=f"{len(outcome.tried)} cases, {len(failing)} failing."),
        f" They argue {argued} of the {total} clauses of the rulebook.",
    )
    title = f"Conformance of {outcome.pack}"
    table = Table(columns=_COLUMNS, rows=tuple(_rows(outcome)), numeric=tuple(range(1, len(_COLUMNS))))
    return Document(
        title=title,
        blocks=(Heading(text=title, level=1), summary, *_failures(failing), Heading(text="Chapters"), table),
    )


def _failures(failing: Sequence[Tried]) -> Iterator[Block]:
    for one in failing:
        yield Heading(text=f"{one.title} ({', '.join(one.clauses)})", level=3)
        place: tuple[Code] = (Code(text=f"{one.place.file}:{one.place.line}"),)
        yield Bullets(items=(place, *((Text(text=said),) for said in one.differences)))


def _rows(outcome: Outcome) -> Iterator[tuple[str, ...]]:
    for chapter in outcome.chapters:
        yield tuple(str(figure) for _, figure in chapter)
