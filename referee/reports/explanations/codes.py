"""Explanations of the codes of faults and refusals."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from string import Formatter

from referee.dice.faults import DiceFault
from referee.engine.facts import Fact, Statable
from referee.engine.own_view.facts import ViewFact
from referee.engine.tongue import Translator
from referee.i18n.faults import LanguageFault
from referee.matches.deadlines.faults import ClockFault
from referee.matches.faults import MatchFault
from referee.matches.journal.faults import JournalFault
from referee.matches.judging.faults import JudgingFault
from referee.matches.letters.faults import LetterFault
from referee.packs import binding
from referee.packs.conformance.faults import CaseFault
from referee.packs.faults import PackFault
from referee.reports.faults import ReportFault
from referee.texts.faults import LayoutFault, ShapeFault
from schemas.answers.explanation import ExplainedFact

Room = type[Fact]
"""Faults of one package."""

ROOMS: tuple[Room, ...] = (
    LetterFault,
    JudgingFault,
    MatchFault,
    ClockFault,
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


def explain(
    wanted: str, rooms: Sequence[Room], packs: Iterable[str], tongue: Translator
) -> Iterator[ExplainedFact]:
    """Yield the meanings of a code among the faults of packages and the refusals of packs."""
    if not _CODE.fullmatch(wanted):
        return
    for fault in (fact for room in rooms for fact in room if fact.code == wanted):
        yield _explain(fault, (), tongue)
    stated = {pack: refusals(pack)[wanted] for pack in packs if wanted in refusals(pack)}
    for refusal in dict.fromkeys(stated.values()):
        yield _explain(refusal, tuple(pack for pack, its in stated.items() if its == refusal), tongue)


def list_codes(rooms: Sequence[Room], packs: Iterable[str]) -> Iterator[str]:
    """Yield every code."""
    yield from (fact.code for room in rooms for fact in room)
    for pack in packs:
        yield from refusals(pack)


def refusals(pack: str) -> Mapping[str, Statable]:
    """Return the possible objections of a pack's rules, by code."""
    return binding.bind(pack, None, {}).rules.facts


def _explain(fact: Statable, packs: tuple[str, ...], tongue: Translator) -> ExplainedFact:
    many = fact.many if isinstance(fact, Fact) else ""
    parts = tuple(dict.fromkeys((*_parts(fact.template), *_parts(fact.remedy))))
    named = {part: _Part(part) for part in parts} | ({"count": _Part("count")} if many else {})
    return ExplainedFact(
        code=fact.code,
        kind="refusal" if packs else "fault",
        text=tongue.say(fact.template, many, **named),
        remedy=tongue.say(fact.remedy, **named) if fact.remedy else "",
        parts=parts,
        packs=packs,
    )


def _parts(template: str) -> Iterator[str]:
    """Yield the names of the parts of a template."""
    fields = (field for _, field, _, _ in Formatter().parse(template) if field)
    return (f"{field[:1].lower()}{field[1:]}" for field in fields)
