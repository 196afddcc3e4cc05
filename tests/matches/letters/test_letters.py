"""Letters as people send them, from tidy to hostile."""

from hashlib import sha256
from unicodedata import unidata_version

import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st

from referee.faults import Complaint, DataFault
from referee.matches.letters.letters import LONGEST_ORDER, MOST_ORDERS, read
from schemas.letter import Letter, LetterLine
from tests.matches.letters.readings import complaints, orders

SEAL = "ab" * 32


PLAIN = {
    "write one order per line": (
        "offensive 14\nbattle liege\ndone\n",
        [(1, "offensive 14"), (2, "battle liege"), (3, "done")],
    ),
    "comments and empty lines": ("# mine\n\n  pass   # for now\n\t\n#\n", [(3, "pass")]),
    "no last line end": ("pass", [(1, "pass")]),
    "line ends of Windows": ("pass\r\n\r\ndone\r\n", [(1, "pass"), (3, "done")]),
    "line ends of old Macs": ("pass\r\rdone\r", [(1, "pass"), (3, "done")]),
    "blanks of every kind": ("move\u00a0ge-1\u202fto\u3000liege\t now", [(1, "move ge-1 to liege  now")]),
    "signs that are never seen": (
        "\ufeffmo\u200bve\u2060 ge-1 to lie\u00adge\u200d",
        [(1, "move ge-1 to liege")],
    ),
    "arrows": ("move ge-1 → liege ⇒ namur ➡\ufe0f huy", [(1, "move ge-1 -> liege -> namur -> huy")]),
    "dashes": ("move ge‑1 – fr−2 — uk‐3", [(1, "move ge-1 - fr-2 - uk-3")]),
    "quotation marks": ("note “l’Oise” «a» ‚b‘", [(1, 'note "l\'Oise" "a" \'b\'')]),
    "accents are kept, and composed": ("move ge-1 to Lie\u0300ge", [(1, "move ge-1 to Liège")]),
    "wide letters and digits": ("ｍｏｖｅ ｇｅ－１", [(1, "move ge-1")]),
    "digits of other scripts": ("offensive ١٤", [(1, "offensive 14")]),
    "ligatures": ("oﬀensive 3", [(1, "offensive 3")]),
    "a full stop of DOS": ("pass\r\n\x1a", [(1, "pass")]),
    "words that are no order stay": ("Dear Jim,\npass", [(1, "Dear Jim,"), (2, "pass")]),
}

