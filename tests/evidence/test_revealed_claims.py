"""Whoever told one thing and sealed another is found out when the secrets are opened."""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest

from referee.dice.chain import Secrets
from referee.evidence import match_verification
from referee.faults import DataFault
from referee.matches import journal, matches, moderator_entries, opening, secret_store
from referee.matches.journal import Draft
from referee.matches.judging import submission
from referee.packs import rulesets
from referee.reports import letter_answers
from schemas.journal import Entry
from schemas.record import REFEREE, to_data
from tests.engine import toy_pack
from tests.engine.toy import Toy, ToyOrder

AT = "2026-12-01T20:00:00Z"

Lie = Callable[[dict[str, Any], dict[str, dict[str, Any]]], None]


SECRETS = Secrets(seed="5e" * 32, hidden="c0" * 32, keys=80)


@pytest.fixture
def told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A match of the toy game with hidden numbers, a bluff and a hidden draw, its secrets opened."""
    monkeypatch.setattr(rulesets, "bind", toy_pack.bind)
    opening.open_match(tmp_path, "duel", "toy", at=AT, secrets=SECRETS)
    for side, text in (("red", "hide 2"), ("blue", "hide 5"), ("red", "bluff 6"), ("blue", "peek\nthrow 3")):
        letter_answers.submit(
            tmp_path, "duel", submission.open_letter("letter", text.encode(), at=AT, side=side)
        )
    moderator_entries.reveal(tmp_path, "duel", unfinished=True, at=AT)
    return matches.journal_of(tmp_path, "duel")


def retold(path: Path, lies: Mapping[int, Lie]) -> Path:
    """The journal as a moderator would have sealed it who told these lies from the start."""
    whole = journal.read(path)
    drafts = [_draft(entry, lies.get(entry.body.seq)) for entry in whole.entries]
    path.unlink()
    journal.create(path, whole.header, *drafts, salt=secret_store.match_salts(whole.header, SECRETS))
    return path


def _draft(entry: Entry, lie: Lie | None) -> Draft:
    body = to_data(entry)["body"]
    public: dict[str, Any] = body["public"]
    private = {side: dict(part) for side, part in to_data(entry)["private"].items()}
    if lie:
        lie(public, private)
    return Draft(
        kind=entry.body.kind, at=AT, side=entry.body.side, public=public, private=private, key=entry.body.key
    )


def found(path: Path) -> list[str]:
    with pytest.raises(DataFault) as fault:
        match_verification.verify(path)
    return [str(complaint).split(":", 3)[-1].strip() for complaint in fault.value.complaints]


def test_an_honest_match_has_nothing_to_hide(told: Path) -> None:
    verified = match_verification.verify(retold(told, {}))
    assert verified.opened
    # The deal, to all; three secret orders and what came of them, to all and to a side; a draw, to both.
    assert verified.agreed == 15
    assert verified.differences == ()


def public_event(**says: object) -> Lie:
    return lambda public, private: public["events"][0].update(says)


def private_event(*readers: str, **says: object) -> Lie:
    def lie(_: dict[str, Any], private: dict[str, Any]) -> None:
        for reader in readers:
            private[reader]["events"]["0"].update(says)

    return lie


def invented(reader: str) -> Lie:
    """The same event told to somebody once more, after everything that happened."""

    def lie(public: dict[str, Any], private: dict[str, Any]) -> None:
        events = private[reader]["events"]
        events[f"{len(public['events'])}+0"] = dict(events["0"])

    return lie


@pytest.mark.parametrize(
    ("seq", "lie", "said"),
    [
        (2, public_event(side="blue"), "event 1, hidden, as shown to everyone is not what was sealed"),
        (2, private_event("red", REFEREE, number=3), ""),
        (2, private_event("red", number=3), "event 1, hidden, as shown to red is not what was sealed"),
        (4, public_event(number=5), "event 1, bluffed, as shown to everyone is not what was sealed"),
        (
            2,
            lambda public, private: public.update(order={"type": "hide", "side": "red", "number": 3}),
            "order as",
        ),
        (
            2,
            lambda public, private: private["red"]["order"].update(side="blue"),
            "its order does not belong to red",
        ),
        (5, private_event("blue", side="red"), "event 1, peeked, as shown to blue"),
        (5, private_event("blue", REFEREE, side="red"), "event 1, peeked, as shown to everyone"),
        (5, invented("blue"), "an invented event, peeked, as shown to blue"),
    ],
)
def test_a_lie_told_during_play_is_found(told: Path, seq: int, lie: Lie, said: str) -> None:
    path = retold(told, {seq: lie})
    if said:
        complaints = found(path)
        assert any(said in one and one.startswith(f"entry {seq}: ") for one in complaints), complaints
        with pytest.raises(DataFault) as fault:
            match_verification.verify(path)
        places = {one.place and (one.place.file, one.place.line) for one in fault.value.complaints}
        assert places == {(path.as_posix(), seq + 1)}
    else:
        # Told alike to all who may know it, and yet not what the order says: the rules find that.
        assert match_verification.verify(path).differences == (seq,)


def test_the_first_entry_with_an_unreadable_claim_is_reported(
    told: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(_: Toy, order: ToyOrder, viewer: str) -> None:
        raise LookupError(f"{type(order).__name__} of {order.side}")

    monkeypatch.setattr(Toy, "redact_order", fail)
    with pytest.raises(LookupError, match="Hide of red"):
        match_verification.verify(told)


def test_a_hidden_draw_that_the_deck_does_not_give_is_found(told: Path) -> None:
    pile = journal.read(told).entries[0].private["referee"]["events"]["0"]["order"]  # type: ignore[index]
    another = next(number for number in range(1, 7) if number != pile[0])
    path = retold(told, {5: private_event("blue", REFEREE, lucky=another)})
    assert match_verification.verify(path).differences == (5,)


def test_a_stacked_deck_is_found(told: Path) -> None:
    path = retold(told, {1: private_event("referee", order=[6, 5, 4, 3, 2, 1])})
    assert any("the hidden secret gives another order" in one for one in found(path))
