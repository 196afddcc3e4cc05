"""The checks of every field of a journal, in one table that both verifiers use.

Every field has a shape: the records of `referee.matches.journal.contents` and `schemas.journal` are closed,
and `python -m referee.evidence.standalone_shapes` writes them, with the checks of this table, into the
stand-alone verifier. A test fails for a field that is not in this table.
"""

from collections.abc import Iterator, Mapping
from functools import cache
from typing import Literal, cast

from msgspec import inspect

from referee.matches.journal import contents
from referee.matches.journal.contents import CONTENTS
from schemas import clocks, journal, letter
from schemas.journal import Kind
from schemas.model import Model
from schemas.record import FiledObjection, Record

Check = Literal[
    "shape", "seal", "time", "side", "earlier", "author", "reason", "dice", "secret", "phrase", "witness",
    "rules", "pack", "policy", "agreement", "unproved", "beacon",
]  # fmt: skip
"""A check of a field.

- shape: its type, form and range, and nothing more, for it states no fact
- seal: the chain of seals, numbers and commitments
- time: a moment, or a day, of the calendar
- side: it names sides of the match, or the referee
- earlier: it names entries before this one
- author: the sides that file such entries
- reason: a takeback by the referee has one
- dice: keys, faces and draws are worked out again
- secret: it follows from the hidden secret, and is proved when that is open
- phrase: who puts a phrase into the dice, and until when
- witness: heads are looked up in this history
- rules: judged by the rules of the game, by `referee verify` alone
- pack: compared with the pack that the header names, by `referee verify` alone
- policy: compared with the policy that the header names, by `referee verify` alone. The facts of a decision
  are derived again from a whole journal, and not from the copy of one side
- agreement: a request for a takeback and its answers, looked up among the entries
- beacon: a signature of the public beacon, checked by `referee verify` where drand-verify is installed
- unproved: no journal shows whether it is true
"""

Checks = Mapping[str, Check | tuple[Check, ...]]

Held = Record | Model
"""Part of a journal: a record, or a model of a text that people write."""

