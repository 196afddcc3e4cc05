"""Several figures by their numbers, written out: `br-s1-1, 3 and 4`, `br-s1-1 to br-s1-4`."""

import re
from functools import partial

from referee.i18n.proposals import skirmish_words
from referee.systems.skirmish.notation.names import lexicon
from referee.systems.skirmish.state.position import Position
from referee.systems.skirmish.state.table import Table
from schemas.record import Side

_NUMBER = r"-?(\d{1,2})(?![\d.]|,\d)"
_BEGINNING = (
    r"(?:(?<=^)|(?<=[.,;:!?\n] )|(?<=[\n,;])|(?<=\bthe )|(?<=\bd(?:as|er|ie|em|en) )|(?<=\b(?:und|and) ))"
)
"""The places of a name: behind a mark, an article, or `and`."""


def write_out(table: Table, position: Position, side: Side, text: str) -> str:
    """Return a text in which every figure of a list has its id; short forms lose their full stops."""
    text = _write_ids(table, side, skirmish_words.ABBREVIATED.sub(r"\1", text))
    text = _write_units(table, side, text)
    for unit in table.force(side).units:
        stem = rf"(?<![\w-])({re.escape(unit.id)}-)(\d{{1,2}})"
        ids = {figure.id for figure in unit.figures}
        active = [one.id for one in position.members(unit.id)]
        span = rf"{stem}{skirmish_words.RANGE.pattern}(?:{re.escape(unit.id)}-|-)?{_NUMBER}"
        text = re.sub(span, partial(_fill, active), text, flags=re.IGNORECASE)
        more = re.compile(rf"{stem}({skirmish_words.AND.pattern}){_NUMBER}", re.IGNORECASE)
        for _ in ids:
            text, count = more.subn(partial(_next, ids), text)
            if not count:
                break
    return text


def _write_ids(table: Table, side: Side, text: str) -> str:
    """Return a text with whole ids for those without their nation: `s1-3` is `br-s1-3`.

    Letters alone are an id at the beginning of a clause, without a number behind them: the other words of
    `light MG` and `MG 08` make it a name.
    """
    for unit in table.force(side).units:
        short = re.escape(unit.id.partition("-")[2])
        if short[-1:].isdecimal():
            pattern = rf"(?<![\w.,-])({short})(?=-\d{{1,2}}(?!\d|\.\d)|(?![\w-]|[.,]\d))"
        else:
            pattern = rf"{_BEGINNING}({short})(?=-\d{{1,2}}(?!\d|\.\d)|(?![\w-])(?!\s*\d))"
        text = re.sub(pattern, unit.id, text, flags=re.IGNORECASE)
    return text


def _write_units(table: Table, side: Side, text: str) -> str:
    """Return a text with the whole name of a second unit: `sections 1 and 2`, `br-s1 & 2`."""
    names = lexicon(table, side)

    def write(match: re.Match[str]) -> str:
        stem, gap, first, joint, last = match.groups()
        for name in (stem, stem[:-1]):
            if names.holds(f"{name}{gap}{first}") and names.holds(f"{name}{gap}{last}"):
                return f"{name}{gap}{first}{joint}{name}{gap}{last}"
        return match[0]

    return _UNITS.sub(write, text)


_UNITS = re.compile(
    rf"(?<![\w-])([^\W\d]{{4,}}|[a-z]{{2}}-[a-z])( ?)(\d)({skirmish_words.AND.pattern})(\d)(?![\w-]|[.,]\d)",
    re.IGNORECASE,
)


def _fill(active: list[str], match: re.Match[str]) -> str:
    """Return the active figures from the first one to the last one."""
    first, last = sorted((int(match[2]), int(match[3])))
    inside = [id for id in active if first <= int(id.rpartition("-")[2]) <= last]
    return ", ".join(inside) if first < last and inside else match[0]


def _next(ids: set[str], match: re.Match[str]) -> str:
    """Return two figures, the second one with its id, if the unit has it."""
    stem, first, joint, last = match.groups()
    return f"{stem}{first}{joint}{stem}{last}" if f"{stem}{last}".casefold() in ids else match[0]
