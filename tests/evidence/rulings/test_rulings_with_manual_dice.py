"""Dice that people threw: too many are ignored, and too few are completed, where the policy says so."""

from pathlib import Path
from typing import Any

import pytest

from referee.evidence import match_verification
from referee.faults import Misuse
from referee.matches import journal, matches, moderator_entries, opening, shelf
from referee.matches.judging import submission
from referee.matches.matches import Match
from referee.reports import letter_answers
from schemas.journal import Entry
from tests.evidence.rulings.meuse import AGREED, SECRETS
from tests.evidence.test_forgeries import copied, ours, theirs

PACIFIC = Path(__file__).parents[3] / "games" / "policies" / "pacific.yaml"
ATTACK = "move ge-4 to ardennes\nbattle ardennes\ndone\n"
STAND = "done # the cavalry stays\ndone # and stands\n"
NEEDED = (6,) * 7
"""The dice that it throws, of which none hits."""


def opened(root: Path, policy: str) -> Match:
    match = opening.open_match(
        root, "voices", "ttlm", at=AGREED.at, scenario="1914", dice="spoken", secrets=SECRETS, policy=policy
    )
    state = match.position()
    (prompt,) = match.rules.prompts(state)
    lawful = (
        one for one in match.rules.options(state, prompt) if not any(match.rules.objections(state, one))
    )
    offensive = next(one for one in lawful if one.type == "offensive")
    tell(match, "german", f"{match.system.notation.write(offensive)}\n{ATTACK}")
    return matches.find(root, "voices")


def tell(match: Match, side: str, text: str, *faces: int, source: str = "") -> Any:
    how: Any = {"faces": faces, "source": source} if faces else {}
    sent = submission.open_letter("letter", text.encode(), at=AGREED.at, side=side, **how)
    return letter_answers.submit(match.folder.parent, match.name, sent)


def entries(match: Match) -> tuple[Entry, ...]:
    return tuple(journal.read(match.folder / shelf.JOURNAL).entries)


@pytest.fixture
def patient(tmp_path: Path) -> Match:
    """A match under a policy that ignores dice too many, and waits for those that are missing."""
    return opened(tmp_path, "pacific")


@pytest.fixture
def exact(tmp_path: Path) -> Match:
    return opened(tmp_path, "strict")


def proved(match: Match) -> bool:
    path = match.folder / shelf.JOURNAL
    copies = (path, *(copied(path, side) for side in ("german", "entente")))
    assert match_verification.verify(path, rejudge=True).differences == ()
    return all(ours(copy) == theirs(copy) == set() for copy in copies)


# --- too many


def test_dice_too_many_are_refused_by_most_policies(exact: Match) -> None:
    with pytest.raises(Misuse, match="too many"):
        tell(exact, "entente", STAND, *NEEDED, 5, source="ann")


def test_dice_too_many_are_ignored_named_and_filed(patient: Match) -> None:
    told = tell(patient, "entente", STAND, *NEEDED, 5, source="ann")

    assert told.code == ""
    assert "1 die too many was ignored: 5" in told.warnings
    assert [entry.body.public["ignored"] for entry in entries(patient) if "ignored" in entry.body.public] == [
        [5]
    ]
    assert proved(patient)


def test_a_policy_that_was_changed_since_allows_neither_too_many_nor_too_few(tmp_path: Path) -> None:
    house = tmp_path / "house.yaml"
    house.write_text(PACIFIC.read_text("utf-8"), "utf-8")
    match = opened(tmp_path, str(house))
    house.write_text(PACIFIC.read_text("utf-8").replace("summary: Dice", "summary: All dice"), "utf-8")

    for faces, said in ((*NEEDED, 5), "too many"), ((6,), "nothing was filed"):
        with pytest.raises(Misuse, match=said):
            tell(match, "entente", STAND, *faces, source="ann")


# --- too few


def test_dice_too_few_are_refused_by_most_policies(exact: Match) -> None:
    before = len(entries(exact))

    with pytest.raises(Misuse, match="nothing was filed"):
        tell(exact, "entente", STAND, 6, source="ann")
    assert len(entries(exact)) == before


def test_missing_dice_are_rolled_later_with_their_own_source(patient: Match) -> None:
    with pytest.raises(Misuse, match="1 die more needed for Ardennes"):
        tell(patient, "entente", STAND, 2, source="ann")
    told = tell(patient, "entente", STAND, *NEEDED[1:], source="the club's server")

    assert told.code == ""
    said = {entry.body.public.get("source") for entry in entries(patient)} - {None}
    assert said == {"ann; the club's server"}
    assert proved(patient)


def test_dice_that_were_seen_bind_the_letter_that_they_were_thrown_for(patient: Match) -> None:
    """A player who saw bad dice may not send another letter instead."""
    with pytest.raises(Misuse):
        tell(patient, "entente", STAND, 6, source="ann")

    with pytest.raises(Misuse, match="another letter of this side"):
        tell(patient, "entente", "retreat fr-c3 to sedan\ndone\n", 6, 6, 6, 6, 6, 6, source="ann")
    moderator_entries.retract(
        patient.folder.parent, "voices", to=len(entries(patient)) - 2, by=None, reason="agreed", at=AGREED.at
    )
    assert tell(patient, "german", "done # declared again\n").code == ""


def test_the_same_few_dice_are_not_filed_twice(patient: Match) -> None:
    with pytest.raises(Misuse):
        tell(patient, "entente", STAND, 6, source="ann")
    before = len(entries(patient))

    with pytest.raises(Misuse, match=f"entry {before} keeps"):
        tell(patient, "entente", STAND)
    assert len(entries(patient)) == before


def test_the_other_side_learns_nothing_of_dice_that_wait(patient: Match) -> None:
    with pytest.raises(Misuse):
        tell(patient, "entente", STAND, 2, source="a-name-nobody-else-has")

    copy = copied(patient.folder / shelf.JOURNAL, "german").read_text("utf-8")
    assert "a-name-nobody-else-has" not in copy
    assert "thrown_for" not in copy
