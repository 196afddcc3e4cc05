"""Clauses with the same number and armies without a counter are each reported once."""

from referee.packs.checks.great_war import pack_check
from tests.packs.test_every_fault import tiny


def test_duplicate_number_of_a_clause_is_reported() -> None:
    pack = tiny()
    first = pack.clauses.citations[0]
    twice = pack.replace(clauses=pack.clauses.replace(citations=(*pack.clauses.citations, first)))

    (told,) = pack_check.complaints(twice)
    assert told.file == "clauses.yaml"
    assert f"the clause `{first.number}` is there already" in told.text


def test_nation_without_army_counters_is_reported() -> None:
    pack = tiny()
    nation = next(one for one in pack.forces.nations if len(one.armies) == 1)
    counters = {kind: count for kind, count in nation.counters.items() if kind != "army"}
    nations = tuple(one.replace(counters=counters) if one is nation else one for one in pack.forces.nations)

    told = [
        one.text for one in pack_check.complaints(pack.replace(forces=pack.forces.replace(nations=nations)))
    ]
    assert f"1 armies, and `{nation.id}` has 0 in all" in told
