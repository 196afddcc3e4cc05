"""Code of a clause: where the rules, tables, packs, cases and catalogues carry it out."""

import inspect
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import cast

from msgspec.structs import replace

from referee.i18n import languages
from referee.i18n.translator import ENGLISH
from referee.packs import clause_index, loading, rulesets
from referee.packs.clause_index import Entry, Function, SystemIndex
from referee.packs.conformance import case_files, suite
from referee.packs.loading import LoadedPack
from schemas.answers.packs import Basis, ClauseCode, CodePlace, Explained
from schemas.record import Value
from schemas.rulebook import AnyPack, Citation, PackNames


class CaseLine(Value):
    """A case of a checkout: its place, and the clauses and events that it names."""

    file: str
    line: int
    title: str
    pack: str
    clauses: tuple[str, ...]
    events: frozenset[str]
    refusal_clauses: tuple[str, ...]


class Checkout(Value):
    """The installed packs by name, and the cases of a checkout; None outside a checkout."""

    packs: Mapping[str, LoadedPack]
    cases: tuple[CaseLine, ...] | None


def read_checkout() -> Checkout:
    """Read every installed pack, and the cases below `tests` in the working folder."""
    folders = tuple(sorted(Path("tests").glob("*/cases")))
    cases = (
        tuple(case for path in case_files.files(folders) for case in _read_cases(path)) if folders else None
    )
    return Checkout({one.name: loading.load(one.name) for one in loading.shelf()}, cases)


class _Book(Value):
    """A pack, the source of its system, the lines of its files, and its names by language."""

    name: str
    pack: LoadedPack
    index: SystemIndex
    lines: tuple[CodePlace, ...]
    names: Mapping[str, PackNames]


def find_all(clauses: Iterable[Explained]) -> Iterator[ClauseCode]:
    """Yield the code of explained clauses, pack by pack."""
    checkout = read_checkout()
    numbers: dict[str, list[str]] = {}
    for clause in clauses:
        numbers.setdefault(clause.pack, []).append(clause.number)
    for pack, its in numbers.items():
        yield from find_code(checkout, pack, its)


def find_code(checkout: Checkout, name: str, numbers: Iterable[str]) -> Iterator[ClauseCode]:
    """Yield the code of some clauses of a pack, which may be an installed pack or a folder."""
    loaded_pack = checkout.packs.get(name) or loading.load(name)
    languages_of = {code: loading.names(loaded_pack, code) for code in languages.list_codes()}
    names = {code: one for code, one in languages_of.items() if one is not None}
    book = _Book(name, loaded_pack, _read_index(name), tuple(_read_lines(name)), names)
    for number in numbers:
        yield _find_code(checkout, book, number)


def _find_code(checkout: Checkout, book: _Book, number: str) -> ClauseCode:
    pack, index = book.pack.pack, book.index
    cases = tuple(_list_cases(checkout, pack, number))
    basis, rules = _find_rules(pack, index, number, cases)
    meanings = _list_meanings(pack, number)
    events = frozenset(event for case in cases for event in case.events)
    return ClauseCode(
        pack=book.name,
        number=number,
        basis=basis,
        rules=tuple(_place_function(index.functions[name]) for name in rules),
        refusals=tuple(_list_refusals(index, meanings)),
        prompts=tuple(_list_prompts(index, meanings)),
        events=tuple(_place_entry(one) for one in _list_events(index, meanings, events)),
        orders=tuple(_place_entry(one) for one in index.find_orders(frozenset(rules))),
        pack_lines=tuple(_find_lines(book.lines, number)),
        cases=tuple(CodePlace(file=one.file, line=one.line, name=one.title) for one in cases),
        has_cases=checkout.cases is not None,
        titles=dict(_list_titles(book, number)),
    )


def _read_index(pack: str) -> SystemIndex:
    system = rulesets.bind(pack, None, {}).system
    return clause_index.read(Path(inspect.getfile(type(system))).parent)


def _list_meanings(pack: AnyPack, *numbers: str) -> frozenset[str]:
    """Return the names of the meanings with one of these numbers, as the source spells them."""
    return frozenset(
        getattr(meaning, "name", str(meaning))
        for meaning, number in pack.clauses.meanings.items()
        if number in numbers
    )


def _find_rules(
    pack: AnyPack, index: SystemIndex, number: str, cases: Sequence[CaseLine]
) -> tuple[Basis, tuple[str, ...]]:
    """Return the dotted names of the functions of a clause by the closest link that finds any."""
    section, chapter = re.sub(r"-[a-z]+$", "", number), suite.chapter_of(number)
    numbers = tuple(pack.clauses.meanings.values())
    expected = frozenset(event for case in cases for event in case.events)
    objections = frozenset(clause for case in cases for clause in case.refusal_clauses)
    against = _list_meanings(pack, *_list_numbers(pack, objections))
    companions = _list_meanings(pack, *(one for case in cases for one in _list_numbers(pack, case.clauses)))
    in_section = _list_meanings(pack, *(one for one in numbers if re.sub(r"-[a-z]+$", "", one) == section))
    in_chapter = _list_meanings(pack, *(one for one in numbers if suite.chapter_of(one) == chapter))
    links: tuple[tuple[Basis, frozenset[str], frozenset[str], frozenset[str]], ...] = (
        ("meaning", _list_meanings(pack, number), frozenset(), frozenset()),
        ("number", frozenset(), frozenset({number}), frozenset()),
        ("case", against, frozenset(), expected),
        ("shared-case", companions, frozenset(), frozenset()),
        ("section", in_section, frozenset({section}), frozenset()),
        ("chapter", in_chapter, frozenset({chapter}), frozenset()),
    )
    for basis, clauses, citations, events in links:
        rules = tuple(
            name
            for name, function in index.functions.items()
            if function.clauses & clauses or function.numbers & citations or function.events & events
        )
        if rules:
            return basis, rules
    return "none", ()


