"""Text of `referee explain --code`: where the program carries out a clause."""

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from referee.cli.render.answer_text import join_lines
from referee.i18n.translator import ENGLISH, Translator, message

if TYPE_CHECKING:
    from schemas.answers.packs import Basis, ClauseCode, CodePlace

MOST_PLACES = 12
"""Maximum number of places that one heading lists."""

BASES: Mapping["Basis", str] = {
    "meaning": message("Functions that name the clause:"),
    "number": message("Functions that cite the clause:"),
    "case": message("Functions that do what the cases of the clause expect:"),
    "shared-case": message("Functions of clauses that share a case with this one:"),
    "section": message("Functions of its section:"),
    "chapter": message("Functions of its chapter:"),
}
"""Headings of the functions, by the link from the clause to them."""


@join_lines
def word_code(code: "ClauseCode", tongue: Translator = ENGLISH) -> Iterator[str]:
    """Render the functions, refusals, prompts, events, orders, lines, cases and titles of one clause."""
    yield tongue.say("Code of {clause} ({pack})", clause=code.number, pack=code.pack)
    if code.basis == "none":
        yield f"  {tongue.say('No function names this clause, its section or its chapter.')}"
    else:
        yield from _list_places(tongue.say(BASES[code.basis]), code.rules, tongue)
    yield from _list_names(tongue.say("Refusals:"), code.refusals)
    yield from _list_names(tongue.say("Prompts:"), code.prompts)
    yield from _list_places(tongue.say("Events:"), code.events, tongue)
    yield from _list_places(tongue.say("Orders that reach these functions:"), code.orders, tongue)
    yield from _list_places(tongue.say("Lines of the pack:"), code.pack_lines, tongue)
    if code.has_cases:
        yield from _list_places(tongue.say("Cases:"), code.cases, tongue)
    else:
        missing = tongue.say("Cases: none here. Run this in a checkout of the source, which contains them.")
        yield f"  {missing}"
    yield from _list_names(tongue.say("Titles:"), [f"{name}: {text}" for name, text in code.titles.items()])


def _list_names(heading: str, names: Sequence[str]) -> Iterator[str]:
    if names:
        yield f"  {heading}"
        yield from (f"    {name}" for name in names)


def _list_places(heading: str, places: "Sequence[CodePlace]", tongue: Translator) -> Iterator[str]:
    """Yield a heading and the first places, and the number of the others."""
    if places:
        yield f"  {heading}"
        yield from (_word_place(place) for place in places[:MOST_PLACES])
    hidden_count = len(places) - MOST_PLACES
    if hidden_count > 0:
        yield f"    {tongue.say('and {count} more (all with --json)', count=hidden_count)}"


def _word_place(place: "CodePlace") -> str:
    is_line = place.file.endswith(".yaml") and place.text
    text = place.text if is_line else f"{place.name}: {place.text}" if place.text else place.name
    return f"    {place.file}:{place.line}  {text}"
