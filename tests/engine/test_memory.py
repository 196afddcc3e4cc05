"""What was worked out of a position is kept while the same position is asked about, and no longer."""

from referee.engine.memory import remember


class World:
    """Something with an identity and no more."""


def test_a_question_is_worked_out_once_for_one_position() -> None:
    asked: list[tuple[object, str]] = []

    @remember
    def work(world: World, position: list[str], side: str) -> str:
        asked.append((position, side))
        return f"{side} of {len(position)}"

    world, position = World(), ["a"]
    answers = [work(world, position, side) for side in ("german", "entente", "german", "entente")]

    assert answers == ["german of 1", "entente of 1"] * 2
    assert len(asked) == 2


def test_a_position_that_is_only_equal_is_another_one() -> None:
    asked: list[object] = []

    @remember
    def work(world: World, position: list[str]) -> int:
        asked.append(position)
        return id(position)

    world, here, there = World(), ["a"], ["a"]

    assert work(world, here) == id(here)
    assert work(world, there) == id(there)
    assert work(world, here) == id(here)
    assert work(World(), here) == id(here)
    assert len(asked) == 4


def test_an_answer_of_nothing_is_an_answer() -> None:
    asked: list[object] = []

    @remember
    def work(world: World, position: object) -> None:
        asked.append(position)

    world, position = World(), object()
    work(world, position)
    work(world, position)

    assert asked == [position]
