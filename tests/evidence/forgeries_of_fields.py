"""Forgeries of entries outside orders, rulings and dice, as data: the entry that the forger adds or changes.

A false entry with a field that both verifiers check is found. One that is well formed and untrue is counted:
the field is among those that rest on the moderator's word.
"""

from typing import Any

from tests.evidence.forger import Forgery

T, LATER = "1914-08-05T06:00:00Z", "1914-08-06T06:00:00Z"
SHOT = {"change": "shot"}
LATE = {"side": "german", "asked": 1, "due": T, "over": LATER, "stage": "over", "then": "moderator"}
TERMS = {
    "zone": "UTC", "hour": "20:00", "days": ["mon"], "hours": 72, "grace": 24, "warn": [24], "holidays": [],
    "end": "moderator", "questions": {},
}  # fmt: skip
SEAL = "ab" * 32
PADDING = {"salt": "s", "padding": ".."}

Content = tuple[str, str | None, dict[str, Any], dict[str, Any]]
"""The kind, the author, the public part and the private parts of an entry."""

FALSE: dict[str, Content] = {
    "a seat is shot": ("seat", "german", SHOT, {}),
    "a seat without a change": ("seat", "german", {"player": "x"}, {}),
    "a seat with a field more": ("seat", "german", {"change": "joined", "zzz": 1}, {}),
    "a seat whose player is a number": ("seat", "german", {"change": "joined", "player": 7}, {}),
    "a seat of the referee": ("seat", "referee", {"change": "joined"}, {}),
    "a seat of nobody": ("seat", None, {"change": "joined"}, {}),
    "a seat with a secret": ("seat", "german", {"change": "joined"}, {"german": {"salt": "s"}}),
    "a clock of nonsense": ("clock", "referee", {"type": "explode"}, {}),
    "a clock without a type": ("clock", "referee", {"why": "x"}, {}),
    "a clock of a side": ("clock", "german", {"type": "stop", "why": ""}, {}),
    "a clock that is a seat": ("clock", "referee", {"change": "joined"}, {}),
    "a clock whose reason is a list": ("clock", "referee", {"type": "pause", "why": []}, {}),
    "a clock set to nothing": ("clock", "referee", {"type": "set"}, {}),
    "a clock with no days": ("clock", "referee", {"type": "set", "terms": {**TERMS, "days": []}}, {}),
    "a clock with a strange day": ("clock", "referee", {"type": "set", "terms": {**TERMS, "days": ["x"]}}, {}),  # noqa: E501
    "a clock of endless hours": ("clock", "referee", {"type": "set", "terms": {**TERMS, "hours": 9999}}, {}),
    "a clock of no hours": ("clock", "referee", {"type": "set", "terms": {**TERMS, "hours": 0}}, {}),
    "a clock at a strange hour": ("clock", "referee", {"type": "set", "terms": {**TERMS, "hour": "25:00"}}, {}),  # noqa: E501
    "a clock with a holiday in no calendar": (
        "clock", "referee", {"type": "set", "terms": {**TERMS, "holidays": ["1914-02-30"]}}, {},
    ),
    "a clock with eleven warnings": (
        "clock", "referee", {"type": "set", "terms": {**TERMS, "warn": [1] * 11}}, {},
    ),
    "a deadline moved to a word": (
        "clock", "referee", {"type": "extend", "side": "german", "until": "soon", "why": ""}, {},
    ),
    "a deadline moved to no day": (
        "clock", "referee", {"type": "extend", "side": "german", "until": "1914-02-30T06:00:00Z"}, {},
    ),
    "a deadline moved for a stranger": (
        "clock", "referee", {"type": "extend", "side": "turk", "until": T, "why": ""}, {},
    ),
    "an absence without days": ("absence", "german", {"type": "away"}, {}),
    "an absence on no day": ("absence", "german", {"type": "away", "first": "x", "last": "y"}, {}),
    "an absence out of the calendar": (
        "absence", "german", {"type": "away", "first": "1914-13-01", "last": "1914-13-02"}, {},
    ),
    "an absence of the referee": (
        "absence", "referee", {"type": "away", "first": "1914-08-05", "last": "1914-08-06"}, {},
    ),
    "an absence that ends in the future": ("absence", "german", {"type": "back", "entry": 99}, {}),
    "an absence that ends at a word": ("absence", "german", {"type": "back", "entry": "1"}, {}),
    "a late stranger": ("late", "referee", {**LATE, "side": "turk"}, {}),
    "lateness of a question to come": ("late", "referee", {**LATE, "asked": 99}, {}),
    "lateness since a truth": ("late", "referee", {**LATE, "asked": True}, {}),
    "lateness due at a word": ("late", "referee", {**LATE, "due": "yesterday"}, {}),
    "lateness over at no time": ("late", "referee", {**LATE, "over": "1914-08-05"}, {}),
    "lateness of a strange stage": ("late", "referee", {**LATE, "stage": "dead"}, {}),
    "lateness with a strange end": ("late", "referee", {**LATE, "then": "hang"}, {}),
    "lateness that a side files": ("late", "german", LATE, {}),
    "a public message": ("message", "german", {"text": "hello"}, {}),
    "a message to a number": ("message", "german", {}, {"german": {"salt": "s", "to": [1], "text": "x"}}),
    "a message without words": ("message", "german", {}, {"german": {"salt": "s", "to": ["allied"]}}),
    "a message with orders": ("message", "german", {}, {"german": {"salt": "s", "to": [], "text": "x", "order": None}}),  # noqa: E501
    "a message of nobody": ("message", None, {}, {"german": {"salt": "s", "to": ["allied"], "text": "x"}}),
    "a note of events": ("note", "referee", {"text": "x", "events": []}, {}),
    "a note that is a number": ("note", "referee", {"text": 7}, {}),
    "a note that asks back from the future": ("note", "german", {"type": "ask-takeback", "to": 99, "mail": ""}, {}),  # noqa: E501
    "a note that agrees to nothing": (
        "note", "german", {"type": "answer-takeback", "ask": 99, "agrees": True, "mail": ""}, {},
    ),
    "a note that agrees with a word": (
        "note", "german", {"type": "answer-takeback", "ask": 1, "agrees": "yes", "mail": ""}, {},
    ),
    "a note of a strange type": ("note", "german", {"type": "surrender"}, {}),
    "a note of a stranger": ("note", "turk", {"text": "x"}, {}),
    "a private note with a key": ("note", "german", {}, {"german": {"salt": "s", "text": "x", "zzz": 1}}),
    "an advance of nonsense": ("advance", None, {}, {"german": {"salt": "s", "text": "x"}}),
    "an advance with a public part": ("advance", None, {"kept": []}, {"german": PADDING}),
    "an advance of a named side": ("advance", "german", {}, {"german": PADDING}),
    "an advance whose orders are words": ("advance", None, {}, {"german": {"salt": "s", "letter": "x", "kept": ["x"]}}),  # noqa: E501
    "a refusal of nonsense": ("refusal", None, {}, {"german": {"salt": "s", "letter": "x"}}),
    "a refusal that names its side": ("refusal", "german", {}, {"german": PADDING}),
    "a refusal whose lines are words": (
        "refusal", None, {}, {"german": {"salt": "s", "letter": "x", "text": "x", "fallen": ["x"]}},
    ),
    "a refusal with a public reason": ("refusal", None, {"reason": "x"}, {"german": PADDING}),
    "a takeback without a reason": ("retract", "referee", {"to": 1}, {}),
    "a takeback with an empty reason": ("retract", "referee", {"to": 1, "reason": " "}, {}),
    "a takeback on the word of a stranger": (
        "retract", "referee", {"to": 1, "reason": "x", "consent": ["turk"]}, {},
    ),
    "a takeback of a strange agreement": (
        "retract", "referee", {"to": 1, "reason": "x", "agreements": {"turk": 1}}, {},
    ),
    "a takeback of a stranger": ("retract", "turk", {"to": 1, "reason": "x"}, {}),
    "a takeback of nobody": ("retract", None, {"to": 1, "reason": "x"}, {}),
    "a witness of a word": ("witness", "german", {"head": "the last one"}, {}),
    "a witness with a short digest": ("witness", "german", {"head": f"1:{SEAL}", "digest": "ab"}, {}),
    "a witness without a head": ("witness", "german", {"where": "a forum"}, {}),
    "a witness of nobody": ("witness", None, {"head": f"1:{SEAL}"}, {}),
    "a secret that a side opens": ("reveal", "german", {"hidden": SEAL}, {}),
    "a chain that a stranger begins": ("anchor", "turk", {"anchor": SEAL}, {}),
    "a ruling of a strange outcome": (
        "ruling", "referee", {"order": None, "events": [], "outcome": "hanged"}, {},
    ),
    "a ruling on an entry to come": ("ruling", "referee", {"order": None, "events": [], "disputed": 99}, {}),
    "a ruling that decides on an entry to come": (
        "ruling", "referee",
        {"order": None, "events": [], "decisions": [{"entry": 99, "paragraph": "x", "outcome": "void"}]}, {},
    ),
    "a ruling whose decisions are words": (
        "ruling", "referee", {"order": None, "events": [], "decisions": ["void"]}, {},
    ),
    "a ruling that voids an entry to come": ("ruling", "referee", {"order": None, "events": [], "void": [99]}, {}),  # noqa: E501
    "a ruling on the word of a stranger": (
        "ruling", "referee", {"order": None, "events": [], "consent": ["turk"]}, {},
    ),
    "a ruling with a field more": ("ruling", "referee", {"order": None, "events": [], "winner": "german"}, {}),  # noqa: E501
}  # fmt: skip
"""Entries that no referee files."""

