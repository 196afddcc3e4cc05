"""Mails worth getting: question first, nothing twice, true subjects, links for replies, few mails."""

import re
import sys
from email.message import EmailMessage
from pathlib import Path
from urllib.parse import parse_qs, unquote, urlsplit

import pytest

from referee.mail import invitations, reminders
from referee.mail.office import FOLDER, open_office
from referee.mail.requests import reply_links
from referee.matches import letters, matches, moderator_entries
from referee.reports import documents
from tests.mail.conftest import AT, PLAYERS, Club, copy_club

LATER = "2026-12-02T20:00:01Z"


@pytest.fixture
def quiet(club: Club) -> Club:
    """A club with the settings of a new post office."""
    path = club.shelf / FOLDER / "config.toml"
    path.write_text(path.read_text().replace("quiet = false\nreceipts = true\n", ""))
    return club


FIRST_BATTLE = "offensive 17\nmove ge-1 to liege\nbattle liege\ndone"


def play(club: Club, side: str, text: str, at: str = AT) -> EmailMessage:
    club.receive(club.reply(side, text), at)
    club.send(at)
    return club.mails(side)[-1]


def test_question_comes_first_and_nothing_twice(club: Club) -> None:
    lines = play(club, "german", "pass").get_content().splitlines()

    places = [lines.index(line) for line in ("BEGIN ORDERS liege", "Your letter", "Position")]
    assert places == sorted(places)
    assert places[0] < 12
    assert sum("2:" in line and len(line) > 60 for line in lines if "mailto" not in line) == 1
    assert sum("you may move one piece" in line for line in lines) == 1


def test_standing_orders_of_a_letter_are_listed_once(club: Club) -> None:
    letter = "pass\ndoctrine as defender:\n  stand-or-retreat: stand"
    text = " ".join(play(club, "german", letter).get_content().split())

    assert text.count("when stand-or-retreat as defender") == 1
    assert "Standing orders: Germany" in text


def test_mails_number_no_lines_whose_headers_their_readers_cannot_see(club: Club) -> None:
    text = " ".join(
        play(club, "german", "move ge-1 to paris\nmuve ge-2 to mons\nSo there.").get_content().split()
    )

    assert 'Refused: "move ge-1 to paris"' in text
    assert "Not checked: 1 line of your letter." in text
    assert "(line" not in text
    assert not re.search(r"\d `", text)


def test_note_in_a_mail_names_no_file(club: Club) -> None:
    text = " ".join(play(club, "german", "pass\nand so to bed").get_content().split())

    assert "Note*: these lines were read as text, not as orders:" in text
    assert ".eml" not in text


def test_name_of_a_match_stays_small_at_the_beginning_of_a_sentence(club: Club) -> None:
    text = play(club, "german", "answers: 99\npass").get_content()

    assert "- liege has no entry 99; its last is 1." in " ".join(text.split())


def test_odds_name_the_sides(club: Club) -> None:
    play(club, "german", "offensive 17\nmove ge-1 to liege\nbattle liege\ndone")

    assert "Control of the area by Germany: " in play(club, "german", "odds liege").get_content()


def test_letter_in_an_attachment_is_answered_with_its_name(club: Club) -> None:
    attachment = ("Content-Type: text/plain", 'Content-Disposition: attachment; filename="orders.txt"')
    club.play("german", "pass", *attachment)

    text = " ".join(club.mails("german")[-1].get_content().split())
    assert "The attachment `orders.txt` was not read. Write the orders in the text of the mail." in text


