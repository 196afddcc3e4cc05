"""What is said of the mutants that nobody notices is said of mutants that there are."""

from tests.great_war.mutation.chapters import CHAPTERS, chapter
from tests.mutation.mutants import functions, mutants
from tests.mutation.survivors import RULES, explained, outdated

EVERY = {name: tuple(mutants(chapter(name))) for name in CHAPTERS}


def test_every_survivor_that_is_explained_is_a_mutant_of_today() -> None:
    names = [mutant.name for of_chapter in EVERY.values() for mutant in of_chapter]

    assert outdated(explained(RULES), CHAPTERS, names) == []


def test_no_two_mutants_have_one_name() -> None:
    names = [mutant.name for of_chapter in EVERY.values() for mutant in of_chapter]

    assert len(set(names)) == len(names)


def test_at_least_nine_in_ten_mutants_are_not_explained_away() -> None:
    assert len(explained(RULES)) <= 0.1 * sum(len(of_chapter) for of_chapter in EVERY.values())


def test_a_mutant_is_its_function_but_for_one_fault() -> None:
    for name, of_chapter in EVERY.items():
        known = functions(chapter(name))
        for mutant in of_chapter[:5]:
            whole = known[mutant.function]
            code = mutant.code(whole)

            assert code.co_name == whole.__code__.co_name
            assert code.co_varnames[: code.co_argcount] == whole.__code__.co_varnames[: code.co_argcount]
            assert code.replace(co_qualname="") != whole.__code__.replace(co_qualname="")
