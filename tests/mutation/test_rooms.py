"""The hunt through the rooms: what it holds, what it meets, and that what is explained is there."""

import gc
import random
from collections.abc import Mapping
from pathlib import Path

import pytest

from referee.i18n import name_matching
from tests.mutation import hunt, tracing
from tests.mutation.hunt import Prey
from tests.mutation.mutants import functions
from tests.mutation.rooms import ELSEWHERE, FACE, ROOMS, inside, owner
from tests.mutation.survivors import ROOMS as FILE
from tests.mutation.survivors import explained

ROOT = Path(__file__).parents[2]

Every = Mapping[str, list[Prey]]


@pytest.fixture(scope="module")
def every() -> Every:
    """The mutants of all rooms."""
    return {name: hunt.prey(room) for name, room in ROOMS.items()}


def test_no_two_mutants_of_a_room_have_one_name_and_one_function(every: Every) -> None:
    for name, prey in every.items():
        names = [(one.function, one.mutant.name) for one in prey]
        assert len(set(names)) == len(names), name


def test_every_module_is_in_a_room_or_hunted_through_elsewhere() -> None:
    modules = [module.__name__ for module in inside("referee") if functions(module)]
    homeless = [name for name in modules if owner(name) is None]

    assert [name for name in homeless if name != FACE and not name.startswith(ELSEWHERE)] == []
    assert all(any(name.startswith(one) for name in homeless) for one in ELSEWHERE)


@pytest.mark.parametrize("room", ROOMS)
def test_a_room_has_mutants_and_tests(every: Every, room: str) -> None:
    assert every[room]
    assert all((ROOT / test).exists() for test in ROOMS[room].tests)


def test_a_function_under_a_condition_has_mutants_where_it_is_the_one_in_use(every: Every) -> None:
    assert {one.mutant.function for one in every["platform"]} >= {"sync_folder", "try_lock"}
    assert any(one.mutant.function == "move_aside" for one in every["platform"]) or every["platform"]
    assert all(one.function.__code__.co_firstlineno <= one.mutant.line for one in every["platform"])


@pytest.mark.parametrize("room", ROOMS)
def test_a_mutant_is_its_function_but_for_one_fault(every: Every, room: str) -> None:
    for one in random.Random(1).sample(every[room], min(40, len(every[room]))):
        whole, code = one.function.__code__, one.mutant.code(one.function)

        assert (code.co_name, code.co_freevars) == (whole.co_name, whole.co_freevars)
        assert code.replace(co_qualname="") != whole.replace(co_qualname=""), one.mutant.name


def test_what_is_explained_is_a_mutant_of_today(every: Every) -> None:
    names = {one.mutant.name for prey in every.values() for one in prey}

    assert [name for name in explained(FILE) if name not in names] == []


def test_at_least_nine_in_ten_mutants_are_not_explained_away(every: Every) -> None:
    assert len(explained(FILE)) <= 0.1 * sum(map(len, every.values()))


def test_a_name_holds_nothing_of_the_text_of_its_line(every: Every) -> None:
    for prey in every.values():
        for one in prey:
            module, _, rest = one.mutant.name.partition(".")
            assert rest.startswith(one.mutant.function + " ["), one.mutant.name
            assert module == one.function.__module__.rpartition(".")[2]


def test_results_before_a_fault_are_discarded() -> None:
    assert name_matching.key("Liège") == "liege"
    assert name_matching.key.cache_info().currsize
    gc.freeze()

    hunt.forget()

    assert not name_matching.key.cache_info().currsize


def test_tests_that_cannot_be_run_are_shown_with_what_is_wrong(tmp_path: Path) -> None:
    (tmp_path / "test_broken.py").write_text("import nothing_of_this_name")

    with pytest.raises(SystemExit, match="No module named 'nothing_of_this_name'"):
        tracing.traced((str(tmp_path / "test_broken.py"),), {})
