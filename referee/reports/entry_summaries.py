"""Short texts for entries, for one viewer."""

import re
from collections.abc import Mapping
from typing import cast

from referee.i18n.translator import ENGLISH, Translator, message, messages
from referee.matches import history
from referee.matches.clocks import ledger
from referee.matches.clocks.ledger import clean
from referee.matches.matches import Match
from schemas.journal import Entry, Kind
from schemas.letter import AdvanceOrders, RefusedLetter
from schemas.record import REFEREE, Side

OPENING = message("opening")
"""Reason of the events before the first prompt."""

UNSIGNED = frozenset({"refusal", "advance"})
"""Entry kinds that do not name their side."""

MOST_SHOWN = 3
"""Highest number of refused lines shown for a letter."""


KINDS: Mapping[Kind, str] = messages(
    "order", "refusal", "advance", "retract", "ruling", "note", "reveal", "anchor", "phrase", "commitment",
    "awaited", "witness", "clock", "absence", "late", "seat", "message",
)  # fmt: skip
"""Names of the entry kinds."""


def author(match: Match, viewer: Side, entry: Entry) -> Side | None:
    """Return the side of an entry. Only its sender and the referee know the side of an unsigned entry."""
    if entry.body.kind not in UNSIGNED:
        return entry.body.side
    senders = (side for side in match.header.sides if "letter" in entry.private.get(side, {}))
    return next((side for side in senders if viewer in {side, REFEREE}), None)


def summarise_entry(match: Match, viewer: Side, entry: Entry) -> str:  # noqa: PLR0911 - one for each kind
    """Short texts for entries, for one viewer."""
    public = entry.body.public
    match entry.body.kind:
        case "order":
            return _order(match, viewer, entry)
        case "refusal":
            return _refusal(match.tongue, viewer, entry)
        case "advance":
            return _in_advance(match.tongue, viewer, entry)
        case "retract":
            return _take_back(match, entry)
        case "ruling":
            return _amend(match, viewer, entry) if public.get("amendment") else _reason(match, entry)
        case "note" | "message":
            return _pass_on(match, viewer, entry)
        case "clock" | "absence" | "late" | "seat":
            return ledger.summarise_entry(match, entry)
        case "witness":
            return _witness(match, entry)
        case "reveal" | "anchor" | "phrase" | "awaited" | "commitment" as kind:
            field, text = OF_CHANCE[kind]
            return match.tongue.say(text, said=clean(public.get(field)))


OF_CHANCE: Mapping[Kind, tuple[str, str]] = {
    "reveal": ("hidden", message("hidden secret {said}")),
    "anchor": ("anchor", message("next chain of keys, K(0) {said}")),
    "phrase": ("phrase", message("phrase for the dice: {said}")),
    "commitment": ("digest", message("digest of a phrase: {said}")),
    "awaited": ("round", message("the dice wait for round {said} of the beacon")),
}
"""Public field and text of the entries that the dice depend on."""

WITNESSED: Mapping[bool, str] = {False: message("quotes {head}"), True: message("{head} in {where}")}
"""Text for a witness, without or with a place."""

QUOTES_FOREIGN = message("quotes {head}, which is not in this journal: compare your copies")
"""Text for a witness of another history."""

BACK: Mapping[tuple[bool, bool], str] = {
    (False, False): message("back to entry {entry}"),
    (True, False): message("back to entry {entry}: {reason}"),
    (False, True): message("back to entry {entry} (with the consent of {sides})"),
    (True, True): message("back to entry {entry}: {reason} (with the consent of {sides})"),
}
"""Text for a takeback, by reason and consent."""


_REASON = re.compile(r"asked in entry (\d+)")
"""Reason of a takeback that a player requested."""


def quotes_this_journal(match: Match, entry: Entry) -> bool:
    """Return True for a witness of a letter whose head is one of this journal."""
    from referee.matches.journal.verification import read_head  # noqa: PLC0415 - few journals quote heads
    from referee.matches.letters.letters import holds_head  # noqa: PLC0415 - the same

    if entry.body.kind != "witness" or entry.body.public.get("where"):
        return False
    head = read_head(entry)
    return head is not None and holds_head(match, head)


def _witness(match: Match, entry: Entry) -> str:
    """Summarise a quoted head. One of another history is named as such."""
    public = entry.body.public
    where = clean(public.get("where", ""))
    text = WITNESSED[bool(where)] if where or quotes_this_journal(match, entry) else QUOTES_FOREIGN
    return match.tongue.say(text, head=clean(public.get("head")), where=where)


def _take_back(match: Match, entry: Entry) -> str:
    """Summarise a takeback. If a ruling follows it, both have the same reason."""
    tongue, public = match.tongue, entry.body.public
    reason, consent = clean(public.get("reason", "")), public.get("consent")
    # A takeback that a player requested is filed with this reason in English.
    if request := _REASON.fullmatch(reason):
        reason = tongue.say("asked in entry {entry}", entry=request[1])
    after = next(iter(match.entries[entry.body.seq :]), None)
    if after is not None and after.body.public.get("reason") == reason:
        reason = _reason(match, after)
    sides = _list_sides(match, consent)
    return tongue.say(BACK[bool(reason), bool(sides)], entry=public.get("to"), reason=reason, sides=sides)