UNTRUE: dict[str, tuple[Content, str]] = {
    "a player who never joined": (("seat", "german", {"change": "joined", "player": "x"}, {}), "seat.player"),
    "a player who never resigned": (("seat", "german", {"change": "resigned"}, {}), "seat.change"),
    "a clock that was never set": (("clock", "referee", {"type": "set", "terms": TERMS}, {}), "clock.terms"),
    "a clock that was never stopped": (("clock", "referee", {"type": "stop", "why": "x"}, {}), "clock.why"),
    "a deadline that was never moved": (
        ("clock", "referee", {"type": "extend", "side": "german", "until": T, "why": ""}, {}), "clock.until",
    ),
    "an absence that nobody announced": (
        ("absence", "german", {"type": "away", "first": "1914-08-05", "last": "1914-08-06"}, {}), "absence.first",  # noqa: E501
    ),
    "an absence that did not end": (("absence", "german", {"type": "back", "entry": 1}, {}), "absence.entry"),
    "an answer that was in time": (("late", "referee", LATE, {}), "late.stage"),
    "a message that nobody wrote": (
        ("message", "german", {}, {"german": {"salt": "s", "to": ["allied"], "text": "x"}}), "message.text",
    ),
    "a note that nobody wrote": (("note", "german", {"text": "I resign"}, {}), "note.text"),
    "a takeback that nobody asked for": (
        ("note", "german", {"type": "ask-takeback", "to": 1, "mail": ""}, {}), "note.to",
    ),
    "a takeback with a made-up reason": (
        ("retract", "referee", {"to": 1, "reason": "both agree"}, {}), "retract.reason",
    ),
    "a takeback on a made-up consent": (
        ("retract", "referee", {"to": 1, "reason": "x", "consent": ["german"]}, {}), "retract.consent",
    ),
    "an order in advance that nobody gave": (
        ("advance", None, {}, {"german": {"salt": "s", "letter": "x", "kept": []}}), "advance.kept",
    ),
    "a letter that nobody wrote": (
        ("refusal", None, {}, {"german": {"salt": "s", "letter": "x", "text": "x", "fallen": []}}), "refusal.text",  # noqa: E501
    ),
    "a place that does not have the head": (
        ("witness", "referee", {"head": f"1:{SEAL}", "where": "a forum"}, {}), "witness.where",
    ),
}  # fmt: skip
"""Entries that a referee might file, and the field that rests on his word."""

