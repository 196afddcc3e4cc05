"""A match with hidden templates on a shelf: what each side reads, what its copy holds, and the proof."""

from collections.abc import Callable
from pathlib import Path

import pytest

from referee.dice.chain import Secrets
from referee.evidence import disputes, match_verification
from referee.matches import journal, matches, moderator_entries, opening
from referee.matches.journal import verification
from referee.matches.judging import submission
from referee.reports import documents, letter_answers
from referee.reports.formats import plain_text
from schemas.answers.orders import Submitted
from schemas.record import PUBLIC, to_data, to_json
from schemas.reports import Table

AT = "2026-12-01T20:00:00Z"
SECRETS = Secrets(seed="5e" * 32, hidden="c0" * 32, keys=80)
MATCH = "screened"
MOVED = "ge-c1"
"""The cavalry that goes from the German 1st Army to the 2nd, both in Aachen."""

SHOWN = "reveals its contents"

Send = Callable[..., Submitted]


@pytest.fixture
def send(tmp_path: Path) -> Send:
    """A match with hidden templates, and a way to send letters to it, or to rehearse them."""
    opening.open_match(tmp_path, MATCH, "ttlm", options={"hidden-templates": "yes"}, at=AT, secrets=SECRETS)

    def sending(side: str, letter: str, *, dry: bool = False) -> Submitted:
        sent = submission.open_letter("letter", letter.encode(), at=AT, side=side)
        if dry:
            return letter_answers.rehearse(matches.find(tmp_path, MATCH), sent)
        return letter_answers.submit(tmp_path, MATCH, sent)

    return sending


@pytest.fixture
def shelf(send: Send, tmp_path: Path) -> Path:
    """The shelf after the Germans passed, and moved a piece from army to army."""
    assert not send("german", f"pass\njoin {MOVED} to ge-2\ndone").refused
    return tmp_path


def copied(shelf: Path, viewer: str) -> Path:
    path = shelf / f"{viewer}.jsonl"
    path.write_bytes(b"".join(journal.copied(matches.journal_of(shelf, MATCH), viewer)))
    return path


def test_the_copies_of_others_do_not_name_what_goes_from_army_to_army(shelf: Path) -> None:
    named = {side: MOVED in copied(shelf, side).read_text() for side in ("german", "entente", PUBLIC)}
    assert named == {"german": True, "entente": False, PUBLIC: False}


def test_reports_and_disputes_name_it_to_its_own_side_alone(shelf: Path) -> None:
    match = matches.find(shelf, MATCH)
    told = {
        side: plain_text.write(documents.report(match, side, since=1, full=True))
        + "".join(
            plain_text.write(disputes.dispute(match, seq, side)) for seq in range(1, len(match.entries) + 1)
        )
        for side in ("german", "entente", PUBLIC)
    }
    assert "joins German 2nd Army" in told["german"]
    assert MOVED in told["german"]
    for stranger in ("entente", PUBLIC):
        assert MOVED not in told[stranger]
        assert "1st: unseen" in told[stranger]


def test_views_show_armies_without_what_they_hold_to_all_but_their_side(shelf: Path) -> None:
    match = matches.find(shelf, MATCH)
    views = {side: to_data(documents.view(match, side)) for side in ("german", "entente")}
    held = {
        side: {army["id"]: (MOVED in army["holds"], army["more"]) for army in view["armies"]}["ge-2"]
        for side, view in views.items()
    }
    assert held == {"german": (True, False), "entente": (False, True)}
    assert MOVED in {piece["id"] for piece in views["entente"]["unseen"]["german"]}


def test_a_stranger_learns_nothing_by_naming_a_hidden_piece(send: Send, shelf: Path) -> None:
    assert not send("entente", "pass").refused
    asked = to_json(send("entente", f"move {MOVED} from aachen to eifel"))
    assert "in an army that you cannot see" in asked
    assert "ge-1" not in asked
    assert "ge-2" not in asked


