"""A letter comes to the desk."""

from pathlib import Path

import pytest

from referee.dice import chain
from referee.faults import DataFault, Misuse, NotFound, NotYours, Stale
from referee.matches import history, journal, matches, opening
from referee.matches.journal import verification
from referee.matches.judging.judge_letter import quote_line
from referee.matches.matches import Match
from schemas.journal import Entry, Head
from schemas.letter import LetterFields
from schemas.record import REFEREE, JsonValue, to_data
from tests.duels import AT, Send

pytestmark = pytest.mark.usefixtures("begun")


def entries(shelf: Path) -> tuple[Entry, ...]:
    return matches.find(shelf, "duel").entries


def kinds(shelf: Path) -> list[str]:
    return [entry.body.kind for entry in entries(shelf)]


def test_opening_is_first_entry(shelf: Path) -> None:
    first = entries(shelf)[0]

    assert (first.body.kind, first.body.side) == ("ruling", REFEREE)
    assert first.body.public["reason"] == "opening"
    assert first.body.public["events"] == [
        {"type": "dealt", "purpose": {"kind": "deal", "parameters": {}}, "size": 6, "order": []}
    ]


def test_hidden_draws_are_for_referee_only(shelf: Path) -> None:
    first = entries(shelf)[0]

    assert [name for name, part in first.private.items() if part.keys() != {"salt"}] == [REFEREE]
    match = matches.find(shelf, "duel")
    (dealt,) = history.events_of(match.rules, first)
    assert sorted(to_data(dealt)["order"]) == [1, 2, 3, 4, 5, 6]


def test_accepted_order_is_one_entry(shelf: Path, send: Send) -> None:
    answer = send("throw 2", "red")

    (line,) = answer.accepted
    assert (line.line, line.order, line.entry) == (1, "throw 2", 4)
    assert kinds(shelf) == ["ruling", "order", "order", "order"]
    assert answer.head == str(matches.find(shelf, "duel").journal.head)
    assert answer.waiting == ("blue",)


def test_sealed_order_is_private_to_its_side(shelf: Path) -> None:
    hidden = entries(shelf)[1]

    assert hidden.body.public["order"] is None
    assert hidden.body.public["events"] == [{"type": "hidden", "side": "red", "number": None}]
    assert hidden.private["blue"].keys() == {"salt"}
    assert hidden.private.keys() == hidden.body.commit.keys() == {"red", "blue", REFEREE}
    assert hidden.private["red"]["order"] == {"type": "hide", "side": "red", "number": 2}


def test_filed_order_equals_given_order(shelf: Path) -> None:
    match = matches.find(shelf, "duel")

    orders = [history.order_of(match.rules, entry) for entry in match.entries]
    assert [order and match.system.notation.write(order) for order in orders] == [None, "hide 2", "hide 5"]
    assert match.position().hidden == {"red": 2, "blue": 5}


def test_copy_omits_secrets_of_other_side(shelf: Path, match: Match) -> None:
    copy = b"".join(journal.copied(match.folder / "journal.jsonl", "blue")).decode()

    assert '"number":5' in copy
    assert '"number":2' not in copy


def test_published_key_proves_dice(shelf: Path, match: Match, send: Send) -> None:
    send("throw 3", "red")
    send("throw 2", "blue")

    keys = [entry.body.key for entry in entries(shelf)]
    assert [key and key.n for key in keys] == [None, None, None, 1, 2]
    report = verification.verify(match.folder / "journal.jsonl")
    assert (report.rolls, report.dice) == (2, 5)


def test_secret_order_rolls_for_its_digest(shelf: Path, match: Match, send: Send) -> None:
    send("bluff 4", "red")

    entry = entries(shelf)[-1]
    salt, sealed = entry.private["red"]["order_salt"], entry.body.public["sealed"]
    assert chain.digest_sealed(entry.private["red"]["order"], str(salt)) == sealed
    assert entry.body.public["order"] is None
    assert verification.verify(match.folder / "journal.jsonl").dice == 1


