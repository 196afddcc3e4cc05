"""Whether today's rules would say the same again."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any, BinaryIO

import pytest
from msgspec.structs import replace

from referee.engine.facts import Objection
from referee.engine.system import Outcome
from referee.evidence import match_verification
from referee.faults import DataFault, NotFound, declare
from referee.matches import journal, matches, moderator_entries, witnesses
from referee.matches.journal import reading
from referee.matches.matches import Match
from referee.packs import rulesets
from referee.packs.faults import PackFault
from schemas.journal import Head
from schemas.record import REFEREE
from tests.duels import AT, Send
from tests.engine import toy_pack
from tests.engine.toy import Table, Throw, Toy, ToyOrder, against

pytestmark = pytest.mark.usefixtures("begun")


@pytest.fixture
def path(match: Match, send: Send) -> Path:
    """A match in which both sides have thrown."""
    send("throw 3", "red")
    send("throw 1", "blue")
    return match.folder / "journal.jsonl"


def test_todays_rules_say_the_same(path: Path) -> None:
    verified = match_verification.verify(path, rejudge=True)

    assert (verified.replayed, verified.events, verified.differences) == (5, 6, ())
    assert match_verification.verify(path).differences is None


def test_a_valid_journal_has_no_warnings(path: Path) -> None:
    assert match_verification.verify(path).warnings == ()


NAMED = "this folder is named rehearsal, and its match duel"


@pytest.mark.parametrize(
    ("place", "warned"),
    [
        ("duel/journal.jsonl", ()),
        ("rehearsal/journal.jsonl", (NAMED,)),
        ("rehearsal/duel.jsonl", ()),
    ],
)
def test_a_match_that_was_copied_on_its_shelf_goes_by_its_own_name(
    path: Path, tmp_path: Path, place: str, warned: tuple[str, ...]
) -> None:
    """A file that is no match of a shelf may lie anywhere."""
    copy = tmp_path / "copies" / place
    copy.parent.mkdir(parents=True)
    copy.write_bytes(path.read_bytes())

    assert match_verification.verify(copy).warnings == warned


def test_a_clock_that_ran_backwards_is_reported_by_entry(path: Path, send: Send) -> None:
    send("throw 1", "red", at="2026-12-01T19:00:00Z")
    send("throw 1", "blue", at="2026-12-01T18:00:00Z")

    (warning,) = match_verification.verify(path).warnings
    assert warning.startswith("the clock ran backwards before entries 6 and 7;")


@pytest.fixture
def readings(monkeypatch: pytest.MonkeyPatch) -> list[Path]:
    """The journals that were read, as often as they were."""
    read: list[Path] = []

    def count(file: BinaryIO, path: Path, after: Head) -> Iterator[Any]:
        read.append(path)
        return read_entries(file, path, after)

    read_entries = reading.read_entries
    monkeypatch.setattr(reading, "read_entries", count)
    return read


def test_a_proof_reads_the_journal_once(path: Path, match: Match, readings: list[Path]) -> None:
    match_verification.verify(path, rejudge=True)
    assert readings == [path]

    moderator_entries.reveal(match.folder.parent, match.name, unfinished=True, at=AT)
    readings.clear()
    verified = match_verification.verify(path)
    assert (verified.differences, verified.opened, readings) == ((), True, [path])


def test_retracted_entries_are_known_at_the_end(path: Path, match: Match, readings: list[Path]) -> None:
    moderator_entries.retract(
        match.folder.parent, match.name, to=4, by=None, reason="a slip", at=AT, consent=("red", "blue")
    )
    readings.clear()
    verified = match_verification.verify(path, rejudge=True)

    assert (verified.replayed, verified.differences, readings) == (4, (), [path, path])


def test_secrets_that_were_opened_long_before_the_end_are_seen_all_the_same(
    path: Path, match: Match, monkeypatch: pytest.MonkeyPatch
) -> None:
    moderator_entries.reveal(match.folder.parent, match.name, unfinished=True, at=AT)
    told = match_verification.verify(path)
    monkeypatch.setattr(match_verification, "LOOKED_AT", 0)

    assert told.differences == ()
    assert told.agreed
    assert match_verification.verify(path) == told


def test_progress_is_shown(path: Path) -> None:
    told: list[tuple[int, int]] = []
    match_verification.verify(path, rejudge=True, progress=lambda done, whole: told.append((done, whole)))

    shares = [done / whole for done, whole in told]
    assert all(0 <= share <= 1 for share in shares)
    assert len(set(shares)) > 4
    assert shares[-1] == 1


def test_the_heads_that_the_moderator_filed_fix_nothing_and_a_kept_head_does(
    path: Path, match: Match
) -> None:
    """A head of another history fixes nothing."""
    entries = journal.read(path).entries
    with matches.hold(match.folder.parent, match.name) as (writer, _):
        for seq, seal in ((4, entries[3].seal), (5, "ab" * 32), (2, entries[1].seal)):
            writer.append(witnesses.draft_witness(Head(seq=seq, seal=seal), REFEREE, at=AT, where="a forum"))

    verified = match_verification.verify(path)
    assert [one.fixed for one in verified.witnesses] == [4, None, 2]
    assert verified.fixed is None
    head = Head(seq=4, seal=entries[3].seal)
    assert match_verification.verify(path, head).fixed == 4


def test_an_entry_that_todays_rules_would_refuse_is_listed(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def stricter(self: Toy, state: Table, order: ToyOrder) -> Iterator[Objection]:
        if isinstance(order, Throw) and order.dice > 2:
            yield against("throw.dice", "three dice are too many today")

    monkeypatch.setattr(Toy, "objections", stricter)
    verified = match_verification.verify(path, rejudge=True)

    assert verified.differences == (4,)
    assert verified.replayed == 5


HIDE = {"type": "hide", "side": "red", "number": 3}


@pytest.mark.parametrize("told", ["everyone", "red", "referee"])
def test_an_order_has_one_spelling_in_all_parts(path: Path, match: Match, told: str) -> None:
    orders = {
        reader: {**HIDE, "number": "3"} if reader == told else HIDE for reader in (told, "red", "referee")
    }
    private = {reader: {"order": order} for reader, order in orders.items() if reader != "everyone"}
    public = {"order": orders.get("everyone"), "events": []}
    with matches.hold(match.folder.parent, match.name) as (writer, _):
        writer.append(journal.Draft(kind="order", at=AT, side="red", public=public, private=private))

    with pytest.raises(DataFault, match="entry 6") as fault:
        match_verification.verify(path)
    assert [one.place and one.place.line for one in fault.value.complaints] == [7]


@pytest.mark.parametrize("rejudge", [True, False])
def test_impossible_events_are_refused(path: Path, match: Match, rejudge: bool) -> None:
    events = [{"type": "thrown", "side": "green", "hits": 1, "rolls": []}]
    public = {"order": {"type": "stop", "side": "red"}, "events": events}
    with matches.hold(match.folder.parent, match.name) as (writer, _):
        writer.append(journal.Draft(kind="order", at=AT, side="red", public=public))

    with pytest.raises(DataFault, match="entry 6 contains an impossible event"):
        match_verification.verify(path, rejudge=rejudge)


def test_a_changed_rule_does_not_change_what_was_filed(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = matches.find(path.parent.parent, "duel").position()
    monkeypatch.setattr(Toy, "outcome", lambda _, state, *__: Outcome((), state))

    assert matches.find(path.parent.parent, "duel").position() == before
    assert match_verification.verify(path, rejudge=True).differences == (2, 3, 4, 5)


def test_a_copy_is_proved_and_not_replayed(path: Path, tmp_path: Path) -> None:
    copy = tmp_path / "copy.jsonl"
    copy.write_bytes(b"".join(journal.copied(path, "red")))

    verified = match_verification.verify(copy, rejudge=True)
    assert (verified.rolls, verified.replayed, verified.differences) == (2, None, None)
    assert verified.warnings == (match_verification.LACKING,)


def test_a_match_whose_pack_is_gone_is_proved_and_not_replayed(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def gone(*_: object, **__: object) -> None:
        raise NotFound(declare(PackFault.PACK_UNKNOWN, name="toy"))

    monkeypatch.setattr(rulesets, "bind", gone)
    verified = match_verification.verify(path)
    assert (verified.rolls, verified.replayed) == (2, None)
    assert "there is no pack toy" in verified.warnings[0]


def test_a_changed_pack_is_reported(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    bound = toy_pack.bind("toy", None, {})
    changed = replace(bound, loaded=replace(bound.loaded, digest="1" * 64))
    monkeypatch.setattr(rulesets, "bind", lambda *_, **__: changed)

    assert "is not the one" in match_verification.verify(path).warnings[0]
    (warning,) = matches.find(path.parent.parent, "duel").warnings()
    assert "has changed since" in warning.text
