"""Letters that were copied from a forum or a chat."""

import pytest

from referee.matches.letters.letters import read
from schemas.letter import LetterLine

ORDERS = ["offensive 17", "move ge-1 to mons"]

POSTS = {
    "a quotation of phpBB": '[quote="Referee"]\npass\ndone\n[/quote]\noffensive 17\nmove ge-1 to mons',
    "a quotation of Discourse": (
        '[quote="referee, post:3, topic:7"]\npass\n[/quote]\n\noffensive 17\nmove ge-1 to mons'
    ),
    "a quotation in one line": "[quote]pass[/quote]\noffensive 17\nmove ge-1 to mons",
    "a quotation in a quotation": (
        "[quote]a\n[quote]pass[/quote]\ndone\n[/quote]\noffensive 17\nmove ge-1 to mons"
    ),
    "bold type": "[b]offensive 17[/b]\n[i]move ge-1 to mons[/i]",
    "a list": "[list]\n[*] offensive 17\n[*]move ge-1 to mons\n[/list]",
    "code": "[code]\noffensive 17\nmove ge-1 to mons\n[/code]",
    "a spoiler": "[spoiler]\noffensive 17\nmove ge-1 to mons\n[/spoiler]",
    "a titled spoiler": "[spoiler=orders]offensive 17\nmove ge-1 to mons[/spoiler]",
    "a spoiler of Discord": "||offensive 17||\n||move ge-1 to mons||",
    "a spoiler of Discord over lines": "||\noffensive 17\nmove ge-1 to mons\n||",
    "a mention": "@referee offensive 17\nmove ge-1 to mons",
    "a quotation of Discord": "> pass\noffensive 17\nmove ge-1 to mons",
    "struck out": "[s]pass[/s]\noffensive 17\nmove ge-1 to mons",
    "a list of tasks": "- [ ] pass\n- [x] offensive 17\n* [X] move ge-1 to mons",
    "boxes": "☐ pass\n☑ offensive 17\n☒ move ge-1 to mons",
    "struck out in Markdown": "~~pass~~\noffensive 17\n~~move ge-1 to liege~~\nmove ge-1 to mons",
    "struck out in a chat": "~pass~\noffensive 17\n~move ge-1 to liege~ move ge-1 to mons",
    "a code block of Markdown": "```\noffensive 17\nmove ge-1 to mons\n```",
    "a mail about a post": (
        "Subject: [club] reply\nFrom: forum <f@x.org>\n\n[quote]pass[/quote]\noffensive 17\nmove ge-1 to mons"
    ),
}


@pytest.mark.parametrize("post", POSTS.values(), ids=POSTS)
def test_post_is_read_like_a_letter(post: str) -> None:
    letter = read(post.encode(), "post.txt")

    assert [one.text for one in letter.orders if isinstance(one, LetterLine)] == ORDERS


@pytest.mark.parametrize("line", ["pass ~ done ~", "pass ~5 points", "a~b~c", "~ pass"])
def test_other_tildes_are_text(line: str) -> None:
    letter = read(line.encode(), "letter.txt")

    assert [one.text for one in letter.orders if isinstance(one, LetterLine)] == [line]


def test_letter_without_marks_keeps_its_columns() -> None:
    letter = read(b"  offensive 17", "letter.txt")

    assert [one.column for one in letter.orders] == [3]


def test_long_disclaimer_is_read_as_text() -> None:
    letter = read(("pass\n\n" + "This message is meant for its reader alone. " * 40).encode(), "letter.txt")

    assert [one.text for one in letter.orders if isinstance(one, LetterLine)] == ["pass"]
    assert "is longer than 1,000 characters" in letter.warnings[0]
