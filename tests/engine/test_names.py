"""Names as people type them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.i18n.name_matching import Index, find_mixed_scripts, holds_order_word, key, nearest

AREAS = {
    "liege": ("Liège", "Lüttich", "Λιέγη"),
    "lille": ("Lille", "Rijsel"),
    "saint-mihiel": ("St-Mihiel", "Saint Mihiel"),
    "bar-le-duc": ("Bar-le-Duc",),
    "thessaloniki": ("Θεσσαλονίκη", "Saloniki"),
    "mulhouse": ("Mulhouse", "Mülhausen"),
    "verdun": ("Verdun", "Βερντέν"),
}


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Liège", "LIEGE"),
        ("Lie\u0300ge", "Liège"),
        ("ΘΕΣΣΑΛΟΝΙΚΗ", "Θεσσαλονίκη"),
        ("Κάιρος", "ΚΑΙΡΟΣ"),
        ("ᾳ", "α"),
        ("Gießen", "GIESSEN"),
        ("Łódź", "lodz"),
        ("Tromsø", "tromso"),
        ("Æsir", "aesir"),
        ("Cœur", "COEUR"),
        ("St-Mihiel", "st. mihiel"),
        ("bar_le\u2011duc", "Bar  le Duc"),
        ("l\u2019Oise", "L'Oise"),
        ("Ver\u00addun", "Ver\u200bdun"),
        ("ＶＥＲＤＵＮ", "verdun"),
        ("ge-1", "GE 1"),
    ],
)
def test_two_spellings_of_a_name_have_one_key(one: str, other: str) -> None:
    assert key(one) == key(other) != ""


def test_different_names_keep_different_keys() -> None:
    assert len({key(name) for name in ("Ghent", "Gent", "ge-1", "ge-10", "Λιέγη", "Liège", "1 2", "12")}) == 8


@given(st.text())
def test_the_key_of_a_key_is_itself(text: str) -> None:
    assert key(key(text)) == key(text)


@given(st.text())
def test_a_key_has_single_spaces_and_nothing_but_letters_and_digits(text: str) -> None:
    assert all(word.isalnum() for word in key(text).split(" ") if key(text))


@pytest.mark.parametrize(
    ("typed", "found"),
    [
        ("liege", ("liege",)),
        ("LÜTTICH", ("liege",)),
        ("luettich", ("liege",)),
        ("λιεγη", ("liege",)),
        ("Muelhausen", ("mulhouse",)),
        ("st mihiel", ("saint-mihiel",)),
        ("ver", ("verdun",)),
        ("li", ("liege", "lille")),
        ("verdunn", ()),
        ("", ()),
        ("-", ()),
    ],
)
def test_an_id_is_found_by_its_names_and_by_their_beginnings(typed: str, found: tuple[str, ...]) -> None:
    assert Index(AREAS).find(typed) == found


def test_a_whole_name_wins_over_a_longer_one() -> None:
    assert Index({"metz": (), "metz-sud": ()}).find("Metz") == ("metz",)


def test_a_name_of_two_things_is_ambiguous() -> None:
    assert Index({"fr-1": ("1st Army",), "ge-1": ("1st Army",)}).find("1st army") == ("fr-1", "ge-1")


def test_a_number_is_never_cut_short() -> None:
    index = Index({"ge-10": ("10th Army",), "ge-11": ()})

    assert index.find("ge-1") == ()
    assert index.find("ge") == ("ge-10", "ge-11")


def test_a_misspelt_name_brings_the_nearest_ones_as_they_are_spelt() -> None:
    assert nearest("Liegge", ["Verdun", "Liège", "Lille"])[0] == "Liège"
    assert Index(AREAS).nearest("verdnu")[0] == "Verdun"
    assert nearest("xyzzy", ["Verdun"]) == ()


def test_a_very_long_word_is_compared_quickly() -> None:
    assert nearest("verdun" * 40_000, ["Verdun"] * 50) == ()


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("move ge-1 to V\u0435rdun", ("V\u0435rdun",)),
        ("Li\u03b5ge and Li\u00e8ge", ("Li\u03b5ge",)),
        ("Βερντέν Liège Верден", ()),
        ("1\u0430", ()),
        ("e\u0301\u0435", ("\u00e9\u0435",)),
    ],
)
def test_words_of_two_scripts_are_reported(text: str, words: tuple[str, ...]) -> None:
    assert find_mixed_scripts(text) == words


@pytest.mark.parametrize(
    ("line", "holds"),
    [
        ("please march soon", True),
        ("marching soon", False),
        ("we go with 3", True),
        ("then to Verdun", True),
        ("then to Verd", True),
        ("kind regards, the moderator", False),
        ("well  # march to Verdun", False),
        ("", False),
    ],
)
def test_a_line_with_a_verb_a_number_or_a_name_may_be_an_order(line: str, holds: bool) -> None:
    assert holds_order_word(line, {"march"}, Index(AREAS)) is holds