def _list_numbers(pack: AnyPack, clauses: Iterable[str]) -> Iterator[str]:
    """Yield the numbers of clauses that a case cites by number or by meaning."""
    return (pack.clauses.meanings.get(clause, clause) for clause in clauses)


def _list_refusals(index: SystemIndex, meanings: frozenset[str]) -> Iterator[str]:
    """Yield the codes of the refusals that cite one of these clauses."""
    pairs = (pair for function in index.functions.values() for pair in function.refusals)
    codes = {refusal.lower().replace("_", "-") for clause, refusal in pairs if clause in meanings}
    return iter(sorted(codes))


def _list_prompts(index: SystemIndex, meanings: frozenset[str]) -> Iterator[str]:
    pairs = (pair for function in index.functions.values() for pair in function.prompts)
    return iter(sorted({question for clause, question in pairs if clause in meanings}))


def _list_events(index: SystemIndex, meanings: frozenset[str], expected: frozenset[str]) -> Iterator[Entry]:
    """Yield the kinds of events that name a clause, or that its cases expect."""
    for entry in index.events:
        its_clauses = entry.clauses.union(
            *(index.functions[call].clauses for call in entry.calls if call in index.functions)
        )
        if its_clauses & meanings or entry.kind in expected:
            yield entry


def _place_function(function: Function) -> CodePlace:
    return CodePlace(file=function.file, line=function.line, name=function.name, text=function.summary)


def _place_entry(entry: Entry) -> CodePlace:
    return CodePlace(file=entry.file, line=entry.line, name=entry.kind)


def _read_lines(name: str) -> Iterator[CodePlace]:
    """Yield every line of a pack's files, and of the files of the pack that it extends."""
    for file, content in sorted(loading.files(name).items()):
        for line, text in enumerate(content.decode(errors="replace").splitlines(), start=1):
            yield CodePlace(file=f"{name}/{file}", line=line, name="", text=text.strip())


def _find_lines(lines: Iterable[CodePlace], number: str) -> Iterator[CodePlace]:
    """Yield the lines that name a clause."""
    citation = re.compile(rf"(?<![\w.-]){re.escape(number)}(?![\w-]|\.\d)")
    for line in lines:
        if number in line.text and citation.search(line.text):
            yield replace(line, name=number)


def _list_titles(book: _Book, number: str) -> Iterator[tuple[str, str]]:
    """Yield the title of a clause in each language that has one."""
    for citation in book.pack.pack.clauses.citations:
        if citation.number == number:
            yield ENGLISH.language, citation.title
    for code, names in book.names.items():
        if code != ENGLISH.language and (title := names.clause(number)):
            yield code, title


def _list_cases(checkout: Checkout, pack: AnyPack, number: str) -> Iterator[CaseLine]:
    """Yield the cases of a clause, with the cases of packs in which the clause has the same text."""
    quotation = _quote(pack, number)
    packs = {name: one.pack for name, one in checkout.packs.items() if _quote(one.pack, number) == quotation}
    for case in checkout.cases or ():
        its = packs.get(case.pack)
        if its is not None and number in _list_numbers(its, case.clauses):
            yield case


def _quote(pack: AnyPack, number: str) -> Citation | None:
    return next((one for one in pack.clauses.citations if one.number == number), None)


def _read_cases(path: Path) -> Iterator[CaseLine]:
    """Yield the cases of one file. Twins are left out: they repeat the clauses of their cases."""
    tree = case_files.tree_of(path)
    cases = tree.get(("cases",))
    for number, case in enumerate(cases if isinstance(cases, list) else ()):
        fields = cast(Mapping[str, object], case if isinstance(case, dict) else {})
        then = cast(Mapping[str, object], fields.get("then") or {})
        events = (word for key in ("events", "exactly") for word in _list_words(then.get(key)))
        place = tree.at(("cases", number))
        yield CaseLine(
            file=place.file,
            line=place.line,
            title=str(fields.get("title")),
            pack=str(fields.get("pack") or tree.get(("pack",))),
            clauses=_list_words(fields.get("clause")),
            events=frozenset(word.split()[0] for word in events if word.split()),
            refusal_clauses=_list_words(then.get("refused")),
        )


def _list_words(value: object) -> tuple[str, ...]:
    """Return the texts of a field that holds one text or a list of texts."""
    return (value,) if isinstance(value, str) else tuple(cast("list[str]", value or []))
