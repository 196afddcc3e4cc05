"""Summary of the events between two reports: losses phase by phase, and movements."""

from collections.abc import Iterable, Iterator, Mapping
from functools import reduce

from msgspec import Struct, field

from referee.i18n.translator import forms, message
from referee.systems.skirmish.events import evolution
from referee.systems.skirmish.language import terms
from referee.systems.skirmish.language.language import SkirmishLanguage
from referee.systems.skirmish.narrative import event_narration, phrases
from referee.systems.skirmish.narrative.phrases import Blocks
from referee.systems.skirmish.narrative.picture import point
from referee.systems.skirmish.state.position import Position
from schemas.record import Side
from schemas.reports import Bullets, Inline, Paragraph, PictureArrow, Strong
from schemas.reports import Table as Grid
from schemas.skirmish import close_events
from schemas.skirmish.events import FigureMoved, OrderDropped, Sighted, SkirmishEvent
from schemas.skirmish.names import Spot

Moment = tuple[int, str]
"""A turn, and the name of its phase."""

BEFORE = message("Start of the turn")
"""Name of the time between the phases of the sheet."""

BACK, SEEN = message("falls back"), message("as seen")
"""Kinds of movement without an order."""

FATES: Mapping[str, tuple[str, str]] = {
    "killed": forms("{names} killed", "{names} killed"),
    "surrendered": forms("{names} surrendered", "{names} surrendered"),
    "dispersed": forms("{names} dispersed", "{names} dispersed"),
    "failed": forms("{names} failed a morale test", "{names} failed a morale test"),
    "pinned": forms("{names} pinned", "{names} pinned"),
    "in sight": forms("{names} in sight", "{names} in sight"),
}
"""Fates of figures and units, the worst first, and sightings. Other languages have plurals of these."""


class _Losses(Struct):
    """The fates of one side's figures in one phase."""

    fates: dict[str, list[str]] = field(default_factory=dict[str, list[str]])

    def count(self, fate: str, name: str) -> None:
        """Count one thing once."""
        names = self.fates.setdefault(fate, [])
        if name not in names:
            names.append(name)

    def render(self, narrator: SkirmishLanguage, without: str = "") -> str:
        """Return the fates as text, the worst first: `br-s1-2 killed; br-s1-3 and br-s1-4 pinned`."""
        texts = [
            narrator.say(*FATES[fate], names=narrator.listed(self.fates[fate]), count=len(self.fates[fate]))
            for fate in FATES
            if fate in self.fates and fate != without
        ]
        return reduce(
            lambda before, after: narrator.say("{before}; {after}", before=before, after=after), texts
        )


def moment(narrator: SkirmishLanguage, position: Position) -> str:
    """Return the turn and its light: `turn 2 of 8, night`."""
    if not position.turn:
        return narrator.say("before the first turn")
    return phrases.when(narrator, position.turn, narrator.say(terms.LIGHTS[position.light]))


def digest(narrator: SkirmishLanguage, position: Position, events: Iterable[SkirmishEvent]) -> Blocks:
    """Return the losses of both sides in these events as a table by turn and phase."""
    tally = _tally(narrator, position, events)
    if not tally:
        return ()
    rows = tuple(
        (
            str(turn),
            narrator.say(phase),
            *(losses[side].render(narrator) if side in losses else "" for side in narrator.game.sides),
        )
        for (turn, phase), losses in tally.items()
    )
    names = [narrator.say("{side} side", side=narrator.side_adjective(side)) for side in narrator.game.sides]
    return (
        narrator.paragraph("The fight at a glance:"),
        Grid(columns=(narrator.say("Turn"), narrator.say("Phase"), *names), rows=rows, numeric=(0,)),
    )


def recap(narrator: SkirmishLanguage, position: Position, events: Iterable[SkirmishEvent]) -> Blocks:
    """Return the losses in these events, one item for each phase, and the orders without effect.

    The position shows the figures that came into sight.
    """
    events = tuple(events)
    items = [*_tell_losses(narrator, position, events), *_tell_dropped(narrator, position, events)]
    return (Bullets(items=tuple(items)),) if items else ()


Item = tuple[Inline, ...]


def _tell_losses(
    narrator: SkirmishLanguage, position: Position, events: Iterable[SkirmishEvent]
) -> Iterator[Item]:
    for (turn, phase), losses in _tally(narrator, position, events).items():
        fates = [
            narrator.say(
                "{side} side {fates}",
                side=narrator.side_adjective(side),
                fates=losses[side].render(narrator, without="in sight"),
            )
            for side in narrator.game.sides
            if side in losses and losses[side].fates.keys() - {"in sight"}
        ]
        if fates:
            when = narrator.say("Turn {turn}, {phase}", turn=turn, phase=narrator.say(phase))
            yield narrator.sentence("{name}: {said}", name=Strong(text=when), said=f"{'. '.join(fates)}.")


