"""What a competent forger once got past one of the verifiers: both refuse it now, or count it as unproved."""

from pathlib import Path
from typing import Any

import pytest

from referee.dice import chain
from referee.dice.chain import EntryDice
from referee.evidence import match_verification, standalone
from referee.matches import journal
from schemas.record import REFEREE
from tests.evidence.test_forgeries import (
    BATTLE,
    Change,
    Forged,
    copied,
    entries_with_secret_throws,
    first,
    forged,
    ours,
    secretly_thrown,
    theirs,
    with_key,
)


def unproved(path: Path) -> int:
    """The dice on the moderator's word, of which both verifiers count the same."""
    verified, (other, wrong, _) = match_verification.verify(path), standalone.verified(str(path))
    assert wrong == []
    assert (verified.dice, verified.unproved) == (other.dice.header, other.dice.own_keys + other.dice.trust)
    return verified.unproved


# --- (a) a secret throw begins with draw 0


def drawn_from(start: int, told: int) -> Change:
    def change(it: Forged) -> None:
        for key, rolls in secretly_thrown(it).items():
            entry_dice = EntryDice(key, it.header.match, 0, it.side, chain.digest_filed_order(it.public))
            for roll in rolls:
                faces, _ = entry_dice.throw(roll["purpose"], len(roll["faces"]), roll["sides"], start)
                roll.update(draw=told, faces=list(faces))

    return change


@pytest.mark.parametrize(("start", "told"), [(3, 3), (0, 3)])
def test_the_draw_of_a_secret_roll_cannot_be_chosen(sap: Path, tmp_path: Path, start: int, told: int) -> None:
    entry = next(entries_with_secret_throws(sap, 2))
    path = forged(sap, tmp_path, {entry.body.seq: drawn_from(start, told)})

    for copy in (path, *(copied(path, side) for side in ("british", "german"))):
        # Some sides saw none of these throws.
        due = {entry.body.seq} if seen_in(copy, entry.body.seq) else set()
        assert ours(copy) == theirs(copy) == due
    assert ours(path)


def seen_in(path: Path, seq: int) -> bool:
    parts: Any = journal.read(path).entries[seq - 1].private.values()
    return any(
        roll["key"] for part in parts for at in part["events"].values() for roll in at.get("rolls", ())
    )


# --- (b) orders have one spelling


def with_a_field_too_many(it: Forged) -> None:
    it.public["order"]["zzz"] = 17
    it.throw_again()


def with_a_field_left_out(it: Forged) -> None:
    del it.public["order"]["card"]


def of_an_unknown_kind(it: Forged) -> None:
    it.public["order"]["type"] = "zzz"
    it.throw_again()


def counted_in_words(it: Forged) -> None:
    it.public["order"]["card"] = str(it.public["order"]["card"])


MOVE = 40
"""An entry of the example with a move, which is not the first one."""

ORDERS: dict[str, tuple[int, Change, bool]] = {
    "a field too many": (BATTLE, with_a_field_too_many, True),
    "a field left out": (MOVE, with_a_field_left_out, True),
    # What a field may hold, and which kinds there are, only the rules know.
    "an unknown kind": (BATTLE, of_an_unknown_kind, False),
    "a number as text": (2, counted_in_words, False),
}


@pytest.mark.parametrize("spelling", ORDERS)
def test_an_order_has_one_spelling_in_the_journal_and_in_every_copy(
    liege: Path, tmp_path: Path, spelling: str
) -> None:
    seq, change, without_rules = ORDERS[spelling]
    path = forged(liege, tmp_path, {seq: change})

    for copy in (path, copied(path, "german"), copied(path, "entente"), copied(path, "public")):
        assert ours(copy) == {seq}
        if without_rules:
            assert theirs(copy) == {seq}


def test_a_retracted_order_has_one_spelling(sap: Path, tmp_path: Path) -> None:
    """Its dice were thrown, though nothing comes of it any more."""
    last = len(journal.read(sap).entries)
    open_orders = [entry for entry in journal.read(sap).entries[: last - 1] if entry.body.public.get("order")]
    seq = open_orders[-1].body.seq
    path = forged(sap, tmp_path, {seq: spelled_with_more, last: taken_back(seq - 1)})

    assert ours(path) == theirs(path) == {seq}


def spelled_with_more(it: Forged) -> None:
    it.public["order"]["zzz"] = 17
    if it.key:
        it.throw_again()
    for key, rolls in secretly_thrown(it).items():
        with_key(it, rolls, key)