HEADERS: dict[str, tuple[dict[str, Any], str]] = {
    "a bot where there was a person": ({"players": {"german": "greedy 1"}}, "header.players"),
    "a bot for a stranger": ({"players": {"turk": "greedy 1"}}, ""),
    "a bot that is a number": ({"players": {"german": 1}}, ""),
    "an older vocabulary": ({"vocabulary": 1}, ""),
    "the vocabulary before": ({"vocabulary": 2}, ""),
    "a policy that there is not": ({"policy": "mercy", "policy_digest": SEAL}, "header.policy"),
    "forbidden odds": ({"odds": "forbidden"}, "header.odds"),
    "a later opening": ({"at": T}, "header.at"),
    "an opening at no time": ({"at": "noon"}, ""),
    "a side twice": ({"sides": ["german", "german", "allied"]}, ""),
    "the referee as a side": ({"sides": ["german", "allied", "referee"]}, ""),
}
"""What a forged header says, and the field that rests on the moderator's word; empty if it is found."""


def add(content: Content) -> Any:
    """Return a change that files an entry behind all others."""

    def forge(it: Forgery) -> None:
        kind, side, public, private = content
        # The records of the table are shared by all its cases.
        line = it.put(len(it.lines), kind, side, dict(public))
        line["private"] = {who: dict(part) for who, part in private.items()}

    return forge


def restate(says: dict[str, Any]) -> Any:
    """Return a change of the header."""
    return lambda it: it.header.update(says)
