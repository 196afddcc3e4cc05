"""What people and machines send by mistake: a clear answer, its exit code, and nothing half filed."""

import json
import time
from pathlib import Path

import pytest

from tests.cli.conftest import MARCH, READERS, Referee, Table


def grew_by_a_refusal(table: Table, before: list[bytes]) -> bool:
    """Whether the journal is what it was and one refusal, which holds."""
    after = table.lines
    kinds = [json.loads(line)["body"]["kind"] for line in after[len(before) :]]
    return after[: len(before)] == before and kinds == ["refusal"] and table.holds()


# Letters that are understood badly, or not at all


def test_text_around_orders_is_explained_once(liege: Table) -> None:
    letter = "Hi Peter,\noffensive 17\nhere are 4 more:\nand 5 more\n1st army would go\nCheers, Hans\n"
    answer = liege.submit(letter, "german", "--dry-run")
    assert " ".join(answer.out.split()).count("write other text after a #, or outside the lines") == 1
    assert "ship" not in answer.out


def test_no_line_is_offered_that_would_not_be_understood_either(liege: Table) -> None:
    answer = liege.submit("moev ge-l to Bruxelels\n", "german", "--dry-run", "--json")
    (refused,) = json.loads(answer.out)["refused"]
    assert "did you mean move?" in refused["unreadable"]
    assert refused["nearest"] == []


def test_line_with_two_doubts_reports_the_first(liege: Table) -> None:
    answer = liege.submit("lose 1st army, infantry\n", "entente", "--dry-run", "--json")
    (refused,) = json.loads(answer.out)["refused"]
    assert "can mean several pieces" in refused["unreadable"]
    assert "lose be-1, infantry" not in refused["nearest"]


def test_orders_of_one_line_are_read_one_after_the_other(liege: Table) -> None:
    answer = liege.submit(
        "offensive 17; move ge-1 to mons; move 1st army from mons to lille\n", "german", "--dry-run"
    )
    assert 'Would be accepted: "move ge-1 to mons"' in answer.out
    assert 'read as "move ge-1 to lille" (line 1)' in " ".join(answer.out.split())


def test_a_question_begins_with_a_capital(liege: Table) -> None:
    assert (
        "- The destination is missing here: write `to`"
        in liege.submit("move ge-1\n", "german", "--dry-run").out
    )


def test_standing_order_carried_out_at_once_is_not_listed_as_waiting(liege: Table) -> None:
    answer = liege.submit("offensive 17\nwhen movement: move 1st army from namur to mons\n")
    assert "Mons is now disputed." in answer.out
    assert "*Note*" not in answer.out


def test_a_rehearsal_tells_what_would_be_asked_and_not_what_is(liege: Table) -> None:
    answer = liege.submit("offensive 17\n", "german", "--dry-run")
    assert "Next question after these orders" in answer.out
    assert "Next question\n" not in answer.out


