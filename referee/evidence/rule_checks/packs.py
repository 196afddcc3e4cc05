"""The pack of a journal compared with the installed pack, and the figures that differ.

A header names its pack by the digest of the files. A forger can write any digest there, so a journal whose
pack is not installed is not judged, and `verify` fails. Packs are compared by their content: comments and the
order of lines decide nothing.
"""

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import cast

from referee.engine.facts import Fact
from referee.evidence.disputed_case import EvidenceFault
from referee.faults import Complaint, DataFault, declare
from referee.i18n.translator import Translator
from referee.packs import pack_cache
from referee.packs.rulesets import Ruleset
from schemas.answers.matches import NotJudged
from schemas.journal import Header
from schemas.record import Place

MOST_NAMED = 20
"""Highest number of differences to list."""


class Unjudged(Fact):
    """The reasons for not judging the rules of a journal."""

    PACK_MISSING = (
        "the pack {pack} that its header names is not here",
        "install it, and verify again",
    )
    PACK_OTHER = (
        "the pack {pack} here differs from the pack in its header",
        "install version {version} with the digest {digest}, or judge by the pack here with --rejudge",
    )
    READERS_MIXED = (
        "it has private parts of several readers, so that it is not the copy of one side",
        "verify the copy of one side, or the whole journal",
    )
    RULES_CANNOT = (
        "the rules of {pack} judge no copies",
        "verify the whole journal with --rejudge",
    )


def is_same(header: Header, bound: Ruleset) -> bool:
    """Return True if the installed pack has the content of the pack of a header."""
    if bound.loaded.digest == header.pack_digest:
        return True
    return pack_cache.fetch_cached(header.pack_digest) == bound.pack


def check(header: Header, bound: Ruleset, file: str) -> None:
    """Raise `DataFault` if the header contradicts the pack that it names."""
    game = bound.pack.game
    due = {"pack_version": game.version, "system": game.system, "sides": list(bound.rules.sides)}
    statements = {"pack_version": header.pack_version, "system": header.system, "sides": list(header.sides)}
    wrong = [name for name in due if statements[name] != due[name]]
    if wrong and bound.loaded.digest == header.pack_digest:
        fact, place = EvidenceFault.PACK_SAYS_OTHERWISE, Place(file=file)
        raise DataFault(
            *(Complaint.of(fact, place=place, field=one, said=statements[one], due=due[one]) for one in wrong)
        )


def describe(header: Header, bound: Ruleset | None, why: Unjudged, tongue: Translator) -> NotJudged:
    """Return the reason for not judging a journal, with the figures that differ if its pack is known."""
    reason = declare(why, pack=header.pack, version=header.pack_version, digest=header.pack_digest)
    other = why is Unjudged.PACK_OTHER and bound is not None
    return NotJudged(
        code=why.code,
        text=tongue.worded(reason),
        remedy=tongue.say(why.remedy, **reason.parts),
        differences=tuple(_list_differences(header, bound, tongue)) if other and bound else (),
    )


def _list_differences(header: Header, bound: Ruleset, tongue: Translator) -> Iterator[str]:
    version = bound.pack.game.version
    if version != header.pack_version:
        yield tongue.say(
            "the header names version {version}, and version {here} is here",
            version=header.pack_version,
            here=version,
        )
    else:
        yield tongue.say("both call themselves version {version}", version=version)
    if (pack := pack_cache.fetch_cached(header.pack_digest)) is not None:
        figures = _compare(pack.model_dump(mode="json"), bound.pack.model_dump(mode="json"))
        for place, was, here in islice(figures, MOST_NAMED):
            yield tongue.say("{place}: {was} there, {here} here", place=place, was=was, here=here)


def _compare(was: object, here: object, place: str = "") -> Iterator[tuple[str, str, str]]:
    """Yield each figure that differs: its place, and its two values."""
    if was == here:
        return
    parts, others = _list_parts(was), _list_parts(here)
    if parts is None or others is None:
        yield place, str(was)[:60], str(here)[:60]
        return
    for name in {**parts, **others}:
        yield from _compare(parts.get(name), others.get(name), f"{place}.{name}" if place else name)


def _list_parts(value: object) -> dict[str, object] | None:
    match value:
        case dict():
            return cast(dict[str, object], value)
        case list() | tuple():
            parts = cast(Sequence[object], value)
            return {_name(number, part): part for number, part in enumerate(parts)}
        case _:
            return None


def _name(number: int, part: object) -> str:
    """Return the name of a part of a list: its id, if it has one."""
    fields = cast(dict[str, object], part) if isinstance(part, dict) else {}
    return str(fields.get("id", number))
