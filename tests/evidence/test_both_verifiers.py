"""The verifier that stands alone and ours find the same, on good journals and on tampered ones.

By hand, with --exhaustive, every byte of a journal of a thousand entries with dice is changed, taken out and
doubled; else some bytes of the example.
"""

import gzip
import pickle
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from msgspec import convert
from msgspec.structs import replace

from referee.dice import chain
from referee.dice.chain import Secrets, Spent
from referee.dice.format3 import Custom, digest_phrases
from referee.evidence import standalone
from referee.faults import Complaint, DataFault
from referee.matches import journal
from referee.matches.journal import Draft, reading, verification
from referee.matches.journal.contents import AUTHORS
from referee.matches.journal.line import Broken
from schemas.journal import NEW_KINDS, Header, Kind
from schemas.record import Purpose, Roll, to_data
from tests.evidence.test_forgeries import first
from tests.evidence.test_verification import BATTLE, rolled, rolls_of, shuffle, thrown

AT = "1914-08-04T06:00:00Z"
STRIDE = 41

FIRE = Purpose(kind="fire", parameters={"area": "liege", "arms": ("infantry", 3)})
SORTIE = Purpose(kind="fire", parameters={"area": "namur", "arms": ("infantry", 3)})
DEAL = Purpose(kind="shuffle", parameters={"number": 1})


def ours(path: Path) -> set[int]:
    """The lines that our verifier complains of."""
    try:
        verification.verify(path)
    except DataFault as fault:
        return {complaint.place.line for complaint in fault.complaints if complaint.place}
    return set()


def theirs(path: Path) -> set[int]:
    """The lines that the other one complains of."""
    return {seq + 1 for seq, _ in standalone.verified(str(path))[1]}


def go_on(state: standalone.Journal | None, line: bytes) -> standalone.Journal:
    """Return the state after a line."""
    seal, body, parts = standalone.read_line(line)
    if state is None:
        return standalone.Journal(seal, body)
    state.take(seal, body, parts)
    return state


class Both:
    """A journal, line by line, with what either verifier knows before each line."""

    def __init__(self, path: Path) -> None:
        self.lines = path.read_bytes().splitlines(keepends=True)
        whole = reading.read(path)
        self.seals = [whole.header_seal, *(entry.seal for entry in whole.entries)]
        self.states = []
        state = None
        for line in self.lines:
            self.states.append(pickle.dumps(state))
            state = go_on(state, line[:-1])

    def found_by_us(self, n: int, line: bytes) -> bool:
        """Whether our verifier stops at line n or the one after it, when this stands in its place."""
        if n == 0:
            return line != self.lines[0]
        seal = self.seals[n - 1]
        for seq, raw in enumerate(self._onwards(n, line), n):
            try:
                seal = reading.entry(raw, seq, seal).seal
            except Broken:
                return True
        return False

    def found_by_them(self, n: int, line: bytes) -> bool:
        """Whether the verifier that stands alone stops there."""
        state = pickle.loads(self.states[n])
        for raw in self._onwards(n, line):
            try:
                state = go_on(state, raw)
            except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
                return True
        return False

    def _onwards(self, n: int, line: bytes) -> list[bytes]:
        return (line + b"".join(self.lines[n + 1 : n + 2])).split(b"\n")[:-1]


@pytest.fixture
def thousand(path: Path, header: Header, request: pytest.FixtureRequest, example_shelf: Path) -> Path:
    """The journal to be tampered with."""
    if not request.config.getoption("--exhaustive"):
        return example_shelf / "liege" / "journal.jsonl"
    secrets = Secrets(seed="5e" * 32, hidden="c0" * 32, keys=1100)
    drafts = [thrown(secrets, Spent(0, n), 2, 1) for n in range(1000)]
    journal.create(path, replace(header, keys=1100, anchor=secrets.anchor()), *drafts)
    return path


