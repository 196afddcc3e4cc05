"""Notification mails of forums: whose orders they are, and that a forged one is never an order."""

import re

import pytest

from referee.mail import receiving
from referee.mail.forums import notifications
from referee.mail.office import FOLDER, open_office
from referee.matches import matches
from referee.matches.letters import headers
from schemas.mail import Received
from tests.mail.conftest import Club
from tests.mail.forums.conftest import choose_forum

VOUCHED = "Authentication-Results: mx.club.example; dkim=pass header.d={domain}"

DISCOURSE = """\
Return-Path: <robot@forum.example>
{vouched}
From: "{shown} via Forum" <{sender}>
To: referee@club.example
Reply-To: "Forum" <reply+0123456789abcdef0123456789abcdef@forum.example>
Subject: [Forum] [liege] The first turn
Date: Tue, 01 Dec 2026 20:10:00 +0000
Message-ID: <discourse/post/{post}@{host}>
Precedence: list
List-ID: "Forum | Games" <games.{host}>
X-Auto-Response-Suppress: All
X-Discourse-Topic-Id: 7
X-Discourse-Post-Id: {post}
X-Discourse-Sender: {author}
MIME-Version: 1.0
Content-Type: multipart/alternative; boundary=b

--b
Content-Type: text/plain; charset=UTF-8

{text}

---
[Visit Topic](https://forum.example/t/7/{post}) or reply to this email to respond.

*Previous replies*

offensive 17

You are receiving this because you watch the topic.
--b
Content-Type: text/html; charset=UTF-8

<p>{text}</p>
--b--
"""

LATER = "2026-12-01T20:30:00Z"


def notify(text: str, author: str = "anna", **parts: str) -> str:
    """A notification of Discourse about a post."""
    known = {
        "vouched": VOUCHED.format(domain="forum.example"), "sender": "robot@forum.example", "post": "99",
        "host": "forum.example", "shown": author,
    } | parts  # fmt: skip
    return DISCOURSE.format(text=text, author=author, **known)


def receive(club: Club, raw: str, at: str = LATER) -> tuple[Received, ...]:
    """The result of a mail, and those of the posts in it."""
    first = club.receive(raw, at)
    with open_office(club.shelf) as desk:
        return (first, *receiving.finish(desk, at))


def list_verdicts(done: tuple[Received, ...]) -> list[tuple[str, str]]:
    return [(one.verdict, one.side) for one in done]


def read_journal(club: Club) -> bytes:
    return (club.shelf / "liege" / "journal.jsonl").read_bytes()


def list_orders(club: Club) -> list[tuple[str | None, str]]:
    entries = matches.find(club.shelf, "liege").entries
    return [
        (entry.body.side, entry.body.kind) for entry in entries if entry.body.kind in ("order", "refusal")
    ]


def test_post_of_a_player_is_the_letter_of_the_player(members: Club) -> None:
    done = receive(members, notify("pass"))

    assert list_verdicts(done) == [("forum", "german"), ("judged", "german")]
    assert list_orders(members) == [("german", "order")]
    members.send()
    answer = members.mails("german")[-1]
    assert answer["To"] == "anna@player.example"
    assert "Accepted: pass" in answer.get_content()


def test_same_post_is_judged_once_however_often_it_comes(members: Club) -> None:
    receive(members, notify("pass"))
    before = read_journal(members)

    for number in range(3):
        raw = notify("pass").replace("Subject: ", f"Subject: ({number}) ")
        assert list_verdicts(receive(members, raw)) == [("forum", "german")]
    assert read_journal(members) == before


FORGED: dict[str, dict[str, str]] = {
    "no word of the server": {"vouched": "X-Nothing: 1"},
    "a failed signature": {"vouched": VOUCHED.format(domain="forum.example").replace("=pass", "=fail")},
    "the word of another server": {
        "vouched": VOUCHED.format(domain="forum.example").replace("mx.club", "mx.evil")
    },
    "a signature of another domain": {"vouched": VOUCHED.format(domain="evil.example")},
    "a word below that of the server": {
        "vouched": VOUCHED.format(domain="forum.example").replace("=pass", "=fail")
        + "\n"
        + VOUCHED.format(domain="forum.example")
    },
    "another sender": {"sender": "robot@evil.example", "vouched": VOUCHED.format(domain="evil.example")},
    "the opponent": {"sender": "bert@player.example", "vouched": VOUCHED.format(domain="player.example")},
}  # fmt: skip


