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
- beacon: a signature of the public beacon, checked by `referee verify` where bittensor-drand is installed
- unproved: no journal shows whether it is true
"""

Checks = Mapping[str, Check | tuple[Check, ...]]

Held = Record | Model
"""Part of a journal: a record, or a model of a text that people write."""


def _check(**fields: str) -> dict[str, Check | tuple[Check, ...]]:
    """Return the check of each field, from the names of the fields that each check has."""
    return {name: cast(Check, check) for check, names in fields.items() for name in names.split()}


def _joint(**fields: tuple[Check, ...]) -> dict[str, Check | tuple[Check, ...]]:
    """Return the checks of each field that has several."""
    return dict[str, Check | tuple[Check, ...]](fields)


FIELDS: Mapping[type[Held], Checks] = {
    journal.Header: _check(
        seal="format vocabulary", dice="match dice anchor anchors keys beacon",
        pack="pack pack_version pack_digest system sides", rules="scenario options", phrase="phrases",
        secret="hidden", unproved="odds", beacon="lock"
    ) | _joint(
        policy=("policy", "unproved"), policy_digest=("policy", "unproved"),
        players=("side", "unproved"), at=("time", "unproved"),
    ),
    journal.SecretLock: _check(beacon="round data"),
    journal.Body: _check(
        seal="seq prev commit", shape="kind public", author="side", dice="key"
    ) | _joint(at=("time", "unproved")),
    journal.Key: _check(dice="n k"),
    journal.FiledPurpose: _check(dice="kind parameters"),
    journal.FiledRoll: _check(dice="purpose sides draw key owner faces", rules="needed"),
    journal.FiledEvent: _check(dice="rolls"),
    journal.FiledDraw: _check(secret="purpose order"),
    journal.FiledOrder: _check(rules="type", author="side"),
    contents.Nothing: {},
    contents.SealedOrder: _check(unproved="line", rules="order events"),
    contents.OrderPart: _check(
        rules="order events", secret="sealed", unproved="source ignored", dice="kept wait round",
        beacon="signature"
    ),
    contents.OrderPrivate: _check(
        secret="salt order_salt", rules="order events sealed", dice="key anchor",
        unproved="line letter body message_id advance forced"
    ),
    contents.FiledDecision: _check(policy="paragraph outcome") | _joint(entry=("earlier", "policy")),
    contents.RulingPart: _check(
        rules="order events amendment", unproved="source reason",
        policy="policy paragraph outcome decisions"
    ) | _joint(
        consent=("side", "policy", "unproved"), disputed=("earlier", "policy"),
        error=("policy", "unproved"), void=("earlier", "policy"), again=("earlier", "policy"),
    ),
    contents.RulingPrivate: _check(secret="salt", rules="order events", dice="key anchor"),
    contents.RetractPart: _check(
        unproved="mail"
    ) | _joint(
        to=("earlier", "agreement", "rules"), reason=("reason", "unproved"),
        consent=("side", "agreement", "unproved"), agreements=("side", "agreement"),
    ),
    contents.RemarkPart: _check(unproved="text"),
    contents.NotePrivate: _check(shape="salt padding", unproved="text thrown_for faces source"),
    contents.RevealPart: _check(secret="hidden"),
    contents.AnchorPart: _check(dice="anchor"),
    contents.PhrasePart: _check(phrase="phrase"),
    contents.CommitmentPart: _check(phrase="digest"),
    contents.WitnessPart: _check(witness="head", unproved="where digest"),
    contents.AwaitedPart: _check(dice="digest key round"),
    contents.AwaitedLine: _check(unproved="line text order"),
    contents.AwaitedPrivate: _check(shape="salt", unproved="rest letter body message_id advance forced"),
    contents.MessagePrivate: _check(shape="salt", unproved="to text mail"),
    contents.Padding: _check(shape="salt padding"),
    contents.RefusalPrivate: _check(
        shape="salt padding", unproved="letter body message_id unheard", rules="fallen"
    ) | _joint(text=("rules", "unproved")),
    contents.AdvancePrivate: _check(shape="salt padding", unproved="letter body message_id kept"),
    letter.TakebackAsked: _check(shape="type", unproved="mail") | _joint(to=("earlier", "unproved")),
    letter.TakebackAnswered: _check(
        shape="type", earlier="ask", unproved="mail"
    ) | _joint(agrees=("agreement", "unproved")),
    letter.SeatChange: _check(unproved="change player mail"),
    clocks.ClockSet: _check(unproved="type terms"),
    clocks.ClockStopped: _check(unproved="type why"),
    clocks.ClockPaused: _check(unproved="type why"),
    clocks.ClockResumed: _check(unproved="type why"),
    clocks.DeadlineMoved: _check(unproved="type why", side="side") | _joint(until=("time", "unproved")),
    clocks.Terms: _check(
        unproved="zone hour days hours grace warn end questions"
    ) | _joint(holidays=("time", "unproved")),
    clocks.Span: _check(unproved="hours grace"),
    clocks.Absence: _check(unproved="type") | _joint(first=("time", "unproved"), last=("time", "unproved")),
    clocks.AbsenceWithdrawn: _check(unproved="type") | _joint(entry=("earlier", "unproved")),
    clocks.Lateness: _check(
        side="side", earlier="asked", unproved="stage then"
    ) | _joint(due=("time", "unproved"), over=("time", "unproved")),
    letter.FiledLine: _check(
        rules="line column text order objections unreadable remedy fact parameters nearest spelled"
    ),
    FiledObjection: _check(rules="clause text remedy fact parameters"),
    letter.AdvanceOrder: _check(unproved="question subject order role conditions always since"),
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