def tampered(line: bytes, at: int) -> Iterator[bytes]:
    yield b"%b%c%b" % (line[:at], line[at] ^ 1 << at % 8, line[at + 1 :])
    yield line[:at] + line[at + 1 :]
    yield line[: at + 1] + line[at:]


def test_both_find_every_changed_byte_at_its_line(thousand: Path, request: pytest.FixtureRequest) -> None:
    both = Both(thousand)
    stride = 1 if request.config.getoption("--exhaustive") else STRIDE
    tried = 0
    for n, line in enumerate(both.lines):
        assert not both.found_by_them(n, line)
        # The newline that ends the file is no part of what it says.
        for at in range(n % stride, len(line) - (n == len(both.lines) - 1), stride):
            for changed in tampered(line, at):
                tried += 1
                assert both.found_by_us(n, changed), (n, at)
                assert both.found_by_them(n, changed), (n, at)
    assert tried > len(both.lines) * 20


def edits(lines: list[bytes], n: int) -> Iterator[tuple[str, list[bytes]]]:
    yield "taken out", [*lines[:n], *lines[n + 1 :]]
    yield "doubled", [*lines[:n], lines[n], *lines[n:]]
    if n + 1 < len(lines):
        yield "swapped", [*lines[:n], lines[n + 1], lines[n], *lines[n + 2 :]]
    yield "emptied", [*lines[:n], b"\n", *lines[n + 1 :]]


