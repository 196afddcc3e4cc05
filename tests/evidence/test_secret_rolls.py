"""Throws that not everyone sees: who can prove them, what they tell the others, and tricks with them."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from referee.dice import chain
from referee.dice.chain import KeyLease, SealedDice, Secrets, Spent
from referee.evidence import roll_proof, standalone
from referee.faults import DataFault
from referee.matches import journal, visibility
from referee.matches.journal import Draft
from referee.matches.journal.verification import verify
from schemas.record import to_data
from tests.engine.toy import Thrown

AT = "1914-08-04T06:00:00Z"
BATTLE = {"type": "battle", "side": "german", "area": "liege"}
OWNERS = ("german", "allied", "referee")

THROWS = (("german", 2), (None, 3), ("german", 1), ("allied", 4), ("referee", 1), (None, 1), ("german", 2))
"""Whose each throw of an entry is, and how many dice; those of nobody are seen by everyone."""

Filed = Callable[..., Path]
Private = dict[str, dict[str, Any]]


def thrown(secrets: Secrets, *throws: tuple[str | None, int]) -> Draft:
    """An honest entry with these throws."""
    dice = secrets.dice("verdun", Spent(), "german", chain.order_digest(BATTLE))
    seen: list[object] = []
    private: Private = {owner: {} for owner in OWNERS}
    for owner, count in throws:
        roll = dice.throw("fire", count, needed=3, owner=owner)
        event = {"type": "fired", "rolls": [to_data(roll)]}
        if owner is None:
            seen.append(event)
        else:
            its = private[owner].setdefault("events", {})
            its[f"{len(seen)}+{sum(place.startswith(f'{len(seen)}+') for place in its)}"] = event
    public = {"order": BATTLE, "events": seen}
    told = visibility.add_keys(private, dice.secret)
    return Draft(kind="order", at=AT, side="german", public=public, private=told, key=dice.spent)


def reveal(hidden: str) -> Draft:
    return Draft(kind="reveal", at=AT, side="referee", public={"hidden": hidden})


@pytest.fixture
def owned(file: Filed, secrets: Secrets) -> Filed:
    """A journal whose header has the anchors of all owners."""
    anchors = {owner: secrets.anchor(owner=owner) for owner in OWNERS}
    return lambda *drafts: file(*drafts, anchors=anchors)


def copied(path: Path, viewer: str) -> Path:
    copy = path.with_name(f"{viewer}.jsonl")
    copy.write_bytes(b"".join(journal.copied(path, viewer)))
    return copy


def complaints(path: Path) -> list[str]:
    with pytest.raises(DataFault) as fault:
        verify(path)
    return [str(complaint).removeprefix(f"{path}:") for complaint in fault.value.complaints]


@pytest.mark.parametrize(
    ("viewer", "dice", "keys"), [("referee", 14, 4), ("german", 9, 2), ("allied", 8, 2), ("public", 4, 1)]
)
def test_everybody_proves_the_throws_that_he_saw(
    owned: Filed, secrets: Secrets, viewer: str, dice: int, keys: int
) -> None:
    copy = copied(owned(thrown(secrets, *THROWS)), viewer)

    assert (verify(copy).dice, verify(copy).keys) == (dice, keys)
    journal_, wrong, _ = standalone.verified(str(copy))
    assert (journal_.dice.header, wrong) == (dice, [])


def test_secret_rolls_do_not_change_public_rolls(secrets: Secrets) -> None:
    alone, among = thrown(secrets, (None, 3), (None, 1)), thrown(secrets, *THROWS)

    assert (among.public, among.key) == (alone.public, alone.key)
    assert thrown(secrets, ("german", 2), ("referee", 1)).key is None


def test_secret_rolls_of_one_owner_do_not_change_those_of_another(secrets: Secrets) -> None:
    mine = ("german", 2), ("german", 1), ("german", 2)

    alone, among = thrown(secrets, *mine).private["german"], thrown(secrets, *THROWS).private["german"]

    assert alone["key"] == among["key"]
    assert list(alone["events"].values()) == list(among["events"].values())  # type: ignore[attr-defined]


def test_no_key_in_a_copy_gives_the_faces_that_it_lacks(owned: Filed, secrets: Secrets) -> None:
    """Whoever guesses order, purpose and place of a secret throw still has no key for it."""
    whole = owned(thrown(secrets, (None, 3), ("german", 2), ("allied", 40)))
    copy = copied(whole, "german")
    (entry,) = journal.read(copy).entries
    (theirs,) = journal.read(whole).entries[0].private["allied"]["events"].values()  # type: ignore[attr-defined]
    (roll,) = theirs["rolls"]
    order = chain.digest_filed_order(entry.body.public)

    known = [word for word in copy.read_text().replace('"', " ").split() if len(word) == 64]
    keys = [*known, *(chain.throw_key(key, "verdun", number) for key in known for number in range(4))]
    for key in keys:
        for n, start in ((n, start) for n in (0, 1) for start in range(8)):
            entry_dice = chain.EntryDice(key, "verdun", n, "german", order)
            assert list(entry_dice.throw("fire", 40, 6, start)[0]) != roll["faces"]
    assert (
        list(chain.EntryDice(roll["key"], "verdun", 0, "german", order).throw("fire", 40, 6, 0)[0])
        == roll["faces"]
    )


def rolls_of(private: Private, owner: str) -> list[dict[str, Any]]:
    return [event["rolls"][0] for event in private[owner]["events"].values()]


TRICKS: dict[str, Callable[[Private], object]] = {
    "another face": lambda private: rolls_of(private, "german")[0].update(faces=[1, 1]),
    "a key that was chosen": lambda private: rolls_of(private, "german")[0].update(key="ab" * 32),
    "a throw passed over": lambda private: private["german"]["events"].pop("0+0"),
    "a key for two throws": lambda private: rolls_of(private, "german")[2].update(
        key=rolls_of(private, "german")[0]["key"], draw=1
    ),
    "another chain": lambda private: private["german"].update(key={"n": 1, "k": "ab" * 32}),
    "a key of the chain passed over": lambda private: private["german"]["key"].update(n=2),
    "a key for nothing": lambda private: private["german"].pop("events"),
    "a chain begun early": lambda private: private["german"].update(anchor="ab" * 32),
    "no key": lambda private: private["german"].pop("key"),
}


@pytest.mark.parametrize("trick", TRICKS)
def test_tricks_are_found_by_both_verifiers_and_at_once_by_the_owner(file: Filed, trick: str) -> None:
    secrets = Secrets(seed="5e" * 32, hidden="c0" * 32, keys=100)
    anchors = {owner: secrets.anchor(owner=owner) for owner in OWNERS}
    draft = thrown(secrets, *THROWS)
    private = json.loads(json.dumps(draft.private))
    TRICKS[trick](private)
    path = file(replace(draft, private=private), keys=100, anchor=secrets.anchor(), anchors=anchors)

    assert complaints(path)
    assert standalone.verified(str(path))[1]
    if trick != "no key":
        assert complaints(copied(path, "german"))
        assert standalone.verified(str(copied(path, "german")))[1]


def test_keys_that_the_moderator_chose_are_found_when_the_secret_is_opened(
    file: Filed, secrets: Secrets
) -> None:
    other = Secrets(seed=secrets.seed, hidden="c1" * 32, keys=secrets.keys)
    anchors = {owner: other.anchor(owner=owner) for owner in OWNERS}

    assert verify(file(thrown(other, *THROWS), anchors=anchors)).dice == 14
    path = file(thrown(other, *THROWS), reveal(secrets.hidden), anchors=anchors)
    chosen = "1:1: entry 0: the moderator chose the secret keys of"
    assert complaints(path) == [f"{chosen} {owner}" for owner in sorted(OWNERS)]
    assert [seq for seq, _ in standalone.verified(str(path))[1]] == [0]


def test_the_chain_of_an_owner_is_renewed_in_the_entry_that_needs_it(owned: Filed, secrets: Secrets) -> None:
    spent, drafts = Spent(), list[Draft]()
    for _ in range(4):
        handed = secrets.handed("allied", spent)
        spent = Spent(spent.chain + (handed.anchor is not None), handed.key.n)
        drafts.append(thrown_with(handed))
    path = owned(*drafts, reveal(secrets.hidden))

    assert spent.chain > 0
    assert verify(path).dice == 8
    assert standalone.verified(str(path))[1] == []
    assert chain.count_spent_by("allied", journal.read(path).entries) == spent


@pytest.mark.parametrize(("owner", "count"), [("german", 1), ("referee", 1), ("british", 0)])
def test_the_last_entry_of_an_owner_counts_as_those_before_it(
    owned: Filed, secrets: Secrets, owner: str, count: int
) -> None:
    entries = journal.read(owned(thrown(secrets, (None, 1)), thrown(secrets, *THROWS))).entries

    assert chain.count_spent_by(owner, entries) == Spent(0, count)
    assert chain.count_spent_by(owner, entries[:1]) == Spent(0, 0)


SHAPES: dict[str, tuple[Callable[[Private], object], str]] = {
    "a die without sides": (
        lambda private: rolls_of(private, "german")[0].update(sides=0),
        "fire: no die has 0 sides",
    ),
    "a die of more sides than a byte has": (
        lambda private: rolls_of(private, "allied")[0].update(sides=257),
        "fire: no die has 257 sides",
    ),
    "a die from further on": (
        lambda private: rolls_of(private, "german")[0].update(draw=3),
        "fire: these dice are drawn from 3 on, and 0 is due",
    ),
    "a key for two throws": (TRICKS["a key for two throws"], "the same secret key was used for two rolls"),
}


@pytest.mark.parametrize("sides", [2, 6, 20, 100, 255, 256])
def test_a_thousand_dice_follow_from_one_key_in_both_verifiers(
    owned: Filed, secrets: Secrets, sides: int
) -> None:
    """Bytes that would favour a face are passed over, to the last of them."""
    dice = secrets.dice("verdun", Spent(), "german", chain.order_digest(BATTLE))
    rolls = [dice.throw("fire", count, needed=3, sides=sides) for count in (1200, 1, 0)]
    seen = [{"type": "fired", "rolls": [to_data(roll)]} for roll in rolls]
    public, private = {"order": BATTLE, "events": seen}, {owner: {} for owner in OWNERS}
    path = owned(Draft(kind="order", at=AT, side="german", public=public, private=private, key=dice.spent))

    assert verify(path).dice == 1201
    journal_, wrong, _ = standalone.verified(str(path))
    assert (journal_.dice.header, wrong) == (1201, [])

    shown = roll_proof.show_dice(
        journal.read(path).header,
        journal.read(path).entries[0],
        [Thrown(side="red", hits=0, rolls=(rolls[0],))],
        "red",
        (),
    )
    draws = shown[0].draws
    kept = [draw for draw in draws if draw.byte < 256 - 256 % sides]
    assert [draw.face for draw in kept] == list(rolls[0].faces) == [draw.byte % sides + 1 for draw in kept]
    assert [draw.face for draw in draws if draw not in kept] == [None] * (len(draws) - 1200)
    assert (len(draws) > 1200) is bool(256 % sides)


@pytest.mark.parametrize("place", ["2", "3", "3+0", "0+9", "-1", "x"])
def test_a_private_event_has_a_place_among_public_events(owned: Filed, secrets: Secrets, place: str) -> None:
    draft = thrown(secrets, *THROWS)
    private = json.loads(json.dumps(draft.private))
    private["german"]["events"][place] = {"type": "fired", "rolls": []}

    ((_, wrong),) = standalone.verified(str(owned(replace(draft, private=private))))[1]
    assert wrong.endswith("an event has no place among the others")


def test_private_events_are_listed_by_place(owned: Filed, secrets: Secrets) -> None:
    draft = thrown(secrets, *THROWS)
    private = json.loads(json.dumps(draft.private))
    private["german"]["events"] = [{"type": "fired", "rolls": []}]

    path = owned(replace(draft, private=private))
    with pytest.raises(DataFault, match="an event that german saw has no place"):
        verify(path)
    assert standalone.verified(str(path))[1] != []


@pytest.mark.parametrize("shape", SHAPES)
def test_impossible_secret_rolls_are_reported(owned: Filed, secrets: Secrets, shape: str) -> None:
    draft = thrown(secrets, *THROWS)
    private = json.loads(json.dumps(draft.private))
    change, told = SHAPES[shape]
    change(private)

    path = owned(replace(draft, private=private))
    assert told in " / ".join(complaints(path))
    assert standalone.verified(str(path))[1]


def test_a_public_order_is_not_a_secret_order(owned: Filed, secrets: Secrets) -> None:
    draft = thrown(secrets, (None, 2))
    path = owned(replace(draft, public={**draft.public, "sealed": chain.order_digest(BATTLE)}))

    assert "but the order is public" in complaints(path)[0]
    assert standalone.verified(str(path))[1]


def thrown_with(handed: KeyLease) -> Draft:
    order = chain.order_digest(BATTLE)
    dice = SealedDice("0f" * 32, "verdun", 1, "german", order, "c0" * 32, lambda _: handed)
    roll = dice.throw("fire", 2, needed=3, owner="allied")
    event = {"type": "fired", "rolls": [to_data(roll)]}
    private = visibility.add_keys({"allied": {"events": {"0+0": event}}}, dice.secret)
    return Draft(kind="order", at=AT, side="german", public={"order": BATTLE, "events": []}, private=private)
