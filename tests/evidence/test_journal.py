"""What a journal holds, what a side's copy of it holds, and what a forger cannot get past the reader."""

import json
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path

import pytest

from referee.faults import DataFault, NotFound
from referee.matches import journal
from referee.matches.journal import Draft, verification
from referee.texts.canonical import Uncanonical, canonical
from schemas.journal import Entry, Head, Header
from schemas.record import PUBLIC, REFEREE, to_data

AT = "1914-08-04T06:00:00Z"


def sealed(body: dict[str, object], private: bytes = b"") -> bytes:
    """A line as somebody else might write it: the seal is right, whatever the body."""
    return written(canonical(body), private)


def written(body: bytes, private: bytes = b"") -> bytes:
    seal = sha256(body).hexdigest().encode()
    tail = b',"private":' + private if private else b""
    return b'{"seal":"' + seal + b'","body":' + body + tail + b"}\n"


def body(prev: str, **changes: object) -> dict[str, object]:
    bare = {
        "at": AT,
        "commit": {},
        "key": None,
        "kind": "note",
        "prev": prev,
        "public": {},
        "seq": 1,
        "side": None,
    }
    return {**bare, **changes}


@pytest.fixture
def opened(path: Path, header: Header) -> journal.Journal:
    return journal.create(path, header)


def test_filed_entries_are_read_unchanged(path: Path, header: Header, drafts: tuple[Draft, ...]) -> None:
    created = journal.create(path, header, *drafts)
    read = journal.read(path)
    assert read == created
    assert read.header == header
    assert [entry.body.kind for entry in read.entries] == [draft.kind for draft in drafts]
    assert [entry.body.public for entry in read.entries] == [draft.public for draft in drafts]
    assert [entry.body.key for entry in read.entries] == [draft.key for draft in drafts]
    assert read.head == Head(seq=9, seal=read.entries[-1].seal)
    assert (read.torn, read.text_length) == (b"", path.stat().st_size)


def test_a_journal_without_entries_ends_at_its_header(opened: journal.Journal, path: Path) -> None:
    assert journal.read(path).head == Head(seq=0, seal=opened.header_seal)


def test_a_seal_can_be_checked_with_a_hash_alone(whole: Path) -> None:
    prev = None
    for raw in whole.read_bytes().splitlines():
        said = json.loads(raw)
        stored = raw.removeprefix(b'{"seal":"%b","body":' % said["seal"].encode())
        stored = stored[: len(canonical(said["body"]))]
        assert sha256(stored).hexdigest() == said["seal"]
        assert said["body"].get("prev") == prev
        prev = said["seal"]
        for side, part in said.get("private", {}).items():
            assert sha256(canonical(part)).hexdigest() == said["body"]["commit"][side]


def test_lines_are_read_one_by_one_up_to_a_torn_line(whole: Path) -> None:
    whole.write_bytes(whole.read_bytes() + b'{"seal"')
    read = list(journal.lines(whole))
    assert [type(it) for it in read] == [journal.Opening, *[Entry] * 9, journal.Torn]
    assert read[-1] == journal.Torn(b'{"seal"')


def test_there_is_nothing_to_read_where_there_is_no_file(tmp_path: Path) -> None:
    for path in (tmp_path / "none.jsonl", tmp_path):
        with pytest.raises(NotFound):
            journal.read(path)


def test_a_head_is_read_as_it_prints() -> None:
    head = Head(seq=12, seal="ab" * 32)
    assert Head.read(f" {head}\n") == head


@pytest.mark.parametrize(
    "text", ["", "12", "12:", "12:xyz", "-1:" + "a" * 64, "1:" + "A" * 64, "1:" + "a" * 65]
)
def test_an_invalid_head_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"^Expected"):
        Head.read(text)


# --- copies


@pytest.mark.parametrize("side", ["german", "allied", PUBLIC])
def test_a_copy_for_a_side_verifies_under_the_same_seals(running: Path, tmp_path: Path, side: str) -> None:
    copy = tmp_path / "copy.jsonl"
    copy.write_bytes(b"".join(journal.copied(running, side)))
    full, own = journal.read(running), journal.read(copy)
    assert (own.head, own.header_seal) == (full.head, full.header_seal)
    assert [entry.body for entry in own.entries] == [entry.body for entry in full.entries]
    assert {name for entry in own.entries for name in entry.private} <= {side}
    for mine, theirs in zip(own.entries, full.entries, strict=True):
        assert mine.private.get(side) == theirs.private.get(side)
    assert verification.verify(copy, full.head).head == full.head


def test_a_copy_contains_no_secrets_of_others(running: Path) -> None:
    german = b"".join(journal.copied(running, "german"))
    assert b"fr-3" in running.read_bytes()
    assert b"fr-3" not in german
    assert b"cards-drawn" in german
    assert b"cards-drawn" not in b"".join(journal.copied(running, "allied"))


def test_once_the_secrets_are_open_orders_are_whole_in_every_copy_and_refusals_are_not(whole: Path) -> None:
    allied = b"".join(journal.copied(whole, "allied"))
    assert b"cards-drawn" in allied
    assert b"move ge-1 to paris" in whole.read_bytes()
    assert b"move ge-1 to paris" not in allied


