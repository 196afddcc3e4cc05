"""Policies: answers of both sides while odds are computed, in the language of standing orders."""

from collections.abc import Iterator
from functools import lru_cache, partial
from typing import cast

from msgspec.structs import replace

from referee.analysis.faults import AnalysisFault
from referee.engine.facts import Fact, OpenQuestion
from referee.engine.system import State
from referee.faults import Complaint, DataFault, Parameter, Unreadable
from referee.matches import command_files
from referee.matches.judging import standing_order_lines, standing_orders
from referee.matches.judging.standing_orders import Turn
from referee.systems.faces import Game
from referee.systems.great_war.combat import forced_retreats, losses
from referee.systems.great_war.flow import agenda
from referee.systems.great_war.language.language import GreatWarLanguage
from referee.systems.great_war.rules import GreatWar
from referee.systems.great_war.state.game import GreatWarGame
from referee.systems.great_war.state.position import Piece, Position
from referee.systems.great_war.state.tasks import PayHits, RetreatAfter
from referee.systems.great_war.system import GreatWarSystem
from schemas.great_war.orders import Done, GreatWarOrder, Lose, Play, Spend
from schemas.letter import AdvanceOrder, LetterLine
from schemas.record import Place, Value

Asked = tuple[str, str, str]
"""The asked side, the question and its subject."""

MOST_BYTES = 100_000
"""Highest length of a policy in bytes."""

REMARK = "#"
"""First character of a remark."""


class Policy(Value):
    """Answers that come first, in the order of their file; all other prompts have quiet answers.

    A quiet answer is `done` if it is legal. A hit goes to the first kind on the unit chart, first outside
    armies, then to the first army by its id. If another answer is required, it is the first legal one.
    """

    orders: tuple[AdvanceOrder, ...] = ()

    def answer(self, rules: GreatWar, position: Position, answers: set[tuple[Asked, int]]) -> GreatWarOrder:
        """Return the answer of the asked side; `given` are the lines that already answered this prompt."""
        prompt = agenda.asked(rules.theatre, position)[0]
        for number, line in enumerate(self.orders):
            once = (prompt.side, prompt.question, prompt.subject), number
            if once in answers or not _is_meant(rules, position, prompt, line):
                continue
            answers.add(once)
            if (order := _read_lawful(rules, position, prompt, line.order)) is not None:
                return order
        return _answer_quietly(rules, position, prompt)


QUIET = Policy()


class Written(Value):
    """The text of a policy, and its name in complaints: the file."""

    name: str
    text: str


def open_file(file: str) -> Written:
    """Return the policy in a file or on the standard input."""
    return Written(file, _read_text(file))


def read(game: GreatWarSystem, position: Position, policy_source: Written) -> Policy:
    """Return the parsed policy. Raises `DataFault` with every invalid line.

    Lines are read in the position as the reader knows it.
    """
    orders: tuple[AdvanceOrder, ...] = ()
    complaints: list[Complaint] = []
    for number, raw_line in enumerate(policy_source.text.splitlines(), start=1):
        line = raw_line.strip()
        if not line or line.startswith(REMARK):
            continue
        try:
            orders = _add_line(game, position, orders, LetterLine(line=number, text=line, typed=line))
        except Unreadable as fault:
            message, place = game.language.word(fault.stated), Place(file=policy_source.name, line=number)
            complaints.append(
                replace(fault.complaints[0], text=message.text, remedy=message.remedy, place=place)
            )
    if complaints:
        raise DataFault(*complaints)
    return Policy(orders)


def _read_text(file: str) -> str:
    content = command_files.mail(file, MOST_BYTES)
    if len(content) > MOST_BYTES:
        raise DataFault(Complaint.of(AnalysisFault.POLICY_LONG, place=Place(file=file), most=MOST_BYTES))
    try:
        return content.decode()
    except UnicodeDecodeError:
        raise DataFault(Complaint.of(AnalysisFault.POLICY_NO_TEXT, place=Place(file=file))) from None


