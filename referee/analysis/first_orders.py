"""Orders that are carried out before battles are weighed: what a letter would bring, up to its first die."""

from msgspec.structs import replace

from referee.analysis.faults import AnalysisFault
from referee.analysis.policies import Written
from referee.engine import machine
from referee.engine.dice import DiceNeeded, NoDice
from referee.engine.faults import Complaint, DataFault, Misuse, Unreadable
from referee.engine.verdict import Refused
from referee.matches.letters import letters
from referee.systems.great_war.faces.notation import GreatWarNotation
from referee.systems.great_war.rules import GreatWar
from referee.systems.great_war.state.position import Position
from schemas.letter import LetterLine
from schemas.record import Place, Side


def carry_out(rules: GreatWar, position: Position, side: Side, written: Written) -> Position:
    """The position after the orders of a side's letter, up to the first order that needs a die.

    Raises `DataFault` for lines that are no orders or that the rules refuse, each at its place, and `Misuse`
    for a side that has nothing to order now.
    """
    if side not in {prompt.side for prompt in rules.prompts(position)}:
        raise Misuse(Complaint.of(AnalysisFault.NOTHING_TO_ORDER, side=side))
    letter = letters.read(written.text.encode(), written.name)
    complaints: list[Complaint] = []
    try:
        for line in letter.orders:
            if isinstance(line, LetterLine):
                position, against = _carry_out_line(rules, position, side, line)
                place = Place(file=written.name, line=line.line)
                complaints += (replace(one, place=place) for one in against)
    except DiceNeeded:
        # What stands behind it is for after the dice.
        pass
    if complaints:
        raise DataFault(*complaints)
    return position


def _carry_out_line(
    rules: GreatWar, position: Position, side: Side, line: LetterLine
) -> tuple[Position, list[Complaint]]:
    """The position after a line, or what is wrong with it."""
    try:
        orders = GreatWarNotation(rules.narrator).read(position, side, line.text)
    except Unreadable as fault:
        told = rules.word(fault.stated)
        return position, [replace(fault.complaints[0], text=told.text, remedy=told.remedy)]
    for order in orders:
        position, verdict = machine.play(rules, position, order, NoDice())
        if isinstance(verdict, Refused):
            said = ((one, rules.word(one)) for one in verdict.objections)
            return position, [
                Complaint(text=words.text, remedy=words.remedy, code=one.fact.code) for one, words in said
            ]
    return position, []
