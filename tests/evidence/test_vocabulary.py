"""A field that is added to an event changes no verdict about journals that were filed without it."""

import json
import sys
from collections.abc import Callable, Iterator, Mapping
from itertools import islice
from pathlib import Path
from typing import Annotated, Any, Union, get_args

import pytest
from msgspec.structs import asdict, replace

from referee.engine import machine
from referee.engine.events import EventIndex
from referee.engine.system import Outcome
from referee.evidence import match_verification, rejudgement
from referee.faults import DataFault
from referee.matches import journal, matches, opening, visibility
from referee.matches.matches import Match
from referee.matches.shelf import JOURNAL
from referee.packs import loading
from referee.systems.great_war.events.recorder import EVENTS as GREAT_WAR
from referee.systems.great_war.rules import GreatWar
from referee.systems.skirmish.events.evolution import EVENTS as SKIRMISH
from referee.systems.skirmish.rules import Skirmish
from schemas.great_war import events as war
from schemas.record import Event, Record, Shape, Since
from schemas.skirmish import events as raid
from schemas.vocabulary import VOCABULARY, as_said_in, as_written_in
from tests.examples import format_2
from tests.great_war.matches.record import ENDINGS, unpacked
from tests.skirmish.random_play import Step, play
from tests.systems import system_of

pytestmark = pytest.mark.usefixtures("older_objects_are_left_alone")

LATER = VOCABULARY + 1

Grow = Callable[[type[Event], Shape[Any], int], None]
"""Adds the field `news` to a kind of event, as of a vocabulary."""


@pytest.fixture
def grow(monkeypatch: pytest.MonkeyPatch) -> Grow:
    def add(shape: type[Event], events: Shape[Any], since: int) -> None:
        more = {"__annotations__": {"news": Annotated[str, Since(since)]}, "news": ""}
        grown: Any = type(shape)(shape.__name__, (shape,), more, tag=shape.__struct_config__.tag)
        known = Union[tuple(grown if one is shape else one for one in get_args(events.union))]  # noqa: UP007 - a tuple of types
        for name, value in {**vars(events), **vars(Shape(known)), "_read_part": events._read_part}.items():
            monkeypatch.setattr(events, name, value)
        for module in [one for name, one in sys.modules.items() if name.startswith(("referee.", "schemas."))]:
            for name in [name for name, value in vars(module).items() if value is shape]:
                monkeypatch.setattr(module, name, grown)
        tables: tuple[EventIndex[Any, Any, Any], ...] = (GREAT_WAR, SKIRMISH)
        for table in tables:
            if shape in table.kinds:
                monkeypatch.setattr(table, "kinds", {**table.kinds, grown: table.kinds[shape]})

    return add


def tell(patch: pytest.MonkeyPatch, rules: type[object], shape: type[Event], **told: object) -> None:
    """Let rules say something else in every event of a kind."""
    for name in ("outcome", "advance"):
        inner = getattr(rules, name)

        def telling(self: object, *given: object, inner: Callable[..., Outcome[Any, Any]] = inner) -> object:
            found = inner(self, *given)
            events = (replace(event, **told) if isinstance(event, shape) else event for event in found.events)
            return Outcome(tuple(events), found.after)

        patch.setattr(rules, name, telling)


def recorded(ending: str, shelf: Path) -> Match:
    """A recorded war on a shelf."""
    (shelf / ending).mkdir()
    (shelf / ending / JOURNAL).write_bytes(unpacked(ending))
    return matches.find(shelf, ending)


def example(shelf: Path) -> Match:
    """The example of the skirmish, played to its end."""
    return format_2.play("skirmish", "sap", shelf)


def differences(match: Match) -> tuple[int, ...] | None:
    return match_verification.verify(match.folder / JOURNAL, rejudge=True).differences


