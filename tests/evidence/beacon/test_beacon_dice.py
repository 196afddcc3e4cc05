"""Dice that wait for a round of the beacon: letters, takebacks, and forgeries that both verifiers refuse."""

import builtins
from pathlib import Path
from typing import Any

import pytest

from referee.dice.beacon import LEAD, tell_time
from referee.evidence import match_verification, standalone
from referee.faults import DataFault, Fault, Misuse, Stale
from referee.matches import matches, moderator_entries
from referee.matches.judging.submission import Filed
from referee.matches.letters.time_lock import LockFault
from referee.reports import documents, legal_orders, letter_answers, proofs, publishing
from tests.evidence.beacon.acts import FORGERIES, LATER, ROUND, roll_again
from tests.evidence.beacon.rounds import (
    BATTLE,
    MATCH,
    SIDES,
    SIGNATURES,
    attack,
    before,
    list_asked,
    open_match,
    send,
    sign,
)
from tests.evidence.forger import Forgery


@pytest.fixture
def shelf(tmp_path: Path) -> Path:
    """A match whose dice wait for round 123."""
    open_match(tmp_path)
    attack(tmp_path)
    return tmp_path


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The journal of a match whose dice were rolled with two rounds, and wait for a third."""
    shelf = tmp_path_factory.mktemp("played")
    open_match(shelf)
    attack(shelf)
    send(shelf, "german", sign(ROUND), before(LATER))
    send(shelf, "entente", sign(LATER), tell_time(1001))
    return matches.journal_of(shelf, MATCH)


def test_orders_before_the_dice_are_filed_and_the_rest_waits(shelf: Path) -> None:
    match = matches.find(shelf, MATCH)
    pending = moderator_entries.find_pending(match)

    assert pending is not None
    assert pending.body.public["round"] == ROUND
    assert pending.body.seq == len(match.entries)
    assert not any(entry.body.key for entry in match.entries)
    assert [line["line"] for line in pending.private["german"]["rest"]] == [6, 7]  # type: ignore[index,attr-defined]


@pytest.mark.parametrize("side", SIDES)
def test_reports_prompts_and_orders_name_the_round(shelf: Path, side: str) -> None:
    match = matches.find(shelf, MATCH)
    wait = "wait for round 123 of the public beacon drand"

    for document in (documents.report(match, side), documents.situation(match, side)):
        text = " ".join(publishing.publish(document, "text").split())
        assert wait in text
        assert "BEGIN ORDERS" not in text
    assert legal_orders.prompts(match, side).awaits == proofs.find_wait(match)
    with pytest.raises(Stale, match="wait for round 123"):
        send(shelf, side, "pass\n", before(ROUND))


@pytest.mark.parametrize("sender", SIDES)
def test_either_player_brings_the_signature(shelf: Path, sender: str) -> None:
    result = send(shelf, sender, sign(ROUND), before(LATER))
    answer = letter_answers.answer(result)
    match = matches.find(shelf, MATCH)

    assert answer.side == sender
    assert [line.order for line in answer.accepted] == (["done", "lose ge-i1"] if sender == "german" else [])
    assert answer.awaits is not None
    assert answer.awaits.round == LATER
    assert [entry.body.public["round"] for entry in match.entries if entry.body.key] == [ROUND]


def test_moderator_gives_the_signature_without_a_side(shelf: Path) -> None:
    result = send(shelf, "", sign(ROUND), before(LATER))

    assert isinstance(result, Filed)


def test_same_letter_again_files_nothing(shelf: Path) -> None:
    before_it = matches.find(shelf, MATCH).journal.head
    again = attack_again(shelf)

    assert not isinstance(again, Filed)
    assert matches.find(shelf, MATCH).journal.head == before_it


def attack_again(shelf: Path) -> object:
    card = matches.find(shelf, MATCH).entries[1].body.public["order"]
    assert isinstance(card, dict)
    return send(shelf, "german", f"offensive {card['card']}\n{BATTLE}", before(124))


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        (sign(LATER), Misuse),
        (sign(ROUND, SIGNATURES[LATER]), DataFault),
        (sign(ROUND, "ab" * 48), DataFault),
        ("beacon: soon\n", Misuse),
        (sign(ROUND) + "done\n", Misuse),
    ],
)
def test_wrong_signature_files_nothing(shelf: Path, text: str, fault: type[Fault]) -> None:
    head = matches.find(shelf, MATCH).journal.head
    with pytest.raises(fault):
        send(shelf, "german", text, before(LATER))

    assert matches.find(shelf, MATCH).journal.head == head


def test_signature_without_waiting_dice_is_refused(tmp_path: Path) -> None:
    open_match(tmp_path)
    with pytest.raises(Misuse, match="no dice"):
        send(tmp_path, "german", sign(ROUND), before(LATER))


def test_takeback_by_the_referee_ends_the_wait_and_a_side_cannot(shelf: Path) -> None:
    pending = moderator_entries.find_pending(matches.find(shelf, MATCH))
    assert pending is not None
    to = pending.body.seq - 1
    with pytest.raises(Fault):
        moderator_entries.retract(shelf, MATCH, to=to, by="german", reason="", at=before(LATER))
    moderator_entries.retract(shelf, MATCH, to=to, by=None, reason="the beacon stands", at=before(LATER))

    assert moderator_entries.find_pending(matches.find(shelf, MATCH)) is None
    assert list_asked(shelf) == ("german",)
    send(shelf, "german", "done\n", before(LATER))
    send(shelf, "german", sign(LATER), tell_time(1001))
    path = matches.journal_of(shelf, MATCH)
    assert match_verification.verify(path).rounds_checked == 1
    assert standalone.verified(str(path))[1] == []


def test_phrase_is_refused_while_first_dice_wait(shelf: Path) -> None:
    with pytest.raises(Stale):
        send(shelf, "entente", "phrase: now I know\n", before(LATER))


def test_honest_match_is_proved_by_both_verifiers(played: Path) -> None:
    result = match_verification.verify(played)

    assert (result.rounds, result.rounds_checked) == (2, 2)
    assert result.unproved == 0
    assert result.rolls > 0
    assert standalone.verified(str(played))[1] == []


def test_revealed_match_is_proved_by_both_verifiers(shelf: Path) -> None:
    send(shelf, "german", sign(ROUND), before(LATER))
    send(shelf, "german", sign(LATER), tell_time(1001))
    moderator_entries.reveal(shelf, MATCH, unfinished=True, at=tell_time(1002))
    path = matches.journal_of(shelf, MATCH)

    result = match_verification.verify(path, rejudge=True)
    assert (result.opened, result.differs, result.rounds_checked) == (True, False, 2)
    assert standalone.verified(str(path))[1] == []


def test_missing_library_is_named(played: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    load = builtins.__import__

    def refuse(name: str, *rest: Any) -> Any:
        if name == "bittensor_drand":
            raise ImportError(name)
        return load(name, *rest)

    monkeypatch.setattr(builtins, "__import__", refuse)
    result = match_verification.verify(played)

    assert (result.rounds, result.rounds_checked) == (2, 0)


@pytest.mark.parametrize("name", FORGERIES)
@pytest.mark.parametrize("state", ["journal", "copy"])
def test_forgery_is_found(played: Path, tmp_path: Path, name: str, state: str) -> None:
    act, found = FORGERIES[name]
    it = Forgery(played)
    act(it)
    roll_again(it, tmp_path / "sealed.jsonl")
    path = it.write(tmp_path / "forged.jsonl", state, "german")

    assert [is_found(path), bool(standalone.verified(str(path))[1])] == [*found]


def is_found(path: Path) -> bool:
    try:
        return bool(match_verification.verify(path).differs)
    except Fault:
        return True


def test_unchanged_dice_rolled_again_are_the_same(played: Path, tmp_path: Path) -> None:
    it = Forgery(played)
    roll_again(it, tmp_path / "sealed.jsonl")
    path = it.write(tmp_path / "same.jsonl", "journal", "german")

    assert path.read_bytes() == played.read_bytes()


def test_dice_of_keys_alone_are_others(played: Path, tmp_path: Path) -> None:
    it = Forgery(played)
    faces = [roll["faces"] for line in it.thrown() for roll in it.rolls(line)]
    for line in it.thrown():
        for name in ("wait", "round", "signature"):
            del line["body"]["public"][name]
    roll_again(it, tmp_path / "sealed.jsonl")

    assert [roll["faces"] for line in it.thrown() for roll in it.rolls(line)] != faces


def test_round_follows_from_time_and_lead() -> None:
    assert tell_time(ROUND) == "2023-08-23T15:15:33Z"
    assert before(ROUND) == tell_time(ROUND - LEAD)
    assert LockFault.NOT_SIGNED.code == "not-signed"
