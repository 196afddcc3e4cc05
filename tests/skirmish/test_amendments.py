"""A moderator amends a table: like for like, on the word of both sides, and the enemy reads nothing of it."""

import re
from pathlib import Path
from typing import Any

import pytest

from referee.evidence import match_verification, rulings
from referee.evidence.rulings import Request
from referee.faults import Unreadable
from referee.matches import matches, opening, shelf
from referee.matches.judging import submission
from referee.matches.matches import Match
from referee.reports import documents, letter_answers
from referee.reports.formats import plain_text
from referee.systems.skirmish.state.position import Position
from tests.evidence.rulings.meuse import SECRETS
from tests.evidence.test_forgeries import Change, Forged, copied, forged, ours, theirs

AT = "2026-12-01T20:00:00Z"
BOTH = ("german", "british")
DIGESTS = re.compile(rb"[0-9a-f]{64}|(?<=\"salt\":\")[0-9a-f]{32}")


def send(match: Match, side: str, line: str) -> None:
    sent = submission.open_letter("letter", line.encode(), at=AT, side=side)
    assert letter_answers.submit(match.folder.parent, match.name, sent).code == ""


def amend(match: Match, *lines: str, agreed: tuple[str, ...] = BOTH) -> Any:
    request = Request(lines, "they stood wrong", agreed)
    return rulings.amend(match.folder.parent, match.name, request, at=AT)


def found(match: Match) -> Position:
    position = matches.find(match.folder.parent, match.name).position()
    assert isinstance(position, Position)
    return position


@pytest.fixture
def raid(tmp_path: Path) -> Match:
    """A raid at its first movement."""
    match = opening.open_match(tmp_path, "raid", "skirmish", at=AT, secrets=SECRETS)
    for side in BOTH:
        send(match, side, "done")
    return matches.find(tmp_path, "raid")


def test_a_figure_is_put_where_it_belongs(raid: Match) -> None:
    before = found(raid)
    done = amend(raid, "put br-s1-8 at 19.5,5.2")

    after = found(raid)
    assert (done.refused, len(done.filed)) == ((), 1)
    assert after.figures["br-s1-8"].at == after.figures["br-s1-8"].start == (1950, 520)
    assert {id: one for id, one in after.figures.items() if id != "br-s1-8"} == {
        id: one for id, one in before.figures.items() if id != "br-s1-8"
    }


def test_reposition_updates_the_sightings_of_the_enemy(raid: Match) -> None:
    assert "br-s1-8" not in {one.figure for one in found(raid).list_seen("german")}

    amend(raid, "put br-s1-8 at 19,33")
    (seen,) = (one for one in found(raid).list_seen("german") if one.figure == "br-s1-8")
    assert seen.at == (1900, 3300)

    amend(raid, "put br-s1-8 at 11,17")
    assert "br-s1-8" not in {one.figure for one in found(raid).list_seen("german")}


def test_two_like_figures_change_places_and_the_enemy_knows_both_as_before(raid: Match) -> None:
    amend(raid, "put br-s1-8 at 19,33")
    before = found(raid)
    view = raid.system.secrecy.view(before, "german")
    done = amend(raid, "exchange br-s1-8 with br-s1-6")

    after = found(raid)
    assert done.refused == ()
    assert after.figures["br-s1-6"].at == (1900, 3300)
    assert after.figures["br-s1-8"].at == before.figures["br-s1-6"].at
    assert [one.figure for one in after.list_seen("german")] == ["br-s1-6"]
    assert raid.system.secrecy.view(after, "german") == view


def test_play_goes_on_as_it_was_asked(raid: Match) -> None:
    asked = raid.rules.prompts(found(raid))
    amend(raid, "put br-s1-8 at 19.5,5.2")

    assert raid.rules.prompts(found(raid)) == asked
    send(raid, "british", "br-s1-8 stealthy to 20,5")


@pytest.mark.parametrize(
    ("line", "facts"),
    [
        ("exchange br-s1-6 with br-s1-1", {"not-alike"}),
        ("exchange br-s1-6 with br-s2-4", {"not-alike"}),
        ("exchange br-s1-6 with ge-g1-2", {"takes-no-part", "not-alike"}),
        ("exchange br-s1-6 with br-s1-6", {"nothing-amended"}),
        ("put br-s1-8 at 19.5,4", {"nothing-amended"}),
        ("put br-s1-8 at 90,4", {"off-table"}),
        ("put br-s1-8 at 18,5", {"deployed-too-close"}),
        ("put br-s1-8 at 14,36", {"deployed-too-close"}),
        ("put ge-sn-1 at 24,20", {"no-hiding-place"}),
    ],
)
def test_illegal_amendment_lists_its_objections(raid: Match, line: str, facts: set[str]) -> None:
    done = amend(raid, line)

    assert {held.fact for held in done.refused} == facts
    assert all(held.number for held in done.refused)
    assert (done.code, done.filed) == ("refused", ())


