"""Arrivals, purchases, opened plans and the end of the match as prose.

The position is the one before the event.
"""

from collections import Counter
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from typing import Literal, assert_never

from referee.engine.events import narration
from referee.i18n.translator import message, upper
from referee.systems.great_war.events import recorder
from referee.systems.great_war.facts import pool
from referee.systems.great_war.language.language import GreatWarLanguage
from referee.systems.great_war.narrative import phrases
from referee.systems.great_war.narrative.phrases import Blocks, Narrations, area_called, piece_called
from referee.systems.great_war.state.position import NOWHERE, Position
from schemas.great_war import events as happened
from schemas.great_war import plan_events as planned
from schemas.great_war.events import GreatWarEvent, Intention
from schemas.great_war.names import Fate
from schemas.great_war.plan_events import Ending, Origin, PieceArrived, PlansRevealed
from schemas.record import Side, Value
from schemas.reports import Counter as CounterName
from schemas.reports import Inline, Paragraph, Strong, Table, Text, words


def _carry_out(narrator: GreatWarLanguage, position: Position, event: happened.Intention) -> Blocks:
    return narrator.told("{Clause}.", clause=intention(narrator, position, event))


def _check_supply(narrator: GreatWarLanguage, position: Position, event: planned.SupplyChecked) -> Blocks:
    return phrases.unsupplied(narrator, position, event.unsupplied)


def _extend(narrator: GreatWarLanguage, position: Position, event: happened.PlanExtended) -> Blocks:
    steps = narrator.series([Text(text=plain(narrator, position, step)) for step in event.planned])
    side = narrator.side_adjective(event.side)
    return narrator.told("The {side} side plans, under seal: {steps}.", side=side, steps=steps)


def _withdraw(narrator: GreatWarLanguage, _: Position, event: planned.ArmyWithdrawn) -> Blocks:
    gone = _newcomer(narrator, event.army)
    return narrator.told("{army} leaves for another theatre and will not come back.", army=gone)


def _decline(narrator: GreatWarLanguage, position: Position, event: planned.ArmisticeDeclined) -> Blocks:
    side = narrator.side_adjective(event.side)
    if position.armistice == event.side:
        return narrator.told("The {side} side withdraws its offer of an armistice.", side=side)
    return narrator.told("The {side} side declines an armistice.", side=side)


def _join(narrator: GreatWarLanguage, _: Position, event: planned.CountriesJoined) -> Blocks:
    countries = [narrator.pack.map.countries[country] for country in event.countries]
    text = narrator.say(
        "{countries} joins the {side} side.",
        "{countries} join the {side} side.",
        countries=narrator.listed(countries),
        side=narrator.side_adjective(event.side),
        count=len(countries),
    )
    return (words(Strong(text=text)),)


def _newcomer(narrator: GreatWarLanguage, id: str, side: Side | None = None) -> CounterName:
    piece = pool.counter(narrator.game, id)
    return CounterName(text=narrator.counter_name(id), side=side or (piece.side if piece else ""))


ARRIVALS: Mapping[Origin, str] = {
    "reinforcement": message("{piece} arrives in {area}{army}"),
    "built": message("{piece} is built in {area}{army}"),
    "rebuilt": message("{piece} is rebuilt in {area}{army}"),
    "substitute": message("{piece} arrives as a substitute in {area}{army}"),
}
"""Phrases for the arrival of a piece."""

REPLACEMENTS: Mapping[Literal["swapped", "upgraded"], str] = {
    "swapped": message("{piece} takes the place of {other} in {area}"),
    "upgraded": message("{other} is upgraded to {piece} in {area}"),
}
"""Phrases for the replacement of a piece."""


BIDS: Mapping[bool, str] = {
    False: message("the {side} side bids nothing"),
    True: message("the {side} side bids {cards}"),
}
"""Phrases for a side's bid, cards or none."""


def intention(  # noqa: C901, PLR0911 - one arm per event
    narrator: GreatWarLanguage, position: Position, event: happened.Intention
) -> tuple[Inline, ...]:
    """Return a planned or finished intention as a clause without its full stop."""
    match event:
        case planned.PieceArrived():
            return _arrival(narrator, event)
        case planned.PieceReplaced(piece=old, by=new, area=area, reason=reason):
            piece, other = _newcomer(narrator, new), _newcomer(narrator, old)
            where = area_called(narrator, area)
            return narrator.sentence(REPLACEMENTS[reason], piece=piece, other=other, area=where)
        case planned.PieceEntrenched(piece=id):
            return narrator.sentence("{piece} entrenches", piece=_name(narrator, position, id))
        case planned.CardsBought(side=side, count=count):
            return narrator.sentence(
                "the {side} side buys {count} card", "the {side} side buys {count} cards",
                side=narrator.side_adjective(side), count=count,
            )  # fmt: skip
        case happened.ArmyJoined(piece=id, army=army):
            joined = _name(narrator, position, army)
            return narrator.sentence("{piece} joins {army}", piece=_name(narrator, position, id), army=joined)
        case happened.ArmyLeft(piece=id, army=army):
            left = _name(narrator, position, army)
            return narrator.sentence("{piece} leaves {army}", piece=_name(narrator, position, id), army=left)
        case happened.ArmyEntrenched(army=army):
            return narrator.sentence("{army} takes over trenches", army=_name(narrator, position, army))
        case planned.PieceFortified(piece=id):
            return narrator.sentence("{piece} is fortified", piece=_name(narrator, position, id))
        case planned.CardsBid(side=side, cards=cards):
            names = phrases.cards_called(narrator, cards)
            return narrator.sentence(BIDS[bool(cards)], side=narrator.side_adjective(side), cards=names)
        case happened.PieceLost(piece=id):
            return narrator.sentence("{piece} is given up", piece=_name(narrator, position, id))
        case _:
            assert_never(event)


