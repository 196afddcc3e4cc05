"""A reply address proves nothing by itself: it counts only in a mail from the player of its seat."""

import pytest

from referee.mail import seats
from referee.mail.office import open_office
from referee.mail.state import FRESH, Token
from referee.matches import matches, viewer_languages
from tests.mail.conftest import AT, PLAYERS, Club
from tests.mail.test_poisoned_mail import MODERATOR, name_moderator, told

PHONE = "anna.phone@other.example"
FINAL = ("resign", "I leave my seat.", "hand my seat to carla@player.example", "when offensive: resign")


@pytest.fixture
def moderated(club: Club) -> Club:
    name_moderator(club)
    return club


def entries(club: Club) -> int:
    return len(matches.find(club.shelf, "liege").entries)


def write(club: Club, address: str, text: str, *headers: str) -> str:
    """A mail from any address to the reply address of the German seat, as the last report names it."""
    return club.reply("german", text, *headers).replace(PLAYERS["german"], address)


@pytest.mark.parametrize("text", ["pass", "done", "agree", "report", "message to entente: hello", *FINAL])
def test_mail_from_another_player_is_not_judged_and_is_reported(moderated: Club, text: str) -> None:
    before, mails = entries(moderated), len(moderated.mails())

    done = moderated.receive(write(moderated, PLAYERS["entente"], text))

    assert (done.verdict, done.side, entries(moderated)) == ("forged", "german", before)
    assert told(moderated) == ["[liege] a mail in the name of german came from another player"]
    assert PLAYERS["entente"] in moderated.mails()[-1].get_content()
    assert len(moderated.mails()) == mails + 1


@pytest.mark.parametrize("text", ["pass", "report", *FINAL])
def test_a_strangers_mail_is_not_judged_and_the_player_is_asked(club: Club, text: str) -> None:
    before = entries(club)

    done = club.receive(write(club, "x@evil.example", text))
    club.send()

    assert (done.verdict, entries(club)) == ("unproved", before)
    question = club.mails("german")[-1]
    assert "x@evil.example" in question.get_content()
    assert club.receive(write(club, "x@evil.example", "yes")).verdict == "unproved", "his own yes counts not"
    assert club.receive(write(club, PLAYERS["entente"], "yes")).verdict == "forged"
    assert entries(club) == before


@pytest.mark.parametrize(("language", "words"), [("de", ("ja", "nein")), ("fr", ("oui", "non"))])
def test_question_names_the_words_of_its_language(club: Club, language: str, words: tuple[str, str]) -> None:
    viewer_languages.choose(club.shelf, "liege", "german", language)
    assert club.receive(club.reply("german", "resign")).verdict == "held"
    club.send()

    text = " ".join(club.mails("german")[-1].get_content().split())
    assert all(f"`{word}`" in text for word in words)
    assert "`yes`" not in text
    assert club.confirm("german", words[1]).verdict == "denied"


def test_an_address_that_the_player_confirmed_writes_for_the_seat(club: Club) -> None:
    club.receive(write(club, PHONE, "pass"))
    assert club.confirm("german").verdict == "confirmed"
    assert "Accepted: pass" in club.mails("german")[-1].get_content()

    assert club.receive(write(club, PHONE.upper(), "done")).verdict == "judged"
    seat = seats.find_seat(club.shelf, "liege", "german")
    assert seat is not None
    assert (seat.address, seat.also) == (PLAYERS["german"], (PHONE,))


def test_a_new_player_of_a_seat_has_no_address_of_the_last_one(club: Club) -> None:
    club.receive(write(club, PHONE, "pass"))
    club.confirm("german")

    with open_office(club.shelf) as desk:
        taken = seats.take_seat(desk, "liege", "german", "carla@player.example")

    assert seats.find_owner(taken, PHONE) is None


def test_no_player_confirms_the_address_of_another(club: Club) -> None:
    with open_office(club.shelf) as desk:
        match = matches.find(club.shelf, "liege")
        known = seats.confirm_address(desk, match, "german", PLAYERS["entente"])

    assert seats.find_owner(known, PLAYERS["entente"]) == "entente"


def test_denied_letter_is_dropped_and_reported(moderated: Club) -> None:
    before = entries(moderated)
    moderated.receive(write(moderated, "x@evil.example", "pass"))

    assert moderated.confirm("german", "No, that was not me!").verdict == "denied"
    assert moderated.confirm("german").verdict != "confirmed"
    assert entries(moderated) == before
    assert told(moderated) == ["[liege] a letter in the name of german is not the player's"]


def test_a_reply_that_says_neither_asks_again(club: Club) -> None:
    club.receive(club.reply("german", "resign"))

    assert club.confirm("german", "What is this?").verdict == "refused"
    assert "cannot be undone" in " ".join(club.mails("german")[-1].get_content().split())
    assert club.confirm("german").verdict == "confirmed"


