"""The small words of orders in several languages: articles, joints, numbers, prepositions, verbs."""

from collections.abc import Mapping

ARTICLES = frozenset(
    [
        "the",
        "a",
        "an",
        "le",
        "la",
        "les",
        "l",
        "un",
        "une",
        "des",
        "der",
        "die",
        "das",
        "den",
        "dem",
        "ein",
        "eine",
        "einen",
        "einer",
        "einem",
        "eines",
    ]
)
"""Articles, which say nothing."""

OWN = frozenset(
    ["its", "my", "our", "mon", "ma", "mes", "notre", "nos", "mein", "meine", "meinen", "unser", "unsere"]
)
"""Words that say whose a piece is, as only the writer's own can be meant."""

OF = frozenset(
    ["of", "in", "at", "inside", "from", "de", "du", "depuis", "dans", "von", "vom", "aus", "bei", "im", "am"]
)
"""What stands before the place or the army of a piece."""

FROM = frozenset(["from", "depuis", "aus"])
"""What stands before the place that pieces come from."""

AND = frozenset(["and", "et", "und"])
"""What joins the parts of a list."""

EVERY = frozenset(
    [
        "all",
        "every",
        "everything",
        "units",
        "pieces",
        "both",
        "tout",
        "toute",
        "tous",
        "toutes",
        "alle",
        "alles",
        "jede",
        "beide",
    ]
)
"""Words that stand for all pieces of a description."""

_NUMBERS = (
    "one two three four five six seven eight nine ten",
    "- deux trois quatre cinq - sept huit neuf dix",
    "- zwei drei vier funf sechs sieben acht neun zehn",
)

COUNTS: Mapping[str, int] = {
    word: number for words in _NUMBERS for number, word in enumerate(words.split(), 1) if word != "-"
}
"""Numbers as words."""

_ORDINALS = (
    "first second third fourth fifth sixth seventh eighth ninth tenth",
    "premiere deuxieme troisieme quatrieme cinquieme sixieme septieme huitieme neuvieme dixieme",
    "erste zweite dritte vierte funfte sechste siebte achte neunte zehnte",
)

ORDINALS: Mapping[str, str] = {
    word: str(number) for words in _ORDINALS for number, word in enumerate(words.split(), 1)
}
"""Numbers of armies as words."""

PREPOSITIONS: Mapping[str, str] = {"vers": "to", "nach": "to", "uber": "via", "ueber": "via", "durch": "via"}
"""What stands before the parts of a move, by the English word for it."""

VERBS: Mapping[str, tuple[str, ...]] = {
    "offensive": ("offensive limitee", "begrenzte offensive"),
    "pass": ("passe", "passer", "passen"),
    "redraw": ("repioche", "repiocher", "echange", "echanger", "tausche", "tauschen"),
    "move": ("deplace", "deplacer", "avance", "avancer", "bewege", "bewegen", "marschiere", "ziehe"),
    "rail": ("bahn", "eisenbahn"),
    "strategic": ("strategique", "mouvement strategique", "strategisch"),
    "sea": ("embarque", "embarquer", "verschiffe", "verschiffen"),
    "join": ("rejoins", "rejoint", "rejoindre", "eingliedern"),
    "leave": ("quitte", "quitter", "verlasse", "verlassen"),
    "battle": ("bataille", "batailles", "attaque", "attaquer", "schlacht", "schlachten", "angriff"),
    "react": ("reagis", "reagir", "reagiere", "reagieren"),
    "reroll": ("relance", "relancer", "wiederhole", "wiederholen"),
    "reserves": ("reserves strategiques", "strategische reserven"),
    "lose": ("perds", "perd", "perdre", "perte", "pertes", "verliere", "verlieren", "verlust", "verluste"),
    "spend": ("depense", "depenser", "bezahle", "bezahlen"),
    "play": ("joue", "jouer", "carte", "spiele", "spielen", "karte"),
    "retreat": ("retraite", "recule", "reculer", "ruckzug", "rueckzug", "weiche"),
    "place": ("placer", "setze", "setzen", "platziere", "platzieren"),
    "swap": ("remplace", "remplacer", "ersetze", "ersetzen"),
    "build": ("construis", "construit", "construire", "baue", "bauen"),
    "buy": ("achete", "acheter", "kaufe", "kaufen"),
    "upgrade": ("ameliore", "ameliorer", "aufwerten"),
    "entrench": ("retranche", "retrancher", "verschanze", "verschanzen"),
    "fortify": ("fortifie", "fortifier", "befestige", "befestigen"),
    "discard": ("defausse", "defausser", "abwerfen", "ablegen"),
    "bid": ("miser", "biete", "bieten"),
    "accept armistice": ("accepte l armistice", "waffenstillstand annehmen"),
    "resign": ("abandonne", "abandonner", "capitule", "aufgeben", "kapituliere"),
    "done": ("fini", "termine", "fertig"),
}
"""The words that open an order in other languages, as they compare, by the English one."""
