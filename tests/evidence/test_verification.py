"""What verification proves, and every trick of a moderator that it does not let pass."""

from collections.abc import Callable
from pathlib import Path

import pytest
from msgspec.structs import replace

from referee.dice import chain as chance
from referee.dice.chain import Secrets, Spent
from referee.evidence import standalone
from referee.faults import DataFault
from referee.matches import journal
from referee.matches.journal import Draft
from referee.matches.journal.verification import verify
from schemas.journal import Head, Key
from schemas.record import Roll, to_data

AT = "1914-08-04T06:00:00Z"
UNTHROWN = {"purpose": "fire", "sides": 6, "needed": 3, "draw": 0, "key": "", "faces": []}
BATTLE = {"type": "battle", "side": "german", "area": "liege"}

BEGINNING = Spent()

Filed = Callable[..., Path]


def thrown(secrets: Secrets, now: Spent, *counts: int, order: object = BATTLE, side: str = "german") -> Draft:
    """An honest entry that throws these numbers of dice."""
    dice = secrets.dice("verdun", now, side, chance.order_digest(order))
    rolls = [dice.throw(f"fire {n}", count, needed=3) for n, count in enumerate(counts)]
    return rolled(rolls, dice.spent, order=order, side=side)


def rolled(rolls: list[Roll], key: Key | None, *, order: object = BATTLE, side: str = "german") -> Draft:
    event = {"type": "fire-resolved", "rolls": [to_data(roll) for roll in rolls]}
    return Draft(kind="order", at=AT, side=side, public={"order": order, "events": [event, None]}, key=key)


def used_up(secrets: Secrets, chain: int = 0) -> list[Draft]:
    """Entries that leave so few keys of a short chain that a new one is due."""
    return [thrown(secrets, Spent(chain, spent), 1) for spent in (0, 1)]


def begun(secrets: Secrets, chain: int) -> Draft:
    return Draft(kind="anchor", at=AT, public={"anchor": secrets.anchor(chain)})


def rolls_of(draft: Draft) -> list[dict[str, object]]:
    return draft.public["events"][0]["rolls"]


def complaints(path: Path, head: Head | None = None) -> list[str]:
    with pytest.raises(DataFault) as fault:
        verify(path, head)
    return [str(complaint).removeprefix(f"{path}:") for complaint in fault.value.complaints]


# --- what holds


def test_an_honest_journal_is_proved_to_the_last_die(whole: Path) -> None:
    report = verify(whole)
    assert report.header.match == "verdun"
    assert report.head == journal.read(whole).head
    assert (report.keys, report.rolls, report.dice) == (3, 5, 11)
    assert (report.spoken, report.lacking, report.opened, report.torn) == ((), 0, True, 0)


def test_a_copy_for_a_side_is_proved_as_far_as_it_goes(running: Path, tmp_path: Path) -> None:
    for side, lacking in (("german", 4), ("allied", 5), ("public", 7)):
        copy = tmp_path / f"{side}.jsonl"
        copy.write_bytes(b"".join(journal.copied(running, side)))
        report = verify(copy)
        assert (report.dice, report.lacking) == (11, lacking)


def test_a_torn_line_is_reported_without_a_fault(whole: Path) -> None:
    whole.write_bytes(whole.read_bytes() + b'{"seal"')
    assert verify(whole).torn == 7


def test_every_head_that_was_kept_is_still_there(whole: Path) -> None:
    read = journal.read(whole)
    kept = [Head(seq=0, seal=read.header_seal), *(Head(seq=e.body.seq, seal=e.seal) for e in read.entries)]
    for head in kept:
        assert verify(whole, head).head == read.head


def test_a_head_of_a_history_that_was_rewritten_is_found(whole: Path, header, drafts) -> None:
    kept = journal.read(whole)
    whole.unlink()
    journal.create(whole, header, *drafts)
    assert verify(whole)
    head = Head(seq=4, seal=kept.entries[3].seal)
    assert complaints(whole, head) == ["5:1: entry 4 does not have its known seal: history was rewritten"]
    whole.unlink()
    journal.create(whole, replace(header, at="1914-08-04T06:00:01Z"), *drafts)
    assert complaints(whole, Head(seq=0, seal=kept.header_seal)) == [
        "1:1: entry 0 does not have its known seal: history was rewritten"
    ]


