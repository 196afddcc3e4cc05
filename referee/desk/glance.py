"""An entry in a few words, as one viewer may know it."""

from collections.abc import Mapping
from typing import cast

from referee.desk import history
from referee.desk.matches import Match
from schemas.journal import Entry
from schemas.record import REFEREE, Side, listed
from schemas.refusal import RefusedLetter

MOST_SHOWN = 3
"""How many refused lines of a letter are shown."""


def author(match: Match, viewer: Side, entry: Entry) -> Side | None:
    """Whose entry it is; whose letter was refused, only its sender and the referee may know."""
    if entry.body.kind != "refusal":
        return entry.body.side
    senders = (side for side in match.header.sides if "letter" in entry.private.get(side, {}))
    return next((side for side in senders if viewer in {side, REFEREE}), None)


def told(match: Match, viewer: Side, entry: Entry) -> str:  # noqa: PLR0911 - one for each kind
    """An entry in a few words, as one viewer may know it."""
    public = entry.body.public
    match entry.body.kind:
        case "order":
            return _order(match, viewer, entry)
        case "refusal":
            return _refusal(entry.private.get(viewer, {}))
        case "retract":
            return _taken_back(public)
        case "ruling":
            return _line(public.get("reason", ""))
        case "note":
            return _line(public.get("text") or entry.private.get(viewer, {}).get("text") or "a private note")
        case "reveal":
            return f"hidden secret {public.get('hidden')}"
        case "anchor":
            return f"next chain of keys, K(0) {public.get('anchor')}"


def _taken_back(public: Mapping[str, object]) -> str:
    reason, consent = _line(public.get("reason", "")), public.get("consent")
    sides = [str(side) for side in cast(list[object], consent)] if isinstance(consent, list) else []
    agreed = f" (with the consent of {_line(listed(sides))})" if sides else ""
    return f"back to entry {public.get('to')}{': ' if reason else ''}{reason}{agreed}"


def _line(said: object) -> str:
    """What somebody wrote, on one line and with nothing a terminal would obey."""
    signs = (sign if sign.isprintable() else " " for sign in str(said))
    return " ".join("".join(signs).split())


def _order(match: Match, viewer: Side, entry: Entry) -> str:
    """The orders of an entry; to whom some of them are sealed, the others alone."""
    orders = (move.order for move in history.moves_of(match.rules, entry))
    heard = (None if order is None else match.rules.overheard(order, viewer) for order in orders)
    lines = [match.rules.write(order) for order in heard if order is not None]
    return "; ".join(lines) or "sealed orders"


def _refusal(private: Mapping[str, object]) -> str:
    if "letter" not in private:
        return "a sealed refusal"
    kept = RefusedLetter.model_validate(private)
    first, more = kept.fallen[:MOST_SHOWN], kept.fallen[MOST_SHOWN:]
    shown = [_line(fell.order or fell.text) for fell in first]
    return f"refused: {'; '.join(shown)}" + (f"; and {len(more)} more" if more else "")
