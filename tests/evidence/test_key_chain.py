"""Chance: the chain, the faces and the hidden draws, by vectors, by hand, and by counting."""

import hmac
import os
import shutil
import subprocess
from collections import Counter
from hashlib import sha256
from itertools import pairwise, permutations

import pytest

from referee.dice import chain as chance
from referee.dice.chain import EntryDice, SealedDice, Secrets, Spent, shuffle_items
from referee.dice.manual import SpokenDice
from referee.engine.dice import DiceNeeded
from referee.faults import Misuse
from referee.matches.journal import Draft, create, read
from schemas.journal import Key
from tests.evidence.conftest import AT

KEY = "0f" * 32
ORDER = chance.order_digest({"type": "battle", "side": "german", "area": "liege"})
MESSAGE = f'["verdun",1,"german","{ORDER}","artillery fire at Liège",%d]'


def dice(key: str = KEY, *, n: int = 1, order: str = ORDER, hidden: str = "c0" * 32) -> SealedDice:
    return SealedDice(key, "verdun", n, "german", order, hidden)


# --- vectors, written out so that another hand can write another referee


def test_the_chain_by_vectors() -> None:
    secrets = Secrets(seed="00" * 32, hidden="11" * 32, keys=3)
    assert secrets.key(3) == "0000000000000000000000000000000000000000000000000000000000000000"
    assert secrets.key(2) == "60e05bd1b195af2f94112fa7197a5c88289058840ce7c6df9693756bc6250f55"
    assert secrets.key(1) == "632500b1742987815bf1e7ebc49d1da6ed2dd9659623bef3f9b96bf5e75ab702"
    assert (
        secrets.anchor()
        == secrets.key(0)
        == "399abe3835c28f3285d77431b8dba2b9c73319cd6d3dc8b70fef98f8cd8a870a"
    )
    assert secrets.hidden_digest == "3138bb9bc78df27c473ecfd1410f7bd45ebac1f59cf3ff9cfe4db77aab7aedd3"
    assert secrets.key(3, 1) == "8c3e8d4748b2ce9510b83f423117a44166abac2a607592463953f381b872681d"
    assert (
        secrets.anchor(1)
        == chance.next_anchor(secrets.hidden, secrets.anchor(), 3)
        == "2a9d57895f285768f3d880a450d2a68c9258063bd0eb4eecf4fc78415c79024e"
    )
    assert (
        secrets.order_salt("verdun", Spent(0, 1), "german")
        == "d3302c95ce95712eb22de9a2483288cc42a89b9105875d44f27f68a698f32ddf"
    )


def test_digests_of_orders_by_vectors() -> None:
    assert chance.order_digest(None) == sha256(b"null").hexdigest()
    assert (
        ORDER
        == sha256(b'{"area":"liege","side":"german","type":"battle"}').hexdigest()
        == "77db087cd8e0b3065f4ab0c95c80b430db8d213329c405fdaa14eb7369716d62"
    )
    assert chance.digest_sealed({"a": 1}, "salt") == sha256(b'[{"a":1},"salt"]').hexdigest()
    assert chance.digest_filed_order({"order": {"a": 1}}) == chance.order_digest({"a": 1})
    assert chance.digest_filed_order({"order": {"type": "x"}, "sealed": "ab"}) == "ab"
    assert chance.digest_filed_order({}) == chance.order_digest(None)


def test_faces_by_vectors() -> None:
    thrown = dice()
    assert thrown.throw("artillery fire at Liège", 8, needed=3).faces == (5, 4, 4, 5, 3, 4, 4, 6)
    assert thrown.throw("a twenty-sided die", 3, needed=0, sides=20).faces == (3, 15, 7)
    assert thrown.throw("a coin", 4, needed=0, sides=2).faces == (2, 1, 2, 2)


def test_hidden_draws_by_vectors() -> None:
    assert shuffle_items("c0" * 32, "verdun", "shuffle 1", range(1, 11)) == (7, 9, 4, 6, 2, 8, 10, 1, 5, 3)
    assert shuffle_items("c0" * 32, "verdun", "shuffle 2", range(1, 11)) == (1, 10, 3, 8, 7, 4, 6, 9, 5, 2)


# --- by hand


def sh(command: str, **variables: str) -> str:
    done = subprocess.run(
        ["sh", "-c", command], env={**os.environ, **variables}, capture_output=True, text=True, check=True
    )
    return done.stdout


needs_tools = pytest.mark.skipif(
    not (shutil.which("openssl") and shutil.which("sha256sum")), reason="needs openssl and sha256sum"
)