MAIL_CUSTOMS = {
    "quoted lines": ("> move a\npass\n >> deeper\n", [(2, "pass")]),
    "a signature": ("pass\n-- \nJim\nmove a\n", [(1, "pass")]),
    "a signature that lost its blank": ("pass\n--\nJim", [(1, "pass")]),
    "an older letter in English": ("pass\n-----Original Message-----\nmove a", [(1, "pass")]),
    "an older letter in German": ("pass\n-----Ursprüngliche Nachricht-----\nmove a", [(1, "pass")]),
    "an older letter in French": ("pass\n-----Message d’origine-----\nmove a", [(1, "pass")]),
    "an older letter below a rule": (f"pass\n{'_' * 20}\nFrom: Jim\nmove a", [(1, "pass")]),
    "an older letter below its head": ("pass\nFrom: Jim\nSent: Monday\nmove a", [(1, "pass")]),
    "an older letter below a German head": ("pass\nVon: Jim\nGesendet: Montag\nmove a", [(1, "pass")]),
    "a reply in any language": ("El 3 de mayo, Jim <j@x.org> escribió:\n> q\npass", [(3, "pass")]),
    "rules and stars": ("pass\n____\n* * *\n—\ndone", [(1, "pass"), (5, "done")]),
    "what a phone adds": ("pass\n\nSent from my iPhone\n", [(1, "pass")]),
    "what a program adds": ("pass\nGet Outlook for Android<https://aka.ms/x>\n", [(1, "pass")]),
    "what a French phone adds": ("pass\nEnvoyé de mon iPhone", [(1, "pass")]),
    "what a German phone adds": ("pass\nVon meinem Samsung Galaxy gesendet.", [(1, "pass")]),
    "a letter handed on": (
        "---------- Forwarded message ---------\nFrom: Jim <j@x.org>\nDate: Sun, 3 May 2026 at 10:11\n"
        "Subject: Re: turn\nTo: Ann <a@x.org>\n\n\npass\n",
        [(8, "pass")],
    ),
    "a letter handed on by a telephone": (
        "Begin forwarded message:\n\nFrom: Jim <j@x.org>\nReply-To: j@x.org\n\npass",
        [(6, "pass")],
    ),
    "a letter handed on from France": (
        "-------- Message transféré --------\nSujet : tour\nDe : Jean <j@x.org>\n\npass",
        [(5, "pass")],
    ),
    "a letter that is handed on below words of one's own is an older one": (
        "pass\nBegin forwarded message:\ndone",
        [(1, "pass")],
    ),
    "a reply in English": ("On 3 May 2026, Jim wrote:\n> your turn\npass\n", [(3, "pass")]),
    "a reply in French": ("Le 3 mai 2026 à 10:00, Jean a écrit\u00a0:\n\n> à vous\npass", [(4, "pass")]),
    "a reply in German": ("Am 3. Mai 2026 schrieb Hans <h@x>:\n> du bist dran\npass", [(3, "pass")]),
    "a reply in Greek": ("Στις 3 Μαΐου 2026, ο Γιάννης έγραψε:\n> παίξε\npass", [(3, "pass")]),
    "a reply whose first line was broken": ("On 3 May 2026,\nJim <j@x>\nwrote:\n> q\npass", [(5, "pass")]),
    "answers between the questions": (
        "On Monday Jim wrote:\n> card?\noffensive 14\n> battles?\nbattle liege\n",
        [(3, "offensive 14"), (5, "battle liege")],
    ),
    "an order that begins like a reply": ("on to Paris\npass", [(1, "on to Paris"), (2, "pass")]),
}

FENCES = {
    "only the inside counts": ("Hello\nBEGIN ORDERS\npass\nEND ORDERS\nmove a", [(3, "pass")]),
    "fences in any case, adorned": ("--- Begin Orders ---\npass\n=== end orders ===", [(2, "pass")]),
    "a fence copied out of a forum": (
        "[code]BEGIN ORDERS liege\npass\nEND ORDERS[/code]\nbye",
        [(2, "pass")],
    ),
    "quotations inside": ("BEGIN ORDERS\n> move a\npass\nEND ORDERS", [(3, "pass")]),
    "a fence in the quoted letter": ("> BEGIN ORDERS\n> move a\n> END ORDERS\npass", [(4, "pass")]),
    "a fence in the older letter": (
        f"BEGIN ORDERS\npass\nEND ORDERS\n{'_' * 32}\nBEGIN ORDERS\nmove a\nEND ORDERS",
        [(2, "pass")],
    ),
    "a fence below a line of dashes": ("Hello\n--\nBEGIN ORDERS\npass\nEND ORDERS", [(4, "pass")]),
    "a signature does not end a fence": ("BEGIN ORDERS\npass\n--\nEND ORDERS", [(2, "pass")]),
}


@pytest.mark.parametrize(("text", "expected"), [*PLAIN.values(), *MAIL_CUSTOMS.values(), *FENCES.values()])
def test_lines_with_orders_are_found(text: str, expected: list[tuple[int, str]]) -> None:
    letter = read(text.encode(), "letter.txt")

    assert orders(letter) == expected
    assert letter.form == "text"
    assert len(letter.warnings) == (letter.forwarded_from is not None)


@pytest.mark.parametrize(
    ("encoding", "warned"),
    [("utf-8", False), ("utf-8-sig", False), ("utf-16", False), ("cp1252", True), ("latin-1", True)],
)
def test_common_encodings_are_read(encoding: str, warned: bool) -> None:
    letter = read("pass\nmove ge-1 to Liège\n".encode(encoding), "letter.txt")

    assert orders(letter) == [(1, "pass"), (2, "move ge-1 to Liège")]
    assert [
        warning.startswith("letter.txt:2:16: the letter is not UTF-8") for warning in letter.warnings
    ] == [True] * warned


