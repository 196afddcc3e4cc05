"""Phrases of the players, which go into the dice: their order, and the deal after them."""

from typing import Any

from referee.evidence.standalone.lines import demand, sha, spell

POLICIES = ("none", "allowed", "required", "committed")
"""The choices for phrases, the strictest last."""

LONGEST = 200
"""Highest number of characters of a phrase."""

DICED = ("order", "awaited")
"""Kinds of entries with orders of a side."""


class Phrases:
    """The phrases so far, and the sides that may still give theirs."""

    def __init__(self, header: Any, *, are_known: bool) -> None:
        policy = header.get("phrases", "allowed") if are_known else "none"
        strictness = POLICIES.index(policy)
        self.by_side: dict[str, str] = {}
        self._sides = set[str](header["sides"])
        self._pending: set[str] = self._sides if strictness else set()
        self._are_required = strictness > 1
        # Digests of phrases that are committed before the first is given, or None.
        self._commitments = dict[str, str]() if policy == "committed" else None
        self._is_dealt = policy != "committed"

    @property
    def digest(self) -> str:
        """The digest of all phrases, which goes into each roll."""
        return sha(spell(["phrases", self.by_side]))

    def list_digests(self) -> list[str]:
        """Return the digest that goes into a deck: decks are shuffled after committed phrases."""
        return [] if self._commitments is None else [self.digest]

    def may_follow(self, kind: str, side: Any, public: Any, *, is_public: bool, awaits_dice: bool) -> bool:
        """Return True if an entry may follow: a phrase that is due, or anything else that waits for none."""
        if kind == "phrase":
            has_length = 0 < len(public["phrase"]) <= LONGEST
            return side in self._pending and is_public and has_length and not awaits_dice
        return not (kind in DICED and self._are_required and self._pending)

    def take(self, kind: str, side: Any, public: Any) -> None:
        """Take a commitment or a phrase. The first order ends the time for phrases."""
        if kind == "order":
            self._pending = set()
        elif kind == "commitment":
            is_due = self._commitments is not None and side not in self._commitments and not self.by_side
            demand(is_due, "a commitment is not due")
            self._commitments = {**(self._commitments or {}), side: public["digest"]}
        elif kind == "phrase":
            self._pending = self._pending - {side}
            if self._commitments is not None:
                is_committed = self._commitments.get(side) == sha(public["phrase"])
                is_after_all = {*self._commitments} == self._sides
                demand(is_committed and is_after_all, "a phrase is not the one of its commitment")
            self.by_side = {**self.by_side, side: public["phrase"]}

    def check_deal(self, public: Any, parts: Any, key: Any) -> None:
        """Check a ruling of the referee: the first one directly after the phrases deals the cards."""
        if self._is_dealt:
            return
        self._is_dealt = not self._pending
        happens = public.get("events") or key or any({*part} & {"events", "key"} for part in parts.values())
        is_deal = bool(happens) == self._is_dealt == (public.get("reason") == "deal")
        demand(is_deal, "the deal is not right after the phrases")
