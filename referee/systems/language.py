"""The language of a game: its questions, facts, purposes and clauses as text. Rules hold none of it."""

from collections.abc import Mapping

from referee.engine.facts import OpenQuestion, Parameter, Statable, Stated, Wording
from referee.i18n import fact_text
from referee.i18n.fact_text import Named, name_readings, say, word
from referee.i18n.pack_names import Teller
from schemas.record import Prompt, Purpose
from schemas.rulebook import Citation


class Language(Teller):
    """One game in one language. By default the parameters of facts have no names but their ids."""

    purposes: Mapping[str, Statable] = {}
    """Purposes of rolls, by code."""

    def name(self, kind: str, of: Parameter) -> object:  # noqa: ARG002 - no kind has names by default
        """Return the name of a parameter of a fact, by the kind of the parameter."""
        return of

    def name_filed(self) -> Named:
        """Return the values of the English names in purposes that older journals record as sentences."""
        return {}

    def cite(self, meaning: str) -> Citation:
        """Return the clause with this meaning."""
        raise NotImplementedError

    def ask(self, question: OpenQuestion) -> Prompt:
        """Return an open question as a prompt, with its text."""
        fact = question.fact
        return Prompt(
            side=question.side,
            question=question.question,
            clause=question.clause,
            text=say(self.tongue, fact.template, dict(question.parameters), self.name, fact.many),
            subject=question.subject,
        )

    def word(self, stated: Stated) -> Wording:
        """Return a fact as text: an objection to an order, or the fault of a line that cannot be read."""
        return word(self.tongue, stated, name_readings(self.tongue, self.name))

    def word_purpose(self, purpose: str | Purpose) -> str:
        """Return the purpose of a roll as text; older journals record it as an English sentence."""
        return fact_text.word_purpose(self.tongue, self.purposes, purpose, self.name, self.name_filed)
