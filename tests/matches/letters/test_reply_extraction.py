"""Letters that end where something only begins: the head of a handed-on letter, a fence, an attribution."""

import pytest

from referee.faults import DataFault
from referee.matches.letters.letters import read
from schemas.letter import LetterLine

HEADS = {
    "English": ["---------- Forwarded message ---------", "From: Jim <j@x.org>", "Date: Sun", "To: Ann"],
    "a telephone": ["Begin forwarded message:", "", "From: Jim <j@x.org>", "Reply-To: j@x.org", "To: Ann"],
    "French": ["-------- Message transféré --------", "Sujet : tour", "De : Jean <j@x.org>", "À : Anne"],
}

CUT = [(name, length) for name, head in HEADS.items() for length in range(1, len(head) + 1)]


def orders(text: str) -> list[tuple[int, str]]:
    return [
        (order.line, order.text)
        for order in read(text.encode(), "letter.txt").orders
        if isinstance(order, LetterLine)
    ]


@pytest.mark.parametrize("end", ["", "\n", "\n\n\n"])
@pytest.mark.parametrize(("name", "length"), CUT)
def test_letter_that_ends_in_older_header_has_no_order(name: str, length: int, end: str) -> None:
    with pytest.raises(DataFault) as fault:
        read(("\n".join(HEADS[name][:length]) + end).encode(), "letter.txt")

    assert [complaint.text for complaint in fault.value.complaints] == ["the letter contains no order"]


@pytest.mark.parametrize("name", HEADS)
def test_line_below_forwarding_header_counts(name: str) -> None:
    head = HEADS[name]

    assert orders("\n".join([*head, "", "pass"])) == [(len(head) + 2, "pass")]
    assert orders("\n".join([*head, "", "", "pass", ""])) == [(len(head) + 3, "pass")]


@pytest.mark.parametrize("name", HEADS)
def test_older_header_after_order_ends_letter(name: str) -> None:
    for length in range(1, len(HEADS[name]) + 1):
        assert orders("\n".join(["pass", *HEADS[name][:length]])) == [(1, "pass")]


ENDS = {
    "an attribution": ("pass\nOn 3 May 2026, Jim <j@x.org> wrote:", [(1, "pass")]),
    "the first half of an attribution": ("pass\nOn 3 May 2026,", [(1, "pass"), (2, "On 3 May 2026,")]),
    "a line of dashes": ("pass\n--", [(1, "pass")]),
    "a line of dashes and empty ones": ("pass\n--\n\n", [(1, "pass")]),
    "the line of a telephone": ("pass\nSent from my iPhone", [(1, "pass")]),
    "the line of a telephone, and a quotation": ("pass\nSent from my iPhone\n\n> q", [(1, "pass")]),
    "the line of a telephone, and an attribution": (
        "pass\nSent from my iPhone\n\nOn 3 May 2026, Jim <j@x.org> wrote:",
        [(1, "pass")],
    ),
    "the words of a rule": ("pass\n-----Original Message-----", [(1, "pass")]),
    "the sender of an older letter": ("pass\nFrom: Jim <j@x.org>\nSent: Monday", [(1, "pass")]),
    "the end of a fence": ("BEGIN ORDERS\npass\nEND ORDERS", [(2, "pass")]),
    "an empty fence below an order": ("pass\nBEGIN ORDERS\nEND ORDERS", [(1, "pass")]),
    "a quoted line": ("pass\n>", [(1, "pass")]),
    "a comment": ("pass\n#", [(1, "pass")]),
}


@pytest.mark.parametrize("last", ENDS)
def test_order_above_any_last_line_counts(last: str) -> None:
    text, expected = ENDS[last]

    assert orders(text) == expected
    assert orders(text + "\n") == expected


BARE = {
    "a begun fence": ("BEGIN ORDERS", "BEGIN ORDERS has no END ORDERS"),
    "an ended fence": ("END ORDERS", "END ORDERS has no BEGIN ORDERS"),
    "an attribution": ("On 3 May 2026, Jim <j@x.org> wrote:", "the letter contains no order"),
    "a signature": ("-- ", "the letter contains no order"),
    "a fence with nothing in it": ("BEGIN ORDERS\nEND ORDERS", "the letter contains no order"),
    "the line of a telephone": ("Sent from my iPhone", "the letter contains no order"),
    "nothing": ("", "the letter contains no order"),
    "an empty line": ("\n", "the letter contains no order"),
}


@pytest.mark.parametrize("only", BARE)
def test_letter_of_one_delimiter_is_refused(only: str) -> None:
    text, told = BARE[only]
    with pytest.raises(DataFault) as fault:
        read(text.encode(), "letter.txt")

    assert told in [complaint.text for complaint in fault.value.complaints]


FOOTERS = {
    "Groups.io": "-=-=-=-=-=-=-\nGroups.io Links: You receive all messages sent to this group.\nMute: https://x.io\n",
    "LISTSERV": "#####\n\nTo unsubscribe from the WARGAMES list, click this link:\nhttps://x.org/cgi?SUBED1=X\n",
    "Yahoo": "__._,_.___\n\nPosted by: Anna <anna@player.example>\n\nVISIT YOUR GROUP\n",
    "Mailman": "_______________________________________________\nWargames mailing list\nhttps://x.org/listinfo\n",
    "Google": "-- \nYou received this message because you are subscribed to the group.\n",
    "a telephone number": "My number is: 0123 456789\n",
    "Outlook for Android": "Get [Outlook for Android](https://aka.ms/x)\n",
    "an old telephone": "From My Iphone 6\n",
}


@pytest.mark.parametrize("footer", FOOTERS.values(), ids=FOOTERS)
def test_footer_of_a_list_or_a_telephone_is_not_read(footer: str) -> None:
    letter = read(f"pass\n\n{footer}".encode(), "letter.txt")

    assert [line.text for line in letter.orders if isinstance(line, LetterLine)] == ["pass"]
