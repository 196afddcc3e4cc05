"""Letters in YAML and JSON."""

import json

import pytest

from referee.i18n import mail_phrases
from referee.matches.letters.letters import read
from schemas.letter import LetterFields, LetterLine
from tests.matches.letters.readings import complaints, orders

SEAL = "ab" * 32


YAML = """\
# my orders
match: verdun
side: german
orders:
  - offensive 14   # a card
  - {type: move, piece: ge‑1, path: [liege, saint‑quentin], mode: march}
  - type: battle
    area: Liège
answers: 7
"""


@pytest.mark.parametrize(("text", "name"), [(YAML, "letter.txt"), (YAML, "a.yml"), (f"---\n{YAML}", "-")])
def test_yaml_letter_is_read(text: str, name: str) -> None:
    letter = read(text.encode(), name)
    shift = text.startswith("---")

    assert (letter.form, letter.match, letter.side, letter.answers) == ("yaml", "verdun", "german", 7)
    assert letter.orders == (
        LetterLine(line=5 + shift, column=5, text="offensive 14", typed="offensive 14"),
        LetterFields(
            line=6 + shift,
            column=5,
            fields={"type": "move", "piece": "ge-1", "path": ["liege", "saint-quentin"], "mode": "march"},
        ),
        LetterFields(line=7 + shift, column=5, fields={"type": "battle", "area": "Liège"}),
    )


def test_json_letter_is_read() -> None:
    about = f'"match": "verdun", "head": "4:{SEAL}"'
    text = f'{{{about},\n "orders": [\n  "pass", {{"type": "spend", "card": 14}}\n]}}'
    letter = read(text.encode(), "letter.txt")

    assert (letter.form, letter.match, str(letter.head)) == ("json", "verdun", f"4:{SEAL}")
    assert letter.orders == (
        LetterLine(line=3, column=3, text="pass", typed="pass"),
        LetterFields(line=3, column=11, fields={"type": "spend", "card": 14}),
    )


def test_three_forms_of_letter_are_equal() -> None:
    text = read(b"match: verdun\nmove ge-1 to liege\ndone", "a")
    yaml = read(b"match: verdun\norders: [move ge-1 to liege, done]", "a")
    as_json = read(json.dumps({"match": "verdun", "orders": ["move ge-1 to liege", "done"]}).encode(), "a")

    said = [
        [order.text for order in one.orders if isinstance(order, LetterLine)] for one in (text, yaml, as_json)
    ]
    assert said == [["move ge-1 to liege", "done"]] * 3
    assert {one.match for one in (text, yaml, as_json)} == {"verdun"}


def test_yaml_in_fence_keeps_line_numbers_of_file() -> None:
    letter = read(b"Hi\n> old\nBEGIN ORDERS verdun\norders:\n- pass\n> what?\n- done\nEND ORDERS\nbye", "a")

    assert (letter.form, letter.match) == ("yaml", "verdun")
    assert orders(letter) == [(5, "pass"), (7, "done")]


def test_yaml_indented_with_non_breaking_spaces_is_read() -> None:
    assert orders(read("orders:\n\u00a0\u00a0- pass\n\u00a0\u00a0- done\n".encode(), "a")) == [
        (2, "pass"),
        (3, "done"),
    ]


BROKEN_DATA = {
    "an unknown key": ("a.yaml", "turn: 3\norders: [pass]", "a.yaml:1:1: the key `turn` is not known here"),
    "no orders": ("a.yaml", "match: x", "a.yaml:1:1: `orders` is missing"),
    "orders that are no list": (
        "a.json",
        '{"orders": "pass"}',
        "a.json:1:12: `orders` is `pass`, but must be a list",
    ),
    "an empty list": ("a.json", '{"orders": []}', "a.json:1:12: `orders` has 0 items and needs 1 or more"),
    "a number for an order": ("a.json", '{"orders":\n["pass", 3]}', "a.json:2:10: `3` is not an order"),
    "a list for an order": ("a.yaml", "orders:\n- - pass", "a.yaml:2:3: a list is not an order"),
    "a key twice, in JSON": (
        "a",
        '{"match": "x",\n"match": "y", "orders": []}',
        "a:2:1: the key `match` occurs twice",
    ),
    "a key twice, inside": (
        "a",
        '{"orders": [{"a": 1, "a": 2}]}',
        "a:1:22: the key `a` occurs twice",
    ),
    "a key twice, in YAML": ("a", "orders: [pass]\norders: [done]", "a:2:1: the key `orders` occurs twice"),
    "no number": ("a", '{"orders": [{"card": NaN}]}', "a:1:22: NaN is not a number"),
    "broken off": ("a.json", '{"orders": ["pass"', "a.json:1:19: not JSON: expecting ',' delimiter"),
    "nested deeply": ("a", '{"orders": ' + "[" * 10_000, "a:1:43: this is nested more than 32 levels deep"),
    "nested deeply, in YAML": (
        "a",
        "orders: " + "[" * 10_000,
        "a:1:40: this is nested more than 32 levels deep",
    ),
    "an alias": ("a", "orders: [&a pass, *a]", "a:1:10: the anchor `&a` is not supported"),
    "half a sign": ("a", '{"orders": ["\\ud800"]}', "a:1:13: the character U+D800 is not text"),
    "a hidden nought": ("a", '{"orders": [{"type": "\\u0000"}]}', "a:1:13: the character U+0000 is not text"),
    "a half": (
        "a.yaml",
        "orders:\n  - {type: move, piece: ½}",
        "a.yaml:2:5: the character `½` could be read",
    ),
}


@pytest.mark.parametrize(("name", "text", "expected"), BROKEN_DATA.values(), ids=BROKEN_DATA)
def test_invalid_yaml_or_json_is_refused_with_place(name: str, text: str, expected: str) -> None:
    assert complaints(text, name)[0].startswith(expected)


def test_decimal_numbers_stay_text() -> None:
    (order,) = read(b'{"orders": [{"x": 1.50, "y": 12345678901234567890, "z": -3}]}', "a").orders

    assert isinstance(order, LetterFields)
    assert order.fields == {"x": "1.50", "y": "12345678901234567890", "z": -3}


def test_number_in_yaml_comment_is_a_fault() -> None:
    assert complaints("orders:\n  - offensive #12\n  - pass # done\n") == [
        "letter.txt:2:15: YAML reads `#12` as a comment (put the order in quotation marks)"
    ]
    (order, remark) = read(b"orders:\n  - 'offensive #12'\n  - done # 2\n", "letter.txt").orders
    assert isinstance(order, LetterLine)
    assert order.text == "offensive #12"
    assert isinstance(remark, LetterLine)
    assert remark.text == "done"


@pytest.mark.parametrize(
    ("text", "is_one"), [("Anna wrote:", True), ("They overwrote it:", False), ("他寫道:", True)]
)
def test_word_for_writing_is_a_whole_word(text: str, is_one: bool) -> None:
    assert mail_phrases.is_attribution(text) is is_one