def copy_for_allied(path: Path) -> Path:
    copy = path.with_name("allied.jsonl")
    copy.write_bytes(b"".join(journal.copied(path, "allied")))
    return copy


def test_in_format_1_dice_that_only_one_side_saw_are_proved_in_its_copy(
    file: Filed, secrets: Secrets
) -> None:
    draft = thrown(secrets, Spent(), 2, 3)
    first, second = rolls_of(draft)
    event = draft.public["events"][0]
    draft = replace(
        draft,
        public={**draft.public, "events": [{**event, "rolls": [first]}]},
        private={"german": {"events": {"0": {**event, "rolls": [first, second]}}}},
    )
    path = file(draft, format=1)
    assert verify(path).dice == 5
    assert verify(copy_for_allied(path)).dice == 2


def test_in_format_1_dice_hidden_from_all_but_the_referee_leave_a_gap_only_he_can_fill(
    file: Filed, secrets: Secrets
) -> None:
    draft = thrown(secrets, Spent(), 2, 3)
    first, second = rolls_of(draft)
    event = draft.public["events"][0]
    seen = {**draft.public, "events": [{**event, "rolls": [second]}]}
    path = file(
        replace(draft, public=seen, private={"referee": {"events": {"0+0": {**event, "rolls": [first]}}}}),
        format=1,
    )
    assert verify(path).dice == 5
    report = verify(copy_for_allied(path))
    assert (report.dice, report.count_unproved()) == (0, 3)


def test_a_copy_of_format_1_may_lack_the_rolls_of_a_key(file: Filed, secrets: Secrets) -> None:
    draft = thrown(secrets, Spent(), 2)
    hidden = replace(
        draft,
        public={"order": BATTLE, "events": [None]},
        private={"german": {"events": {"0": draft.public["events"][0]}}},
    )
    path = file(hidden, format=1)
    assert verify(path).dice == 2
    report = verify(copy_for_allied(path))
    assert (report.dice, report.keys) == (0, 1)


# --- spoken dice


def test_spoken_dice_are_listed_with_their_source(file: Filed) -> None:
    roll = Roll(purpose="artillery fire", needed=3, faces=(3, 5))
    draft = rolled([roll], None)
    path = file(
        replace(draft, public={**draft.public, "source": "dice server, mail of 4 August"}), dice="spoken"
    )
    (said,) = verify(path).spoken
    assert (said.entry, said.roll, said.source) == (1, roll, "dice server, mail of 4 August")


def test_spoken_dice_without_a_source_are_a_fault(file: Filed) -> None:
    path = file(rolled([Roll(purpose="artillery fire", faces=(3,))], None), dice="spoken")
    assert complaints(path) == ["2:1: entry 1: manual dice without a source"]


def test_manual_dice_cannot_replace_sealed_dice(file: Filed) -> None:
    draft = rolled([Roll(purpose="artillery fire", faces=(1, 1, 1))], None)
    path = file(replace(draft, public={**draft.public, "source": "trust me"}))
    assert complaints(path) == ["2:1: entry 1: the entry has dice, and publishes no key"]


# --- tricks with keys


def test_a_key_that_does_not_lead_to_the_anchor_is_found(file: Filed, secrets: Secrets) -> None:
    other = Secrets(seed="5f" * 32, hidden=secrets.hidden, keys=secrets.keys)
    assert complaints(file(thrown(other, Spent(), 3))) == [
        "2:1: entry 1: key 1 does not lead to the key published before it"
    ]


def test_a_key_may_not_be_passed_over_for_better_dice(file: Filed) -> None:
    secrets = Secrets(seed="5e" * 32, hidden="c0" * 32, keys=100)
    drafts = [thrown(secrets, Spent(0, spent), 3) for spent in (0, 2, 3)]
    path = file(*drafts, keys=100, anchor=secrets.anchor())
    assert complaints(path) == ["3:1: entry 2: it publishes key 3 where key 2 is due"]


def test_a_key_may_not_be_used_twice(file: Filed, secrets: Secrets) -> None:
    path = file(thrown(secrets, Spent(), 3), thrown(secrets, Spent(), 3, order={**BATTLE, "area": "namur"}))
    assert complaints(path) == ["3:1: entry 2: it publishes key 1 where key 2 is due"]


def test_a_key_may_not_be_spent_on_nothing(file: Filed, secrets: Secrets) -> None:
    assert complaints(file(rolled([], Key(n=1, k=secrets.key(1))))) == [
        "2:1: entry 1: key 1 was spent without dice"
    ]


