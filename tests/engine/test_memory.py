"""What was worked out of a position is kept with the position, and goes with it."""

import gc
from itertools import count
from weakref import ref

from msgspec.structs import replace

from referee.values.memory import (
    Remembering,
    find_after,
    find_step,
    hand_on,
    has_passed,
    keep_trail,
    note_after,
    note_passed,
    note_step,
    remember,
    remember_lasting,
    teach,
)


class World:
    """Something with an identity and no more."""


class Place(Remembering):
    """A position: what is on it."""

    pieces: tuple[str, ...] = ()


def test_a_question_is_worked_out_once_for_one_position() -> None:
    asked: list[tuple[object, str]] = []

    @remember
    def work(world: World, position: Place, side: str) -> str:
        asked.append((position, side))
        return f"{side} of {len(position.pieces)}"

    world, position = World(), Place(("a",))
    answers = [work(world, position, side) for side in ("german", "entente", "german", "entente")]

    assert answers == ["german of 1", "entente of 1"] * 2
    assert len(asked) == 2


def test_a_position_that_is_only_equal_is_another_one() -> None:
    asked: list[object] = []

    @remember
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

    @remember
    def work(world: World, position: Place) -> None:
        asked.append(position)

    world, position = World(), Place()
    work(world, position)
    work(world, position)

    assert asked == [position]


def test_two_positions_that_are_asked_about_by_turns_keep_their_answers() -> None:
    asked: list[object] = []

    @remember
    def work(world: World, position: Place) -> int:
        asked.append(position)
        return len(position.pieces)

    world, here, there = World(), Place(("a",)), Place(("a", "b"))

    assert [work(world, place) for place in (here, there, here, there)] == [1, 2, 1, 2]
    assert len(asked) == 2


def test_no_copy_of_a_position_has_its_answers() -> None:
    numbers = count()

    @remember
    def work(world: World, position: Place) -> int:
        return next(numbers)

    world, position = World(), Place(("a",))
    copied = replace(position)

    assert [work(world, place) for place in (position, copied, position)] == [0, 1, 0]
    assert copied == position


def test_no_answer_keeps_a_position_that_is_gone() -> None:
    @remember
    def work(world: World, position: Place) -> Place:
        return position

    work(World(), Place(("gone",)))
    gc.collect()

    assert not [one for one in gc.get_objects() if isinstance(one, Place) and one.pieces == ("gone",)]


def test_what_lasts_is_handed_on_and_nothing_else() -> None:
    numbers = count()

    @remember
    def work(world: World, position: Place) -> int:
        return next(numbers)

    @remember_lasting
    def lasting(world: World, position: Place) -> int:
        return next(numbers)

    world, before, after, other = World(), Place(("a",)), Place(("a",)), Place(("a",))
    hand_on(before, after)

    assert [lasting(world, place) for place in (before, after, other)] == [0, 0, 1]
    assert [work(world, place) for place in (before, after)] == [2, 3]


def test_what_came_of_a_position_is_known_by_its_events_while_it_is_in_use() -> None:
    before, after = Place(("a",)), Place(("b",))
    note_after(before, ("moved",), after)

    assert find_after(before, ("moved",)) is after
    assert find_after(before, ("moved", "moved")) is None
    assert find_after(after, ("moved",)) is None
    del after
    assert find_after(before, ("moved",)) is None


def test_what_one_event_made_of_a_position_is_known_to_the_same_world_alone() -> None:
    world, before, after = World(), Place(("a",)), Place(("b",))
    assert find_step(world, before, "moved") is None
    note_step(world, before, "moved", after)

    assert find_step(world, before, "moved") is after
    assert find_step(World(), before, "moved") is None
    assert find_step(world, before, "lost") is None
    assert find_step(world, after, "moved") is None
    del after
    assert find_step(world, before, "moved") is None


def test_the_positions_on_the_way_are_in_use_as_long_as_the_first_but_the_last_is_not() -> None:
    world, trail = World(), tuple(Place((name,)) for name in "abcd")
    note_step(world, trail[0], "moved", trail[1])
    note_step(world, trail[1], "moved", trail[2])
    note_step(world, trail[2], "moved", trail[3])
    keep_trail(trail)
    first, second, third, last = map(ref, trail)
    start = trail[0]
    del trail

    assert second() is not None
    assert third() is not None
    assert last() is None
    del start
    assert [place() for place in (first, second, third)] == [None, None, None]


def test_a_position_learns_what_is_known_of_another_that_came_about_alike() -> None:
    numbers = count()

    @remember
    def work(world: World, position: Place) -> int:
        return next(numbers)

    world, one, other = World(), Place(("a",)), Place(("a",))
    work(world, other)
    teach(one, other)

    assert work(world, one) == 0


def test_what_keeps_nothing_in_mind_is_worked_out_again() -> None:
    """A position of another game may be any value, also one that nothing can be kept with."""
    place = Place()
    for before, after in ((place, "elsewhere"), ("here", place), ("here", "elsewhere")):
        note_after(before, ("moved",), after)

        assert find_after(before, ("moved",)) is None


def test_that_nothing_is_held_against_an_order_is_known_of_this_very_order_in_this_world() -> None:
    world, position, order = World(), Place(), Place(("order",))
    assert not has_passed(world, position, order)
    note_passed(world, position, order)

    assert has_passed(world, position, order)
    assert not has_passed(World(), position, order)
    assert not has_passed(world, position, replace(order))
    assert not has_passed(world, Place(), order)
