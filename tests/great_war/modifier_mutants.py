"""Mutants of what decides about dice: figures and switches of the packs' data, one changed at a time."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, cast, get_args, get_type_hints

import pytest
from msgspec.structs import replace

from referee.engine.dice import DiceNeeded
from referee.packs.conformance import case_differences
from referee.packs.conformance.case_files import Bench, FiledCase
from schemas.great_war.charts import Superiority, Transit
from schemas.great_war.names import Bonus, CardKind
from schemas.great_war.pack import Pack, UnitType
from schemas.model import Model

OF_UNITS = (
    "attack", "defence", "entrenched", "barrage", "forts_only", "raids", "rides", "flies", "drives_back",
    "rough",
)  # fmt: skip
OF_CARDS = (
    "ersatz", "special_for", "special_from", "special_until", "bonus", "combat", "firepower", "playable_from",
    "playable_from_by",
)  # fmt: skip
OF_BONUS = ("kind", "dice", "firepower", "nation", "battles", "surprise", "exhausts")
OF_SUPERIORITY = ("nation", "kind", "first", "defence", "with_card")
OF_TRANSIT = ("points_per_die",)

WATCHED = frozenset({*OF_UNITS, *OF_CARDS, *OF_BONUS, *OF_SUPERIORITY, *OF_TRANSIT})
"""The figures that are changed one by one."""

SPIED: Mapping[type[Model], str] = {
    UnitType: "kind", CardKind: "id", Bonus: "clause", Superiority: "", Transit: "",
}  # fmt: skip
"""The tables whose rows are watched, and what each row is known by."""


@dataclass(frozen=True)
class Mutant:
    """A pack with one fault; a case could notice it that reads the figure, known as `read`."""

    name: str
    read: str
    pack: Pack = field(repr=False, compare=False)


def mutants(pack: Pack) -> Iterator[Mutant]:
    """Every mutant of the figures of a pack that decide about dice and hits."""
    name = pack.game.id
    for number, unit in enumerate(pack.forces.units):
        for key, other, said in _others(unit, OF_UNITS):
            units = _put(pack.forces.units, number, unit.model_copy(update={key: other}))
            changed = pack.replace(forces=pack.forces.model_copy(update={"units": units}))
            yield Mutant(f"{name} {unit.kind}.{said}", f"UnitType.{unit.kind}.{key}", changed)
    for number, card in enumerate(pack.cards.kinds):
        for read, other, said in _card(card, pack):
            kinds = _put(pack.cards.kinds, number, other)
            changed = pack.replace(cards=pack.cards.model_copy(update={"kinds": kinds}))
            yield Mutant(f"{name} {card.id}.{said}", read, changed)
    for chart, keys in (("superiority", OF_SUPERIORITY), ("transit", OF_TRANSIT)):
        table = getattr(pack.tables, chart)
        for key, other, said in _others(table, keys, pack) if table is not None else ():
            tables = pack.tables.model_copy(update={chart: table.model_copy(update={key: other})})
            changed = pack.replace(tables=tables)
            yield Mutant(f"{name} {chart}.{said}", f"{type(table).__name__}..{key}", changed)


def _card(card: CardKind, pack: Pack) -> Iterator[tuple[str, CardKind, str]]:
    for key, other, said in _others(card, OF_CARDS, pack):
        yield f"CardKind.{card.id}.{key}", card.model_copy(update={key: other}), said
    if card.bonus is not None:
        for key, other, said in _others(card.bonus, OF_BONUS, pack):
            bonus = card.bonus.model_copy(update={key: other})
            read = f"Bonus.{card.bonus.clause}.{key}"
            yield read, card.model_copy(update={"bonus": bonus}), f"bonus.{said}"


def _put(rows: tuple[Any, ...], number: int, row: Any) -> tuple[Any, ...]:
    return (*rows[:number], row, *rows[number + 1 :])


def _others(table: Any, keys: Iterable[str], pack: Pack | None = None) -> Iterator[tuple[str, Any, str]]:
    """Another value for each of these fields, and what it is."""
    for key in keys:
        declared = get_type_hints(type(table))[key]
        value = getattr(table, key)
        if key == "entrenched" and not value:
            # As much as without a trench would be no other rule.
            yield key, table.defence + 1, f"{key} = {table.defence + 1}"
            continue
        for other, said in _instead(value, key, declared, pack):
            yield key, other, f"{key}{said}"


def _instead(value: Any, key: str, declared: Any, pack: Pack | None) -> Iterator[tuple[Any, str]]:
    match value:
        case bool():
            yield not value, f" = {not value}"
        case int():
            yield value + 1, f" = {value + 1}"
            if value:
                yield value - 1, f" = {value - 1}"
        case str():
            for other in _names(value, key, declared, pack):
                yield other, f" = {other}"
        case dict():
            table = cast("dict[str, int]", value)
            for one, figure in table.items():
                for other in (figure + 1, figure - 1):
                    yield {**table, one: other}, f"[{one}] = {other}"
        case _:
            pass


def _names(value: str, key: str, declared: Any, pack: Pack | None) -> Iterator[str]:
    """The other words that may stand there: of a choice all, of kinds, nations and sides the first."""
    if key == "combat":
        yield from (word for choice in get_args(declared) for word in get_args(choice) if word != value)
    elif pack is not None:
        known = {
            "kind": [unit.kind for unit in pack.forces.units if unit.attack and unit.group != "fort"],
            "nation": [nation.id for nation in pack.forces.nations],
            "special_for": [side.id for side in pack.game.sides],
        }
        yield next(word for word in known[key] if word != value)


class Readings:
    """Which figures each case reads, each known by its table, its row and its name.

    What is read while the rules are bound is read by every case that is played by them.
    """

    def __init__(self, patch: pytest.MonkeyPatch) -> None:
        self._now: set[str] = set()
        self._benches: dict[str, Bench] = {}
        self._bound: dict[tuple[object, ...], frozenset[str]] = {}
        for table, known_by in SPIED.items():
            patch.setattr(table, "__getattribute__", self._spying(table.__name__, known_by), raising=False)

    def _spying(self, table: str, known_by: str) -> Any:
        now = self._now

        def read(row: Any, key: str) -> Any:
            value = object.__getattribute__(row, key)
            if key in WATCHED:
                id = object.__getattribute__(row, known_by) if known_by else ""
                now.add(f"{table}.{id}.{key}")
            return value

        return read

    def of(self, filed: FiledCase) -> frozenset[str]:
        """What a case reads."""
        name = filed.bench.pack.name
        own = self._benches.setdefault(name, bench(filed, filed.bench.pack.pack))
        way = (name, *own.work.binding(filed.case.given))
        if way not in self._bound:
            self._now.clear()
            own.game(filed.case.given)
            self._bound[way] = frozenset(self._now)
        self._now.clear()
        assert not differs(filed, own)
        return self._bound[way] | self._now


def bench(filed: FiledCase, pack: Pack) -> Bench:
    """What a case is run on when the pack is another."""
    return Bench(replace(filed.bench.pack, pack=pack), filed.bench.work, filed.bench.events)


def differs(filed: FiledCase, bench: Bench) -> bool:
    """Whether a case comes out otherwise; a pack that makes the case impossible is noticed, too."""
    try:
        return bool(case_differences.differences(FiledCase(filed.case, filed.tree, filed.number, bench)))
    except (Exception, DiceNeeded):
        # Rules that break down have noticed the fault.
        return True