def test_the_referees_copy_is_the_journal_without_what_was_torn(whole: Path) -> None:
    text = whole.read_bytes()
    whole.write_bytes(text + b"{")
    assert b"".join(journal.copied(whole, REFEREE)) == text


def test_a_copy_of_a_copy_is_that_copy(whole: Path) -> None:
    for raw in whole.read_bytes().splitlines(keepends=True):
        own = journal.own_copy(raw, "german")
        assert journal.own_copy(own, "german") == own
        assert journal.own_copy(own, PUBLIC) == journal.own_copy(raw, PUBLIC)


def test_a_line_that_does_not_hold_is_not_copied(whole: Path) -> None:
    raw = whole.read_bytes().splitlines()[2]
    with pytest.raises(DataFault, match="was changed after it was sealed"):
        journal.own_copy(raw.replace(b"liege", b"namur"), "german")


# --- refusals


def refused(path: Path, side: str, letter: str) -> tuple[Entry, bytes]:
    with journal.writing(path) as writer:
        draft = journal.unsigned("refusal", side, {"letter": letter}, sides=("german", "allied"), at=AT)
        (entry,) = writer.append(draft)
    return entry, path.read_bytes().splitlines(keepends=True)[-1]


def test_a_refusal_is_read_by_its_sender_and_the_referee_alone(path: Path, opened: journal.Journal) -> None:
    entry, raw = refused(path, "german", "move ge-1 to paris")
    assert entry.private["german"]["letter"] == entry.private[REFEREE]["letter"] == "move ge-1 to paris"
    assert b"paris" in journal.own_copy(raw, "german")
    assert b"paris" not in journal.own_copy(raw, "allied")
    assert b"paris" not in journal.own_copy(raw, PUBLIC)


def test_nothing_of_a_refusal_that_others_see_tells_whose_it_was(path: Path, opened: journal.Journal) -> None:
    entries = [refused(path, side, "x" * size)[0] for side in ("german", "allied") for size in (1, 400, 900)]
    assert {str(entry.body.side) for entry in entries} == {"None"}
    assert {tuple(entry.body.commit) for entry in entries} == {("allied", "german", REFEREE)}
    assert [dict(entry.body.public) for entry in entries] == [{}] * 6
    sizes = {len(canonical(dict(part))) for entry in entries for part in entry.private.values()}
    assert len(sizes) == 1
    assert len({str(entry.body.commit) for entry in entries}) == 6


def test_the_parts_of_others_of_a_refusal_have_one_length(path: Path, opened: journal.Journal) -> None:
    copies = [
        journal.own_copy(refused(path, "allied", "Ἀχιλλεύς " * times)[1], "german")
        for times in (0, 1, 90, 1000, 20_000)
    ]
    assert len({len(copy) for copy in copies}) == 1


# --- drafts


@pytest.mark.parametrize(
    "public",
    [{"n": 1.5}, {"n": 2**53}, {"deep": json.loads("[" * 62 + "]" * 62)}, {"clé": 1}, {"x": object()}],
)
def test_ambiguous_json_is_not_filed(path, opened, public) -> None:
    before = path.read_bytes()
    with journal.writing(path) as writer, pytest.raises(Uncanonical):
        writer.append(Draft(kind="note", at=AT), Draft(kind="note", at=AT, public=public))
    assert path.read_bytes() == before


def test_the_same_secret_filed_twice_is_committed_to_differently(path: Path, opened: journal.Journal) -> None:
    draft = Draft(kind="order", at=AT, side="german", private={"german": {"card": 14}})
    with journal.writing(path) as writer:
        one, two = writer.append(draft, draft)
    assert one.body.commit != two.body.commit
    assert len({str(entry.private["german"]["salt"]) for entry in (one, two)}) == 2


# --- forgeries: the seal is right, and yet


def forged(path: Path, line: bytes) -> str:
    path.write_bytes(path.read_bytes() + line)
    with pytest.raises(DataFault) as fault:
        journal.read(path)
    return str(fault.value).removeprefix(f"{path}:")


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (b'"public":{}', b'"public":{"a":1,"a":2}'),
        (b'"public":{}', b'"public":{"b":1,"a":2}'),
        (b'"public":{}', b'"public": {}'),
        (b'"public":{}', b'"public":{"a":1.0}'),
        (b'"public":{}', b'"public":{"a":1e2}'),
        (b'"public":{}', b'"public":{"a":-0}'),
        (b'"public":{}', b'"public":{"a":NaN}'),
        (b'"public":{}', b'"public":{"a":9007199254740992}'),
        (b'"public":{}', b'"public":{"a":"\\u0041"}'),
        (b'"public":{}', b'"public":{"a":"\\/"}'),
        (b'"public":{}', b'"public":{"a":"\\ud800"}'),
        (b'"public":{}', b'"public":{"a":"\x01"}'),
        (b'"public":{}', b'"public":{"a":"\x7f\\u007f"}'),
        (b'"public":{}', '"public":{"é":1}'.encode()),
        (b'"side":null', b'"side":null,"side":"german"'),
    ],
)
def test_a_sealed_body_that_could_be_read_in_two_ways_is_not_believed(path, opened, old, new) -> None:
    bare = canonical(body(opened.header_seal))
    assert old in bare
    said = forged(path, written(bare.replace(old, new)))
    assert said.startswith("2:")
    assert "entry 1 is not" in said