REFUSED = {
    "an unknown area": (
        "offensive 17\nmove ge-1 to Bruxxeles\n",
        'Not understood: "move ge-1 to Bruxxeles" (line 2, column 14)',
        '- "Bruxxeles" is not an area; did you mean Brussels?',
        '- Write: "move ge-1 to Brussels"',
    ),
    "an area that is unknown in any language": (
        "offensive 17\nbattle Lüttig\n",
        '- "Lüttig" is not an area; did you mean Liège?',
    ),
    "an unknown card": (
        "offensive Limited Ofensive\n",
        'Not understood: "offensive Limited Ofensive" (line 1, column 11)',
        '- "Limited Ofensive" is not a card; did you mean Limited Offensive, Offensive or Limited?',
    ),
    "a number that no card has": (
        "offensive 99\n",
        'Refused: "offensive 99" (line 1)',
        "- 1.3-a, Most actions need cards: no card has the number 99. Cards run from 1 to 55.",
        '- Legal: "offensive 17"',
    ),
    "a card that somebody else holds": (
        "offensive gericht\n",
        "- 1.3-a, Most actions need cards: Gericht (24) is not in your hand. Your report lists your hand.",
    ),
    "an unknown order": (
        "ofensive 17\n",
        '- "ofensive" is not an order; did you mean offensive',
        '- Write: "offensive 17"',
    ),
    "an unknown piece": (
        "offensive 17\nmove ge-77 to mons\n",
        '- "ge-77" is not a piece; did you mean ge-7, ge-i7 or ge-i27?',
    ),
    "a piece that is elsewhere": (
        "offensive 17\nmove ge-1 from liege to mons\n",
        "- German 1st Army is in Namur.",
    ),
    "a piece that is not on the map": (
        "offensive 17\nmove ge-8 to mons\n",
        "- 2.0-II-1-b, Unlimited movers in an Offensive: you have no piece ge-8 on the map.",
        '- Legal: "move ge-1 to mons", "move ge-2 to mons" or "move ge-3 to mons"',
    ),
    "a piece of the other side": (
        "offensive 17\nmove be-1 to brussels\n",
        "- 2.0-II-1-b, Unlimited movers in an Offensive: you have no piece be-1 on the map.",
    ),
    "a full area": (
        "offensive 17\nmove cavalry in brussels to namur\n",
        'Refused: "move cavalry in brussels to namur", read as "move ge-c4 -> namur"',
        "- 1.2.2-a, Stacking limit three: Namur would hold more than 3 of your pieces.",
    ),
    "two readings": (
        "offensive 17\nmove infantry in namur to mons\n",
        '- "infantry in namur" can mean several pieces.',
        '- Write: "move ge-i1 to mons", "move ge-i7 to mons" or "move ge-i11 to mons"',
    ),
    "an area that is too far away": (
        "offensive 17\nmove ge-1 to paris\n",
        "- 4.1-d, Adjacent steps only: Paris does not border Namur. From there: Brussels, Mons, Liège,",
    ),
}


@pytest.mark.parametrize(("letter", "told"), [(one[0], one[1:]) for one in REFUSED.values()], ids=REFUSED)
def test_a_refusal_names_the_place_the_fact_and_the_remedy(
    liege: Table, letter: str, told: tuple[str, ...]
) -> None:
    before = liege.lines

    answer = liege.submit(letter)
    assert (answer.code, answer.err) == (1, "")
    said = " ".join(answer.out.split())
    assert [line for line in told if line not in said] == []
    assert "Your orders were refused (entry 68). The position has not changed." in answer.out
    assert grew_by_a_refusal(liege, before)


def test_every_unreadable_line_is_reported_at_once(liege: Table) -> None:
    answer = liege.submit("offensive 17\nmove ge-1 to Bruxxeles\nmove ge-2 to mons\nmove ge-77 to mons\n")

    assert "(line 2, column 14)" in answer.out
    assert "(line 4, column 6)" in answer.out
    assert "Not checked: line 3." in answer.out


def test_a_hundred_of_them_are_enough(liege: Table) -> None:
    answer = liege.submit("".join(f"nonsense {n}\n" for n in range(130)))

    assert answer.out.count("Not understood") == 100
    assert "Not checked: lines 101 to 130." in answer.out
    assert liege.command("log", "liege").out.splitlines()[-2].endswith("nonsense 2; and 97 more")


def test_records_are_refused_in_words_too(liege: Table) -> None:
    letter = """\
orders:
  - {type: offensive, card: seventeen}
  - {type: offensive, crad: 17}
  - {type: assault, area: mons}
  - {type: offensive, card: 17, side: entente}
"""
    answer = " ".join(liege.submit(letter).out.split())

    for told in (
        "`card` is `seventeen`, which is not a whole number",
        "the key `crad` is not known here (did you mean `card`?)",
        "`type` is `assault`, which is not one of the choices",
        "This order names the side `entente`, but the letter is from german",
    ):
        assert told in answer


def test_side_without_prompt_waits(liege: Table) -> None:
    before = liege.lines

    answer = liege.submit("pass\n", "entente")
    assert (answer.code, answer.err) == (1, "")
    assert "- 2.0-III-b, Roles swap: the German side must answer now. Wait for your" in answer.out
    assert "The last question to you was answered by entry 67." in answer.out
    assert "Waiting for Germany." in answer.out
    assert grew_by_a_refusal(liege, before)


def test_an_answer_to_a_question_that_was_closed_is_stale_and_not_illegal(liege: Table) -> None:
    late = liege.command("report", "liege", "--as", "german").out.replace("\n# pass ", "\noffensive 17 ")
    assert liege.submit("pass\ndone\n").code == 0
    before = liege.lines

    answer = liege.submit(late, None)
    assert (answer.code, answer.out) == (1, "")
    assert answer.err == (
        "referee: entry 68 closed the question that was open after entry 67"
        " (nothing was filed; answer the question that is open now)\n"
    )
    assert liege.lines == before