def taken_back(to: object) -> Change:
    return lambda it: it.__dict__.update(
        kind="retract", side=REFEREE, public={"to": to, "reason": "agreed"}, private={}, key=None
    )


# --- (d) secret throws have owners


def without_their_keys(it: Forged) -> None:
    for part in it.private.values():
        part.pop("key", None)


def with_chosen_keys(it: Forged) -> None:
    """Each secret throw with a key that somebody liked."""
    without_their_keys(it)
    for number, rolls in enumerate(secretly_thrown(it).values()):
        with_key(it, rolls, f"{number:02d}" * 32)


@pytest.mark.parametrize("change", [without_their_keys, with_chosen_keys])
def test_secret_dice_without_the_keys_of_their_owners_are_refused_or_not_counted(
    sap: Path, tmp_path: Path, change: Change
) -> None:
    *_, last = entries_with_secret_throws(sap, 1)
    path = forged(sap, tmp_path, {last.body.seq: change})

    assert ours(path) == theirs(path) == {last.body.seq}
    word = [unproved(copied(path, side)) for side in ("british", "german")]
    before = [unproved(copied(forged(sap, tmp_path, {}), side)) for side in ("british", "german")]
    assert sum(word) > sum(before)


@pytest.mark.parametrize("owners", [(), ("german",), ("german", "entente"), ("german", "entente", "x")])
def test_a_header_has_an_anchor_for_every_owner(liege: Path, tmp_path: Path, owners: tuple[str, ...]) -> None:
    anchors = journal.read(liege).header.anchors
    kept = {owner: anchors.get(owner, "ab" * 32) for owner in owners}
    path = forged(liege, tmp_path, {}, anchors=kept)

    for copy in (path, copied(path, "german")):
        assert ours(copy) == theirs(copy) == {0}


# --- (e) format 1 is no way round


def with_draws_passed_over(it: Forged) -> None:
    """The second throw is drawn from a place that gives faces which somebody likes."""
    assert it.key is not None
    entry_dice = EntryDice(it.key.k, it.header.match, it.key.n, it.side, chain.digest_filed_order(it.public))
    roll = it.rolls[-1]
    faces, _ = entry_dice.throw(roll["purpose"], len(roll["faces"]), roll["sides"], 40)
    roll.update(draw=40, faces=list(faces))


def test_dice_after_a_gap_in_format_1_depend_on_the_moderators_word(liege: Path, tmp_path: Path) -> None:
    path = forged(liege, tmp_path, {BATTLE: with_draws_passed_over}, format=1, anchors={})
    # The one roll of one die behind the gap, in the copy of the side that lacks a part of the entry.
    assert ours(path) == theirs(path) == {BATTLE}
    assert unproved(copied(path, "german")) == 1
    assert unproved(copied(forged(liege, tmp_path, {}, format=1, anchors={}), "german")) == 0


def test_format_1_has_no_owners_of_rolls(liege: Path, sap: Path, tmp_path: Path) -> None:
    path = forged(liege, tmp_path, {}, format=1)
    assert ours(path) == theirs(path) == {0}

    path = forged(sap, tmp_path, {}, format=1, anchors={})
    assert first(ours(path)) == theirs(path) != set()


# --- (f) takebacks and places lead somewhere


@pytest.mark.parametrize("to", [None, True, "2", -1, 75, 1000, [1]])
def test_a_takeback_goes_to_an_entry_before_it(liege: Path, tmp_path: Path, to: object) -> None:
    last = len(journal.read(liege).entries)
    path = forged(liege, tmp_path, {last: taken_back(to)})
    assert ours(path) == theirs(path) == ours(copied(path, "german")) == {last}


def test_a_takeback_names_an_entry(liege: Path, tmp_path: Path) -> None:
    last = len(journal.read(liege).entries)

    def nowhere(it: Forged) -> None:
        taken_back(None)(it)
        del it.public["to"]

    path = forged(liege, tmp_path, {last: nowhere})
    assert ours(path) == theirs(path) == {last}


@pytest.mark.parametrize("place", ["99", "00", "0+1", "00+0", "99+0", "0+", "+0", "-1", "0+0+0"])
def test_a_private_event_has_a_place_among_the_others(liege: Path, tmp_path: Path, place: str) -> None:
    def misplaced(it: Forged) -> None:
        it.private["german"]["events"] = {place: {"type": "area-taken", "area": "paris", "side": "german"}}

    path = forged(liege, tmp_path, {BATTLE: misplaced})
    assert ours(path) == theirs(path) == ours(copied(path, "german")) == {BATTLE}
