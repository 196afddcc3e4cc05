"""Runs one conformance case: its start, and the effects of its lines."""

from collections.abc import Iterator, Sequence

from msgspec import Struct, field

from referee.engine import machine
from referee.engine.dice import Dice, DiceNeeded, Draw, NoDice
from referee.engine.facts import Objection
from referee.engine.system import Refused, Rules, State, irrevocable
from referee.faults import Unreadable
from referee.packs.conformance.case_files import FiledCase
from referee.systems.faces import Game
from referee.systems.language import Language
from schemas.model import Order
from schemas.record import Event, Purpose, Roll, Side


class CaseDice:
    """Dice with the faces of a case, and a deck that is never shuffled."""

    def __init__(self, faces: Sequence[str]) -> None:
        self._faces = [int(face) for face in faces if not face.endswith("*")]
        self.odd: list[int] = []
        self._ever = next((int(face.rstrip("*")) for face in faces if face.endswith("*")), None)

    def throw(
        self,
        purpose: str | Purpose,
        count: int,
        *,
        needed: int,
        sides: int = 6,
        owner: Side | None = None,  # noqa: ARG002 - a case tells everything
    ) -> Roll:
        """Take the next faces of the case."""
        faces, self._faces = self._faces[:count], self._faces[count:]
        if len(faces) < count and self._ever is not None:
            faces += [self._ever] * (count - len(faces))
        self.odd += [face for face in faces if face > sides]
        if len(faces) < count:
            raise DiceNeeded(Roll(purpose=purpose, sides=sides, needed=needed), count)
        return Roll(purpose=purpose, sides=sides, needed=needed, faces=tuple(faces))

    def shuffle(self, purpose: str | Purpose, items: Sequence[int]) -> Draw:
        """Leave the cards in their order."""
        return Draw(purpose, tuple(items))

    @property
    def remaining_faces(self) -> tuple[int, ...]:
        """Faces that no roll used."""
        return tuple(self._faces)


class Trial(Struct):
    """A case in progress: its state, its events so far, and the answer to its last line.

    `against` are faults found before the case could be judged; `answers` are the system's words for events.
    """

    case_file: FiledCase
    game: Game
    state: State
    events: list[Event] = field(default_factory=list[Event])
    answers: tuple[str, ...] = ()
    refusals: tuple[Objection, ...] = ()
    unreadable: str = ""
    against: list[str] = field(default_factory=list[str])

    @property
    def rules(self) -> Rules:
        """The rules that judge its lines."""
        return self.game.rules

    @property
    def language(self) -> Language:
        """The language of its texts: English."""
        return self.game.language

    def happen(self, events: Sequence[Event]) -> None:
        """Apply events, and record the words for them."""
        for event in events:
            if word := self.case_file.bench.work.summarise_event(self.rules, self.state, event):
                self.answers = (*self.answers, word)
            self.state = self.rules.evolve(self.state, event)
            self.events.append(event)

    def run_on(self, dice: Dice) -> None:
        """Advance the state to the next prompt."""
        while not self.rules.prompts(self.state):
            if not (more := self.rules.advance(self.state, dice).events):
                return
            self.happen(more)

    def judge(self, order: Order, dice: Dice) -> bool:
        """Judge an order, and apply it and its consequences if it is legal. Return True if it is legal."""
        verdict = machine.decide(self.rules, self.state, order, dice)
        if isinstance(verdict, Refused):
            self.refusals = verdict.objections
            return False
        self.happen(verdict.events)
        self.run_on(dice)
        return True


def play_case(case_file: FiledCase) -> Trial:
    """Return a case played to the end of its lines, or to the first fault."""
    game = case_file.bench.game(case_file.case.given)
    trial = Trial(case_file, game, case_file.bench.work.position(game.rules, case_file.case.given))
    dice = CaseDice(case_file.case.dice)
    try:
        trial.run_on(dice)
        _letters(trial, dice)
    except DiceNeeded as needed:
        purpose = trial.language.word_purpose(needed.roll.purpose)
        trial.against.append(f"the case gives too few dice: {needed.count} are thrown for {purpose}")
    if dice.odd:
        faces = ", ".join(map(str, dice.odd))
        trial.against.append(f"a roll has dice without these faces: {faces}")
    if dice.remaining_faces:
        faces = ", ".join(map(str, dice.remaining_faces))
        trial.against.append(f"no roll uses the remaining dice: {faces}")
    return trial


def _letters(trial: Trial, dice: CaseDice) -> None:
    lines = trial.case_file.case.lines
    for number, line in enumerate(lines, 1):
        if _stands(trial, line, dice):
            continue
        if number < len(lines):
            reasons = trial.unreadable or "; ".join(
                trial.language.word(objection).text for objection in trial.refusals
            )
            trial.against.append(f"`{line}` falls before the end of the case: {reasons}")
        return


def _stands(trial: Trial, line: str, dice: CaseDice) -> bool:
    """Judge a line as a unit. Return True if it is legal; a refused line leaves only irrevocable events."""
    state, event_count, answers = trial.state, len(trial.events), trial.answers
    try:
        stands = all(trial.judge(order, dice) for order in _orders(trial, line))
    except Unreadable as fault:
        trial.unreadable = str(trial.language.word(fault.stated))
        stands = False
    if not stands and not irrevocable(trial.events[event_count:]):
        trial.state, trial.answers = state, answers
        del trial.events[event_count:]
    return stands


def _orders(trial: Trial, line: str) -> Iterator[Order]:
    """Yield the orders of a line, each read in the state after those before it, as in a letter."""
    side, text = _sender(trial, line)
    for part in trial.game.notation.apart(text):
        yield from trial.game.notation.read(trial.state, side, part)


def _sender(trial: Trial, line: str) -> tuple[str, str]:
    """Return the side that sends a line, and its text: the side before the colon, or the prompted side."""
    side, colon, text = line.partition(":")
    if colon and side.strip() in trial.rules.sides:
        return side.strip(), text.strip()
    prompts = trial.rules.prompts(trial.state)
    return (prompts[0].side if prompts else trial.rules.sides[0]), line


def objections(trial: Trial, line: str) -> tuple[Objection, ...]:
    """Return the objections to a line at the end of a case; the line is judged, but not carried out.

    Raises `Unreadable` if it is not an order, and `DiceNeeded` if an order before its last one needs dice.
    """
    here = Trial(trial.case_file, trial.game, trial.state)
    needed: DiceNeeded | None = None
    for order in _orders(here, line):
        if needed is not None:
            raise needed
        try:
            if not here.judge(order, NoDice()):
                return here.refusals
        except DiceNeeded as dice:
            needed = dice
    return ()