def test_utf_16_is_read_in_both_byte_orders() -> None:
    text = "move ge-1 → Λιέγη\r\n"

    assert orders(read(b"\xfe\xff" + text.encode("utf-16-be"), "a")) == [(1, "move ge-1 -> Λιέγη")]
    assert orders(read(b"\xff\xfe" + text.encode("utf-16-le"), "a")) == [(1, "move ge-1 -> Λιέγη")]


def test_line_keeps_typed_text_and_columns() -> None:
    (order,) = read("  move\u200b ge-1 → Vеrdun  # why\n".encode(), "letter.txt").orders

    assert isinstance(order, LetterLine)
    assert (order.typed, order.column) == ("  move\u200b ge-1 → Vеrdun  # why", 3)
    assert order.typed[order.at(order.text.index("->") + 1) - 1] == "→"
    assert order.typed[order.at(order.text.index("V") + 1) - 1] == "V"


def test_columns_of_indented_line_count_from_margin() -> None:
    (order,) = read(b"    done\n", "letter.txt").orders

    assert isinstance(order, LetterLine)
    assert (order.at(1), order.at(4)) == (5, 8)


def test_header_lines_are_recorded() -> None:
    letter = read(
        f"Match: verdun\nside : German\nhead: 12:{SEAL.upper()}\nanswers: 12\norders:\n\npass".encode(), "a"
    )

    assert (letter.match, letter.side, letter.answers) == ("verdun", "German", 12)
    assert str(letter.head) == f"12:{SEAL}"
    assert orders(letter) == [(7, "pass")]


def test_fence_names_match_and_may_contain_header_lines() -> None:
    text = f"side: german\nHi Jim\nBEGIN ORDERS verdun\nhead: 3:{SEAL}\npass\nanswers: 2\nEND ORDERS"
    letter = read(text.encode(), "letter.txt")

    assert (letter.match, letter.side, letter.answers, str(letter.head)) == (
        "verdun",
        "german",
        2,
        f"3:{SEAL}",
    )
    assert orders(letter) == [(5, "pass")]


def test_digest_is_of_the_bytes() -> None:
    assert read(b"pass\n", "a").digest == sha256(b"pass\n").hexdigest()
    assert read(b"pass\n", "a").digest != read(b"pass\r\n", "a").digest


def test_unquoted_older_letter_is_excluded_with_warning() -> None:
    letter = read(b"pass\nOn Monday Jim wrote:\n\nmove a\n", "letter.txt")

    assert orders(letter) == [(1, "pass")]
    assert [warning.partition(" (")[0] for warning in letter.warnings] == [
        "letter.txt:2:1: the text from here on was read as an older letter and ignored"
    ]


def test_words_in_two_alphabets_are_a_warning() -> None:
    letter = read("move ge-1 to V\u0435rdun\n".encode(), "letter.txt")

    assert letter.warnings == (
        "letter.txt:1:14: `V\u0435rdun` mixes letters of several alphabets (type the word again)",
    )


