"""Who owes an answer since when, and how each side used its time."""

from collections.abc import Callable
from pathlib import Path

import pytest

from referee.evidence import standalone
from referee.faults import DataFault, Misuse, Stale
from referee.matches import matches, moderator_entries
from referee.matches.clocks import clock_entries, ledger, running_deadlines, timeline
from referee.matches.clocks.timeline import Asked
from referee.matches.journal import Draft
from referee.matches.matches import Match
from schemas.clocks import AbsenceWithdrawn, Deadline, Pace, Terms
from schemas.record import PUBLIC, to_data
from tests.duels import Send

DAY = Terms(hour="20:00", hours=24, grace=12)

Play = Callable[[str, str, str], object]


def at(day: int, hour: int = 12) -> str:
    return f"2026-12-{day:02}T{hour:02}:00:00Z"


@pytest.fixture
def play(send: Send) -> Play:
    return lambda moment, side, text: send(text, side, at=moment)


def find(shelf: Path) -> Match:
    return matches.find_whole(shelf, "duel")


def list_since(owed: tuple[Asked, ...]) -> dict[str, int]:
    return {one.side: one.since.body.seq for one in owed}


def list_due(shelf: Path, now: str) -> dict[str, Deadline]:
    return {one.side: one for one in running_deadlines.list_deadlines(find(shelf), now).deadlines}


def test_both_sides_owe_an_answer_after_opening(match: Match) -> None:
    assert list_since(timeline.list_owed(match)) == {"red": 1, "blue": 1}


def test_answer_leads_to_next_open_answer(shelf: Path, play: Play) -> None:
    play(at(2), "red", "hide 2")
    assert list_since(timeline.list_owed(find(shelf))) == {"blue": 1}
    play(at(3), "blue", "hide 5")
    assert list_since(timeline.list_owed(find(shelf))) == {"red": 3}
    play(at(4), "red", "throw 1")
    assert list_since(timeline.list_owed(find(shelf))) == {"blue": 4}


def test_order_within_question_does_not_extend_deadline(shelf: Path, play: Play) -> None:
    play(at(2), "red", "hide 2")
    play(at(3), "blue", "hide 5")
    play(at(4), "red", "peek")
    play(at(5), "red", "peek")
    state = find(shelf).position()
    assert [one.side for one in timeline.list_owed(find(shelf))] == [state.turn]
    if state.turn == "red":
        assert list_since(timeline.list_owed(find(shelf))) == {"red": 3}


def test_takeback_restarts_deadline(shelf: Path, play: Play) -> None:
    play(at(2), "red", "hide 2")
    play(at(3), "blue", "hide 5")
    play(at(4), "red", "stop")
    moderator_entries.retract(shelf, "duel", to=3, by="red", reason="", at=at(5))
    assert list_since(timeline.list_owed(find(shelf))) == {"red": 5}


def test_closed_match_has_no_open_answer(shelf: Path, match: Match) -> None:
    moderator_entries.reveal(shelf, "duel", unfinished=True, at=at(2))
    assert timeline.list_owed(find(shelf)) == ()
    with pytest.raises(Stale):
        clock_entries.set_terms(shelf, match.name, DAY, at=at(2))


def test_open_answers_equal_in_both_directions(example_shelf: Path) -> None:
    whole = matches.find_whole(example_shelf, "liege")
    journal = whole.journal
    for count in range(1, len(whole.entries) + 1):
        entries = whole.entries[:count]
        seen = Match(whole.name, whole.folder, _cut(journal, entries), whole.bound, whole.past)
        late = {one.side: one for one in timeline.list_asked(seen) if one.answer is None}
        assert {one.side: one for one in timeline.list_owed(seen)} == late


def _cut(journal: object, entries: object) -> object:
    from msgspec.structs import replace

    return replace(journal, entries=entries)


def test_open_answers_are_public(example_shelf: Path) -> None:
    """A deadline may follow from it, and everyone may see when somebody is late."""
    match = matches.find_whole(example_shelf, "liege")
    for count in range(1, len(match.entries) + 1):
        state = match.position(count)
        shown = match.system.secrecy.view(state, PUBLIC)
        known = {(prompt.side, prompt.question, prompt.subject) for prompt in shown.prompts}
        assert known == {(one.side, one.question, one.subject) for one in match.rules.prompts(state)}


def test_deadline_follows_from_journal_and_time(shelf: Path, play: Play) -> None:
    clock_entries.set_terms(shelf, "duel", DAY, at=at(1, 21))
    play(at(2), "red", "hide 2")
    blue = list_due(shelf, at(2, 13))["blue"]
    assert (blue.entry, blue.due, blue.over, blue.late) == (1, at(3, 20), at(4, 8), None)
    assert (blue.told, blue.hours_used) == ("2026-12-03 20:00 UTC", 17.0)
    assert list_due(shelf, at(3, 21))["blue"].late == "grace"
    assert list_due(shelf, at(4, 9))["blue"].late == "over"


