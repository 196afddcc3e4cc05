"""A report counts what its dice rest on as `verify` counts it of the reader's own copy."""

from pathlib import Path

import pytest
from msgspec.structs import replace

from referee.evidence import match_verification
from referee.faults import NotFound, declare
from referee.matches import journal, matches
from referee.matches.matches import Match
from referee.packs import rulesets
from referee.packs.faults import PackFault
from referee.packs.rulesets import Ruleset
from referee.reports import documents, event_text
from referee.reports.formats import plain_text
from referee.texts import language_choice
from schemas.journal import Header
from schemas.record import PUBLIC


def verified(match: Match, viewer: str, folder: Path) -> tuple[int, int]:
    copy = folder / f"{viewer}.jsonl"
    copy.write_bytes(b"".join(journal.copied(match.folder / "journal.jsonl", viewer)))
    proved = match_verification.verify(copy)
    assert proved.on_word == 0
    return proved.dice, proved.own_key


UNAIMED = [("en", True, "Unaimed fire"), ("fr", True, "Tir au jugé"), ("fr", False, "Unaimed fire")]
"""What five throws of one entry were for, by the language of the reader and by whether he has the pack."""


@pytest.mark.parametrize(("language", "has_pack", "purpose"), UNAIMED)
def test_rolls_with_their_own_keys_are_listed_by_purpose(
    sap: Path, language: str, has_pack: bool, purpose: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    copy = tmp_path / "german.jsonl"
    copy.write_bytes(b"".join(journal.copied(sap, "german")))
    if not has_pack:
        monkeypatch.setattr(rulesets, "again", gone)

    listed = match_verification.verify(copy, tongue=language_choice.find_tongue(language)).doubted
    assert [(one.entry, one.dice, one.basis) for one in listed] == 5 * [(12, 1, "own-key")]
    assert {one.purpose for one in listed} == {purpose}


def gone(header: Header, shelf: Path | None = None) -> Ruleset:
    raise NotFound(declare(PackFault.PACK_UNKNOWN, name=header.pack))


@pytest.mark.parametrize("viewer", ["german", "british", PUBLIC])
def test_a_skirmish_is_counted_as_it_is_verified(sap: Path, viewer: str, tmp_path: Path) -> None:
    match = matches.find(sap.parents[1], "sap")
    account = event_text.count_dice(match, viewer, None, 0)

    assert (account.header, account.own_key) == verified(match, viewer, tmp_path)
    if viewer == "german":
        assert account.own_key
        words = " ".join(plain_text.write(documents.report(match, viewer, since=0, full=True)).split())
        assert f"Dice proved back to the header: {account.header}. Dice with their own keys" in words
        assert "with its own key" in words


def test_a_short_report_says_what_its_dice_rest_on(sap: Path) -> None:
    """A side that is asked has a recap instead of dice, and no account of them."""
    match = matches.find(sap.parents[1], "sap")
    asked = {prompt.side for prompt in match.rules.prompts(match.position())}

    for viewer in ("german", "british", PUBLIC):
        said = plain_text.write(documents.report(match, viewer, since=0))
        own = event_text.count_dice(match, viewer, None, 0).own_key
        assert ("Dice proved back to the header" in said) == (bool(own) and viewer not in asked), viewer


def test_in_a_journal_of_format_1_no_throw_has_an_owner_and_nothing_is_said_of_keys(sap: Path) -> None:
    match = matches.find(sap.parents[1], "sap")
    older = replace(match, journal=replace(match.journal, header=replace(match.header, format=1)))

    words = {
        one.header.format: plain_text.write(documents.report(one, "german", since=0, full=True))
        for one in (match, older)
    }
    assert "Dice proved back to the header" in words[match.header.format]
    assert "Dice proved back to the header" not in words[1]


def test_a_war_whose_dice_all_lead_to_the_header_says_no_more(liege: Path, tmp_path: Path) -> None:
    match = matches.find(liege.parents[1], "liege")
    for viewer in match.header.sides:
        account = event_text.count_dice(match, viewer, None, 0)
        assert account.own_key == account.spoken == 0
        assert account.header <= verified(match, viewer, tmp_path)[0]
        assert "Dice proved back to the header" not in plain_text.write(
            documents.report(match, viewer, since=0, full=True)
        )
