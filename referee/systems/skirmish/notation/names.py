"""Figures, units, weapons and enemies by the names that a letter may use."""

from collections.abc import Callable
from functools import lru_cache

from referee.i18n.name_matching import Index, key
from referee.systems.skirmish.notation.sentences import COMMA, Misreading, Sentence, Words
from referee.systems.skirmish.state.position import Contact
from referee.systems.skirmish.state.table import Table
from schemas.record import Side
from schemas.skirmish.pack import Weapon

_ARTICLES = frozenset({
    "the", "le", "la", "les", "der", "die", "das", "den", "dem",
    "ο", "η", "το", "οι", "τα", "τον", "την", "τη", "τουσ", "τισ", "του", "τησ", "των",
})  # fmt: skip

MOST_NAMED = 3
"""Most figures that a fault proposes in place of several."""

FILLING = _ARTICLES | {"all", "of", "figures", "figure", "men", "everyone", "in"}
"""Words without meaning in a name."""

MANNERS = frozenset({"quickly", "now", "then", "please", "bitte"})
"""Words after a verb that change nothing."""

DIRECTIONS = frozenset({
    "up", "on", "over", "out", "back", "down", "forward", "forwards", "straight", "along", "across", "ahead",
    "vor",
})  # fmt: skip
"""Words between a verb and its goal that change nothing."""


@lru_cache(maxsize=64)
def lexicon(table: Table, side: Side) -> Index:
    """Return the index of a side's figures and units by name."""
    names: dict[str, tuple[str, ...]] = {}
    for unit in table.force(side).units:
        # The reader leaves articles out, and so must the name that reports have: "the flamethrower team".
        names[unit.id] = (unit.name, unit.name.removeprefix("the "), *unit.names)
        names |= {figure.id: () for figure in unit.figures}
    return Index(names)


@lru_cache(maxsize=16)
def armoury(table: Table) -> Index:
    """Return the index of weapons by name."""
    return Index({weapon.id: (weapon.name, *weapon.names) for weapon in table.weapons.values()})


def _items(words: Words) -> list[Words]:
    """Return the items of a list."""
    parts: list[Words] = [()]
    for word in words:
        if word.key in {COMMA, "and"}:
            parts.append(())
        else:
            parts[-1] = (*parts[-1], word)
    return [part for part in parts if part]


def actors(sentence: Sentence, before: Words, after: Words, *, has_goal: bool = True) -> Words:
    """Return the words before or after a verb that name its figures.

    Raises Unreadable if both sides have words: `section 1 rush only if they run to 24,30`. An order without
    a goal has no direction either: `section 2 stand down`.
    """
    idle = FILLING | MANNERS | {COMMA} | (DIRECTIONS if has_goal else frozenset())
    extra = tuple(word for word in after if word.key not in idle) if before else ()
    if extra:
        raise sentence.fault(Misreading.NOTHING_FOLLOWS, extra)
    return before or after


def figures(sentence: Sentence, words: Words) -> tuple[str, ...]:
    """Return the figures that are named, by id or as all active figures of a unit."""
    if not words:
        raise sentence.fault(Misreading.FIGURE_UNNAMED)
    ids: list[str] = []
    for item in _items(words):
        bare = tuple(word for word in item if word.key not in FILLING) or item
        for id in _name(sentence, bare):
            if id in sentence.table.units:
                ids += [one.id for one in sentence.position.members(id)]
            else:
                ids.append(id)
    if not ids:
        raise sentence.fault(Misreading.FIGURE_MISSING, words[:1])
    return tuple(ids)


def _name(sentence: Sentence, words: Words) -> tuple[str, ...]:
    """Return the ids that a name stands for, or several ids in a row without commas."""
    index = lexicon(sentence.table, sentence.side)
    whole = index.find(" ".join(word.key for word in words))
    if len(whole) > 1:
        raise sentence.fault(Misreading.FIGURE_UNCLEAR, words, whole, known=whole)
    if whole:
        return whole
    each = _list_ids(sentence, words)
    if each:
        return each
    name = " ".join(word.key for word in words)
    if bearer := list_bearers(sentence).get(name):
        # A role is only a guess: its writer may mean a figure that fell.
        raise sentence.fault(Misreading.FIGURE_UNKNOWN, words, (bearer,), meant=(0, (bearer,)))
    raise sentence.unknown(Misreading.FIGURE_UNKNOWN, words, index.nearest(name))