REFUSED = {
    "a half": ("pass\nmove ½ of ge-1", ["letter.txt:2:6: the character `½` could be read as another number"]),
    "a square": ("move ge-1²", ["letter.txt:1:10: the character `²` could be read as another number"]),
    "a digit in a ring": (
        "offensive ①",
        ["letter.txt:1:11: the character `①` could be read as another number"],
    ),
    "all faults at once": (
        "spend ²\nspend ³\n",
        [
            "letter.txt:1:7: the character `²` could be read as another number",
            "letter.txt:2:7: the character `³` could be read as another number",
        ],
    ),
    "writing turned round": (
        "move \u202e1-eg",
        ["letter.txt:1:6: the character U+202E changes the direction of writing"],
    ),
    "noise": (b"pass\n\x89PNG\x00\x01", ["letter.txt:2:5: the character U+0000 is not text"]),
    "noise in no encoding": (
        b"ok\n\xff\x81\xfe",
        ["letter.txt:2:2: the letter cannot be decoded as UTF-8 or CP1252"],
    ),
    "UTF-16 without its mark": (
        "pass".encode("utf-16-le"),
        ["letter.txt:1:2: the character U+0000 is not text"],
    ),
    "half a sign of UTF-16": (
        b"\xff\xfep\x00a",
        ["letter.txt:1:2: the letter cannot be decoded as UTF-8 or UTF-16"],
    ),
    "a terminal's orders": ("pass\x1b[2J", ["letter.txt:1:5: the character U+001B is not text"]),
    "nothing": ("", ["letter.txt:1:1: the letter contains no order"]),
    "nothing but quotations": ("> pass\n# x\n", ["letter.txt:1:1: the letter contains no order"]),
    "ten megabytes": (
        b"x" * 10_000_000,
        ["letter.txt:1:1: the letter has 10,000,000 bytes; the limit is 262,144"],
    ),
    "very many orders": (
        "pass\n" * (MOST_ORDERS + 1),
        ["letter.txt:1001:1: the letter contains more than 1,000 orders"],
    ),
    "a very long order": (
        "pass\n  " + "x" * (LONGEST_ORDER + 1),
        ["letter.txt:2:3: an order has 1,001 characters"],
    ),
    "a fence left open": ("pass\nBEGIN ORDERS\npass", ["letter.txt:2:1: BEGIN ORDERS has no END ORDERS"]),
    "a fence never begun": ("pass\nEND ORDERS", ["letter.txt:2:1: END ORDERS has no BEGIN ORDERS"]),
    "two fences": (
        "BEGIN ORDERS\npass\nEND ORDERS\nBEGIN ORDERS\npass\nEND ORDERS",
        ["letter.txt:4:1: a second block of orders begins here"],
    ),
    "a fence with orders below one without": (
        "BEGIN ORDERS\n# pass\nEND ORDERS\nBEGIN ORDERS\npass\nEND ORDERS",
        ["letter.txt:4:1: a second block of orders begins here"],
    ),
    "a fence in a fence": (
        "BEGIN ORDERS\nBEGIN ORDERS\npass\nEND ORDERS",
        ["letter.txt:2:1: BEGIN ORDERS is inside a block of orders"],
    ),
    "two matches": (
        "match: ypres\nBEGIN ORDERS verdun\npass\nEND ORDERS",
        ["letter.txt:1:1: `match` is `verdun` in line 2 and `ypres` here"],
    ),
    "no match": ("match:\npass", ["letter.txt:1:1: `match:` is empty"]),
    "no number": ("answers: twelve\npass", ["letter.txt:1:1: `twelve` is not the number of an entry"]),
    "half a head": ("head: 12:abcd\npass", ["letter.txt:1:1: `12:abcd` is not the head of a journal"]),
}


@pytest.mark.parametrize(("raw", "expected"), REFUSED.values(), ids=REFUSED)
def test_unreadable_letter_is_refused_with_place(raw: str | bytes, expected: list[str]) -> None:
    found = complaints(raw)

    assert len(found) == len(expected)
    assert all(one.startswith(other) for one, other in zip(found, expected, strict=True)), found


def test_letter_at_limits_is_read() -> None:
    long = "x" * LONGEST_ORDER
    letter = read("\n".join([long, *["pass"] * (MOST_ORDERS - 1)]).encode(), "a")

    assert len(letter.orders) == MOST_ORDERS
    assert orders(letter)[0] == (1, long)


@pytest.mark.parametrize(
    ("length", "told"),
    [(1000, "a:1:1: the letter contains no order"), (1001, "a:3:1: an order has 1,001 characters")],
)
def test_long_line_is_not_part_of_report(length: int, told: str) -> None:
    (complaint,) = complaints(f"Report: x\n=========\n{'p' * length}\n", "a")

    assert complaint.startswith(told)


def test_too_long_letter_is_refused() -> None:
    (complaint,) = complaints("\x00" * 262_145, "a")

    assert complaint.startswith("a:1:1: the letter has 262,145 bytes; the limit is 262,144")


