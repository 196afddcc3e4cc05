"""Pieces in a report: what stands where, in few characters, and what is left in the force pool."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from itertools import zip_longest

from referee.engine.tongue import message
from referee.systems.great_war.state.theatre import GreatWarGame
from referee.values.value import Value
from schemas.great_war.pack import Kind
from schemas.great_war.view import AreaView, CoveredArmyView, CoveredView, PieceView, View
from schemas.record import Side
from schemas.reports.document import Block, Table, words

Pieces = Mapping[str, PieceView]


class Held(Value):
    """What an army is seen to hold, and whether it holds more."""

    pieces: tuple[PieceView, ...]
    more: bool


def hold(seen: View, area: str, standing: Pieces) -> Mapping[str, Held]:
    """What the armies of an area hold, as far as a viewer may know."""
    return {
        army.id: Held(
            tuple(standing[id] for id in army.holds), isinstance(army, CoveredArmyView) and army.more
        )
        for army in seen.armies
        if army.area == area
    }


def on_map(theatre: GreatWarGame, seen: View) -> Iterator[Block]:
    """What stands in each area, armies with their contents, and the letters used for it."""
    standing = {piece.id: piece for piece in seen.pieces}
    rows = [row for area in seen.areas if area.pieces for row in _rows(theatre, seen, area, standing)]
    sides = [theatre.side_name(side) for side in theatre.sides]
    columns = theatre.say("Area"), theatre.say("Holder"), theatre.say("VP"), theatre.say("Sup")
    yield Table(columns=(*columns, *sides), rows=tuple(rows), numeric=(2,))
    yield words(_legend(theatre, seen.pieces))


def _rows(theatre: GreatWarGame, seen: View, area: AreaView, standing: Pieces) -> Iterator[tuple[str, ...]]:
    """One row for each army or group of loose pieces; the area is named in the first."""
    here = [standing[id] for id in area.pieces]
    holds = hold(seen, area.id, standing)
    stacks = [
        list(stack(theatre, [one for one in here if one.side == side], holds)) for side in theatre.sides
    ]
    holder = theatre.side_name(area.owner) if area.owner is not None else theatre.say("neutral")
    head = (
        theatre.area_name(area.id),
        theatre.say("disputed") if area.status == "disputed" else holder,
        str(area.points) if area.points else "",
        _supply(theatre, seen, area, stacks),
    )
    for place, cells in enumerate(zip_longest(*stacks, fillvalue="")):
        yield (*(head if not place else ("",) * len(head)), *cells)


def _supply(theatre: GreatWarGame, seen: View, area: AreaView, stacks: list[list[str]]) -> str:
    """Whether the pieces in the area are in supply; both sides in turn where they differ."""
    there = [side for side, stack in zip(theatre.sides, stacks, strict=True) if stack]
    supplied = [theatre.say("yes") if area.id in seen.supply[side] else theatre.say("no") for side in there]
    return "/".join(supplied if len(set(supplied)) > 1 else supplied[:1])


def stack(theatre: GreatWarGame, here: list[PieceView], holds: Mapping[str, Held]) -> Iterator[str]:
    """What one side has in an area, in few characters: armies with their contents, loose pieces, a fort."""
    for army in here:
        if army.kind == "army":
            yield _army(theatre, army, holds[army.id])
    yield from _loose(theatre, [piece for piece in here if piece.kind not in {"army", "fort"}])
    yield from (
        theatre.say("fort {strength}", strength=piece.strength) for piece in here if piece.kind == "fort"
    )


def _army(theatre: GreatWarGame, army: PieceView, holds: Held) -> str:
    told = [*_contents(theatre, army, holds.pieces), *([theatre.say("unseen")] if holds.more else [])]
    contents = ", ".join(told) or theatre.say("empty")
    number = f"{_nation(theatre, army)}{theatre.army_number(army.id)}{_marks(theatre, army)}"
    return theatre.say("{army}: {contents}", army=number, contents=contents)


def _contents(theatre: GreatWarGame, army: PieceView, holds: Iterable[PieceView]) -> Iterator[str]:
    """What an army holds: its own pieces, then its guests by their nation."""
    kinds: dict[str, Counter[Kind]] = {army.nation: Counter()}
    for piece in holds:
        kinds.setdefault(piece.nation, Counter())[piece.kind] += 1
    for nation, counted in kinds.items():
        if counted:
            guest = "" if nation == army.nation else f"{nation.upper()} "
            yield f"{guest}{_count(theatre, counted)}"


def _loose(theatre: GreatWarGame, pieces: Iterable[PieceView]) -> Iterator[str]:
    groups: dict[tuple[str, str], Counter[Kind]] = {}
    for piece in pieces:
        groups.setdefault((_nation(theatre, piece), _marks(theatre, piece)), Counter())[piece.kind] += 1
    for (nation, marks), kinds in groups.items():
        yield f"{nation}{_count(theatre, kinds)}{marks}"


def _nation(theatre: GreatWarGame, piece: PieceView) -> str:
    """The nation by its letters, where the side has several."""
    allies = sum(nation.side == piece.side for nation in theatre.nations.values())
    return f"{piece.nation.upper()} " if allies > 1 else ""


MARKS: Mapping[str, str] = {
    "entrenched": message("(e) entrenched"),
    "fortified": message("(f) fortified"),
    "moved": message("(m) moved"),
    "retreated": message("(r) retreated"),
}
"""What marks a piece, by a letter in brackets and what it means."""


def _marks(theatre: GreatWarGame, piece: PieceView) -> str:
    marks = (
        ("entrenched", piece.entrenched), ("fortified", piece.fortified),
        ("moved", piece.moved > 0), ("retreated", piece.retreated),
    )  # fmt: skip
    letters = (theatre.say(MARKS[mark]).partition(")")[0].strip("(") for mark, holds in marks if holds)
    marked = "".join(letters)
    return f" ({marked})" if marked else ""


def _count(theatre: GreatWarGame, kinds: Mapping[Kind, int]) -> str:
    """Pieces by number and symbol, in the order of the unit chart: `5I 1C 1A`."""
    numbers: Counter[str] = Counter()
    for unit in theatre.pack.forces.units:
        if kinds.get(unit.kind):
            numbers[unit.symbol] += kinds[unit.kind]
    return " ".join(f"{count}{symbol}" for symbol, count in numbers.items())


def _legend(theatre: GreatWarGame, pieces: tuple[PieceView, ...]) -> str:
    """The letters and marks of the table, with those that the force pools use besides."""
    kinds = {kind for nation in theatre.nations.values() for kind in nation.counters}
    symbols: dict[str, str] = {}
    for unit in theatre.pack.forces.units:
        if unit.kind in kinds - {"army", "fort"}:
            symbols.setdefault(unit.symbol, unit.name.lower())
    shown = ", ".join(f"{symbol} {name}" for symbol, name in symbols.items())
    lasting = ("entrenched", "fortified") if any(piece.fortified for piece in pieces) else ("entrenched",)
    return theatre.say(
        "Armies by number, with what they hold: {kinds}; {marks}, {moved} and {retreated} this turn. "
        "Sup: in supply.",
        kinds=shown,
        marks=", ".join(theatre.say(MARKS[mark]) for mark in lasting),
        moved=theatre.say(MARKS["moved"]),
        retreated=theatre.say(MARKS["retreated"]),
    )


def unseen(theatre: GreatWarGame, seen: View) -> Iterator[Block]:
    """What is in armies that hide what they hold, of each side and its nations."""
    if not isinstance(seen, CoveredView):
        return
    for side in theatre.sides:
        nations: dict[str, Counter[Kind]] = {}
        for piece in seen.unseen[side]:
            nations.setdefault(piece.nation, Counter())[piece.kind] += 1
        if nations:
            yield theatre.paragraph(
                "Hidden in armies of the {side} side: {pieces}.",
                side=theatre.side_adjective(side),
                pieces=", ".join(
                    f"{nation.upper()} {_count(theatre, kinds)}" for nation, kinds in nations.items()
                ),
            )


def pool(theatre: GreatWarGame, seen: View, side: Side) -> Block:
    """The counters of a side that are not on the map."""
    rows: list[tuple[str, ...]] = []
    for nation in theatre.pack.forces.nations:
        if nation.side != side:
            continue
        kinds: dict[Kind, int] = {
            kind: count for kind, count in seen.pool[nation.id].items() if kind != "army"
        }
        present = {army.id for army in seen.armies}
        absent = [_number(theatre, id, seen) for id in nation.armies if id not in present]
        rows.append((nation.name, _count(theatre, kinds) or theatre.say("nothing"), ", ".join(absent)))
    columns = theatre.say("Nation"), theatre.say("Force pool"), theatre.say("Armies (* eliminated)")
    return Table(columns=columns, rows=tuple(rows))


def _number(theatre: GreatWarGame, army: str, seen: View) -> str:
    return theatre.army_number(army) + ("*" if army in seen.eliminated else "")
