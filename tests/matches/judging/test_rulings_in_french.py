"""A letter is answered in the language of its side; what is filed stays in that of the journal."""

import json
from pathlib import Path

import pytest
from msgspec import convert
from msgspec.structs import replace

from referee.faults import DataFault, Stale
from referee.matches import matches, opening, viewer_languages
from referee.matches.judging import batches, entry_drafts, judge_letter
from referee.matches.matches import Match
from referee.reports import letter_answers, letter_results, publishing
from schemas.answers.orders import Submitted
from schemas.letter import RefusedLetter
from schemas.record import FiledObjection, JsonValue
from tests.duels import AT, sent


@pytest.fixture
def western(tmp_path: Path) -> Path:
    """A shelf with a match of the western theatre, in which the German side is answered in French."""
    opening.open_match(tmp_path, "marne", "ttlm", at=AT)
    viewer_languages.choose(tmp_path, "marne", "german", "fr")
    return tmp_path


def text(answer: Submitted) -> str:
    return " ".join(publishing.publish(letter_results.document(answer), "text").split())


def test_refusal_is_in_language_of_side(western: Path) -> None:
    told = text(letter_answers.submit(western, "marne", sent("offensive 99", "german")))

    assert 'Refusé : "offensive 99" (ligne 1)' in told
    assert "la carte 99 n'existe pas. Les cartes vont de 1 à" in told
    assert "Vos ordres ont été refusés (entrée 2)" in told


def test_unreadable_line_is_answered_in_language_of_side(western: Path) -> None:
    told = text(letter_answers.submit(western, "marne", sent("frobnicate", "german")))

    assert "Pas compris : frobnicate (ligne 1, colonne 1)" in told
    assert """L'ordre "frobnicate" n'existe pas""" in told


def test_filed_refusal_is_english(western: Path) -> None:
    letter_answers.submit(western, "marne", sent("offensive 99\n", "german"))

    (refusal,) = matches.find(western, "marne").entries[1:]
    kept = convert(refusal.private["german"], RefusedLetter)
    assert kept.fallen[0].objections[0].text == "no card has the number 99"


def test_repeat_is_answered_in_language_of_side(western: Path) -> None:
    first = letter_answers.submit(western, "marne", sent("offensive 99\nfrobnicate", "german"))
    again = letter_answers.submit(western, "marne", sent("offensive 99\nfrobnicate", "german"))

    assert again.again
    assert again.refused == first.refused
    assert "Cette lettre a déjà été enregistrée." in text(again)


def filed(shelf: Path, letter: str) -> tuple[Match, RefusedLetter]:
    """What was filed of a letter of the German side that is refused, and the match in French."""
    letter_answers.submit(shelf, "marne", sent(letter, "german"))
    match = matches.find(shelf, "marne").speaking("fr")
    return match, convert(match.entries[-1].private["german"], RefusedLetter)


