"""Dice that wait for a round of the drand beacon (quicknet)."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from referee.evidence.standalone.lines import demand, mac, sha

GENESIS = 1692803367
"""Time of the first round, in seconds since 1970."""

PERIOD = 3
"""Seconds between two rounds."""


@dataclass(frozen=True)
class Awaited:
    """An order whose dice wait for a round: the entry and its seal, and the values due in the order."""

    seq: int
    seal: str
    side: Any
    round: int
    digest: str
    key: int


class Beacon:
    """The order that waits. `lead` is the number of rounds between an order and its dice, or None."""

    def __init__(self, lead: int | None) -> None:
        self._lead = lead
        self.waiting: Awaited | None = None

    def wait(self, seq: int, seal: str, side: Any, public: Any, at: str) -> None:
        """Take an order that waits for a round."""
        first_after = max(1, -int(-_seconds(at) // PERIOD) + 1)
        is_due = self._lead and self.waiting is None and public["round"] == first_after + self._lead
        demand(is_due, "a round is not due")
        self.waiting = Awaited(seq, seal, side, public["round"], public["digest"], public["key"])

    def pass_over(self, public: Any, key: Any) -> None:
        """Take an order that did not wait."""
        is_plain = not (self._lead and key)
        has_none = is_plain and not {*public} & {"wait", "round", "signature"}
        demand(has_none, "its dice were not awaited, or others were")

    def mix(self, side: Any, public: Any, at: str, digest: str, key: Any) -> str:
        """Return the key of the dice of the order that waited: the signature of the round goes into it.

        The signature itself is not checked here.
        """
        waiting, self.waiting = self.waiting, None
        assert waiting is not None
        signature = public.get("signature")
        values = (public.get("wait"), public.get("round"), side, digest, key and key["n"])
        due = (waiting.seq, waiting.round, waiting.side, waiting.digest, waiting.key)
        is_over = _seconds(at) >= PERIOD * (waiting.round - 1)
        demand(values == due and signature and is_over, "its dice were not awaited, or others were")
        return mac(key["k"], ["referee beacon", waiting.round, sha(signature), waiting.seal]).hex()

    def drop(self, seq: int, key: Any, *, to: int | None) -> None:
        """Take a ruling, or a takeback by the referee `to` an entry before the awaited order."""
        is_dropped = self.waiting is not None and to is not None and to < self.waiting.seq
        demand(self.waiting is None or is_dropped, "awaited dice were dropped")
        demand(not (self._lead and key and seq > 1), "a ruling rolled dice that were not awaited")
        self.waiting = None


def _seconds(at: str) -> float:
    """Return a time in seconds since the first round."""
    return datetime.fromisoformat(at).timestamp() - GENESIS