@pytest.mark.parametrize("parts", FORGED.values(), ids=FORGED)
def test_forged_notification_asks_the_player_and_orders_nothing(members: Club, parts: dict[str, str]) -> None:
    before = read_journal(members)

    done = receive(members, notify("pass", **parts))

    assert list_verdicts(done) == [("forum", "german"), ("unproved", "german")]
    assert read_journal(members) == before
    members.send()
    question = members.mails("german")[-1]
    assert "did you send this letter" in str(question["Subject"])
    assert "It came from anna, club" in " ".join(question.get_content().split())
    assert "you can also write from" not in question.get_content()


def test_confirmed_post_is_judged_and_gives_no_address(members: Club) -> None:
    receive(members, notify("pass", vouched="X-Nothing: 1"))
    seats_before = (members.shelf / "liege" / "players.json").read_bytes()

    assert members.confirm("german").verdict == "confirmed"

    assert list_orders(members) == [("german", "order")]
    assert (members.shelf / "liege" / "players.json").read_bytes() == seats_before


def test_forged_notification_does_not_displace_the_true_one(members: Club) -> None:
    receive(members, notify("offensive 17", vouched="X-Nothing: 1"))

    done = receive(members, notify("pass"))

    assert list_verdicts(done) == [("forum", "german"), ("judged", "german")]


def test_name_of_a_letter_is_a_secret_of_the_post_office(members: Club) -> None:
    """Whoever knew it could send a mail of this name first, and the post would count as known."""
    receive(members, notify("pass"))
    (letter,) = [mail for mail in list_letters(members) if "@forum>" in mail]
    (name,) = re.findall(r"Message-ID: <post\.([0-9a-f]+)@forum>", letter)
    with open_office(members.shelf) as desk:
        assert name == desk.sign("post club 99 True")
        (desk.folder / "key").write_text("another key")
        assert name != desk.sign("post club 99 True")


def list_letters(club: Club) -> list[str]:
    return [path.read_text() for path in (club.shelf / FOLDER / "done").iterdir()]


def test_many_forged_notifications_ask_a_player_three_times(members: Club) -> None:
    for number in range(10):
        receive(members, notify("pass", vouched="X-Nothing: 1", post=str(number)))
    members.send()

    questions = [mail for mail in members.mails("german") if "did you send" in str(mail["Subject"])]
    assert len(questions) == 3


def test_notification_of_an_unknown_forum_is_automatic_mail(members: Club) -> None:
    raw = notify("pass", host="elsewhere.example", sender="robot@elsewhere.example")

    assert list_verdicts(receive(members, raw)) == [("automatic", "")]


SPOOFED = {
    "a display name": ("carla", "anna"),
    "a letter of another script": ("аnna", "anna"),
    "markup": ("[b]anna[/b]", "anna"),
    "an address": ("anna@player.example", "anna@player.example"),
    "a name and an address": ('anna" <anna@player.example>', "anna"),
    "another forum": ("club/anna", "anna"),
}


@pytest.mark.parametrize(("author", "shown"), SPOOFED.values(), ids=SPOOFED)
def test_name_that_only_looks_like_a_player_has_no_seat(members: Club, author: str, shown: str) -> None:
    before = read_journal(members)

    done = receive(members, notify("pass", author=author, shown=shown))

    assert list_verdicts(done) == [("talk", "")]
    assert read_journal(members) == before


def test_old_forum_without_the_name_of_the_author_proves_nothing(members: Club) -> None:
    raw = notify("pass").replace("X-Discourse-Sender: anna\n", "")

    assert list_verdicts(receive(members, raw)) == [("forum", "german"), ("unproved", "german")]


