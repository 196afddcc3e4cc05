"""`verify COPY` on the command line: what it says of a bent copy and of an honest one."""

from pathlib import Path

import pytest

from referee.evidence import match_verification
from referee.matches import journal
from schemas.record import PUBLIC
from tests.cli.conftest import Referee
from tests.evidence.test_forgeries import BATTLE, Forged, copied, forged
from tests.evidence.test_packs import OTHER, header_says, reseal


def with_a_better_chance(it: Forged) -> None:
    it.rolls[0]["needed"] += 1
    it.throw_again()


def test_a_forger_with_the_pen_and_the_keys_is_found_in_every_copy(
    example_shelf: Path, tmp_path: Path, command: Referee
) -> None:
    """The dice are those that the key gives for what is filed: only the rules know what was needed."""
    liege = example_shelf / "liege" / "journal.jsonl"
    path = forged(liege, tmp_path, {BATTLE: with_a_better_chance})
    for viewer in ("german", "entente", PUBLIC):
        copy = copied(path, viewer)
        view = match_verification.verify(copy).own_view
        assert view is not None
        assert {one.entry for one in view.wrong} == {BATTLE}
        answer = command("verify", copy)
        assert answer.code == 1
        assert f"Today's rules differ in entry {BATTLE}: event" in answer.out


def test_limits_of_the_proof_need_no_match(command: Referee) -> None:
    answer = command("verify", "--limits")

    assert answer.code == 0
    assert answer.out.count("\n- ") == 12
    assert "- The order in which letters arrived." in answer.out


def test_a_copy_says_what_it_cannot_judge_and_why(
    example_shelf: Path, tmp_path: Path, command: Referee
) -> None:
    copy = tmp_path / "copy.jsonl"
    copy.write_bytes(b"".join(journal.copied(example_shelf / "liege" / "journal.jsonl", "german")))

    answer = command("verify", copy)
    assert answer.code == 0
    assert "Judged from the view of german: " in answer.out
    assert "Not judged from this copy: the hidden deck decides these cards" in answer.out
    assert "Non jugé à partir de cette copie\u00a0: " in command("verify", copy, "--language", "fr").out


@pytest.mark.parametrize("fields", [{"pack": "nowhere"}, {"pack_digest": OTHER}], ids=str)
def test_the_command_fails_and_gives_the_reason(
    example_shelf: Path, tmp_path: Path, command: Referee, fields: dict[str, object]
) -> None:
    copy = tmp_path / "copy.jsonl"
    copy.write_bytes(b"".join(journal.copied(example_shelf / "liege" / "journal.jsonl", "german")))
    reseal(copy, header_says(**fields))

    answer = command("verify", copy)
    assert answer.code == 66
    assert "The rules were NOT checked: the pack " in answer.out
    told = command("verify", copy, "--json")
    assert (told.code, told.json["ok"], told.json["exit"]) == (66, False, 66)
    assert told.json["not_judged"]["code"] in {"pack-missing", "pack-other"}
