"""A random game as a match that was never written down: its journal is whole, but nobody sealed it."""

from functools import cache
from pathlib import Path

from msgspec.structs import replace

from referee.matches import visibility
from referee.matches.journal import Journal
from referee.matches.matches import Match
from referee.packs import rulesets
from schemas.journal import Body, Entry, Head, Header
from schemas.record import REFEREE, Side
from tests.great_war.random_play import play

ZERO = "0" * 64
AT = "2026-12-01T20:00:00Z"


@cache
def played(seed: int, seasons: int, templates: str = "no") -> Match:
    """A game of so many seasons, entry by entry; with hidden templates if that is `yes`."""
    bound = rulesets.bind("ttlm", "1914", {"hidden-templates": templates})
    entries: list[Entry] = []
    for number, (_, order, events, _) in enumerate(play(bound.rules, seed, seasons=seasons), start=1):
        told = visibility.parts(bound.system, order, events)
        side = order.side if order is not None else REFEREE
        body = Body(seq=number, prev=ZERO, at=AT, kind="order", side=side, public=told.public)
        entries.append(Entry(seal=ZERO, body=body, private=told.private))
    header = Header(
        match="random", pack="ttlm", pack_version=bound.pack.game.version, pack_digest=bound.loaded.digest,
        system="great-war", scenario="1914", sides=bound.rules.sides, anchor=ZERO, hidden=ZERO, at=AT,
    )  # fmt: skip
    head = Head(seq=len(entries), seal=ZERO)
    return Match("random", Path("random"), Journal(header, ZERO, tuple(entries), head, 0), bound)


def shortened(match: Match, entries: int) -> Match:
    """The first entries of a match."""
    return replace(match, journal=replace(match.journal, entries=match.entries[:entries]))


def copy_of(match: Match, viewer: Side) -> Match:
    """The match as one viewer's own copy of the journal has it."""
    entries = tuple(
        replace(entry, private={side: part for side, part in entry.private.items() if side == viewer})
        for entry in match.entries
    )
    return replace(match, journal=replace(match.journal, entries=entries))