def test_the_same_letter_twice_is_filed_once_and_answered_alike(liege: Table) -> None:
    first = liege.submit(MARCH)
    before = liege.lines

    again = liege.submit(MARCH)
    assert (first.code, again.code) == (0, 1)
    assert "This letter was filed before. This is the same answer again." in again.out
    assert [line for line in first.out.splitlines() if line not in again.out.splitlines()] == []
    assert liege.lines == before


def test_the_same_refused_letter_twice_is_refused_once(liege: Table) -> None:
    first = liege.submit("move ge-1 to nowhere\n")
    before = liege.lines

    again = liege.submit("move ge-1 to nowhere\n")
    assert again.code == first.code == 1
    assert "This letter was filed before." in again.out
    assert liege.lines == before


# Letters that are hardly letters


NOISE = bytes(range(256)) * 40
UNREADABLE = {
    "ten million bytes": (
        b"pass\n" * 2_000_000,
        "-:1:1: the letter has 10,000,000 bytes; the limit is 262,144 (send only the orders)",
    ),
    "binary noise": (NOISE, "-:3:116: the letter cannot be decoded as UTF-8 or CP1252"),
    "a program": (b"\x7fELF\x02\x01\x01\x00", "-:1:1: the character U+007F is not text"),
    "nought": (b"offensive 17\nmo\x00ve\n", "-:2:3: the character U+0000 is not text"),
    "half a sign of UTF-16": (
        b"\xff\xfep\x00a\x00s",
        "-:1:3: the letter cannot be decoded as UTF-8 or UTF-16",
    ),
    "nothing": (b"", "-:1:1: the letter contains no order"),
    "comments alone": (b"# offensive 17\n\n# pass\n", "-:1:1: the letter contains no order"),
    "a quotation alone": (b"> offensive 17\n> pass\n", "-:1:1: the letter contains no order"),
    "a fence that never ends": (b"BEGIN ORDERS\npass\n", "-:1:1: BEGIN ORDERS has no END ORDERS"),
    "more orders than anybody means": (
        b"pass\n" * 1001,
        "-:1001:1: the letter contains more than 1,000 orders",
    ),
    "an order as long as a book": (
        b"move " * 300,
        "-:1:1: an order has 1,499 characters; the limit is 1,000",
    ),
    "words that run backwards": ("pass\nmove \u202egro".encode(), "-:2:6: the character U+202E"),
    "half a number": (
        "move ½ army to mons".encode(),
        "-:1:6: the character `½` could be read as another number",
    ),
    "JSON that breaks off": (b'{"orders": ["pass"', "-:1:19: not JSON"),
    "JSON without a bottom": (
        b'{"orders": ' + b"[" * 9999,
        "-:1:43: this is nested more than 32 levels deep",
    ),
    "a signal to the terminal": (
        b'{"orders": [{"type": "pass", "\\u001b[31m": 1}]}',
        "-:1:13: the character U+001B is not text",
    ),
    "YAML that refers to itself": (b"orders:\n- &a [*a]\n", "-:2:3: the anchor `&a` is not supported"),
    "an entry that is none": (b"answers: soon\npass\n", "-:1:1: `soon` is not the number of an entry"),
    "two authors": (b"side: german\nside: entente\npass\n", "-:2:1: `side` is `german` in line 1"),
}


@pytest.mark.parametrize(("letter", "told"), UNREADABLE.values(), ids=UNREADABLE)
def test_unreadable_letter_is_reported_with_place_and_files_nothing(
    liege: Table, letter: bytes, told: str
) -> None:
    before = liege.lines

    answer = liege.submit(letter)
    assert (answer.code, answer.out) == (65, "")
    assert answer.err.startswith(told)
    assert liege.lines == before


