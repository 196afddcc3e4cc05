"""A language that nobody speaks: every word of the catalogue and every name in wide letters.

Whatever is told in it and still has a word in plain letters came past the catalogue.
"""

import re
from collections.abc import Iterable, Iterator
from functools import cache
from gettext import NullTranslations
from string import Formatter

from msgspec.structs import replace

from referee.i18n.translator import Translator
from referee.matches.matches import Match
from referee.packs import catalogue
from referee.systems.great_war.notation.plans import plan_templates
from schemas.great_war.names import Names, NationNames, UnitNames
from schemas.great_war.pack import Pack
from schemas.reports import Block, Bullets, Code, DiceThrown, Figure, Heading, Paragraph, Table, Verbatim
from schemas.rulebook import SideNames
from schemas.skirmish.names import Names as TableNames
from schemas.skirmish.names import WeaponNames
from schemas.skirmish.pack import Pack as TablePack
from tests.languages.templates import list_templates

WIDE = {code: code + 0xFEE0 for code in (*range(ord("A"), ord("Z") + 1), *range(ord("a"), ord("z") + 1))}

ID = re.compile(r"\b[a-z]{2,}(-[a-z]+)*-[a-z]*\d+\b|\b\w+-fort\b|\b[0-9a-f]{40,}\b")
"""Ids of pieces, seals and keys, which are the same in every language."""

EXAMPLE = re.compile(r"\d,-?\d|\bc\d\d\b")
"""What makes a remark of a template an order that is offered: a place on a table, or an enemy."""

WORD = re.compile(r"[^\W\d_][^\W\d_]+")


def wide(text: str) -> str:
    """A text in wide letters."""
    return text.translate(WIDE)


def _wide_template(template: str) -> str:
    """A template in wide letters, but for the names of its parts."""
    written = ""
    for text, field, form, _ in Formatter().parse(template):
        part = f"{{{field}:{form}}}" if form else f"{{{field}}}"
        written += wide(text) + (part if field is not None else "")
    return written


class _Wide(NullTranslations):
    """A catalogue that has every template of the code; what is none of them stays in plain letters."""

    def gettext(self, message: str) -> str:
        return _wide_template(message) if message in _known() else message

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return _wide_template(msgid1 if n == 1 else msgid2) if msgid1 in _known() else msgid1


@cache
def _known() -> frozenset[str]:
    return frozenset(template.text for template in list_templates())


TONGUE = Translator("pseudo", _Wide())


def names(pack: Pack, *others: str) -> Names:
    """The names of a pack, and others that its charts might have, all of them in wide letters."""
    units = pack.forces.units
    worded = [level.name for level in pack.tables.victory.levels]
    worded += [level.name for scenario in pack.scenarios for level in scenario.levels]
    worded += [demand.name for kind in pack.cards.kinds if kind.crisis for demand in kind.crisis.demands]
    worded += [withdrawal.name for withdrawal in pack.tables.events.withdrawals]
    worded += [restraint.because for restraint in pack.tables.events.restraints]
    worded += [scenario.name for scenario in pack.scenarios]
    worded += others
    return Names(
        language="pseudo",
        sides={
            side.id: SideNames(name=wide(side.name), adjective=wide(side.adjective), label=wide(side.name))
            for side in pack.game.sides
        },
        seasons={season: wide(season) for season in ("SPRING", "SUMMER", "AUTUMN", "WINTER")},
        countries={id: wide(name) for id, name in pack.map.countries.items()},
        areas={place.id: wide(place.name) for place in (*pack.map.areas, *pack.map.out_of_play)},
        nations={
            nation.id: NationNames(
                name=wide(nation.name), masculine=wide(nation.adjective), feminine=wide(nation.adjective)
            )
            for nation in pack.forces.nations
        },
        units={
            unit.kind: UnitNames(
                name=wide(unit.name),
                plural=wide(unit.plural),
                piece=f"{wide(unit.name)} {'{number}' if unit.kind == 'army' else '{id}'}",
            )
            for unit in units
        },
        ordinals={"n": "{number}."},
        army_names={
            id: wide(name) for nation in pack.forces.nations for id, name in nation.army_names.items()
        },
        cards={kind.id: wide(kind.name) for kind in pack.cards.kinds},
        words={name: wide(name) for name in worded},
        clauses={number: wide(title) for number, title in pack.clauses.sections.items()}
        | {clause.number: wide(clause.title) for clause in pack.clauses.citations},
        options={option.id: wide(option.title) for option in pack.game.options},
        notes=_notes(pack),
    )


