"""Proof of the dice of an entry, in words and as commands to run by hand."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import count, takewhile

from msgspec import convert

from referee.dice import beacon, chain
from referee.dice.chain import MOST_SIDES, EntryDice
from referee.dice.format3 import digest_phrases, list_phrases
from referee.evidence.disputed_case import Case
from referee.i18n.translator import message
from referee.matches import history
from referee.matches.journal.reading import MOVING
from referee.reports.event_text import word_purpose
from schemas.answers.evidence import Draw, ProvedRoll
from schemas.journal import PHRASED, Entry, Header, Key
from schemas.record import REFEREE, Event, Roll, Rolled, Side
from schemas.reports import Block, Code, DiceThrown, Heading, Paragraph, Table, Verbatim


def show_dice(
    header: Header, entry: Entry, events: Sequence[Event], viewer: Side, earlier: Sequence[Entry]
) -> tuple[ProvedRoll, ...]:
    """Return every roll of an entry, with its key and its draws, or the named source of manual dice.

    Owners see their own keys, and the referee sees all. `earlier` are the entries before it.
    """
    rolls = tuple(_rolls(events))
    own_dice = dict(_own_shown_dice(header, entry, viewer, rolls))
    digest = digest_phrases(list_phrases(earlier)) if header.format >= PHRASED else ""
    return tuple(_prove(header, entry, roll, own_dice, digest, earlier) for roll in rolls)


def owner_key(entry: Entry, owner: Side) -> Key | None:
    """Return the key of an owner's chain that an entry uses, or None if this journal does not show it."""
    part = entry.private.get(owner, {})
    return convert(part["key"], Key) if "key" in part else None


def owners(header: Header, entry: Entry, events: Sequence[Event]) -> Mapping[str, Side] | None:
    """Return the owners of the secret keys in an entry, or None if keys do not show them.

    Keys show no owner for manual dice, for dice kept by a ruling, and in early matches without owners of
    rolls.
    """
    if header.dice == "spoken" or not header.anchors or "kept" in entry.body.public:
        return None
    count = sum(bool(roll.key) for roll in _rolls(events))
    keys = ((owner, owner_key(entry, owner)) for owner in header.anchors)
    return {
        chain.throw_key(key.k, header.match, number): owner
        for owner, key in keys
        if key is not None
        for number in range(count)
    }


def _own_shown_dice(
    header: Header, entry: Entry, viewer: Side, rolls: Sequence[Roll]
) -> Iterator[tuple[str, tuple[Side, Key, int]]]:
    """Yield the secret keys of these rolls that a viewer may see, with their owner and the roll's number."""
    roll_keys = {roll.key for roll in rolls}
    for owner in header.anchors:
        key = owner_key(entry, owner)
        if key is not None and viewer in {owner, REFEREE}:
            keys = ((number, chain.throw_key(key.k, header.match, number)) for number in count())
            for number, one in takewhile(lambda numbered: numbered[1] in roll_keys, keys):
                yield one, (owner, key, number)


def _rolls(events: Sequence[Event]) -> Iterator[Roll]:
    for event in events:
        if isinstance(event, Rolled):
            yield from (roll for roll in event.rolls if roll.faces)


def _prove(
    header: Header,
    entry: Entry,
    roll: Roll,
    owned: dict[str, tuple[Side, Key, int]],
    phrases: str,
    earlier: Sequence[Entry],
) -> ProvedRoll:
    body = entry.body
    if header.dice == "spoken":
        return ProvedRoll(roll=roll, hits=roll.hits, source=str(body.public.get("source", "")))
    order = chain.digest_filed_order(body.public)
    key, n = (roll.key, 0) if roll.key or body.key is None else (body.key.k, body.key.n)
    dice_key = key if roll.key else beacon.find_dice_key(entry, earlier)
    entry_dice = EntryDice(dice_key, header.match, n, body.side, order, phrases)
    _, end = entry_dice.throw(roll.purpose, len(roll.faces), roll.sides, roll.draw)
    limit = MOST_SIDES - MOST_SIDES % roll.sides
    owner, of, number = owned.get(roll.key, ("", None, 0))
    return ProvedRoll(
        roll=roll,
        hits=roll.hits,
        key=key,
        key_before="" if roll.key else chain.digest(key),
        owner=owner,
        of=of.k if of else "",
        number=number,
        message=entry_dice.stem(roll.purpose).decode(),
        draws=tuple(
            Draw(index=index, byte=byte, face=byte % roll.sides + 1 if byte < limit else None)
            for index, byte in entry_dice.draws(roll.purpose, roll.draw, end)
        ),
    )


def prove_dice(case: Case, viewer: Side) -> Iterator[Block]:
    """Yield every roll that a viewer saw, with its key and its draws."""
    tongue = case.match.tongue
    views = (case.match.system.secrecy.redact_event(event, viewer) for event in case.events)
    visible = [event for event in views if event is not None]
    earlier = case.match.entries[: case.seq - 1]
    rolls = show_dice(case.match.header, case.entry, visible, viewer, earlier)
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
        if mix := beacon.find_mix(case.entry, earlier):
            yield tongue.paragraph("A later round of the beacon and this key give the key of the faces:")
            command = f"printf '%s' '{mix}' | openssl dgst -sha256 -hmac {key.k}"
            yield Verbatim(lines=(command, beacon.find_dice_key(case.entry, earlier)))
        yield tongue.paragraph("Every face follows from the first byte that a message gives under this key:")
    for owner in dict.fromkeys(roll.owner for roll in rolls if roll.owner):
        yield from _own(case, owner)
    for roll in rolls:
        yield from _roll(case, roll)