def test_ledger_counts_answers_on_time(shelf: Path, play: Play) -> None:
    clock_entries.set_terms(shelf, "duel", DAY, at=at(1, 21))
    play(at(2), "red", "hide 2")
    play(at(3, 22), "blue", "hide 5")
    play(at(4), "red", "stop")
    red, blue = ledger.count_pace(find(shelf), at(4)).sides
    assert red == Pace(side="red", answers=2, due=2, on_time=2, late=0, over=0, hours=30.0, longest=16.0)
    assert blue == Pace(side="blue", answers=1, due=1, on_time=0, late=1, over=0, hours=50.0, longest=50.0)
    assert (red.share, blue.share) == (1.0, 0.0)
    _, blue = ledger.count_pace(find(shelf), at(9)).sides
    assert (blue.answers, blue.due, blue.late, blue.over) == (2, 2, 2, 1)


def test_takeback_is_not_an_answer(shelf: Path, play: Play) -> None:
    play(at(2), "red", "hide 2")
    moderator_entries.retract(shelf, "duel", to=1, reason="again", by=None, at=at(3))

    owed = [
        (one.side, one.since.body.seq, one.answer and one.answer.body.seq)
        for one in timeline.list_asked(find(shelf))
    ]
    assert sorted(owed, key=str) == [("blue", 3, None), ("red", 1, 2), ("red", 3, None)]


def test_ledger_rounds_to_hundredths_of_hours(shelf: Path, play: Play) -> None:
    play("2026-12-01T20:20:00Z", "red", "hide 2")
    red, _ = ledger.count_pace(find(shelf), at(2)).sides
    assert (red.hours, red.longest) == (0.33, 0.33)
    blue = list_due(shelf, "2026-12-01T20:20:00Z")["blue"]
    assert blue.hours_used == 0.33


def test_ledger_excludes_pauses_and_absences(shelf: Path, play: Play) -> None:
    clock_entries.set_terms(shelf, "duel", DAY, at=at(1, 21))
    clock_entries.announce_absence(shelf, "duel", "red", first="2026-12-05", last="2026-12-06", at=at(1, 22))
    play(at(2), "red", "hide 2")
    play(at(3), "blue", "hide 5")
    clock_entries.pause(shelf, "duel", why="fair", at=at(3, 18))
    clock_entries.resume(shelf, "duel", why="", at=at(4, 18))
    play(at(8), "red", "stop")
    red, _ = ledger.count_pace(find(shelf), at(8)).sides
    assert red.hours == 16 + 6 + 6 + 36


def test_hours_are_counted_without_clock(shelf: Path, play: Play) -> None:
    play(at(2), "red", "hide 2")
    red, blue = ledger.count_pace(find(shelf), at(9)).sides
    assert (red.answers, red.due, red.share, red.hours) == (1, 0, None, 16.0)
    assert blue.answers == 0


def test_stopped_clock_has_no_deadlines(shelf: Path, match: Match) -> None:
    clock_entries.set_terms(shelf, match.name, DAY, at=at(1, 21))
    clock_entries.stop(shelf, match.name, why="a game among friends", at=at(1, 22))
    assert [one.due for one in list_due(shelf, at(9)).values()] == ["", ""]
    with pytest.raises(Misuse, match="has no clock"):
        clock_entries.stop(shelf, match.name, why="", at=at(2))


def test_extension_ends_later_and_needs_open_answer(shelf: Path, play: Play) -> None:
    clock_entries.set_terms(shelf, "duel", DAY, at=at(1, 21))
    play(at(2), "red", "hide 2")
    clock_entries.extend(shelf, "duel", "blue", until="2026-12-06T18:00", why="a train", at=at(2, 13))
    blue = list_due(shelf, at(3, 21))["blue"]
    assert (blue.due, blue.over, blue.extended, blue.late) == (at(6, 18), at(7, 6), True, None)
    for side, until, said in (
        ("blue", "2026-12-06T18:00Z", "must end later"),
        ("blue", "tomorrow", "is not a time"),
        ("red", "2026-12-09T18:00Z", "owes no answer"),
    ):
        with pytest.raises(Misuse, match=said):
            clock_entries.extend(shelf, "duel", side, until=until, why="", at=at(3))
    play(at(6), "blue", "hide 5")
    assert not list_due(shelf, at(6))["red"].extended


def test_clock_cannot_be_paused_or_resumed_twice(shelf: Path, match: Match) -> None:
    clock_entries.set_terms(shelf, match.name, DAY, at=at(1, 21))
    with pytest.raises(Misuse, match="not paused"):
        clock_entries.resume(shelf, match.name, why="", at=at(2))
    clock_entries.pause(shelf, match.name, why="", at=at(2))
    with pytest.raises(Misuse, match="paused in entry 3"):
        clock_entries.pause(shelf, match.name, why="", at=at(2))
    with pytest.raises(Misuse, match="paused in entry 3"):
        clock_entries.extend(shelf, match.name, "red", until="2027-01-01", why="", at=at(2))
    assert running_deadlines.list_deadlines(find(shelf), at(3)).paused
    clock_entries.resume(shelf, match.name, why="", at=at(3))
    clock_entries.pause(shelf, match.name, why="", at=at(4))
    with pytest.raises(Misuse, match="paused in entry 5"):
        clock_entries.pause(shelf, match.name, why="", at=at(5))


