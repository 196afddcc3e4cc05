"""Differences between two positions, in words: areas, pieces, cards by count, and points."""

from collections import Counter
from collections.abc import Iterator
from itertools import chain

from msgspec import UNSET

from referee.systems.great_war.language.language import GreatWarLanguage
from referee.systems.great_war.narrative import phrases
from referee.systems.great_war.secrecy import visibility
from referee.systems.great_war.state.position import Position
from schemas.great_war.names import Kind
from schemas.great_war.view import CoveredView, View
from schemas.record import Side
from schemas.reports import Block, Bullets, Heading, Table, Text, words


def change(narrator: GreatWarLanguage, before: Position, after: Position, viewer: Side) -> tuple[Block, ...]:
    """The difference of two positions as one viewer may know them."""
    then, now = visibility.view(narrator, before, viewer), visibility.view(narrator, after, viewer)
    return (
        words(_time(narrator, then, now)),
        *_initiative(narrator, then, now),
        Heading(text=narrator.say("Areas"), level=3),
        *_areas(narrator, then, now),
        Heading(text=narrator.say("Pieces"), level=3),
        *_pieces(narrator, then, now),
        *_armies(narrator, then, now),
        Heading(text=narrator.say("Cards"), level=3),
        Bullets(items=tuple((Text(text=line),) for line in _cards(narrator, then, now))),
        Heading(text=narrator.say("Points"), level=3),
        words(_points(narrator, then, now)),
    )


def _time(narrator: GreatWarLanguage, then: View, now: View) -> str:
    before, season = narrator.turns[then.turn].title, narrator.turns[now.turn].title
    if then.turn == now.turn:
        return narrator.say("All in {season}.", season=season)
    return narrator.say("From {before} to {season}.", before=before, season=season)


def _initiative(narrator: GreatWarLanguage, then: View, now: View) -> Iterator[Block]:
    """Yield the side that won the first player turn."""
    if now.first is not UNSET and now.first != then.first:
        side = narrator.side_adjective(now.first)
        yield narrator.paragraph("The {side} side is First Player now.", side=side)


def _areas(narrator: GreatWarLanguage, then: View, now: View) -> Iterator[Block]:
    rows = tuple(
        (
            narrator.area_name(here.id),
            phrases.standing(narrator, there),
            phrases.standing(narrator, here),
            str(here.points),
        )
        for there, here in zip(then.areas, now.areas, strict=True)
        if (there.owner, there.status) != (here.owner, here.status)
    )
    if rows:
        columns = narrator.say("Area"), narrator.say("Then"), narrator.say("Now"), narrator.say("Points")
        yield Table(columns=columns, rows=rows, numeric=(3,))
    else:
        yield narrator.paragraph("No area has changed hands.")


def _pieces(narrator: GreatWarLanguage, then: View, now: View) -> Iterator[Block]:
    """Yield the change in pieces of each nation on the map, and the strength that forts lost."""
    rows = tuple(_nations(narrator, then, now))
    if not rows:
        yield narrator.paragraph("As many as before.")
        return
    columns = narrator.say("Nation"), narrator.say("Fewer"), narrator.say("More")
    yield Table(columns=columns, rows=rows)


def _nations(narrator: GreatWarLanguage, then: View, now: View) -> Iterator[tuple[str, ...]]:
    for nation in narrator.nations.values():
        had, has = _count(then, nation.id), _count(now, nation.id)
        forts = _strength(then, nation.id) - _strength(now, nation.id)
        razed = [narrator.say("{count} of its forts", count=forts)] if forts > 0 else []
        fewer = [*_name(narrator, had - has), *razed]
        if more := [*_name(narrator, has - had)]:
            yield nation.name, ", ".join(fewer), ", ".join(more)
        elif fewer:
            yield nation.name, ", ".join(fewer), ""


def _count(seen: View, nation: str) -> Counter[Kind]:
    """Return the pieces of a nation on the map, with those in unknown armies."""
    hidden = chain.from_iterable(seen.unseen.values()) if isinstance(seen, CoveredView) else ()
    everything = (*seen.pieces, *hidden)
    return Counter(piece.kind for piece in everything if piece.nation == nation and piece.kind != "fort")


def _strength(seen: View, nation: str) -> int:
    return sum(piece.strength for piece in seen.pieces if piece.nation == nation and piece.kind == "fort")


def _name(narrator: GreatWarLanguage, kinds: Counter[Kind]) -> Iterator[str]:
    for unit in narrator.pack.forces.units:
        if number := kinds.get(unit.kind):
            yield narrator.several(unit.kind, number)


def _armies(narrator: GreatWarLanguage, then: View, now: View) -> Iterator[Block]:
    """The armies that stand elsewhere."""
    before = {army.id: army.area for army in then.armies}
    rows = tuple(
        (narrator.army_name(army.id), narrator.area_name(before[army.id]), narrator.area_name(army.area))
        for army in now.armies
        if before.get(army.id, army.area) != army.area
    )
    if rows:
        columns = narrator.say("Army"), narrator.say("From"), narrator.say("To")
        yield Table(columns=columns, rows=rows)


def _cards(narrator: GreatWarLanguage, then: View, now: View) -> Iterator[str]:
    for there, here in zip(then.hands, now.hands, strict=True):
        yield narrator.say(
            "The {side} side holds {cards}{difference}.",
            side=narrator.side_adjective(here.side),
            cards=phrases.cards_counted(narrator, here.size),
            difference=_by(narrator, here.size - there.size),
        )
    yield narrator.say(
        "Draw pile: {cards}{difference}.",
        cards=phrases.cards_counted(narrator, now.pile),
        difference=_by(narrator, now.pile - then.pile),
    )
    discards = len(now.discards)
    yield narrator.say(
        "Discards: {cards}{difference}.",
        cards=phrases.cards_counted(narrator, discards),
        difference=_by(narrator, discards - len(then.discards)),
    )


def _by(narrator: GreatWarLanguage, difference: int) -> str:
    if not difference:
        return narrator.say(", as before")
    if difference > 0:
        return narrator.say(", {count} more", count=difference)
    return narrator.say(", {count} fewer", count=-difference)


def _points(narrator: GreatWarLanguage, then: View, now: View) -> str:
    level, before = narrator.worded(now.victory.level), narrator.worded(then.victory.level)
    sentences = {
        "points": phrases.points_counted(narrator, now.victory.total),
        "difference": _by(narrator, now.victory.total - then.victory.total),
        "level": level,
    }
    if level == before:
        return narrator.say("{points}{difference}: {level}, as before.", **sentences)
    return narrator.say("{points}{difference}: {level}; before: {before}.", before=before, **sentences)