def _list_kept(case: Case, rolls: Sequence[ProvedRoll]) -> Iterator[Block]:
    """Yield the dice that a ruling kept, each with the entry that first rolled them."""
    tongue = case.match.tongue
    entries = [entry for entry in case.match.entries[: case.seq] if "kept" not in entry.body.public]
    for proof in rolls:
        shown = word_purpose(case.match.system, proof.roll)
        yield DiceThrown(rolls=(shown,), entry=case.seq, key=proof.roll.key)
        numbers = (entry.body.seq for entry in reversed(entries) if _throws(case, entry, proof.roll))
        if (first := next(numbers, None)) is not None:
            text = message("A ruling kept these dice; `dispute` of entry {entry} proves them.")
            yield tongue.paragraph(text, entry=first)


def _throws(case: Case, entry: Entry, roll: Roll) -> bool:
    events = history.events_of(case.match.rules, entry) if entry.body.kind in MOVING else ()
    return any(roll in event.rolls for event in events if isinstance(event, Rolled))


def _roll(case: Case, roll: ProvedRoll) -> Iterator[Block]:
    purpose = word_purpose(case.match.system, roll.roll)
    yield DiceThrown(rolls=(purpose,), entry=case.seq, key=roll.key)
    if roll.roll.key and case.match.header.dice == "sealed":
        yield from _secret(case, roll)
    if roll.draws:
        earlier = case.match.entries[: case.seq - 1]
        key = roll.roll.key or beacon.find_dice_key(case.entry, earlier) or roll.key
        yield Verbatim(lines=(f"printf '%s' '{_quote(roll)}' | openssl dgst -sha256 -hmac {key}",))
        yield _draws(case, roll)
        due = tuple(draw.face for draw in roll.draws if draw.face)
        if due != roll.roll.faces:
            yield case.match.tongue.paragraph(
                "Contradiction: the key gives {due}, and the entry says {stated}.",
                due=", ".join(map(str, due)),
                stated=", ".join(map(str, roll.roll.faces)),
            )


def _publish(case: Case, key: Key) -> Paragraph:
    """Return the place at which the previous key was published, or the contradiction to that key."""
    parts: dict[str, int]
    text, due, parts = message("Key {key} hashes to the anchor in the header:"), case.match.header.anchor, {}
    for entry in reversed(case.match.entries[: case.seq - 1]):
        if before := entry.body.key:
            text = message("Key {key} hashes to key {before}, which entry {entry} had published:")
            due, parts = before.k, {"before": before.n, "entry": entry.body.seq}
            break
        if entry.body.kind == "anchor":
            text = message("Key {key} hashes to the anchor that entry {entry} had published:")
            due, parts = str(entry.body.public.get("anchor", "")), {"entry": entry.body.seq}
            break
    if chain.digest(key.k) != due:
        text = message("Contradiction: key {key} does not hash to the key published before it, {due}:")
        return case.match.tongue.paragraph(text, key=key.n, due=Code(text=due or ""))
    return case.match.tongue.paragraph(text, key=key.n, **parts)


def _own(case: Case, owner: Side) -> Iterator[Block]:
    """Yield the key of an owner, for the owner and the referee."""
    if key := owner_key(case.entry, owner):
        text = message("Secret key {key} of {owner} hashes to the one before it, the first to the header's:")
        yield case.match.tongue.paragraph(text, key=key.n, owner=case.match.bound.name_of(owner))
        yield Verbatim(lines=(f"printf %s {key.k} | sha256sum", f"{chain.digest(key.k)}  -"))


def _secret(case: Case, roll: ProvedRoll) -> Iterator[Block]:
    """Yield the origin of the key of a roll that not everyone saw."""
    tongue = case.match.tongue
    if not roll.of:
        yield tongue.paragraph(
            "Not everyone saw this throw: it has a key of its own, which is proved once all is opened."
        )
        return
    message = f'["throw","{case.match.header.match}",{roll.number}]'
    yield tongue.paragraph("Not everyone saw this throw: it has a key of its own.")
    yield Verbatim(lines=(f"printf '%s' '{message}' | openssl dgst -sha256 -hmac {roll.of}",))


def _quote(roll: ProvedRoll) -> str:
    message = f"{roll.message},{roll.draws[0].index}]"
    return message.replace("'", "'\\''")


def _draws(case: Case, roll: ProvedRoll) -> Table:
    say = case.match.tongue.say
    rows = (
        (str(draw.index), f"{draw.byte:02x}", str(draw.face) if draw.face else say("passed over"))
        for draw in roll.draws
    )
    return Table(columns=(say("Draw"), say("Byte"), say("Face")), rows=tuple(rows), numeric=(0,))