def test_filed_fact_is_rendered_without_judging(western: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    match, kept = filed(western, "battle liege")
    monkeypatch.setattr(judge_letter, "judge_lines", lambda *_, **__: pytest.fail("judged again"))

    (fallen,) = letter_answers.reword(match, kept)
    (held,) = fallen.objections
    assert held.text.replace("\xa0", " ") == (
        "cela répond à une autre question que celle qui est posée : Jouer une carte Offensive, ou passer ?"
    )
    assert (held.fact, held.clause) == ("other-question", "sequence.question-open")


def plain(told: str) -> str:
    return told.replace("\xa0", " ").replace("\u202f", " ")


LINES = (
    ("frobnicate", "no-verb", "l'ordre \"frobnicate\" n'existe pas", ()),
    ("move ge-5 to Trirr", "area-unknown", "vouliez-vous dire Trèves ?", ("move ge-5 to Trèves",)),
    ("move ge-1 to Bruxxeles", "area-unknown", "vouliez-vous dire Bruxelles ?", ()),
    (
        "move ge-1 from eifel to liege",
        "piece-elsewhere",
        "la 1re armée allemande se trouve dans la zone Aix-la-Chapelle",
        (),
    ),
    ("when movemint", "advance-without-order", "il manque l'ordre", ()),
    ("when movemint: done", "question-unclear", "ne désigne pas une seule question : écrivez movement", ()),
    ("forget movement", "not-in-advance", "il n'y a pas d'ordre permanent pour movement", ()),
    ("orders: [{type: pass, side: entente}]", "signed-by-another", "cet ordre nomme le camp `entente`", ()),
)
"""Lines that cannot be read, with the fact that is filed, and what is said and offered in French."""


@pytest.mark.parametrize(("line", "fact", "said", "nearest"), LINES, ids=[line for line, *_ in LINES])
def test_filed_unreadable_line_is_rendered_without_reading(
    western: Path, monkeypatch: pytest.MonkeyPatch, line: str, fact: str, said: str, nearest: tuple[str, ...]
) -> None:
    letter_answers.submit(western, "marne", sent("pass", "german"))
    match, kept = filed(western, line)
    monkeypatch.setattr(type(match.system.notation), "read", lambda *_: pytest.fail("read again"))

    (fallen,) = letter_answers.reword(match, kept)
    assert fallen.fact == fact
    assert said in plain(fallen.unreadable)
    assert fallen.nearest == nearest


def test_line_without_fact_is_shown_as_filed(western: Path) -> None:
    letter_answers.submit(western, "marne", sent("pass", "german"))
    match, kept = filed(western, "move ge-5 to Trirr")
    (fallen,) = kept.fallen
    older = replace(fallen, fact="", parameters={}, spelled=())

    assert letter_answers.reword(match, replace(kept, fallen=(older,))) == (older,)
    assert "did you mean Trier?" in older.unreadable
    assert older.nearest == ("move ge-5 to Trier",)


@pytest.mark.parametrize(
    "parameters",
    [{}, {"word": 7, "meant": 7}, {"word": "", "meant": [0, [["a"]]]}, {"word": "", "meant": []}],
)
def test_forged_fact_is_shown_as_filed(western: Path, parameters: dict[str, JsonValue]) -> None:
    match, kept = filed(western, "move ge-1 to Bruxxeles")
    forged = replace(kept.fallen[0], parameters=parameters)

    assert letter_answers.reword(match, replace(kept, fallen=(forged,))) == (forged,)


def test_json_contains_fact_of_unreadable_line(western: Path) -> None:
    (refused,) = letter_answers.submit(western, "marne", sent("move ge-1 to Bruxxeles", "german")).refused

    assert (refused.fact, refused.parameters["word"]) == ("area-unknown", '"Bruxxeles"')
    assert refused.parameters["meant"] == [0, ["brussels"]]


@pytest.mark.parametrize(
    ("fact", "parameters"),
    [
        ("", {}),
        ("a-fact-of-another-version", {"area": "liege"}),
        ("not-in-hand", {}),
        ("nation-not-taken", {"army": "ge-1", "nation": "nowhere"}),
        ("out-of-play", {"areas": 7}),
        ("not-keepable", {"area": "liege", "areas": None}),
    ],
)
def test_unknown_fact_is_shown_as_filed(western: Path, fact: str, parameters: dict[str, JsonValue]) -> None:
    match = matches.find(western, "marne").speaking("fr")
    held = FiledObjection(
        clause="cards.in-hand", text="as it was", remedy="so it stays", fact=fact, parameters=parameters
    )

    assert entry_drafts.reword(match.system, held) == held


def test_rehearsal_is_in_language_of_side(western: Path) -> None:
    told = text(letter_answers.rehearse(matches.find(western, "marne"), sent("offensive 99", "german")))

    assert "la carte 99 n'existe pas." in told
    assert "C'était une répétition : rien n'a été enregistré." in told


def test_other_side_is_answered_in_its_language(western: Path) -> None:
    told = text(letter_answers.submit(western, "marne", sent("offensive 99", "entente")))

    assert 'Refused: "offensive 99" (line 1)' in told
    assert "the German side must answer now. Wait for your turn." in told


def test_unreadable_letter_is_answered_in_language_of_side(western: Path) -> None:
    with pytest.raises(DataFault) as fault:
        letter_answers.submit(western, "marne", sent("# nothing\n", "german"))

    told = viewer_languages.retold(western, "marne", "german", fault.value)
    assert "la lettre ne contient aucun ordre (écrivez un ordre par ligne" in str(told.complaints[0])
    assert str(viewer_languages.retold(western, "marne", "entente", fault.value)) == str(fault.value)


def test_stale_answer_is_reported_in_language_of_side(western: Path) -> None:
    letter_answers.submit(western, "marne", sent("pass", "german"))

    with pytest.raises(Stale) as fault:
        letter_answers.submit(western, "marne", sent("answers: 1\npass", "german"))
    told = viewer_languages.retold(western, "marne", "german", fault.value)
    assert isinstance(told, Stale)
    assert "l'entrée 2 a clos la question ouverte après l'entrée 1" in str(told.complaints[0])


@pytest.mark.parametrize(("side", "text"), [("german", "# none"), (None, "side: german\n# none")])
def test_batch_fault_is_in_language_of_side(western: Path, side: str | None, text: str) -> None:
    """The line of the batch says whose it is, or the letter in it."""
    line = json.dumps({"match": "marne", "side": side, "letter": text}).encode()

    with pytest.raises(DataFault) as fault:
        batches.judge(western, line, 1, at=AT)
    assert "la lettre ne contient aucun ordre" in str(fault.value.complaints[0])


def test_warning_is_in_language_of_side(western: Path) -> None:
    told = text(
        letter_answers.submit(western, "marne", sent("BEGIN ORDERS marne now\npass\nEND ORDERS", "german"))
    )

    assert "*Note* : letter.txt:1:1: `now` après BEGIN ORDERS n'a pas de sens." in told


@pytest.fixture
def raid(tmp_path: Path) -> Path:
    """A shelf with a skirmish, in which the German side is answered in French."""
    opening.open_match(tmp_path, "raid", "skirmish", options={"alternation": "live"}, at=AT)
    viewer_languages.choose(tmp_path, "raid", "german", "fr")
    return tmp_path


def test_skirmish_ruling_is_in_language_of_side(raid: Path) -> None:
    letter = "deploy le tireur d'élite at 24,3 hidden"
    told = text(letter_answers.submit(raid, "raid", sent(letter, "german")))

    assert 'lu comme "deploy ge-sn-1 at 24.00,3.00 hidden" (ligne 1)' in told
    assert "SK-VIS-20, En observation : il n'y a ni tranchée ni bâtiment en 24.00,3.00." in told
    (refusal,) = matches.find(raid, "raid").entries[1:]
    kept = convert(refusal.private["german"], RefusedLetter)
    assert kept.fallen[0].objections[-1].text == "there is no trench or building at 24.00,3.00"


@pytest.mark.parametrize(
    ("language", "sniper", "read", "refused"),
    [
        (
            "de", "den Scharfschützen", "gelesen als {line} (Zeile 1)",
            "SK-VIS-20, Beobachtend: bei 24.00,3.00 ist kein Graben und kein Gebäude.",
        ),
        (
            "el", "τον ελεύθερο σκοπευτή", "διαβάστηκε ως {line} (γραμμή 1)",
            "SK-VIS-20, Παρατήρηση: στο 24.00,3.00 δεν υπάρχει ούτε χαράκωμα ούτε κτίριο.",
        ),
    ],
)  # fmt: skip
def test_letter_gets_a_ruling_in_its_language(
    raid: Path, language: str, sniper: str, read: str, refused: str
) -> None:
    viewer_languages.choose(raid, "raid", "german", language)
    told = text(letter_answers.submit(raid, "raid", sent(f"deploy {sniper} at 24,3 hidden", "german")))

    assert read.format(line='"deploy ge-sn-1 at 24.00,3.00 hidden"') in told
    assert refused in told


def test_greek_question_has_no_full_stop(raid: Path) -> None:
    viewer_languages.choose(raid, "raid", "german", "el")
    told = text(letter_answers.submit(raid, "raid", sent("deplyo ge-sn-1 at 11,18.5 hidden", "german")))

    assert "μήπως εννοούσατε deploy; -" in told


def test_rehearsal_names_rolls_in_language_of_side(raid: Path) -> None:
    for side in ("german", "british"):
        letter_answers.submit(raid, "raid", sent("done", side))
    letter_answers.submit(raid, "raid", sent("section 1 stealthy to 18,8\ndone", "british"))
    told = text(
        letter_answers.rehearse(matches.find(raid, "raid"), sent("ge-mg manoeuvre to 23,37\ndone", "german"))
    )

    assert "La ligne 2 lancerait 1 dé : Mouvement, manœuvre." in told
