"""Hindsight of a match as text: battles, luck, turning points, and effects of orders."""

import textwrap
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from msgspec.structs import replace

from referee.cli.wording import table
from referee.engine.tongue import ENGLISH, Translator, message

if TYPE_CHECKING:
    from schemas.answers.hindsight import BattleSwing, Hindsight, OrderChange, SideSwing
    from schemas.answers.odds import HolderOdds
    from schemas.reports.document import Document

WIDTH = 72

ORDERS: Mapping[str, str] = {
    "given": message("Entry {entry}, {side}: {order}"),
    "ruled": message("Entry {entry}, {side}, ruled on: {order}"),
    "refused": message("Entry {entry}, {side}, refused: {order}"),
}
"""Text for an order, by its result."""

CHANGED = message("It changed the chance of taking {area} from {before} to {after}.")
WOULD_CHANGE = message("It would have changed the chance of taking {area} from {before} to {after}.")
"""Effect of an order, and of a refused order."""


def word_hindsight(told: "Hindsight", tongue: Translator = ENGLISH) -> str:
    """Render the battles, then the luck in all of them, then the orders."""
    return "\n".join(_word_hindsight(told, tongue))


def _word_hindsight(told: "Hindsight", tongue: Translator) -> Iterator[str]:
    say = tongue.say
    if not told.battles and not told.hidden:
        yield say("No battle is finished yet.")
    if told.battles:
        yield say("Each battle compared with all its possible results, if both sides give the same orders:")
        yield _list_battles(told, tongue)
        yield from _word_methods(told, tongue)
        yield ""
        yield _list_sums(told, tongue)
        yield from _word_turning(told, tongue)
    for hidden in told.hidden:
        yield say("{area}: the armies are hidden from the viewer.", area=hidden.name)
    if told.changes:
        yield from ("", say("Effects of orders:"))
    for change in told.changes:
        yield say(ORDERS[change.kind], entry=change.entry, side=told.sides[change.side], order=change.order)
        yield f"  {word_change(change, tongue)}"


def _list_battles(told: "Hindsight", tongue: Translator) -> str:
    say, names = tongue.say, tuple(told.sides.values())
    heads = (say("Battle"), say("Entries"), *(say("{side} lost", side=name) for name in names))
    rows = [
        (
            one.name,
            f"{one.opened}-{one.closed}",
            *(_word_losses(side) for side in one.sides),
            _sign(one.sides[0].about_pieces),
        )
        for one in told.battles
    ]
    return table([(*heads, say("Luck of {side}", side=names[0])), *rows])


def _word_losses(side: "SideSwing") -> str:
    """Render a side's losses, the hits paid by cards and the expected losses."""
    lost = f"{side.lost}+{side.paid}" if side.paid else str(side.lost)
    return f"{lost} ({side.about:.1f})"


def _sign(number: float) -> str:
    """Format a number with its sign. A number that rounds to zero is positive."""
    return f"{round(number, 1) + 0.0:+.1f}"


def _word_methods(told: "Hindsight", tongue: Translator) -> Iterator[str]:
    """Yield notes about the columns and about estimated chances."""
    notes = [
        tongue.say("(x): expected losses. +x: hits paid by a card."),
        *(
            tongue.say(
                (
                    "{area}, entry {entry}: too many positions, so the odds are estimated from {fights}"
                    " random battles."
                ),
                area=one.name, entry=one.closed, fights=one.fights,
            )
            for one in told.battles
            if one.fights
        ),
    ]  # fmt: skip
    for note in notes:
        yield from textwrap.wrap(note, WIDTH)


def _list_sums(told: "Hindsight", tongue: Translator) -> str:
    say = tongue.say
    heads = (say("Luck in all battles"), say("Pieces"), say("usual"), say("Points"), say("usual"))
    rows = [
        (
            told.sides[one.side],
            _sign(one.about_pieces),
            f"± {one.deviation:.1f}",
            _sign(one.about_points),
            f"± {one.points_deviation:.1f}",
        )
        for one in told.ledger
    ]
    return table([heads, *rows])


def _word_turning(told: "Hindsight", tongue: Translator) -> Iterator[str]:
    turning = sorted((one for one in told.battles if one.turning), key=lambda one: one.turning)
    if turning:
        yield from ("", tongue.say("Turning points (largest effects of dice):"))
    for one in turning:
        yield from textwrap.wrap(_word_point(told, one, tongue), WIDTH, subsequent_indent="  ")


def _word_point(told: "Hindsight", one: "BattleSwing", tongue: Translator) -> str:
    favoured = max(one.sides, key=lambda side: (round(side.about_points, 1), side.about_pieces))
    holder = tongue.say("in dispute") if one.held.holder is None else told.sides[one.held.holder]
    parts = {
        "area": one.name,
        "entry": one.closed,
        "holder": holder,
        "chance": _word_chance(one.held, tongue),
    }
    lucky = {
        "side": told.sides[favoured.side],
        "pieces": _sign(favoured.about_pieces),
        "points": _sign(favoured.about_points),
        "worse": f"{favoured.worse:.0f} %",
    }
    return tongue.say(
        "{area}, entry {entry}: luck gave {side} {pieces} pieces and {points} points, better than {worse}"
        " of all results; control: {holder} (chance {chance}).",
        **parts,
        **lucky,
    )


def word_change(change: "OrderChange", tongue: Translator = ENGLISH) -> str:
    """Render the effect of an order, or the effect that a refused order would have had."""
    before, after = (
        tongue.say("none at all") if one is None else _word_chance(one, tongue)
        for one in (change.before, change.after)
    )
    said = WOULD_CHANGE if change.kind == "refused" else CHANGED
    return tongue.say(said, area=change.name, before=before, after=after)


def add_changes(document: "Document", changes: "Sequence[OrderChange]", tongue: Translator) -> "Document":
    """Add the effects of orders on battles to the explanation of an entry."""
    from schemas.reports.document import Heading, words

    if not changes:
        return document
    heading = Heading(text=tongue.say("Effects on battles"))
    told = tuple(words(word_change(one, tongue)) for one in changes)
    return replace(document, blocks=(*document.blocks, heading, *told))


def _word_chance(one: "HolderOdds", tongue: Translator) -> str:
    """Format a chance, with its interval if it is estimated."""
    chance = f"{one.percent:.1f} %"
    if one.least is None or one.most is None:
        return chance
    first, last = f"{one.least:.1f} %", f"{one.most:.1f} %"
    return f"{chance} ({tongue.say('{first} to {last}', first=first, last=last)})"
