"""Small words of orders in several languages: articles, conjunctions, numbers, prepositions and verbs."""

import re
from collections.abc import Mapping

ARTICLES = frozenset({
    "the", "a", "an", "le", "la", "les", "l", "un", "une", "des", "der", "die", "das", "den", "dem", "ein",
    "eine", "einen", "einer", "einem", "eines", "ο", "η", "το", "οι", "τα", "τον", "την", "τη", "τουσ",
    "τισ", "του", "τησ", "των", "ενα", "μια", "εναν",
})  # fmt: skip
"""Articles. They carry no meaning in an order."""

OWN = frozenset({
    "its", "my", "our", "mon", "ma", "mes", "notre", "nos", "mein", "meine", "meinen", "unser", "unsere",
    "μου", "μασ",
})  # fmt: skip
"""Possessives. Only the writer's own pieces can be meant."""

OF = frozenset({
    "of", "in", "at", "inside", "from", "de", "du", "depuis", "dans", "von", "vom", "aus", "bei", "im",
    "am", "απο",
})  # fmt: skip
"""Words before the place or the army of a piece."""

FROM = frozenset(["from", "depuis", "aus", "απο"])
"""Words before the place that pieces leave."""

WITH = frozenset(["with", "mit", "avec", "με"])
"""Words before pieces that go along."""

AND = frozenset(["and", "et", "und", "και"])
"""Conjunctions of a list."""

EVERY = frozenset({
    "all", "every", "everything", "units", "pieces", "both", "tout", "toute", "tous", "toutes", "alle",
    "alles", "jede", "beide", "ολο", "ολη", "ολα", "ολοι", "ολεσ", "ολουσ",
})  # fmt: skip
"""Words for all pieces of a description."""

_NUMBERS = (
    "one two three four five six seven eight nine ten",
    "- deux trois quatre cinq - sept huit neuf dix",
    "- zwei drei vier funf sechs sieben acht neun zehn",
    "- δυο τρια τεσσερα πεντε εξι επτα οκτω εννεα δεκα",
)

COUNTS: Mapping[str, int] = {
    word: number for words in _NUMBERS for number, word in enumerate(words.split(), 1) if word != "-"
}
"""Numbers written as words."""

_ORDINALS = (
    "first second third fourth fifth sixth seventh eighth ninth tenth",
    "premiere deuxieme troisieme quatrieme cinquieme sixieme septieme huitieme neuvieme dixieme",
    "πρωτη δευτερη τριτη τεταρτη πεμπτη εκτη εβδομη ογδοη ενατη δεκατη",
    "πρωτο δευτερο τριτο τεταρτο πεμπτο εκτο εβδομο ογδοο ενατο δεκατο",
    "erste zweite dritte vierte funfte sechste siebte achte neunte zehnte",
)

ORDINALS: Mapping[str, str] = {
    word: str(number) for words in _ORDINALS for number, word in enumerate(words.split(), 1)
}
"""Numbers of armies written as words."""

PREPOSITIONS: Mapping[str, str] = {
    "vers": "to",
    "nach": "to",
    "uber": "via",
    "ueber": "via",
    "durch": "via",
    "προσ": "to",
    "μεσω": "via",
}
"""Prepositions of a move, with the English preposition."""

WHERE = frozenset(["σε", "στο", "στη", "στην", "στον", "στα", "στισ", "στουσ"])
"""Words before a destination or a place."""

