"""What one reader saw more than everyone: each event has a place of its own, however many there are."""

from collections.abc import Sequence

import pytest

from referee.matches import history, visibility
from schemas.record import PUBLIC, REFEREE, Roll, Side, to_data
from schemas.vocabulary import VOCABULARY
from tests.engine.toy import Bluff, Bluffed, Hidden, Hide, Opened, Stop, Toy, ToyEvent, ToyOrder
from tests.systems import system_of

OPEN = Opened(side="red")
BLANK = Hidden(side="red")


def mine(number: int) -> Hidden:
    return Hidden(side="red", number=number)


TOLD: list[tuple[list[Hidden | Opened | None], list[Hidden | Opened | None], list[str]]] = [
    ([], [], []),
    ([OPEN], [OPEN], []),
    ([mine(1)], [None], ["0+0"]),
    ([mine(1), mine(2), mine(3)], [None, None, None], ["0+0", "0+1", "0+2"]),
    ([OPEN, mine(1), mine(2), OPEN, mine(3)], [OPEN, None, None, OPEN, None], ["1+0", "1+1", "2+0"]),
    ([mine(1), mine(2)], [BLANK, BLANK], ["0", "1"]),
    ([mine(1), mine(2), mine(3)], [None, BLANK, None], ["0+0", "0", "1+0"]),
    ([None, mine(2)], [None, None], ["0+0"]),
    ([None, OPEN], [OPEN, OPEN], []),
]
"""What a reader saw, what everyone saw, and the places of what he saw more."""


@pytest.mark.parametrize(("told", "shown", "places"), TOLD)
def test_each_private_event_has_its_place(
    told: Sequence[Hidden | Opened | None], shown: Sequence[Hidden | Opened | None], places: list[str]
) -> None:
    fuller = visibility._fuller(told, shown, VOCABULARY)

    assert list(fuller) == places
    kept = [event for event, public in zip(told, shown, strict=True) if event not in (None, public)]
    assert list(fuller.values()) == [to_data(event) for event in kept]


@pytest.mark.parametrize(("told", "shown", "places"), TOLD)
def test_places_restore_visible_events(
    told: Sequence[Hidden | Opened | None], shown: Sequence[Hidden | Opened | None], places: list[str]
) -> None:
    public = [to_data(event) for event in shown if event is not None]
    fuller = visibility._fuller(told, shown, VOCABULARY)
    saw = [event or everyone for event, everyone in zip(told, shown, strict=True)]

    assert list(history._merge(public, fuller)) == [to_data(event) for event in saw if event]


def test_place_after_end_is_ignored() -> None:
    assert list(history._merge(["a"], {"0+0": "b", "1+0": "c", "1+2": "d", "2+0": "e", "1": "f"})) == [
        "b",
        "a",
        "c",
    ]


FIRST = history.Move(Hide(side="red", number=1), (mine(1),), 1)


@pytest.mark.parametrize(("sealed", "written"), [((), False), ((FIRST,), True)])
def test_entry_contains_sealed_orders(sealed: tuple[history.Move, ...], written: bool) -> None:
    last = history.Move(Stop(side="red"), (), 2)
    own = visibility.split_parts(system_of(Toy()), "red", visibility.EntryDraft(sealed, last)).private["red"]

    assert ("sealed" in own) is written
    assert own["line"] == 2


def test_order_after_sealed_ones_is_public() -> None:
    order = Stop(side="red")
    told = visibility.split_parts(
        system_of(Toy()), "red", visibility.EntryDraft((FIRST,), history.Move(order, (OPEN,), 2))
    )

    assert told.public == {"order": to_data(order), "events": [to_data(OPEN)]}


def test_sealed_orders_share_entry_with_next_order() -> None:
    last = history.Move(Stop(side="red"), (), 2)

    assert visibility.EntryDraft((FIRST,), None).moves == (FIRST,)
    assert visibility.EntryDraft((), last).moves == (last,)
    assert visibility.EntryDraft((FIRST,), last).moves == (FIRST, last)


def test_letter_that_ends_sealed_shows_no_order() -> None:
    told = visibility.split_parts(system_of(Toy()), "red", visibility.EntryDraft((FIRST,), None))

    assert told.public == {"order": None, "events": []}
    assert told.private.keys() == {"red", "blue", "referee"}
    assert told.private["blue"] == told.private["referee"] == {}
    assert [told.private["red"][name] for name in told.private["red"]] == [
        [{"line": 1, "order": to_data(FIRST.order), "events": [to_data(mine(1))]}]
    ]


class Silent(Toy):
    """The same game where nobody sees what the other side does."""

    def redact_event(self, event: ToyEvent, viewer: Side) -> ToyEvent | None:
        return event if viewer in (getattr(event, "side", None), REFEREE) else None


class Blind(Toy):
    """The same game where a side does not see all of what comes of its own orders."""

    def redact_event(self, event: ToyEvent, viewer: Side) -> ToyEvent | None:
        return event if viewer == REFEREE else None


class Overheard(Silent):
    """The same game where one side hears what the other orders, and the public does not."""

    def redact_order(self, order: ToyOrder, viewer: Side) -> ToyOrder | None:
        return None if viewer == PUBLIC else order


def threw(*faces: int) -> Bluffed:
    return Bluffed(side="red", rolls=(Roll(purpose="luck", sides=6, faces=faces),))


SEALED: dict[str, tuple[Toy, ToyOrder, tuple[ToyEvent, ...], bool]] = {
    "what nobody else hears and sees": (Silent(), Bluff(side="red", number=1), (threw(),), True),
    "nothing that anybody sees": (Toy(), Hide(side="red", number=1), (), True),
    "a die": (Silent(), Bluff(side="red", number=1), (threw(3),), False),
    "an order that all hear": (Silent(), Stop(side="red"), (), False),
    "an event of the other side": (Silent(), Hide(side="red", number=1), (Hidden(side="blue"),), False),
    "an event that its own side misses": (Blind(), Hide(side="red", number=1), (mine(1),), False),
    "an order that one side hears": (Overheard(), Hide(side="red", number=1), (mine(1),), False),
    "an event that all see": (Toy(), Hide(side="red", number=1), (Opened(side="red"),), False),
}


@pytest.mark.parametrize(("rules", "order", "events", "sealed"), SEALED.values(), ids=SEALED)
def test_order_is_sealed_if_secret_and_without_rolls(
    rules: Toy, order: ToyOrder, events: tuple[ToyEvent, ...], sealed: bool
) -> None:
    assert visibility.is_under_seal(system_of(rules), order, events) is sealed