@needs_tools
def test_a_key_can_be_checked_by_hand() -> None:
    secrets = Secrets(seed="5e" * 32, hidden="c0" * 32, keys=10)
    for n in (1, 2, 10):
        said = sh('printf %s "$K" | sha256sum', K=secrets.key(n))
        assert said.split()[0] == secrets.key(n - 1)


@needs_tools
def test_every_die_can_be_checked_by_hand() -> None:
    roll = dice().throw("artillery fire at Liège", 6, needed=3)
    by_hand = []
    index = roll.draw
    while len(by_hand) < len(roll.faces):
        command = 'printf %s "$M" | openssl dgst -sha256 -hmac "$K"'
        said = sh(command, K=KEY, M=MESSAGE % index)
        byte = int(said.split()[-1][:2], 16)
        if byte < 252:
            by_hand.append(byte % 6 + 1)
        index += 1
    assert tuple(by_hand) == roll.faces


@needs_tools
def test_the_digest_of_an_order_can_be_checked_by_hand() -> None:
    order = '{"area":"liege","side":"german","type":"battle"}'
    assert sh('printf %s "$O" | sha256sum', O=order).split()[0] == ORDER


# --- faces


def test_a_byte_that_would_favour_a_face_is_passed_over() -> None:
    """With 100 sides every byte from 200 on would favour the faces up to 56."""
    entry_dice = EntryDice(KEY, "verdun", 1, "german", ORDER)
    bytes_ = [hmac.digest(KEY.encode(), (MESSAGE % n).encode(), "sha256")[0] for n in range(200)]
    due = [byte % 100 + 1 for byte in bytes_ if byte < 200]
    faces, index = entry_dice.throw("artillery fire at Liège", len(due), 100, 0)
    assert list(faces) == due
    assert any(byte >= 200 for byte in bytes_[:index])


def test_the_draw_runs_on_through_the_entry_and_passes_what_was_passed_over() -> None:
    thrown = dice()
    first = thrown.throw("artillery fire at Liège", 100, needed=3, sides=200)
    second = thrown.throw("defensive fire at Liège", 2, needed=3)
    bytes_ = [hmac.digest(KEY.encode(), (MESSAGE % n).encode(), "sha256")[0] for n in range(second.draw)]
    assert first.draw == 0
    assert sum(byte < 200 for byte in bytes_) == 100
    assert bytes_[-1] < 200
    assert second.draw > 100


def test_a_roll_without_dice_spends_no_key() -> None:
    thrown = dice()
    assert thrown.throw("no guns", 0, needed=3).faces == ()
    assert (thrown.used, thrown.spent) == (False, None)
    thrown.throw("one gun", 1, needed=3)
    assert (thrown.used, thrown.spent) == (True, Key(n=1, k=KEY))


def test_everything_in_the_message_decides_and_nothing_else_does() -> None:
    def faces(key=KEY, match="verdun", n=1, side="german", order=ORDER, purpose="fire", start=0):
        return EntryDice(key, match, n, side, order).throw(purpose, 20, 6, start)[0]

    others = [
        faces(key="1f" * 32),
        faces(match="marne"),
        faces(n=2),
        faces(side="allied"),
        faces(side=None),
        faces(order="ab" * 32),
        faces(purpose="Fire"),
        faces(start=20),
    ]
    assert faces() == faces()
    assert len({faces(), *others}) == len(others) + 1


def test_a_purpose_cannot_run_over_into_another_part_of_the_message() -> None:
    one = EntryDice(KEY, "a", 1, 'b","c', "d").throw("e", 20, 6, 0)
    two = EntryDice(KEY, "a", 1, "b", 'c","d').throw("e", 20, 6, 0)
    assert one != two


@pytest.mark.parametrize("sides", [0, -6, 257, 10**6])
def test_a_die_that_no_byte_can_stand_for_is_not_thrown(sides: int) -> None:
    with pytest.raises(ValueError, match="cannot be rolled"):
        dice().throw("fire", 1, needed=1, sides=sides)


@pytest.mark.parametrize(("sides", "limit"), [(6, 20.52), (20, 43.82), (100, 148.2)])
def test_no_face_is_favoured(sides: int, limit: float) -> None:
    """Chi-square of 60,000 dice from fixed keys stays under the 0.1 % point."""
    counts: Counter[int] = Counter()
    for n in range(1, 61):
        counts.update(dice(chance.digest(str(n)), n=n).throw("fire", 1000, needed=3, sides=sides).faces)
    assert counts.keys() == set(range(1, sides + 1))
    due = 60_000 / sides
    assert sum((count - due) ** 2 / due for count in counts.values()) < limit


