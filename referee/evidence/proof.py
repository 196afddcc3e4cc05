"""The dice of a disputed entry with their proof, in words and in commands that anybody can type."""

from collections.abc import Iterator, Sequence

from referee.dice import chain
from referee.dice.custom import list_phrases
from referee.engine.tongue import message
from referee.evidence import shown_dice
from referee.evidence.cases import Case
from referee.matches import history
from referee.matches.journal.reading import MOVING
from referee.reports.telling import word_purpose
from schemas.answers.evidence import ProvedRoll
from schemas.journal import Entry, Key
from schemas.record import Roll, Rolled, Side
from schemas.reports.document import Block, Code, DiceThrown, Heading, Paragraph, Table, Verbatim


def dice(case: Case, viewer: Side) -> Iterator[Block]:
    """Every roll that a viewer saw, with the key and the draws that its faces follow from."""
    tongue = case.match.tongue
    witnessed = (case.match.system.secrecy.redact_event(event, viewer) for event in case.events)
    seen = [event for event in witnessed if event is not None]
    phrases = list_phrases(case.match.entries[: case.seq])
    rolls = shown_dice.show(case.match.header, case.entry, seen, viewer, phrases)
    if not rolls:
        return
    yield Heading(text=tongue.say("The dice, with their proof"))
    if "kept" in case.entry.body.public:
        yield from _list_kept(case, rolls)
        return
    if case.match.header.dice == "spoken":
        source = Code(text=rolls[0].source)
        yield tongue.paragraph("Thrown by people; the source that was named: {source}", source=source)
    elif key := case.entry.body.key:
        yield _publish(case, key)
        yield Verbatim(lines=(f"printf %s {key.k} | sha256sum", f"{chain.digest(key.k)}  -"))
        yield tongue.paragraph("Every face follows from the first byte that a message gives under this key:")
    for owner in dict.fromkeys(roll.owner for roll in rolls if roll.owner):
        yield from _own(case, owner)
    for roll in rolls:
        yield from _roll(case, roll)


def _list_kept(case: Case, rolls: Sequence[ProvedRoll]) -> Iterator[Block]:
    """The dice that a ruling kept, each with the entry that threw them first."""
    rules, tongue = case.match.rules, case.match.tongue
    thrown = [entry for entry in case.match.entries[: case.seq] if "kept" not in entry.body.public]
    for proved in rolls:
        yield DiceThrown(rolls=(word_purpose(rules, proved.roll),), entry=case.seq, key=proved.roll.key)
        found = (entry.body.seq for entry in reversed(thrown) if _throws(case, entry, proved.roll))
        if (first := next(found, None)) is not None:
            text = message("A ruling kept these dice; `dispute` of entry {entry} proves them.")
            yield tongue.paragraph(text, entry=first)


def _throws(case: Case, entry: Entry, roll: Roll) -> bool:
    events = history.events_of(case.match.rules, entry) if entry.body.kind in MOVING else ()
    return any(roll in event.rolls for event in events if isinstance(event, Rolled))


def _roll(case: Case, roll: ProvedRoll) -> Iterator[Block]:
    shown = word_purpose(case.match.rules, roll.roll)
    yield DiceThrown(rolls=(shown,), entry=case.seq, key=roll.key)
    if roll.roll.key and case.match.header.dice == "sealed":
        yield from _secret(case, roll)
    if roll.draws:
        yield Verbatim(lines=(f"printf '%s' '{_quote(roll)}' | openssl dgst -sha256 -hmac {roll.key}",))
        yield _draws(case, roll)


def _publish(case: Case, key: Key) -> Paragraph:
    """Where the key before was published."""
    tongue = case.match.tongue
    for entry in reversed(case.match.entries[: case.seq - 1]):
        parts = {"key": key.n, "entry": entry.body.seq}
        if before := entry.body.key:
            text = message("Key {key} hashes to key {before}, which entry {entry} had published:")
            return tongue.paragraph(text, before=before.n, **parts)
        if entry.body.kind == "anchor":
            return tongue.paragraph(
                "Key {key} hashes to the anchor that entry {entry} had published:", **parts
            )
    return tongue.paragraph("Key {key} hashes to the anchor in the header:", key=key.n)


def _own(case: Case, owner: Side) -> Iterator[Block]:
    """The key of an owner, for himself and the referee."""
    if key := shown_dice.owner_key(case.entry, owner):
        text = message("Secret key {key} of {owner} hashes to the one before it, the first to the header's:")
        yield case.match.tongue.paragraph(text, key=key.n, owner=case.match.bound.name_of(owner))
        yield Verbatim(lines=(f"printf %s {key.k} | sha256sum", f"{chain.digest(key.k)}  -"))


def _secret(case: Case, roll: ProvedRoll) -> Iterator[Block]:
    """Where the key of a throw comes from that not everyone saw."""
    tongue = case.match.tongue
    if not roll.of:
        yield tongue.paragraph(
            "Not everyone saw this throw: it has a key of its own, which is proved once all is opened."
        )
        return
    thrown = f'["throw","{case.match.header.match}",{roll.number}]'
    yield tongue.paragraph("Not everyone saw this throw: it has a key of its own.")
    yield Verbatim(lines=(f"printf '%s' '{thrown}' | openssl dgst -sha256 -hmac {roll.of}",))


def _quote(roll: ProvedRoll) -> str:
    said = f"{roll.message},{roll.draws[0].index}]"
    return said.replace("'", "'\\''")


def _draws(case: Case, roll: ProvedRoll) -> Table:
    say = case.match.tongue.say
    rows = (
        (str(draw.index), f"{draw.byte:02x}", str(draw.face) if draw.face else say("passed over"))
        for draw in roll.draws
    )
    return Table(columns=(say("Draw"), say("Byte"), say("Face")), rows=tuple(rows), numeric=(0,))
