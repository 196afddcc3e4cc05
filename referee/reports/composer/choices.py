"""The lawful orders of a side as far as one letter may go: those of now, and those that others lead to.

What follows an order is found by playing it without dice, as a rehearsal does: it ends before the first die,
before a hidden draw, and where another side is asked. What is found is a help and no verdict: orders that
share points, cards or room may exclude each other, and the referee judges the letter.
"""

from collections.abc import Iterator, Sequence
from itertools import islice

from msgspec.structs import replace

from referee.engine.dice import DiceNeeded, NoDice
from referee.engine.machine import lawful, play
from referee.engine.system import State
from referee.engine.verdict import Refused, irrevocable
from referee.reports.questions import take_apart
from referee.reports.telling import list_open_prompts
from referee.systems.faces import Game
from referee.values.value import Value
from schemas.answers.options import Option
from schemas.model import Order
from schemas.record import Prompt, Side, to_json

MOST_LISTED = 4000
"""So many orders of one question are offered at most."""

MOST_LOOKED_THROUGH = 24_000
"""When so many orders were listed, no more is looked for of what they lead to: a page must not take long."""

MOST_PLAYED = 400
"""So many orders are played at most to find what they lead to."""

FEW = 60
"""Of so many orders each may open others; of more, one for each place."""

END = -1
"""Where a letter leads after which the side is asked nothing more that can be foreseen."""


class Stage(Value):
    """What is asked at one point of the letter, by the names of the questions and in words."""

    questions: tuple[str, ...]
    asked: tuple[str, ...]


class Choice(Value):
    """An order that may be chosen.

    `stage` is the number of the stage where it answers, `groups` are those that it belongs to: of orders that
    lead to the same, and of moves those of its piece. Where it `needs` groups, an order of one of them has to
    stand above it in the letter. `moves` says that it uses up its piece.
    """

    option: Option
    label: str
    stage: int
    groups: tuple[int, ...]
    needs: tuple[int, ...]
    moves: bool


class Group(Value):
    """Orders that lead to the same: the stage after them, if another, and whether one may be given again."""

    leads: int | None = None
    again: bool = False


class Choices(Value):
    """All that may be chosen, by stages; the first stage is that of now."""

    stages: tuple[Stage, ...]
    choices: tuple[Choice, ...]
    groups: tuple[Group, ...]


Kind = tuple[int, str, str, str]
"""What orders of one group share: the stage, the question, and what they do with which piece."""

Answer = tuple[Prompt, Order]


def find_choices(game: Game, state: State, side: Side) -> Choices:
    """What a side may choose from a position on; nothing where it is not asked."""
    search = _Search(game, side)
    search.enter(state)
    return Choices(
        stages=tuple(search.stages),
        choices=tuple(search.list_choices()),
        groups=tuple(
            Group(leads=search.leads.get(n), again=n in search.again) for n in search.groups.values()
        ),
    )


