"""A match as it is found and held: who looks, how far, what he should know, and what is kept in mind."""

from pathlib import Path

import pytest
from msgspec.structs import replace

from referee.dice.chain import Secrets
from referee.faults import DataFault, Misuse, NotFound, NotYours, Stale
from referee.matches import journal, matches, moderator_entries, opening, secret_store, shelf
from referee.matches.clocks import clock_entries
from referee.matches.matches import Holder, Match
from referee.matches.snapshots import snapshot_check
from referee.matches.snapshots.reading import FoldedJournal
from schemas.clocks import Terms
from schemas.journal import Head
from tests.duels import AT

VIEWERS = {
    None: "referee",
    "referee": "referee",
    "Referee": "referee",
    "PUBLIC": "public",
    "red": "red",
    "Blue": "blue",
}


@pytest.mark.parametrize(("name", "viewer"), VIEWERS.items())
def test_viewer_is_found_by_any_spelling(match: Match, name: str | None, viewer: str) -> None:
    assert match.viewer(name) == viewer


def test_unknown_viewer_gets_suggestions(match: Match) -> None:
    with pytest.raises(NotYours) as looking:
        match.viewer("green")
    with pytest.raises(NotYours) as ordering:
        match.side("green")
    with pytest.raises(NotYours) as judging:
        match.side("Referee")

    assert all(name in str(looking.value) for name in ("red", "blue", "referee", "public"))
    assert "referee" not in str(ordering.value).partition("green")[2]
    assert "orders" in str(judging.value)
    assert match.side("Red") == "red"


@pytest.mark.parametrize(("at", "count"), [(None, 3), (0, 0), (1, 1), (3, 3)])
def test_entries_end_at_given_entry(
    shelf: Path, match: Match, begun: None, at: int | None, count: int
) -> None:
    assert len(matches.find(shelf, "duel").entries_to(at)) == count


@pytest.mark.parametrize("at", [-1, 2])
def test_unknown_entry_is_a_fault(match: Match, at: int) -> None:
    with pytest.raises(NotFound, match=str(at)):
        match.entries_to(at)


def test_header_has_no_position(match: Match) -> None:
    with pytest.raises(NotFound):
        match.position(0)


def test_warnings_cover_torn_line_and_changed_pack(shelf: Path, match: Match) -> None:
    assert match.warnings() == ()
    path = match.folder / "journal.jsonl"
    path.write_bytes(path.read_bytes() + b'{"seal"')
    assert [one.code for one in matches.find(shelf, "duel").warnings()] == ["line-torn"]

    path.write_bytes(path.read_bytes().removesuffix(b'{"seal"'))
    found = matches.find(shelf, "duel")
    bound = replace(found.bound, loaded=replace(found.bound.loaded, digest="00"))
    assert [one.code for one in replace(found, bound=bound).warnings()] == ["pack-changed"]


@pytest.mark.parametrize(("line", "advised"), [(1, None), (2, None), (3, 1), (4, 2)])
@pytest.mark.parametrize("whole", [True, False])
def test_fault_after_opening_advises_repair(
    shelf: Path, match: Match, begun: None, line: int, advised: int | None, *, whole: bool
) -> None:
    path = match.folder / "journal.jsonl"
    lines = path.read_bytes().splitlines(keepends=True)
    lines[line - 1] = lines[line - 1].replace(b'"seal":"', b'"seal":"0', 1)
    path.write_bytes(b"".join(lines))
    matches.forget_fold(shelf, "duel")

    with pytest.raises(DataFault) as fault:
        (matches.find_whole if whole else matches.find)(shelf, "duel")

    last = fault.value.complaints[-1]
    assert (last.code == "tail-broken") is (advised is not None)
    assert advised is None or f"--to {advised}" in f"{last.remedy} {last.text}"


def test_journal_without_opening_is_a_fault(shelf: Path, match: Match) -> None:
    path = match.folder / "journal.jsonl"
    path.write_bytes(path.read_bytes().splitlines(keepends=True)[0])

    with pytest.raises(DataFault) as fault:
        matches.find_whole(shelf, "duel")

    place = fault.value.complaints[0].place
    assert place is not None
    assert (place.file, place.line) == (path.as_posix(), 2)
    assert matches.read_header(shelf, "duel") == match.header