def test_player_is_asked_for_plain_text_and_moderator_for_the_library(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = club.shelf / FOLDER / "config.toml"
    path.write_text(f'moderator = "carla@club.example"\n{path.read_text()}')
    monkeypatch.setitem(sys.modules, "selectolax.lexbor", None)
    monkeypatch.delitem(sys.modules, "referee.matches.letters.html", raising=False)
    monkeypatch.delattr(letters, "html", raising=False)

    for letter in ("<p>pass</p>", "<p>done</p>"):
        club.play("german", letter, "Content-Type: text/html")

    *_, answer = club.mails("german")
    assert "send it as plain text" in " ".join(answer.get_content().split()).lower()
    assert "pip" not in answer.get_content()
    (notice,) = [mail for mail in club.mails() if mail["To"] == "carla@club.example"]
    assert "pip install 'pbem-referee[mail]'" in " ".join(notice.get_content().split())


def test_refusal_to_a_side_that_waits_announces_no_question(club: Club) -> None:
    text = play(club, "entente", "pass").get_content()

    assert "Refused: pass" in text
    assert "Next question" not in text
    assert "\n- Waiting for Germany.\n" in text


def test_report_quotes_a_message_with_its_own_marks(club: Club) -> None:
    play(club, "german", "message to entente: Shall we begin?")
    play(club, "german", "pass\ndone")

    text = " ".join(club.mails("entente")[-1].get_content().split())
    assert 'Germany: to Entente: "Shall we begin?".' in text


def test_readings_of_several_lines_are_one_note(club: Club) -> None:
    letter = "offensive 17\nge-1 to liege\n2nd Army to liege\nbattle liege\ndone"
    text = " ".join(play(club, "german", letter).get_content().split())

    assert text.count("*Note*") == 1
    assert "`ge-1 to liege` -> `move ge-1 to liege` and `2nd Army to liege` -> `move ge-2 to liege`" in text


def test_refusal_asks_the_question_again(club: Club) -> None:
    text = play(club, "german", "move ge-1 to paris").get_content()

    assert text.index('Refused: "move ge-1 to paris"') < text.index("BEGIN ORDERS liege")


@pytest.mark.parametrize(
    ("letter", "subject"),
    [
        ("pass", "your turn: You passed"),
        ("pass\ndone", "Waiting for Entente"),
        ("move ge-1 to paris", "Your turn: Play an offensive card, or pass? ("),
        (f"{FIRST_BATTLE}\ndone\nlosses: gently", "[liege] some of your orders were refused. "),
        ("odds verdun", "[liege] your letter was not judged"),
        ("rules adjacent", "[liege] rules with adjacent"),
        ("options", "[liege] legal orders of Germany"),
        ("help", "[liege] help"),
    ],
)
def test_subject_names_its_own_question(club: Club, letter: str, subject: str) -> None:
    assert subject in " ".join(str(play(club, "german", letter)["Subject"]).split())


def test_answer_to_orders_refused_in_part_has_the_head_once(club: Club) -> None:
    text = play(club, "german", f"{FIRST_BATTLE}\ndone\nlosses: gently").get_content()

    head = str(matches.find(club.shelf, "liege").journal.head)
    assert "the others were refused (entry" in " ".join(text.split())
    assert text.partition("mailto")[0].count(head) == 1


def test_mail_about_the_end_names_the_result(club: Club) -> None:
    play(club, "german", "offer armistice")
    play(club, "entente", "accept armistice")

    for side in PLAYERS:
        mail = club.mails(side)[-1]
        text = " ".join(mail.get_content().split())
        assert "[liege] The match is over: Stalemate (" in " ".join(str(mail["Subject"]).split())
        assert text.count("match is over") == 2, "in the first line and in the events"
        assert "more would be" not in text


def read_links(mail: EmailMessage) -> dict[str, str]:
    """The bodies of replies that the links of a mail open, by their labels."""
    found = re.findall(r"^# (.*)\n  <(mailto:.*)>$", mail.get_content(), re.MULTILINE)
    return {label: parse_qs(urlsplit(link).query)["body"][0] for label, link in found}


def test_link_opens_a_reply_that_is_accepted(club: Club) -> None:
    mail = club.mails("german")[-1]
    links = read_links(mail)
    (target,) = {unquote(link) for link in re.findall(r"<mailto:([^?]*)\?", mail.get_content())}

    assert target == mail["Reply-To"]
    assert links["pass; done"].splitlines()[0] == "answers: 1"
    assert club.receive(club.reply("german", links["pass; done"])).verdict == "judged"


def test_no_link_contains_an_order_that_changes_nothing(club: Club, tmp_path: Path) -> None:
    """A hit on the fort ended the battle, and the answer left out the `done` of its own link."""
    plan = "plan for every battle:\n  losses: lose first infantry, then cavalry\n  retreat-after: stay"
    play(club, "german", f"{FIRST_BATTLE.replace('ge-1', 'ge-1, ge-2')}\ndone\n{plan}")
    mail = play(club, "entente", "lose liege-fort")
    assert "You take" in " ".join(str(mail["Subject"]).split())

    links = read_links(mail)
    assert len(links) > 1
    for number, body in enumerate(links.values()):
        other = copy_club(club, tmp_path / f"link {number}")
        other.receive(other.reply("entente", body))
        other.send()
        assert "changes nothing" not in " ".join(other.mails("entente")[-1].get_content().split())


def test_link_writes_the_whole_turn(club: Club) -> None:
    label, body = next(iter(read_links(club.mails("german")[-1]).items()))

    assert label.startswith("all together: offensive")
    assert club.receive(club.reply("german", body)).verdict == "judged"
    public = matches.find(club.shelf, "liege").entries
    assert [entry.body.kind for entry in public].count("order") > 3


def test_link_quotes_the_head_that_its_player_was_shown(club: Club) -> None:
    body = read_links(club.mails("german")[-1])["pass; done"]
    forged = re.sub(r"head: 1:....", "head: 1:0000", body)

    assert f"head: {matches.find(club.shelf, 'liege').journal.head}" in body
    assert club.receive(club.reply("german", forged)).code == "head-foreign"


def test_mail_names_the_players_that_have_names(club: Club) -> None:
    reach = (
        "the line `message to Germany: ...` reaches the other player, `message to moderator: ...` the"
        " moderator, and `help` lists all such lines."
    )
    text = " ".join(club.mails("entente")[-1].get_content().split())
    assert reach in text
    assert "Players" not in text

    with open_office(club.shelf) as desk:
        invitations.seat_player(desk, "liege", "entente", PLAYERS["entente"], "Bert", AT)
    club.send()
    text = " ".join(club.mails("entente")[-1].get_content().split())
    assert f"Players: Entente (Bert). In a mail of its own, {reach}" in text


def test_links_stand_below_the_report_and_name_repeated_lines(club: Club) -> None:
    text = club.mails("german")[0].get_content()

    assert text.index("END ORDERS") < text.index("Head of the journal") < text.index("mailto:")
    assert reply_links.label_lines(("lose liege-fort", "lose liege-fort", "done")) == (
        "lose liege-fort (2 x); done"
    )


def test_side_that_is_not_asked_reads_no_heading_of_questions(club: Club) -> None:
    text = club.mails("entente")[0].get_content()

    assert "\n- Waiting for Germany.\n" in text
    assert "Open questions" not in text


def test_side_that_is_not_asked_gets_no_report(quiet: Club) -> None:
    before = len(quiet.mails("entente"))

    play(quiet, "german", "pass")

    assert len(quiet.mails("entente")) == before


def test_accepted_letter_after_which_its_side_waits_is_answered_by_the_next_report(quiet: Club) -> None:
    before = len(quiet.mails("german"))

    quiet.receive(quiet.reply("german", "pass\ndone"))
    quiet.send()
    assert len(quiet.mails("german")) == before

    play(quiet, "entente", "pass\ndone")
    text = " ".join(quiet.mails("german")[-1].get_content().split())
    assert "The German side passes" in text
    assert "your turn: " in str(quiet.mails("german")[-1]["Subject"])


@pytest.mark.parametrize(
    "letters", [["pas tout de suite", "pass\ndone"], ["move ge-1 to paris", "status", "pass\ndone"]]
)
def test_letter_after_a_refused_one_is_confirmed_at_once(quiet: Club, letters: list[str]) -> None:
    """The last mail said that nothing was played, and the next one came a day later."""
    for letter in letters[:-1]:
        play(quiet, "german", letter)
    before = len(quiet.mails("german"))

    text = play(quiet, "german", letters[-1]).get_content()
    assert len(quiet.mails("german")) == before + 1
    assert "Accepted: pass" in text


def test_side_that_is_asked_gets_a_report_on_everything(quiet: Club) -> None:
    play(quiet, "german", "pass")
    play(quiet, "german", "done")

    text = " ".join(quiet.mails("entente")[-1].get_content().split())
    assert "your turn: " in str(quiet.mails("entente")[-1]["Subject"])
    assert "The German side passes" in text


def ask_both_to_build(club: Club) -> None:
    for side in PLAYERS:
        play(club, side, "pass\ndone")
    assert all("build points" in str(club.mails(side)[-1]["Subject"]) for side in PLAYERS)


def test_side_that_was_asked_already_gets_no_mail_for_the_sealed_plan_of_the_other(quiet: Club) -> None:
    ask_both_to_build(quiet)
    before = len(quiet.mails("entente"))

    play(quiet, "german", "buy 1 card\ndone")
    assert len(quiet.mails("entente")) == before
    assert play(quiet, "entente", "done")["To"] == PLAYERS["entente"]
    text = " ".join(quiet.mails("german")[-1].get_content().split())
    assert "German 1 card" in text


def test_side_that_was_asked_already_gets_a_report_after_a_day(quiet: Club) -> None:
    ask_both_to_build(quiet)
    play(quiet, "german", "done")
    before = len(quiet.mails("entente"))

    tick(quiet, LATER)

    assert len(quiet.mails("entente")) == before + 1
    assert "The German side has closed its plan" in " ".join(quiet.mails("entente")[-1].get_content().split())


def test_side_that_was_asked_already_gets_a_mail_after_a_ruling(quiet: Club) -> None:
    ask_both_to_build(quiet)
    before = len(quiet.mails("entente"))

    play(quiet, "german", "buy 1 card")
    head = matches.find(quiet.shelf, "liege").journal.head.seq
    moderator_entries.retract(quiet.shelf, "liege", to=head - 1, by=None, reason="misread", at=AT)
    tick(quiet, AT)

    assert len(quiet.mails("entente")) == before + 1


def test_side_that_is_not_asked_gets_a_report_after_a_day(quiet: Club) -> None:
    before = len(quiet.mails("entente"))
    play(quiet, "german", "offensive 17")

    play(quiet, "german", "move ge-1 to liege", LATER)

    assert len(quiet.mails("entente")) == before + 1


def tick(club: Club, at: str) -> None:
    with open_office(club.shelf) as desk:
        reminders.tick(desk, at)
    club.send(at)


def test_sides_that_wait_get_one_report_after_a_day(quiet: Club) -> None:
    play(quiet, "german", "pass\ndone")
    before = {side: len(quiet.mails(side)) for side in PLAYERS}

    tick(quiet, AT)
    tick(quiet, "2026-12-02T08:00:00Z")
    assert len(quiet.mails("german")) == before["german"]
    for _ in range(2):
        tick(quiet, LATER)

    # The other side was asked before, and has nothing new.
    assert {side: len(quiet.mails(side)) - before[side] for side in PLAYERS} == {"german": 1, "entente": 0}
    assert "The German side passes" in " ".join(quiet.mails("german")[-1].get_content().split())


def test_takeback_by_the_moderator_is_reported_at_the_next_tick(quiet: Club) -> None:
    play(quiet, "german", "pass\ndone")
    head = len(matches.find(quiet.shelf, "liege").entries)
    moderator_entries.retract(quiet.shelf, "liege", to=head - 2, by=None, reason="misread", at=AT)
    before = {side: len(quiet.mails(side)) for side in PLAYERS}

    for _ in range(2):
        tick(quiet, AT)

    assert {side: len(quiet.mails(side)) - before[side] for side in PLAYERS} == {"german": 1, "entente": 1}
    assert "your turn: " in " ".join(quiet.mails("german")[-1]["Subject"].split())
    assert "misread" in quiet.mails("entente")[-1].get_content()


def test_letter_with_a_remark_is_answered_at_once(quiet: Club) -> None:
    before = len(quiet.mails("german"))

    quiet.receive(quiet.reply("german", "Dear referee, here we go with nothing.\n\npass\ndone"))
    quiet.send()

    assert len(quiet.mails("german")) == before + 1
    assert "here we go with nothing" in " ".join(quiet.mails("german")[-1].get_content().split())


def test_answer_tells_what_its_side_has_not_seen(quiet: Club) -> None:
    play(quiet, "german", "pass")

    text = play(quiet, "entente", "when losses: lose first infantry\nresign\n").get_content()
    quiet.confirm("entente")

    text = quiet.mails("entente")[-1].get_content()
    assert "The German side passes" in " ".join(text.split())


def test_answer_tells_a_letter_once_beside_the_events_before_it(quiet: Club) -> None:
    path = quiet.shelf / FOLDER / "config.toml"
    path.write_text(f"receipts = true\n{path.read_text()}")
    ask_both_to_build(quiet)
    play(quiet, "german", "buy 1 card\ndone")

    text = " ".join(play(quiet, "entente", "buy 1 card\ndone").get_content().split())

    assert "Events since entry" in text
    assert "The German side has closed its plan" in text
    assert text.count("The Entente side has closed its plan.") == 1


def test_letter_of_standing_orders_has_no_empty_heading(club: Club) -> None:
    text = play(club, "german", "pass this season").get_content()

    assert "Orders that followed your letter" in text
    assert "Your letter\n---" not in text


@pytest.mark.parametrize("battles", [False, True])
def test_side_that_waits_hears_of_a_battle_at_once_if_the_club_wants_it(quiet: Club, battles: bool) -> None:
    path = quiet.shelf / FOLDER / "config.toml"
    path.write_text(f"battles = {str(battles).lower()}\n{path.read_text()}")
    _, body = next(iter(read_links(quiet.mails("german")[-1]).items()))
    play(quiet, "german", body)
    before = len(quiet.mails("german"))

    _, body = next(iter(read_links(quiet.mails("entente")[-1]).items()))
    play(quiet, "entente", body)

    assert len(quiet.mails("german")) == before + battles


QUESTIONS = {
    "en": ("rules supply", "status", "odds"),
    "fr": ("règles ravitaillement", "situation", "chances"),
    "de": ("Regeln Nachschub", "Lage", "Aussichten"),
    "el": ("κανόνες ανεφοδιασμός", "κατάσταση", "πιθανότητες"),
}


@pytest.mark.parametrize("language", QUESTIONS)
def test_questions_about_the_game_are_answered(club: Club, language: str) -> None:
    rules, status, odds = QUESTIONS[language]
    before = len(matches.find(club.shelf, "liege").entries)

    assert club.receive(club.reply("german", status)).verdict == "answered"
    assert club.receive(club.reply("german", odds)).code in {"", "nothing-to-weigh", "no-battle"}
    assert club.receive(club.reply("german", rules)).code in {"", "no-such-rule"}
    assert len(matches.find(club.shelf, "liege").entries) == before


def test_rules_show_one_clause(club: Club) -> None:
    text = play(club, "german", "rules 4.1-d").get_content()

    assert "4.1-d" in text
    assert "more clauses" not in text


@pytest.mark.parametrize("line", ["odds are even, I think", "rules are rules my friend", "Rules are rules"])
def test_sentence_above_orders_is_not_a_request(club: Club, line: str) -> None:
    assert club.receive(club.reply("german", f"{line}\npass")).verdict in {"judged", "refused"}


def test_first_report_lists_the_hand_once(club: Club) -> None:
    for side in PLAYERS:
        text = " ".join(club.mails(side)[0].get_content().split())

        for card in ("Limited Offensive (", "Poison Gas! ("):
            lists = [line for line in text.split(": ") if card in line and "# offensive" not in line]
            assert len(lists) <= 1, lists
        assert "The German side draws 15 cards." in text


def test_answer_during_a_battle_tells_it_once(club: Club) -> None:
    letter = "offensive 17\nmove ge-1 to liege\nbattle liege\ndone"
    lines = play(club, "german", letter).get_content().splitlines()

    assert "Position" in lines
    assert "ge-1 5I 1C 1A" in " ".join(lines)
    assert not any(line.startswith(("Events since", "Attacker first")) for line in lines)


@pytest.mark.parametrize(
    ("text", "first"),
    [
        ("Do any pieces retreat? End with “done”.", "Do any pieces retreat?"),
        ("Verluste der 1. Armee. Wählen Sie.", "Verluste der 1. Armee."),
        ("Zone Liège : retraite-t-elle ? Terminez.", "Zone Liège : retraite-t-elle ?"),
        ("Liège\u00a0: retraite-t-elle\u00a0? Terminez.", "Liège\u00a0: retraite-t-elle\u00a0?"),
        ("Play an offensive card, or pass?", "Play an offensive card, or pass?"),
    ],
)
def test_subject_quotes_the_first_sentence_of_a_question(text: str, first: str) -> None:
    assert documents.SENTENCE_END.split(text, maxsplit=1)[0] == first