def _list_ids(sentence: Sentence, words: Words) -> tuple[str, ...]:
    """Return figures in a row, or units in a row, by their whole ids, or ().

    Other names do not stand side by side: `br-s1 first` is not two sections, `br-s1-3 br-s1` is one figure.
    """
    ids = tuple(word.text.casefold() for word in words)
    members = {
        unit.id: [one.id for one in unit.figures] for unit in sentence.table.force(sentence.side).units
    }
    figures = {id for one in members.values() for id in one}
    return ids if len(ids) > 1 and (figures.issuperset(ids) or members.keys() >= set(ids)) else ()


def list_bearers(sentence: Sentence) -> dict[str, str]:
    """Return the only active figure of the side with a weapon, a role or a skill, by each name of it.

    A heavy weapon may stand for its crew.
    """
    bearers: dict[str, set[str]] = {}
    for figure in sentence.position.active(sentence.side):
        weapons = [sentence.table.weapons[id] for id in figure.weapons]
        if sentence.table.units[figure.unit].kind == "heavy-weapon":
            continue
        names = [name for one in weapons for name in (one.id, one.name, *one.names)]
        for name in (*names, *figure.traits, figure.role):
            bearers.setdefault(key(name), set()).add(figure.id)
    return {name: next(iter(ids)) for name, ids in bearers.items() if len(ids) == 1}


def figure(sentence: Sentence, words: Words, is_tool: Callable[[Weapon], bool] | None = None) -> str:
    """Return the one figure that is named, by its id, or by its unit if that has one figure or one tool.

    `is_tool` is a function that returns True for a weapon that can carry the order out.
    """
    first, *others = figures(sentence, words)
    if others and is_tool is not None:
        bearers = [id for id in (first, *others) if _has_tool(sentence, id, is_tool)]
        if len(bearers) == 1:
            return bearers[0]
    if others:
        raise sentence.fault(Misreading.FIGURES_SEVERAL, words, (first, *others)[:MOST_NAMED])
    return first


def _has_tool(sentence: Sentence, id: str, is_tool: Callable[[Weapon], bool]) -> bool:
    figure = sentence.position.figures.get(id)
    return figure is not None and any(is_tool(sentence.table.weapons[weapon]) for weapon in figure.weapons)


def unit(sentence: Sentence, words: Words) -> str:
    """Return the one unit of the player that is named."""
    bare = tuple(word for word in words if word.key not in FILLING)
    for id in _name(sentence, bare) if bare else ():
        if id in sentence.table.units:
            return id
        return next(unit.id for unit in sentence.table.units.values() if id in {f.id for f in unit.figures})
    raise sentence.fault(Misreading.UNIT_MISSING, words[:1])


def weapon(sentence: Sentence, words: Words) -> str:
    """Return the weapon that is named."""
    index = armoury(sentence.table)
    ids = index.find(" ".join(word.key for word in words))
    if len(ids) != 1:
        raise sentence.unknown(Misreading.WEAPON_UNKNOWN, words, sentence.table.weapons)
    return next(iter(ids))


def alias(sentence: Sentence, words: Words) -> str:
    """Return the alias of an enemy. The rules check if there is such an enemy."""
    bare = tuple(word for word in words if word.key not in FILLING)
    if len(bare) != 1 or bare[0].spot:
        raise sentence.fault(Misreading.ENEMY_WITHOUT_ALIAS, words[:1])
    return _pad(bare[0].key)


def _pad(text: str) -> str:
    return f"c{int(text[1:]):02d}" if text[:1] == "c" and text[1:].isdecimal() and len(text) < 8 else text


def contact(sentence: Sentence, name: str) -> Contact | None:
    """Return a side's contact by its alias, or None."""
    return sentence.position.contacts(sentence.side).get(name)