def test_every_copy_verifies_and_its_report_is_that_of_the_moderator(shelf: Path) -> None:
    whole = matches.find(shelf, MATCH)
    for side in ("german", "entente"):
        path = copied(shelf, side)
        assert verification.verify(path).head == whole.journal.head
        assert match_verification.verify(path).entries
        own = shelf / side / MATCH
        own.mkdir(parents=True)
        path.rename(own / "journal.jsonl")
        copy = matches.find(shelf / side, MATCH)
        assert plain_text.write(documents.report(copy, side)) == plain_text.write(
            documents.report(whole, side)
        )


def test_hidden_armies_are_proved_when_the_secrets_are_revealed(shelf: Path) -> None:
    moderator_entries.reveal(shelf, MATCH, unfinished=True, at=AT)
    verified = match_verification.verify(matches.journal_of(shelf, MATCH))
    assert verified.opened
    assert verified.agreed
    assert verified.differences == ()
    assert MOVED in copied(shelf, "entente").read_text()


def test_nobody_rehearses_what_stands_against_him(send: Send, tmp_path: Path) -> None:
    """A battle opens the armies in it: whoever wants to see them must fight."""
    assert not send("german", _lawful(tmp_path, "offensive")).refused
    armies = to_data(documents.view(matches.find(tmp_path, MATCH), PUBLIC))["armies"]
    there = [army["area"] for army in armies if army["more"] and not army["id"].startswith("ge")]
    assert not send("german", _lawful(tmp_path, "move", *there)).refused
    for number in range(4):
        match = matches.find(tmp_path, MATCH)
        asked = match.rules.prompts(match.position())[0].side
        rehearsed, told = (to_json(send(asked, f"# {number}\ndone", dry=dry)) for dry in (True, False))
        assert SHOWN not in rehearsed
        if SHOWN in told:
            return
    raise AssertionError("there was no battle")


def read_rows(shelf: Path, viewer: str, since: int, title: str) -> list[tuple[str, ...]]:
    """Return the rows of a table in the report of a viewer."""
    match = matches.find(shelf, MATCH)
    blocks = documents.report(match, viewer, since=since).blocks
    return [
        row
        for block in blocks
        if isinstance(block, Table) and block.columns[0] == title
        for row in block.rows
    ]


@pytest.mark.parametrize("viewer", ["german", "entente", PUBLIC])
def test_table_of_battles_counts_the_pieces_that_hide_again_as_it_ends(
    send: Send, tmp_path: Path, viewer: str
) -> None:
    card = _lawful(tmp_path, "offensive")
    answers = "  cavalry-retreat: stay\n  losses: lose cheapest\n  retreat-after: stay"
    plan = f"plan for every battle as attacker:\n{answers}"
    send("entente", f"doctrine as defender:\n{answers}\n  stand-or-retreat: stand")
    assert not send("german", f"{card}\nmove ge-1 to liege\nbattle liege\ndone\n{plan}").refused

    (attacker, _) = read_rows(tmp_path, viewer, 1, "Attacker first")

    assert attacker[2][0].isdigit()
    assert attacker[4][0].isdigit()


def test_table_of_plans_shows_what_goes_into_hidden_armies(send: Send, tmp_path: Path) -> None:
    for side in ("german", "entente"):
        assert not send(side, "pass\ndone").refused
    since = len(matches.find(tmp_path, MATCH).entries)
    letter = "build 1 infantry in eifel into ge-3\nbuy 1 card\nbuy 1 card\ndone"
    assert not send("german", letter).refused
    assert not send("entente", "buy 1 card\ndone").refused

    rows = {viewer: read_rows(tmp_path, viewer, since, "Plans opened") for viewer in ("german", "entente")}

    cards = [("German", "2 cards", ""), ("Entente", "1 card", "")]
    assert rows["german"] == [("Germany", "infantry", "Eifel (ge-3)"), *cards]
    assert rows["entente"] == [("Germany", "infantry", "hidden"), *cards]


def _lawful(shelf: Path, kind: str, *areas: str) -> str:
    """A lawful order of a kind, perhaps to one of these areas, as a line of a letter."""
    match = matches.find(shelf, MATCH)
    (prompt,) = match.rules.prompts(match.position())
    orders = match.rules.lawful(match.position(), prompt)
    fitting = (one for one in orders if one.type == kind and (not areas or one.path[-1] in areas))
    return match.system.notation.write(next(fitting))
