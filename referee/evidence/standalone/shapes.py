"""Shapes of a journal's lines, as `fits` reads them; `...` is a part that may be missing.

`python -m referee.evidence.shape_table` writes this table from the records of the journal.
"""

import re
from typing import Any

# fmt: off
LIMIT = 2**53 - 1
"""All whole numbers are smaller."""

HEX = re.compile(r"[0-9a-f]{64}")
TIME = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}T([01][0-9]|2[0-3])(:[0-5][0-9]){2}([.][0-9]+)?(Z|[+]00:00)")
DAY = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")
HOUR = re.compile(r"([01][0-9]|2[0-3]):[0-5][0-9]")
HEAD = re.compile(r"(0|[1-9][0-9]{0,15}):[0-9a-f]{64}")
SIGNATURE = re.compile(r"[0-9a-f]{96}")

KEY: Any = {"k": HEX, "n": range(1, LIMIT + 1)}
PURPOSE: Any = {"kind": str, "parameters": {"": (str, int, [(str, int)])}}
ROLL: Any = {"draw": int, "faces": [int], "key": (..., str), "needed": int, "owner": (..., str),
    "purpose": (str, PURPOSE), "sides": range(1, 257)}
DRAW: Any = {"": object, "order": [int], "purpose": (str, PURPOSE)}
ORDER: Any = {"": object, "side": str, "type": str}
EVENT: Any = {"": object, "rolls": (..., [ROLL])}
BODY: Any = {"at": TIME, "commit": {"": HEX}, "key": (KEY, None), "kind": ("absence", "advance", "anchor",
    "awaited", "clock", "commitment", "late", "message", "note", "order", "phrase", "refusal", "retract",
    "reveal", "ruling", "seat", "witness"), "prev": HEX, "public": dict, "seq": range(1, LIMIT + 1),
    "side": (str, None)}
HEADER: Any = {"anchor": HEX, "anchors": (..., {"": HEX}), "at": TIME, "beacon": (..., range(1, 28801)),
    "dice": ("sealed", "spoken"), "format": range(1, 4), "hidden": HEX, "keys": range(1, 65537), "lock": (...,
    {"data": str, "round": range(1, LIMIT + 1)}), "match": str, "odds": (..., "forbidden"),
    "options": {"": str}, "pack": str, "pack_digest": str, "pack_version": str, "phrases": (..., "allowed",
    "committed", "none", "required"), "players": (..., {"": str}), "policy": (..., str),
    "policy_digest": (..., str), "scenario": str, "sides": [str], "system": str, "vocabulary": (...,
    range(1, 4))}

