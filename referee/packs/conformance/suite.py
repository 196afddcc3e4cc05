"""Conformance runs: cases of a rulebook against the rules, counted by chapter."""

import re
from collections.abc import Iterator, Mapping, Sequence, Set
from pathlib import Path

from referee.i18n.translator import ENGLISH, Translator, message
from referee.packs.conformance import case_differences, case_files, clause_pairs, twins
from referee.packs.conformance.case_files import FiledCase, clause_number, list_citations
from referee.packs.loading import LoadedPack
from referee.platform.progress import Progress, ignore_progress
from schemas.case import Argued, Chapter, Outcome, Tried
from schemas.record import Value
from schemas.reports import Block, Bullets, Code, Document, Heading, Strong, Table, Text, words

_CHAPTER = re.compile(r"\d+\.\d+(-[IVXLC]+)?|[A-Z]+(-[A-Z]+)*(?=-\d)")
_MOST_NAMED = 12
_FIGURES = {
    "chapter": message("chapter"),
    "clauses": message("clauses"),
    "argued": message("argued"),
    "accepting": message("accepting"),
    "refusing": message("refusing"),
    "computed": message("computed"),
    "failing": message("failing"),
}
_PLACES = {
    "chapter": message("chapter"),
    "argued": message("argued"),
    "own": message("by own cases"),
    "twins": message("by twins"),
    "elsewhere": message("elsewhere only"),
}
"""Columns that show the data on which the clauses of a chapter are argued."""


class Conformity(Value):
    """Result of a run: a record, a report and the exit code of the command."""

    outcome: Outcome
    document: Document
    exit_code: int


def conform(
    paths: Sequence[Path],
    pack: str | None = None,
    progress: Progress = ignore_progress,
    tongue: Translator = ENGLISH,
    pairs_request: clause_pairs.Wanted | None = None,
) -> Conformity:
    """Run the cases of some files and folders, and return the report. Raises `DataFault` for bad files.

    The default is the cases of a checkout in the working folder. Pairs of clauses are searched if `wanted`.
    """
    outcome = run(paths or case_files.at_hand(), pack, progress, pairs_request)
    return Conformity(outcome, report(outcome, tongue), 1 if outcome.failing else 0)


def run(
    paths: Sequence[Path],
    pack: str | None = None,
    progress: Progress = ignore_progress,
    pairs_request: clause_pairs.Wanted | None = None,
) -> Outcome:
    """Return the results of the cases of some files and folders; `pack` replaces the pack that they name."""
    cases = twins.read(paths, pack)
    attempts = tuple(_attempts(cases, progress))
    return Outcome(
        tried=attempts,
        rulebooks=argue(cases, attempts),
        pairs=() if pairs_request is None else clause_pairs.find_pairs(cases, pairs_request, progress),
    )


def _attempts(cases: Sequence[FiledCase], progress: Progress) -> Iterator[Tried]:
    for number, case in enumerate(cases):
        progress(number, len(cases))
        yield attempt(case)
    progress(1, 1)


def attempt(case_file: FiledCase) -> Tried:
    """Return the result of one case."""
    return account(case_file, case_differences.differences(case_file))


def account(case_file: FiledCase, differences: tuple[str, ...]) -> Tried:
    """Return the record of a case with its clauses and its differences."""
    return Tried(
        place=case_file.place,
        title=case_file.case.title,
        clauses=tuple(_numbers(case_file)),
        manners=case_file.case.manners,
        differences=differences,
        twin=case_file.under == "twins",
    )


def _numbers(case_file: FiledCase) -> Iterator[str]:
    for clause in case_file.case.clauses:
        yield clause_number(case_file.bench.pack.pack, clause) or clause


def argue(cases: Sequence[FiledCase], attempts: Sequence[Tried]) -> tuple[Argued, ...]:
    """Return the coverage of each pack's rulebook by the cases."""
    books = {case.bench.pack.name: case.bench.pack for case in cases}
    return tuple(_argue(name, books, cases, attempts) for name in books)


def _argue(
    name: str, books: Mapping[str, LoadedPack], all_cases: Sequence[FiledCase], attempts: Sequence[Tried]
) -> Argued:
    """Return the coverage of one pack's rulebook; a clause with equal text in two packs counts for both."""
    own: set[str] = set()
    twin_numbers: set[str] = set()
    clauses = {pack: {clause.number: clause for clause in list_citations(books[pack])} for pack in books}
    quoting: dict[str, list[int]] = {number: [] for number in clauses[name]}
    for place, (case, one) in enumerate(zip(all_cases, attempts, strict=True)):
        theirs = clauses[case.bench.pack.name]
        for number in one.clauses:
            if number in quoting and theirs.get(number) == clauses[name][number]:
                quoting[number].append(place)
                if case.bench.pack.name == name:
                    (twin_numbers if one.twin else own).add(number)
    chapters: dict[str, list[str]] = {}
    for number in quoting:
        chapters.setdefault(chapter_of(number), []).append(number)
    return Argued(
        pack=name,
        chapters=tuple(
            _chapter(chapter, chapters[chapter], quoting, attempts, own, twin_numbers) for chapter in chapters
        ),
        without=tuple(number for number, cases in quoting.items() if not cases),
        elsewhere=tuple(
            number for number, cases in quoting.items() if cases and number not in own | twin_numbers
        ),
    )


