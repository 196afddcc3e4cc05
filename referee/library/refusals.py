"""Exception for an order that the rules refuse."""

from collections.abc import Iterable

from referee.engine.facts import Objection
from referee.engine.faults import Complaint, Fault
from referee.engine.system import Rules


class Refused(Fault):
    """The order is illegal; `complaints` lists all objections to it.

    The code of a complaint names the fact. `clauses` are the numbers of their clauses, in the same order.
    """

    exit_code = 1

    def __init__(self, rules: Rules, objections: Iterable[Objection]) -> None:
        against = tuple(objections)
        said = ((objection, rules.word(objection)) for objection in against)
        self.clauses = tuple(rules.cite(objection.clause).number for objection in against)
        super().__init__(
            *(
                Complaint(text=words.text, remedy=words.remedy, code=objection.fact.code)
                for objection, words in said
            )
        )
