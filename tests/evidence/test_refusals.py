"""A refusal is evidence: that of a lawful order is found in the copy, in the journal and by `rejudge`."""

from pathlib import Path
from typing import Any

import pytest

from referee.evidence import match_verification, rejudgement
from referee.matches import journal, matches, shelf
from referee.matches.judging import submission
from referee.reports import letter_answers
from tests.evidence.rulings.meuse import AGREED, play
from tests.evidence.test_packs import Lines, reseal


def refused(lines: Lines) -> tuple[int, dict[str, Any], list[dict[str, Any]]]:
    """Return the number of the first refusal with a refused order, its side's part, and its refused lines."""
    for line in lines[1:]:
        for part in line.get("private", {}).values() if line["body"]["kind"] == "refusal" else ():
            if part.get("fallen") and part["fallen"][0]["order"]:
                return line["body"]["seq"], part, part["fallen"]
    raise AssertionError


def lawful_instead(lawful: str) -> Any:
    """Replace the refused order by a lawful one, and leave its objections as they were."""

    def forge(lines: Lines) -> None:
        seq, _, _ = refused(lines)
        for part in lines[seq]["private"].values():
            if part.get("fallen"):
                was = part["fallen"][0]
                part["text"] = part["text"].replace(was["text"], lawful)
                was["text"] = was["order"] = lawful

    return forge


def other_order(lines: Lines) -> None:
    """Replace the refused order alone: the letter still has the unlawful one."""
    seq, _, _ = refused(lines)
    for part in lines[seq]["private"].values():
        if part.get("fallen"):
            part["fallen"][0]["order"] = "lose fr-i13"


FORGERIES = {"a lawful order": lawful_instead("lose fr-i13"), "another order": other_order}


@pytest.mark.parametrize("what", FORGERIES)
def test_a_false_refusal_is_found(liege: Path, tmp_path: Path, what: str) -> None:
    whole = tmp_path / "whole.jsonl"
    whole.write_bytes(liege.read_bytes())
    reseal(whole, FORGERIES[what])
    copy = tmp_path / "copy.jsonl"
    seqs: list[int] = []
    reseal(whole, lambda lines: seqs.append(refused(lines)[0]))
    copy.write_bytes(b"".join(journal.copied(whole, "entente")))

    view = match_verification.verify(copy).own_view
    assert view is not None
    assert [one.entry for one in view.wrong] == seqs
    assert match_verification.verify(whole, rejudge=True).differences == tuple(seqs)
    for path in (copy, whole):
        again = rejudgement.rejudge(matches.read_copy(path))
        assert [(one.entry, one.then) for one in again.different] == [(seqs[0], "refused")]


def test_honest_refusals_are_judged_and_nothing_is_wrong(liege: Path, tmp_path: Path) -> None:
    counts = list[int]()
    for side in ("german", "entente"):
        copy = tmp_path / f"{side}.jsonl"
        copy.write_bytes(b"".join(journal.copied(liege, side)))
        view = match_verification.verify(copy).own_view
        assert view is not None
        assert view.wrong == ()
        assert view.refusals == view.refusals_judged
        counts.append(view.refusals)
        assert rejudgement.rejudge(matches.read_copy(copy)).different == ()
    assert sum(counts) > 0
    assert match_verification.verify(liege, rejudge=True).differences == ()


TWO_REFUSED = (
    b"offensive 1\nmove ge-1 to liege\nmove ge-4 to paris\nmove ge-3 to namur\nmove ge-5 to verdun\ndone\n"
)


@pytest.fixture(scope="module")
def refused_twice(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A match with a letter of which lines 3 and 4 were refused."""
    root = tmp_path_factory.mktemp("shelf")
    play(root, "friendly", 1)
    sent = submission.open_letter("letter", TWO_REFUSED, at=AGREED.at, side="german")
    assert letter_answers.submit(root, "meuse", sent).code == "refused"
    return root / "meuse" / shelf.JOURNAL


def second_line_lawful(part: dict[str, Any]) -> None:
    """Let the second refused line move an army where it may go."""
    part["text"] = part["text"].replace("ge-3 to namur", "ge-3 to liege")
    part["fallen"][1] |= {"text": "move ge-3 to liege", "order": "move ge-3 to liege"}


def second_line_another(part: dict[str, Any]) -> None:
    """Let the second refused line name an order that the letter does not have."""
    part["fallen"][1]["order"] = "move ge-3 to verdun"


def second_line_nowhere(part: dict[str, Any]) -> None:
    """Let the second refusal be one of a line that the letter does not have."""
    part["fallen"][1]["line"] = 40


@pytest.mark.parametrize("forge", [None, second_line_lawful, second_line_another, second_line_nowhere])
def test_each_refused_line_of_a_letter_is_judged_again(
    refused_twice: Path, tmp_path: Path, forge: Any
) -> None:
    whole, copy = tmp_path / "whole.jsonl", tmp_path / "copy.jsonl"
    whole.write_bytes(refused_twice.read_bytes())
    if forge is not None:
        reseal(whole, lambda lines: [forge(part) for part in lines[2]["private"].values() if "text" in part])
    copy.write_bytes(b"".join(journal.copied(whole, "german")))
    found = [] if forge is None else [2]

    view = match_verification.verify(copy).own_view
    assert view is not None
    assert [one.entry for one in view.wrong] == found
    assert [*(match_verification.verify(whole, rejudge=True).differences or ())] == found
    for path in (copy, whole):
        assert [one.entry for one in rejudgement.rejudge(matches.read_copy(path)).different] == found