def test_a_key_may_not_be_burnt_in_a_note(file: Filed, secrets: Secrets) -> None:
    lottery = replace(thrown(secrets, Spent(), 1), kind="note")
    assert complaints(file(lottery)) == ["2:1: entry 1: it spent a key without an order"]


def test_a_chain_is_renewed_when_few_keys_remain(file: Filed, secrets: Secrets) -> None:
    path = file(*used_up(secrets), thrown(secrets, Spent(0, 2), 1))
    text = "it goes on with a chain of which 63 keys are left, and a new one was due"
    assert complaints(path) == [f"4:1: entry 3: {text}"]


def test_nor_is_it_renewed_twice(file: Filed, secrets: Secrets) -> None:
    path = file(*used_up(secrets), begun(secrets, 1), begun(secrets, 2))
    assert complaints(path) == [
        "5:1: entry 4: it begins a new chain of keys with 65 keys left, and 63 is the most"
    ]


@pytest.mark.parametrize("before", [0, 1, 36])
def test_a_new_chain_may_not_be_begun_before_it_is_due(file: Filed, before: int) -> None:
    secrets = Secrets(seed="5e" * 32, hidden="c0" * 32, keys=100)
    early = Draft(kind="anchor", at=AT, public={"anchor": secrets.anchor(1)})
    spent = [thrown(secrets, Spent(0, keys), 2) for keys in range(before)]
    path = file(*spent, early, thrown(secrets, Spent(1, 0), 2), keys=100, anchor=secrets.anchor())
    begun = f"it begins a new chain of keys with {100 - before} keys left, and 63 is the most"
    assert complaints(path) == [f"{2 + before}:1: entry {1 + before}: {begun}"]
    assert [seq for seq, _ in standalone.verified(str(path))[1]] == [1 + before]


def test_a_new_chain_needs_an_anchor(file: Filed) -> None:
    path = file(Draft(kind="anchor", at=AT, public={"anchor": None}))
    assert complaints(path) == ["2:1: entry 1: it begins a new chain of keys and gives no anchor"]


def test_the_keys_of_the_old_chain_are_worthless_after_a_new_anchor(file: Filed, secrets: Secrets) -> None:
    path = file(*used_up(secrets), begun(secrets, 1), thrown(secrets, Spent(0, 2), 1))
    assert complaints(path) == ["5:1: entry 4: it publishes key 3 where key 1 is due"]


# --- tricks with dice


def test_a_face_that_the_key_does_not_give_is_found(file: Filed, secrets: Secrets) -> None:
    draft = thrown(secrets, Spent(), 2, 2)
    honest = list(rolls_of(draft)[1]["faces"])
    rolls_of(draft)[1]["faces"] = [honest[0], honest[1] % 6 + 1]
    (said,) = complaints(file(draft))
    assert said == (
        f"2:1: entry 1: fire 1: the key gives {honest[0]}, {honest[1]}, "
        f"and the entry says {honest[0]}, {honest[1] % 6 + 1}"
    )


@pytest.mark.parametrize(
    "change",
    [
        {"public": {"order": {**BATTLE, "area": "namur"}}},
        {"side": "allied"},
        {"side": None},
    ],
    ids=repr,
)
def test_dice_thrown_for_another_order_or_side_are_found(file: Filed, secrets: Secrets, change) -> None:
    draft = thrown(secrets, Spent(), 12)
    public = {**draft.public, **change.get("public", {})}
    said = complaints(file(replace(draft, **{**change, "public": public})))
    assert "the key gives" in said[-1]


def test_dice_thrown_for_another_purpose_or_match_are_found(file: Filed, secrets: Secrets) -> None:
    draft = thrown(secrets, Spent(), 12)
    rolls_of(draft)[0]["purpose"] = "fire at somebody else"
    assert "the key gives" in complaints(file(draft))[0]
    assert "the key gives" in complaints(file(thrown(secrets, Spent(), 12), match="marne"))[0]


def test_dice_may_not_be_thrown_and_left_out(file: Filed, secrets: Secrets) -> None:
    draft = thrown(secrets, Spent(), 2, 3)
    del rolls_of(draft)[0]
    assert complaints(file(draft)) == ["2:1: entry 1: fire 1: these dice are drawn from 2 on, and 0 is due"]


