"""A moderator forges a whole match with his own pen, seals and keys: what is found, by whom, and when."""

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import permutations
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from referee.dice import chain
from referee.dice.chain import EntryDice, Secrets, Spent
from referee.evidence import match_verification, standalone
from referee.faults import DataFault
from referee.matches import journal, secret_store
from referee.matches.journal import Draft
from referee.matches.journal.line import draw_salt
from schemas.journal import Entry, Header, Key, Kind
from schemas.record import REFEREE, to_data, to_json

BATTLE = 44
"""An entry of the example with two throws that everyone sees, of three dice and of one."""

Change = Callable[["Forged"], object]


@dataclass
class Forged:
    """An entry of a match as a forger has it before him: everything may be changed."""

    header: Header
    secrets: Secrets
    entry: Entry
    side: str | None
    public: dict[str, Any]
    private: dict[str, dict[str, Any]]
    key: Key | None
    kind: str

    @property
    def rolls(self) -> list[dict[str, Any]]:
        return [roll for event in self.public["events"] for roll in event.get("rolls", ())]

    def throw_again(self, order: tuple[int, ...] | None = None) -> None:
        """The dice that the key gives for what stands in the entry now, thrown in some order."""
        assert self.key is not None
        digest, index = chain.digest_filed_order(self.public), 0
        entry_dice = EntryDice(self.key.k, self.header.match, self.key.n, self.side, digest)
        for number in order or range(len(self.rolls)):
            roll, start = self.rolls[number], index
            faces, index = entry_dice.throw(roll["purpose"], len(roll["faces"]), roll["sides"], index)
            roll.update(draw=start, faces=list(faces))

    @property
    def draft(self) -> Draft:
        at = self.entry.body.at
        return Draft(
            kind=self.kind,  # type: ignore[arg-type]
            at=at,
            side=self.side,
            public=self.public,
            private=self.private,
            key=self.key,
        )


def forged(
    honest: Path, to: Path, changes: dict[int, Change], *, opened: bool = False, **header: object
) -> Path:
    """The same match as if it had been filed with these changes, and perhaps opened at its end."""
    read = journal.read(honest)
    secrets = secret_store.load_secrets(honest.with_name("secret.json"))
    drafts = [_draft(read.header, secrets, entry, changes.get(entry.body.seq)) for entry in read.entries]
    if opened:
        at = read.entries[-1].body.at
        drafts.append(Draft(kind="reveal", at=at, side=REFEREE, public={"hidden": secrets.hidden}))
    path = to / "forged.jsonl"
    path.unlink(missing_ok=True)
    forged_header = replace(read.header, **header)
    marks = {reader: part["salt"] for reader, part in read.entries[0].private.items()}
    first = journal.seal_header(forged_header)

    def salted(kind: Kind, prev: str, reader: str) -> str:
        """Secret throws name their owners by the salts of entry 1, which stay as they were."""
        return str(marks[reader]) if prev == first and reader in marks else draw_salt(kind, prev, reader)

    journal.create(path, forged_header, *drafts, salt=salted)
    return path


def _draft(header: Header, secrets: Secrets, entry: Entry, change: Change | None) -> Draft:
    body = entry.body
    told = json.loads(to_json(entry))
    before = Forged(
        header, secrets, entry, body.side, told["body"]["public"], told["private"], body.key, body.kind
    )
    if change is not None:
        change(before)
    return before.draft


def ours(path: Path) -> set[int]:
    """The entries that `verify` complains of."""
    try:
        match_verification.verify(path)
    except DataFault as fault:
        return {complaint.place.line - 1 for complaint in fault.complaints if complaint.place}
    return set()


def first(found: set[int]) -> set[int]:
    """The first of some entries: the verifier that stands alone goes no further."""
    return set(sorted(found)[:1])


def theirs(path: Path) -> set[int]:
    """The entries that the verifier complains of that stands alone."""
    return {seq for seq, _ in standalone.verified(str(path))[1]}


def copied(path: Path, viewer: str) -> Path:
    copy = path.with_name(f"{viewer}.jsonl")
    copy.write_bytes(b"".join(journal.copied(path, viewer)))
    return copy


