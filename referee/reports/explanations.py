"""Explanations of clauses, rulings and codes."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from string import Formatter

from referee.dice.faults import DiceFault
from referee.engine.copy_check import ViewFact
from referee.engine.facts import Fact, Statable
from referee.faults import Complaint, NotFound, suggest
from referee.i18n.translator import Translator
from referee.matches.club_log.faults import ClubFault
from referee.matches.club_log.report_check import ClubDifference, QuoteDifference
from referee.matches.faults import ClockFault, JudgingFault, LetterFault, MatchFault
from referee.matches.journal.line import JournalFault
from referee.matches.letters.time_lock import LockFault
from referee.packs import loading, rulesets
from referee.packs.conformance.case_files import CaseFault
from referee.packs.faults import PackFault
from referee.packs.loading import LoadedPack
from referee.reports.faults import ReportFault
from referee.texts import language_choice
from referee.texts.language_choice import LanguageFault
from referee.texts.tree import LayoutFault, ShapeFault
from schemas.answers.packs import Explained, ExplainedFact, ExplainedRuling, Explanation
from schemas.rulebook import AnyPack, Citation, PageNames, Ruling

Room = type[Fact]
"""Faults of one package."""

ROOMS: tuple[Room, ...] = (
    LetterFault,
    JudgingFault,
    MatchFault,
    ClockFault,
    ClubFault,
    ClubDifference,
    QuoteDifference,
    LockFault,
    JournalFault,
    DiceFault,
    ReportFault,
    LayoutFault,
    ShapeFault,
    PackFault,
    CaseFault,
    LanguageFault,
    ViewFact,
)
"""Faults of this package and of the packages below it."""

_CODE = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")

FEW = 1
"""Number for the templates of codes: the singular is shown."""


class _Part(int):
    """An unfilled part of a template, printed as its name in braces."""

    name: str

    def __new__(cls, name: str) -> "_Part":
        part = super().__new__(cls, FEW)
        part.name = name
        return part

    def __format__(self, _: str) -> str:
        return f"{{{self.name}}}"

    __repr__ = __str__ = lambda self: f"{self}"


def explain_code(
    code: str, rooms: Sequence[Room], packs: Iterable[str], tongue: Translator
) -> Iterator[ExplainedFact]:
    """Yield the meanings of a code among the faults of packages and the refusals of packs."""
    if not _CODE.fullmatch(code):
        return
    for fault in (fact for room in rooms for fact in room if fact.code == code):
        yield _explain(fault, (), tongue)
    definitions = {pack: refusals(pack)[code] for pack in packs if code in refusals(pack)}
    for refusal in dict.fromkeys(definitions.values()):
        yield _explain(refusal, tuple(pack for pack, its in definitions.items() if its == refusal), tongue)


def list_codes(rooms: Sequence[Room], packs: Iterable[str]) -> Iterator[str]:
    """Yield every code."""
    yield from (fact.code for room in rooms for fact in room)
    for pack in packs:
        yield from refusals(pack)


def refusals(pack: str) -> Mapping[str, Statable]:
    """Return the possible objections of a pack's rules, by code."""
    return rulesets.bind(pack, None, {}).rules.facts


def _explain(fact: Statable, packs: tuple[str, ...], tongue: Translator) -> ExplainedFact:
    many = fact.many if isinstance(fact, Fact) else ""
    parts = tuple(dict.fromkeys((*_parts(fact.template), *_parts(fact.remedy))))
    part_names = {part: _Part(part) for part in parts} | ({"count": _Part("count")} if many else {})
    return ExplainedFact(
        code=fact.code,
        kind="refusal" if packs else "fault",
        text=tongue.say(fact.template, many, **part_names),
        remedy=tongue.say(fact.remedy, **part_names) if fact.remedy else "",
        parts=parts,
        packs=packs,
    )


def _parts(template: str) -> Iterator[str]:
    fields = (field for _, field, _, _ in Formatter().parse(template) if field)
    return (f"{field[:1].lower()}{field[1:]}" for field in fields)


def explain_clause(
    name: str | None, clause: str, language: str | None, rooms: Sequence[Room] = ROOMS
) -> Explanation:
    """Explain a number (`5.3.1` or `5.3.1-a`), a meaning, a ruling's id, or the code of a fault or a refusal.

    The search covers one pack, or every pack. Titles of clauses are translated; their rules are in the
    language of the pack.
    """
    pack_names = [name] if name is not None else [loaded_pack.name for loaded_pack in loading.shelf()]
    loaded_packs = [loading.load(pack) for pack in pack_names]
    books = {name: loaded_pack.pack for name, loaded_pack in zip(pack_names, loaded_packs, strict=True)}
    names = {
        name: _names(loaded_pack, language)
        for name, loaded_pack in zip(pack_names, loaded_packs, strict=True)
    }
    clauses = tuple(
        _explain_clause(name, pack, citation, names[name])
        for name, pack in books.items()
        for citation in _citations(pack, clause)
    )
    rulings = tuple(_ruling(name, pack, clause) for name, pack in books.items() if clause in _ids(pack))
    facts = tuple(explain_code(clause.casefold(), rooms, pack_names, language_choice.find_tongue(language)))
    if not clauses and not rulings and not facts:
        clause_ids = {str(one) for pack in books.values() for one in _know(pack)}
        remedy = suggest(clause, sorted(clause_ids | set(list_codes(rooms, pack_names))))
        raise NotFound(Complaint.of(ReportFault.CLAUSE_UNKNOWN, remedy, clause=clause))
    return Explanation(clauses=clauses, rulings=rulings, facts=facts)


def _names(loaded_pack: LoadedPack, language: str | None) -> PageNames | None:
    return None if language is None else loading.names(loaded_pack, language_choice.find_code(language))


def _know(pack: AnyPack) -> Iterator[object]:
    yield from pack.clauses.meanings
    yield from (citation.number for citation in pack.clauses.citations)
    yield from _ids(pack)


def _ids(pack: AnyPack) -> frozenset[str]:
    return frozenset(ruling.id for ruling in pack.rulings.rulings)


def _ruling(name: str, pack: AnyPack, clause: str) -> ExplainedRuling:
    ruling = next(ruling for ruling in pack.rulings.rulings if ruling.id == clause)
    return ExplainedRuling(
        pack=name, id=ruling.id, title=ruling.title, text=ruling.text, because=ruling.because
    )


def _citations(pack: AnyPack, clause: str) -> Iterator[Citation]:
    numbers = {str(meaning): number for meaning, number in pack.clauses.meanings.items()}
    number = numbers.get(clause.casefold(), clause)
    for citation in pack.clauses.citations:
        if citation.number == number or citation.number.startswith((f"{number}-", f"{number}.")):
            yield citation


def _explain_clause(name: str, pack: AnyPack, citation: Citation, names: PageNames | None) -> Explained:
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
    alternatives = "|".join(re.escape(name) for name in (number, section))
    words = f"{ruling.title} {ruling.text} {ruling.because}"
    return re.search(rf"(?<![\w.-])({alternatives})(?![\w-]|\.\d)", words) is not None
