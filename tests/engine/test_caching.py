"""Results that are computed from a state are cached on it, and go with it."""

import gc
import pickle
from itertools import count

from msgspec.structs import replace

from referee.engine.values import Cached, cached


class World:
    """Something with an identity and no more."""


class Place(Cached):
    """A position: what is on it."""

    pieces: tuple[str, ...] = ()


def test_a_question_is_worked_out_once_for_one_position() -> None:
    asked: list[tuple[object, str]] = []

    @cached
    def work(world: World, position: Place, side: str) -> str:
        asked.append((position, side))
        return f"{side} of {len(position.pieces)}"

    world, position = World(), Place(("a",))
    answers = [work(world, position, side) for side in ("german", "entente", "german", "entente")]

    assert answers == ["german of 1", "entente of 1"] * 2
    assert len(asked) == 2


def test_a_position_that_is_only_equal_is_another_one() -> None:
    asked: list[object] = []

    @cached
    def work(world: World, position: Place) -> int:
        asked.append(position)
        return id(position)

    world, here, there = World(), Place(("a",)), Place(("a",))

    assert work(world, here) == id(here)
    assert work(world, there) == id(there)
    assert work(world, here) == id(here)
    assert work(World(), here) == id(here)
    assert len(asked) == 3


def test_an_answer_of_nothing_is_an_answer() -> None:
    asked: list[object] = []

    @cached
    def work(world: World, position: Place) -> None:
        asked.append(position)

    world, position = World(), Place()
    work(world, position)
    work(world, position)

    assert asked == [position]


def test_two_positions_that_are_asked_about_by_turns_keep_their_answers() -> None:
    asked: list[object] = []

    @cached
    def work(world: World, position: Place) -> int:
        asked.append(position)
        return len(position.pieces)

    world, here, there = World(), Place(("a",)), Place(("a", "b"))

    assert [work(world, place) for place in (here, there, here, there)] == [1, 2, 1, 2]
    assert len(asked) == 2


def test_no_copy_of_a_position_has_its_answers() -> None:
    numbers = count()

    @cached
    def work(world: World, position: Place) -> int:
        return next(numbers)

    world, position = World(), Place(("a",))
    copied = replace(position)

    assert [work(world, place) for place in (position, copied, position)] == [0, 1, 0]
    assert copied == position


def test_no_answer_keeps_a_position_that_is_gone() -> None:
    @cached
    def work(world: World, position: Place) -> Place:
        return position

    # What other tests left is not looked through.
    gc.freeze()
    work(World(), Place(("gone",)))
    gc.collect()

    assert not [one for one in gc.get_objects() if isinstance(one, Place) and one.pieces == ("gone",)]


def test_a_field_of_a_subclass_that_changes_starts_an_empty_cache() -> None:
    class Burnt(Place):
        bridges: frozenset[str] = frozenset()

    @cached
    def list_burnt(world: World, place: Burnt) -> frozenset[str]:
        return place.bridges

    world, before = World(), Burnt(("a",))
    assert list_burnt(world, before) == frozenset()

    assert list_burnt(world, replace(before, bridges=frozenset({"metz"}))) == {"metz"}


def test_pickles_and_comparisons_leave_the_cache_out() -> None:
    @cached
    def work(world: World, position: Place) -> World:
        return world

    asked, fresh = Place(("a",)), Place(("a",))
    work(World(), asked)

    assert asked == fresh
    assert hash(asked) == hash(fresh)
    assert pickle.dumps(asked) == pickle.dumps(fresh)
