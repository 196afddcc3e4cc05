"""Possible orders of one letter: the legal orders now, and the orders that become legal after them.

Later orders are found by playing an order without dice, as in a rehearsal. The search ends before the first
die roll, before a hidden draw, and at a prompt of another side. The result is only a help: orders that share
points, cards or room may exclude each other, and the referee judges the letter.
"""

from collections.abc import Iterator, Sequence
from itertools import islice

from msgspec.structs import replace

from referee.engine.dice import DiceNeeded, NoDice
from referee.engine.facts import OpenQuestion
from referee.engine.machine import play
from referee.engine.system import Refused, State, irrevocable
from referee.reports.event_text import list_open_prompts
from referee.reports.legal_orders import take_apart
from referee.systems.faces import Game
from schemas.answers.orders import Option
from schemas.model import Order
from schemas.record import Side, Value, to_json

MOST_LISTED = 4000
"""Highest number of orders offered for one prompt."""

MOST_LOOKED_THROUGH = 24_000
"""Number of listed orders after which the search for later orders stops, to save time."""

MOST_PLAYED = 400
"""Highest number of orders that are played in the search."""

FEW = 60
"""Up to this number every order is followed; above it, only one order for each place."""

END = -1
"""Stage after the last predictable prompt of the side."""


class Stage(Value):
    """Prompts at one point of the letter, by kind and as text."""

    questions: tuple[str, ...]
    prompts: tuple[str, ...]


class Choice(Value):
    """A possible order.

    `stage` is the number of the stage that it answers. `groups` contains its groups: orders with the same
    result, and for moves the moves of its piece. If it `needs` groups, an order of one of them must precede
    it in the letter. `moves` is True if it uses up its piece.
    """

    option: Option
    label: str
    stage: int
    groups: tuple[int, ...]
    needs: tuple[int, ...]
    moves: bool


class Group(Value):
    """Orders with the same result: the next stage, if it changes, and whether an order may be repeated."""

    leads: int | None = None
    again: bool = False


class Choices(Value):
    """All possible orders by stage. The first stage is the current one."""

    stages: tuple[Stage, ...]
    choices: tuple[Choice, ...]
    groups: tuple[Group, ...]


Kind = tuple[int, str, str, str]
"""Key of a group of orders: stage, prompt, action and piece."""

Answer = tuple[OpenQuestion, Order]


