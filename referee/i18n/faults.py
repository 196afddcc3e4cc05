"""Errors in the choice of a language."""

from referee.engine.facts import Fact


class LanguageFault(Fact):
    """Errors in the choice of a language."""

    LANGUAGE_UNKNOWN = "the language {language} is not available"
