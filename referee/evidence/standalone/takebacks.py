"""Takebacks and rulings by the entries before them: consent, decisions, and dice that are kept."""

from dataclasses import dataclass, field
from typing import Any

from referee.evidence.standalone.lines import demand

REFEREE = "referee"


@dataclass(frozen=True)
class Move:
    """An order or a ruling that stands."""

    seq: int
    kind: str
    side: Any
    has_dice: bool


@dataclass
class Request:
    """A request to take the match back, and the entry in which each other side last agreed, or 0."""

    side: Any
    to: int
    moves: int
    answers: dict[Any, int] = field(default_factory=dict[Any, int])


class Takebacks:
    """The moves that stand, requests for takebacks, and the moves that the last takeback undid."""

    def __init__(self, header: Any, *, knows_kept_dice: bool) -> None:
        self._sides: list[str] = header["sides"]
        self._has_policy = bool(header.get("policy"))
        self._knows_kept_dice = knows_kept_dice
        self._standing: list[Move] = []
        self._undone: list[Move] = []
        self._requests: dict[int, Request] = {}
        # Entries that changed the moves: a request holds only until the next one.
        self._moves = 0
        self._last = 0
        self._rolls: dict[int, set[str]] = {}
        self._loose: list[set[str]] = []
        self._may_keep = False

    def check_kept(self, seq: int, kind: str, public: Any, rolls: set[str], *, has_key: bool) -> bool:
        """Return True for an order that is filed again after a ruling, and keeps dice that were undone."""
        takeback = public.get("kept") if self._knows_kept_dice else None
        is_kept = takeback is not None
        is_due = kind == "order" and self._may_keep and takeback == self._last and not has_key
        demand(is_due or not is_kept, "no ruling lets it keep its dice")
        for roll in sorted(rolls) if is_kept else ():
            holder = next((some for some in self._loose if roll in some), None)
            if holder is None:
                raise ValueError("nothing that was taken back threw what it keeps")
            holder.remove(roll)
        self._rolls[seq] = rolls
        return is_kept

    def take(self, seq: int, kind: str, side: Any, public: Any, *, has_dice: bool, is_kept: bool) -> None:
        """Check an entry by the moves before it, and take it."""
        match kind:
            case "note" if "ask" in public:
                if public["ask"] in self._requests:
                    self._requests[public["ask"]].answers[side] = seq if public["agrees"] else 0
            case "note" if "to" in public:
                self._requests[seq] = Request(side, public["to"], self._moves)
            case "retract":
                self._take_back(seq, side, public)
            case "ruling":
                self._check_consent(public)
                self._check_decisions(seq, public)
            case _:
                pass
        if kind in ("order", "ruling"):
            self._standing.append(Move(seq, kind, side, has_dice))
        if kind in ("order", "ruling", "retract"):
            self._moves += 1
        # Orders are filed again directly after the ruling that follows a takeback.
        self._may_keep = self._last == seq - 1 if kind == "ruling" else is_kept

    def _take_back(self, seq: int, side: Any, public: Any) -> None:
        """Undo the moves after an entry. A side may only undo its own last moves without dice."""
        undone = [move for move in self._standing if move.seq > public["to"]]
        is_own = bool(undone) and all(move.side == side and not move.has_dice for move in undone)
        fault = "a side takes back more than its own last orders without dice"
        demand(side == REFEREE or is_own, fault)
        if "agreements" in public:
            fault = "the other sides did not agree to this takeback"
            demand(side == REFEREE and self._is_agreed(public), fault)
        self._standing = self._standing[: len(self._standing) - len(undone)]
        self._undone = undone if side == REFEREE else []
        self._last, self._loose = seq, [self._rolls[n] for n in range(public["to"] + 1, seq)]

    def _is_agreed(self, public: Any) -> bool:
        """Return True if all other sides agreed to a request, and the takeback names their agreements."""
        for request in self._requests.values():
            if (request.to, request.moves) == (public["to"], self._moves):
                agreements = {
                    side: request.answers.get(side, 0) for side in self._sides if side != request.side
                }
                is_stated = public["agreements"] == agreements
                if all(agreements.values()) and is_stated and public.get("consent") == sorted(agreements):
                    return True
        return False

    def _check_consent(self, public: Any) -> None:
        """Check that both sides agreed to an amendment, or that the match has a policy for rulings."""
        lacks_consent = public.get("amendment") and not {*public.get("consent", ())} >= {*self._sides}
        is_free = not lacks_consent and "policy" not in public
        demand(self._has_policy or is_free, "it lacks the necessary consent, or a policy")

    def _check_decisions(self, seq: int, public: Any) -> None:
        """Check the decisions of a ruling against its lists, and against the takeback directly before it."""
        if "decisions" not in public:
            return
        decisions = public["decisions"]
        changing = [one for one in decisions if one["outcome"] != "stands"]
        undone = self._undone if changing and self._last == seq - 1 else []
        numbers = [move.seq for move in undone]
        orders = {move.seq for move in [*self._standing, *undone] if move.kind == "order"}
        first: Any = next(iter([*changing, *decisions]), None) or {}
        is_first = all(
            public.get(name) == first.get(its)
            for name, its in (("disputed", "entry"), ("paragraph", "paragraph"), ("outcome", "outcome"))
        )
        fits_lists = (
            decisions
            and is_first
            and sorted(public.get("void", []) + public.get("again", [])) == numbers
            and {one["entry"] for one in changing} <= {*numbers}
            and {one["entry"] for one in decisions} <= orders
        )
        demand(fits_lists, "its decisions do not fit its lists")
