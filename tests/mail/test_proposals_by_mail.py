"""A letter in free words by mail gets a proposal, and a reply that says yes plays it."""

import re
from pathlib import Path

import pytest

from referee.mail import seats
from referee.mail.office import open_office
from referee.mail.requests import proposed_letters
from referee.matches import matches, viewer_languages
from referee.matches.clocks import clock_entries
from schemas.clocks import Terms
from schemas.journal import Entry
from tests.examples import format_2
from tests.mail.conftest import PLAYERS, Club, copy_club
from tests.matches.judging.proposals.positions.shelf import make_shelf

LATER = "2027-01-02T00:00:00Z"

FREE = {
    "en": (
        "Hello,\n\nafter much thought I will play the limited offensive, number 20. The 5th Army marches from"
        " Longwy\nto Verdun, and everyone else stays where he is. That is all.\n\nBest wishes\nJim\n"
    ),
    "de": (
        "Lieber Spielleiter,\n\nnach langem Hin und Her spiele ich die begrenzte Offensive, Nummer 20. Die"
        " 5. Armee marschiert von\nLongwy nach Verdun. Alle anderen bleiben stehen, das war es schon.\n\n"
        "Viele Grüße\nJim\n"
    ),
}
YES = {"en": "Yes, please.\n\nJim\n", "de": "Hallo,\n\nja!\n\nGrüße\nJim\n"}
SUBJECTS = {
    "en": "[q01] nothing was played yet: is this what you mean?",
    "de": "[q01] noch nichts gespielt: meinen Sie das?",
}
ORDERS = ["offensive 20", "move ge-5 to verdun", "done"]


def make_club(folder: Path, match: str) -> Club:
    """Make a club with the positions, and with the players of one match, who have their reports."""
    club = Club(folder / "club" / "matches")
    make_shelf(club.shelf)
    club.set_up()
    club.seat(match)
    club.send(LATER)
    return club


@pytest.fixture
def office(tmp_path: Path) -> Club:
    """A club whose German player is asked to play an offensive in the position q01."""
    return make_club(tmp_path, "q01")


def list_new(club: Club, before: int) -> list[Entry]:
    return list(matches.find(club.shelf, "q01").entries[before:])


def list_played(club: Club, before: int, name: str = "q01") -> list[str]:
    """Return the orders in the journal since an entry."""
    match = matches.find(club.shelf, name)
    return [
        match.system.notation.write(move.order)
        for step in match.steps(after=before)
        for move in step.moves
        if move.order is not None
    ]


def propose(club: Club, language: str = "en") -> int:
    """Send a free letter, and return the number of entries before it."""
    before = len(matches.find(club.shelf, "q01").entries)
    done = club.receive(club.reply("german", FREE[language]), LATER)
    assert (done.verdict, done.code) == ("refused", "")
    club.send(LATER)
    return before


@pytest.mark.parametrize("language", ["en", "de"])
def test_a_yes_plays_the_proposal(office: Club, language: str) -> None:
    if language == "de":
        viewer_languages.choose(office.shelf, "q01", "german", "de")
    before = propose(office, language)
    answer = office.mails("german")[-1]

    assert answer["Subject"] == SUBJECTS[language]
    assert [entry.body.kind for entry in list_new(office, before)] == ["refusal"]
    text = answer.get_content()
    assert all(f'"{order}"' in text or order == "done" for order in ORDERS)
    assert "mailto:" in text
    assert "offensive%2020%0D%0Amove%20ge-5%20to%20verdun%0D%0Adone" in text

    done = office.receive(office.reply("german", YES[language]), LATER)

    assert done.verdict == "judged"
    assert list_played(office, before) == ORDERS


@pytest.mark.parametrize(
    "below", ["doctrine as defender:\n  losses: lose cheapest", "when losses: lose cheapest"]
)
def test_a_yes_above_standing_orders_plays_the_proposal_and_keeps_them(office: Club, below: str) -> None:
    before = propose(office)

    done = office.receive(office.reply("german", f"Hello,\n\nyes\n{below}\n"), LATER)

    assert done.verdict == "judged"
    assert list_played(office, before) == ORDERS
    kept = matches.find(office.shelf, "q01").advance_orders("german")
    assert ["lose cheapest" in str(one) for one in kept] == [True]


