"""The languages that people are answered in: a catalogue for each beside this file, but for English."""

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
"""What the head of a catalogue says of a language that writes every noun with a capital: `capital`."""


def file(code: str) -> Path:
    """The catalogue of a language, whether or not it is there."""
    return _FOLDER / f"{code}.po"


def list_codes() -> tuple[str, ...]:
    """The codes of the languages that are spoken here."""
    return (ENGLISH.language, *sorted(path.stem for path in _FOLDER.glob("*.po")))


def find_code(code: str) -> str:
    """A language by its code, as it was typed; raises `Misuse` where there is no such language."""
    languages = list_codes()
    if key(code) not in languages:
        near = suggest(code, languages)
        raise Misuse(Complaint.of(LanguageFault.LANGUAGE_UNKNOWN, near, language=quote(code)))
    return key(code)


def find_tongue(code: str | None) -> Translator:
    """The language that is asked for; English if none is."""
    return ENGLISH if code is None else tongue(find_code(code))


@cache
def tongue(code: str) -> Translator:
    """A language that is spoken here, with its catalogue read."""
    if code == ENGLISH.language:
        return ENGLISH
    import polib  # noqa: PLC0415 - those who speak English need no catalogue

    catalogue = polib.pofile(str(file(code)))
    capital_nouns = catalogue.metadata.get(_NOUNS) == "capital"
    return Translator(code, GNUTranslations(BytesIO(catalogue.to_binary())), capital_nouns)