# --- choosing among dice


def filed_as(side: str | None) -> Change:
    def change(it: Forged) -> None:
        it.side = side
        it.throw_again()

    return change


def for_a_secret_order(it: Forged) -> None:
    it.public["sealed"] = "ab" * 32
    it.throw_again()


def for_a_secret_order_that_nobody_can_open(it: Forged) -> None:
    it.private["nobody"] = {}
    for_a_secret_order(it)


def for_no_order(it: Forged) -> None:
    it.public["order"] = None
    for_a_secret_order(it)


def with_dice_of_another(it: Forged) -> None:
    """The last throw, which everyone sees, with a key of the German chain of secret throws."""
    handed = it.secrets.handed("german", Spent())
    it.private["german"]["key"] = to_data(handed.key)
    key = chain.throw_key(handed.key.k, it.header.match, 0)
    entry_dice = EntryDice(key, it.header.match, 0, it.side, chain.digest_filed_order(it.public))
    roll = it.rolls[-1]
    faces, _ = entry_dice.throw(roll["purpose"], len(roll["faces"]), roll["sides"], 0)
    roll.update(key=key, draw=0, faces=list(faces))


def in_another_order(it: Forged) -> None:
    it.throw_again((1, 0))


AT_ONCE: dict[str, Change] = {
    "filed as an order of the other side": filed_as("entente"),
    "filed as an order of the referee": filed_as(REFEREE),
    "filed as an order of somebody": filed_as("x163"),
    "filed as an order of nobody": filed_as(None),
    "for a secret order beside one that all can read": for_a_secret_order,
    "for a secret order that nobody can open": for_a_secret_order_that_nobody_can_open,
    "for no order": for_no_order,
    "with a key of another chain": with_dice_of_another,
    "with the draws changed about": in_another_order,
}


@pytest.mark.parametrize("trick", AT_ONCE)
def test_dice_cannot_be_chosen_and_each_side_sees_it_at_once(liege: Path, tmp_path: Path, trick: str) -> None:
    path = forged(liege, tmp_path, {BATTLE: AT_ONCE[trick]})

    for copy in (path, copied(path, "german")):
        assert ours(copy) == theirs(copy) == {BATTLE}


def misplaced(it: Forged) -> None:
    it.private["german"]["events"] = {"x": {"type": "area-taken", "area": "paris", "side": "german"}}


def drawn_in_words(it: Forged) -> None:
    for roll in it.rolls:
        roll["draw"] = str(roll["draw"])


def ordered_nothing(it: Forged) -> None:
    it.public["order"] = 0
    it.throw_again()


def told_twice(it: Forged) -> None:
    it.public["events"] *= 2


@pytest.mark.parametrize("change", [misplaced, drawn_in_words, told_twice, ordered_nothing])
def test_an_entry_with_another_spelling_is_found(liege: Path, tmp_path: Path, change: Change) -> None:
    path = forged(liege, tmp_path, {BATTLE: change})

    assert ours(path) == theirs(path) == {BATTLE}


def worded_otherwise(it: Forged) -> None:
    for roll in it.rolls:
        roll["purpose"] += " "
    it.throw_again()


def spelled_otherwise(it: Forged) -> None:
    it.public["order"]["card"] = str(it.public["order"]["card"])


def test_a_purpose_cannot_be_worded_to_choose_dice(liege: Path, tmp_path: Path) -> None:
    path = forged(liege, tmp_path, {BATTLE: worded_otherwise})
    copy = copied(path, "german")

    # The words follow from the rules, which are asked where everything is told.
    assert ours(path) == ours(copy) == theirs(path) == set()
    assert match_verification.verify(path, rejudge=True).differences == (BATTLE,)
    assert match_verification.verify(
        forged(liege, tmp_path, {BATTLE: worded_otherwise}, opened=True)
    ).differences == (BATTLE,)


def test_an_order_that_reads_alike_and_is_spelled_otherwise_is_found(liege: Path, tmp_path: Path) -> None:
    """Every spelling would have dice of its own."""
    with pytest.raises(DataFault, match="Input should be a valid integer"):
        match_verification.verify(forged(liege, tmp_path, {2: spelled_otherwise}))


