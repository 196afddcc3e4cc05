"""Languages of answers. Each one except English has a catalogue in this package."""

from functools import cache
from gettext import GNUTranslations
from io import BytesIO
from pathlib import Path

from referee.engine.faults import Complaint, Misuse
from referee.engine.names import key
from referee.engine.remedy import suggest
from referee.engine.tongue import ENGLISH, Translator
from referee.i18n.faults import LanguageFault
from referee.texts.tree import quote

_FOLDER = Path(__file__).parent / "catalogues"

_NOUNS = "X-Nouns"
"""Header field of a catalogue. The value `capital` means that all nouns begin with a capital."""


def file(code: str) -> Path:
    """Return the path of a language's catalogue, which may not exist."""
    return _FOLDER / f"{code}.po"


def list_codes() -> tuple[str, ...]:
    """Return the codes of the available languages."""
    return (ENGLISH.language, *sorted(path.stem for path in _FOLDER.glob("*.po")))


def find_code(code: str) -> str:
    """Return the canonical code of a language. Raises `Misuse` if the language is unknown."""
    languages = list_codes()
    if key(code) not in languages:
        near = suggest(code, languages)
        raise Misuse(Complaint.of(LanguageFault.LANGUAGE_UNKNOWN, near, language=quote(code)))
    return key(code)


def find_tongue(code: str | None) -> Translator:
    """Return the translator of a language (default: English)."""
    return ENGLISH if code is None else tongue(find_code(code))


@cache
def tongue(code: str) -> Translator:
    """Return the translator of an available language, with its catalogue loaded."""
    if code == ENGLISH.language:
        return ENGLISH
    import polib  # noqa: PLC0415 - English needs no catalogue

    catalogue = polib.pofile(str(file(code)))
    capital_nouns = catalogue.metadata.get(_NOUNS) == "capital"
    return Translator(code, GNUTranslations(BytesIO(catalogue.to_binary())), capital_nouns)