def test_each_order_of_letter_is_an_entry(shelf: Path, send: Send) -> None:
    answer = send("peek\n\nstop", "red")

    assert [(line.line, line.entry) for line in answer.accepted] == [(1, 4), (3, 5)]


def test_refused_letter_files_only_its_refusal(shelf: Path, send: Send) -> None:
    answer = send("stop\nthrow 1", "red")

    assert answer.accepted == ()
    assert [line.line for line in answer.refused] == [2]
    assert (answer.refusal, kinds(shelf)[3:]) == (4, ["refusal"])
    assert matches.find(shelf, "duel").position().turn == "red"


def test_refusal_names_clause_fact_and_remedy(send: Send) -> None:
    (line,) = send("throw 9", "red").refused

    (held,) = line.held
    assert (held.clause, held.number, held.title) == ("throw.dice", "3.1", "Dice")
    assert (held.text, held.remedy) == ("9 dice were asked for", "throw 1 to 3 dice")
    assert set(line.nearest) == {"throw 1", "throw 2", "throw 3"}


def test_refusal_hides_its_side_from_others(shelf: Path, send: Send) -> None:
    send("throw 9", "red")

    refusal = entries(shelf)[-1]
    assert refusal.body.side is None
    assert set(refusal.private) == {"red", "blue", REFEREE}
    assert "throw 9" in str(refusal.private["red"])
    assert "throw" not in str(refusal.private["blue"])


@pytest.mark.parametrize("first", ["throw 1", "peek", "guess 1"])
def test_irrevocable_orders_stay_if_later_ones_are_refused(shelf: Path, send: Send, first: str) -> None:
    answer = send(f"{first}\nthrow 9\nstop", "red")

    assert [line.order for line in answer.accepted] == [first]
    assert [line.line for line in answer.refused] == [2]
    assert answer.unheard == (3,)
    assert kinds(shelf)[3:] == ["order", "refusal"]


def test_every_unreadable_line_is_reported(send: Send) -> None:
    answer = send("thorw 1\nstop\nhop\n", "red")

    assert [(line.line, line.unreadable) for line in answer.refused] == [
        (1, "'thorw 1' is no order"),
        (3, "'hop' is no order"),
    ]
    assert answer.unheard == (2,)


def test_orders_can_be_records(send: Send) -> None:
    answer = send("orders:\n  - type: throw\n    dice: 2\n", "red")

    assert [line.order for line in answer.accepted] == ["throw 2"]


def test_invalid_record_is_refused_at_its_place(send: Send) -> None:
    (line,) = send("orders:\n  - type: throw\n    dice: many\n", "red").refused

    assert line.line == 2
    assert "dice" in line.unreadable


def test_order_in_turn_of_other_side_is_refused_by_rules(send: Send) -> None:
    (line,) = send("throw 1", "blue").refused

    assert [held.number for held in line.held] == ["2.1"]


def test_refusal_names_entry_that_closed_question(send: Send) -> None:
    send("stop", "red")

    assert send("throw 1", "red").answered_by == 4


def test_repeated_letter_gets_first_answer(shelf: Path, send: Send) -> None:
    first = send("throw 2", "red")
    again = send("throw 2", "red")

    assert again.again
    assert again.accepted == first.accepted
    assert kinds(shelf) == ["ruling", "order", "order", "order"]


def test_repeated_refused_letter_gets_first_refusal(shelf: Path, send: Send) -> None:
    first = send("throw 9", "red")
    again = send("throw 9", "red")

    assert again.again
    assert (again.refused, again.refusal) == (first.refused, first.refusal)
    assert kinds(shelf) == ["ruling", "order", "order", "refusal"]


