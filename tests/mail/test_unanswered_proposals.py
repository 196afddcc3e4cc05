"""A proposal to which its player sends nothing is played at the time in its mail, if its club wants it."""

import shutil
from collections.abc import Callable
from datetime import datetime, timedelta
from pathlib import Path

import pytest

from referee.dice import beacon
from referee.mail import answers, outbox, reminders, seats
from referee.mail.delivery import carriers
from referee.mail.office import FOLDER, open_office
from referee.mail.requests import proposed_letters, unanswered_proposals
from referee.matches import matches, moderator_entries
from referee.matches.clocks import clock_entries
from referee.matches.judging import submission
from referee.reports import legal_orders, letter_answers
from schemas.clocks import Terms
from schemas.mail import Notice
from tests.evidence.beacon.rounds import BATTLE
from tests.evidence.beacon.rounds import before as find_time_before
from tests.mail import test_beacon_by_mail
from tests.mail.conftest import Club, copy_club
from tests.mail.test_beacon_by_mail import ROUND
from tests.mail.test_proposals_by_mail import FREE, LATER, ORDERS, list_new, list_played, make_club, propose

HOURS = 12
DUE = "2027-01-02T12:00:00Z"
BEFORE = "2027-01-02T11:59:59Z"
SOON = "2027-01-02T01:00:00Z"

UNCLEAR = FREE["en"].replace("That is all.", "The 6th Army marches somewhere else.")
"""A letter with a sentence that the proposal leaves out."""


@pytest.fixture(scope="module")
def new_office(tmp_path_factory: pytest.TempPathFactory) -> Club:
    """A club that plays proposals after twelve hours. Its German player is asked to play an offensive."""
    club = make_club(tmp_path_factory.mktemp("new"), "q01")
    for other in club.shelf.glob("[pq]*"):
        if other.name != "q01":
            shutil.rmtree(other)
    return club


@pytest.fixture
def office(new_office: Club, tmp_path: Path) -> Club:
    """The same club for one test alone."""
    club = copy_club(new_office, tmp_path / "club")
    set_hours(club, HOURS)
    return club


def set_hours(club: Club, hours: int) -> None:
    path = club.shelf / FOLDER / "config.toml"
    lines = [line for line in path.read_text().splitlines() if not line.startswith("proposal_hours")]
    path.write_text("\n".join([f"proposal_hours = {hours}", *lines, ""]))


def tick(club: Club, now: str) -> tuple[Notice, ...]:
    with open_office(club.shelf) as desk:
        done = reminders.tick(desk, now)
    assert not done.faults
    return done.notices


def find_due(club: Club) -> str:
    """Return the time in the header of the last mail to the German player, or ""."""
    return str(club.mails("german")[-1][proposed_letters.DUE_HEADER] or "")


def test_the_orders_are_played_at_the_time_with_mails_to_both_sides(office: Club) -> None:
    before = propose(office)
    text = " ".join(office.mails("german")[-1].get_content().split())
    assert "If you send nothing before 2027-01-02 12:00 UTC, these orders are played as they stand" in text
    assert find_due(office) == DUE

    assert tick(office, BEFORE) == ()
    assert not list_played(office, before)
    (notice,) = tick(office, DUE)

    assert (notice.match, notice.side, notice.kind, notice.due) == ("q01", "german", "proposal", DUE)
    assert list_played(office, before) == ORDERS
    office.send(DUE)
    answer = " ".join(office.mails("german")[-1].get_content().split())
    assert "you sent nothing before 2027-01-02 12:00 UTC" in answer
    assert "offensive 20" in answer
    assert "German 5th Army" in office.mails("entente")[-1].get_content()
    with open_office(office.shelf) as desk:
        assert [one.verdict for one in desk.memory.list_all_mails()] == ["judged"]


def test_the_orders_are_played_once(office: Club) -> None:
    before = propose(office)
    tick(office, DUE)
    count = len(office.mails("german"))
    office.send(DUE)

    assert tick(office, "2027-01-02T12:01:00Z") == ()

    office.send(DUE)
    assert list_played(office, before) == ORDERS
    assert len(office.mails("german")) == count + 1


def test_nothing_is_played_without_the_setting(office: Club) -> None:
    set_hours(office, 0)
    before = propose(office)

    assert not find_due(office)
    assert "send nothing" not in office.mails("german")[-1].get_content()
    assert tick(office, DUE) == ()
    assert not list_played(office, before)


def test_nothing_is_played_once_the_setting_is_gone(office: Club) -> None:
    before = propose(office)
    set_hours(office, 0)

    assert tick(office, DUE) == ()
    assert not list_played(office, before)


def test_a_proposal_that_leaves_words_out_waits_for_its_player(office: Club) -> None:
    before = len(matches.find(office.shelf, "q01").entries)
    office.receive(office.reply("german", UNCLEAR), LATER)
    office.send(LATER)

    assert "left out" in office.mails("german")[-1].get_content()
    assert not find_due(office)
    assert tick(office, DUE) == ()
    assert not list_played(office, before)


