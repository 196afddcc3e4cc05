"""Canonical JSON, with the `rfc8785` package as the oracle."""

import json

import pytest
import rfc8785
from hypothesis import given
from hypothesis import strategies as st

from referee.texts import canonical as canonical_json
from referee.texts.canonical import (
    GREATEST,
    MOST_LEVELS,
    Uncanonical,
    canonical,
    has_visible_text,
    is_too_deep,
    make_writable,
    parse,
    respell,
    writable,
)

texts = st.text()
keys = st.text(st.characters(max_codepoint=127))
values = st.recursive(
    st.none() | st.booleans() | st.integers(-GREATEST, GREATEST) | texts,
    lambda inner: st.lists(inner) | st.dictionaries(keys, inner),
)


@given(values)
def test_canonical_values_match_rfc_8785(value: object) -> None:
    assert canonical(value) == rfc8785.dumps(value)


@given(values)
def test_canonical_values_round_trip(value: object) -> None:
    text = canonical(value)
    assert parse(text.decode()) == value
    assert respell(parse(text.decode())) == text


def test_control_characters_match_rfc_8785() -> None:
    text = "".join(map(chr, range(128)))
    assert canonical(text) == rfc8785.dumps(text)


@pytest.mark.parametrize(
    "value",
    [
        1.0,
        float("nan"),
        [float("inf")],
        GREATEST + 1,
        -GREATEST - 1,
        "\ud800",
        {"clé": 1},
        {1: "a"},
        {"a": {"b": {1, 2}}},
        b"bytes",
    ],
    ids=repr,
)
def test_ambiguous_value_is_refused(value: object) -> None:
    with pytest.raises(Uncanonical):
        canonical(value)


@pytest.mark.parametrize(
    "text", ["1.5", "[1e3]", "NaN", "-Infinity", str(GREATEST + 1), "-" + str(GREATEST + 1), "9" * 5000]
)
def test_floats_and_large_numbers_are_refused(text: str) -> None:
    with pytest.raises(Uncanonical):
        parse(text)


@given(st.text(st.characters()))
def test_any_text_becomes_writable(text: str) -> None:
    fit = writable(text)
    assert parse(canonical(fit).decode()) == fit
    assert writable(fit) == fit


def test_writable_text_is_unchanged() -> None:
    assert writable("Liège, Ἀχιλλεύς") == "Liège, Ἀχιλλεύς"
    assert writable("Lie\u0300ge") == "Liège"
    assert writable("half \ud83d character") == "half \ufffd character"
    assert writable("two halves \ud83d\ude00") == "two halves 😀"
    assert make_writable(["Lie\u0300ge", 7, ["o\u0308"]]) == ["Liège", 7, ["ö"]]


def test_texts_are_spelled_without_the_tables_of_unicode() -> None:
    assert canonical("Re\u0301clamation") == '"Re\u0301clamation"'.encode()


def count_levels(value: object) -> int:
    match value:
        case list():
            return 1 + max(map(count_levels, value), default=0)
        case dict():
            return 1 + max(map(count_levels, value.values()), default=0)
        case _:
            return 0


@given(values, st.integers(0, 8))
def test_levels_are_counted_in_bytes_as_in_values(value: object, most: int) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(canonical_json, "MOST_LEVELS", most)
        assert is_too_deep(canonical(value)) == (count_levels(value) > most)


def test_brackets_in_texts_do_not_count() -> None:
    assert not is_too_deep(canonical(["[" * 200, '"[\\"{' * 200]))
    assert not is_too_deep(b"[" * MOST_LEVELS + b"]" * MOST_LEVELS)
    assert is_too_deep(b"[" * (MOST_LEVELS + 1) + b"]" * (MOST_LEVELS + 1))


@pytest.mark.parametrize(
    "text", ["", " \n\t\xa0\u3000", "\u200b\u2060\ufeff\xad", "\x00\x7f", "\ufe0f", "\u0301"]
)
def test_text_without_a_visible_character(text: str) -> None:
    assert not has_visible_text(text)
    assert all(has_visible_text(f"{text}{visible}{text}") for visible in ("a", "7", "ü", "!", "€", "🎲"))


def test_spelling_equals_standard_json() -> None:
    assert json.loads(canonical({"b": [1, None], "a": "é\n"})) == {"a": "é\n", "b": [1, None]}
