import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from referee.faults import DataFault
from referee.texts import strict_yaml

MEGABYTES = 4 * 1024 * 1024

WRITE_OUT = "write the value wherever it is needed"
STARRED = "write the value itself, and put a text that begins with * in quotation marks"
PLAIN_KEY = "there is a list or mapping in place of a key (a key is a plain word)"
TOO_DEEP = "this is nested more than 32 levels deep (use fewer levels)"
COLON = "(put a text with a colon in quotation marks, and check the indentation)"

ATTACKS = {
    "brackets that kill the stock loader": ("[" * 100_000, f"f:1:33: {TOO_DEEP}"),
    "braces as deep": ("{a: " * 100_000, f"f:1:129: {TOO_DEEP}"),
    "dashes as deep": ("- " * 100_000, f"f:1:65: {TOO_DEEP}"),
    "question marks as deep": ("? " * 100_000, f"f:1:3: {PLAIN_KEY}"),
    "an alias that would unfold without end": (
        "a: &a [x]\nb: &b [*a, *a]",
        f"f:1:4: the anchor `&a` is not supported ({WRITE_OUT})\n"
        f"f:2:4: the anchor `&b` is not supported ({WRITE_OUT})\n"
        f"f:2:8: the alias `*a` is not supported ({STARRED})\n"
        f"f:2:12: the alias `*a` is not supported ({STARRED})",
    ),
    "an alias of itself": (
        "&a [*a]",
        f"f:1:1: the anchor `&a` is not supported ({WRITE_OUT})\n"
        f"f:1:5: the alias `*a` is not supported ({STARRED})",
    ),
    "an alias as a key": ("a: 1\n*a : 2", f"f:2:1: the alias `*a` is not supported ({STARRED})"),
    "an alias as the key of a list": ("*a : [1]", f"f:1:1: the alias `*a` is not supported ({STARRED})"),
    "a tag that calls a function": (
        "a: !!python/name:os.system",
        "f:1:4: the tag `tag:yaml.org,2002:python/name:os.system` is not supported (remove the tag)",
    ),
    "a tag of a list": ("a: !mine [1]", "f:1:4: the tag `!mine` is not supported (remove the tag)"),
    "a tag without a name": ("! 3", "f:1:1: the tag `!` is not supported (remove the tag)"),
    "a key given twice": (
        "side: red\ncards: 1\nside: blue",
        "f:3:1: the key `side` occurs twice (it is already in line 1)",
    ),
    "a key given twice further in": (
        "- a: 1\n  'a': 2",
        "f:2:3: the key `a` occurs twice (it is already in line 1)",
    ),
    "a second document": (
        "a: 1\n---\na: 2",
        "f:2:1: a second document begins here (keep one document in a text)",
    ),
    "a list as a key": ("[a, b]: 1", f"f:1:1: {PLAIN_KEY}"),
    "a template that was not filled in": ("side: {{ side }}", f"f:1:8: {PLAIN_KEY}"),
    "a key that is not there": ("'': 1", "f:1:1: a key is missing (write a name before the colon)"),
    "a byte that is no UTF-8": (
        b"a: \xc3\xa9\n\xe2\x82\xac: \xff",
        "f:2:4: this is not UTF-8 (save the text as UTF-8)",
    ),
    "a byte that is no UTF-8 behind a byte order mark": (
        b"\xef\xbb\xbfa: \x9b",
        "f:1:4: this is not UTF-8 (save the text as UTF-8)",
    ),
    "another encoding": ("a: 1".encode("utf-16"), "f:1:1: this is not UTF-8 (save the text as UTF-8)"),
    "half a sign": ("a: \ud800", "f:1:4: this is not UTF-8 (save the text as UTF-8)"),
    "a nought byte": ("a: b\n\0", "f:2:1: the character `\\x00` is not allowed in a text (remove it)"),
    "an escape sequence": (
        "a: \x1b[2J",
        "f:1:4: the character `\\x1b` is not allowed in a text (remove it)",
    ),
    "an escape sequence in disguise": (
        '"\\e[2J": 1\n"\\e[2J": 1',
        "f:2:1: the key `\\x1b[2J` occurs twice (it is already in line 1)",
    ),
    "an alias where a value belongs": (
        "a: *x\na: 1",
        "f:1:4: the alias `*x` is not supported "
        "(write the value itself, and put a text that begins with * in quotation marks)\n"
        "f:2:1: the key `a` occurs twice (it is already in line 1)",
    ),
    "a colon in a text": (
        "a: b: c",
        f"f:1:5: not YAML: mapping values are not allowed in this context {COLON}",
    ),
    "an indent by tabulator": (
        "a:\n\tb: 1",
        "f:2:1: not YAML: found character that cannot start any token "
        "(indent with spaces, and put a text that begins with a special character in quotation marks)",
    ),
    "a tabulator among the spaces of an indent": (
        "a:\n  b: 1\n\tc: 2",
        "f:3:1: not YAML: found a tab character that violates indentation "
        "(indent with spaces, and put a text that begins with a special character in quotation marks)",
    ),
    "quotation marks left open": (
        "a: 'b\nc: 1\n",
        "f:1:4: not YAML: found unexpected end of stream (close the quotation marks)",
    ),
    "a bracket left open": (
        "a: [1, 2\n",
        "f:1:4: not YAML: did not find expected ',' or ']' (close the bracket, and put commas between items)",
    ),
    "quotation marks left open at the very end": (
        "a: 'b",
        "f:1:4: not YAML: found unexpected end of stream (close the quotation marks)",
    ),
    "an indent that does not fit": (
        "a:\n    b: 1\n  c: 2",
        "f:3:3: not YAML: did not find expected key "
        "(check the indentation and quotation marks of this line and the one before)",
    ),
}