def burnt(it: Forged) -> None:
    """A note becomes a lottery, which spends a key that promised nothing good."""
    key = it.secrets.key(12)
    entry_dice = EntryDice(key, it.header.match, 12, it.side, chain.order_digest(None))
    faces, _ = entry_dice.throw("lottery", 1, 6, 0)
    roll = {"purpose": "lottery", "sides": 6, "needed": 0, "draw": 0, "key": "", "faces": list(faces)}
    it.kind, it.key = "note", Key(n=12, k=key)
    it.public = {"text": "good luck", "events": [{"type": "lottery", "rolls": [roll]}]}


def test_a_key_cannot_be_spent_without_an_order(liege: Path, tmp_path: Path) -> None:
    last = len(journal.read(liege).entries)
    path = forged(liege, tmp_path, {last: burnt})

    assert ours(path) == theirs(path) == {last}
    assert "it spent a key without an order" in complaint(path)


def complaint(path: Path) -> str:
    with pytest.raises(DataFault) as fault:
        match_verification.verify(path)
    return str(fault.value)


# --- the deck


def deck(it: Forged) -> list[Any]:
    order: list[Any] = it.private[REFEREE]["events"]["0"]["order"]
    return order


def stacked(it: Forged) -> None:
    deck(it)[-1], deck(it)[-5] = deck(it)[-5], deck(it)[-1]


def stacked_in_words(it: Forged) -> None:
    stacked(it)
    deck(it)[:] = map(str, deck(it))


def with_a_card_twice(it: Forged) -> None:
    deck(it)[deck(it).index(7)] = 8


def test_a_stacked_deck_is_found_after_reveal_and_an_unreadable_draw_at_once(
    liege: Path, tmp_path: Path
) -> None:
    assert ours(forged(liege, tmp_path, {1: stacked})) == set()
    path = forged(liege, tmp_path, {1: stacked}, opened=True)
    assert ours(path) == theirs(path) == {1}

    path = forged(liege, tmp_path, {1: stacked_in_words})
    assert ours(path) == theirs(path) == {1}


def test_a_deck_of_other_cards_is_found_by_the_rules(liege: Path, tmp_path: Path) -> None:
    path = forged(liege, tmp_path, {1: with_a_card_twice}, opened=True)

    assert ours(path) == theirs(path) == set()
    assert match_verification.verify(path).differences == (1,)


# --- what nobody is to see


def stripped(path: Path, seq: int, reader: str) -> Path:
    """A journal from which one private part is cut out, as every copy lacks some."""
    lines = path.read_bytes().splitlines()
    whole = json.loads(lines[seq])
    del whole["private"][reader]
    private = json.dumps(whole["private"], ensure_ascii=False, separators=(",", ":"), sort_keys=True)
    head, _, _ = lines[seq].partition(b',"private":')
    lines[seq] = head + b',"private":' + private.encode() + b"}"
    path.write_bytes(b"\n".join(lines) + b"\n")
    return path


@pytest.mark.parametrize(("opened", "reader"), [(False, "german"), (False, REFEREE), (True, "entente")])
def test_a_part_that_a_copy_has_to_have_cannot_be_left_out(
    liege: Path, tmp_path: Path, opened: bool, reader: str
) -> None:
    path = stripped(forged(liege, tmp_path, {}, opened=opened), 20, reader)

    assert ours(path) == theirs(path) == {20}


@pytest.mark.parametrize("reader", ["german", "entente", REFEREE])
def test_once_all_is_opened_no_reader_lacks_all_his_parts(liege: Path, tmp_path: Path, reader: str) -> None:
    path = forged(liege, tmp_path, {}, opened=True)
    for seq, line in enumerate(path.read_bytes().splitlines()):
        if reader in json.loads(line).get("private", {}):
            stripped(path, seq, reader)

    assert min(ours(path)) <= 2
    assert theirs(path)