def _add_line(
    game: GreatWarSystem, position: Position, orders: tuple[AdvanceOrder, ...], line: LetterLine
) -> tuple[AdvanceOrder, ...]:
    """Return the lines with one more. Raises `Unreadable` if it is not a standing order, or needs a card."""
    if not line.text.lower().startswith("when "):
        raise Unreadable(AnalysisFault.POLICY_LINE)
    change = _apply_line(game, position, orders, line)
    for problem in change.refused_lines:
        assert problem.unreadable is not None
        refusal = problem.unreadable
        parameters = cast(dict[str, Parameter], dict(refusal.parameters))
        raise Unreadable(cast(Fact, refusal.fact), problem.nearest, problem.column, **parameters)
    if any("losses" in condition for condition in change.orders[-1].conditions):
        raise Unreadable(AnalysisFault.POLICY_LOSSES)
    if any(isinstance(order, Play | Spend) for order in _read_order(game, position, change.orders[-1].order)):
        raise Unreadable(AnalysisFault.POLICY_CARD)
    return change.orders


def _apply_line(
    game: GreatWarSystem, position: Position, orders: tuple[AdvanceOrder, ...], line: LetterLine
) -> standing_order_lines.Change:
    """Return the change by a line, read for the side that can give it."""
    first, second = (
        standing_order_lines.apply_lines(cast(Game, game), cast(State, position), side, orders, [line])
        for side in game.rules.sides
    )
    return second if first.refused_lines and not second.refused_lines else first


def _read_order(game: GreatWarSystem, position: Position, line: str) -> tuple[GreatWarOrder, ...]:
    """Return a line as orders of the side that can give it. Raises `Unreadable` if neither can."""
    first, second = game.rules.sides
    try:
        return game.notation.read(position, first, line)
    except Unreadable as fault:
        try:
            return game.notation.read(position, second, line)
        except Unreadable:
            raise fault from None


@lru_cache(maxsize=8)
def _find_system(rules: GreatWar) -> GreatWarSystem:
    """Return the system of some rules, to read lines: they are the same in every language."""
    return GreatWarSystem(rules, GreatWarLanguage(rules.theatre))


def _is_meant(rules: GreatWar, position: Position, asked: OpenQuestion, line: AdvanceOrder) -> bool:
    game = cast(Game, _find_system(rules))
    return standing_orders.is_meant(game, cast(State, position), asked, Turn(), line)


def _read_lawful(
    rules: GreatWar, position: Position, open_prompt: OpenQuestion, line: str
) -> GreatWarOrder | None:
    """Return the order of a line if it is legal for the asked side now, otherwise None."""
    try:
        orders = _find_system(rules).notation.read(position, open_prompt.side, line)
    except Unreadable:
        return None
    lawful = len(orders) == 1 and not any(rules.objections(position, orders[0]))
    return orders[0] if lawful else None


def rank_loss(game: GreatWarGame, piece: Piece) -> tuple[int, str]:
    """Return the rank of a piece among possible losses; of equal ones, the first in the area is lost.

    Pieces of one kind in one army have the same rank: it does not matter which of them were lost before.
    """
    return list(game.units).index(piece.kind), piece.army or ""


def _answer_quietly(rules: GreatWar, position: Position, open_prompt: OpenQuestion) -> GreatWarOrder:
    if isinstance(task := position.task, PayHits):
        able = losses.candidates(rules.theatre, position, task)
        return Lose(side=task.side, piece=min(able, key=partial(rank_loss, rules.theatre)).id)
    done = Done(side=open_prompt.side)
    if not any(rules.objections(position, done)):
        return done
    lawful = _list_lawful(rules, position, open_prompt)
    if _asks_for_retreats(rules, position):
        return next(lawful)
    orders = tuple(lawful)
    payments = [order for order in orders if isinstance(order, Lose)]
    if not payments:
        return orders[0]
    pieces = position.map.pieces
    return min(payments, key=lambda order: (*rank_loss(rules.theatre, pieces[order.piece]), order.piece))


def _asks_for_retreats(rules: GreatWar, position: Position) -> bool:
    """Return True if armies have to retreat, and no army is to be given up instead."""
    task = position.task
    return isinstance(task, RetreatAfter) and not forced_retreats.equals(rules.theatre, position, task)


def _list_lawful(rules: GreatWar, position: Position, open_prompt: OpenQuestion) -> Iterator[GreatWarOrder]:
    return rules.lawful(position, open_prompt)