def test_one_face_says_nothing_of_the_next() -> None:
    """Chi-square of 36 pairs of neighbours, 35 degrees of freedom, under the 0.1 % point."""
    faces = dice().throw("fire", 36_001, needed=3).faces
    pairs = Counter(pairwise(faces))
    assert sum((count - 1000) ** 2 / 1000 for count in pairs.values()) < 66.62


# --- hidden draws


def test_a_shuffle_keeps_the_items_and_forgets_their_order() -> None:
    order = shuffle_items("c0" * 32, "verdun", "shuffle 1", [5, 3, 3, 9, 1])
    assert sorted(order) == [1, 3, 3, 5, 9]
    assert shuffle_items("c0" * 32, "verdun", "shuffle 1", [1, 9, 3, 5, 3]) == order
    assert shuffle_items("c0" * 32, "verdun", "shuffle 1", []) == ()
    assert shuffle_items("c0" * 32, "verdun", "shuffle 1", [7]) == (7,)


def test_a_shuffle_exchanges_the_last_item_first() -> None:
    """Of two items the first four bytes decide alone: an even word exchanges them."""
    for n in range(20):
        mac = hmac.digest(b"c0" * 32, f'["verdun","shuffle {n}",0]'.encode(), "sha256")
        due = (1, 2) if int.from_bytes(mac[:4], "big") % 2 else (2, 1)
        assert shuffle_items("c0" * 32, "verdun", f"shuffle {n}", [1, 2]) == due


def test_a_word_that_would_favour_an_item_is_passed_over() -> None:
    """Among millions of words there is one; this shuffle was looked for until it met one."""
    by_hand, index, passed = list(range(4000)), 0, 0
    for last in range(3999, 0, -1):
        while True:
            mac = hmac.digest(b"c0" * 32, f'["verdun","shuffle 581",{index}]'.encode(), "sha256")
            word, index = int.from_bytes(mac[:4], "big"), index + 1
            if word // (last + 1) < 2**32 // (last + 1):
                break
            passed += 1
        other = word % (last + 1)
        by_hand[last], by_hand[other] = by_hand[other], by_hand[last]

    assert passed == 1
    assert list(shuffle_items("c0" * 32, "verdun", "shuffle 581", range(4000))) == by_hand


def test_a_shuffle_does_not_depend_on_the_dice() -> None:
    one, two = dice(), dice("1f" * 32, n=7, order="ab" * 32)
    one.throw("fire", 5, needed=3)
    assert one.shuffle("shuffle 1", range(40)) == two.shuffle("shuffle 1", range(40))
    spoken = SpokenDice((), match="verdun", hidden="c0" * 32)
    assert spoken.shuffle("shuffle 1", range(40)) == one.shuffle("shuffle 1", range(40))
    assert dice(hidden="c1" * 32).shuffle("shuffle 1", range(40)) != one.shuffle("shuffle 1", range(40))


def test_a_shuffle_alone_spends_no_key() -> None:
    thrown = dice()
    thrown.shuffle("shuffle 1", range(40))
    assert thrown.spent is None


def test_no_order_is_favoured() -> None:
    """Chi-square of the 24 orders of four cards, 23 degrees of freedom, under the 0.1 % point."""
    counts = Counter(shuffle_items("c0" * 32, "verdun", f"shuffle {n}", range(4)) for n in range(12_000))
    assert counts.keys() == set(permutations(range(4)))
    assert sum((count - 500) ** 2 / 500 for count in counts.values()) < 49.73


# --- keys


def test_keys_lead_back_to_the_anchor() -> None:
    secrets = Secrets.drawn(keys=50)
    for chain in (0, 1, 2):
        for n in range(1, 51):
            assert chance.digest(secrets.key(n, chain)) == secrets.key(n - 1, chain)
    assert len({secrets.anchor(chain) for chain in range(3)}) == 3


def test_a_key_beyond_the_chain_is_not_there() -> None:
    for n in (-1, 51):
        with pytest.raises(Misuse, match=f"a chain of 50 keys has no key {n}"):
            Secrets.drawn(keys=50).key(n)


def test_secrets_are_never_drawn_twice() -> None:
    one, two = Secrets.drawn(), Secrets.drawn()
    assert len({one.seed, one.hidden, two.seed, two.hidden}) == 4
    assert chance.salt() != chance.salt()
    assert len(chance.salt()) == 32


def test_a_key_stays_spent_and_an_anchor_begins_again(path, header, drafts) -> None:
    now = [chance.count_spent(create(path.with_name(str(n)), header, *drafts[:n]).entries) for n in range(10)]
    assert now == [
        Spent(),
        Spent(),
        Spent(0, 1),
        Spent(0, 1),
        Spent(0, 1),
        Spent(0, 2),
        Spent(0, 2),
        Spent(1, 0),
        Spent(1, 1),
        Spent(1, 1),
    ]


