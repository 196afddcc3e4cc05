"""Dice of an entry: chains of keys, and the faces that follow from them."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from referee.evidence.standalone.hidden_secret import Claims
from referee.evidence.standalone.lines import demand, mac, sha, spell

PUBLIC = ""
"""Owner of the chain of keys of public rolls."""

RESERVE = 64
"""Keys that remain when a chain is renewed."""

MOST_HIDDEN = 16
"""Secret rolls that an entry may have beside those with a key in this copy."""


@dataclass(frozen=True)
class Roll:
    """A roll as filed, with its `key` and `owner` or "". `owners` are those whose mark it bears."""

    record: Any
    owners: tuple[str, ...]

    @property
    def key(self) -> str:
        """The key of a roll that not everyone saw, or ""."""
        return str(self.record["key"])

    @property
    def is_rolled(self) -> bool:
        """False for a roll that a reader may not see at all."""
        return bool(self.record["faces"] or self.key)


@dataclass(frozen=True)
class Chain:
    """Keys of one owner: the first, the last published one, and its number."""

    anchor: str
    last: str
    number: int


class Chains:
    """The chains of all owners. The digest of a key is the key before it."""

    def __init__(self, header: Any, claims: Claims) -> None:
        self._keys: int = header["keys"]
        self._claims = claims
        anchors = {PUBLIC: header["anchor"], **header.get("anchors", {})}
        self.of = {owner: Chain(anchor, anchor, 0) for owner, anchor in anchors.items()}
        for owner, anchor in header.get("anchors", {}).items():
            claims.add_chain(0, anchor, ["dice", owner], self._keys)

    def renew(self, seq: int, owner: str, anchor: str) -> None:
        """Begin a new chain, which is due when few keys remain."""
        chain = self.of[owner]
        demand(chain.number > max(0, self._keys - RESERVE), "a new chain of keys was begun too early")
        self._claims.add_chain(seq, anchor, ["chain", chain.anchor], self._keys)
        self.of[owner] = Chain(anchor, anchor, 0)

    def publish(self, owner: str, key: Any, *, is_due: bool) -> None:
        """Take the next key of a chain, in an entry that may roll dice."""
        chain = self.of[owner]
        follows = key["n"] == chain.number + 1 and sha(key["k"]) == chain.last
        is_left = chain.number <= self._keys - RESERVE
        demand(is_due and is_left and follows, "a key does not lead to the key before it, or was not due")
        self.of[owner] = replace(chain, last=key["k"], number=key["n"])


@dataclass
class Counts:
    """Numbers of dice: from the chain of the header, from keys of their own, and on trust."""

    header: int = 0
    own_keys: int = 0
    trust: int = 0


@dataclass(frozen=True)
class Entry:
    """The facts on which the dice of an entry depend.

    `inputs` go into each roll: the side, the order, and the phrases. `beacon_key` is the key by a round of
    the beacon, or "". `is_whole` says that this copy has all private parts, `may_have_gaps` that a copy of
    the first format may lack rolls between others.
    """

    match: str
    key: Any
    beacon_key: str
    parts: Mapping[str, Any]
    inputs: list[Any]
    is_whole: bool
    may_have_gaps: bool


class RollChecker:
    """Checks the rolls of one entry. `marks` are the salts of the owners of secret rolls."""

    def __init__(self, entry: Entry, rolls: Iterable[Roll], marks: Mapping[str, Any]) -> None:
        self._entry, self._marks = entry, marks
        # Several parts contain the same roll.
        self._rolls = {spell([roll.record, roll.owners]): roll for roll in rolls}
        self._keys = [roll.key for roll in self._rolls.values() if roll.key]
        # The owner and the number of each key that this copy can derive.
        self._known: dict[str, tuple[str, int]] = {}

    def check(self, told: Sequence[Sequence[Roll]], counts: Counts, *, has_own_keys: bool) -> None:
        """Check the rolls that are `told` in the public part, which comes first, and in each private part.

        A secret roll `has_own_keys` from the second format on: the public part then tells all others.
        """
        self._check_faces(counts)
        for some in told:
            at = [self._known.get(roll.key, (roll.key, roll.record["draw"])) for roll in some]
            is_ordered = sorted(at, key=lambda one: one[0]) == sorted({*at})
            demand(is_ordered, "dice stand behind later ones")
        if has_own_keys:
            public = {spell(roll.record) for roll in told[0]}
            due = {spell(roll.record) for roll in self._rolls.values() if not roll.key}
            demand(public == due, "who saw dice?")
        is_owned = not self._entry.is_whole or {*self._keys} <= {*self._known}
        demand(is_owned and len({*self._keys}) == len(self._keys), "a secret throw has no owner")

    def take_keys(self, chains: Chains, seq: int, *, is_due: bool) -> None:
        """Take the key of the entry and those of the owners, from which the keys of secret rolls follow."""
        entry = self._entry
        has_public = len(self._keys) < len(self._rolls)
        may_lack = entry.may_have_gaps and bool(entry.key)
        demand(has_public == bool(entry.key) or may_lack, "a key or its dice are missing")
        for owner in chains.of:
            part = entry.parts.get(owner, {})
            if "key" not in part:
                continue
            if part.get("anchor"):
                chains.renew(seq, owner, part["anchor"])
            chains.publish(owner, part["key"], is_due=is_due)
            for number in range(len(self._keys) + MOST_HIDDEN):
                roll_key = mac(part["key"]["k"], ["throw", entry.match, number]).hex()
                self._known[roll_key] = (owner, number)
            found = (self._known[key] for key in self._keys if key in self._known)
            numbers = sorted(number for its, number in found if its == owner)
            is_complete = numbers == [*range(len(numbers) or 1)]
            demand(is_complete, f"a secret throw of {owner} was passed over")

    def _check_faces(self, counts: Counts) -> None:
        """Compare the faces of each roll with those of its key, in the order of the rolls."""
        index, is_after_gap = 0, False
        for roll in sorted(self._rolls.values(), key=lambda one: int(one.record["draw"])):
            record, entry = roll.record, self._entry
            owner = self._known[roll.key][0] if roll.key in self._known else ""
            demand(
                [*roll.owners] == ([owner] if self._marks.get(owner) else []), "a throw names another owner"
            )
            if roll.key:
                faces, _ = self._throw(roll.key, 0, 0, record)
                demand([0, faces] == [record["draw"], record["faces"]], _fault(record, faces, 0))
                if roll.key in self._known:
                    counts.header += len(faces)
                else:
                    counts.own_keys += len(faces)
                continue
            start = max(index, record["draw"]) if entry.may_have_gaps else index
            is_after_gap = is_after_gap or start != index
            faces, index = self._throw(entry.beacon_key or entry.key["k"], entry.key["n"], start, record)
            demand([start, faces] == [record["draw"], record["faces"]], _fault(record, faces, start))
            if is_after_gap:
                counts.trust += len(faces)
            else:
                counts.header += len(faces)

    def _throw(self, key: str, number: int, index: int, record: Any) -> tuple[list[int], int]:
        """Return as many faces as a roll has, and the index after them."""
        faces, sides = list[int](), record["sides"]
        while len(faces) < len(record["faces"]):
            message = [self._entry.match, number, *self._entry.inputs, record["purpose"], index]
            byte, index = mac(key, message)[0], index + 1
            if byte < 256 - 256 % sides:
                # A higher byte would favour some faces.
                faces.append(byte % sides + 1)
        return faces, index


def _fault(record: Any, faces: list[int], index: int) -> str:
    return f"{record['purpose']}: {faces} are due at {index}"
