"""The conformance cases: each holds, each expectation can fail, each clause that is built is argued."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml

from referee.packs import loading
from referee.packs.conformance import case_differences, suite
from referee.packs.conformance.case_files import FiledCase, clause_number
from referee.packs.conformance.case_runner import play_case
from schemas.case import TwinFile
from schemas.great_war.pack import Nation
from schemas.rulebook import Citation, Ruling
from tests.great_war.filed import FILES, FOLDER, with_twins
from tests.systems import system_of

HERE = Path(__file__).parent
PACKS = {name: loading.load(name).pack for name in ("ttlm", "aac")}

WORKED_EXAMPLES = (
    "3.3-c", "4.1-o", "4.1-p", "4.1-q", "5.3.1-g", "5.3.1-l", "5.3.1-n", "5.3.1-p", "5.3.2-f", "5.3.4-d",
    "7.3-e", "8.1-h", "8.1-l", "8.4-i", "8.4-l", "9.2.2-b", "9.8-h", "9.9-i",
)  # fmt: skip
"""The clauses that are examples printed in the book."""

SHOWN_ELSEWHERE = {
    "A-40": "tests/matches/judging/test_submission.py: test_refused_letter_files_only_its_refusal",
    "A-95": "tests/great_war/test_secrecy.py: test_no_view_holds_a_card_of_the_other_side_or_of_the_pile",
    "A-96": "tests/great_war/test_advance_orders.py: test_a_whole_battle_needs_one_letter_of_each_side",
}
"""Rulings about letters and secrets, which no case can show, and the tests that do."""


def named(filed: FiledCase) -> str:
    return f"{Path(filed.place.file).stem}:{filed.place.line} {filed.case.title}"


def cases_of(file: str) -> Iterator[FiledCase]:
    """The cases of a file, and the twins that one describes."""
    found = [filed for filed in with_twins() if Path(filed.place.file).stem == file]
    assert found
    yield from found


@pytest.mark.parametrize("file", FILES)
def test_the_cases_hold(file: str) -> None:
    differing = {named(filed): case_differences.differences(filed) for filed in cases_of(file)}

    assert {name: found for name, found in differing.items() if found} == {}


@pytest.mark.parametrize("number", WORKED_EXAMPLES)
def test_every_worked_example_has_a_case(number: str) -> None:
    assert any(number in quoted(filed) for filed in with_twins())


def test_every_quoted_clause_is_in_the_rulebook() -> None:
    for filed in with_twins():
        known = {citation.number for citation in filed.bench.pack.pack.clauses.citations}
        assert quoted(filed) <= known


def test_no_two_cases_have_one_title() -> None:
    titles = [filed.case.title for filed in with_twins()]

    assert sorted(titles) == sorted(set(titles))


@pytest.mark.parametrize("pack", PACKS)
def test_every_clause_is_argued_both_ways(pack: str) -> None:
    """A clause that binds a referee has an accepting and a refusing case, or one that is computed.

    A clause that two books share word for word is argued in either theatre.
    """
    manners: dict[Citation, set[str]] = {}
    for filed in with_twins():
        for citation in quoted_from(filed):
            manners.setdefault(citation, set()).update(filed.case.manners)
    half = {
        citation.number
        for citation in PACKS[pack].clauses.citations
        if not (
            "computed" in manners.get(citation, ())
            or {"accepting", "refusing"} <= manners.get(citation, set())
        )
    }

    assert half == set()


def test_every_clause_is_argued_on_the_pack_s_own_data() -> None:
    """Or the file of twins says why none of its clauses can be."""
    rulebooks = suite.argue(with_twins(), [suite.account(filed, ()) for filed in with_twins()])
    file = TwinFile.model_validate(
        yaml.safe_load((FOLDER / "eastern-twins.yaml").read_text("utf-8")), strict=False
    )
    without = [clause for entry in file.without for clause in entry.clauses]

    assert {book.pack: book.elsewhere for book in rulebooks} == {"ttlm": (), "aac": tuple(without)}
    assert [book.without for book in rulebooks] == [(), ()]


RULINGS = [
    (name, ruling)
    for name, pack in PACKS.items()
    for ruling in pack.rulings.rulings
    if name == "ttlm" or ruling.option is not None
]
"""Those that cases show: of the East's only what may be chosen, for most others speak of its data."""


@pytest.mark.parametrize(("name", "ruling"), RULINGS, ids=lambda one: getattr(one, "id", one))
def test_every_ruling_is_shown_by_a_case(name: str, ruling: Ruling) -> None:
    """A ruling with an option is shown with each of its choices: without a word the recommended one holds."""
    shown = [filed.case for filed in with_twins() if ruling.id in filed.case.rulings]
    if ruling.id in SHOWN_ELSEWHERE:
        file, _, test = SHOWN_ELSEWHERE[ruling.id].partition(": ")
        assert f"def {test}(" in (HERE.parents[1] / file).read_text(encoding="utf-8")
        return
    option = next((one for one in PACKS[name].game.options if one.id == ruling.option), None)
    if option is None:
        assert shown
    else:
        tried = {case.given.options.get(option.id, option.default) for case in shown}
        assert tried == set(option.choices)