def test_the_highest_key_counts_even_where_a_journal_is_out_of_order(path, header, secrets) -> None:
    drafts = [Draft(kind="note", at=AT, key=Key(n=n, k=secrets.key(n))) for n in (1, 3, 2)]
    assert chance.count_spent(create(path, header, *drafts).entries) == Spent(0, 3)


def test_a_new_chain_is_due_when_fewer_than_64_keys_are_left() -> None:
    secrets = Secrets(seed="5e" * 32, hidden="c0" * 32, keys=100)
    assert not secrets.wanes(Spent(0, 36))
    assert secrets.wanes(Spent(0, 37))


def test_the_next_dice_have_the_next_key(path, header, secrets, drafts: tuple[Draft, ...]) -> None:
    create(path, header, *drafts[:2])
    thrown = secrets.dice("verdun", chance.count_spent(read(path).entries), "german", ORDER)
    thrown.throw("fire", 1, needed=1)
    assert thrown.spent == Key(n=2, k=secrets.key(2))


# --- spoken dice


def spoken(*faces: int) -> SpokenDice:
    return SpokenDice(faces, match="verdun", hidden="c0" * 32)


def test_spoken_faces_go_to_the_throws_in_order() -> None:
    thrown = spoken(3, 5, 1)
    one = thrown.throw("artillery fire", 2, needed=3)
    two = thrown.throw("defensive fire", 1, needed=1)
    assert (one.faces, one.draw, one.hits) == ((3, 5), 0, 1)
    assert (two.faces, two.draw, two.hits) == ((1,), 2, 1)
    assert thrown.used
    thrown.settle()


def test_a_secret_throw_of_people_is_marked_and_leaves_the_draws_of_others_as_they_are() -> None:
    thrown = spoken(1, 3, 5, 2)
    assert not thrown.used
    first = thrown.throw("fire", 1, needed=3)
    assert thrown.used
    secrets = [thrown.throw("sight", 1, needed=3, owner="german") for _ in range(2)]
    none, last = thrown.throw("sight", 0, needed=3, owner="german"), thrown.throw("fire", 1, needed=3)

    assert [(len(roll.key), roll.draw, roll.faces) for roll in (first, *secrets, none, last)] == [
        (0, 0, (1,)), (32, 0, (3,)), (32, 0, (5,)), (0, 1, ()), (0, 1, (2,)),
    ]  # fmt: skip


def test_in_format_1_a_secret_throw_of_people_was_like_any_other() -> None:
    thrown = SpokenDice((3, 5, 1), match="verdun", hidden="c0" * 32, secrets=False)
    secret, open_ = thrown.throw("sight", 2, needed=3, owner="german"), thrown.throw("fire", 1, needed=3)

    assert (secret.key, secret.draw) == ("", 0)
    assert (open_.key, open_.draw) == ("", 2)


def test_missing_faces_are_reported_with_their_purpose() -> None:
    thrown = spoken(3, 5, 1)
    thrown.throw("artillery fire at Liège", 2, needed=3)
    with pytest.raises(DiceNeeded) as needed:
        thrown.throw("defensive fire at Liège", 4, needed=1)
    assert (needed.value.count, needed.value.roll.purpose) == (4, "defensive fire at Liège")
    fault = thrown.missing(needed.value)
    assert [str(complaint) for complaint in fault.complaints] == [
        "2 dice for artillery fire at Liège (6 sides, 3 or less hits): 3, 5",
        "4 dice needed for defensive fire at Liège (6 sides, 1 or less hits); 1 given "
        "(nothing was filed; give all faces in order)",
    ]
    assert fault.exit_code == 2


def test_extra_faces_are_reported_with_the_needed_rolls() -> None:
    thrown = spoken(3, 5, 1)
    thrown.throw("a leader's fate", 1, needed=0, sides=10)
    with pytest.raises(Misuse) as fault:
        thrown.settle()
    assert [str(complaint) for complaint in fault.value.complaints] == [
        "1 die for a leader's fate (10 sides): 3",
        "2 dice too many: 5, 1 (nothing was filed; give only what is needed)",
    ]


def test_impossible_faces_are_reported() -> None:
    with pytest.raises(Misuse, match="a die of 6 sides has no face 7, 0: artillery fire"):
        spoken(7, 6, 0).throw("artillery fire", 3, needed=3)


def test_faces_without_a_roll_are_refused() -> None:
    thrown = spoken()
    thrown.settle()
    assert not thrown.used
    with pytest.raises(Misuse, match="1 die too many: 4"):
        spoken(4).settle()
