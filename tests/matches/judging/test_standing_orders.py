"""Standing orders: a side answers before it is asked."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from msgspec.structs import replace

from referee.dice.chain import Secrets
from referee.engine.facts import Asked
from referee.evidence import disputes
from referee.faults import DataFault
from referee.matches import history, journal, matches, opening
from referee.matches.journal import line, verification
from referee.matches.judging import standing_order_lines, standing_orders
from referee.matches.matches import Match
from referee.reports import documents, letter_answers
from referee.reports.formats import plain_text
from referee.systems.faces import Advisor
from schemas.journal import Entry
from schemas.record import REFEREE, to_json
from tests.duels import AT, Send, sent
from tests.engine import toy_pack
from tests.engine.toy import Stop, Table, Toy, ToyEvent, ToyOrder, ToySystem

FIXED = Secrets(seed="5e" * 32, hidden="1d" * 32)
DIGESTS = re.compile(rb'[0-9a-f]{64}|(?<="salt":")[0-9a-f]{32}')


def entries(shelf: Path) -> tuple[Entry, ...]:
    return matches.find(shelf, "duel").entries


def kinds(shelf: Path, since: int = 3) -> list[tuple[str, str | None]]:
    return [(entry.body.kind, entry.body.side) for entry in entries(shelf)[since:]]


@pytest.mark.usefixtures("begun")
def test_standing_order_waits_for_its_question(shelf: Path, send: Send) -> None:
    given = send("when act: stop", "blue")

    assert given.in_advance == ("when act: stop",)
    assert kinds(shelf) == [("advance", None)]
    (filed,) = entries(shelf)[3:]
    assert [one["since"] for one in filed.private["blue"]["kept"]] == [filed.body.seq]

    answer = send("stop", "red")

    assert kinds(shelf) == [("advance", None), ("order", "red"), ("order", "blue")]
    assert [line.order for line in answer.accepted] == ["stop"]
    assert answer.followed
    assert answer.waiting == ("red",)
    assert matches.find(shelf, "duel").position().turn == "red"


@pytest.mark.usefixtures("begun")
def test_standing_orders_belong_to_their_letter(shelf: Path, send: Send) -> None:
    send("when hide: hide 3", "blue")
    send("when act: throw 1", "blue")

    assert [one.since for one in standing_orders.list_live(matches.find(shelf, "duel"), "blue")] == [4, 5]


@pytest.mark.usefixtures("begun")
def test_journal_names_the_standing_order(shelf: Path, send: Send) -> None:
    send("when hide: hide 3\nwhen act: stop", "red")

    (order,) = entries(shelf)[4:]
    assert (order.body.kind, order.private["red"]["line"]) == ("order", 2)


@pytest.mark.usefixtures("begun")
@pytest.mark.parametrize("line", ["when act as attacker: stop", "doctrine as attacker: act: stop"])
def test_role_is_refused_in_game_without_roles(send: Send, line: str) -> None:
    (refused,) = send(line, "red").refused

    assert "there is no role `attacker`" in refused.unreadable


@pytest.mark.usefixtures("begun")
def test_standing_order_answers_open_question_at_once(shelf: Path, send: Send) -> None:
    answer = send("when act: stop", "red")

    assert kinds(shelf) == [("advance", None), ("order", "red")]
    assert answer.waiting == ("blue",)


@pytest.mark.usefixtures("begun")
def test_standing_order_answers_question_once(shelf: Path, send: Send) -> None:
    answer = send("when act: peek", "red")

    assert kinds(shelf) == [("advance", None), ("order", "red")]
    assert answer.waiting == ("red",)


@pytest.mark.usefixtures("begun")
def test_first_legal_standing_order_is_carried_out(shelf: Path, send: Send) -> None:
    send("when act: throw 9\nwhen act: nonsense\nwhen act: throw 2\nwhen act: stop", "blue")
    send("stop", "red")

    last = entries(shelf)[-1]
    assert last.body.public["order"] == {"type": "throw", "side": "blue", "dice": 2}
    assert last.private["blue"]["advance"] is True


@pytest.mark.usefixtures("begun")
def test_rolls_of_standing_order_verify(shelf: Path, match: Match, send: Send) -> None:
    send("when act: throw 3", "blue")
    send("throw 2", "red")

    report = verification.verify(match.folder / "journal.jsonl")
    assert (report.rolls, report.dice) == (2, 5)


def test_orders_of_one_standing_line_are_all_or_none(shelf: Path, send: Send) -> None:
    send("when hide: hide 5 7", "blue")
    assert kinds(shelf, 1) == [("advance", None)]

    ((_, why),) = standing_orders.list_waiting(matches.find(shelf, "duel"), "blue")
    assert why == "your number is hidden already"


@pytest.mark.usefixtures("begun")
def test_rolls_before_refused_standing_order_verify(shelf: Path, match: Match, send: Send) -> None:
    send("when act: throw 1 3", "blue")
    send("throw 2", "red")

    orders = [entry.body.public["order"] for entry in entries(shelf)[4:]]
    assert [(order["side"], order["dice"]) for order in orders] == [("red", 2), ("blue", 1)]
    report = verification.verify(match.folder / "journal.jsonl")
    assert (report.rolls, report.dice) == (2, 3)


class Weary(Toy):
    """The same game, in which nothing but `done` is left to red, as both sides can see."""

    def options(self, state: Table, prompt: Asked) -> Iterator[ToyOrder]:
        tired = (prompt.side, prompt.question) == ("red", "act")
        return iter([Stop(side="red")]) if tired else super().options(state, prompt)

    def read(self, state: Table, side: str, line: str) -> tuple[ToyOrder, ...]:
        return super().read(state, side, "stop" if line == standing_orders.DONE else line)

    def write(self, order: ToyOrder) -> str:
        return standing_orders.DONE if isinstance(order, Stop) else super().write(order)


class WearyAdvisor(Advisor[Table, ToyOrder, ToyEvent]):
    def is_plain(self, state: Table, prompt: Asked) -> bool:
        return True


class WearySystem(ToySystem):
    advisor = WearyAdvisor()


@pytest.fixture
def weary(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(toy_pack, "Toy", Weary)
    monkeypatch.setattr(toy_pack, "ToySystem", WearySystem)


@pytest.mark.usefixtures("weary", "begun")
def test_rolls_after_forced_answers_verify(shelf: Path, match: Match, send: Send) -> None:
    send("when act: throw 2", "blue")

    report = verification.verify(match.folder / "journal.jsonl")
    orders = [entry for entry in entries(shelf)[3:] if entry.body.kind == "order"]
    sides = [entry.body.side for entry in orders]
    assert {entry.private[str(entry.body.side)]["line"] for entry in orders} == {1}
    assert sides == ["red", *["blue", "red"] * (len(sides) // 2)][: len(sides)]
    assert (report.rolls, report.dice) == (sides.count("blue"), 2 * sides.count("blue"))
    assert report.rolls > 2


@pytest.mark.usefixtures("begun")
def test_endless_standing_orders_are_stopped(shelf: Path, send: Send) -> None:
    send("when act: stop", "blue")
    send("when act: stop", "red")

    orders = [entry for entry in entries(shelf)[3:] if entry.body.kind == "order"]
    assert len(orders) == standing_orders.MOST_ANSWERS


@pytest.mark.usefixtures("begun")
@pytest.mark.parametrize("words", ["forget act", "FORGET all", "forget act  # I shall be at home"])
def test_forgotten_standing_order_is_not_carried_out(shelf: Path, send: Send, words: str) -> None:
    send("when act: stop", "blue")

    assert send(words, "blue").in_advance == ()

    send("stop", "red")
    assert matches.find(shelf, "duel").position().turn == "blue"


@pytest.mark.usefixtures("begun")
def test_takeback_keeps_standing_orders(shelf: Path, send: Send) -> None:
    send("when act: stop", "blue")
    assert [str(one) for one in history.list_advance_orders(entries(shelf), "blue")] == ["when act: stop"]
    assert history.list_advance_orders(entries(shelf), "red") == ()


@pytest.mark.usefixtures("begun")
@pytest.mark.parametrize(
    ("line", "column", "told"),
    [
        ("when ackt: stop", 6, "`ackt` is not one question: write act"),
        ("when : stop", 6, "`` is not one question: write hide or act"),
        ("when act in the tent: stop", 13, "no question is about `the tent`"),
        ("when act in : stop", 13, "the battle is missing"),
        ("when act stop", 14, "the order is missing"),
        ("when act as attacker: stop", 13, "there is no role `attacker`"),
        ("doctrine : act: stop", 10, "the role is missing"),
        ("plan this turn:", 16, "the battle is missing"),
        ("when act if all is well: stop", 13, "this game has no conditions"),
        ("when act:", 10, "the order is missing"),
        ("forget act", 8, "there is no standing order for act"),
        ("when", 5, "the order is missing"),
        ("forget", 7, "`` is not one question"),
    ],
)
def test_invalid_standing_order_is_refused_with_place(
    shelf: Path, send: Send, line: str, column: int, told: str
) -> None:
    answer = send(f"when hide: hide 1\n\n  {line}\nwhen hide: hide 2", "blue")

    (refused,) = answer.refused
    assert (refused.line, refused.column) == (3, column + 2)
    assert refused.unreadable.startswith(told)
    assert answer.unheard == ()
    assert kinds(shelf) == [("refusal", None)]
    assert answer.in_advance is None


@pytest.mark.usefixtures("begun")
def test_refused_letter_changes_no_standing_orders(shelf: Path, send: Send) -> None:
    answer, again = (send("throw 9\nwhen act: stop\nstop", "red") for _ in range(2))

    assert [line.line for line in answer.refused] == [1]
    assert (answer.unheard, again.unheard) == ((3,), (3,)), "line 2 was judged"
    assert again.again
    assert history.list_advance_orders(entries(shelf), "red") == ()


@pytest.mark.usefixtures("begun")
def test_standing_order_invalid_now_is_kept_with_warning(send: Send) -> None:
    answer = send("when act: nonsens", "blue")

    assert answer.in_advance == ("when act: nonsens",)
    assert any("nonsens" in warning for warning in answer.warnings)


@pytest.mark.usefixtures("begun")
def test_rehearsal_shows_standing_orders_without_filing(shelf: Path, rehearse: Send) -> None:
    answer = rehearse("when act: stop", "blue")

    assert answer.in_advance == ("when act: stop",)
    assert kinds(shelf) == []


@pytest.mark.usefixtures("begun")
def test_repeated_letter_changes_standing_orders_once(shelf: Path, send: Send) -> None:
    send("when act: stop", "blue")

    assert send("when act: stop", "blue").again
    assert kinds(shelf) == [("advance", None)]


@pytest.mark.usefixtures("begun")
def test_too_many_standing_orders_are_refused(send: Send) -> None:
    lines = "\n".join(f"when act: throw {number}" for number in range(standing_order_lines.MOST_KEPT + 1))

    assert [line.line for line in send(lines, "blue").refused] == [standing_order_lines.MOST_KEPT + 1]


def test_manual_dice_stop_standing_orders(shelf: Path) -> None:
    opening.open_match(shelf, "spoken", "toy", at=AT, dice="spoken")
    for words, side in (("hide 2", "red"), ("hide 5", "blue"), ("when act: throw 1\nwhen act: stop", "blue")):
        letter_answers.submit(shelf, "spoken", sent(words, side))

    letter_answers.submit(shelf, "spoken", sent("stop", "red"))

    last = matches.find(shelf, "spoken").entries[-1]
    assert last.body.public["order"] == {"type": "stop", "side": "blue"}


@pytest.mark.usefixtures("begun")
def test_report_lists_only_own_standing_orders(shelf: Path, send: Send) -> None:
    send("when act: throw 3", "blue")

    match = matches.find(shelf, "duel")
    told = {side: plain_text.write(documents.report(match, side)) for side in ("red", "blue", REFEREE)}
    assert "when act: throw 3" in told["blue"]
    assert "when act: throw 3" in told[REFEREE]
    assert "advance" not in told["red"].lower()


@pytest.mark.usefixtures("begun")
def test_report_shows_carried_out_standing_order(shelf: Path, send: Send) -> None:
    send("when act: stop", "blue")
    send("throw 2", "red")

    told = plain_text.write(documents.report(matches.find(shelf, "duel"), "blue"))
    assert "throw 2" in told
    assert "stop" in told


@pytest.mark.usefixtures("begun")
def test_dispute_names_entry_of_standing_order(shelf: Path, send: Send) -> None:
    send("when act: stop", "blue")
    send("stop", "red")

    match = matches.find(shelf, "duel")
    told = {side: plain_text.write(disputes.dispute(match, 6, side)) for side in ("red", "blue", REFEREE)}
    assert "stop, ordered in advance in entry 4" in told["blue"]
    assert "stop, ordered in advance in entry 4" in told[REFEREE]
    assert "in advance" not in told["red"]


LETTERS = ("when act: throw 3", "when act: guess 2\nwhen act: throw 9", "\n".join(["when act: peek"] * 40))


def test_standing_orders_are_hidden_from_others(shelf: Path) -> None:
    """Copies of the other side, and what it is told, do not depend on it."""
    told: set[tuple[bytes, str, str]] = set()
    for number, letter in enumerate(LETTERS):
        place = shelf / str(number)
        opening.open_match(place, "duel", "toy", at=AT, secrets=FIXED)
        for words, side in (("hide 2", "red"), ("hide 5", "blue"), (letter, "blue")):
            letter_answers.submit(place, "duel", sent(words, side))
        match = matches.find(place, "duel")
        copy = b"".join(journal.copied(match.folder / "journal.jsonl", "red"))
        answer = replace(letter_answers.submit(place, "duel", sent("nonsense", "red")), head="")
        report = re.sub(r"\d:[0-9a-f]{64}", "#", plain_text.write(documents.report(match, "red")))
        told.add((DIGESTS.sub(b"#", copy), report, to_json(answer)))

    assert len(told) == 1


@pytest.mark.usefixtures("begun")
def test_forged_standing_orders_are_a_fault(shelf: Path, match: Match) -> None:
    path = match.folder / "journal.jsonl"
    head = journal.read(path).head
    part = {"letter": "ab" * 32, "kept": [{"question": 7}]}
    forged = journal.unsigned("advance", "blue", part, sides=("red", "blue"), at=AT)
    path.write_bytes(path.read_bytes() + line.write_line(forged, head.seq + 1, head.seal))

    with pytest.raises(DataFault, match=f"entry {head.seq + 1} cannot be read"):
        documents.report(matches.find(shelf, "duel"), "blue")


@pytest.mark.usefixtures("begun")
def test_unused_standing_order_is_explained_at_its_question(shelf: Path, send: Send) -> None:
    send("when hide: throw 8\nwhen act: throw 9", "red")
    waiting = standing_orders.list_waiting(matches.find(shelf, "duel"), "red")
    told = {order.question: why for order, why in waiting}

    assert told["hide"] == ""
    assert "9" in told["act"]


@pytest.mark.usefixtures("begun")
def test_standing_order_is_not_explained_for_other_side(shelf: Path, send: Send) -> None:
    send("when act: throw 9", "blue")

    assert [why for _, why in standing_orders.list_waiting(matches.find(shelf, "duel"), "blue")] == [""]


@pytest.mark.parametrize("order", ["x", " x", "xy"])
def test_order_on_line_of_plan_head_is_read(send: Send, order: str) -> None:
    (refused,) = send(f"plan for every battle:{order}", "red").refused

    assert refused.fact == "advance-without-order"


@pytest.mark.parametrize("order", ["x", " x", "xy"])
def test_one_letter_order_can_be_a_standing_order(send: Send, order: str) -> None:
    assert send(f"when act:{order}", "blue").in_advance == (f"when act: {order.strip()}",)
