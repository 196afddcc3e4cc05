"""Search in rulebooks: clauses by number or meaning, rulings by id, facts by code."""

import re
from collections.abc import Iterator, Sequence

from referee.engine.faults import Complaint, NotFound
from referee.engine.remedy import suggest
from referee.i18n import languages
from referee.packs import loading
from referee.packs.loading import LoadedPack
from referee.reports.explanations import codes
from referee.reports.explanations.codes import Room
from referee.reports.faults import ReportFault
from schemas.answers.explanation import Explained, ExplainedRuling, Explanation
from schemas.rulebook import AnyPack, Citation, PageNames, Ruling


def explain(
    name: str | None, wanted: str, language: str | None = None, rooms: Sequence[Room] = codes.ROOMS
) -> Explanation:
    """Explain a number (`5.3.1` or `5.3.1-a`), a meaning, a ruling's id, or the code of a fault or a refusal.

    The search covers one pack, or every pack. Titles of clauses are translated; their rules are in the
    language
    of the pack.
    """
    asked = [name] if name is not None else [found.name for found in loading.shelf()]
    loaded = [loading.load(pack) for pack in asked]
    books = {name: found.pack for name, found in zip(asked, loaded, strict=True)}
    names = {name: _names(found, language) for name, found in zip(asked, loaded, strict=True)}
    clauses = tuple(
        _explain(name, pack, citation, names[name])
        for name, pack in books.items()
        for citation in _citations(pack, wanted)
    )
    rulings = tuple(_ruling(name, pack, wanted) for name, pack in books.items() if wanted in _ids(pack))
    facts = tuple(codes.explain(wanted.casefold(), rooms, asked, languages.find_tongue(language)))
    if not clauses and not rulings and not facts:
        known = {str(one) for pack in books.values() for one in _know(pack)}
        remedy = suggest(wanted, sorted(known | set(codes.list_codes(rooms, asked))))
        raise NotFound(Complaint.of(ReportFault.CLAUSE_UNKNOWN, remedy, clause=wanted))
    return Explanation(clauses=clauses, rulings=rulings, facts=facts)


def _names(found: LoadedPack, language: str | None) -> PageNames | None:
    return None if language is None else loading.names(found, languages.find_code(language))


def _know(pack: AnyPack) -> Iterator[object]:
    yield from pack.clauses.meanings
    yield from (citation.number for citation in pack.clauses.citations)
    yield from _ids(pack)


def _ids(pack: AnyPack) -> frozenset[str]:
    return frozenset(ruling.id for ruling in pack.rulings.rulings)


def _ruling(name: str, pack: AnyPack, wanted: str) -> ExplainedRuling:
    ruling = next(ruling for ruling in pack.rulings.rulings if ruling.id == wanted)
    return ExplainedRuling(
        pack=name, id=ruling.id, title=ruling.title, text=ruling.text, because=ruling.because
    )


def _citations(pack: AnyPack, wanted: str) -> Iterator[Citation]:
    numbers = {str(meaning): number for meaning, number in pack.clauses.meanings.items()}
    number = numbers.get(wanted.casefold(), wanted)
    for citation in pack.clauses.citations:
        if citation.number == number or citation.number.startswith((f"{number}-", f"{number}.")):
            yield citation


def _explain(name: str, pack: AnyPack, citation: Citation, names: PageNames | None) -> Explained:
    return Explained(
        pack=name,
        book=pack.clauses.book,
        number=citation.number,
        title=(names.clause(citation.number) if names else "") or citation.title,
        rule=citation.rule,
        meanings=tuple(m for m, number in pack.clauses.meanings.items() if number == citation.number),
        rulings=tuple(
            f"{ruling.id} {ruling.title}: {ruling.text}"
            for ruling in pack.rulings.rulings
            if _speaks_of(ruling, citation.number)
        ),
    )


def _speaks_of(ruling: Ruling, number: str) -> bool:
    """Return True if a ruling names a clause or its section."""
    section = number.rpartition("-")[0] or number
    named = "|".join(re.escape(name) for name in (number, section))
    words = f"{ruling.title} {ruling.text} {ruling.because}"
    return re.search(rf"(?<![\w.-])({named})(?![\w-]|\.\d)", words) is not None