FIELDS: Mapping[type[Held], Checks] = {
    journal.Header: {
        "format": "seal",
        "vocabulary": "seal",
        "match": "dice",
        "pack": "pack",
        "pack_version": "pack",
        "pack_digest": "pack",
        "system": "pack",
        "scenario": "rules",
        "options": "rules",
        "sides": "pack",
        "dice": "dice",
        "phrases": "phrase",
        "anchor": "dice",
        "anchors": "dice",
        "keys": "dice",
        "hidden": "secret",
        "policy": ("policy", "unproved"),
        "policy_digest": ("policy", "unproved"),
        "players": ("side", "unproved"),
        "odds": "unproved",
        "beacon": "dice",
        "lock": "beacon",
        "at": ("time", "unproved"),
    },
    journal.SecretLock: {"round": "beacon", "data": "beacon"},
    journal.Body: {
        "seq": "seal",
        "prev": "seal",
        "at": ("time", "unproved"),
        "kind": "shape",
        "side": "author",
        "key": "dice",
        "public": "shape",
        "commit": "seal",
    },
    journal.Key: {"n": "dice", "k": "dice"},
    journal.FiledPurpose: {"kind": "dice", "parameters": "dice"},
    journal.FiledRoll: {
        "purpose": "dice",
        "sides": "dice",
        "needed": "rules",
        "draw": "dice",
        "key": "dice",
        "owner": "dice",
        "faces": "dice",
    },
    journal.FiledEvent: {"rolls": "dice"},
    journal.FiledDraw: {"purpose": "secret", "order": "secret"},
    journal.FiledOrder: {"type": "rules", "side": "author"},
    contents.Nothing: {},
    contents.SealedOrder: {"line": "unproved", "order": "rules", "events": "rules"},
    contents.OrderPart: {
        "order": "rules",
        "events": "rules",
        "sealed": "secret",
        "source": "unproved",
        "ignored": "unproved",
        "kept": "dice",
        "wait": "dice",
        "round": "dice",
        "signature": "beacon",
    },
    contents.OrderPrivate: {
        "salt": "secret",
        "order": "rules",
        "events": "rules",
        "order_salt": "secret",
        "key": "dice",
        "anchor": "dice",
        "line": "unproved",
        "sealed": "rules",
        "letter": "unproved",
        "body": "unproved",
        "message_id": "unproved",
        "advance": "unproved",
        "forced": "unproved",
    },
    contents.FiledDecision: {"entry": ("earlier", "policy"), "paragraph": "policy", "outcome": "policy"},
    contents.RulingPart: {
        "order": "rules",
        "events": "rules",
        "source": "unproved",
        "reason": "unproved",
        "amendment": "rules",
        "consent": ("side", "policy", "unproved"),
        "policy": "policy",
        "paragraph": "policy",
        "disputed": ("earlier", "policy"),
        "outcome": "policy",
        "error": ("policy", "unproved"),
        "decisions": "policy",
        "void": ("earlier", "policy"),
        "again": ("earlier", "policy"),
    },
    contents.RulingPrivate: {
        "salt": "secret",
        "order": "rules",
        "events": "rules",
        "key": "dice",
        "anchor": "dice",
    },
    contents.RetractPart: {
        "to": ("earlier", "agreement", "rules"),
        "reason": ("reason", "unproved"),
        "consent": ("side", "agreement", "unproved"),
        "agreements": ("side", "agreement"),
        "mail": "unproved",
    },
    contents.RemarkPart: {"text": "unproved"},
    contents.NotePrivate: {
        "salt": "shape",
        "text": "unproved",
        "thrown_for": "unproved",
        "faces": "unproved",
        "source": "unproved",
        "padding": "shape",
    },
    contents.RevealPart: {"hidden": "secret"},
    contents.AnchorPart: {"anchor": "dice"},
    contents.PhrasePart: {"phrase": "phrase"},
    contents.CommitmentPart: {"digest": "phrase"},
    contents.WitnessPart: {"head": "witness", "where": "unproved", "digest": "unproved"},
    contents.AwaitedPart: {"digest": "dice", "key": "dice", "round": "dice"},
    contents.AwaitedLine: {"line": "unproved", "text": "unproved", "order": "unproved"},
    contents.AwaitedPrivate: {
        "salt": "shape",
        "rest": "unproved",
        "letter": "unproved",
        "body": "unproved",
        "message_id": "unproved",
        "advance": "unproved",
        "forced": "unproved",
    },
    contents.MessagePrivate: {
        "salt": "shape",
        "to": "unproved",
        "text": "unproved",
        "mail": "unproved",
    },
    contents.Padding: {"salt": "shape", "padding": "shape"},
    contents.RefusalPrivate: {
        "salt": "shape",
        "letter": "unproved",
        "body": "unproved",
        "message_id": "unproved",
        "text": ("rules", "unproved"),
        "fallen": "rules",
        "unheard": "unproved",
        "padding": "shape",
    },
    contents.AdvancePrivate: {
        "salt": "shape",
        "letter": "unproved",
        "body": "unproved",
        "message_id": "unproved",
        "kept": "unproved",
        "padding": "shape",
    },
    letter.TakebackAsked: {"type": "shape", "to": ("earlier", "unproved"), "mail": "unproved"},
    letter.TakebackAnswered: {
        "type": "shape",
        "ask": "earlier",
        "agrees": ("agreement", "unproved"),
        "mail": "unproved",
    },
    letter.SeatChange: {"change": "unproved", "player": "unproved", "mail": "unproved"},
    clocks.ClockSet: {"type": "unproved", "terms": "unproved"},
    clocks.ClockStopped: {"type": "unproved", "why": "unproved"},
    clocks.ClockPaused: {"type": "unproved", "why": "unproved"},
    clocks.ClockResumed: {"type": "unproved", "why": "unproved"},
    clocks.DeadlineMoved: {
        "type": "unproved",
        "side": "side",
        "until": ("time", "unproved"),
        "why": "unproved",
    },
    clocks.Terms: {
        "zone": "unproved",
        "hour": "unproved",
        "days": "unproved",
        "hours": "unproved",
        "grace": "unproved",
        "warn": "unproved",
        "holidays": ("time", "unproved"),
        "end": "unproved",
        "questions": "unproved",
    },
    clocks.Span: {"hours": "unproved", "grace": "unproved"},
    clocks.Absence: {"type": "unproved", "first": ("time", "unproved"), "last": ("time", "unproved")},
    clocks.AbsenceWithdrawn: {"type": "unproved", "entry": ("earlier", "unproved")},
    clocks.Lateness: {
        "side": "side",
        "asked": "earlier",
        "due": ("time", "unproved"),
        "over": ("time", "unproved"),
        "stage": "unproved",
        "then": "unproved",
    },
    letter.FiledLine: dict.fromkeys(
        ("line", "column", "text", "order", "objections", "unreadable", "remedy", "fact", "parameters",
         "nearest", "spelled"), "rules"
    ),
    FiledObjection: dict.fromkeys(("clause", "text", "remedy", "fact", "parameters"), "rules"),
    letter.AdvanceOrder: dict.fromkeys(
        ("question", "subject", "order", "role", "conditions", "always", "since"), "unproved"
    ),
}  # fmt: skip
"""The checks of each field, by the record that holds it."""

