"""Orders as French, German and Greek players write them: articles, joints, numbers, places and verbs."""

import pytest

from referee.engine import machine
from referee.engine.dice import WrittenDice
from referee.systems.great_war.rules import GreatWar
from referee.systems.great_war.state.position import Position
from tests.great_war.samples import EN, GE
from tests.systems import system_of


@pytest.fixture(scope="module")
def opening(western: GreatWar) -> Position:
    position, _ = machine.run_on(western, western.start(), WrittenDice(orders=[tuple(range(1, 56))]))
    return position


WRITTEN = [
    (EN, "déplace la 5e armée vers Sedan", "move 5th army to sedan"),
    (EN, "déplacer la cinquième armée à Sedan", "move 5th army to sedan"),
    (EN, "déplace la 3e armée et la 5e armée vers Longwy", "move 3rd army and 5th army to longwy"),
    (EN, "retraite l'armée belge vers Anvers", "retreat the belgian army to antwerp"),
    (EN, "perds le fort de Liège", "lose the fort of liege"),
    (EN, "perds l’infanterie fr-i1", "lose fr-i1"),
    (EN, "construis une infanterie française à Paris", "build french infantry in paris"),
    (EN, "dépense la carte 27", "spend card 27"),
    (EN, "joue Tout le monde à la bataille!", "play Tout le monde à la bataille!"),
    (EN, "passe", "pass"),
    (EN, "terminé", "done"),
    (GE, "bewege die 1. Armee nach Lüttich", "move 1st army to liege"),
    (GE, "bewege die erste Armee nach Lüttich", "move 1st army to liege"),
    (GE, "bewege alle Kavallerie in Aachen nach Eifel", "move all cavalry in aachen to eifel"),
    (GE, "verliere zwei Infanterie aus der 2. Armee", "lose two infantry from the 2nd army"),
    (GE, "Schlacht Lüttich und Longwy", "battle liege and longwy"),
    (GE, "Rückzug 1. Armee nach Aachen", "retreat 1st army to aachen"),
    (GE, "ziehe die deutsche 1. Armee aus Aachen nach Lüttich", "move ge-1 to liege"),
    (GE, "verliere die deutsche Infanterie ge-i1", "lose ge-i1"),
    (EN, "verliere die Festung von Lüttich", "lose the fort of liege"),
    (EN, "verlieren die 1. belgische Armee", "lose be-1"),
    (GE, "platziere eine deutsche Infanterie in Köln", "place german infantry in cologne"),
    (GE, "fertig", "done"),
    (GE, "μετακίνησε την 1η Στρατιά στη Λιέγη", "move 1st army to liege"),
    (GE, "μετακινώ τον πρώτο Στρατό προς Λιέγη", "move 1st army to liege"),
    (GE, "μετακινήστε όλο το ιππικό από το Άαχεν στο Άιφελ", "move all cavalry in aachen to eifel"),
    (GE, "χάνω δύο πεζικό από τη 2η Στρατιά", "lose two infantry from the 2nd army"),
    (GE, "ΜΑΧΗ Λιέγη και Λονγκουί", "battle liege and longwy"),
    (GE, "υποχώρηση 1η Στρατιά στο Άαχεν", "retreat 1st army to aachen"),
    (GE, "μετακινώ τη 1η γερμανική Στρατιά στη Λιέγη", "move ge-1 to liege"),
    (EN, "χάνω το οχυρό της Λιέγης", "lose the fort of liege"),
    (GE, "χάνω γερμανικό πεζικό ge-i1", "lose ge-i1"),
    (GE, "κατασκευάζω γερμανικό πεζικό στην Κολωνία", "build german infantry in cologne"),
    (GE, "τοποθετώ ένα γερμανικό πεζικό στην Κολωνία", "place german infantry in cologne"),
    (EN, "παίζω Όλοι στη Μάχη!", "play Tout le monde à la bataille!"),
    (EN, "ξοδεύω την κάρτα 27", "spend card 27"),
    (EN, "πάσο", "pass"),
    (GE, "έτοιμος", "done"),
]


@pytest.mark.parametrize(("side", "line", "english"), WRITTEN)
def test_a_line_is_read_as_its_english_one(
    western: GreatWar, opening: Position, side: str, line: str, english: str
) -> None:
    assert system_of(western).notation.read(opening, side, line) == system_of(western).notation.read(
        opening, side, english
    )


@pytest.mark.parametrize(
    "line",
    ["fin de semaine", "Ende gut, alles gut", "la pluie tombe", "der Brief kam an", "τέλος καλό, όλα καλά"],
)
def test_ordinary_sentences_begin_no_order(western: GreatWar, line: str) -> None:
    assert not system_of(western).notation.resembles_order(line)