KINDS: Any = {
    "order": ("side",
        {"events": (..., [(EVENT, None)]), "ignored": (..., [int]), "kept": (..., range(1, LIMIT + 1)),
            "order": (..., ORDER, None), "round": (..., range(1, LIMIT + 1)), "sealed": (..., HEX, None),
            "signature": (..., SIGNATURE), "source": (..., str), "wait": (..., range(1, LIMIT + 1))},
        {"advance": (..., bool), "anchor": (..., HEX), "body": (..., str), "events": (..., {"": EVENT}),
            "forced": (..., bool), "key": (..., KEY), "letter": (..., str), "line": (..., int),
            "message_id": (..., str), "order": (..., ORDER, None), "order_salt": (..., str), "salt": str,
            "sealed": (..., [{"events": [EVENT], "line": int, "order": ORDER}])}),
    "ruling": ("referee",
        {"again": (..., [range(LIMIT + 1)]), "amendment": (..., bool), "consent": (..., [str]),
            "decisions": (..., [{"entry": range(LIMIT + 1), "outcome": ("replay", "stands", "void"),
            "paragraph": str}]), "disputed": (..., range(LIMIT + 1)), "error": (..., str), "events": (...,
            [(EVENT, None)]), "order": (..., ORDER, None), "outcome": (..., "replay", "stands", "void"),
            "paragraph": (..., str), "policy": (..., str), "reason": (..., str), "source": (..., str),
            "void": (..., [range(LIMIT + 1)])},
        {"anchor": (..., HEX), "events": (..., {"": EVENT}), "key": (..., KEY), "order": (..., ORDER, None),
            "salt": str}),
    "retract": ("both",
        {"agreements": (..., {"": range(LIMIT + 1)}), "consent": (..., [str]), "mail": (..., str),
            "reason": str, "to": range(LIMIT + 1)},
        ()),
    "note": ("any",
        ({"mail": (..., str), "to": int, "type": "ask-takeback"}, {"agrees": bool, "ask": int, "mail": (...,
            str), "type": "answer-takeback"}, {"text": (..., str)}),
        {"faces": (..., [int]), "padding": (..., str), "salt": str, "source": (..., str), "text": (..., str),
            "thrown_for": (..., str)}),
    "reveal": ("referee",
        {"hidden": str},
        ()),
    "anchor": ("any",
        {"anchor": HEX},
        ()),
    "phrase": ("side",
        {"phrase": str},
        ()),
    "commitment": ("side",
        {"digest": HEX},
        ()),
    "witness": ("both",
        {"digest": (..., HEX), "head": HEAD, "where": (..., str)},
        ()),
    "clock": ("referee",
        ({"terms": {"days": (..., [("fri", "mon", "sat", "sun", "thu", "tue", "wed"), range(1, 8)]),
            "end": (..., "done", "moderator"), "grace": (..., range(8761)), "holidays": (..., [DAY,
            range(401)]), "hour": (..., HOUR), "hours": (..., range(1, 8761)), "questions": (...,
            {"": {"grace": range(8761), "hours": range(1, 8761)}}), "warn": (..., [range(8761), range(11)]),
            "zone": (..., str)}, "type": "set"}, {"type": "stop", "why": (..., str)}, {"side": str,
            "type": "extend", "until": TIME, "why": (..., str)}, {"type": "pause", "why": (..., str)},
            {"type": "resume", "why": (..., str)}),
        ()),
    "absence": ("side",
        ({"first": DAY, "last": DAY, "type": "away"}, {"entry": int, "type": "back"}),
        ()),
    "late": ("referee",
        {"asked": int, "due": TIME, "over": TIME, "side": str, "stage": ("grace", "over"), "then": (...,
            "done", "moderator")},
        ()),
    "seat": ("side",
        {"change": ("joined", "resigned", "substituted"), "mail": (..., str), "player": (..., str)},
        ()),
    "awaited": ("side",
        {"digest": HEX, "key": range(1, LIMIT + 1), "round": range(1, LIMIT + 1)},
        {"advance": (..., bool), "body": (..., str), "forced": (..., bool), "letter": (..., str),
            "message_id": (..., str), "rest": [{"line": int, "order": (..., ORDER), "text": (..., str)}],
            "salt": str}),
    "message": ("both",
        {},
        {"mail": (..., str), "salt": str, "text": str, "to": [str]}),
    "refusal": ("none",
        {},
        ({"body": (..., str, None), "fallen": [{"column": (..., int), "fact": (..., str), "line": int,
            "nearest": (..., [str]), "objections": (..., [{"clause": str, "fact": (..., str),
            "parameters": (..., dict), "remedy": (..., str), "text": str}]), "order": (..., str),
            "parameters": (..., dict), "remedy": (..., str), "spelled": (..., [[str, range(3, 4)]]),
            "text": str, "unreadable": (..., str)}], "letter": str, "message_id": (..., str, None),
            "padding": (..., str), "salt": str, "text": str, "unheard": (..., [int])}, {"padding": str,
            "salt": str})),
    "advance": ("none",
        {},
        ({"body": (..., str, None), "kept": [{"always": (..., bool), "conditions": (..., [str]), "order": str,
            "question": str, "role": (..., str), "since": (..., int), "subject": (..., str)}], "letter": str,
            "message_id": (..., str, None), "padding": (..., str), "salt": str}, {"padding": str,
            "salt": str})),
}
"""The author of an entry, its public and its private parts."""

REFERS: Any = {
    "ruling": {"consent": "side", "disputed": "earlier", "decisions.entry": "earlier", "void": "earlier",
        "again": "earlier"},
    "retract": {"to": "earlier", "consent": "side", "agreements": "side"},
    "note": {"to": "earlier", "ask": "earlier"},
    "clock": {"side": "side"},
    "absence": {"entry": "earlier"},
    "late": {"side": "side", "asked": "earlier"},
}
"""Fields that name sides or earlier entries."""

TRUST: Any = {
    "header": ["at", "lock", "odds", "options", "pack", "pack_digest", "pack_version", "players", "policy",
        "policy_digest", "scenario", "sides", "system"],
    "order": ["advance", "body", "events", "forced", "ignored", "letter", "line", "message_id", "order",
        "sealed", "signature", "source"],
    "ruling": ["again", "amendment", "consent", "decisions", "disputed", "error", "events", "order",
        "outcome", "paragraph", "policy", "reason", "source", "void"],
    "retract": ["consent", "mail", "reason", "to"],
    "note": ["agrees", "faces", "mail", "source", "text", "thrown_for", "to"],
    "witness": ["digest", "where"],
    "clock": ["terms", "type", "until", "why"],
    "absence": ["entry", "first", "last", "type"],
    "late": ["due", "over", "stage", "then"],
    "seat": ["change", "mail", "player"],
    "awaited": ["advance", "body", "forced", "letter", "message_id", "rest"],
    "message": ["mail", "text", "to"],
    "refusal": ["body", "fallen", "letter", "message_id", "text", "unheard"],
    "advance": ["body", "kept", "letter", "message_id"],
}
"""Fields that this verifier does not judge."""

LINE: Any = (
    {"body": BODY, "private": (..., {"": dict}), "seal": HEX},
    {"body": HEADER, "seal": HEX},
)
