"""Rulings that the policy of a match does not give, and consent that a journal does not hold, are found."""

from pathlib import Path
from shutil import copy
from typing import Any

import pytest

from referee.evidence import match_verification, rulings, standalone
from referee.evidence.resolution_policy import FOUND, Plea
from referee.evidence.rulings import Request
from referee.faults import DataFault
from referee.matches import journal, player_requests, shelf
from referee.matches.matches import Holder
from referee.matches.player_requests import Origin
from tests.evidence.rulings.meuse import AGREED, play
from tests.evidence.test_packs import Lines, reseal

OTHER = "contradicts the policy|do not fit its own statement"
"""A ruling that the policy does not give, or that contradicts itself."""


@pytest.fixture(scope="module")
def ruled(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A match with a ruling by its policy."""
    root = tmp_path_factory.mktemp("shelf")
    play(root, "battle-by-battle", 24)
    rulings.file(root, "meuse", Plea((12, 17), "an error"), at=AGREED.at)
    return root / "meuse" / shelf.JOURNAL


def find_ruling(lines: Lines) -> dict[str, Any]:
    return next(line["body"]["public"] for line in lines[1:] if "decisions" in line["body"]["public"])


def decide_otherwise(lines: Lines) -> None:
    decision = find_ruling(lines)["decisions"][0]
    decision["outcome"] = "stands" if decision["outcome"] != "stands" else "void"


def cite_no_paragraph(lines: Lines) -> None:
    find_ruling(lines)["decisions"][0]["paragraph"] = "mercy"


def name_another_policy(lines: Lines) -> None:
    find_ruling(lines)["policy"] = "mercy"


@pytest.mark.parametrize("forge", [decide_otherwise, cite_no_paragraph, name_another_policy])
@pytest.mark.parametrize("viewer", ["referee", "german"])
def test_a_ruling_that_its_policy_does_not_give_is_found(
    ruled: Path, tmp_path: Path, viewer: str, forge: Any
) -> None:
    path = tmp_path / "journal.jsonl"
    path.write_bytes(b"".join(journal.copied(ruled, viewer)))
    match_verification.verify(path)

    reseal(path, forge)
    with pytest.raises(DataFault, match=OTHER):
        match_verification.verify(path)


# --- the facts behind the decisions


def cite_another_paragraph(ruling: dict[str, Any]) -> None:
    """Cite the paragraph about errors outside battles, which has the same outcome."""
    ruling["paragraph"] = "A-3"
    ruling["decisions"] = [{**one, "paragraph": "A-3"} for one in ruling["decisions"]]


def name_no_error(ruling: dict[str, Any]) -> None:
    ruling["error"] = ""


def dispute_another_entry(ruling: dict[str, Any]) -> None:
    ruling["decisions"][0]["entry"] = ruling["disputed"] = 5


def dispute_a_phrase(ruling: dict[str, Any]) -> None:
    ruling["decisions"][0]["entry"] = ruling["disputed"] = 1


def leave_out_a_void_entry(ruling: dict[str, Any]) -> None:
    ruling["void"] = ruling["void"][1:]


def rule_on_another_entry_first(ruling: dict[str, Any]) -> None:
    ruling["disputed"] = 17


@pytest.mark.parametrize(
    "forge",
    [
        cite_another_paragraph,
        name_no_error,
        dispute_another_entry,
        dispute_a_phrase,
        leave_out_a_void_entry,
        rule_on_another_entry_first,
    ],
)
def test_a_ruling_that_the_facts_do_not_give_is_found(ruled: Path, tmp_path: Path, forge: Any) -> None:
    path = copy(ruled, tmp_path / "journal.jsonl")
    assert match_verification.verify(path, rejudge=True).differences == ()

    reseal(path, lambda lines: forge(find_ruling(lines)))
    with pytest.raises(DataFault, match=OTHER):
        match_verification.verify(path)


def test_a_ruling_that_keeps_fewer_dice_is_decided_differently_today(ruled: Path, tmp_path: Path) -> None:
    path = copy(ruled, tmp_path / "journal.jsonl")

    def forge(lines: Lines) -> None:
        ruling = find_ruling(lines)
        ruling["void"] = sorted((*ruling["void"], ruling["again"].pop()))

    reseal(path, forge)
    assert match_verification.verify(path).differences is None
    assert match_verification.verify(path, rejudge=True).differences == (26,)


def test_an_error_that_the_rules_do_not_find_today_is_a_difference(ruled: Path, tmp_path: Path) -> None:
    path = copy(ruled, tmp_path / "journal.jsonl")

    reseal(path, lambda lines: find_ruling(lines).update(error=FOUND))
    assert match_verification.verify(path).differences is None
    assert match_verification.verify(path, rejudge=True).differences == (26,)


def test_a_takeback_to_another_entry_than_the_ruling_needs_is_found(ruled: Path, tmp_path: Path) -> None:
    path = copy(ruled, tmp_path / "journal.jsonl")

    def forge(lines: Lines) -> None:
        del lines[27:]
        lines[25]["body"]["public"]["to"] -= 1

    reseal(path, forge)
    with pytest.raises(DataFault, match=OTHER):
        match_verification.verify(path)


@pytest.mark.parametrize("forged", [False, True])
def test_consent_decides_and_is_recomputed(tmp_path: Path, forged: bool) -> None:
    play(tmp_path, "friendly", 24)
    agreed = ("german", "entente")
    rulings.file(tmp_path, "meuse", Plea((12,), "an error", agreed), at=AGREED.at)
    path = tmp_path / "meuse" / shelf.JOURNAL
    assert match_verification.verify(path).entries == 26
    if forged:
        reseal(path, lambda lines: find_ruling(lines).update(consent=["german"]))
        with pytest.raises(DataFault, match=OTHER):
            match_verification.verify(path)


# --- amendments and takebacks by agreement


@pytest.mark.parametrize("viewer", ["referee", "german"])
@pytest.mark.parametrize("consent", [[], ["german"], ["german", "referee"]])
def test_an_amendment_without_the_consent_of_both_sides_is_found(
    tmp_path: Path, viewer: str, consent: list[str]
) -> None:
    play(tmp_path, "battle-by-battle", 6)
    request = Request(("exchange ge-i30 with ge-i11",), "mistaken", ("german", "entente"))
    rulings.amend(tmp_path, "meuse", request, at=AGREED.at)
    path = tmp_path / "copy.jsonl"
    path.write_bytes(b"".join(journal.copied(tmp_path / "meuse" / shelf.JOURNAL, viewer)))
    match_verification.verify(path)

    reseal(path, lambda lines: lines[-1]["body"]["public"].update(consent=consent))
    with pytest.raises(DataFault, match="without the necessary consent"):
        match_verification.verify(path)


def test_an_amendment_in_a_match_without_a_policy_needs_no_rules_to_be_found(tmp_path: Path) -> None:
    play(tmp_path, "battle-by-battle", 6)
    request = Request(("exchange ge-i30 with ge-i11",), "mistaken", ("german", "entente"))
    rulings.amend(tmp_path, "meuse", request, at=AGREED.at)
    path = tmp_path / "meuse" / shelf.JOURNAL

    def leave_out_the_policy(lines: Lines) -> None:
        lines[0]["body"].update(policy="", policy_digest="")

    reseal(path, leave_out_the_policy)
    assert standalone.verified(str(path))[1] == []
    reseal(path, lambda lines: lines[-1]["body"]["public"].update(consent=["german"]))
    assert [seq for seq, _ in standalone.verified(str(path))[1]] == [7]
    with pytest.raises(DataFault, match="without the necessary consent"):
        match_verification.verify(path)


@pytest.mark.parametrize(
    "forge", [dispute_another_entry, dispute_a_phrase, leave_out_a_void_entry, rule_on_another_entry_first]
)
def test_a_ruling_that_contradicts_itself_is_found_without_the_rules(
    ruled: Path, tmp_path: Path, forge: Any
) -> None:
    path = tmp_path / "journal.jsonl"
    for viewer in ("referee", "german"):
        path.write_bytes(b"".join(journal.copied(ruled, viewer)))
        reseal(path, lambda lines: forge(find_ruling(lines)))
        assert [seq for seq, _ in standalone.verified(str(path))[1]] == [26]


def test_a_match_without_a_policy_has_no_ruling_by_one(ruled: Path, tmp_path: Path) -> None:
    path = copy(ruled, tmp_path / "journal.jsonl")
    reseal(path, lambda lines: lines[0]["body"].update(policy="", policy_digest=""))
    with pytest.raises(DataFault, match="the match has none"):
        match_verification.verify(path)
    assert [seq for seq, _ in standalone.verified(str(path))[1]] == [26]


def forge_answer(lines: Lines) -> None:
    """Turn the answer of the other side into a refusal."""
    lines[-2]["body"]["public"]["agrees"] = False


def forge_target(lines: Lines) -> None:
    """Go back further than was asked."""
    lines[-1]["body"]["public"]["to"] -= 1


def forge_entry(lines: Lines) -> None:
    """Quote the request itself as the agreement of the other side."""
    lines[-1]["body"]["public"]["agreements"]["entente"] -= 1


def forge_consent(lines: Lines) -> None:
    """Name both sides."""
    lines[-1]["body"]["public"]["consent"] = ["entente", "german"]


@pytest.mark.parametrize("forge", [forge_answer, forge_target, forge_entry, forge_consent])
@pytest.mark.parametrize("viewer", ["referee", "entente"])
def test_a_takeback_that_was_not_agreed_to_is_found(tmp_path: Path, viewer: str, forge: Any) -> None:
    play(tmp_path, "battle-by-battle", 11)
    asked = Origin(tmp_path, "meuse", "german", "m1", AGREED.at, Holder())
    player_requests.ask_takeback(asked, 9)
    answered = Origin(tmp_path, "meuse", "entente", "m2", AGREED.at, Holder())
    player_requests.answer_takeback(answered, agrees=True)
    path = tmp_path / "copy.jsonl"
    path.write_bytes(b"".join(journal.copied(tmp_path / "meuse" / shelf.JOURNAL, viewer)))
    assert match_verification.verify(path).entries == 14

    reseal(path, forge)
    with pytest.raises(DataFault, match="by an agreement that is not in the journal"):
        match_verification.verify(path)
    assert standalone.verified(str(path))[1]