def find_choices(game: Game, state: State, side: Side) -> Choices:
    """Return the possible orders of a side from a position on, or none if it has no prompt."""
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
    """State of the search. Stages are identified by their prompts, choices by their lines."""

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
        """List the possible orders in a position and their continuations. Return the number of its stage.

        New orders of a known stage need an order of a group before them. After an order with a `verb` only
        orders of the same kind are followed, because the continuations of the others are known. The `last`
        stage is not followed, because its continuations depend on earlier orders.
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

    def _list(self, state: State, prompts: Sequence[OpenQuestion]) -> Sequence[Answer]:
        answers = ((prompt, order) for prompt in prompts for order in self._rules.lawful(state, prompt))
        orders = list(islice(answers, MOST_LISTED))
        self._looked_through += len(orders)
        return orders

    def _number(self, prompts: Sequence[OpenQuestion]) -> int:
        """Return the number of a stage, and add the stage if its prompts are new."""
        prompt_keys = tuple((prompt.question, prompt.subject) for prompt in prompts)
        if prompt_keys not in self._numbers:
            self._numbers[prompt_keys] = len(self.stages)
            texts = tuple(self._game.language.ask(prompt).text for prompt in prompts)
            self.stages.append(Stage(questions=tuple(kind for kind, _ in prompt_keys), prompts=texts))
        return self._numbers[prompt_keys]

    def _note(self, state: State, stage: int, answer: Answer, needs: int | None) -> bool:
        """Record an order as a choice. Return True if it is new."""
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
        """Yield the choices in the order of the search."""
        for line, choice in self._found.items():
            yield replace(choice, needs=tuple(sorted(self._needs.get(line, ()))))

    def _end(self, stage: int, answers: Sequence[Answer]) -> None:
        """Let the letter end after an order that closes a stage."""
        for answer in answers:
            choice = self._find(stage, answer)
            if choice.option.default:
                self.leads[choice.groups[0]] = END

    def _find(self, stage: int, answer: Answer) -> Choice:
        return self._found[stage, to_json(answer[1])]

    def _play_on(self, state: State, stage: int, answers: Sequence[Answer], verb: str = "") -> None:
        """Play one order of each new group, and the order that closes the prompt after a move."""
        results: list[tuple[Choice, State | None]] = []
        for answer in answers:
            choice = self._find(stage, answer)
            if (verb and choice.option.verb != verb) or self._is_covered(choice, few=len(answers) <= FEW):
                continue
            self._covered.update(choice.groups)
            results.append((choice, self._play(state, answer[1])))
        moving = any(choice.moves for choice, _ in results)
        for choice, after in results:
            if not choice.moves:
                self._follow(after, choice, last=moving and choice.option.default)
        for choice, after in results:
            if choice.moves and after is not None:
                self._close(after, choice)
                self._widen(after, choice)

    def _is_covered(self, choice: Choice, *, few: bool) -> bool:
        """Return True if an order with the same result was played. A few moves are all played."""
        return choice.groups[0] in self._covered and not (few and choice.moves)

    def _widen(self, after: State, move: Choice) -> None:
        """Add orders that a move makes possible, for pieces behind the moved one and along new paths."""
        if self._looked_through >= MOST_LOOKED_THROUGH or not self._stays(after, move.stage):
            return
        way, gone = move.groups
        pieces = {choice.option.piece for choice in self._found.values() if choice.stage == move.stage}
        behind: list[Answer] = []
        for answer in self._list(after, list_open_prompts(self._rules, after, self._side)):
            piece = self._game.advisor.dissect(after, answer[1]).piece
            if not piece and self._is_known_elsewhere(after, move.stage, answer, move):
                continue
            if (
                self._note(after, move.stage, answer, way if piece in pieces else gone)
                and piece not in pieces
            ):
                behind.append(answer)
        self._play_on(after, move.stage, behind, move.option.verb)

    def _follow(self, after: State | None, choice: Choice, *, last: bool) -> None:
        """Add the possible orders after an order that does not move a piece."""
        (group,), option = choice.groups, choice.option
        if after is None:
            # Dice or a secret come next: only an order that closes the prompt surely ends the letter.
            if option.default:
                self.leads.setdefault(group, END)
            return
        stays = self._stays(after, choice.stage)
        if stays and self._looked_through >= MOST_LOOKED_THROUGH:
            return
        next_stage = self.enter(after, group, verb=option.verb if stays else "", last=last)
        if not stays:
            self.leads[group] = next_stage
        elif self._stands(after, option):
            self.again.add(group)

    def _close(self, after: State, move: Choice) -> None:
        """Add the orders of the next prompt after a move and the end of the current prompt."""
        for choice in [one for one in self._found.values() if one.stage == move.stage and one.option.default]:
            then = self._play(after, self._rules.orders.read(choice.option.order))
            prompts = () if then is None else list_open_prompts(self._rules, then, self._side)
            if then is None or not prompts or (next_stage := self._number(prompts)) == move.stage:
                continue
            self.leads[choice.groups[0]] = next_stage
            self._entered.add(next_stage)
            answers = self._list(then, prompts)
            for answer in answers:
                if self._is_known_elsewhere(then, next_stage, answer, move):
                    continue
                # An order about a place needs a move to that place.
                about = self._game.advisor.dissect(then, answer[1]).to == move.option.to
                self._note(then, next_stage, answer, move.groups[0] if about else None)
            self._end(next_stage, answers)

    def _is_known_elsewhere(self, state: State, stage: int, answer: Answer, move: Choice) -> bool:
        """Return True for a known order about another place than that of a move."""
        return (stage, to_json(answer[1])) in self._found and (
            self._game.advisor.dissect(state, answer[1]).to != move.option.to
        )

    def _stays(self, state: State, stage: int) -> bool:
        prompts = list_open_prompts(self._rules, state, self._side)
        return bool(prompts) and self._number(prompts) == stage

    def _stands(self, state: State, option: Option) -> bool:
        """Return True if the same order is legal again."""
        order = self._rules.orders.read(option.order)
        return not any(self._rules.objections(state, order))

    def _play(self, state: State, order: Order) -> State | None:
        """Return the position after an order, or None if dice or a secret would decide it."""
        if self._played >= MOST_PLAYED:
            return None
        self._played += 1
        try:
            after, verdict = play(self._rules, state, order, NoDice())
        except DiceNeeded:
            return None
        return None if isinstance(verdict, Refused) or irrevocable(verdict.events) else after


def _moves(option: Option) -> bool:
    """Return True if an order moves a piece from one place to another."""
    return bool(option.piece and option.start and option.to) and option.start != option.to


def _list_kinds(stage: int, option: Option) -> Iterator[Kind]:
    """Yield the groups of an order: by place for moves, by piece, or a group of its own."""
    if _moves(option):
        yield stage, option.question, option.verb, f"to {option.to}"
        yield stage, option.question, "gone", option.piece
    else:
        yield stage, option.question, option.verb, option.piece or option.text
