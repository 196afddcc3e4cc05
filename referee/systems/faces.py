"""The faces of a game: its rules, and five others that have default implementations.

The rules hold no text. The other faces share one `Language`, so that the same rules serve all languages. A
method that raises NotImplementedError has no safe default: a game that has the feature writes it.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import Generic

from referee.engine.copy_check import CopiedMove, Judgement
from referee.engine.facts import Asked, Objection
from referee.engine.system import EventT, OrderT, RuleSystem, State, StateT
from referee.faults import Unreadable
from referee.i18n.name_matching import Index
from referee.i18n.translator import Translator
from referee.systems.language import Language
from referee.systems.proposed_orders import Proposal, Tried
from schemas.answers.orders import ArmyUnits, OrderParts
from schemas.model import Order
from schemas.record import Event, Record, Side
from schemas.reports import Band, Block, MapPicture, PictureArrow, Score
from schemas.rulebook import PackNames

UNREAD = "*"
"""A line that cannot be read may be about anything: a stake of orders that may depend on those of others."""


class Notation(Generic[StateT, OrderT]):
    """Lines of letters and the orders in them, in one language; a line holds one order by default."""

    has_amendments: bool = False
    """True if a moderator may amend positions, by orders of his own."""

    @property
    def subjects(self) -> Index:
        """The subjects of questions, by their names."""
        return Index({})

    def spell(self, subject: str) -> str:
        """Return a subject as a letter may write it."""
        return subject

    def apart(self, line: str) -> tuple[str, ...]:
        """Return the orders in one line of a letter, each in its columns."""
        return (line,)

    def expand(self, line: str) -> tuple[str, ...]:
        """Return the standing orders that one line stands for; none for an ordinary line."""
        return ()

    def pass_for_season(self, line: str, passes: Callable[[str], bool]) -> str:
        """Return the line that passes for a season, if a sentence says so, or "". `passes` judges one."""
        return ""

    def complete_answer(self, question: str, answer: str) -> str:
        """Return the answer of a plan to a question as an order, such as a place with its verb."""
        return answer

    def find_lasting_fault(self, state: StateT, side: Side, question: str, answer: str) -> Unreadable | None:
        """Return the fault of an answer that cannot be read in any position, or None if it may be later."""
        return None

    def resembles_order(self, line: str) -> bool:
        """Return True if a line is worth reading as an order; this costs less than reading it."""
        return True

    def is_mended(self, line: str) -> bool:
        """Return True if an order with its verb lacks a word, so that its author is shown the reading."""
        return False

    def could_be_order(self, side: Side, line: str) -> bool:
        """Return True if a word of a line belongs to orders; a greeting has none."""
        return self.resembles_order(line)

    def is_sentence(self, state: StateT, side: Side, line: str) -> bool:
        """Return True if a line is text, and names nothing that an order of the side could be about."""
        return False

    def is_name(self, line: str) -> bool:
        """Return True if a line is a name of the game, or a misspelt order."""
        return True

    def contradicts(self, state: StateT, side: Side, line: str, orders: Sequence[OrderT]) -> bool:
        """Return True if a line of text keeps a piece that orders move, or sends another piece."""
        return False

    def read_sentences(self, state: StateT, side: Side, line: str) -> tuple[OrderT, ...] | None:
        """Return the orders of a line of sentences, `()` if it needs no answer, or None if it is unclear."""
        return None

    def propose(
        self,
        state: StateT,
        side: Side,
        paragraphs: Sequence[str],
        attempt: Callable[[StateT, OrderT], Tried[StateT]],
    ) -> Proposal[OrderT]:
        """Return the orders that a letter in free words probably means. `attempt` tries an order."""
        return Proposal()

    def closes(self, order: OrderT) -> bool:
        """Return True if an order closes a question."""
        return False

    def gives_up(self, order: OrderT) -> bool:
        """Return True if an order gives up what was asked. A sentence may only do so as the last order."""
        return False

    def is_afterthought(self, line: str) -> bool:
        """Return True if a line below the last order names no piece."""
        return False

    def read(self, state: StateT, side: Side, line: str) -> tuple[OrderT, ...]:
        """Return the orders of one line of a letter; raise `Unreadable` with the nearest readings."""
        raise NotImplementedError

    def read_amendment(self, state: StateT, line: str) -> OrderT:
        """Return a line of the moderator as an amendment; raise `Unreadable` with the possible words."""
        raise NotImplementedError

    def write(self, order: OrderT) -> str:
        """Return an order as a line of a letter; `read` takes it back."""
        raise NotImplementedError

    def template(self, state: StateT, side: Side) -> tuple[str, ...]:
        """Return lines that answer the open questions of one side, as examples to be edited."""
        return ()


class Secrecy(Generic[StateT, OrderT, EventT]):
    """The knowledge of each viewer. It has no default: nothing becomes public because a method is missing."""

    judges_copies: bool = False
    """True if the rules can judge the moves that the copy of one side tells."""

    def view(self, state: StateT, viewer: Side) -> Record:
        """Return the position as one side may know it, built up from nothing."""
        raise NotImplementedError

    def redact_event(self, event: EventT, viewer: Side) -> EventT | None:
        """Return an event as one viewer saw it; None if the viewer saw nothing."""
        raise NotImplementedError

    def redact_order(self, order: OrderT, viewer: Side) -> OrderT | None:
        """Return an order as one viewer may read it; None if it is sealed to the viewer."""
        raise NotImplementedError

    def judge_seen(self, state: StateT, move: CopiedMove[OrderT, EventT]) -> Judgement:
        """Judge a move of a copy in the position as the reader of the copy knows it."""
        raise NotImplementedError


class Narrator(Generic[StateT, EventT]):
    """Prose about events and positions, in one language; by default events and positions have no text.

    A game `is_brief` if it has a short form of a report, `compares` if it words the difference of positions.
    """

    is_brief: bool = False
    compares: bool = False
    recaps_orders: bool = False
    """True if a recap tells the results of orders: a reader with an open question need not read each."""

    def narrate(self, state: StateT, event: EventT) -> tuple[Block, ...]:
        """Return an event as prose; `state` is the position before it."""
        return ()

    def situation(self, state: StateT, viewer: Side) -> tuple[Block, ...]:
        """Return the position as a report tells it to one viewer."""
        return ()

    def control(self, state: StateT, viewer: Side) -> tuple[Block, ...]:
        """Return the part of the situation that a map shows as well; by default the whole situation."""
        return self.situation(state, viewer)

    def moment(self, state: StateT) -> str:
        """Return the date of a position in the words of the game; empty for a game without a calendar."""
        return ""

    def result(self, state: StateT) -> str:
        """Return the result of a match that is over in the words of the game; empty before its end."""
        return ""

    def digest(self, state: StateT, events: Sequence[EventT], viewer: Side) -> tuple[Block, ...]:
        """Return a summary of events as one viewer saw them; `state` is the position before them."""
        return ()

    def recap(self, state: StateT, events: Sequence[EventT], viewer: Side) -> tuple[Block, ...]:
        """Return a digest in the few lines that a short report has for it."""
        return ()

    def list_recapped(self, events: Sequence[EventT]) -> frozenset[int]:
        """Return the places of the events that a recap shows in a table; a short report leaves them out."""
        return frozenset()

    def brief(self, state: StateT, viewer: Side) -> tuple[Block, ...]:
        """Return the position in a few lines, with the facts that a viewer needs for an answer."""
        return ()

    def is_amid(self, state: StateT) -> bool:
        """Return True if a position lies in the middle of a chapter of a digest, such as a battle."""
        return False

    def opens_chapter(self, event: EventT) -> bool:
        """Return True if a chapter of a digest begins with an event."""
        return False

    def closes_chapter(self, event: EventT) -> bool:
        """Return True if a chapter of a digest ends with an event, such as a battle."""
        return False

    def change(self, before: StateT, after: StateT, viewer: Side) -> tuple[Block, ...]:
        """Return the difference of two positions in words, as one viewer may know it."""
        return ()


class Pictures(Generic[StateT, EventT]):
    """Drawings of positions: map, ranges, movements and score; by default there are none."""

    @property
    def measure(self) -> str:
        """The unit of the score: `victory points`; empty for a game without a score."""
        return ""

    @property
    def letters(self) -> tuple[tuple[str, str], ...]:
        """The letters for kinds and states of pieces in short texts, with their meaning."""
        return ()

    @property
    def holding(self) -> str:
        """The unit by which sides are compared: `areas held`."""
        return ""

    def picture(self, state: StateT, viewer: Side) -> MapPicture | None:
        """Return the map as one viewer may see it; None for a game without a map."""
        return None

    def drawable(self, state: StateT, viewer: Side) -> tuple[str, ...] | None:
        """Return the ids whose ranges one viewer may have drawn; None for a game without ranges."""
        return None

    def draw_ranges(self, state: StateT, viewer: Side, about: tuple[str, ...]) -> MapPicture | None:
        """Return the map with the ranges of these ids."""
        return self.picture(state, viewer)

    def movements(self, state: StateT, events: Sequence[EventT], viewer: Side) -> tuple[PictureArrow, ...]:
        """Return the ways of pieces in these events, as one viewer saw them."""
        return ()

    def bands(self) -> tuple[Band, ...]:
        """Return the levels of the score."""
        return ()

    def score(self, state: StateT, viewer: Side) -> Score | None:
        """Return the score of a position, as one viewer may know it; None for a game without a score."""
        return None


class Advisor(Generic[StateT, OrderT, EventT]):
    """Help with letters. By default each order is about the whole question, and none has conditions."""

    roles: tuple[str, ...] = ()
    """The roles that a side may be asked in: `attacker`, `defender`."""
    has_conditions: bool = False
    """True if orders in advance may have conditions."""
    reads_hits_alone: bool = False
    """True if the rules read nothing of a roll but the number of its hits."""
    plans: Mapping[str, tuple[str, ...]] = {}
    """The questions of a form that answers in advance, in the order of play, each with its usual answers."""

    def name_of_plan(self, part: str) -> str:
        """Return a question or a role of the form in the language of the reader."""
        return part

    def option_groups(self, state: StateT, prompt: Asked) -> Iterator[Iterator[OrderT]] | None:
        """Return answers worth trying in groups of one kind; None for a game that does not group them."""
        return None

    def dissect(self, state: StateT, order: OrderT) -> OrderParts:
        """Return an order in its parts, for programs that let people choose."""
        return OrderParts(verb=order.type)

    def label(self, state: StateT, order: OrderT) -> str:
        """Return the name of the piece or card of an order; empty where its line says it all."""
        return ""

    def list_armies(self, state: StateT, side: Side) -> tuple[ArmyUnits, ...]:
        """Return the armies of a side with their units; none for a game without armies."""
        return ()

    def list_stakes(self, state: StateT, order: OrderT) -> frozenset[str]:
        """Return the pieces and places that other orders may depend on; none for the whole question."""
        return frozenset()

    def find_lasting(self, state: StateT, order: OrderT) -> tuple[Objection, ...]:
        """Return the objections to an order that the orders above it in a letter cannot remove."""
        return ()

    def find_later_questions(self, state: StateT, order: str) -> tuple[str, ...]:
        """Return the later questions that a kind of order answers, for which a standing order can wait."""
        return ()

    def is_superfluous(self, state: StateT, order: OrderT) -> bool:
        """Return True if an illegal order asks for nothing, so that a letter can be judged without it."""
        return False

    def is_overtaken(
        self, before: StateT, orders: Sequence[OrderT], events: Sequence[Event], order: OrderT
    ) -> bool:
        """Return True if events of the orders above it in a letter make an order needless or premature."""
        return False

    def pass_over(self, state: StateT, order: OrderT) -> StateT | None:
        """Return the position for lines without the stakes of a refused order; None if they depend on it."""
        return None

    def measure_gap(self, state: StateT, wanted: OrderT, answer: OrderT) -> int:
        """Return the distance of an answer from a wanted order; by default it counts fields that differ."""
        return sum(getattr(wanted, name) != getattr(answer, name) for name in type(wanted).model_fields)

    def is_collecting(self, state: StateT) -> bool:
        """Return True if orders are only collected now, and carried out together later."""
        return False

    def role(self, state: StateT, prompt: Asked) -> str:
        """Return the role in which a side is asked; empty where it is in none."""
        return ""

    def name_cards(self) -> Mapping[int, tuple[str, str]]:
        """Return the id and the name of each card of the deck, by number; none for a game without."""
        return {}

    def begins_turn(self, event: EventT) -> bool:
        """Return True if a player turn begins with an event; orders in advance for the last turn are over."""
        return False

    def read_condition(self, state: StateT, side: Side, text: str) -> str:
        """Return a condition as it is kept; raise `Unreadable` for a text that is none."""
        raise NotImplementedError

    def is_met(self, state: StateT, prompt: Asked, events: Sequence[EventT], condition: str) -> bool:
        """Return True if a condition holds for the side of a prompt, after the events of this player turn."""
        return False

    def is_past(self, state: StateT, condition: str) -> bool:
        """Return True if a condition can never be met again, so that its standing order has expired."""
        return False

    def is_plain(self, state: StateT, prompt: Asked) -> bool:
        """Return True if both sides know all possible answers to a question."""
        return False


class System(Generic[StateT, OrderT, EventT]):
    """A game by its faces and its language; a family imports a face when it is first asked for."""

    family: str = ""
    """The name of the family, as `game.yaml` of a pack has it: `great-war`."""

    def __init__(self, rules: RuleSystem[StateT, OrderT, EventT], language: Language) -> None:
        self.rules, self.language = rules, language

    def speaking(self, tongue: Translator, names: PackNames | None) -> "System[StateT, OrderT, EventT]":
        """Return the same rules with another language, and the names of the pack in it."""
        return self

    def demand_libraries(self) -> None:
        """Import the optional libraries that a match needs. Raises Misconfigured if one is missing."""

    @cached_property
    def notation(self) -> Notation[StateT, OrderT]:
        """The lines of letters, in the language of the game."""
        return Notation()

    @cached_property
    def secrecy(self) -> Secrecy[StateT, OrderT, EventT]:
        """The knowledge of each viewer."""
        return Secrecy()

    @cached_property
    def narrator(self) -> Narrator[StateT, EventT]:
        """The prose of the game, in its language."""
        return Narrator()

    @cached_property
    def pictures(self) -> Pictures[StateT, EventT]:
        """The drawings of the game."""
        return Pictures()

    @cached_property
    def advisor(self) -> Advisor[StateT, OrderT, EventT]:
        """The help with letters."""
        return Advisor()


Game = System[State, Order, Event]
"""The system of the family that a match is played with."""