def test_two_rolls_cannot_use_the_same_dice(file: Filed, secrets: Secrets) -> None:
    draft = thrown(secrets, Spent(), 2)
    rolls_of(draft).append({**rolls_of(draft)[0], "needed": 6})
    assert complaints(file(draft)) == [
        "2:1: entry 1: fire 0: these dice are drawn from 0 on, and 2 is due",
        "2:1: entry 1: fire 0: these dice come after later ones",
    ]


@pytest.mark.parametrize("sides", [0, -6, 257, 10**9])
def test_a_die_of_no_possible_shape_is_found(file: Filed, secrets: Secrets, sides: int) -> None:
    draft = thrown(secrets, Spent(), 2)
    rolls_of(draft)[0]["sides"] = sides
    assert complaints(file(draft)) == [f"2:1: entry 1: fire 0: no die has {sides} sides"]


@pytest.mark.parametrize(
    "events",
    [
        [{"rolls": [{"purpose": 1}]}],
        [{"rolls": [3]}],
        [{"rolls": [None]}],
        [{"rolls": [{"purpose": "fire", "faces": ["one"]}]}],
    ],
    ids=repr,
)
def test_a_roll_that_cannot_be_read_is_found(file: Filed, secrets: Secrets, events) -> None:
    draft = thrown(secrets, Spent(), 2)
    assert complaints(file(replace(draft, public={**draft.public, "events": events}))) == [
        "2:1: entry 1: a roll cannot be read"
    ]


@pytest.mark.parametrize(
    "events",
    [[], [None], [{}], [{"type": "moved"}, None], [{"rolls": []}], [{"rolls": [UNTHROWN]}]],
    ids=repr,
)
def test_events_without_dice_prove_nothing_and_break_nothing(file: Filed, events: object) -> None:
    path = file(Draft(kind="order", at=AT, side="german", public={"events": events}))
    assert verify(path).dice == 0
    assert standalone.verified(str(path))[1] == []


@pytest.mark.parametrize(
    "events",
    [None, 3, "rolls", {}, [3], [{"rolls": 3}], [{"rolls": {}}], [{"rolls": None}], [[[]]]],
    ids=repr,
)
def test_events_that_no_referee_files_are_found(file: Filed, events: object) -> None:
    path = file(Draft(kind="order", at=AT, side="german", public={"events": events}))
    (said,) = complaints(path)
    assert said.startswith("2:1: entry 1: has a part that cannot be read: events")
    assert [seq for seq, _ in standalone.verified(str(path))[1]] == [1]


# --- what only the hidden secret tells


def reveal(hidden: str) -> Draft:
    return Draft(kind="reveal", at=AT, side="referee", public={"hidden": hidden})


def shuffle(order: list[int], purpose: object = "shuffle 1") -> Draft:
    event = {"type": "deck-shuffled", "purpose": purpose, "size": len(order), "order": order}
    return Draft(
        kind="ruling",
        at=AT,
        side="referee",
        public={"events": [None]},
        private={"referee": {"events": {"0": event}}},
    )


def test_another_hidden_secret_cannot_be_revealed(file: Filed) -> None:
    assert complaints(file(reveal("c1" * 32))) == [
        "2:1: entry 1: the hidden secret is not the one the header committed to"
    ]


def test_a_deck_that_was_stacked_is_found_when_the_secret_is_opened(file: Filed, secrets: Secrets) -> None:
    honest = list(chance.shuffle_items(secrets.hidden, "verdun", "shuffle 1", range(9)))
    stacked = [honest[1], honest[0], *honest[2:]]
    assert verify(file(shuffle(honest), reveal(secrets.hidden))).opened
    assert not verify(file(shuffle(stacked))).opened
    for drafts in (
        [shuffle(stacked), reveal(secrets.hidden)],
        [shuffle(honest, "shuffle 2"), reveal(secrets.hidden)],
    ):
        (said,) = complaints(file(*drafts))
        assert said.endswith("the hidden secret gives another order")
        assert said.startswith("2:1: entry 1: shuffle")


@pytest.mark.parametrize("order", [[], "abc", None])
def test_an_event_without_a_hidden_draw_is_accepted(file: Filed, secrets: Secrets, order: object) -> None:
    event = {"purpose": "shuffle 1", "order": order}
    dealt = Draft(kind="ruling", at=AT, side="referee", public={"events": [event]})
    assert verify(file(dealt, reveal(secrets.hidden))).opened


