"""The languages of answers: the catalogues beside this file, and English."""

from functools import cache
from gettext import GNUTranslations
from io import BytesIO
from pathlib import Path

from referee.i18n.translator import ENGLISH, Translator

_FOLDER = Path(__file__).parent / "catalogues"


def file(code: str) -> Path:
    """Return the path of a language's catalogue, which may not exist."""
    return _FOLDER / f"{code}.po"


def list_codes() -> tuple[str, ...]:
    """Return the codes of the available languages."""
    return (ENGLISH.language, *sorted(path.stem for path in _FOLDER.glob("*.po")))


@cache
def tongue(code: str) -> Translator:
    """Return the translator of an available language, with its catalogue loaded."""
    if code == ENGLISH.language:
        return ENGLISH
    import polib  # noqa: PLC0415 - English needs no catalogue

    catalogue = polib.pofile(str(file(code)))
    return Translator(code, GNUTranslations(BytesIO(catalogue.to_binary())))
