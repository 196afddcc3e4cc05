"""Remedies for names that are not known, and what is said of lines that cannot be read."""

from collections.abc import Iterable, Sequence
from typing import cast

from referee.engine.facts import Namer, Parameter
from referee.engine.names import nearest
from referee.engine.tongue import Saying, Translator, message, saying

NO_ORDER = message(
    "orders are {verbs}; what is no order goes behind a #, or outside the lines BEGIN ORDERS and END ORDERS"
)
"""What helps against a line that is no order at all; the part `verbs` are the words that make one."""

MOST_LISTED = 12
"""The longest list of names that still helps."""


def suggest(word: str, names: Iterable[str]) -> Saying:
    """The remedy for an unknown name: the nearest one, or all of them where they are few."""
    known = tuple(dict.fromkeys(names))
    if near := nearest(word, known, 1):
        return saying("did you mean `{name}`?", name=near[0])
    if 0 < len(known) <= MOST_LISTED:
        return saying("known: {names}", names=tuple(f"`{name}`" for name in known))
    return saying("")


def suggest_in_english(word: str, names: Iterable[str]) -> str:
    """The same in English."""
    return str(suggest(word, names))


def name_readings(tongue: Translator, name: Namer) -> Namer:
    """The names of what a line that cannot be read is stated of, beside those that the rules have."""

    def call(kind: str, of: Parameter) -> object:
        match kind:
            case "meant" | "meant_subjects":
                mixed, near = cast(tuple[int, tuple[str, ...]], of)
                called = near if kind == "meant" else [str(name("spelled", subject)) for subject in near]
                return _ask(tongue, called, mixed=bool(mixed))
            case "more":
                return tongue.say("; {most} of the readings follow", most=of) if of else ""
            case "near" | "known":
                return tongue.choice(cast(tuple[str, ...], of))
            case "verbs":
                return tongue.listed(cast(tuple[str, ...], of))
            case "said":
                return tongue.worded(cast(Saying | str, of))
            case _:
                return name(kind, of)

    return call


def _ask(tongue: Translator, near: Sequence[str], *, mixed: bool) -> str:
    """The question whether one of some names was meant, behind a name that nothing has."""
    meant = tongue.say("; did you mean {near}?", near=tongue.choice(near)) if near else ""
    return tongue.say(", which mixes letters of several scripts{meant}", meant=meant) if mixed else meant
