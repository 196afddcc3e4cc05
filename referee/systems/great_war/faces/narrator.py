"""The narrator of the Great War family."""

from collections.abc import Sequence

from referee.systems import faces
from referee.systems.great_war.language.language import GreatWarLanguage
from referee.systems.great_war.narrative import changes, digest, event_narration, plan_narration, situation
from referee.systems.great_war.state.position import Position
from schemas.great_war.events import BattleClosed, BattleOpened, GreatWarEvent
from schemas.record import Side
from schemas.reports import Block


class GreatWarNarrator(faces.Narrator[Position, GreatWarEvent]):
    """Tells of one theatre in one language."""

    is_brief = compares = True

    def __init__(self, teller: GreatWarLanguage) -> None:
        self._teller = teller

    def narrate(self, state: Position, event: GreatWarEvent) -> tuple[Block, ...]:
        return event_narration.narrate(self._teller, state, event)

    def situation(self, state: Position, viewer: Side) -> tuple[Block, ...]:
        return situation.situation(self._teller, state, viewer)

    def control(self, state: Position, viewer: Side) -> tuple[Block, ...]:
        """Return the control of the areas."""
        return situation.show_control(self._teller, state, viewer)

    def moment(self, state: Position) -> str:
        """The season turn."""
        return situation.moment(self._teller, state)

    def digest(self, state: Position, events: Sequence[GreatWarEvent], viewer: Side) -> tuple[Block, ...]:
        """Return the battles of some events, with their losses."""
        return digest.digest(self._teller, self._teller.show_to(state, viewer), events)

    def recap(self, state: Position, events: Sequence[GreatWarEvent], viewer: Side) -> tuple[Block, ...]:
        """The same: a short report tells battles in a table as well."""
        return self.digest(state, events, viewer)

    def result(self, state: Position) -> str:
        """Return the level of victory."""
        return "" if state.result is None else self._teller.worded(state.result)

    def list_recapped(self, events: Sequence[GreatWarEvent]) -> frozenset[int]:
        """The steps of plans that were opened: they have a table."""
        return plan_narration.list_steps(events)

    def brief(self, state: Position, viewer: Side) -> tuple[Block, ...]:
        return situation.tell_briefly(self._teller, state, viewer)

    def is_amid(self, state: Position) -> bool:
        return state.fight is not None

    def opens_chapter(self, event: GreatWarEvent) -> bool:
        return isinstance(event, BattleOpened)

    def closes_chapter(self, event: GreatWarEvent) -> bool:
        return isinstance(event, BattleClosed)

    def change(self, before: Position, after: Position, viewer: Side) -> tuple[Block, ...]:
        return changes.change(self._teller, before, after, viewer)
