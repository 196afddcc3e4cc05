"""Phrases that the sides put into the dice, so that who opened many matches has not chosen them."""

from collections.abc import Mapping
from pathlib import Path

from referee.engine.faults import Complaint, DataFault, Misuse, NotYours, Stale
from referee.matches import matches, moderating
from referee.matches.faults import MatchFault
from referee.matches.journal import Draft
from referee.matches.matches import Match
from referee.texts.canonical import writable
from schemas.answers.matches import Filed
from schemas.journal import LONGEST_PHRASE, PHRASED, Entry
from schemas.record import Side


def file(root: Path, name: str, text: str, *, by: str, at: str) -> Filed:
    """File the phrase of a side; the same one again is answered as it was the first time."""
    with matches.hold(root, name) as (writer, match):
        side = match.side(by)
        moderating.refuse_closed(match)
        phrase = examine(match, side, text)
        if phrase is None:
            filed = find(match, side)
        else:
            (filed,) = writer.append(draft(side, phrase, at=at))
        return Filed(
            match=match.name,
            entry=filed.body.seq,
            kind="phrase",
            text=str(filed.body.public["phrase"]),
            head=str(writer.journal.head),
        )


def draft(side: Side, phrase: str, *, at: str) -> Draft:
    """The entry of a phrase."""
    return Draft(kind="phrase", at=at, side=side, public={"phrase": phrase})


def examine(match: Match, side: Side, text: str) -> str | None:
    """A phrase as it is filed; nothing if the side filed this one before.

    Raises unless the side may put it into the dice now.
    """
    phrase = writable(" ".join(text.split()))
    _check_text(phrase)
    if before := match.past.phrases(match.entries).get(side):
        if before.body.public["phrase"] == phrase:
            return None
        raise NotYours(Complaint.of(MatchFault.PHRASE_STANDS, side=side, entry=before.body.seq))
    if not may_hold(match):
        raise Misuse(Complaint.of(MatchFault.PHRASES_UNWANTED, match=match.name))
    if (order := match.past.find_first_order(match.entries)) is not None:
        raise Stale(Complaint.of(MatchFault.PHRASE_LATE, entry=order))
    return phrase


def _check_text(phrase: str) -> None:
    if not phrase:
        raise DataFault(Complaint.of(MatchFault.PHRASE_EMPTY))
    if len(phrase) > LONGEST_PHRASE or not phrase.isprintable():
        raise DataFault(Complaint.of(MatchFault.PHRASE_UNPRINTABLE, most=LONGEST_PHRASE))


def may_hold(match: Match) -> bool:
    """Whether the dice of a match may hold phrases."""
    return match.header.format >= PHRASED and match.header.phrases != "none"


def list_awaited(match: Match, filed: Mapping[Side, str] | None = None) -> tuple[Side, ...]:
    """The sides whose phrases the first order has to wait for; `filed` are those that there are."""
    if not (may_hold(match) and match.header.phrases == "required"):
        return ()
    filed = list_filed(match) if filed is None else filed
    return tuple(side for side in match.header.sides if side not in filed)


def list_invited(match: Match) -> tuple[Side, ...]:
    """The sides that may put a phrase into the dice now, and have not."""
    if not may_hold(match) or match.past.find_first_order(match.entries) is not None:
        return ()
    filed = list_filed(match)
    return tuple(side for side in match.header.sides if side not in filed)


def refuse_awaited(match: Match, filed: Mapping[Side, str]) -> None:
    """Raise if orders have to wait for phrases beside those that were filed."""
    if awaited := list_awaited(match, filed):
        raise Stale(Complaint.of(MatchFault.PHRASES_AWAITED, sides=awaited))


def list_filed(match: Match) -> dict[Side, str]:
    """The phrases that are in the dice, by side."""
    filed = match.past.phrases(match.entries)
    return {side: str(entry.body.public["phrase"]) for side, entry in filed.items()}


def find(match: Match, side: Side) -> Entry:
    """The entry of the phrase of a side that has one."""
    return match.past.phrases(match.entries)[side]
