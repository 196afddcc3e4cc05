"""Files of conformance cases: search, reading and faults."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Literal, Protocol, cast

from msgspec import Struct, field
from msgspec.structs import replace

from referee.engine.facts import Fact
from referee.engine.system import Rules, State
from referee.faults import Complaint, DataFault, Misuse, NotFound, PackProblem, suggest
from referee.packs import loading
from referee.packs.conformance.misfits import Impossible, inside
from referee.packs.families import MOST_BYTES, family
from referee.packs.faults import PackFault
from referee.packs.loading import LoadedPack
from referee.systems.faces import Game
from referee.texts import strict_yaml
from referee.texts.tree import Tree, quote
from referee.texts.validation import validate
from schemas.case import NONE, Case, CaseFile, Expected, Given
from schemas.record import Event, Place, Value
from schemas.rulebook import AnyPack, Citation


class CaseFault(Fact):
    """A case, or a file of cases, that cannot be run."""

    NO_CASES = (
        "no files of cases are given, and this folder holds no tests/*/cases",
        "give files or folders of cases",
    )
    NO_CASEWORK = "no cases are run for the rule system {name}", "name a pack of another family"
    NO_FILE = "there is no file {path}", "give a file or folder of cases"
    PACK_UNNAMED = (
        "this file does not say which pack its cases are about",
        "begin with `pack:` and its name",
    )
    OTHER_FAMILY = "the pack {pack} belongs to another family of games than this file"
    NO_CLAUSE = "the rulebook of this pack has no clause {clause}"
    NO_RULING = "this pack has no ruling {ruling}"
    NO_EVENT = "there is no event {event}"
    NO_ORIGINAL = "the pack `{pack}` has no case of this title in this run"
    NOTHING_SHARED = "this case argues no clause that both books have, `{one}` and `{other}`"
    WORDS_DO_NOT_FIT = "the case cannot be told in these words: {why}"


AnyCase = Case[Given, Expected]


class Casework(Protocol):
    """Support of a family of games for its cases: the functions of its module `results`."""

    file: type[CaseFile[Given, Expected]]
    """Shape of a file of cases."""

    def binding(self, setup: Given) -> tuple[object, ...]:
        """Return the parts of a set-up that select the rules: cases with equal parts share them."""
        ...

    def bind(self, pack: AnyPack, setup: Given) -> Game:
        """Return the system of a case. Raises `Impossible` if the pack lacks a part of its set-up."""
        ...

    def position(self, rules: Rules, setup: Given) -> State:
        """Return the position that a case describes. Raises `Impossible` if it is invalid."""
        ...

    def misfits(self, rules: Rules, expected: Expected) -> Iterator[PackProblem]:
        """Yield unknown names in an expectation."""
        ...

    def differences(self, rules: Rules, end: State, expected: Expected) -> Iterator[str]:
        """Yield the differences between the final position of a case and its expectation."""
        ...

    def summarise_event(self, rules: Rules, before: State, event: Event) -> str:
        """Return an event in one word, or an empty text."""
        ...


class Touching(Protocol):
    """Support of a family for the search for pairs of clauses in cases and random wars."""

    def clauses(self, rules: Rules, before: State, event: Event) -> Iterator[str]:
        """Yield the clauses that act in an event."""
        ...

    def opens_span(self, event: Event) -> bool:
        """Return True if clauses before an event and clauses after it do not count as a pair."""
        ...


class Bench(Struct):
    """A pack and the casework of its family; equal bindings share their system.

    `events` are the kinds of all possible events.
    """

    pack: LoadedPack
    work: Casework
    events: frozenset[str] = frozenset()
    bound: dict[tuple[object, ...], Game] = field(default_factory=dict[tuple[object, ...], Game])

    def game(self, setup: Given) -> Game:
        """Return the system for a case. Raises `Impossible` if the pack lacks a part of its set-up."""
        way = self.work.binding(setup)
        if way not in self.bound:
            self.bound[way] = self.work.bind(self.pack.pack, setup)
            self.events = self.events or frozenset(self.bound[way].rules.events.kinds)
        return self.bound[way]


class FiledCase(Value):
    """A case, its place, and its bench; `under` is the list of the file that contains it."""

    case: AnyCase
    tree: Tree
    number: int
    bench: Bench
    under: Literal["cases", "twins"] = "cases"

    @property
    def place(self) -> Place:
        """The line it begins in."""
        return self.tree.at((self.under, self.number))

    def complaint(self, misfit: PackProblem) -> Complaint:
        """Return a complaint about the case, at the beginning of the faulty text."""
        place = self.tree.at((self.under, self.number, *misfit.path))
        return Complaint(text=misfit.text, place=place, remedy=misfit.remedy, code=misfit.code)


def casework(system: str) -> Casework:
    """Return the casework of a family; raise `Misuse` for a family without."""
    if (find := family(system).casework) is None:
        raise Misuse(Complaint.of(CaseFault.NO_CASEWORK, name=system))
    return cast(Casework, find())


def touching(system: str) -> Touching | None:
    """Return the search for pairs of clauses in a family; None for a family without."""
    find = family(system).touching
    return None if find is None else cast(Touching, find())


def at_hand() -> tuple[Path, ...]:
    """Return the case folders of a checkout in the working folder. Raises `NotFound` if there are none."""
    folders = tuple(sorted(Path("tests").glob("*/cases")))
    if not folders:
        raise NotFound(CaseFault.NO_CASES)
    return folders


def read(paths: Sequence[Path], pack: str | None = None) -> tuple[FiledCase, ...]:
    """Return the cases of files and folders. Raises `DataFault` with all faults in any of them.

    Files of twins are skipped; `twins.read` reads them as well.
    """
    complaints: list[Complaint] = []
    cases: list[FiledCase] = []
    benches: dict[str, Bench] = {}
    for path in files(paths):
        try:
            cases += _cases(path, pack, benches)
        except DataFault as fault:
            complaints += fault.complaints
    if complaints:
        raise DataFault(*complaints)
    return tuple(cases)


def files(paths: Sequence[Path]) -> Iterator[Path]:
    """Yield the given files, and the files of given folders. Raises `NotFound` for an unknown path."""
    for path in paths:
        if path.is_dir():
            yield from sorted(path.glob("*.yaml"))
        elif path.is_file():
            yield path
        else:
            raise NotFound(Complaint.of(CaseFault.NO_FILE, path=path))


def _cases(path: Path, pack: str | None, benches: dict[str, Bench]) -> tuple[FiledCase, ...]:
    tree = tree_of(path)
    if tree.get(("twins",)) is not None:
        return ()
    bench = bench_of(tree, ("pack",), pack, benches)
    file = validate(tree, bench.work.file)
    cases = tuple(
        FiledCase(case, tree, number, _own_bench(case, tree, number, bench, pack, benches))
        for number, case in enumerate(file.cases)
    )
    if against := [complaint for case in cases for complaint in faults(case)]:
        raise DataFault(*against)
    return cases


def _own_bench(
    case: AnyCase, tree: Tree, number: int, bench: Bench, pack: str | None, benches: dict[str, Bench]
) -> Bench:
    """Return the bench of the pack that a case names, or the bench of its file."""
    if case.pack is None:
        return bench
    path = ("cases", number, "pack")
    own = bench_of(tree, path, pack, benches)
    if own.work.file is not bench.work.file:
        pack_named = quote(case.pack)
        raise DataFault(Complaint.of(CaseFault.OTHER_FAMILY, place=tree.at(path), pack=pack_named))
    return own


def bench_of(tree: Tree, path: tuple[str | int, ...], pack: str | None, benches: dict[str, Bench]) -> Bench:
    """Return the bench of the pack named at a place, or of `pack` if that is given."""
    name = pack or tree.get(path)
    if not isinstance(name, str):
        raise DataFault(Complaint.of(CaseFault.PACK_UNNAMED, place=tree.at(())))
    if name not in benches:
        try:
            loaded_pack = loading.load(name)
        except NotFound as fault:
            (missing, *_) = fault.complaints
            problem = replace(missing, place=tree.at(path))
            raise DataFault(problem) from None
        benches[name] = Bench(loaded_pack, casework(loaded_pack.pack.game.system))
    return benches[name]


def tree_of(path: Path) -> Tree:
    """Return the content of a file with the places of its parts."""
    return strict_yaml.read(_content(path), path.as_posix(), MOST_BYTES)


def _content(path: Path) -> bytes:
    try:
        with path.open("rb") as file:
            # Read one byte more than allowed, so that a file that is too long is noticed.
            return file.read(MOST_BYTES + 1)
    except OSError as error:
        fact, place = PackFault.FILE_UNREADABLE, Place(file=path.as_posix())
        raise DataFault(Complaint.of(fact, place=place, why=error.strerror)) from None


def list_citations(pack: LoadedPack) -> tuple[Citation, ...]:
    """Return the clauses of the rulebook of a pack."""
    citations: tuple[Citation, ...] = pack.pack.clauses.citations
    return citations


def clause_number(pack: AnyPack, clause: str) -> str | None:
    """Return the number of a clause cited by number or by meaning, or None if it is unknown."""
    number = pack.clauses.meanings.get(clause, clause)
    is_known = number in pack.clauses.sections or any(one.number == number for one in pack.clauses.citations)
    return number if is_known else None


def faults(case_file: FiledCase) -> Iterator[Complaint]:
    """Yield complaints about unknown clauses, rulings and events, and about impossible set-ups."""
    yield from _unknown_clauses(case_file)
    yield from _unknown_rulings(case_file)
    bench, setup = case_file.bench, case_file.case.given
    try:
        rules = bench.game(setup).rules
    except Impossible as impossible:
        yield from map(case_file.complaint, inside("given", impossible.misfits))
        return
    yield from _unknown_events(case_file, bench.events)
    try:
        bench.work.position(rules, setup)
    except Impossible as impossible:
        yield from map(case_file.complaint, inside("given", impossible.misfits))
    misfits = bench.work.misfits(rules, case_file.case.then)
    yield from map(case_file.complaint, inside("then", misfits))


def _unknown_clauses(case_file: FiledCase) -> Iterator[Complaint]:
    citations = [("clause", clause) for clause in case_file.case.clauses]
    citations += [("then", clause) for clause in case_file.case.then.refused or ()]
    for key, clause in citations:
        if clause_number(case_file.bench.pack.pack, clause) is None:
            place = case_file.tree.at((case_file.under, case_file.number, key))
            yield Complaint.of(CaseFault.NO_CLAUSE, place=place, clause=quote(clause))


def _unknown_rulings(case_file: FiledCase) -> Iterator[Complaint]:
    ruling_ids = [ruling.id for ruling in case_file.bench.pack.pack.rulings.rulings]
    for ruling in case_file.case.rulings:
        if ruling not in ruling_ids:
            place = case_file.tree.at((case_file.under, case_file.number, "ruling"))
            near = suggest(ruling, ruling_ids)
            yield Complaint.of(CaseFault.NO_RULING, near, place=place, ruling=quote(ruling))


def _unknown_events(case_file: FiledCase, event_kinds: frozenset[str]) -> Iterator[Complaint]:
    """Yield complaints about events of unknown kinds, which could never happen."""
    then = case_file.case.then
    exactly = () if then.exactly is None or then.exactly == NONE else then.exactly
    for key, events in (("events", then.events), ("exactly", exactly), ("never", then.never)):
        for number, event in enumerate(events or ()):
            kind = event.split()[0]
            if kind not in event_kinds:
                place = case_file.tree.at((case_file.under, case_file.number, "then", key, number))
                near = suggest(kind, event_kinds)
                yield Complaint.of(CaseFault.NO_EVENT, near, place=place, event=quote(kind))