@pytest.mark.parametrize("line", ["move br-s1-8 to 19,5", "put br-s1-8 at home", "put br-s1-99 at 19,5", ""])
def test_line_without_an_amendment_is_refused(raid: Match, line: str) -> None:
    with pytest.raises(Unreadable):
        raid.system.notation.read_amendment(found(raid), line)


def test_nothing_is_amended_under_sealed_orders(raid: Match) -> None:
    send(raid, "british", "br-s1-8 stealthy to 19.5,5")

    assert {held.fact for held in amend(raid, "put br-s1-6 at 16,4.5").refused} == {"orders-are-written"}
    assert {held.fact for held in amend(raid, "put ge-g1-2 at 9.5,36").refused} == {"orders-are-written"}


def test_no_side_amends_by_a_letter(raid: Match) -> None:
    order = (
        b'{"match":"raid","side":"british","orders":[{"type":"reposition","side":"british","of":"british",'
    )
    sent = submission.open_letter("letter", order + b'"figure":"br-s1-8","at":[1950,520]}]}', at=AT)

    assert letter_answers.submit(raid.folder.parent, "raid", sent).code == "refused"
    assert found(raid).figures["br-s1-8"].at == (1950, 400)


# --- secrets


def test_enemy_learns_nothing_of_an_unseen_amendment(tmp_path: Path) -> None:
    copies: list[bytes] = []
    for name, line in (("one", "put br-s1-8 at 19.5,5.2"), ("two", "exchange br-s2-6 with br-s2-7")):
        match = opening.open_match(tmp_path / name, "raid", "skirmish", at=AT, secrets=SECRETS)
        for side in BOTH:
            send(match, side, "done")
        amend(match, line)
        copies.append(DIGESTS.sub(b"#", copied(match.folder / shelf.JOURNAL, "german").read_bytes()))

    assert copies[0] == copies[1]
    assert b"br-s" not in copies[0]


def test_its_report_says_what_its_reader_may_know(raid: Match) -> None:
    amend(raid, "put br-s1-8 at 19.5,5.2")
    match = matches.find(raid.folder.parent, "raid")
    told = {
        side: " ".join(plain_text.write(documents.report(match, side, since=3)).split())
        for side in (*BOTH, "public", "referee")
    }

    for side in ("british", "referee"):
        assert "put br-s1-8 at 19.50,5.20: they stood wrong" in told[side]
        assert "br-s1-8 is put at 19.50,5.20." in told[side]
    for side in ("german", "public"):
        assert "sealed orders: they stood wrong" in told[side]
        assert "br-s1-8" not in told[side]


# --- as evidence


@pytest.fixture
def amended(raid: Match) -> Path:
    amend(raid, "put br-s1-8 at 19,33", "exchange br-s1-5 with br-s1-7")
    for side in BOTH:
        send(raid, side, "done")
    return raid.folder / shelf.JOURNAL


def test_both_verifiers_accept_it_and_the_rules_judge_it_again(amended: Path) -> None:
    for path in (amended, *(copied(amended, side) for side in (*BOTH, "public"))):
        assert ours(path) == theirs(path) == set(), path
    assert match_verification.verify(amended, rejudge=True).differences == ()


def put_elsewhere(it: Forged) -> None:
    for part in (it.private["british"], it.private["referee"]):
        part["events"]["0+0"]["at"] = [1900, 3400]


def put_off_the_table(it: Forged) -> None:
    for part in (it.private["british"], it.private["referee"]):
        part["events"]["0+0"]["at"] = [19000, 3500]
    it.private["british"]["order"]["at"] = [19000, 3500]


def let_nothing_come_of_it(it: Forged) -> None:
    for part in (it.private["british"], it.private["referee"]):
        del part["events"]


@pytest.mark.parametrize("change", [put_elsewhere, put_off_the_table, let_nothing_come_of_it])
def test_an_amendment_that_is_none_is_found_by_the_rules_and_in_the_copy_of_its_side(
    amended: Path, tmp_path: Path, change: Change
) -> None:
    path = forged(amended, tmp_path, {4: change})
    assert 4 in (match_verification.verify(path, rejudge=True).differences or ())

    view = match_verification.verify(copied(path, "british"), rejudge=True).own_view
    assert view is not None
    assert 4 in {finding.entry for finding in view.wrong}


@pytest.mark.parametrize("side", [*BOTH, "public"])
def test_honest_copies_have_nothing_held_against_them(amended: Path, side: str) -> None:
    view = match_verification.verify(copied(amended, side), rejudge=True).own_view

    assert view is not None
    assert view.wrong == ()
    # What the enemy is told of it he cannot judge, and the copy says so.
    assert 4 in {finding.entry for finding in view.unjudged} or side == "public"
