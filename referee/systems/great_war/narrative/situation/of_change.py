"""What changed between two positions, in words: areas, pieces, cards by count, and points."""

from collections import Counter
from collections.abc import Iterator
from itertools import chain

from msgspec import UNSET

from referee.systems.great_war.narrative import phrases
from referee.systems.great_war.secrecy import secrecy
from referee.systems.great_war.state.position import Position
from referee.systems.great_war.state.theatre import GreatWarGame
from schemas.great_war.pack import Kind
from schemas.great_war.view import CoveredView, View
from schemas.record import Side
from schemas.reports.document import Block, Bullets, Heading, Table, Text, words


def change(theatre: GreatWarGame, before: Position, after: Position, viewer: Side) -> tuple[Block, ...]:
    """The difference of two positions as one viewer may know them."""
    then, now = secrecy.view(theatre, before, viewer), secrecy.view(theatre, after, viewer)
    return (
        words(_time(theatre, then, now)),
        *_initiative(theatre, then, now),
        Heading(text=theatre.say("Areas"), level=3),
        *_areas(theatre, then, now),
        Heading(text=theatre.say("Pieces"), level=3),
        *_pieces(theatre, then, now),
        *_armies(theatre, then, now),
        Heading(text=theatre.say("Cards"), level=3),
        Bullets(items=tuple((Text(text=line),) for line in _cards(theatre, then, now))),
        Heading(text=theatre.say("Points"), level=3),
        words(_points(theatre, then, now)),
    )


def _time(theatre: GreatWarGame, then: View, now: View) -> str:
    before, season = theatre.turns[then.turn].title, theatre.turns[now.turn].title
    if then.turn == now.turn:
        return theatre.say("All in {season}.", season=season)
    return theatre.say("From {before} to {season}.", before=before, season=season)


def _initiative(theatre: GreatWarGame, then: View, now: View) -> Iterator[Block]:
    """Who has won the first player turn."""
    if now.first is not UNSET and now.first != then.first:
        side = theatre.side_adjective(now.first)
        yield theatre.paragraph("The {side} side is First Player now.", side=side)


def _areas(theatre: GreatWarGame, then: View, now: View) -> Iterator[Block]:
    rows = tuple(
        (
            theatre.area_name(here.id),
            phrases.standing(theatre, there),
            phrases.standing(theatre, here),
            str(here.points),
        )
        for there, here in zip(then.areas, now.areas, strict=True)
        if (there.owner, there.status) != (here.owner, here.status)
    )
    if rows:
        columns = theatre.say("Area"), theatre.say("Then"), theatre.say("Now"), theatre.say("Points")
        yield Table(columns=columns, rows=rows, numeric=(3,))
    else:
        yield theatre.paragraph("No area has changed hands.")


def _pieces(theatre: GreatWarGame, then: View, now: View) -> Iterator[Block]:
    """What every nation has more or fewer of on the map, and the strength that forts lost."""
    rows = tuple(_nations(theatre, then, now))
    if not rows:
        yield theatre.paragraph("As many as before.")
        return
    columns = theatre.say("Nation"), theatre.say("Fewer"), theatre.say("More")
    yield Table(columns=columns, rows=rows)


def _nations(theatre: GreatWarGame, then: View, now: View) -> Iterator[tuple[str, ...]]:
    for nation in theatre.nations.values():
        had, has = _count(then, nation.id), _count(now, nation.id)
        forts = _strength(then, nation.id) - _strength(now, nation.id)
        razed = [theatre.say("{count} of its forts", count=forts)] if forts > 0 else []
        fewer = [*_name(theatre, had - has), *razed]
        if more := [*_name(theatre, has - had)]:
            yield nation.name, ", ".join(fewer), ", ".join(more)
        elif fewer:
            yield nation.name, ", ".join(fewer), ""


def _count(seen: View, nation: str) -> Counter[Kind]:
    """The pieces of a nation on the map, also those that are in armies nobody knows which."""
    hidden = chain.from_iterable(seen.unseen.values()) if isinstance(seen, CoveredView) else ()
    everything = (*seen.pieces, *hidden)
    return Counter(piece.kind for piece in everything if piece.nation == nation and piece.kind != "fort")


def _strength(seen: View, nation: str) -> int:
    return sum(piece.strength for piece in seen.pieces if piece.nation == nation and piece.kind == "fort")


def _name(theatre: GreatWarGame, kinds: Counter[Kind]) -> Iterator[str]:
    for unit in theatre.pack.forces.units:
        if number := kinds.get(unit.kind):
            yield theatre.several(unit.kind, number).lower()


def _armies(theatre: GreatWarGame, then: View, now: View) -> Iterator[Block]:
    """The armies that stand elsewhere."""
    before = {army.id: army.area for army in then.armies}
    rows = tuple(
        (theatre.army_name(army.id), theatre.area_name(before[army.id]), theatre.area_name(army.area))
        for army in now.armies
        if before.get(army.id, army.area) != army.area
    )
    if rows:
        columns = theatre.say("Army"), theatre.say("From"), theatre.say("To")
        yield Table(columns=columns, rows=rows)


def _cards(theatre: GreatWarGame, then: View, now: View) -> Iterator[str]:
    for there, here in zip(then.hands, now.hands, strict=True):
        yield theatre.say(
            "The {side} side holds {cards}{difference}.",
            side=theatre.side_adjective(here.side),
            cards=phrases.cards_counted(theatre, here.size),
            difference=_by(theatre, here.size - there.size),
        )
    yield theatre.say(
        "Draw pile: {cards}{difference}.",
        cards=phrases.cards_counted(theatre, now.pile),
        difference=_by(theatre, now.pile - then.pile),
    )
    discards = len(now.discards)
    yield theatre.say(
        "Discards: {cards}{difference}.",
        cards=phrases.cards_counted(theatre, discards),
        difference=_by(theatre, discards - len(then.discards)),
    )


def _by(theatre: GreatWarGame, difference: int) -> str:
    if not difference:
        return theatre.say(", as before")
    if difference > 0:
        return theatre.say(", {count} more", count=difference)
    return theatre.say(", {count} fewer", count=-difference)


def _points(theatre: GreatWarGame, then: View, now: View) -> str:
    level, before = theatre.worded(now.victory.level), theatre.worded(then.victory.level)
    told = {
        "points": phrases.points_counted(theatre, now.victory.total),
        "difference": _by(theatre, now.victory.total - then.victory.total),
        "level": level,
    }
    if level == before:
        return theatre.say("{points}{difference}: {level}, as before.", **told)
    return theatre.say("{points}{difference}: {level}, and was {before}.", before=before, **told)