@pytest.mark.parametrize("part", ["seed", "hidden"])
def test_foreign_secrets_are_refused(match: Match, part: str) -> None:
    path = match.folder / shelf.SECRETS
    kept = secret_store.load_secrets(path)
    assert matches.secrets_of(match) == kept
    other = {"seed": kept.seed, "hidden": kept.hidden, part: "9" * 64}
    path.unlink()
    secret_store.save_secrets(path, Secrets(**other))

    with pytest.raises(DataFault, match="duel"):
        matches.secrets_of(match)


def test_secrets_are_removed_once(match: Match) -> None:
    for _ in range(2):
        secret_store.forget_secrets(match.folder / shelf.SECRETS)
        assert not (match.folder / shelf.SECRETS).exists()


def test_invalid_match_name_is_refused(shelf: Path) -> None:
    with pytest.raises(Misuse):
        matches.path_of(shelf, "../duel")


@pytest.mark.parametrize(("name", "said"), [("dual", "duel"), ("verdun", "duel")])
def test_missing_match_gets_suggestions(shelf: Path, match: Match, name: str, said: str) -> None:
    with pytest.raises(NotFound, match=said):
        matches.find(shelf, name)
    with pytest.raises(NotFound, match="referee list"):
        matches.find(shelf / "none", name)


def unkept(match: Match) -> int:
    assert isinstance(match.journal, FoldedJournal)
    return snapshot_check.count_unkept(match.journal)


def write_note(holder: Holder, root: Path, name: str = "duel") -> None:
    with holder.hold(root, name) as (writer, _):
        writer.append(journal.Draft(kind="note", at=AT, public={"text": "on"}))


def test_held_match_is_read_again_after_other_writer(shelf: Path, match: Match) -> None:
    with Holder() as holder:
        first = holder.find(shelf, "duel")
        assert holder.find(shelf, "duel") is first
        write_note(holder, shelf)
        held = holder.find(shelf, "duel")
        assert len(held.entries) == 2
        assert holder.find(shelf, "duel") is held

        moderator_entries.note(shelf, "duel", "aside", by=None, private=False, at=AT)

        assert len(holder.find(shelf, "duel").entries) == 3


def test_closing_holder_writes_snapshot(shelf: Path, match: Match) -> None:
    for _ in range(2):
        with Holder() as holder:
            write_note(holder, shelf)
            assert unkept(matches.find(shelf, "duel")) > 0

        assert unkept(matches.find(shelf, "duel")) == 0


def test_holder_keeps_latest_matches(shelf: Path, match: Match, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(matches, "MOST_HELD", 2)
    for name in ("second", "third"):
        opening.open_match(shelf, name, "toy", at=AT)

    with Holder() as holder:
        first, second = holder.find(shelf, "duel"), holder.find(shelf, "second")
        assert holder.find(shelf, "duel") is first
        holder.find(shelf, "third")

        assert holder.find(shelf, "second") is second
        assert holder.find(shelf, "duel") is not first


def test_held_matches_share_rules(shelf: Path, match: Match) -> None:
    opening.open_match(shelf, "second", "toy", at=AT)

    with Holder() as holder:
        write_note(holder, shelf)
        write_note(holder, shelf, "second")

        assert holder.find(shelf, "second").bound is holder.find(shelf, "duel").bound


def test_unexpected_head_prevents_writing(shelf: Path, match: Match) -> None:
    other = Head(seq=7, seal="00" * 32)

    with Holder() as holder, pytest.raises(Stale, match="ends at entry 1"), holder.hold(shelf, "duel", other):
        pass

    assert len(matches.find(shelf, "duel").entries) == 1


def test_match_without_clock_has_no_deadlines(shelf: Path, match: Match) -> None:
    assert match.list_due() == ()

    clock_entries.set_terms(shelf, "duel", Terms(hour="20:00", hours=24), at=AT)

    due = matches.find(shelf, "duel").list_due()
    assert {one.side: one.due for one in due} == dict.fromkeys(("blue", "red"), "2026-12-02T20:00:00Z")