WORDS = {
    "a no": "no\n",
    "a doubt": "Wait, I have to think about the 5th Army again.\n",
    "a message": "message to entente: I am still thinking.\n",
    "prose": "My wife says hello, and thanks for the nice evening at your place.\n",
    "an absence": "away 2027-01-03 to 2027-01-09\n",
}


@pytest.mark.parametrize("words", WORDS)
def test_another_mail_of_the_player_keeps_the_orders_back(office: Club, words: str) -> None:
    before = propose(office)
    office.receive(office.reply("german", WORDS[words]), SOON)
    office.send(SOON)

    assert tick(office, DUE) == ()
    assert not list_played(office, before)


def test_a_mail_that_may_be_of_the_player_keeps_the_orders_back(office: Club) -> None:
    before = propose(office)

    done = office.receive(office.reply("german", "Stop!\n", to="referee@club.example"), SOON)

    assert done.verdict == "unproved"
    assert tick(office, DUE) == ()
    assert not list_played(office, before)


def test_a_request_for_a_report_leaves_the_proposal_as_it_is(office: Club) -> None:
    before = propose(office)
    assert office.receive(office.reply("german", "status\n"), SOON).verdict == "answered"

    assert [one.kind for one in tick(office, DUE)] == ["proposal"]
    assert list_played(office, before) == ORDERS


def test_a_later_proposal_has_a_time_of_its_own(office: Club) -> None:
    before = propose(office)
    office.receive(office.reply("german", FREE["en"].replace("much", "more")), SOON)
    office.send(SOON)

    assert find_due(office) == "2027-01-02T13:00:00Z"
    assert tick(office, DUE) == ()
    assert [one.kind for one in tick(office, "2027-01-02T13:00:00Z")] == ["proposal"]
    assert list_played(office, before) == ORDERS


def test_a_yes_before_the_time_plays_the_orders_once(office: Club) -> None:
    before = propose(office)
    office.receive(office.reply("german", "yes\n"), SOON)

    assert tick(office, DUE) == ()
    assert list_played(office, before) == ORDERS


def send_late(club: Club) -> None:
    club.receive(club.reply("german", FREE["en"]), LATER)
    club.send("2027-01-02T06:00:01Z")


def send_never(club: Club) -> None:
    club.receive(club.reply("german", FREE["en"]), LATER)


def send_in_vain(club: Club) -> None:
    club.receive(club.reply("german", FREE["en"]), LATER)
    club.send(LATER)
    with open_office(club.shelf) as desk:
        (one,) = desk.memory.list_mails("q01", "refused")
        key = desk.memory.find_answer(one.digest)
        assert outbox.take_bounce(desk, f"b{key}")


@pytest.mark.parametrize("send", [send_late, send_never, send_in_vain])
def test_a_player_who_did_not_get_the_proposal_in_time_is_waited_for(
    office: Club, send: Callable[[Club], None]
) -> None:
    before = len(matches.find(office.shelf, "q01").entries)
    send(office)

    assert tick(office, DUE) == ()
    office.send(DUE)
    assert tick(office, "2027-01-02T12:05:00Z") == ()
    assert not list_played(office, before)


def test_the_deadline_of_the_question_ends_the_time_early(office: Club) -> None:
    clock_entries.set_terms(
        office.shelf, "q01", Terms(zone="Europe/Berlin", hour="07:00", hours=6, grace=24), at=LATER
    )
    before = propose(office)

    assert "before 2027-01-02 07:00 Europe/Berlin" in " ".join(
        office.mails("german")[-1].get_content().split()
    )
    assert [one.kind for one in tick(office, "2027-01-02T06:00:00Z")] == ["proposal"]
    assert list_played(office, before) == ORDERS


def test_a_player_has_an_hour_although_the_deadline_comes_first(office: Club) -> None:
    clock_entries.set_terms(office.shelf, "q01", Terms(zone="UTC", hour="01:00", hours=1, grace=24), at=LATER)
    moment = "2027-01-02T00:30:00Z"
    office.receive(office.reply("german", FREE["en"]), moment)
    office.send(moment)

    assert find_due(office) == "2027-01-02T01:30:00Z"


def test_a_paused_clock_keeps_the_orders_back(office: Club) -> None:
    clock_entries.set_terms(office.shelf, "q01", Terms(zone="UTC", hours=48, grace=24), at=LATER)
    before = propose(office)
    clock_entries.pause(office.shelf, "q01", why="holidays", at=SOON)

    assert tick(office, DUE) == ()
    clock_entries.resume(office.shelf, "q01", why="back", at="2027-01-02T20:00:00Z")
    assert [one.kind for one in tick(office, "2027-01-02T20:00:00Z")] == ["proposal"]
    assert list_played(office, before) == ORDERS