Path = tuple[str, ...]

REFERRING: frozenset[Check] = frozenset({"time", "side", "earlier"})
"""Checks that look a value up in the calendar, in the header or among the entries."""

ELSEWHERE: frozenset[Check] = frozenset({"rules", "pack", "policy", "unproved", "beacon"})
"""Checks that the stand-alone verifier does not make."""


def list_checks(record: type[Held], field: str) -> tuple[Check, ...]:
    """List the checks of a field."""
    checks = FIELDS[record][field]
    return (checks,) if isinstance(checks, str) else checks


def walk(kind: inspect.Type, at: Path = ()) -> Iterator[tuple[Path, type[Held], str]]:
    """Yield every field inside a type: its path, the record that holds it, and its name there."""
    match kind:
        case inspect.UnionType(types=types):
            for one in types:
                yield from walk(one, at)
        case inspect.StructType(cls=struct, tag=tag, tag_field=tag_field, fields=fields):
            cls = cast(type[Record], struct)
            if tag is not None:
                yield (*at, str(tag_field)), cls, str(tag_field)
            for field in fields:
                yield (*at, field.name), cls, field.name
                yield from walk(field.type, (*at, field.name))
        case inspect.CustomType(cls=model) if issubclass(model, Model):
            for name, part in model.model_fields.items():
                yield (*at, name), model, name
                yield from walk(inspect.type_info(part.annotation), (*at, name))
        case inspect.VarTupleType(item_type=item) | inspect.DictType(value_type=item):
            yield from walk(item, at)
        case _:
            pass


def walk_entry(kind: Kind) -> Iterator[tuple[str, Path, type[Held], str]]:
    """Yield every field of an entry of a kind, with the name of the part that holds it."""
    for part, records in zip(("public", "private"), CONTENTS[kind], strict=True):
        for record in records:
            for path, holder, field in walk(inspect.type_info(record)):
                yield part, path, holder, field


@cache
def list_references(kind: Kind) -> tuple[tuple[Path, Check], ...]:
    """List the fields of the public part of a kind that name times, sides or entries."""
    found: dict[tuple[Path, Check], None] = {}
    for part, path, holder, field in walk_entry(kind):
        if part == "public":
            found |= dict.fromkeys(
                (path, check) for check in list_checks(holder, field) if check in REFERRING
            )
    return tuple(found)


@cache
def list_fields(kind: Kind | Literal["header"], *checks: Check) -> tuple[str, ...]:
    """List the outermost fields of a kind, or of the header, that have one of some checks."""
    if kind == "header":
        fields = ((path, holder, field) for path, holder, field in walk(inspect.type_info(journal.Header)))
    else:
        fields = ((path, holder, field) for _, path, holder, field in walk_entry(kind))
    found = {path[0]: None for path, holder, field in fields if {*list_checks(holder, field)} & {*checks}}
    return tuple(sorted(found))
