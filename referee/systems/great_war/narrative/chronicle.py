"""What happened between two reports at a glance: the battles and their cost, and the ways of the pieces."""

from collections import Counter
from collections.abc import Iterable, Iterator

from msgspec import Struct, field

from referee.systems.great_war.events import evolution
from referee.systems.great_war.facts import control
from referee.systems.great_war.narrative import phrases
from referee.systems.great_war.narrative.phrases import Blocks
from referee.systems.great_war.state.narrator import Narrator
from referee.systems.great_war.state.position import Position
from schemas.great_war.events import (
    BattleClosed,
    ErsatzSpent,
    FortReduced,
    GreatWarEvent,
    PieceLost,
    PieceMoved,
    PieceRetreated,
)
from schemas.record import Side
from schemas.reports.document import Table
from schemas.reports.picture import PictureArrow


class _Battle(Struct):
    """A battle while it is being told; `after` is empty as long as it lasts."""

    area: str
    attacker: Side
    lost: dict[Side, Counter[str]] = field(default_factory=dict[Side, Counter[str]])
    forts: set[str] = field(default_factory=set[str])
    after: str = ""

    def count(self, side: Side, what: str) -> None:
        """Count one thing against a side."""
        self.lost.setdefault(side, Counter())[what] += 1


def digest(narrator: Narrator, position: Position, events: Iterable[GreatWarEvent]) -> Blocks:
    """The battles of these events in a table: who attacked, what each side lost, and who holds the area."""
    battles = list(_battles(narrator, position, events))
    if not battles:
        return ()
    names = [narrator.say("{side} losses", side=narrator.side_name(side)) for side in narrator.game.sides]
    rows = tuple(
        (
            narrator.area_name(battle.area),
            narrator.side_name(battle.attacker),
            *(_losses(narrator, battle, side) for side in narrator.game.sides),
            battle.after or narrator.say("still fought"),
        )
        for battle in battles
    )
    return (
        narrator.paragraph("The battles at a glance:"),
        Table(
            columns=(narrator.say("Battle"), narrator.say("Attacker"), *names, narrator.say("Area then")),
            rows=rows,
        ),
    )


def _battles(narrator: Narrator, position: Position, events: Iterable[GreatWarEvent]) -> Iterator[_Battle]:
    told: _Battle | None = None
    for event in events:
        before, position = position, evolution.evolve(narrator.game, position, event)
        fight = before.fight or position.fight
        if fight is not None and (told is None or told.area != fight.area):
            told = _Battle(fight.area, fight.attacker)
        if told is not None:
            _count(before, told, event)
        if told is not None and isinstance(event, BattleClosed):
            told.after = _holder(narrator, position, told.area)
            yield told
            told = None
    if told is not None:
        yield told


def _count(before: Position, told: _Battle, event: GreatWarEvent) -> None:
    match event:
        case PieceLost(piece=id):
            piece = before.pieces[id]
            if piece.kind == "fort":
                told.forts.add(id)
                told.count(piece.side, "fort razed")
            else:
                told.count(piece.side, piece.kind)
        case FortReduced(fort=id):
            told.count(before.pieces[id].side, "fort hit")
        case ErsatzSpent(side=side):
            told.count(side, "card")
        case PieceRetreated(piece=id):
            told.count(before.pieces[id].side, "retreat")
        case _:
            pass


def _losses(narrator: Narrator, battle: _Battle, side: Side) -> str:
    """What a side lost: `2 infantry, fort razed, 1 card, 1 retreat`."""
    counted = battle.lost.get(side, Counter[str]())
    told: list[str] = []
    for unit in narrator.pack.forces.units:
        if number := counted.get(unit.kind):
            told.append(narrator.several(unit.kind, number).lower())
    if counted.get("fort razed"):
        told.append(narrator.say("fort razed"))
    elif number := counted.get("fort hit"):
        told.append(narrator.say("fort -{strength}", strength=number))
    if number := counted.get("card"):
        told.append(phrases.cards_counted(narrator, number))
    if number := counted.get("retreat"):
        told.append(narrator.say("{count} retreat", "{count} retreats", count=number))
    return ", ".join(told) or narrator.say("none")


def _holder(narrator: Narrator, position: Position, area: str) -> str:
    if control.status(position, area, position.sides[0]) == "disputed":
        return narrator.say("disputed")
    return phrases.holder(narrator, position.owner.get(area))


def movements(
    narrator: Narrator, position: Position, events: Iterable[GreatWarEvent]
) -> tuple[PictureArrow, ...]:
    """The ways that pieces went in these events, each once, with the names of those who went it."""
    ways: dict[tuple[Side, tuple[str, ...], bool], list[str]] = {}
    for event in events:
        match event:
            case PieceMoved(piece=id, origin=origin, path=path, mode=mode):
                piece = position.pieces[id]
                ways.setdefault((piece.side, (origin, *path), mode != "march"), []).append(
                    narrator.piece_name(piece)
                )
            case PieceRetreated(piece=id, origin=origin, to=to):
                piece = position.pieces[id]
                ways.setdefault((piece.side, (origin, to), True), []).append(narrator.piece_name(piece))
            case _:
                pass
        position = evolution.evolve(narrator.game, position, event)
    return tuple(
        PictureArrow(
            side=side,
            text=", ".join(dict.fromkeys(names)),
            points=tuple(narrator.areas[area].at for area in way),
            broken=broken,
        )
        for (side, way, broken), names in ways.items()
    )
