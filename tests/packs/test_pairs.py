"""Pairs of clauses: what has met is counted, and the worst gap stands first."""

from itertools import combinations
from pathlib import Path
from typing import Literal

import pytest

from referee.packs import loading, rulesets
from referee.packs.conformance import case_files, clause_pairs, suite
from referee.packs.conformance.clause_pairs import Wanted
from referee.packs.conformance.great_war import results
from referee.systems.great_war.rules import GreatWar
from schemas.great_war.clauses import Clause
from schemas.great_war.events import OffensivePlayed
from schemas.record import to_json

TWO = """\
pack: ttlm
cases:
  - clause: 5.3.1-h
    title: The fort of Verdun
    given: { pieces: "verdun: fort 4" }
    then: { strength: { verdun-fort: 4 } }
  - clause: [9.7-a, 8.3.2-c]
    title: A surprise
    given:
      turn: german offensive
      asked: german battles
      hands: { german: [surprise-attack] }
      pieces: "reims: ge-1 [1I], fr-1 [1I]"
    when: "german: battle reims; play 52 in reims; done"
    dice: [6*]
    then: { rolls: [{ purpose: german offensive fire }, { purpose: entente defensive fire }] }
"""


@pytest.fixture
def two(tmp_path: Path) -> Path:
    path = tmp_path / "cases.yaml"
    path.write_text(TWO, encoding="utf-8")
    return path


@pytest.mark.parametrize(
    ("kind", "clause"),
    [
        ("limited", Clause.LIMITED_OFFENSIVE),
        ("offensive", Clause.OFFENSIVE_CARD),
        ("special", Clause.OFFENSIVE_CARD),
    ],
)
def test_an_offensive_is_cited_by_its_kind(
    kind: Literal["special", "offensive", "limited"], clause: Clause
) -> None:
    rules = rulesets.bind("ttlm", "1914", {}).rules
    assert isinstance(rules, GreatWar)
    event = OffensivePlayed(side="german", card=14, kind=kind)

    assert list(results.clauses(rules, rules.start(), event)) == [rules.clause_number(clause)]


def test_case_pairs_its_clauses_with_the_clauses_of_its_rulings(two: Path) -> None:
    fort, surprise = map(clause_pairs.list_acting, case_files.read([two]))

    assert "5.3.1-h" in fort
    assert "9.7-a" not in fort
    # The declaration was asked about, the battle declared, the card played, and fire thrown.
    assert {"9.7-a", "8.3.2-c", "2.0-II-3-c", "2.0-II-4-b"} <= surprise


def test_the_outcome_counts_pairs_of_cases_where_they_are_asked_for(two: Path) -> None:
    (book,) = suite.run([two], pairs_request=Wanted(0, 5)).pairs
    met = {
        pair
        for acted in map(clause_pairs.list_acting, case_files.read([two]))
        for pair in combinations(sorted(acted), 2)
    }

    assert (book.clauses, book.pairs) == (539, 539 * 538 // 2)
    assert (book.in_cases, book.in_wars, book.in_both) == (len(met), 0, 0)
    assert book.in_none == book.pairs - len(met)
    assert suite.run([two]).pairs == ()


def test_pair_from_a_war_does_not_count_as_a_gap(two: Path) -> None:
    (book,) = suite.run([two], pairs_request=Wanted(6, 5)).pairs

    assert book.player_turns == 6
    assert book.in_wars > 0
    assert book.in_none == book.pairs - (book.in_cases + book.in_wars - book.in_both)


def test_wars_are_the_same_every_time_and_keep_player_turns_apart() -> None:
    (filed, *_) = case_files.read([Path("tests/great_war/cases/sequence.yaml").resolve()])
    pack = filed.bench.pack.pack
    touch = case_files.touching("great-war")
    assert touch is not None
    turns = list(clause_pairs.player_turns("ttlm", touch, 8))

    assert turns == list(clause_pairs.player_turns("ttlm", touch, 8))
    assert len(turns) == 8
    known = {citation.number for citation in pack.clauses.citations} | set(pack.clauses.sections)
    assert set().union(*turns) <= known
    assert len(set().union(*turns)) > max(map(len, turns))


def test_the_most_dangerous_gap_is_between_clauses_that_keep_the_same_company() -> None:
    cards = [frozenset({"gas", "battle"})] * 3 + [frozenset({"weather", "battle"})] * 3
    others = [frozenset({"supply", "season"}), frozenset({"season", "fort"})]
    clauses = ("gas", "weather", "battle", "supply", "season", "fort")

    found = clause_pairs.dangerous(clauses, [*cards, *others], [])

    assert found[0][1] == ("gas", "weather")
    assert found[1][1] == ("fort", "supply")
    assert ("battle", "gas") not in [pair for _, pair in found]


@pytest.mark.parametrize(
    ("gas", "weather", "danger"), [(1, 1, 50.0), (4, 1, 50.0), (1, 4, 50.0), (4, 9, 100.0)]
)
def test_a_gap_is_as_dangerous_as_the_rarer_clause_is_common(gas: int, weather: int, danger: float) -> None:
    """A battle has met two clauses: they are half as near as if it had met one."""
    cards = [frozenset({"gas", "battle"})] * gas + [frozenset({"weather", "battle"})] * weather

    assert clause_pairs.dangerous(("gas", "weather", "battle"), cards, []) == [(danger, ("gas", "weather"))]


def test_a_gap_that_a_war_fills_is_named_no_more() -> None:
    met = [frozenset({"gas", "battle"}), frozenset({"weather", "battle"})]
    clauses = ("gas", "weather", "battle")

    assert [pair for _, pair in clause_pairs.dangerous(clauses, met, [])] == [("gas", "weather")]
    assert clause_pairs.dangerous(clauses, met, [frozenset({"gas", "weather"})]) == []


def test_gaps_are_reported_with_the_titles_of_their_clauses(two: Path) -> None:
    conformity = suite.conform([two], pairs_request=Wanted(0, 3))
    (book,) = conformity.outcome.pairs
    titles = {citation.number: citation.title for citation in loading.load("ttlm").pack.clauses.citations}

    assert len(book.empty) <= 3
    told = to_json(conformity.document)
    assert "Pairs of clauses of ttlm" in told
    for gap in book.empty:
        assert gap.titles == (titles[gap.first], titles[gap.second])