def test_a_takeback_request_of_the_other_side_keeps_the_orders_back(office: Club) -> None:
    before = propose(office)
    assert office.receive(office.reply("entente", "ask for a takeback\n"), SOON).verdict == "filed"

    assert tick(office, DUE) == ()
    assert not list_played(office, before)


def test_a_new_player_of_the_seat_is_not_bound_by_the_proposal(office: Club) -> None:
    before = propose(office)
    with open_office(office.shelf) as desk:
        seats.take_seat(desk, "q01", "german", "carl@player.example")

    assert tick(office, DUE) == ()
    assert not list_played(office, before)


def test_a_guess_waits_for_its_player(tmp_path: Path) -> None:
    club = make_club(tmp_path, "q02")
    set_hours(club, HOURS)
    text = "Good evening,\n\nnumber 17 is burnt gladly, believe me.\n\nBert\n"
    club.receive(club.reply("entente", text), LATER)
    club.send(LATER)
    mail = club.mails("entente")[-1]

    assert str(mail[proposed_letters.HEADER]) == '["spend 17"]'
    assert mail[proposed_letters.DUE_HEADER] is None
    assert tick(club, DUE) == ()


def file_for(club: Club, match: str, side: str, text: str, at: str = SOON) -> None:
    """File orders for a side, as the moderator does without the post office."""
    letter = submission.open_letter("moderator.txt", text.encode(), at=at, side=side)
    assert not letter_answers.submit(club.shelf, match, letter).refused


def test_orders_of_the_moderator_close_the_question(office: Club) -> None:
    before = propose(office)
    file_for(office, "q01", "german", "pass\n")

    assert tick(office, DUE) == ()
    assert list_played(office, before) == ["pass"]


def test_a_takeback_of_the_moderator_keeps_the_orders_back(office: Club) -> None:
    before = propose(office)
    moderator_entries.retract(office.shelf, "q01", to=before - 1, by=None, reason="a slip", at=SOON)

    assert tick(office, DUE) == ()
    assert [entry.body.kind for entry in list_new(office, before)] == ["refusal", "retract"]


def test_orders_of_the_moderator_that_leave_the_question_open_keep_the_others_back(tmp_path: Path) -> None:
    club = make_club(tmp_path, "q06")
    set_hours(club, HOURS)
    text = "Hello, after long thought we shall buy three cards and that is all I do this winter.\n\nBert\n"
    club.receive(club.reply("entente", text), LATER)
    club.send(LATER)
    assert str(club.mails("entente")[-1][proposed_letters.DUE_HEADER]) == DUE
    before = len(matches.find(club.shelf, "q06").entries)
    file_for(club, "q06", "entente", "buy 5 cards\n")

    assert tick(club, DUE) == ()
    assert len(matches.find(club.shelf, "q06").entries) == before + 1


def test_a_match_that_waits_for_the_beacon_keeps_the_orders_back(tmp_path: Path) -> None:
    club = test_beacon_by_mail.set_up(tmp_path, beacon=beacon.LEAD)
    set_hours(club, HOURS)
    text = "Hello,\n\nafter much thought I will play the limited offensive, number 17. That is all.\n\nJim\n"
    club.receive(club.reply("german", text), beacon.tell_time(4))
    club.send(beacon.tell_time(4))
    due = str(club.mails("german")[-1][proposed_letters.DUE_HEADER])
    match = matches.find(club.shelf, "liege")
    options = legal_orders.options(match, "german", 60).orders
    card = next(order for order in options if order.startswith("offensive"))
    file_for(club, "liege", "german", f"{card}\n{BATTLE}", find_time_before(ROUND))
    waiting = matches.find(club.shelf, "liege")
    assert moderator_entries.find_wait(waiting)

    with open_office(club.shelf) as desk:
        assert not list(unanswered_proposals.play(desk, waiting, due))


def test_a_process_that_dies_after_the_orders_are_filed_plays_them_once(
    office: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = propose(office)

    def die(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(answers, "answer_letter", die)
        with pytest.raises(KeyboardInterrupt):
            tick(office, DUE)
    assert list_played(office, before) == ORDERS

    assert [one.kind for one in tick(office, "2027-01-02T12:01:00Z")] == ["proposal"]

    office.send(DUE)
    assert list_played(office, before) == ORDERS
    assert [entry.body.kind for entry in list_new(office, before)].count("order") == len(ORDERS)
    assert any("offensive 20" in mail.get_content() for mail in office.mails("german")[-2:])


def test_the_time_of_a_sent_mail_is_when_it_was_sent(office: Club) -> None:
    with open_office(office.shelf) as desk:
        key = next(iter((desk.folder / "out" / "sent").glob("*.eml"))).stem
        assert outbox.find_sent(desk, key) == datetime.fromisoformat(LATER)
        assert outbox.queue_again(desk, key)
        assert outbox.find_sent(desk, key) is None
        later = datetime.fromisoformat(LATER) + timedelta(hours=3)
        with carriers.open_carrier(desk) as carry:
            list(outbox.send(desk, carry, later.isoformat()))
        assert outbox.find_sent(desk, key) == later