@pytest.mark.parametrize("proof", ["token", "server", "address"])
@pytest.mark.parametrize("text", FINAL)
def test_irreversible_request_needs_a_confirmation_code(club: Club, text: str, proof: str) -> None:
    club.set_up(proof)
    before = entries(club)
    letter = club.reply("german", text)

    assert club.receive(letter).verdict == "held"
    assert (entries(club), seats.find_address(club.shelf, "liege", "german")) == (before, PLAYERS["german"])
    club.send()
    question = club.mails("german")[-1]
    assert text in question.get_content()
    assert question["Reply-To"] not in letter

    confirmed = club.reply("german", "yes")
    assert club.receive(confirmed).verdict == "confirmed"
    after = entries(club)
    assert club.receive(confirmed + " ").verdict in {"repeat", "stranger"}
    assert entries(club) == after


def test_rehearsal_of_an_irreversible_order_is_answered_at_once(club: Club) -> None:
    assert club.receive(club.reply("german", "what if\nresign")).verdict == "answered"


def test_consent_counts_for_the_requested_takeback(club: Club) -> None:
    for side in ("german", "entente"):
        club.play(side, "pass\ndone")
    club.receive(club.reply("german", "ask takeback to 2"))
    club.send()
    assert club.receive(club.reply("entente", "agree")).verdict == "held"
    club.send()
    code = club.reply("entente", "yes")
    club.play("german", "ask takeback to 1")

    assert club.receive(code).code == "ask-stale"
    assert "retract" not in [one.body.kind for one in matches.find(club.shelf, "liege").entries]


def test_late_answer_to_a_closed_question_is_reported(club: Club) -> None:
    late = club.reply("german", "done")
    club.play("german", "pass")
    before = entries(club)

    done = club.receive(late)
    club.send()

    assert (done.verdict, done.code, entries(club)) == ("refused", "stale", before)
    answer = " ".join(club.mails("german")[-1].get_content().split())
    assert "closed the question that was open after entry 1" in answer
    assert club.receive(club.reply("german", "done")).verdict == "judged"


@pytest.mark.parametrize("text", ["report", "message to entente: hello", "away 2026-12-24 to 2027-01-02"])
def test_text_without_orders_may_answer_an_older_mail(club: Club, text: str) -> None:
    late = club.reply("german", text)
    club.receive(club.reply("german", "pass"))

    assert club.receive(late).verdict in {"answered", "filed"}


def test_an_invitation_is_accepted_from_the_address_that_it_went_to(club: Club) -> None:
    from referee.mail import invitations

    with open_office(club.shelf) as desk:
        invitations.invite_player(desk, "liege", "german", "carla@player.example", "", AT)
    club.send()
    invitation = next(mail for mail in club.mails() if mail["To"] == "carla@player.example")
    head = f"To: {invitation['Reply-To']}\nSubject: Re\n\naccept\n"

    assert club.receive(f"From: x@evil.example\n{head}").verdict == "unproved"
    assert club.receive(f"From: {PLAYERS['entente']}\n{head}").verdict == "unproved"
    assert club.receive(f"From: carla@player.example\n{head}").verdict == "filed"


def test_none_of_many_forged_mails_is_judged(moderated: Club, request: pytest.FixtureRequest) -> None:
    before = entries(moderated)
    authors = (PLAYERS["entente"], "x@evil.example", f"{PLAYERS['german']}, x@evil.example")
    texts = ("pass", "resign", "hand my seat to x@evil.example", "done", "leave my seat", "agree", "yes")
    verdicts = set[str]()
    for number in range(request.config.getoption("--mails")):
        letter = write(
            moderated,
            authors[number % 3],
            texts[number % 7],
            f"Cc: {PLAYERS['entente']}",
            f"Message-ID: <{number}@evil>",
        )
        verdicts.add(moderated.receive(letter).verdict)

    assert verdicts == {"forged", "unproved"}
    assert entries(moderated) == before
    assert seats.find_address(moderated.shelf, "liege", "german") == PLAYERS["german"]
    moderated.send()
    assert len([mail for mail in moderated.mails() if mail["To"] == MODERATOR]) <= 10
    assert len(moderated.mails("german")) <= 1 + 3


def test_tokens_of_a_seat_are_pruned_and_found_by_an_index(club: Club) -> None:
    with open_office(club.shelf) as desk:
        for seq in range(3 * FRESH):
            desk.memory.note_token(f"t{seq}", Token("other", "german", seq))
        ask = desk.memory.ask
        (count,) = ask("SELECT count(*) FROM main.tokens WHERE match = 'other'").fetchone()
        plan = ask(
            "EXPLAIN QUERY PLAN SELECT seq FROM all_tokens WHERE match = 'a' AND side = 'b' AND mail = ''"
            " ORDER BY seq DESC LIMIT 1 OFFSET 5"
        ).fetchall()

    assert count == FRESH
    scans = [step[-1] for step in plan if step[-1].startswith("SEARCH")]
    assert len(scans) == 2
    assert all("tokens_by_seat" in step for step in scans)