MOST_DROPPED = 4
"""Number of orders without effect that a recap lists."""


def _tell_dropped(
    narrator: SkirmishLanguage, position: Position, events: Iterable[SkirmishEvent]
) -> Iterator[Item]:
    """Yield the first orders without effect, each with its reason."""
    folding, count = evolution.Folding(narrator.game, position), 0
    for event in events:
        before, _ = folding.past(event)
        if isinstance(event, OrderDropped):
            count += 1
            for block in event_narration.narrate(narrator, before, event) if count <= MOST_DROPPED else ():
                if isinstance(block, Paragraph):
                    yield block.parts
    if count > MOST_DROPPED:
        yield narrator.sentence(
            "{count} more order had no effect.",
            "{count} more orders had no effect.",
            count=count - MOST_DROPPED,
        )


def _tally(
    narrator: SkirmishLanguage, position: Position, events: Iterable[SkirmishEvent]
) -> dict[Moment, dict[Side, _Losses]]:
    tally: dict[Moment, dict[Side, _Losses]] = {}
    folding = evolution.Folding(narrator.game, position)
    for event in events:
        before, after = folding.past(event)
        for side, fate, name in _fates(before, event):
            now = (after.turn, terms.PHASES.get(after.phase, BEFORE))
            tally.setdefault(now, {}).setdefault(side, _Losses()).count(fate, name)
    return tally


def _fates(before: Position, event: SkirmishEvent) -> Iterator[tuple[Side, str, str]]:
    """Yield the side, the fate and the name of each figure or unit, and of each visible enemy."""
    match event:
        case close_events.Killed(side=side, figure=figure):
            yield side, "killed", figure
        case close_events.Surrendered(side=side, figure=figure):
            yield side, "surrendered", figure
        case close_events.Pinned(side=side, figure=figure):
            yield side, "pinned", figure
        case close_events.UnitDispersed(side=side, unit=unit):
            yield side, "dispersed", unit
        case close_events.MarkerAdded(side=side, unit=unit):
            yield side, "failed", unit
        case Sighted(side=side, figure="", alias=alias):
            # A viewer who knows the true name has the figure's own events.
            yield from ((before.other(side), fate, alias) for fate in _see(before, event))
        case _:
            pass


def _see(before: Position, event: Sighted) -> Iterator[str]:
    contact = before.contacts(event.side).get(event.alias)
    if event.status != "active":
        yield event.status
    elif contact is None or (event.units and not contact.units):
        yield "in sight"
    if event.status == "active" and event.pins > (contact.pins if contact is not None else 0):
        yield "pinned"


Way = tuple[Side, str, str]
"""A side, the name of a unit or figure, and its mode of movement."""


def movements(
    narrator: SkirmishLanguage, position: Position, events: Iterable[SkirmishEvent]
) -> tuple[PictureArrow, ...]:
    """Return the movements of figures. The first figure of a unit stands for all, with their number."""
    ways: dict[Way, list[tuple[Spot, ...]]] = {}
    folding = evolution.Folding(narrator.game, position)
    for event in events:
        before, _ = folding.past(event)
        for way, path in _ways(narrator, before, event):
            ways.setdefault(way, []).append(path)
    return tuple(
        PictureArrow(
            side=side,
            text=narrator.say(
                "{who}, {how}",
                "{who}, {how} ({count} figures)",
                who=who,
                how=narrator.say(how),
                count=len(paths),
            ),
            points=tuple(point(narrator, spot) for spot in paths[0]),
            broken=how in {BACK, SEEN},
        )
        for (side, who, how), paths in ways.items()
    )


def _ways(
    narrator: SkirmishLanguage, before: Position, event: SkirmishEvent
) -> Iterator[tuple[Way, tuple[Spot, ...]]]:
    match event:
        case FigureMoved(side=side, figure=id, mode=mode, path=path):
            figure = before.figures[id]
            if path[-1] != figure.at:
                yield (side, narrator.unit_name(figure.unit), terms.MODES[mode]), (figure.at, *path)
        case (
            close_events.FellBack(side=side, figure=id, at=at)
            | close_events.AttackHalted(side=side, figure=id, at=at)
        ):
            if at != before.figures[id].at:
                yield (side, id, BACK), (before.figures[id].at, at)
        case Sighted(side=side, figure="", alias=alias, at=at, how=how):
            contact = before.contacts(side).get(alias)
            if contact is not None and contact.at != at and how != "lost":
                who = narrator.say("enemy {alias}", alias=alias)
                yield (before.other(side), who, SEEN), (contact.at, at)
        case _:
            pass
