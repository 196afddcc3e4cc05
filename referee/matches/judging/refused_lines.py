"""Refused lines: how they are filed, and worded again for other readers."""

from collections.abc import Mapping
from typing import cast

from msgspec.structs import replace

from referee.engine.facts import Objection, Parameter, Stated, Wording, list_by_code
from referee.engine.system import Rules
from referee.matches.judging.faults import JudgingFault
from referee.matches.judging.hearing import RejectedLine, quote_line
from referee.systems.faces import Game
from referee.texts.canonical import make_writable, writable
from schemas.record import FiledObjection, JsonValue
from schemas.refusal import Fallen

_FAULTS = list_by_code(JudgingFault)


def file_refused_line(game: Game, fell: RejectedLine) -> Fallen:
    """A refused line as it is filed: as data, and in the words of these rules."""
    rules, stated = game.rules, fell.unreadable
    wording = rules.word(stated) if stated else Wording("")
    return Fallen(
        line=fell.asked.line,
        column=fell.column,
        text=writable(quote_line(fell.asked)),
        order=game.notation.write(fell.order) if fell.order else "",
        objections=tuple(file_objection(rules, objection) for objection in fell.objections),
        unreadable=writable(wording.text),
        remedy=writable(wording.remedy),
        fact=stated.fact.code if stated else "",
        parameters=_write_parameters(stated) if stated else {},
        nearest=tuple(map(writable, _spell(game, fell))),
        spelled=tuple(
            (writable(before), subject, writable(after)) for before, subject, after in fell.spelled
        ),
    )


def _write_parameters(stated: Stated) -> dict[str, JsonValue]:
    return {name: make_writable(of) for name, of in stated.filed_parameters().items()}


def file_objection(rules: Rules, objection: Objection) -> FiledObjection:
    """An objection as it is filed: as data, and in the words of these rules."""
    wording = rules.word(objection)
    return FiledObjection(
        clause=objection.clause,
        text=wording.text,
        remedy=wording.remedy,
        fact=objection.fact.code,
        parameters=objection.filed_parameters(),
    )


def reword_line(game: Game, fell: Fallen) -> Fallen:
    """A refused line as it was filed, in the words of these rules."""
    rules = game.rules
    wording = _word_filed(rules, fell.fact, fell.parameters)
    held = tuple(reword(rules, held) for held in fell.objections)
    if wording is None:
        return replace(fell, objections=held)
    near = _spell(game, fell)
    return replace(fell, objections=held, unreadable=wording.text, remedy=wording.remedy, nearest=near)


def _spell(game: Game, fell: RejectedLine | Fallen) -> tuple[str, ...]:
    """The lines that may be meant, their subjects by their names in the language of these rules."""
    spell = game.notation.spell
    spelled = (f"{before}{spell(subject)}{after}".strip() for before, subject, after in fell.spelled)
    return tuple(spelled) or fell.nearest


def reword(rules: Rules, held: FiledObjection) -> FiledObjection:
    """A filed objection in the words of these rules."""
    wording = _word_filed(rules, held.fact, held.parameters)
    return held if wording is None else replace(held, text=wording.text, remedy=wording.remedy)


def _word_filed(rules: Rules, code: str, filed: Mapping[str, JsonValue]) -> Wording | None:
    """A filed fact in the words of these rules; what they cannot say keeps the words that were filed."""
    fact = rules.facts.get(code) or _FAULTS.get(code)
    if fact is None:
        return None
    try:
        return rules.word(Stated(fact, tuple((name, _restore(of)) for name, of in filed.items())))
    except (LookupError, TypeError, ValueError, AttributeError):
        # Another version of the rules or of the pack may know a piece or a card that this one does not.
        return None


def _restore(filed: JsonValue) -> Parameter:
    """A parameter that was filed; lists are the only shape that JSON changes."""
    return tuple(map(_restore, filed)) if isinstance(filed, list) else cast(Parameter, filed)
