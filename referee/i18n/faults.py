"""What is wrong with the choice of a language."""

from referee.engine.facts import Fact


class LanguageFault(Fact):
    """A language that cannot be chosen."""

    LANGUAGE_UNKNOWN = "nobody here speaks {language}"