@pytest.mark.parametrize(
    "line",
    [
        "lose " + ", ".join(["999 liege-fort"] * 60),
        "move 999 namur-fort to mons",
        "1<@>@" * 79 + "x",
        "On " + "1<@>@" * 70,
        "1" * 398 + "<",
        "move Xqzzerbergfoo to Brxqqqllles",
        "move all infantry, all armies, everything from namur to mons via brussels, liege",
        "move " + ", ".join(["4 infantry"] * 60) + " to mons",
    ],
    ids=str.split,
)
def test_no_letter_takes_long_to_judge(liege: Table, line: str, pytestconfig: pytest.Config) -> None:
    """A part of the longest letter; all of it with --cases 1."""
    each = pytestconfig.getoption("--cases")
    letter = "".join(f"{line} # {n}\n" for n in range(min(1000, 250_000 // (len(line) + 8)) // each))
    begun = time.process_time()

    assert liege.submit(letter).code == 1
    assert time.process_time() - begun < 8


UNDERSTOOD = {
    "UTF-16": MARCH.encode("utf-16"),
    "UTF-16, the other way round": b"\xfe\xff" + MARCH.encode("utf-16-be"),
    "UTF-8 with a mark": MARCH.encode("utf-8-sig"),
    "CRLF": MARCH.replace("\n", "\r\n").encode(),
    "CR": MARCH.replace("\n", "\r").encode(),
    "no last newline": MARCH.rstrip().encode(),
    "non-breaking spaces": MARCH.replace(" ", "\u00a0").encode(),
    "smart quotes and dashes": "offensive “17”\nmove ‘ge–1’ from namur to mons\n".encode(),
    "capitals": MARCH.upper().encode(),
    "Greek": "offensive 17\nmove ge-1 from Ναμύρ to Μονς\n".encode(),
    "accents of another kind": "offensive 17\nmove ge-1 from Na\u0301mur to mons\n".encode(),
    "a signature": (MARCH + "-- \nKaiser Wilhelm\n").encode(),
}


@pytest.mark.parametrize("letter", UNDERSTOOD.values(), ids=UNDERSTOOD)
def test_a_letter_is_understood_however_it_was_saved(liege: Table, letter: bytes) -> None:
    answer = liege.submit(letter)

    assert (answer.code, answer.err) == (0, "")
    assert 'Accepted: "offensive 17" (entry 68)' in answer.out
    assert 'Accepted: "move ge-1 to mons" (entry 69)' in answer.out
    assert liege.holds()


def test_a_letter_in_latin_1_is_read_with_a_warning_at_its_place(liege: Table) -> None:
    answer = liege.submit("offensive 17\nmove ge-1 from namur to liège\n".encode("latin-1"))

    assert answer.code == 0
    assert 'Accepted: "move ge-1 to liege" (entry 69)' in answer.out
    assert "*Note*: -:2:27: the letter is not UTF-8 and was read as Western European" in answer.out


# Names that lead elsewhere


@pytest.mark.parametrize(
    "name", ["../liege", "liege/../liege", "/tmp/liege", ".", "..", "", "Liege ", "li\tege"]
)
def test_the_name_of_a_match_leads_nowhere(liege: Table, name: str) -> None:
    for verb in (*READERS, "submit"):
        answer = liege.command(verb, "--", name, stdin="pass\n")
        if verb == "verify" and "/" in name:
            assert answer.code == 66
            continue
        assert (answer.code, answer.out) == (2, ""), verb
        assert "cannot be the name of a match (use at most 64 small letters, digits and hyphens" in answer.err


def test_no_match_is_opened_beside_the_shelf(command: Referee, shelf: Path) -> None:
    for name in ("../verdun", "../../verdun", "/tmp/verdun", "verdun/../../verdun"):
        assert command("new", "--", name, "ttlm").code == 2
    assert not shelf.exists()
    assert list(shelf.parent.iterdir()) == []


def test_a_letter_without_end_fills_no_memory(liege: Table) -> None:
    told = liege.command("submit", "liege", "/dev/zero", "--as", "german")

    assert (told.code, told.out) == (65, "")
    assert "/dev/zero:1:1: the letter has 16,777,216 bytes; the limit is 262,144" in told.err


def test_batch_line_cannot_hide_another_line(liege: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    from referee.matches import command_files

    monkeypatch.setattr(command_files, "MOST_READ", 64)
    letter = json.dumps({"match": "liege", "side": "german", "letter": "pass"})
    told = liege.command("submit", "--batch", "-", stdin=f"{'x' * 64}{letter}\n{letter}\n")

    assert [json.loads(line)["exit"] for line in told.out.splitlines()] == [65, 0]