@pytest.mark.parametrize(
    "changes",
    [
        {"kind": "gift"},
        {"seq": "1"},
        {"seq": True},
        {"at": 5},
        {"commit": {"german": "short"}},
        {"key": {"n": 0, "k": "a" * 64}},
        {"key": {"n": 1, "k": "A" * 64}},
        {"public": []},
        {"more": 1},
    ],
    ids=repr,
)
def test_a_sealed_body_of_another_shape_is_not_believed(path, opened, changes) -> None:
    said = forged(path, sealed(body(opened.header_seal, **changes)))
    assert said.startswith("2:1: entry 1 has a part that cannot be read: body")


@pytest.mark.parametrize(
    ("whole", "said"),
    [
        (b"", "is not JSON"),
        (b"[]", "does not consist of"),
        (b"3", "does not consist of"),
        (b'"\xf0\x9f\x8e\xb2"', "does not consist of"),
        (b'{"seal":1,"body":{}}', "does not consist of"),
        (b'{"seal":"","body":[]}', "does not consist of"),
        (b'{"seal":"","body":{},"private":[]}', "does not consist of"),
        (b'{"seal":"","body":{},"private":{"german":3}}', "does not consist of"),
        (b'{"seal":"\\ud800","body":{}}', "is not spelled"),
        (b'{"body":{},"seal":""}', "is not spelled"),
        (b'{"seal":"","body":{}} ', "is not spelled"),
        (b'{"seal":"","body":{}}{"seal":"","body":{}}', "is not spelled"),
        (b'{"seal":"","body":{},"private":{}}', "is not spelled"),
        (b'{"seal":"","body":{}}', "was changed after it was sealed"),
        (b"\xef\xbb\xbf{}", "is not JSON"),
        (b"[" * 100_000 + b"]" * 100_000, "nests arrays and objects more than 64 levels deep"),
        (b"\xff", "is not UTF-8"),
    ],
)
def test_a_line_of_another_layout_is_not_believed(path, opened, whole: bytes, said: str) -> None:
    assert f"entry 1 {said}" in forged(path, whole + b"\n")


def test_a_number_that_is_not_the_next_is_not_believed(path: Path, opened: journal.Journal) -> None:
    said = forged(path, sealed(body(opened.header_seal, seq=2)))
    assert said == "2:1: entry 1 has the number 2 instead of 1"


def test_a_secret_without_salt_is_not_believed(path: Path, opened: journal.Journal) -> None:
    part = b'{"card":14}'
    commit = {"german": sha256(part).hexdigest()}
    said = forged(path, sealed(body(opened.header_seal, commit=commit), b'{"german":%b}' % part))
    assert said == "2:1: entry 1 has a private part for german without salt"


# --- format versions


def test_a_journal_of_a_later_format_names_what_this_referee_reads(path: Path, header: Header) -> None:
    for version in (4, 0, "1", True, None, [1]):
        path.write_bytes(sealed({**to_data(header), "format": version}))
        with pytest.raises(
            DataFault, match=r"1:1: the header has format .*; this referee reads format 1, 2 and 3"
        ):
            journal.read(path)


def test_a_header_of_another_shape_is_not_believed(path: Path, header: Header) -> None:
    for changes in (
        {"prev": "a" * 64},
        {"anchor": "short"},
        {"keys": 0},
        {"keys": 10**9},
        {"dice": "loaded"},
    ):
        path.write_bytes(sealed({**to_data(header), **changes}))
        with pytest.raises(DataFault, match="1:1: the header has a part that cannot be read"):
            journal.read(path)


def test_an_entry_in_place_of_the_header_is_refused(path: Path, whole: Path) -> None:
    path.write_bytes(b"".join(whole.read_bytes().splitlines(keepends=True)[1:]))
    with pytest.raises(DataFault, match="1:1: the header has format None"):
        journal.read(path)


# --- memory


def test_memory_stays_flat_however_long_the_journal(file: Callable[..., Path]) -> None:
    import tracemalloc

    def peak(path: Path) -> int:
        tracemalloc.start()
        for _ in journal.lines(path):
            pass
        _, most = tracemalloc.get_traced_memory()
        tracemalloc.stop()
        return most

    draft = Draft(kind="note", at=AT, public={"text": "x" * 500})
    path = file(*[draft] * 20)
    short = peak(path)
    with journal.writing(path) as writer:
        writer.append(*[draft] * 2000)
    assert peak(path) < short + 100_000


def test_a_private_part_for_half_a_character_is_not_believed(path: Path, opened: journal.Journal) -> None:
    bent = sealed(body(opened.head.seal), private=b'{"germ\\ud800an":{"salt":"00"}}')
    path.write_bytes(path.read_bytes() + bent)
    with pytest.raises(DataFault, match="is not canonical JSON"):
        journal.read(path)
