"""Rulings by a policy, in one sentence: as they are filed, and as they read in another language."""

from collections.abc import Iterator
from itertools import groupby
from typing import cast

from referee.faults import Fault
from referee.i18n.translator import Translator, forms, message
from referee.matches.matches import Match
from referee.packs import policies
from schemas.answers.evidence import Cited, Resolution
from schemas.journal import Entry
from schemas.record import Value

STANDS = message("{policy}, {paragraph} {title}: entry {entry} stands")
VOID = message("{policy}, {paragraph} {title}: entry {entry} is void")
VOID_WITH_OTHERS = forms(
    "{policy}, {paragraph} {title}: entry {entry} is void, and so is {count} after it",
    "{policy}, {paragraph} {title}: entry {entry} is void, and so are {count} after it",
)
"""A ruling on one entry, with which only later ones fall."""

SOME_STAND = forms(
    "{policy}, {paragraph} {title}: entry {entries} stands",
    "{policy}, {paragraph} {title}: entries {entries} stand",
)
SOME_VOID = forms(
    "{policy}, {paragraph} {title}: entry {entries} is void",
    "{policy}, {paragraph} {title}: entries {entries} are void",
)
FALLEN = forms("{count} entry is void in total", "{count} entries are void in total")
KEPT = forms(
    "{count} later entry is filed again with its dice",
    "{count} later entries are filed again with their dice",
)
"""Texts for a ruling on several entries, or a ruling that keeps later entries, part by part."""


class Ruled(Value):
    """Contents of a ruling: paragraph and validity of each entry, void entries, and kept entries."""

    decisions: tuple[tuple[int, Cited, bool], ...]
    void: tuple[int, ...]
    reapplied_entries: tuple[int, ...]


def sentence(tongue: Translator, resolution: Resolution) -> str:
    """Render a ruling in one sentence."""
    decisions = tuple((one.entry, one.cited, one.outcome != "stands") for one in resolution.decisions)
    return word_ruling(tongue, Ruled(decisions, resolution.void, resolution.kept))


def word_ruling(tongue: Translator, ruling: Ruled) -> str:
    """The same, of a ruling that was filed."""
    (entry, citation, falls), *others = ruling.decisions
    if others or ruling.reapplied_entries or (falls and entry != min(ruling.void, default=entry)):
        return tongue.chain(_parts(tongue, ruling))
    parts = {
        "policy": citation.policy,
        "paragraph": citation.paragraph,
        "title": citation.title,
        "entry": entry,
    }
    if len(ruling.void) > 1:
        return tongue.say(*VOID_WITH_OTHERS, count=len(ruling.void) - 1, **parts)
    return tongue.say(VOID if falls else STANDS, **parts)


def _parts(tongue: Translator, ruling: Ruled) -> Iterator[str]:
    for (citation, falls), some in groupby(ruling.decisions, key=lambda one: (one[1], one[2])):
        numbers = [str(entry) for entry, _, _ in some]
        names = {"policy": citation.policy, "paragraph": citation.paragraph, "title": citation.title}
        words = SOME_VOID if falls else SOME_STAND
        yield tongue.say(*words, entries=tongue.listed(numbers), count=len(numbers), **names)
    if ruling.void:
        yield tongue.say(*FALLEN, count=len(ruling.void))
    if ruling.reapplied_entries:
        yield tongue.say(*KEPT, count=len(ruling.reapplied_entries))


def render_ruling(match: Match, ruling: Entry) -> str:
    """A filed ruling in the language of a match; nothing if no policy ruled."""
    match ruling.body.public:
        case {"decisions": list(), "void": list(), "again": list()} as public:
            lists = (cast(list[object], public[name]) for name in ("decisions", "void", "again"))
            decisions, void, again = lists
            readings = [_read(match, one) for one in decisions]
            decisions_read = tuple(one for one in readings if one is not None)
            is_known = bool(decisions_read) and len(decisions_read) == len(readings)
            ruling_parts = Ruled(decisions_read, _numbers(void), _numbers(again))
            return word_ruling(match.tongue, ruling_parts) if is_known else ""
        case {"paragraph": str(paragraph), "disputed": int(disputed)}:
            citation, voided_entries = _cite(match, paragraph), _void(match, ruling, disputed)
            older = ((disputed, citation, bool(voided_entries)),) if citation else ()
            return word_ruling(match.tongue, Ruled(older, voided_entries, ())) if older else ""
        case _:
            return ""


def _numbers(values: list[object]) -> tuple[int, ...]:
    return tuple(number for number in values if isinstance(number, int))


def _read(match: Match, decision: object) -> tuple[int, Cited, bool] | None:
    """Return the decision on one entry, or None if the policy is not available."""
    match decision:
        case {"entry": int(entry), "paragraph": str(paragraph), "outcome": str(outcome)}:
            citation = _cite(match, paragraph)
            return None if citation is None else (entry, citation, outcome != "stands")
        case _:
            return None


def _cite(match: Match, paragraph: str) -> Cited | None:
    """A paragraph of the policy of a match, as far as that is at hand."""
    try:
        policy = policies.translate_policy(policies.load(match.header.policy), match.tongue.language)
        return policies.cite(policy, paragraph)
    except (Fault, LookupError):
        return None


def _void(match: Match, ruling: Entry, order_entry: int) -> tuple[int, ...]:
    """Return the entries voided by a ruling, which the takeback before it undid."""
    before = match.entries[ruling.body.seq - 2]
    if before.body.kind != "retract" or before.body.public.get("to") != order_entry - 1:
        return ()
    return match.standing(before.body.seq - 1, after=order_entry - 1)
