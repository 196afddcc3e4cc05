"""Facts of a view as sentences: one for each piece, area, card hand and so on, in the words of orders.

A sentence is `SUBJECT: FACT, FACT.`, and a fact is the name of a field and its value. Facts that are empty,
no or zero are left out. A listener can rebuild the whole answer of `show --json` from the sentences.
"""

import re
from collections.abc import Iterator, Mapping, Sequence

from referee.reports.formats.characters import flat
from schemas.record import JsonValue

_PLAIN = re.compile(r"[^\W\d_][\w-]*")
"""A value that is said as it is: a word, or the id of a piece or an area."""

_TAKEN = frozenset({"yes", "and", "by"})
"""Words of the sentences; as values they are quoted."""


def tell_facts(data: Mapping[str, JsonValue], path: Sequence[str] = ()) -> Iterator[str]:
    """Yield the facts of JSON data as sentences. `path` is the subject that contains them."""
    leaves = [(name, value) for name, value in data.items() if value and _is_leaf(value)]
    branches = [(name, value) for name, value in data.items() if value and not _is_leaf(value)]
    facts = [f"{_label(name)} {_say(value)}" for name, value in leaves]
    if path and facts:
        yield f"{_subject(path)}: {', '.join(facts)}."
    elif path and not branches:
        yield f"{_subject(path)}."
    else:
        yield from (f"{_subject([_label(name)])}: {_say(value)}." for name, value in leaves)
    for name, value in branches:
        if isinstance(value, dict) and any(value.values()):
            yield from tell_facts(value, (*path, _label(name)))
        elif isinstance(value, list):
            yield from _tell_items(_label(name), value, path)


def _tell_items(name: str, items: Sequence[JsonValue], path: Sequence[str]) -> Iterator[str]:
    """Yield the facts of the items of a list. An item is named by its id, or else by its number."""
    for number, item in enumerate(items, 1):
        assert isinstance(item, dict), "a list holds records or values"
        identity = item.get("id") or number
        rest = {field: value for field, value in item.items() if field != "id"}
        yield from tell_facts(rest, (*path, f"{_singular(name)} {identity}"))


def _is_leaf(value: JsonValue) -> bool:
    """Return True for a value, and for a list of values or of places."""
    if isinstance(value, list):
        return not any(isinstance(one, dict) for one in value)
    return not isinstance(value, dict)


def _say(value: JsonValue) -> str:
    if isinstance(value, list):
        return " and ".join(" by ".join(_say_each(one)) for one in value)
    if value is True:
        return "yes"
    if isinstance(value, str) and (not _PLAIN.fullmatch(value) or value in _TAKEN):
        return f"“{flat(value)}”"
    return str(value)


def _say_each(value: JsonValue) -> Iterator[str]:
    """Yield the values of a list inside a list, such as the coordinates of a place and a turn."""
    if isinstance(value, list):
        for one in value:
            yield from _say_each(one)
    else:
        yield _say(value)


def _label(name: str) -> str:
    return name.replace("_", " ")


def _singular(name: str) -> str:
    if name.endswith("ies"):
        return f"{name[:-3]}y"
    return name.removesuffix("s") if not name.endswith("ss") else name


def _subject(path: Sequence[str]) -> str:
    text = ", ".join(path)
    return f"{text[:1].upper()}{text[1:]}"
