"""Evidence of the example of the skirmish, where both sides are asked at once and write under seal."""

from pathlib import Path

import pytest
from msgspec.structs import replace

from referee.evidence import comparison, disputes, luck, replay, roll_proof, standalone
from referee.matches import history
from referee.matches.matches import Match
from referee.reports.formats import plain_text
from schemas.journal import Entry
from schemas.record import Rolled
from schemas.vocabulary import VOCABULARY
from tests.examples import format_2

SEALED = {2: 10, 3: 0, 4: 5, 5: 1, 6: 1, 7: 1, 8: 2, 9: 3, 10: 1, 12: 1}
"""How many orders under seal each entry holds before its last."""


@pytest.fixture(scope="module")
def raid(tmp_path_factory: pytest.TempPathFactory) -> Match:
    shelf = tmp_path_factory.mktemp("raid")
    return format_2.play("skirmish", "sap", shelf)


def test_every_sealed_order_is_compared_with_the_part_of_its_side(raid: Match) -> None:
    orders = [entry for entry in raid.entries if entry.body.kind in {"order", "ruling"}]
    agreed = [fact for entry in orders for fact in replay._seal_claims(raid.system, entry)]

    assert len(agreed) == sum(SEALED.values())
    assert all(holds for _, holds in agreed)
    assert sum(replay.compare(raid.system, entry, VOCABULARY, "f")[0] for entry in orders) > 300


def told_as_sealed(entry: Entry) -> Entry:
    """An entry whose first order under seal is told to have done what everyone saw."""
    side = entry.body.side or ""
    first, *others = entry.private[side]["sealed"]  # type: ignore[misc]
    sealed = [{**first, "events": entry.body.public["events"]}, *others]  # type: ignore[dict-item]
    return replace(entry, private={**entry.private, side: {**entry.private[side], "sealed": sealed}})


def test_a_public_event_is_not_a_secret_of_a_side(raid: Match) -> None:
    _, (complaint, *_) = replay.compare(raid.system, told_as_sealed(raid.entries[3]), VOCABULARY, "f")

    assert "entry 4: sealed order 1, barrage, as a secret of its side" in str(complaint)


@pytest.mark.parametrize(("seq", "sealed"), SEALED.items())
def test_each_order_of_an_entry_is_judged_by_the_prompt_of_its_side(
    raid: Match, seq: int, sealed: int
) -> None:
    told = " ".join(plain_text.write(disputes.dispute(raid, seq, "referee")).split())

    assert told.count("this was asked") == sealed + 1
    weighed = (
        "The clauses that were weighed ----------------------------- "
        "*Against it*: nothing. Today's rules would accept it, too. "
        "*For it*: it answers what was asked, and it meets"
    )
    assert told.count(weighed) == sealed + 1


def test_each_secret_key_of_an_entry_has_an_owner(raid: Match) -> None:
    found = 0
    for step in history.steps(raid.rules, raid.entries):
        owners = roll_proof.owners(raid.header, step.entry, step.events)
        secret = {
            roll.key for event in step.events if isinstance(event, Rolled) for roll in event.rolls if roll.key
        }
        assert owners is not None
        assert secret <= owners.keys()
        assert {owners[key] for key in secret} == {
            owner for owner in raid.header.anchors if roll_proof.owner_key(step.entry, owner)
        }
        found += len(secret)
        assert roll_proof.owners(replace(raid.header, dice="spoken"), step.entry, step.events) is None
        assert roll_proof.owners(replace(raid.header, anchors={}), step.entry, step.events) is None
    assert found > 20


def test_dice_count_as_luck_of_their_side(raid: Match) -> None:
    found = luck.luck(raid)

    assert [(side.side, side.dice, side.hits, side.expected) for side in found.sides] == [
        ("british", 22, 9, "83/10"),
        ("german", 19, 8, "31/3"),
    ]
    assert found.aimless == 20


@pytest.mark.parametrize("torn", ["", "{", '{"seal":'])
def test_an_unfinished_line_is_not_a_difference_of_copies(raid: Match, tmp_path: Path, torn: str) -> None:
    whole = raid.folder / "journal.jsonl"
    copy = tmp_path / "copy.jsonl"
    copy.write_bytes(whole.read_bytes() + torn.encode())

    compared = comparison.compare(copy, whole)

    assert (compared.common, compared.ends, compared.parted) == (12, (12, 12), None)


@pytest.mark.parametrize("seq", [0, 1, 12])
def test_the_standalone_verifier_accepts_only_heads_of_the_journal(raid: Match, seq: int) -> None:
    path = str(raid.folder / "journal.jsonl")
    seals = [raid.journal.header_seal, *(entry.seal for entry in raid.entries)]

    assert standalone.verified(path, f"{seq}:{seals[seq]}")[1] == []
    for other in (f"{seq}:{seals[seq][:-1]}0", f"{seq + 1}:{seals[seq]}", f"13:{seals[12]}"):
        if other != f"{seq}:{seals[seq]}":
            wrong = standalone.verified(path, other)[1]
            assert [seq for seq, _ in wrong] == [12]
            assert "history was rewritten, or cut off before that seal" in wrong[0][1]
