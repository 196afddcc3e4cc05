"""The secrecy of the Great War family: views, redacted events and orders, and the judgement of copies."""

from referee.engine.copy_check import Judgement
from referee.systems import faces
from referee.systems.great_war.language.language import GreatWarLanguage
from referee.systems.great_war.rules import GreatWar
from referee.systems.great_war.secrecy import copy_check, visibility
from referee.systems.great_war.secrecy.determinization import GreatWarMove
from referee.systems.great_war.state.position import Position
from schemas.great_war.events import GreatWarEvent
from schemas.great_war.orders import GreatWarOrder
from schemas.great_war.view import View
from schemas.record import Side


class GreatWarSecrecy(faces.Secrecy[Position, GreatWarOrder, GreatWarEvent]):
    """Tells each viewer of one theatre what he may know."""

    judges_copies = True

    def __init__(self, rules: GreatWar, language: GreatWarLanguage) -> None:
        self._rules, self._language = rules, language

    def view(self, state: Position, viewer: Side) -> View:
        return visibility.view(self._language, state, viewer)

    def judge_seen(self, state: Position, move: GreatWarMove) -> Judgement:
        return copy_check.judge(self._rules, self._rules.theatre, state, move)

    def redact_event(self, event: GreatWarEvent, viewer: Side) -> GreatWarEvent | None:
        return visibility.redact_event(self._rules.theatre, event, viewer)

    def redact_order(self, order: GreatWarOrder, viewer: Side) -> GreatWarOrder | None:
        return visibility.redact_order(self._rules.theatre, order, viewer)