@pytest.mark.parametrize("order", [["a"], [1, "a"], [1, None], [[1], 2], ["3", "1", "2"], [True, 2]])
def test_a_hidden_draw_that_is_not_spelled_in_numbers_is_found(file: Filed, order: object) -> None:
    event = {"purpose": "shuffle 1", "order": order}
    dealt = Draft(kind="ruling", at=AT, side="referee", public={"events": [event]})
    assert complaints(file(dealt)) == ["2:1: entry 1: a hidden draw cannot be read"]


def test_a_chain_that_the_moderator_chose_is_found_when_the_secret_is_opened(
    file: Filed, secrets: Secrets
) -> None:
    other = Secrets(seed="5f" * 32, hidden="c1" * 32, keys=secrets.keys)
    drafts = [*used_up(secrets), begun(other, 0), thrown(other, Spent(), 2)]
    assert verify(file(*drafts)).dice == 4
    assert complaints(file(*drafts, reveal(secrets.hidden))) == [
        "4:1: entry 3: the moderator chose the new chain of keys"
    ]


def test_every_later_chain_and_the_orders_in_it_are_proved_when_the_secret_is_opened(
    file: Filed, secrets: Secrets
) -> None:
    now = Spent(2, 0)
    salt = secrets.order_salt("verdun", now, "german")
    path = file(
        *used_up(secrets),
        begun(secrets, 1),
        *used_up(secrets, 1),
        begun(secrets, 2),
        secret_order(secrets, salt, now=now),
        reveal(secrets.hidden),
    )
    assert verify(path).dice == 6


def secret_order(
    secrets: Secrets, salt: str, order: object = BATTLE, told: object = BATTLE, now: Spent = BEGINNING
) -> Draft:
    sealed = chance.digest_sealed(order, salt)
    dice = secrets.dice("verdun", now, "german", sealed)
    draft = rolled([dice.throw("arrival", 2, needed=3)], dice.spent, order=None)
    private = {"german": {"order": told, "order_salt": salt}}
    return replace(draft, public={**draft.public, "sealed": sealed}, private=private)


def test_a_secret_order_is_proved_to_its_readers(file: Filed, secrets: Secrets) -> None:
    salt = secrets.order_salt("verdun", Spent(), "german")
    assert verify(file(secret_order(secrets, salt), reveal(secrets.hidden))).dice == 2
    path = file(secret_order(secrets, salt, told={**BATTLE, "area": "namur"}))
    assert complaints(path) == ["2:1: entry 1: the dice belong to another secret order"]


def test_a_salt_that_the_moderator_chose_is_found_when_the_secret_is_opened(
    file: Filed, secrets: Secrets
) -> None:
    chosen = secret_order(secrets, "aa" * 32)
    assert verify(file(chosen)).dice == 2
    assert complaints(file(chosen, reveal(secrets.hidden))) == [
        "2:1: entry 1: the moderator chose the salt of a secret order"
    ]


def test_a_secret_order_without_a_private_part_is_found(file: Filed, secrets: Secrets) -> None:
    draft = replace(secret_order(secrets, "aa" * 32), private={})
    assert complaints(file(draft)) == ["2:1: entry 1: no private part contains the secret order of the dice"]


# --- all at once


def test_all_faults_are_reported_together(file: Filed, secrets: Secrets) -> None:
    wrong = rolled([Roll(purpose="fire", faces=(1,))], None)
    path = file(wrong, Draft(kind="note", at=AT), wrong, Draft(kind="note", at=AT))
    assert [said[:12] for said in complaints(path, Head(seq=9, seal="a" * 64))] == [
        "2:1: entry 1",
        "4:1: entry 3",
        "5:1: entry 9",
    ]
    path.write_bytes(path.read_bytes().replace(b'"kind":"note"', b'"kind":"nota"'))
    assert [said[:12] for said in complaints(path)] == ["2:1: entry 1", "3:1: entry 2"]


def test_the_first_line_that_does_not_hold_ends_the_proof(whole: Path) -> None:
    text = whole.read_bytes().splitlines(keepends=True)
    whole.write_bytes(b"".join([*text[:4], text[4].replace(b"paris", b"reims"), *text[5:]]))
    (said,) = complaints(whole)
    assert said.startswith("5:1: entry 4 was changed after it was sealed")
