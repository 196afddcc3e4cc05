"""A language addresses its readers in one form: Sie in German, vous in French, the plural in Greek."""

import re
from collections.abc import Iterator
from pathlib import Path

import polib
import pytest

from referee.i18n import languages

GAMES = Path(__file__).parents[2] / "games"

IMPERATIVES = (
    "achte antworte beachte beantworte beginne behalte benutze bestätige bewahre bleib denk denke "
    "entferne erkläre frag füge geh gib installiere komm kopiere lade lass leg leih lies lösche mach "
    "melde nenne nimm nutze öffne ordne prüfe probiere schau schick schicke schreib schreibe sende setz "
    "setze sieh spiel starte streich streiche trag trage tu verbinde vergleiche verschiebe versuche "
    "verwende wähle warte wirf zeig zeige"
)
"""German commands to one familiar person. A command that is also a noun is found in lower case alone."""

FAMILIAR = {
    "de": re.compile(
        rf"\b(?:[Dd]u|[Dd]ir|[Dd]ich|[Dd]ein(?:e[mnrs]?)?|[Ee]uch|[Ee]u(?:er|re[mnrs]?)|{'|'.join(IMPERATIVES.split())})\b"
        r"|(?:\A|[.:!?]\s+)(?:Achte|Antworte|Beachte|Bewahre|Entferne|Gib|Lass|Lies|Nenne|Nimm|Prüfe|Schick|Schreib"
        r"|Sieh|Vergleiche|Verwende|Wähle|Warte|Zeig)\b"
    ),
    "fr": re.compile(r"\b(?:tu|toi|tes|tien(?:ne)?s?)\b", re.IGNORECASE),
    "el": re.compile(
        r"\b(?:εσύ|εσένα|σου|βάλε|γράψε|δείξε|δώσε|κάνε|κλείσε|πάρε|παίξε|ρίξε|σβήσε|στείλε|φτιάξε)\b"
        r"|(?:\A|[.:!·]\s+)(?:αφαίρεσε|διάβασε|διάλεξε|εγκατάστησε|κράτησε|ονόμασε|όρισε|παράλειψε|περίμενε"
        r"|πρόσθεσε|ρώτησε|σύγκρινε|χρησιμοποίησε)\b",
        re.IGNORECASE,
    ),
}
"""Words of the familiar form by language."""


def list_texts(code: str) -> Iterator[str]:
    """Yield the texts of a language: its catalogue, and its words of the packs and policies."""
    for entry in polib.pofile(str(languages.file(code))):
        yield from (entry.msgstr, *entry.msgstr_plural.values())
    for path in sorted(GAMES.glob(f"*/languages/{code}.yaml")):
        yield path.read_text(encoding="utf-8")


@pytest.mark.parametrize("code", FAMILIAR)
def test_texts_address_readers_formally(code: str) -> None:
    familiar_texts = [
        f"{found[0]}: {text[:200]}" for text in list_texts(code) for found in FAMILIAR[code].finditer(text)
    ]

    assert familiar_texts == []


@pytest.mark.parametrize(
    ("code", "text"),
    [
        ("de", "wähle versiegelte Würfel"),
        ("de", "Sie beweist, dass dein Brief ankam."),
        ("de", "Es fehlen noch: {sides}. Wähle einen langen Satz"),
        ("de", "warten Sie, oder frag den Spielleiter"),
        ("fr", "si tu veux"),
        ("el", "στείλε πρώτα την υπογραφή του"),
        ("el", "Λείπουν ακόμη: {sides}. Διάλεξε μια μακριά φράση"),
        ("el", "χάθηκε από το αντίγραφό σου"),
    ],
)
def test_familiar_form_is_found(code: str, text: str) -> None:
    assert FAMILIAR[code].search(text)


@pytest.mark.parametrize(
    ("code", "text"),
    [
        ("de", "Frage des Spielleiters: Wählen Sie eine Karte."),
        ("fr", "tous vos ordres"),
        ("el", "στείλτε τη φράση που διάλεξε η πλευρά σας"),
    ],
)
def test_formal_form_is_accepted(code: str, text: str) -> None:
    assert not FAMILIAR[code].search(text)
