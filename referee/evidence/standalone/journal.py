"""A journal, entry by entry."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from referee.evidence.standalone.beacon import Beacon
from referee.evidence.standalone.dice import PUBLIC, Chains, Counts, Entry, Roll, RollChecker
from referee.evidence.standalone.hidden_secret import Claims
from referee.evidence.standalone.lines import demand, fits, kind_of, sha, spell
from referee.evidence.standalone.phrases import Phrases
from referee.evidence.standalone.shapes import DRAW, KINDS, REFERS
from referee.evidence.standalone.takebacks import REFEREE, Takebacks

MOST_READERS = 16

LATER_KINDS = frozenset({"absence", "awaited", "clock", "commitment", "late", "message", "seat", "witness"})
"""Kinds of entries that only format 3 has."""

LAST_KINDS = frozenset({"awaited", "order", "ruling", "retract", "reveal"})
"""Kinds of entries that cannot follow the reveal of the secrets."""

Events = Sequence[Any]


@dataclass(frozen=True)
class Filed:
    """An entry as filed, with the private parts of this copy."""

    body: Any
    parts: Mapping[str, Any]
    authors: Sequence[str]

    @property
    def is_whole(self) -> bool:
        """Return True if this copy has the part of each reader."""
        return {*self.body["commit"]} == {*self.parts}

    @cached_property
    def digest(self) -> str:
        """Return the digest that binds the dice to the order. That of a secret order is stated."""
        public = self.body["public"]
        return str(public.get("sealed") or sha(spell(public.get("order"))))

    @property
    def has_key(self) -> bool:
        """Return True if the entry or one of its parts publishes a key."""
        return bool(self.body["key"]) or any("key" in part for part in self.parts.values())

    def list_orders(self) -> list[Any]:
        """Return the order in each part that has one."""
        parts = (self.body["public"], *self.parts.values())
        return [part["order"] for part in parts if part.get("order") is not None]

    def list_events(self) -> list[Events]:
        """Return the events of the public part, then those of each private part, in their order."""
        public = self.body["public"].get("events", [])
        private = (part["events"] for part in self.parts.values() if part.get("events"))
        in_order = [place_events(events, len(public)) for events in private]
        return [[event for event in public if event], *in_order]


def place_events(events: Mapping[str, Any], public: int) -> Events:
    """Return events by their places among the public ones: 3+0 and 3+1 come before 3."""
    places: list[str] = []
    for at in range(public + 1):
        number = 0
        while f"{at}+{number}" in events:
            places.append(f"{at}+{number}")
            number += 1
        if at < public:
            places.append(str(at))
    demand({*events} <= {*places}, "an event has no place among the others")
    return [events[place] for place in places if events.get(place)]


def find_values(value: Any, path: Sequence[str]) -> Iterator[Any]:
    """Yield the values at a path through records and lists. At its end, a record gives its names."""
    kind = kind_of(value)
    if kind is list:
        for one in value:
            yield from find_values(one, path)
    elif kind is not dict:
        yield value
    elif not path:
        yield from value
    elif path[0] in value:
        yield from find_values(value[path[0]], path[1:])


class Journal:
    """The state of a journal after each entry."""

    def __init__(self, seal: str, header: Any) -> None:
        self.header, self.seal, self.seq = header, seal, 0
        self.sides: list[str] = header["sides"]
        self.readers = [*self.sides, REFEREE]
        self._authors: Mapping[str, Sequence[str | None]] = {
            "side": self.sides,
            "referee": [REFEREE],
            "both": self.readers,
            "none": [None],
            "any": [*self.readers, None],
        }
        self.is_first_format, self.is_latest_format = header["format"] == 1, header["format"] == 3
        self._check_header()
        self.kinds = {"header": 1}
        self.dice = Counts()
        self.claims = Claims(header["match"], header["hidden"])
        self.chains = Chains(header, self.claims)
        self.phrases = Phrases(header, are_known=self.is_latest_format)
        self.beacon = Beacon(header.get("beacon"))
        self.takebacks = Takebacks(header, knows_kept_dice=self.is_latest_format)
        # For each reader, whether this copy has his parts of orders and rulings, and of other entries.
        self._shown: dict[str, bool] = {}
        self._others: dict[str, bool] = {}
        self._order_fields: dict[str, set[str]] = {}
        # The salts of the first entry, by which secret rolls name their owners.
        self._marks: dict[str, Any] = {}

    def _check_header(self) -> None:
        header, owners = self.header, [*self.header.get("anchors", {})]
        players = {*header.get("players", ())}
        is_latest = header.get("vocabulary", 1) > 2
        demand(is_latest == self.is_latest_format, "its vocabulary is not that of its format")
        demand(is_latest or "phrases" not in header, "its format has no phrases")
        are_different = self.sides and len({*self.readers}) == len(self.readers)
        demand(are_different, "its sides are not different players")
        demand(players <= {*self.sides}, "a bot plays for no side")
        demand(len(players) <= MOST_READERS, "it has too many bots")
        due = [] if self.is_first_format else sorted(self.readers)
        demand(owners == due and len(owners) <= MOST_READERS, "not each owner has an anchor")

    @property
    def lacks_parts(self) -> bool:
        """Return True if this copy lacks parts that it must have.

        A reader has all of his own parts. The reveal opens those of orders and rulings to everyone.
        """
        if self.claims.hidden:
            return not all(self._shown.values())
        return any(self._shown.get(reader, is_here) != is_here for reader, is_here in self._others.items())

    def take(self, seal: str, body: Any, parts: Any) -> None:
        """Check an entry that follows the one before."""
        is_next = (body["prev"], body["seq"]) == (self.seal, self.seq + 1)
        demand(is_next, "it does not follow the line before it")
        kind, side, public = body["kind"], body["side"], body["public"]
        authors = {"order": self.sides, "ruling": [REFEREE]}.get(kind, [])
        entry = Filed(body, parts, authors)
        previous, self.seal, self.seq = self.seal, seal, body["seq"]
        self.kinds[kind] = 1
        self._check_names(entry)
        self._check_parts(entry, previous)
        self._check_turn(entry)
        if kind == "reveal":
            self.claims.reveal(public["hidden"])
        self._check_secret_order(entry)
        if kind == "anchor":
            self.chains.renew(self.seq, PUBLIC, public["anchor"])
        if body["key"]:
            self.chains.publish(PUBLIC, body["key"], is_due=bool(authors))
        self.phrases.take(kind, side, public)
        if kind == "ruling":
            self.phrases.check_deal(public, parts, body["key"])
        beacon_key = self._check_awaited(entry)
        self._check_dice(entry, beacon_key)

    def _check_names(self, entry: Filed) -> None:
        """Check the side that filed an entry, and the sides and entries that it names."""
        kind, side, public = entry.body["kind"], entry.body["side"], entry.body["public"]
        is_own = side in self._authors[KINDS[kind][0]] and {*entry.body["commit"]} <= {*self.readers}
        demand(is_own, "it is another's")
        for path, what in REFERS.get(kind, {}).items():
            values = self.readers if what == "side" else range(self.seq)
            are_known = all(value in values for value in find_values(public, path.split(".")))
            demand(are_known, f"its {path} is no {what}")
        is_late = self.claims.hidden and kind in LAST_KINDS
        demand(not is_late, "it was filed after the secrets were revealed")
        is_silent = kind == "retract" and side == REFEREE and not public["reason"].strip()
        demand(not is_silent, "the referee took back orders without a reason")

    def _check_parts(self, entry: Filed, previous: str) -> None:
        """Check that a reader's parts are always or never here, and that orders of a type are alike."""
        if entry.authors and self.is_latest_format:
            for reader, part in entry.parts.items():
                self.claims.add_salt(self.seq, part["salt"], previous, reader)
        readers = self._shown if entry.authors else self._others
        for reader in entry.body["commit"]:
            is_here = reader in entry.parts
            demand(readers.setdefault(reader, is_here) == is_here, "it lacks parts")
        for order in entry.list_orders():
            fields = self._order_fields.setdefault(order["type"], {*order})
            demand(order["side"] == entry.body["side"] and fields == {*order}, "it is another order")

    def _check_turn(self, entry: Filed) -> None:
        """Check that an entry may stand here: phrases come first, and older formats know fewer kinds."""
        kind, readers = entry.body["kind"], entry.body["commit"]
        is_known = self.is_latest_format or kind not in LATER_KINDS
        may_follow = self.phrases.may_follow(
            kind,
            entry.body["side"],
            entry.body["public"],
            is_public=not readers,
            awaits_dice=self.beacon.waiting is not None,
        )
        fault = "a phrase is not due, or is missing, or this format knows no such entry"
        demand(is_known and may_follow, fault)
        if self.is_latest_format and self.seq == 1:
            self._marks = {reader: entry.parts.get(reader, {}).get("salt") for reader in readers}

    def _check_secret_order(self, entry: Filed) -> None:
        """Check that a secret order has the digest that is public."""
        side, public, chain = entry.body["side"], entry.body["public"], self.chains.of[PUBLIC]
        sealed = public.get("sealed") or ""
        parts = [part for part in entry.parts.values() if "order_salt" in part]
        digests = {sha(spell([part.get("order"), part["order_salt"]])) for part in parts}
        is_absent = not (digests or entry.is_whole or side in entry.parts)
        is_same = digests == {sealed} - {""} or is_absent
        is_secret = is_same and not (sealed and public.get("order"))
        demand(is_secret, "the dice belong to another secret order")
        facts = ["order", self.header["match"], chain.anchor, chain.number + 1, side]
        for part in parts:
            self.claims.add_order_salt(self.seq, part["order_salt"], facts)

    def _check_awaited(self, entry: Filed) -> str:
        """Check dice that wait for the beacon, and return the key that it gives to them, or ""."""
        body = entry.body
        side, public, key = body["side"], body["public"], body["key"]
        match body["kind"]:
            case "awaited":
                self.beacon.wait(self.seq, self.seal, side, public, body["at"])
            case "order" if self.beacon.waiting is None:
                self.beacon.pass_over(public, key)
            case "order":
                return self.beacon.mix(side, public, body["at"], entry.digest, key)
            case "retract":
                self.beacon.drop(self.seq, key, to=public["to"] if side == REFEREE else None)
            case "ruling" | "reveal":
                self.beacon.drop(self.seq, key, to=None)
            case _:
                pass
        return ""

    def _check_dice(self, entry: Filed, beacon_key: str) -> None:
        """Check draws and rolls, and whether the dice of an earlier entry are kept."""
        body, public = entry.body, entry.body["public"]
        kind, side, by_part = body["kind"], body["side"], entry.list_events()
        events = [event for some in by_part for event in some]
        draws = [event for event in events if event.get("order") and isinstance(event["order"], list)]
        for event in draws:
            is_read = fits(event, DRAW) and isinstance(event["purpose"], str) != self.is_latest_format
            demand(is_read, "a hidden draw cannot be read")
            self.claims.add_deck(self.seq, event["order"], self.phrases, event["purpose"])
        records = [[roll for event in some for roll in event.get("rolls", [])] for some in by_part]
        rolls = [[self._read_roll(roll) for roll in some] for some in records]
        texts = {spell(roll) for some in records for roll in some if roll["faces"]}
        takebacks, has_dice = self.takebacks, bool(draws or texts)
        is_kept = takebacks.check_kept(self.seq, kind, public, texts, has_key=entry.has_key)
        takebacks.take(self.seq, kind, side, public, has_dice=has_dice, is_kept=is_kept)
        if is_kept:
            return
        if self.header["dice"] == "sealed":
            self._check_rolls(entry, beacon_key, rolls)
        else:
            # These dice rest on the word of their witnesses.
            demand("source" in public or not any(rolls), "a throw has no source")

    def _read_roll(self, record: Any) -> Roll:
        """Return a roll with its owners, and check that it has an owner exactly if it is secret."""
        record = {"key": "", "owner": "", **record}
        key, owner = record["key"], record["owner"]
        marks = self._marks.items() if owner else ()
        owners = [one for one, salt in marks if sha(spell(["owner", one, salt, key])) == owner]
        has_form = (type(record["purpose"]) is dict) == self.is_latest_format
        is_marked = bool(owner) == (self.is_latest_format and bool(key))
        may_be_unknown = not owner or None in self._marks.values()
        demand(has_form and is_marked and (owners or may_be_unknown), "a throw has no owner")
        return Roll(record, tuple(owners))

    def _check_rolls(self, entry: Filed, beacon_key: str, rolls: Sequence[Sequence[Roll]]) -> None:
        """Check the faces of all rolls by their keys."""
        rolls = [[roll for roll in some if roll.is_rolled] for some in rolls]
        if not (entry.has_key or any(rolls)):
            return
        inputs = [entry.body["side"], entry.digest]
        if self.is_latest_format:
            inputs.append(self.phrases.digest)
        may_have_gaps = self.is_first_format and not entry.is_whole
        match, key = self.header["match"], entry.body["key"]
        throws = Entry(match, key, beacon_key, entry.parts, inputs, entry.is_whole, may_have_gaps)
        checker = RollChecker(throws, (roll for some in rolls for roll in some), self._marks)
        checker.take_keys(self.chains, self.seq, is_due=bool(entry.authors))
        checker.check(rolls, self.dice, has_own_keys=not self.is_first_format)