@pytest.mark.parametrize(("text", "complaints"), ATTACKS.values(), ids=ATTACKS.keys())
def test_invalid_yaml_has_line_and_column(text, complaints):
    with pytest.raises(DataFault) as fault:
        strict_yaml.read(text, "f", MEGABYTES)

    assert str(fault.value) == complaints


def test_thirty_two_nested_lists_are_read():
    tree = strict_yaml.read("[" * 32 + "]" * 32, "f")

    assert repr(tree.value) == "[" * 32 + "]" * 32


@pytest.mark.parametrize("text", ["a" * 101, b"a" * 101, "é" * 51])
def test_too_long_text_is_refused(text):
    with pytest.raises(DataFault) as fault:
        strict_yaml.read(text, "f", 100)

    assert str(fault.value) == "f:1:1: this is longer than 100 bytes"


def test_letter_limit_is_256_kilobytes():
    assert strict_yaml.read("a" * 256 * 1024, "f").value == "a" * 256 * 1024
    with pytest.raises(DataFault):
        strict_yaml.read("a" * (256 * 1024 + 1), "f")


def test_number_of_faults_is_limited():
    with pytest.raises(DataFault) as fault:
        strict_yaml.read("a: 1\n" * 10_000, "f")

    assert len(fault.value.complaints) == 101
    assert str(fault.value.complaints[-1]) == "f:101:1: the rest was not read"


def test_several_faults_are_reported_together():
    with pytest.raises(DataFault) as fault:
        strict_yaml.read("a: !x 1\na: &b 2\nc: [1", "f")

    places = [str(complaint.place) for complaint in fault.value.complaints]
    assert places == ["f:1:4", "f:2:1", "f:2:4", "f:3:4"]


@pytest.mark.parametrize(
    "text",
    [
        "no",
        "on",
        "3:1",
        "12:30",
        "08",
        "0x10",
        "1e3",
        "1_000",
        "1.10",
        "2024-01-01",
        ".inf",
        "True",
        "<<",
        "Null",
    ],
)
def test_scalar_keeps_typed_text(text):
    assert strict_yaml.read(f"a: {text}", "f").value == {"a": text}
    assert strict_yaml.read(f"{text}: a", "f").value == {text: "a"}


@pytest.mark.parametrize("nothing", ["", "~", "null"])
def test_unquoted_null_is_none(nothing):
    assert strict_yaml.read(f"a: {nothing}", "f").value == {"a": None}
    assert strict_yaml.read(f"a: '{nothing}'", "f").value == {"a": nothing}


@pytest.mark.parametrize("text", ["", "# nothing but a remark\n", "---\n"])
def test_empty_text_is_none(text):
    assert strict_yaml.read(text, "f").value is None


def test_byte_order_mark_is_skipped():
    assert strict_yaml.read(b"\xef\xbb\xbfa: 1", "f").value == {"a": "1"}


def test_values_and_keys_have_places():
    tree = strict_yaml.read("orders:\n  - move: Liège\n    to: [a, 'b']\n  -\n", "f")

    assert tree.value == {"orders": [{"move": "Liège", "to": ["a", "b"]}, None]}
    assert tree.values == {
        (): (1, 1),
        ("orders",): (2, 3),
        ("orders", 0): (2, 5),
        ("orders", 0, "move"): (2, 11),
        ("orders", 0, "to"): (3, 9),
        ("orders", 0, "to", 0): (3, 10),
        ("orders", 0, "to", 1): (3, 13),
        ("orders", 1): (4, 4),
    }
    assert tree.keys == {("orders",): (1, 1), ("orders", 0, "move"): (2, 5), ("orders", 0, "to"): (3, 5)}


def test_missing_value_has_place_of_its_parent():
    tree = strict_yaml.read("areas:\n  - id: anvil\n", "map.yaml")

    assert str(tree.at(("areas", 0, "borders", 3))) == "map.yaml:2:5"
    assert str(tree.at_key(("areas", 0, "id"))) == "map.yaml:2:5"
    assert str(tree.at_key(("areas", 0, "borders"))) == "map.yaml:2:5"
    assert str(tree.at(("cells",))) == "map.yaml:1:1"


trees = st.recursive(
    st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(min_size=1), inner),
    max_leaves=20,
)


@given(trees)
def test_yaml_round_trips(value):
    text = yaml.safe_dump(value, default_style='"', allow_unicode=True)

    assert strict_yaml.read(text, "f").value == value


@given(st.text() | st.binary() | st.text(alphabet="[]{}:-?!&*#|>'\"%@` \n\tab1,~"))
def test_any_text_is_read_or_refused(text):
    complaints = ()
    try:
        strict_yaml.read(text, "f")
    except DataFault as fault:
        complaints = fault.complaints

    assert all(complaint.place is not None for complaint in complaints)
    assert all(str(complaint).isprintable() for complaint in complaints)