AMENDED: Mapping[bool, str] = {
    False: message("amendment: {orders}: {reason}"),
    True: message("amendment: {orders}: {reason} (with the consent of {sides})"),
}
"""Text for an amendment, by consent."""


def _amend(match: Match, viewer: Side, entry: Entry) -> str:
    """Summarise an amendment with its reason and consent."""
    tongue, public = match.tongue, entry.body.public
    orders = _order(match, viewer, entry)
    sides, reason = _list_sides(match, public.get("consent")), clean(public.get("reason", ""))
    return tongue.say(AMENDED[bool(sides)], orders=orders, reason=reason, sides=sides)


def _list_sides(match: Match, consent: object) -> str:
    """Return the names of the sides that consented. The value of a forged journal may be anything."""
    sides = [str(side) for side in cast(list[object], consent)] if isinstance(consent, list) else []
    match_sides = match.header.sides
    names = [match.bound.name_of(side) if side in match_sides else side for side in sides]
    return clean(match.tongue.listed(names))


def is_opening(entry: Entry) -> bool:
    """Return True for the ruling with the events before the first prompt."""
    public = entry.body.public
    return public.get("reason") == OPENING and not public.get("amendment") and entry.body.kind == "ruling"


def _reason(match: Match, entry: Entry) -> str:
    """Return the reason of a ruling: a policy, the opening, or the referee's own text."""
    reason = entry.body.public.get("reason", "")
    if is_opening(entry):
        return match.tongue.say(OPENING)
    if match.tongue == ENGLISH:
        return clean(reason)
    from referee.reports import policy_rulings  # noqa: PLC0415 - the filed English text needs no policy

    return policy_rulings.render_ruling(match, entry) or clean(reason)


MESSAGE: Mapping[bool, str] = {False: message("a private message"), True: message('to {sides}: "{text}"')}
"""Text for a message, for others and for its recipients."""

TO_MODERATOR = message('to the moderator: "{text}"')
"""Text for a message that names no side."""


def _pass_on(match: Match, viewer: Side, entry: Entry) -> str:
    """Return the text of an author for a viewer who may read it."""
    part = entry.private.get(viewer, {})
    text = clean(entry.body.public.get("text") or part.get("text", ""))
    if entry.body.kind == "message":
        sides = _list_sides(match, part.get("to"))
        template = TO_MODERATOR if text and not sides else MESSAGE[bool(text)]
        return match.tongue.say(template, sides=sides, text=text)
    return text or _summarise_note(match.tongue, entry)


NOTED: Mapping[tuple[str, bool], str] = {
    ("ask-takeback", False): message("asks to go back to entry {to}"),
    ("answer-takeback", True): message("agrees to the request of entry {ask}"),
    ("answer-takeback", False): message("does not agree to the request of entry {ask}"),
}
"""Text for a player's note, by its type and agreement."""


def _summarise_note(tongue: Translator, entry: Entry) -> str:
    """Summarise a note without text for this viewer."""
    public = entry.body.public
    names = {"to": clean(public.get("to")), "ask": clean(public.get("ask"))}
    template = NOTED.get((clean(public.get("type")), public.get("agrees") is True))
    return tongue.say(template, **names) if template else tongue.say("a private note")


def _order(match: Match, viewer: Side, entry: Entry) -> str:
    """Return the orders of an entry that are visible to a viewer."""
    sealed = [move.order for move in history.list_sealed_moves(match.rules, entry)]
    orders = (*sealed, history.order_of(match.rules, entry))
    visible_orders = (
        None if order is None else match.system.secrecy.redact_order(order, viewer) for order in orders
    )
    lines = [match.system.notation.write(order) for order in visible_orders if order is not None]
    return "; ".join(lines) or match.tongue.say("sealed orders")


def _in_advance(tongue: Translator, viewer: Side, entry: Entry) -> str:
    if "kept" not in entry.private.get(viewer, {}):
        return tongue.say("sealed standing orders")
    count = len(history.private_part(AdvanceOrders, entry, viewer).kept)
    return tongue.say("{count} standing order", "{count} standing orders", count=count)


def _refusal(tongue: Translator, viewer: Side, entry: Entry) -> str:
    if "letter" not in entry.private.get(viewer, {}):
        return tongue.say("a sealed refusal")
    letter = history.private_part(RefusedLetter, entry, viewer)
    first, more = letter.fallen[:MOST_SHOWN], letter.fallen[MOST_SHOWN:]
    orders = "; ".join(clean(line.order or line.text) for line in first)
    if not more:
        return tongue.say("refused: {orders}", orders=orders)
    return tongue.say("refused: {orders}; and {count} more", orders=orders, count=len(more))
