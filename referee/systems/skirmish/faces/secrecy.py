"""The secrecy of the skirmish family: views, redacted events and orders, and the judgement of copies."""

from referee.engine.copy_check import Judgement
from referee.systems import faces
from referee.systems.skirmish.language.language import SkirmishLanguage
from referee.systems.skirmish.rules import Skirmish
from referee.systems.skirmish.secrecy import copy_check, visibility
from referee.systems.skirmish.secrecy.copy_check import SkirmishMove
from referee.systems.skirmish.state.position import Position
from schemas.record import Side
from schemas.skirmish.events import SkirmishEvent
from schemas.skirmish.orders import SkirmishOrder
from schemas.skirmish.view import View


class SkirmishSecrecy(faces.Secrecy[Position, SkirmishOrder, SkirmishEvent]):
    """Limits the knowledge of each viewer of one table."""

    judges_copies = True

    def __init__(self, rules: Skirmish, language: SkirmishLanguage) -> None:
        self._rules, self._language = rules, language

    def view(self, state: Position, viewer: Side) -> View:
        return visibility.view_with_fire(self._language, state, viewer)

    def judge_seen(self, state: Position, move: SkirmishMove) -> Judgement:
        return copy_check.judge(self._rules, self._rules.table, state, move)

    def redact_event(self, event: SkirmishEvent, viewer: Side) -> SkirmishEvent | None:
        return visibility.redact_event(self._rules.table, event, viewer)

    def redact_order(self, order: SkirmishOrder, viewer: Side) -> SkirmishOrder | None:
        return visibility.redact_order(self._rules.table, order, viewer)