def test_same_text_in_later_turn_is_a_new_letter(shelf: Path, send: Send) -> None:
    for side in ("red", "blue", "red", "blue"):
        assert not send("stop", side).again

    assert kinds(shelf) == ["ruling", "order", "order", "order", "order", "order", "order"]


def mail(number: int, text: str) -> str:
    return f"From: red@example.org\nMessage-ID: <{number}@example.org>\nSubject: orders\n\n{text}\n"


def test_message_id_identifies_letter_for_ever(shelf: Path, send: Send) -> None:
    send(mail(1, "stop"), "red")
    send("stop", "blue")

    assert send(mail(1, "stop"), "red").again
    assert not send(mail(2, "stop"), "red").again


def test_different_letter_with_known_message_id_is_refused(shelf: Path, send: Send) -> None:
    send(mail(1, "stop"), "red")

    with pytest.raises(DataFault, match="entry 4 contains a different letter") as fault:
        send(mail(1, "throw 1"), "red")
    assert [complaint.code for complaint in fault.value.complaints] == ["message-id-reused"]
    assert len(entries(shelf)) == 4


def test_mail_received_twice_is_a_repeat(shelf: Path, send: Send) -> None:
    send(mail(1, "stop"), "red")
    other_way = "Received: from elsewhere\nContent-Transfer-Encoding: quoted-printable\n"

    assert send(other_way + mail(1, "sto=70  "), "red").again
    assert len(entries(shelf)) == 4


def test_bodies_identify_refused_mails_and_standing_orders(send: Send) -> None:
    for number, text in enumerate(("throw 9", "when act: stop")):
        send(mail(number, text), "red")
        assert send(mail(number, f"{text}   "), "red").again
        with pytest.raises(DataFault, match="a different letter"):
            send(mail(number, "hop"), "red")


def test_message_id_of_opponent_does_not_block_letter(send: Send) -> None:
    send(mail(1, "guess 1"), "blue")

    assert send(mail(1, "stop"), "red").accepted


def test_letter_that_answers_open_question_is_judged(send: Send) -> None:
    send("stop", "red")
    send("stop", "blue")

    assert send("answers: 5\nthrow 1", "red").accepted


def test_letter_that_answers_closed_question_is_stale(shelf: Path, send: Send) -> None:
    send("stop", "red")
    send("stop", "blue")

    with pytest.raises(Stale, match="entry 4 closed the question that was open after entry 3"):
        send("answers: 3\nthrow 1", "red")
    assert len(entries(shelf)) == 5


def test_letter_cannot_answer_unknown_entry(send: Send) -> None:
    with pytest.raises(NotFound):
        send("answers: 77\nthrow 1", "red")


def test_letter_with_foreign_head_is_refused(shelf: Path, send: Send) -> None:
    seal = entries(shelf)[-1].seal

    with pytest.raises(DataFault):
        send(f"head: 3:{'0' * 64}\nthrow 1", "red")
    assert send(f"head: 3:{seal}\nthrow 1", "red").accepted


def test_expected_head_is_checked(shelf: Path, send: Send) -> None:
    head = matches.find(shelf, "duel").journal.head
    send("stop", "red", expect_head=head)

    with pytest.raises(Stale):
        send("stop", "blue", expect_head=head)
    with pytest.raises(Stale):
        send("stop", "blue", expect_head=Head(seq=4, seal="0" * 64))


@pytest.mark.parametrize(
    ("text", "side"), [("throw 1", "green"), ("side: blue\nthrow 1", "red"), ("stop", REFEREE)]
)
def test_orders_of_unknown_sender_are_refused(send: Send, text: str, side: str) -> None:
    with pytest.raises(NotYours):
        send(text, side)


def test_letter_without_sender_is_refused(send: Send) -> None:
    with pytest.raises(Misuse):
        send("throw 1")
    assert send("side: red\nthrow 1").accepted


def test_letter_for_other_match_is_refused(send: Send) -> None:
    with pytest.raises(DataFault, match="waterloo"):
        send("match: waterloo\nthrow 1", "red")