VERBS: Mapping[str, tuple[str, ...]] = {
    "offensive": ("offensive limitee", "begrenzte offensive", "επιθεση", "περιορισμενη επιθεση"),
    "pass": ("passe", "passer", "passen", "πασο"),
    "redraw": (
        "repioche", "repiocher", "echange", "echanger", "tausche", "tauschen", "ανταλλασσω", "ανταλλαξε",
        "ανταλλαξτε",
    ),
    "move": (
        "deplace", "deplacer", "avance", "avancer", "bewege", "bewegen", "marschiere", "ziehe", "μετακινω",
        "μετακινησε", "μετακινηστε", "μετακινηση",
    ),
    "rail": ("bahn", "eisenbahn", "σιδηροδρομικωσ", "σιδηροδρομοσ"),
    "strategic": (
        "strategique", "mouvement strategique", "strategisch", "στρατηγικη μετακινηση", "στρατηγικα",
    ),
    "sea": ("embarque", "embarquer", "verschiffe", "verschiffen", "θαλασσια μετακινηση", "θαλασσιωσ"),
    "join": ("rejoins", "rejoint", "rejoindre", "eingliedern", "εντασσω", "ενταξε", "ενταξτε"),
    "leave": ("quitte", "quitter", "verlasse", "verlassen", "βγαζω", "βγαλε", "βγαλτε"),
    "battle": (
        "bataille", "batailles", "attaque", "attaquer", "schlacht", "schlachten", "angriff", "μαχη",
        "μαχεσ",
    ),
    "react": ("reagis", "reagir", "reagiere", "reagieren", "αντιδρω", "αντιδρασε", "αντιδραστε"),
    "reroll": ("relance", "relancer", "wiederhole", "wiederholen", "ξαναριχνω", "ξαναριξε", "ξαναριξτε"),
    "reserves": ("reserves strategiques", "strategische reserven", "στρατηγικα αποθεματα", "αποθεματα"),
    "lose": (
        "perds", "perd", "perdre", "perte", "pertes", "verliere", "verlieren", "verlust", "verluste",
        "χανω", "χασε", "χαστε", "απωλεια", "απωλειεσ",
    ),
    "spend": ("depense", "depenser", "bezahle", "bezahlen", "ξοδευω", "ξοδεψε", "ξοδεψτε"),
    "play": ("joue", "jouer", "carte", "spiele", "spielen", "karte", "παιζω", "παιξε", "παιξτε", "καρτα"),
    "retreat": (
        "retraite", "recule", "reculer", "ruckzug", "rueckzug", "weiche", "υποχωρω", "υποχωρησε",
        "υποχωρηστε", "υποχωρηση",
    ),
    "place": (
        "placer", "setze", "setzen", "platziere", "platzieren", "τοποθετω", "τοποθετησε", "τοποθετηστε",
    ),
    "swap": ("remplace", "remplacer", "ersetze", "ersetzen", "αντικαθιστω", "αντικατεστησε"),
    "build": (
        "construis", "construit", "construire", "baue", "bauen", "κατασκευαζω", "κατασκευασε",
        "κατασκευαστε",
    ),
    "buy": ("achete", "acheter", "kaufe", "kaufen", "αγοραζω", "αγορασε", "αγοραστε"),
    "upgrade": ("ameliore", "ameliorer", "aufwerten", "αναβαθμιζω", "αναβαθμισε", "αναβαθμιστε"),
    "entrench": ("retranche", "retrancher", "verschanze", "verschanzen", "οχυρωνω", "οχυρωσε", "οχυρωστε"),
    "fortify": ("fortifie", "fortifier", "befestige", "befestigen", "ενισχυω", "ενισχυσε", "ενισχυστε"),
    "discard": ("defausse", "defausser", "abwerfen", "ablegen", "ξεσκαρταρω", "ξεσκαρταρε", "ξεσκαρταρετε"),
    "bid": ("miser", "biete", "bieten", "προσφερω", "προσφερε", "προσφερετε"),
    "accept armistice": (
        "accepte l armistice", "waffenstillstand annehmen", "δεχομαι την ανακωχη", "δεχομαι ανακωχη",
    ),
    "resign": ("abandonne", "abandonner", "capitule", "aufgeben", "kapituliere", "παραιτουμαι"),
    "done": ("fini", "termine", "fertig", "ετοιμοσ", "ετοιμη", "τελειωσα"),
}  # fmt: skip
"""Verbs of orders in other languages, as comparison keys, by the English verb."""


SUBJECTS = ("i ll", "i will", "i", "we", "je", "nous", "ich", "wir")
"""Subjects before a verb, as comparison keys."""