BROKEN_OFF = {
    "a line below a comment": ("pass # now\nor never", {2: "pass # now"}),
    "lines below it": (
        "pass # a\nb\nc\nd\ne\nf",
        {2: "pass # a", 3: "pass # a b", 4: "pass # a b c", 5: "pass # a b c d"},
    ),
    "an empty line between": ("pass # a\n\nb", {}),
    "an empty line further down": ("pass # a\nb\n\nc", {2: "pass # a"}),
    "another comment": ("pass # a\nb # c\nd", {2: "pass # a", 3: "b # c"}),
    "no comment": ("pass\ndone", {}),
}  # fmt: skip


@pytest.mark.parametrize(("text", "above"), BROKEN_OFF.values(), ids=BROKEN_OFF)
def test_line_keeps_comment_above(text: str, above: dict[int, str]) -> None:
    lines = (order for order in read(text.encode(), "a").orders if isinstance(order, LetterLine))

    assert {line.line: line.above for line in lines if line.above} == above


def test_comment_can_contain_any_character() -> None:
    assert orders(read("pass # ½ V\u0435rdun\n".encode(), "a")) == [(1, "pass")]


def test_excluded_text_is_reported_if_nothing_remains() -> None:
    found = complaints("On Monday Jim wrote:\nmove a\n")

    assert [one.partition(" (")[0] for one in found] == [
        "letter.txt:1:1: the letter contains no order",
        "letter.txt:1:1: the text from here on was read as an older letter and ignored",
    ]


def opened(raw: bytes, name: str) -> Letter | tuple[Complaint, ...]:
    try:
        return read(raw, name)
    except DataFault as fault:
        return fault.complaints


@given(st.binary(max_size=300), st.sampled_from(["a.txt", "a.yaml", "a.json"]))
@example(b"From: a\nContent-Type: multipart/mixed; boundary=\n\n--\n", "a.txt")
@example(b"BEGIN ORDERS" + b"-" * 200_000 + b"x", "a.txt")
@example(b"Am " + b"schrieb " * 20_000, "a.txt")
def test_any_bytes_give_letter_or_placed_fault(raw: bytes, name: str) -> None:
    letter = opened(raw, name)

    assert letter.orders if isinstance(letter, Letter) else all(complaint.place for complaint in letter)


CUSTOMS = [
    "From: a", "pass", "", "> q", "-- ", "BEGIN ORDERS", "END ORDERS", "orders:", "- a", "{", "}",
    "On x wrote:", "--x", "Content-Type: multipart/mixed; boundary=x", "match: a",
    '"', "[", "½", "Subject: =?utf-8?q?=ff?=",
]  # fmt: skip


@given(st.lists(st.sampled_from(CUSTOMS), max_size=12))
def test_any_combination_of_mail_phrases_is_read_or_refused(rows: list[str]) -> None:
    letter = opened("\n".join(rows).encode(), "a")

    found = [order.line for order in letter.orders] if isinstance(letter, Letter) else []
    assert found == sorted(found)
    assert all(rows[line - 1].strip() for line in found)


SIGNS = st.characters(exclude_categories=["Cc", "Cs"], exclude_characters="#[|\u2028\u2029")
"""Characters of a line without a comment and without tags or spoilers of a forum, which are removed."""


@given(st.text(SIGNS, min_size=1))
def test_columns_of_text_map_to_columns_of_line(typed: str) -> None:
    letter = opened(f"x{typed}x\n".encode(), "a")
    assume(isinstance(letter, Letter))
    assert isinstance(letter, Letter)
    (order,) = letter.orders
    assert isinstance(order, LetterLine)
    columns = [order.at(column) for column in range(1, len(order.text) + 1)]
    assert columns == sorted(columns)
    assert (columns[0], columns[-1]) == (1, len(typed) + 2)


def test_unicode_of_the_reader_is_that_of_the_help_page() -> None:
    assert tuple(map(int, unidata_version.split("."))) >= (14, 0)