@pytest.mark.parametrize(
    ("first", "last", "said"),
    [
        ("2026-12-24", "2026-12-23", "cannot end"),
        ("2026-12-01", "2027-02-01", "at most 60 days"),
        ("2026-02-30", "2026-03-01", "not a day of the calendar"),
        ("tomorrow", "2026-03-01", "not a day of the calendar"),
    ],
)
def test_absence_needs_calendar_days(shelf: Path, match: Match, first: str, last: str, said: str) -> None:
    with pytest.raises(Misuse, match=said):
        clock_entries.announce_absence(shelf, match.name, "red", first=first, last=last, at=at(1))


def test_same_absence_is_filed_once_until_it_is_withdrawn(shelf: Path, match: Match) -> None:
    def announce() -> int:
        days = {"first": "2026-12-24", "last": "2026-12-26"}
        return clock_entries.announce_absence(shelf, match.name, "red", **days, at=at(1)).entry

    assert (announce(), announce()) == (2, 2)
    clock_entries.withdraw_absence(shelf, match.name, "red", 2, at=at(2))
    assert announce() == 4


def test_refused_extension_names_the_deadline_in_the_zone_of_the_match(shelf: Path, match: Match) -> None:
    clock_entries.set_terms(shelf, match.name, DAY.model_copy(update={"zone": "Europe/Berlin"}), at=at(1, 21))
    with pytest.raises(Misuse, match="is due 2026-12-03 20:00 Europe/Berlin;"):
        clock_entries.extend(shelf, match.name, "red", until="2026-12-02T18:00", why="", at=at(2))


def test_absence_is_withdrawn_once_by_its_side(shelf: Path, match: Match) -> None:
    clock_entries.announce_absence(shelf, match.name, "red", first="2026-12-24", last="2026-12-26", at=at(1))
    assert len(running_deadlines.list_deadlines(find(shelf), at(1)).absences) == 1
    with pytest.raises(Misuse, match="not a current absence of blue"):
        clock_entries.withdraw_absence(shelf, match.name, "blue", 2, at=at(2))
    clock_entries.withdraw_absence(shelf, match.name, "red", 2, at=at(2))
    with pytest.raises(Misuse, match="not a current absence of red"):
        clock_entries.withdraw_absence(shelf, match.name, "red", 2, at=at(2))
    assert running_deadlines.list_deadlines(find(shelf), at(1)).absences == ()


@pytest.mark.parametrize(
    ("drafts", "withdrawn"),
    [((("red", 2),), 3), ((("red", 2), ("red", 2)), 3), ((("blue", 2),), None), ((("red", 1),), None)],
    ids=["by its side", "twice", "by the other side", "of another entry"],
)
def test_first_withdrawal_of_absence_counts(
    shelf: Path, match: Match, drafts: tuple[tuple[str, int], ...], withdrawn: int | None
) -> None:
    """A journal may say more than anybody could file."""
    clock_entries.announce_absence(shelf, match.name, "red", first="2026-12-24", last="2026-12-26", at=at(1))
    with matches.hold(shelf, match.name) as (writer, _):
        for side, entry in drafts:
            said = to_data(AbsenceWithdrawn(entry=entry))
            writer.append(Draft(kind="absence", at=at(1), side=side, public=dict(said)))

    (away,) = timeline.read_times(find(shelf)).absences

    assert (away.seq, away.side, away.withdrawn) == (2, "red", withdrawn)


def test_both_verifiers_check_clock_entries(shelf: Path, play: Play) -> None:
    clock_entries.set_terms(shelf, "duel", DAY, at=at(1, 21))
    clock_entries.announce_absence(shelf, "duel", "red", first="2026-12-24", last="2026-12-26", at=at(1))
    play(at(2), "red", "hide 2")
    clock_entries.pause(shelf, "duel", why="", at=at(2))
    match = find(shelf)
    _, wrong, _ = standalone.verified(str(match.folder / "journal.jsonl"))
    assert wrong == []


@pytest.mark.parametrize("kind", ["clock", "absence", "late"])
def test_forged_clock_entry_is_a_fault(shelf: Path, match: Match, kind: str) -> None:
    with matches.hold(shelf, match.name) as (writer, _):
        writer.append(Draft(kind=kind, at=at(1), side="red", public={"type": "nonsense"}))
    with pytest.raises(DataFault, match="entry 2 cannot be read"):
        timeline.read_times(find(shelf))
