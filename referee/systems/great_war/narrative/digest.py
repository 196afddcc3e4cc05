"""Digest of the events between two reports: the battles and their cost, and the ways of the pieces."""

from collections import Counter
from collections.abc import Iterable, Iterator

from msgspec import Struct, field

from referee.systems.great_war.events import recorder
from referee.systems.great_war.facts import control
from referee.systems.great_war.language.language import GreatWarLanguage
from referee.systems.great_war.narrative import map as game_map
from referee.systems.great_war.narrative import phrases, pieces, plan_narration
from referee.systems.great_war.narrative.phrases import Blocks
from referee.systems.great_war.state.position import Position
from schemas.great_war import events as happened
from schemas.record import Side
from schemas.reports import PictureArrow, Table


class _Battle(Struct):
    """Battle while its lines are collected.

    `had` and `has` are the pieces of each side before and after; `after` is empty until the battle ends.
    """

    area: str
    attacker: Side
    begun: bool = False
    lost: dict[Side, Counter[str]] = field(default_factory=dict[Side, Counter[str]])
    had: dict[Side, str] = field(default_factory=dict[Side, str])
    has: dict[Side, str] = field(default_factory=dict[Side, str])
    after: str = ""

    def count(self, side: Side, what: str) -> None:
        """Count one thing against a side."""
        self.lost.setdefault(side, Counter())[what] += 1


def digest(
    narrator: GreatWarLanguage, position: Position, events: Iterable[happened.GreatWarEvent]
) -> Blocks:
    """Return a table of the battles of these events, the steps of opened plans, and the armies that fell."""
    events = tuple(events)
    plans = (*plan_narration.tell(narrator, position, events), *plan_narration.tell_falls(narrator, events))
    battles = list(_battles(narrator, position, events))
    if not battles:
        return plans
    rows = tuple(row for battle in battles for row in _rows(narrator, battle))
    say = narrator.say
    columns = say("Attacker first"), say("Side"), say("Before"), say("Lost"), say("After")
    return (Table(columns=columns, rows=rows), *plans)


def _rows(narrator: GreatWarLanguage, battle: _Battle) -> Iterator[tuple[str, ...]]:
    """Yield the row of the attacker, then the defender's row with the result for the area."""
    result = battle.after or narrator.say("still fought")
    for side in sorted(narrator.game.sides, key=lambda side: side != battle.attacker):
        attacks = side == battle.attacker
        yield (
            narrator.area_name(battle.area) if attacks else f"= {result}",
            narrator.side_name(side),
            battle.had.get(side) or narrator.say("nothing"),
            _losses(narrator, battle, side),
            battle.has.get(side) or narrator.say("nothing"),
        )


def _battles(
    narrator: GreatWarLanguage, position: Position, events: Iterable[happened.GreatWarEvent]
) -> Iterator[_Battle]:
    """Yield the battles that begin in these events. Earlier reports contain the others."""
    battle: _Battle | None = None
    is_earlier = position.fight is not None
    for event in events:
        before, position = position, recorder.evolve(narrator.game, position, event)
        if is_earlier:
            is_earlier = not isinstance(event, happened.BattleClosed)
            continue
        fight = before.fight or position.fight
        if fight is not None and (battle is None or battle.area != fight.area):
            battle = _Battle(fight.area, fight.attacker)
        if battle is None:
            continue
        has_begun = battle.begun
        if isinstance(event, happened.BattleClosed):
            # The armies hide their contents again as the battle closes.
            battle.after = _holder(narrator, position, battle.area)
            yield battle
            battle = None
            continue
        _count(before, battle, event)
        for side in position.map.sides:
            battle.has[side] = _muster(narrator, position, battle.area, side)
            if not has_begun and not battle.begun:
                battle.had[side] = battle.has[side]
    if battle is not None:
        yield battle


def _muster(narrator: GreatWarLanguage, position: Position, area: str, side: Side) -> str:
    """Return the pieces of a side in an area: `5I 1C 1A, fort 2`."""
    standing = position.map.standing(area, side)
    kinds = Counter(piece.kind for piece in standing if piece.kind not in {"army", "fort"})
    forts = [narrator.say("fort {strength}", strength=one.strength) for one in standing if one.kind == "fort"]
    return ", ".join(([pieces.count(narrator, kinds)] if kinds else []) + forts)


def _count(before: Position, told: _Battle, event: happened.GreatWarEvent) -> None:
    match event:
        case happened.FireResolved():
            told.begun = True
        case happened.PieceLost(piece=id):
            piece = before.map.pieces[id]
            told.begun = True
            if piece.kind == "fort":
                told.count(piece.side, "fort destroyed")
            else:
                told.count(piece.side, piece.kind)
        case happened.FortReduced(fort=id):
            told.count(before.map.pieces[id].side, "fort hit")
        case happened.ErsatzSpent(side=side):
            told.count(side, "card")
        case happened.PieceRetreated(piece=id):
            told.begun = True
            told.count(before.map.pieces[id].side, "retreat")
        case _:
            pass


def _losses(narrator: GreatWarLanguage, battle: _Battle, side: Side) -> str:
    """Return the losses of a side: `2 infantry, fort destroyed, 1 card, 1 retreat`."""
    numbers = battle.lost.get(side, Counter[str]())
    parts: list[str] = []
    for unit in narrator.pack.forces.units:
        if number := numbers.get(unit.kind):
            parts.append(narrator.several(unit.kind, number))
    if numbers.get("fort destroyed"):
        parts.append(narrator.say("fort destroyed"))
    elif number := numbers.get("fort hit"):
        parts.append(narrator.say("fort -{strength}", strength=number))
    if number := numbers.get("card"):
        parts.append(phrases.cards_counted(narrator, number))
    if number := numbers.get("retreat"):
        parts.append(narrator.say("{count} retreat", "{count} retreats", count=number))
    return ", ".join(parts) or narrator.say("none")


def _holder(narrator: GreatWarLanguage, position: Position, area: str) -> str:
    if control.status(position.map, area, position.map.sides[0]) == "disputed":
        return narrator.say("disputed")
    return phrases.holder(narrator, position.map.owner.get(area))


def movements(
    narrator: GreatWarLanguage, position: Position, events: Iterable[happened.GreatWarEvent]
) -> tuple[PictureArrow, ...]:
    """Return the ways of the pieces in these events, each once, with the names of the pieces."""
    ways: dict[tuple[Side, tuple[str, ...], bool], list[str]] = {}
    for event in events:
        match event:
            case happened.PieceMoved(piece=id, origin=origin, path=path, mode=mode):
                piece = position.map.pieces[id]
                ways.setdefault((piece.side, (origin, *path), mode != "march"), []).append(
                    narrator.piece_name(piece)
                )
            case happened.PieceRetreated(piece=id, origin=origin, to=to):
                piece = position.map.pieces[id]
                ways.setdefault((piece.side, (origin, to), True), []).append(narrator.piece_name(piece))
            case _:
                pass
        position = recorder.evolve(narrator.game, position, event)
    return tuple(
        PictureArrow(
            side=side,
            text=", ".join(dict.fromkeys(names)),
            points=tuple(game_map.spot(narrator, area) for area in way),
            broken=broken,
        )
        for (side, way, broken), names in ways.items()
    )
