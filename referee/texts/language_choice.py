"""The choice of a language by its code."""

from referee.engine.facts import Fact
from referee.faults import Complaint, Misuse, suggest
from referee.i18n import languages
from referee.i18n.name_matching import key
from referee.i18n.translator import ENGLISH, Translator
from referee.texts.tree import quote


class LanguageFault(Fact):
    """A language that cannot be chosen."""

    LANGUAGE_UNKNOWN = "the language {language} is not available"


def find_code(code: str) -> str:
    """Return the canonical code of a language. Raises `Misuse` if the language is unknown."""
    codes = languages.list_codes()
    if key(code) not in codes:
        near = suggest(code, codes)
        raise Misuse(Complaint.of(LanguageFault.LANGUAGE_UNKNOWN, near, language=quote(code)))
    return key(code)


def find_tongue(code: str | None) -> Translator:
    """Return the translator of a language (default: English)."""
    return ENGLISH if code is None else languages.tongue(find_code(code))