def test_a_private_part_for_an_unknown_reader_is_found(liege: Path, tmp_path: Path) -> None:
    """Else no copy would ever be whole, and nothing asked of a whole one would be asked."""

    def promised(it: Forged) -> None:
        it.private["nobody"] = {}

    path = forged(liege, tmp_path, {30: promised})
    assert ours(path) == theirs(path) == {30}


def test_a_secret_that_is_opened_has_to_be_there(liege: Path, tmp_path: Path) -> None:
    path = forged(liege, tmp_path, {67: empty_reveal})

    assert ours(path) == theirs(path) == {67}


def empty_reveal(it: Forged) -> None:
    it.kind, it.side, it.public, it.private, it.key = "reveal", REFEREE, {}, {}, None


# --- secret throws


def secretly_thrown(it: Forged) -> dict[str, list[dict[str, Any]]]:
    """The secret rolls of an entry by their key, as everybody who saw them was told."""
    told: dict[str, list[dict[str, Any]]] = {}
    for part in it.private.values():
        for event in part.get("events", {}).values():
            for roll in event.get("rolls", ()):
                if roll["key"] and roll["faces"]:
                    told.setdefault(roll["key"], []).append(roll)
    return told


def with_key(it: Forged, rolls: list[dict[str, Any]], key: str) -> None:
    entry_dice = EntryDice(key, it.header.match, 0, it.side, chain.digest_filed_order(it.public))
    for roll in rolls:
        faces, _ = entry_dice.throw(roll["purpose"], len(roll["faces"]), roll["sides"], 0)
        roll.update(key=key, faces=list(faces))


def changed_about(it: Forged) -> None:
    """Two secret throws of one owner get each other's keys."""
    its = owners_keys(it)
    one, two = next(pair for owner in its for pair in permutations(its[owner], 2))
    told = secretly_thrown(it)
    with_key(it, told[one], two)
    with_key(it, told[two], one)


def owners_keys(it: Forged) -> dict[str, list[str]]:
    """The keys of the secret throws of every owner who had any."""
    thrown = secretly_thrown(it)
    parts = {owner: part["key"]["k"] for owner, part in it.private.items() if "key" in part}
    keys = {
        owner: [chain.throw_key(k, it.header.match, number) for number in range(len(thrown))]
        for owner, k in parts.items()
    }
    return {owner: [key for key in its if key in thrown] for owner, its in keys.items()}


def entries_with_secret_throws(path: Path, least: int) -> Iterator[Entry]:
    for entry in journal.read(path).entries:
        secrets = secret_store.load_secrets(path.with_name("secret.json"))
        told = json.loads(to_json(entry))
        it = Forged(
            journal.read(path).header, secrets, entry, entry.body.side, {}, told["private"], None, "order"
        )
        if any(len(keys) >= least for keys in owners_keys(it).values()):
            yield entry


def test_secret_rolls_cannot_exchange_their_dice(sap: Path, tmp_path: Path) -> None:
    seq = next(entries_with_secret_throws(sap, 2)).body.seq
    path = forged(sap, tmp_path, {seq: changed_about})

    assert ours(path) == theirs(path) == {seq}


def test_secret_rolls_cannot_use_the_key_of_another_owner(sap: Path, tmp_path: Path) -> None:
    """Whose a throw is, the rules say: here the last one of a side follows from a key of the referee."""
    *_, last = entries_with_secret_throws(sap, 2)
    seq = last.body.seq
    path = forged(sap, tmp_path, {seq: given_away})

    assert ours(path) == theirs(path) == set()
    assert seq in (match_verification.verify(path, rejudge=True).differences or ())


def given_away(it: Forged) -> None:
    keys = next(keys for keys in owners_keys(it).values() if len(keys) > 1)
    handed = it.secrets.handed(REFEREE, Spent())
    it.private[REFEREE]["key"] = to_data(handed.key)
    with_key(it, secretly_thrown(it)[keys[-1]], chain.throw_key(handed.key.k, it.header.match, 0))


# --- harm


def test_a_header_cannot_ask_for_an_endless_key_chain(liege: Path, tmp_path: Path) -> None:
    path = forged(liege, tmp_path, {}, keys=2**20)

    assert theirs(path) == {0}
    with pytest.raises(DataFault, match="keys"):
        match_verification.verify(path)