def _arrival(narrator: GreatWarLanguage, event: planned.PieceArrived) -> tuple[Inline, ...]:
    army: tuple[Inline, ...] = ()
    if event.into is not None:
        army = narrator.sentence(", into {army}", army=_newcomer(narrator, event.into))
    piece, area = _newcomer(narrator, event.piece, event.side), area_called(narrator, event.area)
    return narrator.sentence(ARRIVALS[event.origin], piece=piece, area=area, army=army)


def _name(narrator: GreatWarLanguage, position: Position, id: str) -> CounterName:
    """Return the name of a piece, also of a piece that only a plan placed on the map."""
    return piece_called(narrator, position, id) if id in position.map.pieces else _newcomer(narrator, id)


def plain(narrator: GreatWarLanguage, position: Position, event: happened.Intention) -> str:
    """The same as plain text."""
    return "".join(part.text for part in intention(narrator, position, event))


ENDINGS: Mapping[Ending, str] = {
    "last-season": message("The campaign is over, with {points}: {level}."),
    "decisive": message("The victory is decisive and the match is over, with {points}: {level}."),
    "armistice": message("Both sides agree to an armistice and the match is over, with {points}: {level}."),
    "resignation": message(
        "The {side} side resigns and the match is over, one level worse for it, with {points}: {level}."
    ),
}
"""Reasons for the end of a match."""


def _end(narrator: GreatWarLanguage, _: Position, event: happened.CampaignEnded) -> Blocks:
    """The end of the match, and why."""
    return narrator.told(
        ENDINGS[event.reason],
        side=narrator.side_adjective(event.side or ""),
        points=phrases.points_counted(narrator, event.points),
        level=Strong(text=narrator.worded(event.level)),
    )


NARRATIONS: Narrations = (
    narration(planned.CardsBought, _carry_out),
    narration(planned.PieceArrived, _carry_out),
    narration(planned.PieceReplaced, _carry_out),
    narration(planned.PieceEntrenched, _carry_out),
    narration(planned.SupplyChecked, _check_supply),
    narration(happened.PlanExtended, _extend),
    narration(planned.CountriesJoined, _join),
    narration(planned.ArmyWithdrawn, _withdraw),
    narration(planned.ArmisticeDeclined, _decline),
    narration(happened.CampaignEnded, _end),
)


class _Step(Value):
    """Step of a plan in the table: the nation, the action, the place, and the id of a piece on the map."""

    nation: str
    text: str
    place: str = ""
    id: str = ""


ENTRENCHED = message("entrenched")
GIVEN_UP: Mapping[bool, str] = {False: message("lost"), True: message("lost, out of supply")}
"""Texts for pieces that are shown by their ids, one row a nation."""


def tell(narrator: GreatWarLanguage, position: Position, events: Iterable[GreatWarEvent]) -> Blocks:
    """Return the results of the plans that were opened in these events; nothing without opened plans."""
    rows: list[_Step] = []
    purchases: Counter[Side] = Counter()
    events = tuple(events)
    places = _list_plan_steps(events)
    for place, event in enumerate(events):
        step = _find_step(event) if place in places else None
        if isinstance(step, planned.CardsBought):
            purchases[step.side] += step.count
        elif step is not None:
            rows.append(_word(narrator, position, step))
        position = recorder.evolve(narrator.game, position, event)
    for side, count in purchases.items():
        rows.append(_Step(narrator.side_name(side), phrases.cards_counted(narrator, count)))
    if not rows:
        return ()
    columns = narrator.say("Plans opened"), narrator.say("What"), narrator.say("Where")
    return (Table(columns=columns, rows=tuple(_gather(rows))),)


def list_steps(events: Iterable[GreatWarEvent]) -> frozenset[int]:
    """Return the places of the steps that a table shows.

    These are the steps in which opened plans are carried out, the sealed plans before they are opened, and
    armies that fall.
    """
    events = tuple(events)
    steps = _list_plan_steps(events)
    end = max((at for at, event in enumerate(events) if isinstance(event, PlansRevealed)), default=0)
    plans = (at for at, event in enumerate(events[:end]) if isinstance(event, happened.PlanExtended))
    return steps.union(plans, *(range(first, last + 1) for first, last in _list_falls(events, steps)))


