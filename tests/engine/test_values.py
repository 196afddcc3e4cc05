"""Our dataclasses are what those of the standard library are, made sooner."""

import dataclasses
from collections.abc import Callable
from dataclasses import FrozenInstanceError, field
from typing import Any

import pytest

from referee.values.changes import replace
from referee.values.classes import dataclass


def fort(made: Callable[..., Any]) -> Any:
    """One class, made by either of them."""

    @made(frozen=True, slots=True)
    class Fort:
        """A fort."""

        area: str
        strength: int = 2
        guns: list[str] = field(default_factory=list)
        plan: str = field(default="sealed", repr=False)
        seen: int = field(default=0, compare=False)

    return Fort


@pytest.fixture
def ours() -> Any:
    return fort(dataclass)


@pytest.fixture
def theirs() -> Any:
    return fort(dataclasses.dataclass)


@pytest.mark.parametrize("given", [("liege",), ("liege", 1), ("liege", 1, ["a"]), ("namur", 2, ["a", "b"])])
def test_a_value_reads_like_one_of_the_standard_library(
    ours: Any, theirs: Any, given: tuple[Any, ...]
) -> None:
    one, other = ours(*given), theirs(*given)

    assert repr(one) == repr(other)
    assert dataclasses.astuple(one) == dataclasses.astuple(other)
    assert ours.__match_args__ == theirs.__match_args__ == ("area", "strength", "guns", "plan", "seen")
    assert not hasattr(one, "__dict__")


def test_what_is_not_to_be_shown_is_not(ours: Any) -> None:
    assert "sealed" not in repr(ours("liege"))


def test_values_are_equal_by_what_they_hold_and_to_no_other_class(ours: Any, theirs: Any) -> None:
    assert ours("liege") == ours("liege", 2, [])
    assert ours("liege") != ours("liege", 1)
    assert ours("liege") != theirs("liege")
    assert ours("liege", seen=1) == ours("liege", seen=2)
    assert ours("liege").guns is not ours("liege").guns


def test_a_value_is_as_it_is(ours: Any) -> None:
    value = ours("liege")

    with pytest.raises(FrozenInstanceError, match="'area'"):
        value.area = "namur"
    with pytest.raises(FrozenInstanceError, match="'area'"):
        del value.area
    assert value.area == "liege"


def test_values_of_one_field_or_none_can_be_told_apart_too() -> None:
    @dataclass(frozen=True, slots=True)
    class Opened:
        """One field."""

        side: str

    @dataclass(frozen=True, slots=True)
    class Closed:
        """Another class with the same."""

        side: str

    @dataclass(frozen=True, slots=True)
    class Over:
        """None."""

    assert len({Opened("german"), Opened("german"), Closed("german"), Opened("entente"), Over(), Over()}) == 4


@pytest.mark.parametrize("made", [dataclass, dataclasses.dataclass])
def test_what_is_missing_or_too_much_is_refused(made: Callable[..., Any]) -> None:
    with pytest.raises(TypeError, match="area"):
        fort(made)()
    with pytest.raises(TypeError, match="walls"):
        fort(made)("liege", walls=3)


def test_a_value_may_ask_for_names_and_an_open_one_may_be_changed() -> None:
    @dataclass(frozen=True, slots=True, kw_only=True)
    class Named:
        """Fields by name."""

        side: str
        area: str = "liege"

    @dataclass(slots=True)
    class Tally:
        """A count."""

        hits: int = 0

    tally = Tally()
    tally.hits += 1

    assert Named(side="german") == Named(area="liege", side="german")
    with pytest.raises(TypeError):
        Named("german")  # type: ignore[call-arg, misc]
    assert tally == Tally(1)
    with pytest.raises(TypeError, match="unhashable"):
        hash(tally)


@pytest.mark.parametrize("changed", [replace, dataclasses.replace])
def test_a_changed_value_leaves_the_old_one_alone(ours: Any, changed: Callable[..., Any]) -> None:
    before = ours("liege", 2, ["a"])

    after = changed(before, strength=1)

    assert (before.strength, after) == (2, ours("liege", 1, ["a"]))
    assert type(after) is ours
    assert after.guns is before.guns
