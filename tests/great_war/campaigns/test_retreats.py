"""Wars of players who retreat into armies: no retreat moves a marked piece, and the ledger would see it.

Here a few; `python -m tests.great_war.campaigns.retreats --count 1000` plays as many as one wishes.
"""

from collections import Counter
from collections.abc import Iterator

import pytest
from msgspec.structs import replace

from referee.packs.conformance.case_files import FiledCase
from referee.packs.conformance.case_runner import play_case as tried
from referee.systems.great_war.combat import retreats
from referee.systems.great_war.events import battle_events
from referee.systems.great_war.facts import hidden_templates
from referee.systems.great_war.rules import GreatWar
from referee.systems.great_war.state.game import GreatWarGame
from referee.systems.great_war.state.position import Position
from schemas.great_war.events import PieceRetreated
from schemas.record import PUBLIC
from tests.great_war.campaigns.retreat_marks import RetreatMarks
from tests.great_war.campaigns.retreats import played
from tests.great_war.filed import of
from tests.systems import system_of

SEED = 96
"""The wars from here on are short, and retreat into armies of coming battles."""


def test_no_retreat_of_a_war_moves_a_marked_piece(games: int) -> None:
    met: Counter[str] = Counter()
    for seed, moved, happened in played(SEED, max(2, games // 12)):
        assert not moved, seed
        met.update(happened)
    assert met["retreats"]
    assert met["retreats into armies of a coming battle"]


def filed(title: str) -> FiledCase:
    return next(one for one in of("marked-pieces") if one.case.title == title)


AFTERWARDS = "An army that retreats after combat leaves behind who has retreated into it"
DRIVEN = "With an army that is driven back who has retreated into it is eliminated"


def twice(one: FiledCase) -> list[str]:
    """What the ledger finds in a case as it is played now."""
    trial, marks, told = tried(one), RetreatMarks(), list[str]()
    position = one.bench.work.position(trial.rules, one.case.given)
    for event in trial.events:
        told += marks.enter(position, event)
        position = trial.rules.evolve(position, event)
    return told


def as_before(
    _: GreatWarGame, position: Position, id: str, to: str, into: str | None
) -> Iterator[PieceRetreated]:
    """A retreat as it was before marked pieces stayed."""
    yield PieceRetreated(piece=id, origin=position.map.pieces[id].area, to=to, into=into)


@pytest.mark.parametrize("title", [AFTERWARDS, DRIVEN])
def test_the_ledger_finds_a_marked_piece_that_is_carried_on(
    title: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert twice(filed(title)) == []
    monkeypatch.setattr(retreats, "departure", as_before)
    monkeypatch.setattr(battle_events, "_assert_unmarked", lambda *_: None)

    assert twice(filed(title)) == ["fr-i9 retreated a second time"]


@pytest.mark.parametrize("title", [AFTERWARDS, DRIVEN])
def test_a_rule_that_carries_a_marked_piece_on_is_a_loud_error(
    title: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(retreats, "departure", as_before)
    with pytest.raises(ValueError, match="retreated twice in one player turn: fr-i9"):
        tried(filed(title))


@pytest.mark.parametrize("title", [AFTERWARDS, DRIVEN])
@pytest.mark.parametrize("viewer", ["german", "entente", PUBLIC])
def test_who_may_not_look_into_armies_follows_who_stays_behind(title: str, viewer: str) -> None:
    """From the events as he saw them he knows what his view says, and can be told each of them."""
    one = filed(title)
    given = one.case.given.replace(options={"hidden-templates": "yes"})
    covert = replace(one, case=one.case.replace(given=given))
    trial = tried(covert)
    rules: GreatWar = trial.rules
    start = covert.bench.work.position(rules, given)
    followed = hidden_templates.show_to(rules.theatre, start, viewer)
    for event in trial.events:
        seen = system_of(rules).secrecy.redact_event(event, viewer)
        assert seen is not None
        system_of(rules).narrator.narrate(followed, seen)
        followed = rules.evolve(followed, seen)

    assert trial.against == []
    assert system_of(rules).secrecy.view(followed, viewer) == system_of(rules).secrecy.view(
        trial.state, viewer
    )
