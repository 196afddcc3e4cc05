"""The examples of the three games filed anew in each format, with other dice, as corpora for mutations.

Only what a verifier without rules looks at is right: events say what they said, whatever fell now. Chains are
so short that each is renewed, and there is an entry of every kind.
"""

from collections.abc import Iterator
from math import inf
from pathlib import Path
from typing import Any

from msgspec import json
from msgspec.structs import replace

from referee.dice import chain
from referee.dice.chain import SealedDice, Secrets, Spent
from referee.dice.format3 import Custom, digest_phrases
from referee.matches import journal, secret_store
from referee.matches.journal import Draft
from schemas.journal import Entry, Header
from schemas.record import REFEREE, Purpose, Roll, Side, to_data, to_json
from schemas.vocabulary import as_written_in

FORMATS = (1, 2, 3)
SECRETS = Secrets(seed="5e" * 32, hidden="c0" * 32, keys=65, published=True)
WORDS = "Auf nach Valmy, Ἀχιλλεύς"
VOCABULARIES = {1: 1, 2: 2, 3: 3}


class Refiling:
    """An example on its way to another format."""

    def __init__(self, source: Path, format: int) -> None:
        self.read = journal.read(source)
        owners = (*self.read.header.sides, REFEREE)
        self.header: Header = replace(
            self.read.header,
            format=format,
            vocabulary=VOCABULARIES[format],
            keys=SECRETS.keys,
            anchor=SECRETS.anchor(),
            anchors={owner: SECRETS.anchor(owner=owner) for owner in owners if format > 1},
            hidden=SECRETS.hidden_digest,
        )
        self.salted = secret_store.match_salts(self.header, SECRETS)
        self.phrases: dict[Side, str] = {}
        self._custom = Custom.of(self.header, journal.seal_header(self.header), SECRETS.hidden, {})
        self._spent, self._owned = Spent(), dict.fromkeys(owners, Spent())

    def file(self, path: Path) -> Path:
        """The journal at a path."""
        path.unlink(missing_ok=True)
        journal.create(path, self.header, *self._drafts(), salt=self.salted)
        return path

    def _drafts(self) -> Iterator[Draft]:
        first, *others = (entry for entry in self.read.entries if entry.body.kind != "reveal")
        side, at = self.header.sides[0], self.header.at
        yield self._refile(first)
        if self._custom is not None:
            self.phrases[side] = WORDS
            self._custom = replace(self._custom, phrases=digest_phrases(self.phrases))
            yield Draft(kind="phrase", at=at, side=side, public={"phrase": WORDS})
        for number, entry in enumerate(others):
            if SECRETS.wanes(self._spent) and self._spent.keys:
                self._spent = Spent(self._spent.chain + 1)
                yield Draft(kind="anchor", at=at, public={"anchor": SECRETS.anchor(self._spent.chain)})
            yield self._refile(entry)
            if number == len(others) // 2:
                yield Draft(
                    kind="note", at=at, side=side, private={who: {"text": "a"} for who in (side, REFEREE)}
                )
                refused = {"letter": "b", "text": "b", "fallen": []}
                yield journal.unsigned("refusal", side, refused, sides=self.header.sides, at=at)
                yield Draft(kind="retract", at=at, side=REFEREE, public={"to": 1, "reason": "agreed"})
                ordered = {"letter": "c", "kept": []}
                yield journal.unsigned("advance", side, ordered, sides=self.header.sides, at=at)
                yield Draft(kind="note", at=at, side=REFEREE, public={"text": "Réclamation"})

    def _refile(self, entry: Entry) -> Draft:
        told: Any = json.decode(to_json(entry))
        body, private = told["body"], told["private"]
        public, parts = body["public"], (body["public"], *private.values())
        if public.get("sealed"):
            salt = SECRETS.order_salt(self.header.match, self._spent, body["side"])
            for part in private.values():
                if "order_salt" in part:
                    part["order_salt"] = salt
                    public["sealed"] = chain.digest_sealed(part["order"], salt)
        dice = self._dice(body["side"], chain.digest_filed_order(public))
        events = [event for part in parts for event in events_of(part)]
        told = [[roll for event in events_of(part) for roll in event.get("rolls") or ()] for part in parts]
        self._throw_all(told, dice, self._owners(entry))
        for event in events:
            if isinstance(event.get("order"), list) and event["order"]:
                event["purpose"] = self._purpose(event["purpose"])
                purpose = json.decode(json.encode(event["purpose"]), type=str | Purpose)
                event["order"] = list(
                    chain.shuffle_items(SECRETS.hidden, self.header.match, purpose, event["order"])
                )
        for part in private.values():
            part.pop("key", None)
            part.pop("anchor", None)
        for owner, lease in dice.secret.items():
            private[owner]["key"] = to_data(lease.key)
            if lease.anchor:
                private[owner]["anchor"] = lease.anchor
            later = self._owned[owner].chain + bool(lease.anchor)
            self._owned[owner] = Spent(later, lease.key.n)
        if dice.spent:
            self._spent = Spent(self._spent.chain, dice.spent.n)
        return Draft(
            kind=body["kind"],
            at=body["at"],
            side=body["side"],
            public=public,
            private=private,
            key=dice.spent,
        )

    def _dice(self, side: Side, digest: str) -> SealedDice:
        n = self._spent.keys + 1
        key, handed = SECRETS.key(n, self._spent.chain), self._hand if self.header.format > 1 else None
        return SealedDice(key, self.header.match, n, side, digest, SECRETS.hidden, handed, self._custom)

    def _hand(self, owner: Side) -> chain.KeyLease:
        return SECRETS.handed(owner, self._owned[owner])

    def _throw_all(self, told: list[list[Any]], dice: SealedDice, owners: dict[str, Side]) -> None:
        """Throw every roll again, once for all who saw it, in the order in which they fell."""
        fell = list_as_fell([[to_json(roll_of(roll)) for roll in rolls if roll["faces"]] for rolls in told])
        thrown = {one: self._throw(json.decode(one), dice, owners) for one in fell}
        for roll in (roll for rolls in told for roll in rolls):
            again = thrown.get(to_json(roll_of(roll))) or self._throw(dict(roll), dice, owners)
            roll.clear()
            roll.update(again)

    def _throw(self, roll: Any, dice: SealedDice, owners: dict[str, Side]) -> Any:
        purpose = json.decode(json.encode(self._purpose(roll["purpose"])), type=str | Purpose)
        count, owner = len(roll["faces"]), owners.get(roll["key"])
        again = dice.throw(purpose, count, needed=roll["needed"], sides=roll["sides"], owner=owner)
        if not count:
            again = replace(again, draw=0)
        return as_written_in(again, self.header.vocabulary)

    def _purpose(self, filed: Any) -> Any:
        return filed if self._custom is None else {"kind": "words", "parameters": {"words": str(filed)}}

    def _owners(self, entry: Entry) -> dict[str, Side]:
        """Whose each key of a secret throw was."""
        parts: Any = entry.private
        return {
            chain.throw_key(part["key"]["k"], self.read.header.match, number): owner
            for owner, part in parts.items()
            if "key" in part
            for number in range(chain_length(entry))
        }


def chain_length(entry: Entry) -> int:
    parts: Any = (entry.body.public, *entry.private.values())
    return sum(len(event.get("rolls") or ()) for part in parts for event in events_of(part))


def roll_of(data: Any) -> Roll:
    return json.decode(json.encode(data), type=Roll)


def list_as_fell(told: list[list[str]]) -> Iterator[str]:
    """What several tell of in one order: next comes what is not behind another of them."""
    while told := [one for one in told if one]:
        first = next(one[0] for one in told if all(one[0] not in other[1:] for other in told))
        yield first
        told = [one[1:] if one[0] == first else one for one in told]


def events_of(part: Any) -> list[Any]:
    """The events of a part in their order, as everyone or one reader saw them: 3+0, 3+1 … came before 3."""
    events = part.get("events") or []
    if isinstance(events, dict):
        events = [events[place] for place in sorted(events, key=place_among)]
    return [event for event in events if event]


def place_among(place: str) -> tuple[int, float]:
    """What events that not everyone saw whole are sorted by."""
    seen, plus, number = place.partition("+")
    return int(seen), int(number) if plus else inf