QUOTES = {
    "BBCode": '[quote="bert, post:3, topic:7"]\noffensive 17\n[/quote]\npass',
    "BBCode on one line": "[quote=bert]offensive 17[/quote]\npass",
    "nested BBCode": "[quote=bert][quote=anna]offensive 14[/quote]\noffensive 17\n[/quote]\npass",
    "Markdown": "> offensive 17\n\npass",
    "a quotation behind the post": "pass\n\n[quote=bert]\noffensive 17\n[/quote]",
    "a quotation that is not closed": "pass\n\n[quote=bert]\noffensive 17",
}


@pytest.mark.parametrize("text", QUOTES.values(), ids=QUOTES)
def test_quoted_orders_of_another_are_never_executed(members: Club, text: str) -> None:
    receive(members, notify(text))
    members.send()

    answer = members.mails("german")[-1].get_content()
    assert "Accepted: pass" in answer
    assert "Accepted: offensive" not in answer


SYNTAX = {
    "code in BBCode": "[code]\npass\n[/code]",
    "a fence": "```\npass\n```",
    "a fence with a language": "```text\npass\n```",
    "a spoiler in BBCode": "[spoiler]pass[/spoiler]",
    "a spoiler of Discord": "||pass||",
    "a mention": "@referee pass",
    "bold": "**pass**",
    "words of a person": "Hello all,\n\nhere are my orders:\n\npass\n\nRegards\nAnna",
}


@pytest.mark.parametrize("text", SYNTAX.values(), ids=SYNTAX)
def test_syntax_of_forums_is_read(members: Club, text: str) -> None:
    assert list_verdicts(receive(members, notify(text)))[1] == ("judged", "german")


def test_footer_of_the_forum_is_ignored(members: Club) -> None:
    """The footer quotes an older post with an order."""
    raw = notify("pass")
    assert "offensive 17" in raw
    with open_office(members.shelf) as desk:
        mail = headers.parse(raw.encode())
        (forum,) = [one for one in desk.settings.forums if one.name == "club"]
        (post,) = notifications.list_posts(desk, forum, mail, raw.encode())

    assert post.text.strip() == "pass"


def test_post_that_was_written_before_the_question_is_refused(members: Club) -> None:
    receive(members, notify("pass"))
    stale = notify("pass", author="bert", post="100").replace("20:10:00", "19:00:00")

    done = receive(members, stale)

    assert list_verdicts(done) == [("forum", "entente"), ("refused", "entente")]


DIGEST = """\
{vouched}
From: "Chat" <bridge@chat.example>
To: referee@club.example
Subject: Two messages
Date: Tue, 01 Dec 2026 21:00:00 +0000
Message-ID: <digest@chat.example>
MIME-Version: 1.0
Content-Type: multipart/digest; boundary=d

--d

From: "Bert" <bert@chat.example>
Subject: liege
Date: Tue, 01 Dec 2026 20:20:00 +0000
Message-ID: <2@chat.example>
X-Chat-Author: bert

message to german: good luck
--d

From: "Anna" <anna@chat.example>
Subject: liege
Date: Tue, 01 Dec 2026 20:10:00 +0000
Message-ID: <1@chat.example>
X-Chat-Author: anna

@referee ||pass||
--d--
"""


def test_two_posts_of_a_digest_are_two_letters_in_order(members: Club) -> None:
    choose_forum(members, "chat", german="anna", entente="bert")

    done = receive(members, DIGEST.format(vouched=VOUCHED.format(domain="chat.example")))

    assert list_verdicts(done) == [("forum", "german"), ("judged", "german"), ("filed", "entente")]


def test_posts_of_a_forged_digest_are_asked_about(members: Club) -> None:
    choose_forum(members, "chat", german="anna", entente="bert")
    before = read_journal(members)

    done = receive(members, DIGEST.format(vouched="X-Nothing: 1"))

    assert list_verdicts(done)[1:] == [("unproved", "german"), ("unproved", "entente")]
    assert read_journal(members) == before