NOTES: dict[int, tuple[Pack | TablePack, dict[str, str]]] = {}
"""The notes of packs by the id of a pack, which is held with them."""


def _notes(pack: Pack | TablePack) -> dict[str, str]:
    if id(pack) not in NOTES:
        NOTES[id(pack)] = (
            pack,
            {part.table: wide(part.note) for part in catalogue.tables(pack) if part.note},
        )
    return NOTES[id(pack)][1]


def table_names(pack: TablePack) -> TableNames:
    """The names of a skirmish pack in wide letters."""
    worded = [scenario.name for scenario in pack.scenarios]
    for scenario in pack.scenarios:
        worded += [feature.name for feature in scenario.terrain]
        worded += [unit.name for force in scenario.forces.values() for unit in force.units]
        worded += [reward.title for rewards in scenario.victory.values() for reward in rewards]
    return TableNames(
        language="pseudo",
        sides={
            side.id: SideNames(name=wide(side.name), adjective=wide(side.adjective), label=wide(side.name))
            for side in pack.game.sides
        },
        weapons={
            weapon.id: WeaponNames(name=wide(weapon.name), one=wide(weapon.name))
            for weapon in pack.weapons.weapons
        },
        troops={troops.id: wide(troops.name) for troops in pack.troops.troops},
        words={name: wide(name) for name in worded},
        clauses={clause.number: wide(clause.title) for clause in pack.clauses.citations},
        options={option.id: wide(option.title) for option in pack.game.options},
        notes=_notes(pack),
    )


def called(pack: Pack | TablePack) -> Names | TableNames:
    """The names of a pack of any family."""
    return table_names(pack) if isinstance(pack, TablePack) else names(pack)


def speaking(match: Match) -> Match:
    """A match told of in wide letters."""
    bound, wide_names = match.bound, called(match.bound.pack)
    system = bound.system.speaking(TONGUE, wide_names)
    spoken = replace(bound, system=system, tongue=TONGUE, names=wide_names)
    return replace(match, bound=spoken)


def plain_words(texts: Iterable[str]) -> set[str]:
    """The words in plain letters: those that no catalogue and no pack has said."""
    return {
        word
        for text in texts
        for word in WORD.findall(ID.sub("", text))
        if any(letter.isascii() for letter in word) and not set(word) <= set("IVX")
    }


def texts(blocks: Iterable[Block]) -> Iterator[str]:
    """What a reader reads of some blocks; what is to be typed or copied is the same in every language."""
    for block in blocks:
        match block:
            case Heading(text=text):
                yield text
            case Paragraph(parts=parts):
                yield from (part.text for part in parts if not isinstance(part, Code))
            case Bullets(items=items):
                yield from (part.text for item in items for part in item if not isinstance(part, Code))
            case Table(columns=columns, rows=rows):
                yield from (*columns, *(cell for row in rows for cell in row))
            case DiceThrown(rolls=rolls):
                yield from (roll.purpose for roll in rolls)
            case Verbatim(lines=lines):
                yield from _remarks(lines)
            case Figure(picture=picture):
                yield from (picture.title, picture.note)
                yield from (side.name for side in picture.sides)
                yield from (cell.name for cell in picture.cells)
                yield from (piece.text for cell in picture.cells for piece in cell.pieces)
                yield from (arrow.text for arrow in picture.arrows)


def _remarks(lines: tuple[str, ...]) -> Iterator[str]:
    """What a template says besides orders: the question, and behind examples what they are about."""
    asking = "#" in lines
    for line in lines:
        asking = asking and line != "#"
        if asking and line.startswith("# ") and not EXAMPLE.search(line):
            yield line
        elif "  # " in line:
            # The other answer of a plan is an order as well.
            yield line.rpartition("  # ")[2].removesuffix(plan_templates.ELSEWHERE)