SEASON = frozenset({
    "this season", "for the season", "for this season", "the rest of the season",
    "the rest of this season", "for the rest of the season", "for the rest of this season",
    "until the season ends", "until the end of the season", "cette saison", "pour la saison",
    "pour cette saison", "pour le reste de la saison", "le reste de la saison",
    "jusqu a la fin de la saison", "diese saison", "fur diese saison", "in dieser saison",
    "fur den rest der saison", "den rest der saison", "bis zum ende der saison", "bis saisonende",
    "αυτη την εποχη", "για αυτη την εποχη", "την υπολοιπη εποχη", "ωσ το τελοσ τησ εποχησ",
    "μεχρι το τελοσ τησ εποχησ",
})  # fmt: skip
"""Words for the current season as a duration, as comparison keys."""

SEASON_NAMES = {
    **dict.fromkeys(("spring", "printemps", "frühjahr", "frühling", "άνοιξη"), "SPRING"),
    **dict.fromkeys(("summer", "été", "sommer", "καλοκαίρι"), "SUMMER"),
    **dict.fromkeys(("autumn", "fall", "automne", "herbst", "φθινόπωρο"), "AUTUMN"),
    **dict.fromkeys(("winter", "hiver", "χειμώνα"), "WINTER"),
}
"""Names of seasons, with those of a pack."""

NOTHING = ("no", "none", "nothing", "nichts", "rien")
"""Words for no order at all, as comparison keys."""

BEFORE_END = (
    *NOTHING, "that s all", "thats all", "that is all", "that s it", "thats it", "that is it", "all", "ok",
    "okay", "so", "right", "and", "c est tout", "voila", "et", "das war s", "das wars", "das war alles",
    "das ist alles", "und", "so weit", "soweit", "αυτα", "αυτα ειναι ολα", "αυτα ηταν", "και", "ενταξει",
)  # fmt: skip
"""Words before a word that closes a question, as comparison keys."""

AFTER_END = (
    "thx", "thanks", "thank you", "ty", "cheers", "please", "pls", "for me", "from me", "merci",
    "merci beaucoup", "pour moi", "de mon cote", "danke", "danke schon", "vielen dank", "bitte", "fur mich",
    "von mir", "meinerseits", "ευχαριστω", "απο μενα", "παρακαλω",
)  # fmt: skip
"""Courtesies behind a word that closes a question, as comparison keys."""

_CLOSED = re.compile(
    rf"(?:(?:{'|'.join(BEFORE_END)}) )*(?:done|finished|{'|'.join(VERBS['done'])})"
    rf"(?: (?:{'|'.join(AFTER_END)}))*"
)


def closes(words: str) -> bool:
    """Return True if a comparison key closes a question, perhaps with courtesies around the word for it."""
    return _CLOSED.fullmatch(words) is not None


NO_SLIPS = frozenset({
    "laid", "loose", "mach", "match", "mode", "more", "paces", "pays", "plane", "planes", "replace", "send",
    "lone", "marche", "kauen", "lease", "bottle", "sand", "mole", "mote", "load",
})  # fmt: skip
"""Words of sentences that differ from the word of an order in one letter."""

NICKNAMES: Mapping[str, tuple[str, ...]] = {
    "cavalry": (
        "horsemen", "riders", "cossacks", "hussars", "uhlans", "cavaliers", "cosaques", "hussards", "Reiter",
        "Reiterei", "Kosaken", "Husaren", "Ulanen",
    ),
    "artillery": ("arti",),
    "infantry": ("infantrymen", "infantryman", "fantassins", "fantassin", "Infanteristen", "Infanterist"),
}  # fmt: skip
"""Everyday words for kinds of pieces."""

CARDS = frozenset({"card", "cards", "karte", "karten", "carte", "cartes", "καρτα", "καρτεσ"})
"""Words for the cards that a side buys."""

SEVERAL_CARDS = frozenset({"cards", "karten", "cartes", "καρτεσ"})
"""The plural ones, which need a number."""
