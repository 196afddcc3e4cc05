"""A side takes back only its own last orders, and none with dice, hidden draws or reveals."""

from pathlib import Path

import pytest

from referee.evidence import match_verification, standalone
from referee.faults import DataFault
from referee.matches import journal, moderator_entries, shelf
from tests.duels import AT, Send
from tests.evidence.test_packs import Lines, reseal

pytestmark = pytest.mark.usefixtures("begun")

FAULT = "takes back more than its own last orders without dice"
VIEWERS = ("referee", "red", "blue", "public")


def copy_for(path: Path, viewer: str) -> Path:
    """Return the copy of a reader beside the journal."""
    copy = path.with_name(f"{viewer}.jsonl")
    copy.write_bytes(b"".join(journal.copied(path, viewer)))
    return copy


def found_by_rules(path: Path) -> set[int]:
    """Return the entries that the program faults for a takeback."""
    try:
        match_verification.verify(path)
    except DataFault as fault:
        return {one.place.line - 1 for one in fault.complaints if one.place and FAULT in str(one)}
    return set()


def found_alone(path: Path) -> set[int]:
    """Return the entry that the stand-alone verifier faults."""
    return {seq for seq, _ in standalone.verified(str(path))[1]}


def take_back(shelf_: Path, to: int, side: str) -> Path:
    """File a takeback by the moderator, and make it one of a side."""
    moderator_entries.retract(shelf_, "duel", to=to, by=None, reason="a slip", at=AT)
    path = shelf_ / "duel" / shelf.JOURNAL

    def forge(lines: Lines) -> None:
        lines[-1]["body"]["side"] = side
        lines[-1]["body"]["public"]["reason"] = ""

    reseal(path, forge)
    return path


@pytest.mark.parametrize("viewer", VIEWERS)
def test_a_side_takes_back_its_own_last_orders(shelf: Path, send: Send, viewer: str) -> None:
    send("stop", "red")
    moderator_entries.retract(shelf, "duel", to=3, by="red", reason="", at=AT)
    send("stop", "red")

    copy = copy_for(shelf / "duel" / "journal.jsonl", viewer)
    assert found_by_rules(copy) == found_alone(copy) == set()


@pytest.mark.parametrize("viewer", VIEWERS)
@pytest.mark.parametrize(("to", "side"), [(3, "blue"), (2, "red"), (1, "red"), (4, "red")])
def test_a_takeback_of_others_or_of_nothing_is_found(
    shelf: Path, send: Send, viewer: str, to: int, side: str
) -> None:
    send("stop", "red")
    if to == 4:  # nothing is left to take back
        moderator_entries.retract(shelf, "duel", to=3, by="red", reason="", at=AT)
        moderator_entries.note(shelf, "duel", "wait", by=None, private=False, at=AT)
        path = shelf / "duel" / "journal.jsonl"

        def forge(lines: Lines) -> None:
            lines[-1]["body"].update(kind="retract", side=side, public={"to": to, "reason": ""})

        reseal(path, forge)
    else:
        path = take_back(shelf, to, side)

    copy = copy_for(path, viewer)
    last = len(journal.read(path).entries)
    assert found_by_rules(copy) == found_alone(copy) == {last}


@pytest.mark.parametrize("viewer", VIEWERS)
@pytest.mark.parametrize("order", ["throw 1", "bluff 3"])
def test_a_takeback_of_dice_is_found(shelf: Path, send: Send, viewer: str, order: str) -> None:
    send(order, "red")
    copy = copy_for(take_back(shelf, 3, "red"), viewer)
    assert found_by_rules(copy) == found_alone(copy) == {5}


@pytest.mark.parametrize("viewer", VIEWERS)
def test_a_takeback_of_a_reveal_needs_the_rules_to_be_found(shelf: Path, send: Send, viewer: str) -> None:
    send("guess 4", "red")
    copy = copy_for(take_back(shelf, 3, "red"), viewer)
    assert found_by_rules(copy) == {5}
    assert found_alone(copy) == set()


def test_the_referee_takes_back_orders_of_both_sides(shelf: Path, send: Send) -> None:
    send("throw 1", "red")
    send("stop", "blue")
    moderator_entries.retract(shelf, "duel", to=3, by=None, reason="a slip", at=AT)
    path = shelf / "duel" / "journal.jsonl"
    assert found_by_rules(path) == found_alone(path) == set()
