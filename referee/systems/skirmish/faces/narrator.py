"""The narrator of the skirmish family."""

from collections.abc import Sequence

from referee.systems import faces
from referee.systems.skirmish.language.language import SkirmishLanguage
from referee.systems.skirmish.narrative import changes, digest, event_narration, phrases, situation
from referee.systems.skirmish.state.position import Position
from schemas.record import Side
from schemas.reports import Block
from schemas.skirmish.events import SkirmishEvent


class SkirmishNarrator(faces.Narrator[Position, SkirmishEvent]):
    """Narrates one table in one language. A recap covers all orders because they are carried out together."""

    is_brief = compares = recaps_orders = True

    def __init__(self, teller: SkirmishLanguage) -> None:
        self._teller = teller

    def narrate(self, state: Position, event: SkirmishEvent) -> tuple[Block, ...]:
        return event_narration.narrate(self._teller, state, event)

    def situation(self, state: Position, viewer: Side) -> tuple[Block, ...]:
        return situation.situation(self._teller, state, viewer)

    def control(self, state: Position, viewer: Side) -> tuple[Block, ...]:
        """Return the strength of the sides."""
        return situation.show_strength(self._teller, state, viewer)

    def moment(self, state: Position) -> str:
        """Return the turn and its light."""
        return digest.moment(self._teller, state)

    def result(self, state: Position) -> str:
        """Return the side that won, or a draw."""
        return "" if state.result is None else phrases.result(self._teller, state.winner)

    def digest(
        self,
        state: Position,
        events: Sequence[SkirmishEvent],
        viewer: Side,  # noqa: ARG002 - the events are redacted already
    ) -> tuple[Block, ...]:
        """Return the losses in some events, phase by phase."""
        return digest.digest(self._teller, state, events)

    def recap(
        self,
        state: Position,
        events: Sequence[SkirmishEvent],
        viewer: Side,  # noqa: ARG002 - the events are redacted already
    ) -> tuple[Block, ...]:
        """Return the losses in some events, one line for each phase."""
        return digest.recap(self._teller, state, events)

    def brief(self, state: Position, viewer: Side) -> tuple[Block, ...]:
        return situation.tell_briefly(self._teller, state, viewer)

    def change(self, before: Position, after: Position, viewer: Side) -> tuple[Block, ...]:
        return changes.change(self._teller, before, after, viewer)