def quoted_from(filed: FiledCase) -> list[Citation]:
    numbers = quoted(filed)
    citations: tuple[Citation, ...] = filed.bench.pack.pack.clauses.citations
    return [citation for citation in citations if citation.number in numbers]


def quoted(filed: FiledCase) -> set[str]:
    return {clause_number(filed.bench.pack.pack, clause) or "" for clause in filed.case.clauses}


def spoilt(filed: FiledCase) -> Iterator[tuple[str, Any]]:
    """Every expectation of a case, turned into one that cannot come true where there is such a one."""
    for key, value in filed.case.then:
        if key == "accepted" and value is not None:
            yield "refused", ("3.3-a",)
        elif value is not None and (worse := SPOIL[key](filed, value)) != value:
            yield key, worse


def reversed_supply(_: FiledCase, value: Any) -> Any:
    return {side: {area: not fed for area, fed in areas.items()} for side, areas in value.items()}


def stranger(filed: FiledCase) -> Nation:
    """The nation that cases speak of least."""
    nations: tuple[Nation, ...] = filed.bench.pack.pack.forces.nations
    return nations[-1]


def first_area(filed: FiledCase) -> str:
    area: str = filed.bench.pack.pack.map.areas[0].id
    return area


def somewhere_else(filed: FiledCase, value: str) -> str:
    area, _colon, _rest = value.partition(":")
    nation = stranger(filed)
    return f"{area}: {nation.armies[-1]} [{nation.template.infantry}I]"


def nobody(filed: FiledCase, value: Any) -> Any:
    return "none" if value != "none" else (stranger(filed).armies[-1],)


def of_a_piece_that_stands(filed: FiledCase, value: Any) -> Any:
    return (*value, *list(play_case(filed).state.pieces)[:1])


def with_a_lawful_answer(filed: FiledCase, value: Any) -> Any:
    trial = play_case(filed)
    prompt = trial.rules.prompts(trial.state)[0]
    return (
        *value,
        system_of(trial.rules).notation.write(next(trial.rules.lawful(trial.state, prompt))),
    )


SPOIL: dict[str, Callable[[FiledCase, Any], Any]] = {
    "refused": lambda _, value: ("3.3-a",),
    "says": lambda _, value: (*value, "a refusal that nobody speaks"),
    "unreadable": lambda _, value: "a complaint that nobody makes",
    "events": lambda _, value: (*value, "campaign-ended level=nonsense"),
    "exactly": lambda _, value: ("campaign-ended",),
    "never": lambda filed, value: (*value, *[event.type for event in play_case(filed).events][:1]),
    "rolls": lambda _, value: ({"purpose": "a throw that nobody makes"},) if value == "none" else "none",
    "question": lambda _, value: "german nonsense",
    "options": lambda _, value: ("pass, and nothing else",),
    "offered": lambda filed, value: (f"lose {stranger(filed).armies[-1]}",),
    "barred": with_a_lawful_answer,
    "sequences": lambda _, value: value[1:],
    "pieces": somewhere_else,
    "gone": of_a_piece_that_stands,
    "eliminated": nobody,
    "status": lambda filed, value: {first_area(filed): "neutral"},
    "owner": lambda _, value: dict.fromkeys(value, "nobody"),
    "points": lambda _, value: value + 1,
    "level": lambda _, value: "nonsense",
    "strength": lambda _, value: {id: figure + 1 for id, figure in value.items()},
    "supplied": reversed_supply,
    "hands": lambda _, value: dict.fromkeys(value, ("53",)),
    "locked": lambda _, value: dict.fromkeys(value, ("53",)),
    "pool": lambda _, value: {nation: dict.fromkeys(kinds, 99) for nation, kinds in value.items()},
    "discards": lambda _, value: ("53",),
    "pile": lambda _, value: value + 1,
    "battles": lambda filed, value: (first_area(filed),),
    "season": lambda _, value: "SPRING 1900",
    "turn": lambda _, value: "nobody undecided",
    "first": lambda filed, value: play_case(filed).rules.theatre.other(value),
    "chances": lambda _, value: value.replace(left={**value.left, "nothing": "1/7"}),
}


@pytest.mark.parametrize("file", FILES)
def test_no_expectation_is_idle(file: str, pytestconfig: pytest.Config) -> None:
    """One case in so many fails if it expects something else, whichever expectation is changed."""
    idle = [
        f"{named(filed)}: {key}"
        for filed in [*cases_of(file)][:: pytestconfig.getoption("--cases")]
        for key, value in spoilt(filed)
        if not is_noticed(filed, key, value)
    ]

    assert not idle, "they may be anything"


def is_noticed(filed: FiledCase, key: str, value: Any) -> bool:
    """Return True if a case does not hold with another value of an expectation."""
    assert value != getattr(filed.case.then, key), f"{named(filed)}: {key} was not spoilt"
    then = filed.case.then.replace(**{key: value})
    other = FiledCase(filed.case.replace(then=then), filed.tree, filed.number, filed.bench)
    return bool(case_differences.differences(other))