def _list_plan_steps(events: Sequence[GreatWarEvent]) -> frozenset[int]:
    steps: list[int] = []
    is_opened = False
    for place, event in enumerate(events):
        if is_opened and _find_step(event) is not None:
            steps.append(place)
        elif not isinstance(event, happened.Unseen | planned.TemplateEvent):
            is_opened = isinstance(event, PlansRevealed)
    return frozenset(steps)


def _find_step(event: GreatWarEvent) -> Intention | None:
    """Return the step of a plan in an event, or None. A step inside an army may be hidden from its reader."""
    step = event.event if isinstance(event, happened.Unseen) else event
    if isinstance(step, planned.PieceReplaced) and step.area == NOWHERE:
        return None
    return step if isinstance(step, Intention) else None


def _list_falls(events: Sequence[GreatWarEvent], steps: Container[int]) -> Iterator[tuple[int, int]]:
    """Yield the first and last places of armies that fall with their pieces, outside plans."""
    first: int | None = None
    for place, event in enumerate(events):
        if not isinstance(event, happened.PieceLost) or event.fate not in FALLS or place in steps:
            first = None
            continue
        before = events[place - 1] if first is not None else event
        assert isinstance(before, happened.PieceLost)
        if first is None or (before.fate, before.area) != (event.fate, event.area):
            first = place
        if event.piece.rpartition("-")[2].isdigit():
            if first < place:
                yield first, place
            first = None


FALLS: Mapping[Fate, str] = {
    "cut-off": message("Eliminated, with no area to retreat to: {armies}."),
    "left-alone": message("Eliminated after a retreat to the enemy without support: {armies}."),
    "out-of-supply": message("Lost, out of supply: {armies}."),
    "retreated-twice": message("Eliminated at a second retreat: {armies}."),
}
"""Sentences for the loss of armies with their pieces, by the reason."""

FALL = message("{army} in {area} with {pieces}")

MOST_FALLS = 6
"""Highest number of armies that are shown, the last ones."""


def tell_falls(narrator: GreatWarLanguage, events: Sequence[GreatWarEvent]) -> Iterator[Paragraph]:
    """Yield a sentence for each reason for which armies fell with their pieces."""
    falls: dict[Fate, list[str]] = {}
    for first, last in tuple(_list_falls(events, _list_plan_steps(events)))[-MOST_FALLS:]:
        *inside, army = (event for event in events[first : last + 1] if isinstance(event, happened.PieceLost))
        text = narrator.say(
            FALL,
            army=narrator.army_name(army.piece),
            area=narrator.area_name(army.area),
            pieces=" ".join(event.piece for event in inside),
        )
        falls.setdefault(army.fate, []).append(text)
    for fate, armies in falls.items():
        yield narrator.paragraph(FALLS[fate], armies=narrator.chain(armies))


def _word(narrator: GreatWarLanguage, position: Position, event: Intention) -> _Step:
    """One step of a plan: whose it is, what, and where."""
    match event:
        case PieceArrived():
            where = narrator.area_name(event.area) if event.area != NOWHERE else narrator.say("hidden")
            where += f" ({event.into})" if event.into else ""
            kind = (
                narrator.units[event.kind].name if event.kind != "army" else narrator.army_name(event.piece)
            )
            return _Step(narrator.nations[event.nation].name, kind, where)
        case planned.PieceEntrenched(piece=id):
            piece = position.map.pieces.get(id)
            where = narrator.area_name(piece.area) if piece is not None else ""
            return _Step(_name_nation(narrator, id), narrator.say(ENTRENCHED), where, id)
        case happened.PieceLost(piece=id, area=area, fate=fate) if not _is_fort(position, id):
            text = narrator.say(GIVEN_UP[fate == "out-of-supply"])
            return _Step(_name_nation(narrator, id), text, narrator.area_name(area), id)
        case _:
            return _Step("", upper(plain(narrator, position, event)))


def _is_fort(position: Position, id: str) -> bool:
    piece = position.map.pieces.get(id)
    return piece is not None and piece.kind == "fort"


def _name_nation(narrator: GreatWarLanguage, id: str) -> str:
    return narrator.nations[id.partition("-")[0]].name


def _gather(steps: Iterable[_Step]) -> Iterator[tuple[str, str, str]]:
    """Like steps of a nation as one row with their places, in the order in which the first of each came."""
    rows: dict[tuple[str, str], list[_Step]] = {}
    for step in steps:
        rows.setdefault((step.nation, step.text), []).append(step)
    for (nation, text), some in rows.items():
        yield nation, text, ", ".join(_count(some)) if nation else ""


def _count(steps: Sequence[_Step]) -> Iterator[str]:
    """Yield each place with its pieces, or with the number of arrivals if it is more than one."""
    ids: dict[str, list[str]] = {}
    for step in steps:
        ids.setdefault(step.place, []).append(step.id)
    for place, some in ids.items():
        if named := " ".join(filter(None, some)):
            yield f"{place} ({named})" if place else named
        else:
            yield f"{len(some)} {place}" if len(some) > 1 else place