PHPBB = """\
{vouched}
From: board@board.example
Reply-To: anna@player.example
To: referee@club.example
Subject: {subject}
Date: Tue, 01 Dec 2026 20:10:00 +0000
Message-ID: <{number}@board.example>
X-Mailer: phpBB3
X-phpBB-Origin: phpbb://board.example/forum
Content-Type: text/plain; charset=UTF-8

{text}
"""

MEMBER = """\
Hello referee,

The following is an email sent to you by {author} via your account on Our board. If it is spam, say so:

board@board.example

Include this full email. Please note that the reply address has been set to that of {same}.

Message sent to you follows
~~~~~~~~~~~~~~~~~~~~~~~~~~~

{text}
"""

TOPIC = """\
Hello referee,

You are receiving this because you watch the topic "[liege]" at "Our board". It has received a reply by anna.

https://board.example/forum/viewtopic.php?p=5#p5
"""


def write_by_board(text: str, author: str = "anna", same: str = "", domain: str = "board.example") -> str:
    body = MEMBER.format(author=author, same=same or author, text=text)
    vouched = VOUCHED.format(domain=domain)
    return PHPBB.format(vouched=vouched, subject="Orders", number=1, text=body)


def test_mail_of_a_member_of_phpbb_is_a_letter(members: Club) -> None:
    choose_forum(members, "board", german="anna")

    done = receive(members, write_by_board("[code]pass[/code]"))

    assert list_verdicts(done) == [("forum", "german"), ("judged", "german")]


PRETENDED = {
    "a name with the words of the board": ("anna via your account on x", ""),
    "another name below": ("bert", "anna"),
    "the form in the text": ("carla", ""),
}


@pytest.mark.parametrize(("author", "same"), PRETENDED.values(), ids=PRETENDED)
def test_author_of_phpbb_cannot_be_pretended(members: Club, author: str, same: str) -> None:
    choose_forum(members, "board", german="anna")
    before = read_journal(members)
    inner = MEMBER.format(author="anna", same="anna", text="pass")

    receive(members, write_by_board(f"pass\n\n{inner}", author, same))

    assert read_journal(members) == before


def test_notification_of_phpbb_has_no_text_and_is_listed_for_the_moderator(members: Club) -> None:
    choose_forum(members, "board", german="anna")
    vouched = VOUCHED.format(domain="board.example")

    done = receive(members, PHPBB.format(vouched=vouched, subject="Reply", number=2, text=TOPIC))

    assert [(one.verdict, one.code) for one in done] == [("automatic", "post-without-text")]


def test_conversation_is_neither_answered_nor_forwarded(members: Club) -> None:
    before = read_journal(members)

    done = receive(members, notify("That was a splendid evening, thank you all so much."))

    assert [(one.verdict, one.queued) for one in done] == [("forum", ()), ("talk", ())]
    assert read_journal(members) == before


def test_forum_may_demand_that_a_letter_mentions_the_referee(members: Club) -> None:
    path = members.shelf / FOLDER / "config.toml"
    path.write_text(path.read_text().replace('host = "forum', 'mention = "@Referee"\nhost = "forum'))

    assert list_verdicts(receive(members, notify("pass", post="1"))) == [("talk", "german")]
    assert list_verdicts(receive(members, notify("@referee pass", post="2")))[1] == ("judged", "german")


def test_refusal_goes_to_the_mailbox_and_not_to_the_forum(members: Club) -> None:
    receive(members, notify("move everything to the moon"))
    members.send()

    assert {mail["To"] for mail in members.mails()} == {"anna@player.example", "bert@player.example"}
    assert members.mails()[-1]["To"] == "anna@player.example"


def test_damaged_notification_stops_no_other(members: Club) -> None:
    for raw in (notify("pass")[:700], notify("pass").replace("UTF-8", "no-charset"), notify("\x00" * 9)):
        receive(members, raw)

    assert list_verdicts(receive(members, notify("pass", post="500")))[0] == ("forum", "german")
