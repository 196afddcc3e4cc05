"""A moderator amends a position: like for like, on the word of both sides or by leave of the policy."""

import json
import shutil
from pathlib import Path
from typing import Any

import pytest

from referee.evidence import match_verification, rulings
from referee.evidence.resolution_policy import Plea
from referee.evidence.rulings import Request
from referee.faults import Fault, Misuse, NotYours, Stale, Unreadable
from referee.matches import journal, matches, moderator_entries, opening, shelf
from referee.matches.judging import submission
from referee.matches.matches import Match
from referee.reports import documents, letter_answers
from referee.reports.formats import plain_text
from tests.evidence.rulings.meuse import AGREED, SECRETS, play, send
from tests.evidence.test_forgeries import Change, Forged, copied, forged, ours, theirs

BOTH = ("german", "entente")


def amend(match: Match, *lines: str, agreed: tuple[str, ...] = BOTH, dry: bool = False) -> Any:
    request = Request(lines, "they were mistaken for each other", agreed)
    return rulings.amend(match.folder.parent, match.name, request, at=AGREED.at, dry=dry)


@pytest.fixture(scope="module")
def marched(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A shelf with the match of the Meuse after its marches."""
    root = tmp_path_factory.mktemp("shelf")
    play(root, "battle-by-battle", 6)
    return root


@pytest.fixture
def meuse(marched: Path, tmp_path: Path) -> Match:
    shutil.copytree(marched / "meuse", tmp_path / "meuse")
    return matches.find(tmp_path, "meuse")


def found(match: Match) -> Any:
    return matches.find(match.folder.parent, match.name).position()


# --- what an amendment does


def test_an_exchange_of_two_equal_pieces_keeps_their_history(meuse: Match) -> None:
    before = found(meuse).pieces
    done = amend(meuse, "exchange ge-i30 with ge-i11")

    after = found(meuse).pieces
    assert (done.refused, done.filed) == ((), (7,))
    assert (after["ge-i30"].area, after["ge-i30"].army) == (before["ge-i11"].area, before["ge-i11"].army)
    assert (after["ge-i11"].area, after["ge-i11"].moved) == ("belfort", before["ge-i30"].moved)
    assert {id: piece for id, piece in after.items() if id not in {"ge-i30", "ge-i11"}} == {
        id: piece for id, piece in before.items() if id not in {"ge-i30", "ge-i11"}
    }


def test_a_piece_is_put_where_it_belongs(meuse: Match) -> None:
    amend(meuse, "put ge-c4 in metz", "put ge-i20 in metz", "put ge-c4 into ge-5")

    pieces = found(meuse).pieces
    assert (pieces["ge-c4"].area, pieces["ge-c4"].army) == ("metz", "ge-5")
    assert (pieces["ge-i20"].area, pieces["ge-i20"].army) == ("metz", None)


def test_an_army_takes_with_it_what_it_holds(meuse: Match) -> None:
    amend(meuse, "put ge-6 in strasbourg")

    position = found(meuse)
    assert {piece.area for piece in position.map.contents("ge-6")} == {"strasbourg"}


def test_play_goes_on_as_it_was_asked(meuse: Match) -> None:
    asked = meuse.rules.prompts(meuse.position())
    amend(meuse, "exchange ge-i1 with ge-i8")

    assert meuse.rules.prompts(found(meuse)) == asked
    send(meuse.folder.parent, "german", "battle belfort")


def test_a_rehearsal_files_nothing(meuse: Match) -> None:
    assert amend(meuse, "exchange ge-i1 with ge-i8", dry=True).filed == ()
    assert len(matches.find(meuse.folder.parent, "meuse").entries) == 6


# --- what speaks against one


@pytest.mark.parametrize(
    ("line", "facts"),
    [
        ("exchange ge-i1 with ge-a2", {"not-alike"}),
        ("exchange ge-i1 with fr-i1", {"not-alike"}),
        ("exchange ge-1 with ge-2", {"not-alike"}),
        ("exchange ge-i1 with ge-i2", {"nothing-amended"}),
        ("exchange ge-i1 with ge-i99", {"no-such-piece"}),
        ("put ge-i31 in metz", {"no-such-piece"}),
        ("put verdun-fort in metz", {"fort-amended", "no-place-of-its-side", "control-amended"}),
        ("put ge-i1 in paris", {"no-place-of-its-side", "control-amended"}),
        ("put ge-i30 in metz", {"control-amended"}),
        ("put ge-i1 into fr-3", {"no-such-piece"}),
        ("put ge-5 into ge-6", {"army-not-there"}),
        ("put ge-i1 into ge-1", {"nothing-amended"}),
        ("put ge-i1 into ge-2", {"infantry-limit"}),
        ("put ge-a1 into ge-5", {"artillery-limit"}),
    ],
)
def test_an_amendment_lists_the_objections_of_the_rules(meuse: Match, line: str, facts: set[str]) -> None:
    done = amend(meuse, line)

    assert {held.fact for held in done.refused} == facts
    assert all(held.number for held in done.refused)
    assert (done.code, done.filed) == ("refused", ())


def test_an_amendment_does_not_break_the_limit_of_stacking(meuse: Match) -> None:
    amend(meuse, "put ge-i20 in metz", "put ge-i21 in metz")
    done = amend(meuse, "put ge-i22 in metz")

    assert {held.fact for held in done.refused} == {"area-full"}


def test_either_all_lines_are_filed_or_none(meuse: Match) -> None:
    done = amend(meuse, "exchange ge-i1 with ge-i8", "put ge-i1 in paris")

    assert (done.code, done.filed) == ("refused", ())
    assert len(matches.find(meuse.folder.parent, "meuse").entries) == 6


def test_pieces_in_a_battle_stay_where_they_are(tmp_path: Path) -> None:
    match = play(tmp_path, "battle-by-battle", 11)

    for line in ("exchange ge-i30 with ge-i8", "put ge-i30 in mulhouse", "put ge-c4 in belfort"):
        assert "amended-in-battle" in {held.fact for held in amend(match, line).refused}, line
    assert amend(match, "exchange ge-i1 with ge-i8").filed == (12,)


@pytest.fixture
def screen(tmp_path: Path) -> Match:
    """A match with hidden templates."""
    options = {"hidden-templates": "yes"}
    return opening.open_match(
        tmp_path, "screen", "ttlm", at=AGREED.at, scenario="1914", secrets=SECRETS, options=options
    )


@pytest.mark.parametrize(
    "line",
    ["exchange ge-i1 with ge-i8", "exchange ge-i1 with ge-i30", "put ge-i1 in aachen", "put ge-c4 into ge-3"],
)
def test_hidden_contents_of_armies_are_not_amended(screen: Match, line: str) -> None:
    assert "amendment-would-tell" in {held.fact for held in amend(screen, line).refused}


def test_armies_with_hidden_contents_and_loose_pieces_are_amended(screen: Match) -> None:
    done = amend(screen, "put ge-5 in strasbourg", "put fr-i18 in sedan", "exchange fr-i16 with fr-i20")

    assert done.refused == ()
    pieces = found(screen).pieces
    assert {one.area for one in pieces.values() if "ge-5" in (one.id, one.army)} == {"strasbourg"}
    assert (pieces["fr-i18"].area, pieces["fr-i16"].area) == ("sedan", "paris")
    path = screen.folder / shelf.JOURNAL
    assert match_verification.verify(path, rejudge=True).differences == ()
    for copy in (path, *(copied(path, side) for side in (*BOTH, "public"))):
        assert ours(copy) == theirs(copy) == set()
    for side in BOTH:
        assert view(copied(path, side)).wrong == ()
        secret = {one.id for one in pieces.values() if one.army is not None and one.side != side}
        told = path.with_name(f"{side}.jsonl").read_text()
        assert not any(f'"{id}"' in told for id in secret)


def test_no_side_amends_by_a_letter(meuse: Match) -> None:
    root = meuse.folder.parent
    line = submission.open_letter("letter", b"exchange ge-i1 with ge-i8\n", at=AGREED.at, side="german")
    order = {"type": "exchange", "side": "german", "piece": "ge-i1", "other": "ge-i8"}
    data = json.dumps({"match": "meuse", "side": "german", "orders": [order]}).encode()

    assert letter_answers.submit(root, "meuse", line).code == "refused"
    try:
        assert (
            letter_answers.submit(root, "meuse", submission.open_letter("letter", data, at=AGREED.at)).code
            == "refused"
        )
    except Fault as fault:
        assert fault.exit_code == 65  # noqa: PT017 - one answer or the other
    assert found(meuse).pieces["ge-i1"].army == "ge-1"


# --- on whose word


@pytest.mark.parametrize("agreed", [(), ("german",), ("entente",)])
def test_the_consent_of_one_side_is_not_that_of_both(meuse: Match, agreed: tuple[str, ...]) -> None:
    with pytest.raises(NotYours, match="consent"):
        amend(meuse, "exchange ge-i1 with ge-i8", agreed=agreed)


def test_an_amendment_names_all_sides_whose_consent_is_missing(meuse: Match) -> None:
    with pytest.raises(NotYours, match="the consent of german and entente"):
        amend(meuse, "exchange ge-i1 with ge-i8", agreed=())


def test_a_policy_allows_amendments_to_the_moderator_or_forbids_them(tmp_path: Path) -> None:
    free = play(tmp_path / "free", "classics", 6)
    strict = play(tmp_path / "strict", "hard-core", 6)

    assert amend(free, "exchange ge-i1 with ge-i8", agreed=()).filed == (7,)
    with pytest.raises(Misuse, match="amends no position"):
        amend(strict, "exchange ge-i1 with ge-i8")


@pytest.mark.parametrize(
    "request_", [Request(("",), "why", BOTH), Request(("put ge-i1 in metz",), " ", BOTH)]
)
def test_an_amendment_says_what_and_why(meuse: Match, request_: Request) -> None:
    with pytest.raises(Misuse):
        rulings.amend(meuse.folder.parent, "meuse", request_, at=AGREED.at)


def test_an_empty_line_is_refused_as_an_amendment(meuse: Match) -> None:
    with pytest.raises(Unreadable, match='"" is not a correction'):
        amend(meuse, "exchange ge-i1 with ge-i8", "")
    assert len(matches.find(meuse.folder.parent, "meuse").entries) == 6


def test_rules_without_amendments_refuse_them(shelf: Path, match: Match) -> None:
    with pytest.raises(Misuse, match="positions of duel are not amended"):
        rulings.amend(shelf, match.name, Request(("put 2 in 5",), "a slip", ("red", "blue")), at=AGREED.at)


def test_a_match_that_is_over_is_not_amended(meuse: Match) -> None:
    root = meuse.folder.parent
    moderator_entries.reveal(root, "meuse", unfinished=True, at=AGREED.at)

    for dry in (True, False):
        with pytest.raises(Stale, match="entry 7 revealed its secrets"):
            amend(meuse, "exchange ge-i1 with ge-i8", dry=dry)
    assert len(matches.find(root, "meuse").entries) == 7


# --- as evidence


@pytest.fixture
def amended(meuse: Match) -> Path:
    amend(meuse, "exchange ge-i1 with ge-i8")
    send(meuse.folder.parent, "german", "battle belfort")
    return meuse.folder / shelf.JOURNAL


def test_both_verifiers_accept_it_and_the_rules_judge_it_again(amended: Path) -> None:
    for path in (amended, copied(amended, "german"), copied(amended, "entente")):
        assert ours(path) == theirs(path) == set()
    assert match_verification.verify(amended, rejudge=True).differences == ()


def test_it_stands_in_the_report_of_every_reader(amended: Path) -> None:
    match = matches.find(amended.parent.parent, "meuse")
    for side in ("german", "entente", "public", "referee"):
        told = " ".join(plain_text.write(documents.report(match, side, since=6)).split())
        assert "exchange ge-i1 with ge-i8: they were mistaken for each other" in told
        assert "German infantry ge-i1 and German infantry ge-i8 change places." in told


def exchange_others(it: Forged) -> None:
    it.public["events"][0]["other"] = "ge-i9"


def exchange_unlike(it: Forged) -> None:
    for part in (it.public["order"], it.public["events"][0]):
        part["other"] = "ge-a2"


def let_something_else_happen(it: Forged) -> None:
    it.public["events"] = [{"type": "area-taken", "area": "paris", "side": "german"}]


@pytest.mark.parametrize("change", [exchange_others, exchange_unlike, let_something_else_happen])
def test_an_amendment_that_is_none_is_found_when_it_is_judged_again(
    amended: Path, tmp_path: Path, change: Change
) -> None:
    path = forged(amended, tmp_path, {7: change})

    assert 7 in (match_verification.verify(path, rejudge=True).differences or ())


def view(path: Path, rejudge: bool = True) -> Any:
    """What is said of the copy of a side that was judged from there."""
    verified = match_verification.verify(path, rejudge=rejudge)
    assert verified.own_view is not None
    return verified.own_view


@pytest.mark.parametrize("side", BOTH)
def test_an_amendment_is_judged_in_every_copy(amended: Path, side: str) -> None:
    seen = view(copied(amended, side))

    assert seen.wrong == ()
    assert 7 not in {finding.entry for finding in seen.unjudged}


@pytest.mark.parametrize("side", BOTH)
@pytest.mark.parametrize("change", [exchange_others, exchange_unlike, let_something_else_happen])
def test_an_amendment_that_is_none_is_found_in_every_copy(
    amended: Path, tmp_path: Path, change: Change, side: str
) -> None:
    path = copied(forged(amended, tmp_path, {7: change}), side)

    assert 7 in {finding.entry for finding in view(path).wrong}


def as_an_order_of_a_side(it: Forged) -> None:
    it.kind, it.side = "order", "german"


def as_one_of_a_side(it: Forged) -> None:
    it.public["order"]["side"] = "german"


@pytest.mark.parametrize("change", [as_an_order_of_a_side, as_one_of_a_side])
def test_an_amendment_is_the_moderators_alone(amended: Path, tmp_path: Path, change: Change) -> None:
    path = forged(amended, tmp_path, {7: change})

    assert ours(path) == theirs(path) == {7}


def test_a_takeback_undoes_an_amendment(amended: Path) -> None:
    """What the moderator amended may be right no more."""
    root = amended.parent.parent
    ruled = rulings.file(root, "meuse", Plea((5,), "no way"), at=AGREED.at)

    assert ruled.void == (5, 7, 8)
    assert ruled.kept == (6,)
    assert journal.read(amended).entries[-1].body.kind == "order"
    assert match_verification.verify(amended, rejudge=True).differences == ()