@pytest.mark.parametrize("ending", sorted(ENDINGS))
def test_a_field_that_is_added_changes_no_verdict_about_a_recorded_war(
    ending: str, tmp_path: Path, grow: Grow, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = recorded(ending, tmp_path)
    grow(war.TurnOpened, war.EVENTS, LATER)
    tell(monkeypatch, GreatWar, war.TurnOpened, news="good")

    assert match.header.vocabulary == (1 if ENDINGS[ending].format == 2 else VOCABULARY)
    assert differences(match) == ()


def test_a_field_that_is_added_changes_no_verdict_about_the_skirmish(
    tmp_path: Path, grow: Grow, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = example(tmp_path)
    grow(raid.PhaseStarted, raid.EVENTS, LATER)
    tell(monkeypatch, Skirmish, raid.PhaseStarted, news="good")

    assert differences(match) == ()
    assert rejudgement.rejudge(match).different == ()


def test_a_new_field_without_its_vocabulary_is_a_difference(
    tmp_path: Path, grow: Grow, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = recorded("resignation", tmp_path)
    grow(war.TurnOpened, war.EVENTS, match.header.vocabulary)
    tell(monkeypatch, GreatWar, war.TurnOpened, news="good")

    assert differences(match)
    assert "news was  and is good" in str(rejudgement.rejudge(match).different)


def test_a_change_of_another_field_is_found_beside_it(
    tmp_path: Path, grow: Grow, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = recorded("resignation", tmp_path)
    grow(war.TurnOpened, war.EVENTS, LATER)
    tell(monkeypatch, GreatWar, war.TurnOpened, news="good", side="nobody")

    assert differences(match)
    (first, *_) = rejudgement.rejudge(match).different
    assert "and is nobody" in str(first.differences)
    assert "news" not in str(first.differences)


def test_an_older_match_is_written_and_judged_in_its_own_vocabulary(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    today = example(tmp_path / "today")
    monkeypatch.setattr(opening, "BEFORE_PHRASES", 1)
    match = example(tmp_path / "older")

    assert (today.header.vocabulary, match.header.vocabulary) == (2, 1)
    assert b'"vocabulary"' not in (match.folder / JOURNAL).read_bytes().splitlines()[0]
    assert (_says_what_cut_a_way(today), _says_what_cut_a_way(match)) == (True, False)
    assert differences(match) == ()
    assert rejudgement.rejudge(match).different == ()


def _says_what_cut_a_way(match: Match) -> bool:
    """Whether its moves have room for what cut them short as a fact."""
    (said,) = {"fact" in event for event in _walks(match)}
    return said


def _walks(match: Match) -> Iterator[Mapping[str, object]]:
    for entry in match.entries:
        for part in entry.private.values():
            told = part.get("events")
            if isinstance(told, dict):
                yield from (event for event in told.values() if event["type"] == "figure-moved")


REASONED = (raid.OrderDropped, raid.FigureMoved)
"""The events that say something as a fact since vocabulary 2."""


@pytest.fixture(scope="module")
def reasons() -> tuple[Skirmish, tuple[Step, ...]]:
    """Entries of a random game in which an order was dropped, or a way was cut short."""
    rules = Skirmish(loading.load("skirmish").pack, "dawn-sap")
    told = (step for step in play(rules, 2) if any(_reason(event) for event in step[2]))
    return rules, tuple(islice(told, 6))


def _reason(event: Event) -> str:
    return event.fact if isinstance(event, REASONED) else ""


def test_events_of_today_say_why_as_a_fact(reasons: tuple[Skirmish, tuple[Step, ...]]) -> None:
    rules, steps = reasons
    assert {type(event) for step in steps for event in step[2] if _reason(event)} == set(REASONED)
    for before, order, events, _ in steps:
        assert machine.audit(rules, before, order, events).agrees


def test_an_older_entry_does_not_say_why_as_a_fact(reasons: tuple[Skirmish, tuple[Step, ...]]) -> None:
    rules, steps = reasons
    for before, order, events, _ in steps:
        older = tuple(as_said_in(event, 1) for event in events)
        assert not any(map(_reason, older))
        game = system_of(rules)
        now = visibility.parts(game, order, events, vocabulary=1)
        assert now == visibility.parts(game, order, older, vocabulary=1)
        assert '"fact"' not in json.dumps(
            asdict(visibility.parts(system_of(rules), order, events, vocabulary=1))
        )
        assert machine.audit(rules, before, order, older, vocabulary=1).agrees
        assert not machine.audit(rules, before, order, older, vocabulary=2).agrees


def test_an_older_entry_that_says_more_than_it_could_is_judged_otherwise(
    reasons: tuple[Skirmish, tuple[Step, ...]],
) -> None:
    rules, steps = reasons
    for before, order, events, _ in steps:
        assert not machine.audit(rules, before, order, events, vocabulary=1).agrees


def test_a_match_of_a_later_vocabulary_is_not_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(opening, "VOCABULARY", LATER)
    opening.open_match(tmp_path, "later", "skirmish", at="2026-12-01T20:00:00Z")
    with pytest.raises(DataFault, match=f"has vocabulary {LATER}; this referee reads"):
        journal.read(tmp_path / "later" / JOURNAL)


class Die(Record):
    face: int
    colour: Annotated[str, Since(2)] = ""


class Thrown(Record):
    dice: tuple[Die, ...] = ()
    named: Mapping[str, Die] = {}
    best: Die | None = None
    why: Annotated[str, Since(3)] = ""


THROWN = Thrown(
    dice=(Die(face=1, colour="red"), Die(face=2)), named={"mine": Die(face=3, colour="blue")},
    best=Die(face=2, colour="green"), why="to see",
)  # fmt: skip


def test_fields_of_newer_vocabularies_are_left_out_at_any_depth() -> None:
    assert as_written_in(THROWN, 1) == {
        "dice": [{"face": 1}, {"face": 2}], "named": {"mine": {"face": 3}}, "best": {"face": 2},
    }  # fmt: skip
    assert as_said_in(THROWN, 1) == Thrown(
        dice=(Die(face=1), Die(face=2)), named={"mine": Die(face=3)}, best=Die(face=2)
    )
    assert as_said_in(THROWN, 2) == replace(THROWN, why="")
    assert as_said_in(THROWN, 3) is THROWN
