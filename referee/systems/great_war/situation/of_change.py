"""What changed between two positions, in words: areas, pieces, cards by count, and points."""

from collections import Counter
from collections.abc import Iterator

from referee.systems.great_war import secrecy
from referee.systems.great_war.narrative import phrases
from referee.systems.great_war.position import Position
from referee.systems.great_war.theatre import Theatre
from schemas.document import Block, Bullets, Heading, Table, Text, words
from schemas.great_war.pack import Kind
from schemas.great_war.view import AreaView, View
from schemas.record import Side


def change(theatre: Theatre, before: Position, after: Position, viewer: Side) -> tuple[Block, ...]:
    """The difference of two positions as one viewer may know them."""
    then, now = secrecy.view(theatre, before, viewer), secrecy.view(theatre, after, viewer)
    return (
        words(_time(then, now)),
        Heading(text="Areas", level=3),
        *_areas(theatre, then, now),
        Heading(text="Pieces", level=3),
        *_pieces(theatre, then, now),
        *_armies(theatre, then, now),
        Heading(text="Cards", level=3),
        Bullets(items=tuple((Text(text=line),) for line in _cards(theatre, then, now))),
        Heading(text="Points", level=3),
        words(_points(then, now)),
    )


def _time(then: View, now: View) -> str:
    return f"All in {now.title}." if then.turn == now.turn else f"From {then.title} to {now.title}."


def _areas(theatre: Theatre, then: View, now: View) -> Iterator[Block]:
    rows = tuple(
        (theatre.area_name(here.id), _status(theatre, there), _status(theatre, here), str(here.points))
        for there, here in zip(then.areas, now.areas, strict=True)
        if (there.owner, there.status) != (here.owner, here.status)
    )
    if rows:
        yield Table(columns=("Area", "Then", "Now", "Points"), rows=rows, numeric=(3,))
    else:
        yield words("No area has changed hands.")


def _status(theatre: Theatre, area: AreaView) -> str:
    owner = theatre.side_name(area.owner) if area.owner is not None else "nobody's"
    return f"disputed, {owner} before" if area.status == "disputed" else owner


def _pieces(theatre: Theatre, then: View, now: View) -> Iterator[Block]:
    """What every nation has more or fewer of on the map, and the strength that forts lost."""
    rows = tuple(_nations(theatre, then, now))
    yield Table(columns=("Nation", "Fewer", "More"), rows=rows) if rows else words("As many as before.")


def _nations(theatre: Theatre, then: View, now: View) -> Iterator[tuple[str, ...]]:
    for nation in theatre.nations.values():
        had, has = _counted(then, nation.id), _counted(now, nation.id)
        forts = _strength(then, nation.id) - _strength(now, nation.id)
        fewer = [*_named(theatre, had - has), *([f"{forts} of its forts"] if forts > 0 else [])]
        if more := [*_named(theatre, has - had)]:
            yield nation.name, ", ".join(fewer), ", ".join(more)
        elif fewer:
            yield nation.name, ", ".join(fewer), ""


def _counted(seen: View, nation: str) -> Counter[Kind]:
    return Counter(piece.kind for piece in seen.pieces if piece.nation == nation and piece.kind != "fort")


def _strength(seen: View, nation: str) -> int:
    return sum(piece.strength for piece in seen.pieces if piece.nation == nation and piece.kind == "fort")


def _named(theatre: Theatre, kinds: Counter[Kind]) -> Iterator[str]:
    for unit in theatre.pack.forces.units:
        if number := kinds.get(unit.kind):
            yield phrases.counted(number, unit.name.lower(), unit.plural.lower())


def _armies(theatre: Theatre, then: View, now: View) -> Iterator[Block]:
    """The armies that stand elsewhere."""
    before = {army.id: army.area for army in then.armies}
    rows = tuple(
        (theatre.army_name(army.id), theatre.area_name(before[army.id]), theatre.area_name(army.area))
        for army in now.armies
        if before.get(army.id, army.area) != army.area
    )
    if rows:
        yield Table(columns=("Army", "From", "To"), rows=rows)


def _cards(theatre: Theatre, then: View, now: View) -> Iterator[str]:
    for there, here in zip(then.hands, now.hands, strict=True):
        held = f"{phrases.subject(theatre, here.side)} holds {phrases.counted(here.size, 'card')}"
        yield f"{held}{_by(here.size - there.size)}."
    yield f"Draw pile: {phrases.counted(now.pile, 'card')}{_by(now.pile - then.pile)}."
    discards = len(now.discards)
    yield f"Discards: {phrases.counted(discards, 'card')}{_by(discards - len(then.discards))}."


def _by(difference: int) -> str:
    if not difference:
        return ", as before"
    return f", {abs(difference)} {'more' if difference > 0 else 'fewer'}"


def _points(then: View, now: View) -> str:
    total = phrases.counted(now.victory.total, "victory point")
    level = now.victory.level
    same = level == then.victory.level
    was = f"{level}, as before" if same else f"{level}, and was {then.victory.level}"
    return f"{total}{_by(now.victory.total - then.victory.total)}: {was}."