class _Search:
    """What was found so far. Stages are known by their questions, choices by their lines."""

    def __init__(self, game: Game, side: Side) -> None:
        self._game, self._rules, self._side = game, game.rules, side
        self._numbers: dict[tuple[tuple[str, str], ...], int] = {}
        self._entered: set[int] = set()
        self._found: dict[tuple[int, str], Choice] = {}
        self._needs: dict[tuple[int, str], set[int]] = {}
        self._covered: set[int] = set()
        self._played = self._looked_through = 0
        self.stages: list[Stage] = []
        self.groups: dict[Kind, int] = {}
        self.leads: dict[int, int] = {}
        self.again: set[int] = set()

    def enter(self, state: State, needs: int | None = None, *, verb: str = "", last: bool = False) -> int:
        """List what may be chosen in a position, and what it leads to; the number of its stage.

        What is new in a stage that is known needs an order of a group above it. Behind an order of a `verb`
        only orders of the same kind are played on: what the others lead to is known already. From the `last`
        stage nothing is: what it leads to depends on what was ordered before.
        """
        prompts = list_open_prompts(self._rules, state, self._side)
        if not prompts:
            return END
        stage = self._number(prompts)
        needed = needs if stage in self._entered else None
        self._entered.add(stage)
        new = [answer for answer in self._list(state, prompts) if self._note(state, stage, answer, needed)]
        if last:
            self._end(stage, new)
        else:
            self._play_on(state, stage, new, verb)
        return stage

    def _list(self, state: State, prompts: Sequence[Prompt]) -> Sequence[Answer]:
        answers = ((prompt, order) for prompt in prompts for order in lawful(self._rules, state, prompt))
        listed = list(islice(answers, MOST_LISTED))
        self._looked_through += len(listed)
        return listed

    def _number(self, prompts: Sequence[Prompt]) -> int:
        """The number of a stage, which is new if its questions are."""
        asked = tuple((prompt.question, prompt.subject) for prompt in prompts)
        if asked not in self._numbers:
            self._numbers[asked] = len(self.stages)
            questions, texts = (tuple(p.question for p in prompts), tuple(p.text for p in prompts))
            self.stages.append(Stage(questions=questions, asked=texts))
        return self._numbers[asked]

    def _note(self, state: State, stage: int, answer: Answer, needs: int | None) -> bool:
        """Take an order down as a choice; say whether it is new."""
        line = stage, to_json(answer[1])
        if line in self._found:
            if needs is None:
                self._needs.pop(line, None)
            elif line in self._needs:
                self._needs[line].add(needs)
            return False
        option = take_apart(self._game, state, *answer)
        label = self._game.advisor.label(state, answer[1])
        groups = tuple(self.groups.setdefault(kind, len(self.groups)) for kind in _list_kinds(stage, option))
        moves = _moves(option)
        self._found[line] = Choice(
            option=option, label=label, stage=stage, groups=groups, needs=(), moves=moves
        )
        if needs is not None:
            self._needs[line] = {needs}
        return True

    def list_choices(self) -> Iterator[Choice]:
        """The choices in the order in which they were found."""
        for line, choice in self._found.items():
            yield replace(choice, needs=tuple(sorted(self._needs.get(line, ()))))

    def _end(self, stage: int, answers: Sequence[Answer]) -> None:
        """Let the letter end with what closes a stage."""
        for answer in answers:
            choice = self._find(stage, answer)
            if choice.option.default:
                self.leads[choice.groups[0]] = END

    def _find(self, stage: int, answer: Answer) -> Choice:
        return self._found[stage, to_json(answer[1])]

    def _play_on(self, state: State, stage: int, answers: Sequence[Answer], verb: str = "") -> None:
        """Play an order of each new group, and after a move what closes the question."""
        tried: list[tuple[Choice, State | None]] = []
        for answer in answers:
            choice = self._find(stage, answer)
            if (verb and choice.option.verb != verb) or self._is_covered(choice, few=len(answers) <= FEW):
                continue
            self._covered.update(choice.groups)
            tried.append((choice, self._play(state, answer[1])))
        moving = any(choice.moves for choice, _ in tried)
        for choice, after in tried:
            if not choice.moves:
                self._follow(after, choice, last=moving and choice.option.default)
        for choice, after in tried:
            if choice.moves and after is not None:
                self._close(after, choice)
                self._widen(after, choice)

    def _is_covered(self, choice: Choice, *, few: bool) -> bool:
        """Whether an order that leads to the same was played; of few moves each is."""
        return choice.groups[0] in self._covered and not (few and choice.moves)

    def _widen(self, after: State, moved: Choice) -> None:
        """What a move makes possible: for pieces that stood behind the one that is gone, and by new ways."""
        if self._looked_through >= MOST_LOOKED_THROUGH or not self._stays(after, moved.stage):
            return
        way, gone = moved.groups
        pieces = {choice.option.piece for choice in self._found.values() if choice.stage == moved.stage}
        behind: list[Answer] = []
        for answer in self._list(after, list_open_prompts(self._rules, after, self._side)):
            piece = self._game.advisor.dissect(after, answer[1]).piece
            if (
                self._note(after, moved.stage, answer, way if piece in pieces else gone)
                and piece not in pieces
            ):
                behind.append(answer)
        self._play_on(after, moved.stage, behind, moved.option.verb)

    def _follow(self, after: State | None, choice: Choice, *, last: bool) -> None:
        """What may be chosen once an order was given that moves nothing."""
        (group,), option = choice.groups, choice.option
        if after is None:
            # Chance speaks next: only what closes the question ends the letter for certain.
            if option.default:
                self.leads.setdefault(group, END)
            return
        stays = self._stays(after, choice.stage)
        if stays and self._looked_through >= MOST_LOOKED_THROUGH:
            return
        reached = self.enter(after, group, verb=option.verb if stays else "", last=last)
        if not stays:
            self.leads[group] = reached
        elif self._stands(after, option):
            self.again.add(group)

    def _close(self, after: State, moved: Choice) -> None:
        """What the next question offers after a move, once this one is closed; it is the last."""
        for choice in [
            one for one in self._found.values() if one.stage == moved.stage and one.option.default
        ]:
            then = self._play(after, self._rules.orders.read(choice.option.order))
            prompts = () if then is None else list_open_prompts(self._rules, then, self._side)
            if then is None or not prompts or (reached := self._number(prompts)) == moved.stage:
                continue
            self.leads[choice.groups[0]] = reached
            self._entered.add(reached)
            answers = self._list(then, prompts)
            for answer in answers:
                # What is about a place needs a move to that place.
                about = self._game.advisor.dissect(then, answer[1]).to == moved.option.to
                self._note(then, reached, answer, moved.groups[0] if about else None)
            self._end(reached, answers)

    def _stays(self, state: State, stage: int) -> bool:
        prompts = list_open_prompts(self._rules, state, self._side)
        return bool(prompts) and self._number(prompts) == stage

    def _stands(self, state: State, option: Option) -> bool:
        """Whether the same order may be given once more."""
        order = self._rules.orders.read(option.order)
        return not any(self._rules.objections(state, order))

    def _play(self, state: State, order: Order) -> State | None:
        """The position after an order, or nothing where chance or a secret would speak."""
        if self._played >= MOST_PLAYED:
            return None
        self._played += 1
        try:
            after, verdict = play(self._rules, state, order, NoDice())
        except DiceNeeded:
            return None
        return None if isinstance(verdict, Refused) or irrevocable(verdict.events) else after


def _moves(option: Option) -> bool:
    """Whether an order takes a piece from one place to another."""
    return bool(option.piece and option.start and option.to) and option.start != option.to


def _list_kinds(stage: int, option: Option) -> Iterator[Kind]:
    """Moves to one place lead to the same, and so does what one piece does; all others stand alone."""
    if _moves(option):
        yield stage, option.question, option.verb, f"to {option.to}"
        yield stage, option.question, "gone", option.piece
    else:
        yield stage, option.question, option.verb, option.piece or option.text