def test_mail_with_a_proposal_repeats_none_of_its_orders_in_a_note(office: Club) -> None:
    letter = "offensive 20\nge-5 to Verdun\n6 infantry, one each, go with ge-2 to ge-7\ndone"
    office.receive(office.reply("german", letter), LATER)
    office.send(LATER)

    mail = office.mails("german")[-1]
    assert "nothing was played" in " ".join(str(mail["Subject"]).split())
    assert "was read as" not in " ".join(mail.get_content().split())


def test_no_link_repeats_the_proposal(office: Club) -> None:
    letter = "After much thought I will play the limited offensive, number 20. The weather is fine here."
    office.receive(office.reply("german", letter), LATER)
    office.send(LATER)

    text = office.mails("german")[-1].get_content()
    bodies = re.findall(r"body=([^>]*)>", text)
    assert "the proposal: offensive 20" in text
    assert len(set(bodies)) == len(bodies) > 2


@pytest.mark.parametrize("letter", [FREE["en"], "The weather is fine, and so I think that I may well wait."])
def test_subject_of_a_letter_in_free_words_names_the_deadline(office: Club, letter: str) -> None:
    clock_entries.set_terms(office.shelf, "q01", Terms(zone="UTC", hours=48, grace=24), at=LATER)
    office.receive(office.reply("german", letter), LATER)
    office.send(LATER)

    subject = " ".join(str(office.mails("german")[-1]["Subject"]).split())
    assert re.fullmatch(r"\[q01\] nothing was played.* \(due 2027-01-04 23:30 UTC\)", subject)


def test_a_yes_with_the_quoted_answer_plays_the_proposal(office: Club) -> None:
    before = propose(office)
    quoted = "\n".join(f"> {line}" for line in office.mails("german")[-1].get_content().splitlines())

    done = office.receive(office.reply("german", f"yes\n\nOn 2 January the referee wrote:\n{quoted}"), LATER)

    assert done.verdict == "judged"
    assert list_played(office, before) == ORDERS


def test_a_second_yes_is_refused_because_its_question_is_closed(office: Club) -> None:
    propose(office)
    reply = office.reply("german", YES["en"])
    office.receive(reply, LATER)
    office.send(LATER)
    before = len(matches.find(office.shelf, "q01").entries)

    again = office.receive(reply.replace("Jim", "Jimmy"), LATER)

    assert (again.verdict, again.code) == ("refused", "stale")
    assert not list_new(office, before)


def test_a_yes_after_other_orders_is_refused(office: Club) -> None:
    propose(office)
    reply = office.reply("german", YES["en"])
    office.receive(office.reply("german", "pass"), LATER)
    before = len(matches.find(office.shelf, "q01").entries)

    done = office.receive(reply, LATER)

    assert (done.verdict, done.code) == ("refused", "stale")
    assert not list_new(office, before)


def test_a_yes_to_another_mail_is_refused_and_shows_the_proposal(office: Club) -> None:
    first = office.mails("german")[-1]
    propose(office)
    before = len(matches.find(office.shelf, "q01").entries)
    reply = office.reply("german", YES["en"]).replace(
        str(office.mails("german")[-1]["Message-ID"]), str(first["Message-ID"])
    )

    done = office.receive(reply, LATER)
    office.send(LATER)

    assert (done.verdict, done.code) == ("refused", "other-mail")
    assert "offensive 20" in office.mails("german")[-1].get_content()
    assert not list_new(office, before)


def test_a_yes_that_could_agree_to_a_takeback_asks_which(office: Club) -> None:
    propose(office)
    reply = office.reply("german", YES["en"])
    assert office.receive(office.reply("entente", "ask for a takeback\n"), LATER).verdict == "filed"
    before = len(matches.find(office.shelf, "q01").entries)

    done = office.receive(reply, LATER)
    office.send(LATER)

    assert (done.verdict, done.code) == ("refused", "two-questions")
    assert "agree" in office.mails("german")[-1].get_content()
    assert not list_new(office, before)


def test_an_agreement_without_a_takeback_is_a_yes(office: Club) -> None:
    before = propose(office)

    office.receive(office.reply("german", "Agreed.\n"), LATER)

    assert list_played(office, before) == ORDERS


def test_a_yes_without_a_proposal_stays_a_letter_without_orders(office: Club) -> None:
    before = len(matches.find(office.shelf, "q01").entries)

    done = office.receive(office.reply("german", "yes\n"), LATER)

    assert done.verdict == "refused" or not list_new(office, before)
    assert not list_played(office, before)


def test_a_yes_with_a_condition_plays_nothing(office: Club) -> None:
    before = propose(office)

    office.receive(office.reply("german", "Yes, but the 6th Army should go to Calais as well.\n"), LATER)

    assert not list_played(office, before)