def test_rehearsal_stops_at_first_roll_without_filing(shelf: Path, rehearse: Send) -> None:
    answer = rehearse("throw 3\nstop", "red")

    assert answer.dry
    assert answer.needed is not None
    assert (answer.needed.line, answer.needed.count) == (1, 3)
    assert answer.needed.roll.purpose == "red throws for points"
    assert answer.unheard == (2,)
    assert len(entries(shelf)) == 3


def test_rehearsal_stops_at_hidden_draw(rehearse: Send) -> None:
    answer = rehearse("peek\nthrow 9", "red")

    assert answer.hidden
    assert [(line.order, line.happened) for line in answer.accepted] == [("peek", ())]
    assert (answer.unheard, answer.refused) == ((2,), ())


def test_rehearsal_refuses_like_submission(rehearse: Send) -> None:
    assert [held.number for held in rehearse("throw 9", "red").refused[0].held] == ["3.1"]


def test_backward_clock_is_accepted(shelf: Path, match: Match, send: Send) -> None:
    send("stop", "red", at="1999-01-01T00:00:00Z")

    verification.verify(match.folder / "journal.jsonl")
    assert entries(shelf)[-1].body.at < AT


def test_sealed_dice_accept_no_faces(send: Send) -> None:
    with pytest.raises(Misuse):
        send("throw 1", "red", faces=(1,), source="the cat")


class TestSpokenDice:
    @pytest.fixture
    def match(self, shelf: Path) -> Match:
        return opening.open_match(shelf, "duel", "toy", at=AT, dice="spoken")

    def test_missing_faces_are_named_and_nothing_is_filed(self, shelf: Path, send: Send) -> None:
        with pytest.raises(Misuse, match="3 dice needed for red throws for points"):
            send("throw 3", "red")
        assert len(entries(shelf)) == 3

    def test_faces_too_many_are_named_and_nothing_is_filed(self, shelf: Path, send: Send) -> None:
        with pytest.raises(Misuse, match="1 die too many"):
            send("throw 1", "red", faces=(4, 5), source="Anna")
        assert len(entries(shelf)) == 3

    def test_the_entry_says_who_saw_the_dice(self, shelf: Path, match: Match, send: Send) -> None:
        send("throw 2", "red", faces=(1, 6), source="Anna")

        assert entries(shelf)[-1].body.public["source"] == "Anna"
        assert "source" not in entries(shelf)[-2].body.public
        assert len(verification.verify(match.folder / "journal.jsonl").spoken) == 1

    def test_somebody_has_to_have_seen_the_dice(self, send: Send) -> None:
        with pytest.raises(Misuse, match="--source"):
            send("throw 1", "red", faces=(1,))

    def test_a_letter_without_dice_needs_none(self, send: Send) -> None:
        assert send("stop", "red").accepted


@pytest.mark.parametrize(
    ("value", "quoted"),
    [("Liège", "Liège"), (["Liège", "Mons"], '["Liège", "Mons"]'), ({"à": 1}, '{"à": 1}')],
)
def test_record_is_quoted_as_written(value: JsonValue, quoted: str) -> None:
    assert quote_line(LetterFields(line=1, fields={"places": value})) == f"places: {quoted}"


BARE = {"letter", "message_id", "text", "fallen", "unheard", "padding", "salt"}


@pytest.mark.parametrize(
    ("head", "kept"),
    [("", BARE), ("From: red@example.org\nMessage-ID: <a@example.org>\n\n", BARE | {"body"})],
)
def test_refusal_keeps_body_of_mail_only(shelf: Path, send: Send, head: str, kept: set[str]) -> None:
    send(f"{head}throw 9", "red")
    refused = entries(shelf)[-1]

    assert refused.body.kind == "refusal"
    assert [set(refused.private[reader]) for reader in ("red", REFEREE)] == [kept, kept]