def test_both_find_every_line_that_was_moved_and_name_the_same(
    thousand: Path, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    lines = thousand.read_bytes().splitlines(keepends=True)
    head = str(reading.read(thousand).head)
    file = tmp_path / "tampered.jsonl"
    for n in range(0, len(lines), 17):
        for what, edited in edits(lines, n):
            file.write_bytes(b"".join(edited))
            if edited == lines[:-1]:
                # Only whoever kept the head can tell that the last line is gone.
                assert (ours(file), theirs(file)) == (set(), set())
                assert standalone.verified(str(file), head)[1]
                continue
            assert ours(file) == theirs(file) != set(), (what, n)
    for end in range(len(b"".join(lines[:3])), len(b"".join(lines[:5])), 11):
        file.write_bytes(b"".join(lines)[:end])
        assert ours(file) == theirs(file) == set()
        assert standalone.verified(str(file), head)[1], end


Forgery = Callable[[Secrets], list[Draft]]

FORGERIES: dict[str, Forgery] = {
    "honest": lambda secrets: [thrown(secrets, Spent(), 3, 1), thrown(secrets, Spent(0, 1), 2)],
    "a key passed over": lambda secrets: [thrown(secrets, Spent(0, 1), 3)],
    "a key twice": lambda secrets: [thrown(secrets, Spent(), 3), thrown(secrets, Spent(), 3)],
    "another secret": lambda secrets: [
        thrown(Secrets(seed="11" * 32, hidden="c0" * 32, keys=65), Spent(), 3)
    ],
    "dice for another order": lambda secrets: [
        rolled(_rolls(thrown(secrets, Spent(), 3)), thrown(secrets, Spent(), 3).key, order={"type": "pass"})
    ],
    "dice for another side": lambda secrets: [
        rolled(_rolls(thrown(secrets, Spent(), 3)), thrown(secrets, Spent(), 3).key, side="allied")
    ],
    "no key": lambda secrets: [rolled(_rolls(thrown(secrets, Spent(), 3)), None)],
    "a key for nothing": lambda secrets: [rolled([], thrown(secrets, Spent(), 3).key)],
    "a throw left out": lambda secrets: [
        rolled(_rolls(thrown(secrets, Spent(), 3, 2))[1:], thrown(secrets, Spent(), 3, 2).key)
    ],
    "a chain begun early": lambda secrets: [
        Draft(kind="anchor", at=AT, public={"anchor": secrets.anchor(1)}) for _ in range(2)
    ],
    "chains begun again and again, and opened": lambda secrets: [
        *(Draft(kind="anchor", at=AT, public={"anchor": "ab" * 32}) for _ in range(9)),
        Draft(kind="reveal", at=AT, side="referee", public={"hidden": secrets.hidden}),
    ],
    "another hidden secret": lambda _: [
        Draft(kind="reveal", at=AT, side="referee", public={"hidden": "d0" * 32})
    ],
    "a stacked deck": lambda secrets: [
        shuffle([1, 2, 3, 4, 5]),
        Draft(kind="reveal", at=AT, side="referee", public={"hidden": secrets.hidden}),
    ],
    "an honest deck": lambda secrets: [
        shuffle(list(chain.shuffle_items(secrets.hidden, "verdun", "shuffle 1", range(1, 6)))),
        Draft(kind="reveal", at=AT, side="referee", public={"hidden": secrets.hidden}),
    ],
    "an honest throw with its purpose as a record": lambda secrets: [recorded(secrets, FIRE, FIRE)],
    "a record of dice that were kept, and nothing was taken back": lambda _: [
        Draft(kind="ruling", at=AT, side="referee", public={"order": None, "events": []}),
        Draft(kind="ruling", at=AT, side="referee", public={"order": None, "events": []}),
        Draft(kind="order", at=AT, side="german", public={"order": BATTLE, "events": [], "kept": 1}),
    ],
    "a record of another purpose": lambda secrets: [recorded(secrets, FIRE, SORTIE)],
    "an honest deck with its purpose as a record": lambda secrets: [
        shuffle(list(chain.shuffle_items(secrets.hidden, "verdun", DEAL, range(1, 6))), to_data(DEAL)),
        Draft(kind="reveal", at=AT, side="referee", public={"hidden": secrets.hidden}),
    ],
    "a deck stacked for a record": lambda secrets: [
        shuffle([1, 2, 3, 4, 5], to_data(DEAL)),
        Draft(kind="reveal", at=AT, side="referee", public={"hidden": secrets.hidden}),
    ],
}


def recorded(secrets: Secrets, thrown_for: Purpose, filed: Purpose) -> Draft:
    """An entry that throws dice for one purpose and files another, as journals of format 3 have them."""
    custom = Custom(secrets.hidden, "", digest_phrases({}))
    dice = secrets.dice("verdun", Spent(), "german", chain.order_digest(BATTLE), custom)
    roll = replace(dice.throw(thrown_for, 8, needed=3), purpose=filed)
    return rolled([roll], dice.spent)


def _rolls(draft: Draft) -> list[Roll]:
    return [convert(roll, Roll) for roll in rolls_of(draft)]


@pytest.mark.parametrize("forgery", FORGERIES)
@pytest.mark.parametrize("keys", [65, 100])
def test_both_verifiers_find_a_forger_with_the_referees_keys(
    file: Callable[..., Path], forgery: str, keys: int
) -> None:
    secrets = Secrets(seed="5e" * 32, hidden="c0" * 32, keys=keys)
    newer = {"format": 3, "vocabulary": 3} if "record" in forgery else {}
    path = file(*FORGERIES[forgery](secrets), keys=keys, anchor=secrets.anchor(), **newer)
    assert theirs(path) == first(ours(path))
    assert bool(ours(path)) == (not forgery.startswith("an honest") and forgery != "honest")


def test_a_chain_that_began_too_early_is_not_followed(file: Callable[..., Path]) -> None:
    """Else a small file would keep whoever proves it busy for hours."""
    secrets = Secrets(seed="5e" * 32, hidden="c0" * 32, keys=100)
    chains = FORGERIES["chains begun again and again, and opened"](secrets)
    path = file(*chains, keys=100, anchor=secrets.anchor())

    state, *_ = standalone.verified(str(path))
    assert state is not None
    assert [claim.seq for claim in state.claims.items if claim.seq] == []
    assert not [one for one in complained(path) if "chose" in str(one)]


def complained(path: Path) -> tuple[Complaint, ...]:
    with pytest.raises(DataFault) as fault:
        verification.verify(path)
    return fault.value.complaints


AFTER_REVEAL: dict[str, Forgery] = {
    "an order": lambda secrets: [thrown(secrets, Spent(), 3)],
    "a ruling": lambda _: [Draft(kind="ruling", at=AT, side="referee", public={"order": None, "events": []})],
    "a takeback": lambda _: [
        Draft(kind="retract", at=AT, side="referee", public={"to": 1, "reason": "a slip"})
    ],
    "another reveal": lambda secrets: [
        Draft(kind="reveal", at=AT, side="referee", public={"hidden": secrets.hidden})
    ],
}


@pytest.mark.parametrize("forgery", AFTER_REVEAL)
def test_a_match_takes_no_orders_after_the_secrets_are_revealed(
    file: Callable[..., Path], forgery: str
) -> None:
    """Hidden draws and later keys are public then."""
    secrets = Secrets(seed="5e" * 32, hidden="c0" * 32, keys=100)
    reveal = Draft(kind="reveal", at=AT, side="referee", public={"hidden": secrets.hidden})
    opening = Draft(kind="ruling", at=AT, side="referee", public={"order": None, "events": []})
    path = file(opening, reveal, *AFTER_REVEAL[forgery](secrets), keys=100, anchor=secrets.anchor())
    assert theirs(path) == first(ours(path)) == {4}


NEW_CONTENTS: dict[Kind, dict[str, object]] = {
    "witness": {"head": f"0:{'ab' * 32}"},
    "clock": {"type": "stop", "why": ""},
    "absence": {"type": "away", "first": "1914-08-05", "last": "1914-08-06"},
    "late": {"side": "german", "asked": 0, "due": AT, "over": AT, "stage": "over"},
    "seat": {"change": "joined"},
    "message": {},
}


@pytest.mark.parametrize("kind", sorted(NEW_KINDS - {"awaited", "commitment"}))
@pytest.mark.parametrize(("format", "found"), [(2, {2}), (3, set[int]())])
def test_some_kinds_of_entry_are_filed_since_format_3(
    file: Callable[..., Path], format: int, found: set[int], kind: Kind
) -> None:
    side = "referee" if AUTHORS[kind] == "referee" else "german"
    draft = Draft(kind=kind, at=AT, side=side, public=NEW_CONTENTS[kind])
    path = file(draft, format=format, vocabulary=format)
    assert ours(path) == theirs(path) == found


@pytest.mark.parametrize(
    ("spoil", "named"),
    [
        (lambda raw: raw.replace(b"\n", b"\r\n"), "its line ends to CR LF: ask for the file again"),
        (lambda raw: b"\xef\xbb\xbf" + raw, "put a mark before it: ask for the file again"),
        (lambda raw: raw.decode().encode("utf-16"), "saved it as UTF-16: ask for the file again"),
        (gzip.compress, "packed with gzip: unpack it"),
        (lambda _: b"PK\3\4 without an end of line", "a ZIP archive: unpack it"),
        (lambda raw: b"> " + raw, "quoted in a mail: ask for it as an attached file"),
        (lambda raw: raw[: raw.index(b"\n")], "entry 0 cannot be believed: Unterminated"),
        (lambda raw: raw[raw.index(b"\n") + 1 :], "the first line is not a header"),
        (lambda raw: raw + raw, "another journal begins here"),
    ],
    ids=["line ends", "mark", "UTF-16", "gzip", "ZIP", "quoted", "unfinished", "no beginning", "twice"],
)
def test_verifier_that_stands_alone_names_the_damage_of_a_file(
    whole: Path, spoil: Callable[[bytes], bytes], named: str
) -> None:
    whole.write_bytes(spoil(whole.read_bytes()))

    ((_, fault),) = standalone.verified(str(whole))[1]
    assert named in fault
    assert ours(whole)