def _chapter(
    name: str,
    numbers: Sequence[str],
    quoting: Mapping[str, Sequence[int]],
    attempts: Sequence[Tried],
    own: Set[str],
    twin_numbers: Set[str],
) -> Chapter:
    chapter_attempts = [
        attempts[place] for place in sorted({place for number in numbers for place in quoting[number]})
    ]
    return Chapter(
        chapter=name,
        clauses=len(numbers),
        argued=sum(bool(quoting[number]) for number in numbers),
        own=sum(number in own for number in numbers),
        twins=sum(number in twin_numbers - own for number in numbers),
        elsewhere=sum(bool(quoting[number]) and number not in own | twin_numbers for number in numbers),
        accepting=sum("accepting" in one.manners for one in chapter_attempts),
        refusing=sum("refusing" in one.manners for one in chapter_attempts),
        computed=sum("computed" in one.manners for one in chapter_attempts),
        failing=sum(bool(one.differences) for one in chapter_attempts),
    )


def chapter_of(number: str) -> str:
    """Return the chapter of a clause: `8.3` for 8.3.2-h, `2.0-II` for 2.0-II-1-a, `SK-AIM` for SK-AIM-03."""
    match = _CHAPTER.match(number)
    return match[0] if match is not None else number


def report(outcome: Outcome, tongue: Translator = ENGLISH) -> Document:
    """Return the report of a run: failing cases with reasons, then the chapters of each rulebook."""
    failing = outcome.failing
    title = tongue.say(
        "Conformance of {packs}", packs=tongue.listed([book.pack for book in outcome.rulebooks])
    )
    counts = tongue.say(
        "{count} case, {failing} failing.",
        "{count} cases, {failing} failing.",
        count=len(outcome.tried),
        failing=len(failing),
    )
    summary = words(Strong(text=counts))
    books = (block for book in outcome.rulebooks for block in _book(book, tongue))
    pair_blocks = (block for book in outcome.pairs for block in clause_pairs.report_pairs(book, tongue))
    return Document(
        title=title,
        language=tongue.language,
        blocks=(Heading(text=title, level=1), summary, *_failures(failing), *books, *pair_blocks),
    )


def _book(book: Argued, tongue: Translator) -> Iterator[Block]:
    total = sum(chapter.clauses for chapter in book.chapters)
    count = total - len(book.without)
    yield Heading(text=book.pack)
    summary = tongue.say("{argued} of {total} clauses are argued.", argued=count, total=total)
    yield words(summary, *_without(book.without, tongue), *_where(book, tongue))
    yield _table(book, _FIGURES, tongue)
    if any(chapter.twins or chapter.elsewhere for chapter in book.chapters):
        yield _table(book, _PLACES, tongue)


def _table(book: Argued, columns: Mapping[str, str], tongue: Translator) -> Table:
    """Return a table with some figures of each chapter."""
    rows = tuple(tuple(str(getattr(chapter, key)) for key in columns) for chapter in book.chapters)
    heads = tuple(map(tongue.say, columns.values()))
    return Table(columns=heads, rows=rows, numeric=tuple(range(1, len(columns))))


def _without(numbers: Sequence[str], tongue: Translator) -> Iterator[str]:
    """Yield the clauses without a case, if they are few enough to read."""
    if 0 < len(numbers) <= _MOST_NAMED:
        yield " " + tongue.say("Without a case: {clauses}.", clauses=tongue.listed(numbers))


def _where(book: Argued, tongue: Translator) -> Iterator[str]:
    """Yield the data on which clauses are argued, unless all cases were written for this pack."""
    own, twin_count = (
        sum(figures) for figures in zip(*((one.own, one.twins) for one in book.chapters), strict=True)
    )
    if twin_count or book.elsewhere:
        yield " " + tongue.say(
            "On this pack's own data: {own} by cases of its own, {twins} by twins of another pack's cases.",
            own=own,
            twins=twin_count,
        )
    if 0 < len(book.elsewhere) <= _MOST_NAMED:
        clauses = tongue.listed(book.elsewhere)
        yield " " + tongue.say("Only on another pack's data: {clauses}.", clauses=clauses)


def _failures(failing: Sequence[Tried]) -> Iterator[Block]:
    for one in failing:
        yield Heading(text=f"{one.title} ({', '.join(one.clauses)})", level=3)
        place: tuple[Code] = (Code(text=f"{one.place.file}:{one.place.line}"),)
        yield Bullets(items=(place, *((Text(text=difference),) for difference in one.differences)))
