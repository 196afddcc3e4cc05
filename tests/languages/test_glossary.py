"""Each concept has one word per language: translations contain none of the refused words."""

import re
import sys
from collections.abc import Iterator, Mapping
from functools import cache
from typing import NamedTuple

import polib
import pytest

from referee.i18n import languages


class Concept(NamedTuple):
    """A concept of the glossary: its English words, and the refused words of each language.

    A message that also names an English word of `others` is not checked: its translation may use their words.
    """

    words: str
    refused: Mapping[str, str]
    others: str = "$^"


GLOSSARY: Mapping[str, Concept] = {
    "side": Concept(
        r"\bsides?\b",
        {
            "fr": r"(?<!^Tour du )joueur \{side\}|partie adverse",
            "de": r"\bPartei",
            "el": "παράταξη",
        },
    ),
    "piece": Concept(
        r"\bpieces?\b",
        {"fr": r"\bunités?\b|\bpions?\b", "de": r"\bEinheit|\bCounter|\bFigur", "el": "μονάδ|πιόνι"},
        r"\bunits?\b",
    ),
    "unit": Concept(
        r"\bunits?\b",
        {"fr": r"\bpièces?\b", "de": "Spielstein", "el": "κομμάτ"},
        r"\bpieces?\b|\bcounters?\b",
    ),
    "standing order": Concept(
        "standing order|ordered in advance",
        {"fr": "d'avance", "de": "im Voraus|Dauerbefehl", "el": "προκαταβολικ"},
    ),
    "rehearsal": Concept("rehears", {"fr": r"\bessai|simul", "de": "Übung|Simul", "el": "πρόβα"}),
    "moderator": Concept(
        r"\bmoderator",
        {"fr": "meneur|modérateur|animateur|coordinateur", "de": "Moderator|Schiedsrichter", "el": "διαιτητ"},
        r"\breferee\b",
    ),
    "refusal": Concept(
        r"\brefus", {"fr": "rejet", "de": "verworfen|zurückgewiesen|verweiger", "el": "αποκλε"}
    ),
    "legal": Concept(
        r"\b(il)?legal\b",
        {"fr": r"\b(il)?légal|permis", "de": r"\b(il)?legal\b|erlaubt|rechtmäßig", "el": "νόμιμ"},
    ),
    "journal": Concept(
        r"\bjournal\b", {"fr": "registre|historique", "de": "Protokoll|Tagebuch", "el": "μητρώο"}
    ),
    "match": Concept(
        r"\bmatch(es)?\b", {"fr": r"\bmatchs?\b(?!:)", "de": r"\bMatch\b(?!:)", "el": "αγώνα|ματς"}
    ),
    "clause": Concept(
        r"\bclauses?\b", {"fr": "paragraphe", "de": "Klausel|Paragraph|Absatz", "el": "άρθρ|παράγραφ|ρήτρα"}
    ),
    "deck": Concept(r"\bdecks?\b", {"fr": "paquet", "de": "Paket", "el": "πακέτο"}, r"\bpack\b"),
    "pack": Concept(r"\bpacks?\b", {"fr": "paquet"}),
    "adjacent": Concept(
        r"\badjacent",
        {"fr": "voisin|contigu|limitroph", "de": "benachbart|nachbar", "el": "διπλαν|όμορ|συνορεύ"},
    ),
    "witness": Concept(r"\bwitness", {"fr": "observateur", "de": "Beobachter", "el": "παρατηρητ"}),
    "template": Concept(
        r"\btemplate", {"fr": "formulaire|gabarit", "de": "Formular|Schablone", "el": "φόρμα|πρότυπ|προτύπ"}
    ),
    "deadline": Concept(
        r"\bdeadline", {"fr": "échéance|date limite", "de": r"\bTermin\b|Deadline", "el": "διορία"}
    ),
    "copy": Concept(r"\bcop(y|ies)\b", {"fr": "exemplaire", "de": "Exemplar|Abschrift", "el": "αντίτυπ"}),
    "area": Concept(
        r"\bareas?\b", {"fr": "région|territoire|province", "de": r"\bFeld\b|Provinz|Region", "el": "επαρχί"}
    ),
    "retreat": Concept(r"\bretreat", {"fr": "repli", "de": "zurückfallen", "el": "αναδίπλ"}),
    "viewer": Concept(r"\bviewer", {"fr": "spectateur", "de": "Betrachter|Zuschauer", "el": "θεατ"}),
    "card": Concept(r"\bcards?\b", {"el": r"\bχαρτι"}),
    "eliminated": Concept(
        r"\beliminated", {"fr": "détruit", "de": "zerstört|ausgeschaltet", "el": "καταστρ"}
    ),
    "letter": Concept(r"\bletters?\b", {"el": "επιστολ"}),
    "takeback": Concept(r"\btakeback|\btake .* back\b", {"el": "αναίρεσ"}),
    "digest": Concept(r"\bdigest", {"el": "αποτύπωμ"}),
    "club": Concept(r"\bclub\b", {"el": "λέσχη"}),
}

PLACEHOLDER = re.compile(r"\{(?!side\})[^{}]*\}|`[^`]*`|--[a-z-]+|\b[A-Z]{3,}\b")
"""Parts of a message that are not translated."""


@cache
def read_catalogue(code: str) -> polib.POFile:
    """Return the catalogue of a language, which every concept looks through."""
    return polib.pofile(str(languages.file(code)))


def find_uses(code: str, concept: Concept) -> Iterator[str]:
    """Yield the translations of a concept that contain a refused word."""
    if code not in concept.refused:
        return
    for entry in read_catalogue(code):
        english = PLACEHOLDER.sub("", f"{entry.msgid} {entry.msgid_plural}")
        if not re.search(concept.words, english, re.IGNORECASE) or re.search(
            concept.others, english, re.IGNORECASE
        ):
            continue
        for text in (entry.msgstr, *entry.msgstr_plural.values()):
            if found := re.search(concept.refused[code], PLACEHOLDER.sub("", text), re.IGNORECASE):
                yield f"{found[0]}: {text}"


@pytest.mark.parametrize("code", ["fr", "de", "el"])
@pytest.mark.parametrize("concept", GLOSSARY)
def test_a_concept_has_one_word(concept: str, code: str) -> None:
    assert list(find_uses(code, GLOSSARY[concept])) == []


def test_a_refused_word_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    planted = polib.POFile()
    planted.append(polib.POEntry(msgid="Name the piece.", msgstr="Nommez l'unité."))
    planted.append(
        polib.POEntry(
            msgid="{count} piece", msgid_plural="{count} pieces", msgstr_plural={0: "pièce", 1: "unités"}
        )
    )
    planted.append(polib.POEntry(msgid="Name the unit.", msgstr="Nommez l'unité."))
    monkeypatch.setattr(sys.modules[__name__], "read_catalogue", lambda _: planted)

    assert [use.split(":")[0] for use in find_uses("fr", GLOSSARY["piece"])] == ["unité", "unités"]
