"""Pieces in a report: their places, in few characters, and the rest of the force pool."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from itertools import zip_longest

from referee.i18n.translator import message
from referee.systems.great_war.language.language import GreatWarLanguage
from referee.systems.great_war.secrecy import visibility
from referee.systems.great_war.state.position import Position
from schemas.answers.orders import ArmyUnits
from schemas.great_war.names import Kind
from schemas.great_war.view import AreaView, CoveredView, PieceView, View
from schemas.record import Side, Value
from schemas.reports import Block, Table, words

Pieces = Mapping[str, PieceView]


class Held(Value):
    """Visible contents of an army, and a flag for further hidden contents."""

    pieces: tuple[PieceView, ...]
    more: bool


def hold(seen: View, standing: Pieces) -> Mapping[str, Held]:
    """Return the contents of the armies that a viewer may see."""
    return {army.id: Held(tuple(standing[id] for id in army.holds), bool(army.more)) for army in seen.armies}


def on_map(narrator: GreatWarLanguage, seen: View) -> Iterator[Block]:
    """Yield the pieces in each area, armies with their contents, and the legend of letters."""
    standing = {piece.id: piece for piece in seen.pieces}
    holds = hold(seen, standing)
    rows = [row for area in seen.areas if area.pieces for row in _rows(narrator, seen, area, standing, holds)]
    sides = [narrator.side_name(side) for side in narrator.game.sides]
    columns = narrator.say("Area"), narrator.say("Holder"), narrator.say("VP"), narrator.say("Sup")
    yield Table(columns=(*columns, *sides), rows=tuple(rows), numeric=(2,))
    yield words(_legend(narrator, seen.pieces))


def _rows(
    narrator: GreatWarLanguage, seen: View, area: AreaView, standing: Pieces, holds: Mapping[str, Held]
) -> Iterator[tuple[str, ...]]:
    """One row for each army or group of loose pieces; the area is named in the first."""
    here = [standing[id] for id in area.pieces]
    stacks = [
        list(stack(narrator, [one for one in here if one.side == side], holds))
        for side in narrator.game.sides
    ]
    holder = narrator.side_name(area.owner) if area.owner is not None else narrator.say("neutral")
    head = (
        narrator.area_name(area.id),
        narrator.say("disputed") if area.status == "disputed" else holder,
        str(area.points) if area.points else "",
        _supply(narrator, seen, area, stacks),
    )
    for place, cells in enumerate(zip_longest(*stacks, fillvalue="")):
        yield (*(head if not place else ("",) * len(head)), *cells)


def _supply(narrator: GreatWarLanguage, seen: View, area: AreaView, stacks: list[list[str]]) -> str:
    """Return the supply of the pieces in the area; both sides in turn if they differ."""
    there = [side for side, stack in zip(narrator.game.sides, stacks, strict=True) if stack]
    supplied = [narrator.say("yes") if area.id in seen.supply[side] else narrator.say("no") for side in there]
    return "/".join(supplied if len(set(supplied)) > 1 else supplied[:1])


def stack(narrator: GreatWarLanguage, here: Sequence[PieceView], holds: Mapping[str, Held]) -> Iterator[str]:
    """Yield the pieces of one side in an area, in few characters: armies, loose pieces, a fort."""
    for army in here:
        if army.kind == "army":
            yield _army(narrator, army, holds[army.id])
    yield from _loose(narrator, [piece for piece in here if piece.kind not in {"army", "fort"}])
    yield from (
        narrator.say("fort {strength}", strength=piece.strength) for piece in here if piece.kind == "fort"
    )


def _army(narrator: GreatWarLanguage, army: PieceView, holds: Held) -> str:
    parts = [*_contents(narrator, army, holds.pieces), *([narrator.say("unseen")] if holds.more else [])]
    contents = ", ".join(parts) or narrator.say("empty")
    number = f"{_nation(narrator, army)}{narrator.army_number(army.id)}{mark(narrator, army)}"
    return narrator.say("{army}: {contents}", army=number, contents=contents)


def list_armies(narrator: GreatWarLanguage, position: Position, side: Side) -> Iterator[ArmyUnits]:
    """Yield the armies of a side with their labels on the map and their units."""
    view = visibility.view(narrator, position, side)
    standing = {piece.id: piece for piece in view.pieces}
    for id, contents in hold(view, standing).items():
        if (army := standing[id]).side == side:
            units = {one.id: narrator.piece_name(position.map.pieces[one.id]) for one in contents.pieces}
            yield ArmyUnits(id=id, area=army.area, label=_army(narrator, army, contents), units=units)


def _contents(narrator: GreatWarLanguage, army: PieceView, holds: Iterable[PieceView]) -> Iterator[str]:
    """Yield the contents of an army: its own pieces, then its guests by their nation."""
    kinds: dict[str, Counter[Kind]] = {army.nation: Counter()}
    for piece in holds:
        kinds.setdefault(piece.nation, Counter())[piece.kind] += 1
    for nation, numbers in kinds.items():
        if numbers:
            guest = "" if nation == army.nation else f"{nation.upper()} "
            yield f"{guest}{count(narrator, numbers)}"


def _loose(narrator: GreatWarLanguage, pieces: Iterable[PieceView]) -> Iterator[str]:
    groups: dict[tuple[str, str], Counter[Kind]] = {}
    for piece in pieces:
        groups.setdefault((_nation(narrator, piece), mark(narrator, piece)), Counter())[piece.kind] += 1
    for (nation, marks), kinds in groups.items():
        yield f"{nation}{count(narrator, kinds)}{marks}"


def _nation(narrator: GreatWarLanguage, piece: PieceView) -> str:
    """The nation by its letters, where the side has several."""
    return f"{piece.nation.upper()} " if narrator.allies[piece.side] > 1 else ""


MARKS: Mapping[str, str] = {
    "entrenched": message("(e) entrenched"),
    "fortified": message("(f) fortified"),
    "moved": message("(m) moved"),
    "retreated": message("(r) retreated"),
}
"""Marks of a piece: a letter in brackets and its meaning."""


def mark(narrator: GreatWarLanguage, piece: PieceView) -> str:
    """Return the marks of a piece, as letters: ` (em)`; empty without marks."""
    marks = (
        ("entrenched", piece.entrenched), ("fortified", piece.fortified),
        ("moved", piece.moved > 0), ("retreated", piece.retreated),
    )  # fmt: skip
    letters = (narrator.say(MARKS[mark]).partition(")")[0].strip("(") for mark, holds in marks if holds)
    text = "".join(letters)
    return f" ({text})" if text else ""


def explain_marks(narrator: GreatWarLanguage, standing: Iterable[PieceView]) -> Iterator[str]:
    """Yield the marks of some pieces with their meaning."""
    marks = "".join(mark(narrator, piece) for piece in standing)
    for text in map(narrator.say, MARKS.values()):
        letter = text.partition(")")[0].strip("(")
        if letter in marks:
            yield text


def count(narrator: GreatWarLanguage, kinds: Mapping[Kind, int]) -> str:
    """Pieces by number and symbol, in the order of the unit chart: `5I 1C 1A`."""
    numbers: Counter[str] = Counter()
    for unit in narrator.pack.forces.units:
        if kinds.get(unit.kind):
            numbers[unit.symbol] += kinds[unit.kind]
    return " ".join(f"{count}{symbol}" for symbol, count in numbers.items())


def name_symbols(narrator: GreatWarLanguage, kinds: Set[Kind]) -> Mapping[str, str]:
    """Return the letters of kinds of pieces with their meaning, which is that of the first kind for each."""
    names: dict[str, str] = {}
    for unit in narrator.pack.forces.units:
        if unit.kind in kinds:
            names.setdefault(unit.symbol, unit.name)
    return names


def list_letters(narrator: GreatWarLanguage) -> tuple[tuple[str, str], ...]:
    """Return the letters and marks of all kinds and states of pieces, with their meaning."""
    symbols = name_symbols(narrator, narrator.units.keys())
    marks = (narrator.say(mark).partition(") ") for mark in MARKS.values())
    return (*symbols.items(), *((f"{letter})", meaning) for letter, _, meaning in marks))


def list_symbols(narrator: GreatWarLanguage, seen: View) -> tuple[tuple[str, str], ...]:
    """Return the letters and marks of the visible pieces, with their meaning."""
    symbols = name_symbols(narrator, {piece.kind for piece in seen.pieces} - {"army", "fort"})
    marks = [narrator.say(MARKS[mark]) for mark in _list_marks(seen.pieces)]
    return (
        *symbols.items(),
        *((f"{letter})", meaning) for letter, _, meaning in (it.partition(") ") for it in marks)),
    )


def _list_marks(pieces: Iterable[PieceView]) -> Iterator[str]:
    """Yield the marks that any of the pieces has."""
    presence = {
        "entrenched": any(piece.entrenched for piece in pieces),
        "fortified": any(piece.fortified for piece in pieces),
        "moved": any(piece.moved for piece in pieces),
        "retreated": any(piece.retreated for piece in pieces),
    }
    yield from (mark for mark, is_there in presence.items() if is_there)


def _legend(narrator: GreatWarLanguage, pieces: tuple[PieceView, ...]) -> str:
    """Return the letters and marks of the table, with the additional letters of the force pools."""
    kinds = {kind for nation in narrator.nations.values() for kind in nation.counters}
    symbols = name_symbols(narrator, kinds - {"army", "fort"})
    legend = ", ".join(f"{symbol} {name}" for symbol, name in symbols.items())
    lasting = ("entrenched", "fortified") if any(piece.fortified for piece in pieces) else ("entrenched",)
    return narrator.say(
        (
            "Armies by number, with their contents: {kinds}; {marks}, {moved} and {retreated}"
            " this turn. Sup: in supply."
        ),
        kinds=legend,
        marks=", ".join(narrator.say(MARKS[mark]) for mark in lasting),
        moved=narrator.say(MARKS["moved"]),
        retreated=narrator.say(MARKS["retreated"]),
    )


def unseen(narrator: GreatWarLanguage, seen: View) -> Iterator[Block]:
    """Yield the hidden contents of armies, by side and nation."""
    if not isinstance(seen, CoveredView):
        return
    for side in narrator.game.sides:
        nations: dict[str, Counter[Kind]] = {}
        for piece in seen.unseen[side]:
            nations.setdefault(piece.nation, Counter())[piece.kind] += 1
        if nations:
            yield narrator.paragraph(
                "Hidden in armies of the {side} side: {pieces}.",
                side=narrator.side_adjective(side),
                pieces=", ".join(
                    f"{nation.upper()} {count(narrator, kinds)}" for nation, kinds in nations.items()
                ),
            )


def pool(narrator: GreatWarLanguage, seen: View, side: Side) -> Block:
    """The counters of a side that are not on the map."""
    rows: list[tuple[str, ...]] = []
    for nation in narrator.pack.forces.nations:
        if nation.side != side:
            continue
        kinds: dict[Kind, int] = {
            kind: count for kind, count in seen.pool[nation.id].items() if kind != "army"
        }
        present = {army.id for army in seen.armies}
        absent = [_number(narrator, id, seen) for id in nation.armies if id not in present]
        rows.append((nation.name, count(narrator, kinds) or narrator.say("nothing"), ", ".join(absent)))
    columns = narrator.say("Nation"), narrator.say("Force pool"), narrator.say("Armies (* eliminated)")
    return Table(columns=columns, rows=tuple(rows))


def _number(narrator: GreatWarLanguage, army: str, seen: View) -> str:
    return narrator.army_number(army) + ("*" if army in seen.eliminated else "")
