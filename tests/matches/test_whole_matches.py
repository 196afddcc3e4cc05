"""Whole matches of the toy game: random letters, chains of keys that run out, writers at the same time."""

import multiprocessing
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as some

from referee.dice.chain import Secrets
from referee.evidence import match_verification
from referee.faults import Fault
from referee.matches import history, journal, matches, opening
from referee.matches.journal import repairs, verification
from referee.packs import rulesets
from referee.reports import documents, letter_answers
from referee.reports.formats import plain_text
from schemas.record import REFEREE
from tests.duels import AT, Send, sent
from tests.engine import toy_pack

LINES = some.sampled_from(
    [
        "hide 2",
        "hide 5",
        "hide 9",
        "throw 1",
        "throw 3",
        "throw 9",
        "guess 1",
        "peek",
        "bluff 4",
        "stop",
        "hop",
    ]
)
LETTERS = some.lists(
    some.tuples(some.sampled_from(["red", "blue"]), some.lists(LINES, min_size=1, max_size=3)), max_size=12
)


@pytest.fixture(scope="module", autouse=True)
def toy() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(rulesets, "bind", toy_pack.bind)
        yield


@given(LETTERS)
@settings(max_examples=40, suppress_health_check=[HealthCheck.too_slow])
def test_journal_verifies_after_any_letters(
    tmp_path_factory: pytest.TempPathFactory, letters: list[tuple[str, list[str]]]
) -> None:
    root = tmp_path_factory.mktemp("shelf")
    opening.open_match(root, "duel", "toy", at=AT)
    for number, (side, lines) in enumerate(letters):
        letter_answers.submit(root, "duel", sent("\n".join([f"# {number}", *lines]), side))

    match = matches.find(root, "duel")
    path = match.folder / "journal.jsonl"
    verified = match_verification.verify(path, rejudge=True)
    assert verified.differences == ()
    assert match.position() == _last(match)
    for viewer in ("red", "blue"):
        _check_copy(match, viewer, root)


def _last(match: matches.Match) -> object:
    *_, step = history.steps(match.rules, match.entries)
    return step.after


def _check_copy(match: matches.Match, viewer: str, root: Path) -> None:
    """The copy of a side verifies, and neither it nor a report holds a number that the other side hid."""
    copy = root / f"{viewer}.jsonl"
    copy.write_bytes(b"".join(journal.copied(match.folder / "journal.jsonl", viewer)))
    assert verification.verify(copy).head == match.journal.head
    other = {"red": "blue", "blue": "red"}[viewer]
    for entry in journal.read(copy).entries:
        assert other not in entry.private
        assert REFEREE not in entry.private
        events = history.events_of(match.rules, entry)
        assert [match.system.secrecy.redact_event(event, viewer) for event in events] == list(events)
    report = plain_text.write(documents.report(match, viewer, since=0))
    hidden = match.position().hidden
    if hidden.get(other) != hidden.get(viewer):
        assert f"the number {hidden.get(other)}" not in report


@pytest.fixture
def renewed(tmp_path: Path) -> matches.Match:
    """A match whose chain of keys is so short that it was renewed three times."""
    secrets = Secrets.drawn(keys=68)
    opening.open_match(tmp_path, "duel", "toy", at=AT, secrets=secrets)
    for side, letter in [("red", "hide 2"), ("blue", "hide 5")]:
        letter_answers.submit(tmp_path, "duel", sent(letter, side))
    for number in range(16):
        side = ("red", "blue")[number % 2]
        letter_answers.submit(tmp_path, "duel", sent(f"bluff {number}", side))
    return matches.find(tmp_path, "duel")


def test_key_chain_is_renewed_before_its_end(renewed: matches.Match) -> None:
    kinds = [entry.body.kind for entry in renewed.entries]
    assert kinds.count("anchor") == 3
    assert verification.verify(renewed.folder / "journal.jsonl").keys == 16


def test_keys_of_tail_are_counted_in_last_chain(
    renewed: matches.Match,
) -> None:
    path = renewed.folder / "journal.jsonl"
    begun = max(entry.body.seq for entry in renewed.entries if entry.body.kind == "anchor")
    thrown = sum(entry.body.key is not None for entry in renewed.entries[begun:])
    path.write_bytes(path.read_bytes() + b"{}\n")

    assert thrown > 0
    assert repairs.set_tail_aside(path, begun).keys == thrown


def test_copy_ends_before_torn_line(renewed: matches.Match) -> None:
    path = renewed.folder / "journal.jsonl"
    whole = b"".join(journal.copied(path, "red"))
    path.write_bytes(path.read_bytes() + b'{"seal":"')

    assert b"".join(journal.copied(path, "red")) == whole


def test_dice_of_secret_order_use_its_digest(shelf: Path, begun: None, send: Send) -> None:
    send("bluff 6", "red")

    entry = matches.find(shelf, "duel").entries[-1]
    assert entry.body.public["order"] is None
    assert isinstance(entry.body.public["sealed"], str)
    assert "order_salt" in entry.private["red"]
    assert "number" not in str(entry.private.get("blue"))


def _stop(root: Path, side: str, number: int, told: "multiprocessing.Queue[str]") -> None:
    rulesets.bind = toy_pack.bind  # type: ignore[assignment]
    try:
        answer = letter_answers.submit(root, "duel", sent(f"stop  # letter {number}", side))
        told.put("refused" if answer.refused else "accepted")
    except Fault as fault:
        told.put(type(fault).__name__)


def test_simultaneous_letters_are_judged_in_sequence(shelf: Path, begun: None) -> None:
    context = multiprocessing.get_context("fork")
    answers = context.Queue()
    writers = [
        context.Process(target=_stop, args=(shelf, side, number, answers))
        for number, side in enumerate(("red", "blue") * 3)
    ]
    for writer in writers:
        writer.start()
    told = [answers.get(timeout=60) for _ in writers]
    for writer in writers:
        writer.join()

    match = matches.find(shelf, "duel")
    filed = [entry.body.kind for entry in match.entries[3:]]
    assert filed.count("order") == len([answer for answer in told if answer == "accepted"]) >= 1
    match_verification.verify(match.folder / "journal.jsonl", rejudge=True)
