"""Entries about time and seats in a few words, whatever a journal says."""

from collections.abc import Mapping

import pytest

from referee.matches.clocks import ledger
from referee.matches.matches import Match
from schemas.journal import Body, Entry

TERMS = {"zone": "Europe/Berlin", "hour": "20:00", "hours": 24, "grace": 12}

SAID: list[tuple[str, Mapping[str, object], str]] = [
    (
        "clock",
        {"type": "set", "terms": TERMS},
        "the clock is set: at least 24 hours, then 20:00 in Europe/Berlin, and 12 hours of grace",
    ),
    ("clock", {"type": "set", "terms": "soon"}, "the clock is set:"),
    ("clock", {"type": "stop", "why": ""}, "the clock is stopped"),
    ("clock", {"type": "stop", "why": "we are\nfriends"}, "the clock is stopped: we are friends"),
    ("clock", {"type": "extend", "side": "red", "until": "noon"}, "Red has time until noon"),
    (
        "clock",
        {"type": "extend", "side": "red", "until": "noon", "why": "a train"},
        "Red has time until noon: a train",
    ),
    ("clock", {"type": "extend", "side": "green\x1b[2J", "until": 7}, "green [2J has time until 7"),
    ("clock", {"type": "pause"}, "the clock is paused"),
    ("clock", {"type": "pause", "why": "a feast"}, "the clock is paused: a feast"),
    ("clock", {"type": "resume"}, "the clock runs again"),
    ("clock", {"type": "resume", "why": "the feast is over"}, "the clock runs again: the feast is over"),
    ("clock", {"type": "melt"}, "melt"),
    ("absence", {"first": "2026-12-24", "last": "2026-12-26"}, "away from 2026-12-24 to 2026-12-26"),
    ("absence", {"entry": 7}, "withdraws the absence in entry 7"),
    ("seat", {"change": "joined", "player": "Anna"}, "Anna takes the seat"),
    ("seat", {"change": "joined"}, "a player takes the seat"),
    ("seat", {"change": "substituted", "player": "Anna"}, "Anna takes over the seat"),
    ("seat", {"change": "substituted", "player": " "}, "another player takes over the seat"),
    ("seat", {"change": "resigned", "player": "Anna"}, "Anna leaves the seat"),
    ("seat", {"change": "resigned"}, "the player leaves the seat"),
    ("seat", {"change": "sold"}, "sold"),
    (
        "late",
        {"stage": "grace", "side": "blue", "due": "noon", "over": "dusk"},
        "the answer of Blue was due noon; its grace ends dusk",
    ),
    (
        "late",
        {"stage": "over", "side": "blue", "due": "noon", "over": "dusk"},
        "the answer of Blue was due noon; its grace is over",
    ),
]


@pytest.mark.parametrize(("kind", "public", "said"), SAID, ids=[line[2] for line in SAID])
def test_entry_is_summarised(match: Match, kind: str, public: Mapping[str, object], said: str) -> None:
    body = Body(seq=2, prev="00", at="2026-12-01T20:00:00Z", kind=kind, public=dict(public))

    assert ledger.summarise_entry(match, Entry(seal="00", body=body)).strip() == said