RETREAT = "Hello,\n\nafter much thought the infantry i33 pulls back to Strasbourg, and that is all.\n\nJim\n"
NO = (
    "No.\n",
    "No, thanks.\n\nJim\n",
    "No.\nno!\n",
    "Nein!\n",
    "Non, merci.\n",
    "Όχι\n",
    "Hello,\n\nthat is not what I meant.\n",
)


@pytest.fixture
def asked_to_retreat(tmp_path: Path) -> Club:
    """A club whose German player may retreat in the position q03, and has the proposal for a free letter."""
    club = make_club(tmp_path, "q03")
    club.receive(club.reply("german", RETREAT), LATER)
    club.send(LATER)
    assert "retreat ge-i33 to strasbourg" in str(club.mails("german")[-1][proposed_letters.HEADER])
    return club


@pytest.mark.parametrize("no", NO)
def test_a_no_to_a_proposal_answers_no_question(asked_to_retreat: Club, no: str) -> None:
    club, before = asked_to_retreat, len(matches.find(asked_to_retreat.shelf, "q03").entries)

    done = club.receive(club.reply("german", no), LATER)

    assert (done.verdict, done.code) == ("refused", "denied")
    assert len(matches.find(club.shelf, "q03").entries) == before


def test_a_no_above_other_orders_is_left_out(asked_to_retreat: Club) -> None:
    club, before = asked_to_retreat, len(matches.find(asked_to_retreat.shelf, "q03").entries)

    done = club.receive(club.reply("german", "No.\nretreat ge-i33 to vosges\ndone\n"), LATER)

    assert done.verdict == "judged"
    assert list_played(club, before, "q03")[:2] == ["retreat ge-i33 to vosges", "done"]


def test_a_no_to_the_question_itself_is_an_answer(asked_to_retreat: Club) -> None:
    club, before = asked_to_retreat, len(matches.find(asked_to_retreat.shelf, "q03").entries)
    first, last = (str(club.mails("german")[at]["Message-ID"]) for at in (0, -1))
    reply = club.reply("german", "no\n", to=str(club.mails("german")[0]["Reply-To"]))

    done = club.receive(reply.replace(last, first), LATER)

    assert done.verdict == "judged"
    assert list_played(club, before, "q03")[:1] == ["done"]


def test_lines_of_a_proposal_come_from_the_mail_that_was_sent(office: Club) -> None:
    propose(office)
    answer = office.mails("german")[-1]

    assert str(answer[proposed_letters.HEADER]) == '["offensive 20", "move ge-5 to verdun", "done"]'
    assert not any(mail[proposed_letters.HEADER] for mail in office.mails("entente"))


def test_copy_of_the_club_knows_the_proposal(office: Club, tmp_path: Path) -> None:
    """The proposal is in the folder of the office, and needs no process that remembers it."""
    before = propose(office)
    other = copy_club(office, tmp_path / "other")

    with open_office(other.shelf) as desk:
        assert seats.find_address(desk.shelf, "q01", "german") == PLAYERS["german"]
    assert other.receive(office.reply("german", YES["en"]), LATER).verdict == "judged"
    assert list_played(other, before) == ORDERS


def test_a_yes_plays_the_proposal_of_a_skirmish(tmp_path: Path) -> None:
    club = Club(tmp_path / "club" / "matches")
    list(format_2.scenes("skirmish", "sap", club.shelf))
    club.set_up()
    with open_office(club.shelf) as desk:
        seats.take_seat(desk, "sap", "german", PLAYERS["german"])
    club.send(LATER)
    before = len(matches.find(club.shelf, "sap").entries)
    letter = "Dear referee,\n\nthe sniper creeps over to 11,12.5 and the commander walks to 24,35.\n\nAnna\n"
    assert club.receive(club.reply("german", letter), LATER).verdict == "refused"
    club.send(LATER)
    assert len(matches.find(club.shelf, "sap").entries) == before + 1

    done = club.receive(club.reply("german", YES["en"]), LATER)

    assert done.verdict == "judged"
    match = matches.find(club.shelf, "sap")
    orders = [
        move.order for step in match.steps(after=before) for move in step.moves if move.order is not None
    ]
    assert [match.system.notation.write(order) for order in orders] == [
        "stealthy ge-sn-1 to 11.00,12.50",
        "manoeuvre ge-hq-1 to 24.00,35.00",
    ]
